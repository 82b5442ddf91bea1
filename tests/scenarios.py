"""Checks that every language has a test of each scenario in tests/scenarios.tsv, and prints the table.

    scenarios.py [--strict]

A named test must be defined in its file, in the form of the file's language. With `--strict`, a scenario that a language does not test
yet is an error, too.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
LANGUAGES = ["rust", "python", "node", "kotlin", "swift"]
# How a test is defined, by the ending of its file. In Node a value may be before or after the name: `test(`${server}: the name`, ...`.
DEFINITIONS = {
    ".rs": r"\bfn {}\(",
    ".py": r"\bdef {}\(",
    ".ts": r"\b(?:test|describe)\((['\"`])(?:\$\{{[^}}]*\}}: )?{}(?:: \$\{{[^}}]*\}})?\1,",
    ".kt": r"\bfun `{}`\(",
    ".swift": r"\bfunc {}\(",
}


def defines(file: Path, name: str) -> bool:
    """Whether a file defines a test with this name."""
    definition = DEFINITIONS.get(file.suffix)
    return definition is not None and file.is_file() and bool(re.search(definition.format(re.escape(name)), file.read_text()))


def names(text: str, step: str) -> bool:
    """Whether a text has a string that is the step, and not only a comment with these words, or a longer string."""
    return bool(re.search(rf"""(["'`]){re.escape(step)}\1""", text))


def checked(text: str, root: Path) -> tuple[dict[str, dict[str, str]], list[str]]:
    """The state of each scenario in each language, and what is wrong."""
    states: dict[str, dict[str, str]] = {}
    steps: dict[str, set[str]] = {}
    texts: dict[tuple[str, str], list[str]] = {}
    wrong: list[str] = []
    for line in text.splitlines():
        if not line or line.startswith("#"):
            continue
        cells = line.split("\t")
        if cells[0]:
            if len(cells) not in {3, 4} or cells[0] in states:
                wrong.append(f"{line!r} is not a new scenario")
            scenario = cells[0]
            states[scenario] = {}
            steps[scenario] = set("".join(cells[3:]).split(", ")) - {""}
            continue
        if len(cells) != 4 or cells[1] not in LANGUAGES or not states:
            wrong.append(f"{line!r} is no test of a scenario")
            continue
        _, language, file, name = cells
        states[scenario][language] = file if file in {"core", "untested"} else "tested"
        if file in {"core", "untested"}:
            continue
        if not defines(root / file, name):
            wrong.append(f"{scenario}: {file} has no test {name!r}")
            continue
        texts.setdefault((scenario, language), []).append((root / file).read_text())
    for scenario, found in states.items():
        wrong += [f"{scenario}: {language} is missing" for language in LANGUAGES if language not in found]
        for language in found:
            named = texts.get((scenario, language), [])
            if named and not any(all(names(text, step) for step in steps[scenario]) for text in named):
                wrong.append(f"{scenario}: no test of {language} has all steps")
    return states, wrong


def main() -> int:
    states, wrong = checked((ROOT / "tests/scenarios.tsv").read_text(), ROOT)
    for scenario, found in states.items():
        print(f"{scenario:<12}" + "".join(f"{found.get(language, 'missing'):<10}" for language in LANGUAGES))
        if "--strict" in sys.argv[1:]:
            wrong += [f"{scenario}: {language} is untested" for language, state in found.items() if state == "untested"]
    print("\n".join(wrong))
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
