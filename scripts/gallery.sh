#!/usr/bin/env bash
# Makes the pictures of docs/pictures.md again, as docs/pictures/LIST says. GRUNDY is the program, if it is built already.
set -euo pipefail
cd "$(dirname "$0")/.."
if [ -z "${GRUNDY:-}" ]; then
    cargo build --release --locked --quiet
    GRUNDY=${CARGO_TARGET_DIR:-target}/release/grundy
fi
runs=$(mktemp -d)
trap 'rm -rf "$runs"' EXIT
grep -v '^#' docs/pictures/LIST | while read -r name how what which; do
    case $how in
        run)
            out=$runs/$(basename "$what" .toml)
            [ -d "$out" ] || "$GRUNDY" run "$what" --out "$out" --progress never
            cp "$out/pictures/$which" "docs/pictures/$name"
            ;;
        draw) "$GRUNDY" draw "$what" "$which" --out "docs/pictures/$name" ;;
    esac
done
