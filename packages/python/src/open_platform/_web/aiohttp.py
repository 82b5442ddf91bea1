"""The adapter for the server of aiohttp."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from .._open_platform import reply_headers
from . import Request, call_from_loop

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

    def route(path: str) -> web.RouteDef:
        async def serve(request: web.Request) -> web.Response:
            # Not `request.path`, which begins with the prefixes of all applications that this one is a part of.
            relative = path + request.match_info.get("rest", "")
            query, headers = request.rel_url.raw_query_string, list(request.raw_headers)
            received = Request(request.method, relative, query, headers, request, partial(read, request), request.remote)
            reply = await endpoint.respond(received, call_from_loop)
            response = web.Response(body=reply.body, status=reply.status, headers=reply_headers(reply))
            if reply.close:
                response.force_close()
            return response

        rule = f"{path}{{rest:.*}}" if path.endswith("/") else path
        return web.route("*", prefix.rstrip("/") + rule, serve)

    return [route(path) for path in endpoint.paths]
