"""Login in a web framework: the route that redirects users to the consent page, and the route that they return to.

::

    def granted(login: Granted[UserClient]) -> None:
        session.clear()                       # Flask's session: a new one for every login
        session["grant"] = login.grant

    login = LoginRoutes(platform, scopes=[Scope.USER_PHONE, Scope.OFFLINE_ACCESS], on_granted=granted)

    app.register_blueprint(login.flask(), url_prefix="/oauth")
    app.mount("/oauth", login.asgi())                    # FastAPI, Starlette
    urlpatterns = [path("oauth/", login.django())]
    app.add_routes(login.aiohttp("/oauth"))

A link to ``/oauth/login?return_to=/orders/7`` starts a login that continues at ``/orders/7``. The redirect address of
the app is ``/oauth/callback``.

The functions of the app may be ``async`` or not, in every framework and with both clients. A function with a second
parameter named ``request`` gets the :class:`LoginRequest`.
"""

from __future__ import annotations

import logging
import re
import secrets
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import parse_qs, parse_qsl, urlsplit

from . import errors
from ._open_platform import Denied, Reply
from ._web import Call, Endpoint, Handler, Pending, Request, checked_client, checked_texts, describe_error

from ._hints import add_annotation_names

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from . import AsyncClient, Client

__all__ = ["LoginRequest", "LoginRoutes"]

_log = logging.getLogger(__name__)

#: The first character of the cookie's value: for a login over https, and for one over http.
_SECURE, _PLAIN = "s", "p"

#: The lifetime of the cookie, in seconds: longer than a login may take.
_COOKIE_SECONDS = 3600


class LoginRequest(NamedTuple):
    """A request of a user's browser."""

    #: The query parameters. Of repeated parameters the last value.
    query: Mapping[str, str]
    #: The framework's request object, with everything that middleware added: Flask's and Django's request, the scope of
    #: ASGI, the environment of WSGI, aiohttp's request.
    raw: Any


class LoginRoutes(Endpoint):
    """Two routes for users' browsers, ``/login`` and ``/callback``. See the head of this module.

    A random cookie binds a login to the browser that started it: ``HttpOnly``, ``SameSite=Lax``, and over https
    ``Secure`` with the name prefix ``__Host-``, so that other hosts of the domain cannot set it.

    :param client: a :class:`Client` or an :class:`AsyncClient`.
    :param scopes: the scopes to request, or a function of the :class:`LoginRequest` that returns them. With
        ``Scope.OFFLINE_ACCESS`` the grant can be refreshed after its first access token has expired.
    :param on_granted: called with the ``Granted`` when the user granted access. It returns the path of the app to
        redirect to, or a whole :class:`Reply`. With ``None`` the redirect goes to the path in ``return_to`` of the login,
        or to ``/``.
    :param on_denied: called with the :class:`LoginRequest` when the user denied access, which is no error. It returns
        HTML or a :class:`Reply`. By default a short page says that nothing has changed.
    :param on_error: called with the error when the login failed. It returns HTML or a :class:`Reply`. By default a short
        page says so. The error is logged to ``open_platform.login`` in both cases.
    :param user: a function of the :class:`LoginRequest` that returns the app's own id of the user, if it is known before
        the login, or ``None``: the same user and scopes have the same grant.
    :param prompt: the prompts that the server should show: words separated by spaces, such as ``login`` or ``consent``,
        or ``none`` alone; or a function of the :class:`LoginRequest` that returns them or ``None``, as with the next
        two. Standard parameters: the platform documents none of them and may ignore them.
    :param login_hint: an identifier of the user, such as a phone number, with which the page can fill in its form.
    :param ui_locales: the languages of the page, the preferred one first, such as ``fa en``.
    :raises InvalidInput: for an argument of the wrong type.
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
        options = {"prompt": prompt, "login_hint": login_hint, "ui_locales": ui_locales}
        self._consent = {name: _option_or_handler(name, value) for name, value in options.items() if value is not None}

    @property
    def paths(self) -> list[str]:
        """The paths, relative to the mount point of the adapter."""
        return ["/login", "/callback"]

    def begin(self, request: Request) -> Reply | Pending:
        """Accepts or refuses a request by its head. For adapters."""
        if request.path not in self.paths:
            return Reply(404)
        if request.method != "GET":
            return Reply(405, headers={"Allow": "GET"})
        login = LoginRequest(dict(parse_qsl(request.query, keep_blank_values=True)), request.raw)
        step = self._start if request.path == "/login" else self._finish

        async def answer(_: bytes, call: Call) -> Reply:
            try:
                reply = await step(request, login, call)
            except Exception as error:  # The user gets a page in every case.
                reply = await self._failed(error, login, call)
            # Addresses with a code or a state must not be cached or passed on in a `Referer`.
            private = {"Cache-Control": "no-store", "Referrer-Policy": "no-referrer"}
            return Reply(
                reply.status,
                content_type=reply.content_type,
                headers={**private, **reply.headers},
                body=reply.body,
                close=reply.close,
            )

        return Pending(0, answer)

    async def _start(self, request: Request, login: LoginRequest, call: Call) -> Reply:
        scopes = await self._scopes(call, login) if isinstance(self._scopes, Handler) else self._scopes
        user = await self._user(call, login) if self._user else None
        options = self._consent.items()
        consent = {name: await value(call, login) if isinstance(value, Handler) else value for name, value in options}

        async def begin(session: str) -> tuple[str, bool]:
            path = login.query.get("return_to")
            begun = await call(self._oauth.authorize, scopes, session_id=session, user=user, return_to=path, **consent)
            url = str(begun.url)
            (redirect_uri,) = parse_qs(urlsplit(url).query)["redirect_uri"]
            return url, redirect_uri.startswith("https:")

        session = _session(request) or _new_session(True)
        url, is_secure = await begin(session)
        # The redirect address says whether users reach the app over https. A login over https is never bound to the
        # cookie of http.
        if is_secure != session.startswith(_SECURE):
            session = _new_session(is_secure)
            url, _ = await begin(session)
        return Reply(303, headers={"Location": url, "Set-Cookie": _cookie(session)})

    async def _finish(self, request: Request, login: LoginRequest, call: Call) -> Reply:
        # Without a cookie the login was started in another browser. The core raises the error for that.
        outcome = await call(self._oauth.callback, f"?{request.query}", session_id=_session(request) or "none")
        if isinstance(outcome, Denied):
            answer = await self._on_denied(call, login) if self._on_denied else _page("Nothing has changed.")
            return _html(200, answer)
        answer = await self._on_granted(call, outcome, request=lambda: login)
        if isinstance(answer, Reply):
            return answer
        return Reply(303, headers={"Location": answer or outcome.return_to or "/"})

    async def _failed(self, error: Exception, login: LoginRequest, call: Call) -> Reply:
        # The texts of this package's errors hold nothing private; those of other errors may.
        is_ours = isinstance(error, errors.OpenPlatformError)
        _log.error("A login failed: %s", f"{type(error).__name__}: {error}" if is_ours else describe_error(error))
        is_final = isinstance(error, (errors.OAuthError, errors.InvalidInput))
        if is_final and not isinstance(error, errors.RefreshUnavailable):
            status, sentence = 400, "The login did not work. Please start it again."
        else:
            status, sentence = 503, "The login does not work at the moment. Please try again later."
        try:
            answer = await self._on_error(call, error, request=lambda: login) if self._on_error else _page(sentence)
        except Exception as handler_error:
            _log.error("on_error failed: %s", describe_error(handler_error))
            answer = _page(sentence)
        return _html(status, answer)


def _option_or_handler(name: str, option: str | Callable[..., str | Awaitable[str | None] | None]) -> str | Handler:
    return option if isinstance(option, str) else Handler(option, frozenset(), name)


def _new_session(is_secure: bool) -> str:
    return (_SECURE if is_secure else _PLAIN) + secrets.token_hex(16)


def _session(request: Request) -> str | None:
    """The value of the cookie, if it has the form of ours. A value for https is accepted only under the name with the
    prefix ``__Host-``, which no other host of the domain can set."""
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
    return Reply(status, content_type="text/html; charset=utf-8", body=answer.encode())


def _page(sentence: str) -> str:
    return f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Login</title><p>{sentence}</p></html>'


add_annotation_names(globals())
