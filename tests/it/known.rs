//! Every published value in `data/known/`, computed by the oracle and by all kernels.

use crate::common::{
    assert_same, claim_about, default_value, oracle, others, outline, plain_kernel, project, ruleset, ruleset_in, solve,
};
use grundy::claim::{Claim, Status, Theorem};
use grundy::kernel::KERNELS;
use grundy::ruleset::{Play, Ruleset, Value};
use grundy::structure::Systems;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Known {
    #[serde(default)]
    sequence: Vec<Sequence>,
    #[serde(default)]
    period: Vec<Period>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Sequence {
    id: String,
    #[allow(dead_code)]
    title: String,
    cite: String,
    code: String,
    reading: Reading,
    offset: u64,
    row: Option<u64>,
    #[serde(default)]
    misere: bool,
    terms: Vec<toml::Value>,
    period: Option<u64>,
    last_exception: Option<u64>,
    exceptions: Option<Vec<u64>>,
    #[serde(default)]
    equivalents: Vec<Equivalent>,
    #[allow(dead_code)]
    note: Option<String>,
    #[allow(dead_code)]
    wrong: Option<String>,
    #[allow(dead_code)]
    beyond_set: Option<String>,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
enum Reading {
    Values,
    Zeros,
    OddZeros,
    Antidiagonals,
    Triangle,
    CountsMax,
    CountsMaxCumulative,
    /// The values at (row, n), n = offset, ...
    Row,
    /// The smaller or the larger coordinates of the P-positions (a, b) with a <= b.
    PLower,
    PUpper,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Equivalent {
    code: String,
    shift: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Period {
    code: String,
    preperiod: u64,
    period: u64,
    #[allow(dead_code)]
    solver: Option<String>,
    cite: String,
}

fn known() -> Known {
    let mut all = Known { sequence: Vec::new(), period: Vec::new() };
    for entry in std::fs::read_dir(project().join("data/known")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "toml") {
            let text = std::fs::read_to_string(&path).unwrap();
            let known: Known = toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            assert!(known.sequence.iter().all(|sequence| !sequence.cite.is_empty()));
            assert!(known.period.iter().all(|period| !period.cite.is_empty()));
            all.sequence.extend(known.sequence);
            all.period.extend(known.period);
        }
    }
    all
}

/// The largest n that a sequence needs.
fn reach(sequence: &Sequence) -> u64 {
    let count = sequence.terms.len() as u64;
    let last = sequence.terms.last().unwrap();
    match sequence.reading {
        Reading::Values => sequence.offset + count - 1,
        Reading::Zeros | Reading::OddZeros => match last {
            toml::Value::Integer(last) => *last as u64,
            label => label.as_str().unwrap().split(',').map(|part| part.parse::<u64>().unwrap()).max().unwrap(),
        },
        Reading::Row => sequence.offset + count - 1,
        // The larger coordinate is at most twice the smaller one plus 1.
        Reading::PLower => 2 * last.as_integer().unwrap() as u64 + 1,
        Reading::PUpper => last.as_integer().unwrap() as u64,
        Reading::Antidiagonals | Reading::Triangle => (0..).find(|n| (n + 1) * (n + 2) / 2 >= count).unwrap(),
        Reading::CountsMax | Reading::CountsMaxCumulative => sequence.offset + count - 1,
    }
}

/// The terms of the sequence, derived from the values of a game.
fn read(sequence: &Sequence, ruleset: &dyn Ruleset, values: &[u32], value: Value) -> Vec<String> {
    let rows = ruleset.rows();
    let label = |row: u64| {
        let mut label = Vec::new();
        rows.label(row, &mut label);
        label
    };
    let zeros = || (0..rows.len()).filter(|&row| values[row as usize] == 0).map(label);
    let show = |label: Vec<u64>| label.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
    let at = |x: u64, y: u64| value.show(values[rows.find(&[x, y]).unwrap() as usize]);
    let side = rows.end();
    let skip = sequence.offset as usize;
    let pair = |index: usize| {
        zeros().filter(|label| label[0] <= label[1]).map(move |label| label[index].to_string()).skip(skip)
    };
    let per_max = |n: u64| zeros().filter(|label| label.iter().max() == Some(&n)).count();
    match sequence.reading {
        Reading::Values => {
            values.iter().skip((sequence.offset - rows.first()) as usize).map(|&v| value.show(v)).collect()
        }
        Reading::Zeros => zeros().map(show).collect(),
        Reading::OddZeros => zeros().filter(|label| label[0] % 2 == 1).map(show).collect(),
        Reading::Row => (sequence.offset..side).map(|n| at(sequence.row.unwrap(), n)).collect(),
        Reading::PLower => pair(0).collect(),
        Reading::PUpper => pair(1).collect(),
        Reading::Antidiagonals => (0..side).flat_map(|sum| (0..=sum).map(move |x| at(x, sum - x))).collect(),
        Reading::Triangle => (0..side).flat_map(|n| (0..=n).map(move |m| at(n, m))).collect(),
        Reading::CountsMax => (0..side).map(|n| per_max(n).to_string()).collect(),
        Reading::CountsMaxCumulative => {
            let counts = (0..side).map(per_max).scan(0, |sum, count| {
                *sum += count;
                Some(sum.to_string())
            });
            counts.collect()
        }
    }
}

fn text(term: &toml::Value) -> String {
    match term {
        toml::Value::Integer(number) => number.to_string(),
        other => other.as_str().unwrap().to_string(),
    }
}

#[test]
fn every_sequence_agrees_with_the_oracle_and_every_kernel() {
    let all = known();
    assert!(all.sequence.len() > 100, "{}", all.sequence.len());
    for sequence in &all.sequence {
        let id = &sequence.id;
        // Counts in four dimensions are cut short, because the oracle would take minutes.
        let max = match (sequence.reading, sequence.code.as_str()) {
            (Reading::CountsMax | Reading::CountsMaxCumulative, "nim:4") => 15,
            _ => reach(sequence),
        };
        let (play, value) = match sequence.misere {
            true => (Play::Misere, Value::OUTCOME),
            false => (Play::Normal, default_value(&sequence.code)),
        };
        if on_elements(&sequence.code) {
            games_on_elements(sequence, max);
            continue;
        }
        let ruleset = ruleset_in(&sequence.code, max, play);
        let truth = solve(plain_kernel(&*ruleset), &*ruleset, play, value).unwrap();
        let found = read(sequence, &*ruleset, &truth, value);
        assert!(found.len() >= sequence.terms.len() || sequence.code == "nim:4", "{id}: {} terms", found.len());
        let expected: Vec<String> = sequence.terms.iter().map(text).take(found.len()).collect();
        assert_eq!(found[..expected.len()], expected, "{id}: {}", sequence.code);
        for kernel in others() {
            if let Some(values) = solve(kernel, &*ruleset, play, value) {
                assert_same(&format!("{id}: {} by {}", sequence.code, kernel.name()), &truth, &values);
            }
        }
    }
}

/// Whether a game is played on a graph or a board. Its positions are too many to be enumerated.
fn on_elements(code: &str) -> bool {
    outline(code, 3).structures().has::<Systems>()
}

/// All terms by the search; those of rows with few elements also by the oracle and by all other kernels.
fn games_on_elements(sequence: &Sequence, max: u64) {
    const FEW: u64 = 14;
    let whole = outline(&sequence.code, max);
    let search = *KERNELS.iter().find(|kernel| kernel.name() == "nimber-search").unwrap();
    let found = solve(search, &*whole, Play::Normal, Value::GRUNDY).unwrap();
    let terms: Vec<u32> = sequence.terms.iter().map(|term| term.as_integer().unwrap() as u32).collect();
    let skipped = (sequence.offset - whole.rows().first()) as usize;
    assert_same(&sequence.id, &found[skipped..], &terms);
    let systems = whole.structures().get::<Systems>().unwrap();
    let small = (whole.rows().first()..=max).take_while(|&n| systems.0.elements(&[n]) <= FEW).last();
    let Some(small) = small else { return };
    let ruleset = ruleset(&sequence.code, small);
    let truth = solve(oracle(), &*ruleset, Play::Normal, Value::GRUNDY).unwrap();
    assert_same(&sequence.id, &found[..truth.len()], &truth);
    for kernel in others() {
        if let Some(values) = solve(kernel, &*ruleset, Play::Normal, Value::GRUNDY) {
            assert_same(&format!("{} by {}", sequence.id, kernel.name()), &truth, &values);
        }
    }
}

#[test]
fn equivalent_octal_games_agree_after_their_shift() {
    let mut compared = 0;
    for sequence in known().sequence.into_iter().filter(|sequence| !sequence.equivalents.is_empty()) {
        let max = reach(&sequence) + 60;
        let base = crate::common::fastest(&sequence.code, max, Value::GRUNDY);
        for Equivalent { code, shift } in &sequence.equivalents {
            let values = crate::common::fastest(code, max, Value::GRUNDY);
            let shifted: Vec<u32> = (*shift..=max).map(|n| base[(n - shift) as usize]).collect();
            assert_same(
                &format!("{code} against {} shifted by {shift}", sequence.code),
                &shifted,
                &values[*shift as usize..],
            );
            compared += 1;
        }
    }
    assert!(compared > 200, "{compared}");
}

/// The proved claim about a code, from as many values as the published period needs.
fn proved(code: &str, preperiod: u64, period: u64) -> Claim {
    let small = ruleset(code, 1);
    let theorem = Theorem::of(&small.structures(), Value::GRUNDY).unwrap_or_else(|| panic!("{code}: no theorem"));
    let max = theorem.checked_below(preperiod, period, 0).unwrap() + period;
    let values = crate::common::fastest(code, max, Value::GRUNDY);
    claim_about(&values, 0, Some(&theorem.into()), false).unwrap_or_else(|| panic!("{code}: not proved by {max}"))
}

/// (code, preperiod, period, exceptions) of all published periods.
fn periods() -> Vec<(String, u64, u64, Option<Vec<u64>>)> {
    let known = known();
    let of_sequences = known.sequence.into_iter().filter_map(|sequence| {
        let last = sequence.last_exception?;
        Some((sequence.code, last + 1, sequence.period?, sequence.exceptions))
    });
    of_sequences.chain(known.period.into_iter().map(|p| (p.code, p.preperiod, p.period, None))).collect()
}

fn check_periods(bounds: std::ops::Range<u64>) -> usize {
    let mut checked = 0;
    for (code, preperiod, period, exceptions) in periods() {
        if !bounds.contains(&(2 * preperiod + period)) {
            continue;
        }
        let claim = proved(&code, preperiod, period);
        assert_eq!((claim.preperiod, claim.period, claim.saltus), (preperiod, period, 0), "{code}");
        assert_eq!(claim.status(), Status::Proved, "{code}");
        if let Some(exceptions) = exceptions {
            let values = crate::common::fastest(&code, 4 * preperiod + period, Value::GRUNDY);
            let settled = |n: u64| values[(n + preperiod.next_multiple_of(period)) as usize];
            let found: Vec<u64> = (0..preperiod).filter(|&n| values[n as usize] != settled(n)).collect();
            assert_eq!(found, exceptions, "{code}");
        }
        checked += 1;
    }
    checked
}

#[test]
fn published_periods_are_proved() {
    assert!(check_periods(0..40_000) > 50);
}

/// 0.127, 4.7737, 0.16 and 0.56, which take minutes. Longer periods are not tested here.
#[test]
#[ignore = "slow: several minutes"]
fn long_published_periods_are_proved() {
    assert!(check_periods(40_000..1_000_000) >= 4);
}
