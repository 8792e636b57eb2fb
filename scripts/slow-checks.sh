#!/usr/bin/env bash
# The checks that are too slow for every commit, in one command: long published periods, a million texts for
# the expression language (its seed is printed; SEED=... repeats it), LaTeX that compiles, arrays read by NumPy, the theorems in Coq
# and their checker on all kept certificates and the tables of octal games, an attack on both checkers, the Python module as a wheel,
# the packages of all crates, shards on a Slurm of their own, pages in a browser, and the most memory that commands hold.
set -euo pipefail
cd "$(dirname "$0")/.."
if ! command -v pdflatex > /dev/null; then
    echo "No pdflatex: what the format latex writes is not compiled (Debian: texlive-latex-recommended lmodern)." >&2
fi
scripts/check-python.sh
if ! { command -v coqc && command -v ocamlopt && command -v make; } > /dev/null && [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null; then
    apt-get update -qq && apt-get install -y -qq coq ocaml-nox make
fi
# What Coq or OCaml would be needed for is said to be left out where they are missing.
cargo run --release --locked -- run configs/octal/kayles.toml
cargo run --release --locked -- verify data/certificates/misere-long/*.json
# 0.106 takes hours as a whole: a segment from its middle, which exit code 6 calls incomplete.
verified=0
cargo run --release --locked -- verify data/certificates/long/*.json --segments 433 || verified=$?
[ "$verified" -eq 6 ]
scripts/check-memory.py
scripts/check-formal.sh --all
scripts/check-wheel.sh
scripts/check-packages.sh
# Without Chromium, where it cannot be installed, it says so and goes on.
scripts/check-page.py
if [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null; then
    scripts/slurm-demo.sh
else
    echo "No root or no apt-get: shards were not tried on a real Slurm (scripts/slurm-demo.sh)." >&2
fi
# All tests, each with all its cases.
GRUNDY_THOROUGH=1 exec cargo test --release -- --include-ignored --nocapture
