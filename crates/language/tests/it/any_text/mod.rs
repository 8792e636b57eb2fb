//! Arbitrary texts: nothing that is read, checked or evaluated panics or hangs, and columns agree with single
//! rows. Small numbers of texts come from proptest; a million come from `a_million_texts`, which prints its
//! seed (`SEED=... cargo test -p grundy-language --release -- --ignored --nocapture` repeats it).

mod dice;

use dice::{Dice, OF_POSITIONS, OF_TERMS, RIGHT, RIGHT_MOVES, words};
use grundy_language::{
    Automata, BatchColumn, Block, Datum, Fault, Lanes, Moves, Room, Scope, Truth, Type, Uses, evaluate, holds,
    holds_in, interval, number, rows_without, truth,
};
use proptest::prelude::*;
use std::path::Path;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

const ROWS: usize = 6;

/// The names available to an expression, and their values in each row.
struct Place {
    scope: Scope,
    rows: Vec<Vec<Datum>>,
    coordinates: usize,
}

/// The values of the game: a sequence of 40, or a table of 4 by 4.
fn look(at: &[i64]) -> Option<i64> {
    match at {
        [n] => (0..40).contains(n).then(|| n * 7 % 11 % 5),
        [a, b] => ((0..4).contains(a) && (0..4).contains(b)).then_some(a ^ b),
        _ => None,
    }
}

/// The automata of the examples.
fn automata() -> Automata {
    Automata::in_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../configs/conjectures"))
}

/// For conjectures about terms and, what no conjecture has together, about rows: n, a, value, outcome, a missing
/// period, a set, texts.
fn terms() -> Place {
    let scope = Scope::default().with("n", Type::Number).with("a", Type::Number).with("value", Type::Number);
    let scope = scope.with("outcome", Type::Outcome).with("period", Type::Number).with("S", Type::Set);
    let scope = scope.with("d", Type::Text).with("status", Type::Text).with_values(1).with_automata(&automata());
    let scope = scope.with_rows(vec![1, 5, 6]);
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

/// For conjectures about positions: two coordinates, and the list of both.
fn positions() -> Place {
    let scope = Scope::default().with("h1", Type::Number).with("h2", Type::Number).with("value", Type::Number);
    let scope = scope.with("outcome", Type::Outcome).with_tuple("h", 0..2).with_values(2).with_automata(&automata());
    let row = |rank: i64| {
        let at = [rank / 4, rank % 4];
        let value = look(&at).unwrap();
        let numbers = [at[0], at[1], value, (value != 0).into()].map(Datum::Number);
        numbers.into_iter().chain([Datum::Set(at.into())]).collect()
    };
    Place { scope, rows: (3..3 + ROWS as i64).map(row).collect(), coordinates: 2 }
}

/// The rows in which a condition holds, evaluated as one block.
fn by_columns(place: &Place, condition: &Truth) -> Option<Lanes> {
    let numbers = |slot: usize| {
        let number = |row: &Vec<Datum>| if let Datum::Number(number) = row[slot] { Some(number) } else { None };
        place.rows.iter().map(number).collect::<Option<Vec<i64>>>()
    };
    let all: Vec<Option<Vec<i64>>> = (0..place.scope.names().len()).map(numbers).collect();
    let columns: Vec<BatchColumn<'_>> = all
        .iter()
        .map(|known| known.as_ref().map_or(BatchColumn::Other, |numbers| BatchColumn::Numbers(numbers)))
        .collect();
    let sequence: Vec<u32> = (0..40).filter_map(|n| look(&[n])).filter_map(|value| u32::try_from(value).ok()).collect();
    let sequence = if place.coordinates == 1 { &sequence[..] } else { &[] };
    let lanes: Vec<u16> = (0..ROWS as u16).collect();
    let held = holds_in(condition, &Block { columns: &columns, sequence: (0, sequence) }, &lanes)?;
    assert!(held.is_sorted() && rows_without(&lanes, &held).len() + held.len() == ROWS);
    Some(held)
}

/// Everything that an expression uses exists.
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

/// Reads a text in every way, and evaluates what could be read. Returns whether it could be read.
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

/// Reads a text as a move, and makes it from some positions. Returns whether it could be read.
fn feed_as_move(text: &str) -> bool {
    let scope = Scope::default().with_constant("S", Datum::Set([1, 4, 6].as_slice().into()));
    let moves = match Moves::read(&[(text, 0)], scope) {
        Ok(moves) => moves,
        Err((index, blame)) => {
            assert!(index == 0 && text.get(blame.span.clone()).is_some(), "{text}: {blame:?}");
            return false;
        }
    };
    let mut room = Room::default();
    for position in [[0, 0], [3, 1], [6, 7], [i64::from(u32::MAX), 2], [grundy_language::LARGEST, 2]] {
        let position = &position[..moves.names().len().min(2)];
        if position.len() < moves.names().len() {
            break;
        }
        let mut left = 100;
        let made = moves.options(position, &mut room, &mut |_, _| {
            left -= 1;
            left > 0
        });
        if let Err(wrong) = made {
            assert!(wrong.to_string().contains("the move"), "{text}: {wrong}");
        }
    }
    true
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
    fn moves_of_all_kinds(seed in 1..u64::MAX, levels in 0usize..4) {
        let words = words();
        let dice = &mut Dice(seed);
        let other = dice.text(&words, &OF_POSITIONS);
        for text in [dice.one_move(levels), dice.changed_of(&RIGHT_MOVES, &words), format!("a, b -> {other}"), other] {
            feed_as_move(&text);
        }
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
    RIGHT_MOVES.iter().for_each(|text| assert!(feed_as_move(text), "{text}"));
}

/// Texts as deep, long or large as the limits allow end soon, even on the small stack of a worker thread.
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
    // By default, the stack of a thread is 2 MiB; this is half of it.
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
        assert_eq!(
            fault.to_string(),
            "more than 10,000,000 loop iterations (or equivalent work in functions)",
            "{text}"
        );
        assert!(started.elapsed() < Duration::from_secs(20), "{text}: {:?}", started.elapsed());
    }
    // Empty ranges have no turns, and the largest number has no successor.
    for text in
        ["all(false for i in 10**18..0)", "count(i > 0 for i in 9223372036854775806..=9223372036854775807) == 2"]
    {
        assert_eq!(holds(&truth(text, 0, &place.scope).unwrap(), &place.rows[0], &look), Ok(true), "{text}");
    }
}

/// The number of texts, unless `TEXTS` sets another one.
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
        let place = index as usize % 3;
        let text = match places.get(place) {
            Some(_) => dice.text(&words, [&OF_TERMS[..], &OF_POSITIONS[..]][place]),
            None if index % 2 == 0 => dice.one_move(index as usize / 6 % 4),
            None => dice.changed_of(&RIGHT_MOVES, &words),
        };
        let started = Instant::now();
        let fed = std::panic::catch_unwind(|| match places.get(place) {
            Some(place) => feed(&text, place),
            None => feed_as_move(&text),
        });
        read += u64::from(fed.unwrap_or_else(|_| panic!("text {index} of SEED={seed}: {text:?}")));
        slowest = slowest.max((started.elapsed(), text));
    }
    println!("{texts} texts, {read} of them right, the slowest in {:?}: {:?}", slowest.0, slowest.1);
    assert!(read > texts / 5, "hardly anything was read");
    assert!(slowest.0 < Duration::from_secs(60), "{:?}", slowest);
}
