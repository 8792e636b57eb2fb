//! `same_as.csv`: the game that has the same values, shifted, by a theorem; nothing where none is known. Never by equal beginnings.

use super::contract::{Form, Key, Problem, Question, no_needs, no_report, no_table};
use crate::claim;
use crate::job::Job;
use crate::output::{Content, ResultFile, csv_writer};
use crate::ruleset::{Play, TakeAndBreak, Value};

/// The key of `[analysis]`.
const KEY: &str = "same-as";

pub(super) const QUESTION: Question = Question {
    keys: &[Key {
        name: KEY,
        form: Form::Switch,
        help: "the octal game with the same values, shifted, where a theorem proves that they are equal",
    }],
    check: |job| match job.settings.analysis.is_on(KEY) && code_of(job).is_none() {
        false => Ok(()),
        true => {
            let message = format!("nothing is known of games with the same values as `{}`", job.game.code);
            let help = "it is for the Grundy values of octal games in normal play; leave it out".to_string();
            Err(Problem { key: KEY, item: 0, message, help })
        }
    },
    needs: no_needs,
    table: no_table,
    gather: |_| None,
    files: &[ResultFile {
        name: "same_as.csv",
        summary: "same_as,shift: G(n + shift) is the value of n in that game, by a theorem; only if it is another game",
        wanted: |job| job.settings.analysis.is_on(KEY),
        content: Content::Results(|results, out| {
            let mut out = csv_writer(out);
            out.write_record(["same_as", "shift"])?;
            if let Some(code) = code_of(results.job) {
                let same = claim::Form::of(&code);
                if same.code != code {
                    out.write_record([format!("octal:{}", same.code), same.shift.to_string()])?;
                }
            }
            out.flush()
        }),
    }],
    report: no_report,
};

/// The code of a game of which the theorems speak.
fn code_of(job: &Job) -> Option<TakeAndBreak> {
    let plain = job.play == Play::Normal && job.value == Value::Grundy;
    let digits = job.game.code.strip_prefix("octal:").filter(|_| plain)?;
    TakeAndBreak::parse(digits).ok()
}
