"""The login of ``tests/vectors/adapters.json`` in real servers of each framework, with the sandbox as the platform."""

from __future__ import annotations

import http.client
import json
import re
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

import pytest
import vectors
from test_adapters import NAMES, TIMEOUT, App, Server, running

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from open_platform.testing import World

CASES = vectors.cases("adapters", "login")
IMPOSSIBLE = vectors.impossible("login", NAMES)
REDIRECT_URIS = ["https://app.example/oauth/callback", "http://localhost:8000/oauth/callback"]


def get(app: App, given: dict[str, Any]) -> http.client.HTTPResponse:
    """Sends a request. The servers of the tests mount everything at ``/hooks``."""
    path = given.get("path", "/oauth/login").replace("/oauth", "/hooks", 1)
    query = given.get("query", "")
    connection = http.client.HTTPConnection(*app.address, timeout=TIMEOUT)
    headers = {"Cookie": given["cookie"]} if given.get("cookie") else {}
    connection.request(given.get("method", "GET"), f"{path}?{query}" if query else path, headers=headers)
    response = connection.getresponse()
    response.content = response.read().decode()  # type: ignore[attr-defined]
    connection.close()
    return response


def prepared(app: App, world: World, given: dict[str, Any]) -> dict[str, Any]:
    """The request of a case, after the login that it needs."""
    if "token_status" in given:
        effect = {"kind": "status", "status": given["token_status"]}
        world.fault({"on": {"endpoint": "oauth.exchange"}, "effects": [effect], "times": 1})
    if "login" not in given and "consent" not in given:
        return given
    begun = get(app, {"query": given.get("login", "")})
    location, cookie = begun.headers["Location"], begun.headers["Set-Cookie"].split(";")[0]
    if "consent" in given:
        decision: Any = {"decision": "deny"} if given["consent"] == "deny" else "buyer"
        query = urlsplit(world.consent(location, decision)).query
        sent = given.get("cookie", cookie)
        sent = sent and sent.replace("{cookie}", cookie)
        return {**given, "cookie": sent, "path": "/oauth/callback", "query": query}
    (state,) = parse_qs(urlsplit(location).query)["state"]
    return {
        **given,
        "query": given["query"].replace("{state}", state),
        "cookie": given["cookie"].replace("{cookie}", cookie),
    }


def judge(app: App, world: World, case: vectors.Case) -> None:
    given, expect = prepared(app, world, case.given), case.expect
    for _ in range(given.get("times", 1)):
        response = get(app, given)
    content: str = response.content  # type: ignore[attr-defined]
    assert response.status == expect["status"], content
    for name, value in expect.get("headers", {}).items():
        assert response.getheader(name) == value, name
    if "consent_page" in expect:
        is_page = "/oauth2/auth?response_type=code&" in (response.getheader("Location") or "")
        assert is_page == expect["consent_page"]
    assert expect.get("says", "") in content and "canary" not in content
    assert [json.loads(app.lines.get(timeout=TIMEOUT)) for _ in expect["called"]] == expect["called"]
    cookie, expected = response.getheader("Set-Cookie"), expect["cookie"]
    if expected is None:
        assert cookie is None
        return
    assert cookie is not None
    pair, *attributes = cookie.split("; ")
    name, _, value = pair.partition("=")
    assert (name, sorted(attributes)) == (expected["name"], sorted(expected["attributes"]))
    assert re.fullmatch(f"{expected['first']}[0-9a-f]{{32}}", value)
    assert value == expected.get("value", value) and value != expected.get("not")


@pytest.mark.parametrize("name", NAMES)
def test_login(
    name: str,
    sandbox: World,
    monkeypatch: pytest.MonkeyPatch,
    count_case: Callable[[str, str, str, bool], None],
    count_impossible: Callable[[str, Iterable[tuple[str, str]]], None],
) -> None:
    count_impossible("adapters login", IMPOSSIBLE)
    sandbox.configure(redirect_uris=REDIRECT_URIS)
    style = "async_login" if name in ("fastapi", "aiohttp") else "login"
    apps: dict[str, App] = {}
    with ExitStack() as stack:
        for uri in REDIRECT_URIS:
            monkeypatch.setenv("LOGIN_OF_THE_TESTS", json.dumps({**sandbox.settings, "redirect_uri": uri}))
            apps[uri] = stack.enter_context(running(Server(name, style)))
        for case in vectors.possible(CASES, IMPOSSIBLE, name):
            try:
                judge(apps[case.given.get("redirect_uri", REDIRECT_URIS[0])], sandbox, case)
            except AssertionError as error:
                count_case("adapters login", name, case.name, False)
                raise AssertionError(case.name) from error
            count_case("adapters login", name, case.name, True)
    for app in apps.values():
        assert app.lines.empty() and "canary" not in "".join(app.log)
