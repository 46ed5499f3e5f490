//! A program that plays a game, to take home: in C++, Python, Rust or Java, short enough to be read.
//!
//! The planner says which method fits (`method`); methods are written once (`scripts`, read by `script`), the moves
//! come from the rule (`rule`, `term`), the reading of positions from the batch format or from a judge's layout
//! (`reading`). All of it is one `tree`, which each language writes in its own words (`write`).

mod board;
mod board_scripts;
mod method;
mod names;
mod parameters;
mod reading;
mod rule;
mod script;
mod scripts;
mod term;
mod tree;
mod write;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::catalogue::judge::Judge;
use crate::error::Result;
use crate::rules::Rules;
use crate::work::Work;

pub use board::board_program;
use rule::{RuleWriter, one_place};
use tree::{Function, Operator, Program, Type, calls, expressions, mentions};

/// A language in which programs are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Language {
    /// C++17.
    Cpp,
    /// Python 3.
    Python,
    /// Rust.
    Rust,
    /// Java 17.
    Java,
}

impl Language {
    /// All of them.
    pub const ALL: [Language; 4] = [Language::Cpp, Language::Python, Language::Rust, Language::Java];

    /// The name by which it is asked for.
    pub fn name(self) -> &'static str {
        match self {
            Language::Cpp => "cpp",
            Language::Python => "python",
            Language::Rust => "rust",
            Language::Java => "java",
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Language {
    type Err = String;

    fn from_str(text: &str) -> Result<Language, String> {
        let named = |language: &Language| language.name() == text;
        Language::ALL.into_iter().find(named).ok_or_else(|| "expected cpp, python, rust or java".into())
    }
}

/// How wide the comments are.
const WIDTH: usize = 112;

/// A program that reads positions of these rules and prints who wins, and a winning move where there is one: one sum a
/// line, as a batch has them; or in the layout of a judge, whose answers it prints.
pub fn program(rules: &Rules, judge: Option<&Judge>, language: Language, work: &Work<'_>) -> Result<String> {
    let read = judge.map_or(Ok(Vec::new()), |judge| reading::parameters(rules, judge))?;
    let mut writer = RuleWriter::new(rules, read);
    let method = match judge {
        Some(judge) if !writer.read.is_empty() => reading::method_for_all(rules, judge, &mut writer, work)?,
        _ => method::choose(rules, &mut writer, work)?,
    };
    let single = one_place(rules) || !method.by_rule && method.values && !splits(&method.functions);
    let earns = earned(rules);
    let mut program = Program {
        head: Vec::new(),
        coordinates: writer.coordinates(),
        single,
        earns,
        constants: method.constants.clone(),
        globals: method.globals.clone(),
        functions: method.functions.clone(),
        main: Vec::new(),
    };
    if method.by_rule {
        program.functions.push(writer.options(!program.earns.is_empty()));
    }
    reading::main(&mut program, &method, &mut writer, rules, judge)?;
    program.functions.append(&mut writer.functions);
    program.constants.append(&mut writer.constants);
    program.functions.extend(script::functions(scripts::HELPERS, single));
    tidy(&mut program, language);
    program.head = head(rules, &method.why, judge);
    Ok(write::write(&program, language))
}

/// Whether the options of a method are sums.
fn splits(functions: &[Function]) -> bool {
    functions.iter().any(|function| function.name == "options" && function.gives == Type::list(Type::sum()))
}

/// What moves hold beside where they lead.
fn earned(rules: &Rules) -> Vec<&'static str> {
    let form = rules.form();
    let fields = [(form.scores(), "gain"), (form.moves_on(), "again")];
    fields.into_iter().filter(|(has, _)| *has).map(|(_, field)| field).collect()
}

/// Keeps the functions that are called, each behind those that it calls, and the constants that are used.
fn tidy(program: &mut Program, language: Language) {
    let mut ordered: Vec<Function> = Vec::new();
    let floors = |body: &[tree::Stmt]| {
        let mut found = Vec::new();
        expressions(body, &mut |expr| {
            if let tree::Expr::Binary(op, ..) = expr {
                match op {
                    Operator::FloorDiv => found.push("floor_div".to_string()),
                    Operator::FloorRem => found.push("floor_mod".to_string()),
                    _ => {}
                }
            }
        });
        if matches!(language, Language::Python | Language::Java) { Vec::new() } else { found }
    };
    let main_calls: Vec<String> = calls(&program.main).into_iter().chain(floors(&program.main)).collect();
    fn add(
        name: &str,
        all: &[Function],
        ordered: &mut Vec<Function>,
        open: &mut Vec<String>,
        floors: &dyn Fn(&[tree::Stmt]) -> Vec<String>,
    ) {
        let known =
            ordered.iter().any(|function| function.name == name) || open.iter().any(|other| other == name);
        let Some(function) = all.iter().find(|function| function.name == name).filter(|_| !known) else {
            return;
        };
        open.push(name.into());
        for other in calls(&function.body).into_iter().chain(floors(&function.body)) {
            add(&other, all, ordered, open, floors);
        }
        open.pop();
        ordered.push(function.clone());
    }
    for name in main_calls {
        add(&name, &program.functions, &mut ordered, &mut Vec::new(), &floors);
    }
    program.functions = ordered;
    let bodies = || program.functions.iter().map(|function| &function.body).chain([&program.main]);
    let used = |name: &String| bodies().any(|body| mentions(body, name));
    let constants = program.constants.iter().filter(|(name, ..)| used(name)).cloned().collect();
    let globals = program.globals.iter().filter(|(name, ..)| used(name)).cloned().collect();
    (program.constants, program.globals) = (constants, globals);
}

/// What a program says of itself.
fn head(rules: &Rules, why: &[String], judge: Option<&Judge>) -> Vec<String> {
    let mut said = Vec::new();
    let rule = rules.source.split_whitespace().collect::<Vec<_>>().join(" ");
    match (judge, rules.entry) {
        (Some(judge), _) if !judge.title.is_empty() => said.push(judge.title.clone()),
        (_, Some(entry)) => said.push(entry.title.clone()),
        _ => {}
    }
    said.push(format!("Rules: {rule}"));
    let lets: Vec<String> = rules.lets.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    if !lets.is_empty() && judge.is_none() {
        said.push(format!("with {}", lets.join(", ")));
    }
    said.extend_from_slice(why);
    match judge {
        Some(judge) if judge.format.is_empty() => said.push(format!("Input: {}", judge.read)),
        Some(judge) => said.push(format!("Input and output: {}", judge.format)),
        None => said.push(reading::format(rules)),
    }
    said.push("Numbers have 64 bits (in Python any size); nothing tells where one does not fit.".into());
    said.iter().flat_map(|text| wrapped(&plain(text))).collect()
}

/// A text in letters that every compiler reads, whatever it takes the letters of a file for.
fn plain(text: &str) -> String {
    let one = |c: char| match c {
        'è' | 'é' => 'e'.to_string(),
        'ö' => 'o'.to_string(),
        'ü' => 'u'.to_string(),
        '–' | '—' | '−' => '-'.to_string(),
        '’' | '‘' => '\''.to_string(),
        '…' => "...".to_string(),
        c if c.is_ascii() => c.to_string(),
        _ => '?'.to_string(),
    };
    text.chars().map(one).collect()
}

/// A text in lines that are not too wide, the later ones indented.
fn wrapped(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is always a line");
        if !line.trim().is_empty() && line.len() + 1 + word.len() > WIDTH {
            lines.push(format!("  {word}"));
        } else {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}
