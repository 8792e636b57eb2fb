//! Periods of the genera of all heaps of a game, proved.
//!
//! The digits of a genus are the misère Grundy values of the heap together with nim-heaps of two tokens: g_i = m if the
//! sum of the heap, of i such nim-heaps and of a nim-heap with m tokens is a P-position. So the quotient of the sums of
//! heaps *and* nim-heaps knows the digits, and they repeat as its values do. g+ is the Grundy value of normal play,
//! which has theorems of its own. If all heaps are proved tame, the values of the quotient without nim-heaps determine
//! the genera.

use crate::analysis::periodicity;
use crate::claim::{CodeHeaps, Heaps, MisereClaim, MisereRefusal, TameClaim, Theorems, WithNim, common_period};
use crate::control::Control;
use crate::error::Error;
use crate::misere_theory::genus::{Class, Genus};
use crate::misere_theory::quotient::Quotient;
use crate::misere_theory::search::{Found, Limits, search};
use crate::ruleset::{Play, Value};
use crate::structure::Structures;
use grundy_core::nimber::NimberSet;

/// The largest nim-heap that is added.
const MOST_NIM: u64 = 31;

/// The number of heaps whose Grundy values are looked at for a period of normal play.
const MOST_HEAPS: usize = 1 << 13;

/// The largest sum of preperiod and period of the genera.
const MOST_GENERA: u64 = 1 << 16;

/// A period of the genera of all heaps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GenusPeriod {
    /// The least preperiod, at least 1.
    pub preperiod: u64,
    /// The least period.
    pub period: u64,
    /// What proves it, together with a period of the values of a quotient.
    pub by: GenusProof,
}

/// What proves a period of genera, together with a period of the values of a quotient.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GenusProof {
    /// The quotient of heaps and nim-heaps tells the digits.
    NimHeaps {
        /// The largest nim-heap that was needed.
        largest: u64,
        /// The name of the theorem about the Grundy values of normal play.
        normal: &'static str,
    },
    /// All heaps are tame.
    Tame,
}

impl GenusPeriod {
    /// The period of the genera of a code all of whose heaps are proved tame: that of the values of its quotient. Two
    /// heaps have the same value exactly if they have the same g+ and both are fickle or both are not, so exactly if
    /// they have the same genus. `None` if no period of the values is proved. `stored` are the genera of the first
    /// heaps, from their canonical forms.
    ///
    /// # Errors
    /// [`Error::Fault`] if a stored genus contradicts the claims.
    pub fn of_tame(tame: &TameClaim, claim: &MisereClaim, stored: &[(Genus, Class)]) -> Result<Option<Self>, Error> {
        let Some((preperiod, period)) = claim.period else { return Ok(None) };
        let is_wrong = |heap: usize| {
            let (genus, class) = &stored[heap];
            let is_firm = genus.digits.first() == Some(&genus.plus);
            let before = heap.checked_sub(period as usize).filter(|&before| before as u64 >= preperiod);
            *class != Class::Tame
                || (heap as u64 > tame.last_fickle && !is_firm)
                || before.is_some_and(|before| stored[before].0 != *genus)
        };
        match (0..stored.len()).find(|&heap| is_wrong(heap)) {
            Some(heap) => Err(Error::Fault(format!("the genus of heap {heap} contradicts what is proved"))),
            None => Ok(Some(Self { preperiod, period, by: GenusProof::Tame })),
        }
    }

    /// The period of the genera of a code, if it can be proved. `stored` are the genera of the first heaps, from their
    /// canonical forms; `order` is that of the quotient without nim-heaps.
    ///
    /// # Errors
    /// [`Error::Fault`] if the checker refuses what the search found, or if a stored genus is another one;
    /// [`Error::Interrupted`].
    pub fn prove(
        heaps: &CodeHeaps,
        stored: &[(Genus, Class)],
        order: usize,
        limits: Limits,
        control: &Control<'_>,
    ) -> Result<Option<Self>, Error> {
        let Some(normal) = NormalPeriod::of(heaps, control)? else { return Ok(None) };
        let mut nim =
            stored.iter().flat_map(|(genus, _)| &genus.digits).max().map_or(3, |&most| u64::from(most).max(3));
        // Nim-heaps either change little, or make the quotient large or infinite.
        let limits = Limits { elements: limits.elements.min(4 * order + 64), ..limits };
        while nim <= MOST_NIM {
            let all = WithNim { heaps, nim };
            let found = search(&all, None, limits, control)?;
            let claim = MisereClaim::check(&all, &found.certificate(), control)?;
            let claim =
                claim.map_err(|MisereRefusal(why)| Error::Fault(format!("a misère quotient is refused: {why}")))?;
            let Some((preperiod, period)) = claim.period else { return Ok(None) };
            let digits = Digits { all, found: &found, preperiod, period };
            let from = preperiod.saturating_sub(nim).max(normal.preperiod).max(1);
            let Some(every) = common_period(period, normal.period) else { return Ok(None) };
            if from.saturating_add(every) > MOST_GENERA {
                return Ok(None);
            }
            let genus = |heap: u64| Some(Genus { plus: normal.value(heap), digits: digits.of(heap)? });
            let Some(genera) = (0..from + every).map(genus).collect::<Option<Vec<Genus>>>() else {
                nim = 2 * nim + 1;
                continue;
            };
            // Where heaps are beyond the list, they repeat.
            let at = |heap: u64| &genera[repeated(heap, from, every)];
            if let Some(heap) = (1..stored.len() as u64).find(|&heap| stored[heap as usize].0 != *at(heap)) {
                return Err(Error::Fault(format!("heap {heap} has two different genera")));
            }
            let repeats = |period: u64| (from..from + every).all(|heap| at(heap) == at(heap + period));
            let period = (1..=every).find(|&period| every.is_multiple_of(period) && repeats(period)).unwrap_or(every);
            let last = (1..from).rev().find(|&heap| at(heap) != at(heap + period));
            let by = GenusProof::NimHeaps { largest: nim, normal: normal.theorem };
            return Ok(Some(Self { preperiod: last.map_or(1, |heap| heap + 1), period, by }));
        }
        Ok(None)
    }
}

/// The first place that is equal to a place of a sequence with this preperiod and period.
pub(super) fn repeated(place: u64, preperiod: u64, period: u64) -> usize {
    (if place < preperiod { place } else { preperiod + (place - preperiod) % period }) as usize
}

/// The digits of genera, from a quotient with nim-heaps.
struct Digits<'f> {
    all: WithNim<'f>,
    found: &'f Found,
    /// Those of the values, in the numbers of the heaps together with the nim-heaps.
    preperiod: u64,
    period: u64,
}

impl Digits<'_> {
    /// The digits of a heap, up to the place from which the last two repeat. `None` if one of them is larger than all
    /// nim-heaps.
    fn of(&self, heap: u64) -> Option<Vec<u32>> {
        let quotient: &Quotient = &self.found.quotient;
        let two = self.found.phi[2];
        let mut value = self.found.phi[repeated(self.all.number(heap), self.preperiod, self.period)];
        // From here on the powers of *2 repeat, and those of its square.
        let (index, period) = quotient.index_and_period(two);
        let mut digits = Vec::new();
        for _ in 0..index + period.max(2) + 2 {
            let digit =
                (0..=self.all.nim).find(|&nim| quotient.is_p(quotient.product(value, self.found.phi[nim as usize])))?;
            digits.push(digit as u32);
            value = quotient.product(value, two);
        }
        while digits.len() > 2 && digits[digits.len() - 1] == digits[digits.len() - 3] {
            digits.pop();
        }
        Some(digits)
    }
}

/// A proved period of the Grundy values of normal play.
struct NormalPeriod {
    values: Vec<u32>,
    preperiod: u64,
    period: u64,
    theorem: &'static str,
}

impl NormalPeriod {
    fn of(heaps: &CodeHeaps, control: &Control<'_>) -> Result<Option<Self>, Error> {
        let Some(theorems) = Theorems::of(&Structures::of(heaps.code()), Play::Normal, Value::GRUNDY) else {
            return Ok(None);
        };
        let (mut values, mut options) = (Vec::new(), NimberSet::new());
        let mut wanted = 64;
        while wanted <= MOST_HEAPS {
            while values.len() < wanted {
                control.check()?;
                options.clear();
                heaps.options(values.len() as u64, &mut |parts| {
                    options.insert(parts.iter().fold(0, |sum, &part| sum ^ values[part as usize]));
                });
                values.push(options.mex());
            }
            let claim = periodicity::find(&values, 0, Some(&theorems), false, control)?;
            if let Some(claim) = claim.filter(|claim| claim.saltus == 0) {
                let theorem = claim.theorem.map_or("", |theorem| theorem.name());
                return Ok(Some(Self { values, preperiod: claim.preperiod, period: claim.period, theorem }));
            }
            wanted *= 2;
        }
        Ok(None)
    }

    fn value(&self, heap: u64) -> u32 {
        self.values[repeated(heap, self.preperiod, self.period)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::misere_theory::genus::Genera;
    use crate::ruleset::TakeAndBreak;

    /// 0.53: the genera of the canonical forms agree with the proof, and whichever of them is changed, it is noticed.
    #[test]
    fn a_stored_genus_that_differs_is_a_fault() {
        let heaps = CodeHeaps::from(TakeAndBreak::parse("0.53").unwrap());
        let control = Control::free();
        let stored = Genera::of_heaps(&heaps, 60, 10_000, &control).unwrap().heaps;
        assert_eq!(stored.len(), 40);
        let prove = |stored: &[(Genus, Class)]| GenusPeriod::prove(&heaps, stored, 16, Limits::default(), &control);
        let proved = prove(&stored).unwrap().unwrap();
        assert_eq!((proved.preperiod, proved.period), (21, 9));
        for heap in [1, 20, 21, 39] {
            let mut plus = stored.clone();
            plus[heap].0.plus ^= 1;
            let mut digits = stored.clone();
            *digits[heap].0.digits.last_mut().unwrap() ^= 1;
            for changed in [plus, digits] {
                let said = prove(&changed).unwrap_err().to_string();
                assert!(said.contains(&format!("heap {heap} has two different genera")), "{said}");
            }
        }
    }

    /// Where all heaps are tame, both ways find the same period, and stored genera that are changed are noticed.
    #[test]
    fn tame_games_have_the_same_period_either_way() {
        let (mut both, mut noticed) = (0, 0);
        for digits in 0..512u64 {
            let digits = [6, 3, 0].map(|shift| (digits >> shift & 7) as u8).to_vec();
            let heaps = CodeHeaps::from(TakeAndBreak::of_digits(0, digits));
            let control = Control::free();
            let Some(tame) = TameClaim::of(&heaps, &control).unwrap() else { continue };
            let found = search(&heaps, Some(400), Limits::default(), &control).unwrap();
            let claim = MisereClaim::check(&heaps, &found.certificate(), &control).unwrap().ok().unwrap();
            let mut stored = Genera::of_heaps(&heaps, 60, 2_000, &control).unwrap().heaps;
            let Some(quick) = GenusPeriod::of_tame(&tame, &claim, &stored).unwrap() else { continue };
            let order = found.quotient.order();
            if let Some(slow) = GenusPeriod::prove(&heaps, &stored, order, Limits::default(), &control).unwrap() {
                assert_eq!((quick.preperiod, quick.period), (slow.preperiod, slow.period), "{}", heaps.code());
                both += 1;
            }
            // A heap that is firm is given another g+.
            let last = stored.len() - 1;
            if last as u64 > tame.last_fickle {
                stored[last].0.plus ^= 1;
                assert!(GenusPeriod::of_tame(&tame, &claim, &stored).is_err(), "{}", heaps.code());
                noticed += 1;
            }
        }
        assert!(both > 25 && noticed > 25, "{both} {noticed}");
    }

    /// The digits of 0.53 are at most 6. With smaller nim-heaps some cannot be told, and the others are the same.
    #[test]
    fn a_digit_beyond_the_nim_heaps_is_not_guessed() {
        let heaps = CodeHeaps::from(TakeAndBreak::parse("0.53").unwrap());
        let digits_of = |nim: u64| {
            let all = WithNim { heaps: &heaps, nim };
            let found = search(&all, None, Limits::default(), &Control::free()).unwrap();
            let claim = MisereClaim::check(&all, &found.certificate(), &Control::free()).unwrap().ok().unwrap();
            let (preperiod, period) = claim.period.unwrap();
            let digits = Digits { all, found: &found, preperiod, period };
            (0..60).map(|heap| digits.of(heap)).collect::<Vec<_>>()
        };
        let (some, all) = (digits_of(3), digits_of(6));
        assert!(all.iter().all(Option::is_some) && some.iter().any(Option::is_none));
        assert!(some.iter().zip(&all).all(|(some, all)| some.is_none() || some == all));
    }
}
