#!/usr/bin/env python3
"""Measures how much memory commands hold at most: none may take more than it was allowed, and 64 MiB.

The 64 MiB are for the program itself: code, threads, buffers of a fixed size. A command that refuses its work (exit code 3) has
kept its word, too; the last column says so. Run after `cargo build --release`; needs Linux and Python 3 only.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = ROOT / "target/release/grundy"
OWN = 64

CUSTOM = {
    "line.toml": 'moves = ["n -> n - 1 when n > 0", "n -> n / 2 when n > 0"]',
    "pairs.toml": 'moves = ["a, b -> a - 1, b when a > 0", "a, b -> a, b - k for k in 1..=2 when k <= b"]',
    "asked.toml": 'moves = ["n, m -> n - k, 2*k for k in 1..=min(n, m)"]\nasked = "n, max(n - 1, 0)"',
    "up.toml": 'moves = ["a, b -> a + 1, b - 1 when b > 0", "a, b -> a - 2, b when a > 1"]',
    "split.toml": 'moves = ["n -> i & n - i for i in 1..n/2 when n > 2"]',
    # L-trominoes on a 2 x n board; no period is known.
    "kinds.toml": """kinds = ["F(n)", "E(n)", "S(n)", "O(n)"]
moves = [
    "F(n) -> E(i) & F(n - 2 - i) for i in 0..=n-2", "E(n) -> E(i) & E(n - 2 - i) for i in 0..=n-2",
    "E(n) -> S(i) & F(n - 2 - i) for i in 0..=n-2", "S(n) -> S(i) & E(n - 2 - i) for i in 0..=n-2",
    "O(n) -> O(i) & E(n - 2 - i) for i in 0..=n-2",
]
asked = "F(n)"
""",
}

# Each with the memory in MiB that it is allowed.
COMMANDS = [
    (64, "values kayles --max 3e7 --value grundy"),
    (256, "values grundys-game --max 1e6"),
    (128, "values subtraction:squares --max 3e6"),
    (64, "values subtraction:1,5,7 --max 1e8 --format list"),
    (64, "values all-but:2,3 --max 1e7"),
    (128, "values divisor:all --max 5e6"),
    (128, "values divisor:prime-powers --max 5e7"),
    (64, "values circle:1,2 --max 1e6"),
    (128, "values octal:0.(3) --max 3e4"),
    (128, "values nim:3 --max 300"),
    (128, "values wythoff --max 4000"),
    (128, "values moore-nim:heaps=3,k=2 --max 250"),
    (128, "values circular-nim:n=5,k=2 --max 25"),
    (256, "values building-nim:4 --max 100"),
    (256, "values chomp:rows=4 --max 60"),
    (128, "values poker-nim:heaps=2,bank=3 --max 200"),
    (128, "values custom:line.toml --max 5e6"),
    (128, "values custom:pairs.toml --max 2000"),
    (128, "values custom:asked.toml --max 700"),
    (128, "values custom:up.toml --max 300"),
    (64, "values kayles --max 30 --play misere"),
    (128, "values subtraction:1,2,heaps=3 --max 200 --play misere"),
    (128, "values pass:nim:3 --max 100"),
    (128, "values selective:nim:1+nim:1 --max 150"),
    (128, "period subtraction:squares --max 3e6"),
    (256, "check subtraction:squares g(n)<=g(n-1)+5 --max 3e6"),
    (256, "check custom:line.toml g(n)<g(n/3)+9 --max 3e6"),
    (64, "count nim:2 outcome==P --max 3000"),
    (256, "position coin-turning:ruler 1e8"),
    (1024, "position coin-turning:ruler 4e8"),
    (256, "position grundys-game 1000000 --moves 5"),
    (256, "position custom:pairs.toml 2000,2000"),
    (256, "position custom:split.toml 5000"),
    (128, "position octal:0.77,heaps=4 20,21,22,23 --play misere"),
    (128, "position subtraction:primes 2000000"),
    (64, "values cram:rows=5 --max 6"),
    (64, "values node-kayles:petersen:k=2 --max 26"),
    (128, "values node-kayles:queens --max 11"),
    (64, "values poset:subsets --max 6"),
    (128, "values nogo:rows=1 --max 14"),
    (128, "values partition:row,corner,parts=3 --max 60"),
    (64, "position sum:cram:rows=4,columns=6+nim:1 5"),
    (64, "values custom:kinds.toml --max 12000"),
    (1, "values custom:kinds.toml --max 100000000"),
    (128, "sweep arc-kayles:{t} --over t={trees=\"1..=16\"}"),
    (256, "sweep subtraction:{S} --over S={subsets-of=20} --max 1e5 --holds row(S=with(S,7)).period>0"),
    (128, "sweep subtraction:{a},{b} --over a,b=1..=40 --where a<b --max 1e5"),
]


def peak(arguments, folder):
    """The most memory of a command in MiB, and its exit code."""
    with open(os.devnull, "w") as nothing:
        child = subprocess.Popen([PROGRAM, *arguments], cwd=folder, stdout=nothing, stderr=nothing)
        _, status, used = os.wait4(child.pid, 0)
    return used.ru_maxrss / 1024, os.waitstatus_to_exitcode(status)


def main():
    if not PROGRAM.exists():
        sys.exit("target/release/grundy is missing: cargo build --release")
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, keys in CUSTOM.items():
            (Path(folder) / name).write_text(f'[game]\nfamily = "custom"\n{keys}\n')
        for allowed, command in COMMANDS:
            held, code = peak([*command.split(), "--memory", f"{allowed} MiB"], folder)
            wrong = held > allowed + OWN or code not in (0, 1, 3)
            failed += wrong
            mark = "FAILED" if wrong else "refused" if code == 3 else "ok"
            print(f"{held:7.0f} MiB of {allowed:4}  exit {code:3}  {mark:8}{command}", flush=True)
    if failed:
        sys.exit(f"{failed} of {len(COMMANDS)} commands took more memory than they were allowed, or failed")
    print(f"all {len(COMMANDS)} commands kept to their memory")


if __name__ == "__main__":
    main()
