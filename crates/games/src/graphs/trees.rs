//! All trees with n vertices, without isomorphic ones.
//!
//! Rooted trees come as sequences of levels in preorder, each the largest of its tree, in descending order (T. Beyer
//! and S. M. Hedetniemi, Constant time generation of rooted trees, SIAM J. Comput. 9 (1980)). A tree is listed once: at
//! its centroid, and if it has two, at the one whose half has the larger sequence. Cost: a few steps for each rooted
//! tree.

use grundy_core::system::Graph;

/// Calls `visit` with the levels of every tree with n >= 1 vertices.
fn each(n: usize, visit: &mut dyn FnMut(&[usize])) {
    let mut levels: Vec<usize> = (0..n).collect();
    loop {
        if is_centred(&levels) {
            visit(&levels);
        }
        // The last vertex below level 1 moves up: what follows repeats what stands behind its new parent.
        let Some(place) = levels.iter().rposition(|&level| level > 1) else { return };
        let Some(parent) = levels[..place].iter().rposition(|&level| level + 1 == levels[place]) else { return };
        (place..n).for_each(|at| levels[at] = levels[at - (place - parent)]);
    }
}

/// Whether the root is the centroid at which the tree is listed.
fn is_centred(levels: &[usize]) -> bool {
    let n = levels.len();
    let ends = (2..=n).filter(|&at| levels.get(at).is_none_or(|&level| level == 1));
    let mut first = 1;
    ends.map(|end| std::mem::replace(&mut first, end)..end).all(|branch| {
        let size = branch.len();
        if 2 * size != n {
            return 2 * size < n;
        }
        let rest = levels[..branch.start].iter().chain(&levels[branch.end..]);
        rest.copied().cmp(levels[branch].iter().map(|level| level - 1)).is_ge()
    })
}

/// Calls `visit` with every tree with n vertices.
pub fn each_tree(n: usize, visit: &mut dyn FnMut(&Graph)) {
    if n == 0 {
        return;
    }
    each(n, &mut |levels| {
        let parent = |at: usize| levels[..at].iter().rposition(|&level| level + 1 == levels[at]).unwrap_or(0);
        visit(&Graph::with(n, (1..n).map(|at| (parent(at), at))));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    /// OEIS A000055.
    #[test]
    fn there_are_as_many_trees_as_known() {
        let counts: Vec<usize> = (0..=14)
            .map(|n| {
                let mut count = 0;
                each_tree(n, &mut |tree| {
                    assert_eq!(tree.edges().count(), n - 1);
                    count += 1;
                });
                count
            })
            .collect();
        assert_eq!(counts, [0, 1, 1, 1, 2, 3, 6, 11, 23, 47, 106, 235, 551, 1301, 3159]);
    }
}
