//! The definition of a custom game: the keys of its `[game]` section, in a config or in a separate file.

use crate::args::{Args, Arity, HEAPS, Parameter, WrittenValue, list};
use crate::keys::{self, Keys};
use crate::nesting;
use crate::number::hex;
use grundy_core::diagnostic::Blame;
use grundy_core::ruleset::Play;
use grundy_language::{Automata, Datum, Moves, Scope, is_reserved};
use serde::Deserialize;
use sha2::{Digest, Sha256};
use std::path::Path;
use toml::Spanned;

/// The parameters of the family. A code has a file and possibly values for the parameters of that file; a
/// config has the other keys.
pub(super) const PARAMETERS: &[Parameter] = &[
    Parameter {
        key: "file",
        form: Arity::Raw,
        required: false,
        help: "a TOML file whose [game] has `moves`, as in `custom:mark.toml`; with values for its parameters: \
               `custom:(mark.toml,k=5)`",
    },
    Parameter {
        key: "moves",
        form: Arity::Texts,
        required: false,
        help: "one line per move, as in \"n -> n - k for k in 1..=3 when k <= n\"; only in a config or file",
    },
    Parameter {
        key: "kinds",
        form: Arity::Texts,
        required: false,
        help: "kinds of positions with names, as in [\"path(n)\", \"star(a in 0..=3, n)\"]; at most one coordinate of each \
               has no range",
    },
    Parameter {
        key: "positions",
        form: Arity::Raw,
        required: false,
        help: "a condition on the coordinates that defines which positions exist, as in \"a <= b\"",
    },
    Parameter {
        key: "asked",
        form: Arity::Raw,
        required: false,
        help: "the position listed for each n, as in \"n, max(n - 1, 0)\"; by default all positions up to max are listed",
    },
    Parameter {
        key: "parameters",
        form: Arity::Table,
        required: false,
        help: "names that the moves may use, as in { k = 3, T = [4, 1, 4], S = \"{1, 4}\" }",
    },
    LOOPS,
    HEAPS,
];

/// Whether play may go on for ever.
pub(crate) const LOOPS: Parameter = Parameter {
    key: "loops",
    form: Arity::Keyed,
    required: false,
    help: "\"draw\" if play may go on for ever, which is then a draw",
};

/// The definition of a game.
pub(super) struct Definition {
    kinds: Vec<WrittenValue>,
    moves: Vec<WrittenValue>,
    positions: Option<WrittenValue>,
    asked: Option<WrittenValue>,
    loops: bool,
    pub parameters: Vec<ParameterValue>,
    /// The play convention in its file, if it gives one.
    pub play: Option<Play>,
}

/// A parameter of the definition, with its value: a number, a set, a list, or a list of lists.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ParameterValue {
    pub name: String,
    value: Datum,
}

const VALUES: &str = "a whole number, a list, as in `[4,1]`, a list of lists, or a set, as in `{1,4}`";

/// The maximum number of list elements that the rules in words show.
const MOST_SHOWN: usize = 20;

impl ParameterValue {
    /// Reads `k=3`, `T=[4,1]` or `S={1,4}`.
    pub fn read(item: &WrittenValue) -> Result<Self, Blame> {
        let wrong = |what: String, help: &str| Err(Blame::new(item.span.clone(), what, help));
        let Some((name, value)) = item.text.split_once('=') else {
            return wrong(format!("`{}` has no value", item.text), "write it as in `k=5`, `T=[4,1]` or `S={1,4}`");
        };
        let (name, value) = (name.trim(), value.trim());
        let begins = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        if !begins || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
            return wrong(
                format!("`{name}` cannot be a name"),
                "names consist of letters, digits and `_`, and do not start with a digit",
            );
        }
        if is_reserved(name) {
            return wrong(format!("`{name}` is a reserved word"), "choose another name for the parameter");
        }
        match self::value(value) {
            Some(value) => Ok(Self { name: name.to_string(), value }),
            None if value.chars().count() > 60 => wrong(format!("`{name}` cannot have this value"), VALUES),
            None => wrong(format!("`{name}` cannot be `{value}`"), VALUES),
        }
    }

    /// The parameter as a code contains it.
    pub fn show(&self) -> String {
        self.value.assigned_to(&self.name)
    }

    /// The parameter in words; a long list is replaced by its size.
    fn words(&self) -> String {
        let (count, what) = match &self.value {
            Datum::Set(numbers) | Datum::List(numbers) => (numbers.len(), "numbers"),
            Datum::Lists(lists) => (lists.iter().map(|list| list.len()).sum(), "numbers in lists"),
            _ => (1, ""),
        };
        if count <= MOST_SHOWN { self.show() } else { format!("{}: {count} {what}", self.name) }
    }
}

fn value(text: &str) -> Option<Datum> {
    if let Some((_, inner)) = nesting::inside(text, '{', '}') {
        let mut set = numbers(inner)?;
        set.sort_unstable();
        set.dedup();
        return Some(Datum::Set(set.into()));
    }
    match nesting::inside(text, '[', ']') {
        Some((_, inner)) if inner.trim_start().starts_with('[') => {
            let list = |(_, piece): (usize, &str)| numbers(nesting::inside(piece, '[', ']')?.1).map(Into::into);
            nesting::split(inner, ',').into_iter().map(list).collect::<Option<_>>().map(Datum::Lists)
        }
        Some((_, inner)) => numbers(inner).map(|list| Datum::List(list.into())),
        None => number(text).map(Datum::Number),
    }
}

fn numbers(text: &str) -> Option<Vec<i64>> {
    if text.trim().is_empty() { Some(Vec::new()) } else { text.split(',').map(number).collect() }
}

fn number(text: &str) -> Option<i64> {
    text.trim().replace('_', "").parse().ok()
}

/// The part of a file that is read; other sections are ignored.
#[derive(Deserialize)]
struct GameFile {
    game: Option<Spanned<Keys>>,
}

impl Definition {
    /// The definition in the arguments.
    pub fn of(args: &Args) -> Result<Self, Blame> {
        let single = |key: &str| args.items(key).first().cloned();
        let mut parameters: Vec<ParameterValue> = Vec::new();
        for item in args.items("parameters") {
            parameters.push(ParameterValue::read(item)?);
        }
        Ok(Self {
            kinds: args.items("kinds").to_vec(),
            moves: args.items("moves").to_vec(),
            positions: single("positions"),
            asked: single("asked"),
            loops: args.draws(LOOPS.key)?,
            parameters,
            play: None,
        })
    }

    /// The definition in a file, and its other arguments. A [`Blame`] refers to the text of the file.
    pub fn of_file(text: &str) -> Result<(Self, Args), Blame> {
        let file: GameFile = toml::from_str(text)
            .map_err(|error| Blame::new(error.span().unwrap_or(0..0), error.message().to_string(), ""))?;
        let help = "expected [game] with family = \"custom\" and `moves`";
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

    /// Replaces the value of a parameter. The kind must match: a number for a number, a set or list for a set
    /// or list, a list of lists for a list of lists.
    pub fn set(&mut self, new: ParameterValue, item: &WrittenValue) -> Result<(), Blame> {
        let names: Vec<&str> = self.parameters.iter().map(|known| known.name.as_str()).collect();
        let help = if names.is_empty() {
            "the game has no parameters".to_string()
        } else {
            format!("its parameters are {}", list(&names))
        };
        let Some(known) = self.parameters.iter_mut().find(|known| known.name == new.name) else {
            return Err(Blame::new(item.span.clone(), format!("there is no parameter `{}`", new.name), help));
        };
        let (kind, help) = match (&known.value, &new.value) {
            (Datum::Number(_), Datum::Number(_))
            | (Datum::Set(_) | Datum::List(_), Datum::Set(_) | Datum::List(_))
            | (Datum::Lists(_), Datum::Lists(_)) => {
                *known = new;
                return Ok(());
            }
            (Datum::Set(_), _) => ("a set", "a set or list, as in `{1,4}` or `[4,1]`"),
            (Datum::List(_), _) => ("a list", "a list or set, as in `[4,1]` or `{1,4}`"),
            (Datum::Lists(_), _) => ("a list of lists", "a list of lists, as in `[[1,2],[3,4]]`"),
            _ => ("a number", "a whole number"),
        };
        Err(Blame::new(item.span.clone(), format!("`{}` must be {kind}", new.name), help))
    }

    /// The moves, parsed and type-checked, and the automata from files that they name, each with its SHA-256. The
    /// files are in the folder `home`.
    pub fn compile(&self, home: &Path) -> Result<(Moves, Vec<(String, String)>), Blame> {
        let automata = Automata::in_folder(home);
        let moves = self.moves_with(&automata)?;
        let items = self.kinds.iter().chain(&self.moves).chain(&self.positions).chain(&self.asked);
        let files = automata.named_in(items.map(|item| item.text.as_str()));
        Ok((moves, files.into_iter().map(|(name, text)| (name, hex(&Sha256::digest(&text)))).collect()))
    }

    fn moves_with(&self, automata: &Automata) -> Result<Moves, Blame> {
        let mut scope = Scope::default().with_parameters().with_automata(automata);
        for ParameterValue { name, value } in &self.parameters {
            scope = scope.with_constant(name, value.clone());
        }
        let texts = |items: &'_ [WrittenValue]| -> Vec<(String, usize)> {
            items.iter().map(|item| (item.text.clone(), item.span.start)).collect()
        };
        let [kinds, moves] = [&self.kinds, &self.moves].map(|items| texts(items));
        let [kinds, moves] =
            [&kinds, &moves].map(|texts| texts.iter().map(|(text, start)| (text.as_str(), *start)).collect::<Vec<_>>());
        let mut read = Moves::read_kinds(&kinds, &moves, scope).map_err(|(is_kind, index, blame)| {
            let items = if is_kind { &self.kinds } else { &self.moves };
            items.get(index).map_or(blame.clone(), |item| placed(item, blame))
        })?;
        if let (Some(kind), None, None) = (self.kinds.first(), &self.asked, read.row_kinds()) {
            let help = "say which of them are listed, as in asked = \"star(2, 5, n)\"";
            return Err(Blame::new(kind.span.clone(), "there are more than 10,000 kinds of positions", help));
        }
        if let Some(item) = &self.positions {
            read = read.with_positions(&item.text, item.span.start).map_err(|blame| placed(item, blame))?;
        }
        if let Some(item) = &self.asked {
            read = read.with_asked(&item.text, item.span.start).map_err(|blame| placed(item, blame))?;
        }
        if self.loops {
            read = read.with_loops();
        }
        Ok(read)
    }

    /// The rules in words.
    pub fn words(&self) -> String {
        let mut words: Vec<String> = self.kinds.iter().map(|item| format!("kind `{}`", item.text)).collect();
        words.extend(self.moves.iter().map(|item| format!("`{}`", item.text)));
        words.extend(self.positions.iter().map(|item| format!("positions: `{}`", item.text)));
        words.extend(self.asked.iter().map(|item| format!("asked: `{}`", item.text)));
        if self.loops {
            words.push("endless play is a draw".to_string());
        }
        if !self.parameters.is_empty() {
            words.push(self.parameters.iter().map(ParameterValue::words).collect::<Vec<_>>().join(", "));
        }
        words.join("; ")
    }

    /// The SHA-256 of the definition, which identifies a game in a config.
    pub fn hash(&self) -> String {
        let mut sum = Sha256::new();
        let texts = |items: &[WrittenValue]| items.iter().map(|item| item.text.clone()).collect::<Vec<_>>();
        let mut parameters: Vec<String> = self.parameters.iter().map(ParameterValue::show).collect();
        parameters.sort();
        for part in [texts(&self.moves), texts(self.positions.as_slice()), texts(self.asked.as_slice()), parameters] {
            // The lengths ensure that different lists of texts have different hashes.
            sum.update((part.len() as u64).to_le_bytes());
            for text in part {
                sum.update((text.len() as u64).to_le_bytes());
                sum.update(text);
            }
        }
        for text in texts(&self.kinds) {
            sum.update((text.len() as u64).to_le_bytes());
            sum.update(text);
        }
        if self.loops {
            sum.update("loops=draw");
        }
        hex(&sum.finalize())
    }
}

/// Adjusts an error to the source: if the text was written with escapes, places inside it do not match, and
/// the whole text is marked.
fn placed(item: &WrittenValue, blame: Blame) -> Blame {
    if item.span.len() == item.text.len() { blame } else { Blame { span: item.span.clone(), ..blame } }
}
