//! Every way to write a wrong game: the message of the real program, and its exit code.

use super::write;
use crate::common::expect_exit;
use std::fs;
use tempfile::TempDir;

/// Runs a config with an inline game with these keys, which must fail.
fn refuse(keys: &str, code: i32, fragments: &[&str]) {
    let folder = TempDir::new().unwrap();
    let config = format!("[game]\nfamily = \"custom\"\n{keys}\n[range]\nmax = 20\n[solve]\nmemory = \"64 MiB\"\n");
    fs::write(folder.path().join("bad.toml"), config).unwrap();
    let (_, err) = expect_exit(folder.path(), &["run", "bad.toml", "--out", "r"], code);
    for fragment in fragments {
        assert!(err.contains(fragment), "{keys}\n---\n{err}\n--- lacks {fragment:?}");
    }
    assert!(!folder.path().join("r").exists(), "a folder was left behind");
}

#[test]
fn texts_are_blamed_at_their_column() {
    refuse("moves = [\"n -> n - x when n > 0\"]", 2, &["bad.toml:3:20", "there is no variable `x`", "`n`"]);
    refuse(
        "moves = [\n  \"n -> n - 1 when n > 0\",\n  \"n -> n - k\"\n]",
        2,
        &["bad.toml:5:13", "there is no variable `k`"],
    );
    refuse("moves = ['n -> n - 1 for k in 1..']", 2, &["bad.toml:3:31", "the range has no end"]);
    refuse("moves = [\"n -> n + 1 when n\"]", 2, &["bad.toml:3:27", "this is a number", "a condition"]);
    refuse("moves = [\"n -> true\"]", 2, &["bad.toml:3:16", "this is a condition", "a number"]);
    refuse("moves = [\"a, b -> a - 1\"]", 2, &["bad.toml:3:19", "1 coordinate, but a position has 2"]);
    refuse("moves = [\"P -> P - 1\"]", 2, &["bad.toml:3:11", "`P` is a reserved word"]);
    refuse(
        "moves = [\"a, b -> b, a\", \"b, a -> a, b\"]",
        2,
        &["bad.toml:3:27", "this move names its coordinates `b`, `a`; the first move names them `a`, `b`"],
    );
    refuse("moves = [\"n -> n - 1 times true when n > 0\"]", 2, &["bad.toml:3:28", "this is a condition", "a number"]);
    refuse("moves = [\"n -> (i for i in 1..n) & i\"]", 2, &["bad.toml:3:36", "there is no variable `i`"]);
    refuse("moves = [\"a, b -> (a for i in 1..a)\"]", 2, &["bad.toml:3:20", "1 coordinate, but a position has 2"]);
    refuse("moves = [\"n -> [1, 2] when n > 0\"]", 2, &["bad.toml:3:16", "this is a list", "a number"]);
    refuse("moves = [\"n -> n bitand when n > 0\"]", 2, &["bad.toml:3:25", "unexpected `when`"]);
    refuse("moves = [\"n -> n - 1\"]\npositions = \"n > m\"", 2, &["bad.toml:4:18", "`m`"]);
    refuse("moves = [\"n -> n - 1\"]\nasked = \"n, n\"", 2, &["bad.toml:4:10", "2 coordinates"]);
    refuse("moves = [\"n -> n - 1\"]\nasked = \"m\"", 2, &["bad.toml:4:10", "`m`"]);
    // With escapes, places in the text differ from those in the config, so the whole text is marked.
    refuse("moves = [\"n -> n \\u002d x\"]", 2, &["bad.toml:3:9", "there is no variable `x`"]);
}

#[test]
fn keys_and_parameters() {
    refuse("", 2, &["bad.toml:2:10", "the game has no moves", "custom:FILE.toml"]);
    refuse("moves = []", 2, &["`moves` is empty"]);
    refuse("moves = [3.5]", 2, &["bad.toml:3:9", "a decimal fraction"]);
    refuse("move = [\"n -> n\"]", 2, &["bad.toml:3:1", "unknown key `move`", "`moves`"]);
    refuse(
        "moves = [\"n -> n - k\"]\nparameters = { k = 1.5 }",
        2,
        &["bad.toml:4:14", "`k` in `parameters` cannot be a decimal fraction"],
    );
    refuse(
        "moves = [\"n -> n - k\"]\nparameters = { k = [\"a\"] }",
        2,
        &["bad.toml:4:14", "`k` in `parameters` cannot be a string"],
    );
    refuse(
        "moves = [\"n -> n - k\"]\nparameters = { k = \"5\" }",
        2,
        &["bad.toml:4:14", "`k` in `parameters` cannot be a string", "a set in quotes, as in \"{1, 4}\""],
    );
    refuse("moves = [\"n -> n - k\"]\nparameters = { k = \"{1, a}\" }", 2, &["`k` cannot be `{1, a}`"]);
    refuse("moves = [\"n -> n - k\"]\nparameters = { k = [1, [2]] }", 2, &["`k` cannot be `[1,[2]]`"]);
    refuse("moves = [\"n -> n - k\"]\nparameters = { k = [[[2]]] }", 2, &["`k` cannot be `[[[2]]]`"]);
    refuse("moves = [\"n -> n - k\"]\nparameters = { k = [2] }", 2, &["bad.toml:3:20", "this is a list", "a number"]);
    refuse("moves = [\"n -> n - k\"]\nparameters = { times = 1 }", 2, &["`times` is a reserved word"]);
    refuse("moves = [\"n -> n - 1\"]\nparameters = { gcd = 1 }", 2, &["`gcd` is a reserved word"]);
    refuse("moves = [\"n -> n - 1\"]\nparameters = { \"a b\" = 1 }", 2, &["`a b` cannot be a name"]);
    refuse("moves = [\"n -> n - 1\"]\nparameters = { n = 1 }", 2, &["bad.toml:3:11", "`n` is already a parameter"]);
    refuse("moves = [\"n -> n - 1\"]\nparameters = 3", 2, &["`3` has no value"]);
    refuse("moves = [\"a, b -> b, a\"]\nheaps = 2", 2, &["bad.toml:4:9", "one coordinate"]);
    refuse("moves = [\"n -> n - 1\"]\nfile = \"x.toml\"", 2, &["`file` and `moves` are both given"]);
}

#[test]
fn codes_of_files() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    write(
        root,
        "k.toml",
        "moves = [\"n -> n - k when n >= k\"]\nparameters = { k = 3, S = [1, 4], U = \"{1, 4}\", M = [[1]] }",
    );
    write(root, "bad.toml", "moves = [\n  \"n -> n - x\"\n]");
    write(root, "none.toml", "positions = \"n > 0\"");
    fs::write(root.join("other.toml"), "[game]\ncode = \"nim:3\"\n").unwrap();
    fs::write(root.join("broken.toml"), "[game\n").unwrap();
    fs::write(root.join("empty.toml"), "").unwrap();
    for (code, fragments) in [
        ("custom:bad.toml", &["bad.toml:4:13: there is no variable `x`", "the names known here are: `n`"][..]),
        ("custom:absent.toml", &["cannot read absent.toml"]),
        ("custom:none.toml", &["none.toml:1:1: the game of this file has no moves"]),
        ("custom:other.toml", &["other.toml:1:1: the game of this file is not of the family `custom`"]),
        ("custom:broken.toml", &["broken.toml:1:6"]),
        ("custom:empty.toml", &["there is no [game] section"]),
        ("custom:(k.toml,q=1)", &["game code:1:16", "there is no parameter `q`", "`S`, `U` and `k`"]),
        ("custom:(k.toml,k)", &["game code:1:16", "`k` has no value"]),
        ("custom:(k.toml,k=x)", &["`k` cannot be `x`"]),
        ("custom:(k.toml,k={1})", &["game code:1:16", "`k` must be a number"]),
        ("custom:(k.toml,k=[1])", &["`k` must be a number"]),
        ("custom:(k.toml,S=1)", &["`S` must be a list", "`[4,1]` or `{1,4}`"]),
        ("custom:(k.toml,U=1)", &["`U` must be a set"]),
        ("custom:(k.toml,S=[[1]])", &["`S` must be a list", "`[4,1]`"]),
        ("custom:(k.toml,M=[1,2])", &["`M` must be a list of lists", "`[[1,2],[3,4]]`"]),
        ("custom:(k.toml,M=[[1],2])", &["`M` cannot be `[[1],2]`", "a list of lists"]),
        ("custom:(k.toml,S=[1,x])", &["`S` cannot be `[1,x]`", "a list, as in `[4,1]`"]),
        ("custom:(k.toml,S=[1,2}", &["game code:1:22", "unmatched `}`"]),
        ("custom:(k.toml,S=[1,2)", &["game code:1:22", "unmatched `)`"]),
        ("custom:(k.toml,heaps=0)", &["`heaps` cannot be 0"]),
        ("custom", &["`file` is empty"]),
        ("custom:", &["`file` is empty", "`custom:mark.toml`"]),
        ("custom:()", &["cannot read"]),
        ("custom:(k.toml", &["`(` is not closed"]),
    ] {
        let (_, err) = expect_exit(root, &["values", code, "--max", "9"], 2);
        for fragment in fragments {
            assert!(err.contains(fragment), "{code}\n{err}\n--- lacks {fragment:?}");
        }
    }
    let (_, err) = expect_exit(root, &["position", "custom:k.toml", "3,4"], 2);
    assert!(err.contains("`3,4` is not a position of `custom:k.toml`"), "{err}");
}

#[test]
fn a_wrong_rule_is_shown_at_the_smallest_position() {
    refuse("moves = [\"n -> n - 7\"]", 2, &["the move `n -> n - 7` leads from 0 to -7: a coordinate is negative"]);
    refuse("moves = [\"n -> n - 7 when n > 3\"]", 2, &["from 4 to -3"]);
    refuse(
        "moves = [\"a, b -> a - 3, b when a > 1\", \"a, b -> a, b - 1 when b > 4\"]",
        2,
        &["the move `a, b -> a - 3, b when a > 1` leads from 2,0 to -1,0"],
    );
    // The positions 5,1 and 2,4 have the same sum; 2,4 is the first in the order of rows, and 1,6 has a larger sum.
    refuse(
        "moves = [\"a, b -> a, b - 9 when b in {1, 4} and a + b == 6\", \"a, b -> a - 3, b when a == 1 and b == 6\"]",
        2,
        &["from 2,4 to 2,-5"],
    );
    refuse(
        "moves = [\"a, b -> b, a when a == 3 and b == 2\", \"a, b -> a - 1, b when a > 0 and b <= a - 1\"]\npositions = \"b <= a\"",
        2,
        &["leads from 3,2 to 2,3", "`positions` excludes it"],
    );
    refuse("moves = [\"n -> n / (n - 5) when n > 4\"]", 2, &["at 5: division by zero, in `n / (n - 5)`"]);
    refuse(
        "moves = [\"n -> n - 1 when n > 0\"]\npositions = \"10 / (7 - n) > 0 - 20\"",
        2,
        &["positions at 7: division by zero"],
    );
    refuse(
        "moves = [\"n -> n * 10**9 when n > 6\"]",
        2,
        &["from 7000000000 to 7000000000000000000: a coordinate is 2^62 or more"],
    );
    refuse(
        "moves = [\"n -> n * 10**18 when n > 11\"]",
        2,
        &["at 12: the result does not fit in 64 bits, in `n * 10**18`"],
    );
    refuse("moves = [\"n -> n - 1 & n - 2 when n > 0\"]", 2, &["leads from 1 to 0 & -1"]);
    refuse(
        "moves = [\"n -> n / 2 times n - 5 when n > 2\"]",
        2,
        &["the move `n -> n / 2 times n - 5 when n > 2` at 3: a negative number", "in `n - 5`"],
    );
    refuse(
        "moves = [\"n -> 0 times 10**n when n > 0\"]",
        2,
        &["at 5: a sum with more than 10,000 parts, in `0 times 10**n`"],
    );
    refuse(
        "moves = [\"n -> n - 2 times 9 when n > 0\"]",
        2,
        &["leads from 1 to -1, one of 9 parts: a coordinate is negative"],
    );
    refuse(
        "moves = [\"n -> n - T[n] when T[n] <= n\"]\nparameters = { T = [1, 2, 1] }",
        2,
        &["at 3: index out of range, in `T[n]`"],
    );
    // The same if a move leaves the box.
    refuse("moves = [\"n -> 2*n - 9 when n > 1\"]", 2, &["from 2 to -5"]);
    refuse("moves = [\"a, b -> a - 1, b when a > 0 or b == 3\"]\nasked = \"n, n\"", 2, &["from 0,3 to -1,3"]);
    refuse(
        "moves = [\"a, b -> a - 1, b when a > 0\"]\nasked = \"n, n - 1\"",
        2,
        &["`asked` at n = 0: 0,-1 is not a position"],
    );
}

#[test]
fn plays_and_growth_without_end() {
    refuse("moves = [\"n -> n + 1 when n == 4\", \"n -> n - 1 when n > 0\"]", 2, &["infinite play: ", "4 -> 5 -> 4"]);
    refuse("moves = [\"n -> n\"]", 2, &["infinite play: 0 -> 0"]);
    refuse("moves = [\"a, b -> b, a when a != b\"]", 2, &["infinite play: 0,1 -> 1,0 -> 0,1"]);
    refuse(
        "moves = [\"n -> n + 1\"]",
        2,
        &["infinite play: 20 -> 21 -> 22", " -> ... (the same moves repeat forever)"],
    );
    refuse("moves = [\"n -> n + k for k in 1..=3 when k <= n\"]", 2, &["infinite play: ", "repeat forever"]);
    refuse("moves = [\"n -> n + 1 & n - 1 when n > 0\"]", 2, &["infinite play: ", "repeat forever"]);
    // In misère play a sum is a single position, whose components take memory, too.
    refuse(
        "play = \"misere\"\nmoves = [\"n -> n - 1 times 5000 when n > 0\"]",
        3,
        &["an enumeration of at least", "64.0 MiB"],
    );
    // If a wrong rule was found as well, it is reported first.
    refuse(
        "moves = [\"n -> n + 1\", \"n -> n - 9 when n == 30\", \"n -> n - 99 when n == 40\"]",
        2,
        &["from 40 to -59"],
    );
    // Here the program cannot recognise that the play never ends.
    refuse(
        "moves = [\"n -> n + 1 + bit(n, 70)\"]",
        3,
        &["enumeration", "20 -> 21 -> 22", "64.0 MiB", "`memory` in [solve]"],
    );
    // The length of a long play is computed in advance.
    refuse(
        "moves = [\"n -> n - 2 when n > 1\"]\nasked = \"10**9 + n\"",
        3,
        &["at least 50000", "1000000000 -> 999999998 -> ", "64.0 MiB"],
    );
    refuse("moves = [\"n -> n + 1 when n < 10**8\"]", 3, &["at least 100000001 positions", "20 -> 21 -> "]);
    refuse(
        "moves = [\"n -> n - 1 for i in 0..10**9 for j in 0..10**9 when i + j < 0\"]",
        2,
        &["more than 10,000,000 loop iterations", "at 0:"],
    );
}
