//! Rules over places are read, or refused with the place that is wrong.

use crate::error::Error;
use crate::literal::{Lets, Literal};
use crate::work::Work;

use super::{PlaceRule, is_over_places};

fn read(text: &str) -> Result<PlaceRule, Error> {
    PlaceRule::read(text, &Lets::new(), &Work::unwatched())
}

/// Rules as people would write them.
const RULES: &[&str] = &[
    "S on strip -> S - ball(p) for p in S",
    "w on grid king of \".XO\" -> w[p:=\".\", q:=w[p]] for p q in edges if w[p] != \".\" and w[q] != \".\" and w[p] != w[q]",
    "S on graph -> S - ball(v) for v in S",
    "S on graph -> S - {u,v} for u v in edges if u in S and v in S",
    "w on graph of 0.. -> w[u:=w[u]-1, v:=w[v]-1] for u v in edges if w[u] > 0 and w[v] > 0",
    "(S on graph, v in S) -> (S - v, u) for u in near(v) if u in S",
    "(F on edges, v in places) -> (F - edge(v,u), u) for u in near(v) if edge(v,u) in F",
    "F on edges -> part(F - e, 0) for e in F",
    "S on grid -> S - up(p) for p in S if p != (0,0)",
    "S on order -> S - up(p) for p in S if p != 1",
    "S on numbers -> S xor {n} for n in S | S xor {n,m} for n in S for m in 0..n-1",
    "S on numbers -> S xor {m..n} for n in S for m in 0..n",
    "S on grid -> S xor {(r,c),(a,c),(r,b),(a,b)} for (r,c) in S for a in 0..r-1 for b in 0..c-1",
    "w on strip of 0.. -> w[i:=w[i]-k, i-1:=w[i-1]+k] for i in w for k in 1..w[i]",
    "w on strip of 0.. -> w[i:=w[i]-k] for i in w for k in 1..w[i] if i == 0 or w[i-1] <= w[i]-k",
    "S on grid queen -> S - ball(p) for p in S",
    "w on graph of \".ab\" -> w[v:=x] for v in places for x in \"ab\" if w[v] == \".\" and x not in w[near(v)]",
    "S on graph -> S - v for v in S if part(S - v, first(S - v)) == S - v",
    "m on grid of 0.. -> m[p:=m[p]-1, q:=m[q]+1] for p in m if m[p] > 0 for d in {(0,1),(1,0),(1,1)} for k in 1..size for q in {p-k*d} if q in places over if m[(0,0)] > 0",
    "w on bag of 0.. -> w[i:=w[i]-k] for i in w for k in 1..w[i] play misere",
    "S on strip -> down: S - {q in S if q <= p} for p in S over all if size(S) < 3",
];

#[test]
fn rules_over_places_are_told_from_others_and_read() {
    for rule in RULES {
        assert!(is_over_places(rule), "{rule}");
        read(rule).unwrap_or_else(|error| panic!("{rule}: {error}"));
    }
    assert!(is_over_places("S on grafh -> S"), "a misspelt space has a hint of its own");
    for other in ["n -> n-1", "grid: \"..\" -> \"##\"", "on -> on-1", "kayles on graph", "(a,b) -> (a-1,b)"] {
        assert!(!is_over_places(other), "{other}");
    }
}

#[test]
fn rules_over_places_print_back_to_themselves() {
    let more = [
        "S on torus knight -> {p} + {q} for p in S for q in near(p) | S xor {p + (0,1), p - 2*(1,0)} for p in S",
        "w on strip of \"ab\" -> w[p:=\"a\"] for p in {q in w if not (w[q] == \"a\" or q > 3) and q != 5}",
        "w on ring of 0.. -> w[p:=-(-w[p]) - (k - 1)] for p in w for k in {1, 3..5} if (k + 1)*2 <= w[p] % 7",
        "(S on grid, T on grid) -> (S - T, T + (1,2)) for (r, c) in S if (r, c) not in T and S != T",
        "w on bag of 0.. -> w[i:=min(w[i], 3, k) xor 1] for i in w for k in 0..w[i]/2 - 1 over if {w[0]} == {1}",
    ];
    for rule in RULES.iter().chain(&more) {
        let first = read(rule).unwrap_or_else(|error| panic!("{rule}: {error}"));
        let printed = first.to_string();
        let again = read(&printed).unwrap_or_else(|error| panic!("{printed}: {error}"));
        assert_eq!(again, first, "{printed}");
        assert_eq!(again.to_string(), printed);
    }
    let tidy = read("S on graph->S-{u,v} for u v in edges if u in S and(v in S)").unwrap().to_string();
    assert_eq!(tidy, "S on graph -> S - {u, v} for u v in edges if u in S and v in S");
}

#[test]
fn mistakes_are_pointed_at() {
    let cases = [
        ("S on grafh -> S", "no places called `grafh`", "grafh"),
        ("S on graph -> S - w for v in S", "nothing is called `w`", "w"),
        ("S on strip -> S - up(p) for p in T", "nothing is called `T`", "T"),
        ("S on graph -> S - up(p) for p in S", "no `up`", "up"),
        ("S on grid -> S - 3 for p in S", "a number, where a row and a column", "S - 3"),
        ("S on graph -> S - v for v in S if v", "no condition", "v"),
        ("w on strip of \"ab\" -> w[p:=\"c\"] for p in w", "does not have this letter", "\"c\""),
        ("S on graph -> S - v for S in S", "name `S` is taken", "S"),
        ("v in places -> v", "first coordinate", "places"),
        ("(S on graph, v in S) -> S - v for v in S", "taken", "v"),
        ("S on bag -> S", "a bag holds numbers", "bag"),
        ("S on strip -> S - (1,2) - 1", "where", "S - (1,2)"),
        ("S on strip -> S - fear(1)", "fear", "fear"),
    ];
    for (rule, says, at) in cases {
        let error = read(rule).err().unwrap_or_else(|| panic!("{rule} was read"));
        assert!(error.to_string().contains(says), "{rule}: {error}");
        let span = error.span().unwrap_or_else(|| panic!("{rule}: no place"));
        assert_eq!(&rule[span.clone()], at, "{rule}: {error}");
    }
}

#[test]
fn deep_and_long_rules_are_refused_and_nothing_panics() {
    let deep = format!("S on strip -> {}S{}", "(".repeat(10_000), ")".repeat(10_000));
    assert!(read(&deep).is_err());
    let long = format!("S on strip -> S{}", " - 1".repeat(10_000));
    assert!(read(&long).is_err());
    let negative = format!("S on strip -> S - {}1", "-".repeat(10_000));
    assert!(read(&negative).is_err());
    for rule in RULES {
        for (cut, _) in rule.char_indices() {
            let _ = read(&rule[..cut]);
            let _ = read(&format!("{}{}", &rule[..cut], &rule[cut + 1..]));
            let _ = read(&format!("{}{{{}", &rule[..cut], &rule[cut..]));
        }
    }
}

/// What rules over places share with rules of numbers.
#[test]
fn parameters_functions_and_what_is_gathered_are_read() {
    let lets =
        Lets::from([("N".to_string(), Literal::Int(3)), ("a".to_string(), Literal::List(vec![2, 5, 2]))]);
    for rule in [
        "w on strip of 0.. -> w[i:=w[i]-k] for i in w for k in 1..min(N,w[i])",
        "w on strip of 0.. -> w[i:=w[i]-k] for i in w for k in a",
        "w on strip of 0.. -> w[i:=if w[i] > N then w[i]/2 else w[i]-1] for i in w if w[i] > 0",
        "w on strip of 0.. -> w[i:=w[i] xor 2^k] for i in w for k in 0..N if bit(w[i],k) == 1",
        "w on strip of 0.. -> w[i:=0] for i in w if w[i] == max(w[j] for j in places) and w[i] > N",
        "w on strip of 0.. -> w[i:=w[i]-1] for i in w if sum(w[j] for j in near(i) if j in places) >= a[0]+len(a)",
        "S on graph -> S - v for v in S if all(u in S for u in near(v)) or count(u in S for u in near(v)) > N",
        "S on graph -> S - v for v in S if any(u not in S for u in near(v)) and count(S) > max(1..N)",
        "S on grid -> S - p - ray(p, (0,1), S) for p in S if N > 0",
        "S on grid -> S - {q in S if q in ray(p, d)} - p for p in S for d in {(0,1),(1,0)} if isqrt(N) == 1",
        "w on strip of 0.. -> w[i:=(if w[i] > N then 1 else 0)+w[i]-2^N shr 1] for i in w if w[i] bitand N == 0",
        "F on edges -> F - e again if N > 0 for e in F",
        "F on edges -> take: F - edge(u,v) gain if u == N then 2 else 1 for u v in edges if edge(u,v) in F",
        "S on numbers -> S - n gain n*N for n in S",
        "S on strip -> S - p for p in S end win if size(S)%N == 0",
    ] {
        let used: Lets = lets.iter().filter(|(name, _)| words(rule).contains(*name)).map(own).collect();
        let first = PlaceRule::read(rule, &used, &Work::unwatched());
        let first = first.unwrap_or_else(|error| panic!("{rule}: {error}"));
        // Printed, a rule has the values of its parameters.
        let printed = first.to_string();
        let again = read(&printed).unwrap_or_else(|error| panic!("{rule}\n{printed}: {error}"));
        assert_eq!(again, first, "{rule}\n{printed}");
    }
    let inside = "let N = 2; let a = [1,3] S on strip -> S - {p, p+N, p+a[1]} for p in S";
    let given = Lets::from([("N".to_string(), Literal::Int(5))]);
    let (own, theirs) = (read(inside).unwrap(), PlaceRule::read(inside, &given, &Work::unwatched()).unwrap());
    assert_ne!(own, theirs, "what is given goes before what is written");
    assert_eq!(theirs, read(&inside.replace("N = 2", "N = 5")).unwrap());
}

fn words(rule: &str) -> std::collections::BTreeSet<String> {
    super::lexeme::words(rule).unwrap()
}

fn own((name, value): (&String, &Literal)) -> (String, Literal) {
    (name.clone(), value.clone())
}

#[test]
fn mistakes_in_what_is_gathered_are_pointed_at() {
    let cases = [
        ("S on graph -> S - v for v in S if sum(u for u in S) > k", "nothing is called `k`", "k"),
        (
            "S on graph -> S - v for v in S if sum(u in S for u in S) > 1",
            "condition, where a value",
            "u in S",
        ),
        ("S on graph -> S - v for v in S if all(u for u in S)", "no condition", "u"),
        ("S on graph -> S - v for v in S if all(S)", "`all` goes through conditions", "all"),
        ("S on graph -> S - u for v in S if any(u in S for u in near(v))", "nothing is called `u`", "u"),
        ("S on graph -> S - v for v in S if gcd(v) > 1", "takes 2 arguments", "gcd"),
        ("S on graph -> S - ray(v, 1) for v in S", "no `ray`", "ray"),
        ("S on graph -> S - v gain 1 gain 2 for v in S", "one `gain`", "gain"),
        ("S on graph -> S - v gain 1 for v in S play misere", "contradicts", "misere"),
        ("S on graph -> S - v for v in S end draw if size(S) == 1", "win if", "draw"),
        ("let N = 3 S on graph -> S - N for N in S", "name `N` is taken", "N"),
    ];
    for (rule, says, at) in cases {
        let error = read(rule).err().unwrap_or_else(|| panic!("{rule} was read"));
        assert!(error.to_string().contains(says), "{rule}: {error}");
        let span = error.span().unwrap_or_else(|| panic!("{rule}: no place"));
        assert_eq!(&rule[span.clone()], at, "{rule}: {error}");
    }
    let unused = Lets::from([("M".to_string(), Literal::Int(3))]);
    let error = PlaceRule::read("S on graph -> S - v for v in S", &unused, &Work::unwatched()).unwrap_err();
    assert!(error.to_string().contains("no parameter `M`"), "{error}");
}
