//! The same values, from options one by one.

use grundy_core::claim::KindValues;
use grundy_core::structure::{AskedKinds, Endless, Kinds, Schedule};
use std::collections::BTreeSet;

/// The values of all kinds after some that are known, as far as the asked kinds up to a size need them.
pub(crate) fn values_to(kinds: &Kinds, size: i64, mut values: Vec<KindValues>) -> Result<Vec<KindValues>, Endless> {
    let next = kinds.kinds.iter().zip(&values).map(|(kind, values)| kind.first() + values.len() as i64);
    let mut schedule = Schedule::new(next.collect());
    match kinds.asked {
        AskedKinds::One { kind, .. } => schedule.ask(kind, size),
        AskedKinds::All => (0..kinds.kinds.len()).for_each(|kind| schedule.ask(kind, size)),
    }
    loop {
        let wave = schedule.wave(&kinds.kinds)?;
        if wave.is_empty() {
            return Ok(values);
        }
        for kind in wave {
            let options = options(kinds, &values, kind, schedule.next(kind));
            values[kind].extend((0..).find(|value| !options.contains(value)));
            schedule.done(kind);
        }
    }
}

/// The values of the options of a position.
fn options(kinds: &Kinds, values: &[KindValues], kind: usize, n: i64) -> BTreeSet<u32> {
    let mut options = BTreeSet::new();
    for rule in &kinds.kinds[kind].rules {
        rule.options(n, &mut |parts| {
            let value = |&(kind, size): &(usize, i64)| values[kind][(size - kinds.kinds[kind].first()) as usize];
            options.insert(parts.iter().map(value).fold(0, |sum, value| sum ^ value));
        });
    }
    options
}
