//! Random games compared with an evaluator that does not use the language: the same rules as closures, solved
//! by recursion with memoisation.

use super::write;
use crate::common::{MEMORY, ruleset_in, solve};
use grundy::control::Control;
use grundy::kernel::KERNELS;
use grundy::ruleset::{Play, Setup, Value};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use tempfile::TempDir;

type Point = Vec<i64>;
/// Returns the options of a position; each is a sum of components.
type Rule = Box<dyn Fn(&[i64]) -> Vec<Vec<Point>>>;

/// A move as a text, and as a closure.
struct Pair {
    text: String,
    rule: Rule,
}

fn pair(text: String, rule: impl Fn(&[i64]) -> Vec<Vec<Point>> + 'static) -> Pair {
    Pair { text, rule: Box::new(rule) }
}

/// Moves of one number; `extra` is a limit, a divisor or a residue, depending on the kind.
fn line(kind: u8, s: i64, extra: i64) -> Pair {
    match kind {
        0 => pair(format!("n -> n - {s} when n >= {s} and n % {extra} != 1"), move |p| {
            if p[0] >= s && p[0] % extra != 1 { vec![vec![vec![p[0] - s]]] } else { vec![] }
        }),
        1 => pair(format!("n -> n / {} when n > 0", extra + 1), move |p| {
            if p[0] > 0 { vec![vec![vec![p[0] / (extra + 1)]]] } else { vec![] }
        }),
        2 => pair(format!("n -> n - k for k in {{{s}, {extra}, 1}} when k <= n"), move |p| {
            let ks: BTreeSet<i64> = [s, extra, 1].into();
            ks.into_iter().filter(|k| *k <= p[0]).map(|k| vec![vec![p[0] - k]]).collect()
        }),
        3 => pair(format!("n -> i & n - {s} - i for i in 0..=(n - {s}) / 2 when n >= {s}"), move |p| {
            if p[0] < s {
                return vec![];
            }
            (0..=(p[0] - s) / 2).map(|i| vec![vec![i], vec![p[0] - s - i]]).collect()
        }),
        4 => pair(format!("n -> nothing when n == {s}"), move |p| if p[0] == s { vec![vec![]] } else { vec![] }),
        5 => pair(
            format!(
                "n -> i & j & n - i - j for i in 1..n for j in i..n when i + j < n and (i + j) % {extra} == 0 and i < {s}"
            ),
            move |p| {
                let n = p[0];
                let all = (1..n).flat_map(|i| (i..n).map(move |j| (i, j)));
                let kept = all.filter(|(i, j)| i + j < n && (i + j) % extra == 0 && *i < s);
                kept.map(|(i, j)| vec![vec![i], vec![j], vec![n - i - j]]).collect()
            },
        ),
        // The position determines the number of components: equal ones, consecutive numbers, divisors.
        6 => pair("n -> n / k times k for k in 2..=n when n % k == 0".to_string(), |p| {
            (2..=p[0]).filter(|k| p[0] % k == 0).map(|k| vec![vec![p[0] / k]; k as usize]).collect()
        }),
        7 => pair(
            format!("n -> (i for i in a..=b) for a in {s}..n for b in a + 1..n when (a + b) * (b - a + 1) == 2 * n"),
            move |p| {
                let ranges = (s..p[0]).flat_map(|a| (a + 1..p[0]).map(move |b| (a, b)));
                let kept = ranges.filter(|&(a, b)| (a..=b).sum::<i64>() == p[0]);
                kept.map(|(a, b)| (a..=b).map(|i| vec![i]).collect()).collect()
            },
        ),
        8 => pair(
            format!(
                "n -> n / {extra} times n % {extra} & n - {s} & (d for d in 1..{s} if divides(d, n)) when n >= {s}"
            ),
            move |p| {
                if p[0] < s {
                    return vec![];
                }
                let mut parts = vec![vec![p[0] / extra]; (p[0] % extra) as usize];
                parts.push(vec![p[0] - s]);
                parts.extend((1..s).filter(|d| p[0] % d == 0).map(|d| vec![d]));
                vec![parts]
            },
        ),
        9 => pair(
            format!(
                "n -> n - i - [{extra}, {s}, {extra}, 1][i] for i in 0..4 when i + [{extra}, {s}, {extra}, 1][i] <= n"
            ),
            move |p| {
                let list = [extra, s, extra, 1];
                let taken = (0..4).map(|i| i as i64 + list[i]);
                taken.filter(|taken| *taken <= p[0]).map(|taken| vec![vec![p[0] - taken]]).collect()
            },
        ),
        10 => pair(format!("n -> n bitand {extra} when n bitand {extra} < n and n bitor {s} != n"), move |p| {
            if p[0] & extra < p[0] && p[0] | s != p[0] { vec![vec![vec![p[0] & extra]]] } else { vec![] }
        }),
        _ => pair(
            format!("n -> n - isqrt(n) * j for j in 1..{extra} when isqrt(n) * j <= n and isqrt(n) > 0"),
            move |p| {
                let root = (0..=p[0]).rev().find(|r| r * r <= p[0]).unwrap();
                (1..extra).filter(|j| root * j <= p[0] && root > 0).map(|j| vec![vec![p[0] - root * j]]).collect()
            },
        ),
    }
}

/// Moves of two numbers; some leave the box, some do not lower the sum.
fn plane(kind: u8, s: i64, extra: i64) -> Pair {
    match kind {
        0 => pair(format!("a, b -> a - i, b for i in 1..=min(a, {s})"), move |p| {
            (1..=p[0].min(s)).map(|i| vec![vec![p[0] - i, p[1]]]).collect()
        }),
        1 => pair(format!("a, b -> a, b - i*a for i in 1..{extra} when a > 0 and i*a <= b"), move |p| {
            let (a, b) = (p[0], p[1]);
            (1..extra).filter(|i| a > 0 && i * a <= b).map(|i| vec![vec![a, b - i * a]]).collect()
        }),
        // The sum does not decrease, but the first coordinate does.
        2 => pair(format!("a, b -> a - 1, min(b + {s}, 4) when a > 0"), move |p| {
            if p[0] > 0 { vec![vec![vec![p[0] - 1, (p[1] + s).min(4)]]] } else { vec![] }
        }),
        // Leaves the box.
        3 => pair(format!("a, b -> a - 1, {extra}*b + 1 when a > 0"), move |p| {
            if p[0] > 0 { vec![vec![vec![p[0] - 1, extra * p[1] + 1]]] } else { vec![] }
        }),
        4 => pair(format!("a, b -> b, a when a > b and b % {extra} == 0"), move |p| {
            if p[0] > p[1] && p[1] % extra == 0 { vec![vec![vec![p[1], p[0]]]] } else { vec![] }
        }),
        5 => pair(
            format!("a, b -> (i, b for i in 0..a) times {s} & (b / 2, 0) times a when b > 0 and b < a"),
            move |p| {
                let (a, b) = (p[0], p[1]);
                if b == 0 || b >= a {
                    return vec![];
                }
                let mut parts: Vec<Point> = (0..a).flat_map(|i| vec![vec![i, b]; s as usize]).collect();
                parts.extend(vec![vec![b / 2, 0]; a as usize]);
                vec![parts]
            },
        ),
        _ => pair("a, b -> a - 1, b & a - 1, 0 when a > 0 and b > 0".to_string(), move |p| {
            if p[0] > 0 && p[1] > 0 { vec![vec![vec![p[0] - 1, p[1]], vec![p[0] - 1, 0]]] } else { vec![] }
        }),
    }
}

/// The Grundy value from the options and the mex; `None` if some play returns to a position.
fn value(rules: &[Pair], at: &[i64], known: &mut BTreeMap<Point, Option<u32>>) -> Option<u32> {
    if let Some(value) = known.get(at) {
        return *value;
    }
    // A position that is met again before it has a value lies on a cycle.
    known.insert(at.to_vec(), None);
    let mut seen = BTreeSet::new();
    for option in rules.iter().flat_map(|pair| (pair.rule)(at)) {
        let mut sum = 0;
        for part in &option {
            sum ^= value(rules, part, known)?;
        }
        seen.insert(sum);
    }
    let value = (0..).find(|mex| !seen.contains(mex));
    known.insert(at.to_vec(), value);
    value
}

/// Whether the player to move wins a sum of positions in misère play, by trying all plays.
fn wins_misere(rules: &[Pair], mut sum: Vec<Point>, known: &mut BTreeMap<Vec<Point>, bool>) -> bool {
    sum.sort();
    if let Some(wins) = known.get(&sum) {
        return *wins;
    }
    let (mut moves, mut wins) = (false, false);
    for index in 0..sum.len() {
        for option in rules.iter().flat_map(|pair| (pair.rule)(&sum[index])) {
            let others = sum.iter().enumerate().filter(|(other, _)| *other != index).map(|(_, part)| part.clone());
            moves = true;
            wins |= !wins_misere(rules, others.chain(option).collect(), known);
        }
    }
    known.insert(sum, wins || !moves);
    wins || !moves
}

/// Compares every kernel with the naive values of a game over a box; returns whether the game has no cycles.
fn compare(rules: &[Pair], coordinates: u32, max: i64, more: &str, exists: impl Fn(&[i64]) -> bool) -> bool {
    let folder = TempDir::new().unwrap();
    let texts: Vec<String> = rules.iter().map(|pair| format!("\"{}\"", pair.text)).collect();
    write(folder.path(), "game.toml", &format!("moves = [{}]\n{more}", texts.join(", ")));
    let code = format!("custom:{}", folder.path().join("game.toml").display());
    let labels = labels_of(max, coordinates);
    let mut known = BTreeMap::new();
    let naive: Option<Vec<u32>> =
        labels.filter(|label| exists(label)).map(|label| value(rules, &label, &mut known)).collect();
    let Some(naive) = naive else {
        let game = grundy::games::code::parse(&code).unwrap().game;
        let control = Control::free();
        let setup = Setup::new(MEMORY, &control, Play::Normal);
        let error = game.ruleset(max as u64, setup).err().expect("a loop");
        assert!(error.to_string().contains("infinite play"), "{error}");
        return false;
    };
    let ruleset = ruleset_in(&code, max as u64, Play::Normal);
    for kernel in KERNELS {
        if let Some(values) = solve(*kernel, &*ruleset, Play::Normal, Value::GRUNDY) {
            assert_eq!(values, naive, "{texts:?} by {}", kernel.name());
        }
    }
    // Misère play of moves that split uses multisets, and only small numbers have few of these.
    let max = if !ruleset.splits() { max } else { max.min(if coordinates == 1 { 9 } else { 2 }) };
    let mut known = BTreeMap::new();
    let labels = labels_of(max, coordinates).filter(|label| exists(label));
    let naive: Vec<u32> = labels.map(|label| wins_misere(rules, vec![label], &mut known).into()).collect();
    let ruleset = ruleset_in(&code, max as u64, Play::Misere);
    for kernel in KERNELS {
        if let Some(values) = solve(*kernel, &*ruleset, Play::Misere, Value::OUTCOME) {
            assert_eq!(values, naive, "misère {texts:?} by {}", kernel.name());
        }
    }
    true
}

/// The labels of a box in lexicographic order.
fn labels_of(max: i64, coordinates: u32) -> impl Iterator<Item = Point> {
    (0..(max + 1).pow(coordinates)).map(move |cell| match coordinates {
        1 => vec![cell],
        _ => vec![cell / (max + 1), cell % (max + 1)],
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn random_games_of_one_number(kinds in prop::collection::vec((0u8..12, 1i64..5, 2i64..6), 1..4), max in 0i64..40) {
        let rules: Vec<Pair> = kinds.iter().map(|&(kind, s, extra)| line(kind, s, extra)).collect();
        // Only n / d could return to a small n, and d is at least 3.
        prop_assert!(compare(&rules, 1, max, "", |_| true));
    }

    #[test]
    fn random_games_of_two_numbers(kinds in prop::collection::vec((0u8..7, 1i64..4, 2i64..4), 1..4), max in 0i64..7) {
        let rules: Vec<Pair> = kinds.iter().map(|&(kind, s, extra)| plane(kind, s, extra)).collect();
        compare(&rules, 2, max, "", |_| true);
    }

    #[test]
    fn random_games_on_a_part_of_a_box(s in 1i64..4, extra in 2i64..5, max in 0i64..9) {
        let text = format!("a, b -> i, min(b, i / {extra}) for i in 0..a when a % {s} == 0");
        let cut = pair(text, move |p| {
            if p[0] % s != 0 { return vec![] }
            (0..p[0]).map(|i| vec![vec![i, p[1].min(i / extra)]]).collect()
        });
        let low = pair("a, b -> a, i for i in 0..b".to_string(), |p| (0..p[1]).map(|i| vec![vec![p[0], i]]).collect());
        let positions = format!("positions = \"b <= a / {extra}\"");
        prop_assert!(compare(&[cut, low], 2, max, &positions, move |p| p[1] <= p[0] / extra));
    }
}

#[test]
fn loops_are_found() {
    assert!(!compare(
        &[
            plane(2, 1, 2),
            pair("a, b -> a + 1, b - 1 when b > 0".into(), |p| {
                if p[1] > 0 { vec![vec![vec![p[0] + 1, p[1] - 1]]] } else { vec![] }
            })
        ],
        2,
        3,
        "",
        |_| true
    ));
}
