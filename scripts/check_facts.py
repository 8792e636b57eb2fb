#!/usr/bin/env python3
"""Check proofs of the values of games on graphs or boards: python3 scripts/check_facts.py facts.txt ...

It shares nothing with the program but the file: it makes the moves itself, splits positions itself, and recognises equal
positions itself. A fact says that a component has a value (`= 3`) or does not have some (`! 0,2`). Each must follow from
others by one look at the options of the component:

- it is n: no option has the value n, and for each k < n some option has the value k;
- it is not n: some option has the value n.

Facts follow from facts about positions that come later in play, and every play ends, so all of them hold if each passes.
Exit code: 0 if all rows are proved, 1 if something is wrong, 2 if a file or its game cannot be read.
"""

import re
import sys
from collections import defaultdict

from facts_games import (
    JOINED,
    TAKEN,
    VERTEX_GAMES,
    GraphGame,
    ListedGame,
    OnBoard,
    Unread,
    Wrong,
    graph6,
    graph_octal,
    listed,
    on_graph,
    poset,
)


# Boards: a position is a set of (row, column, state).

TURNS = [(a, b, c) for a in (1, -1) for b in (1, -1) for c in (False, True)]


def turned(cells, turn, swap):
    """An image of some cells, with the states exchanged if `swap` says so."""
    a, b, transposed = turn
    for row, column, state in cells:
        row, column = a * row, b * column
        yield (column, row, swap.get(state, state)) if transposed else (row, column, swap.get(state, state))


def cornered(cells):
    cells = list(cells)
    top, left = min(cell[0] for cell in cells), min(cell[1] for cell in cells)
    return tuple(sorted((row - top, column - left, state) for row, column, state in cells))


class BoardGame:
    """Rules on a board. `rules` is a set of (from, to), each a tuple of (row, column, state) where a state is a letter, `.`
    (dead) or `?` (anything, also beyond the edge)."""

    def __init__(self, rules):
        self.rules = rules
        self.live = {state for before, _ in rules for _, _, state in before if state not in ".?"}
        for before, after in rules:
            if any(state == "." for _, _, state in before):
                raise Unread("a rule needs a dead cell")
            left = {(row, column) for row, column, state in after if state in self.live}
            if not {(row, column) for row, column, state in before if state in self.live} > left:
                raise Unread("a rule does not remove a cell, so this script cannot see that play ends")
        swaps = [{}]
        if self.live == {"X", "O"}:
            swaps.append({"X": "O", "O": "X"})
        images = {cornered_rule(rule) for rule in rules}
        self.images = [
            (turn, swap) for turn in TURNS for swap in swaps
            if {cornered_rule(tuple(tuple(turned(side, turn, swap)) for side in rule)) for rule in rules} == images
        ]
        # Cells that one rule concerns: those whose state it needs or changes.
        self.near = set()
        for before, after in rules:
            kept = {(row, column) for row, column, state in after if state == "?"}
            cells = [(row, column) for row, column, state in before if state != "?" or (row, column) not in kept]
            self.near |= {(a[0] - b[0], a[1] - b[1]) for a in cells for b in cells if a != b}
        self.known = {}

    def read(self, text):
        lines = enumerate(text.split("/"))
        return [(r, c, state) for r, line in lines for c, state in enumerate(line) if state != "."]

    def key(self, cells):
        own = cornered(cells)
        if own not in self.known:
            self.known[own] = min(cornered(turned(own, turn, swap)) for turn, swap in self.images)
        return self.known[own]

    def parts(self, cells):
        left = {(row, column): state for row, column, state in cells if state in self.live}
        while left:
            first = next(iter(left))
            part, todo = [(*first, left.pop(first))], [first]
            while todo:
                row, column = todo.pop()
                for down, right in self.near:
                    at = (row + down, column + right)
                    if at in left:
                        part.append((*at, left.pop(at)))
                        todo.append(at)
            yield part

    def options(self, cells):
        board = {(row, column): state for row, column, state in cells}
        for before, after in self.rules:
            lead = next(cell for cell in before if cell[2] in self.live)
            for (row, column), state in board.items():
                if state != lead[2]:
                    continue
                down, right = row - lead[0], column - lead[1]
                fits = all(s == "?" or board.get((r + down, c + right)) == s for r, c, s in before)
                if fits:
                    new = dict(board)
                    for r, c, s in after:
                        if s in self.live:
                            new[r + down, c + right] = s
                        elif s != "?":
                            new.pop((r + down, c + right), None)
                    yield [(r, c, s) for (r, c), s in new.items()]


def cornered_rule(rule):
    before, after = rule
    top, left = min(cell[0] for cell in before), min(cell[1] for cell in before)
    return tuple(tuple(sorted((r - top, c - left, s) for r, c, s in side)) for side in (before, after))


def rules_of(texts, symmetries):
    """Rules as they are written, in all images that count."""
    wanted = {"all": TURNS, "mirror": [(1, 1, False), (1, -1, False)], "none": [(1, 1, False)]}[symmetries]
    rules = set()
    for text in texts:
        sides = []
        for side in text.replace(" ", "").split("->"):
            lines = enumerate(side.split("/"))
            sides.append([(r, c, s) for r, line in lines for c, s in enumerate(line) if s != "_"])
        for turn in wanted:
            rules.add(cornered_rule(tuple(tuple(turned(side, turn, {})) for side in sides)))
    # A state that no left side names is dead.
    live = {state for before, _ in rules for _, _, state in before if state not in ".?"}
    dead = lambda state: state if state in live or state == "?" else "."
    return {(before, tuple((r, c, dead(s)) for r, c, s in after)) for before, after in rules}


CLOBBER = ["XO->.X", "OX->.O"]


def game_of(code):
    family, _, rest = code.partition(":")
    if family == "cram":
        return BoardGame(rules_of(["##->.."], "all"))
    if family == "clobber":
        return BoardGame(rules_of(CLOBBER, "all"))
    if family == "board":
        texts = [part for part in rest.split(",") if "->" in part]
        named = dict(part.split("=", 1) for part in rest.split(",") if "->" not in part and "=" in part)
        return BoardGame(rules_of(texts, named.get("symmetries", "all")))
    if taken := taken_by(family, rest):
        graph = graph_name(family, rest)
        return OnBoard(taken, JOINED[graph]) if graph in JOINED else GraphGame(taken)
    if family in ("col", "snort", "domination", "graph-chomp", "geography"):
        # Its own arguments stand behind a graph in parentheses.
        named = dict(re.findall("([a-z]+)=([a-z0-9]+)", rest[rest.rindex(")") :] if rest.startswith("(") else ""))
        system = on_graph(family, named)
        return ListedGame(lambda _, text: system(graph6(text)))
    if family == "poset":
        return ListedGame(poset(rest.split(",")[0]))
    if family == "deletion":
        return ListedGame(listed)
    raise Unread(f"the game {code} is not known here")


def taken_by(family, rest):
    """What a move removes, for games that remove vertices of a graph."""
    word = rest.split(",")[0]
    if family == "graph-octal":
        return graph_octal(word)
    if family == "vertex-game" and "when=" not in rest:
        return VERTEX_GAMES.get(word)
    return TAKEN.get(family)


def graph_name(family, rest):
    graph = rest if family in TAKEN else rest.partition(",")[2]
    return re.split("[:,]", graph.strip("()"))[0]


def check_start(code, label, text):
    """Whether a row on a board whose rules have no start of their own begins with the whole board."""
    family, _, rest = code.partition(":")
    graph = graph_name(family, rest)
    if family != "cram" and not (taken_by(family, rest) and graph in JOINED):
        return
    named = dict(re.findall("(rows|columns)=([0-9]+)", rest))
    free = iter([] if label == "all" else label.split(","))
    sides = [int(named.get(side) or next(free, 0)) for side in ("rows", "columns")]
    if graph in JOINED and graph != "grid":
        sides[1] = sides[0]
    if text.split("/") not in (["#" * sides[1]] * sides[0], ["#" * sides[0]] * sides[1]):
        raise Wrong(f"row {label} does not begin with the whole board")


class Facts:
    def __init__(self, game, lines):
        self.game, self.rows = game, []
        self.value, self.excluded, self.left = {}, defaultdict(set), {}
        for line in lines:
            words = line.split(" ")
            if words[0] == "row":
                start = game.start(words[1], words[3]) if isinstance(game, ListedGame) else game.read(words[3])
                self.rows.append((words[1], int(words[2]), words[3], start))
                continue
            text, kind, numbers = words
            position = game.read(text)
            (part,) = game.parts(position)
            key = game.key(part)
            self.left[key] = part
            values = [int(number) for number in numbers.split(",")]
            if kind == "=" and self.value.setdefault(key, values[0]) == values[0]:
                continue
            if kind != "!":
                raise Wrong(f"{line}: this position has another value elsewhere")
            self.excluded[key] |= set(values)

    def sum(self, parts):
        """The components of a sum by their keys, without pairs of equal ones."""
        keys = {}
        for part in parts:
            if any(True for _ in self.game.options(part)):
                key = self.game.key(part)
                keys.pop(key) if key in keys else keys.setdefault(key, part)
        return list(keys)

    def options(self, part):
        if isinstance(self.game, (BoardGame, ListedGame)):
            return [self.sum(self.game.parts(option)) for option in self.game.options(part)]
        return [self.sum(option) for option in self.game.options(part)]

    def known(self, keys):
        """The value of a sum; none if a component has none."""
        values = [self.value.get(key) for key in keys]
        return None if None in values else xor(values)

    def is_not(self, keys, n):
        """Whether facts exclude that a sum has the value n."""
        unknown = [key for key in keys if key not in self.value]
        rest = n ^ xor(self.value[key] for key in keys if key in self.value)
        return rest != 0 if not unknown else len(unknown) == 1 and rest in self.excluded[unknown[0]]

    def check(self, key):
        options = self.options(self.left[key])
        reached = {self.known(option) for option in options}
        if key in self.value:
            n = self.value[key]
            if not all(self.is_not(option, n) for option in options):
                raise Wrong(f"{self.left[key]} = {n}: an option may have this value")
            if not all(k in reached for k in range(n)):
                raise Wrong(f"{self.left[key]} = {n}: no option is known to have a smaller value")
        missing = [n for n in self.excluded[key] if n not in reached and self.value.get(key, n) == n]
        if missing:
            raise Wrong(f"{self.left[key]} ! {missing[0]}: no option is known to have this value")


def xor(values):
    total = 0
    for value in values:
        total ^= value
    return total


def main(path):
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    if len(lines) < 3 or lines[0] != "grundy facts 1" or not lines[1].startswith("game "):
        raise Unread("this is no file of facts")
    if not lines[-1].startswith("end "):
        raise Wrong("the file is not complete")
    game = game_of(lines[1].removeprefix("game "))
    body = lines[2:-1]
    facts = Facts(game, body)
    if int(lines[-1].split()[1]) != len(body) - len(facts.rows):
        raise Wrong("the number of facts is not the one at the end")
    for key in list(facts.left):
        facts.check(key)
    for label, value, text, start in facts.rows:
        check_start(lines[1].removeprefix("game "), label, text)
        if facts.known(facts.sum(game.parts(start))) != value:
            raise Wrong(f"the value of row {label} does not follow")
    print(f"{path}: {len(facts.left)} facts hold, and prove the values of {len(facts.rows)} row{'s' if len(facts.rows) != 1 else ''}")


def exit_code(path):
    try:
        main(path)
        return 0
    except Wrong as wrong:
        print(f"{path}: WRONG: {wrong}", file=sys.stderr)
        return 1
    except (Unread, OSError, ValueError, IndexError, KeyError) as why:
        print(f"{path}: {why}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.setrecursionlimit(10_000)
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(max([exit_code(path) for path in sys.argv[1:]]))
