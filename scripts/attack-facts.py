#!/usr/bin/env python3
"""Attack a checker of facts: python3 scripts/attack-facts.py [CHECKER] [FILE...]

CHECKER (formal/build/grundy-check) must accept the kept proofs (data/facts). A fact may stand there twice, as isomorphic
graphs or as boards that are the same game: facts that it does without are left out first. Then it must refuse the proof
with any fact left out, or with any line changed: a value, an excluded value, the value of a row, the number of facts.
"""

import glob
import subprocess
import sys
import tempfile
from pathlib import Path


def without(lines, place):
    count = int(lines[-1].split()[1]) - 1
    return [*lines[:place], *lines[place + 1 : -1], f"end {count}"]


def size(line):
    """The cells of a board that are not dead, or as much as the vertices of a graph in the format graph6."""
    text = line.split(" ")[0]
    return sum(letter in "#XO" for letter in text) if set(text) <= set("#XO./") else len(text)


def changes(lines):
    """Lines with one of them changed."""
    for place, line in enumerate(lines[2:], 2):
        first, *rest = line.split(" ")
        if first == "row":
            new = f"row {rest[0]} {int(rest[1]) ^ 1} {rest[2]}"
        elif first == "end":
            new = f"end {int(rest[0]) + 1}"
        else:
            new = f"{first} ! 29" if rest[0] == "!" else f"{first} = {int(rest[1]) + 1}"
            yield place, without(lines, place)
        yield place, [*lines[:place], new, *lines[place + 1 :]]


def main(checker, files):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "facts.txt")

        def verdict(lines):
            path.write_text("\n".join(lines) + "\n")
            return subprocess.run([checker, path], capture_output=True, check=False).returncode

        for file in files:
            lines = Path(file).read_text().splitlines()
            if verdict(lines) != 0:
                sys.exit(f"{file}: refused")
            all_ = len(lines)
            # Positions with more elements first, as only these may need a fact.
            for line in sorted((line for line in lines[2:-1] if not line.startswith("row ")), key=size, reverse=True):
                less = without(lines, lines.index(line))
                if verdict(less) == 0:
                    lines = less
            count = 0
            for place, new in changes(lines):
                code, count = verdict(new), count + 1
                if code != 1:
                    sys.exit(f"{file}: {lines[place]}: changed, and the exit code is {code}")
            print(f"{file}: accepted, as without {all_ - len(lines)} of its lines; refused with each of {count} changes")


if __name__ == "__main__":
    main((sys.argv[1:] or ["formal/build/grundy-check"])[0], sys.argv[2:] or sorted(glob.glob("data/facts/*.txt")))
