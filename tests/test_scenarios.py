"""Tests of the table of scenarios."""

from __future__ import annotations

import unittest
from pathlib import Path
from tempfile import TemporaryDirectory

import scenarios

TESTS = "".join(f"\t{language}\tcore\tthe reason\n" for language in scenarios.LANGUAGES[1:])


class Checked(unittest.TestCase):
    def checked(self, text: str) -> list[str]:
        with TemporaryDirectory() as folder:
            (Path(folder) / "tests.rs").write_text("fn a_test() {}")
            return scenarios.checked(text, Path(folder))[1]

    def test_a_complete_table(self) -> None:
        self.assertEqual(self.checked("# a comment\none\tgiven\texpected\n\trust\ttests.rs\ta_test\n" + TESTS), [])

    def test_a_test_that_does_not_exist(self) -> None:
        for given in ("tests.rs\tanother", "none.rs\ta_test"):
            (wrong,) = self.checked(f"one\tgiven\texpected\n\trust\t{given}\n{TESTS}")
            self.assertIn("has no test", wrong)

    def test_a_language_that_is_missing(self) -> None:
        self.assertEqual(self.checked("one\tgiven\texpected\n" + TESTS), ["one: rust is missing"])

    def test_lines_of_another_form(self) -> None:
        for line in ("one\tgiven", "one\tgiven\texpected\none\tgiven\texpected", "\trust\ttests.rs\ta_test"):
            self.assertTrue(self.checked(line))
