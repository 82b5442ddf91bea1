"""One grant that has expired, 8 processes with 8 threads each, forked and spawned, on every store outside memory."""

from __future__ import annotations

import multiprocessing
import tempfile
import threading
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from open_platform import Client, Tokens
from processes import TIMEOUT
from servers import STORES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from open_platform.testing import World

KEYS = ["VGhpcnR5LXR3byBieXRlcyBmb3IgdGhlIHRlc3RzLi4="]
SCOPES = ["USER_PHONE", "offline_access"]
PROCESSES = THREADS = 8


@pytest.fixture(scope="module", params=STORES)
def store(request: pytest.FixtureRequest) -> Iterator[str]:
    # Not pytest's own folder, whose path is too long for a socket and closed to other users.
    with tempfile.TemporaryDirectory() as folder, STORES[request.param](Path(folder)) as address:
        yield address


def calls(settings: dict[str, Any], client: Client | None, grant: str, together: Any, outcomes: Any) -> None:
    """The work of one process."""
    user = (client or Client(**settings)).user(grant)

    def call() -> None:
        try:
            together.wait(TIMEOUT)
            phone = user.users.me().phone
            outcomes.put("called" if phone else "nothing came")
        except BaseException as error:
            outcomes.put(repr(error))

    threads = [threading.Thread(target=call) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


@pytest.mark.parametrize("way", ["fork", "spawn"])
def test_processes_refresh_a_grant_once_and_its_tokens_work(world: World, store: str, way: str) -> None:
    settings = {**world.settings, "store": store, "store_keys": KEYS}
    issued = world.issue_tokens("seller", SCOPES)
    ended = datetime.now(timezone.utc) - timedelta(hours=1)
    tokens = Tokens(issued["access_token"], issued.get("refresh_token"), expires_at=ended, scopes=SCOPES)
    client = Client(**settings)
    grant = client.grants.adopt(tokens, user=f"{world.name}-{way}").key

    context: Any = multiprocessing.get_context(way)
    together, outcomes = context.Barrier(PROCESSES * THREADS), context.Queue()
    # A forked child goes on with the client that its parent has used; a spawned one makes its own.
    inherited = client if way == "fork" else None
    arguments = (settings, inherited, grant, together, outcomes)
    processes = [context.Process(target=calls, args=arguments) for _ in range(PROCESSES)]
    for process in processes:
        process.start()
    try:
        assert [outcomes.get(timeout=2 * TIMEOUT) for _ in range(PROCESSES * THREADS)] == ["called"] * 64
    finally:
        for process in processes:
            process.join(TIMEOUT)
            process.kill()
    assert [process.exitcode for process in processes] == [0] * PROCESSES

    assert len(world.requests("oauth.refresh")) == 1
    # What is stored is what the platform now holds: it can be used and refreshed once more, by a client that knows nothing.
    fresh = Client(**settings)
    assert fresh.user(grant).users.me().phone
    assert fresh.grants.refresh(grant).generation == 3
    assert len(world.requests("oauth.refresh")) == 2
