//! Moore's Nim: several heaps in one move.

use super::args::{Args, Form, Parameter};
use super::{Family, Game, Rules, Value};
use crate::diagnostic::Blame;
use crate::space::{MOST_COORDINATES, Point};

pub(super) const FAMILY: Family = Family {
    name: "moore-nim",
    rules: "Remove tokens from at least one and at most k heaps, any positive number from each of them, or at most `limit`.",
    source: "E. H. Moore, A generalization of the game called Nim, Annals of Mathematics 11 (1910)",
    max: "largest heap",
    value: Value::Outcome,
    parameters: &[
        Parameter {
            key: "heaps",
            form: Form::One,
            required: true,
            help: "the number of heaps, as in `moore-nim:heaps=4,k=2`",
        },
        Parameter {
            key: "k",
            form: Form::One,
            required: true,
            help: "the most heaps a move may touch, 1 <= k <= heaps",
        },
        Parameter { key: "limit", form: Form::One, required: false, help: "the most tokens from each of them, from 1" },
    ],
    examples: &["moore-nim:heaps=4,k=2", "moore-nim:heaps=4,k=2,limit=3"],
    position: "1,2,3,4",
    build,
};

#[derive(Clone, Copy)]
struct Moore {
    heaps: usize,
    k: usize,
    limit: u32,
}

impl Rules for Moore {
    type Position = Point;

    fn options(&self, heaps: &Point, visit: &mut dyn FnMut(&[Point])) {
        self.take_from(heaps, 0, self.k, &mut [heaps.clone()], visit);
    }
}

impl Moore {
    /// Every way to take from at most `left` of the heaps from `first` on.
    fn take_from(
        &self,
        heaps: &Point,
        first: usize,
        left: usize,
        option: &mut [Point; 1],
        visit: &mut dyn FnMut(&[Point]),
    ) {
        if left == 0 {
            return;
        }
        for heap in first..heaps.len() {
            for taken in 1..=heaps[heap].min(self.limit) {
                option[0][heap] = heaps[heap] - taken;
                visit(option);
                self.take_from(heaps, heap + 1, left - 1, option, visit);
            }
            option[0][heap] = heaps[heap];
        }
    }
}

fn build(args: &Args) -> Result<Game, Blame> {
    let heaps = args.integer("heaps", 1..=MOST_COORDINATES)?;
    let k = args.integer("k", 1..=heaps)?;
    let mut code = format!("moore-nim:heaps={heaps},k={k}");
    let mut words = format!("Moore's Nim: from at most {k} of {heaps} heaps");
    let mut limit = u32::MAX;
    if args.has("limit") {
        limit = args.integer("limit", 1..=u64::from(u32::MAX))? as u32;
        code.push_str(&format!(",limit={limit}"));
        words.push_str(&format!(", at most {limit} tokens from each"));
    }
    let rules = Moore { heaps: heaps as usize, k: k as usize, limit };
    Ok(Game::boxed(code, words, rules.heaps, rules))
}
