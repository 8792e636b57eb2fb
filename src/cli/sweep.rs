//! `grundy sweep`: prints the results of a family of games.

use super::{complain_of, silent_session, stdout};
use crate::bytes::Bytes;
use crate::config;
use crate::conjecture::{self, Statement};
use crate::error::Error;
use crate::job::{Analysis, MAX_ROWS, Name, Settings};
use crate::number::{plain, whole};
use crate::ruleset::{Play, Value};
use crate::sweep::{Expected, Over, PaperPlan, Plan, Sweep};
use crate::sweep_run;
use clap::Args;

/// Run the same analysis on a family of games, as in 'subtraction:{a},{b}' --over 'a=1..=9' --over 'b=a+1..=9', and
/// print the rows of sweep.csv
#[derive(Args)]
pub(super) struct Arguments {
    /// The game code, with variables in braces
    code: String,

    /// The range of one or several variables, as in 'a=1..=30', 'a,b,c=1..=20', 'd=["77", "07"]' or 'S={ subsets-of = 9
    /// }'; the last variable varies fastest
    #[arg(long, value_name = "VARIABLES=RANGE", required = true)]
    over: Vec<String>,

    /// A condition that the variables must satisfy, as in 'a < b and gcd(a, b) == 1'
    #[arg(long = "where", value_name = "CONDITION", allow_hyphen_values = true)]
    condition: Option<String>,

    /// A conjecture about every row, as in 'divides(period, a + b)'; the exit code is 1 if it is refuted
    #[arg(long, value_name = "EXPRESSION", allow_hyphen_values = true)]
    holds: Option<String>,

    /// The range of each game: a number, or an expression in the variables
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    max: Option<String>,

    /// Normal play (the player who cannot move loses) or misère play
    #[arg(long, value_name = "PLAY", value_parser = super::play())]
    play: Option<Play>,

    /// Grundy values, outcomes or lengths of plays [default: depends on the family]
    #[arg(long, value_name = "KIND", value_parser = super::value())]
    value: Option<Value>,

    /// Memory limit
    #[arg(long, value_name = "AMOUNT", default_value = "8 GiB")]
    memory: Bytes,

    /// Maximum number of combinations
    #[arg(long, value_name = "N", default_value_t = MAX_ROWS, value_parser = whole)]
    max_rows: u64,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Error> {
    let plan = |period: bool| {
        Ok::<_, Error>(Plan {
            code: arguments.code.clone(),
            condition: arguments.condition.clone(),
            over: over(&arguments.over)?,
            max: arguments.max.clone().map(plain),
            expect: Expected::default(),
            paper: PaperPlan::default(),
            tally: Vec::new(),
            row_patterns: Vec::new(),
            settings: Settings {
                play: arguments.play,
                value: arguments.value,
                memory: arguments.memory,
                analysis: if period { Analysis::of("period") } else { Analysis::default() },
                conjectures: arguments.holds.iter().map(|holds| conjecture(holds)).collect(),
                formats: vec!["report".to_string()],
                max_rows: arguments.max_rows,
                ..Settings::default()
            },
        })
    };
    let sweep = checked(plan(true)?)?;
    // Only sequences have periods.
    let sweep = if sweep_run::asks_in_vain(&sweep, silent_session())? { checked(plan(false)?)? } else { sweep };
    let findings = sweep_run::print(&sweep, stdout(), silent_session())?;
    complain_of(&findings.sentence());
    findings.complaint().map_or(Ok(()), |complaint| Err(Error::ChecksFailed(complaint)))
}

/// A conjecture about rows. Its name does not matter.
fn conjecture(holds: &str) -> Statement {
    Statement { name: "claim".to_string(), holds: holds.to_string(), ..Statement::default() }
}

fn checked(plan: Plan) -> Result<Sweep, Error> {
    let texts = plan.clone();
    Sweep::new(plan, Name::new("sweep")?, None)?.map_err(|wrong| {
        use crate::sweep::Part;
        let text = match &wrong.part {
            Part::Code => Some(texts.code.clone()),
            Part::Condition => texts.condition.clone(),
            Part::Max => texts.max.clone(),
            Part::Over(name) => texts.over.iter().find(|(other, _)| other == name).map(|(_, over)| match over {
                Over::Range(text) => text.clone(),
                _ => String::new(),
            }),
            Part::Conjecture(_, conjecture::Part::Holds) => {
                texts.settings.conjectures.first().map(|only| only.holds.clone())
            }
            Part::Expect(_) | Part::Conjecture(..) | Part::Paper(_) | Part::Tally | Part::RowPatterns => None,
        };
        wrong.blame.within(&wrong.part.to_string(), &text.unwrap_or_default()).into()
    })
}

/// Reads the domains of variables. `a,b=1..=20` gives several variables the same range; lists and tables are
/// written as in a config.
fn over(texts: &[String]) -> Result<Vec<(String, Over)>, Error> {
    let mut over = Vec::new();
    for text in texts {
        let Some((names, range)) = text.split_once('=') else {
            return Err(Error::Usage(format!("`--over {text}` has no range: write it as in --over 'a=1..=30'")));
        };
        let range = config::over(range.trim())?;
        over.extend(names.split(',').map(|name| (name.trim().to_string(), range.clone())));
    }
    Ok(over)
}
