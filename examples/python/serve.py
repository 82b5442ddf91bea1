"""Code that the examples share and that does not use the platform: pages, and a WSGI server."""

from __future__ import annotations

import html
import os
from socketserver import ThreadingMixIn
from typing import TYPE_CHECKING
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server
from wsgiref.util import shift_path_info

if TYPE_CHECKING:
    from collections.abc import Iterable
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

#: The port of the app on this machine. In production a proxy in front of it terminates TLS.
PORT = int(os.environ.get("PORT", "8000"))

#: The public address of the app.
PUBLIC_URL = os.environ.get("PUBLIC_URL", f"http://127.0.0.1:{PORT}")


def page(title: str, body: str) -> str:
    """A page. ``body`` is HTML: escape all other text in it."""
    head = '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    return f"{head}<title>{html.escape(title)}</title><h1>{html.escape(title)}</h1>{body}</html>"


class _Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class _Quiet(WSGIRequestHandler):
    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Writes no access log: the addresses of logins contain authorization codes."""


def mounted(name: str, app: WSGIApplication) -> WSGIApplication:
    """``app`` below ``/name``, for an example without a framework."""

    def route(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if shift_path_info(environ) == name:
            return app(environ, start_response)
        start_response("404 Not Found", [])
        return []

    return route


def serve_wsgi(app: WSGIApplication) -> None:
    """Serves ``app`` until Ctrl-C. In production use a server such as gunicorn."""
    with make_server("127.0.0.1", PORT, app, _Server, _Quiet) as server:
        print(f"Running on http://127.0.0.1:{PORT}", flush=True)
        server.serve_forever()
