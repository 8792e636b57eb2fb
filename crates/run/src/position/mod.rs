//! Examines a single position: its outcome, its Grundy value, and its winning moves. Only the values needed for
//! that are computed.
//!
//! In normal play each component (leaf) of a sum is examined separately: positions of Nim by their nim-sum
//! (`nim.rs`), positions of Chomp by a table of all smaller ones (`chomp.rs`), circles by the rows that they
//! become (`circle.rs`), and all others by the values of the positions that they can reach (`single.rs`). In
//! misère play a small sum is examined as one position, and large heaps through the misère quotient (`quotient.rs`).

mod change;
mod chomp;
mod circle;
mod compound;
mod entailing;
mod leaf;
mod loopy;
mod nim;
mod quotient;
mod single;
mod sums;
mod winning;

use crate::error::Error;
use crate::games::code::Coded;
use crate::games::reading::Reading;
use crate::games::{Classic, Game, Law};
use crate::picture::Picture;
use crate::ruleset::{LoopyOutcome, LoopyValue, MOON, Play, Setup, Value};
use crate::space::NoSpot;
pub use change::change;
pub use quotient::Counted;
pub use single::values_at;
use winning::Winning;

/// The result of examining a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Examined {
    /// The position in the notation of the game.
    pub position: String,
    /// What it looks like, if it lies on a board or a graph.
    pub picture: Option<Picture>,
    /// Whether the player to move wins.
    pub outcome: Outcome,
    /// The Grundy value; none if there are only outcomes, as in misère play and in compounds with too many positions.
    pub grundy: Option<u32>,
    /// The value, if it is not a number: inf(0,2), or moon.
    pub special: Option<String>,
    /// The options that are P-positions, to which winning moves lead, without repetitions, in the order of the rules.
    pub winning: Vec<String>,
    /// Whether there are more winning moves than those listed; none if not all options were looked at.
    pub more: Option<bool>,
    /// The heaps with their counts, if the position was examined through the misère quotient.
    pub counted: Option<Counted>,
}

/// Who wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The previous player wins, who has just moved.
    P,
    /// The next player wins, who is about to move.
    N,
    /// A draw: both players can go on for ever.
    D,
}

/// Computes the outcome, the value and up to `most` winning moves of a position.
///
/// # Errors
/// [`Error::Usage`] with a reason and an example if the text is not a position; [`Error::Limit`] if the
/// positions needed do not fit into memory; [`Error::Interrupted`].
pub fn examine(coded: &Coded, text: &str, most: usize, setup: Setup<'_>) -> Result<Examined, Error> {
    let mut winning = Winning::new(most);
    if let Some(counted) = quotient::read(text).filter(|_| setup.play == Play::Misere)
        && let Some(outcome) = quotient::examine(&coded.game, text, &counted, &mut winning, setup)
            .map_err(|why| coded.no_position(text, why))?
    {
        return Ok(Examined {
            position: quotient::show(&counted),
            picture: None,
            outcome: if outcome == 0 { Outcome::P } else { Outcome::N },
            grundy: None,
            special: None,
            winning: winning.shown,
            more: Some(winning.more),
            counted: Some(counted),
        });
    }
    let judged = judge(&coded.game, text, &mut winning, setup).map_err(|why| coded.no_position(text, why))?;
    let (outcome, grundy, special) = match judged {
        Judged::Loopy(value) => (outcome_of(value.outcome()), value.nimber(), Some(value.to_string())),
        Judged::Value(value) => {
            let kind = coded.game.law().examined_by(setup.play);
            let number = (kind != Value::OUTCOME && value != MOON).then_some(value);
            let special = (kind == Value::ENTAILING).then(|| kind.show(value));
            (if value == 0 { Outcome::P } else { Outcome::N }, number, special)
        }
        Judged::Outcome(value) => (if value == 0 { Outcome::P } else { Outcome::N }, None, None),
    };
    Ok(Examined {
        position: text.to_string(),
        picture: change::picture(&coded.game, text),
        outcome,
        grundy,
        special: special.filter(|_| grundy.is_none()),
        winning: winning.shown,
        more: winning.searched_all.then_some(winning.more),
        counted: None,
    })
}

/// What was found about a position.
enum Judged {
    /// The value; 0 for P, 1 for N if there are only outcomes.
    Value(u32),
    /// The outcome alone, where the value would take too much memory.
    Outcome(u32),
    /// The value of a position whose play may go on for ever.
    Loopy(LoopyValue),
}

fn outcome_of(outcome: LoopyOutcome) -> Outcome {
    match outcome {
        LoopyOutcome::P => Outcome::P,
        LoopyOutcome::N => Outcome::N,
        LoopyOutcome::Draw => Outcome::D,
    }
}

/// The value and the winning moves.
fn judge(game: &Game, text: &str, winning: &mut Winning, setup: Setup<'_>) -> Result<Judged, NoSpot> {
    if let (Some((Classic::Nim, heaps)), Play::Misere) = (game.classic(text), setup.play) {
        return Ok(Judged::Value(nim::examine(&heaps, winning)));
    }
    let reading = Reading::of(game, text)?;
    if game.law().examined_by(setup.play) == Value::GRUNDY {
        if let Some(outcome) = compound::outcome(&reading, winning, setup)? {
            return Ok(Judged::Outcome(outcome));
        }
        return sums::in_normal_play(&reading, winning, setup).map(Judged::Value);
    }
    if game.law() == Law::Loopy {
        let value = loopy::examine(&reading, winning, setup)?;
        let what = "the infinite value of this sum has a nimber of 31 or more, which cannot be written";
        return value.map(Judged::Loopy).ok_or_else(|| NoSpot::Failed(Error::Usage(what.to_string())));
    }
    if game.law() == Law::Entailing {
        return entailing::examine(&reading, winning, setup).map(Judged::Value);
    }
    game.multisets_allowed(setup)?;
    sums::as_one_position(&reading, winning, setup).map(Judged::Value)
}
