"""Values beyond nimbers: infinite values of games with loops, and moons of games with entailing moves."""

import json
import pickle

import hypothesis.strategies as some
import numpy
import pytest
from hypothesis import given, settings

import grundy
from grundy import MOON, Infinity, again, reply

RING = "graph:configs/graph/ring.csv,loops=draw"
TOP = "custom:configs/custom/top-entails.toml"


def test_infinite_values_are_objects():
    ring = grundy.values(RING)
    assert dict(zip(ring.names, ring)) == {
        "gate": Infinity(), "hall": Infinity(), "stairs": Infinity({0}), "tower": Infinity([0]), "cellar": 0, "yard": Infinity(),
    }  # fmt: skip
    assert ring.dtype == object and ring.value == "loopy" and str(ring[2]) == "inf(0)"
    assert grundy.values(RING, value="outcome").tolist() == [2, 2, 1, 1, 0, 2]
    assert (ring == Infinity()).sum() == 3 and (ring == 0).sum() == 1
    assert json.loads(json.dumps(ring.to_dict()))["values"] == ["inf()", "inf()", "inf(0)", "inf(0)", 0, "inf()"]
    assert "inf(0)" in ring._repr_html_()


def test_moons_are_objects():
    top = grundy.values(TOP, max=6)
    assert top.tolist() == [0, MOON, 0, MOON, 1, 0, 2] and top[1] is MOON
    assert top.first == 0 and top.value == "entailing" and repr(top[:2]) == "Values([0, moon], dtype=object)"
    assert grundy.values(TOP, max=6, value="outcome").tolist() == [0, 1, 0, 1, 1, 0, 1]
    assert {type(one) for one in top} == {int, type(MOON)}


def test_what_the_values_are():
    assert pickle.loads(pickle.dumps([MOON, Infinity({1, 4})])) == [MOON, Infinity({4, 1})]
    assert pickle.loads(pickle.dumps(MOON)) is MOON
    assert 3 ^ Infinity({0, 2}) == Infinity({3, 1}) and 3 ^ MOON is MOON and MOON ^ MOON is MOON
    assert len({Infinity({1}), Infinity([1, 1]), Infinity()}) == 2 and Infinity() != 0
    for wrong in (lambda: Infinity() + 1, lambda: MOON * 2, lambda: MOON ^ "a", lambda: Infinity() ^ MOON.outcome):
        with pytest.raises(TypeError):
            wrong()
    with pytest.raises(grundy.ConfigError):
        Infinity({-1})
    with pytest.raises(AttributeError):
        Infinity().nimbers = frozenset()


def test_a_function_may_say_that_play_may_go_on_for_ever():
    rows = {"0": [5], "1": [2, 5], "2": [1, 3], "3": [4], "4": [], "5": [0, 1]}
    game = grundy.Game(lambda n: rows[str(n)], loops="draw", name="ring")
    found = game.values(max=5)
    lines = ["n -> n when n >= 0", *(f"n -> {to} when n == {n}" for n, ends in rows.items() for to in ends)]
    code = grundy.Game("custom", moves=lines[1:], loops="draw")
    assert found.tolist() == code.values(max=5).tolist() and any(isinstance(one, Infinity) for one in found)
    assert game.position(2).outcome == code.position(2).outcome
    draw = next(n for n in range(6) if found[n] == Infinity())
    shown = game.position(draw)
    assert (shown.outcome, shown.grundy, shown.to_dict()["grundy"]) == ("D", Infinity(), "inf()") and "value inf()" in repr(shown)
    assert game.check("outcome == D iff n == n", max=5).verdict in ("refuted", "no counterexample")
    assert (game + "nim:1").values(max=3)[draw if draw < 4 else 0].tolist() == [found[draw if draw < 4 else 0] ^ k for k in range(4)]


@given(some.lists(some.lists(some.integers(0, 7), max_size=4), min_size=8, max_size=8))
@settings(deadline=None, max_examples=60, print_blob=True)
def test_random_games_with_loops(graph):
    found = grundy.Game(lambda n: graph[n], loops="draw").values(max=7)
    # The outcomes once more: P and N by retrograde analysis, the rest is drawn.
    outcome = {}
    while True:
        new = {n: "P" for n in range(8) if all(outcome.get(to) == "N" for to in graph[n])}
        new.update({n: "N" for n in range(8) if any(outcome.get(to) == "P" for to in graph[n])})
        if new == outcome:
            break
        outcome = new
    told = [one.outcome if isinstance(one, Infinity) else "P" if one == 0 else "N" for one in found]
    assert told == [outcome.get(n, "D") for n in range(8)]
    # Nimbers are the mex of the nimbers of the options.
    for n, one in enumerate(found):
        nimbers = {found[to] for to in graph[n]} - {to for to in map(found.__getitem__, graph[n]) if isinstance(to, Infinity)}
        if isinstance(one, Infinity):
            assert one.nimbers == nimbers
        else:
            assert one == next(k for k in range(9) if k not in nimbers)


def top_entails(n):
    yield from ([k, n - k] for k in range(1, n // 2 + 1))
    if n:
        yield reply(n - 1)


def test_a_function_may_say_who_moves_next():
    game = grundy.Game(top_entails, entailing=True)
    assert game.values(max=40).tolist() == grundy.values(TOP, max=40).tolist()
    for n in range(9):
        mine, theirs = game.position(n), grundy.position(TOP, n)
        assert (mine.outcome, mine.grundy) == (theirs.outcome, theirs.grundy)
        assert sorted(mine.winning_moves) == sorted(theirs.winning_moves)
    both = (game + "nim:1").values(max=6)
    assert both[4].tolist() == [1 ^ k for k in range(7)] and both[1, 3] is MOON
    assert game.heaps(2).position((4, 4)).outcome == "P"


@given(
    some.lists(
        some.lists(some.tuples(some.sampled_from(["", " then reply", " then again"]), some.integers(1, 3)), max_size=4),
        min_size=1,
        max_size=3,
    )
)
@settings(deadline=None, max_examples=40, print_blob=True)
def test_random_entailing_moves(kinds):
    marks = {"": lambda option: option, " then reply": reply, " then again": again}

    def options(n):
        return [marks[word](n - step) for word, step in kinds[n % len(kinds)] if step <= n]

    lines = [
        f"n -> n - {step}{word} when n % {len(kinds)} == {rest} and n >= {step}"
        for rest, moves in enumerate(kinds)
        for word, step in moves
    ]
    found = grundy.Game(options, entailing=True).values(max=25)
    if not lines or not any("then" in line for line in lines):
        assert all(isinstance(one, int) for one in found)
        return
    assert found.tolist() == grundy.Game("custom", moves=lines).values(max=25).tolist()


def test_marks_of_tuples_sums_and_nothing():
    pairs = grundy.Game(lambda a, b: [reply((a - 1, b))] * (a > 0) + [(a, b - 1)] * (b > 0), entailing=True)
    assert pairs.values(max=2).shape == (3, 3) and pairs.values(max=2)[1, 0] is MOON
    last = grundy.Game(lambda n: [again([])] if n == 1 else [n - 1] * (n > 0), entailing=True)
    code = grundy.Game("custom", moves=["n -> nothing then again when n == 1", "n -> n - 1 when n > 1"])
    assert last.values(max=6).tolist() == code.values(max=6).tolist()
    assert repr([reply(3), again((1, 2))]) == "[reply(3), again((1, 2))]"


@pytest.mark.parametrize(
    "make,words",
    [
        (lambda: grundy.Game(lambda n: [reply(0)]).values(max=1), "the options of 0: reply(0) decides who moves next (give `entailing=True`"),
        (lambda: grundy.Game(lambda n: [reply([0, 0])], entailing=True).values(max=1), "0 + 0 is a sum (the opponent must answer"),
        (lambda: grundy.Game(lambda n: [reply("a")], entailing=True).values(max=1), "the options of 0: 'a' is not a position"),
        (lambda: grundy.Game(lambda n: [[0, 0]], loops="draw").values(max=1), "0 + 0 is a sum (a move of a game with loops"),
        (lambda: grundy.Game(lambda n: [1 - n], entailing=True).values(max=1), "the rules allow infinite play: 0 -> 1 -> 0"),
        (lambda: grundy.Game(lambda n: [], loops="win"), "`loops` cannot be 'win'"),
        (lambda: grundy.Game(lambda n: [], loops="draw", entailing=True), "both given"),
        (lambda: grundy.Game("nim:1", entailing=True), "unknown keyword `entailing`"),
        (lambda: grundy.Game("nim", heaps=2, loops="draw"), "unknown key `loops`"),
        (lambda: grundy.Game(lambda n: [], loops="draw").values(max=1, play="misere"), "misère play"),
        (lambda: grundy.Game(lambda n: [], loops="draw").period(max=9), "not all values"),
        (
            lambda: grundy.Game(lambda n: [], loops="draw") + grundy.Game(lambda n: [], entailing=True),
            "no theory of such sums is known",
        ),
        (lambda: grundy.Game("blocking:(nim:2),k=2") + "nim:1", "only outcomes of its own, so it cannot be part of a sum"),
    ],
)
def test_what_is_refused(make, words):
    with pytest.raises(grundy.ConfigError) as raised:
        make()
    assert words in str(raised.value)


def test_memory_for_objects_is_checked():
    with pytest.raises(grundy.LimitError):
        grundy.values(TOP, max=10_000, memory="256 KiB")
    assert len(grundy.values(TOP, max=200, value="outcome", memory="64 MiB")) == 201
    assert numpy.array_equal(grundy.values(TOP, max=200, memory="64 MiB")[:3], [0, MOON, 0])
