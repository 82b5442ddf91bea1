"""Counts the cases of the vectors, for the table that ``tests/run`` prints."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

TABLE = Path(__file__).parents[3] / "target" / "tests" / "vectors" / "python.tsv"

#: The cases that ran, and those of them that failed, by file. One that runs in several servers counts once.
_ran: defaultdict[str, set[str]] = defaultdict(set)
_failed: defaultdict[str, set[str]] = defaultdict(set)
#: The cases that servers make impossible, as pairs of server and case, by file.
_impossible: defaultdict[str, set[tuple[str, str]]] = defaultdict(set)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "vectors(file): the cases of a file of tests/vectors")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]):  # noqa: ANN201, ARG001
    report = yield
    has_ended = (report.when == "call" and not report.skipped) or report.failed
    if has_ended and (mark := item.get_closest_marker("vectors")):
        (file,), case = mark.args, item.callspec.params["case"].name
        _count(file, str(item.callspec.params.get("app", "")), case, not report.failed)
    return report


def _count(file: str, server: str, case: str, passed: bool) -> None:  # noqa: FBT001
    if (server, case) not in _impossible[file]:
        _ran[file].add(case)
    if not passed:
        _ran[file].add(case)
        _failed[file].add(case)


@pytest.fixture
def count_case() -> Callable[[str, str, str, bool], None]:
    """Counts a case of a file at a server, and whether it passed, for a test that runs several."""
    return _count


@pytest.fixture(scope="session")
def count_impossible() -> Callable[[str, Iterable[tuple[str, str]]], None]:
    """Counts the cases of a file that servers make impossible. What is expected there instead is no passed case."""
    return lambda file, pairs: _impossible[file].update(pairs)


def pytest_sessionfinish() -> None:
    if _ran:
        TABLE.parent.mkdir(parents=True, exist_ok=True)
        lines = (
            f"{file}\t{len(ran - _failed[file])}\t{len(_failed[file])}\t{len(_impossible[file])}\n"
            for file, ran in sorted(_ran.items())
        )
        TABLE.write_text("".join(lines), "utf-8")
