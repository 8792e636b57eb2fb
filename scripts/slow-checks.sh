#!/usr/bin/env bash
# The checks that are too slow for every commit, in one command: long published periods, a million texts for
# the expression language (its seed is printed; SEED=... repeats it), LaTeX that compiles, arrays read by NumPy, and the Python module as a wheel.
set -euo pipefail
cd "$(dirname "$0")/.."
if ! command -v pdflatex > /dev/null; then
    echo "No pdflatex: what the format latex writes is not compiled (Debian: texlive-latex-recommended lmodern)." >&2
fi
scripts/check-python.sh
scripts/check-wheel.sh
exec cargo test --release -- --ignored --nocapture
