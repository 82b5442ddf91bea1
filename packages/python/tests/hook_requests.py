"""Requests to hooks, login routes and gateways, as an adapter without a web framework passes them on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from open_platform._web import Endpoint, Request, call_here, wait_for

if TYPE_CHECKING:
    from open_platform import Reply


def request(
    method: str, path: str, headers: list[tuple[bytes, bytes]], body: bytes = b"", query: str = "", raw: Any = None
) -> Request:
    async def read(limit: int) -> bytes:
        return body

    return Request(method, path, query, headers, raw, read)


def respond(endpoint: Endpoint, request: Request) -> Reply:
    """The reply of an app without an event loop."""
    return wait_for(endpoint.respond(request, call_here))
