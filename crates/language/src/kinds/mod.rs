//! Moves written as text in normal form: as rules of several kinds of heaps, about which theorems are known.
//!
//! A move is read for each kind, with numbers in place of the coordinates that are bounded and of the parameters
//! (`reading`). Its condition is split into cases (`conditions`); ranges and equations are solved (`solving`); what
//! remains must be conditions on n alone (`periodic`), on residues, and a cut of n into parts (`shape`), perhaps in an
//! order (`order`). Otherwise the reason is given in words. The normal form has the same options as the text, except
//! that two equal parts, whose nim-sum is 0, are left out.

mod automatic;
mod conditions;
mod linear;
mod order;
mod periodic;
mod positions;
mod reading;
mod shape;
mod solving;

use crate::automata::names_in;
use crate::moves::Moves;
use grundy_core::ruleset::Turn;
use grundy_core::structure::{AskedKinds, AutomaticMoves, EntailingHeap, KindRule, KindTexts, Kinds, Linear};
use positions::GameKinds;
use reading::{Form, Reader, Refusal};
use solving::Solver;

/// The maximum number of rules of a game.
const MOST_RULES: usize = 20_000;

impl Moves {
    /// The moves in normal form.
    ///
    /// # Errors
    /// Why there is none, in words that continue "no theorem: ".
    pub fn kinds(&self) -> Result<Kinds, String> {
        if self.entails() {
            return Err("a move decides who moves next".to_string());
        }
        let texts = self.texts();
        let named = texts
            .moves
            .iter()
            .chain(texts.kinds.iter().flatten())
            .chain(&texts.positions)
            .chain(&texts.asked)
            .flat_map(|text| names_in(text))
            .next();
        if let Some(name) = named {
            return Err(format!("its moves depend on the file {name}, which a certificate cannot contain"));
        }
        let mut game = GameKinds::new(self).map_err(|Refusal(why)| why)?;
        let mut count = 0;
        for kind in 0..game.kinds.len() {
            for (_, rule) in self.rules_of(&game, kind)? {
                if !game.of(kind).rules.contains(&rule) {
                    game.kinds[kind].rules.push(rule);
                    count += 1;
                }
            }
            if count > MOST_RULES {
                return Err(format!("the game has more than {MOST_RULES} rules"));
            }
        }
        let asked = game.asked(self).map_err(|Refusal(why)| why)?;
        let kinds = Kinds { kinds: game.kinds, asked, texts };
        match kinds.plays_end() {
            true => Ok(kinds),
            false => Err("it is not certain that plays end: a size may stay the same or rise".to_string()),
        }
    }

    /// The rules of a kind, each with the turn after it, in the order of the lines.
    fn rules_of(&self, game: &GameKinds, kind: usize) -> Result<Vec<(Turn, KindRule)>, String> {
        let (tuple, mut rules) = (&game.tuples[kind], Vec::new());
        for line in self.lines().iter().filter(|line| line.is_of(tuple)) {
            let mut known: Vec<Form> = game.known(kind);
            known.resize(line.names.len(), Form::Linear(Linear::constant(0)));
            let (size, least) = (game.size, game.of(kind).first());
            let reader = Reader { line, size, least, known };
            let wrong = |Refusal(why): Refusal| format!("the move `{}`: {why}", line.text);
            for case in Solver::cases(reader).map_err(wrong)? {
                rules.extend(case.rule(game, kind).map_err(wrong)?.map(|rule| (line.turn, rule)));
            }
            if rules.len() > MOST_RULES {
                return Err(format!("the game has more than {MOST_RULES} rules"));
            }
        }
        Ok(rules)
    }

    /// The moves of one heap with the turns after them, if they have a normal form that a kernel knows.
    pub fn entailing_heap(&self) -> Option<EntailingHeap> {
        let mut game = GameKinds::new(self).ok()?;
        let [kind] = &game.kinds[..] else { return None };
        let least = kind.least?;
        let rules = self.rules_of(&game, 0).ok()?;
        let Ok(AskedKinds::One { shift, .. }) = game.asked(self) else { return None };
        // Two equal heaps are a moon if one of them is, so the normal form must not omit them.
        let is_known = |(turn, rule): &(Turn, KindRule)| {
            let is_smaller = rule.fixed.iter().all(|part| rule.first().is_none_or(|first| part.offset < first));
            is_smaller && !rule.is_cancelled && (*turn != Turn::Reply || rule.cut.is_none())
        };
        if !rules.iter().all(is_known) {
            return None;
        }
        game.kinds[0].rules = rules.iter().map(|(_, rule)| rule.clone()).collect();
        let kinds = Kinds { kinds: game.kinds, asked: AskedKinds::One { kind: 0, shift }, texts: KindTexts::default() };
        kinds.plays_end().then_some(EntailingHeap { least, shift, rules })
    }

    /// The moves as rules of one number whose options are linear in n and `floor_phi`, rounded down.
    ///
    /// # Errors
    /// Why they are not, in words.
    pub fn automatic(&self) -> Result<AutomaticMoves, String> {
        if self.entails() {
            return Err("a move decides who moves next".to_string());
        }
        let (least, rules) = automatic::rules(self).map_err(|Refusal(why)| why)?;
        Ok(AutomaticMoves { least, rules, texts: self.texts() })
    }

    /// The texts of the game.
    pub(crate) fn texts(&self) -> KindTexts {
        let own = |texts: &[String]| if texts.is_empty() { None } else { Some(texts.to_vec()) };
        let mut parameters: Vec<String> = self.parameters().map(|(name, value)| value.assigned_to(name)).collect();
        parameters.sort();
        KindTexts {
            kinds: own(self.declared()),
            moves: self.lines().iter().map(|line| line.text.clone()).collect(),
            positions: self.condition().map(|(_, text, _)| text.to_string()),
            asked: self.asked_text().map(str::to_string),
            parameters,
        }
    }
}
