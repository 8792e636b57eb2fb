#!/bin/sh
# Measures the table of README.md: a plain Python script, ogsolve 0.0.7 (built for this machine) and grundy, run by run in turn,
# medians of five (of three for Grundy's game). Run it while nothing else runs.
set -eu
cd "$(dirname "$0")/.."
. scripts/peers.sh
exec python3 - "$peers/bin/ogsolve" target/release/grundy <<'PYTHON'
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

OGSOLVE, GRUNDY = sys.argv[1:]

# What a reader would write: the mex of the nim-sums of the options.
PLAIN = """
def values(most, options):
    g = []
    for n in range(most + 1):
        seen = {g[a] ^ g[b] for a, b in options(n)}
        g.append(next(v for v in range(len(seen) + 1) if v not in seen))
    return g
"""
KAYLES = "values(10_000, lambda n: ((a, n - k - a) for k in (1, 2) for a in range((n - k)//2 + 1) if n >= k))"
GRUNDYS_GAME = "values(10_000, lambda n: ((a, n - a) for a in range(1, (n + 1)//2)))"

RUN = "[game]\ncode = \"{}\"\n[range]\nmax = {}\n{}[output]\nformats = [\"csv\"]\n"
SETS = """[sweep]
code = "subtraction:{S}"
[sweep.over]
S = { subsets-of = 20 }
[range]
max = 100_000
[analysis]
period = true
[output]
formats = []
[[conjecture]]
name = "small"
holds = "max_value <= len(S)"
expect = { verdict = "no counterexample" }
[[conjecture]]
name = "sum"
where = "len(S) == 2"
holds = "divides(period, 2 * sum(s for s in S)) or divides(period, 2 * max(S))"
expect = { verdict = "no counterexample" }
[[conjecture]]
name = "one"
where = "preperiod == 0"
holds = "period > 1"
expect = { verdict = "no counterexample" }
"""


def seconds(command):
    started = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - started


def compare(job, commands, turns):
    times = zip(*[[seconds(command) for command in commands.values()] for _ in range(turns)])
    shown = [f"{name} {statistics.median(own):.3f} s" for name, own in zip(commands, times)]
    print(f"{job}: {', '.join(shown)}", flush=True)


with tempfile.TemporaryDirectory() as folder:
    folder = pathlib.Path(folder)

    def grundy(name, config):
        (folder / f"{name}.toml").write_text(config)
        return [GRUNDY, "run", folder / f"{name}.toml", "--out", folder / name, "--fresh", "--progress", "never"]

    def python(expression):
        return [sys.executable, "-c", PLAIN + expression]

    period = "[analysis]\nperiod = true\n"
    print(f"{os.cpu_count()} cores, Python {sys.version.split()[0]}")
    kayles = grundy("kayles", RUN.format("octal:0.77", 10_000, period))
    peer = [OGSOLVE, "-m", "rc2", "-n", "10000", "0.77"]
    compare("Kayles to 10,000", {"Python": python(KAYLES), "ogsolve": peer, "grundy": kayles}, 5)
    compare("Grundy's game to 10,000", {"Python": python(GRUNDYS_GAME)}, 5)
    large = RUN.format("grundys-game", 100_000_000, "").replace('["csv"]', "[]")
    compare("Grundy's game to 10^8", {"grundy": grundy("grundys-game", large)}, 3)
    compare("1,048,575 sets, three conjectures", {"grundy": grundy("sets", SETS)}, 5)
PYTHON
