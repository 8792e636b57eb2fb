//! Sets of positions that are unions of conjunctions of linear conditions.

use crate::structure::{Condition, Linear};
use serde::{Deserialize, Serialize};

/// The positions that satisfy all conditions of at least one piece.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct LinearSet {
    /// The pieces. Variables 0, 1, ... are the coordinates.
    pub pieces: Vec<Vec<Condition>>,
}

/// How the variables of the pieces are matched with the coordinates of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum View {
    /// In their order.
    Plain,
    /// The coordinates in ascending order.
    Ascending,
    /// Any turn of a circle of coordinates.
    Turns,
    /// Any turn or reflection of a circle of coordinates.
    TurnsAndReflections,
}

/// The maximum number of coordinates of which all orders are looked at.
const MOST_SORTED: usize = 6;

impl LinearSet {
    /// The set of the positions that lie in one of the pieces after their coordinates were rearranged. `None` if there
    /// are too many orders of the coordinates, or a number is too large.
    pub fn viewed(pieces: Vec<Vec<Condition>>, coordinates: usize, view: View) -> Option<Self> {
        let turned = |by: usize, back: bool| {
            let at = move |index: usize| if back { coordinates - index } else { index };
            (0..coordinates).map(|index| (at(index) + by) % coordinates).collect::<Vec<usize>>()
        };
        match view {
            View::Plain => Some(Self { pieces }),
            View::Ascending => {
                let ascend = |low: usize| Condition::at_most(&Linear::variable(low), &Linear::variable(low + 1), 0);
                let order = (1..coordinates).map(|high| ascend(high - 1)).collect::<Option<Vec<_>>>()?;
                let ordered = |piece: Vec<Condition>| order.iter().cloned().chain(piece).collect();
                Self::images(pieces.into_iter().map(ordered).collect(), orders(coordinates)?)
            }
            View::Turns => Self::images(pieces, (0..coordinates).map(|by| turned(by, false))),
            View::TurnsAndReflections => {
                Self::images(pieces, (0..coordinates).flat_map(|by| [turned(by, false), turned(by, true)]))
            }
        }
    }

    /// The set of all images of the pieces. An order says for each variable which coordinate it is. `None` if an order
    /// is too short, or a number is too large.
    pub fn images(pieces: Vec<Vec<Condition>>, orders: impl IntoIterator<Item = Vec<usize>>) -> Option<Self> {
        let mut images: Vec<Vec<Condition>> = Vec::new();
        for order in orders {
            let values: Vec<Linear> = order.into_iter().map(Linear::variable).collect();
            for piece in &pieces {
                let image = piece.iter().map(|condition| condition.map(|form| form.within(&values)));
                let mut image = image.collect::<Option<Vec<_>>>()?;
                image.sort_unstable();
                image.dedup();
                if !images.contains(&image) {
                    images.push(image);
                }
            }
        }
        Some(Self { pieces: images })
    }

    /// Whether a position lies in the set; `None` if a number is too large.
    pub fn contains(&self, at: &[i64]) -> Option<bool> {
        let value = |variable: usize| at.get(variable).copied().unwrap_or(0);
        for piece in &self.pieces {
            let holds = piece.iter().map(|condition| condition.at(value)).collect::<Option<Vec<bool>>>()?;
            if holds.into_iter().all(|holds| holds) {
                return Some(true);
            }
        }
        Some(false)
    }
}

/// All orders of the numbers below `count`; `None` if they are too many.
fn orders(count: usize) -> Option<Vec<Vec<usize>>> {
    if count > MOST_SORTED {
        return None;
    }
    let mut orders = vec![Vec::new()];
    for next in 0..count {
        let longer = |order: &Vec<usize>| {
            let order = order.clone();
            (0..=order.len()).map(move |place| {
                let mut order = order.clone();
                order.insert(place, next);
                order
            })
        };
        orders = orders.iter().flat_map(longer).collect();
    }
    Some(orders)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(list: &[i64]) -> Linear {
        Linear::try_from(list.to_vec()).unwrap()
    }

    #[test]
    fn views_rearrange_the_coordinates() {
        // Variable 1 is 2, and variable 0 is 0.
        let piece = || {
            vec![
                [Condition::equal(&form(&[0, 1]), &form(&[0])), Condition::equal(&form(&[0, 0, 1]), &form(&[2]))]
                    .map(Option::unwrap)
                    .concat(),
            ]
        };
        let set = |view| LinearSet::viewed(piece(), 3, view).unwrap();
        let holds = |view, at: [i64; 3]| set(view).contains(&at) == Some(true);
        assert!(holds(View::Plain, [0, 2, 1]) && !holds(View::Plain, [2, 1, 0]));
        assert!(holds(View::Turns, [1, 0, 2]) && holds(View::Turns, [2, 1, 0]) && !holds(View::Turns, [1, 2, 0]));
        assert!(holds(View::TurnsAndReflections, [1, 2, 0]) && !holds(View::TurnsAndReflections, [0, 1, 1]));
        assert!(holds(View::Ascending, [2, 5, 0]) && !holds(View::Ascending, [2, 1, 0]));
        assert_eq!([View::Turns, View::TurnsAndReflections].map(|view| set(view).pieces.len()), [3, 6]);
        assert!(LinearSet::viewed(piece(), 7, View::Ascending).is_none());
    }
}
