#!/usr/bin/env bash
# Measures family x play x value x coordinates on this machine, and prints docs/crossings.md's table: kernel, rows, seconds, rows a second.
# Usage: scripts/bench-crossings.sh [PROGRAM]; without one, a release build is made. Nothing else should run on the machine.
set -euo pipefail
cd "$(dirname "$0")/.."
if [ $# -gt 0 ]; then program=$(realpath "$1"); else cargo build --release --quiet; program=${CARGO_TARGET_DIR:-target}/release/grundy; program=$(realpath "$program"); fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
echo "| game | play, value | max | kernel | rows | seconds | rows/s |"
echo "|---|---|---|---|---|---|---|"
while read -r code max value play; do
    case $code in ''|'#'*) continue ;; esac
    cat > "$work/job.toml" <<T
[game]
code = "$code"
play = "$play"
[range]
max = $max
[solve]
value = "$value"
[output]
formats = []
T
    for i in 1 2 3 4 5; do
        rm -rf "$work/out"
        "$program" run "$work/job.toml" --out "$work/out" > "$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
        python3 -c 'import json, sys; m = json.load(open(sys.argv[1])); print(m["made"]["seconds"], m["made"]["kernel"], m["findings"]["rows"])' \
            "$work/out/manifest.json"
    done | sort -g | sed -n 3p | while read -r seconds kernel rows; do
        python3 -c '
import sys
code, play, value, top, kernel, rows, seconds = sys.argv[1:]
rows, seconds = int(rows), float(seconds)
print(f"| `{code}` | {play}, {value} | {int(top):,} | `{kernel}` | {rows:,} | {seconds:.3f} | {rows / max(seconds, 1e-6):.2g} |")' \
            "$code" "$play" "$value" "$max" "$kernel" "$rows" "$seconds"
    done
done < scripts/crossings.txt
