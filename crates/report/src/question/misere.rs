//! The theory of misère play: `misere.csv`, `pretending.csv`, `genus.csv`, and the certificate of the quotient.

use super::contract::{Form, GameRecord, Key, Problem, Question, RecordLine, Scope};
use crate::analysis::expectation::Check;
use crate::bytes::Bytes;
use crate::claim_words::capital;
use crate::column::Column;
use crate::control::Control;
use crate::error::Error;
use crate::games::Game;
use crate::job::{Analysis, Job};
use crate::language::{Datum, Type};
use crate::latex::{self, Formula, Fragment, Shown, Table};
use crate::misere::{
    Bounds, MOST_ELEMENTS, MisereTheory, QUANTITIES, Style, names, p_portion, phi_text, rules, write_report,
};
use crate::misere_theory::search::Limits;
use crate::results::{Content, DataTable, End, Gather, Out, ResultFile, Results, text};
use crate::ruleset::RowRange;
use crate::stream::{Flow, Sink, Values};
use std::io;
use std::sync::Arc;

const KEY: &str = "misere";
const ELEMENTS: &str = "misere-elements";
const STEPS: &str = "misere-steps";

pub(super) const QUESTION: Question = Question {
    keys: &[
        Key {
            name: KEY,
            form: Form::Switch,
            help: "the misère quotient with its P-portion, a proved period of misère play, the genus of each heap",
        },
        Key { name: ELEMENTS, form: Form::Number, help: "the largest number of elements of a misère quotient (4000)" },
        Key { name: STEPS, form: Form::Number, help: "the number of steps of the search for it (1,000,000,000)" },
    ],
    check,
    needs: |job, _| Bytes(if is_asked(job) { limits_of(&job.settings.analysis).needs() } else { 0 }),
    gather: |&Scope { job, .. }| is_asked(job).then(|| Box::new(Theory::new(job)) as Box<dyn Gather>),
    files: &[MISERE, PRETENDING, GENUS, CERTIFICATE],
    record: Some(&RECORD),
    report,
    formulas,
    fragments,
    ..Question::SILENT
};

const RECORD: GameRecord = GameRecord {
    asked: |analysis| analysis.is_on(KEY),
    columns: COLUMNS,
    lines: |results| {
        results
            .of::<Theory>()
            .and_then(|theory| theory.found.as_ref())
            .map_or(Vec::new(), |theory| vec![RecordLine { cells: theory.cells(), status: None }])
    },
    file: &MISERE,
    pictures: &[],
};

const COLUMNS: &[Column] = &[
    Column::new(QUANTITIES[0], Type::Text).counted("tameness").in_papers("tame", Some("whether it is tame")),
    Column::new(QUANTITIES[1], Type::Number),
    Column::new(QUANTITIES[2], Type::Number),
    Column::new(QUANTITIES[3], Type::Number),
    Column::new(QUANTITIES[4], Type::Text),
    Column::new(QUANTITIES[5], Type::Number).record("q").in_papers("$|Q|$", Some("order $|Q|$ of the misère quotient")),
    Column::new(QUANTITIES[6], Type::Number).in_papers("$|P|$", Some("size $|P|$ of its P-portion")),
    Column::new(QUANTITIES[7], Type::Number).record("misere_preperiod"),
    Column::new(QUANTITIES[8], Type::Number).record("misere_period"),
    Column::new(QUANTITIES[9], Type::Text)
        .counted("status of misère play")
        .in_papers("status", Some("its status (unless proved, it is the quotient of the heaps checked only)")),
    Column::new(QUANTITIES[10], Type::Text),
    Column::new(QUANTITIES[11], Type::Number).record("last_change"),
    Column::new(QUANTITIES[12], Type::Number),
    Column::new(QUANTITIES[13], Type::Number).in_papers("checked to", Some("the last heap checked")),
    Column::new(QUANTITIES[14], Type::Number),
    Column::new(QUANTITIES[15], Type::Text),
];

fn is_asked(job: &Job) -> bool {
    job.wants_misere()
}

/// The limits of the search that the analysis asks for.
pub fn limits_of(analysis: &Analysis) -> Limits {
    let default = Limits::default();
    let elements = analysis.number(ELEMENTS).map_or(default.elements, |most| most as usize);
    Limits { elements, steps: analysis.number(STEPS).unwrap_or(default.steps), ..default }
}

fn check(job: &Job) -> Result<(), Problem> {
    let analysis = &job.settings.analysis;
    let problem = |key, message: String, help: &str| Err(Problem { key, item: 0, message, help: help.to_string() });
    if analysis.number(ELEMENTS).is_some_and(|most| !(1..=MOST_ELEMENTS).contains(&most)) {
        return problem(ELEMENTS, format!("a quotient has 1 to {MOST_ELEMENTS} elements"), "a number in this range");
    }
    if let Some(key) = [ELEMENTS, STEPS].into_iter().find(|key| analysis.number(key).is_some() && !is_asked(job)) {
        return problem(
            key,
            "there is no search that this limits".to_string(),
            "add `misere = true`, or remove this key",
        );
    }
    Ok(())
}

const MISERE: ResultFile = ResultFile {
    name: "misere.csv",
    summary: "quantity,value: the order of the misère quotient, its P-portion, period, status, ...",
    wanted: is_asked,
    content: Content::Table(|results| {
        let cells = theory_of(results).map_or(Vec::new(), MisereTheory::cells);
        DataTable::new(["quantity", "value"], QUANTITIES.iter().zip(cells).map(|(&name, cell)| vec![text(name), cell]))
    }),
};

const PRETENDING: ResultFile = ResultFile {
    name: "pretending.csv",
    summary: "n,phi,in_p: the value of each heap in the misère quotient as a sum of heaps, and whether it is in the P-portion",
    wanted: is_asked,
    content: Content::Table(|results| {
        let theory = theory_of(results);
        let last = theory.map_or(0, |theory| match theory.claim.period {
            Some(_) => results.job.last(),
            None => theory.found.last(),
        });
        let row = move |heap: u64| {
            let theory = theory?;
            let in_p = theory.quotient().is_p(theory.phi(heap)?);
            Some(vec![
                text(theory.heaps.name(heap)),
                text(phi_text(theory, heap)?),
                text(if in_p { "yes" } else { "no" }),
            ])
        };
        DataTable::new(["n", "phi", "in_p"], (1..=last).filter_map(row))
    }),
};

const GENUS: ResultFile = ResultFile {
    name: "genus.csv",
    summary: "n,genus,class: the genus of each heap, and whether its canonical form is tame, restive, restless or wild",
    wanted: is_asked,
    content: Content::Table(|results| {
        let rows = theory_of(results).map_or(Vec::new(), |theory| theory.genera_text(usize::MAX));
        let row = |(name, genus, class): (String, String, _)| vec![text(name), text(genus), text(format!("{class}"))];
        DataTable::new(["n", "genus", "class"], rows.into_iter().map(row))
    }),
};

const CERTIFICATE: ResultFile = ResultFile {
    name: "misere_certificate.json",
    summary: "what others need to check the misère quotient (see docs/certificates.md)",
    wanted: is_asked,
    content: Content::Maybe(|results| theory_of(results).map(|theory| theory.certificate())),
};

/// The theory of the game of these results.
pub fn theory_of<'r>(results: &Results<'r>) -> Option<&'r MisereTheory> {
    results.of::<Theory>()?.found.as_ref()
}

fn report(results: &Results<'_>, out: &mut Out) -> io::Result<()> {
    match theory_of(results) {
        Some(theory) => write_report(theory, out),
        None => Ok(()),
    }
}

/// The rules and the P-portion of the quotient.
fn formulas(results: &Results<'_>) -> Vec<Formula> {
    let Some(theory) = results.of::<Theory>().and_then(|theory| theory.found.as_ref()) else { return Vec::new() };
    let presentation = theory.presentation();
    let [plain, latex] = [Style::Plain, Style::Latex].map(|style| rules(&presentation, style));
    let [p_plain, p_latex] = [Style::Plain, Style::Latex].map(|style| p_portion(&presentation, style));
    let rules = (!plain.is_empty()).then(|| Formula { plain, latex: format!("${latex}$") });
    let portion = Formula { plain: format!("{{{p_plain}}}"), latex: format!("$\\{{{p_latex}\\}}$") };
    rules.into_iter().chain([portion]).collect()
}

fn fragments(results: &Results<'_>) -> Vec<Fragment> {
    let Some(theory) = theory_of(results) else { return Vec::new() };
    let presentation = theory.presentation();
    let names = names(&presentation);
    if names.is_empty() {
        return Vec::new();
    }
    let rules = rules(&presentation, Style::Latex).replace(", ", ",\\allowbreak ");
    let p = p_portion(&presentation, Style::Latex).replace(", ", ",\\allowbreak ");
    let lines = format!(
        "\\[ \\mathcal{{Q}} = \\langle {} \\mid R \\rangle \\]\nwith the relations $R$: ${rules}$; \
         $\\mathcal{{P}} = \\{{{p}\\}}$.\n",
        names.join(",")
    );
    let heaps: Vec<String> =
        names.iter().zip(&presentation.heaps).map(|(name, &heap)| format!("${name}=\\Phi({heap})$")).collect();
    let words = format!(
        "{}. The misère quotient, with generators {}, is",
        latex::escape(&capital(&theory.statement())),
        heaps.join(", ")
    );
    let values = theory.value_words(&presentation, Style::Latex);
    let rows = values.into_iter().map(|(heap, word)| vec![format!("${heap}$"), format!("${word}$")]).collect();
    let table = Table::folded("misère values".to_string(), &["$n$", "$\\Phi(n)$"], rows, latex::LINES);
    vec![
        Fragment { name: "misere".into(), text: lines, shown: Shown::After(words) },
        Fragment::float("pretending", &table, "The pretending function $\\Phi$.".to_string()),
    ]
}

/// Waits for the end of the values, and then looks for the quotient.
pub(super) struct Theory {
    game: Arc<Game>,
    range: RowRange,
    last: u64,
    limits: Limits,
    memory: Bytes,
    expected: Vec<(String, String)>,
    pub(super) found: Option<MisereTheory>,
}

impl Theory {
    fn new(job: &Job) -> Self {
        Self {
            game: job.game.clone(),
            range: job.range.clone(),
            last: job.last(),
            limits: limits_of(&job.settings.analysis),
            memory: job.settings.memory,
            expected: job.expect.misere.clone(),
            found: None,
        }
    }
}

impl Gather for Theory {
    fn finish(&mut self, end: &End<'_>) -> Result<(), Error> {
        let bounds = Bounds { limits: self.limits, last: Some(self.last), genera: self.last };
        self.found = Some(MisereTheory::of(&self.game, &self.range, bounds, self.memory, end.control)?);
        Ok(())
    }

    fn checks(&self) -> Vec<Check> {
        let Some(theory) = &self.found else { return Vec::new() };
        let cells = theory.cells();
        let found = |name: &str| {
            let place = QUANTITIES.iter().position(|&quantity| quantity == name);
            place.map_or(String::new(), |place| match &cells[place] {
                Datum::Number(number) => number.to_string(),
                Datum::Text(text) => text.to_string(),
                _ => "none".to_string(),
            })
        };
        self.expected.iter().map(|(name, expected)| Check::new(name.replace('_', "-"), expected, found(name))).collect()
    }
}

impl Sink for Theory {
    fn block(&mut self, _: u64, _: Values<'_>, _: &Control<'_>) -> Result<Flow, Error> {
        Ok(Flow::Continue)
    }
}
