//! Nim (Bouton 1901).

use super::args::{Args, Arity, FIRST, Parameter};
use super::family::{Family, text};
use super::game::Game;
use grundy_core::diagnostic::Blame;
use grundy_core::ruleset::{MOST_COORDINATES, Point, Python, Rules, Symmetry, Value, Visit};
use grundy_core::structure::{AllBut, Faces, LinearGame, Rays, Structures};
use std::ops::ControlFlow;

pub(super) const FAMILY: Family = Family {
    name: text("nim"),
    in_papers: None,
    rules: text("Remove any positive number of tokens from one heap."),
    source: text("C. L. Bouton, Nim, a game with a complete mathematical theory, Annals of Mathematics 3 (1901)"),
    max: text("largest heap"),
    value: Value::GRUNDY,
    parameters: &[
        Parameter { key: "heaps", form: Arity::One, required: true, help: "the number of heaps, as in `nim:3`" },
        FIRST,
    ],
    examples: &["nim:3", "nim:1"],
    position: text("3,4,5"),
    build,
};

#[derive(Clone)]
struct NimRules {
    heaps: usize,
    faces: Faces,
    rays: Rays,
    one: AllBut,
    linear: Option<LinearGame>,
}

impl Rules for NimRules {
    type Position = Point;

    fn options(&self, heaps: &Point, visit: &mut Visit<'_, Point>) -> ControlFlow<()> {
        let mut option = [heaps.clone()];
        for (index, &heap) in heaps.iter().enumerate() {
            for left in 0..heap {
                option[0][index] = left;
                visit(&option)?;
            }
            option[0][index] = heap;
        }
        ControlFlow::Continue(())
    }

    fn structures(&self) -> Structures<'_> {
        let main = match self.heaps {
            // The all-but game with an empty set.
            1 => Structures::of(&self.one),
            // The rook.
            2 => Structures::of(&self.rays),
            _ => Structures::of(&self.faces),
        };
        main.and_perhaps(self.linear.as_ref())
    }

    fn symmetry(&self) -> Symmetry {
        Symmetry::Any
    }

    fn python(&self) -> Option<Python> {
        let body =
            "for i, heap in enumerate(p):\n    for left in range(heap):\n        yield [p[:i] + (left,) + p[i + 1:]]";
        Some(Python::heaps(body))
    }
}

fn build(args: &Args) -> Result<Game, Blame> {
    let heaps = args.integer("heaps", 1..=MOST_COORDINATES)? as usize;
    let words = match heaps {
        1 => "Nim with one heap: remove any positive number of tokens".to_string(),
        _ => format!("Nim with {heaps} heaps: remove any positive number of tokens from one heap"),
    };
    let faces = Faces((0..heaps).map(|heap| 1 << heap).collect());
    let ray = |heap: usize| (0..heaps).map(|other| u32::from(other == heap)).collect();
    let rays = Rays((0..heaps).map(ray).collect());
    let linear = LinearGame::of_faces(heaps, &faces);
    let rules = NimRules { heaps, faces, rays, one: AllBut(Vec::new()), linear };
    args.from_first(Game::boxed(format!("nim:{heaps}"), words, heaps, rules))
}
