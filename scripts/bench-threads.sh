#!/bin/sh
# The same jobs in one thread and in two: whole processes in turn, medians of five; the findings
# must be the same. The last column is what the machine has to give: the gain of two processes of
# one thread each that run at the same time. Run from the project's folder; arguments: parts of game
# codes to run only.
set -eu
cargo build --release --quiet
exec python3 - target/release/grundy "$@" <<'PYTHON'
import json
import statistics
import subprocess
import sys
import tempfile
import time

GRUNDY, CHOSEN = sys.argv[1], sys.argv[2:]
JOBS = [
    ("circular-nim:n=6,k=3", 47, "outcome"),
    ("circular-nim:n=7,k=4", 15, "outcome"),
    ("circular-nim:n=6,k=3", 16, "grundy"),
    ("moore-nim:heaps=4,k=2,limit=5", 127, "grundy"),
    ("moore-nim:heaps=4,k=2,limit=5", 191, "outcome"),
    ("equal-take-nim:4", 79, "grundy"),
    ("nim:4", 95, "grundy"),
    ("wythoff", 8191, "grundy"),
    ("steps:1/2,2/1,1/3,3/1,2/2,5/0,0/5", 30_000, "grundy"),
    ("divisor:prime-powers", 1_000_000_000, "grundy"),
    ("divisor:squarefree-powers", 300_000_000, "grundy"),
    ("building-nim:5", 350, "outcome"),
    ("octal:0.454", 2**25, "grundy"),
    ("octal:0.6", 2**20, "grundy"),
]
CONFIG = """[game]
code = "{code}"
[range]
max = {max}
[solve]
value = "{value}"
memory = "8 GiB"
[output]
formats = []
"""


def run(config, outs, threads):
    commands = [[GRUNDY, "run", config, "--out", out, "--fresh", "--threads", str(threads)] for out in outs]
    started = time.perf_counter()
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    processes = [subprocess.Popen(command, **quiet) for command in commands]
    assert [process.wait() for process in processes] == [0] * len(processes), commands
    return time.perf_counter() - started


def findings(out):
    with open(f"{out}/manifest.json") as file:
        return json.load(file)["findings"]


print(f"{'game':36} {'to':>10} {'value':8} {'one':>9} {'two':>9} {'ratio':>7} {'machine':>8}")
with tempfile.TemporaryDirectory() as folder:
    for number, (code, limit, value) in enumerate(JOBS):
        if CHOSEN and not any(part in code for part in CHOSEN):
            continue
        config = f"{folder}/job-{number}.toml"
        with open(config, "w") as file:
            file.write(CONFIG.format(code=code, max=limit, value=value))
        outs = [f"{folder}/{number}-{threads}" for threads in (1, 2)]
        rounds = []
        for _ in range(5):
            separate = run(config, [f"{folder}/{number}-a", f"{folder}/{number}-b"], 1)
            rounds.append((run(config, outs[:1], 1), run(config, outs[1:], 2), separate))
        assert findings(outs[0]) == findings(outs[1]), f"{code}: findings differ"
        one, two, both = (statistics.median(times) for times in zip(*rounds))
        ratios = f"{one / two:5.2f} x {2 * one / both:6.2f} x"
        print(f"{code:36} {limit:>10} {value:8} {one:7.3f} s {two:7.3f} s {ratios}", flush=True)
PYTHON
