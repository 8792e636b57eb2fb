//! The quotient and the genera of a game, and what is proved about them.

use super::genus_period::{GenusPeriod, repeated};
use super::heaps::GameHeaps;
use crate::analysis::certificate::MisereFile;
use crate::bytes::Bytes;
use crate::claim::{
    Heaps, InfiniteCertificate, InfiniteClaim, MisereCertificate, MisereClaim, MisereRefusal, TameClaim,
};
use crate::control::Control;
use crate::error::Error;
use crate::games::Game;
use crate::misere_theory::genus::{Class, Genera, Genus};
use crate::misere_theory::infinite;
use crate::misere_theory::present::Presentation;
use crate::misere_theory::quotient::Quotient;
use crate::misere_theory::search::{End, Found, Limits, Why, search};
use crate::ruleset::{Play, RowRange, Value};
use grundy_core::limits::check_memory;
use std::fmt;

/// What is known about a quotient.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MisereStatus {
    /// It is the quotient of the whole game, and its pretending function has the period that is given.
    Proved,
    /// It is the quotient of all positions of a finite game or range.
    Exact,
    /// The quotient is infinite.
    Infinite,
    /// It is the quotient of the heaps up to a bound. The search was not stopped by a limit; the quotient may grow.
    Stable,
    /// It is the quotient of the heaps up to a bound. No quotient was found for the next heap.
    Partial,
    /// Not even the quotient of heap 1 was found.
    None,
}

impl fmt::Display for MisereStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Self::NAMES[*self as usize])
    }
}

impl MisereStatus {
    /// The words for the statuses, in their order.
    pub const NAMES: [&str; 6] = ["proved", "exact", "infinite", "stable", "partial", "none"];
}

/// The largest number of elements of a quotient that may be asked for: its table of products then takes 512 MB.
pub const MOST_ELEMENTS: u64 = 16_000;

/// The largest number of canonical forms that are stored for genera.
const GAMES: usize = 20_000;

/// How far a search goes.
#[derive(Debug, Clone, Copy)]
pub struct Bounds {
    /// The limits of the search.
    pub limits: Limits,
    /// The largest heap; without it, the search goes on until a period is proved or a limit is reached.
    pub last: Option<u64>,
    /// The largest heap whose genus is asked for, if there are as many heaps as one likes.
    pub genera: u64,
}

impl Bounds {
    /// Those with which a quotient is only a means to examine sums.
    const EXAMINED: Self =
        Self { limits: Limits { elements: 4000, steps: 200_000_000, candidate: 4_000_000 }, last: None, genera: 0 };
}

/// The theory of misère play of a game.
pub struct MisereTheory {
    /// The code of the game.
    pub code: String,
    /// Its heaps.
    pub heaps: GameHeaps,
    /// The quotient.
    pub found: Found,
    /// What the checker proves about it.
    pub claim: MisereClaim,
    /// The proof that the quotient of one heap more is infinite, if there is one.
    pub infinite: Option<(InfiniteCertificate, InfiniteClaim)>,
    /// The genera of the heaps, as far as they were stored.
    pub genera: Genera,
    /// The period of the genera of all heaps, if it is proved.
    pub genus_claim: Option<GenusPeriod>,
    /// The proof that all heaps are tame, if there is one.
    pub tame_claim: Option<TameClaim>,
    /// Whether the game has larger heaps than those of the range.
    goes_on: bool,
}

impl MisereTheory {
    /// Finds the quotient of a game, and lets the checker prove it.
    ///
    /// # Errors
    /// As for [`GameHeaps::of`]; [`Error::Limit`] if the search may need more memory; [`Error::Fault`] if the checker
    /// refuses what the search found.
    pub fn of(
        game: &Game,
        range: &RowRange,
        bounds: Bounds,
        memory: Bytes,
        control: &Control<'_>,
    ) -> Result<Self, Error> {
        if game.law().examined_by(Play::Normal) != Value::GRUNDY {
            return Err(Error::Usage(format!(
                "`{}` has no misère quotient: misère play of it is not defined",
                game.code
            )));
        }
        check_memory("the search for the misère quotient", Bytes(bounds.limits.needs()), memory)?;
        let heaps = GameHeaps::of(game, range, memory, control)?;
        control.phase("looking for the misère quotient", 0);
        // The range of other games says which heaps there are.
        let last = bounds.last.filter(|_| heaps.count().is_none());
        let found = search(&heaps, last, bounds.limits, control)?;
        let claim = MisereClaim::check(&heaps, &found.certificate(), control)?;
        let claim = claim.map_err(|MisereRefusal(why)| Error::Fault(format!("a misère quotient is refused: {why}")))?;
        let last = heaps.count().map_or(bounds.genera, |count| count - 1);
        let infinite = match &found.end {
            End::GaveUp { .. } => proof_of_infinity(&heaps, &found, bounds.limits, control)?,
            _ => None,
        };
        let genera = Genera::of_heaps(&heaps, last, GAMES, control)?;
        let tame_claim = match &heaps {
            GameHeaps::Code(code) => TameClaim::of(code, control)?,
            _ => None,
        };
        let of_tame = match &tame_claim {
            Some(tame) => GenusPeriod::of_tame(tame, &claim, &genera.heaps)?,
            None => None,
        };
        let genus_claim = match (&heaps, &found.end) {
            (GameHeaps::Code(_), End::Period { .. }) if of_tame.is_some() => of_tame,
            (GameHeaps::Code(code), End::Period { .. }) if bounds.genera > 0 => {
                control.phase("looking for a proof of the period of the genera", 0);
                GenusPeriod::prove(code, &genera.heaps, found.quotient.order(), bounds.limits, control)?
            }
            _ => None,
        };
        let goes_on = game.shape.has_range() && game.shape.rows_in(range).is_sequence();
        let code = game.code.clone();
        Ok(Self { code, heaps, found, claim, infinite, genera, genus_claim, tame_claim, goes_on })
    }

    /// The theory of a take-and-break code or a subtraction game, as far as it is needed to examine sums of its heaps.
    /// `None` for other games.
    ///
    /// # Errors
    /// As for [`MisereTheory::of`].
    pub fn of_code(game: &Game, memory: Bytes, control: &Control<'_>) -> Result<Option<Self>, Error> {
        let range = RowRange::from(1);
        let is_line = game.shape.has_range() && game.components().is_none() && game.shape.rows_in(&range).is_sequence();
        if !is_line || GameHeaps::of(game, &range, memory, control)?.extent().is_none() {
            return Ok(None);
        }
        Self::of(game, &range, Bounds::EXAMINED, memory, control).map(Some)
    }

    /// The quotient.
    pub fn quotient(&self) -> &Quotient {
        &self.found.quotient
    }

    /// What is known about the quotient.
    pub fn status(&self) -> MisereStatus {
        match &self.found.end {
            End::Period { .. } => MisereStatus::Proved,
            _ if self.infinite.is_some() => MisereStatus::Infinite,
            End::Whole if !self.goes_on => MisereStatus::Exact,
            End::Whole | End::Last => MisereStatus::Stable,
            End::GaveUp { .. } if self.found.last() == 0 => MisereStatus::None,
            End::GaveUp { .. } => MisereStatus::Partial,
        }
    }

    /// Why no quotient was found for the next heap.
    pub fn why(&self) -> Option<&Why> {
        match &self.found.end {
            End::GaveUp { why, .. } => Some(why),
            _ => None,
        }
    }

    /// The value of a heap, if it is known: beyond the heaps that were looked at by the period.
    pub fn phi(&self, heap: u64) -> Option<u16> {
        let place = match self.claim.period {
            Some((preperiod, period)) => repeated(heap, preperiod, period),
            None => usize::try_from(heap).ok()?,
        };
        self.found.phi.get(place).copied()
    }

    /// The last heap that enlarged the quotient; 0 if none did.
    pub fn last_change(&self) -> u64 {
        self.found.growth.last().map_or(0, |&(heap, _)| heap.into())
    }

    /// The last heap whose value lies outside the kernel. `None` if there are always more of them, or it is not known.
    pub fn last_rogue(&self) -> Option<u64> {
        let kernel = self.quotient().kernel();
        let rogue = (1..=self.found.last())
            .rev()
            .find(|&heap| self.phi(heap).is_some_and(|value| kernel.binary_search(&value).is_err()));
        let rogue = rogue.unwrap_or(0);
        match (self.status(), self.claim.period) {
            (MisereStatus::Proved, Some((preperiod, _))) => (rogue < preperiod).then_some(rogue),
            (MisereStatus::Exact, _) => Some(rogue),
            _ => None,
        }
    }

    /// Whether the game can be played like misère Nim: whether its quotient is that of a sum of nim-heaps. Only known
    /// if the quotient is that of the whole game, or if all heaps are proved tame.
    pub fn is_tame(&self) -> Option<bool> {
        if self.tame_claim.is_some() {
            return Some(true);
        }
        self.is_whole().then(|| self.quotient().tame().is_some())
    }

    /// Whether the quotient is that of the whole game.
    pub fn is_whole(&self) -> bool {
        matches!(self.status(), MisereStatus::Proved | MisereStatus::Exact)
    }

    /// The first heap whose canonical form is not tame, among those whose genus was stored.
    pub fn not_tame_from(&self) -> Option<u64> {
        let heaps = &self.genera.heaps;
        heaps.iter().position(|(_, class)| *class != Class::Tame).map(|heap| heap as u64)
    }

    /// The genus of a heap, if it was stored.
    pub fn genus(&self, heap: u64) -> Option<&(Genus, Class)> {
        self.genera.heaps.get(usize::try_from(heap).ok()?)
    }

    /// The presentation.
    pub fn presentation(&self) -> Presentation {
        Presentation::of(self.quotient())
    }

    /// The text of the certificate: of the quotient, or that it is infinite.
    pub fn certificate(&self) -> String {
        // A game with the heaps of a code is certified by this code.
        let code = match &self.heaps {
            GameHeaps::Code(heaps) if !MisereFile::<MisereCertificate>::knows(&self.code) => {
                format!("octal:{}", heaps.code())
            }
            _ => self.code.clone(),
        };
        match &self.infinite {
            Some((infinite, _)) => MisereFile::new(&code, &self.heaps, infinite.clone()).to_json(),
            None => MisereFile::new(&code, &self.heaps, self.found.certificate()).to_json(),
        }
    }
}

/// A proof that the quotient is infinite, if one is found.
fn proof_of_infinity(
    heaps: &GameHeaps,
    found: &Found,
    limits: Limits,
    control: &Control<'_>,
) -> Result<Option<(InfiniteCertificate, InfiniteClaim)>, Error> {
    control.phase("looking for two counters", 0);
    let Ok(certificate) = infinite::search(heaps, found, limits, control)? else { return Ok(None) };
    let claim = InfiniteClaim::check(heaps, &certificate, control)?;
    let claim = claim.map_err(|MisereRefusal(why)| Error::Fault(format!("an infinite quotient is refused: {why}")))?;
    Ok(Some((certificate, claim)))
}

impl MisereTheory {
    /// The largest heap whose moves the checker looked at.
    pub fn checked_to(&self) -> u64 {
        if let Some((_, claim)) = &self.infinite {
            return claim.heaps;
        }
        self.claim.checked_to.min(self.heaps.count().map_or(u64::MAX, |count| count - 1))
    }
}
