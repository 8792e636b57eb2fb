//! Game codes: `family` or `family:arguments`, as used on the command line and in CSV files.

use super::args::{Args, HEAPS};
use super::family::Family;
use super::game::{About, Game};
use super::names::{self, NAMES};
use super::nesting;
use super::registry::FAMILIES;
use crate::space::NoSpot;
use crate::suggest::suggest;
use grundy_core::diagnostic::Blame;
use grundy_core::error::Error;
use grundy_core::ruleset::TakeAndBreak;
use std::borrow::Cow;
use std::ops::Range;
use std::path::Path;

/// A game with its family.
#[derive(Debug)]
pub struct Coded {
    /// The family.
    pub family: Cow<'static, Family>,
    /// The game.
    pub game: Game,
}

impl Coded {
    /// Builds the game of a family from its arguments. If the game has texts of its own ([`About`]), they
    /// replace those of the family.
    ///
    /// # Errors
    /// The [`Blame`] of the mistake in the arguments.
    pub fn build(family: &'static Family, args: &Args) -> Result<Self, Blame> {
        let mut game = (family.build)(args)?;
        let Some(about) = game.about.take() else { return Ok(Self { family: Cow::Borrowed(family), game }) };
        let About { rules, source, max } = *about;
        let mut own = family.clone();
        for (text, instead) in [(&mut own.rules, rules), (&mut own.source, source), (&mut own.max, max)] {
            if let Some(instead) = instead {
                *text = instead;
            }
        }
        Ok(Self { family: Cow::Owned(own), game })
    }

    /// The error for a text that is not a position. It gives the reason and an example.
    pub fn no_position(&self, text: &str, why: NoSpot) -> Error {
        let why = match why {
            NoSpot::Unread(why) => why,
            NoSpot::Failed(error) => return error,
        };
        let Coded { family, game } = self;
        let heaps: Vec<&str> = text.split(['+', ',', ' ']).filter(|part| !part.is_empty()).collect();
        let numbers = heaps.len() > 1 && heaps.iter().all(|heap| heap.parse::<u64>().is_ok());
        // Nim has a different parameter with the same key; only the help text distinguishes them.
        let takes_heaps = family.parameters.iter().any(|parameter| parameter.help == HEAPS.help);
        let one_heap = game.shape.firsts().len() == 1;
        if numbers && takes_heaps && one_heap {
            let (count, separator) = (heaps.len(), if game.code.contains(':') { ',' } else { ':' });
            return Error::Usage(format!(
                "`{text}` is not a position of `{code}`, which has one heap; for {count} heaps write `{code}{separator}heaps={count}` and the position `{}`",
                heaps.join(","),
                code = game.code,
            ));
        }
        let is_example = game.code == family.examples[0];
        let example = if is_example { family.position.to_string() } else { game.shape.example() };
        Error::Usage(format!("`{text}` is not a position of `{}`: {why}; an example is `{example}`", game.code))
    }
}

/// Reads a game code that is a whole text, e.g. on the command line.
///
/// # Errors
/// [`Error::Config`], which points at the mistake.
pub fn parse(code: &str) -> Result<Coded, Error> {
    parse_at(code, 0, Path::new("")).map_err(|blame| blame.within("game code", code).into())
}

/// Reads a game code that starts at byte `start` of some text. File arguments are relative to `base`.
pub fn parse_at(code: &str, start: usize, base: &Path) -> Result<Coded, Blame> {
    nesting::check(code, start)?;
    if let Some((at, inner)) = nesting::inside(code, '(', ')') {
        return parse_at(inner, start + at, base);
    }
    let (start, code) = (start + code.len() - code.trim_start().len(), code.trim());
    if code.starts_with('(') {
        let help = "put arguments inside the parentheses, and a modifier before them, as in `sum:(A)+(B)`";
        return Err(Blame::new(start..start + code.len(), "unexpected text after a code in parentheses", help));
    }
    let (name, arguments) = code.split_once(':').unwrap_or((code, ""));
    if let Some(known) = names::find(name) {
        // Report the user's arguments: the rest of the expanded code is not in the text.
        let span = start + code.len() - arguments.len()..start + code.len();
        return parse_at(&known.with(arguments), 0, base).map_err(|blame| Blame { span, ..blame });
    }
    let family = find_family(name, start..start + name.len())?;
    let args = Args::from_code(family.parameters, arguments, start + code.len() - arguments.len())?;
    let args = args.at_home(base, parse_game);
    Coded::build(family, &args)
}

/// Reads a game code and returns only the game; for families whose arguments are codes.
pub fn parse_game(code: &str, start: usize, base: &Path) -> Result<Game, Blame> {
    parse_at(code, start, base).map(|coded| coded.game)
}

/// The family with a given name. For an unknown name the error points at `span`.
pub fn find_family(name: &str, span: Range<usize>) -> Result<&'static Family, Blame> {
    FAMILIES.iter().copied().find(|family| family.name == name).ok_or_else(|| {
        let otherwise = "`grundy list` shows every family and name, `grundy list WORD` everything that mentions a word";
        let help = match names::find(name) {
            Some(_) => format!("`{name}` is a name for a game code, not a family: write `code = \"{name}\"`"),
            None if name.ends_with(".toml") => format!("did you mean `custom:{name}`?"),
            None if TakeAndBreak::parse(name).is_ok() => format!("did you mean `octal:{name}`?"),
            None if known_before_a_comma(name) => format!("did you mean `{}`?", name.replacen(',', ":", 1)),
            None => suggest(name, &entries(), otherwise),
        };
        Blame::new(span, format!("there is no family `{name}`"), help)
    })
}

/// Whether a comma separates the arguments instead of a colon, as in `kayles,heaps=2`.
fn known_before_a_comma(text: &str) -> bool {
    let name = text.split_once(',').map(|(name, _)| name);
    name.is_some_and(|name| names::find(name).is_some() || FAMILIES.iter().any(|family| family.name == name))
}

/// All names and families, each with its description.
pub fn entries() -> Vec<(&'static str, String)> {
    let names = NAMES.iter().map(|known| (known.name, format!("{}: {} ({})", known.code, known.rules, known.source)));
    let families = FAMILIES.iter().map(|family| (&*family.name, format!("{} ({})", family.rules, family.source)));
    names.chain(families).collect()
}
