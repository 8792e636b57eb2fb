//! What families write of their rules in Python, and the rules of games made of games.

use grundy_core::ruleset::python::tuple;
use grundy_core::ruleset::{Joining, Python, TakeAndBreak};
use std::fmt::Display;

/// A tuple of numbers.
pub(super) fn numbers(numbers: &[impl Display]) -> String {
    let comma = if numbers.len() == 1 { "," } else { "" };
    format!("({}{comma})", joined(numbers))
}

/// A list of numbers.
pub(super) fn list(numbers: impl Iterator<Item = impl Display>) -> String {
    format!("[{}]", joined(&numbers.collect::<Vec<_>>()))
}

fn joined(numbers: &[impl Display]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// What a move of a take-and-break code makes of a heap of n.
pub(super) fn take_and_break(code: &TakeAndBreak) -> String {
    let (digits, tail) = code.digits();
    let mut lines = vec![format!("digits = {}", list(digits.iter()))];
    if tail.is_empty() {
        lines.push("for k, digit in enumerate(digits[:n + 1]):".to_string());
    } else {
        lines.push("for k in range(n + 1):".to_string());
        lines.push(format!("    tail = {}", list(tail.iter())));
        lines.push("    repeats = k >= len(digits)".to_string());
        lines.push("    digit = tail[(k - len(digits)) % len(tail)] if repeats else digits[k]".to_string());
    }
    lines.push("    left = n - k".to_string());
    let some = |bit: u8| digits.iter().chain(tail).any(|digit| digit & bit != 0);
    for (bit, text) in [(1, NO_HEAP), (2, ONE_HEAP), (4, TWO_HEAPS), (8, THREE_HEAPS)] {
        lines.extend(some(bit).then(|| text.to_string()));
    }
    lines.join("\n")
}

/// What the bits of a digit allow.
const NO_HEAP: &str = "\x20   if digit & 1 and left == 0:
        yield []";
const ONE_HEAP: &str = "\x20   if digit & 2 and left > 0:
        yield [left]";
const TWO_HEAPS: &str = "\x20   if digit & 4:
        for a in range(1, left//2 + 1):
            yield [a, left - a]";
const THREE_HEAPS: &str = "\x20   if digit & 8:
        for a in range(1, left//3 + 1):
            for b in range(a, (left - a)//2 + 1):
                yield [a, b, left - a - b]";

/// A game that is played inside another one, and the number of coordinates of its labels.
#[derive(Clone)]
pub(super) struct Part {
    pub rules: Python,
    pub coordinates: usize,
}

/// The games that another one is made of: the different ones, and for each game which of them it is.
#[derive(Clone)]
pub(super) struct Parts {
    pub kinds: Vec<usize>,
    pub different: Vec<Part>,
}

impl Parts {
    /// For each game, the components of the position of its part of the label.
    fn starts(&self, mut label: &[String]) -> Vec<Vec<String>> {
        let start = |&kind: &usize| {
            let part = &self.different[kind];
            let (own, rest) = label.split_at(part.coordinates.min(label.len()));
            label = rest;
            part.rules.start(own)
        };
        self.kinds.iter().map(start).collect()
    }

    /// The rules of the different games, whose generators become `options1`, `options2`, ....
    fn rules(&self) -> Vec<Python> {
        self.different.iter().map(|part| part.rules.clone()).collect()
    }
}

/// A tuple of generators, given by the numbers of their games.
fn generators(kinds: impl Iterator<Item = usize>) -> String {
    tuple(&kinds.map(|kind| format!("options{}", kind + 1)).collect::<Vec<_>>())
}

/// The disjunctive sum of games.
pub(super) fn sum(games: Parts) -> Python {
    let descends = games.different.iter().all(|game| game.rules.descends);
    let parts = games.clone();
    if let [one] = &games.different[..] {
        // Copies of one game need no tags.
        return one.rules.clone().starting_at(move |label| parts.starts(label).concat());
    }
    let all = generators(0..games.different.len());
    let body = format!("kind, q = p\nfor option in {all}[kind](q):\n    yield [(kind, r) for r in option]");
    let whole = Python::made_of(&games.rules(), &body, move |label| {
        let tagged = |(kind, start): (&usize, Vec<String>)| -> Vec<String> {
            start.into_iter().map(|q| format!("({kind}, {q})")).collect()
        };
        parts.kinds.iter().zip(parts.starts(label)).flat_map(tagged).collect()
    });
    whole.descending(descends)
}

const WHOLE: &str = "\
for i, q in enumerate(p):
    for option in options1(q):
        yield [p[:i] + tuple(option) + p[i + 1:]]";

/// The same game, in which a position is a single one: for a sum the tuple of its components.
fn whole(part: &Part) -> Python {
    let label = vec![String::new(); part.coordinates];
    if part.rules.start(&label).len() == 1 {
        return part.rules.clone();
    }
    let inner = part.rules.clone();
    Python::made_of(std::slice::from_ref(&part.rules), WHOLE, move |label| vec![tuple(&inner.start(label))])
}

/// For each component, what its moves lead to. A game of which nothing is left is None: it has no move.
const WAYS: &str = "\
ways = []
for options_of, q in zip(GENERATORS, p):
    moves = options_of(q) if q is not None else []
    ways.append([option[0] if option else None for option in moves])
";

/// Which of these ways a player may take at the same time.
fn choices(joining: Joining) -> &'static str {
    match joining {
        Joining::Disjunctive => {
            "\
for i, way in enumerate(ways):
    for r in way:
        yield [p[:i] + (r,) + p[i + 1:]]"
        }
        Joining::Selective => {
            "\
for q in product(*([q] + way for q, way in zip(p, ways))):
    if q != p:
        yield [q]"
        }
        Joining::Shortened => {
            "\
for q in product(*([q] + way for q, way in zip(p, ways))):
    if q != p and all(ways):
        yield [q]"
        }
        Joining::Conjunctive => {
            "\
for q in product(*ways):
    yield [q]"
        }
        Joining::Continued => {
            "\
for q in product(*(way or [q] for q, way in zip(p, ways))):
    if q != p:
        yield [q]"
        }
        Joining::Sequential => {
            "\
for i, way in enumerate(ways):
    for r in way:
        yield [p[:i] + (r,) + p[i + 1:]]
    if way:
        break"
        }
        Joining::Ordinal => {
            "\
for i, way in enumerate(ways):
    for r in way:
        yield [p[:i] + (r,) + (None,) * len(p[i + 1:])]"
        }
    }
}

/// Games played at the same time, whose moves do not split.
pub(super) fn joint(joining: Joining, games: Parts) -> Python {
    let different = games.different.iter().map(|part| Part { rules: whole(part), ..part.clone() }).collect();
    let games = Parts { different, ..games };
    let ways = WAYS.replace("GENERATORS", &generators(games.kinds.iter().copied()));
    let body = ways + choices(joining);
    let parts = games.clone();
    let start = move |label: &[String]| vec![tuple(&parts.starts(label).concat())];
    let whole = Python::made_of(&games.rules(), &body, start);
    if joining.is_ordered() { whole } else { whole.importing("itertools", "product") }
}

const PASS: &str = "\
q, passes = p
moves = list(options1(q))
for option in moves:
    yield [(r, passes) for r in option]
if passes and moves:
    yield [(q, 0)]";

/// A game with one pass, whose moves do not split.
pub(super) fn pass(game: Part) -> Python {
    let inner = whole(&game);
    let start = inner.clone();
    Python::made_of(&[inner], PASS, move |label| start.start(label).iter().map(|q| format!("({q}, 1)")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn starts_of_games_made_of_games() {
        let nim = || Part { rules: Python::heap("for k in range(n):\n    yield [k]"), coordinates: 1 };
        let games = |kinds: &[usize]| {
            let different = kinds.iter().max().map_or(0, |last| last + 1);
            Parts { kinds: kinds.to_vec(), different: vec![nim(); different] }
        };
        let of = |game: Python| game.start(&["x".to_string(), "y".to_string()]);
        assert_eq!(of(sum(games(&[0, 0]))), ["x", "y"]);
        assert_eq!(of(sum(games(&[0, 1]))), ["(0, x)", "(1, y)"]);
        assert_eq!(of(joint(Joining::Selective, games(&[0, 0]))), ["(x, y)"]);
        assert_eq!(of(pass(Part { rules: sum(games(&[0, 1])), coordinates: 2 })), ["(((0, x), (1, y)), 1)"]);
    }

    #[test]
    fn only_bits_that_occur_are_written() {
        let lines = |code: &str| take_and_break(&TakeAndBreak::parse(code).unwrap());
        assert!(lines("0.77").contains("digits = [0, 7, 7]") && !lines("0.77").contains("digit & 8"));
        assert!(lines("0.12(37)").contains("tail = [3, 7]") && !lines("0.3").contains("digit & 4"));
    }
}
