//! Runs a sweep chunk by chunk. The games of a chunk are solved in parallel. Those that need more than their
//! share of memory run alone afterwards. The rows of a chunk are written in order when it is finished, so the
//! output depends neither on the chunks nor on the threads.

use super::bulk::{self, Bulk, Known};
use super::compare::compare_rows;
use super::conjectures::look;
use super::game::{Found, Outcome, solve};
use super::kept::KeptRows;
use super::listed::Listed;
use super::outline::{Prepared, counts, range_fault};
use super::row::Row;
use super::shards::{Answers, Share};
use super::tables::Tables;
use super::tally::Tally;
use crate::answer::Session;
use crate::bytes::Bytes;
use crate::conjecture::Tally as Tallied;
use crate::control::Control;
use crate::cost::cost;
use crate::error::Error;
use crate::event::{RunEvent, Silent};
use crate::job::Job;
use crate::language::Datum;
use crate::sweep::{Odometer, Sweep, files};
use rayon::prelude::*;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How much is done at a time. This does not affect the output; tests use small values.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pace {
    /// The intended duration of a chunk.
    pub chunk: Duration,
    /// The number of games in the first chunk.
    pub first: usize,
    /// The maximum number of games in a chunk.
    pub most: usize,
    /// The number of games whose results are remembered, so that equal games are solved only once.
    pub remembered: usize,
    /// How long a shard looks for games of its own before it records how far it has come.
    pub looking: Duration,
}

/// The maximum number of games in a chunk if each may have many counterexamples.
const MOST_WITH_EXAMPLES: usize = 1 << 10;

impl Default for Pace {
    fn default() -> Self {
        Self {
            chunk: Duration::from_millis(500),
            first: 64,
            most: 1 << 14,
            remembered: 1 << 14,
            looking: Duration::from_secs(2),
        }
    }
}

/// A combination, and the work to be done for it.
struct Combination {
    /// Its number among all combinations, from 1.
    index: u64,
    data: Vec<Datum>,
    work: GameWork,
}

enum GameWork {
    /// A job must be solved.
    Job(Box<Job>),
    /// The result is already known: the code, the range, and the outcome.
    Known(String, Option<u64>, Outcome),
    /// There is no job, because of this error.
    Wrong(Error),
}

/// Which games are solved, and where the results go.
pub(super) enum Way<'w> {
    /// All games are solved, and become rows.
    Whole,
    /// The games of a shard are solved, and the results go into its file.
    Shard(Box<Share<'w>>),
    /// All games have been solved by shards, and become rows.
    Merge(Box<Answers>),
}

/// What identifies equal games: the code, the range, and the variables if a conjecture may use them.
type GameKey = (String, u64, String);

/// A sweep in progress.
pub(super) struct Course<'c> {
    prepared: &'c Prepared<'c>,
    sweep: &'c Sweep,
    pub tables: Tables,
    pace: Pace,
    session: Session<'c>,
    pub control: Control<'c>,
    pub odometer: Odometer<'c>,
    /// The number of combinations looked at.
    pub done: u64,
    pub tally: Tally,
    pub listed: Listed,
    /// The rows that conjectures compare.
    pub kept: KeptRows,
    /// The results of some recent games.
    known: HashMap<GameKey, Outcome>,
    /// What answers for games without jobs.
    bulk: Option<Box<dyn Bulk + 'c>>,
    pub way: Way<'c>,
}

impl<'c> Course<'c> {
    /// A sweep before its first game.
    pub fn new(prepared: &'c Prepared<'c>, tables: Tables, pace: Pace, session: Session<'c>) -> Result<Self, Error> {
        let sweep = prepared.sweep;
        Ok(Self {
            prepared,
            sweep,
            tables,
            pace,
            session,
            control: session.control(),
            odometer: sweep.odometer().map_err(range_fault)?,
            done: 0,
            tally: Tally::default(),
            listed: Listed::default(),
            kept: KeptRows::default(),
            known: HashMap::new(),
            bulk: None,
            way: Way::Whole,
        })
    }

    /// Runs the rest of the sweep. `between` is called between chunks and may write a checkpoint.
    pub fn run(&mut self, between: &mut dyn FnMut(&mut Self) -> Result<(), Error>) -> Result<(), Error> {
        let (job, code) = (self.sweep.name.as_str(), self.sweep.plan.code.as_str());
        let rows = self.sweep.combinations;
        self.session.observer.event(&RunEvent::Started { job, code, rows });
        if !matches!(self.way, Way::Merge(_)) {
            self.bulk = bulk::of(self.sweep, &self.prepared.asked, &self.control)?;
        }
        // If no rows are written, the overall tally is enough.
        let few = matches!(self.way, Way::Whole) && !self.tables.any();
        if let Some(tally) = self.bulk.as_ref().filter(|_| few).and_then(|bulk| bulk.tally()) {
            self.odometer.end();
            (self.tally, self.done) = (tally, rows);
        }
        self.control.phase("sweeping", rows);
        self.control.progress(self.done);
        let Pace { chunk: time, first, most, .. } = self.pace;
        // A shard may be stopped again and again before the games of a large first chunk are finished, so it
        // starts small.
        let first = if matches!(self.way, Way::Shard(_)) { rayon::current_num_threads().min(first) } else { first };
        let most = if self.sweep.has_game_conjectures() { most.min(MOST_WITH_EXAMPLES) } else { most };
        let mut size = first;
        loop {
            between(self)?;
            self.control.check()?;
            let begin = Instant::now();
            let mark = (self.odometer.clone(), self.done);
            let solved = self.chunk(size).and_then(|(chunk, ended)| Ok((self.solve_all(&chunk)?, chunk, ended)));
            let (outcomes, chunk, ended) = match solved {
                Err(Error::Interrupted) => {
                    // Go back to the start of the chunk, which the checkpoint records. A shard has already saved
                    // what was solved, and ends.
                    (self.odometer, self.done) = mark;
                    between(self)?;
                    return Err(Error::Interrupted);
                }
                solved => solved?,
            };
            self.add(&chunk, &outcomes)?;
            self.control.progress(self.done);
            if ended {
                let end = self.end();
                if matches!(end, Err(Error::Interrupted)) {
                    between(self)?;
                }
                return end;
            }
            let took = begin.elapsed().max(Duration::from_micros(1));
            let fits = size as u128 * time.as_micros() / took.as_micros();
            size = (fits as usize).clamp(size / 4, size * 4).clamp((first / 8).max(1), most);
        }
    }

    /// The next combinations that satisfy the condition and, for a shard, belong to it, with their jobs. Also
    /// whether the sweep ends here.
    fn chunk(&mut self, size: usize) -> Result<(Vec<Combination>, bool), Error> {
        let mut data = Vec::with_capacity(size);
        let prepared = self.prepared;
        let (begin, mut ended) = (Instant::now(), false);
        while data.len() < size {
            let Some(next) = self.advance()? else {
                ended = true;
                break;
            };
            if let Some(next) = next {
                data.push((self.done, next));
            }
            // A shard may have few games among very many combinations. Its chunk ends after some time even if it
            // is not full.
            if matches!(self.way, Way::Shard(_)) && begin.elapsed() >= self.pace.looking {
                break;
            }
        }
        let bulk = self.bulk.as_ref();
        let work = |data: &[Datum]| match bulk.and_then(|bulk| bulk.known(data)) {
            Some(Known { code, max, found }) => GameWork::Known(code, max, Arc::new(Ok(found))),
            None => match prepared.job(data) {
                Ok(job) => GameWork::Job(Box::new(job)),
                Err(error) => GameWork::Wrong(error),
            },
        };
        Ok((data.into_par_iter().map(|(index, data)| Combination { index, work: work(&data), data }).collect(), ended))
    }

    /// The next combination, or an inner None if it is not to be solved here. None after the last one.
    fn advance(&mut self) -> Result<Option<Option<Vec<Datum>>>, Error> {
        let Some(next) = self.odometer.advance().map_err(range_fault)? else { return Ok(None) };
        self.control.check()?;
        self.done += 1;
        if !counts(self.sweep, &next)? {
            return Ok(Some(None));
        }
        let prepared = self.prepared;
        let mine = match &mut self.way {
            // A combination without a job costs almost nothing.
            Way::Shard(share) => share.dealer.next(self.done - 1, || prepared.job(&next).map_or(0, |job| cost(&job))),
            Way::Whole | Way::Merge(_) => true,
        };
        Ok(Some(mine.then_some(next)))
    }

    /// Deals out the first `done` combinations again. An earlier process has handled them.
    ///
    /// # Errors
    /// [`Error::Interrupted`]; [`Error::Unfit`] if the sweep has fewer combinations.
    pub fn deal_to(&mut self, done: u64) -> Result<(), Error> {
        while self.done < done {
            self.advance()?.ok_or(Error::Unfit)?;
        }
        Ok(())
    }

    /// The results of the games of a chunk. Equal games are solved only once.
    fn solve_all(&mut self, chunk: &[Combination]) -> Result<Vec<Outcome>, Error> {
        if let Way::Merge(answers) = &mut self.way {
            let label = |entry: &Combination| self.sweep.label(&entry.data);
            return chunk
                .iter()
                .map(|entry| answers.take(entry.index, matches!(entry.work, GameWork::Wrong(_)), || label(entry)))
                .collect();
        }
        // A conjecture about a game may use the variables.
        let by_variables = self.sweep.has_game_conjectures();
        let key = |job: &Job, data: &[Datum]| {
            let label = if by_variables { self.sweep.label(data) } else { String::new() };
            (job.game.code.clone(), job.range.max, label)
        };
        let mut fresh: HashMap<GameKey, usize> = HashMap::new();
        let mut jobs: Vec<&Job> = Vec::new();
        for entry in chunk {
            let GameWork::Job(job) = &entry.work else { continue };
            let key = key(job, &entry.data);
            if !self.known.contains_key(&key) && !fresh.contains_key(&key) {
                fresh.insert(key, jobs.len());
                jobs.push(job);
            }
        }
        let solved: Vec<Outcome> = self.solve_jobs(&jobs).into_iter().map(Arc::new).collect();
        let stopped = solved.iter().any(is_stopped);
        let mut outcomes = Vec::with_capacity(chunk.len());
        for entry in chunk {
            outcomes.push(match &entry.work {
                GameWork::Job(job) => {
                    let key = key(job, &entry.data);
                    fresh.get(&key).map_or_else(|| self.known[&key].clone(), |&index| solved[index].clone())
                }
                GameWork::Known(_, _, outcome) => outcome.clone(),
                GameWork::Wrong(error) => Arc::new(Err(Error::Usage(error.to_string()))),
            });
        }
        if stopped {
            self.keep_solved(chunk, &outcomes)?;
            return Err(Error::Interrupted);
        }
        if by_variables {
            // No two games of a sweep have the same variables, so nothing can be reused.
            return Ok(outcomes);
        }
        if self.known.len() + fresh.len() > self.pace.remembered {
            self.known.clear();
        }
        // Long results are not worth their memory.
        let short = |outcome: &Outcome| {
            outcome.as_ref().as_ref().is_ok_and(|found| found.texts.iter().map(Vec::len).sum::<usize>() < 1 << 12)
        };
        let fresh = fresh.into_iter().filter(|(_, index)| short(&solved[*index]));
        self.known.extend(fresh.map(|(key, index)| (key, solved[index].clone())));
        Ok(outcomes)
    }

    /// Solves games in parallel, each with its share of memory. Those that need more are then solved alone.
    fn solve_jobs(&self, jobs: &[&Job]) -> Vec<Result<Found, Error>> {
        let threads = rayon::current_num_threads() as u128;
        let held = self.bulk.as_ref().map_or(0, |bulk| bulk.held().0);
        let free = |job: &Job| job.settings.memory.0.saturating_sub(held);
        let (files, cancelled) = (&self.prepared.files, self.session.cancelled);
        let session = |share| Session { share, ..Session::new(cancelled, &Silent) };
        let full = self.full();
        let lighter = |mut found: Found| {
            found
                .tallies
                .iter_mut()
                .zip(&full)
                .filter(|(_, full)| **full)
                .for_each(|(tally, _)| tally.examples.clear());
            found
        };
        let shared = |job: &&Job| solve(job, files, session(Some(Bytes(free(job) / threads)))).map(lighter);
        let mut found: Vec<Result<Found, Error>> = jobs.par_iter().map(shared).collect();
        for (job, found) in jobs.iter().zip(&mut found) {
            if (threads > 1 || held > 0) && found.as_ref().is_err_and(Error::wants_memory) {
                self.bulk.iter().for_each(|bulk| bulk.release());
                *found = self.control.check().and_then(|()| solve(job, files, session(None)));
            }
        }
        found
    }

    /// In a chunk that was stopped, saves the games of a shard up to the first one that was not solved. Each may
    /// have taken hours.
    fn keep_solved(&mut self, chunk: &[Combination], outcomes: &[Outcome]) -> Result<(), Error> {
        let Way::Shard(share) = &mut self.way else { return Ok(()) };
        let solved = outcomes.iter().position(is_stopped).unwrap_or(0);
        let Some(last) = solved.checked_sub(1) else { return Ok(()) };
        let answers = chunk.iter().map(|entry| entry.index).zip(&outcomes[..solved]);
        share.put(self.sweep, chunk[last].index, answers, &mut self.tally.conjectures)
    }

    /// For each conjecture about games, whether no more counterexamples are kept. A chunk has thousands of
    /// games, and each may have a thousand counterexamples. If games have files, a shard keeps all of them: it
    /// cannot know which games fail because the columns of their files differ from those of the first game of
    /// the sweep.
    fn full(&self) -> Vec<bool> {
        if matches!(self.way, Way::Shard(_)) && !self.prepared.files.is_empty() {
            return Vec::new();
        }
        let over_games =
            (0..).zip(&self.tally.conjectures).filter(|(index, _)| self.sweep.row_conjecture(*index).is_none());
        over_games.map(|(_, tally)| tally.is_full()).collect()
    }

    /// Called after the last combination: checks the conjectures that compare rows.
    fn end(&mut self) -> Result<(), Error> {
        match &self.way {
            Way::Shard(_) => return Ok(()),
            Way::Merge(answers) => answers.end()?,
            Way::Whole => {}
        }
        compare_rows(self.prepared, &self.kept, &mut self.tally.conjectures, &self.control)
    }

    /// Adds the rows of a chunk in order, or passes the results on to the file of a shard.
    fn add(&mut self, chunk: &[Combination], outcomes: &[Outcome]) -> Result<(), Error> {
        let sweep = self.sweep;
        if let Way::Shard(share) = &mut self.way {
            let answers = chunk.iter().map(|entry| entry.index).zip(outcomes);
            return share.put(sweep, self.done, answers, &mut self.tally.conjectures);
        }
        let row = |(entry, outcome): (&Combination, &Outcome)| row(sweep, entry, (**outcome).as_ref());
        let rows: Vec<(Row, Vec<Tallied>)> = chunk.par_iter().zip(outcomes).map(row).collect();
        for ((entry, outcome), (mut row, mut says)) in chunk.iter().zip(outcomes).zip(rows) {
            let mut texts = (**outcome).as_ref().map_or(&[][..], |found| &found.texts);
            if let Err(misfit) = self.tables.fits(texts) {
                (row, says) = self::row(sweep, entry, Err(&misfit));
                texts = &[];
            }
            self.listed.add(self.sweep, &self.prepared.files, texts)?;
            self.kept.add(self.sweep, &row)?;
            self.tally.add(self.sweep, &row, says)?;
            self.tables.add(self.sweep, &row, texts).map_err(Error::io("write", Path::new(files::TABLE)))?;
        }
        Ok(())
    }
}

/// Whether a game was not solved because the run was stopped.
fn is_stopped(outcome: &Outcome) -> bool {
    matches!(**outcome, Err(Error::Interrupted | Error::Stopped))
}

/// The row of a game, and its results for all conjectures.
fn row(sweep: &Sweep, entry: &Combination, found: Result<&Found, &Error>) -> (Row, Vec<Tallied>) {
    let template;
    let (game, max) = match &entry.work {
        GameWork::Job(job) => (job.game.code.as_str(), job.game.shape.has_range().then_some(job.range.max)),
        GameWork::Known(code, max, _) => (code.as_str(), *max),
        GameWork::Wrong(_) => {
            template = sweep.code(&entry.data);
            (template.as_str(), None)
        }
    };
    let row = Row::new(&sweep.columns, &entry.data, game, max, found);
    let says = look(sweep, &row, found.map_or(&[][..], |found| &found.tallies));
    (row, says)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::{Name, Settings};
    use crate::results::Out;
    use crate::ruleset::Play;
    use crate::sweep::{Item, Over, Plan};
    use std::io::{self, Write};
    use std::sync::atomic::AtomicBool;
    use std::sync::{Arc, Mutex};

    #[derive(Clone, Default)]
    struct Text(Arc<Mutex<Vec<u8>>>);

    impl Write for Text {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn table(sweep: &Sweep, pace: Pace) -> (String, Tally) {
        let (cancelled, text) = (AtomicBool::new(false), Text::default());
        let out: Out = Box::new(text.clone());
        let tables = Tables::new(Some(out), Vec::new(), None, sweep).unwrap();
        let session = Session::new(&cancelled, &Silent);
        let prepared = Prepared::new(sweep, session).unwrap().rows_only();
        let mut course = Course::new(&prepared, tables, pace, session).unwrap();
        course.run(&mut |_| Ok(())).unwrap();
        course.tables.flush().unwrap();
        let text = String::from_utf8(text.0.lock().unwrap().clone()).unwrap();
        (text, course.tally)
    }

    /// The output depends neither on the chunks nor on what is remembered. The games are sums in misère play;
    /// many are equal, and some fail.
    #[test]
    fn the_pace_shows_in_no_byte() {
        let parts = ["nim:1", "subtraction:1,3", "subtraction:0", "octal:0.7"].map(|part| Item::Text(part.to_string()));
        let part = |name: &str| (name.to_string(), Over::List(parts.to_vec()));
        let plan = Plan {
            code: "sum:({a})+({b})+({a})".to_string(),
            over: vec![part("a"), part("b")],
            max: Some("7".to_string()),
            settings: Settings { play: Some(Play::Misere), max_rows: 1000, ..Settings::default() },
            ..Plan::default()
        };
        let sweep = Sweep::new(plan, Name::new("sums").unwrap(), None).unwrap().unwrap();
        let expected = table(&sweep, Pace::default());
        assert_eq!(expected.0.lines().count(), 17);
        assert_eq!(expected.1.all.games.errors, 7);
        for (first, most, remembered) in [(1, 1, 0), (1, 3, 2), (2, 2, 1), (5, 7, 100)] {
            let pace = Pace { chunk: Duration::ZERO, first, most, remembered, ..Pace::default() };
            assert_eq!(table(&sweep, pace), expected, "{pace:?}");
        }
    }
}
