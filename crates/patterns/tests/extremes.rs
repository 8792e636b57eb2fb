//! Extreme values, labels and ranges: no search panics, overflows or reports a rule that is wrong on what it was given.

use grundy_core::control::FREE;
use grundy_core::random::Random;
use grundy_patterns::guess::{Data, Guess, Settings, Values, guess};
use grundy_patterns::pattern::Subject;
use grundy_patterns::sequence::Sequence;
use grundy_patterns::table::Table;

const EXTREMES: [i64; 15] = [
    0,
    1,
    -1,
    i64::MAX,
    i64::MIN,
    i64::MAX - 1,
    i64::MIN + 1,
    u32::MAX as i64,
    u32::MAX as i64 - 1,
    1 << 62,
    1 << 60,
    -(1 << 60),
    (1 << 60) - 400,
    1 << 59,
    1 << 40,
];

fn search(data: Data) -> Guess {
    let values = Values { data, known: Subject::Values };
    let guess = guess(&values, &Settings::default(), &FREE).expect("nothing cancels it");
    let data = &values.data;
    // What is shown of a rule must not panic either.
    for pattern in &guess.patterns {
        let all = [Subject::Values, Subject::Outcomes];
        let claims: Vec<_> = all.iter().map(|&subject| pattern.rule.claim(subject)).collect();
        assert!(!pattern.rule.words().is_empty() && claims.len() == 2);
        let _ = (pattern.rule.condition(), pattern.rule.terms(500));
        for index in [0, 1, 499, 1 << 32, 1 << 62, usize::MAX] {
            let _ = pattern.rule.term(index);
        }
        for pair in [[1 << 60, 1 << 60], [0, -(1 << 60)], [u32::MAX as i64, 1]] {
            let far = Table::new(vec!["a".into(), "b".into()], pair.to_vec(), vec![0]);
            if matches!(data, Data::Table(table) if table.dimensions() == 2) {
                let _ = pattern.rule.positions(&far);
            }
        }
    }
    guess
}

fn sequence(first: i64, values: Vec<i64>) -> Guess {
    search(Data::Sequence(Sequence { first, values }))
}

#[test]
fn few_values() {
    for values in [vec![], vec![0], vec![7], vec![i64::MIN], vec![1, 2], vec![3; 5], vec![3; 200], vec![i64::MAX; 400]]
    {
        for first in [0, 1, -5, 1 << 40] {
            let count = values.len();
            let guess = sequence(first, values.clone());
            assert!(guess.patterns.is_empty(), "{count} values from {first}: {:?}", guess.patterns);
        }
    }
}

#[test]
fn labels_that_are_huge() {
    for first in
        [i64::MIN, -(1 << 60), -1000, u32::MAX as i64 - 100, u32::MAX as i64, (1 << 60) - 400, 1 << 59, i64::MAX - 299]
    {
        for values in [
            (0..300).map(|n| n % 4).collect::<Vec<i64>>(),
            (0..300).map(|n| 3 * n).collect(),
            (0..300).map(|n: i64| n * n).collect(),
            (1..301i64).map(|n| n.trailing_zeros().into()).collect(),
            (0..300).map(|n| i64::from(n % 7 != 3)).collect(),
        ] {
            sequence(first, values);
        }
    }
}

#[test]
fn values_that_are_huge() {
    for big in EXTREMES {
        for (name, values) in [
            ("alternating", (0..300).map(|n| if n % 2 == 0 { big } else { 0 }).collect::<Vec<i64>>()),
            ("both signs", (0..300).map(|n| if n % 3 == 0 { big } else { big.saturating_neg() }).collect()),
            ("at its end", (0..300).map(|n| if n < 10 { big.wrapping_add(n) } else { 5 }).collect()),
            ("late", (0..300).map(|n| if n == 290 { big } else { n % 5 }).collect()),
            ("rising", (0..300).map(|n| big.wrapping_add(n)).collect()),
            ("steep", (0..300).map(|n| big.wrapping_mul(n)).collect()),
            ("powers", (0..300).map(|n| 1i64 << (n % 63)).collect()),
            ("squares", (0..300).map(|n| (big / 3).wrapping_add(n * n)).collect()),
        ] {
            println!("{big}, {name}");
            sequence(0, values.clone());
            sequence(1, values);
        }
    }
}

#[test]
fn random_mixtures() {
    for seed in 1..=60 {
        println!("seed {seed}");
        let mut random = Random(seed);
        let count = 20 + random.below(400) as usize;
        let kinds = 1 + random.below(EXTREMES.len() as u64);
        let mut value = || EXTREMES[random.below(kinds) as usize];
        let values: Vec<i64> = (0..count).map(|_| value()).collect();
        sequence(0, values.clone());
        let side = count.isqrt() as i64;
        for (low, step) in [
            (0, 1),
            (1, 1),
            (-3, 1),
            (u32::MAX as i64 - 30, 1),
            (0, 1 << 40),
            ((1 << 60) - 1000, 1),
            (i64::MAX - 1000, 1),
        ] {
            let points: Vec<i64> =
                (0..side).flat_map(|a| (0..side).flat_map(move |b| [low + a * step, low + b * step])).collect();
            let values = values[..(side * side) as usize].to_vec();
            search(Data::Table(Table::new(vec!["a".into(), "b".into()], points, values)));
        }
    }
}

#[test]
fn tables_of_unusual_shapes() {
    let shapes: [(&str, Vec<Vec<i64>>); 7] = [
        ("empty", vec![]),
        ("one position", vec![vec![0, 0]]),
        ("one row", (0..200).map(|b| vec![0, b]).collect()),
        ("a diagonal", (0..200).map(|b| vec![b, b]).collect()),
        ("far from each other", (0..200).map(|b| vec![b << 52, (b % 7) << 52]).collect()),
        ("both ends", (0..200).map(|b| vec![if b % 2 == 0 { i64::MIN } else { i64::MAX }, b]).collect()),
        ("a strip", (0..3).flat_map(|a| (0..100).map(move |b| vec![a, b])).collect()),
    ];
    for (name, points) in shapes {
        println!("{name}");
        for value in [|p: &[i64]| p[0] & 3, |p: &[i64]| p[1] % 3, |p: &[i64]| p[0] ^ p[1], |_: &[i64]| 4] {
            let values = points.iter().map(|p| value(p)).collect();
            search(Data::Table(Table::new(vec!["a".into(), "b".into()], points.concat(), values)));
        }
    }
    let line: Vec<i64> = (0..100).collect();
    search(Data::Table(Table::new(vec!["a".into()], line.clone(), line.iter().map(|n| n % 3).collect())));
    let many: Vec<i64> = (0..1 << 10).flat_map(|cell| (0..10).map(move |i| cell >> i & 1)).collect();
    let values = many.chunks(10).map(|p| p.iter().sum::<i64>() % 3).collect();
    search(Data::Table(Table::new((0..10).map(|i| format!("h{i}")).collect(), many, values)));
}
