"""The client of the platform."""

from __future__ import annotations

from .._open_platform import Platform
from .grants import AsyncGrants
from .inbox import AsyncInbox
from .oauth import AsyncOAuth
from .requests import AsyncRequests

# The areas, made by `cargo run -p open-platform-generator`.
from .addons import AsyncAddons
from .assets import AsyncAssets
from .chatbot import AsyncChatbot
from .custom_buttons import AsyncCustomButtons
from .finder import AsyncFinder
from .images import AsyncImages
from .legacy import AsyncLegacy
from .own_posts import AsyncOwnPosts
from .payments import AsyncPayments
from .posts import AsyncPosts
from .semantics import AsyncSemantics
from .users import AsyncUsers
# End of the areas.

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from datetime import timedelta
    from types import TracebackType

    from typing_extensions import Self, Unpack

    from .._open_platform import KeeperReport
    from .._settings import InboxSettings, Settings
    from ..keeper import AsyncKeeper
    from .user_client import AsyncUserClient

__all__ = ["AsyncClient"]


class AsyncClient(AsyncRequests):
    """A client of the platform, for ``asyncio``.

    Create one client per program. Its connections, store and limit of retries are shared by all threads and event
    loops. A forked child opens its own connections. ::

        async with AsyncClient.from_env() as client:
            post = await client.posts.get("gZd7omnS", timeout=5)

    All settings are keyword arguments, and all are optional. A time is a number of seconds or a ``timedelta``. Settings
    that are not given are read from the environment: see :meth:`from_env`. A call that needs a missing credential raises
    an error that names it.

    - ``api_key``: the API key of the app, sent as ``x-api-key``. Or a function that returns the current one.
    - ``client_id``: the slug of the app in the console. It is no secret.
    - ``client_secret``: the client secret of the app. Or a function that returns the current one.
    - ``redirect_uri``: the redirect address of logins. It must equal one of the addresses allowed in the console, byte
      for byte: ``https``, or ``http`` on a loopback address; no query, no fragment, no user name.
    - ``identification_keys``: the keys with which the platform authenticates its requests. During a key change set the
      old and the new one.
    - ``hosts``: the addresses of the platform: authorization server, main API, second API host, image upload, upload of
      media of chats. The live platform by default. By name: ``auth``, ``base``, ``api``, ``upload`` and ``chat``.
    - ``sandbox_url``: the address of a sandbox, instead of the hosts of the platform. All requests are sent there.
    - ``allow_plain_http``: whether ``http://`` addresses are allowed that are not loopback. Everyone on the network
      path can then read the credentials. For a sandbox in another container or beside an emulator, never for the live
      platform. Off by default.
    - ``pkce``: whether logins use PKCE (RFC 7636, S256), without which an intercepted authorization code can be used.
      Off by default: the platform does not document it. On by default on a phone.
    - ``omit_refresh_code``: whether a refresh request omits ``code``, the current access token. Off by default: the
      specification requires it, RFC 6749 does not define it (docs/platform.md#contradiction-15).
    - ``timeout``: the time limit of a call, including a token refresh, all attempts and the waits between them. In
      seconds, 15 by default; more than 0, at most 24 hours.
    - ``upload_timeout``: the time limit of an upload. In seconds, 60 by default; more than 0, at most 24 hours.
    - ``max_image_bytes``: the maximum size of an uploaded image of an add-on or a post, in bytes. 5,000,000 by default:
      an assumption, the platform states a limit only for images in chats (docs/platform.md#chat-media); at least 1.
    - ``max_video_bytes``: the maximum size of an uploaded video of a post, in bytes. 50,000,000 by default: an
      assumption, the platform states a limit only for videos in chats (docs/platform.md#chat-media); at least 1.
    - ``allow_png``: whether images of add-ons and posts may be PNG, too. Off by default: the platform prefers JPEG, and
      its documents do not say how it treats other formats (docs/platform.md#image-upload).
    - ``max_message_chars``: the maximum length of a message, in characters. 4,096 by default: an assumption, the
      platform states no limit; at least 1.
    - ``max_caption_chars``: the maximum length of a button's caption, in characters. 256 by default: an assumption, the
      platform states no limit; at least 1.
    - ``max_image_name_chars``: the maximum length of an image name in an add-on, in characters. 256 by default: an
      assumption, the platform states no limit; at least 1.
    - ``max_body_bytes``: the maximum size of the JSON body of a call, in bytes. Texts and objects in it for which the
      platform states no limit have no other one. Uploads and raw requests do not have this limit. Hooks and gateways
      refuse more than their own limit of a body, by default 256 KiB. 1,048,576 by default: a choice of the SDK that
      only stops mistakes; at least 1.
    - ``max_buttons``: the maximum number of buttons of a message, both sides together. 9 by default: the specification
      says so. Newer documents allow nine for each side, which is 18 (docs/platform.md#send-message).
    - ``login_lifetime``: the maximum time between the start of a login and the user's return. In seconds, 600 by
      default: a choice of the SDK, the platform states no limit; more than 0, at most 24 hours.
    - ``max_pending_logins``: the maximum number of pending logins in the store. If there are more, the oldest are
      deleted, and their users have to start again, so that login requests without end cannot fill the store. For a
      short time there may be a tenth more. Logins that nobody completed are deleted in the background, about 20 minutes
      after their start. 20,000 by default: about 12 MB; at least 1.
    - ``asset_max_age``: how long the platform's lists of values are used again without a request: the responses of the
      calls of ``assets``, at most 256 of them. Off by default: each call sends a request. In seconds; more than 0, at
      most 24 hours.
    - ``max_attempts``: the maximum number of attempts per request, including the first. 1 turns retries off. A request
      that changes something is only sent again if the platform provably did not act on it. 3 by default; at least 1.
    - ``transient_base``: the base of the backoff after a connection failure or a 5xx: the wait before the n-th retry is
      random, up to this times 2^(n-1). In seconds, 0.1 by default.
    - ``throttled_base``: the base of the backoff after a 429. In seconds, 1 by default.
    - ``max_backoff``: the maximum backoff. In seconds, 5 by default.
    - ``max_retry_after``: the maximum ``Retry-After`` that is waited for. If it is longer, the call fails at once, and
      the error says how long to wait. In seconds, 60 by default.
    - ``store``: the store of grants and pending logins: an address such as ``sqlite:///var/lib/app/grants.db``,
      ``postgres://app@db/app`` or ``redis://cache/0``, or a custom store. By default the store is in memory: after a
      restart all users have to log in again. See :mod:`open_platform.stores`.
    - ``store_keys``: the keys that encrypt the store: 32 random bytes each in base64, as ``openssl rand -base64 32``
      prints them. The first encrypts, all decrypt. The single word ``unencrypted`` turns encryption off.
    - ``root_certificates_pem``: CA certificates to trust in addition to the bundled ones, as PEM text: for all
      requests, and on a server also for the connection to the store.
    - ``connect_timeout``: the time limit of connecting, including TLS. In seconds, 3 by default; more than 0, at most
      24 hours.
    - ``max_idle_per_host``: the maximum number of idle connections per host. 128 by default: ideally the number of
      concurrent calls.
    - ``environment_proxy``: whether ``HTTPS_PROXY``, ``HTTP_PROXY``, ``ALL_PROXY`` and ``NO_PROXY`` are used. Off by
      default: a proxy sees the destination of calls, and over plain HTTP the credentials, too.
    - ``on_request``: called with an ``Attempt`` for each request of a call, when its outcome is known. It must not
      block. An exception in it does not change the call. See docs/observe.md. Called on the thread of a call, or one of
      the client: it must not make calls. What it raises goes to ``sys.unraisablehook``.
    - ``on_refresh``: called with a ``Refresh`` for each request of a token refresh, in the same way.
    - ``on_handled_event``: called with a ``HandledEvent`` for each event of an inbox that a worker has handled, in the
      same way.
    - ``tracing``: whether calls are spans of OpenTelemetry and send ``traceparent``, if the program uses OpenTelemetry.
      On by default.
    - ``environment``: for tests: the environment variables to read instead of those of the process. Without any the
      client is independent of its environment.
    - ``transport``: for tests: the transport of requests, instead of HTTP. See :mod:`open_platform.testing`.
    - ``clock``: for tests: the source of the current time. See :mod:`open_platform.testing`.

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
        - ``OPEN_PLATFORM_ASSET_MAX_AGE``: ``asset_max_age``
        - ``OPEN_PLATFORM_STORE``: ``store``
        - ``OPEN_PLATFORM_STORE_KEYS``: ``store_keys``, several by commas
        - ``OPEN_PLATFORM_ROOT_CERTIFICATES_PEM``: ``root_certificates_pem``, the path of a file

        :raises ConfigError: naming the setting, never its value.
        """
        return cls(**settings)

    async def check(self) -> None:
        """Checks whether the settings can work. Call it once when the app starts.

        It checks that the API key is set; that client id, client secret and redirect address are all set if one of them
        is; that the store can be reached and decrypted with its keys; and that the addresses of the platform respond,
        with any status. No credential is sent, and nothing changes on the platform. It takes at most about ten seconds.

        :raises ConfigError: naming the setting; ``check`` if there are several faults, and then the text lists all of
            them.
        :raises StoreError: if the store is the only fault.
        """
        await self._native.check()

    async def aclose(self) -> None:
        """Closes the client and its connections. Later calls fail, and so does waiting for events of an inbox or reports of a
        keeper."""
        self._native.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    def __repr__(self) -> str:
        return "AsyncClient()"

    def user(self, grant: str) -> AsyncUserClient:
        """A client for one user, whose calls carry a valid token of the stored grant.

        The token is refreshed when it is due, and once more if the platform refuses it.

        :param grant: the key of the grant, from the login.
        """
        # Most programs need its modules, but not when they start.
        from .user_client import AsyncUserClient

        return AsyncUserClient(self._native.user(grant))

    def user_with_token(self, token: str) -> AsyncUserClient:
        """A client for one user, with an access token that the caller refreshes. It is checked when a call is made.

        :param token: the access token.
        """
        from .user_client import AsyncUserClient

        return AsyncUserClient(self._native.user_with_token(token))

    # The areas of `AsyncClient`, made by `cargo run -p open-platform-generator`.

    @property
    def users(self) -> AsyncUsers:
        """Calls about users that need only the API key."""
        return AsyncUsers(self._native)

    @property
    def posts(self) -> AsyncPosts:
        """Calls about posts that need only the API key."""
        return AsyncPosts(self._native)

    @property
    def images(self) -> AsyncImages:
        """Image upload."""
        return AsyncImages(self._native)

    @property
    def addons(self) -> AsyncAddons:
        """Calls about add-ons that need only the API key."""
        return AsyncAddons(self._native)

    @property
    def semantics(self) -> AsyncSemantics:
        """Calls about semantic records that need only the API key."""
        return AsyncSemantics(self._native)

    @property
    def chatbot(self) -> AsyncChatbot:
        """Calls of the chatbot that need only the API key."""
        return AsyncChatbot(self._native)

    @property
    def assets(self) -> AsyncAssets:
        """The platform's lists of values: categories, cities, scopes and others."""
        return AsyncAssets(self._native)

    @property
    def payments(self) -> AsyncPayments:
        """The app's balance and its transactions."""
        return AsyncPayments(self._native)

    @property
    def custom_buttons(self) -> AsyncCustomButtons:
        """Calls about custom buttons that need only the API key."""
        return AsyncCustomButtons(self._native)

    @property
    def finder(self) -> AsyncFinder:
        """Search over the posts of the platform."""
        return AsyncFinder(self._native)

    @property
    def own_posts(self) -> AsyncOwnPosts:
        """Submitting posts and uploading their images and videos, with only the API key."""
        return AsyncOwnPosts(self._native)

    @property
    def legacy(self) -> AsyncLegacy:
        """Calls that the platform keeps for existing apps."""
        return AsyncLegacy(self._native)

    # End of the areas.

    @property
    def oauth(self) -> AsyncOAuth:
        """Login."""
        return AsyncOAuth(self)

    @property
    def grants(self) -> AsyncGrants:
        """The stored grants."""
        return AsyncGrants(self._native)

    def keeper(
        self,
        on_report: Callable[[KeeperReport], Awaitable[object] | object] | None = None,
        *,
        interval: float | timedelta | None = None,
    ) -> AsyncKeeper:
        """Refreshes the stored grants in time even while no calls are made, and reports what the app should know:
        iterate over it, or enter it with ``async with``. See :mod:`open_platform.keeper`.

        :param on_report: called with each report inside ``async with``; on a thread, unless it is ``async``. Without it reports are
            logged. While it runs no new refresh is started. If it raises, that is logged, and the report comes again later.
        :param interval: how often the store is scanned for grants of other processes, in seconds or as a
            ``timedelta``: 60 seconds by default. Grants of logins in this process are known at once.
        """
        from ..keeper import AsyncKeeper

        return AsyncKeeper(self._native.keeper(interval=interval), on_report)

    def inbox(self, **settings: Unpack[InboxSettings]) -> AsyncInbox:
        """Stores events in the store of this client until they are handled: for ``Hooks(inbox=...)``. All processes that
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
        return AsyncInbox(self._native, **settings)

    async def drain(self, timeout: float | timedelta = 12) -> bool:
        """Waits for work that must not be interrupted: logins, token refreshes, renewals of subscriptions, and new tokens that
        are not stored yet. Call it before the process ends, as on ``SIGTERM``.

        :param timeout: how long to wait, in seconds or as a ``timedelta``. 12 seconds are enough for a refresh that has just
            begun.
        :returns: whether all of it was done in time.
        """
        return await self._native.drain(timeout)
