//! Checks a certificate of a game of several kinds of heaps: its game is read again from its texts, all values are
//! computed again, and the certificate is made again.

use crate::analysis::certificate::KindsCertificate;
use crate::answer::{Session, answer_in};
use crate::config::{from_coded, from_keys};
use crate::error::Error;
use crate::games::code::find_family;
use crate::job::{Analysis, Settings};
use crate::ruleset::{Play, Value};
use grundy_core::structure::KindTexts;
use std::path::Path;

/// The largest size up to which values are computed again.
const LARGEST: u64 = 1 << 32;

/// Checks a certificate; returns in words what was checked.
///
/// # Errors
/// [`Error::Corrupt`] if it is wrong; [`Error::Limit`] if its values do not fit in memory; [`Error::Interrupted`].
pub(super) fn kinds(
    path: &Path,
    certificate: &KindsCertificate,
    text: &str,
    session: Session<'_>,
) -> Result<String, Error> {
    let wrong = |what: &str| Error::corrupt(path, format!("the certificate is wrong: {what}"));
    let family = find_family("custom", 0..0).map_err(|_| wrong("its game is not known"))?;
    let coded = from_keys(family, &keys_of(&certificate.game), "the game of the certificate")?;
    let last = certificate.claims.iter().map(|claim| claim.checked_to).max().filter(|&last| last < LARGEST);
    let last = last.ok_or_else(|| wrong("a number is out of range"))?;
    let settings = Settings {
        play: Some(Play::Normal),
        value: Some(Value::GRUNDY),
        analysis: Analysis::of("period"),
        max_rows: u64::MAX,
        ..Settings::default()
    };
    // Row n may have a smaller size than n.
    let job = from_coded(coded, Some(2 * last + 64), settings)?;
    let again = answer_in(&job, false, session)?.certificate.map(|certificate| certificate.to_json());
    if again.as_deref() != Some(text) {
        return Err(wrong("it differs from the certificate of the game's values, which were all recomputed"));
    }
    let count = certificate.claims.len();
    let periods = if count == 1 {
        "the period of its heaps".to_string()
    } else {
        format!("the periods of {count} kinds of heaps")
    };
    Ok(format!("{periods} with the joint period {}: proved, all values checked", certificate.joint))
}

/// The keys of `[game]` with these texts.
fn keys_of(texts: &KindTexts) -> String {
    let quoted = |text: &str| serde_json::to_string(text).unwrap_or_default();
    let list = |texts: &[String]| texts.iter().map(|text| quoted(text)).collect::<Vec<_>>().join(", ");
    let mut keys = format!("moves = [{}]\n", list(&texts.moves));
    if let Some(kinds) = &texts.kinds {
        keys.push_str(&format!("kinds = [{}]\n", list(kinds)));
    }
    for (key, text) in [("positions", &texts.positions), ("asked", &texts.asked)] {
        if let Some(text) = text {
            keys.push_str(&format!("{key} = {}\n", quoted(text)));
        }
    }
    let parameter = |text: &String| match text.split_once('=') {
        Some((name, value)) if value.starts_with('{') => format!("{name} = {}", quoted(value)),
        Some((name, value)) => format!("{name} = {value}"),
        None => String::new(),
    };
    let parameters: Vec<String> = texts.parameters.iter().map(parameter).collect();
    if !parameters.is_empty() {
        keys.push_str(&format!("parameters = {{ {} }}\n", parameters.join(", ")));
    }
    keys
}
