//! Runs of the real program: what it writes, when it writes again, and that the results depend only on the config.

use crate::common::{expect_exit, project, signed, stops};
use grundy::config::Work;
use grundy::sweep::Expected;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

const KAYLES: &str = include_str!("../../configs/octal/kayles.toml");

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let name = |entry: &fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
    entries.filter(|e| name(e) != "manifest.json").map(|e| (name(&e), fs::read(e.path()).unwrap())).collect()
}

#[test]
fn kayles_end_to_end() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    fs::write(root.join("kayles.toml"), KAYLES).unwrap();
    let (out, err) = expect_exit(root, &["run", "kayles.toml"], 0);
    assert_eq!(out, "data/runs/kayles\n");
    assert!(err.contains("period 12 from n = 71 proved (guy-smith), 5 of 5 checks agree"), "{err}");
    assert_eq!(err.lines().count(), 1, "one line a job: {err}");
    let run = root.join("data/runs/kayles");
    let values = read(&run.join("values.csv"));
    assert_eq!(values.lines().count(), 100_002);
    assert!(values.starts_with("n,value\n0,0\n1,1\n2,2\n3,3\n4,1\n"));
    let b_file = read(&run.join("b-file.txt"));
    assert!(b_file.starts_with("0 0\n1 1\n") && b_file.ends_with("\n100000 1\n"));
    let header = "game,play,value,max,preperiod,period,saltus,status,theorem,checked_to,max_value\n";
    let row = "octal:0.77,normal,grundy,100000,71,12,0,proved,guy-smith,166,8\n";
    assert_eq!(read(&run.join("periods.csv")), format!("{header}{row}"));
    let report = read(&run.join("report.md"));
    for fragment in ["# Kayles", "**proved**", "Guy and Smith 1956", "71 <= n <= 154", "7\u{307}, 4, 1", "2\u{307}\n"] {
        assert!(report.contains(fragment), "{fragment}\n{report}");
    }
    let (out, _) = expect_exit(root, &["verify", "data/runs/kayles"], 0);
    assert!(out.contains("checksums agree") && out.contains("recomputed by the oracle"), "{out}");
    let (out, _) = expect_exit(root, &["period", "octal:0.77", "--max", "100000"], 0);
    assert_eq!(out, format!("{header}{row}"));
}

#[test]
fn a_bar_is_drawn_where_it_is_asked_for() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("k.toml"), KAYLES).unwrap();
    for (when, bar) in [("auto", false), ("never", false), ("always", true)] {
        let (_, err) = expect_exit(folder.path(), &["run", "k.toml", "--out", "r", "--fresh", "--progress", when], 0);
        assert_eq!(err.contains("% of"), bar, "{when}: {err}");
        assert_eq!(err.contains("period 12"), when != "never", "{when}: {err}");
    }
}

#[test]
fn a_folder_is_up_to_date_or_replaced() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let write = |text: &str| fs::write(root.join("k.toml"), text).unwrap();
    write(KAYLES);
    expect_exit(root, &["run", "k.toml", "--out", "r"], 0);
    let stamp = |name: &str| fs::metadata(root.join("r").join(name)).unwrap().modified().unwrap();
    let first = stamp("values.csv");
    let (_, err) = expect_exit(root, &["run", "k.toml", "--out", "r"], 0);
    assert!(err.contains("up to date"), "{err}");
    assert_eq!(stamp("values.csv"), first);
    expect_exit(root, &["run", "k.toml", "--out", "r", "--fresh"], 0);
    assert_ne!(stamp("values.csv"), first);
    // A new version of the config replaces the results, and removes those that it no longer asks for.
    write(&KAYLES.replace("max = 100_000", "max = 1_000").replace("\"b-file\", ", ""));
    expect_exit(root, &["run", "k.toml", "--out", "r"], 0);
    assert_eq!(read(&root.join("r/values.csv")).lines().count(), 1002);
    assert!(!root.join("r/b-file.txt").exists());
    // A missing file is written again, and the leftovers of a killed run are removed.
    fs::remove_file(root.join("r/values.csv")).unwrap();
    fs::write(root.join("r/.partial-x"), "half").unwrap();
    expect_exit(root, &["run", "k.toml", "--out", "r"], 0);
    assert!(root.join("r/values.csv").exists() && !root.join("r/.partial-x").exists());
}

#[test]
fn failed_checks_are_told_and_results_written() {
    let folder = TempDir::new().unwrap();
    let wrong = KAYLES.replace("period = 12", "period = 13").replace("[0, 1, 2, 3, 1,", "[0, 1, 2, 3, 7,");
    fs::write(folder.path().join("k.toml"), wrong).unwrap();
    let (_, err) = expect_exit(folder.path(), &["run", "k.toml", "--out", "r"], 1);
    assert!(err.contains("2 of 5 checks failed") && err.contains("period: expected 13, found 12"), "{err}");
    let checks = read(&folder.path().join("r/checks.csv"));
    assert!(checks.contains("period,13,12,false"), "{checks}");
    assert!(folder.path().join("r/values.csv").exists());
    let (_, err) = expect_exit(folder.path(), &["verify", "r"], 1);
    assert!(err.contains("period: expected 13"), "{err}");
}

#[test]
fn a_batch_goes_on_after_a_failure() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    fs::write(root.join("good.toml"), KAYLES).unwrap();
    fs::write(root.join("large.toml"), KAYLES.replace("100_000", "1_000_000_000_000_000")).unwrap();
    fs::write(root.join("wrong.toml"), KAYLES.replace("preperiod = 71", "preperiod = 70")).unwrap();
    let (_, err) = expect_exit(root, &["run", "large.toml", "wrong.toml", "good.toml", "--out", "all"], 1);
    assert!(err.contains("2 of 3 jobs failed"), "{err}");
    let summary = read(&root.join("all/summary.csv"));
    let lines: Vec<&str> = summary.lines().collect();
    assert_eq!(lines[0], "job,game,play,value,max,preperiod,period,status,checks_failed,error");
    assert!(
        lines[1].starts_with("large,octal:0.77,normal,grundy,1000000000000000,,,,,\"") && lines[1].contains("max-rows")
    );
    assert_eq!(lines[2], "wrong,octal:0.77,normal,grundy,100000,71,12,proved,1,");
    assert_eq!(lines[3], "good,octal:0.77,normal,grundy,100000,71,12,proved,0,");
    assert!(root.join("all/good/values.csv").exists() && !root.join("all/large").exists());
}

/// Every format and analysis at once.
fn everything(code: &str, max: u64, kernel: &str) -> String {
    let line = code != "nim:2";
    let formats = if line {
        "\"csv\", \"list\", \"b-file\", \"report\", \"table\""
    } else {
        "\"csv\", \"list\", \"report\", \"table\", \"antidiagonals\", \"triangle\""
    };
    format!(
        "[game]\ncode = \"{code}\"\n[range]\nmax = {max}\n[solve]\nvalue = \"grundy\"\nkernel = \"{kernel}\"\n\
         [analysis]\nperiod = {line}\nzeros = true\nrecords = true\nfirst-occurrence = true\nhistogram = true\n\
         counts = [\"max\", \"total\"]\n[output]\nformats = [{formats}]\n"
    )
}

#[test]
fn bytes_do_not_depend_on_threads_or_kernel() {
    let games = [
        ("octal:0.77", 3000),
        ("octal:0.165", 600),
        ("subtraction:2,5,7", 5000),
        ("nim:2", 40),
        ("nim:1", 500),
        ("circle:1,2", 150),
        ("building-nim:3", 20),
    ];
    for (code, max) in games {
        let folder = TempDir::new().unwrap();
        let mut runs = Vec::new();
        for kernel in ["auto", "strata", "oracle"] {
            for threads in ["1", "2", "7"] {
                // The report contains the config, and so the name of the kernel: remove the name before comparing.
                fs::write(folder.path().join("k.toml"), everything(code, max, kernel)).unwrap();
                let out = format!("{kernel}-{threads}");
                expect_exit(folder.path(), &["run", "k.toml", "--out", &out, "--threads", threads], 0);
                let mut files = files(&folder.path().join(&out));
                let report = String::from_utf8(files.remove("report.md").unwrap()).unwrap();
                files.insert("report.md".into(), report.replace(&format!("\"{kernel}\""), "KERNEL").into_bytes());
                runs.push((out, files));
            }
        }
        for (name, files) in &runs {
            assert_eq!(files.keys().collect::<Vec<_>>(), runs[0].1.keys().collect::<Vec<_>>());
            for (file, bytes) in files {
                assert!(*bytes == runs[0].1[file], "{code}: {file} of {name} differs from that of {}", runs[0].0);
            }
        }
    }
}

#[test]
fn lines_of_tables_and_orbits_of_zeros() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let config = |more: &str| {
        format!(
            "[game]\ncode = \"wythoff\"\n[range]\nmax = 200\n[analysis]\nzeros = true\n{more}[output]\nformats = []\n"
        )
    };
    fs::write(root.join("lines.toml"), config("rows = [0, 1, 2, 1]\ncolumns = [1]\ndiagonal = true\n")).unwrap();
    expect_exit(root, &["run", "lines.toml", "--out", "lines"], 0);
    let lines = read(&root.join("lines/lines.csv"));
    assert!(
        lines.starts_with("n,row 0,row 1,row 2,column 1,diagonal\n0,0,1,2,1,0\n1,1,2,0,2,2\n2,2,0,1,0,1\n"),
        "{lines}"
    );
    assert_eq!(lines.lines().count(), 202);
    let periods = read(&root.join("lines/line_periods.csv"));
    let proved = |line: &str| format!("{line},0,3,3,proved,arithmetic-kinds,11\n");
    let expected = format!(
        "line,preperiod,period,saltus,status,theorem,checked_to\nrow 0,0,1,1,proved,arithmetic-kinds,3\n{}{}{}\
         diagonal,,,,none,,200\n",
        proved("row 1"),
        proved("row 2"),
        proved("column 1")
    );
    assert!(periods == expected, "{periods}");

    fs::write(root.join("all.toml"), config("symmetry = \"none\"\n")).unwrap();
    expect_exit(root, &["run", "all.toml", "--out", "all"], 0);
    let (orbits, all) = (read(&root.join("lines/zeros.csv")), read(&root.join("all/zeros.csv")));
    assert!(orbits.starts_with("h1,h2,orbit\n0,0,1\n1,2,2\n3,5,2\n4,7,2\n"), "{orbits}");
    assert!(all.starts_with("h1,h2\n0,0\n1,2\n2,1\n3,5\n"), "{all}");
    let sizes: usize =
        orbits.lines().skip(1).map(|line| line.rsplit(',').next().unwrap().parse::<usize>().unwrap()).sum();
    assert_eq!(sizes, all.lines().count() - 1);
}

/// What `line_periods.csv` says about the lines of a game.
fn lines_of(game: &str, max: u64, keys: &str) -> String {
    let folder = TempDir::new().unwrap();
    let config = format!("[game]\ncode = {game}\n[range]\nmax = {max}\n{keys}[output]\nformats = []\n");
    fs::write(folder.path().join("lines.toml"), config).unwrap();
    expect_exit(folder.path(), &["run", "lines.toml", "--out", "lines"], 0);
    read(&folder.path().join("lines/line_periods.csv"))
}

/// Rows of Wythoff's game (A. Dress, A. Flammenkamp and N. Pink 1999), as a game written as text proves them, too.
#[test]
fn periods_of_rows_are_proved() {
    let rows = "[analysis]\nrows = [3, 4, 5, 6, 7]\ncolumns = [7]\n";
    let found = lines_of("'wythoff'", 250, rows);
    for line in [
        "row 3,8,6,6,proved,arithmetic-kinds,35",
        "row 4,9,12,12,proved,arithmetic-kinds,59",
        "row 5,27,24,24,proved,arithmetic-kinds,123",
        "row 6,37,12,12,proved,arithmetic-kinds,139",
        "row 7,92,24,24,proved,arithmetic-kinds,196",
        "column 7,92,24,24,proved,arithmetic-kinds,196",
    ] {
        assert!(found.contains(&format!("{line}\n")), "{line}: {found}");
    }
    // The same under other names; a table that ends too early; outcomes and misère play, about which nothing is proved.
    assert_eq!(lines_of("'rays:0/1,1/0,1/1'", 250, rows), found);
    assert!(lines_of("'wythoff'", 195, "[analysis]\nrows = [7]\n").contains("row 7,92,24,24,observed,,195\n"));
    assert!(
        lines_of("'wythoff'", 196, "[analysis]\nrows = [7]\n").contains("row 7,92,24,24,proved,arithmetic-kinds,196\n")
    );
    for (game, more) in [("'wythoff'\nplay = 'misere'", ""), ("'wythoff'", "[solve]\nvalue = 'outcome'\n")] {
        let found = lines_of(game, 100, &format!("[analysis]\nrows = [1]\n{more}"));
        assert!(!found.contains("proved"), "{found}");
    }
    // Steps have no saltus, and columns differ from rows.
    let steps = lines_of("'steps:0/1,1/0,2/3'", 60, "[analysis]\nrows = [2, 3]\ncolumns = [2, 3]\n");
    assert!(steps.matches(",proved,kinds,").count() == 4, "{steps}");
}

#[test]
fn tables_are_read_and_damage_is_found() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    fs::write(root.join("t.toml"), everything("octal:0.77", 1000, "auto")).unwrap();
    expect_exit(root, &["run", "t.toml", "--out", "r"], 0);
    let (from_table, _) = expect_exit(root, &["values", "r/table.gnt"], 0);
    assert_eq!(from_table, read(&root.join("r/values.csv")));
    let (cut, _) = expect_exit(root, &["values", "r/table.gnt", "--max", "4", "--format", "list"], 0);
    assert_eq!(cut, "0, 1, 2, 3, 1\n");
    let (told, _) = expect_exit(root, &["verify", "r", "r/table.gnt"], 0);
    assert!(told.contains("1001 values of 4 bits"), "{told}");
    let (_, err) = expect_exit(root, &["verify", "r/values.csv"], 2);
    assert!(err.contains("verify takes the folder of a run"), "{err}");
    expect_exit(root, &["values", "r/table.gnt", "--max", "1001"], 2);
    let (_, err) = expect_exit(root, &["values", "r/table.gnt", "--play", "misere"], 2);
    assert!(err.contains("holds grundy values in normal play"), "{err}");
    let table = fs::read(root.join("r/table.gnt")).unwrap();
    let damage = |name: &str, change: &dyn Fn(&mut Vec<u8>), fragment: &str| {
        let mut bytes = table.clone();
        change(&mut bytes);
        fs::write(root.join("r/table.gnt"), &bytes).unwrap();
        for arguments in [["values", "r/table.gnt"], ["verify", "r/table.gnt"], ["verify", "r"]] {
            let (_, err) = expect_exit(root, &arguments, 5);
            assert!(err.contains(fragment), "{name}: {err}");
        }
    };
    let middle = table.len() - 200;
    damage("a flipped bit", &|bytes| bytes[middle] ^= 4, "checksum does not match");
    damage("a truncated file", &|bytes| bytes.truncate(middle), "truncated");
    damage("a wrong version", &|bytes| bytes[8] = 9, "format version 9");
    damage("something else", &|bytes| bytes.clear(), "not a grundy table");
}

#[test]
fn verify_finds_what_changed() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    // Only one listing, because a second one would reveal the change.
    fs::write(root.join("t.toml"), KAYLES.replace("\"b-file\"", "\"list\"")).unwrap();
    expect_exit(root, &["run", "t.toml", "--out", "r"], 0);
    let values = read(&root.join("r/values.csv"));
    fs::write(root.join("r/values.csv"), values.replace("\n500,", "\n500,1")).unwrap();
    let (_, err) = expect_exit(root, &["verify", "r"], 5);
    assert!(err.contains("values.csv") && err.contains("checksum"), "{err}");
    fs::remove_file(root.join("r/values.csv")).unwrap();
    let (_, err) = expect_exit(root, &["verify", "r"], 5);
    assert!(err.contains("missing"), "{err}");
    // A wrong value with a matching checksum: the oracle finds it.
    expect_exit(root, &["run", "t.toml", "--out", "r"], 0);
    let wrong = values.replace("\n500,", "\n500,1");
    let old = sha256(values.as_bytes());
    fs::write(root.join("r/values.csv"), &wrong).unwrap();
    let manifest = read(&root.join("r/manifest.json"));
    assert!(manifest.contains(&old));
    fs::write(root.join("r/manifest.json"), signed(&manifest.replace(&old, &sha256(wrong.as_bytes())))).unwrap();
    let (_, err) = expect_exit(root, &["verify", "r"], 5);
    assert!(err.contains("the value at 500") && err.contains("oracle"), "{err}");
}

fn sha256(bytes: &[u8]) -> String {
    use sha2::{Digest, Sha256};
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn a_run_without_stored_values_is_verified_by_computing_again() {
    let folder = TempDir::new().unwrap();
    let config = KAYLES.replace("[\"csv\", \"b-file\", \"report\"]", "[\"report\"]");
    fs::write(folder.path().join("k.toml"), config).unwrap();
    expect_exit(folder.path(), &["run", "k.toml", "--out", "r"], 0);
    let (out, _) = expect_exit(folder.path(), &["verify", "r"], 0);
    assert!(out.contains("so all were recomputed") && out.contains("5 expected answers agree"), "{out}");
}

#[test]
fn a_graph_of_a_config_is_found_beside_it_and_its_p_positions_reported() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    fs::create_dir(root.join("games")).unwrap();
    fs::write(root.join("games/g.csv"), "from,to\na,b\nb,c\na,c\nd,\n").unwrap();
    let config = "[game]\nfamily = \"graph\"\nfile = \"g.csv\"\n[output]\nformats = [\"csv\", \"table\", \"report\"]\n";
    fs::write(root.join("games/g.toml"), config).unwrap();
    expect_exit(root, &["run", "games/g.toml", "--out", "r"], 0);
    assert_eq!(read(&root.join("r/values.csv")), "position,value\na,2\nb,1\nc,0\nd,0\n");
    assert!(read(&root.join("r/report.md")).contains("P-positions: c, d."));
    let (printed, _) = expect_exit(root, &["verify", "r", "r/table.gnt"], 0);
    assert!(printed.contains("4 values"), "{printed}");
    // If the content of the file changes, it is another game, and the folder is not up to date.
    fs::write(root.join("games/g.csv"), "from,to\na,b\n").unwrap();
    let (_, err) = expect_exit(root, &["run", "games/g.toml", "--out", "r"], 0);
    assert!(err.contains("2 values"), "{err}");
}

/// The cells of a line of a Markdown table. A bar after a backslash does not separate cells.
fn cells(line: &str) -> Vec<String> {
    let (mut cells, mut letters) = (vec![String::new()], line.trim().trim_start_matches('|').chars());
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => cells.last_mut().unwrap().extend(letters.next()),
            '|' => cells.push(String::new()),
            letter => cells.last_mut().unwrap().push(letter),
        }
    }
    assert_eq!(cells.pop().unwrap(), "", "{line}");
    cells.iter().map(|cell| cell.trim().to_string()).collect()
}

/// The rows of all tables of a report. In each table all rows must have the same number of cells.
fn tables(report: &str) -> Vec<Vec<String>> {
    let lines: Vec<&str> = report.lines().collect();
    let mut tables = Vec::new();
    for block in
        lines.chunk_by(|a, b| a.starts_with('|') && b.starts_with('|')).filter(|block| block[0].starts_with('|'))
    {
        let rows: Vec<Vec<String>> = block.iter().map(|line| cells(line)).collect();
        assert!(rows.iter().all(|row| row.len() == rows[0].len()), "{rows:?}");
        tables.extend(rows);
    }
    tables
}

#[test]
fn no_name_breaks_a_table_of_a_report() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let names = ["c|d", "*x*", "a\\|b", "`e|", "_f_", "<g>"];
    let lines = names.map(|name| format!("root,{name}\n")).concat();
    fs::write(root.join("a|b.csv"), format!("from,to\n{lines}")).unwrap();
    let config = "[game]\ncode = \"graph:a|b.csv\"\n[expect]\nat.\"c|d\" = 0\nzeros = [\"c|d\"]\n[output]\nformats = [\"report\"]\n";
    fs::write(root.join("one.toml"), config).unwrap();
    expect_exit(root, &["run", "one.toml", "--out", "one"], 0);
    let report = read(&root.join("one/report.md"));
    let rows = tables(&report);
    for name in names {
        assert!(rows.contains(&vec![name.to_string(), "0".to_string()]), "{name}: {rows:?}");
    }
    assert!(rows.iter().any(|row| row.len() == 4 && row[0].contains("c|d") && row[3] == "yes"), "{rows:?}");
    let config = "[sweep]\ncode = \"graph:{f}\"\n[sweep.over]\nf = [\"a|b.csv\"]\n[expect]\nat.\"f=a|b.csv\".zeros = 6\n[output]\nformats = [\"report\", \"latex\"]\n";
    fs::write(root.join("many.toml"), config).unwrap();
    expect_exit(root, &["run", "many.toml", "--out", "many"], 0);
    let rows = tables(&read(&root.join("many/sweep.md")));
    let record = ["largest value", "1", "f=a|b.csv", "`graph:a|b.csv`"].map(String::from).to_vec();
    assert!(rows.contains(&record), "{rows:?}");
    assert!(rows.contains(&["zeros at f=a|b.csv", "6", "6", "yes"].map(String::from).to_vec()), "{rows:?}");
}

#[test]
fn a_short_memory_for_the_finder_changes_no_listing() {
    let folder = TempDir::new().unwrap();
    for kernel in ["oracle", "strata"] {
        let config = format!(
            "[game]\ncode = \"subtraction:1,2,3\"\n[range]\nmax = 50_000\n[solve]\nkernel = \"{kernel}\"\nmemory = \"1200 KiB\"\n\
             [analysis]\nperiod = true\n[expect]\nperiod = 4\nstatus = \"proved\"\n[output]\nformats = [\"csv\"]\n"
        );
        fs::write(folder.path().join(format!("{kernel}.toml")), config).unwrap();
        expect_exit(folder.path(), &["run", &format!("{kernel}.toml"), "--out", kernel], 0);
    }
    let values = |kernel: &str| read(&folder.path().join(kernel).join("values.csv"));
    assert_eq!(values("oracle").lines().count(), 50_002);
    assert!(values("oracle") == values("strata"));
}

#[test]
fn two_runs_do_not_share_a_folder() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    fs::write(root.join("long.toml"), everything("grundys-game", 400_000, "oracle")).unwrap();
    let start = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
        command.current_dir(root).args(["run", "long.toml", "--out", "r"]).stderr(Stdio::null()).spawn().unwrap()
    };
    let mut first = start();
    let started = Instant::now();
    while !root.join("r/.lock").exists() && started.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::sleep(Duration::from_millis(200));
    let (_, err) = expect_exit(root, &["run", "long.toml", "--out", "r"], 2);
    assert!(err.contains("another run is writing"), "{err}");
    first.kill().unwrap();
    first.wait().unwrap();
    // The leftovers of the killed run do not prevent the next one.
    fs::write(root.join("long.toml"), everything("grundys-game", 400, "auto")).unwrap();
    expect_exit(root, &["run", "long.toml", "--out", "r"], 0);
    assert!(files(&root.join("r")).keys().all(|name| !name.starts_with('.')));
}

#[test]
fn misere_play_of_splitting_games_by_multisets() {
    let here = TempDir::new().unwrap();
    let (kayles, _) =
        expect_exit(here.path(), &["values", "octal:0.77", "--max", "20", "--play", "misere", "--format", "list"], 0);
    // Winning Ways ch. 13: heaps of misère Kayles are P-positions exactly for 1, 4, 9, 12, 20.
    assert_eq!(kayles, "N, P, N, N, P, N, N, N, N, P, N, N, P, N, N, N, N, N, N, N, P\n");
}

#[test]
#[cfg(target_os = "linux")]
fn closed_outputs_do_no_harm() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("k.toml"), KAYLES).unwrap();
    let full = || fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    let status =
        command.current_dir(folder.path()).args(["run", "k.toml", "--out", "r"]).stdout(full()).stderr(full()).status();
    assert_eq!(status.unwrap().code(), Some(4));
    expect_exit(folder.path(), &["verify", "r"], 0);
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    let status = command.args(["values", "nim:q", "--max", "3"]).stderr(full()).status();
    assert_eq!(status.unwrap().code(), Some(2));
}

#[test]
fn numbers_at_the_end_of_64_bits() {
    let here = TempDir::new().unwrap();
    for code in
        ["subtraction:18446744073709551615", "subtraction:1,18446744073709551615", "divisor:18446744073709551615"]
    {
        expect_exit(here.path(), &["values", code, "--max", "5"], 0);
        expect_exit(here.path(), &["period", code, "--max", "5", "--play", "misere"], 0);
    }
}

#[test]
fn values_to_standard_output() {
    let here = TempDir::new().unwrap();
    let run = |arguments: &[&str]| expect_exit(here.path(), arguments, 0).0;
    assert_eq!(run(&["values", "octal:0.77", "--max", "5", "--format", "list"]), "0, 1, 2, 3, 1, 4\n");
    assert_eq!(run(&["values", "divisor:prime-powers", "--max", "4", "--format", "b-file"]), "1 0\n2 1\n3 1\n4 2\n");
    assert_eq!(run(&["values", "nim:2", "--max", "1"]), "h1,h2,value\n0,0,0\n0,1,1\n1,0,1\n1,1,0\n");
    assert_eq!(run(&["values", "building-nim:3", "--max", "4", "--format", "list"]), "P, P, P, P, N\n");
    assert_eq!(
        run(&["values", "subtraction:1,2", "--max", "4", "--play", "misere", "--format", "list"]),
        "N, P, N, N, P\n"
    );
    assert_eq!(run(&["values", "octal:0.3", "--max", "3", "--play", "misere", "--format", "list"]), "N, P, N, P\n");
    assert_eq!(run(&["values", "octal:0.77", "--max", "2", "--value", "outcome", "--format", "list"]), "P, N, N\n");
    assert!(run(&["list"]).contains("building-nim"));
    let octal = run(&["list", "octal"]);
    assert!(octal.contains("guy-smith") && octal.contains("octal:0.77") && octal.contains("strata"), "{octal}");
    assert!(
        octal.contains("    0, 1, 2, 3, 1, 4, 3, 2, 1, 4\n") && octal.contains("1 + 8; 2 + 7; 3 + 6; 4 + 4"),
        "{octal}"
    );
    let help = run(&["--help"]).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(help.contains("130 interrupted"), "{help}");
}

#[test]
#[cfg(unix)]
fn a_signal_leaves_no_half_written_file() {
    for signal in ["-INT", "-TERM"] {
        let folder = TempDir::new().unwrap();
        let root = folder.path();
        fs::write(root.join("long.toml"), everything("grundys-game", 400_000, "oracle")).unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_grundy"))
            .current_dir(root)
            .args(["run", "long.toml", "--out", "a/b"])
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let started = Instant::now();
        while !root.join("a/b").exists() && started.elapsed() < Duration::from_secs(20) {
            std::thread::sleep(Duration::from_millis(20));
        }
        std::thread::sleep(Duration::from_millis(300));
        stops::signal(&child, signal);
        assert_eq!(child.wait().unwrap().code(), Some(130), "{signal}");
        assert!(!root.join("a").exists(), "the folders it made are gone too");
    }
}

#[test]
fn every_config_of_the_project_parses_and_expects_something() {
    let mut seen = 0;
    for family in fs::read_dir(project().join("configs")).unwrap().map(|entry| entry.unwrap().path()) {
        let files = fs::read_dir(&family).unwrap().map(|entry| entry.unwrap().path());
        for path in files.filter(|path| path.extension().is_some_and(|extension| extension == "toml")) {
            seen += 1;
            let work = grundy::config::load(&path).unwrap_or_else(|error| panic!("{error}"));
            if family.ends_with("conjectures") {
                says_what_it_claims(&path, &work);
                continue;
            }
            let job = match work {
                Work::Job(job) => job,
                Work::Sweep(sweep) => {
                    let place = ["sweeps", "records", "patterns"].iter().any(|place| family.ends_with(place));
                    assert!(place && sweep.plan.expect != Expected::default(), "{}", path.display());
                    continue;
                }
            };
            assert!(!job.expect.is_empty(), "{} expects nothing", path.display());
            let records = family.ends_with("records");
            // Games of several kinds of heaps are written by hand; a pattern or a misère quotient may be that of any
            // game.
            let folder = family.file_name().unwrap().to_string_lossy();
            let named = job.family.name == folder
                || (folder == "kinds" && job.family.name == "custom")
                || ["patterns", "misere"].contains(&&*folder);
            assert!(records || named, "{}", path.display());
        }
    }
    for family in grundy::games::FAMILIES {
        let name = &family.name;
        assert!(project().join(format!("configs/{name}")).is_dir(), "{name} has no config in configs/{name}/");
        for file in [format!("data/known/{name}.toml"), format!("docs/families/{name}.md")] {
            assert!(project().join(&file).is_file(), "{name} has no {file}");
        }
    }
    assert!(seen >= 20);
}

/// A config of conjectures must start with a comment that says whether it is a theorem, a conjecture, or
/// false, and must expect a verdict for each conjecture.
fn says_what_it_claims(path: &std::path::Path, work: &Work) {
    let conjectures = match work {
        Work::Job(job) => job.conjectures().statements,
        Work::Sweep(sweep) => &sweep.plan.settings.conjectures,
    };
    let expected = conjectures.iter().all(|conjecture| conjecture.expect.is_some());
    assert!(!conjectures.is_empty() && expected, "{}", path.display());
    let text = fs::read_to_string(path).unwrap();
    let kinds = ["# A theorem (", "# A conjecture", "# False"];
    assert!(kinds.iter().any(|kind| text.starts_with(kind)), "{} does not say what it is", path.display());
}
