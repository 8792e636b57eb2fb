#!/usr/bin/env bash
# The checks that are too slow for every commit, in one command: long published periods.
set -euo pipefail
cd "$(dirname "$0")/.."
# Optimizing across crates would take minutes for each test file, and saves none here.
export CARGO_PROFILE_RELEASE_LTO=off
exec cargo test --release -- --ignored
