"""The adapter for the server of aiohttp."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, TypeAlias

from . import Pending, Request, call_from_loop, headers_of

if TYPE_CHECKING:
    from aiohttp import web

    from . import Endpoint

    AiohttpRoutes: TypeAlias = list[web.RouteDef]


def aiohttp(endpoint: Endpoint, prefix: str) -> AiohttpRoutes:
    """Routes that serve ``endpoint``."""
    from aiohttp import web

    async def read(request: web.Request, limit: int) -> bytes:
        body = bytearray()
        while len(body) <= limit and not request.content.at_eof():
            body += await request.content.readany()
        return bytes(body)

    async def serve(request: web.Request) -> web.Response:
        path = request.path[len(prefix) :]
        pending = endpoint.begin(
            Request(request.method, path, request.rel_url.raw_query_string, list(request.raw_headers), request)
        )
        if isinstance(pending, Pending):
            try:
                body = await asyncio.wait_for(read(request, pending.body_limit), pending.body_seconds)
            except asyncio.TimeoutError:
                reply = pending.too_slow()
            else:
                reply = await pending.finish(body, call_from_loop)
        else:
            reply = pending
        response = web.Response(body=reply.body, status=reply.status, headers=headers_of(reply))
        if reply.close:
            response.force_close()
        return response

    rules = [f"{path}{{rest:.+}}" if path.endswith("/") else path for path in endpoint.paths]
    return [web.route("*", prefix + rule, serve) for rule in rules]
