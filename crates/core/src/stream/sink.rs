//! Sinks, which receive the values that a kernel computes.

use super::state::{State, StateReader};
use super::values::Values;
use crate::control::Control;
use crate::error::Error;
use crate::overview::Overview;

/// What a sink asks for next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flow {
    /// More values.
    Continue,
    /// No more values are needed from the kernel.
    Stop,
}

/// Receives the values of consecutive rows. The default methods stand for a sink without that ability. A sink
/// that forwards to others must implement all methods (the tests below check this for [`Fan`]).
pub trait Sink {
    /// Takes the values of the rows from `first` on. Blocks arrive in order, without gaps. If its own work
    /// for a row takes long, a sink checks `control`.
    ///
    /// # Errors
    /// Those of the sink; [`Error::Interrupted`].
    fn block(&mut self, first: u64, values: Values<'_>, control: &Control<'_>) -> Result<Flow, Error>;

    /// Saves the state of the sink.
    ///
    /// # Errors
    /// [`Error::Io`].
    fn save(&mut self, _state: &mut State) -> Result<(), Error> {
        Ok(())
    }

    /// Reads the state that [`Sink::save`] wrote; `None` if it does not belong to such a sink.
    fn load(&mut self, _state: &mut StateReader<'_>) -> Option<()> {
        Some(())
    }

    /// Writes what a handover file stores instead of the states of all sinks. Only one sink writes anything:
    /// the statistics of the values.
    ///
    /// # Errors
    /// [`Error::Usage`] if it cannot be serialised.
    fn hand_on(&self, _state: &mut State) -> Result<(), Error> {
        Ok(())
    }

    /// Whether [`Sink::periodic`] can take all remaining values of a periodic sequence at once.
    fn takes_periodic(&self) -> bool {
        false
    }

    /// Takes the rows `first`, ..., `rows - 1`, whose values repeat `cycle`. Called only if
    /// [`Sink::takes_periodic`] returned true.
    fn periodic(&mut self, _first: u64, _cycle: &[u32], _rows: u64) {}

    /// Whether [`Sink::overview`] can take all these rows at once, in fewer steps than row by row.
    fn takes_overview(&self, _all: &dyn Overview) -> bool {
        false
    }

    /// Takes all rows. Called only if [`Sink::takes_overview`] returned true.
    ///
    /// # Errors
    /// Those of [`Sink::block`].
    fn overview(&mut self, _all: &dyn Overview, _control: &Control<'_>) -> Result<(), Error> {
        Ok(())
    }
}

/// Several sinks that all receive everything. It asks to stop as soon as one of them does.
pub struct Fan<'s>(pub Vec<&'s mut dyn Sink>);

impl Sink for Fan<'_> {
    fn block(&mut self, first: u64, values: Values<'_>, control: &Control<'_>) -> Result<Flow, Error> {
        let mut flow = Flow::Continue;
        for sink in &mut self.0 {
            if sink.block(first, values, control)? == Flow::Stop {
                flow = Flow::Stop;
            }
        }
        Ok(flow)
    }

    fn save(&mut self, state: &mut State) -> Result<(), Error> {
        self.0.iter_mut().try_for_each(|sink| sink.save(state))
    }

    fn load(&mut self, state: &mut StateReader<'_>) -> Option<()> {
        self.0.iter_mut().try_for_each(|sink| sink.load(state))
    }

    fn hand_on(&self, state: &mut State) -> Result<(), Error> {
        self.0.iter().try_for_each(|sink| sink.hand_on(state))
    }

    fn takes_periodic(&self) -> bool {
        self.0.iter().all(|sink| sink.takes_periodic())
    }

    fn periodic(&mut self, first: u64, cycle: &[u32], rows: u64) {
        self.0.iter_mut().for_each(|sink| sink.periodic(first, cycle, rows));
    }

    fn takes_overview(&self, all: &dyn Overview) -> bool {
        self.0.iter().all(|sink| sink.takes_overview(all))
    }

    fn overview(&mut self, all: &dyn Overview, control: &Control<'_>) -> Result<(), Error> {
        self.0.iter_mut().try_for_each(|sink| sink.overview(all, control))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bytes::Bytes;
    use crate::nim_sum::NimSum;
    use crate::stream::{Feed, Outlet};
    use std::cell::RefCell;

    #[derive(Default)]
    struct Noted(RefCell<Vec<&'static str>>);

    impl Noted {
        fn note(&self, what: &'static str) {
            self.0.borrow_mut().push(what);
        }
    }

    impl Sink for Noted {
        fn block(&mut self, _: u64, _: Values<'_>, control: &Control<'_>) -> Result<Flow, Error> {
            self.note("block");
            control.check().map(|()| Flow::Stop)
        }

        fn save(&mut self, _: &mut State) -> Result<(), Error> {
            self.note("save");
            Ok(())
        }

        fn load(&mut self, _: &mut StateReader<'_>) -> Option<()> {
            self.note("load");
            None
        }

        fn hand_on(&self, _: &mut State) -> Result<(), Error> {
            self.note("hand_on");
            Ok(())
        }

        fn takes_periodic(&self) -> bool {
            self.note("takes_periodic");
            true
        }

        fn periodic(&mut self, _: u64, _: &[u32], _: u64) {
            self.note("periodic");
        }

        fn takes_overview(&self, _: &dyn Overview) -> bool {
            self.note("takes_overview");
            true
        }

        fn overview(&mut self, _: &dyn Overview, _: &Control<'_>) -> Result<(), Error> {
            self.note("overview");
            Ok(())
        }
    }

    #[test]
    fn a_fan_hands_on_all_that_a_sink_may_be_asked() {
        let control = Control::free();
        let (mut first, mut second) = (Noted::default(), Noted::default());
        let rows = crate::ruleset::Rows::line(0, 1);
        let sum = NimSum::new(&rows, &[], &[], false, Bytes(1 << 20));
        let mut fan = Fan(vec![&mut first, &mut second]);
        assert_eq!(fan.block(0, Values::Words(&[1]), &control).unwrap(), Flow::Stop);
        fan.save(&mut State::default()).unwrap();
        assert!(fan.load(&mut State::default().kept().reader()).is_none());
        fan.hand_on(&mut State::default()).unwrap();
        assert!(fan.takes_periodic());
        fan.periodic(0, &[1], 2);
        assert!(fan.takes_overview(&sum));
        fan.overview(&sum, &control).unwrap();
        let mut feed = Feed { sink: &mut fan, control: &control };
        assert!(feed.takes_overview(&sum) && feed.overview(&sum, &control).is_ok());
        assert_eq!(feed.block(0, Values::Words(&[1])).unwrap(), Flow::Stop);
        let all = [
            "block",
            "save",
            "load",
            "hand_on",
            "takes_periodic",
            "periodic",
            "takes_overview",
            "overview",
            "takes_overview",
            "overview",
            "block",
        ];
        assert_eq!(*first.0.borrow(), all);
        // After a state that the first sink refuses, no other sink is asked to load.
        assert_eq!(*second.0.borrow(), [&all[..2], &all[3..]].concat());
    }
}
