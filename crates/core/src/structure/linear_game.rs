//! Games whose moves are linear: what a move needs and where it leads are linear in the coordinates of the position
//! and in the numbers that the player chooses. `docs/theorems.md`, "Sets of P-positions", says what is proved of them.

use super::kinds::KindTexts;
use super::linear::{Condition, Linear};
use super::offered::Structure;
use super::stacks::Faces;
use super::vectors::{Rays, Steps};
use crate::ruleset::Point;
use serde::{Deserialize, Serialize};

/// A game on lists of whole numbers that are at least 0. Normal play.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LinearGame {
    /// The number of coordinates of a position; they are variables 0, 1, ...
    pub coordinates: usize,
    /// What the coordinates of a position satisfy, apart from being at least 0.
    pub positions: Vec<Condition>,
    /// The moves. Two of them may lead to the same options.
    pub moves: Vec<LinearMove>,
    /// The texts that say the same, if the game is written as texts.
    #[serde(skip)]
    pub texts: Option<KindTexts>,
}

/// A move: for all whole numbers that satisfy its conditions there is an option.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LinearMove {
    /// How many numbers the player chooses. They are the variables after the coordinates.
    pub chosen: usize,
    /// The conditions.
    pub conditions: Vec<Condition>,
    /// The coordinates of the option.
    pub target: Vec<Linear>,
}

impl LinearGame {
    /// All positions of some coordinates, with these moves; `None` if a number was too large for one of them.
    fn plain(coordinates: usize, moves: impl Iterator<Item = Option<LinearMove>>) -> Option<Self> {
        Some(Self { coordinates, positions: Vec::new(), moves: moves.collect::<Option<_>>()?, texts: None })
    }

    /// The game of taking tokens from the heaps of a face: at least one token, any number from each of them.
    pub fn of_faces(heaps: usize, Faces(faces): &Faces) -> Option<Self> {
        let take = |&face: &u32| {
            let touched: Vec<usize> = (0..heaps).filter(|heap| face >> heap & 1 == 1).collect();
            let (zero, mut taken) = (Linear::constant(0), Linear::constant(0));
            let (mut conditions, mut target) = (Vec::new(), same(heaps));
            for (nth, &heap) in touched.iter().enumerate() {
                let [before, after] = [heap, heaps + nth].map(Linear::variable);
                conditions.push(Condition::at_most(&zero, &after, 0)?);
                conditions.push(Condition::at_most(&after, &before, 0)?);
                taken = taken.plus(&before.minus(&after)?)?;
                target[heap] = after;
            }
            conditions.push(Condition::at_most(&zero, &taken, 1)?);
            Some(LinearMove { chosen: touched.len(), conditions, target })
        };
        Self::plain(heaps, faces.iter().map(take))
    }

    /// The game of subtracting a positive multiple of a vector.
    pub fn of_rays(coordinates: usize, Rays(vectors): &Rays) -> Option<Self> {
        let factor = Linear::variable(coordinates);
        let positive = Condition::at_most(&Linear::constant(0), &factor, 1)?;
        let take = |vector: &Point| {
            let mut line = subtract(vector, |component| factor.times(component))?;
            line.conditions.push(positive.clone());
            Some(LinearMove { chosen: 1, ..line })
        };
        Self::plain(coordinates, vectors.iter().map(take))
    }

    /// The game of subtracting a vector.
    pub fn of_steps(coordinates: usize, Steps(vectors): &Steps) -> Option<Self> {
        Self::plain(coordinates, vectors.iter().map(|vector| subtract(vector, Linear::number_of)))
    }

    /// The game of taking from a largest heap.
    pub fn greedy(heaps: usize) -> Option<Self> {
        let left = Linear::variable(heaps);
        let take = |touched: usize| {
            let largest = Linear::variable(touched);
            let zero = Condition::at_most(&Linear::constant(0), &left, 0);
            let mut conditions = vec![zero?, Condition::at_most(&left, &largest, 1)?];
            for other in (0..heaps).filter(|&other| other != touched) {
                conditions.push(Condition::at_most(&Linear::variable(other), &largest, 0)?);
            }
            let mut target = same(heaps);
            target[touched] = left.clone();
            Some(LinearMove { chosen: 1, conditions, target })
        };
        Self::plain(heaps, (0..heaps).map(take))
    }

    /// What makes coordinates a position.
    pub fn position_conditions(&self) -> Vec<Condition> {
        let natural = (0..self.coordinates).map(|at| Condition::AtLeastZero(Linear::variable(at)));
        natural.chain(self.positions.iter().cloned()).collect()
    }

    /// Whether these are the coordinates of a position.
    pub fn is_position(&self, at: &[i64]) -> bool {
        let value = |variable: usize| at.get(variable).copied().unwrap_or(0);
        at.len() == self.coordinates && self.position_conditions().iter().all(|one| one.at(value) == Some(true))
    }
}

/// The coordinates as they are.
fn same(coordinates: usize) -> Vec<Linear> {
    (0..coordinates).map(Linear::variable).collect()
}

/// A move that subtracts what is made of each component of a vector; no coordinate may become negative.
fn subtract(vector: &Point, taken: impl Fn(i64) -> Option<Linear>) -> Option<LinearMove> {
    let (mut conditions, mut target) = (Vec::new(), same(vector.len()));
    for (at, &component) in vector.iter().enumerate().filter(|(_, component)| **component > 0) {
        target[at] = target[at].minus(&taken(component.into())?)?;
        conditions.push(Condition::AtLeastZero(target[at].clone()));
    }
    Some(LinearMove { chosen: 0, conditions, target })
}

impl Structure for LinearGame {
    /// It says nothing about the work.
    fn work_per_row(&self, _rows: u64) -> u64 {
        u64::MAX
    }
}
