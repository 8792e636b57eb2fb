//! The formats graph6 and sparse6 of B. D. McKay (<https://users.cecs.anu.edu.au/~bdm/data/formats.txt>).
//!
//! Characters stand for six bits each, as 63 plus their value. A graph of up to 62 vertices begins with its number of
//! vertices in one character; a larger one with `~` and three. graph6 continues with the upper triangle of the
//! adjacency matrix, column by column; sparse6, after a `:`, with a list of edges.

use super::graph::Graph;

/// The maximum number of vertices.
const MOST: usize = 4096;

/// Reads a graph in one line, with or without the header of its format.
///
/// # Errors
/// A sentence that says what is wrong.
pub fn read(line: &str) -> Result<Graph, String> {
    let line = line.trim();
    let line = line.strip_prefix(">>graph6<<").or_else(|| line.strip_prefix(">>sparse6<<")).unwrap_or(line);
    if line.starts_with('&') {
        return Err("it is a directed graph (digraph6)".to_string());
    }
    if line.starts_with(';') {
        return Err("it is in the incremental form of sparse6".to_string());
    }
    let (sparse, text) = line.strip_prefix(':').map_or((false, line), |rest| (true, rest));
    let six = |letter: char| u8::try_from(letter).ok().and_then(|byte| byte.checked_sub(63)).filter(|&bits| bits < 64);
    let mut sixes = Vec::with_capacity(text.len());
    for letter in text.chars() {
        sixes.push(six(letter).ok_or_else(|| format!("`{letter}` is not a character of graph6"))?);
    }
    let (n, rest) = size(&sixes).ok_or("its number of vertices is incomplete")?;
    if n > MOST {
        return Err(format!("it has {n} vertices; at most {MOST} are read"));
    }
    if sparse {
        let bits = rest.iter().flat_map(|six| (0..6).rev().map(move |bit| six >> bit & 1 == 1));
        return Ok(Graph::with(n, sparse_edges(n, bits)));
    }
    let needed = (n * n.saturating_sub(1) / 2).div_ceil(6);
    if rest.len() != needed {
        return Err(format!(
            "a graph of {n} vertices has {needed} characters after the first, this one {}",
            rest.len()
        ));
    }
    let mut graph = Graph::new(n);
    let (mut u, mut v) = (0, 1);
    for &six in rest {
        for bit in (0..6).rev() {
            if six >> bit & 1 == 1 && v < n {
                graph.join(u, v);
            }
            (u, v) = if u + 1 < v { (u + 1, v) } else { (0, v + 1) };
        }
    }
    Ok(graph)
}

/// The number of vertices, and what follows it.
fn size(sixes: &[u8]) -> Option<(usize, &[u8])> {
    let number = |digits: &[u8]| digits.iter().fold(0usize, |number, six| number << 6 | usize::from(*six));
    match sixes {
        [63, 63, rest @ ..] => Some((number(rest.get(..6)?), &rest[6..])),
        [63, rest @ ..] => Some((number(rest.get(..3)?), &rest[3..])),
        [n, rest @ ..] => Some((usize::from(*n), rest)),
        [] => None,
    }
}

/// The edges of sparse6: a bit that moves on to the next vertex v, and a vertex x: either the new v, or the other end
/// of an edge of v.
fn sparse_edges(n: usize, mut bits: impl Iterator<Item = bool>) -> Vec<(usize, usize)> {
    let width = (usize::BITS - n.saturating_sub(1).leading_zeros()) as usize;
    let (mut edges, mut v) = (Vec::new(), 0);
    while let Some(next) = bits.next() {
        let digits: Vec<bool> = bits.by_ref().take(width).collect();
        if digits.len() < width {
            break;
        }
        let x = digits.iter().fold(0, |x, &bit| x << 1 | usize::from(bit));
        v += usize::from(next);
        if v >= n || x >= n {
            break;
        }
        if x > v {
            v = x;
        } else {
            edges.push((x, v));
        }
    }
    edges
}

/// A graph in the format graph6.
pub fn write(graph: &Graph) -> String {
    let n = graph.vertices();
    let letter = |six: usize| char::from(63 + (six & 63) as u8);
    let mut text = match n {
        0..=62 => String::from(letter(n)),
        _ => ['~', letter(n >> 12), letter(n >> 6), letter(n)].iter().collect(),
    };
    // The six bits of a character so far, behind a bit that says how many they are.
    let mut six = 1;
    for v in 0..n {
        let mut near = graph.neighbours(v).iter().peekable();
        for u in 0..v {
            six = six << 1 | usize::from(near.next_if_eq(&&u).is_some());
            if six >= 64 {
                text.push(letter(six));
                six = 1;
            }
        }
    }
    if six > 1 {
        while six < 64 {
            six <<= 1;
        }
        text.push(letter(six));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn graphs_are_read_as_they_are_written() {
        // The examples of the description of the formats.
        let edges = |text: &str| read(text).unwrap().edges().collect::<Vec<_>>();
        assert_eq!(edges("DQc"), [(0, 2), (0, 4), (1, 3), (3, 4)]);
        assert_eq!(edges(">>graph6<<DQc\r\n"), edges("DQc"));
        assert_eq!(edges(":Fa@x^"), [(0, 1), (0, 2), (1, 2), (5, 6)]);
        let mut random = Random(6);
        for n in [0, 1, 2, 5, 12, 62, 63, 64, 100] {
            let pairs: Vec<(usize, usize)> = (0..n).flat_map(|v| (0..v).map(move |u| (u, v))).collect();
            let graph = Graph::with(n, pairs.into_iter().filter(|_| random.below(3) == 0));
            assert_eq!(read(&write(&graph)).unwrap(), graph);
        }
        for wrong in ["", "D?", "D?{{", "&C?", ";abc", "D {", "~?", "é"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
