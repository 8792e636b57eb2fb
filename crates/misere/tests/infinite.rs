//! Infinite quotients: found, proved by the checker, and refused after a change.

use grundy_core::claim::{CodeHeaps, Heaps, InfiniteCertificate, InfiniteClaim, ListedHeaps};
use grundy_core::control::Control;
use grundy_core::ruleset::TakeAndBreak;
use grundy_misere::search::{Found, Limits, search};

fn code(digits: &str) -> CodeHeaps {
    TakeAndBreak::parse(digits).unwrap().into()
}

fn grundys_game(last: u64) -> ListedHeaps {
    let options = |n: u64| (1..).take_while(|a| 2 * a < n).map(|a| vec![a, n - a]).collect();
    ListedHeaps::new((0..=last).map(options).collect()).unwrap()
}

fn find(heaps: &dyn Heaps) -> Found {
    search(heaps, None, Limits::default(), &Control::free()).unwrap()
}

fn prove(heaps: &dyn Heaps, certificate: &InfiniteCertificate) -> Result<InfiniteClaim, String> {
    InfiniteClaim::check(heaps, certificate, &Control::free()).unwrap().map_err(|refusal| refusal.0)
}

/// All infinite quotients of octal games of at most three digits that the table knows.
#[test]
#[ignore = "about a minute in a release build"]
fn the_table_of_infinite_quotients() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/known/misere_table.csv");
    let table = std::fs::read_to_string(path).unwrap();
    let (mut search_time, mut check_time) = (std::time::Duration::ZERO, std::time::Duration::ZERO);
    let mut rows = 0;
    for line in table.lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        let [name, "infinite", .., heap] = cells[..] else { continue };
        let heaps = code(name.strip_prefix("octal:").unwrap());
        let start = std::time::Instant::now();
        let found = find(&heaps);
        let first = start.elapsed();
        let certificate = grundy_misere::infinite::search(&heaps, &found, Limits::default(), &Control::free()).unwrap();
        let second = start.elapsed();
        search_time += second;
        match certificate {
            Err(why) => println!("{name}: {why:?}, {first:?} {second:?} {}", found.last()),
            Ok(certificate) => {
                let start = std::time::Instant::now();
                let claim = prove(&heaps, &certificate).unwrap();
                check_time += start.elapsed();
                println!("{name}: {first:?} {second:?} {:?} {claim:?}", start.elapsed());
                assert_eq!(claim.heaps, heap.parse::<u64>().unwrap());
                rows += 1;
            }
        }
    }
    println!("{rows} games: search {search_time:?}, check {check_time:?}");
    assert!(rows == 103);
}
