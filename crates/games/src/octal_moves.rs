//! The moves of a code with repeating digits as text, so that the theorems on kinds of heaps apply to it.

use grundy_core::ruleset::TakeAndBreak;
use grundy_core::structure::Kinds;
use grundy_language::{Moves, Scope};

/// The normal form of a code with repeating digits. There is none for other codes, which have theorems of their own,
/// and none if any number of tokens may be taken from a heap that is then split: such moves are too many for its
/// kernel.
pub(super) fn kinds(code: &TakeAndBreak) -> Option<Kinds> {
    let (_, tail) = code.digits();
    if tail.is_empty() || tail.iter().any(|digit| *digit > 3) {
        return None;
    }
    let lines = lines(code);
    let lines: Vec<(&str, usize)> = lines.iter().map(|line| (line.as_str(), 0)).collect();
    Moves::read(&lines, Scope::default()).ok()?.kinds().ok()
}

/// The moves.
fn lines(code: &TakeAndBreak) -> Vec<String> {
    let (digits, tail) = code.digits();
    let mut lines = Vec::new();
    for (k, digit) in digits.iter().enumerate() {
        let of_bits = [
            format!("n -> nothing when n == {k}"),
            format!("n -> n - {k} when n > {k}"),
            format!("n -> a & n - {k} - a for a in 1..n-{k} when n > {k}"),
            format!("n -> a & b & n - {k} - a - b for a in 1..n-{k} for b in 1..n-{k}-a when n > {k}"),
        ];
        lines.extend(of_bits.into_iter().enumerate().filter(|(bit, _)| digit >> bit & 1 == 1).map(|(_, line)| line));
    }
    let length = tail.len();
    for (place, digit) in (digits.len()..).zip(tail) {
        let residue = place % length;
        let [all, taken] = match length {
            1 => [String::new(), String::new()],
            _ => [format!(" and n % {length} == {residue}"), format!(" and (n - a) % {length} == {residue}")],
        };
        if digit & 1 == 1 {
            lines.push(format!("n -> nothing when n >= {place}{all}"));
        }
        if digit & 2 == 2 {
            lines.push(format!("n -> a for a in 1..=n-{place} when n > {place}{taken}"));
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::random::Random;
    use std::collections::BTreeSet;
    use std::ops::ControlFlow;

    /// The options, with the heaps of each in ascending order.
    type Options = BTreeSet<Vec<u64>>;

    #[test]
    fn the_moves_are_those_of_the_code() {
        let (mut random, mut known) = (Random(20261128), 0);
        for _ in 0..60 {
            let text = |count: u64, largest: u64, random: &mut Random| -> String {
                (0..count).map(|_| format!("{:X}", random.below(largest + 1))).collect()
            };
            let (count, length) = (random.below(4), 1 + random.below(3));
            let start = ["0", "4", "8", "C"][random.below(4) as usize];
            let (digits, tail) = (text(count, 15, &mut random), text(length, 3, &mut random));
            let code = TakeAndBreak::parse(&format!("{start}.{digits}({tail})")).unwrap();
            let Some(kinds) = kinds(&code) else { continue };
            known += 1;
            for n in 0..25u64 {
                let (mut theirs, mut ours) = (Options::new(), Options::new());
                let _ = code.options(n, &mut |heaps| {
                    let mut heaps = heaps.to_vec();
                    heaps.sort_unstable();
                    theirs.insert(heaps);
                    ControlFlow::Continue(())
                });
                for rule in &kinds.kinds[0].rules {
                    rule.options(n as i64, &mut |parts| {
                        let mut heaps: Vec<u64> = parts.iter().map(|&(_, size)| size as u64).collect();
                        heaps.sort_unstable();
                        ours.insert(heaps);
                    });
                }
                assert_eq!(ours, theirs, "{code} at {n}: {:?}", lines(&code));
            }
        }
        assert!(known > 40, "{known}");
    }
}
