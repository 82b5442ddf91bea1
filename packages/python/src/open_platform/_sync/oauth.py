"""Login: from the address of the consent page to stored tokens."""

from __future__ import annotations

from .._login import Denied, Granted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .._open_platform import Authorization, Tokens
    from .client import Client, UserClient

__all__ = ["OAuth"]


class OAuth:
    """Login: ``client.oauth``.

    One handler of the app sends the browser away, another one takes it back::

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
        """Starts a login: send the user's browser to the returned ``url``. Nothing is sent.

        The login can be completed once, within ten minutes, and only by the same session, the same app and the same
        authorization server.

        :param scopes: what to ask the user for, see :class:`open_platform.Scope`. With ``Scope.OFFLINE_ACCESS`` the
            grant outlives its first access token.
        :param session_id: whatever ties the login to this browser, such as the value of a session cookie. The same
            value must be shown to :meth:`callback`.
        :param user: the app's own id of the user, never a session id or a cookie: it is kept with the grant. With it the
            same user and the same scopes always have the same grant, so that logging in again replaces the old one.
        :param return_to: where in the app to go on afterwards: a path, given back by :meth:`callback`.
        :param redirect_uri: another registered redirect address than the client's.
        :param prompt: what the server should ask: words with spaces between them, such as ``login`` or ``consent``, or
            ``none`` alone. A standard parameter, as the next two: the platform documents none of them and may ignore them.
        :param login_hint: who is about to log in, such as a phone number, so that the page can fill it in.
        :param ui_locales: the languages of the page, the best one first, such as ``fa en``.
        :raises InvalidInput: for a scope that cannot be asked for, or another value that cannot be sent.
        :raises ConfigError: for a missing or unfit setting.
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

    def callback(self, url_or_query: str, session_id: str) -> Granted[UserClient] | Denied:
        """Completes a login: checks the address that the user returned to, exchanges the code and stores the tokens.

        Takes the whole address, a path with its query, or the query alone. A whole address must be the redirect address
        of this login: the same scheme, host, port and path (RFC 9700 section 4.7.1). Behind a proxy hand over the query
        alone: there the framework reports the proxy's side of the address, with ``http://``, another host or another
        path, and the login would be refused.

        A call with the wrong session uses the login up, too: the address was then in other hands than the user's, so its
        code must not be used any more.

        The login is over afterwards, whatever the outcome, with one exception: after ``RateLimited`` the same address may
        be handed in again. The exchange goes on if the caller stops waiting.

        :param url_or_query: where the user returned to.
        :param session_id: as it was given to :meth:`authorize`.
        :raises StateMismatch: another session, used already, or an address that is not the login's.
        :raises StateExpired: the user took longer than ten minutes.
        :raises CallbackRejected: the address is malformed.
        :raises AuthorizationRefused: the platform refused the login itself, such as for a scope that the app may not ask
            for. A user who says no is no error, but ``Denied``.
        :raises CodeRejected: the platform does not take the code.
        :raises ConfigError: the platform does not take the client secret.
        :raises RateLimited: hand in the same address again, after ``retry_after`` seconds where the platform tells them.
        :raises TransportError: no usable answer, as with ServerError and DecodeError. A code works once, so start the login
            again.
        """
        outcome = self._native.oauth_callback(
            url_or_query, session_id
        ).wait()
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

        :param code: the code that the browser brought.
        :param redirect_uri: the redirect address of the login.
        :raises OpenPlatformError: as :meth:`callback`, without those about ``state``.
        """
        return self._native.oauth_exchange(
            code, redirect_uri
        ).wait()

    def refresh(self, tokens: Tokens, redirect_uri: str) -> Tokens:
        """Sends one refresh request, without lease, window or store: for apps that keep tokens themselves.

        The platform replaces both tokens; store both before the next call. Stored grants are refreshed without being
        asked.

        :param tokens: the present tokens.
        :param redirect_uri: the redirect address of the login (docs/platform.md#token-refresh).
        :raises ReauthRequired: the refresh token has ended.
        :raises RefreshUnavailable: not now. If nothing is known about the outcome, the same tokens may be tried again
            for less than two minutes.
        :raises ConfigError: the platform does not take the client secret.
        """
        return self._native.oauth_refresh(tokens, redirect_uri).wait()
