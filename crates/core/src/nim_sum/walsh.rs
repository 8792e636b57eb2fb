//! The Walsh transform, which turns nim-sums into products.
//!
//! The transform of numbers c[v], v < 2^k, is c^[w] = sum over v of (-1)^(number of bits of v & w) c[v].
//! Suppose c counts the values of one game and d those of another. Then the numbers of pairs with nim-sum x
//! have the transform c^[w] d^[w]. Transforming twice multiplies by 2^k.
//! Cost: k 2^k additions. Reference: N. J. Fine, Trans. Amer. Math. Soc. 65 (1949).

/// Whether a value has a minus sign in the sum for w.
#[inline(always)]
pub fn is_minus(w: usize, value: u32) -> bool {
    (w as u32 & value).count_ones() % 2 == 1
}

/// Transforms numbers in place, modulo 2^128. Their count is a power of two.
pub fn transform(numbers: &mut [i128]) {
    transform_by(numbers, |a, b| (a.wrapping_add(b), a.wrapping_sub(b)));
}

/// The same for any type; `both` returns the sum and the difference of two numbers.
pub fn transform_by<T: Copy>(numbers: &mut [T], both: impl Fn(T, T) -> (T, T)) {
    let mut half = 1;
    while half < numbers.len() {
        for block in numbers.chunks_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = both(*a, *b);
            }
        }
        half *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_transform_is_its_definition(bits in 0u32..6, seed in prop::collection::vec(-1000i64..1000, 64)) {
            let numbers: Vec<i128> = seed[..1 << bits].iter().map(|&number| number.into()).collect();
            let slow = |w: usize| {
                (0..).zip(&numbers).map(|(v, c)| if is_minus(w, v) { -c } else { *c }).sum::<i128>()
            };
            let mut fast = numbers.clone();
            transform(&mut fast);
            prop_assert_eq!(&fast, &(0..numbers.len()).map(slow).collect::<Vec<_>>());
            transform(&mut fast);
            prop_assert_eq!(fast, numbers.iter().map(|c| c << bits).collect::<Vec<_>>());
        }
    }
}
