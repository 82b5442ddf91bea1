"""Client for the Open Platform of a classifieds marketplace.

::

    from open_platform import Client, Scope, widgets as w

    client = Client.from_env()
    post = client.posts.get("gZd7omnS")
    user = client.user(grant)
    user.addons.create_on_post(post.token, widgets=[w.TitleRow("Inspected")])

:class:`Client` and :class:`AsyncClient` have the same methods. Exceptions are in :mod:`open_platform.errors`, webhooks
are received by :class:`Hooks`, the rows of add-ons are in :mod:`open_platform.widgets`, semantic data is in
:mod:`open_platform.semantic`, and :mod:`open_platform.migrate` converts old formats.
"""

from __future__ import annotations

from . import errors, migrate, semantic, widgets
from ._async.client import AsyncClient, AsyncUserClient
from ._async.stream import AsyncStreamedResponse
from ._attempts import attempts
from ._login import Granted
from ._open_platform import (
    VERSION as __version__,
)
from ._open_platform import (
    Accepted,
    Action,
    AddonCreated,
    Alternative,
    Attempt,
    Authorization,
    BotMessage,
    BotMessageSent,
    BotStart,
    BusinessAddon,
    BusinessData,
    Button,
    ButtonBar,
    ButtonGrid,
    ButtonRow,
    CarouselItem,
    Change,
    ChatMessage,
    ContactData,
    Conversation,
    ConversationRecord,
    DeadLetter,
    Delivery,
    Denied,
    Deprecation,
    DescriptionRow,
    DirectLink,
    DynamicActionReply,
    DynamicActionRequest,
    EndpointRow,
    ErrorReport,
    EvaluationRow,
    EvaluationSection,
    Event,
    EventRow,
    FieldIssue,
    FileData,
    Gap,
    GrantInfo,
    GrantPage,
    GroupInfoItem,
    GroupInfoRow,
    HandledEvent,
    ImageCarouselRow,
    ImageData,
    InboxCounts,
    InboxItem,
    IpAllowlist,
    KeeperReport,
    KeyRing,
    LegacyAction,
    LegacyActionPayload,
    LegacyButton,
    LegacyButtonData,
    LegacyCarouselItem,
    LegacyDescriptionRow,
    LegacyEvaluationRow,
    LegacyEvaluationSection,
    LegacyEventRow,
    LegacyGroupInfoRow,
    LegacyIcon,
    LegacyImageCarouselRow,
    LegacyMessage,
    LegacyNotification,
    LegacyNotificationData,
    LegacyNotificationMetadata,
    LegacyNotificationPayload,
    LegacyParty,
    LegacyPostAddon,
    LegacyScoreRow,
    LegacySelectorRow,
    LegacySubtitleRow,
    LegacyTitleRow,
    LegacyUserAddon,
    LegacyVerification,
    LegacyWideButton,
    LegacyWideButtonBar,
    LegacyWidget,
    LegacyWidgets,
    LocationData,
    MemoryDedupe,
    Message,
    MessageContent,
    MessageSent,
    Migrated,
    PhoneNumbers,
    Post,
    PostAddon,
    PostUpdate,
    Price,
    RawResponse,
    ReceivedHook,
    RecordCreated,
    Refresh,
    Rejection,
    Reply,
    Requirements,
    ScopeRow,
    ScoreRow,
    SelectorRow,
    SemanticRecord,
    Sender,
    StartReply,
    StartRequest,
    Subscription,
    SubscriptionInfo,
    SubtitleRow,
    TitleRow,
    Tokens,
    Transaction,
    UnreadableGrant,
    UploadedImage,
    User,
    UserAccessRevocation,
    UserAddon,
    UserIdResponse,
    UserIdQuery,
    UserIdSemanticRecord,
    VideoData,
    VoiceData,
    Webhooks,
    Widget,
    check_redirect_uri,
    endpoints,
    event_body,
    icon_names,
    join_scopes,
    normalize_phone,
    read_delivery,
    reply_ok,
    reply_to_dynamic_action,
    reply_to_rejection,
    reply_to_start,
    reply_unavailable,
    required_scopes,
    scopes,
)
from ._sync.client import Client, UserClient
from ._sync.stream import StreamedResponse
from ._values import FormPart
from .scope import Scope

#: The names that the other languages use.
read_bot_start = BotStart.parse
read_direct_link = DirectLink.parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .app import AppAccess, AppGateway, AppUserRequest
    from .hooks import Freshness, Hooks, IdentificationKey
    from .login import LoginRequest, LoginRoutes

__all__ = [
    "Accepted",
    "Action",
    "AddonCreated",
    "Alternative",
    "AppAccess",
    "AppGateway",
    "AppUserRequest",
    "AsyncClient",
    "AsyncStreamedResponse",
    "AsyncUserClient",
    "Attempt",
    "Authorization",
    "BotMessage",
    "BotMessageSent",
    "BotStart",
    "BusinessAddon",
    "BusinessData",
    "Button",
    "ButtonBar",
    "ButtonGrid",
    "ButtonRow",
    "CarouselItem",
    "Change",
    "ChatMessage",
    "Client",
    "ContactData",
    "Conversation",
    "ConversationRecord",
    "DeadLetter",
    "Delivery",
    "Denied",
    "Deprecation",
    "DescriptionRow",
    "DirectLink",
    "DynamicActionReply",
    "DynamicActionRequest",
    "EndpointRow",
    "ErrorReport",
    "EvaluationRow",
    "EvaluationSection",
    "Event",
    "EventRow",
    "FieldIssue",
    "FileData",
    "FormPart",
    "Freshness",
    "Gap",
    "GrantInfo",
    "GrantPage",
    "Granted",
    "GroupInfoItem",
    "GroupInfoRow",
    "HandledEvent",
    "Hooks",
    "IdentificationKey",
    "ImageCarouselRow",
    "ImageData",
    "InboxCounts",
    "InboxItem",
    "IpAllowlist",
    "KeeperReport",
    "KeyRing",
    "LegacyAction",
    "LegacyActionPayload",
    "LegacyButton",
    "LegacyButtonData",
    "LegacyCarouselItem",
    "LegacyDescriptionRow",
    "LegacyEvaluationRow",
    "LegacyEvaluationSection",
    "LegacyEventRow",
    "LegacyGroupInfoRow",
    "LegacyIcon",
    "LegacyImageCarouselRow",
    "LegacyMessage",
    "LegacyNotification",
    "LegacyNotificationData",
    "LegacyNotificationMetadata",
    "LegacyNotificationPayload",
    "LegacyParty",
    "LegacyPostAddon",
    "LegacyScoreRow",
    "LegacySelectorRow",
    "LegacySubtitleRow",
    "LegacyTitleRow",
    "LegacyUserAddon",
    "LegacyVerification",
    "LegacyWideButton",
    "LegacyWideButtonBar",
    "LegacyWidget",
    "LegacyWidgets",
    "LocationData",
    "LoginRequest",
    "LoginRoutes",
    "MemoryDedupe",
    "Message",
    "MessageContent",
    "MessageSent",
    "Migrated",
    "PhoneNumbers",
    "Post",
    "PostAddon",
    "PostUpdate",
    "Price",
    "RawResponse",
    "ReceivedHook",
    "RecordCreated",
    "Refresh",
    "Rejection",
    "Reply",
    "Requirements",
    "Scope",
    "ScopeRow",
    "ScoreRow",
    "SelectorRow",
    "SemanticRecord",
    "Sender",
    "StartReply",
    "StartRequest",
    "StreamedResponse",
    "Subscription",
    "SubscriptionInfo",
    "SubtitleRow",
    "TitleRow",
    "Tokens",
    "Transaction",
    "UnreadableGrant",
    "UploadedImage",
    "User",
    "UserAccessRevocation",
    "UserAddon",
    "UserClient",
    "UserIdResponse",
    "UserIdQuery",
    "UserIdSemanticRecord",
    "VideoData",
    "VoiceData",
    "Webhooks",
    "Widget",
    "__version__",
    "attempts",
    "check_redirect_uri",
    "endpoints",
    "errors",
    "event_body",
    "icon_names",
    "join_scopes",
    "migrate",
    "normalize_phone",
    "read_bot_start",
    "read_delivery",
    "read_direct_link",
    "reply_ok",
    "reply_to_dynamic_action",
    "reply_to_rejection",
    "reply_to_start",
    "reply_unavailable",
    "required_scopes",
    "scopes",
    "semantic",
    "widgets",
]


def _resolve_annotations() -> None:
    import sys

    from ._hints import add_annotation_names
    from ._pydantic import add_pydantic_schemas

    add_pydantic_schemas()
    for name, module in list(sys.modules.items()):
        if name == __name__ or name.startswith(f"{__name__}."):
            add_annotation_names(vars(module))


_resolve_annotations()


def __getattr__(name: str) -> object:
    """Imports modules that need more of the standard library on first use: a program without webhooks starts faster."""
    if name in ("AppAccess", "AppGateway", "AppUserRequest"):
        from . import app

        return getattr(app, name)
    if name in ("Freshness", "Hooks", "IdentificationKey"):
        from . import hooks

        return getattr(hooks, name)
    if name in ("LoginRequest", "LoginRoutes"):
        from . import login

        return getattr(login, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
