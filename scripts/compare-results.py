#!/usr/bin/env python3
"""Compares two builds of grundy: what a change of the house must leave as it is. Exit code 1 if anything differs.

    scripts/compare-results.py OLD NEW [--quick]

Every config (but the long runs of configs/records) is run by both, and the bytes of all results but the manifests are compared;
sweeps again with one thread, with four, and in three shards. Then what both print of every family: values in each format, periods,
positions, answers as JSON. Then what they say of damaged configs: each line of each config left out, or its value replaced by
others. With --quick one config of each folder is run. Needs Python 3 only.
"""

import argparse
import filecmp
import json
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FORMATS = ["csv", "list", "b-file", "oeis", "latex"]
NONSENSE = ['"xyz"', "-1", "[1, {}]", "true", '"1 xyz"', "1e30"]
# What depends on the moment and not on the work.
MOMENT = ("seconds", " s)", "about")


def say(program, arguments, folder=ROOT):
    """What a command prints, and its exit code."""
    done = subprocess.run([program, *arguments], cwd=folder, capture_output=True, text=True, timeout=300)
    lines = [line for line in done.stderr.splitlines() if not any(word in line for word in MOMENT)]
    return done.returncode, done.stdout, lines


def files_of(folder):
    return {str(path.relative_to(folder)): path for path in Path(folder).rglob("*") if path.is_file()}


def same_folders(old, new, what, faults):
    """Compares all files of two folders but the manifests."""
    old, new = files_of(old), files_of(new)
    for name in sorted(old.keys() | new.keys()):
        if not name.endswith(("manifest.json", "summary.csv", ".shard")):
            if name not in old or name not in new:
                faults.append(f"{what}: only one has {name}")
            elif not filecmp.cmp(old[name], new[name], shallow=False):
                faults.append(f"{what}: {name} differs")


def run(program, configs, out, *more):
    subprocess.run([program, "run", *configs, "--out", out, "--progress", "never", *more], cwd=ROOT, capture_output=True)


def results(programs, configs, work, faults):
    """The results of all configs, and those of sweeps on other threads and in shards."""
    for side, program in programs.items():
        run(program, configs, work / side)
    same_folders(work / "old", work / "new", "run", faults)
    sweeps = [config for config in configs if "[sweep]" in (ROOT / config).read_text()]
    for threads in ["1", "4"]:
        run(programs["new"], sweeps, work / threads, "--threads", threads)
    run(programs["new"], sweeps, work / "whole")
    for shard in ["1/3", "2/3", "3/3"]:
        run(programs["new"], sweeps, work / "shards", "--shard", shard)
    subprocess.run([programs["new"], "merge", work / "shards", "--progress", "never"], cwd=ROOT, capture_output=True)
    for other in ["1", "4", "shards"]:
        same_folders(work / "whole", work / other, f"sweeps, {other}", faults)


def commands():
    """What is asked of every family."""
    catalogue = json.loads(subprocess.run([NEW, "list", "--json"], capture_output=True, text=True, check=True).stdout)
    for family in catalogue["families"]:
        for code in family["examples"]:
            limit = ["--max", "12"] if "graph" not in code and "poset" not in code else []
            for format in FORMATS:
                yield ["values", code, *limit, "--format", format]
            for play in ["normal", "misere"]:
                yield ["values", code, *limit, "--play", play, "--json"]
            yield ["period", code, *limit, "--json"]
            yield ["check", code, "value >= 0", *limit]
            for position in ["3", "1,2", "1,2,3", "nonsense", "2+1", "=3"]:
                yield ["position", code, position]
    yield from (["list", word] for word in ["kernels", "formats", "queen", "period"])
    yield from ([verb, "--help"] for verb in ["values", "run", "sweep", "check", "period", "compare", "count", "position"])
    yield ["schema"]


def damaged(configs):
    """Damaged configs: a line left out, or the value in it replaced."""
    for config in configs:
        lines = (ROOT / config).read_text().splitlines()
        for number, line in enumerate(lines):
            others = [[]]
            if "=" in line:
                others += [[f"{line.split('=')[0]}= {value}"] for value in NONSENSE]
                others += [[line.replace("=", "x =", 1)]]
            for other in others:
                yield "\n".join(lines[:number] + other + lines[number + 1 :]) + "\n"


def main():
    global NEW
    parser = argparse.ArgumentParser(usage=__doc__.splitlines()[2].strip())
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--quick", action="store_true")
    asked = parser.parse_args()
    programs = {side: os.path.abspath(getattr(asked, side)) for side in ["old", "new"]}
    NEW = programs["new"]
    configs = sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("configs/*/*.toml"))
    configs = [config for config in configs if not config.startswith("configs/records/")]
    firsts = [next(c for c in configs if c.startswith(f"configs/{folder}/")) for folder in sorted({c.split("/")[1] for c in configs})]
    faults, counted = [], {}
    with tempfile.TemporaryDirectory() as work, ThreadPoolExecutor(os.cpu_count()) as pool:
        work = Path(work)
        results(programs, firsts if asked.quick else configs, work, faults)
        counted["configs"] = len(firsts if asked.quick else configs)

        def printed(arguments):
            if say(programs["old"], arguments) != say(programs["new"], arguments):
                faults.append(f"grundy {' '.join(arguments)}")

        def refused(numbered):
            number, text = numbered
            path = ROOT / f"configs/.damaged-{os.getpid()}-{number}.toml"
            try:
                path.write_text(text)
                old, new = (say(programs[side], ["run", "--dry-run", str(path)]) for side in ["old", "new"])
            finally:
                path.unlink()
            if old[0] != new[0] or (old[0] and old != new):
                faults.append(f"damaged config:\n{text}\n{old}\n{new}")

        asked_of = list(commands())
        broken = list(dict.fromkeys(damaged(firsts + [c for c in configs if "sweeps/" in c or "conjectures/" in c][:4])))
        counted |= {"commands": len(asked_of), "damaged configs": len(broken)}
        list(pool.map(printed, asked_of))
        list(pool.map(refused, enumerate(broken)))
    for fault in faults:
        print(fault)
    print(("different" if faults else "the same") + ": " + ", ".join(f"{count} {what}" for what, count in counted.items()))
    sys.exit(1 if faults else 0)


main()
