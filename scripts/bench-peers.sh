#!/bin/sh
# grundy beside ogsolve 0.0.7 (cargo install ogsolve, built for this machine), same n, whole
# processes, run by run in turn, medians of five. Run from the project's folder.
set -eu
cargo build --release --quiet
peers="${PEERS:-target/peers}"
if [ ! -x "$peers/bin/ogsolve" ]; then
    RUSTFLAGS="-C target-cpu=native" cargo install ogsolve --version 0.0.7 --root "$peers" --quiet
fi
exec python3 - "$peers/bin/ogsolve" target/release/grundy <<'PYTHON'
import statistics
import subprocess
import sys
import tempfile
import time

OGSOLVE, GRUNDY = sys.argv[1:]
GAMES = [("0.104", 24), ("0.454", 24), ("0.054", 24), ("0.354", 22), ("0.6", 20)]
CONFIG = """[game]
code = "octal:{game}"
[range]
max = {max}
[output]
formats = []
"""


def seconds(command):
    started = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - started


print(f"{'game':8} {'n':>5} {'ogsolve rc2':>12} {'grundy':>9} {'ratio':>8}")
with tempfile.TemporaryDirectory() as folder:
    for game, bits in GAMES:
        config = f"{folder}/{game}.toml"
        with open(config, "w") as file:
            file.write(CONFIG.format(game=game, max=2**bits))
        ours = [GRUNDY, "run", config, "--out", f"{folder}/out-{game}", "--fresh"]
        theirs = [OGSOLVE, "-m", "rc2", "-n", str(2**bits), game]
        pairs = [(seconds(theirs), seconds(ours)) for _ in range(5)]
        slow, fast = (statistics.median(times) for times in zip(*pairs))
        print(f"{game:8} 2^{bits:<3} {slow:10.3f} s {fast:7.3f} s {slow / fast:6.1f} x")
PYTHON
