#!/usr/bin/env bash
# The checks that are too slow for every commit, in one command: long published periods, and LaTeX that compiles.
set -euo pipefail
cd "$(dirname "$0")/.."
if ! command -v pdflatex > /dev/null; then
    echo "No pdflatex: what the format latex writes is not compiled (Debian: texlive-latex-recommended lmodern)." >&2
fi
exec cargo test --release -- --ignored
