//! The period of a game with one coordinate, proved if a theorem allows it.

use super::asked::Inquiry;
use super::growing::{grow, outlook};
use crate::answer::Answer;
use crate::claim::{Claim, Cousin, Status};
use crate::claim_words::{ClaimWords, Style, symbol};
use crate::error::Error;
use crate::formats::LATEX_PERIOD;
use crate::job::{Analysis, Job};
use crate::latex::{claim_in_math, dotted};
use crate::question::{KindPeriods, PERIODS};
use crate::results::{InMemory, ResultFile};
use crate::ruleset::TakeAndBreak;
use serde_json::json;
use std::path::Path;

/// The result of a search for a period.
pub struct Period {
    /// The game and the range that was searched.
    pub job: Job,
    /// What was found.
    pub answer: Answer,
}

/// Looks for the period of a game up to `max`. Without `max`, the range grows until the period is settled or
/// time runs out.
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
/// assert_eq!(found.sentence(), "G(n + 12) = G(n) for all n >= 71: proved (guy-smith, with the values up to n = 166)");
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
        None if ranged => grow(&inquiry, false)?,
        max => inquiry.answer(max, false)?,
    };
    Ok(Period { job, answer })
}

impl Period {
    /// The claim, if there is one.
    pub fn claim(&self) -> Option<&Claim> {
        self.answer.claim.as_ref()
    }

    /// The periods of all kinds, if the rows are positions of several kinds. Then there is no single claim.
    pub fn kinds(&self) -> Option<&KindPeriods> {
        self.answer.kinds()
    }

    /// The status of the claim; of the claims about several kinds the weakest one.
    pub fn status(&self) -> Status {
        self.kinds().map_or_else(|| self.claim().map_or(Status::None, Claim::status), KindPeriods::status)
    }

    /// The result in words, with its status and theorem; a line for each kind, if there are several.
    pub fn sentence(&self) -> String {
        match self.kinds() {
            Some(kinds) => kinds.lines(self.job.last()).join("\n"),
            None => sentence(&self.job, self.claim()),
        }
    }

    /// The statement of the theorem, if the claim is proved.
    pub fn theorem(&self) -> Option<String> {
        self.claim().and_then(|claim| claim.theorem).map(|theorem| theorem.statement())
    }

    /// The result as LaTeX mathematics for a notebook: the dotted sequence, and the claim with its status and
    /// theorem.
    pub fn math(&self) -> [String; 2] {
        let results = self.answer.results(&self.job);
        let first = results.rows.first();
        let sequence = dotted(&results.summary.prefix, first, results.claim, self.job.value);
        [sequence, claim_in_math(&results)]
    }

    /// The result for a paper: the claim as a sentence with its sources, and as a row of a table.
    ///
    /// # Errors
    /// [`Error::Usage`] if there are several kinds; [`Error::Fault`] if the file cannot be made from a period.
    pub fn latex(&self) -> Result<String, Error> {
        if self.kinds().is_some() {
            let what = "LaTeX shows one claim, but the positions are of several kinds: choose one by `asked` in [game]";
            return Err(Error::Usage(what.to_string()));
        }
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

    /// What an independent checker needs to verify the claim, if it is proved: the content of
    /// `certificate.json`.
    pub fn certificate(&self) -> Option<String> {
        self.answer.certificate.as_ref().map(|certificate| certificate.to_json())
    }

    /// Remarks for the reader: that the game is another one shifted, or how far one would have to compute for a
    /// proof.
    pub fn notes(&self) -> Vec<String> {
        let code = self.job.game.same_code().map(|code| format!("these moves are {code}"));
        let unproved = self.status() != Status::Proved;
        let why = self.job.game.no_theorem().filter(|_| unproved).map(|why| format!("no theorem: {why}"));
        code.into_iter().chain(why).chain(cousin(&self.job)).chain(outlook(&self.job, &self.answer)).collect()
    }

    /// The result as JSON: an object, or a list of objects if there are several kinds.
    pub fn object(&self) -> serde_json::Value {
        let code = &self.job.game.code;
        match self.kinds() {
            None => self.object_of(code, self.claim(), self.answer.max_value()),
            Some(kinds) => {
                let kinds = kinds.all().iter();
                kinds.map(|kind| self.object_of(&kind.game(code), kind.claim.as_ref(), kind.max_value)).collect()
            }
        }
    }

    fn object_of(&self, game: &str, claim: Option<&Claim>, max_value: u32) -> serde_json::Value {
        let job = &self.job;
        json!({
            "game": game,
            "play": job.play.to_string(),
            "value": job.value.to_string(),
            "max": job.range.max,
            "preperiod": claim.map(|claim| claim.preperiod),
            "period": claim.map(|claim| claim.period),
            "saltus": claim.map(|claim| claim.saltus),
            "status": claim.map_or(Status::None, Claim::status).to_string(),
            "theorem": claim.and_then(|claim| claim.theorem).map(|theorem| theorem.name()),
            "checked_to": claim.map_or(job.last(), |claim| claim.checked_to),
            "max_value": job.value.is_number().then_some(max_value),
        })
    }
}

/// The claim in words, with its status and theorem.
pub(super) fn sentence(job: &Job, claim: Option<&Claim>) -> String {
    match claim {
        None => format!("no period was found up to n = {}", job.last()),
        Some(claim) => ClaimWords { claim, value: job.value, first: job.rows().first() }.line(Style::Plain),
    }
}

/// A note if the game is a shifted copy of a shorter one.
fn cousin(job: &Job) -> Option<String> {
    let code = TakeAndBreak::parse(job.game.code.strip_prefix("octal:")?).ok()?;
    let Cousin { code: form, shift } = Cousin::by_cousins(&code);
    let symbol = symbol(job.value, Style::Plain);
    let note = || {
        format!(
            "octal:{code} is octal:{form} shifted: {symbol}(n + {shift}) here is {symbol}(n) there (first cousins, proved)"
        )
    };
    (shift > 0).then(note)
}
