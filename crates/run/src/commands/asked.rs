//! A game, and what is asked of it.

use crate::answer::{Answer, Session, answer_in};
use crate::config::from_coded;
use crate::error::Error;
use crate::games::code::Coded;
use crate::job::{Job, Settings};

/// Makes a game, as often as it is asked for: of a code, or of rules that stand elsewhere.
pub type Maker<'m> = &'m (dyn Fn() -> Result<Coded, Error> + Sync);

/// A game, what is asked of it, and how the work is watched and stopped.
#[derive(Clone)]
pub struct Inquiry<'i> {
    /// The game.
    pub game: Maker<'i>,
    /// What is asked of it.
    pub settings: Settings,
    /// How the work is watched and stopped.
    pub session: Session<'i>,
}

impl Inquiry<'_> {
    /// The job for a range.
    ///
    /// # Errors
    /// As for [`from_coded`], and those of the game.
    pub fn job(&self, max: Option<u64>) -> Result<Job, Error> {
        from_coded((self.game)()?, max, self.settings.clone())
    }

    /// The job for a range with its answer, which has the values if they are wanted.
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
