"""Games as functions: their values are those of the same games as codes."""

import inspect
import threading

import hypothesis.strategies as some
import numpy
import pytest
from hypothesis import given, settings

import grundy

SETS = some.sets(some.integers(1, 12), min_size=1, max_size=5)


def subtraction(numbers, **more):
    return grundy.Game(lambda n: [n - s for s in numbers if s <= n], **more)


@given(SETS, some.sampled_from(["normal", "misere"]))
@settings(deadline=None, print_blob=True)
def test_subtraction_sets(numbers, play):
    code = "subtraction:" + ",".join(map(str, sorted(numbers)))
    mine = subtraction(numbers)
    assert (mine.values(max=60, play=play) == grundy.values(code, max=60, play=play)).all()
    assert mine.position(47, play=play).winning_moves.sort() == grundy.position(code, 47, play=play).winning_moves.sort()


@given(some.lists(some.integers(0, 7), min_size=1, max_size=4).filter(any))
@settings(deadline=None, print_blob=True)
def test_octal_codes(digits):
    def options(n):
        for k, digit in enumerate(digits, 1):
            if digit & 1 and n == k:
                yield []
            if digit & 2 and n > k:
                yield n - k
            if digit & 4:
                yield from ([a, n - k - a] for a in range(1, (n - k) // 2 + 1))

    mine, code = grundy.Game(options), "octal:0." + "".join(map(str, digits))
    assert mine.values(max=40).tolist() == grundy.values(code, max=40).tolist()
    assert mine.values(max=7, play="misere").tolist() == grundy.values(code, max=7, play="misere").tolist()


@given(SETS, SETS)
@settings(deadline=None, max_examples=30, print_blob=True)
def test_sums(first, second):
    codes = ["subtraction:" + ",".join(map(str, sorted(numbers))) for numbers in (first, second)]
    both = grundy.values("sum:" + "+".join(codes), max=12)
    assert ((subtraction(first) + subtraction(second)).values(max=12) == both).all()
    assert ((subtraction(first) + codes[1]).values(max=12) == both).all()
    assert ((codes[0] + subtraction(second)).values(max=12) == both).all()
    mine, theirs = subtraction(first) + codes[1], "sum:" + "+".join(codes)
    assert mine.position((7, 9)).to_dict() == {**grundy.position(theirs, (7, 9)).to_dict(), "game": mine.code}


def test_tuples_arrays_and_generators():
    rook = grundy.Game(lambda a, b: [(i, b) for i in range(a)] + [(a, j) for j in range(b)])
    assert (rook.values(max=9) == grundy.values("rook", max=9)).all()
    one = grundy.Game(lambda p: ((p[0] - 1, p[1]) for _ in range(p[0] > 0)), coordinates=2)
    assert one.values(max=3).tolist() == [[0] * 4, [1] * 4, [0] * 4, [1] * 4]
    nim = grundy.Game(lambda n: numpy.arange(n))
    assert nim.values(max=9).tolist() == list(range(10))


def test_other_first_labels_and_positions():
    divisors = grundy.Game(lambda n: [d for d in range(1, n) if n % d == 0], first=1)
    found = divisors.values(max=30)
    assert found.first == 1 and found.tolist() == [sum(n % d**1 == 0 and 0 for d in ()) or omega(n) for n in range(1, 31)]
    fibonacci = grundy.Game(
        lambda tokens, most: [(tokens - k, 2 * k) for k in range(1, min(tokens, most) + 1)],
        asked=lambda n: (n, max(n - 1, 0)),
        name="fibonacci",
    )
    values = fibonacci.values(max=13, value="outcome")
    assert [n for n in range(14) if values[n] == 0] == [0, 1, 2, 3, 5, 8, 13]
    assert fibonacci.position(10).outcome == fibonacci.position((10, 9)).outcome == "N"


def omega(n):
    """How many primes divide n, repeated ones as often as they do."""
    return next((1 + omega(n // p) for p in range(2, n + 1) if n % p == 0), 0)


def test_each_position_is_asked_about_once():
    asked = []
    grundy.Game(lambda n: asked.append(n) or [n - 1, n // 2][: 2 * n]).values(max=100)
    assert sorted(asked) == list(range(101))


def test_periods_and_comparisons_are_observed_at_most():
    mine = subtraction([1, 2, 3], name="mine")
    found = mine.period()
    assert (found.period, found.status, found.theorem, found.game) == (4, "observed", None, "python:mine")
    assert "not proved" in found.sentence
    assert mine.compare("octal:0.333").verdict == "observed"
    assert mine.compare("nim:1").differs_at == 4
    assert mine.check("g(n) == n % 4", max=1000).verdict == "no counterexample"
    assert mine.draw(5).positions == 6


def test_two_functions_of_one_name_are_two_games():
    def game(k):
        return grundy.Game(lambda n: range(max(n - k, 0), n), name="take")

    both = game(1) + game(2)
    assert both.values(max=2).tolist() == [[0, 1, 2], [1, 0, 3], [0, 1, 2]]


@pytest.mark.parametrize(
    "options,words",
    [
        (lambda n: [1 - n] if n < 2 else [n - 1], "the rules allow infinite play: 0 -> 1 -> 0"),
        (lambda n: [n - 1], "the options of 0: -1 is not a position (a coordinate is negative)"),
        (lambda n: [n / 2], "the options of 0: 0.0 is not a position"),
        (lambda n: [(n, n)], "the options of 0: (0, 0) is not a position (it has the wrong number of coordinates)"),
        (lambda n: [2**40], "a coordinate is too large"),
        (lambda n: [["a"]], "the options of 0: 'a' is not a position"),
    ],
)
def test_wrong_functions_are_refused_with_the_place(options, words):
    with pytest.raises(grundy.ConfigError) as raised:
        grundy.Game(options).values(max=3)
    assert words in str(raised.value)


def test_what_the_function_raises_comes_out_as_it_is():
    class Mine(Exception):
        pass

    error = Mine("at 7")

    def options(n):
        if n == 7:
            raise error
        return range(n)

    for call in (
        lambda game: game.values(max=9),
        lambda game: game.position(9),
        lambda game: (game + "nim:1").values(max=9),
        lambda game: game.compare("nim:1"),
    ):
        with pytest.raises(Mine) as raised:
            call(grundy.Game(options))
        assert raised.value is error


@pytest.mark.parametrize(
    "options,words",
    [
        (lambda n: None, "the options of 0: None is not a list of options (a `return` may be missing"),
        (lambda n: 5, "the options of 0: 5 is not a list of options (one option is a list of one, as in `[3]`)"),
    ],
)
def test_what_is_no_list_of_options_is_refused(options, words):
    with pytest.raises(grundy.ConfigError) as raised:
        grundy.Game(options).values(max=1)
    assert words in str(raised.value)


def test_methods_have_the_arguments_of_the_functions():
    for name in ("values", "period", "guess", "misere", "position", "compare", "draw", "count", "check"):
        function = list(inspect.signature(getattr(grundy, name)).parameters.values())[1:]
        method = list(inspect.signature(getattr(grundy.Game, name)).parameters.values())[1:]
        keywords = [[one for one in many if one.kind is one.KEYWORD_ONLY] for many in (method, function)]
        assert keywords[0] == keywords[1] and keywords[0], name
        assert len(method) - len(keywords[0]) == len(function) - len(keywords[1]) - (name != "compare"), name


def test_positions_without_end_stop_at_the_memory():
    with pytest.raises(grundy.LimitError) as raised:
        grundy.Game(lambda n: [n + 1]).values(max=3, memory="4 MiB")
    assert "for example along 3 -> 4" in str(raised.value)


def test_a_function_may_call_the_module():
    kayles = grundy.values("kayles", max=100)
    inner = grundy.Game(lambda n: [int(grundy.values("nim:1", max=n, progress=False)[-1]) - 1] if n else [])
    assert inner.values(max=20).tolist() == [n % 2 for n in range(21)] and kayles[11] == 6


def test_two_threads_may_ask_one_game():
    game = subtraction([1, 3, 4])
    found = [None] * 4

    def call(place):
        found[place] = game.values(max=20_000).tolist()

    threads = [threading.Thread(target=call, args=(place,)) for place in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert all(one == grundy.values("subtraction:1,3,4", max=20_000).tolist() for one in found)


def test_games_say_what_they_are():
    def halves(n):
        """Take one, or leave half."""
        return [n - 1, n // 2] if n else []

    game = grundy.Game(halves)
    assert (game.code, game.words) == ("python:halves", "Take one, or leave half.")
    assert (game + "kayles").code == "sum:python:halves+octal:0.77"
    assert repr(game.heaps(2)) == "<game sum:python:halves+python:halves>"
    for wrong in (dict(name="a b"), dict(coordinates=33), dict(first=-1)):
        with pytest.raises(grundy.ConfigError):
            grundy.Game(halves, **wrong)
    for wrong in (3, None, "octel:0.77"):
        with pytest.raises(grundy.ConfigError):
            grundy.Game(wrong)
    with pytest.raises(grundy.ConfigError):
        game + "graph:configs/graph/diamond.csv"
