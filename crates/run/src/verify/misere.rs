//! Checks the certificate of a misère quotient. The heaps of a code follow from it; those of other games are made
//! again, if the code of the game says how.

use crate::analysis::certificate::{AboutHeaps, MisereFile};
use crate::claim::{
    CodeHeaps, Heaps, InfiniteCertificate, InfiniteClaim, MisereCertificate, MisereClaim, MisereRefusal,
};
use crate::control::Control;
use crate::error::Error;
use crate::games::code::parse;
use crate::ruleset::{Play, Setup};
use crate::words::counted;
use grundy_core::bytes::Bytes;
use std::path::Path;

/// Checks a certificate that a quotient is infinite. Returns in words what is proved.
///
/// # Errors
/// As for [`check`].
pub(super) fn check_infinite(
    path: &Path,
    file: &MisereFile<InfiniteCertificate>,
    control: &Control<'_>,
) -> Result<String, Error> {
    let heaps = heaps_of(path, file, control)?;
    let claim = InfiniteClaim::check(&*heaps, &file.proof, control)?;
    let claim = claim.map_err(|MisereRefusal(what)| wrong(path, &what))?;
    Ok(format!(
        "{}: the misère quotient of the heaps to {} is infinite, with the counters {} and {}: proved, outcomes checked in a box of \
         {} by {}",
        file.game, claim.heaps, claim.counters.0, claim.counters.1, claim.checked.0, claim.checked.1
    ))
}

fn wrong(path: &Path, what: &str) -> Error {
    Error::corrupt(path, format!("the certificate is wrong: {what}"))
}

fn heaps_of<C: AboutHeaps>(path: &Path, file: &MisereFile<C>, control: &Control<'_>) -> Result<Box<dyn Heaps>, Error> {
    file.heaps(|code| code_heaps(code, control)).map_err(|what| wrong(path, &what))
}

/// Checks a certificate of a finite quotient. Returns in words what is proved.
///
/// # Errors
/// [`Error::Corrupt`] if it is wrong; [`Error::Interrupted`].
pub(super) fn check(path: &Path, file: &MisereFile<MisereCertificate>, control: &Control<'_>) -> Result<String, Error> {
    let heaps = heaps_of(path, file, control)?;
    let claim = MisereClaim::check(&*heaps, &file.proof, control)?;
    let claim = claim.map_err(|MisereRefusal(what)| wrong(path, &what))?;
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
