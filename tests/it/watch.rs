//! The sparse kernel watches for periods. The stages that only long runs reach are tested in short runs, by
//! lowering the sizes at which they start.

use crate::common::{MEMORY, Stops, cases, checker, claim_about, outline, project, ruleset, solve};
use grundy::analysis::certificate::{Certificate, Segments};
use grundy::answer::Session;
use grundy::bytes::Bytes;
use grundy::claim::{Claim, SegmentState, Spacing, Sparse, Status, Theorem};
use grundy::control::Control;
use grundy::error::Error;
use grundy::event::Silent;
use grundy::kernel::{KERNELS, Kernel, Proof, Scale, Short, Solution, Task};
use grundy::ruleset::{Play, Value};
use grundy::stream::{Flow, Outlet, Values};
use grundy::verify;
use proptest::prelude::Rng;
use proptest::test_runner::{RngAlgorithm, TestRng};
use rayon::prelude::*;
use std::fs;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use tempfile::TempDir;

/// Every stage starts after a few hundred values.
const SMALL: Scale = Scale {
    small: 300,
    segments: Spacing { least: 64, most: 32 },
    sample: 128,
    kept: 1 << 16,
    first_look: 100,
    crowded: 0,
    joined: 1,
    kinds_look: 64,
    many_parts_look: 16,
    marked: 8,
    kinds_options: 1,
    kinds_crowded: 0,
};

/// The watch starts when few of the values before are stored, so they are generated again.
const FORGETFUL: Scale = Scale { small: 6_000, kept: 1 << 12, ..SMALL };

fn kernel(name: &str) -> &'static dyn Kernel {
    *KERNELS.iter().find(|kernel| kernel.name() == name).unwrap()
}

/// A run whose checkpoints are short states.
fn in_short(task: &Task<'_>, sink: &mut Stops) -> Result<Solution, Error> {
    let kernel = kernel("sparse-space").hands_on().unwrap();
    kernel.solve_in_short(task, sink).map(|(solution, _)| solution)
}

/// The proof that the watch finds for a code with a given memory. `None` if it proves nothing up to `max`, or
/// if the values stored do not determine some value.
fn watch(code: &str, max: u64, scale: Scale, memory: Bytes) -> Option<Proof> {
    let (ruleset, control) = (ruleset(code, max), Control::free());
    let task = Task { scale, ..Task::new(&*ruleset, Play::Normal, Value::GRUNDY, memory, &control) };
    let kernel = kernel("sparse-space");
    if !kernel.can(&task) {
        return None;
    }
    match kernel.solve(&task, &mut Vec::<u32>::new()) {
        Ok(solution) => solution.proof,
        Err(Error::Limit { .. }) => None,
        Err(error) => panic!("{code}: {error}"),
    }
}

/// Compares a proof with the values of a kernel that does not use sparse spaces: with the claim by Guy and
/// Smith's theorem, and with all smaller periods.
fn judge(code: &str, proof: &Proof) {
    let Claim { preperiod: n0, period: p, .. } = proof.claim;
    assert_eq!(proof.claim.status(), Status::Proved);
    let small = ruleset(code, 1);
    let theorem = Theorem::of(&small.structures(), Value::GRUNDY).unwrap();
    let end = theorem.checked_below(n0, p, 0).unwrap() + p;
    let by_marks = kernel("take-and-break");
    let agreement = proof.claim.checked_to + 1 - n0 - p;
    let max = end.max(n0 + 2 * p + 2 * agreement);
    let values = solve(by_marks, &*ruleset(code, max), Play::Normal, Value::GRUNDY).unwrap();
    let found = claim_about(&values[..end as usize], 0, Some(&theorem.into()), false);
    assert_eq!(found.map(|claim| (claim.preperiod, claim.period)), Some((n0, p)), "{code}: {:?}", proof.claim);
    let (n0, p) = (n0 as usize, p as usize);
    assert!((n0..values.len() - p).all(|n| values[n] == values[n + p]), "{code}");
    assert!(n0 == 0 || values[n0 - 1] != values[n0 - 1 + p], "{code}: {n0} is not the least preperiod");
    for less in 1..p {
        assert!((n0..values.len() - less).any(|n| values[n] != values[n + less]), "{code}: {less} is one too");
    }
    judge_space(code, &proof.claim, proof.sparse().unwrap().0, &values);
}

/// The conditions of the theorem, value by value, which the kernel claims to have verified.
fn judge_space(code: &str, claim: &Claim, sparse: &Sparse, values: &[u32]) {
    let Some(Theorem::SparseSpace { window, .. }) = claim.theorem else { panic!("{code}: {claim:?}") };
    let common = |n: u64, value: u32| {
        let parity = if sparse.position { n % 2 } else { 0 };
        (u64::from((value & sparse.mask).count_ones()) + parity) % 2 == u64::from(sparse.common)
    };
    let digits = code["octal:".len()..].chars().filter_map(|digit| digit.to_digit(8));
    let digits: Vec<(u64, u32)> = (0..).zip(digits).collect();
    let places = |bit: u32| digits.iter().filter(move |(_, digit)| digit & bit != 0).map(|&(k, _)| k);
    let (n0, p) = (claim.preperiod, claim.period);
    let rares: Vec<(u64, u32)> =
        (1..n0 + p + window).map(|n| (n, values[n as usize])).filter(|&(n, value)| !common(n, value)).collect();
    assert_eq!(rares, sparse.rares, "{code}");
    for n in n0 + window..n0 + window + p {
        let value = |n: u64| values[n as usize];
        for rare in (0..value(n)).filter(|&rare| !common(n, rare)) {
            let by_split = |&a: &u64| places(4).any(|k| a + k < n && value(a) ^ value(n - k - a) == rare);
            let mut witnesses = sparse.witnesses.iter().copied().chain(1..=sparse.parts);
            let excluded = places(2).any(|k| k < n && value(n - k) == rare) || witnesses.any(|a| by_split(&a));
            assert!(excluded, "{code}: {rare} at {n} is excluded by no witness");
        }
    }
}

/// Random codes of up to four digits in which a move may split; the seed is fixed.
fn random_codes(count: usize, seed: u8) -> Vec<String> {
    let mut rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[seed; 32]);
    let code = || {
        let places = 1 + rng.next_u32() % 4;
        let digits: String = (0..places).map(|_| char::from_digit(rng.next_u32() % 8, 8).unwrap()).collect();
        let first = if rng.next_u32().is_multiple_of(4) { '4' } else { '0' };
        format!("octal:{first}.{digits}")
    };
    let splits = |code: &String| code.bytes().skip(6).any(|digit| (b'4'..b'8').contains(&digit));
    let ends = |code: &String| !code.ends_with('0') && splits(code);
    std::iter::repeat_with(code).filter(ends).take(count).collect()
}

#[test]
fn random_codes_have_the_claims_that_their_values_show() {
    claims_are_those_of_the_values(800);
}

#[test]
#[ignore = "slow: half a minute"]
fn many_random_codes_have_the_claims_that_their_values_show() {
    claims_are_those_of_the_values(10_000);
}

fn claims_are_those_of_the_values(count: usize) {
    let claimed = AtomicUsize::new(0);
    random_codes(count, 1).par_iter().for_each(|code| {
        let Some(proof) = watch(code, 6_000, SMALL, MEMORY) else { return };
        judge(code, &proof);
        claimed.fetch_add(1, Ordering::Relaxed);
    });
    let claimed = claimed.into_inner();
    assert!(claimed > count * 2 / 5, "{claimed}");
}

#[test]
fn random_codes_have_the_same_claims_where_values_are_let_go() {
    let claimed = AtomicUsize::new(0);
    let count = cases(240, 700) as usize;
    random_codes(count, 2).par_iter().for_each(|code| {
        let Some(known) = watch(code, 6_000, SMALL, MEMORY) else { return };
        let Some(proof) = watch(code, 20_000, FORGETFUL, Bytes(8 << 10)) else { return };
        let figures = |claim: &Claim| (claim.preperiod, claim.period, claim.saltus);
        assert_eq!(figures(&proof.claim), figures(&known.claim), "{code}");
        judge(code, &proof);
        claimed.fetch_add(1, Ordering::Relaxed);
    });
    let claimed = claimed.into_inner();
    assert!(claimed > count * 7 / 20, "{claimed}");
}

/// The published periods of octal games with preperiod + period below a bound: code, preperiod, period.
fn published(before: u64) -> Vec<(String, u64, u64)> {
    let text = std::fs::read_to_string(project().join("data/known/octal_periods.toml")).unwrap();
    let table: toml::Table = text.parse().unwrap();
    let number = |row: &toml::Value, key: &str| row[key].as_integer().unwrap() as u64;
    let row = |row: &toml::Value| {
        (row["code"].as_str().unwrap().to_string(), number(row, "preperiod"), number(row, "period"))
    };
    let rows = table["period"].as_array().unwrap().iter().map(row);
    rows.filter(|&(_, preperiod, period)| preperiod + period < before).collect()
}

/// The published periods below a bound that the watch claims. Every claim must equal the published one.
fn claimed(before: u64, scale: Scale, memory: Bytes) -> Vec<String> {
    let claimed = |(code, preperiod, period): &(String, u64, u64)| {
        let proof = watch(code, 2 * (preperiod + period) + 40_000, scale, memory)?;
        let found = (proof.claim.preperiod, proof.claim.period);
        assert_eq!(found, (*preperiod, *period), "{code}");
        Some(code.clone())
    };
    published(before).par_iter().filter_map(claimed).collect()
}

/// Published games, with all values stored and with few. Games whose rare values keep coming, or are distant,
/// are left to Guy and Smith's theorem.
#[test]
fn published_periods_are_claimed() {
    let all = claimed(60_000, SMALL, MEMORY);
    assert!(all.len() >= 25 && all.contains(&"octal:0.356".to_string()), "{all:?}");
    let few = claimed(60_000, Scale { small: 3_000, ..FORGETFUL }, Bytes(64 << 10));
    assert!(few.len() >= 22 && few.contains(&"octal:0.156".to_string()), "{few:?}");
}

/// Long periods, among them that of 0.354, which was once claimed to be 1219 times as long.
#[test]
#[ignore = "slow: a minute"]
fn long_published_periods_are_claimed() {
    let games = [("0.127", 46_578, 4), ("0.16", 105_351, 149_459), ("0.56", 326_640, 144), ("0.376", 2_268_248, 4)];
    let games = games.into_iter().chain([("0.354", 10_061_916, 1180)]);
    let mut claimed = 0;
    for (code, preperiod, period) in games {
        let code = format!("octal:{code}");
        let Some(proof) = watch(&code, 2 * (preperiod + period) + 40_000, SMALL, MEMORY) else { continue };
        assert_eq!((proof.claim.preperiod, proof.claim.period), (preperiod, period), "{code}");
        claimed += 1;
    }
    assert!(claimed >= 3, "{claimed}");
    // By default the comparison starts at 2^24, after the sequence has returned many times.
    for scale in [SMALL, Scale::default()] {
        let late = watch("octal:0.354", 20_000_000, scale, MEMORY).unwrap();
        assert_eq!((late.claim.preperiod, late.claim.period), (10_061_916, 1180));
    }
}

#[test]
fn a_stopped_watch_goes_on() {
    for code in ["octal:0.156", "octal:0.77", "octal:0.45"] {
        let (ruleset, control) = (ruleset(code, 30_000), Control::free());
        let task = Task { scale: SMALL, ..Task::new(&*ruleset, Play::Normal, Value::GRUNDY, MEMORY, &control) };
        let solve = |task: &Task<'_>, sink: &mut Stops| kernel("sparse-space").solve(task, sink);
        let figures = |proof: &Proof| (proof.claim, proof.sparse().unwrap().0.clone(), proof.given);
        let whole = solve(&task, &mut Stops { least: usize::MAX, ..Stops::default() }).unwrap().proof.unwrap();
        let mut stopped = 0;
        for least in (200..whole.given as usize).step_by(whole.given as usize / 17) {
            let mut sink = Stops { least, ..Stops::default() };
            if !matches!(solve(&task, &mut sink), Err(Error::Stopped)) {
                continue;
            }
            sink.least = usize::MAX;
            let kept = sink.state.take();
            let proof = solve(&Task { kept: kept.as_ref(), ..task }, &mut sink).unwrap().proof;
            let proof = proof.unwrap_or_else(|| panic!("{code} stopped behind {least} of {}", whole.given));
            assert_eq!(figures(&proof), figures(&whole), "{code} stopped behind {least}");
            stopped += 1;
        }
        assert!(stopped > 8, "{code}: {stopped}");
    }
}

/// A run resumed from a short state finds the same proof in the same way; with different memory it finds the
/// same proof.
#[test]
fn a_run_goes_on_from_a_state_in_short() {
    for (code, scale) in [
        ("octal:0.156", SMALL),
        ("octal:0.77", SMALL),
        ("octal:0.45", SMALL),
        ("octal:0.156", Scale { small: 3_000, ..FORGETFUL }),
    ] {
        let memory = if scale.kept < SMALL.kept { Bytes(64 << 10) } else { MEMORY };
        let (ruleset, control) = (ruleset(code, 50_000), Control::free());
        let task = Task { scale, ..Task::new(&*ruleset, Play::Normal, Value::GRUNDY, memory, &control) };
        let solve = |task: &Task<'_>, sink: &mut Stops| in_short(task, sink);
        let figures = |proof: &Proof| (proof.claim, proof.sparse().unwrap().0.clone(), proof.given);
        let whole = solve(&task, &mut Stops { least: usize::MAX, ..Stops::default() }).unwrap().proof.unwrap();
        let (mut short, mut none) = (0, 0);
        for least in (200..whole.given as usize).step_by(whole.given as usize / 29) {
            let mut sink = Stops { least, ..Stops::default() };
            if !matches!(solve(&task, &mut sink), Err(Error::Stopped)) {
                continue;
            }
            sink.least = usize::MAX;
            let kept = sink.state.take().unwrap();
            let Some(state) = kept.reader().take::<Short>() else {
                none += 1;
                continue;
            };
            assert!(state.n > scale.small && state.states.len() >= 2, "{code}: {}", state.n);
            let proof = solve(&Task { kept: Some(&kept), ..task }, &mut sink).unwrap().proof.unwrap();
            assert_eq!(figures(&proof), figures(&whole), "{code} stopped behind {least}");
            let other = Task { kept: Some(&kept), memory: Bytes(memory.0 * 64), ..task };
            let mut elsewhere =
                Stops { least: usize::MAX, rows: sink.rows[..state.n as usize].to_vec(), ..Stops::default() };
            assert_eq!(solve(&other, &mut elsewhere).unwrap().proof.unwrap().claim, whole.claim, "{code}");
            short += 1;
        }
        assert!(short > 8, "{code}: {short} states, {none} times none");
    }
}

/// The state of another game, or a changed state, cannot be resumed, or a check of its segments refuses it.
#[test]
fn changed_states_are_refused() {
    let (ruleset, control) = (ruleset("octal:0.156", 30_000), Control::free());
    let task = Task { scale: SMALL, ..Task::new(&*ruleset, Play::Normal, Value::GRUNDY, MEMORY, &control) };
    let mut sink = Stops { least: 2_000, ..Stops::default() };
    assert!(matches!(in_short(&task, &mut sink), Err(Error::Stopped)));
    let short = sink.state.take().unwrap().reader().take::<Short>().unwrap();
    let refused = |change: &dyn Fn(&mut Short)| {
        let mut changed = short.clone();
        change(&mut changed);
        let mut state = grundy::stream::State::default();
        state.put(&changed).unwrap();
        let kept = state.kept();
        let mut again = Stops { least: usize::MAX, rows: sink.rows.clone(), ..Stops::default() };
        matches!(in_short(&Task { kept: Some(&kept), ..task }, &mut again), Err(Error::Unfit))
    };
    assert!(!refused(&|_| {}));
    assert!(refused(&|state| state.n += 1));
    assert!(refused(&|state| drop(state.states.pop())));
    assert!(refused(&|state| drop(state.states.remove(0))));
    assert!(refused(&|state| state.states[1].values.truncate(3)));
    assert!(refused(&|state| state.states.swap(0, 1)));
    assert!(refused(&|state| state.states[1].values[3] = 1 << 20));
    assert!(refused(&|state| state.sparse.rares.truncate(3)));
    assert!(refused(&|state| state.sparse.rares[0].1 += 1));
    assert!(refused(&|state| state.sparse.mask ^= 1));
    assert!(refused(&|state| state.sparse.witnesses.clear()), "those in use are none of them");
}

/// A certificate of what the watch proves, as JSON.
fn certified(code: &str) -> (Proof, serde_json::Value) {
    let control = Control::free();
    let mut proof = watch(code, 30_000, SMALL, MEMORY).unwrap();
    let least = proof.claim.least(0, &mut *proof.values, &control).unwrap().unwrap();
    let (claim, sparse, spacing) =
        (&proof.claim, proof.sparse().map(|(sparse, _)| sparse.clone()), proof.sparse().unwrap().1);
    let certificate = Certificate::new(code, claim, &least, sparse, spacing, &mut *proof.values, &control);
    let certificate = serde_json::from_str(&certificate.unwrap().unwrap().to_json()).unwrap();
    (proof, certificate)
}

/// Whether both checkers, the independent one and `grundy verify`, accept each of these certificates. They
/// must always agree.
fn accepted(certificates: &[serde_json::Value]) -> Vec<bool> {
    let texts: Vec<String> = certificates.iter().map(ToString::to_string).collect();
    let independent = checker::accepted(&texts);
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("certificate.json");
    for (text, accepted) in texts.iter().zip(&independent) {
        fs::write(&path, text).unwrap();
        let cancelled = AtomicBool::new(false);
        let verified = verify::certificate(&path, None, Session::new(&cancelled, &Silent));
        assert!(matches!(verified, Ok(_) | Err(Error::Corrupt { .. })), "{verified:?}");
        assert_eq!(verified.is_ok(), *accepted, "{verified:?}: {text}");
    }
    independent
}

#[test]
fn the_checkers_accept_what_the_watch_proves_and_refuse_near_misses() {
    for code in ["octal:0.77", "octal:0.45", "octal:0.141", "octal:0.055"] {
        let (proof, certificate) = certified(code);
        assert_eq!(certificate["theorem"], "sparse-space");
        let (n0, p) = (proof.claim.preperiod, proof.claim.period);
        let changed = |change: &dyn Fn(&mut serde_json::Value)| {
            let mut near = certificate.clone();
            change(&mut near);
            assert_ne!(near, certificate, "{code}");
            near
        };
        let last = certificate["agreement"].as_u64().unwrap()
            - proof.sparse().unwrap().0.last_rare().max(proof.sparse().unwrap().0.last_witness());
        let judged = [
            certificate.clone(),
            // A multiple of the period, with and without matching witnesses.
            changed(&|near| near["period"] = (2 * p).into()),
            changed(&|near| {
                near["period"] = (2 * p).into();
                near["checked_to"] = (proof.claim.checked_to + p).into();
            }),
            changed(&|near| near["preperiod"] = (n0 + 1).into()),
            changed(&|near| {
                near["preperiod"] = (n0 - 1).into();
                near["checked_to"] = (proof.claim.checked_to - 1).into();
            }),
            changed(&|near| near["least"]["preperiod"] = serde_json::Value::Null),
            changed(&|near| drop(near["least"]["period"].as_array_mut().unwrap().pop())),
            changed(&|near| near["least"]["period"][0]["n"] = (n0 - 1).into()),
            changed(&|near| near["least"]["period"][0]["values"][0] = 77.into()),
            // Values that disagree, but are not those of the game.
            changed(&|near| {
                let values = &mut near["least"]["preperiod"]["values"];
                *values = serde_json::json!([values[1], values[0]]);
            }),
            // One rare position too many, or too few.
            changed(&|near| near["sparse"]["rares"].as_array_mut().unwrap().push(serde_json::json!([n0 + p, 0]))),
            changed(&|near| drop(near["sparse"]["rares"].as_array_mut().unwrap().pop())),
            changed(&|near| near["sparse"]["mask"] = (proof.sparse().unwrap().0.mask ^ 1).into()),
            // No witness excludes the rare values.
            changed(&|near| {
                near["sparse"]["witnesses"] = serde_json::json!([]);
                near["sparse"]["parts"] = 0.into();
                near["agreement"] = (last + proof.sparse().unwrap().0.last_rare()).into();
                near["checked_to"] = (n0 + p + last + proof.sparse().unwrap().0.last_rare() - 1).into();
            }),
            changed(&|near| near["segments"]["window"] = 3.into()),
            changed(&|near| drop(near["segments"]["states"].as_array_mut().unwrap().pop())),
            changed(&|near| drop(near["segments"]["states"].as_array_mut().unwrap().remove(0))),
        ];
        let accepted = accepted(&judged);
        let near_miss = judged.iter().zip(&accepted).skip(1).find(|(_, accepted)| **accepted);
        assert!(accepted[0] && near_miss.is_none(), "{code}: {near_miss:?}");
    }
}

/// Every state must be the one that follows from the state before it.
#[test]
fn the_checkers_refuse_wrong_states() {
    let mut rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
    for code in ["octal:0.156", "octal:0.45"] {
        let (proof, certificate) = certified(code);
        let packed: Segments = serde_json::from_value(certificate["segments"].clone()).unwrap();
        let states = packed.states().unwrap();
        assert!(states.len() > 5, "{code}: {}", states.len());
        let with = |states: &[SegmentState]| {
            let mut near = certificate.clone();
            near["segments"] = serde_json::to_value(Segments::pack(packed.window, states)).unwrap();
            near
        };
        assert_eq!(with(&states), certificate);
        // Segments may be longer than usual.
        let begin = proof.claim.preperiod + packed.window;
        let between = (1..states.len() - 1).find(|&at| states[at].n != begin).unwrap();
        let mut fewer = states.clone();
        fewer.remove(between);
        let mut wrong = Vec::new();
        // Some of the states, and those where something begins or ends.
        let step = cases(5, 2) as usize;
        let is_tried = |&at: &usize| at % step == 0 || at + 2 > states.len() || states[at].n == begin;
        for at in (0..states.len()).filter(is_tried) {
            let mut near = states.clone();
            let place = rng.next_u32() as usize % packed.window as usize;
            near[at].values[place] ^= 1 + rng.next_u32() % 7;
            wrong.push((format!("{place} of state {at}"), with(&near)));
            let mut near = states.clone();
            near[at].n += 1;
            wrong.push((format!("state {at} later"), with(&near)));
            let mut near = states.clone();
            let other = (at + 1) % states.len();
            let values = near[other].values.clone();
            near[other].values = std::mem::replace(&mut near[at].values, values);
            // The states at both ends of a period are equal.
            if near != states {
                wrong.push((format!("states {at} and {other}"), with(&near)));
            }
        }
        assert_eq!(accepted(&[with(&fewer)]), [true], "{code}");
        let all: Vec<_> = wrong.iter().map(|(_, certificate)| certificate.clone()).collect();
        let unnoticed = wrong.iter().zip(accepted(&all)).find(|(_, accepted)| *accepted);
        assert!(unnoticed.is_none(), "{code}: {:?}", unnoticed.map(|((what, _), _)| what));
    }
}

/// Both checkers agree whichever digit is changed. (An additional or a missing witness may do no harm.)
#[test]
fn the_checkers_agree_on_changed_digits() {
    let mut rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[8; 32]);
    let text = certified("octal:0.45").1.to_string();
    let digits: Vec<usize> = (0..text.len()).filter(|&at| text.as_bytes()[at].is_ascii_digit()).collect();
    let mut all = Vec::new();
    for _ in 0..60 {
        let at = digits[rng.next_u32() as usize % digits.len()];
        let mut changed = text.clone();
        changed.replace_range(at..=at, &(rng.next_u32() % 10).to_string());
        all.push(serde_json::from_str(&changed).unwrap_or_default());
    }
    let refused = accepted(&all).into_iter().filter(|accepted| !accepted).count();
    assert!(refused > 30, "{refused}");
}

/// A game that contains another one gets all its values, even if the kernel of the other one stops after
/// proving a period.
#[test]
fn circles_and_sums_are_whole_behind_a_proved_period() {
    for (part, whole, name, max) in
        [("octal:0.77", "circle:1,2", "circle", 16_000), ("octal:0.0077", "octal:0.0077,heaps=2", "sum", 4_700)]
    {
        let proof = watch(part, max, SMALL, MEMORY).expect("a proof within the range");
        assert!(proof.given < max, "the kernel gave all rows, so that nothing is tested");
        let (ruleset, control) = (outline(whole, max), Control::free());
        let task = Task::new(&*ruleset, Play::Normal, Value::OUTCOME, MEMORY, &control);
        let all_of = |scale: Scale| {
            let mut all = Digest::default();
            kernel(name).solve(&Task { scale, ..task }, &mut all).unwrap();
            all
        };
        let truth = all_of(Scale::default());
        assert_eq!(truth.rows, ruleset.rows().len());
        assert_eq!(all_of(SMALL), truth, "{whole}");
    }
}

/// The number of rows, and a hash of all of them.
#[derive(Debug, Default, PartialEq, Eq)]
struct Digest {
    rows: u64,
    mixed: u64,
}

impl Outlet for Digest {
    fn block(&mut self, first: u64, values: Values<'_>) -> Result<Flow, Error> {
        assert_eq!(first, self.rows);
        for &value in values.words(&mut Vec::new()) {
            self.mixed = (self.mixed.rotate_left(5) ^ u64::from(value)).wrapping_mul(0x517c_c1b7_2722_0a95);
        }
        self.rows += values.len() as u64;
        Ok(Flow::Continue)
    }
}
