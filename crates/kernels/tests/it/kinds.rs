//! Games of several kinds of heaps: the kernel against the options one by one.

#[path = "../../src/one_heap/kinds/plain.rs"]
mod plain;
#[path = "random_kinds.rs"]
mod random;

use crate::named;
use crate::testing::with_structures;
use grundy_core::bytes::Bytes;
use grundy_core::claim::SparseKinds;
use grundy_core::error::Error;
use grundy_core::random::Random;
use grundy_core::stream::{Flow, Kept, Outlet, State, Values};
use grundy_core::structure::{AskedKinds, Kind, KindRule, Kinds, Part, Structures};
use grundy_kernels::{Evidence, Kernel, KindsProof, Scale, Solution, Task};

fn kernel() -> &'static dyn Kernel {
    named("kinds")
}

/// Periods are tested soon, few options are marked, and any sparse space is used.
fn soon() -> Scale {
    let with_spaces = Scale { kinds_options: 1, kinds_crowded: 0, ..Scale::default() };
    Scale { kinds_look: 8, many_parts_look: 8, marked: 1, ..with_spaces }
}

/// Periods are tested at the end only.
fn never() -> Scale {
    Scale { kinds_look: u64::MAX, many_parts_look: u64::MAX, ..soon() }
}

/// Collects rows, and ends the run at a checkpoint after having passed some.
#[derive(Default)]
struct Stopping {
    rows: Vec<u32>,
    passed: Option<u32>,
    state: Option<Kept>,
}

impl Outlet for Stopping {
    fn block(&mut self, first: u64, values: Values<'_>) -> Result<Flow, Error> {
        assert_eq!(first, self.rows.len() as u64);
        self.rows.extend_from_slice(values.words(&mut Vec::new()));
        Ok(Flow::Continue)
    }

    fn checkpoint(&mut self, kernel: &mut dyn FnMut(&mut State) -> Result<(), Error>) -> Result<(), Error> {
        let Some(passed) = &mut self.passed else { return Ok(()) };
        if let Some(left) = passed.checked_sub(1) {
            *passed = left;
            return Ok(());
        }
        self.passed = None;
        let mut state = State::default();
        kernel(&mut state)?;
        self.state = Some(state.kept());
        Err(Error::Stopped)
    }
}

fn with_game<R>(kinds: &Kinds, max: u64, scale: Scale, work: impl FnOnce(&Task<'_>) -> R) -> R {
    let (mut work, mut result) = (Some(work), None);
    with_structures(Structures::of(kinds), max, |task| {
        result = work.take().map(|work| work(&Task { scale, ..*task }));
    });
    result.unwrap()
}

/// The rows up to `max`, with those that follow from a proof; whether there is one.
fn rows(kinds: &Kinds, max: u64, scale: Scale) -> (Vec<u32>, bool) {
    with_game(kinds, max, scale, |task| {
        let mut rows: Vec<u32> = Vec::new();
        let proof = kernel().solve(task, &mut rows).unwrap().proof;
        let is_proved = proof.is_some();
        if let Some(mut proof) = proof {
            assert_eq!(proof.given, rows.len() as u64);
            proof.give_rest(task.ruleset.rows(), &mut rows, task.control).unwrap();
        }
        (rows, is_proved)
    })
}

/// The asked kind, and the size of row 0.
fn one(kinds: &Kinds) -> (usize, i64) {
    let AskedKinds::One { kind, shift } = kinds.asked else { panic!("all kinds are asked") };
    (kind, shift)
}

/// The same rows from options one by one.
fn plain_rows(kinds: &Kinds, max: u64) -> Vec<u32> {
    let (kind, shift) = one(kinds);
    let values = plain::values_to(kinds, max as i64 + shift, vec![Vec::new(); kinds.kinds.len()]).unwrap();
    values[kind][(shift - kinds.kinds[kind].first()) as usize..].to_vec()
}

/// Compares random games; returns how many have a proof.
fn compare(seed: u64, games: u32) -> u32 {
    let (mut random, mut proved) = (Random(seed), 0);
    for case in 0..games {
        let kinds = random::kinds(&mut random);
        let max = 20 + random.below(100);
        let truth = plain_rows(&kinds, max);
        let scale = Scale { marked: [1, 7, 256][random.below(3) as usize], ..never() };
        assert_eq!(rows(&kinds, max, scale).0, truth, "seed {seed}, {case}: {kinds:?}");
        let (values, is_proved) = rows(&kinds, max, soon());
        assert_eq!(values, truth, "seed {seed}, {case}, with proofs: {kinds:?}");
        proved += u32::from(is_proved);
    }
    proved
}

#[test]
fn values_are_those_of_the_options() {
    let proved = compare(5, 200);
    assert!(proved > 60, "{proved}");
}

/// Random games of splits, with a good space, with the one that is found first, or with none.
#[test]
fn values_in_sparse_spaces_are_those_of_the_options() {
    let (mut random, mut sparse, mut other) = (Random(23), 0, 0);
    for case in 0..400 {
        let mut kinds = random::kinds(&mut random);
        for kind in &mut kinds.kinds {
            kind.rules.retain(|rule| rule.cut.as_ref().is_none_or(|cut| cut.coordinates.len() == 2));
            for rule in &mut kind.rules {
                let Some(cut) = &mut rule.cut else { continue };
                rule.joint.clear();
                if case % 3 > 0 {
                    (cut.modulus, cut.allowed) = (1, None);
                }
                for coordinate in &mut cut.coordinates {
                    coordinate.parts.truncate(1);
                }
            }
        }
        let max = 60 + random.below(240);
        let truth = plain_rows(&kinds, max);
        // Without tests of periods, which would end the run.
        let scale = Scale { kinds_look: 16 + random.below(40), marked: 1 + random.below(9) as usize, ..soon() };
        let (values, notes) = with_game(&kinds, max, scale, |task| {
            let mut rows: Vec<u32> = Vec::new();
            let solution = kernel().solve(task, &mut rows).unwrap();
            (rows, solution.notes)
        });
        assert_eq!(values, truth[..values.len()], "case {case}: {kinds:?}");
        match &notes[..] {
            [note] => {
                assert!(note.starts_with("sparse space: mask "), "{note}");
                sparse += 1;
            }
            _ => other += 1,
        }
    }
    assert!(sparse > 60 && other > 60, "{sparse} {other}");
}

/// A kind that is a part of no split may have as many rare values as it likes.
#[test]
fn rare_values_count_only_as_parts() {
    let mut random = Random(31);
    let mut noted = 0;
    for case in 0..60 {
        let mut kinds = random::kinds(&mut random);
        let asked = kinds.kinds.len();
        let joint = vec![Part { kind: random.below(asked as u64) as usize, offset: 3 }];
        let rule = KindRule {
            from: 5,
            modulus: 1,
            residues: vec![0],
            before: vec![],
            fixed: vec![],
            joint,
            cut: None,
            is_cancelled: false,
        };
        kinds.kinds.push(Kind { label: "d(n)".to_owned(), least: Some(0), rules: vec![rule] });
        kinds.asked = AskedKinds::One { kind: asked, shift: 0 };
        let truth = plain_rows(&kinds, 200);
        let (values, notes) = with_game(&kinds, 200, soon(), |task| {
            let mut rows: Vec<u32> = Vec::new();
            let solution = kernel().solve(task, &mut rows).unwrap();
            (rows, solution.notes)
        });
        assert_eq!(values, truth[..values.len()], "case {case}: {kinds:?}");
        noted += notes.len();
    }
    assert!(noted > 0, "no space was used");
}

#[test]
#[ignore = "a slow check"]
fn values_of_ten_thousand_games_are_those_of_the_options() {
    let proved: u32 = (100..140).map(|seed| compare(seed, 250)).sum();
    assert!(proved > 3000, "{proved}");
}

#[test]
fn rows_of_all_kinds_are_those_of_the_options() {
    let (mut random, mut proved, mut some) = (Random(11), 0, 0);
    for case in 0..100 {
        let kinds = Kinds { asked: AskedKinds::All, ..random::kinds(&mut random) };
        let max = 20 + random.below(100);
        let all = vec![Vec::new(); kinds.kinds.len()];
        let all = plain::values_to(&kinds, max as i64, all).unwrap();
        let of_kind = |(kind, values): (&Kind, &Vec<u32>)| values[..(max as i64 + 1 - kind.first()) as usize].to_vec();
        let truth: Vec<u32> = kinds.kinds.iter().zip(&all).flat_map(of_kind).collect();
        let (values, claims) = with_game(&kinds, max, soon(), |task| {
            let mut rows: Vec<u32> = Vec::new();
            let solution = kernel().solve(task, &mut rows).unwrap();
            (rows, solution.kinds.map_or(0, |proof| proof.joint.claims.len()))
        });
        assert_eq!(values, truth, "case {case}: {kinds:?}");
        proved += u32::from(claims == kinds.kinds.len());
        some += u32::from(0 < claims && claims < kinds.kinds.len());
    }
    assert!(proved > 20 && some > 5, "{proved} {some}");
}

/// Large values, as if they had been computed, in cells of all widths.
#[test]
fn cells_become_wide_enough() {
    let mut random = Random(8);
    for case in 0..60 {
        let kinds = random::kinds(&mut random);
        let largest = [200, 60_000, 300_000][case % 3];
        let (kind, shift) = one(&kinds);
        let mut values = plain::values_to(&kinds, 40 + shift, vec![Vec::new(); kinds.kinds.len()]).unwrap();
        for value in values.iter_mut().flatten() {
            if random.below(9) == 0 {
                *value = random.below(largest) as u32;
            }
        }
        // The steps taken, and the step after which the periods are tested next.
        let place = (41u64, u64::MAX);
        let mut state = State::default();
        state.put(&("kinds", place, Vec::<u64>::new(), None::<SparseKinds>)).unwrap();
        values.iter().for_each(|values| state.put(values).unwrap());
        let kept = state.kept();
        let found = with_game(&kinds, 60, never(), |task| {
            let mut outlet = Stopping { rows: vec![0; 41], ..Stopping::default() };
            kernel().solve(&Task { kept: Some(&kept), ..*task }, &mut outlet).unwrap();
            outlet.rows[41..].to_vec()
        });
        let truth = plain::values_to(&kinds, 60 + shift, values).unwrap();
        let truth = &truth[kind];
        assert_eq!(found, truth[truth.len() - 20..], "case {case}: {kinds:?}");
    }
}

#[test]
fn stops_change_nothing() {
    let mut random = Random(17);
    for case in 0..15 {
        let mut kinds = random::kinds(&mut random);
        if case % 3 == 0 {
            kinds.asked = AskedKinds::All;
        }
        let max = 150 + random.below(60);
        let run = |kept: Option<&Kept>, outlet: &mut Stopping| {
            with_game(&kinds, max, soon(), |task| {
                let solution = kernel().solve(&Task { kept, ..*task }, outlet);
                let claims = |proof: KindsProof| proof.joint.claims;
                solution.map(|Solution { proof, kinds, notes }| {
                    (proof.map(|proof| (proof.claim, proof.given)), kinds.map(claims), notes)
                })
            })
        };
        let mut whole = Stopping::default();
        let proved = run(None, &mut whole).unwrap();
        for passed in 0.. {
            let mut outlet = Stopping { passed: Some(passed), ..Stopping::default() };
            let Err(Error::Stopped) = run(None, &mut outlet) else { break };
            let kept = outlet.state.take();
            let again = run(kept.as_ref(), &mut outlet).unwrap();
            assert_eq!((&again, &outlet.rows), (&proved, &whole.rows), "case {case} after {passed}: {kinds:?}");
        }
    }
}

#[test]
fn a_run_takes_memory_only_as_it_needs_it() {
    let mut random = Random(2);
    let (mut refused, mut proved) = (0, 0);
    for _ in 0..30 {
        let kinds = random::kinds(&mut random);
        with_game(&kinds, 1 << 40, Scale { kinds_look: 100, ..soon() }, |task| {
            let task = Task { memory: Bytes(200 << 10), ..*task };
            assert_eq!(kernel().needs(&task), Bytes(100 << 10));
            match kernel().solve(&task, &mut Vec::new()) {
                Ok(solution) => {
                    assert!(matches!(solution.proof.unwrap().evidence, Evidence::Kinds { .. }));
                    proved += 1;
                }
                Err(Error::Limit { needed, allowed, .. }) => {
                    assert_eq!(allowed, "half of 200.0 KiB", "{needed}");
                    refused += 1;
                }
                Err(error) => panic!("{error}"),
            }
        });
    }
    assert!(refused > 2 && proved > 10, "{refused} {proved}");
}
