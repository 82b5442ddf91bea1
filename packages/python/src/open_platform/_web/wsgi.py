"""The adapter for WSGI: any synchronous framework."""

from __future__ import annotations

from http.client import responses
from typing import TYPE_CHECKING, Any

from .._hints import add_annotation_names
from .._open_platform import reply_all_headers
from . import Endpoint, NoLength, Request, call_here, wait_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Protocol, TypeAlias

    from .._open_platform import Reply

    WSGIApp: TypeAlias = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]

    class Readable(Protocol):
        def read(self, size: int, /) -> bytes: ...

#: The headers whose names do not begin with ``HTTP_`` in WSGI.
BARE = ("CONTENT_TYPE", "CONTENT_LENGTH")


def wsgi(endpoint: Endpoint) -> WSGIApp:
    """A WSGI application that serves ``endpoint``."""

    def serve(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        reply = respond(endpoint, environ, environ.get("PATH_INFO", ""), environ["wsgi.input"], environ)
        # In WSGI the server controls the connection.
        headers = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in reply_all_headers(reply, False)]
        start_response(f"{reply.status} {responses.get(reply.status, '')}", headers)
        return [reply.body]

    return serve


def respond(endpoint: Endpoint, environ: dict[str, Any], path: str, stream: Readable, raw: Any) -> Reply:
    """Handles the request that ``environ`` describes. ``stream`` ends after ``Content-Length`` bytes."""

    async def read(limit: int) -> bytes:
        return _read(environ, stream, limit + 1)

    method, query, peer = environ["REQUEST_METHOD"], environ.get("QUERY_STRING", ""), environ.get("REMOTE_ADDR")
    return wait_for(endpoint.respond(Request(method, path, query, _headers(environ), raw, read, peer), call_here))


def _headers(environ: dict[str, Any]) -> list[tuple[bytes, bytes]]:
    """The headers as bytes: WSGI has their bytes as characters, and their names in upper case."""
    pairs = [(name, environ[name]) for name in BARE if environ.get(name)]
    # With the prefix these two would be other headers, such as `Content_Type`.
    named = ((name.removeprefix("HTTP_"), value) for name, value in environ.items() if name.startswith("HTTP_"))
    pairs += [(name, value) for name, value in named if name not in BARE]
    return [(name.replace("_", "-").encode("latin-1"), value.encode("latin-1")) for name, value in pairs]


def _read(environ: dict[str, Any], stream: Readable, most: int) -> bytes:
    """At most this many bytes of the body."""
    if "HTTP_TRANSFER_ENCODING" in environ:
        # The stream ends with the body only if the server sets `wsgi.input_terminated`. If there is no `wsgi.input`,
        # Django has already read the body.
        if "wsgi.input" in environ:
            if not environ.get("wsgi.input_terminated"):
                raise NoLength
            stream = environ["wsgi.input"]
    else:
        most = min(most, int(environ.get("CONTENT_LENGTH") or 0))
    body = bytearray()
    while len(body) < most:
        piece = stream.read(most - len(body))
        if not piece:
            break
        body += piece
    return bytes(body)


add_annotation_names(globals())
