//! Proofs about all positions, in one run: seconds to prove and to check, states, and what stopped those that grew too large.

use std::time::Instant;

use grundy::solve::{EverywhereCertificate, everywhere};
use grundy::{Lets, Limits, Progress, Rules, Step, Stop, Work, verify};

const NIM: &str = "(a,b,c) -> (a-k,b,c) for k in 1..a | (a,b-k,c) for k in 1..b | (a,b,c-k) for k in 1..c";
const SLACK: &str = "(x,y) -> (x-k,y) for k in 1..x | (x,y-k) for k in 1..y | (x-k,y-l) for k in 1..x for l in 1..y if abs(k-l) < 3";

/// The games, and whether they are to be proved.
const GAMES: &[(&str, bool)] = &[
    (NIM, true),
    ("moore", true),
    ("end-nim", true),
    ("nim-with-a-pass", true),
    ("n -> n-1 | n/2 if n > 0", true),
    ("wythoff", true),
    ("r-wythoff", true),
    (SLACK, true),
    ("fibonacci-nim", true),
    ("rook", true),
    ("king", true),
    ("bishop", true),
    ("circular-nim", true),
    ("silver-dollar", true),
    ("(x,y) -> (x-1,y-2) | (x-2,y-1) | (x-1,y-1)", true),
    ("(x,y) -> (x-1,y) | (x,y-2) | (x-3,y-1)", true),
    ("(x,y) -> (x-2,y) | (x,y-3) | (x-1,y-1)", true),
    ("kayles", true),
    ("0.17", true),
    ("0.137", true),
    ("0.3F", true),
    ("0.7FC", true),
    ("0.209", true),
    ("0.[7]", true),
    ("4.[7]", true),
    ("lasker", true),
    ("(x,y) -> (x-k,y-2*k) for k in 1..x | (x-k,y) for k in 1..x | (x,y-k) for k in 1..y", false),
    ("grundy", false),
];

/// So long may one check take.
const PATIENCE: u64 = 120;

struct Clock(Instant);

impl Progress for Clock {
    fn step(&self, _: Step<'_>) -> Result<(), Stop> {
        if self.0.elapsed().as_secs() > PATIENCE { Err(Stop::TimedOut) } else { Ok(()) }
    }
}

fn main() {
    println!(
        "| game | system | states | proved in s | checked in s | what is said |\n|---|---|---|---|---|---|"
    );
    for &(text, wanted) in GAMES {
        let rules = Rules::read(text, &Lets::new(), &Work::unwatched()).expect("the rules are right");
        let clock = Clock(Instant::now());
        let proof = everywhere(&rules, None, false, &Work { limits: Limits::default(), progress: &clock });
        let seconds = clock.0.elapsed().as_secs_f64();
        let name = text.replace('|', "\\|");
        let proof = match proof {
            Ok(proof) => proof,
            Err(e) => {
                println!("| `{name}` | | | {seconds:.3} | | {e} |");
                assert!(!wanted, "{text}");
                continue;
            }
        };
        let answer = &proof.answer;
        assert!(!wanted || answer.verdict == "proved", "{text}: {answer:?}");
        let clock = Clock(Instant::now());
        let work = Work { limits: Limits::default(), progress: &clock };
        let verdict = proof.certificate.as_ref().map(|certificate| match certificate {
            EverywhereCertificate::Automaton(proof) => verify::check_everywhere(proof, &work),
            EverywhereCertificate::Period(proof) => verify::check(proof, &work),
        });
        let checked = match verdict {
            None => String::new(),
            Some(Ok(verdict)) => {
                verdict.expect("the checker accepts what is proved");
                format!("{:.3}", clock.0.elapsed().as_secs_f64())
            }
            Some(Err(e)) => e.to_string(),
        };
        let (system, states) =
            (answer.system.clone().unwrap_or_default(), answer.states.map(|n| n.to_string()));
        let said = answer.statement.as_ref().or(answer.reason.as_ref()).cloned().unwrap_or_default();
        println!(
            "| `{name}` | {system} | {} | {seconds:.3} | {checked} | {said} |",
            states.unwrap_or_default()
        );
    }
}
