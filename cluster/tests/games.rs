//! Games by rules, followed by teams of threads, against one machine: random rules, and counters against their definition.

use std::sync::Arc;

use grundy::{Lets, Limits, Play, Position, Report, Request, Rules, Work, solve};
use grundy_cluster::by_timely::on_threads;
use grundy_cluster::counters;
use grundy_cluster::game::GameJob;
use grundy_cluster::input::Input;
use grundy_cluster::job::Job;
use grundy_cluster::keep::Nothing;

mod random;

use random::Random;

/// Rules of heaps with splits, of heaps that may grow, and of two coordinates.
fn some_rules(random: &mut Random) -> String {
    let mut some = |choices: &[&str]| choices[random.below(choices.len())].to_string();
    match some(&["octal", "split", "loopy", "pair"]).as_str() {
        "octal" => format!(
            "0.{}{}{}",
            some(&["0", "1", "3", "4", "7"]),
            some(&["5", "6", "7"]),
            some(&["0", "2", "7"])
        ),
        "split" => {
            let parts = ["n-1", "n-2 & n-3", "n/2 & n/3", "n-2 & n-2", "n-3 & 1 & 1 & 1", "n of n/3"];
            format!("n -> {} if n > 3 | {} if n > 4", some(&parts), some(&parts))
        }
        "loopy" => {
            let moves =
                ["n-1 if n > 0", "n+1 if n % 3 = 1", "n/2", "n-2 if n > 1", "(n*n+1) % 24", "n+2 if n < 20"];
            format!("(n in 0..23) -> {} | {} | {}", some(&moves), some(&moves), some(&moves))
        }
        _ => {
            let moves = ["(a-1,b)", "(a,b-2)", "(b,a-1) if a > 0", "(a-1,b-1)", "(b,a) if a > b"];
            format!("(a in 0..9,b in 0..9) -> {} | {}", some(&moves), some(&moves))
        }
    }
}

fn by_team(job: &GameJob, workers: usize) -> grundy::Result<Report> {
    let asked = Arc::new(job.clone());
    let found = on_threads(workers, move |team| asked.work(team, &|_, _| Ok(()), &Work::unwatched()))?;
    job.report(&found, &Work::unwatched())
}

#[test]
fn random_rules_have_the_answers_of_one_machine() {
    let mut random = Random(5);
    let (mut answered, mut games) = (0, 0);
    while answered < 150 {
        games += 1;
        assert!(games < 600, "only {answered} of {games} rules could be asked about");
        let text = some_rules(&mut random);
        let Ok(rules) = Rules::read(&text, &Lets::new(), &Work::unwatched()) else { continue };
        let heap = |random: &mut Random| match rules.form().axes.len() {
            1 => (3 + random.below(12)).to_string(),
            _ => format!("{},{}", random.below(10), random.below(10)),
        };
        let position: Vec<String> = (0..1 + random.below(3)).map(|_| heap(&mut random)).collect();
        let play = if random.below(4) == 0 { Play::Misere } else { Play::Normal };
        let (source, limits) = (rules.source.clone(), Limits { positions: 30_000, ..Limits::default() });
        let parts = position.iter().map(|part| rules.component(part));
        let Ok(parts) = parts.collect::<grundy::Result<Vec<_>>>() else { continue };
        let work = Work { limits, ..Work::unwatched() };
        let request = Request { rules: &rules, position: &Position(parts), play: Some(play) };
        let Ok(alone) = solve(&request, &work) else { continue };
        let job = GameJob {
            rules: source,
            lets: Lets::new(),
            position: position.clone(),
            play,
            positions: limits.positions,
            bytes: limits.bytes,
            store: None,
        };
        // A theorem of one machine may answer what is too much to follow.
        let Ok(together) = by_team(&job, 1 + games % 4) else { continue };
        let what = format!("{text} at {position:?}, {play:?}");
        assert_eq!((alone.outcome, &alone.value), (together.outcome, &together.value), "{what}");
        assert_eq!(alone.winning_moves, together.winning_moves, "{what}");
        assert!(alone.remoteness.is_none() || alone.remoteness == together.remoteness, "{what}");
        answered += 1;
    }
}

/// Whatever a vertex of value n leads to that has no smaller value leads on to one of value n with a smaller counter.
#[test]
fn counters_fall_in_reverting_play() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let mut random = Random(9);
    for round in 0..20 {
        let edges: Vec<(u32, u32)> =
            (0..90).map(|_| (random.below(50) as u32, random.below(50) as u32)).collect();
        let text: String = edges.iter().map(|(u, v)| format!("{u} {v}\n")).collect();
        let path = folder.join(format!("counters-{round}.edges"));
        std::fs::write(&path, text).unwrap();
        let job = Arc::new(Job::new(Input::open(&path, None).unwrap(), 3, &Limits::default()));
        let told = on_threads(3, move |team| {
            let work = Work::unwatched();
            let mut solved = job.work(team, &mut Nothing, &work)?;
            let values = solved.values.take().unwrap();
            let counters = counters::solve(team, &mut solved.share, &values, &work)?;
            let of = |place| (values.finite(place), counters.get(place));
            let places = solved.share.places().collect::<Vec<_>>();
            Ok(places.into_iter().map(|place| (solved.share.deal.vertex(place) as u32, of(place))).collect())
        });
        let told: Vec<Vec<_>> = told.unwrap();
        let told: std::collections::HashMap<u32, (Option<u32>, Option<u32>)> =
            told.into_iter().flatten().collect();
        let after = |u: u32| edges.iter().filter(move |edge| edge.0 == u).map(|edge| edge.1);
        for (&u, &(value, counter)) in &told {
            assert_eq!(value.is_some(), counter.is_some());
            let Some(value) = value else { continue };
            for x in after(u).filter(|x| told[x].0.is_none_or(|other| other > value)) {
                let back = after(x).any(|y| told[&y].0 == Some(value) && told[&y].1 < counter);
                assert!(back, "{u} {x}");
            }
        }
    }
}
