"""Login routes: what ties a login to its browser, where it goes on, and what the user sees when it does not work."""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from hook_requests import request, respond
from open_platform import AsyncClient, Client, Reply, Scope, errors
from open_platform._web import call_from_loop
from open_platform.login import LoginRequest, LoginRoutes

if TYPE_CHECKING:
    from open_platform.testing import World


class Browser:
    """Calls the routes as an adapter without a loop does, and keeps the cookie."""

    def __init__(self, routes: LoginRoutes, raw: Any = None) -> None:
        self.routes = routes
        self.raw = raw
        self.cookie = ""

    def get(self, path: str, query: str = "", method: str = "GET") -> Reply:
        headers = [(b"Cookie", f"theirs=1; {self.cookie}".encode())] if self.cookie else []
        reply = respond(self.routes, request(method, path, headers, query=query, raw=self.raw))
        if "Set-Cookie" in reply.headers:
            self.cookie = reply.headers["Set-Cookie"].split(";")[0]
        return reply

    def log_in(self, world: World, user: Any = "buyer", **query: str) -> Reply:
        begun = self.get("/login", urlencode(query))
        assert begun.status == 303, begun
        return self.get("/callback", urlsplit(world.consent(begun.headers["Location"], user)).query)


def granted(login: Any) -> None:
    assert login.grant


@pytest.mark.parametrize("kind", [Client, AsyncClient])
def test_a_login_continues_at_return_to(sandbox: World, kind: type[Client | AsyncClient]) -> None:
    client: Any = kind(**sandbox.settings)
    browser = Browser(LoginRoutes(client, scopes=["USER_PHONE"], on_granted=granted))
    assert browser.log_in(sandbox).headers["Location"] == "/"
    reply = browser.log_in(sandbox, return_to="/orders/7?x=1")
    assert (reply.status, reply.headers["Location"], reply.body) == (303, "/orders/7?x=1", b"")
    assert (reply.headers["Cache-Control"], reply.headers["Referrer-Policy"]) == ("no-store", "no-referrer")

    browser = Browser(LoginRoutes(client, scopes=["USER_PHONE"], on_granted=lambda login: "/welcome"))
    assert browser.log_in(sandbox, return_to="/orders/7").headers["Location"] == "/welcome"


def test_a_function_that_hangs_is_given_up_after_its_time_limit(sandbox: World, sandbox_client: Client) -> None:
    async def hangs(login: Any) -> None:
        await asyncio.Event().wait()

    failures: list[Exception] = []

    def failed(error: Exception) -> str:
        failures.append(error)
        return "Please try again"

    limit = timedelta(seconds=0.05)
    routes = LoginRoutes(
        sandbox_client, scopes=["USER_PHONE"], on_granted=hangs, on_error=failed, handler_timeout=limit
    )
    assert Browser(routes).log_in(sandbox).status == 503
    assert [(isinstance(failure, TimeoutError), str(failure)) for failure in failures] == [(True, "it took longer than 0.05 s")]
    with pytest.raises(errors.InvalidInput, match="handler_timeout"):
        LoginRoutes(sandbox_client, scopes=["USER_PHONE"], on_granted=hangs, handler_timeout=timedelta())


def test_a_browser_that_leaves_does_not_interrupt_its_login(sandbox: World) -> None:
    # Some servers cancel the task of a request whose connection was closed.
    async def log_in() -> None:
        may_go_on, waiting, told = asyncio.Event(), asyncio.Event(), asyncio.Event()

        async def session(login: LoginRequest) -> str:
            waiting.set()
            await may_go_on.wait()
            return "session-1"

        async def granted(login: Any) -> None:
            told.set()

        async with AsyncClient(**sandbox.settings) as client:
            routes = LoginRoutes(client, scopes=["USER_PHONE"], on_granted=granted, session=session)

            def get(path: str, query: str = "") -> asyncio.Task[Reply]:
                return asyncio.create_task(routes.respond(request("GET", path, [], query=query), call_from_loop))

            may_go_on.set()
            back = urlsplit(sandbox.consent((await get("/login")).headers["Location"], "buyer")).query
            may_go_on.clear()
            waiting.clear()
            callback = get("/callback", back)
            await waiting.wait()
            callback.cancel()
            with pytest.raises(asyncio.CancelledError):
                await callback
            may_go_on.set()
            await asyncio.wait_for(told.wait(), 30)

    asyncio.run(log_in())


@pytest.mark.parametrize("way", ["//evil.example", "https://evil.example", "/\\evil.example", "javascript:evil", ""])
def test_a_login_never_redirects_out_of_the_app(sandbox_client: Client, way: str) -> None:
    browser = Browser(LoginRoutes(sandbox_client, scopes=["USER_PHONE"], on_granted=granted))
    reply = browser.get("/login", urlencode({"return_to": way}))
    assert reply.status == 400 and "Location" not in reply.headers and b"evil" not in reply.body


def test_the_cookie_over_https(sandbox: World) -> None:
    sandbox.configure(redirect_uris=["https://app.example/oauth/callback"])
    browser = Browser(LoginRoutes(Client(**sandbox.settings), scopes=["USER_PHONE"], on_granted=granted))
    cookie = browser.get("/login").headers["Set-Cookie"]
    assert cookie.startswith("__Host-open-platform-login=")
    assert cookie.endswith("; Path=/; Max-Age=3600; HttpOnly; SameSite=Lax; Secure")
    assert browser.log_in(sandbox).status == 303


def test_a_cookie_set_by_another_host_of_the_domain_is_ignored(sandbox: World) -> None:
    sandbox.configure(redirect_uris=["https://app.example/oauth/callback"])
    routes = LoginRoutes(Client(**sandbox.settings), scopes=["USER_PHONE"], on_granted=granted)
    # It can plant any cookie without the prefix, and begin logins of its own.
    for value in ("p" + "0" * 32, "s" + "0" * 32):
        attacker, victim = Browser(routes), Browser(routes)
        attacker.cookie = f"open-platform-login={value}"
        begun = attacker.get("/login").headers["Location"]
        back = urlsplit(sandbox.consent(begun, "buyer")).query
        assert value not in attacker.cookie
        for cookie in (f"open-platform-login={value}", attacker.cookie.removeprefix("__Host-")):
            victim.cookie = cookie
            assert victim.get("/callback", back).status == 400


def test_a_login_is_bound_to_its_browser(sandbox: World, sandbox_client: Client) -> None:
    routes = LoginRoutes(sandbox_client, scopes=["USER_PHONE"], on_granted=granted)
    browser, other = Browser(routes), Browser(routes)
    begun = browser.get("/login").headers["Location"]
    back = urlsplit(sandbox.consent(begun, "buyer")).query
    other.get("/login")
    for stranger in (Browser(routes), other):
        reply = stranger.get("/callback", back)
        assert reply.status == 400 and b"start it again" in reply.body
    # Two logins at once in one browser both work.
    first, second = (urlsplit(sandbox.consent(browser.get("/login").headers["Location"], "buyer")).query for _ in "ab")
    assert [browser.get("/callback", query).status for query in (second, first)] == [303, 303]
    assert browser.get("/callback", first).status == 400


def test_the_app_may_choose_the_session(sandbox: World, sandbox_client: Client) -> None:
    async def session(request: LoginRequest) -> str:
        return str(request.raw)

    routes = LoginRoutes(sandbox_client, scopes=["USER_PHONE"], on_granted=granted, session=session)
    browser = Browser(routes, raw="session-1")
    assert browser.log_in(sandbox).status == 303
    assert browser.cookie == "", "no cookie is needed"
    begun = browser.get("/login")
    back = urlsplit(sandbox.consent(begun.headers["Location"], "buyer")).query
    assert Browser(routes, raw="session-2").get("/callback", back).status == 400


def test_a_session_that_is_no_text_is_a_failure_of_the_app(
    sandbox_client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    session: Any = lambda request: 7  # noqa: E731
    routes = LoginRoutes(sandbox_client, scopes=["USER_PHONE"], on_granted=granted, session=session)
    assert [Browser(routes).get(path).status for path in ("/login", "/callback")] == [503, 503]
    assert caplog.text.count("ConfigError: configuration of session: must return text, not int") == 2


@pytest.mark.parametrize(
    ("of_client", "of_login", "name"),
    [
        ("https://app.example/oauth/callback", "http://127.0.0.1:1/oauth/callback", "open-platform-login"),
        ("http://127.0.0.1:1/oauth/callback", "https://app.example/oauth/callback", "__Host-open-platform-login"),
    ],
)
def test_the_login_may_have_another_redirect_address(sandbox: World, of_client: str, of_login: str, name: str) -> None:
    client = Client(**{**sandbox.settings, "redirect_uri": of_client})
    routes = LoginRoutes(client, scopes=["USER_PHONE"], on_granted=granted, redirect_uri=of_login)
    browser = Browser(routes)
    begun = browser.get("/login")
    assert parse_qs(urlsplit(begun.headers["Location"]).query)["redirect_uri"] == [of_login]
    assert browser.cookie.split("=")[0] == name


def test_a_redirect_address_that_the_routes_do_not_serve_is_refused_before_a_user_logs_in() -> None:
    client = Client(client_id="app", redirect_uri="https://app.example/cb")
    with pytest.raises(errors.ConfigError, match="redirect_uri: must end in `/callback`.* but ends in `/cb`"):
        LoginRoutes(client, scopes=["USER_PHONE"], on_granted=granted)
    uri = "https://app.example/oauth/callback"
    LoginRoutes(client, scopes=["USER_PHONE"], on_granted=granted, redirect_uri=uri)
    with pytest.raises(errors.ConfigError, match="but ends in `/`"):
        LoginRoutes(client, scopes=["USER_PHONE"], on_granted=granted, redirect_uri="https://app.example")


def test_a_denial_is_no_error(sandbox: World, sandbox_client: Client, caplog: pytest.LogCaptureFixture) -> None:
    deny = {"decision": "deny"}
    browser = Browser(LoginRoutes(sandbox_client, scopes=["USER_PHONE"], on_granted=granted))
    reply = browser.log_in(sandbox, deny)
    assert (reply.status, reply.content_type) == (200, "text/html; charset=utf-8") and b"Nothing" in reply.body

    def denied(request: LoginRequest) -> Reply:
        return Reply(403, content_type="text/plain", body=request.raw.encode())

    browser = Browser(LoginRoutes(sandbox_client, scopes=["USER_PHONE"], on_granted=granted, on_denied=denied), "raw")
    reply = browser.log_in(sandbox, deny)
    assert (reply.status, reply.content_type, reply.body) == (403, "text/plain", b"raw")
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


def test_the_parameters_of_the_consent_page(sandbox: World, sandbox_client: Client) -> None:
    async def hint(request: LoginRequest) -> str | None:
        return request.query.get("phone")

    routes = LoginRoutes(
        sandbox_client,
        scopes=["USER_PHONE"],
        on_granted=granted,
        prompt="login consent",
        login_hint=hint,
        ui_locales=lambda request: request.raw,
    )
    begun = Browser(routes, "fa en").get("/login", urlencode({"phone": "0912 000 00+00"}))
    query = parse_qs(urlsplit(begun.headers["Location"]).query)
    names = ("prompt", "login_hint", "ui_locales")
    assert [query[name] for name in names] == [["login consent"], ["0912 000 00+00"], ["fa en"]]
    query = parse_qs(urlsplit(Browser(routes).get("/login").headers["Location"]).query)
    assert [query.get(name) for name in names] == [["login consent"], None, None]
    assert Browser(routes, "f\na").get("/login").status == 400
    assert Browser(routes, "fa").log_in(sandbox).status == 303
    for name in names:
        wrong: Any = {name: 7}
        with pytest.raises(errors.InvalidInput, match=name):
            LoginRoutes(sandbox_client, scopes=["USER_PHONE"], on_granted=granted, **wrong)


def test_a_query_without_the_parameter_of_the_scopes_is_a_bad_request(sandbox_client: Client) -> None:
    def scopes(request: LoginRequest) -> list[str]:
        return [Scope.post_addon_create(request.query.get("post", ""))]

    routes = LoginRoutes(sandbox_client, scopes=scopes, on_granted=lambda login: None)
    for query in ("", "posts=canary", "post=", "post=a%2Fcanary"):
        reply = Browser(routes).get("/login", query)
        assert reply.status == 400 and b"canary" not in reply.body, query


def test_the_scopes_may_depend_on_the_request(sandbox: World, sandbox_client: Client) -> None:
    async def scopes(request: LoginRequest) -> list[str]:
        return [f"POST_ADDON_CREATE.{request.query['post']}"]

    grants = []
    routes = LoginRoutes(
        sandbox_client,
        scopes=scopes,
        user=lambda request: request.raw,
        on_granted=lambda login, request: grants.append((login.grant, request.raw)),
    )
    token = sandbox.posts("seller")[0]["token"]
    begun = Browser(routes, "u1").get("/login", f"post={token}")
    assert parse_qs(urlsplit(begun.headers["Location"]).query)["scope"] == [f"POST_ADDON_CREATE.{token}"]
    for name in ("u1", "u1", "u2"):
        assert Browser(routes, name).log_in(sandbox, "seller", post=token).status == 303
    (first, raw), (again, _), (other, _) = grants
    assert first == again != other and raw == "u1"


def test_the_user_gets_a_page_for_every_error(
    sandbox: World, sandbox_client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    seen: list[Exception] = []

    def failed(error: Exception) -> str:
        seen.append(error)
        return "<p>Ours</p>"

    def fails(login: Any) -> None:
        raise ValueError("canary")

    browser = Browser(LoginRoutes(sandbox_client, scopes=["USER_PHONE"], on_granted=fails))
    reply = browser.log_in(sandbox)
    assert reply.status == 503 and b"later" in reply.body and b"canary" not in reply.body
    assert "A login failed: a function of the app failed: ValueError at test_login.py:" in caplog.text
    assert "canary" not in caplog.text
    browser = Browser(LoginRoutes(sandbox_client, scopes=["USER_PHONE"], on_granted=granted, on_error=failed))
    reply = browser.get("/callback", "state=invented&code=canary-code")
    assert (reply.status, reply.body) == (400, b"<p>Ours</p>") and isinstance(seen[0], errors.StateMismatch)
    sandbox.fault({"on": {"endpoint": "oauth.exchange"}, "effects": [{"kind": "status", "status": 503}]})
    assert browser.log_in(sandbox).status == 503
    assert "canary-code" not in caplog.text


def test_the_log_says_what_a_function_must_return(
    sandbox: World, sandbox_client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    def wrong(*_: Any) -> Any:
        return 5

    routes = LoginRoutes(sandbox_client, scopes=["USER_PHONE"], on_granted=wrong, on_denied=wrong, on_error=wrong)
    assert Browser(routes).log_in(sandbox).status == 503
    assert Browser(routes).log_in(sandbox, {"decision": "deny"}).status == 503
    for field, text in (("on_granted", "a path"), ("on_denied", "HTML"), ("on_error", "HTML")):
        assert f"configuration of {field}: must return {text}, a Reply or None, not int" in caplog.text


def test_other_requests_are_refused(sandbox_client: Client) -> None:
    browser = Browser(LoginRoutes(sandbox_client, scopes=["USER_PHONE"], on_granted=granted))
    refused = browser.get("/login", method="POST")
    assert (refused.status, refused.headers) == (405, {"Allow": "GET"})
    assert browser.get("/other").status == 404
