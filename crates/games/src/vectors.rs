//! Vector games: subtract a vector once (`steps`), or any positive multiple of it (`rays`). Corner the queen,
//! corner the rook and equal-take Nim are rays under other names.

use super::args::{Args, Arity, FIRST, Parameter, WrittenValue};
use super::family::{Family, text};
use super::game::Game;
use super::python;
use grundy_core::diagnostic::Blame;
use grundy_core::ruleset::{MOST_COORDINATES, Point, Python, Rules, Symmetry, Value, Visit};
use grundy_core::structure::{Heaps, LinearGame, Rays, Steps, Structures};
use grundy_core::words::counted;
use std::ops::ControlFlow;

const VECTORS: Parameter = Parameter {
    key: "vectors",
    form: Arity::Many,
    required: true,
    help: "vectors of the same length with non-negative components, not all 0, as in `1/0,0/1,1/1`",
};

const MAX: &str = "largest coordinate";

pub(super) const RAYS: Family = Family {
    name: text("rays"),
    in_papers: None,
    rules: text(
        "Subtract a positive multiple of one of the vectors from the position; no coordinate may become negative.",
    ),
    source: text(
        "S. W. Golomb, J. Combin. Theory 1 (1966); E. Duchene and M. Rigo, Invariant games, Theoret. Comput. Sci. 411 (2010)",
    ),
    max: text(MAX),
    value: Value::GRUNDY,
    parameters: &[VECTORS, FIRST],
    examples: &["rays:0/1,1/0,1/1", "rays:0/1,1/0,1/2,2/1"],
    position: text("3,4"),
    build: |args| args.from_first(listed(args, "rays", true)?),
};

pub(super) const STEPS: Family = Family {
    name: text("steps"),
    in_papers: None,
    rules: text("Subtract one of the vectors from the position, once; no coordinate may become negative."),
    source: text("S. W. Golomb, J. Combin. Theory 1 (1966)"),
    max: text(MAX),
    value: Value::GRUNDY,
    parameters: &[VECTORS, FIRST],
    examples: &["steps:1/2,2/1", "steps:0/1,1/0,1/1"],
    position: text("3,4"),
    build: |args| args.from_first(listed(args, "steps", false)?),
};

pub(super) const QUEEN: Family = Family {
    name: text("queen"),
    in_papers: None,
    rules: text("Corner the queen: move a chess queen towards the corner (0, 0). This is Wythoff's game on a board."),
    source: text("R. P. Isaacs; M. Gardner, Scientific American (March 1977)"),
    max: text(MAX),
    value: Value::GRUNDY,
    parameters: &[FIRST],
    examples: &["queen"],
    position: text("3,4"),
    build: |args| {
        args.from_first(named("queen", "Corner the queen: left, down, or diagonally towards (0, 0)", 2, true)?)
    },
};

pub(super) const ROOK: Family = Family {
    name: text("rook"),
    in_papers: None,
    rules: text("Corner the rook: move a chess rook towards the corner (0, 0). This is Nim with two heaps."),
    source: text("C. L. Bouton, Annals of Mathematics 3 (1901)"),
    max: text(MAX),
    value: Value::GRUNDY,
    parameters: &[FIRST],
    examples: &["rook"],
    position: text("3,4"),
    build: |args| args.from_first(named("rook", "Corner the rook: left or down towards (0, 0)", 2, false)?),
};

pub(super) const EQUAL_TAKE: Family = Family {
    name: text("equal-take-nim"),
    in_papers: None,
    rules: text("Remove any positive number of tokens from one heap, or the same number from every heap."),
    source: text(
        "W. A. Wythoff 1907 for two heaps; for an odd number of heaps the P-positions are those of Nim, by parity",
    ),
    max: text("largest heap"),
    value: Value::GRUNDY,
    parameters: &[
        Parameter {
            key: "heaps",
            form: Arity::One,
            required: true,
            help: "the number of heaps, as in `equal-take-nim:3`",
        },
        FIRST,
    ],
    examples: &["equal-take-nim:3"],
    position: text("3,4,5"),
    build: |args| {
        let heaps = args.integer("heaps", 2..=MOST_COORDINATES)? as usize;
        let words = format!(
            "Remove any positive number of tokens from one of {heaps} heaps, or the same number from every heap"
        );
        args.from_first(named(&format!("equal-take-nim:{heaps}"), &words, heaps, true)?)
    },
};

/// The options in Python.
const STEP: &str = "\
for vector in [VECTORS]:
    q = tuple(a - b for a, b in zip(p, vector))
    if min(q) >= 0:
        yield [q]";
const RAY: &str = "\
for vector in [VECTORS]:
    q = tuple(a - b for a, b in zip(p, vector))
    while min(q) >= 0:
        yield [q]
        q = tuple(a - b for a, b in zip(q, vector))";

#[derive(Clone)]
struct VectorRules {
    vectors: Vectors,
    linear: Option<LinearGame>,
}

#[derive(Clone)]
enum Vectors {
    /// Positive multiples of the vectors.
    Rays(Rays),
    /// The same for the vectors of equal-take Nim on more than two heaps: one heap each, and all heaps together.
    EqualTake(Rays),
    /// The vectors themselves.
    Steps(Steps),
}

/// Equal-take Nim as a rule for heaps.
const EQUAL: Heaps = Heaps { most: 1, limit: None, all: true };

impl VectorRules {
    fn new(coordinates: usize, vectors: Vectors) -> Self {
        let linear = match &vectors {
            Vectors::Rays(rays) | Vectors::EqualTake(rays) => LinearGame::of_rays(coordinates, rays),
            Vectors::Steps(steps) => LinearGame::of_steps(coordinates, steps),
        };
        Self { vectors, linear }
    }

    fn list(&self) -> &[Point] {
        let (Vectors::Rays(Rays(list)) | Vectors::EqualTake(Rays(list)) | Vectors::Steps(Steps(list))) = &self.vectors;
        list
    }
}

impl Rules for VectorRules {
    type Position = Point;

    fn options(&self, point: &Point, visit: &mut Visit<'_, Point>) -> ControlFlow<()> {
        for vector in self.list() {
            let mut option = [point.clone()];
            while subtract(&mut option[0], vector) {
                visit(&option)?;
                if matches!(self.vectors, Vectors::Steps(_)) {
                    break;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn structures(&self) -> Structures<'_> {
        let main = match &self.vectors {
            Vectors::EqualTake(_) => Structures::of(&EQUAL),
            Vectors::Rays(rays) => Structures::of(rays),
            Vectors::Steps(steps) => Structures::of(steps),
        };
        main.and_perhaps(self.linear.as_ref())
    }

    fn symmetry(&self) -> Symmetry {
        Symmetry::of_vectors(self.list())
    }

    fn python(&self) -> Option<Python> {
        let once = matches!(self.vectors, Vectors::Steps(_));
        let vectors: Vec<String> = self.list().iter().map(|vector| python::numbers(vector)).collect();
        let body = if once { STEP } else { RAY }.replace("VECTORS", &vectors.join(", "));
        Some(Python::heaps(&body))
    }
}

/// Subtracts a vector, unless a coordinate would become negative; returns whether it did.
fn subtract(point: &mut Point, vector: &Point) -> bool {
    let fits = point.iter().zip(vector).all(|(coordinate, component)| coordinate >= component);
    if fits {
        point.iter_mut().zip(vector).for_each(|(coordinate, component)| *coordinate -= component);
    }
    fits
}

/// The game of taking from one heap, or, if `together`, the same number from all heaps.
fn named(code: &str, words: &str, dimensions: usize, together: bool) -> Result<Game, Blame> {
    let unit = |index: usize| (0..dimensions).map(|i| u32::from(i == index)).collect();
    let mut vectors: Vec<Point> = (0..dimensions).map(unit).collect();
    if together {
        vectors.push(Point::from_elem(1, dimensions));
    }
    let vectors =
        if together && dimensions > 2 { Vectors::EqualTake(Rays(vectors)) } else { Vectors::Rays(Rays(vectors)) };
    Ok(Game::boxed(code.to_string(), words.to_string(), dimensions, VectorRules::new(dimensions, vectors)))
}

fn listed(args: &Args, family: &str, multiples: bool) -> Result<Game, Blame> {
    let mut vectors = args.items("vectors").iter().map(read).collect::<Result<Vec<Point>, Blame>>()?;
    let dimensions = vectors[0].len();
    if let Some(index) = vectors.iter().position(|vector| vector.len() != dimensions) {
        let what = format!(
            "this vector has {}, but the first has {dimensions}",
            counted(vectors[index].len(), "component", "components")
        );
        return Err(Blame::new(args.items("vectors")[index].span.clone(), what, VECTORS.help));
    }
    vectors.sort_unstable();
    vectors.dedup();
    let text = vectors.iter().map(show).collect::<Vec<_>>().join(",");
    let words = match multiples {
        true => format!("Subtract a positive multiple of one of the vectors {text}"),
        false => format!("Subtract one of the vectors {text}"),
    };
    let vectors = if multiples { Vectors::Rays(Rays(vectors)) } else { Vectors::Steps(Steps(vectors)) };
    Ok(Game::boxed(format!("{family}:{text}"), words, dimensions, VectorRules::new(dimensions, vectors)))
}

fn show(vector: &Point) -> String {
    vector.iter().map(u32::to_string).collect::<Vec<_>>().join("/")
}

fn read(item: &WrittenValue) -> Result<Point, Blame> {
    let vector: Option<Point> = item.text.split('/').map(|part| part.trim().parse().ok()).collect();
    vector
        .filter(|vector| vector.len() as u64 <= MOST_COORDINATES && vector.iter().any(|&component| component > 0))
        .ok_or_else(|| Blame::new(item.span.clone(), format!("`{}` is not a vector", item.text), VECTORS.help))
}
