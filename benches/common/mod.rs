//! Code shared by several benches.

/// The parts named on the command line, or all. Ends the program if an unknown part is named.
pub fn chosen<T: Copy>(parts: &[(&str, T)]) -> Vec<T> {
    let names: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    if let Some(unknown) = names.iter().find(|name| parts.iter().all(|(part, _)| part != name)) {
        let known: Vec<&str> = parts.iter().map(|(part, _)| *part).collect();
        eprintln!("no part `{unknown}`: there are {}", known.join(", "));
        std::process::exit(2);
    }
    let is_chosen = |part: &str| names.is_empty() || names.iter().any(|name| name == part);
    parts.iter().filter(|(part, _)| is_chosen(part)).map(|(_, part)| *part).collect()
}
