//! `[[conjecture]]`: turns the parsed tables into statements, and places errors in the config.

use super::place::within;
use super::wire;
use crate::conjecture::{Domain, Expected, Keep, Part, Statement, Wrong, names};
use crate::diagnostic::Blame;
use std::ops::Range;
use toml::Spanned;

/// The places in the config of the parts of each conjecture.
#[derive(Debug, Default)]
pub(super) struct Spots(Vec<Vec<(Part, Range<usize>)>>);

impl Spots {
    /// All places, by conjecture and part.
    pub fn places(&self) -> impl Iterator<Item = (usize, Part, Range<usize>)> {
        let parts = |(index, parts): (usize, &Vec<(Part, Range<usize>)>)| {
            parts.iter().map(move |(part, span)| (index, *part, span.clone())).collect::<Vec<_>>()
        };
        self.0.iter().enumerate().flat_map(parts)
    }

    /// The error, placed in the config.
    pub fn blame(&self, wrong: Wrong, config: &str) -> Blame {
        let Wrong { index, part, blame } = wrong;
        let parts = self.0.get(index).map_or(&[][..], |parts| parts);
        let spot = |wanted: Part| parts.iter().find(|(part, _)| *part == wanted).map(|(_, span)| span.clone());
        match spot(part).or(spot(Part::Name)) {
            Some(whole) => within(blame, whole, config),
            None => Blame { span: 0..0, ..blame },
        }
    }
}

/// Reads the conjectures. Their texts are checked later, when the names that they may use are known.
pub(super) fn read(section: Vec<wire::ConjectureTable>, config: &str) -> Result<(Vec<Statement>, Spots), Blame> {
    let (mut statements, mut spots) = (Vec::new(), Spots::default());
    for wire in section {
        let over = wire.over.as_ref().map(domain).transpose()?;
        let mut parts = vec![(Part::Name, wire.name.span()), (Part::Holds, wire.holds.span())];
        parts.extend(wire.condition.as_ref().map(|condition| (Part::Condition, condition.span())));
        parts.extend(wire.over.as_ref().map(|over| (Part::Over, over.span())));
        parts.extend(wire.expect.as_ref().map(|expect| (Part::Expect, expect.span())));
        let (keep, measure) = keep(wire.largest, wire.smallest)?;
        parts.extend(measure.map(|span| (Part::Measure, span)));
        spots.0.push(parts);
        statements.push(Statement {
            name: wire.name.into_inner(),
            condition: wire.condition.map(Spanned::into_inner),
            holds: wire.holds.into_inner(),
            over,
            observed: wire.observed,
            expect: wire.expect.map(|expect| {
                let wire::ExpectedVerdict { verdict, first } = expect.into_inner();
                Expected { verdict, first }
            }),
            keep,
        });
    }
    names(&statements).map_err(|wrong| spots.blame(wrong, config))?;
    Ok((statements, spots))
}

/// Which counterexamples to keep, and where the config says so.
fn keep(
    largest: Option<Spanned<String>>,
    smallest: Option<Spanned<String>>,
) -> Result<(Keep, Option<Range<usize>>), Blame> {
    Ok(match (largest, smallest) {
        (None, None) => (Keep::First, None),
        (Some(text), None) => (Keep::Largest(text.get_ref().clone()), Some(text.span())),
        (None, Some(text)) => (Keep::Smallest(text.get_ref().clone()), Some(text.span())),
        (Some(_), Some(text)) => {
            let message = "`largest` and `smallest` are both given";
            return Err(Blame::new(
                text.span(),
                message,
                "give only one of them; the counterexamples with these values are kept",
            ));
        }
    })
}

fn domain(text: &Spanned<String>) -> Result<Domain, Blame> {
    Domain::named(text.get_ref()).ok_or_else(|| {
        let message = format!("a conjecture cannot run over `{}`", text.get_ref());
        Blame::new(text.span(), message, "`rows`, `terms` or `positions`")
    })
}
