"""Checks that every language has a test of each scenario in tests/scenarios.tsv, and prints the table.

    scenarios.py [--strict]

A named test must occur in its file. With `--strict`, a scenario that a language does not test yet is an error, too.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
LANGUAGES = ["rust", "python", "node", "kotlin", "swift"]


def checked(text: str, root: Path) -> tuple[dict[str, dict[str, str]], list[str]]:
    """The state of each scenario in each language, and what is wrong."""
    states: dict[str, dict[str, str]] = {}
    wrong: list[str] = []
    for line in text.splitlines():
        if not line or line.startswith("#"):
            continue
        cells = line.split("\t")
        if cells[0]:
            if len(cells) != 3 or cells[0] in states:
                wrong.append(f"{line!r} is not a new scenario")
            scenario = cells[0]
            states[scenario] = {}
            continue
        if len(cells) != 4 or cells[1] not in LANGUAGES or not states:
            wrong.append(f"{line!r} is no test of a scenario")
            continue
        _, language, file, name = cells
        states[scenario][language] = file if file in {"core", "untested"} else "tested"
        if file in {"core", "untested"}:
            continue
        path = root / file
        if not path.is_file() or name not in path.read_text():
            wrong.append(f"{scenario}: {file} has no test {name!r}")
    for scenario, found in states.items():
        wrong += [f"{scenario}: {language} is missing" for language in LANGUAGES if language not in found]
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
