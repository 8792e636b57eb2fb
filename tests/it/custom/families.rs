//! Games of the families, written as moves, have the same values.

use super::write;
use crate::common::{assert_same, oracle, others, ruleset_in, solve};
use grundy::ruleset::{Play, Value};
use tempfile::TempDir;

/// (moves, other keys, code of the family, max).
const SPELLINGS: &[(&[&str], &str, &str, u64)] = &[
    (&["n -> n - k for k in 1..=n"], "", "nim:1", 60),
    (
        &["a, b, c -> i, b, c for i in 0..a", "a, b, c -> a, i, c for i in 0..b", "a, b, c -> a, b, i for i in 0..c"],
        "",
        "nim:3",
        6,
    ),
    (&["n -> n - s for s in S when s <= n"], "parameters = { S = [2, 5, 7] }", "subtraction:2,5,7", 200),
    (
        &["n -> n - T[i] for i in 0..len(T) when T[i] <= n"],
        "parameters = { T = [5, 2, 7, 2] }",
        "subtraction:2,5,7",
        200,
    ),
    (&["n -> n - s for s in S[n % 2] when s <= n"], "parameters = { S = [[7, 2], [2, 7, 7]] }", "subtraction:2,7", 200),
    (
        &["n -> n - S[i] for i in 0..len(S) when S[i] <= n"],
        "parameters = { S = '{ 7, 2, 5, 2 }' }",
        "subtraction:2,5,7",
        200,
    ),
    (&["n -> n - k*k for k in 1..=isqrt(n)"], "", "subtraction:squares", 200),
    (&["n -> n - p for p in 2..=n when is_prime(p)"], "", "subtraction:primes", 120),
    (&["n -> n - fib(i) for i in 2..20 when fib(i) <= n"], "", "subtraction:fibonacci", 120),
    (&["n -> n - k for k in 1..=n when k not in {2, 3}"], "", "all-but:2,3", 150),
    (
        &[
            "n -> i & n - 1 - i for i in 0..=(n - 1)/2 when n >= 1",
            "n -> i & n - 2 - i for i in 0..=(n - 2)/2 when n >= 2",
        ],
        "",
        "octal:0.77",
        120,
    ),
    (&["n -> n - 2 when n > 2", "n -> i & n - 2 - i for i in 1..=(n - 2)/2 when n > 3"], "", "octal:0.06", 120),
    (&["n -> n - 1 when n > 0", "n -> n - 3 when n > 3", "n -> nothing when n == 2"], "", "octal:0.312", 80),
    (&["n -> i & n - i for i in 1..=n/2"], "", "octal:4.0", 60),
    (&["n -> (i for i in a..n) for a in 1..=n"], "positions = \"n >= 1\"", "coin-turning:ruler", 64),
    (&["n -> (j for j in [i, n - i]) for i in 1..=n/2"], "", "octal:4.0", 60),
    (&["n -> i & n - i for i in 1..=(n - 1)/2"], "", "grundys-game", 120),
    (
        &["a, b -> i, b for i in 0..a", "a, b -> a, i for i in 0..b", "a, b -> a - i, b - i for i in 1..=min(a, b)"],
        "",
        "wythoff",
        20,
    ),
    (
        &[
            "a, b -> i, b for i in 0..a",
            "a, b -> a, i for i in 0..b",
            "a, b -> a - i, b - j for i in 1..=a for j in 1..=b when abs(i - j) < t",
        ],
        "parameters = { t = 2 }",
        "wythoff:t=2",
        14,
    ),
    (
        &["x, y -> x - 1, y - 2 when x >= 1 and y >= 2", "x, y -> x - 2, y - 1 when x >= 2 and y >= 1"],
        "",
        "steps:1/2,2/1",
        20,
    ),
    (&["x, y -> x - 2*k, y - k for k in 1..=min(x/2, y)", "x, y -> x, y - k for k in 1..=y"], "", "rays:2/1,0/1", 16),
    (
        &[
            "a, b, c -> a - i, b - j, c - l for i in 0..=a for j in 0..=b for l in 0..=c when i + j + l > 0 and i * j * l == 0",
        ],
        "",
        "moore-nim:heaps=3,k=2",
        5,
    ),
    (&["a, b -> i, b for i in 0..a when a >= b", "a, b -> a, i for i in 0..b when b >= a"], "", "greedy-nim:2", 20),
    (
        &["n -> n / p**i for p in 2..=n for i in 1..=valuation(p, n) when is_prime(p)"],
        "positions = \"n >= 1\"",
        "divisor:prime-powers",
        100,
    ),
    (&["n -> n / d for d in {2, 3, 4, 12} when divides(d, n)"], "positions = \"n > 0\"", "divisor:2,3,4,12", 200),
];

#[test]
fn families_spelled_as_moves() {
    let folder = TempDir::new().unwrap();
    for (moves, more, code, max) in SPELLINGS {
        write(folder.path(), "game.toml", &format!("moves = {moves:?}\n{more}"));
        let own = format!("custom:{}", folder.path().join("game.toml").display());
        for (play, value) in [(Play::Normal, Value::GRUNDY), (Play::Misere, Value::OUTCOME)] {
            // In misère play it matters that coins turned twice are tails again.
            if play == Play::Misere && code.starts_with("coin-turning") {
                continue;
            }
            let max = if play == Play::Misere { (*max).min(12) } else { *max };
            let (theirs, ours) = (ruleset_in(code, max, play), ruleset_in(&own, max, play));
            assert_eq!((ours.rows(), ours.splits()), (theirs.rows(), theirs.splits()), "{code}");
            let truth = solve(oracle(), &*theirs, play, value).unwrap();
            assert_same(&format!("{code} as moves, {play}"), &truth, &solve(oracle(), &*ours, play, value).unwrap());
            for kernel in others() {
                if let Some(values) = solve(kernel, &*ours, play, value) {
                    assert_same(&format!("{code} as moves by {}, {play}", kernel.name()), &truth, &values);
                }
            }
        }
    }
}

/// Among k = 1, ..., 6, the P-positions of the chocolate bar are those with nim-sum 0 exactly for k = 2, 4, 6.
#[test]
fn chocolate_bars_and_the_nim_sum() {
    for k in 1..=6 {
        let code = format!("custom:({}/configs/custom/chocolate.toml,k={k})", env!("CARGO_MANIFEST_DIR"));
        let ruleset = ruleset_in(&code, 15, Play::Normal);
        let values = solve(others().next().unwrap(), &*ruleset, Play::Normal, Value::OUTCOME)
            .or_else(|| solve(oracle(), &*ruleset, Play::Normal, Value::OUTCOME))
            .unwrap();
        let mut label = Vec::new();
        let rule = (0..ruleset.rows().len()).all(|row| {
            ruleset.rows().label(row, &mut label);
            (values[row as usize] == 0) == (label.iter().fold(0, |sum, heap| sum ^ heap) == 0)
        });
        assert_eq!(rule, k % 2 == 0, "k = {k}");
    }
}
