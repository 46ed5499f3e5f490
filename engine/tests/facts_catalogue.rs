//! Every fact of every game file holds. A wrong fact names its file and itself.

use std::collections::BTreeMap;
use std::path::Path;

use grundy::LoopyValue;
use grundy::catalogue::{self, Entry, Fact};
use grundy::named::{self, Board};
use grundy::report::Part;
use grundy::rules::parse;
use grundy::solve::{Cell, table};
use grundy::{Error, Nimber, Play, Position, Report, Request, Rules, Source, Work, open, solve};

/// How many games the catalogue holds at least.
const GAMES: usize = 55;

/// The game files of the repository, with their texts.
fn files() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    let mut files = Vec::new();
    for file in std::fs::read_dir(folder).expect("the catalogue has a folder") {
        let path = file.expect("a file").path();
        if path.extension().is_some_and(|extension| extension == "game") {
            let name = path.file_stem().and_then(|name| name.to_str()).expect("a plain name").to_string();
            files.push((name, std::fs::read_to_string(&path).expect("a text")));
        }
    }
    files.sort();
    files
}

/// Runs a check on every fact of every game and tells all failures together.
fn every_fact(check: impl Fn(&Entry, &Fact) -> Result<(), String>) {
    let failures: Vec<String> = catalogue::all()
        .iter()
        .flat_map(|entry| entry.facts.iter().enumerate().map(move |(i, fact)| (entry, i, fact)))
        .filter_map(|(entry, i, fact)| {
            let what = check(entry, fact).err()?;
            Some(format!("{}.game, fact {} ({}): {what}", entry.name, i + 1, fact.source))
        })
        .collect();
    assert!(failures.is_empty(), "{} facts fail:\n{}", failures.len(), failures.join("\n"));
}

/// Runs a check on every game and tells all failures together.
fn every_game(check: impl Fn(&Entry) -> Result<(), String>) {
    let failed = |entry: &Entry| check(entry).err().map(|what| format!("{}.game: {what}", entry.name));
    let failures: Vec<String> = catalogue::all().iter().filter_map(failed).collect();
    assert!(failures.is_empty(), "{} games fail:\n{}", failures.len(), failures.join("\n"));
}

fn text(error: Error) -> String {
    error.to_string()
}

fn rules_for(entry: &Entry, fact: &Fact) -> Result<Rules, String> {
    Rules::of_game(entry, &fact.parameters, &Work::unwatched()).map_err(text)
}

/// The board of a game whose rules are not of numbers.
fn board_for(entry: &Entry) -> Result<Option<Board>, String> {
    let board = Board::of_game(entry, &Work::unwatched()).map_err(text)?;
    Ok(board.filter(|_| named::is_rule(&entry.rules)))
}

fn play_for(fact: &Fact) -> Option<Play> {
    fact.misere.then_some(Play::Misere)
}

fn solved(rules: &Rules, position: &[String], play: Option<Play>) -> Result<Report, String> {
    let components = position.iter().map(|component| rules.component(component));
    let position = Position(components.collect::<Result<_, _>>().map_err(text)?);
    let request = Request { rules, position: &position, play };
    solve(&request, &Work::unwatched()).map_err(text)
}

/// The report of a position that is played on a board.
fn played(entry: &Entry, fact: &Fact, position: &[String]) -> Result<Report, String> {
    let (source, work) = (Source::File(entry), Work::unwatched());
    let mut game = open(source, &fact.parameters, position, play_for(fact), &work).map_err(text)?;
    game.report(&work).map_err(text)
}

/// The cells of a table between two corners.
fn cells(
    rules: &Rules,
    from: Option<&[i64]>,
    to: &[i64],
    play: Option<Play>,
) -> Result<Vec<Vec<Cell>>, String> {
    let work = Work::unwatched();
    Ok(table(rules, from, Some(to), play, &work).map_err(text)?.cells)
}

/// The values of heaps of one coordinate, both ends included.
fn heap_values(rules: &Rules, from: i64, to: i64, play: Option<Play>) -> Result<Vec<u64>, String> {
    plain_values(cells(rules, Some(&[from]), &[to], play)?)
}

fn plain_values(cells: Vec<Vec<Cell>>) -> Result<Vec<u64>, String> {
    cells
        .into_iter()
        .flatten()
        .map(|cell| match cell {
            Cell::Value(LoopyValue::Finite(Nimber(value))) => Ok(value),
            other => Err(format!("a heap has no nimber but {other}")),
        })
        .collect()
}

fn first_heap(rules: &Rules, fact: &Fact) -> Result<i64, String> {
    match fact.from {
        Some(from) => Ok(from),
        None => Ok(rules.least().map_err(text)?[0]),
    }
}

fn values_hold(entry: &Entry, fact: &Fact) -> Result<(), String> {
    let Some(known) = &fact.values else { return Ok(()) };
    let (from, found) = match board_for(entry)? {
        Some(board) => {
            let (from, work) = (fact.from.unwrap_or(1), Work::unwatched());
            let made = board.table(&[from], &[from + known.len() as i64 - 1], play_for(fact), &work);
            (from, plain_values(made.map_err(text)?.cells)?)
        }
        None => {
            let rules = rules_for(entry, fact)?;
            let from = first_heap(&rules, fact)?;
            (from, heap_values(&rules, from, from + known.len() as i64 - 1, play_for(fact))?)
        }
    };
    match found.iter().zip(known).position(|(found, known)| found != known) {
        Some(i) => Err(format!("heap {} has value {}, not {}", from + i as i64, found[i], known[i])),
        None => Ok(()),
    }
}

fn grid_holds(entry: &Entry, fact: &Fact) -> Result<(), String> {
    let Some(known) = &fact.grid else { return Ok(()) };
    let board = board_for(entry)?;
    let least = match &board {
        Some(_) => vec![1, 1],
        None => rules_for(entry, fact)?.least().map_err(text)?,
    };
    let width = known.first().map_or(0, Vec::len);
    if least.len() != 2 || width == 0 || known.iter().any(|row| row.len() != width) {
        return Err("a grid has two coordinates and rows of one length".into());
    }
    let corner = [least[0] + known.len() as i64 - 1, least[1] + width as i64 - 1];
    let found = match board {
        Some(board) => board.table(&least, &corner, play_for(fact), &Work::unwatched()).map_err(text)?.cells,
        None => cells(&rules_for(entry, fact)?, Some(&least), &corner, play_for(fact))?,
    };
    for (i, (found, known)) in found.iter().zip(known).enumerate() {
        for (j, (found, known)) in found.iter().zip(known).enumerate() {
            if *found != Cell::Value(LoopyValue::Finite(Nimber(*known))) {
                let place = (least[0] + i as i64, least[1] + j as i64);
                return Err(format!("{place:?} has value {found}, not {known}"));
            }
        }
    }
    Ok(())
}

/// `G(n+p) = G(n) + saltus` from the preperiod on, over a window of the preperiod and three periods more (for
/// octal codes of up to `period` digits this is the window of Guy and Smith 1956); the equation fails just before,
/// and no shorter period fits.
fn period_holds(entry: &Entry, fact: &Fact) -> Result<(), String> {
    let Some(period) = fact.period else { return Ok(()) };
    let preperiod = fact.preperiod.ok_or("a period goes with its preperiod")? as usize;
    let (period, saltus) = (period as usize, fact.saltus.unwrap_or(0));
    let rules = rules_for(entry, fact)?;
    let last = 2 * preperiod + 4 * period + 32;
    let values = heap_values(&rules, 0, last as i64, play_for(fact))?;
    let repeats = |n: usize, p: usize, s: u64| values[n + p] == values[n] + s;
    if let Some(n) = (preperiod..=last - period).find(|&n| !repeats(n, period, saltus)) {
        return Err(format!("G({}) = {}, but G({n}) = {}", n + period, values[n + period], values[n]));
    }
    if preperiod > 0 && repeats(preperiod - 1, period, saltus) {
        return Err(format!("the period already holds from {}", preperiod - 1));
    }
    let shorter = (1..period).find(|&p| {
        let scaled = saltus * p as u64;
        let fits = |n| repeats(n, p, scaled / period as u64);
        scaled.is_multiple_of(period as u64) && (preperiod..=last - p).all(fits)
    });
    match shorter {
        Some(p) => Err(format!("the shorter period {p} fits too")),
        None => Ok(()),
    }
}

fn position_holds(entry: &Entry, fact: &Fact) -> Result<(), String> {
    let Some(position) = &fact.position else { return Ok(()) };
    let by_rules = rules_for(entry, fact).ok();
    let reads = |rules: &Rules| position.iter().all(|text| rules.component(text).is_ok());
    let report = match by_rules.filter(reads) {
        Some(rules) => solved(&rules, position, play_for(fact))?,
        None => played(entry, fact, position)?,
    };
    let shown = position.join(" ");
    if fact.outcome.is_some_and(|known| known != report.outcome) {
        return Err(format!("{shown} has outcome {}", report.outcome));
    }
    if let Some(known) = fact.value
        && report.value != Some(LoopyValue::Finite(Nimber(known)))
    {
        return Err(format!("{shown} has value {:?}, not {known}", report.value));
    }
    if fact.score.is_some() && fact.score != report.score {
        return Err(format!("{shown} has score {:?}", report.score));
    }
    if let Some(known) = &fact.wins {
        let mut known: Vec<Vec<String>> = known.iter().map(|parts| sorted(parts.clone())).collect();
        let found = report.winning_moves.iter().map(|by| sorted(by.to.iter().map(argument).collect()));
        let mut found: Vec<Vec<String>> = found.collect();
        known.sort();
        found.sort();
        if known != found {
            return Err(format!("the winning moves of {shown} lead to {found:?}"));
        }
    }
    Ok(())
}

fn sorted(mut parts: Vec<String>) -> Vec<String> {
    parts.sort();
    parts
}

fn argument(part: &Part) -> String {
    match part {
        Part::One(place) => place.argument(),
        Part::Copies { count, of } => format!("{count} of {}", of.argument()),
    }
}

#[test]
fn every_game_file_can_be_read_and_is_embedded() {
    let files = files();
    let wrong = files.iter().filter_map(|(name, text)| Entry::parse(name, text).err());
    let wrong: Vec<String> = wrong.map(|error| error.to_string()).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    let mut embedded: Vec<&str> = catalogue::all().iter().map(|entry| entry.name.as_str()).collect();
    embedded.sort_unstable();
    assert_eq!(names, embedded, "the files and the embedded games differ");
    assert!(names.len() >= GAMES, "only {} games", names.len());
}

#[test]
fn every_game_is_described_and_sourced() {
    every_game(|entry| {
        let kebab = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        let missing = [
            ("a short name in kebab-case", entry.name.chars().all(kebab)),
            ("a title", !entry.title.trim().is_empty()),
            ("a description of some length", entry.about.len() >= 80),
            ("a reference", !entry.references.is_empty()),
            ("a starting position", !entry.start.is_empty()),
            ("facts", !entry.facts.is_empty()),
            ("a source for each fact", entry.facts.iter().all(|fact| !fact.source.trim().is_empty())),
            ("a claim in each fact", entry.facts.iter().all(claims_something)),
        ];
        match missing.iter().find(|(_, there)| !there) {
            Some((what, _)) => Err(format!("lacks {what}")),
            None => Ok(()),
        }
    });
}

/// Whether a fact can fail at all.
fn claims_something(fact: &Fact) -> bool {
    let about_position =
        fact.outcome.is_some() || fact.value.is_some() || fact.score.is_some() || fact.wins.is_some();
    let about_all = fact.values.as_ref().is_some_and(|values| !values.is_empty())
        || fact.grid.is_some()
        || fact.period.is_some();
    fact.position.is_some() == about_position && (about_position || about_all)
}

#[test]
fn names_and_aliases_are_unique_and_find_their_game() {
    let mut owners: BTreeMap<String, &str> = BTreeMap::new();
    every_game(|entry| {
        for name in std::iter::once(&entry.name).chain(&entry.aliases) {
            match catalogue::find(name) {
                Some(found) if found.name == entry.name => {}
                Some(found) => return Err(format!("`{name}` also means {}", found.name)),
                None => return Err(format!("`{name}` finds nothing")),
            }
        }
        Ok(())
    });
    for entry in catalogue::all() {
        for name in std::iter::once(&entry.name).chain(&entry.aliases) {
            let letters = name.chars().filter(|c| c.is_alphanumeric() || *c == '.').collect::<String>();
            if let Some(owner) = owners.insert(letters.to_lowercase(), &entry.name) {
                panic!("`{name}` is a name in {owner}.game and in {}.game", entry.name);
            }
        }
    }
}

#[test]
fn every_rule_prints_back_to_itself() {
    every_game(|entry| {
        if board_for(entry)?.is_some() {
            return Ok(());
        }
        let rules = Rules::of_game(entry, &BTreeMap::new(), &Work::unwatched()).map_err(text)?;
        let printed = rules.syntax.to_string();
        match parse(&printed, &Work::unwatched()) {
            Err(error) => Err(format!("`{printed}` does not parse: {error}")),
            Ok(again) if again != rules.syntax => Err(format!("`{printed}` is another rule")),
            Ok(_) => Ok(()),
        }
    });
}

#[test]
fn every_start_is_solved() {
    every_game(|entry| {
        let work = Work::unwatched();
        let mut game =
            open(Source::File(entry), &BTreeMap::new(), &entry.start, None, &work).map_err(text)?;
        game.report(&work).map(drop).map_err(text)
    });
}

/// The rule of every board of the catalogue can be read, and reads as the same rule once it is written out.
#[test]
fn every_board_of_the_catalogue_prints_back_to_itself() {
    every_game(|entry| {
        let work = Work::unwatched();
        let Some(board) = Board::of_game(entry, &work).map_err(text)? else { return Ok(()) };
        let printed = board.rules.clone().ok_or("a board of the catalogue has a rule")?;
        let again = Entry::parse(&entry.name, &format!("rules = '''{printed}'''")).map_err(text)?;
        let again = Board::of_game(&again, &work).map_err(text)?.ok_or("it is no rule of a board")?;
        if again.rules != board.rules {
            return Err(format!("`{printed}` is another rule"));
        }
        if board.examples[0] != [board.start.clone()] {
            return Err("the first example is not the start".into());
        }
        let solves = |example: &Vec<String>| board.solve(example, None, &work).map(drop).map_err(text);
        board.examples.iter().try_for_each(solves)
    });
}

#[test]
fn every_list_of_values_holds() {
    every_fact(values_hold);
}

#[test]
fn every_grid_holds() {
    every_fact(grid_holds);
}

#[test]
fn every_period_holds_and_starts_no_earlier() {
    every_fact(period_holds);
}

#[test]
fn every_position_holds() {
    every_fact(position_holds);
}

#[test]
fn wrong_facts_are_noticed() {
    let heap = "title = 'take 1 to 3'\nabout = ''\nrules = 'n -> n-k for k in 1..3'\n[[facts]]\n";
    let pair = "title = 'rook'\nabout = ''\nrules = '(x,y) -> (x-k,y) for k in 1..x | (x,y-k) for k in 1..y'\n\
                [[facts]]\n";
    let ends = "title = 'ends'\nabout = ''\nlet = { a = [3,9,1,2] }\nrules = '(l,r) -> (l+1,r) gain a[l] if l < r \
                | (l,r-1) gain a[r-1] if l < r'\n[[facts]]\n";
    type Check = fn(&Entry, &Fact) -> Result<(), String>;
    let cases: [(&str, &str, Check, bool); 22] = [
        (heap, "values = [0,1,2,3,0]", values_hold, true),
        (heap, "values = [0,1,2,3,1]", values_hold, false),
        (heap, "values = [3,0]\nfrom = 3", values_hold, true),
        (heap, "values = [3,0]\nfrom = 2", values_hold, false),
        (pair, "grid = [[0,1,2],[1,0,3]]", grid_holds, true),
        (pair, "grid = [[0,1,2],[1,0,2]]", grid_holds, false),
        (heap, "period = 4\npreperiod = 0", period_holds, true),
        (heap, "period = 5\npreperiod = 0", period_holds, false),
        (heap, "period = 8\npreperiod = 0", period_holds, false),
        (heap, "period = 4\npreperiod = 1", period_holds, false),
        (heap, "period = 4\npreperiod = 0\nsaltus = 1", period_holds, false),
        (heap, "position = ['5', '3']\noutcome = 'N'\nvalue = 2", position_holds, true),
        (heap, "position = ['5', '3']\noutcome = 'P'", position_holds, false),
        (heap, "position = ['5', '3']\nvalue = 3", position_holds, false),
        (heap, "position = ['5', '3']\nwins = [['1'], ['3']]", position_holds, true),
        (heap, "position = ['5', '3']\nwins = [['1']]", position_holds, false),
        (heap, "position = ['5', '3']\nwins = [['1'], ['1']]", position_holds, false),
        (heap, "position = ['5']\nmisere = true\noutcome = 'P'", position_holds, true),
        (heap, "position = ['5']\nmisere = true\noutcome = 'N'", position_holds, false),
        (ends, "position = ['0,4']\nscore = 7\nwins = [['0,3']]", position_holds, true),
        (ends, "position = ['0,4']\nscore = 9", position_holds, false),
        (ends, "position = ['0,4']\nwins = [['1,4']]", position_holds, false),
    ];
    for (game, fact, check, right) in cases {
        let entry = Entry::parse("made-up", &format!("{game}{fact}")).expect("a game file");
        let found = check(&entry, &entry.facts[0]);
        assert_eq!(found.is_ok(), right, "{fact}: {found:?}");
    }
}
