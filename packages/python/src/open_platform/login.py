"""Login in a web framework: the address that sends users to the consent page, and the one they come back to.

::

    def granted(login: Granted[UserClient]) -> None:
        session.clear()                       # Flask's: whoever logs in gets a new session
        session["grant"] = login.grant

    login = LoginRoutes(platform, scopes=[Scope.USER_PHONE, Scope.OFFLINE_ACCESS], on_granted=granted)

    app.register_blueprint(login.flask(), url_prefix="/oauth")
    app.mount("/oauth", login.asgi())                    # FastAPI, Starlette
    urlpatterns = [path("oauth/", login.django())]
    app.add_routes(login.aiohttp("/oauth"))

A link to ``/oauth/login?return_to=/orders/7`` begins a login that goes on at ``/orders/7``. The redirect address of
the app is ``/oauth/callback``.

The functions of the app may be ``async`` or not, in every framework and with both clients. Those that take a second
parameter named ``request`` are given the :class:`LoginRequest`.
"""

from __future__ import annotations

import logging
import re
import secrets
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import parse_qs, parse_qsl, urlsplit

from . import errors
from ._open_platform import Denied, Reply
from ._web import Call, Endpoint, Handler, Pending, Request, checked_client, checked_texts, described

from ._hints import give

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from . import AsyncClient, Client

__all__ = ["LoginRequest", "LoginRoutes"]

_log = logging.getLogger(__name__)

#: How the values of the cookie begin: that of a login over https, and that of one over http.
_SECURE, _PLAIN = "s", "p"

#: How long the browser keeps the cookie, in seconds: longer than a login may take.
_COOKIE_SECONDS = 3600


class LoginRequest(NamedTuple):
    """A request of a user's browser."""

    #: The parameters of the address; of one that comes twice the last value.
    query: Mapping[str, str]
    #: The request as the framework has it, with all that its middleware put there: Flask's and Django's request, the
    #: scope of ASGI, the environment of WSGI, aiohttp's request.
    raw: Any


class LoginRoutes(Endpoint):
    """Two addresses for users' browsers, ``/login`` and ``/callback``. See the head of this module.

    A login is tied to the browser that began it by a random cookie: ``HttpOnly``, ``SameSite=Lax``, and over https
    ``Secure`` with a name that other hosts of the domain cannot plant.

    :param client: a :class:`Client` or an :class:`AsyncClient`.
    :param scopes: what to ask users for, or a function of the :class:`LoginRequest` that returns it, where it depends
        on what the login is for. With ``Scope.OFFLINE_ACCESS`` the grant outlives its first access token.
    :param on_granted: called with the ``Granted`` when the user said yes. It returns where to go on, a path of the
        app, or a whole :class:`Reply`. With ``None`` it goes on at the path that the login was given in ``return_to``, or
        at ``/``.
    :param on_denied: called with the :class:`LoginRequest` when the user said no, which is no error. It returns HTML
        or a :class:`Reply`. Without it a sentence says that nothing has changed.
    :param on_error: called with the error when the login did not work. It returns HTML or a :class:`Reply`. Without it
        a sentence says so. Either way the error goes to the log ``open_platform.login``.
    :param user: a function of the :class:`LoginRequest` that returns the app's own name for the user, where it is known
        before the login, or ``None``: the same user and scopes have the same grant.
    :param prompt: what the server should ask: words with spaces between them, such as ``login`` or ``consent``, or
        ``none`` alone; or a function of the :class:`LoginRequest` that returns it, or ``None``, as with the next two.
        Standard parameters: the platform documents none of them and may ignore them.
    :param login_hint: who is about to log in, such as a phone number, so that the page can fill it in.
    :param ui_locales: the languages of the page, the best one first, such as ``fa en``.
    :raises InvalidInput: for an argument of another kind.
    """

    _name = "open_platform_login"

    def __init__(
        self,
        client: Client | AsyncClient,
        *,
        scopes: Sequence[str] | Callable[..., Sequence[str] | Awaitable[Sequence[str]]],
        on_granted: Callable[..., str | Reply | Awaitable[str | Reply | None] | None],
        on_denied: Callable[..., str | Reply | Awaitable[str | Reply]] | None = None,
        on_error: Callable[..., str | Reply | Awaitable[str | Reply]] | None = None,
        user: Callable[..., str | Awaitable[str | None] | None] | None = None,
        prompt: str | Callable[..., str | Awaitable[str | None] | None] | None = None,
        login_hint: str | Callable[..., str | Awaitable[str | None] | None] | None = None,
        ui_locales: str | Callable[..., str | Awaitable[str | None] | None] | None = None,
    ) -> None:
        offered = frozenset({"request"})
        self._oauth: Any = checked_client(client, "oauth").oauth
        self._scopes = Handler(scopes, frozenset()) if callable(scopes) else checked_texts("scopes", scopes)
        self._on_granted = Handler(on_granted, offered, "on_granted")
        self._on_denied = None if on_denied is None else Handler(on_denied, frozenset(), "on_denied")
        self._on_error = None if on_error is None else Handler(on_error, offered, "on_error")
        self._user = None if user is None else Handler(user, frozenset(), "user")
        given = {"prompt": prompt, "login_hint": login_hint, "ui_locales": ui_locales}
        self._consent = {name: _wished(name, wish) for name, wish in given.items() if wish is not None}

    @property
    def paths(self) -> list[str]:
        """The addresses, relative to the place where an adapter is mounted."""
        return ["/login", "/callback"]

    def begin(self, request: Request) -> Reply | Pending:
        """Judges a request by its head. For adapters."""
        if request.path not in self.paths:
            return Reply(404)
        if request.method != "GET":
            return Reply(405, headers={"Allow": "GET"})
        seen = LoginRequest(dict(parse_qsl(request.query, keep_blank_values=True)), request.raw)
        step = self._start if request.path == "/login" else self._finish

        async def answer(_: bytes, call: Call) -> Reply:
            try:
                reply = await step(request, seen, call)
            except Exception as error:  # Whatever it is, the user gets a page.
                reply = await self._failed(error, seen, call)
            # Addresses with a code or a state are for one browser and one moment.
            private = {"Cache-Control": "no-store", "Referrer-Policy": "no-referrer"}
            return Reply(reply.status, reply.content_type, {**private, **reply.headers}, reply.body, reply.close)

        return Pending(0, answer)

    async def _start(self, request: Request, seen: LoginRequest, call: Call) -> Reply:
        scopes = await self._scopes(call, seen) if isinstance(self._scopes, Handler) else self._scopes
        user = await self._user(call, seen) if self._user else None
        wishes = self._consent.items()
        consent = {name: await wish(call, seen) if isinstance(wish, Handler) else wish for name, wish in wishes}

        async def begin(session: str) -> tuple[str, bool]:
            way = seen.query.get("return_to")
            begun = await call(self._oauth.authorize, scopes, session_id=session, user=user, return_to=way, **consent)
            url = str(begun.url)
            (back,) = parse_qs(urlsplit(url).query)["redirect_uri"]
            return url, back.startswith("https:")

        session = _session(request) or _new_session(True)
        url, is_secure = await begin(session)
        # Only now it is known how users reach the app. A login over https is never tied to the cookie of http.
        if is_secure != session.startswith(_SECURE):
            session = _new_session(is_secure)
            url, _ = await begin(session)
        return Reply(303, headers={"Location": url, "Set-Cookie": _cookie(session)})

    async def _finish(self, request: Request, seen: LoginRequest, call: Call) -> Reply:
        # Without a cookie it is another browser's login, for which the core has an error of its own.
        outcome = await call(self._oauth.callback, f"?{request.query}", session_id=_session(request) or "none")
        if isinstance(outcome, Denied):
            answer = await self._on_denied(call, seen) if self._on_denied else _page("Nothing has changed.")
            return _html(200, answer)
        answer = await self._on_granted(call, outcome, request=lambda: seen)
        if isinstance(answer, Reply):
            return answer
        return Reply(303, headers={"Location": answer or outcome.return_to or "/"})

    async def _failed(self, error: Exception, seen: LoginRequest, call: Call) -> Reply:
        # The text of an error of this package holds nothing private; that of another may.
        said = f"{type(error).__name__}: {error}" if isinstance(error, errors.OpenPlatformError) else described(error)
        _log.error("A login did not work: %s", said)
        is_final = isinstance(error, (errors.OAuthError, errors.InvalidInput))
        if is_final and not isinstance(error, errors.RefreshUnavailable):
            status, sentence = 400, "The login did not work. Please start it again."
        else:
            status, sentence = 503, "The login does not work at the moment. Please try again later."
        try:
            answer = await self._on_error(call, error, request=lambda: seen) if self._on_error else _page(sentence)
        except Exception as broken:
            _log.error("on_error failed: %s", described(broken))
            answer = _page(sentence)
        return _html(status, answer)


def _wished(name: str, wish: str | Callable[..., str | Awaitable[str | None] | None]) -> str | Handler:
    return wish if isinstance(wish, str) else Handler(wish, frozenset(), name)


def _new_session(is_secure: bool) -> str:
    return (_SECURE if is_secure else _PLAIN) + secrets.token_hex(16)


def _session(request: Request) -> str | None:
    """The value of the cookie, if this side has made it. One for https counts only under the name that no other host of
    the domain can plant."""
    for name, value in request.headers:
        if name.lower() == b"cookie":
            found = re.search(
                rb"(?:^|;\s*)(?:__Host-open-platform-login=s|open-platform-login=p)[0-9a-f]{32}(?=;|$)", value
            )
            if found:
                return found[0].partition(b"=")[2].decode()
    return None


def _cookie(session: str) -> str:
    is_secure = session.startswith(_SECURE)
    name, secure = ("__Host-open-platform-login", "; Secure") if is_secure else ("open-platform-login", "")
    return f"{name}={session}; Path=/; Max-Age={_COOKIE_SECONDS}; HttpOnly; SameSite=Lax{secure}"


def _html(status: int, answer: str | Reply) -> Reply:
    if isinstance(answer, Reply):
        return answer
    return Reply(status, "text/html; charset=utf-8", body=answer.encode())


def _page(sentence: str) -> str:
    return f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Login</title><p>{sentence}</p></html>'


give(globals())
