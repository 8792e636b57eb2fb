//! Tools shared by several test files: solving a game with a kernel, published values, and running the real program.
#![allow(dead_code)]

use grundy::Error;
use grundy::analysis::periodicity;
use grundy::bytes::Bytes;
use grundy::claim::{Claim, Theorems};
use grundy::control::{Control, FREE};
use grundy::games::code;
use grundy::kernel::{KERNELS, Kernel, Task};
use grundy::ruleset::{Convention, Play, Ruleset, Setup, Value};
use grundy::stream::{Flow, Outlet, Values};
use grundy::stream::{Kept, State};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

pub mod checker;
#[cfg(unix)]
pub mod stops;

pub const MEMORY: Bytes = Bytes(4 << 30);

/// How many cases a random test tries: `few` at every change, `all` in the slow checks, which set `GRUNDY_THOROUGH`.
pub fn cases(few: u32, all: u32) -> u32 {
    if std::env::var_os("GRUNDY_THOROUGH").is_some() { all } else { few }
}

/// The ruleset of a game code in normal play.
pub fn ruleset(text: &str, max: u64) -> Box<dyn Ruleset> {
    ruleset_in(text, max, Play::Normal)
}

pub fn ruleset_in(text: &str, max: u64, play: Play) -> Box<dyn Ruleset> {
    let coded = code::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let setup = Setup::new(MEMORY, &FREE, play);
    coded.game.ruleset(max, setup).unwrap_or_else(|error| panic!("{text} to {max}: {error}"))
}

/// The ruleset of a game code in normal play, before its positions are found.
pub fn outline(text: &str, max: u64) -> Box<dyn Ruleset> {
    let coded = code::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let setup = Setup::new(MEMORY, &FREE, Play::Normal);
    coded.game.outline(max, setup).unwrap_or_else(|error| panic!("{text} to {max}: {error}"))
}

/// The kind of values that a family computes by default.
pub fn default_value(text: &str) -> Value {
    code::parse(text).unwrap().family.value
}

/// All values asked for, by one kernel; `None` if the kernel does not support the game.
pub fn solve(kernel: &dyn Kernel, ruleset: &dyn Ruleset, play: Play, value: Value) -> Option<Vec<u32>> {
    let control = Control::free();
    let task = Task::new(ruleset, play, value, MEMORY, &control);
    let mut values: Vec<u32> = Vec::new();
    let solution = kernel.can(&task).then(|| kernel.solve(&task, &mut values).unwrap())?;
    if let Some(mut proof) = solution.proof.filter(|proof| proof.given < ruleset.rows().len()) {
        proof.give_rest(ruleset.rows(), &mut values, &control).unwrap();
    }
    Some(values)
}

/// The claim about values, as [`periodicity::find`] makes it.
pub fn claim_about(values: &[u32], first: u64, theorems: Option<&Theorems>, observe: bool) -> Option<Claim> {
    periodicity::find(values, first, theorems, observe, &FREE).unwrap()
}

/// The kernel that all others are compared with.
pub fn oracle() -> &'static dyn Kernel {
    *KERNELS.iter().find(|kernel| kernel.name() == "oracle").unwrap()
}

/// The kernel that knows a game by its rules only: the oracle, unless values are no nimbers.
pub fn plain_kernel(ruleset: &dyn Ruleset) -> &'static dyn Kernel {
    let name = match ruleset.convention() {
        Convention::Entailing => "entailing",
        Convention::Loopy => "loopy",
        _ => "oracle",
    };
    *KERNELS.iter().find(|kernel| kernel.name() == name).unwrap()
}

/// All other kernels.
pub fn others() -> impl Iterator<Item = &'static dyn Kernel> {
    KERNELS.iter().copied().filter(|kernel| kernel.name() != "oracle")
}

/// The values by the kernel that `auto` chooses.
pub fn fastest(text: &str, max: u64, value: Value) -> Vec<u32> {
    let ruleset = ruleset(text, max);
    KERNELS.iter().find_map(|kernel| solve(*kernel, &*ruleset, Play::Normal, value)).unwrap()
}

/// Compares two lists of values and reports the first row that differs.
pub fn assert_same(what: &str, expected: &[u32], found: &[u32]) {
    assert_eq!(expected.len(), found.len(), "{what}: lengths");
    let differ = expected.iter().zip(found).position(|(a, b)| a != b);
    if let Some(row) = differ {
        panic!("{what}: row {row}: expected {}, found {}", expected[row], found[row]);
    }
}

pub fn grundy(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_grundy")).current_dir(folder).args(arguments).output().unwrap()
}

/// Runs the program, which must end with a given exit code; returns standard output and standard error.
pub fn expect_exit(folder: &Path, arguments: &[&str], code: i32) -> (String, String) {
    let output = grundy(folder, arguments);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "grundy {arguments:?}\n{out}\n{err}");
    assert!(!err.contains("panicked"), "{err}");
    (out, err)
}

/// All files of a run except the manifest, including those in subfolders.
pub fn results(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            all.extend(results(&path).into_iter().map(|(file, bytes)| (format!("{name}/{file}"), bytes)));
        } else if name != "manifest.json" {
            all.insert(name, std::fs::read(&path).unwrap());
        }
    }
    all
}

pub fn text_of(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A changed manifest with a matching checksum.
pub fn signed(manifest: &str) -> String {
    let (head, rest) = manifest.rsplit_once("\n  \"sum\": \"").unwrap();
    let bare = format!("{head}\n  \"sum\": \"{}", &rest[64..]);
    let sum = grundy::number::hex(&<sha2::Sha256 as sha2::Digest>::digest(bare.as_bytes()));
    format!("{head}\n  \"sum\": \"{sum}{}", &rest[64..])
}

pub fn project() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Collects all rows. It can ask to stop, or end the run at a checkpoint, from which the run can be resumed.
pub struct Stops {
    pub rows: Vec<u32>,
    /// The number of rows after which it asks to stop.
    pub enough: usize,
    /// From this many rows on, a checkpoint may end the run.
    pub least: usize,
    /// The number of such checkpoints that are passed first.
    pub passed: usize,
    pub state: Option<Kept>,
}

impl Default for Stops {
    fn default() -> Self {
        Self { rows: Vec::new(), enough: usize::MAX, least: 0, passed: 0, state: None }
    }
}

impl Outlet for Stops {
    fn block(&mut self, first: u64, values: Values<'_>) -> Result<Flow, Error> {
        assert_eq!(first, self.rows.len() as u64, "blocks have gaps");
        self.rows.extend_from_slice(values.words(&mut Vec::new()));
        Ok(if self.rows.len() >= self.enough { Flow::Stop } else { Flow::Continue })
    }

    fn wants_checkpoint(&self) -> bool {
        self.rows.len() >= self.least
    }

    fn checkpoint(&mut self, kernel: &mut dyn FnMut(&mut State) -> Result<(), Error>) -> Result<(), Error> {
        if self.rows.len() < self.least {
            return Ok(());
        }
        if let Some(left) = self.passed.checked_sub(1) {
            self.passed = left;
            return Ok(());
        }
        let mut state = State::default();
        kernel(&mut state)?;
        self.state = Some(state.kept());
        Err(Error::Stopped)
    }
}

/// Runs a kernel to a checkpoint, and from there to the end; returns all rows, and how many of them came
/// before the checkpoint.
pub fn in_halves(kernel: &dyn Kernel, task: &Task<'_>, mut stops: Stops) -> (Vec<u32>, usize) {
    assert!(matches!(kernel.solve(task, &mut stops), Err(Error::Stopped)), "{} was not stopped", kernel.name());
    let before = stops.rows.len();
    stops.least = usize::MAX;
    let kept = stops.state.take();
    kernel.solve(&Task { kept: kept.as_ref(), ..*task }, &mut stops).unwrap();
    (stops.rows, before)
}
