#!/bin/sh
# The long runs, one after the other: each goes on from its file in data/records, or from the checkpoint in its folder, and
# Ctrl-C (or any SIGTERM) stops it with its state written; run again to go on. Arguments: configs of your choice.
set -eu
cd "$(dirname "$0")/.."
cargo build --release --quiet
# 0.106 has ended: its certificate is kept.
[ $# -gt 0 ] || set -- $(ls configs/records/record-*.toml | grep -v record-0.106)
for config in "$@"; do
    game=$(basename "$config" .toml | sed 's/^record-//')
    case $game in
        # A late rare value of 0.205 leaves no small state; 0.376 ends before one is written.
        0.205 | 0.376) target/release/grundy run "$config" ;;
        *) target/release/grundy run "$config" --state "data/records/octal-$game.json" ;;
    esac
done
