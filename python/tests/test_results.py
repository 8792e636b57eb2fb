"""Results print well, and no claim goes without its status and theorem."""

import json
import re

import numpy
import pytest

import grundy


def test_periods_are_shown_with_status_and_theorem():
    proved, observed = grundy.period("kayles"), grundy.period("octal:0.06", max=100_000)
    for found, words in ((proved, "proved (guy-smith"), (observed, "no period was found")):
        for text in (str(found), repr(found), found._repr_latex_(), found._repr_html_()):
            assert words in text, text
    seen = grundy.period("subtraction:factorials", max=400)
    for text in (str(seen), repr(seen), seen._repr_latex_(), seen._repr_html_()):
        assert "not proved" in text, text
    assert r"\dot{" in proved._repr_latex_() and "$" in proved._repr_latex_()
    assert not re.search(r"\\(cite|texttt|paragraph)", proved._repr_latex_() + proved._repr_html_())
    assert r"\cite" in proved.to_latex()
    assert json.loads(proved.certificate)


def test_values_show_dots_only_with_their_claim():
    plain, claimed = grundy.values("kayles", max=500), grundy.values("kayles", max=500, period=True)
    assert r"\dot" not in plain._repr_latex_() and plain.claim is None
    assert r"\dot" in claimed._repr_latex_() and "proved (guy-smith" in claimed._repr_latex_()
    assert "proved (guy-smith" in claimed._repr_html_()


def test_what_is_computed_from_arrays_is_plain():
    values = grundy.values("kayles", max=100)
    for computed in (values + 1, values == 0, values.sum(), values.view(numpy.ndarray)):
        assert not isinstance(computed, grundy.Values)
    assert values[3:]._repr_latex_() is None and values.reshape(1, -1)._repr_html_() is None


@pytest.mark.parametrize("code", ["nim:2", "nim:3", "graph:configs/graph/diamond.csv", "custom:configs/custom/mark.toml"])
def test_values_of_every_shape_are_shown(code):
    values = grundy.values(code, **({} if code.startswith("graph") else {"max": 5}))
    html = values._repr_html_()
    assert html is None if values.ndim > 2 else code in html
    assert json.dumps(values.to_dict())


def test_every_result_has_text_html_and_a_dictionary():
    results = [
        grundy.period("kayles"),
        grundy.position("nim:3", (1, 2, 4)),
        grundy.compare("kayles", "nim:1"),
        grundy.check("kayles", "g(n) < 8", max=100),
        grundy.families("octal")[0],
        grundy.families(),
    ]
    for result in results:
        assert len(repr(result)) > 9 and "<" in result._repr_html_()
        assert json.dumps(result.to_dict())
    for wrong in (dict(), dict(position=3, board=True), dict(position=3, board=True, levels=1)):
        with pytest.raises(grundy.ConfigError):
            grundy.draw("nim:1", **wrong)
    one = grundy.draw("node-kayles", graph=grundy.Graph(["ab", "bc"]), board=True)
    assert one._repr_svg_().startswith("<svg") and json.dumps(one.to_dict())
    drawing = grundy.draw("nim:2", (1, 2))
    assert drawing._repr_svg_().startswith("<svg") and drawing.to_dict()["positions"] == 6


def test_texts_are_escaped():
    game = grundy.Game(lambda n: range(n), name="a", words="<script>")
    assert "<script>" not in game.values(max=3)._repr_html_()
    assert "<script>" not in grundy.check("kayles", "g(n) < 1", max=9)._repr_html_().replace("<p>", "")


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_frames(library):
    frames = pytest.importorskip(library)
    over = {"a": [1, 2], "b": {"subsets-of": 3}}
    with pytest.raises(grundy.ConfigError):
        grundy.sweep("subtraction:{a},{b}", over, max="oops", frame=library)
    table = grundy.sweep("subtraction:{b}", {"b": {"subsets-of": 3}}, max=100, frame=library)
    assert isinstance(table, frames.DataFrame) and len(table) == 7
    assert set(table["status"]) == {"proved"}
    octal = grundy.sweep("octal:0.{d}", {"d": {"octal-digits": 1}}, max=50, frame=library)
    assert list(octal["d"]) == list("1234567")
    assert [tuple(one) for one in table["b"]] == [(1,), (2,), (1, 2), (3,), (1, 3), (2, 3), (1, 2, 3)]
    words = grundy.sweep("{game_of}", {"game_of": ["wythoff", "rook"]}, max=5, frame="dict")
    assert words["game_of"] == ["wythoff", "rook"] and "period" not in words
    digits = grundy.sweep("octal:0.{d}", {"d": ["77", "07"]}, max=50, frame=library)
    assert list(digits["d"]) == ["77", "07"]
    examples = grundy.check("kayles", "g(n) < 8", max=100).counterexamples(library)
    assert isinstance(examples, frames.DataFrame) and len(examples) > 1
