//! Random texts: arbitrary bytes, words of the language, correct texts with changes, and texts generated from
//! the grammar.

use grundy_language::{FUNCTIONS, SET_FUNCTIONS};

/// Words and symbols of the language, and names, some of which are undefined.
pub fn words() -> Vec<String> {
    let fixed = [
        "n",
        "a",
        "value",
        "outcome",
        "period",
        "S",
        "d",
        "status",
        "h",
        "h1",
        "h2",
        "i",
        "j",
        "k",
        "x",
        "0",
        "1",
        "2",
        "3",
        "7",
        "12",
        "1_0",
        "63",
        "9223372036854775807",
        "(",
        ")",
        "(",
        ")",
        "(",
        ")",
        "{",
        "}",
        "[",
        "]",
        ",",
        ",",
        "..",
        "..=",
        "+",
        "-",
        "*",
        "/",
        "%",
        "**",
        "xor",
        "==",
        "!=",
        "<",
        "<=",
        ">",
        ">=",
        "in",
        "not",
        "not in",
        "and",
        "or",
        "implies",
        "iff",
        "true",
        "false",
        "P",
        "N",
        "g(",
        "g(n - 1)",
        "g(n)",
        "g(h1, h2)",
        "h[0]",
        "h[i]",
        "S[1]",
        "d[0]",
        "all(",
        "any(",
        "count(",
        "sum(",
        "for i in",
        "for j in",
        "for i in 0..3",
        "for j in S",
        "if",
        "\"proved\"",
        "\"\"",
        "\"",
        "{1, 2}",
        "^",
        "=",
        "é",
        "\u{0}",
        " ",
        "when",
        "nothing",
        "->",
        "&",
        "b",
        "automatic(\"mark.txt\", ",
        "automatic(\"wythoff.txt\", h)",
        "row(a = ",
        "row(S = ",
        ").period",
        ".",
    ];
    let names = FUNCTIONS.iter().map(|function| function.name);
    let names = names.chain(SET_FUNCTIONS.iter().map(|function| function.name));
    let functions = names.flat_map(|name| [name.to_string(), format!("{name}(")]);
    fixed.into_iter().map(String::from).chain(functions).collect()
}

/// Correct expressions, to be changed slightly.
pub const RIGHT: [&str; 19] = [
    "n < 12 or g(n) == g(n - 12)",
    "divides(period, a + n) or divides(period, 2 * a)",
    "value == h1 xor h2",
    "outcome == P iff min(h1, h2) == floor_phi(abs(h1 - h2))",
    "all(any(i + j == 7 for j in S) for i in {1, 3, 6})",
    "any(h[i] == max(h) and h[(i + 1) % 2] <= h[i] for i in 0..2)",
    "count(i + j == a for i in 0..10 for j in i..=10 if i != 3) > 2",
    "status in {\"proved\", \"observed\"} and d[0] == 0",
    "1 < a <= 2 < n in {7, 8}",
    "sum(sum(i * j for j in 0..i) for i in 0..4) == 11",
    "a in S implies valuation(2, a) == bit(n, 1) + popcount(n)",
    "-2 ** 2 + 7 / -2 - 7 % 2 != isqrt(50) * fib(10)",
    "is_prime(n) == (n in {2, 3, 5, 7}) and not is_square(n)",
    "gcd(12, n) + lcm(4, a) + nimsum(S) + len({1, n}) >= 0",
    "with(S, a) == without({1, n}, a + 1) or n in with(S, n)",
    "mex_pair(1, a, 0, {n, a}) or moore(S, 2) == sorted([n, a])[0] + moore([n, 3], a)",
    "sorted(S) == sorted([n, a, n]) or n in sorted({a, 1})",
    "automatic(\"mark.txt\", n + a) == value or automatic(\"wythoff.txt\", [n, a]) > 0",
    "all(row(a = a + i, S = with(S, i)).value <= value for i in S)",
];

/// Correct moves, to be changed slightly.
pub const RIGHT_MOVES: [&str; 8] = [
    "a, b -> a - k*b, b for k in 1..=a/b when b > 0",
    "a, b -> min(a, b), max(a, b) - i for i in {1, 2} when a + b > i",
    "a, b -> i, a - i & b, b for i in 0..=a / 2 when b != 1",
    "a, b -> nothing when a == b",
    "a, b -> a - s, b for s in S when s <= a and all((a - s) % j != 0 for j in 2..s)",
    "a, b -> a xor i, b for i in 1..8 for j in i..b when i + j < 7",
    "a, b -> isqrt(a), b when not is_square(a) or b in {1, 4}",
    "a, b -> b, a",
];

/// Numbers in conjectures about terms, and in those about positions.
pub const OF_TERMS: [&str; 10] =
    ["automatic(\"mark.txt\", n)", "n", "a", "value", "period", "g(n)", "g(n - 3)", "S[1]", "d[0]", "len(S)"];
pub const OF_POSITIONS: [&str; 10] = [
    "automatic(\"wythoff.txt\", h)",
    "h1",
    "h2",
    "value",
    "h[0]",
    "g(h1, h2)",
    "max(h)",
    "h[h1]",
    "sorted(h)[0]",
    "moore(h, 2)",
];

/// Pseudo-random numbers from a seed (xorshift).
pub struct Dice(pub u64);

impl Dice {
    fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % count.max(1)
    }

    fn one<'o>(&mut self, of: &[&'o str]) -> &'o str {
        of[self.below(of.len())]
    }

    /// A condition with this many levels, almost always correct. `names` are the numbers it may use.
    pub fn condition(&mut self, names: &[&str], levels: usize) -> String {
        let kind = if levels == 0 { self.below(3) } else { self.below(9) };
        let levels = levels.saturating_sub(1);
        let number = |dice: &mut Self| dice.number(names, levels);
        let comparison = ["==", "!=", "<", "<=", ">", ">="];
        match kind {
            0 => format!("{} {} {}", number(self), self.one(&comparison), number(self)),
            1 => format!(
                "{} {} {}",
                number(self),
                self.one(&["in", "not in"]),
                self.one(&["{0, 1, 4}", "{}", "{1, 7 - 2}"])
            ),
            2 => self
                .one(&["outcome == P", "true", "outcome != N", "false", "(value == 0) == (outcome == P)"])
                .to_string(),
            3 => format!("not ({})", self.condition(names, levels)),
            4 => {
                let (one, other) = (self.one(&comparison), self.one(&comparison));
                format!("{} {one} {} {other} {}", number(self), number(self), number(self))
            }
            5 => format!("{}({}, {})", "divides", number(self), number(self)),
            6 => {
                let (over, first) = (self.one(&["all", "any"]), self.below(4));
                // Large ranges take long, and have their own test.
                let last = if self.below(4000) == 0 { "10**18".to_string() } else { self.below(9).to_string() };
                format!("{over}({} for i{levels} in {first}..{last})", self.condition(names, levels))
            }
            _ => {
                let logic = self.one(&["and", "or", "implies", "iff"]);
                format!("({} {logic} {})", self.condition(names, levels), self.condition(names, levels))
            }
        }
    }

    fn number(&mut self, names: &[&str], levels: usize) -> String {
        let kind = if levels == 0 { self.below(2) } else { self.below(8) };
        let levels = levels.saturating_sub(1);
        match kind {
            0 => self.one(&["0", "1", "2", "7", "16", "63", "10**6", "9223372036854775807", "(-1)"]).to_string(),
            1 => self.one(names).to_string(),
            2 => {
                let function = self.one(&[
                    "abs",
                    "isqrt",
                    "popcount",
                    "bit_length",
                    "omega",
                    "big_omega",
                    "num_divisors",
                    "xor_exponents",
                    "signature",
                    "least_prime",
                    "greatest_prime",
                    "prime_index",
                    "niminverse",
                    "fib",
                    "floor_phi",
                    "floor_phi2",
                    "max",
                    "lcm",
                ]);
                format!("{function}({})", self.number(names, levels))
            }
            3 => {
                let function = self.one(&[
                    "gcd",
                    "lcm",
                    "min",
                    "max",
                    "nimsum",
                    "nimproduct",
                    "nimpower",
                    "bitor",
                    "bitand",
                    "bit",
                    "valuation",
                ]);
                format!("{function}({}, {})", self.number(names, levels), self.number(names, levels))
            }
            4 => {
                let over = self.one(&["count", "sum"]);
                let body = if over == "sum" { self.number(names, levels) } else { self.condition(names, levels) };
                format!("{over}({body} for k{levels} in {}..={})", self.below(4), self.below(9))
            }
            _ => {
                let sign = self.one(&["+", "-", "*", "/", "%", "xor", "**"]);
                format!("({} {sign} {})", self.number(names, levels), self.number(names, levels))
            }
        }
    }

    /// A text: arbitrary bytes, words, a correct text with changes, or a text generated from the grammar.
    pub fn text(&mut self, words: &[String], names: &[&str]) -> String {
        match self.below(8) {
            0 => {
                let length = self.below(40);
                let bytes: Vec<u8> = (0..length).map(|_| self.below(256) as u8).collect();
                String::from_utf8_lossy(&bytes).into_owned()
            }
            1 | 2 => {
                let count = self.below(24);
                let chosen: Vec<&str> = (0..count).map(|_| words[self.below(words.len())].as_str()).collect();
                chosen.join(" ")
            }
            3 | 4 => self.changed(words),
            _ => {
                let levels = self.below(5);
                self.condition(names, levels)
            }
        }
    }

    /// A move with this many levels, almost always correct.
    pub fn one_move(&mut self, levels: usize) -> String {
        let names = ["a", "b", "i"];
        let parts: Vec<String> = (0..=self.below(2))
            .map(|_| format!("{}, {}", self.number(&names, levels), self.number(&names, levels)))
            .collect();
        let condition = self.condition(&names, levels);
        let (first, last) = (self.below(3), self.below(9));
        format!("a, b -> {} for i in {first}..={last} when {condition}", parts.join(" & "))
    }

    pub fn changed(&mut self, words: &[String]) -> String {
        self.changed_of(&RIGHT, words)
    }

    /// One of the given texts, in which some words are moved, lost or inserted.
    pub fn changed_of(&mut self, right: &[&str], words: &[String]) -> String {
        let mut parts: Vec<&str> =
            right[self.below(right.len())].split_inclusive(|c: char| !c.is_alphanumeric()).collect();
        let other = right[self.below(right.len())];
        for _ in 0..=self.below(3) {
            let place = self.below(parts.len());
            match self.below(5) {
                0 => drop(parts.remove(place)),
                1 => parts.insert(place, &words[self.below(words.len())]),
                2 => parts[place] = &words[self.below(words.len())],
                3 => parts.insert(place, other),
                _ => parts.swap(place, 0),
            }
        }
        parts.concat()
    }
}
