//! The rules behind a game's values.

use super::asked::Inquiry;
use crate::answer::Answer;
use crate::cost::cost;
use crate::error::Error;
use crate::guessed::{FoundPattern, nothing, ranges};
use crate::job::{Analysis, Job, Setting};
use crate::patterns::guess::Tried;
use crate::question::guessed;
use crate::words::counted;
use serde_json::json;

/// The largest bound that is tried without `max`.
const LARGEST: u64 = 1 << 20;

/// No range is tried that takes more steps than this.
const MOST_STEPS: u64 = 1_000_000_000;

/// What a search for patterns found.
pub struct Patterns {
    /// The game and the range.
    pub job: Job,
    answer: Answer,
}

/// Looks for the rules behind the values of a game up to `max`. `kinds` restricts the search, if it is not empty.
/// Without `max`, the range grows until two ranges in a row have the same first pattern.
///
/// # Errors
/// As for [`Inquiry::answer`]; [`Error::Usage`] for an unknown kind.
pub fn guess(inquiry: &Inquiry<'_>, max: Option<u64>, kinds: &[String]) -> Result<Patterns, Error> {
    let mut inquiry = inquiry.clone();
    let asked = if kinds.is_empty() { Setting::Switch(true) } else { Setting::Words(kinds.to_vec()) };
    inquiry.settings.analysis = Analysis::default().with("patterns", asked);
    let ranged = inquiry.has_range()?;
    if max.is_none() && ranged && inquiry.settings.bounds.is_empty() {
        return growing(&inquiry);
    }
    answered(&inquiry, max)
}

fn answered(inquiry: &Inquiry<'_>, max: Option<u64>) -> Result<Patterns, Error> {
    let mut inquiry = inquiry.clone();
    if inquiry.job(max)?.rows().is_sequence() {
        let analysis = std::mem::take(&mut inquiry.settings.analysis);
        inquiry.settings.analysis = analysis.with("period", Setting::Switch(true));
    }
    let (job, answer) = inquiry.answer(max, false)?;
    Ok(Patterns { job, answer })
}

/// Larger and larger ranges: 500, 1000, 2000, ...; for several coordinates 8, 12, 18, ....
fn growing(inquiry: &Inquiry<'_>) -> Result<Patterns, Error> {
    let is_sequence = inquiry.job(Some(1))?.rows().is_sequence();
    let mut max: u64 = if is_sequence { 500 } else { 8 };
    let mut last: Option<Patterns> = None;
    while max <= LARGEST {
        let steps = inquiry.job(Some(max)).map(|job| cost(&job));
        if last.is_some() && !steps.is_ok_and(|steps| steps <= MOST_STEPS) {
            break;
        }
        let found = match (answered(inquiry, Some(max)), &last) {
            (Err(Error::Limit { .. }), Some(_)) => break,
            (found, _) => found?,
        };
        let first = |found: &Patterns| found.patterns().first().map(|best| (best.kind.clone(), best.rule.clone()));
        let settled = last.as_ref().is_some_and(|last| first(last).is_some() && first(last) == first(&found));
        last = Some(found);
        if settled {
            break;
        }
        max = if is_sequence { 2 * max } else { max + max / 2 };
    }
    last.ok_or_else(|| Error::Fault("no range was tried".to_owned()))
}

impl Patterns {
    /// The patterns, best first.
    pub fn patterns(&self) -> Vec<FoundPattern> {
        guessed(&self.answer.results(&self.job)).map_or(Vec::new(), |(_, patterns)| patterns)
    }

    /// The patterns with their evidence and the commands that check them further, in sentences.
    pub fn sentences(&self) -> Vec<String> {
        let results = self.answer.results(&self.job);
        let Some((guess, patterns)) = guessed(&results) else { return Vec::new() };
        let is_sequence = results.rows.is_sequence();
        let mut lines = vec![format!("{}, {}", self.job.game.code, ranges(guess, results.rows))];
        if patterns.is_empty() {
            lines.push(nothing(guess, results.rows));
        }
        for (rank, pattern) in (1..).zip(&patterns) {
            let evidence = pattern.evidence(is_sequence);
            lines.push(format!("{rank}. {} [{}]: {}. {evidence}", pattern.status, pattern.kind, pattern.rule));
            lines.push(match pattern.command(&self.job, is_sequence) {
                Ok(command) => format!("   {command}"),
                Err(missing) => format!("   no check line: needs {missing}"),
            });
        }
        lines
    }

    /// Why the other kinds are not reported, one line each.
    pub fn tried(&self) -> Vec<String> {
        let results = self.answer.results(&self.job);
        let Some((guess, _)) = guessed(&results) else { return Vec::new() };
        guess.tried.iter().map(|tried| line_of(tried)).collect()
    }

    /// The patterns as tables `[[conjecture]]` of a config. A rule that the language cannot express is a comment.
    pub fn conjectures(&self) -> String {
        let mut text = String::new();
        for (rank, pattern) in (1..).zip(self.patterns()) {
            text.push_str(&match pattern.conjecture {
                Ok(claim) => format!("[[conjecture]]\nname = \"{}-{rank}\"\nholds = '''{claim}'''\n\n", pattern.kind),
                Err(missing) => format!(
                    "# {}: {}. It cannot be a conjecture: the language would need {missing}.\n\n",
                    pattern.kind, pattern.rule
                ),
            });
        }
        text
    }

    /// The result as JSON.
    pub fn object(&self) -> serde_json::Value {
        let results = self.answer.results(&self.job);
        let objects: Vec<_> = (1..).zip(self.patterns()).map(|(rank, pattern)| pattern.object(rank)).collect();
        json!({
            "game": self.job.game.code,
            "play": self.job.play.to_string(),
            "value": self.job.value.to_string(),
            "max": self.job.range.max,
            "equal": guessed(&results).and_then(|(guess, _)| guess.equal),
            "patterns": objects,
        })
    }
}

fn line_of(tried: &Tried) -> String {
    match tried.steps {
        0 => format!("{}: {}", tried.kind, tried.reason),
        steps => format!("{}: {} ({})", tried.kind, tried.reason, counted(steps, "step", "steps")),
    }
}
