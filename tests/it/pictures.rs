//! The pictures of the format `svg`: their texts, the places of their elements, the number of marks;
//! identical files whatever the threads; the gallery.

use crate::common::stops::run_with_stops;
use crate::common::{expect_exit, project};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

fn config(title: &str, code: &str, max: u64, more: &str) -> String {
    format!(
        "title = \"{title}\"\n[game]\ncode = \"{code}\"\n[range]\nmax = {max}\n[analysis]\n{more}\n[output]\nformats = [\"csv\", \"svg\", \"report\"]\n"
    )
}

fn run(root: &Path, text: &str) {
    fs::write(root.join("job.toml"), text).unwrap();
    expect_exit(root, &["run", "job.toml", "--out", "out", "--fresh", "--progress", "never"], 0);
}

fn read(root: &Path, name: &str) -> String {
    fs::read_to_string(root.join("out").join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn attribute<'l>(line: &'l str, name: &str) -> Option<&'l str> {
    line.split(&format!(" {name}=\"")).nth(1)?.split('"').next()
}

fn number(line: &str, name: &str) -> f64 {
    attribute(line, name).unwrap().parse().unwrap()
}

fn of_class<'s>(svg: &'s str, class: &str) -> Vec<&'s str> {
    let has = |line: &&str| attribute(line, "class").is_some_and(|classes| classes.split(' ').any(|one| one == class));
    svg.lines().filter(has).collect()
}

fn text(line: &str) -> &str {
    line.split('>').nth(1).unwrap().split('<').next().unwrap()
}

/// All texts of a picture, joined; long ones are broken into several lines.
fn words(svg: &str) -> String {
    svg.lines().filter(|line| line.starts_with("<text ")).map(text).collect::<Vec<_>>().join(" ")
}

/// The labels along an axis, with their places.
fn ticks(svg: &str, class: &str, along: &str) -> BTreeMap<String, f64> {
    of_class(svg, class).into_iter().map(|line| (text(line).replace(',', ""), number(line, along))).collect()
}

/// The points of all paths of points.
fn points(svg: &str) -> Vec<(f64, f64)> {
    let paths = of_class(svg, "points").into_iter().filter_map(|line| attribute(line, "d"));
    let each = paths.flat_map(|path| path.split('M').skip(1));
    each.map(|point| {
        let (x, y) = point.strip_suffix("h0").unwrap().split_once(' ').unwrap();
        (x.parse().unwrap(), y.parse().unwrap())
    })
    .collect()
}

/// The rectangles of paths: x, y, width, height.
fn rects(paths: &[&str]) -> Vec<[f64; 4]> {
    let each = paths.iter().filter_map(|line| attribute(line, "d")).flat_map(|path| path.split('M').skip(1));
    each.map(|rect| {
        let numbers: Vec<f64> =
            rect.split(|c: char| c != '.' && !c.is_ascii_digit()).filter_map(|text| text.parse().ok()).collect();
        [numbers[0], numbers[1], numbers[2], numbers[3]]
    })
    .collect()
}

/// Checks that no two texts of a picture overlap, and that all are inside, by an estimate of their sizes.
fn assert_apart(svg: &str) {
    let head = svg.lines().next().unwrap();
    let (width, height) = (number(head, "width"), number(head, "height"));
    let texts: Vec<(&str, [f64; 4])> = svg
        .lines()
        .filter(|line| line.starts_with("<text ") && !line.contains("rotate"))
        .map(|line| {
            let (x, y, size) = (number(line, "x"), number(line, "y"), number(line, "font-size"));
            let length = text(line).replace("&quot;", "\"").replace("&lt;", "<").replace("&amp;", "&").chars().count();
            let wide = length as f64 * size * 0.58;
            let left = match attribute(line, "text-anchor") {
                Some("middle") => x - wide / 2.0,
                Some("end") => x - wide,
                _ => x,
            };
            (text(line), [left, y - size * 0.8, left + wide, y + size * 0.2])
        })
        .collect();
    for (index, (one, a)) in texts.iter().enumerate() {
        assert!(a[0] >= 0.0 && a[2] <= width && a[1] >= 0.0 && a[3] <= height, "{one} is outside: {a:?}");
        for (other, b) in &texts[index + 1..] {
            let apart = a[2] <= b[0] || b[2] <= a[0] || a[3] <= b[1] || b[3] <= a[1];
            assert!(apart, "{one} and {other} overlap: {a:?} {b:?}");
        }
    }
}

fn assert_named(svg: &str, title: &str, x: &str, y: &str) {
    let bold: Vec<&str> = svg.lines().filter(|line| line.contains("font-weight=\"bold\"")).map(text).collect();
    assert_eq!(bold.join(" "), title);
    assert_eq!((text(of_class(svg, "x-label")[0]), text(of_class(svg, "y-label")[0])), (x, y));
    assert_apart(svg);
}

#[test]
fn values_stand_where_they_belong_and_the_period_is_marked() {
    let folder = TempDir::new().unwrap();
    run(folder.path(), &config("Kayles & <friends>", "octal:0.77", 400, "period = true"));
    let svg = read(folder.path(), "pictures/values.svg");
    assert_named(&svg, "Kayles &amp; &lt;friends&gt;", "n", "Grundy value G(n)");
    let (across, down) = (ticks(&svg, "x-tick", "x"), ticks(&svg, "y-tick", "y"));
    let x = |n: f64| across["0"] + (across["400"] - across["0"]) * n / 400.0;
    let points = points(&svg);
    assert_eq!(points.len(), 401);
    let values = read(folder.path(), "values.csv");
    for (line, point) in values.lines().skip(1).zip(&points) {
        let (n, value) = line.split_once(',').unwrap();
        assert!((point.0 - x(n.parse().unwrap())).abs() < 0.2, "{line}: {point:?}");
        // The texts of the axis are four pixels below their lines.
        assert!((point.1 + 4.0 - down[value]).abs() < 0.2, "{line}: {point:?}");
    }
    let period = of_class(&svg, "period");
    assert_eq!(period.len(), 1);
    assert!((number(period[0], "x1") - x(71.0)).abs() < 0.2 && period[0].contains("#D55E00"), "{period:?}");
    assert!(svg.contains(">from n = 71 on: period 12, proved</text>"), "{svg}");
}

#[test]
fn many_values_are_drawn_as_bins() {
    let folder = TempDir::new().unwrap();
    run(folder.path(), &config("", "octal:0.77", 100_000, "period = true"));
    let svg = read(folder.path(), "pictures/values.svg");
    assert_named(&svg, "", "n", "Grundy value G(n)");
    assert!(svg.len() < 60_000 && of_class(&svg, "points").is_empty() && !of_class(&svg, "bins").is_empty());
    // Bins are two pixels wide. Adjacent bins of one colour are one mark.
    let bins: f64 = rects(&of_class(&svg, "bins")).iter().map(|rect| rect[2] / 2.0).sum();
    let values = read(folder.path(), "values.csv");
    let column = |n: i64| (128 + n * (6400 - 256) / 100_000) / 20;
    let cell = |line: &str| line.split_once(',').map(|(n, value)| (column(n.parse().unwrap()), value.to_string()));
    let expected: BTreeSet<(i64, String)> = values.lines().skip(1).filter_map(cell).collect();
    assert_eq!(bins as usize, expected.len());
}

/// Rows of bins leave no gaps: each starts where the one above ends, and every row of pixels between the
/// first and the last is covered.
#[test]
fn no_white_shows_between_rows_of_bins() {
    let folder = TempDir::new().unwrap();
    for (code, max) in [("subtract-a-square", 200_000), ("nim:1", 3_000)] {
        run(folder.path(), &config("", code, max, ""));
        let svg = read(folder.path(), "pictures/values.svg");
        let tenths = |pixels: f64| (pixels * 10.0).round() as i64;
        let bins = rects(&of_class(&svg, "bins"));
        let rows: BTreeSet<(i64, i64)> = bins.iter().map(|bin| (tenths(bin[1]), tenths(bin[1] + bin[3]))).collect();
        let rows: Vec<(i64, i64)> = rows.into_iter().collect();
        assert!(rows.len() > 60, "{code} to {max} has {} rows", rows.len());
        for pair in rows.windows(2) {
            assert_eq!(pair[0].1, pair[1].0, "{code} to {max}: {pair:?}");
        }
        // The centre of a row of pixels determines its colour.
        let (top, bottom) = (rows[0].0, rows[rows.len() - 1].1);
        for middle in (top / 10 * 10 + 15..bottom - 10).step_by(10) {
            assert!(rows.iter().any(|row| row.0 <= middle && middle < row.1), "{code} to {max}: {middle}");
        }
    }
}

#[test]
fn tables_show_their_cells_and_p_positions() {
    let folder = TempDir::new().unwrap();
    run(folder.path(), &config("Nim", "nim:2", 63, ""));
    let table = read(folder.path(), "pictures/table.svg");
    assert_named(&table, "Nim", "h1", "h2");
    // 480 pixels for 64 cells.
    let cells: f64 = rects(&of_class(&table, "bins")).iter().map(|rect| rect[2] / 7.5).sum();
    assert_eq!(cells.round() as usize, 64 * 64);
    let zeros = read(folder.path(), "pictures/p-positions.svg");
    assert_named(&zeros, "Nim", "h1", "h2");
    let points = points(&zeros);
    assert_eq!(points.len(), 64);
    // They are the diagonal, from the lower left to the upper right.
    assert!(points.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 > pair[1].1));
    // Every value occurs 64 times.
    let histogram = read(folder.path(), "pictures/histogram.svg");
    assert_named(&histogram, "Nim", "Grundy value", "positions with this value");
    let bars = rects(&of_class(&histogram, "bars"));
    assert!(bars.len() == 64 && bars.iter().all(|bar| bar[1] == bars[0][1]), "{bars:?}");
    // A table with more cells than fit into the picture: each bin contains five by five. Few P-positions remain points.
    run(folder.path(), &config("Wythoff", "wythoff", 999, ""));
    let table = read(folder.path(), "pictures/table.svg");
    let cells: f64 = rects(&of_class(&table, "bins")).iter().map(|rect| rect[2] / 2.4).sum();
    assert_eq!(cells.round() as usize, 200 * 200);
    assert!(words(&table).contains("bins of 5 by 5"));
    assert_eq!(self::points(&read(folder.path(), "pictures/p-positions.svg")).len(), 1 + 2 * 381);
    run(folder.path(), &config("", "steps:1/1", 299, ""));
    let zeros = read(folder.path(), "pictures/p-positions.svg");
    assert!(of_class(&zeros, "points").is_empty() && !of_class(&zeros, "bins").is_empty());
}

/// A config with `[output.svg]`.
fn framed(code: &str, max: u64, frame: &str) -> String {
    config("", code, max, "") + "[output.svg]\n" + frame
}

#[test]
fn a_frame_says_what_is_drawn() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    run(root, &framed("octal:0.77", 500, "x = \"100..=199\"\ny = \"4..=9\"\n"));
    let svg = read(root, "pictures/values.svg");
    // Twelve values each period; those at least 4 are counted by hand: 4 1 2 8 1 4 7 2 1 8 2 7 from 72 on.
    let kayles = [4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7];
    let drawn = (100..200).filter(|n| kayles[n % 12] >= 4).count();
    assert_eq!(points(&svg).len(), drawn);
    assert!(words(&svg).contains(&format!("{drawn} values from n = 100")));
    // As bins, on logarithmic axes: nothing is outside of the plot.
    run(root, &framed("grundys-game", 20_000, "axes = \"logarithmic\"\n"));
    let svg = read(root, "pictures/values.svg");
    assert!(ticks(&svg, "x-tick", "x").contains_key("10000") && !of_class(&svg, "bins").is_empty());
    assert_apart(&svg);
    // A part of a table, with P-positions in a colour of their own.
    run(
        root,
        &framed("wythoff", 60, "x = \"10..=29\"\ny = \"20..=49\"\ncolours = \"logarithmic\"\np-positions = true\n"),
    );
    let table = read(root, "pictures/table.svg");
    let colour = |line: &&str| attribute(line, "fill") == Some("#d55e00");
    let marked: Vec<&str> = of_class(&table, "bins").into_iter().filter(colour).collect();
    let zeros = points(&read(root, "pictures/p-positions.svg"));
    // (12,20), (14,23), (16,26), (17,28), (19,31), (21,34), (22,36), (24,39), (25,41), (27,44), (29,47), and (23,14) is
    // below the part.
    assert_eq!((rects(&marked).len(), zeros.len()), (11, 11));
    assert!(words(&table).contains("20 by 30") && words(&table).contains("by its logarithm"));
}

#[test]
fn a_folded_sequence_has_stripes_where_it_is_periodic() {
    let folder = TempDir::new().unwrap();
    run(folder.path(), &config("Kayles", "octal:0.77", 20_000, "period = true"));
    let svg = read(folder.path(), "pictures/folded.svg");
    assert_named(&svg, "Kayles", "n mod 120", "n / 120, rounded down");
    let cells = rects(&of_class(&svg, "bins"));
    // 128 rows of 120 values, each a square of 4 pixels, and no cell has two colours.
    let area: f64 = cells.iter().map(|rect| rect[2] * rect[3]).sum();
    assert_eq!(area.round() as u64, 128 * 120 * 16);
}

#[test]
fn rare_values_are_told_from_common_ones_and_records_are_marked() {
    let folder = TempDir::new().unwrap();
    run(folder.path(), &config("Grundy", "grundys-game", 3000, "growth = true\nrecords = true\nhistogram = true"));
    let histogram = read(folder.path(), "pictures/histogram.svg");
    assert_named(&histogram, "Grundy", "Grundy value", "positions with this value");
    // The last line of growth.csv: n,mask,position,rares,...
    let growth = read(folder.path(), "growth.csv");
    let last: Vec<&str> = growth.lines().last().unwrap().split(',').collect();
    assert!(histogram.contains(&format!(">rare by the mask {}: {}</text>", last[1], last[3])), "{growth}");
    let counted = read(folder.path(), "histogram.csv").lines().count() - 1;
    let (rare, common) = (rects(&of_class(&histogram, "rare")), rects(&of_class(&histogram, "common")));
    assert!(!rare.is_empty() && !common.is_empty());
    assert_eq!(rare.len() + common.len(), counted);
    let records = read(folder.path(), "pictures/records.svg");
    assert_named(&records, "Grundy", "n", "largest Grundy value so far");
    assert_eq!(points(&records).len(), read(folder.path(), "records.csv").lines().count() - 1);
    // In Nim every n is a record, but the picture must not grow with their number.
    run(folder.path(), &config("Nim", "nim:1", 200_000, ""));
    let records = read(folder.path(), "pictures/records.svg");
    assert!(records.contains("200,001 records") && records.len() < 30_000, "{}", records.len());
}

/// The boards and graphs of rows are drawn, and their values can be read below them and beside the pointer.
#[test]
fn boards_have_their_values() {
    let folder = TempDir::new().unwrap();
    let titles = |svg: &str| -> Vec<String> {
        let parts = svg.split("<g><title>").skip(1);
        parts.map(|part| part.split("</title>").next().unwrap().to_string()).collect()
    };
    let job = |code: &str, range: &str| {
        format!("[game]\ncode = \"{code}\"\n{range}[output]\nformats = [\"svg\", \"csv\", \"report\", \"html\"]\n")
    };
    for (code, range, boards) in [
        ("node-kayles:petersen:k=2", "[range]\nmax = 8\n", 4),
        ("cram", "[range]\nmax = 3\n", 9),
        ("cram:rows=2,columns=3", "", 1),
        ("clobber:rows=1", "[range]\nmax = 50\n", 40),
        ("domination:path", "[range]\nmax = 6\n", 7),
    ] {
        run(folder.path(), &job(code, range));
        let (svg, values) = (read(folder.path(), "pictures/boards.svg"), read(folder.path(), "values.csv"));
        let written = |line: &str| {
            let (label, value) = line.rsplit_once(',').unwrap();
            format!("{label}: {value}")
        };
        let wanted: Vec<String> = values.lines().skip(1).take(boards).map(written).collect();
        assert_eq!(titles(&svg), wanted, "{code}");
        assert!(wanted.iter().all(|words| svg.contains(&format!(">{words}</text>"))), "{code}");
        assert!(read(folder.path(), "report.html").contains(svg.trim()), "{code}");
    }
    // A heap is no board.
    run(folder.path(), &job("node-kayles:path", "[range]\nmax = 8\n"));
    assert!(!folder.path().join("out/pictures/boards.svg").exists());
}

const SWEEP: &str = "title = \"Subsets\"\n[sweep]\ncode = \"subtraction:{S}\"\n[sweep.over]\nS = { subsets-of = 7 }\n[range]\nmax = 3000\n\
    [solve]\ncheckpoint = \"1ms\"\n[analysis]\nperiod = true\n[output]\nformats = [\"svg\", \"report\"]\n";

#[test]
fn a_sweep_shows_its_periods() {
    let folder = TempDir::new().unwrap();
    run(folder.path(), SWEEP);
    let rows = read(folder.path(), "sweep.csv");
    let games: Vec<Vec<&str>> = rows.lines().skip(1).map(|line| line.split(',').collect()).collect();
    let place = |name: &str| rows.lines().next().unwrap().split(',').position(|column| column == name).unwrap();
    // All numbers are below 64, so they are not rounded. Codes contain commas, so count columns from the end.
    let from_end = rows.lines().next().unwrap().split(',').count();
    let cell = |row: &[&str], name: &str| row[row.len() - (from_end - place(name))].to_string();
    let pairs: BTreeSet<(String, String)> =
        games.iter().map(|row| (cell(row, "preperiod"), cell(row, "period"))).collect();
    let svg = read(folder.path(), "pictures/period-preperiod.svg");
    assert_named(&svg, "Subsets", "preperiod", "period");
    assert_eq!(points(&svg).len(), pairs.len());
    assert!(svg.contains("127 games with a period"));
    assert_named(&read(folder.path(), "pictures/period-largest.svg"), "Subsets", "largest element", "period");
    assert_links(folder.path(), "sweep.md", 2);
    expect_exit(folder.path(), &["verify", "out"], 0);
}

/// The pictures in a report exist.
fn assert_links(root: &Path, report: &str, count: usize) {
    let report = read(root, report);
    let links: Vec<&str> = report.split("](pictures/").skip(1).map(|rest| rest.split(')').next().unwrap()).collect();
    assert_eq!(links.len(), count, "{report}");
    assert!(links.iter().all(|link| root.join("out/pictures").join(link).exists()), "{links:?}");
    assert_eq!(fs::read_dir(root.join("out/pictures")).unwrap().count(), count);
}

#[test]
fn reports_show_what_there_is() {
    let folder = TempDir::new().unwrap();
    for (code, max, more, count) in [
        ("octal:0.77", 90, "", 4),
        ("wythoff", 20, "", 3),
        ("nim:3", 5, "", 1),
        ("octal:0.77", 30, "[solve]\nvalue = \"outcome\"", 2),
        ("wythoff", 12, "[solve]\nvalue = \"outcome\"", 1),
        ("subtraction:2,3", 0, "", 4),
        ("divisor:prime-powers", 40, "", 4),
        ("nim:1", 1_100_000, "", 4),
    ] {
        run(folder.path(), &config("", code, max, more));
        assert_links(folder.path(), "report.md", count);
        for file in fs::read_dir(folder.path().join("out/pictures")).unwrap() {
            let svg = fs::read_to_string(file.unwrap().path()).unwrap();
            assert_apart(&svg);
            assert!(svg.len() < 300_000);
        }
        // The oracle takes seconds for the longest.
        if max < 1_000_000 {
            expect_exit(folder.path(), &["verify", "out"], 0);
        }
    }
    // A long title is broken into lines.
    run(folder.path(), &config(&"A very long title, ".repeat(20), "nim:2", 9, ""));
    assert_apart(&read(folder.path(), "pictures/table.svg"));
    run(folder.path(), &config(&"x".repeat(500), "octal:0.77", 9, ""));
    assert_apart(&read(folder.path(), "pictures/values.svg"));
}

fn pictures(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = fs::read_dir(folder.join("pictures")).unwrap().map(|entry| entry.unwrap().path());
    files.map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read(&path).unwrap())).collect()
}

#[test]
fn the_same_bytes_whatever_the_threads() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    for (name, text) in [
        ("kayles", config("Kayles", "octal:0.77", 50_000, "period = true")),
        ("grundy", config("Grundy", "grundys-game", 20_000, "")),
        ("table", config("Wythoff", "wythoff", 500, "")),
        ("sweep", SWEEP.to_string()),
    ] {
        let file = format!("{name}.toml");
        fs::write(root.join(&file), text).unwrap();
        let made = ["1", "2", "7"].map(|threads| {
            let out = format!("{name}-{threads}");
            expect_exit(root, &["run", &file, "--out", &out, "--threads", threads, "--progress", "never"], 0);
            pictures(&root.join(out))
        });
        assert!(made[0].len() >= 2 && made[0] == made[1] && made[0] == made[2], "{name}");
    }
}

#[test]
fn a_sweep_that_is_stopped_draws_all_of_its_games() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let text = "[sweep]\ncode = \"octal:{z}.{d}\"\n[sweep.over]\nz = [0, 4]\nd = { octal-digits = 2 }\n[range]\nmax = 6000\n\
        [solve]\ncheckpoint = \"1ms\"\n[analysis]\nperiod = true\n[output]\nformats = [\"svg\"]\n";
    fs::write(root.join("job.toml"), text).unwrap();
    expect_exit(root, &["run", "job.toml", "--out", "whole", "--progress", "never"], 0);
    run_with_stops(root, "stopped", &[], ("-TERM", 6), 0);
    assert_eq!(pictures(&root.join("stopped")), pictures(&root.join("whole")));
}

#[test]
fn what_cannot_be_drawn_is_refused_with_the_remedy() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let wrong = |text: &str, words: &[&str]| {
        fs::write(root.join("wrong.toml"), text).unwrap();
        let (_, err) = expect_exit(root, &["run", "wrong.toml", "--out", "wrong"], 2);
        words.iter().for_each(|word| assert!(err.contains(word), "{word}: {err}"));
    };
    let outcomes = config("", "nim:3", 5, "[solve]\nvalue = \"outcome\"");
    wrong(
        &outcomes,
        &["`svg` cannot be written: outcomes can be drawn only for games with one or two coordinates", "remove it"],
    );
    let none = SWEEP.replace("period = true", "records = true");
    wrong(
        &none,
        &[
            "the pictures of a sweep show periods, but this sweep does not look for any",
            "set `period = true` in [analysis]",
        ],
    );
    wrong(&SWEEP.replace("\"svg\"", "\"png\""), &["sweeps have no format `png`", "`svg` (pictures of the periods)"]);
    wrong(&config("", "nim:2", 5, "").replace("\"svg\"", "\"svgs\""), &["did you mean `svg`?"]);
    let nim = |frame: &str| framed("nim:2", 9, frame);
    wrong(&nim("x = \"10..=20\"\n"), &["`x` contains no row", "this coordinate runs from 0 to 9"]);
    wrong(&nim("y = \"5..=4\"\n"), &["the range is empty"]);
    wrong(&nim("x = \"-3..=4\"\n"), &["negative numbers", "0..=1000"]);
    wrong(&nim("x = \"a..=4\"\n"), &["write whole numbers from 0 on"]);
    wrong(&nim("axes = \"logarithmic\"\n"), &["`axes` does not apply", "only sequences"]);
    wrong(&nim("colours = \"log\"\n"), &["`log` is not a scale", "`linear` and `logarithmic`"]);
    wrong(&nim("z = \"1..=4\"\n"), &["unknown key `z`"]);
    wrong(&nim("").replace("\"svg\", ", ""), &["[output.svg] requires the format `svg`", "add \"svg\""]);
    wrong(&framed("octal:0.77", 9, "p-positions = true\n"), &["`p-positions` does not apply", "two coordinates"]);
    wrong(&framed("nim:3", 4, "x = \"0..=2\"\n"), &["`x` does not apply", "one or two coordinates"]);
    wrong(&(SWEEP.to_string() + "[output.svg]\nx = \"0..=2\"\n"), &["[output.svg] applies only to pictures of a game"]);
}

/// `docs/pictures/LIST` says how each picture of the gallery is made; `scripts/gallery.sh` makes all of them.
#[test]
fn the_gallery_is_up_to_date() {
    let folder = TempDir::new().unwrap();
    let list = fs::read_to_string(project().join("docs/pictures/LIST")).unwrap();
    let mut shown = BTreeSet::new();
    for line in list.lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let kept = fs::read_to_string(project().join("docs/pictures").join(words[0])).unwrap();
        let made = match words[1..] {
            ["draw", code, position] => {
                let out = folder.path().join(words[0]);
                expect_exit(&project(), &["draw", code, position, "--out", out.to_str().unwrap()], 0);
                out
            }
            ["run", config, picture] => {
                let out = folder.path().join(Path::new(config).file_stem().unwrap());
                let run = ["run", config, "--out", out.to_str().unwrap(), "--progress", "never"];
                expect_exit(&project(), &run, 0);
                out.join("pictures").join(picture)
            }
            _ => panic!("{line}"),
        };
        assert!(fs::read_to_string(made).unwrap() == kept, "{line}: run scripts/gallery.sh");
        assert!(kept.len() < 110_000, "{line}: {} bytes", kept.len());
        shown.insert(words[0].to_string());
    }
    let pages =
        ["pictures.md", "gallery.md"].map(|page| fs::read_to_string(project().join("docs").join(page)).unwrap());
    for name in shown {
        let link = format!("](pictures/{name})");
        assert!(
            pages.iter().any(|page| page.contains(&link)),
            "neither docs/pictures.md nor docs/gallery.md shows {name}"
        );
    }
}
