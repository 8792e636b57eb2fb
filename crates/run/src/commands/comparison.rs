//! Decides whether two sequences are equal up to a shift: proved, observed up to some n, or different.

use super::asked::Inquiry;
use super::growing::{grow, outline};
use super::sums::{SumComparison, compare_sums};
use crate::answer::Answer;
use crate::claim::{Claim, Cousin, equal_if_to, shift_of_cousins};
use crate::claim_words::{Style, symbol};
use crate::error::Error;
use crate::games::Game;
use crate::job::Analysis;
use crate::ruleset::{Play, TakeAndBreak, Value};
use serde_json::json;

/// The default bound of a comparison.
const FAR: u64 = 10_000;

/// The largest bound that is chosen automatically to prove equality by periods.
const FARTHEST: u64 = 100_000_000;

/// The result of a comparison of the first game's value at n + shift with the second game's value at n.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameComparison {
    /// The canonical codes.
    pub codes: [String; 2],
    /// The shift.
    pub shift: i64,
    /// What is compared: Grundy values or outcomes.
    pub value: Value,
    /// The least n at which both have a value.
    pub first: u64,
    /// What was found.
    pub verdict: Equality,
    /// In misère play what is known about sums of heaps, if anything.
    pub sums: Option<SumComparison>,
}

/// The verdict of a comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Equality {
    /// Equal for all n, with the reason.
    Proved(String),
    /// Equal up to this n. The second number is the bound that would decide it, if one would.
    Observed(u64, Option<u64>),
    /// Different. The first number is the least n of the second game where they differ; the others are both
    /// values.
    Different(u64, [u32; 2]),
    /// The ranges do not overlap.
    Nothing,
}

/// Compares two games up to `max`, or as far as a proof by periods needs. The default shift is that of a proved
/// equality.
///
/// # Errors
/// As for [`Inquiry::answer`]; [`Error::Usage`] for a game whose rows are not a sequence, and for games that are
/// played by different conventions or have different kinds of values.
pub fn compare(games: [&Inquiry<'_>; 2], max: Option<u64>, shift: Option<i64>) -> Result<GameComparison, Error> {
    let [first, second] = [(games[0].game)()?.game, (games[1].game)()?.game];
    let played = |game: &Game, inquiry: &Inquiry<'_>| game.played(inquiry.settings.play).map_err(Error::Usage);
    let plays = [played(&first, games[0])?, played(&second, games[1])?];
    if plays[0] != plays[1] {
        let what = format!(
            "`{}` is played in {} play, but `{}` in {} play; compare games with the same play",
            first.code, plays[0], second.code, plays[1]
        );
        return Err(Error::Usage(what));
    }
    let [a, b] = [sequence(games[0])?, sequence(games[1])?];
    if a.value != b.value {
        let what = format!("`{}` has {} values, but `{}` has {} values", first.code, a.value, second.code, b.value);
        return Err(Error::Usage(what));
    }
    let heaps = [(&first, &a, games[0]), (&second, &b, games[1])].map(|(game, sequence, inquiry)| {
        let ruleset = outline(game, sequence.first, inquiry.settings.memory).filter(|_| sequence.first == 0)?;
        ruleset.structures().get::<TakeAndBreak>().cloned()
    });
    let equal = match &heaps {
        [Some(a), Some(b)] => by_codes(a, b, plays[0] == Play::Normal),
        _ => None,
    };
    let codes = [first.code, second.code];
    let shift = shift.or(equal.map(|(shift, _)| shift)).unwrap_or(0);
    let equal = equal.filter(|&(proved, _)| proved == shift).map(|(_, why)| why);
    let sums = if plays[0] == Play::Misere { compare_sums(games, shift)? } else { None };
    let verdict = match (sums.as_ref().and_then(|sums| heaps_of(sums, equal)), decide(games, max, shift, equal)) {
        // Heaps whose moves split need much memory without the quotients, which therefore know more.
        (Some(known), Err(Error::Limit { .. })) => known,
        (Some(known), Ok(Equality::Observed(last, _))) if known.settles_beyond(last) => known,
        (_, verdict) => verdict?,
    };
    let first = b.first.max(shift.checked_neg().map_or(0, |back| a.first.saturating_add_signed(back)));
    Ok(GameComparison { codes, shift, value: a.value, first, verdict, sums })
}

/// What a comparison of sums says about single heaps; `None` if it says nothing.
fn heaps_of(sums: &SumComparison, equal: Option<&str>) -> Option<Equality> {
    Some(match sums {
        SumComparison::Same => Equality::Proved("misère quotients".to_owned()),
        SumComparison::SameTo(last) => {
            equal.map_or(Equality::Observed(*last, None), |reason| Equality::Proved(reason.to_owned()))
        }
        SumComparison::Different(heaps, outcomes) => match heaps[..] {
            [heap] => Equality::Different(heap, *outcomes),
            _ => return None,
        },
    })
}

/// The shift by which two codes are proved equal, with the reason. Bits are redundant only in normal play.
fn by_codes(a: &TakeAndBreak, b: &TakeAndBreak, normal: bool) -> Option<(i64, &'static str)> {
    if let Some(shift) = shift_of_cousins(a, b) {
        return Some((shift, "first cousins; see docs/theorems.md"));
    }
    let (a, b) = (Cousin::of(a), Cousin::of(b));
    let reason = "first cousins and redundant bits; see docs/theorems.md";
    (normal && a.code == b.code).then(|| (a.shift as i64 - b.shift as i64, reason))
}

fn decide(games: [&Inquiry<'_>; 2], max: Option<u64>, shift: i64, equal: Option<&str>) -> Result<Equality, Error> {
    let first = Side::new(games[0], max)?;
    let second = Side::new(games[1], max)?;
    let claims = first.claim.as_ref().zip(second.claim.as_ref());
    let needed = claims.and_then(|(a, b)| equal_if_to(a, b, shift));
    let far = max.unwrap_or(needed.filter(|&needed| needed <= FARTHEST).map_or(FAR, |needed| needed.max(FAR)));
    // A range that nobody asked for may be too large.
    let to = |side: Side<'_>| side.to(far, max.is_none());
    let (first, second) = (to(first)?, to(second)?);
    let value_at = |answer: &Answer, n: u64| answer.value(n.checked_sub(answer.rows.first())?);
    let mut compared = None;
    for n in second.rows.first()..second.rows.end() {
        let Some(other) = n.checked_add_signed(shift).and_then(|n| value_at(&first, n)) else { continue };
        let value = value_at(&second, n).unwrap_or_default();
        if value != other {
            return Ok(Equality::Different(n, [other, value]));
        }
        compared = Some(n);
    }
    Ok(match (compared, equal, needed) {
        (_, Some(reason), _) => Equality::Proved(reason.to_string()),
        (None, ..) => Equality::Nothing,
        // The comparison reached the last n that the proof needs.
        (Some(last), _, Some(needed)) if last.saturating_add(shift.unsigned_abs()) >= needed => {
            Equality::Proved(format!("both are periodic, and agree up to n = {last}; see docs/theorems.md"))
        }
        (Some(last), _, needed) => Equality::Observed(last, needed),
    })
}

impl Equality {
    /// Whether it says more than that the terms up to n are equal.
    fn settles_beyond(&self, n: u64) -> bool {
        match self {
            Equality::Proved(_) | Equality::Different(..) => true,
            Equality::Observed(last, _) => *last > n,
            Equality::Nothing => false,
        }
    }
}

/// What the rows of a game are.
struct Sequence {
    value: Value,
    first: u64,
}

/// What the rows of a game are, if they are a sequence.
fn sequence(inquiry: &Inquiry<'_>) -> Result<Sequence, Error> {
    let game = (inquiry.game)()?.game;
    if !game.shape.has_range() {
        return Err(Error::Usage(format!("{} has no range; compare games with one coordinate", game.code)));
    }
    let rows = game.shape.rows(0);
    if !rows.is_sequence() {
        let why = match rows.kinds() {
            Some(_) => "has several kinds of positions; `asked` in the game chooses the one to compare",
            None => "is not a sequence; compare games with one coordinate",
        };
        return Err(Error::Usage(format!("{} {why}", game.code)));
    }
    let first = rows.first();
    Ok(Sequence { value: inquiry.job(Some(first.saturating_add(1)))?.value, first })
}

/// One of the games: its period, if one was found, and the values computed so far.
struct Side<'s> {
    inquiry: Inquiry<'s>,
    claim: Option<Claim>,
    answer: Answer,
    max: u64,
}

impl<'s> Side<'s> {
    fn new(inquiry: &Inquiry<'s>, max: Option<u64>) -> Result<Self, Error> {
        let mut inquiry = inquiry.clone();
        inquiry.settings.analysis = Analysis::of("period");
        let (job, answer) = match max {
            None => grow(&inquiry, true)?,
            max => inquiry.answer(max, true)?,
        };
        Ok(Self { inquiry, claim: answer.claim, answer, max: job.range.max })
    }

    /// The values up to `max`, or farther if they are already known. If `max` exceeds a limit and `or_less` is set,
    /// those that are known.
    fn to(self, max: u64, or_less: bool) -> Result<Answer, Error> {
        if self.max >= max {
            return Ok(self.answer);
        }
        match self.inquiry.answer(Some(max), true) {
            Err(Error::Limit { .. }) if or_less => Ok(self.answer),
            farther => farther.map(|(_, answer)| answer),
        }
    }
}

impl GameComparison {
    /// The result in words. The caller gives the names of the games.
    pub fn sentence(&self, [a, b]: [&str; 2]) -> String {
        let symbol = symbol(self.value, Style::Plain);
        let equation = match self.shift {
            0 => format!("{symbol}(n) of {a} = {symbol}(n) of {b}"),
            shift => format!("{symbol}(n{shift:+}) of {a} = {symbol}(n) of {b}"),
        };
        match &self.verdict {
            Equality::Proved(reason) if self.first > 0 => {
                format!("{equation} for all n >= {}: proved ({reason})", self.first)
            }
            Equality::Proved(reason) => format!("{equation} for all n: proved ({reason})"),
            Equality::Observed(last, None) => format!("{equation} holds up to n = {last}: observed"),
            Equality::Observed(last, Some(needed)) => {
                format!(
                    "{equation} holds up to n = {last}: observed; both periods are proved, and --max {needed} would decide it"
                )
            }
            Equality::Different(n, [x, y]) => {
                let at = i128::from(*n) + i128::from(self.shift);
                let [x, y] = [x, y].map(|&value| self.value.show(value));
                format!("{equation} first fails at n = {n}: {a} has {x} at {at}, {b} has {y} at {n}")
            }
            Equality::Nothing => "the ranges do not overlap: nothing was compared".to_string(),
        }
    }

    /// The result as JSON.
    pub fn object(&self) -> serde_json::Value {
        let (word, reason, agrees_to, differs_at, values) = match &self.verdict {
            Equality::Proved(reason) => ("proved", Some(reason), None, None, None),
            Equality::Observed(last, _) => ("observed", None, Some(last), None, None),
            Equality::Different(n, values) => {
                ("different", None, Some(n).filter(|&&n| n > self.first), Some(n), Some(values))
            }
            Equality::Nothing => ("nothing compared", None, None, None, None),
        };
        let agrees_to = agrees_to.map(|&n| if differs_at.is_some() { n - 1 } else { n });
        json!({
            "first": self.codes[0],
            "second": self.codes[1],
            "shift": self.shift,
            "verdict": word,
            "reason": reason,
            "agrees_to": agrees_to,
            "differs_at": differs_at,
            "values": values,
            "sums": self.sums.as_ref().map(|sums| sums.sentence([&self.codes[0], &self.codes[1]], self.shift)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn redundant_bits_prove_nothing_in_misere_play() {
        let code = |text| TakeAndBreak::parse(text).unwrap();
        // They differ at n = 9 in misère play.
        let (a, b) = (code("0.3126"), code("0.3127"));
        assert_eq!(by_codes(&a, &b, true).map(|(shift, _)| shift), Some(0));
        assert_eq!(by_codes(&a, &b, false), None);
        for normal in [false, true] {
            assert_eq!(by_codes(&code("0.0F"), &code("0.137F"), normal).map(|(shift, _)| shift), Some(1));
        }
    }
}
