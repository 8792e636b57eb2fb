//! The values of a step, from slanted columns into the rows of the band: a transposition of bytes. Eight times and
//! eight lanes are transposed as eight words.

use super::layout::{PART, StepsLayout, TIMES};
use grundy_core::simd::Work;

/// Puts the values of each row side by side. Time t and lane l belong at place t - reach - l of the row.
pub(super) struct Transpose<'t> {
    pub layout: &'t StepsLayout,
    /// The first time.
    pub time: usize,
    pub values: &'t [u8],
    pub rows: &'t mut [u8],
}

impl Work for Transpose<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Transpose { layout, time, values, rows } = self;
        for (number, rows) in rows.chunks_mut(PART * layout.width).enumerate() {
            // Its first row begins at this time, and its last one later.
            let begin = layout.reach + number * PART;
            if time + TIMES <= begin || time >= begin + PART + layout.width {
                continue;
            }
            let mut turned = [[[0; 8]; PART / 8]; TIMES / 8];
            for (times, turned) in values.chunks_exact(8 * layout.band).zip(&mut turned) {
                turn(times, layout.band, number * PART, turned);
            }
            for (lane, row) in rows.chunks_exact_mut(layout.width).enumerate() {
                let put = |values: &mut [u8; TIMES]| {
                    for (to, turned) in values.as_chunks_mut().0.iter_mut().zip(&turned) {
                        *to = turned[lane % 8][lane / 8].to_le_bytes();
                    }
                };
                let place = time.checked_sub(begin + lane);
                if let Some(row) = place.and_then(|place| row.get_mut(place..)?.first_chunk_mut()) {
                    put(row);
                    continue;
                }
                let mut values = [0; TIMES];
                put(&mut values);
                // At the ends of the row.
                let values = &values[(begin + lane).saturating_sub(time).min(TIMES)..];
                let row = row.get_mut(place.unwrap_or(0)..).unwrap_or_default();
                let count = row.len().min(values.len());
                row[..count].copy_from_slice(&values[..count]);
            }
        }
    }
}

/// Puts the values of eight times side by side, for the lanes from `first` on. Those of lane l are word l / 8 of
/// `turned[l % 8]`.
#[inline(always)]
fn turn(times: &[u8], band: usize, first: usize, turned: &mut [[u64; PART / 8]; 8]) {
    let mut lanes = [&[[0; 8]; PART / 8]; 8];
    for (i, lanes) in lanes.iter_mut().enumerate() {
        if let Some(words) = times[i * band + first..].as_chunks().0.first_chunk() {
            *lanes = words;
        }
    }
    for k in 0..PART / 8 {
        let mut words = lanes.map(|lanes| u64::from_le_bytes(lanes[k]));
        for i in [0, 1, 2, 3] {
            exchange::<4>(&mut words, i, 0x0000_0000_FFFF_FFFF);
        }
        for i in [0, 1, 4, 5] {
            exchange::<2>(&mut words, i, 0x0000_FFFF_0000_FFFF);
        }
        for i in [0, 2, 4, 6] {
            exchange::<1>(&mut words, i, 0x00FF_00FF_00FF_00FF);
        }
        for i in 0..8 {
            turned[i][k] = words[i];
        }
    }
}

/// Exchanges the high parts of a word with the low parts of the word `FAR` after it.
#[inline(always)]
fn exchange<const FAR: usize>(words: &mut [u64; 8], i: usize, low: u64) {
    let differ = (words[i] >> (8 * FAR) ^ words[i + FAR]) & low;
    words[i + FAR] ^= differ;
    words[i] ^= differ << (8 * FAR);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lanes and times change places.
    #[test]
    fn values_are_transposed() {
        let times: Vec<u8> = (0..8 * 2 * PART).map(|i| (i * 37 % 251) as u8).collect();
        let mut turned = [[0; PART / 8]; 8];
        turn(&times, 2 * PART, PART, &mut turned);
        for (lane, time) in (0..PART).flat_map(|lane| (0..8).map(move |time| (lane, time))) {
            let value = turned[lane % 8][lane / 8].to_le_bytes()[time];
            assert_eq!(value, times[time * 2 * PART + PART + lane]);
        }
    }
}
