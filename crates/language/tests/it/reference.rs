//! The examples in docs/language.md are true: every "`EXPRESSION` is VALUE" is evaluated.

use grundy_language::{
    Automata, Datum, FUNCTIONS, SET_FUNCTIONS, Scope, Sources, Type, evaluate_from, holds_from, number, truth,
};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

const KAYLES: [i64; 16] = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7];

/// The names used on the page, with their values.
fn scope() -> (Scope, Vec<Datum>) {
    let set = |elements: &[i64]| Datum::Set(elements.into());
    let names = [
        ("n", Type::Number, Datum::Number(10)),
        ("a", Type::Number, Datum::Number(2)),
        ("b", Type::Number, Datum::Number(7)),
        ("S", Type::Set, set(&[1, 4, 6])),
        ("d", Type::Text, Datum::Text("07f".into())),
        ("status", Type::Text, Datum::Text("proved".into())),
        ("outcome", Type::Outcome, Datum::Number(1)),
        ("period", Type::Number, Datum::Missing),
        ("h1", Type::Number, Datum::Number(3)),
        ("h2", Type::Number, Datum::Number(4)),
        ("h3", Type::Number, Datum::Number(5)),
    ];
    let constants = Scope::default()
        .with_constant("T", Datum::List([4, 1, 4].into()))
        .with_constant("M", Datum::Lists([[1, 2].as_slice().into(), [3].as_slice().into()].into()));
    let scope = names.iter().fold(constants, |scope, (name, kind, _)| scope.with(name, *kind));
    let data = names.into_iter().map(|(.., datum)| datum).chain([Datum::List([3, 4, 5].into())]).collect();
    let automata = Automata::in_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../configs/conjectures"));
    (scope.with_tuple("h", 8..11).with_values(1).with_rows(vec![1]).with_automata(&automata), data)
}

/// The value of an expression, as text.
fn value_of(text: &str) -> String {
    let (scope, data) = scope();
    let look = |at: &[i64]| usize::try_from(at[0]).ok().and_then(|n| KAYLES.get(n)).copied();
    // The other row has a = 3 and the period 12.
    let rows = |given: &[(u32, Datum)], column: u32| {
        (given == [(1, Datum::Number(3))] && column == 7).then_some(Datum::Number(12))
    };
    let sources = Sources { values: &look, rows: &rows };
    let value = match (number(text, 0, &scope), truth(text, 0, &scope)) {
        (Ok(number), _) => evaluate_from(&number, &data, sources).map(|value| value.to_string()),
        (_, Ok(truth)) => holds_from(&truth, &data, sources).map(|value| value.to_string()),
        (Err(blame), Err(_)) => panic!("{text}: {blame:?}"),
    };
    value.unwrap_or_else(|fault| if fault.is_unknown() { "not known".into() } else { format!("an error: {fault}") })
}

fn page() -> String {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/language.md");
    std::fs::read_to_string(page).unwrap()
}

/// The examples of the page, each with what is said of it.
fn said(page: &str) -> Vec<(&str, &str)> {
    // Every second part is in backticks; the text after it states the value.
    let parts: Vec<&str> = page.split('`').collect();
    let examples = parts[1..].chunks(2).filter_map(|pair| {
        let [text, behind] = pair else { return None };
        Some((*text, behind.strip_prefix(" is ").or_else(|| behind.strip_prefix(" is\n"))?))
    });
    examples.collect()
}

#[test]
fn every_example_of_the_reference_is_true() {
    let page = page();
    let mut examples = Vec::new();
    for (text, said) in said(&page) {
        let found = value_of(text);
        assert!(said.starts_with(&found), "`{text}` is {found}, not {said}");
        let end = said[found.len()..].chars().next();
        assert!(end.is_none_or(|end| " ;,.|\n".contains(end)), "`{text}` is {found}, not {said}");
        examples.push(text);
    }
    assert!(examples.len() > 60, "{}", examples.len());
    let names = FUNCTIONS.iter().map(|function| function.name);
    for name in names.chain(SET_FUNCTIONS.iter().map(|function| function.name)).chain(["automatic"]) {
        assert!(examples.iter().any(|example| example.contains(&format!("{name}("))), "{name} has no example");
        assert!(page.contains(&format!("`{name}`")), "{name} is not explained");
    }
}

/// The reader of moves in Python, which checks certificates, has the same functions. It has no values of games, no
/// rows, and neither `h` nor the functions that yield sets.
#[test]
fn the_independent_reader_agrees() {
    const CHECK: &str = "
import sys
sys.path.insert(0, sys.argv[1])
from read_moves import FUNCTIONS, Reader, Work
names = dict(n=10, a=2, b=7, S=[1, 4, 6], T=[4, 1, 4], M=[[1, 2], [3]], d='07f', status='proved', outcome=True)
names.update(h1=3, h2=4, h3=5)
print(*FUNCTIONS)
for line in sys.stdin.read().splitlines():
    text, said = line.split(chr(9))
    reader = Reader(text, Work(10**6))
    value = reader.expression()
    assert reader.token == '', text
    try:
        found = str(value(dict(names))).lower()
    except (ValueError, ZeroDivisionError, TypeError) as error:
        found = 'an error: ' + str(error)
    assert said.startswith('an error') if found.startswith('an error') else said == found, (text, said, found)
";
    let page = page();
    let left_out = ["g(", "h[", "(h", "h)", "h ", "row(", "period", "with", "automatic"];
    let mut lines = String::new();
    let mut count = 0;
    for (text, said) in said(&page) {
        if !left_out.iter().any(|part| text.contains(part)) {
            lines += &format!("{text}\t{}\n", said.split([';', ',', '.', '|', '\n']).next().unwrap_or_default().trim());
            count += 1;
        }
    }
    assert!(count > 80, "{count}");
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts");
    let mut python = Command::new("python3")
        .arg("-c")
        .arg(CHECK)
        .arg(scripts)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    python.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let output = python.wait_with_output().unwrap();
    assert!(output.status.success());
    let known = String::from_utf8(output.stdout).unwrap();
    let known: Vec<&str> = known.split_whitespace().collect();
    assert!(FUNCTIONS.iter().all(|function| known.contains(&function.name)), "{known:?}");
}
