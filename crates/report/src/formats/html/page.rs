//! The page: a frame for a report, its style, and the script that shows rows.

use super::data::{Data, pack};
use super::escape::escape;
use super::markdown;
use crate::latex::Formula;
use crate::results::Out;
use std::io::{self, Read, Write};

const STYLE: &str = include_str!("page.css");
/// The scripts of a page, in the order in which it has them.
const SCRIPTS: [&str; 6] = [
    include_str!("words.js"),
    include_str!("rows.js"),
    include_str!("view.js"),
    include_str!("chart.js"),
    include_str!("table.js"),
    include_str!("page.js"),
];

const TABULATOR: &str = include_str!("vendor/tabulator/tabulator.min.js");
const TABULATOR_STYLE: &str = include_str!("vendor/tabulator/tabulator_simple.min.css");
const UPLOT: &str = include_str!("vendor/uplot/uPlot.iife.min.js");
const UPLOT_STYLE: &str = include_str!("vendor/uplot/uPlot.min.css");

/// The licences of the libraries, which must accompany them.
const LICENCES: [(&str, &str); 2] =
    [("Tabulator", include_str!("vendor/tabulator/LICENSE")), ("uPlot", include_str!("vendor/uplot/LICENSE"))];

/// What a page may load: nothing.
const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:";

/// A page before it is written.
pub struct Page<'p> {
    /// The title of its window.
    pub title: &'p str,
    /// The report, in Markdown.
    pub report: &'p str,
    /// The formulas in it.
    pub formulas: &'p [Formula],
    /// The pictures that the report links to: file names, and SVG.
    pub pictures: &'p [(String, String)],
    /// Small tables, folded up below the report.
    pub tables: &'p [PageTable],
}

/// A small table of a page.
pub struct PageTable {
    /// The file that has all of it.
    pub file: &'static str,
    /// What it contains.
    pub summary: &'static str,
    /// Its lines, in Markdown.
    pub markdown: String,
}

impl Page<'_> {
    /// Writes the page with rows, which are read as CSV with a header.
    ///
    /// # Errors
    /// The errors of `csv` and `out`.
    pub fn write(&self, data: &Data, csv: &mut dyn Read, mut out: Out) -> io::Result<()> {
        let style = format!("{}\n{}\n{STYLE}", own(TABULATOR_STYLE), own(UPLOT_STYLE));
        self.begin(&style, ROOM, &mut out)?;
        for (name, licence) in LICENCES {
            writeln!(out, "<!-- {name}:\n{}\n-->", licence.trim_end().replace("--", "- -"))?;
        }
        for script in [TABULATOR, UPLOT] {
            writeln!(out, "<script>{}</script>", own(script))?;
        }
        write!(out, "<script type=\"text/plain\" id=\"rows\">")?;
        let bytes = pack(csv, &mut out)?;
        // In a script, `<` could begin its end.
        let about = serde_json::to_string(data).map_err(io::Error::other)?.replace('<', "\\u003c");
        writeln!(out, "</script>\n<script type=\"application/json\" id=\"about\">{about}</script>")?;
        writeln!(out, "<script>\n\"use strict\";\nconst BYTES = {bytes};\n{}</script>", SCRIPTS.join("\n"))?;
        end(&mut out)
    }

    /// Writes the page without rows, and a sentence that says why there are none.
    ///
    /// # Errors
    /// The errors of `out`.
    pub fn write_without_rows(&self, why: &str, mut out: Out) -> io::Result<()> {
        self.begin(STYLE, &format!("<p>{}</p>", escape(why)), &mut out)?;
        end(&mut out)
    }

    /// Everything before the scripts. The room for the rows is below the first part of the report.
    fn begin(&self, style: &str, room: &str, out: &mut Out) -> io::Result<()> {
        writeln!(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">")?;
        writeln!(out, "<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">")?;
        writeln!(out, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")?;
        writeln!(out, "<meta name=\"color-scheme\" content=\"light dark\">\n<title>{}</title>", escape(self.title))?;
        writeln!(out, "<style>\n{style}</style>\n</head>\n<body>\n<main>")?;
        let report = markdown::to_html(self.report, self.formulas, self.pictures);
        let (report, last) = report.rsplit_once(LAST).unwrap_or((&report, ""));
        out.write_all(report.as_bytes())?;
        if !self.tables.is_empty() {
            writeln!(out, "<h2>Tables</h2>")?;
        }
        for PageTable { file, summary, markdown } in self.tables {
            let (file, summary) = (escape(file), escape(summary));
            writeln!(out, "<details><summary><code>{file}</code> {summary}</summary>")?;
            writeln!(out, "{}</details>", markdown::to_html(markdown, &[], &[]))?;
        }
        write!(out, "<h2>All rows</h2>\n{room}\n")?;
        if !last.is_empty() {
            write!(out, "{LAST}{last}")?;
        }
        writeln!(out, "</main>")
    }
}

/// The last part of every report. The rows come before it.
const LAST: &str = "<h2>How to reproduce</h2>";

/// Where the script shows the rows.
const ROOM: &str =
    "<div id=\"explorer\"><p id=\"state\">The rows are being unpacked; this needs a browser with scripts.</p></div>";

/// A library without the name of its map, which a browser would look for.
fn own(text: &str) -> &str {
    let end = text.find("//# sourceMappingURL").or_else(|| text.find("/*# sourceMappingURL")).unwrap_or(text.len());
    text[..end].trim_end()
}

fn end(out: &mut Out) -> io::Result<()> {
    writeln!(out, "</body>\n</html>")?;
    out.flush()
}
