//! A document that includes the fragments next to it and compiles. It serves as an example, and to look at the
//! fragments.

use super::text::comment;

/// A document that is being written.
pub struct Paper {
    body: String,
    title: String,
}

impl Paper {
    /// A document with a title in LaTeX.
    pub fn new(title: &str) -> Self {
        Self { body: String::new(), title: title.to_string() }
    }

    /// Adds a paragraph.
    pub fn paragraph(&mut self, text: &str) {
        self.body.push_str(text);
        self.body.push_str("\n\n");
    }

    /// Includes a fragment as it is.
    pub fn input(&mut self, name: &str) {
        self.body.push_str(&format!("\\input{{{name}}}\n\n"));
    }

    /// Includes a fragment after some words.
    pub fn input_after(&mut self, words: &str, name: &str) {
        self.body.push_str(&format!("{words}\n\\begin{{quote}}\n\\input{{{name}}}\n\\end{{quote}}\n\n"));
    }

    /// Includes a fragment as a float with a caption. The fragment must be a table that fits on one page.
    pub fn float(&mut self, name: &str, caption: &str) {
        self.body.push_str(&format!(
            "\\begin{{table}}[htbp]\n\\centering\n\\caption{{{caption}}}\\label{{tab:{name}}}\n\\input{{{name}}}\n\\end{{table}}\n\n"
        ));
    }

    /// The whole document.
    pub fn text(&self) -> String {
        let how = comment("pdflatex paper && bibtex paper && pdflatex paper && pdflatex paper");
        format!("{how}{HEAD}\\title{{{}}}\n{BEGIN}{}{END}", self.title, self.body)
    }
}

const HEAD: &str = r"\documentclass{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}
\usepackage{booktabs}
\usepackage{longtable}
\setlength{\belowcaptionskip}{6pt}
\setlength{\emergencystretch}{2em}
";

const BEGIN: &str = r"\author{}
\date{}
\begin{document}
\maketitle

";

const END: &str = r"\bibliographystyle{plain}
\bibliography{sources}
\end{document}
";
