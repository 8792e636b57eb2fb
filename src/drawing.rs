//! Pictures of a game: every position that can be reached from one, as DOT and as SVG.
//!
//! Positions are laid out in layers by remaining play (the longest way to the end), the end
//! at the bottom; inside a layer they are ordered by the mean place of their neighbours.
//! P-positions are red, the Grundy value stands in the node, winning moves are bold.

use crate::error::Error;
use crate::games::Game;
use crate::kernel::{Task, values_of};
use crate::ruleset::{Play, Rank, Setup, Value};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The most positions a picture may have.
pub const MOST_NODES: usize = 400;

/// A position in the picture.
#[derive(Debug, Clone)]
struct Node {
    text: String,
    /// In normal play the Grundy value, in misère play 0 for P and 1 for N.
    value: u32,
    /// The longest play from here.
    height: usize,
    options: Vec<usize>,
}

/// All positions that can be reached from one.
#[derive(Debug)]
pub struct Drawing {
    title: String,
    play: Play,
    nodes: Vec<Node>,
    /// The nodes of each height, from left to right.
    layers: Vec<Vec<usize>>,
}

impl Drawing {
    /// Explores a position; `None` if the text is not one.
    ///
    /// # Errors
    /// [`Error::Limit`] for more than [`MOST_NODES`] positions.
    pub fn new(game: &Game, start: &str, setup: Setup<'_>) -> Result<Option<Self>, Error> {
        let Some(spot) = game.whole_position(start, setup)? else { return Ok(None) };
        let ruleset = &*spot.ruleset;
        // The empty sum, which some moves leave, has no rank: it is the position None.
        let mut numbers = BTreeMap::from([(Some(spot.rank), 0)]);
        let mut positions = vec![Some(spot.rank)];
        let mut nodes: Vec<Node> = Vec::new();
        while let Some(&position) = positions.get(nodes.len()) {
            setup.control.check()?;
            let mut options: Vec<Option<Rank>> = Vec::new();
            if let Some(rank) = position {
                ruleset.options(rank, &mut |entries| options.push(entries.first().copied()));
            }
            options.sort_unstable();
            options.dedup();
            let number = |option: Option<Rank>| {
                *numbers.entry(option).or_insert_with(|| {
                    positions.push(option);
                    positions.len() - 1
                })
            };
            let options: Vec<usize> = options.into_iter().map(number).collect();
            let text = position.map_or("nothing".to_string(), |rank| ruleset.show(rank));
            nodes.push(Node { text, value: 0, height: 0, options });
            check_size(positions.len(), start)?;
        }
        let value = if setup.play == Play::Misere { Value::Outcome } else { Value::Grundy };
        let task = Task::new(ruleset, setup.play, value, setup.memory, setup.control);
        let mut values = values_of(&task, positions.iter().copied().flatten())?.into_iter();
        for (node, position) in nodes.iter_mut().zip(positions) {
            node.value = position.and_then(|_| values.next()).unwrap_or(task.empty_sum());
        }
        let layers = layers(&mut nodes);
        Ok(Some(Self {
            title: format!("{} from {start}, {} play", game.code, setup.play),
            play: setup.play,
            nodes,
            layers,
        }))
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is none; there always is.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    fn value(&self, node: &Node) -> String {
        if self.play == Play::Normal { Value::Grundy } else { Value::Outcome }.show(node.value)
    }

    /// The picture in the DOT language.
    pub fn dot(&self) -> String {
        let mut dot =
            format!("digraph \"{}\" {{\n  node [shape=box, style=\"rounded,filled\"];\n", quoted(&self.title));
        for (index, node) in self.nodes.iter().enumerate() {
            let fill = if node.value == 0 { "#f4a6a0" } else { "white" };
            let _ = writeln!(
                dot,
                "  n{index} [label=\"{}\\n{}\", fillcolor=\"{fill}\"];",
                quoted(&node.text),
                self.value(node)
            );
        }
        for layer in &self.layers {
            let names: Vec<String> = layer.iter().map(|node| format!("n{node}")).collect();
            let _ = writeln!(dot, "  {{ rank=same; {}; }}", names.join("; "));
        }
        for (index, node) in self.nodes.iter().enumerate() {
            for &option in &node.options {
                let style = if self.nodes[option].value == 0 { "style=bold" } else { "color=gray60" };
                let _ = writeln!(dot, "  n{index} -> n{option} [{style}];");
            }
        }
        dot.push_str("}\n");
        dot
    }

    /// The picture as SVG.
    pub fn svg(&self) -> String {
        let widest = self.nodes.iter().map(|node| node.text.chars().count()).max().unwrap_or(1);
        let (cell, row) = (widest * 8 + 36, 96);
        let columns = self.layers.iter().map(Vec::len).max().unwrap_or(1);
        let (width, height) = (columns * cell + 20, self.layers.len() * row + 40);
        let mut places = vec![(0, 0); self.nodes.len()];
        for (layer, members) in self.layers.iter().enumerate() {
            let left = (width - members.len() * cell) / 2;
            for (column, &node) in members.iter().enumerate() {
                places[node] = (left + column * cell + cell / 2, height - 30 - layer * row - 20);
            }
        }
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
             font-family=\"sans-serif\" font-size=\"13\" text-anchor=\"middle\">\n<title>{}</title>\n\
             <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
            escaped(&self.title)
        );
        // Winning moves are drawn last, over the others.
        for winning in [false, true] {
            for (index, node) in self.nodes.iter().enumerate() {
                for &option in node.options.iter().filter(|&&option| (self.nodes[option].value == 0) == winning) {
                    let ((x1, y1), (x2, y2)) = (places[index], places[option]);
                    let style = if winning { "stroke=\"black\" stroke-width=\"2.5\"" } else { "stroke=\"#bbb\"" };
                    let _ = writeln!(svg, "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" {style}/>");
                }
            }
        }
        let box_width = widest * 8 + 16;
        for (node, (x, y)) in self.nodes.iter().zip(places) {
            let fill = if node.value == 0 { "#f4a6a0" } else { "white" };
            let _ = writeln!(
                svg,
                "<rect x=\"{}\" y=\"{}\" width=\"{box_width}\" height=\"38\" rx=\"8\" fill=\"{fill}\" stroke=\"black\"/>\
                 <text x=\"{x}\" y=\"{}\">{}</text><text x=\"{x}\" y=\"{}\" font-weight=\"bold\">{}</text>",
                x - box_width / 2,
                y - 19,
                y - 3,
                escaped(&node.text),
                y + 14,
                self.value(node)
            );
        }
        svg.push_str("</svg>\n");
        svg
    }
}

fn check_size(nodes: usize, text: &str) -> Result<(), Error> {
    if nodes <= MOST_NODES {
        return Ok(());
    }
    Err(Error::Limit {
        what: format!("the picture of {text}"),
        needed: format!("more than {MOST_NODES} positions"),
        allowed: format!("{MOST_NODES}"),
        key: "`grundy draw`".to_string(),
        remedy: "draw a smaller position".to_string(),
    })
}

/// Heights, and the order inside each layer: four sweeps by the mean place of a node's options
/// and of the nodes that have it as an option.
fn layers(nodes: &mut [Node]) -> Vec<Vec<usize>> {
    // Every pass settles at least one more height; options of a node are never above it.
    loop {
        let heights: Vec<usize> = nodes
            .iter()
            .map(|node| node.options.iter().map(|&option| nodes[option].height + 1).max().unwrap_or(0))
            .collect();
        let settled = nodes.iter().zip(&heights).all(|(node, &height)| node.height == height);
        nodes.iter_mut().zip(heights).for_each(|(node, height)| node.height = height);
        if settled {
            break;
        }
    }
    let top = nodes.iter().map(|node| node.height).max().unwrap_or(0);
    let mut layers: Vec<Vec<usize>> = vec![Vec::new(); top + 1];
    nodes.iter().enumerate().for_each(|(index, node)| layers[node.height].push(index));
    let mut neighbours: Vec<Vec<usize>> = nodes.iter().map(|node| node.options.clone()).collect();
    for (index, node) in nodes.iter().enumerate() {
        node.options.iter().for_each(|&option| neighbours[option].push(index));
    }
    for _ in 0..4 {
        // Places in 4096ths of a layer's width, so that whole numbers are exact enough.
        let mut place = vec![0usize; nodes.len()];
        for layer in &layers {
            layer.iter().enumerate().for_each(|(column, &node)| place[node] = (2 * column + 1) * 2048 / layer.len());
        }
        let mean = |node: &usize| {
            let sum: usize = neighbours[*node].iter().map(|&other| place[other]).sum();
            sum / neighbours[*node].len().max(1)
        };
        layers.iter_mut().for_each(|layer| layer.sort_by_key(mean));
    }
    layers
}

fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
