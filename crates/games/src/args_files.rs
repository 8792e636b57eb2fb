//! Arguments that name files.

use crate::args::Args;
use crate::number::hex;
use grundy_core::diagnostic::Blame;
use grundy_core::disk;
use sha2::{Digest, Sha256};
use smallvec::SmallVec;

impl Args {
    /// A file argument: the text of the file, and its name with the SHA-256 of its bytes.
    pub fn file(&self, key: &str) -> Result<(String, (String, String)), Blame> {
        let name = self.items(key).first().map_or("", |item| item.text.as_str());
        self.file_named(key, name)
    }

    /// The same for a file whose name is only a part of the argument.
    pub fn file_named(&self, key: &str, name: &str) -> Result<(String, (String, String)), Blame> {
        let path = self.base().join(name);
        let bytes = disk::read(&path).map_err(|error| {
            self.blame(
                key,
                format!("cannot read {}: {error}", path.display()),
                "paths are relative to the folder of the config; on the command line, to the current folder",
            )
        })?;
        let hash = hex(&Sha256::digest(&bytes));
        let text =
            String::from_utf8(bytes).map_err(|_| self.blame(key, format!("{} is not UTF-8", path.display()), ""))?;
        Ok((text, (name.to_string(), hash)))
    }

    /// The pairs of a two-column CSV file with this header. The second field may be empty.
    pub fn pairs(&self, key: &str, text: &str, header: [&str; 2]) -> Result<Vec<(String, String)>, Blame> {
        let mut pairs = Vec::new();
        self.each_pair(key, text, header, &mut |a, b| pairs.push((a.to_string(), b.to_string())))?;
        Ok(pairs)
    }

    /// Visits the pairs of such a file, which may have very many.
    pub fn each_pair(
        &self,
        key: &str,
        text: &str,
        header: [&str; 2],
        visit: &mut dyn FnMut(&str, &str),
    ) -> Result<(), Blame> {
        let wrong = |line: usize, what: &str| {
            let help = format!("expected a header line `{},{}`, then two fields per line", header[0], header[1]);
            Err(self.blame(key, format!("line {line} of the file {what}"), help))
        };
        let mut reader = csv::ReaderBuilder::new().has_headers(false).trim(csv::Trim::All).from_reader(text.as_bytes());
        let (mut record, mut line, mut visited) = (csv::StringRecord::new(), 0, false);
        loop {
            line += 1;
            match reader.read_record(&mut record) {
                Ok(true) => {}
                Ok(false) => break,
                Err(_) => return wrong(line, "does not have two fields"),
            }
            match (line, &record.iter().collect::<SmallVec<[&str; 2]>>()[..]) {
                (1, fields) if fields == header => {}
                (1, _) => return wrong(line, "is not the header"),
                (_, [a, b]) if !a.is_empty() => {
                    visit(a, b);
                    visited = true;
                }
                _ => return wrong(line, "does not have two fields"),
            }
        }
        if visited { Ok(()) } else { wrong(1, "is the only line") }
    }
}
