//! The forms that work ahead, chosen by the room that values need.

use crate::one_heap::sparse::exact::record::Record;
use crate::one_heap::sparse::facts::Facts;
use crate::one_heap::sparse::model::room::Capacity;
use crate::one_heap::sparse::narrow::form::narrow;
use crate::one_heap::sparse::pipeline::FastForm;
use crate::one_heap::sparse::wide::form::wide;
use crate::shared::width::Width;

/// The narrowest form in which the values fit, with some room to spare.
pub(crate) fn make<T: Width>(facts: &mut Facts, record: &Record<T>) -> Option<Box<dyn FastForm<T>>> {
    make_with(facts.room(record), facts, record)
}

/// The form with this room. Chooses witnesses if there are none.
pub(crate) fn make_with<T: Width>(
    room: Capacity,
    facts: &mut Facts,
    record: &Record<T>,
) -> Option<Box<dyn FastForm<T>>> {
    if facts.witnesses.is_empty() && facts.has(room) {
        match room {
            Capacity::Lanes(_) => facts.choose_best(record),
            Capacity::Planes(count) => facts.choose_many(record, count as usize),
        }
    }
    with_witnesses(room, facts, record)
}

/// The form with this room and the existing witnesses.
pub(crate) fn with_witnesses<T: Width>(
    room: Capacity,
    facts: &Facts,
    record: &Record<T>,
) -> Option<Box<dyn FastForm<T>>> {
    match room {
        Capacity::Lanes(16) => narrow::<u16, T, 128>(facts, record).map(|form| Box::new(form) as Box<dyn FastForm<T>>),
        Capacity::Lanes(32) => narrow::<u32, T, 64>(facts, record).map(|form| Box::new(form) as Box<dyn FastForm<T>>),
        Capacity::Lanes(_) => narrow::<u64, T, 32>(facts, record).map(|form| Box::new(form) as Box<dyn FastForm<T>>),
        Capacity::Planes(count) => wide(facts, record, count).map(|form| Box::new(form) as Box<dyn FastForm<T>>),
    }
}
