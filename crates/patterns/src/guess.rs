//! The search: every finder fits rules on the first part of the data, and each rule is checked on the rest.
//!
//! Only what is right on all data, and says enough about the part that no finder saw, is reported. A rule for the
//! P-positions is looked for only if no rule for the values was found.

use crate::bits::Bits;
use crate::budget::{Budget, Stop};
use crate::finder::{Finder, LooksAt};
use crate::finders::{FINDERS, FINDERS_OF_ROWS, zeros_name};
use crate::pattern::{Candidate, Class, Demand, Kind, Rule, Said, Subject};
use crate::sequence::Sequence;
use crate::source::Source;
use crate::table::Table;
use grundy_core::control::Control;
use grundy_core::error::Error;
use rayon::prelude::*;
use std::sync::Arc;

/// Finders whose time is not linear get at most so many terms.
const TERMS: usize = 20_000;

/// Finders whose time is not linear get at most so many positions.
const POSITIONS: usize = 100_000;

/// Numbers whose absolute value is larger are not looked at, so that no sum of a few of them overflows.
pub const LARGEST: u64 = 1 << 60;

/// A rule must say this much about the rows that no finder saw.
const LEAST_CHECKED: usize = 12;

/// At most so many patterns are reported.
const MOST_REPORTED: usize = 6;

/// Computed values, and what is asked of them.
#[derive(Debug)]
pub struct Values {
    /// The values.
    pub data: Data,
    /// What they are: values, or 0 for P and 1 for N.
    pub known: Subject,
}

/// Values in order.
#[derive(Debug)]
pub enum Data {
    /// Of positions that are numbers.
    Sequence(Sequence),
    /// Of positions with several coordinates.
    Table(Table),
}

/// What is looked for, and how long.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The names of the kinds that are looked for; empty for all.
    pub kinds: Vec<String>,
    /// The steps of each finder.
    pub steps: u64,
    /// Whether the values are answers of the games of a sweep.
    pub are_rows: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self { kinds: Vec::new(), steps: Budget::STEPS, are_rows: false }
    }
}

/// What was found.
#[derive(Debug, Clone)]
pub struct Guess {
    /// The patterns, best first.
    pub patterns: Vec<Pattern>,
    /// The label or coordinate up to which rules were fitted.
    pub fit_to: i64,
    /// The label or coordinate up to which they were checked.
    pub checked_to: i64,
    /// The number of rows that no finder saw.
    pub beyond: usize,
    /// If all values are equal: how many there are. This is weak evidence, and no pattern.
    pub equal: Option<usize>,
    /// What was tried, and why it is not reported.
    pub tried: Vec<Tried>,
}

/// A rule that is right on all data.
#[derive(Debug, Clone)]
pub struct Pattern {
    /// The name of its kind; `zeros-` is put before that of a rule about the P-positions of a sequence of values.
    pub kind: String,
    /// Where it ranks.
    pub class: Class,
    /// What it is about.
    pub subject: Subject,
    /// The rule.
    pub rule: Arc<dyn Rule>,
    /// Rules that say the same as far as is known, some of which may be easier to prove.
    pub alternatives: Vec<Pattern>,
    /// The label or coordinate up to which it was fitted.
    pub fit_to: i64,
    /// The label or coordinate up to which it was checked.
    pub checked_to: i64,
    /// The number of rows that it was checked on, none of which it was fitted to.
    pub checked: usize,
    /// The labels of its exceptions.
    pub exceptions: Vec<String>,
    /// The bits that the data cost without a rule.
    pub null: Bits,
    /// The bits that the rule costs.
    pub cost: Bits,
    bonus: i64,
    once: bool,
    closes: bool,
}

/// A kind that was looked for without success.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tried {
    /// The name of the kind.
    pub kind: String,
    /// Why it is not reported.
    pub reason: String,
    /// The steps that its finder made; 0 if the rule was found, but adds nothing.
    pub steps: u64,
}

/// Looks for the rules behind values. If a value, a label or a coordinate exceeds [`LARGEST`], no rule is looked for.
///
/// # Errors
/// [`Error::Interrupted`] if the search was cancelled.
pub fn guess(values: &Values, settings: &Settings, control: &Control) -> Result<Guess, Error> {
    match &values.data {
        Data::Sequence(data) => Search { data, known: values.known, settings, control, limit: TERMS }.run(),
        Data::Table(data) => Search { data, known: values.known, settings, control, limit: POSITIONS }.run(),
    }
}

struct Search<'a, D> {
    data: &'a D,
    known: Subject,
    settings: &'a Settings,
    control: &'a Control<'a>,
    limit: usize,
}

/// One look at the data: at the values, or at the outcomes.
struct Look<D> {
    data: D,
    subject: Subject,
    /// Whether values are known, and this is a look at their zeros.
    is_second: bool,
}

/// The rules that hold, and for other kinds why none is reported.
type Checked = (Vec<Pattern>, Vec<(&'static str, String)>);

impl<D: Source> Search<'_, D> {
    fn run(&self) -> Result<Guess, Error> {
        if self.data.largest() > LARGEST {
            let reason = "a number exceeds 2^60".to_owned();
            let tried = |kind: &&Kind| Tried { kind: kind.name.to_owned(), reason: reason.clone(), steps: 0 };
            let tried = self.all().flat_map(|finder| finder.kinds).map(tried).collect();
            let checked_to = self.data.last();
            return Ok(Guess { patterns: Vec::new(), fit_to: checked_to, checked_to, beyond: 0, equal: None, tried });
        }
        // Each pass over all data may take a second.
        let (fitted, fit_to) = self.data.fit_part(usize::MAX);
        self.control.check()?;
        let numbers = self.data.numbers();
        let equal = numbers.iter().all(|value| Some(value) == numbers.first()).then_some(numbers.len());
        let mut guess = Guess {
            patterns: Vec::new(),
            fit_to,
            checked_to: self.data.last(),
            beyond: fitted.iter().filter(|&&fitted| !fitted).count(),
            equal,
            tried: Vec::new(),
        };
        if equal.is_some() {
            return Ok(guess);
        }
        let all: Vec<bool> = vec![true; self.data.rows()];
        let look = Look { data: self.data.rows_of(&all), subject: self.known, is_second: false };
        self.control.check()?;
        self.look(&look, &mut guess)?;
        let is_explained = guess.patterns.iter().any(|pattern| pattern.closes);
        if self.known == Subject::Values && !is_explained {
            let look = Look { data: self.data.as_outcomes(), subject: Subject::Outcomes, is_second: true };
            if look.is_worthwhile(&fitted) {
                self.look(&look, &mut guess)?;
            }
        }
        self.rank(&mut guess);
        Ok(guess)
    }

    /// Runs all finders that look at this, and keeps the rules that hold.
    fn look(&self, look: &Look<D>, guess: &mut Guess) -> Result<(), Error> {
        let finders: Vec<&Finder> = self.all().filter(|finder| self.is_asked(finder, look)).collect();
        let part = |limit| -> Result<_, Error> {
            let (keep, fit_to) = look.data.fit_part(limit);
            self.control.check()?;
            let data = look.data.rows_of(&keep);
            self.control.check()?;
            Ok((data.seen(look.subject), keep, fit_to))
        };
        let parts = [part(usize::MAX)?, part(self.limit)?];
        let results: Vec<_> = finders
            .par_iter()
            .map(|finder| {
                let (fit, keep, fit_to) = &parts[usize::from(!finder.is_linear)];
                let mut budget = Budget::new(self.settings.steps, self.control);
                let found = if fit.data.rows() < finder.least {
                    Err(Some(format!("needs {} values", finder.least)))
                } else {
                    match D::run(fit, &finder.find, &mut budget) {
                        None => Err(None),
                        Some(Err(Stop::Spent)) => Err(Some("used up its steps".to_owned())),
                        Some(Err(Stop::Cancelled(error))) => return Err(error),
                        Some(Ok(candidates)) => Ok(self.checked(look, keep, *fit_to, candidates)?),
                    }
                };
                Ok((*finder, found, self.settings.steps - budget.left()))
            })
            .collect::<Result<_, Error>>()?;
        for (finder, found, steps) in results {
            let mut reasons = match found {
                Err(None) => continue,
                Err(Some(reason)) => finder.kinds.iter().map(|kind| (kind.name, reason.clone())).collect(),
                Ok((kept, reasons)) => {
                    guess.patterns.extend(kept);
                    reasons
                }
            };
            for kind in finder.kinds {
                let is_kept = guess.patterns.iter().any(|pattern| pattern.kind == look.name_of(kind));
                if !is_kept && !reasons.iter().any(|(name, _)| *name == kind.name) {
                    reasons.push((kind.name, "no rule".to_owned()));
                }
            }
            let name = |kind: &str| if look.is_second { format!("zeros: {kind}") } else { kind.to_owned() };
            guess.tried.extend(reasons.into_iter().map(|(kind, reason)| Tried { kind: name(kind), reason, steps }));
        }
        Ok(())
    }

    fn all(&self) -> impl Iterator<Item = &'static Finder> {
        let of_rows: &[&Finder] = if self.settings.are_rows { FINDERS_OF_ROWS } else { &[] };
        FINDERS.iter().chain(of_rows).copied()
    }

    fn is_asked(&self, finder: &Finder, look: &Look<D>) -> bool {
        let looks = match finder.looks_at {
            LooksAt::Values => !look.is_second,
            LooksAt::Outcomes => look.subject == Subject::Outcomes,
            LooksAt::Both => true,
        };
        let names = &self.settings.kinds;
        let is_named = |kind: &&Kind| names.iter().any(|name| *name == kind.name || *name == look.name_of(kind));
        looks && (names.is_empty() || finder.kinds.iter().any(is_named))
    }

    /// The rules that are right on all rows and say enough of those beyond the fit part, and why the others are not.
    fn checked(
        &self,
        look: &Look<D>,
        fitted: &[bool],
        fit_to: i64,
        candidates: Vec<Candidate>,
    ) -> Result<Checked, Error> {
        let beyond: Vec<bool> = fitted.iter().map(|fitted| !fitted).collect();
        let mut kept = Vec::new();
        let mut reasons = Vec::new();
        for candidate in candidates {
            self.control.check()?;
            match self.check(look, &beyond, fit_to, &candidate) {
                Ok(pattern) => kept.push(pattern),
                Err(reason) => reasons.push((candidate.kind.name, reason)),
            }
        }
        Ok((kept, reasons))
    }

    fn check(&self, look: &Look<D>, beyond: &[bool], fit_to: i64, candidate: &Candidate) -> Result<Pattern, String> {
        let demand = look.demand(candidate);
        if let Some(refusal) = (Candidate { demand, ..candidate.clone() }).refusal() {
            return Err(refusal);
        }
        let tally = look.data.compare(&*candidate.rule, beyond);
        if let Some(row) = tally.broken {
            let place =
                if beyond[row] { "beyond the part that it was fitted to" } else { "in the part that it was fitted to" };
            return Err(format!("breaks at {}, {place}", look.data.label_of(row)));
        }
        if tally.held < LEAST_CHECKED {
            return Err(format!("says something about {} further rows only", tally.held));
        }
        if candidate.kind.is_set && look.data.set_bits(beyond) < Bits::whole(8) {
            return Err("too few P-positions beyond the part that it was fitted to".to_owned());
        }
        Ok(Pattern {
            kind: look.name_of(candidate.kind),
            class: candidate.kind.class,
            subject: look.subject,
            rule: candidate.rule.clone(),
            alternatives: Vec::new(),
            fit_to,
            checked_to: self.data.last(),
            checked: tally.held,
            exceptions: candidate.exceptions.iter().map(|&row| look.data.label_of(row)).collect(),
            null: candidate.null,
            cost: candidate.cost,
            bonus: candidate.kind.bonus,
            once: candidate.kind.once,
            closes: candidate.kind.closes,
        })
    }

    /// Sorts the patterns, and drops those that add nothing.
    fn rank(&self, guess: &mut Guess) {
        let mut all = std::mem::take(&mut guess.patterns);
        let later = |pattern: &Pattern| pattern.subject == Subject::Outcomes && self.known == Subject::Values;
        all.sort_by_cached_key(|pattern| {
            let cost = pattern.cost - Bits::whole(pattern.bonus);
            (pattern.class, later(pattern), cost, pattern.kind.clone(), pattern.rule.words())
        });
        let has_complete = all.iter().any(|pattern| pattern.class == Class::Complete);
        let cheapest = all.iter().filter(|pattern| pattern.class < Class::Counts).map(|pattern| pattern.cost).min();
        // What each reported rule says; a rule with values of other positions says nothing by itself.
        let mut said: Vec<Option<Said>> = Vec::new();
        for pattern in all {
            let is_superfluous = match pattern.class {
                Class::Complete => {
                    pattern.once
                        && guess
                            .patterns
                            .iter()
                            .any(|kept| kept.kind == pattern.kind && kept.subject == pattern.subject)
                }
                Class::Partial => has_complete,
                Class::Counts | Class::Lines => cheapest.is_some_and(|cost| cost <= Bits::whole(20)),
            };
            let further = self.data.further(&*pattern.rule);
            let before = further.as_ref().and_then(|further| {
                let says_all = |said: &Option<Said>| said.as_ref().is_some_and(|said| says_no_more(further, said));
                (0..said.len()).find(|&kept| guess.patterns[kept].subject == pattern.subject && says_all(&said[kept]))
            });
            let reason = match (is_superfluous, before.is_some()) {
                (_, true) => "says nothing new beside a pattern that ranks before it",
                (true, _) => "adds nothing to the patterns that rank before it",
                _ if guess.patterns.len() == MOST_REPORTED => "ranks behind the patterns that are reported",
                _ => "",
            };
            if !reason.is_empty() {
                guess.tried.push(Tried { kind: pattern.kind.clone(), reason: reason.to_owned(), steps: 0 });
                before.into_iter().for_each(|kept| guess.patterns[kept].alternatives.push(pattern.clone()));
                continue;
            }
            said.push(further);
            guess.patterns.push(pattern);
        }
    }
}

impl<D: Source> Look<D> {
    /// Whether there are P-positions and others in the part to fit on: in a sequence at least 8, and at most 95
    /// percent.
    fn is_worthwhile(&self, fitted: &[bool]) -> bool {
        let seen = || self.data.numbers().iter().zip(fitted).filter(|(_, fitted)| **fitted);
        let (all, zeros) = (seen().count(), seen().filter(|(value, _)| **value == 0).count());
        if D::IS_SEQUENCE { zeros >= 8 && 20 * zeros <= 19 * all } else { zeros > 0 && zeros < all }
    }

    /// What is asked of a rule. A period of the zeros of a sequence must save bits as other rules do: it is cheap to
    /// find one where zeros become rare.
    fn demand(&self, candidate: &Candidate) -> Demand {
        let is_period = D::IS_SEQUENCE && candidate.demand == Demand::NONE;
        if self.is_second && is_period { Demand::USUAL } else { candidate.demand }
    }

    /// The name of a kind; a rule about the zeros of a sequence is told from one about its values.
    fn name_of(&self, kind: &Kind) -> String {
        if self.is_second && D::IS_SEQUENCE { zeros_name(kind.name) } else { kind.name.to_owned() }
    }
}

/// Whether a rule says, wherever it speaks, what another one says there.
fn says_no_more(rule: &Said, other: &Said) -> bool {
    rule.iter().zip(other).all(|(said, other)| said.is_none() || said == other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::control::FREE;

    fn found(first: i64, values: Vec<i64>) -> Guess {
        let values = Values { data: Data::Sequence(Sequence { first, values }), known: Subject::Values };
        guess(&values, &Settings::default(), &FREE).expect("nothing cancels it")
    }

    #[test]
    fn rules_are_fitted_on_two_thirds_and_checked_on_the_rest() {
        let guess = found(1, (1..=300).map(|n| n % 7).collect());
        let best = &guess.patterns[0];
        assert_eq!((best.kind.as_str(), best.fit_to, best.checked_to, best.checked), ("expression", 200, 300, 100));
        assert_eq!(best.rule.words(), "G(n) = n % 7");
    }

    #[test]
    fn a_rule_that_breaks_beyond_its_fit_part_is_not_reported() {
        let mut values: Vec<i64> = (0..300).map(|n| [0, 1, 3, 1, 5][n % 5]).collect();
        assert_eq!(found(0, values.clone()).patterns[0].kind, "period");
        values[260] = 7;
        let guess = found(0, values);
        assert!(guess.patterns.is_empty(), "{:?}", guess.patterns);
        let reason = &guess.tried.iter().find(|tried| tried.kind == "period").expect("tried").reason;
        assert!(reason.contains("breaks at n = 260"), "{reason}");
    }

    #[test]
    fn a_few_zeros_are_no_pattern() {
        let noise = |n: u64| 1 + (n.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 60) as i64;
        for places in [&[0, 1, 2][..], &[0, 1, 3, 7, 40, 45, 90, 111, 150]] {
            let guess = found(0, (0..600).map(|n| if places.contains(&n) { 0 } else { noise(n) }).collect());
            assert!(guess.patterns.is_empty(), "{:?}", guess.patterns);
        }
    }

    #[test]
    fn equal_values_are_no_pattern() {
        let guess = found(0, vec![3; 500]);
        assert_eq!((guess.equal, guess.patterns.len()), (Some(500), 0));
    }

    #[test]
    fn zeros_have_rules_where_values_have_none() {
        let noise = |n: u64| 1 + (n.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 60) as i64;
        let guess = found(0, (0..600).map(|n| if n % 5 == 2 { 0 } else { noise(n) }).collect());
        assert_eq!(guess.patterns[0].kind, "zeros-period", "{:?}", guess.patterns);
    }
}
