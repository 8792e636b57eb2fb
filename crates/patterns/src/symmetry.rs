//! The permutations of the coordinates that keep all values of a table.

/// The symmetries of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Symmetry {
    /// The order of the coordinates does not matter.
    AnyOrder,
    /// These permutations, the identity first. `permutation[i]` is the coordinate that moves to place i.
    Group {
        /// What the permutations are, for messages.
        name: &'static str,
        /// The permutations.
        permutations: Vec<Vec<usize>>,
    },
}

impl Symmetry {
    /// The symmetries of a table with so many coordinates, of which `keeps` tells whether a permutation keeps its
    /// values. All exchanges of neighbours are tried first, then turns and reflections, then (for at most 5
    /// coordinates) every permutation.
    pub(crate) fn of(dimensions: usize, keeps: impl Fn(&[usize]) -> bool) -> Symmetry {
        let swap = |i: usize| -> Vec<usize> {
            (0..dimensions)
                .map(|k| {
                    if k == i {
                        i + 1
                    } else if k == i + 1 {
                        i
                    } else {
                        k
                    }
                })
                .collect()
        };
        if dimensions > 1 && (0..dimensions - 1).all(|i| keeps(&swap(i))) {
            return Symmetry::AnyOrder;
        }
        let turn: Vec<usize> = (0..dimensions).map(|k| (k + 1) % dimensions).collect();
        let back: Vec<usize> = (0..dimensions).rev().collect();
        let turns = dimensions > 2 && keeps(&turn);
        let reflects = dimensions > 1 && keeps(&back);
        let mut permutations: Vec<Vec<usize>> = (0..if turns { dimensions } else { 1 })
            .map(|i| (0..dimensions).map(|k| (k + i) % dimensions).collect())
            .collect();
        if reflects {
            let mirrored: Vec<Vec<usize>> =
                permutations.iter().map(|order| order.iter().rev().copied().collect()).collect();
            permutations.extend(mirrored);
        }
        let name = match (turns, reflects) {
            (true, true) => "turns and reflections",
            (true, false) => "turns",
            (false, true) => "a reflection",
            (false, false) if dimensions <= 5 => {
                permutations = all_orders(dimensions).into_iter().filter(|order| keeps(order)).collect();
                if permutations.len() > 1 { "some permutations" } else { "none" }
            }
            (false, false) => "none",
        };
        Symmetry::Group { name, permutations }
    }

    /// Whether no permutation but the identity keeps the values.
    pub fn is_trivial(&self) -> bool {
        matches!(self, Symmetry::Group { permutations, .. } if permutations.len() == 1)
    }

    /// Whether a point is the chosen one among its images: in rising order, or lexicographically the largest.
    pub fn represents(&self, point: &[i64]) -> bool {
        match self {
            Symmetry::AnyOrder => point.is_sorted(),
            Symmetry::Group { permutations, .. } => {
                permutations.iter().all(|order| order.iter().map(|&i| point[i]).le(point.iter().copied()))
            }
        }
    }

    /// The lexicographically largest image of a point.
    pub fn largest_image(&self, point: &[i64]) -> Vec<i64> {
        match self {
            Symmetry::AnyOrder => {
                let mut image = point.to_vec();
                image.sort_unstable_by(|a, b| b.cmp(a));
                image
            }
            Symmetry::Group { permutations, .. } => {
                let images = permutations.iter().map(|order| order.iter().map(|&i| point[i]).collect::<Vec<i64>>());
                images.max().unwrap_or_else(|| point.to_vec())
            }
        }
    }
}

/// All permutations in lexicographical order, the identity first.
pub(crate) fn all_orders(count: usize) -> Vec<Vec<usize>> {
    let mut orders = vec![Vec::new()];
    for _ in 0..count {
        orders = orders
            .into_iter()
            .flat_map(|order| {
                let free: Vec<usize> = (0..count).filter(|i| !order.contains(i)).collect();
                free.into_iter().map(move |next| order.iter().copied().chain([next]).collect())
            })
            .collect();
    }
    orders
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_found() {
        assert_eq!(Symmetry::of(3, |_| true), Symmetry::AnyOrder);
        // A circle of four: a turn and a reflection, but no exchange of neighbours.
        let sets = |order: &[usize]| order.windows(2).all(|pair| pair[0].abs_diff(pair[1]) % 2 == 1);
        let Symmetry::Group { name, permutations } = Symmetry::of(4, sets) else { panic!("no group") };
        assert_eq!((name, permutations.len()), ("turns and reflections", 8));
        let swap = Symmetry::of(3, |order| order[2] == 2);
        assert_eq!(
            swap,
            Symmetry::Group { name: "some permutations", permutations: vec![vec![0, 1, 2], vec![1, 0, 2]] }
        );
        assert!(!swap.is_trivial() && Symmetry::of(7, |order| order[0] == 0 && order.is_sorted()).is_trivial());
        assert_eq!(swap.largest_image(&[1, 5, 3]), [5, 1, 3]);
        assert!(swap.represents(&[5, 1, 3]) && !swap.represents(&[1, 5, 3]));
    }
}
