#!/usr/bin/env bash
# The checks that are too slow for every commit, in one command: long published periods.
set -euo pipefail
cd "$(dirname "$0")/.."
exec cargo test --release -- --ignored
