//! Games of several kinds of heaps, from rules in normal form, with proofs of their periods.
//!
//! Idea: the options of k(n) are the sums of parts for every way to cut n. They are looked at in runs, in which one
//! coordinate rises and another one falls (`runs.rs`), many at a time (`mex.rs`). Every kind advances as far as the
//! others need it ([`Schedule`](grundy_core::structure::Schedule)). From time to time the periods that the values of
//! all kinds seem to have are tested by the theorem `kinds`; a proof ends the run (`course.rs`).
//!
//! Recurrence: G_k(n) = mex of G(fixed) ^ G_q(n - d) ^ ... ^ G_q(a_1 + o) ^ G_q'(a_2 + o') over a_1 + a_2 = n - c.
//! Cost: a look at every option, 64 at a time if all values are below 256; half of them for cuts into two like parts.
//! Memory: 4 bytes for each value of each kind, and one for each column that cuts need (`columns.rs`). The memory grows
//! while no period is proved, up to half of the job's memory. Reference: docs/theorems.md, "Several kinds of heaps".
//! Read `plain.rs` first: it is the same without columns and runs.

mod all;
mod columns;
mod course;
mod mex;
mod one;
#[cfg(test)]
mod plain;
#[cfg(test)]
mod random;
mod runs;

use crate::{Kernel, Solution, Task};
use course::{BATCH, KindCourse, Proved, needs};
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::ruleset::{Play, Value};
use grundy_core::stream::{Flow, Outlet};
use grundy_core::structure::{AskedKinds, Kinds};

/// Games of several kinds of heaps.
pub struct KindsKernel;

impl Kernel for KindsKernel {
    fn name(&self) -> &'static str {
        "kinds"
    }

    fn summary(&self) -> &'static str {
        "moves written as text that have a normal form: values of several kinds of heaps, with proofs of periods"
    }

    fn supports(&self, task: &Task<'_>) -> bool {
        let Some(kinds) = task.structure::<Kinds>() else { return false };
        // In misère play a sum of positions has no outcome that follows from theirs.
        task.play == Play::Normal || (task.value == Value::OUTCOME && kinds.is_single())
    }

    fn walks(&self, _: &Task<'_>) -> bool {
        false
    }

    fn needs(&self, task: &Task<'_>) -> Bytes {
        task.structure::<Kinds>().map_or(Bytes(0), |kinds| needs(kinds, task))
    }

    fn value_bits(&self, task: &Task<'_>) -> u32 {
        if task.value == Value::OUTCOME { 1 } else { u32::BITS }
    }

    fn proves_periods(&self) -> bool {
        true
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Outlet) -> Result<Solution, Error> {
        let Some(kinds) = task.structure::<Kinds>() else { return Ok(Solution::default()) };
        let (mut course, mut place) = KindCourse::begin(kinds, task)?;
        let steps = course.steps();
        task.control.phase("computing", steps);
        loop {
            // A period may show at the very end.
            if place.step >= place.look || place.step == steps {
                let tested = course.proved(place, sink);
                if matches!(tested, Err(Error::Interrupted)) {
                    course.offer(place, sink)?;
                }
                if let Some(Proved { joint, rows }) = tested? {
                    return match (kinds.asked, rows) {
                        (AskedKinds::One { kind, .. }, Some(claim)) => {
                            one::end(course, kind, (joint, claim), place.step, sink)
                        }
                        _ => all::end(course, Some(joint), sink),
                    };
                }
                place.look = place.step + place.step / 4;
            }
            if place.step == steps {
                return match kinds.asked {
                    AskedKinds::One { .. } => Ok(Solution::default()),
                    AskedKinds::All => all::end(course, None, sink),
                };
            }
            let end = steps.min(place.step + BATCH).min(place.look.max(place.step + 1));
            course.reach(end, place, sink)?;
            if let AskedKinds::One { kind, .. } = kinds.asked {
                let flow = one::give(&course, kind, place.step..end, sink)?;
                if flow == Flow::Stop && end < steps {
                    return Ok(Solution::default());
                }
            }
            place.step = end;
            task.control.progress(end);
            course.offer(place, sink)?;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::course::Place;
    use super::*;
    use crate::testing::with_structures;
    use crate::{Evidence, KindsProof, Scale};
    use grundy_core::random::Random;
    use grundy_core::stream::{Kept, State, Values};
    use grundy_core::structure::{Kind, Structures};

    /// Periods are tested soon, and few options are marked.
    fn soon() -> Scale {
        Scale { kinds_look: 8, many_parts_look: 8, marked: 1, ..Scale::default() }
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
            let proof = KindsKernel.solve(task, &mut rows).unwrap().proof;
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
            let of_kind =
                |(kind, values): (&Kind, &Vec<u32>)| values[..(max as i64 + 1 - kind.first()) as usize].to_vec();
            let truth: Vec<u32> = kinds.kinds.iter().zip(&all).flat_map(of_kind).collect();
            let (values, claims) = with_game(&kinds, max, soon(), |task| {
                let mut rows: Vec<u32> = Vec::new();
                let solution = KindsKernel.solve(task, &mut rows).unwrap();
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
            let place = Place { step: 41, look: u64::MAX };
            let mut state = State::default();
            state.put(&("kinds", place, Vec::<u64>::new())).unwrap();
            values.iter().for_each(|values| state.put(values).unwrap());
            let kept = state.kept();
            let found = with_game(&kinds, 60, never(), |task| {
                let mut outlet = Stopping { rows: vec![0; 41], ..Stopping::default() };
                KindsKernel.solve(&Task { kept: Some(&kept), ..*task }, &mut outlet).unwrap();
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
                    let solution = KindsKernel.solve(&Task { kept, ..*task }, outlet);
                    let claims = |proof: KindsProof| proof.joint.claims;
                    solution.map(|Solution { proof, kinds, .. }| {
                        (proof.map(|proof| (proof.claim, proof.given)), kinds.map(claims))
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
                assert_eq!(KindsKernel.needs(&task), Bytes(100 << 10));
                match KindsKernel.solve(&task, &mut Vec::new()) {
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
}
