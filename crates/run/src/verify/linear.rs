//! Checks the certificate that a set is the set of P-positions. The game is read again, and its moves are put into
//! numbers again.

use super::kinds::keys_of;
use crate::analysis::certificate::{GameName, LinearFile};
use crate::claim::{LinearClaim, LinearRefusal};
use crate::config::from_keys;
use crate::error::Error;
use crate::games::Game;
use crate::games::code::{find_family, parse};
use crate::ruleset::{Play, Setup};
use grundy_core::bytes::Bytes;
use grundy_core::control::Control;
use grundy_core::structure::LinearGame;
use std::path::Path;

/// The families whose codes a certificate may name. None of these codes names a file.
const FAMILIES: [&str; 9] =
    ["circular-nim", "equal-take-nim", "greedy-nim", "moore-nim", "nim", "queen", "rays", "rook", "steps"];

/// The largest row of the ruleset that is asked for its moves.
const SMALL: u64 = 1;

/// Checks a certificate. Returns in words what is proved.
///
/// # Errors
/// [`Error::Corrupt`] if it is wrong; the errors of a config for its texts.
pub(super) fn check(path: &Path, file: &LinearFile, control: &Control<'_>) -> Result<String, Error> {
    let wrong = |what: &str| Error::corrupt(path, format!("the certificate is wrong: {what}"));
    let (game, name) = match &file.game {
        GameName::Code(code) => {
            let family = code.split(':').next().unwrap_or_default();
            if !FAMILIES.contains(&family) {
                return Err(wrong("`game` is not the code of a game with linear moves"));
            }
            let game = parse(code)?.game;
            if game.code != *code {
                return Err(wrong("`game` is not a canonical code"));
            }
            (game, code.clone())
        }
        GameName::Texts(texts) => {
            let family = find_family("custom", 0..0).map_err(|_| wrong("its game is not known"))?;
            let game = from_keys(family, &keys_of(texts), "the game of the certificate")?.game;
            (game, texts.moves.join("; "))
        }
    };
    let rules = linear(&game, control)?.ok_or_else(|| wrong("the moves of its game are not linear"))?;
    let is_same = match &file.game {
        GameName::Code(_) => rules.texts.is_none(),
        GameName::Texts(texts) => rules.texts.as_ref() == Some(texts),
    };
    if !is_same || (LinearGame { texts: None, ..rules.clone() }) != file.rules {
        return Err(wrong("`rules` are not the moves of its game"));
    }
    let claim = LinearClaim::check(&rules, &file.pieces, &file.proof());
    let claim = claim.map_err(|LinearRefusal(why)| wrong(&why))?;
    let pieces = grundy_core::words::counted(file.pieces.pieces.len(), "piece", "pieces");
    Ok(format!(
        "{name}: the set of {pieces} is the set of P-positions: proved, all {} facts checked in {} cases",
        claim.facts, claim.cases
    ))
}

/// The moves of a game in numbers.
fn linear(game: &Game, control: &Control<'_>) -> Result<Option<LinearGame>, Error> {
    let memory = Bytes(1 << 20);
    let setup = Setup { memory, control, play: Play::Normal, whole_sums: false, options: memory };
    Ok(game.outline(SMALL, setup)?.structures().get::<LinearGame>().cloned())
}
