//! Random sequences of each kind.

use super::instances::{Asked, between, mixed, numbers};
use grundy_core::random::Random;

/// Some values that differ from the ones that follow, and then `rest` of n.
fn late(random: &mut Random, count: usize, most: i64, rest: impl Fn(i64) -> i64) -> Vec<i64> {
    let before = between(random, 1, most);
    (0..count as i64).map(|n| if n < before { rest(n) + between(random, 1, 9) } else { rest(n) }).collect()
}

#[test]
fn periods() {
    Asked::of("constant", 300).sequences(|random, count| {
        let value = between(random, 0, 9);
        late(random, count, 12, |_| value)
    });
    Asked::of("linear", 300).sequences(|random, count| {
        let (slope, start) = (between(random, 1, 7), between(random, 0, 9));
        late(random, count, 12, |n| slope * n + start)
    });
    Asked::of("period", 400).sequences(|random, count| {
        let length = between(random, 2, 20) as usize;
        let values = mixed(random, length, 0, 5);
        late(random, count, 12, |n| values[n as usize % length])
    });
    Asked::of("saltus", 400).sequences(|random, count| {
        let length = between(random, 2, 20) as usize;
        let (values, saltus) = (mixed(random, length, 0, 40), between(random, 1, 9));
        late(random, count, 12, |n| values[n as usize % length] + n / length as i64 * saltus)
    });
    Asked::of("class-saltus", 400).sequences(|random, count| {
        let length = between(random, 2, 12) as usize;
        let (values, saltus) = (numbers(random, length, 0, 40), mixed(random, length, 0, 5));
        late(random, count, 12, |n| values[n as usize % length] + n / length as i64 * saltus[n as usize % length])
    });
    Asked::of("quasi-poly", 400).sequences(|random, count| {
        let length = between(random, 1, 5) as usize;
        let degree = between(random, 2, 3) as u32;
        let (values, slopes) = (numbers(random, length, 0, 40), numbers(random, length, 0, 9));
        let leading = numbers(random, length, 1, 4);
        late(random, count, 12, |n| {
            let (class, m) = (n as usize % length, n / length as i64);
            values[class] + m * slopes[class] + leading[class] * m.pow(degree)
        })
    });
}

#[test]
fn expressions() {
    Asked::of("expression", 400).sequences(|random, count| {
        let (form, a, b) = (between(random, 0, 7), between(random, 1, 4), between(random, 2, 4));
        let value = |n: i64| match form {
            0 => a * n + i64::from(n.count_ones()),
            1 => n * n / b + a,
            2 => n.isqrt() * a + n % b,
            3 => (n ^ (n / b)) + a,
            4 => a * i64::from((n + 1).trailing_zeros()) + n,
            5 => (n / b) ^ (n * a),
            6 => n.isqrt() * n + a,
            _ => i64::from(n.count_ones()) % b + a * n,
        };
        // An exception, which is listed.
        let odd = between(random, 0, 60);
        (0..count as i64).map(|n| if n == odd { 99 } else { value(n) }).collect()
    });
}

/// How often a number is divisible by another; 0 for 0.
fn valuation(base: i64, mut n: i64) -> i64 {
    let mut count = 0;
    while n != 0 && n % base == 0 {
        (n, count) = (n / base, count + 1);
    }
    count
}

#[test]
fn rulers() {
    Asked::of("ruler", 2400).sequences(|random, count| {
        let (base, shift) = (between(random, 2, 4), between(random, 1, 30));
        let (slope, start, step) = (between(random, 0, 5), between(random, 0, 9), between(random, 1, 5));
        (0..count as i64).map(|n| slope * n + start + step * valuation(base, n + shift)).collect()
    });
    Asked::of("ruler-class", 3000).sequences(|random, count| {
        let length = between(random, 3, 12) as usize;
        let (values, slope) = (numbers(random, length, 0, 20), between(random, 1, 5));
        let (class, step, shift) =
            (between(random, 0, length as i64 - 1) as usize, between(random, 1, 5), between(random, 1, 9));
        let value = |n: i64| {
            let (m, own) = (n / length as i64, n as usize % length);
            if own == class { slope * m + step * valuation(2, m + shift) } else { slope * m + values[own] }
        };
        (0..count as i64).map(value).collect()
    });
}

/// The exponents of the primes of a number.
fn exponents(mut n: i64) -> Vec<(i64, i64)> {
    let mut all = Vec::new();
    for p in (2..).take_while(|p| *p <= 2000) {
        let exponent = valuation(p, n);
        if exponent > 0 {
            all.push((p, exponent));
            n /= p.pow(exponent as u32);
        }
    }
    all.extend((n > 1).then_some((n, 1)));
    all
}

#[test]
fn factors() {
    Asked { first: 1, ..Asked::of("arith-function", 500) }.sequences(|random, count| {
        let (law, a, b, modulus) =
            (between(random, 0, 2), between(random, 1, 5), between(random, 0, 3), between(random, 2, 5));
        let of = |(p, exponent): (i64, i64)| match law {
            0 => exponent * (a + p % modulus * b),
            1 => a + p % modulus * b + exponent * exponent,
            _ => a + p % modulus + b * exponent,
        };
        let join = |sum: i64, one: i64| if law == 2 { sum ^ one } else { sum + one };
        (1..=count as i64).map(|n| exponents(n).into_iter().map(of).fold(0, join)).collect()
    });
    Asked::of("depends", 900).sequences(|random, count| {
        let (feature, table) = (between(random, 0, 4), mixed(random, 64, 0, 30));
        let key = |n: i64| match feature {
            0 => i64::from(n.count_ones()),
            1 => n.isqrt(),
            2 => exponents(n).len() as i64,
            3 => exponents(n).iter().map(|(_, exponent)| exponent).sum(),
            _ => exponents(n).iter().map(|(_, exponent)| exponent + 1).product(),
        };
        // A table says nothing about new roots, so these have a form.
        let value = |n: i64| {
            if feature == 1 { table[0] % 4 * key(n) + key(n) + table[1] % 4 } else { table[key(n) as usize % 64] }
        };
        (0..count as i64).map(|n| if n < 2 { 0 } else { value(n) }).collect()
    });
}

#[test]
fn digits() {
    Asked::of("regular", 1500).sequences(|random, count| {
        let base = between(random, 2, 3) as usize;
        let (own, slopes, start) =
            (numbers(random, base, -1, 2), numbers(random, base, 0, 2), mixed(random, base, 0, 6));
        let mut values: Vec<i64> = start.clone();
        for n in base..count {
            let (m, r) = (n / base, n % base);
            values.push(own[r] * values[m] + slopes[r] * m as i64 + start[r]);
        }
        values
    });
    Asked::of("automatic", 2500).sequences(|random, count| {
        let (base, states) = (between(random, 2, 3) as usize, between(random, 2, 4) as usize);
        let mut next = numbers(random, base * states, 0, states as i64 - 1);
        // Zeros in front change nothing, and each state leads to the next one, so that all are reached.
        (next[0], next[1]) = (0, 1);
        (1..states).for_each(|state| next[state * base + 1] = (state as i64 + 1) % states as i64);
        let state = |n: usize| {
            let mut digits = Vec::new();
            let mut rest = n;
            while rest > 0 {
                digits.push(rest % base);
                rest /= base;
            }
            digits.iter().rev().fold(0usize, |state, digit| next[state * base + digit] as usize)
        };
        let values: Vec<i64> = (0..count).map(|n| state(n) as i64).collect();
        // Another kind describes a short period; the sequence of Thue and Morse has none.
        let is_periodic = (1..=6).any(|period| (period..count).all(|n| values[n] == values[n - period]));
        let thue_morse = || (0..count as u64).map(|n| i64::from(n.count_ones() % 2)).collect();
        if is_periodic { thue_morse() } else { values }
    });
}

#[test]
fn self_similar_sequences() {
    Asked::of("fractal", 600).sequences(|random, count| {
        let (form, a, b) = (between(random, 0, 1), between(random, 2, 4), between(random, 0, 1));
        let most = |n: i64| match form {
            0 => (n + b) / a,
            _ => (n + b).isqrt(),
        };
        // At most so many may be removed.
        let mut values: Vec<i64> = Vec::new();
        for n in 0..count as i64 {
            let options = &values[(n - most(n).min(n)) as usize..];
            values.push((0..).find(|value| !options.contains(value)).expect("a least value"));
        }
        values
    });
}

/// Numbers with the recurrence z(k) = z(k - 1) + z(k - order) until one is at least `most`.
fn recurrent(random: &mut Random, longest: i64, most: usize) -> Vec<i64> {
    let order = between(random, 2, longest) as usize;
    let mut numbers: Vec<i64> = vec![between(random, 1, 3)];
    (1..order).for_each(|_| numbers.push(numbers[numbers.len() - 1] + between(random, 1, 3)));
    while numbers[numbers.len() - 1] < most as i64 {
        numbers.push(numbers[numbers.len() - 1] + numbers[numbers.len() - order]);
    }
    numbers
}

#[test]
fn rare_places() {
    Asked { all_values: false, ..Asked::of("sparse", 1500) }.sequences(|random, count| {
        let length = between(random, 1, 8) as usize;
        let (values, places) = (mixed(random, length.max(2), 0, 5), recurrent(random, 3, count));
        (0..count).map(|n| if places.contains(&(n as i64)) { 7 } else { values[n % values.len()] }).collect()
    });
    Asked::of("zeros-recurrence", 1500).outcomes().sequences(|random, count| {
        let places = recurrent(random, 4, count);
        outcomes(count, places.into_iter())
    });
}

/// So many outcomes: P at these places.
fn outcomes(count: usize, places: impl Iterator<Item = i64>) -> Vec<i64> {
    let mut outcomes = vec![1; count];
    places
        .filter_map(|place| usize::try_from(place).ok())
        .filter(|&place| place < count)
        .for_each(|place| outcomes[place] = 0);
    outcomes
}

#[test]
fn places_of_p_positions() {
    Asked::of("zeros-beatty", 100_000).outcomes().sequences(|random, count| {
        let (p, q) = (between(random, 0, 2), between(random, 1, 2));
        let d = [2, 3, 5, 6, 7][between(random, 0, 4) as usize];
        let shift = between(random, -1, 1);
        // floor(k (p + sqrt d) / q), where p + sqrt d is larger than q.
        let p = if (p * p + d) < 2 * q * q { p + q } else { p };
        let place = |k: i64| (k * p + (k * k * d).isqrt()).div_euclid(q) + shift;
        outcomes(count, (1..=count as i64).map(place))
    });
    // The gaps between squares are a walk, which costs little; so these grow in another way.
    Asked::of("zeros-expression", 6000).outcomes().sequences(|random, count| {
        let (form, a, b) = (between(random, 0, 1), between(random, 1, 4), between(random, 0, 4));
        let place = |k: i64| match form {
            0 => k * k.isqrt() + b,
            _ => k * k.isqrt() + a * k,
        };
        outcomes(count, (0..=count as i64).map(place))
    });
}
