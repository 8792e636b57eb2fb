#!/bin/sh
# The long runs, one after the other: each goes on from its checkpoint, and Ctrl-C (or any
# SIGTERM) stops it with a checkpoint; run again to go on. Arguments: configs of your choice.
set -eu
cd "$(dirname "$0")/.."
cargo build --release --quiet
[ $# -gt 0 ] || set -- configs/records/record-0.106.toml configs/records/record-4.045.toml \
    configs/records/record-0.174.toml configs/records/record-0.205.toml configs/records/record-0.167.toml
for config in "$@"; do
    target/release/grundy run "$config"
done
