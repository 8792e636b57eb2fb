//! Which kernel handles which family, play convention and kind of value. What is left to `strata`, which
//! visits every option, is listed with the reason.

use grundy::bytes::Bytes;
use grundy::control::Control;
use grundy::games::FAMILIES;
use grundy::games::code::parse;
use grundy::kernel::{KERNELS, Kernel, Task};
use grundy::ruleset::{Play, Setup, Value};
use grundy::structure::Systems;

/// A range that fast kernels must be able to handle.
fn range(dimensions: usize) -> u64 {
    match dimensions {
        1 => 3_000,
        2 => 300,
        3 => 100,
        4 => 30,
        _ => 6,
    }
}

fn kernel_of(code: &str, play: Play, value: Value) -> Option<&'static dyn Kernel> {
    let control = Control::free();
    let setup = Setup::new(Bytes(8 << 30), &control, play);
    let coded = parse(code).unwrap();
    if play == Play::Misere && coded.game.law().no_misere().is_some() {
        return None;
    }
    let dimensions = coded.game.shape.firsts().len();
    // Misère play of games that split finds all multisets in advance.
    let normal = coded.game.outline(1, Setup::new(Bytes(8 << 30), &control, Play::Normal)).ok()?;
    let normal_splits = play == Play::Misere && normal.splits();
    // Graphs and boards have hundreds of elements at most.
    let on_elements = normal.structures().has::<Systems>();
    let max = match (on_elements, normal_splits) {
        (true, true) => 3,
        (true, false) | (false, true) => 8,
        (false, false) => range(dimensions),
    };
    let ruleset = coded.game.outline(max, setup).ok()?;
    let task = Task::new(&*ruleset, play, value, Bytes(8 << 30), &control);
    KERNELS.iter().copied().find(|kernel| kernel.can(&task))
}

const AT_ONCE: &str = "moves in several components at once have no structure that a kernel knows";

/// The cases in which every option is visited, and why.
const LEFT: &[(&str, &[Play], &str)] = &[
    ("octal", &[Play::Misere], "moves split: played on multisets of heaps"),
    ("blocking:(subtraction", &[Play::Normal], "few options: counting them one by one is fast"),
    ("grundys-game", &[Play::Misere], "moves split: played on multisets of heaps"),
    ("circle", &[Play::Misere], "moves split: played on multisets of rows"),
    ("node-kayles:cycle", &[Play::Normal], "a cycle of one or two vertices is no circle: its move is that of a path"),
    ("node-kayles", &[Play::Misere], "moves split: played on multisets of paths"),
    (
        "building-nim",
        &[Play::Normal, Play::Misere],
        "the kernel knows outcomes in normal play; the theorems are about those",
    ),
    ("subtraction:2,5,7,seed", &[Play::Normal, Play::Misere], "the heaps of the seed are heaps of Nim"),
    ("subtraction:1,2,4,sink", &[Play::Misere], "kernels of take-and-break codes are for normal play"),
    ("memgame", &[Play::Misere], "the kernel gives Grundy values"),
    ("circular-nim:n=4,k=2,shrinking", &[Play::Normal, Play::Misere], "which stacks are consecutive changes"),
    ("poker-nim", &[Play::Normal, Play::Misere], "the bank may grow: positions have no order by their tokens"),
    ("sum:octal", &[Play::Misere], "a component splits: played on multisets"),
    ("selective", &[Play::Normal, Play::Misere], AT_ONCE),
    ("shortened", &[Play::Normal, Play::Misere], AT_ONCE),
    ("conjunctive", &[Play::Normal, Play::Misere], AT_ONCE),
    ("continued", &[Play::Normal, Play::Misere], AT_ONCE),
    ("sequential", &[Play::Normal, Play::Misere], "tuples of positions have no structure that a kernel knows"),
    ("ordinal", &[Play::Normal, Play::Misere], "tuples of positions have no structure that a kernel knows"),
    ("pass", &[Play::Normal, Play::Misere], "twice the positions of any game"),
    ("graph:", &[Play::Normal, Play::Misere], "any graph: its edges are looked at once each"),
    ("arc-kayles", &[Play::Misere], "moves split: played on multisets of components"),
    ("grim", &[Play::Misere], "moves split: played on multisets of components"),
    ("vertex-game", &[Play::Misere], "moves split: played on multisets of components"),
    ("edge-game", &[Play::Misere], "moves split: played on multisets of components"),
    ("graph-octal", &[Play::Misere], "moves split: played on multisets of components"),
    ("domination", &[Play::Misere], "moves split: played on multisets of components"),
    ("col", &[Play::Misere], "moves split: played on multisets of components"),
    ("snort", &[Play::Misere], "moves split: played on multisets of components"),
    ("graph-chomp", &[Play::Misere], "moves split: played on multisets of components"),
    ("geography", &[Play::Misere], "moves may split: played on multisets of components"),
    ("hackenbush", &[Play::Misere], "the colon principle and the fusion principle are about normal play"),
    ("cram", &[Play::Misere], "moves split: played on multisets of components"),
    ("clobber", &[Play::Misere], "moves split: played on multisets of components"),
    ("board", &[Play::Misere], "moves split: played on multisets of components"),
    ("poset", &[Play::Misere], "moves split: played on multisets of components"),
    ("nogo", &[Play::Normal, Play::Misere], "positions do not fall apart, and liberties are no pattern"),
    ("generate", &[Play::Misere], "the theorem on structure classes is about normal play"),
    ("partition", &[Play::Normal, Play::Misere], "any moves on diagrams"),
    ("deletion", &[Play::Misere], "moves split: played on multisets of components"),
    ("custom", &[Play::Normal, Play::Misere], "any rules"),
];

/// No case is left to `strata` by accident: this test fails if a new family, or a kernel that loses a family,
/// adds one.
#[test]
fn what_is_left_to_looking_at_all_options_is_known() {
    let all = [(Play::Normal, Value::GRUNDY), (Play::Normal, Value::OUTCOME), (Play::Misere, Value::OUTCOME)];
    let mut met = vec![false; LEFT.len()];
    for code in FAMILIES.iter().flat_map(|family| family.examples) {
        for (play, value) in all {
            let slow = kernel_of(code, play, value).is_some_and(Kernel::is_general);
            let known = LEFT.iter().position(|(family, plays, _)| code.starts_with(family) && plays.contains(&play));
            assert!(
                !slow || known.is_some(),
                "{code}, {play} {value}: no kernel but `strata` supports it; give it one, or say why not in LEFT"
            );
            known.into_iter().filter(|_| slow).for_each(|entry| met[entry] = true);
        }
    }
    let unmet: Vec<&str> = LEFT.iter().zip(met).filter(|(_, met)| !met).map(|((family, ..), _)| *family).collect();
    assert!(unmet.is_empty(), "these are not slow any more: {unmet:?}");
}
