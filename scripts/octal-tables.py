#!/usr/bin/env python3
"""Makes a table of octal games of the results of a sweep with period, growth and same-as.

    scripts/octal-tables.py data/runs/octal-3 data/tables/octal-3

writes data/tables/octal-3.csv and octal-3.md: period, preperiod, saltus, status, theorem, how far, largest value, rare values and the
last of them as the sparse space that fits best has them, and the game with the same values where a theorem proves it.
A game without a period is listed as such; nothing is said of games beyond what was computed.
"""

import csv
import sys
from pathlib import Path

COLUMNS = ["game", "preperiod", "period", "saltus", "status", "theorem", "checked_to", "max_value", "zeros"]
MORE = ["mask", "rares", "last_rare", "same_as", "shift"]


def rows(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def main(folder, out):
    folder, out = Path(folder), Path(out)
    games = rows(folder / "sweep.csv")
    names = [name for name in games[0] if name not in COLUMNS + ["max", "error"]]
    key = lambda row: tuple(row[name] for name in names)
    # The last line of a game is that of all its values.
    growth = {key(row): row for row in rows(folder / "sweep_growth.csv")}
    same = {key(row): row for row in rows(folder / "sweep_same_as.csv")}
    table = []
    for game in games:
        grown, equal = growth.get(key(game), {}), same.get(key(game), {})
        line = {name: game.get(name, "") for name in COLUMNS}
        line |= {name: grown.get(name, "") for name in MORE[:3]}
        line |= {name: equal.get(name, "") for name in MORE[3:]}
        table.append(line)
    with open(out.with_suffix(".csv"), "w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS + MORE, lineterminator="\n")
        writer.writeheader()
        writer.writerows(table)
    proved = sum(line["status"] == "proved" for line in table)
    shown = ["game", "preperiod", "period", "saltus", "theorem", "checked_to", "max_value", "rares", "last_rare", "same_as"]
    with open(out.with_suffix(".md"), "w") as file:
        file.write(f"# {out.name}\n\n{len(table)} games, {proved} with a proved period; the others are listed with how far they were computed.\n\n")
        file.write("| " + " | ".join(shown) + " |\n" + "|---" * len(shown) + "|\n")
        for line in table:
            file.write("| " + " | ".join(line[name] for name in shown) + " |\n")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2])
