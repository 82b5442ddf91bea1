"""What the examples have in common and what is about the web, not about the platform: pages, and a server for WSGI."""

from __future__ import annotations

import html
import os
from socketserver import ThreadingMixIn
from typing import TYPE_CHECKING
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

if TYPE_CHECKING:
    from wsgiref.types import WSGIApplication

#: Where the app listens on this machine. A proxy in front of it ends TLS.
PORT = int(os.environ.get("PORT", "8000"))

#: Where users reach the app.
PUBLIC_URL = os.environ.get("PUBLIC_URL", f"http://127.0.0.1:{PORT}")

#: Where the platform wants users back when the app is done with them.
COMPLETION_URL = "https://open-platform-redirect.divar.ir/completion"


def page(title: str, body: str) -> str:
    """A page: ``body`` is HTML, so escape what comes from outside."""
    head = '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    return f"{head}<title>{html.escape(title)}</title><h1>{html.escape(title)}</h1>{body}</html>"


class _Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class _Quiet(WSGIRequestHandler):
    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Writes no access log: the addresses of logins hold codes, which belong in no log."""


def serve_wsgi(app: WSGIApplication) -> None:
    """Serves ``app`` until Ctrl-C. In production take gunicorn or its like."""
    with make_server("127.0.0.1", PORT, app, _Server, _Quiet) as server:
        print(f"Running on http://127.0.0.1:{PORT}", flush=True)
        server.serve_forever()
