//! A sweep in shards: what a shard writes of its games, and how a merge reads it again.

use super::game::{Found, Outcome};
use super::listed::Listed;
use crate::conjecture::Tally;
use crate::error::Error;
use crate::results::ResultFile;
use crate::shard::{Dealer, Reader, UnfinishedFile, Writing};
use crate::stream::serialized;
use crate::sweep::Sweep;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, VecDeque};
use std::path::PathBuf;
use std::sync::Arc;

/// What is known of a combination: what was found, or the error in words.
type StoredOutcome = Result<Found, String>;

/// The bytes of a frame, about: merges hold one of each shard in memory.
const FRAME: usize = 1 << 18;

/// A frame: what combinations came to, by their numbers, and, in the last frame of a chunk, how many combinations had then been looked at.
#[derive(Serialize, Deserialize)]
struct ShardFrame {
    done: Option<u64>,
    answers: Vec<(u64, StoredOutcome)>,
}

/// The same, of outcomes that are borrowed.
#[derive(Serialize)]
struct BorrowedFrame<'w> {
    done: Option<u64>,
    answers: &'w [(u64, Result<&'w Found, String>)],
}

/// The games of a shard and its file.
pub(super) struct Share<'s> {
    pub dealer: Dealer,
    pub writing: Writing,
    /// How many games were solved.
    pub games: u64,
    /// The files of a game, and how many rows those of the shard have together.
    pub files: &'s [&'static ResultFile],
    pub listed: Listed,
}

impl Share<'_> {
    /// Takes over what an earlier process left, up to the end of a chunk: how many combinations it had then looked at.
    ///
    /// # Errors
    /// [`Error::Io`]; [`Error::Limit`] as for [`Listed::add`].
    pub fn take_over(
        &mut self,
        sweep: &Sweep,
        mut left: UnfinishedFile,
        tallies: &mut Vec<Tally>,
    ) -> Result<u64, Error> {
        let (mut before, mut chunk) = (0, Vec::new());
        while let Some(bytes) = left.next()? {
            let Ok(frame) = postcard::from_bytes::<ShardFrame>(&bytes) else { break };
            chunk.push((bytes, frame.answers));
            let Some(done) = frame.done.filter(|done| *done > before) else { continue };
            for (bytes, answers) in chunk.drain(..) {
                self.writing.put(&bytes)?;
                self.games += answers.len() as u64;
                for found in answers.iter().filter_map(|(_, stored)| stored.as_ref().ok()) {
                    self.listed.add(sweep, self.files, &found.texts)?;
                    add(tallies, sweep, found);
                }
            }
            before = done;
        }
        self.writing.took_over(&left)?;
        Ok(before)
    }

    /// Writes what some games came to, after so many combinations, and adds what was seen of conjectures over games, so that no more examples are
    /// kept than can be told.
    ///
    /// # Errors
    /// [`Error::Io`], also of a game whose file cannot be read: another try may do; [`Error::Limit`] as for [`Listed::add`].
    pub fn put<'o>(
        &mut self,
        sweep: &Sweep,
        done: u64,
        outcomes: impl Iterator<Item = (u64, &'o Outcome)>,
        tallies: &mut Vec<Tally>,
    ) -> Result<(), Error> {
        let mut answers = Vec::new();
        let mut bytes = 0;
        for (index, outcome) in outcomes {
            let stored = match &**outcome {
                Ok(found) => {
                    self.listed.add(sweep, self.files, &found.texts)?;
                    add(tallies, sweep, found);
                    bytes += found.texts.iter().map(Vec::len).sum::<usize>();
                    Ok(found)
                }
                Err(Error::Io { action, path, source }) => {
                    return Err(Error::io(action, path)(source.kind().into()));
                }
                Err(error) => Err(error.to_string()),
            };
            // With its figures, and about so much for each counterexample.
            let examples = |found: &Found| found.tallies.iter().map(|tally| tally.examples.len()).sum::<usize>();
            bytes += 100 + 200 * stored.as_ref().map_or(0, |found| examples(found));
            answers.push((index, stored));
            self.games += 1;
            if bytes > FRAME {
                self.writing.put(&serialized(&BorrowedFrame { done: None, answers: &answers })?)?;
                (bytes, answers) = (0, Vec::new());
            }
        }
        self.writing.put(&serialized(&BorrowedFrame { done: Some(done), answers: &answers })?)
    }
}

/// Joins what was seen of a game to the tallies of all conjectures, of which some are over rows.
fn add(tallies: &mut Vec<Tally>, sweep: &Sweep, found: &Found) {
    tallies.resize(sweep.plan.settings.conjectures.len(), Tally::default());
    let over_games = tallies.iter_mut().enumerate().filter(|(index, _)| sweep.row_conjecture(*index).is_none());
    over_games.zip(&found.tallies).for_each(|((_, tally), says)| tally.merge(says.clone()));
}

/// What all shards wrote, in the order of the combinations.
pub(super) struct Answers {
    sources: Vec<ShardSource>,
    /// The number of the next combination of each shard that has more.
    next: BTreeMap<u64, usize>,
}

struct ShardSource {
    reader: Reader,
    frame: VecDeque<(u64, StoredOutcome)>,
}

impl ShardSource {
    /// The number of the next combination; none at the end.
    fn peek(&mut self) -> Result<Option<u64>, Error> {
        while self.frame.is_empty() {
            let Some(frame) = self.reader.next()? else { return Ok(None) };
            let frame = postcard::from_bytes::<ShardFrame>(&frame);
            let what = "it does not contain results of a sweep: run it again with --fresh";
            let frame = frame.map_err(|_| Error::corrupt(self.reader.path(), what))?;
            self.frame = frame.answers.into();
        }
        Ok(self.frame.front().map(|(index, _)| *index))
    }
}

impl Answers {
    /// Behind so many combinations.
    ///
    /// # Errors
    /// [`Error::Io`], [`Error::Corrupt`].
    pub fn new(readers: &[Reader], done: u64) -> Result<Self, Error> {
        let sources =
            readers.iter().map(|reader| ShardSource { reader: reader.clone(), frame: VecDeque::new() }).collect();
        let mut answers = Self { sources, next: BTreeMap::new() };
        for place in 0..answers.sources.len() {
            while answers.sources[place].peek()?.is_some_and(|index| index <= done) {
                answers.sources[place].frame.pop_front();
            }
            answers.note(place)?;
        }
        Ok(answers)
    }

    fn note(&mut self, place: usize) -> Result<(), Error> {
        let Some(index) = self.sources[place].peek()? else { return Ok(()) };
        match self.next.insert(index, place) {
            None => Ok(()),
            Some(other) => Err(self.wrong(
                place,
                &format!(
                    "it contains a game that {} contains as well: run both again with --fresh",
                    self.path(other).display()
                ),
            )),
        }
    }

    fn path(&self, place: usize) -> PathBuf {
        self.sources[place].reader.path().to_path_buf()
    }

    fn wrong(&self, place: usize, what: &str) -> Error {
        Error::corrupt(self.sources[place].reader.path(), what)
    }

    /// What the combination with this number, the next that counts, came to; where it makes no game, its error.
    ///
    /// # Errors
    /// [`Error::Io`]; [`Error::Corrupt`] if no shard has it, or it cannot be that.
    pub fn take(&mut self, index: u64, is_wrong: bool, label: impl Fn() -> String) -> Result<Outcome, Error> {
        let Some((next, place)) = self.next.pop_first() else {
            return Err(self.wrong(0, &format!("neither it nor any other shard contains the game at {}", label())));
        };
        if next != index {
            let what =
                format!("it and the other shards do not contain the games of the sweep: there is none at {}", label());
            return Err(self.wrong(place, &what));
        }
        let stored = self.sources[place].frame.pop_front().ok_or(Error::Unfit)?.1;
        // Its words may name a file as it was seen from where the shard was started.
        if is_wrong && stored.is_ok() {
            return Err(
                self.wrong(place, &format!("what it says about {} is impossible: there is no such game", label()))
            );
        }
        self.note(place)?;
        Ok(Arc::new(stored.map_err(Error::Usage)))
    }

    /// Behind the last combination.
    ///
    /// # Errors
    /// [`Error::Corrupt`] if a shard has more games.
    pub fn end(&self) -> Result<(), Error> {
        match self.next.values().next() {
            None => Ok(()),
            Some(&place) => Err(self.wrong(place, "it contains games that do not belong to the sweep")),
        }
    }
}
