//! Colours that colour-blind people can tell apart: those of Okabe and Ito for kinds, viridis for amounts.

/// A colour of M. Okabe and K. Ito, Color Universal Design (2008).
pub const BLUE: &str = "#0072B2";
/// A colour of Okabe and Ito, for whatever should stand out.
pub const VERMILLION: &str = "#D55E00";

/// A colour ramp, from the least amount to the greatest.
#[derive(Debug, Clone, Copy)]
pub struct Ramp(&'static [[u8; 3]]);

/// Viridis (S. van der Walt and N. Smith, 2015), sampled from dark to light.
pub const VIRIDIS: Ramp = Ramp(&[
    [68, 1, 84],
    [72, 40, 120],
    [62, 74, 137],
    [49, 104, 142],
    [38, 130, 142],
    [31, 158, 137],
    [53, 183, 121],
    [109, 205, 89],
    [180, 222, 44],
    [253, 231, 37],
]);

/// For counts on a white background: the dark part of viridis, reversed, so that even a count of one is visible.
pub const AMOUNTS: Ramp =
    Ramp(&[[109, 205, 89], [53, 183, 121], [31, 158, 137], [38, 130, 142], [49, 104, 142], [62, 74, 137], [68, 1, 84]]);

/// For marks on white that must all stand out: blue to nearly black.
pub const DARK: Ramp = Ramp(&[[38, 134, 196], [0, 114, 178], [0, 62, 110], [0, 24, 52]]);

impl Ramp {
    /// A ramp of these colours.
    pub const fn plain(colours: &'static [[u8; 3]]) -> Self {
        Self(colours)
    }

    /// The colour at `step` of `steps`, where `step` counts from 0.
    pub fn at(self, step: usize, steps: usize) -> String {
        let most = steps.saturating_sub(1).max(1);
        let whole = step.min(most) * (self.0.len() - 1);
        let (place, rest) = (whole / most, whole % most);
        let (low, high) = (self.0[place], self.0[(place + 1).min(self.0.len() - 1)]);
        let mixed = |at: usize| (usize::from(low[at]) * (most - rest) + usize::from(high[at]) * rest) / most;
        format!("#{:02x}{:02x}{:02x}", mixed(0), mixed(1), mixed(2))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ramps_begin_and_end_with_their_colours() {
        assert_eq!((VIRIDIS.at(0, 24).as_str(), VIRIDIS.at(23, 24).as_str()), ("#440154", "#fde725"));
        assert_eq!((AMOUNTS.at(0, 1).as_str(), AMOUNTS.at(9, 3).as_str()), ("#6dcd59", "#440154"));
    }
}
