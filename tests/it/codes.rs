//! Game codes: how they are spelled, the names of games, and what is said about wrong ones.

use grundy::games::{FAMILIES, MODIFIERS, code::parse, names::NAMES};

#[test]
fn names_stand_for_canonical_codes_and_are_no_families() {
    for name in NAMES {
        let game = parse(name.name).unwrap_or_else(|error| panic!("{}: {error}", name.name)).game;
        assert_eq!((game.code.as_str(), name.source.is_empty()), (name.code, false));
        assert!(FAMILIES.iter().all(|family| family.name != name.name), "{}", name.name);
        assert_eq!(NAMES.iter().filter(|other| other.name == name.name).count(), 1);
    }
}

#[test]
fn names_stand_wherever_codes_do() {
    for (spelled, canonical) in [
        ("kayles:heaps=2", "octal:0.77,heaps=2"),
        ("sum:kayles+(dawsons-chess)", "sum:octal:0.77+octal:0.137"),
        (" ( officers ) ", "octal:0.6"),
        ("pass:(sum:subtract-a-square+nim:1)", "pass:(sum:subtraction:squares+nim:1)"),
    ] {
        assert_eq!(parse(spelled).unwrap_or_else(|error| panic!("{spelled}: {error}")).game.code, canonical);
    }
    let error = parse("sum:nim:1+kayles:heaps=0").unwrap_err().to_string();
    assert!(error.starts_with("game code:1:18: `heaps` cannot be 0"), "{error}");
    let error = parse("kayls").unwrap_err().to_string();
    assert!(error.contains("did you mean `kayles`"), "{error}");
}

#[test]
fn codes_in_brackets_and_sets_in_braces() {
    for (spelled, canonical) in [
        ("(nim:3)", "nim:3"),
        (" ( (nim:3) ) ", "nim:3"),
        ("subtraction:{1, 2, 3}", "subtraction:1,2,3"),
        ("subtraction:set={3,1}", "subtraction:1,3"),
        ("subtraction:{1,2},heaps=2", "subtraction:1,2,heaps=2"),
        ("sum:(nim:1)+(octal:0.77)", "sum:nim:1+octal:0.77"),
        ("sum:(sum:nim:1+nim:2)+nim:3", "sum:nim:1+nim:2+nim:3"),
        ("sum:nim:3+(sum:(nim:1)+nim:2)", "sum:nim:3+nim:1+nim:2"),
    ] {
        assert_eq!(parse(spelled).unwrap_or_else(|error| panic!("{spelled}: {error}")).game.code, canonical);
    }
    for wrong in ["(nim:3", "nim:3)", "nim:{3}", "sum:(nim:1+nim:2)", "()", "subtraction:{}", "subtraction:{1,{2}}"] {
        assert!(parse(wrong).is_err(), "{wrong}");
    }
    let error = parse("sum:(sum:nim:1+nym:2)+nim:3").unwrap_err().to_string();
    assert!(error.starts_with("game code:1:16: there is no family `nym`"), "{error}");
}

#[test]
fn unknown_families_are_blamed_and_mended() {
    let error = parse("octel:0.77").unwrap_err();
    assert_eq!(error.to_string(), "game code:1:1: there is no family `octel` (did you mean `octal`?)");
    assert_eq!(error.exit_code(), 2);
    let error = parse("halves.toml").unwrap_err().to_string();
    assert!(error.contains("did you mean `custom:halves.toml`?"), "{error}");
}

#[test]
fn a_game_has_the_source_of_its_own_variant() {
    for (code, own, other) in [
        ("subtraction:1,3", "Golomb", "Larsson"),
        ("subtraction:1,3,sink=true", "Larsson", "Golomb"),
        ("subtraction:1,3,seed=[0,1],heaps=2", "Miklós", "Golomb"),
        ("circular-nim:n=4,k=2", "Dufour", "Oginuma"),
        ("circular-nim:n=4,k=2,shrinking=true", "Oginuma", "Dufour"),
        ("partition:first-row,first-column", "LCTR", "Conway"),
        ("partition:hook", "Conway", "LCTR"),
        ("vertex-game:connected,path", "Dailly", "folklore"),
        ("vertex-game:clique,prism", "folklore", "Dailly"),
    ] {
        let family = parse(code).unwrap_or_else(|error| panic!("{code}: {error}")).family;
        let source = &family.source;
        assert!(source.contains(own) && !source.contains(other), "{code}: {source}");
    }
    let with_sink = parse("subtraction:1,3,sink=true").unwrap().family;
    assert!(with_sink.rules.contains("as a whole") && with_sink.max == "heap size");
}

#[test]
fn graphs_have_their_ground_at_vertex_0() {
    let words = |code: &str| parse(code).unwrap().game.words;
    assert!(
        words("hackenbush:graph6:\"D?{\"").ends_with("what then hangs on nothing"),
        "a star: vertex 4 is its centre"
    );
    // Two edges 0-3 and 1-2.
    let words = words("hackenbush:graph6:\"CK\"");
    assert!(words.ends_with("1 of 2 edges hang on nothing from the beginning and are left out"), "{words}");
}

#[test]
fn modifiers_are_families() {
    for name in MODIFIERS {
        assert!(FAMILIES.iter().any(|family| family.name == name), "{name}");
    }
}
