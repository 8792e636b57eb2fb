//! The folder `latex/`: the results as fragments to be included in a paper with `\input`, their sources for
//! BibTeX, and a small document that includes them all.

mod matrix;
mod values;
mod zeros;

use super::format::Format;
use crate::games::names::NAMES;
use crate::job::Job;
use crate::latex::{Fragment, Paper, Shown, bibliography, cite, formula, game, game_and_code, markdown};
use crate::question::{QUESTIONS, period_fragments};
use crate::results::{Content, Out, ResultFile, Results, Texts, always, one_kind};
use crate::ruleset::Play;
use std::io::{self, Write};

/// The folder of the fragments.
pub const FOLDER: &str = "latex/";

pub(super) const FORMAT: Format = Format {
    name: "latex",
    check: one_kind,
    files: &[
        ResultFile {
            name: FOLDER,
            summary: "fragments for papers: tables, the dotted nim-sequence, the claim; their sources, and paper.tex that shows them",
            wanted: always,
            content: Content::Many { texts, table: false },
        },
        matrix::FILE,
        zeros::FILE,
    ],
};

/// The content of `grundy values --format latex`: the table of a game with two coordinates; for other games the
/// sequence and the table.
pub fn values_file(job: &Job) -> &'static ResultFile {
    if (matrix::FILE.wanted)(job) { &matrix::FILE } else { &PRINTED_VALUES }
}

const PRINTED_VALUES: ResultFile = ResultFile {
    name: "latex/values.tex",
    summary: "the nim-sequence and the table of values",
    wanted: always,
    content: Content::Results(|results, out| write_all(values::fragments(results), out)),
};

/// The content of `grundy period --format latex`: the sentence, and the line of a table.
pub const PERIOD_FILE: ResultFile = ResultFile {
    name: "latex/claim.tex",
    summary: "the claim as a sentence, and as a line of a table",
    wanted: always,
    content: Content::Results(|results, out| write_all(period_fragments(results), out)),
};

fn write_all(fragments: Vec<Fragment>, mut out: Out) -> io::Result<()> {
    let texts: Vec<String> = fragments.into_iter().map(|fragment| fragment.text).collect();
    out.write_all(texts.join("\n").as_bytes())?;
    out.flush()
}

fn texts(results: &Results<'_>) -> io::Result<Texts> {
    let mut fragments = values::fragments(results);
    fragments.extend(QUESTIONS.iter().flat_map(|question| (question.fragments)(results)));
    let paper = paper(results, &fragments);
    let all = fragments.iter().map(|fragment| fragment.text.as_str()).chain([paper.as_str()]);
    let sources = bibliography(all, &results.job.family.source);
    let mut texts: Texts = Vec::new();
    texts.push((format!("{FOLDER}paper.tex"), paper.into_bytes()));
    texts.push((format!("{FOLDER}sources.bib"), sources.into_bytes()));
    texts.extend(
        fragments.into_iter().map(|Fragment { name, text, .. }| (format!("{FOLDER}{name}.tex"), text.into_bytes())),
    );
    Ok(texts)
}

/// The document that includes all fragments.
fn paper(results: &Results<'_>, fragments: &[Fragment]) -> String {
    let job = results.job;
    let title = job.settings.title.as_deref().map_or_else(|| game(&job.game.code), markdown);
    let mut paper = Paper::new(&title);
    paper.paragraph(&opening(results));
    for Fragment { name, shown, .. } in fragments {
        match shown {
            Shown::Alone => paper.input(name),
            Shown::After(words) => paper.input_after(words, name),
            Shown::Float(caption) => paper.float(name, caption),
        }
    }
    if (matrix::FILE.wanted)(job) {
        paper.float("matrix", &format!("{} of {}.", job.value.called.in_papers, game(&job.game.code)));
    }
    if (zeros::FILE.wanted)(job) {
        paper.float("zeros", &format!("P-positions of {}.", game(&job.game.code)));
    }
    paper.text()
}

/// The opening of the document: the game in words, and what was computed.
fn opening(results: &Results<'_>) -> String {
    let job = results.job;
    let play = match job.play {
        Play::Normal => "normal play",
        Play::Misere => r"mis\`ere play",
    };
    let range = match results.rows.names() {
        Some(_) => String::new(),
        None => {
            let condition = job.settings.rows_where.as_ref().map(|text| format!(" where {}", formula(text)));
            let max = markdown(&job.family.max);
            format!(", {max} up to ${}${}", results.rows.reach(), condition.unwrap_or_default())
        }
    };
    let sources = |source: &str| Some(cite(source)).filter(|text| !text.is_empty()).map(|text| format!(" ({text})"));
    let named = NAMES.iter().find(|name| name.code == job.game.code).map(|name| format!("{}; ", name.source));
    let source = named.unwrap_or_default() + &job.family.source;
    format!(
        "The game {}{}: {}. {}.\n{} in {play}{range}, computed with \\texttt{{grundy}}~\\cite{{grundy}}.",
        game_and_code(&job.game.code),
        sources(&source).unwrap_or_default(),
        markdown(job.game.words.trim_end_matches('.')),
        markdown(job.family.rules.trim_end_matches('.')),
        job.value.called.in_papers,
    )
}
