//! Finite commutative monoids with a P-portion.

use crate::bits::{Bits, Table};
use crate::word::Word;

/// A finite commutative monoid with a P-portion. Its elements are numbered in the order of their least words; element 0
/// is the identity.
#[derive(Debug, Clone)]
pub struct Quotient {
    pub(crate) order: usize,
    pub(crate) products: Vec<u16>,
    pub(crate) p: Bits,
    /// R(x): the set of all z for which xz is in P.
    pub(crate) rows: Table,
    /// The element of the least word without one copy of its highest heap, and that heap.
    pub(crate) tree: Vec<(u16, u32)>,
}

impl Quotient {
    /// The quotient of the empty set of heaps.
    pub(crate) fn trivial() -> Self {
        Self { order: 1, products: vec![0], p: Bits::none(1), rows: Table::none(1), tree: vec![(0, 0)] }
    }

    pub(crate) fn new(products: Vec<u16>, p: Bits, tree: Vec<(u16, u32)>) -> Self {
        let order = tree.len();
        let mut rows = Table::none(order);
        let is_p: Vec<bool> = (0..order).map(|x| p.has(x)).collect();
        let bit = |&product: &u16| u64::from(is_p[usize::from(product)]);
        for x in 0..order {
            for (word, products) in rows.row_mut(x).iter_mut().zip(products[x * order..][..order].chunks(64)) {
                *word = products.iter().rev().fold(0, |word, product| word << 1 | bit(product));
            }
        }
        Self { order, products, p, rows, tree }
    }

    /// The number of elements.
    pub fn order(&self) -> usize {
        self.order
    }

    /// The product of two elements.
    pub fn product(&self, x: u16, y: u16) -> u16 {
        self.products[usize::from(x) * self.order + usize::from(y)]
    }

    /// A power of an element.
    pub fn power(&self, x: u16, mut exponent: u64) -> u16 {
        let (mut result, mut square) = (0, x);
        while exponent > 0 {
            if exponent & 1 != 0 {
                result = self.product(result, square);
            }
            square = self.product(square, square);
            exponent >>= 1;
        }
        result
    }

    /// Whether an element is in the P-portion.
    pub fn is_p(&self, x: u16) -> bool {
        self.p.has(x.into())
    }

    /// The elements of the P-portion.
    pub fn p_portion(&self) -> Vec<u16> {
        self.p.iter().map(|x| x as u16).collect()
    }

    /// The least word of an element.
    pub fn word(&self, mut x: u16) -> Word {
        let mut word = Word::default();
        while x != 0 {
            let (rest, heap) = self.tree[usize::from(x)];
            word = word.with(heap);
            x = rest;
        }
        word
    }

    /// The products of an element with all others.
    pub(crate) fn multiples(&self, x: u16) -> &[u16] {
        &self.products[usize::from(x) * self.order..][..self.order]
    }

    /// The index and the period of an element: the least i and p with x^(i+p) = x^i.
    pub fn index_and_period(&self, x: u16) -> (u32, u32) {
        let mut first = vec![u32::MAX; self.order];
        let (mut power, mut exponent) = (0, 0);
        while first[usize::from(power)] == u32::MAX {
            first[usize::from(power)] = exponent;
            power = self.product(power, x);
            exponent += 1;
        }
        let index = first[usize::from(power)];
        (index, exponent - index)
    }

    /// The elements of the kernel, the least ideal: the multiples of the product of all elements. It is a group.
    pub fn kernel(&self) -> Vec<u16> {
        let all = (0..self.order as u16).fold(0, |product, x| self.product(product, x));
        let mut kernel = self.multiples(all).to_vec();
        kernel.sort_unstable();
        kernel.dedup();
        kernel
    }

    /// k, if the quotient is T_k, that of a sum of nim-heaps below 2^k: then the game can be played like misère Nim.
    ///
    /// T_0 = {1}, T_1 = <a | a^2 = 1> with P = {a}, and T_k consists of 1, a and the group Z_2^k with the identity z,
    /// and P = {a, z}.
    pub fn tame(&self) -> Option<u32> {
        if self.order <= 2 {
            return Some(self.order as u32 - 1);
        }
        let kernel = self.kernel();
        let outside: Vec<u16> = (0..self.order as u16).filter(|x| kernel.binary_search(x).is_err()).collect();
        let &[0, a] = &outside[..] else { return None };
        let z = self.product(kernel[0], kernel[0]);
        let squares = kernel.iter().all(|&x| self.product(x, x) == z);
        let mut p = vec![a, z];
        p.sort_unstable();
        (self.product(a, a) == 0 && squares && self.p_portion() == p).then(|| kernel.len().ilog2())
    }
}
