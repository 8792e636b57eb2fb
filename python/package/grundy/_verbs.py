"""The commands, with the same names as on the command line."""

from __future__ import annotations

import json
import os
from typing import Any, Dict, Mapping, Optional, Sequence, SupportsIndex, Union

from . import _native
from ._asked import Amount, Bound, Call, Number, amount, bound, whole
from ._errors import ChecksFailed, ConfigError
from ._frames import columns_of, to_frame
from ._playable import Argument, Playable, source_of
from ._progress import Report
from ._results import Checked, Comparison, Count, Drawing, Families, Family, Misere, Patterns, Period, Position, Run
from ._show import position_text
from ._toml import toml
from ._values import Values, made

Progress = Union[bool, Report]
Over = Union[str, range, Sequence[Union[int, str]], Mapping[str, Any]]


def values(
    game: Union[str, Playable],
    /,
    *,
    max: Bound = None,
    play: Optional[str] = None,
    value: Optional[str] = None,
    period: bool = False,
    kernel: Optional[str] = None,
    memory: Amount = None,
    threads: Optional[SupportsIndex] = None,
    progress: Progress = True,
    **arguments: Argument,
) -> Values:
    """The values of a game up to `max`, as a NumPy array of `uint8`, `uint16` or `uint32` (whichever is wide enough) in the shape of the box.

    A game with one coordinate gives a sequence that starts at `first` (0 for most families); a game with d coordinates gives the box of all
    positions with coordinates up to `max`, where the last coordinate varies fastest. In a game whose play may go on for ever, or whose
    moves decide who moves next, values are objects: numbers, `Infinity` and `MOON`.

    `game`: a code, a `Game`, or the name of a family, whose arguments are further keywords: `values("nim", heaps=2, max=3)`. A `Graph`
    stands for a graph code.
    `max`: the largest coordinate, also as a text such as "1e6" or "2**20"; a list has a bound for each coordinate.
    `play`: "normal" or "misere".
    `value`: "grundy", "outcome" (0 is P, 1 is N, 2 is a draw), "remoteness" or "suspense"; the defaults depend on the family.
    `period`: if true, the period of a sequence is looked for, too, and `claim` states what was found.
    `kernel`: the algorithm, by a name that `grundy list` gives; by default the fastest one that fits.
    `memory`: the limit for all memory, including the array: a number of bytes, or a text such as "8 GiB" (the default).
    `threads`: the number of threads, by default one for each core.
    `progress`: false for no bar, or a function that is called with `phase`, `done` and `total` instead.

    Raises ConfigError for invalid arguments, LimitError if the memory would not suffice, KeyboardInterrupt at Ctrl-C.

    >>> import grundy
    >>> grundy.values("wythoff", max=3)
    Values([[0, 1, 2, 3],
            [1, 2, 0, 4],
            [2, 0, 1, 5],
            [3, 4, 5, 6]], dtype=uint8)
    >>> grundy.values("nim:2", max=[1, 3]).tolist()
    [[0, 1, 2, 3], [1, 0, 3, 2]]
    >>> grundy.values("nim:2", max=2, play="misere", memory="1 GiB").tolist()
    [[1, 0, 1], [0, 1, 1], [1, 1, 0]]
    >>> grundy.values("node-kayles", graph="petersen:k=2", max=10).tolist()
    [1, 0, 1, 0, 1, 0]
    """
    call = Call(
        max=max,
        play=play,
        value=value,
        kernel=kernel,
        memory=memory,
        period=period,
        threads=threads,
        progress=progress,
    )
    return made(call.of(_native.values, source_of(game, arguments)))


def period(
    game: Union[str, Playable],
    /,
    *,
    max: Bound = None,
    play: Optional[str] = None,
    value: Optional[str] = None,
    memory: Amount = None,
    threads: Optional[SupportsIndex] = None,
    progress: Progress = True,
    **arguments: Argument,
) -> Period:
    """The period of a game with one coordinate, proved where a theorem allows it; without `max`, as far as a proof needs, within about 20 seconds.

    Raises ConfigError for a game that is not a sequence, LimitError, KeyboardInterrupt.

    >>> import grundy
    >>> grundy.period("subtraction:2,5,7")
    <subtraction:2,5,7: G(n + 22) = G(n) for all n >= 0: proved (subtraction-window, with the values up to n = 28)>
    """
    call = Call(max=max, play=play, value=value, memory=memory, threads=threads, progress=progress)
    return Period(call.read(_native.period, source_of(game, arguments)))


def guess(
    game: Union[str, Playable],
    /,
    *,
    max: Bound = None,
    kinds: Sequence[str] = (),
    play: Optional[str] = None,
    value: Optional[str] = None,
    memory: Amount = None,
    threads: Optional[SupportsIndex] = None,
    progress: Progress = True,
    **arguments: Argument,
) -> Patterns:
    """The rules behind the values of a game, guessed on a part of the range and checked on the rest; without `max` the range grows until two ranges agree.

    `kinds` restricts the search (docs/patterns.md lists them).

    Raises ConfigError for an unknown kind or a game whose positions have no coordinates, LimitError, KeyboardInterrupt.

    >>> import grundy
    >>> print(grundy.guess("subtraction:2,5,7", max=300)[0])
    G(n + 22) = G(n) for all n >= 0
    """
    call = Call(max=max, play=play, value=value, memory=memory, threads=threads, progress=progress)
    text, native = call.of(_native.guess, source_of(game, arguments), list(kinds))
    return Patterns._of(json.loads(text), native)


def misere(
    game: Union[str, Playable],
    /,
    *,
    max: Bound = None,
    elements: SupportsIndex = 4000,
    steps: SupportsIndex = 1_000_000_000,
    memory: Amount = None,
    threads: Optional[SupportsIndex] = None,
    progress: Progress = True,
    **arguments: Argument,
) -> Misere:
    """The misère quotient of a game, with its P-portion, a proved period where a theorem allows it, and genera; without `max` heaps are added until a period is proved or a limit is reached.

    `elements` is the largest number of elements of a quotient (at most 16,000), and `steps` limits the search.

    Raises ConfigError for invalid arguments and games with endless play, LimitError, KeyboardInterrupt.

    >>> import grundy
    >>> print(grundy.misere("octal:0.75").rules)
    a^2 = 1, bc = ab, c^2 = b^2
    """
    call = Call(max=max, memory=memory, threads=threads, progress=progress)
    limits = (whole("elements", elements) or 0, whole("steps", steps) or 0)
    return Misere(call.read(_native.misere, source_of(game, arguments), *limits))


def position(
    game: Union[str, Playable],
    /,
    position: Any,
    *,
    play: Optional[str] = None,
    moves: SupportsIndex = 1000,
    memory: Amount = None,
    threads: Optional[SupportsIndex] = None,
    progress: Progress = True,
    **arguments: Argument,
) -> Position:
    """The outcome, the Grundy value and at most `moves` winning moves of a position: a number, a tuple, or a text as on the command line.

    Raises ConfigError for something that is not a position, LimitError, KeyboardInterrupt.

    >>> import grundy
    >>> grundy.position("nim:3", (3, 4, 5))
    <nim:3, 3,4,5: N, Grundy value 2, 1 winning move>
    >>> grundy.position("sum:queen+nim:1", "3,4+4", play="misere").outcome
    'N'
    """
    call = Call(play=play, memory=memory, threads=threads, progress=progress)
    text = position_text(position)
    return Position(call.read(_native.position, source_of(game, arguments), text, whole("moves", moves)))


def compare(
    first: Union[str, Playable],
    second: Union[str, Playable],
    *,
    max: Bound = None,
    shift: Optional[int] = None,
    value: Optional[str] = None,
    memory: Amount = None,
    threads: Optional[SupportsIndex] = None,
    progress: Progress = True,
) -> Comparison:
    """Whether two sequences are equal: the values of the first game at n + shift and those of the second at n.

    By default, `max` is as large as a proof by periods needs, and `shift` is that of a proved equality, or 0.

    Raises ConfigError for a game whose rows are not a sequence, LimitError, KeyboardInterrupt.

    >>> import grundy
    >>> grundy.compare("subtraction:1,2,3", "octal:0.333").verdict
    'proved'
    """
    call = Call(max=max, value=value, memory=memory, threads=threads, progress=progress)
    sources = [source_of(first), source_of(second)]
    names = [text if isinstance(text, str) else text.code for text in (first, second)]
    told = call.read(_native.compare, sources[0], sources[1], names, shift)
    return Comparison(told)


def check(
    game: Union[str, Playable],
    /,
    holds: str,
    *,
    max: Bound = None,
    where: Optional[str] = None,
    over: Optional[str] = None,
    largest: Optional[str] = None,
    smallest: Optional[str] = None,
    play: Optional[str] = None,
    value: Optional[str] = None,
    memory: Amount = None,
    threads: Optional[SupportsIndex] = None,
    progress: Progress = True,
    **arguments: Argument,
) -> Checked:
    """Looks for a counterexample to a conjecture over the terms of a sequence, or the positions of a box.

    `holds` and `where` are expressions of the language of docs/language.md, in n and g(n), or h1, h2, ... and value.
    Of many counterexamples the first 1000 are kept; with `largest` (or `smallest`), an expression too, those with its
    largest (smallest) values. A refuted conjecture is an answer, not an error.

    Raises ConfigError, with the place of the mistake in an expression, LimitError, KeyboardInterrupt.

    >>> import grundy
    >>> grundy.check("kayles", "g(n) == g(n - 12)", where="n >= 83", max=10**5).verdict
    'no counterexample'
    >>> grundy.check("kayles", "g(n) == g(n - 12)", where="n >= 82", max=10**5).first_counterexample
    'n=82'
    """
    call = Call(
        max=max, play=play, value=value, memory=memory, threads=threads, progress=progress
    )
    return Checked(call.read(_native.check, source_of(game, arguments), holds, where, over, largest, smallest))


def count(
    game: Union[str, Playable],
    /,
    condition: str,
    *,
    max: Bound = None,
    sum: Optional[str] = None,
    largest: Optional[str] = None,
    orbits: bool = False,
    over: Optional[str] = None,
    play: Optional[str] = None,
    value: Optional[str] = None,
    memory: Amount = None,
    threads: Optional[SupportsIndex] = None,
    progress: Progress = True,
    **arguments: Argument,
) -> Count:
    """The number of terms of a sequence, or of positions of a box, that have a property. With `sum` or `largest`, also the sum or the
    largest value of an expression over these. With `orbits=True`, positions that are the same up to a symmetry of the game count once.

    The texts are expressions of the language of docs/language.md, in n and g(n), or in h1, h2, ... and value.

    Raises ConfigError, with the place of the mistake in an expression, LimitError, KeyboardInterrupt.

    >>> import grundy
    >>> grundy.count("nim:3", "outcome == P", max=20).count
    331
    >>> grundy.count("nim:3", "outcome == P", max=20, orbits=True).count
    66
    >>> grundy.count("kayles", "g(n) == 0", max=1000, largest="n").first_at
    'n=0'
    """
    call = Call(
        max=max, play=play, value=value, memory=memory, threads=threads, progress=progress
    )
    return Count(
        call.read(_native.count, source_of(game, arguments), condition, sum, largest, orbits, over)
    )


def draw(
    game: Union[str, Playable],
    /,
    position: Any = None,
    *,
    levels: Optional[SupportsIndex] = None,
    board: bool = False,
    play: Optional[str] = None,
    memory: Amount = "256 MiB",
    progress: Progress = True,
    **arguments: Argument,
) -> Drawing:
    """A picture of all positions that can be reached from a given one, by at most `levels` moves if that is given; a notebook shows it.

    With `board=True` it shows the position alone on its board or graph, with what is typed for each cell or vertex. The position may be
    omitted if the game has only one.

    Raises ConfigError for something that is not a position, LimitError for more positions than a picture can hold, KeyboardInterrupt.

    >>> import grundy
    >>> grundy.draw("nim:2", (1, 2))
    <picture of nim:2 from 1,2: 6 positions>
    >>> grundy.draw("node-kayles:petersen:k=2", "7: all but 3,4", board=True)
    <picture of node-kayles:petersen:k=2 from 7: all but 3,4: 1 position>
    """
    if board and levels is not None:
        raise ConfigError("`board` and `levels` are both given: a board shows one position")
    call = Call(play=play, memory=memory, progress=progress)
    text = None if position is None else position_text(position)
    return Drawing(call.read(_native.draw, source_of(game, arguments), text, whole("levels", levels), board))


def families(word: Optional[str] = None) -> Families:
    """The families of games, with the names for well-known codes; with a word, only those whose name or description contains it.

    >>> import grundy
    >>> grundy.families("kayles").names["kayles"]
    'octal:0.77'
    >>> len(grundy.families()) > 20
    True
    """
    told = json.loads(_native.catalogue(word))
    found = Families(Family(figures) for figures in told["families"])
    found.names = {known["name"]: known["code"] for known in told["names"]}
    return found


def run(
    config: Union[str, "os.PathLike[str]"],
    *,
    out: Union[str, "os.PathLike[str]", None] = None,
    fresh: bool = False,
    threads: Optional[SupportsIndex] = None,
    progress: Progress = True,
) -> Run:
    """Runs a config, a job or a sweep, into the folder `out` (`data/runs/NAME` by default), as `grundy run` does.

    A run that was stopped by Ctrl-C resumes when it is called again; one that is up to date is not recomputed, unless `fresh` is true.

    Raises ChecksFailed if a check of the config fails or a conjecture is refuted (the results are written, and are in its attribute `run`);
    ConfigError, LimitError, FileError, CorruptError, KeyboardInterrupt.

    >>> import grundy, pathlib, tempfile
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> text = '[game]\\ncode = "kayles"\\n[range]\\nmax = 1000\\n[analysis]\\nperiod = true\\n'
    >>> _ = (folder / "a.toml").write_text(text)
    >>> grundy.run(folder / "a.toml", out=folder / "a").sentence
    '1001 values, period 12 from n = 71 proved (guy-smith)'
    """
    call = Call(threads=threads, progress=progress)
    target = None if out is None else os.fspath(out)
    done = Run(call.read(_native.run, os.fspath(config), target, fresh))
    complaint = done.findings["complaint"]
    if complaint is not None:
        failed = ChecksFailed(complaint)
        failed.run = done
        raise failed
    return done


def sweep(
    code: str,
    over: Mapping[str, Over],
    *,
    max: Optional[Number] = None,
    where: Optional[str] = None,
    holds: Optional[str] = None,
    play: Optional[str] = None,
    value: Optional[str] = None,
    memory: Amount = None,
    max_rows: Optional[SupportsIndex] = None,
    frame: Optional[str] = None,
    threads: Optional[SupportsIndex] = None,
    progress: Progress = True,
) -> Any:
    """A family of games, one row per game: a pandas or polars data frame, whichever is installed, otherwise a dictionary of columns.

    `code` has variables in braces. `over` gives the range of each variable, and the last one varies fastest: a range such as "a+1..=30" or
    `range(1, 31)`, a list, or a mapping as in a config, `{"subsets-of": 9}` or `{"octal-digits": 2}`. `max` is a number or an expression
    in the variables, and `where` is a condition. The columns are those of `sweep.csv`; sets are tuples, and a game that fails is a row with
    its `error`. `frame` is "pandas", "polars" or "dict". A pandas data frame has a summary in `attrs["grundy"]`.

    `holds` is a conjecture about every row, an expression in the variables and columns (docs/conjectures.md).

    Raises ChecksFailed if `holds` is refuted, with the rows in its attribute `table`; ConfigError, with the place of the mistake, LimitError,
    KeyboardInterrupt.

    >>> import grundy
    >>> pairs = grundy.sweep("subtraction:{a},{b}", {"a": "1..=2", "b": "a+1..=3"}, max=100, frame="dict")
    >>> pairs["game"], pairs["period"], pairs["status"]
    (['subtraction:1,2', 'subtraction:1,3', 'subtraction:2,3'], [3, 2, 5], ['proved', 'proved', 'proved'])
    >>> grundy.sweep("subtraction:{S}", {"S": {"subsets-of": 2}}, holds="period == max(S) + 1", max="1e3", frame="dict")["S"]
    Traceback (most recent call last):
    ...
    grundy.ChecksFailed: conjecture claim: refuted at S=2
    """
    call = Call(threads=threads, progress=progress)
    config: Dict[str, Any] = {
        "sweep": {"code": code, "where": where, "play": play},
        "sweep.over": {name: over_of(name, what) for name, what in over.items()},
        "range": {"max": max if isinstance(max, str) else bound("max", max)},
        "solve": {"value": value, "memory": amount(memory)},
        "output": {"formats": ["report"], "max-rows": whole("max_rows", max_rows)},
    }
    if holds is not None:
        config["conjecture"] = [{"name": "claim", "holds": holds}]
    told = call.read(_native.sweep, toml({**config, "analysis": {"period": True}}), toml(config))
    about = {"game": told["game"], **told["findings"]}
    sets = {name for name, what in over.items() if isinstance(what, Mapping) and "subsets-of" in what}
    table = to_frame(columns_of(told["table"], sets, {name for name, what in over.items() if is_of_texts(what)}), frame, about)
    refuted = [one["words"] for one in about["conjectures"] if one["failed"]]
    if refuted:
        failed = ChecksFailed(f"conjecture claim: {refuted[0]}")
        failed.table = table
        raise failed
    return table


def is_of_texts(what: Over) -> bool:
    """Whether a variable runs over texts, which may look like numbers: digits such as 07."""
    if isinstance(what, Mapping):
        return "octal-digits" in what or "hex-digits" in what
    return isinstance(what, Sequence) and not isinstance(what, str) and any(isinstance(one, str) for one in what)


def over_of(name: str, what: Over) -> Any:
    """The range of a variable, as it is written in a config."""
    if isinstance(what, range):
        return f"{what.start}..{what.stop}" if what.step == 1 else list(what)
    if isinstance(what, (str, Mapping)):
        return what
    if isinstance(what, Sequence):
        return list(what)
    raise ConfigError(f"`{name}` cannot run over {what!r}: expected a range as in \"1..=30\", a list, or a mapping")
