#!/usr/bin/env bash
# Makes the packages of all crates, builds each from its package alone, and makes the source package of the Python module.
# Nothing is published. The packages are left in target/package and python/dist.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Cargo neither unpacks nor builds a package again whose version it has seen before, in an earlier trial.
rm -rf target/package "${CARGO_HOME:-$HOME/.cargo}"/registry/src/-*/grundy-*
# --allow-dirty, so that it can be tried before a commit.
cargo package --workspace --locked --allow-dirty --quiet --target-dir "$work/target"
mkdir -p target/package
cp "$work"/target/package/*.crate target/package/
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check "$(grep '^maturin==' python/requirements-check.txt)"
(cd python && "$work/venv/bin/maturin" sdist --out dist)
# The module is built from all crates.
tar tzf python/dist/*.tar.gz > "$work/files"
for crate in crates/*/; do
    grep -q "${crate}Cargo.toml" "$work/files" || { echo "the source package lacks $crate" >&2; exit 1; }
done
echo PASS
