//! Ranges given by coordinates and by a condition: every kernel gives the values that the oracle gives for
//! these rows in the whole box.

use crate::common::outline;
use grundy::config::{from_code, parse};
use grundy::games::FAMILIES;
use grundy::games::code;
use grundy::job::{Job, Name, Settings};
use grundy::kernel::{KERNELS, Named};
use grundy::random::Random;
use grundy::ruleset::Play;
use grundy::structure::Systems;
use std::collections::BTreeMap;
use std::path::Path;

/// The values of a job by the labels of its rows; `None` if the kernel does not support it.
fn values(job: &Job) -> Option<BTreeMap<Vec<u64>, u32>> {
    let answer = grundy::answer(job).ok()?;
    let (rows, mut label) = (job.rows(), Vec::new());
    let of_row = |row| {
        rows.label(row, &mut label);
        (label.clone(), answer.value(row).unwrap())
    };
    Some((0..rows.len()).map(of_row).collect())
}

fn job(code: &str, max: u64, settings: &Settings) -> Result<Job, String> {
    from_code(code, Some(max), settings.clone()).map_err(|error| error.to_string())
}

/// Games with several coordinates: examples of every family, and compounds.
fn games() -> Vec<String> {
    let mut all: Vec<String> =
        FAMILIES.iter().flat_map(|family| family.examples).map(|code| code.to_string()).collect();
    all.extend(
        [
            "nim:3",
            "wythoff",
            "octal:0.77,heaps=2",
            "subtraction:1,3,heaps=3",
            "sum:nim:2+octal:0.07",
            "pass:nim:2",
            "selective:nim:1+subtraction:1,2",
        ]
        .map(String::from),
    );
    all.retain(|text| code::parse(text).is_ok_and(|coded| coded.game.shape.firsts().len() > 1));
    all
}

#[test]
fn rectangles_and_conditions_are_parts_of_the_whole_box() {
    let seed = 20_261_126;
    let (mut random, mut compared) = (Random(seed), BTreeMap::new());
    for (code, play) in games().into_iter().flat_map(|code| [(code.clone(), Play::Normal), (code, Play::Misere)]) {
        if play == Play::Misere && code.starts_with("tartan") {
            // Two heads on one coin cancel, so only normal play is possible.
            continue;
        }
        let firsts = code::parse(&code).unwrap().game.shape.firsts().to_vec();
        let on_boards = outline(&code, 1).structures().has::<Systems>() || code.starts_with("nogo");
        let side = if on_boards {
            2
        } else if code.starts_with("partition") {
            4
        } else {
            [0, 0, 9, 6, 4, 3].get(firsts.len()).copied().unwrap_or(2)
        };
        let max = side + firsts.iter().max().unwrap();
        let oracle = Settings { kernel: Named::new("oracle"), play: Some(play), ..Settings::default() };
        let Ok(whole) = job(&code, max, &oracle) else { continue };
        let whole = values(&whole).unwrap_or_else(|| panic!("{code} to {max}"));
        for round in 0..4 {
            let bounds: Vec<u64> = firsts.iter().map(|first| first + random.below(max + 1 - first)).collect();
            let least = random.below(4);
            let condition = format!("h1 + 2 * h2 >= {least} and (h1 <= h2 or h1 % 2 == 0)");
            let settings = Settings {
                play: Some(play),
                bounds: if round == 1 { Vec::new() } else { bounds.clone() },
                rows_where: (round % 2 == 1).then(|| condition.clone()),
                ..Settings::default()
            };
            let bound = |i: usize| if round == 1 { max } else { bounds[i] };
            let is_row = |label: &[u64]| {
                let holds = label[0] + 2 * label[1] >= least && (label[0] <= label[1] || label[0].is_multiple_of(2));
                label.iter().enumerate().all(|(i, &coordinate)| coordinate <= bound(i)) && (round % 2 == 0 || holds)
            };
            let expected: BTreeMap<_, _> =
                whole.iter().filter(|(label, _)| is_row(label)).map(|(label, value)| (label.clone(), *value)).collect();
            for kernel in KERNELS {
                let settings = Settings { kernel: Named::new(kernel.name()), ..settings.clone() };
                let made = match job(&code, max, &settings) {
                    Ok(made) => made,
                    // No row is left.
                    Err(_) if expected.is_empty() => continue,
                    Err(error) => panic!("seed {seed}: {code}, {bounds:?}, {condition}: {error}"),
                };
                let Some(found) = values(&made) else { continue };
                assert_eq!(
                    found,
                    expected,
                    "seed {seed}: {code} ({play}) by {}, {bounds:?}, {:?}",
                    kernel.name(),
                    settings.rows_where
                );
                *compared.entry(kernel.name()).or_insert(0) += 1;
            }
        }
    }
    assert!(compared["strata"] > 50 && compared["cropped"] > 20 && compared.len() > 10, "{compared:?}");
}

#[test]
fn wrong_ranges_are_refused_at_their_place() {
    let refused = |range: &str| {
        let text = format!("[game]\ncode = \"nim:2\"\n[range]\n{range}\n");
        parse(&text, Name::new("job").unwrap(), Path::new("job.toml")).unwrap_err().to_string()
    };
    for (range, words) in [
        ("max = [4, 5, 6]", "`max` has 3 numbers, but `nim:2` has 2 coordinates"),
        ("max = []", "invalid length 0"),
        ("max = [4, -5]", "invalid value"),
        ("max = 5\nwhere = \"h1 <= \"", "expected"),
        ("max = 5\nwhere = \"h1 <= h3\"", "there is no variable `h3`"),
        ("max = 5\nwhere = \"h1 / h2 > 1\"", "at 0,0"),
        ("max = 5\nwhere = \"h1 > 9\"", "no label satisfies `where` of [range]"),
        ("max = 5\nwhere = \"h1 + h2\"", "condition"),
    ] {
        let error = refused(range);
        assert!(error.contains(words), "{range}: {error}");
    }
    let bounds = Settings { bounds: vec![3, 0], ..Settings::default() };
    let error = job("coin-turning:ruler,heaps=2", 3, &bounds).unwrap_err();
    assert!(error.contains("max.h2 = 0, but h2 starts at 1"), "{error}");
}

/// If only a part of the positions is asked for, there are no statements about all of them.
#[test]
fn counts_and_orbits_are_of_whole_boxes() {
    let text = "[game]\ncode = \"nim:2\"\n[range]\nmax = [2, 3]\n[analysis]\ncounts = [\"max\"]\n";
    let error = parse(text, Name::new("job").unwrap(), Path::new("job.toml")).unwrap_err().to_string();
    assert!(error.contains("but [range] selects only some"), "{error}");
    let text = "[game]\ncode = \"nim:2\"\n[range]\nmax = 3\nwhere = \"h1 >= h2\"\n[analysis]\nzeros = true\n";
    let folder = tempfile::TempDir::new().unwrap();
    let path = folder.path().join("job.toml");
    std::fs::write(&path, text).unwrap();
    let run = super::common::grundy(folder.path(), &["run", "job.toml", "--out", "out"]);
    assert!(run.status.success(), "{run:?}");
    let zeros = std::fs::read_to_string(folder.path().join("out/zeros.csv")).unwrap();
    assert_eq!(zeros, "h1,h2\n0,0\n1,1\n2,2\n3,3\n");
}

/// A table of a rectangle can only be printed as a whole; printing a part of it is refused.
#[test]
fn tables_of_rectangles_are_printed_whole() {
    use super::common::expect_exit;
    let folder = tempfile::TempDir::new().unwrap();
    let here = folder.path();
    let text = "[game]\ncode = \"nim:2\"\n[range]\nmax = [2, 4]\n[output]\nformats = [\"table\"]\n";
    std::fs::write(here.join("job.toml"), text).unwrap();
    expect_exit(here, &["run", "job.toml", "--out", "out"], 0);
    let (printed, _) = expect_exit(here, &["values", "out/table.gnt"], 0);
    assert_eq!(printed, expect_exit(here, &["values", "nim:2", "--max", "2,4"], 0).0);
    for part in [["--max", "4,2"], ["--max", "2,4"], ["--where", "h1 <= h2"]] {
        let (_, error) = expect_exit(here, &["values", "out/table.gnt", part[0], part[1]], 2);
        assert!(error.contains("for another part give the game code"), "{error}");
    }
}
