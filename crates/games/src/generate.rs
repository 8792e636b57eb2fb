//! Games of generating: choose elements until those chosen generate the group.

use super::args::{Args, Arity, Parameter};
use super::family::{Family, text};
use super::game::{About, Game};
use super::groups::{Group, Kind, MOST_ORDER};
use super::space::check_units;
use grundy_core::control::{Control, FREE};
use grundy_core::diagnostic::Blame;
use grundy_core::error::Error;
use grundy_core::ruleset::{Position, Rules, Shape, Value, Visit, spilled};
use grundy_core::structure::{Generating, Grounds, MOST_ELEMENTS, NonGenerating, Structures};
use grundy_core::words::counted;
use indexmap::IndexSet;
use smallvec::SmallVec;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

pub(super) const FAMILY: Family = Family {
    name: text("generate"),
    in_papers: None,
    rules: text(
        "Choose an element of a finite group that has not been chosen. As soon as the chosen elements generate the group, the \
            game is over. With `avoid = true`, no one may choose an element with which they generate it.",
    ),
    source: text(
        "M. Anderson and F. Harary, Achievement and avoidance games for generating abelian groups, Int. J. Game Theory 16 (1987)",
    ),
    max: text("n, or the parameters of the factors"),
    value: Value::GRUNDY,
    parameters: &[
        Parameter {
            key: "group",
            form: Arity::One,
            required: false,
            help: "`cyclic` (order n), `dihedral` (2n), `dicyclic` (4n), `symmetric` or `alternating` (permutations of n \
                   points), or a direct product such as `cyclic*cyclic` and `2*2*dihedral`, where a number is a cyclic group",
        },
        Parameter {
            key: "generators",
            form: Arity::Keyed,
            required: false,
            help: "a file with a permutation per line, such as `(1 2 3)(4 5)`: the group that they generate",
        },
        Parameter {
            key: "sets",
            form: Arity::Keyed,
            required: false,
            help: "a file of sets instead of a group: the first line has all elements, separated by spaces, every other \
                   line a set that does not generate; nor do its subsets",
        },
        Parameter {
            key: "avoid",
            form: Arity::Keyed,
            required: false,
            help: "`true` if no one may choose an element with which all is generated; `false` by default",
        },
    ],
    examples: &[
        "generate:cyclic",
        "generate:dihedral,avoid=true",
        "generate:2*cyclic",
        "generate:sets=configs/generate/path.txt",
    ],
    position: text("6: 0,2"),
    build,
};

/// The maximum number of factors with a parameter, which are the coordinates of a row.
const MOST_FACTORS: usize = 4;

/// A factor of a direct product.
#[derive(Debug, Clone, Copy)]
enum Factor {
    /// The coordinates of a row are the parameters.
    Of(Kind),
    /// A cyclic group of this order.
    Fixed(u64),
}

/// What is played on.
enum Ground {
    Product(Vec<Factor>),
    One(Group),
    Sets(Arc<NonGenerating>),
}

/// The grounds of all rows. Maximal subgroups are found once for each row.
struct AllGrounds {
    ground: Ground,
    found: Mutex<HashMap<Vec<u64>, Arc<NonGenerating>>>,
}

/// The factors of a product with their parameters; a position that was read has a name instead, with the number 0.
fn factors<'f>(factors: &'f [Factor], label: &'f [u64]) -> impl Iterator<Item = (Kind, u64)> + 'f {
    let mut parameters = label.iter();
    factors.iter().map(move |factor| match *factor {
        Factor::Of(kind) => (kind, parameters.next().copied().unwrap_or(1).max(1)),
        Factor::Fixed(order) => (Kind::Cyclic, order),
    })
}

impl AllGrounds {
    fn order(&self, label: &[u64]) -> u64 {
        match &self.ground {
            Ground::Product(all) => factors(all, label).fold(1, |order, (kind, n)| order.saturating_mul(kind.order(n))),
            Ground::One(group) => group.order() as u64,
            Ground::Sets(sets) => sets.in_sets.len() as u64,
        }
    }

    /// Refuses a row with too many elements.
    fn check(&self, label: &[u64]) -> Result<(), Error> {
        let most = if let Ground::Sets(_) = self.ground { MOST_ELEMENTS as u64 } else { MOST_ORDER };
        check_units("a group", self.order(label), most, "elements")
    }
}

fn non_generating(group: &Group, control: &Control<'_>) -> Result<NonGenerating, Error> {
    Ok(NonGenerating::new(group.order(), &group.maximal_subgroups(control)?))
}

impl Grounds for AllGrounds {
    fn sets(&self, label: &[u64], control: &Control<'_>) -> Result<Arc<NonGenerating>, Error> {
        if let Ground::Sets(sets) = &self.ground {
            return Ok(sets.clone());
        }
        let lock = || self.found.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lock().get(label) {
            return Ok(known.clone());
        }
        let sets = match &self.ground {
            Ground::One(group) => non_generating(group, control)?,
            Ground::Product(all) => {
                self.check(label)?;
                let groups = factors(all, label).map(|(kind, n)| kind.group(n as usize));
                let group = groups.reduce(|product, factor| product.times(&factor));
                group.map_or_else(|| Ok(NonGenerating::new(0, &[])), |group| non_generating(&group, control))?
            }
            Ground::Sets(sets) => (**sets).clone(),
        };
        Ok(lock().entry(label.to_vec()).or_insert(Arc::new(sets)).clone())
    }
}

/// The elements that were chosen, as bits, and the row whose group they belong to.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Chosen {
    label: SmallVec<[u64; 2]>,
    chosen: SmallVec<[u64; 2]>,
}

impl Chosen {
    fn has(&self, element: usize) -> bool {
        self.chosen.get(element / 64).is_some_and(|word| word >> (element % 64) & 1 == 1)
    }

    fn with(&self, element: usize) -> Self {
        let mut more = self.clone();
        more.chosen.resize(more.chosen.len().max(element / 64 + 1), 0);
        more.chosen[element / 64] |= 1 << (element % 64);
        more
    }

    fn members(&self) -> impl Iterator<Item = usize> + '_ {
        (0..64 * self.chosen.len()).filter(|&element| self.has(element))
    }
}

impl Position for Chosen {
    fn show(&self) -> String {
        let list = |numbers: &mut dyn Iterator<Item = String>| numbers.collect::<Vec<_>>().join(",");
        let label = list(&mut self.label.iter().map(u64::to_string));
        let chosen = list(&mut self.members().map(|element| element.to_string()));
        format!("{label}: {chosen}").trim_end_matches([':', ' ']).to_string()
    }

    /// Reads only positions in which something was chosen; the others are labels.
    fn read(text: &str) -> Option<Self> {
        let (label, elements) = text.split_once(':')?;
        let label = label.split(',').map(|part| part.trim().parse().ok()).collect::<Option<_>>()?;
        let mut read = Chosen { label, chosen: SmallVec::new() };
        for element in elements.split(',') {
            let element = element.trim().parse().ok().filter(|element| *element < MOST_ELEMENTS)?;
            read = read.with(element);
        }
        Some(read)
    }

    fn elsewhere(&self) -> usize {
        spilled(&self.label) + spilled(&self.chosen)
    }
}

#[derive(Clone)]
struct Choosing {
    generating: Generating,
    all: Arc<AllGrounds>,
    /// The number of coordinates of a row, and the names of elements, if rows have no coordinates.
    dimensions: usize,
    names: Arc<[String]>,
}

impl Rules for Choosing {
    type Position = Chosen;

    fn options(&self, position: &Chosen, visit: &mut Visit<'_, Chosen>) -> ControlFlow<()> {
        // `at_least` refuses a group whose subgroups are too many.
        let Ok(sets) = self.all.sets(&position.label, &FREE) else { return ControlFlow::Continue(()) };
        let both = |some: &[u64], more: &[u64]| some.iter().zip(more).map(|(a, b)| a & b).collect::<Vec<u64>>();
        let within = position.members().fold(sets.all(), |within, element| both(&within, &sets.in_sets[element]));
        let generates = |within: &[u64]| within.iter().all(|&word| word == 0);
        if generates(&within) {
            return ControlFlow::Continue(());
        }
        for element in (0..sets.in_sets.len()).filter(|&element| !position.has(element)) {
            if !self.generating.avoid || !generates(&both(&within, &sets.in_sets[element])) {
                visit(&[position.with(element)])?;
            }
        }
        ControlFlow::Continue(())
    }

    fn fits(&self, label: &[u64]) -> Result<(), Error> {
        self.all.check(label)
    }

    /// All subsets of a set that does not generate can be reached from its empty set. If the sets are not found, there is
    /// no search.
    fn at_least(&self, starts: &[Chosen]) -> u128 {
        let largest = |start: &Chosen| {
            let Ok(sets) = self.all.sets(&start.label, &FREE) else { return Some(usize::MAX) };
            let within = |set: usize, element: usize| sets.in_sets[element][set / 64] >> (set % 64) & 1 == 1;
            let size = |set| (0..sets.in_sets.len()).filter(|&element| within(set, element)).count();
            let of_start = |&set: &usize| start.members().all(|element| within(set, element));
            (0..sets.sets).filter(of_start).map(|set| size(set) - start.members().count()).max()
        };
        let most = starts.iter().filter_map(largest).max().unwrap_or(0);
        1u128.checked_shl(most as u32).unwrap_or(u128::MAX)
    }

    fn is_position(&self, position: &Chosen) -> bool {
        let fits = position.label.len() == self.dimensions.max(1)
            && !position.label.contains(&0) | (self.dimensions == 0)
            && self.fits(&position.label).is_ok();
        let Some(sets) = fits.then(|| self.all.sets(&position.label, &FREE).ok()).flatten() else { return false };
        position.members().all(|element| element < sets.in_sets.len())
    }

    fn read(&self, text: &str) -> Option<Chosen> {
        if self.dimensions > 0 {
            return Chosen::read(text);
        }
        let none = Chosen { label: SmallVec::from_slice(&[0]), chosen: SmallVec::new() };
        let place = |name: &str| self.names.iter().position(|known| known == name);
        match text.split_once(':') {
            None => (text.trim() == "all").then_some(none),
            Some(("all", names)) => {
                names.split(',').try_fold(none, |chosen, name| Some(chosen.with(place(name.trim())?)))
            }
            Some(_) => None,
        }
    }

    fn show(&self, position: &Chosen) -> String {
        if self.dimensions > 0 {
            return Position::show(position);
        }
        let names: Vec<&str> = position.members().map(|element| self.names[element].as_str()).collect();
        if names.is_empty() { "all".to_string() } else { format!("all: {}", names.join(",")) }
    }

    fn structures(&self) -> Structures<'_> {
        Structures::of(&self.generating)
    }
}

/// The factors of a product, with the code and the words.
fn product(args: &Args) -> Result<(Vec<Factor>, String), Blame> {
    let item = &args.items("group")[0];
    let mut all = Vec::new();
    for name in item.text.split('*').map(str::trim) {
        let kind = Kind::ALL.iter().find(|(known, _)| *known == name).map(|&(_, kind)| Factor::Of(kind));
        let order = || name.parse().ok().filter(|order| (1..=MOST_ORDER).contains(order)).map(Factor::Fixed);
        let wrong = || {
            let names = Kind::ALL.map(|(name, _)| name);
            let help = format!("{}, or the order of a cyclic group", super::args::list(&names));
            Blame::new(item.span.clone(), format!("`{name}` is no group"), help)
        };
        all.push(kind.or_else(order).ok_or_else(wrong)?);
    }
    if all.iter().filter(|factor| matches!(factor, Factor::Of(_))).count() > MOST_FACTORS {
        let help = format!("at most {MOST_FACTORS} factors that are not numbers");
        return Err(Blame::new(item.span.clone(), "a row has a coordinate for each factor", help));
    }
    let code = item.text.split('*').map(str::trim).collect::<Vec<_>>().join("*");
    Ok((all, code))
}

/// The group that the permutations of a file generate.
fn generated(args: &Args, text: &str) -> Result<Group, Blame> {
    let wrong = |line: usize, what: &str| {
        let help = "a permutation per line, as in `(1 2 3)(4 5)`; every point at most once";
        args.blame("generators", format!("line {line} of the file {what}"), help)
    };
    let (mut points, mut permutations) = (IndexSet::new(), Vec::new());
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let inner = line.trim().strip_prefix('(').and_then(|line| line.strip_suffix(')'));
        let cycles = inner.ok_or_else(|| wrong(number, "is no product of cycles"))?.split(")(");
        let mut moved: Vec<(usize, usize)> = Vec::new();
        for cycle in cycles {
            let cycle: Vec<usize> = cycle.split_whitespace().map(|p| points.insert_full(p.to_string()).0).collect();
            moved.extend(cycle.iter().copied().zip(cycle.iter().copied().cycle().skip(1)));
        }
        if (1..moved.len()).any(|at| moved[..at].iter().any(|&(point, _)| point == moved[at].0)) {
            return Err(wrong(number, "moves a point twice"));
        }
        permutations.push(moved);
    }
    let of_moves = |moves: &Vec<(usize, usize)>| {
        let mut permutation: Vec<u16> = (0..points.len() as u16).collect();
        moves.iter().for_each(|&(from, to)| permutation[from] = to as u16);
        permutation
    };
    let too_many = || wrong(1, &format!("and the others generate more than {MOST_ORDER} elements"));
    if points.len() as u64 > MOST_ORDER {
        return Err(too_many());
    }
    Group::generated(points.len(), &permutations.iter().map(of_moves).collect::<Vec<_>>()).ok_or_else(too_many)
}

/// The sets of a file, and the names of their elements.
fn sets(args: &Args, text: &str) -> Result<(NonGenerating, Vec<String>), Blame> {
    let help = "the first line has all elements, separated by spaces; every other line a set that does not generate";
    let wrong = |line: usize, what: String| args.blame("sets", format!("line {line} of the file {what}"), help);
    let mut lines = (1..).zip(text.trim_start_matches('\u{feff}').lines());
    let names: IndexSet<&str> = lines.next().map(|(_, line)| line.split_whitespace().collect()).unwrap_or_default();
    if names.is_empty() || names.len() > MOST_ELEMENTS {
        return Err(wrong(
            1,
            format!("has {}, not from 1 to {MOST_ELEMENTS}", counted(names.len(), "element", "elements")),
        ));
    }
    let mut sets = Vec::new();
    for (number, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
        let place =
            |name| names.get_index_of(name).ok_or_else(|| wrong(number, format!("has the unknown element `{name}`")));
        let set: Vec<usize> = line.split_whitespace().map(place).collect::<Result<_, _>>()?;
        sets.push(set);
    }
    let all = (0..names.len()).all(|element| sets.iter().any(|set| set.contains(&element) && set.len() == names.len()));
    if sets.is_empty() || all {
        return Err(wrong(1, "is followed by no set, or by all elements as a set".to_string()));
    }
    Ok((NonGenerating::new(names.len(), &sets), names.into_iter().map(str::to_string).collect()))
}

fn build(args: &Args) -> Result<Game, Blame> {
    let avoid = args.choice("avoid", &["false", "true"])? == 1;
    let given: Vec<&str> = ["group", "generators", "sets"].into_iter().filter(|key| args.has(key)).collect();
    let [key] = given[..] else {
        let what = "exactly one of `group`, `generators` and `sets` says what is to be generated";
        return Err(Blame::new(args.whole(), what, FAMILY.parameters[0].help));
    };
    let mut file = None;
    let (ground, code, names) = match key {
        "group" => {
            let (factors, code) = product(args)?;
            (Ground::Product(factors), code, Vec::new())
        }
        "generators" => {
            let (text, named) = args.file("generators")?;
            let group = generated(args, &text)?;
            let (code, names) =
                (format!("generators={}", named.0), (0..group.order()).map(|e| e.to_string()).collect());
            file = Some(named);
            (Ground::One(group), code, names)
        }
        _ => {
            let (text, named) = args.file("sets")?;
            let (sets, names) = sets(args, &text)?;
            let code = format!("sets={}", named.0);
            file = Some(named);
            (Ground::Sets(Arc::new(sets)), code, names)
        }
    };
    let (dimensions, order) = match &ground {
        Ground::Product(factors) => (factors.iter().filter(|factor| matches!(factor, Factor::Of(_))).count(), None),
        Ground::One(group) => (0, Some(group.order())),
        Ground::Sets(sets) => (0, Some(sets.in_sets.len())),
    };
    let all = Arc::new(AllGrounds { ground, found: Mutex::default() });
    if dimensions == 0 {
        all.check(&[]).map_err(|error| args.blame(key, error.to_string(), FAMILY.parameters[0].help))?;
    }
    let names = match (dimensions, order) {
        (0, None) => (0..all.order(&[])).map(|element| element.to_string()).collect(),
        _ => names,
    };
    let over = match order {
        Some(order) => format!("{} of {code}", counted(order, "element", "elements")),
        None => format!("elements of the group {code}"),
    };
    let end = if avoid { "without generating all" } else { "until they generate all" };
    let words = format!("Choose {over}, one after the other, {end}");
    let code = format!("generate:{code}{}", if avoid { ",avoid=true" } else { "" });
    let shape =
        if dimensions > 0 { Shape::Box(vec![1; dimensions]) } else { Shape::Named(vec!["all".to_string()].into()) };
    let generating = Generating { grounds: all.clone(), avoid };
    let rules = Choosing { generating, all, dimensions, names: names.into() };
    let max = if dimensions > 1 { "the parameters of the factors" } else { "n" };
    let about = About {
        rules: FAMILY.rules.to_string(),
        source: FAMILY.source.to_string(),
        max: if dimensions > 0 { max } else { "-" }.to_string(),
    };
    let start = |_: &Choosing, label: &[u64]| Chosen { label: SmallVec::from_slice(label), chosen: SmallVec::new() };
    let game = Game::enumerated(code, words, shape, rules, start).with_about(about);
    Ok(match file {
        Some((name, hash)) => game.with_file(name, hash),
        None => game,
    })
}
