//! Any text at all: nothing that is read, checked or evaluated panics or hangs, and columns agree with single rows. Small numbers of
//! texts by proptest; a million by `a_million_texts`, from a seed that it prints (`SEED=... cargo test -p grundy-language --release --
//! --ignored --nocapture` repeats it).

use grundy_language::{
    Block, Column, Datum, FUNCTIONS, Fault, Lanes, Scope, Truth, Type, Uses, evaluate, holds, holds_in, interval,
    number, rows_without, truth,
};
use proptest::prelude::*;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// The rows of a block.
const ROWS: usize = 6;

/// The names of a place where expressions stand, and their values in each row.
struct Place {
    scope: Scope,
    rows: Vec<Vec<Datum>>,
    coordinates: usize,
}

/// Values of the game: a sequence of 40, or a table of 4 by 4.
fn look(at: &[i64]) -> Option<i64> {
    match at {
        [n] => (0..40).contains(n).then(|| n * 7 % 11 % 5),
        [a, b] => ((0..4).contains(a) && (0..4).contains(b)).then_some(a ^ b),
        _ => None,
    }
}

/// Where there are terms: n, a, value, outcome, a period that is missing, a set, texts.
fn terms() -> Place {
    let scope = Scope::default().with("n", Type::Number).with("a", Type::Number).with("value", Type::Number);
    let scope = scope.with("outcome", Type::Outcome).with("period", Type::Number).with("S", Type::Set);
    let scope = scope.with("d", Type::Text).with("status", Type::Text).with_values(1);
    let row = |n: i64| {
        let value = look(&[n]).unwrap();
        vec![
            Datum::Number(n),
            Datum::Number(6),
            Datum::Number(value),
            Datum::Number((value != 0).into()),
            Datum::Missing,
            Datum::Set([1, 4, 6].into()),
            Datum::Text("07fé".into()),
            Datum::Text("proved".into()),
        ]
    };
    Place { scope, rows: (2..2 + ROWS as i64).map(row).collect(), coordinates: 1 }
}

/// Where there are positions: two coordinates, and both together.
fn positions() -> Place {
    let scope = Scope::default().with("h1", Type::Number).with("h2", Type::Number).with("value", Type::Number);
    let scope = scope.with("outcome", Type::Outcome).with_tuple("h", 0..2).with_values(2);
    let row = |rank: i64| {
        let at = [rank / 4, rank % 4];
        let value = look(&at).unwrap();
        let numbers = [at[0], at[1], value, (value != 0).into()].map(Datum::Number);
        numbers.into_iter().chain([Datum::Set(at.into())]).collect()
    };
    Place { scope, rows: (3..3 + ROWS as i64).map(row).collect(), coordinates: 2 }
}

/// A block of the rows of a place.
fn by_columns(place: &Place, condition: &Truth) -> Option<Lanes> {
    let numbers = |slot: usize| {
        let number = |row: &Vec<Datum>| if let Datum::Number(number) = row[slot] { Some(number) } else { None };
        place.rows.iter().map(number).collect::<Option<Vec<i64>>>()
    };
    let all: Vec<Option<Vec<i64>>> = (0..place.scope.names().len()).map(numbers).collect();
    let columns: Vec<Column<'_>> =
        all.iter().map(|known| known.as_ref().map_or(Column::Other, |numbers| Column::Numbers(numbers))).collect();
    let sequence: Vec<u32> = (0..40).filter_map(|n| look(&[n])).filter_map(|value| u32::try_from(value).ok()).collect();
    let sequence = if place.coordinates == 1 { &sequence[..] } else { &[] };
    let lanes: Vec<u16> = (0..ROWS as u16).collect();
    let held = holds_in(condition, &Block { columns: &columns, sequence: (0, sequence) }, &lanes)?;
    assert!(held.is_sorted() && rows_without(&lanes, &held).len() + held.len() == ROWS);
    Some(held)
}

/// What is used is among what there is.
fn look_at_uses(text: &str, uses: &Uses, place: &Place) {
    assert!(uses.variables.iter().all(|&slot| (slot as usize) < place.scope.names().len()), "{text}");
    for looked in &uses.looks {
        assert!(text.get(looked.span.clone()).is_some(), "{text}: {looked:?}");
        let _ = (looked.back(0), looked.is_at(0..2), looked.is_at(0..0));
        for coordinate in looked.coordinates.iter().flatten() {
            let _ = evaluate(coordinate, &place.rows[0], &look);
        }
    }
}

/// Reads a text in every way, and evaluates what is read; whether it was read.
fn feed(text: &str, place: &Place) -> bool {
    let is_within = |fault: &Fault| assert!(text.get(fault.span()).is_some(), "{text}: {fault:?}");
    let missing = vec![Datum::Missing; place.scope.names().len()];
    let mut read = false;
    match truth(text, 0, &place.scope) {
        Err(blame) => assert!(text.get(blame.span.clone()).is_some(), "{text}: {blame:?}"),
        Ok(condition) => {
            read = true;
            look_at_uses(text, &condition.uses(), place);
            let _ = holds(&condition, &missing, &|_| None);
            let alone: Vec<Result<bool, Fault>> = place.rows.iter().map(|row| holds(&condition, row, &look)).collect();
            alone.iter().filter_map(|held| held.as_ref().err()).for_each(is_within);
            if let Some(together) = by_columns(place, &condition) {
                for (row, held) in (0..).zip(&alone) {
                    assert_eq!(*held, Ok(together.contains(&row)), "{text} at row {row}");
                }
            }
        }
    }
    if let Ok(number) = number(text, 0, &place.scope) {
        read = true;
        look_at_uses(text, &number.uses(), place);
        let _ = (evaluate(&number, &place.rows[0], &look), evaluate(&number, &missing, &|_| None));
    }
    if let Ok(range) = interval(text, 0, &place.scope) {
        read = true;
        let _ = (range.bounds(&place.rows[0]), range.bounds(&missing), range.constant());
    }
    read
}

/// Words and symbols of the language, names that there are, and some that there are not.
fn words() -> Vec<String> {
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
    ];
    let functions = FUNCTIONS.iter().flat_map(|function| [function.name.to_string(), format!("{}(", function.name)]);
    fixed.into_iter().map(String::from).chain(functions).collect()
}

/// Expressions that are right, to be changed a little.
const RIGHT: [&str; 14] = [
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
];

/// Numbers where there are terms, and where there are positions.
const OF_TERMS: [&str; 9] = ["n", "a", "value", "period", "g(n)", "g(n - 3)", "S[1]", "d[0]", "len(S)"];
const OF_POSITIONS: [&str; 7] = ["h1", "h2", "value", "h[0]", "g(h1, h2)", "max(h)", "h[h1]"];

/// Numbers that follow from a seed (xorshift).
struct Dice(u64);

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

    /// A condition, nearly always right, of so many levels; `names` are those of its place.
    fn condition(&mut self, names: &[&str], levels: usize) -> String {
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
                // What is large takes its time, and has a test of its own.
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
                let function = self.one(&["abs", "isqrt", "popcount", "fib", "floor_phi", "floor_phi2", "max", "lcm"]);
                format!("{function}({})", self.number(names, levels))
            }
            3 => {
                let function = self.one(&["gcd", "lcm", "min", "max", "nimsum", "bit", "valuation"]);
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

    /// A text: of any bytes, of words, a right one that is changed, or one that follows the grammar.
    fn text(&mut self, words: &[String], names: &[&str]) -> String {
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

    fn changed(&mut self, words: &[String]) -> String {
        let mut parts: Vec<&str> =
            RIGHT[self.below(RIGHT.len())].split_inclusive(|c: char| !c.is_alphanumeric()).collect();
        let other = RIGHT[self.below(RIGHT.len())];
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

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let text = String::from_utf8_lossy(&bytes);
        feed(&text, &terms());
        feed(&text, &positions());
    }

    #[test]
    fn any_words(parts in prop::collection::vec(prop::sample::select(words()), 0..40), gap in "[ \n]?") {
        let text = parts.join(&gap);
        feed(&text, &terms());
        feed(&text, &positions());
    }

    #[test]
    fn texts_of_the_grammar(seed in 1..u64::MAX, levels in 0usize..6) {
        feed(&Dice(seed).condition(&OF_TERMS, levels), &terms());
        feed(&Dice(seed).condition(&OF_POSITIONS, levels), &positions());
    }

    #[test]
    fn right_texts_with_changes(seed in 1..u64::MAX) {
        let text = Dice(seed).changed(&words());
        feed(&text, &terms());
        feed(&text, &positions());
    }
}

#[test]
fn right_texts_are_read() {
    assert!(RIGHT.iter().all(|text| feed(text, &terms()) || feed(text, &positions())));
}

/// Whatever is as deep, as long or as large as it may be, on the stack of a thread that works for others.
#[test]
fn deep_long_and_large_texts_end_soon() {
    let nested = |open: &str, inner: &str, close: &str| {
        [10, 40, 47, 48, 49, 200, 3000].map(|depth| format!("{}{inner}{}", open.repeat(depth), close.repeat(depth)))
    };
    let chained = |link: &str, last: &str| [100, 249, 332, 499, 500, 5000].map(|count| link.repeat(count) + last);
    let mut texts = Vec::new();
    for (open, inner, close) in [
        ("(", "true", ")"),
        ("not ", "true", ""),
        ("not (", "n == 1", ")"),
        ("-", "n", ""),
        ("-(", "n", ")"),
        ("2 ** ", "1", ""),
        ("S[", "0", "]"),
        ("{", "1", "}"),
        ("len({", "1", "})"),
        ("gcd(", "n", ")"),
        ("gcd(1, ", "n", ")"),
        ("g(", "n", ")"),
        ("h[", "0", "]"),
        ("count(0 < ", "1", " for i in 0..2)"),
        ("all(", "true", " for i in 0..2)"),
        ("(true iff ", "true", ")"),
        ("0 < count(", "true", " for i in {1}) < 2"),
    ] {
        texts.extend(nested(open, inner, close));
    }
    for (link, last) in [
        ("n + ", "n > 0"),
        ("n - ", "n"),
        ("true and ", "true"),
        ("n > 99 or ", "true"),
        ("n <= ", "n"),
        ("n xor ", "n == 0"),
        ("0 * ", "n"),
        ("S[0]", "[0]"),
        ("[", "]"),
        ("1, ", "1"),
        ("true iff ", "true"),
        ("\"", "\""),
        ("é", ""),
        ("nnnnnnnnnn", ""),
        ("9", ""),
        ("n == 1 implies ", "true"),
    ] {
        texts.extend(chained(link, last));
    }
    let started = Instant::now();
    let all = move || {
        for text in &texts {
            feed(text, &terms());
            feed(text, &positions());
        }
    };
    // The stack of a thread is 2 MiB unless it is said otherwise: this is half of that.
    std::thread::Builder::new().stack_size(1 << 20).spawn(all).unwrap().join().unwrap();
    assert!(started.elapsed() < Duration::from_secs(60), "{:?}", started.elapsed());
}

#[test]
fn large_loops_end_with_an_error() {
    let place = terms();
    for text in [
        "all(i >= 0 for i in 0..10**18)",
        "all(i >= 0 for i in 0..=9223372036854775807)",
        "count(true for i in 0..10**18) > 0",
        "any(false for i in -(10**18)..10**18 if i > 0)",
        "all(true for i in 0..10**18 for j in 0..10**18 for k in 0..10**18)",
        "sum(sum(1 for j in 0..10**9) for i in 0..10**9) > 0",
        "all(all(all(true for k in 0..1000) for j in 0..1000) for i in 0..1000)",
    ] {
        let started = Instant::now();
        let condition = truth(text, 0, &place.scope).unwrap_or_else(|blame| panic!("{text}: {blame:?}"));
        let fault = holds(&condition, &place.rows[0], &look).expect_err(text);
        assert_eq!(fault.to_string(), "more than 10,000,000 turns of loops", "{text}");
        assert!(started.elapsed() < Duration::from_secs(20), "{text}: {:?}", started.elapsed());
    }
    // Empty ones are nothing, and the last number has no successor.
    for text in
        ["all(false for i in 10**18..0)", "count(i > 0 for i in 9223372036854775806..=9223372036854775807) == 2"]
    {
        assert_eq!(holds(&truth(text, 0, &place.scope).unwrap(), &place.rows[0], &look), Ok(true), "{text}");
    }
}

/// How many texts, unless `TEXTS` says otherwise.
const TEXTS: u64 = 1_000_000;

#[test]
#[ignore = "minutes; scripts/slow-checks.sh runs it"]
fn a_million_texts() {
    let variable = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |since| since.as_nanos() as u64);
    let seed = variable("SEED").unwrap_or(now).max(1);
    println!("SEED={seed}");
    let (words, places, mut dice) = (words(), [terms(), positions()], Dice(seed));
    let (mut read, mut slowest) = (0u64, (Duration::ZERO, String::new()));
    let texts = variable("TEXTS").unwrap_or(TEXTS);
    for index in 0..texts {
        let place = index as usize % 2;
        let text = dice.text(&words, [&OF_TERMS[..], &OF_POSITIONS[..]][place]);
        let started = Instant::now();
        let fed = std::panic::catch_unwind(|| feed(&text, &places[place]));
        read += u64::from(fed.unwrap_or_else(|_| panic!("text {index} of SEED={seed}: {text:?}")));
        slowest = slowest.max((started.elapsed(), text));
    }
    println!("{texts} texts, {read} of them right, the slowest in {:?}: {:?}", slowest.0, slowest.1);
    assert!(read > texts / 5, "hardly anything was read");
    assert!(slowest.0 < Duration::from_secs(60), "{:?}", slowest);
}
