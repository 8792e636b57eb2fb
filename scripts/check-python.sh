#!/bin/sh
# Reads values.npy and table.gnt by NumPy, the latter by the reader of docs/output.md, and values.parquet by pandas, and compares all with
# values.csv. NumPy, pandas and pyarrow come into a virtual environment of their own.
set -eu
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cargo build --release --quiet --features parquet
grundy="${CARGO_TARGET_DIR:-target}/release/grundy"
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check numpy pandas pyarrow
sed -n '/^```python$/,/^```$/p' docs/output.md | grep -v '^```' > "$work/reader.py"
for job in "octal:0.77 1000" "nim:2 30" "subtraction:1,2 10" "nim:3 9" "wythoff 1100" "moore-nim:heaps=3,k=2 9"; do
    set -- $job
    printf '[game]\ncode = "%s"\n[range]\nmax = %s\n[output]\nformats = ["table", "csv", "npy", "parquet"]\n' "$1" "$2" > "$work/job.toml"
    "$grundy" run "$work/job.toml" --out "$work/out" --fresh --progress never > "$work/log"
    "$grundy" export "$work/out/table.gnt" --format parquet --out "$work/exported.parquet"
    cmp "$work/exported.parquet" "$work/out/values.parquet"
    "$work/venv/bin/python" - "$work" "$1" <<'PYTHON'
import csv, sys
sys.path.insert(0, sys.argv[1])
import numpy as np
from reader import read_gnt
code, table = read_gnt(sys.argv[1] + "/out/table.gnt")
array = np.load(sys.argv[1] + "/out/values.npy")
outcomes = {"P": 0, "N": 1}
values = [int(outcomes.get(row["value"], row["value"])) for row in csv.DictReader(open(sys.argv[1] + "/out/values.csv"))]
assert code == sys.argv[2], code
assert table.shape == array.shape and (table == array).all()
assert array.ravel().tolist() == values, values
import pandas as pd
import pyarrow.parquet as pq
frame, text = pd.read_parquet(sys.argv[1] + "/out/values.parquet"), pd.read_csv(sys.argv[1] + "/out/values.csv")
assert list(frame.columns) == list(text.columns), (frame.columns, text.columns)
assert len(frame) == len(text) and all((frame[name] == text[name]).all() for name in text.columns)
about = pq.read_metadata(sys.argv[1] + "/out/values.parquet").metadata
assert about[b"grundy:code"].decode() == code and about[b"grundy:play"] == b"normal", about
print(code, array.shape, array.dtype, "agree")
PYTHON
    rm -rf "$work/out"
done
