"""The adapter for ASGI: Starlette, FastAPI, Quart, or an ASGI server without a framework."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from . import Pending, Request, call_from_loop, headers_of

from . import Endpoint
from .._hints import add_annotation_names

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, MutableMapping
    from typing import TypeAlias

    from .._open_platform import Reply

    Receive: TypeAlias = Callable[[], Awaitable[MutableMapping[str, Any]]]
    Send: TypeAlias = Callable[[MutableMapping[str, Any]], Awaitable[None]]
    ASGIApp: TypeAlias = Callable[[MutableMapping[str, Any], Receive, Send], Awaitable[None]]


def asgi(endpoint: Endpoint) -> ASGIApp:
    """An ASGI application that serves ``endpoint``."""

    async def serve(scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            reply = await _respond(endpoint, scope, receive)
            if reply is not None:
                await _send(reply, scope, send)
        elif scope["type"] == "lifespan":
            await _serve_lifespan(receive, send)
        else:
            await send({"type": "websocket.close", "code": 1000})

    return serve


async def _respond(endpoint: Endpoint, scope: MutableMapping[str, Any], receive: Receive) -> Reply | None:
    path, mount = scope["path"], scope.get("root_path", "")
    # Servers and frameworks differ in whether the path includes the mount point.
    relative = path[len(mount) :] if mount and path.startswith(mount) else path
    query = scope.get("query_string", b"").decode("ascii", "replace")
    pending = endpoint.begin(Request(scope["method"], relative, query, list(scope["headers"]), scope))
    if not isinstance(pending, Pending):
        return pending
    try:
        body = await asyncio.wait_for(_read(receive, pending.body_limit), pending.body_seconds)
    except asyncio.TimeoutError:
        return pending.too_slow()
    return None if body is None else await pending.finish(body, call_from_loop)


async def _read(receive: Receive, limit: int) -> bytes | None:
    """The body, up to its limit; ``None`` if the peer has disconnected."""
    body = bytearray()
    more = limit > 0
    while more and len(body) <= limit:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        more = message.get("more_body", False)
    return bytes(body)


async def _send(reply: Reply, scope: MutableMapping[str, Any], send: Send) -> None:
    headers = headers_of(reply)
    # HTTP/2 forbids this header.
    if reply.close and scope.get("http_version", "1.1").startswith("1"):
        headers.append(("Connection", "close"))
    headers.append(("Content-Length", str(len(reply.body))))
    raw = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
    await send({"type": "http.response.start", "status": reply.status, "headers": raw})
    await send({"type": "http.response.body", "body": reply.body})


async def _serve_lifespan(receive: Receive, send: Send) -> None:
    """Acknowledges the lifespan messages: there is nothing to start or stop, but some servers require a response."""
    while True:
        message = await receive()
        await send({"type": f"{message['type']}.complete"})
        if message["type"] == "lifespan.shutdown":
            return


add_annotation_names(globals())
