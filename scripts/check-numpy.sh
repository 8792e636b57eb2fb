#!/bin/sh
# Reads values.npy and table.gnt by NumPy, the latter by the reader of docs/output.md, and compares both with values.csv.
# NumPy comes into a virtual environment of its own.
set -eu
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cargo build --release --quiet
grundy="${CARGO_TARGET_DIR:-target}/release/grundy"
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check numpy
sed -n '/^```python$/,/^```$/p' docs/output.md | grep -v '^```' > "$work/reader.py"
for job in "octal:0.77 1000" "nim:2 30" "subtraction:1,2 10" "nim:3 9"; do
    set -- $job
    printf '[game]\ncode = "%s"\n[range]\nmax = %s\n[output]\nformats = ["table", "csv", "npy"]\n' "$1" "$2" > "$work/job.toml"
    "$grundy" run "$work/job.toml" --out "$work/out" --fresh --progress never > "$work/log"
    "$work/venv/bin/python" - "$work" "$1" <<'PYTHON'
import csv, sys
sys.path.insert(0, sys.argv[1])
import numpy as np
from reader import read_gnt
code, table = read_gnt(sys.argv[1] + "/out/table.gnt")
array = np.load(sys.argv[1] + "/out/values.npy")
values = [int(row["value"]) for row in csv.DictReader(open(sys.argv[1] + "/out/values.csv"))]
assert code == sys.argv[2], code
assert table.shape == array.shape and (table == array).all()
assert array.ravel().tolist() == values, values
print(code, array.shape, array.dtype, "agree")
PYTHON
    rm -rf "$work/out"
done
