//! Subtraction games: the number of tokens removed must be in a fixed set.

use super::args::{Args, Arity, HEAPS, Parameter, WrittenValue, alternatives, unknown};
use super::family::{Family, numbers, text};
use super::game::{About, Game};
use super::python;
use super::seeded::{Heap, Seeded};
use crate::space::check_memory;
use grundy_core::bytes::Bytes;
use grundy_core::diagnostic::Blame;
use grundy_core::ruleset::{Python, Rules, Shape, TakeAndBreak, Value, Visit};
use grundy_core::structure::{Members, Structures, Subtraction};
use std::ops::ControlFlow;

pub(super) const FAMILY: Family = Family {
    name: text("subtraction"),
    in_papers: Some(|set| numbers(set).map(|set| format!("$S=\\{{{set}\\}}$"))),
    rules: text("Remove s tokens from the heap, where s is an element of the set S."),
    source: text(
        "Winning Ways ch. 4; S. W. Golomb, A mathematical investigation of games of take-away, J. Combin. Theory 1 (1966)",
    ),
    max: text("heap size"),
    value: Value::GRUNDY,
    parameters: &[
        Parameter {
            key: "set",
            form: Arity::Many,
            required: true,
            help: "positive numbers, as in `1,2,3` or `1,4..=9`, or one of `squares`, `primes`, `factorials`, `fibonacci`",
        },
        Parameter {
            key: "sink",
            form: Arity::Keyed,
            required: false,
            help: "`sink=true`: a move may take more tokens than there are, and then leaves the empty heap (Bhagat, Larsson, \
                Manabe and Yamashita 2026)",
        },
        Parameter {
            key: "seed",
            form: Arity::Many,
            required: false,
            help: "the values of the first heaps, as in `seed=[0,1,1]`: heap n is then a heap of Nim of the n-th size \
                (Miklós and Post 2024)",
        },
        HEAPS,
    ],
    examples: &[
        "subtraction:1,2,3",
        "subtraction:squares",
        "subtraction:primes",
        "subtraction:factorials",
        "subtraction:fibonacci",
        "subtraction:1,2,4,sink=true",
        "subtraction:2,5,7,seed=[0,1,1,0,2]",
    ],
    position: text("10"),
    build,
};

/// The numbers that may be removed. The window theorem is about the whole set, so a part of an infinite set
/// is kept apart.
enum Removals {
    Finite(Subtraction),
    /// The members up to the maximum of the range, and the options in Python.
    Infinite(Members, &'static str),
}

impl Rules for Removals {
    type Position = u64;

    fn options(&self, heap: &u64, visit: &mut Visit<'_, u64>) -> ControlFlow<()> {
        let (Removals::Finite(Subtraction(set)) | Removals::Infinite(Members(set), _)) = self;
        set.iter().take_while(|&&s| s <= *heap).try_for_each(|s| visit(&[heap - s]))
    }

    fn structures(&self) -> Structures<'_> {
        match self {
            Removals::Finite(set) => Structures::of(set),
            Removals::Infinite(members, _) => Structures::of(members),
        }
    }

    fn python(&self) -> Option<Python> {
        Some(match self {
            Removals::Finite(Subtraction(set)) => {
                let set = python::numbers(set);
                Python::heap(&format!("for s in {set}:\n    if s <= n:\n        yield [n - s]"))
            }
            Removals::Infinite(_, body) => Python::heap(body),
        })
    }
}

/// The members of an infinite set up to a bound, in increasing order.
type MembersTo = fn(u64) -> Vec<u64>;

/// The sets with a name, each with its members and with the options in Python.
const NAMED: [(&str, MembersTo, &str); 4] = [
    ("squares", squares, "k = 1\nwhile k*k <= n:\n    yield [n - k*k]\n    k += 1"),
    ("primes", primes, "for p in range(2, n + 1):\n    if all(p % d for d in range(2, p)):\n        yield [n - p]"),
    ("factorials", factorials, "f = k = 1\nwhile f <= n:\n    yield [n - f]\n    k += 1\n    f *= k"),
    ("fibonacci", fibonacci, "a, b = 1, 2\nwhile a <= n:\n    yield [n - a]\n    a, b = b, a + b"),
];

fn build(args: &Args) -> Result<Game, Blame> {
    let has_sink = args.choice("sink", &["false", "true"])? == 1;
    if has_sink && args.has("seed") {
        return Err(args.blame("seed", "`seed` and `sink` exclude each other", "remove one of them"));
    }
    match args.word("set") {
        Some(_) if has_sink => Err(args.blame("sink", "`sink` requires a finite set", ONLY_FINITE)),
        Some(_) if args.has("seed") => Err(args.blame("seed", "`seed` requires a finite set", ONLY_FINITE)),
        Some(word) => infinite(args, word),
        None if has_sink => sink(args, &args.integers("set", 1..=MOST_WITH_SINK)?),
        None if args.has("seed") => seeded(args, args.integers("set", 1..=u64::MAX)?),
        None => finite(args, args.integers("set", 1..=u64::MAX)?),
    }
}

const ONLY_FINITE: &str = "write the set as numbers, or remove this key";

fn code_and_words(set: &[u64]) -> (String, String) {
    let text = set.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
    let words = format!("One heap: remove {} {}", alternatives(set), if set == [1] { "token" } else { "tokens" });
    (format!("subtraction:{text}"), words)
}

/// The maximum of a set with a sink. Its code has one digit for each number up to this.
const MOST_WITH_SINK: u64 = 1 << 16;

/// A heap that is at most as large as some number of the set can be taken as a whole; otherwise something must be left.
/// So the digit of k is 3 if k is in the set, and otherwise 1.
fn sink(args: &Args, set: &[u64]) -> Result<Game, Blame> {
    let last = set.last().copied().unwrap_or(0);
    let digit = |k: u64| if set.binary_search(&k).is_ok() { 3 } else { 1 };
    let rules = Sink(TakeAndBreak::of_digits(0, (1..=last).map(digit).collect()));
    let (code, words) = code_and_words(set);
    let words = format!("{words}, or all tokens if there are fewer than that");
    let about = About {
        rules: Some(format!("{} A heap of fewer than s tokens may also be taken as a whole.", FAMILY.rules).into()),
        source: Some("A. Bhagat, U. Larsson, H. Manabe and T. Yamashita, Additive sink subtraction (2026)".into()),
        max: None,
    };
    Ok(args
        .on_heaps(Game::heap(format!("{code},sink=true"), words, 0, move |_, _| Ok(rules.clone())))?
        .with_about(about))
}

/// A subtraction game in which a move may take more than there is: a take-and-break game without splits.
#[derive(Clone)]
struct Sink(TakeAndBreak);

impl Rules for Sink {
    type Position = u64;

    fn options(&self, heap: &u64, visit: &mut Visit<'_, u64>) -> ControlFlow<()> {
        self.0.options(*heap, visit)
    }

    fn structures(&self) -> Structures<'_> {
        Structures::of(&self.0)
    }

    fn python(&self) -> Option<Python> {
        Some(Python::heap(&python::take_and_break(&self.0)))
    }
}

/// The limits of a seed: how many values it has, and how large they are.
const LONGEST_SEED: usize = 1 << 16;
const LARGEST_SEED: u64 = 1000;

fn seeded(args: &Args, set: Vec<u64>) -> Result<Game, Blame> {
    let seed = args.numbers("seed", 0..=LARGEST_SEED)?;
    if seed.len() > LONGEST_SEED {
        let help = format!("at most {LONGEST_SEED}");
        return Err(args.blame("seed", format!("`seed` has {} values", seed.len()), help));
    }
    let (code, words) = code_and_words(&set);
    let values = seed.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
    let code = format!("{code},seed=[{values}]");
    let words = format!("{words}; but the first heaps, from 0 on, are heaps of Nim of the sizes {values}");
    let about = About {
        rules: Some(format!("{} The first heaps are heaps of Nim of the given sizes.", FAMILY.rules).into()),
        source: Some("I. Miklós and L. Post, Superpolynomial period lengths (2024)".into()),
        max: None,
    };
    let game = Game::enumerated(code, words, Shape::line(0), Seeded { set, seed }, |_, label| Heap::Plain(label[0]));
    Ok(args.on_heaps(game)?.with_about(about))
}

fn finite(args: &Args, set: Vec<u64>) -> Result<Game, Blame> {
    let (code, words) = code_and_words(&set);
    args.on_heaps(Game::heap(code, words, 0, move |_, _| Ok(Removals::Finite(Subtraction(set.clone())))))
}

fn infinite(args: &Args, word: &WrittenValue) -> Result<Game, Blame> {
    let Some((name, members, body)) = NAMED.iter().copied().find(|(name, ..)| *name == word.text) else {
        return Err(unknown(word, "a set", NAMED.iter().map(|(name, ..)| *name), FAMILY.parameters[0].help));
    };
    let words = match name {
        "fibonacci" => "One heap: remove a Fibonacci number of tokens".to_string(),
        _ => format!("One heap: remove s tokens, where s is one of the {name}"),
    };
    args.on_heaps(Game::heap(format!("subtraction:{name}"), words, 0, move |max, memory| {
        check_memory("the set", Bytes(u128::from(max)), memory)?;
        Ok(Removals::Infinite(Members(members(max)), body))
    }))
}

fn squares(max: u64) -> Vec<u64> {
    (1..).map_while(|n: u64| n.checked_mul(n).filter(|&square| square <= max)).collect()
}

fn primes(max: u64) -> Vec<u64> {
    let mut composite = vec![false; max as usize + 1];
    let mut found = Vec::new();
    for n in 2..=max {
        if !composite[n as usize] {
            found.push(n);
            (n..=max / n).for_each(|factor| composite[(n * factor) as usize] = true);
        }
    }
    found
}

fn factorials(max: u64) -> Vec<u64> {
    let products = (2..).scan(1u64, |factorial, n| {
        let current = *factorial;
        *factorial = factorial.saturating_mul(n);
        Some(current)
    });
    products.take_while(|&factorial| factorial <= max).collect()
}

fn fibonacci(max: u64) -> Vec<u64> {
    let numbers = std::iter::successors(Some((1u64, 2u64)), |&(a, b)| Some((b, a.saturating_add(b))));
    numbers.map(|(a, _)| a).take_while(|&number| number <= max).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_of_the_named_sets() {
        assert_eq!(squares(30), [1, 4, 9, 16, 25]);
        assert_eq!(primes(30), [2, 3, 5, 7, 11, 13, 17, 19, 23, 29]);
        assert_eq!(factorials(5040), [1, 2, 6, 24, 120, 720, 5040]);
        assert_eq!(fibonacci(21), [1, 2, 3, 5, 8, 13, 21]);
        for (_, members, _) in NAMED {
            assert!(members(0).is_empty());
        }
    }
}
