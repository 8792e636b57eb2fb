//! Places for the vertices of a graph whose family says none, by stress majorization (E. R. Gansner, Y. Koren and
//! S. North, Graph drawing by stress majorization, 2004): distances in the picture become those in the graph.
//!
//! Only sums, products, quotients and square roots occur, which are the same on every machine.

use crate::picture::{APART, Place};
use crate::system::Graph;
use std::collections::VecDeque;

/// Passes over all vertices: enough for a long path to become straight, and no more than take a second.
fn passes(n: usize) -> usize {
    (20_000_000 / (n * n).max(1)).clamp(200, 2000)
}

/// The factor by which a crowded picture is enlarged at most.
const MOST_ROOM: f64 = 3.0;

type Spot = (f64, f64);

/// The places of the vertices.
pub(super) fn spread(graph: &Graph) -> Vec<Place> {
    let n = graph.vertices();
    let wanted = distances(graph);
    let mut spots = start(graph);
    for _ in 0..passes(n) {
        (0..n).for_each(|vertex| spots[vertex] = better(vertex, &spots, &wanted[vertex]));
    }
    let spots = level(spots);
    let pairs = (0..n).flat_map(|v| (0..v).map(move |u| (u, v)));
    let least = pairs.map(|(u, v)| length(spots[u], spots[v])).fold(1.0, f64::min);
    let scale = APART as f64 * (1.0 / least).min(MOST_ROOM);
    spots.into_iter().map(|(x, y)| ((x * scale).round() as i64, (y * scale).round() as i64)).collect()
}

/// The distances between all vertices, in edges. Components are apart.
fn distances(graph: &Graph) -> Vec<Vec<f64>> {
    let n = graph.vertices();
    let mut all = vec![vec![f64::INFINITY; n]; n];
    for (from, row) in all.iter_mut().enumerate() {
        row[from] = 0.0;
        let mut queue = VecDeque::from([from]);
        while let Some(vertex) = queue.pop_front() {
            for &near in graph.neighbours(vertex) {
                if row[near].is_infinite() {
                    row[near] = row[vertex] + 1.0;
                    queue.push_back(near);
                }
            }
        }
    }
    let longest = all.iter().flatten().copied().filter(|one| one.is_finite()).fold(0.0, f64::max);
    all.iter_mut().flatten().filter(|one| one.is_infinite()).for_each(|one| *one = longest / 2.0 + 2.0);
    all
}

/// All vertices around a square, in the order of a depth-first search, so that trees have no crossings.
fn start(graph: &Graph) -> Vec<Spot> {
    let n = graph.vertices();
    let (mut order, mut seen) = (Vec::new(), vec![false; n]);
    for root in 0..n {
        let mut stack = vec![root];
        while let Some(vertex) = stack.pop() {
            if !std::mem::replace(&mut seen[vertex], true) {
                order.push(vertex);
                stack.extend(graph.neighbours(vertex).iter().rev());
            }
        }
    }
    let mut spots = vec![(0.0, 0.0); n];
    for (number, vertex) in order.into_iter().enumerate() {
        let (around, side) = (4.0 * number as f64 / n as f64, n as f64 / 4.0);
        let along = around.fract();
        let (x, y) = match around as usize {
            0 => (along, 0.0),
            1 => (1.0, along),
            2 => (1.0 - along, 1.0),
            _ => (0.0, 1.0 - along),
        };
        spots[vertex] = (x * side, y * side);
    }
    spots
}

/// The place of a vertex that suits its distances from the others best, if they stay where they are.
fn better(vertex: usize, spots: &[Spot], wanted: &[f64]) -> Spot {
    let (own, mut sum, mut weights) = (spots[vertex], (0.0, 0.0), 0.0);
    for (other, &spot) in spots.iter().enumerate().filter(|&(other, _)| other != vertex) {
        let weight = 1.0 / (wanted[other] * wanted[other]);
        let stretch = wanted[other] / length(own, spot).max(1e-6);
        sum.0 += weight * (spot.0 + stretch * (own.0 - spot.0));
        sum.1 += weight * (spot.1 + stretch * (own.1 - spot.1));
        weights += weight;
    }
    if weights > 0.0 { (sum.0 / weights, sum.1 / weights) } else { own }
}

fn length(one: Spot, other: Spot) -> f64 {
    let (x, y) = (one.0 - other.0, one.1 - other.1);
    (x * x + y * y).sqrt()
}

/// Turns the picture so that its longest axis is level.
fn level(spots: Vec<Spot>) -> Vec<Spot> {
    let n = spots.len().max(1) as f64;
    let middle = spots.iter().fold((0.0, 0.0), |sum, spot| (sum.0 + spot.0 / n, sum.1 + spot.1 / n));
    let around: Vec<Spot> = spots.into_iter().map(|(x, y)| (x - middle.0, y - middle.1)).collect();
    let sum = |of: &dyn Fn(&Spot) -> f64| around.iter().map(of).sum::<f64>();
    let (a, b, c) = (sum(&|spot| spot.0 * spot.0), sum(&|spot| spot.0 * spot.1), sum(&|spot| spot.1 * spot.1));
    // The eigenvector of the larger eigenvalue of the matrix a b, b c.
    let larger = (a + c) / 2.0 + ((a - c) * (a - c) / 4.0 + b * b).sqrt();
    let (x, y) = if a >= c { (larger - c, b) } else { (b, larger - a) };
    let norm = length((x, y), (0.0, 0.0));
    if norm < 1e-6 {
        return around;
    }
    let (cosine, sine) = (x / norm, y / norm);
    around.into_iter().map(|(x, y)| (x * cosine + y * sine, y * cosine - x * sine)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(one: Place, other: Place) -> f64 {
        length((one.0 as f64, one.1 as f64), (other.0 as f64, other.1 as f64)) / APART as f64
    }

    #[test]
    fn a_path_is_a_level_line() {
        let places = spread(&Graph::with(7, (1..7).map(|v| (v - 1, v))));
        assert!(places.windows(2).all(|pair| (near(pair[0], pair[1]) - 1.0).abs() < 0.05), "{places:?}");
        assert!(places.iter().all(|(_, y)| y.abs() < 150), "{places:?}");
    }

    #[test]
    fn neighbours_are_near_and_no_two_places_coincide() {
        let grid = (0..20).flat_map(|v| [(v, v + 1), (v, v + 5)]).filter(|&(u, v)| v < 20 && (v % 5 > 0 || v == u + 5));
        let binary = (1..15).map(|v| ((v - 1) / 2, v));
        let apart = [(0, 1), (1, 2), (3, 4)];
        let graphs = [Graph::with(20, grid), Graph::with(15, binary), Graph::with(6, apart), Graph::new(1)];
        for graph in graphs {
            let places = spread(&graph);
            assert_eq!(places, spread(&graph));
            for (u, v) in graph.edges() {
                let length = near(places[u], places[v]);
                assert!(0.6 < length && length < 2.5, "{u} {v} {length}");
            }
            let pairs = (0..places.len()).flat_map(|v| (0..v).map(move |u| (u, v)));
            pairs.for_each(|(u, v)| assert!(near(places[u], places[v]) > 0.5, "{u} {v} {places:?}"));
        }
        assert!(spread(&Graph::new(0)).is_empty());
    }
}
