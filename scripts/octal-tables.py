#!/usr/bin/env python3
"""Makes a table of octal games of the results of a sweep with period, growth and same-as.

    scripts/octal-tables.py data/runs/octal-3 data/tables/octal-3

writes data/tables/octal-3.csv: a line for every game with period, preperiod, saltus, status, theorem, how far, largest value, rare
values and the last of them as the sparse space that fits best has them, and the game with the same values where a theorem proves it; and
octal-3.md: games with the same values in one line, and what is published beside what was found. A game without a period is
listed as such; nothing is said of it beyond what was computed.
"""

import csv
import sys
import textwrap
import tomllib
from pathlib import Path

COLUMNS = ["game", "preperiod", "period", "saltus", "status", "theorem", "checked_to", "max_value", "zeros"]
MORE = ["mask", "rares", "last_rare", "same_as", "shift"]
SHOWN = ["preperiod", "period", "saltus", "theorem", "checked_to", "max_value", "rares", "last_rare"]
PUBLISHED = Path(__file__).resolve().parent.parent / "data/known/octal_periods.toml"


def rows(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def table_of(folder):
    """A line for every game, from the files of the sweep."""
    games = rows(folder / "sweep.csv")
    names = [name for name in games[0] if name not in COLUMNS + ["max", "error"]]

    def key(row):
        return tuple(row[name] for name in names)

    # The last line of a game is that of all its values.
    told = folder / "sweep_growth.csv"
    growth = {key(row): row for row in rows(told)} if told.exists() else {}
    same = {key(row): row for row in rows(folder / "sweep_same_as.csv")}
    table = []
    for game in games:
        grown, equal = growth.get(key(game), {}), same.get(key(game), {})
        line = {name: game.get(name, "") for name in COLUMNS}
        line |= {name: grown.get(name, "") for name in MORE[:3]}
        line |= {name: equal.get(name, "") for name in MORE[3:]}
        table.append(line)
    return table


def published(table):
    """What is published of these games, beside what was found: lines, and how many disagree."""
    found = {line["game"]: line for line in table}
    lines, wrong = [], 0
    for known in tomllib.loads(PUBLISHED.read_text())["period"]:
        line = found.get(known["code"])
        if line is None:
            continue
        here = (line["preperiod"], line["period"])
        if line["status"] != "proved":
            verdict = f"no period up to {line['checked_to']}"
        elif here == (str(known["preperiod"]), str(known["period"])):
            verdict = "agrees"
        else:
            verdict, wrong = f"**{here[0]}, {here[1]} found**", wrong + 1
        lines.append((known["code"], known["preperiod"], known["period"], verdict))
    return lines, wrong


def write_page(name, table, file):
    classes = {}
    for line in table:
        classes.setdefault(line["same_as"] or line["game"], []).append(line)
    proved, observed = (sum(line["status"] == status for line in table) for status in ("proved", "observed"))
    known, wrong = published(table)
    intro = (
        f"{len(table)} games: {proved} have a proved period, {observed} one that is only observed. For the others, none was found among the "
        f"values computed. {name}.csv has a line for every game. The table below shows the first game of each of {len(classes)} classes. "
        "The games of a class are proved to have the same values, except for a shift; `others` is the number of its other games."
    )
    file.write(f"# {name}\n\n{textwrap.fill(intro, 120)}\n\n")
    header = ["game", "others"] + [name.replace("theorem", "proved by") for name in SHOWN]
    file.write("| " + " | ".join(header).replace("_", " ") + " |\n" + "|---" * len(header) + "|\n")
    for lines in classes.values():
        line = lines[0]
        said = line["theorem"] or line["status"].replace("none", "")
        cells = [f"`{line['game']}`", str(len(lines) - 1)] + [said if name == "theorem" else line[name] for name in SHOWN]
        file.write("| " + " | ".join(cells) + " |\n")
    file.write(f"\n## Compared with what is published\n\n{len(known)} of these games stand in data/known/octal_periods.toml; {wrong} disagree.\n\n")
    file.write("| game | preperiod | period | here |\n|---|---|---|---|\n")
    for code, preperiod, period, verdict in known:
        file.write(f"| `{code}` | {preperiod} | {period} | {verdict} |\n")


def main(folder, out):
    table = table_of(Path(folder))
    out = Path(out)
    with open(out.with_suffix(".csv"), "w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS + MORE, lineterminator="\n")
        writer.writeheader()
        writer.writerows(table)
    with open(out.with_suffix(".md"), "w") as file:
        write_page(out.name, table, file)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2])
