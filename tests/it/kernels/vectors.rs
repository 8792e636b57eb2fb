//! Vector games with several coordinates, and sums of heaps, whose outcomes are computed in rows of bits.

use super::judge::{blink, judge, kernel};
use crate::common::{assert_same, oracle, others, ruleset_in, solve};
use grundy::bytes::Bytes;
use grundy::control::Control;
use grundy::games::code::parse;
use grundy::kernel::Task;
use grundy::ruleset::{Play, Setup, Value};
use proptest::prelude::*;

fn code(family: &str, vectors: &[Vec<u32>]) -> String {
    let show = |vector: &Vec<u32>| vector.iter().map(u32::to_string).collect::<Vec<_>>().join("/");
    format!("{family}:{}", vectors.iter().map(show).collect::<Vec<_>>().join(","))
}

fn vectors() -> impl Strategy<Value = Vec<Vec<u32>>> {
    (2usize..=4).prop_flat_map(|dimensions| {
        let vector = prop::collection::vec(0u32..=3, dimensions);
        let vector = vector.prop_filter("a vector that moves", |vector| vector.iter().any(|&component| component > 0));
        prop::collection::vec(vector, 1..6)
    })
}

/// Misère play of a sum whose moves do not split, with at most a few thousand positions.
fn misere(code: &str, wanted: u64) {
    let dimensions = ruleset_in(code, 0, Play::Misere).rows().dimensions() as u64;
    let max = blink(dimensions, wanted);
    let ruleset = ruleset_in(code, max, Play::Misere);
    let truth = solve(oracle(), &*ruleset, Play::Misere, Value::OUTCOME).unwrap();
    let mut judged = 0;
    for kernel in others() {
        if let Some(values) = solve(kernel, &*ruleset, Play::Misere, Value::OUTCOME) {
            assert_same(&format!("misère {code} to {max}, {}", kernel.name()), &truth, &values);
            judged += usize::from(kernel.name() == "bit-rows");
        }
    }
    assert_eq!(judged, 1, "{code}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]
    #[test]
    fn random_vectors(vectors in vectors(), multiples: bool, max in 1u64..70) {
        let max = blink(vectors[0].len() as u64, max);
        judge(&code(if multiples { "rays" } else { "steps" }, &vectors), max);
    }

    #[test]
    fn random_sums_in_misere_play(
        parts in prop::collection::vec(prop::sample::select(vec![
            "nim:1", "nim:2", "subtraction:1,3,4", "subtraction:2", "subtraction:squares", "all-but:1,2", "all-but:3", "rook",
            "wythoff:t=3", "equal-take-nim:3", "steps:1/2,2/1",
        ]), 2..4),
        max in 1u64..12,
    ) {
        misere(&format!("sum:{}", parts.join("+")), max);
    }
}

#[test]
fn rows_of_several_words() {
    for code in ["wythoff:t=4", "rays:1/0,0/2,2/3", "steps:0/65,1/0,2/64"] {
        judge(code, 140);
    }
    for code in ["subtraction:1,64,65,heaps=2", "all-but:1,70,heaps=2", "sum:nim:1+subtraction:squares"] {
        misere(code, 140);
    }
    misere("sum:sum:subtraction:1,2+rook+queen", 9);
}

/// The kernel that follows lines supports these games before their positions are found.
#[test]
fn sums_and_vectors_need_no_positions() {
    let control = Control::free();
    for (code, max) in [("rays:1/0/0,0/1/0,1/1/1", 300), ("subtraction:1,3,4,heaps=3", 300), ("wythoff:t=2", 5000)] {
        let setup = Setup::new(Bytes(1 << 30), &control, Play::Misere);
        let ruleset = parse(code).unwrap().game.outline(max, setup).unwrap();
        let task = Task::new(&*ruleset, Play::Misere, Value::OUTCOME, Bytes(1 << 30), &control);
        assert!(kernel("bit-rows").supports(&task), "{code}");
    }
    let splitting = ruleset_in("octal:0.77,heaps=2", 4, Play::Misere);
    let task = Task::new(&*splitting, Play::Misere, Value::OUTCOME, Bytes(1 << 30), &control);
    assert!(!kernel("bit-rows").supports(&task));
}
