//! Values that an automaton reads off the digits of positions: proofs, certificates, and how these are checked.

use super::kinds::keys_of;
use crate::analysis::certificate::{AutomaticCertificate, WrittenGame};
use crate::answer::{Session, answer_in};
use crate::bytes::Bytes;
use crate::claim::{AutomaticClaim, AutomaticGame, AutomaticRefusal, DigitTable, OutputMeaning};
use crate::config::{from_coded, from_keys};
use crate::error::Error;
use crate::games::code::{self, Coded, find_family};
use crate::job::Settings;
use crate::ruleset::{Play, Setup, Value};
use std::path::Path;

/// The largest number of transitions of an automaton of the proof.
const TRANSITIONS: usize = 1 << 26;

/// Values are computed and compared up to here, for one and for two coordinates.
const COMPARED: [u64; 2] = [1000, 50];

/// The memory of a ruleset that is only asked for its structures.
const MEMORY: Bytes = Bytes(1 << 24);

/// Proves that the outputs of an automaton are the values, or the outcomes, of all positions of a game in normal play.
/// Compares them first with the values of some positions, which a kernel computes. Returns the certificate, or why
/// there is none.
///
/// # Errors
/// [`Error::Usage`] for a game of another sort; the errors of a config for its texts; [`Error::Interrupted`].
pub fn prove_automatic(
    game: &WrittenGame,
    table: &DigitTable,
    meaning: OutputMeaning,
    session: Session<'_>,
) -> Result<Result<(AutomaticClaim, AutomaticCertificate), AutomaticRefusal>, Error> {
    let coded = coded(game)?;
    let control = session.control();
    let last = COMPARED[usize::from(coded.game.shape.firsts().len() > 1)];
    let ruleset = coded.game.outline(last, Setup::new(MEMORY, &control, Play::Normal))?;
    let options = AutomaticGame::of(&*ruleset).filter(|options| match (game, options) {
        (WrittenGame::Code(code), AutomaticGame::Pairs(_)) => AutomaticCertificate::knows(code),
        (WrittenGame::Texts(_), AutomaticGame::Numbers { .. }) => true,
        _ => false,
    });
    let options = options.ok_or_else(|| {
        Error::Usage(format!("`{}` has no options that automata know (docs/certificates.md)", coded.game.code))
    })?;
    let known = known(coded, last, meaning, session)?;
    let proved = AutomaticClaim::prove(&options, table, meaning, known, TRANSITIONS, &control)?;
    let moves = ruleset.structures();
    Ok(proved.map(|claim| (claim, AutomaticCertificate::new(game.clone(), moves.get(), table, meaning))))
}

/// Checks a certificate. Returns in words what was checked.
///
/// # Errors
/// [`Error::Corrupt`] if it is wrong; [`Error::Unchecked`] if the proof needs too much; the errors of a config for its
/// texts; [`Error::Interrupted`].
pub(super) fn check(path: &Path, certificate: &AutomaticCertificate, session: Session<'_>) -> Result<String, Error> {
    let wrong = |what: &str| Error::corrupt(path, format!("the certificate is wrong: {what}"));
    let (table, meaning) = certificate.automaton().map_err(|what| wrong(&what))?;
    let proved = prove_automatic(&certificate.game, &table, meaning, session).map_err(|error| match error {
        Error::Usage(what) => wrong(&what),
        error => error,
    })?;
    match proved {
        Ok((claim, made)) if made == *certificate => Ok(words(&table, &claim)),
        Ok(_) => Err(wrong("`rules` are not those of the game")),
        Err(refusal @ AutomaticRefusal::TooLarge(_)) => Err(Error::Unchecked(refusal.to_string())),
        Err(refusal) => Err(wrong(&refusal.to_string())),
    }
}

fn coded(game: &WrittenGame) -> Result<Coded, Error> {
    match game {
        WrittenGame::Code(text) => {
            let coded = code::parse(text)?;
            let own = &coded.game.code;
            if own != text {
                return Err(Error::Usage(format!("`{text}` is not a canonical code; that is `{own}`")));
            }
            Ok(coded)
        }
        WrittenGame::Texts(texts) => {
            let family = find_family("custom", 0..0).map_err(|blame| blame.within("game code", "custom"))?;
            from_keys(family, &keys_of(texts), "the game of the certificate")
        }
    }
}

/// The values of the first positions.
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
