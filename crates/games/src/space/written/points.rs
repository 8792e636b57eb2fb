//! Positions, numbered in the order in which they were found, in little memory. All coordinates are stored in
//! one array; an open-addressing hash table contains the numbers.

use grundy_core::bytes::Bytes;
use smallvec::SmallVec;

/// The coordinates of a position.
pub type Place = SmallVec<[i64; 8]>;

const FREE: u32 = u32::MAX;

/// The maximum number of positions, so that their numbers and some special marks fit into 32 bits.
pub(super) const MOST: usize = u32::MAX as usize - 3;

/// The number of table entries per cache line.
const LINE: usize = 16;

/// The coordinates of all positions, one after the other. They are stored in 32 bits each until one does not fit.
enum Coordinates {
    Words(Vec<u32>),
    Longs(Vec<i64>),
}

impl Coordinates {
    fn len(&self) -> usize {
        match self {
            Coordinates::Words(words) => words.len(),
            Coordinates::Longs(longs) => longs.len(),
        }
    }

    fn width(&self) -> usize {
        if matches!(self, Coordinates::Words(_)) { 4 } else { 8 }
    }

    fn push(&mut self, part: &[i64]) {
        if let Coordinates::Words(words) = self {
            if part.iter().all(|&coordinate| u32::try_from(coordinate).is_ok()) {
                return words.extend(part.iter().map(|&coordinate| coordinate as u32));
            }
            *self = Coordinates::Longs(words.iter().map(|&word| i64::from(word)).collect());
        }
        if let Coordinates::Longs(longs) = self {
            longs.extend_from_slice(part);
        }
    }

    /// `count` coordinates from `begin` on.
    fn get(&self, begin: usize, count: usize) -> Option<Place> {
        let end = begin.checked_add(count)?;
        match self {
            Coordinates::Words(words) => Some(words.get(begin..end)?.iter().map(|&word| i64::from(word)).collect()),
            Coordinates::Longs(longs) => Some(Place::from_slice(longs.get(begin..end)?)),
        }
    }

    /// Whether the coordinates from `begin` on are those of `part`.
    #[inline]
    fn are(&self, begin: usize, part: &[i64]) -> bool {
        match self {
            Coordinates::Words(words) => {
                words[begin..].iter().zip(part).all(|(&known, &wanted)| i64::from(known) == wanted)
            }
            Coordinates::Longs(longs) => longs[begin..].iter().zip(part).all(|(known, wanted)| known == wanted),
        }
    }
}

/// A set of positions that is also a list.
pub(super) struct Points {
    dimensions: usize,
    coordinates: Coordinates,
    /// The numbers of positions. The length is a power of two, and at least half of the entries are free.
    table: Vec<u32>,
}

impl Points {
    /// An empty set of positions with this many coordinates.
    pub fn new(dimensions: usize) -> Self {
        Self { dimensions, coordinates: Coordinates::Words(Vec::new()), table: vec![FREE; 64] }
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.coordinates.len() / self.dimensions
    }

    /// The position with a number.
    pub fn get(&self, number: usize) -> Option<Place> {
        self.coordinates.get(number.checked_mul(self.dimensions)?, self.dimensions)
    }

    /// The number of a position, if it is in the set.
    pub fn find(&self, part: &[i64]) -> Option<u32> {
        self.place(part).ok()
    }

    /// Adds a position unless it is in the set; returns its number, and whether it is new. There must not be
    /// more than [`MOST`] positions.
    pub fn insert(&mut self, part: &[i64]) -> (u32, bool) {
        match self.place(part) {
            Ok(number) => (number, false),
            Err(mut place) => {
                let number = self.len();
                if (number + 1) * 2 > self.table.len() {
                    self.grow();
                    place = self.place(part).err().unwrap_or(place);
                }
                self.coordinates.push(part);
                self.table[place] = number as u32;
                (number as u32, true)
            }
        }
    }

    /// The number of a position, or the place in the table where it would be stored.
    #[inline]
    fn place(&self, part: &[i64]) -> Result<u32, usize> {
        let mut places = ProbePlaces::new(part, self.table.len());
        loop {
            let place = places.next();
            let number = self.table[place];
            if number == FREE {
                return Err(place);
            }
            if self.coordinates.are(number as usize * self.dimensions, part) {
                return Ok(number);
            }
        }
    }

    fn grow(&mut self) {
        // Free the old table before allocating the new one.
        let length = self.table.len() * 2;
        self.table = Vec::new();
        self.table = vec![FREE; length];
        for number in 0..self.len() {
            let Some(part) = self.get(number) else { break };
            let mut places = ProbePlaces::new(&part, length);
            let mut place = places.next();
            while self.table[place] != FREE {
                place = places.next();
            }
            self.table[place] = number as u32;
        }
    }

    /// The memory that the set takes.
    pub fn held(&self) -> Bytes {
        self.needs(self.len() as u64)
    }

    /// The memory for this many positions, if the arrays have just grown.
    pub fn needs(&self, positions: u64) -> Bytes {
        let coordinates = (2 * self.coordinates.width() * self.dimensions) as u128;
        // After it has just grown, the table has four entries per position.
        Bytes(u128::from(positions).saturating_mul(coordinates + 16))
    }
}

/// The places where a position may be stored, in the order in which they are tried.
///
/// Moves often lead from a position to one that differs only in the last few bits of the last coordinate.
/// Such positions use the same cache lines, each with its own lane within the line. Which coordinate uses
/// which lane depends on the hash of the other bits.
struct ProbePlaces {
    line: usize,
    lane: usize,
    tried: usize,
    lines: usize,
}

impl ProbePlaces {
    #[inline]
    fn new(part: &[i64], places: usize) -> Self {
        let (last, others) = part.split_last().map_or((0, part), |(last, others)| (*last as u64, others));
        let neighbours = others.iter().fold(mix(last / LINE as u64), |hash, &coordinate| mix(hash ^ coordinate as u64));
        let lane = (last.wrapping_add(neighbours >> 59) % LINE as u64) as usize;
        let lines = places / LINE;
        Self { line: neighbours as usize & (lines - 1), lane, tried: 0, lines }
    }

    /// Each line is tried once, at growing distances; after all of them comes the next lane.
    #[inline]
    fn next(&mut self) -> usize {
        let place = self.line * LINE + self.lane;
        self.tried += 1;
        self.line = (self.line + self.tried) & (self.lines - 1);
        if self.tried == self.lines {
            (self.tried, self.lane) = (0, (self.lane + 1) % LINE);
        }
        place
    }
}

fn mix(number: u64) -> u64 {
    let product = u128::from(number ^ 0x9E37_79B9_7F4A_7C15) * 0xD6E8_FEB8_6659_FD93;
    product as u64 ^ (product >> 64) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::random::Random;
    use std::collections::HashMap;

    #[test]
    fn numbers_are_those_of_a_map() {
        for dimensions in 1..4 {
            let (mut points, mut map) = (Points::new(dimensions), HashMap::new());
            let mut random = Random(1);
            for step in 0..20_000u64 {
                // Lines, strides and scattered positions, many of them repeated.
                let scattered = random.below(1000);
                let part: Vec<i64> = (0..dimensions as u64)
                    .map(|axis| (if step % 3 == 0 { step * 16 + axis } else { scattered * (axis + 1) }) as i64)
                    .collect();
                assert_eq!(points.find(&part), map.get(&part).copied());
                let next = map.len() as u32;
                let number = *map.entry(part.clone()).or_insert(next);
                assert_eq!(points.insert(&part), (number, number == next));
            }
            assert_eq!(points.len(), map.len());
            assert!(
                map.iter()
                    .all(|(part, &number)| { points.get(number as usize).is_some_and(|known| known[..] == part[..]) })
            );
            assert!(points.get(points.len()).is_none() && points.find(&vec![-1; dimensions]).is_none());
            let capacity = match &points.coordinates {
                Coordinates::Words(words) => words.capacity() * 4,
                Coordinates::Longs(longs) => longs.capacity() * 8,
            };
            let held = (capacity + points.table.len() * 4) as u128;
            assert!(held <= points.held().0, "{held}");
            // A large coordinate switches to 64 bits.
            let large = vec![i64::from(u32::MAX) + 7; dimensions];
            assert_eq!(points.insert(&large), (map.len() as u32, true));
            assert_eq!(points.find(&large), Some(map.len() as u32));
            assert!(map.iter().all(|(part, &number)| points.find(part) == Some(number)));
        }
    }
}
