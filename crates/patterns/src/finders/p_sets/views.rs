//! How conditions see a position.
//!
//! Where coordinates may be exchanged, a rule is often simple only for one of the positions that are the same up to
//! symmetry: for the coordinates in order, or if a largest one comes first. The view is part of the rule.

use crate::finders::writing::new_name;
use crate::symmetry::{Symmetry, all_orders};
use crate::table::Table;

/// How conditions see a position.
#[derive(Debug, Clone)]
pub(super) struct View {
    pub(super) sight: Sight,
    symmetry: Symmetry,
}

/// Which images of a position under the symmetries of the table are seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sight {
    /// The position itself.
    Raw,
    /// Its coordinates in rising order.
    Sorted,
    /// Each image that has a largest coordinate in the first place.
    Max,
    /// Each image that has a least coordinate in the first place.
    Min,
    /// The lexicographically largest image.
    First,
}

/// The largest number of coordinates of which all orders are looked at.
const MOST_SORTED: usize = 5;

/// A condition in the language of conjectures, given the names of the coordinates as they are seen.
type Body<'a> = &'a dyn Fn(&[String]) -> String;

impl View {
    /// The views that suit the symmetries of a table, in the order in which they are tried.
    pub(super) fn all(table: &Table) -> Vec<View> {
        let symmetry = table.symmetry();
        let sights: &[Sight] = match symmetry {
            Symmetry::AnyOrder if table.dimensions() <= 4 => &[Sight::Sorted, Sight::Raw],
            Symmetry::AnyOrder => &[Sight::Sorted],
            _ if symmetry.is_trivial() => &[Sight::Raw],
            _ => &[Sight::Raw, Sight::Max, Sight::Min, Sight::First],
        };
        sights.iter().map(|&sight| View { sight, symmetry: symmetry.clone() }).collect()
    }

    /// Whether several images of one position may be seen.
    pub(super) const fn is_multiple(&self) -> bool {
        matches!(self.sight, Sight::Max | Sight::Min)
    }

    /// Whether the coordinates are seen in order.
    pub(super) fn is_sorted(&self) -> bool {
        self.sight == Sight::Sorted
    }

    /// The images of a point that are seen.
    pub(super) fn images(&self, point: &[i64]) -> Vec<Vec<i64>> {
        let leader = match self.sight {
            Sight::Raw => return vec![point.to_vec()],
            Sight::First => return vec![self.symmetry.largest_image(point)],
            Sight::Sorted => {
                let mut sorted = point.to_vec();
                sorted.sort_unstable();
                return vec![sorted];
            }
            Sight::Max => point.iter().max(),
            Sight::Min => point.iter().min(),
        };
        let leading = self.permutations().iter().filter(|order| Some(&point[order[0]]) == leader);
        leading.map(|order| order.iter().map(|&i| point[i]).collect()).collect()
    }

    /// Whether there is only one coordinate that may come first. Rules are learned from such positions: of the others
    /// only some image need satisfy the rule.
    pub(super) fn is_clear(&self, point: &[i64]) -> bool {
        let leader = match self.sight {
            Sight::Max => point.iter().max(),
            Sight::Min => point.iter().min(),
            _ => return true,
        };
        point.iter().filter(|&x| Some(x) == leader).count() == 1
    }

    fn permutations(&self) -> &[Vec<usize>] {
        match &self.symmetry {
            Symmetry::Group { permutations, .. } => permutations,
            Symmetry::AnyOrder => &[],
        }
    }

    /// The names of the coordinates in words.
    pub(super) fn names(&self, names: &[String]) -> Vec<String> {
        match self.sight {
            Sight::Sorted if names.len() > 2 => (1..=names.len()).map(|i| format!("s{i}")).collect(),
            Sight::Sorted => both_ends(names),
            _ => names.to_vec(),
        }
    }

    /// What the coordinates as they are seen satisfy, and all rearrangements that bring a position into that form.
    /// `None` if they are too many, or no condition says what is seen.
    pub(super) fn orders(&self, names: &[String]) -> Option<(String, Vec<Vec<usize>>)> {
        let all = names.join(", ");
        match self.sight {
            Sight::Raw => Some((String::new(), vec![(0..names.len()).collect()])),
            Sight::Sorted if names.len() <= MOST_SORTED => Some((names.join(" <= "), all_orders(names.len()))),
            Sight::Max => Some((format!("{} == max({all})", names[0]), self.permutations().to_vec())),
            Sight::Min => Some((format!("{} == min({all})", names[0]), self.permutations().to_vec())),
            Sight::Sorted | Sight::First => None,
        }
    }

    /// What is to be said of the view after a rule in words.
    pub(super) fn words(&self, names: &[String]) -> String {
        let (images, after) = match &self.symmetry {
            Symmetry::Group { name: "some permutations", .. } => {
                ("permutation that keeps all outcomes", "after some permutation that keeps all outcomes")
            }
            Symmetry::Group { name: "turns", .. } => ("turn", "after some turn"),
            Symmetry::Group { name: "a reflection", .. } => {
                ("order, forwards or backwards", "read forwards or backwards")
            }
            _ => ("turn or reflection", "after some turn or reflection"),
        };
        match self.sight {
            Sight::Raw => String::new(),
            Sight::Sorted if names.len() > 2 => {
                let all = self.names(names);
                format!(", where {} are the coordinates in order", all.join(" <= "))
            }
            Sight::Sorted => String::new(),
            Sight::Max => format!(", {after}, such that {} is a largest coordinate", names[0]),
            Sight::Min => format!(", {after}, such that {} is a least coordinate", names[0]),
            Sight::First => format!(", for the lexicographically largest {images}"),
        }
    }

    /// A condition on what is seen, as a condition on the position in the language of conjectures.
    pub(super) fn claim(&self, names: &[String], body: Body) -> Result<String, &'static str> {
        let chosen = match self.sight {
            Sight::Raw => return Ok(body(names)),
            Sight::Sorted if names.len() == 2 => return Ok(body(&both_ends(names))),
            Sight::Sorted => {
                let sorted: Vec<String> = (0..names.len()).map(|i| format!("sorted(h)[{i}]")).collect();
                return Ok(body(&sorted));
            }
            Sight::First => return Err("the lexicographically largest image of a position"),
            Sight::Max => "max",
            Sight::Min => "min",
        };
        let leads = |first: &str| format!("{first} == {chosen}({})", names.join(", "));
        let Symmetry::Group { name, permutations } = &self.symmetry else {
            return Err("an image of a position");
        };
        let (i, s) = (new_name(names, "i"), new_name(names, "s"));
        let count = names.len();
        let turned = |step: &str| -> Vec<String> {
            let place = |j: usize| match j {
                0 => format!("h[{i}]"),
                1 => format!("h[({i} + {step}) % {count}]"),
                _ if step == "1" => format!("h[({i} + {j}) % {count}]"),
                _ => format!("h[({i} + {step} * {j}) % {count}]"),
            };
            (0..count).map(place).collect()
        };
        match *name {
            "turns and reflections" => {
                let seen = turned(&s);
                let (first, rest) = (leads(&seen[0]), body(&seen));
                Ok(format!("any({first} and {rest} for {i} in 0..{count} for {s} in {{1, -1}})"))
            }
            "turns" => {
                let seen = turned("1");
                Ok(format!("any({} and {} for {i} in 0..{count})", leads(&seen[0]), body(&seen)))
            }
            _ if permutations.len() <= 8 => {
                let one = |order: &Vec<usize>| {
                    let seen: Vec<String> = order.iter().map(|&i| names[i].clone()).collect();
                    format!("({} and {})", leads(&seen[0]), body(&seen))
                };
                Ok(permutations.iter().map(one).collect::<Vec<_>>().join(" or "))
            }
            _ => Err("a loop over permutations"),
        }
    }
}

/// The lesser and the larger of two coordinates.
fn both_ends(names: &[String]) -> Vec<String> {
    ["min", "max"].iter().map(|function| format!("{function}({})", names.join(", "))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::table_of;

    #[test]
    fn a_circle_is_seen_from_its_largest_heap() {
        let circle = table_of(3, 3, |p| p[0] * p[1] + p[1] * p[2] + p[2] * p[0] + (p[0] - p[1]) * (p[1] - p[2]));
        let views = View::all(&circle);
        assert_eq!(views[0].sight, if views.len() == 2 { Sight::Sorted } else { Sight::Raw });
        let square = table_of(4, 2, |p| p[0] * p[2] + p[1] * p[3]);
        let views = View::all(&square);
        assert_eq!(
            views.iter().map(|view| view.sight).collect::<Vec<_>>(),
            [Sight::Raw, Sight::Max, Sight::Min, Sight::First]
        );
        let images = views[1].images(&[0, 1, 2, 1]);
        assert_eq!(images, [[2, 1, 0, 1], [2, 1, 0, 1]]);
        assert!(views[1].is_clear(&[0, 1, 2, 1]) && !views[2].is_clear(&[0, 0, 2, 1]));
        let claim = views[1].claim(square.names(), &|names| format!("{} == 0", names[2])).expect("a claim");
        let expected = "any(h[i] == max(h1, h2, h3, h4) and h[(i + s * 2) % 4] == 0 for i in 0..4 for s in {1, -1})";
        assert_eq!(claim, expected);
        assert!(views[3].claim(square.names(), &|_| String::new()).is_err());
    }

    #[test]
    fn sorted_coordinates() {
        let nim = table_of(2, 3, |p| p[0] ^ p[1]);
        let view = &View::all(&nim)[0];
        assert_eq!((view.sight, view.images(&[3, 1])), (Sight::Sorted, vec![vec![1, 3]]));
        let claim = view.claim(nim.names(), &|names| names.join(" < ")).expect("a claim");
        assert_eq!(claim, "min(h1, h2) < max(h1, h2)");
    }
}
