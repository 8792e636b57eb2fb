//! LaTeX fragments: their content, that no text in them is taken for a command, and (if TeX is installed)
//! that they compile.

use crate::common::expect_exit;
use grundy::games::FAMILIES;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::TempDir;

fn text(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join("latex").join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Runs a config; returns the folder of its results.
fn run(root: &Path, name: &str, config: &str) -> std::path::PathBuf {
    fs::write(root.join(format!("{name}.toml")), config).unwrap();
    expect_exit(root, &["run", &format!("{name}.toml"), "--out", name], 0);
    root.join(name)
}

/// The values of a fragment in dotted notation, without marks, and the positions of the dots.
fn dotted(fragment: &str) -> (Vec<u32>, Vec<usize>) {
    let line = fragment.lines().find(|line| line.starts_with('$')).unwrap();
    let values: Vec<&str> =
        line.split(" $(+").next().unwrap().split(", ").filter(|value| *value != r"$\ldots$").collect();
    let dots =
        values.iter().enumerate().filter(|(_, value)| value.contains(r"\dot{")).map(|(place, _)| place).collect();
    let bare = |value: &&str| value.replace(r"\dot{", "").trim_matches(['$', '}']).parse().unwrap();
    (values.iter().map(bare).collect(), dots)
}

#[test]
fn kayles_stands_in_a_paper() {
    let folder = TempDir::new().unwrap();
    let config = "title = \"Kayles & more\"\n[game]\ncode = \"octal:0.77\"\n[range]\nmax = 500\n[analysis]\nperiod = true\nzeros = true\n\
        records = true\nfirst-occurrence = true\nhistogram = true\ncounts = [\"max\"]\n[[conjecture]]\nname = \"below\"\nover = \"terms\"\n\
        holds = \"value < 10\"\n[output]\nformats = [\"latex\"]\n";
    let out = run(folder.path(), "kayles", config);
    expect_exit(folder.path(), &["verify", "kayles"], 0);
    let sequence = text(&out, "sequence.tex");
    let (values, dots) = dotted(&sequence);
    assert_eq!(
        (values.len(), &values[..12], &dots[..]),
        (83, &[0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6][..], &[71, 82][..])
    );
    assert!(
        sequence.ends_with("$6$, $\\dot{7}$, $4$, $1$, $2$, $8$, $1$, $4$, $7$, $2$, $1$, $8$, $\\dot{2}$\n"),
        "{sequence}"
    );
    let bar = text(&out, "sequence-bar.tex");
    assert!(bar.ends_with("$6$, $\\overline{7, 4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2}$\n"), "{bar}");
    assert_eq!(
        text(&out, "claim.tex"),
        "The nim-sequence of Kayles \\& more (\\texttt{octal:0.77}) is eventually periodic with period~$12$ and preperiod~$71$, that is, \
         $\\mathcal{G}(n+12)=\\mathcal{G}(n)$ for all $n\\ge 71$; the last exception is $n=70$.\n\
         This is proved: a move leaves at most $h=2$ heaps, and the last non-zero digit of the code has place $k=2$, so that by the \
         theorem of Guy and Smith~\\cite{guy-smith-1956} with a slightly smaller bound~\\cite[theorem \\texttt{guy-smith}]{grundy}, agreement for $n_0\\le n<hn_0+(h-1)(p-1)+k$ suffices; \
         $\\mathcal{G}(n+12)=\\mathcal{G}(n)$ was checked for $71\\le n\\le 154$, that is, with all values up to $\\mathcal{G}(166)$.\n"
    );
    let period = text(&out, "period.tex");
    assert!(
        period.contains("Kayles & 71 & 12 & 0 & proved & \\texttt{guy-smith} & 166 \\\\\n\\bottomrule"),
        "{period}"
    );
    let table = text(&out, "values.tex");
    assert!(table.contains("\n$10$ & $2$ & $6$ & $4$ & $1$ & $2$ & $7$ & $1$ & $4$ & $3$ & $2$ \\\\\n"), "{table}");
    assert!(table.contains("\\multicolumn{11}{l}{\\footnotesize $301$ values omitted} \\\\\n"), "{table}");
    assert!(text(&out, "zeros.tex").contains("\\midrule\n$0$ \\\\\n\\bottomrule"));
    assert!(text(&out, "records.tex").contains("\n$27$ & $8$ \\\\\n\\bottomrule"));
    assert!(text(&out, "first-occurrence.tex").contains("\n$5$ & $28$ \\\\\n"));
    assert!(text(&out, "histogram.tex").contains("\n$0$ & $1$ & $0$ & $0$ \\\\\n"));
    assert!(text(&out, "counts-max.tex").contains("$341$ lines omitted"));
    let conjectures = text(&out, "conjectures.tex");
    assert!(
        conjectures.starts_with("\\paragraph{below} $\\mathrm{value} < 10$. Checked for n = 0, ..., 500: 501 terms."),
        "{conjectures}"
    );
    // The bibliography contains exactly the sources that are cited.
    let sources = text(&out, "sources.bib");
    let keys: Vec<&str> = sources.lines().filter(|line| line.starts_with('@')).collect();
    assert_eq!(
        keys,
        [
            "@book{winning-ways,",
            "@misc{dudeney-1907,",
            "@article{guy-smith-1956,",
            "@misc{grundy,",
            "@misc{oeis-A002186,"
        ]
    );
    let paper = text(&out, "paper.tex");
    for name in
        ["sequence", "sequence-bar", "claim", "period", "values", "zeros", "records", "counts-max", "conjectures"]
    {
        assert!(paper.contains(&format!("\\input{{{name}}}")), "{name}\n{paper}");
    }
    assert!(paper.contains("\\title{Kayles \\& more}") && paper.contains("\\bibliography{sources}"), "{paper}");
}

#[test]
fn dots_are_over_the_ends_of_the_period() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    for (code, from, upto) in
        [("octal:0.07", 53, 86), ("octal:0.77", 71, 82), ("subtraction:1,2,3", 0, 3), ("octal:0.3", 0, 1)]
    {
        let (out, _) = expect_exit(root, &["values", code, "--max", "500", "--format", "latex"], 0);
        let (values, dots) = dotted(&out);
        assert_eq!((values.len(), &dots[..]), (upto + 1, &[from, upto][..]), "{code}");
        let (list, _) = expect_exit(root, &["values", code, "--max", "500", "--format", "list"], 0);
        let known: Vec<u32> = list.trim().split(", ").map(|value| value.parse().unwrap()).collect();
        assert_eq!(values, known[..=upto], "{code}");
        assert!(out.is_ascii(), "{code}");
    }
    let (out, _) = expect_exit(root, &["values", "all-but:4", "--max", "100", "--format", "latex"], 0);
    assert!(out.contains("\n$\\dot{0}$, $1$, $2$, $3$, $0$, $1$, $2$, $\\dot{3}$ $(+4)$\n"), "{out}");
    assert!(out.contains("\n$\\overline{0, 1, 2, 3, 0, 1, 2, 3}$ $(+4)$\n"), "{out}");
    // An observed period is called observed; if no period is observed, there are no dots.
    let (out, _) = expect_exit(root, &["values", "subtraction:factorials", "--max", "300", "--format", "latex"], 0);
    assert!(out.contains("(observed)") && !out.contains("proved"), "{out}");
    let (out, _) = expect_exit(root, &["values", "grundys-game", "--max", "30", "--format", "latex"], 0);
    assert!(out.contains(", $\\ldots$\n") && !out.contains("\\dot{") && !out.contains("omitted"), "{out}");
    // The first n may be 1.
    let (out, _) = expect_exit(root, &["values", "divisor:prime-powers", "--max", "12", "--format", "latex"], 0);
    assert!(out.contains("\n$0$ &  & $0$ & $1$ & $1$ & $2$ &"), "{out}");
}

#[test]
fn claims_are_sentences() {
    let root = TempDir::new().unwrap();
    let root = root.path();
    for (arguments, words) in [
        (
            &["all-but:2,3"][..],
            "is arithmetic-periodic with period~$4$, saltus~$2$, that is, $\\mathcal{G}(n+4)=\\mathcal{G}(n)+2$ for all $n\\ge 0$.\nThis is proved",
        ),
        (&["all-but:2,3"], "\\cite[theorem \\texttt{all-but-window}]{grundy}"),
        (&["octal:0.3"], "no move splits a heap, and each value is determined by the $k=1$ before it"),
        (&["subtraction:2,3"], "agreement for $3$ consecutive values suffices"),
        (
            &["octal:0.B"],
            "of Guy and Smith~\\cite{guy-smith-1956} for $h$ heaps, with a slightly smaller bound~\\cite[theorem \\texttt{guy-smith}]{grundy}, ",
        ),
        (&["subtraction:factorials"], "seems to be periodic with period~$25$"),
        (&["subtraction:factorials"], "This was observed, and is not proved: it was checked for $0\\le n\\le 275$"),
        (&["grundys-game"], "No period was found in the nim-sequence of Grundy's game, for $n\\le 300$."),
        (
            &["subtraction:1,2", "--play", "misere"],
            "The sequence of outcomes of $S=\\{1, 2\\}$ in mis\\`ere play is periodic with period~$3$, that is, $o(n+3)=o(n)$",
        ),
    ] {
        let all: Vec<&str> =
            ["period"].iter().chain(arguments).chain(&["--max", "300", "--format", "latex"]).copied().collect();
        let (out, _) = expect_exit(root, &all, 0);
        assert!(out.contains(words) && out.contains("\\begin{tabular}"), "{arguments:?}: {out}");
    }
}

#[test]
fn tables_are_matrices() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let (out, _) = expect_exit(root, &["values", "wythoff", "--max", "2", "--format", "latex"], 0);
    let expected = "% the values of wythoff: h1 down, h2 across; needs booktabs\n\\begin{tabular}{r@{\\quad}*{3}{r@{\\enspace}}}\n\\toprule\n\
        $h_1\\backslash h_2$ & $0$ & $1$ & $2$ \\\\\n\\midrule\n$0$ & $0$ & $1$ & $2$ \\\\\n$1$ & $1$ & $2$ & $0$ \\\\\n\
        $2$ & $2$ & $0$ & $1$ \\\\\n\\bottomrule\n\\end{tabular}\n";
    assert_eq!(out, expected);
    let (out, _) = expect_exit(root, &["values", "queen", "--max", "100", "--format", "latex"], 0);
    assert!(out.contains("{\\footnotesize $82$ rows and $82$ columns omitted}"), "{out}");
    assert!(out.contains("\n$18$ & $18$ & $19$ & $20$ & $21$ & $17$ & $16$ &"), "{out}");
    // The same for a table on disk.
    let config = "[game]\ncode = \"queen\"\n[range]\nmax = 100\n[analysis]\nzeros = true\ncounts = [\"total\"]\nrows = [0, 2]\ndiagonal = true\n\
        [output]\nformats = [\"latex\", \"table\"]\n";
    let folder = run(root, "queen", config);
    let (again, _) = expect_exit(root, &["values", "queen/table.gnt", "--format", "latex"], 0);
    assert_eq!((&again, &text(&folder, "matrix.tex")), (&out, &out));
    let zeros = text(&folder, "zeros.tex");
    assert!(zeros.contains("one of each orbit") && zeros.contains("$(0,0)$ & $(1,2)$ & $(3,5)$ & $(4,7)$"), "{zeros}");
    assert!(text(&folder, "lines.tex").contains("row 2 & $0$ & $3$ & $3$ & proved \\\\\n"));
    expect_exit(root, &["verify", "queen"], 0);
    // With more than two coordinates: a list that says how much is omitted.
    let (out, _) = expect_exit(root, &["values", "nim:3", "--max", "9", "--format", "latex"], 0);
    assert!(out.contains("$h_{1}$ & $h_{2}$ & $h_{3}$ & value") && out.contains("$900$ positions omitted"), "{out}");
    assert!(out.contains("\\begin{longtable}") && out.contains("\n$0$ & $1$ & $2$ & $3$ \\\\\n"), "{out}");
}

#[test]
fn names_are_not_commands() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    fs::write(root.join("f_1.csv"), "from,to\na_b,*2\n*2,[c]\n\"x&y\",a_b\n").unwrap();
    let config = "title = \"50% of $x_1^2$ {\\\\a} #2 ~ ≤ 中\"\n[game]\ncode = \"graph:f_1.csv\"\n[analysis]\nzeros = true\n[output]\nformats = [\"latex\"]\n";
    let out = run(root, "names", config);
    let paper = text(&out, "paper.tex");
    assert!(
        paper.contains("\\title{50\\% of \\$x\\_1\\textasciicircum{}2\\$ \\{\\textbackslash{}a\\} \\#2 \\textasciitilde{} $\\le$ [U+4E2D]}"),
        "{paper}"
    );
    assert!(paper.contains("\\texttt{graph:f\\_1.csv}"), "{paper}");
    let values = text(&out, "values.tex");
    assert!(values.contains("\na\\_b & ") && values.contains("\n{}*2 & ") && values.contains("\n{}[c] & "), "{values}");
    assert!(values.contains("\nx\\&y & "), "{values}");
    assert!(text(&out, "zeros.tex").contains("[c]"));
}

/// Rules in words contain code between backticks, as in Markdown. A name that contains a backtick keeps it.
#[test]
fn code_between_backticks_is_set_as_code() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let config = "title = \"The game `a_b` of 2**3\"\n[game]\nfamily = \"custom\"\nmoves = [\"n -> n - 2**i for i in 0..=9 when n >= 2**i\"]\n\
        [range]\nmax = 20\n[analysis]\nperiod = true\n\
        [output]\nformats = [\"latex\"]\n";
    let out = run(root, "powers", config);
    let paper = text(&out, "paper.tex");
    assert!(paper.contains(r"\title{The game \texttt{a\_b} of 2**3}"), "{paper}");
    assert!(
        paper.contains(r"\texttt{n -\textgreater{} n - 2**i for i in 0..=9 when n \textgreater{}= 2**i}"),
        "{paper}"
    );
    assert!(paper.contains(r"Each of these lines describes moves; \texttt{\&} joins the parts of a sum"), "{paper}");
    assert!(text(&out, "claim.tex").contains(r"nim-sequence of The game \texttt{a\_b} of 2**3 ("));
    for file in fs::read_dir(out.join("latex")).unwrap() {
        let text = fs::read_to_string(file.unwrap().path()).unwrap();
        assert!(!text.contains('`'), "{text}");
    }
    fs::write(root.join("f.csv"), "from,to\na`b`c,d|e\n").unwrap();
    let out = run(root, "names", "[game]\ncode = \"graph:f.csv\"\n[output]\nformats = [\"latex\"]\n");
    assert!(text(&out, "values.tex").contains("\na\\`{}b\\`{}c & "), "{}", text(&out, "values.tex"));
}

#[test]
fn sweeps_are_long_tables() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let config = "[sweep]\ncode = \"subtraction:{a},{b}\"\nwhere = \"a < b\"\n[sweep.over]\na = \"1..=40\"\nb = \"2..=40\"\n\
        [range]\nmax = \"5 * (a + b)\"\n[analysis]\nperiod = true\n[output]\nformats = [\"latex\"]\n[[conjecture]]\nname = \"divides\"\n\
        holds = \"divides(period, a + b) or divides(period, 2 * a)\"\n";
    let out = run(root, "pairs", config);
    let games = text(&out, "sweep.tex");
    assert!(games.starts_with("% games subtraction:{a},{b}; needs booktabs and longtable\n"), "{games}");
    assert!(games.contains("game & $n\\le$ & $n_0$ & $p$ & $s$ & status & largest & zeros \\\\\n\\midrule\n\\endhead\n\\bottomrule\n\\endfoot\n"), "{games}");
    assert!(games.contains("\n$S=\\{2, 3\\}$ & $25$ & $0$ & $5$ & $0$ & proved & $2$ & $11$ \\\\\n"), "{games}");
    assert_eq!(games.matches("$S=").count(), 500);
    assert!(
        games.contains("\\multicolumn{8}{l}{\\footnotesize $280$ games omitted} \\\\\n\\end{longtable}"),
        "{games}"
    );
    let maxima = text(&out, "maxima.tex");
    assert!(
        maxima.contains("\nperiod & $79$ & $S=\\{39, 40\\}$ \\\\\n") && maxima.contains("record & value & game"),
        "{maxima}"
    );
    assert!(text(&out, "conjectures.tex").contains("It holds for each of these 780 games."));
    assert!(text(&out, "paper.tex").contains("There are $780$ of them: $780$ with a proved period,"));
    assert!(text(&out, "sources.bib").contains("@article{golomb-1966,"));
    expect_exit(root, &["verify", "pairs"], 0);
    // A failed game is marked as failed. Without periods there are no columns for them.
    let config = "[sweep]\ncode = \"{kind}\"\nover.kind = [\"nim:2\", \"nim:0\"]\n[range]\nmax = 5\n[output]\nformats = [\"latex\"]\n";
    fs::write(root.join("failed.toml"), config).unwrap();
    expect_exit(root, &["run", "failed.toml", "--out", "failed"], 1);
    let out = root.join("failed");
    let games = text(&out, "sweep.tex");
    assert!(
        games.contains("game & $n\\le$ & largest & zeros \\\\")
            && games.contains("\\texttt{nim:2} & $5$ & $7$ & $6$ \\\\"),
        "{games}"
    );
    assert!(games.contains("\\texttt{nim:0} &  &  & failed \\\\"), "{games}");
}

/// Columns, order and number of rows as `[output.latex]` says, ties in the order of the sweep; numbers with separators;
/// a table of counterexamples; the same bytes on any number of threads.
#[test]
fn tables_of_sweeps_have_the_rows_and_columns_that_are_asked_for() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let config = |latex: &str| {
        format!(
            "[sweep]\ncode = \"subtraction:{{a}},{{b}}\"\nwhere = \"a < b\"\n[sweep.over]\na = \"1..=60\"\nb = \"2..=60\"\n\
             [range]\nmax = 20000\n[analysis]\nperiod = true\n\
             [[conjecture]]\nname = \"odd\"\nholds = \"period % 2 == 1\"\nlargest = \"period\"\n\
             [output]\nformats = [\"latex\"]\n[output.latex]\n{latex}\n"
        )
    };
    let asked = "columns = [\"game\", \"b\", \"max\", \"period\"]\nsort = \"-period\"\nrows = 4";
    fs::write(root.join("job.toml"), config(asked)).unwrap();
    for threads in ["1", "4"] {
        expect_exit(root, &["run", "job.toml", "--out", threads, "--threads", threads], 1);
    }
    let games = text(&root.join("1"), "sweep.tex");
    let expected = "game & $b$ & $n\\le$ & $p$ \\\\\n\\midrule\n\\endhead\n\\bottomrule\n\\endfoot\n\
        $S=\\{59, 60\\}$ & $60$ & $20{,}000$ & $119$ \\\\\n$S=\\{58, 60\\}$ & $60$ & $20{,}000$ & $118$ \\\\\n\
        $S=\\{57, 60\\}$ & $60$ & $20{,}000$ & $117$ \\\\\n$S=\\{58, 59\\}$ & $59$ & $20{,}000$ & $117$ \\\\\n\
        \\midrule\n\\multicolumn{4}{l}{\\footnotesize $1766$ games";
    assert!(games.contains(expected) && games.contains("sorted by $-\\mathrm{period}$"), "{games}");
    assert_eq!(games, text(&root.join("4"), "sweep.tex"));
    let examples = text(&root.join("1"), "counterexamples-odd.tex");
    assert!(
        examples.contains(
            "game & $\\mathrm{period}$ & $\\mathrm{period} \\bmod 2$ \\\\\n\\midrule\n$S=\\{58, 60\\}$ & $118$ & $0$ \\\\"
        ),
        "{examples}"
    );
    let paper = text(&root.join("1"), "paper.tex");
    assert!(paper.contains("\\input{counterexamples-odd}"), "{paper}");
    let ranges = "in normal play, where $a$ runs over \\texttt{";
    assert!(paper.contains(ranges) && paper.contains("}, $b$ runs over \\texttt{"), "{paper}");
    // After a name with line breaks a row can end.
    let names = "[sweep]\ncode = \"{w}\"\n[sweep.over]\nw = [\"dawsons-kayles\", \"subtraction:1,2,3,4,5,6,7,8,9,10,11,12,13\"]\n\
                 [range]\nmax = 99\n[analysis]\nperiod = true\n[output]\nformats = [\"latex\"]\n";
    fs::write(root.join("names.toml"), names).unwrap();
    expect_exit(root, &["run", "names.toml", "--out", "names"], 0);
    let maxima = text(&root.join("names"), "maxima.tex");
    let wide = maxima.matches("\\raggedright").count();
    assert!(wide > 0 && maxima.matches("\\raggedright\\let\\\\\\tabularnewline ").count() == wide, "{maxima}");
    let job = "[game]\ncode = \"nim:1\"\n[range]\nmax = 9\n[output]\nformats = [\"latex\"]\n[output.latex]\nrows = 3\n";
    for (text, wrong) in [
        (config("columns = [\"game\", \"perod\"]"), "no column `perod`"),
        (config("columns = []"), "at least one column"),
        (config("sort = \"-perod\""), "did you mean `period`?"),
        (config("rows = 0"), "1 to 10000"),
        (config("row = 4"), "row"),
        (config("rows = 4").replace("formats = [\"latex\"]", "formats = [\"report\"]"), "add \"latex\" to `formats`"),
        (job.to_string(), "[output.latex] applies only to the table of a sweep"),
    ] {
        fs::write(root.join("job.toml"), text).unwrap();
        let (_, err) = expect_exit(root, &["run", "job.toml", "--out", "wrong"], 2);
        assert!(err.contains(wrong), "{wrong}: {err}");
    }
}

#[test]
fn misuse_is_told() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    run(root, "kayles", "[game]\ncode = \"octal:0.77\"\n[range]\nmax = 50\n[output]\nformats = [\"table\"]\n");
    let (_, err) = expect_exit(root, &["values", "kayles/table.gnt", "--format", "latex"], 2);
    assert!(err.contains("--format latex requires the game code, not a table"), "{err}");
    let (_, err) = expect_exit(root, &["period", "nim:2", "--max", "9", "--format", "latex"], 2);
    assert!(err.contains("not a sequence"), "{err}");
    let (_, err) = expect_exit(root, &["period", "octal:0.77", "--max", "9", "--format", "oeis"], 2);
    assert!(err.contains("[possible values: csv, latex]"), "{err}");
    let sweep = "[sweep]\ncode = \"nim:{a}\"\nover.a = [1]\n[range]\nmax = 5\n[output]\nformats = [\"tex\"]\n";
    fs::write(root.join("sweep.toml"), sweep).unwrap();
    let (_, err) = expect_exit(root, &["run", "sweep.toml"], 2);
    assert!(err.contains("sweeps have no format `tex`") && err.contains("`latex`"), "{err}");
}

/// Every kind of fragment compiles, without a warning, an undefined citation, or an overfull line. This needs
/// TeX (Debian: texlive-latex-recommended, lmodern).
#[test]
#[ignore = "needs TeX, and a minute"]
fn every_kind_compiles() {
    if Command::new("pdflatex").arg("--version").stdout(Stdio::null()).status().is_err() {
        eprintln!("there is no pdflatex here: nothing is compiled");
        return;
    }
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let letters = "ÀÿĂăĄąĆćČčĎďĐđĒēĖėĘęĚěĞğĪīĮįİıĹĺĽľŁłŃńŅņŇňŌōŐőŒœŔŕŘřŚśŞşŠšŢţŤťŪūŮůŰűŲųŸŹźŻżŽž ×÷±·≤≥≠≡⊕∈∞→−–—‘’“”…²³αβγεπφ \
        \\{}$&#%_~^<>|[*'`,,--?`!`";
    // One word with all of them would not fit into a line.
    let letters: String = letters.chars().map(|letter| format!("{letter} ")).collect::<String>().replace('\\', "\\\\");
    fs::write(root.join("f.csv"), "from,to\na_b,*2\n*2,[c]\n\"x&y\",a_b\n").unwrap();
    let mut configs = vec![
        (
            "title".to_string(),
            format!("title = \"{letters}\"\n[game]\ncode = \"graph:f.csv\"\n[analysis]\nzeros = true\n"),
        ),
        (
            "set".to_string(),
            job("subtraction:1,2,3,5,7,11,13,17,19,23,29,31", 5000, "period = true\nzeros = true\nrecords = true"),
        ),
        (
            "queen".to_string(),
            job("queen", 300, "rows = [0, 1]\ndiagonal = true\ncounts = [\"total\"]\nrecords = true\nzeros = true"),
        ),
        (
            "kayles".to_string(),
            job("octal:0.77", 5000, "period = true\nhistogram = true\nfirst-occurrence = true\nrecords = true"),
        ),
        ("long".to_string(), job("octal:0.16", 200_000, "period = true\nhistogram = true\nrecords = true")),
        ("large".to_string(), job("nim:1", 300_000, "period = true\nhistogram = true\nrecords = true")),
        (
            "subsets".to_string(),
            sweep("subtraction:{s}", "over.s = { subsets-of = 12 }", "max(s) * 40", "period = true"),
        ),
        (
            "codes".to_string(),
            sweep("octal:0.{a}{b}", "over.a = \"1..=7\"\nover.b = \"1..=7\"", "1000", "period = true"),
        ),
    ];
    for family in FAMILIES {
        let code = family.examples[0];
        // Some examples are read from files that do not exist here.
        if expect_values(root, code) {
            let name = format!("family-{}", family.name);
            configs.push((name, job(code, 30, "zeros = true\nrecords = true\nhistogram = true\ncounts = [\"max\"]")));
        }
    }
    assert!(configs.len() > 20, "most families");
    for (name, config) in configs {
        let out = run(root, &name, &(config + "[output]\nformats = [\"latex\"]\n"));
        compile(&name, &out.join("latex"));
    }
}

fn job(code: &str, max: u64, analysis: &str) -> String {
    format!("[game]\ncode = \"{code}\"\n[range]\nmax = {max}\n[analysis]\n{analysis}\n")
}

fn sweep(code: &str, over: &str, max: &str, analysis: &str) -> String {
    format!("[sweep]\ncode = \"{code}\"\n{over}\n[range]\nmax = \"{max}\"\n[analysis]\n{analysis}\n")
}

fn expect_values(root: &Path, code: &str) -> bool {
    crate::common::grundy(root, &["values", code, "--max", "30"]).status.success()
}

/// Compiles the document in a folder, as often as needed to resolve all references.
fn compile(name: &str, folder: &Path) {
    let tex = |program: &str, arguments: &[&str]| {
        let output = Command::new(program).current_dir(folder).args(arguments).output().unwrap();
        (output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let latex = || tex("pdflatex", &["-interaction=nonstopmode", "-halt-on-error", "paper"]);
    let (compiled, log) = latex();
    assert!(compiled, "{name}: {log}");
    let (listed, log) = tex("bibtex", &["paper"]);
    assert!(listed && !log.contains("Warning"), "{name}: {log}");
    latex();
    latex();
    let (compiled, log) = latex();
    let wrong = log.lines().find(|line| line.starts_with("Overfull") || line.contains("LaTeX Warning"));
    assert!(compiled && wrong.is_none(), "{name}: {wrong:?}\n{log}");
}
