//! Collects all shards of a run, or reports what is wrong with them.

use super::file::{Reader, error};
use super::header::ShardHeader;
use super::part::Part;
use crate::disk;
use crate::error::Error;
use crate::folder::SHARDS;
use std::collections::BTreeMap;
use std::io;
use std::path::Path;

/// The complete shards of one run, in order.
#[derive(Debug)]
pub(crate) struct ShardSet {
    /// The header of the first shard.
    pub header: ShardHeader,
    pub readers: Vec<Reader>,
}

impl ShardSet {
    /// Reads all shards in the folder of the results, each to its end. If there are shards of several counts,
    /// `of` selects the count.
    ///
    /// # Errors
    /// [`Error::Corrupt`] with the name of every shard that is missing, damaged, or from another run;
    /// [`Error::Usage`] if there are none, or if it is unclear which count is meant.
    pub fn open(folder: &Path, of: Option<u32>) -> Result<Self, Error> {
        let shards = folder.join(SHARDS);
        let names = match disk::names(&shards) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            names => names.map_err(Error::io("list", &shards))?,
        };
        let mut parts: BTreeMap<u32, Vec<Part>> = BTreeMap::new();
        for part in names.iter().filter_map(|name| Part::of_file(name)) {
            parts.entry(part.of()).or_default().push(part);
        }
        let count = of_which(&shards, &parts, of)?;
        let (mut readers, mut wrong) = (Vec::new(), missing(count, &parts[&count]));
        for part in &parts[&count] {
            match whole(&shards, *part) {
                Ok(reader) => readers.push(reader),
                Err(what @ Error::Corrupt { .. }) => wrong.push(what.to_string()),
                Err(other) => return Err(other),
            }
        }
        wrong.extend(strangers(&readers));
        if !wrong.is_empty() {
            return Err(Error::corrupt(&shards, wrong.join("; ")));
        }
        readers.sort_by_key(|reader| reader.header.part.number());
        let header = readers.first().map(|reader| reader.header.clone());
        let header = header.ok_or_else(|| Error::Usage(format!("{} contains no shards", shards.display())))?;
        Ok(Self { header, readers })
    }
}

/// The number of shards of the run.
fn of_which(shards: &Path, parts: &BTreeMap<u32, Vec<Part>>, of: Option<u32>) -> Result<u32, Error> {
    let listed = || parts.keys().map(u32::to_string).collect::<Vec<_>>().join(" and ");
    let counts: Vec<u32> = parts.keys().copied().collect();
    match (of, &counts[..]) {
        (_, []) => Err(Error::Usage(format!(
            "{} contains no shards: create them with `grundy run CONFIG --shard 1/8` and so on",
            shards.display()
        ))),
        (Some(of), _) if parts.contains_key(&of) => Ok(of),
        (Some(of), _) => Err(Error::Usage(format!(
            "{} contains no shards of a division into {of}, only into {}",
            shards.display(),
            listed()
        ))),
        (None, [count]) => Ok(*count),
        (None, _) => Err(Error::Usage(format!(
            "{} contains shards of divisions into {}: choose one with --shards, or remove the others",
            shards.display(),
            listed()
        ))),
    }
}

/// The shards that are missing, in words.
fn missing(count: u32, there: &[Part]) -> Vec<String> {
    let mut known = vec![false; count as usize];
    there.iter().for_each(|part| known[part.number() as usize - 1] = true);
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for number in (1..=count).filter(|number| !known[*number as usize - 1]) {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => runs.push((number, number)),
        }
    }
    let words =
        |(first, last): &(u32, u32)| if first == last { first.to_string() } else { format!("{first} to {last}") };
    match runs.is_empty() {
        true => Vec::new(),
        false => {
            vec![format!(
                "some of the {count} shards are missing: {}",
                runs.iter().map(words).collect::<Vec<_>>().join(", ")
            )]
        }
    }
}

/// A shard whose file has been read to its end. The reader that is returned is back at the beginning.
fn whole(shards: &Path, part: Part) -> Result<Reader, Error> {
    let path = shards.join(part.file());
    let mut reader = Reader::open(&path).map_err(|damage| error(damage, &path))?;
    if reader.header.part != part {
        return Err(Error::corrupt(&path, format!("it is shard {} under another name", reader.header.part)));
    }
    while reader.next()?.is_some() {}
    Reader::open(&path).map_err(|damage| error(damage, &path))
}

/// The shards that are not from the same run as most others.
fn strangers(readers: &[Reader]) -> Vec<String> {
    let mut runs: BTreeMap<String, Vec<&Reader>> = BTreeMap::new();
    for reader in readers {
        runs.entry(reader.header.fingerprint()).or_default().push(reader);
    }
    let most = runs.values().map(Vec::len).max().unwrap_or(0);
    // If several runs have equally many shards, the run of the first shard counts as the right one.
    let own = readers.iter().map(|reader| reader.header.fingerprint()).find(|run| runs[run].len() == most);
    let others = runs.iter().filter(|(run, _)| Some(*run) != own.as_ref()).flat_map(|(_, readers)| readers);
    others
        .map(|reader| {
            format!(
                "{}: it belongs to another config, or to another version of grundy, than most shards",
                reader.path().display()
            )
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::{Begun, Shared, open};
    use super::*;
    use crate::manifest::ConfigFile;
    use tempfile::TempDir;

    fn header(part: &str, engine: &str) -> ShardHeader {
        let file = ConfigFile { path: "a.json".to_string(), text: String::new() };
        let header = ShardHeader::new(part.parse().unwrap(), Shared::Certificate(file, "sum".to_string()));
        ShardHeader { engine: engine.to_string(), ..header }
    }

    fn write(folder: &Path, header: &ShardHeader) -> bool {
        match open(folder, header, false).unwrap() {
            Begun::Done => false,
            Begun::Open(mut writing, left) => {
                assert!(left.is_none());
                writing.put(b"results").unwrap();
                writing.finish().unwrap();
                true
            }
        }
    }

    /// A shard from another version of the program is refused by name and computed again.
    #[test]
    fn another_version() {
        let folder = TempDir::new().unwrap();
        for (part, engine) in [("1/3", "grundy 1"), ("2/3", "grundy 2"), ("3/3", "grundy 1")] {
            assert!(write(folder.path(), &header(part, engine)));
        }
        let error = ShardSet::open(folder.path(), None).unwrap_err().to_string();
        assert!(
            error.contains("2-of-3.shard: it belongs to another config, or to another version")
                && !error.contains("1-of-3"),
            "{error}"
        );
        assert!(write(folder.path(), &header("2/3", "grundy 1")) && !write(folder.path(), &header("2/3", "grundy 1")));
        let mut set = ShardSet::open(folder.path(), None).unwrap();
        let mut frames: Vec<_> =
            set.readers.iter_mut().map(|reader| (reader.next().unwrap(), reader.next().unwrap())).collect();
        frames.dedup();
        assert_eq!(frames, [(Some(b"results".to_vec()), None)]);
    }

    /// An unfinished file of a killed process is continued after its last whole frame.
    #[test]
    fn a_beginning_is_gone_on_with() {
        let folder = TempDir::new().unwrap();
        let header = header("1/1", "grundy 1");
        let Begun::Open(mut writing, _) = open(folder.path(), &header, false).unwrap() else {
            panic!("nothing was written")
        };
        writing.put(b"one").unwrap();
        writing.put(b"two").unwrap();
        drop(writing);
        let shards = folder.path().join(SHARDS);
        let left = std::fs::read_dir(&shards).unwrap().next().unwrap().unwrap().path();
        let bytes = std::fs::read(&left).unwrap();
        std::fs::write(&left, &bytes[..bytes.len() - 1]).unwrap();
        let Begun::Open(mut writing, left) = open(folder.path(), &header, false).unwrap() else {
            panic!("it is not done")
        };
        let mut left = left.unwrap();
        let frames: Vec<_> = std::iter::from_fn(|| left.next().unwrap()).collect();
        assert_eq!(frames, [b"one".to_vec()]);
        writing.put(b"one").unwrap();
        writing.put(b"three").unwrap();
        writing.finish().unwrap();
        let mut set = ShardSet::open(folder.path(), None).unwrap();
        let all: Vec<_> = std::iter::from_fn(|| set.readers[0].next().unwrap()).collect();
        assert_eq!(all, [b"one".to_vec(), b"three".to_vec()]);
        assert_eq!(std::fs::read_dir(&shards).unwrap().count(), 1);
    }
}
