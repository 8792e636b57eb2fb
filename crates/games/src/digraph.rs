//! Directed graphs in compact form.

/// A directed graph. Its vertices are the numbers from 0 on.
pub(super) struct Digraph {
    /// Where the edges of each vertex begin in `to`; at the end, their number.
    begins: Vec<u32>,
    to: Vec<u32>,
}

impl Digraph {
    /// The graph with these edges; those of each vertex keep their order. An edge that leads to [`NOWHERE`] is none.
    pub fn new(vertices: usize, edges: &[(u32, u32)]) -> Self {
        let edges = || edges.iter().filter(|&&(_, to)| to != NOWHERE);
        let mut begins = vec![0u32; vertices + 1];
        edges().for_each(|&(from, _)| begins[from as usize + 1] += 1);
        (0..vertices).for_each(|vertex| begins[vertex + 1] += begins[vertex]);
        let (mut next, mut to) = (begins.clone(), vec![0; begins[vertices] as usize]);
        for &(from, end) in edges() {
            to[next[from as usize] as usize] = end;
            next[from as usize] += 1;
        }
        Self { begins, to }
    }

    /// The number of vertices.
    pub fn vertices(&self) -> usize {
        self.begins.len() - 1
    }

    /// The number of edges.
    pub fn edges(&self) -> usize {
        self.to.len()
    }

    /// The ends of the edges of a vertex.
    pub fn of(&self, vertex: u64) -> &[u32] {
        &self.to[self.begins[vertex as usize] as usize..self.begins[vertex as usize + 1] as usize]
    }

    /// The memory that it takes, in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.begins[..]) + size_of_val(&self.to[..])
    }
}

/// The end of an edge in the line of an isolated vertex.
pub(super) const NOWHERE: u32 = u32::MAX;
