//! Places of vertices in pictures, for graphs with a simple rule.
//!
//! Sines come from their series: those of a platform may differ in the last bit, and a picture is the same everywhere.

use grundy_core::picture::{APART, Place};
use std::f64::consts::PI;

/// Rows of a board.
pub(super) fn rows(rows: u64, columns: u64) -> Vec<Place> {
    let row = |row| (0..columns as i64).map(move |column| (column * APART, row * APART));
    (0..rows as i64).flat_map(row).collect()
}

/// Two rows, one below the other.
pub(super) fn two_rows(above: u64, below: u64) -> Vec<Place> {
    let height = APART.max(above.max(below) as i64 * APART / 3);
    let row = |count: u64, y| (0..count as i64).map(move |place| ((2 * place + 1 - count as i64) * APART / 2, y));
    row(above, 0).chain(row(below, height)).collect()
}

/// Rings of the same number of vertices, the outermost first. Each begins at the top.
pub(super) fn rings(rings: u64, each: u64) -> Vec<Place> {
    let inner = innermost(each);
    (0..rings).flat_map(|ring| circle(each, inner + (rings - 1 - ring) as f64)).collect()
}

/// A ring, and a hub in its middle.
pub(super) fn hub(rim: u64) -> Vec<Place> {
    circle(rim, innermost(rim).max(1.0)).into_iter().chain([(0, 0)]).collect()
}

/// The radius of a ring on which neighbours have distance 1.
fn innermost(each: u64) -> f64 {
    if each < 2 { 0.0 } else { 0.5 / turn(PI / each as f64).1 }
}

fn circle(count: u64, radius: f64) -> Vec<Place> {
    let length = |part: f64| (radius * part * APART as f64).round() as i64;
    let place = |number| {
        let (cosine, sine) = turn(2.0 * PI * number as f64 / count as f64);
        (length(sine), -length(cosine))
    };
    (0..count).map(place).collect()
}

/// The cosine and the sine of an angle of at most one turn.
fn turn(angle: f64) -> (f64, f64) {
    let (mut cosine, mut sine, mut term) = (0.0, 0.0, 1.0);
    for power in 0..40 {
        let sum = if power % 2 == 0 { &mut cosine } else { &mut sine };
        *sum += if power % 4 < 2 { term } else { -term };
        term *= angle / f64::from(power + 1);
    }
    (cosine, sine)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rings_have_neighbours_at_the_distance_one() {
        assert_eq!(rings(1, 4), [(0, -707), (707, 0), (0, 707), (-707, 0)]);
        assert_eq!(rings(1, 1), [(0, 0)]);
        assert_eq!(hub(3).last(), Some(&(0, 0)));
        for each in 3..40 {
            let all = rings(2, each);
            let inner = &all[each as usize..];
            let distance = |(a, b): Place, (c, d): Place| (((a - c).pow(2) + (b - d).pow(2)) as f64).sqrt();
            for (at, &place) in inner.iter().enumerate() {
                let next = distance(place, inner[(at + 1) % inner.len()]);
                assert!((next - APART as f64).abs() < 3.0, "{each}: {next}");
                assert!((distance(place, all[at]) - APART as f64).abs() < 3.0);
            }
        }
    }

    #[test]
    fn boards_and_two_rows() {
        assert_eq!(rows(2, 2), [(0, 0), (1000, 0), (0, 1000), (1000, 1000)]);
        assert_eq!(two_rows(1, 2), [(0, 0), (-500, 1000), (500, 1000)]);
    }
}
