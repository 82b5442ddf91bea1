"""Calls leave nothing behind."""

from __future__ import annotations

import asyncio
import ctypes
import gc
import statistics
import weakref
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from open_platform import Client, errors
from open_platform._open_platform import Platform, Recorder, ScriptedResponse
from processes import begun

if TYPE_CHECKING:
    from collections.abc import Callable

MEGABYTE = 1 << 20


#: Of glibc: returns what the allocator keeps of freed memory to the system.
malloc_trim = getattr(ctypes.CDLL(None), "malloc_trim", lambda _: None)


def resident() -> int:
    gc.collect()
    malloc_trim(0)
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096


def growth(work: Callable[[], None]) -> float:
    """How many more bytes are in use after some work, on average of several rounds. Freed memory does not count."""

    def after() -> int:
        work()
        return resident()

    sizes = [after() for _ in range(9)]
    return (statistics.median(sizes[6:]) - statistics.median(sizes[:3])) / 6


def test_a_hundred_thousand_calls_leak_no_memory():
    recorder = Recorder.always(ScriptedResponse(status=200, headers={}, body=b'{"token": "gZd7omnS"}'))
    client = Platform(api_key="key", transport=recorder)

    def drop(times: int) -> None:
        for _ in range(times):
            client.user("grant").posts_get_with_ongoing_images("gZd7omnS")

    async def begin(times: int) -> None:
        for _ in range(times):
            begun(client.user("nobody").users_me()).close()

    async def loop(times: int) -> None:
        for _ in range(times):
            with suppress(errors.ReauthRequired):  # there is no such grant
                await client.user("nobody").users_me()

    def wait(times: int) -> None:
        for _ in range(times):
            with suppress(errors.ReauthRequired):
                client.user("nobody").users_me().wait()

    def all_ways(times: int) -> None:
        drop(7 * times)
        wait(times)
        asyncio.run(begin(times))
        asyncio.run(loop(times))

    all_ways(1000)
    # A hundred thousand in all.
    assert growth(lambda: all_ways(2_000)) < MEGABYTE / 8
    assert recorder.requests == []


def test_a_thousand_clients_leak_no_memory():
    recorder = Recorder.always(ScriptedResponse(status=200, headers={}, body=b'{"token": "gZd7omnS"}'))

    def clients(times: int) -> None:
        for _ in range(times):
            with_calls = Platform(api_key="key", transport=recorder)
            assert with_calls.posts_get("gZd7omnS").wait().token == "gZd7omnS"

    clients(50)
    # The recorder keeps every request: some 2 kB each.
    assert growth(lambda: clients(200)) < 2 * MEGABYTE


def test_a_client_whose_functions_refer_to_its_owner_is_collected_after_it_was_closed():
    class App:
        def __init__(self) -> None:
            recorder = Recorder.always(ScriptedResponse(status=200, headers={}, body=b'{"token": "gZd7omnS"}'))
            functions = {"api_key": self.key, "on_request": self.note, "on_refresh": self.note, "on_handled_event": self.note}
            self.client = Client(**functions, transport=recorder)
            self.keeper, self.requests = self.client.keeper(), 0

        def key(self) -> str:
            return "key"

        def note(self, _: object) -> None:
            self.requests += 1

    app = App()
    assert app.client.posts.get("gZd7omnS").token == "gZd7omnS" and app.requests == 1
    app.client.close()
    left = weakref.ref(app)
    del app
    gc.collect()
    assert left() is None
