//! The theory of misère play: the command, the question, certificates, sums of huge heaps.

use crate::common::checker::accepted;
use crate::common::{expect_exit, project, results, text_of};
use serde_json::{Value, json};
use std::path::Path;
use tempfile::tempdir;

fn known(kind: &str) -> Vec<Value> {
    let file: Value = serde_json::from_str(&text_of(&project().join("data/known/misere.json"))).unwrap();
    file["cases"].as_array().unwrap().iter().filter(|case| case["kind"] == kind).cloned().collect()
}

fn misere(folder: &Path, arguments: &[&str]) -> Value {
    let arguments = [&["misere"], arguments, &["--json"]].concat();
    serde_json::from_str(&expect_exit(folder, &arguments, 0).0).unwrap()
}

#[test]
fn kayles_is_the_published_quotient() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    let found = misere(path, &["octal:0.77", "--certificate", "k.json"]);
    // Plambeck, Integers 5 (2005), G5; Plambeck and Siegel, J. Combin. Theory Ser. A 115 (2008).
    let numbers = [found["q"].clone(), found["p_portion"].clone(), found["misere_period"].clone()];
    assert_eq!(numbers, [json!(40), json!(9), json!(12)]);
    assert_eq!(found["misere_preperiod"], json!(71));
    assert_eq!(found["misere_status"], json!("proved"));
    assert_eq!(
        found["rules"],
        json!(
            "a^2 = 1, cd = b^2, ce = b^2, e^2 = de, bf = ab, f^2 = b^2, fg = ag, g^2 = b^2, c^3 = c, d^3 = d, d^2f = f"
        )
    );
    assert_eq!(found["p"], json!("a, b^2, ac, ac^2, d, ad^2, e, ade, adf"));
    assert_eq!(found["genus"][4], json!("4^146"));
    let (out, _) = expect_exit(path, &["verify", "k.json"], 0);
    assert!(out.contains("period 12 from heap 71 on: proved, moves of the heaps to 166 checked"), "{out}");
}

#[test]
fn checkers_accept_what_was_found_and_refuse_near_misses() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    let mut certificates: Vec<(String, bool)> = Vec::new();
    for arguments in [
        &["octal:0.53"][..],
        &["octal:0.07", "--max", "20"],
        &["subtraction:2,5,7"],
        &["all-but:1,3", "--max", "12"],
        &["grundys-game", "--max", "18"],
        &["nim:2", "--max", "4"],
        &["octal:0.12(37)", "--max", "30"],
        &["node-kayles:path", "--max", "13"],
    ] {
        misere(path, &[arguments, &["--certificate", "c.json"]].concat());
        let found = text_of(&path.join("c.json"));
        certificates.extend(near_misses(&found).into_iter().map(|change| (change, false)));
        certificates.push((found, true));
    }
    // The "quotient" of 0.53 with twelve elements: sums of value 1 must be looked at, too.
    let mut trap = known("trap")[0]["certificate"].clone();
    trap["certificate"] = json!(5);
    certificates.push((trap.to_string(), false));
    for (certificate, is_right) in &certificates {
        std::fs::write(path.join("c.json"), certificate).unwrap();
        let (_, err) = expect_exit(path, &["verify", "c.json"], if *is_right { 0 } else { 5 });
        assert_eq!(err.contains("certificate"), !is_right, "{err}");
    }
    let (texts, right): (Vec<String>, Vec<bool>) = certificates.into_iter().unzip();
    assert_eq!(accepted(&texts), right);
}

/// A wrong value, a P-position left out, one too many, a product changed, another game.
fn near_misses(certificate: &str) -> Vec<String> {
    let right: Value = serde_json::from_str(certificate).unwrap();
    let elements = right["elements"].as_u64().unwrap();
    let changed = |change: &dyn Fn(&mut Value)| {
        let mut copy = right.clone();
        change(&mut copy);
        assert_ne!(copy, right);
        copy.to_string()
    };
    let mut all = vec![
        changed(&|copy| {
            let last = copy["phi"].as_array_mut().unwrap().last_mut().unwrap();
            *last = json!((last.as_u64().unwrap() + 1) % elements);
        }),
        changed(&|copy| drop(copy["p"].as_array_mut().unwrap().pop())),
        changed(&|copy| {
            let p: Vec<u64> = copy["p"].as_array().unwrap().iter().map(|x| x.as_u64().unwrap()).collect();
            let other = (0..elements).find(|x| !p.contains(x)).unwrap();
            copy["p"].as_array_mut().unwrap().push(json!(other));
        }),
        changed(&|copy| {
            let action = copy["actions"].as_object_mut().unwrap().values_mut().next().unwrap();
            let place = action.as_array().unwrap().len() - 1;
            action[place] = json!((action[place].as_u64().unwrap() + 1) % elements);
        }),
        changed(&|copy| copy["elements"] = json!(elements + 1)),
    ];
    if let Some(period) = right["period"].as_u64() {
        all.push(changed(&|copy| {
            copy["period"] = json!(2 * period);
            let phi = copy["phi"].as_array_mut().unwrap();
            let again = phi[phi.len() - period as usize..].to_vec();
            phi.extend(again);
        }));
    }
    all
}

#[test]
fn a_run_writes_what_the_command_finds() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    let config = "[game]\nfamily = \"octal\"\ndigits = \"0.75\"\n\n[range]\nmax = 40\n\n[analysis]\nmisere = true\n\n\
                  [expect]\nq = 8\np-portion = 2\nmisere-period = 2\nmisere-preperiod = 8\nmisere-status = \"proved\"\n\n\
                  [output]\nformats = [\"report\", \"latex\"]\n";
    std::fs::write(path.join("m.toml"), config).unwrap();
    expect_exit(path, &["run", "m.toml", "--out", "m"], 0);
    let table = text_of(&path.join("m/misere.csv"));
    assert!(table.contains("q,8\np_portion,2\nmisere_preperiod,8\nmisere_period,2\nmisere_status,proved\n"), "{table}");
    let pretending = text_of(&path.join("m/pretending.csv"));
    assert!(pretending.contains("\n9,2+2+1,no\n") && pretending.ends_with("\n40,2,no\n"), "{pretending}");
    assert!(text_of(&path.join("m/genus.csv")).starts_with("n,genus,class\n1,1^031,tame\n"));
    let report = text_of(&path.join("m/report.md"));
    assert!(
        report.contains("Rules: a^2 = 1, bc = ab, c^2 = b^2.") && report.contains("P-portion: {a, b^2}."),
        "{report}"
    );
    assert!(text_of(&path.join("m/latex/misere.tex")).contains("$\\mathcal{P} = \\{a,\\allowbreak b^{2}\\}$"));
    expect_exit(path, &["verify", "m", "m/misere_certificate.json"], 0);
    // A changed value is noticed, since everything is computed again.
    std::fs::write(path.join("m/pretending.csv"), pretending.replace("\n9,2+2+1,no", "\n9,2,no")).unwrap();
    expect_exit(path, &["verify", "m"], 5);
    // A wrong expectation fails.
    std::fs::write(path.join("w.toml"), config.replace("q = 8", "q = 10")).unwrap();
    expect_exit(path, &["run", "w.toml", "--out", "w"], 1);
}

#[test]
fn conjectures_use_what_the_theory_says() {
    let folder = tempdir().unwrap();
    let check = |game: &str, arguments: &[&str], code: i32| {
        expect_exit(folder.path(), &[&["check", game], arguments].concat(), code)
    };
    // The outcome of a single heap is known without the theory.
    for game in ["octal:0.77", "octal:0.15", "octal:0.144", "subtraction:2,5,7", "grundys-game"] {
        let (said, _) = check(game, &["in_p iff outcome == P", "--play", "misere", "--max", "25"], 0);
        assert!(said.contains("held for 2") || said.contains("held for 3"), "{game}: {said}");
        // Heaps with the same value have the same outcome and, where it is stored, the same genus.
        check(game, &["all(in_p(k) iff in_p for k in 0..=n if phi(k) == phi(n))", "--max", "25"], 0);
        check(game, &["all(genus(k) == genus for k in 0..=n if phi(k) == phi)", "--max", "20"], 0);
    }
    let (said, _) = check("octal:0.77", &["phi(n) == phi(n - 12)", "--max", "50"], 1);
    assert!(said.contains("Not applicable to 12") && said.contains("phi(n) = 12, phi(n - 12) = 0"), "{said}");
    let (said, _) = check("octal:0.77", &["all(phi(k) != \"12\" for k in 9..n)", "--max", "30"], 1);
    assert!(said.contains("n=13") && said.contains("phi(12) = 12"), "{said}");
    let (said, _) = expect_exit(folder.path(), &["count", "octal:0.77", "in_p", "--max", "1000"], 0);
    assert!(said.contains("The condition holds for 5."), "{said}");

    let wrong = |holds: &str, config: &str, message: &str| {
        let text = format!("{config}\n[[conjecture]]\nname = \"x\"\nholds = '{holds}'\n");
        std::fs::write(folder.path().join("wrong.toml"), text).unwrap();
        let (_, said) = expect_exit(folder.path(), &["run", "wrong.toml"], 2);
        assert!(said.contains(message), "{said}");
    };
    let kayles = "[game]\ncode = \"octal:0.77\"\n[range]\nmax = 20\n[analysis]\nmisere = true";
    wrong("phi(n, 1) == \"1\"", kayles, "`phi` takes 1 argument, not 2");
    wrong("phi(n) == 1", kayles, "a text and a number cannot be compared");
    wrong("in_p(h) == 1", kayles, "there is no variable `h`");
    wrong("in_p(n)", &kayles.replace("misere = true", "period = true"), "set `misere = true` in [analysis]");
    let nim = "[game]\ncode = \"nim:2\"\n[range]\nmax = 5\n[analysis]\nmisere = true";
    wrong("phi == \"1\"", nim, "only the heaps of a sequence have it");
}

#[test]
fn sweeps_have_the_columns_of_misere_play() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    let config = "[sweep]\ncode = \"octal:0.{a}{b}\"\n\n[sweep.over]\na = \"6..=7\"\nb = \"1..=7\"\n\n[range]\nmax = 60\n\n\
                  [analysis]\nmisere = true\nmisere-elements = 50\n";
    std::fs::write(path.join("s.toml"), config).unwrap();
    expect_exit(path, &["run", "s.toml", "--out", "s"], 0);
    let table = text_of(&path.join("s/sweep.csv"));
    let head = table.lines().next().unwrap();
    assert!(head.contains("q,p_portion,misere_preperiod,misere_period,misere_status"), "{head}");
    assert!(
        table.lines().any(|line| line.starts_with("octal:0.75,7,5,") && line.contains(",8,2,8,2,proved,")),
        "{table}"
    );
}

#[test]
fn huge_sums_are_examined_through_the_quotient() {
    let folder = tempdir().unwrap();
    for case in known("position") {
        let heaps = case["heaps"].as_object().unwrap();
        let text: Vec<String> = heaps.iter().map(|(heap, count)| format!("{count}x{heap}")).collect();
        let code = case["code"].as_str().unwrap();
        let arguments = ["position", code, &text.join(" + "), "--play", "misere", "--json"];
        let found: Value = serde_json::from_str(&expect_exit(folder.path(), &arguments, 0).0).unwrap();
        assert_eq!(found["outcome"], case["outcome"], "{case}");
        let Some(moves) = case["winning_moves"].as_array() else { continue };
        // Each known move takes a heap, and leaves some others.
        let mut expected: Vec<String> = moves.iter().map(|change| after(heaps, change)).collect();
        let mut shown: Vec<String> =
            found["winning_moves"].as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()).collect();
        expected.sort();
        shown.sort();
        assert_eq!(shown, expected, "{case}");
    }
}

/// 4.007: heaps beyond the quotient of 4000 elements, one of them often, have the outcome and the moves of normal play.
#[test]
fn sums_of_tame_games_are_examined_as_in_normal_play() {
    let folder = tempdir().unwrap();
    let examined = |text: &str, play: &str, exit: i32| {
        let arguments = ["position", "octal:4.007", text, "--play", play, "--json"];
        expect_exit(folder.path(), &arguments, exit)
    };
    for text in ["6000", "6001 + 2", "5000 + 5000", "7000 + 3 + 3"] {
        let found = ["misere", "normal"].map(|play| serde_json::from_str::<Value>(&examined(text, play, 0).0).unwrap());
        let [misere, normal] = found.map(|found| (found["outcome"].clone(), found["winning_moves"].clone()));
        assert_eq!(misere, normal, "{text}");
    }
    let counted = examined("2x6000 + 2x5", "misere", 0).0;
    assert_eq!(serde_json::from_str::<Value>(&counted).unwrap()["outcome"], "P");
    assert!(examined("2000x6000", "misere", 2).1.contains("the misère quotient is known for the heaps to"));
    let told = misere(folder.path(), &["octal:4.007", "--max", "60"]);
    assert_eq!((&told["tame"], &told["misere_status"]), (&json!("yes"), &json!("stable")));
    let report = expect_exit(folder.path(), &["misere", "octal:4.007", "--max", "60"], 0).0;
    assert!(report.contains("theorem tame-heaps, with the moves of the heaps to 11"), "{report}");
}

fn after(heaps: &serde_json::Map<String, Value>, change: &Value) -> String {
    let mut counts: std::collections::BTreeMap<u64, u64> =
        heaps.iter().map(|(heap, count)| (heap.parse().unwrap(), count.as_u64().unwrap())).collect();
    *counts.get_mut(&change[0].as_u64().unwrap()).unwrap() -= 1;
    for part in change[1].as_array().unwrap() {
        *counts.entry(part.as_u64().unwrap()).or_insert(0) += 1;
    }
    counts.retain(|_, count| *count > 0);
    let part = |(heap, count): (&u64, &u64)| if *count == 1 { heap.to_string() } else { format!("{count}x{heap}") };
    counts.iter().rev().map(part).collect::<Vec<_>>().join(" + ")
}

/// Through the quotient or by looking at all sums: the same moves win.
#[test]
fn both_ways_to_examine_a_sum_agree() {
    let folder = tempdir().unwrap();
    let examine = |text: &str| -> (Value, Vec<Vec<u64>>) {
        let arguments = ["position", "octal:0.53", text, "--play", "misere", "--json"];
        let found: Value = serde_json::from_str(&expect_exit(folder.path(), &arguments, 0).0).unwrap();
        let list = |text: &Value| {
            let mut heaps: Vec<u64> = text.as_str().unwrap().split('+').flat_map(parts).collect();
            heaps.sort_unstable();
            heaps
        };
        let mut moves: Vec<Vec<u64>> = found["winning_moves"].as_array().unwrap().iter().map(list).collect();
        moves.sort();
        moves.dedup();
        (found["outcome"].clone(), moves)
    };
    for text in ["14 + 14", "3 + 9 + 11", "5 + 5 + 5", "12 + 7", "2 + 2 + 2 + 8"] {
        let counted = format!("1x{text}");
        assert_eq!(examine(text), examine(&counted), "{text}");
    }
}

fn parts(text: &str) -> Vec<u64> {
    match text.trim().split_once('x') {
        Some((count, heap)) => vec![heap.parse().unwrap(); count.parse().unwrap()],
        None => text.trim().parse().ok().filter(|&heap| heap > 0).into_iter().collect(),
    }
}

/// Single heaps say little in misère play: sums are compared through the quotients.
#[test]
fn comparisons_look_at_sums() {
    let folder = tempdir().unwrap();
    let compare =
        |a: &str, b: &str, code: i32| expect_exit(folder.path(), &["compare", a, b, "--play", "misere"], code).0;
    let same = compare("subtraction:1,2,3", "octal:0.333", 0);
    assert!(same.ends_with("have the same outcomes in misère play: proved (misère quotients)\n"), "{same}");
    // First cousins: heap n + 1 of 0.07 is heap n of 0.137.
    let cousins = compare("octal:0.07", "octal:0.137", 0);
    assert!(cousins.contains("with 1 token more or less in each heap"), "{cousins}");
    let kayles = compare("octal:0.77", "octal:0.77", 0);
    assert!(kayles.contains("have the same outcomes in misère play: proved"), "{kayles}");
    let different = compare("octal:0.31", "octal:0.3", 1);
    assert!(different.contains("2 + 1 is N in octal:0.31, and 2 + 1 is P in octal:0.3"), "{different}");
    let single = compare("octal:0.75", "octal:0.77", 1);
    assert!(single.contains("first fails at n = "), "{single}");
}

/// Shifts so large that no heaps are compared prove nothing; and numbers do not wrap round.
#[test]
fn large_shifts_prove_nothing() {
    let folder = tempdir().unwrap();
    let compare = |shift: &str, code: i32| {
        let shift = format!("--shift={shift}");
        let arguments = ["compare", "subtraction:1,2", "subtraction:1,2", "--play", "misere", &shift];
        let (out, err) = expect_exit(folder.path(), &arguments, code);
        out + &err
    };
    let below = compare("-9223372036854775807", 1);
    assert!(!below.contains("proved") && below.contains("nothing"), "{below}");
    let above = compare("9223372036854775807", 1);
    assert!(above.contains("9223372036854775807 is P"), "{above}");
    assert!(compare("-3", 0).contains("with 3 tokens more or less in each heap: proved"));
}

/// The theory does not depend on the play of the run, and is that of the positions of any game.
#[test]
fn every_kind_of_game_has_a_quotient() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    for (game, order, status) in [
        ("code = \"subtraction:2,5\"\nplay = \"misere\"", 6, "stable"),
        ("code = \"subtraction:2,5\"", 6, "stable"),
        ("code = \"sum:subtraction:2,5+nim:1\"\nplay = \"misere\"", 18, "exact"),
        ("code = \"nim:2\"\nplay = \"misere\"", 18, "exact"),
        ("code = \"pass:subtraction:1,2\"", 6, "stable"),
        ("code = \"node-kayles:cycle\"", 6, "stable"),
        ("code = \"wythoff:first=1\"", 18, "exact"),
    ] {
        let config = format!("[game]\n{game}\n\n[range]\nmax = 8\n\n[analysis]\nmisere = true\n");
        std::fs::write(path.join("m.toml"), config).unwrap();
        expect_exit(path, &["run", "m.toml", "--fresh"], 0);
        let table = text_of(&path.join("data/runs/m/misere.csv"));
        assert!(table.contains(&format!("\nq,{order}\n")), "{game}: {table}");
        assert!(table.contains(&format!("\nmisere_status,{status}\n")), "{game}: {table}");
        expect_exit(path, &["verify", "data/runs/m", "data/runs/m/misere_certificate.json"], 0);
    }
    let (_, err) = expect_exit(path, &["misere", "octal:0.77", "--memory", "64MiB"], 3);
    assert!(err.contains("the search for the misère quotient needs"), "{err}");
}

/// A sweep gives the same bytes in shards, and with any number of threads.
#[test]
fn sweeps_of_quotients_in_shards() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    let config = "[sweep]\ncode = \"octal:0.{a}{b}\"\n\n[sweep.over]\na = \"5..=7\"\nb = \"1..=3\"\n\n[range]\nmax = 60\n\n\
                  [analysis]\nmisere = true\nmisere-elements = 50\n";
    std::fs::write(path.join("s.toml"), config).unwrap();
    expect_exit(path, &["run", "s.toml", "--out", "one", "--threads", "1"], 0);
    expect_exit(path, &["run", "s.toml", "--out", "two", "--threads", "2"], 0);
    for shard in ["1/3", "3/3", "2/3"] {
        expect_exit(path, &["run", "s.toml", "--out", "shards", "--shard", shard], 0);
    }
    expect_exit(path, &["merge", "shards"], 0);
    let whole = results(&path.join("one"));
    assert!(whole.contains_key("sweep.csv"));
    assert!(whole == results(&path.join("two")));
    let mut merged = results(&path.join("shards"));
    merged.retain(|name, _| !name.starts_with("shards/"));
    assert!(whole == merged, "{:?} and {:?}", whole.keys(), merged.keys());
}

#[test]
fn what_is_asked_wrongly_is_explained() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    for (arguments, words) in [
        (&["misere", "octal:0.77", "--elements", "0"][..], "it must be from 1 to 16000"),
        (&["misere", "octal:0.7x"], "not a digit"),
        (&["misere", "octal:0.77", "--max", "-1"], "-1"),
        (&["position", "nim:2", "3x4", "--play", "misere"], "need a take-and-break code"),
        (&["position", "octal:0.07", "3x400", "--play", "misere"], "the outcome of `3x400` is not known"),
    ] {
        let (_, err) = expect_exit(path, arguments, 2);
        assert!(err.contains(words), "{arguments:?}: {err}");
    }
    std::fs::write(path.join("c.json"), "{\"certificate\": 5, \"kind\": \"other\"}").unwrap();
    let (_, err) = expect_exit(path, &["verify", "c.json"], 5);
    assert!(err.contains("a kind that this program does not know"), "{err}");
    for (analysis, words) in [
        ("misere = 1", "is neither `true` nor `false`"),
        ("misere = true\nmisere-elements = 20_000", "a quotient has 1 to 16000 elements"),
        ("misere-steps = 5", "there is no search that this limits"),
        ("misere = true\nmisere-elements = [5]", "is not a whole number"),
    ] {
        let config =
            format!("[game]\nfamily = \"octal\"\ndigits = \"0.77\"\n\n[range]\nmax = 9\n\n[analysis]\n{analysis}\n");
        std::fs::write(path.join("w.toml"), config).unwrap();
        let (_, err) = expect_exit(path, &["run", "w.toml"], 2);
        assert!(err.contains(words), "{err}");
    }
}

/// A proved period of genera is that of the genera of canonical forms, as far as these are stored.
#[test]
fn proved_periods_of_genera_hold() {
    let folder = tempdir().unwrap();
    let mut proved = 0;
    for game in [
        "octal:0.3",
        "octal:0.12",
        "octal:0.123",
        "octal:0.53",
        "octal:0.72",
        "octal:0.71",
        "octal:0.17",
        "octal:0.31",
        "octal:0.73",
        "octal:4.2",
        "subtraction:2,5,7",
        "octal:0.75",
    ] {
        let found = misere(folder.path(), &[game]);
        if found["genus_status"] != "proved" {
            continue;
        }
        proved += 1;
        let number = |key: &str| found[key].as_u64().unwrap() as usize;
        let (preperiod, period) = (number("genus_preperiod"), number("genus_period"));
        let list = misere(folder.path(), &[game, "--max", "240"])["genus"].as_array().unwrap().clone();
        // The list begins with heap 1.
        let genus = |heap: usize| &list[heap - 1];
        assert!(list.len() >= preperiod + 2 * period, "{game}");
        let repeats = |heap: usize| genus(heap) == genus(heap + period);
        assert!((preperiod..=list.len() - period).all(repeats), "{game}: {found}");
        assert!(preperiod == 1 || !repeats(preperiod - 1), "{game}: a smaller preperiod");
        let less =
            (1..period).find(|less| (preperiod..=list.len() - less).all(|heap| genus(heap) == genus(heap + less)));
        assert_eq!(less, None, "{game}");
    }
    assert!(proved >= 10, "{proved}");
    // Here nim-heaps of four tokens make the quotient large.
    assert_eq!(misere(folder.path(), &["octal:0.75"])["genus_status"], json!("observed"));
    let (said, _) = expect_exit(folder.path(), &["misere", "octal:0.53"], 0);
    assert!(said.contains("Genera: **proved**; the genus of heap n + 9 is that of heap n for all n >= 21"), "{said}");
}
