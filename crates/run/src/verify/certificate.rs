//! Checks a certificate without its folder: its numbers, and its values, which are computed again.

use super::segments::{AskedSegments, Refused, base, is_canonical, side_by_side};
use super::{automatic, kinds, linear, misere};
use crate::analysis::certificate::{
    AutomaticCertificate, Certificate, KindsCertificate, LinearFile, MisereFile, ProofFile, Segments,
};
use crate::answer::{Session, answer_in};
use crate::claim::{Claim, InfiniteCertificate, MisereCertificate, SegmentState, Sparse};
use crate::config::from_code;
use crate::control::Control;
use crate::error::Error;
use crate::job::{Analysis, Job, Settings};
use crate::kernel::{Base, SegmentCheck};
use crate::ruleset::{Play, Value};
use std::ops::RangeInclusive;
use std::path::Path;

/// All numbers of a certificate must be smaller than this.
const BEYOND: u64 = 1 << 48;

/// Checks a certificate, or only the requested segments of it, counted from 1. Returns in words what was
/// checked.
///
/// # Errors
/// [`Error::Corrupt`] if it is wrong; [`Error::Unchecked`] if everything that was checked holds, but not all was
/// checked; [`Error::Usage`] if it does not have these segments; [`Error::Interrupted`].
pub fn certificate(path: &Path, asked: Option<RangeInclusive<u64>>, session: Session<'_>) -> Result<String, Error> {
    if let Some(certificate) = AutomaticCertificate::read(path)? {
        AskedSegments::of(asked, 1)?;
        return automatic::check(path, &certificate, session);
    }
    if let Some((certificate, text)) = KindsCertificate::read(path)? {
        // It has no segments, so it is one of its own.
        AskedSegments::of(asked, 1)?;
        let (job, proved) = kinds::job(path, &certificate, settings())?;
        return if is_made_again(&job, &text, session)? { Ok(proved) } else { Err(wrong(path, DIFFERS)) };
    }
    let control = session.control();
    if let Some(file) = MisereFile::<MisereCertificate>::read(path)? {
        AskedSegments::of(asked, 1)?;
        return misere::check(path, &file, &control);
    }
    if let Some(file) = MisereFile::<InfiniteCertificate>::read(path)? {
        AskedSegments::of(asked, 1)?;
        return misere::check_infinite(path, &file, &control);
    }
    if let Some(file) = LinearFile::read(path)? {
        AskedSegments::of(asked, 1)?;
        return linear::check(path, &file, &control);
    }
    let (certificate, text) = read(path)?;
    let count = certificate.segments.as_ref().map_or(1, Segments::count);
    let asked = AskedSegments::of(asked, count)?;
    let checked = match (&certificate.sparse, &certificate.segments) {
        (Some(sparse), Some(segments)) => {
            Proof { certificate: &certificate, sparse, session: &session }.check(segments, &asked)?
        }
        _ => whole(&certificate, &text, session)?,
    };
    told(path, &certificate, &asked, checked)
}

/// The result of checking some segments, in words.
pub(super) fn told(
    path: &Path,
    certificate: &Certificate,
    asked: &AskedSegments,
    checked: SegmentCheck,
) -> Result<String, Error> {
    let claim = claim(certificate);
    asked.outcome(checked, &format!("{}: {claim}", path.display())).map_err(|refused| match refused {
        Refused::Wrong(what) => wrong(path, &what),
        Refused::Unchecked(error) => error,
    })?;
    let all = certificate.segments.as_ref().map_or("all values".to_string(), |_| asked.all());
    Ok(format!("{claim}: proved, {all} checked"))
}

/// Reads a certificate and its text. Its game must be one that certificates exist for, and its numbers in range.
pub(super) fn read(path: &Path) -> Result<(Certificate, String), Error> {
    let (certificate, text) = Certificate::read(path)?;
    let Certificate { game, preperiod, period, saltus, checked_to, .. } = &certificate;
    if !is_canonical(game) {
        return Err(wrong(path, "`game` is not the canonical code of a game that has certificates"));
    }
    if [preperiod, period, saltus, checked_to].iter().any(|&&n| n >= BEYOND) || *period == 0 {
        return Err(wrong(path, "a number is out of range"));
    }
    Ok((certificate, text))
}

fn claim(certificate: &Certificate) -> String {
    let Certificate { game, preperiod, period, saltus, .. } = certificate;
    format!("{game}, preperiod {preperiod}, period {period}, saltus {saltus}")
}

fn wrong(path: &Path, what: &str) -> Error {
    Error::corrupt(path, format!("the certificate is wrong: {what}"))
}

/// Computes all values again, creates the certificate again, and compares the texts.
fn whole(certificate: &Certificate, text: &str, session: Session<'_>) -> Result<SegmentCheck, Error> {
    let job = from_code(&certificate.game, Some(certificate.checked_to), settings())?;
    let again = answer_in(&job, false, session)?;
    if again.certificate.as_ref().map(ProofFile::to_json).as_deref() == Some(text) {
        return Ok(SegmentCheck::Holds);
    }
    let uses_more =
        |claim: &Claim| claim.candidate() == certificate.candidate() && claim.checked_to < certificate.checked_to;
    let why = if again.claim.as_ref().is_some_and(uses_more) { MORE_VALUES } else { DIFFERS };
    Ok(SegmentCheck::Wrong(why.to_string()))
}

/// What is wrong with a certificate of a time when the bound of `guy-smith` was larger.
const MORE_VALUES: &str = "it uses more values than the theorem needs, as older certificates do: run its config again";

/// What is wrong if a certificate is made again, and is another one.
const DIFFERS: &str = "it differs from the certificate of the game's values, which were all recomputed";

/// The settings of a job that makes a certificate.
fn settings() -> Settings {
    Settings {
        play: Some(Play::Normal),
        value: Some(Value::GRUNDY),
        analysis: Analysis::of("period"),
        max_rows: u64::MAX,
        ..Settings::default()
    }
}

/// Whether a job, whose values are all computed, makes the certificate with this text.
fn is_made_again(job: &Job, text: &str, session: Session<'_>) -> Result<bool, Error> {
    let again = answer_in(job, false, session)?.certificate.map(|certificate| certificate.to_json());
    Ok(again.as_deref() == Some(text))
}

/// A proof in segments.
pub(super) struct Proof<'p> {
    pub certificate: &'p Certificate,
    pub sparse: &'p Sparse,
    pub session: &'p Session<'p>,
}

impl Proof<'_> {
    /// Checks the numbers, the first values, and the requested segments.
    fn check(&self, segments: &Segments, asked: &AskedSegments) -> Result<SegmentCheck, Error> {
        let control = self.session.control();
        match self.ready(segments, &control)? {
            Ok((base, states)) => {
                side_by_side(&base, asked.of_states(&states), &self.certificate.least.stated(), &control)
            }
            Err(checked) => Ok(checked),
        }
    }

    /// Checks the numbers and the first values. Returns what is needed to check the segments.
    pub fn ready(
        &self,
        segments: &Segments,
        control: &Control<'_>,
    ) -> Result<Result<(Base, Vec<SegmentState>), SegmentCheck>, Error> {
        let base = match base(&self.certificate.game, self.sparse, control)? {
            Ok(base) => base,
            Err(checked) => return Ok(Err(checked)),
        };
        let states = self.numbers(&base, segments).and_then(|()| segments.states());
        let states = states.and_then(|states| self.agreement(&base, &states).map(|()| states));
        Ok(states.map(|states| (base, states)).map_err(SegmentCheck::Wrong))
    }

    /// Checks the theorem, its numbers, and the witnesses of the least period.
    fn numbers(&self, base: &Base, segments: &Segments) -> Result<(), String> {
        let Certificate { game: _, theorem, preperiod: n0, period: p, saltus, checked_to, agreement, least, .. } =
            self.certificate;
        let Certificate { window, prefix, cycle, .. } = self.certificate;
        let need = |holds: bool, what: &str| if holds { Ok(()) } else { Err(what.to_string()) };
        need(*theorem == base.theorem().name(), "its theorem is not the theorem for segments")?;
        need(
            window.is_none() && prefix.is_none() && cycle.is_none(),
            "a proof in segments has no `window`, `prefix` or `cycle`",
        )?;
        need(segments.window == base.window(), "its states do not have W = k + max E values")?;
        let end = base.theorem().checked_below(*n0, *p, *saltus);
        let end = end.ok_or("the theorem does not apply to these numbers")?;
        need(
            (end - n0, end + p - 1) == (*agreement, *checked_to),
            "`agreement` or `checked_to` is not what the theorem requires",
        )?;
        need(
            least.suits(self.certificate.candidate(), 0),
            "`least` does not show that the period and the preperiod are the least",
        )
    }

    /// Checks that the states are at the required places, and that the values one period later agree.
    fn agreement(&self, base: &Base, states: &[SegmentState]) -> Result<(), String> {
        let window = base.window();
        let [begin, end] = [0, self.certificate.period].map(|more| self.certificate.preperiod + window + more);
        let at = |n: u64| states.iter().find(|state| state.n == n).ok_or(format!("there is no state at {n}"));
        let first = at(window + 1)?;
        if !states.is_sorted_by(|one, next| one.n < next.n) || states.first() != Some(first) {
            return Err("its states are not in order, beginning with the first".to_string());
        }
        if states.last() != Some(at(end)?) {
            return Err("its states do not end with the period".to_string());
        }
        if at(begin)?.values != at(end)?.values {
            return Err("the values do not agree after the period".to_string());
        }
        let mut stated = self.certificate.least.stated().into_iter();
        match stated.find(|&(n, value)| {
            n < first.n && base.head().get(n as usize).map(|&known| u32::from(known)) != Some(value)
        }) {
            Some((n, value)) => Err(format!("the value at {n} is not {value}, contrary to `least`")),
            None if self.certificate.least.stated().iter().any(|&(n, _)| n >= end) => {
                Err("`least` uses values after the period".to_string())
            }
            None => Ok(()),
        }
    }
}
