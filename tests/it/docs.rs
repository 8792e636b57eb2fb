//! The examples in the documentation are true: every `grundy values` line followed by indented output is run,
//! and its output is compared.

use crate::common::{expect_exit, grundy, project};
use std::fs;
use std::path::{Path, PathBuf};

fn pages() -> Vec<PathBuf> {
    pages_of("docs/families")
}

fn pages_of(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(project().join(folder)).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    paths.filter(|path| path.extension().is_some_and(|extension| extension == "md")).collect()
}

#[test]
fn every_example_of_every_page_is_what_the_program_prints() {
    let mut compared = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        for (index, line) in lines.iter().enumerate() {
            let Some(command) = line.strip_prefix("`grundy ").and_then(|rest| rest.split('`').next()) else { continue };
            let shown: Vec<&str> = lines[index + 2..].iter().map_while(|line| line.strip_prefix("    ")).collect();
            assert!(!shown.is_empty(), "{}: no output below {command}", page.display());
            // Codes with parentheses are in quotes for the shell.
            let arguments: Vec<&str> = command.split(' ').map(|word| word.trim_matches('\'')).collect();
            let (out, _) = expect_exit(&project(), &arguments, 0);
            let printed: Vec<&str> = out.lines().collect();
            let begins = line.ends_with("begins");
            assert!(printed.len() == shown.len() || (begins && printed.len() > shown.len()), "{}", page.display());
            assert_eq!(printed[..shown.len()], shown[..], "{}: {command}", page.display());
            compared += 1;
        }
    }
    assert_eq!(compared, pages().len(), "every page has one example");
}

/// Examples with files are read from the project folder, where tests run.
#[test]
fn every_example_of_every_family_is_its_own_canonical_code() {
    for family in grundy::games::FAMILIES {
        assert!(!family.examples.is_empty(), "{}", family.name);
        for example in family.examples {
            let coded = grundy::games::code::parse(example).unwrap_or_else(|error| panic!("{example}: {error}"));
            assert_eq!(coded.family.name, family.name);
            assert_eq!(&coded.game.code, example);
            assert!(!coded.game.words.is_empty());
        }
    }
}

/// Writes every file of the page (a TOML block that starts with its name), and runs every command on these files.
#[test]
fn every_example_of_the_page_on_own_games_is_true() {
    let text = fs::read_to_string(project().join("docs/custom.md")).unwrap();
    let folder = tempfile::TempDir::new().unwrap();
    for block in text.split("```toml\n# ").skip(1) {
        let (name, rest) = block.split_once('\n').unwrap();
        fs::write(folder.path().join(name), rest.split("```").next().unwrap()).unwrap();
    }
    let lines: Vec<&str> = text.lines().collect();
    let mut compared = 0;
    for (index, line) in lines.iter().enumerate() {
        let Some((command, behind)) = line.strip_prefix("`grundy ").and_then(|rest| rest.split_once('`')) else {
            continue;
        };
        let arguments = words(command);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let code = if behind.contains("exit code 2") { 2 } else { 0 };
        let (out, err) = expect_exit(folder.path(), &arguments, code);
        if !behind.ends_with(':') {
            continue;
        }
        let shown: Vec<&str> = lines[index + 2..].iter().map_while(|line| line.strip_prefix("    ")).collect();
        let printed: Vec<&str> = if code == 0 { out.lines().collect() } else { err.lines().collect() };
        assert_eq!(printed, shown, "{command}");
        compared += 1;
    }
    assert_eq!(compared, 10, "examples with output");
    expect_exit(folder.path(), &["run", "halves.toml"], 0);
}

/// Runs every command of a page in one folder. The text below one or more commands must be their output.
#[test]
fn every_command_of_the_tours_prints_what_stands_below_it() {
    for (page, examples) in
        [("docs/tour.md", 8), ("docs/your-game-on-a-graph.md", 10), ("docs/patterns.md", 8), ("docs/misere.md", 3)]
    {
        let text = fs::read_to_string(project().join(page)).unwrap();
        let folder = tempfile::TempDir::new().unwrap();
        std::os::unix::fs::symlink(project().join("configs"), folder.path().join("configs")).unwrap();
        let (mut printed, mut compared) = (String::new(), 0);
        let blocks = text.split("```").skip(1).step_by(2).map(|block| block.split_once('\n').unwrap());
        for (kind, block) in blocks {
            match kind {
                "toml" => {
                    let name = block.lines().next().and_then(|line| line.strip_prefix("# ")).expect("a file's name");
                    fs::write(folder.path().join(name), block).unwrap();
                }
                "sh" => printed = block.lines().map(|command| output_of(folder.path(), command)).collect(),
                // scripts/check-wheel.sh runs these.
                "python" => {}
                _ => {
                    assert_eq!(printed, block, "{page}");
                    compared += 1;
                }
            }
        }
        assert_eq!(compared, examples, "{page}: examples with output");
    }
}

/// Runs the commands and the configs of two pages. The text below commands that print must be their output.
#[test]
fn the_commands_of_the_readme_and_of_sweeps_run() {
    let folder = tempfile::TempDir::new().unwrap();
    std::os::unix::fs::symlink(project().join("configs"), folder.path().join("configs")).unwrap();
    let (mut commands, mut compared) = (0, 0);
    for page in ["README.md", "docs/sweeps.md"] {
        let text = fs::read_to_string(project().join(page)).unwrap();
        let parts: Vec<&str> = text.split("```").collect();
        let mut printed = String::new();
        for (words, block) in parts.iter().zip(&parts[1..]).step_by(2) {
            let (kind, block) = block.split_once('\n').unwrap();
            match kind {
                "toml" => {
                    fs::write(folder.path().join("block.toml"), block).unwrap();
                    expect_exit(folder.path(), &["run", "block.toml"], 0);
                }
                "sh" => {
                    let lines = block.lines().filter_map(|line| line.strip_prefix("cargo run --release -- "));
                    let lines: Vec<String> = lines.map(|rest| format!("grundy {rest}")).collect();
                    commands += lines.len();
                    printed = lines.iter().map(|line| output_of(folder.path(), line)).collect();
                }
                "console" => {
                    // Each command with what it prints on standard output, whatever its exit code is.
                    for example in block.split("$ grundy ").skip(1) {
                        let (command, shown) = example.split_once('\n').unwrap();
                        assert_eq!(output_of(folder.path(), &format!("grundy {command}")), shown);
                        compared += 1;
                    }
                }
                _ if words.trim_end().ends_with("print") => {
                    assert_eq!(printed, block);
                    compared += 1;
                }
                _ => {}
            }
        }
    }
    assert_eq!((commands, compared), (3, 4));
    // The files that the README lists for its first command.
    let results = folder.path().join("data/runs/kayles");
    for name in
        ["values.csv", "b-file.txt", "periods.csv", "certificate.json", "checks.csv", "report.md", "manifest.json"]
    {
        assert!(results.join(name).exists(), "{name}");
    }
}

fn output_of(folder: &Path, command: &str) -> String {
    match command.split_once(' ').unwrap() {
        ("grundy", rest) => {
            let arguments = words(rest);
            let output = grundy(folder, &arguments.iter().map(String::as_str).collect::<Vec<_>>());
            assert!(matches!(output.status.code(), Some(0 | 1)), "{command}: {output:?}");
            String::from_utf8(output.stdout).unwrap()
        }
        ("cat", file) => fs::read_to_string(folder.join(file)).unwrap(),
        (other, _) => panic!("`{other}` is not a command of these pages"),
    }
}

/// The words of a command line; text in single quotes is one word.
fn words(command: &str) -> Vec<String> {
    let parts = command.split('\'').enumerate();
    let words = parts.flat_map(|(index, part)| match index % 2 {
        0 => part.split_whitespace().map(String::from).collect(),
        _ => vec![part.to_string()],
    });
    words.collect()
}

fn indented<'t>(lines: &[&'t str], index: usize) -> Vec<&'t str> {
    lines[index + 2..].iter().map_while(|line| line.strip_prefix("    ")).collect()
}

/// Every `grundy check` prints the text below it, and every config gives the `conjectures.csv` below it.
#[test]
fn the_examples_of_conjectures_are_true() {
    let text = fs::read_to_string(project().join("docs/conjectures.md")).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let folder = tempfile::TempDir::new().unwrap();
    let (mut printed, mut configs, mut config) = (0, 0, String::new());
    for (index, line) in lines.iter().enumerate() {
        if let Some((_, rest)) = line.split_once("`grundy check ") {
            let command = format!("check {}", rest.split('`').next().unwrap());
            let exit = i32::from(line.contains("The exit code is 1"));
            let arguments = words(&command);
            let (out, _) = expect_exit(&project(), &arguments.iter().map(String::as_str).collect::<Vec<_>>(), exit);
            assert_eq!(out.lines().collect::<Vec<_>>(), indented(&lines, index), "{command}");
            printed += 1;
        }
        if *line == "```toml" {
            config =
                lines[index + 1..].iter().take_while(|line| **line != "```").map(|line| format!("{line}\n")).collect();
        }
        if *line == "After `grundy run FILE.toml`, the folder `data/runs/FILE` has `conjectures.csv`:" {
            fs::write(folder.path().join("job.toml"), &config).unwrap();
            expect_exit(folder.path(), &["run", "job.toml", "--out", "out", "--fresh"], 0);
            let table = fs::read_to_string(folder.path().join("out/conjectures.csv")).unwrap();
            assert_eq!(table.lines().collect::<Vec<_>>(), indented(&lines, index), "{config}");
            configs += 1;
        }
    }
    assert_eq!((printed, configs), (3, 2));
    let command = lines.iter().position(|line| *line == "prints after the rows").unwrap() - 1;
    let arguments = words(lines[command].trim_matches('`').strip_prefix("grundy ").unwrap());
    let (_, err) = expect_exit(&project(), &arguments.iter().map(String::as_str).collect::<Vec<_>>(), 1);
    assert_eq!(err.lines().collect::<Vec<_>>(), indented(&lines, command + 1));
    let report = fs::read_to_string(folder.path().join("out/sweep.md")).unwrap();
    let sentence = text.split("says of the first one: \"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
    assert!(report.contains(sentence), "{report}");
}

#[test]
fn the_examples_of_the_pages_on_commands_and_boards_are_true() {
    for page in ["docs/commands.md", "docs/boards.md"] {
        let text = fs::read_to_string(project().join(page)).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let mut compared = 0;
        for (index, line) in lines.iter().enumerate() {
            let command = line.strip_prefix("`grundy ").and_then(|rest| rest.strip_suffix("`:"));
            let Some(command) = command else { continue };
            let arguments = words(command);
            let (out, _) = expect_exit(&project(), &arguments.iter().map(String::as_str).collect::<Vec<_>>(), 0);
            assert_eq!(out.lines().collect::<Vec<_>>(), indented(&lines, index), "{command}");
            compared += 1;
        }
        assert!(compared > 0, "{page}");
    }
}

#[test]
fn every_command_has_a_row_in_the_table() {
    let text = fs::read_to_string(project().join("docs/commands.md")).unwrap();
    let (help, _) = expect_exit(&project(), &["--help"], 0);
    let verbs = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let verbs = verbs.filter(|line| !line.starts_with("   ")).filter_map(|line| line.split_whitespace().next());
    for verb in verbs.filter(|verb| *verb != "help") {
        assert!(text.contains(&format!("\n| `{verb} ")) || text.contains(&format!("\n| `{verb}`")), "{verb}");
    }
}

#[test]
fn the_page_on_output_has_all_files() {
    let text = fs::read_to_string(project().join("docs/output.md")).unwrap();
    let of_questions = grundy::question::QUESTIONS.iter().flat_map(|question| question.files.iter());
    let of_formats = grundy::formats::FORMATS.iter().flat_map(|format| format.files.iter());
    let (mut seen, mut missing) = (0, Vec::new());
    for file in of_questions.chain(of_formats) {
        // The fragments of a folder are listed separately.
        let name = file.name.rsplit('/').next().unwrap();
        missing.extend((!text.contains(&format!("`{name}`")) && !text.contains(file.name)).then_some(file.name));
        seen += 1;
    }
    assert!(seen > 20 && missing.is_empty(), "docs/output.md lacks {missing:?} of {seen}");
}

/// A line of a paragraph that begins like a list or a quotation is shown as one: in "x - y" the rest of the
/// paragraph would be an item, and in "x > y" the sign would be lost.
#[test]
fn no_line_within_a_paragraph_begins_a_list() {
    let starts = |line: &str| ["- ", "+ ", ">", "1. ", "1) "].iter().any(|mark| line.trim_start().starts_with(mark));
    let mut wrong = Vec::new();
    for page in pages().into_iter().chain(pages_of("docs")).chain(pages_of("")) {
        let (text, mut is_code, mut before) = (fs::read_to_string(&page).unwrap(), false, "");
        let mut is_paragraph = false;
        for line in text.lines() {
            is_code ^= line.starts_with("```");
            let is_break = line.trim().is_empty() || line.starts_with("```");
            if before.trim().is_empty() {
                is_paragraph = !is_break && !starts(line) && !line.starts_with(['|', '#', ' ', '<']);
            } else if is_paragraph && !is_code && !before.ends_with(':') && starts(line) {
                wrong.push(format!("{}: {line}", page.display()));
            }
            before = line;
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Tables, code and lists in comments aside.
#[test]
fn lines_of_comments_are_short() {
    let mut wrong = Vec::new();
    let mut folders: Vec<PathBuf> = ["src", "crates", "tests", "benches"].map(|folder| project().join(folder)).into();
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let (text, mut is_code) = (fs::read_to_string(&path).unwrap(), false);
                for (number, line) in (1..).zip(text.lines()) {
                    let Some(comment) = line.trim_start().strip_prefix("//") else { continue };
                    let comment = comment.trim_start_matches(['/', '!']);
                    is_code ^= comment.trim_start().starts_with("```");
                    let is_plain = !is_code && !["  ", " |", " - "].iter().any(|mark| comment.starts_with(mark));
                    if is_plain && line.chars().count() > 120 {
                        wrong.push(format!("{}:{number}", path.display()));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn links_lead_somewhere() {
    let mut links = 0;
    for file in FOLDERS.iter().flat_map(|folder| pages_of(folder)) {
        let text = fs::read_to_string(&file).unwrap();
        for target in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if target.starts_with("http") {
                continue;
            }
            let (path, anchor) = target.split_once('#').map_or((target, None), |(path, anchor)| (path, Some(anchor)));
            let path = if path.is_empty() { file.clone() } else { file.parent().unwrap().join(path) };
            assert!(path.exists(), "{}: {target}", file.display());
            if let Some(anchor) = anchor {
                let page = fs::read_to_string(&path).unwrap();
                assert!(anchors(&page).any(|known| known == anchor), "{}: {target}", file.display());
            }
            links += 1;
        }
    }
    assert!(links > 100, "{links} links");
}

const FOLDERS: [&str; 6] = ["", "docs", "docs/families", "data/known", "data/tables", "python"];

/// The anchors of a page's headings. Text in code blocks is not a heading.
fn anchors(page: &str) -> impl Iterator<Item = String> {
    let lines = page.split("```").step_by(2).flat_map(str::lines);
    let headings = lines.filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#').trim());
    headings.map(|heading| {
        let kept = heading.chars().filter(|c| c.is_alphanumeric() || "-_ ".contains(*c));
        kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
    })
}

/// `docs/games.md` is generated from the families, so a new family needs no line there.
/// `UPDATE_DOCS=1 cargo test --test it docs::` writes it.
#[test]
fn the_list_of_games_is_that_of_the_families() {
    use grundy::games::GROUPS;
    use grundy::results::markdown::{code_in_table, prose};
    let mut text = "# Games\n\nAll families of games, each with up to three examples of codes. `grundy list FAMILY` shows the parameters of a family,\n\
                    and the values of an example. In a shell, a code with parentheses, braces, spaces, `*` or `>` needs quotes.\n"
        .to_string();
    for (group, family) in GROUPS.iter().flat_map(|group| group.families.iter().map(move |family| (group, family))) {
        if std::ptr::eq(*family, group.families[0]) {
            text.push_str(&format!(
                "\n## {}\n\n| family | examples | rules | `max` bounds | source |\n|---|---|---|---|---|\n",
                group.title
            ));
        }
        let codes: Vec<String> = family.examples.iter().take(3).map(|code| code_in_table(code)).collect();
        let max = if family.max.is_empty() { String::new() } else { prose(&family.max) };
        text.push_str(&format!(
            "| [{0}](families/{0}.md) | {1} | {2} | {max} | {3} |\n",
            family.name,
            codes.join(", "),
            prose(&family.rules),
            prose(&family.source)
        ));
    }
    let path = project().join("docs/games.md");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, &text).unwrap();
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    assert!(written == text, "docs/games.md is not that of the families: UPDATE_DOCS=1 cargo test --test it docs::");
}

#[test]
fn the_readme_names_the_list_of_games_and_the_rust_version() {
    let readme = fs::read_to_string(project().join("README.md")).unwrap();
    assert!(readme.contains("(docs/games.md)"), "README.md does not link docs/games.md");
    assert!(readme.contains(env!("CARGO_PKG_RUST_VERSION").trim_end_matches(".0")));
}
