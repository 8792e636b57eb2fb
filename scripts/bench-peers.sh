#!/bin/sh
# grundy beside ogsolve 0.0.7 (cargo install ogsolve, built for this machine), same n, whole
# processes, run by run in turn, medians of five; of ogsolve's methods the better one for each game.
# The games of the second list have no sparse space.
set -eu
cd "$(dirname "$0")/.."
. scripts/peers.sh
exec python3 - "$peers/bin/ogsolve" target/release/grundy <<'PYTHON'
import statistics
import subprocess
import sys
import tempfile
import time

OGSOLVE, GRUNDY = sys.argv[1:]
GAMES = [("0.104", 24, ["rc2"]), ("0.454", 24, ["rc2"]), ("0.054", 24, ["rc2"]), ("0.354", 22, ["rc2"]), ("0.6", 20, ["rc2"])]
GAMES += [(game, 17, ["rc2", "naive"]) for game in ("0.026", "0.004", "0.06", "0.346")]
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


print(f"{'game':8} {'n':>5} {'ogsolve':>18} {'grundy':>9} {'ratio':>8}")
with tempfile.TemporaryDirectory() as folder:
    for game, bits, methods in GAMES:
        config = f"{folder}/{game}.toml"
        with open(config, "w") as file:
            file.write(CONFIG.format(game=game, max=2**bits))
        ours = [GRUNDY, "run", config, "--out", f"{folder}/out-{game}", "--fresh"]
        theirs = [[OGSOLVE, "-m", method, "-n", str(2**bits), game] for method in methods]
        turns = [[seconds(command) for command in [*theirs, ours]] for _ in range(5)]
        *slow, fast = (statistics.median(times) for times in zip(*turns))
        best, method = min(zip(slow, methods))
        print(f"{game:8} 2^{bits:<3} {method:>6} {best:9.3f} s {fast:7.3f} s {best / fast:6.1f} x", flush=True)
PYTHON
