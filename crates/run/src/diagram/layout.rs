//! Places the boxes and the lines between them. Layers are given by remaining play; the order and the places
//! within a layer come from the method of Sugiyama (crate `rust-sugiyama`).
//!
//! A line that passes a layer has a place of its own there, just as a box has. All lines to the same position
//! share their places, so lines that have met never part again. A line that goes up has places of its own. Between
//! layers, a line is a curve that leaves and arrives vertically and stays between the layers. So no line meets a box
//! that is not its end.

use rust_sugiyama::configure::Config;
use rust_sugiyama::from_vertices_and_edges;
use std::collections::{BTreeMap, BTreeSet};

/// The maximum number of places, of boxes and lines together.
pub(super) const MOST_PLACES: usize = 2000;

/// The width of a line's place, and the least space between two places, in tenths of a pixel.
const LINE: i64 = 80;
const APART: i64 = 160;

/// Above this number of places, crossings are not reduced by swaps, which would take too long.
const MANY: usize = 500;

/// The layers of a picture. The places of boxes come first, in their order, then those of lines.
#[derive(Debug)]
pub(super) struct DiagramLayout {
    /// The horizontal centre of each place.
    pub middles: Vec<i64>,
    /// The layer of each place, counted from below.
    pub layers: Vec<usize>,
    /// The place in a layer that the lines to a box pass through.
    passes: BTreeMap<Pass, usize>,
    /// The steps from each place to places one layer below.
    pub steps: BTreeSet<(usize, usize)>,
    /// The total width.
    pub width: i64,
}

/// Where lines pass through a layer.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Pass {
    /// The box that the lines lead to.
    option: usize,
    /// The box from which a line goes up.
    up_from: Option<usize>,
    layer: usize,
}

impl DiagramLayout {
    /// Lays out boxes of equal width with their layers and options. A line from a box to itself is not laid out. None
    /// if there are too many places.
    pub fn new(heights: &[usize], options: &[&[usize]], box_width: i64) -> Option<Self> {
        let mut layout = Self {
            middles: Vec::new(),
            layers: heights.to_vec(),
            passes: BTreeMap::new(),
            steps: BTreeSet::new(),
            width: 0,
        };
        for (node, options) in options.iter().enumerate() {
            for &option in options.iter().filter(|&&option| option != node) {
                layout.add(node, option);
                if layout.layers.len() > MOST_PLACES {
                    return None;
                }
            }
        }
        let widths: Vec<i64> =
            (0..layout.layers.len()).map(|place| if place < heights.len() { box_width } else { LINE }).collect();
        layout.settle(&widths);
        Some(layout)
    }

    /// Adds the line from a box to one of its options.
    fn add(&mut self, node: usize, option: usize) {
        let [upper, lower] = self.upper_and_lower(node, option);
        for layer in self.layers[lower] + 1..self.layers[upper] {
            let next = self.layers.len();
            if *self.passes.entry(pass(node, option, lower, layer)).or_insert(next) == next {
                self.layers.push(layer);
            }
        }
        let way = self.way(node, option);
        self.steps.extend(way.windows(2).map(|step| (step[0], step[1])));
    }

    /// The places on the line between a box and one of its options, from above, both ends included.
    pub fn way(&self, node: usize, option: usize) -> Vec<usize> {
        let [upper, lower] = self.upper_and_lower(node, option);
        let between = (self.layers[lower] + 1..self.layers[upper]).rev();
        let passed = between.filter_map(|layer| self.passes.get(&pass(node, option, lower, layer)).copied());
        std::iter::once(upper).chain(passed).chain([lower]).collect()
    }

    /// Whether the line from a box to one of its options goes up.
    pub fn goes_up(&self, node: usize, option: usize) -> bool {
        self.layers[option] > self.layers[node]
    }

    fn upper_and_lower(&self, node: usize, option: usize) -> [usize; 2] {
        if self.goes_up(node, option) { [option, node] } else { [node, option] }
    }

    /// Computes the centres.
    fn settle(&mut self, widths: &[i64]) {
        let mut wanted = vec![0; widths.len()];
        // The library needs at least one edge.
        if !self.steps.is_empty() {
            let sizes: Vec<(u32, (f64, f64))> =
                widths.iter().enumerate().map(|(place, &width)| (place as u32, (width as f64, 1.0))).collect();
            let steps: Vec<(u32, u32)> = self.steps.iter().map(|&(from, to)| (from as u32, to as u32)).collect();
            let config = Config { vertex_spacing: APART as f64, transpose: widths.len() <= MANY, ..Config::default() };
            for (places, ..) in from_vertices_and_edges(&sizes, &steps, &config) {
                for (place, (x, _)) in places {
                    wanted[place] = x as i64;
                }
            }
        }
        self.middles = wanted;
        self.part(widths);
    }

    /// Moves places of a layer apart if they are too close, keeping their order. Then shifts everything so that
    /// the leftmost place starts at 0.
    fn part(&mut self, widths: &[i64]) {
        let mut layers: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (place, &layer) in self.layers.iter().enumerate() {
            layers.entry(layer).or_default().push(place);
        }
        for places in layers.values_mut() {
            places.sort_by_key(|&place| (self.middles[place], place));
            for pair in places.windows(2) {
                let least = self.middles[pair[0]] + (widths[pair[0]] + widths[pair[1]]) / 2 + APART;
                self.middles[pair[1]] = self.middles[pair[1]].max(least);
            }
        }
        let ends = |sign: i64| self.middles.iter().zip(widths).map(move |(middle, width)| middle + sign * width / 2);
        let (left, right) = (ends(-1).min().unwrap_or(0), ends(1).max().unwrap_or(0));
        self.middles.iter_mut().for_each(|middle| *middle -= left);
        self.width = right - left;
    }

    /// Where each step starts and ends. Lines at the same box are spread out, in the order of their other ends.
    pub fn ports(&self, boxes: usize, box_width: i64) -> BTreeMap<(usize, usize), (i64, i64)> {
        let (mut down, mut up): (BTreeMap<usize, Vec<usize>>, BTreeMap<usize, Vec<usize>>) = Default::default();
        for &(from, to) in &self.steps {
            down.entry(from).or_default().push(to);
            up.entry(to).or_default().push(from);
        }
        let spread = |place: usize, others: &Vec<usize>, other: usize| {
            if place >= boxes {
                return self.middles[place];
            }
            let key = |place: usize| (self.middles[place], place);
            let number = others.iter().filter(|&&another| key(another) < key(other)).count() as i64;
            let room = (box_width - 160).max(0);
            let step = (room / (others.len() as i64).max(1)).min(140);
            self.middles[place] + (2 * number - others.len() as i64 + 1) * step / 2
        };
        let port =
            |&(from, to): &(usize, usize)| ((from, to), (spread(from, &down[&from], to), spread(to, &up[&to], from)));
        self.steps.iter().map(port).collect()
    }
}

fn pass(node: usize, option: usize, lower: usize, layer: usize) -> Pass {
    Pass { option, up_from: (lower == node).then_some(node), layer }
}
