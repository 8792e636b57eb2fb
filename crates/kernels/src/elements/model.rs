//! All that may happen when threads read and write a bucket: the steps of `bucket.rs` on atomic numbers that are a
//! model.
//!
//! Each number keeps all values that were ever written. A thread has a *view*: how far it has certainly seen each
//! number. A load may read any value from there on. Values that were written with release order, or after a release
//! fence, carry the view of their writer, which a load with acquire order, or an acquire fence after it, takes over.
//! This is the memory model of C++ without cycles of relaxed numbers, and with stores that come last; see J. Kang et
//! al., A promising semantics for relaxed-memory concurrency, POPL 2017, section 3 without promises.
//!
//! A thread is replayed from its beginning with the results that its steps had so far, until it asks for one more. So
//! the code under test is that of the table. States that were met before are not entered again.

use super::bucket::{Atom, Atoms, Bucket};
use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::Ordering;

#[derive(Debug, Clone, Copy)]
enum Step {
    Load(usize, Ordering),
    Store(usize, u64, Ordering),
    Exchange(usize, u64, u64, Ordering),
    Join(usize, u64),
    Keep(usize, u64),
    Raise(usize, u64),
    Fence(Ordering),
    Pause,
}

/// What is wrong with a protocol that must be found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Broken {
    Nothing,
    /// Readers do not look at the version again.
    NoSecondLook,
    /// Writers do not wait for each other.
    NoLock,
    NoAcquireFence,
    NoReleaseFence,
    RelaxedFirstLook,
    RelaxedLock,
    RelaxedUnlock,
}

thread_local! {
    /// The results of the steps of the thread that is replayed, how many it has used, and the step that it asks for.
    static REPLAY: RefCell<(Vec<u64>, usize, Option<Step>)> = RefCell::default();
    static NUMBERS: Cell<usize> = const { Cell::new(0) };
}

fn perform(step: Step) -> u64 {
    let known = REPLAY.with_borrow_mut(|(results, used, asked)| {
        let known = results.get(*used).copied();
        *used += 1;
        *asked = Some(step);
        known
    });
    known.unwrap_or_else(|| resume_unwind(Box::new(())))
}

/// A number of the model.
struct Number(usize);

impl Default for Number {
    fn default() -> Self {
        Self(NUMBERS.replace(NUMBERS.get() + 1))
    }
}

macro_rules! atom {
    ($number:ty) => {
        impl Atom<$number> for Number {
            fn load(&self, order: Ordering) -> $number {
                perform(Step::Load(self.0, order)) as $number
            }

            fn store(&self, value: $number, order: Ordering) {
                perform(Step::Store(self.0, value.into(), order));
            }

            fn exchange(&self, old: $number, new: $number, order: Ordering) -> bool {
                perform(Step::Exchange(self.0, old.into(), new.into(), order)) == 1
            }

            fn join(&self, bits: $number) {
                perform(Step::Join(self.0, bits.into()));
            }

            fn keep(&self, bits: $number) {
                perform(Step::Keep(self.0, bits.into()));
            }

            fn raise(&self, value: $number) {
                perform(Step::Raise(self.0, value.into()));
            }
        }
    };
}

atom!(u64);
atom!(u32);
atom!(u8);

struct Model;

impl Atoms for Model {
    type Word = Number;
    type Facts = Number;
    type Effort = Number;

    fn fence(order: Ordering) {
        perform(Step::Fence(order));
    }

    fn pause() {
        perform(Step::Pause);
    }
}

/// A bucket with one entry of two words: a version, an effort, facts, and two words of the key.
type Small = Bucket<Model, 2, 1>;
const VERSION: usize = 0;
const FACTS: usize = 2;
const KEY: [usize; 2] = [3, 4];
const ALL: usize = 5;

/// For each number, how many of its values are surely older.
type View = [u8; ALL];

fn joined(one: View, other: View) -> View {
    std::array::from_fn(|number| one[number].max(other[number]))
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct Written {
    value: u64,
    view: View,
}

#[derive(Clone, PartialEq, Eq, Hash, Default)]
struct Thread {
    is_done: bool,
    results: Vec<u64>,
    view: View,
    /// What an acquire fence would add.
    read: View,
    /// What relaxed stores carry since the last release fence.
    released: View,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    memory: [Vec<Written>; ALL],
    threads: Vec<Thread>,
}

impl State {
    fn new(threads: usize) -> Self {
        let zero = || vec![Written { value: 0, view: View::default() }];
        Self { memory: std::array::from_fn(|_| zero()), threads: vec![Thread::default(); threads] }
    }

    fn last(&self, number: usize) -> u64 {
        self.memory[number].last().map_or(0, |written| written.value)
    }

    /// The thread reads a value that was written.
    fn read(&mut self, thread: usize, number: usize, at: usize, acquire: bool) -> u64 {
        let Written { value, mut view } = self.memory[number][at].clone();
        view[number] = at as u8;
        let thread = &mut self.threads[thread];
        thread.view[number] = at as u8;
        thread.read = joined(thread.read, joined(view, thread.view));
        if acquire {
            thread.view = joined(thread.view, view);
        }
        value
    }

    fn write(&mut self, thread: usize, number: usize, value: u64, release: bool, carried: View) {
        let at = self.memory[number].len() as u8;
        let thread = &mut self.threads[thread];
        thread.view[number] = at;
        let mut view = joined(carried, if release { thread.view } else { thread.released });
        view[number] = at;
        self.memory[number].push(Written { value, view });
    }

    /// Reads the last value and writes another.
    fn update(&mut self, thread: usize, number: usize, acquire: bool, change: impl Fn(u64) -> u64) {
        let at = self.memory[number].len() - 1;
        let value = self.read(thread, number, at, acquire);
        let carried = self.memory[number][at].view;
        self.write(thread, number, change(value), false, carried);
    }

    /// All states that a step may lead to.
    fn after(&self, thread: usize, step: Step, broken: Broken) -> Vec<State> {
        let mut states = Vec::new();
        let mut add = |make: &dyn Fn(&mut State) -> u64| {
            let mut state = self.clone();
            let result = make(&mut state);
            state.threads[thread].results.push(result);
            states.push(state);
        };
        match step {
            Step::Load(VERSION, Ordering::Relaxed) if broken == Broken::NoSecondLook && self.is_reading(thread) => {
                add(&|state| state.threads[thread].results[0]);
            }
            Step::Load(number, order) => {
                let acquire = order == Ordering::Acquire && broken != Broken::RelaxedFirstLook;
                for at in usize::from(self.threads[thread].view[number])..self.memory[number].len() {
                    add(&|state| state.read(thread, number, at, acquire));
                }
            }
            Step::Store(number, value, order) => add(&|state| {
                let release = order == Ordering::Release && broken != Broken::RelaxedUnlock;
                state.write(thread, number, value, release, View::default());
                0
            }),
            Step::Exchange(number, old, new, order) => {
                let acquire = order == Ordering::Acquire && broken != Broken::RelaxedLock;
                if self.last(number) == old || broken == Broken::NoLock {
                    add(&|state| {
                        state.update(thread, number, acquire, |_| new);
                        1
                    });
                }
                // It may always fail.
                add(&|_| 0);
            }
            Step::Join(number, bits) => add(&|state| {
                state.update(thread, number, false, |value| value | bits);
                0
            }),
            Step::Keep(number, bits) => add(&|state| {
                state.update(thread, number, false, |value| value & bits);
                0
            }),
            Step::Raise(number, least) => add(&|state| {
                state.update(thread, number, false, |value| value.max(least));
                0
            }),
            Step::Fence(order) => add(&|state| {
                let thread = &mut state.threads[thread];
                match order {
                    Ordering::Acquire if broken != Broken::NoAcquireFence => {
                        thread.view = joined(thread.view, thread.read);
                    }
                    Ordering::Release if broken != Broken::NoReleaseFence => thread.released = thread.view,
                    _ => {}
                }
                0
            }),
            // What is tried again begins at the beginning.
            Step::Pause => {
                let mut state = self.clone();
                state.threads[thread].results.clear();
                states.push(state);
            }
        }
        states
    }

    /// Whether a thread that loads the version is a reader that does so again: writers do it only at first.
    fn is_reading(&self, thread: usize) -> bool {
        self.threads[thread].results.len() > 1
    }
}

/// What a thread does.
#[derive(Debug, Clone, Copy)]
enum Call {
    Get([u64; 2]),
    Add([u64; 2], u32),
    Keep([u64; 2], u32),
}

/// The step that a thread asks for, or what its call returns.
fn next(thread: &Thread, call: Call) -> Result<u32, Step> {
    NUMBERS.set(0);
    let bucket = Small::default();
    REPLAY.with_borrow_mut(|replay| *replay = (thread.results.clone(), 0, None));
    let made = catch_unwind(AssertUnwindSafe(|| match call {
        Call::Get(key) => bucket.get(&key),
        Call::Add(key, facts) => u32::from(bucket.add(&key, facts, 1)),
        Call::Keep(key, bits) => {
            bucket.keep(&key, bits);
            0
        }
    }));
    made.map_err(|_| REPLAY.with_borrow(|replay| replay.2.expect("a thread stops at a step")))
}

/// Whether nothing wrong can happen, and the number of states. `allowed` are the facts that a key may have.
fn explore(calls: &[Call], broken: Broken, allowed: impl Fn([u64; 2]) -> u32) -> (bool, usize) {
    let start = State::new(calls.len());
    let (mut met, mut todo) = (HashSet::from([start.clone()]), vec![start]);
    while let Some(state) = todo.pop() {
        for (thread, &call) in calls.iter().enumerate().filter(|&(thread, _)| !state.threads[thread].is_done) {
            let followers = match next(&state.threads[thread], call) {
                Err(step) => state.after(thread, step, broken),
                Ok(facts) => {
                    if matches!(call, Call::Get(key) if facts & !allowed(key) != 0) {
                        return (false, met.len());
                    }
                    let mut state = state.clone();
                    state.threads[thread] = Thread { is_done: true, ..Thread::default() };
                    vec![state]
                }
            };
            todo.extend(followers.into_iter().filter(|state| met.insert(state.clone())));
        }
        let left = [state.last(KEY[0]), state.last(KEY[1])];
        let at_rest = state.threads.iter().all(|thread| thread.is_done);
        if at_rest && state.last(FACTS) as u32 & !allowed(left) != 0 {
            return (false, met.len());
        }
    }
    (true, met.len())
}

const A: [u64; 2] = [1, 2];
const B: [u64; 2] = [3, 4];

/// Of the two keys that are written, and of no mixture of their words.
fn truth(key: [u64; 2]) -> u32 {
    match key {
        A => 0b101,
        B => 0b010,
        _ => 0,
    }
}

/// The numbers of the model are those of the fields: what is added to an empty bucket is written in this order.
#[test]
fn the_model_knows_the_fields() {
    let (mut thread, mut stored) = (Thread::default(), Vec::new());
    while let Err(step) = next(&thread, Call::Add(A, 5)) {
        thread.results.push(u64::from(matches!(step, Step::Exchange(..))));
        if let Step::Store(number, value, _) = step {
            stored.push((number, value));
        }
    }
    assert_eq!(stored, [(KEY[0], A[0]), (KEY[1], A[1]), (FACTS, 5), (FACTS - 1, 1), (VERSION, 2)]);
}

#[test]
fn no_order_of_steps_shows_a_key_that_is_half_written() {
    for key in [A, B, [3, 2], [1, 4]] {
        let calls = [Call::Add(A, 1), Call::Add(B, 2), Call::Get(key)];
        let (holds, states) = explore(&calls, Broken::Nothing, truth);
        assert!(holds, "{key:?}");
        assert!(states > 5_000, "{states} states");
    }
    let four = [Call::Add(A, 1), Call::Add(B, 2), Call::Add(A, 4), Call::Get(A)];
    assert!(explore(&four, Broken::Nothing, truth).0);
    assert!(explore(&[Call::Add(A, 1), Call::Add(B, 2), Call::Keep(A, 0)], Broken::Nothing, truth).0);
}

/// Each part of the protocol is needed: without it, some order of steps shows something wrong.
#[test]
fn a_broken_protocol_is_found() {
    let readers = [A, B, [3, 2], [1, 4]].map(|key| [Call::Add(A, 1), Call::Add(B, 2), Call::Get(key)]);
    let writers = [Call::Add(A, 1), Call::Add(B, 2), Call::Add(A, 4)];
    for broken in [
        Broken::NoSecondLook,
        Broken::NoLock,
        Broken::NoAcquireFence,
        Broken::NoReleaseFence,
        Broken::RelaxedFirstLook,
        Broken::RelaxedLock,
        Broken::RelaxedUnlock,
    ] {
        let found = readers.iter().chain([&writers]).any(|calls| !explore(calls, broken, truth).0);
        assert!(found, "{broken:?}");
    }
}
