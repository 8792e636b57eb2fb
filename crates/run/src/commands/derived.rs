//! Sequences that are derived from the values of a game: where a value occurs, records, rare values, counts.

use super::asked::Inquiry;
use super::guess::{Patterns, guess_file};
use super::listing::ListedValues;
use crate::control::Control;
use crate::error::Error;
use crate::kernel::mask_of;
use crate::ruleset::{Play, Setup};
use std::fmt;

/// The bound without `max`.
const FAR: u64 = 10_000;

/// A sequence that is derived from values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Derived {
    /// Every n with this value, in order.
    Places(u32),
    /// Every n whose value is larger than all earlier ones.
    Records,
    /// Every n whose value is rare (`docs/sparse-spaces.md`).
    Rares,
    /// For n = 0, 1, ..., the number of P-positions whose largest coordinate is n.
    Counts,
}

impl Derived {
    /// Reads `zeros`, `places=V`, `records`, `rares` or `counts`.
    pub fn read(text: &str) -> Option<Self> {
        match (text, text.strip_prefix("places=")) {
            ("zeros", _) => Some(Self::Places(0)),
            ("records", _) => Some(Self::Records),
            ("rares", _) => Some(Self::Rares),
            ("counts", _) => Some(Self::Counts),
            (_, Some(value)) => value.parse().ok().map(Self::Places),
            _ => None,
        }
    }
}

impl fmt::Display for Derived {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Places(value) => write!(f, "every n with the value {value}"),
            Self::Records => f.write_str("every n with a record"),
            Self::Rares => f.write_str("every n with a rare value"),
            Self::Counts => f.write_str("the number of P-positions with the largest coordinate n"),
        }
    }
}

/// Looks for the rules behind a sequence that is derived from the values of a game up to `max`. Its terms are numbered
/// from 0.
///
/// # Errors
/// [`Error::Usage`] if the values have no such sequence, or none with a term; as for [`Inquiry::answer`] and
/// [`guess_file`].
pub fn guess_derived(
    inquiry: &Inquiry<'_>,
    max: Option<u64>,
    of: Derived,
    kinds: &[String],
) -> Result<Patterns, Error> {
    let max = max.or(if inquiry.has_range()? { Some(FAR) } else { None });
    let listed = ListedValues::new(inquiry, max)?;
    let terms = terms(&listed, of, inquiry)?;
    if terms.is_empty() {
        let what = format!("there is no term of this sequence up to this bound: {of} in {}", listed.job.game.code);
        return Err(Error::Usage(what));
    }
    let lines: Vec<String> = terms.iter().enumerate().map(|(place, term)| format!("{place},{term}\n")).collect();
    guess_file(
        &format!("G(n) is term n of the sequence that begins with term 0: {of} in {}", listed.job.game.code),
        &lines.concat(),
        kinds,
        inquiry.session,
    )
}

fn terms(listed: &ListedValues, of: Derived, inquiry: &Inquiry<'_>) -> Result<Vec<u64>, Error> {
    let (rows, values) = (&listed.rows, &listed.values);
    if rows.kinds().is_some() {
        let why = "has several kinds of positions; `asked` in the game chooses the one to look at";
        return Err(Error::Usage(format!("`{}` {why}", listed.job.game.code)));
    }
    if of == Derived::Counts {
        return counts(listed);
    }
    if !rows.is_sequence() {
        let why = "places, records and rares are those of a sequence; use --of counts for a table";
        return Err(Error::Usage(format!("`{}` has several coordinates: {why}", listed.job.game.code)));
    }
    let all = || (0..rows.len()).map(|row| (rows.first() + row, values.get(row)));
    Ok(match of {
        Derived::Places(value) => all().filter(|&(_, other)| other == value).map(|(n, _)| n).collect(),
        Derived::Records => {
            let mut largest = None;
            let mut records = Vec::new();
            for (n, value) in all() {
                if Some(value) > largest {
                    largest = Some(value);
                    records.push(n);
                }
            }
            records
        }
        _ => {
            let mut histograms = [Vec::new(), Vec::new()];
            for (n, value) in all() {
                let side: &mut Vec<u64> = &mut histograms[(n % 2) as usize];
                side.resize(side.len().max(value as usize + 1), 0);
                side[value as usize] += 1;
            }
            let control = Control::new(inquiry.session.cancelled, inquiry.session.observer);
            let setup = Setup::new(listed.job.settings.memory, &control, Play::Normal);
            let outline = listed.job.game.outline(listed.job.range.clone(), setup)?;
            let classes = mask_of(&outline.structures())(&histograms[0], &histograms[1]);
            let none = || Error::Usage("no mask makes only few values rare".to_owned());
            let classes = classes.ok_or_else(none)?;
            all().filter(|&(n, value)| classes.is_rare(n, value)).map(|(n, _)| n).collect()
        }
    })
}

fn counts(listed: &ListedValues) -> Result<Vec<u64>, Error> {
    let rows = &listed.rows;
    if rows.names().is_some() || rows.is_sequence() {
        let why = "P-positions are counted in tables with several coordinates; use --of zeros for a sequence";
        return Err(Error::Usage(format!("`{}`: {why}", listed.job.game.code)));
    }
    let (mut counts, mut label) = (Vec::new(), Vec::new());
    for row in 0..rows.len() {
        rows.label(row, &mut label);
        let largest = label.iter().copied().max().unwrap_or(0) as usize;
        counts.resize(counts.len().max(largest + 1), 0);
        counts[largest] += u64::from(listed.values.get(row) == 0);
    }
    Ok(counts)
}
