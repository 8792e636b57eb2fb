"""The module says what the command line says: of every family's examples, in both plays, values, periods, positions."""

import json

import pytest

import grundy

EXAMPLES = [(family.name, code) for family in grundy.families() for code in family.examples]
IDS = [code for _, code in EXAMPLES]

#: Where rows are many, a smaller range.
SMALL = {"building-nim": 12, "circular-nim": 4, "poker-nim": 5, "moore-nim": 4, "poset": 3}

#: The families on graphs and boards, whose positions are exponentially many.
ON_GRAPHS = [family.name for family in grundy.families() if "graph" in (one["key"] for one in family.parameters)]
ON_GRAPHS += ["board", "clobber", "cram", "nogo"]
SMALL.update({family: 3 for family in ON_GRAPHS})


def range_of(family, code):
    # Those from files have no range.
    if family in ["graph", "annihilation", "fair-shares"] or family == "poset" and ".csv" in code or "start=all" in code:
        return []
    return ["--max", str(SMALL.get(family, 9))]


def arguments_of(family, code, more):
    given = range_of(family, code)
    return [code, *given, *more], {"max": int(given[1])} if given else {}


@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.parametrize("value", ["grundy", "outcome"])
@pytest.mark.parametrize("family,code", EXAMPLES, ids=IDS)
def test_values(grundy_program, family, code, play, value):
    arguments, asked = arguments_of(family, code, ["--play", play, "--value", value, "--json"])
    exit_code, out, words = grundy_program("values", *arguments)
    if exit_code:
        with pytest.raises(grundy.Error) as raised:
            grundy.values(code, play=play, value=value, **asked)
        assert str(raised.value) in words or raised.value.picture in words
        return
    told = json.loads(out)
    found = grundy.values(code, play=play, value=value, **asked)
    expected = told["values"] if "values" in told else [row[1] for row in told["rows"]]
    values, codes = found.ravel().tolist(), [{"P": 0, "N": 1, "D": 2}.get(one, one) for one in expected]
    # Where values are no nimbers, all of them are texts in JSON.
    assert (values if all(isinstance(one, int) for one in codes) else [str(one) for one in values]) == codes
    assert (found.game, found.play, found.value) == (told["game"], told["play"], told["value"])
    if found.labels is not None:
        assert [",".join(map(str, label)) for label in found.labels] == [row[0] for row in told["rows"]]
    elif found.names is not None:
        assert found.names == [row[0] for row in told["rows"]]
    elif found.first is not None:
        assert found.first == told["first"]


@pytest.mark.parametrize("family,code", EXAMPLES, ids=IDS)
def test_periods(grundy_program, family, code):
    arguments, asked = arguments_of(family, code, ["--json"])
    if asked and family not in [*ON_GRAPHS, "poset", "generate"]:
        arguments[2] = "500"
        asked["max"] = 500
    exit_code, out, words = grundy_program("period", *arguments)
    if exit_code:
        with pytest.raises(grundy.ConfigError) as raised:
            grundy.period(code, **asked)
        assert str(raised.value) in words
        return
    found = grundy.period(code, **asked)
    assert found.to_dict() == json.loads(out)
    assert found.status in found.sentence or found.status == "none"
    assert found.theorem is None or f"proved ({found.theorem}" in found.sentence
    assert "".join(f"note: {note}\n" for note in found.notes) == words


@pytest.mark.parametrize("family", grundy.families(), ids=lambda family: family.name)
@pytest.mark.parametrize("play", ["normal", "misere"])
def test_positions(grundy_program, family, play):
    code, position = family.examples[0], family.position
    exit_code, out, words = grundy_program("position", code, position, "--play", play, "--json")
    if exit_code:
        with pytest.raises(grundy.Error) as raised:
            grundy.position(code, position, play=play)
        assert str(raised.value) in words
        return
    assert grundy.position(code, position, play=play).to_dict() == json.loads(out)


@pytest.mark.parametrize(
    "first,second", [("octal:0.07", "octal:0.137"), ("subtraction:1,2,3", "octal:0.333"), ("kayles", "nim:1")]
)
def test_comparisons(grundy_program, first, second):
    _, out, _ = grundy_program("compare", first, second)
    assert str(grundy.compare(first, second)) == out.strip()
    _, out, _ = grundy_program("compare", first, second, "--json")
    assert grundy.compare(first, second).to_dict() == json.loads(out)


def test_conjectures(grundy_program):
    for where in ["n >= 83", "n >= 82"]:
        arguments = ["kayles", "g(n) == g(n - 12)", "--where", where, "--max", "1000"]
        _, out, _ = grundy_program("check", *arguments)
        found = grundy.check("kayles", "g(n) == g(n - 12)", where=where, max=1000)
        assert str(found) == out.strip()
        _, out, _ = grundy_program("check", *arguments, "--json")
        assert found.to_dict() == json.loads(out)


def test_sweeps(grundy_program):
    arguments = ["subtraction:{a},{b}", "--over", "a=1..=4", "--over", "b=a+1..=9", "--where", "gcd(a, b) == 1"]
    _, out, words = grundy_program("sweep", *arguments, "--max", "20 * b")
    over = {"a": range(1, 5), "b": "a+1..=9"}
    columns = grundy.sweep("subtraction:{a},{b}", over, where="gcd(a, b) == 1", max="20 * b", frame="dict")
    lines = [",".join("" if cell is None else quoted(str(cell)) for cell in row) for row in zip(*columns.values())]
    assert "\n".join([",".join(columns), *lines]) == out.strip()
    frame = grundy.sweep("subtraction:{a},{b}", over, where="gcd(a, b) == 1", max="20 * b", frame="pandas")
    assert frame.attrs["grundy"]["sentence"] == words.strip()
    assert frame["period"].tolist() == columns["period"]


def quoted(cell):
    return f'"{cell}"' if "," in cell else cell


def test_pictures(grundy_program, tmp_path):
    assert grundy_program("draw", "nim:3", "1,2,3", "--out", str(tmp_path / "a.svg"))[0] == 0
    drawing = grundy.draw("nim:3", (1, 2, 3))
    assert drawing.svg == (tmp_path / "a.svg").read_text()
    drawing.save(tmp_path / "b.dot")
    assert (tmp_path / "b.dot").read_text() == drawing.dot


def test_boards(grundy_program, tmp_path):
    for code, position in (("node-kayles:petersen:k=2", "7: all but 3,4"), ("cram:rows=2", 3), ("nim:2", "1,2")):
        words = [] if position is None else [str(position)]
        exit_code, _, _ = grundy_program("draw", code, *words, "--board", "--out", str(tmp_path / "a.svg"))
        if exit_code:
            with pytest.raises(grundy.Error):
                grundy.draw(code, position, board=True)
            continue
        drawing = grundy.draw(code, position, board=True)
        assert drawing.svg == (tmp_path / "a.svg").read_text() and drawing.dot is None and drawing.positions == 1
    with pytest.raises(grundy.ConfigError):
        drawing.save(tmp_path / "b.dot")


def test_runs(grundy_program, tmp_path):
    config = "configs/octal/kayles.toml"
    assert grundy_program("run", config, "--out", str(tmp_path / "a"))[0] == 0
    run = grundy.run(config, out=tmp_path / "b")
    for name in run.files:
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()
    assert run["periods.csv"]["period"].tolist() == [12]
    assert len(run["values.csv"]) == 100_001
