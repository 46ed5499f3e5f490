//! What the machine does: memory in use, and reads at random.

use std::fs;
use std::process::Command;
use std::time::Instant;

fn status(field: &str) -> u64 {
    let text = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find(|line| line.starts_with(field)).unwrap_or("");
    line.split_whitespace().nth(1).and_then(|number| number.parse::<u64>().ok()).unwrap_or(0) << 10
}

/// The bytes of memory that are in use.
pub fn resident() -> u64 {
    status("VmRSS:")
}

/// The most bytes that were in use since [`reset_peak`].
pub fn peak() -> u64 {
    status("VmHWM:")
}

/// Starts a new measurement of [`peak`], where the system can.
pub fn reset_peak() {
    let _ = fs::write("/proc/self/clear_refs", "5");
}

/// Seconds of processor time that this program has used, in steps of a hundredth.
pub fn processor() -> f64 {
    ticks(11)
}

/// The sum of two fields of the system's account of this program, as seconds; fields are counted after its name.
fn ticks(field: usize) -> f64 {
    let text = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = text.rsplit_once(')').map_or("", |(_, rest)| rest);
    let ticks = after_name.split_whitespace().skip(field).take(2).filter_map(|word| word.parse::<f64>().ok());
    ticks.sum::<f64>() / 100.0
}

/// How many independent reads a second threads can do at random in a table of this many 32-bit entries.
pub fn random_reads(entries: usize, threads: usize) -> f64 {
    let table: Vec<u32> = (0..entries as u32).collect();
    let reads = 20_000_000u64;
    let start = Instant::now();
    let sum: u64 = std::thread::scope(|scope| {
        let work = |seed: u64| {
            let (mut at, mut sum) = (seed, 0u64);
            for _ in 0..reads {
                at = at.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                sum += u64::from(table[((u128::from(at) * entries as u128) >> 64) as usize]);
            }
            sum
        };
        let handles: Vec<_> = (0..threads as u64).map(|seed| scope.spawn(move || work(seed))).collect();
        handles.into_iter().map(|handle| handle.join().expect("a sum")).sum()
    });
    std::hint::black_box(sum);
    reads as f64 * threads as f64 / start.elapsed().as_secs_f64()
}

/// Seconds in which `wc -l` counts the lines of a file with these bytes, the best of three, and of processor time on
/// average; none where there is no `wc`.
pub fn wc(bytes: &[u8]) -> Option<(f64, f64)> {
    const RUNS: u32 = 3;
    let path = std::env::temp_dir().join(format!("bench-graphs-{}.edges", std::process::id()));
    fs::write(&path, bytes).ok()?;
    // Programs that were started and have ended have an account of their own.
    let before = ticks(13);
    let count = || {
        let start = Instant::now();
        let output = Command::new("wc").arg("-l").arg(&path).output().ok()?;
        output.status.success().then(|| start.elapsed().as_secs_f64())
    };
    let times: Option<Vec<f64>> = (0..RUNS).map(|_| count()).collect();
    let _ = fs::remove_file(&path);
    let best = times?.into_iter().fold(f64::INFINITY, f64::min);
    Some((best, (ticks(13) - before) / f64::from(RUNS)))
}
