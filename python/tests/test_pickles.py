"""Games can be pickled, if their functions can."""

import copy
import pickle
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

import grundy


def halves(n):
    """Take one, or leave half."""
    return [n - 1, n // 2] if n else []


def to_itself(n):
    return n


def values_of(game):
    return game.values(max=12).tolist()


GAMES = {
    "code": grundy.Game("kayles"),
    "keywords": grundy.Game("subtraction", set=[2, 5, 7]),
    "function": grundy.Game(halves, first=1, name="mine", words="Halves."),
    "asked": grundy.Game(halves, asked=to_itself),
    "sum": grundy.Game(halves) + "kayles",
    "heaps": grundy.Game(halves).heaps(2),
    "loops": grundy.Game(halves, loops="draw"),
    "board": grundy.Board(rules=["XO -> .X", "OX -> .O"], strip="(XO)^n"),
}


@pytest.mark.parametrize("name", GAMES)
def test_a_pickled_game_is_the_same(name):
    game = GAMES[name]
    again = pickle.loads(pickle.dumps(game))
    assert (type(again), again.code, again.words) == (type(game), game.code, game.words)
    assert values_of(again) == values_of(game)
    assert copy.deepcopy(game) is game and copy.copy(game) is game


def test_a_game_on_a_graph_is_pickled():
    game = grundy.Game("node-kayles", graph=grundy.Graph(["ab", "bc", "cd"]))
    assert pickle.loads(pickle.dumps(game)).values().tolist() == game.values().tolist() == [0]


def test_equal_games_of_a_sum_stay_one_game():
    game = pickle.loads(pickle.dumps(GAMES["heaps"]))
    assert [source is game._recipe.rules[0] for source in game._recipe.rules] == [True, True]


def test_games_go_to_other_processes():
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        games = [GAMES["code"], GAMES["keywords"]]
        assert list(pool.map(len_of, games)) == [13, 13]


def len_of(game):
    return len(game.values(max=12))


def test_functions_that_cannot_be_found_again_are_refused():
    def inner(n):
        return []

    for game in (grundy.Game(lambda n: []), grundy.Game(inner), grundy.Game(halves, asked=lambda n: n)):
        with pytest.raises(pickle.PicklingError) as raised:
            pickle.dumps(game + "nim:1")
        assert f"the game `{game.code}` cannot be pickled" in str(raised.value)
        assert "define it with `def`" in str(raised.value)
        assert copy.deepcopy(game) is game
