//! Random tables of each kind.

use super::instances::{Asked, between, mixed, numbers};
use crate::table::Table;
use grundy_core::random::Random;

/// A number that looks random at each point.
fn noise(seed: i64, p: &[i64]) -> i64 {
    let mixed = p.iter().fold(seed as u64, |sum, &x| {
        let sum = (sum ^ x as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        sum ^ (sum >> 29)
    });
    (mixed >> 20) as i64
}

#[test]
fn sums_and_expressions() {
    Asked::of("separable", 20).tables(3, |random| {
        let axes: Vec<Vec<i64>> = (0..3).map(|_| mixed(random, 41, 0, 20)).collect();
        let is_xor = random.below(2) == 0;
        move |p| {
            let parts = axes.iter().zip(p).map(|(axis, &x)| axis[x as usize]);
            if is_xor { parts.fold(0, |sum, x| sum ^ x) } else { parts.sum() }
        }
    });
    Asked::of("table-expression", 24).tables(2, |random| {
        let (form, a, b) = (between(random, 0, 7), between(random, 1, 4), between(random, 2, 4));
        move |p| {
            let (x, y) = (p[0], p[1]);
            match form {
                0 => (x ^ y) + a,
                1 => x.max(y) * a + x % b,
                2 => (x + y) % b + x.min(y),
                3 => (x / b) ^ (y / b),
                4 => b * ((x / b) ^ (y / b)) + (x + y) % b,
                5 => a * x + b * y,
                6 => x * y + a,
                _ => (x - y).abs() * a + y,
            }
        }
    });
}

#[test]
fn features() {
    Asked { all_values: false, ..Asked::of("depends", 24) }.tables(2, |random| {
        let (feature, table) = (between(random, 0, 5), mixed(random, 16, 1, 9));
        move |p| {
            let (x, y) = (p[0], p[1]);
            let key = match feature {
                0 => x.max(y),
                1 => x + y,
                2 => x.min(y),
                3 => (x - y).abs(),
                4 => x % 4 + 4 * (y % 4),
                _ => x + 2 * y,
            };
            // A table says nothing about new values of the feature, so only remainders have one.
            if feature == 4 { table[key as usize] } else { table[0] % 4 * key + key + table[1] % 4 }
        }
    });
}

#[test]
fn repetitions() {
    Asked { all_values: false, ..Asked::of("shift", 36) }.tables(2, |random| {
        let (seed, v) = (between(random, 0, 999), [between(random, 1, 3), between(random, 1, 4)]);
        let saltus = between(random, 0, 3);
        move |p| {
            let k = (p[0] / v[0]).min(p[1] / v[1]);
            noise(seed, &[p[0] - k * v[0], p[1] - k * v[1]]) % 5 + k * saltus
        }
    });
    Asked::of("strip", 60).tables(2, |random| {
        let (v, saltus) = ([between(random, 1, 3), between(random, 1, 3)], between(random, 0, 3));
        let (length, step) = (between(random, 2, 4) as usize, between(random, 0, 2));
        let lines: Vec<Vec<i64>> = (0..6).map(|_| mixed(random, length, 0, 9)).collect();
        move |p| {
            let k = (p[0] / v[0]).min(p[1] / v[1]);
            let (a, b) = (p[0] - k * v[0], p[1] - k * v[1]);
            // The position lies in one of the first columns or rows.
            let (line, place) = if a < v[0] { (a as usize, b as usize) } else { (3 + b as usize, a as usize) };
            lines[line][place % length] + step * (place / length) as i64 + k * saltus
        }
    });
    Asked { all_values: false, ..Asked::of("lines", 60) }.tables(2, |random| {
        let seed = between(random, 0, 999);
        let (lengths, saltus) = (numbers(random, 200, 2, 6), numbers(random, 200, 0, 4));
        move |p| {
            let (length, saltus) = (lengths[p[0] as usize], saltus[p[0] as usize]);
            noise(seed, &[p[0], p[1] % length]) % 7 + p[1] / length * saltus
        }
    });
}

#[test]
fn counted_p_positions() {
    Asked { all_values: false, ..Asked::of("counts", 40) }.tables(2, |random| {
        let (a, b, modulus) = (between(random, 1, 3), between(random, 0, 3), between(random, 2, 4));
        move |p| (a % (modulus - 1) * p[0] + p[0] + b * p[1]) % modulus
    });
}

#[test]
fn pairs() {
    Asked::of("pairs", 130).outcomes().tables(2, |random| {
        let (r, s, t) = match random.below(3) {
            0 => (1, between(random, 1, 6), 0),
            1 => (1, between(random, 1, 4), 1),
            _ => (2, between(random, 1, 3), between(random, 0, 1)),
        };
        let mut used = std::collections::BTreeSet::new();
        let mut all = std::collections::BTreeSet::new();
        for k in 0..400 {
            let a = (0..).find(|a| !used.contains(a)).expect("a least number");
            let b = r * a + s * k + t;
            used.extend([a, b]);
            all.insert((a, b));
        }
        move |p| i64::from(!all.contains(&(p[0].min(p[1]), p[0].max(p[1]))))
    });
}

#[test]
fn conditions() {
    Asked { all_values: false, ..Asked::of("P-conj", 11) }.outcomes().tables(3, |random| {
        let (form, a, b) = (between(random, 0, 4), between(random, 0, 2), between(random, 1, 2));
        move |p| {
            let holds = match form {
                0 => p[0] == b * p[1] + a,
                1 => p[0] + p[1] == p[2] + a,
                2 => p[0] == p[1] && p[2] >= a,
                3 => p[0] + a == p[2] && p[1] <= b + p[0],
                _ => (p[0] + b * p[1]) % 2 == a % 2 && p[2] == p[1],
            };
            i64::from(!holds)
        }
    });
    Asked { all_values: false, ..Asked::of("P-dnf", 13) }.outcomes().tables(3, |random| {
        let (a, b, c) = (between(random, 0, 2), between(random, 1, 2), between(random, 0, 2));
        move |p| i64::from(!((p[0] == b * p[1] + a && p[2] >= c) || (p[1] == 0 && p[2] == p[0])))
    });
}

#[test]
fn automata() {
    Asked::of("automatic-table", 70).tables(2, |random| {
        let states = between(random, 2, 3) as usize;
        let mut next = numbers(random, 4 * states, 0, states as i64 - 1);
        (next[0], next[1]) = (0, 1);
        (1..states).for_each(|state| next[4 * state + 2] = (state as i64 + 1) % states as i64);
        move |p| {
            let digits = (0..8).rev().map(|place| 2 * (p[0] >> place & 1) + (p[1] >> place & 1));
            digits.fold(0, |state, digit| next[4 * state as usize + digit as usize])
        }
    });
}

#[test]
fn classes() {
    Asked { all_values: false, ..Asked::of("partial", 40) }.outcomes().tables(2, |random| {
        let (seed, modulus) = (between(random, 0, 999), between(random, 2, 3));
        let class = [between(random, 0, modulus - 1), between(random, 0, modulus - 1)];
        let outcome = between(random, 0, 1);
        move |p| if [p[0] % modulus, p[1] % modulus] == class { outcome } else { noise(seed, p) % 2 }
    });
}

#[test]
fn cases_of_rows() {
    let points: Vec<i64> = (1..=24).flat_map(|a| (a + 1..=48).flat_map(move |b| [a, b])).collect();
    let count = points.len() / 2;
    let rows = Table::new(vec!["a".into(), "b".into()], points, vec![0; count]);
    let make = |random: &mut Random| {
        let (form, k, seed) = (between(random, 0, 3), 2, between(random, 0, 999));
        move |p: &[i64]| {
            let (a, b) = (p[0], p[1]);
            let holds = match form {
                0 => b % a != 0,
                1 => (a + b) % k != 0,
                2 => b > k * a,
                _ => (b - a) % k == 0,
            };
            if holds { a + b } else { 100 + noise(seed, p) % 50 }
        }
    };
    Asked { are_rows: true, ..Asked::of("cases", 36) }.rows(&rows, make);
}
