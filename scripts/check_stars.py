#!/usr/bin/env python3
"""Checks the hypotheses of the theorem on Arc-Kayles on stars in docs/results.md.

A star has a centre and rays of a, b and n vertices. A move takes two neighbours away. The theorem says that
G(a, b, n + 34) = G(a, b, n) for all b and all n >= n0: n0 = 460 for a = 1, n0 = 516 for a <= 2. It needs the values for
b, n <= M, where M = n0 + 121. This script computes them from the moves, with nothing but the standard library, and shares
no code with grundy. It takes some ten seconds.

    scripts/check_stars.py              # a <= 1 and a <= 2
    scripts/check_stars.py --to 1300    # the period also for all b <= 1300, as a test of the theorem itself
    scripts/check_stars.py --row 2,12 --to 40    # prints G(2, 12, 0), ..., G(2, 12, 40)
"""

import argparse
import sys

P = 34  # the period
N_PATH = 53  # the least preperiod of paths
CLAIMS = [(1, 460), (2, 516)]  # a, n0


def mex(found):
    value = 0
    while value in found:
        value += 1
    return value


def sums(first, second):
    """The nim-sums of two lists of bytes, the second one from its end."""
    count = len(first)
    both = int.from_bytes(first, "big") ^ int.from_bytes(second[::-1], "big")
    return set(both.to_bytes(count, "big"))


def path_values(last):
    values = bytearray()
    for n in range(last + 1):
        values.append(mex(sums(values[:n - 1], values[:n - 1])) if n >= 2 else 0)
    return values


def star_values(a, last, path, lower):
    """G(a, b, n) for b, n <= last, as rows of bytes; `lower` are those of the stars with rays a - 2, ..., 0."""
    rows = [bytearray(last + 1) for _ in range(last + 1)]
    for b in range(last + 1):
        for n in range(b, last + 1):  # the star is the same if b and n change places
            found = {path[a - 1] ^ path[b] ^ path[n]} if a else set()
            if b:
                found.add(path[a] ^ path[b - 1] ^ path[n])
            if n:
                found.add(path[a] ^ path[b] ^ path[n - 1])
            if n >= 2:  # two neighbours on the ray of n: star(a, b, j) and path(n - 2 - j)
                found |= sums(rows[b][:n - 1], path[:n - 1])
            if b >= 2:  # on the ray of b: star(a, n, j) and path(b - 2 - j)
                found |= sums(rows[n][:b - 1], path[:b - 1])
            for j in range(a - 1):
                found.add(lower[j][b][n] ^ path[a - 2 - j])
            rows[b][n] = rows[n][b] = mex(found)
    return rows


def without_symmetry(last, path):
    """G(a, b, n) for a, b, n <= last, from each of the moves by itself."""
    known = {}
    for a in range(last + 1):
        for b in range(last + 1):
            for n in range(last + 1):
                found = {path[a - (x == 0)] ^ path[b - (x == 1)] ^ path[n - (x == 2)]
                         for x in range(3) if (a, b, n)[x] > 0}
                found |= {known[j, b, n] ^ path[a - 2 - j] for j in range(a - 1)}
                found |= {known[a, j, n] ^ path[b - 2 - j] for j in range(b - 1)}
                found |= {known[a, b, j] ^ path[n - 2 - j] for j in range(n - 1)}
                known[a, b, n] = mex(found)
    return known


def need(holds, what):
    if not holds:
        sys.exit(f"WRONG: {what}")


def check_path(path):
    """That paths have the period 34 from 53 on, by the theorem `kinds`: N = 2 + 2 n0 + P - 1."""
    bound = 2 + 2 * N_PATH + P - 1
    need(path[N_PATH - 1] != path[N_PATH - 1 + P], "the preperiod of paths is smaller")
    need(all(path[n] == path[n + P] for n in range(N_PATH, bound)), "paths do not have this period")
    print(f"paths: period {P} from {N_PATH} on, with the values to n = {bound - 1 + P}")


def check_claim(a, n0, tables):
    """The hypotheses for stars with a ray of at most a: agreement for all b <= M and n0 <= n < N."""
    bound = n0 + N_PATH + P + 1
    most = bound + P - 1
    for c in range(a + 1):
        for b in range(most + 1):
            row = tables[c][b]
            need(row[n0:bound] == row[n0 + P:bound + P], f"G({c}, {b}, n) does not have the period {P}")
    earlier = [(c, b) for c in range(a + 1) for b in range(most + 1) if tables[c][b][n0 - 1] != tables[c][b][n0 - 1 + P]]
    need(earlier, f"the theorem holds from an earlier n0 than {n0}")
    print(f"a <= {a}: period {P} from n0 = {n0} on for all b <= M = {most} and n < N = {bound}; at n0 - 1 it fails, "
          f"as for a, b = {earlier[0][0]}, {earlier[0][1]}: the theorem holds for all b")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--to", type=int, default=0)
    parser.add_argument("--row")
    asked = parser.parse_args()
    if asked.row:
        a, b = map(int, asked.row.split(","))
        path = path_values(max(a, b, asked.to) + 2)
        tables = []
        for c in range(a + 1):
            tables.append(star_values(c, max(b, asked.to), path, tables))
        print(", ".join(map(str, tables[a][b][:asked.to + 1])))
        return
    last = max([n0 + N_PATH + 2 * P for _, n0 in CLAIMS] + [asked.to + 4 * P])
    path = path_values(2 * last + 2)
    check_path(path)
    small = without_symmetry(9, path)
    tables = []
    for a in range(3):
        tables.append(star_values(a, last, path, tables))
        need(all(tables[a][b][n] == small[a, b, n] for b in range(10) for n in range(10)), "the symmetry is wrong")
    ray = all(tables[0][b][n] == path[b + n + 1] for b in range(last + 1) for n in range(last + 1))
    need(ray, "a star with two rays is not a path")
    for a, n0 in CLAIMS:
        check_claim(a, n0, tables)
        for b in range(asked.to + 1):
            row = tables[a][b]
            need(row[n0:-P] == row[n0 + P:], f"G({a}, {b}, n) does not have the period {P}")
        if asked.to:
            print(f"a = {a}: no exception for b <= {asked.to} and n <= {last}")


if __name__ == "__main__":
    main()
