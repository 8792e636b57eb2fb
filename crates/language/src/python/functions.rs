//! The functions of the language in Python.

use super::term::{ATOM, BIT_AND, BIT_OR, COMPARED, POWER, PRODUCT, SHIFT, SIGN, SUM, Term, XOR, tuple};
use grundy_core::automaton::{Automaton, Numeration};
use grundy_core::ruleset::Python;

/// A function that is written out: its name, its text, and the names of those that it calls.
type Helper = (&'static str, &'static str, &'static [&'static str]);

/// All functions that are written out.
pub(super) const HELPERS: &[Helper] = &[
    ("is_square", "def is_square(n):\n    return n >= 0 and isqrt(n)**2 == n", &[]),
    ("is_prime", "def is_prime(n):\n    return n > 1 and all(n % d for d in range(2, isqrt(n) + 1))", &[]),
    (
        "valuation",
        "def valuation(p, n):\n    k = 0\n    while n % p == 0:\n        n, k = n//p, k + 1\n    return k",
        &[],
    ),
    ("fib", "def fib(n):\n    a, b = 0, 1\n    for _ in range(n):\n        a, b = b, a + b\n    return a", &[]),
    (
        "prime_index",
        "def prime_index(p):\n    return sum(map(is_prime, range(p + 1))) if is_prime(p) else 0",
        &["is_prime"],
    ),
    (
        "prime_factors",
        "def prime_factors(n):\n    primes, p = [], 2\n    while n > 1:\n        \
         if p*p > n:\n            p = n\n        \
         while n % p == 0:\n            n //= p\n            primes.append(p)\n        p += 1\n    return primes",
        &[],
    ),
    (
        "exponents",
        "def exponents(n):\n    primes = prime_factors(n)\n    \
         return sorted(map(primes.count, set(primes)), reverse=True)",
        &["prime_factors"],
    ),
    (
        "moore",
        "def moore(h, k):\n    digits = range(max(h, default=0).bit_length())\n    \
         return sum(sum(x >> i & 1 for x in h) % (k + 1)*(k + 1)**i for i in digits)",
        &[],
    ),
    (
        "nimproduct",
        "def nimproduct(a, b):\n    if a < 2 or b < 2:\n        return a*b\n    \
         s = 1 << (max(a, b).bit_length() - 1).bit_length() - 1\n    f = 1 << s\n    \
         high, low = nimproduct(a//f, b//f), nimproduct(a % f, b % f)\n    \
         return (nimproduct(a//f ^ a % f, b//f ^ b % f) ^ low)*f ^ low ^ nimproduct(high, f//2)",
        &[],
    ),
    (
        "nimpower",
        "def nimpower(a, k):\n    p = 1\n    while k:\n        \
         p, a, k = nimproduct(p, a) if k % 2 else p, nimproduct(a, a), k//2\n    return p",
        &["nimproduct"],
    ),
    ("niminverse", "def niminverse(a):\n    return nimpower(a, 2**64 - 2)", &["nimpower"]),
    (
        "automatic",
        "def automatic(numbers, weights, factors, states):\n    while weights[-1] <= max(numbers):\n        \
         weights += (sum(f*w for f, w in zip(factors, weights[::-1])),)\n    state, most = 0, max(numbers)\n    \
         for w in weights[::-1]:\n        if w <= most:\n            \
         state = states[state][1][tuple(n//w for n in numbers)]\n            numbers = [n % w for n in numbers]\n    \
         return states[state][0]",
        &[],
    ),
    (
        "mex_pair",
        "def mex_pair(r, s, t, h):\n    taken, a, k = set(), 0, 0\n    while a < min(h):\n        \
         taken.add(r*a + s*k + t)\n        a, k = a + 1, k + 1\n        while a in taken:\n            a += 1\n    \
         return a == min(h) and r*a + s*k + t == max(h)",
        &[],
    ),
];

/// A call with numbers; none if a function has no translation.
pub(super) fn call(used: &mut Python, name: &'static str, arguments: &[Term]) -> Option<Term> {
    Some(match (name, arguments) {
        ("min" | "max", [one]) => Term::new(one.at(ATOM), ATOM),
        ("abs" | "min" | "max", all) => written(name, all),
        ("gcd" | "lcm", all) => {
            used.imports.insert(("math", name));
            written(name, all)
        }
        ("nimsum" | "bitor" | "bitand", [one]) => Term::new(one.at(ATOM), ATOM),
        ("nimsum", all) => joined(all, " ^ ", XOR),
        ("bitor", all) => joined(all, " | ", BIT_OR),
        ("bitand", all) => joined(all, " & ", BIT_AND),
        ("bit_length", [n]) => Term::new(format!("({}).bit_length()", n.text), ATOM),
        ("popcount", [n]) => Term::new(format!("bin({}).count(\"1\")", n.text), ATOM),
        ("bit", [n, place]) => Term::new(format!("({} >> {} & 1)", n.at(SHIFT), place.at(SUM)), ATOM),
        ("divides", [d, n]) if d.text.parse().is_ok_and(|d: i64| d != 0) => {
            Term::new(format!("{} % {} == 0", n.at(PRODUCT), d.text), COMPARED)
        }
        ("divides", [d, n]) => {
            let (n, by) = (n.at(PRODUCT), d.at(SIGN));
            Term::new(format!("{n} % {by} == 0 if {} else {n} == 0", d.at(BIT_OR)), 0)
        }
        ("isqrt", [n]) => isqrt(used, &n.text),
        ("floor_phi", [n]) => Term::new(format!("({} + {})//2", n.at(SUM), root(used, n)), PRODUCT),
        ("floor_phi2", [n]) => Term::new(format!("(3*{} + {})//2", n.at(SIGN), root(used, n)), PRODUCT),
        ("omega" | "big_omega" | "least_prime" | "greatest_prime", all) => {
            let primes = helped(used, "prime_factors", all)?.text;
            let text = match name {
                "omega" => format!("len(set({primes}))"),
                "big_omega" => format!("len({primes})"),
                "least_prime" => format!("min({primes}, default=0)"),
                _ => format!("max({primes}, default=0)"),
            };
            Term::new(text, ATOM)
        }
        ("num_divisors" | "xor_exponents" | "signature", all) => {
            let exponents = helped(used, "exponents", all)?.text;
            if name == "xor_exponents" {
                return Some(folded(used, "xor", &format!("{exponents}, 0")));
            }
            used.imports.insert(("math", "prod"));
            let primes = "(2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47)";
            Term::new(
                match name {
                    "num_divisors" => format!("prod(e + 1 for e in {exponents})"),
                    _ => format!("prod(p**e for p, e in zip({primes}, {exponents}))"),
                },
                ATOM,
            )
        }
        (_, all) => helped(used, name, all)?,
    })
}

/// A call of a function that is written out.
fn helped<'t>(used: &mut Python, name: &str, arguments: impl IntoIterator<Item = &'t Term>) -> Option<Term> {
    let (known, text, others) = HELPERS.iter().find(|(known, ..)| *known == name)?;
    used.helpers.push(text);
    if text.contains("isqrt") {
        used.imports.insert(("math", "isqrt"));
    }
    for other in *others {
        helped(used, other, &[])?;
    }
    Some(written(known, arguments))
}

/// A call with a set or list, which is a tuple, and perhaps with numbers.
pub(super) fn of_set(used: &mut Python, name: &'static str, set: &str, numbers: &[Term]) -> Option<Term> {
    let of = |set: &str| Term::new(set.to_string(), ATOM);
    Some(match name {
        "min" | "max" | "len" => Term::new(format!("{name}({set})"), ATOM),
        "gcd" | "lcm" => {
            used.imports.insert(("math", name));
            Term::new(format!("{name}(*{set})"), ATOM)
        }
        "nimsum" => folded(used, "xor", &format!("{set}, 0")),
        "bitor" => folded(used, "or_", &format!("{set}, 0")),
        "bitand" => folded(used, "and_", set),
        "moore" => helped(used, name, [of(set)].iter().chain(numbers))?,
        "mex_pair" => helped(used, name, numbers.iter().chain(&[of(set)]))?,
        _ => return None,
    })
}

/// The output of an automaton for the numbers of a tuple. The weights of the digits follow from a recurrence.
pub(super) fn automatic(used: &mut Python, automaton: &Automaton, numbers: &str) -> Option<Term> {
    let numeration = automaton.numeration();
    let (weights, factors) = match numeration {
        Numeration::ZECKENDORF => ("(1, 2)", "(1, 1)".to_string()),
        Numeration::TRIBONACCI => ("(1, 2, 4)", "(1, 1, 1)".to_string()),
        Numeration::PELL => ("(1, 2)", "(2, 1)".to_string()),
        _ => ("(1,)", format!("({},)", numeration.size())),
    };
    let state = |(state, output): (usize, &i64)| {
        let next = automaton.transitions(state).map(|(digits, next)| {
            let digits: Vec<String> = digits.iter().map(u8::to_string).collect();
            format!("{}: {next}", tuple(&digits))
        });
        format!("({output}, {{{}}})", next.collect::<Vec<_>>().join(", "))
    };
    let states: Vec<String> = automaton.outputs().iter().enumerate().map(state).collect();
    let arguments = [numbers, weights, &factors, &tuple(&states)].map(|text| Term::new(text.to_string(), ATOM));
    helped(used, "automatic", &arguments)
}

/// A call that yields a set or list; `element` is a name that is free.
pub(super) fn set_call(name: &'static str, set: &str, numbers: &[Term], element: &str) -> Option<String> {
    Some(match (name, numbers) {
        ("with", [number]) => format!("tuple(sorted({{*{set}, {}}}))", number.text),
        ("without", [number]) => {
            format!("tuple({element} for {element} in {set} if {element} != {})", number.at(BIT_OR))
        }
        ("sorted", []) => format!("tuple(sorted({set}))"),
        _ => return None,
    })
}

/// Operands of an operator that is applied from left to right.
fn joined(operands: &[Term], sign: &str, binds: u8) -> Term {
    Term::new(operands.iter().map(|term| term.at(binds + 1)).collect::<Vec<_>>().join(sign), binds)
}

/// An operator between all elements.
fn folded(used: &mut Python, operator: &'static str, arguments: &str) -> Term {
    used.imports.extend([("functools", "reduce"), ("operator", operator)]);
    Term::new(format!("reduce({operator}, {arguments})"), ATOM)
}

fn written<'t>(name: &str, arguments: impl IntoIterator<Item = &'t Term>) -> Term {
    let arguments: Vec<&str> = arguments.into_iter().map(|term| term.text.as_str()).collect();
    Term::new(format!("{name}({})", arguments.join(", ")), ATOM)
}

fn isqrt(used: &mut Python, text: &str) -> Term {
    used.imports.insert(("math", "isqrt"));
    Term::new(format!("isqrt({text})"), ATOM)
}

/// The root of 5 n^2, rounded down.
fn root(used: &mut Python, n: &Term) -> String {
    isqrt(used, &format!("5*{}**2", n.at(POWER + 1))).text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::functions::{Arguments, FUNCTIONS, SET_FUNCTIONS};

    #[test]
    fn every_function_has_a_translation() {
        for function in FUNCTIONS {
            let used = &mut Python::heap("");
            let numbers = |count: i64| (1..=count).map(Term::constant).collect::<Vec<_>>();
            let written = match function.arguments {
                Arguments::Numbers(count) => call(used, function.name, &numbers(count as i64)),
                Arguments::SomeOrSet => {
                    call(used, function.name, &numbers(2)).and(of_set(used, function.name, "(1,)", &[]))
                }
                Arguments::Set => of_set(used, function.name, "(1,)", &[]),
                Arguments::SetThen(count) | Arguments::ThenSet(count) => {
                    of_set(used, function.name, "(1,)", &numbers(count as i64))
                }
            };
            assert!(written.is_some(), "{}", function.name);
        }
        for function in SET_FUNCTIONS {
            let numbers: Vec<Term> = (0..function.numbers as i64).map(Term::constant).collect();
            assert!(set_call(function.name, "(1,)", &numbers, "i").is_some(), "{}", function.name);
        }
    }
}
