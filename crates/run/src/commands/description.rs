//! What is known about the game of a code: its rules, its theorem and its kernels, and how the moves of a user were
//! understood.

use crate::bytes::Bytes;
use crate::claim::Theorems;
use crate::control::FREE;
use crate::error::Error;
use crate::games::Game;
use crate::games::code::Coded;
use crate::kernel::{KERNELS, Task};
use crate::rule_words::rules_in_words;
use crate::ruleset::{self, Play, Ruleset, Setup};
use crate::structure::Kinds;
use serde_json::{Value, json};

/// The memory for a small range of the game.
const MEMORY: Bytes = Bytes(1 << 30);

/// What is known about a game.
pub struct Description<'g> {
    coded: &'g Coded,
    /// The theorem that may prove its periods.
    pub theorem: Option<&'static str>,
    /// The kernels that support it.
    pub kernels: Vec<&'static str>,
}

/// Describes a game. It is tried on a small range.
///
/// # Errors
/// Those of [`Game::ruleset`](crate::games::Game::ruleset), as for a rule that is wrong.
pub fn describe(coded: &Coded) -> Result<Description<'_>, Error> {
    let play = coded.game.played(None).map_err(Error::Usage)?;
    let setup = Setup::new(MEMORY, &FREE, play);
    // A small range in which every coordinate has values.
    let max = coded.game.shape.firsts().iter().copied().max().unwrap_or(0).max(4);
    let ruleset = coded.game.ruleset(max, setup)?;
    let value = coded.family.value;
    let task = Task::new(&*ruleset, play, value, MEMORY, &FREE);
    let kernels = KERNELS.iter().filter(|kernel| kernel.can(&task)).map(|kernel| kernel.name()).collect();
    Ok(Description { coded, theorem: theorems_of(&*ruleset, play, value), kernels })
}

/// The names of the theorems that may prove a period of a game.
pub fn theorems_of(ruleset: &dyn Ruleset, play: Play, value: ruleset::Value) -> Option<&'static str> {
    let of_code = Theorems::of(&ruleset.structures(), play, value).filter(|_| ruleset.rows().is_sequence());
    let of_kinds =
        || ruleset.structures().get::<Kinds>().filter(|_| play == Play::Normal).map(|_| "kinds, arithmetic-kinds");
    of_code.map(|theorems| theorems.names()).or_else(of_kinds)
}

impl Description<'_> {
    /// The moves of a user in normal form: for each kind its label and its rules in words.
    fn normal_form(&self) -> Option<Vec<(&str, Vec<String>)>> {
        let kinds = self.coded.game.normal_form()?;
        let of = |kind: usize| (kinds.kinds[kind].label.as_str(), rules_in_words(kinds, kind));
        Some((0..kinds.kinds.len()).map(of).collect())
    }

    /// How the moves of a user were understood, in one line; none for other games.
    pub fn understood(&self) -> Option<String> {
        understood(&self.coded.game)
    }

    /// The description in lines.
    pub fn lines(&self) -> Vec<String> {
        let Coded { family, game } = self.coded;
        let mut lines = vec![game.code.clone(), String::new(), format!("  {}", game.words), String::new()];
        lines.push(format!("source     {}", family.source));
        lines.push(format!("theorem    {}", self.theorem.unwrap_or("-")));
        lines.push(format!("kernels    {}", self.kernels.join(", ")));
        lines.extend(self.understood().map(|words| format!("moves      {words}")));
        for (label, rules) in self.normal_form().unwrap_or_default() {
            lines.extend(["".to_string(), format!("  {label}")]);
            lines.extend(rules.into_iter().map(|rule| format!("    -> {rule}")));
        }
        lines
    }

    /// The description as JSON.
    pub fn object(&self) -> Value {
        let Coded { family, game } = self.coded;
        let kinds = self.normal_form().map(|kinds| {
            let kinds = kinds.into_iter().map(|(kind, rules)| json!({ "kind": kind, "rules": rules }));
            kinds.collect::<Vec<_>>()
        });
        json!({
            "game": game.code,
            "rules": game.words,
            "source": family.source,
            "theorem": self.theorem,
            "kernels": self.kernels,
            "same_code": game.same_code(),
            "no_theorem": game.no_theorem(),
            "normal_form": kinds,
        })
    }
}

/// How the moves of a user were understood, in one line; none for other games.
pub fn understood(game: &Game) -> Option<String> {
    game.moves()?;
    if let Some(code) = game.same_code() {
        return Some(format!("these moves are {code}"));
    }
    Some(match (game.no_theorem(), game.normal_form()) {
        (Some(why), _) => format!("no normal form, so there is no theorem: {why}"),
        (None, None) => return None,
        (None, Some(kinds)) => {
            let rules: usize = kinds.kinds.iter().map(|kind| kind.rules.len()).sum();
            let counted = |count: usize, one: &str, more: &str| crate::words::counted(count, one, more);
            let kinds = counted(kinds.kinds.len(), "kind", "kinds");
            format!("in normal form: {kinds} of positions, {}", counted(rules, "rule", "rules"))
        }
    })
}
