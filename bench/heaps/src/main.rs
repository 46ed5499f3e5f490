//! Heap engines against the textbook loops.
use grundy::{
    Quiet,
    heap::{Sequence, TakeBreak},
};
use std::time::Instant;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let game = match a[2].as_str() {
        "grundy" => TakeBreak::grundy(),
        "couples" => TakeBreak::couples(),
        c => c.parse::<TakeBreak>().unwrap(),
    };
    let limit: u64 = a[3].parse().unwrap();
    let mut s = Sequence::new(game);
    let t = Instant::now();
    if a[1] == "period" {
        let r = s.find_period(limit, &Quiet).unwrap();
        println!(
            "{:?} {:?} len {} exc {} {:.3}s {} proof {:?}",
            r.verdict,
            r.period,
            r.limit,
            r.exceptions_total,
            t.elapsed().as_secs_f64(),
            s.engine(),
            s.sparse_proof().map(|p| (p.class, p.rares.len(), p.bound, p.from))
        );
    } else {
        s.extend(1 << 17, &Quiet).unwrap();
        println!("start {:.3}s {}", t.elapsed().as_secs_f64(), s.engine());
        let (t, n) = (Instant::now(), s.len());
        s.extend(limit, &Quiet).unwrap();
        println!("{:.2} M/s {}", (s.len() - n) as f64 / t.elapsed().as_secs_f64() / 1e6, s.engine());
    }
}
