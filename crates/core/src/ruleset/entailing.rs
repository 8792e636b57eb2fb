//! Values of positions with entailing and complimenting moves: nimbers, and the moon.
//!
//! A position is a *moon* (Winning Ways: loony) if the player to move wins every sum of it with nim-heaps
//! (*Winning Ways*, ch. 12; U. Larsson, R. J. Nowakowski and C. P. Santos, Impartial games with entailing moves).

/// The code of a moon. Other codes are nimbers.
pub const MOON: u32 = u32::MAX;

/// How a moon is written.
pub const MOON_WORD: &str = "moon";

/// The value of a sum: the nim-sum, and a moon if one component is a moon.
pub fn moon_sum(a: u32, b: u32) -> u32 {
    if a == MOON || b == MOON { MOON } else { a ^ b }
}
