//! Divisor games: replace n by n/d for an allowed divisor d > 1 of n.

use super::args::{Args, Arity, HEAPS, Parameter, alternatives, unknown};
use super::family::{Family, text};
use super::game::Game;
use super::python;
use grundy_core::diagnostic::Blame;
use grundy_core::ruleset::{Python, Rules, Value, Visit};
use grundy_core::structure::{AllDivisors, Divisors, PrimePowers, SquarefreePowers, Structures};
use std::ops::ControlFlow;

pub(super) const FAMILY: Family = Family {
    name: text("divisor"),
    in_papers: None,
    rules: text(
        "Replace n by n/d, where d > 1 divides n and is allowed: a prime power (`prime-powers`), a power of a squarefree \
            number (`squarefree-powers`), any divisor (`all`), a divisor of m (`of=m`), or one of a list. If no such divisor is \
            allowed, there is no move.",
    ),
    source: text("OEIS A268387 (prime powers) and A001222 (any divisor)"),
    max: text("n (from 1)"),
    value: Value::GRUNDY,
    parameters: &[
        Parameter {
            key: "divisors",
            form: Arity::Many,
            required: false,
            help: "`prime-powers`, `squarefree-powers`, `all`, or numbers from 2, as in `2,3,4,12`",
        },
        Parameter {
            key: "of",
            form: Arity::One,
            required: false,
            help: "a number whose divisors are allowed, as in `divisor:of=360`",
        },
        HEAPS,
    ],
    examples: &[
        "divisor:prime-powers",
        "divisor:squarefree-powers",
        "divisor:all",
        "divisor:of=360",
        "divisor:2,3,4,12",
    ],
    position: text("12"),
    build,
};

/// A Python function: the exponents in the prime factorisation.
const EXPONENTS: &str = "\
def exponents(n):
    found, p = [], 2
    while n > 1:
        k = 0
        while n % p == 0:
            n, k = n//p, k + 1
        found += [k] if k else []
        p += 1
    return found";

#[derive(Clone)]
enum Divisor {
    PrimePowers,
    SquarefreePowers,
    All,
    Listed(Divisors),
}

impl Rules for Divisor {
    type Position = u64;

    fn options(&self, n: &u64, visit: &mut Visit<'_, u64>) -> ControlFlow<()> {
        let mut divide = |divisor: u64| visit(&[n / divisor]);
        match self {
            Divisor::Listed(Divisors(listed)) => {
                listed.iter().filter(|&d| n.is_multiple_of(*d)).try_for_each(|&d| divide(d))
            }
            Divisor::PrimePowers => {
                for (prime, exponent) in factor(*n) {
                    (1..=exponent).try_for_each(|j| divide(prime.pow(j)))?;
                }
                ControlFlow::Continue(())
            }
            Divisor::SquarefreePowers => squarefree_powers(&factor(*n), 1, u32::MAX, &mut divide),
            Divisor::All => all_divisors(&factor(*n), 1, &mut divide),
        }
    }

    fn structures(&self) -> Structures<'_> {
        match self {
            Divisor::PrimePowers => Structures::of(&PrimePowers),
            Divisor::SquarefreePowers => Structures::of(&SquarefreePowers),
            Divisor::Listed(list) => Structures::of(list),
            Divisor::All => Structures::of(&AllDivisors),
        }
    }

    fn python(&self) -> Option<Python> {
        let by = |divisors: &str, allowed: &str| {
            Python::heap(&format!("for d in {divisors}:\n    if n % d == 0{allowed}:\n        yield [n//d]"))
        };
        Some(match self {
            Divisor::Listed(Divisors(listed)) => {
                let larger: Vec<u64> = listed.iter().copied().filter(|&d| d > 1).collect();
                by(&python::numbers(&larger), "")
            }
            Divisor::All => by("range(2, n + 1)", ""),
            Divisor::PrimePowers => by("range(2, n + 1)", " and len(exponents(d)) == 1").with_helper(EXPONENTS),
            // A number is a power of a squarefree number if all its exponents are equal.
            Divisor::SquarefreePowers => {
                by("range(2, n + 1)", " and len(set(exponents(d))) == 1").with_helper(EXPONENTS)
            }
        })
    }
}

/// The prime factorisation of n >= 1 as (prime, exponent), by trial division.
fn factor(mut n: u64) -> Vec<(u64, u32)> {
    let mut factors = Vec::new();
    let mut prime = 2;
    while prime <= n / prime {
        let mut exponent = 0;
        while n.is_multiple_of(prime) {
            n /= prime;
            exponent += 1;
        }
        if exponent > 0 {
            factors.push((prime, exponent));
        }
        prime += if prime == 2 { 1 } else { 2 };
    }
    if n > 1 {
        factors.push((n, 1));
    }
    factors
}

/// Visits every divisor q^j > 1, where q is `base` times some of the primes in `factors`. j is at most
/// `most`, the least exponent among the primes in `base`, and at most the exponents of the added primes.
fn squarefree_powers(factors: &[(u64, u32)], base: u64, most: u32, divide: &mut Divide<'_>) -> ControlFlow<()> {
    match factors.split_first() {
        None if base > 1 => (1..=most).try_for_each(|j| divide(base.pow(j))),
        None => ControlFlow::Continue(()),
        Some((&(prime, exponent), rest)) => {
            squarefree_powers(rest, base, most, divide)?;
            squarefree_powers(rest, base * prime, most.min(exponent), divide)
        }
    }
}

/// A function that receives divisors. It returns `Break` when it wants no more.
type Divide<'d> = dyn FnMut(u64) -> ControlFlow<()> + 'd;

fn all_divisors(factors: &[(u64, u32)], product: u64, divide: &mut Divide<'_>) -> ControlFlow<()> {
    match factors.split_first() {
        None if product > 1 => divide(product),
        None => ControlFlow::Continue(()),
        Some((&(prime, exponent), rest)) => {
            (0..=exponent).try_for_each(|j| all_divisors(rest, product * prime.pow(j), divide))
        }
    }
}

const NAMED: [(&str, Divisor, &str); 3] = [
    ("prime-powers", Divisor::PrimePowers, "a prime power"),
    ("squarefree-powers", Divisor::SquarefreePowers, "a power of a squarefree number"),
    ("all", Divisor::All, "any divisor"),
];

fn build(args: &Args) -> Result<Game, Blame> {
    let (text, divisor, allowed) = match (args.has("divisors"), args.has("of")) {
        (true, false) => listed_or_named(args)?,
        (false, true) => {
            let m = args.integer("of", 2..=1_000_000_000_000)?;
            let mut divisors = Vec::new();
            let _ = all_divisors(&factor(m), 1, &mut |d| {
                divisors.push(d);
                ControlFlow::Continue(())
            });
            (format!("of={m}"), Divisor::Listed(Divisors(divisors)), format!("a divisor of {m}"))
        }
        _ => {
            return Err(args.blame(
                "of",
                "exactly one of `divisors` and `of` must be given",
                FAMILY.parameters[0].help,
            ));
        }
    };
    let words = format!("Replace n by n/d, where d > 1 divides n and is {allowed}");
    args.on_heaps(Game::heap(format!("divisor:{text}"), words, 1, move |_, _| Ok(divisor.clone())))
}

fn listed_or_named(args: &Args) -> Result<(String, Divisor, String), Blame> {
    let Some(word) = args.word("divisors") else {
        let listed = args.integers("divisors", 2..=u64::MAX)?;
        let text = listed.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
        let numbers = listed.clone();
        return Ok((text, Divisor::Listed(Divisors(listed)), alternatives(&numbers)));
    };
    match NAMED.iter().find(|(name, ..)| *name == word.text) {
        Some((name, divisor, allowed)) => Ok((name.to_string(), divisor.clone(), allowed.to_string())),
        None => {
            Err(unknown(word, "a set of divisors", NAMED.iter().map(|(name, ..)| *name), FAMILY.parameters[0].help))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(divisor: Divisor, n: u64) -> Vec<u64> {
        let mut all = Vec::new();
        let _ = divisor.options(&n, &mut |option| {
            all.extend_from_slice(option);
            ControlFlow::Continue(())
        });
        all.sort_unstable();
        all
    }

    #[test]
    fn options_by_the_definition() {
        let squarefree = |q: u64| factor(q).iter().all(|&(_, exponent)| exponent == 1);
        for n in 1..=720u64 {
            let allowed =
                |test: &dyn Fn(u64) -> bool| -> Vec<u64> { (1..n).filter(|m| n % m == 0 && test(n / m)).collect() };
            assert_eq!(options(Divisor::All, n), allowed(&|_| true));
            assert_eq!(options(Divisor::PrimePowers, n), allowed(&|d| factor(d).len() == 1));
            let power = |d: u64| (2..=d).any(|q| squarefree(q) && (1..10).any(|j| q.checked_pow(j) == Some(d)));
            assert_eq!(options(Divisor::SquarefreePowers, n), allowed(&power));
        }
    }
}
