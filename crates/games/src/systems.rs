//! Games whose rows are positions of systems ([`grundy_core::system`]): graphs and boards.

use super::game::Game;
use super::space::check_units;
use grundy_core::error::Error;
use grundy_core::picture::{Picture, Scene};
use grundy_core::ruleset::{Point, Position, Python, Rules, Shape, Visit};
use grundy_core::structure::{Host, Hosts, Structures, Systems};
use grundy_core::system::{Set, Wide};
use grundy_core::words::counted;
use smallvec::SmallVec;
use std::collections::HashMap;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::{Arc, PoisonError, RwLock};

/// The maximum number of elements of a row: as many as kernels handle.
pub(crate) const MOST_ELEMENTS: u64 = 256;

/// How the positions of a game are written and read.
pub(crate) trait Notation: Send + Sync {
    /// A position in the system of a label.
    fn show(&self, label: &[u64], left: &Wide) -> String;

    /// The position in a text, in the system of a label; otherwise what is wrong.
    fn read(&self, label: &[u64], elements: usize, text: &str) -> Result<Wide, String>;

    /// The label of a position that shows it, like a board in rows.
    fn label_of(&self, _text: &str) -> Option<Vec<u64>> {
        None
    }
}

/// A position: the label of its system, and the elements that are present.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Left {
    /// The label; without coordinates if there is only one system.
    pub label: Point,
    /// The elements.
    pub left: Wide,
}

impl Position for Left {
    /// Shown by the rules, which know the names of elements.
    fn show(&self) -> String {
        self.left.members().map(|element| element.to_string()).collect::<Vec<_>>().join(",")
    }

    fn read(_: &str) -> Option<Self> {
        None
    }

    fn elsewhere(&self) -> usize {
        self.label.elsewhere() + self.left.elsewhere()
    }
}

/// The rules of a game on systems.
#[derive(Clone)]
pub(crate) struct OnSystems {
    systems: Systems,
    notation: Arc<dyn Notation>,
    /// The least label; without coordinates if there is only one position.
    firsts: Point,
    /// The systems made so far.
    made: Arc<RwLock<HashMap<Point, Host>>>,
    /// The boards and graphs drawn so far.
    scenes: Arc<RwLock<HashMap<Point, Arc<Scene>>>>,
}

impl OnSystems {
    fn make(&self, label: &Point) -> Result<Host, Error> {
        if let Some(host) = self.made.read().unwrap_or_else(PoisonError::into_inner).get(label) {
            return Ok(host.clone());
        }
        let host = self.systems.0.host(&wide(label))?;
        self.made.write().unwrap_or_else(PoisonError::into_inner).insert(label.clone(), host.clone());
        Ok(host)
    }

    fn host(&self, label: &Point) -> Host {
        self.make(label).expect("`fits` or `read` has made this system before")
    }

    /// Whether a label is one of a row.
    fn is_label(&self, label: &Point) -> bool {
        label.len() == self.firsts.len() && label.iter().zip(&self.firsts).all(|(own, first)| own >= first)
    }

    fn at(&self, label: Point) -> Left {
        let left = self.host(&label).start;
        Left { label, left }
    }

    /// A label before a colon, as in `7: 0,1,4`; otherwise the only label, or that of a board.
    fn split<'t>(&self, text: &'t str) -> Result<(Point, &'t str), String> {
        if self.firsts.is_empty() {
            return Ok((Point::new(), text));
        }
        let (label, rest) = match text.split_once(':') {
            Some((label, rest)) => (Point::read(label), rest),
            None => (self.notation.label_of(text).and_then(|label| narrow(&label)), text),
        };
        let label = label.filter(|label| self.is_label(label));
        label
            .map(|label| (label, rest))
            .ok_or_else(|| "it does not begin with a row of the game, or has another size".to_string())
    }

    /// The position in a text; otherwise what is wrong.
    fn parse(&self, text: &str) -> Result<Left, String> {
        let (label, text) = self.split(text)?;
        let elements = self.systems.0.elements(&wide(&label));
        if elements > MOST_ELEMENTS {
            return Err(format!("it is part of {elements} elements; at most {MOST_ELEMENTS} are allowed"));
        }
        let start = self.make(&label).map_err(|error| error.to_string())?.start;
        let left = match self.firsts.is_empty() && text.trim() == "all" {
            true => start,
            false => self.notation.read(&wide(&label), elements as usize, text.trim())?,
        };
        Ok(Left { label, left })
    }
}

fn wide(label: &Point) -> Vec<u64> {
    label.iter().map(|&coordinate| u64::from(coordinate)).collect()
}

fn narrow(label: &[u64]) -> Option<Point> {
    label.iter().map(|&coordinate| u32::try_from(coordinate).ok()).collect()
}

impl Rules for OnSystems {
    type Position = Left;

    fn options(&self, position: &Left, visit: &mut Visit<'_, Left>) -> ControlFlow<()> {
        let host = self.host(&position.label);
        let (mut components, mut room) = (Vec::new(), Vec::new());
        host.system.components(&position.left, &mut components);
        let one = |left: &Wide| Left { label: position.label.clone(), left: left.clone() };
        for (place, component) in components.iter().enumerate() {
            host.system.options(component, &mut room, |parts| {
                let others = components.iter().enumerate().filter(|&(other, _)| other != place);
                let option: SmallVec<[Left; 4]> = parts.iter().chain(others.map(|(_, part)| part)).map(one).collect();
                visit(&option)
            })?;
        }
        ControlFlow::Continue(())
    }

    fn splits(&self) -> bool {
        true
    }

    fn fits(&self, label: &[u64]) -> Result<(), Error> {
        let elements = self.systems.0.elements(label);
        check_units("a position of this game", elements, MOST_ELEMENTS, "elements")?;
        // A position that was typed in has no label, and its system is made already.
        let label = if self.firsts.is_empty() { Some(Point::new()) } else { narrow(label) };
        label.filter(|label| self.is_label(label)).map(|label| self.make(&label)).transpose()?;
        Ok(())
    }

    fn read(&self, text: &str) -> Option<Left> {
        self.parse(text).ok()
    }

    fn unread(&self, text: &str) -> Option<String> {
        self.parse(text).err()
    }

    fn is_position(&self, position: &Left) -> bool {
        !self.host(&position.label).system.is_forbidden(&position.left)
    }

    fn show(&self, position: &Left) -> String {
        self.notation.show(&wide(&position.label), &position.left)
    }

    fn picture(&self, position: &Left) -> Option<Picture> {
        let mut scenes = self.scenes.write().unwrap_or_else(PoisonError::into_inner);
        let scene = scenes.entry(position.label.clone());
        let scene = scene.or_insert_with(|| Arc::new(self.systems.0.scene(&wide(&position.label))));
        Some(Picture { scene: scene.clone(), left: position.left.clone() })
    }

    fn structures(&self) -> Structures<'_> {
        Structures::of(&self.systems)
    }

    fn python(&self) -> Option<Python> {
        self.systems.0.python()
    }
}

impl fmt::Debug for OnSystems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("OnSystems")
    }
}

impl Game {
    /// A game whose rows are positions of systems.
    pub(crate) fn of_systems(
        code: String,
        words: String,
        shape: Shape,
        hosts: Arc<dyn Hosts>,
        notation: Arc<dyn Notation>,
    ) -> Self {
        let firsts = narrow(shape.firsts()).expect("the least sizes are small");
        let rules =
            OnSystems { systems: Systems(hosts), notation, firsts, made: Arc::default(), scenes: Arc::default() };
        Self::enumerated(code, words, shape, rules, |rules, label| {
            let label = if rules.firsts.is_empty() { Some(Point::new()) } else { narrow(label) };
            rules.at(label.expect("`fits` has refused large labels"))
        })
    }
}

/// Elements by their names or numbers: `0,1,5..=9`, `all`, `all but 3,4`, `nothing`.
pub(crate) struct Named(pub Option<Arc<[String]>>);

impl Named {
    /// How an element is typed.
    pub fn name(&self, element: usize) -> String {
        self.0.as_ref().map_or_else(|| element.to_string(), |names| names[element].clone())
    }

    fn element(&self, text: &str, elements: usize) -> Result<usize, String> {
        let found = match &self.0 {
            Some(names) => names.iter().position(|name| name == text),
            None => text.parse().ok().filter(|&element| element < elements),
        };
        found.ok_or_else(|| match (&self.0, elements) {
            (Some(_), _) => format!("nothing there is called `{text}`"),
            (None, 0) => format!("there is no `{text}`: it has no elements"),
            (None, _) => format!("there is no `{text}`: the numbers are 0 to {}", elements - 1),
        })
    }

    fn list(&self, text: &str, elements: usize) -> Result<Wide, String> {
        let mut set = Wide::none(elements);
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            match part.split_once("..=").filter(|_| self.0.is_none()) {
                Some((first, last)) => {
                    let (first, last) = (self.element(first, elements)?, self.element(last, elements)?);
                    (first..=last).for_each(|element| set.insert(element));
                }
                None => set.insert(self.element(part, elements)?),
            }
        }
        Ok(set)
    }

    /// The names of some elements; three or more numbers in a row are a range.
    pub fn names(&self, set: &Wide) -> String {
        let mut runs: Vec<(usize, usize)> = Vec::new();
        for element in set.members() {
            match runs.last_mut().filter(|(_, last)| *last + 1 == element && self.0.is_none()) {
                Some((_, last)) => *last = element,
                None => runs.push((element, element)),
            }
        }
        let text = |&(first, last): &(usize, usize)| match last - first {
            0 => self.name(first),
            1 => format!("{first},{last}"),
            _ => format!("{first}..={last}"),
        };
        if runs.is_empty() { "nothing".to_string() } else { runs.iter().map(text).collect::<Vec<_>>().join(",") }
    }
}

impl Notation for Named {
    fn show(&self, label: &[u64], left: &Wide) -> String {
        let label: String = label.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
        let colon = if label.is_empty() { "" } else { ": " };
        format!("{label}{colon}{}", self.names(left))
    }

    fn read(&self, _: &[u64], elements: usize, text: &str) -> Result<Wide, String> {
        if text == "nothing" {
            return Ok(Wide::none(elements));
        }
        let Some(rest) = text.strip_prefix("all") else { return self.list(text, elements) };
        let mut all = Wide::of(elements, 0..elements);
        match rest.trim().strip_prefix("but") {
            Some(gone) => all.take_away(&self.list(gone, elements)?),
            None if rest.trim().is_empty() => {}
            None => return self.list(text, elements),
        }
        Ok(all)
    }
}

/// Cells in rows separated by `/`: one character for each state, `.` for a dead cell.
pub(crate) struct Cells<F> {
    /// The states, in the order of planes.
    pub states: Vec<char>,
    /// The rows and columns of a label.
    pub size: F,
    /// The label of a board of this size.
    pub label_of: Box<dyn Fn(usize, usize) -> Option<Vec<u64>> + Send + Sync>,
}

impl<F> Cells<F> {
    /// The states, for messages.
    fn known(&self) -> String {
        let states = self.states.iter().chain(['.'].iter()).map(|state| format!("`{state}`"));
        states.collect::<Vec<_>>().join(", ")
    }
}

impl<F: Fn(&[u64]) -> (usize, usize) + Send + Sync> Notation for Cells<F> {
    fn show(&self, label: &[u64], left: &Wide) -> String {
        let (rows, columns) = (self.size)(label);
        let state = |cell: usize| {
            let plane = (0..self.states.len()).find(|plane| left.has(plane * rows * columns + cell));
            plane.map_or('.', |plane| self.states[plane])
        };
        let row = |row: usize| (0..columns).map(|column| state(row * columns + column)).collect::<String>();
        (0..rows).map(row).collect::<Vec<_>>().join("/")
    }

    fn read(&self, label: &[u64], elements: usize, text: &str) -> Result<Wide, String> {
        let (rows, columns) = (self.size)(label);
        let (lines, mut left) = (lines(text), Wide::none(elements));
        if lines.len() != rows {
            return Err(format!("it has {}, but the board has {rows}", counted(lines.len(), "row", "rows")));
        }
        if let Some(row) = lines.iter().position(|line| line.len() != columns) {
            let cells = counted(lines[row].len(), "cell", "cells");
            return Err(format!(
                "row {} has {cells}, but the board has {}",
                row + 1,
                counted(columns, "column", "columns")
            ));
        }
        for (cell, letter) in lines.concat().into_iter().enumerate() {
            match self.states.iter().position(|&state| state == letter) {
                Some(plane) => left.insert(plane * rows * columns + cell),
                None if letter == '.' => {}
                None => return Err(format!("`{letter}` is no state of a cell: they are {}", self.known())),
            }
        }
        Ok(left)
    }

    fn label_of(&self, text: &str) -> Option<Vec<u64>> {
        let lines = lines(text);
        (self.label_of)(lines.len(), lines.first()?.len())
    }
}

fn lines(text: &str) -> Vec<Vec<char>> {
    text.trim().split('/').map(|line| line.trim().chars().collect()).collect()
}
