//! Helpers for tests of parts of the kernel: what is known about a game after some values by the exact search, and
//! what the plain definition gives for the next ones.

use crate::one_heap::sparse::exact::record::Record;
use crate::one_heap::sparse::facts::Facts;
use crate::one_heap::sparse::model::classes::Classes;
use crate::one_heap::sparse::model::moves::HeapMoves;
use crate::one_heap::sparse::pipeline::OpenQuestions;
use grundy_core::ruleset::TakeAndBreak;
use grundy_core::structure::Structures;
use std::collections::BTreeSet;
use std::ops::{Range, RangeInclusive};

/// The moves of a code.
pub(crate) fn moves(code: &str) -> HeapMoves {
    HeapMoves::of(&Structures::of(&TakeAndBreak::parse(code).unwrap())).unwrap()
}

/// The first `count` values, and the facts about them for the best mask.
pub(crate) fn explored(code: &str, count: u64) -> (Facts, Record<u8>) {
    let moves = moves(code);
    let record = by_search(&moves, count);
    let recent = record.parts().0.iter().enumerate().rev().map(|(n, &value)| (n as u64, value.into()));
    let classes = Classes::discover(recent, moves.parity()).unwrap_or_else(|| panic!("{code} has no sparse space"));
    (Facts::new(&moves, classes, &record), record)
}

/// Values by the exact search.
pub(crate) fn by_search(moves: &HeapMoves, count: u64) -> Record<u8> {
    // A form may be made to look back at most an eighth of what is always kept.
    let mut record = Record::new(1 << 20, 800);
    for n in 0..count {
        let (value, _) = record.next(moves, None).unwrap();
        record.push(u8::try_from(value).unwrap_or_else(|_| panic!("the value {value} of {n} is no byte")));
    }
    record
}

/// For successive positions, the least common value that is neither given by a split with a rare part nor by a move
/// that splits nothing.
pub(crate) fn first_missing(facts: &Facts, record: &Record<u8>, count: usize) -> Vec<u32> {
    let (moves, classes, from) = (&facts.moves, facts.classes, record.len());
    let mut values: Vec<u32> = record.parts().0.iter().map(|&value| value.into()).collect();
    for n in from..from + count as u64 {
        let value = |n: u64| values[n as usize];
        let mut options = Vec::new();
        options.extend(moves.ends.iter().filter(|&&k| k == n).map(|_| 0));
        options.extend(moves.plain.iter().filter(|&&k| k < n).map(|k| value(n - k)));
        for &k in &moves.splits {
            let parts = facts.rares.iter().filter(|&&(a, _)| a + k < n);
            options.extend(parts.map(|&(a, rare)| rare ^ value(n - k - a)));
        }
        values.push((0..).find(|&value| !classes.is_rare(n, value) && !options.contains(&value)).unwrap());
    }
    values.split_off(from as usize)
}

/// The rare values below those of some positions that are excluded neither by a split with a witness nor by a split
/// whose smaller part is in `small`, each with its position.
pub(crate) fn open_questions(
    facts: &Facts,
    record: &Record<u8>,
    positions: Range<u64>,
    witnesses: &[(u64, u64)],
    small: RangeInclusive<u64>,
) -> Vec<(u64, u32)> {
    let (moves, classes) = (&facts.moves, facts.classes);
    let value = |n: u64| u32::from(record.get(n).unwrap());
    let mut open = Vec::new();
    for n in positions {
        let of_split = |a: u64, k: u64| (a + k < n).then(|| value(a) ^ value(n - k - a));
        let by_witness = witnesses.iter().filter_map(|&(a, k)| of_split(a, k));
        let by_small_part = small.clone().flat_map(|a| moves.splits.iter().filter_map(move |&k| of_split(a, k)));
        let excluded: BTreeSet<u32> = by_witness.chain(by_small_part).collect();
        open.extend((0..value(n)).filter(|x| classes.is_rare(n, *x) && !excluded.contains(x)).map(|x| (n, x)));
    }
    open
}

/// The rare values that a verifier of the positions from `from` on reports as open.
pub(crate) fn opened(facts: &Facts, from: u64, opened: &OpenQuestions) -> Vec<(u64, u32)> {
    let mut open = Vec::new();
    for pending in &opened.pending {
        let n = from + pending.offset as u64;
        assert!(!pending.full, "{n} has a value");
        let bits = (0..64 * pending.missing.len()).filter(|&bit| pending.missing[bit / 64] >> (bit % 64) & 1 != 0);
        open.extend(bits.map(|bit| (n, facts.classes.rare_value(n, bit as u32))));
    }
    open.sort_unstable();
    open
}
