//! Which shard of how many.

use crate::error::Error;
use crate::number::whole;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The maximum number of shards of a run.
pub(crate) const MOST: u32 = 1 << 16;

/// A shard: its number, from 1, and the number of shards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    number: u32,
    of: u32,
}

impl Part {
    /// The number of this shard, from 1.
    pub fn number(self) -> u32 {
        self.number
    }

    /// The number of shards.
    pub fn of(self) -> u32 {
        self.of
    }

    /// The name of its file.
    pub(crate) fn file(self) -> String {
        format!("{}-of-{}.shard", self.number, self.of)
    }

    /// The shard whose file has this name.
    pub(crate) fn of_file(name: &str) -> Option<Self> {
        let part: Self = name.strip_suffix(".shard")?.replacen("-of-", "/", 1).parse().ok()?;
        (part.file() == name).then_some(part)
    }

    /// The shard for a task of a Slurm array, from the variables `SLURM_ARRAY_TASK_ID`, `_MIN`, `_COUNT` and, if
    /// it is set, `_STEP`. None outside of an array.
    ///
    /// # Errors
    /// [`Error::Usage`] if the variables are not numbers, or do not fit together.
    pub fn of_slurm(variable: impl Fn(&str) -> Option<String>) -> Result<Option<Self>, Error> {
        let name = |what: &str| format!("SLURM_ARRAY_TASK_{what}");
        let Some(id) = variable(&name("ID")) else { return Ok(None) };
        let number = |what: &str, text: Option<String>| {
            let number = text.as_deref().and_then(|text| text.parse::<u32>().ok());
            number.ok_or_else(|| {
                Error::Usage(format!(
                    "{} is not a number, so it is unknown which shard this is: use --shard",
                    name(what)
                ))
            })
        };
        let id = number("ID", Some(id))?;
        let [first, count] = ["MIN", "COUNT"].map(|what| number(what, variable(&name(what))));
        let step = variable(&name("STEP")).map_or(Ok(1), |step| number("STEP", Some(step)))?.max(1);
        let (first, count) = (first?, count?);
        let place = id.checked_sub(first).filter(|place| place % step == 0 && place / step < count);
        let part = place.and_then(|place| Self::new(place / step + 1, count));
        part.map(Some).ok_or_else(|| {
            let what = format!("the array task {id} is not one of {count} tasks from {first} on in steps of {step}");
            Error::Usage(format!("{what}: use --shard to say which shard this is"))
        })
    }

    fn new(number: u32, of: u32) -> Option<Self> {
        ((1..=of).contains(&number) && of <= MOST).then_some(Self { number, of })
    }
}

impl FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wanted = || format!("expected the number of a shard and the number of shards, as in 3/8, at most {MOST}");
        let (number, of) = text.split_once('/').ok_or_else(wanted)?;
        let read = |text: &str| whole(text).ok().and_then(|number| u32::try_from(number).ok()).ok_or_else(wanted);
        Self::new(read(number)?, read(of)?).ok_or_else(wanted)
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_and_read() {
        let part: Part = "3/8".parse().unwrap();
        assert_eq!(
            (part.number(), part.of(), part.to_string(), part.file()),
            (3, 8, "3/8".into(), "3-of-8.shard".into())
        );
        assert_eq!(Part::of_file("3-of-8.shard"), Some(part));
        for wrong in ["0/8", "9/8", "3", "3/", "/8", "-1/8", "3/8/9", "1/65537", "1/99999999999", "a/b"] {
            assert!(wrong.parse::<Part>().is_err(), "{wrong}");
        }
        for wrong in ["03-of-8.shard", "9-of-8.shard", "3-of-8", "3/8.shard", "3-of-8.shard.old"] {
            assert_eq!(Part::of_file(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn tasks_of_an_array() {
        let slurm = |pairs: &[(&str, &str)]| {
            let pairs: Vec<(String, String)> =
                pairs.iter().map(|(a, b)| (format!("SLURM_ARRAY_TASK_{a}"), b.to_string())).collect();
            Part::of_slurm(move |name| pairs.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone()))
        };
        let part = |text: &str| Some(text.parse::<Part>().unwrap());
        assert_eq!(slurm(&[]).unwrap(), None);
        assert_eq!(slurm(&[("ID", "1"), ("MIN", "1"), ("COUNT", "64")]).unwrap(), part("1/64"));
        assert_eq!(slurm(&[("ID", "0"), ("MIN", "0"), ("COUNT", "64")]).unwrap(), part("1/64"));
        assert_eq!(slurm(&[("ID", "10"), ("MIN", "4"), ("COUNT", "5"), ("STEP", "2")]).unwrap(), part("4/5"));
        for wrong in [
            &[("ID", "x"), ("MIN", "1"), ("COUNT", "4")][..],
            &[("ID", "1")],
            &[("ID", "9"), ("MIN", "1"), ("COUNT", "4")],
            &[("ID", "0"), ("MIN", "1"), ("COUNT", "4")],
            &[("ID", "3"), ("MIN", "0"), ("COUNT", "4"), ("STEP", "2")],
        ] {
            assert!(matches!(slurm(wrong), Err(Error::Usage(_))), "{wrong:?}");
        }
    }
}
