"""The table of faults: compares the requirements in tests/faults.tsv with the measured figures.

    faults.py FOLDER [--all] [--figures]

Tests append lines of fault, part of the fault, quantity and number to files in FOLDER; those of `tests/run figures` are in
FOLDER/figures and count instead of the others where there are such. A quantity that was measured several times counts with
the value that is furthest from what is asked.

A row is `short` if a figure of it is missed, also beside others that were not measured: a test may end at the one that it misses.
Otherwise it is `met` if all are measured, else `not shown`. Ends with 1 if a
figure is missed that this run had to meet: every figure but those that the table gives to another run, and those of
`tests/run figures`, too, where it measured them. A figure that was not measured ends with 1 as well: with `--all`, for a normal
run, unless the table says that it has no test yet or that only `tests/run figures` measures it; with `--figures`, for that run,
if the table gives it to that run. With `--all`, a row that is `not shown` ends with 1 too: each fault must have a test of the normal
run, if only a short one.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[1]
COMPARISONS = {"=": lambda value, asked: value == asked, "<=": lambda value, asked: value <= asked, ">=": lambda value, asked: value >= asked}
IN_FULL = {"figures", "only figures"}
ELSEWHERE = {*IN_FULL, "elsewhere", "platform", "untested"}


@dataclass(frozen=True)
class Figure:
    part: str
    quantity: str
    comparison: str
    asked: float
    shown: str  # the run that measures it, if not the normal one

    def holds(self, value: float) -> bool:
        return COMPARISONS[self.comparison](value, self.asked)

    def worst(self, values: list[float]) -> float:
        missed = [value for value in values if not self.holds(value)]
        return (min if self.comparison == ">=" else max)(missed or values)

    def __str__(self) -> str:
        return f"{self.part}: {self.quantity}" if self.part else self.quantity


@dataclass
class Row:
    id: str
    fault: str
    asked: str
    figures: list[Figure] = field(default_factory=list)


Measured = dict[tuple[str, str, str], list[float]]


def rows(text: str) -> list[Row]:
    found: list[Row] = []
    for line in text.splitlines():
        if not line or line.startswith("#"):
            continue
        cells = line.split("\t")
        if cells[0]:
            found.append(Row(*cells))
        else:
            _, part, quantity, comparison, asked, *shown = cells
            if comparison not in COMPARISONS or not ELSEWHERE.issuperset(shown):
                raise ValueError(f"faults.tsv: {line!r}")
            found[-1].figures.append(Figure(part, quantity, comparison, float(asked), "".join(shown)))
    return found


def measured(folder: Path) -> Measured:
    values: Measured = {}
    for file in sorted(folder.glob("*.tsv")):
        for line in file.read_text().splitlines():
            fault, part, quantity, value = line.split("\t")
            values.setdefault((fault, part, quantity), []).append(float(value))
    return values


@dataclass(frozen=True)
class Verdict:
    word: str
    missed: list[tuple[Figure, float]]
    """Includes limits that only another run must meet."""
    failed: bool
    """Whether a limit was missed that this run must meet."""
    owed: bool
    """Whether a figure is missing for which the normal run has a test."""
    owed_in_full: bool
    """Whether `tests/run figures` has not measured a figure that the table gives to it."""


def judge(row: Row, usual: Measured, full: Measured) -> Verdict:
    missed, failed, shown, owed, owed_in_full = [], False, True, False, False
    for figure in row.figures:
        key = (row.id, figure.part, figure.quantity)
        owed_in_full = owed_in_full or (figure.shown in IN_FULL and key not in full)
        values = full.get(key) or usual.get(key)
        if not values:
            shown = False
            owed = owed or figure.shown not in {"untested", "only figures"}
            continue
        value = figure.worst(values)
        if not figure.holds(value):
            missed.append((figure, value))
            failed = failed or not figure.shown or (figure.shown in IN_FULL and key in full)
    word = "short" if missed else "met" if shown else "not shown"
    return Verdict(word, missed, failed, owed, owed_in_full)


def number(value: float) -> str:
    return f"{value:.0f}" if value == int(value) or value >= 1000 else f"{value:.3g}"


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--all", action="store_true", help="every figure of a normal run must be measured")
    parser.add_argument("--figures", action="store_true", help="every figure of `tests/run figures` must be measured")
    options = parser.parse_args()
    table = rows((ROOT / "tests/faults.tsv").read_text())
    usual, full = measured(options.folder), measured(options.folder / "figures")
    known = {(row.id, figure.part, figure.quantity) for row in table for figure in row.figures}
    unknown = sorted((usual.keys() | full.keys()) - known)
    counts = dict.fromkeys(["met", "short", "not shown"], 0)
    failed = bool(unknown)
    print("=== faults: asked and measured")
    for row in table:
        verdict = judge(row, usual, full)
        counts[verdict.word] += 1
        failed = failed or verdict.failed or (options.figures and verdict.owed_in_full)
        failed = failed or (options.all and (verdict.owed or verdict.word == "not shown"))
        print(f"{row.id:<6}{verdict.word:<11}{row.fault}")
        print(f"{'':17}asked:    {row.asked}")
        missed = {figure: value for figure, value in verdict.missed}
        for figure in row.figures:
            key = (row.id, figure.part, figure.quantity)
            values = full.get(key) or usual.get(key)
            if options.figures and figure.shown in IN_FULL and key not in full:
                print(f"{'':17}missing:  {figure}, by tests/run figures")
            if not values:
                if any(name[0] == row.id for name in [*usual, *full]) or options.all:
                    print(f"{'':17}missing:  {figure}{', which has no test yet' if figure.shown == 'untested' else ''}")
                continue
            in_full = dict.fromkeys(IN_FULL, "; in full by tests/run figures")
            where = in_full | {"elsewhere": "; on other machines", "platform": "; as far as such a platform allows"}
            text = f"{figure}: {number(figure.worst(values))}"
            if figure in missed:
                print(f"{'':17}short:    {text}, asked: {figure.comparison} {number(figure.asked)}{where.get(figure.shown, '')}")
            else:
                print(f"{'':17}measured: {text}")
    for name in unknown:
        print(f"not in tests/faults.tsv: {name}")
    print(", ".join(f"{count} {word}" for word, count in counts.items()), "of", len(table), "faults")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
