#!/usr/bin/env python3
"""grundy-check accepts kept certificates of sets of P-positions and refuses them as soon as one thing is missing or wrong:
formal/tests/linear_near_misses.py CHECKER"""
import copy, json, pathlib, subprocess, sys, tempfile

FOLDER = pathlib.Path(__file__).parent.parent.parent / "data/certificates/linear"


def codes(certificates):
    """for each the exit code of grundy-check: 0 true, 1 refused"""
    with tempfile.TemporaryDirectory() as folder:
        paths = [pathlib.Path(folder) / f"{i}.json" for i in range(len(certificates))]
        for path, certificate in zip(paths, certificates):
            path.write_text(json.dumps(certificate))
        out = subprocess.run([sys.argv[1], *paths], stdout=subprocess.PIPE, text=True).stdout
    told = {line.split(":")[0]: line.split(":")[1] for line in out.splitlines() if line.startswith(folder)}
    return [{" true": 0, " REFUSED": 1}.get(told.get(str(path)), 6) for path in paths]


def changed(certificate):
    """copies with one change each"""
    def copied(change):
        other = copy.deepcopy(certificate)
        change(other)
        return other
    for t, tree in enumerate(certificate["trees"]):
        yield copied(lambda c: c["trees"].pop(t))
        for s, step in enumerate(tree):
            yield copied(lambda c: c["trees"][t].pop(s))
            if "sum" in step:
                for i in range(len(step["sum"])):
                    yield copied(lambda c: c["trees"][t][s]["sum"].pop(i))
    for w in range(len(certificate["witnesses"])):
        yield copied(lambda c: c["witnesses"].pop(w))
    for p, piece in enumerate(certificate["pieces"]):
        for i in range(len(piece)):
            yield copied(lambda c: c["pieces"][p].pop(i))
    for m, move in enumerate(certificate["rules"]["moves"]):
        for i, form in enumerate(move["target"]):
            yield copied(lambda c: c["rules"]["moves"][m]["target"][i].__setitem__(0, form[0] + 1))
    for i in range(len(certificate["measure"])):
        yield copied(lambda c: c["measure"].__setitem__(i, 0))


count = 0
for name in ("king", "circular-nim-4-2"):
    certificate = json.loads((FOLDER / f"{name}.json").read_text())
    wrong = list(changed(certificate))
    verdicts = codes([certificate] + wrong)
    if verdicts[0] != 0:
        sys.exit(f"{name}: refused")
    for other, verdict in zip(wrong, verdicts[1:]):
        if verdict != 1:
            sys.exit(f"{name}: not refused: {json.dumps(other)}")
    count += len(wrong)
print(f"{count} near misses of sets of P-positions refused")
