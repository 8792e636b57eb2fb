//! Tables in the style of `booktabs`. A truncated table says how much was omitted.

use super::text::{comment, plural};

/// How a table is typeset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Length {
    /// On one page, for a float.
    Page,
    /// Over several pages.
    Pages,
}

/// A table.
pub struct Table {
    /// A description for a comment.
    pub what: String,
    /// The column specification of LaTeX.
    pub columns: String,
    /// The number of columns.
    pub width: usize,
    /// The lines of its head, each without its line end.
    pub head: Vec<String>,
    /// The cells of each line.
    pub rows: Vec<Vec<String>>,
    /// The space between two columns, in points.
    pub gap: usize,
    /// A note on what was omitted, if anything was.
    pub note: Option<String>,
    /// The caption of a table of several pages. The caption of a float is in the document.
    pub caption: Option<Caption>,
}

/// The caption of a table, and its label.
pub struct Caption {
    /// The text of the caption.
    pub text: String,
    /// The label for references, as in `tab:sweep`.
    pub label: &'static str,
}

impl Table {
    /// A table of columns of the same kind, flush right.
    pub fn new(what: String, head: &[&str], rows: Vec<Vec<String>>) -> Self {
        let (width, head) = (head.len(), vec![head.join(" & ")]);
        Self { what, columns: "r".repeat(width), width, head, rows, gap: GAP, note: None, caption: None }
    }

    /// A narrow table. If it has many lines, they are arranged side by side in several columns, with at most
    /// `most` lines in each. The rest is omitted.
    pub fn folded(what: String, head: &[&str], mut rows: Vec<Vec<String>>, most: usize) -> Self {
        let widest = rows.iter().flatten().map(String::len).max().unwrap_or(0).max(4);
        let fits = (WIDTH / ((widest + 2) * head.len())).clamp(1, 4);
        let blocks = rows.len().div_ceil(FOLD).clamp(1, fits);
        let left_out = rows.len().saturating_sub(most * blocks);
        rows.truncate(most * blocks);
        let height = rows.len().div_ceil(blocks);
        let empty = vec![String::new(); head.len()];
        let line =
            |i: usize| (0..blocks).flat_map(|block| rows.get(block * height + i).unwrap_or(&empty)).cloned().collect();
        let columns = vec!["r".repeat(head.len()); blocks].join(r"@{\qquad}");
        let names = vec![head.join(" & "); blocks].join(" & ");
        let table = Self {
            what,
            columns,
            width: blocks * head.len(),
            head: vec![names],
            rows: (0..height).map(line).collect(),
            gap: GAP,
            note: None,
            caption: None,
        };
        table.without(left_out as u64, "line")
    }

    /// Adds a note that `count` things were omitted.
    pub fn without(mut self, count: u64, thing: &str) -> Self {
        if count > 0 {
            self.note = Some(format!("{} omitted", plural(count, thing)));
        }
        self
    }

    /// The table as LaTeX.
    pub fn text(&self, length: Length) -> String {
        let needs = match length {
            Length::Page => "booktabs",
            Length::Pages => "booktabs and longtable",
        };
        let (kind, foot) = match length {
            Length::Page => ("tabular", "\\bottomrule\n"),
            Length::Pages => ("longtable", ""),
        };
        let (open, close) = self.size();
        let mut text = comment(&format!("{}; needs {needs}", self.what));
        text.push_str(&format!("{open}\\begin{{{kind}}}{{{}}}\n", self.columns));
        let lines: String = self.head.iter().map(|line| format!("{line} \\\\\n")).collect();
        let head = format!("\\toprule\n{lines}\\midrule\n");
        if let (Some(Caption { text: caption, label }), Length::Pages) = (&self.caption, length) {
            // The caption is on the first page only.
            text.push_str(&format!("\\caption{{{caption}}}\\label{{{label}}}\\\\\n{head}\\endfirsthead\n"));
        }
        text.push_str(&head);
        if length == Length::Pages {
            text.push_str("\\endhead\n\\bottomrule\n\\endfoot\n");
        }
        self.rows.iter().for_each(|row| text.push_str(&line(row)));
        if let Some(note) = &self.note {
            text.push_str(&format!("\\midrule\n\\multicolumn{{{}}}{{l}}{{\\footnotesize {note}}} \\\\\n", self.width));
        }
        text.push_str(&format!("{foot}\\end{{{kind}}}{close}\n"));
        text
    }

    /// Commands for a smaller font, if the table would otherwise be wider than the page.
    fn size(&self) -> (&'static str, &'static str) {
        let width = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column)).map(|cell| seen(cell));
            let heads = self.head.iter().filter_map(|line| line.split(" & ").nth(column)).map(seen);
            cells.chain(heads).max().unwrap_or(0)
        };
        let letters = match self.columns.starts_with(BROKEN) {
            true => BROKEN_LETTERS + (1..self.width).map(width).sum::<usize>(),
            false => (0..self.width).map(width).sum::<usize>(),
        };
        let fits = |size: usize, gap: usize| letters * LETTER * size / 10 + self.width * gap * 10 <= PAGE;
        match self.gap {
            gap if fits(10, gap) => ("", ""),
            gap if gap < GAP && fits(8, gap) => ("{\\footnotesize\n", "}"),
            gap if gap < GAP => ("{\\scriptsize\n", "}"),
            _ if fits(9, 8) => ("{\\small\\setlength{\\tabcolsep}{4pt}%\n", "}"),
            _ if fits(8, 6) => ("{\\footnotesize\\setlength{\\tabcolsep}{3pt}%\n", "}"),
            _ => ("{\\scriptsize\\setlength{\\tabcolsep}{3pt}%\n", "}"),
        }
    }
}

/// A first column of codes in which lines may be broken.
pub const BROKEN: &str = r"p{0.3\linewidth}";

/// The number of letters that fit into one line of that column.
const BROKEN_LETTERS: usize = 20;

/// The width of a letter, in tenths of a point.
const LETTER: usize = 53;

/// The width of a page, in tenths of a point.
const PAGE: usize = 3450;

/// The default space between two columns, in points.
const GAP: usize = 12;

/// The approximate number of letters that a text shows, without the commands and signs of LaTeX.
fn seen(text: &str) -> usize {
    let mut count = 0;
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => while letters.next_if(char::is_ascii_alphabetic).is_some() {},
            '$' | '{' | '}' => {}
            _ => count += 1,
        }
    }
    count
}

/// The number of digits that fit side by side on a page. The space between two columns counts as two digits.
pub const WIDTH: usize = 60;

/// Narrow tables with more lines than this are folded into several columns.
const FOLD: usize = 20;

/// A line of a table. A bracket or an asterisk at its start is protected, because LaTeX would take it as an
/// argument of the line end before.
fn line(cells: &[String]) -> String {
    let text = cells.join(" & ");
    let guard = if text.starts_with(['[', '*']) { "{}" } else { "" };
    format!("{guard}{text} \\\\\n")
}

/// Arranges cells side by side, as many as fit, in up to `most` lines. Returns the table and the number of its
/// cells.
pub fn grid(what: String, head: &str, mut cells: Vec<String>, widest: usize, most: usize) -> (Table, usize) {
    let width = (WIDTH / (widest + 2)).clamp(1, 10).min(cells.len().max(1));
    cells.truncate(width * most);
    let rows = cells.chunks(width).map(|row| {
        let mut row = row.to_vec();
        row.resize(width, String::new());
        row
    });
    let head = vec![format!("\\multicolumn{{{width}}}{{l}}{{{head}}}")];
    let columns = "r".repeat(width);
    let table = Table { what, columns, width, head, rows: rows.collect(), gap: GAP, note: None, caption: None };
    (table, cells.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(count: usize) -> Vec<Vec<String>> {
        (0..count).map(|n| vec![n.to_string(), "1".to_string()]).collect()
    }

    #[test]
    fn cut_tables_say_so() {
        let table = Table::folded("records".to_string(), &["$n$", "value"], rows(1000), 40);
        assert_eq!((table.width, table.rows.len()), (8, 40));
        assert_eq!(table.note.as_deref(), Some("$840$ lines omitted"));
        let text = table.text(Length::Page);
        assert!(text.contains("\\multicolumn{8}{l}{\\footnotesize $840$ lines omitted} \\\\\n\\bottomrule"), "{text}");
        let whole = Table::folded("records".to_string(), &["$n$", "value"], rows(3), 40);
        let expected = "% records; needs booktabs\n\\begin{tabular}{rr}\n\\toprule\n$n$ & value \\\\\n\\midrule\n0 & 1 \\\\\n1 & 1 \\\\\n\
            2 & 1 \\\\\n\\bottomrule\n\\end{tabular}\n";
        assert_eq!(whole.text(Length::Page), expected);
        // Every line appears once. The order runs from the top of each column to its bottom.
        let two = Table::folded("records".to_string(), &["$n$", "value"], rows(21), 40);
        assert_eq!(
            (two.rows.len(), &two.rows[0][2], &two.rows[10][0], &two.rows[10][2]),
            (11, &"11".to_string(), &"10".to_string(), &String::new())
        );
    }

    #[test]
    fn a_line_does_not_begin_with_what_belongs_to_the_end_of_another() {
        assert_eq!(line(&["[a]".to_string(), "*".to_string()]), "{}[a] & * \\\\\n");
        assert_eq!(line(&["*2".to_string()]), "{}*2 \\\\\n");
    }
}
