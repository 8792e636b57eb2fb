//! Automata as text, in the format of Walnut (Mousavi, Automatic Theorem Proving in Walnut (2016)).
//!
//! Lines that are empty or begin with `#` say nothing. The first other line names the numeration, once for each
//! coordinate. Each state is a line `STATE OUTPUT`, followed by its transitions `DIGITS -> STATE`, in which `*` stands
//! for every digit. The automaton begins in the state that stands first.

use super::machine::Automaton;
use super::numeration::Numeration;
use std::collections::BTreeMap;
use std::fmt::{self, Write};

/// Why a text is no automaton.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unreadable {
    /// The number of the line, from 1 on.
    pub line: usize,
    /// What is wrong with it, and what is allowed.
    pub message: String,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for Unreadable {}

/// What may stand in a line.
const LINES: &str = "expected `STATE OUTPUT`, as in `0 1`, or `DIGITS -> STATE`, as in `0 1 -> 2`";

/// A transition as written: its line, the state before it, the digits, the number of the state after it.
struct Arrow {
    line: usize,
    from: usize,
    digits: Vec<Option<u8>>,
    to: u64,
}

impl Automaton {
    /// Reads a text.
    ///
    /// # Errors
    /// [`Unreadable`] with the line of the mistake.
    pub fn read(text: &str) -> Result<Self, Unreadable> {
        let wrong = |line: usize, message: String| Unreadable { line, message };
        let lines = (1..).zip(text.trim_start_matches('\u{feff}').lines().map(str::trim));
        let mut lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let (first, header) = lines.next().ok_or_else(|| wrong(1, "the automaton is empty".to_string()))?;
        let (numeration, coordinates) = numerations(header).map_err(|message| wrong(first, message))?;
        let (mut states, mut outputs, mut arrows) = (BTreeMap::new(), Vec::new(), Vec::new());
        for (line, text) in lines {
            if let Some((digits, to)) = text.split_once("->") {
                let from = outputs.len().checked_sub(1);
                let from = from.ok_or_else(|| wrong(line, "a transition before the first state".to_string()))?;
                let (digits, to) = arrow(digits, to).map_err(|message| wrong(line, message))?;
                arrows.push(Arrow { line, from, digits, to });
                continue;
            }
            let (number, output) = state(text).ok_or_else(|| wrong(line, LINES.to_string()))?;
            if states.insert(number, outputs.len()).is_some() {
                return Err(wrong(line, format!("the state {number} is there already")));
            }
            outputs.push(output);
        }
        let made = Self::with_outputs(numeration, coordinates, outputs);
        let mut made = made.map_err(|message| wrong(first, message))?;
        for Arrow { line, from, digits, to } in arrows {
            let to = states.get(&to).ok_or_else(|| wrong(line, format!("there is no state {to}")))?;
            made.add(from, &digits, *to).map_err(|message| wrong(line, message))?;
        }
        Ok(made)
    }

    /// The text, which Walnut reads as a word automaton. The states have the numbers 0, 1, ....
    pub fn write(&self) -> String {
        let mut text = vec![self.numeration().name(); self.coordinates()].join(" ") + "\n";
        for (state, output) in self.outputs().iter().enumerate() {
            let _ = writeln!(text, "\n{state} {output}");
            for (digits, next) in self.transitions(state) {
                let digits: Vec<String> = digits.iter().map(u8::to_string).collect();
                let _ = writeln!(text, "{} -> {next}", digits.join(" "));
            }
        }
        text
    }
}

/// The numeration, and how often it is named.
fn numerations(header: &str) -> Result<(Numeration, usize), String> {
    let names: Vec<&str> = header.split_whitespace().collect();
    let known = names.iter().map(|name| {
        let known = Numeration::all().map(Numeration::name).collect::<Vec<_>>().join(", ");
        Numeration::named(name).ok_or_else(|| format!("`{name}` is not a numeration: expected one of {known}"))
    });
    let known = known.collect::<Result<Vec<_>, _>>()?;
    match known.split_first() {
        Some((first, others)) if others.iter().all(|other| other == first) => Ok((*first, known.len())),
        _ => Err("all coordinates must have the same numeration".to_string()),
    }
}

/// `STATE OUTPUT`.
fn state(text: &str) -> Option<(u64, i64)> {
    let (state, output) = text.split_once(char::is_whitespace)?;
    Some((state.parse().ok()?, output.trim().parse().ok()?))
}

/// `DIGITS -> STATE`.
fn arrow(digits: &str, to: &str) -> Result<(Vec<Option<u8>>, u64), String> {
    let digit = |text: &str| if text == "*" { Some(None) } else { text.parse().ok().map(Some) };
    let digits: Option<Vec<Option<u8>>> = digits.split_whitespace().map(digit).collect();
    if to.split_whitespace().count() > 1 {
        return Err("several states: the automaton must be deterministic".to_string());
    }
    digits.zip(to.trim().parse().ok()).ok_or_else(|| LINES.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    const PARITY: &str = "msd_2\n\n0 0\n0 -> 0\n1 -> 1\n\n1 1\n0 -> 1\n1 -> 0\n";

    #[test]
    fn what_is_written_is_read() {
        let random = &mut Random(1);
        for numeration in Numeration::all() {
            for coordinates in 1..=2 {
                let letters = usize::from(numeration.size()).pow(coordinates as u32);
                let mut made = Automaton::with_outputs(numeration, coordinates, vec![3, -1, 0, 3, 7]).unwrap();
                for from in 0..5 {
                    for letter in 0..letters {
                        let digits: Vec<Option<u8>> = made.digits_of(letter).into_iter().map(Some).collect();
                        if random.below(6) > 0 {
                            made.add(from, &digits, random.below(5) as usize).unwrap();
                        }
                    }
                }
                assert_eq!(Automaton::read(&made.write()).as_ref(), Ok(&made));
                // By the definition: digits with zeros in front, one after the other.
                for _ in 0..200 {
                    let numbers: Vec<u64> = (0..coordinates).map(|_| random.below(3000)).collect();
                    let words: Vec<Vec<u8>> = numbers.iter().map(|&n| numeration.digits(n)).collect();
                    let length = words.iter().map(Vec::len).max().unwrap();
                    let mut state = Some(0);
                    for place in 0..length {
                        let digit = |word: &Vec<u8>| {
                            if place + word.len() < length { 0 } else { word[place + word.len() - length] }
                        };
                        let letter: Vec<u8> = words.iter().map(digit).collect();
                        let next = |state| made.transitions(state).find(|(digits, _)| *digits == letter);
                        state = state.and_then(next).map(|(_, next)| next);
                    }
                    assert_eq!(made.value(&numbers), state.map(|state| made.outputs()[state]), "{numbers:?}");
                }
                let Some(values) = made.values(17) else { continue };
                assert!(coordinates == 1 && values.zip(17..3000).all(|(value, n)| value == made.value(&[n])));
            }
        }
    }

    #[test]
    fn sequences_with_known_automata() {
        let parity = Automaton::read(PARITY).unwrap();
        assert!((0..1000u64).all(|n| parity.value(&[n]) == Some(i64::from(n.count_ones() % 2))));
        assert_eq!(parity.write(), PARITY);
        let last = parity.values(u64::MAX - 1).unwrap().collect::<Vec<_>>();
        assert_eq!(last, [Some(1), Some(0)]);
        // The P-positions of Nim with two heaps, and the pairs without a common digit; comments, stars, other numbers.
        let equal = "# Nim\nmsd_2 msd_2\n  7 1\n0 0 -> 7\n1 1 -> 7\n0 1 -> 3\n1 0 -> 3\n\n3 0\n* * -> 3\n";
        let equal = Automaton::read(equal).unwrap();
        let apart = Automaton::read("msd_2 msd_2\n0 1\n0 * -> 0\n* 0 -> 0\n1 1 -> 1\n1 0\n* * -> 1").unwrap();
        for (a, b) in (0..40u64).flat_map(|a| (0..40u64).map(move |b| (a, b))) {
            assert_eq!(equal.value(&[a, b]), Some(i64::from(a == b)), "{a} {b}");
            assert_eq!(apart.value(&[a, b]), Some(i64::from(a & b == 0)), "{a} {b}");
        }
        // The Fibonacci word, which is 0 at n if the word of n ends with 0; a word with two ones beside one another
        // cannot come.
        let word = Automaton::read("msd_fib\n0 0\n0 -> 0\n1 -> 1\n1 1\n0 -> 0\n").unwrap();
        let mut letters = vec![0];
        while letters.len() < 1000 {
            letters = letters.iter().flat_map(|letter| if *letter == 0 { vec![0, 1] } else { vec![0] }).collect();
        }
        let values: Option<Vec<i64>> = word.values(0).unwrap().take(1000).collect();
        assert_eq!(values.unwrap(), letters[..1000]);
        assert_eq!((word.value(&[1, 2]), word.values(0).is_some(), equal.values(0).is_some()), (None, true, false));
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        for (text, line, words) in [
            ("", 1, "empty"),
            ("# nothing\n\n", 1, "empty"),
            ("\nmsd_11\n0 0\n", 2, "`msd_11` is not a numeration: expected one of msd_2, "),
            ("lsd_2\n0 0\n", 1, "`lsd_2` is not"),
            ("{0, 1}\n0 0\n", 1, "`{0,` is not"),
            ("msd_2 msd_3\n0 0\n", 1, "the same numeration"),
            ("msd_2\n", 1, "needs a state"),
            ("msd_2\n0 -> 0\n", 2, "before the first state"),
            ("msd_2\n0 0\n0 -> 1\n", 3, "there is no state 1"),
            ("msd_2\n0 0\n0 -> 0\n\n0 1\n", 5, "state 0 is there already"),
            ("msd_2\n0 0\n2 -> 0\n", 3, "the digit 2, where digits are less than 2"),
            ("msd_2\n0 0\n0 0 -> 0\n", 3, "2 digits, where 1 are read"),
            ("msd_2\n0 0\n -> 0\n", 3, "0 digits"),
            ("msd_2\n0 0\n0 -> 0\n1 -> 0 0\n", 4, "deterministic"),
            ("msd_2\n0 0\n1 1\n0 -> 0\n* -> 1\n", 5, "another state"),
            ("msd_2\n0 0\n-1 -> 0\n", 3, "expected"),
            ("msd_2\n0 0\n0 -> x\n", 3, "expected"),
            ("msd_2\n0\n", 2, "expected"),
            ("msd_2\n0 1 2\n", 2, "expected"),
            ("msd_2\n0 9223372036854775808\n", 2, "expected"),
            (&["msd_10"; 8].join(" "), 1, "needs a state"),
            (&(["msd_10"; 8].join(" ") + "\n0 0"), 1, "at most 16777216 transitions"),
            (&(["msd_2"; 99].join(" ") + "\n0 0"), 1, "too many"),
        ] {
            let found = Automaton::read(text).expect_err(text);
            assert!(found.line == line && found.message.contains(words), "{text}: {found}");
        }
    }

    #[test]
    fn no_text_panics() {
        let random = &mut Random(2);
        let words = [
            "msd_2",
            "msd_fib",
            "0",
            "1",
            "7",
            "->",
            "*",
            "\n",
            "\n",
            "\n",
            "#",
            "-1",
            "é",
            "99999999999999999999",
            " ",
        ];
        for _ in 0..20_000 {
            let count = random.below(30);
            let parts: Vec<&str> = (0..count).map(|_| words[random.below(words.len() as u64) as usize]).collect();
            let text = parts.join(" ");
            if let Ok(automaton) = Automaton::read(&text) {
                let _ = (
                    automaton.value(&[5]),
                    automaton.value(&[5, 6]),
                    automaton.values(3).map(|mut values| values.nth(9)),
                );
                assert_eq!(Automaton::read(&automaton.write()), Ok(automaton));
            }
        }
    }
}
