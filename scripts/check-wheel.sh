#!/usr/bin/env bash
# Builds the wheel of the Python module, installs it into a virtual environment without Rust, and tests it there: pytest with hypothesis,
# doctests, mypy, the examples of docs/python.md and docs/your-game-on-a-graph.md, and the notebook, whose outputs are
# compared with those that are kept.
# The wheel is left in python/dist. HYPOTHESIS_SEED=N repeats the random tests of an earlier run.
set -euo pipefail
cd "$(dirname "$0")/.."
project=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cargo build --release --locked --quiet
export GRUNDY=${CARGO_TARGET_DIR:-$project/target}/release/grundy
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$project/target}

echo "== the wheel"
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check -r python/requirements-check.txt
rm -rf python/dist
(cd python && "$work/venv/bin/maturin" build --release --locked --quiet --out dist)
# No compiler is within reach: a wheel needs none.
env PATH="$work/venv/bin" pip install --quiet --disable-pip-version-check --no-deps --only-binary :all: python/dist/*.whl
[ "$("$work/venv/bin/grundy" values kayles --max 3 | tail -1)" = 3,3 ]

echo "== types"
"$work/venv/bin/mypy" --strict --cache-dir "$work/mypy" -p grundy
"$work/venv/bin/mypy" --strict --cache-dir "$work/mypy" python/tests/typed.py

echo "== tests"
seed=${HYPOTHESIS_SEED:-$RANDOM}
echo "HYPOTHESIS_SEED=$seed"
python="$work/venv/bin/python"
package=$("$python" -c 'import grundy, os; print(os.path.dirname(grundy.__file__))')
cd "$work"
# The examples of the pages read games from there.
ln -s "$project/configs" configs
pytest() { "$python" -m pytest -q -p no:cacheprovider -o doctest_optionflags=NORMALIZE_WHITESPACE "$@"; }
pytest --hypothesis-seed="$seed" --rootdir "$project/python" -c "$project/python/pyproject.toml" "$project/python/tests"
pytest --doctest-modules "$package"
pytest --doctest-glob='*.md' "$project/docs/python.md" "$project/docs/your-game-on-a-graph.md" "$project/python/README.md"

echo "== the notebook"
"$python" "$project/scripts/notebook.py" "$project/docs/notebooks/tour.ipynb" 2> "$work/notebook.err" || { cat "$work/notebook.err"; exit 1; }
ls "$project"/python/dist
echo PASS
