//! Games with known rules, and games without any; the finders must find the former and be silent about the latter.
//!
//! The rules are those of data that the literature states: see the sources in the documentation of `grundy guess`.

use super::solved::{Game, found, nim, steps, table_of, take_from, wythoff, wythoff_with};
use crate::guess::Guess;
use crate::pattern::Subject;
use crate::table::Table;
use grundy_language::{Datum, Scope, Type, holds, truth};

fn rays(point: &[i64], all: &[[i64; 2]], out: &mut Vec<i64>) {
    for k in 1..=point[0].max(point[1]) {
        let scaled: Vec<[i64; 2]> = all.iter().map(|ray| [k * ray[0], k * ray[1]]).collect();
        scaled.iter().for_each(|step| steps(point, &[step], out));
    }
}

/// From at most k neighbours on a circle.
fn circular(point: &[i64], k: usize, out: &mut Vec<i64>) {
    let n = point.len();
    for first in 0..n {
        let heaps: Vec<usize> = (0..k).map(|j| (first + j) % n).collect();
        take_from(point, &heaps, out);
    }
}

fn pairs_of_heaps(point: &[i64], out: &mut Vec<i64>) {
    for i in 0..point.len() {
        (0..i).for_each(|j| take_from(point, &[i, j], out));
    }
}

/// A case: its name, the game, and the kinds of which one must be reported first.
pub(crate) type Case = (&'static str, Game, &'static [&'static str]);

/// The games with known rules.
pub(crate) fn cases() -> Vec<Case> {
    let mut all = games_with_values();
    all.extend(games_with_p_positions());
    all.extend(games_with_outcomes());
    all
}

fn games_with_values() -> Vec<Case> {
    vec![
        ("nim-3", Game::new(3, 15, nim), &["separable", "table-expression"]),
        (
            "two-heaps-to-3",
            Game::new(2, 40, |p, out| steps(p, &[&[1, 0], &[2, 0], &[3, 0], &[0, 1], &[0, 2], &[0, 3]], out)),
            &["separable", "table-expression"],
        ),
        (
            "nim-in-disguise",
            Game::new(2, 40, |p, out| rays(p, &[[1, 0], [0, 1], [2, 1]], out)),
            &["separable", "table-expression"],
        ),
        (
            "staircase",
            Game {
                growth: 3,
                ..Game::new(3, 10, |p, out| {
                    (1..=p[0]).for_each(|k| out.extend([p[0] - k, p[1], p[2]]));
                    (1..=p[1]).for_each(|k| out.extend([p[0] + k, p[1] - k, p[2]]));
                    (1..=p[2]).for_each(|k| out.extend([p[0], p[1] + k, p[2] - k]));
                })
            },
            &["separable", "table-expression"],
        ),
        (
            "delete-nim",
            Game::new(2, 31, |p, out| {
                p.iter().for_each(|&x| (0..x).for_each(|i| out.extend([i, x - 1 - i])));
            }),
            &["table-expression", "depends"],
        ),
        (
            "cyclic-nimhoff-3",
            Game::new(2, 30, |p, out| {
                nim(p, out);
                steps(p, &[&[1, 1]], out);
            }),
            &["table-expression"],
        ),
        (
            "king",
            Game::new(2, 31, |p, out| steps(p, &[&[1, 0], &[0, 1], &[1, 1]], out)),
            &["table-expression", "strip"],
        ),
        (
            "selective-nim",
            Game::new(2, 20, |p, out| {
                nim(p, out);
                take_from(p, &[0, 1], out);
            }),
            &["separable", "table-expression"],
        ),
        (
            "slope-rays",
            Game::new(2, 40, |p, out| rays(p, &[[1, 0], [1, 1], [1, 2]], out)),
            &["table-expression", "strip", "shift"],
        ),
        ("knight-like", Game::new(2, 40, |p, out| steps(p, &[&[1, 2], &[2, 1]], out)), &["strip", "shift"]),
    ]
}

fn games_with_p_positions() -> Vec<Case> {
    vec![
        ("wythoff", Game::new(2, 100, wythoff), &["pairs", "P-conj"]),
        ("wythoff-2", Game::new(2, 100, |p, out| wythoff_with(2, p, out)), &["pairs"]),
        (
            "moore-3-2",
            Game::new(3, 15, |p, out| {
                nim(p, out);
                pairs_of_heaps(p, out)
            }),
            &["P-conj", "depends"],
        ),
        (
            "moore-4-2",
            Game::new(4, 15, |p, out| {
                nim(p, out);
                pairs_of_heaps(p, out)
            }),
            &["P-conj"],
        ),
        ("circular-4-2", Game::new(4, 12, |p, out| circular(p, 2, out)), &["P-conj"]),
        ("circular-5-2", Game::new(5, 9, |p, out| circular(p, 2, out)), &["P-conj", "P-dnf"]),
        (
            "greedy-3",
            Game::new(3, 15, |p, out| {
                let max = p.iter().copied().max().unwrap_or(0);
                (0..3).filter(|&i| p[i] == max).for_each(|i| take_from(p, &[i], out));
            }),
            &["depends", "P-conj", "P-dnf"],
        ),
    ]
}

fn games_with_outcomes() -> Vec<Case> {
    vec![
        ("wythoff-misere", Game { misere: true, ..Game::outcomes(2, 100, wythoff) }, &["pairs", "P-dnf"]),
        (
            "chocolate-2",
            Game {
                has: |p| p[1] <= p[2] / 2,
                ..Game::outcomes(3, 24, |p, out| {
                    (0..p[0]).for_each(|i| out.extend([i, p[1], p[2]]));
                    (0..p[1]).for_each(|i| out.extend([p[0], i, p[2]]));
                    (0..p[2]).for_each(|i| out.extend([p[0], p[1].min(i / 2), i]));
                })
            },
            &["P-conj", "depends"],
        ),
        (
            "heaps-2-1",
            Game::outcomes(2, 60, |p, out| {
                nim(p, out);
                for k in 1..=p[0].max(p[1]) {
                    for l in k..=2 * k {
                        if l - k < k + 1 {
                            steps(p, &[&[k, l], &[l, k]], out);
                        }
                    }
                }
            }),
            &["pairs"],
        ),
        (
            "euclid",
            Game::outcomes(2, 60, |p, out| {
                (1..=p[0].checked_div(p[1]).unwrap_or(0)).for_each(|k| out.extend([p[0] - k * p[1], p[1]]));
                (1..=p[1].checked_div(p[0]).unwrap_or(0)).for_each(|k| out.extend([p[0], p[1] - k * p[0]]));
            }),
            &["P-dnf", "P-conj"],
        ),
        (
            "euclid-positive",
            Game {
                has: |p| p[0] > 0 && p[1] > 0,
                ..Game::outcomes(2, 60, |p, out| {
                    (1..=(p[0] - 1) / p[1]).for_each(|k| out.extend([p[0] - k * p[1], p[1]]));
                    (1..=(p[1] - 1) / p[0]).for_each(|k| out.extend([p[0], p[1] - k * p[0]]));
                })
            },
            &["P-conj"],
        ),
        (
            "slow-at-most-2",
            Game::outcomes(3, 14, |p, out| {
                steps(p, &[&[1, 1, 0], &[1, 0, 1], &[0, 1, 1], &[1, 0, 0], &[0, 1, 0], &[0, 0, 1]], out);
            }),
            &["P-conj", "depends"],
        ),
        (
            "slow-4-3",
            Game::outcomes(4, 9, |p, out| steps(p, &[&[1, 1, 1, 0], &[1, 1, 0, 1], &[1, 0, 1, 1], &[0, 1, 1, 1]], out)),
            &["partial"],
        ),
        (
            "path-of-4",
            Game::outcomes(4, 9, |p, out| (0..3).for_each(|i| take_from(p, &[i, i + 1], out))),
            &["P-conj", "P-dnf"],
        ),
        (
            "chomp-2",
            Game {
                has: |p| p[0] > 0 && p[1] <= p[0],
                ..Game::outcomes(2, 40, |p, out| {
                    (1..p[0]).for_each(|i| out.extend([i, p[1].min(i)]));
                    (0..p[1]).for_each(|i| out.extend([p[0], i]));
                })
            },
            &["P-conj", "P-dnf"],
        ),
    ]
}

/// Nim in which each player, once in the game and never at its end, may pass: positions in which nobody has passed.
fn nim_with_a_pass(heaps: usize, max: i64) -> Table {
    let game = Game::new(heaps + 1, max, |p, out| {
        let (pass, heaps) = p.split_last().expect("a pass");
        let mut moves = Vec::new();
        nim(heaps, &mut moves);
        for option in moves.chunks(heaps.len()) {
            out.extend_from_slice(option);
            out.push(*pass);
        }
        if *pass == 1 && heaps.iter().any(|&x| x > 0) {
            out.extend_from_slice(heaps);
            out.push(0);
        }
    });
    let all = Game { has: |p| p.last() == Some(&1), ..game }.table();
    let points = all.points().flat_map(|point| point[..heaps].to_vec()).collect();
    Table::new(all.names()[..heaps].to_vec(), points, all.values().to_vec())
}

/// Games in which no rule must be found.
pub(crate) fn negatives() -> Vec<(&'static str, Game)> {
    vec![
        (
            "hash-table",
            Game::new(2, 50, |p, out| {
                let is_move = |a: i64, i: i64, b: i64| (7919 * a * a + 3571 * i + 101 * b * b) % 10007 < 4000;
                (0..p[0]).filter(|&i| is_move(p[0], i, p[1])).for_each(|i| out.extend([i, p[1]]));
                (0..p[1]).filter(|&i| is_move(p[1], i, p[0])).for_each(|i| out.extend([p[0], i]));
            }),
        ),
        (
            "residue-table",
            Game::new(2, 40, |p, out| {
                let (a, b) = (p[0], p[1]);
                (0..a).filter(|i| (a + 11 * i + 6 * b) % 12 < 7).for_each(|i| out.extend([i, b]));
                (0..b).filter(|i| (6 * a + i + 11 * b) % 12 < 7).for_each(|i| out.extend([a, i]));
            }),
        ),
        (
            "hash-heaps",
            Game::outcomes(3, 13, |p, out| {
                for i in 0..3 {
                    let (a, b, c) = (p[i], p[(i + 1) % 3], p[(i + 2) % 3]);
                    for j in (0..a).filter(|j| (577 * a * a + 31 * b * j + 7 * c * c) % 1013 < 500) {
                        let start = out.len();
                        out.extend_from_slice(p);
                        out[start + i] = j;
                    }
                }
            }),
        ),
    ]
}

/// Whether a claim holds of all positions of a table where it can be evaluated; and of how many.
fn held(claim: &str, table: &Table, known: Subject) -> usize {
    let count = table.dimensions();
    let scope = table.names().iter().fold(Scope::default(), |scope, name| scope.with(name, Type::Number));
    let scope = scope.with_tuple("h", 0..count as u32).with("outcome", Type::Outcome);
    let scope = scope.with_values(count);
    let scope = match known {
        Subject::Values => scope.with("value", Type::Number),
        Subject::Outcomes => scope.without("g", "only outcomes are known"),
    };
    let claim = truth(claim, 0, &scope).unwrap_or_else(|blame| panic!("{claim}: {blame:?}"));
    let is_held = |(point, &value): (&[i64], &i64)| {
        let mut data: Vec<Datum> = point.iter().map(|&x| Datum::Number(x)).collect();
        data.extend([Datum::List(point.into()), Datum::Number(i64::from(value != 0)), Datum::Number(value)]);
        let holds = holds(&claim, &data, &|other| table.value(other));
        assert_ne!(holds, Ok(false), "at {point:?}");
        holds.is_ok()
    };
    table.points().zip(table.values()).map(is_held).filter(|&held| held).count()
}

fn kinds(guess: &Guess) -> Vec<&str> {
    guess.patterns.iter().map(|pattern| pattern.kind.as_str()).collect()
}

#[test]
fn known_rules_are_found_first() {
    for (name, game, expected) in cases() {
        let guess = game.guess();
        let is_found = guess.patterns.first().is_some_and(|first| expected.contains(&first.kind.as_str()));
        assert!(is_found, "{name}: {:?}, tried {:?}", guess.patterns, guess.tried);
    }
}

#[test]
fn rules_and_their_claims_hold_further_on() {
    for (name, game, _) in cases().into_iter().filter(|(_, game, _)| game.heaps < 4) {
        let guess = game.guess();
        let larger = Game { max: 2 * game.max, ..game.clone() }.table();
        let outcomes = larger.outcomes();
        let known = if game.outcome { Subject::Outcomes } else { Subject::Values };
        for pattern in &guess.patterns {
            let table = if pattern.subject == Subject::Outcomes { &outcomes } else { &larger };
            let tally = pattern.rule.compare_positions(table, &vec![true; table.len()]);
            assert_eq!(tally.broken.map(|row| table.point(row)), None, "{name}: {}", pattern.rule.words());
            assert!(tally.held > 0, "{name}: {}", pattern.rule.words());
            if let Ok(claim) = pattern.rule.claim(known) {
                let applied = held(&claim, &larger, known);
                assert!(2 * applied > larger.len(), "{name}: {claim} was evaluated for {applied} positions only");
            }
        }
    }
}

#[test]
fn no_rule_is_found_where_there_is_none() {
    for (name, game) in negatives() {
        let guess = game.guess();
        assert!(kinds(&guess).iter().all(|kind| ["lines", "counts"].contains(kind)), "{name}: {:?}", guess.patterns);
    }
}

#[test]
fn nim_with_a_pass_has_a_rule_for_two_heaps_only() {
    let two = found(nim_with_a_pass(2, 31), Subject::Values);
    assert!(["pairs", "P-conj"].contains(&kinds(&two)[0]), "{:?}", two.patterns);
    let three = found(nim_with_a_pass(3, 14), Subject::Values);
    assert!(three.patterns.is_empty(), "{:?}", three.patterns);
}

/// Wythoff's game by marking all options.
fn wythoff_values(max: usize) -> Vec<i64> {
    let side = max + 1;
    let mut values = vec![0u16; side * side];
    let mut seen = vec![0u32; 4 * side];
    let mut turn = 0;
    for a in 0..side {
        for b in 0..side {
            turn += 1;
            let mut see = |a: usize, b: usize| seen[values[a * side + b] as usize] = turn;
            (0..a).for_each(|i| see(i, b));
            (0..b).for_each(|i| see(a, i));
            (1..=a.min(b)).for_each(|i| see(a - i, b - i));
            values[a * side + b] = seen.iter().position(|&last| last != turn).expect("a least value") as u16;
        }
    }
    values.into_iter().map(i64::from).collect()
}

#[test]
#[ignore = "measures speed"]
fn speed() {
    let show = |name: &str, guess: &Guess, start: std::time::Instant| {
        eprintln!("== {name} {:.1?}", start.elapsed());
        for p in &guess.patterns {
            eprintln!("   {} {}/{} {}", p.kind, p.cost.rounded(), p.null.rounded(), p.rule.words());
        }
        guess.tried.iter().for_each(|tried| eprintln!("   tried {tried:?}"));
    };
    let table = table_of(3, 60, |p| p[0] ^ p[1] ^ p[2]);
    let start = std::time::Instant::now();
    show("nim", &found(table, Subject::Values), start);
    let values = wythoff_values(1000);
    let table = table_of(2, 1000, |p| values[(p[0] * 1001 + p[1]) as usize]);
    let start = std::time::Instant::now();
    show("wythoff", &found(table, Subject::Values), start);
    let noise = |p: &[i64]| (p.iter().fold(1, |sum, x| sum * 7919 + x * x + 3 * x) % 1009 % 7).abs();
    let start = std::time::Instant::now();
    show("noise 3", &found(table_of(3, 60, noise), Subject::Values), start);
    let start = std::time::Instant::now();
    show("noise 5", &found(table_of(5, 9, noise), Subject::Values), start);
    let circle = |p: &[i64]| {
        let is_p = |order: &[usize; 6]| {
            let t = order.map(|i| p[i]);
            Some(&t[0]) == p.iter().min()
                && t[0] + t[1] == t[3] + t[4]
                && t[1] + t[2] == t[4] + t[5]
                && t[0] ^ t[2] ^ t[4] == 0
        };
        let any = (0..6)
            .any(|i| is_p(&[0, 1, 2, 3, 4, 5].map(|j| (i + j) % 6)) || is_p(&[6, 5, 4, 3, 2, 1].map(|j| (i + j) % 6)));
        i64::from(!any)
    };
    let start = std::time::Instant::now();
    show("circular-6-4", &found(table_of(6, 7, circle), Subject::Outcomes), start);
    let circle = |p: &[i64]| i64::from(!(p[0] + p[1] == p[3] + p[4] && p[1] + p[2] == p[4] + p[5]));
    let start = std::time::Instant::now();
    show("circular-6-3", &found(table_of(6, 7, circle), Subject::Outcomes), start);
}
