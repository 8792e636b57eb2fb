"""Graphs, boards and the arguments of families: their games are those of the codes."""

import hypothesis.strategies as some
import pytest
from hypothesis import given, settings

import grundy

EDGES = [("a", "b"), ("b", "c"), ("c", "d"), ("d", "a"), ("d", "e")]

GAMES = ["node-kayles", "arc-kayles", "grim", "domination", "col", "snort"]


def test_a_graph_knows_its_vertices_edges_and_code():
    graph = grundy.Graph(EDGES)
    assert graph.vertices == tuple("abcde") and len(graph) == 5
    assert set(map(frozenset, graph.edges)) == set(map(frozenset, EDGES)) and len(graph.edges) == 5
    assert graph.graph6() in graph.code and repr(graph) == "<graph with 5 vertices and 5 edges>"
    assert graph == grundy.Graph(graph) == grundy.Graph(EDGES + [("b", "a")], vertices="abc")
    assert hash(graph) == hash(grundy.Graph(graph))
    assert graph != grundy.Graph(EDGES[:4], vertices="abcde") and graph != EDGES
    other = grundy.Graph(EDGES, vertices="ba")
    assert graph != other and other.vertices == tuple("bacde") and other.index("a") == 1
    assert grundy.Graph([], vertices=["x"]).edges == () and repr(grundy.Graph("A_")).endswith("1 edge>")


@pytest.mark.parametrize("game", GAMES)
def test_values_are_those_of_the_code(game):
    graph = grundy.Graph(EDGES)
    expected = grundy.values(f"{game}:{graph.code}")
    found = grundy.values(game, graph=graph)
    assert found.tolist() == expected.tolist() and found.game == expected.game
    assert grundy.Game(game, graph=graph).code == expected.game


@given(some.integers(1, 9).flatmap(lambda n: some.tuples(some.just(n), some.sets(some.integers(0, n * (n - 1) // 2)))))
@settings(deadline=None, max_examples=60, print_blob=True)
def test_every_graph_is_written_and_read(drawn):
    n, chosen = drawn
    pairs = [(u, v) for v in range(n) for u in range(v)]
    graph = grundy.Graph([pairs[place] for place in chosen if place < len(pairs)], vertices=range(n))
    assert grundy.Graph(graph.graph6()) == graph
    # All characters of graph6 may stand in a code and in a keyword.
    value = kayles_on({v: {v} for v in range(n)}, graph.edges)
    assert grundy.values("node-kayles", graph=graph).tolist() == [value]
    assert grundy.values(f"node-kayles:{graph.code}").tolist() == [value]


def kayles_on(closed, edges):
    """The value of Node-Kayles by its definition; `closed` has the vertices that are left."""
    neighbours = {v: {v} | {b for a, b in edges if a == v} | {a for a, b in edges if b == v} for v in closed}
    known = {}

    def value(left):
        if left not in known:
            options = {value(left - neighbours[v]) for v in left}
            known[left] = next(g for g in range(len(options) + 1) if g not in options)
        return known[left]

    return value(frozenset(closed))


def test_graphs_of_networkx():
    networkx = pytest.importorskip("networkx")
    petersen = networkx.petersen_graph()
    assert grundy.values("node-kayles", graph=grundy.Graph(petersen)).tolist() == [
        grundy.values("node-kayles:petersen:k=2,n=5")[0]
    ]
    assert grundy.Graph(petersen).graph6() == networkx.to_graph6_bytes(petersen, header=False).decode().strip()
    with_isolated = networkx.Graph(EDGES)
    with_isolated.add_node("z")
    assert grundy.Graph(with_isolated).vertices == tuple("abcdez")
    assert grundy.Graph(networkx.MultiGraph(EDGES + EDGES)) == grundy.Graph(EDGES)
    with pytest.raises(grundy.ConfigError, match="the graph is directed"):
        grundy.Graph(networkx.DiGraph(EDGES))
    with pytest.raises(grundy.ConfigError, match="is a loop"):
        grundy.Graph(networkx.Graph([(1, 1)]))


def test_a_graph_that_looks_like_one_of_networkx():
    class Likeness:
        nodes, edges = ["z", *"abcde"], EDGES

    assert grundy.Graph(Likeness()).vertices == ("z", *"abcde")


@pytest.mark.parametrize(
    "wrong,words",
    [
        ([("a", "a")], "the edge ('a', 'a') is a loop"),
        ([("a", "b", 3)], "('a', 'b', 3) is not an edge"),
        ([("a", [])], "a vertex must be a number, a text"),
        (7, "a graph is made from pairs of vertices"),
        ("petersen:k=2", "a graph code such as `petersen:k=2` needs no `Graph`"),
        ("&C?", "it is a directed graph"),
        ([(n, n + 1) for n in range(4096)], "the graph has 4097 vertices; at most 4096 are possible"),
    ],
)
def test_what_is_no_graph_is_refused(wrong, words):
    with pytest.raises(grundy.ConfigError) as raised:
        grundy.Graph(wrong)
    assert words in str(raised.value)


def test_vertices_that_the_graph_does_not_have():
    for wrong in ("f", []):
        with pytest.raises(grundy.ConfigError, match="is not a vertex of the graph"):
            grundy.Graph(EDGES).index(wrong)


def test_every_call_takes_the_arguments_of_a_family():
    graph = grundy.Graph(EDGES)
    code = grundy.Game("node-kayles", graph=graph).code
    left = [graph.index(vertex) for vertex in "abe"]
    found = grundy.position("node-kayles", left, graph=graph)
    assert found.to_dict() == grundy.position(code, "0,1,4").to_dict()
    assert grundy.draw("node-kayles", left, graph=graph).svg == grundy.draw(code, "0,1,4").svg
    assert grundy.values("node-kayles", graph="petersen:k=2", max=9).game == "node-kayles:petersen:k=2"
    assert grundy.period("node-kayles", graph="path") == grundy.period("node-kayles:path")
    assert grundy.check("nim", "value == h1 xor h2", heaps=2, max=9).verdict == "no counterexample"
    assert grundy.count("nim", "outcome == P", heaps=2, max=9).count == 10
    assert grundy.values("subtraction", set={1, 2}, max=4).game == "subtraction:1,2"
    assert grundy.values("geography", graph="grid:rows=2,columns=2", start="1").game.endswith(",start=1")
    moves = ["n -> n - 1 when n > 0", "n -> n / 2 when n > 1"]
    assert grundy.values("custom", moves=moves, max=9).tolist() == [0, 1, 0, 2, 1, 2, 0, 1, 0, 2]
    assert grundy.Game("wythoff", first=1).values(max=2).shape == (2, 2)
    both = grundy.Game("node-kayles", graph="path") + grundy.Game("nim", heaps=1)
    assert both.position((4, 3)).grundy == grundy.position("sum:node-kayles:path+nim:1", (4, 3)).grundy


@pytest.mark.parametrize(
    "game,arguments,words",
    [
        ("node-kayles", dict(graf="path"), "keywords:1:1: unknown key `graf` (did you mean `graph`?)"),
        ("node-kayles", dict(size=3), "unknown key `size` (this family takes `graph`)"),
        ("nim", dict(graph=grundy.Graph(EDGES)), "unknown key `graph` (this family takes `heaps`"),
        ("grundys-game", dict(graph="path"), "unknown key `graph` (this family takes `heaps`"),
        ("graph-octal", dict(graph="path"), "`digits` is missing"),
        ("graph-octal", dict(graph="path", digits=0.33), "`digits` cannot be 0.33: expected a text"),
        ("node-kayles", dict(graph="pathe"), "`pathe` is not a graph"),
        ("node-kayles", dict(graph=EDGES), "`graph` cannot be ('a', 'b'): expected a text"),
        ("node-kayles", dict(graph=["path", "cycle"]), "`graph` takes one value, not a list of 2"),
        ("kayles", dict(heaps=2), "`kayles` is a game code: only the name of a family takes keywords"),
        ("octal:0.77", dict(maxi=2), "`octal:0.77` is a game code: only the name of a family takes keywords"),
        ("node-kailes", dict(graph="path"), "there is no family `node-kailes` (did you mean `node-kayles`?)"),
        (grundy.Game("nim:2"), dict(heaps=2), "unknown keyword `heaps`: the game has all its arguments"),
    ],
)
def test_wrong_keywords_are_named(game, arguments, words):
    with pytest.raises(grundy.ConfigError) as raised:
        grundy.values(game, max=5, **arguments)
    assert words in str(raised.value)


def test_functions_take_no_arguments_of_families():
    with pytest.raises(grundy.ConfigError, match="unknown keyword `graph`"):
        grundy.Game(lambda n: [], graph="path")
    with pytest.raises(grundy.ConfigError, match="unknown keyword `asked`"):
        grundy.Game("nim", heaps=2, asked=lambda n: n)


def test_boards_are_the_games_of_their_codes():
    cram = grundy.Board(["## -> .."], start="full", rows=3)
    assert isinstance(cram, grundy.Game)
    assert (cram.values(max=6) == grundy.values("cram:rows=3", max=6)).all()
    square = grundy.Board(["## -> .."], start="full")
    assert (square.values(max=4) == grundy.values("cram", max=4)).all()
    rules = ["XO -> .X", "OX -> .O"]
    clobber = grundy.Board(rules, start="checkered", rows=2)
    assert (clobber.values(max=6) == grundy.values("clobber:rows=2", max=6)).all()
    strip = grundy.Board(rules=rules, strip="(XO)^n")
    assert strip.code == "board:XO->.X,OX->.O,strip=(XO)^n"
    single = grundy.Board(rules, start="XOX/OXO")
    assert single.position("XOX/.OX").to_dict() == grundy.position(single.code, "XOX/.OX").to_dict()
    one_way = grundy.Board(["XX. -> ..X"], start="XX.XX", symmetries="mirror")
    assert one_way.values().tolist() == grundy.values("board:XX.->..X,start=XX.XX,symmetries=mirror").tolist()


@pytest.mark.parametrize(
    "arguments,words",
    [
        (dict(rules=["XO -> .X"]), "the game has no start"),
        (dict(rules=["XO -> X"], start="XO"), "keywords:1:"),
        (dict(rules=["X. -> .X"], start="X."), "play may not end"),
        (dict(rules=["XO -> .X"], start="XO", rows=2), "`rows` is given, but the start says it"),
        (dict(rules=["XO -> .X"], start="XO", symmetries="some"), "symmetries"),
    ],
)
def test_wrong_boards_are_refused(arguments, words):
    with pytest.raises(grundy.ConfigError) as raised:
        grundy.Board(**arguments)
    assert words in str(raised.value)
