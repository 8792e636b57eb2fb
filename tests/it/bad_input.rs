//! Every way to misuse the program: the message gives cause and remedy, the exit code is the documented one,
//! nothing panics, and nothing is written.

use crate::common::{expect_exit, signed};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

const GAME: &str = "[game]\ncode = \"octal:0.77\"\n";
const RANGE: &str = "[range]\nmax = 100\n";

/// Runs a config that must fail; the message must contain every fragment.
fn refuse(config: &str, code: i32, fragments: &[&str]) {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("bad.toml"), config).unwrap();
    let (_, err) = expect_exit(folder.path(), &["run", "bad.toml", "--out", "results"], code);
    for fragment in fragments {
        assert!(err.contains(fragment), "{config}\n---\n{err}\n--- lacks {fragment:?}");
    }
    assert!(!folder.path().join("results").exists(), "a folder was left behind by\n{config}");
}

/// A config with a wrong `[game]` section; the message must give this line and column.
fn refuse_game(game: &str, place: &str, fragments: &[&str]) {
    let place = format!("bad.toml:{place}");
    refuse(&format!("[game]\n{game}\n{RANGE}"), 2, &[&[place.as_str()], fragments].concat());
}

#[test]
fn a_bad_value_in_game_is_blamed_on_its_own_key() {
    refuse_game("family = \"nim\"\nheaps = 0", "3:9", &["`heaps` cannot be 0", "from 1 to 32"]);
    refuse_game("family = \"nim\"\nheaps = -3", "3:9", &["`heaps` cannot be -3"]);
    refuse_game("family = \"nim\"\nheaps = \"many\"", "3:10", &["`heaps` cannot be many"]);
    refuse_game("family = \"nim\"\nheaps = true", "3:9", &["`heaps` cannot be true"]);
    refuse_game("family = \"nim\"\nheaps = 3.5", "3:9", &["`heaps` cannot be a decimal fraction"]);
    refuse_game("family = \"nim\"\nheaps = [2, 3]", "3:1", &["one value, not a list"]);
    refuse_game("family = \"nim\"\nstacks = 3", "3:1", &["unknown key `stacks`", "`heaps`"]);
    refuse_game("family = \"nim\"", "2:10", &["`heaps` is missing"]);
    refuse_game("family = \"nim\"\nheaps = 3\nplay = \"fair\"", "4:8", &["`fair` is not a play", "`misere`"]);
    refuse_game("family = 3", "2:10", &["not a string"]);
    refuse_game("family = \"nmm\"\nheaps = 3", "2:10", &["there is no family `nmm`", "did you mean `nim`"]);
    refuse_game("code = \"nim:3\"\nheaps = 3", "3:1", &["cannot be combined with `code`"]);
    refuse_game("code = \"nim:3\"\nfamily = \"nim\"", "3:10", &["both `code` and `family`"]);
    refuse_game("play = \"normal\"", "1:1", &["names no game", "octal:0.77"]);
}

#[test]
fn sets_and_codes() {
    refuse_game("family = \"subtraction\"\nset = []", "2:10", &["`set` is empty", "1,2,3"]);
    refuse_game("family = \"subtraction\"\nset = [0]", "3:7", &["`set` cannot be 0"]);
    refuse_game("family = \"subtraction\"\nset = [2, 0, 4]", "3:7", &["`set` cannot be 0"]);
    refuse_game("family = \"subtraction\"\nset = \"sqares\"", "3:8", &["did you mean `squares`"]);
    refuse_game("code = \"subtraction:\"", "2:", &["`set` is missing"]);
    refuse_game("code = \"subtraction:1,,3\"", "2:23", &["`set` cannot be empty"]);
    refuse_game("code = \"octal:0.7G\"", "2:18", &["`G` is not a digit", "0-9 and A-F"]);
    refuse_game("code = \"octal:3.77\"", "2:15", &["d0 cannot be `3`", "0, 4, 8 or C"]);
    refuse_game("code = \"octal:77\"", "2:15", &["no point"]);
    refuse_game("code = \"octal:0.7(3\"", "2:", &["not closed"]);
    refuse_game("family = \"octal\"\ndigits = \"0.7G\"", "3:14", &["`G` is not a digit"]);
    refuse_game("family = \"octal\"\ndigits = 0.77", "3:10", &["put it in quotes"]);
    refuse_game("code = \"circular-nim:n=0,k=1\"", "2:24", &["`n` cannot be 0"]);
    refuse_game("family = \"circular-nim\"\nn = 3\nk = 4", "4:5", &["`k` cannot be 4", "from 1 to 3"]);
    refuse_game("code = \"circle:0\"", "2:16", &["`take` cannot be 0"]);
    refuse_game("code = \"divisor:1\"", "2:17", &["`divisors` cannot be 1"]);
    refuse_game("code = \"divisor\"", "2:", &["exactly one of `divisors` and `of`"]);
    refuse_game("code = \"building-nim:0\"", "2:22", &["`piles` cannot be 0"]);
    refuse_game("code = \"rays:0/0\"", "2:14", &["`0/0` is not a vector"]);
    refuse_game("code = \"rays:1/0,1\"", "2:18", &["this vector has 1 component, but the first has 2"]);
    refuse_game("code = \"equal-take-nim:1\"", "2:24", &["`heaps` cannot be 1"]);
    refuse_game("code = \"moore-nim:heaps=3,k=4\"", "2:29", &["`k` cannot be 4", "from 1 to 3"]);
    refuse_game("code = \"moore-nim:3,2,0\"", "2:23", &["`limit` cannot be 0"]);
    refuse_game("code = \"coin-turning:rulers\"", "2:22", &["did you mean `ruler`"]);
    refuse_game("code = \"sum:nim:1\"", "2:13", &["at least two games"]);
    refuse_game("code = \"sum:nim:1+nmi:2\"", "2:19", &["there is no family `nmi`", "did you mean `nim`"]);
    refuse_game("code = \"octal:0.77,heaps=0\"", "2:26", &["`heaps` cannot be 0"]);
    refuse_game("code = \"all-but:0\"", "2:17", &["`set` cannot be 0"]);
    refuse_game("code = \"chomp\"", "2:", &["`rows` is missing"]);
    refuse_game("code = \"graph:absent.csv\"", "2:15", &["cannot read absent.csv"]);
    refuse_game("code = \"grundys-game:3\"", "2:22", &["too many arguments", "as key=value: `heaps`"]);
}

#[test]
fn other_sections() {
    refuse(&format!("{GAME}[range]\nmx = 3\n"), 2, &["bad.toml:4:1", "unknown key `mx`", "`max`"]);
    refuse(&format!("{GAME}[range]\nmax = \"ten\"\n"), 2, &["bad.toml:4:7", "invalid type"]);
    refuse(&format!("{GAME}[range]\nmax = -1\n"), 2, &["bad.toml:4:7"]);
    refuse(GAME, 2, &["there is no [range] section"]);
    refuse(RANGE, 2, &["there is no [game] section"]);
    refuse("", 2, &["there is no [game] section"]);
    refuse("[game\n", 2, &["bad.toml:1"]);
    let with = |section: &str| format!("{GAME}{RANGE}{section}");
    refuse(&with("[solver]\nx = 1\n"), 2, &["unknown key `solver`"]);
    refuse(&with("[solve]\nkernel = \"fast\"\n"), 2, &["bad.toml:6:10", "there is no kernel `fast`", "`strata`"]);
    refuse(&with("[solve]\nvalue = \"nimber\"\n"), 2, &["one of `grundy`, `outcome`, `remoteness` and `suspense`"]);
    refuse(&with("[solve]\nmemory = \"lots\"\n"), 2, &["`memory` is not an amount", "8 GiB"]);
    refuse(&with("[output]\nformats = [\"cvs\"]\n"), 2, &["bad.toml:6:12", "did you mean `csv`"]);
    refuse(&with("[output]\nformats = [\"triangle\"]\n"), 2, &["`triangle` cannot be written", "two coordinates"]);
    refuse(&with("[analysis]\ncounts = [\"size\"]\n"), 2, &["`max` or `total`"]);
    refuse(&with("[analysis]\nperiods = true\n"), 2, &["unknown key `periods`"]);
    refuse(&with("[expect]\nprefix = [\"P\"]\n"), 2, &["bad.toml:6:10", "`P` is not a value"]);
    refuse(&with("[expect]\nat.\"101\" = 2\n"), 2, &["there is no row \"101\"", "from 0 to 100"]);
    refuse(&with("[expect]\nat.\"1,2\" = 2\n"), 2, &["there is no row \"1,2\""]);
    refuse(&with("[expect]\nstatus = \"sure\"\n"), 2, &["`proved`, `observed` or `none`"]);
    refuse(&with("[expect]\nzeros = \"none\"\n"), 2, &["`zeros` is neither"]);
    refuse(&with("[analysis]\nrows = [1]\n"), 2, &["there is no row 1", "two coordinates"]);
    refuse(&with("[analysis]\ndiagonal = true\n"), 2, &["there is no diagonal"]);
    refuse(&with("[analysis]\nsymmetry = \"all\"\n"), 2, &["there is no symmetry `all`", "`none`"]);
    let table = "[game]\ncode = \"wythoff\"\n[range]\nmax = 9\n[analysis]\ncolumns = [3, 10]\n";
    refuse(table, 2, &["there is no column 10", "columns 0 to 9"]);
    refuse(&with("[expect]\nzeros = []\n"), 2, &["`zeros` is neither"]);
    let boxed = "[game]\ncode = \"nim:2\"\n[range]\nmax = 9\n[expect]\nperiod = 3\n";
    refuse(boxed, 2, &["bad.toml:6:10", "not a sequence"]);
    refuse(
        "[game]\ncode = \"nim:2\"\n[range]\nmax = 9\n[analysis]\nperiod = true\n",
        2,
        &["bad.toml:6:10", "cannot be asked for a period"],
    );
    refuse(
        "[game]\ncode = \"nim:2\"\n[range]\nmax = 9\n[output]\nformats = [\"b-file\"]\n",
        2,
        &["several coordinates"],
    );
    refuse("[game]\ncode = \"divisor:all\"\n[range]\nmax = 0\n", 2, &["bad.toml:4:7", "nothing to compute"]);
}

/// What a person means is said where it can be guessed.
#[test]
fn near_misses_are_met_with_a_suggestion() {
    let moves = |line: &str| format!("family = \"custom\"\nmoves = [\"{line}\"]");
    // Expressions as Python and other languages write them.
    refuse_game(&moves("n -> n // 2 when n > 0"), "3:18", &["there is no operator `//`", "`/` already rounds down"]);
    refuse_game(
        &moves("n -> n - 1 if n > 0"),
        "3:22",
        &["`if` can only follow `for`", "write `when` for the condition"],
    );
    refuse_game(&moves("n -> n - K when n > K"), "3:", &["there is no variable `K`", "`parameters`", "{ K = 3 }"]);
    let with = |section: &str| format!("{GAME}{RANGE}{section}");
    let if_else = with("[[conjecture]]\nname = \"c\"\nholds = \"g(n) < 9 if n > 2\"\n");
    refuse(&if_else, 2, &["bad.toml:7:19", "`if` can only follow `for`", "`A implies B`"]);
    // Sections and keys.
    for (section, key, near) in [
        ("[analyse]\nperiod = true\n", "analyse", "analysis"),
        ("[outputs]\nformats = []\n", "outputs", "output"),
        ("[expects]\nperiod = 12\n", "expects", "expect"),
        ("[[conjectures]]\nname = \"c\"\n", "conjectures", "conjecture"),
        ("[solve]\nkernal = \"auto\"\n", "kernal", "kernel"),
        ("[output]\nformat = [\"csv\"]\n", "format", "formats"),
        ("[output]\nmax_rows = 3\n", "max_rows", "max-rows"),
        ("[expect]\nmax-values = 3\n", "max-values", "max-value"),
        ("[[conjecture]]\nname = \"c\"\nhold = \"n > 1\"\n", "hold", "holds"),
    ] {
        refuse(&with(section), 2, &[&format!("unknown key `{key}`"), &format!("did you mean `{near}`?")]);
    }
    refuse(&format!("{GAME}[ranges]\nmax = 3\n"), 2, &["unknown key `ranges`", "did you mean `range`?"]);
    refuse(
        &format!("{GAME}[range]\nmax = 3\nspan = 2\n"),
        2,
        &["unknown key `span`", "the keys here are `max` and `where`"],
    );
    let sweep = |more: &str| {
        let over = "over.a = \"2..=3\"\n";
        format!("[sweep]\ncode = \"subtraction:1,{{a}}\"\n{over}{RANGE}{more}")
    };
    refuse(&sweep("").replace("over.a", "ovr.a"), 2, &["unknown key `ovr`", "did you mean `over`?"]);
    refuse(&sweep("[expect]\nrow = 2\n"), 2, &["`row` cannot be expected of a sweep", "did you mean `rows`?"]);
    let subsets = sweep("").replace("\"2..=3\"", "{ subsets-of = 3, sise = 2 }");
    refuse(&subsets, 2, &["unknown key `sise`", "did you mean `size`?"]);
    // A list is not a text.
    let formats = with("[output]\nformats = \"csv, report\"\n");
    refuse(&formats, 2, &["bad.toml:6:11", "expected a list, as in [\"csv\", \"report\"]"]);
    refuse(&with("[expect]\nprefix = 3\n"), 2, &["bad.toml:6:10", "expected a list"]);
    refuse(&format!("range = 3\n{GAME}"), 2, &["bad.toml:1:9", "expected a table"]);
    // Periods that nobody looks for. A game with an expected period needs no key: it is looked for.
    let ask = "set `period = true` in [analysis]";
    let none = "this sweep does not look for periods";
    refuse(&sweep("[expect]\nat.\"a=2\".period = 3\n"), 2, &["there is no column `period`", none, ask]);
    refuse(
        &sweep("[expect]\nproved = 2\n"),
        2,
        &["`proved` counts periods, but this sweep does not look for any", ask],
    );
    let claim = "[[conjecture]]\nname = \"c\"\nholds = \"period > 1\"\n";
    refuse(&sweep(claim), 2, &["there is no variable `period`", ask]);
    refuse(&with(claim), 2, &["it uses the period, but no period is looked for", ask]);
}

#[test]
fn misere_play() {
    let misere = |code: &str, more: &str| format!("[game]\ncode = \"{code}\"\nplay = \"misere\"\n{RANGE}{more}");
    refuse(
        &misere("kayles", "[solve]\nvalue = \"grundy\"\n"),
        2,
        &[
            "bad.toml:7:9",
            "in misère play grundy computes outcomes only, not Grundy values, for games whose moves split",
        ],
    );
    refuse(&misere("coin-turning:ruler", ""), 2, &["two heads on one coin cancel", "only normal play"]);
    refuse(&misere("tartan:ruler*coin-turning:twins", ""), 2, &["two heads on one coin cancel", "only normal play"]);
    // Multisets of heaps: the limit is checked and reported before work starts.
    refuse(
        &misere("octal:0.77", ""),
        3,
        &["play on multisets of heaps up to n = 100", "1642992568 of them", "`memory`"],
    );
    refuse(&misere("grundys-game", ""), 3, &["multisets of heaps"]);
}

#[test]
fn limits_name_the_figure_and_the_key() {
    let huge = |code: &str| format!("[game]\ncode = \"{code}\"\n[range]\nmax = 1_000_000_000_000_000_000\n");
    for code in [
        "nim:3",
        "circle:1,2",
        "building-nim:3",
        "subtraction:squares",
        "wythoff",
        "divisor:all",
        "circular-nim:n=6,k=3",
    ] {
        refuse(&huge(code), 3, &["needs", "`memory` in [solve]", "`max` in [range]", "8.0 GiB"]);
    }
    let small = format!("{GAME}{RANGE}[solve]\nmemory = \"64 B\"\n");
    refuse(&small, 3, &["`memory` in [solve] allows 64 B"]);
    let rows = format!("{GAME}{RANGE}[output]\nformats = [\"csv\"]\nmax-rows = 100\n");
    refuse(&rows, 3, &["needs 101 rows", "`max-rows` in [output] allows 100 rows"]);
    let triangle =
        "[game]\ncode = \"nim:2\"\n[range]\nmax = 63\n[output]\nformats = [\"triangle\"]\nmax-rows = 2_000\n";
    refuse(triangle, 3, &["triangle.csv needs 2080 rows"]);
}

#[test]
fn files_that_are_no_configs() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::create_dir(path("folder")).unwrap();
    fs::write(path("latin.toml"), b"# caf\xe9\n").unwrap();
    fs::write(path("good.toml"), format!("{GAME}{RANGE}")).unwrap();
    let (_, err) = expect_exit(folder.path(), &["run", "folder"], 2);
    assert!(err.contains("is a folder, not a config"), "{err}");
    let (_, err) = expect_exit(folder.path(), &["run", "latin.toml"], 2);
    assert!(err.contains("latin.toml:1") && err.contains("not UTF-8"), "{err}");
    let (_, err) = expect_exit(folder.path(), &["run", "missing.toml"], 4);
    assert!(err.contains("cannot read missing.toml"), "{err}");
    // All configs are parsed before any of them runs.
    expect_exit(folder.path(), &["run", "good.toml", "latin.toml"], 2);
    assert!(!path("data").exists());
    let (_, err) = expect_exit(folder.path(), &["run"], 2);
    assert!(err.contains("Usage"), "{err}");
}

#[test]
fn folders_that_cannot_take_results() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    fs::write(root.join("a.toml"), format!("{GAME}{RANGE}")).unwrap();
    fs::write(root.join("b.toml"), format!("{GAME}[range]\nmax = 50\n")).unwrap();
    fs::write(root.join("file"), "mine").unwrap();
    fs::create_dir(root.join("mine")).unwrap();
    fs::write(root.join("mine/thesis.tex"), "mine").unwrap();
    let (_, err) = expect_exit(root, &["run", "a.toml", "--out", "file"], 2);
    assert!(err.contains("is a file"), "{err}");
    let (_, err) = expect_exit(root, &["run", "a.toml", "--out", "file/below"], 4);
    assert!(err.contains("cannot create the folder"), "{err}");
    let (_, err) = expect_exit(root, &["run", "a.toml", "--out", "mine"], 2);
    assert!(err.contains("thesis.tex") && err.contains("--out"), "{err}");
    assert_eq!(fs::read_dir(root.join("mine")).unwrap().count(), 1);
    expect_exit(root, &["run", "a.toml", "--out", "results"], 0);
    let before = fs::read(root.join("results/values.csv")).unwrap();
    let (_, err) = expect_exit(root, &["run", "b.toml", "--out", "results", "--fresh"], 2);
    assert!(err.contains("another config") && err.contains("a.toml") && err.contains("--out"), "{err}");
    assert_eq!(fs::read(root.join("results/values.csv")).unwrap(), before);
    // A manifest must not list anything but results, because the files in it are removed with its run.
    let manifest = fs::read_to_string(root.join("results/manifest.json")).unwrap();
    let outside = manifest.replace("\"report.md\":", "\"../mine/thesis.tex\":");
    fs::write(root.join("results/manifest.json"), outside).unwrap();
    for arguments in [&["run", "a.toml", "--out", "results", "--fresh"][..], &["verify", "results"]] {
        let (_, err) = expect_exit(root, arguments, 5);
        assert!(err.contains("thesis.tex") && root.join("mine/thesis.tex").exists(), "{err}");
    }
    fs::write(root.join("results/manifest.json"), manifest.replace("\"manifest\": 4", "\"manifest\": 5")).unwrap();
    let (_, err) = expect_exit(root, &["run", "a.toml", "--out", "results"], 5);
    assert!(err.contains("manifest version 5"), "{err}");
    // A run by an earlier version of the program is repeated.
    fs::write(root.join("results/manifest.json"), signed(&manifest.replace("\"manifest\": 4", "\"manifest\": 3")))
        .unwrap();
    let (_, err) = expect_exit(root, &["verify", "results"], 5);
    assert!(err.contains("manifest version 3") && err.contains("run its config again"), "{err}");
    expect_exit(root, &["run", "a.toml", "--out", "results"], 0);
    assert_eq!(
        fs::read_to_string(root.join("results/manifest.json")).unwrap().find("\"manifest\": 4"),
        manifest.find("\"manifest\": 4")
    );
    // A manifest must not contain another job than the one it was written for.
    fs::write(root.join("results/manifest.json"), manifest.replace("\"max\": 100", "\"max\": 101")).unwrap();
    let (_, err) = expect_exit(root, &["verify", "results"], 5);
    assert!(err.contains("the manifest was changed"), "{err}");
    fs::write(root.join("results/manifest.json"), "{").unwrap();
    let (_, err) = expect_exit(root, &["run", "a.toml", "--out", "results"], 5);
    assert!(err.contains("manifest is damaged"), "{err}");
    unwritable(root);
}

/// Read-only permissions do not stop root, but a place that cannot contain files does.
fn unwritable(root: &Path) {
    #[cfg(target_os = "linux")]
    {
        let (_, err) = expect_exit(root, &["run", "a.toml", "--out", "/proc/results"], 4);
        assert!(err.contains("cannot create the folder /proc/results"), "{err}");
    }
    let closed = root.join("closed");
    fs::create_dir(&closed).unwrap();
    let mut permissions = fs::metadata(&closed).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&closed, permissions).unwrap();
    if fs::write(closed.join("probe"), "").is_err() {
        let (_, err) = expect_exit(root, &["run", "a.toml", "--out", "closed"], 4);
        assert!(err.contains("cannot create"), "{err}");
    }
}

#[test]
fn files_of_games() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let refuse = |code: &str, content: &str, exit: i32, fragment: &str| {
        fs::write(root.join("x.csv"), content).unwrap();
        let (_, err) = expect_exit(root, &["values", code], exit);
        assert!(err.contains(fragment), "{content}: {err}");
    };
    refuse("graph:x.csv", "from,to\na,b\nb,c\nc,a\n", 2, "infinite play: a -> b -> c -> a");
    refuse("graph:x.csv", "a,b\n", 2, "line 1 of the file is not the header");
    refuse("graph:x.csv", "from,to\na,b,c\n", 2, "line 2 of the file does not have two fields");
    refuse("graph:x.csv", "from,to\n,b\n", 2, "line 2 of the file");
    refuse("graph:x.csv", "", 2, "line 1 of the file is the only line");
    refuse("poset:x.csv", "lower,upper\na,b\nb,a\n", 2, "`a` lies above itself");
    refuse("selective:nim:1+graph:x.csv", "from,to\na,b\n", 2, "has names for rows");
    refuse("sum:graph:x.csv+graph:x.csv", "from,to\na,b\nb,a\n", 2, "infinite play: a -> b -> a");
    refuse("graph:x.csv,heaps=2", "from,to\na,b\nb,a\n", 2, "infinite play: a -> b -> a");
    refuse("graph:x.csv,heaps=0", "from,to\na,b\n", 2, "`heaps` cannot be 0");
    refuse("graph:x.csv,tokens=2", "from,to\na,b\n", 2, "tokens");
    let many: String = (0..300).map(|n| format!("e{n},\n")).collect();
    refuse("poset:x.csv", &format!("lower,upper\n{many}"), 2, "at most 256 elements");
    refuse("poset:boxes,d=9", "", 2, "the number of dimensions is from 1 to 8");
    refuse("poset:subsets,d=9", "", 2, "cannot read");
    refuse("generate:sets=x.csv", "", 2, "line 1 of the file has 0 elements");
    refuse("generate:sets=x.csv", "a b\na c\n", 2, "line 2 of the file has the unknown element `c`");
    refuse("generate:sets=x.csv", "a b\nb a\n", 2, "or by all elements as a set");
    refuse("generate:generators=x.csv", "(1 2\n", 2, "line 1 of the file is no product of cycles");
    refuse("generate:generators=x.csv", "(1 2)\n(1 2)(2 3)\n", 2, "line 2 of the file moves a point twice");
    refuse("generate:generators=x.csv", "(1 2 3 4 5 6 7)\n(1 2)\n", 2, "generate more than 720 elements");
    refuse("generate:generators=x.csv,sets=x.csv", "", 2, "exactly one of `group`, `generators` and `sets`");
    refuse("generate:30*30", "", 2, "a group needs 900 elements");
    refuse("generate:klein", "", 2, "`klein` is no group");
    refuse("generate:cyclic*cyclic*cyclic*cyclic*cyclic", "", 2, "a row has a coordinate for each factor");
    refuse("deletion:x.csv", "add\na\n", 2, "line 1 of the file has no column `delete`");
    refuse("deletion:x.csv", "delete,want\na,b\n", 2, "line 1 of the file has the column `want`");
    refuse("deletion:x.csv", "delete\na b\nc,d\n", 2, "line 3 of the file has 2 fields");
    refuse("deletion:x.csv", "delete\n", 2, "line 1 of the file is the only line");
    refuse("deletion:x.csv", "delete,add\na,b\nb,a\n", 2, "play may not end: the move in line 2 may be repeated");
    refuse("deletion:x.csv,start=z", "delete\na b\n", 2, "no move has the element `z`");
    refuse("deletion:x.csv,forbidden=none.csv", "delete\na b\n", 2, "cannot read");
}

#[test]
fn positions_that_are_none() {
    let here = TempDir::new().unwrap();
    for (code, text) in [
        ("nim:3", "3,4"),
        ("nim:3", "3,4,x"),
        ("nim:3", ""),
        ("octal:0.77", "-1"),
        ("divisor:all", "0"),
        ("circle:1,2", "q4"),
        ("building-nim:3", "8:1,2"),
        ("poker-nim:heaps=2,bank=3", "3,4:4"),
        ("chomp:rows=3", "2,4,4"),
        ("sum:queen+nim:1", "3,4"),
        ("octal:0.77,heaps=2", "3"),
    ] {
        let (_, err) = expect_exit(here.path(), &["position", code, text], 2);
        assert!(err.contains("is not a position of") && err.contains("; an example is `"), "{code} {text}: {err}");
    }
    let (_, err) = expect_exit(here.path(), &["draw", "nim:3", "9,9,9"], 3);
    assert!(err.contains("more than 400 positions"), "{err}");
    expect_exit(here.path(), &["draw", "nim:3", "1,1,1", "--out", "no/where"], 4);
}

#[test]
fn two_configs_of_one_name() {
    let folder = TempDir::new().unwrap();
    for name in ["x", "y"] {
        fs::create_dir(folder.path().join(name)).unwrap();
        fs::write(folder.path().join(name).join("same.toml"), format!("{GAME}{RANGE}")).unwrap();
    }
    let (_, err) = expect_exit(folder.path(), &["run", "x/same.toml", "y/same.toml"], 2);
    assert!(err.contains("same folder `same`"), "{err}");
}

#[test]
fn codes_on_the_command_line() {
    let here = TempDir::new().unwrap();
    let refuse = |arguments: &[&str], code: i32, fragment: &str| {
        let (_, err) = expect_exit(here.path(), arguments, code);
        assert!(err.contains(fragment), "{arguments:?}: {err}");
    };
    refuse(&["values", "octal:0.7G", "--max", "9"], 2, "game code:1:10");
    refuse(&["values", "octal:0.77"], 2, "--max is missing");
    refuse(&["values", "octal:0.77", "--max", "-1"], 2, "invalid value");
    refuse(&["values", "octal:0.77", "--max", "99999999999999999999"], 2, "invalid value");
    refuse(&["values", "octal:0.77", "--max", "1000000000000000000"], 3, "`max-rows`");
    refuse(&["values", "divisor:all", "--max", "1000000000000000000"], 3, "`memory`");
    refuse(&["values", "octal:0.77", "--max", "9", "--memory", "much"], 2, "invalid value");
    refuse(&["values", "nim:2", "--max", "9", "--format", "b-file"], 2, "several coordinates");
    refuse(&["values", "nim:1", "--max", "9", "--max-rows", "5"], 3, "--max-rows");
    refuse(&["values", "octal: 0.7G", "--max", "9"], 2, "game code:1:11");
    refuse(&["values", "divisor:all", "--max", "0"], 2, "raise `max`");
    refuse(&["values", "kayles", "--max", "9", "--play", "misere", "--value", "grundy"], 2, "outcomes only");
    refuse(&["values", "absent.gnt"], 4, "cannot open absent.gnt");
    refuse(&["period", "nim:2", "--max", "9"], 2, "several coordinates");
    refuse(&["list", "xyzzy"], 2, "xyzzy");
    refuse(&["verify", "."], 2, "not the folder of a run");
    refuse(&["frobnicate"], 2, "unrecognized subcommand");
}
