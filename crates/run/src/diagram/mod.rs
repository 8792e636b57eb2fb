//! Pictures of a game: every position that can be reached from a given one, as DOT and as SVG.
//!
//! Positions are laid out in layers by remaining play (the longest play to the end), with the end at the bottom. Where
//! play may go on for ever, moves that go back to an earlier position do not count for this; they lead up.
//! Positions on a board or a graph are drawn, others are written.
//! P-positions are orange, draws blue, the box shows the Grundy value, and winning moves are bold and blue.

mod alone;
mod graph;
mod heights;
mod layout;
mod svg;

pub use alone::{alone, only_position};
pub use graph::Drawing;

use crate::charts::Sketch;
use crate::error::Error;
use crate::games::Law;
use crate::games::code::Coded;
use crate::kernel::Task;
use crate::position::values_at;
use crate::ruleset::{Point, Position, Rank, Ruleset, Setup, Symmetry};
use graph::Node;
use heights::measure;
use layout::{DiagramLayout, MOST_PLACES};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::ControlFlow;

/// The maximum number of positions in a picture.
pub const MOST_NODES: usize = 400;

/// The maximum number of shapes in all boxes together. With more, positions are written: the file would be very large.
const MOST_SHAPES: usize = 200_000;

/// The number of options of one position, with repetitions, beyond which enumeration stops.
const FAR_TOO_MANY: usize = 1 << 20;

/// Which positions are drawn.
#[derive(Debug, Clone, Copy, Default)]
pub struct Extent {
    /// The maximum number of moves from the first position; `None` for all positions.
    pub levels: Option<usize>,
    /// Whether positions that differ only in the order of heaps are one box.
    pub merged: bool,
}

/// What distinguishes the boxes of positions: the position, or the first one of its orbit.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum BoxKey {
    Rank(Rank),
    Label(Vec<u64>),
}

impl Drawing {
    /// Explores a position.
    ///
    /// # Errors
    /// [`Error::Usage`] if the text is not a position, or if the heaps cannot be permuted but are to be merged;
    /// [`Error::Limit`] for more than [`MOST_NODES`] positions.
    pub fn new(coded: &Coded, start: &str, extent: Extent, setup: Setup<'_>) -> Result<Self, Error> {
        let (game, levels) = (&coded.game, extent.levels);
        if extent.merged && game.symmetry == Symmetry::None {
            let what = "positions cannot be merged, because no order of the coordinates is known to be irrelevant";
            return Err(Error::Usage(format!("`{}`: {what}", game.code)));
        }
        let of_loops = (game.law() == Law::Loopy && game.components().is_some())
            .then_some("play may go on for ever in a component; draw its components one at a time");
        if let Some(why) = game.law().no_drawing().or(of_loops) {
            return Err(Error::Usage(format!("`{}` cannot be drawn: {why}", game.code)));
        }
        let spot = game.whole_position(start, setup).map_err(|why| coded.no_position(start, why))?;
        let ruleset = &*spot.ruleset;
        // Some moves lead to the empty sum. It has no rank and is represented by None.
        let label = |rank: Rank| Point::read(&ruleset.show(rank)).filter(|_| extent.merged);
        let first = |point: Point| game.symmetry.first(point.iter().map(|&number| number.into()).collect());
        let key = |rank: Rank| label(rank).map_or(BoxKey::Rank(rank), |point| BoxKey::Label(first(point)));
        let mut numbers = BTreeMap::from([(Some(key(spot.rank)), 0)]);
        // Positions are found level by level. Each is stored with the number of moves that lead to it.
        let mut positions = vec![(Some(spot.rank), 0)];
        let mut nodes: Vec<Node> = Vec::new();
        let whole = ruleset.picture(spot.rank);
        while let Some(&(position, level)) = positions.get(nodes.len()) {
            setup.control.check()?;
            let is_last = levels == Some(level);
            let mut options = options_of(ruleset, position, if is_last { 0 } else { FAR_TOO_MANY });
            if options.len() > FAR_TOO_MANY {
                return Err(too_many(start, level));
            }
            let is_cut = is_last && !options.is_empty();
            if is_cut {
                options.clear();
            }
            options.sort_unstable();
            options.dedup();
            let number = |option: Option<Rank>| {
                *numbers.entry(option.map(key)).or_insert_with(|| {
                    positions.push((option, level + 1));
                    positions.len() - 1
                })
            };
            let mut options: Vec<usize> = options.into_iter().map(number).collect();
            if extent.merged {
                options.sort_unstable();
                options.dedup();
            }
            let text = position.map_or("nothing".to_string(), |rank| match key(rank) {
                BoxKey::Label(label) => label.iter().map(u64::to_string).collect::<Vec<_>>().join(","),
                BoxKey::Rank(rank) => ruleset.show(rank),
            });
            let picture = whole.as_ref().and_then(|whole| match position {
                Some(rank) => ruleset.picture(rank),
                None => Some(whole.emptied()),
            });
            nodes.push(Node { text, picture, value: 0, height: 0, options, is_cut });
            check_size(positions.len(), start, level)?;
        }
        let kind = game.law().examined_by(setup.play);
        let task = Task::new(ruleset, setup.play, kind, setup.memory, setup.control);
        let mut values = values_at(&task, positions.iter().filter_map(|(position, _)| *position))?.into_iter();
        for (node, (position, _)) in nodes.iter_mut().zip(positions) {
            node.value = position.and_then(|_| values.next()).unwrap_or(task.empty_sum());
        }
        measure(&mut nodes);
        let is_cut = nodes.iter().any(|node| node.is_cut);
        let far = match levels.filter(|_| is_cut) {
            Some(1) => ", one move".to_string(),
            Some(levels) => format!(", {levels} moves"),
            None => String::new(),
        };
        let merged = if extent.merged { ", without regard to order" } else { "" };
        let title = format!("{} from {start}, {} play{far}{merged}", game.code, setup.play);
        let drawn = whole.filter(|whole| nodes.len() * whole.scene.shapes() <= MOST_SHAPES);
        let sketch = drawn.map(|whole| Sketch::small(&whole.scene));
        Ok(Self { title, kind, nodes, sketch, is_cut })
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are no positions. This is never the case.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The picture in the DOT language.
    pub fn dot(&self) -> String {
        let mut dot =
            format!("digraph \"{}\" {{\n  node [shape=box, style=\"rounded,filled\"];\n", quoted(&self.title));
        for (index, node) in self.nodes.iter().enumerate() {
            let fill = svg::fill(self, index);
            let more = if node.is_cut { ", style=\"rounded,filled,dashed\"" } else { "" };
            let _ = writeln!(
                dot,
                "  n{index} [label=\"{}\\n{}\", fillcolor=\"{fill}\"{more}];",
                quoted(&node.text),
                self.value(node)
            );
        }
        for height in 0..=self.nodes.iter().map(|node| node.height).max().unwrap_or(0) {
            let layer = self.nodes.iter().enumerate().filter(|(_, node)| node.height == height);
            let names: Vec<String> = layer.map(|(index, _)| format!("n{index}")).collect();
            let _ = writeln!(dot, "  {{ rank=same; {}; }}", names.join("; "));
        }
        for (index, node) in self.nodes.iter().enumerate() {
            for &option in &node.options {
                let style = if self.is_p(option) { "style=bold, color=\"#0072B2\"" } else { "color=gray60" };
                let _ = writeln!(dot, "  n{index} -> n{option} [{style}];");
            }
        }
        dot.push_str("}\n");
        dot
    }

    /// The picture as SVG.
    ///
    /// # Errors
    /// [`Error::Limit`] if the picture has too many lines to be readable.
    pub fn svg(&self) -> Result<String, Error> {
        let heights: Vec<usize> = self.nodes.iter().map(|node| node.height).collect();
        let options: Vec<&[usize]> = self.nodes.iter().map(|node| &node.options[..]).collect();
        match DiagramLayout::new(&heights, &options, svg::box_size(self).width) {
            Some(layout) => Ok(svg::svg(self, &layout)),
            None => Err(Error::Limit {
                what: format!("the picture of {}", self.title),
                needed: format!("more than {MOST_PLACES} places of boxes and lines"),
                allowed: format!("{MOST_PLACES}"),
                key: "`grundy draw`".to_string(),
                remedy: "draw a smaller position, or give --out a name that ends with .dot".to_string(),
            }),
        }
    }
}

/// The options of a position, up to one more than `most`: further ones cannot be drawn, or are not needed.
fn options_of(ruleset: &dyn Ruleset, position: Option<Rank>, most: usize) -> Vec<Option<Rank>> {
    let mut options = Vec::new();
    if let Some(rank) = position {
        let _ = ruleset.options(rank, &mut |entries| {
            options.push(entries.first().copied());
            if options.len() > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
    }
    options
}

/// Refuses too many positions. `level` is the number of moves explored so far.
fn check_size(nodes: usize, text: &str, level: usize) -> Result<(), Error> {
    if nodes <= MOST_NODES { Ok(()) } else { Err(too_many(text, level)) }
}

fn too_many(text: &str, level: usize) -> Error {
    Error::Limit {
        what: format!("the picture of {text}"),
        needed: format!("more than {MOST_NODES} positions"),
        allowed: format!("{MOST_NODES}"),
        key: "`grundy draw`".to_string(),
        remedy: match level {
            0 => "draw a smaller position: this one alone has more options".to_string(),
            _ => format!("draw a smaller position, or the first moves only: --levels {level}"),
        },
    }
}

fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
