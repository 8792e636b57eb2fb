#!/usr/bin/env bash
# The checks that are too slow for every commit, in one command: long published periods, and a million texts for
# the expression language (its seed is printed; SEED=... repeats it), and arrays read by NumPy.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/check-numpy.sh
exec cargo test --release -- --ignored --nocapture
