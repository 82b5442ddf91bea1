"""Counts the cases of the vectors, for the table that ``tests/run`` prints."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

TABLE = Path(__file__).parents[3] / "target" / "tests" / "vectors" / "python.tsv"

_passed: Counter[str] = Counter()
_failed: Counter[str] = Counter()


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "vectors(file): the cases of a file of tests/vectors")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]):  # noqa: ANN201, ARG001
    report = yield
    has_ended = (report.when == "call" and not report.skipped) or report.failed
    if has_ended and (mark := item.get_closest_marker("vectors")):
        (_passed if report.passed else _failed)[mark.args[0]] += 1
    return report


def pytest_sessionfinish() -> None:
    if files := sorted(_passed.keys() | _failed.keys()):
        TABLE.parent.mkdir(parents=True, exist_ok=True)
        lines = (f"{file}\t{_passed[file]}\t{_failed[file]}\n" for file in files)
        TABLE.write_text("".join(lines), "utf-8")
