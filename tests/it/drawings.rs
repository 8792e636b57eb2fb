//! The geometry of the pictures of `grundy draw`: lines do not cross boxes other than their ends, lines to
//! different positions do not overlap, and boxes do not touch. Positions on boards and graphs.

use crate::common::expect_exit;
use std::collections::BTreeMap;
use std::fs;
use tempfile::TempDir;

type Point = (f64, f64);

/// A rectangle: left, top, right, bottom.
type Rect = [f64; 4];

/// A line between two boxes, as the points of a fine polygonal line.
struct Line {
    from: usize,
    to: usize,
    points: Vec<Point>,
    /// The vertical parts: x, top, bottom.
    straight: Vec<[f64; 3]>,
}

struct Picture {
    boxes: BTreeMap<usize, Rect>,
    lines: Vec<Line>,
}

fn attribute<'l>(line: &'l str, name: &str) -> Option<&'l str> {
    line.split(&format!(" {name}=\"")).nth(1)?.split('"').next()
}

fn number(line: &str, name: &str) -> f64 {
    attribute(line, name).unwrap_or_else(|| panic!("{name}: {line}")).parse().unwrap()
}

/// Follows the commands M, V and C, the only ones in these lines.
fn follow(path: &str) -> (Vec<Point>, Vec<[f64; 3]>) {
    let (mut points, mut straight): (Vec<Point>, Vec<[f64; 3]>) = Default::default();
    let starts: Vec<usize> = path.char_indices().filter(|(_, c)| c.is_alphabetic()).map(|(at, _)| at).collect();
    for (index, &start) in starts.iter().enumerate() {
        let part = &path[start + 1..starts.get(index + 1).copied().unwrap_or(path.len())];
        let numbers: Vec<f64> = part.split_whitespace().map(|number| number.parse().unwrap()).collect();
        let last = points.last().copied().unwrap_or((0.0, 0.0));
        let along = |at: &dyn Fn(f64) -> Point| (1..=100).map(|step| at(f64::from(step) / 100.0)).collect::<Vec<_>>();
        match (&path[start..=start], &numbers[..]) {
            ("M", &[x, y]) => points.push((x, y)),
            ("V", &[y]) => {
                straight.push([last.0, last.1.min(y), last.1.max(y)]);
                points.extend(along(&|t| (last.0, last.1 + (y - last.1) * t)));
            }
            ("C", &[x1, y1, x2, y2, x3, y3]) => {
                let mix = |[a, b, c, d]: [f64; 4], t: f64| {
                    let u = 1.0 - t;
                    a * u * u * u + 3.0 * b * u * u * t + 3.0 * c * u * t * t + d * t * t * t
                };
                points.extend(along(&|t| (mix([last.0, x1, x2, x3], t), mix([last.1, y1, y2, y3], t))));
            }
            other => panic!("{other:?}"),
        }
    }
    (points, straight)
}

fn read(svg: &str) -> Picture {
    let mut picture = Picture { boxes: BTreeMap::new(), lines: Vec::new() };
    for line in svg.lines() {
        if let Some(id) = attribute(line, "id").and_then(|id| id.strip_prefix('n')).and_then(|id| id.parse().ok()) {
            let (x, y) = (number(line, "x"), number(line, "y"));
            picture.boxes.insert(id, [x, y, x + number(line, "width"), y + number(line, "height")]);
        } else if attribute(line, "class") == Some("move") {
            let (points, straight) = follow(attribute(line, "d").unwrap());
            let end = |name: &str| number(line, name) as usize;
            picture.lines.push(Line { from: end("data-from"), to: end("data-to"), points, straight });
        }
    }
    picture
}

fn faults(picture: &Picture) -> Vec<String> {
    let mut faults = Vec::new();
    let inside = |&(x, y): &Point, [left, top, right, bottom]: Rect| {
        left - 1.0 < x && x < right + 1.0 && top - 1.0 < y && y < bottom + 1.0
    };
    for line in &picture.lines {
        let (from, to) = (picture.boxes[&line.from], picture.boxes[&line.to]);
        let (begin, end) = (line.points[0], line.points[line.points.len() - 1]);
        if line.from == line.to {
            if [begin, end].iter().any(|point| (point.0 - from[2]).abs() > 0.01) {
                faults.push(format!("{} -> {} is not beside its box", line.from, line.to));
            }
            continue;
        }
        // A line that leads back goes up.
        let (leaves, arrives) = if to[1] > from[1] { (from[3], to[1]) } else { (from[1], to[3]) };
        if !(from[0] < begin.0 && begin.0 < from[2] && (begin.1 - leaves).abs() < 0.01) {
            faults.push(format!("{} -> {} does not leave its box towards the other", line.from, line.to));
        }
        if !(to[0] < end.0 && end.0 < to[2] && (end.1 - arrives).abs() < 0.01) {
            faults.push(format!("{} -> {} does not arrive at its box from the other", line.from, line.to));
        }
        for (&id, &rect) in &picture.boxes {
            let is_end = id == line.from || id == line.to;
            if !is_end && line.points.iter().any(|point| inside(point, rect)) {
                faults.push(format!("{} -> {} passes through {id}", line.from, line.to));
            }
        }
    }
    for (index, one) in picture.lines.iter().enumerate() {
        for other in picture.lines[index + 1..].iter().filter(|other| other.to != one.to) {
            let same = |a: &[f64; 3], b: &[f64; 3]| (a[0] - b[0]).abs() < 3.0 && a[1] < b[2] && b[1] < a[2];
            if one.straight.iter().any(|a| other.straight.iter().any(|b| same(a, b))) {
                faults.push(format!("{} -> {} lies on {} -> {}", one.from, one.to, other.from, other.to));
            }
            if one.points[0] == other.points[0] {
                faults.push(format!("{} -> {} and {} begin at one point", one.from, one.to, other.to));
            }
        }
    }
    for (id, one) in &picture.boxes {
        for (other_id, other) in picture.boxes.range(id + 1..) {
            if one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3] {
                faults.push(format!("{id} overlaps {other_id}"));
            }
        }
    }
    faults
}

#[test]
fn no_line_passes_through_a_box_that_is_not_its_end() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("loops.csv"), LOOPS).unwrap();
    fs::write(folder.path().join("pairs.csv"), "from,to\na,b\nb,c\nc,a\nc,d\nd,e\ne,d\n").unwrap();
    for (code, position, play, boxes, moves) in [
        ("nim:3", "1,2,3", "normal", 24, 72),
        ("nim:3", "2,3,4", "normal", 60, 270),
        ("subtraction:1,2,3", "6", "normal", 7, 15),
        ("subtraction:1,2,3", "20", "misere", 21, 57),
        ("nim:1", "14", "normal", 15, 105),
        ("wythoff", "3,5", "normal", 24, 0),
        ("octal:0.77", "8", "normal", 0, 0),
        ("octal:0.77", "7", "misere", 0, 0),
        ("circle:1,2", "9", "normal", 0, 0),
        ("chomp:rows=3", "4,3,2", "normal", 0, 0),
        ("sum:octal:0.77+octal:0.77", "4+4", "normal", 0, 0),
        ("subtraction:1,2", "0", "normal", 1, 0),
        ("graph:loops.csv,loops=draw", "a", "normal", 7, 11),
        ("annihilation:pairs.csv", "a+d", "normal", 0, 0),
        ("fair-shares:almonds=8", "5,3", "normal", 22, 0),
    ] {
        let out = folder.path().join("picture.svg");
        expect_exit(folder.path(), &["draw", code, position, "--play", play, "--out", "picture.svg"], 0);
        let svg = fs::read_to_string(&out).unwrap();
        let picture = read(&svg);
        assert!(boxes == 0 || picture.boxes.len() == boxes, "{code}: {} boxes", picture.boxes.len());
        assert!(moves == 0 || picture.lines.len() == moves, "{code}: {} moves", picture.lines.len());
        let faults = faults(&picture);
        assert!(faults.is_empty(), "{code} from {position}: {faults:#?}");
        assert!(svg.contains(&format!(">{code} from {position}, {play} play</text>")), "{svg}");
        assert!(svg.contains("winning move") && svg.contains("other move"));
        for line in svg.lines().filter(|line| line.starts_with("<rect x")) {
            assert!(number(line, "x") >= 0.0);
        }
    }
}

/// A graph with two vertices that lead to each other, a longer way back, and an edge from a vertex to itself.
const LOOPS: &str = "from,to\na,b\nb,a\nb,c\nc,d\nd,a\nd,e\ne,e\ne,g\nf,e\na,f\nf,a\n";

/// Where play may go on for ever, values are those of the run, draws have a colour, and lines lead back.
#[test]
fn loopy_games_are_drawn() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("loops.csv"), LOOPS).unwrap();
    let code = "graph:loops.csv,loops=draw";
    let (told, _) = expect_exit(folder.path(), &["values", code], 0);
    expect_exit(folder.path(), &["draw", code, "a"], 0);
    let file = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let (dot, svg) = (file("drawing.dot"), file("drawing.svg"));
    for row in told.lines().skip(1) {
        let (vertex, value) = row.split_once(',').unwrap();
        let value = value.trim_matches('"');
        assert!(dot.contains(&format!("[label=\"{vertex}\\n{value}\"")), "{vertex} {value}: {dot}");
        assert!(svg.contains(&format!(">{value}</text>")), "{value}");
    }
    // One infinite value has 0 in its set.
    assert_eq!((count(&told, "inf()"), count(&told, "inf(0)")), (5, 1), "{told}");
    assert_eq!((count(&dot, "#cfe4f4"), count(&svg, "#cfe4f4")), (5, 5));
    assert!(svg.contains("Lines that go up lead back"));
    let sum = format!("sum:{code}+nim:1");
    let (_, said) = expect_exit(folder.path(), &["draw", &sum, "a,1"], 2);
    assert!(said.contains("draw its components one at a time"), "{said}");
}

/// Straight lines between the centres of boxes, as in older pictures, would be detected.
#[test]
fn lines_behind_boxes_would_be_found() {
    let mut picture = Picture { boxes: BTreeMap::new(), lines: Vec::new() };
    for id in 0..3 {
        picture.boxes.insert(id, [0.0, id as f64 * 50.0, 40.0, id as f64 * 50.0 + 20.0]);
    }
    let line = |from, to, path: &str| {
        let (points, straight) = follow(path);
        Line { from, to, points, straight }
    };
    picture.lines = vec![line(0, 1, "M20 20V50"), line(0, 2, "M20 20V100")];
    let found = faults(&picture);
    let expected = ["0 -> 2 passes through 1", "0 -> 1 lies on 0 -> 2", "0 -> 1 and 2 begin at one point"];
    assert_eq!(found, expected);
    picture.lines = vec![line(0, 2, "M30 20C30 35 90 35 90 50V70C90 85 20 85 20 100")];
    assert!(faults(&picture).is_empty());
}

#[test]
fn no_two_positions_are_written_alike() {
    let folder = TempDir::new().unwrap();
    for (code, position) in [
        ("octal:0.77", "8"),
        ("circle:1,2", "7"),
        ("sum:nim:1+nim:1", "2+2"),
        ("sum:kayles+dawsons-chess", "4+4"),
        ("sum:nim:1+kayles", "2+4"),
        ("pass:nim:2", "2,2"),
        ("nim:3", "1,2,3"),
    ] {
        expect_exit(folder.path(), &["draw", code, position, "--out", "it.dot"], 0);
        let dot = fs::read_to_string(folder.path().join("it.dot")).unwrap();
        let mut labels: Vec<&str> =
            dot.lines().filter_map(|line| line.split("[label=\"").nth(1)?.split("\\n").next()).collect();
        let count = labels.len();
        labels.sort_unstable();
        labels.dedup();
        assert!(count > 3 && labels.len() == count, "{code}: {dot}");
    }
}

#[test]
fn the_ending_says_what_is_written() {
    let folder = TempDir::new().unwrap();
    let names = |out: &str, code: i32| {
        let (told, err) = expect_exit(folder.path(), &["draw", "nim:1", "3", "--out", out], code);
        let mut names: Vec<String> = fs::read_dir(folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names.iter().for_each(|name| fs::remove_file(folder.path().join(name)).unwrap());
        (names.join(" "), told, err)
    };
    assert_eq!(names("a.svg", 0).0, "a.svg");
    assert_eq!(names("a.dot", 0).0, "a.dot");
    assert_eq!(names("a", 0).0, "a.dot a.svg");
    assert_eq!(names("a.b", 0).0, "a.b.dot a.b.svg");
    // Too many lines for a picture, but not for DOT.
    let (_, err) = expect_exit(folder.path(), &["draw", "nim:1", "150", "--out", "x.svg"], 3);
    assert!(err.contains("draw a smaller position, or give --out a name that ends with .dot"), "{err}");
    expect_exit(folder.path(), &["draw", "nim:1", "150", "--out", "x.dot"], 0);
}

fn count(svg: &str, text: &str) -> usize {
    svg.matches(text).count()
}

#[test]
fn positions_on_boards_and_graphs_are_drawn() {
    let folder = TempDir::new().unwrap();
    let draw = |code: &str, position: &str, more: &[&str]| {
        let all = [&["draw", code, position, "--out", "picture.svg"], more].concat();
        expect_exit(folder.path(), &all, 0);
        fs::read_to_string(folder.path().join("picture.svg")).unwrap()
    };
    for (code, position, boxes, shapes, lines, title) in [
        // A square for each cell, one for each box, the background and the legend.
        ("cram:rows=2,columns=3", "all", 16, 16 * 7 + 2, 2, "###/###"),
        ("clobber:rows=2,columns=2", "XO/OX", 14, 14 * 5 + 2, 2, "XO/OX"),
        ("node-kayles:queens", "3", 10, 10 * 10 + 2, 2, "###/###/###"),
        // On graphs a circle for each vertex, and a line for each edge.
        ("node-kayles:petersen:k=2", "5: all", 52, 52 * 11 + 2, 52 * 15 + 2, "5: 0..=9"),
        ("geography:cycle", "4", 6, 6 * 5 + 2 + 5, 6 * 4 + 2, "4: 1..=4"),
        // A part of a ring for each colour that is allowed: two at each vertex, then one at two of them.
        ("col:cycle", "3", 8, 8 * 4 + 2 + 6 + 6 * 2, 8 * 3 + 2, "3: 0..=5"),
    ] {
        let svg = draw(code, position, &[]);
        let picture = read(&svg);
        let faults = faults(&picture);
        assert!(faults.is_empty(), "{code}: {faults:#?}");
        let found = (picture.boxes.len(), count(&svg, "<rect") + count(&svg, "<circle"), count(&svg, "<line"));
        assert_eq!(found, (boxes, shapes, lines), "{code}");
        assert!(svg.contains(&format!("<g><title>{title}</title>\n<rect")), "{code}: {svg}");
        assert!(!svg.contains(&format!(">{title}</text>")), "{code}");
        assert_eq!(svg, draw(code, position, &[]), "{code}");
    }
    // A vertex that is dominated may still be chosen, so its lines are not grey.
    let svg = draw("domination:cycle", "4", &[]);
    assert!(svg.contains("The others may still be chosen.") && !svg.contains("Grey") && !svg.contains("#bbb"), "{svg}");
    // 101 pictures with 99 circles and 4752 lines each would be too large a file.
    let svg = draw("node-kayles:circulant:2..=49", "99", &[]);
    assert!(svg.contains(">99: 1,98</text>") && !svg.contains("<circle"));
    // A sum that was typed is written: its boards could touch.
    let svg = draw("cram:rows=2,columns=2", "all", &[]);
    assert_eq!(count(&svg, ">nothing</text>"), 0);
    assert!(draw("cram", "##/.. + ../##", &[]).contains(">##/.. + ../##</text>"));
    assert_eq!(count(&draw("octal:0.77", "5", &[]), "Grey"), 0);
}

#[test]
fn a_position_is_drawn_alone() {
    let folder = TempDir::new().unwrap();
    let draw = |arguments: &[&str]| {
        let (told, _) = expect_exit(folder.path(), &[&["draw", "--board", "--out", "alone"], arguments].concat(), 0);
        assert!(told.starts_with("alone.svg: "), "{told}");
        fs::read_to_string(folder.path().join("alone.svg")).unwrap()
    };
    let svg = draw(&["node-kayles:petersen:k=2", "7: all but 3,4"]);
    assert_eq!((count(&svg, "<circle"), count(&svg, "<line")), (14, 21));
    assert!((0..14).all(|name| svg.contains(&format!(">{name}</text>"))), "{svg}");
    assert_eq!(count(&svg, "fill=\"#eee\""), 2, "{svg}");
    // Far more positions than could be drawn, or found.
    assert_eq!(count(&draw(&["cram:rows=8,columns=8"]), "<rect x"), 64);
    let svg = draw(&["clobber", "XO/.X"]);
    assert!(svg.contains("typed as XO/.X") && count(&svg, ">X</text>") == 2, "{svg}");
    let svg = draw(&["graph-chomp:cycle", "3"]);
    assert!((0..6).all(|name| svg.contains(&format!(">{name}</text>"))), "{svg}");
    let tree = "node-kayles:graph6:\"DhC\"";
    assert_eq!(draw(&[tree]), draw(&[tree, "all"]));
}

#[test]
fn boards_that_cannot_be_drawn_are_refused() {
    let folder = TempDir::new().unwrap();
    for (arguments, message) in [
        (&["nim:3", "1,2,3", "--board"][..], "cannot be drawn on a board or a graph"),
        (&["sum:cram+cram", "2,2,2,2", "--board"], "cannot be drawn on a board or a graph"),
        (&["cram", "##/.. + ../##", "--board"], "sums of positions cannot be drawn on a board or a graph"),
        (&["node-kayles:queens", "--board"], "has many rows: which one? For example: 3"),
        (&["node-kayles:queens", "##/#", "--board"], "is not a position"),
        (&["cram:rows=2,columns=2", "--board", "--out", "it.dot"], "--board draws SVG only"),
        (&["cram", "2,2", "--board", "--levels", "2"], "cannot be used with"),
        (&["cram"], "required"),
    ] {
        let (_, err) = expect_exit(folder.path(), &[&["draw"], arguments].concat(), 2);
        assert!(err.contains(message), "{arguments:?}: {err}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn positions_in_another_order_are_one_box() {
    let folder = TempDir::new().unwrap();
    let drawn = |code: &str, position: &str| {
        expect_exit(folder.path(), &["draw", code, position, "--merge", "--out", "merged.dot"], 0);
        fs::read_to_string(folder.path().join("merged.dot")).unwrap()
    };
    let dot = drawn("nim:3", "3,1,2");
    let mut sorted: Vec<[u64; 3]> = Vec::new();
    for (a, b, c) in (0..=1).flat_map(|a| (0..=2).flat_map(move |b| (0..=3).map(move |c| (a, b, c)))) {
        let mut heaps = [a, b, c];
        heaps.sort_unstable();
        sorted.push(heaps);
    }
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(dot.matches("[label=").count(), sorted.len());
    for [a, b, c] in &sorted {
        assert!(dot.contains(&format!("[label=\"{a},{b},{c}\\n{}\"", a ^ b ^ c)), "{a},{b},{c}: {dot}");
    }
    // No line twice: from 0,0,2 there are moves to 0,0,1 and 0,0,0.
    let lines: Vec<&str> = dot.lines().filter(|line| line.contains(" -> ")).collect();
    let different: std::collections::BTreeSet<&str> = lines.iter().copied().collect();
    assert_eq!(lines.len(), different.len());
    // A circle may be turned and reflected.
    let circle = drawn("circular-nim:3,1", "2,1,0");
    assert!(circle.contains("[label=\"0,1,2\\n3\"") && !circle.contains("2,1,0\\n"), "{circle}");
    let (_, text) = expect_exit(folder.path(), &["draw", "sum:nim:1+subtraction:1,2", "2,3", "--merge"], 2);
    assert!(text.contains("positions cannot be merged"), "{text}");
}
