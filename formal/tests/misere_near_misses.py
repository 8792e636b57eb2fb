#!/usr/bin/env python3
"""grundy-check accepts kept certificates of misère quotients and refuses them as soon as one thing is wrong:
formal/tests/misere_near_misses.py CHECKER"""
import json, pathlib, subprocess, sys, tempfile

ROOT = pathlib.Path(__file__).parent.parent.parent
FOLDER = ROOT / "data/certificates/misere"


def codes(certificates):
    """for each the exit code of grundy-check: 0 true, 1 refused"""
    with tempfile.TemporaryDirectory() as folder:
        paths = [pathlib.Path(folder) / f"{i}.json" for i in range(len(certificates))]
        for path, certificate in zip(paths, certificates):
            path.write_text(json.dumps(certificate))
        out = subprocess.run([sys.argv[1], *paths], stdout=subprocess.PIPE, text=True).stdout
    told = {line.split(":")[0]: line.split(":")[1] for line in out.splitlines() if line.startswith(folder)}
    return [{" true": 0, " REFUSED": 1}.get(told.get(str(path)), 6) for path in paths]


def merged(c, x, y):
    """the same with x and y as one element, and all that follows from it"""
    one = list(range(c["elements"]))

    def name(z):
        while one[z] != z:
            z = one[z]
        return z
    waiting = [(x, y)]
    while waiting:
        a, b = sorted(map(name, waiting.pop()))
        if a != b:
            one[b] = a
            waiting += [(action[z], action[name(z)]) for action in c["actions"].values() for z in range(len(one))]
    left = sorted({name(z) for z in range(len(one))})
    new = {z: left.index(name(z)) for z in range(len(one))}
    return c | {"elements": len(left), "p": sorted({new[z] for z in c["p"]}), "phi": [new[z] for z in c["phi"]],
                "actions": {heap: [new[action[z]] for z in left] for heap, action in c["actions"].items()}}


def doubled(c):
    """each element twice, told apart by nothing but the number of heaps of the first action"""
    m = c["elements"]
    both = lambda action, flip: [action[z % m] + m * ((z >= m) ^ flip) for z in range(2 * m)]
    first = next(iter(c["actions"]))
    phi = [x + m * (str(heap) == first) for heap, x in enumerate(c["phi"], 1)]
    return c | {"elements": 2 * m, "p": c["p"] + [x + m for x in c["p"]], "phi": phi,
                "actions": {heap: both(action, heap == first) for heap, action in c["actions"].items()}}


def changed(c):
    """wrong copies"""
    m, phi, p = c["elements"], c["phi"], c["p"]
    for heap, x in enumerate(phi):
        for y in range(m) if m < 20 else {(x + 1) % m, phi[heap - 1], 0}:
            if y != x:
                yield c | {"phi": phi[:heap] + [y] + phi[heap + 1:]}
    for x in range(m):
        yield c | {"p": sorted(set(p) ^ {x})}
    for x in range(m):
        for y in range(x) if m < 20 else range(max(0, x - 2), x):
            yield merged(c, x, y)
    for heap, action in c["actions"].items():
        yield c | {"actions": {h: a for h, a in c["actions"].items() if h != heap}}
        for x in range(m):
            yield c | {"actions": c["actions"] | {heap: action[:x] + [(action[x] + 1) % m] + action[x + 1:]}}
    yield c | {"elements": m + 1}
    if "period" not in c:
        return
    start, period = c["preperiod"], c["period"]
    value = lambda n: phi[n - 1] if n < start else phi[start - 1 + (n - start) % period]
    claim = lambda n0, q: c | {"preperiod": n0, "period": q, "phi": [value(n) for n in range(1, n0 + q)]}
    yield from (claim(start, period * k) for k in (2, 3))
    others = ((n0, q) for n0 in range(1, start + 3) for q in range(1, min(2 * period, 15)) if (n0, q) != (start, period))
    yield from (claim(n0, q) for n0, q in others)
    yield doubled(c)


def longer(c):
    """the quotient of too few heaps, with one heap more"""
    return [c | {"phi": c["phi"] + [x]} for x in range(c["elements"])]


count = 0
for path in sorted(FOLDER.glob("*.json")):
    certificate = json.loads(path.read_text())
    wrong = list(changed(certificate)) + (longer(certificate) if path.stem == "octal-0.53-to-13" else [])
    verdicts = codes([certificate] + wrong)
    if verdicts[0] != 0:
        sys.exit(f"{path.stem}: refused")
    for other, verdict in zip(wrong, verdicts[1:]):
        if verdict != 1:
            sys.exit(f"{path.stem}: not refused: {json.dumps(other)}")
    count += len(wrong)
# 0.53 with 12 elements: right if (0, z), where every sum starts, counts as reached
known = json.loads((ROOT / "data/known/misere.json").read_text())["cases"]
traps = [case["certificate"] | {"certificate": 5} for case in known if case["kind"] == "trap"]
if not traps or set(codes(traps)) != {1}:
    sys.exit("data/known/misere.json: a trap is not refused")
print(f"{count + len(traps)} near misses of misère quotients refused")
