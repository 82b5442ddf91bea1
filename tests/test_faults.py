"""Tests of the table of faults."""

from __future__ import annotations

import contextlib
import hashlib
import io
import re
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import faults

# Of the lines of all requirements. A requirement of the project is not changed here: a figure that is not met is `short`.
WORDS = "0d0a26076d9c8ba8bb843fdefd9d44cccdaeeacdd03ec15d85b662c4e119faf8"

# The tests that may record figures.
SOURCES = (
    "core/tests/**/*.rs",
    "packages/python/tests/**/*.py",
    "packages/node/test/**/*.ts",
    "packages/kotlin/tests/src/**/*.kt",
    "packages/swift/Tests/**/*.swift",
)

TABLE = """# a comment
F90\tfault\tasked
\tstore\ttrials\t>=\t200\tfigures
\tstore\trequests\t=\t1
F91\tanother\tasked
\t\tseconds\t<=\t10
\t\thours\t>=\t24\tonly figures
"""


class Judged(unittest.TestCase):
    def setUp(self) -> None:
        self.first, self.second = faults.rows(TABLE)

    def judged(self, trials: list[float], requests: list[float], full: dict | None = None) -> tuple[str, bool]:
        usual = {("F90", "store", "trials"): trials, ("F90", "store", "requests"): requests}
        verdict = faults.judge(self.first, {key: value for key, value in usual.items() if value}, full or {})
        return verdict.word, verdict.failed

    def test_met(self) -> None:
        self.assertEqual(self.judged([200], [1]), ("met", False))

    def test_fewer_than_required_is_short_and_no_failure_if_another_run_covers_it(self) -> None:
        self.assertEqual(self.judged([15], [1]), ("short", False))

    def test_fewer_than_required_is_a_failure_in_the_run_that_must_cover_it(self) -> None:
        full = {("F90", "store", "trials"): [150.0]}
        self.assertEqual(self.judged([15], [1], full), ("short", True))
        self.assertEqual(self.judged([15], [1], {("F90", "store", "trials"): [200.0]}), ("met", False))

    def test_a_wrong_number_is_a_failure_and_the_worst_counts(self) -> None:
        self.assertEqual(self.judged([200], [1, 2, 1]), ("short", True))

    def test_a_part_that_was_not_measured_is_not_shown(self) -> None:
        self.assertEqual(self.judged([200], []), ("not shown", False))
        self.assertEqual(faults.judge(self.second, {}, {}).word, "not shown")

    def test_a_figure_that_is_missed_is_short_also_beside_one_that_was_not_measured(self) -> None:
        self.assertEqual(self.judged([], [2]), ("short", True))
        self.assertEqual(faults.judge(self.second, {("F91", "", "seconds"): [11.0]}, {}).word, "short")

    def test_a_run_owes_the_figures_that_the_table_gives_to_it(self) -> None:
        def owed(usual: dict, full: dict) -> list[bool]:
            verdict = faults.judge(self.second, usual, full)
            return [verdict.owed, verdict.owed_in_full]

        seconds, hours = {("F91", "", "seconds"): [1.0]}, {("F91", "", "hours"): [24.0]}
        self.assertEqual(owed({}, {}), [True, True])
        self.assertEqual(owed(seconds, {}), [False, True])
        self.assertEqual(owed(seconds, hours), [False, False])
        self.assertEqual(owed({}, hours), [True, False])
        # Those of the other row are measured by both runs.
        self.assertEqual(faults.judge(self.first, {}, {}).owed, True)
        once = {("F90", "store", "trials"): [15.0], ("F90", "store", "requests"): [1.0]}
        self.assertEqual(faults.judge(self.first, once, {}).owed_in_full, True)

    def test_a_full_run_with_a_row_that_is_not_shown_fails(self) -> None:
        table = "F90\tfault\tasked\n\t\tpasses\t>=\t2\tfigures\n\t\tgrowth\t<=\t1\tonly figures\n"

        def code(measured: str, *options: str) -> int:
            with tempfile.TemporaryDirectory() as folder, mock.patch.object(faults, "rows", lambda _: rows):
                Path(folder, "rust.tsv").write_text(measured)
                with mock.patch.object(sys, "argv", ["faults.py", folder, *options]), contextlib.redirect_stdout(io.StringIO()):
                    return faults.main()

        rows = faults.rows(table)
        self.assertEqual(faults.judge(rows[0], {("F90", "", "passes"): [2.0]}, {}).word, "not shown")
        self.assertEqual([code("F90\t\tpasses\t2\n"), code("F90\t\tpasses\t2\n", "--all")], [0, 1])
        # A short run shows what it can.
        self.assertEqual(code("F90\t\tpasses\t1\n", "--all"), 0)

    def test_every_row_has_a_figure_that_the_usual_run_measures(self) -> None:
        table = faults.rows((faults.ROOT / "tests/faults.tsv").read_text())
        for row in table:
            self.assertTrue(any(figure.shown not in {"only figures", "untested"} for figure in row.figures), row.id)

    def test_the_table_itself_has_a_figure_for_each_of_48_faults_and_more(self) -> None:
        table = faults.rows((faults.ROOT / "tests/faults.tsv").read_text())
        self.assertTrue(all(row.figures for row in table))
        self.assertEqual(len({row.id for row in table if row.id.startswith("F")}), 48)

    def test_no_test_records_a_figure_that_is_a_literal(self) -> None:
        table = faults.rows((faults.ROOT / "tests/faults.tsv").read_text())
        quantities = {figure.quantity for row in table for figure in row.figures}
        names = "|".join(re.escape(name) for name in quantities | {name.replace(" ", "_") for name in quantities})
        argument = rf"\bmeasured\((?:[^()]|\([^()]*\))*?\b(?:{names})="
        literal = re.compile(rf"""(?:(["'])(?:{names})\1\s*(?:,|:|\bto\b)|{argument})\s*-?\d""")
        for given in ('("calls that fail", 0.0)', "'calls that fail': 1", '"calls that fail" to 0', 'measured("F1", "", calls_that_fail=0)'):
            self.assertRegex(given, literal)
        files = [file for pattern in SOURCES for file in faults.ROOT.glob(pattern)]
        texts = {str(file.relative_to(faults.ROOT)): text for file in files if "measured(" in (text := file.read_text())}
        self.assertEqual({Path(name).suffix for name in texts}, {".rs", ".py", ".ts", ".kt", ".swift"})
        found = [f"{name}: {match.group()}" for name, text in texts.items() for match in literal.finditer(text)]
        self.assertEqual(found, [])

    def test_the_requirements_of_the_table_have_the_words_and_figures_that_were_given(self) -> None:
        table = faults.rows((faults.ROOT / "tests/faults.tsv").read_text())
        words = "".join(f"{row.id}\t{row.fault}\t{row.asked}\n" for row in table)
        self.assertEqual(hashlib.sha256(words.encode()).hexdigest(), WORDS)


if __name__ == "__main__":
    unittest.main()
