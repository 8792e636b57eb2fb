//! Moore's Nim: a move may take from several heaps.

use super::args::{Args, Arity, FIRST, Parameter};
use super::family::{Family, text};
use super::game::Game;
use grundy_core::diagnostic::Blame;
use grundy_core::ruleset::{MOST_COORDINATES, Point, Python, Rules, Symmetry, Value, Visit};
use grundy_core::structure::{Faces, Heaps, LinearGame, Structures};
use std::ops::ControlFlow;

pub(super) const FAMILY: Family = Family {
    name: text("moore-nim"),
    in_papers: None,
    rules: text(
        "Remove tokens from at least one and at most k heaps: any positive number from each of them, or at most `limit` if that is given.",
    ),
    source: text("E. H. Moore, A generalization of the game called Nim, Annals of Mathematics 11 (1910)"),
    max: text("largest heap"),
    value: Value::OUTCOME,
    parameters: &[
        Parameter {
            key: "heaps",
            form: Arity::One,
            required: true,
            help: "the number of heaps, as in `moore-nim:heaps=4,k=2`",
        },
        Parameter {
            key: "k",
            form: Arity::One,
            required: true,
            help: "the maximum number of heaps that a move may touch, 1 <= k <= heaps",
        },
        Parameter {
            key: "limit",
            form: Arity::One,
            required: false,
            help: "the maximum number of tokens removed from each of them, at least 1",
        },
        FIRST,
    ],
    examples: &["moore-nim:heaps=4,k=2", "moore-nim:heaps=4,k=2,limit=3"],
    position: text("1,2,3,4"),
    build,
};

#[derive(Clone)]
struct Moore {
    heaps: usize,
    k: usize,
    limit: u32,
    /// The sets of k heaps. Empty if there is a limit, or if there are more sets than `heaps` times k.
    faces: Faces,
    rule: Heaps,
    linear: Option<LinearGame>,
}

impl Rules for Moore {
    type Position = Point;

    fn options(&self, heaps: &Point, visit: &mut Visit<'_, Point>) -> ControlFlow<()> {
        self.take_from(heaps, 0, self.k, &mut [heaps.clone()], visit)
    }

    fn structures(&self) -> Structures<'_> {
        let main = if self.faces.0.is_empty() { Structures::of(&self.rule) } else { Structures::of(&self.faces) };
        main.and_perhaps(self.linear.as_ref())
    }

    fn symmetry(&self) -> Symmetry {
        Symmetry::Any
    }

    fn python(&self) -> Option<Python> {
        let least = if self.limit < u32::MAX { format!("max(0, heap - {}), ", self.limit) } else { String::new() };
        let body = format!(
            "for q in product(*(range({least}heap + 1) for heap in p)):\n    \
             if 0 < sum(a != b for a, b in zip(p, q)) <= {}:\n        yield [q]",
            self.k
        );
        Some(Python::heaps(&body).importing("itertools", "product"))
    }
}

impl Moore {
    /// Visits every way to take from at least one and at most `left` of the heaps from `first` on.
    fn take_from(
        &self,
        heaps: &Point,
        first: usize,
        left: usize,
        option: &mut [Point; 1],
        visit: &mut Visit<'_, Point>,
    ) -> ControlFlow<()> {
        if left == 0 {
            return ControlFlow::Continue(());
        }
        for heap in first..heaps.len() {
            for taken in 1..=heaps[heap].min(self.limit) {
                option[0][heap] = heaps[heap] - taken;
                visit(option)?;
                self.take_from(heaps, heap + 1, left - 1, option, visit)?;
            }
            option[0][heap] = heaps[heap];
        }
        ControlFlow::Continue(())
    }
}

fn build(args: &Args) -> Result<Game, Blame> {
    let heaps = args.integer("heaps", 1..=MOST_COORDINATES)?;
    let k = args.integer("k", 1..=heaps)?;
    let mut code = format!("moore-nim:heaps={heaps},k={k}");
    let mut words = format!("Moore's Nim: remove tokens from at most {k} of {heaps} heaps");
    let mut limit = u32::MAX;
    if args.has("limit") {
        limit = args.integer("limit", 1..=u64::from(u32::MAX))? as u32;
        code.push_str(&format!(",limit={limit}"));
        words.push_str(&format!(", at most {limit} tokens from each"));
    }
    let (heaps, k) = (heaps as usize, k as usize);
    let bound = Some(limit).filter(|&limit| limit < u32::MAX);
    let faces = Faces(if bound.is_some() { Vec::new() } else { faces(heaps, k) });
    let linear = if faces.0.is_empty() { None } else { LinearGame::of_faces(heaps, &faces) };
    let rules = Moore { heaps, k, limit, faces, rule: Heaps { most: k, limit: bound, all: false }, linear };
    args.from_first(Game::boxed(code, words, rules.heaps, rules))
}

/// The sets of `k` heaps as bit sets. Empty if there are more than `heaps` times `k`, which is the number of
/// sets that [`Heaps`] needs.
fn faces(heaps: usize, k: usize) -> Vec<u32> {
    let most = heaps * k;
    let mut faces = vec![0];
    for size in 0..k {
        // Extend each set by a heap after all its members.
        let more = |&face: &u32| {
            let least = (u32::BITS - face.leading_zeros()) as usize;
            (least..=heaps - (k - size)).map(move |heap| face | 1 << heap)
        };
        faces = faces.iter().flat_map(more).take(most + 1).collect();
    }
    if faces.len() > most { Vec::new() } else { faces }
}
