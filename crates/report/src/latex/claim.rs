//! A claim about a period, as a sentence with its theorem and as a line of a table.

use super::sources::PROGRAM;
use super::table::{BROKEN, Table};
use super::text::{LONG, code, game, markdown};
use super::words::status;
use crate::claim::{Claim, Status, Theorem};
use crate::claim_words::Style;
use crate::job::Job;
use crate::results::Results;
use crate::ruleset::Play;

/// The claim, how it is known, and the theorem behind it.
pub fn sentence(results: &Results<'_>) -> String {
    let job = results.job;
    match results.claim_words() {
        None => format!("No period was found in {}, for $n\\le {}$.\n", subject(job, "the"), job.last()),
        Some(words) => words.paragraph(&subject(job, "The"), |theorem| by(theorem, words.claim.preperiod == 0)),
    }
}

/// The claim with its status and theorem, for a notebook. Its LaTeX has no commands outside of mathematics.
pub fn claim_in_math(results: &Results<'_>) -> String {
    match results.claim_words() {
        None => format!("no period was found for $n\\le {}$", results.job.last()),
        Some(words) => words.line(Style::Paper),
    }
}

fn subject(job: &Job, article: &str) -> String {
    let what = job.value.called.sequence;
    let play = match job.play {
        Play::Normal => "",
        Play::Misere => r" in mis\`ere play",
    };
    let what_game = match &job.settings.title {
        Some(title) => format!("{} ({})", markdown(title), code(&job.game.code)),
        None => game(&job.game.code),
    };
    format!("{article} {what} of {what_game}{play}")
}

/// The statement of a theorem for this game, with its source.
fn by(theorem: Theorem, from_zero: bool) -> String {
    let own = format!(r"\cite[theorem \texttt{{{}}}]{{{PROGRAM}}}", theorem.name());
    match theorem {
        Theorem::GuySmith { heaps, last } => {
            let source = if heaps == 2 {
                format!(r"\cite{{guy-smith-1956}} with a slightly smaller bound~{own},")
            } else {
                format!(r"\cite{{guy-smith-1956}} for $h$ heaps, with a slightly smaller bound~{own},")
            };
            let least = if from_zero { "h" } else { "hn_0" };
            format!(
                "a move leaves at most $h={heaps}$ heaps, and the last non-zero digit of the code has place $k={last}$, so that by the theorem of \
                 Guy and Smith~{source} agreement for $n_0\\le n<{least}+(h-1)(p-1)+k$ suffices"
            )
        }
        Theorem::NoSplit { last } => {
            let count = last + u64::from(from_zero);
            format!(
                "no move splits a heap, and each value is determined by the $k={last}$ before it, so that agreement for {} suffices~{own}",
                consecutive(count)
            )
        }
        Theorem::SparseSpace { window, last_rare, .. } => format!(
            "no value after $n={last_rare}$ is rare~\\cite[ch.~4]{{winning-ways}}, each value depends on the ${window}$ before it, and agreement for {}, with one \
             verified period behind them, suffices~{own}",
            consecutive(window)
        ),
        Theorem::SubtractionWindow { largest } => format!(
            "the largest number that may be subtracted is ${largest}$, so that agreement for {} suffices~{own}",
            consecutive(largest)
        ),
        Theorem::AllButWindow { largest } => format!(
            "all numbers may be subtracted but those of a finite set, none larger than ${largest}$, so that agreement for {} suffices~{own}",
            consecutive(2 * largest)
        ),
        Theorem::Kinds { joint, kinds, bound } => {
            let all =
                if kinds == 1 { String::new() } else { format!(", and likewise for all ${kinds}$ kinds of heaps,") };
            format!(
                "from $n={bound}$ on every option has a part that can be changed by ${joint}$, so that agreement with the period \
                 ${joint}$ for $n_0\\le n<{bound}${all} suffices~{own}"
            )
        }
        Theorem::ArithmeticKinds { joint, bound, low_bits, .. } => format!(
            "cut into ${low_bits}$ low bits and the others, the values of the options of $n\\ge{bound}$ show that the values rise \
             by a fixed amount from $n$ to $n+{joint}$~{own}"
        ),
        Theorem::ArithmeticSplits { heaps, last, low_bits } => format!(
            "a move leaves at most $h={heaps}$ heaps, and the last non-zero digit of the code has place $k={last}$; cut into ${low_bits}$ low bits and the others, the values \
             of the options of $N\\le n<N+2P$ show that the period goes on~{own}, where $P$ is the smallest multiple of the period whose saltus is a multiple of $2^{{{low_bits}}}$ and \
             $N=h\\max(n_0,1)+(h-1)P+k$"
        ),
    }
}

/// A number of consecutive values in words; at least one.
fn consecutive(count: u64) -> String {
    match count {
        0 | 1 => "one value".to_string(),
        count => format!("${count}$ consecutive values"),
    }
}

/// The row of `periods.csv` as a table, with the preperiod n0, the period p and the saltus s.
pub fn period_table(results: &Results<'_>) -> Table {
    let job = results.job;
    let figure = |of: fn(&Claim) -> u64| results.claim.map(|claim| of(claim).to_string()).unwrap_or_default();
    let theorem =
        results.claim.and_then(|claim| claim.theorem).map(|theorem| format!(r"\texttt{{{}}}", theorem.name()));
    let ragged = if job.game.code.chars().count() > LONG { r"\raggedright " } else { "" };
    let row = vec![
        ragged.to_string() + &game(&job.game.code),
        figure(|claim| claim.preperiod),
        figure(|claim| claim.period),
        figure(|claim| claim.saltus),
        status(results.claim.map_or(Status::None, Claim::status)).to_string(),
        theorem.unwrap_or_default(),
        results.claim.map_or(job.last(), |claim| claim.checked_to).to_string(),
    ];
    let head = ["game", "$n_0$", "$p$", "$s$", "status", "theorem", "checked to"];
    let mut table = Table::new(format!("the period of {}", job.game.code), &head, vec![row]);
    table.columns = format!("{}rrrllr", if job.game.code.chars().count() > LONG { BROKEN } else { "l" });
    table
}
