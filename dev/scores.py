#!/usr/bin/env python3
"""Measure the program over the evaluation corpus and hold it to a floor.

    BIBGLEAN_CORPUS=… dev/scores.py target/release/bibglean            compare with fixtures/scores.tsv
    BIBGLEAN_CORPUS=… dev/scores.py target/release/bibglean --record   write fixtures/scores.tsv

Reads every listing and every set of reference strings of the corpus, scores the output with the corpus's own
score.py, and prints one row a set. A figure below its floor fails; so does one that is above it by more than 0.002,
until it is recorded. Outputs and differences stay in target/scores for a look.
"""
import argparse
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FLOOR = ROOT / "fixtures" / "scores.tsv"
OUT = ROOT / "target" / "scores"
FIGURES = ["entries_f1", "fields_f1", "perfect", "type"]
SLACK = 0.002          # a gain that must be recorded
ROUNDING = 0.00051     # figures are kept with three digits
HEADER = "# Floor of the scores over the evaluation corpus, written by `dev/scores.py --record`. set, entries F1, fields F1, perfect, type."


def run(program, arguments, output):
    """Standard output of the program to a file; exit code 1 (nothing found) is an answer too."""
    with open(output, "wb") as stdout:
        done = subprocess.run([program, "--quiet", *arguments], stdout=stdout, stderr=subprocess.PIPE)
    if done.returncode not in (0, 1):
        raise SystemExit(f"{' '.join(map(str, arguments))}: exit code {done.returncode}: {done.stderr.decode(errors='replace')[:500]}")


def score(corpus, mode, gold, predictions, name, by):
    """The figures that score.py gives, as written by its --json; its text is kept beside the output."""
    figures = OUT / f"{name}.json"
    command = [sys.executable, corpus / "score.py", mode, gold, predictions, "--json", figures, "--errors", "100000", "--by", by]
    done = subprocess.run(command, capture_output=True, text=True)
    (OUT / f"{name}.txt").write_text(done.stdout + done.stderr, encoding="utf-8")
    if done.returncode:
        raise SystemExit(f"score.py {mode} {gold}: {done.stderr[-500:]}")
    return json.loads(figures.read_text(encoding="utf-8"))


def listings(program, corpus):
    out = OUT / "listings"
    out.mkdir(parents=True, exist_ok=True)
    for directory in sorted((corpus / "listings").iterdir()):
        for page in sorted(directory.glob("input.*")):
            run(program, [page], out / f"{directory.name}.bib")
    found = score(corpus, "listings", corpus / "listings", out, "listings", "shape")
    rows = {"listings": found["all"], "listings/mean": found["all"]["macro"]}
    rows.update({f"listings/{shape}": figures for shape, figures in found["groups"].items()})
    score(corpus, "listings", corpus / "listings", out, "listings-by-id", "id")
    return rows


def references(program, corpus, gold):
    lines, output = OUT / f"{gold.stem}.lines.txt", OUT / f"{gold.stem}.jsonl"
    with open(gold, encoding="utf-8") as file:
        texts = [row.get("text_plain") or row["text"] for row in map(json.loads, file)]
    lines.write_text("".join(" ".join(text.split()) + "\n" for text in texts), encoding="utf-8")
    run(program, ["--from", "lines", "--keep-duplicates", "--to", "jsonl", lines], output)
    written = sum(1 for _ in open(output, encoding="utf-8"))
    if written != len(texts):
        raise SystemExit(f"{gold.stem}: {len(texts)} lines in, {written} records out")
    return {f"refs/{gold.stem}": score(corpus, "refs", gold, output, gold.stem, "lang")["all"]}


def read_floor():
    rows = {}
    if FLOOR.exists():
        for line in FLOOR.read_text(encoding="utf-8").splitlines():
            if line and not line.startswith("#"):
                name, *values = line.split("\t")
                rows[name] = dict(zip(FIGURES, map(float, values)))
    return rows


def compare(rows, floor):
    """Prints the table; returns what has fallen and what has risen."""
    fallen, risen = [], []
    print(f"{'':<26}" + "".join(f"{figure:>20}" for figure in FIGURES))
    for name, figures in rows.items():
        cells = []
        for figure in FIGURES:
            value, least = figures[figure], floor.get(name, {}).get(figure)
            change = "" if least is None else f" ({value - least:+.3f})"
            cells.append(f"{value:.3f}{change:>9}")
            if least is None or value > least + SLACK + ROUNDING:
                risen.append(f"{name} {figure}: {value:.3f}, recorded {'nothing' if least is None else format(least, '.3f')}")
            elif value < least - ROUNDING:
                fallen.append(f"{name} {figure}: {value:.3f}, floor {least:.3f}")
        print(f"{name:<26}" + "".join(f"{cell:>20}" for cell in cells))
    fallen += [f"{name}: in the floor, but not measured" for name in floor if name not in rows]
    return fallen, risen


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    parser.add_argument("--record", action="store_true", help="write the figures as the new floor")
    arguments = parser.parse_args()
    corpus = Path(os.environ["BIBGLEAN_CORPUS"])
    program = arguments.program.resolve()
    OUT.mkdir(parents=True, exist_ok=True)

    with ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
        jobs = [pool.submit(listings, program, corpus)]
        jobs += [pool.submit(references, program, corpus, gold) for gold in sorted((corpus / "refs").glob("*.jsonl"))]
        rows = {name: figures for job in jobs for name, figures in job.result().items()}
    sets = [figures for name, figures in rows.items() if name.startswith("refs/")]
    if sets:
        rows["refs/mean"] = {figure: sum(s[figure] for s in sets) / len(sets) for figure in FIGURES}

    fallen, risen = compare(rows, read_floor())
    if arguments.record:
        table = [HEADER] + ["\t".join([name, *(f"{figures[f]:.3f}" for f in FIGURES)]) for name, figures in rows.items()]
        FLOOR.write_text("\n".join(table) + "\n", encoding="utf-8")
        print(f"recorded in {FLOOR.relative_to(ROOT)}")
        return
    for title, faults in (("below the floor", fallen), ("above the floor: record it with `dev/scores.py --record`", risen)):
        if faults:
            print(f"\n{title}:\n  " + "\n  ".join(faults))
    if fallen or risen:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
