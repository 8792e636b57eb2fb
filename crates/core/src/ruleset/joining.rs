//! The ways to play several games at the same time.

/// A way to play several games at the same time: in which of them a player may move, and when the play ends. A
/// component has ended if it has no moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Joining {
    /// A move is a move in one component. As for every joining, a position is a tuple, so that equal components are
    /// told apart.
    Disjunctive,
    /// A move is a move in one or more components.
    Selective,
    /// The same, but the play ends as soon as one component has ended.
    Shortened,
    /// A move is a move in every component, so the play ends as soon as one of them has ended.
    Conjunctive,
    /// A move is a move in every component that has not ended.
    Continued,
    /// A move is a move in the first component that has not ended.
    Sequential,
    /// A move is a move in one component, which ends all components after it.
    Ordinal,
}

impl Joining {
    /// Whether the order of the components matters.
    pub fn is_ordered(self) -> bool {
        matches!(self, Joining::Sequential | Joining::Ordinal)
    }
}
