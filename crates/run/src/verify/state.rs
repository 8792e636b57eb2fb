//! Checks the state of a long run: that it follows from the rules, segment by segment.

use super::segments::{AskedSegments, Refused, base, is_canonical, side_by_side};
use crate::analysis::certificate::{Segments, StateFile};
use crate::answer::Session;
use crate::control::Control;
use crate::error::Error;
use crate::kernel::SegmentCheck;
use std::ops::RangeInclusive;
use std::path::Path;

/// Checks the state of a run, or only the requested segments of it, counted from 1. Returns in words what was
/// checked. Its statistics (the largest value, the number of zeros) are not checked.
///
/// # Errors
/// [`Error::Corrupt`] if it is wrong; [`Error::Unchecked`] if everything that was checked holds, but not all was
/// checked; [`Error::Usage`] if it does not have these segments; [`Error::Interrupted`].
pub fn state(path: &Path, asked: Option<RangeInclusive<u64>>, session: Session<'_>) -> Result<String, Error> {
    let file = StateFile::read(path)?;
    let wrong = |what: &str| Error::corrupt(path, format!("the state is wrong: {what}"));
    if !is_canonical(&file.game) {
        return Err(wrong("`game` is not the canonical code of a game that has such states"));
    }
    let (rares, last) = (file.sparse.rares.len(), file.sparse.last_rare());
    let told = format!("{}, {} values, {rares} of them rare, the last one at n = {last}", file.game, file.n);
    let asked = AskedSegments::of(asked, Segments::count(&file.segments))?;
    let checked = check(&file, &asked, &session.control())?;
    asked.outcome(checked, &format!("{}: {told}", path.display())).map_err(|refused| match refused {
        Refused::Wrong(what) => wrong(&what),
        Refused::Unchecked(error) => error,
    })?;
    Ok(format!("{told}: {} checked", asked.all()))
}

/// Checks the numbers, the first values, and the requested segments.
fn check(file: &StateFile, asked: &AskedSegments, control: &Control<'_>) -> Result<SegmentCheck, Error> {
    let base = match base(&file.game, &file.sparse, control)? {
        Ok(base) => base,
        Err(checked) => return Ok(checked),
    };
    match file.short() {
        Ok(short) if !short.suits(&base) => Ok(SegmentCheck::Wrong(
            "its states do not begin and end where they must, or do not have the right values".to_string(),
        )),
        Ok(short) => side_by_side(&base, asked.of_states(&short.states), &[], control),
        Err(what) => Ok(SegmentCheck::Wrong(what)),
    }
}
