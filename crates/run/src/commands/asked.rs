//! A game, and the settings of an inquiry about it.

use crate::answer::{Answer, Session, answer_in};
use crate::config::from_coded;
use crate::error::Error;
use crate::games::code::Coded;
use crate::job::{Job, Settings};

/// Makes a game each time it is called, from a code or from rules given in another way.
pub type Maker<'m> = &'m (dyn Fn() -> Result<Coded, Error> + Sync);

/// An inquiry: a game, the settings, and how the run is observed and cancelled.
#[derive(Clone)]
pub struct Inquiry<'i> {
    /// The game.
    pub game: Maker<'i>,
    /// What to compute, and how.
    pub settings: Settings,
    /// How the run is observed and cancelled.
    pub session: Session<'i>,
}

impl Inquiry<'_> {
    /// The job with the range up to `max`.
    ///
    /// # Errors
    /// As for [`from_coded`], and the errors of making the game.
    pub fn job(&self, max: Option<u64>) -> Result<Job, Error> {
        from_coded((self.game)()?, max, self.settings.clone())
    }

    /// The job with the range up to `max`, and its answer. The answer contains the values if `values` is set.
    ///
    /// # Errors
    /// As for [`answer_in`] and [`Inquiry::job`].
    pub fn answer(&self, max: Option<u64>, values: bool) -> Result<(Job, Answer), Error> {
        let job = self.job(max)?;
        let answer = answer_in(&job, values, self.session)?;
        Ok((job, answer))
    }

    /// Whether the game has a range.
    pub(super) fn has_range(&self) -> Result<bool, Error> {
        Ok((self.game)()?.game.shape.has_range())
    }
}
