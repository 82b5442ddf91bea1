"""The task in which a request to hooks is answered, so that it goes on if a server cancels its own."""

from __future__ import annotations

import asyncio
import gc
import json
import sys
import weakref
from collections.abc import Awaitable, Callable
from contextlib import suppress
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

import pytest

from hook_requests import request as request_of
from open_platform import ChatMessage, Hooks
from open_platform._web import call_from_loop

if TYPE_CHECKING:
    from open_platform import Reply
    from open_platform._web import Request

KEY = "identification-key-one"

Handle = Callable[[ChatMessage], Awaitable[None]]


def request() -> Request:
    content = {"id": "e7a08a2c-8ee4-11ef-af85-000000000001", "type": "TEXT", "text": "Hello"}
    body = json.dumps({"type": "NEW_MESSAGE", "new_message": content}).encode()
    headers = [(b"authorization", KEY.encode()), (b"content-type", b"application/json")]
    return request_of("POST", "/events", headers, body)


def answered_by(handle: Handle) -> Awaitable[Reply]:
    """The reply of hooks with this handler."""
    app = Hooks(KEY)
    app.on("new_message")(handle)
    return app.respond(request(), call_from_loop)


async def turns_of(answer: Awaitable[Reply]) -> int:
    """How often the event loop turns until there is a reply, which must be 200."""
    loop, turns = asyncio.get_running_loop(), 0

    def turn() -> None:
        nonlocal turns, next_turn
        turns, next_turn = turns + 1, loop.call_soon(turn)

    next_turn = loop.call_soon(turn)
    assert (await answer).status == 200
    next_turn.cancel()
    return turns


async def at_once(_: ChatMessage) -> None:
    pass


async def after_a_turn(_: ChatMessage) -> None:
    await asyncio.sleep(0)


def test_a_handler_that_does_not_wait_costs_no_turn_of_the_event_loop() -> None:
    turns = [asyncio.run(turns_of(answered_by(handle))) for handle in (at_once, after_a_turn)]
    # Before Python 3.12 a task begins in the next turn.
    assert turns == ([0, 2] if sys.version_info >= (3, 12) else [2, 3])


def test_a_loop_makes_its_own_tasks() -> None:
    made: list[str] = []

    async def main() -> Reply:
        def make(loop: asyncio.AbstractEventLoop, coroutine: Any, **options: Any) -> asyncio.Task[Any]:
            made.append(coroutine.__qualname__)
            return asyncio.Task(coroutine, loop=loop, **options)

        asyncio.get_running_loop().set_task_factory(make)
        reply = await answered_by(at_once)
        assert made[0] == "_settle"
        return reply

    assert asyncio.run(main()).status == 200


@pytest.mark.parametrize("waits", [False, True])
def test_a_handler_that_ends_the_program_ends_it_in_any_server(waits: bool) -> None:
    async def handle(_: ChatMessage) -> None:
        if waits:
            await asyncio.sleep(0)
        sys.exit(3)

    async def serve() -> None:  # as uvicorn does
        with suppress(BaseException):
            await answered_by(handle)

    async def main() -> None:
        await asyncio.ensure_future(serve())

    with pytest.raises(SystemExit) as ended:
        asyncio.run(main())
    assert ended.value.code == 3


@pytest.mark.skipif(sys.version_info < (3, 11), reason="Python 3.10 has neither")
def test_a_handler_can_use_time_limits_and_groups_of_tasks() -> None:
    ended: list[str] = []

    async def handle(_: ChatMessage) -> None:
        try:
            async with asyncio.timeout(0.01):
                await asyncio.Event().wait()
        except TimeoutError:
            ended.append("late")
        async with asyncio.TaskGroup() as group:
            part = group.create_task(asyncio.sleep(0, "part"))
        ended.append(part.result())

    async def main() -> Reply:
        return await answered_by(handle)

    assert asyncio.run(main()).status == 200 and ended == ["late", "part"]


def test_a_handler_has_the_context_of_its_request() -> None:
    user: ContextVar[str] = ContextVar("user")
    seen: list[Any] = []

    async def handle(_: ChatMessage) -> None:
        seen.append((user.get(), asyncio.current_task()))
        user.set("of the handler")
        await asyncio.sleep(0)
        seen.append((user.get(), asyncio.current_task()))

    async def main() -> None:
        user.set("of the request")
        task = asyncio.current_task()
        await answered_by(handle)
        assert (user.get(), asyncio.current_task()) == ("of the request", task)
        assert [name for name, _ in seen] == ["of the request", "of the handler"]
        assert seen[0][1] is seen[1][1] is not task

    asyncio.run(main())


def test_a_request_that_is_left_alone_is_kept_alive_and_reports_nothing() -> None:
    reported: list[Any] = []
    awaited: list[weakref.ref[asyncio.Future[None]]] = []
    ended: list[bool] = []

    async def handle(_: ChatMessage) -> None:
        # Nobody but the handler holds what it waits for.
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        awaited.append(weakref.ref(future))
        try:
            await future
        finally:
            ended.append(True)

    async def main() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: reported.append(context))
        answering = asyncio.ensure_future(answered_by(handle))
        while not awaited:
            await asyncio.sleep(0)
        answering.cancel()
        with pytest.raises(asyncio.CancelledError):
            await answering
        del answering
        gc.collect()
        future = awaited[0]()
        assert future is not None and not ended
        future.set_exception(ValueError("of the handler"))
        while not ended:
            await asyncio.sleep(0)
        await asyncio.sleep(0)
        gc.collect()

    asyncio.run(main())
    assert (len(awaited), reported) == (1, [])
