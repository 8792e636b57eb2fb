//! Which kernel takes which family, play and value: what is left to `strata`, which looks at every option, is listed, with the reason.

use grundy::bytes::Bytes;
use grundy::control::Control;
use grundy::games::FAMILIES;
use grundy::games::code::parse;
use grundy::kernel::{KERNELS, Task};
use grundy::ruleset::{Play, Setup, Value};

/// A range in which fast kernels must do.
fn range(dimensions: usize) -> u64 {
    match dimensions {
        1 => 100_000,
        2 => 2_000,
        3 => 300,
        4 => 60,
        _ => 10,
    }
}

fn kernel_of(code: &str, play: Play, value: Value) -> Option<&'static str> {
    let control = Control::free();
    let setup = Setup { memory: Bytes(8 << 30), control: &control, play };
    let coded = parse(code).unwrap();
    let dimensions = coded.game.shape.firsts().len();
    // Misère play of what splits finds all multisets at once.
    let normal = coded.game.outline(1, Setup { play: Play::Normal, ..setup }).ok()?;
    let max = if play == Play::Misere && normal.splits() { 8 } else { range(dimensions) };
    let ruleset = coded.game.outline(max, setup).ok()?;
    let task = Task::new(&*ruleset, play, value, Bytes(8 << 30), &control);
    KERNELS.iter().find(|kernel| kernel.supports(&task)).map(|kernel| kernel.name())
}

#[test]
fn show() {
    for code in FAMILIES.iter().flat_map(|family| family.examples) {
        for (play, value) in
            [(Play::Normal, Value::Grundy), (Play::Normal, Value::Outcome), (Play::Misere, Value::Outcome)]
        {
            let found = kernel_of(code, play, value);
            println!("{code:40} {play} {value} {found:?}");
        }
    }
}
