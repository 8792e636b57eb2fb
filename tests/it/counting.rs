//! Sums for which only counts are asked: they are computed from the values of the components, and the results
//! are identical to those of a run that visits every row.

use crate::common::{expect_exit, results, text_of};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// Asks for everything that does not need all rows.
fn config(code: &str, max: u64, more: &str) -> String {
    format!(
        "[game]\ncode = \"{code}\"\n[range]\nmax = {max}\n[analysis]\ncounts = [\"max\", \"total\"]\nhistogram = true\nrecords = true\n\
         first-occurrence = true\nzeros = true\n[output]\nformats = [\"report\"]\n{more}"
    )
}

fn run(folder: &Path, name: &str, text: &str) -> String {
    let path = format!("{name}.toml");
    fs::write(folder.join(&path), text).unwrap();
    expect_exit(folder, &["run", &path, "--out", name], 0);
    text_of(&folder.join(name).join("manifest.json"))
}

#[test]
fn numbers_of_sums_do_not_depend_on_how_they_are_counted() {
    let dir = TempDir::new().unwrap();
    for (number, (code, max, more)) in [
        ("octal:0.77,heaps=3", 40, ""),
        ("subtraction:squares,heaps=2", 200, ""),
        ("subtraction:squares,heaps=2", 200, "[solve]\nvalue = \"outcome\"\n"),
        ("sum:octal:0.07+subtraction:1,2+octal:0.137", 30, ""),
        ("sum:wythoff+subtraction:2,5", 14, ""),
        ("sum:queen+queen", 9, "[solve]\nvalue = \"outcome\"\n"),
        ("sum:(octal:0.77,heaps=2)+nim:1", 25, ""),
        ("sum:divisor:all+octal:0.6", 150, ""),
        ("all-but:2,3,heaps=2", 120, ""),
    ]
    .into_iter()
    .enumerate()
    {
        let (fast, slow) = (format!("fast-{number}"), format!("slow-{number}"));
        let text = config(code, max, more);
        run(dir.path(), &fast, &text);
        let by_rows = match more.is_empty() {
            true => format!("{text}[solve]\nkernel = \"strata\"\n"),
            false => format!("{text}kernel = \"strata\"\n"),
        };
        let manifest = run(dir.path(), &slow, &by_rows);
        assert!(manifest.contains("\"strata\""), "{code}");
        let (mut fast, mut slow) = (results(&dir.path().join(fast)), results(&dir.path().join(slow)));
        // The report shows the config, which names the kernel.
        let figures = |report: Option<Vec<u8>>| {
            let text = String::from_utf8(report.unwrap()).unwrap();
            text.lines().skip(1).take_while(|line| *line != "## How to reproduce").collect::<Vec<_>>().join("\n")
        };
        assert_eq!(figures(fast.remove("report.md")), figures(slow.remove("report.md")), "{code}");
        assert_eq!(fast.keys().collect::<Vec<_>>(), slow.keys().collect::<Vec<_>>(), "{code}");
        for (name, bytes) in &fast {
            assert!(*bytes == slow[name], "{code}: {name} differs");
        }
    }
}

/// The number of P-positions with three heaps up to 100,000. Project Euler 310 counts them up to the order of
/// the heaps.
#[test]
fn three_heaps_of_squares_to_a_hundred_thousand() {
    let dir = TempDir::new().unwrap();
    for (max, unordered) in [(29u64, 1160u64), (100_000, 2_586_528_661_783)] {
        let of = |heaps: u32| {
            let name = format!("heaps-{heaps}-{max}");
            let code = if heaps == 1 {
                "subtraction:squares".to_string()
            } else {
                format!("subtraction:squares,heaps={heaps}")
            };
            let text = format!(
                "[game]\ncode = \"{code}\"\n[range]\nmax = {max}\n[analysis]\nhistogram = true\n[output]\nformats = []\n"
            );
            run(dir.path(), &name, &text);
            let histogram = text_of(&dir.path().join(name).join("histogram.csv"));
            histogram.lines().nth(1).unwrap().split(',').nth(1).unwrap().parse::<u64>().unwrap()
        };
        // If two heaps are equal, the third one has the value 0; if all three are equal, each of them has.
        let (ordered, zeros) = (of(3), of(1));
        let (two_equal, three_equal) = ((max + 1) * zeros, zeros);
        assert_eq!((ordered + 3 * two_equal + 2 * three_equal) / 6, unordered);
    }
}

#[test]
fn components_with_a_period_work_at_any_range() {
    let dir = TempDir::new().unwrap();
    let text = |max: u64| {
        format!(
            "[game]\ncode = \"sum:octal:0.77+subtraction:1,2\"\n[range]\nmax = {max}\n[analysis]\nhistogram = true\n[output]\nformats = []\n\
             [expect]\nat.\"{max},{max}\" = {}\n[solve]\nmemory = \"256 MiB\"\n",
            kayles(max) ^ (max % 3) as u32
        )
    };
    run(dir.path(), "far", &text(2_000_000_000));
    let (_, message) = {
        let text = "[game]\ncode = \"octal:0.77,heaps=4\"\n[range]\nmax = 1000000\n[output]\nformats = []\n";
        fs::write(dir.path().join("large.toml"), text).unwrap();
        expect_exit(dir.path(), &["run", "large.toml"], 3)
    };
    assert!(message.contains("fewer than 2^63 positions"), "{message}");
}

/// The values of Kayles for n >= 71, where they have the period 12 (Guy and Smith 1956).
fn kayles(n: u64) -> u32 {
    [4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7][(n % 12) as usize]
}

/// The list of all coordinates may be used in only one of the two expressions.
#[test]
fn what_is_summed_may_use_what_the_condition_does_not() {
    let dir = TempDir::new().unwrap();
    for (measure, words) in [("--sum", "34"), ("--largest", "3")] {
        for condition in ["h1 <= 3", "max(h) <= 3"] {
            let arguments = ["count", "nim:2", condition, measure, "max(h)", "--max", "3"];
            let (text, _) = expect_exit(dir.path(), &arguments, 0);
            assert!(text.contains(words) && !text.contains("Not applicable"), "{arguments:?}: {text}");
        }
    }
}
