//! Kattis, Cuboid Slicing Game.

use grundy::boards::cuboids::Cuboids;
use grundy::{Nimber, Result, Work};

use super::input::quoted;
use super::{ANY, By, Input, Problem};

const PLAYERS: [&str; 2] = ["RUBEN", "ALBERT"];

pub const PROBLEM: Problem = Problem {
    name: "kattis_cuboidslicinggame",
    title: "Kattis: Cuboid Slicing Game",
    statement: "Cuboids. A move picks one and takes away a slab of thickness 1 across each of its three axes; the up to \
                eight cuboids between the slabs stay in play. Who finds none loses.",
    format: "the name of the player to move, RUBEN or ALBERT, n, then n lines x y z; prints the winner's name",
    rules: "blocks of any size; as rules: grundy games cuboids",
    idea: "The parts are a sum, so a cuboid is worth the least value that no nim-sum of eight parts has; the order of \
           the sides does not matter.",
    answer: By::Code(answer),
};

fn answer(input: &mut Input<'_>, work: &Work<'_>) -> Result<String> {
    let name = input.word("RUBEN or ALBERT")?;
    let mover = PLAYERS.iter().position(|player| *player == name);
    let mover = mover
        .ok_or_else(|| input.about(name, format!("expected RUBEN or ALBERT, found {}", quoted(name))))?;
    let count = input.number("how many cuboids there are", ANY)?;
    let cuboids = input.repeat(count, |input| {
        let mut sides = input.numbers(3, "a side", ANY)?;
        sides.sort_unstable();
        Ok([sides[0] as u64, sides[1] as u64, sides[2] as u64])
    })?;
    let largest =
        cuboids.iter().fold([0; 3], |most: [u64; 3], size| std::array::from_fn(|i| most[i].max(size[i])));
    let table = Cuboids::up_to(largest, work)?;
    let sum = cuboids.iter().fold(Nimber::ZERO, |sum, size| sum + table.value(*size));
    let winner = if sum == Nimber::ZERO { 1 - mover } else { mover };
    Ok(format!("{}\n", PLAYERS[winner]))
}
