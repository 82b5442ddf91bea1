"""The app of ``tests/vectors/adapters.json`` in each web framework, behind its servers.

Run as ``app.py SERVER STYLE FD``: it serves on the listening socket ``FD``, and writes each call of a handler as a
line of JSON. ``STYLE`` is ``sync`` or ``async``: how the handlers are written; or ``inbox``: they run from an inbox.
With ``gateway`` or ``async_gateway`` it is the backend of an app on a phone instead, in the same place: that of the list ``gateway``,
or one whose client has the settings in ``GATEWAY_OF_THE_TESTS``. With ``login`` or ``async_login`` it is the login of an app.
"""

from __future__ import annotations

import functools
import json
import logging
import os
import socket
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from open_platform import (
    Action,
    AppGateway,
    AsyncClient,
    Client,
    DynamicActionReply,
    Event,
    IpAllowlist,
    Reply,
    StartReply,
)
from open_platform import _open_platform as core
from open_platform.hooks import Hooks, IdentificationKey
from open_platform.login import LoginRoutes

if TYPE_CHECKING:
    from collections.abc import Callable

    from open_platform import Delivery, DynamicActionRequest, StartRequest
    from open_platform.app import AppUserRequest
    from open_platform.hooks import Freshness

#: What the function for granted logins returns, by the path that the login was started with.
REPLIES: dict[str | None, str | Reply] = {
    "/elsewhere": "/ب?x=a b",
    "/page": "<!doctype html><p>No.</p>",
    "/whole": Reply(303, headers={"Location": "/é", "X-Own": "1"}),
    "/header": Reply(200, headers={"X-Own": "é"}),
}

KEYS = [IdentificationKey("new", "identification-key-new"), IdentificationKey("old", "identification-key-old")]


def note(handler: str, payload: Any, **more: Any) -> None:
    print(json.dumps({"handler": handler, "payload": payload, **more}), flush=True)


def gateway(client: type[Client | AsyncClient]) -> AppGateway:
    """The backend of an app on a phone: its user is whom a header names."""
    if settings := os.environ.get("GATEWAY_OF_THE_TESTS"):
        made, prepare = client(**json.loads(settings)), lambda: ""
    else:
        sys.path.append(str(Path(__file__).parents[1]))
        import vectors

        platform = vectors.Platform()
        # The grant is adopted at the first request, because the process that serves may be a child of this one.
        made, prepare = platform.client, functools.cache(lambda: vectors.adopt(platform))

    def user(request: AppUserRequest) -> str | None:
        prepare()
        return request.headers.get("x-session")

    return AppGateway(made, user=user, keys=["6b" * 32], allow=["conversations.send"])


def login(client: type[Client | AsyncClient]) -> LoginRoutes:
    """The login of the suite."""

    def granted(login: Any) -> str | Reply | None:
        print(json.dumps({"function": "granted", "return_to": login.return_to}), flush=True)
        if login.return_to == "/fail":
            raise ValueError("canary")
        return REPLIES.get(login.return_to)

    settings = json.loads(os.environ["LOGIN_OF_THE_TESTS"])
    return LoginRoutes(client(**settings), scopes=["USER_PHONE"], on_granted=granted)


def make(style: str) -> Hooks | AppGateway | LoginRoutes:
    """The hooks of the suite."""
    if style.endswith("login"):
        return login(AsyncClient if style.startswith("async") else Client)
    if style.endswith("gateway"):
        return gateway(AsyncClient if style.startswith("async") else Client)
    inbox = Client().inbox() if style == "inbox" else None
    here = ["127.0.0.0/8", "::1"]
    local = IpAllowlist(here).trusted_proxies(here)
    hooks = Hooks(KEYS, body_limit=2048, inbox=inbox, allowlist=local)

    def written(function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        async def handler(*arguments: Any, **named: Any) -> Any:
            return function(*arguments, **named)

        return handler if style == "async" else function

    def event(name: str) -> Callable[..., Any]:
        def handler(payload: Any, delivery: Delivery, metadata: Any, key_id: str, freshness: Freshness) -> None:
            body = core.event_body(delivery.event)
            members = [member for word, member in body.items() if word != "type"]
            note(name, *members, metadata=metadata, key_id=key_id, freshness=freshness.state)
            if name == "new_message" and members[0].get("text") == "fail":
                raise ValueError("canary")

        return written(handler)

    hooks.on("new_message")(event("new_message"))
    hooks.on("new_chatbot_message")(event("new_chatbot_message"))
    hooks.on("user_access_revocation")(event("user_access_revocation"))
    hooks.on("post_update")(event("post_update"))
    hooks.on("payment_transaction")(event("payment_transaction"))

    def unknown(event: Event.Unknown | Event.Malformed, key_id: str) -> None:
        note("unknown", None, kind=event.kind, malformed=isinstance(event, Event.Malformed), key_id=key_id)

    hooks.on_unknown(written(unknown))
    hooks.on_malformed(written(unknown))

    def start(request: StartRequest, key_id: str) -> str | StartReply:
        note("start", request.to_dict(), key_id=key_id)
        extra = request.extra_data or {}
        if "fail" in extra:
            raise ValueError("canary")
        return extra["url"] if "url" in extra else StartReply(f"https://app.example/start?from={request.source}")

    hooks.on_start(written(start))

    def dynamic_action(request: DynamicActionRequest, key_id: str) -> DynamicActionReply:
        note("dynamic_action", request.to_dict(), key_id=key_id)
        action = Action.OpenDirectLink(request.extra_data["open"]) if "open" in request.extra_data else None
        return DynamicActionReply(action=action, text_message=request.extra_data.get("text"))

    hooks.on_dynamic_action(written(dynamic_action))
    return hooks


def uvicorn(app: Any, listener: socket.socket) -> None:
    import uvicorn

    uvicorn.Server(uvicorn.Config(app, log_level="warning")).run(sockets=[listener])


def gunicorn(app: Any, listener: socket.socket) -> None:
    from gunicorn.app.base import BaseApplication

    class Application(BaseApplication):  # type: ignore[misc]
        def load_config(self) -> None:
            self.cfg.set("bind", f"fd://{listener.fileno()}")
            self.cfg.set("workers", 1)
            self.cfg.set("control_socket_disable", True)

        def load(self) -> Any:
            return app

    Application().run()


def socketserver(make_server: Callable[..., Any], app: Any, listener: socket.socket) -> None:
    """A server of the standard library's kind, on a socket that listens already."""
    server = make_server()
    server.socket.close()
    server.socket = listener
    server.server_name, server.server_port = listener.getsockname()
    server.setup_environ()
    server.set_app(app)
    server.serve_forever()


def fastapi(hooks: Hooks, listener: socket.socket) -> None:
    from fastapi import FastAPI

    app = FastAPI()
    app.mount("/hooks", hooks.asgi())
    uvicorn(app, listener)


def asgi(hooks: Hooks, listener: socket.socket) -> None:
    app = hooks.asgi()

    async def under_a_mount(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            scope = {**scope, "root_path": "/hooks"}
        await app(scope, receive, send)

    uvicorn(under_a_mount, listener)


def flask_app(hooks: Hooks) -> Any:
    from flask import Flask

    app = Flask(__name__)
    app.register_blueprint(hooks.flask(), url_prefix="/hooks")
    return app


def flask_gunicorn(hooks: Hooks, listener: socket.socket) -> None:
    gunicorn(flask_app(hooks), listener)


def flask_werkzeug(hooks: Hooks, listener: socket.socket) -> None:
    from werkzeug.serving import make_server

    make_server("127.0.0.1", 0, flask_app(hooks), threaded=True, fd=listener.fileno()).serve_forever()


def wsgi(hooks: Hooks, listener: socket.socket) -> None:
    from wsgiref.simple_server import WSGIRequestHandler, WSGIServer
    from wsgiref.util import shift_path_info

    mounted = hooks.wsgi()

    def app(environ: dict[str, Any], start_response: Any) -> Any:
        assert shift_path_info(environ) == "hooks"
        return mounted(environ, start_response)

    socketserver(lambda: WSGIServer(("127.0.0.1", 0), WSGIRequestHandler), app, listener)


def configure_django(hooks: Hooks) -> None:
    import django
    from django.conf import settings
    from django.urls import path

    settings.configure(
        ALLOWED_HOSTS=["*"],
        ROOT_URLCONF=type("urls", (), {"urlpatterns": [path("hooks/", hooks.django())]}),
        SECRET_KEY="of the tests",
        # What a new project has, as far as it needs no database.
        MIDDLEWARE=[
            "django.middleware.security.SecurityMiddleware",
            "django.middleware.common.CommonMiddleware",
            "django.middleware.csrf.CsrfViewMiddleware",
            "django.middleware.clickjacking.XFrameOptionsMiddleware",
        ],
    )
    django.setup()


def django_runserver(hooks: Hooks, listener: socket.socket) -> None:
    configure_django(hooks)
    from django.core.servers.basehttp import ThreadedWSGIServer, WSGIRequestHandler
    from django.core.wsgi import get_wsgi_application

    make_server = functools.partial(ThreadedWSGIServer, ("127.0.0.1", 0), WSGIRequestHandler)
    socketserver(make_server, get_wsgi_application(), listener)


def django_gunicorn(hooks: Hooks, listener: socket.socket) -> None:
    configure_django(hooks)
    from django.core.wsgi import get_wsgi_application

    gunicorn(get_wsgi_application(), listener)


def django_uvicorn(hooks: Hooks, listener: socket.socket) -> None:
    configure_django(hooks)
    from django.core.asgi import get_asgi_application

    uvicorn(get_asgi_application(), listener)


def aiohttp(hooks: Hooks, listener: socket.socket) -> None:
    from aiohttp import web

    app = web.Application()
    app.add_routes(hooks.aiohttp("/hooks"))
    web.run_app(app, sock=listener, print=None)


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO)
    server, style, descriptor = sys.argv[1:]
    sys.argv[1:] = []
    hooks = make(style)
    if style == "inbox":
        hooks.running(workers=1).__enter__()
    globals()[server](hooks, socket.socket(fileno=int(descriptor)))
