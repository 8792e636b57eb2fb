//! What follows from inequalities between linear forms in the variables of a move.
//!
//! Variables are numbered as the locals of the move: its coordinates, then the variables of its ranges.

use grundy_core::structure::Linear;

/// What is known about the variables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Known {
    /// The form is at least 0.
    AtLeastZero(Linear),
    /// The form is 0.
    Zero(Linear),
    /// The form is not 0.
    NotZero(Linear),
}

impl Known {
    pub fn form(&self) -> &Linear {
        match self {
            Known::AtLeastZero(form) | Known::Zero(form) | Known::NotZero(form) => form,
        }
    }

    pub fn map(&self, change: impl Fn(&Linear) -> Option<Linear>) -> Option<Self> {
        Some(match self {
            Known::AtLeastZero(form) => Known::AtLeastZero(change(form)?),
            Known::Zero(form) => Known::Zero(change(form)?),
            Known::NotZero(form) => Known::NotZero(change(form)?),
        })
    }

    /// Whether it holds, if there are no variables.
    pub fn settled(&self) -> Option<bool> {
        let number = self.form().number()?;
        Some(match self {
            Known::AtLeastZero(_) => number >= 0,
            Known::Zero(_) => number == 0,
            Known::NotZero(_) => number != 0,
        })
    }
}

/// The maximum number of inequalities while variables are eliminated. Beyond it nothing is claimed.
const MOST_INEQUALITIES: usize = 4096;

/// What remains of inequalities (forms that are at least 0) after some variables are eliminated, by Fourier and
/// Motzkin. `None` if that becomes too large.
pub(super) fn eliminated(all: &[Linear], variables: impl IntoIterator<Item = usize>) -> Option<Vec<Linear>> {
    let mut all = all.to_vec();
    for variable in variables {
        let (with, mut without): (Vec<Linear>, Vec<Linear>) = all.into_iter().partition(|form| form.of(variable) != 0);
        let (low, high): (Vec<&Linear>, Vec<&Linear>) = with.iter().partition(|form| form.of(variable) > 0);
        if low.len() * high.len() + without.len() > MOST_INEQUALITIES {
            return None;
        }
        for a in &low {
            for b in &high {
                let sum = a.times(-b.of(variable))?.plus(&b.times(a.of(variable))?)?;
                if sum.number().is_none_or(|number| number < 0) {
                    without.push(sum);
                }
            }
        }
        without.sort_unstable();
        without.dedup();
        all = without;
    }
    Some(all)
}

/// Whether it is certain that a form is at least 0 if all these are.
pub(super) fn implied(form: &Linear, all: &[Linear]) -> bool {
    let negation = form.times(-1).and_then(|form| form.add(-1));
    let Some(negation) = negation else { return false };
    let mut all = all.to_vec();
    all.push(negation);
    let variables: Vec<usize> = all.iter().flat_map(Linear::variables).collect();
    let left = eliminated(&all, variables);
    left.is_some_and(|left| left.iter().any(|form| form.number().is_some_and(|number| number < 0)))
}

/// The largest number that a variable cannot fall below, by inequalities alone.
pub(super) fn least_of(variable: usize, all: &[Linear]) -> Option<i64> {
    let others: Vec<usize> = all.iter().flat_map(Linear::variables).filter(|&other| other != variable).collect();
    let left = eliminated(all, others)?;
    let bounds = left.iter().filter(|form| form.is_in(variable) && form.of(variable) > 0);
    bounds.map(|form| -form.constant.div_euclid(form.of(variable))).max()
}

/// The same for a form. `fresh` is a variable that does not occur.
pub(super) fn least_of_form(form: &Linear, all: &[Linear], fresh: usize) -> Option<i64> {
    let own = Linear::variable(fresh);
    let mut all = all.to_vec();
    all.push(own.minus(form)?);
    all.push(form.minus(&own)?);
    least_of(fresh, &all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::structure::LARGEST;

    fn form(terms: &[(usize, i64)], constant: i64) -> Linear {
        terms.iter().fold(Linear::constant(constant), |sum, &(variable, factor)| {
            sum.plus(&Linear::variable(variable).times(factor).unwrap()).unwrap()
        })
    }

    #[test]
    fn what_follows_from_inequalities() {
        // i >= 1, n - i >= 2: so n >= 3, but not n >= 4.
        let all = [form(&[(1, 1)], -1), form(&[(0, 1), (1, -1)], -2)];
        assert!(implied(&form(&[(0, 1)], -3), &all) && !implied(&form(&[(0, 1)], -4), &all));
        assert_eq!((least_of(0, &all), least_of(1, &all)), (Some(3), Some(1)));
        // 2i >= 5 means i >= 3.
        assert_eq!(least_of(0, &[form(&[(0, 2)], -5)]), Some(3));
        assert_eq!(least_of(0, &[form(&[(0, -1)], 5)]), None);
        // A contradiction implies everything.
        assert!(implied(&form(&[], -1), &[form(&[(0, 1)], -3), form(&[(0, -1)], 1)]));
    }

    #[test]
    fn arithmetic_is_checked() {
        let large = form(&[(0, LARGEST)], 0);
        assert_eq!((large.plus(&large), large.times(2)), (None, None));
        assert_eq!(form(&[(0, 4)], -3).over(2), Some(form(&[(0, 2)], -2)));
        assert_eq!(form(&[(0, 3)], 0).over(2), None);
        assert_eq!(form(&[(0, 2), (1, 1)], 1).with(1, &form(&[(0, -2)], 5)), Some(form(&[], 6)));
    }
}
