"""The backend of an app on a phone, with the sandbox as the platform.

What each framework does with its requests is tested by ``test_gateway_adapters.py``.
"""

from __future__ import annotations

import asyncio
import http.client
import json
from datetime import timedelta
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

import pytest
from hook_requests import request, respond
from open_platform import AsyncClient, Client, Reply, errors
from open_platform.app import AppAccess, AppGateway, AppUserRequest
from test_adapters import TIMEOUT, Server, running

if TYPE_CHECKING:
    from open_platform.testing import World

KEY = "6b" * 32
SCOPES = ["USER_PHONE", "offline_access"]


class Phone:
    """Sends requests to the gateway of a running app."""

    def __init__(self, address: tuple[str, int], world: World, client: Client) -> None:
        self.address, self.world, self.client = address, world, client

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        connection = http.client.HTTPConnection(*self.address, timeout=TIMEOUT)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        if body is not None:
            named["Content-Type"] = "application/json"
        connection.request(method, f"/hooks{path}", None if body is None else json.dumps(body), named)
        response = connection.getresponse()
        text = response.read()
        connection.close()
        return response.status, json.loads(text) if text[:1] == b"{" else text

    def login(self, scopes: list[str]) -> dict[str, Any]:
        """The phone's browser goes to the consent page, and comes back with a code."""
        begun = self.client.oauth.authorize(scopes, "phone").url
        (code,) = parse_qs(urlsplit(self.world.consent(begun, "seller")).query)["code"]
        return {"code": code, "redirect_uri": self.world.settings["redirect_uri"], "scopes": scopes}


@pytest.mark.parametrize("server", [Server("asgi", "async_gateway"), Server("wsgi", "gateway")], ids=str)
def test_a_phone_logs_in_and_calls_the_platform_through_the_backend(
    server: Server, sandbox: World, sandbox_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GATEWAY_OF_THE_TESTS", json.dumps(sandbox.settings))
    with running(server) as app:
        phone = Phone(app.address, sandbox, sandbox_client)
        conversation = sandbox.conversations()[0]["id"]
        post = sandbox.posts("seller")[0]["token"]
        login = phone.login([*SCOPES, f"CONVERSATION_SEND_MESSAGE.{conversation}"])
        status, granted = phone.ask("POST", "/login", login, x_session="user-7")
        assert (status, granted["missing_scopes"], granted["expires_in"]) == (200, [], 600)

        status, access = phone.ask("POST", "/access", x_session="user-7")
        assert (status, sorted(access)) == (200, ["expires_in", "token"])
        bearer = {"authorization": f"Bearer {access['token']}"}
        status, found = phone.ask("GET", f"/api/v1/open-platform/finder/post/{post}", **bearer)
        assert (status, found["token"]) == (200, post)
        assert phone.ask("GET", "/api/v1/open-platform/users", **bearer)[1]["phone_number"]
        message = {"type": "TEXT", "message": "from a phone"}
        assert phone.ask("POST", f"/api/v2/open-platform/conversations/{conversation}/messages", message, **bearer)[0] == 200
        assert str(sandbox.messages(conversation)).count("from a phone") == 1
    assert "ory_" not in "".join(app.log)


def ask(gateway: AppGateway, path: str, raw: Any = None) -> Reply:
    """Asks as an adapter without a loop does."""
    return respond(gateway, request("POST", path, [(b"X-Session", b"user-7")], raw=raw))


def test_a_function_that_hangs_is_given_up_after_its_time_limit(
    sandbox_client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    async def user(request: AppUserRequest) -> None:
        await asyncio.Event().wait()

    limit = timedelta(seconds=0.05)
    reply = ask(AppGateway(sandbox_client, user=user, keys=[KEY], handler_timeout=limit), "/access")
    assert (reply.status, reply.body) == (500, b"") and "answered with 500: it took longer than 0.05 s" in caplog.text
    with pytest.raises(errors.InvalidInput, match="handler_timeout"):
        AppGateway(sandbox_client, user=user, keys=[KEY], handler_timeout=timedelta())


@pytest.mark.parametrize("kind", [Client, AsyncClient])
def test_the_app_identifies_the_user(sandbox: World, kind: type[Client | AsyncClient]) -> None:
    seen: list[AppUserRequest] = []

    async def user(request: AppUserRequest) -> None:
        seen.append(request)

    gateway = AppGateway(kind(**sandbox.settings), user=user, keys=[KEY])
    assert ask(gateway, "/access", "raw").status == 401
    assert (seen[0].headers["x-session"], seen[0].raw) == ("user-7", "raw")


def test_an_exception_of_a_function_is_logged(sandbox_client: Client, caplog: pytest.LogCaptureFixture) -> None:
    def user(request: AppUserRequest) -> str:
        raise ValueError("canary")

    reply = ask(AppGateway(sandbox_client, user=user, keys=[KEY]), "/access")
    assert (reply.status, reply.body) == (500, b"")
    assert "ValueError at test_app.py:" in caplog.text and "canary" not in caplog.text


def test_access_without_a_request(sandbox_client: Client) -> None:
    gateway = AppGateway(sandbox_client, user=lambda request: None, keys=[KEY], lifetime=60)
    access = gateway.access("grant-7")
    assert access.expires_in == 60 and access.token not in f"{access!r} {access} {gateway!r}"
    assert AppAccess("t", 5) == AppAccess("t", 5) != AppAccess("u", 5)


def test_access_by_the_id_of_the_user(sandbox: World, sandbox_client: Client) -> None:
    gateway = AppGateway(sandbox_client, user=lambda request: None, keys=[KEY], lifetime=60)
    login = sandbox_client.oauth.authorize(["USER_PHONE", "offline_access"], "session", user="user-7").url
    sandbox_client.oauth.callback(sandbox.consent(login, "seller"), "session")
    for access in (gateway.access_of("user-7"), asyncio.run(gateway.async_access_of("user-7"))):
        assert access.expires_in == 60 and access.token not in f"{access!r}"
        bearer = [(b"authorization", f"Bearer {access.token}".encode())]
        assert respond(gateway, request("GET", "/api/v1/open-platform/users", bearer)).status == 200
    with pytest.raises(errors.ReauthRequired):
        gateway.access_of("user-8")
    with pytest.raises(errors.ReauthRequired):
        asyncio.run(gateway.async_access_of("user-8"))
    with pytest.raises(errors.InvalidInput, match="user"):
        gateway.access_of(7)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("settings", "field"),
    [
        ({"allow": ["oauth.exchange"]}, "allow[0]"),
        ({"allow": ["conversations.send", "nonsense"]}, "allow[1]"),
        ({"lifetime": 3601}, "lifetime"),
        ({"redirect_uris": ["http://app.example/"]}, "redirect_uri"),
    ],
)
def test_invalid_settings_are_refused(sandbox_client: Client, settings: Any, field: str) -> None:
    with pytest.raises(errors.InvalidInput) as caught:
        AppGateway(sandbox_client, user=lambda request: None, keys=[KEY], **settings)
    assert caught.value.field == field


@pytest.mark.parametrize("keys", [[], ["short"]])
def test_invalid_keys_are_refused(sandbox_client: Client, keys: list[str]) -> None:
    with pytest.raises(errors.ConfigError):
        AppGateway(sandbox_client, user=lambda request: None, keys=keys)
