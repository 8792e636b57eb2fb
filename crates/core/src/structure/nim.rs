//! Recognises Nim, whatever family it is written in.

use super::heap::AllBut;
use super::offered::Structures;
use super::stacks::{Faces, Heaps};
use super::vectors::Rays;

impl Structures<'_> {
    /// Whether the game is Nim with this number of heaps.
    pub fn is_nim(&self, heaps: usize) -> bool {
        self.get::<AllBut>().is_some_and(|all_but| all_but.0.is_empty() && heaps == 1)
            || self.get::<Heaps>().is_some_and(|rule| *rule == Heaps { most: 1, limit: None, all: false })
            || self
                .get::<Faces>()
                .is_some_and(|Faces(faces)| faces.len() == heaps && faces.iter().all(|face| face.is_power_of_two()))
            || self
                .get::<Rays>()
                .is_some_and(|Rays(rays)| rays.len() == heaps && rays.iter().all(|ray| ray.iter().sum::<u32>() == 1))
    }
}
