//! How often a play can be repeated from where it ends. This recognises very long plays without playing them.
//!
//! A play from x to x + d can be repeated from there, again and again, as long as every move in it remains possible
//! and changes the position by the same amount. Its target must change by d if the position does, and its conditions
//! must remain true. If the expressions are linear along d (sums, products with a constant, remainders whose divisor
//! divides the change), this follows from their values and slopes. Nothing is claimed about other expressions.

use super::line::{Move, Target};
use super::rules::{LARGEST, Moves};
use super::walk::Walk;
use crate::eval::{MOST_TURNS, Machine, no_values};
use crate::node::{Domain, Link, Number, Truth};
use crate::tree::{Arithmetic, Comparison};
use crate::uses::Uses;

impl Moves {
    /// A lower bound on the number of times that a play can be repeated, each time from where it ended; `u64::MAX` if
    /// there is no end. `play` is a list of positions; a move leads from each of them to the next.
    ///
    /// ```
    /// use grundy_language::{Moves, Scope};
    ///
    /// let moves = [("n -> n - 3 when n >= 3", 0), ("n -> n + 2 when n % 2 == 1", 0)];
    /// let moves = Moves::read(&moves, Scope::default()).expect("moves");
    /// assert_eq!(moves.repetitions(&[&[12], &[9]]), 3);
    /// assert_eq!(moves.repetitions(&[&[7], &[9]]), u64::MAX);
    /// assert_eq!(moves.repetitions(&[&[12], &[9], &[11]]), 0);
    /// ```
    pub fn repetitions(&self, play: &[&[i64]]) -> u64 {
        let ([first, .., last], coordinates) = (play, self.names.len()) else { return 0 };
        if play.iter().any(|position| position.len() != coordinates) || first == last {
            return 0;
        }
        let by: Vec<i64> = first.iter().zip(*last).map(|(from, to)| to - from).collect();
        let steps = play.windows(2).map(|step| self.step(step[0], step[1], &by));
        let times = steps.chain(play.iter().map(|position| self.stays(position, &by))).min().unwrap_or(0);
        // Even if all moves remain possible, a coordinate must not exceed its maximum.
        let room = |(&at, &by): (&i64, &i64)| if by > 0 { (LARGEST - at) / by } else { i64::MAX };
        match times {
            u64::MAX => times,
            times => play
                .iter()
                .flat_map(|position| position.iter().zip(&by))
                .map(room)
                .fold(times, |least, room| least.min(room.max(0) as u64)),
        }
    }

    /// How many times a position moved by `by` is still a position.
    fn stays(&self, position: &[i64], by: &[i64]) -> u64 {
        let down = |(&at, &by): (&i64, &i64)| if by < 0 { at / -by } else { i64::MAX };
        let least = position.iter().zip(by).map(down).min().unwrap_or(i64::MAX);
        let least = if least == i64::MAX { u64::MAX } else { least as u64 };
        let Some(positions) = &self.positions else { return least };
        let locals = position.to_vec();
        let machine = &mut Machine::new(&no_values, locals, MOST_TURNS);
        least.min(MovingExpressions { machine, by }.lasts(&positions.condition))
    }

    /// How many times there is a move from one position to another, if both are moved by `by`.
    fn step(&self, from: &[i64], to: &[i64], by: &[i64]) -> u64 {
        let (mut best, mut target) = (0, Vec::new());
        let mut machine = Machine::new(&no_values, Vec::new(), MOST_TURNS);
        for line in self.moves.iter().filter(|line| line.is_of(from)) {
            machine.begin(from, line.ranges.len());
            let plain = plain(line);
            let mut walk = Walk { line, fixed: from.len(), target: &mut target };
            let walked = walk.walk(&mut machine, 0, &mut |machine, option| {
                for (part, numbers) in option.chunks_exact(to.len()).zip(plain.chunks_exact(to.len())) {
                    if part == to {
                        best = best.max(MovingExpressions { machine, by }.possible(line, numbers));
                    }
                }
                best < u64::MAX
            });
            if walked != Ok(true) {
                break;
            }
        }
        best
    }
}

/// The coordinates of the parts before the first group, i.e. of parts whose number does not depend on the position.
fn plain(line: &Move) -> Vec<&Number> {
    let mut plain = Vec::new();
    for target in &line.targets {
        match target {
            Target::Number(number) => plain.push(number.number()),
            Target::Group(_) => break,
        }
    }
    plain
}

/// Expressions whose coordinates change by `by` each time, while other variables keep their values.
struct MovingExpressions<'a, 'm> {
    /// The evaluator, with the first values of the variables.
    machine: &'a mut Machine<'m>,
    by: &'a [i64],
}

impl MovingExpressions<'_, '_> {
    /// How many times a move remains possible and leads as far.
    fn possible(&mut self, line: &Move, target: &[&Number]) -> u64 {
        let by = self.by;
        if !target.iter().zip(by).all(|(number, by)| self.slope(number) == Some(*by)) {
            return 0;
        }
        let mut times = u64::MAX;
        for (level, range) in line.ranges.iter().enumerate() {
            let value = Number::Constant(self.machine.local(by.len() + level));
            times = times.min(match range {
                Domain::Range(first, last, inclusive) => {
                    let end = if *inclusive { Comparison::AtMost } else { Comparison::Less };
                    self.compared(Comparison::AtMost, first, &value).min(self.compared(end, &value, last))
                }
                Domain::Set(set) => self.fixed(|uses| uses.set(set)),
            });
        }
        line.conditions.iter().flatten().fold(times, |times, condition| times.min(self.lasts(condition)))
    }

    /// `u64::MAX` if nothing that is used changes; otherwise 0.
    fn fixed(&self, look: impl FnOnce(&mut Uses)) -> u64 {
        let mut uses = Uses::default();
        look(&mut uses);
        let moves = |local: &u32| self.by.get(*local as usize).is_some_and(|by| *by != 0);
        if uses.variables.is_empty() && !uses.locals.iter().any(moves) { u64::MAX } else { 0 }
    }

    /// The amount by which a number grows each time, if it is constant.
    fn slope(&mut self, number: &Number) -> Option<i64> {
        if self.fixed(|uses| uses.number(number)) > 0 {
            return Some(0);
        }
        match number {
            Number::Local(local) => self.by.get(*local as usize).copied(),
            Number::Negative(inner) => self.slope(&inner.0)?.checked_neg(),
            Number::Join(sign, pair) => {
                let (left, right) = (self.slope(&pair.0)?, self.slope(&pair.1)?);
                match sign {
                    Arithmetic::Add => left.checked_add(right),
                    Arithmetic::Subtract => left.checked_sub(right),
                    Arithmetic::Multiply if left == 0 => self.value(&pair.0)?.checked_mul(right),
                    Arithmetic::Multiply if right == 0 => self.value(&pair.1)?.checked_mul(left),
                    Arithmetic::Divide | Arithmetic::Remainder if right == 0 => {
                        let divisor = self.value(&pair.1)?;
                        let whole = left.checked_rem(divisor)? == 0;
                        let quotient = if *sign == Arithmetic::Divide { left.checked_div(divisor)? } else { 0 };
                        whole.then_some(quotient)
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn value(&mut self, number: &Number) -> Option<i64> {
        self.machine.number(number).ok()
    }

    /// How many times a condition that holds at first remains true.
    fn lasts(&mut self, truth: &Truth) -> u64 {
        if self.fixed(|uses| uses.truth(truth)) > 0 {
            return u64::MAX;
        }
        match truth {
            Truth::And(pair) => self.lasts(&pair.0).min(self.lasts(&pair.1)),
            Truth::Or(pair) => {
                let mut best = 0;
                for truth in [&pair.0, &pair.1] {
                    if self.machine.truth(truth) == Ok(true) {
                        best = best.max(self.lasts(truth));
                    }
                }
                best
            }
            Truth::Compare(sign, pair) => self.compared(*sign, &pair.0, &pair.1),
            Truth::Chain(chain) => {
                let (mut left, mut times) = (&chain.0, u64::MAX);
                for link in &chain.1 {
                    times = times.min(match link {
                        Link::Compare(sign, right) => self.compared(*sign, std::mem::replace(&mut left, right), right),
                        Link::In(set, _) => self.fixed(|uses| {
                            uses.number(left);
                            uses.set(set);
                        }),
                    });
                }
                times
            }
            _ => 0,
        }
    }

    /// How many times a comparison that holds at first remains true.
    fn compared(&mut self, sign: Comparison, left: &Number, right: &Number) -> u64 {
        let slopes = self.slope(left).zip(self.slope(right));
        let Some(((rise, fall), (left, right))) = slopes.zip(self.value(left).zip(self.value(right))) else { return 0 };
        let (gap, closes) = (i128::from(right) - i128::from(left), i128::from(rise) - i128::from(fall));
        // At time t the gap is gap - t * closes. `stays` is the number of times that the gap is at least `least`.
        let stays = |gap: i128, closes: i128, least: i128| if closes > 0 { Some((gap - least) / closes) } else { None };
        let times = match sign {
            Comparison::Less => stays(gap, closes, 1),
            Comparison::AtMost => stays(gap, closes, 0),
            Comparison::Greater => stays(-gap, -closes, 1),
            Comparison::AtLeast => stays(-gap, -closes, 0),
            Comparison::Equal | Comparison::In => (closes != 0).then_some(0),
            Comparison::Unequal | Comparison::NotIn => {
                let meets = closes != 0 && gap % closes == 0 && gap / closes > 0;
                meets.then(|| gap / closes - 1)
            }
        };
        times.map_or(u64::MAX, |times| u64::try_from(times.max(0)).unwrap_or(u64::MAX - 1))
    }
}
