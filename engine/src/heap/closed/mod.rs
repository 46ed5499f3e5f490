//! Closed forms: values and outcomes of any size by a formula, each with its proof.

mod divisors;
mod lines;
mod staircase;
mod wythoff;

pub use divisors::{aliquot_value, dim_value, divisor_game_value, equal_towers_value};
pub use lines::{lasker_value, nim_value, one_or_all_value, take_up_to_value};
pub use staircase::{non_decreasing_value, staircase_value};
pub use wythoff::{wythoff_lost, wythoff_outcome};
