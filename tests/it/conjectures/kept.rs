//! Which counterexamples are kept: the first ones, or those with extreme values; what is shown of them.

use super::*;

/// The largest values come first, of equal ones the first; both sides of the comparison are shown, in JSON as numbers.
#[test]
fn counterexamples_with_the_largest_values_are_kept() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let check = |more: &[&str]| {
        let arguments = ["check", "kayles", "g(n) + 1 < n % 3", "--max", "5000"];
        expect_exit(root, &[&arguments[..], more].concat(), 1).0
    };
    assert!(check(&[]).contains("The first counterexample is n=0: g(n) = 0, g(n) + 1 = 1, n % 3 = 0."));
    let json: serde_json::Value = serde_json::from_str(&check(&["--largest", "g(n)", "--json"])).unwrap();
    let examples = json["counterexamples"].as_array().unwrap();
    assert_eq!(examples.len(), 1000);
    let number = |one: &serde_json::Value, name: &str| one[name].as_i64().unwrap();
    let pairs: Vec<(i64, i64)> = examples.iter().map(|one| (number(one, "g(n)"), number(one, "n"))).collect();
    assert!(pairs.windows(2).all(|pair| (-pair[0].0, pair[0].1) < (-pair[1].0, pair[1].1)), "{pairs:?}");
    assert_eq!(pairs[0].0, 8, "the largest value of Kayles where that fails");
    let smallest = check(&["--smallest", "n % 7 - 3"]);
    assert!(
        smallest.contains("The counterexample with the smallest `n % 7 - 3` is n=0: g(n) = 0, n % 7 - 3 = -3"),
        "{smallest}"
    );
    let (_, err) = expect_exit(root, &["check", "kayles", "g(n) < 2", "--max", "9", "--largest", "h(n)"], 2);
    assert!(err.contains("h(n)"), "{err}");
    expect_exit(root, &["check", "kayles", "g(n) < 2", "--max", "9", "--largest", "n", "--smallest", "n"], 2);
}

/// Of a sweep, whatever the threads and shards: the extreme rows, and the extreme terms of all games.
#[test]
fn extreme_counterexamples_of_a_sweep_do_not_depend_on_threads_or_shards() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let text = "[sweep]\ncode = \"subtraction:{a},{b}\"\nwhere = \"a < b\"\n[sweep.over]\na = \"1..=30\"\nb = \"1..=60\"\n\
                [range]\nmax = 300\n[analysis]\nperiod = true\n\
                [[conjecture]]\nname = \"rows\"\nholds = \"period < a + b\"\nlargest = \"period - a\"\n\
                [[conjecture]]\nname = \"terms\"\nover = \"terms\"\nholds = \"g(n) < 2\"\nsmallest = \"a - n\"\n";
    fs::write(root.join("job.toml"), text).unwrap();
    expect_exit(root, &["run", "job.toml", "--out", "one", "--threads", "1"], 1);
    expect_exit(root, &["run", "job.toml", "--out", "four", "--threads", "4"], 1);
    for part in ["1/3", "2/3", "3/3"] {
        expect_exit(root, &["run", "job.toml", "--out", "merged", "--shard", part], 0);
    }
    expect_exit(root, &["merge", "merged"], 1);
    for name in ["rows", "terms"] {
        let of = |out: &str| fs::read_to_string(root.join(out).join(format!("counterexamples/{name}.csv"))).unwrap();
        let one = of("one");
        assert_eq!((&one, &one), (&of("four"), &of("merged")), "{name}");
        let mut reader = csv::Reader::from_reader(one.as_bytes());
        let measure =
            reader.headers().unwrap().iter().position(|name| name == "period - a" || name == "a - n").unwrap();
        let values: Vec<i64> = reader.records().map(|row| row.unwrap()[measure].parse().unwrap()).collect();
        assert!(!values.is_empty() && values.len() <= 1000, "{}", values.len());
        let sorted = values.windows(2).all(|pair| if name == "rows" { pair[0] >= pair[1] } else { pair[0] <= pair[1] });
        assert!(sorted, "{values:?}");
    }
    expect_exit(root, &["verify", "one"], 0);
    let both = text.replace("largest = ", "smallest = \"a\"\nlargest = ");
    fs::write(root.join("job.toml"), both).unwrap();
    let (_, err) = expect_exit(root, &["run", "job.toml", "--out", "two"], 2);
    assert!(err.contains("`largest` and `smallest` are both given"), "{err}");
}

/// Lists and sets of sweeps on the command line, and one size as a number or as a text.
#[test]
fn sweeps_take_lists_and_sets_on_the_command_line() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let rows = |over: &str, code: &str| {
        let (out, _) = expect_exit(root, &["sweep", code, "--over", over, "--max", "200"], 0);
        out.lines()
            .skip(1)
            .map(|line| line.split(',').next().unwrap().trim_matches('"').to_string())
            .collect::<Vec<_>>()
    };
    assert_eq!(rows("d=[\"77\", \"07\"]", "octal:0.{d}"), ["octal:0.77", "octal:0.07"]);
    assert_eq!(rows("a=[4, 1]", "subtraction:1,{a}").len(), 2);
    let sizes =
        ["{ subsets-of = 5, size = 4 }", "{ subsets-of = 5, size = \"4\" }", "{ subsets-of = 5, size = \"4..=4\" }"];
    assert!(sizes.iter().all(|set| rows(&format!("S={set}"), "subtraction:{S}").len() == 5));
    for (over, wrong) in [
        ("d=[\"77\"", "as in a config"),
        ("d=[[1]]", "neither a number nor a text"),
        ("S={ sub = 5 }", "neither sets nor digits"),
    ] {
        let (_, err) = expect_exit(root, &["sweep", "octal:0.{d}", "--over", over, "--max", "9"], 2);
        assert!(err.contains(wrong), "{err}");
    }
}
