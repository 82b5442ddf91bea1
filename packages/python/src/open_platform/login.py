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
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import parse_qsl

from . import errors
from ._hints import add_annotation_names
from ._login import Denied
from ._open_platform import LoginExchange, Reply, check_login_redirect_uri, join_scopes, login_paths
from ._values import misconfigured
from ._web import (
    Answer,
    Call,
    Endpoint,
    Handler,
    Request,
    checked_client,
    checked_texts,
    checked_timeout,
    describe_error,
)

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence
    from datetime import timedelta

    from . import AsyncClient, Client

__all__ = ["LoginRequest", "LoginRoutes"]


class LoginRequest(NamedTuple):
    """A request of a user's browser."""

    #: The query parameters. Of repeated parameters the last value.
    query: Mapping[str, str]
    #: The framework's request object, with everything that middleware added: Flask's and Django's request, the scope of
    #: ASGI, the environment of WSGI, aiohttp's request.
    raw: Any

    def __repr__(self) -> str:
        # The query has the code and the state of a login, the framework's request also the cookies.
        return f"{type(self).__name__}(...)"


class LoginRoutes(Endpoint):
    """Two routes for users' browsers, ``/login`` and ``/callback``. See the head of this module.

    A random cookie binds a login to the browser that started it: ``HttpOnly``, ``SameSite=Lax``, and over https
    ``Secure`` with the name prefix ``__Host-``, so that other hosts of the domain cannot set it.

    :param client: a :class:`Client` or an :class:`AsyncClient`.
    :param scopes: the scopes to request, or a function of the :class:`LoginRequest` that returns them. With
        ``Scope.OFFLINE_ACCESS`` the grant can be refreshed after its first access token has expired. A request whose
        scopes are invalid, such as that for an empty post token, is answered with 400, after other errors of the function
        with 503: so take a parameter by ``request.query.get("post", "")``.
    :param on_granted: called with the ``Granted`` when the user granted access. It returns the path of the app to
        redirect to, or a whole :class:`Reply`. With ``None`` the redirect goes to the path in ``return_to`` of the login,
        or to ``/``. Start a new session for the user here, to prevent session fixation. A browser that leaves does not
        interrupt it, whatever the server does with such requests.
    :param on_denied: called with the :class:`LoginRequest` when the user denied access, which is no error. It returns
        HTML or a :class:`Reply`. By default a short page says that nothing has changed.
    :param on_error: called with the error when the login failed. It returns HTML or a :class:`Reply`. By default a short
        page says so. The error is logged to ``open_platform.login`` in both cases.
    :param session: a function of the :class:`LoginRequest` that returns the session that binds the login to this browser,
        such as the id of the app's own session. By default a random cookie that is used for logins only.
    :param user: a function of the :class:`LoginRequest` that returns the app's own id of the user, if it is known before
        the login, or ``None``: the same user and scopes have the same grant.
    :param prompt: what the server should ask for: words separated by spaces, such as ``login`` or ``consent``, or
        ``none`` alone. Like the next two it is a standard parameter that the platform does not document and may ignore.
        Or a function of the :class:`LoginRequest` that returns it or ``None``, as with the next two.
    :param login_hint: the user who is about to log in, such as a phone number, so that the page can fill it in.
    :param ui_locales: the languages of the page in order of preference: tags of BCP 47 separated by spaces, such as
        ``fa en``.
    :param redirect_uri: a registered redirect address other than the client's. It ends in ``/callback``.
    :param handler_timeout: how long each of these functions may take, as in :class:`Hooks`. If one takes longer, the login fails.
    :raises InvalidInput: for an argument of the wrong type, or for scopes that cannot be requested.
    :raises ConfigError: if the redirect address does not end in ``/callback``.
    """

    _name = "open_platform_login"
    _log = logging.getLogger(__name__)
    paths = login_paths()

    def __init__(
        self,
        client: Client | AsyncClient,
        *,
        scopes: Sequence[str] | Callable[..., Sequence[str] | Awaitable[Sequence[str]]],
        on_granted: Callable[..., str | Reply | Awaitable[str | Reply | None] | None],
        on_denied: Callable[..., str | Reply | Awaitable[str | Reply]] | None = None,
        on_error: Callable[..., str | Reply | Awaitable[str | Reply]] | None = None,
        session: Callable[..., str | Awaitable[str]] | None = None,
        user: Callable[..., str | Awaitable[str | None] | None] | None = None,
        prompt: str | Callable[..., str | Awaitable[str | None] | None] | None = None,
        login_hint: str | Callable[..., str | Awaitable[str | None] | None] | None = None,
        ui_locales: str | Callable[..., str | Awaitable[str | None] | None] | None = None,
        redirect_uri: str | None = None,
        handler_timeout: float | timedelta | None = None,
    ) -> None:
        offered, seconds = frozenset({"request"}), checked_timeout(handler_timeout)

        def handler(function: Any, field: str, offered: frozenset[str] = frozenset()) -> Handler:
            return Handler(function, offered, field, seconds)

        self._oauth: Any = checked_client(client, "oauth").oauth
        self._scopes = handler(scopes, "scopes") if callable(scopes) else checked_texts("scopes", scopes)
        if not isinstance(self._scopes, Handler):
            join_scopes(self._scopes)  # Refuses scopes that cannot be requested, before any user logs in.
        self._on_granted = handler(on_granted, "on_granted", offered)
        self._on_denied = None if on_denied is None else handler(on_denied, "on_denied")
        self._on_error = None if on_error is None else handler(on_error, "on_error", offered)
        self._session = None if session is None else handler(session, "session")
        self._user = None if user is None else handler(user, "user")
        self._redirect_uri = redirect_uri
        if uri := redirect_uri or self._oauth.redirect_uri:
            check_login_redirect_uri(uri)
        options = {"prompt": prompt, "login_hint": login_hint, "ui_locales": ui_locales}
        self._consent = {
            name: option if isinstance(option, str) else handler(option, name)
            for name, option in options.items()
            if option is not None
        }

    def _begin(self, request: Request) -> tuple[LoginExchange, str | Answer]:
        exchange = LoginExchange(request.method, request.path, request.query, request.headers)
        return exchange, _step(exchange)

    async def _take(self, exchange: LoginExchange, step: str, request: Request, call: Call) -> str | Answer:
        login = _request_of(request)
        if self._session and step in ("authorize", "callback"):
            session = await self._session(call, login)
            if not isinstance(session, str):
                raise misconfigured("session", f"must return text, not {type(session).__name__}")
            exchange.bind_to(session)
        if step == "authorize":
            exchange.reply(await self._start(exchange, login, call))
        elif step == "callback":
            session, query = exchange.session, exchange.query
            if session is None:
                outcome = await call(self._oauth._callback_without_session, query)
            else:
                outcome = await call(self._oauth.callback, query, session_id=session)
            if isinstance(outcome, Denied):
                exchange.denied()
            else:
                exchange.granted(outcome.return_to)
                answer = await self._on_granted(call, outcome, request=lambda: login)
                exchange.reply(_checked("on_granted", answer, "a path"))
        else:
            answer = await self._on_denied(call, login) if self._on_denied else None
            exchange.reply(_checked("on_denied", answer, "HTML"))
        return _step(exchange)

    async def _start(self, exchange: LoginExchange, login: LoginRequest, call: Call) -> str:
        scopes = await self._scopes(call, login) if isinstance(self._scopes, Handler) else self._scopes
        user = await self._user(call, login) if self._user else None
        options = self._consent.items()
        consent = {name: await value(call, login) if isinstance(value, Handler) else value for name, value in options}
        session = exchange.session_for(self._redirect_uri or self._oauth.redirect_uri)
        begun = await call(
            self._oauth.authorize,
            scopes,
            session_id=session,
            user=user,
            return_to=exchange.return_to,
            redirect_uri=self._redirect_uri,
            **consent,
        )
        return str(begun.url)

    async def _failed(self, exchange: LoginExchange, error: BaseException, request: Request, call: Call) -> str | Answer:
        # The texts of this package's errors hold nothing private; those of other errors may.
        if isinstance(error, errors.OpenPlatformError):
            exchange.failed(error.code, f"{type(error).__name__}: {error}")
        else:
            exchange.failed(None, describe_error(error))
        on_error = self._on_error if isinstance(error, Exception) else None
        try:
            answer = await on_error(call, error, request=lambda: _request_of(request)) if on_error else None
            exchange.reply(_checked("on_error", answer, "HTML"))
        except Exception as handler_error:
            exchange.failed(None, describe_error(handler_error))
        return _step(exchange)


def _step(exchange: LoginExchange) -> str | Answer:
    answer = exchange.answer()
    return exchange.step if answer is None else Answer(*answer)


def _checked(field: str, answer: Any, text: str) -> str | Reply | None:
    """What a function of the app returned."""
    if answer is None or isinstance(answer, str | Reply):
        return answer
    raise misconfigured(field, f"must return {text}, a Reply or None, not {type(answer).__name__}")


def _request_of(request: Request) -> LoginRequest:
    return LoginRequest(dict(parse_qsl(request.query, keep_blank_values=True)), request.raw)


add_annotation_names(globals())
