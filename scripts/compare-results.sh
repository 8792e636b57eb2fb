#!/usr/bin/env bash
# Runs every config (but the long runs of configs/records) by two builds of grundy and compares the bytes of all
# results but the manifests: what a change of the house must leave as it is. Exit 1 if anything differs.
#   scripts/compare-results.sh OLD NEW [FILE...]     FILEs, as in report.md, are left out
set -euo pipefail
cd "$(dirname "$0")/.."
[ $# -ge 2 ] || { echo "usage: $0 OLD NEW [FILE...]" >&2; exit 2; }
old=$1 new=$2
shift 2
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
configs=$(ls configs/*/*.toml | grep -v '^configs/records/')
for side in old new; do
    "${!side}" run $configs --out "$out/$side" --progress never > "$out/$side.log" 2>&1 || { cat "$out/$side.log"; exit 1; }
done
leave=(-x manifest.json)
for file in "$@"; do leave+=(-x "$file"); done
diff -rq "${leave[@]}" "$out/old" "$out/new" && echo "the same bytes: $(ls "$out/new" | wc -l) results"
