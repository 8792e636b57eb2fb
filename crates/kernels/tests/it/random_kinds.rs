//! Random games of several kinds of heaps, in normal form.

use grundy_core::random::Random;
use grundy_core::structure::{AskedKinds, Coordinate, Cut, Kind, KindRule, KindTexts, Kinds, Order, Part};

/// A random game all of whose plays end and whose moves lead to positions.
pub(super) fn kinds(random: &mut Random) -> Kinds {
    loop {
        let leasts: Vec<i64> = (0..1 + below(random, 3)).map(|_| below(random, 3)).collect();
        let kind = |kind: usize, random: &mut Random| Kind {
            label: format!("k{kind}(n)"),
            least: Some(leasts[kind]),
            rules: (0..1 + below(random, 3)).map(|_| rule(random, &leasts, kind)).collect(),
        };
        let kinds: Vec<Kind> = (0..leasts.len()).map(|number| kind(number, random)).collect();
        let kind = below(random, leasts.len() as i64) as usize;
        // Rows may start beyond the least size, even beyond all sizes that a proof uses.
        let shift = leasts[kind] + [0, 1, 40][below(random, 3) as usize];
        let kinds = Kinds { kinds, asked: AskedKinds::One { kind, shift }, texts: KindTexts::default() };
        if kinds.plays_end() {
            return kinds;
        }
    }
}

fn below(random: &mut Random, end: i64) -> i64 {
    random.below(end as u64) as i64
}

fn some<T>(random: &mut Random, most: i64, mut one: impl FnMut(&mut Random) -> T) -> Vec<T> {
    (0..below(random, most + 1)).map(|_| one(random)).collect()
}

fn rule(random: &mut Random, leasts: &[i64], own: usize) -> KindRule {
    let any = |random: &mut Random| below(random, leasts.len() as i64) as usize;
    let fixed = some(random, 1, |random| {
        let kind = any(random);
        Part { kind, offset: leasts[kind] + below(random, 4) }
    });
    let joint: Vec<Part> = some(random, 1, |random| Part { kind: any(random), offset: below(random, 4) });
    let cut = (below(random, 4) > 0).then(|| cut(random, leasts));
    // Joint parts exist from here on.
    let least = joint.iter().map(|part| leasts[part.kind] + part.offset).fold(leasts[own], i64::max);
    let (from, modulus) = (least + below(random, 4), 1 + below(random, 3));
    let residues = (0..modulus).filter(|_| below(random, 4) > 0).collect();
    let before = (least..from).filter(|_| below(random, 2) == 0).collect();
    KindRule { from, modulus, residues, before, fixed, joint, cut, is_cancelled: false }
}

fn cut(random: &mut Random, leasts: &[i64]) -> Cut {
    let count = [1, 2, 2, 2, 2, 3][below(random, 6) as usize];
    let coordinate = |random: &mut Random| {
        let parts: Vec<Part> = some(random, 2, |random| Part {
            kind: below(random, leasts.len() as i64) as usize,
            offset: below(random, 4) - 2,
        });
        let least = parts.iter().map(|part| leasts[part.kind] - part.offset).fold(0, i64::max) + below(random, 3);
        Coordinate { least, parts }
    };
    let mut coordinates: Vec<Coordinate> = (0..count).map(|_| coordinate(random)).collect();
    if below(random, 3) > 0 {
        coordinates = vec![coordinates[0].clone(); count];
    }
    let modulus = 1 + below(random, 3);
    let tuples = (0..modulus.pow(count as u32)).filter(|_| below(random, 2) == 0);
    let digits = |tuple: i64| (0..count as u32).rev().map(|place| tuple / modulus.pow(place) % modulus).collect();
    let allowed = (modulus > 1).then(|| tuples.map(digits).collect());
    let order = match below(random, if count == 2 { 4 } else { 1 }) {
        0 | 1 => None,
        2 => Some(Order::AtMost(below(random, 7) - 3)),
        _ => {
            let mut excluded = some(random, 3, |random| below(random, 7) - 3);
            excluded.extend(excluded.clone().into_iter().map(|difference| -difference).take(random.below(3) as usize));
            excluded.sort_unstable();
            excluded.dedup();
            Some(Order::NotIn(excluded))
        }
    };
    Cut { sum: below(random, 4), coordinates, modulus, allowed, order }
}
