//! Rows of tables as kinds of heaps. Row x of a table T(x, y) is a kind, and y is its size.

use super::kinds::{AskedKinds, Coordinate, Cut, Kind, KindRule, KindTexts, Kinds, Part};
use super::vectors::Line;

/// The largest distance between neighbouring targets of a move in a row.
const MOST: i64 = 1 << 8;

impl Kinds {
    /// The largest row of a table for which there are kinds.
    pub const LAST_TABLE_ROW: u64 = 1 << 8;

    /// The rows 0, ..., `last` of a game on two coordinates, whose moves go to points of lines. Row `last` is asked.
    /// None if the game has other coordinates, or if the row or a vector is too large.
    pub fn of_table_row(lines: &[Line], last: u64) -> Option<Self> {
        let last = i64::try_from(last).ok().filter(|_| last <= Self::LAST_TABLE_ROW)?;
        let row = |x: i64| {
            let rules = lines.iter().map(|line| rules(line, x)).collect::<Option<Vec<_>>>()?;
            Some(Kind { label: format!("{x},n"), least: Some(0), rules: rules.into_iter().flatten().collect() })
        };
        let kinds = (0..=last).map(row).collect::<Option<_>>()?;
        Some(Self { kinds, asked: AskedKinds::One { kind: last as usize, shift: 0 }, texts: KindTexts::default() })
    }
}

/// The moves from row x to the points of a line.
fn rules(line: &Line, x: i64) -> Option<Vec<KindRule>> {
    let vector = |of: &[u32]| match *of {
        [rows, columns] => Some((i64::from(rows), i64::from(columns))),
        _ => None,
    };
    let ((rows, columns), (more_rows, more_columns)) = (vector(&line.first)?, vector(&line.more)?);
    if more_rows == 0 && more_columns > 0 {
        let is_row = x >= rows;
        return (more_columns <= MOST)
            .then(|| if is_row { vec![along(x - rows, columns, more_columns)] } else { vec![] });
    }
    // Each further move goes to a row below, unless there is only one move.
    let most = if more_rows > 0 { (x - rows).div_euclid(more_rows) } else { (x - rows).signum().min(0) };
    Some((0..=most).map(|times| below(x - rows - times * more_rows, columns + times * more_columns)).collect())
}

/// The rule n -> T(row, n - columns).
fn below(row: i64, columns: i64) -> KindRule {
    KindRule { from: columns, joint: vec![Part { kind: row as usize, offset: columns }], ..always() }
}

/// The rule n -> T(row, n - columns - t * more) for all t >= 0.
fn along(row: i64, columns: i64, more: i64) -> KindRule {
    let target = Coordinate { least: 0, parts: vec![Part { kind: row as usize, offset: 0 }] };
    let removed = Coordinate { least: 0, parts: Vec::new() };
    let same = |n: i64| vec![n, (n - columns).rem_euclid(more)];
    let allowed = (more > 1).then(|| (0..more).map(same).collect());
    let cut = Cut { sum: columns, coordinates: vec![target, removed], modulus: more, allowed, order: None };
    KindRule { cut: Some(cut), ..always() }
}

/// A rule for all n, without parts.
fn always() -> KindRule {
    KindRule {
        from: 0,
        modulus: 1,
        residues: vec![0],
        before: Vec::new(),
        fixed: Vec::new(),
        joint: Vec::new(),
        cut: None,
        is_cancelled: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::ruleset::Point;
    use std::collections::BTreeSet;

    fn random_line(random: &mut Random) -> Line {
        let mut vector = |most: u64| -> Point { (0..2).map(|_| random.below(most) as u32).collect() };
        loop {
            let (first, more) = (vector(4), vector(3));
            if first.iter().any(|&number| number > 0) {
                return Line { first, more };
            }
        }
    }

    /// The targets of the moves of a line, one by one.
    fn targets(line: &Line, (x, y): (i64, i64)) -> BTreeSet<(usize, i64)> {
        let at = |times: i64| {
            let less = |i: usize| i64::from(line.first[i]) + times * i64::from(line.more[i]);
            (x - less(0), y - less(1))
        };
        let is_one = line.more.iter().all(|&number| number == 0);
        let all = (0..if is_one { 1 } else { 100 }).map(at);
        all.filter(|&(x, y)| x >= 0 && y >= 0).map(|(x, y)| (x as usize, y)).collect()
    }

    #[test]
    fn options_of_a_row_are_those_of_the_game() {
        let mut random = Random(4);
        for _ in 0..300 {
            let lines: Vec<Line> = (0..1 + random.below(3)).map(|_| random_line(&mut random)).collect();
            let kinds = Kinds::of_table_row(&lines, 9).unwrap();
            assert!(kinds.potentials().is_some(), "{lines:?}");
            for (x, kind) in kinds.kinds.iter().enumerate() {
                for y in 0..20 {
                    let mut found = BTreeSet::new();
                    kind.rules.iter().for_each(|rule| rule.options(y, &mut |option| found.extend(option)));
                    let expected = lines.iter().flat_map(|line| targets(line, (x as i64, y))).collect();
                    assert_eq!(found, expected, "{lines:?} at {x}, {y}");
                }
            }
        }
    }

    #[test]
    fn large_rows_and_vectors_have_none() {
        let line = |first: &[u32], more: &[u32]| Line {
            first: first.iter().copied().collect(),
            more: more.iter().copied().collect(),
        };
        assert!(Kinds::of_table_row(&[line(&[0, 1], &[0, 1])], 256).is_some());
        assert!(Kinds::of_table_row(&[line(&[0, 1], &[0, 1])], 257).is_none());
        assert!(Kinds::of_table_row(&[line(&[0, 1], &[0, 257])], 1).is_none());
        assert!(Kinds::of_table_row(&[line(&[0, 1, 1], &[0, 1, 0])], 1).is_none());
    }
}
