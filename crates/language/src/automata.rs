//! The files of automata that expressions name: `automatic("FILE", n)`.

use super::fault::What;
use super::lexer::{Placed, Token, tokens};
use grundy_core::automaton::Automaton;
use grundy_core::disk;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The name of the function.
pub(super) const AUTOMATIC: &str = "automatic";

/// The files of automata in a folder. Each is read only once, so all expressions mean the same automaton, and whoever
/// asks for the text of the file gets the text that they mean. Clones share what was read.
#[derive(Debug, Clone)]
pub struct Automata {
    folder: PathBuf,
    known: Arc<Mutex<BTreeMap<String, Known>>>,
}

/// A file that was read.
#[derive(Debug, Clone)]
struct Known {
    text: Arc<[u8]>,
    automaton: Arc<Automaton>,
}

impl Automata {
    /// The files in a folder; an empty path is the current folder.
    pub fn in_folder(folder: &Path) -> Self {
        Self { folder: folder.to_path_buf(), known: Arc::default() }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The files that some expressions name, with their contents, in the order of their names. Files that are no
    /// automata are left out; expressions that name them are wrong.
    pub fn named_in<'t>(&self, expressions: impl IntoIterator<Item = &'t str>) -> Vec<(String, Arc<[u8]>)> {
        let names: BTreeSet<String> = expressions.into_iter().flat_map(names_in).collect();
        names.into_iter().filter_map(|name| Some((name.clone(), self.read(&name).ok()?.text))).collect()
    }

    /// The automaton in a file, or why there is none and what helps.
    pub(super) fn get(&self, name: &str) -> Result<Arc<Automaton>, (String, &'static str)> {
        self.read(name).map(|known| known.automaton)
    }

    fn read(&self, name: &str) -> Result<Known, (String, &'static str)> {
        const PATHS: &str =
            "paths are relative to the folder of the config; on the command line, to the current folder";
        const FORMAT: &str = "the format is that of Walnut, as docs/language.md describes it";
        let mut all = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = all.get(name) {
            return Ok(known.clone());
        }
        let path = self.folder.join(name);
        let bytes = disk::read(&path).map_err(|error| (format!("cannot read {}: {error}", path.display()), PATHS))?;
        let text = std::str::from_utf8(&bytes).map_err(|_| (format!("{} is not UTF-8", path.display()), FORMAT))?;
        let automaton = Automaton::read(text).map_err(|wrong| (format!("{}: {wrong}", path.display()), FORMAT))?;
        let known = Known { text: bytes.into(), automaton: Arc::new(automaton) };
        all.insert(name.to_string(), known.clone());
        Ok(known)
    }
}

/// The names of files in an expression.
pub(super) fn names_in(text: &str) -> Vec<String> {
    let tokens = tokens(text, 0).unwrap_or_default();
    let name = |three: &[Placed]| match [&three[0].token, &three[1].token, &three[2].token] {
        [Token::Word(word), Token::Symbol("("), Token::Text(name)] if word == AUTOMATIC => Some(name.clone()),
        _ => None,
    };
    tokens.windows(3).filter_map(name).collect()
}

/// The output of an automaton.
pub(super) fn output(automaton: &Automaton, numbers: &[i64]) -> Result<i64, What> {
    let numbers: Result<Vec<u64>, _> = numbers.iter().map(|&number| u64::try_from(number)).collect();
    automaton.value(&numbers.map_err(|_| What::Negative)?).ok_or(What::Unread)
}
