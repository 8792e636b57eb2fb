//! Type-checks calls of functions, and looks at values of the game.

use super::automata::AUTOMATIC;
use super::check::{Checker, Typed, constant, function_names, mismatch, place};
use super::fault::SourcePlace;
use super::functions::{Arguments, FUNCTIONS, Function, SET_FUNCTIONS, SetFunction};
use super::node::{Number, Set, Truth};
use super::tree::{Comparison, Tree, TreeKind};
use grundy_core::diagnostic::{Blame, nearest};
use grundy_core::words::counted;
use std::ops::Range;

impl Checker<'_> {
    pub(super) fn call(&mut self, name: &str, arguments: &[Tree], span: &Range<usize>) -> Result<Typed, Blame> {
        let place = place(span);
        let wrong = |message: String, help: String| Err(Blame::new(span.clone(), message, help));
        if name == "g" {
            return self.look(name, arguments, span).map(Typed::Number);
        }
        if name == "outcome" && self.scope.look.is_some() {
            // A position is lost for the next player if its value is 0.
            let value = self.look(name, arguments, span)?;
            let least = FUNCTIONS.iter().find(|function| function.name == "min");
            let least = least.ok_or_else(|| Blame::new(span.clone(), "outcomes cannot be used here", ""))?;
            return Ok(Typed::Outcome(Number::Call(least, Box::new((vec![value, Number::Constant(1)], place)))));
        }
        if let Some(function) = self.function_of(name, arguments, span)? {
            return Ok(function);
        }
        if name == AUTOMATIC {
            return self.automatic(arguments, span);
        }
        if let Some(function) = SET_FUNCTIONS.iter().find(|function| function.name == name) {
            return self.set_function(function, arguments, span);
        }
        let Some(function) = FUNCTIONS.iter().find(|function| function.name == name) else {
            if let Some(help) = self.scope.instead_of(name) {
                return wrong(format!("values of `{name}(...)` are not known here"), help);
            }
            let names = function_names().chain(self.scope.value_names());
            let help = match nearest(name, names.clone()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("the functions are: {}", names.collect::<Vec<_>>().join(", ")),
            };
            return wrong(format!("there is no function `{name}`"), help);
        };
        if !function.arguments.allows(arguments.len()) {
            let given = counted(arguments.len(), "argument", "arguments");
            return wrong(format!("`{name}` cannot take {given}"), function.help.to_string());
        }
        self.apply(function, arguments, place)
    }

    /// A value of the game: at coordinates, or at a position of a kind, as in `g(star(2, b, n))`.
    fn look(&mut self, name: &str, arguments: &[Tree], span: &Range<usize>) -> Result<Number, Blame> {
        let place = place(span);
        let wrong = |message: String, help: String| Err(Blame::new(span.clone(), message, help));
        let coordinates = match (self.scope.look, self.scope.instead_of(name)) {
            (Some(coordinates), None) => coordinates,
            (_, help) => {
                let help = help.unwrap_or_else(|| "only variables can be used".to_string());
                return wrong("values of a game cannot be used here".to_string(), help);
            }
        };
        if let (Some(kinds), [Tree { kind: TreeKind::Call(kind, _), .. }]) = (self.scope.kinds.clone(), arguments)
            && !function_names().any(|function| function == kind)
        {
            let stored = kinds.target(arguments)?;
            return Ok(Number::Value(Box::new((self.numbers(&stored)?, place))));
        }
        if arguments.len() != coordinates {
            let message = format!(
                "`{name}` takes {} here, not {}",
                counted(coordinates, "argument", "arguments"),
                arguments.len()
            );
            let help = match &self.scope.kinds {
                None => "give one number for each coordinate".to_string(),
                Some(kinds) => format!("give a position, declared as {}, or a number", kinds.texts.join(", ")),
            };
            return wrong(message, help);
        }
        Ok(Number::Value(Box::new((self.numbers(arguments)?, place))))
    }

    fn apply(&mut self, function: &'static Function, arguments: &[Tree], place: SourcePlace) -> Result<Typed, Blame> {
        let beside = match (function.arguments, arguments) {
            (Arguments::SetThen(_), [set, numbers @ ..]) | (Arguments::ThenSet(_), [numbers @ .., set]) => {
                Some((set, numbers))
            }
            _ => None,
        };
        if let Some((set, numbers)) = beside {
            let set = match self.typed(set)? {
                Typed::Set(set) | Typed::List(set) => set,
                other => return Err(mismatch(set, &other, "a set or list")),
            };
            return Ok(result(function, Number::OfSet(function, Box::new((set, self.numbers(numbers)?, place)))));
        }
        if let [single] = arguments
            && function.arguments != Arguments::Numbers(1)
        {
            // Type it only once: otherwise nested calls would take twice as long with every level.
            return match self.typed(single)? {
                Typed::Set(set) | Typed::List(set) => Ok(Typed::Number(of_set(function, set, place))),
                Typed::Lists(lists) if function.arguments == Arguments::Set => {
                    Ok(Typed::Number(Number::Constant(lists.len() as i64)))
                }
                other if function.arguments == Arguments::Set => Err(mismatch(single, &other, "a set or list")),
                Typed::Number(number) => Ok(Typed::Number(Number::Call(function, Box::new((vec![number], place))))),
                other => Err(mismatch(single, &other, "a number, a set or a list")),
            };
        }
        let arguments = Box::new((self.numbers(arguments)?, place));
        Ok(match function.is_truth {
            true => Typed::Truth(Truth::Call(function, arguments)),
            false => Typed::Number(Number::Call(function, arguments)),
        })
    }

    fn set_function(
        &mut self,
        function: &'static SetFunction,
        arguments: &[Tree],
        span: &Range<usize>,
    ) -> Result<Typed, Blame> {
        let whole = arguments.split_first().filter(|(_, numbers)| numbers.len() == function.numbers);
        let Some((whole, numbers)) = whole else {
            let given = counted(arguments.len(), "argument", "arguments");
            return Err(Blame::new(span.clone(), format!("`{}` cannot take {given}", function.name), function.help));
        };
        let set = match self.typed(whole)? {
            Typed::Set(set) => set,
            Typed::List(list) if function.is_list => list,
            other if function.is_list => return Err(mismatch(whole, &other, "a set or list")),
            other => return Err(mismatch(whole, &other, "a set, as in {1, 2}")),
        };
        let numbers = self.numbers(numbers)?;
        let known: Option<Vec<i64>> = numbers.iter().map(constant).collect();
        let result = match (set, known) {
            (Set::Constant(set), Some(numbers)) => Set::Constant((function.apply)(&set, &numbers).into()),
            (set, _) => Set::Call(function, Box::new((set, numbers, place(span)))),
        };
        Ok(if function.is_list { Typed::List(result) } else { Typed::Set(result) })
    }
}

/// A function's result, which may be a condition.
fn result(function: &Function, number: Number) -> Typed {
    match function.is_truth {
        true => Typed::Truth(Truth::Compare(Comparison::Unequal, Box::new((number, Number::Constant(0))))),
        false => Typed::Number(number),
    }
}

/// A function of a set or list; a constant if the set or list is one.
fn of_set(function: &'static Function, set: Set, place: SourcePlace) -> Number {
    let known = if let Set::Constant(known) = &set { (function.apply)(known).ok() } else { None };
    known.map_or_else(|| Number::OfSet(function, Box::new((set, Vec::new(), place))), Number::Constant)
}
