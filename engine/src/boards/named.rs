//! The boards that have a name on the command line.

use serde::Serialize;

use super::answer::{place, unsupported};
use super::lgame::{LGame, Turn};
use super::{Game, chomp, clobber, cram, graph_kayles, hackenbush, strips, three_in_a_row};
use crate::error::Result;
use crate::graph::LoopyValue;
use crate::nimber::Nimber;
use crate::outcome::{Outcome, Play};
use crate::position::Coordinate;
use crate::report::{ComponentReport, Cost, MoveReport, Part, PlanReport, Reason, Report};
use crate::solve::{Cell, Table};
use crate::work::Work;

/// A board with a name.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Board {
    /// What it is called.
    pub name: &'static str,
    /// Other names.
    pub aliases: &'static [&'static str],
    /// What it is.
    pub title: &'static str,
    /// How positions are written.
    pub positions: &'static str,
    /// A position to start from.
    pub start: &'static str,
    #[serde(skip)]
    solve: fn(&[String], Option<Play>, &Work<'_>) -> Result<Report>,
    /// The value of one position, for boards that are known by two sides.
    #[serde(skip)]
    sized: Option<fn(&str, &Work<'_>) -> Result<Nimber>>,
}

/// Every board with a name.
pub const ALL: &[Board] = &[
    Board {
        name: "cram",
        aliases: &["impartial domineering", "domineering"],
        title: "Cram: dominoes on a board, in either direction",
        positions: "5x5, or rows of . and # with / between them",
        start: "5x5",
        solve: super::solve::<cram::Cram>,
        sized: Some(value_of::<cram::Cram>),
    },
    Board {
        name: "chomp",
        aliases: &[],
        title: "Chomp: a bar of chocolate with a poisoned corner",
        positions: "4x7, or the lengths of the rows 7,7,5",
        start: "4x7",
        solve: super::solve::<chomp::Chomp>,
        sized: Some(value_of::<chomp::Chomp>),
    },
    Board {
        name: "hackenbush",
        aliases: &["green hackenbush"],
        title: "Green Hackenbush: a picture that stands on the ground loses edges",
        positions: "edges such as 0-1 1-2 2-0 in one argument or a file; 0 is the ground",
        start: "0-1 1-2 1-3",
        solve: super::solve::<hackenbush::Hackenbush>,
        sized: None,
    },
    Board {
        name: "node-kayles",
        aliases: &[],
        title: "Node Kayles: take a vertex of a graph and its neighbours",
        positions: "path7, cycle9, grid3x4, complete5, star6, cube3, petersen, or edges 0-1 1-2",
        start: "grid3x4",
        solve: super::solve::<graph_kayles::NodeKayles>,
        sized: None,
    },
    Board {
        name: "arc-kayles",
        aliases: &["edge kayles"],
        title: "Arc Kayles: take an edge of a graph with both ends",
        positions: "path7, cycle9, grid3x4, complete5, star6, cube3, petersen, or edges 0-1 1-2",
        start: "petersen",
        solve: super::solve::<graph_kayles::ArcKayles>,
        sized: None,
    },
    Board {
        name: "clobber",
        aliases: &["impartial clobber"],
        title: "Impartial Clobber: a stone takes a neighbour of the other colour",
        positions: "rows of X, O and . with / between them",
        start: "XOX/OXO",
        solve: super::solve::<clobber::Clobber>,
        sized: None,
    },
    Board {
        name: "treblecross",
        aliases: &[],
        title: "Treblecross: crosses on a strip, three in a row win",
        positions: "the number of cells, or a strip such as ..X...",
        start: "..X....",
        solve: super::solve::<three_in_a_row::Treblecross>,
        sized: None,
    },
    Board {
        name: "notakto",
        aliases: &[],
        title: "Notakto: crosses on several boards, who kills the last one loses",
        positions: "3x3, or rows such as X../.../...; several boards are several positions",
        start: "3x3",
        solve: super::solve::<three_in_a_row::Notakto>,
        sized: None,
    },
    Board {
        name: "stones",
        aliases: &["sliding stones"],
        title: "Sliding stones: one or two cells to the left",
        positions: "a strip such as X..X.",
        start: "X..X.X",
        solve: super::solve::<strips::Stones>,
        sized: None,
    },
    Board {
        name: "strings",
        aliases: &["palindrome cuts"],
        title: "Palindrome cuts: cut a string at a letter between equal letters",
        positions: "a string, or several with / between them",
        start: "abacaba",
        solve: super::solve::<strips::Strings>,
        sized: None,
    },
    Board {
        name: "staircase",
        aliases: &["staircase nim"],
        title: "Staircase Nim: push stones one step down",
        positions: "the stones of steps 1, 2, … such as 1,7,1",
        start: "1,7,1",
        solve: super::solve::<strips::Staircase>,
        sized: None,
    },
    Board {
        name: "non-decreasing",
        aliases: &["non-decreasing nim"],
        title: "Nim with heaps that stay in non-decreasing order",
        positions: "the heaps in order, such as 1,2,4",
        start: "1,2,4",
        solve: super::solve::<strips::NonDecreasing>,
        sized: None,
    },
    Board {
        name: "lgame",
        aliases: &["l-game", "the l game"],
        title: "The L-game of Edward de Bono",
        positions: "four rows: M the L of the player to move, O the other, n neutral, . empty (or # * x .)",
        start: "nMM./.OM./.OM./.OOn",
        solve: lgame,
        sized: None,
    },
];

impl Board {
    /// Who wins a sum of positions, by which moves, and why.
    ///
    /// ```
    /// use grundy::{Limits, Outcome, Quiet, Work, boards};
    /// let work = Work { limits: Limits::default(), progress: &Quiet };
    /// let cram = boards::find("cram").unwrap();
    /// assert_eq!(cram.solve(&["3x4".into(), "3x5".into()], None, &work)?.outcome, Outcome::P);
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn solve(&self, positions: &[String], play: Option<Play>, work: &Work<'_>) -> Result<Report> {
        (self.solve)(positions, play, work)
    }

    /// The values of the empty boards with sides from one corner to the other.
    pub fn table(&self, from: [i64; 2], to: [i64; 2], work: &Work<'_>) -> Result<Table> {
        let Some(value) = self.sized else {
            return Err(unsupported(&format!("{} has no table of sizes", self.name))
                .hint("ask for single positions with `grundy solve`"));
        };
        let (rows, columns) = (from[0].max(1)..=to[0], from[1].max(1)..=to[1]);
        let cell = |r: i64, c: i64| Ok(Cell::Value(LoopyValue::Finite(value(&format!("{r}x{c}"), work)?)));
        let row = |r: i64| columns.clone().map(|c| cell(r, c)).collect::<Result<Vec<Cell>>>();
        let cells = rows.clone().map(row).collect::<Result<Vec<_>>>()?;
        let names = |range: std::ops::RangeInclusive<i64>| range.map(Coordinate::Int).collect();
        Ok(Table {
            axes: vec!["rows".into(), "columns".into()],
            rows: names(rows),
            columns: names(columns),
            cells,
        })
    }

    /// What the engine finds out about the game as a whole, a line each; nothing for most boards.
    pub fn facts(&self, work: &Work<'_>) -> Result<Vec<String>> {
        match self.name {
            "lgame" => lgame_facts(work),
            _ => Ok(Vec::new()),
        }
    }
}

fn value_of<G: Game>(text: &str, work: &Work<'_>) -> Result<Nimber> {
    let (game, state) = G::open(text)?;
    super::values(&game, &state, work)
}

/// Counts and the histogram of remoteness, computed.
fn lgame_facts(work: &Work<'_>) -> Result<Vec<String>> {
    let game = LGame::solve(work.progress)?;
    let (graph, outcomes) = (game.graph(), game.outcomes());
    let counts = outcomes.counts();
    let most = graph.vertices().map(|v| graph.degree(v)).max().unwrap_or(0);
    let mut lines = vec![
        format!(
            "{} positions, {} moves, at most {most} from one position",
            graph.vertex_count(),
            graph.edge_count()
        ),
        format!("{} won, {} lost, {} drawn for the player to move", counts.N, counts.P, counts.D),
    ];
    let mut histogram = vec![0u32; outcomes.longest().unwrap_or(0) as usize + 1];
    graph.vertices().filter_map(|v| outcomes.remoteness(v)).for_each(|moves| histogram[moves as usize] += 1);
    lines.extend(histogram.iter().enumerate().map(|(moves, count)| {
        let verdict = if moves % 2 == 1 { "won" } else { "lost" };
        format!("remoteness {moves}: {count} {verdict}")
    }));
    Ok(lines)
}

/// The board with this name.
pub fn find(name: &str) -> Option<&'static Board> {
    let plain = |name: &str| -> String {
        name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let wanted = plain(name);
    ALL.iter()
        .find(|board| std::iter::once(&board.name).chain(board.aliases).any(|known| plain(known) == wanted))
}

fn lgame(positions: &[String], play: Option<Play>, work: &Work<'_>) -> Result<Report> {
    let [text] = positions else {
        return Err(unsupported(
            "the L-game is partisan, each player has an L of their own: it has no value in sums",
        )
        .hint("ask for one board"));
    };
    if play == Some(Play::Misere) {
        return Err(unsupported("the L-game is not played misère"));
    }
    let turn = if text.contains('#') { Turn::read(text, '#', 'x')?.0 } else { text.parse()? };
    let game = LGame::solve(work.progress)?;
    let outcome = game.outcome(&turn);
    // Boards are shown as the mover left them: M is still the mover's L.
    let shown = |to: Turn| place(to.swapped().to_string());
    let report =
        |to: Turn| MoveReport { component: 0, to: vec![Part::One(shown(to))], label: None, gain: None };
    let moves = game.moves(&turn);
    let winning = moves.into_iter().filter(|to| game.outcome(to) == Outcome::P).map(report).collect();
    let words = match outcome {
        Outcome::N => "the best move leaves a lost position",
        Outcome::P => "every move leaves a won position, or there is none",
        Outcome::D => "no move wins, but some keep the draw, for ever if need be",
    };
    let counts = game.outcomes().counts();
    Ok(Report {
        outcome,
        value: None,
        score: None,
        components: vec![ComponentReport { position: place(turn.to_string()), value: None }],
        winning_moves: winning,
        moves_complete: true,
        best_move: game.best_move(&turn).map(report),
        remoteness: game.remoteness(&turn),
        plan: PlanReport {
            engine: "retrograde".into(),
            why: "positions can come back, so the graph of all positions is analysed backwards; the game is partisan \
                  and has no value in sums"
                .into(),
        },
        cost: Cost { positions: game.graph().vertex_count() as u64 },
        reason: Reason {
            words: vec![
                words.into(),
                format!(
                    "of all {} positions {} are won, {} lost and {} drawn",
                    counts.N + counts.P + counts.D,
                    counts.N,
                    counts.P,
                    counts.D
                ),
            ],
            nim_sum: None,
            mex: None,
        },
    })
}
