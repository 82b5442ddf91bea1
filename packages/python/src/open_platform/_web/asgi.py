"""The adapter for ASGI: Starlette, FastAPI, Quart, or an ASGI server without a framework."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from .._hints import add_annotation_names
from .._open_platform import reply_all_headers
from . import Endpoint, Request, call_from_loop

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, MutableMapping
    from typing import TypeAlias

    Receive: TypeAlias = Callable[[], Awaitable[MutableMapping[str, Any]]]
    Send: TypeAlias = Callable[[MutableMapping[str, Any]], Awaitable[None]]
    ASGIApp: TypeAlias = Callable[[MutableMapping[str, Any], Receive, Send], Awaitable[None]]


def asgi(endpoint: Endpoint) -> ASGIApp:
    """An ASGI application that serves ``endpoint``."""

    async def serve(scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await (_serve_lifespan(receive, send) if scope["type"] == "lifespan" else send({"type": "websocket.close"}))
            return
        query = scope.get("query_string", b"").decode("ascii", "replace")
        headers, client = list(scope["headers"]), scope.get("client")
        request = Request(scope["method"], _relative(scope), query, headers, scope, partial(_read, receive), client and client[0])
        reply = await endpoint.respond(request, call_from_loop)
        # HTTP/2 forbids the header that closes a connection.
        headers = reply_all_headers(reply, scope.get("http_version", "1.1").startswith("1"))
        raw = [(name.lower(), value) for name, value in headers]
        try:
            await send({"type": "http.response.start", "status": reply.status, "headers": raw})
            await send({"type": "http.response.body", "body": reply.body})
        except OSError:
            pass  # The peer has closed the connection meanwhile.

    return serve


def _relative(scope: MutableMapping[str, Any]) -> str:
    """The path below the mount point."""
    path: str = scope["path"]
    mount = scope.get("root_path", "")
    if not mount or path.startswith(mount) and path[len(mount) :][:1] == "/":
        return path[len(mount) :]
    # Servers and frameworks differ in whether the path includes the mount point. Starlette's begins with the prefix of the whole
    # app, which a proxy may have removed from the path.
    for prefix in (mount, mount.removeprefix(scope.get("app_root_path", "").rstrip("/"))):
        if f"{path}/".startswith(f"{prefix.rstrip('/')}/"):
            return path[len(prefix.rstrip("/")) :]
    return path


async def _read(receive: Receive, limit: int) -> bytes:
    """The body, up to its limit."""
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ConnectionResetError
        piece, is_last = message.get("body", b""), not message.get("more_body", False)
        if is_last and not body:
            return bytes(piece)
        body += piece
        if is_last or len(body) > limit:
            return bytes(body)


async def _serve_lifespan(receive: Receive, send: Send) -> None:
    """Acknowledges the lifespan messages: there is nothing to start or stop, but some servers require a response."""
    while True:
        message = await receive()
        await send({"type": f"{message['type']}.complete"})
        if message["type"] == "lifespan.shutdown":
            return


add_annotation_names(globals())
