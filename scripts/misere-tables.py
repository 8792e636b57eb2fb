#!/usr/bin/env python3
"""Makes the table of misère quotients of octal games of the results of a sweep with misere.

    scripts/misere-tables.py data/runs/misere-octal-3 data/tables/misere-octal-3 [GRUNDY CERTIFICATES]

writes data/tables/misere-octal-3.csv: a line for every game with its quotient, P-portion, period and status; and
misere-octal-3.md: the games whose quotient is proved, those with the same quotient, period and preperiod in one line, and what
data/known/misere_table.csv says beside what was found. With the program GRUNDY, the certificate of every proved game is
written to the folder CERTIFICATES. Exit code 1: something disagrees with the known table.
"""

import csv
import subprocess
import sys
from collections import Counter
from pathlib import Path

COLUMNS = ["game", "misere_status", "q", "p_portion", "misere_preperiod", "misere_period", "tame", "last_change", "last_rogue",
           "misere_checked_to", "kernel_order", "genus_preperiod", "genus_period", "genus_status"]
KNOWN = Path(__file__).resolve().parent.parent / "data/known/misere_table.csv"


def rows(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def compared(table):
    """What the known table says otherwise; and how many of its games were decided in the same way."""
    found, wrong, again = {line["game"]: line for line in table}, [], 0
    for known in rows(KNOWN):
        line = found.get(known["code"])
        if line is None:
            continue
        names = {"proved": ("q", "p_portion", "misere_preperiod", "misere_period", "tame"), "infinite": ("misere_checked_to",)}
        keys = {"proved": ("q", "p_portion", "preperiod", "period", "tame"), "infinite": ("heap",)}
        status = known["status"]
        here = (line["misere_status"], *(line[name] for name in names[status]))
        there = (status, *(known[key] for key in keys[status]))
        again += here == there
        if here != there:
            wrong.append(f"{known['code']}: known {there}, here {here}")
    return wrong, again


def page(name, table, again, wrong):
    statuses = Counter(line["misere_status"] for line in table)
    proved = [line for line in table if line["misere_status"] == "proved"]
    genera = sum(line["genus_status"] == "proved" for line in table)
    tame = [line["game"].removeprefix("octal:") for line in table if line["misere_status"] != "proved" and line["tame"] == "yes"]
    lines = [f"# {name}", "", f"{len(table)} games: " + ", ".join(f"{count} {status}" for status, count in statuses.most_common()) + ".",
             f"{again} are decided as in `data/known/misere_table.csv`; {len(wrong)} differ. {name}.csv has a line for every game.",
             f"For {genera} of the proved games a period of the genera is proved, too.", "",
             f"Games whose quotient is undecided, but all of whose heaps are proved tame: {', '.join(tame) or 'none'}.", "",
             "A line below has all games with the same order, size of the P-portion, period and preperiod; their quotients need not be the same.",
             "", "| games | elements | P-portion | period | preperiod | tame | heaps to |", "|---|---|---|---|---|---|---|"]
    classes = {}
    for line in proved:
        key = (int(line["q"]), int(line["p_portion"]), int(line["misere_period"]), int(line["misere_preperiod"]), line["tame"])
        classes.setdefault(key, []).append(line)
    for (q, p, period, preperiod, tame), games in sorted(classes.items()):
        names = ", ".join(line["game"].removeprefix("octal:") for line in games[:6])
        more = f" and {len(games) - 6} more" if len(games) > 6 else ""
        checked = max(int(line["misere_checked_to"]) for line in games)
        lines.append(f"| {names}{more} | {q} | {p} | {period} | {preperiod} | {tame} | {checked} |")
    infinite = {}
    for line in table:
        if line["misere_status"] == "infinite":
            infinite.setdefault(int(line["misere_checked_to"]), []).append(line["game"].removeprefix("octal:"))
    lines += ["", "Games with an infinite quotient, by the heap that makes it infinite:", "", "| heap | games |", "|---|---|"]
    lines += [f"| {heap} | {', '.join(games)} |" for heap, games in sorted(infinite.items())]
    largest = sorted((line for line in table if line["misere_status"] == "partial"), key=lambda line: -int(line["q"]))[:20]
    lines += ["", "The largest quotients of finitely many heaps, where the search ended:", "", "| game | heaps to | elements | P-portion |", "|---|---|---|---|"]
    lines += [f"| {line['game']} | {line['misere_checked_to']} | {line['q']} | {line['p_portion']} |" for line in largest]
    return "\n".join(lines) + "\n"


def main(folder, target, *more):
    table = [{name: line[name] for name in COLUMNS} for line in rows(Path(folder) / "sweep.csv")]
    target = Path(target)
    with open(target.with_suffix(".csv"), "w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(table)
    wrong, again = compared(table)
    target.with_suffix(".md").write_text(page(target.name, table, again, wrong))
    if more:
        program, certificates = more
        Path(certificates).mkdir(parents=True, exist_ok=True)
        for line in table:
            if line["misere_status"] == "proved":
                path = Path(certificates) / (line["game"].replace(":", "-") + ".json")
                subprocess.run([program, "misere", line["game"], "--json", "--certificate", path], stdout=subprocess.DEVNULL, check=True)
    print(*wrong, f"{again} games agree with {KNOWN.name}, {len(wrong)} differ", sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    if len(sys.argv) not in (3, 5):
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
