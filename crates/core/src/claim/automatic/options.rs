//! The options of a game as automata that read a position and an option in parallel.

use super::automaton::{Automaton, Budget, Stopped};
use super::numeration::Numeration;
use super::relations::LinearForm;
use crate::ruleset::{Point, Ruleset};
use crate::structure::{AutomaticMoves, AutomaticRule, Line, Lines, Rays, RoundedOption, Steps};
use num_integer::gcd;

/// A game about which the theorem speaks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AutomaticGame {
    /// Numbers; each rule gives an option.
    Numbers {
        /// The least position.
        least: u64,
        /// The rules.
        rules: Vec<AutomaticRule>,
    },
    /// Pairs of numbers from 0 on. A move subtracts the first vector of one of these pairs of vectors, and any multiple
    /// of the second one.
    Pairs(Vec<[[u32; 2]; 2]>),
}

impl AutomaticGame {
    /// The game of a ruleset for a range, if it is one.
    pub fn of(ruleset: &dyn Ruleset) -> Option<Self> {
        let (structures, firsts) = (ruleset.structures(), ruleset.rows().firsts());
        if let Some(AutomaticMoves { least, rules, .. }) = structures.get() {
            return Some(Self::Numbers { least: *least, rules: rules.clone() });
        }
        let pair = |vector: &Point| <[u32; 2]>::try_from(&vector[..]).ok();
        let line = |first: &Point, more: &Point| Some([pair(first)?, pair(more)?]);
        let still: Point = [0, 0].into_iter().collect();
        let lines: Option<Vec<_>> = if let Some(Rays(rays)) = structures.get() {
            rays.iter().map(|ray| line(ray, ray)).collect()
        } else if let Some(Steps(steps)) = structures.get() {
            steps.iter().map(|step| line(step, &still)).collect()
        } else if let Some(Lines(lines)) = structures.get() {
            lines.iter().map(|Line { first, more }| line(first, more)).collect()
        } else {
            None
        };
        // If the coordinates start later, there are no moves to smaller ones.
        lines.filter(|_| firsts == [0, 0]).map(Self::Pairs)
    }

    /// The number of coordinates.
    pub fn coordinates(&self) -> usize {
        match self {
            Self::Numbers { .. } => 1,
            Self::Pairs(_) => 2,
        }
    }

    /// Whether its rules use the golden ratio.
    pub(super) fn is_golden(&self) -> bool {
        matches!(self, Self::Numbers { rules, .. } if rules.iter().any(|rule| rule.option.golden != 0))
    }
}

/// The positions of a game, and the options of each move.
pub(super) struct GameAutomata {
    /// Accepts the positions.
    pub positions: Automaton,
    pub moves: Vec<MoveAutomata>,
}

/// The options of a move.
pub(super) struct MoveAutomata {
    /// Reads a position and then a possible option of it.
    pub options: Automaton,
    /// Accepts the positions from which the move must lead somewhere; none if it leads nowhere if a coordinate would be
    /// negative.
    pub must: Option<Automaton>,
}

impl GameAutomata {
    pub fn of(game: &AutomaticGame, numeration: Numeration, budget: Budget<'_>) -> Result<Self, Stopped> {
        let maker = Maker { numeration, words: numeration.words(budget)?, budget };
        match game {
            AutomaticGame::Numbers { least, rules } => {
                let positions = maker.at_least(*least)?;
                let moves = rules.iter().map(|rule| maker.rule(rule, &positions)).collect::<Result<_, _>>()?;
                Ok(Self { positions, moves })
            }
            AutomaticGame::Pairs(lines) => {
                let positions = maker.joined(2, &[])?;
                let moves = lines.iter().map(|line| maker.line(*line)).collect::<Result<_, _>>()?;
                Ok(Self { positions, moves })
            }
        }
    }
}

/// Makes the automata.
struct Maker<'c> {
    numeration: Numeration,
    /// Accepts the words of numbers.
    words: Automaton,
    budget: Budget<'c>,
}

impl Maker<'_> {
    /// What all parts accept, for words of numbers.
    fn joined(&self, tracks: usize, parts: &[(&Automaton, &[usize])]) -> Result<Automaton, Stopped> {
        let places: Vec<[usize; 1]> = (0..tracks).map(|track| [track]).collect();
        let words = places.iter().map(|place| (&self.words, &place[..]));
        let parts: Vec<(&Automaton, &[usize])> = parts.iter().copied().chain(words).collect();
        Automaton::all(self.numeration.alphabet(tracks), &parts, self.budget)?.minimal(self.budget)
    }

    fn form(&self, factors: &[i64], constant: i64) -> LinearForm {
        LinearForm::plain(self.numeration, factors, constant)
    }

    fn at_least(&self, least: u64) -> Result<Automaton, Stopped> {
        let form = self.form(&[1], -number(least)?);
        self.joined(1, &[(&form.at_least_zero(self.budget)?, &[0])])
    }

    /// The options of a rule, from the positions of the game.
    fn rule(&self, rule: &AutomaticRule, positions: &Automaton) -> Result<MoveAutomata, Stopped> {
        let n = self.form(&[1], 0);
        let late = self.at_least(rule.from)?;
        let residues = rule.residues.iter().map(|&residue| number(residue)).collect::<Result<Vec<_>, _>>()?;
        let periodic = n.congruent(number(rule.modulus.max(1))?, &residues, self.budget)?;
        let late = self.joined(1, &[(&late, &[0]), (&periodic, &[0])])?;
        let before = rule.before.iter().map(|&n| number(n)).collect::<Result<Vec<_>, _>>()?;
        let early = n.among(&before, self.budget)?;
        let must = Automaton::any(self.numeration.alphabet(1), &[&late, &early], self.budget)?;
        let must = self.joined(1, &[(&must, &[0]), (positions, &[0])])?;
        let option = self.option(rule.option)?;
        let options = self.joined(2, &[(&must, &[0]), (&option, &[0, 1])])?;
        Ok(MoveAutomata { options, must: Some(must) })
    }

    /// Reads n and its option.
    fn option(&self, option: RoundedOption) -> Result<Automaton, Stopped> {
        let RoundedOption { golden, shift, factor, constant, divisor } = option;
        let last = divisor.checked_sub(1).filter(|&last| last >= 0).ok_or(Stopped::TooLarge)?;
        let negative = divisor.checked_neg().ok_or(Stopped::TooLarge)?;
        // x is the quotient of y, rounded down, if y - divisor x is from 0 to divisor - 1.
        let rounded = self.form(&[factor, negative], constant).within(last, self.budget)?;
        if golden == 0 {
            return Ok(rounded);
        }
        // With n + shift = z + 1, floor_phi(n + shift) is 1 more than z with a 0 at the end of its word.
        let constant = constant.checked_add(golden).ok_or(Stopped::TooLarge)?;
        let with_golden = LinearForm {
            numeration: self.numeration,
            factors: vec![(factor, 0), (negative, 0), (0, golden)],
            constant,
        };
        let with_golden = with_golden.within(last, self.budget)?;
        let shift_less_one = shift.checked_sub(1).ok_or(Stopped::TooLarge)?;
        let shifted = self.form(&[1, -1], shift_less_one).within(0, self.budget)?;
        let later = self.joined(3, &[(&with_golden, &[0, 1, 2]), (&shifted, &[0, 2])])?.project(2, self.budget)?;
        // floor_phi(0) = 0.
        let at_zero = self.form(&[1], shift).within(0, self.budget)?;
        let at_zero = self.joined(2, &[(&at_zero, &[0]), (&rounded, &[0, 1])])?;
        Automaton::any(self.numeration.alphabet(2), &[&later, &at_zero], self.budget)
    }

    /// The moves to a line: from (x, y) to (x', y') if (x - x', y - y') is `first` and any multiple of `more`.
    fn line(&self, [first, more]: [[u32; 2]; 2]) -> Result<MoveAutomata, Stopped> {
        let [f1, f2] = first.map(i64::from);
        let [m1, m2] = more.map(i64::from);
        let divisor = gcd(m1, m2).max(1);
        // How far x - x' and y - y' go beyond `first`.
        let [in_x, in_y] = [f1, f2].map(|first| self.form(&[1, -1], -first));
        let [x, y] = [[0, 2], [1, 3]];
        let mut parts: Vec<(Automaton, &[usize])> = Vec::new();
        for (form, step, tracks) in [(&in_x, m1, &x), (&in_y, m2, &y)] {
            parts.push(match step {
                0 => (form.within(0, self.budget)?, tracks),
                _ => (form.at_least_zero(self.budget)?, tracks),
            });
            if step > 0 && divisor > 1 {
                parts.push((form.congruent(step, &[0], self.budget)?, tracks));
            }
        }
        if m1 > 0 && m2 > 0 {
            let (w1, w2) = (m1 / divisor, m2 / divisor);
            let along = self.form(&[w2, -w1, -w2, w1], w1 * f2 - w2 * f1);
            parts.push((along.within(0, self.budget)?, &[0, 1, 2, 3]));
        }
        let parts: Vec<(&Automaton, &[usize])> = parts.iter().map(|(part, tracks)| (part, *tracks)).collect();
        Ok(MoveAutomata { options: self.joined(4, &parts)?, must: None })
    }
}

fn number(number: u64) -> Result<i64, Stopped> {
    i64::try_from(number).map_err(|_| Stopped::TooLarge)
}
