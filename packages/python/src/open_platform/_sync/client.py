"""The client of the platform, and the client that acts for one user."""

from __future__ import annotations

from .._open_platform import Platform
from .addons import Addons, UserAddons
from .chatbot import Chatbot, UserChatbot
from .conversations import UserConversations
from .events import UserEvents
from .grants import Grants
from .images import Images
from .inbox import Inbox
from .legacy import Legacy, UserLegacy
from .oauth import OAuth
from .posts import Posts, UserPosts
from .semantics import Semantics, UserSemantics
from .subscriptions import Subscriptions
from .users import CurrentUser, Users

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from types import TracebackType
    from typing import Any

    from typing_extensions import Self, Unpack

    from .._open_platform import KeeperReport, PlatformUser, RawResponse
    from .._settings import Host, InboxSettings, Retry, Settings
    from ..keeper import Keeper

__all__ = ["Client", "UserClient"]


class Client:
    """A client of the platform.

    Create one client per program. Its connections, store and retry budget are shared by all threads. A forked child opens its own connections. ::

        with Client.from_env() as client:
            post = client.posts.get("gZd7omnS", timeout=5)

    All settings are keyword arguments, and all are optional. Settings that are not given are read from the environment:
    see :meth:`from_env`. A call that needs a missing credential raises an error that names it.

    - ``api_key``: the API key of the app, sent as ``x-api-key``; or a function that returns the current key.
    - ``client_id``, ``client_secret``: the slug of the app in the console, and its secret, which may also be a function.
      For logins and refreshes.
    - ``redirect_uri``: the address that the user returns to after login: one of the addresses allowed in the console,
      byte for byte. ``https``, or ``http`` on a loopback address; no query, no fragment, no user name.
    - ``identification_keys``: the keys by which the platform authenticates its webhook requests. Several are accepted,
      for the time of a key rotation.
    - ``sandbox_url``: sends everything to a sandbox, such as ``http://127.0.0.1:8080``. Or ``hosts``, the four
      addresses of the platform by name: ``auth``, ``base``, ``api``, ``upload``.
    - ``allow_plain_http``: allows ``http://`` addresses that are not loopback. The credentials are then sent unencrypted.
      For a sandbox in another container, never for the live platform.
    - ``timeout``: seconds for a whole call: refresh, all attempts and the waits between them. 15 by default. Every
      timeout is more than 0 and at most 24 hours.
    - ``upload_timeout``: the same for an image upload. 60 by default.
    - ``max_image_bytes``: the largest image that is uploaded. 5,000,000 by default: an assumption, the platform gives a
      limit only for images in chats (docs/platform.md#chat-media).
    - ``allow_png``: whether PNG images may be uploaded as well. Off by default: the platform prefers JPEG, and does not
      document what it does with other formats (docs/platform.md#image-upload).
    - ``max_message_chars``, ``max_caption_chars``: the maximum length of a message and of a button's caption, in
      characters. 4,096 and 256 by default: assumptions, the platform states no limits.
    - ``max_image_name_chars``: the maximum length of the name of an image in an add-on, in characters. 256 by default:
      an assumption, the platform states no limit.
    - ``max_buttons``: the maximum number of buttons of a message, those of both sides together. 9 by default, as the
      specification says; newer documents allow nine for each side, which is 18 (docs/platform.md#send-message).
    - ``login_lifetime``: seconds between the start of a login and the user's return. 600 by default; more than 0, and at
      most 24 hours.
    - ``max_pending_logins``: how many unfinished logins the store keeps. 20,000 by default, about 12 MB. If there are
      more, the oldest are deleted and their users have to start again.
    - ``max_attempts``: how many times a request is sent at most. 3 by default, 1 turns retries off. A request that
      changes something is only sent again if the platform provably did not act on it.
    - ``transient_base``, ``throttled_base``, ``max_backoff``, ``max_retry_after``: the waits between attempts, in
      seconds.
    - ``pkce``: whether logins use PKCE. Off by default: the platform does not document it.
    - ``omit_refresh_code``: whether a refresh leaves out ``code``, the current access token. Off by default: the
      specification requires it, RFC 6749 does not define it (docs/platform.md#contradiction-15).
    - ``store``: where grants are stored: an address such as ``sqlite:///var/lib/app/grants.db``,
      ``postgres://app@db/app`` or ``redis://cache``, or an object of the app's own, see :mod:`open_platform.stores`. By
      default they are kept in memory and lost when the process ends. ``store_keys``: the encryption keys of the store,
      32 bytes each in base64; the first one encrypts, all decrypt.
    - ``root_certificates_pem``, ``connect_timeout``, ``max_idle_per_host``, ``environment_proxy``: how connections are
      made.

    - ``on_request``: called with an :class:`Attempt` for each request of a call, when its outcome is known; ``on_refresh``:
      with a :class:`Refresh` for each request of a token refresh. From threads of the client: they must not block, nor
      make calls. What they raise goes to ``sys.unraisablehook``. The same is logged: docs/observe.md.
    - ``tracing``: whether calls are spans of OpenTelemetry and send ``traceparent``, where the program has loaded
      ``opentelemetry``. On by default.

    - ``environment``: the variables to read in place of those of the process: for tests, and ``{}`` for a client that
      must not depend on its environment.
    - ``transport``, ``clock``: for tests, see :mod:`open_platform.testing`.

    :raises ConfigError: naming the setting, never its value.
    """

    __slots__ = ("_native",)

    _native: Platform

    def __init__(self, **settings: Unpack[Settings]) -> None:
        self._native = Platform(**settings)

    @classmethod
    def from_env(cls, **settings: Unpack[Settings]) -> Self:
        """The same as the constructor. Its name says that settings that are not given come from the environment.

        Every variable is optional. An empty variable counts as not set.

        - ``OPEN_PLATFORM_API_KEY``: ``api_key``
        - ``OPEN_PLATFORM_CLIENT_ID``: ``client_id``
        - ``OPEN_PLATFORM_CLIENT_SECRET``: ``client_secret``
        - ``OPEN_PLATFORM_REDIRECT_URI``: ``redirect_uri``
        - ``OPEN_PLATFORM_IDENTIFICATION_KEYS``: ``identification_keys``, several by commas
        - ``OPEN_PLATFORM_SANDBOX_URL``: ``sandbox_url``
        - ``OPEN_PLATFORM_STORE``, ``OPEN_PLATFORM_STORE_KEYS``: ``store``, ``store_keys``

        :raises ConfigError: naming the setting, never its value.
        """
        return cls(**settings)

    def check(self) -> None:
        """Checks whether the settings can work. Call it once when the app starts.

        It checks that the API key is set; that client id, client secret and redirect address are all set if one of them
        is; that the store can be reached and decrypted with its keys; and that the addresses of the platform respond,
        with any status. No credential is sent, and nothing changes on the platform. It takes at most about ten seconds.

        :raises ConfigError: naming the setting; ``check`` if there are several faults, and then the text lists all of
            them.
        :raises StoreError: if the store is the only fault.
        """
        self._native.check().wait()

    def close(self) -> None:
        """Closes the client and its connections. Later calls fail."""
        self._native.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return "Client()"

    def user(self, grant: str) -> UserClient:
        """A client for one user, whose calls carry a valid token of the stored grant.

        The token is refreshed when it is due, and once more if the platform refuses it.

        :param grant: the key of the grant, from the login.
        """
        return UserClient(self._native.user(grant))

    def user_with_token(self, token: str) -> UserClient:
        """A client for one user, with an access token that the caller refreshes. It is checked when a call is made.

        :param token: the access token.
        """
        return UserClient(self._native.user_with_token(token))

    @property
    def posts(self) -> Posts:
        """Posts."""
        return Posts(self._native)

    @property
    def images(self) -> Images:
        """Image upload."""
        return Images(self._native)

    @property
    def addons(self) -> Addons:
        """Add-ons. They are created for a user: ``client.user(grant).addons``."""
        return Addons(self._native)

    @property
    def chatbot(self) -> Chatbot:
        """The app's chatbot."""
        return Chatbot(self._native)

    @property
    def semantics(self) -> Semantics:
        """Semantic records. They are created for a user: ``client.user(grant).semantics``."""
        return Semantics(self._native)

    @property
    def users(self) -> Users:
        """Users."""
        return Users(self._native)

    @property
    def legacy(self) -> Legacy:
        """Calls that the platform keeps for old apps."""
        return Legacy(self._native)

    @property
    def oauth(self) -> OAuth:
        """Login."""
        return OAuth(self)

    @property
    def grants(self) -> Grants:
        """The stored grants."""
        return Grants(self._native)

    def keeper(
        self,
        on_report: Callable[[KeeperReport], object] | None = None,
        *,
        interval: float | None = None,
    ) -> Keeper:
        """Refreshes the stored grants in time even while no calls are made, and reports what the app should know:
        iterate over it, or enter it with ``with``. See :mod:`open_platform.keeper`.

        :param on_report: called with each report inside ``with``. Without it reports are logged.
        :param interval: how often the store is scanned for grants of other processes, in seconds: 60 by default. Grants
            of logins in this process are known at once.
        """
        from ..keeper import Keeper

        return Keeper(self._native.keeper(interval=interval), on_report)

    def inbox(self, **settings: Unpack[InboxSettings]) -> Inbox:
        """Keeps events in the store of this client until they are handled: for ``Hooks(inbox=...)``. All processes that
        share an inbox must use the same settings.

        - ``lease_seconds``: how long a worker has an event before another may get it. 60 by default.
        - ``max_attempts``: after how many failed attempts an event becomes a dead letter. 10 by default: these take
          about four hours.
        - ``capacity``: how many events may wait. 100,000 by default. Further events are answered with 503.
        - ``in_order``: whether the messages of one conversation are handled one after the other, in the order of their
          arrival. A message that fails delays those after it. Off by default.
        - ``remember_days``: for how many days a repeated message or transaction is recognized. 30 by default.

        :raises ConfigError: for a setting out of range.
        """
        return Inbox(self._native, **settings)

    def drain(self, patience: float = 12) -> bool:
        """Waits for work that must not be interrupted: token refreshes, renewals of subscriptions, and new tokens that
        are not stored yet. Call it before the process ends, as on ``SIGTERM``.

        :param patience: how long to wait, in seconds. Twelve are enough for a refresh that has just begun.
        :returns: whether all of it was done in time.
        """
        return self._native.drain(patience).wait()

    def request(
        self,
        method: str,
        segments: Sequence[str],
        *,
        host: Host = "base",
        query: Mapping[str, str] | Sequence[tuple[str, str]] | None = None,
        body: Any = None,
        content: bytes | None = None,
        content_type: str | None = None,
        retry: Retry | None = None,
        timeout: float | None = None,
    ) -> RawResponse:
        """Sends a request to an endpoint that this client has no method for, with the API key, and with the same retries
        and errors as all others. ::

            cities = client.request("GET", ["v1", "open-platform", "assets", "city"])
            print(cities.json())

        :param method: such as ``GET``.
        :param segments: the segments of the path, as plain text: they are checked and percent-encoded. An empty last
            segment makes a path that ends in a slash.
        :param host: ``base``, ``api``, ``upload`` or ``auth``. Requests to the last two carry neither key nor token.
        :param query: query parameters, as plain text. Credentials are refused there.
        :param body: a value that is sent as JSON.
        :param content: in place of ``body``, bytes that are sent as they are: an image, a multipart form.
        :param content_type: the media type of ``content``.
        :param retry: when the request may be sent again: ``safe`` (the default of ``GET`` and ``HEAD``): after any
            unclear outcome; ``unsent`` (the default of all other methods): only if the platform provably did not act on
            it.
        :param timeout: seconds for the whole call, in place of the client's setting.
        :raises OpenPlatformError: as every call, see :mod:`open_platform.errors`.
        """
        return self._native.request(
            method,
            segments,
            host=host,
            query=query,
            body=body,
            content=content,
            content_type=content_type,
            retry=retry,
            timeout=timeout,
        ).wait()


class UserClient:
    """Acts for one user: every call carries the user's access token beside the API key. From
    :meth:`Client.user`."""

    __slots__ = ("_native",)

    def __init__(self, native: PlatformUser) -> None:
        self._native = native

    def __repr__(self) -> str:
        return "UserClient()"

    @property
    def posts(self) -> UserPosts:
        """Posts, as the user may see them."""
        return UserPosts(self._native)

    @property
    def addons(self) -> UserAddons:
        """Add-ons, created for the user."""
        return UserAddons(self._native)

    @property
    def conversations(self) -> UserConversations:
        """The user's conversations."""
        return UserConversations(self._native)

    @property
    def chatbot(self) -> UserChatbot:
        """The app's chatbot, with the user's permission to write first."""
        return UserChatbot(self._native)

    @property
    def semantics(self) -> UserSemantics:
        """Semantic records, created for the user."""
        return UserSemantics(self._native)

    @property
    def users(self) -> CurrentUser:
        """The user's own data."""
        return CurrentUser(self._native)

    @property
    def events(self) -> UserEvents:
        """Events of the user's posts and conversations."""
        return UserEvents(self._native)

    @property
    def subscriptions(self) -> Subscriptions:
        """The event subscriptions that are kept alive for this user. Needs a stored grant."""
        return Subscriptions(self._native)

    @property
    def legacy(self) -> UserLegacy:
        """Calls that the platform keeps for old apps."""
        return UserLegacy(self._native)

    def request(
        self,
        method: str,
        segments: Sequence[str],
        *,
        host: Host = "base",
        query: Mapping[str, str] | Sequence[tuple[str, str]] | None = None,
        body: Any = None,
        content: bytes | None = None,
        content_type: str | None = None,
        retry: Retry | None = None,
        timeout: float | None = None,
    ) -> RawResponse:
        """As :meth:`Client.request`, with the user's token beside the API key.

        :raises OpenPlatformError: as every call, see :mod:`open_platform.errors`.
        """
        return self._native.request(
            method,
            segments,
            host=host,
            query=query,
            body=body,
            content=content,
            content_type=content_type,
            retry=retry,
            timeout=timeout,
        ).wait()
