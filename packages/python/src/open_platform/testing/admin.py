"""The types of the requests and responses of the sandbox's admin API.

Made from the sandbox by ``open-platform-generator``: do not edit.
"""

# ruff: noqa: E501
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypedDict

if TYPE_CHECKING:
    from typing_extensions import NotRequired


class Ability(TypedDict):
    """Whether a token can be used for an endpoint, and if not, what is missing."""

    #: Whether a call is allowed.
    allowed: bool
    #: The granted scopes that allow it. Those with an identifier allow it for that object only.
    by: list[str]
    #: Name of the endpoint, such as `addons.create_on_post`.
    endpoint: str
    #: The permission that the app's first API key lacks.
    missing_permission: str | None
    #: The scopes of which one is needed. Empty if one was granted or none is needed.
    missing_scopes: list[str]


class AboutPostPost(TypedDict):
    """A post."""

    #: Name of the user who writes to the owner.
    buyer: str
    #: Its token.
    post: str
    #: Its owner.
    seller: str


class AboutPost(TypedDict):
    """A post."""

    #: A post.
    post: AboutPostPost


class AboutBotBot(TypedDict):
    """The app's chatbot."""

    #: Name of the user who writes to it.
    user: str


class AboutBot(TypedDict):
    """The app's chatbot."""

    #: The app's chatbot.
    bot: AboutBotBot


#: What a conversation is about, and its participants, by their names in the sandbox.
About: TypeAlias = "AboutPost | AboutBot"


class ActiveFault(TypedDict):
    """A rule in force, with its counters."""

    #: How many times it fired.
    fired: int
    #: Number of the rule in its world.
    id: int
    #: How many requests it matched.
    matched: int
    #: The rule.
    rule: FaultRule


class ActiveSubscription(TypedDict):
    """A subscription of the app (docs/platform.md#subscriptions). It ends with the access token it was made with."""

    #: The consent behind the token.
    grant: str
    #: Its id. Apps do not receive it.
    id: str
    #: The event type.
    kind: str
    #: When it was made.
    made_at: str
    #: The metadata that is sent with every event.
    metadata: Any
    #: The posts of the scopes, if the scopes are for posts.
    posts: list[str] | None
    #: The resource it is limited to; without one it covers all that the scopes cover.
    resource: str | None
    #: Name of the user who consented.
    user: str


class AddedData(TypedDict):
    """The data that was added."""

    #: The businesses, with their tokens.
    businesses: list[SandboxBusiness]
    #: The conversations, with their ids.
    conversations: list[SandboxConversation]
    #: The posts, with their tokens.
    posts: list[SandboxPost]
    #: The users, with their ids.
    users: list[SandboxUser]


class ApiKey(TypedDict):
    """An API key and what it may do."""

    #: The key.
    key: str
    #: Its permissions.
    permissions: list[str]


class AppChange(TypedDict):
    """The settings to change; the others stay."""

    #: The API key.
    api_key: NotRequired[str | None]
    #: The slug, which is the client id.
    client_id: NotRequired[str | None]
    #: The secret for the token endpoint.
    client_secret: NotRequired[str | None]
    #: Where dynamic actions are sent; empty for none.
    dynamic_action_url: NotRequired[str | None]
    #: Where events are sent; empty for none.
    events_url: NotRequired[str | None]
    #: Whether the app has a logo, which widgets name `logo`.
    has_logo: NotRequired[bool | None]
    #: What the platform sends in `Authorization` when it calls the app.
    identification_key: NotRequired[str | None]
    #: Further API keys.
    other_keys: NotRequired[list[ApiKey] | None]
    #: What the API key may do, such as `GET_POST`.
    permissions: NotRequired[list[str] | None]
    #: Where users may return to after login.
    redirect_uris: NotRequired[list[str] | None]
    #: Where start requests are sent; empty for none.
    start_url: NotRequired[str | None]


class AppSettings(TypedDict):
    """The settings of the app in the platform's console. All credentials are generated."""

    #: The API key.
    api_key: str
    #: The slug, which is the client id.
    client_id: str
    #: The secret for the token endpoint.
    client_secret: str
    #: Where dynamic actions are sent; none while empty.
    dynamic_action_url: str
    #: Where events are sent; none while empty.
    events_url: str
    #: Whether the app has a logo, which widgets name `logo`.
    has_logo: bool
    #: What the platform sends in `Authorization` when it calls the app.
    identification_key: str
    #: Further API keys, with fewer permissions: one for each service of the app.
    other_keys: list[ApiKey]
    #: What the API key may do, such as `GET_POST`. A new world has every permission of the endpoint table.
    permissions: list[str]
    #: Where users may return to after login. Compared character by character.
    redirect_uris: list[str]
    #: Where start requests are sent; none while empty.
    start_url: str


class Attempt(TypedDict):
    """One attempt to deliver an event."""

    #: Beginning of the app's answer.
    answer: str
    #: The time, on the world's clock.
    at: str
    #: Why there was no answer.
    error: str | None
    #: How long the app took, in milliseconds of the machine's clock.
    latency_ms: float
    #: Its place in the order in which its world recorded requests, delivery attempts and events without a delivery.
    position: int
    #: Status of the app's answer, if it answered.
    status: int | None


#: The value of `Authorization` in requests to the app.
Authorization: TypeAlias = 'Literal["right", "other", "in_turn", "wrong", "both", "missing"]'


class BackendInfo(TypedDict):
    """A backend that runs."""

    #: The header that names the user. Without it no user is logged in.
    session_header: str
    #: Its address, for the phone.
    url: str


class BackendSettings(TypedDict):
    """The settings of the backend."""

    #: The writing calls that phones may make, such as `conversations.send`.
    allow: NotRequired[list[str]]
    #: Lifetime of its tokens, in seconds.
    lifetime_seconds: NotRequired[int]


class BackendStopped(TypedDict):
    """Whether there was a backend."""

    #: Whether a backend was running.
    stopped: bool


class Block(TypedDict):
    """A block between two users."""

    #: Name of the user who is blocked.
    blocked: str
    #: Name of the user who blocks.
    blocker: str
    #: `false` ends the block.
    on: bool


class CallQuota(TypedDict):
    """A quota of one use of the platform: these calls together."""

    #: Calls in the time.
    calls: int
    #: Names of the endpoints, such as `addons.create_on_post`.
    endpoints: list[str]
    #: The time. It begins with the minute, hour or day of UTC; a week has 7 days and begins on a Thursday (assumption).
    per: Limit


#: What messages may contain beside text.
ChatMediumKind: TypeAlias = 'Literal["image", "video", "voice", "file"]'


class ClickMessageButton(TypedDict):
    """A button under a message. The user sees the buttons of their own side."""

    #: Position in the row, from 0.
    column: NotRequired[int]
    #: Id of the message.
    message: str
    on: Literal["message_button"]
    #: Row, from 0.
    row: NotRequired[int]
    #: Name of the user.
    user: str


class ClickWidget(TypedDict):
    """An action in an add-on on a post."""

    #: Index of the action among all widgets of the post, in document order, from 0.
    action: NotRequired[int]
    on: Literal["widget"]
    #: Token of the post.
    post: str
    #: Name of the user.
    user: str


class ClickChatService(TypedDict):
    """The app in the list of services of a chat."""

    #: Id of the conversation.
    conversation: str
    on: Literal["chat_service"]
    #: Name of the user.
    user: str


#: What a user clicks.
Click: TypeAlias = "ClickMessageButton | ClickWidget | ClickChatService"


class ClickOutcome(TypedDict):
    """What the user sees after a click."""

    #: An action that the platform handles, or that the app answered with.
    action: Any
    #: Why nothing opens: the app did not answer, or its answer is not valid.
    error: str | None
    #: The address that opens.
    opens: str | None
    #: The body of the request to the app, if there was one. If the app answered a dynamic action with a link to itself,
    #: that of the start request.
    request: Any
    #: Status of the app's answer, if it answered.
    status: int | None
    #: A text that is shown briefly.
    text_message: str | None


class ClockStatus(TypedDict):
    """The state of the clock."""

    #: Whether it is frozen.
    frozen: bool
    #: The clock of a world.
    now: str
    #: The planned jobs, earliest first; at most 1000.
    planned: list[Fired]


class Comparison(TypedDict):
    """What differs between two snapshots."""

    #: The differences, at most 500.
    differences: list[Difference]
    #: Whether there are more.
    has_more: bool


class CountsPerDay(TypedDict):
    """The counts in the statistics of a post for a whole day. During a day they grow with the clock."""

    #: How many conversations about it began.
    chats: NotRequired[int]
    #: How often it was shown in a list.
    impressions: NotRequired[int]
    #: How often the post was opened.
    views: NotRequired[int]


#: The kind of a credential.
CredentialKind: TypeAlias = 'Literal["api_key", "access_token", "refresh_token", "client_secret", "authorization_code"]'


class CredentialSighting(TypedDict):
    """A credential that a host received."""

    #: The host name that the app used, such as `127.0.0.1:4010`.
    authority: str
    #: Whether the host may receive it. The upload host may receive none, and only the auth host the client's secrets.
    belongs: bool
    #: The kind of the credential.
    credential: CredentialKind
    #: The first 16 hexadecimal digits of its SHA-256.
    fingerprint: str
    #: The host of the platform that received it: `auth`, `base`, `api`, `upload` or `chat`.
    host: str
    #: How often the host received it.
    times: int


class CustomButtonChange(TypedDict):
    """A custom button to set or to remove. Exactly one of the tokens is given."""

    #: The token of the business.
    business: NotRequired[str | None]
    #: The button in the platform's form, with `type` and `action`. Absent: the button is removed.
    button: NotRequired[dict[str, Any] | None]
    #: The token of the post.
    post: NotRequired[str | None]


class DecisionApprove(TypedDict):
    """Grants all requested scopes."""

    decision: Literal["approve"]
    #: Name of the user, such as `seller`.
    user: str


class DecisionApproveOnly(TypedDict):
    """Grants some of the requested scopes. The platform's own page has no such choice; this is for tests."""

    decision: Literal["approve_only"]
    #: The scopes to grant, out of the requested ones.
    scopes: list[str]
    #: Name of the user.
    user: str


class DecisionDeny(TypedDict):
    """Refuses."""

    decision: Literal["deny"]


#: The decision of the user on the consent page.
Decision: TypeAlias = "DecisionApprove | DecisionApproveOnly | DecisionDeny"


class Delivery(TypedDict):
    """An event, and all attempts to deliver it."""

    #: The attempts, oldest first.
    attempts: list[Attempt]
    #: The body.
    body: Any
    #: Event type, such as `NEW_MESSAGE`.
    event: str
    #: The headers of the last attempt. The key is `[redacted]`.
    headers: list[RecordedHeader]
    #: Number of the delivery in its world.
    id: int
    key: KeySent | None
    #: How long the app took for the last attempt, in milliseconds of the machine's clock.
    latency_ms: float | None
    #: When the event was created.
    made_at: str
    #: When the next attempt is planned.
    next_attempt_at: str | None
    #: Number of the delivery that this one repeats, if any.
    repeats: int | None
    #: Status of the app's answer to the last attempt.
    response_status: int | None
    #: Its stage.
    state: DeliveryState
    #: The address.
    url: str


class DeliveryNumber(TypedDict):
    """The number of a new delivery."""

    #: Its number in the world.
    delivery: int


#: The state of a delivery.
DeliveryState: TypeAlias = 'Literal["planned", "held", "delivered", "failed", "no_address"]'


#: Whether a parameter is required.
Demand: TypeAlias = 'Literal["required", "accepted", "ignored"]'


#: How a redirect reports that a login was refused.
Denial: TypeAlias = 'Literal["missing_code", "error_parameter"]'


class Difference(TypedDict):
    """A value that differs."""

    #: The value in the second one.
    after: Any
    #: The value in the first one. Absent if it is only in the second. Credentials are `[redacted]`.
    before: Any
    #: Its path, such as `posts.by_token.AbCd1234.stage`.
    path: str


class DuplicateWrite(TypedDict):
    """A write that was received more than once, with the same method, path, body and caller, so that it can have had its effect twice.

A request that was answered 401 or 429 does not count, because the platform has not acted on it. Neither does a call with an id of
the app, such as a payment: the platform acts on each id once at most."""

    #: SHA-256 of the body, in hexadecimal digits.
    body_sha256: str
    #: Name of the endpoint.
    endpoint: str
    #: Path on its host.
    path: str
    #: Numbers of the requests, at least two.
    requests: list[int]


class EffectStatus(TypedDict):
    """Answers with another status and body."""

    #: The body; if empty, an error in the platform's format.
    body: NotRequired[str]
    #: Its content type; `application/json` if empty.
    content_type: NotRequired[str]
    kind: Literal["status"]
    #: Before or after the request takes effect.
    moment: NotRequired[Moment]
    #: HTTP status.
    status: int


class EffectRateLimit(TypedDict):
    """Answers 429. The shape of the body is an assumption."""

    #: Writes `Retry-After` as a date of the world's clock.
    as_date: NotRequired[bool]
    kind: Literal["rate_limit"]
    #: Which limit the body names.
    limit: NotRequired[Limit]
    #: Seconds for `Retry-After`; without it the header is left out.
    retry_after_seconds: NotRequired[int | None]


class EffectDelay(TypedDict):
    """Waits on the world's clock: with a running clock the app waits, a frozen clock is advanced at once."""

    kind: Literal["delay"]
    #: How long, in milliseconds; at most ten minutes.
    milliseconds: int
    #: Before or after the request takes effect.
    moment: NotRequired[Moment]


class EffectDrop(TypedDict):
    """Cuts the connection without an answer. After the request took effect, its answer is lost."""

    kind: Literal["drop"]
    #: Before or after the request takes effect.
    moment: NotRequired[Moment]
    #: Resets the connection instead of closing it.
    reset: NotRequired[bool]


class EffectTruncate(TypedDict):
    """Cuts the connection inside the body."""

    #: The number of bytes that are sent. `Content-Length` has the full length.
    bytes: int
    kind: Literal["truncate"]


class EffectSlowDrip(TypedDict):
    """Sends the body in pieces with pauses, on the machine's clock."""

    #: Bytes in a piece.
    bytes: int
    kind: Literal["slow_drip"]
    #: Pause after each piece, in milliseconds.
    milliseconds: int


class EffectGzipBomb(TypedDict):
    """Sends a small compressed body that becomes large."""

    kind: Literal["gzip_bomb"]
    #: Its size in MiB after decompression; at most 1024.
    mebibytes: int


class EffectEndlessBody(TypedDict):
    """Sends a body that never ends."""

    kind: Literal["endless_body"]


class EffectRedirect(TypedDict):
    """Answers with a redirect."""

    kind: Literal["redirect"]
    #: The address.
    location: str
    #: 301, 302, 303, 307 or 308.
    status: int


class EffectBadJson(TypedDict):
    """Replaces the body with something that is not JSON."""

    kind: Literal["bad_json"]


class EffectPatch(TypedDict):
    """Changes members of a JSON answer by a merge patch (RFC 7396); `null` removes a member."""

    kind: Literal["patch"]
    #: The patch.
    merge: Any


#: What a fault does.
Effect: TypeAlias = "EffectStatus | EffectRateLimit | EffectDelay | EffectDrop | EffectTruncate | EffectSlowDrip | EffectGzipBomb | EffectEndlessBody | EffectRedirect | EffectBadJson | EffectPatch"


class Event(TypedDict):
    """Any event."""

    #: The body to deliver.
    body: Any


#: Requests of the app.
ExpectationRequest = TypedDict(
    "ExpectationRequest",
    {
        #: The minimum number; 1 by default.
        "count": "NotRequired[int | None]",
        #: Name of the endpoint, such as `conversations.send`.
        "endpoint": "str",
        "for": 'Literal["request"]',
        #: Status of the answer, if it matters.
        "status": "NotRequired[int | None]",
        #: The longest wait, in milliseconds of the machine's clock; 5000 by default, at most 30000.
        "timeout_milliseconds": "NotRequired[int | None]",
    },
)


#: Events that the app accepted.
ExpectationDelivery = TypedDict(
    "ExpectationDelivery",
    {
        #: The minimum number; 1 by default.
        "count": "NotRequired[int | None]",
        #: Event type, such as `NEW_MESSAGE`.
        "event": "str",
        "for": 'Literal["delivery"]',
        #: As for requests.
        "timeout_milliseconds": "NotRequired[int | None]",
    },
)


#: What to wait for.
Expectation: TypeAlias = "ExpectationRequest | ExpectationDelivery"


class FaultNumber(TypedDict):
    """The number of a new rule."""

    #: Its number in the world.
    id: int


class FaultNumbers(TypedDict):
    """The numbers of new rules."""

    #: Their numbers in the world.
    ids: list[int]


class FaultPreset(TypedDict):
    """A named set of fault rules."""

    #: What happens.
    about: str
    #: Its name in the path, such as `lost_token_answer`.
    name: str
    #: The rules that it adds, in this order.
    rules: list[FaultRule]


class FaultRule(TypedDict):
    """A fault rule: which requests, how often, and what happens to them. The first rule that fires is used."""

    #: What happens, in order.
    effects: NotRequired[list[Effect]]
    #: A label.
    name: NotRequired[str]
    #: Fires only on this matching request, counted from 1.
    nth: NotRequired[int | None]
    #: Which requests. Empty: all.
    on: NotRequired[RequestMatch]
    #: Fires with this probability, from 0 to 1. It depends only on `seed` and the number of the matching request.
    probability: NotRequired[float | None]
    #: The seed of `probability`.
    seed: NotRequired[int]
    #: Fires at most this many times.
    times: NotRequired[int | None]


class FiredAttachAddon(TypedDict):
    """An accepted post add-on appears on its post."""

    #: The time, on the world's clock.
    at: str
    #: Id of the add-on.
    id: str
    job: Literal["attach_addon"]


class FiredExpireUserAddon(TypedDict):
    """A user add-on ends, three months after its creation."""

    #: The time, on the world's clock.
    at: str
    #: Id of the add-on.
    id: str
    job: Literal["expire_user_addon"]


class FiredExpireCode(TypedDict):
    """An authorization code expires."""

    #: The time, on the world's clock.
    at: str
    #: Number of the code in this world.
    code: int
    job: Literal["expire_code"]


class FiredExpireAccessToken(TypedDict):
    """An access token expires, and its subscriptions end."""

    #: The time, on the world's clock.
    at: str
    job: Literal["expire_access_token"]
    #: Number of the pair of tokens in this world.
    pair: int


class FiredEndGrace(TypedDict):
    """The grace period of a replaced refresh token ends."""

    #: The time, on the world's clock.
    at: str
    job: Literal["end_grace"]
    #: Number of the pair of tokens in this world.
    pair: int


class FiredExpireRefreshToken(TypedDict):
    """A refresh token expires."""

    #: The time, on the world's clock.
    at: str
    job: Literal["expire_refresh_token"]
    #: Number of the pair of tokens in this world.
    pair: int


class FiredSettlePayment(TypedDict):
    """A payment ends."""

    #: The time, on the world's clock.
    at: str
    #: The id that the app chose.
    id: str
    job: Literal["settle_payment"]


class FiredReviewPost(TypedDict):
    """The review of a post ends."""

    #: The time, on the world's clock.
    at: str
    job: Literal["review_post"]
    #: Token of the post.
    post: str


class FiredDeliver(TypedDict):
    """An attempt to deliver an event."""

    #: The time, on the world's clock.
    at: str
    #: Number of the delivery in this world.
    delivery: int
    job: Literal["deliver"]


#: A job that ran, or is planned.
Fired: TypeAlias = "FiredAttachAddon | FiredExpireUserAddon | FiredExpireCode | FiredExpireAccessToken | FiredEndGrace | FiredExpireRefreshToken | FiredSettlePayment | FiredReviewPost | FiredDeliver"


class FiredJobs(TypedDict):
    """The jobs that ran."""

    #: In order.
    fired: list[Fired]
    #: The time after it.
    now: str


class Gaps(TypedDict):
    """The switches of endpoints and of the contents of events. Start from a profile and change single switches."""

    #: A widget or a post may name an image, and a message may name media, that were never uploaded here (assumption).
    accept_unknown_images: NotRequired[bool]
    #: An add-on for a post that does not exist is accepted and never shown, instead of refused with 404
    #: (docs/platform.md#post-addons).
    accept_wrong_post_token: NotRequired[bool]
    #: Seconds until an accepted post add-on appears on the post; 0 means at once. The documents say "queued"
    #: (docs/platform.md#post-addons); how long it takes is an assumption.
    addon_attach_seconds: NotRequired[int]
    #: A message may carry a media token and no text (docs/platform.md#contradiction-34).
    allow_media_only: NotRequired[bool]
    #: The business add-on answers `{}` instead of `{"id": …}` (docs/platform.md#contradiction-36).
    business_addon_answers_empty: NotRequired[bool]
    #: A message may have nine buttons for each side instead of nine in all (docs/platform.md#buttons).
    buttons_of_each_side: NotRequired[bool]
    #: The chatbot's answer needs the bearer with its scope also in a conversation (docs/platform.md#contradiction-35).
    chatbot_reply_needs_scope: NotRequired[bool]
    #: Limits that no document states and the SDK assumes are checked, too: 4,096 characters of a message, 256 of a
    #: button's caption or the name of an image (assumption).
    check_assumed_limits: NotRequired[bool]
    #: The members of a submission that depend on the category are checked by the category's form, which
    #: `assets.submit_schema` returns (docs/platform.md#submit-form). That the platform checks by that form, and its
    #: refusal, 400, are assumptions. A category that the sandbox has no form of is not checked.
    check_category_fields: NotRequired[bool]
    #: Limits of widgets, buttons and texts are checked (docs/platform.md#widgets, #send-message).
    check_limits: NotRequired[bool]
    #: A scope for a post is valid only for posts of the user who granted it, and a phone number or user id in a path
    #: must be that user's (assumption).
    check_ownership: NotRequired[bool]
    #: Sending to a conversation that does not exist creates it (docs/platform.md#send-message). The other participant
    #: is an assumption.
    create_conversations: NotRequired[bool]
    #: A success without content answers with an empty body instead of `{}` (docs/platform.md#reading-11).
    empty_success_body: NotRequired[bool]
    #: Chatbot messages, revocations and transactions are delivered without a subscription
    #: (docs/platform.md#contradiction-50).
    events_without_subscription: NotRequired[bool]
    #: A post that is not published yet cannot be read without its scope. Its `state` member says that it can
    #: (docs/platform.md#post-record).
    hide_ongoing_posts: NotRequired[bool]
    #: The sender type of people is `USER` instead of `HUMAN` (docs/platform.md#contradiction-22).
    human_is_user: NotRequired[bool]
    #: Events carry `meta_data` instead of `metadata` (docs/platform.md#contradiction-1).
    meta_data_key: NotRequired[bool]
    #: 64-bit numbers are written as strings (docs/platform.md#contradiction-26).
    numbers_as_text: NotRequired[bool]
    #: Transaction events carry `payment_transaction` instead of `transaction` (docs/platform.md#contradiction-24).
    payment_transaction_key: NotRequired[bool]
    #: Members, widgets, actions, colours, icons and types that are not documented are refused instead of ignored
    #: (docs/platform.md#reading, assumption).
    refuse_unknown_members: NotRequired[bool]
    #: An unknown user id or phone number is refused with 404 (assumption).
    refuse_unknown_users: NotRequired[bool]
    #: A message must carry `type` (docs/platform.md#contradiction-33).
    require_message_type: NotRequired[bool]
    #: A new subscription replaces the one of the same consent for the same event and resource, instead of being added
    #: (docs/platform.md#resubscription).
    resubscribing_replaces: NotRequired[bool]
    #: Calls that the specification lets an app make without a scope, or with `USER_SEMANTIC_CREATE`, need the scope of
    #: the live platform's documents: `USER_ADDON_CREATE`, `USER_VERIFICATION_CREATE`, `CHAT_MESSAGE_SEND`
    #: (docs/platform.md#scopes, #user-addons, #user-semantics, #legacy-send).
    scopes_of_live_platform: NotRequired[bool]
    #: How `sent_at` is written (docs/platform.md#sent-at).
    sent_at: NotRequired[InstantForm]
    #: Whatever the specification does not have fails: the newer endpoints of the live platform, queries, unknown
    #: members and other content types. For tests only: whether an app stays within the specification.
    spec_only: NotRequired[bool]
    #: A permission that the key lacks is answered with the bare text seen on the live platform, without a hint
    #: (docs/platform.md#known-errors).
    terse_refusals: NotRequired[bool]
    #: Only the two event types of the generated documents can be subscribed to (docs/platform.md#contradiction-21).
    two_subscription_types: NotRequired[bool]
    #: A key that is not the app's is refused with 412 "could not retrieve app from db" instead of 401: seen on one
    #: endpoint only (docs/platform.md#known-errors).
    unknown_key_is_412: NotRequired[bool]
    #: An upload answers 201 instead of 200 (docs/platform.md#reading-13).
    upload_answers_201: NotRequired[bool]
    #: The largest upload, in bytes; 0: the limit of the sandbox, 16 MiB (assumption: no limit is documented).
    upload_max_bytes: NotRequired[int]
    #: Uploads that are not JPEG are refused. The documents prefer JPEG (docs/platform.md#image-upload): this is
    #: stricter.
    upload_must_be_jpeg: NotRequired[bool]
    #: The answer of `GET users` also has the deprecated member `phone_numbers` (docs/platform.md#users).
    users_me_phone_numbers: NotRequired[bool]
    #: Endpoints that were removed from the platform's documents answer 404 (docs/platform.md#deprecations).
    withdrawn_endpoints_gone: NotRequired[bool]


#: What happens when a refresh token is used again (docs/platform.md#refresh-rotation).
Grace: TypeAlias = 'Literal["strict", "fork", "idempotent", "latest_wins", "until_used"]'


class Instant(TypedDict):
    """The time to set."""

    #: The new time.
    to: str


#: How an instant is written.
InstantForm: TypeAlias = 'Literal["text", "micros", "micros_as_text"]'


class JobAttachAddon(TypedDict):
    """An accepted post add-on appears on its post."""

    #: Id of the add-on.
    id: str
    job: Literal["attach_addon"]


class JobExpireUserAddon(TypedDict):
    """A user add-on ends, three months after its creation."""

    #: Id of the add-on.
    id: str
    job: Literal["expire_user_addon"]


class JobExpireCode(TypedDict):
    """An authorization code expires."""

    #: Number of the code in this world.
    code: int
    job: Literal["expire_code"]


class JobExpireAccessToken(TypedDict):
    """An access token expires, and its subscriptions end."""

    job: Literal["expire_access_token"]
    #: Number of the pair of tokens in this world.
    pair: int


class JobEndGrace(TypedDict):
    """The grace period of a replaced refresh token ends."""

    job: Literal["end_grace"]
    #: Number of the pair of tokens in this world.
    pair: int


class JobExpireRefreshToken(TypedDict):
    """A refresh token expires."""

    job: Literal["expire_refresh_token"]
    #: Number of the pair of tokens in this world.
    pair: int


class JobSettlePayment(TypedDict):
    """A payment ends."""

    #: The id that the app chose.
    id: str
    job: Literal["settle_payment"]


class JobReviewPost(TypedDict):
    """The review of a post ends."""

    job: Literal["review_post"]
    #: Token of the post.
    post: str


class JobDeliver(TypedDict):
    """An attempt to deliver an event."""

    #: Number of the delivery in this world.
    delivery: int
    job: Literal["deliver"]


#: A job that runs at a later time.
Job: TypeAlias = "JobAttachAddon | JobExpireUserAddon | JobExpireCode | JobExpireAccessToken | JobEndGrace | JobExpireRefreshToken | JobSettlePayment | JobReviewPost | JobDeliver"


class KeptSnapshot(TypedDict):
    """A kept snapshot."""

    #: Its number in the world, as the text that the other operations take.
    snapshot: str


#: Which key a delivery sent.
KeySent: TypeAlias = 'Literal["right", "other", "wrong", "both", "missing"]'


#: A subscription that ended with its access token. Its events are not delivered afterwards.
Lapse = TypedDict(
    "Lapse",
    {
        #: Event type it was for.
        "event_type": "str",
        #: When it ended.
        "from": "str",
        #: Resource it was limited to.
        "resource": "str | None",
        #: When the app subscribed again, if it did.
        "to": "str | None",
        #: Name of the user who consented.
        "user": "str",
    },
)


#: The limit that was exceeded.
Limit: TypeAlias = 'Literal["minute", "hour", "day", "week"]'


class LimitRules(TypedDict):
    """The limits on the app's calls. Only calls with an API key count; refused ones do not (assumption)."""

    #: Seconds for which the address of the deprecated `image-upload-url` can be used; 0: for ever
    #: (docs/platform.md#limits). The refusal, 403, is an assumption.
    image_upload_url_seconds: NotRequired[int]
    #: Reads of the addresses for uploads (`assets.media_upload_urls`) in a day; 0: any number. The documents ask for
    #: "about one" (docs/platform.md#limits); that more are refused is an assumption.
    media_upload_urls_per_day: NotRequired[int]
    #: Calls in a day of the world's clock, which begins at midnight UTC (assumption); 0: any number
    #: (docs/platform.md#limits).
    per_day: NotRequired[int]
    #: Calls in a minute of the world's clock; 0: any number. The platform's value is shown only in its console
    #: (docs/platform.md#limits).
    per_minute: NotRequired[int]
    #: Quotas of single uses, besides those of all calls. The platform's values are shown only in its console
    #: (docs/platform.md#limits).
    quotas: NotRequired[list[CallQuota]]
    #: The quotas that the documents named in 2024: 100 add-ons on posts, 10,000 reads of posts and 10,000 searches a
    #: week (docs/platform.md#limits).
    quotas_of_2024: NotRequired[bool]
    #: Whether 429 carries `Retry-After`, and in which form (assumption: the documents name no header,
    #: docs/platform.md#limits).
    retry_after: NotRequired[RetryAfter]
    #: Posts in the result of a search, the newest; 0: any number (docs/platform.md#limits).
    search_results: NotRequired[int]
    #: Searches in all, whose count is never reset; 0: any number (docs/platform.md#limits).
    searches: NotRequired[int]
    #: Days in the statistics of a post (docs/platform.md#limits).
    stats_days: NotRequired[int]
    #: Posts that are not archived which the world may have before another can be added to it; 0: any number. A test app
    #: has 10 test posts (docs/platform.md#limits). Posts that the app submits are not refused (assumption).
    test_posts: NotRequired[int]
    #: Posts that can be added to the world in a day; 0: any number. The documents name no number for test posts
    #: (docs/platform.md#limits).
    test_posts_per_day: NotRequired[int]
    #: Posts that can be added to the world in an hour; 0: any number. The documents name no number for test posts
    #: (docs/platform.md#limits).
    test_posts_per_hour: NotRequired[int]
    #: Transactions on a page; 0: any number (docs/platform.md#limits).
    transactions_on_page: NotRequired[int]


class LimitUse(TypedDict):
    """How much of a limit is used."""

    #: Whether 80 % are used: of a daily quota the platform then sends an e-mail (docs/platform.md#limits).
    is_near: bool
    #: The limit: `requests per minute`, `requests per day`, `searches`, `added posts per hour`, `added posts per day`,
    #: or a quota such as `posts.get per week`.
    limit: str
    #: The limit; 0: any number.
    most: int
    #: How much of it is used.
    used: int


class LoginApprove(TypedDict):
    """Grants all requested scopes."""

    #: The address to which the app sends the user's browser.
    authorize_url: str
    decision: Literal["approve"]
    #: Name of the user, such as `seller`.
    user: str


class LoginApproveOnly(TypedDict):
    """Grants some of the requested scopes. The platform's own page has no such choice; this is for tests."""

    #: The address to which the app sends the user's browser.
    authorize_url: str
    decision: Literal["approve_only"]
    #: The scopes to grant, out of the requested ones.
    scopes: list[str]
    #: Name of the user.
    user: str


class LoginDeny(TypedDict):
    """Refuses."""

    #: The address to which the app sends the user's browser.
    authorize_url: str
    decision: Literal["deny"]


#: A login.
Login: TypeAlias = "LoginApprove | LoginApproveOnly | LoginDeny"


#: Whether the request takes effect before the fault.
Moment: TypeAlias = 'Literal["before", "after"]'


class Money(TypedDict):
    """The money of a world."""

    #: The app's balance in rial.
    balance_rials: int
    #: The names of the users who must not submit posts.
    barred: list[str]
    #: The ids of the payments that the app reported.
    reports: list[str]
    #: What payments cost, and how they end.
    rules: PaymentRules
    #: The payment tickets.
    tickets: list[PaymentTicket]
    #: The transactions on the app's balance, newest first.
    transactions: list[SandboxTransaction]
    #: The payments from wallets of users.
    wallet_payments: list[WalletPayment]
    #: The balances of the wallets of users in rial, by the user's name. Those that are not here have 20,000,000.
    wallets: dict[str, Any]


class MoneyChange(TypedDict):
    """A change of the money of a world. What is absent stays."""

    #: The app's balance in rial.
    balance_rials: NotRequired[int | None]
    #: The names of the users who must not submit posts, instead of those before.
    barred: NotRequired[list[str] | None]
    rules: NotRequired[PaymentRules | None]
    #: Payment tickets to add. One with the UUID of another replaces it.
    tickets: NotRequired[list[PaymentTicket]]
    #: The balance of the wallet of a user in rial, by the user's name.
    wallets: NotRequired[dict[str, Any]]


class NewBusiness(TypedDict):
    """A business to add."""

    #: Names of the users who administer it.
    admins: NotRequired[list[str]]
    #: Names of the users who work for it.
    agents: NotRequired[list[str]]
    #: Its name.
    business_name: NotRequired[str]
    #: `CAR`, `REAL_ESTATE`, `JOBS`, `MARKETPLACE`, `SERVICES` or `PERSONAL` (docs/platform.md#post-record).
    business_type: NotRequired[str]
    #: What it says about itself.
    description: NotRequired[str]
    #: Name of the user who owns it.
    owner: NotRequired[str]
    #: Id of its profile image; made from its token if empty.
    profile_image: NotRequired[str]
    #: Its token; generated from the seed if empty. One with the token of another replaces it.
    token: NotRequired[str]


class NewConversation(TypedDict):
    """A conversation to add."""

    #: Its id; generated from the seed if empty.
    id: NotRequired[str]
    #: Token of the post it is about. Empty for a conversation with the app's chatbot.
    post: NotRequired[str]
    #: Name of the user who answers the post, or who talks to the chatbot.
    user: NotRequired[str]


class NewPost(TypedDict):
    """A post to add. Empty members are generated from the seed or left out."""

    #: Token of the business it belongs to; none while empty.
    business: NotRequired[str]
    #: Slug of the category.
    category: NotRequired[str]
    #: Whether the owner can be written to.
    chat_enabled: NotRequired[bool]
    #: Slug of the city.
    city: NotRequired[str]
    counts_per_day: NotRequired[CountsPerDay | None]
    #: The attributes of the category, with `title`, `description` and `images`.
    data: NotRequired[dict[str, Any]]
    #: Slug of the district.
    district: NotRequired[str]
    #: Whether the phone number is hidden.
    is_phone_hidden: NotRequired[bool]
    #: Addresses of the images it has before publication.
    ongoing_images: NotRequired[list[str]]
    #: Name of the user who owns it.
    owner: NotRequired[str]
    #: Its stage.
    stage: NotRequired[Stage]
    #: Whether the platform's sales assistant may answer.
    supplier_chat_assistant_enabled: NotRequired[bool]
    #: Its token; generated from the seed if empty.
    token: NotRequired[str]


class NewUser(TypedDict):
    """A user to add. Empty members are generated from the seed."""

    #: The name of the user in the sandbox, such as `seller`. Apps do not receive it.
    name: NotRequired[str]
    #: Mobile number.
    phone: NotRequired[str]


class NextStage(TypedDict):
    """The next stage of a post."""

    #: The new stage.
    stage: Stage


#: Why an event has not reached the app.
NotDelivered: TypeAlias = 'Literal["no_subscription", "other_world", "subscription_ended", "other_user", "other_resource", "only_with_resource", "missing_scope", "not_in_old_form", "no_address", "paused", "clock_frozen", "failed_so_far", "failed"]'


class OAuthRules(TypedDict):
    """The switches of the authorization server. Times are in seconds of the world's clock."""

    #: Lifetime of an access token, and the value of `expires_in` (assumption: one hour).
    access_token_seconds: NotRequired[int]
    #: The member `code` of a refresh, which holds the current access token (docs/platform.md#token-refresh).
    code_in_refresh: NotRequired[Demand]
    #: Whether using a code twice ends its grant (RFC 6749 section 4.1.2).
    code_reuse_revokes: NotRequired[bool]
    #: Lifetime of an authorization code (assumption: 10 minutes).
    code_seconds: NotRequired[int]
    #: A second use of a refresh token within this many seconds of the first is answered once with `invalid_request` and
    #: a request to retry, as can happen with two concurrent refreshes (docs/platform.md#refresh-rotation). 0: never.
    concurrent_refresh_seconds: NotRequired[int]
    #: How the redirect reports that the user denied the login (docs/platform.md#denied-login, #oauth-errors).
    denial: NotRequired[Denial]
    #: What happens when a refresh token is used again (assumption: as with Ory Hydra;
    #: docs/platform.md#refresh-rotation).
    grace: NotRequired[Grace]
    #: Length of the grace period: 120 by the specification (docs/platform.md#grace).
    grace_seconds: NotRequired[int]
    #: What happens to the old access token: in the specification it stays valid for the grace period, with Ory Hydra it
    #: does not (docs/platform.md#refresh-rotation).
    old_access_token: NotRequired[OldAccessToken]
    #: PKCE with S256 (assumption: it is not documented).
    pkce: NotRequired[Demand]
    #: The member `redirect_uri` of a refresh (docs/platform.md#token-refresh).
    redirect_uri_in_refresh: NotRequired[Demand]
    #: From when that lifetime counts (assumption; docs/platform.md#token-lifetimes).
    refresh_life: NotRequired[RefreshLife]
    #: Lifetime of a refresh token: 30 days by the specification (docs/platform.md#token-lifetimes).
    refresh_token_seconds: NotRequired[int]
    #: Whether a `state` of fewer than 8 characters is refused (assumption: Ory Hydra's minimum,
    #: docs/platform.md#state).
    refuse_short_state: NotRequired[bool]
    #: How the redirect reports that the authorization server refused the request: an unknown scope, a short `state`
    #: (assumption: RFC 6749 section 4.1.2.1; on the live platform a misspelt scope was observed to give a redirect
    #: without an error, docs/platform.md#oauth-errors).
    refused_request: NotRequired[Denial]
    #: Whether using a refresh token after its grace period ends the whole grant (assumption: as with Ory Hydra).
    reuse_revokes: NotRequired[bool]
    #: Whether the redirect has `iss`, the issuer (RFC 9207; assumption: it is not documented). Every world is its own
    #: issuer.
    send_issuer: NotRequired[bool]


#: What happens to the old access token when a pair is replaced.
OldAccessToken: TypeAlias = 'Literal["stays_valid", "ends_at_once"]'


#: The order of paused deliveries when they are resumed.
Order: TypeAlias = 'Literal["as_made", "reversed", "shuffled"]'


class OwnView(TypedDict):
    """A post as its owner sees it."""

    #: What `own_posts.get` returns.
    record: dict[str, Any]
    #: What `own_posts.stats` returns.
    stats: dict[str, Any]


class PaymentDecision(TypedDict):
    """How a payment ends."""

    #: The end. A payment from a wallet fails unless it is completed.
    end: PaymentEnd


#: How a payment ends.
PaymentEnd: TypeAlias = 'Literal["completed", "failed", "refunded"]'


class PaymentRules(TypedDict):
    """What payments cost in a world, and how they end."""

    #: How transactions on the app's balance end, and payments that are reconciled: those fail unless they are
    #: completed.
    end: NotRequired[PaymentEnd]
    #: Whether a payment from a user's wallet is first being reconciled.
    reconciles: NotRequired[bool]
    #: What the owner is told about a post or an edit that a review did not accept.
    reject_reason: NotRequired[str]
    #: The price of an extension, in rial.
    renew_rials: NotRequired[int]
    #: The price of a reordering, in rial.
    reorder_rials: NotRequired[int]
    #: How reviews of posts and of edits end.
    review: NotRequired[ReviewEnd]
    #: Seconds that a review takes.
    reviewed_after: NotRequired[int]
    #: Seconds until a transaction ends, and until a payment that is being reconciled is paid or has failed.
    settles_after: NotRequired[int]
    #: The price of a publication, in rial.
    submit_rials: NotRequired[int]


class PaymentTicket(TypedDict):
    """A payment ticket of a world. Tests add it; the app asks whether it is good."""

    #: What the issuer put into it.
    issuer_payload: NotRequired[dict[str, Any]]
    #: Whether it is for a service of another type than the app's.
    other_service: NotRequired[bool]
    #: What it covers, in rial.
    sponsored_rials: NotRequired[int]
    #: Name of the user it is for.
    user: NotRequired[str]
    #: Its UUID.
    uuid: NotRequired[str]


class PendingConsent(TypedDict):
    """A login that waits for the user: a consent page that is open in a browser."""

    #: Its id, by which it can be answered.
    id: str
    #: The user whom the app expects, if it says so.
    login_hint: str | None
    #: When the page was opened, on the world's clock.
    opened_at: str
    #: Where the user returns to.
    redirect_uri: str
    #: The scopes that the app asks for.
    scopes: list[str]


class PostChange(TypedDict):
    """What to change of a post. Members that are not given stay."""

    #: Token of the business it belongs to; empty for none.
    business: NotRequired[str | None]
    #: Slug of the category.
    category: NotRequired[str | None]
    #: Whether the owner can be written to.
    chat_enabled: NotRequired[bool | None]
    #: Slug of the city.
    city: NotRequired[str | None]
    counts_per_day: NotRequired[CountsPerDay | None]
    #: Attributes to set; `null` removes one.
    data: NotRequired[dict[str, Any]]
    #: Slug of the district; empty for none.
    district: NotRequired[str | None]
    #: Whether the phone number is hidden.
    is_phone_hidden: NotRequired[bool | None]
    #: Addresses of the images it has before publication.
    ongoing_images: NotRequired[list[str] | None]
    stage: NotRequired[Stage | None]
    #: Whether the platform's sales assistant may answer.
    supplier_chat_assistant_enabled: NotRequired[bool | None]


class PostReview(TypedDict):
    """A post in review, or one whose last review did not accept it or its edit."""

    #: The members of the category that the edit in review sets.
    category: dict[str, Any]
    #: The general members that the edit in review sets.
    general: dict[str, Any]
    #: Whether the post is new, and not published yet.
    is_new: bool
    #: Whether a review is in progress. Otherwise the last one did not accept the post or its edit.
    is_open: bool
    #: Name of its owner.
    owner: str
    #: Token of the post.
    post: str
    #: What the owner was told, if it was not accepted.
    reject_reason: str | None
    #: The word of `state` for its owner, such as `POST_STATE_WAITING_FOR_REVIEW`.
    state: str


class Problem(TypedDict):
    """A refusal of the admin API."""

    #: A stable word: `invalid_input`, `unauthorized`, `forbidden`, `not_found`, `method_not_allowed`, `too_large` or
    #: `unsupported_media_type`.
    error: str
    #: Path of the invalid member, if known.
    field: str | None
    #: The error as text.
    message: str


#: A set of values for all switches.
Profile: TypeAlias = 'Literal["strict", "lenient", "observed"]'


class RecordedHeader(TypedDict):
    """A header of a request or an answer."""

    #: Its name, in lower case.
    name: str
    #: Its value; `[redacted]` for a secret.
    value: str


class RecordedMessage(TypedDict):
    """One side of an exchange: the request or the answer."""

    #: The body as text, with `[redacted]` for secrets. Absent if it is not text, is larger than 64 KiB, a fault has
    #: changed it, or its secrets cannot be found.
    body: str | None
    #: The length of the body in bytes. Absent if a fault answered or changed it.
    body_bytes: int | None
    #: The headers, in order. Secrets are `[redacted]`.
    headers: list[RecordedHeader]


class Redirect(TypedDict):
    """The redirect to the app."""

    #: The app's address with `code` and `state`, or with the form of a denial.
    callback_url: str


#: From when the lifetime of a refresh token counts.
RefreshLife: TypeAlias = 'Literal["rolling", "absolute"]'


class RequestDetails(TypedDict):
    """One request, with what went over the wire. Secrets are `[redacted]`."""

    #: The time of its arrival, on the world's clock.
    at: str
    #: Length of the body in bytes.
    body_bytes: int
    #: SHA-256 of the body, in hexadecimal digits.
    body_sha256: str
    #: From its arrival to its answer, in milliseconds of the machine's clock.
    duration_ms: float
    #: Name of the endpoint, such as `posts.get`, or none for an unknown path.
    endpoint: str | None
    #: Number of the fault rule that acted on it, if one did.
    fault: int | None
    #: Which of the platform's hosts: `auth`, `base`, `api`, `upload` or `chat`.
    host: str
    #: HTTP method.
    method: str
    #: Number of the request in its world, from 1. The answer has it in `x-request-id`.
    number: int
    #: Path on that host, without the query.
    path: str
    #: Its place in the order in which its world recorded requests, delivery attempts and events without a delivery.
    #: Unlike the number, it does not begin again after a reset.
    position: int
    #: The query without `?`; empty if there was none.
    query: str
    #: Why it was refused: the message of the error answer, or the error of an authorization request.
    refusal: str | None
    #: The replacement of a deprecated endpoint.
    replacement: str | None
    request: RecordedMessage | None
    response: RecordedMessage | None
    scope_check: ScopeCheck | None
    #: Status of the answer. 0 if a fault cut the connection before there was one.
    status: int
    #: The header `traceparent`, if it came.
    traceparent: str | None
    #: Name of the user whose token or code it carried.
    user: str | None
    #: Whether the endpoint is a write that is not idempotent.
    write: bool


class RequestMatch(TypedDict):
    """The requests of a rule. All given members must match."""

    #: Name of the endpoint, such as `oauth.refresh`.
    endpoint: NotRequired[str | None]
    #: Name of a header that must be there.
    header: NotRequired[str | None]
    #: The value that header must have.
    header_value: NotRequired[str | None]
    #: HTTP method, in upper-case letters.
    method: NotRequired[str | None]
    #: Path on the host, with `{names}` for variable segments, such as `/v1/open-platform/finder/post/{post_token}`.
    path: NotRequired[str | None]
    #: Name of the user whose access token, refresh token or code the request carries, such as `seller`.
    user: NotRequired[str | None]


class RequestPage(TypedDict):
    """A page of requests."""

    #: The requests, newest first.
    items: list[RequestRecord]
    #: The value of `before` for the next page. Absent on the last one.
    next: int | None


class RequestRecord(TypedDict):
    """One request of the app."""

    #: The time of its arrival, on the world's clock.
    at: str
    #: Length of the body in bytes.
    body_bytes: int
    #: SHA-256 of the body, in hexadecimal digits.
    body_sha256: str
    #: From its arrival to its answer, in milliseconds of the machine's clock.
    duration_ms: float
    #: Name of the endpoint, such as `posts.get`, or none for an unknown path.
    endpoint: str | None
    #: Number of the fault rule that acted on it, if one did.
    fault: int | None
    #: Which of the platform's hosts: `auth`, `base`, `api`, `upload` or `chat`.
    host: str
    #: HTTP method.
    method: str
    #: Number of the request in its world, from 1. The answer has it in `x-request-id`.
    number: int
    #: Path on that host, without the query.
    path: str
    #: Its place in the order in which its world recorded requests, delivery attempts and events without a delivery.
    #: Unlike the number, it does not begin again after a reset.
    position: int
    #: Why it was refused: the message of the error answer, or the error of an authorization request.
    refusal: str | None
    #: The replacement of a deprecated endpoint.
    replacement: str | None
    scope_check: ScopeCheck | None
    #: Status of the answer. 0 if a fault cut the connection before there was one.
    status: int
    #: The header `traceparent`, if it came.
    traceparent: str | None
    #: Name of the user whose token or code it carried.
    user: str | None
    #: Whether the endpoint is a write that is not idempotent.
    write: bool


class Resume(TypedDict):
    """The order of paused deliveries."""

    #: In which order they are sent.
    order: NotRequired[Order]


#: How an answer 429 says when to retry.
RetryAfter: TypeAlias = 'Literal["missing", "seconds", "date"]'


class ReviewDecision(TypedDict):
    """How a review ends."""

    #: The end.
    end: ReviewEnd
    #: What the owner is told if it is not accepted; absent: the reason of the rules of payments.
    reason: NotRequired[str | None]


#: How a review ends.
ReviewEnd: TypeAlias = 'Literal["accepted", "rejected", "needs_edit"]'


#: A documented form of an event that differs from the observed one.
Sample: TypeAlias = 'Literal["message_from_user", "message_from_bot", "message_without_text", "message_with_file", "chatbot_message", "message_with_meta_data", "payment_transaction", "retired_post", "revocation", "old_chat_message", "unknown_type"]'


class SampleChoice(TypedDict):
    """The sample to send."""

    #: The sample.
    sample: Sample


class SandboxBusiness(TypedDict):
    """A business of a world."""

    #: Names of the users who administer it.
    admins: list[str]
    #: Names of the users who work for it.
    agents: list[str]
    #: Its name.
    business_name: str
    #: Kind of business.
    business_type: str
    #: What it says about itself.
    description: str
    #: Name of the user who owns it.
    owner: str
    #: Id of its profile image.
    profile_image: str
    #: Its token.
    token: str


class SandboxChatMedium(TypedDict):
    """A file that the app uploaded for messages of chats."""

    #: Its size.
    bytes: int
    #: The name under which its bytes are kept, as one of the images.
    file: str
    #: What it is.
    kind: ChatMediumKind
    #: The token that the upload returned, for the `media_token` of a message.
    media_token: str
    #: The name of the file that the app sent.
    name: str
    #: When it was uploaded.
    uploaded_at: str


class SandboxConversation(TypedDict):
    """A conversation of a world."""

    #: What it is about.
    about: About
    #: Its id.
    id: str


class SandboxCustomButton(TypedDict):
    """A custom button of the app: on a post, or of a business."""

    #: The token of the business.
    business: str | None
    #: The button in the platform's form, with `type` and `action`.
    button: dict[str, Any]
    #: The token of the post.
    post: str | None


class SandboxImage(TypedDict):
    """An upload of the app."""

    #: Its size.
    bytes: int
    #: The name that the upload returned.
    name: str
    #: The name since a widget shows it, if one does.
    permanent_name: str | None
    #: When it was uploaded.
    uploaded_at: str


class SandboxPost(TypedDict):
    """A post of a world."""

    business: SandboxBusiness | None
    #: Slug of the category.
    category: str
    #: Whether the owner can be written to.
    chat_enabled: bool
    #: Slug of the city.
    city: str
    counts_per_day: CountsPerDay | None
    #: The attributes of the category.
    data: dict[str, Any]
    #: Slug of the district; empty where there is none.
    district: str
    #: When it was first published.
    first_published_at: str | None
    #: Whether the phone number is hidden.
    is_phone_hidden: bool
    #: When it last changed.
    last_modified_at: str
    #: Addresses of the images it has before publication.
    ongoing_images: list[str]
    #: Name of the user who owns it.
    owner: str
    #: When it was last renewed.
    renewed_at: str | None
    #: Its stage.
    stage: Stage
    #: Whether the platform's sales assistant may answer.
    supplier_chat_assistant_enabled: bool
    #: Its token.
    token: str


class SandboxTransaction(TypedDict):
    """A transaction on the app's balance."""

    #: In rial.
    cost_rials: int
    #: When it was created.
    created_at: str
    #: Text of the app.
    extra_details: str
    #: The UUID that the app chose.
    id: str
    #: The post.
    post: str
    #: What was bought.
    service: Service
    #: Such as `TRANSACTION_STATE_PENDING`.
    state: str


class SandboxUser(TypedDict):
    """A user of a world."""

    #: The id that this app sees. Every app sees a different one.
    id: str
    #: The name of the user in the sandbox, such as `seller`. Apps do not receive it.
    name: str
    #: Mobile number: `09` and nine digits.
    phone: str


class SandboxUserAddon(TypedDict):
    """An add-on of the app on a user."""

    #: Slugs of the categories it shows in. Empty means all.
    categories: list[str]
    #: In rial.
    cost: int | None
    #: When it was last sent.
    created_at: str
    #: When it expires.
    expires_at: str
    #: Its id, as its creation answered.
    id: str
    #: The semantic data as it is stored.
    semantic: StoredSemantic
    #: The payment ticket.
    ticket_uuid: str | None
    #: Name of the user in the sandbox, or the phone number or id of someone the world does not know.
    user: str
    #: The widgets, with permanent images.
    widgets: list[dict[str, Any]]


class ScopeCall(TypedDict):
    """An endpoint for which a scope is enough."""

    #: Its name, such as `addons.create_on_post`.
    endpoint: str
    #: Whether a narrower scope is enough for it, too.
    is_broad: bool
    #: The permission that the API key needs.
    permission: str | None


#: Whether the access that a user granted was enough for a request.
ScopeCheck: TypeAlias = 'Literal["passed", "refused"]'


class ScopeInfo(TypedDict):
    """A scope of the platform."""

    #: The endpoints for which it is enough.
    calls: list[ScopeCall]
    #: The identifier that it is tied to, such as `post_token`.
    identifier: str | None
    #: Its name, such as `POST_ADDON_CREATE`.
    name: str
    #: What it lets the app do.
    purpose: str
    #: With the identifier in angle brackets, such as `POST_ADDON_CREATE.<post_token>`.
    template: str


class Seed(TypedDict):
    """The data to add, in this order."""

    #: Businesses of users.
    businesses: NotRequired[list[NewBusiness]]
    #: Conversations about posts or with the chatbot.
    conversations: NotRequired[list[NewConversation]]
    #: Posts of users.
    posts: NotRequired[list[NewPost]]
    #: Users. Each needs a name.
    users: NotRequired[list[NewUser]]


#: A paid service of a post.
Service: TypeAlias = 'Literal["reorder", "submit", "renew"]'


class Session(TypedDict):
    """Whether the admin API needs a token."""

    #: Whether the sandbox has a token.
    needs_token: bool


class SessionRequest(TypedDict):
    """The token of the sandbox."""

    #: The token.
    token: str


class ShownAddon(TypedDict):
    """An add-on of the app on one post."""

    #: Whether it appears on the post yet.
    attached: bool
    #: Id of the user or business add-on it was copied from, if it was.
    copied_from: str | None
    #: When it was first sent.
    created_at: str
    #: Its id. Apps do not receive it.
    id: str
    #: When it was last sent.
    modified_at: str
    #: Text of the app.
    notes: str
    #: Token of the post.
    post: str
    #: The semantic data as it is stored.
    semantic: StoredSemantic
    #: The widgets, with permanent images.
    widgets: list[dict[str, Any]]


class SnapshotInfo(TypedDict):
    """A kept snapshot, and what is in it."""

    #: The time of the world.
    at: str
    #: The number of conversations.
    conversations: int
    #: Whether the clock was frozen.
    frozen: bool
    #: Its name, if it has one.
    name: str | None
    #: Its number in the world.
    number: int
    #: The number of posts.
    posts: int
    #: The number of users.
    users: int


#: The stage of a post (docs/platform.md#post-states).
Stage: TypeAlias = 'Literal["waiting_for_payment", "in_review", "published", "retired", "archived"]'


#: The structure of start requests.
StartForm: TypeAlias = 'Literal["v2", "v2_underscore", "v2_without_header", "v1"]'


class Step(TypedDict):
    """The duration to advance."""

    #: Seconds.
    seconds: int


class StoredRecord(TypedDict):
    """A semantic record of the app, about a user or a post."""

    #: In rial.
    cost: int | None
    #: The data.
    data: StoredSemantic
    #: Its id, as its creation answered.
    id: str
    #: The payment ticket.
    ticket_uuid: str | None
    #: When it was last sent.
    written_at: str


class StoredSemantic(TypedDict):
    """Semantic data as the platform stores it."""

    #: All other names, with the SHA-256 of the value in hexadecimal digits. The value is not stored.
    hashed: dict[str, Any]
    #: Known names, with their values.
    readable: dict[str, Any]


class SwitchChange(TypedDict):
    """Switches to change, in JSON. The others keep their values."""

    #: Endpoints, and the contents of events.
    gaps: NotRequired[Gaps]
    #: Rate limits.
    limits: NotRequired[LimitRules]
    #: The authorization server.
    oauth: NotRequired[OAuthRules]
    profile: NotRequired[Profile | None]
    #: Requests to the app.
    webhooks: NotRequired[WebhookRules]


class Switches(TypedDict):
    """Every switch of a world."""

    #: Endpoints, and the contents of events.
    gaps: Gaps
    #: Rate limits.
    limits: LimitRules
    #: The authorization server.
    oauth: OAuthRules
    #: The profile these switches began with.
    profile: Profile
    #: Requests to the app.
    webhooks: WebhookRules


class Token(TypedDict):
    """A token to inspect."""

    #: An access or refresh token.
    token: str


class TokenPair(TypedDict):
    """A pair of tokens."""

    #: The access token.
    access_token: str
    #: When the access token expires.
    expires_at: str
    #: Its number in the world.
    pair: int
    #: The refresh token. Only with the scope `offline_access`.
    refresh_token: str | None


class TokenReport(TypedDict):
    """The state and the permissions of a pair of tokens, without the tokens."""

    #: For each endpoint, whether the token can be used.
    abilities: list[Ability]
    #: When the access token expires or expired.
    access_token_until: str
    #: Whether the access token is valid now.
    access_token_works: bool
    #: Why the whole grant ended, if it did.
    ended: str | None
    #: Number of the consent, which stays the same across refreshes.
    grant: int
    #: When the pair was issued.
    made_at: str
    #: Number of the pair in its world.
    pair: int
    #: When the refresh token expires or expired, unless it was used before. Absent without a refresh token.
    refresh_token_until: str | None
    #: When the refresh token was first used.
    refreshed_at: str | None
    #: The granted scopes.
    scopes: list[str]
    #: Name of the user who consented.
    user: str


class TokenRequest(TypedDict):
    """The user and the scopes of new tokens."""

    #: The scopes, as if the user had just granted them.
    scopes: list[str]
    #: Name of the user.
    user: str


class Transaction(TypedDict):
    """A transaction to send an event of (docs/platform.md#event-payloads)."""

    #: In rial.
    cost_rials: NotRequired[int]
    #: Text of the app.
    extra_details: NotRequired[str]
    #: The UUID that the app chose.
    id: str
    #: Such as `TRANSACTION_STATE_COMPLETED`.
    state: str
    #: Such as `TRANSACTION_TYPE_REORDER`.
    type: NotRequired[str]


class Undelivered(TypedDict):
    """An event that has not reached the app, and why."""

    #: Number of the delivery; absent if no delivery was made.
    delivery: int | None
    #: Event type, such as `NEW_MESSAGE`.
    event: str
    #: The reason as text, with what to do.
    explanation: str
    #: When the event was created.
    made_at: str
    #: Its place in the order in which its world recorded requests, delivery attempts and events without a delivery.
    #: Absent if a delivery was made, whose attempts have one.
    position: int | None
    #: The reason.
    reason: NotDelivered
    #: Token of the post of the event, if there is one.
    resource: str | None
    #: Name of the user of the event, if known.
    user: str | None


class Upcoming(TypedDict):
    """Something that happens when the clock reaches its time."""

    #: What it is about: the name of the user, the token of the post, or the event type.
    about: str
    #: The time, on the world's clock.
    at: str
    #: The kind of the job.
    kind: UpcomingKind
    #: Number of the pair of tokens, the code or the delivery.
    number: int | None


#: The kind of a planned job.
UpcomingKind: TypeAlias = 'Literal["attach_addon", "deliver", "end_grace", "expire_access_token", "expire_code", "expire_refresh_token", "expire_user_addon", "review_post", "settle_payment"]'


class UsedLimits(TypedDict):
    """How much of the limits is used."""

    #: The number by the name of the limit, such as `searches`. The others stay.
    used: dict[str, Any]


class UserMessage(TypedDict):
    """A message of a user."""

    #: The text.
    text: str
    #: Name of the user.
    user: str


class WaitResult(TypedDict):
    """The result."""

    #: The number at the end.
    count: int
    #: Whether the minimum number was reached.
    met: bool


class WalletPayment(TypedDict):
    """A payment from a user's wallet."""

    #: In rial.
    amount_rials: int
    #: The UUID that the app chose.
    id: str
    #: The id of the platform.
    order_id: str
    #: When it was paid.
    paid_at: str | None
    #: The post.
    post: str
    #: What was bought.
    service: Service
    #: Such as `PAY_STATUS_PAID`.
    status: str
    #: Name of the user.
    user: str


class WebhookRules(TypedDict):
    """The switches of requests to the app."""

    #: The value of `Authorization` (docs/platform.md#identification-key).
    authorization: NotRequired[Authorization]
    #: The pause after each piece, in milliseconds of the machine's clock. For tests only.
    body_pause_milliseconds: NotRequired[int]
    #: Sends the body of a request to the app in pieces of this many bytes, with pauses; 0: at once. For tests only.
    body_piece_bytes: NotRequired[int]
    #: Seconds from an event to the first attempt (assumption: none).
    delay_seconds: NotRequired[int]
    #: The number of additional deliveries of each event. For tests only (docs/platform.md#webhook-delivery).
    duplicates: NotRequired[int]
    #: The second key, for `other`, `in_turn` and `both`. For tests only.
    other_key: NotRequired[str]
    #: Bytes of padding in an additional member of each event. For tests only.
    padding_bytes: NotRequired[int]
    #: Seconds after each failed attempt until the next; empty: no retries. Assumption: no schedule is documented; this
    #: is the one of the Standard Webhooks specification.
    retry_after_seconds: NotRequired[list[int]]
    #: The structure of start requests, and the spelling of their header (docs/platform.md#start-requests,
    #: #start-requests-v1).
    start_form: NotRequired[StartForm]
    #: The time limit for the app's answer, in milliseconds of the machine's clock (assumption: 5 seconds).
    timeout_milliseconds: NotRequired[int]


class WidgetCheck(TypedDict):
    """What is wrong with widgets, and their current form."""

    #: The widgets in the current form, without those that cannot be read.
    current: list[Any]
    #: The widgets in the old form, as they were sent. Empty for those in the current form.
    legacy: list[Any]
    #: What is wrong; at most one problem for each widget.
    problems: list[WidgetProblem]


#: The form of widgets.
WidgetForm: TypeAlias = 'Literal["current", "legacy"]'


class WidgetProblem(TypedDict):
    """Something wrong with a widget."""

    #: What is wrong.
    message: str
    #: The path, such as `[0].score_row.percentage_score`.
    path: str


class WidgetsToCheck(TypedDict):
    """Widgets to check."""

    #: Their form; the current one by default.
    form: NotRequired[WidgetForm]
    #: The widgets, from top to bottom.
    widgets: list[Any]


class WorldInfo(TypedDict):
    """A world."""

    #: Whether its clock is frozen.
    frozen: bool
    #: Its name.
    name: str
    #: Its time.
    now: str
    #: The profile of its switches.
    profile: Profile
    #: The prefix of its hosts: `auth`, `base`, `api`, `upload` and `chat` follow.
    url: str


class WrittenMessage(TypedDict):
    """A message of a conversation, as the sandbox keeps it."""

    #: Name of the user in whose name it was written; empty for the chatbot.
    author: str
    #: The message in the form that is read.
    message: dict[str, Any]
    #: Buttons that the other side sees.
    receiver_buttons: dict[str, Any] | None
    #: Buttons that the author's side sees.
    sender_buttons: dict[str, Any] | None
