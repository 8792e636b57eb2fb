//! The rows of a game on graphs or boards, one after the other: which store serves them, threads, pauses, growth.

use super::boards::{Frame, OnBoards, frame_of};
use super::codes::{Codes, OnCodes};
use super::facts::Facts;
use super::ground::Ground;
use super::halt::{Halt, Watch};
use super::outright::Outright;
use super::search::Search;
use super::table::Table;
use crate::shared::Emitter;
use crate::{Solution, Task};
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::ruleset::{Play, Value};
use grundy_core::stream::{Flow, Outlet, State, StateReader};
use grundy_core::structure::{Host, Keys, Systems};
use grundy_core::system::{Bits, System};
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, OnceLock, PoisonError};

/// How values are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Method {
    /// By the search.
    Search,
    /// By solving every component outright.
    Outright,
}

/// The maximum number of elements of a row.
const MOST_ELEMENTS: u64 = 256;

/// The maximum number of rows that are looked at in advance.
const MOST_ROWS: u64 = 1 << 20;

/// The systems of a task's rows. The rows may be some of a box, since each is solved by itself.
pub(super) fn systems_of<'t>(task: &Task<'t>) -> Option<&'t Systems> {
    let whole = || task.ruleset.whole().and_then(|whole| whole.structures().get());
    let systems = task.structure::<Systems>().or_else(whole)?;
    let rows = task.ruleset.rows();
    // A single position of a game has its text as the name of the only row.
    let is_row = rows.names().is_none_or(|names| names[..] == ["all"] && systems.0.is_single());
    let fits = task.play == Play::Normal
        && is_row
        && (task.value == Value::GRUNDY || task.value == Value::OUTCOME)
        && task.ruleset.summands().is_none()
        && rows.len() <= MOST_ROWS;
    let mut label = Vec::new();
    let mut is_small = |row| {
        rows.label(row, &mut label);
        systems.0.elements(&label) <= MOST_ELEMENTS
    };
    (fits && (0..rows.len()).all(&mut is_small)).then_some(systems)
}

/// The most memory that a store takes: that for all sets of elements if they are few, otherwise three quarters of what
/// is allowed. (A table is up to half of the memory, and half of that more while it grows.)
pub(super) fn needs(task: &Task<'_>) -> Bytes {
    const EACH: u128 = 160;
    let Some(systems) = systems_of(task) else { return Bytes(0) };
    let sets = |label: &Vec<u64>| 1u128.checked_shl(systems.0.elements(label) as u32).unwrap_or(u128::MAX);
    let all = labels(task).iter().map(sets).fold(0, u128::saturating_add);
    Bytes(all.saturating_mul(EACH).saturating_add(2 << 20).min(task.memory.0 / 4 * 3))
}

/// The number of buckets of a new table, as a binary logarithm.
const FIRST_BUCKETS: u32 = 14;

/// Solves all rows.
pub(super) fn solve(task: &Task<'_>, method: Method, sink: &mut dyn Outlet) -> Result<Solution, Error> {
    let Some(systems) = systems_of(task) else { return Ok(Solution::default()) };
    let labels = labels(task);
    if let Some(boards) = systems.0.boards() {
        let symmetries = boards.symmetries();
        let (rows, columns) = frame_of(labels.iter().map(|label| boards.size(label)), symmetries);
        let sides = Sides { rows, columns };
        match (rows * columns * boards.planes()).div_ceil(64) {
            0 | 1 => return on_boards::<1>(task, systems, sides, &labels, method, sink),
            2 => return on_boards::<2>(task, systems, sides, &labels, method, sink),
            3 | 4 => return on_boards::<4>(task, systems, sides, &labels, method, sink),
            // The boards are too different for one frame.
            _ => {}
        }
    }
    let most = labels.iter().map(|label| systems.0.elements(label)).max().unwrap_or(0);
    match most.div_ceil(64) {
        0 | 1 => on_codes::<1>(task, systems, &labels, method, sink),
        2 => on_codes::<2>(task, systems, &labels, method, sink),
        _ => on_codes::<4>(task, systems, &labels, method, sink),
    }
}

/// The labels of a task's rows.
pub(super) fn labels(task: &Task<'_>) -> Vec<Vec<u64>> {
    let rows = task.ruleset.rows();
    let label = |row| {
        let mut label = Vec::new();
        rows.label(row, &mut label);
        label
    };
    (0..rows.len()).map(label).collect()
}

/// The sides of a frame.
#[derive(Debug, Clone, Copy)]
struct Sides {
    rows: usize,
    columns: usize,
}

/// A store of facts that all threads share, with the work on one row.
trait Store<const W: usize>: Sync {
    /// A thread's view of it, for a system.
    type View<'s>: Ground<W>
    where
        Self: 's;

    fn view<'s>(&'s self, host: &'s Hosted<W>) -> Self::View<'s>;

    /// More room, if it may have some.
    fn grow(&mut self) -> bool;

    fn entries(&self) -> u64;

    fn save(&self, state: &mut State) -> Result<(), Error>;
}

/// The system of a row, with the position asked for.
struct Hosted<const W: usize> {
    system: System<Bits<W>>,
    start: Bits<W>,
    host: Option<Host>,
}

/// The components of all rows on one frame.
struct BoardStore<'a, const W: usize> {
    frame: &'a Frame<W>,
    table: Table<W>,
    bits: u32,
    most_bits: u32,
}

impl<const W: usize> Store<W> for BoardStore<'_, W> {
    type View<'s>
        = OnBoards<'s, W>
    where
        Self: 's;

    fn view<'s>(&'s self, _: &'s Hosted<W>) -> OnBoards<'s, W> {
        OnBoards { frame: self.frame, table: &self.table, may_grow: self.bits < self.most_bits }
    }

    fn grow(&mut self) -> bool {
        let grows = self.bits < self.most_bits;
        if grows {
            self.bits += 1;
            self.table = self.table.grown(self.bits);
        }
        grows
    }

    fn entries(&self) -> u64 {
        self.table.entries()
    }

    fn save(&self, state: &mut State) -> Result<(), Error> {
        let mut part: Vec<(Vec<u64>, u32, u8)> = Vec::with_capacity(PART);
        for (key, facts, effort) in self.table.all() {
            part.push((key.0.to_vec(), facts.0, effort));
            if part.len() == PART {
                state.put(&part)?;
                part.clear();
            }
        }
        state.put(&part)
    }
}

/// The number of entries in a part of a state.
const PART: usize = 1 << 14;

impl<const W: usize> BoardStore<'_, W> {
    fn new(frame: &Frame<W>, memory: u128) -> BoardStore<'_, W> {
        let fits = |bits: &u32| Table::<W>::bytes(*bits) <= memory / 2;
        let most_bits = (1..48).take_while(fits).last().unwrap_or(1);
        let bits = FIRST_BUCKETS.min(most_bits);
        BoardStore { frame, table: Table::new(bits), bits, most_bits }
    }

    fn read(&mut self, reader: &mut StateReader<'_>) -> Option<()> {
        loop {
            let part: Vec<(Vec<u64>, u32, u8)> = reader.take()?;
            for (key, facts, effort) in &part {
                let key = Bits(<[u64; W]>::try_from(&key[..]).ok()?);
                if self.table.is_crowded() {
                    self.grow();
                }
                self.table.add(&key, Facts(*facts), *effort);
            }
            if part.len() < PART {
                return Some(());
            }
        }
    }
}

impl<const W: usize> Store<W> for Codes {
    type View<'s> = OnCodes<'s, W>;

    fn view<'s>(&'s self, host: &'s Hosted<W>) -> OnCodes<'s, W> {
        OnCodes::new(&host.system, host.host.as_ref().map_or(Keys::Incidence, |host| host.keys), self)
    }

    fn grow(&mut self) -> bool {
        false
    }

    fn entries(&self) -> u64 {
        Codes::entries(self)
    }

    fn save(&self, state: &mut State) -> Result<(), Error> {
        let all: Vec<(Vec<u8>, u32)> = self.all().into_iter().map(|(code, facts)| (code, facts.alone().0)).collect();
        all.chunks(PART).try_for_each(|part| state.put(&part))?;
        if all.len().is_multiple_of(PART) { state.put(&Vec::<(Vec<u8>, u32)>::new()) } else { Ok(()) }
    }
}

fn read_codes(codes: &Codes, reader: &mut StateReader<'_>) -> Option<()> {
    loop {
        let part: Vec<(Vec<u8>, u32)> = reader.take()?;
        part.iter().for_each(|(code, facts)| codes.add(code, Facts(*facts)));
        if part.len() < PART {
            return Some(());
        }
    }
}

/// What a run of this kernel is, as its checkpoint says.
#[derive(Serialize, Deserialize, PartialEq, Eq, Debug, Clone)]
struct Head {
    words: usize,
    /// The sides of the frame; 0 for codes.
    rows: usize,
    columns: usize,
}

/// The work of one run.
struct Run<'t, 'k, const W: usize, S> {
    task: &'t Task<'k>,
    /// A search whose values are too large goes on by solving all components.
    method: Method,
    head: Head,
    store: S,
    /// Components with at most this many elements are solved outright by the search.
    small: usize,
    nodes: u64,
    notes: Vec<String>,
}

fn on_boards<const W: usize>(
    task: &Task<'_>,
    systems: &Systems,
    sides: Sides,
    labels: &[Vec<u64>],
    method: Method,
    sink: &mut dyn Outlet,
) -> Result<Solution, Error> {
    let Some(boards) = systems.0.boards() else { return Ok(Solution::default()) };
    let frame = Frame::<W>::new(sides.rows, sides.columns, boards.planes(), boards.symmetries());
    let system = frame.system(boards)?;
    let head = Head { words: W, rows: sides.rows, columns: sides.columns };
    let new = || BoardStore::new(&frame, task.memory.0);
    let (first, method, store) = resumed(task, &head, method, |reader| {
        let mut store = new();
        store.read(reader)?;
        Some(store)
    })?
    .unwrap_or_else(|| (0, method, new()));
    let hosted = |label: &Vec<u64>| {
        let (rows, columns) = boards.size(label);
        let start = frame.position(rows, columns, &systems.0.host(label)?.start);
        Ok(Hosted { system: system.clone(), start, host: None })
    };
    let run = Run { task, method, head, store, small: 14, nodes: 0, notes: Vec::new() };
    run.rows(first, labels, hosted, new, sink)
}

fn on_codes<const W: usize>(
    task: &Task<'_>,
    systems: &Systems,
    labels: &[Vec<u64>],
    method: Method,
    sink: &mut dyn Outlet,
) -> Result<Solution, Error> {
    let head = Head { words: W, rows: 0, columns: 0 };
    let new = || Codes::new(u64::try_from(task.memory.0 / 2).unwrap_or(u64::MAX));
    let (first, method, store) = resumed(task, &head, method, |reader| {
        let store = new();
        read_codes(&store, reader)?;
        Some(store)
    })?
    .unwrap_or_else(|| (0, method, new()));
    let hosted = |label: &Vec<u64>| {
        let host = systems.0.host(label)?;
        Ok(Hosted::<W> { system: host.system.narrow(), start: host.start.narrow(), host: Some(host) })
    };
    let run: Run<'_, '_, W, Codes> = Run { task, method, head, store, small: 8, nodes: 0, notes: Vec::new() };
    run.rows(first, labels, hosted, new, sink)
}

/// The next row of a checkpoint, its method, and its store. A search may have gone on by solving all components.
fn resumed<S>(
    task: &Task<'_>,
    head: &Head,
    method: Method,
    read: impl FnOnce(&mut StateReader<'_>) -> Option<S>,
) -> Result<Option<(u64, Method, S)>, Error> {
    task.resume(|reader| {
        let own: Head = reader.take()?;
        let (row, own_method): (u64, Method) = reader.take()?;
        let fits = own == *head && (own_method == method || method == Method::Search);
        if !fits {
            return None;
        }
        Some((row, own_method, read(reader)?))
    })
}

/// The number of components that one thread searches before the others join it.
const ALONE: u64 = 500;

impl<const W: usize, S: Store<W>> Run<'_, '_, W, S> {
    fn rows(
        mut self,
        first: u64,
        labels: &[Vec<u64>],
        hosted: impl Fn(&Vec<u64>) -> Result<Hosted<W>, Error>,
        new: impl Fn() -> S,
        sink: &mut dyn Outlet,
    ) -> Result<Solution, Error> {
        let mut out = Emitter::from(self.task, sink, first);
        self.task.control.phase("searching", labels.len() as u64);
        for (row, label) in (0..).zip(labels).skip(first as usize) {
            let host = hosted(label)?;
            let value = self.row(row, &host, &new, &mut out)?;
            if out.push(value)? == Flow::Stop {
                return Ok(self.solution());
            }
            self.task.control.progress(row + 1);
            if out.wants_checkpoint() {
                self.checkpoint(row + 1, &mut out)?;
            }
        }
        out.flush()?;
        Ok(self.solution())
    }

    fn solution(mut self) -> Solution {
        let entries = self.store.entries();
        self.notes.push(format!("{} components searched, {entries} of them kept", self.nodes));
        Solution { notes: self.notes, ..Solution::default() }
    }

    fn checkpoint(&self, row: u64, out: &mut Emitter<'_>) -> Result<(), Error> {
        out.checkpoint(&mut |state| {
            state.put(&self.head)?;
            state.put(&(row, self.method))?;
            self.store.save(state)
        })?;
        Ok(())
    }

    /// The value of a row.
    fn row(&mut self, row: u64, host: &Hosted<W>, new: &impl Fn() -> S, out: &mut Emitter<'_>) -> Result<u32, Error> {
        let mut alone = true;
        loop {
            let work = Work { task: self.task, store: &self.store, host, method: self.method, small: self.small };
            let (answer, nodes) = work.race(alone, &|| out.wants_checkpoint());
            self.nodes += nodes;
            match answer {
                Ok(value) => return Ok(value),
                Err(Halt::Grow) => {
                    self.store.grow();
                }
                // One thread was not enough, or a checkpoint is due.
                Err(Halt::Stopped) => {
                    alone = false;
                    if out.wants_checkpoint() {
                        self.checkpoint(row, out)?;
                    }
                    let status = format!("{} components searched, {} kept", self.nodes, self.store.entries());
                    self.task.control.status(&status);
                }
                Err(Halt::TooLarge) => {
                    let label = self.task.ruleset.rows().show_row(row);
                    self.notes.push(format!("from row {label} on, values are above 29: all components are solved"));
                    // The facts make room for the values.
                    self.store = new();
                    self.method = Method::Outright;
                }
                Err(Halt::Full) => return Err(self.full()),
                Err(Halt::Failed(error)) => return Err(error),
            }
        }
    }

    fn full(&self) -> Error {
        Error::Limit {
            what: format!("the search, which has met {} components,", self.store.entries()),
            needed: "more memory".to_string(),
            allowed: self.task.memory.to_string(),
            key: "`memory`".to_string(),
            remedy: "raise it (--memory on the command line), or choose smaller graphs".to_string(),
        }
    }
}

/// The work on one row.
struct Work<'w, 'k, const W: usize, S> {
    task: &'w Task<'k>,
    store: &'w S,
    host: &'w Hosted<W>,
    method: Method,
    small: usize,
}

impl<const W: usize, S: Store<W>> Work<'_, '_, W, S> {
    /// The value of the row by one thread or by all, and the number of components searched.
    fn race(&self, alone: bool, pause: &dyn Fn() -> bool) -> (Result<u32, Halt>, u64) {
        let (stop, found, nodes) = (AtomicBool::new(false), OnceLock::new(), AtomicU64::new(0));
        let threads = if alone { 1 } else { rayon::current_num_threads() };
        let limit = if alone && rayon::current_num_threads() > 1 { ALONE } else { u64::MAX };
        let work = |pause: &dyn Fn() -> bool| {
            let watch = Watch { control: self.task.control, stop: &stop, pause, nodes: 0, limit };
            let (answer, own) = self.answer(threads > 1, watch);
            nodes.fetch_add(own, Relaxed);
            // The first answer counts. Those who were stopped have none.
            if !stop.swap(true, Relaxed) || !matches!(answer, Err(Halt::Stopped)) {
                let _ = found.set(Mutex::new(Some(answer)));
            }
        };
        rayon::in_place_scope(|scope| {
            (1..threads).for_each(|_| scope.spawn(|_| work(&|| false)));
            work(pause);
        });
        let answer = found.into_inner().and_then(|answer| answer.into_inner().unwrap_or_else(PoisonError::into_inner));
        (answer.unwrap_or(Err(Halt::Stopped)), nodes.into_inner())
    }

    /// The value of the row by one thread, and the number of components that it searched.
    fn answer(&self, shared: bool, watch: Watch<'_>) -> (Result<u32, Halt>, u64) {
        let (system, start, ground) = (&self.host.system, &self.host.start, self.store.view(self.host));
        match self.method {
            Method::Outright => {
                let mut work = Outright { system, ground, watch };
                (work.position(start), work.watch.nodes)
            }
            Method::Search => {
                let mut search = Search::new(system, ground, watch, self.small, shared);
                let answer = match self.task.value == Value::OUTCOME {
                    true => search.is_next_player_win(start).map(u32::from),
                    false => search.position(start),
                };
                (answer, search.watch.nodes)
            }
        }
    }
}
