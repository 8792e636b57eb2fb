//! Prefix closure, the plain version. Read this first; nothing here is fast.
//!
//! Idea: a move takes tokens from the stacks of one face F. Let C_F(p) mean that some P-position q <= p differs from
//! p only on F. Every option of p along F is at most p - e_i for some i in F, hence
//!
//! > p is N iff C_F(p - e_i) for some F and some i in F,
//! > C_F(p) = [p is P] or C_F(p - e_i) for some i in F.
//!
//! The positions that differ only in the last stack are a *line*, here the bits of one word. Let E be the union of
//! the words C_F(p - e_i), i not last: the positions of the line that are N by moves from other stacks. The lowest
//! other position is P, and all above it are N, by moves from the last stack alone. So a line has one P-position, `!E
//! & (E + 1)`. C_F gains that bit, and all bits above it if F contains the last stack.
//!
//! Example: Nim on two stacks, the faces {0} and {1}. Line 0 has E = 0, so 0,0 is P. Line 1 has E = 0b1 from face
//! {0}, so 1,1 is P. Line x has E = 0b11...1 with x ones, so x,x is P.
//!
//! Grundy values are outcomes with one more stack, a Nim heap that is a face by itself and the last coordinate:
//! G(p) = v iff (p, v) is P. Then a line is the set of values of the options of p, and its P-position is the mex.
//!
//! Cost: an OR for each line, face and stack of the face. Memory: a word for each line and face. References: C. L.
//! Bouton (1901); E. H. Moore (1910); M. Dufour and S. Heubach, Circular Nim games, Electronic J. Combin. 20 (2013).
//!
//! The kernel does the same with lines of many words, and stores only the part of each closure that can still be
//! reached.

/// For each line of a box (given by the sides of all coordinates but the last), the place of its P-position below 64.
/// The faces also contain the last coordinate. `no_moves_wins` is true in misère play.
fn p_positions(sides: &[u64], faces: &[u32], no_moves_wins: bool) -> Vec<u32> {
    let lines: u64 = sides.iter().product();
    let strides: Vec<u64> = (0..sides.len()).map(|i| sides[i + 1..].iter().product()).collect();
    let contains = |face: u32, stack: usize| face >> stack & 1 != 0;
    let mut closures: Vec<Vec<u64>> = vec![Vec::new(); faces.len()];
    let mut places = Vec::new();
    for line in 0..lines {
        let tokens = |stack: usize| line / strides[stack] % sides[stack];
        // For each face, what the lines below contribute.
        let mut given = Vec::new();
        for (&face, closure) in faces.iter().zip(&closures) {
            let lowered = (0..sides.len()).filter(|&stack| contains(face, stack) && tokens(stack) > 0);
            given.push(lowered.fold(0, |given, stack| given | closure[(line - strides[stack]) as usize]));
        }
        // The position without tokens is N if a player who cannot move wins.
        let first = u64::from(no_moves_wins && line == 0);
        let taken = given.iter().fold(first, |taken, given| taken | given);
        let found = !taken & taken.wrapping_add(1);
        let found_and_above = found.wrapping_neg();
        for ((&face, closure), given) in faces.iter().zip(&mut closures).zip(given) {
            closure.push(given | if contains(face, sides.len()) { found_and_above } else { found });
        }
        places.push(found.trailing_zeros());
    }
    places
}

/// The outcomes of all positions of a box, 0 for P and 1 for N.
pub(super) fn outcomes(sides: &[u64], faces: &[u32], misere: bool) -> Vec<u32> {
    let (&last, others) = sides.split_last().expect("a stack");
    let places = p_positions(others, faces, misere);
    places.into_iter().flat_map(|place| (0..last as u32).map(move |at| u32::from(at != place))).collect()
}

/// The Grundy values of all positions of a box.
pub(super) fn values(sides: &[u64], faces: &[u32]) -> Vec<u32> {
    let with_nim: Vec<u32> = faces.iter().copied().chain([1 << sides.len()]).collect();
    p_positions(sides, &with_nim, false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{game, solved};
    use crate::{Oracle, Viewed, named};
    use grundy_core::random::Random;
    use grundy_core::ruleset::{Play, Rows, Ruleset, Value};
    use grundy_core::structure::{Faces, Structures};

    /// Compares the plain version with the kernels, and with the oracle if the game has options.
    fn judge(what: &str, ruleset: &dyn Ruleset, has_options: bool) {
        let structures = ruleset.structures();
        let (sides, faces) = (ruleset.rows().sides(), &structures.get::<Faces>().unwrap().0);
        for play in [Play::Normal, Play::Misere] {
            let found = outcomes(sides, faces, play == Play::Misere);
            assert!(
                found == solved(named("faces-outcomes"), ruleset, play, Value::OUTCOME),
                "{what}, {play}: the kernel"
            );
            assert!(!has_options || found == solved(&Oracle, ruleset, play, Value::OUTCOME), "{what}, {play}");
        }
        let found = values(sides, faces);
        assert!(found == solved(named("faces-values"), ruleset, Play::Normal, Value::GRUNDY), "{what}: the kernel");
        assert!(!has_options || found == solved(&Oracle, ruleset, Play::Normal, Value::GRUNDY), "{what}");
    }

    #[test]
    fn closures_give_the_values_of_the_oracle_and_of_the_kernels() {
        for seed in 0..60 {
            let mut random = Random(seed);
            random.step();
            let heaps = 3 + random.below(3);
            let k = 1 + random.below(heaps - 1);
            let most = [9, 5, 3][heaps as usize - 3];
            let code = match random.below(3) {
                0 => format!("circular-nim:n={heaps},k={k}"),
                1 => format!("moore-nim:heaps={heaps},k={}", if k == 2 && heaps == 5 { 1 } else { k }),
                _ => format!("nim:{heaps}"),
            };
            let ruleset = game(&code, 1 + random.below(most));
            if ruleset.structures().has::<Faces>() {
                judge(&format!("seed {seed}, {code}"), &*ruleset, true);
            }
        }
    }

    /// Any faces that contain every stack.
    #[test]
    fn closures_of_random_faces_are_those_of_the_kernels() {
        for seed in 0..60 {
            let mut random = Random(seed);
            random.step();
            let stacks = 1 + random.below(4);
            let all = (1 << stacks) - 1;
            let mut faces: Vec<u32> = (0..1 + random.below(4)).map(|_| 1 + random.below(all) as u32).collect();
            faces.push(all as u32 & !faces.iter().fold(0, |union, face| union | face));
            faces.retain(|&face| face != 0);
            let sides = (0..stacks).map(|_| 1 + random.below(9)).collect();
            let what = format!("seed {seed}, {faces:?} to {sides:?}");
            let structure = Faces(faces);
            let rows = Rows::from_sides(vec![0; stacks as usize], sides);
            judge(&what, &Viewed { rows, structures: Structures::of(&structure) }, false);
        }
    }
}
