//! An automaton that reads the digits of positions and outputs values: what is to be proved.

use super::automaton::{Automaton, Budget, Stopped};
use super::numeration::Numeration;

/// The largest number of states.
const MOST_STATES: usize = 10_000;

/// The largest number of coordinates.
const MOST_COORDINATES: usize = 2;

/// An automaton with outputs. It reads the digits of all coordinates in parallel, the most significant ones first;
/// shorter numbers have leading zeros. Its first state is 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DigitTable {
    numeration: Numeration,
    coordinates: usize,
    /// For each state, the next state for each tuple of digits, in lexicographic order; none for a tuple that no
    /// number has there.
    table: Vec<Vec<Option<usize>>>,
    output: Vec<u32>,
}

impl DigitTable {
    /// An automaton.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub fn new(
        numeration: Numeration,
        coordinates: usize,
        table: Vec<Vec<Option<usize>>>,
        output: Vec<u32>,
    ) -> Result<Self, String> {
        if !(1..=MOST_COORDINATES).contains(&coordinates) {
            return Err(format!("the automaton reads {coordinates} numbers; it can read 1 or 2"));
        }
        let (states, letters) = (table.len(), numeration.alphabet(coordinates).letters());
        if states == 0 || states > MOST_STATES {
            return Err(format!("the automaton has {states} states; it can have 1 to {MOST_STATES}"));
        }
        if output.len() != states {
            return Err(format!("there are {states} states and {} outputs", output.len()));
        }
        if let Some(state) = table.iter().position(|row| row.len() != letters) {
            return Err(format!("the state {state} needs {letters} transitions, one for each choice of digits"));
        }
        if let Some(state) = table.iter().position(|row| row.iter().flatten().any(|&next| next >= states)) {
            return Err(format!("the state {state} leads to a state that does not exist"));
        }
        if table[0][0] != Some(0) {
            return Err(
                "the first state does not stay where it is when it reads zeros, which may precede every number"
                    .to_string(),
            );
        }
        Ok(Self { numeration, coordinates, table, output })
    }

    /// Reads a text in the format of the program Walnut: a line with the numeration of each coordinate (`msd_2`,
    /// `msd_fib`, `msd_pell`), then for each state the lines `STATE OUTPUT` and `DIGIT ... -> STATE`. Text after `#` is
    /// ignored. The first state that is described is the first one.
    ///
    /// # Errors
    /// What is wrong, in words, with the number of the line.
    pub fn parse(text: &str) -> Result<Self, String> {
        let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
        let mut lines = (1..).zip(lines).filter(|(_, line)| !line.is_empty());
        let (number, first) = lines.next().ok_or("line 1: there is no automaton")?;
        let wrong = |number: usize, what: &str| format!("line {number}: {what}");
        let names: Vec<&str> = first.split_whitespace().collect();
        let numeration = names.first().and_then(|name| Numeration::read(name));
        let numeration = numeration
            .filter(|_| names.iter().all(|name| *name == names[0]) && names.len() <= MOST_COORDINATES)
            .ok_or_else(|| wrong(number, "expected one of msd_2, ..., msd_10, msd_fib, msd_pell, once or twice"))?;
        let letters = numeration.alphabet(names.len()).letters();
        let natural = |text: &str| text.parse::<u32>().ok();
        let (mut labels, mut table, mut output) = (Vec::new(), Vec::new(), Vec::new());
        for (number, line) in lines {
            let Some((digits, target)) = line.split_once("->") else {
                let state: Option<Vec<u32>> = line.split_whitespace().map(natural).collect();
                let Some([label, value]) = state.as_deref() else {
                    return Err(wrong(number, "expected `STATE OUTPUT` or `DIGIT ... -> STATE`"));
                };
                if labels.contains(label) {
                    return Err(wrong(number, &format!("the state {label} is described twice")));
                }
                labels.push(*label);
                output.push(*value);
                table.push(vec![None; letters]);
                continue;
            };
            let digits: Option<Vec<u32>> = digits.split_whitespace().map(natural).collect();
            let right = |digits: &Vec<u32>| {
                digits.len() == names.len() && digits.iter().all(|&digit| (digit as usize) < numeration.digits())
            };
            let (Some(digits), Some(target)) = (digits.filter(right), natural(target.trim())) else {
                return Err(wrong(number, "the digits are not those of the numeration, or the state is no number"));
            };
            let letter = digits.iter().fold(0, |letter, &digit| letter * numeration.digits() + digit as usize);
            let row = table.last_mut().ok_or_else(|| wrong(number, "a transition comes before the first state"))?;
            if row[letter].replace((number, target)).is_some() {
                return Err(wrong(number, "there are two transitions for these digits"));
            }
        }
        let place = |(number, target): (usize, u32)| {
            let place = labels.iter().position(|label| *label == target);
            place.ok_or_else(|| wrong(number, &format!("the state {target} is not described")))
        };
        let row = |row: Vec<Option<(usize, u32)>>| row.into_iter().map(|to| to.map(place).transpose()).collect();
        let table = table.into_iter().map(row).collect::<Result<_, _>>()?;
        Self::new(numeration, names.len(), table, output)
    }

    /// The numeration of all coordinates.
    pub fn numeration(&self) -> Numeration {
        self.numeration
    }

    /// The number of coordinates: 1 or 2.
    pub fn coordinates(&self) -> usize {
        self.coordinates
    }

    /// The transitions of each state, in lexicographic order of the digits.
    pub fn table(&self) -> &[Vec<Option<usize>>] {
        &self.table
    }

    /// The tuples of digits that the transitions are for, in this order.
    pub fn digits(&self) -> Vec<Vec<usize>> {
        let alphabet = self.numeration.alphabet(self.coordinates);
        (0..alphabet.letters()).map(|letter| alphabet.split(letter)).collect()
    }

    /// The output of each state.
    pub fn output(&self) -> &[u32] {
        &self.output
    }

    /// The output for a position; `None` if there is none, or if the position has another number of coordinates.
    pub fn at(&self, position: &[u64]) -> Option<u32> {
        let words: Vec<Vec<usize>> = position.iter().map(|&number| self.numeration.word(number)).collect();
        let length = words.iter().map(Vec::len).max().filter(|_| position.len() == self.coordinates)?;
        let digit = |word: &Vec<usize>, place: usize| (word.len() + place).checked_sub(length).map_or(0, |at| word[at]);
        let letter =
            |place| words.iter().fold(0, |letter, word| letter * self.numeration.digits() + digit(word, place));
        let state = (0..length).try_fold(0, |state: usize, place| self.table[state][letter(place)])?;
        Some(self.output[state])
    }

    /// Accepts the words whose output satisfies a condition. The words need not be those of numbers.
    pub(super) fn where_output(&self, holds: impl Fn(u32) -> bool, budget: Budget<'_>) -> Result<Automaton, Stopped> {
        let step = |state: &usize, letter: usize| Ok(self.table[*state][letter]);
        let accepts = |state: &usize| holds(self.output[*state]);
        Automaton::explore(self.numeration.alphabet(self.coordinates), 0, budget, step, accepts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MARK: &str = "msd_2  # n - 1 and n / 2\n\n0 0\n0 -> 0\n1 -> 1\n\n1 1\n0 -> 2\n1 -> 3\n2 0\n0 -> 1\n1 -> 3\n\
                        3 2\n0 -> 4\n1 -> 1\n4 0\n0 -> 3\n1 -> 1\n";

    #[test]
    fn a_text_of_walnut_is_read() {
        let table = DigitTable::parse(MARK).unwrap();
        let values: Vec<u32> = (0..8).map(|n| table.at(&[n]).unwrap()).collect();
        assert_eq!((table.numeration(), values), (Numeration::Base(2), vec![0, 1, 0, 2, 1, 2, 0, 1]));
        assert_eq!(table.at(&[1, 2]), None);
    }

    #[test]
    fn what_is_wrong_in_a_text_is_said() {
        for (text, what) in [
            ("", "line 1: there is no automaton"),
            ("lsd_2\n", "line 1: expected one of msd_2, ..., msd_10, msd_fib, msd_pell, once or twice"),
            ("msd_2 msd_3\n", "line 1: expected one of msd_2, ..., msd_10, msd_fib, msd_pell, once or twice"),
            ("msd_2\n0 -> 0\n", "line 2: a transition comes before the first state"),
            ("msd_2\n0\n", "line 2: expected `STATE OUTPUT` or `DIGIT ... -> STATE`"),
            ("msd_2\n0 0\n2 -> 0\n", "line 3: the digits are not those of the numeration, or the state is no number"),
            ("msd_2\n0 0\n0 0 -> 0\n", "line 3: the digits are not those of the numeration, or the state is no number"),
            ("msd_2\n0 0\n0 -> 0\n0 -> 0\n", "line 4: there are two transitions for these digits"),
            ("msd_2\n0 0\n0 -> 0\n0 1\n", "line 4: the state 0 is described twice"),
            ("msd_2\n0 0\n0 -> 0\n1 -> 7\n", "line 4: the state 7 is not described"),
            ("msd_2\n\n", "the automaton has 0 states; it can have 1 to 10000"),
            (
                "msd_2\n0 0\n1 -> 0\n",
                "the first state does not stay where it is when it reads zeros, which may precede every number",
            ),
        ] {
            assert_eq!(DigitTable::parse(text), Err(what.to_string()), "{text:?}");
        }
    }
}
