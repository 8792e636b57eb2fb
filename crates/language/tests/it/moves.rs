//! Tests of the meaning of moves, and of the messages for wrong ones.

use grundy_language::*;
use proptest::prelude::*;

/// k = 3, S = {1, 4}, T = [2, 3, 1, 2], M = [[5], [3, 4]].
fn scope() -> Scope {
    Scope::default()
        .with_constant("k", Datum::Number(3))
        .with_constant("S", Datum::Set([1, 4].as_slice().into()))
        .with_constant("T", Datum::List([2, 3, 1, 2].as_slice().into()))
        .with_constant("M", Datum::Lists([[5].as_slice().into(), [3, 4].as_slice().into()].into()))
}

fn moves(texts: &[&str]) -> Result<Moves, (usize, String, std::ops::Range<usize>)> {
    let scope = scope();
    let texts: Vec<(&str, usize)> = texts.iter().map(|text| (*text, 0)).collect();
    Moves::read(&texts, scope).map_err(|(index, blame)| (index, blame.message, blame.span))
}

/// The options of a position; the components of a sum are concatenated.
fn options(texts: &[&str], position: &[i64]) -> Result<Vec<Vec<i64>>, String> {
    let moves = moves(texts).unwrap_or_else(|wrong| panic!("{texts:?}: {wrong:?}"));
    let mut found = Vec::new();
    let all = moves.options(position, &mut Room::default(), &mut |_, option| {
        found.push(option.to_vec());
        true
    });
    all.map(|_| found).map_err(|wrong| wrong.to_string())
}

#[test]
fn options_in_the_order_of_the_ranges() {
    for (texts, position, expected) in [
        (&["n -> n - 1 when n > 0"][..], &[0][..], vec![]),
        (&["n -> n - 1 when n > 0", "n -> n / 2 when n > 0"], &[5], vec![vec![4], vec![2]]),
        (&["n -> n - s for s in S when s <= n"], &[4], vec![vec![3], vec![0]]),
        (&["n -> nothing when n == k"], &[3], vec![vec![]]),
        (&["n -> i & n - i for i in 1..=n / 2"], &[5], vec![vec![1, 4], vec![2, 3]]),
        (&["a, b -> j, i for i in 0..a for j in i..=b"], &[2, 1], vec![vec![0, 0], vec![1, 0], vec![1, 1]]),
        (&["a, b -> a - i, b & b, i for i in 1..3 when a >= i"], &[1, 7], vec![vec![0, 7, 7, 1]]),
        (&["n -> n - i for i in 1..n when all(i % j != 0 for j in 2..i)"], &[5], vec![vec![4], vec![3], vec![2]]),
        (&["n -> n - i for i in 1..=sum(j for j in 1..3) when i <= n"], &[9], vec![vec![8], vec![7], vec![6]]),
        (&["n -> min(S) for i in {2, 1, 2}"], &[9], vec![vec![1], vec![1]]),
        (&["n -> T[n] when n < len(T)"], &[2], vec![vec![1]]),
        (&["n -> n - t for t in T"], &[9], vec![vec![7], vec![6], vec![8], vec![7]]),
        (&["n -> M[n][i] for i in 0..len(M[n])"], &[1], vec![vec![3], vec![4]]),
    ] {
        assert_eq!(options(texts, position), Ok(expected), "{texts:?}");
    }
}

#[test]
fn as_many_parts_as_the_position_says() {
    for (text, position, expected) in [
        ("n -> n / d times d for d in 2..=n when n % d == 0", &[4][..], vec![vec![2, 2], vec![1, 1, 1, 1]]),
        ("n -> (n/k) times k", &[7], vec![vec![2; 3]]),
        ("n -> (i for i in 1..n)", &[4], vec![vec![1, 2, 3]]),
        (
            "n -> (i for i in a..=b) for a in 1..n for b in a + 1..n when (a + b) * (b - a + 1) == 2 * n",
            &[9],
            vec![vec![2, 3, 4], vec![4, 5]],
        ),
        // No component is the empty sum. A component that is repeated 0 times is not evaluated.
        ("n -> 1 / (n - 3) times n - 3", &[3], vec![vec![]]),
        ("n -> (1 / 0 for i in n..3)", &[3], vec![vec![]]),
        ("n -> n - 1 & 0 times 0 & (i for i in {3, 1}) & 7", &[5], vec![vec![4, 1, 3, 7]]),
        ("n -> (i * j for i in 1..n for j in i..n if i + j == n) times 2", &[5], vec![vec![4, 4, 6, 6]]),
        ("n -> (d for d in 1..n if divides(d, n))", &[6], vec![vec![1, 2, 3]]),
        ("a, b -> (i, b for i in 0..a) times 2 & (b, a) times 1", &[2, 5], vec![vec![0, 5, 0, 5, 1, 5, 1, 5, 5, 2]]),
        ("a, b -> a, b - 1 times 2", &[1, 1], vec![vec![1, 0, 1, 0]]),
        ("a, b -> (a, b)", &[1, 2], vec![vec![1, 2]]),
        ("a, b -> (a), (b - 1)", &[1, 2], vec![vec![1, 1]]),
        ("n -> (n) for i in 1..=1", &[2], vec![vec![2]]),
    ] {
        assert_eq!(options(&[text], position), Ok(expected), "{text}");
    }
    let splits = |text: &str| moves(&[text]).unwrap().splits();
    assert!(splits("n -> 1 times n") && splits("n -> (i for i in 1..n)") && splits("n -> n & n"));
    assert!(!splits("n -> n - 1") && !splits("n -> nothing") && !splits("a, b -> (b, a)"));
}

#[test]
fn parts_without_end_are_refused() {
    for (text, position, fragments) in [
        ("n -> 1 times n - 3", 2, ["at 2", "a negative number where a non-negative one is required, in `n - 3`"]),
        ("n -> 1 times 10_001", 2, ["at 2", "a sum with more than 10,000 parts, in `1 times 10_001`"]),
        ("n -> 1 & 1 times 10_000", 2, ["at 2", "a sum with more than 10,000 parts, in `1 times 10_000`"]),
        ("n -> 1 times 10**18", 2, ["at 2", "more than 10,000 parts"]),
        ("n -> (1 for i in 0..5001) times 2", 2, ["at 2", "more than 10,000 parts"]),
        ("n -> (1 for i in 0..10**9)", 2, ["at 2", "a sum with more than 10,000 parts, in `(1 for i in 0..10**9)`"]),
        ("n -> (1 for i in 0..10**9 if i < 0)", 2, ["at 2", "more than 10,000,000 loop iterations"]),
        ("n -> 1 times 9000 for i in 0..10**9", 2, ["at 2", "more than 10,000,000 loop iterations"]),
        ("n -> (1 / (i - 2) for i in 1..n)", 4, ["at 4", "division by zero, in `1 / (i - 2)`"]),
    ] {
        let wrong = options(&[text], &[position]).unwrap_err();
        assert!(fragments.iter().all(|fragment| wrong.contains(fragment)), "{wrong}");
    }
    assert_eq!(options(&["n -> 1 times 10_000"], &[2]).unwrap()[0].len(), 10_000);
    assert_eq!(options(&["n -> 1 & 1 times 9_999"], &[2]).unwrap()[0].len(), 10_000);
    let far = moves(&["n -> n - 5 times 99"]).unwrap().no_position(&[3], 0, &[-2; 99]).to_string();
    assert!(far.ends_with("leads from 3 to -2, one of 99 parts: a coordinate is negative"), "{far}");
}

#[test]
fn a_condition_is_tested_before_the_ranges_it_does_not_need() {
    // Without early tests, the ranges would have 10^12 turns, or no value.
    let texts = ["n -> n - 1 for i in 0..10**6 for j in 0..10**6 when n > 0 and i < 1 and j == i and n < 5"];
    assert!(options(&texts, &[5]).unwrap().is_empty());
    assert_eq!(options(&["n -> n - 7 / n for i in 0..7 / n when i == n and n > 0"], &[0]), Ok(vec![]));
    let slow = ["n -> n - 1 for i in 0..10**6 for j in 0..10**6 when i + j < 0"];
    assert!(options(&slow, &[1]).unwrap_err().contains("10,000,000 loop iterations"), "{:?}", options(&slow, &[1]));
}

#[test]
fn what_has_no_value_is_told_with_move_and_position() {
    for (text, position, fragments) in [
        ("n -> n / (n - 2)", 2, ["the move `n -> n / (n - 2)` at 2", "division by zero, in `n / (n - 2)`"]),
        ("n -> S[n]", 2, ["at 2", "index out of range, in `S[n]`"]),
        ("n -> n for i in 0..n when 1 / (i - 1) > 0", 2, ["at 2", "division by zero, in `1 / (i - 1)`"]),
    ] {
        let wrong = options(&[text], &[position]).unwrap_err();
        assert!(fragments.iter().all(|fragment| wrong.contains(fragment)), "{wrong}");
    }
}

#[test]
fn wrong_moves_are_blamed_at_their_place() {
    for (texts, index, span, fragment) in [
        (&["n - 1"][..], 0, 2..3, "unexpected `-`"),
        (&["-> n"], 0, 0..2, "unexpected"),
        (&["n ->"], 0, 4..4, "unexpected end"),
        (&["n -> n - x"], 0, 9..10, "no variable `x`"),
        (&["n -> n - i when n > 0"], 0, 9..10, "no variable `i`"),
        (&["n -> n - i for i in 0..j for j in 0..n"], 0, 23..24, "no variable `j`"),
        (&["n -> n - i for i in 1.. when n > 0"], 0, 20..23, "has no end"),
        (&["n -> n - i for i in 1.."], 0, 20..23, "has no end"),
        (&["n -> n - 1 if n > 0"], 0, 11..13, "`if` can only follow `for`"),
        (&["n -> n // 2"], 0, 7..9, "no operator `//`"),
        (&["n -> n - i for i in n"], 0, 20..21, "this is a number"),
        (&["n -> n > 0"], 0, 5..10, "this is a condition"),
        (&["n -> n - 1 when n"], 0, 16..17, "this is a number"),
        (&["n -> n - 1 when n > 0 for i in 0..n"], 0, 22..25, "unexpected `for`"),
        (&["a, b -> a"], 0, 8..9, "1 coordinate, but a position has 2"),
        (&["a, b -> a, b & a"], 0, 15..16, "1 coordinate, but a position has 2"),
        (&["g -> g"], 0, 0..1, "reserved word"),
        (&["N -> 1"], 0, 0..1, "reserved word"),
        (&["gcd -> 1"], 0, 0..3, "reserved word"),
        (&["value -> 1"], 0, 0..5, "another column"),
        (&["a, h1 -> 1, 1"], 0, 3..5, "another column"),
        (&["k -> 1"], 0, 0..1, "already a parameter"),
        (&["a, a -> 1, 1"], 0, 3..4, "given twice"),
        (&["n -> 1 for n in 1..2"], 0, 11..12, "another meaning"),
        (&["n -> 1 for k in 1..2"], 0, 11..12, "another meaning"),
        (&["a, b -> a, b", "b, a -> a, b"], 1, 0..1, "its coordinates `b`, `a`; the first move names them `a`, `b`"),
        (&["a, b -> a, b", "a -> a"], 1, 0..1, "its coordinates `a`; the first move"),
        (&["n -> n - 1.5"], 0, 9..10, "decimal fractions"),
        (&["n -> n^2"], 0, 6..7, "`^`"),
        (&["n -> n times"], 0, 12..12, "unexpected end"),
        (&["n -> n times true"], 0, 13..17, "this is a condition"),
        (&["n -> n times 2 times 2"], 0, 15..20, "unexpected `times`"),
        (&["n -> n times 2, n"], 0, 14..15, "unexpected `,`"),
        (&["n -> nothing times 2"], 0, 13..18, "unexpected `times`"),
        (&["n -> n times i for j in 1..2"], 0, 13..14, "no variable `i`"),
        (&["n -> (i for i in 1..n) & i"], 0, 25..26, "no variable `i`"),
        (&["n -> (i for i in 1..n) times i"], 0, 29..30, "no variable `i`"),
        (&["n -> (n for n in 1..3)"], 0, 12..13, "another meaning"),
        (&["n -> (i for i in 1..n) for i in 1..n"], 0, 12..13, "another meaning"),
        (&["n -> (i for i in n)"], 0, 17..18, "this is a number"),
        (&["n -> (i for i in 1..n"], 0, 21..21, "unexpected end"),
        (&["n -> (i for i in 1..)"], 0, 17..20, "has no end"),
        (&["n -> (n, n)"], 0, 6..10, "2 coordinates, but a position has 1"),
        (&["a, b -> (i for i in 1..a)"], 0, 9..10, "1 coordinate, but a position has 2"),
        (&["n -> (n, n if n > 1)"], 0, 11..13, "unexpected `if`"),
        (&["times -> 1"], 0, 0..5, "reserved word"),
        (&["n -> nothing & n"], 0, 13..14, "unexpected `&`"),
    ] {
        let (found, message, place) = moves(texts).map(|_| ()).expect_err(texts[0]);
        assert!(
            found == index && place == span && message.contains(fragment),
            "{texts:?}: {found} {place:?} {message}"
        );
    }
    assert!(moves(&["h1, h2 -> h2, h1"]).is_ok(), "columns by their own names");
}

#[test]
fn positions_say_where_coordinates_begin() {
    let least = |text: &str| moves(&["a, b -> b, a"]).unwrap().with_positions(text, 0).unwrap().least();
    assert_eq!(least("a >= 1 and 2 < b and true == true"), (vec![1, 3], true));
    assert_eq!(least("a > 0 and b != 0"), (vec![1, 1], false));
    assert_eq!(least("a <= b"), (vec![0, 0], true));
    assert_eq!(least("a >= 0 - 5"), (vec![0, 0], false));
    let asked = moves(&["a, b -> b, a"]).unwrap().with_asked("n, max(n - 1, 0)", 0).unwrap();
    assert_eq!((asked.asked(0), asked.asked(7)), (Ok(vec![0, 0]), Ok(vec![7, 6])));
    let wrong = moves(&["a, b -> b, a"]).unwrap().with_asked("n, n - 1", 0).unwrap().asked(0).unwrap_err();
    assert!(wrong.to_string().contains("n = 0: 0,-1 is not a position"), "{wrong}");
    assert!(moves(&["a -> a"]).unwrap().with_asked("n, n", 0).is_err());
    assert!(moves(&["a -> a"]).unwrap().with_asked("a", 0).is_err());
}

#[test]
fn plays_that_can_be_made_again() {
    let end = u64::MAX;
    for (texts, play, times) in [
        (&["n -> n + 1"][..], &[&[7i64][..], &[8]][..], end),
        (&["n -> n + 1 when n > 3"], &[&[4], &[5]], end),
        (&["n -> n + 1 when n < 9"], &[&[4], &[5]], 4),
        (&["n -> n + 1 when n < 10**9"], &[&[4], &[5]], 999_999_995),
        (&["n -> n + 1 when n < 10**12"], &[&[4], &[5]], 999_999_999_995),
        // The maximum of a coordinate is 2^62 - 1.
        (&["n -> n + 1 when n < 10**18 * 9"], &[&[4], &[5]], (1 << 62) - 6),
        (&["n -> n - 2 when n > 1"], &[&[11], &[9]], 4),
        // A descending play ends at 0, whatever the rules say.
        (&["n -> n - 2"], &[&[11], &[9]], 4),
        (&["n -> n - 2 when 100 - 7*n < 3 and n % 2 == 1"], &[&[31], &[29]], 8),
        (&["n -> n + 3 when n % 3 == 1"], &[&[7], &[10]], end),
        (&["n -> n + 3 when n % 2 == 1"], &[&[7], &[10]], 0),
        (&["n -> n + 1 when n != 1 and n != 3 and n < 5"], &[&[0], &[1]], 0),
        (&["n -> n + 2 when n != 10 and 2*n != 31"], &[&[4], &[6]], 2),
        (&["n -> n + 2 when n != 9"], &[&[4], &[6]], end),
        (&["n -> n + i for i in 1..=n - 2"], &[&[4], &[6]], end),
        (&["n -> n + i for i in 1..=n when i < 9"], &[&[4], &[7]], end),
        (&["n -> n + i for i in S when n > i"], &[&[5], &[9]], end),
        (&["n -> n + i for i in 5 - n..4 when i > 0"], &[&[5], &[8]], end),
        (&["n -> n + i for i in n..20 - n"], &[&[5], &[10]], 0),
        (&["n -> 2 * n"], &[&[5], &[10]], 0),
        (&["n -> n + n % 4 when n % 4 != 0"], &[&[6], &[8]], 0),
        (&["n -> n + 11 + 8 * (n / 4) % 3"], &[&[8], &[20]], end),
        (&["n -> n + 1 when is_prime(k) or n < 5"], &[&[3], &[4]], end),
        (&["n -> n + 1 when is_prime(n + 4) or n < 9"], &[&[3], &[4]], 5),
        (&["n -> n + 1 when is_prime(n)"], &[&[3], &[4]], 0),
        (&["n -> n + 1 when 1 < n < 7 != n + n"], &[&[3], &[4]], 3),
        (&["n -> n + 1 when 1 < n < 7"], &[&[3], &[4]], 3),
        (&["n -> n + 1 when n in {3, 4, 5, 6}"], &[&[3], &[4]], 0),
        (&["n -> n + 1 & n - 1 when n > 0"], &[&[3], &[4]], end),
        (&["n -> (i for i in 0..n) & n + 1"], &[&[3], &[4]], 0),
        (&["n -> n + 2", "n -> n - 1 when n > 0"], &[&[3], &[5], &[4]], end),
        (&["a, b -> a + 1, b - 1 when b > 0", "a, b -> a - 1, b + 2 when a > 0"], &[&[1, 1], &[2, 0], &[1, 2]], end),
        (&["a, b -> a - 1, b + a when a > 0"], &[&[9, 1], &[8, 10]], 0),
        (&["a, b -> a - 1, b + k when a > 0"], &[&[9, 1], &[8, 4]], 8),
        (&["n -> n + 1"], &[&[3], &[4], &[3]], 0),
        (&["n -> n + 1"], &[&[3], &[3]], 0),
        (&["n -> n + 1"], &[&[3], &[5]], 0),
        (&["n -> n + 1"], &[&[3]], 0),
        (&["n -> n + 1"], &[], 0),
        (&["n -> n + 1"], &[&[3, 4], &[4, 4]], 0),
        (&["n -> n + 1 when 1 / (n - 3) >= 0"], &[&[3], &[4]], 0),
    ] {
        assert_eq!(moves(texts).unwrap().repetitions(play), times, "{texts:?} {play:?}");
    }
    let part = moves(&["n -> n + 1"]).unwrap().with_positions("n < 50", 0).unwrap();
    assert_eq!(part.repetitions(&[&[3], &[4]]), 45);
}

/// Moves of two numbers with various conditions; some of the expressions are linear.
fn shifts() -> impl Strategy<Value = String> {
    let number = prop::sample::select(vec![
        "a", "b", "a + b", "2*a - b", "a % 3", "b % 2", "a / 2", "7", "i", "i * b", "b - 9", "-a", "a xor b",
    ]);
    let compare = (number.clone(), prop::sample::select(vec!["==", "!=", "<", "<=", ">", ">="]), number.clone())
        .prop_map(|(left, sign, right)| format!("{left} {sign} {right}"));
    let condition = (compare.clone(), prop::sample::select(vec!["and", "or", "implies"]), compare)
        .prop_map(|(left, word, right)| format!("{left} {word} {right}"));
    let change = prop::sample::select(vec!["", " + 1", " - 1", " + 2", " - 3", " + i", " - i", " + a % 2", " + a"]);
    let range = prop::sample::select(vec!["1..3", "0..=b", "a..9", "{2, 5}", "b - a..b"]);
    (change.clone(), change, range, condition)
        .prop_map(|(a, b, range, when)| format!("a, b -> a{a}, b{b} for i in {range} when {when}"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6000))]

    #[test]
    fn plays_are_made_again_as_often_as_is_claimed(texts in prop::collection::vec(shifts(), 1..3), a in 0i64..9, b in 0i64..9, picks in prop::collection::vec(0usize..9, 1..4)) {
        let lines: Vec<(&str, usize)> = texts.iter().map(|text| (text.as_str(), 0)).collect();
        let moves = Moves::read(&lines, Scope::default()).expect("moves");
        let options = |position: &[i64]| {
            let mut found = Vec::new();
            let _ = moves.options(position, &mut Room::default(), &mut |_, option| {
                found.extend(fits(option).then(|| option.to_vec()));
                true
            });
            found
        };
        let mut play = vec![vec![a, b]];
        for pick in picks {
            let options = options(&play[play.len() - 1]);
            if options.is_empty() {
                break;
            }
            play.push(options[pick % options.len()].clone());
        }
        let places: Vec<&[i64]> = play.iter().map(Vec::as_slice).collect();
        let times = moves.repetitions(&places);
        let by: Vec<i64> = (0..2).map(|at| play[play.len() - 1][at] - play[0][at]).collect();
        for time in 0..=times.min(60) as i64 {
            let moved = |position: &[i64]| Some([0, 1].map(|at| position[at] + time * by[at]).to_vec()).filter(|moved| fits(moved));
            for step in play.windows(2) {
                let (from, to) = (moved(&step[0]).expect("a position"), moved(&step[1]).expect("a position"));
                prop_assert!(options(&from).contains(&to), "{:?}: {:?} is no option of {:?}, {}", texts, to, from, times);
            }
        }
    }
}

fn soup() -> impl Strategy<Value = String> {
    let words = [
        "a",
        "b",
        "n",
        "i",
        "->",
        "->",
        "&",
        "times",
        "(i for i in 0..b)",
        "bitand",
        "T[a]",
        "for",
        "in",
        "when",
        "nothing",
        "1..=a",
        "0..b",
        "..",
        "..=",
        "S",
        "k",
        "and",
        "or",
        "not",
        "(",
        ")",
        "{",
        "}",
        "[",
        "]",
        ",",
        ",",
        "+",
        "-",
        "*",
        "/",
        "%",
        "**",
        "==",
        "<",
        "3",
        "10**18",
        "all(i > 0 for i in 1..a)",
        "min(a, b)",
        "xor",
        "implies",
        "é",
        "\"x\"",
        "g(a)",
        "1.5",
        "^",
        "a, b -> a - i, b",
    ];
    prop::collection::vec(prop::sample::select(words.to_vec()), 0..30).prop_map(|words| words.join(" "))
}

/// Reads a text as a move, as a condition for positions and as positions asked for; uses whatever can be read.
fn tried(text: &str, start: usize, [a, b]: [i64; 2]) -> Result<(), TestCaseError> {
    let scope = scope();
    for text in [text.to_string(), format!("a, b -> a, b {text}"), format!("a, b -> {text}")] {
        match Moves::read(&[(&text, start)], scope.clone()) {
            Ok(moves) => {
                let mut left = 1000;
                let position = [a, b, 1, 1][..moves.names().len().min(4)].to_vec();
                let mut visit = |_: usize, _: &[i64]| {
                    left -= 1;
                    left > 0
                };
                if position.len() == moves.names().len() {
                    let _ = moves.options(&position, &mut Room::default(), &mut visit);
                }
            }
            Err((_, blame)) => {
                prop_assert!(blame.span.start >= start && blame.span.end <= start + text.len(), "{:?}", blame);
            }
        }
    }
    let moves = Moves::read(&[("a, b -> b, a", 0)], scope).expect("a move");
    let _ = moves.clone().with_positions(text, start).map(|moves| moves.exists(&[a, b], &mut Room::default()));
    let _ = moves.with_asked(text, start).map(|moves| moves.asked(7));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn no_text_of_a_move_panics(text in soup(), start in 0usize..9, position in [0i64..9, 0i64..9]) {
        tried(&text, start, position)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000_000))]

    #[test]
    #[ignore = "a slow check"]
    fn no_text_of_a_million_panics(text in soup(), start in 0usize..9, position in [0i64..9, 0i64..9]) {
        tried(&text, start, position)?;
    }
}
