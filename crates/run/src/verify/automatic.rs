//! Checks a certificate of values that an automaton reads off the digits of positions.

use super::kinds::keys_of;
use crate::analysis::certificate::{AutomaticCertificate, WrittenGame, WrittenRules};
use crate::answer::{Session, answer_in};
use crate::bytes::Bytes;
use crate::claim::{AutomaticClaim, AutomaticGame, AutomaticRefusal, DigitTable, OutputMeaning};
use crate::config::{from_coded, from_keys};
use crate::control::Control;
use crate::error::Error;
use crate::games::code::{self, Coded, find_family};
use crate::job::Settings;
use crate::ruleset::{Play, Setup, Value};
use grundy_core::structure::AutomaticMoves;
use std::path::Path;

/// The largest number of transitions of an automaton of the proof.
const TRANSITIONS: usize = 1 << 26;

/// Values are computed and compared up to here, for one and for two coordinates.
const COMPARED: [u64; 2] = [1000, 50];

/// The memory of a ruleset that is only asked for its structures.
const MEMORY: Bytes = Bytes(1 << 24);

/// Checks a certificate. Returns in words what was checked.
///
/// # Errors
/// [`Error::Corrupt`] if it is wrong; [`Error::Unchecked`] if the proof needs too much; the errors of a config for its
/// texts; [`Error::Interrupted`].
pub(super) fn check(path: &Path, certificate: &AutomaticCertificate, session: Session<'_>) -> Result<String, Error> {
    let wrong = |what: &str| Error::corrupt(path, format!("the certificate is wrong: {what}"));
    let (table, meaning) = certificate.automaton().map_err(|what| wrong(&what))?;
    if !certificate.game.is_certified() {
        return Err(wrong("`game` is not the code of a game that has such certificates"));
    }
    let coded = coded(&certificate.game)?.ok_or_else(|| wrong("`game` is not a canonical code"))?;
    let control = Control::new(session.cancelled, session.observer);
    let dimensions = coded.game.shape.firsts().len();
    let last = COMPARED[usize::from(dimensions > 1)];
    let ruleset = coded.game.outline(last, Setup::new(MEMORY, &control, Play::Normal))?;
    let structures = ruleset.structures();
    let rules = structures
        .get()
        .map(|AutomaticMoves { least, rules, .. }| WrittenRules { least: *least, rules: rules.clone() });
    if rules != certificate.rules {
        return Err(wrong("`rules` are not those of the texts"));
    }
    let game = AutomaticGame::of(&*ruleset).ok_or_else(|| wrong("its game has no options that automata know"))?;
    let known = known(coded, last, meaning, session)?;
    match AutomaticClaim::prove(&game, &table, meaning, known, TRANSITIONS, &control)? {
        Ok(claim) => Ok(words(&table, &claim)),
        Err(refusal @ AutomaticRefusal::TooLarge(_)) => Err(Error::Unchecked(refusal.to_string())),
        Err(refusal) => Err(wrong(&refusal.to_string())),
    }
}

/// The game; `None` if its code is not the canonical one.
fn coded(game: &WrittenGame) -> Result<Option<Coded>, Error> {
    match game {
        WrittenGame::Code(text) => {
            let coded = code::parse(text)?;
            Ok(Some(coded).filter(|coded| coded.game.code == *text))
        }
        WrittenGame::Texts(texts) => {
            let family = find_family("custom", 0..0).map_err(|blame| blame.within("game code", "custom"))?;
            from_keys(family, &keys_of(texts), "the game of the certificate").map(Some)
        }
    }
}

/// The values of the first positions, which a kernel computes.
fn known(coded: Coded, last: u64, meaning: OutputMeaning, session: Session<'_>) -> Result<Vec<(Vec<u64>, u32)>, Error> {
    let value = match meaning {
        OutputMeaning::Values => Value::GRUNDY,
        OutputMeaning::Outcomes => Value::OUTCOME,
    };
    let settings = Settings { play: Some(Play::Normal), value: Some(value), ..Settings::default() };
    let answer = answer_in(&from_coded(coded, Some(last), settings)?, true, session)?;
    let rows = answer.rows.clone();
    let values = answer.into_values().ok_or_else(|| Error::Fault("the values were not kept".to_string()))?;
    let label = |row: u64| {
        let mut label = Vec::new();
        rows.label(row, &mut label);
        label
    };
    Ok((0..rows.len()).map(|row| (label(row), values.get(row))).collect())
}

fn words(table: &DigitTable, claim: &AutomaticClaim) -> String {
    let what = match claim.meaning {
        OutputMeaning::Values => "the values of all positions",
        OutputMeaning::Outcomes => "the P-positions",
    };
    let numeration = table.numeration();
    format!("{what}, by an automaton with {} states that reads digits ({numeration}): proved", claim.states)
}
