#!/bin/sh
# The same jobs in one thread and in two: whole processes in turn, medians of five; the findings
# must be the same. Run from the project's folder; arguments: parts of game codes to run only.
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
    ("circular-nim:n=6,k=3", 13, "grundy"),
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


def run(config, out, threads):
    command = [GRUNDY, "run", config, "--out", out, "--fresh", "--threads", str(threads)]
    started = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - started


def findings(out):
    with open(f"{out}/manifest.json") as file:
        return json.load(file)["findings"]


print(f"{'game':36} {'to':>10} {'value':8} {'one':>9} {'two':>9} {'ratio':>6}")
with tempfile.TemporaryDirectory() as folder:
    for number, (code, limit, value) in enumerate(JOBS):
        if CHOSEN and not any(part in code for part in CHOSEN):
            continue
        config = f"{folder}/job-{number}.toml"
        with open(config, "w") as file:
            file.write(CONFIG.format(code=code, max=limit, value=value))
        outs = [f"{folder}/{number}-{threads}" for threads in (1, 2)]
        pairs = [[run(config, out, threads) for threads, out in zip((1, 2), outs)] for _ in range(5)]
        assert findings(outs[0]) == findings(outs[1]), f"{code}: findings differ"
        one, two = (statistics.median(times) for times in zip(*pairs))
        print(f"{code:36} {limit:>10} {value:8} {one:7.3f} s {two:7.3f} s {one / two:5.2f} x", flush=True)
PYTHON
