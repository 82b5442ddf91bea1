"""The gateway of ``tests/vectors/adapters.json`` in real servers of each framework."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import vectors
from test_adapters import NAMES, Server, answer_is, running

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

CASES = vectors.cases("adapters", "gateway")
SERVERS = [Server(name, "gateway") for name in NAMES]
IMPOSSIBLE = vectors.impossible("gateway", [str(server) for server in SERVERS])


def asked(given: dict[str, Any], token: str = "") -> dict[str, Any]:
    """The request of a case. The servers of the tests mount everything at ``/hooks``."""
    authorization = [value.replace("{token}", token) for value in given.get("authorization", [])]
    return {**given, "path": given["path"].replace("/open-platform", "/hooks", 1), "authorization": authorization}


def judged(server: Server) -> dict[str, AssertionError | None]:
    """What is wrong with each case."""
    found: dict[str, AssertionError | None] = {}
    with running(server) as app:
        response: Any = app.send(asked(CASES[0].given))
        token = json.loads(response.content)["token"]
        for case in vectors.possible(CASES, IMPOSSIBLE, str(server)):
            try:
                answer_is(app.send(asked(case.given, token)), case.expect)
                found[case.name] = None
            except AssertionError as error:
                found[case.name] = error
    assert token not in "".join(app.log)
    return found


def test_gateway(
    count_case: Callable[[str, str, str, bool], None],
    count_impossible: Callable[[str, Iterable[tuple[str, str]]], None],
) -> None:
    count_impossible("adapters gateway", IMPOSSIBLE)
    wrong = {}
    # All servers at the same time, because each of them waits for a body that does not come.
    with ThreadPoolExecutor(len(SERVERS)) as pool:
        for server, found in zip(map(str, SERVERS), pool.map(judged, SERVERS), strict=True):
            for case, error in found.items():
                count_case("adapters gateway", server, case, error is None)
                if error is not None:
                    wrong[server, case] = error
    assert wrong == {}
