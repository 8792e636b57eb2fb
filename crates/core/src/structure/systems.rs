//! Games whose rows are positions of systems: graphs and boards.

use super::offered::Structure;
use crate::error::Error;
use crate::picture::Scene;
use crate::ruleset::Python;
use crate::system::{Graph, System, Wide};
use std::fmt;
use std::sync::Arc;

/// The systems of the rows of a game.
#[derive(Clone)]
pub struct Systems(pub Arc<dyn Hosts>);

/// For each label, the system in which its position lies.
pub trait Hosts: Send + Sync {
    /// Whether there is only one position, which has a name in place of a label.
    fn is_single(&self) -> bool;

    /// The number of elements of the system of a label, known before it is made.
    fn elements(&self, label: &[u64]) -> u64;

    /// The system of a label, and its position.
    ///
    /// # Errors
    /// [`Error::Endless`] if play may go on for ever, which rules of the user's own may do on large boards only;
    /// [`Error::Limit`] for too many moves.
    fn host(&self, label: &[u64]) -> Result<Host, Error>;

    /// The graph of a label, if the game is one of those that the kernel `trees` knows. It may be no tree.
    fn on_tree(&self, _label: &[u64]) -> Option<(TreeRule, Graph)> {
        None
    }

    /// What the positions of a label look like.
    fn scene(&self, label: &[u64]) -> Scene;

    /// The system on a graph of its own, for games on graphs.
    ///
    /// # Errors
    /// As for [`Hosts::host`].
    fn on_graph(&self, _graph: &Graph) -> Result<Option<Host>, Error> {
        Ok(None)
    }

    /// The graph of a label, for games on graphs.
    fn graph(&self, _label: &[u64]) -> Option<Graph> {
        None
    }

    /// The rules in Python, if somebody has written them.
    fn python(&self) -> Option<Python> {
        None
    }

    /// Whether an independent checker knows the rules, so that a proof of its values can be checked.
    fn has_checker(&self) -> bool {
        false
    }

    /// What the positions of different labels have in common if they lie on boards.
    fn boards(&self) -> Option<&dyn Boards> {
        None
    }
}

/// A system with the position that is asked for.
#[derive(Clone)]
pub struct Host {
    /// The system.
    pub system: Arc<System<Wide>>,
    /// The position.
    pub start: Wide,
    /// How positions are recognised as the same.
    pub keys: Keys,
}

/// Which components are the same game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keys {
    /// Those with isomorphic graphs: the game depends only on the elements that are left and on the links between them.
    Induced,
    /// Those with isomorphic graphs, whose edges are the elements.
    Edges,
    /// Those with isomorphic systems of moves.
    Incidence,
}

/// What a move on a graph removes, in games of which more is known on trees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TreeRule {
    /// A vertex and its neighbours.
    NodeKayles,
    /// Two neighbours.
    ArcKayles,
    /// A vertex that has a neighbour.
    Grim,
}

impl TreeRule {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 3] = [Self::NodeKayles, Self::ArcKayles, Self::Grim];
}

/// Boards of different sizes with the same rules, which cannot tell a dead cell from the edge. So a component may be
/// moved, and also turned and reflected as far as the symmetries say.
pub trait Boards: Send + Sync {
    /// The rows and columns of the board of a label.
    fn size(&self, label: &[u64]) -> (usize, usize);

    /// The number of planes: states that a cell may have, apart from the dead one.
    fn planes(&self) -> usize {
        1
    }

    /// The system on a board. The element of plane p, row r and column c is (p · rows + r) · columns + c.
    ///
    /// # Errors
    /// As for [`Hosts::host`].
    fn on_board(&self, rows: usize, columns: usize) -> Result<System<Wide>, Error>;

    /// The letters of the states, in the order of the planes.
    fn states(&self) -> Vec<char> {
        vec!['#']
    }

    /// The symmetries of the rules.
    fn symmetries(&self) -> BoardSymmetries;
}

/// The symmetries of the rules of a board game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BoardSymmetries {
    /// Whether a reflection that exchanges left and right, or top and bottom, changes nothing.
    pub flips: bool,
    /// Whether the exchange of rows and columns changes nothing.
    pub turns: bool,
    /// Whether the exchange of the first two planes changes nothing.
    pub swaps: bool,
}

impl BoardSymmetries {
    /// All reflections and turns.
    pub const ALL: Self = Self { flips: true, turns: true, swaps: false };
}

impl Structure for Systems {
    fn work_per_row(&self, rows: u64) -> u64 {
        rows
    }
}

impl fmt::Debug for Systems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Systems")
    }
}
