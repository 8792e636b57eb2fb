//! Known quotients (`data/known/misere.json`, `data/known/misere_table.csv`), found again and proved by the checker.

use crate::common::{cases, code, game, project};
use grundy_core::claim::{Heaps, ListedHeaps, MisereCertificate, MisereClaim};
use grundy_core::control::Control;
use grundy_misere::search::{End, Found, Limits, search};
use grundy_misere::word::Word;
use serde_json::Value;

fn find(heaps: &dyn Heaps, last: Option<u64>) -> Found {
    search(heaps, last, Limits::default(), &Control::free()).unwrap()
}

fn prove(heaps: &dyn Heaps, certificate: &MisereCertificate) -> Result<MisereClaim, String> {
    MisereClaim::check(heaps, certificate, &Control::free()).unwrap().map_err(|refusal| refusal.0)
}

fn words(value: &Value) -> Vec<Word> {
    let word = |word: &Value| {
        let heaps = word.as_array().unwrap().iter();
        heaps.fold(Word::default(), |word, heap| word.with(heap.as_u64().unwrap() as u32))
    };
    value.as_array().unwrap().iter().map(word).collect()
}

#[test]
fn proved_quotients() {
    let mut looked = 0;
    for case in cases("quotient").iter().filter(|case| case["status"] == "proved") {
        let name = case["code"].as_str().unwrap();
        let Some(digits) = name.strip_prefix("octal:") else { continue };
        let heaps = code(digits);
        let found = find(&heaps, None);
        let claim = prove(&heaps, &found.certificate()).unwrap_or_else(|why| panic!("{name}: {why}"));
        assert_eq!(claim.elements, case["q"].as_u64().unwrap() as u32, "{name}");
        assert_eq!(claim.p_portion, case["p"].as_u64().unwrap() as u32, "{name}");
        let period = (case["preperiod"].as_u64().unwrap(), case["period"].as_u64().unwrap());
        assert_eq!(claim.period, Some(period), "{name}");
        assert_eq!(claim.checked_to, case["checked_to"].as_u64().unwrap(), "{name}");
        assert_eq!(found.quotient.tame().is_some(), case["tame"].as_bool().unwrap(), "{name}");
        let growth: Vec<(u32, usize)> = found.growth.clone();
        if let Some(known) = case["growth"].as_object() {
            let mut known: Vec<_> =
                known.iter().map(|(heap, order)| (heap.parse().unwrap(), order.as_u64().unwrap() as usize)).collect();
            known.sort_unstable();
            assert_eq!(growth, known, "{name}");
        }
        let phi: Vec<Word> = found.phi[1..].iter().map(|&value| found.quotient.word(value)).collect();
        if case["phi"].is_array() {
            let known = words(&case["phi"]);
            assert_eq!(phi[..known.len()], known, "{name}");
        }
        let p: Vec<Word> = found.quotient.p_portion().into_iter().map(|x| found.quotient.word(x)).collect();
        if case["p_portion"].is_array() {
            assert_eq!(p, words(&case["p_portion"]), "{name}");
        }
        looked += 1;
    }
    assert!(looked >= 20, "only {looked}");
}

#[test]
fn quotients_of_finitely_many_heaps() {
    for case in cases("partial") {
        let name = case["code"].as_str().unwrap();
        let last = case["heaps"].as_u64().unwrap();
        let heaps = game(name, last);
        let found = find(&*heaps, Some(last));
        assert!(matches!(found.end, End::Last | End::Whole), "{name}: {:?}", found.end);
        let claim = prove(&*heaps, &found.certificate()).unwrap_or_else(|why| panic!("{name}: {why}"));
        let known = (case["q"].as_u64().unwrap() as u32, case["p"].as_u64().unwrap() as u32);
        assert_eq!((claim.elements, claim.p_portion, claim.period), (known.0, known.1, None), "{name}");
    }
}

#[test]
fn quotients_of_listed_games() {
    for case in cases("graph") {
        let name = case["name"].as_str().unwrap();
        let mut options: Vec<Vec<Vec<u64>>> = vec![Vec::new()];
        let lists: Vec<Vec<Vec<u64>>> = serde_json::from_value(case["options"].clone()).unwrap();
        options.extend(lists);
        let heaps = ListedHeaps::new(options).unwrap();
        let found = find(&heaps, None);
        assert_eq!(found.end, End::Whole, "{name}");
        let claim = prove(&heaps, &found.certificate()).unwrap_or_else(|why| panic!("{name}: {why}"));
        let known = (case["q"].as_u64().unwrap() as u32, case["p"].as_u64().unwrap() as u32);
        assert_eq!((claim.elements, claim.p_portion), known, "{name}");
        let equal: Vec<u64> = (1..found.phi.len())
            .map(|heap| (1..).find(|&first| found.phi[first] == found.phi[heap]).unwrap() as u64)
            .collect();
        let known: Vec<u64> = serde_json::from_value(case["equal"].clone()).unwrap();
        assert_eq!(equal, known, "{name}");
    }
}

/// The twelve-element "quotient" of 0.53: sums of value 1 must be looked at, too.
#[test]
fn the_trap() {
    let case = &cases("trap")[0];
    let mut certificate = case["certificate"].clone();
    for key in ["certificate", "kind", "game"] {
        certificate.as_object_mut().unwrap().remove(key);
    }
    let certificate: MisereCertificate = serde_json::from_value(certificate).unwrap();
    let refusal = prove(&code("0.53"), &certificate).unwrap_err();
    assert!(refusal.contains("heap 14"), "{refusal}");
}

/// All proved periods of octal games of at most three digits that the table knows.
#[test]
#[ignore = "some seconds in a release build"]
fn the_table_of_proved_periods() {
    let table = std::fs::read_to_string(project("data/known/misere_table.csv")).unwrap();
    let (mut search_time, mut check_time) = (std::time::Duration::ZERO, std::time::Duration::ZERO);
    let mut rows = 0;
    for line in table.lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        let [name, "proved", q, p, preperiod, period, tame, ..] = cells[..] else { continue };
        let heaps = code(name.strip_prefix("octal:").unwrap());
        let start = std::time::Instant::now();
        let found = find(&heaps, None);
        search_time += start.elapsed();
        let start = std::time::Instant::now();
        let claim = prove(&heaps, &found.certificate()).unwrap_or_else(|why| panic!("{name}: {why}: {:?}", found.end));
        check_time += start.elapsed();
        assert_eq!((claim.elements, claim.p_portion), (q.parse().unwrap(), p.parse().unwrap()), "{name}");
        assert_eq!(claim.period, Some((preperiod.parse().unwrap(), period.parse().unwrap())), "{name}");
        assert_eq!(found.quotient.tame().is_some(), tame == "yes", "{name}");
        rows += 1;
    }
    println!("{rows} games: search {search_time:?}, check {check_time:?}");
    assert!(rows > 380);
}
