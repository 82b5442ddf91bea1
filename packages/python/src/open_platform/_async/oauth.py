"""OAuth login: the address of the consent page, the callback, and the exchange of the code for stored tokens."""

from __future__ import annotations

from .._login import Denied, Granted
from .._open_platform import Login

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import timedelta

    from .._open_platform import Authorization, Tokens
    from .client import AsyncClient
    from .user_client import AsyncUserClient

__all__ = ["AsyncOAuth"]


class AsyncOAuth:
    """Login: ``client.oauth``.

    One handler of the app sends the browser to the consent page, another one handles its return::

        url, state = await client.oauth.authorize([Scope.USER_PHONE, Scope.OFFLINE_ACCESS], session_id)

        match await client.oauth.callback(address_of_the_request, session_id):
            case Granted(user):
                me = await user.users.me()
            case Denied():
                ...
    """

    __slots__ = ("_client", "_native")

    def __init__(self, client: AsyncClient) -> None:
        self._client = client
        self._native = client._native

    # The documentation of the methods is made from the core by ``open-platform-generator``.

    async def authorize(
        self,
        scopes: Sequence[str],
        session_id: str,
        *,
        user: str | None = None,
        return_to: str | None = None,
        redirect_uri: str | None = None,
        prompt: str | None = None,
        login_hint: str | None = None,
        ui_locales: str | None = None,
        timeout: float | timedelta | None = None,
    ) -> Authorization:
        """Starts a login: redirect the user's browser to the ``url`` of the result. No request is sent.

        The login can be completed once, within ``login_lifetime``, which is ten minutes by default, and only with the
        same session, the same app and the same authorization server. If very many logins are in progress, the oldest
        are deleted: ``max_pending_logins``. Source: ``docs/platform.md#authorization``.

        :param scopes: the scopes to request. With that of offline access the grant can be refreshed after its first
            access token ends.
        :param session_id: a value that binds the login to the browser that starts it: that of a session cookie, or
            another one that only this browser can present again. The callback must be called with the same value.
        :param user: the app's own id of the user, such as the primary key of its table of users. The same user and
            scopes always have the same grant, so that a new login replaces the old one. Do not use a session id, a
            cookie or another secret: the id is stored with the grant and appears in ``GrantInfo`` and in reports. Omit
            it if the app does not know its user yet.
        :param return_to: the path of the app to continue at after the login. The callback returns it.
        :param redirect_uri: a registered redirect URI to use instead of the client's.
        :param prompt: what the server should ask for: words separated by spaces, such as ``login`` or ``consent``, or
            ``none`` alone. Like the next two it is a standard parameter that the platform does not document and may
            ignore.
        :param login_hint: the user who is about to log in, such as a phone number, so that the page can fill it in.
        :param ui_locales: the languages of the page in order of preference: tags of BCP 47 separated by spaces, such as
            ``fa en``.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises InvalidInput: for a scope that cannot be requested, or another value that cannot be sent.
        :raises ConfigError: for a missing or unsuitable setting.
        :raises StoreError: if the store failed.
        """
        login = Login(
            scopes,
            session_id=session_id,
            user=user,
            return_to=return_to,
            redirect_uri=redirect_uri,
            prompt=prompt,
            login_hint=login_hint,
            ui_locales=ui_locales,
        )
        return await self._native.oauth_authorize(login, timeout=timeout)

    @property
    def redirect_uri(self) -> str | None:
        """The redirect address of the client, which a login without its own uses; ``None`` if it has none."""
        return self._native.oauth_redirect_uri

    async def callback(
        self, url_or_query: str, session_id: str, *, timeout: float | timedelta | None = None
    ) -> Granted[AsyncUserClient] | Denied:
        """Completes a login: checks the address that the user returned to, exchanges the code and stores the tokens.

        A full address must be the redirect URI of this login: the same scheme, host, port and path (RFC 9700 section
        4.7.1). Behind a proxy, pass only the query: the framework then reports the address of the proxy's request, with
        ``http://``, another host or another path, and the login would be refused.

        A call with the wrong session also ends the login: somebody other than the user had the address, so its code
        must no longer be used.

        The login has ended afterwards, whatever the outcome, with one exception: after an error that is retryable, such
        as :class:`RateLimited`, or :class:`TransportError` because there was no connection, the code is unused, so the
        same address may be passed again. The login continues if the caller stops waiting. Source:
        ``docs/platform.md#token-exchange``.

        :param url_or_query: the address that the user returned to: the full address, a path with its query, or the
            query alone.
        :param session_id: the value that was given to ``authorize``.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises StateMismatch: if the session is another one, the login was completed already, or the address is not the
            login's.
        :raises StateExpired: if the user took longer than ``login_lifetime``.
        :raises CallbackRejected: if the address is malformed.
        :raises AuthorizationRefused: if the platform refused the login, for example for a scope that the app may not
            request. A user who denies access is not an error, but a normal outcome.
        :raises CodeRejected: if the platform does not accept the code.
        :raises ConfigError: if the platform does not accept the client secret.
        :raises RateLimited: if there were too many requests. Pass the same address again, after ``retry_after`` if the
            platform names it.
        :raises TransportError: if there was no usable response, as with :class:`DecodeError` and other statuses of
            :class:`ApiError`. Unless the error is retryable, start the login again: a code can be used once.
        """
        outcome = await self._native.oauth_callback(
            url_or_query, session_id, timeout=timeout
        )
        return self._outcome(outcome)

    async def _callback_without_session(self, url_or_query: str) -> Granted[AsyncUserClient] | Denied:
        """Ends a login whose browser has sent no session. It raises ``StateMismatch``."""
        return self._outcome(await self._native.oauth_callback_without_session(url_or_query))

    def _outcome(
        self, granted: tuple[str, list[str], list[str], str | None] | None
    ) -> Granted[AsyncUserClient] | Denied:
        if granted is None:
            return Denied()
        grant, scopes, missing_scopes, return_to = granted
        return Granted(self._client.user(grant), grant, scopes, missing_scopes, return_to)

    async def exchange(
        self, code: str, redirect_uri: str, *, timeout: float | timedelta | None = None
    ) -> Tokens:
        """Exchanges a code without the checks of ``callback``, and stores nothing: for apps that manage ``state`` and
        tokens themselves. Source: ``docs/platform.md#token-exchange``.

        :param code: the code in the address that the user returned to.
        :param redirect_uri: the redirect URI of the login.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises CodeRejected: if the platform does not accept the code.
        :raises ConfigError: if the platform does not accept the client secret.
        :raises RateLimited: if there were too many requests. The code is unused.
        :raises TransportError: if there was no usable response, as with :class:`DecodeError` and other statuses of
            :class:`ApiError`. Unless the error is retryable, start the login again: a code can be used once.
        """
        return await self._native.oauth_exchange(
            code, redirect_uri, timeout=timeout
        )

    async def refresh(
        self, tokens: Tokens, redirect_uri: str, *, timeout: float | timedelta | None = None
    ) -> Tokens:
        """Sends one refresh request, without repetition and without the store: for apps that manage tokens themselves.

        The platform replaces both tokens: store both before the next call. Stored grants are refreshed automatically.
        Source: ``docs/platform.md#token-refresh``.

        :param tokens: the current tokens.
        :param redirect_uri: the redirect URI of the login.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises ReauthRequired: if the refresh token has ended.
        :raises RefreshUnavailable: if the failure is temporary. If the outcome is unknown, the same tokens may be tried
            again for less than two minutes.
        :raises ConfigError: if the platform does not accept the client secret.
        """
        return await self._native.oauth_refresh(tokens, redirect_uri, timeout=timeout)
