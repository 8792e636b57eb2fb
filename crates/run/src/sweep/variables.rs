//! The variables of a sweep: what each runs over, and how many combinations there are.

use super::columns::is_column;
use super::domain::Domain;
use super::graphs;
use super::odometer::count;
use super::plan::{Over, Plan};
use super::subsets::Subsets;
use super::template::Template;
use super::wrong::{OrWrong, Part, Wrong};
use crate::diagnostic::Blame;
use crate::error::Error;
use crate::games::graphs::GraphNumber;
use crate::language::{self, Automata, Fault, Scope, Type, is_reserved};

/// The variables with their domains, and the scope that contains all of them.
pub(super) fn variables(plan: &Plan, automata: &Automata) -> OrWrong<(Vec<String>, Vec<Domain>, Scope)> {
    let (mut names, mut domains, mut scope) = (Vec::<String>::new(), Vec::new(), graphs::scope_of(plan, automata));
    for (name, over) in &plan.over {
        let part = Part::Over(name.clone());
        let wrong = |message: String, help: &str| Wrong { part: part.clone(), blame: Blame::new(0..0, message, help) };
        let letters = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        if !name.bytes().all(letters) || name.bytes().next().is_none_or(|byte| byte.is_ascii_digit()) {
            return Err(wrong(
                format!("`{name}` cannot be a variable"),
                "names consist of letters, digits and _, and do not start with a digit",
            ));
        }
        if is_reserved(name) || is_column(name) {
            let help = "choose a name that is not a reserved word, a function or a column of sweep.csv";
            return Err(wrong(format!("`{name}` already has another meaning"), help));
        }
        if names.contains(name) {
            return Err(wrong(format!("`{name}` is given twice"), "remove one of them"));
        }
        let domain = domain(over, &scope).map_err(|blame| Wrong { part: part.clone(), blame })?;
        scope = scope.with(name, domain.kind());
        names.push(name.clone());
        domains.push(domain);
        if over.is_graph() {
            let is_free = |number: &&GraphNumber| {
                !names.iter().chain(plan.over.iter().map(|(name, _)| name)).any(|known| known == number.name)
            };
            let graph = names.len() - 1;
            for number in graphs::numbers_of(plan).filter(is_free).collect::<Vec<_>>() {
                scope = scope.with(number.name, Type::Number);
                names.push(number.name.to_string());
                domains.push(Domain::OfGraph { graph, number: *number });
            }
        }
    }
    if names.is_empty() {
        let blame = Blame::new(
            0..0,
            "the sweep has no variable",
            "write [sweep.over] with what each variable runs over, as in a = \"1..=30\"",
        );
        return Err(Wrong { part: Part::Code, blame });
    }
    Ok((names, domains, scope))
}

fn domain(over: &Over, scope: &Scope) -> Result<Domain, Blame> {
    Ok(match over {
        Over::Range(text) => Domain::Range(language::interval(text, 0, scope)?),
        Over::List(items) => {
            let domain = Domain::list(items);
            let kinds = items.iter().map(|item| Domain::list(std::slice::from_ref(item)).kind());
            if kinds.clone().any(|kind| kind != domain.kind()) {
                return Err(Blame::new(0..0, "the list mixes numbers and texts", "use only numbers or only texts"));
            }
            domain
        }
        Over::Subsets { of, size, containing, avoiding, gcd } => {
            if !(1..=63).contains(of) {
                return Err(Blame::new(
                    0..0,
                    format!("subsets of 1, ..., {of} are not supported"),
                    "`subsets-of` must be from 1 to 63",
                ));
            }
            if *gcd == Some(0) {
                return Err(Blame::new(0..0, "no set has greatest common divisor 0", "`gcd` must be at least 1"));
            }
            if let Some(outside) = containing.iter().chain(avoiding).find(|element| !(1..=*of).contains(*element)) {
                return Err(Blame::new(
                    0..0,
                    format!("{outside} is not an element of 1, ..., {of}"),
                    format!("elements are from 1 to {of}"),
                ));
            }
            let sizes = match size {
                None => (1, *of as i64),
                Some(text) => {
                    let interval = language::interval(text, 0, &Scope::default())?;
                    let fault = |fault: Fault| {
                        Blame::new(
                            0..text.len(),
                            format!("`size` cannot be computed: {fault}"),
                            "write a range as in 1..=3",
                        )
                    };
                    interval.bounds(&[]).map_err(fault)?.unwrap_or((1, 0))
                }
            };
            let sizes = sizes.0.max(0) as u64..=sizes.1.max(0) as u64;
            Domain::Subsets(Subsets::new(*of, sizes, containing, avoiding, *gcd))
        }
        Over::Trees(range) => Domain::List(graphs::trees_of(range)?),
        Over::Graphs { graphs, .. } => Domain::List(graphs::texts(graphs)),
        Over::Digits { base, places } => {
            if !(1..=12).contains(places) {
                return Err(Blame::new(
                    0..0,
                    format!("{places} digits cannot be swept"),
                    "the number of digits must be from 1 to 12",
                ));
            }
            Domain::Digits { base: *base, places: *places }
        }
    })
}

/// The variables among the digits of an octal code whose numbers must be checked for every combination: either
/// they depend on earlier variables, or `where` may exclude the numbers that are not digits.
pub(super) fn digits(
    plan: &Plan,
    template: &Template,
    variables: &[String],
    domains: &[Domain],
) -> OrWrong<Vec<usize>> {
    let mut unknown = Vec::new();
    let numbers = domains.iter().enumerate().filter(|(_, domain)| domain.kind() == Type::Number);
    for (variable, domain) in numbers.filter(|(variable, _)| template.is_among_digits(*variable)) {
        let name = &variables[variable];
        match domain.no_digit() {
            Some(number) if plan.condition.is_none() => {
                return Err(Wrong { part: Part::Over(name.clone()), blame: no_digit(name, number) });
            }
            None if !domain.is_dependent() => {}
            _ => unknown.push(variable),
        }
    }
    Ok(unknown)
}

/// The error for a number that is not a digit.
pub(super) fn no_digit(name: &str, number: i64) -> Blame {
    Blame::new(
        0..0,
        format!("{name} = {number} is used among octal digits, where a number must be a single digit from 0 to 7"),
        format!(
            "in a config, write {name} = {{ octal-digits = 2 }} for all texts of up to two digits, or a list of texts, as in {name} = [\"07\", \"8\", \"1A\"], where digits from 8 on are hexadecimal"
        ),
    )
}

/// The number of combinations.
pub(super) fn combinations(plan: &Plan, domains: &[Domain]) -> Result<OrWrong<u64>, Error> {
    let fault = |fault: Fault| Error::Usage(format!("a range of the sweep cannot be computed: {fault}"));
    match count(domains, u128::from(plan.settings.max_rows)).map_err(fault)? {
        Ok(0) => {
            let message = "the sweep is empty: no combination of its variables exists";
            Ok(Err(Wrong {
                part: Part::Code,
                blame: Blame::new(0..0, message, "use ranges and sets that are not empty"),
            }))
        }
        // This is at most `max_rows`.
        Ok(count) => Ok(Ok(count as u64)),
        Err(count) => Err(Error::Limit {
            what: "the sweep".to_string(),
            // The count is unknown if counting took too long because there are very many ranges to look at.
            needed: count.map_or(format!("more than {} combinations", plan.settings.max_rows), |count| {
                format!("{count} combinations")
            }),
            allowed: format!("{} combinations", plan.settings.max_rows),
            key: "`max-rows` in [output]".to_string(),
            remedy:
                "raise it (--max-rows on the command line), or narrow the ranges: a range may use earlier variables"
                    .to_string(),
        }),
    }
}
