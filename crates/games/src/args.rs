//! The arguments of a game, in the same form for codes (`family:arguments`) and for TOML keys.

use super::game::Game;
use super::nesting;
use grundy_core::diagnostic::{Blame, nearest};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The number and form of the values of a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arity {
    /// Exactly one value.
    One,
    /// One or more values, separated by commas. It takes all remaining positional arguments.
    Many,
    /// Exactly one value, which must be written as `key=value`.
    Keyed,
    /// A code of its own. It takes all the text that follows, unless it is in parentheses.
    Code,
    /// The whole text of the arguments, including commas.
    Raw,
    /// One or more whole texts, including commas; not allowed in codes.
    Texts,
    /// A table of names and values; not allowed in codes.
    Table,
}

/// A parameter of a family. Its key is also the TOML key in `[game]`.
#[derive(Debug, Clone, Copy)]
pub struct Parameter {
    /// The key.
    pub key: &'static str,
    /// The form of its values.
    pub form: Arity,
    /// Whether it is mandatory. (A family may also require one of several parameters; it checks that itself.)
    pub required: bool,
    /// Its meaning and its allowed values.
    pub help: &'static str,
}

/// The maximum number of heaps per game, so that rows remain readable.
const MOST_HEAPS: u64 = 1000;

/// For families with one heap: the number of heaps, for a disjunctive sum of several such heaps.
pub const HEAPS: Parameter = Parameter {
    key: "heaps",
    form: Arity::Keyed,
    required: false,
    help: "the number of heaps, as in `heaps=2`: a position is then a sum of that many heaps of the game",
};

/// For games in a box: the minimum of its coordinates.
pub const FIRST: Parameter = Parameter {
    key: "first",
    form: Arity::Keyed,
    required: false,
    help: "the smallest value of the coordinates, as in `first=1`; 0 by default",
};

/// An argument value with its place in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenValue {
    /// The value as written.
    pub text: String,
    /// The byte range to report if the value is wrong.
    pub span: Range<usize>,
}

/// The arguments of one game, by parameter key.
#[derive(Debug, Clone)]
pub struct Args {
    given: BTreeMap<String, Vec<WrittenValue>>,
    whole: Range<usize>,
    base: PathBuf,
    parse: Parse,
    /// The name of the config that contains the arguments; empty if there is none.
    name: String,
}

/// Reads a game code inside another code. The arguments are the code, its byte offset in the source, and the
/// folder that file arguments are relative to.
pub type Parse = fn(&str, usize, &Path) -> Result<Game, Blame>;

/// Refuses codes inside codes, until [`Args::at_home`] provides a reader.
fn no_codes(code: &str, start: usize, _: &Path) -> Result<Game, Blame> {
    Err(Blame::new(start..start + code.len(), "a game code cannot be used here", ""))
}

impl Args {
    /// Reads the text after `family:`, which starts at byte `start` of its source. Positional arguments come first,
    /// then `key=value`. A list parameter given by key takes the positional values after it as well (`take=1,2,3`).
    pub fn from_code(parameters: &[Parameter], text: &str, start: usize) -> Result<Self, Blame> {
        let whole = start..start + text.len();
        let mut args = Self {
            given: BTreeMap::new(),
            whole: whole.clone(),
            base: PathBuf::new(),
            parse: no_codes,
            name: String::new(),
        };
        if let [Parameter { form: Arity::Raw, key, .. }, ..] = parameters {
            let items =
                if text.is_empty() { Vec::new() } else { vec![WrittenValue { text: text.to_string(), span: whole }] };
            args.given.insert(key.to_string(), items);
            return args.complete(parameters);
        }
        let mut positional = parameters.iter().filter(|parameter| parameter.form != Arity::Keyed);
        let mut current: Option<&Parameter> = None;
        let mut keyed = false;
        for (at, piece) in nesting::split(text, ',').into_iter().take_while(|_| !text.is_empty()) {
            let span = start + at..start + at + piece.len();
            let (item, parameter) = match key_and_value(piece) {
                Some((key, value)) => {
                    keyed = true;
                    let place = span.start..span.start + key.len();
                    let parameter = find(parameters, key.trim(), place)?;
                    args.open(parameter, &span)?;
                    (WrittenValue { text: value.trim().to_string(), span: span.end - value.len()..span.end }, parameter)
                }
                None => {
                    let from = span.start + piece.len() - piece.trim_start().len();
                    let item =
                        WrittenValue { text: piece.trim().to_string(), span: from..from + piece.trim().len().max(1) };
                    let going_on = current.filter(|p| p.form == Arity::Many);
                    let parameter = match going_on {
                        Some(parameter) => parameter,
                        None if keyed => {
                            let text = format!("`{piece}` follows a key=value argument");
                            return Err(Blame::new(span, text, "positional arguments come first"));
                        }
                        None => {
                            let next = positional.next().ok_or_else(|| too_many(parameters, &span))?;
                            args.open(next, &span)?;
                            next
                        }
                    };
                    (item, parameter)
                }
            };
            if parameter.form == Arity::Code && !item.text.starts_with('(') {
                // It takes all that follows.
                let begin = item.span.start;
                let code = text[begin - start..].trim_end();
                let item = WrittenValue { text: code.trim_start().to_string(), span: begin..begin + code.len() };
                args.given.insert(parameter.key.to_string(), vec![item]);
                break;
            }
            current = Some(parameter);
            if let Some(items) = args.given.get_mut(parameter.key) {
                items.extend(elements(parameter, item));
            }
        }
        args.complete(parameters)
    }

    /// Reads arguments from TOML keys. `whole` is the byte range to report if something is missing.
    pub fn from_keys(
        parameters: &[Parameter],
        keys: impl IntoIterator<Item = (WrittenValue, Vec<WrittenValue>)>,
        whole: Range<usize>,
    ) -> Result<Self, Blame> {
        let mut args =
            Self { given: BTreeMap::new(), whole, base: PathBuf::new(), parse: no_codes, name: String::new() };
        for (key, items) in keys {
            let parameter = find(parameters, &key.text, key.span.clone())?;
            let many = matches!(parameter.form, Arity::Many | Arity::Texts | Arity::Table);
            if !many && items.len() != 1 {
                let text = format!("`{}` takes one value, not a list of {}", key.text, items.len());
                return Err(Blame::new(key.span, text, parameter.help));
            }
            // A single string may contain a whole list, as in a code: set = "1,2,3".
            let items = match parameter.form {
                Arity::Code | Arity::Raw | Arity::Texts | Arity::Table => items,
                _ => items.iter().flat_map(|item| split_commas(parameter, item)).collect(),
            };
            args.given.insert(key.text, items);
        }
        args.complete(parameters)
    }

    fn open(&mut self, parameter: &Parameter, span: &Range<usize>) -> Result<(), Blame> {
        if self.given.insert(parameter.key.to_string(), Vec::new()).is_some() {
            let text = format!("`{}` is given twice", parameter.key);
            return Err(Blame::new(span.clone(), text, parameter.help));
        }
        Ok(())
    }

    fn complete(self, parameters: &[Parameter]) -> Result<Self, Blame> {
        for parameter in parameters {
            let items = self.given.get(parameter.key);
            if items.is_none() && parameter.required {
                let text = format!("`{}` is missing", parameter.key);
                return Err(Blame::new(self.whole, text, parameter.help));
            }
            if items.is_some_and(Vec::is_empty) {
                return Err(self.blame(parameter.key, format!("`{}` is empty", parameter.key), parameter.help));
            }
        }
        Ok(self)
    }

    /// The same arguments, with the folder that file arguments are relative to, and the reader for codes inside codes.
    pub fn at_home(self, base: &Path, parse: Parse) -> Self {
        Self { base: base.to_path_buf(), parse, ..self }
    }

    /// The same arguments, with the folder that file arguments are relative to.
    pub(crate) fn in_folder(self, base: &Path) -> Self {
        Self { base: base.to_path_buf(), ..self }
    }

    /// The folder that file arguments are relative to.
    pub fn base(&self) -> &Path {
        &self.base
    }

    /// The same arguments, as part of a config with this name.
    pub fn in_config(self, name: &str) -> Self {
        Self { name: name.to_string(), ..self }
    }

    /// The name of the config that contains the arguments; empty if there is none.
    pub fn config(&self) -> &str {
        &self.name
    }

    /// The byte range to report if something is missing.
    pub fn whole(&self) -> Range<usize> {
        self.whole.clone()
    }

    /// The game of a code inside this one; the code starts at byte `start` of the source.
    ///
    /// # Errors
    /// The [`Blame`] of the mistake in the code.
    pub fn game(&self, code: &str, start: usize) -> Result<Game, Blame> {
        (self.parse)(code, start, &self.base)
    }

    /// Whether a parameter was given.
    pub fn has(&self, key: &str) -> bool {
        self.given.contains_key(key)
    }

    /// All values of a parameter; empty if it was not given.
    pub fn items(&self, key: &str) -> &[WrittenValue] {
        self.given.get(key).map_or(&[], Vec::as_slice)
    }

    /// An error about all values of a parameter.
    pub fn blame(&self, key: &str, message: impl Into<String>, help: impl Into<String>) -> Blame {
        let items = self.items(key);
        let span = match (items.first(), items.last()) {
            (Some(first), Some(last)) => first.span.start..last.span.end,
            _ => self.whole.clone(),
        };
        Blame::new(span, message, help)
    }

    /// Whether endless play is a draw: the parameter is given, and its value is `draw`.
    pub fn draws(&self, key: &str) -> Result<bool, Blame> {
        match self.items(key) {
            [] => Ok(false),
            [item] if item.text == "draw" => Ok(true),
            _ => Err(self.blame(
                key,
                format!("`{key}` can only be \"draw\""),
                "endless play is a draw; remove it otherwise",
            )),
        }
    }

    /// The sum of several copies of the game, if the arguments give a number of heaps ([`HEAPS`]).
    pub fn on_heaps(&self, game: Game) -> Result<Game, Blame> {
        if !self.has(HEAPS.key) {
            return Ok(game);
        }
        let heaps = self.integer(HEAPS.key, 1..=MOST_HEAPS)? as usize;
        let separator = if game.code.contains(':') { ',' } else { ':' };
        let code = format!("{}{separator}heaps={heaps}", game.code);
        let words = format!("{} heaps, each: {}", heaps, game.words);
        let game = Arc::new(game);
        Ok(Game::sum(code, words, vec![game; heaps]))
    }

    /// The game restricted to coordinates from [`FIRST`] on, if the arguments give it.
    pub fn from_first(&self, game: Game) -> Result<Game, Blame> {
        if !self.has(FIRST.key) {
            return Ok(game);
        }
        let first = self.integer(FIRST.key, 0..=u64::from(u32::MAX))?;
        if first == 0 {
            return Ok(game);
        }
        let separator = if game.code.contains(':') { ',' } else { ':' };
        let mut game = game.from_first(first);
        game.code.push_str(&format!("{separator}first={first}"));
        game.words.push_str(&format!("; all coordinates start at {first}"));
        Ok(game)
    }

    /// Which of these words is the value of a parameter; the first one if it was not given.
    pub(crate) fn choice(&self, key: &str, words: &[&str]) -> Result<usize, Blame> {
        let Some(item) = self.items(key).first() else { return Ok(0) };
        words.iter().position(|word| *word == item.text).ok_or_else(|| {
            let help = format!("one of {}", list(words));
            unknown(item, &format!("a value of `{key}`"), words.iter().copied(), &help)
        })
    }

    /// The value of a parameter, if there is exactly one and it does not look like a number.
    pub fn word(&self, key: &str) -> Option<&WrittenValue> {
        match self.items(key) {
            [item] if !item.text.starts_with(|c: char| c.is_ascii_digit() || "-.".contains(c)) => Some(item),
            _ => None,
        }
    }
}

/// The error for an unknown word; it suggests the nearest of the known names.
pub(crate) fn unknown<'n>(item: &WrittenValue, what: &str, names: impl Iterator<Item = &'n str>, help: &str) -> Blame {
    let help = match nearest(&item.text, names) {
        Some(near) => format!("did you mean `{near}`?"),
        None => help.to_string(),
    };
    Blame::new(item.span.clone(), format!("`{}` is not {what}", item.text), help)
}

/// The parameter with a given key; otherwise an error that lists all keys.
fn find<'p>(parameters: &'p [Parameter], key: &str, span: Range<usize>) -> Result<&'p Parameter, Blame> {
    parameters.iter().find(|p| p.key == key).ok_or_else(|| {
        let keys: Vec<&str> = parameters.iter().map(|p| p.key).collect();
        let help = match (nearest(key, keys.iter().copied()), keys.is_empty()) {
            (Some(near), _) => format!("did you mean `{near}`?"),
            (None, true) => "this family takes no arguments".to_string(),
            (None, false) => format!("this family takes {}", list(&keys)),
        };
        Blame::new(span, format!("unknown key `{key}`"), help)
    })
}

fn too_many(parameters: &[Parameter], span: &Range<usize>) -> Blame {
    let (keyed, positional): (Vec<&Parameter>, Vec<&Parameter>) =
        parameters.iter().partition(|parameter| parameter.form == Arity::Keyed);
    let keys = |parameters: Vec<&Parameter>| parameters.iter().map(|parameter| parameter.key).collect::<Vec<_>>();
    let mut help = match positional.is_empty() {
        true => "this family takes no positional arguments".to_string(),
        false => format!("in this order: {}", list(&keys(positional))),
    };
    if !keyed.is_empty() {
        help.push_str(&format!("; as key=value: {}", list(&keys(keyed))));
    }
    Blame::new(span.clone(), "too many arguments", help)
}

/// The two sides of `key=value`. An `=` inside brackets belongs to a code inside this code.
fn key_and_value(piece: &str) -> Option<(&str, &str)> {
    match &nesting::split(piece, '=')[..] {
        // The `=` belongs to a range, `4..=9`, or to a code inside this code, `grid:rows=3`.
        [(_, key), ..] if key.trim_end().ends_with("..") || key.contains(':') => None,
        [(_, key), (at, _), ..] => Some((key, &piece[*at..])),
        _ => None,
    }
}

/// The elements of a set in braces or of a list in brackets; any other value is one element.
fn elements(parameter: &Parameter, item: WrittenValue) -> Vec<WrittenValue> {
    let inside = |open, close| nesting::inside(&item.text, open, close);
    let inner = inside('{', '}').or_else(|| inside('[', ']')).filter(|_| parameter.form == Arity::Many);
    let Some((begin, inner)) = inner else { return vec![item] };
    let element = |(at, text): (usize, &str)| {
        let from = item.span.start + begin + at + text.len() - text.trim_start().len();
        WrittenValue { text: text.trim().to_string(), span: from..from + text.trim().len().max(1) }
    };
    nesting::split(inner, ',').into_iter().map(element).collect()
}

fn split_commas(parameter: &Parameter, item: &WrittenValue) -> Vec<WrittenValue> {
    let pieces = nesting::split(&item.text, ',').into_iter();
    let piece = |(_, text): (usize, &str)| WrittenValue { text: text.trim().to_string(), span: item.span.clone() };
    let whole = |element: WrittenValue| WrittenValue { span: item.span.clone(), ..element };
    pieces.flat_map(|text| elements(parameter, piece(text)).into_iter().map(whole)).collect()
}

/// 1, 3 or 4.
pub(crate) fn alternatives(numbers: &[u64]) -> String {
    let texts: Vec<String> = numbers.iter().map(u64::to_string).collect();
    match texts.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => texts.concat(),
    }
}

/// A list in words: `a`, `b` and `c`.
pub fn list(words: &[impl Display]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: &[Parameter] = &[
        Parameter { key: "n", form: Arity::One, required: true, help: "stacks" },
        Parameter { key: "k", form: Arity::One, required: true, help: "consecutive" },
    ];
    const SET: &[Parameter] = &[Parameter { key: "set", form: Arity::Many, required: true, help: "numbers" }];

    #[test]
    fn positional_and_keyed_arguments_agree() {
        for text in ["6,3", "n=6,k=3", "k=3,n=6", "6,k=3"] {
            let args = Args::from_code(TWO, text, 0).unwrap();
            assert_eq!((args.integer("n", 1..=9), args.integer("k", 1..=9)), (Ok(6), Ok(3)), "{text}");
        }
        for text in ["3,1,2,2", "set=3,1,2"] {
            assert_eq!(Args::from_code(SET, text, 0).unwrap().integers("set", 1..=9), Ok(vec![1, 2, 3]));
        }
        let args = Args::from_code(SET, "set=[3, 1,3]", 0).unwrap();
        assert_eq!(args.numbers("set", 1..=9), Ok(vec![3, 1, 3]));
        assert_eq!(args.numbers("set", 2..=9).unwrap_err().message, "`set` cannot be 1");
        for text in ["1..=3", "1,2..=3", "set=1..4", "{2..=3, 1}", "1 ..= 3,2"] {
            let args = Args::from_code(SET, text, 0).unwrap_or_else(|blame| panic!("{text}: {}", blame.message));
            assert_eq!(args.integers("set", 1..=9), Ok(vec![1, 2, 3]), "{text}");
        }
        for (text, message) in [
            ("3..=1", "the range `3..=1` is empty"),
            ("3..3", "the range `3..3` is empty"),
            ("1..=10", "`set` cannot be 10"),
            ("..=3", "`set` cannot be empty"),
            ("1..=x", "`set` cannot be x"),
        ] {
            let blame = Args::from_code(SET, text, 0).unwrap().integers("set", 1..=9).unwrap_err();
            assert_eq!(blame.message, message, "{text}");
        }
        let long = Args::from_code(SET, "1..=100000", 0).unwrap().integers("set", 1..=u64::MAX).unwrap_err();
        assert!(long.help.contains("at most 65536"), "{}", long.help);
    }

    #[test]
    fn each_mistake_is_blamed_on_its_own_place() {
        let cases: [(&[Parameter], &str, Range<usize>, &str); 6] = [
            (TWO, "6", 0..1, "`k` is missing"),
            (TWO, "6,3,1", 4..5, "too many"),
            (TWO, "n=6,m=3", 4..5, "unknown key `m`"),
            (TWO, "6,n=3", 2..5, "given twice"),
            (TWO, "n=6,3", 4..5, "follows"),
            (SET, "", 0..0, "`set` is missing"),
        ];
        for (parameters, text, span, message) in cases {
            let blame = Args::from_code(parameters, text, 0).unwrap_err();
            assert!(blame.message.contains(message), "{text}: {}", blame.message);
            assert_eq!(blame.span, span, "{text}");
        }
        let args = Args::from_code(TWO, "6,30", 0).unwrap();
        assert_eq!(args.integer("k", 1..=9).unwrap_err().span, 2..4);
    }
}
