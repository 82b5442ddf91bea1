"""Counts the cases of the vectors, for the table that ``tests/run`` prints."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

TABLE = Path(__file__).parents[3] / "target" / "tests" / "vectors" / "python.tsv"

#: The cases that ran, and those of them that failed, by file. One that runs in several frameworks counts once.
_ran: defaultdict[str, set[str]] = defaultdict(set)
_failed: defaultdict[str, set[str]] = defaultdict(set)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "vectors(file): the cases of a file of tests/vectors")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]):  # noqa: ANN201, ARG001
    report = yield
    has_ended = (report.when == "call" and not report.skipped) or report.failed
    if has_ended and (mark := item.get_closest_marker("vectors")):
        (file,), case = mark.args, item.callspec.params["case"].name
        _ran[file].add(case)
        if report.failed:
            _failed[file].add(case)
    return report


@pytest.fixture
def count_case() -> Callable[[str, str, bool], None]:
    """Counts a case of a file, and whether it passed, for a test that runs several."""

    def count(file: str, case: str, passed: bool) -> None:  # noqa: FBT001
        _ran[file].add(case)
        if not passed:
            _failed[file].add(case)

    return count


def pytest_sessionfinish() -> None:
    if _ran:
        TABLE.parent.mkdir(parents=True, exist_ok=True)
        lines = (f"{file}\t{len(ran - _failed[file])}\t{len(_failed[file])}\n" for file, ran in sorted(_ran.items()))
        TABLE.write_text("".join(lines), "utf-8")
