//! Games of generating: choose elements until those chosen generate the group.

use super::args::{Args, Arity, Parameter};
use super::family::{Family, text};
use super::game::{About, Game};
use super::groups::{Group, Kind, MOST_ORDER, MOST_SUBGROUPS};
use super::space::check_units;
use grundy_core::control::{Control, FREE};
use grundy_core::diagnostic::Blame;
use grundy_core::error::Error;
use grundy_core::ruleset::{Position, Rules, Shape, Value, Visit, spilled};
use grundy_core::structure::{Generating, Grounds, MOST_ELEMENTS, NonGenerating, Structures};
use grundy_core::system::{Set, Wide};
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
            game is over. With `avoid=true`, no one may choose an element with which the chosen elements would generate the group.",
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

impl Grounds for AllGrounds {
    fn sets(&self, label: &[u64], control: &Control<'_>) -> Result<Arc<NonGenerating>, Error> {
        let lock = || self.found.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lock().get(label) {
            return Ok(known.clone());
        }
        let product;
        let group = match &self.ground {
            Ground::Sets(sets) => return Ok(sets.clone()),
            Ground::One(group) => group,
            Ground::Product(all) => {
                self.check(label)?;
                let groups = factors(all, label).map(|(kind, n)| kind.group(n as usize));
                product = groups.fold(Kind::Cyclic.group(1), |product, factor| product.times(&factor));
                &product
            }
        };
        let sets = NonGenerating::new(group.order(), &group.maximal_subgroups(MOST_SUBGROUPS, control)?);
        Ok(lock().entry(label.to_vec()).or_insert(Arc::new(sets)).clone())
    }
}

/// The elements that were chosen, and the row whose group they belong to.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Chosen {
    label: SmallVec<[u64; 2]>,
    chosen: Wide,
}

impl Chosen {
    fn with(&self, element: usize) -> Self {
        let mut more = self.clone();
        more.chosen.insert(element);
        more
    }
}

impl Position for Chosen {
    fn show(&self) -> String {
        let [label, chosen] =
            [self.label.to_vec(), self.chosen.members().map(|element| element as u64).collect::<Vec<_>>()]
                .map(|numbers| numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(","));
        if chosen.is_empty() { label } else { format!("{label}: {chosen}") }
    }

    /// Only the rules know the number of elements.
    fn read(_: &str) -> Option<Self> {
        None
    }

    fn elsewhere(&self) -> usize {
        spilled(&self.label) + self.chosen.elsewhere()
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

impl Choosing {
    /// The row with nothing chosen.
    fn start(&self, label: &[u64]) -> Chosen {
        let chosen = Wide::none(usize::try_from(self.all.order(label)).unwrap_or(0));
        Chosen { label: SmallVec::from_slice(label), chosen }
    }

    /// The label of a row, as it is written in positions.
    fn label(&self, text: &str) -> Option<Vec<u64>> {
        if self.dimensions == 0 {
            return (text.trim() == "all").then(|| vec![0]);
        }
        let label = text.split(',').map(|part| part.trim().parse().ok().filter(|&n| n > 0));
        label.collect::<Option<Vec<u64>>>().filter(|label| label.len() == self.dimensions)
    }

    fn element(&self, text: &str, label: &[u64]) -> Option<usize> {
        if self.dimensions == 0 {
            return self.names.iter().position(|name| name == text.trim());
        }
        text.trim().parse().ok().filter(|&element| (element as u64) < self.all.order(label))
    }
}

impl Rules for Choosing {
    type Position = Chosen;

    fn options(&self, position: &Chosen, visit: &mut Visit<'_, Chosen>) -> ControlFlow<()> {
        // `at_least` refuses a group whose subgroups are too many.
        let Ok(sets) = self.all.sets(&position.label, &FREE) else { return ControlFlow::Continue(()) };
        let containing = sets.containing(position.chosen.members());
        if containing.is_empty() {
            return ControlFlow::Continue(());
        }
        for (element, in_sets) in sets.in_sets.iter().enumerate().filter(|(element, _)| !position.chosen.has(*element))
        {
            if !self.generating.avoid || containing.meets(in_sets) {
                visit(&[position.with(element)])?;
            }
        }
        ControlFlow::Continue(())
    }

    fn fits(&self, label: &[u64]) -> Result<(), Error> {
        self.all.check(label)
    }

    /// All subsets of a set that does not generate can be reached from its empty set. If the sets are not found, there
    /// is no search.
    fn at_least(&self, starts: &[Chosen]) -> u128 {
        let free = |start: &Chosen| {
            let Ok(sets) = self.all.sets(&start.label, &FREE) else { return Some(u32::MAX) };
            let size = |set| sets.in_sets.iter().filter(|in_sets| in_sets.has(set)).count() - start.chosen.len();
            sets.containing(start.chosen.members()).members().map(|set| size(set) as u32).max()
        };
        let most = starts.iter().filter_map(free).max().unwrap_or(0);
        1u128.checked_shl(most).unwrap_or(u128::MAX)
    }

    fn read(&self, text: &str) -> Option<Chosen> {
        let (label, elements) = match text.split_once(':') {
            Some((label, elements)) => (label, Some(elements)),
            None if self.dimensions == 0 => (text, None),
            // It is a label.
            None => return None,
        };
        let label = self.label(label).filter(|label| self.fits(label).is_ok())?;
        let elements = elements.into_iter().flat_map(|elements| elements.split(','));
        elements.into_iter().try_fold(self.start(&label), |chosen, name| Some(chosen.with(self.element(name, &label)?)))
    }

    fn show(&self, position: &Chosen) -> String {
        if self.dimensions > 0 {
            return Position::show(position);
        }
        let names: Vec<&str> = position.chosen.members().map(|element| self.names[element].as_str()).collect();
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
    let is_all = |set: &Vec<usize>| Wide::of(names.len(), set.iter().copied()).len() == names.len();
    if sets.is_empty() || sets.iter().any(is_all) {
        return Err(wrong(1, "is followed by no set, or by all elements as a set".to_string()));
    }
    Ok((NonGenerating::new(names.len(), &sets), names.into_iter().map(str::to_string).collect()))
}

/// What is to be generated, its code, the names of its elements if it has some, and its file.
type Written = (Ground, String, Option<Vec<String>>, Option<(String, String)>);

fn written(args: &Args, key: &str) -> Result<Written, Blame> {
    if key == "group" {
        let (factors, code) = product(args)?;
        return Ok((Ground::Product(factors), code, None, None));
    }
    let (text, file) = args.file(key)?;
    let code = format!("{key}={}", file.0);
    if key == "generators" {
        return Ok((Ground::One(generated(args, &text)?), code, None, Some(file)));
    }
    let (sets, names) = sets(args, &text)?;
    Ok((Ground::Sets(Arc::new(sets)), code, Some(names), Some(file)))
}

fn build(args: &Args) -> Result<Game, Blame> {
    let avoid = args.choice("avoid", &["false", "true"])? == 1;
    let help = FAMILY.parameters[0].help;
    let given: Vec<&str> = ["group", "generators", "sets"].into_iter().filter(|key| args.has(key)).collect();
    let [key] = given[..] else {
        let what = "exactly one of `group`, `generators` and `sets` says what is to be generated";
        return Err(Blame::new(args.whole(), what, help));
    };
    let (ground, code, names, file) = written(args, key)?;
    let dimensions = match &ground {
        Ground::Product(factors) => factors.iter().filter(|factor| matches!(factor, Factor::Of(_))).count(),
        Ground::One(_) | Ground::Sets(_) => 0,
    };
    let all = Arc::new(AllGrounds { ground, found: Mutex::default() });
    let (shape, max, over) = match dimensions {
        0 => {
            all.check(&[]).map_err(|error| args.blame(key, error.to_string(), help))?;
            let over = format!("{} of {code}", counted(all.order(&[]), "element", "elements"));
            (Shape::Named(vec!["all".to_string()].into()), "-", over)
        }
        1 => (Shape::Box(vec![1]), "n", format!("elements of the group {code}")),
        _ => {
            (Shape::Box(vec![1; dimensions]), "the parameters of the factors", format!("elements of the group {code}"))
        }
    };
    let numbers = || (0..if dimensions == 0 { all.order(&[]) } else { 0 }).map(|element| element.to_string()).collect();
    let names = names.unwrap_or_else(numbers).into();
    let end = if avoid { "without generating all" } else { "until they generate all" };
    let words = format!("Choose {over}, one after the other, {end}");
    let code = format!("generate:{code}{}", if avoid { ",avoid=true" } else { "" });
    let rules = Choosing { generating: Generating { grounds: all.clone(), avoid }, all, dimensions, names };
    let game = Game::enumerated(code, words, shape, rules, Choosing::start).with_about(About::max(max));
    Ok(match file {
        Some((name, hash)) => game.with_file(name, hash),
        None => game,
    })
}
