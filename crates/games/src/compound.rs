//! Games made of other games: reading and writing their codes.

use super::args::Args;
use super::game::{About, Game};
use super::law::Law;
use super::nesting;
use grundy_core::diagnostic::Blame;
use grundy_core::ruleset::{Play, Shape};
use std::sync::Arc;

/// The families whose argument is one or more codes. Without brackets around it, such a code includes
/// everything that follows.
pub const MODIFIERS: [&str; 9] =
    ["sum", "selective", "shortened", "conjunctive", "continued", "sequential", "ordinal", "pass", "tartan"];

/// What `max` limits in a game that has the positions of another one; the text of the family speaks of that game.
pub(super) fn about(game: &Game) -> About {
    About::max(if game.shape.firsts().len() > 1 { "coordinates" } else { "n" })
}

/// The games of codes joined by `+`; each must have coordinates. Compounds of the same kind are replaced by
/// their components. Equal games share one `Arc`, so that their positions are stored once.
pub(super) fn games(args: &Args, kind: &str, called: &str, help: &str) -> Result<Vec<Arc<Game>>, Blame> {
    let item = &args.items("games")[0];
    let mut games: Vec<Arc<Game>> = Vec::new();
    for (at, text) in codes(&item.text) {
        let at = item.span.start + at;
        let game = args.game(text, at)?;
        // A single position, such as a board of a fixed size, may be a summand. It has no coordinate. The vertices of a
        // file have one.
        let is_one = kind == "sum" && matches!(&game.shape, Shape::Named(names) if names.len() == 1);
        let game = if kind == "sum" && !is_one { game.with_coordinate() } else { game };
        if !game.shape.has_range() && !is_one {
            let rows = if matches!(game.shape, Shape::Named(_)) { "names for rows and " } else { "" };
            let what = format!("`{text}` has {rows}no range");
            return Err(Blame::new(at..at + text.len(), what, format!("a {called} requires games with coordinates")));
        }
        is_one_kind(&game, kind).map_err(|what| Blame::new(at..at + text.len(), what, ONE_KIND))?;
        is_plain(&game, kind).map_err(|what| Blame::new(at..at + text.len(), what, PLAIN))?;
        wants_normal_play(&game, kind).map_err(|what| Blame::new(at..at + text.len(), what, NORMAL))?;
        let same_kind = !game.parts.is_empty() && game.code.split(':').next() == Some(kind);
        let parts = if same_kind { game.parts } else { vec![Arc::new(game)] };
        for part in parts {
            let known = games.iter().find(|known| known.code == part.code).cloned();
            games.push(known.unwrap_or(part));
        }
    }
    if games.iter().all(|game| !game.shape.has_range()) {
        return Err(Blame::new(
            item.span.clone(),
            format!("no game of this {called} has a range"),
            "add one, as in `+nim:1`",
        ));
    }
    if games.len() < 2 {
        return Err(Blame::new(item.span.clone(), format!("a {called} requires at least two games"), help));
    }
    Ok(games)
}

/// The codes joined by `+`, each with the byte offset where it starts. A modifier without brackets includes
/// everything that follows.
fn codes(text: &str) -> Vec<(usize, &str)> {
    let mut codes = nesting::split(text, '+');
    if let Some(index) = codes.iter().position(|(_, code)| is_modified(code)) {
        let at = codes[index].0;
        codes.truncate(index);
        codes.push((at, &text[at..]));
    }
    codes
}

/// Whether a code begins with a modifier.
pub(super) fn is_modified(code: &str) -> bool {
    code.trim().split_once(':').is_some_and(|(name, _)| MODIFIERS.contains(&name))
}

/// A code as part of another one: in brackets if it would otherwise include what follows.
pub(super) fn nested(code: &str) -> String {
    let open = is_modified(code) || nesting::split(code, '+').len() > 1;
    if open { format!("({code})") } else { code.to_string() }
}

/// The code and the words of a compound: the codes joined by `+`, and the rules of each game.
pub(super) fn code_and_words(kind: &str, games: &[Arc<Game>]) -> (String, String) {
    let codes: Vec<String> = games.iter().map(|game| nested(&game.code)).collect();
    let words: Vec<&str> = games.iter().map(|game| game.words.as_str()).collect();
    (format!("{kind}:{}", codes.join("+")), words.join("; and: "))
}

/// The help for a component whose file demands misère play.
pub(super) const NORMAL: &str = "remove `play` from the file and request misère play for the whole game, by --play misere or by `play` in the config";

/// Refuses a component whose file demands misère play, because the play convention belongs to the whole game.
pub(super) fn wants_normal_play(game: &Game, kind: &str) -> Result<(), String> {
    match game.play {
        Some(Play::Misere) => Err(format!(
            "the file of `{}` says play = \"misere\", but a game inside `{kind}:` is not played on its own",
            game.code
        )),
        _ => Ok(()),
    }
}

/// What helps where a game has rows of several kinds of positions.
pub(super) const ONE_KIND: &str = "`asked` in the game chooses one of its kinds, as in asked = \"star(2, 5, n)\"";

/// Refuses a component whose rows are positions of several kinds.
pub(super) fn is_one_kind(game: &Game, kind: &str) -> Result<(), String> {
    match game.shape {
        Shape::Kinds(_) => Err(format!("`{}` has several kinds of positions, and `{kind}:` requires one", game.code)),
        _ => Ok(()),
    }
}

/// What helps where a game has a rule of its own for who wins.
pub(super) const PLAIN: &str = "use it on its own";

/// Refuses a game in which options may be forbidden: within a larger game, that would be another game.
pub(super) fn is_plain(game: &Game, kind: &str) -> Result<(), String> {
    let refused = match game.law() {
        Law::Usual => false,
        Law::OutcomesOnly(_) => true,
        Law::Loopy | Law::Entailing => kind != "sum",
    };
    let special = game.law().special(&game.code).filter(|_| refused);
    special.map_or(Ok(()), |special| Err(format!("{special}, so it cannot be part of `{kind}:`")))
}

/// Refuses a game whose moves split.
pub(super) fn must_not_split(game: &Game, blame: impl FnOnce(String) -> Blame, kind: &str) -> Result<(), Blame> {
    match game.splits() {
        Ok(false) => Ok(()),
        Ok(true) => Err(blame(format!(
            "the moves of `{}` split positions, but `{kind}:` requires games whose moves do not",
            game.code
        ))),
        Err(error) => Err(blame(error.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_modifier_takes_all_that_follows() {
        assert_eq!(codes("a+pass:b+c"), [(0, "a"), (2, "pass:b+c")]);
        assert_eq!(codes("a+(pass:b)+c"), [(0, "a"), (2, "(pass:b)"), (11, "c")]);
        assert_eq!(codes("sum:a+b"), [(0, "sum:a+b")]);
        assert_eq!(nested("pass:nim:1"), "(pass:nim:1)");
        assert_eq!(nested("nim:1"), "nim:1");
    }
}
