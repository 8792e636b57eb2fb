//! Kinds of positions that are declared with names: `star(a in 0..=2, b in 0..=12, n)`, `D(n from 1)`,
//! `dot(k in 0..=1)`.
//!
//! A position of such a game is stored as the number of its kind, its bounded coordinates (as many as the kind with the
//! most has, the others being 0), and its size, the coordinate without a range, last (0 if there is none).

use crate::tree::{Tree, TreeKind};
use grundy_core::diagnostic::{Blame, nearest};
use grundy_core::ruleset::RowKind;
use grundy_core::words::counted;
use std::ops::Range;

/// The maximum number of kinds with all values of their bounded coordinates.
pub(crate) const MOST_KINDS: i64 = 10_000;

/// The name of a coordinate, with its first and last value if it has a range.
pub(crate) type DeclaredCoordinate = (String, Option<(i64, i64)>);

/// A declared kind.
#[derive(Debug, Clone)]
pub(crate) struct DeclaredKind {
    pub name: String,
    /// The names of its coordinates, in the order in which they are written, with the range of those that have one.
    pub coordinates: Vec<DeclaredCoordinate>,
    /// The least size; none if all coordinates have ranges.
    pub least: Option<i64>,
}

/// All declared kinds.
#[derive(Debug, Clone, Default)]
pub(crate) struct DeclaredKinds {
    pub kinds: Vec<DeclaredKind>,
    pub texts: Vec<String>,
}

impl DeclaredKinds {
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// The number of a kind.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.kinds.iter().position(|kind| kind.name == name)
    }

    /// The number of coordinates of a position as it is stored.
    pub fn dimensions(&self) -> usize {
        let most = self.kinds.iter().map(|kind| kind.coordinates.len() - usize::from(kind.least.is_some())).max();
        most.unwrap_or(0) + 2
    }

    /// For each coordinate of a kind, where it is stored.
    pub fn places(&self, kind: usize) -> Vec<usize> {
        let size = self.dimensions() - 1;
        let mut next = 0;
        let place = |(_, range): &DeclaredCoordinate| match range {
            None => size,
            Some(_) => {
                next += 1;
                next
            }
        };
        self.kinds[kind].coordinates.iter().map(place).collect()
    }

    /// The stored coordinates of all kinds, with 0 in place of the size, in the order of their declaration; none if
    /// there are too many.
    pub fn tuples(&self) -> Option<Vec<Vec<i64>>> {
        let mut all = Vec::new();
        for (number, kind) in self.kinds.iter().enumerate() {
            let mut first = vec![0; self.dimensions()];
            first[0] = number as i64;
            let mut tuples = vec![first];
            for (place, (_, range)) in self.places(number).into_iter().zip(&kind.coordinates) {
                let Some((low, high)) = *range else { continue };
                if tuples.len() as i64 * (high - low + 1) > MOST_KINDS {
                    return None;
                }
                let with = |tuple: &Vec<i64>, value: i64| {
                    let mut tuple = tuple.clone();
                    tuple[place] = value;
                    tuple
                };
                tuples = tuples.iter().flat_map(|tuple| (low..=high).map(|value| with(tuple, value))).collect();
            }
            all.extend(tuples);
        }
        (all.len() as i64 <= MOST_KINDS).then_some(all)
    }

    /// A kind as rows show it. The size in its stored coordinates is ignored.
    pub fn row_kind(&self, stored: &[i64]) -> Option<RowKind> {
        let (number, numbers) = self.kind_of(stored)?;
        let DeclaredKind { name, coordinates, least } = &self.kinds[number];
        let mut shown = RowKind { before: format!("{name}("), after: String::new(), size: None };
        for (index, ((coordinate, range), number)) in coordinates.iter().zip(numbers).enumerate() {
            let text = if shown.size.is_some() { &mut shown.after } else { &mut shown.before };
            text.push_str(if index > 0 { "," } else { "" });
            match range {
                Some(_) => text.push_str(&number.to_string()),
                None => shown.size = Some((coordinate.clone(), least.unwrap_or(0).unsigned_abs())),
            }
        }
        if shown.size.is_some() { &mut shown.after } else { &mut shown.before }.push(')');
        Some(shown)
    }

    pub fn check_count(&self, kind: usize, found: usize, span: Range<usize>) -> Result<(), Blame> {
        let wanted = self.kinds[kind].coordinates.len();
        if found == wanted {
            return Ok(());
        }
        let found = counted(found, "coordinate", "coordinates");
        let message = format!("this has {found}, but `{}` has {wanted}", self.kinds[kind].name);
        Err(Blame::new(span, message, format!("it is declared as {}", self.texts[kind])))
    }

    pub fn unknown(&self, name: &str, span: Range<usize>) -> Blame {
        let names = self.kinds.iter().map(|kind| kind.name.as_str());
        let help = match nearest(name, names.clone()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("the kinds are {}", names.collect::<Vec<_>>().join(", ")),
        };
        Blame::new(span, format!("there is no kind `{name}`"), help)
    }

    /// The stored coordinates of a position, written as the call of a kind.
    pub fn target(&self, written: &[Tree]) -> Result<Vec<Tree>, Blame> {
        let span = written.first().map_or(0, |tree| tree.span.start)..written.last().map_or(0, |tree| tree.span.end);
        let [Tree { kind: TreeKind::Call(name, arguments), .. }] = written else {
            let first = self.kinds.first().map_or("", |kind| kind.name.as_str());
            let help = format!("write it as a kind with its coordinates, such as `{first}(...)`");
            return Err(Blame::new(span, "this is not a position of a kind", help));
        };
        let kind = self.find(name).ok_or_else(|| self.unknown(name, span.clone()))?;
        self.check_count(kind, arguments.len(), span.clone())?;
        let number = |number: usize| Tree { kind: TreeKind::Number(number as i64), span: span.clone() };
        let mut stored = vec![number(0); self.dimensions()];
        stored[0] = number(kind);
        for (place, argument) in self.places(kind).into_iter().zip(arguments) {
            stored[place] = argument.clone();
        }
        Ok(stored)
    }

    /// The kind of stored coordinates, with its coordinates as they are written, if they are a position.
    pub fn kind_of(&self, stored: &[i64]) -> Option<(usize, Vec<i64>)> {
        let kind = usize::try_from(*stored.first()?).ok().filter(|&kind| kind < self.kinds.len())?;
        let numbers: Vec<i64> =
            self.places(kind).iter().map(|&place| stored.get(place).copied()).collect::<Option<_>>()?;
        Some((kind, numbers))
    }

    /// Whether stored coordinates are a position.
    pub fn exists(&self, stored: &[i64]) -> bool {
        let Some((kind, numbers)) = self.kind_of(stored) else { return false };
        let kind = &self.kinds[kind];
        let fits = |((_, range), number): (&DeclaredCoordinate, &i64)| match range {
            Some((low, high)) => (low..=high).contains(&number),
            None => kind.least.is_none_or(|least| least <= *number),
        };
        kind.coordinates.iter().zip(&numbers).all(fits)
    }

    /// A position in words: `star(2,12,40)`.
    pub fn show(&self, stored: &[i64]) -> Option<String> {
        self.in_words(stored, |_, number| number.to_string())
    }

    /// All positions that differ only in their size in words: `star(2,12,n)`.
    pub fn label(&self, stored: &[i64]) -> Option<String> {
        self.in_words(stored, |(name, range), number| range.map_or(name.clone(), |_| number.to_string()))
    }

    fn in_words(&self, stored: &[i64], word: impl Fn(&DeclaredCoordinate, i64) -> String) -> Option<String> {
        let (kind, numbers) = self.kind_of(stored)?;
        let kind = &self.kinds[kind];
        let words: Vec<String> =
            kind.coordinates.iter().zip(numbers).map(|(coordinate, number)| word(coordinate, number)).collect();
        Some(format!("{}({})", kind.name, words.join(",")))
    }

    /// The stored coordinates of a position as it is written; the reason if it cannot be read.
    pub fn parse(&self, text: &str) -> Result<Vec<i64>, String> {
        let text = text.trim();
        let example = self.texts.first().map_or("", String::as_str);
        let unread = || format!("expected a position of a kind, as declared by `{example}`");
        let (name, inner) = text.strip_suffix(')').and_then(|text| text.split_once('(')).ok_or_else(unread)?;
        let kind = self.find(name.trim());
        let kind = kind
            .ok_or_else(|| self.unknown(name.trim(), 0..0))
            .map_err(|blame| format!("{}; {}", blame.message, blame.help))?;
        let numbers: Option<Vec<i64>> = inner.split(',').map(|number| number.trim().parse().ok()).collect();
        let numbers = numbers.ok_or_else(unread)?;
        self.check_count(kind, numbers.len(), 0..0).map_err(|blame| format!("{}; {}", blame.message, blame.help))?;
        let mut stored = vec![0; self.dimensions()];
        stored[0] = kind as i64;
        for (place, number) in self.places(kind).into_iter().zip(numbers) {
            stored[place] = number;
        }
        match self.exists(&stored) {
            true => Ok(stored),
            false => Err(format!("it is not a position: the kind is declared as `{}`", self.texts[kind])),
        }
    }
}
