"""The gateway for mobile apps: the backend endpoints that an app on a phone calls, so that the app holds no secret.

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

``POST /login`` completes a login that the phone started, ``POST /access`` issues a token to the phone, and ``/api/…``
forwards calls with such a token to the platform. In the app, ``OpenPlatformApp`` of the packages for Kotlin and Swift
takes the address ``https://app.example/open-platform``.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, NamedTuple

from ._hints import add_annotation_names
from ._open_platform import AppAccess, AppGateway as _Native, AppStep, GatewayOptions, app_paths
from ._web import (
    Call,
    Endpoint,
    Handler,
    Request,
    checked_client,
    checked_length,
    checked_texts,
    checked_timeout,
    made,
)

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence
    from datetime import timedelta

    from . import AsyncClient, Client
    from ._open_platform import AppExchange

__all__ = ["AppAccess", "AppGateway", "AppUserRequest"]


class AppUserRequest(NamedTuple):
    """A request of an app on a phone, to the app's own backend."""

    #: The headers by lower-case name, among them the backend's own session or token. Of repeated headers the last value.
    headers: Mapping[str, str]
    #: The framework's request object, with everything that middleware added: Flask's and Django's request, the scope of
    #: ASGI, the environment of WSGI, aiohttp's request.
    raw: Any

    def __repr__(self) -> str:
        # The headers have the user's session of the app, in a cookie or a token.
        return f"{type(self).__name__}(...)"


class AppGateway(Endpoint):
    """The backend endpoints that an app on a phone calls. See the head of this module.

    :param client: a :class:`Client` or an :class:`AsyncClient`.
    :param user: a function of the :class:`AppUserRequest` that returns the app's own id of the logged-in user, by the
        app's session or token, or ``None`` if nobody is logged in. It may be ``async``. It is called for ``/login`` and
        ``/access`` only.
    :param keys: the keys that encrypt the tokens: 32 random bytes each, as ``openssl rand -base64 32`` prints them. By
        default those in ``OPEN_PLATFORM_APP_KEYS``, separated by commas. The first one encrypts, all decrypt. To change the
        key: add the new one as the last and restart all processes, put it first and restart all again, and remove the old one
        an hour later.
    :param allow: the calls that change something and that phones may make, by their names in the endpoint table, such
        as ``conversations.send``. By default a phone can only read. The owner of a phone can send every request that is
        allowed, not only those of the app: allow what a user may state (a message), not what the backend guarantees (an
        add-on that says "Inspected").
    :param lifetime: in seconds or as a ``timedelta``; the lifetime of a token: 10 minutes by default, at most an hour,
        in whole seconds.
    :param body_limit: the maximum size of a body in bytes: 256 KiB by default.
    :param redirect_uris: the addresses that phones return to after a login, if they differ from the client's.
    :param handler_timeout: how long ``user`` may take, as in :class:`Hooks`. If it takes longer, the response is 500.
    :raises ConfigError: for invalid keys.
    :raises InvalidInput: for a call in ``allow`` that no phone may make, and other invalid arguments.
    """

    _name = "open_platform_app"
    _log = logging.getLogger(__name__)
    paths = app_paths()

    def __init__(
        self,
        client: Client | AsyncClient,
        *,
        user: Callable[..., str | Awaitable[str | None] | None],
        keys: Sequence[str] | None = None,
        allow: Sequence[str] = (),
        lifetime: float | timedelta | None = None,
        body_limit: int | None = None,
        redirect_uris: Sequence[str] = (),
        handler_timeout: float | timedelta | None = None,
    ) -> None:
        platform = checked_client(client, "oauth")._native
        self._user = Handler(user, field="user", seconds=checked_timeout(handler_timeout))
        self._gateway = _Native(
            platform,
            None if keys is None else checked_texts("keys", keys),
            GatewayOptions(
                checked_texts("allow", allow),
                lifetime_seconds=checked_length("lifetime", lifetime),
                body_limit=body_limit,
                redirect_uris=checked_texts("redirect_uris", redirect_uris),
            ),
        )

    def access(self, grant: str) -> AppAccess:
        """Issues a token for the phone of the grant's user. The caller must have authenticated this user.

        :raises InvalidInput: for a key that is not from a login.
        """
        return self._gateway.access(grant)

    def access_of(self, user: str) -> AppAccess:
        """Issues a token for the phone of a user, with the user's newest usable grant. The caller must have authenticated this
        user. It waits for the store: in an event loop use :meth:`async_access_of`.

        :param user: the app's own id of the user, as given to the login.
        :raises ReauthRequired: if the user has no usable grant and must log in.
        :raises StoreError: if the store failed.
        """
        return self._gateway.access_of(user).wait()

    async def async_access_of(self, user: str) -> AppAccess:
        """The same as :meth:`access_of`, for ``asyncio``."""
        return await self._gateway.access_of(user)

    def _begin(self, request: Request) -> tuple[AppExchange, AppStep]:
        return self._gateway.begin(request.method, request.path, request.headers)

    async def _take(self, exchange: AppExchange, step: AppStep, request: Request, call: Call) -> Any:
        match step:
            case AppStep.User():
                headers = {name.lower().decode("latin-1"): value.decode("latin-1") for name, value in request.headers}
                return exchange.user(await self._user(call, AppUserRequest(headers, request.raw)))
            case AppStep.Perform():
                return await made(exchange.perform(), call)
            case _:
                raise AssertionError(f"nothing is done for {type(step).__name__}")


add_annotation_names(globals())
