//! A checked sweep.

use super::columns::{Columns, is_column};
use super::comparison::{Comparison, ROW_BYTES, own_variables};
use super::domain::{Domain, NUMBER_BYTES, WORD_BYTES, is_digit};
use super::graphs;
use super::odometer::{Odometer, somewhere};
use super::paper::PaperTable;
use super::plan::Plan;
use super::row_patterns::{RowPatterns, row_patterns};
use super::template::Template;
use super::value::read;
use super::variables::{combinations, digits, no_digit, variables};
use super::wrong::{OrWrong, Part, Wrong};
use crate::bytes::Bytes;
use crate::conjecture::{self, RowConjecture, Statement};
use crate::diagnostic::{Blame, nearest};
use crate::error::Error;
use crate::games::Game;
use crate::games::args::list;
use crate::games::code;
use crate::job::{CHECKPOINT, Name, Source};
use crate::language::{self, Automata, Datum, Fault, Number, Truth, Type, evaluate, holds};
use crate::ruleset::{Play, Shape};
use std::path::Path;
use std::time::Duration;

/// A checked sweep.
#[derive(Debug)]
pub struct Sweep {
    /// The name of the sweep and of its folder.
    pub name: Name,
    /// The config it comes from.
    pub source: Option<Source>,
    /// The plan.
    pub plan: Plan,
    /// The names of the variables.
    pub variables: Vec<String>,
    /// The domains of the variables.
    pub domains: Vec<Domain>,
    /// The columns of its table.
    pub columns: Columns,
    /// The table for papers.
    pub paper: PaperTable,
    /// The columns by which graphs with the same value are counted, and that of the graph; none if they are not
    /// counted.
    pub tally: Option<(Vec<usize>, usize)>,
    /// The columns in which rules are looked for, if any.
    pub row_patterns: Option<RowPatterns>,
    /// The conjectures over rows, in the order of all conjectures; none for the others.
    row_conjectures: Vec<Option<RowConjecture>>,
    /// What is kept of the rows, if conjectures compare them.
    comparison: Option<Comparison>,
    template: Template,
    /// The variables among the digits of an octal code whose numbers may turn out not to be digits.
    digits: Vec<usize>,
    condition: Option<Truth>,
    max: Option<Number>,
    /// The number of combinations before the condition is applied.
    pub combinations: u64,
    /// The time between two checkpoints.
    pub checkpoint: Duration,
    /// The automata that its expressions, and those about its games, may name.
    pub automata: Automata,
}

/// The counts that `[expect]` of a sweep may contain.
const COUNTS: &[&str] = &["rows", "proved", "observed", "none", "errors"];

/// Those of them that are about periods.
const COUNTS_OF_PERIODS: &[&str] = &["proved", "observed", "none"];

/// What helps where periods are expected that nobody asked for.
const ASK_FOR_PERIODS: &str = "set `period = true` in [analysis]";

impl Sweep {
    /// Checks a plan.
    ///
    /// # Errors
    /// [`Wrong`] for an error in the plan, and [`Error::Limit`] if there are too many combinations.
    pub fn new(mut plan: Plan, name: Name, source: Option<Source>) -> Result<Result<Self, Wrong>, Error> {
        let folder = source.as_ref().and_then(|source| source.path.parent()).unwrap_or(Path::new(""));
        for (name, over) in &mut plan.over {
            if let Err(blame) = graphs::read_file(over, folder) {
                return Ok(Err(Wrong { part: Part::Over(name.clone()), blame }));
            }
        }
        let automata = Automata::in_folder(folder);
        let (variables, domains, scope) = match variables(&plan, &automata) {
            Ok(checked) => checked,
            Err(wrong) => return Ok(Err(wrong)),
        };
        let combinations = match combinations(&plan, &domains)? {
            Ok(combinations) => combinations,
            Err(wrong) => return Ok(Err(wrong)),
        };
        let template = Template::new(&plan.code, &variables, &graphs::are_graphs(&plan, &variables));
        let first = first_game(&template, &domains, source.as_ref());
        if let Some(Some(Game { shape: Shape::Kinds(_), code, .. })) = &first {
            let message = format!("`{code}` has several kinds of positions, but a game of a sweep has one");
            let help = "`asked` in the game chooses one of them, as in asked = \"star(2, 5, n)\"";
            return Ok(Err(Wrong { part: Part::Code, blame: Blame::new(0..plan.code.len(), message, help) }));
        }
        let play = || first?.map_or(Some(Play::Normal), |game| game.played(None).ok());
        plan.settings.play = plan.settings.play.or_else(play);
        let digits = match digits(&plan, &template, &variables, &domains) {
            Ok(digits) => digits,
            Err(wrong) => return Ok(Err(wrong)),
        };
        let text = |part: Part, text: &Option<String>| {
            text.as_deref()
                .map(|text| language::truth(text, 0, &scope))
                .transpose()
                .map_err(|blame| Wrong { part, blame })
        };
        let columns = Columns::new(
            scope.names().iter().cloned(),
            &plan.settings.analysis,
            plan.max.is_none() && plan.over.iter().any(|(_, over)| over.is_graph()),
        );
        let checked = check_names(&plan, &variables, &columns, &template).and_then(|()| {
            let condition = text(Part::Condition, &plan.condition)?;
            let max = plan.max.as_deref().map(|text| language::number(text, 0, &scope)).transpose();
            let max = max.map_err(|blame| Wrong { part: Part::Max, blame })?;
            let paper = PaperTable::new(&plan.paper, &columns, &automata);
            let paper = paper.map_err(|(key, blame)| Wrong { part: Part::Paper(key), blame })?;
            let tally = graphs::tally(&plan, &columns)?;
            let patterns = row_patterns(&plan, &columns)?;
            Ok((condition, max, row_conjectures(&plan, &columns, &automata)?, paper, tally, patterns))
        });
        Ok(checked.map(|(condition, max, row_conjectures, paper, tally, row_patterns)| Self {
            paper,
            tally,
            row_patterns,
            comparison: Comparison::new(&plan, &columns, &row_conjectures),
            name,
            source,
            plan,
            variables,
            domains,
            columns,
            row_conjectures,
            template,
            digits,
            automata,
            condition,
            max,
            combinations,
            checkpoint: CHECKPOINT,
        }))
    }

    /// The game code of a combination.
    pub fn code(&self, data: &[Datum]) -> String {
        self.template.code(data)
    }

    /// Whether a combination satisfies the condition.
    ///
    /// # Errors
    /// The [`Fault`] of the condition.
    pub fn counts(&self, data: &[Datum]) -> Result<bool, Fault> {
        self.condition.as_ref().map_or(Ok(true), |condition| holds(condition, data, &|_| None))
    }

    /// Whether [`Sweep::check_digits`] can fail at all.
    pub fn has_digits_to_check(&self) -> bool {
        !self.digits.is_empty()
    }

    /// Refuses a combination that puts a number that is not a digit among the digits of an octal code.
    ///
    /// # Errors
    /// [`Error::Usage`] with the remedy.
    pub fn check_digits(&self, data: &[Datum]) -> Result<(), Error> {
        for &variable in &self.digits {
            if let Datum::Number(number) = data[variable]
                && !is_digit(number)
            {
                let Blame { message, help, .. } = no_digit(&self.variables[variable], number);
                return Err(Error::Usage(format!("{message}, at {}; {help}", self.label(data))));
            }
        }
        Ok(())
    }

    /// The upper bound of the range of a combination's game. None if the sweep has no range (as for game
    /// graphs).
    ///
    /// # Errors
    /// The [`Fault`] of the expression.
    pub fn max(&self, data: &[Datum]) -> Result<Option<i64>, Fault> {
        self.max.as_ref().map(|max| evaluate(max, data, &|_| None)).transpose()
    }

    /// An odometer before the first combination.
    ///
    /// # Errors
    /// The [`Fault`] of a range.
    pub fn odometer(&self) -> Result<Odometer<'_>, Fault> {
        Odometer::new(&self.domains)
    }

    /// A random combination, whether it satisfies the condition or not. None if a range is empty.
    ///
    /// # Errors
    /// The [`Fault`] of a range.
    pub fn somewhere(&self, random: &mut dyn FnMut() -> u64) -> Result<Option<Vec<Datum>>, Fault> {
        somewhere(&self.domains, random)
    }

    /// A combination in words, as in `a=2,b=5`. The elements of a set are separated by spaces.
    pub fn label(&self, data: &[Datum]) -> String {
        let pair = |(name, datum): (&String, &Datum)| format!("{name}={}", datum.show(" "));
        self.variables.iter().zip(data).map(pair).collect::<Vec<_>>().join(",")
    }

    /// The combination with this label; none if the label is invalid.
    pub fn data_of(&self, label: &str) -> Option<Vec<Datum>> {
        let texts = values_of(label, &self.variables)?;
        texts.iter().zip(&self.domains).map(|(text, domain)| read(text, domain.kind())).collect()
    }

    /// A fault in one part at a combination, in words.
    pub fn explain(&self, part: &Part, fault: Fault, data: &[Datum]) -> String {
        format!("{part}: {fault} at {}", self.label(data))
    }

    /// A conjecture, if it is about rows.
    pub fn row_conjecture(&self, index: usize) -> Option<&RowConjecture> {
        self.row_conjectures.get(index)?.as_ref()
    }

    /// What is kept of the rows, if conjectures compare them.
    pub fn comparison(&self) -> Option<&Comparison> {
        self.comparison.as_ref()
    }

    /// The maximum of the memory for the rows that conjectures compare: half of all.
    pub fn memory_of_rows(&self) -> Bytes {
        Bytes(self.comparison.as_ref().map_or(0, |_| self.plan.settings.memory.0 / 2))
    }

    /// What all rows certainly do not exceed.
    fn bytes_of_rows(&self) -> u128 {
        let Some(comparison) = &self.comparison else { return 0 };
        let row = comparison.places.iter().try_fold(ROW_BYTES, |sum, &place| Some(sum + self.longest_cell(place)?));
        row.map_or(u128::MAX, |row| row.saturating_mul(self.combinations.into()))
    }

    /// The maximum number of bytes of a cell that is kept; none if there is no bound.
    fn longest_cell(&self, place: usize) -> Option<u128> {
        let variable = place.checked_sub(self.columns.variables().start);
        match variable.and_then(|variable| self.domains.get(variable)) {
            Some(domain) => domain.longest(),
            None => match &self.columns.list()[place] {
                column if column.kind == Type::Number => Some(NUMBER_BYTES),
                // Words of closed lists.
                column if ["status", "theorem"].contains(&&*column.name) => Some(WORD_BYTES),
                _ => None,
            },
        }
    }

    /// The memory for the games: what is left, however many rows are known, so that no game depends on that.
    pub fn memory_of_games(&self) -> Bytes {
        Bytes(self.plan.settings.memory.0 - self.memory_of_rows().0.min(self.bytes_of_rows()))
    }

    /// Whether there are conjectures about the terms or positions of each game.
    pub fn has_game_conjectures(&self) -> bool {
        self.row_conjectures.iter().any(Option::is_none)
    }

    /// The conjectures about the terms or positions of each game.
    pub fn game_conjectures(&self) -> Vec<Statement> {
        let over_rows = self.row_conjectures.iter().map(Option::is_some);
        let games = self.plan.settings.conjectures.iter().zip(over_rows).filter(|(_, over_rows)| !over_rows);
        games.map(|(statement, _)| statement.clone()).collect()
    }

    /// The variables of a combination, for the conjectures about its game.
    pub fn bound(&self, data: &[Datum]) -> Vec<conjecture::Bound> {
        let columns = &self.columns.list()[self.columns.variables()];
        columns.iter().zip(data).map(|(column, datum)| (column.name.to_string(), column.kind, datum.clone())).collect()
    }

    /// Whether the code is a fixed prefix followed by the only variable, as in `subtraction:{S}`.
    pub fn is_prefix_of(&self, prefix: &str) -> bool {
        self.variables.len() == 1 && self.template.is_prefix_of(prefix)
    }

    /// Whether a condition filters combinations.
    pub fn has_condition(&self) -> bool {
        self.condition.is_some()
    }
}

/// The number of combinations that are tried to find a game.
const TRIED: usize = 1000;

/// The first game whose code is valid, which says how a sweep is played that does not set it; `Some(None)` if the first
/// combinations give none.
fn first_game(template: &Template, domains: &[Domain], source: Option<&Source>) -> Option<Option<Game>> {
    let base = source.and_then(|source| source.path.parent()).unwrap_or(Path::new(""));
    let mut odometer = Odometer::new(domains).ok()?;
    for _ in 0..TRIED {
        let data = odometer.advance().ok()??;
        if let Ok(coded) = code::parse_at(&template.code(&data), 0, base) {
            return Some(Some(coded.game));
        }
    }
    Some(None)
}

/// Splits the label of a combination, as in `a=2,b=5`, into the values. Texts may contain commas and equals
/// signs. None if the label does not name these variables in this order.
pub fn values_of(label: &str, variables: &[String]) -> Option<Vec<String>> {
    let behind = |text: &'_ str, name: &str| -> Option<usize> {
        let rest = text.trim_start().strip_prefix(name)?.trim_start().strip_prefix('=')?;
        Some(text.len() - rest.len())
    };
    let mut rest = &label[behind(label, variables.first()?)?..];
    let mut values = Vec::new();
    for name in &variables[1..] {
        let next = |&(comma, _): &(usize, &str)| behind(&rest[comma + 1..], name).is_some();
        let (comma, _) = rest.match_indices(',').find(next)?;
        values.push(rest[..comma].trim().to_string());
        let from = comma + 1;
        rest = &rest[from + behind(&rest[from..], name)?..];
    }
    values.push(rest.trim().to_string());
    Some(values)
}

/// The conjectures about rows, checked against the columns.
fn row_conjectures(plan: &Plan, columns: &Columns, automata: &Automata) -> OrWrong<Vec<Option<RowConjecture>>> {
    let statements = &plan.settings.conjectures;
    let wrong =
        |wrong: conjecture::Wrong| Wrong { part: Part::Conjecture(wrong.index, wrong.part), blame: wrong.blame };
    conjecture::names(statements).map_err(wrong)?;
    let names: Vec<_> = columns.list().iter().map(|column| (column.name.to_string(), column.kind)).collect();
    let changeable = own_variables(plan, columns);
    let checked = |(index, statement): (usize, &Statement)| match statement.over {
        None | Some(conjecture::Domain::Rows) => {
            let variables = columns.variables();
            let read =
                RowConjecture::new(index, statement, &names, variables, &changeable, &graphs::scope_of(plan, automata));
            read.map(Some).map_err(wrong)
        }
        Some(_) => Ok(None),
    };
    statements.iter().enumerate().map(checked).collect()
}

/// Checks that the code uses every variable, and that expectations name existing counts, variables and columns.
fn check_names(plan: &Plan, variables: &[String], columns: &Columns, template: &Template) -> OrWrong<()> {
    // The numbers of a graph are variables that nobody has written.
    let is_own = |variable: &usize| plan.over.iter().any(|(name, _)| *name == variables[*variable]);
    if let Some(unused) = (0..variables.len()).filter(is_own).find(|&variable| !template.uses(variable)) {
        let name = &variables[unused];
        let blame = Blame::new(
            0..plan.code.len(),
            format!("the code does not use `{name}`"),
            format!("put {{{name}}} into the code"),
        );
        return Err(Wrong { part: Part::Code, blame });
    }
    for (key, _) in &plan.expect.counts {
        if !COUNTS.contains(&key.as_str()) {
            let help = match nearest(key, COUNTS.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("the keys here are {}, or at.\"a=1,b=2\".period", list(COUNTS)),
            };
            let blame = Blame::new(0..0, format!("`{key}` cannot be expected of a sweep"), help);
            return Err(Wrong { part: Part::Expect(key.clone()), blame });
        }
        if COUNTS_OF_PERIODS.contains(&key.as_str()) && columns.status().is_none() {
            let message = format!("`{key}` counts periods, but this sweep does not look for any");
            let blame = Blame::new(0..0, message, ASK_FOR_PERIODS);
            return Err(Wrong { part: Part::Expect(key.clone()), blame });
        }
    }
    for at in &plan.expect.at {
        let wrong = |message: String, help: String| {
            Err(Wrong { part: Part::Expect(at.row.clone()), blame: Blame::new(0..0, message, help) })
        };
        if values_of(&at.row, variables).is_none() {
            let names: Vec<String> = variables.iter().map(|name| format!("{name}=...")).collect();
            return wrong(format!("`{}` is not a combination", at.row), format!("write it as in {}", names.join(",")));
        }
        if columns.place(&at.column).is_none() {
            let message = format!("there is no column `{}`", at.column);
            return match is_column(&at.column) {
                true => {
                    wrong(format!("{message}, as this sweep does not look for periods"), ASK_FOR_PERIODS.to_string())
                }
                false => wrong(message, format!("the columns are {}", list(&columns.names().collect::<Vec<_>>()))),
            };
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_read_with_commas_in_their_texts() {
        let names = ["z".to_string(), "b".to_string()];
        let of = |label: &str| values_of(label, &names).map(|values| values.join("|"));
        assert_eq!(of("z=subtraction:1,2,b=3").as_deref(), Some("subtraction:1,2|3"));
        assert_eq!(of(" z = octal:0.7, b = 5 ").as_deref(), Some("octal:0.7|5"));
        assert_eq!((of("z=1"), of("b=1,z=2"), of(""), of("zz=1,b=2")), (None, None, None, None));
    }
}
