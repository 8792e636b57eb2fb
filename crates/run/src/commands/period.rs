//! The period of a game with one coordinate, proved where a theorem allows it.

use super::asked::Inquiry;
use super::growing::{grow, outlook};
use crate::answer::Answer;
use crate::claim::{Claim, Cousin, Status};
use crate::claim_words::{ClaimWords, Style};
use crate::error::Error;
use crate::formats::LATEX_PERIOD;
use crate::job::{Analysis, Job};
use crate::latex::{claim_in_math, dotted};
use crate::question::PERIODS;
use crate::results::{InMemory, ResultFile};
use crate::ruleset::TakeAndBreak;
use serde_json::json;
use std::path::Path;

/// A period, or that none was found.
pub struct Period {
    /// The game and the range that were looked at.
    pub job: Job,
    /// What was found.
    pub answer: Answer,
}

/// Looks for the period of a game: up to `max`, or as far as it takes, within some seconds.
///
/// ```
/// use grundy::answer::Session;
/// use grundy::job::Settings;
/// use grundy::event::Silent;
/// use grundy::games::code;
/// use grundy::commands::{Inquiry, period};
/// use std::sync::atomic::AtomicBool;
///
/// # fn main() -> Result<(), grundy::Error> {
/// let cancelled = AtomicBool::new(false);
/// let session = Session::new(&cancelled, &Silent);
/// let kayles = Inquiry { game: &|| code::parse("kayles"), settings: Settings::default(), session };
/// let found = period(&kayles, None)?;
/// assert_eq!(found.sentence(), "G(n + 12) = G(n) for all n >= 71: proved (guy-smith, with the values up to n = 167)");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// As for [`Inquiry::answer`].
pub fn period(inquiry: &Inquiry<'_>, max: Option<u64>) -> Result<Period, Error> {
    let mut inquiry = inquiry.clone();
    inquiry.settings.analysis = Analysis::of("period");
    let ranged = inquiry.has_range()?;
    let (job, answer) = match max {
        None if ranged => {
            // What makes no sense is refused before anything is computed.
            inquiry.job(Some(1))?;
            grow(&inquiry, false)?
        }
        max => inquiry.answer(max, false)?,
    };
    Ok(Period { job, answer })
}

impl Period {
    /// The claim, if there is one.
    pub fn claim(&self) -> Option<&Claim> {
        self.answer.claim.as_ref()
    }

    /// How sure it is.
    pub fn status(&self) -> Status {
        self.claim().map_or(Status::None, Claim::status)
    }

    /// What was found, with its status and theorem, in words.
    pub fn sentence(&self) -> String {
        sentence(&self.job, self.claim())
    }

    /// What the theorem asks for, if the claim is proved.
    pub fn theorem(&self) -> Option<String> {
        self.claim().and_then(|claim| claim.theorem).map(|theorem| theorem.statement())
    }

    /// The same as mathematics that a notebook shows: the dotted sequence, and the claim with its status and theorem.
    pub fn math(&self) -> [String; 2] {
        let results = self.answer.results(&self.job);
        let first = results.rows.first();
        let sequence = dotted(&results.summary.prefix, first, results.claim, self.job.value);
        [sequence, claim_in_math(&results)]
    }

    /// The same for a paper: the claim as a sentence with its sources, and as a line of a table.
    ///
    /// # Errors
    /// [`Error::Fault`] if this program has no such file.
    pub fn latex(&self) -> Result<String, Error> {
        self.text_of(&LATEX_PERIOD)
    }

    /// The header and the row of `periods.csv`.
    ///
    /// # Errors
    /// As for [`Period::latex`].
    pub fn csv(&self) -> Result<String, Error> {
        self.text_of(&PERIODS)
    }

    fn text_of(&self, file: &ResultFile) -> Result<String, Error> {
        let (text, fault) = (InMemory::default(), || Error::Fault(format!("{} is not made of a period", file.name)));
        let written = file.write(&self.answer.results(&self.job), Box::new(text.clone())).ok_or_else(fault)?;
        written.map_err(Error::io("write", Path::new(file.name)))?;
        String::from_utf8(text.into_bytes()).map_err(|_| fault())
    }

    /// What somebody else needs to check the claim, if it is proved: the content of `certificate.json`.
    pub fn certificate(&self) -> Option<String> {
        self.answer.certificate.as_ref().map(|certificate| certificate.to_json())
    }

    /// What a person should know beside it: that the game is another one shifted, how far one would have to look for a proof.
    pub fn notes(&self) -> Vec<String> {
        cousin(&self.job).into_iter().chain(outlook(&self.job, &self.answer)).collect()
    }

    /// The same as an object.
    pub fn object(&self) -> serde_json::Value {
        let (job, claim) = (&self.job, self.claim());
        json!({
            "game": job.game.code,
            "play": job.play.to_string(),
            "value": job.value.to_string(),
            "max": job.range.max,
            "preperiod": claim.map(|claim| claim.preperiod),
            "period": claim.map(|claim| claim.period),
            "saltus": claim.map(|claim| claim.saltus),
            "status": self.status().to_string(),
            "theorem": claim.and_then(|claim| claim.theorem).map(|theorem| theorem.name()),
            "checked_to": claim.map_or(job.last(), |claim| claim.checked_to),
            "max_value": (job.value.is_number()).then(|| self.answer.max_value()),
        })
    }
}

/// What is claimed, with its status and theorem, in words.
pub(super) fn sentence(job: &Job, claim: Option<&Claim>) -> String {
    match claim {
        None => format!("no period was found up to n = {}", job.last()),
        Some(claim) => ClaimWords { claim, value: job.value, first: job.rows().first() }.line(Style::Plain),
    }
}

/// Says so where the game is a shorter one shifted.
fn cousin(job: &Job) -> Option<String> {
    let code = TakeAndBreak::parse(job.game.code.strip_prefix("octal:")?).ok()?;
    let Cousin { code: form, shift } = Cousin::by_cousins(&code);
    let note =
        || format!("octal:{code} is octal:{form} shifted: G(n + {shift}) here is G(n) there (first cousins, proved)");
    (shift > 0).then(note)
}
