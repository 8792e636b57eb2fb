#!/usr/bin/env python3
"""Has every period of the tables checked by grundy-check: check-tables.py [--to N] [--out FOLDER] [--grundy PROGRAM] [--checker PROGRAM] [TABLE...]

The tables: octal-3, octal-3-sparse, octal-4 and hex-2 of data/tables, and data/known/octal_periods.toml. Of each game with a period that is proved, or observed without
a saltus (then more values may prove it), and preperiod + period at most N (10^7), the engine makes the certificate again, and the checker extracted from
Coq computes all its values from the rules.
A certificate must say what the table says. Prints how many hold and what was left out, and why. Exit code 1 if anything is wrong.
"""

import argparse
import csv
import json
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TABLES = [ROOT / "data/tables" / name for name in ("octal-3.csv", "octal-3-sparse.csv", "octal-4.csv", "hex-2.csv")] + [ROOT / "data/known/octal_periods.toml"]
BATCH = 500  # configs a process: far fewer processes than games, and no command line too long
CONFIG = '[game]\ncode = "{game}"\n[range]\nmax = {max}\n[analysis]\nperiod = true\n[output]\nformats = []\n'


def enough(n0, p):
    """As many values as a proof takes where moves leave at most two heaps, and no place is beyond 100."""
    return 2 * (n0 + p) + 100


def claim_of(row):
    if row["status"] not in ("proved", "observed") or (row["status"] == "observed" and row["saltus"] != "0"):
        return None
    n0, p, s = (int(row[key]) for key in ("preperiod", "period", "saltus"))
    return n0, p, s, int(row["checked_to"]) if row["status"] == "proved" else enough(n0, p)


def claims(table):
    """Of each game of the table: its code and None, or the preperiod, the period, the saltus and how far to compute to prove them."""
    if table.suffix == ".csv":
        with open(table, newline="") as file:
            for row in csv.DictReader(file):
                yield row["game"], claim_of(row)
    else:
        for known in tomllib.loads(table.read_text())["period"]:
            yield known["code"], (known["preperiod"], known["period"], 0, enough(known["preperiod"], known["period"]))


def make(asked, folder, program):
    """The certificates of some games, as (game, preperiod, period, saltus, path); no path if the engine proved no period."""
    folder.mkdir()
    paths = [folder / f"{i}.toml" for i in range(len(asked))]
    for path, (game, (*_, most)) in zip(paths, asked):
        path.write_text(CONFIG.format(game=game, max=most))
    run = subprocess.run([program, "run", *map(str, paths), "--out", str(folder / "runs")], capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(f"{program}: {run.stderr[-1000:]}")
    for path, (game, (*claim, _)) in zip(paths, asked):
        certificate = folder / "runs" / path.stem / "certificate.json"
        yield game, *claim, certificate if certificate.exists() else None


def verdicts(paths, checker):
    """What the checker says of each file: true, REFUSED or something else."""
    lines = subprocess.run([checker, *map(str, paths)], capture_output=True, text=True).stdout.splitlines()
    said = dict(line.split(": ", 1) for line in lines)
    return [said.get(str(path), "nothing: the checker ended before") for path in paths]


def check(made, checker):
    """What came of each certificate: (game, word, text)."""
    present = [entry for entry in made if entry[-1]]
    yield from ((game, "wrong", "the engine proved no period") for game, *_, path in made if not path)
    for (*claim, path), said in zip(present, verdicts([path for *_, path in present], checker)):
        c = json.loads(path.read_text())
        game = claim[0]
        if [c["game"], c["preperiod"], c["period"], c["saltus"]] != claim:
            yield game, "wrong", f"its certificate says {c['game']}: {c['preperiod']}, {c['period']}, {c['saltus']}"
        elif said.startswith("true: "):
            yield game, "holds", said
        else:
            yield game, "wrong" if said.startswith("REFUSED") else "not checked", said


def check_table(table, most, folder, program, checker):
    began, spent, results = time.time(), 0.0, []
    games = list(claims(table))
    periods = [(game, claim) for game, claim in games if claim]
    within = [(game, claim) for game, claim in periods if claim[0] + claim[1] <= most]
    for start in range(0, len(within), BATCH):
        made = list(make(within[start:start + BATCH], folder / f"{table.stem}-{start}", program))
        before = time.time()
        results += check(made, checker)
        spent += time.time() - before
    count = Counter(word for _, word, _ in results)
    print(f"{table.name}: {len(games)} games, {len(periods)} periods: {count['holds']} hold, {count['wrong']} wrong, {count['not checked']} not checked, "
          f"{len(periods) - len(within)} beyond {most} ({time.time() - began:.0f} s, of which the checker {spent:.0f} s)", flush=True)
    for game, word, text in results:
        if word != "holds":
            print(f"  {word}: {game}: {text}", flush=True)
    return count


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("tables", nargs="*", type=Path, default=TABLES)
    parser.add_argument("--to", type=int, default=10**7)
    parser.add_argument("--out", type=Path, help="a new folder, in which the certificates stay")
    parser.add_argument("--grundy", default=str(ROOT / "target/release/grundy"))
    parser.add_argument("--checker", default=str(ROOT / "formal/build/grundy-check"))
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = arguments.out or Path(name)
        folder.mkdir(parents=True, exist_ok=True)
        total = sum((check_table(table, arguments.to, folder, arguments.grundy, arguments.checker) for table in arguments.tables), Counter())
    print(f"{sum(total.values())} certificates: {total['holds']} hold, {total['wrong']} wrong, {total['not checked']} not checked")
    return 1 if total["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
