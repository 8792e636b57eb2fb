//! Files and rooms must not import each other in a circle, and only the disk may open files. Cargo makes sure
//! that crates import only lower crates.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

const CRATES: [(&str, &str); 9] = [
    ("grundy", "src"),
    ("grundy_core", "crates/core/src"),
    ("grundy_games", "crates/games/src"),
    ("grundy_kernels", "crates/kernels/src"),
    ("grundy_language", "crates/language/src"),
    ("grundy_patterns", "crates/patterns/src"),
    ("grundy_misere", "crates/misere/src"),
    ("grundy_report", "crates/report/src"),
    ("grundy_run", "crates/run/src"),
];

/// A module: its crate, followed by the path to it.
type Module = Vec<String>;

struct Source {
    path: String,
    imports: Vec<Import>,
}

struct Import {
    path: Vec<String>,
    name: String,
    public: bool,
}

fn project() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn files_below(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files_below(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

fn sources() -> BTreeMap<Module, Source> {
    let mut sources = BTreeMap::new();
    for (name, folder) in CRATES {
        let root = project().join(folder);
        let mut files = Vec::new();
        files_below(&root, &mut files);
        for file in files {
            let inside = file.strip_prefix(&root).unwrap().with_extension("");
            let mut module: Module = vec![name.to_string()];
            module.extend(inside.iter().map(|part| part.to_string_lossy().into_owned()));
            match module.last().map(String::as_str) {
                Some("mod") => drop(module.pop()),
                Some("lib") if module.len() == 2 => drop(module.pop()),
                _ => {}
            }
            let path = format!("{folder}/{}", file.strip_prefix(&root).unwrap().display());
            let imports = imports(&fs::read_to_string(&file).unwrap());
            sources.insert(module, Source { path, imports });
        }
    }
    sources
}

/// The imports of a file, and the paths it uses without importing them. Its tests and comments are ignored.
fn imports(text: &str) -> Vec<Import> {
    let text = text.split("#[cfg(test)]\nmod tests").next().unwrap();
    let text: String = text.lines().map(|line| line.split("//").next().unwrap()).collect::<Vec<_>>().join("\n");
    let (mut imports, mut others) = (Vec::new(), String::new());
    for statement in text.split(';') {
        let Some(at) = statement.find("use ").filter(|&at| {
            statement[..at]
                .lines()
                .last()
                .unwrap_or("")
                .trim()
                .split(' ')
                .all(|word| word.is_empty() || word.starts_with("pub"))
        }) else {
            others.push_str(statement);
            continue;
        };
        others.push_str(&statement[..at]);
        let public = statement[..at].lines().last().unwrap_or("").contains("pub");
        for path in expand(&statement[at + 4..].replace('\n', " ")) {
            let (path, alias) =
                path.split_once(" as ").map_or((path.as_str(), None), |(path, alias)| (path, Some(alias)));
            let path: Vec<String> = path.trim().split("::").map(|part| part.trim().to_string()).collect();
            let name = alias.map_or(path.last().unwrap().clone(), |alias| alias.trim().to_string());
            imports.push(Import { path, name, public });
        }
    }
    for start in ["crate::", "super::", "grundy_core::", "grundy_games::", "grundy_kernels::", "grundy_language::"] {
        for (at, _) in others.match_indices(start) {
            let whole: String =
                others[at..].chars().take_while(|&c| c.is_alphanumeric() || c == '_' || c == ':').collect();
            let path: Vec<String> = whole.trim_end_matches(':').split("::").map(str::to_string).collect();
            let name = String::new();
            imports.push(Import { path, name, public: false });
        }
    }
    imports
}

/// The paths of an import tree: `a::{b, c::{d, e}}`.
fn expand(tree: &str) -> Vec<String> {
    let tree = tree.trim();
    let Some((before, inner)) = tree.split_once('{') else { return vec![tree.to_string()] };
    let inner = inner.rsplit_once('}').map_or(inner, |(inner, _)| inner);
    let (mut parts, mut depth, mut from) = (Vec::new(), 0, 0);
    for (at, c) in inner.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&inner[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&inner[from..]);
    let parts = parts.into_iter().filter(|part| !part.trim().is_empty());
    parts.flat_map(expand).map(|path| format!("{before}{path}")).collect()
}

/// A path from the crate on, as seen from a module; `None` if it leads out of the project.
fn absolute(module: &Module, path: &[String], sources: &BTreeMap<Module, Source>) -> Option<Module> {
    let mut base = module.clone();
    let mut rest = path;
    match path.first()?.as_str() {
        "crate" => (base, rest) = (vec![module[0].clone()], &path[1..]),
        "self" => rest = &path[1..],
        "super" => {
            while rest.first().is_some_and(|part| part == "super") {
                base.pop();
                rest = &rest[1..];
            }
        }
        name if CRATES.iter().any(|(known, _)| *known == name) => base = Vec::new(),
        name => {
            let child: Module = base.iter().cloned().chain([name.to_string()]).collect();
            if !sources.contains_key(&child) {
                // The name may be re-exported by this module.
                let handed = sources.get(module)?.imports.iter().find(|import| import.public && import.name == *name);
                let handed = handed.filter(|import| import.path.first() != path.first())?;
                let mut whole = absolute(module, &handed.path, sources)?;
                whole.extend_from_slice(&path[1..]);
                return Some(whole);
            }
        }
    }
    Some(base.into_iter().chain(rest.iter().cloned()).collect())
}

/// The module that defines what a path names; re-exports are followed.
fn home(path: &Module, sources: &BTreeMap<Module, Source>, depth: usize) -> Option<Module> {
    for length in (1..=path.len()).rev() {
        let module: Module = path[..length].to_vec();
        let Some(source) = sources.get(&module) else { continue };
        let named = path.get(length);
        let handed = source.imports.iter().find(|import| import.public && Some(&import.name) == named);
        if let Some(import) = handed.filter(|_| depth < 9)
            && let Some(mut next) = absolute(&module, &import.path, sources)
        {
            next.extend_from_slice(&path[length + 1..]);
            return home(&next, sources, depth + 1).or(Some(module));
        }
        return Some(module);
    }
    None
}

fn edges(sources: &BTreeMap<Module, Source>) -> BTreeMap<&str, BTreeSet<&str>> {
    let mut edges: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (module, source) in sources {
        let wanted = source.imports.iter().filter_map(|import| absolute(module, &import.path, sources));
        for other in wanted.filter_map(|path| home(&path, sources, 0)).filter(|other| other != module) {
            edges.entry(&source.path).or_default().insert(&sources[&other].path);
        }
    }
    edges
}

/// The room of a file: a folder or file directly below `src`. `lib.rs`, which only lists the content of a
/// crate, belongs to none.
fn room(file: &str) -> Option<&str> {
    let begin = file.find("src/")? + "src/".len();
    let end = file[begin..].find('/').map_or(file.len(), |at| begin + at);
    match &file[..end] {
        room if room.ends_with("/lib.rs") => None,
        // Rules offer structures, and structures refer to rows: this is one room in two folders.
        "crates/core/src/structure" => Some("crates/core/src/ruleset"),
        room => Some(room),
    }
}

/// Crates form the large layers. Within a crate, rooms must not import each other in a circle.
#[test]
fn no_rooms_import_each_other_in_a_circle() {
    let sources = sources();
    let mut rooms: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let files = edges(&sources);
    for (file, others) in &files {
        let Some(from) = room(file) else { continue };
        rooms.entry(from).or_default().extend(others.iter().filter_map(|other| room(other)).filter(|to| *to != from));
    }
    let count: usize = rooms.values().map(BTreeSet::len).sum();
    assert!(count > 100, "only {count} imports were found");
    assert_eq!(circle(rooms), BTreeMap::new(), "these import each other");
}

/// The circles: what is left after repeatedly removing everything that imports nothing that is left, or that nothing
/// left imports.
fn circle<'e>(mut edges: BTreeMap<&'e str, BTreeSet<&'e str>>) -> BTreeMap<&'e str, BTreeSet<&'e str>> {
    loop {
        let left: BTreeSet<&str> = edges.keys().copied().collect();
        edges.values_mut().for_each(|others| others.retain(|other| left.contains(other)));
        let imported: BTreeSet<&str> = edges.values().flatten().copied().collect();
        let before = edges.len();
        edges.retain(|file, others| !others.is_empty() && imported.contains(file));
        if edges.len() == before {
            return edges;
        }
    }
}

/// A file opened anywhere else could not be made to fail by a test.
#[test]
fn only_the_disk_opens_files() {
    let mut seen = 0;
    for source in sources().values() {
        let text = fs::read_to_string(project().join(&source.path)).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap();
        let opens = ["std::fs", "tempfile::Builder", "NamedTempFile"].iter().any(|word| code.contains(word));
        assert!(!opens || source.path.starts_with("crates/core/src/disk/"), "{} opens files by itself", source.path);
        seen += usize::from(opens);
    }
    assert_eq!(seen, 2, "the disk's own files");
}

/// A test inside the crate of families that uses the registry has all families compiled once more for it.
#[test]
fn tests_of_single_families_do_not_use_the_registry() {
    for source in sources().values().filter(|source| source.path.starts_with("crates/games/src/")) {
        let text = fs::read_to_string(project().join(&source.path)).unwrap();
        let tests = text.split_once("#[cfg(test)]").map_or("", |(_, tests)| tests);
        let uses = ["code::parse", "FAMILIES", "registry"].iter().any(|word| tests.contains(word));
        assert!(!uses, "{}: tests of codes belong to tests/it/codes.rs", source.path);
    }
}

/// The compiler compiles all that a `static` reaches, used or not: a `static` list of families had all of them compiled
/// once more for the tests inside the crate. What is `const` is compiled where it is used. So a `static` is for state,
/// or for a table of numbers.
#[test]
fn lists_are_constants() {
    let state = ["Atomic", "LazyLock", "OnceLock", "Cell<", "Control<", "[u64;"];
    let mut seen = 0;
    for source in sources().values() {
        let text = fs::read_to_string(project().join(&source.path)).unwrap();
        for line in text.lines() {
            let declared = line.trim_start().trim_start_matches("pub(crate) ").trim_start_matches("pub ");
            let Some(declared) = declared.strip_prefix("static ") else { continue };
            let is_state = state.iter().any(|word| declared.contains(word));
            assert!(is_state, "{}: use const for what is neither state nor a table: {line}", source.path);
            seen += 1;
        }
    }
    assert!(seen > 10, "{seen}");
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    let sources = sources();
    assert_eq!(circle(edges(&sources)), BTreeMap::new(), "these import each other");
}

#[test]
fn what_goes_up_or_round_would_be_seen() {
    let file = |imports: &str| imports_of(imports);
    assert_eq!(
        file("use crate::a::{b, c::{d, e as f}};\npub use super::g;"),
        ["crate::a::b", "crate::a::c::d", "crate::a::c::e", "super::g"]
    );
    assert_eq!(file("fn x() { crate::y::z() }"), ["crate::y::z"]);
    assert!(file("// use crate::a;\n#[cfg(test)]\nmod tests {\n use crate::b;\n}").is_empty());
}

fn imports_of(text: &str) -> Vec<String> {
    imports(text)
        .iter()
        .filter(|import| !import.name.is_empty() || !text.contains("use "))
        .map(|import| import.path.join("::"))
        .collect()
}
