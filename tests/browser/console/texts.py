"""The texts of the console, read from its sources: a journey finds a button by its text in either language."""

import pathlib
import re

SOURCES = pathlib.Path(__file__).resolve().parents[3] / "packages/sandbox/console/src/text"
ENTRY = re.compile(r'^  "?([\w.]+)"?:\s*"((?:[^"\\]|\\.)*)",$', re.MULTILINE)


def texts(language):
    """The texts of `en` or `fa`, by their keys."""
    source = (SOURCES / f"{language}.ts").read_text(encoding="utf-8")
    return {key: value.replace('\\"', '"') for key, value in ENTRY.findall(source)}
