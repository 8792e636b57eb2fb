//! Canonical forms of misère play (Conway, *On Numbers and Games*, ch. 12; Siegel, *Combinatorial Game Theory*, V.3).
//!
//! A game is the set of its options. It equals an option G of one of its options if all options of G are among its own,
//! and every other option has G as an option; for G = 0 it must also be an N-position. If there is no such G, the set
//! is canonical. Two games are equal, in all sums of misère play, exactly if their canonical forms are the same.

use foldhash::fast::RandomState;
use grundy_core::claim::Heaps;
use grundy_core::control::Control;
use grundy_core::error::Error;
use std::collections::HashMap;
use std::sync::Arc;

/// A game in canonical form. Equal numbers are equal games; 0 is the game without options.
pub type Game = u32;

/// The canonical forms that were met so far.
pub struct CanonicalForms {
    /// The options of each game, in increasing order. They have smaller numbers than the game.
    options: Vec<Arc<[Game]>>,
    is_p: Vec<bool>,
    games: HashMap<Arc<[Game]>, Game, RandomState>,
    sums: HashMap<(Game, Game), Game, RandomState>,
    limit: usize,
}

/// There are more games, or sums of them, than the limit allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooMany;

impl CanonicalForms {
    /// No forms but that of the game without options. At most `limit` games, and as many sums of two, are kept.
    pub fn new(limit: usize) -> Self {
        let none: Arc<[Game]> = Arc::from([]);
        let games = HashMap::from_iter([(none.clone(), 0)]);
        Self { options: vec![none], is_p: vec![false], games, sums: HashMap::default(), limit }
    }

    /// The number of games that were met.
    pub fn len(&self) -> usize {
        self.options.len()
    }

    /// Whether no games were met; never, as the game without options is there.
    pub fn is_empty(&self) -> bool {
        self.options.is_empty()
    }

    /// The options of a game, in increasing order.
    pub fn options(&self, game: Game) -> &[Game] {
        &self.options[game as usize]
    }

    /// The canonical form of the game with some options.
    ///
    /// # Errors
    /// [`TooMany`].
    pub fn game(&mut self, mut options: Vec<Game>) -> Result<Game, TooMany> {
        options.sort_unstable();
        options.dedup();
        if let Some(&known) = self.games.get(&options[..]) {
            return Ok(known);
        }
        let is_p = !options.is_empty() && !options.iter().any(|&option| self.is_p[option as usize]);
        let key: Arc<[Game]> = options.into();
        let equal = self.equal(&key, is_p);
        if equal.is_none() {
            if self.options.len() >= self.limit {
                return Err(TooMany);
            }
            self.options.push(key.clone());
            self.is_p.push(is_p);
        }
        let game = equal.unwrap_or(self.options.len() as Game - 1);
        self.games.insert(key, game);
        Ok(game)
    }

    /// The option of an option that equals the game with these options.
    fn equal(&self, options: &[Game], is_p: bool) -> Option<Game> {
        // Every option that is no option of G has G as an option; so G is an option of the largest one, or all options
        // are options of G, which is then the same set.
        let has = |set: &[Game], game: Game| set.binary_search(&game).is_ok();
        let mut candidates: Vec<Game> = options.iter().flat_map(|&option| self.options(option)).copied().collect();
        candidates.sort_unstable();
        candidates.dedup();
        candidates.into_iter().find(|&candidate| {
            let own = self.options(candidate);
            (candidate != 0 || !is_p)
                && own.iter().all(|&option| has(options, option))
                && options.iter().all(|&option| has(own, option) || has(self.options(option), candidate))
        })
    }

    /// The sum of two games.
    ///
    /// # Errors
    /// [`TooMany`].
    pub fn sum(&mut self, a: Game, b: Game) -> Result<Game, TooMany> {
        let (a, b) = (a.min(b), a.max(b));
        if a == 0 {
            return Ok(b);
        }
        if let Some(&known) = self.sums.get(&(a, b)) {
            return Ok(known);
        }
        if self.sums.len() >= self.limit {
            return Err(TooMany);
        }
        let (of_a, of_b) = (self.options[a as usize].clone(), self.options[b as usize].clone());
        let mut options = Vec::with_capacity(of_a.len() + of_b.len());
        for &option in &*of_a {
            options.push(self.sum(option, b)?);
        }
        for &option in &*of_b {
            options.push(self.sum(a, option)?);
        }
        let sum = self.game(options)?;
        self.sums.insert((a, b), sum);
        Ok(sum)
    }

    /// The canonical forms of the heaps 0, 1, ..., `last`: as many as the limit allows.
    ///
    /// # Errors
    /// [`Error::Interrupted`] if the control cancels the work.
    pub fn heaps(&mut self, heaps: &dyn Heaps, last: u64, control: &Control<'_>) -> Result<Vec<Game>, Error> {
        let mut forms: Vec<Game> = Vec::new();
        for heap in 0..=last.min(heaps.count().map_or(u64::MAX, |count| count - 1)) {
            control.check()?;
            let mut options = Vec::new();
            let mut too_many = false;
            heaps.options(heap, &mut |parts| {
                if too_many {
                    return;
                }
                match parts.iter().try_fold(0, |sum, &part| self.sum(sum, forms[part as usize])) {
                    Ok(sum) => options.push(sum),
                    Err(TooMany) => too_many = true,
                }
            });
            match self.game(options) {
                Ok(form) if !too_many => forms.push(form),
                _ => break,
            }
        }
        Ok(forms)
    }

    /// n, if the game is the nim-heap of n tokens.
    pub fn nim_heap(&self, game: Game) -> Option<usize> {
        let options = self.options(game);
        let is_next = |(n, &option): (usize, &Game)| self.nim_heap(option) == Some(n);
        options.iter().enumerate().all(is_next).then_some(options.len())
    }

    /// A form as text: nim-heaps as numbers, `2#` for the game whose only option is 2, else the options in braces.
    /// `None` if it is longer than `most` characters.
    pub fn show(&self, game: Game, most: usize) -> Option<String> {
        let text = match (self.nim_heap(game), self.options(game)) {
            (Some(n), _) => n.to_string(),
            (None, &[only]) => format!("{}#", self.show(only, most)?),
            (None, options) => {
                let texts: Option<Vec<String>> = options.iter().map(|&option| self.show(option, most)).collect();
                let mut texts = texts?;
                texts.sort_by(|a, b| b.len().cmp(&a.len()).then(a.cmp(b)));
                format!("{{{}}}", texts.join(","))
            }
        };
        (text.len() <= most).then_some(text)
    }
}
