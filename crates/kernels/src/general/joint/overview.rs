//! All rows of a compound at once: how many are P, also by their largest coordinate, and the first and the last of
//! them.
//!
//! Idea: a row has the joined number of its components. If there are few numbers, the rows of the compound with each of
//! them are counted from those of the components. For the lengths of plays see `alternating.rs`; the largest of them
//! counts as the least of M minus each, for an even M. The first P-position is found one component after the other,
//! since it is known which numbers the components that follow can give. Cost: that of `alternating.rs`.

use super::alternating::{AlternatingProducts, bytes};
use super::joiner::{FEW, Joiner, Numbers};
use grundy_core::bytes::Bytes;
use grundy_core::control::Control;
use grundy_core::error::Error;
use grundy_core::overview::{Cost, Overview};
use grundy_core::ruleset::Rows;
use std::borrow::Cow;

/// With more components the tree would have too many sets of them.
const MOST_COMPONENTS: usize = 16;

/// How many rows are counted between two checks for cancellation.
const STRETCH: usize = 1 << 12;

/// All rows of a compound.
pub struct JointOverview<'j> {
    rows: &'j Rows,
    components: Vec<(&'j Rows, Cow<'j, [u32]>)>,
    joiner: &'j Joiner,
    /// A bound of all numbers.
    end: usize,
    memory: Bytes,
}

impl<'j> JointOverview<'j> {
    /// The rows of a compound, of whose components the rows and their numbers are given; none if the numbers are joined
    /// in another way.
    pub fn new(
        rows: &'j Rows,
        components: &[(&'j Rows, &'j [u32])],
        joiner: &'j Joiner,
        memory: Bytes,
    ) -> Option<Self> {
        let largest = components.iter().flat_map(|(_, numbers)| numbers.iter().copied()).max().unwrap_or(0);
        let even = largest.checked_next_multiple_of(2)?;
        let numbers = |numbers: &'j [u32]| match joiner.numbers {
            Numbers::Largest => numbers.iter().map(|number| even - number).collect(),
            _ => Cow::Borrowed(numbers),
        };
        let components = components.iter().map(|&(rows, list)| (rows, numbers(list))).collect();
        let end = even as usize + 1;
        (joiner.numbers != Numbers::Nimbers).then_some(Self { rows, components, joiner, end, memory })
    }

    fn has_few(&self) -> bool {
        self.joiner.numbers == Numbers::Few
    }

    fn join(&self, a: u32, b: u32) -> u32 {
        if self.has_few() { (self.joiner.join)(a, b) } else { a.min(b) }
    }

    /// A counter without rows.
    fn counter(&self) -> Counter<'_> {
        match self.has_few() {
            true => Counter::Few(vec![[0; FEW]; self.components.len()], self.joiner),
            false => Counter::Lengths(AlternatingProducts::new(self.components.len(), self.end)),
        }
    }

    /// The cost of counting all rows.
    fn cost(&self) -> Cost {
        let all: u128 = self.components.iter().map(|(rows, _)| u128::from(rows.len())).sum();
        let count = self.components.len();
        if count > MOST_COMPONENTS {
            return Cost::TOO_MUCH;
        }
        // The rows are also sorted by size.
        let sorted = 16 * all;
        match self.has_few() {
            true => Cost { steps: all * (FEW * FEW * count) as u128, bytes: sorted },
            false => {
                let (levels, each) = (u128::from(self.end.ilog2() + 1), (count << count) as u128);
                Cost { steps: all * levels * each, bytes: sorted + bytes(count, self.end) }
            }
        }
    }

    /// The first or the last row whose outcome is N, or P; none if there is no such row.
    fn end_of(&self, n: bool, last: bool, control: &Control<'_>) -> Result<Option<u64>, Error> {
        let (mut row, mut before) = (0, None);
        for (place, (rows, numbers)) in self.components.iter().enumerate() {
            control.check()?;
            let rest = self.reach(place + 1);
            let joined = |own: u32| before.map_or(own, |before| self.join(before, own));
            let fits = |&own: &u32| rest.gives(self, joined(own), n);
            let found = if last { numbers.iter().rposition(fits) } else { numbers.iter().position(fits) };
            let Some(found) = found else { return Ok(None) };
            row = row * rows.len() + found as u64;
            before = Some(joined(numbers[found]));
        }
        Ok(Some(row))
    }

    /// The numbers that the components from `place` on can give.
    fn reach(&self, place: usize) -> Reach {
        self.components[place..].iter().rev().fold(Reach::Nothing, |after, (_, numbers)| {
            let own = match self.has_few() {
                true => Reach::Few(numbers.iter().fold([false; FEW], |mut seen, &number| {
                    seen[number as usize] = true;
                    seen
                })),
                false => {
                    let least = |odd: u32| numbers.iter().copied().filter(|number| number % 2 == odd).min();
                    Reach::Lengths([least(0), least(1)], numbers.iter().copied().max().unwrap_or(0))
                }
            };
            own.before(after, self)
        })
    }

    /// The value of a row.
    fn value(&self, row: u64) -> u32 {
        let (mut rest, mut joined) = (row, None);
        for (rows, numbers) in self.components.iter().rev() {
            let own = numbers[(rest % rows.len()) as usize];
            joined = Some(joined.map_or(own, |after| self.join(own, after)));
            rest /= rows.len();
        }
        joined.map_or(0, |number| u32::from((self.joiner.is_n)(number)))
    }
}

/// The numbers that some components can give.
#[derive(Clone, Copy)]
enum Reach {
    /// There are no components.
    Nothing,
    /// Which numbers.
    Few([bool; FEW]),
    /// The least even and the least odd number, and the largest.
    Lengths([Option<u32>; 2], u32),
}

impl Reach {
    /// What this component and those after it can give.
    fn before(self, after: Self, overview: &JointOverview<'_>) -> Self {
        match (self, after) {
            (own, Reach::Nothing) => own,
            (Reach::Few(own), Reach::Few(rest)) => {
                let mut joined = [false; FEW];
                for (a, b) in pairs().filter(|&(a, b)| own[a] && rest[b]) {
                    joined[overview.join(a as u32, b as u32) as usize] = true;
                }
                Reach::Few(joined)
            }
            (Reach::Lengths(own, most), Reach::Lengths(rest, most_of_rest)) => {
                let least = |odd: usize| {
                    let own = own[odd].filter(|&number| number <= most_of_rest);
                    own.into_iter().chain(rest[odd].filter(|&number| number <= most)).min()
                };
                Reach::Lengths([least(0), least(1)], most.min(most_of_rest))
            }
            (own, _) => own,
        }
    }

    /// Whether a row that begins with components of this joined number can be N, or P.
    fn gives(self, overview: &JointOverview<'_>, before: u32, n: bool) -> bool {
        let is = |number: u32| (overview.joiner.is_n)(number) == n;
        match self {
            Reach::Nothing => is(before),
            Reach::Few(seen) => (0..FEW).any(|number| seen[number] && is(overview.join(before, number as u32))),
            Reach::Lengths(least, most) => {
                is(before) && most >= before || least.into_iter().flatten().any(|number| number < before && is(number))
            }
        }
    }
}

fn pairs() -> impl Iterator<Item = (usize, usize)> {
    (0..FEW * FEW).map(|pair| (pair / FEW, pair % FEW))
}

/// Counts P-positions while rows are added to the components.
enum Counter<'j> {
    /// How often each component has each number.
    Few(Vec<[u64; FEW]>, &'j Joiner),
    Lengths(AlternatingProducts),
}

impl Counter<'_> {
    fn add(&mut self, component: usize, number: u32) {
        match self {
            Counter::Few(counts, _) => counts[component][number as usize] += 1,
            Counter::Lengths(products) => products.add(component, number),
        }
    }

    fn p_positions(&self) -> u64 {
        match self {
            Counter::Few(counts, joiner) => {
                let all = counts.iter().copied().reduce(|before, own| {
                    let mut joined = [0; FEW];
                    for (a, b) in pairs() {
                        joined[(joiner.join)(a as u32, b as u32) as usize % FEW] += before[a] * own[b];
                    }
                    joined
                });
                let p = |(number, count): (u32, u64)| if (joiner.is_n)(number) { 0 } else { count };
                (0..).zip(all.unwrap_or_default()).map(p).sum()
            }
            Counter::Lengths(products) => products.even(),
        }
    }
}

impl Overview for JointOverview<'_> {
    fn rows(&self) -> &Rows {
        self.rows
    }

    fn memory(&self) -> Bytes {
        self.memory
    }

    fn values(&self, rows: &[u64], control: &Control<'_>) -> Result<Vec<u32>, Error> {
        rows.iter().map(|&row| control.check().map(|()| self.value(row))).collect()
    }

    fn cost_by_value(&self) -> Cost {
        self.cost()
    }

    fn by_value(&self, control: &Control<'_>) -> Result<Vec<u64>, Error> {
        let mut counter = self.counter();
        for (component, (_, numbers)) in self.components.iter().enumerate() {
            for some in numbers.chunks(STRETCH) {
                control.check()?;
                some.iter().for_each(|&number| counter.add(component, number));
            }
        }
        let p = counter.p_positions();
        Ok(vec![p, self.rows.len() - p])
    }

    fn cost_of_ends(&self) -> Cost {
        let all: u128 = self.components.iter().map(|(rows, _)| u128::from(rows.len())).sum();
        Cost { steps: all * self.components.len() as u128, bytes: 0 }
    }

    fn ends(&self, last: bool, control: &Control<'_>) -> Result<Vec<Option<u64>>, Error> {
        Ok(vec![self.end_of(false, last, control)?, self.end_of(true, last, control)?])
    }

    fn cost_by_largest(&self) -> Cost {
        self.cost()
    }

    fn zeros_by_largest(&self, control: &Control<'_>) -> Result<Vec<u64>, Error> {
        let mut sized = Vec::new();
        let mut label = Vec::new();
        for (component, (rows, numbers)) in (0u32..).zip(&self.components) {
            for (row, &number) in (0..).zip(numbers.iter()) {
                rows.label(row, &mut label);
                sized.push((label.iter().copied().max().unwrap_or(0), component, number));
            }
        }
        sized.sort_unstable();
        let (mut counter, mut before, mut next) = (self.counter(), 0, 0);
        let mut counts = Vec::with_capacity(self.rows.end() as usize);
        control.phase("counting", sized.len() as u64);
        for size in 0..self.rows.end() {
            while let Some(&(_, component, number)) = sized.get(next).filter(|&&(own, ..)| own == size) {
                if next % STRETCH == 0 {
                    control.check()?;
                    control.progress(next as u64);
                }
                counter.add(component as usize, number);
                next += 1;
            }
            let all = counter.p_positions();
            counts.push(all - before);
            before = all;
        }
        Ok(counts)
    }
}

#[cfg(test)]
mod tests {
    use super::super::joiner::joiner;
    use super::*;
    use grundy_core::random::Random;
    use grundy_core::ruleset::Joining;

    /// Components with one or two coordinates and random numbers: the same as by visiting all rows.
    #[test]
    fn all_rows_at_once_are_what_they_are_one_by_one() {
        let seed = 20_261_130;
        let mut random = Random(seed);
        let joinings = [
            Joining::Selective,
            Joining::Ordinal,
            Joining::Shortened,
            Joining::Conjunctive,
            Joining::Continued,
            Joining::Sequential,
        ];
        for trial in 0..400 {
            let joining = joinings[trial % joinings.len()];
            let joiner = joiner(joining);
            let most = if joiner.numbers == Numbers::Few {
                if joining == Joining::Sequential { 4 } else { 2 }
            } else {
                1 + random.below(7)
            };
            let max = 1 + random.below(4);
            let firsts: Vec<Vec<u64>> =
                (0..2 + trial % 2).map(|_| vec![random.below(2); 1 + random.below(2) as usize]).collect();
            let parts: Vec<Rows> = firsts.iter().map(|firsts| Rows::up_to(firsts.clone(), max)).collect();
            let lists: Vec<Vec<u32>> =
                parts.iter().map(|rows| (0..rows.len()).map(|_| random.below(most) as u32).collect()).collect();
            let rows = Rows::up_to(firsts.concat(), max);
            let components: Vec<(&Rows, &[u32])> = parts.iter().zip(lists.iter().map(|list| &list[..])).collect();
            let all = JointOverview::new(&rows, &components, &joiner, Bytes(1 << 30)).unwrap();
            let (mut by_value, mut ends, mut label) = ([0, 0], [[None; 2]; 2], Vec::new());
            let mut by_largest = vec![0; rows.end() as usize];
            for row in 0..rows.len() {
                let mut rest = row;
                let own: Vec<u32> = lists
                    .iter()
                    .rev()
                    .map(|list| {
                        let own = list[(rest % list.len() as u64) as usize];
                        rest /= list.len() as u64;
                        own
                    })
                    .collect();
                let joined = own.into_iter().reduce(|after, own| (joiner.join)(own, after)).unwrap();
                let value = usize::from((joiner.is_n)(joined));
                assert_eq!(all.value(row), value as u32, "seed {seed}, {joining:?}, row {row}");
                by_value[value] += 1;
                ends[0][value].get_or_insert(row);
                ends[1][value] = Some(row);
                rows.label(row, &mut label);
                by_largest[*label.iter().max().unwrap() as usize] += u64::from(value == 0);
            }
            let control = Control::free();
            assert_eq!(all.by_value(&control).unwrap(), by_value, "seed {seed}, {joining:?}, {lists:?}");
            assert_eq!(all.ends(false, &control).unwrap(), ends[0], "seed {seed}, {joining:?}, {lists:?}");
            assert_eq!(all.ends(true, &control).unwrap(), ends[1], "seed {seed}, {joining:?}, {lists:?}");
            assert_eq!(all.zeros_by_largest(&control).unwrap(), by_largest, "seed {seed}, {joining:?}, {lists:?}");
        }
    }
}
