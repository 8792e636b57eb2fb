//! Expressions in the mathematics of LaTeX, for papers. What has no usual notation, such as `row(...)`, has none here.

use super::parser::parse;
use super::tree::{Arithmetic, Comparison, Domain, Logic, Loops, Over, Tree, TreeKind};

/// An expression as mathematics, without `$`; `None` if it is wrong, or if a part of it has no usual notation.
pub fn in_latex(text: &str) -> Option<String> {
    parse(text, 0).ok().and_then(|tree| shown(&tree, 0))
}

/// How tightly the parts of an expression are bound. A part that is bound less tightly than its place gets parentheses.
mod level {
    pub const IMPLIES: u8 = 1;
    pub const OR: u8 = 2;
    pub const AND: u8 = 3;
    pub const NOT: u8 = 4;
    pub const COMPARE: u8 = 5;
    pub const BITS: u8 = 6;
    /// Remainders and sums: how far they reach is not to be seen.
    pub const OPEN: u8 = 7;
    pub const ADD: u8 = 8;
    pub const MULTIPLY: u8 = 9;
    pub const NEGATIVE: u8 = 10;
    pub const POWER: u8 = 11;
    pub const ATOM: u8 = 12;
}

fn shown(tree: &Tree, least: u8) -> Option<String> {
    let (text, own) = written(tree)?;
    Some(if own < least { format!("({text})") } else { text })
}

/// The formula, and how tightly it is bound.
fn written(tree: &Tree) -> Option<(String, u8)> {
    let binary = |sides: &(Tree, Tree), sign: &str, own: u8, least: u8| -> Option<(String, u8)> {
        Some((format!("{} {sign} {}", shown(&sides.0, least)?, shown(&sides.1, least)?), own))
    };
    match &tree.kind {
        TreeKind::Number(number) => Some((number.to_string(), level::ATOM)),
        TreeKind::Truth(truth) => Some((format!("\\mathrm{{{truth}}}"), level::ATOM)),
        TreeKind::Outcome(is_n) => Some((format!("\\mathrm{{{}}}", if *is_n { "N" } else { "P" }), level::ATOM)),
        TreeKind::Name(name) => Some((named(name), level::ATOM)),
        TreeKind::Set(all) => Some((format!("\\{{{}\\}}", list(all)?), level::ATOM)),
        TreeKind::Negative(inner) => Some((format!("-{}", shown(inner, level::NEGATIVE)?), level::ADD)),
        TreeKind::Not(inner) => Some((format!("\\neg {}", shown(inner, level::ATOM)?), level::NOT)),
        TreeKind::Arithmetic(sign, sides) => arithmetic(*sign, sides),
        TreeKind::Logic(Logic::Implies, sides) => binary(sides, "\\Rightarrow", level::IMPLIES, level::OR),
        TreeKind::Logic(Logic::Iff, sides) => binary(sides, "\\Leftrightarrow", level::IMPLIES, level::OR),
        TreeKind::Logic(Logic::Or, sides) => binary(sides, "\\vee", level::OR, level::OR),
        TreeKind::Logic(Logic::And, sides) => binary(sides, "\\wedge", level::AND, level::AND),
        TreeKind::Compare(first, rest) => {
            let mut text = shown(first, level::BITS)?;
            for (sign, other) in rest {
                text.push_str(&format!(" {} {}", compared(*sign), shown(other, level::BITS)?));
            }
            Some((text, level::COMPARE))
        }
        TreeKind::Call(name, arguments) => called(name, arguments),
        TreeKind::Over(over, loops) => over_loops(*over, loops),
        TreeKind::Text(_) | TreeKind::List(_) | TreeKind::Row(..) | TreeKind::Index(_) => None,
    }
}

fn arithmetic(sign: Arithmetic, sides: &(Tree, Tree)) -> Option<(String, u8)> {
    let both = |left: u8, right: u8| Some((shown(&sides.0, left)?, shown(&sides.1, right)?));
    let joined =
        |sign: &str, own: u8, right: u8| Some((both(own, right).map(|(a, b)| format!("{a} {sign} {b}"))?, own));
    match sign {
        Arithmetic::Add => joined("+", level::ADD, level::MULTIPLY),
        Arithmetic::Subtract => joined("-", level::ADD, level::MULTIPLY),
        Arithmetic::Multiply => {
            let (left, right) = both(level::MULTIPLY, level::NEGATIVE)?;
            let is_factor =
                matches!(sides.0.kind, TreeKind::Number(_)) && !right.starts_with(|c: char| c.is_ascii_digit());
            Some((format!("{left} {} {right}", if is_factor { "\\," } else { "\\cdot" }), level::MULTIPLY))
        }
        // Division rounds down.
        Arithmetic::Divide => {
            let (above, below) = both(level::MULTIPLY, level::NEGATIVE)?;
            Some((format!("\\lfloor {above}/{below} \\rfloor"), level::ATOM))
        }
        Arithmetic::Remainder => {
            Some((both(level::MULTIPLY, level::NEGATIVE).map(|(a, b)| format!("{a} \\bmod {b}"))?, level::OPEN))
        }
        Arithmetic::Power => {
            Some((format!("{}^{{{}}}", shown(&sides.0, level::ATOM)?, shown(&sides.1, 0)?), level::POWER))
        }
        Arithmetic::Xor => {
            let is_xor = matches!(sides.0.kind, TreeKind::Arithmetic(Arithmetic::Xor, _));
            let left = if is_xor { level::BITS } else { level::MULTIPLY };
            Some((both(left, level::MULTIPLY).map(|(a, b)| format!("{a} \\oplus {b}"))?, level::BITS))
        }
        Arithmetic::BitOr | Arithmetic::BitAnd => None,
    }
}

fn compared(sign: Comparison) -> &'static str {
    match sign {
        Comparison::Equal => "=",
        Comparison::Unequal => "\\ne",
        Comparison::Less => "<",
        Comparison::AtMost => "\\le",
        Comparison::Greater => ">",
        Comparison::AtLeast => "\\ge",
        Comparison::In => "\\in",
        Comparison::NotIn => "\\notin",
    }
}

fn called(name: &str, arguments: &[Tree]) -> Option<(String, u8)> {
    Some(match (name, arguments) {
        ("divides", [divisor, number]) => {
            (format!("{} \\mid {}", shown(divisor, level::BITS)?, shown(number, level::BITS)?), level::COMPARE)
        }
        ("abs", [number]) => (format!("|{}|", shown(number, 0)?), level::ATOM),
        ("isqrt", [number]) => (format!("\\lfloor\\sqrt{{{}}}\\rfloor", shown(number, 0)?), level::ATOM),
        ("gcd" | "min" | "max", _) => (format!("\\{name}({})", list(arguments)?), level::ATOM),
        ("g", _) => (format!("\\mathcal{{G}}({})", list(arguments)?), level::ATOM),
        ("outcome", _) => (format!("o({})", list(arguments)?), level::ATOM),
        _ => (format!("{}({})", named(name), list(arguments)?), level::ATOM),
    })
}

fn over_loops(over: Over, loops: &Loops) -> Option<(String, u8)> {
    let mut ranges = Vec::new();
    for one in &loops.loops {
        let name = named(&one.name);
        ranges.push(match &one.domain {
            Domain::Range(first, last, is_inclusive) => {
                let below = if *is_inclusive { "\\le" } else { "<" };
                format!("{} \\le {name} {below} {}", shown(first, level::BITS)?, shown(last, level::BITS)?)
            }
            Domain::Set(set) => format!("{name} \\in {}", shown(set, level::BITS)?),
        });
    }
    let condition = loops.condition.as_ref().map(|condition| shown(condition, level::AND));
    let condition = if let Some(condition) = condition { Some(condition?) } else { None };
    let all = ranges.into_iter().chain(condition).collect::<Vec<_>>().join(",\\ ");
    Some(match over {
        Over::All => (format!("\\forall\\,({all})\\colon {}", shown(&loops.body, level::OR)?), level::IMPLIES),
        Over::Any => (format!("\\exists\\,({all})\\colon {}", shown(&loops.body, level::OR)?), level::IMPLIES),
        Over::Count => (format!("|\\{{{all} : {}\\}}|", shown(&loops.body, 0)?), level::ATOM),
        Over::Sum => (format!("\\sum_{{{all}}} {}", shown(&loops.body, level::MULTIPLY)?), level::OPEN),
    })
}

fn list(all: &[Tree]) -> Option<String> {
    let all: Vec<String> = all.iter().map(|one| shown(one, 0)).collect::<Option<_>>()?;
    Some(all.join(", "))
}

/// A letter, a letter with a number as its index, or a word.
fn named(name: &str) -> String {
    let (letter, rest) = name.split_at(name.chars().next().map_or(0, char::len_utf8));
    match rest {
        "" if letter != "_" => letter.to_string(),
        _ if letter == "_" => format!("\\mathrm{{{}}}", name.replace('_', "\\_")),
        index if index.bytes().all(|byte| byte.is_ascii_digit()) => format!("{letter}_{{{index}}}"),
        _ => format!("\\mathrm{{{}}}", name.replace('_', "\\_")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_mean_what_the_texts_mean() {
        for (text, formula) in [
            ("period <= b + c", r"\mathrm{period} \le b + c"),
            ("-period", r"-\mathrm{period}"),
            ("a - (b - c) - 2 * (d + 1)", r"a - (b - c) - 2 \, (d + 1)"),
            ("(a + b) * c / 2 % 3", r"\lfloor (a + b) \cdot c/2 \rfloor \bmod 3"),
            ("2 ** (k + 1) - 1 == h1 xor h2", r"2^{k + 1} - 1 = h_{1} \oplus h_{2}"),
            ("g(n) == g(n - 12) or n < 71", r"\mathcal{G}(n) = \mathcal{G}(n - 12) \vee n < 71"),
            (
                "not (a < b and c in {1, 2}) implies divides(a, b + c)",
                r"\neg (a < b \wedge c \in \{1, 2\}) \Rightarrow a \mid b + c",
            ),
            ("(A implies b == 1) implies c == 2", r"(A \Rightarrow b = 1) \Rightarrow c = 2"),
            ("outcome == P iff all(h[0] < 2 for i in 0..n)", ""),
            (
                "all(max_value > i for i in 1..=n if i % 2 == 0)",
                r"\forall\,(1 \le i \le n,\ i \bmod 2 = 0)\colon \mathrm{max\_value} > i",
            ),
            ("count(gcd(i, n) == 1 for i in 0..n) < -(a + 1)", r"|\{0 \le i < n : \gcd(i, n) = 1\}| < -(a + 1)"),
            ("2 * 3 ** 2 == 2 * a ** 2", r"2 \cdot 3^{2} = 2 \, a^{2}"),
            ("a % 3 * 2 + b % 5 / 2 > a % 2", r"(a \bmod 3) \cdot 2 + \lfloor (b \bmod 5)/2 \rfloor > a \bmod 2"),
            ("sum(i % 2 for i in 0..=a) + 1 == _b", r"(\sum_{0 \le i \le a} (i \bmod 2)) + 1 = \mathrm{\_b}"),
            ("(a + b) xor c + 1 == (a xor b) xor c", r"(a + b) \oplus (c + 1) = a \oplus b \oplus c"),
            ("all(i < 3 for i in [1, 1])", ""),
            ("row(a = a + 1).period > 1", ""),
            ("a <", ""),
        ] {
            assert_eq!(in_latex(text).unwrap_or_default(), formula, "{text}");
        }
    }
}
