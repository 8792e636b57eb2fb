#!/usr/bin/env python3
"""Checks certificates of impartial games without the engine: check_certificate.py [--limit N] [--segments A..=B] FILE...

It prints a line for each file. Exit code 0: every value of every claim was computed again, and all hold. 1: one is wrong. 6: none is wrong, but
one was not checked completely, as that takes more than N steps (200,000,000), or as segments were left out: see docs/certificates.md and
docs/theorems.md. Each kind of certificate has a file of its own beside this one.
"""

import argparse
import json
import sys

import check_automatic
import check_kinds
import check_linear
import check_misere
import check_misere_infinite
import check_period
from forms import need

FILE_LIMIT = 1 << 28  # bytes of a file
KINDS_OF_5 = {"automatic-values": check_automatic, "misere-quotient": check_misere, "misere-infinite": check_misere_infinite}


def certificate_of(data):
    version, kind = (data.get("certificate"), data.get("kind")) if type(data) is dict else (None, None)
    if version == 5:
        return (KINDS_OF_5.get(kind, check_linear) if type(kind) is str else check_linear).Certificate(data)
    return (check_kinds if version == 4 else check_period).Certificate(data)


def main(paths, most, asked):
    sys.stdout.reconfigure(errors="backslashreplace")
    wrong, partly = False, False
    for path in paths:
        try:
            with open(path, "rb") as file:
                data = file.read(FILE_LIMIT + 1)
            need(len(data) <= FILE_LIMIT, "the file is too large")
            certificate = certificate_of(json.loads(data.decode("utf-8")))
            if asked and not 1 <= asked[0] <= asked[1] <= certificate.count:
                sys.exit(f"{path}: its segments are 1 to {certificate.count}")
            complete, told = certificate.check(most, asked)
            partly |= not complete
            print(f"{path}: {told}")
        except (ValueError, TypeError, LookupError, ArithmeticError, OSError, MemoryError, RecursionError) as error:
            wrong = True
            print(f"{path}: WRONG: {'' if type(error) is ValueError else type(error).__name__ + ': '}{error}")
    return 1 if wrong else 6 if partly else 0


def segments(text):
    first, _, last = text.partition("..=")
    return int(first), int(last or first)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Checks period certificates of impartial games.")
    parser.add_argument("--limit", type=int, default=check_period.COMPLETE_COST, metavar="N", help="the most steps of a complete check")
    parser.add_argument("--segments", type=segments, metavar="A..=B", help="of a proof in segments those with these numbers, from 1 on")
    parser.add_argument("files", nargs="+", metavar="FILE")
    arguments = parser.parse_args()
    sys.exit(main(arguments.files, arguments.limit, arguments.segments))
