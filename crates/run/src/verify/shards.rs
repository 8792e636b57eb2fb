//! Checks the segments of a certificate in shards. Each shard checks its own segments, independently of the
//! others. All segments hold if every shard confirms its own.

use super::certificate::{Proof, read, told};
use super::segments::{AskedSegments, side_by_side};
use crate::analysis::certificate::{Certificate, Segments};
use crate::answer::Session;
use crate::claim::{SegmentState, Sparse};
use crate::control::Control;
use crate::disk;
use crate::error::Error;
use crate::folder::config_of;
use crate::job::Source;
use crate::kernel::{Base, SegmentCheck};
use crate::number::hex;
use crate::shard::{Begun, Dealer, Part, ShardHeader, ShardSet, Shared, open};
use crate::stream::serialized;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::path::Path;

/// The number of segments checked at a time. This is the work that a stopped shard may have to repeat.
const AT_ONCE: usize = 8;

/// Segments by their numbers, from 0, and the result of their check.
#[derive(Serialize, Deserialize)]
struct StoredSegments {
    segments: Vec<u64>,
    /// None if all of them hold.
    outcome: Option<SegmentOutcome>,
}

#[derive(Serialize, Deserialize)]
enum SegmentOutcome {
    Wrong(String),
    Beyond(String),
}

/// Checks the segments of a shard and writes its file into a folder. Returns the number of segments, or none if
/// the file was already complete.
///
/// # Errors
/// As for [`certificate`](super::certificate()); [`Error::Usage`] if the certificate has no segments;
/// [`Error::Stopped`].
pub fn run_shard(
    path: &Path,
    folder: &Path,
    part: Part,
    fresh: bool,
    session: Session<'_>,
) -> Result<Option<u64>, Error> {
    let (certificate, text) = read(path)?;
    let (sparse, segments) = in_segments(path, &certificate)?;
    let header = ShardHeader::new(part, shared(path, folder, &text)?);
    let control = session.control();
    let Begun::Open(mut writing, left) = open(folder, &header, fresh)? else { return Ok(None) };
    let proof = Proof { certificate: &certificate, sparse, session: &session };
    let (base, states) = match proof.ready(segments, &control)? {
        Ok(ready) => ready,
        Err(checked) => {
            // An error in the certificate as a whole concerns every shard.
            writing.put(&serialized(&StoredSegments { segments: Vec::new(), outcome: outcome(checked) })?)?;
            return writing.finish().map(|()| Some(0));
        }
    };
    let mut dealer = Dealer::new(part, u128::from(segments.count()));
    let pairs = (0..).zip(states.windows(2));
    let mine = pairs
        .filter(|(index, pair)| dealer.next(*index, || pair[1].n.saturating_sub(pair[0].n)))
        .map(|(index, _)| index);
    let mine: Vec<u64> = mine.collect();
    let done: Vec<StoredSegments> = writing.take_over(left)?;
    let is_done = |index: &u64| done.iter().any(|stored| stored.segments.contains(index));
    let left: Vec<u64> = mine.iter().copied().filter(|index| !is_done(index)).collect();
    for some in left.chunks(AT_ONCE) {
        match check(&base, &states, some, &certificate, &control) {
            Err(Error::Interrupted) => return writing.sync().and(Err(Error::Stopped)),
            checked => {
                let stored = StoredSegments { segments: some.to_vec(), outcome: outcome(checked?) };
                writing.put(&serialized(&stored)?)?;
            }
        }
    }
    writing.finish().map(|()| Some(mine.len() as u64))
}

/// Checks some segments. An error takes precedence over what was not checked.
fn check(
    base: &Base,
    states: &[SegmentState],
    some: &[u64],
    certificate: &Certificate,
    control: &Control<'_>,
) -> Result<SegmentCheck, Error> {
    let stated = certificate.least.stated();
    let one = |&index: &u64| side_by_side(base, &states[index as usize..index as usize + 2], &stated, control);
    let all: Vec<SegmentCheck> = some.par_iter().map(one).collect::<Result<_, _>>()?;
    Ok(worst(all))
}

/// The first error; if there is none, the first part that was not checked.
fn worst(mut all: Vec<SegmentCheck>) -> SegmentCheck {
    let place = |test: fn(&SegmentCheck) -> bool| all.iter().position(test);
    match place(|one| matches!(one, SegmentCheck::Wrong(_))).or(place(|one| matches!(one, SegmentCheck::Beyond(_)))) {
        Some(place) => all.swap_remove(place),
        None => SegmentCheck::Holds,
    }
}

fn outcome(checked: SegmentCheck) -> Option<SegmentOutcome> {
    match checked {
        SegmentCheck::Holds => None,
        SegmentCheck::Wrong(what) => Some(SegmentOutcome::Wrong(what)),
        SegmentCheck::Beyond(what) => Some(SegmentOutcome::Beyond(what)),
    }
}

/// The result of all shards of a certificate, in words.
///
/// # Errors
/// As for [`certificate`](super::certificate()); [`Error::Corrupt`] if the shards do not contain each segment
/// exactly once.
pub(crate) fn merge(path: &Path, shards: &ShardSet, session: Session<'_>) -> Result<String, Error> {
    let (certificate, _) = read(path)?;
    let (sparse, segments) = in_segments(path, &certificate)?;
    let asked = AskedSegments::of(None, segments.count())?;
    let proof = Proof { certificate: &certificate, sparse, session: &session };
    if let Err(checked) = proof.ready(segments, &session.control())? {
        return told(path, &certificate, &asked, checked);
    }
    let mut known = vec![false; segments.count() as usize];
    let mut all = Vec::new();
    for reader in &shards.readers {
        let mut reader = reader.clone();
        while let Some(frame) = reader.next()? {
            let wrong = |what: &str| Error::corrupt(reader.path(), what);
            let stored: StoredSegments =
                postcard::from_bytes(&frame).map_err(|_| wrong("it does not contain the check of a certificate"))?;
            for index in stored.segments {
                match known.get_mut(index as usize) {
                    Some(known) if !*known => *known = true,
                    _ => {
                        return Err(wrong(&format!(
                            "it contains segment {}, which does not exist or belongs to another shard",
                            index + 1
                        )));
                    }
                }
            }
            all.push(match stored.outcome {
                None => SegmentCheck::Holds,
                Some(SegmentOutcome::Wrong(what)) => SegmentCheck::Wrong(what),
                Some(SegmentOutcome::Beyond(what)) => SegmentCheck::Beyond(what),
            });
        }
    }
    let checked = worst(all);
    if let (SegmentCheck::Holds | SegmentCheck::Beyond(_), Some(place)) =
        (&checked, known.iter().position(|known| !known))
    {
        return Err(Error::corrupt(path, format!("no shard has checked segment {}", place + 1)));
    }
    told(path, &certificate, &asked, checked)
}

/// The description of a certificate's file that its shards share.
pub(crate) fn shared(path: &Path, folder: &Path, text: &str) -> Result<Shared, Error> {
    disk::create_dir_all(folder).map_err(Error::io("create the folder", folder))?;
    let source = Source { path: path.to_path_buf(), text: String::new() };
    Ok(Shared::Certificate(config_of(folder, &source), hex(&Sha256::digest(text))))
}

/// Checks that a file is a certificate whose segments can be shared out.
///
/// # Errors
/// [`Error::Usage`] if its segments cannot be shared out; [`Error::Corrupt`] if it is not a certificate.
pub fn is_in_segments(path: &Path) -> Result<(), Error> {
    let (certificate, _) = read(path)?;
    in_segments(path, &certificate).map(|_| ())
}

fn in_segments<'c>(path: &Path, certificate: &'c Certificate) -> Result<(&'c Sparse, &'c Segments), Error> {
    match (&certificate.sparse, &certificate.segments) {
        (Some(sparse), Some(segments)) => Ok((sparse, segments)),
        _ => Err(Error::Usage(format!(
            "{}: it is not a certificate in segments, so it cannot be divided into shards: check it without --shard",
            path.display()
        ))),
    }
}
