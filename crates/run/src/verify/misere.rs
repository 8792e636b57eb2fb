//! Checks the certificate of a misère quotient. The heaps of a code follow from it; those of other games are made again, if
//! the code of the game says how.

use crate::analysis::certificate::MisereFile;
use crate::claim::{CodeHeaps, MisereClaim, MisereRefusal};
use crate::control::Control;
use crate::error::Error;
use crate::games::code::parse;
use crate::ruleset::{Play, Setup};
use crate::words::counted;
use grundy_core::bytes::Bytes;
use std::path::Path;

/// Checks a certificate. Returns in words what is proved.
///
/// # Errors
/// [`Error::Corrupt`] if it is wrong; [`Error::Interrupted`].
pub(super) fn check(path: &Path, file: &MisereFile, control: &Control<'_>) -> Result<String, Error> {
    let wrong = |what: &str| Error::corrupt(path, format!("the certificate is wrong: {what}"));
    let heaps = file.heaps(|code| code_heaps(code, control)).map_err(|what| wrong(&what))?;
    let claim = MisereClaim::check(&*heaps, &file.quotient, control)?;
    let claim = claim.map_err(|MisereRefusal(what)| wrong(&what))?;
    let quotient = format!(
        "{}: the misère quotient has {}, {} of them in the P-portion",
        file.game,
        counted(claim.elements as usize, "element", "elements"),
        claim.p_portion
    );
    let reach = match (claim.period, &file.options) {
        (Some((preperiod, period)), _) => format!("period {period} from heap {preperiod} on: proved"),
        (None, None) => format!("for the heaps to {}: proved", claim.checked_to),
        (None, Some(_)) => format!("for the {} heaps that it lists: proved", claim.checked_to),
    };
    Ok(format!("{quotient}, {reach}, moves of the heaps to {} checked", claim.checked_to))
}

/// The heaps of a canonical code, if they are those of a take-and-break code.
fn code_heaps(code: &str, control: &Control<'_>) -> Option<CodeHeaps> {
    let game = parse(code).ok()?.game;
    let memory = Bytes(1 << 20);
    let setup = Setup { memory, control, play: Play::Normal, whole_sums: false, options: memory };
    let outline = (game.code == code).then(|| game.outline(1, setup))?.ok()?;
    CodeHeaps::of(&outline.structures())
}
