#!/usr/bin/env python3
"""Trains the calibration of confidences, data/model/calibration.tsv.

    BIBGLEAN_CORPUS=… dev/calibrate.py PAGES LINES           train and write
    BIBGLEAN_CORPUS=… dev/calibrate.py PAGES LINES --check   measure, each page by weights trained without it

PAGES: what `bibglean-dev unseen` wrote. LINES: a folder with NAME.jsonl for each set of references of the corpus, written
by `bibglean-dev lines`. Both hold the models' own confidences. Values are compared with the gold by the corpus's score.py.
"""
import importlib.util
import json
import math
import os
import random
import sys
from pathlib import Path

CORPUS = Path(os.environ["BIBGLEAN_CORPUS"])
OUT = Path(__file__).parent.parent / "data/model/calibration.tsv"
SUREST, USUAL = 6.0, 0.6
PASSES, RATE, PARTS = 20, 0.3, 6

spec = importlib.util.spec_from_file_location("score", CORPUS / "score.py")
score = importlib.util.module_from_spec(spec)
spec.loader.exec_module(score)


def nines(confidence):
    return min(SUREST, max(0.0, -math.log10(max(1 - confidence, 1e-9))))


def own(field):
    """The program's own name of a field that is written by another name in some types of entry."""
    return {"school": "institution", "reportnumber": "number"}.get(field, field)


def samples(pairs, group):
    """(features, right, group) of every value of the predicted records; each comes with its gold record or None."""
    predicted = [p for p, _ in pairs]
    values = lambda p: {own(f): v["confidence"] for f, v in p["fields"].items() if f != "type"}
    everything = [nines(c) for p in predicted for c in values(p).values()]
    mean = sum(everything) / max(1, len(everything))
    usual = {}
    for p in predicted:
        for f in values(p):
            usual[f] = usual.get(f, 0) + 1
    share = lambda f: usual.get(f, 0) / max(1, len(predicted))
    out = []
    for p, gold in pairs:
        known = values(p)
        all_nines = [nines(c) for c in known.values()]
        common = {
            "bias": 1.0,
            "least of the entry": min(all_nines, default=SUREST),
            "mean of the entry": sum(all_nines) / max(1, len(all_nines)),
            "mean of the page": mean,
            "usual fields missing": sum(1 for f in usual if share(f) >= USUAL and f not in known),
            "fields": len(all_nines),
        }

        def add(name, confidence, part, right):
            if confidence > 0:
                n = nines(confidence)
                single = {"own": n, "own squared": n * n, "share of the page": part, f"is {name}": 1.0}
                out.append((common | single, right, group))

        scored = score.scored(p, ("url",))
        truth = score.scored(gold, ("url",)) if gold else {}
        for f, value in scored.items():
            if own(f) in known:
                right = f in truth and score.same(f, truth[f], value)
                add(own(f), known[own(f)], share(own(f)), right)
        if gold and gold.get("type") and "type" in p["fields"]:
            right = score.type_class(gold["type"]) == score.type_class(p["type"])
            add("type", p["fields"]["type"]["confidence"], 1.0, right)
    return out


def probability(weights, features):
    z = sum(weights.get(name, 0.0) * value for name, value in features.items())
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, z))))


def train(data):
    """Logistic regression by AdaGrad, in an order that is the same each time."""
    weights, squares, order = {}, {}, list(data)
    shuffle = random.Random(1)
    for _ in range(PASSES):
        shuffle.shuffle(order)
        for features, right, _ in order:
            error = probability(weights, features) - right
            for name, value in features.items():
                step = error * value + 1e-5 * weights.get(name, 0.0)
                squares[name] = squares.get(name, 1e-8) + step * step
                weights[name] = weights.get(name, 0.0) - RATE * step / math.sqrt(squares[name])
    return weights


def check(name, data):
    groups = sorted({group for _, _, group in data})
    part = {group: i % PARTS for i, group in enumerate(groups)}
    found = []
    for held in range(PARTS):
        weights = train([row for row in data if part[row[2]] != held])
        found += [(probability(weights, f), right) for f, right, group in data if part[group] == held]
    wrong = sum(not right for _, right in found)
    error = 0.0
    print(f"{name}: {len(found)} values, {wrong / len(found):.3f} of them wrong")
    for low in (i / 10 for i in range(10)):
        rows = [row for row in found if low <= row[0] < low + 0.1 + 1e-9 * (low > 0.85)]
        if rows:
            sure, right = (sum(row[i] for row in rows) / len(rows) for i in (0, 1))
            error += abs(sure - right) * len(rows) / len(found)
            print(f"  {low:.1f}  {len(rows):6}  sure {sure:.3f}  right {right:.3f}")
    found.sort(key=lambda row: row[0])
    tenth = sum(not right for _, right in found[: len(found) // 10])
    print(f"  expected calibration error {error:.3f}; the most doubtful tenth holds {tenth / max(1, wrong):.3f} of the wrong values")


def pages(folder):
    out = []
    for directory in sorted((CORPUS / "listings").iterdir()):
        gold = json.loads((directory / "gold.json").read_text(encoding="utf-8"))
        predicted = [json.loads(line) for line in (folder / f"{directory.name}.jsonl").open(encoding="utf-8")]
        match = {j: gold[i] for i, j in score.match(gold, predicted)}
        family = directory.name.removesuffix("-copy").removesuffix("-dash")
        out += samples([(p, match.get(j)) for j, p in enumerate(predicted)], family)
    return out


def lines(folder):
    out = []
    for file in sorted((CORPUS / "refs").glob("*.jsonl")):
        gold = [json.loads(line)["gold"] for line in file.open(encoding="utf-8")]
        predicted = [json.loads(line) for line in (folder / file.name).open(encoding="utf-8")]
        # Each reference stands alone.
        for pair in zip(predicted, gold):
            out += samples([pair], file.stem)
    return out


def main():
    data = {"page": pages(Path(sys.argv[1])), "line": lines(Path(sys.argv[2]))}
    if "--check" in sys.argv:
        for name, rows in data.items():
            check(name, rows)
        return
    text = "# Weights of the calibration of confidences: what was read, feature, weight. Trained by dev/calibrate.py.\n"
    for setting, rows in data.items():
        for name, weight in sorted(train(rows).items()):
            text += f"{setting}\t{name}\t{weight:.4f}\n"
    OUT.write_text(text, encoding="utf-8")


main()
