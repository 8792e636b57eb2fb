//! The game of a certificate of several kinds of heaps, read again from its texts.

use crate::analysis::certificate::KindsCertificate;
use crate::config::{from_coded, from_keys};
use crate::error::Error;
use crate::games::code::find_family;
use crate::job::{Job, Settings};
use grundy_core::structure::KindTexts;
use std::path::Path;

/// The largest size up to which values are computed again.
const LARGEST: u64 = 1 << 32;

/// The job that makes a certificate again, and what is checked if it is the same one, in words.
///
/// # Errors
/// [`Error::Corrupt`] if its numbers are out of range; the errors of a config for its texts.
pub(super) fn job(path: &Path, certificate: &KindsCertificate, settings: Settings) -> Result<(Job, String), Error> {
    let wrong = |what: &str| Error::corrupt(path, format!("the certificate is wrong: {what}"));
    let family = find_family("custom", 0..0).map_err(|_| wrong("its game is not known"))?;
    let coded = from_keys(family, &keys_of(&certificate.game), "the game of the certificate")?;
    let last = certificate.claims.iter().map(|claim| claim.checked_to).max().filter(|&last| last < LARGEST);
    let last = last.ok_or_else(|| wrong("a number is out of range"))?;
    // Row n may have a smaller size than n.
    let job = from_coded(coded, Some(2 * last + 64), settings)?;
    let count = certificate.claims.len();
    let periods = match count {
        1 => "the period of its heaps".to_string(),
        _ => format!("the periods of {count} kinds of heaps"),
    };
    Ok((job, format!("{periods} with the joint period {}: proved, all values checked", certificate.joint)))
}

/// The keys of `[game]` with these texts.
pub(super) fn keys_of(texts: &KindTexts) -> String {
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
