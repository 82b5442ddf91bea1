"""Passes webhook requests, each with another message, to an ASGI application that calls a handler for it:

    dispatch.py RECEIVER          prints {"micro_seconds": CPU time per request}

The receivers are this package, and what an expert would write with msgspec alone: both as an application without a web
framework (`package`, `msgspec`), and as routes of Starlette (`starlette_package`, `starlette_msgspec`). There is no web server: the
applications are called directly. All handlers read the same six members of the message.

What is written by hand does what a receiver must do so that no event is lost or handled twice and no sender can exhaust it,
as in core/benches/by_expert: it compares the key in constant time before it reads the body, limits the body in size and
time, marks the message as being handled, so that a repetition is answered with 503 until its handler has returned and with
200 afterwards, takes the mark back if the handler fails or is cancelled, and keeps a limited number of ids. It does less than
the package all the same: it has one key and one type of event, keeps no unknown members and values, does not notice two bodies
with one id, computes no age of the message, and its handler ends with the connection.
"""

import asyncio
import hmac
import json
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import measure
from webhooks import BODY, HEADERS, KEY, msgspec_decoder, six, six_of_package

BATCH = 1_000
BODY_LIMIT = 256 * 1024
BODY_TIMEOUT = 8.5
#: How many ids are kept.
MAX_SEEN = 100_000

SCOPE = {
    "type": "http",
    "asgi": {"version": "3.0"},
    "http_version": "1.1",
    "method": "POST",
    "scheme": "http",
    "root_path": "",
    "query_string": b"",
    "headers": [(name.encode(), value.encode()) for name, value in HEADERS],
    "client": ("127.0.0.1", 50_000),
    "server": ("127.0.0.1", 8_000),
}


def package() -> Any:
    from open_platform import ChatMessage
    from open_platform.hooks import Hooks

    hooks = Hooks(KEY)

    @hooks.on("new_message")
    async def handle(message: ChatMessage) -> None:
        six_of_package(message)

    return hooks.asgi()


def starlette_package() -> Any:
    from starlette.applications import Starlette
    from starlette.routing import Mount

    return Starlette(routes=[Mount("/hooks", package())])


def by_hand() -> Callable[[bytes, Callable[[], Awaitable[bytes | None]]], Awaitable[int]]:
    """Receives an event with a key, whose body a function reads, and returns the status of the response."""
    from msgspec import MsgspecError

    decoder, key = msgspec_decoder(), KEY.encode()
    #: The ids of messages, each with whether it was handled. The oldest come first.
    seen: dict[str, bool] = {}

    async def handle(message: Any) -> None:
        six(message)

    async def receive(sent: bytes, read: Callable[[], Awaitable[bytes | None]]) -> int:
        if not hmac.compare_digest(sent, key):
            return 401
        try:
            async with asyncio.timeout(BODY_TIMEOUT):
                body = await read()
        except TimeoutError:
            return 408
        if body is None:
            return 413
        try:
            message = decoder.decode(body).new_message
        except MsgspecError:
            return 400
        if message is None:
            return 200
        if message.id in seen:
            return 200 if seen[message.id] else 503
        seen[message.id] = False
        try:
            await handle(message)
        except BaseException:
            del seen[message.id]
            raise
        seen[message.id] = True
        if len(seen) > MAX_SEEN:
            del seen[next(iter(seen))]
        return 200

    return receive


def msgspec() -> Any:
    received = by_hand()

    async def read(receive: Any) -> bytes | None:
        """The body; `None` if it is too large."""
        body, more = b"", True
        while more:
            piece = await receive()
            if piece["type"] == "http.disconnect":
                raise ConnectionResetError
            body += piece.get("body", b"")
            if len(body) > BODY_LIMIT:
                return None
            more = piece.get("more_body", False)
        return body

    async def answer(scope: Any, receive: Any) -> int:
        if scope["path"] != "/events":
            return 404
        if scope["method"] != "POST":
            return 405
        sent = next((value for name, value in scope["headers"] if name == b"authorization"), b"")
        try:
            return await received(sent, lambda: read(receive))
        except Exception:
            return 500

    async def application(scope: Any, receive: Any, send: Any) -> None:
        status = await answer(scope, receive)
        await send({"type": "http.response.start", "status": status, "headers": [(b"content-length", b"0")]})
        await send({"type": "http.response.body", "body": b""})

    return application


def starlette_msgspec() -> Any:
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Route

    received = by_hand()

    async def read(request: Request) -> bytes | None:
        """The body; `None` if it is too large."""
        body = b""
        async for piece in request.stream():
            body += piece
            if len(body) > BODY_LIMIT:
                return None
        return body

    async def events(request: Request) -> Response:
        sent = request.headers.get("authorization", "").encode("latin-1")
        return Response(status_code=await received(sent, lambda: read(request)))

    return Starlette(routes=[Route("/hooks/events", events, methods=["POST"])])


RECEIVERS = {
    "package": package,
    "msgspec": msgspec,
    "starlette_package": starlette_package,
    "starlette_msgspec": starlette_msgspec,
}


def main() -> None:
    application = RECEIVERS[sys.argv[1]]()
    path = "/hooks/events" if sys.argv[1].startswith("starlette") else "/events"
    scope = {**SCOPE, "path": path, "raw_path": path.encode()}
    loop = asyncio.new_event_loop()
    bodies: list[bytes] = []
    made = 0

    def prepare() -> None:
        """Makes messages with other ids."""
        nonlocal made
        bodies[:] = (BODY.replace(b"7651e778", b"%08x" % number) for number in range(made, made + BATCH))
        made += BATCH

    async def request(body: bytes) -> None:
        status = 0

        async def receive() -> Any:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Any) -> None:
            nonlocal status
            status = message.get("status", status)

        await application(scope.copy(), receive, send)
        assert status == 200

    async def requests() -> None:
        for body in bodies:
            await request(body)

    def batch() -> int:
        loop.run_until_complete(requests())
        return BATCH

    print(json.dumps({"micro_seconds": measure.micro_seconds(batch, prepare)}))


main()
