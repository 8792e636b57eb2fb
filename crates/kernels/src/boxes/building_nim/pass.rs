//! One pass: from the largest of some totals back to the empty start, layer by layer.

use super::layers::{AnyLayers, Layers};
use super::lines::Lines;
use grundy_core::error::Error;
use grundy_core::stream::{State, StateReader};

/// The number of totals of a pass. The even half of them have one bit each.
const TOTALS: u64 = 128;

/// The totals from `first` to `end`, and the latest layer.
pub(super) struct LayerPass {
    first: u64,
    end: u64,
    /// The stones of the latest layer; initially one more than any total.
    stones: u64,
    /// Its words have at least one bit for each total that reaches it.
    latest: Box<dyn AnyLayers>,
}

impl LayerPass {
    /// The totals from `first` on, as far as they are rows.
    pub fn new(first: u64, rows: u64, lines: &Lines) -> Self {
        let end = rows.min(first + TOTALS);
        let stones = last(end) + 1;
        Self { first, end, stones, latest: unknown(1, stones, lines) }
    }

    /// The pass after this one.
    pub fn next(self, rows: u64, lines: &Lines) -> Self {
        let first = self.end;
        drop(self);
        Self::new(first, rows, lines)
    }

    pub fn first(&self) -> u64 {
        self.first
    }

    pub fn end(&self) -> u64 {
        self.end
    }

    /// The number of layers still to come.
    pub fn stones(&self) -> u64 {
        self.stones
    }

    /// The index of the bit of an even total: larger totals come first.
    fn bit(&self, total: u64) -> u64 {
        (last(self.end) - total) / 2
    }

    /// How many totals reach a layer.
    fn bits(&self, stones: u64) -> u64 {
        self.bit(stones.max(self.first)) + 1
    }

    /// Whether the player who places the first of n stones wins.
    pub fn next_wins(&self, n: u64, lines: &Lines) -> bool {
        let word = self.latest.word(lines.classes(0)[0].room.place(0));
        n.is_multiple_of(2) && word >> self.bit(n) & 1 == 0
    }

    pub fn save(&self, lines: &Lines, state: &mut State) -> Result<(), Error> {
        state.put(&(self.first, self.stones))?;
        state.put_bytes(&self.latest.bytes(lines.words(self.stones)));
        Ok(())
    }

    /// Restores what was saved; `None` if it belongs to another game.
    pub fn load(state: &mut StateReader<'_>, rows: u64, lines: &Lines) -> Option<Self> {
        let (first, stones) = state.take::<(u64, u64)>()?;
        let bytes = state.take_bytes()?;
        if first >= rows || !first.is_multiple_of(TOTALS) {
            return None;
        }
        let mut pass = Self::new(first, rows, lines);
        if stones >= pass.stones {
            return None;
        }
        pass.stones = stones;
        pass.latest = unknown(pass.bits(stones), stones, lines);
        pass.latest.fill(lines.words(stones), bytes).then_some(pass)
    }

    /// Computes the next layer, which has one stone less.
    pub fn layer(&mut self, lines: &Lines) {
        if self.bits(self.stones - 1) > self.latest.bits() {
            self.latest = self.latest.widened(self.stones, lines);
        }
        self.stones -= 1;
        let ends = self.stones.is_multiple_of(2) && self.stones >= self.first;
        self.latest.turn(self.stones, if ends { 1 << self.bit(self.stones) } else { 0 }, lines);
    }
}

/// The largest even total below `end`.
fn last(end: u64) -> u64 {
    (end - 1) / 2 * 2
}

/// Layers of this many stones, with words of at least `bits` bits, about which nothing is known.
fn unknown(bits: u64, stones: u64, lines: &Lines) -> Box<dyn AnyLayers> {
    match bits {
        0..=8 => Box::new(Layers::<u8>::new(stones, lines)),
        9..=16 => Box::new(Layers::<u16>::new(stones, lines)),
        17..=32 => Box::new(Layers::<u32>::new(stones, lines)),
        _ => Box::new(Layers::<u64>::new(stones, lines)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For the totals that reach a layer, narrow words agree with wide ones.
    #[test]
    fn words_grow_with_the_totals_and_mean_the_same() {
        for (piles, rows) in [(3, 100), (4, 72), (5, 61), (7, 50), (5, 151)] {
            let lines = Lines::new(rows - 1, piles);
            let mut narrow = LayerPass::new(0, rows, &lines);
            loop {
                let (first, most) = (narrow.first(), narrow.stones());
                let mut wide = LayerPass { latest: unknown(64, most, &lines), ..LayerPass::new(first, rows, &lines) };
                let mut widths = vec![narrow.latest.bits()];
                while narrow.stones() > 0 {
                    narrow.layer(&lines);
                    wide.layer(&lines);
                    let totals = u64::MAX >> (64 - narrow.bits(narrow.stones()));
                    for place in 0..lines.words(narrow.stones()) {
                        assert_eq!(narrow.latest.word(place) & totals, wide.latest.word(place) & totals);
                    }
                    widths.push(narrow.latest.bits());
                }
                widths.dedup();
                let expected = [8, 16, 32, 64].into_iter().filter(|&bits| bits == 8 || bits / 2 < narrow.bits(0));
                assert_eq!(widths, expected.collect::<Vec<_>>());
                if narrow.end() == rows {
                    break;
                }
                narrow = narrow.next(rows, &lines);
            }
        }
    }

    #[test]
    fn a_state_of_another_game_is_not_taken_up() {
        let lines = Lines::new(60, 5);
        let mut pass = LayerPass::new(0, 61, &lines);
        for _ in 0..30 {
            pass.layer(&lines);
        }
        let mut state = State::default();
        pass.save(&lines, &mut state).unwrap();
        let kept = state.kept();
        assert!(LayerPass::load(&mut kept.reader(), 61, &lines).is_some());
        assert!(LayerPass::load(&mut kept.reader(), 31, &Lines::new(60, 5)).is_none());
        assert!(LayerPass::load(&mut kept.reader(), 61, &Lines::new(60, 6)).is_none());
        assert!(LayerPass::load(&mut kept.reader(), 71, &Lines::new(70, 5)).is_none());
    }
}
