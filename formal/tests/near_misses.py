#!/usr/bin/env python3
"""grundy-check accepts the certificates of this folder and refuses them as soon as one number is wrong: formal/tests/near_misses.py CHECKER"""
import copy, json, pathlib, subprocess, sys, tempfile

FOLDER = pathlib.Path(__file__).parent


def code(certificate):
    """the exit code of grundy-check: 0 true, 1 refused"""
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(certificate, file)
        file.flush()
        return subprocess.run([sys.argv[1], file.name], stdout=subprocess.DEVNULL).returncode


def smaller_bound(certificate, claim):
    """one value fewer is looked at; with arithmetic-kinds the largest bound says how far all values must be known"""
    claim["bound"] -= 1
    claim["window"].pop()
    if certificate["theorem"] == "kinds":
        claim["checked_to"] -= 1
        claim["prefix"]["length"] -= 1
        return
    last = max(other["bound"] for other in certificate["claims"]) + 2 * certificate["joint"] - 1
    for other in certificate["claims"]:
        other["prefix"]["length"] += last - other["checked_to"]
        other["checked_to"] = last


def twice_the_period(certificate, claim):
    claim["period"] *= 2
    claim["saltus"] *= 2
    certificate["joint"] *= 2


def later_preperiod(certificate, claim):
    claim["preperiod"] += 1
    claim["window"].pop(0)
    if claim["least"]["preperiod"]:
        claim["least"]["preperiod"]["n"] += 1


def higher_saltus(certificate, claim):
    claim["saltus"] += 1


def wrong_value(certificate, claim):
    claim["window"][-1] ^= 1


def rule_removed(certificate, claim):
    certificate["rules"][claim["kind"]]["rules"].pop()


def rule_changed(certificate, claim):
    rule = certificate["rules"][claim["kind"]]["rules"][-1]
    if rule["cut"]:
        rule["cut"]["sum"] += 1
    else:
        rule["joint"][0][1] += 1


CHANGES = [smaller_bound, twice_the_period, later_preperiod, higher_saltus, wrong_value, rule_removed, rule_changed]
refused = 0
for path in sorted(FOLDER.glob("*.json")):
    certificate = json.loads(path.read_text())
    if code(certificate) != 0:
        sys.exit(f"{path.name}: refused")
    for place in range(len(certificate["claims"])):
        for change in CHANGES:
            changed = copy.deepcopy(certificate)
            change(changed, changed["claims"][place])
            if code(changed) != 1:
                sys.exit(f"{path.name}: claim {place}: accepted in spite of {change.__name__}")
            refused += 1
print(f"games of kinds: {len(list(FOLDER.glob('*.json')))} certificates hold, {refused} near misses are refused")
