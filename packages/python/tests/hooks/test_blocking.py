"""Functions of the app that are not ``async`` and hang stop neither others, nor the event loop, nor the end of the program."""

from __future__ import annotations

import asyncio
import contextvars
import json
import threading
from typing import TYPE_CHECKING, Any

import pytest
from hook_requests import request
from open_platform import AppGateway, Hooks, _threads
from open_platform._threads import in_thread
from open_platform._web import call_from_loop

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from open_platform import AppUserRequest, ChatMessage, Client, Delivery, Reply
    from open_platform._web import Endpoint, Request

KEY = "identification-key-one"
#: More than the threads of `asyncio.to_thread` on most machines.
HANGING = 50
#: Longer than anything here takes, however busy the machine is; only a hang reaches it.
TIMEOUT = 120


def message(number: int) -> Request:
    headers = [(b"authorization", KEY.encode()), (b"content-type", b"application/json")]
    content = {"id": f"e7a08a2c-8ee4-11ef-af85-{number:012}", "text": str(number)}
    body = {"type": "NEW_MESSAGE", "new_message": content, "metadata": number}
    return request("POST", "/events", headers, json.dumps(body).encode())


class Hanging:
    """A function that hangs, except for the last one of many requests, until ``released`` is set."""

    def __init__(self) -> None:
        self.begun = threading.Semaphore(0)
        self.released = threading.Event()

    def hang(self, number: int) -> None:
        if number < HANGING:
            self.begun.release()
            assert self.released.wait(TIMEOUT)


def of_handler(hanging: Hanging, client: Client) -> tuple[Endpoint, Callable[[int], Request]]:
    app = Hooks(KEY)

    @app.on("new_message")
    def handle(message: ChatMessage, metadata: Any) -> None:
        hanging.hang(metadata)

    return app, message


def of_grants(hanging: Hanging, client: Client) -> tuple[Endpoint, Callable[[int], Request]]:
    def grant_of(delivery: Delivery) -> None:
        hanging.hang(delivery.metadata)

    app = Hooks(KEY, client=client, grant_of=grant_of)
    app.on("new_message")(lambda message, user: None)
    return app, message


def of_gateway(hanging: Hanging, client: Client) -> tuple[Endpoint, Callable[[int], Request]]:
    def user(request: AppUserRequest) -> None:
        hanging.hang(int(request.headers["x-number"]))

    app = AppGateway(client, user=user, keys=["6b" * 32])
    return app, lambda number: request("POST", "/access", [(b"x-number", str(number).encode())])


@pytest.mark.parametrize("make", [of_handler, of_grants, of_gateway])
def test_50_functions_that_hang_do_not_stop_another(make: Any, sandbox_client: Client) -> None:
    hanging = Hanging()
    app, request_of = make(hanging, sandbox_client)
    status = 401 if make is of_gateway else 200

    async def main() -> None:
        async def send(number: int) -> Reply:
            return await app.respond(request_of(number), call_from_loop)

        try:
            waiting = [asyncio.create_task(send(number)) for number in range(HANGING)]
            for _ in range(HANGING):
                assert await in_thread(hanging.begun.acquire, timeout=TIMEOUT)
            reply = await asyncio.wait_for(send(HANGING), TIMEOUT)
            assert reply.status == status
            assert not any(task.done() for task in waiting)
        finally:
            hanging.released.set()
        assert [reply.status for reply in await asyncio.gather(*waiting)] == [status] * HANGING

    asyncio.run(main())


def test_50_calls_of_a_dedupe_store_that_hang_do_not_stop_another() -> None:
    hanging = Hanging()

    class Store:
        def remember(self, key: str, window_seconds: int | None) -> bool:
            if not key.endswith(f"{HANGING:012}") and f"{HANGING:012}:" not in key:
                hanging.hang(0)
            return True

        def forget(self, key: str) -> None: ...

    app = Hooks(KEY, dedupe=Store())
    app.on("new_message")(lambda message: None)

    async def main() -> None:
        async def status(number: int) -> int:
            return (await app.respond(message(number), call_from_loop)).status

        try:
            # None of them waits for the store longer than its time limit, while its threads hang.
            assert await asyncio.gather(*map(status, range(HANGING))) == [503] * HANGING
            assert await status(HANGING) == 200
        finally:
            hanging.released.set()

    asyncio.run(main())


def test_functions_beyond_the_limit_wait_for_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_threads, "LIMIT", 2)
    threads = _threads.Threads()
    monkeypatch.setattr(_threads, "_threads_of", lambda process: threads)
    begun, released = threading.Semaphore(0), threading.Event()
    used: set[int] = set()

    def hang() -> None:
        used.add(threading.get_ident())
        begun.release()
        assert released.wait(TIMEOUT)

    async def main() -> None:
        waiting = [asyncio.create_task(in_thread(hang)) for _ in range(2)]
        await asyncio.sleep(0)
        for _ in range(2):
            assert begun.acquire(timeout=TIMEOUT)
        waiting += [asyncio.create_task(in_thread(hang)) for _ in range(3)]
        cancelled = waiting.pop()
        await asyncio.sleep(0)
        cancelled.cancel()
        with pytest.raises(asyncio.CancelledError):
            await cancelled
        assert not begun.acquire(blocking=False)
        released.set()
        await asyncio.gather(*waiting)
        # What was cancelled before a thread was free is not called.
        assert [begun.acquire(blocking=False) for _ in range(3)] == [True, True, False]
        assert len(used) == 2
        # They are used again.
        await in_thread(hang)
        assert len(used) == 2

    asyncio.run(main())


def test_a_function_on_a_thread_is_called_as_by_the_caller() -> None:
    language = contextvars.ContextVar("language", default="en")

    def raises(error: type[BaseException]) -> Any:
        def function() -> None:
            raise error("text")

        return function

    async def main() -> None:
        language.set("fa")
        assert await in_thread(lambda first, *, second: (language.get(), first, second), 1, second=2) == ("fa", 1, 2)
        with pytest.raises(ValueError, match="text"):
            await in_thread(raises(ValueError))
        # A future cannot hold it, so nobody would ever hear of it.
        with pytest.raises(RuntimeError, match="StopIteration"):
            await asyncio.wait_for(in_thread(raises(StopIteration)), TIMEOUT)

        async def later() -> str:
            return "awaited"

        result: Awaitable[Any] = call_from_loop(lambda: later())
        assert await result == "awaited"

    asyncio.run(main())
