//! The names that an expression may use.

use super::automata::Automata;
use super::datum::Datum;
use super::declared::DeclaredKinds;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// The type of an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Type {
    /// A 64-bit whole number.
    Number,
    /// True or false.
    Truth,
    /// P or N.
    Outcome,
    /// A set of whole numbers.
    Set,
    /// A list of whole numbers.
    List,
    /// A text.
    Text,
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Type::Number => "a number",
            Type::Truth => "a condition",
            Type::Outcome => "an outcome",
            Type::Set => "a set",
            Type::List => "a list",
            Type::Text => "a text",
        })
    }
}

/// The names that an expression may use.
#[derive(Debug, Clone, Default)]
pub struct Scope {
    pub(super) names: Vec<(String, Type)>,
    /// Names with known values: numbers, sets, lists and texts.
    pub(super) constants: Vec<(String, Datum)>,
    /// Names that are undefined here although users may expect them, with advice on what to write instead.
    pub(super) absent: Vec<(String, String)>,
    pub(super) aliases: Vec<(String, u32)>,
    /// Names that become variables where an expression uses them.
    pub(super) offered: Vec<&'static str>,
    /// The number of coordinates of `g`; `None` if there are no values of a game.
    pub(super) look: Option<usize>,
    /// The kinds of positions that have values, as in `g(star(2, b, n))`.
    pub(super) kinds: Option<Arc<DeclaredKinds>>,
    /// Whether whoever writes the expression may name constants.
    pub(super) has_parameters: bool,
    /// The variables that `row(...)` may change; empty if there are no other rows.
    pub(super) changeable: Vec<u32>,
    /// A variable, and those that are functions of it.
    pub(super) functions: Option<(u32, Range<u32>)>,
    /// The automata that expressions may name; `None` if they may name no files.
    automata: Option<Automata>,
    /// The number of a variable that lists all coordinates, and the range of the variables of the single coordinates.
    pub(super) tuple: Option<(u32, Range<u32>)>,
}

impl Scope {
    /// The same scope with an additional variable. Variables are numbered from 0 in the order in which they are added.
    pub fn with(mut self, name: &str, kind: Type) -> Self {
        self.names.push((name.to_string(), kind));
        self
    }

    /// The same scope with a name for a constant.
    pub fn with_constant(mut self, name: &str, value: Datum) -> Self {
        self.constants.push((name.to_string(), value));
        self
    }

    /// Whether a name is defined here.
    pub fn has(&self, name: &str) -> bool {
        self.find(name).is_some() || self.constant(name).is_some()
    }

    /// The value of a constant, if it is known.
    pub(super) fn constant(&self, name: &str) -> Option<&Datum> {
        let (_, value) = self.constants.iter().find(|(known, _)| known == name)?;
        Some(value).filter(|value| !matches!(value, Datum::Missing))
    }

    /// The names of constants, with their values.
    pub(super) fn constants(&self) -> impl Iterator<Item = (&str, &Datum)> {
        self.constants.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// The same scope with an alternative name for a variable.
    pub fn with_alias(mut self, name: &str, variable: u32) -> Self {
        self.aliases.push((name.to_string(), variable));
        self
    }

    /// The same scope with names that messages mention, as they become variables where an expression uses them.
    pub fn with_offered(self, offered: Vec<&'static str>) -> Self {
        Self { offered, ..self }
    }

    /// The same scope with an undefined name, and advice on what to write instead.
    pub fn without(mut self, name: &str, instead: &str) -> Self {
        self.absent.push((name.to_string(), instead.to_string()));
        self
    }

    /// The same scope, of which it is said where constants are named: in the `parameters` of a game.
    pub fn with_parameters(self) -> Self {
        Self { has_parameters: true, ..self }
    }

    /// The advice for an undefined name, if there is any.
    pub(super) fn instead_of(&self, name: &str) -> Option<String> {
        self.absent.iter().find(|(absent, _)| absent == name).map(|(_, instead)| instead.clone())
    }

    /// The same scope with the values of the game, as a function `g` of this many coordinates.
    pub fn with_values(self, coordinates: usize) -> Self {
        Self { look: Some(coordinates), ..self }
    }

    /// The functions that look at values of the game here.
    pub(super) fn value_names(&self) -> impl Iterator<Item = &'static str> + Clone {
        let names: &[&str] = if self.look.is_some() { &["g", "outcome"] } else { &[] };
        names.iter().copied().filter(|name| self.instead_of(name).is_none())
    }

    /// The same scope with the values of positions of declared kinds.
    pub(crate) fn with_kinds(self, kinds: Arc<DeclaredKinds>) -> Self {
        Self { kinds: Some(kinds), ..self }
    }

    /// The same scope with other rows of the same table. `row(...)` finds them by these variables.
    pub fn with_rows(self, variables: Vec<u32>) -> Self {
        Self { changeable: variables, ..self }
    }

    /// The same scope, in which some variables are functions of another one: `phi(n - 2)` is the variable `phi` in the
    /// row whose `n` is smaller by 2.
    pub fn with_functions(self, of: u32, functions: Range<u32>) -> Self {
        Self { functions: Some((of, functions)), ..self }
    }

    /// The same scope with a variable for the list of all coordinates, e.g. `h`; then `h[0]` is the first of
    /// those variables.
    pub fn with_tuple(mut self, name: &str, coordinates: Range<u32>) -> Self {
        self.tuple = u32::try_from(self.names.len()).ok().map(|slot| (slot, coordinates));
        self.with(name, Type::List)
    }

    /// The same scope with the automata in a folder, as a function `automatic` of the name of a file and of numbers.
    pub fn with_automata(self, automata: &Automata) -> Self {
        Self { automata: Some(automata.clone()), ..self }
    }

    pub(super) fn automata(&self) -> Option<&Automata> {
        self.automata.as_ref()
    }

    /// The names and types of the variables, in the order of their numbers.
    pub fn names(&self) -> &[(String, Type)] {
        &self.names
    }

    pub(super) fn find(&self, name: &str) -> Option<(u32, Type)> {
        // If a name occurs twice, the last variable counts. Callers make sure that no column hides another variable.
        let alias = || self.aliases.iter().find(|(alias, _)| alias == name).map(|(_, slot)| *slot as usize);
        let slot = self.names.iter().rposition(|(known, _)| known == name).or_else(alias)?;
        Some((u32::try_from(slot).ok()?, self.names.get(slot)?.1))
    }
}
