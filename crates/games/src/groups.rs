//! Finite groups as multiplication tables, and their maximal subgroups.

use grundy_core::control::Control;
use grundy_core::error::Error;
use indexmap::{IndexMap, IndexSet};

/// The largest order of a group. Its table takes two bytes for each pair of elements.
pub(crate) const MOST_ORDER: u64 = 720;

/// The maximum number of subgroups that a search for the maximal ones may find.
pub(crate) const MOST_SUBGROUPS: usize = 200_000;

/// A finite group. Its elements are 0, 1, ...; 0 is the identity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Group {
    order: usize,
    /// The product of a and b is at `a * order + b`.
    products: Vec<u16>,
}

/// The kinds of groups that are known by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Z_n.
    Cyclic,
    /// The symmetries of a regular n-gon, of order 2n. Element i is the rotation i, element n + i that times a
    /// reflection.
    Dihedral,
    /// Of order 4n, with an element a of order 2n and an element x, where x^2 = a^n. Element i is a^i, element 2n + i
    /// is a^i x. With n = 2, the quaternions.
    Dicyclic,
    /// All permutations of n points, in lexicographic order.
    Symmetric,
    /// The even ones.
    Alternating,
}

impl Kind {
    /// All kinds by name.
    pub const ALL: [(&str, Kind); 5] = [
        ("cyclic", Kind::Cyclic),
        ("dihedral", Kind::Dihedral),
        ("dicyclic", Kind::Dicyclic),
        ("symmetric", Kind::Symmetric),
        ("alternating", Kind::Alternating),
    ];

    /// The order of the group with this parameter, at least 1.
    pub fn order(self, n: u64) -> u64 {
        let factorial = || (1..=n.min(25)).fold(1u64, u64::saturating_mul);
        match self {
            Kind::Cyclic => n,
            Kind::Dihedral => n.saturating_mul(2),
            Kind::Dicyclic => n.saturating_mul(4),
            Kind::Symmetric => factorial(),
            Kind::Alternating => factorial().div_ceil(2),
        }
    }

    /// The group with this parameter; its order must be at most [`MOST_ORDER`].
    pub fn group(self, n: usize) -> Group {
        // (i, e) times (j, f): the second factor reverses the rotation after a reflection.
        let turned = |modulus: usize, twist: usize| {
            Group::of(2 * modulus, |a, b| {
                let (i, e, j, f) = (a % modulus, a / modulus, b % modulus, b / modulus);
                let turn = if e == 1 { modulus - j } else { j };
                (i + turn + if e + f == 2 { twist } else { 0 }) % modulus + modulus * (e ^ f)
            })
        };
        match self {
            Kind::Cyclic => Group::of(n, |a, b| (a + b) % n),
            Kind::Dihedral => turned(n, 0),
            Kind::Dicyclic => turned(2 * n, n),
            Kind::Symmetric => Group::of_permutations(&permutations(n, false)),
            Kind::Alternating => Group::of_permutations(&permutations(n, true)),
        }
    }
}

/// All permutations of n points, or all even ones, in lexicographic order.
fn permutations(n: usize, even: bool) -> IndexSet<Vec<u16>> {
    let mut all: Vec<(Vec<u16>, bool)> = vec![(Vec::new(), true)];
    for _ in 0..n {
        let longer = |(start, is_even): &(Vec<u16>, bool)| {
            let free: Vec<u16> = (0..n as u16).filter(|point| !start.contains(point)).collect();
            let (start, is_even) = (start.clone(), *is_even);
            // The free points before the chosen one are its inversions.
            free.into_iter().enumerate().map(move |(inversions, point)| {
                ([&start[..], &[point]].concat(), is_even == inversions.is_multiple_of(2))
            })
        };
        all = all.iter().flat_map(longer).collect();
    }
    all.into_iter().filter(|(_, is_even)| *is_even || !even).map(|(permutation, _)| permutation).collect()
}

/// First a, then b.
fn after(a: &[u16], b: &[u16]) -> Vec<u16> {
    a.iter().map(|&point| b[usize::from(point)]).collect()
}

impl Group {
    fn of(order: usize, product: impl Fn(usize, usize) -> usize) -> Self {
        let products = (0..order * order).map(|pair| product(pair / order, pair % order) as u16).collect();
        Self { order, products }
    }

    /// A group of permutations, which must be closed, with the identity first.
    fn of_permutations(all: &IndexSet<Vec<u16>>) -> Self {
        Self::of(all.len(), |a, b| all.get_index_of(&after(&all[a], &all[b])).unwrap_or(0))
    }

    /// The group that some permutations of `points` points generate; `None` if its order exceeds [`MOST_ORDER`].
    pub fn generated(points: usize, generators: &[Vec<u16>]) -> Option<Self> {
        let mut all = IndexSet::from([(0..points as u16).collect::<Vec<u16>>()]);
        let mut next = 0;
        while next < all.len() {
            for generator in generators {
                all.insert(after(&all[next], generator));
            }
            if all.len() as u64 > MOST_ORDER {
                return None;
            }
            next += 1;
        }
        Some(Self::of_permutations(&all))
    }

    /// The direct product. The pair (a, b) is element a * m + b, where m is the order of the other group.
    pub fn times(&self, other: &Group) -> Self {
        let m = other.order;
        Self::of(self.order * m, |a, b| self.product(a / m, b / m) * m + other.product(a % m, b % m))
    }

    /// The number of elements.
    pub fn order(&self) -> usize {
        self.order
    }

    fn product(&self, a: usize, b: usize) -> usize {
        self.products[a * self.order + b].into()
    }

    /// The proper subgroup that some elements generate: its elements in ascending order. `None` if they generate all.
    fn subgroup(&self, generators: &[usize]) -> Option<Vec<u16>> {
        let (mut has, mut found) = (vec![false; self.order], vec![0u16]);
        has[0] = true;
        let mut next = 0;
        while next < found.len() {
            for &generator in generators {
                let product = self.product(found[next].into(), generator);
                if !std::mem::replace(&mut has[product], true) {
                    found.push(product as u16);
                }
            }
            // The order of a proper subgroup is at most half that of the group.
            if 2 * found.len() > self.order {
                return None;
            }
            next += 1;
        }
        found.sort_unstable();
        Some(found)
    }

    /// A generator of each cyclic subgroup whose order is a power of a prime. An element outside a subgroup has a power
    /// of such an order outside it, so these elements lead to every larger subgroup.
    fn prime_power_elements(&self) -> Vec<usize> {
        let is_first = |&element: &usize| {
            let next = |&power: &usize| Some(self.product(power, element)).filter(|&power| power != 0);
            let powers: Vec<usize> = std::iter::successors(Some(element), next).collect();
            let order = powers.len() + 1;
            let prime = (2..=order).find(|d| order.is_multiple_of(*d)).unwrap_or(1);
            let mut generators = (1..order).filter(|exponent| !exponent.is_multiple_of(prime));
            is_power(order, prime) && generators.all(|exponent| powers[exponent - 1] >= element)
        };
        (1..self.order).filter(is_first).collect()
    }

    /// The maximal subgroups, by a search for all proper subgroups: each comes from a smaller one and one more element.
    ///
    /// # Errors
    /// [`Error::Limit`] for more than `most` subgroups; [`Error::Interrupted`].
    pub fn maximal_subgroups(&self, most: usize, control: &Control<'_>) -> Result<Vec<Vec<usize>>, Error> {
        if self.order == 1 {
            return Ok(Vec::new());
        }
        let elements = self.prime_power_elements();
        // For each subgroup, generators of it.
        let mut known: IndexMap<Vec<u16>, Vec<usize>> = IndexMap::from([(vec![0], Vec::new())]);
        let (mut maximal, mut next) = (Vec::new(), 0);
        while let Some((subgroup, generators)) = known.get_index(next).map(|(s, g)| (s.clone(), g.clone())) {
            control.check()?;
            next += 1;
            let (mut tried, mut is_maximal) = (vec![false; self.order], true);
            subgroup.iter().for_each(|&element| tried[usize::from(element)] = true);
            for &element in &elements {
                if tried[element] {
                    continue;
                }
                let more = [&generators[..], &[element]].concat();
                let Some(larger) = self.subgroup(&more) else { continue };
                is_maximal = false;
                // If the index is prime, no subgroup lies between: every other element of the larger one gives it
                // again.
                if is_prime(larger.len() / subgroup.len()) {
                    larger.iter().for_each(|&element| tried[usize::from(element)] = true);
                }
                known.entry(larger).or_insert(more);
            }
            if is_maximal {
                maximal.push(subgroup.into_iter().map(usize::from).collect());
            }
            if known.len() > most {
                return Err(Error::Limit {
                    what: format!("a group of order {}", self.order),
                    needed: format!("more than {most} subgroups"),
                    allowed: most.to_string(),
                    key: "the search for maximal subgroups".to_string(),
                    remedy: "choose a smaller group".to_string(),
                });
            }
        }
        Ok(maximal)
    }
}

fn is_power(mut n: usize, prime: usize) -> bool {
    while prime > 1 && n.is_multiple_of(prime) {
        n /= prime;
    }
    n == 1
}

fn is_prime(n: usize) -> bool {
    n > 1 && (2..).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d))
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::control::FREE;

    fn maximal(kind: Kind, n: usize) -> Vec<usize> {
        let mut orders: Vec<usize> =
            kind.group(n).maximal_subgroups(MOST_SUBGROUPS, &FREE).unwrap().iter().map(Vec::len).collect();
        orders.sort_unstable();
        orders
    }

    /// The product is associative, 0 is the identity, and every element has an inverse.
    #[test]
    fn groups_are_groups() {
        for (name, kind) in Kind::ALL {
            for n in 1..=4 {
                let group = kind.group(n);
                assert_eq!(group.order() as u64, kind.order(n as u64), "{name} {n}");
                for a in 0..group.order {
                    assert_eq!((group.product(a, 0), group.product(0, a)), (a, a), "{name} {n}");
                    assert!((0..group.order).any(|b| group.product(a, b) == 0), "{name} {n}");
                    for (b, c) in (0..group.order).flat_map(|b| (0..group.order).map(move |c| (b, c))) {
                        let [left, right] =
                            [group.product(group.product(a, b), c), group.product(a, group.product(b, c))];
                        assert_eq!(left, right, "{name} {n}");
                    }
                }
            }
        }
    }

    /// The orders of the maximal subgroups, from the literature.
    #[test]
    fn maximal_subgroups_have_their_orders() {
        assert_eq!(maximal(Kind::Cyclic, 1), [0; 0]);
        assert_eq!(maximal(Kind::Cyclic, 12), [4, 6]);
        assert_eq!(maximal(Kind::Dihedral, 4), [4, 4, 4]);
        assert_eq!(maximal(Kind::Dicyclic, 2), [4, 4, 4]);
        assert_eq!(maximal(Kind::Symmetric, 3), [2, 2, 2, 3]);
        assert_eq!(maximal(Kind::Alternating, 4), [3, 3, 3, 3, 4]);
        // S_4: four S_3, three D_4, and A_4. A_5: ten S_3, six D_5, five A_4.
        assert_eq!(maximal(Kind::Symmetric, 4), [6, 6, 6, 6, 8, 8, 8, 12]);
        assert_eq!(maximal(Kind::Alternating, 5), [[6; 10].to_vec(), [10; 6].to_vec(), [12; 5].to_vec()].concat());
        let two = Kind::Cyclic.group(2);
        let eight = two.times(&two).times(&two);
        assert_eq!(eight.maximal_subgroups(MOST_SUBGROUPS, &FREE).unwrap().len(), 7);
        // The trivial one, seven of order 2 and seven of order 4.
        assert_eq!(eight.maximal_subgroups(15, &FREE).unwrap().len(), 7);
        assert!(matches!(eight.maximal_subgroups(14, &FREE), Err(Error::Limit { .. })));
    }

    #[test]
    fn permutations_generate_groups() {
        let [swap, turn] = [vec![1, 0, 2, 3], vec![1, 2, 3, 0]];
        assert_eq!(Group::generated(4, &[swap, turn.clone()]).unwrap().order(), 24);
        assert_eq!(Group::generated(4, &[turn]).unwrap().order(), 4);
        let seven: Vec<u16> = vec![1, 2, 3, 4, 5, 6, 0];
        assert_eq!(Group::generated(7, &[seven, vec![1, 0, 2, 3, 4, 5, 6]]), None);
    }
}
