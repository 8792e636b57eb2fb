//! Symmetries of games with several coordinates: rearrangements that do not change any value.

/// The rearrangements of the coordinates that are known not to change any value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Symmetry {
    /// Only the identity.
    #[default]
    None,
    /// All permutations: the order of the heaps does not matter.
    Any,
    /// Rotations and reflections of a circle.
    Circle,
}

impl Symmetry {
    /// The size of a position's orbit, if the position is lexicographically first in it; otherwise `None`.
    pub fn orbit(self, position: &[u64]) -> Option<u64> {
        match self {
            Symmetry::None => Some(1),
            Symmetry::Any => position.is_sorted().then(|| arrangements(position)),
            Symmetry::Circle => circle(position),
        }
    }

    /// The lexicographically first position of a position's orbit.
    pub fn first(self, mut position: Vec<u64>) -> Vec<u64> {
        let count = position.len();
        match self {
            Symmetry::None => position,
            Symmetry::Any => {
                position.sort_unstable();
                position
            }
            Symmetry::Circle => {
                let backwards: Vec<u64> = position.iter().rev().copied().collect();
                let turned = |of: &[u64], by: usize| [&of[by..], &of[..by]].concat();
                let all = (0..count).flat_map(|by| [turned(&position, by), turned(&backwards, by)]);
                all.min().unwrap_or_default()
            }
        }
    }

    /// The symmetry of the game with these vectors: [`Symmetry::Any`] if permuting the coordinates does not
    /// change the set.
    pub fn of_vectors(vectors: &[impl AsRef<[u32]>]) -> Self {
        let dimensions = vectors.first().map_or(0, |vector| vector.as_ref().len());
        let mut set: Vec<Vec<u32>> = vectors.iter().map(|vector| vector.as_ref().to_vec()).collect();
        set.sort_unstable();
        // Exchanges of adjacent coordinates generate all permutations.
        let swapped = |i: usize| {
            let mut swapped = set.clone();
            swapped.iter_mut().for_each(|vector| vector.swap(i, i + 1));
            swapped.sort_unstable();
            swapped == set
        };
        if dimensions > 1 && (0..dimensions - 1).all(swapped) { Symmetry::Any } else { Symmetry::None }
    }
}

/// The number of different orders of a sorted list of numbers.
fn arrangements(sorted: &[u64]) -> u64 {
    let mut count = 1u64;
    let mut run = 0;
    for (i, number) in sorted.iter().enumerate() {
        run = if i > 0 && sorted[i - 1] == *number { run + 1 } else { 1 };
        // A run of equal numbers contributes C(i + 1, run), one factor per number.
        count = count.saturating_mul(i as u64 + 1) / run;
    }
    count
}

fn circle(position: &[u64]) -> Option<u64> {
    let n = position.len();
    let image =
        |turn: usize, back: bool| (0..n).map(move |i| position[if back { (turn + n - i) % n } else { (turn + i) % n }]);
    let mut same = 0;
    for (turn, back) in (0..n).flat_map(|turn| [(turn, false), (turn, true)]) {
        match image(turn, back).cmp(position.iter().copied()) {
            std::cmp::Ordering::Less => return None,
            std::cmp::Ordering::Equal => same += 1,
            std::cmp::Ordering::Greater => {}
        }
    }
    Some(2 * n as u64 / same)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::Rows;

    #[test]
    fn orbits_partition_every_box() {
        for symmetry in [Symmetry::None, Symmetry::Any, Symmetry::Circle] {
            for (dimensions, max) in [(2, 5), (3, 4), (4, 3), (5, 2), (6, 2), (7, 1)] {
                let rows = Rows::cube(dimensions, max);
                let mut label = Vec::new();
                let sizes = (0..rows.len()).filter_map(|row| {
                    rows.label(row, &mut label);
                    let first = symmetry.first(label.clone());
                    assert!(symmetry.orbit(&first).is_some() && (first == label) == symmetry.orbit(&label).is_some());
                    symmetry.orbit(&label)
                });
                assert_eq!(sizes.sum::<u64>(), rows.len(), "{symmetry:?}, {dimensions} coordinates");
            }
        }
    }

    #[test]
    fn sizes_of_orbits() {
        assert_eq!(Symmetry::Any.orbit(&[1, 2, 2]), Some(3));
        assert_eq!(Symmetry::Any.orbit(&[2, 1, 2]), None);
        assert_eq!(Symmetry::Circle.orbit(&[0, 1, 0, 1]), Some(2));
        assert_eq!(Symmetry::Circle.orbit(&[0, 1, 2, 3, 4]), Some(10));
        assert_eq!(Symmetry::of_vectors(&[[0, 1], [1, 0], [1, 1]]), Symmetry::Any);
        assert_eq!(Symmetry::of_vectors(&[[0, 1], [1, 0], [1, 2]]), Symmetry::None);
    }
}
