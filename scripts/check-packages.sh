#!/usr/bin/env bash
# Makes the packages of all crates, builds each from its package alone, and makes the source package of the Python module.
# Nothing is published. The packages are left in target/package and python/dist.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# --allow-dirty, so that it can be tried before a commit.
cargo package --workspace --locked --allow-dirty --quiet
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check "$(grep '^maturin==' python/requirements-check.txt)"
(cd python && "$work/venv/bin/maturin" sdist --out dist)
# The package has the sources of all crates, and says that it needs no network to be read.
tar tzf python/dist/*.tar.gz > "$work/files"
for crate in core games kernels language misere patterns report run; do
    grep -q "crates/$crate/Cargo.toml" "$work/files" || { echo "the source package lacks crates/$crate" >&2; exit 1; }
done
echo PASS
