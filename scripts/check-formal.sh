#!/usr/bin/env bash
# The theorems in Coq and the checker extracted from them (docs/verified.md). Compiles the theory, fails on anything assumed, extracts
# again and compares with what is kept, builds the checkers and checks kept certificates and
# kept proofs of values (data/facts).
#   scripts/check-formal.sh          in about a minute: of the kept certificates the first segments, and the table hex-2
#   scripts/check-formal.sh --all    coqchk too, every segment of every kept certificate, those of all proved periods of data/tables
#                                    (scripts/check-tables.py), and the attacks (what uses certificates of tables needs a build of grundy)
# Without Coq only the kept OCaml is built and used (Debian: ocaml-nox); without OCaml nothing is done. It says what it left out.
set -euo pipefail
cd "$(dirname "$0")/.."
all=${1:-}
# the faster build, if there is one
program=$PWD/target/release/grundy
[ -x "$program" ] || program=$PWD/target/debug/grundy
if grep -nE '\b(Admitted|admit|Axiom|Axioms|Parameter|Parameters|Conjecture|Hypotheses|Unset +Guard|bypass_check)\b' formal/*.v; then
    echo "formal/: something is assumed" >&2
    exit 1
fi
if ! command -v make > /dev/null; then
    echo "No make: the theory was not compiled and grundy-check was not built (Debian: make coq ocaml-nox)." >&2
    exit 0
fi
if command -v coqc > /dev/null; then
    make -s -C formal theory
    theorems=$(grep -c '^Print Assumptions' formal/Theorems.v)
    closed=$(grep -c '^Closed under the global context$' formal/Theorems.out)
    if [ "$theorems" != "$closed" ] || [ "$(wc -l < formal/Theorems.out)" != "$closed" ]; then
        cat formal/Theorems.out
        echo "formal/Theorems.v: a theorem assumes something" >&2
        exit 1
    fi
    echo "$theorems theorems, closed under the global context"
    make -s -C formal extract
    for file in pure native_checker linear_checker; do cmp "formal/extracted/$file.ml" "formal/build/extracted/$file.ml"; done
    echo "extracted again: the same"
    if [ "$all" = --all ]; then
        (cd formal && coqchk -silent -o -Q . Grundy Grundy.Theorems) 2>&1 | tee formal/build/coqchk.txt
        grep -q '^\* Axioms: <none>' formal/build/coqchk.txt
    fi
else
    echo "No coqc: the theory was not compiled, and nothing was extracted again (Debian: coq)." >&2
fi
if ! command -v ocamlopt > /dev/null; then
    echo "No ocamlopt: grundy-check was not built, and no certificate checked by it (Debian: ocaml-nox)." >&2
    exit 0
fi
make -s -C formal checkers
formal/build/grundy-check data/facts/*.txt > /dev/null
formal/build/grundy-check-pure data/facts/*.txt > /dev/null
formal/build/grundy-check data/certificates/linear/*.json > /dev/null
for build in grundy-check grundy-check-pure; do formal/build/$build data/certificates/misere/*.json > /dev/null; done
for build in grundy-check grundy-check-pure; do python3 formal/tests/near_misses.py formal/build/$build; done
python3 formal/tests/linear_near_misses.py formal/build/grundy-check
python3 formal/tests/misere_near_misses.py formal/build/grundy-check
if [ "$all" = --all ]; then
    formal/build/grundy-check data/certificates/*.json data/certificates/whole/*.json
    python3 scripts/attack-facts.py formal/build/grundy-check
    if [ ! -x "$program" ]; then
        echo "No $program: no certificates were made and checked." >&2
        exit 0
    fi
    # the long proofs are kept in segments; all others are made again
    python3 scripts/check-tables.py --grundy "$program"
    python3 scripts/attack-certificates.py --grundy "$program"
else
    # Exit code 6: nothing is wrong, but only a part was checked.
    formal/build/grundy-check --segment 1..2 data/certificates/*.json || [ $? -eq 6 ]
    # small proofs of values, with each line changed
    python3 scripts/attack-facts.py formal/build/grundy-check data/facts/{clobber-2-rows,col-cycles,geography-2-rows,subset-take-away}.txt
    # two and three heaps, in a second
    if [ -x "$program" ]; then scripts/check-tables.py --grundy "$program" data/tables/hex-2.csv; fi
fi
