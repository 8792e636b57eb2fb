//! Fair Shares and Varied Pairs: share out a heap equally, or unite two heaps of different sizes.

use super::args::{Args, Arity, Parameter};
use super::family::{Family, text};
use super::game::Game;
use super::law::Law;
use super::partition::{partitions_of, sorted};
use grundy_core::diagnostic::Blame;
use grundy_core::ruleset::{Point, Position, Rules, Shape, Value, Visit};
use grundy_core::words::counted;
use std::ops::ControlFlow;

pub(super) const FAMILY: Family = Family {
    name: text("fair-shares"),
    in_papers: None,
    rules: text(
        "Fair Shares and Varied Pairs: almonds lie in heaps. A move divides a heap into two or more heaps of the same size, or \
            unites two heaps of different sizes. A player who cannot move, as every heap is a single almond, loses, and endless play is \
            a draw.",
    ),
    source: text("Winning Ways ch. 12 (Fair Shares and Varied Pairs)"),
    max: text("-"),
    value: Value::LOOPY,
    parameters: &[Parameter {
        key: "almonds",
        form: Arity::Keyed,
        required: true,
        help: "the number of almonds, at most 50; the rows are all ways to put them into heaps",
    }],
    examples: &["fair-shares:almonds=6"],
    position: text("3,2,1"),
    build,
};

/// There are 204,226 partitions of 50.
const MOST_ALMONDS: u64 = 50;

/// A position is the sizes of the heaps, in descending order.
#[derive(Clone)]
struct FairShares;

impl Rules for FairShares {
    type Position = Point;

    fn options(&self, heaps: &Point, visit: &mut Visit<'_, Point>) -> ControlFlow<()> {
        let sizes = {
            let mut sizes = heaps.clone();
            sizes.dedup();
            sizes
        };
        for (place, &size) in sizes.iter().enumerate() {
            let others = without(heaps, size);
            for share in (1..size).filter(|share| size % share == 0) {
                let shares = std::iter::repeat_n(share, (size / share) as usize);
                visit(&[sorted(others.iter().copied().chain(shares))])?;
            }
            for &smaller in &sizes[place + 1..] {
                visit(&[sorted(without(&others, smaller).into_iter().chain([size + smaller]))])?;
            }
        }
        ControlFlow::Continue(())
    }

    fn loops(&self) -> bool {
        true
    }

    fn read(&self, text: &str) -> Option<Point> {
        Point::read(text).filter(|heaps| !heaps.is_empty() && !heaps.contains(&0)).map(sorted)
    }
}

/// The heaps without one of this size.
fn without(heaps: &Point, size: u32) -> Point {
    let mut left = heaps.clone();
    if let Some(place) = left.iter().position(|&heap| heap == size) {
        left.remove(place);
    }
    left
}

fn build(args: &Args) -> Result<Game, Blame> {
    let almonds = args.integer("almonds", 1..=MOST_ALMONDS)?;
    let rows = partitions_of(almonds as u32);
    let labels: Vec<String> = rows.iter().map(Position::show).collect();
    let words = format!("Fair Shares and Varied Pairs with {}", counted(almonds as usize, "almond", "almonds"));
    let start = move |_: &FairShares, label: &[u64]| rows[label[0] as usize].clone();
    let code = format!("fair-shares:almonds={almonds}");
    Ok(Game::enumerated(code, words, Shape::Named(labels.into()), FairShares, start).with_law(Law::Loopy))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_shares_and_different_pairs() {
        let options = |text: &str| {
            let mut options = Vec::new();
            let _ = FairShares.options(&FairShares.read(text).unwrap(), &mut |parts| {
                options.push(parts[0].show());
                ControlFlow::Continue(())
            });
            options
        };
        assert_eq!(options("6"), ["1,1,1,1,1,1", "2,2,2", "3,3"]);
        assert_eq!(options("1,2,2"), ["2,1,1,1", "3,2"]);
        assert_eq!(options("1,1,1"), Vec::<String>::new());
        assert!(["", "0", "3,0", "x"].iter().all(|text| FairShares.read(text).is_none()));
    }
}
