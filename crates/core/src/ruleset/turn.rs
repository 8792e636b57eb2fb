//! Who moves after a move, and where.

/// Who moves after a move, and where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    /// The other player, anywhere.
    Other,
    /// The other player, who must move in the position that the move left: an *entailing* move.
    Reply,
    /// The same player, anywhere: a *complimenting* move.
    Again,
}
