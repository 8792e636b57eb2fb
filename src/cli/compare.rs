//! `grundy compare`: whether two games have equal values: proved, observed up to some n, or not.

use super::notes::note_digits;
use super::{ValueArgument, say, silent_session};
use crate::analysis::cousins::proved_shift;
use crate::bytes::Bytes;
use crate::control::Control;
use crate::error::Error;
use crate::games::code;
use crate::kernel::{Task, choose};
use crate::number::{signed, whole};
use crate::ruleset::{Play, Setup, View};
use clap::Args;

/// Compare the values of two one-coordinate games, up to a shift
#[derive(Args)]
pub(super) struct Arguments {
    /// The first game
    first: String,

    /// The second game
    second: String,

    /// How far to compare
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = whole)]
    max: u64,

    /// Compare the first game's value at n + SHIFT with the second's at n [default: the shift
    /// of a proved equality, else 0]
    #[arg(long, value_name = "SHIFT", allow_negative_numbers = true, value_parser = signed)]
    shift: Option<i64>,

    /// Grundy values or outcomes; the family decides if this is left out
    #[arg(long, value_name = "KIND")]
    value: Option<ValueArgument>,

    /// The most memory to use
    #[arg(long, value_name = "AMOUNT", default_value = "8 GiB")]
    memory: Bytes,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Error> {
    let first = solve(&arguments.first, arguments)?;
    let second = solve(&arguments.second, arguments)?;
    let proved = match (&first.code, &second.code) {
        (Some(a), Some(b)) => proved_shift(a, b),
        _ => None,
    };
    let shift = arguments.shift.or(proved).unwrap_or(0);
    let (a, b) = (&arguments.first, &arguments.second);
    let side = |name: &str, shift: i64| match shift {
        0 => format!("G(n) of {name}"),
        _ => format!("G(n{shift:+}) of {name}"),
    };
    let equation = format!("{} = {}", side(a, shift), side(b, 0));
    let rows =
        (0..second.values.len()).filter_map(|n| Some((n, *first.values.get(n.checked_add_signed(shift as isize)?)?)));
    let mut compared = None;
    for (n, value) in rows {
        if value != second.values[n] {
            let (x, y) = (n as i64 + shift, n);
            return say(&format!(
                "{equation} fails first at n = {n}: {a} has {value} at {x}, {b} has {} at {y}",
                second.values[n]
            ));
        }
        compared = Some(n);
    }
    match (compared, proved == Some(shift)) {
        (_, true) => say(&format!("{equation} for all n: proved (first cousins, docs/theorems.md)")),
        (Some(n), false) => say(&format!("{equation} agrees to n = {n}: observed")),
        (None, false) => say("the ranges do not meet: nothing was compared"),
    }
}

/// A game's values from n = 0 on, and its code if it is an octal game.
struct Solved {
    values: Vec<u32>,
    code: Option<crate::ruleset::TakeAndBreak>,
}

fn solve(text: &str, arguments: &Arguments) -> Result<Solved, Error> {
    let coded = code::parse(text)?;
    note_digits(&coded.game.code);
    let session = silent_session();
    let control = Control::new(session.cancelled, session.observer);
    let setup = Setup { memory: arguments.memory, control: &control, play: Play::Normal };
    let ruleset = coded.game.outline(arguments.max, setup)?;
    if !ruleset.rows().is_sequence() || ruleset.rows().first() > 0 {
        return Err(Error::Usage(format!("{text} is not a sequence from n = 0 on; compare one-heap games")));
    }
    let value = arguments.value.map_or(coded.family.value, Into::into);
    let task = Task::new(&*ruleset, Play::Normal, value, arguments.memory, &control);
    let kernel = choose(None, &task)?;
    let needs = kernel.needs(&task).plus(Bytes(u128::from(ruleset.rows().len()) * 4));
    crate::space::check_memory(&format!("`{text}` to {}", arguments.max), needs, arguments.memory)?;
    let mut values: Vec<u32> = Vec::new();
    kernel.solve(&task, &mut values)?;
    let code = match ruleset.view() {
        View::TakeAndBreak(code) => Some(code.clone()),
        _ => None,
    };
    Ok(Solved { values, code })
}
