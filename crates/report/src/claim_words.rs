//! Puts a claim about a period into words, for users, papers and the OEIS. All wording about claims is in this
//! file.

use crate::claim::{Claim, Least, Status, Theorem, Witness};
use crate::ruleset::Value;

/// The kind of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Terminals, and reports in Markdown.
    Plain,
    /// LaTeX.
    Paper,
    /// Entries of the OEIS, where a sequence is called a(n).
    Oeis,
}

/// A claim about the values of a sequence that starts at `first`.
#[derive(Debug, Clone, Copy)]
pub struct ClaimWords<'c> {
    /// The claim.
    pub claim: &'c Claim,
    /// The kind of values.
    pub value: Value,
    /// The first n.
    pub first: u64,
}

/// The name of the values in formulas.
pub fn symbol(value: Value, style: Style) -> &'static str {
    let [plain, paper] = value.called.function;
    match style {
        Style::Oeis => "a",
        Style::Plain => plain,
        Style::Paper => paper,
    }
}

impl ClaimWords<'_> {
    /// The equation of the period, as in G(n + 12) = G(n) + 4. In the OEIS style it is a(n) = a(n-12) + 4.
    pub fn equation(&self, style: Style) -> String {
        let Claim { period, saltus, .. } = *self.claim;
        let symbol = symbol(self.value, style);
        let rise = match (saltus, style) {
            (0, _) => String::new(),
            (_, Style::Paper) => format!("+{saltus}"),
            _ => format!(" + {saltus}"),
        };
        match style {
            Style::Plain => format!("{symbol}(n + {period}) = {symbol}(n){rise}"),
            Style::Paper => format!("{symbol}(n+{period})={symbol}(n){rise}"),
            Style::Oeis => format!("{symbol}(n) = {symbol}(n-{period}){rise}"),
        }
    }

    /// The equation, and the n from which it holds.
    pub fn statement(&self, style: Style) -> String {
        let (equation, from) = (self.equation(style), self.claim.preperiod);
        match style {
            Style::Plain => format!("{equation} for all n >= {from}"),
            Style::Paper => format!("${equation}$ for all $n\\ge {from}$"),
            Style::Oeis if from == 0 => format!("{equation}."),
            Style::Oeis => format!("{equation} for n >= {}.", from + self.claim.period),
        }
    }

    /// Whether the sequence is periodic or arithmetic-periodic, with the numbers and the start.
    fn kind(&self, style: Style) -> String {
        let Claim { preperiod, period, saltus, .. } = *self.claim;
        let periodic = match (saltus, style) {
            (0, Style::Paper) => format!("periodic with period~${period}$"),
            (_, Style::Paper) => format!("arithmetic-periodic with period~${period}$, saltus~${saltus}$"),
            (0, _) => format!("periodic with period {period}"),
            _ => format!("arithmetic-periodic with period {period} and saltus {saltus}"),
        };
        match style {
            Style::Paper if preperiod > self.first => format!("eventually {periodic} and preperiod~${preperiod}$"),
            Style::Paper => periodic,
            _ if preperiod > self.first => {
                format!("eventually {periodic}; the last exception is at n = {}", preperiod - 1)
            }
            _ => format!("{periodic} from the beginning"),
        }
    }

    /// The claim with its status and theorem, in one line.
    pub fn line(&self, style: Style) -> String {
        let checked_to = self.claim.checked_to;
        match (style, self.claim.theorem) {
            (Style::Plain, Some(theorem)) => {
                let known = format!("proved ({}, with the values up to n = {checked_to})", theorem.name());
                format!("{}: {known}", self.statement(style))
            }
            (Style::Plain, None) => {
                format!("{}: observed up to n = {checked_to}, not proved", self.statement(style))
            }
            (Style::Paper, Some(theorem)) => {
                let values = format!("all values up to ${}({checked_to})$", symbol(self.value, style));
                format!("{}: proved ({}, with {values})", self.statement(style), theorem.name())
            }
            (Style::Paper, None) => {
                format!("{}: observed for $n\\le {checked_to}$, not proved", self.statement(style))
            }
            (Style::Oeis, Some(theorem)) => {
                let kind = capital(&self.kind(style));
                format!("{kind}. Proved: theorem {}, all values checked up to n = {checked_to}.", theorem.name())
            }
            (Style::Oeis, None) => {
                format!("Empirical: {}, checked up to n = {checked_to}; not proved.", self.kind(style))
            }
        }
    }

    /// A paragraph for a paper about `subject`, as in `The nim-sequence of Kayles`, including how the claim is
    /// known. `by` words the statement of the theorem, with its sources.
    pub fn paragraph(&self, subject: &str, by: impl Fn(Theorem) -> String) -> String {
        let style = Style::Paper;
        let Claim { preperiod: n0, period: p, checked_to, .. } = *self.claim;
        let exception = if n0 > self.first { format!("; the last exception is $n={}$", n0 - 1) } else { String::new() };
        let is = if self.claim.status() == Status::Proved { "is" } else { "seems to be" };
        let opening = format!("{subject} {is} {}, that is, {}{exception}.", self.kind(style), self.statement(style));
        let checked = format!(
            "checked for ${n0}\\le n\\le {}$, that is, with all values up to ${}({checked_to})$",
            checked_to.saturating_sub(p),
            symbol(self.value, style)
        );
        let reason = match self.claim.theorem {
            None => format!("This was observed, and is not proved: it was {checked}."),
            Some(theorem) => format!("This is proved: {}; ${}$ was {checked}.", by(theorem), self.equation(style)),
        };
        format!("{opening}\n{reason}\n")
    }

    /// How the claim is known, in paragraphs of Markdown: the theorem and why its condition is met, or why
    /// nothing is proved. `applying` is the theorem that may prove a period of this game.
    pub fn reasons(&self, least: Option<&Least>, applying: Option<Theorem>) -> Vec<String> {
        let Claim { preperiod: n0, period: p, checked_to, theorem, .. } = *self.claim;
        let last = checked_to - p;
        let Some(theorem) = theorem else {
            return vec![format!(
                "{} This was observed for {n0} <= n <= {last}, with the values up to n = {checked_to}, and is not proved.",
                self.unproved(applying)
            )];
        };
        let met = format!(
            "The bound is met: {} was checked for {n0} <= n <= {last}, that is, with the values up to n = {checked_to}.",
            self.equation(Style::Plain)
        );
        let mut all = vec![format!("Theorem ({}): {}.", theorem.name(), theorem.statement()), met];
        all.extend(least.map(|least| self.least(least)));
        all
    }

    /// Why no smaller period and no smaller preperiod is possible, shown by the witnesses.
    fn least(&self, least: &Least) -> String {
        let Claim { preperiod: n0, period: p, saltus, .. } = *self.claim;
        let symbol = symbol(self.value, Style::Plain);
        let disagree = |witness: &Witness| {
            let Witness { period, saltus, n, values: [early, late] } = *witness;
            let rise = if saltus > 0 { format!(" + {saltus}") } else { String::new() };
            let sum = u64::from(early) + saltus;
            format!("{symbol}({n} + {period}) = {late} is not {symbol}({n}){rise} = {sum}")
        };
        let period = match &least.period[..] {
            _ if p == 1 => "p = 1 is the least possible period".to_string(),
            [] => format!("p = {p} is the least period: no p/q with a prime q has a whole saltus s/q"),
            witnesses => {
                let all: Vec<String> = witnesses.iter().map(disagree).collect();
                let whole = if saltus > 0 { " and a whole saltus s/q" } else { "" };
                format!(
                    "p = {p} is the least period: no p/q with a prime q{whole} is a period, since {}",
                    all.join("; ")
                )
            }
        };
        match &least.preperiod {
            Some(witness) => format!("{period}. n0 = {n0} is the least preperiod: {}.", disagree(witness)),
            None => format!("{period}. n0 = {n0} is the first n."),
        }
    }

    /// Why an observed claim is not proved.
    fn unproved(&self, theorem: Option<Theorem>) -> String {
        let Claim { preperiod, period, saltus, .. } = *self.claim;
        match theorem.map(|theorem| (theorem.name(), theorem.checked_below(preperiod, period, saltus))) {
            None => "No theorem applies.".to_string(),
            Some((name, None)) => format!("The theorem ({name}) does not cover periods with a saltus."),
            Some((name, Some(end))) => {
                let last = end - 1 + period;
                format!("The bound of the theorem ({name}) is not met: it needs the values up to n = {last}.")
            }
        }
    }
}

/// A text with its first letter in upper case.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|letter| letter.to_ascii_uppercase()).into_iter().chain(letters).collect()
}
