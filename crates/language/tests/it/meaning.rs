//! Tests of the meaning of expressions, and of the messages for wrong ones.

use grundy_language::*;
use proptest::prelude::*;

/// a = 2, b = 7, S = {1, 4, 6}, T = [4, 1, 4], M = [[1, 2], [3]], d = "07f", status = "proved", outcome = N,
/// and a missing period.
fn scope() -> (Scope, Vec<Datum>) {
    let scope = Scope::default()
        .with("a", Type::Number)
        .with("b", Type::Number)
        .with("S", Type::Set)
        .with("d", Type::Text)
        .with("status", Type::Text)
        .with("outcome", Type::Outcome)
        .with("period", Type::Number)
        .with_constant("T", Datum::List([4, 1, 4].into()))
        .with_constant("M", Datum::Lists([[1, 2].as_slice().into(), [3].as_slice().into()].into()))
        .with_values(1);
    let set: std::sync::Arc<[i64]> = [1, 4, 6].into();
    let data = vec![
        Datum::Number(2),
        Datum::Number(7),
        Datum::Set(set),
        Datum::Text("07f".into()),
        Datum::Text("proved".into()),
        Datum::Number(1),
        Datum::Missing,
    ];
    (scope, data)
}

/// g(n) = n xor 1 for 0 <= n < 100.
fn look(at: &[i64]) -> Option<i64> {
    (0..100).contains(&at[0]).then_some(at[0] ^ 1)
}

fn value_of(text: &str) -> Result<i64, Fault> {
    let (scope, data) = scope();
    let number = number(text, 0, &scope).unwrap_or_else(|blame| panic!("{text}: {blame:?}"));
    evaluate(&number, &data, &look)
}

fn truth_of(text: &str) -> Result<bool, Fault> {
    let (scope, data) = scope();
    let truth = truth(text, 0, &scope).unwrap_or_else(|blame| panic!("{text}: {blame:?}"));
    holds(&truth, &data, &look)
}

#[test]
fn numbers() {
    for (text, expected) in [
        ("1_000 + 2 * 3", 1006),
        ("2 ** 3 ** 2", 512),
        ("-2 ** 2", -4),
        ("2 ** -(-3)", 8),
        ("10**6 - 1", 999_999),
        ("-7 / 2", -4),
        ("-7 % 2", 1),
        ("7 % -2", -1),
        ("7 / -2", -4),
        ("3 xor 5 + 1", 5),
        ("a - b - 1", -6),
        ("g(b) + g(b - 3)", 11),
        ("S[0] + S[2] + len(S)", 10),
        ("d[0] + d[1] + d[2]", 22),
        ("gcd(12, 18) + lcm(4, 6) + max(S) + min(3, 1, 2) + nimsum(S)", 6 + 12 + 6 + 1 + 3),
        ("sum(i * i for i in 1..=3)", 14),
        ("count(i + j == b for i in 0..10 for j in i..=10 if i != 3)", 3),
        ("sum(i for i in S if i > a)", 10),
        ("{3, 1, a, 1}[1]", 2),
        ("sum(sum(i * j for j in 0..i) for i in 0..4)", 3 * 3 + 2),
        ("T[0] * 100 + T[1] * 10 + T[2]", 414),
        ("T[a] * 100 + [9, 8, a][a - 1] * 10 + [a, a][1]", 482),
        ("len(T) + max(T) + min(T) + gcd(T) + sum(i for i in T)", 3 + 4 + 1 + 1 + 9),
        ("nimsum(T) * 100 + nimsum({4, 1, 4}) * 10 + nimsum([a, b, a])", 157),
        ("len({a, a, b}) * 10 + len([a, a, b])", 23),
        ("M[0][1] * 100 + len(M) * 10 + len(M[a - 2])", 222),
        ("sum(i for i in M[0]) + sum(M[i][0] for i in 0..len(M)) + max(M[a - 1])", 3 + 4 + 3),
        ("6 bitand 3", 2),
        ("6 bitor 3", 7),
        // As in Python, `bitor` is the loosest of these, followed by `xor` and `bitand`.
        ("1 bitor 4 bitand 6 xor 2", 1 | ((4 & 6) ^ 2)),
        ("1 + 2 bitand 2 + 4", 2),
        // Where a number must stand, they are functions, also of sets and lists.
        ("bitor(a, b) bitand bitand(12, b, 6) bitor bitor(T) * 8", 4 | 40),
        ("bitand(S) * 100 + bitand([a, b]) * 10 + bit_length(b - a)", 20 + 3),
        ("bit_length(2 ** 62) - bit_length(0) + bit_length(1)", 64),
        ("abs(a - b) + popcount(b) + bit(b, 1) + isqrt(50) + valuation(2, 24)", 5 + 3 + 1 + 7 + 3),
        ("fib(10) + floor_phi(10) + floor_phi2(10)", 55 + 16 + 26),
        ("omega(360) * 1000 + big_omega(360) * 100 + num_divisors(360)", 3624),
        ("least_prime(35) * 100 + greatest_prime(35) * 10 + prime_index(b)", 574),
        ("xor_exponents(72) * 10_000 + signature(a * 25 * 27)", 10_360),
        ("sorted(T)[0] * 100 + sorted(T)[2] * 10 + sorted([b, a, b])[0]", 142),
        ("len(sorted(S)) * 100 + max(sorted([a])) * 10 + sum(i for i in sorted(T))", 300 + 20 + 9),
        ("nimproduct(a, b) * 10_000 + nimpower(b, 3) * 100 + niminverse(b - 1)", 9 * 10_000 + 10 * 100 + 9),
        ("moore([1, 2, 3], 2) * 100 + moore(T, a) * 10 + moore(S, 1)", 800 + 190 + 3),
        ("sum(omega(i) for i in 1..=1000) + prime_index(10**9 + 7) + prime_index(10**12)", 2126 + 50_847_535),
    ] {
        assert_eq!(value_of(text), Ok(expected), "{text}");
    }
}

#[test]
fn conditions() {
    for (text, expected) in [
        ("3 == 3 or 1 == 2", true),
        ("not a == 2 or b == 7", true),
        ("not (a == 2 or b == 7)", false),
        ("1 < a <= 2 < b", true),
        ("1 < a < 2", false),
        ("1 < a < b in {7, 8}", true),
        ("1 < a < b not in {7, 8}", false),
        ("a in {1, 2} and b not in S and 4 in S", true),
        ("a == 3 implies b == 0", true),
        ("a == 2 iff b == 8", false),
        ("true and not false", true),
        ("outcome == N and outcome != P", true),
        ("status in {\"proved\", \"observed\"} and status != \"none\"", true),
        ("S == {6, 4, 1} and S != {1}", true),
        ("(a == 2) == (b == 7)", true),
        ("1 in T and 2 not in T and a not in [1, b] and 0 < a < 4 in T", true),
        ("T == [4, 1, 4] and T != [1, 4, 4] and T != [4, 1] and [a, 3][0] == 2", true),
        ("3 in M[a - 1] and M[0] == [1, 2]", true),
        ("1 bitor 2 == 3 and a bitand 1 == 0", true),
        ("all(any(i + j == 7 for j in S) for i in {1, 3, 6})", true),
        ("all(i > 5 for i in 3..3) and not any(true for i in {})", true),
        ("divides(a, 6) and not divides(4, 6) and is_prime(b) and is_square(9)", true),
        ("sorted(T) == [1, 4, 4] and sorted(S) == [1, 4, 6] and sorted([]) == [] and sorted([b, a]) == [a, b]", true),
        ("sorted({b, a}) == [2, 7] and 4 in sorted(T) and sorted(M[0]) == M[0]", true),
        (
            "moore({}, 2) == 0 and moore([5, 5, 5], 2) == 0 and all(moore([i, j], 1) == i xor j for i in S for j in S)",
            true,
        ),
        ("mex_pair(1, 1, 0, [5, 3]) and not mex_pair(1, 1, 0, [3, 4]) and mex_pair(2, 1, 0, {1, 3})", true),
        ("all(mex_pair(1, 1, 0, [i, j]) iff i == floor_phi(j - i) for i in 0..40 for j in i..80)", true),
        ("not mex_pair(a, 1, b - 7, S) implies true", true),
        ("a == 2 or period == 3", true),
        ("a != 2 and period == 3", false),
        ("a != 2 implies 1 / 0 == 1", true),
    ] {
        assert_eq!(truth_of(text), Ok(expected), "{text}");
    }
}

#[test]
fn what_has_no_value_says_why_and_where() {
    for (text, what, span) in [
        ("1 + a / (b - 7)", What::Zero, 4..15),
        ("b % 0", What::Zero, 0..5),
        ("9223372036854775807 + a", What::Overflow, 0..23),
        ("a ** 100", What::Overflow, 0..8),
        ("a ** (a - 3)", What::Negative, 0..12),
        ("a xor (0 - b)", What::Negative, 0..13),
        ("S[a + 1]", What::Index, 0..8),
        ("T[3]", What::Index, 0..4),
        ("M[a][0]", What::Index, 0..4),
        ("M[1][a]", What::Index, 0..7),
        ("a bitand (0 - b)", What::Negative, 0..16),
        ("a - b bitor 1", What::Negative, 0..13),
        ("bitor(a, a - b)", What::Negative, 0..15),
        ("1 + bitand({})", What::Undefined, 4..14),
        ("bit_length(a - b)", What::Negative, 0..17),
        ("min([])", What::Empty, 0..7),
        ("d[b]", What::Index, 0..4),
        ("max({})", What::Empty, 0..7),
        ("valuation(1, a)", What::Undefined, 0..15),
        ("1 + g(100)", What::Outside, 4..10),
        ("count(true for i in 0..10**9)", What::Long, 0..29),
        ("1 + nimproduct(a - b, a)", What::Negative, 4..24),
        ("nimproduct(2 ** 31, 2 ** 32)", What::Overflow, 0..28),
        ("nimpower(a, a - b)", What::Negative, 0..18),
        ("niminverse(b - 7)", What::Undefined, 0..17),
        ("niminverse(a - b)", What::Negative, 0..17),
        ("sum(nimpower(a, i) for i in 1..10**6)", What::Long, 4..18),
        ("moore(S, a - 2)", What::Undefined, 0..15),
        ("moore([a, a - b], 2)", What::Negative, 0..20),
        ("moore([2 ** 62], 2)", What::Overflow, 0..19),
        ("sorted(S)[3]", What::Index, 0..12),
        ("count(mex_pair(1, 1, 0, [i, a - b]) for i in 0..9)", What::Negative, 6..35),
        ("count(mex_pair(1, 1, 0, {}) for i in 0..9)", What::Empty, 6..27),
        ("count(mex_pair(1, 1, 0, [10**9, 10**10]) for i in 0..1)", What::Long, 6..40),
        ("omega(b - 7)", What::Undefined, 0..12),
        ("1 + signature(a - b)", What::Negative, 4..20),
        ("least_prime(0)", What::Undefined, 0..14),
        ("prime_index(a - b)", What::Negative, 0..18),
        ("prime_index(10**12 + 39)", What::Long, 0..24),
        ("sum(big_omega(2 ** 62 - i) for i in 1..10**4)", What::Long, 4..26),
        ("count(true for i in 0..10**4 for j in 0..10**4)", What::Long, 0..47),
    ] {
        let fault = value_of(text).expect_err(text);
        assert_eq!((fault.what, fault.span()), (what, span), "{text}");
    }
    assert!(value_of("period + 1").is_err_and(|fault| fault.what == What::Missing(6) && fault.is_unknown()));
    assert!(value_of("1 / 0").is_err_and(|fault| !fault.is_unknown()));
}

#[test]
fn wrong_texts_are_blamed_at_their_place() {
    let (scope, _) = scope();
    for (text, span, words) in [
        ("a ^ b", 2..3, "xor"),
        ("a = b", 2..3, "=="),
        ("a == 1.5", 5..6, "whole numbers"),
        ("a == 12x", 5..8, "not a number"),
        ("a == 9223372036854775808", 5..24, "too large"),
        ("c == 1", 0..1, "the names known here are: `a`, `b`"),
        ("perod == 1", 0..5, "did you mean `period`?"),
        ("a", 0..1, "a condition"),
        ("a == S", 0..6, "cannot be compared"),
        ("T == S", 0..6, "a list and a set cannot be compared"),
        ("M == T", 0..6, "a list of lists and a list cannot be compared"),
        ("1 in M", 5..6, "a list of lists"),
        ("max(M) == 1", 4..5, "a list of lists"),
        ("any(i == 1 for i in M)", 20..21, "a list of lists"),
        ("[1, true] == T", 4..8, "a number"),
        ("[1, 2 == T", 10..10, "`]`"),
        ("status in [\"proved\"]", 11..19, "a number"),
        ("a | b", 2..3, "bitor"),
        ("a // b == 1", 2..4, "`/` already rounds down"),
        ("a == 1 if b == 2", 7..9, "`A implies B`"),
        ("a + times == 1", 4..9, "unexpected `times`"),
        ("a + bitor == 1", 4..9, "unexpected `bitor`"),
        ("bitor() == 1", 0..7, "`bitor` cannot take 0 arguments"),
        ("bitand(a, S) == 1", 10..11, "this is a set"),
        ("bit_length(S) == 1", 11..12, "this is a set"),
        ("sorted(a) == 1", 7..8, "expected a set or list"),
        ("sorted(M) == 1", 7..8, "a list of lists"),
        ("sorted(S, 1) == 1", 0..12, "`sorted` cannot take 2 arguments"),
        ("sorted(T) == S", 0..14, "a list and a set cannot be compared"),
        ("with(sorted(S), 1) == S", 5..14, "expected a set, as in {1, 2}"),
        ("moore(S) == 1", 0..8, "`moore` cannot take 1 argument"),
        ("moore(2, S) == 1", 6..7, "expected a set or list"),
        ("moore(S, T) == 1", 9..10, "this is a list"),
        ("nimproduct(a) == 1", 0..13, "`nimproduct` cannot take 1 argument"),
        ("nimpower(S, 2) == 1", 9..10, "this is a set"),
        ("niminverse(a, b) == 1", 0..16, "`niminverse` cannot take 2 arguments"),
        ("mex_pair(1, 1, 0, a, b)", 0..23, "mex_pair(r, s, t, S)"),
        ("mex_pair(1, 1, 0, a)", 18..19, "expected a set or list"),
        ("mex_pair(1, S, 0, T)", 12..13, "this is a set"),
        ("mex_pair(1, 1, 0, S) == 1", 0..25, "a condition and a number cannot be compared"),
        ("omega(a, b) == 1", 0..11, "`omega` cannot take 2 arguments"),
        ("prime_index(S) == 1", 12..13, "this is a set"),
        ("all(omega > 0 for omega in S)", 18..23, "another name"),
        ("omega == 1", 0..5, "is a function"),
        ("outcome < N", 0..11, "cannot be compared"),
        ("a and b == 1", 0..1, "a condition"),
        ("a in b", 5..6, "a set"),
        ("gdc(a, b) == 1", 0..9, "did you mean `gcd`?"),
        ("gcd == 1", 0..3, "is a function"),
        ("is_prime(a, b)", 0..14, "2 arguments"),
        ("len(a) == 1", 4..5, "a set"),
        ("g(a, b) == 1", 0..7, "takes 1"),
        ("S[-1] == 1", 2..4, "the index is negative"),
        ("all(i > 0)", 9..10, "`for`"),
        ("all(a > 0 for a in S)", 14..15, "another name"),
        ("all(g > 0 for g in S)", 14..15, "another name"),
        ("(a == 1", 7..7, "`)`"),
        ("a == 1 b", 7..8, "an operator"),
        ("a == 1 implies b == 1 implies a == 1", 22..29, "parentheses"),
        ("status == \"proved", 10..17, "close it"),
        ("a not b", 6..7, "`in`"),
        ("", 0..0, "a number"),
        ("a == {1, \"x\"}", 9..12, "a number"),
    ] {
        let blame = truth(text, 0, &scope).err().unwrap_or_else(|| panic!("{text} is right"));
        assert!(format!("{} {}", blame.message, blame.help).contains(words), "{text}: {blame:?}");
        assert_eq!(blame.span, span, "{text}: {blame:?}");
    }
    assert_eq!(truth("c == 1", 100, &scope).unwrap_err().span, 100..101);
}

#[test]
fn sets_with_and_without_a_number() {
    for text in [
        "with(S, 5) == {1, 4, 5, 6} and with(S, 4) == S and with({}, a) == {2}",
        "without(S, 4) == {1, 6} and without(S, a) == S and without({a}, 2) == {}",
        "with(S, 9)[3] == 9 and with(S, 0)[0] == 0 and len(without(with(S, b), b)) == 3",
        "all(with(without(S, i), i) == S for i in S) and 7 in with(S, b) and b not in without(S, 1)",
    ] {
        assert_eq!(truth_of(text), Ok(true), "{text}");
    }
    let long = "any(with(S, i) == S for i in 7..10_000_000)";
    assert_eq!(truth_of(long).map_err(|fault| fault.what), Err(What::Long), "each call counts as a turn");
}

/// The rows have a = 0, ..., 9, b = 10 a, S = {a}, d = "a", and no status.
#[test]
fn columns_of_other_rows() {
    let (scope, data) = scope();
    let scope = scope.with_rows(vec![0, 2, 3]);
    let rows = |given: &[(u32, Datum)], column: u32| {
        let a = given.iter().find_map(|(slot, datum)| match (slot, datum) {
            (0, Datum::Number(a)) => Some(*a),
            (2, Datum::Set(set)) => set.first().copied(),
            (3, Datum::Text(text)) => text.parse().ok(),
            _ => None,
        })?;
        let cells =
            [Datum::Number(a), Datum::Number(10 * a), Datum::Set([a].into()), Datum::Text(a.to_string().into())];
        (0..10).contains(&a).then(|| cells.get(column as usize).cloned().unwrap_or(Datum::Missing))
    };
    let of = |text: &str| {
        let condition = truth(text, 0, &scope).unwrap_or_else(|blame| panic!("{text}: {blame:?}"));
        assert!(!condition.uses().others.is_empty(), "{text}");
        holds_from(&condition, &data, Sources::rows(&rows))
            .map_err(|fault| (fault.what, text[fault.span()].to_string()))
    };
    for text in [
        "row(a = a + 1).b == 30",
        "row(a = 3).b - b == 23 and row(S = with(S, 0)).a == 0",
        "row(S = {5}).S == {5} and row(d = \"8\").d == \"8\" and row(d = \"8\").d[0] == 8",
        "all(row(a = i).b == 10 * i for i in S) and sum(row(a = i).b for i in 1..=3) == 60",
        "row(a = 4).d in {\"3\", \"4\"} and 40 < row(a = 5, S = {1}).b <= 50",
    ] {
        assert_eq!(of(text), Ok(true), "{text}");
    }
    assert_eq!(of("a == 3 and row(a = 20).b == 1"), Ok(false), "no row is looked at");
    assert_eq!(of("row(a = 20).b == 1"), Err((What::Row, "row(a = 20).b".to_string())));
    assert_eq!(of("row(a = 2).status == \"proved\""), Err((What::Row, "row(a = 2).status".to_string())));
    assert_eq!(of("row(a = 1 / (a - 2)).b == 1"), Err((What::Zero, "1 / (a - 2)".to_string())));
    assert_eq!(of("any(row(a = i % 10).b < 0 for i in 0..1_000_000)").map_err(|(what, _)| what), Err(What::Long));
    for (text, at, message) in [
        ("row(b = 1).a == 1", "b", "`b` is not a variable of the sweep"),
        ("row(a = S).b == 1", "S", "this is a set"),
        ("row(S = [1]).b == 1", "[1]", "this is a list"),
        ("row(a = 1, a = 2).b == 1", "a", "`a` is given twice"),
        ("row(a = row(a = 1).b).b == 1", "row(a = 1).b", "`row(...)` cannot stand inside `row(...)`"),
        ("row(a = 1).c == 1", "c", "there is no column `c`"),
        ("row(a = 1) == 1", "==", "unexpected `==`"),
        ("row(a == 1).b == 1", "==", "unexpected `==`"),
        ("row(a = 1).b.a == 1", ".", "unexpected `.`"),
        ("row().b == 1", ")", "unexpected `)`"),
        ("row(1).b == 1", "1", "unexpected `1`"),
        ("row == 1", "row", "`row` needs the variables that differ"),
    ] {
        let blame = truth(text, 0, &scope).expect_err(text);
        assert_eq!((&text[blame.span.clone()], blame.message.as_str()), (at, message), "{text}");
    }
    let blame = truth("row(a = 1).b == 1", 0, &self::scope().0).expect_err("no rows");
    assert_eq!(blame.message, "there are no other rows here");
}

#[test]
fn length_and_depth_are_limited() {
    let (scope, _) = scope();
    for text in
        ["(".repeat(5000), "-".repeat(5000) + "1 == 1", "not ".repeat(900) + "true", "a+".repeat(6000) + "a == 1"]
    {
        assert!(truth(&text, 0, &scope).is_err());
    }
    // Deep expressions are checked quickly, because nothing is visited twice.
    for function in ["gcd", "max", "nimsum"] {
        let text = format!("{}a{} > 0", format!("{function}(").repeat(40), ")".repeat(40));
        assert!(truth(&text, 0, &scope).is_ok(), "{text}");
    }
    assert!(truth(&nested_chain(30), 0, &scope).is_ok());
    let long = "a + ".repeat(400) + "a == 802";
    assert!(truth(&long, 0, &scope).is_ok());
    assert!(!is_reserved("period") && is_reserved("gcd") && is_reserved("P") && is_reserved("implies"));
}

/// 0 < count(0 < count(... < 2 for i1 in 1..2) < 2 for i2 in 1..2) < 2
fn nested_chain(depth: usize) -> String {
    (1..=depth).fold("0 < a < 9".to_string(), |inner, level| format!("0 < count({inner} for i{level} in 1..2) < 2"))
}

proptest! {
    /// No text makes the parser or the evaluator panic, and every evaluation ends.
    #[test]
    fn no_text_panics(parts in prop::collection::vec(prop::sample::select(vec![
        "a", "b", "S", "d", "g(", "gcd(", "all(", "sum(", "for i in ", "i", "1", "7", "9223372036854775807", "..", "..=",
        "+", "-", "*", "/", "%", "**", "xor ", "==", "<", "in ", "not ", "and ", "or ", "implies ", "(", ")", "{", "}", "[",
        "]", ",", "T", "M", "bitand ", "bitor ", "times ", "if ", "\"x\"", "P", "status", "period", " ",
    ]), 0..24)) {
        let text = parts.concat();
        let (scope, data) = scope();
        if let Ok(truth) = truth(&text, 0, &scope) {
            let _ = holds(&truth, &data, &look);
        }
        if let Ok(number) = number(&text, 0, &scope) {
            let _ = evaluate(&number, &data, &look);
        }
    }

    #[test]
    fn division_is_that_of_mathematics(a in any::<i64>(), b in any::<i64>()) {
        prop_assume!(b != 0 && !(a == i64::MIN && b == -1));
        let scope = Scope::default().with("a", Type::Number).with("b", Type::Number);
        let data = [Datum::Number(a), Datum::Number(b)];
        let value = |text: &str| evaluate(&number(text, 0, &scope).unwrap(), &data, &look).unwrap();
        let (quotient, rest) = (value("a / b"), value("a % b"));
        prop_assert_eq!(i128::from(quotient) * i128::from(b) + i128::from(rest), i128::from(a));
        prop_assert!(rest == 0 || (rest < 0) == (b < 0));
        prop_assert!(rest.unsigned_abs() < b.unsigned_abs());
    }
}

/// Texts of numbers in n, a, period and values of the game.
fn number_text() -> impl Strategy<Value = String> {
    let leaf = prop::sample::select(vec!["n", "a", "period", "0", "1", "2", "7", "16", "g(n)", "g(n - 3)", "value"]);
    leaf.prop_map(String::from).prop_recursive(3, 12, 2, |inner| {
        let signs = prop::sample::select(vec!["+", "-", "*", "/", "%", "xor", "bitand", "bitor", "**"]);
        let names = prop::sample::select(vec!["abs", "isqrt", "popcount", "bit_length", "omega", "least_prime"]);
        prop_oneof![
            (inner.clone(), signs, inner.clone()).prop_map(|(a, sign, b)| format!("({a} {sign} {b})")),
            (names, inner.clone()).prop_map(|(name, a)| format!("{name}({a})")),
            inner.prop_map(|a| format!("(-{a})")),
        ]
    })
}

/// Texts of conditions on such numbers.
fn truth_text() -> impl Strategy<Value = String> {
    let compare = prop::sample::select(vec!["==", "!=", "<", "<=", ">", ">="]);
    let leaf = prop_oneof![
        (number_text(), compare.clone(), number_text()).prop_map(|(a, sign, b)| format!("{a} {sign} {b}")),
        (number_text(), compare.clone(), number_text(), compare, number_text())
            .prop_map(|(a, one, b, two, c)| format!("{a} {one} {b} {two} {c}")),
        number_text().prop_map(|a| format!("{a} in {{0, 1, 4}}")),
        number_text().prop_map(|a| format!("{a} < 9 not in {{2, 3}}")),
        number_text().prop_map(|a| format!("{a} in [4, 0, 4, 1]")),
        number_text()
            .prop_map(|a| format!("0 < {a} not in [9, 1, 8, 2, 7, 3, 6, 4, 5, 10, 29, 11, 28, 12, 27, 13, 26]")),
        (number_text(), number_text()).prop_map(|(a, b)| format!("divides({a}, {b})")),
        Just("status == \"proved\"".to_string()),
    ];
    leaf.prop_recursive(3, 12, 2, |inner| {
        let logic = prop::sample::select(vec!["and", "or", "implies", "iff"]);
        prop_oneof![
            (inner.clone(), logic, inner.clone()).prop_map(|(a, sign, b)| format!("({a} {sign} {b})")),
            inner.prop_map(|a| format!("not ({a})")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Columns agree with single rows, except that they give no result if a row that counts has no value.
    #[test]
    fn columns_agree_with_rows(text in truth_text(), first in 0i64..40) {
        let scope = Scope::default().with("n", Type::Number).with("a", Type::Number).with("period", Type::Number)
            .with("value", Type::Number).with("status", Type::Text).with_values(1);
        let Ok(truth) = truth(&text, 0, &scope) else { return Ok(()) };
        let sequence: Vec<u32> = (0..100u32).map(|n| n * 7 % 11 % 5).collect();
        let n: Vec<i64> = (first..first + 20).collect();
        let values = &sequence[first as usize..][..20];
        let columns = [BatchColumn::Numbers(&n), BatchColumn::Constant(6), BatchColumn::Other, BatchColumn::Values(values), BatchColumn::Other];
        let lanes: Vec<u16> = (0..20).collect();
        let together = holds_in(&truth, &Block { columns: &columns, sequence: (0, &sequence) }, &lanes)
            .map(|held| lanes.iter().map(|lane| held.contains(lane)).collect::<Vec<_>>());
        let look = |at: &[i64]| usize::try_from(at[0]).ok().and_then(|n| sequence.get(n)).map(|&value| value.into());
        let alone: Result<Vec<bool>, Fault> = (0..20).map(|row| {
            let data = [Datum::Number(n[row]), Datum::Number(6), Datum::Missing, Datum::Number(values[row].into()),
                Datum::Text("proved".into())];
            holds(&truth, &data, &look)
        }).collect();
        match (together, alone) {
            (Some(together), alone) => prop_assert_eq!(Ok(together), alone),
            // Texts cannot be evaluated in columns, and factoring a large number takes too many turns for them.
            (None, Ok(_)) => {
                let large = text.contains('*') && (text.contains("omega") || text.contains("least_prime"));
                prop_assert!(large || text.contains("status"), "{} is not done by columns", text);
            }
            (None, Err(_)) => {}
        }
    }

    /// The value of an expression depends only on what it uses.
    #[test]
    fn uses_are_complete(text in truth_text()) {
        let scope = Scope::default().with("n", Type::Number).with("a", Type::Number).with("period", Type::Number)
            .with("value", Type::Number).with("status", Type::Text).with_values(1);
        let Ok(truth) = truth(&text, 0, &scope) else { return Ok(()) };
        let uses = truth.uses();
        for (slot, (name, _)) in scope.names().iter().enumerate() {
            let word = text.split(|letter: char| !letter.is_alphanumeric()).any(|word| word == name);
            prop_assert_eq!(uses.variables.contains(&(slot as u32)), word, "{}", name);
        }
        prop_assert_eq!(uses.looks.len(), text.matches("g(n").count());
        let near = |look: &Looked| matches!((&text[look.span.clone()], look.back(0)), ("g(n)", Some(0)) | ("g(n - 3)", Some(3)));
        prop_assert!(uses.looks.iter().all(near));
    }
}
