//! The moves of a game as a generator in Python.

use super::line::{Group, Move, Target};
use super::rules::{AskedPosition, Moves};
use crate::eval::Quick;
use crate::python::{Writer, in_python};
use grundy_core::ruleset::Python;
use grundy_core::ruleset::python::tuple;

/// The maximum number of ranges of a move: Python refuses more than 20 loops inside one another.
const MOST_RANGES: usize = 18;

impl Moves {
    /// The moves in Python; none if an expression cannot be translated, or if a move has too many ranges.
    ///
    /// ```
    /// use grundy_language::{Moves, Scope};
    ///
    /// let moves = [("n -> n - k for k in 1..=3 when k <= n and n % 2 == 0", 0)];
    /// let moves = Moves::read(&moves, Scope::default()).expect("a move");
    /// let written = moves.python().expect("a program").functions.concat();
    /// assert!(written.contains("for k in range(1, 4):\n            if k <= n:\n                yield [n - k]"));
    /// ```
    pub fn python(&self) -> Option<Python> {
        if self.entails() {
            return None;
        }
        let every: Vec<String> = self.moves.iter().flat_map(|line| line.names.clone()).collect();
        let names = in_python(&self.names, &every);
        let (position, mut lines) = match &names[..] {
            _ if !self.kinds.is_empty() => ("p".to_string(), Vec::new()),
            [one] => (one.clone(), Vec::new()),
            several => ("p".to_string(), vec![format!("{} = p", several.join(", "))]),
        };
        if self.moves.iter().any(|line| line.ranges.len() > MOST_RANGES) {
            return None;
        }
        let mut writers = Vec::new();
        for line in &self.moves {
            let variables = in_python(&line.names, &every);
            let mut writer = Writer::new(variables.clone());
            let own = written(&mut writer, line, &variables[names.len()..])?;
            match line.kind {
                None => lines.extend(own),
                // A position is a tuple; its first number says which kind it is.
                Some(kind) => {
                    let named =
                        |(place, name): (usize, &String)| (!name.is_empty()).then(|| format!("{name} = p[{place}]"));
                    lines.push(format!("if p[0] == {kind}:"));
                    lines.extend(
                        variables[..names.len()].iter().enumerate().filter_map(named).map(|line| format!("    {line}")),
                    );
                    lines.extend(own.iter().map(|line| format!("    {line}")));
                }
            }
            writers.push(writer);
        }
        let start = self.asked.clone();
        if let Some(asked) = &start {
            let mut writer = Writer::new(vec!["n".to_string()]);
            position_of(asked, &mut writer)?;
            writers.push(writer);
        }
        let mut python = Python::new(&position, &lines.join("\n"), move |label| match &start {
            Some(asked) => position_of(asked, &mut Writer::new(label.to_vec())).into_iter().collect(),
            None if label.len() == 1 => label.to_vec(),
            None => vec![tuple(label)],
        });
        for writer in writers {
            python.imports.extend(&writer.used.imports);
            python.helpers.extend(&writer.used.helpers);
            python.loops = python.loops.max(writer.deepest.saturating_sub(names.len()));
        }
        Some(python)
    }
}

/// The position asked for; the label is the only variable.
fn position_of(asked: &AskedPosition, writer: &mut Writer) -> Option<String> {
    let coordinates = asked.coordinates.iter().map(|number| Some(writer.number(number)?.text));
    let coordinates: Vec<String> = coordinates.collect::<Option<_>>()?;
    Some(if coordinates.len() == 1 { coordinates.concat() } else { tuple(&coordinates) })
}

/// The lines of a move: conditions are tested where they are tested here, so that none is evaluated earlier.
fn written(writer: &mut Writer, line: &Move, variables: &[String]) -> Option<Vec<String>> {
    let mut lines = Vec::new();
    let mut add = |text: String, depth: &mut usize| {
        lines.push(format!("{}{text}", "    ".repeat(*depth)));
        *depth += 1;
    };
    let mut depth = 0;
    for (level, conditions) in line.conditions.iter().enumerate() {
        if let Some(range) = level.checked_sub(1) {
            let (name, domain) = (variables.get(range)?, line.ranges.get(range)?);
            add(format!("for {name} in {}:", writer.domain(domain)?), &mut depth);
        }
        if !conditions.is_empty() {
            add(format!("if {}:", writer.all(conditions)?), &mut depth);
        }
    }
    add(format!("yield [{}]", parts(writer, &line.targets, line.names.len() - variables.len())?), &mut depth);
    Some(lines)
}

/// The components that a move leaves.
fn parts(writer: &mut Writer, targets: &[Target], coordinates: usize) -> Option<String> {
    let (mut parts, mut plain) = (Vec::new(), Vec::new());
    for target in targets {
        match target {
            Target::Number(number) => {
                plain.push(number);
                if plain.len() == coordinates {
                    parts.push(component(writer, plain.drain(..))?);
                }
            }
            Target::Group(group) => parts.push(self::group(writer, group, targets.len() == 1)?),
        }
    }
    Some(parts.join(", "))
}

fn component<'q>(writer: &mut Writer, numbers: impl Iterator<Item = &'q Quick>) -> Option<String> {
    let numbers: Vec<String> =
        numbers.map(|number| Some(writer.number(number.number())?.text)).collect::<Option<_>>()?;
    Some(if numbers.len() == 1 { numbers.concat() } else { tuple(&numbers) })
}

/// A group of components, for which a comprehension stands; `alone` if there are no other components. The copies of a
/// component come first, since nothing is evaluated if there are none.
fn group(writer: &mut Writer, group: &Group, alone: bool) -> Option<String> {
    let times = match &group.times {
        Some((times, _)) => Some(writer.number(times)?.text),
        None => None,
    };
    let all = writer.turns(&group.turns, |writer, body| {
        let (part, name) = (component(writer, body.iter())?, writer.unused());
        Some(match times {
            Some(times) => format!("{part} for {name} in range({times})"),
            None => part,
        })
    })?;
    Some(if alone { all } else { format!("*[{all}]") })
}
