//! The space of rules outside this program, e.g. in a script. Asking them is slow and may fail. So each
//! position is asked about once, before anything is computed, and the answers are stored: the numbers of the
//! options, four bytes each.
//!
//! The positions are found breadth first from those asked for. After that the rules are not asked any more:
//! [`ToldRules`] gives the options in terms of the numbers of positions, and [`Enumerated`] sorts these,
//! refuses endless play, and serves kernels.

use super::enumerated::Enumerated;
use super::limits::check_memory;
use super::numbered::Numbered;
use super::option_list::{MOST_NUMBERS, OptionList};
use crate::law::Law;
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::ruleset::{Point, Position, Rows, Rules, Ruleset, Setup, Turn, Visit};
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

/// Rules outside this program.
pub trait Outside: Send + Sync {
    /// Opens a conversation, in which `ask` may ask about many positions. It may hold a lock during the conversation.
    /// # Errors
    /// Those of `ask`.
    fn converse(&self, ask: &mut dyn FnMut(&dyn Respondent) -> Result<(), Error>) -> Result<(), Error>;

    /// Whether the position of a label may differ from the label itself.
    fn asks(&self) -> bool;

    /// Which values are defined: whether play may go on for ever, or moves may decide who moves next.
    fn law(&self) -> Law {
        Law::Usual
    }
}

/// Answers questions in a conversation.
pub trait Respondent {
    /// Visits the options of a position, each as the coordinates of all its components, concatenated, with the turn
    /// after the move. The turn is that of the other player unless [`Outside::law`] says that moves may decide this.
    ///
    /// # Errors
    /// [`Error::Outside`] if the rules raised an error; [`Error::Usage`] if something is not an option; those
    /// of `visit`.
    fn options(&self, position: &[u32], visit: &mut VisitTold<'_>) -> Result<(), Error>;

    /// The position that a label asks for.
    ///
    /// # Errors
    /// As for [`Respondent::options`].
    fn asked(&self, label: &[u64]) -> Result<Point, Error>;
}

/// Receives the options of a position.
pub type VisitTold<'v> = dyn FnMut(Turn, &[u32]) -> Result<(), Error> + 'v;

/// The positions that are asked for.
pub enum WantedPositions {
    /// The position of each label.
    Labels,
    /// A single position.
    One(Point),
}

/// The maximum number of positions per conversation.
const CONVERSATION: usize = 512;

/// The memory of an unusual turn, in entries of options.
const TURN: usize = 4;

/// Stands for the missing parent of a position that was asked for.
const ASKED: u32 = u32::MAX;

/// The ruleset for some rows, with all positions found.
///
/// # Errors
/// Those of the rules; [`Error::Limit`] if the positions do not fit into the memory, with a sequence of moves
/// to one of them; [`Error::Endless`]; [`Error::Interrupted`].
pub fn ruleset(
    rules: &dyn Outside,
    rows: Rows,
    wanted: &WantedPositions,
    setup: Setup<'_>,
) -> Result<Box<dyn Ruleset>, Error> {
    check_memory("the listed positions", held(rows.len(), 0), setup.memory)?;
    let mut search = ToldSearch {
        setup,
        found: Numbered::default(),
        parents: Vec::new(),
        ends: Vec::new(),
        told: OptionList::default(),
        turns: Vec::new(),
        law: rules.law(),
    };
    let asked = search.enter_rows(rules, &rows, wanted)?;
    search.all(rules)?;
    let held = search.held();
    let ToldSearch { found, ends, told, turns, law, .. } = search;
    let splits = told.splits();
    let own_labels = rules.asks() && found.first().is_some_and(|point| point.len() == rows.dimensions());
    let graph = ToldRules(Arc::new(Told { found, ends, told, turns, law, splits, own_labels }));
    // The answers are stored already, so `Enumerated` need not store the options again.
    let rest = Setup { memory: Bytes(setup.memory.0.saturating_sub(held.0)), options: Bytes(0), ..setup };
    let of_row = rows.clone();
    Enumerated::ruleset(graph, rows, move |_, label| asked[of_row.find(label).unwrap_or(0) as usize].into(), rest)
}

/// The memory for positions in a hash table that has just grown, and for entries of options.
fn held(positions: u64, entries: usize) -> Bytes {
    let each = 2 * (size_of::<Point>() as u128 + 8) + 16 + 12;
    Bytes(u128::from(positions).saturating_mul(each).saturating_add(8 * entries as u128))
}

struct ToldSearch<'s> {
    setup: Setup<'s>,
    found: Numbered<Point>,
    /// For each position, the position from which it was first reached.
    parents: Vec<u32>,
    /// For each position, the end of its entries in `told`.
    ends: Vec<usize>,
    told: OptionList,
    turns: Vec<(usize, Turn)>,
    law: Law,
}

impl ToldSearch<'_> {
    fn held(&self) -> Bytes {
        held(self.found.len() as u64, self.told.len() + TURN * self.turns.len())
    }

    fn enter_rows(&mut self, rules: &dyn Outside, rows: &Rows, wanted: &WantedPositions) -> Result<Vec<u32>, Error> {
        let (mut asked, mut label) = (Vec::new(), Vec::new());
        while (asked.len() as u64) < rows.len() {
            self.setup.control.check()?;
            rules.converse(&mut |answers| {
                for row in (asked.len() as u64..rows.len()).take(CONVERSATION) {
                    rows.label(row, &mut label);
                    let point = match wanted {
                        WantedPositions::Labels => answers.asked(&label)?,
                        WantedPositions::One(point) => point.clone(),
                    };
                    asked.push(self.enter(&point, ASKED)?);
                }
                Ok(())
            })?;
        }
        Ok(asked)
    }

    fn all(&mut self, rules: &dyn Outside) -> Result<(), Error> {
        // The number of positions is unknown.
        self.setup.control.phase("asking for options", 0);
        while self.ends.len() < self.found.len() {
            self.setup.control.check()?;
            rules.converse(&mut |answers| {
                let upto = self.ends.len() + CONVERSATION;
                while self.ends.len() < upto.min(self.found.len()) {
                    self.ask(answers)?;
                }
                Ok(())
            })?;
            self.setup.control.progress(self.ends.len() as u64);
        }
        Ok(())
    }

    fn ask(&mut self, answers: &dyn Respondent) -> Result<(), Error> {
        let here = self.ends.len();
        let Some(point) = self.found.get_index(here).cloned() else { return Ok(()) };
        answers.options(&point, &mut |turn, option| {
            self.may_split(&point, turn, option)?;
            let begin = self.told.len();
            if turn != Turn::Other {
                self.turns.push((begin, turn));
            }
            for part in option.chunks_exact(point.len()) {
                let number = self.enter(part, here as u32)?;
                self.told.push(number);
            }
            self.told.complete(begin);
            Ok(())
        })?;
        let before = self.ends.last().copied().unwrap_or(0);
        self.ends.push(self.told.len());
        self.setup.control.looked_at((self.told.len() - before) as u64)
    }

    /// Refuses a move to a sum where there must be a single position.
    fn may_split(&self, point: &Point, turn: Turn, option: &[u32]) -> Result<(), Error> {
        let why = match (self.law, turn) {
            (Law::Loopy, _) => "a move of a game with loops leads to a single position",
            (Law::Entailing, Turn::Reply) => "the opponent must answer in a single position",
            _ => return Ok(()),
        };
        if option.len() <= point.len() {
            return Ok(());
        }
        let parts: Vec<String> = option.chunks_exact(point.len()).map(|part| Point::from_slice(part).show()).collect();
        Err(Error::Usage(format!("the options of {}: {} is a sum ({why})", point.show(), parts.join(" + "))))
    }

    fn enter(&mut self, part: &[u32], parent: u32) -> Result<u32, Error> {
        if let Some(known) = self.found.get_index_of(part) {
            return Ok(known as u32);
        }
        let (index, _) = self.found.insert_full(Point::from_slice(part));
        self.parents.push(parent);
        let needed = self.held();
        if needed > self.setup.memory || index >= MOST_NUMBERS {
            return Err(self.too_many(index, needed));
        }
        Ok(index as u32)
    }

    /// The error for too many positions. It shows a sequence of moves to the last one found.
    fn too_many(&self, last: usize, needed: Bytes) -> Error {
        let (mut way, mut at) = (Vec::new(), last);
        while let Some(point) = self.found.get_index(at) {
            way.push(point.show());
            at = self.parents[at] as usize;
        }
        way.reverse();
        let (count, way) = (self.found.len(), super::written::show_way(&way));
        let what = format!("an enumeration of at least {count} positions (for example along {way})");
        match check_memory(&what, needed, self.setup.memory) {
            Err(error) => error,
            Ok(()) => Error::Usage(format!("{count} positions are too many; the last one is reached along {way}")),
        }
    }
}

struct Told {
    found: Numbered<Point>,
    ends: Vec<usize>,
    told: OptionList,
    /// The moves after which it is not the other player's turn, anywhere: where their entries begin, in increasing
    /// order.
    turns: Vec<(usize, Turn)>,
    law: Law,
    splits: bool,
    /// Whether plain numbers are a label, so that positions are marked with `=`.
    own_labels: bool,
}

impl Told {
    /// The entries of the options of a position.
    fn entries(&self, position: u64) -> Range<usize> {
        let here = position as usize;
        here.checked_sub(1).map_or(0, |before| self.ends[before])..self.ends[here]
    }

    /// The turn after the move whose entries begin there.
    fn turn(&self, begin: usize) -> Turn {
        let found = self.turns.binary_search_by_key(&begin, |(at, _)| *at);
        found.map_or(Turn::Other, |found| self.turns[found].1)
    }
}

/// The rules in terms of the numbers of positions.
#[derive(Clone)]
struct ToldRules(Arc<Told>);

impl Rules for ToldRules {
    type Position = u64;

    fn options(&self, position: &u64, visit: &mut Visit<'_, u64>) -> ControlFlow<()> {
        self.0.told.visit(self.0.entries(*position), visit)
    }

    fn each_turn(&self, position: &u64, visit: &mut dyn FnMut(Turn, &[u64])) {
        let entries = self.0.entries(*position);
        let mut begin = entries.start;
        let _ = self.0.told.visit(entries, &mut |components| {
            visit(self.0.turn(begin), components);
            // The empty sum has an entry, too.
            begin += components.len().max(1);
            ControlFlow::Continue(())
        });
    }

    fn loops(&self) -> bool {
        self.0.law == Law::Loopy
    }

    fn entails(&self) -> bool {
        self.0.law == Law::Entailing
    }

    fn splits(&self) -> bool {
        self.0.splits
    }

    fn show(&self, position: &u64) -> String {
        let shown = self.0.found.get_index(*position as usize).map_or_else(String::new, Position::show);
        if self.0.own_labels { format!("={shown}") } else { shown }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::control::FREE;
    use grundy_core::ruleset::Play;

    /// Rules given by the options of each position, as lists of components; an error for any other position. A move
    /// whose number is marked is to be answered.
    struct Listed {
        options: Vec<Vec<Vec<u32>>>,
        law: Law,
        replies: Vec<usize>,
    }

    impl Outside for Listed {
        fn converse(&self, ask: &mut dyn FnMut(&dyn Respondent) -> Result<(), Error>) -> Result<(), Error> {
            ask(self)
        }

        fn asks(&self) -> bool {
            false
        }

        fn law(&self) -> Law {
            self.law
        }
    }

    impl Respondent for Listed {
        fn options(&self, position: &[u32], visit: &mut VisitTold<'_>) -> Result<(), Error> {
            let raised = || Error::Outside(format!("asked about {}", position[0]).into());
            let options = self.options.get(position[0] as usize).ok_or_else(raised)?;
            let turn = |number| if self.replies.contains(&number) { Turn::Reply } else { Turn::Other };
            options.iter().enumerate().try_for_each(|(number, option)| visit(turn(number), option))
        }

        fn asked(&self, label: &[u64]) -> Result<Point, Error> {
            Ok(label.iter().map(|&coordinate| coordinate as u32).collect())
        }
    }

    fn space(options: Vec<Vec<Vec<u32>>>, max: u64, memory: u128) -> Result<Box<dyn Ruleset>, Error> {
        listed(&Listed { options, law: Law::Usual, replies: Vec::new() }, max, memory)
    }

    fn listed(rules: &Listed, max: u64, memory: u128) -> Result<Box<dyn Ruleset>, Error> {
        let setup = Setup::new(Bytes(memory), &FREE, Play::Normal);
        ruleset(rules, Rows::line(0, max), &WantedPositions::Labels, setup)
    }

    #[test]
    fn options_come_back_as_they_were_told() {
        let told = vec![vec![], vec![vec![0], vec![]], vec![vec![1, 1, 0], vec![0], vec![1]], vec![vec![2]]];
        let space = space(told.clone(), 3, 1 << 20).unwrap();
        assert!(space.splits());
        assert_eq!((space.positions(), space.strata()), (4, 4));
        for (row, options) in (0..).zip(&told) {
            let (rank, mut found) = (space.asked(row), Vec::new());
            assert_eq!(space.show(rank), row.to_string());
            space.each_option(rank, &mut |parts| {
                found.push(parts.iter().map(|&part| space.show(part).parse().unwrap()).collect::<Vec<u32>>());
            });
            assert_eq!(&found, options);
        }
        assert!(!self::space(vec![vec![], vec![vec![0]]], 1, 1 << 20).unwrap().splits());
    }

    #[test]
    fn turns_come_back_as_they_were_told() {
        let options = vec![vec![], vec![vec![0]], vec![vec![], vec![1], vec![0, 1], vec![0]]];
        let rules = Listed { options, law: Law::Entailing, replies: vec![1, 3] };
        let (space, mut found) = (listed(&rules, 2, 1 << 20).unwrap(), Vec::new());
        space.each_turn(space.asked(2), &mut |turn, parts| found.push((turn, parts.len())));
        assert_eq!(found, [(Turn::Other, 0), (Turn::Reply, 1), (Turn::Other, 2), (Turn::Reply, 1)]);
    }

    #[test]
    fn a_sum_is_refused_where_a_single_position_is_needed() {
        let told = |law, replies| {
            let rules = Listed { options: vec![vec![], vec![vec![0, 0]]], law, replies };
            listed(&rules, 1, 1 << 20).err().unwrap().to_string()
        };
        let (answered, looping) = (told(Law::Entailing, vec![0]), told(Law::Loopy, vec![]));
        assert_eq!(answered, "the options of 1: 0 + 0 is a sum (the opponent must answer in a single position)");
        assert_eq!(
            looping,
            "the options of 1: 0 + 0 is a sum (a move of a game with loops leads to a single position)"
        );
    }

    #[test]
    fn play_may_go_on_for_ever_where_the_rules_say_so() {
        let rules = Listed { options: vec![vec![vec![1]], vec![vec![0]]], law: Law::Loopy, replies: vec![] };
        assert_eq!(listed(&rules, 1, 1 << 20).unwrap().positions(), 2);
    }

    #[test]
    fn errors_are_those_of_the_rules() {
        let error = space(vec![vec![], vec![vec![7]]], 1, 1 << 20).err().unwrap();
        assert!(matches!(error, Error::Outside(_)), "{error}");
        assert_eq!((error.to_string().as_str(), error.exit_code()), ("asked about 7", 2));
    }

    #[test]
    fn endless_play_and_positions_without_end_are_shown() {
        let error = space(vec![vec![vec![1]], vec![vec![0]]], 0, 1 << 20).err().unwrap();
        assert_eq!(error.to_string(), "the rules allow infinite play: 0 -> 1 -> 0");
        let endless = (0..9000).map(|n| vec![vec![n + 1]]).collect();
        let error = space(endless, 0, 1 << 18).err().unwrap();
        assert_eq!(error.exit_code(), 3);
        assert!(error.to_string().contains("for example along 0 -> 1 -> 2 -> "), "{error}");
    }
}
