//! `same_as.csv`: another game with the same values, up to a shift, if a theorem proves it. Equal first values
//! are never enough.

use super::contract::{Form, Key, Problem, Question};
use crate::claim;
use crate::job::Job;
use crate::results::{Content, DataTable, ResultFile, count, text};
use crate::ruleset::{Play, TakeAndBreak, Value};

/// The key of `[analysis]`.
const KEY: &str = "same-as";

pub(super) const QUESTION: Question = Question {
    keys: &[Key {
        name: KEY,
        form: Form::Switch,
        help: "an octal game whose values are, by a theorem, the same up to a shift",
    }],
    check: |job| match job.settings.analysis.is_on(KEY) && code_of(job).is_none() {
        false => Ok(()),
        true => {
            let message = format!("no theorem gives games with the same values as `{}`", job.game.code);
            let help = "this key requires the Grundy values of an octal game in normal play; remove it".to_string();
            Err(Problem { key: KEY, item: 0, message, help })
        }
    },
    files: &[ResultFile {
        name: "same_as.csv",
        summary: "same_as,shift: G(n + shift) is the value at n in that game, by a theorem; only if it is a different game",
        wanted: |job| job.settings.analysis.is_on(KEY),
        content: Content::Table(|results| {
            let other =
                code_of(results.job).and_then(|code| Some(claim::Cousin::of(&code)).filter(|same| same.code != code));
            let row = other.map(|same| vec![text(format!("octal:{}", same.code)), count(same.shift)]);
            DataTable::new(["same_as", "shift"], row)
        }),
    }],
    ..Question::SILENT
};

/// The code of a game to which the theorems apply.
fn code_of(job: &Job) -> Option<TakeAndBreak> {
    let plain = job.play == Play::Normal && job.value == Value::GRUNDY;
    let digits = job.game.code.strip_prefix("octal:").filter(|_| plain)?;
    TakeAndBreak::parse(digits).ok()
}
