"""The backend of an app on a phone: what the app talks to, so that it holds no secret.

::

    gateway = AppGateway(
        client,
        user=lambda request: request.raw.session.get("user"),  # Flask, Django; by the app's own session
        allow=["conversations.send"],
    )

    app.register_blueprint(gateway.flask(), url_prefix="/open-platform")
    app.mount("/open-platform", gateway.asgi())                      # FastAPI, Starlette
    urlpatterns = [path("open-platform/", gateway.django())]
    app.add_routes(gateway.aiohttp("/open-platform"))

``POST /login`` completes a login that the phone has begun, ``POST /access`` gives the phone a token, and ``/api/…``
passes the calls of whoever has one on to the platform. In the app, ``OpenPlatformApp`` of the packages for Kotlin and
Swift takes the address ``https://app.example/open-platform``.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, NamedTuple

from ._open_platform import AppAccess, AppGateway as _Native, Reply
from ._web import Call, Endpoint, Handler, Pending, Request, checked_client, checked_texts, described

from ._hints import give

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from . import AsyncClient, Client
    from ._open_platform import AppRequest

__all__ = ["AppAccess", "AppGateway", "AppUserRequest"]

_log = logging.getLogger(__name__)


class AppUserRequest(NamedTuple):
    """A request of an app on a phone, to the app's own backend."""

    #: Its headers, by name in small letters, with the backend's own session or token among them; of one that comes
    #: twice the last value.
    headers: Mapping[str, str]
    #: The request as the framework has it, with all that its middleware put there: Flask's and Django's request, the
    #: scope of ASGI, the environment of WSGI, aiohttp's request.
    raw: Any


class AppGateway(Endpoint):
    """The part of a backend that an app on a phone talks to. See the head of this module.

    Whoever has the phone can send whatever is let through, not only what the app would send: let through what the user
    may say (a message), not what the backend vouches for (an add-on that says "Inspected").

    :param client: a :class:`Client` or an :class:`AsyncClient`.
    :param user: a function of the :class:`AppUserRequest` that returns the app's own name for the user who asks, by its
        own session or token, or ``None`` if nobody is logged in. It may be ``async``, and is asked for ``/login`` and
        ``/access`` alone.
    :param keys: the keys that tokens are sealed with: 32 random bytes each, as ``openssl rand -base64 32`` prints them.
        By default those in ``OPEN_PLATFORM_APP_KEYS``, several by commas. The first seals, all open: put a new one in
        front, and drop the old one an hour later.
    :param allow: the calls that phones may make although they change something, by their names in the endpoint table,
        such as ``conversations.send``. Without it a phone can only read.
    :param lifetime: how long a token lives, in seconds: 600 by default, at most 3600.
    :param body_limit: how many bytes a body may have: 256 KiB by default.
    :param redirect_uris: the addresses that phones return to after a login, where they are others than the client's.
    :raises ConfigError: for keys that are none.
    :raises InvalidInput: for a call in ``allow`` that no phone may make, and other arguments that do not fit.
    """

    _name = "open_platform_app"

    def __init__(
        self,
        client: Client | AsyncClient,
        *,
        user: Callable[..., str | Awaitable[str | None] | None],
        keys: Sequence[str] | None = None,
        allow: Sequence[str] = (),
        lifetime: float | None = None,
        body_limit: int | None = None,
        redirect_uris: Sequence[str] = (),
    ) -> None:
        from ._async.client import AsyncClient

        platform = checked_client(client, "oauth")._native
        self._user = Handler(user, frozenset(), "user")
        self._gateway = _Native(
            platform,
            None if keys is None else checked_texts("keys", keys),
            allow=checked_texts("allow", allow),
            lifetime=lifetime,
            body_limit=body_limit,
            redirect_uris=checked_texts("redirect_uris", redirect_uris),
        )
        self._awaits = isinstance(client, AsyncClient)

    def access(self, grant: str) -> AppAccess:
        """Access for the phone of the user whose grant this is. The caller has made sure that it is this user who asks.

        :raises InvalidInput: for a key that no login gave.
        """
        return self._gateway.access(grant)

    @property
    def paths(self) -> list[str]:
        """The addresses, relative to the place where an adapter is mounted."""
        return ["/login", "/access", "/api/"]

    def begin(self, request: Request) -> Reply | Pending:
        """Judges a request by its head. For adapters."""
        admitted = self._gateway.admit(request.method, request.path, request.headers)
        if isinstance(admitted, Reply):
            return admitted

        async def answer(body: bytes, call: Call) -> Reply:
            try:
                return await self._answer(admitted, request, body, call)
            except Exception as error:  # Whatever it is, the phone gets an answer.
                _log.error("A request of a phone was answered with 500: %s", described(error))
                return Reply(500)

        return Pending(admitted.body_limit, answer, admitted.body_seconds, admitted.too_slow)

    async def _answer(self, admitted: AppRequest, request: Request, body: bytes, call: Call) -> Reply:
        user: str | None = None
        if admitted.needs_user:
            headers = {name.lower().decode("latin-1"): value.decode("latin-1") for name, value in request.headers}
            user = await self._user(call, AppUserRequest(headers, request.raw))

        async def awaited() -> Reply:
            return await admitted.answer(user, body)

        def waited() -> Reply:
            return admitted.answer(user, body).wait()

        reply: Reply = await call(awaited if self._awaits else waited)
        return reply


give(globals())
