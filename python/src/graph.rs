//! Graphs as text in the format graph6.

use crate::errors::exception;
use grundy::Error;
use grundy::games::graphs::{MOST_VERTICES, read_graph6, write_graph6};
use grundy::system::Graph;
use pyo3::prelude::*;

/// The number of vertices and the edges of a graph in the format graph6 or sparse6.
#[pyfunction]
pub fn graph_of(py: Python<'_>, text: &str) -> PyResult<(usize, Vec<(usize, usize)>)> {
    let graph = read_graph6(text).map_err(|why| {
        let help = "a graph code such as `petersen:k=2` needs no `Graph`";
        exception(py, Error::Usage(format!("`{text}` is not a graph in the format graph6: {why} ({help})")))
    })?;
    Ok((graph.vertices(), graph.edges().collect()))
}

/// A graph in the format graph6.
#[pyfunction]
pub fn graph6(py: Python<'_>, vertices: usize, edges: Vec<(usize, usize)>) -> PyResult<String> {
    let refuse = |what| Err(exception(py, Error::Usage(what)));
    if vertices as u64 > MOST_VERTICES {
        return refuse(format!("the graph has {vertices} vertices; at most {MOST_VERTICES} are possible"));
    }
    if edges.iter().any(|&(u, v)| u.max(v) >= vertices) {
        return refuse("an edge ends at no vertex of the graph".to_string());
    }
    Ok(write_graph6(&Graph::with(vertices, edges)))
}
