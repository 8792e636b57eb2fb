//! The definition of a game: the keys of its `[game]`, in a config or in a file of its own.

use crate::args::{Args, Form, HEAPS, Item, Parameter, list};
use crate::keys::{self, Keys};
use crate::nesting;
use crate::number::hex;
use grundy_core::diagnostic::Blame;
use grundy_core::ruleset::Play;
use grundy_language::{Datum, Moves, Scope, is_reserved};
use serde::Deserialize;
use sha2::{Digest, Sha256};
use toml::Spanned;

/// The parameters: a code has a file, perhaps with values for its parameters; a config has the others as keys.
pub(super) const PARAMETERS: &[Parameter] = &[
    Parameter {
        key: "file",
        form: Form::Raw,
        required: false,
        help: "a TOML file whose [game] has `moves`, as in `custom:mark.toml`; with values for its parameters: \
               `custom:(mark.toml,k=5)`",
    },
    Parameter {
        key: "moves",
        form: Form::Texts,
        required: false,
        help: "lines as in \"n -> n - k for k in 1..=3 when k <= n\"; in a config or file only",
    },
    Parameter {
        key: "positions",
        form: Form::Raw,
        required: false,
        help: "a condition of the coordinates that says which positions there are, as in \"a <= b\"",
    },
    Parameter {
        key: "asked",
        form: Form::Raw,
        required: false,
        help: "the position asked for each n, as in \"n, max(n - 1, 0)\"; without it all positions up to max",
    },
    Parameter {
        key: "parameters",
        form: Form::Table,
        required: false,
        help: "names that the moves may use, as in { k = 3, S = [1, 4] }",
    },
    HEAPS,
];

/// What defines a game.
pub(super) struct Definition {
    moves: Vec<Item>,
    positions: Option<Item>,
    asked: Option<Item>,
    pub parameters: Vec<Named>,
    /// The play that its file names.
    pub play: Option<Play>,
}

/// A parameter with its value.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Named {
    pub name: String,
    value: Value,
}

#[derive(Debug, Clone, PartialEq)]
enum Value {
    Number(i64),
    Set(Vec<i64>),
}

impl Named {
    /// Reads `k=3` or `S={1,4}`.
    pub fn read(item: &Item) -> Result<Self, Blame> {
        let wrong = |what: String, help: &str| Err(Blame::new(item.span.clone(), what, help));
        let Some((name, value)) = item.text.split_once('=') else {
            return wrong(format!("`{}` has no value", item.text), "as in `k=5`, or `S={1,4}`");
        };
        let (name, value) = (name.trim(), value.trim());
        let begins = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        if !begins || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
            return wrong(format!("`{name}` cannot be a name"), "letters, digits and `_`, a letter first");
        }
        if is_reserved(name) {
            return wrong(format!("`{name}` is a word of the language"), "another name for the parameter");
        }
        let number = |text: &str| text.trim().replace('_', "").parse::<i64>().ok();
        let read = match nesting::inside(value, '{', '}') {
            None => number(value).map(Value::Number),
            Some((_, inner)) if inner.trim().is_empty() => Some(Value::Set(Vec::new())),
            Some((_, inner)) => inner.split(',').map(number).collect::<Option<_>>().map(set).map(Value::Set),
        };
        match read {
            Some(value) => Ok(Self { name: name.to_string(), value }),
            None => wrong(format!("`{name}` cannot be `{value}`"), "a whole number, or a set of them, as in `{1,4}`"),
        }
    }

    /// As in a code.
    pub fn show(&self) -> String {
        match &self.value {
            Value::Number(number) => format!("{}={number}", self.name),
            Value::Set(set) => {
                format!("{}={{{}}}", self.name, set.iter().map(i64::to_string).collect::<Vec<_>>().join(","))
            }
        }
    }
}

fn set(mut numbers: Vec<i64>) -> Vec<i64> {
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

/// The part of a file that is read.
#[derive(Deserialize)]
struct File {
    game: Option<Spanned<Keys>>,
}

impl Definition {
    /// The definition that stands among the arguments.
    pub fn of(args: &Args) -> Result<Self, Blame> {
        let single = |key: &str| args.items(key).first().cloned();
        let mut parameters: Vec<Named> = Vec::new();
        for item in args.items("parameters") {
            parameters.push(Named::read(item)?);
        }
        Ok(Self {
            moves: args.items("moves").to_vec(),
            positions: single("positions"),
            asked: single("asked"),
            parameters,
            play: None,
        })
    }

    /// The definition of a file, and its other arguments; a [`Blame`] is about the text of the file.
    pub fn of_file(text: &str) -> Result<(Self, Args), Blame> {
        let file: File = toml::from_str(text)
            .map_err(|error| Blame::new(error.span().unwrap_or(0..0), error.message().to_string(), ""))?;
        let help = "[game] with family = \"custom\" and `moves`";
        let section = file.game.ok_or_else(|| Blame::new(0..0, "there is no [game] section", help))?;
        let whole = section.span();
        let mut keys = section.into_inner();
        let family = keys::take(&mut keys, "family")?;
        if family.as_ref().is_none_or(|family| family.text != "custom") {
            let span = family.map_or(whole, |family| family.span);
            return Err(Blame::new(span, "the game of this file is not of the family `custom`", help));
        }
        let play = keys::take(&mut keys, "play")?.map(keys::read_play).transpose()?;
        let args = Args::from_keys(PARAMETERS, keys::read(PARAMETERS, text, keys)?, whole.clone())?;
        if args.has("file") || !args.has("moves") {
            return Err(Blame::new(whole, "the game of this file has no moves", help));
        }
        Ok((Self { play, ..Self::of(&args)? }, args))
    }

    /// Gives a parameter another value of its kind.
    pub fn set(&mut self, new: Named, item: &Item) -> Result<(), Blame> {
        let names: Vec<&str> = self.parameters.iter().map(|known| known.name.as_str()).collect();
        let help = if names.is_empty() {
            "the game has no parameters".to_string()
        } else {
            format!("there are {}", list(&names))
        };
        let Some(known) = self.parameters.iter_mut().find(|known| known.name == new.name) else {
            return Err(Blame::new(item.span.clone(), format!("there is no parameter `{}`", new.name), help));
        };
        if std::mem::discriminant(&known.value) != std::mem::discriminant(&new.value) {
            let kind = if matches!(known.value, Value::Number(_)) { "a number" } else { "a set" };
            return Err(Blame::new(item.span.clone(), format!("`{}` is {kind}", new.name), "a value of the same kind"));
        }
        *known = new;
        Ok(())
    }

    /// The moves, read and typed.
    pub fn compile(&self) -> Result<Moves, Blame> {
        let mut scope = Scope::default();
        for Named { name, value } in &self.parameters {
            let value = match value {
                Value::Number(number) => Datum::Number(*number),
                Value::Set(set) => Datum::Set(set.as_slice().into()),
            };
            scope = scope.with_constant(name, value);
        }
        let moves: Vec<(&str, usize)> = self.moves.iter().map(|item| (item.text.as_str(), item.span.start)).collect();
        let mut read = Moves::read(&moves, scope)
            .map_err(|(index, blame)| self.moves.get(index).map_or(blame.clone(), |item| placed(item, blame)))?;
        if let Some(item) = &self.positions {
            read = read.with_positions(&item.text, item.span.start).map_err(|blame| placed(item, blame))?;
        }
        if let Some(item) = &self.asked {
            read = read.with_asked(&item.text, item.span.start).map_err(|blame| placed(item, blame))?;
        }
        Ok(read)
    }

    /// The rules in words.
    pub fn words(&self) -> String {
        let mut words: Vec<String> = self.moves.iter().map(|item| format!("`{}`", item.text)).collect();
        words.extend(self.positions.iter().map(|item| format!("positions: `{}`", item.text)));
        words.extend(self.asked.iter().map(|item| format!("asked: `{}`", item.text)));
        if !self.parameters.is_empty() {
            words.push(self.parameters.iter().map(Named::show).collect::<Vec<_>>().join(", "));
        }
        words.join("; ")
    }

    /// SHA-256 of the definition: what a game in a config is known by.
    pub fn hash(&self) -> String {
        let mut sum = Sha256::new();
        let texts = |items: &[Item]| items.iter().map(|item| item.text.clone()).collect::<Vec<_>>();
        let mut parameters: Vec<String> = self.parameters.iter().map(Named::show).collect();
        parameters.sort();
        for part in [texts(&self.moves), texts(self.positions.as_slice()), texts(self.asked.as_slice()), parameters] {
            // Lengths keep one text from looking like two.
            sum.update((part.len() as u64).to_le_bytes());
            for text in part {
                sum.update((text.len() as u64).to_le_bytes());
                sum.update(text);
            }
        }
        hex(&sum.finalize())
    }
}

/// A blame on a part of a text; on all of it, if it was written with escapes, so that places do not fit.
fn placed(item: &Item, blame: Blame) -> Blame {
    if item.span.len() == item.text.len() { blame } else { Blame { span: item.span.clone(), ..blame } }
}
