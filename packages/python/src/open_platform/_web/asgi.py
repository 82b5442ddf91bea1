"""The adapter for ASGI: Starlette, FastAPI, Quart, or an ASGI server without a framework."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from .._hints import add_annotation_names
from .._open_platform import reply_all_headers
from . import Endpoint, Request, call_from_loop

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
            await _respond(endpoint, scope, receive, send)
        elif scope["type"] == "lifespan":
            await _serve_lifespan(receive, send)
        else:
            await send({"type": "websocket.close"})

    return serve


async def _respond(endpoint: Endpoint, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
    query = scope.get("query_string", b"").decode("ascii", "replace")
    headers, peer = list(scope["headers"]), (scope.get("client") or [None])[0]
    request = Request(scope["method"], _relative(scope), query, headers, scope, partial(_read, receive), peer)
    reply = await endpoint.respond(request, call_from_loop)
    with suppress(OSError):  # The peer may have closed the connection meanwhile.
        await _send(reply, scope, send)


def _relative(scope: MutableMapping[str, Any]) -> str:
    """The path below the mount point."""
    path: str = scope["path"]
    mount = scope.get("root_path", "")
    if not mount:
        return path
    # Servers and frameworks differ in whether the path includes the mount point. Starlette's begins with the prefix of the whole
    # app, which a proxy may have removed from the path.
    for prefix in (mount, mount.removeprefix(scope.get("app_root_path", "").rstrip("/"))):
        if f"{path}/".startswith(f"{prefix.rstrip('/')}/"):
            return path[len(prefix.rstrip("/")) :]
    return path


async def _read(receive: Receive, limit: int) -> bytes:
    """The body, up to its limit."""
    body, more = bytearray(), True
    while more and len(body) <= limit:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ConnectionResetError
        body += message.get("body", b"")
        more = message.get("more_body", False)
    return bytes(body)


async def _send(reply: Reply, scope: MutableMapping[str, Any], send: Send) -> None:
    # HTTP/2 forbids the header that closes a connection.
    headers = reply_all_headers(reply, scope.get("http_version", "1.1").startswith("1"))
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
