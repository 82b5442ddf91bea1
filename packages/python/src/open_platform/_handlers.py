"""The handlers of an app's hooks, and the arguments that they are called with."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from ._events import EVENTS
from ._open_platform import Event, check_reply
from ._web import Call, Handler

if TYPE_CHECKING:
    from . import AsyncClient, Client
    from ._open_platform import Delivery, HookStep, InboxItem, Webhooks


class Freshness(NamedTuple):
    """The age of a message by its ``sent_at``. It is informative and proves nothing: a sender with the key can write any
    time."""

    #: ``stale``: older than the limit, so delivered late or replayed. ``future``: more than five minutes ahead of this
    #: machine's clock. ``unknown``: without a readable time, as all events except messages.
    state: Literal["fresh", "stale", "future", "unknown"]
    #: The age in seconds; for ``future`` the seconds ahead; ``None`` if unknown.
    seconds: int | None


class Handlers:
    """The handlers for events and requests, by name."""

    def __init__(
        self,
        client: Client | AsyncClient | None,
        grant_of: Callable[[Delivery], str | None | Awaitable[str | None]] | None,
        webhooks: Webhooks,
    ) -> None:
        self._client: Any = client
        self._grant_of = grant_of
        self._webhooks = webhooks
        self.names: dict[str, Handler] = {}

    def add(self, name: str, function: Callable[..., Any]) -> None:
        """Adds a handler, unless there is one."""
        is_event, has_client = name not in ("start", "dynamic_action"), self._client is not None
        is_message = name in EVENTS and EVENTS[name][1] == "message"
        offered = [
            "key_id",
            *(["delivery", "metadata", "freshness"] if is_event else []),
            *(["client"] if has_client else []),
            *(["user"] if has_client and is_event else []),
            *(["reply"] if has_client and is_message else []),
        ]
        handler = Handler(function, frozenset(offered), more="" if has_client else "; more with Hooks(client=...)")
        self.names.setdefault(name, handler)

    def name_of(self, event: Event) -> str:
        """The name of the handler of an event."""
        named = (name for name, (kind, *_) in EVENTS.items() if isinstance(event, kind))
        return next(named, "unknown" if isinstance(event, Event.Unknown) else "malformed")

    def of_request(self, name: str, call: Call, request: Any, key_id: str) -> Awaitable[Any]:
        """Calls the handler of a start request or a dynamic action."""
        return self.names[name](call, request, key_id=lambda: key_id, client=lambda: self._client)

    def of_event(self, name: str, call: Call, payload: Any, arrived: HookStep.Event | InboxItem) -> Awaitable[None]:
        """Calls the handler of an event with its payload: for an unknown or malformed event the event itself."""
        handler = self.names[name]
        if handler.wants_more:
            return self._with_offers(handler, call, payload, arrived.delivery, arrived.key_id)
        return handler(call, payload)

    async def _with_offers(self, handler: Handler, call: Call, payload: Any, delivery: Delivery, key_id: str) -> None:
        await handler(call, payload, **await self._offers(handler, call, delivery, key_id))

    async def _offers(
        self, handler: Handler, call: Call, delivery: Delivery, key_id: str
    ) -> dict[str, Callable[[], Any]]:
        """What the further parameters of a handler can get."""
        event = delivery.event
        # The chatbot replies as itself.
        replies_as_user = handler.wants("reply") and isinstance(event, Event.NewMessage)
        user = await self._user_of(call, delivery) if handler.wants("user") or replies_as_user else None
        return {
            "delivery": lambda: delivery,
            "metadata": lambda: delivery.metadata,
            "freshness": lambda: Freshness(*self._webhooks.freshness(delivery)),
            "key_id": lambda: key_id,
            "client": lambda: self._client,
            "user": lambda: user,
            "reply": lambda: self._reply_to(event, user),
        }

    async def _user_of(self, call: Call, delivery: Delivery) -> Any:
        if self._grant_of is None:
            grant = delivery.grant
        else:
            grant = await call(self._grant_of, delivery)
        return None if grant is None else self._client.user(grant)

    def _reply_to(self, event: Event, user: Any) -> Callable[..., Any]:
        # Only handlers of messages can have this parameter.
        assert isinstance(event, (Event.NewMessage, Event.NewChatbotMessage))
        if isinstance(event, Event.NewChatbotMessage):
            return partial(self._client.chatbot.reply, event.message.conversation.id)
        return partial(_send, user, event)


def _send(user: Any, event: Event.NewMessage, *message: Any, **options: Any) -> Any:
    """Replies as the user, who is known if the event can be replied to."""
    check_reply(event, user is not None)
    return user.conversations.send(event.message.conversation.id, *message, **options)
