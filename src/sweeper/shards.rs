//! A sweep in shards: what a shard writes of its games, and how a merge reads it again.

use super::game::{Found, Outcome};
use crate::conjecture::Tally;
use crate::error::Error;
use crate::shard::{Dealer, Part, Reader, Writing};
use crate::stream::serialized;
use crate::sweep::Sweep;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, VecDeque};
use std::path::PathBuf;
use std::sync::Arc;

/// The wheels of the odometer and the combinations looked at, when the games of a frame were solved.
type State = (Option<Vec<(i64, i64)>>, u64);

/// What is known of a combination: what was found, or the error in words.
type Stored = Result<Found, String>;

/// A frame: where the sweep then was, and what combinations came to, by their numbers.
#[derive(Serialize, Deserialize)]
struct Frame {
    state: State,
    dealer: Dealer,
    answers: Vec<(u64, Stored)>,
}

/// The same, of what is not its own.
#[derive(Serialize)]
struct Written<'w> {
    state: State,
    dealer: &'w Dealer,
    answers: Vec<(u64, Result<&'w Found, String>)>,
}

/// The games of a shard and its file.
pub(super) struct Share {
    pub dealer: Dealer,
    pub writing: Writing,
    /// How many games were solved.
    pub games: u64,
}

impl Share {
    /// Goes on where the frames end: the state there, if there is any frame.
    ///
    /// # Errors
    /// [`Error::Unfit`] if they are no such frames.
    pub fn go_on(
        &mut self,
        (sweep, part): (&Sweep, Part),
        frames: &[Vec<u8>],
        tallies: &mut Vec<Tally>,
    ) -> Result<Option<State>, Error> {
        let mut state = None;
        for frame in frames {
            let frame: Frame = postcard::from_bytes(frame).map_err(|_| Error::Unfit)?;
            let found = frame.answers.iter().filter_map(|(_, stored)| stored.as_ref().ok());
            found.for_each(|found| add(tallies, sweep, found));
            self.games += frame.answers.len() as u64;
            if !frame.dealer.is_of(part) {
                return Err(Error::Unfit);
            }
            (state, self.dealer) = (Some(frame.state), frame.dealer);
        }
        Ok(state)
    }

    /// Writes what some games came to, and adds what was seen of conjectures over games, so that no more examples are kept than can be told.
    pub fn put<'o>(
        &mut self,
        sweep: &Sweep,
        state: State,
        answers: impl Iterator<Item = (u64, &'o Outcome)>,
        tallies: &mut Vec<Tally>,
    ) -> Result<(), Error> {
        let stored = |(index, outcome): (u64, &'o Outcome)| (index, (**outcome).as_ref().map_err(Error::to_string));
        let answers: Vec<_> = answers.map(stored).collect();
        answers.iter().filter_map(|(_, stored)| stored.as_ref().ok()).for_each(|found| add(tallies, sweep, found));
        self.games += answers.len() as u64;
        self.writing.put(&serialized(&Written { state, dealer: &self.dealer, answers })?)
    }
}

/// Joins what was seen of a game to the tallies of all conjectures, of which some are over rows.
fn add(tallies: &mut Vec<Tally>, sweep: &Sweep, found: &Found) {
    tallies.resize(sweep.plan.conjectures.len(), Tally::default());
    let over_games = tallies.iter_mut().enumerate().filter(|(index, _)| sweep.row_conjecture(*index).is_none());
    over_games.zip(&found.tallies).for_each(|((_, tally), says)| tally.merge(says.clone()));
}

/// What all shards wrote, in the order of the combinations.
pub(super) struct Answers {
    sources: Vec<Source>,
    /// The number of the next combination of each shard that has more.
    next: BTreeMap<u64, usize>,
}

struct Source {
    reader: Reader,
    frame: VecDeque<(u64, Stored)>,
}

impl Source {
    /// The number of the next combination; none at the end.
    fn peek(&mut self) -> Result<Option<u64>, Error> {
        while self.frame.is_empty() {
            let Some(frame) = self.reader.next()? else { return Ok(None) };
            let frame = postcard::from_bytes::<Frame>(&frame);
            let frame = frame.map_err(|_| Error::corrupt(self.reader.path(), "it does not hold results of a sweep"))?;
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
        let sources = readers.iter().map(|reader| Source { reader: reader.clone(), frame: VecDeque::new() }).collect();
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
            Some(other) => {
                Err(self.wrong(place, &format!("it has a game that {} has too", self.path(other).display())))
            }
        }
    }

    fn path(&self, place: usize) -> PathBuf {
        self.sources[place].reader.path().to_path_buf()
    }

    fn wrong(&self, place: usize, what: &str) -> Error {
        Error::corrupt(self.sources[place].reader.path(), what)
    }

    /// What the combination with this number, the next that counts, came to.
    ///
    /// # Errors
    /// [`Error::Io`]; [`Error::Corrupt`] if no shard has it.
    pub fn take(&mut self, index: u64, label: impl Fn() -> String) -> Result<Outcome, Error> {
        let Some((next, place)) = self.next.pop_first() else {
            return Err(self.wrong(0, &format!("neither it nor any other shard has the game at {}", label())));
        };
        if next != index {
            let what = format!("it and the other shards do not have the games of the sweep: none is at {}", label());
            return Err(self.wrong(place, &what));
        }
        let stored = self.sources[place].frame.pop_front().ok_or(Error::Unfit)?.1;
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
            Some(&place) => Err(self.wrong(place, "it has games that the sweep has not")),
        }
    }
}
