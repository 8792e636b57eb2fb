//! Games all of whose heaps are tame (`docs/theorems.md`, "Tame heaps").
//!
//! A position is *tame* if its genus is that of a sum of nim-heaps, and all its options are tame. It is *fickle* if
//! that sum has only heaps of 0 and 1, and *firm* otherwise. A sum of tame positions is tame; it is fickle if all its
//! parts are. So the Grundy value of normal play and whether a heap is fickle suffice for the next heaps: g- is the
//! Grundy value with its last bit changed for a fickle position, and the Grundy value for a firm one. Once no fickle
//! heap comes for long enough, every option has a firm part, and nothing changes any more.

use super::heaps::Heaps;
use crate::control::Control;
use crate::error::Error;
use crate::nimber::NimberSet;

/// The theorem on games all of whose heaps are tame.
pub const TAME_HEAPS: &str = "tame-heaps";

/// The maximum number of options that are looked at. A heap counts as one more.
const MOST_OPTIONS: u64 = 1 << 20;

/// A proof that all heaps of a game are tame. Only [`TameClaim::of`] makes one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TameClaim {
    /// The last fickle heap.
    pub last_fickle: u64,
    /// The largest heap whose moves were looked at.
    pub checked_to: u64,
    /// Private, so that only this module can make a claim.
    made: TameClaimMade,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct TameClaimMade;

/// A tame position.
#[derive(Debug, Clone, Copy)]
struct Tame {
    /// The Grundy value of normal play, g+.
    plus: u32,
    is_fickle: bool,
}

impl TameClaim {
    /// A proof that all heaps of a game with finitely many places are tame, if its first heaps show it.
    ///
    /// # Errors
    /// [`Error::Interrupted`].
    pub fn of(heaps: &dyn Heaps, control: &Control<'_>) -> Result<Option<Self>, Error> {
        let Some(extent) = heaps.extent().filter(|extent| extent.repeats.is_none()) else { return Ok(None) };
        let (mut known, mut last_fickle, mut options): (Vec<Tame>, u64, u64) = (Vec::new(), 0, 0);
        loop {
            control.check()?;
            let heap = known.len() as u64;
            // s f + k for the last fickle heap f. A period of 1 from f on would have to be checked as far.
            let enough = extent.enough(last_fickle, 1);
            if last_fickle > 0 && enough.is_some_and(|enough| (last_fickle + 1..heap).contains(&enough)) {
                return Ok(Some(Self { last_fickle, checked_to: heap - 1, made: TameClaimMade }));
            }
            options += 1;
            let Some(next) = tame(heaps, heap, &known, &mut options).filter(|_| options <= MOST_OPTIONS) else {
                return Ok(None);
            };
            if next.is_fickle {
                last_fickle = heap;
            }
            known.push(next);
        }
    }
}

/// The next heap, if it is tame. Counts its options.
fn tame(heaps: &dyn Heaps, heap: u64, known: &[Tame], looked: &mut u64) -> Option<Tame> {
    let (mut plus, mut minus) = (NimberSet::new(), NimberSet::new());
    let before = *looked;
    heaps.options(heap, &mut |parts| {
        *looked += 1;
        let parts = || parts.iter().map(|&part| known[part as usize]);
        let (sum, is_fickle) = (parts().fold(0, |sum, part| sum ^ part.plus), parts().all(|part| part.is_fickle));
        plus.insert(sum);
        minus.insert(sum ^ u32::from(is_fickle));
    });
    // A player who cannot move wins.
    let (plus, minus) = (plus.mex(), if *looked == before { 1 } else { minus.mex() });
    match (plus, minus) {
        (0, 1) | (1, 0) => Some(Tame { plus, is_fickle: true }),
        _ => (plus == minus).then_some(Tame { plus, is_fickle: false }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::CodeHeaps;
    use crate::ruleset::TakeAndBreak;

    fn claim(code: &str) -> Option<(u64, u64)> {
        let heaps = CodeHeaps::from(TakeAndBreak::parse(code).unwrap());
        TameClaim::of(&heaps, &Control::free()).unwrap().map(|claim| (claim.last_fickle, claim.checked_to))
    }

    #[test]
    fn games_with_few_fickle_heaps() {
        assert_eq!(claim("0.56"), Some((6, 14)));
        assert_eq!(claim("4.007"), Some((4, 11)));
        assert_eq!(claim("0.33333"), None);
    }

    /// Heap 5 of Kayles is restive. The heaps of 0.07 are wild from some heap on. In 0.3, heaps are fickle for ever.
    /// 0.(3) is Nim, with moves of any size.
    #[test]
    fn games_that_are_not_known_to_be_tame() {
        for code in ["0.77", "0.07", "0.3", "0.(3)", "0.137", "0.0", "0.1", "4.0"] {
            assert_eq!(claim(code), None, "{code}");
        }
    }
}
