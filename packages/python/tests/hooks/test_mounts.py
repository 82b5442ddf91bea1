"""Adapters in places where an app may mount them: inside other applications, with and without slashes at the end."""

from __future__ import annotations

import asyncio
import io
import json
from typing import TYPE_CHECKING, Any

import pytest
from hook_requests import request, respond
from open_platform import Hooks, errors

if TYPE_CHECKING:
    from collections.abc import Callable

KEY = "identification-key-one"
HEADERS = {"Authorization": KEY, "Content-Type": "application/json"}
BODY = json.dumps({"type": "POST_UPDATE", "post_update": {"post": {"token": "gZd7omnS"}}}).encode()

#: The paths of the hooks, the mount point, and the path of a request.
PLACES = [
    (None, "/hooks", "/hooks/events"),
    ({"events": "/events/"}, "/hooks", "/hooks/events/"),
    ({"events": "/"}, "/hooks", "/hooks/"),
]


def hooks_of(paths: dict[str, str] | None) -> tuple[Hooks, list[object]]:
    """Hooks, and the events that they have handled."""
    hooks, handled = Hooks(KEY, paths=paths), list[object]()
    hooks.on("post_update")(handled.append)
    return hooks, handled


def of_aiohttp(hooks: Hooks, mount: str, path: str) -> int:
    """In an application inside another one."""
    pytest.importorskip("aiohttp")
    from aiohttp import web
    from aiohttp.test_utils import TestClient, TestServer

    async def main() -> int:
        inner, outer = web.Application(), web.Application()
        # As the mount point of Django is written.
        inner.add_routes(hooks.aiohttp(f"{mount}/"))
        outer.add_subapp("/inner", inner)
        async with TestClient(TestServer(outer)) as client:
            return (await client.post(f"/inner{path}", data=BODY, headers=HEADERS)).status

    return asyncio.run(main())


def of_flask(hooks: Hooks, mount: str, path: str) -> int:
    flask = pytest.importorskip("flask")
    app = flask.Flask(__name__)
    app.register_blueprint(hooks.flask(), url_prefix=mount)
    return int(app.test_client().post(path, data=BODY, headers=HEADERS).status_code)


def of_django(hooks: Hooks, mount: str, path: str) -> int:
    django = pytest.importorskip("django")
    from django.conf import settings
    from django.test import Client
    from django.test.utils import override_settings
    from django.urls import path as url

    if not settings.configured:
        settings.configure(ALLOWED_HOSTS=["*"], SECRET_KEY="of the tests")
        django.setup()
    urls = type("urls", (), {"urlpatterns": [url(f"{mount[1:]}/", hooks.django())]})
    with override_settings(ROOT_URLCONF=urls):
        return Client().post(path, BODY, content_type="application/json", headers={"authorization": KEY}).status_code


def of_fastapi(hooks: Hooks, mount: str, path: str) -> int:
    """Behind a proxy that removes the prefix of the whole app."""
    fastapi = pytest.importorskip("fastapi")
    app = fastapi.FastAPI()
    app.mount(mount, hooks.asgi())
    return status_of(app, path, "/api")


def of_asgi(
    root_path: str, path_of: Callable[[str, str], str], **members: str
) -> Callable[[Hooks, str, str], int]:
    def status(hooks: Hooks, mount: str, path: str) -> int:
        return status_of(hooks.asgi(), path_of(mount, path), root_path.format(mount), **members)

    return status


def status_of(app: Any, path: str, root_path: str, **members: str) -> int:
    """The status of an ASGI application."""
    sent: list[Any] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": BODY, "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    headers = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
    scope = {"type": "http", "method": "POST", "path": path, "headers": headers, "root_path": root_path, **members}
    asyncio.run(app(scope, receive, send))
    return int(sent[0]["status"])


@pytest.mark.parametrize("place", PLACES, ids=lambda place: place[2])
@pytest.mark.parametrize(
    "status",
    [
        of_aiohttp,
        of_flask,
        of_django,
        of_asgi("{}", lambda mount, path: path),
        of_asgi("{}/", lambda mount, path: path),
        of_asgi("{}", lambda mount, path: path.removeprefix(mount)),
        # The path does not begin with the mount point, but with its letters.
        of_asgi("/e", lambda mount, path: path.removeprefix(mount)),
        # A proxy has removed the prefix of the whole app from the path, or has not.
        of_asgi("/api{}", lambda mount, path: path, app_root_path="/api"),
        of_asgi("/api{}", lambda mount, path: f"/api{path}", app_root_path="/api"),
        of_fastapi,
    ],
    ids=[
        "aiohttp",
        "flask",
        "django",
        "asgi",
        "asgi with a slash",
        "asgi without the mount",
        "asgi with a short mount",
        "asgi behind a proxy",
        "asgi behind a proxy that keeps the prefix",
        "fastapi behind a proxy",
    ],
)
def test_an_event_arrives_wherever_the_hooks_are_mounted(status: Any, place: Any) -> None:
    paths, mount, path = place
    hooks, handled = hooks_of(paths)
    assert status(hooks, mount, path) == 200
    assert len(handled) == 1


def test_the_addresses_can_be_chosen() -> None:
    hooks, handled = hooks_of({"events": ""})
    headers = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
    statuses = [respond(hooks, request("POST", path, headers, BODY)).status for path in ("/", "/start")]
    assert (statuses, len(handled)) == ([200, 404], 1)
    with pytest.raises(errors.InvalidInput, match="'event', only events, start and actions"):
        Hooks(KEY, paths={"event": "/"})  # type: ignore[dict-item]


@pytest.mark.parametrize(("content_type", "status"), [("application/json", 200), ("", 415)])
def test_wsgi_has_one_content_type(content_type: str, status: int) -> None:
    """Some servers name a header ``Content_Type`` as this one, with a prefix; and those of CGI repeat it there."""
    hooks, _ = hooks_of(None)
    statuses: list[str] = []
    environ = {
        "REQUEST_METHOD": "POST",
        "PATH_INFO": "/events",
        "CONTENT_TYPE": content_type,
        "CONTENT_LENGTH": str(len(BODY)),
        "HTTP_AUTHORIZATION": KEY,
        "HTTP_CONTENT_TYPE": "application/json",
        "HTTP_CONTENT_LENGTH": str(len(BODY)),
        "wsgi.input": io.BytesIO(BODY),
    }
    hooks.wsgi()(environ, lambda line, _: statuses.append(line.split()[0]))
    assert statuses == [str(status)]
