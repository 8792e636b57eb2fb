//! The genus of a game (Conway, *On Numbers and Games*, ch. 12; *Winning Ways*, ch. 13).
//!
//! g+ is the Grundy value of normal play. g-(G) is the mex of g- of the options, and 1 if there is no option: G + *m is
//! a P-position of misère play exactly if m = g-(G). The genus is g+ with the sequence of all g-(G + i *2), which is
//! written `g^g0g1g2...`. Since a *2 moves to 0 or *1, and *1 changes g- by a nim-sum with 1,
//!
//! ```text
//! g_i(G) = mex of all g_i(G'), g_{i-1}(G) and g_{i-1}(G) xor 1
//! ```
//!
//! If the sequences of the options have period 2 from i = m on, then that of G has it from m + 2 on
//! (`docs/theorems.md`).

use crate::canonical::{CanonicalForms, Game};
use grundy_core::claim::Heaps;
use grundy_core::control::Control;
use grundy_core::error::Error;
use std::fmt;

/// The genera of the heaps of a game, found from their canonical forms.
pub struct Genera {
    /// The genus and the class of the heaps 0, 1, ..., as far as the limit on games allowed.
    pub heaps: Vec<(Genus, Class)>,
    /// The canonical forms.
    pub forms: CanonicalForms,
    /// The canonical form of each heap.
    pub games: Vec<Game>,
}

impl Genera {
    /// The genera of the heaps up to `last`, or until more than `limit` games would be stored. Equal games have the
    /// same genus. The classes are those of the canonical forms: a game is tame if its canonical form is.
    ///
    /// # Errors
    /// [`Error::Interrupted`] if the control cancels the work.
    pub fn of_heaps(heaps: &dyn Heaps, last: u64, limit: usize, control: &Control<'_>) -> Result<Self, Error> {
        let mut forms = CanonicalForms::new(limit);
        let games = forms.heaps(heaps, last, control)?;
        // The options of a game have smaller numbers.
        let mut known: Vec<(Genus, Class)> = Vec::with_capacity(forms.len());
        let needed = games.iter().max().map_or(0, |&largest| largest + 1);
        for game in 0..needed {
            control.check()?;
            let options = || forms.options(game).iter().map(|&option| &known[option as usize]);
            let genus = Genus::of_options(options().map(|(genus, _)| genus));
            let class = Class::of(&genus, options().map(|&(_, class)| class));
            known.push((genus, class));
        }
        Ok(Self { heaps: games.iter().map(|&game| known[game as usize].clone()).collect(), forms, games })
    }
}

/// A genus.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Genus {
    /// g+, the Grundy value of normal play.
    pub plus: u32,
    /// g_0, g_1, ..., up to the place from which the last two digits repeat; at least two.
    pub digits: Vec<u32>,
}

impl Genus {
    /// The genus of a game, from those of its options.
    pub fn of_options<'g>(options: impl Iterator<Item = &'g Genus> + Clone) -> Self {
        let plus = mex(options.clone().map(|option| option.plus));
        let settled = options.clone().map(|option| option.digits.len() - 2).max().unwrap_or(0);
        let mut digits = Vec::with_capacity(settled + 4);
        for i in 0..settled + 4 {
            let before: Option<u32> = digits.last().copied();
            let from_two = before.into_iter().flat_map(|before| [before, before ^ 1]);
            let next = mex(options.clone().map(|option| option.digit(i)).chain(from_two));
            digits.push(if i == 0 && options.clone().next().is_none() { 1 } else { next });
        }
        while digits.len() > 2 && digits[digits.len() - 1] == digits[digits.len() - 3] {
            digits.pop();
        }
        Self { plus, digits }
    }

    /// g_i.
    pub fn digit(&self, i: usize) -> u32 {
        match self.digits.get(i) {
            Some(&digit) => digit,
            None => self.digits[self.digits.len() - 2 + (i - self.digits.len()) % 2],
        }
    }

    /// g-, the Grundy value of misère play.
    pub fn minus(&self) -> u32 {
        self.digits[0]
    }

    /// Whether it is the genus of a sum of nim-heaps.
    pub fn is_nim(&self) -> bool {
        match (self.plus, &self.digits[..]) {
            (0, [1, 2, 0] | [0, 2]) | (1, [0, 3, 1] | [1, 3]) => true,
            (n, &[a, b]) => n >= 2 && a == n && b == n ^ 2,
            _ => false,
        }
    }

    /// Reads a genus, also in the short notation of *Winning Ways*: `1^0` for `1^031`, `0^1` for `0^120`, `n^n` for
    /// `n^n(n xor 2)`.
    pub fn read(text: &str) -> Option<Self> {
        let (plus, digits) = text.split_once('^')?;
        let plus: u32 = plus.parse().ok()?;
        let digits: Vec<u32> = match digits.strip_prefix('(') {
            Some(list) => list.strip_suffix(')')?.split(',').map(|digit| digit.parse().ok()).collect::<Option<_>>()?,
            None => digits.chars().map(|digit| digit.to_digit(10)).collect::<Option<_>>()?,
        };
        match (plus, &digits[..]) {
            (1, [0]) => Some(Self { plus, digits: vec![0, 3, 1] }),
            (0, [1]) => Some(Self { plus, digits: vec![1, 2, 0] }),
            (n, &[digit]) => (n == digit).then(|| Self { plus, digits: vec![n, n ^ 2] }),
            (_, []) => None,
            _ => Some(Self { plus, digits }),
        }
    }
}

impl fmt::Display for Genus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits: Vec<String> = self.digits.iter().map(u32::to_string).collect();
        if self.digits.iter().all(|&digit| digit < 10) {
            write!(f, "{}^{}", self.plus, digits.concat())
        } else {
            write!(f, "{}^({})", self.plus, digits.join(","))
        }
    }
}

fn mex(values: impl Iterator<Item = u32> + Clone) -> u32 {
    (0..).find(|&least| values.clone().all(|value| value != least)).unwrap_or(0)
}

/// How far misère play of a game is from that of Nim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// The genus is that of a sum of nim-heaps, and all options are tame.
    Tame,
    /// Not tame; all options are tame, and g+ is 0 or 1.
    Restive,
    /// Not tame; all options are tame, g- is 0 or 1, and g+ is at least 2.
    Restless,
    /// All others.
    Wild,
}

impl Class {
    /// The class of a game, from its genus and the classes of its options.
    pub fn of(genus: &Genus, mut options: impl Iterator<Item = Class>) -> Self {
        let options_are_tame = options.all(|class| class == Class::Tame);
        match (options_are_tame, genus.is_nim()) {
            (true, true) => Class::Tame,
            (true, false) if genus.plus <= 1 => Class::Restive,
            (true, false) if genus.minus() <= 1 => Class::Restless,
            _ => Class::Wild,
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Class::Tame => "tame",
            Class::Restive => "restive",
            Class::Restless => "restless",
            Class::Wild => "wild",
        })
    }
}
