"""The native module. Import from ``open_platform``."""

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextvars import ContextVar
from datetime import datetime, timedelta
from os import PathLike
from typing import Any, Final, Generic, Literal, NoReturn, Protocol, TypeAlias, TypeVar, final

from typing_extensions import Self, Unpack

from ._settings import Settings
from .stores import RecordStore

VERSION: Final[str]

_T_co = TypeVar("_T_co", covariant=True)

Acceptance: TypeAlias = Literal["new", "duplicate"]
NackOutcome: TypeAlias = Literal["retry", "dead_letter", "lease_lost"]
_NativeUpload: TypeAlias = bytes | str | PathLike[str] | tuple[bytes | str | PathLike[str], Callable[[int, int], object]]
TicketProblem: TypeAlias = Literal["unknown_app", "missing_user", "cost_too_high", "other_user", "other_service", "unknown_ticket"]

@final
class Call(Generic[_T_co]):
    """A call that has not started yet. It can be made once: by ``wait()``, or by ``await`` inside an event loop."""

    def wait(self) -> _T_co:
        """Makes the call and waits for its outcome. Other threads run meanwhile. A signal such as Ctrl-C cancels the wait
        and the call, but not a token refresh that the call has started."""
    @classmethod
    def __class_getitem__(cls, _result: object) -> type[Call[Any]]: ...
    def __await__(self) -> Generator[Any, None, _T_co]:
        """Starts the call in the background."""

@final
class Platform:
    """A client of the platform: see ``open_platform.Client``."""

    def __new__(cls, **settings: Unpack[Settings]) -> Self: ...
    def user(self, grant: str) -> PlatformUser: ...
    def user_with_token(self, token: str) -> PlatformUser: ...
    def max_upload_bytes(self) -> int: ...
    def key_ring(self) -> KeyRing: ...
    def webhooks(self, webhooks: Webhooks) -> Webhooks: ...
    def close(self) -> None: ...
    # The calls of Platform, made by open-platform-generator.
    def users_id_by_phone(self, phone: str, *, timeout: float | timedelta | None = None) -> Call[str]: ...
    def posts_get(self, post: str, *, timeout: float | timedelta | None = None) -> Call[Post]: ...
    def images_upload(
        self, image: _NativeUpload, *, timeout: float | timedelta | None = None
    ) -> Call[UploadedImage]: ...
    def addons_delete_from_post(self, post: str, *, timeout: float | timedelta | None = None) -> Call[None]: ...
    def addons_delete_for_user(self, id: str, *, timeout: float | timedelta | None = None) -> Call[None]: ...
    def semantics_delete_for_user(self, phone: str, *, timeout: float | timedelta | None = None) -> Call[None]: ...
    def semantics_delete_for_user_id(
        self, user: str, phone: str, *, timeout: float | timedelta | None = None
    ) -> Call[None]: ...
    def chatbot_reply(
        self, conversation: str, message: BotMessage, *, timeout: float | timedelta | None = None
    ) -> Call[BotMessageSent]: ...
    def chatbot_create_upload_token(self, *, timeout: float | timedelta | None = None) -> Call[ChatUploadToken]: ...
    def chatbot_upload_image(
        self, image: _NativeUpload, *, timeout: float | timedelta | None = None
    ) -> Call[UploadedChatMedia]: ...
    def chatbot_upload_video(
        self, video: _NativeUpload, *, timeout: float | timedelta | None = None
    ) -> Call[UploadedChatMedia]: ...
    def chatbot_upload_voice(
        self, voice: _NativeUpload, *, timeout: float | timedelta | None = None
    ) -> Call[UploadedChatMedia]: ...
    def chatbot_upload_file(
        self, file: _NativeUpload, name: str, *, timeout: float | timedelta | None = None
    ) -> Call[UploadedChatMedia]: ...
    def assets_categories(self, *, timeout: float | timedelta | None = None) -> Call[AssetList]: ...
    def assets_cities(self, *, timeout: float | timedelta | None = None) -> Call[AssetList]: ...
    def assets_districts(self, city: str, *, timeout: float | timedelta | None = None) -> Call[AssetList]: ...
    def assets_districts_of_city(self, city: str, *, timeout: float | timedelta | None = None) -> Call[AssetList]: ...
    def assets_brand_models(self, category: str, *, timeout: float | timedelta | None = None) -> Call[AssetList]: ...
    def assets_colors(self, category: str, *, timeout: float | timedelta | None = None) -> Call[AssetList]: ...
    def assets_body_statuses(self, *, timeout: float | timedelta | None = None) -> Call[AssetList]: ...
    def assets_internal_storages(self, *, timeout: float | timedelta | None = None) -> Call[AssetList]: ...
    def assets_ram_memories(self, *, timeout: float | timedelta | None = None) -> Call[AssetList]: ...
    def assets_service_types(self, *, timeout: float | timedelta | None = None) -> Call[AssetList]: ...
    def assets_oauth_scopes(self, *, timeout: float | timedelta | None = None) -> Call[AccessRights]: ...
    def assets_permissions(self, *, timeout: float | timedelta | None = None) -> Call[AccessRights]: ...
    def assets_submit_schema(
        self, category: str, *, timeout: float | timedelta | None = None
    ) -> Call[SubmitSchema]: ...
    def assets_media_upload_urls(self, *, timeout: float | timedelta | None = None) -> Call[MediaUploadUrls]: ...
    def payments_balance(self, *, timeout: float | timedelta | None = None) -> Call[Balance]: ...
    def payments_transactions(
        self, query: TransactionQuery, *, timeout: float | timedelta | None = None
    ) -> Call[TransactionPage]: ...
    def payments_transaction(self, id: str, *, timeout: float | timedelta | None = None) -> Call[Transaction]: ...
    def payments_validate_ticket(
        self, ticket: TicketCheck, *, timeout: float | timedelta | None = None
    ) -> Call[ValidTicket]: ...
    def custom_buttons_remove_from_business(
        self, business: str, *, timeout: float | timedelta | None = None
    ) -> Call[None]: ...
    def finder_search(self, search: PostSearch, *, timeout: float | timedelta | None = None) -> Call[FoundPosts]: ...
    def own_posts_submit_as_app(
        self, post: PostSubmission, *, timeout: float | timedelta | None = None
    ) -> Call[PostSubmitted]: ...
    def own_posts_upload_urls(self, *, timeout: float | timedelta | None = None) -> Call[PostUploadUrls]: ...
    def own_posts_upload_image(
        self, image: _NativeUpload, *, timeout: float | timedelta | None = None
    ) -> Call[UploadedPostImage]: ...
    def own_posts_upload_video(
        self, video: _NativeUpload, *, timeout: float | timedelta | None = None
    ) -> Call[UploadedPostVideo]: ...
    def legacy_addons_create_on_post_by_key(
        self, post: str, addon: PostAddon, *, timeout: float | timedelta | None = None, repeat_post_addons: bool = ...
    ) -> Call[AddonCreated]: ...
    def legacy_verifications_delete(self, phone: str, *, timeout: float | timedelta | None = None) -> Call[None]: ...
    def legacy_own_posts_image_upload_url(
        self, *, timeout: float | timedelta | None = None
    ) -> Call[LegacyUploadUrl]: ...
    def grants_page(
        self, after: str | None, limit: int | None, *, timeout: float | timedelta | None = None
    ) -> Call[GrantPage]: ...
    def grants_list(self, *, timeout: float | timedelta | None = None) -> Call[list[GrantInfo]]: ...
    def grants_of_user(self, user: str, *, timeout: float | timedelta | None = None) -> Call[list[GrantInfo]]: ...
    def grants_unreadable(self, *, timeout: float | timedelta | None = None) -> Call[list[UnreadableGrant]]: ...
    def grants_info(self, grant: str, *, timeout: float | timedelta | None = None) -> Call[GrantInfo | None]: ...
    def grants_is_usable(self, grant: str, *, timeout: float | timedelta | None = None) -> Call[bool]: ...
    def grants_refresh(self, grant: str, *, timeout: float | timedelta | None = None) -> Call[GrantInfo]: ...
    def grants_revoked(self, user: str, *, timeout: float | timedelta | None = None) -> Call[list[GrantInfo]]: ...
    def grants_forget(self, grant: str, *, timeout: float | timedelta | None = None) -> Call[bool]: ...
    def oauth_authorize(self, login: Login, *, timeout: float | timedelta | None = None) -> Call[Authorization]: ...
    def oauth_callback(
        self, url_or_query: str, session_id: str, *, timeout: float | timedelta | None = None
    ) -> Call[tuple[str, list[str], list[str], str | None] | None]: ...
    def oauth_callback_without_session(
        self, url_or_query: str, *, timeout: float | timedelta | None = None
    ) -> Call[tuple[str, list[str], list[str], str | None] | None]: ...
    def grants_adopt(self, adoption: Adoption, *, timeout: float | timedelta | None = None) -> Call[GrantInfo]: ...
    @property
    def oauth_redirect_uri(self) -> str | None: ...
    def oauth_exchange(
        self, code: str, redirect_uri: str, *, timeout: float | timedelta | None = None
    ) -> Call[Tokens]: ...
    def oauth_refresh(
        self, tokens: Tokens, redirect_uri: str, *, timeout: float | timedelta | None = None
    ) -> Call[Tokens]: ...
    def check(self, *, timeout: float | timedelta | None = None) -> Call[None]: ...
    def keeper(self, *, interval: float | timedelta | None = None) -> Keeper: ...
    def drain(self, timeout: float | timedelta) -> Call[bool]: ...
    def inbox(self, options: InboxOptions) -> Inbox: ...
    def request(
        self, request: dict[str, Any], *, timeout: float | timedelta | None = None
    ) -> Call[RawResponse]: ...
    def stream(
        self, request: dict[str, Any], *, timeout: float | timedelta | None = None
    ) -> Call[ResponseStream]: ...

@final
class PlatformUser:
    """A client that acts for one user: see ``open_platform.UserClient``."""

    # The calls of PlatformUser, made by open-platform-generator.
    def users_me(self, *, timeout: float | timedelta | None = None) -> Call[User]: ...
    def users_businesses(self, *, timeout: float | timedelta | None = None) -> Call[BusinessList]: ...
    def users_profile_image(self, *, timeout: float | timedelta | None = None) -> Call[ProfileImage]: ...
    def users_phone_numbers(self, *, timeout: float | timedelta | None = None) -> Call[PhoneNumbers]: ...
    def posts_list(self, *, timeout: float | timedelta | None = None) -> Call[PostList]: ...
    def posts_get_with_ongoing_images(self, post: str, *, timeout: float | timedelta | None = None) -> Call[Post]: ...
    def addons_create_on_post(
        self, post: str, addon: PostAddon, *, timeout: float | timedelta | None = None, repeat_post_addons: bool = ...
    ) -> Call[AddonCreated]: ...
    def addons_create_for_user(
        self, phone: str, addon: UserAddon, *, timeout: float | timedelta | None = None
    ) -> Call[AddonCreated]: ...
    def addons_create_for_user_id(
        self, user: str, addon: UserAddon, *, timeout: float | timedelta | None = None
    ) -> Call[AddonCreated]: ...
    def addons_create_for_business(
        self, business: str, addon: BusinessAddon, *, timeout: float | timedelta | None = None
    ) -> Call[AddonCreated]: ...
    def semantics_create_for_user(
        self, phone: str, record: SemanticRecord, *, timeout: float | timedelta | None = None
    ) -> Call[RecordCreated]: ...
    def semantics_create_for_user_id(
        self, user: str, record: UserIdSemanticRecord, *, timeout: float | timedelta | None = None
    ) -> Call[RecordCreated]: ...
    def semantics_create_for_post(
        self, post: str, record: SemanticRecord, *, timeout: float | timedelta | None = None
    ) -> Call[RecordCreated]: ...
    def conversations_send(
        self, conversation: str, message: Message, *, timeout: float | timedelta | None = None
    ) -> Call[MessageSent]: ...
    def conversations_get(
        self, conversation: str, *, timeout: float | timedelta | None = None
    ) -> Call[ConversationRecord]: ...
    def chatbot_send(
        self, user: str, message: BotMessage, *, timeout: float | timedelta | None = None
    ) -> Call[BotMessageSent]: ...
    def chatbot_reply(
        self, conversation: str, message: BotMessage, *, timeout: float | timedelta | None = None
    ) -> Call[BotMessageSent]: ...
    def events_subscribe(
        self, subscription: Subscription, *, timeout: float | timedelta | None = None
    ) -> Call[None]: ...
    def payments_pricing(self, post: str, *, timeout: float | timedelta | None = None) -> Call[PostPricing]: ...
    def payments_reorder(
        self, post: str, payment: PostPayment, *, timeout: float | timedelta | None = None
    ) -> Call[PostReordered]: ...
    def payments_renew(
        self, post: str, payment: PostPayment, *, timeout: float | timedelta | None = None
    ) -> Call[Transaction]: ...
    def payments_publish(
        self, post: str, payment: PostPayment, *, timeout: float | timedelta | None = None
    ) -> Call[Transaction]: ...
    def payments_pay_promotion(
        self, post: str, payment: Promotion, *, timeout: float | timedelta | None = None
    ) -> Call[PromotionPayment]: ...
    def payments_report(self, report: PaymentReport, *, timeout: float | timedelta | None = None) -> Call[None]: ...
    def custom_buttons_set_on_post(
        self, post: str, button: CustomButton, *, timeout: float | timedelta | None = None
    ) -> Call[None]: ...
    def custom_buttons_remove_from_post(self, post: str, *, timeout: float | timedelta | None = None) -> Call[None]: ...
    def custom_buttons_set_on_business(
        self, business: str, button: CustomButton, *, timeout: float | timedelta | None = None
    ) -> Call[None]: ...
    def own_posts_get(self, post: str, *, timeout: float | timedelta | None = None) -> Call[OwnPost]: ...
    def own_posts_edit(self, post: str, edit: PostEdit, *, timeout: float | timedelta | None = None) -> Call[None]: ...
    def own_posts_delete(self, post: str, *, timeout: float | timedelta | None = None) -> Call[None]: ...
    def own_posts_stats(self, post: str, *, timeout: float | timedelta | None = None) -> Call[PostStats]: ...
    def own_posts_can_submit(self, *, timeout: float | timedelta | None = None) -> Call[SubmitPermission]: ...
    def own_posts_submit(
        self, post: PostSubmission, *, timeout: float | timedelta | None = None
    ) -> Call[PostSubmitted]: ...
    def legacy_addons_create_on_post(
        self,
        post: str,
        addon: LegacyPostAddon,
        *,
        timeout: float | timedelta | None = None,
        repeat_post_addons: bool = ...,
    ) -> Call[AddonCreated]: ...
    def legacy_addons_create_for_user(
        self, phone: str, addon: LegacyUserAddon, *, timeout: float | timedelta | None = None
    ) -> Call[AddonCreated]: ...
    def legacy_verifications_create(
        self, phone: str, verification: LegacyVerification, *, timeout: float | timedelta | None = None
    ) -> Call[RecordCreated]: ...
    def legacy_conversations_send(
        self, message: LegacyMessage, *, timeout: float | timedelta | None = None
    ) -> Call[MessageSent]: ...
    def legacy_events_listen(
        self, post: str, endpoint: str, identification_key: str, *, timeout: float | timedelta | None = None
    ) -> Call[None]: ...
    def legacy_own_posts_edit(
        self, post: str, edit: LegacyPostEdit, *, timeout: float | timedelta | None = None
    ) -> Call[None]: ...
    def subscriptions_ensure(
        self, subscription: Subscription, *, timeout: float | timedelta | None = None
    ) -> Call[SubscriptionInfo]: ...
    def subscriptions_remove(
        self, event_type: SubscriptionType, event_resource_id: str | None, *, timeout: float | timedelta | None = None
    ) -> Call[bool]: ...
    def subscriptions_list(self, *, timeout: float | timedelta | None = None) -> Call[list[SubscriptionInfo]]: ...
    def subscriptions_renew(self, *, timeout: float | timedelta | None = None) -> Call[list[SubscriptionInfo]]: ...
    def request(
        self, request: dict[str, Any], *, timeout: float | timedelta | None = None
    ) -> Call[RawResponse]: ...
    def stream(
        self, request: dict[str, Any], *, timeout: float | timedelta | None = None
    ) -> Call[ResponseStream]: ...

@final
class Keeper:
    """Refreshes stored grants while its reports are awaited. A forked child has its own keeper."""

    def next(self) -> Call[KeeperReport | None]:
        """Works until there is something to report. ``None``: the keeper was closed."""
    def not_handled(self) -> Call[None]:
        """The app could not handle the last report: the next call of ``next`` does not count it as handled."""
    def close(self) -> None:
        """Stops the keeper: ``next`` returns ``None``."""

@final
class Workers:
    """The workers of an inbox in the process that made them."""

    @property
    def count(self) -> int:
        """How many events are handled at once."""
    def next(self) -> Call[tuple[InboxItem, InboxAttempt] | None]:
        """Waits for an event that may be handled now, and for a free worker. ``None``: the workers were stopped, or the inbox
        was closed. It waits while the store fails."""
    def stop(self) -> None:
        """Makes ``next`` return ``None``."""
    def drain(self) -> Call[int]:
        """Stops, and waits for the attempts that run, for at most ``drain_timeout_seconds``. Releases the events of the
        others, and returns their number."""
    def logs(self) -> Call[list[WorkerLog] | None]:
        """Waits for lines for the log of the app. ``None``: the workers were drained, and no lines are left."""

@final
class InboxAttempt:
    """An attempt at an event. Only its first end counts. If it is dropped without one, its event is put back."""

    def handled(self) -> Call[None]: ...
    def failed(self, reason: str, detail: str) -> Call[None]:
        """``reason`` is stored, ``detail`` is logged. Both without secrets and text of users."""
    def interrupted(self) -> Call[None]: ...
    def ended(self) -> Call[bool]:
        """Waits for the end of the attempt. ``True``: its time is over, and the handler is to be cancelled."""

@final
class Inbox:
    """Events that are stored until they are handled. A forked child has its own inbox, with the same store."""

    def receive(self, accepted: Accepted, body: bytes) -> Call[Reply]: ...
    def store(self, exchange: HookExchange) -> Call[HookStep]: ...
    def accept(self, accepted: Accepted, body: bytes) -> Call[Acceptance]: ...
    def next(self) -> Call[InboxItem | None]: ...
    def try_next(self) -> Call[InboxItem | None]: ...
    def ack(self, id: str) -> Call[bool]: ...
    def nack(self, id: str, reason: str) -> Call[NackOutcome]: ...
    def give_up(self, id: str, reason: str) -> Call[bool]: ...
    def release(self, id: str) -> Call[bool]: ...
    def extend(self, id: str) -> Call[bool]: ...
    def keep(self, id: str) -> Lease: ...
    def workers(self, receiver: Receiver, options: WorkerOptions) -> Workers: ...
    def dead_letters(self, after: str | None) -> Call[list[DeadLetter]]: ...
    def retry(self, id: str) -> Call[bool]: ...
    def discard(self, id: str) -> Call[bool]: ...
    def counts(self) -> Call[InboxCounts]: ...
    def close(self) -> None: ...

@final
class Lease:
    """Extends the lease of an event while it is handled: from ``keep`` of an inbox. Leaving its ``with`` ends it."""

    def end(self) -> None:
        """Stops extending the lease."""
    def __enter__(self) -> Self: ...
    def __exit__(self, *_error: object) -> None: ...

@final
class RawResponse:
    """The response to a raw request. Its status is always a success."""

    @property
    def status(self) -> int:
        """HTTP status."""
    @property
    def headers(self) -> dict[str, str]:
        """Headers, by lower-case name. Of repeated headers the last value."""
    @property
    def body(self) -> bytes:
        """The body."""
    @property
    def request_id(self) -> str | None:
        """The platform's request id, or else the id that this client sent."""
    @property
    def attempts(self) -> int:
        """How many times the request was sent."""
    def json(self) -> Any:
        """The body as JSON. Raises ``DecodeError`` if it is not JSON."""

@final
class ResponseStream:
    """The response to a raw request, while its body is arriving. Its status is always a success."""

    @property
    def status(self) -> int:
        """HTTP status."""
    @property
    def headers(self) -> dict[str, str]:
        """Headers, by lower-case name. Of repeated headers the last value."""
    @property
    def request_id(self) -> str | None:
        """The platform's request id, or else the id that this client sent."""
    @property
    def attempts(self) -> int:
        """How many times the request was sent."""
    def next_chunk(self) -> Call[bytes | None]:
        """The next bytes of the body, or ``None`` after the last."""
    def close(self) -> None:
        """Ends the response and closes its connection, if it has not ended."""

_Outcome: TypeAlias = ScriptedOutcome | ScriptedResponse | NoResponse

@final
class Recorder:
    """A transport that sends nothing: it records every request, and returns scripted responses."""

    @staticmethod
    def always(outcome: _Outcome) -> Recorder:
        """The same outcome for every request."""
    @staticmethod
    def script(outcomes: Sequence[_Outcome]) -> Recorder:
        """One outcome after the other. A request after the last outcome fails with a ``TransportError`` that says so."""
    @property
    def requests(self) -> list[RecordedRequest]:
        """The requests so far, each attempt separately, including those after the last outcome."""

@final
class ManualClock:
    """A clock that stands still until it is moved. A wait on it returns at once, and moves it forward."""

    def __new__(cls, now: datetime) -> Self: ...
    @property
    def now(self) -> datetime: ...
    def advance(self, by: float | timedelta) -> None:
        """Moves it forward, by a number of seconds or a ``timedelta``."""
    @property
    def waits(self) -> list[float]:
        """The waits of the client so far, in seconds."""

_Header: TypeAlias = tuple[str | bytes, str | bytes]

# `IdentificationKey`, whose module imports this one.
class _KeyParts(Protocol):
    @property
    def id(self) -> str: ...
    @property
    def secret(self) -> str: ...
    @property
    def not_after(self) -> datetime | None: ...

_Key: TypeAlias = str | _KeyParts | tuple[str, str, datetime | None]

@final
class KeyRing:
    """The accepted identification keys. A replacement takes effect at once for all users of the ring."""

    def __new__(cls, keys: str | Sequence[_Key]) -> Self:
        """A ring of keys: text with one or several separated by commas, or a list of keys, each of them as text, as an
        :class:`IdentificationKey` or as ``(id, key, not_after)``. Those without an id are named ``key-1``, ``key-2`` and so on.

        :raises ConfigError: there is none, or one cannot be used.
        """
    @staticmethod
    def from_env() -> KeyRing:
        """The keys in ``OPEN_PLATFORM_IDENTIFICATION_KEYS``: one, or several separated by commas.

        :raises ConfigError: there is none, or one cannot be used.
        """
    @staticmethod
    def from_list(list: str) -> KeyRing:
        """One key, or several separated by commas. They are named ``key-1``, ``key-2`` and so on.

        :raises ConfigError: there is none, or one cannot be used.
        """
    def replace(self, keys: str | Sequence[_Key]) -> None:
        """Replaces all keys, from the next request on. They are given as for a new ring."""
    @property
    def ids(self) -> list[str]:
        """The ids of the keys, which are not secret."""

@final
class AppGateway:
    """The backend endpoints that an app on a phone calls: :mod:`open_platform.app`."""

    def __new__(
        cls,
        platform: Platform,
        keys: Sequence[str] | None,
        options: GatewayOptions,
    ) -> Self: ...
    def access(self, grant: str) -> AppAccess: ...
    def access_of(self, user: str) -> Call[AppAccess]: ...
    def begin(self, method: str, path: str, headers: Sequence[_Header]) -> tuple[AppExchange, AppStep]: ...

@final
class AppExchange:
    """One request of a phone. The methods return the next step."""

    @property
    def call(self) -> str | None: ...
    def read(self, body: bytes) -> AppStep: ...
    def too_slow(self) -> AppStep: ...
    def no_length(self) -> AppStep: ...
    def user(self, user: str | None) -> AppStep: ...
    def perform(self) -> Call[AppStep]: ...
    def failed(self, error: str) -> AppStep: ...

@final
class Webhooks:
    """Receives requests of the platform. The headers and the body are passed unchanged."""

    def __new__(
        cls,
        keys: KeyRing | str | Sequence[_Key],
        *,
        body_limit: int | None = None,
        body_timeout: float | timedelta | None = None,
        stale_after: float | timedelta | None = None,
        reject_stale: bool = ...,
    ) -> Self:
        """Uses these keys: a key ring, or keys as ``(id, key, not_after)``.

        :param body_limit: the maximum size of a body in bytes: 256 KiB by default.
        :param body_timeout: in seconds or as a ``timedelta``; the time limit for reading a body: 8.5 seconds by
            default. One that takes longer is refused with 408. The code that reads the body has to apply it: see
            :attr:`Accepted.body_seconds`.
        :param stale_after: in seconds or as a ``timedelta``; the age from which on a message is stale: 72 hours by
            default.
        :param reject_stale: whether stale messages are refused with 403. Off by default: anybody who has the key can
            set any time in a message, and a message that the platform delivers late would be lost.
        :raises ConfigError: there is no key, or one cannot be used.
        """
    def authenticate(self, method: str, headers: Sequence[_Header]) -> Accepted:
        """Accepts or refuses a request by its head, before its body is read.

        :raises WebhookRejected: with 401 without the key, 405 for another method than POST, 413 for a body that says it
            is too large, 415 for one that is not JSON or is compressed, 400 for two lengths.
        """
    def event(self, method: str, headers: Sequence[_Header], body: bytes) -> Delivery:
        """Receives an event. Store it, then respond with :func:`reply_ok`.

        :raises WebhookRejected: as :meth:`authenticate` and :meth:`Accepted.event`.
        """
    def start(self, method: str, headers: Sequence[_Header], body: bytes) -> StartRequest:
        """Receives a start request: a user clicked a link of the app. Respond with :func:`reply_to_start`.

        :raises WebhookRejected: as :meth:`authenticate` and :meth:`Accepted.start`.
        """
    def dynamic_action(self, method: str, headers: Sequence[_Header], body: bytes) -> DynamicActionRequest:
        """Receives a dynamic action: a user clicked a widget or a button with one. Respond with
        :func:`reply_to_dynamic_action`.

        :raises WebhookRejected: as :meth:`authenticate` and :meth:`Accepted.dynamic_action`.
        """
    def freshness(self, delivery: Delivery) -> tuple[Literal["fresh", "stale", "future", "unknown"], int | None]:
        """The age of a message: its state, and the age in seconds. Other events have no time."""

@final
class Accepted:
    """A request whose head was accepted: its sender knows the key. The body may now be read."""

    @property
    def key_id(self) -> str:
        """The id of the key that matched. Count it to find out when an old key is no longer in use."""
    @property
    def body_limit(self) -> int:
        """The maximum size of the body in bytes. Read one byte more to detect a longer body."""
    @property
    def body_seconds(self) -> float:
        """The time limit for reading the body, in seconds."""
    def too_slow(self) -> None:
        """Refuses a body that exceeded the time limit.

        :raises WebhookRejected: always, with 408.
        """
    def event(self, body: bytes) -> Delivery:
        """Reads an event.

        :raises WebhookRejected: with 413 for a body beyond the limit, 400 for one that is not a JSON object, 403 for a
            stale message with ``reject_stale``.
        """
    def start(self, body: bytes) -> StartRequest:
        """Reads a start request, in the version that the header names, or else the version that the body has.

        :raises WebhookRejected: with 413 for a body beyond the limit, 400 for one that cannot be read.
        """
    def dynamic_action(self, body: bytes) -> DynamicActionRequest:
        """Reads a dynamic action.

        :raises WebhookRejected: with 413 for a body beyond the limit, 400 for one that cannot be read.
        """

@final
class Receiver:
    """Decides what happens to requests of the platform: for :class:`Hooks`."""

    def __new__(
        cls,
        webhooks: Webhooks,
        dedupe: Literal["store", "inbox", "off"],
        memory: MemoryDedupe | None,
        paths: Mapping[str, str] | None,
        allowlist: IpAllowlist | None,
    ) -> Self: ...
    @property
    def paths(self) -> list[str]: ...
    def register(self, handler: str) -> None: ...
    def begin(
        self, method: str, path: str, headers: Sequence[_Header], peer: str | None
    ) -> tuple[HookExchange, HookStep]: ...

@final
class HookExchange:
    """One request. The methods return the next step."""

    def read(self, body: bytes) -> HookStep: ...
    def too_slow(self) -> HookStep: ...
    def no_length(self) -> HookStep: ...
    def remembered(self, is_new: bool) -> HookStep: ...
    def done(self) -> HookStep: ...
    def not_taken(self) -> HookStep: ...
    def started(self, answer: StartReply) -> HookStep: ...
    def acted(self, answer: DynamicActionReply) -> HookStep: ...
    def failed(self, error: str) -> HookStep: ...

def call_trace(attempts: Sequence[Attempt], error: str | None) -> CallTrace:
    """What the span of a call with these requests records. ``error`` is the code of its error, if it has failed."""

def refuse_dedupe() -> NoReturn: ...
def event_content(event: HookStep.Event) -> Any: ...
def hook_received(answer: HookStep.Answer, callback: Callable[[ReceivedHook], object] | None) -> None: ...

@final
class LoginExchange:
    """One request of a browser that logs in."""

    def __new__(cls, method: str, path: str, query: str, headers: Sequence[_Header]) -> Self: ...
    @property
    def step(self) -> Literal["authorize", "callback", "granted", "denied", "failed", "answer"]: ...
    @property
    def return_to(self) -> str | None: ...
    @property
    def query(self) -> str: ...
    @property
    def session(self) -> str | None: ...
    def bind_to(self, session: str) -> None: ...
    def session_for(self, redirect_uri: str | None) -> str: ...
    def granted(self, return_to: str | None) -> None: ...
    def denied(self) -> None: ...
    def failed(self, code: str | None, error: str) -> None: ...
    def reply(self, returned: Reply | str | None) -> None: ...
    def answer(self) -> tuple[Reply, list[HookLog]] | None: ...

@final
class MemoryDedupe:
    """Remembers in the memory of this process which events were handled. When it is full, it forgets the oldest."""

    def __new__(cls, capacity: int | None = None) -> Self:
        """:param capacity: how many events it remembers: 100,000 by default."""
    def remember(self, key: str, window_seconds: int | None) -> bool:
        """Stores a key for ``window_seconds``; with ``None`` as long as there is room. Returns whether it is new."""
    def forget(self, key: str) -> None:
        """Deletes a key: its event could not be handled, and must be handled when it arrives again."""

@final
class IpAllowlist:
    """The IP addresses that requests may come from: an additional check beside the identification key, never a
    replacement.

    Any client can set ``X-Forwarded-For``. It is therefore read from its end, and only as long as the address that added
    an entry is a trusted proxy; all earlier entries are ignored. ``Forwarded`` is not read.

    ::

        # All addresses are allowed, but after 20 requests without the key an address is refused until the next minute.
        allowlist = IpAllowlist(["0.0.0.0/0", "::/0"]).trusted_proxies(["10.0.0.0/8"]).limit_failures(20)

        address = allowlist.check(request.remote_addr, list(request.headers.items()))
        ...  # receive the request
        allowlist.answered(address, response.status_code)
    """

    def __new__(cls, networks: Sequence[str]) -> Self:
        """Allows these addresses and networks, such as ``78.111.6.41`` or ``31.214.250.128/27``.

        :raises ConfigError: if there is none, or one is neither an address nor a network.
        """
    @staticmethod
    def platform() -> IpAllowlist:
        """Allows the addresses that the platform documented for its events in September 2025: ``78.111.6.41`` to
        ``78.111.6.43`` and ``31.214.250.128/27`` (docs/platform.md#webhook-senders). The platform does not promise that
        they stay the same, or that start requests come from them too.
        """
    def trusted_proxies(self, networks: Sequence[str]) -> IpAllowlist:
        """Returns an allowlist that also trusts the ``X-Forwarded-For`` entries of these addresses and networks: your
        own reverse proxies.

        The word ``unix`` stands for a proxy that connects over a Unix socket: then every connection without an IP
        address is trusted. Add it only if the server listens on nothing but such a socket, which only the proxy can
        open: some servers also lose the address of a TCP connection that was closed.

        :raises ConfigError: if one is neither an address, a network nor ``unix``.
        """
    def limit_failures(self, per_minute: int) -> IpAllowlist:
        """Returns an allowlist that also refuses an address for the rest of a minute after this many of its requests,
        as reported to ``answered``, did not have the key. Without it there is no limit: a key that cannot be guessed
        needs none.

        An address from which a request with the key has come is never refused, so neither an attacker nor a key that
        was wrong for a while can shut out the platform. Set your proxies nevertheless: all requests through a proxy
        that is not trusted have one address, and until the first request of the platform gets through, others can use
        up its limit. IPv6 addresses are counted by their first 64 bits. Each process has its own counts; allowlists
        that are made of this one share them.

        :raises ConfigError: if ``per_minute`` is 0, which would refuse every address.
        """
    def check(self, peer: str | None, headers: Sequence[_Header]) -> str:
        """Checks the source of a request, and returns its address.

        :param peer: the IP address of the other end of the connection. ``None`` if it has none, as behind a Unix
            socket.
        :param headers: the headers of the request, unchanged.
        :raises WebhookRejected: with 403 if the address is not allowed or cannot be determined; with 401, equal to that
            of a wrong key, if it has failed too often: an attacker who guesses keys does not learn that the guess was
            not compared.
        :raises InvalidInput: if ``peer`` is a text that is no IP address.
        """
    def answered(self, source: str, status: int) -> None:
        """Reports the status of the response to a request, for ``limit_failures``: 401 is a failure, 200 to 299 prove
        that the request had the key. So report only requests that needed the key.

        :param source: the address that ``check`` returned.
        :param status: the status of the response.
        :raises InvalidInput: if ``source`` is a text that is no IP address.
        """

def report_unraisable(error: Exception) -> None: ...
def collect_attempts(variable: ContextVar[list[Attempt] | None]) -> None: ...
def app_paths() -> list[str]: ...
def check_login_redirect_uri(redirect_uri: str) -> None: ...
def login_paths() -> list[str]: ...
def time_limit_text(seconds: float) -> str: ...
def reply_headers(reply: Reply) -> list[tuple[str, str]]: ...
def reply_all_headers(reply: Reply, may_close: bool) -> list[tuple[bytes, bytes]]: ...
def reply_ok() -> Reply:
    """The response to an event that is stored or handled: 200 without a body."""

def reply_unavailable(retry_after: float | timedelta) -> Reply:
    """The response when an event cannot be stored now: 503 with ``Retry-After``, in whole seconds, rounded up.

    Assumption: the platform sends the event again; its documents are silent.
    """

def reply_to_rejection(rejection: Rejection) -> Reply:
    """The response to a refused request: ``Rejection(error.status, error.reason)`` of a ``WebhookRejected``."""

def reply_to_start(answer: StartReply, request: StartRequest) -> Reply:
    """The response to a start request: the address to open for the user, in the version of the request.

    :raises InvalidInput: at ``url``, for an address that is not https.
    """

def reply_to_dynamic_action(answer: DynamicActionReply) -> Reply:
    """The response to a dynamic action.

    :raises InvalidInput: with the path of what the platform would not accept.
    """

def check_handler_timeout(handler_timeout_seconds: float, field: str) -> None:
    """Checks the time limit of an app's functions, whose name is ``field``.

    :raises InvalidInput: at ``field``, if it is not more than 0, and finite.
    """

def check_id(
    kind: Literal["post_token", "conversation_id", "user_id", "business_token", "id"], value: str
) -> None: ...
def check_page(call: str, items: str, issues: Sequence[FieldIssue]) -> None:
    """Fails if an item of a page, or the token of the next page, could not be read, so that an iteration leaves out nothing.

    :raises DecodeError: with the path of the first of them.
    """

def check_reply(event: Event, has_user: bool) -> None:
    """Checks that an app may reply to an event: to a message that no app wrote, as its user or as the chatbot.

    :raises ConfigError: for ``grant_of`` if the user is not known, for ``reply`` if an app wrote the message.
    """

def check_redirect_uri(redirect_uri: str) -> None:
    """Checks a redirect address: absolute, ``https`` (or ``http`` on this machine), without query, fragment, user name.

    Source: docs/platform.md#authorization; RFC 6749 section 3.1.2.

    :raises InvalidInput: at ``redirect_uri``.
    """

def completion_url() -> str:
    """Where an app redirects the user's browser to when the user is done, so that the user is back on the platform
    (docs/platform.md#completion). It takes no parameters.
    """

def mismatched_command(command: str, version: str | None) -> str | None:
    """The text of the error if the command ``open-platform`` is of another version than this library; ``None`` if the versions are
    the same.
    """

def missing_command(command: str) -> str:
    """The text of the error if the command ``open-platform``, which test helpers start, does not exist."""

def new_payment_id() -> str:
    """A new id for a payment: a random UUID of version 4. Keep it until the outcome of the payment is known, because a payment
    is repeated with the same id.
    """

def normalize_phone(phone: str) -> str:
    """The phone number in the platform's format: ``09`` and nine digits. Persian and Arabic digits and ``+98`` are accepted.

    :raises InvalidInput: at ``phone``, for what is no mobile number.
    """

def ticket_problem(message: str) -> TicketProblem | None:
    """The documented problem that the message of a refused ticket names, if it is one."""

def tie_scope(name: str, argument: str, identifier: str) -> str: ...
def join_scopes(scopes: Sequence[str]) -> str:
    """The scopes as one string, as in an authorization request.

    :raises InvalidInput: for a scope without the identifier that it needs, or with characters that no scope has.
    """

def required_scopes(calls: Sequence[str], events: Sequence[SubscriptionType]) -> Requirements:
    """The requirements of an app: the smallest scopes to request from users, and the permissions that the API key needs.

    :param calls: by their names in :func:`endpoints`, such as ``addons.create_on_post``.
    :param events: to which it subscribes, such as ``POST_UPDATE``.
    :raises InvalidInput: for a name that is not in the table.
    """

def endpoints() -> list[EndpointRow]:
    """Every endpoint: its name and address, the scopes and permission that it needs, and when it may be retried."""

def scopes() -> list[ScopeRow]:
    """Every scope of the platform."""

def icon_names() -> list[str]:
    """The known icons. The live platform adds icons without notice."""

def mask(value: str) -> str: ...
def mask_real_estate(document: str, page: str) -> str: ...
def known_semantic_names() -> dict[str, list[str]]: ...
def hashed_names(semantic: Mapping[str, str]) -> list[str]: ...
def unlisted_values(semantic: Mapping[str, str]) -> list[str]: ...
def store_conformance(*handles: RecordStore) -> list[tuple[str, str]]: ...
def retry_after_seconds(header: str, now: datetime) -> float | None: ...
def migrate(form: str, value: Any) -> Migrated: ...
def event_body(event: Event, metadata: Any = None) -> Any:
    """The whole body of a delivery, with the metadata of the subscription if it is given: to store or to pass on."""

def read_delivery(body: bytes) -> Delivery:
    """Parses the body of a stored event. It checks no key: use ``Webhooks`` for incoming requests."""


# --- generated by scripts/write_types.py ---
BusinessRole: TypeAlias = Literal["ROLE_ADMIN", "ROLE_AGENT", "ROLE_OWNER"] | str
BusinessTrade: TypeAlias = Literal["REAL_ESTATE_BUSINESS", "CAR_BUSINESS", "MARKETPLACE_BUSINESS", "CAR_CONCIERGE_SALE", "PERSONAL", "JOBS_BUSINESS", "PREMIUM_PANEL"] | str
BusinessType: TypeAlias = Literal["CAR", "REAL_ESTATE", "JOBS", "MARKETPLACE", "SERVICES", "PERSONAL"] | str
ChangeKind: TypeAlias = Literal["renamed", "moved", "dropped", "needs_attention"]
Color: TypeAlias = Literal["SUCCESS_PRIMARY", "SUCCESS_SECONDARY", "WARNING_PRIMARY", "WARNING_SECONDARY", "ERROR_PRIMARY"] | str
ConversationType: TypeAlias = Literal["POST", "BOT"] | str
CustomButtonType: TypeAlias = Literal["ACCOMMODATION_BOOKING", "EXTERNAL_PRODUCT_STORE", "RESUME_SUBMISSION", "ONLINE_CALL"] | str
GrantState: TypeAlias = Literal["active", "needs_reauth"]
GrantWarning: TypeAlias = Literal["idle", "ends_in_a_week", "ends_in_a_day"]
HttpMethod: TypeAlias = Literal["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"] | str
LocationType: TypeAlias = Literal["LOCATION_TYPE_EMPTY", "LOCATION_TYPE_EXACT", "LOCATION_TYPE_APPROXIMATE"] | str
Maturity: TypeAlias = Literal["EXPERIMENTAL", "ACTIVE", "DEPRECATING_SOON", "DEPRECATED"] | str
OwnPostState: TypeAlias = Literal["POST_STATE_IN_PUBLISH_QUEUE", "POST_STATE_PUBLISHED", "POST_STATE_WAITING_FOR_EDIT", "POST_STATE_WAITING_FOR_PAYMENT", "POST_STATE_WAITING_FOR_REVIEW", "POST_STATE_PUBLISHED_AND_EDIT_REJECTED", "POST_STATE_REJECTED", "POST_STATE_DELETED", "POST_STATE_RETIRED"] | str
PayStatus: TypeAlias = Literal["PAY_STATUS_PAID", "PAY_STATUS_FAILED", "PAY_STATUS_RECONCILING"] | str
PostState: TypeAlias = Literal["PUBLISHED", "REVIEW_REQ", "PAYMENT_REQ", "RETIRED"] | str
PostUpdateType: TypeAlias = Literal["PUBLISH", "RETIRE", "ONGOING", "ARCHIVE"] | str
PromotionOperation: TypeAlias = Literal["PROMOTION_OPERATION_PUBLISH", "PROMOTION_OPERATION_REORDER", "PROMOTION_OPERATION_RENEW"] | str
SenderSide: TypeAlias = Literal["SELLER", "BUYER"] | str
SenderType: TypeAlias = Literal["HUMAN", "BOT"] | str
StartSource: TypeAlias = Literal["POST_ADDON", "CHAT", "CHAT_MESSAGE_ACTION"] | str
StartVersion: TypeAlias = Literal["1", "2"] | str
SubscriptionStatus: TypeAlias = Literal["pending", "active", "blocked_scope", "blocked_key", "grant_lost", "lapsed"]
SubscriptionType: TypeAlias = Literal["NEW_MESSAGE_ON_POST", "NEW_CHATBOT_MESSAGE", "USER_ACCESS_REVOCATION", "POST_UPDATE", "PAYMENT_TRANSACTION"] | str
Touchpoint: TypeAlias = Literal["MY_POST", "MY_DIVAR", "DIVAR_PRO", "CHAT", "DEMAND_POST"] | str
TransactionState: TypeAlias = Literal["TRANSACTION_STATE_PENDING", "TRANSACTION_STATE_COMPLETED", "TRANSACTION_STATE_FAILED", "TRANSACTION_STATE_REFUNDED"] | str
TransactionType: TypeAlias = Literal["TRANSACTION_TYPE_REORDER", "TRANSACTION_TYPE_RENEW", "TRANSACTION_TYPE_SUBMIT"] | str
TransportErrorKind: TypeAlias = Literal["connect", "tls", "interrupted", "deadline", "too_large", "redirect", "protocol"]
UserSide: TypeAlias = Literal["SUPPLY", "DEMAND"] | str
_ButtonBar: TypeAlias = ButtonBar
_DescriptionRow: TypeAlias = DescriptionRow
_EvaluationRow: TypeAlias = EvaluationRow
_Event: TypeAlias = Event
_EventRow: TypeAlias = EventRow
_Gap: TypeAlias = Gap
_GroupInfoRow: TypeAlias = GroupInfoRow
_ImageCarouselRow: TypeAlias = ImageCarouselRow
_NoResponse: TypeAlias = NoResponse
_PostUpdate: TypeAlias = PostUpdate
_ScoreRow: TypeAlias = ScoreRow
_SelectorRow: TypeAlias = SelectorRow
_SubtitleRow: TypeAlias = SubtitleRow
_TitleRow: TypeAlias = TitleRow
_User: TypeAlias = User
_UserAccessRevocation: TypeAlias = UserAccessRevocation

@final
class AccessRight:
    """A scope that users can grant, or a permission that an API key can have."""
    __match_args__: Final = ('slug', 'display', 'description', 'lifecycle_state', 'extra',)
    def __new__(
        cls,
        slug: str = ...,
        *,
        display: str = ...,
        description: str = ...,
        lifecycle_state: Maturity = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def slug(self) -> str:
        """The name, such as `POST_ADDON_CREATE`. Of `offline_access` and `openid` the platform lists it in capitals."""
    @property
    def display(self) -> str:
        """Its name for people, in Persian."""
    @property
    def description(self) -> str:
        """What it allows, in Persian."""
    @property
    def lifecycle_state(self) -> Maturity:
        """Whether it is new, in use, or about to end."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class AccessRights:
    """The scopes or the permissions of the platform."""
    __match_args__: Final = ('items', 'issues', 'extra',)
    def __new__(
        cls,
        items: Sequence[AccessRight] = ...,
        *,
        issues: Sequence[FieldIssue] = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def items(self) -> list[AccessRight]:
        """The scopes or permissions, in the order of the platform. Its response has them under `scopes` or `permissions`."""
    @property
    def issues(self) -> list[FieldIssue]:
        """Members that could not be read and count as absent, and a note for each name that this version does not know."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

class Action:
    """The action of a click (docs/platform.md#actions). In JSON it is an object with exactly one key."""
    @final
    class OpenDirectLink(Action):
        """Opens an address: in a new tab of a browser, or in a web view of the mobile apps."""
        __match_args__: Final = ('url',)
        def __new__(cls, url: str) -> Self: ...
        @property
        def url(self) -> str:
            """An `https` address."""
    @final
    class OpenServerLink(Action):
        """The platform sends a start request with `data` to the app, then opens the address in the app's response."""
        __match_args__: Final = ('data',)
        def __new__(cls, data: Any) -> Self: ...
        @property
        def data(self) -> Any:
            """An object that the app receives as `extra_data`. Hooks refuse a body above their limit, 256 KiB by default. The specification allows text values, the live platform
            any JSON.
            """
    @final
    class GetDynamicAction(Action):
        """The platform sends `data` to the app's dynamic-action address and carries out the app's response."""
        __match_args__: Final = ('data',)
        def __new__(cls, data: Any) -> Self: ...
        @property
        def data(self) -> Any:
            """An object that the app receives as `extra_data`. Hooks refuse a body above their limit, 256 KiB by default."""
    @final
    class OpenPostPage(Action):
        """Opens a post."""
        __match_args__: Final = ('post_token',)
        def __new__(cls, post_token: str) -> Self: ...
        @property
        def post_token(self) -> str:
            """The post."""
    @final
    class OpenPostManagePage(Action):
        """Opens the page where the owner manages a post."""
        __match_args__: Final = ('post_token',)
        def __new__(cls, post_token: str) -> Self: ...
        @property
        def post_token(self) -> str:
            """The post."""
    @final
    class Unknown(Action):
        """An action that this version does not know. It is passed unchanged.

        Nothing in it is checked, so it can also be used to send an action that `check` refuses, such
        as an `open_direct_link` that is not `https`.
        """
        __match_args__: Final = ('kind', 'value',)
        def __new__(cls, kind: str, *, value: Any) -> Self: ...
        @property
        def kind(self) -> str:
            """The key."""
        @property
        def value(self) -> Any:
            """The value under it."""
    def check(self) -> None:
        """Checks every limit, as each call does before it sends. Raises `InvalidInput` with the path of the
        invalid value.
        """
    @staticmethod
    def direct_link(url: str) -> Action:
        """Opens an `https` address."""
    @staticmethod
    def dynamic(data: Mapping[str, Any] | None = None, /, **members: Any) -> Action:
        """Sends `data` to the app, which responds with what to do. `data` is an object, or its members by keyword, and
        arrives as `extra_data`.
        """
    @staticmethod
    def from_dict(value: Mapping[str, Any]) -> Action:
        """Reads the form that `to_dict` writes. Raises `InvalidInput` with the path of the invalid value."""
    @property
    def kind(self) -> str:
        """The key of the action in JSON, such as `open_direct_link`."""
    @staticmethod
    def post_manage_page(post_token: str) -> Action:
        """Opens the page where the owner manages a post."""
    @staticmethod
    def post_page(post_token: str) -> Action:
        """Opens a post."""
    @staticmethod
    def server_link(data: Mapping[str, Any] | None = None, /, **members: Any) -> Action:
        """Sends `data` to the app, which responds with the address to open. `data` is an object, or its members by
        keyword, and arrives as `extra_data`.
        """
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class AddonCreated:
    """The response to the creation of an add-on. For a post it is empty: the add-on is checked and queued, and a wrong
    post token is not reported (docs/platform.md#post-addons).
    """
    __match_args__: Final = ('id', 'issues', 'extra',)
    def __new__(
        cls,
        id: str | None = ...,
        *,
        issues: Sequence[FieldIssue] = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def id(self) -> str | None:
        """Id of the user add-on, needed to delete it."""
    @property
    def issues(self) -> list[FieldIssue]:
        """Members that could not be read and count as absent. The call has succeeded nevertheless."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class Adoption:
    """Tokens that were obtained elsewhere and that the SDK keeps valid from now on."""
    __match_args__: Final = ('tokens', 'user', 'redirect_uri', 'consent_at',)
    def __new__(
        cls,
        tokens: Tokens,
        *,
        user: str | None = ...,
        redirect_uri: str | None = ...,
        consent_at: datetime | None = ...,
    ) -> Self: ...
    @property
    def tokens(self) -> Tokens:
        """The tokens. Their previous owner must no longer refresh them. If they name no scopes, those of the grant are not known: then the
        platform, and not the SDK, refuses an event subscription whose scope the user has not granted.
        """
    @property
    def user(self) -> str | None:
        """The app's own name for the user, as in `Login.user`."""
    @property
    def redirect_uri(self) -> str | None:
        """The redirect URI of the login that returned the tokens. `None`: that of the client. Every refresh repeats it."""
    @property
    def consent_at(self) -> datetime | None:
        """When the user logged in. `None`: now."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class Alternative:
    """A broader scope that can be used instead of a small one."""
    __match_args__: Final = ('smallest', 'broader',)
    def __new__(cls, smallest: str = ..., *, broader: str = ...) -> Self: ...
    @property
    def smallest(self) -> str:
        """The smallest scope."""
    @property
    def broader(self) -> str:
        """The broader scope."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class AppAccess:
    """Short-lived access to the backend for a phone: a token of the backend, never one of the platform."""
    __match_args__: Final = ('token', 'expires_in', 'scopes', 'missing_scopes',)
    def __new__(
        cls,
        token: str,
        expires_in: int,
        *,
        scopes: Sequence[str] = ...,
        missing_scopes: Sequence[str] = ...,
    ) -> Self: ...
    @property
    def token(self) -> str:
        """The token for `Authorization: Bearer …` in requests to the backend."""
    @property
    def expires_in(self) -> int:
        """The lifetime of the token from now, in seconds: 1 to 3600. Not an instant, because clocks of phones can be
        wrong.
        """
    @property
    def scopes(self) -> list[str]:
        """In a parsed response to `POST /login`, the granted scopes; otherwise empty."""
    @property
    def missing_scopes(self) -> list[str]:
        """The requested scopes that the user did not grant, in the same way."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

class AppStep:
    """What the caller does next for a request of a phone, with the method of `AppExchange` that takes the result. If it fails,
    `failed` takes the reason.
    """
    @final
    class Body(AppStep):
        """Read the body, or one byte more than `limit`: `read`, `too_slow` or
        `no_length`.
        """
        __match_args__: Final = ('limit', 'seconds',)
        def __new__(cls, limit: int, *, seconds: float) -> Self: ...
        @property
        def limit(self) -> int:
            """Its largest size in bytes."""
        @property
        def seconds(self) -> float:
            """The time limit of reading it, in seconds."""
    @final
    class User(AppStep):
        """Find the app's own id of the user who is logged in to the app: `user`."""
        __match_args__: Final = ()
        def __new__(cls) -> Self: ...
    @final
    class Perform(AppStep):
        """`perform` the request."""
        __match_args__: Final = ()
        def __new__(cls) -> Self: ...
    @final
    class Answer(AppStep):
        """Send the response. Nothing follows."""
        __match_args__: Final = ('reply', 'logs',)
        def __new__(cls, reply: Reply, *, logs: Sequence[HookLog]) -> Self: ...
        @property
        def reply(self) -> Reply:
            """The response."""
        @property
        def logs(self) -> list[HookLog]:
            """What to log, in order."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class Asset:
    """One value of a list, such as a city."""
    __match_args__: Final = ('slug', 'display', 'extra',)
    def __new__(cls, slug: str = ..., *, display: str = ..., extra: Mapping[str, Any] = ...) -> Self: ...
    @property
    def slug(self) -> str:
        """The value in posts, searches and paths, such as `tehran`."""
    @property
    def display(self) -> str:
        """Its name for people, in Persian."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class AssetList:
    """A list of values. The platform may change its contents at any time."""
    __match_args__: Final = ('items', 'issues', 'extra',)
    def __new__(
        cls,
        items: Sequence[Asset] = ...,
        *,
        issues: Sequence[FieldIssue] = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def items(self) -> list[Asset]:
        """The values, in the order of the platform. Its response has them under a name of their own, such as `cities`."""
    @property
    def issues(self) -> list[FieldIssue]:
        """Members that could not be read and count as absent."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class Attempt:
    """One request of a call, once its outcome is known."""
    __match_args__: Final = ('endpoint', 'method', 'server', 'path', 'attempt', 'status', 'error', 'duration_seconds', 'request_id', 'retry', 'wait_seconds',)
    def __new__(
        cls,
        endpoint: str = ...,
        *,
        method: str = ...,
        server: str = ...,
        path: str | None = ...,
        attempt: int = ...,
        status: int | None = ...,
        error: str | None = ...,
        duration_seconds: float = ...,
        request_id: str | None = ...,
        retry: str | None = ...,
        wait_seconds: float | None = ...,
    ) -> Self: ...
    @property
    def endpoint(self) -> str:
        """Name of the endpoint, such as `posts.get`; `request` for one that has no method here."""
    @property
    def method(self) -> str:
        """HTTP method."""
    @property
    def server(self) -> str:
        """Host of the address, and its port where one is set."""
    @property
    def path(self) -> str | None:
        """Path of the endpoint with the names of its variable segments, such as `/v1/open-platform/posts/{post_token}`. Empty for
        an endpoint that has no method here.
        """
    @property
    def attempt(self) -> int:
        """The number of this request in its call, from 1."""
    @property
    def status(self) -> int | None:
        """HTTP status of the response. Empty if there was none."""
    @property
    def error(self) -> str | None:
        """Why there was no response: `connect`, `tls`, `interrupted`, `deadline`, `too_large`, `redirect` or `protocol`."""
    @property
    def duration_seconds(self) -> float:
        """How long the request took, in seconds."""
    @property
    def request_id(self) -> str | None:
        """The id that the platform gave the request, or else the one that was sent with it."""
    @property
    def retry(self) -> str | None:
        """Why the request is sent again: `server` after a 408 or 5xx, `rate_limited` after a 429, `not_sent` if it never left,
        `interrupted` if the connection broke, `unauthorized` after a 401, or after a call of a phone whose token lacked a
        scope, with a newer token. Empty if it is not.
        """
    @property
    def wait_seconds(self) -> float | None:
        """How long the client waits before it is sent again, in seconds. Empty if it is not."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class Authorization:
    """A started login."""
    __match_args__: Final = ('url', 'state',)
    def __new__(cls, url: str = ..., *, state: str) -> Self: ...
    @property
    def url(self) -> str:
        """The address to redirect the user's browser to. It contains the `state`, so do not log it."""
    @property
    def state(self) -> str:
        """The `state` in the address. The app does not need it: the client stores it."""
    def __iter__(self) -> Iterator[str]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class Balance:
    """The balance of the app."""
    __match_args__: Final = ('balance', 'extra',)
    def __new__(cls, balance: Rials = ..., *, extra: Mapping[str, Any] = ...) -> Self: ...
    @property
    def balance(self) -> Rials:
        """The amount. It is zero if the platform omits it."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class BotMessage:
    """A message of the app's chatbot. It has either a text or a media token."""
    __match_args__: Final = ('text', 'media_token', 'buttons', 'extra',)
    def __new__(
        cls,
        text: str | None = ...,
        *,
        media_token: str | None = ...,
        buttons: ButtonGrid | Sequence[ButtonRow | Sequence[Button]] | None = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def text(self) -> str | None:
        """The text. In JSON it is `"text_message"`, with `"type"` beside it."""
    @property
    def media_token(self) -> str | None:
        """The token of an image, video, voice recording or file that was uploaded for the chat."""
    @property
    def buttons(self) -> ButtonGrid | None:
        """Buttons under the message."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def check(self) -> None:
        """Checks every limit, as each call does before it sends. Raises `InvalidInput` with the path of the
        invalid value.
        """
    @staticmethod
    def from_dict(value: Mapping[str, Any]) -> BotMessage:
        """Reads the form that `to_dict` writes. Raises `InvalidInput` with the path of the invalid value."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class BotMessageSent:
    """The response to a chatbot message."""
    __match_args__: Final = ('conversation_id', 'issues', 'extra',)
    def __new__(
        cls,
        conversation_id: str | None = ...,
        *,
        issues: Sequence[FieldIssue] = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def conversation_id(self) -> str | None:
        """The conversation of the message."""
    @property
    def issues(self) -> list[FieldIssue]:
        """Members that could not be read and count as absent. The call has succeeded nevertheless."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class BotStart:
    """A user opened the app's chatbot from another place of the platform. The platform only sends it as the text of an
    ordinary chatbot message, such as `/start MY_POST gZd7omnS` (docs/platform.md#chatbot-start).
    """
    __match_args__: Final = ('touchpoint', 'post_token', 'conversation_id',)
    def __new__(
        cls,
        touchpoint: Touchpoint = ...,
        *,
        post_token: str | None = ...,
        conversation_id: str | None = ...,
    ) -> Self: ...
    @property
    def touchpoint(self) -> Touchpoint:
        """The place."""
    @property
    def post_token(self) -> str | None:
        """The post, if the place is a post."""
    @property
    def conversation_id(self) -> str | None:
        """The conversation, if the place is a conversation."""
    @staticmethod
    def parse(text: str) -> BotStart | None:
        """Parses the text of a chatbot message; `None` if it is not a start. Any user can type such a text: do not trust
        it.
        """
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class Business:
    """A business of a user."""
    __match_args__: Final = ('business_token', 'business_type', 'brand_name', 'brand_description', 'user_role', 'extra',)
    def __new__(
        cls,
        business_token: str = ...,
        *,
        business_type: BusinessTrade = ...,
        brand_name: str = ...,
        brand_description: str = ...,
        user_role: BusinessRole = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def business_token(self) -> str:
        """Its token."""
    @property
    def business_type(self) -> BusinessTrade:
        """Its trade."""
    @property
    def brand_name(self) -> str:
        """Its name."""
    @property
    def brand_description(self) -> str:
        """What it says about itself."""
    @property
    def user_role(self) -> BusinessRole:
        """The role of the user."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class BusinessAddon:
    """The add-on of an app on a business. By invitation only (docs/platform.md#business-addons)."""
    __match_args__: Final = ('widgets', 'allow_empty', 'extra',)
    def __new__(
        cls,
        widgets: Sequence[Widget | TitleRow | SubtitleRow | DescriptionRow | ButtonBar | SelectorRow | EventRow | GroupInfoRow | ScoreRow | EvaluationRow | ImageCarouselRow] = ...,
        *,
        allow_empty: bool = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def widgets(self) -> list[Widget]:
        """The widgets, from top to bottom."""
    @property
    def allow_empty(self) -> bool:
        """Allows an empty add-on. Whether posts that show an earlier one then show nothing is not documented. Not part of the JSON."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know. `notes` is one of them: only the text of the documents has it
        (docs/platform.md#contradiction-36).
        """
    def check(self) -> None:
        """Checks every limit, as each call does before it sends. Raises `InvalidInput` with the path of the
        invalid value.
        """
    @staticmethod
    def from_dict(value: Mapping[str, Any]) -> BusinessAddon:
        """Reads the form that `to_dict` writes. Raises `InvalidInput` with the path of the invalid value."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class BusinessData:
    """The business of a post."""
    __match_args__: Final = ('business_type', 'business_name', 'extra',)
    def __new__(
        cls,
        business_type: BusinessType = ...,
        *,
        business_name: str = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def business_type(self) -> BusinessType:
        """Its trade."""
    @property
    def business_name(self) -> str:
        """Its name."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class BusinessList:
    """The businesses of a user."""
    __match_args__: Final = ('businesses', 'issues', 'extra',)
    def __new__(
        cls,
        businesses: Sequence[Business] = ...,
        *,
        issues: Sequence[FieldIssue] = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def businesses(self) -> list[Business]:
        """The businesses."""
    @property
    def issues(self) -> list[FieldIssue]:
        """Members that could not be read and count as absent."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class Button:
    """A button under a message."""
    __match_args__: Final = ('action', 'icon_name', 'icon', 'caption', 'extra',)
    def __new__(
        cls,
        action: Action,
        *,
        icon_name: str | None = ...,
        icon: str | None = ...,
        caption: str,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def action(self) -> Action:
        """The action of a click."""
    @property
    def icon_name(self) -> str | None:
        """The icon, under the name in the specification."""
    @property
    def icon(self) -> str | None:
        """The icon, under the newer name of the live platform (docs/platform.md#contradiction-5)."""
    @property
    def caption(self) -> str:
        """The caption."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def check(self) -> None:
        """Checks every limit, as each call does before it sends. Raises `InvalidInput` with the path of the
        invalid value.
        """
    @staticmethod
    def dynamic(caption: str, data: Mapping[str, Any] | None = None, /, **members: Any) -> Button:
        """A button that sends `data` to the app in a dynamic action. The app responds with what to do. `data` is an object,
        or its members by keyword.
        """
    @staticmethod
    def link(caption: str, *, url: str) -> Button:
        """A button that opens an `https` address."""
    @staticmethod
    def post_manage_page(caption: str, *, post: str) -> Button:
        """A button that opens the page where the owner manages a post."""
    @staticmethod
    def post_page(caption: str, *, post: str) -> Button:
        """A button that opens a post."""
    @staticmethod
    def server(caption: str, data: Mapping[str, Any] | None = None, /, **members: Any) -> Button:
        """A button that sends `data` to the app in a start request. The app responds with the address to open. `data` is
        an object, or its members by keyword.
        """
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class ButtonBar:
    """A wide button."""
    __match_args__: Final = ('title', 'action', 'semantic_paths', 'extra',)
    def __new__(
        cls,
        title: str,
        *,
        action: Action,
        semantic_paths: Mapping[str, str] = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def title(self) -> str:
        """At most 49 characters."""
    @property
    def action(self) -> Action:
        """The action of a click."""
    @property
    def semantic_paths(self) -> dict[str, str]:
        """In JSON this is beside the widget's name, not inside the widget."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class ButtonGrid:
    """Up to three rows of buttons."""
    __match_args__: Final = ('rows', 'extra',)
    def __new__(
        cls,
        rows: Sequence[ButtonRow | Sequence[Button]] = ...,
        *,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def rows(self) -> list[ButtonRow]:
        """The rows."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class ButtonRow:
    """Up to three buttons side by side."""
    __match_args__: Final = ('buttons', 'extra',)
    def __new__(cls, buttons: Sequence[Button] = ..., *, extra: Mapping[str, Any] = ...) -> Self: ...
    @property
    def buttons(self) -> list[Button]:
        """The buttons."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class CallTrace:
    """What the span of a call records. It contains no id of a user or a post, no address of a request, no body and no credential."""
    __match_args__: Final = ('attributes', 'retries',)
    def __new__(
        cls,
        attributes: Sequence[TraceAttribute] = ...,
        *,
        retries: Sequence[TracedRetry] = ...,
    ) -> Self: ...
    @property
    def attributes(self) -> list[TraceAttribute]:
        """The attributes of the span, which describe the last request: `http.request.method`, `http.request.resend_count`,
        `http.response.status_code`, `server.address`, `server.port`, `url.template` (the path with the names of its variable
        segments) and `open_platform.request_id`; `error.type` and `open_platform.error` if the call has failed. A call that has
        failed before it sent a request has only these two, and so has a cancelled one.
        """
    @property
    def retries(self) -> list[TracedRetry]:
        """The requests that were sent again, in their order: the events `retry` of the span."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class CarouselItem:
    """One image of an `ImageCarouselRow`."""
    __match_args__: Final = ('image_id', 'description', 'extra',)
    def __new__(
        cls,
        image_id: str | UploadedImage,
        *,
        description: str | None = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def image_id(self) -> str:
        """An uploaded image, or the app's logo."""
    @property
    def description(self) -> str | None:
        """Text under the image. Its limit is not documented."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class Change:
    """One change."""
    __match_args__: Final = ('path', 'kind', 'note',)
    def __new__(cls, path: str, *, kind: ChangeKind, note: str) -> Self: ...
    @property
    def path(self) -> str:
        """The path in the old document, such as `widgets.widget_list[0].data.icon.icon_color`. For a value that a person must
        check it may also be a path that is missing in the new document.
        """
    @property
    def kind(self) -> ChangeKind:
        """The kind of the change."""
    @property
    def note(self) -> str:
        """The new form, or why it was dropped. Contains no values of the document, except names and links in widgets."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class ChatMessage:
    """A received message."""
    __match_args__: Final = ('id', 'conversation', 'sender', 'sent_at', 'content', 'extra',)
    def __new__(
        cls,
        id: str = ...,
        *,
        conversation: Conversation = ...,
        sender: Sender = ...,
        sent_at: datetime | None = ...,
        content: MessageContent = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def id(self) -> str:
        """Its id: a UUID."""
    @property
    def conversation(self) -> Conversation:
        """The conversation in which it was written."""
    @property
    def sender(self) -> Sender:
        """Who wrote it."""
    @property
    def sent_at(self) -> datetime | None:
        """When it was sent."""
    @property
    def content(self) -> MessageContent:
        """The content of the message."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    @staticmethod
    def from_dict(value: Mapping[str, Any]) -> ChatMessage:
        """Reads the form that `to_dict` writes. Raises `InvalidInput` with the path of the invalid value."""
    @property
    def is_from_bot(self) -> bool:
        """Whether an app wrote it. An app that responds to its own messages responds to itself forever."""
    @property
    def text(self) -> str | None:
        """The text, if this is a text message."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class ChatUploadToken:
    """A token for one upload of a picture, video, voice or file of a chat (docs/platform.md#chat-media). `repr` hides it."""
    __match_args__: Final = ('token', 'extra',)
    def __new__(cls, token: str = ..., *, extra: Mapping[str, Any] = ...) -> Self: ...
    @property
    def token(self) -> str:
        """The token. It is sent as the bearer token of the upload."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class ContactData:
    """A contact."""
    __match_args__: Final = ('name', 'phone', 'extra',)
    def __new__(cls, name: str | None = ..., *, phone: str = ..., extra: Mapping[str, Any] = ...) -> Self: ...
    @property
    def name(self) -> str | None:
        """The name, if one is set."""
    @property
    def phone(self) -> str:
        """The phone number."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class Conversation:
    """A conversation."""
    __match_args__: Final = ('id', 'kind', 'post_token', 'extra',)
    def __new__(
        cls,
        id: str = ...,
        *,
        kind: ConversationType = ...,
        post_token: str | None = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def id(self) -> str:
        """Its id."""
    @property
    def kind(self) -> ConversationType:
        """What it is about."""
    @property
    def post_token(self) -> str | None:
        """The post that it is about."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class ConversationRecord:
    """A conversation with its text messages, oldest first (docs/platform.md#read-conversation)."""
    __match_args__: Final = ('conversation', 'messages', 'issues', 'extra',)
    def __new__(
        cls,
        conversation: Conversation = ...,
        *,
        messages: Sequence[ChatMessage] = ...,
        issues: Sequence[FieldIssue] = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def conversation(self) -> Conversation:
        """The conversation."""
    @property
    def messages(self) -> list[ChatMessage]:
        """The messages."""
    @property
    def issues(self) -> list[FieldIssue]:
        """Members that could not be read and count as absent."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class CustomButton:
    """A custom button."""
    __match_args__: Final = ('kind', 'action', 'extra',)
    def __new__(
        cls,
        kind: CustomButtonType = ...,
        *,
        action: Action | None = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def kind(self) -> CustomButtonType:
        """What it is for."""
    @property
    def action(self) -> Action | None:
        """What a click does."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def check(self) -> None:
        """Checks every limit, as each call does before it sends. Raises `InvalidInput` with the path of the
        invalid value.
        """
    @staticmethod
    def from_dict(value: Mapping[str, Any]) -> CustomButton:
        """Reads the form that `to_dict` writes. Raises `InvalidInput` with the path of the invalid value."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class DailyCount:
    """The count of a day."""
    __match_args__: Final = ('date', 'count', 'extra',)
    def __new__(cls, date: str = ..., *, count: int = ..., extra: Mapping[str, Any] = ...) -> Self: ...
    @property
    def date(self) -> str:
        """The day, as the platform writes it."""
    @property
    def count(self) -> int:
        """The count."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class DeadLetter:
    """An event that is not retried automatically any more."""
    __match_args__: Final = ('id', 'delivery', 'attempts', 'received_at', 'key_id', 'failed_at', 'reason',)
    def __new__(
        cls,
        id: str = ...,
        *,
        delivery: Delivery,
        attempts: int,
        received_at: datetime,
        key_id: str = ...,
        failed_at: datetime,
        reason: str = ...,
    ) -> Self: ...
    @property
    def id(self) -> str:
        """The id of the dead letter, for `retry` and `discard`."""
    @property
    def delivery(self) -> Delivery:
        """The event."""
    @property
    def attempts(self) -> int:
        """How many attempts were made."""
    @property
    def received_at(self) -> datetime:
        """When the event arrived."""
    @property
    def key_id(self) -> str:
        """The id of the identification key of its request."""
    @property
    def failed_at(self) -> datetime:
        """When it became a dead letter."""
    @property
    def reason(self) -> str:
        """Why the last attempt failed."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class Delivery:
    """One webhook request from the platform."""
    __match_args__: Final = ('event', 'metadata', 'grant', 'legacy', 'notes', 'dedupe_key', 'dedupe_window_seconds', 'body_digest', 'extra',)
    def __new__(
        cls,
        event: Event,
        *,
        metadata: Any | None = ...,
        grant: str | None = ...,
        legacy: bool = ...,
        notes: Sequence[str] = ...,
        dedupe_key: str = ...,
        dedupe_window_seconds: int | None = ...,
        body_digest: str = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def event(self) -> Event:
        """The event."""
    @property
    def metadata(self) -> Any | None:
        """The object given with the subscription."""
    @property
    def grant(self) -> str | None:
        """The grant of the user of the event: the text `grant` in the metadata, where the app has put it."""
    @property
    def legacy(self) -> bool:
        """Whether it came in the legacy form, `CHAT_MESSAGE`."""
    @property
    def notes(self) -> list[str]:
        """What was unusual about the body."""
    @property
    def dedupe_key(self) -> str:
        """Equal for deliveries of the same event. It is made from the id of the message, from the id and the state of the
        transaction, or else from the SHA-256 of the body without its metadata and the white space between its tokens. Every id
        of 1 to 256 bytes is used, whether it is a UUID or not. UUIDs are compared without regard to case.
        """
    @property
    def dedupe_window_seconds(self) -> int | None:
        """How long `dedupe_key` identifies the same event, in seconds; `None` means without end."""
    @property
    def body_digest(self) -> str:
        """A checksum of the body without its metadata (XXH3, 128 bits), as 32 hexadecimal digits. If two deliveries have the same
        `dedupe_key` but different digests, they contradict each other and neither is a repetition. It detects differences, not
        forgery.
        """
    @property
    def extra(self) -> dict[str, Any]:
        """Members beside the event that this version does not know. Those of an unknown event are in its body."""
    @property
    def sent_at(self) -> datetime | None:
        """When the event happened, if known."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class Deprecation:
    """When an endpoint was deprecated, and what to use instead."""
    __match_args__: Final = ('replacement', 'since',)
    def __new__(cls, replacement: str, *, since: str) -> Self: ...
    @property
    def replacement(self) -> str:
        """The name of the endpoint to use instead."""
    @property
    def since(self) -> str:
        """The date of the deprecation, if known."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class DescriptionRow:
    """A paragraph."""
    __match_args__: Final = ('text', 'has_divider', 'expandable', 'semantic_paths', 'extra',)
    def __new__(
        cls,
        text: str,
        *,
        has_divider: bool = ...,
        expandable: bool = ...,
        semantic_paths: Mapping[str, str] = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def text(self) -> str:
        """At most 200 characters, unless `expandable`."""
    @property
    def has_divider(self) -> bool:
        """Whether a line is drawn under the row."""
    @property
    def expandable(self) -> bool:
        """Whether the text is shortened until the user taps it. Then the limit of 200 characters does not apply."""
    @property
    def semantic_paths(self) -> dict[str, str]:
        """In JSON this is beside the widget's name, not inside the widget."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class DirectLink:
    """The query of a direct link: the user's browser opens the app's own address (docs/platform.md#direct-links).

    It is not authenticated: anyone can open the address with any post token.
    """
    __match_args__: Final = ('post_token', 'completion_url', 'ticket_uuid', 'app_slug', 'parameters',)
    def __new__(
        cls,
        post_token: str | None = ...,
        *,
        completion_url: str | None = ...,
        ticket_uuid: str | None = ...,
        app_slug: str | None = ...,
        parameters: Mapping[str, str] = ...,
    ) -> Self: ...
    @property
    def post_token(self) -> str | None:
        """The post, if the user came from one."""
    @property
    def completion_url(self) -> str | None:
        """Where old documents tell the app to send the user at the end. Check it before a redirect."""
    @property
    def ticket_uuid(self) -> str | None:
        """A payment ticket."""
    @property
    def app_slug(self) -> str | None:
        """The app."""
    @property
    def parameters(self) -> dict[str, str]:
        """Further parameters, which depend on the category."""
    @staticmethod
    def parse(url_or_query: str) -> DirectLink:
        """Parses an address or its query. If a parameter occurs twice, the first is used."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class DynamicActionReply:
    """The response to a dynamic action: an action, a short text, or both."""
    __match_args__: Final = ('action', 'text_message', 'extra',)
    def __new__(
        cls,
        action: Action | None = ...,
        *,
        text_message: str | None = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def action(self) -> Action | None:
        """The action to carry out."""
    @property
    def text_message(self) -> str | None:
        """A text that is shown for a moment."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def check(self) -> None:
        """Checks every limit, as each call does before it sends. Raises `InvalidInput` with the path of the
        invalid value.
        """
    @staticmethod
    def from_dict(value: Mapping[str, Any]) -> DynamicActionReply:
        """Reads the form that `to_dict` writes. Raises `InvalidInput` with the path of the invalid value."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class DynamicActionRequest:
    """A user clicked a button with a dynamic action: respond with what to do, a `DynamicActionReply`."""
    __match_args__: Final = ('touchpoint', 'post_token', 'conversation_id', 'user_side', 'user_id', 'extra_data', 'issues', 'extra',)
    def __new__(
        cls,
        touchpoint: Touchpoint = ...,
        *,
        post_token: str | None = ...,
        conversation_id: str | None = ...,
        user_side: UserSide | None = ...,
        user_id: str | None = ...,
        extra_data: Any | None = ...,
        issues: Sequence[FieldIssue] = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def touchpoint(self) -> Touchpoint:
        """Where the button is."""
    @property
    def post_token(self) -> str | None:
        """The post."""
    @property
    def conversation_id(self) -> str | None:
        """The conversation."""
    @property
    def user_side(self) -> UserSide | None:
        """The user's side in the conversation."""
    @property
    def user_id(self) -> str | None:
        """The user who clicked."""
    @property
    def extra_data(self) -> Any | None:
        """The `data` of the action."""
    @property
    def issues(self) -> list[FieldIssue]:
        """Members that could not be read and count as absent."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class EndpointRow:
    """An endpoint as plain values: `endpoints --json`, and the table in other languages."""
    __match_args__: Final = ('name', 'number', 'method', 'host', 'path', 'credentials', 'body', 'retry', 'scopes', 'scope_rule', 'permission', 'deprecation', 'lifecycle', 'app_use', 'purpose', 'source',)
    def __new__(
        cls,
        name: str,
        *,
        number: str | None = ...,
        method: str,
        host: str,
        path: str,
        credentials: str,
        body: str,
        retry: str,
        scopes: Sequence[str] = ...,
        scope_rule: str,
        permission: str | None = ...,
        deprecation: Deprecation | None = ...,
        lifecycle: str,
        app_use: str,
        purpose: str,
        source: str,
    ) -> Self: ...
    @property
    def name(self) -> str:
        """The name of the method that calls it, such as `addons.create_on_post`."""
    @property
    def number(self) -> str | None:
        """The specification's number, if it has one."""
    @property
    def method(self) -> str:
        """HTTP method."""
    @property
    def host(self) -> str:
        """The host that serves it."""
    @property
    def path(self) -> str:
        """Path, with `{names}` for the variable segments."""
    @property
    def credentials(self) -> str:
        """The credentials of the request."""
    @property
    def body(self) -> str:
        """The format of the body."""
    @property
    def retry(self) -> str:
        """When it may be sent again."""
    @property
    def scopes(self) -> list[str]:
        """The scopes, the narrowest first. `scope_rule` says which of them are needed."""
    @property
    def scope_rule(self) -> str:
        """Which of the scopes are needed: `"none"`, `"one_of"`, `"each"`, if each gives another member of the response, or
        `"of_event"`, if they depend on the type of the event: then `scopes` is empty.
        """
    @property
    def permission(self) -> str | None:
        """The permission that the API key needs."""
    @property
    def deprecation(self) -> Deprecation | None:
        """Set for a deprecated endpoint."""
    @property
    def lifecycle(self) -> str:
        """Whether it is current, newer or deprecated: `current`, `newer` or `legacy`."""
    @property
    def app_use(self) -> str:
        """What an app on a phone may do with it."""
    @property
    def purpose(self) -> str:
        """Its purpose."""
    @property
    def source(self) -> str:
        """The source of its description."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class ErrorReport:
    """All contents of an `OpenPlatformError` as plain values. Members that its kind does not have are empty."""
    __match_args__: Final = ('code', 'text', 'field', 'subject', 'reason', 'status', 'platform_code', 'details', 'endpoint', 'request_id', 'attempts', 'is_retryable', 'retry_after_seconds', 'quota', 'needs_scopes', 'needs_permission', 'transport', 'path', 'sent_at', 'fingerprint', 'thrown',)
    def __new__(
        cls,
        code: str,
        *,
        text: str,
        field: str | None = ...,
        subject: str | None = ...,
        reason: str | None = ...,
        status: int | None = ...,
        platform_code: int | None = ...,
        details: Sequence[Any] = ...,
        endpoint: str | None = ...,
        request_id: str | None = ...,
        attempts: int | None = ...,
        is_retryable: bool = ...,
        retry_after_seconds: float | None = ...,
        quota: str | None = ...,
        needs_scopes: Sequence[str] = ...,
        needs_permission: str | None = ...,
        transport: str | None = ...,
        path: str | None = ...,
        sent_at: datetime | None = ...,
        fingerprint: str | None = ...,
        thrown: int | None = ...,
    ) -> Self: ...
    @property
    def code(self) -> str:
        """The stable word of the kind: `OpenPlatformError.code`."""
    @property
    def text(self) -> str:
        """The whole error as a sentence."""
    @property
    def field(self) -> str | None:
        """The path of the invalid value, for `invalid_input`."""
    @property
    def subject(self) -> str | None:
        """The setting, for `config`; the operation, for `store`; the OAuth error word, for
        `authorization_refused`.
        """
    @property
    def reason(self) -> str | None:
        """Why, without the value. For an error response, the platform's message."""
    @property
    def status(self) -> int | None:
        """HTTP status of the response, or of the refusal for `webhook`."""
    @property
    def platform_code(self) -> int | None:
        """The platform's own code: a gRPC number."""
    @property
    def details(self) -> list[Any]:
        """Further details, as the platform sent them."""
    @property
    def endpoint(self) -> str | None:
        """Name of the endpoint, such as `posts.get`."""
    @property
    def request_id(self) -> str | None:
        """The request id that the platform returned, or else the one that this client sent."""
    @property
    def attempts(self) -> int | None:
        """How many times the request was sent."""
    @property
    def is_retryable(self) -> bool:
        """Whether the same call may succeed later, and repeating it cannot have a double effect."""
    @property
    def retry_after_seconds(self) -> float | None:
        """How long to wait before the next attempt, in seconds, if known."""
    @property
    def quota(self) -> str | None:
        """The quota that is used up, for `rate_limited`: `minute` or `day`, if the platform says which."""
    @property
    def needs_scopes(self) -> list[str]:
        """Any one of these scopes is needed, for `missing_scope`."""
    @property
    def needs_permission(self) -> str | None:
        """The permission the API key needs, for `missing_scope`."""
    @property
    def transport(self) -> str | None:
        """Where the exchange failed, for `transport`: `connect`, `tls`, `interrupted`, `deadline`, `too_large`,
        `redirect` or `protocol`.
        """
    @property
    def path(self) -> str | None:
        """The path of the value that cannot be read, for `decode`, with the names of the platform's JSON."""
    @property
    def sent_at(self) -> datetime | None:
        """When the request was sent, for `ambiguous_outcome`."""
    @property
    def fingerprint(self) -> str | None:
        """First 16 hex digits of the SHA-256 of the body, for `ambiguous_outcome`."""
    @property
    def thrown(self) -> int | None:
        """The number under which the package keeps the error of the app's own store or token provider."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class EvaluationRow:
    """A scale of three sections with an indicator on it."""
    __match_args__: Final = ('indicator_text', 'indicator_percentage', 'icon_name', 'left', 'middle', 'right', 'semantic_paths', 'extra',)
    def __new__(
        cls,
        indicator_text: str,
        *,
        indicator_percentage: int = ...,
        icon_name: str | None = ...,
        left: EvaluationSection | None = ...,
        middle: EvaluationSection | None = ...,
        right: EvaluationSection | None = ...,
        semantic_paths: Mapping[str, str] = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def indicator_text(self) -> str:
        """Text on the indicator. Its limit is not documented."""
    @property
    def indicator_percentage(self) -> int:
        """Position of the indicator, from 0 (left edge) to 100 (right edge)."""
    @property
    def icon_name(self) -> str | None:
        """Icon of the indicator."""
    @property
    def left(self) -> EvaluationSection | None:
        """The left section."""
    @property
    def middle(self) -> EvaluationSection | None:
        """The middle section."""
    @property
    def right(self) -> EvaluationSection | None:
        """The right section."""
    @property
    def semantic_paths(self) -> dict[str, str]:
        """In JSON this is beside the widget's name, not inside the widget."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class EvaluationSection:
    """One section of an `EvaluationRow`."""
    __match_args__: Final = ('text', 'section_color', 'extra',)
    def __new__(cls, text: str, *, section_color: Color | None = ..., extra: Mapping[str, Any] = ...) -> Self: ...
    @property
    def text(self) -> str:
        """At most 18 characters."""
    @property
    def section_color(self) -> Color | None:
        """Colour of the section."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

class Event:
    """A webhook event."""
    @final
    class NewMessage(Event):
        """A new message in a chat about a post."""
        __match_args__: Final = ('message',)
        def __new__(cls, message: ChatMessage) -> Self: ...
        @property
        def message(self) -> ChatMessage:
            """The message."""
    @final
    class NewChatbotMessage(Event):
        """A new message to the app's chatbot."""
        __match_args__: Final = ('message',)
        def __new__(cls, message: ChatMessage) -> Self: ...
        @property
        def message(self) -> ChatMessage:
            """The message."""
    @final
    class UserAccessRevocation(Event):
        """A user removed the app's access."""
        __match_args__: Final = ('revocation',)
        def __new__(cls, revocation: _UserAccessRevocation) -> Self: ...
        @property
        def revocation(self) -> _UserAccessRevocation:
            """The user who removed it."""
    @final
    class PostUpdate(Event):
        """A post changed."""
        __match_args__: Final = ('update',)
        def __new__(cls, update: _PostUpdate) -> Self: ...
        @property
        def update(self) -> _PostUpdate:
            """The change and the post."""
    @final
    class PaymentTransaction(Event):
        """A transaction changed."""
        __match_args__: Final = ('transaction',)
        def __new__(cls, transaction: Transaction) -> Self: ...
        @property
        def transaction(self) -> Transaction:
            """The transaction."""
    @final
    class Unknown(Event):
        """A kind that this version does not know."""
        __match_args__: Final = ('kind', 'body',)
        def __new__(cls, kind: str, *, body: Any) -> Self: ...
        @property
        def kind(self) -> str:
            """The `type` as sent."""
        @property
        def body(self) -> Any:
            """The whole body."""
    @final
    class Malformed(Event):
        """An authentic event that cannot be read. Keep it for examination and respond with 2xx; otherwise the platform
        may send it again and again.
        """
        __match_args__: Final = ('kind', 'reason', 'body',)
        def __new__(cls, kind: str, *, reason: str, body: Any) -> Self: ...
        @property
        def kind(self) -> str:
            """The `type` as sent; empty if it is missing."""
        @property
        def reason(self) -> str:
            """What is wrong with it."""
        @property
        def body(self) -> Any:
            """The whole body."""
    @property
    def kind(self) -> str:
        """The `type` in JSON, such as `NEW_MESSAGE`."""
    @property
    def message(self) -> ChatMessage | None:
        """The message, if the event is about one."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class EventRow:
    """A title with a subtitle, a label and an image or an icon.

    The image has two names: `"image_url"` in the specification, and `"image_id"` on the live platform, which is newer
    (docs/platform.md#contradiction-3). They are separate members and are written as given. An argument
    `image` of a row means the first of them, and errors have its name.
    """
    __match_args__: Final = ('title', 'subtitle', 'label', 'image_url', 'image_id', 'icon_name', 'has_divider', 'semantic_paths', 'extra',)
    def __new__(
        cls,
        title: str,
        *,
        subtitle: str | None = ...,
        label: str | None = ...,
        image: str | UploadedImage | None = ...,
        image_url: str | UploadedImage | None = ...,
        image_id: str | UploadedImage | None = ...,
        icon_name: str | None = ...,
        has_divider: bool = ...,
        semantic_paths: Mapping[str, str] = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def title(self) -> str:
        """At most 24 characters."""
    @property
    def subtitle(self) -> str | None:
        """The text under the title: at most 59 characters."""
    @property
    def label(self) -> str | None:
        """The text at the end of the row: at most 15 characters."""
    @property
    def image_url(self) -> str | None:
        """An uploaded image, or the app's logo, under the name in the specification."""
    @property
    def image_id(self) -> str | None:
        """An uploaded image, or the app's logo, under the newer name."""
    @property
    def icon_name(self) -> str | None:
        """An icon."""
    @property
    def has_divider(self) -> bool:
        """Whether a line is drawn under the row."""
    @property
    def semantic_paths(self) -> dict[str, str]:
        """In JSON this is beside the widget's name, not inside the widget."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know. `action` is one: examples show it, the interface description does
        not have it (docs/platform.md#contradiction-32).
        """
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class FieldIssue:
    """A member of a response that has the wrong type. It counts as absent, unless only an unpaired surrogate in a text was
    replaced by U+FFFD. An item of a list, such as `posts[3].title`, is left out of the list; with more than 20 of them
    the list counts as absent. So does a member with more than 20 unreadable members of its own, and an object without a readable
    amount or coordinate that it always has, because zero would be wrong: a price without its amount.
    """
    __match_args__: Final = ('path', 'reason',)
    def __new__(cls, path: str, *, reason: str) -> Self: ...
    @property
    def path(self) -> str:
        """Path of the member, such as `"business_data.business_type"`. Items of lists are counted as they arrived."""
    @property
    def reason(self) -> str:
        """What is wrong with it, without its value."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class FileData:
    """A file."""
    __match_args__: Final = ('link', 'name', 'size_bytes', 'extra',)
    def __new__(
        cls,
        link: str = ...,
        *,
        name: str = ...,
        size_bytes: int | None = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def link(self) -> str:
        """Its address."""
    @property
    def name(self) -> str:
        """Its name."""
    @property
    def size_bytes(self) -> int | None:
        """Size in bytes."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class FoundPost:
    """A post in the result of a search. `client.posts.get` reads the whole post."""
    __match_args__: Final = ('token', 'category', 'city', 'title', 'last_modified_at', 'price', 'real_estate_fields', 'vehicles_fields', 'extra',)
    def __new__(
        cls,
        token: str = ...,
        *,
        category: str = ...,
        city: str = ...,
        title: str = ...,
        last_modified_at: datetime | None = ...,
        price: Price | None = ...,
        real_estate_fields: RealEstateFields | None = ...,
        vehicles_fields: VehicleFields | None = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def token(self) -> str:
        """Its token."""
    @property
    def category(self) -> str:
        """Slug of the leaf category."""
    @property
    def city(self) -> str:
        """Slug of the city."""
    @property
    def title(self) -> str:
        """Its title."""
    @property
    def last_modified_at(self) -> datetime | None:
        """When it last changed."""
    @property
    def price(self) -> Price | None:
        """Its price."""
    @property
    def real_estate_fields(self) -> RealEstateFields | None:
        """What a post of real estate has. Posts of other categories have none of it."""
    @property
    def vehicles_fields(self) -> VehicleFields | None:
        """What a post of a vehicle has. Posts of other categories have none of it."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know. Those of other categories, such as `jobs_fields`, are documented as empty."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class FoundPosts:
    """The result of a search: at most the 100 newest posts. There are no further pages."""
    __match_args__: Final = ('posts', 'issues', 'extra',)
    def __new__(
        cls,
        posts: Sequence[FoundPost] = ...,
        *,
        issues: Sequence[FieldIssue] = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def posts(self) -> list[FoundPost]:
        """The posts, newest first."""
    @property
    def issues(self) -> list[FieldIssue]:
        """Members that could not be read and count as absent."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class Gap:
    """A period in which events may be missing. Read the data of that period from the API instead."""
    __match_args__: Final = ('from_', 'to',)
    def __new__(cls, from_: datetime, *, to: datetime) -> Self: ...
    @property
    def from_(self) -> datetime:
        """When the old token ended."""
    @property
    def to(self) -> datetime:
        """When the platform accepted the subscription again."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class GatewayOptions:
    """The options of a gateway, the backend of a mobile app."""
    __match_args__: Final = ('allow', 'lifetime_seconds', 'body_limit', 'redirect_uris',)
    def __new__(
        cls,
        allow: Sequence[str] = ...,
        *,
        lifetime_seconds: float | None = ...,
        body_limit: int | None = ...,
        redirect_uris: Sequence[str] = ...,
    ) -> Self: ...
    @property
    def allow(self) -> list[str]:
        """The calls that change something and that phones may make, by their names in the endpoint table, such as
        `conversations.send`. By default a phone can only read. The owner of a phone can send every request that is allowed, not only
        those of the app: allow what a user may state (a message), not what the backend guarantees (an add-on that says "Inspected").
        """
    @property
    def lifetime_seconds(self) -> float | None:
        """The lifetime of a token: 10 minutes by default, at most an hour, in whole seconds."""
    @property
    def body_limit(self) -> int | None:
        """The maximum size of a body in bytes: 256 KiB by default."""
    @property
    def redirect_uris(self) -> list[str]:
        """The addresses that phones return to after a login, if they differ from the client's."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class GrantInfo:
    """The data of a grant, without its secrets."""
    __match_args__: Final = ('key', 'user', 'user_id', 'state', 'reason', 'scopes', 'missing_scopes', 'generation', 'renewable', 'consent_at', 'access_expires_at', 'expiry_assumed', 'refresh_expires_at', 'warning', 'refresh_failures', 'unsaved',)
    def __new__(
        cls,
        key: str,
        *,
        user: str | None = ...,
        user_id: str | None = ...,
        state: GrantState,
        reason: str | None = ...,
        scopes: Sequence[str] = ...,
        missing_scopes: Sequence[str] = ...,
        generation: int,
        renewable: bool = ...,
        consent_at: datetime,
        access_expires_at: datetime,
        expiry_assumed: bool = ...,
        refresh_expires_at: datetime | None = ...,
        warning: GrantWarning | None = ...,
        refresh_failures: int,
        unsaved: bool = ...,
    ) -> Self: ...
    @property
    def key(self) -> str:
        """The key of the grant."""
    @property
    def user(self) -> str | None:
        """The app's name for the user, if the login gave one."""
    @property
    def user_id(self) -> str | None:
        """The platform's id of the user for this app, as events contain it. Known once `me` was
        called with this grant, by the app or by a `Keeper`. That call needs the scope `USER_ID`.
        """
    @property
    def state(self) -> GrantState:
        """Whether the grant can be used."""
    @property
    def reason(self) -> str | None:
        """Why the grant ended, if it did."""
    @property
    def scopes(self) -> list[str]:
        """The granted scopes."""
    @property
    def missing_scopes(self) -> list[str]:
        """The scopes that were requested and not granted."""
    @property
    def generation(self) -> int:
        """The number of the current token pair of this grant, counted from 1."""
    @property
    def renewable(self) -> bool:
        """Whether there is a refresh token. Without one the grant ends with its access token."""
    @property
    def consent_at(self) -> datetime:
        """When the user logged in."""
    @property
    def access_expires_at(self) -> datetime:
        """When the access token ends. It is refreshed before that."""
    @property
    def expiry_assumed(self) -> bool:
        """The platform named no usable lifetime, and 3600 s were assumed."""
    @property
    def refresh_expires_at(self) -> datetime | None:
        """When the refresh token ends, 30 days after it was issued (docs/platform.md#token-lifetimes). Whether the platform
        counts from the last refresh, as assumed here, or from the login, is not documented.
        """
    @property
    def warning(self) -> GrantWarning | None:
        """Set when the refresh token gets old, by the same count. A `Keeper` refreshes grants before
        that. Without a keeper, call `client.grants.list` once a day and refresh the idle grants.
        """
    @property
    def refresh_failures(self) -> int:
        """How many refreshes have failed in a row."""
    @property
    def unsaved(self) -> bool:
        """The tokens are new and not in the store yet, because it failed. They are kept in memory and stored as soon as
        possible.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class GrantPage:
    """A page of the stored grants."""
    __match_args__: Final = ('grants', 'next',)
    def __new__(cls, grants: Sequence[GrantInfo] = ..., *, next: str | None = ...) -> Self: ...
    @property
    def grants(self) -> list[GrantInfo]:
        """The grants, in the order of their keys."""
    @property
    def next(self) -> str | None:
        """The value of `after` for the next page. `None`: this is the last page."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class GroupInfoItem:
    """One fact of a `GroupInfoRow`."""
    __match_args__: Final = ('title', 'value', 'extra',)
    def __new__(cls, title: str, *, value: str, extra: Mapping[str, Any] = ...) -> Self: ...
    @property
    def title(self) -> str:
        """At most 50 characters."""
    @property
    def value(self) -> str:
        """At most 100 characters."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class GroupInfoRow:
    """Two or three facts side by side."""
    __match_args__: Final = ('items', 'has_divider', 'semantic_paths', 'extra',)
    def __new__(
        cls,
        items: Sequence[GroupInfoItem] = ...,
        *,
        has_divider: bool = ...,
        semantic_paths: Mapping[str, str] = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def items(self) -> list[GroupInfoItem]:
        """Two or three."""
    @property
    def has_divider(self) -> bool:
        """Whether a line is drawn under the row."""
    @property
    def semantic_paths(self) -> dict[str, str]:
        """In JSON this is beside the widget's name, not inside the widget."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class HandledEvent:
    """One attempt to handle an event of an inbox, once its end is stored."""
    __match_args__: Final = ('event_type', 'outcome', 'attempt', 'duration_seconds', 'wait_seconds',)
    def __new__(
        cls,
        event_type: str = ...,
        *,
        outcome: str = ...,
        attempt: int = ...,
        duration_seconds: float | None = ...,
        wait_seconds: float | None = ...,
    ) -> Self: ...
    @property
    def event_type(self) -> str:
        """Name of the event's type, such as `new_message`; `unknown` for a type that this version does not know, `malformed` for
        an event that cannot be parsed.
        """
    @property
    def outcome(self) -> str:
        """`acknowledged`; `retried` if it failed and is handled again later; `dead_letter` if it failed and is not; `released` if
        its worker stopped and another one handles it.
        """
    @property
    def attempt(self) -> int:
        """The number of this attempt, from 1."""
    @property
    def duration_seconds(self) -> float | None:
        """How long the worker had the event, in seconds, by the clock of the inbox. Empty for an event that was handed out by an
        earlier version.
        """
    @property
    def wait_seconds(self) -> float | None:
        """How long until the event is handled again, in seconds. Empty if it is not `retried`."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class HookLog:
    """A line for the log of the app. It contains no data of users and no key."""
    __match_args__: Final = ('is_error', 'text',)
    def __new__(cls, is_error: bool = ..., *, text: str = ...) -> Self: ...
    @property
    def is_error(self) -> bool:
        """Whether something failed. Otherwise it is a warning."""
    @property
    def text(self) -> str:
        """The text. It may end with the source of a handler that is missing."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

class HookStep:
    """What the caller does next for a request, with the method of `HookExchange` that takes the result. If it fails,
    `failed` takes the reason.
    """
    @final
    class Body(HookStep):
        """Read the body, or one byte more than `limit`: `read`,
        `too_slow` or `no_length`.
        """
        __match_args__: Final = ('limit', 'seconds',)
        def __new__(cls, limit: int, *, seconds: float) -> Self: ...
        @property
        def limit(self) -> int:
            """Its largest size in bytes."""
        @property
        def seconds(self) -> float:
            """The time limit of reading it, in seconds."""
    @final
    class Remember(HookStep):
        """Store a key in the dedupe store, unless it is there: `remembered`."""
        __match_args__: Final = ('key', 'window_seconds', 'timeout_seconds',)
        def __new__(cls, key: str, *, window_seconds: int | None, timeout_seconds: float) -> Self: ...
        @property
        def key(self) -> str:
            """The key."""
        @property
        def window_seconds(self) -> int | None:
            """How long to store it. Absent: as long as possible."""
        @property
        def timeout_seconds(self) -> float:
            """How long the store may take, in seconds. Then it has failed."""
    @final
    class Forget(HookStep):
        """Delete a key from the dedupe store: `done`."""
        __match_args__: Final = ('key', 'timeout_seconds',)
        def __new__(cls, key: str, *, timeout_seconds: float) -> Self: ...
        @property
        def key(self) -> str:
            """The key."""
        @property
        def timeout_seconds(self) -> float:
            """How long the store may take, in seconds. Then it has failed."""
    @final
    class Store(HookStep):
        """Hand over the event to the inbox: `store`."""
        __match_args__: Final = ()
        def __new__(cls) -> Self: ...
    @final
    class Event(HookStep):
        """Call the handler of the event: `done` or `not_taken`."""
        __match_args__: Final = ('handler', 'delivery', 'key_id',)
        def __new__(cls, handler: str, *, delivery: Delivery, key_id: str) -> Self: ...
        @property
        def handler(self) -> str:
            """The name of the handler."""
        @property
        def delivery(self) -> Delivery:
            """The event."""
        @property
        def key_id(self) -> str:
            """The id of the key that matched."""
    @final
    class Start(HookStep):
        """Call the handler of start requests: `started`."""
        __match_args__: Final = ('request', 'key_id',)
        def __new__(cls, request: StartRequest, *, key_id: str) -> Self: ...
        @property
        def request(self) -> StartRequest:
            """The request."""
        @property
        def key_id(self) -> str:
            """The id of the key that matched."""
    @final
    class DynamicAction(HookStep):
        """Call the handler of dynamic actions: `acted`."""
        __match_args__: Final = ('request', 'key_id',)
        def __new__(cls, request: DynamicActionRequest, *, key_id: str) -> Self: ...
        @property
        def request(self) -> DynamicActionRequest:
            """The request."""
        @property
        def key_id(self) -> str:
            """The id of the key that matched."""
    @final
    class Answer(HookStep):
        """Send the response. Nothing follows."""
        __match_args__: Final = ('reply', 'record', 'logs',)
        def __new__(cls, reply: Reply, *, record: ReceivedHook | None, logs: Sequence[HookLog]) -> Self: ...
        @property
        def reply(self) -> Reply:
            """The response."""
        @property
        def record(self) -> ReceivedHook | None:
            """The record of the request. Absent for a path that is not served."""
        @property
        def logs(self) -> list[HookLog]:
            """What to log, in order."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class ImageCarouselRow:
    """An image carousel. The maximum number of images is not documented."""
    __match_args__: Final = ('items', 'has_divider', 'semantic_paths', 'extra',)
    def __new__(
        cls,
        items: Sequence[CarouselItem] = ...,
        *,
        has_divider: bool = ...,
        semantic_paths: Mapping[str, str] = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def items(self) -> list[CarouselItem]:
        """The images, in order."""
    @property
    def has_divider(self) -> bool:
        """Whether a line is drawn under the row."""
    @property
    def semantic_paths(self) -> dict[str, str]:
        """In JSON this is beside the widget's name, not inside the widget."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class ImageData:
    """An image."""
    __match_args__: Final = ('link', 'size_bytes', 'height_px', 'width_px', 'extra',)
    def __new__(
        cls,
        link: str = ...,
        *,
        size_bytes: int | None = ...,
        height_px: int | None = ...,
        width_px: int | None = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def link(self) -> str:
        """Its address."""
    @property
    def size_bytes(self) -> int | None:
        """Size in bytes."""
    @property
    def height_px(self) -> int | None:
        """Height in pixels."""
    @property
    def width_px(self) -> int | None:
        """Width in pixels."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class InboxCounts:
    """The numbers of events in an inbox."""
    __match_args__: Final = ('pending', 'dead_letters',)
    def __new__(cls, pending: int = ..., *, dead_letters: int = ...) -> Self: ...
    @property
    def pending(self) -> int:
        """Events that wait or are being handled."""
    @property
    def dead_letters(self) -> int:
        """Dead letters."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class InboxItem:
    """An event to handle."""
    __match_args__: Final = ('id', 'delivery', 'attempts', 'received_at', 'key_id', 'leased_until', 'last_error',)
    def __new__(
        cls,
        id: str = ...,
        *,
        delivery: Delivery,
        attempts: int,
        received_at: datetime,
        key_id: str = ...,
        leased_until: datetime,
        last_error: str | None = ...,
    ) -> Self: ...
    @property
    def id(self) -> str:
        """The id of this attempt, for `ack` and `nack`."""
    @property
    def delivery(self) -> Delivery:
        """The event."""
    @property
    def attempts(self) -> int:
        """The number of this attempt, from 1."""
    @property
    def received_at(self) -> datetime:
        """When the event arrived."""
    @property
    def key_id(self) -> str:
        """The id of the identification key of its request."""
    @property
    def leased_until(self) -> datetime:
        """When the lease ends. Until then no other worker gets the event."""
    @property
    def last_error(self) -> str | None:
        """Why the previous attempt failed."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class InboxOptions:
    """The settings of an inbox. All processes of one inbox must use the same."""
    __match_args__: Final = ('lease_seconds', 'max_attempts', 'capacity', 'in_order', 'remember_days',)
    def __new__(
        cls,
        lease_seconds: int | None = ...,
        *,
        max_attempts: int | None = ...,
        capacity: int | None = ...,
        in_order: bool = ...,
        remember_days: int | None = ...,
    ) -> Self: ...
    @property
    def lease_seconds(self) -> int | None:
        """How long a worker has an event before another may get it: 60 seconds by default, from a second to 24 hours, in whole seconds.
        The workers of this SDK extend the lease while a handler runs. Your own workers call `Inbox.keep` or `Inbox.extend`.
        """
    @property
    def max_attempts(self) -> int | None:
        """After how many failed attempts an event becomes a dead letter, 1 to 1,000. 10 by default, which takes about four
        hours.
        """
    @property
    def capacity(self) -> int | None:
        """How many events may wait. 100,000 by default. The response to further events is 503."""
    @property
    def in_order(self) -> bool:
        """Whether the messages of one conversation are handled one after the other, in the order of their arrival. A message
        that fails blocks those after it until it is handled or a dead letter. Off by default.
        """
    @property
    def remember_days(self) -> int | None:
        """For how many days a repeated message or transaction is recognized, 1 to 3,650. 30 by default."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

class KeeperReport:
    """A report of a `Keeper`."""
    @final
    class Refreshed(KeeperReport):
        """This keeper has refreshed a grant and renewed its subscriptions."""
        __match_args__: Final = ('grant', 'user', 'generation', 'access_expires_at', 'subscriptions',)
        def __new__(
            cls,
            grant: str,
            *,
            user: str | None,
            generation: int,
            access_expires_at: datetime,
            subscriptions: int,
        ) -> Self: ...
        @property
        def grant(self) -> str:
            """The grant."""
        @property
        def user(self) -> str | None:
            """The app's name for the user, if the login gave one."""
        @property
        def generation(self) -> int:
            """The number of the grant's current token pair."""
        @property
        def access_expires_at(self) -> datetime:
            """When the new access token ends."""
        @property
        def subscriptions(self) -> int:
            """How many subscriptions are bound to the new token."""
    @final
    class ReauthSoon(KeeperReport):
        """A grant will end within seven days. Reported again when it will end within one day. Ask the user to log in before
        that. A certain end moves with each refresh, so the next one is reported again.
        """
        __match_args__: Final = ('grant', 'user', 'ends_at', 'certain',)
        def __new__(cls, grant: str, *, user: str | None, ends_at: datetime, certain: bool) -> Self: ...
        @property
        def grant(self) -> str:
            """The grant."""
        @property
        def user(self) -> str | None:
            """The app's name for the user, if the login gave one."""
        @property
        def ends_at(self) -> datetime:
            """When the grant ends."""
        @property
        def certain(self) -> bool:
            """`True`: refreshing has failed for weeks, and the grant ends 30 days after the last refresh. `False`: it ends only
            if the platform counts the 30 days from the login. That is not documented, and no grant in this store has shown
            the opposite yet by lasting longer.
            """
    @final
    class ReauthRequired(KeeperReport):
        """A grant has ended, and with it the events of its user. The user has to log in again. Reported once."""
        __match_args__: Final = ('grant', 'user', 'reason',)
        def __new__(cls, grant: str, *, user: str | None, reason: str) -> Self: ...
        @property
        def grant(self) -> str:
            """The grant."""
        @property
        def user(self) -> str | None:
            """The app's name for the user, if the login gave one."""
        @property
        def reason(self) -> str:
            """Why it ended."""
    @final
    class Gap(KeeperReport):
        """Events of a subscription may be missing: read the data of that period from the API. Also reported for periods in which
        no keeper ran.
        """
        __match_args__: Final = ('grant', 'user', 'event_type', 'event_resource_id', 'gap',)
        def __new__(
            cls,
            grant: str,
            *,
            user: str | None,
            event_type: SubscriptionType,
            event_resource_id: str | None,
            gap: _Gap,
        ) -> Self: ...
        @property
        def grant(self) -> str:
            """The grant."""
        @property
        def user(self) -> str | None:
            """The app's name for the user, if the login gave one."""
        @property
        def event_type(self) -> SubscriptionType:
            """The type of the events."""
        @property
        def event_resource_id(self) -> str | None:
            """The resource of the subscription, if it has one."""
        @property
        def gap(self) -> _Gap:
            """The period from when the subscription may have ended until the platform accepted it again."""
    @final
    class Blocked(KeeperReport):
        """The platform does not accept a wanted subscription, or the user has not granted its scope. It is requested again with
        the next token, and reported again only when the status changes.
        """
        __match_args__: Final = ('grant', 'user', 'event_type', 'event_resource_id', 'status', 'reason',)
        def __new__(
            cls,
            grant: str,
            *,
            user: str | None,
            event_type: SubscriptionType,
            event_resource_id: str | None,
            status: SubscriptionStatus,
            reason: str,
        ) -> Self: ...
        @property
        def grant(self) -> str:
            """The grant."""
        @property
        def user(self) -> str | None:
            """The app's name for the user, if the login gave one."""
        @property
        def event_type(self) -> SubscriptionType:
            """The type of the events."""
        @property
        def event_resource_id(self) -> str | None:
            """The resource of the subscription, if it has one."""
        @property
        def status(self) -> SubscriptionStatus:
            """The status of the subscription."""
        @property
        def reason(self) -> str:
            """Why it is blocked."""
    @final
    class Late(KeeperReport):
        """A minute after a refresh, some subscriptions are still not renewed: events may be missing. The renewal is repeated."""
        __match_args__: Final = ('grant', 'user', 'since', 'subscriptions',)
        def __new__(cls, grant: str, *, user: str | None, since: datetime, subscriptions: int) -> Self: ...
        @property
        def grant(self) -> str:
            """The grant."""
        @property
        def user(self) -> str | None:
            """The app's name for the user, if the login gave one."""
        @property
        def since(self) -> datetime:
            """When the grant was refreshed."""
        @property
        def subscriptions(self) -> int:
            """How many subscriptions are not renewed."""
    @final
    class Failing(KeeperReport):
        """Refreshing a grant has failed several times. Calls work until its access token ends. The refresh is repeated."""
        __match_args__: Final = ('grant', 'user', 'failures', 'reason', 'access_expires_at',)
        def __new__(
            cls,
            grant: str,
            *,
            user: str | None,
            failures: int,
            reason: str,
            access_expires_at: datetime,
        ) -> Self: ...
        @property
        def grant(self) -> str:
            """The grant."""
        @property
        def user(self) -> str | None:
            """The app's name for the user, if the login gave one."""
        @property
        def failures(self) -> int:
            """The number of failures in a row."""
        @property
        def reason(self) -> str:
            """Why the last attempt failed."""
        @property
        def access_expires_at(self) -> datetime:
            """When the access token ends."""
    @final
    class Stalled(KeeperReport):
        """No grant can be refreshed: the store cannot be reached (`code` is `store`), or the platform refuses the app's own
        credentials (`config`). No grant is lost. The keeper tries again by itself.
        """
        __match_args__: Final = ('code', 'reason',)
        def __new__(cls, code: str, *, reason: str) -> Self: ...
        @property
        def code(self) -> str:
            """The code of the error."""
        @property
        def reason(self) -> str:
            """Why."""
    @final
    class Resumed(KeeperReport):
        """The keeper works again after it had stalled."""
        __match_args__: Final = ('since',)
        def __new__(cls, since: datetime) -> Self: ...
        @property
        def since(self) -> datetime:
            """When it had stalled."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class LegacyAction:
    """An old action that opens an address. Replaced by `open_direct_link`."""
    __match_args__: Final = ('action_type', 'fallback_link', 'payload', 'extra',)
    def __new__(
        cls,
        action_type: str,
        *,
        fallback_link: str | None = ...,
        payload: LegacyActionPayload = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def action_type(self) -> str:
        """`LOAD_WEB_VIEW_PAGE` or `OPEN_WEB_PAGE`."""
    @property
    def fallback_link(self) -> str | None:
        """The address for clients that do not know the action."""
    @property
    def payload(self) -> LegacyActionPayload:
        """The address."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class LegacyActionPayload:
    """The address in a `LegacyAction`."""
    __match_args__: Final = ('type_url', 'url', 'link', 'extra',)
    def __new__(
        cls,
        type_url: str,
        *,
        url: str | None = ...,
        link: str | None = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def type_url(self) -> str:
        """The type of the payload."""
    @property
    def url(self) -> str | None:
        """The address, for `LOAD_WEB_VIEW_PAGE`."""
    @property
    def link(self) -> str | None:
        """The address, for `OPEN_WEB_PAGE`."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class LegacyButton:
    """The old button under a message."""
    __match_args__: Final = ('action', 'data', 'extra',)
    def __new__(cls, action: str, *, data: LegacyButtonData = ..., extra: Mapping[str, Any] = ...) -> Self: ...
    @property
    def action(self) -> str:
        """`LINK`: the only documented value."""
    @property
    def data(self) -> LegacyButtonData:
        """Its caption, icon and data."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class LegacyButtonData:
    """Caption, icon and data of an old button."""
    __match_args__: Final = ('icon_name', 'extra_data', 'caption', 'extra',)
    def __new__(
        cls,
        icon_name: str | None = ...,
        *,
        extra_data: Any | None = ...,
        caption: str,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def icon_name(self) -> str | None:
        """The icon."""
    @property
    def extra_data(self) -> Any | None:
        """An object that the platform sends back in the start request after a click."""
    @property
    def caption(self) -> str:
        """The caption."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class LegacyCarouselItem:
    """One image of a `LegacyImageCarouselRow`."""
    __match_args__: Final = ('image_url', 'description', 'extra',)
    def __new__(
        cls,
        image_url: str | UploadedImage,
        *,
        description: str | None = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def image_url(self) -> str:
        """An uploaded image, or the app's logo. Replaced by `image_id`."""
    @property
    def description(self) -> str | None:
        """Text under the image."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class LegacyDescriptionRow:
    """An old paragraph."""
    __match_args__: Final = ('text', 'has_divider', 'expandable', 'is_primary', 'small', 'padded', 'extra',)
    def __new__(
        cls,
        text: str,
        *,
        has_divider: bool = ...,
        expandable: bool = ...,
        is_primary: bool = ...,
        small: bool = ...,
        padded: bool = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def text(self) -> str:
        """At most 200 characters, unless `expandable`."""
    @property
    def has_divider(self) -> bool:
        """Whether a line is drawn under the row."""
    @property
    def expandable(self) -> bool:
        """Whether the text is shortened until the user taps it."""
    @property
    def is_primary(self) -> bool:
        """Not in the current format."""
    @property
    def small(self) -> bool:
        """Not in the current format."""
    @property
    def padded(self) -> bool:
        """Not in the current format."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class LegacyEvaluationRow:
    """An old scale of three sections with an indicator on it."""
    __match_args__: Final = ('indicator_text', 'indicator_percentage', 'indicator_icon', 'indicator_color', 'left', 'middle', 'right', 'extra',)
    def __new__(
        cls,
        indicator_text: str,
        *,
        indicator_percentage: int = ...,
        indicator_icon: LegacyIcon | None = ...,
        indicator_color: Color | None = ...,
        left: LegacyEvaluationSection | None = ...,
        middle: LegacyEvaluationSection | None = ...,
        right: LegacyEvaluationSection | None = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def indicator_text(self) -> str:
        """Text on the indicator."""
    @property
    def indicator_percentage(self) -> int:
        """From 0 to 100."""
    @property
    def indicator_icon(self) -> LegacyIcon | None:
        """Icon of the indicator. Replaced by `icon_name`."""
    @property
    def indicator_color(self) -> Color | None:
        """Not in the current format."""
    @property
    def left(self) -> LegacyEvaluationSection | None:
        """The left section."""
    @property
    def middle(self) -> LegacyEvaluationSection | None:
        """The middle section."""
    @property
    def right(self) -> LegacyEvaluationSection | None:
        """The right section."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class LegacyEvaluationSection:
    """One section of a `LegacyEvaluationRow`."""
    __match_args__: Final = ('text', 'text_color', 'section_color', 'extra',)
    def __new__(
        cls,
        text: str,
        *,
        text_color: Color | None = ...,
        section_color: Color | None = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def text(self) -> str:
        """At most 18 characters."""
    @property
    def text_color(self) -> Color | None:
        """Not in the current format."""
    @property
    def section_color(self) -> Color | None:
        """Colour of the section. The old format had more colours than the current one."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class LegacyEventRow:
    """An old title with a subtitle, a label and an image or an icon."""
    __match_args__: Final = ('title', 'subtitle', 'label', 'image_url', 'icon', 'has_divider', 'padded', 'extra',)
    def __new__(
        cls,
        title: str,
        *,
        subtitle: str | None = ...,
        label: str | None = ...,
        image_url: str | UploadedImage | None = ...,
        icon: LegacyIcon | None = ...,
        has_divider: bool = ...,
        padded: bool = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def title(self) -> str:
        """At most 24 characters."""
    @property
    def subtitle(self) -> str | None:
        """At most 59 characters."""
    @property
    def label(self) -> str | None:
        """At most 15 characters."""
    @property
    def image_url(self) -> str | None:
        """An uploaded image, or the app's logo. Replaced by `image_id`."""
    @property
    def icon(self) -> LegacyIcon | None:
        """An icon. Replaced by `icon_name`."""
    @property
    def has_divider(self) -> bool:
        """Whether a line is drawn under the row."""
    @property
    def padded(self) -> bool:
        """Not in the current format."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class LegacyGroupInfoRow:
    """An old row of two or three facts side by side."""
    __match_args__: Final = ('items', 'has_divider', 'extra',)
    def __new__(
        cls,
        items: Sequence[GroupInfoItem] = ...,
        *,
        has_divider: bool = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def items(self) -> list[GroupInfoItem]:
        """Two or three."""
    @property
    def has_divider(self) -> bool:
        """Whether a line is drawn under the row."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class LegacyIcon:
    """An old icon. Replaced by its name alone."""
    __match_args__: Final = ('icon_name', 'icon_color', 'image_url_light', 'image_url_dark', 'extra',)
    def __new__(
        cls,
        icon_name: str = ...,
        *,
        icon_color: Color | None = ...,
        image_url_light: str | None = ...,
        image_url_dark: str | None = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def icon_name(self) -> str:
        """The icon."""
    @property
    def icon_color(self) -> Color | None:
        """Not in the current format."""
    @property
    def image_url_light(self) -> str | None:
        """Not in the current format."""
    @property
    def image_url_dark(self) -> str | None:
        """Not in the current format."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class LegacyImageCarouselRow:
    """An old image carousel."""
    __match_args__: Final = ('items', 'has_divider', 'extra',)
    def __new__(
        cls,
        items: Sequence[LegacyCarouselItem] = ...,
        *,
        has_divider: bool = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def items(self) -> list[LegacyCarouselItem]:
        """The images, in order."""
    @property
    def has_divider(self) -> bool:
        """Whether a line is drawn under the row."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class LegacyMessage:
    """The old chat message (docs/platform.md#legacy-send). Replaced by `Message`."""
    __match_args__: Final = ('user_id', 'post_token', 'peer_id', 'message_type', 'message', 'sender_btn', 'receiver_btn', 'extra',)
    def __new__(
        cls,
        user_id: str = ...,
        *,
        post_token: str = ...,
        peer_id: str = ...,
        message_type: str,
        message: str,
        sender_btn: LegacyButton | None = ...,
        receiver_btn: LegacyButton | None = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def user_id(self) -> str:
        """The sender."""
    @property
    def post_token(self) -> str:
        """The post that the chat is about."""
    @property
    def peer_id(self) -> str:
        """The receiver."""
    @property
    def message_type(self) -> str:
        """`TEXT`: the only documented value."""
    @property
    def message(self) -> str:
        """The text."""
    @property
    def sender_btn(self) -> LegacyButton | None:
        """The button that the sending side sees."""
    @property
    def receiver_btn(self) -> LegacyButton | None:
        """The button that the receiving side sees."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def check(self) -> None:
        """Checks every limit, as each call does before it sends. Raises `InvalidInput` with the path of the
        invalid value.
        """
    @staticmethod
    def from_dict(value: Mapping[str, Any]) -> LegacyMessage:
        """Reads the form that `to_dict` writes. Raises `InvalidInput` with the path of the invalid value."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class LegacyNotification:
    """The request that the old listener received (docs/platform.md#legacy-listener). Replaced by the `NEW_MESSAGE` event.
    `Delivery` parses both; this type is for writing one.
    """
    __match_args__: Final = ('notification_type', 'timestamp', 'payload', 'extra',)
    def __new__(
        cls,
        notification_type: str = ...,
        *,
        timestamp: str = ...,
        payload: LegacyNotificationPayload = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def notification_type(self) -> str:
        """`CHAT_MESSAGE`."""
    @property
    def timestamp(self) -> str:
        """When it was sent, in seconds, as text."""
    @property
    def payload(self) -> LegacyNotificationPayload:
        """The message."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class LegacyNotificationData:
    """The content of an old message."""
    __match_args__: Final = ('text', 'extra',)
    def __new__(cls, text: str | None = ..., *, extra: Mapping[str, Any] = ...) -> Self: ...
    @property
    def text(self) -> str | None:
        """The text."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class LegacyNotificationMetadata:
    """The post that an old chat is about."""
    __match_args__: Final = ('category', 'post_token', 'title', 'extra',)
    def __new__(
        cls,
        category: str = ...,
        *,
        post_token: str = ...,
        title: str = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def category(self) -> str:
        """Slug of its category."""
    @property
    def post_token(self) -> str:
        """Its token."""
    @property
    def title(self) -> str:
        """Its title."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class LegacyNotificationPayload:
    """The message in a `LegacyNotification`."""
    __match_args__: Final = ('id', 'message_type', 'sent_at', 'data', 'sender', 'receiver', 'metadata', 'extra',)
    def __new__(
        cls,
        id: str = ...,
        *,
        message_type: str = ...,
        sent_at: str = ...,
        data: LegacyNotificationData = ...,
        sender: LegacyParty = ...,
        receiver: LegacyParty = ...,
        metadata: LegacyNotificationMetadata = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def id(self) -> str:
        """Id of the message: a UUID."""
    @property
    def message_type(self) -> str:
        """Kind of the message, such as `TEXT`."""
    @property
    def sent_at(self) -> str:
        """When it was sent, in microseconds, as text."""
    @property
    def data(self) -> LegacyNotificationData:
        """The content."""
    @property
    def sender(self) -> LegacyParty:
        """The sender."""
    @property
    def receiver(self) -> LegacyParty:
        """The receiver."""
    @property
    def metadata(self) -> LegacyNotificationMetadata:
        """The post that the chat is about."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class LegacyParty:
    """One side of an old chat."""
    __match_args__: Final = ('id', 'is_supply', 'extra',)
    def __new__(cls, id: str = ..., *, is_supply: bool = ..., extra: Mapping[str, Any] = ...) -> Self: ...
    @property
    def id(self) -> str:
        """Id of the user."""
    @property
    def is_supply(self) -> bool:
        """Whether this is the owner of the post."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class LegacyPostAddon:
    """The old body of an add-on on a post (docs/platform.md#legacy-addons). Replaced by
    `PostAddon`.
    """
    __match_args__: Final = ('widgets', 'semantic', 'semantic_sensitives', 'notes', 'extra',)
    def __new__(
        cls,
        widgets: LegacyWidgets = ...,
        *,
        semantic: Mapping[str, str] = ...,
        semantic_sensitives: Sequence[str] = ...,
        notes: str | None = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def widgets(self) -> LegacyWidgets:
        """The widgets."""
    @property
    def semantic(self) -> dict[str, str]:
        """Machine-readable facts, by name."""
    @property
    def semantic_sensitives(self) -> list[str]:
        """Names in `semantic` to hash. Not in the current form: the platform hashes every name that it does not know."""
    @property
    def notes(self) -> str | None:
        """Text for the app itself."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def check(self) -> None:
        """Checks every limit, as each call does before it sends. Raises `InvalidInput` with the path of the
        invalid value.
        """
    @staticmethod
    def from_dict(value: Mapping[str, Any]) -> LegacyPostAddon:
        """Reads the form that `to_dict` writes. Raises `InvalidInput` with the path of the invalid value."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class LegacyPostEdit:
    """Title, description and images of a post, in the old form of an edit."""
    __match_args__: Final = ('title', 'description', 'image_paths', 'extra',)
    def __new__(
        cls,
        title: str,
        *,
        description: str,
        image_paths: Sequence[str] = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def title(self) -> str:
        """The new title: 3 to 50 characters."""
    @property
    def description(self) -> str:
        """The new description."""
    @property
    def image_paths(self) -> list[str]:
        """All images, which replace the current ones. Whether the current ones stay if there are none here is unknown: send them all."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def check(self) -> None:
        """Checks every limit, as each call does before it sends. Raises `InvalidInput` with the path of the
        invalid value.
        """
    @staticmethod
    def from_dict(value: Mapping[str, Any]) -> LegacyPostEdit:
        """Reads the form that `to_dict` writes. Raises `InvalidInput` with the path of the invalid value."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class LegacyScoreRow:
    """An old score: a percentage or a word, exactly one of the two."""
    __match_args__: Final = ('title', 'percentage_score', 'descriptive_score', 'score_color', 'has_divider', 'icon', 'action', 'extra',)
    def __new__(
        cls,
        title: str,
        *,
        percentage_score: int | None = ...,
        descriptive_score: str | None = ...,
        score_color: Color | None = ...,
        has_divider: bool = ...,
        icon: LegacyIcon | None = ...,
        action: LegacyAction | None = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def title(self) -> str:
        """At most 25 characters."""
    @property
    def percentage_score(self) -> int | None:
        """From 0 to 100."""
    @property
    def descriptive_score(self) -> str | None:
        """At most 17 characters."""
    @property
    def score_color(self) -> Color | None:
        """Colour of the score."""
    @property
    def has_divider(self) -> bool:
        """Whether a line is drawn under the row. Written `hasDivider`, as the specification spells it for this widget."""
    @property
    def icon(self) -> LegacyIcon | None:
        """An icon. Replaced by `icon_name`."""
    @property
    def action(self) -> LegacyAction | None:
        """The action of a click."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class LegacySelectorRow:
    """An old selectable row."""
    __match_args__: Final = ('title', 'image_url', 'icon', 'has_divider', 'action', 'description', 'notification_text', 'has_notification', 'has_arrow', 'small', 'style', 'extra',)
    def __new__(
        cls,
        title: str,
        *,
        image_url: str | UploadedImage | None = ...,
        icon: LegacyIcon | None = ...,
        has_divider: bool = ...,
        action: LegacyAction | None = ...,
        description: str | None = ...,
        notification_text: str | None = ...,
        has_notification: bool = ...,
        has_arrow: bool = ...,
        small: bool = ...,
        style: str | None = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def title(self) -> str:
        """At most 200 characters."""
    @property
    def image_url(self) -> str | None:
        """An uploaded image, or the app's logo. Replaced by `image_id`."""
    @property
    def icon(self) -> LegacyIcon | None:
        """An icon. Replaced by `icon_name`."""
    @property
    def has_divider(self) -> bool:
        """Whether a line is drawn under the row."""
    @property
    def action(self) -> LegacyAction | None:
        """The action of a click."""
    @property
    def description(self) -> str | None:
        """Not in the current format."""
    @property
    def notification_text(self) -> str | None:
        """Not in the current format."""
    @property
    def has_notification(self) -> bool:
        """Not in the current format."""
    @property
    def has_arrow(self) -> bool:
        """Not in the current format."""
    @property
    def small(self) -> bool:
        """Not in the current format."""
    @property
    def style(self) -> str | None:
        """Not in the current format."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class LegacySubtitleRow:
    """An old smaller title."""
    __match_args__: Final = ('text', 'has_divider', 'extra',)
    def __new__(cls, text: str, *, has_divider: bool = ..., extra: Mapping[str, Any] = ...) -> Self: ...
    @property
    def text(self) -> str:
        """At most 200 characters."""
    @property
    def has_divider(self) -> bool:
        """Whether a line is drawn under the row."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class LegacyTitleRow:
    """An old title."""
    __match_args__: Final = ('text', 'has_divider', 'extra',)
    def __new__(cls, text: str, *, has_divider: bool = ..., extra: Mapping[str, Any] = ...) -> Self: ...
    @property
    def text(self) -> str:
        """At most 49 characters."""
    @property
    def has_divider(self) -> bool:
        """Whether a line is drawn under the row."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class LegacyUploadUrl:
    """The address that an image of a post is uploaded to."""
    __match_args__: Final = ('upload_url', 'extra',)
    def __new__(cls, upload_url: str = ..., *, extra: Mapping[str, Any] = ...) -> Self: ...
    @property
    def upload_url(self) -> str:
        """The address."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class LegacyUserAddon:
    """The old body of an add-on on a user (docs/platform.md#legacy-addons). Replaced by
    `UserAddon`.
    """
    __match_args__: Final = ('widgets', 'phone', 'notes', 'management_permalink', 'categories', 'ticket_uuid', 'verification_cost', 'semantic', 'semantic_sensitives', 'extra',)
    def __new__(
        cls,
        widgets: LegacyWidgets = ...,
        *,
        phone: str = ...,
        notes: str | None = ...,
        management_permalink: str | None = ...,
        categories: Sequence[str] = ...,
        ticket_uuid: str | None = ...,
        verification_cost: Rials | None = ...,
        semantic: Mapping[str, str] = ...,
        semantic_sensitives: Sequence[str] = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def widgets(self) -> LegacyWidgets:
        """The widgets."""
    @property
    def phone(self) -> str:
        """The phone number of the user; not sent if empty. Not in the current form, where it is in the path."""
    @property
    def notes(self) -> str | None:
        """Text for the app itself. Not in the current form."""
    @property
    def management_permalink(self) -> str | None:
        """Address where the user manages the add-on. Not in the current form."""
    @property
    def categories(self) -> list[str]:
        """Slugs of the categories in which it is shown; empty means all."""
    @property
    def ticket_uuid(self) -> str | None:
        """The payment ticket to spend: a UUID."""
    @property
    def verification_cost(self) -> Rials | None:
        """What the app charged. Replaced by `cost`."""
    @property
    def semantic(self) -> dict[str, str]:
        """Machine-readable facts, by name."""
    @property
    def semantic_sensitives(self) -> list[str]:
        """Names in `semantic` to hash. Not in the current form: the platform hashes every name that it does not know."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def check(self) -> None:
        """Checks every limit, as each call does before it sends. Raises `InvalidInput` with the path of the
        invalid value.
        """
    @staticmethod
    def from_dict(value: Mapping[str, Any]) -> LegacyUserAddon:
        """Reads the form that `to_dict` writes. Raises `InvalidInput` with the path of the invalid value."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class LegacyVerification:
    """The old body of a verification of a user (docs/platform.md#legacy-verifications). Replaced by
    `SemanticRecord`.
    """
    __match_args__: Final = ('phone', 'notes', 'semantic', 'semantic_sensitives', 'ticket_uuid', 'verification_cost', 'extra',)
    def __new__(
        cls,
        phone: str = ...,
        *,
        notes: str | None = ...,
        semantic: Mapping[str, str] = ...,
        semantic_sensitives: Sequence[str] = ...,
        ticket_uuid: str | None = ...,
        verification_cost: Rials | None = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def phone(self) -> str:
        """The phone number of the user; not sent if empty. Not in the current form, where it is in the path."""
    @property
    def notes(self) -> str | None:
        """Text for the app itself. Not in the current form."""
    @property
    def semantic(self) -> dict[str, str]:
        """Machine-readable facts, by name."""
    @property
    def semantic_sensitives(self) -> list[str]:
        """Names in `semantic` to hash. Not in the current form: the platform hashes every name that it does not know."""
    @property
    def ticket_uuid(self) -> str | None:
        """The payment ticket to spend: a UUID."""
    @property
    def verification_cost(self) -> Rials | None:
        """What the app charged. Replaced by `cost`."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def check(self) -> None:
        """Checks every limit, as each call does before it sends. Raises `InvalidInput` with the path of the
        invalid value.
        """
    @staticmethod
    def from_dict(value: Mapping[str, Any]) -> LegacyVerification:
        """Reads the form that `to_dict` writes. Raises `InvalidInput` with the path of the invalid value."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class LegacyWideButton:
    """The button in a `LegacyWideButtonBar`."""
    __match_args__: Final = ('title', 'action', 'extra',)
    def __new__(cls, title: str, *, action: LegacyAction = ..., extra: Mapping[str, Any] = ...) -> Self: ...
    @property
    def title(self) -> str:
        """At most 49 characters."""
    @property
    def action(self) -> LegacyAction:
        """The action of a click."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class LegacyWideButtonBar:
    """An old wide button. Replaced by `button_bar`, without the level of `button`."""
    __match_args__: Final = ('style', 'button', 'extra',)
    def __new__(
        cls,
        style: str | None = ...,
        *,
        button: LegacyWideButton = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def style(self) -> str | None:
        """`PRIMARY` or `SECONDARY`. Not in the current format."""
    @property
    def button(self) -> LegacyWideButton:
        """The button."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

class LegacyWidget:
    """One widget of the old format. Replaced by `Widget`."""
    @final
    class TitleRow(LegacyWidget):
        """A title."""
        __match_args__: Final = ('data',)
        def __new__(cls, data: LegacyTitleRow) -> Self: ...
        @property
        def data(self) -> LegacyTitleRow:
            """Its members."""
    @final
    class SubtitleRow(LegacyWidget):
        """A smaller title."""
        __match_args__: Final = ('data',)
        def __new__(cls, data: LegacySubtitleRow) -> Self: ...
        @property
        def data(self) -> LegacySubtitleRow:
            """Its members."""
    @final
    class DescriptionRow(LegacyWidget):
        """A paragraph."""
        __match_args__: Final = ('data',)
        def __new__(cls, data: LegacyDescriptionRow) -> Self: ...
        @property
        def data(self) -> LegacyDescriptionRow:
            """Its members."""
    @final
    class WideButtonBar(LegacyWidget):
        """A wide button. Replaced by `button_bar`."""
        __match_args__: Final = ('data',)
        def __new__(cls, data: LegacyWideButtonBar) -> Self: ...
        @property
        def data(self) -> LegacyWideButtonBar:
            """Its members."""
    @final
    class SelectorRow(LegacyWidget):
        """A selectable row."""
        __match_args__: Final = ('data',)
        def __new__(cls, data: LegacySelectorRow) -> Self: ...
        @property
        def data(self) -> LegacySelectorRow:
            """Its members."""
    @final
    class ScoreRow(LegacyWidget):
        """A score."""
        __match_args__: Final = ('data',)
        def __new__(cls, data: LegacyScoreRow) -> Self: ...
        @property
        def data(self) -> LegacyScoreRow:
            """Its members."""
    @final
    class ImageCarouselRow(LegacyWidget):
        """An image carousel."""
        __match_args__: Final = ('data',)
        def __new__(cls, data: LegacyImageCarouselRow) -> Self: ...
        @property
        def data(self) -> LegacyImageCarouselRow:
            """Its members."""
    @final
    class GroupInfoRow(LegacyWidget):
        """Two or three facts side by side."""
        __match_args__: Final = ('data',)
        def __new__(cls, data: LegacyGroupInfoRow) -> Self: ...
        @property
        def data(self) -> LegacyGroupInfoRow:
            """Its members."""
    @final
    class EventRow(LegacyWidget):
        """A title with a subtitle, a label and an image or an icon."""
        __match_args__: Final = ('data',)
        def __new__(cls, data: LegacyEventRow) -> Self: ...
        @property
        def data(self) -> LegacyEventRow:
            """Its members."""
    @final
    class EvaluationRow(LegacyWidget):
        """A scale of three sections with an indicator."""
        __match_args__: Final = ('data',)
        def __new__(cls, data: LegacyEvaluationRow) -> Self: ...
        @property
        def data(self) -> LegacyEvaluationRow:
            """Its members."""
    @final
    class Unknown(LegacyWidget):
        """A widget that this version does not know. It is sent unchanged and unchecked."""
        __match_args__: Final = ('widget_type', 'data',)
        def __new__(cls, widget_type: str, *, data: Any) -> Self: ...
        @property
        def widget_type(self) -> str:
            """Its name, such as `LEGEND_TITLE_ROW`."""
        @property
        def data(self) -> Any:
            """Its members, with `@type`."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class LegacyWidgets:
    """The old `widgets` object around a list."""
    __match_args__: Final = ('widget_list', 'extra',)
    def __new__(
        cls,
        widget_list: Sequence[LegacyWidget | LegacyTitleRow | LegacySubtitleRow | LegacyDescriptionRow | LegacyWideButtonBar | LegacySelectorRow | LegacyScoreRow | LegacyImageCarouselRow | LegacyGroupInfoRow | LegacyEventRow | LegacyEvaluationRow] = ...,
        *,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def widget_list(self) -> list[LegacyWidget]:
        """The widgets, from top to bottom."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class ListedPost:
    """A post in the list of a user's posts."""
    __match_args__: Final = ('token', 'title', 'images', 'category', 'is_phone_hidden', 'supplier_chat_assistant_enabled', 'extra',)
    def __new__(
        cls,
        token: str = ...,
        *,
        title: str = ...,
        images: Sequence[str] = ...,
        category: str = ...,
        is_phone_hidden: bool = ...,
        supplier_chat_assistant_enabled: bool = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def token(self) -> str:
        """Its token."""
    @property
    def title(self) -> str:
        """Its title."""
    @property
    def images(self) -> list[str]:
        """Addresses of the images."""
    @property
    def category(self) -> str:
        """Slug of the leaf category."""
    @property
    def is_phone_hidden(self) -> bool:
        """Whether the phone number is hidden."""
    @property
    def supplier_chat_assistant_enabled(self) -> bool:
        """Whether the seller's chat assistant is on. Only one of the documents has this member
        (docs/platform.md#contradiction-42).
        """
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class LocationData:
    """A location. One of which a coordinate cannot be read is absent as a whole."""
    __match_args__: Final = ('latitude', 'longitude', 'extra',)
    def __new__(
        cls,
        latitude: float = ...,
        *,
        longitude: float = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def latitude(self) -> float:
        """Degrees north, -90 to 90."""
    @property
    def longitude(self) -> float:
        """Degrees east, -180 to 180."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class Login:
    """A login to start: the scopes to request, and what to store until the user returns. `repr` does not show the session id,
    which is often a session cookie.
    """
    __match_args__: Final = ('scopes', 'session_id', 'user', 'return_to', 'redirect_uri', 'prompt', 'login_hint', 'ui_locales',)
    def __new__(
        cls,
        scopes: Sequence[str] = ...,
        *,
        session_id: str = ...,
        user: str | None = ...,
        return_to: str | None = ...,
        redirect_uri: str | None = ...,
        prompt: str | None = ...,
        login_hint: str | None = ...,
        ui_locales: str | None = ...,
    ) -> Self: ...
    @property
    def scopes(self) -> list[str]:
        """The scopes to request. With that of offline access the grant can be refreshed after its first
        access token ends.
        """
    @property
    def session_id(self) -> str:
        """A value that binds the login to the browser that starts it: that of a session cookie, or another one that only this
        browser can present again. The callback must be called with the same value.
        """
    @property
    def user(self) -> str | None:
        """The app's own id of the user, such as the primary key of its table of users. The same user and scopes always have the
        same grant, so that a new login replaces the old one.

        Do not use a session id, a cookie or another secret: the id is stored with the grant and appears in
        `GrantInfo` and in reports. Omit it if the app does not know its user yet.
        """
    @property
    def return_to(self) -> str | None:
        """The path of the app to continue at after the login. The callback returns it."""
    @property
    def redirect_uri(self) -> str | None:
        """A registered redirect URI to use instead of the client's."""
    @property
    def prompt(self) -> str | None:
        """What the server should ask for: words separated by spaces, such as `login` or `consent`, or `none` alone. Like the next
        two it is a standard parameter that the platform does not document and may ignore.
        """
    @property
    def login_hint(self) -> str | None:
        """The user who is about to log in, such as a phone number, so that the page can fill it in."""
    @property
    def ui_locales(self) -> str | None:
        """The languages of the page in order of preference: tags of BCP 47 separated by spaces, such as `fa en`."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class MediaUploadUrls:
    """The addresses for uploads of files of add-ons and posts."""
    __match_args__: Final = ('addon_images', 'submit_post_images', 'submit_post_videos', 'issues', 'extra',)
    def __new__(
        cls,
        addon_images: UploadTarget | None = ...,
        *,
        submit_post_images: UploadTarget | None = ...,
        submit_post_videos: UploadTarget | None = ...,
        issues: Sequence[FieldIssue] = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def addon_images(self) -> UploadTarget | None:
        """For images of add-ons."""
    @property
    def submit_post_images(self) -> UploadTarget | None:
        """For images of posts that are submitted."""
    @property
    def submit_post_videos(self) -> UploadTarget | None:
        """For videos of posts that are submitted."""
    @property
    def issues(self) -> list[FieldIssue]:
        """Members that could not be read and count as absent."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class Message:
    """A message to a conversation, sent as the user who granted access. It has either a text or a media token."""
    __match_args__: Final = ('text', 'media_token', 'sender_buttons', 'receiver_buttons', 'extra',)
    def __new__(
        cls,
        text: str | None = ...,
        *,
        media_token: str | None = ...,
        sender_buttons: ButtonGrid | Sequence[ButtonRow | Sequence[Button]] | None = ...,
        receiver_buttons: ButtonGrid | Sequence[ButtonRow | Sequence[Button]] | None = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def text(self) -> str | None:
        """The text. In JSON it is `message`, with `type` beside it."""
    @property
    def media_token(self) -> str | None:
        """The token of an image, video, voice recording or file that was uploaded for the chat."""
    @property
    def sender_buttons(self) -> ButtonGrid | None:
        """Buttons that the sending side sees."""
    @property
    def receiver_buttons(self) -> ButtonGrid | None:
        """Buttons that the receiving side sees."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def check(self) -> None:
        """Checks every limit, as each call does before it sends. Raises `InvalidInput` with the path of the
        invalid value.
        """
    @staticmethod
    def from_dict(value: Mapping[str, Any]) -> Message:
        """Reads the form that `to_dict` writes. Raises `InvalidInput` with the path of the invalid value."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

class MessageContent:
    """The content of a message: one of seven kinds."""
    @final
    class Text(MessageContent):
        """Text."""
        __match_args__: Final = ('text',)
        def __new__(cls, text: str) -> Self: ...
        @property
        def text(self) -> str:
            """The text; empty if the platform sent none."""
    @final
    class Image(MessageContent):
        """An image."""
        __match_args__: Final = ('image',)
        def __new__(cls, image: ImageData) -> Self: ...
        @property
        def image(self) -> ImageData:
            """The image."""
    @final
    class File(MessageContent):
        """A file."""
        __match_args__: Final = ('file',)
        def __new__(cls, file: FileData) -> Self: ...
        @property
        def file(self) -> FileData:
            """The file."""
    @final
    class Voice(MessageContent):
        """A voice recording."""
        __match_args__: Final = ('voice',)
        def __new__(cls, voice: VoiceData) -> Self: ...
        @property
        def voice(self) -> VoiceData:
            """The recording."""
    @final
    class Location(MessageContent):
        """A location."""
        __match_args__: Final = ('location',)
        def __new__(cls, location: LocationData) -> Self: ...
        @property
        def location(self) -> LocationData:
            """The location."""
    @final
    class Video(MessageContent):
        """A video."""
        __match_args__: Final = ('video',)
        def __new__(cls, video: VideoData) -> Self: ...
        @property
        def video(self) -> VideoData:
            """The video."""
    @final
    class Contact(MessageContent):
        """A contact."""
        __match_args__: Final = ('contact',)
        def __new__(cls, contact: ContactData) -> Self: ...
        @property
        def contact(self) -> ContactData:
            """The contact."""
    @final
    class Unknown(MessageContent):
        """A kind that this version does not know, or one whose data is missing."""
        __match_args__: Final = ('kind',)
        def __new__(cls, kind: str) -> Self: ...
        @property
        def kind(self) -> str:
            """The `type` as sent; empty if it is missing."""
    @property
    def kind(self) -> str:
        """The `type` in JSON, such as `TEXT`."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class MessageSent:
    """The response to a message."""
    __match_args__: Final = ('status', 'message', 'issues', 'extra',)
    def __new__(
        cls,
        status: int | None = ...,
        *,
        message: str | None = ...,
        issues: Sequence[FieldIssue] = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def status(self) -> int | None:
        """A status number whose meaning is not documented."""
    @property
    def message(self) -> str | None:
        """The text that belongs to it."""
    @property
    def issues(self) -> list[FieldIssue]:
        """Members that could not be read and count as absent. The call has succeeded nevertheless."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class Migrated:
    """A migrated document."""
    __match_args__: Final = ('value', 'report', 'endpoint',)
    def __new__(cls, value: Any = ..., *, report: Sequence[Change] = ..., endpoint: str | None = ...) -> Self: ...
    @property
    def value(self) -> Any:
        """The document in the current format."""
    @property
    def report(self) -> list[Change]:
        """The changes, in the order in which they were found. Empty for a current document."""
    @property
    def endpoint(self) -> str | None:
        """The name of the endpoint that accepts it now, such as `addons.create_on_post`, if that is another one."""
    @property
    def dropped(self) -> list[str]:
        """Paths of members that have no place in the new form."""
    @property
    def needs_attention(self) -> bool:
        """Whether a person should check the result."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class NoResponse:
    """A scripted failure: the request gets no response."""
    __match_args__: Final = ('kind', 'may_have_arrived',)
    def __new__(cls, kind: TransportErrorKind, *, may_have_arrived: bool | None = ...) -> Self: ...
    @property
    def kind(self) -> TransportErrorKind:
        """What failed."""
    @property
    def may_have_arrived(self) -> bool | None:
        """Whether the platform may have received the request. By default `False` for `connect` and `tls`, and `True` for the
        other kinds.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class NumberRange:
    """A range of numbers, with both ends in it. An end that is not set is open."""
    __match_args__: Final = ('min', 'max', 'extra',)
    def __new__(cls, min: int | None = ..., *, max: int | None = ..., extra: Mapping[str, Any] = ...) -> Self: ...
    @property
    def min(self) -> int | None:
        """The smallest number."""
    @property
    def max(self) -> int | None:
        """The largest number."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class OwnPost:
    """A post as its owner sees it."""
    __match_args__: Final = ('general_data', 'category_data', 'business_data', 'state', 'reject_reason', 'issues', 'extra',)
    def __new__(
        cls,
        general_data: PostDetails = ...,
        *,
        category_data: Any = ...,
        business_data: BusinessData | None = ...,
        state: OwnPostState = ...,
        reject_reason: str | None = ...,
        issues: Sequence[FieldIssue] = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def general_data(self) -> PostDetails:
        """What every post has."""
    @property
    def category_data(self) -> Any:
        """What the category adds: an object."""
    @property
    def business_data(self) -> BusinessData | None:
        """The business of the post, if it has one."""
    @property
    def state(self) -> OwnPostState:
        """The state."""
    @property
    def reject_reason(self) -> str | None:
        """Why the review rejected it, if it did."""
    @property
    def issues(self) -> list[FieldIssue]:
        """Members that could not be read and count as absent."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class PaymentReport:
    """A report about a payment that the user made to the app."""
    __match_args__: Final = ('amount', 'profit', 'services', 'reference_id', 'extra',)
    def __new__(
        cls,
        amount: Rials,
        *,
        profit: Rials,
        services: Sequence[str] = ...,
        reference_id: str,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def amount(self) -> Rials:
        """What the user paid."""
    @property
    def profit(self) -> Rials:
        """The app's profit in it."""
    @property
    def services(self) -> list[str]:
        """The services that the user paid for."""
    @property
    def reference_id(self) -> str:
        """The app's own id of the payment. It is unique, so a report is repeated with the same id."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def check(self) -> None:
        """Checks every limit, as each call does before it sends. Raises `InvalidInput` with the path of the
        invalid value.
        """
    @staticmethod
    def from_dict(value: Mapping[str, Any]) -> PaymentReport:
        """Reads the form that `to_dict` writes. Raises `InvalidInput` with the path of the invalid value."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class PhoneNumbers:
    """The phone numbers of a user, in the form of the specification."""
    __match_args__: Final = ('phone_numbers', 'issues', 'extra',)
    def __new__(
        cls,
        phone_numbers: Sequence[str] = ...,
        *,
        issues: Sequence[FieldIssue] = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def phone_numbers(self) -> list[str]:
        """The numbers."""
    @property
    def issues(self) -> list[FieldIssue]:
        """Numbers that could not be read and are left out."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class Post:
    """A post.

    The platform omits what is zero, false or empty, so an absent member is read as that value. `has` tells
    whether a member was sent.
    """
    __match_args__: Final = ('token', 'category', 'city', 'district', 'state', 'chat_enabled', 'supplier_chat_assistant_enabled', 'is_phone_hidden', 'first_published_at', 'last_modified_at', 'data', 'business_data', 'presence', 'issues', 'extra',)
    def __new__(
        cls,
        token: str = ...,
        *,
        category: str = ...,
        city: str = ...,
        district: str = ...,
        state: PostState = ...,
        chat_enabled: bool = ...,
        supplier_chat_assistant_enabled: bool = ...,
        is_phone_hidden: bool = ...,
        first_published_at: datetime | None = ...,
        last_modified_at: datetime | None = ...,
        data: Any = ...,
        business_data: BusinessData | None = ...,
        presence: int = ...,
        issues: Sequence[FieldIssue] = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def token(self) -> str:
        """Its token."""
    @property
    def category(self) -> str:
        """Slug of the leaf category, such as `mobile-phones`."""
    @property
    def city(self) -> str:
        """Slug of the city."""
    @property
    def district(self) -> str:
        """Slug of the district. Many cities have none."""
    @property
    def state(self) -> PostState:
        """The state of the post."""
    @property
    def chat_enabled(self) -> bool:
        """Whether people can chat with the seller."""
    @property
    def supplier_chat_assistant_enabled(self) -> bool:
        """Whether the seller's chat assistant is on."""
    @property
    def is_phone_hidden(self) -> bool:
        """Whether the phone number is hidden. Set in events only."""
    @property
    def first_published_at(self) -> datetime | None:
        """When the post was first published."""
    @property
    def last_modified_at(self) -> datetime | None:
        """When it last changed."""
    @property
    def data(self) -> Any:
        """Data that depends on the category: an object with members of any kind. Money in it is in toman."""
    @property
    def business_data(self) -> BusinessData | None:
        """The business of the post, if it has one."""
    @property
    def presence(self) -> int:
        """The members that were sent: see `has`."""
    @property
    def issues(self) -> list[FieldIssue]:
        """Members that could not be read and count as absent, or were read with a note."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    @property
    def description(self) -> str | None:
        """The description, if the post has one. Raises `DecodeError` if it is not text."""
    @staticmethod
    def from_dict(value: Mapping[str, Any]) -> Post:
        """Reads the form that `to_dict` writes. Raises `InvalidInput` with the path of the invalid value."""
    def has(self, member: str) -> bool:
        """Whether the response had this member, by its name in JSON. `null` counts as absent."""
    @property
    def images(self) -> list[str]:
        """Addresses of the images; empty if there are none. Raises `DecodeError` if they are not a list of texts."""
    @property
    def price(self) -> Price | None:
        """The price, if the post has one. Raises `DecodeError` if it is not an object with a mode and an amount."""
    @property
    def title(self) -> str | None:
        """The title, if the post has one. Raises `DecodeError` if it is not text."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class PostAddon:
    """The add-on of an app on one post. Sending another one replaces it."""
    __match_args__: Final = ('widgets', 'semantic', 'notes', 'allow_empty', 'extra',)
    def __new__(
        cls,
        widgets: Sequence[Widget | TitleRow | SubtitleRow | DescriptionRow | ButtonBar | SelectorRow | EventRow | GroupInfoRow | ScoreRow | EvaluationRow | ImageCarouselRow] = ...,
        *,
        semantic: Mapping[str, str] = ...,
        notes: str | None = ...,
        allow_empty: bool = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def widgets(self) -> list[Widget]:
        """The widgets, from top to bottom. The documents state no maximum number."""
    @property
    def semantic(self) -> dict[str, str]:
        """Machine-readable facts, by name."""
    @property
    def notes(self) -> str | None:
        """Text for the app itself."""
    @property
    def allow_empty(self) -> bool:
        """Allows an empty add-on, which removes what this app has shown so far. Not part of the JSON."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def check(self) -> None:
        """Checks every limit, as each call does before it sends. Raises `InvalidInput` with the path of the
        invalid value.
        """
    @staticmethod
    def from_dict(value: Mapping[str, Any]) -> PostAddon:
        """Reads the form that `to_dict` writes. Raises `InvalidInput` with the path of the invalid value."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class PostCounts:
    """A count for each day, and their sum."""
    __match_args__: Final = ('daily', 'total', 'extra',)
    def __new__(
        cls,
        daily: Sequence[DailyCount] = ...,
        *,
        total: int = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def daily(self) -> list[DailyCount]:
        """The days. The platform omits a count of zero."""
    @property
    def total(self) -> int:
        """The sum."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class PostDetails:
    """What every post has, whatever its category. A submission needs the category, the title, the description, the city and how exactly
    the place is shown.
    """
    __match_args__: Final = ('category_slug', 'title', 'description', 'images', 'city', 'district', 'latitude', 'longitude', 'location_type', 'hide_phone', 'chat_enabled', 'video', 'extra',)
    def __new__(
        cls,
        category_slug: str,
        *,
        title: str,
        description: str,
        images: Sequence[str] = ...,
        city: str,
        district: str | None = ...,
        latitude: float | None = ...,
        longitude: float | None = ...,
        location_type: LocationType = ...,
        hide_phone: bool = ...,
        chat_enabled: bool = ...,
        video: PostVideo | None = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def category_slug(self) -> str:
        """Slug of the leaf category. Required in a submission, and not blank."""
    @property
    def title(self) -> str:
        """The title. Required in a submission, and not blank."""
    @property
    def description(self) -> str:
        """The description. Required in a submission, and not blank."""
    @property
    def images(self) -> list[str]:
        """The images: the paths that their uploads returned, none of them blank."""
    @property
    def city(self) -> str:
        """Slug of the city. Required in a submission, and not blank."""
    @property
    def district(self) -> str | None:
        """Slug of the district, if there is one."""
    @property
    def latitude(self) -> float | None:
        """Latitude in degrees, from -90 to 90. Only together with the longitude."""
    @property
    def longitude(self) -> float | None:
        """Longitude in degrees, from -180 to 180. Only together with the latitude."""
    @property
    def location_type(self) -> LocationType:
        """How exactly the place is shown. Required in a submission, also without a place."""
    @property
    def hide_phone(self) -> bool:
        """Whether the phone number is hidden."""
    @property
    def chat_enabled(self) -> bool:
        """Whether people can chat with the seller."""
    @property
    def video(self) -> PostVideo | None:
        """The video, if there is one."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class PostEdit:
    """Changes of a post. Members that are absent stay unchanged: the request's list of changed members, `"update_mask"`, is made
    from those that are set.
    """
    __match_args__: Final = ('title', 'description', 'images', 'city', 'district', 'latitude', 'longitude', 'location_type', 'hide_phone', 'chat_enabled', 'video', 'category_data', 'extra',)
    def __new__(
        cls,
        title: str | None = ...,
        *,
        description: str | None = ...,
        images: Sequence[str] | None = ...,
        city: str | None = ...,
        district: str | None = ...,
        latitude: float | None = ...,
        longitude: float | None = ...,
        location_type: LocationType | None = ...,
        hide_phone: bool | None = ...,
        chat_enabled: bool | None = ...,
        video: PostVideo | None = ...,
        category_data: Mapping[str, Any] = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def title(self) -> str | None:
        """The new title. Not blank."""
    @property
    def description(self) -> str | None:
        """The new description. Not blank."""
    @property
    def images(self) -> list[str] | None:
        """All images, none of them blank. They replace the current ones."""
    @property
    def city(self) -> str | None:
        """Slug of the new city. Not blank."""
    @property
    def district(self) -> str | None:
        """Slug of the new district. An empty text removes it."""
    @property
    def latitude(self) -> float | None:
        """The new latitude in degrees."""
    @property
    def longitude(self) -> float | None:
        """The new longitude in degrees."""
    @property
    def location_type(self) -> LocationType | None:
        """How exactly the place is shown from now on."""
    @property
    def hide_phone(self) -> bool | None:
        """Whether the phone number is hidden from now on."""
    @property
    def chat_enabled(self) -> bool | None:
        """Whether people can chat with the seller from now on."""
    @property
    def video(self) -> PostVideo | None:
        """The new video."""
    @property
    def category_data(self) -> dict[str, Any]:
        """New values of the category, by their names. Others stay."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know. They are not sent."""
    def check(self) -> None:
        """Checks every limit, as each call does before it sends. Raises `InvalidInput` with the path of the
        invalid value.
        """
    @staticmethod
    def from_dict(value: Mapping[str, Any]) -> PostEdit:
        """Reads the form that `to_dict` writes. Raises `InvalidInput` with the path of the invalid value."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class PostList:
    """The posts of a user, in all states."""
    __match_args__: Final = ('posts', 'issues', 'extra',)
    def __new__(
        cls,
        posts: Sequence[ListedPost] = ...,
        *,
        issues: Sequence[FieldIssue] = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def posts(self) -> list[ListedPost]:
        """The posts."""
    @property
    def issues(self) -> list[FieldIssue]:
        """Members that could not be read and count as absent."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class PostPayment:
    """A payment for a service of a post, from the app's balance."""
    __match_args__: Final = ('id', 'extra_details', 'extra',)
    def __new__(cls, id: str, *, extra_details: str | None = ..., extra: Mapping[str, Any] = ...) -> Self: ...
    @property
    def id(self) -> str:
        """The id that the app chooses for the transaction: a UUID of version 4, for one payment only. The payment is repeated
        with the same id, so that nothing is paid twice.
        """
    @property
    def extra_details(self) -> str | None:
        """A text of the app, which is returned with the transaction."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def check(self) -> None:
        """Checks every limit, as each call does before it sends. Raises `InvalidInput` with the path of the
        invalid value.
        """
    @staticmethod
    def from_dict(value: Mapping[str, Any]) -> PostPayment:
        """Reads the form that `to_dict` writes. Raises `InvalidInput` with the path of the invalid value."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class PostPricing:
    """The prices of the paid services of a post. An absent service is not offered for it, or its price could not be read, which is in
    `issues`.
    """
    __match_args__: Final = ('reorder', 'submit', 'renew', 'issues', 'extra',)
    def __new__(
        cls,
        reorder: ServicePrice | None = ...,
        *,
        submit: ServicePrice | None = ...,
        renew: ServicePrice | None = ...,
        issues: Sequence[FieldIssue] = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def reorder(self) -> ServicePrice | None:
        """Moving the post to the top of its lists."""
    @property
    def submit(self) -> ServicePrice | None:
        """Publishing the post."""
    @property
    def renew(self) -> ServicePrice | None:
        """Extending the post."""
    @property
    def issues(self) -> list[FieldIssue]:
        """Members that could not be read and count as absent."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class PostReordered:
    """The response to a reordering that was paid."""
    __match_args__: Final = ('id', 'cost', 'issues', 'extra',)
    def __new__(
        cls,
        id: str = ...,
        *,
        cost: Rials | None = ...,
        issues: Sequence[FieldIssue] = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def id(self) -> str:
        """The id of the transaction, as the app chose it."""
    @property
    def cost(self) -> Rials | None:
        """What was paid."""
    @property
    def issues(self) -> list[FieldIssue]:
        """Members that could not be read and count as absent. The call has succeeded nevertheless."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class PostSearch:
    """A search for published posts. Filters that are not set are left out."""
    __match_args__: Final = ('category', 'city', 'districts', 'query', 'extra',)
    def __new__(
        cls,
        category: str | None = ...,
        *,
        city: str | None = ...,
        districts: Sequence[str] = ...,
        query: SearchFilters | None = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def category(self) -> str | None:
        """Slug of the category, such as `light`."""
    @property
    def city(self) -> str | None:
        """Slug of the city."""
    @property
    def districts(self) -> list[str]:
        """Slugs of districts: a post in any of them is found."""
    @property
    def query(self) -> SearchFilters | None:
        """Filters of single categories."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def check(self) -> None:
        """Checks every limit, as each call does before it sends. Raises `InvalidInput` with the path of the
        invalid value.
        """
    @staticmethod
    def from_dict(value: Mapping[str, Any]) -> PostSearch:
        """Reads the form that `to_dict` writes. Raises `InvalidInput` with the path of the invalid value."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class PostStats:
    """The statistics of a post for the last 7 days."""
    __match_args__: Final = ('views', 'impressions', 'chats', 'issues', 'extra',)
    def __new__(
        cls,
        views: PostCounts | None = ...,
        *,
        impressions: PostCounts | None = ...,
        chats: PostCounts | None = ...,
        issues: Sequence[FieldIssue] = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def views(self) -> PostCounts | None:
        """How often the post was opened."""
    @property
    def impressions(self) -> PostCounts | None:
        """How often it was shown in a list."""
    @property
    def chats(self) -> PostCounts | None:
        """How many chats began about it."""
    @property
    def issues(self) -> list[FieldIssue]:
        """Members that could not be read and count as absent."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class PostSubmission:
    """A post to submit."""
    __match_args__: Final = ('business_token', 'general_data', 'category_fields', 'landline_numbers', 'schema', 'extra',)
    def __new__(
        cls,
        business_token: str = ...,
        *,
        general_data: PostDetails = ...,
        category_fields: Mapping[str, Any] = ...,
        landline_numbers: Sequence[str] = ...,
        schema: SubmitSchema | None = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def business_token(self) -> str:
        """The business that it belongs to."""
    @property
    def general_data(self) -> PostDetails:
        """What every post has."""
    @property
    def category_fields(self) -> dict[str, Any]:
        """What the category asks for, by its submit schema."""
    @property
    def landline_numbers(self) -> list[str]:
        """Landline numbers to show, none of them blank. Only for a post that the app submits as itself, not as a user."""
    @property
    def schema(self) -> SubmitSchema | None:
        """The form of the category, from `assets.submit_schema`. If it is set, `category_fields` is checked against it before the
        post is sent. The form itself is not sent.
        """
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def check(self) -> None:
        """Checks every limit, as each call does before it sends. Raises `InvalidInput` with the path of the
        invalid value.
        """
    @staticmethod
    def from_dict(value: Mapping[str, Any]) -> PostSubmission:
        """Reads the form that `to_dict` writes. Raises `InvalidInput` with the path of the invalid value."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class PostSubmitted:
    """The response to a submission: the post is waiting for payment or for its review."""
    __match_args__: Final = ('post_token', 'issues', 'extra',)
    def __new__(
        cls,
        post_token: str = ...,
        *,
        issues: Sequence[FieldIssue] = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def post_token(self) -> str:
        """The token of the new post."""
    @property
    def issues(self) -> list[FieldIssue]:
        """Members that could not be read and count as absent. The call has succeeded nevertheless."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class PostUpdate:
    """A post changed. These events are frequent and often equal: use the state of the post, not the single event."""
    __match_args__: Final = ('kind', 'post', 'extra',)
    def __new__(cls, kind: PostUpdateType = ..., *, post: Post = ..., extra: Mapping[str, Any] = ...) -> Self: ...
    @property
    def kind(self) -> PostUpdateType:
        """What happened."""
    @property
    def post(self) -> Post:
        """The post."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class PostUploadUrls:
    """The addresses for uploads of images and videos of posts."""
    __match_args__: Final = ('image', 'video', 'issues', 'extra',)
    def __new__(
        cls,
        image: UploadTarget | None = ...,
        *,
        video: UploadTarget | None = ...,
        issues: Sequence[FieldIssue] = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def image(self) -> UploadTarget | None:
        """For images."""
    @property
    def video(self) -> UploadTarget | None:
        """For videos."""
    @property
    def issues(self) -> list[FieldIssue]:
        """Members that could not be read and count as absent."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class PostVideo:
    """The video of a post, by the names that its upload returned."""
    __match_args__: Final = ('name', 'thumbnail_name', 'duration', 'extra',)
    def __new__(
        cls,
        name: str,
        *,
        thumbnail_name: str,
        duration: int = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def name(self) -> str:
        """The name of the video. Not blank."""
    @property
    def thumbnail_name(self) -> str:
        """The name of its thumbnail. Not blank."""
    @property
    def duration(self) -> int:
        """Its length in seconds, not negative."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class Price:
    """The price in the data of a post."""
    __match_args__: Final = ('mode', 'value', 'extra',)
    def __new__(cls, mode: str = ..., *, value: Tomans | None = ..., extra: Mapping[str, Any] = ...) -> Self: ...
    @property
    def mode(self) -> str:
        """The pricing mode, such as `FIXED`."""
    @property
    def value(self) -> Tomans | None:
        """The amount. 1 toman is 10 rial."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class ProfileImage:
    """The profile image of a professional user."""
    __match_args__: Final = ('image_id', 'image_url', 'issues', 'extra',)
    def __new__(
        cls,
        image_id: str = ...,
        *,
        image_url: str = ...,
        issues: Sequence[FieldIssue] = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def image_id(self) -> str:
        """The id of the image. Empty if the user has none."""
    @property
    def image_url(self) -> str:
        """Its address. Empty if the user has none."""
    @property
    def issues(self) -> list[FieldIssue]:
        """Members that could not be read and count as absent."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class Promotion:
    """A payment for a service of a post, from the user's wallet."""
    __match_args__: Final = ('operation', 'id', 'is_personal', 'wait_seconds', 'extra',)
    def __new__(
        cls,
        operation: PromotionOperation = ...,
        *,
        id: str,
        is_personal: bool | None = ...,
        wait_seconds: float | None = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def operation(self) -> PromotionOperation:
        """The service."""
    @property
    def id(self) -> str:
        """The id that the app chooses: a UUID of version 4. The same payment is repeated with the same id, and is never paid
        twice.
        """
    @property
    def is_personal(self) -> bool | None:
        """Whether it is paid from the personal wallet of the user, and not from that of a business. The documents do not
        explain it further.
        """
    @property
    def wait_seconds(self) -> float | None:
        """How long to wait for the outcome, in seconds, while the platform reconciles the payment: the call sends the same payment
        with the same id again, first after 1 s, later every 10 s. More than 0, at most 24 hours. Without it the call returns the
        first state. The time limit of the call is that of each request, not of the wait. It is not sent.
        """
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def check(self) -> None:
        """Checks every limit, as each call does before it sends. Raises `InvalidInput` with the path of the
        invalid value.
        """
    @staticmethod
    def from_dict(value: Mapping[str, Any]) -> Promotion:
        """Reads the form that `to_dict` writes. Raises `InvalidInput` with the path of the invalid value."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class PromotionPayment:
    """The outcome of a payment from the user's wallet."""
    __match_args__: Final = ('status', 'order_id', 'amount', 'paid_at', 'issues', 'extra',)
    def __new__(
        cls,
        status: PayStatus = ...,
        *,
        order_id: str | None = ...,
        amount: Rials | None = ...,
        paid_at: datetime | None = ...,
        issues: Sequence[FieldIssue] = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def status(self) -> PayStatus:
        """The state."""
    @property
    def order_id(self) -> str | None:
        """The id of the platform for the order."""
    @property
    def amount(self) -> Rials | None:
        """What was paid."""
    @property
    def paid_at(self) -> datetime | None:
        """When it was paid."""
    @property
    def issues(self) -> list[FieldIssue]:
        """Members that could not be read and count as absent."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class RealEstateFields:
    """What a post of real estate has in the result of a search."""
    __match_args__: Final = ('size', 'rooms', 'rent', 'credit', 'daily_rent', 'floor', 'year', 'has_elevator', 'has_parking', 'extra',)
    def __new__(
        cls,
        size: int | None = ...,
        *,
        rooms: str = ...,
        rent: Price | None = ...,
        credit: Price | None = ...,
        daily_rent: Tomans | None = ...,
        floor: int | None = ...,
        year: int | None = ...,
        has_elevator: bool = ...,
        has_parking: bool = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def size(self) -> int | None:
        """The size, in square metres."""
    @property
    def rooms(self) -> str:
        """The number of rooms, as a Persian word."""
    @property
    def rent(self) -> Price | None:
        """The monthly rent."""
    @property
    def credit(self) -> Price | None:
        """The deposit."""
    @property
    def daily_rent(self) -> Tomans | None:
        """The rent of a day. 1 toman is 10 rial."""
    @property
    def floor(self) -> int | None:
        """The floor. The ground floor is 0, which the platform leaves out."""
    @property
    def year(self) -> int | None:
        """The year in which it was built."""
    @property
    def has_elevator(self) -> bool:
        """Whether it has an elevator."""
    @property
    def has_parking(self) -> bool:
        """Whether it has a parking space."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class ReceivedHook:
    """One request of the platform to a webhook, once its response is known."""
    __match_args__: Final = ('kind', 'event_type', 'outcome', 'status', 'reason', 'duration_seconds',)
    def __new__(
        cls,
        kind: str = ...,
        *,
        event_type: str | None = ...,
        outcome: str = ...,
        status: int = ...,
        reason: str | None = ...,
        duration_seconds: float = ...,
    ) -> Self: ...
    @property
    def kind(self) -> str:
        """`event`, `start` or `action`."""
    @property
    def event_type(self) -> str | None:
        """Name of the event's type, such as `new_message`; `unknown` for a type that this version does not know, `malformed` for
        an event that cannot be parsed. Empty for other requests, and for a request that was refused.
        """
    @property
    def outcome(self) -> str:
        """`handled`: its handler has returned. `stored`: it is in an inbox. `ignored`: it has no handler. `duplicate`: a repetition
        of an event that was handled or stored before. `in_progress`: a repetition of an event that is being handled. `refused`:
        it is not authentic or not readable. `failed`: its handler has failed. `unavailable`: it could not be stored or looked
        up.
        """
    @property
    def status(self) -> int:
        """HTTP status of the response."""
    @property
    def reason(self) -> str | None:
        """Why it was refused. Empty if it was not."""
    @property
    def duration_seconds(self) -> float:
        """How long it took until the response was known, in seconds."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class RecordCreated:
    """The response to the creation of a semantic record."""
    __match_args__: Final = ('id', 'issues', 'extra',)
    def __new__(
        cls,
        id: str | None = ...,
        *,
        issues: Sequence[FieldIssue] = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def id(self) -> str | None:
        """The id of the record, if the platform returned one."""
    @property
    def issues(self) -> list[FieldIssue]:
        """Members that could not be read and count as absent. The call has succeeded nevertheless."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class RecordedRequest:
    """A request as it was sent, including credentials. `repr` shows neither address nor headers nor body."""
    __match_args__: Final = ('method', 'url', 'headers', 'body', 'timeout_seconds',)
    def __new__(
        cls,
        method: str = ...,
        *,
        url: str = ...,
        headers: Mapping[str, str] = ...,
        body: bytes = ...,
        timeout_seconds: float,
    ) -> Self: ...
    @property
    def method(self) -> str:
        """HTTP method, in upper case."""
    @property
    def url(self) -> str:
        """The absolute address."""
    @property
    def headers(self) -> dict[str, str]:
        """Headers by name in lower case. Repeated headers are joined by `, `."""
    @property
    def body(self) -> bytes:
        """The complete body. Empty if there is none."""
    @property
    def timeout_seconds(self) -> float:
        """The time limit of the exchange, in seconds."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class Refresh:
    """One request of a token refresh, once its outcome is known. The request itself has an `Attempt`, too, with the endpoint
    `oauth.refresh`.
    """
    __match_args__: Final = ('outcome', 'attempt', 'duration_seconds', 'reason',)
    def __new__(
        cls,
        outcome: str = ...,
        *,
        attempt: int = ...,
        duration_seconds: float = ...,
        reason: str = ...,
    ) -> Self: ...
    @property
    def outcome(self) -> str:
        """`refreshed`; `invalid_grant` if the refresh token is not accepted; `invalid_client` if the app's credentials are not;
        `refused` for another refusal; `unavailable` if it may work later; `redirect`; `unreadable`.
        """
    @property
    def attempt(self) -> int:
        """The number of this request in its refresh, from 1."""
    @property
    def duration_seconds(self) -> float:
        """How long the request took, in seconds."""
    @property
    def reason(self) -> str:
        """Why there is a refresh: `due` if the token has ended or is about to, `refused` if the platform has refused it or the
        app has asked for a new one.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class Rejection:
    """An incoming request that was refused.

    The reason is for the app's own log. `reply` does not contain it, so a caller who guesses keys learns
    nothing.
    """
    __match_args__: Final = ('status', 'reason',)
    def __new__(cls, status: int, *, reason: str = ...) -> Self: ...
    @property
    def status(self) -> int:
        """HTTP status to respond with: 400, 401, 403, 405, 408, 413 or 415."""
    @property
    def reason(self) -> str:
        """Why it was refused. Contains nothing that was received."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class Reply:
    """A complete HTTP response for the web framework to send."""
    __match_args__: Final = ('status', 'content_type', 'headers', 'body', 'close',)
    def __new__(
        cls,
        status: int = ...,
        *,
        content_type: str | None = ...,
        headers: Mapping[str, str] = ...,
        body: bytes = ...,
        close: bool = ...,
    ) -> Self: ...
    @property
    def status(self) -> int:
        """HTTP status."""
    @property
    def content_type(self) -> str | None:
        """`Content-Type`, if there is a body."""
    @property
    def headers(self) -> dict[str, str]:
        """Further headers, by name."""
    @property
    def body(self) -> bytes:
        """The complete body."""
    @property
    def close(self) -> bool:
        """Whether to close the connection afterwards. There is no header for it here, because some servers (WSGI, HTTP/2)
        forbid it.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class Requirements:
    """The scopes and permissions that calls and events need."""
    __match_args__: Final = ('scopes', 'alternatives', 'permissions',)
    def __new__(
        cls,
        scopes: Sequence[str] = ...,
        *,
        alternatives: Sequence[Alternative] = ...,
        permissions: Sequence[str] = ...,
    ) -> Self: ...
    @property
    def scopes(self) -> list[str]:
        """The smallest scope of each call and event, without duplicates: what to request from the user. A scope of one
        object is given as a template, such as `POST_ADDON_CREATE.<post_token>`. Of `users.me` both scopes are here, because each
        gives a member of its own: request only that of the member that the app reads.
        """
    @property
    def alternatives(self) -> list[Alternative]:
        """Broader scopes that can be used instead."""
    @property
    def permissions(self) -> list[str]:
        """Permissions that the API key needs. They are requested in the console, by ticket."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class Rials:
    """An amount in rial. 10 rial are 1 toman."""
    __match_args__: Final = ('rials',)
    def __new__(cls, rials: int) -> Self: ...
    @property
    def rials(self) -> int:
        """The amount in rial."""
    def to_tomans(self) -> Tomans:
        """The amount in toman; what is less than one toman is left out."""
    def __add__(self, other: Self, /) -> Self: ...
    def __sub__(self, other: Self, /) -> Self: ...
    def __lt__(self, other: Self, /) -> bool: ...
    def __le__(self, other: Self, /) -> bool: ...
    def __gt__(self, other: Self, /) -> bool: ...
    def __ge__(self, other: Self, /) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class ScopeRow:
    """A scope of the table as plain values."""
    __match_args__: Final = ('name', 'identifier', 'purpose',)
    def __new__(cls, name: str = ..., *, identifier: str | None = ..., purpose: str = ...) -> Self: ...
    @property
    def name(self) -> str:
        """The name in requests, without an identifier."""
    @property
    def identifier(self) -> str | None:
        """The name of the identifier, such as `"post_token"`, if it is tied to an object."""
    @property
    def purpose(self) -> str:
        """What it lets the app do."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class ScoreRow:
    """A score: a percentage or a word, exactly one of the two."""
    __match_args__: Final = ('title', 'percentage_score', 'descriptive_score', 'score_color', 'icon_name', 'has_divider', 'action', 'semantic_paths', 'extra',)
    def __new__(
        cls,
        title: str,
        *,
        percentage_score: int | None = ...,
        descriptive_score: str | None = ...,
        score_color: Color | None = ...,
        icon_name: str | None = ...,
        has_divider: bool = ...,
        action: Action | None = ...,
        semantic_paths: Mapping[str, str] = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def title(self) -> str:
        """At most 25 characters."""
    @property
    def percentage_score(self) -> int | None:
        """The score in percent, from 0 to 100. Zero is written: it differs from no score."""
    @property
    def descriptive_score(self) -> str | None:
        """The score in words: at most 17 characters."""
    @property
    def score_color(self) -> Color | None:
        """Colour of the score."""
    @property
    def icon_name(self) -> str | None:
        """An icon."""
    @property
    def has_divider(self) -> bool:
        """Whether a line is drawn under the row. Written `hasDivider`, as the specification spells it for this widget."""
    @property
    def action(self) -> Action | None:
        """The action of a click."""
    @property
    def semantic_paths(self) -> dict[str, str]:
        """In JSON this is beside the widget's name, not inside the widget."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

class ScriptedOutcome:
    """A scripted outcome of one request."""
    @final
    class Response(ScriptedOutcome):
        """The platform responds."""
        __match_args__: Final = ('response',)
        def __new__(cls, response: ScriptedResponse) -> Self: ...
        @property
        def response(self) -> ScriptedResponse:
            """The response."""
    @final
    class NoResponse(ScriptedOutcome):
        """There is no response."""
        __match_args__: Final = ('failure',)
        def __new__(cls, failure: _NoResponse) -> Self: ...
        @property
        def failure(self) -> _NoResponse:
            """The failure."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class ScriptedResponse:
    """A scripted response of the platform. `repr` shows no content, which may contain tokens."""
    __match_args__: Final = ('status', 'headers', 'body',)
    def __new__(cls, status: int, *, headers: Mapping[str, str] = ..., body: bytes = ...) -> Self: ...
    @property
    def status(self) -> int:
        """HTTP status."""
    @property
    def headers(self) -> dict[str, str]:
        """Headers by name. The case of names does not matter."""
    @property
    def body(self) -> bytes:
        """The complete body."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class SearchFilters:
    """Filters of a search. Which of them a category has depends on the category."""
    __match_args__: Final = ('brand_model', 'production_year', 'usage', 'size', 'rent', 'credit', 'rooms', 'only_with_parking', 'extra',)
    def __new__(
        cls,
        brand_model: Sequence[str] = ...,
        *,
        production_year: NumberRange | None = ...,
        usage: NumberRange | None = ...,
        size: NumberRange | None = ...,
        rent: TomanRange | None = ...,
        credit: TomanRange | None = ...,
        rooms: Sequence[str] = ...,
        only_with_parking: bool = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def brand_model(self) -> list[str]:
        """Brands and models, as in `client.assets.brand_models`: any of them."""
    @property
    def production_year(self) -> NumberRange | None:
        """The year in which a car was made."""
    @property
    def usage(self) -> NumberRange | None:
        """The distance that a car has been driven, in kilometres."""
    @property
    def size(self) -> NumberRange | None:
        """The size of a property, in square metres."""
    @property
    def rent(self) -> TomanRange | None:
        """The monthly rent. 1 toman is 10 rial."""
    @property
    def credit(self) -> TomanRange | None:
        """The deposit of a rent."""
    @property
    def rooms(self) -> list[str]:
        """Numbers of rooms as Persian words, such as `دو`: any of them."""
    @property
    def only_with_parking(self) -> bool:
        """Only properties with a parking space."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class SelectorRow:
    """A selectable row, with an image or an icon."""
    __match_args__: Final = ('title', 'image_id', 'icon_name', 'has_divider', 'action', 'semantic_paths', 'extra',)
    def __new__(
        cls,
        title: str,
        *,
        image: str | UploadedImage | None = ...,
        image_id: str | UploadedImage | None = ...,
        icon_name: str | None = ...,
        has_divider: bool = ...,
        action: Action | None = ...,
        semantic_paths: Mapping[str, str] = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def title(self) -> str:
        """At most 200 characters."""
    @property
    def image_id(self) -> str | None:
        """An uploaded image, or the app's logo."""
    @property
    def icon_name(self) -> str | None:
        """An icon."""
    @property
    def has_divider(self) -> bool:
        """Whether a line is drawn under the row."""
    @property
    def action(self) -> Action | None:
        """The action of a click."""
    @property
    def semantic_paths(self) -> dict[str, str]:
        """In JSON this is beside the widget's name, not inside the widget."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know. `label` is one: only one table shows it
        (docs/platform.md#widget-fields).
        """
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class SemanticRecord:
    """A semantic record about a user or a post (docs/platform.md#user-semantics, #post-semantics)."""
    __match_args__: Final = ('semantic', 'ticket_uuid', 'cost', 'extra',)
    def __new__(
        cls,
        semantic: Mapping[str, str] = ...,
        *,
        ticket_uuid: str | None = ...,
        cost: Rials | None = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def semantic(self) -> dict[str, str]:
        """The data: at least one value."""
    @property
    def ticket_uuid(self) -> str | None:
        """The payment ticket of the record: a UUID."""
    @property
    def cost(self) -> Rials | None:
        """What the app charged. 10 rial are 1 toman."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def about(self, phone: str) -> UserIdSemanticRecord:
        """The same record about the user with this phone number, for the calls that take the user's id."""
    def check(self) -> None:
        """Checks every limit, as each call does before it sends. Raises `InvalidInput` with the path of the
        invalid value.
        """
    @staticmethod
    def from_dict(value: Mapping[str, Any]) -> SemanticRecord:
        """Reads the form that `to_dict` writes. Raises `InvalidInput` with the path of the invalid value."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class Sender:
    """Who wrote a message."""
    __match_args__: Final = ('side', 'kind', 'extra',)
    def __new__(
        cls,
        side: SenderSide = ...,
        *,
        kind: SenderType = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def side(self) -> SenderSide:
        """The side. Empty for a chatbot."""
    @property
    def kind(self) -> SenderType:
        """A person or an app."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class ServicePrice:
    """The price of a paid service."""
    __match_args__: Final = ('cost', 'available', 'extra',)
    def __new__(cls, cost: Rials = ..., *, available: bool = ..., extra: Mapping[str, Any] = ...) -> Self: ...
    @property
    def cost(self) -> Rials:
        """The price. It is zero if the platform omits it. A price that cannot be read is not zero: the service is absent then."""
    @property
    def available(self) -> bool:
        """Whether the service can be bought now."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class StartReply:
    """The response to a start request."""
    __match_args__: Final = ('url', 'extra',)
    def __new__(cls, url: str, *, extra: Mapping[str, Any] = ...) -> Self: ...
    @property
    def url(self) -> str:
        """The address to open for the user."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def check(self) -> None:
        """Checks every limit, as each call does before it sends. Raises `InvalidInput` with the path of the
        invalid value.
        """
    @staticmethod
    def from_dict(value: Mapping[str, Any]) -> StartReply:
        """Reads the form that `to_dict` writes. Raises `InvalidInput` with the path of the invalid value."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class StartRequest:
    """A user opens the app: respond with the address to open, a `StartReply`.

    Both versions are read into this type; it is written as version 2. Members that the platform omitted are `None`.
    """
    __match_args__: Final = ('version', 'source', 'post_token', 'conversation_id', 'user_side', 'user_id', 'peer_id', 'extra_data', 'location', 'completion_url', 'notes', 'extra',)
    def __new__(
        cls,
        version: StartVersion = ...,
        *,
        source: StartSource = ...,
        post_token: str | None = ...,
        conversation_id: str | None = ...,
        user_side: UserSide | None = ...,
        user_id: str | None = ...,
        peer_id: str | None = ...,
        extra_data: Any | None = ...,
        location: Any | None = ...,
        completion_url: str | None = ...,
        notes: Sequence[str] = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def version(self) -> StartVersion:
        """The version that was sent."""
    @property
    def source(self) -> StartSource:
        """Where the user came from; unknown and empty in version 1."""
    @property
    def post_token(self) -> str | None:
        """The post."""
    @property
    def conversation_id(self) -> str | None:
        """The conversation."""
    @property
    def user_side(self) -> UserSide | None:
        """The user's side in the conversation. In version 1 it is found by comparing `user_id` with the two sides."""
    @property
    def user_id(self) -> str | None:
        """The user who clicked, if logged in."""
    @property
    def peer_id(self) -> str | None:
        """The other user of the conversation; version 1 only."""
    @property
    def extra_data(self) -> Any | None:
        """The `data` of the action that was clicked."""
    @property
    def location(self) -> Any | None:
        """The location that was shared in the chat; version 1 only."""
    @property
    def completion_url(self) -> str | None:
        """Where old documents tell the app to send the user at the end. It is untrusted input: check it before a
        redirect, or preferably send the user to the platform's fixed address (docs/platform.md#completion).
        """
    @property
    def notes(self) -> list[str]:
        """What was unusual about the request."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class SubmitPermission:
    """Whether a user may submit posts."""
    __match_args__: Final = ('can_submit', 'extra',)
    def __new__(cls, can_submit: bool = ..., *, extra: Mapping[str, Any] = ...) -> Self: ...
    @property
    def can_submit(self) -> bool:
        """Whether the user may submit a post now."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class SubmitSchema:
    """The form with which a post of a category is submitted. A submission that has it as its `schema` is checked against it
    before it is sent.
    """
    __match_args__: Final = ('schema', 'issues', 'extra',)
    def __new__(
        cls,
        schema: Any = ...,
        *,
        issues: Sequence[FieldIssue] = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def schema(self) -> Any:
        """The JSON Schema of the members that depend on the category: `type`, `properties` with `title` (the label, in
        Persian), `enum` and the parallel `enumNames`, and `required`.
        """
    @property
    def issues(self) -> list[FieldIssue]:
        """Members that could not be read and count as absent, and a note for each rule of the schema that is not checked before a
        post is sent.
        """
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def problems(self, category_fields: Mapping[str, Any]) -> list[FieldIssue]:
        """What is wrong with the members that depend on the category, by path, such as `category_fields.rooms`: a member that
        is missing, has the wrong type or is none of the values of the form. Empty if they can be sent.
        """
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class Subscription:
    """A request for events (docs/platform.md#subscriptions). The subscription lasts as long as the access token of the
    call.
    """
    __match_args__: Final = ('event_type', 'event_resource_id', 'metadata', 'extra',)
    def __new__(
        cls,
        event_type: SubscriptionType = ...,
        *,
        event_resource_id: str | None = ...,
        metadata: Any | None = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def event_type(self) -> SubscriptionType:
        """The type of the events."""
    @property
    def event_resource_id(self) -> str | None:
        """The one resource to watch, such as a post token. If it is absent or empty: all resources of the type."""
    @property
    def metadata(self) -> Any | None:
        """An object that the platform sends back with every event. Hooks refuse a body above their limit, 256 KiB by default."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def check(self) -> None:
        """Checks every limit, as each call does before it sends. Raises `InvalidInput` with the path of the
        invalid value.
        """
    @staticmethod
    def from_dict(value: Mapping[str, Any]) -> Subscription:
        """Reads the form that `to_dict` writes. Raises `InvalidInput` with the path of the invalid value."""
    @staticmethod
    def new_messages() -> Subscription:
        """A subscription to new messages on all posts of the user."""
    @staticmethod
    def post_updates() -> Subscription:
        """A subscription to changes of all posts of the user. The end of a post is only sent to subscriptions of that one
        post (docs/platform.md#event-payloads).
        """
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class SubscriptionInfo:
    """A wanted subscription and its status."""
    __match_args__: Final = ('subscription', 'status', 'bound_generation', 'bound_at', 'valid_until', 'last_error', 'gap',)
    def __new__(
        cls,
        subscription: Subscription,
        *,
        status: SubscriptionStatus,
        bound_generation: int | None = ...,
        bound_at: datetime | None = ...,
        valid_until: datetime | None = ...,
        last_error: str | None = ...,
        gap: Gap | None = ...,
    ) -> Self: ...
    @property
    def subscription(self) -> Subscription:
        """The wanted subscription."""
    @property
    def status(self) -> SubscriptionStatus:
        """Its status."""
    @property
    def bound_generation(self) -> int | None:
        """The generation of the grant's tokens with which it was last accepted."""
    @property
    def bound_at(self) -> datetime | None:
        """When it was last accepted."""
    @property
    def valid_until(self) -> datetime | None:
        """When it ends without a renewal."""
    @property
    def last_error(self) -> str | None:
        """Why the last attempt failed, if it did."""
    @property
    def gap(self) -> Gap | None:
        """The last period in which events may have been missed."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class SubtitleRow:
    """A smaller title."""
    __match_args__: Final = ('text', 'has_divider', 'semantic_paths', 'extra',)
    def __new__(
        cls,
        text: str,
        *,
        has_divider: bool = ...,
        semantic_paths: Mapping[str, str] = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def text(self) -> str:
        """At most 200 characters."""
    @property
    def has_divider(self) -> bool:
        """Whether a line is drawn under the row."""
    @property
    def semantic_paths(self) -> dict[str, str]:
        """In JSON this is beside the widget's name, not inside the widget."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class TicketCheck:
    """A request to check whether a payment ticket is valid for a service to a user."""
    __match_args__: Final = ('ticket_uuid', 'service_cost', 'user_id', 'phone_number', 'extra',)
    def __new__(
        cls,
        ticket_uuid: str,
        *,
        service_cost: Rials,
        user_id: str | None = ...,
        phone_number: str | None = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def ticket_uuid(self) -> str:
        """The ticket: a UUID. It arrives in the direct link of the app."""
    @property
    def service_cost(self) -> Rials:
        """What the service costs, in rial: at most 2,147,483,647, because the platform reads 32 bits."""
    @property
    def user_id(self) -> str | None:
        """The id of the user. Set this, the phone number, or both."""
    @property
    def phone_number(self) -> str | None:
        """The phone number of the user. Set this, the id, or both."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def check(self) -> None:
        """Checks every limit, as each call does before it sends. Raises `InvalidInput` with the path of the
        invalid value.
        """
    @staticmethod
    def from_dict(value: Mapping[str, Any]) -> TicketCheck:
        """Reads the form that `to_dict` writes. Raises `InvalidInput` with the path of the invalid value."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class TitleRow:
    """A title."""
    __match_args__: Final = ('text', 'has_divider', 'semantic_paths', 'extra',)
    def __new__(
        cls,
        text: str,
        *,
        has_divider: bool = ...,
        semantic_paths: Mapping[str, str] = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def text(self) -> str:
        """At most 49 characters."""
    @property
    def has_divider(self) -> bool:
        """Whether a line is drawn under the row."""
    @property
    def semantic_paths(self) -> dict[str, str]:
        """In JSON this is beside the widget's name, not inside the widget."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class Tokens:
    """Tokens of the token endpoint. Their text form does not show them."""
    __match_args__: Final = ('access_token', 'refresh_token', 'expires_at', 'expiry_assumed', 'scopes',)
    def __new__(
        cls,
        access_token: str,
        refresh_token: str | None = ...,
        *,
        expires_at: datetime,
        expiry_assumed: bool = ...,
        scopes: Sequence[str] = ...,
    ) -> Self: ...
    @property
    def access_token(self) -> str:
        """The access token, with which a client acts for the user."""
    @property
    def refresh_token(self) -> str | None:
        """The refresh token. Only if `offline_access` was granted."""
    @property
    def expires_at(self) -> datetime:
        """When the access token ends, by the clock of this machine: its lifetime after the time at which the request was sent."""
    @property
    def expiry_assumed(self) -> bool:
        """Whether the response named no lifetime, so that 3600 s were assumed."""
    @property
    def scopes(self) -> list[str]:
        """The granted scopes. Empty if the response to a code named none. A response to a refresh that names none leaves them
        unchanged (RFC 6749 section 5.1).
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class TomanRange:
    """A range of amounts of money, with both ends in it. An end that is not set is open."""
    __match_args__: Final = ('min', 'max', 'extra',)
    def __new__(
        cls,
        min: Tomans | None = ...,
        *,
        max: Tomans | None = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def min(self) -> Tomans | None:
        """The smallest amount."""
    @property
    def max(self) -> Tomans | None:
        """The largest amount."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class Tomans:
    """An amount in toman. 1 toman is 10 rial."""
    __match_args__: Final = ('tomans',)
    def __new__(cls, tomans: int) -> Self: ...
    @property
    def tomans(self) -> int:
        """The amount in toman."""
    def to_rials(self) -> Rials:
        """The amount in rial. 1 toman is 10 rial."""
    def __add__(self, other: Self, /) -> Self: ...
    def __sub__(self, other: Self, /) -> Self: ...
    def __lt__(self, other: Self, /) -> bool: ...
    def __le__(self, other: Self, /) -> bool: ...
    def __gt__(self, other: Self, /) -> bool: ...
    def __ge__(self, other: Self, /) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class TraceAttribute:
    """An attribute of a span or an event: a text or a number."""
    __match_args__: Final = ('name', 'text', 'number',)
    def __new__(cls, name: str = ..., *, text: str | None = ..., number: int | None = ...) -> Self: ...
    @property
    def name(self) -> str:
        """The name."""
    @property
    def text(self) -> str | None:
        """The value, if it is a text."""
    @property
    def number(self) -> int | None:
        """The value, if it is a number."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class TracedRetry:
    """A request that was sent again."""
    __match_args__: Final = ('attributes', 'seconds_before_end',)
    def __new__(cls, attributes: Sequence[TraceAttribute] = ..., *, seconds_before_end: float = ...) -> Self: ...
    @property
    def attributes(self) -> list[TraceAttribute]:
        """The attributes of the event: those of a span, and `open_platform.retry` with the reason."""
    @property
    def seconds_before_end(self) -> float:
        """How long before the end of the call the request ended, in seconds."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class Transaction:
    """A transaction on the app's balance (docs/platform.md#transactions)."""
    __match_args__: Final = ('id', 'app_slug', 'cost', 'created_at', 'extra_details', 'state', 'kind', 'extra',)
    def __new__(
        cls,
        id: str = ...,
        *,
        app_slug: str | None = ...,
        cost: Rials | None = ...,
        created_at: datetime | None = ...,
        extra_details: str | None = ...,
        state: TransactionState = ...,
        kind: TransactionType = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def id(self) -> str:
        """The id that the app chose: a UUID."""
    @property
    def app_slug(self) -> str | None:
        """The slug of the app. Events do not have it."""
    @property
    def cost(self) -> Rials | None:
        """The amount."""
    @property
    def created_at(self) -> datetime | None:
        """When it was created. Events do not have it."""
    @property
    def extra_details(self) -> str | None:
        """The text that the app sent with it."""
    @property
    def state(self) -> TransactionState:
        """Its state."""
    @property
    def kind(self) -> TransactionType:
        """The service that it paid for."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class TransactionPage:
    """A page of the app's transactions, the newest first."""
    __match_args__: Final = ('transactions', 'next_page_token', 'issues', 'extra',)
    def __new__(
        cls,
        transactions: Sequence[Transaction] = ...,
        *,
        next_page_token: str | None = ...,
        issues: Sequence[FieldIssue] = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def transactions(self) -> list[Transaction]:
        """The transactions."""
    @property
    def next_page_token(self) -> str | None:
        """The token of the next page. The last page has none; a page without transactions counts as the last one."""
    @property
    def issues(self) -> list[FieldIssue]:
        """Members that could not be read and count as absent, and transactions that could not be read and are left out."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class TransactionQuery:
    """Which transactions to list. Without anything: the newest."""
    __match_args__: Final = ('page_size', 'page_token', 'extra',)
    def __new__(
        cls,
        page_size: int | None = ...,
        *,
        page_token: str | None = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def page_size(self) -> int | None:
        """The number of transactions on a page: 1 to 100."""
    @property
    def page_token(self) -> str | None:
        """The `next_page_token` of the page before."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know. They are not sent."""
    def check(self) -> None:
        """Checks every limit, as each call does before it sends. Raises `InvalidInput` with the path of the
        invalid value.
        """
    @staticmethod
    def from_dict(value: Mapping[str, Any]) -> TransactionQuery:
        """Reads the form that `to_dict` writes. Raises `InvalidInput` with the path of the invalid value."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class UnreadableGrant:
    """A stored grant that cannot be read."""
    __match_args__: Final = ('key', 'user', 'reason',)
    def __new__(cls, key: str, *, user: str | None = ..., reason: str = ...) -> Self: ...
    @property
    def key(self) -> str:
        """The key of the grant."""
    @property
    def user(self) -> str | None:
        """The app's name for the user, if the key contains it, as keys of earlier versions do. Otherwise find the user by the
        key that the app has stored.
        """
    @property
    def reason(self) -> str:
        """Why it cannot be read: the store key that the record is encrypted with, or the newer version that wrote it."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class UploadTarget:
    """The address for an upload."""
    __match_args__: Final = ('url', 'http_method', 'extra',)
    def __new__(
        cls,
        url: str = ...,
        *,
        http_method: HttpMethod = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def url(self) -> str:
        """The address."""
    @property
    def http_method(self) -> HttpMethod:
        """The method of the request."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class UploadedChatMedia:
    """An uploaded picture, video, voice recording or file of a chat. A message names it by its media token."""
    __match_args__: Final = ('media_token', 'status', 'issues', 'extra',)
    def __new__(
        cls,
        media_token: str = ...,
        *,
        status: str = ...,
        issues: Sequence[FieldIssue] = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def media_token(self) -> str:
        """The token by which a message names it, as its `media_token`."""
    @property
    def status(self) -> str:
        """`ok`."""
    @property
    def issues(self) -> list[FieldIssue]:
        """Members that could not be read and count as absent. The file is uploaded nevertheless."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class UploadedImage:
    """The response to an upload."""
    __match_args__: Final = ('image_name', 'extra',)
    def __new__(cls, image_name: str | UploadedImage = ..., *, extra: Mapping[str, Any] = ...) -> Self: ...
    @property
    def image_name(self) -> str:
        """The name to use in a widget."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class UploadedPostImage:
    """An uploaded image of a post."""
    __match_args__: Final = ('path', 'photo_url', 'thumbnail_url', 'issues', 'extra',)
    def __new__(
        cls,
        path: str = ...,
        *,
        photo_url: str = ...,
        thumbnail_url: str = ...,
        issues: Sequence[FieldIssue] = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def path(self) -> str:
        """The path by which a post names the image: see `PostDetails.images`."""
    @property
    def photo_url(self) -> str:
        """The address of the image."""
    @property
    def thumbnail_url(self) -> str:
        """The address of its thumbnail."""
    @property
    def issues(self) -> list[FieldIssue]:
        """Members that could not be read and count as absent. The file is uploaded nevertheless."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class UploadedPostVideo:
    """An uploaded video of a post. Its two names are those of a `PostVideo`."""
    __match_args__: Final = ('video_name', 'video_url', 'thumbnail_name', 'thumbnail_url', 'issues', 'extra',)
    def __new__(
        cls,
        video_name: str = ...,
        *,
        video_url: str = ...,
        thumbnail_name: str = ...,
        thumbnail_url: str = ...,
        issues: Sequence[FieldIssue] = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def video_name(self) -> str:
        """The name of the video."""
    @property
    def video_url(self) -> str:
        """The address of the video."""
    @property
    def thumbnail_name(self) -> str:
        """The name of its thumbnail."""
    @property
    def thumbnail_url(self) -> str:
        """The address of its thumbnail."""
    @property
    def issues(self) -> list[FieldIssue]:
        """Members that could not be read and count as absent. The file is uploaded nevertheless."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class User:
    """The user of an access token. Its members depend on the scopes `USER_PHONE` and `USER_ID`."""
    __match_args__: Final = ('phone_number', 'user_id', 'phone_numbers', 'issues', 'extra',)
    def __new__(
        cls,
        phone_number: str | None = ...,
        *,
        user_id: str | None = ...,
        phone_numbers: Sequence[str] = ...,
        issues: Sequence[FieldIssue] = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def phone_number(self) -> str | None:
        """The phone number; needs `USER_PHONE`."""
    @property
    def user_id(self) -> str | None:
        """The id of the user for this app; needs `USER_ID`."""
    @property
    def phone_numbers(self) -> list[str]:
        """The older name of `phone_number`."""
    @property
    def issues(self) -> list[FieldIssue]:
        """Members that could not be read and count as absent."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    @staticmethod
    def from_dict(value: Mapping[str, Any]) -> User:
        """Reads the form that `to_dict` writes. Raises `InvalidInput` with the path of the invalid value."""
    @property
    def phone(self) -> str | None:
        """The user's phone number, from whichever member has it."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class UserAccessRevocation:
    """A user removed the app's access. The method `revoked` of grants checks that with the platform and erases the tokens."""
    __match_args__: Final = ('user_id', 'extra',)
    def __new__(cls, user_id: str = ..., *, extra: Mapping[str, Any] = ...) -> Self: ...
    @property
    def user_id(self) -> str:
        """The id of the user for this app."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class UserAddon:
    """The add-on of an app on a user. It is shown on up to 30 of the user's latest posts and on future ones, for 3 months.
    Sending another one changes what later posts show, and nothing on the posts that show it already
    (docs/platform.md#user-addons).
    """
    __match_args__: Final = ('widgets', 'categories', 'ticket_uuid', 'cost', 'semantic', 'allow_empty', 'extra',)
    def __new__(
        cls,
        widgets: Sequence[Widget | TitleRow | SubtitleRow | DescriptionRow | ButtonBar | SelectorRow | EventRow | GroupInfoRow | ScoreRow | EvaluationRow | ImageCarouselRow] = ...,
        *,
        categories: Sequence[str] = ...,
        ticket_uuid: str | None = ...,
        cost: Rials | None = ...,
        semantic: Mapping[str, str] = ...,
        allow_empty: bool = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def widgets(self) -> list[Widget]:
        """The widgets, from top to bottom."""
    @property
    def categories(self) -> list[str]:
        """Slugs of the categories in which it is shown; empty means all in which the app is active."""
    @property
    def ticket_uuid(self) -> str | None:
        """The payment ticket to spend: a UUID."""
    @property
    def cost(self) -> Rials | None:
        """What the app charged. 10 rial are 1 toman."""
    @property
    def semantic(self) -> dict[str, str]:
        """Machine-readable facts, by name."""
    @property
    def allow_empty(self) -> bool:
        """Allows an empty add-on, with which later posts show nothing. What posts show already stays until the add-on is deleted. Not
        part of the JSON.
        """
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def check(self) -> None:
        """Checks every limit, as each call does before it sends. Raises `InvalidInput` with the path of the
        invalid value.
        """
    @staticmethod
    def from_dict(value: Mapping[str, Any]) -> UserAddon:
        """Reads the form that `to_dict` writes. Raises `InvalidInput` with the path of the invalid value."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class UserIdQuery:
    """A request for the id of the user with a phone number."""
    __match_args__: Final = ('phone', 'extra',)
    def __new__(cls, phone: str = ..., *, extra: Mapping[str, Any] = ...) -> Self: ...
    @property
    def phone(self) -> str:
        """The number."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class UserIdResponse:
    """The id of the user with a phone number."""
    __match_args__: Final = ('user_id', 'extra',)
    def __new__(cls, user_id: str | None = ..., *, extra: Mapping[str, Any] = ...) -> Self: ...
    @property
    def user_id(self) -> str | None:
        """The id of the user for this app."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class UserIdSemanticRecord:
    """A semantic record about a user identified by id (docs/platform.md#user-semantics)."""
    __match_args__: Final = ('phone', 'semantic', 'ticket_uuid', 'cost', 'extra',)
    def __new__(
        cls,
        phone: str = ...,
        *,
        semantic: Mapping[str, str] = ...,
        ticket_uuid: str | None = ...,
        cost: Rials | None = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def phone(self) -> str:
        """The phone number of the user."""
    @property
    def semantic(self) -> dict[str, str]:
        """The data: at least one value."""
    @property
    def ticket_uuid(self) -> str | None:
        """The payment ticket of the record: a UUID."""
    @property
    def cost(self) -> Rials | None:
        """What the app charged. 10 rial are 1 toman."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def check(self) -> None:
        """Checks every limit, as each call does before it sends. Raises `InvalidInput` with the path of the
        invalid value.
        """
    @staticmethod
    def from_dict(value: Mapping[str, Any]) -> UserIdSemanticRecord:
        """Reads the form that `to_dict` writes. Raises `InvalidInput` with the path of the invalid value."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class ValidTicket:
    """The response about a valid ticket."""
    __match_args__: Final = ('issuer_payload', 'extra',)
    def __new__(cls, issuer_payload: Any = ..., *, extra: Mapping[str, Any] = ...) -> Self: ...
    @property
    def issuer_payload(self) -> Any:
        """What the issuer of the ticket put into it: any JSON. `null` if there is nothing."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class VehicleFields:
    """What a post of a vehicle has in the result of a search."""
    __match_args__: Final = ('usage', 'installment_sale', 'custom_post_subtitle', 'extra',)
    def __new__(
        cls,
        usage: int | None = ...,
        *,
        installment_sale: str = ...,
        custom_post_subtitle: str = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def usage(self) -> int | None:
        """The distance that it has been driven, in kilometres."""
    @property
    def installment_sale(self) -> str:
        """How it is sold in instalments."""
    @property
    def custom_post_subtitle(self) -> str:
        """The subtitle."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class VideoData:
    """A video."""
    __match_args__: Final = ('link', 'thumbnail_link', 'size_bytes', 'extra',)
    def __new__(
        cls,
        link: str = ...,
        *,
        thumbnail_link: str = ...,
        size_bytes: int | None = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def link(self) -> str:
        """Its address."""
    @property
    def thumbnail_link(self) -> str:
        """Address of a still picture."""
    @property
    def size_bytes(self) -> int | None:
        """Size in bytes."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class VoiceData:
    """A voice recording."""
    __match_args__: Final = ('link', 'size_bytes', 'extra',)
    def __new__(
        cls,
        link: str = ...,
        *,
        size_bytes: int | None = ...,
        extra: Mapping[str, Any] = ...,
    ) -> Self: ...
    @property
    def link(self) -> str:
        """Its address."""
    @property
    def size_bytes(self) -> int | None:
        """Size in bytes."""
    @property
    def extra(self) -> dict[str, Any]:
        """Members that this version does not know."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class WebhookOptions:
    """The options of hooks, the receiver of the platform's requests."""
    __match_args__: Final = ('body_limit', 'body_timeout_seconds', 'stale_after_seconds', 'reject_stale',)
    def __new__(
        cls,
        body_limit: int | None = ...,
        *,
        body_timeout_seconds: float | None = ...,
        stale_after_seconds: float | None = ...,
        reject_stale: bool = ...,
    ) -> Self: ...
    @property
    def body_limit(self) -> int | None:
        """The maximum size of a body in bytes: 256 KiB by default."""
    @property
    def body_timeout_seconds(self) -> float | None:
        """The time limit for reading a body: 8.5 seconds by default. One that takes longer is refused with 408."""
    @property
    def stale_after_seconds(self) -> float | None:
        """The age from which on a message is stale: 72 hours by default."""
    @property
    def reject_stale(self) -> bool:
        """Whether stale messages are refused with 403. Off by default: anybody who has the key can set any time in a message, and a
        message that the platform delivers late would be lost.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

class Widget:
    """One widget: `TitleRow("Inspected")`."""
    @final
    class TitleRow(Widget):
        """A title of at most 49 characters."""
        __match_args__: Final = ('row',)
        def __new__(cls, row: _TitleRow) -> Self: ...
        @property
        def row(self) -> _TitleRow:
            """Its members."""
    @final
    class SubtitleRow(Widget):
        """A smaller title of at most 200 characters."""
        __match_args__: Final = ('row',)
        def __new__(cls, row: _SubtitleRow) -> Self: ...
        @property
        def row(self) -> _SubtitleRow:
            """Its members."""
    @final
    class DescriptionRow(Widget):
        """A paragraph of at most 200 characters, or of any length if it is `expandable`."""
        __match_args__: Final = ('row',)
        def __new__(cls, row: _DescriptionRow) -> Self: ...
        @property
        def row(self) -> _DescriptionRow:
            """Its members."""
    @final
    class ButtonBar(Widget):
        """A wide button that starts `action`, with a title of at most 49 characters."""
        __match_args__: Final = ('row',)
        def __new__(cls, row: _ButtonBar) -> Self: ...
        @property
        def row(self) -> _ButtonBar:
            """Its members."""
    @final
    class SelectorRow(Widget):
        """A line that can be tapped, with a title of at most 200 characters and an image or an icon."""
        __match_args__: Final = ('row',)
        def __new__(cls, row: _SelectorRow) -> Self: ...
        @property
        def row(self) -> _SelectorRow:
            """Its members."""
    @final
    class EventRow(Widget):
        """An event: a title of at most 24 characters, a subtitle of at most 59, a label of at most 15, an image or an icon."""
        __match_args__: Final = ('row',)
        def __new__(cls, row: _EventRow) -> Self: ...
        @property
        def row(self) -> _EventRow:
            """Its members."""
    @final
    class GroupInfoRow(Widget):
        """Two or three facts side by side: titles of at most 50 characters, values of at most 100."""
        __match_args__: Final = ('row',)
        def __new__(cls, row: _GroupInfoRow) -> Self: ...
        @property
        def row(self) -> _GroupInfoRow:
            """Its members."""
    @final
    class ScoreRow(Widget):
        """A score with a title of at most 25 characters: `percentage_score` from 0 to 100, or `descriptive_score` of at most 17
        characters.
        """
        __match_args__: Final = ('row',)
        def __new__(cls, row: _ScoreRow) -> Self: ...
        @property
        def row(self) -> _ScoreRow:
            """Its members."""
    @final
    class EvaluationRow(Widget):
        """A scale with an indicator at `indicator_percentage`, 0 (left edge) to 100 (right edge), and up to three sections."""
        __match_args__: Final = ('row',)
        def __new__(cls, row: _EvaluationRow) -> Self: ...
        @property
        def row(self) -> _EvaluationRow:
            """Its members."""
    @final
    class ImageCarouselRow(Widget):
        """A carousel of images."""
        __match_args__: Final = ('row',)
        def __new__(cls, row: _ImageCarouselRow) -> Self: ...
        @property
        def row(self) -> _ImageCarouselRow:
            """Its members."""
    @final
    class Unknown(Widget):
        """A widget that this version does not know. It is sent unchanged and unchecked."""
        __match_args__: Final = ('kind', 'value', 'semantic_paths',)
        def __new__(cls, kind: str, *, value: Any, semantic_paths: Mapping[str, str]) -> Self: ...
        @property
        def kind(self) -> str:
            """Name of the widget: its one key in JSON."""
        @property
        def value(self) -> Any:
            """The value of that key."""
        @property
        def semantic_paths(self) -> dict[str, str]:
            """The values that become readable semantic data."""
    def check(self) -> None:
        """Checks every limit, as each call does before it sends. Raises `InvalidInput` with the path of the
        invalid value.
        """
    @staticmethod
    def from_dict(value: Mapping[str, Any]) -> Widget:
        """Reads the form that `to_dict` writes. Raises `InvalidInput` with the path of the invalid value."""
    @property
    def kind(self) -> str:
        """Name of the widget: its one key in JSON, such as `title_row`."""
    def to_dict(self) -> dict[str, Any]:
        """The value in the platform's JSON form."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class WorkerLog:
    """A line for the log of the app."""
    __match_args__: Final = ('is_error', 'text',)
    def __new__(cls, is_error: bool = ..., *, text: str = ...) -> Self: ...
    @property
    def is_error(self) -> bool:
        """Whether it is an error; otherwise a warning."""
    @property
    def text(self) -> str:
        """A sentence. It contains no data of users."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class WorkerOptions:
    """The settings of the workers of an inbox in one process."""
    __match_args__: Final = ('workers', 'handler_timeout_seconds', 'drain_timeout_seconds',)
    def __new__(
        cls,
        workers: int | None = ...,
        *,
        handler_timeout_seconds: float | None = ...,
        drain_timeout_seconds: float | None = ...,
    ) -> Self: ...
    @property
    def workers(self) -> int | None:
        """How many events are handled at once, 1 to 10,000. 4 by default."""
    @property
    def handler_timeout_seconds(self) -> float | None:
        """How long a handler may take: more than 0, at most 24 hours. By default there is no limit: a handler that hangs keeps its event
        and its place. One that takes longer is cancelled if the language can do so, and left behind otherwise; its attempt counts
        as failed, its later result does not count, and another event takes its place.
        """
    @property
    def drain_timeout_seconds(self) -> float | None:
        """How long the end of the workers waits for the handlers that run: at most 24 hours. Without limit by default. A handler that
        runs longer is cancelled or left behind, and its event is released for another worker, without counting as an attempt.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...
