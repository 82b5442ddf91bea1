"""OAuth login: the address of the consent page, the callback, and the exchange of the code for stored tokens."""

from __future__ import annotations

from .._login import Denied, Granted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .._open_platform import Authorization, Tokens
    from .._open_platform import Granted as NativeGranted
    from .client import Client
    from .user_client import UserClient

__all__ = ["OAuth"]


class OAuth:
    """Login: ``client.oauth``.

    One handler of the app sends the browser to the consent page, another one handles its return::

        url, state = client.oauth.authorize([Scope.USER_PHONE, Scope.OFFLINE_ACCESS], session_id)

        match client.oauth.callback(address_of_the_request, session_id):
            case Granted(user):
                me = user.users.me()
            case Denied():
                ...
    """

    __slots__ = ("_client", "_native")

    def __init__(self, client: Client) -> None:
        self._client = client
        self._native = client._native

    def authorize(
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
    ) -> Authorization:
        """Starts a login: redirect the user's browser to the returned ``url``. No request is sent.

        The login can be completed once, within ten minutes, and only by the same session, the same app and the same
        authorization server.

        :param scopes: the scopes to request, see :class:`open_platform.Scope`. With ``Scope.OFFLINE_ACCESS`` the grant
            can be refreshed after its first access token has expired.
        :param session_id: a value that binds the login to this browser, such as the value of a session cookie. Pass the
            same value to :meth:`callback`.
        :param user: the app's own id of the user, never a session id or a cookie: it is stored with the grant. With it
            the same user and the same scopes always have the same grant, so that a new login replaces the old grant.
        :param return_to: the path in the app to continue at afterwards; :meth:`callback` returns it.
        :param redirect_uri: another registered redirect address than the client's.
        :param prompt: the prompts that the server should show: words separated by spaces, such as ``login`` or
            ``consent``, or ``none`` alone. A standard parameter, as the next two: the platform documents none of them and
            may ignore them.
        :param login_hint: an identifier of the user, such as a phone number, with which the page can fill in its form.
        :param ui_locales: the languages of the page, the preferred one first, such as ``fa en``.
        :raises InvalidInput: for a scope that cannot be requested, or another value that cannot be sent.
        :raises ConfigError: for a missing or invalid setting.
        :raises StoreError: if the store failed.
        """
        return self._native.oauth_authorize(
            scopes,
            session_id,
            user=user,
            return_to=return_to,
            redirect_uri=redirect_uri,
            prompt=prompt,
            login_hint=login_hint,
            ui_locales=ui_locales,
        ).wait()

    @property
    def redirect_uri(self) -> str | None:
        """The redirect address of the client, which a login without its own uses; ``None`` if it has none."""
        return self._native.oauth_redirect_uri

    def callback(self, url_or_query: str, session_id: str) -> Granted[UserClient] | Denied:
        """Completes a login: checks the address that the user returned to, exchanges the code and stores the tokens.

        The argument is the whole address, a path with its query, or the query alone. A whole address must be the redirect
        address of this login: the same scheme, host, port and path (RFC 9700 section 4.7.1). Behind a proxy pass the
        query alone: there the framework reports the address as the proxy requested it, with ``http://``, another host or
        another path, and the login would be refused.

        A call with the wrong session also ends the login: somebody other than the user had the address, so its code must
        not be used any more.

        The login is over afterwards, whatever the outcome, with one exception: after ``RateLimited`` the same address may
        be passed again. The exchange continues if the caller stops waiting.

        :param url_or_query: the address that the user returned to.
        :param session_id: the value that was given to :meth:`authorize`.
        :raises StateMismatch: the session is another one, the login was completed already, or the address is not the
            login's.
        :raises StateExpired: the user took longer than ten minutes.
        :raises CallbackRejected: the address is malformed.
        :raises AuthorizationRefused: the platform refused the login itself, such as for a scope that the app may not
            request. A user who denies access is no error: the result is ``Denied``.
        :raises CodeRejected: the platform does not accept the code.
        :raises ConfigError: the platform does not accept the client secret.
        :raises RateLimited: pass the same address again, after ``retry_after`` seconds if the platform states them.
        :raises TransportError: no usable response, as with ServerError and DecodeError. A code works once, so start the
            login again.
        """
        outcome = self._native.oauth_callback(
            url_or_query, session_id
        ).wait()
        return self._outcome(outcome)

    def _callback_without_session(self, url_or_query: str) -> Granted[UserClient] | Denied:
        """Ends a login whose browser has sent no session. It raises ``StateMismatch``."""
        return self._outcome(self._native.oauth_callback_without_session(url_or_query).wait())

    def _outcome(self, outcome: NativeGranted | Denied) -> Granted[UserClient] | Denied:
        if isinstance(outcome, Denied):
            return outcome
        return Granted(
            user=self._client.user(outcome.grant),
            grant=outcome.grant,
            scopes=outcome.scopes,
            missing_scopes=outcome.missing_scopes,
            return_to=outcome.return_to,
        )

    def exchange(self, code: str, redirect_uri: str) -> Tokens:
        """Exchanges a code without the checks of :meth:`callback` and without storing anything: for apps that keep
        ``state`` and tokens themselves.

        :param code: the code in the address that the user returned to.
        :param redirect_uri: the redirect address of the login.
        :raises OpenPlatformError: as :meth:`callback`, without those about ``state``.
        """
        return self._native.oauth_exchange(
            code, redirect_uri
        ).wait()

    def refresh(self, tokens: Tokens, redirect_uri: str) -> Tokens:
        """Sends one refresh request, without using the store: for apps that keep tokens themselves.

        The platform replaces both tokens; store both before the next call. Stored grants are refreshed automatically.

        :param tokens: the current tokens.
        :param redirect_uri: the redirect address of the login (docs/platform.md#token-refresh).
        :raises ReauthRequired: the refresh token is no longer valid.
        :raises RefreshUnavailable: the refresh is not possible now. If its outcome is unknown, the same tokens may be
            tried again for less than two minutes.
        :raises ConfigError: the platform does not accept the client secret.
        """
        return self._native.oauth_refresh(tokens, redirect_uri).wait()
