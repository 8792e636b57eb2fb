//! Searches a sequence in others: a run of its terms is looked for in every line, and then as many terms are
//! compared as both sequences have.

use super::stripped::{SequenceEntry, entries};
use memchr::memmem::Finder;

/// The length of the runs that are looked for.
const RUN: usize = 12;

/// The maximum number of leading terms that are dropped.
const DROPPED: usize = 12;

/// A sequence that shares terms with ours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Match {
    /// Its OEIS number.
    pub number: String,
    /// What was added to each of our terms: 0 or 1.
    pub plus: i64,
    /// The index of our first matching term, from 0.
    pub ours: usize,
    /// The index of the same term in the other sequence.
    pub theirs: usize,
    /// The number of terms that agree from there on: up to the end of the shorter sequence.
    pub agree: usize,
}

/// The sequences of a `stripped` text that contain a run of our terms and agree with ours from there up to the
/// end of one of them. The longest agreements come first.
///
/// None if there are fewer than six terms, or if every possible run has fewer than three different terms: too
/// many sequences would match.
pub fn search(ours: &[i64], text: &str) -> Option<Vec<Match>> {
    let mut found: Vec<Match> = Vec::new();
    let mut any = false;
    for plus in [0, 1] {
        let terms: Vec<i64> = ours.iter().map(|term| term + plus).collect();
        for from in 0..=DROPPED.min(terms.len().saturating_sub(6)) {
            let run = RunOfTerms { terms: &terms, plus, from };
            if run.sought().len() < 6.min(RUN) || is_plain(run.sought()) {
                continue;
            }
            any = true;
            run.look(text, &mut found);
        }
    }
    found.sort_by(|a, b| (b.agree, a.plus, &a.number).cmp(&(a.agree, b.plus, &b.number)));
    any.then_some(found)
}

/// Whether a run is too plain to identify a sequence: it has fewer than three different terms.
fn is_plain(run: &[i64]) -> bool {
    let mut different = run.to_vec();
    different.sort_unstable();
    different.dedup();
    different.len() < 3
}

/// Our terms, and the run of them that is looked for.
struct RunOfTerms<'t> {
    /// All of our terms, with `plus` added to each.
    terms: &'t [i64],
    plus: i64,
    /// The index of the run's first term.
    from: usize,
}

impl<'t> RunOfTerms<'t> {
    /// The terms of the run.
    fn sought(&self) -> &'t [i64] {
        &self.terms[self.from..self.terms.len().min(self.from + RUN)]
    }

    /// Adds the sequences of a text that contain the run and agree with ours from there on, unless they are
    /// already known.
    fn look(&self, text: &str, found: &mut Vec<Match>) {
        let &Self { terms, plus, from } = self;
        let needle: String = self.sought().iter().map(|term| format!(",{term}")).collect();
        let needle = format!("{needle},");
        let finder = Finder::new(&needle);
        for SequenceEntry { number, terms: theirs } in entries(text) {
            if found.iter().any(|known| known.number == number && known.plus == plus) {
                continue;
            }
            let Some(at) = finder.find(theirs.as_bytes()) else { continue };
            let before = theirs[..at].bytes().filter(|&byte| byte == b',').count();
            let rest = theirs[at + 1..].split(',').filter(|term| !term.is_empty());
            let agree = rest.zip(&terms[from..]).take_while(|(term, own)| **term == *own.to_string()).count();
            // If one of them continues differently, it is another sequence.
            let ends = theirs[at + 1..].split(',').filter(|term| !term.is_empty()).count() == agree;
            if ends || agree == terms.len() - from {
                found.push(Match { number: number.to_string(), plus, ours: from, theirs: before, agree });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# OEIS\nA000045 ,0,1,1,2,3,5,8,13,21,34,55,89,144,\nA000027 ,1,2,3,4,5,6,7,8,9,10,11,12,13,14,\n\
        A999999 ,7,7,1,2,3,5,8,13,21,34,55,89,144,233,\nA000001 ,0,1,1,2,3,5,8,13,21,34,55,90,\n";

    fn found(ours: &[i64]) -> Vec<(String, i64, usize, usize, usize)> {
        let all = search(ours, TEXT).unwrap();
        all.into_iter().map(|one| (one.number, one.plus, one.ours, one.theirs, one.agree)).collect()
    }

    #[test]
    fn shifted_cut_short_and_with_one_added() {
        let fibonacci = [0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233];
        assert_eq!(found(&fibonacci), [("A000045".to_string(), 0, 0, 0, 13), ("A999999".to_string(), 0, 2, 2, 12),]);
        // A run from the middle, and leading terms that only our sequence has.
        assert_eq!(
            found(&[2, 3, 5, 8, 13, 21]),
            [
                ("A000001".to_string(), 0, 0, 3, 6),
                ("A000045".to_string(), 0, 0, 3, 6),
                ("A999999".to_string(), 0, 0, 3, 6),
            ]
        );
        assert_eq!(
            found(&[9, 9, 9, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15])[0],
            ("A000027".to_string(), 0, 3, 0, 14)
        );
        // Our values are one less.
        assert_eq!(found(&[0, 1, 2, 3, 4, 5, 6, 7])[0], ("A000027".to_string(), 1, 0, 0, 8));
        assert_eq!(found(&[4, 5, 6, 7, 8, 9, 10, 11, 12, 13])[0], ("A000027".to_string(), 0, 0, 3, 10));
        assert_eq!(search(&[0, 1, 0, 1, 0, 1, 0, 1], TEXT), None);
        assert_eq!(search(&[5, 4, 3], TEXT), None);
    }
}
