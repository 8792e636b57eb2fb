//! A sweep in shards: how a shard stores the results of its games, and how a merge reads them.

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

/// The stored result of a game, or its error in words.
type StoredOutcome = Result<Found, String>;

/// The approximate size of a frame in bytes. A merge holds one frame of each shard in memory.
const FRAME: usize = 1 << 18;

/// A frame: the results of combinations, by their numbers. The last frame of a chunk also contains the number of
/// combinations looked at so far.
#[derive(Serialize, Deserialize)]
struct ShardFrame {
    done: Option<u64>,
    answers: Vec<(u64, StoredOutcome)>,
}

/// The same frame with borrowed results.
#[derive(Serialize)]
struct BorrowedFrame<'w> {
    done: Option<u64>,
    answers: &'w [(u64, Result<&'w Found, String>)],
}

/// The games of a shard, and its file.
pub(super) struct Share<'s> {
    pub dealer: Dealer,
    pub writing: Writing,
    /// The number of games that were solved.
    pub games: u64,
    /// The files of a game, and the number of rows that they have together in this shard.
    pub files: &'s [&'static ResultFile],
    pub listed: Listed,
}

impl Share<'_> {
    /// Copies what an earlier process left, up to the end of its last whole chunk. Returns the number of
    /// combinations that it had looked at by then.
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

    /// Writes the results of some games, after `done` combinations. Results of conjectures about games are added
    /// to `tallies`, so that no more counterexamples are kept than can be shown.
    ///
    /// # Errors
    /// [`Error::Io`], also if a game's file cannot be read, since a retry may succeed; [`Error::Limit`] as for
    /// [`Listed::add`].
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
            // A rough size: the figures, and some bytes for each counterexample.
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

/// Merges the results of a game into the tallies of the conjectures about games. The other tallies belong to
/// conjectures about rows.
fn add(tallies: &mut Vec<Tally>, sweep: &Sweep, found: &Found) {
    tallies.resize(sweep.plan.settings.conjectures.len(), Tally::default());
    let over_games = tallies.iter_mut().enumerate().filter(|(index, _)| sweep.row_conjecture(*index).is_none());
    over_games.zip(&found.tallies).for_each(|((_, tally), says)| tally.merge(says.clone()));
}

/// The results of all shards, in the order of the combinations.
pub(super) struct Answers {
    sources: Vec<ShardSource>,
    /// For the next combination of each shard that has more, the index of the shard.
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
    /// The results after the first `done` combinations.
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

    /// The result of the combination with this number, which must be the next one in the shards. `is_wrong`
    /// means that the combination has no valid game.
    ///
    /// # Errors
    /// [`Error::Io`]; [`Error::Corrupt`] if no shard has it, or if the result is impossible.
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
        // The stored error itself is used. It may name a file by its path as seen from where the shard was
        // started.
        if is_wrong && stored.is_ok() {
            return Err(
                self.wrong(place, &format!("what it says about {} is impossible: there is no such game", label()))
            );
        }
        self.note(place)?;
        Ok(Arc::new(stored.map_err(Error::Usage)))
    }

    /// Called after the last combination.
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
