//! A formula in two notations.

/// A formula as a report in plain text has it, and in LaTeX.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Formula {
    /// As the report has it.
    pub plain: String,
    /// LaTeX, with the formulas between dollars.
    pub latex: String,
}
