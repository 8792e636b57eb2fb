//! The rules behind a game's values.

use super::asked::Inquiry;
use super::growing::{SHORT, in_turn, small_ranges};
use super::outward;
use super::prove::{Tried as TriedProof, linear, try_to_prove};
use crate::answer::Session;
use crate::claim::Status;
use crate::cost::cost;
use crate::disk;
use crate::error::Error;
use crate::games::args::list;
use crate::guessed::{FoundPattern, first_of, found_patterns, nothing, ranges};
use crate::job::{Analysis, Job, Setting};
use crate::patterns::guess::{Data, Guess, Settings, Tried, Values, guess as find};
use crate::patterns::pattern::Subject;
use crate::patterns::sequence::Sequence;
use crate::question::{guessed, pattern_kinds};
use crate::ruleset::{Setup, Value};
use crate::structure::AutomaticMoves;
use crate::words::counted;
use serde_json::json;
use std::path::Path;
use std::time::Duration;

/// The largest bound that is tried without `max`.
const LARGEST: u64 = 1 << 20;

/// No range is tried that takes more steps than this.
const MOST_STEPS: u64 = 1_000_000_000;

/// What a search for patterns found.
pub struct Patterns {
    /// The game and the range; `None` for values from a file.
    pub job: Option<Job>,
    /// The name of the game or of the file.
    name: String,
    /// The first label of a sequence; `None` for several coordinates.
    first: Option<i64>,
    guess: Guess,
    /// The patterns, best first.
    pub patterns: Vec<FoundPattern>,
    /// The certificates of the proofs, by the index of the pattern.
    pub certificates: Vec<(usize, String)>,
    /// Why other patterns are not proved, if a proof was asked for.
    pub open: Vec<String>,
}

/// Looks for the rules behind the values of a file of lines `n,value`.
///
/// # Errors
/// [`Error::Usage`] for a file that [`Sequence::read`] refuses, and for an unknown kind; [`Error::Interrupted`].
pub fn guess_file(name: &str, text: &str, kinds: &[String], session: Session<'_>) -> Result<Patterns, Error> {
    known_kinds(kinds)?;
    let sequence = Sequence::read(text).map_err(|error| Error::Usage(format!("{name}: {error}")))?;
    let first = sequence.first;
    let values = Values { data: Data::Sequence(sequence), known: Subject::Values };
    let settings = Settings { kinds: kinds.to_vec(), ..Settings::default() };
    let guess = find(&values, &settings, &session.control())?;
    let patterns = found_patterns(None, Value::GRUNDY, first.unsigned_abs(), &guess);
    let name = name.to_owned();
    Ok(Patterns { job: None, name, first: Some(first), guess, patterns, certificates: Vec::new(), open: Vec::new() })
}

/// Looks for the rules behind the values of a game up to `max`. `kinds` restricts the search, if it is not empty.
/// Without `max`, the range grows until two ranges in a row have the same first pattern.
///
/// # Errors
/// As for [`Inquiry::answer`]; [`Error::Usage`] for an unknown kind.
pub fn guess(inquiry: &Inquiry<'_>, max: Option<u64>, kinds: &[String]) -> Result<Patterns, Error> {
    known_kinds(kinds)?;
    let mut inquiry = inquiry.clone();
    let asked = if kinds.is_empty() { Setting::Switch(true) } else { Setting::Words(kinds.to_vec()) };
    inquiry.settings.analysis = Analysis::default().with("patterns", asked);
    let ranged = inquiry.has_range()?;
    if max.is_none() && ranged && inquiry.settings.bounds.is_empty() {
        return growing(&inquiry);
    }
    answered(&inquiry, max)
}

fn known_kinds(kinds: &[String]) -> Result<(), Error> {
    let all = pattern_kinds();
    let unknown = kinds.iter().find(|kind| !all.contains(&kind.as_str()));
    unknown.map_or(Ok(()), |kind| {
        Err(Error::Usage(format!("there is no kind of patterns `{kind}`; the kinds are {}", list(all))))
    })
}

fn answered(inquiry: &Inquiry<'_>, max: Option<u64>) -> Result<Patterns, Error> {
    let mut inquiry = inquiry.clone();
    if inquiry.job(max)?.rows().is_sequence() {
        let analysis = std::mem::take(&mut inquiry.settings.analysis);
        inquiry.settings.analysis = analysis.with("period", Setting::Switch(true));
    }
    let (job, answer) = inquiry.answer(max, false)?;
    let results = answer.results(&job);
    let (guess, patterns) =
        guessed(&results).ok_or_else(|| Error::Fault("the patterns were not looked for".to_owned()))?;
    let (guess, first) = (guess.clone(), first_of(results.rows));
    let name = job.game.code.clone();
    Ok(Patterns { name, job: Some(job), first, guess, patterns, certificates: Vec::new(), open: Vec::new() })
}

/// Larger and larger ranges: 500, 1000, 2000, ...; for several coordinates, and for games that have a limit below 500,
/// 8, 12, 18, ....
fn growing(inquiry: &Inquiry<'_>) -> Result<Patterns, Error> {
    let rows = (inquiry.game)()?.game.shape.rows(0);
    let large = std::iter::successors(Some(500), |max| Some(2 * max)).take_while(|&max| max <= LARGEST);
    let small = || small_ranges().take_while(|&max| max <= LARGEST);
    if !rows.is_sequence() {
        return settle(inquiry, small(), None);
    }
    match settle(inquiry, large, None) {
        Err(Error::Limit { .. }) => settle(inquiry, small().filter(|&max| max > rows.first()), Some(SHORT)),
        settled => settled,
    }
}

/// Looks in one range after the other, until two of them have the same first pattern, or one takes longer than `most`.
fn settle(inquiry: &Inquiry<'_>, ranges: impl Iterator<Item = u64>, most: Option<Duration>) -> Result<Patterns, Error> {
    let is_quick = |max| inquiry.job(Some(max)).is_ok_and(|job| steps_of(&job) <= MOST_STEPS);
    let ranges = ranges.enumerate().take_while(|&(index, max)| index == 0 || is_quick(max)).map(|(_, max)| max);
    let first = |found: &Patterns| found.patterns.first().map(|best| (best.kind.clone(), best.rule.clone()));
    in_turn(
        ranges,
        |max| {
            let session = inquiry.session;
            session.within(session.patience, |session| answered(&Inquiry { session, ..inquiry.clone() }, Some(max)))
        },
        |found, before, took| {
            let settled = first(found).is_some() && before.is_some_and(|before| first(before) == first(found));
            settled || most.is_some_and(|most| took > most)
        },
    )
}

/// The certificate of a proof of a pattern, if one is found; else why there is none.
fn proof_of(
    job: &Job,
    pattern: &mut FoundPattern,
    open: &mut Vec<String>,
    session: Session<'_>,
) -> Result<Option<String>, Error> {
    Ok(match try_to_prove(job, pattern, session)? {
        Some(TriedProof::Proved(certificate)) => Some(certificate),
        Some(TriedProof::Open(why)) => {
            open.push(format!("{}: not proved: {why}", pattern.kind));
            None
        }
        None => None,
    })
}

/// About how many steps a job takes. For a game of which nothing is known, each position may have all smaller ones as
/// options.
fn steps_of(job: &Job) -> u64 {
    let rows = job.rows().len();
    let options = if job.rows().is_sequence() { rows } else { job.range.max.saturating_mul(4) };
    cost(job).max(rows.saturating_mul(options))
}

impl Patterns {
    /// The patterns with their evidence and the commands that check them further, in sentences.
    pub fn sentences(&self) -> Vec<String> {
        let mut lines = vec![format!("{}, {}", self.name, ranges(&self.guess, self.first))];
        if self.patterns.is_empty() {
            lines.push(nothing(&self.guess, self.first));
        }
        for (rank, pattern) in (1..).zip(&self.patterns) {
            let evidence = pattern.evidence(self.first.is_some());
            lines.push(format!("{rank}. {} [{}]: {}. {evidence}", pattern.status, pattern.kind, pattern.rule));
            let command = self.job.as_ref().map(|job| pattern.command(job, self.first.is_some()));
            lines.extend(command.map(|command| match command {
                Ok(command) => format!("   {command}"),
                Err(missing) => format!("   no check line: needs {missing}"),
            }));
        }
        lines
    }

    /// Tries to prove the patterns by the theorems `linear-p-set` and `automatic-values`. What is proved comes first.
    ///
    /// # Errors
    /// [`Error::Interrupted`], and the errors of making the game.
    pub fn prove(&mut self, session: Session<'_>) -> Result<(), Error> {
        let Some(job) = &self.job else { return Ok(()) };
        // A rule that says the same as far as is known may be provable where the first one is not. Then both are
        // listed: that they say the same everywhere is not proved.
        let mut all = Vec::new();
        for mut pattern in self.patterns.drain(..) {
            let alternatives = std::mem::take(&mut pattern.alternatives);
            let proof = proof_of(job, &mut pattern, &mut self.open, session)?;
            for mut other in alternatives.into_iter().filter(|_| proof.is_none()) {
                if let Some(proof) = proof_of(job, &mut other, &mut Vec::new(), session)? {
                    all.push((other, Some(proof)));
                    break;
                }
            }
            all.push((pattern, proof));
        }
        all.sort_by_key(|(pattern, _)| pattern.status != Status::Proved);
        for (index, (pattern, proof)) in all.into_iter().enumerate() {
            self.patterns.push(pattern);
            self.certificates.extend(proof.map(|proof| (index, proof)));
        }
        Ok(())
    }

    /// Writes the automata of the patterns into a folder, which is made if it does not exist. From then on the rules
    /// have claims about these files. The path of the folder is written into the claims as it is.
    ///
    /// # Errors
    /// [`Error::Usage`] if no pattern is an automaton, or the path cannot stand in a claim; [`Error::Io`].
    pub fn write_automata(&mut self, folder: &str) -> Result<(), Error> {
        let inside = if folder.is_empty() || folder.ends_with('/') { folder.to_owned() } else { format!("{folder}/") };
        for pattern in &mut self.patterns {
            *pattern = pattern.clone().with_file_in(&inside);
            let Some(file) = &pattern.automaton else { continue };
            if pattern.conjecture.is_err() {
                return Err(Error::Usage(format!(
                    "the path `{folder}` cannot stand in a claim: use one without quotes"
                )));
            }
            let path = Path::new(&inside).join(&file.name);
            disk::create_dir_all(Path::new(&inside)).map_err(Error::io("create the folder", Path::new(folder)))?;
            disk::write(&path, file.text.as_bytes()).map_err(Error::io("write", &path))?;
        }
        match self.patterns.iter().any(|pattern| pattern.automaton.is_some()) {
            true => Ok(()),
            false => Err(Error::Usage("no pattern is an automaton, so there is no file to write".to_owned())),
        }
    }

    /// The first pattern that another program can check, as a question to it: automata and a sentence for Walnut, or
    /// SMT-LIB.
    ///
    /// # Errors
    /// [`Error::Usage`] if there is none; [`Error::Interrupted`], and the errors of making the game.
    pub fn exported(&self, walnut: bool, session: Session<'_>) -> Result<String, Error> {
        let job = self.job.as_ref().ok_or_else(|| Error::Usage("the values of a file have no moves".to_owned()))?;
        let control = session.control();
        let all = self.patterns.iter().flat_map(|pattern| std::iter::once(pattern).chain(&pattern.alternatives));
        for rule in all.filter_map(|pattern| pattern.predictor.as_ref()) {
            if let Some(automaton) = rule.automaton().filter(|_| walnut) {
                let setup = Setup::new(job.settings.memory, &control, job.play);
                let outline = job.game.outline(&job.range, setup)?;
                return Ok(outward::walnut(automaton, outline.structures().get::<AutomaticMoves>()));
            }
            if let Some(condition) = rule.condition().filter(|_| !walnut)
                && let Ok((game, set)) = linear(job, &condition, &control)?
            {
                return Ok(outward::smt2(&game, &set));
            }
        }
        let what = if walnut { "values read off digits" } else { "a linear set of P-positions of linear moves" };
        Err(Error::Usage(format!("no pattern is a rule for {what}")))
    }

    /// For each pattern the command that checks it further, if there is one.
    pub fn commands(&self) -> Vec<Option<String>> {
        let command = |pattern: &FoundPattern| pattern.command(self.job.as_ref()?, self.first.is_some()).ok();
        self.patterns.iter().map(command).collect()
    }

    /// What the pattern with an index says of a position.
    pub fn predict(&self, index: usize, position: &[i64]) -> Option<i64> {
        self.patterns.get(index)?.predict(self.first, position)
    }

    /// Why the other kinds are not reported, one line each.
    pub fn tried(&self) -> Vec<String> {
        self.guess.tried.iter().map(line_of).collect()
    }

    /// The patterns as tables `[[conjecture]]` of a config. A rule that the language cannot express is a comment.
    pub fn conjectures(&self) -> String {
        let mut text = String::new();
        for (rank, pattern) in (1..).zip(&self.patterns) {
            text.push_str(&match &pattern.conjecture {
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
        let objects: Vec<_> = (1..).zip(&self.patterns).map(|(rank, pattern)| pattern.object(rank)).collect();
        let job = self.job.as_ref();
        json!({
            "game": self.name,
            "play": job.map(|job| job.play.to_string()),
            "value": job.map(|job| job.value.to_string()),
            "max": job.map(|job| job.range.max),
            "equal": self.guess.equal,
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
