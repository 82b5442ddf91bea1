"""Tests of the table of scenarios."""

from __future__ import annotations

import unittest
from pathlib import Path
from tempfile import TemporaryDirectory

import scenarios

TESTS = "".join(f"\t{language}\tcore\tthe reason\n" for language in scenarios.LANGUAGES[1:])
FILES = {
    "tests.rs": "// in_a_comment() after it\nasync fn a_test() { [\"before\", 'in (it)', \"after it all\"] }",
    "tests.py": "# def_in_a_comment\n    def test_it(self): ...",
    "tests.ts": "test('a name', () => {})\n  test(`${server}: a name with a value: ${own ? 'own' : ''}`, () => {})\n// a comment",
    "Tests.kt": "fun `a name`() = measured(\"a text\")",
    "Tests.swift": "@Test func aName() async {}",
    "notes.txt": "fn a_test()",
}


class Checked(unittest.TestCase):
    def checked(self, text: str) -> list[str]:
        with TemporaryDirectory() as folder:
            for name, content in FILES.items():
                (Path(folder) / name).write_text(content)
            return scenarios.checked(text, Path(folder))[1]

    def test_a_complete_table(self) -> None:
        self.assertEqual(self.checked("# a comment\none\tgiven\texpected\n\trust\ttests.rs\ta_test\n" + TESTS), [])

    def test_the_form_of_each_language(self) -> None:
        for file, name in (
            ("tests.py", "test_it"),
            ("tests.ts", "a name"),
            ("tests.ts", "a name with a value"),
            ("Tests.kt", "a name"),
            ("Tests.swift", "aName"),
        ):
            self.assertEqual(self.checked(f"one\tgiven\texpected\n\trust\t{file}\t{name}\n{TESTS}"), [])

    def test_a_test_that_does_not_exist(self) -> None:
        for given in (
            "tests.rs\tanother",
            "none.rs\ta_test",
            "notes.txt\ta_test",
            "tests.rs\ta_tes",
            "tests.rs\tin_a_comment",
            "tests.py\tdef_in_a_comment",
            "tests.ts\ta comment",
            "Tests.kt\ta text",
            "Tests.swift\taNam",
        ):
            (wrong,) = self.checked(f"one\tgiven\texpected\n\trust\t{given}\n{TESTS}")
            self.assertIn("has no test", wrong)

    def test_a_language_that_is_missing(self) -> None:
        self.assertEqual(self.checked("one\tgiven\texpected\n" + TESTS), ["one: rust is missing"])

    def test_a_step_that_is_missing(self) -> None:
        table = "one\tgiven\texpected\t{}\n\trust\ttests.rs\ta_test\n" + TESTS
        self.assertEqual(self.checked(table.format("before, in (it)")), [])
        for step in ("in_a_comment", "async", "after it", "befor.", "later"):
            self.assertEqual(self.checked(table.format(f"before, {step}")), ["one: no test of rust has all steps"], step)

    def test_lines_of_another_form(self) -> None:
        for line in ("one\tgiven", "one\tgiven\texpected\none\tgiven\texpected", "\trust\ttests.rs\ta_test"):
            self.assertTrue(self.checked(line))
