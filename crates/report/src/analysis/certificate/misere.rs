//! Certificates of misère quotients: format 5, kinds `misere-quotient` and `misere-infinite`.

use super::kind::{self, VERSION};
use crate::claim::{CodeHeaps, Heaps, InfiniteCertificate, ListedHeaps, MISERE_QUOTIENT, MisereCertificate};
use crate::error::Error;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// What is certified about the heaps of a game.
pub trait AboutHeaps: Serialize + DeserializeOwned {
    /// The kind of the certificate.
    const KIND: &str;

    /// The largest heap whose options must be known.
    fn last(&self) -> u64;
}

impl AboutHeaps for MisereCertificate {
    const KIND: &str = MISERE_QUOTIENT;

    fn last(&self) -> u64 {
        self.phi.len() as u64
    }
}

impl AboutHeaps for InfiniteCertificate {
    const KIND: &str = "misere-infinite";

    fn last(&self) -> u64 {
        self.heaps
    }
}

/// A certificate, with the game whose heaps it is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MisereFile<C> {
    /// The version of the format.
    pub certificate: u32,
    /// `misere-quotient` or `misere-infinite`.
    pub kind: String,
    /// The code of the game.
    pub game: String,
    /// The options of the heaps 1, 2, ..., if they do not follow from the code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub options: Option<Vec<Vec<Vec<u64>>>>,
    /// What is certified.
    #[serde(flatten)]
    pub proof: C,
}

/// The starts of the codes of games whose heaps checkers know.
const CODES: [&str; 3] = ["octal:", "subtraction:", "all-but"];

impl<C: AboutHeaps> MisereFile<C> {
    /// The certificate of a game. The heaps of a take-and-break code follow from it, those of others are listed.
    pub fn new(game: &str, heaps: &dyn Heaps, proof: C) -> Self {
        let options_of = |heap: u64| {
            let mut options: Vec<Vec<u64>> = Vec::new();
            heaps.options(heap, &mut |parts| options.push(parts.iter().copied().filter(|&part| part > 0).collect()));
            options.iter_mut().for_each(|parts| parts.sort_unstable());
            options.sort_unstable();
            options.dedup();
            options
        };
        let options = heaps.extent().is_none().then(|| (1..=proof.last()).map(options_of).collect());
        Self { certificate: VERSION, kind: C::KIND.to_owned(), game: game.to_owned(), options, proof }
    }

    /// Whether checkers know the heaps of a game by its code.
    pub fn knows(code: &str) -> bool {
        CODES.iter().any(|start| code.starts_with(start))
    }

    /// The heaps of its game.
    ///
    /// # Errors
    /// What is wrong with the game, in words.
    pub fn heaps(&self, code: impl FnOnce(&str) -> Option<CodeHeaps>) -> Result<Box<dyn Heaps>, String> {
        let Some(options) = &self.options else {
            let heaps = Self::knows(&self.game).then(|| code(&self.game)).flatten();
            return Ok(Box::new(heaps.ok_or("`game` is not the canonical code of a game with heaps")?));
        };
        let mut lists = vec![Vec::new()];
        lists.extend(options.iter().cloned());
        Ok(Box::new(ListedHeaps::new(lists)?))
    }

    /// The text of the file.
    pub fn to_json(&self) -> String {
        kind::to_json(self)
    }

    /// Reads a file of this kind; `None` if it is one of another format or kind.
    ///
    /// # Errors
    /// [`Error::Io`]; [`Error::Corrupt`] if it is damaged.
    pub fn read(path: &Path) -> Result<Option<Self>, Error> {
        kind::read(path, C::KIND)
    }
}
