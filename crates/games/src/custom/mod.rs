//! Games defined by the user: moves written as text, in a config or in a separate file.

mod definition;

use super::args::{Args, HEAPS, WrittenValue};
use super::family::{Family, ITS_AUTHOR, text};
use super::game::{About, Game};
use super::law::Law;
use super::{compound, nesting};
pub(super) use definition::LOOPS;
use definition::{Definition, PARAMETERS, ParameterValue};
use grundy_core::diagnostic::Blame;
use grundy_core::ruleset::{Shape, Value};
use std::path::Path;

pub(super) const FAMILY: Family = Family {
    name: text("custom"),
    in_papers: None,
    rules: text("A game that you define yourself, by lines of text for the moves (docs/custom.md)."),
    source: text(ITS_AUTHOR),
    max: text("the largest coordinate of the listed positions"),
    value: Value::GRUNDY,
    parameters: PARAMETERS,
    examples: &["custom:configs/custom/mark.toml"],
    position: text("12"),
    build,
};

/// The name of the `[game]` section of a config in the list of a game's files.
pub const INLINE: &str = "[game]";

fn build(args: &Args) -> Result<Game, Blame> {
    match (args.has("file"), args.has("moves")) {
        (false, true) => inline(args),
        (true, false) => from_file(args),
        (true, true) => Err(args.blame("file", "`file` and `moves` are both given", "give only one of them")),
        (false, false) => Err(Blame::new(
            args.whole(),
            "the game has no moves",
            "write `custom:FILE.toml`, or in a config `moves = [\"n -> n - 1 when n > 0\"]`",
        )),
    }
}

/// Whether the moves of a game stand in a config, so that its code means nothing elsewhere.
pub fn is_inline(game: &Game) -> bool {
    game.files.iter().any(|(file, _)| file == INLINE)
}

/// The game of moves in a config. Its code is made from the config's name.
fn inline(args: &Args) -> Result<Game, Blame> {
    let definition = Definition::of(args)?;
    let hash = definition.hash();
    let game = make(&definition, format!("custom:{}", args.config()), args.base(), args)?;
    heaps(args, game.with_file(INLINE.to_string(), hash))
}

fn from_file(args: &Args) -> Result<Game, Blame> {
    let pieces = pieces(&args.items("file")[0]);
    let name = pieces.first().map_or("", |piece| &piece.text);
    let (text, file) = args.file_named("file", name)?;
    // An error in the file is reported with its place there, and marked at the name of the file in the code.
    let there = |blame: Blame| {
        let diagnostic = blame.within(name, &text);
        let (line, column) = diagnostic.position();
        args.blame("file", format!("{name}:{line}:{column}: {}", diagnostic.message), diagnostic.help)
    };
    let (mut definition, mut own) = Definition::of_file(&text).map_err(there)?;
    let defaults = definition.parameters.clone();
    for piece in pieces.iter().skip(1) {
        match piece.text.split_once('=') {
            Some((key, value)) if key.trim() == HEAPS.key => {
                let (key, value) = (key.trim().to_string(), value.trim().to_string());
                let item = |text: String| WrittenValue { text, span: piece.span.clone() };
                own = Args::from_keys(PARAMETERS, [(item(key), vec![item(value)])], args.whole())?;
            }
            _ => definition.set(ParameterValue::read(piece)?, piece)?,
        }
    }
    // Only changed values appear in the code, so that one game has one code.
    let mut changed: Vec<String> =
        definition.parameters.iter().filter(|known| !defaults.contains(known)).map(ParameterValue::show).collect();
    changed.sort();
    let code = match changed.is_empty() {
        true => format!("custom:{name}"),
        false => format!("custom:({name},{})", changed.join(",")),
    };
    let path = args.base().join(name);
    let mut game = make(&definition, code, path.parent().unwrap_or(args.base()), args).map_err(there)?;
    game.play = definition.play;
    // The file of the rules comes before those that they name.
    game.files.insert(0, file);
    heaps(&own, game)
}

/// The name of the file, and the values of parameters: `(mark.toml,k=5)`, `mark.toml,k=5`, `(mark.toml,k=5),heaps=2`.
fn pieces(item: &WrittenValue) -> Vec<WrittenValue> {
    let split = |item: &WrittenValue| -> Vec<WrittenValue> {
        let place = |(at, piece): (usize, &str)| {
            let begin = item.span.start + at + piece.len() - piece.trim_start().len();
            WrittenValue { text: piece.trim().to_string(), span: begin..begin + piece.trim().len().max(1) }
        };
        nesting::split(&item.text, ',').into_iter().map(place).collect()
    };
    let mut pieces = split(item);
    if let Some(first) = pieces.first().cloned()
        && let Some((at, inner)) = nesting::inside(&first.text, '(', ')')
    {
        let begin = first.span.start + at;
        let inner = WrittenValue { text: inner.to_string(), span: begin..begin + inner.len() };
        pieces.splice(..1, split(&inner));
    }
    pieces
}

/// The game of a definition. Files that its moves name are in the folder `home`.
fn make(definition: &Definition, code: String, home: &Path, args: &Args) -> Result<Game, Blame> {
    let (moves, files) = definition.compile(home)?;
    let words = definition.words();
    let about = About {
        rules: Some("Each of these lines describes moves; `&` joins the parts of a sum.".into()),
        source: None,
        max: Some(if moves.asks() || !moves.declared().is_empty() {
            "n".into()
        } else {
            moves.names().join(", ").into()
        }),
    };
    let (loops, splits, entails) = (moves.loops(), moves.splits(), moves.entails());
    if loops && entails {
        let help = "remove `loops`, or `then reply` and `then again`";
        return Err(args.blame("loops", "moves of a game with loops cannot decide who moves next", help));
    }
    if loops && splits {
        return Err(args.blame("loops", "a move of a game with loops leads to a sum of positions", "remove `&`"));
    }
    let game = Game::written(code, words, moves).with_about(about);
    let game = match (loops, entails) {
        (true, _) => game.with_law(Law::Loopy),
        (false, true) => game.with_law(Law::Entailing),
        (false, false) => game,
    };
    Ok(files.into_iter().fold(game, |game, (name, hash)| game.with_file(name, hash)))
}

/// The game on several heaps, if the arguments ask for it.
fn heaps(args: &Args, game: Game) -> Result<Game, Blame> {
    let heaps = args.has(HEAPS.key);
    if heaps && matches!(game.shape, Shape::Kinds(_)) {
        return Err(args.blame(HEAPS.key, "`heaps` requires positions of one kind", compound::ONE_KIND));
    }
    if heaps && game.shape.firsts().len() != 1 {
        return Err(args.blame(HEAPS.key, "`heaps` requires a game with one coordinate", "remove it, or use `sum:`"));
    }
    args.on_heaps(game)
}
