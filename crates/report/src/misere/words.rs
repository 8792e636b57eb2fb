//! The theory of misère play in words.

use super::genus_period::{GenusPeriod, GenusProof};
use super::theory::{MisereStatus, MisereTheory};
use crate::claim::{Heaps, MISERE_PERIOD, TAME_HEAPS, TameClaim};
use crate::language::Datum;
use crate::misere_theory::genus::{Class, Genus};
use crate::misere_theory::present::{Exponents, Presentation};
use crate::misere_theory::search::Why;
use crate::results::{count, text};
use crate::words::counted;

/// The quantities that describe the theory of a game.
pub const QUANTITIES: [&str; 16] = [
    "tame",
    "not_tame_from",
    "genus_preperiod",
    "genus_period",
    "genus_status",
    "q",
    "p_portion",
    "misere_preperiod",
    "misere_period",
    "misere_status",
    "misere_theorem",
    "last_change",
    "last_rogue",
    "misere_checked_to",
    "kernel_order",
    "growth",
];

/// The most letters that name generators; further ones are x1, x2, ....
const LETTERS: usize = 26;

/// The largest number of values of heaps in a report.
const MOST_VALUES: u64 = 600;

/// The names of the generators: a, b, c, ... in the order of the heaps.
pub fn names(presentation: &Presentation) -> Vec<String> {
    let count = presentation.heaps.len();
    let letter = |place: usize| char::from(b'a' + place as u8).to_string();
    (0..count).map(|place| if count <= LETTERS { letter(place) } else { format!("x{}", place + 1) }).collect()
}

/// How words in the generators are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// `ab^2`
    Plain,
    /// `ab^{2}`
    Latex,
}

/// A word in the generators; 1 if it is empty.
pub fn product(names: &[String], word: &Exponents, style: Style) -> String {
    let power = |(name, &exponent): (&String, &u32)| match (exponent, style) {
        (0, _) => String::new(),
        (1, _) => latex_name(name, style),
        (_, Style::Plain) => format!("{name}^{exponent}"),
        (_, Style::Latex) => format!("{}^{{{exponent}}}", latex_name(name, style)),
    };
    let text: Vec<String> = names.iter().zip(word).map(power).filter(|power| !power.is_empty()).collect();
    let gap = if names.iter().any(|name| name.len() > 1) { " " } else { "" };
    if text.is_empty() { "1".to_owned() } else { text.join(gap) }
}

fn latex_name(name: &str, style: Style) -> String {
    match (style, name.strip_prefix('x').filter(|number| !number.is_empty())) {
        (Style::Latex, Some(number)) => format!("x_{{{number}}}"),
        _ => name.to_owned(),
    }
}

/// The rules of a presentation.
pub fn rules(presentation: &Presentation, style: Style) -> String {
    let names = names(presentation);
    let equals = if style == Style::Latex { "=" } else { " = " };
    let rule = |(long, short): &(Exponents, Exponents)| {
        format!("{}{equals}{}", product(&names, long, style), product(&names, short, style))
    };
    presentation.rules.iter().map(rule).collect::<Vec<_>>().join(", ")
}

/// The P-portion of a presentation.
pub fn p_portion(presentation: &Presentation, style: Style) -> String {
    let names = names(presentation);
    presentation.p.iter().map(|word| product(&names, word, style)).collect::<Vec<_>>().join(", ")
}

/// The value of a heap as heaps, `5+2+2`; the identity is `0`.
pub fn phi_text(theory: &MisereTheory, heap: u64) -> Option<String> {
    Some(theory.quotient().word(theory.phi(heap)?).to_string())
}

impl MisereTheory {
    /// What is known about heap n in conjectures: its value, whether it is in the P-portion, and its genus.
    pub fn at(&self, heap: u64) -> [Datum; 3] {
        if !self.heaps.are_numbers() {
            return [Datum::Missing, Datum::Missing, Datum::Missing];
        }
        let known = |datum: Option<Datum>| datum.unwrap_or(Datum::Missing);
        [
            known(phi_text(self, heap).map(text)),
            known(self.phi(heap).map(|value| Datum::Number(self.quotient().is_p(value).into()))),
            known(self.genus(heap).map(|(genus, _)| text(genus.to_string()))),
        ]
    }

    /// The quantities that describe the theory, in the order of [`QUANTITIES`].
    pub fn cells(&self) -> Vec<Datum> {
        let number = |number: Option<u64>| number.map_or(Datum::Missing, count);
        let period = self.claim.period;
        let (genus, genus_status) = match self.genus_claim {
            Some(GenusPeriod { preperiod, period, .. }) => (Some((preperiod, period)), "proved"),
            None => match self.seen_genus_period() {
                Some(seen) => (Some(seen), "observed"),
                None => (None, "none"),
            },
        };
        // Of an infinite quotient, the numbers of a part say nothing.
        let has_quotient = !matches!(self.status(), MisereStatus::None | MisereStatus::Infinite);
        let growth: Vec<String> = self.found.growth.iter().map(|(heap, order)| format!("{heap}:{order}")).collect();
        vec![
            self.is_tame().map_or(Datum::Missing, |tame| text(if tame { "yes" } else { "no" })),
            number(self.not_tame_from()),
            number(genus.map(|(preperiod, _)| preperiod)),
            number(genus.map(|(_, period)| period)),
            text(genus_status),
            number(has_quotient.then(|| self.claim.elements.into())),
            number(has_quotient.then(|| self.claim.p_portion.into())),
            number(period.map(|(preperiod, _)| preperiod)),
            number(period.map(|(_, period)| period)),
            text(self.status().to_string()),
            match &self.infinite {
                Some((_, claim)) => text(claim.theorem()),
                None if has_quotient => text(self.claim.theorem()),
                None => Datum::Missing,
            },
            number(has_quotient.then(|| self.last_change())),
            number(self.last_rogue()),
            number(Some(self.checked_to())),
            number(has_quotient.then(|| self.quotient().kernel().len() as u64)),
            text(growth.join(" ")),
        ]
    }

    /// The least period of the stored genera, as (preperiod, period), if three of them are seen.
    fn seen_genus_period(&self) -> Option<(u64, u64)> {
        let genera = &self.genera.heaps;
        let last = genera.len().checked_sub(1)?;
        (1..=last / 3).find_map(|period| {
            let differs = (1..=last - period).rev().find(|&n| genera[n].0 != genera[n + period].0);
            let preperiod = differs.map_or(1, |n| n + 1);
            (preperiod <= last / 2 && preperiod + 3 * period <= last + 1).then_some((preperiod as u64, period as u64))
        })
    }

    /// The heap to which moves must be looked at if a period that is seen in the values is to be proved, in a sentence.
    pub fn seen_period(&self) -> Option<String> {
        let (extent, last) = (self.heaps.extent()?, self.found.last());
        let phi = |heap: u64| self.found.phi[heap as usize];
        let (preperiod, period) = (1..=last / 3).find_map(|period| {
            let differs = (1..=last - period).rev().find(|&n| phi(n) != phi(n + period));
            let preperiod = differs.map_or(1, |n| n + 1);
            (preperiod + 2 * period <= last + 1).then_some((preperiod, period))
        })?;
        let enough = extent.enough(preperiod, period)?;
        Some(format!(
            "the values have the period {period} from heap {preperiod} on, as far as is seen; --max {enough} may prove it"
        ))
    }

    /// What is known about the quotient, in one sentence.
    pub fn statement(&self) -> String {
        let (last, (thing, things)) = (self.heaps.name(self.checked_to()), self.heaps.called());
        let quotient = format!(
            "the misère quotient has {}, {} of them in the P-portion",
            counted(self.claim.elements as usize, "element", "elements"),
            self.claim.p_portion
        );
        if let Some((_, claim)) = &self.infinite {
            let name = |heap: u64| self.heaps.name(heap);
            return format!(
                "the misère quotient of the {things} to {} is infinite (theorem two-counters: the numbers of copies of the \
                 {things} {} and {} tell sums apart); {}, for sums of the {things} to {} only (theorem misere-quotient)",
                name(claim.heaps),
                name(claim.counters.0),
                name(claim.counters.1),
                quotient,
                name(self.found.last())
            );
        }
        match (self.status(), self.claim.period) {
            (MisereStatus::Proved, Some((preperiod, period))) => format!(
                "{quotient}; the value of heap n + {period} is that of heap n for all n >= {preperiod} (theorem misere-period, with \
                 the moves of all heaps to {last})"
            ),
            (MisereStatus::Exact, _) => {
                format!("{quotient} (theorem misere-quotient, with the moves of all positions)")
            }
            (MisereStatus::None, _) => format!("no quotient was found: {}", self.reason()),
            (MisereStatus::Partial, _) => format!(
                "{quotient}, for sums of the {things} to {last} only (theorem misere-quotient); undecided at {thing} {}: {}",
                self.heaps.name(self.found.last() + 1),
                self.reason()
            ),
            _ => format!("{quotient}, for sums of the {things} to {last} only (theorem misere-quotient)"),
        }
    }

    /// Why the search ended at a limit, in words.
    pub fn reason(&self) -> String {
        match self.why() {
            Some(Why::Elements(most)) => format!("no quotient with at most {most} elements was found"),
            Some(Why::Steps(most)) => format!("the search took {most} steps"),
            Some(Why::Candidate(elements)) => format!("the next candidate would have {elements} elements"),
            Some(Why::Growing(word)) => {
                format!(
                    "the sums at which candidates fail grow by {word} again and again, a sign of an infinite quotient"
                )
            }
            Some(Why::NoCandidate) => "no candidate changed what was wrong".to_owned(),
            None => "the range ends".to_owned(),
        }
    }

    /// Whether the game can be played like misère Nim, in a sentence.
    pub fn tameness(&self) -> String {
        let (thing, things) = self.heaps.called();
        let genera = match self.not_tame_from() {
            Some(heap) => {
                let class = self.genus(heap).map_or(Class::Wild, |&(_, class)| class);
                format!(
                    "{thing} {} is the first one whose canonical form is not tame (it is {class})",
                    self.heaps.name(heap)
                )
            }
            None => format!(
                "the canonical forms of all {things} to {} are tame",
                self.heaps.name(self.genera.heaps.len().saturating_sub(1) as u64)
            ),
        };
        match (self.is_whole(), self.quotient().tame(), &self.tame_claim) {
            (true, Some(k), _) => format!("the game is tame: its quotient is T_{k}, that of nim-heaps; {genera}"),
            (true, None, _) => format!("the game is not tame: its quotient is not one of nim-heaps; {genera}"),
            (false, _, Some(TameClaim { last_fickle, checked_to, .. })) => format!(
                "the game is tame: all its heaps are (theorem {TAME_HEAPS}, with the moves of the heaps to {checked_to}), and \
                 none after heap {last_fickle} is fickle; so a sum with a heap of more than {} has the same outcome in \
                 misère play as in normal play",
                counted(*last_fickle as usize, "token", "tokens")
            ),
            (false, _, None) => genera,
        }
    }

    /// The period of the genera of all heaps and what proves it, in a sentence, if it is proved.
    pub fn genus_statement(&self) -> Option<String> {
        let GenusPeriod { preperiod, period, by } = self.genus_claim.as_ref()?;
        let periodic = if *period == 1 {
            format!("the genera of all heaps n >= {preperiod} are the same")
        } else {
            format!("the genus of heap n + {period} is that of heap n for all n >= {preperiod}")
        };
        Some(match by {
            GenusProof::NimHeaps { largest, normal } => format!(
                "{periodic} (theorems {MISERE_PERIOD}, with the nim-heaps up to {largest}, and {normal}, for normal play)"
            ),
            GenusProof::Tame => format!("{periodic} (theorems {MISERE_PERIOD} and {TAME_HEAPS})"),
        })
    }

    /// The values of heaps as words in the generators: the name of each heap, and its word.
    pub fn value_words(&self, presentation: &Presentation, style: Style) -> Vec<(String, String)> {
        let names = names(presentation);
        let last = match self.claim.period {
            Some((preperiod, period)) => preperiod + period - 1,
            None => self.found.last(),
        };
        let word = |heap: u64| {
            let word = self.quotient().word(self.phi(heap)?);
            let exponents = presentation.heaps.iter().map(|&heap| word.count(heap)).collect();
            Some((self.heaps.name(heap), product(&names, &exponents, style)))
        };
        (1..=last.min(MOST_VALUES)).filter_map(word).collect()
    }

    /// The genera of the first heaps, as text.
    pub fn genera_text(&self, most: usize) -> Vec<(String, String, Class)> {
        let shown = |(heap, (genus, class)): (u64, &(Genus, Class))| (self.heaps.name(heap), genus.to_string(), *class);
        (0..).zip(&self.genera.heaps).skip(1).take(most).map(shown).collect()
    }
}
