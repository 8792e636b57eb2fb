#!/usr/bin/env python3
"""Attacks the checkers of certificates: attack-certificates.py [--seed N] [--right N] [--changed N] [--grundy PROGRAM]

Right certificates of random codes and sets, a fifth of them of codes whose moves leave three heaps, must be accepted, and changed ones refused, by the checker extracted from Coq (formal/build/grundy-check)
and by scripts/check_certificate.py. Prints the seed, and where the two differ. Exit code 1 if the verified checker refuses a right one, or accepts a
changed one that is not still right.
"""

import argparse
import copy
import json
import math
import random
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VERIFIED, PYTHON = [str(ROOT / "formal/build/grundy-check")], [sys.executable, str(ROOT / "scripts/check_certificate.py")]
SEGMENTED = "octal-0.354.json"  # its segments: 1 to 3
# These leave the claim as it is, and may leave a right proof of it: hashes are no part of what is checked by grundy-check, a bit of the mask that
# no value has changes no class, and other witnesses may do.
STILL_RIGHT = {"hash changed", "mask changed", "parts lowered"}
# Another game may have the same values and the same certificate: then the engine makes it again.
OTHER_GAME = {"another game", "third heap changed"}


def verdict(checker, path, options=()):
    return subprocess.run(checker + [*options, str(path)], capture_output=True, text=True).returncode


def random_game(rng):
    kind = rng.randrange(10)
    if kind < 6:
        digits = "".join(rng.choice("01234567") for _ in range(rng.randint(1, 3))) + rng.choice("1234567")
        return f"octal:{rng.choice('004')}.{digits}"
    numbers = sorted(rng.sample(range(1, 15), rng.randint(1, 4)))
    return f"{'subtraction' if kind < 8 else 'all-but'}:{','.join(map(str, numbers))}"


def random_three_heaps(rng):
    digits = [rng.choice("0123456789ABCDEF") for _ in range(rng.randint(1, 3))] + [rng.choice("123456789ABCDEF")]
    if all(d < "8" for d in digits):
        digits[-1] = rng.choice("89ABCDEF")
    return f"octal:{rng.choice('00448C')}.{''.join(digits)}"


def certificate_of(code, most, program, folder):
    """The certificate that the engine makes of the game; None if it proves no period."""
    config = f'[game]\ncode = "{code}"\n[range]\nmax = {most}\n[analysis]\nperiod = true\n[output]\nformats = []\n'
    out = folder / f"run-{code.replace(':', '-')}-{most}"
    subprocess.run([program, "run", "-", "--out", str(out)], input=config, text=True, capture_output=True)
    found = out / "certificate.json"
    return json.loads(found.read_text()) if found.exists() else None


def certificates(rng, count, draw, most, program, folder):
    """Right certificates of random games whose period is proved within so many values."""
    found, seen = [], set()
    while len(found) < count:
        code = draw(rng)
        if code not in seen:
            seen.add(code)
            certificate = certificate_of(code, most, program, folder)
            found += [certificate] if certificate else []
    return found


def three_heaps(c):
    return c["game"].startswith("octal:") and any(d >= "8" for d in c["game"][6:])


def rising_agreement(c, g):
    """The agreement that arithmetic-splits asks for with g low bits."""
    n0, p, s = c["preperiod"], c["period"], c["saltus"]
    t = 2**g // math.gcd(2**g, s)
    k = len(c["game"][6:].replace(".", "")) - 1
    return 3 * max(n0, 1) + 2 * t * p + k + 2 * t * p - p - n0


def change(rng, right, others):
    """A changed certificate, and how it was changed; None if that change is not possible or changes nothing."""
    c = copy.deepcopy(right)
    sparse, least, segments = c["sparse"], c["least"], c["segments"]
    ways = ["period doubled", "period halved", "preperiod + 1", "preperiod - 1", "saltus + 1", "checked_to - 1", "agreement - 1", "window changed",
            "window from elsewhere", "evidence left out", "evidence changed", "evidence moved", "no evidence for the preperiod", "another theorem", "another game",
            "period doubled, numbers fitted", "preperiod + 1, numbers fitted", "rare left out", "rare added", "rare changed", "mask changed",
            "hash changed"] + ["third heap changed"] * 4 * three_heaps(c) + ["states swapped", "state changed", "state left out", "witnesses removed", "parts lowered"] * 2
    way = rng.choice(ways)
    if way == "period doubled":
        c["period"] *= 2
    elif way == "period halved":
        c["period"] //= 2
    elif way in ("preperiod + 1", "preperiod - 1"):
        c["preperiod"] += 1 if way.endswith("+ 1") else -1
    elif way == "saltus + 1":
        c["saltus"] += 1
    elif way in ("checked_to - 1", "agreement - 1"):
        c[way.split()[0]] -= 1
    elif way == "window changed" and c["window"]:
        i = rng.randrange(len(c["window"]))
        c["window"][i] ^= 1
    elif way == "window from elsewhere" and c["window"]:
        c["window"] = c["window"][1:] + [rng.choice(others)["window"][0]]
    elif way == "evidence left out" and least["period"]:
        least["period"].pop(rng.randrange(len(least["period"])))
    elif way == "evidence changed" and least["period"]:
        rng.choice(least["period"])["values"][rng.randrange(2)] += 1
    elif way == "evidence moved" and least["period"]:
        w = rng.choice(least["period"])
        w["n"] = max(0, c["preperiod"] - rng.randint(1, 3))
    elif way == "no evidence for the preperiod":
        least["preperiod"] = None
    elif way == "another theorem":
        c["theorem"] = rng.choice(["guy-smith", "no-split-window", "subtraction-window", "all-but-window", "sparse-space", "arithmetic-splits"])
    elif way == "another game":
        c["game"] = rng.choice(others)["game"]
    elif way == "third heap changed" and three_heaps(c):
        digits = list(c["game"][6:])
        i = rng.choice([i for i, d in enumerate(digits) if d != "."])
        digits[i] = f"{int(digits[i], 16) ^ 8:X}"
        c["game"] = "octal:" + "".join(digits)
    elif way in ("period doubled, numbers fitted", "preperiod + 1, numbers fitted"):
        more = 2 if three_heaps(c) else 1  # the agreement has as many times n0 + p
        low_bits = next((g for g in range(9) if rising_agreement(c, g) == c["agreement"]), 0)
        if way.startswith("period"):
            c["period"] *= 2
            c["saltus"] *= 2
            if c["theorem"] == "guy-smith":
                c["agreement"] += more * c["period"] // 2
            for w in least["period"]:
                w["period"] *= 2
            c["cycle"] and c["cycle"].update(length=c["period"])
        else:
            c["preperiod"] += 1
            if c["theorem"] == "guy-smith":
                c["agreement"] += more
            c["cycle"] and c["cycle"].update({"from": c["preperiod"]})
            if least["preperiod"]:
                least["preperiod"]["n"] += 1
            c["window"] = c["window"] and c["window"][1:] + [c["window"][c["period"] % len(c["window"])]]
        if c["theorem"] == "arithmetic-splits" and c["saltus"]:
            c["agreement"] = rising_agreement(c, low_bits)
            c["window"] = (c["window"] + [x + c["saltus"] for x in c["window"]])[:c["agreement"]]
        c["checked_to"] = c["preperiod"] + c["period"] + c["agreement"] - 1
        c["prefix"] and c["prefix"].update(length=c["checked_to"] + 1)
    elif way.startswith("rare") and sparse and sparse["rares"]:
        i = rng.randrange(len(sparse["rares"]))
        if way == "rare left out":
            sparse["rares"].pop(i)
        elif way == "rare added":
            free = [n for n in range(1, 400) if n not in dict(map(tuple, sparse["rares"]))]
            sparse["rares"] = sorted(sparse["rares"] + [[rng.choice(free), sparse["rares"][i][1]]])
        else:
            sparse["rares"][i][1] ^= 1
    elif way == "mask changed" and sparse:
        sparse["mask"] ^= 1 << rng.randrange(4)
    elif way == "hash changed" and c["prefix"]:
        h = c[rng.choice(["prefix", "cycle"])]
        h["sha256"] = ("0" if h["sha256"][0] != "0" else "1") + h["sha256"][1:]
    elif segments and way == "states swapped":
        a, b = rng.sample(range(4), 2)
        segments["states"][a][1], segments["states"][b][1] = segments["states"][b][1], segments["states"][a][1]
    elif segments and way == "state changed":
        state = segments["states"][rng.randrange(4)]
        i = rng.randrange(len(state[1]) - 4)
        state[1] = state[1][:i] + rng.choice("ABCDEFGHIJKLMNOPabcdef") + state[1][i + 1:]
    elif segments and way == "state left out":
        segments["states"].pop(rng.choice([0, len(segments["states"]) - 1]))
    elif segments and way == "witnesses removed":
        sparse["witnesses"], sparse["parts"] = [], rng.randrange(3)
    elif segments and way == "parts lowered":
        sparse["parts"] -= rng.randint(1, 100)  # changes V and so the numbers, if it is the deepest part
    return (None if c == right else c), way


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--right", type=int, default=200)
    parser.add_argument("--changed", type=int, default=1000)
    parser.add_argument("--grundy", default=str(ROOT / "target/release/grundy"))
    arguments = parser.parse_args()
    seed = random.SystemRandom().randrange(10**6) if arguments.seed is None else arguments.seed
    print(f"seed {seed}", flush=True)
    rng, bad, differing, refused, of_three = random.Random(seed), 0, Counter(), Counter(), 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = folder / "certificate.json"
        three = certificates(rng, arguments.right // 5, random_three_heaps, 600, arguments.grundy, folder)
        right = three + certificates(rng, arguments.right - len(three), random_game, 20_000, arguments.grundy, folder)
        for c in right:
            path.write_text(json.dumps(c))
            codes = verdict(VERIFIED, path), verdict(PYTHON, path)
            if codes != (0, 0):
                print(f"right, but {codes}: {c['game']}")
                bad += codes[0] != 0
        print(f"{len(right)} right certificates ({len({c['theorem'] for c in right})} theorems; {len(three)} of three heaps, up to n = {max((c['checked_to'] for c in three), default=0)}): {bad} refused", flush=True)
        long = json.loads((ROOT / "data/certificates" / SEGMENTED).read_text())
        done = 0
        while done < arguments.changed:
            segmented = rng.randrange(20) == 0
            c, way = change(rng, long if segmented else rng.choice(right), right)
            if c is None:
                continue
            done += 1
            of_three += three_heaps(c)
            path.write_text(json.dumps(c))
            codes = (verdict(VERIFIED, path, ["--segment", "1..3"] if segmented and c["segments"] else []),
                     verdict(PYTHON, path, ["--segments", "1..=3"] if segmented and c["segments"] else []))
            if codes[0] == 6:  # what was changed may be told by a later segment
                codes = verdict(VERIFIED, path), codes[1]
            if codes[0] != 1:
                differing[f"{way}: verified {codes[0]}, Python {codes[1]}"] += 1
                same = way in OTHER_GAME and certificate_of(c["game"], c["checked_to"], arguments.grundy, folder) == c
                if way not in STILL_RIGHT and not same:
                    bad += 1
                    kept = Path(tempfile.gettempdir()) / f"attack-{seed}-{done}.json"
                    kept.write_text(json.dumps(c))
                    print(f"changed, but {codes}: {c['game']}: {way}: {kept}", flush=True)
            elif codes[1] != 1:
                differing[f"{way}: verified 1, Python {codes[1]}"] += 1
            refused[codes[0] == 1] += 1
    print(f"{done} changed certificates ({of_three} of three heaps): {refused[True]} refused by the verified checker, {bad} wrongly accepted; where not both refuse:")
    for text, count in sorted(differing.items()):
        print(f"  {count} x {text}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
