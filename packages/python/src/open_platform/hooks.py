"""Webhooks: receives the platform's requests (events, start requests and dynamic actions) and calls their handlers.

::

    hooks = Hooks.from_env()

    @hooks.on("new_message")
    def answer(message: ChatMessage) -> None:
        ...

    @hooks.on_start
    def start(request: StartRequest) -> str:
        return "https://app.example/orders/new"

    app.mount("/hooks", hooks.asgi())                    # FastAPI, Starlette
    app.register_blueprint(hooks.flask(), url_prefix="/hooks")
    urlpatterns = [path("hooks/", hooks.django())]
    app.add_routes(hooks.aiohttp("/hooks"))
    application = DispatcherMiddleware(application, {"/hooks": hooks.wsgi()})

In the platform's console set the addresses ``/hooks/events``, ``/hooks/start`` and ``/hooks/actions``.

A handler is a function, ``async`` or not, in every framework. Its first parameter is the event or the request. Further
parameters are optional and are passed by name:

========== ================================================================================
delivery   the whole :class:`Delivery`
metadata   the object that the app gave with its subscription, or ``None``
freshness  the age of a message: a :class:`Freshness`
key_id     the id of the identification key that matched
client     the ``client`` of the hooks
user       a client for the event's user, found by ``grant_of`` of the hooks; or ``None``
reply      a function that replies to a message in its conversation, with the arguments of ``client.chatbot.reply`` for
           the chatbot, and of ``user.conversations.send`` otherwise; with an :class:`AsyncClient` it is awaited
========== ================================================================================

The last three need ``Hooks(client=...)``. Handlers of start requests and dynamic actions can have ``key_id`` and
``client``.

An event is acknowledged with 200 after its handler has returned. If the handler raises an exception, the response is 500,
and the class and the location of the exception are logged to ``open_platform.hooks``. Its text is not logged, because it
may hold data of users. The event then counts as not handled, so that it is handled if the platform sends it again. A
repetition that arrives while the handler runs is answered with 503, so that the platform sends it again. The platform
documents neither whether it does, nor how long it waits for a response: use an inbox or a queue of your own for long work.

A request is accepted or refused by its head before its body is read. The body is read up to its limit, and for at most 10
seconds. Nothing is parsed that arrives without the identification key.

With ``Hooks(inbox=client.inbox())`` an event is stored, acknowledged, and handled by :meth:`Hooks.run`, which repeats it
until its handler succeeds. Use it if the app must not lose events.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from time import perf_counter
from typing import (
    TYPE_CHECKING,
    Any,
    Concatenate,
    Literal,
    NamedTuple,
    ParamSpec,
    Protocol,
    TypedDict,
    TypeVar,
    overload,
)

from . import _log as records
from . import errors
from ._hints import add_annotation_names
from ._open_platform import (
    Action,
    Answered,
    DynamicActionReply,
    Event,
    KeyRing,
    MemoryDedupe,
    Rejection,
    Reply,
    StartReply,
    Webhooks,
    dedupe_marks,
    in_conflict,
    reply_in_progress,
    reply_ok,
    reply_to_dynamic_action,
    reply_to_rejection,
    reply_to_start,
    reply_unavailable,
)
from ._open_platform import Inbox as _NativeInbox
from ._values import invalid, misconfigured
from ._web import (
    Endpoint,
    Handler,
    Malformed,
    Pending,
    call_here,
    checked_client,
    checked_function,
    checked_several,
    describe_error,
)

from . import AsyncClient, Client
from ._async.inbox import AsyncInbox
from ._open_platform import (
    Accepted,
    ChatMessage,
    Delivery,
    DynamicActionRequest,
    InboxItem,
    PostUpdate,
    ReceivedHook,
    StartRequest,
    Transaction,
    UserAccessRevocation,
)
from ._sync.inbox import Inbox
from ._web import Call, Request
from ._runner import Runner

P = ParamSpec("P")
R = TypeVar("R")
F = TypeVar("F", bound=Callable[..., Any])
Payload = TypeVar("Payload")
Start = TypeVar("Start", bound=StartReply | str | Awaitable[StartReply | str])
Decision = TypeVar(
    "Decision", bound=str | Action | DynamicActionReply | Awaitable[str | Action | DynamicActionReply]
)

class _Register(Protocol[Payload]):
    def __call__(
        self, handler: Callable[Concatenate[Payload, P], R], /
    ) -> Callable[Concatenate[Payload, P], R]: ...

class HooksOptions(TypedDict, total=False):
    """The options of :class:`Hooks`."""

    body_limit: int
    body_timeout: timedelta
    stale_after: timedelta
    reject_stale: bool
    dedupe: Dedupe | Literal[False]
    client: Client | AsyncClient
    grant_of: Callable[[Delivery], str | None]
    paths: Mapping[str, str]
    inbox: Inbox | AsyncInbox
    on_hook: Callable[[ReceivedHook], object]

class Dedupe(Protocol):
    """Remembers which events were handled. Implement it if several processes handle events, or if a restart must not
    forget them; one conditional insert is enough. Both methods may be ``async``.

    An event whose handler runs has a separate key, for at most 330 seconds: if the process dies, the event is handled again
    when the platform sends it again after that time. So expire keys after ``window_seconds``, and use an inbox for handlers
    that take longer. An event with the id of an earlier one and another body has another key."""

    def remember(self, key: str, window_seconds: int | None, /) -> bool | Awaitable[bool]:
        """Stores ``key`` for ``window_seconds`` (``None``: as long as possible), and returns whether it is new. Of several
        concurrent calls exactly one returns ``True``."""
        ...

    def forget(self, key: str, /) -> Awaitable[None] | None:
        """Deletes ``key``."""
        ...

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._open_platform import Progress


__all__ = ["Freshness", "Hooks", "IdentificationKey"]

_log = logging.getLogger(__name__)

#: For each event type: its class, the member with the payload, and the payload's class, for the suggested handler.
_EVENTS: dict[str, tuple[type, str, str]] = {
    "new_message": (Event.NewMessage, "message", "ChatMessage"),
    "new_chatbot_message": (Event.NewChatbotMessage, "message", "ChatMessage"),
    "post_update": (Event.PostUpdate, "update", "PostUpdate"),
    "user_access_revocation": (Event.UserAccessRevocation, "revocation", "UserAccessRevocation"),
    "payment_transaction": (Event.PaymentTransaction, "transaction", "Transaction"),
}

#: The default path of each kind of request.
_PATHS = {"events": "/events", "start": "/start", "actions": "/actions"}

#: The names of the kinds in records.
_KINDS = {"events": "event", "start": "start", "actions": "action"}

#: The `Retry-After` of a response, in seconds, while the dedupe store cannot be reached.
_RETRY_AFTER_SECONDS = 30

_CONFLICT = "An event arrived with the id of an earlier one and another body; both are handled: %s"

#: For how many event types the missing handler is logged.
_MAX_REPORTED = 100

_REQUEST_ARGUMENTS = frozenset({"key_id"})
_EVENT_ARGUMENTS = frozenset({"delivery", "metadata", "freshness", *_REQUEST_ARGUMENTS})


@dataclass(frozen=True)
class IdentificationKey:
    """An identification key, as set in the app management console."""

    #: A name for logs and metrics, such as ``2026-11``. It is not secret.
    id: str
    #: The key itself, without ``Bearer`` or any other prefix.
    secret: str = field(repr=False)
    #: The time from which on it is refused, for the old key of a rotation. An aware datetime; ``None``: never.
    not_after: datetime | None = None


class Freshness(NamedTuple):
    """The age of a message by its ``sent_at``. It is informative and proves nothing: a sender with the key can write any
    time."""

    #: ``stale``: older than the limit, so delivered late or replayed. ``future``: more than five minutes ahead of this
    #: machine's clock. ``unknown``: without a readable time, as all events except messages.
    state: Literal["fresh", "stale", "future", "unknown"]
    #: The age in seconds; for ``future`` the seconds ahead; ``None`` if unknown.
    seconds: int | None


def _grant_in_metadata(delivery: Delivery) -> str | None:
    match delivery.metadata:
        case {"grant": str(grant)}:
            return grant
        case _:
            return None


class Hooks(Endpoint):
    """Receives requests of the platform and calls the app's handlers. See the head of this module.

    :param keys: the identification keys: a string with one key or several separated by commas, a list of keys or of
        :class:`IdentificationKey`, or a :class:`KeyRing`. Keys without an id are named ``key-1``, ``key-2`` and so on.
    :param body_limit: the maximum size of a body in bytes; 256 KiB by default.
    :param body_timeout: the time limit for reading a body; 10 seconds by default. ASGI and aiohttp then refuse it with
        408; in other frameworks the server has to.
    :param stale_after: the age from which on a message is stale; 72 hours by default.
    :param reject_stale: whether stale messages are refused, with 403.
    :param dedupe: remembers which events were handled, so that a repetition is acknowledged and not handled again. By
        default in the memory of this process; with ``False`` every delivery is handled.
    :param client: the client for the handlers' parameters ``client``, ``user`` and ``reply``.
    :param grant_of: a function that returns the grant of an event's user. By default it is the member ``grant`` of the
        subscription's ``metadata``.
    :param paths: the path of each kind of request, relative to the mount point of the adapter: ``events``, ``start`` and
        ``actions``. Those left out are not served.
    :param inbox: stores each event before it is acknowledged: ``client.inbox()``. The handlers are then called by
        :meth:`run` and not during the request, and no crash loses an event.
    :param on_hook: called with a ``ReceivedHook`` for each request, when its response is known. It must not block. What it
        raises goes to ``sys.unraisablehook``. See docs/observe.md.
    :raises ConfigError: for invalid keys.
    :raises InvalidInput: for an argument of the wrong type, and for ``dedupe`` together with ``inbox``.
    """

    _name = "open_platform_hooks"

    def __init__(
        self,
        keys: str | Iterable[str | IdentificationKey] | KeyRing,
        *,
        body_limit: int | None = None,
        body_timeout: timedelta | None = None,
        stale_after: timedelta | None = None,
        reject_stale: bool = False,
        dedupe: Dedupe | Literal[False] | None = None,
        client: Client | AsyncClient | None = None,
        grant_of: Callable[[Delivery], str | None] = _grant_in_metadata,
        paths: Mapping[str, str] | None = None,
        inbox: Inbox | AsyncInbox | None = None,
        on_hook: Callable[[ReceivedHook], object] | None = None,
    ) -> None:
        if inbox is not None and dedupe is not None:
            raise invalid("dedupe", "must not be given with an inbox, which remembers by itself which events were seen")
        if inbox is not None and not isinstance(getattr(inbox, "_native", None), _NativeInbox):
            raise invalid("inbox", f"must be an inbox, such as client.inbox(), not {type(inbox).__name__}")
        self._inbox = inbox
        self._on_hook = None if on_hook is None else checked_function("on_hook", on_hook)
        self._keys = keys if isinstance(keys, KeyRing) else _key_ring(keys)
        limit = {} if body_limit is None else {"body_limit": body_limit}
        self._webhooks = Webhooks(
            self._keys, body_timeout=body_timeout, stale_after=stale_after, reject_stale=reject_stale, **limit
        )
        self._client = None if client is None else checked_client(client, "user")
        self._grant_of = checked_function("grant_of", grant_of)
        has_client = client is not None
        self._request_arguments = _REQUEST_ARGUMENTS | frozenset({"client"} if has_client else ())
        self._event_arguments = _EVENT_ARGUMENTS | frozenset({"client", "user"} if has_client else ())
        self._message_arguments = self._event_arguments | frozenset({"reply"} if has_client else ())
        self._dedupe: Any = MemoryDedupe() if dedupe is None else _checked_dedupe(dedupe)
        self._paths: Mapping[str, str] = _PATHS if paths is None else _checked_paths(paths)
        self._handlers: dict[str, Handler] = {}
        self._reported: set[str] = set()

    @classmethod
    def from_env(cls, **options: Unpack[HooksOptions]) -> Hooks:
        """Creates hooks with the keys in ``OPEN_PLATFORM_IDENTIFICATION_KEYS``, separated by commas. The options are
        those of the class."""
        return cls(KeyRing.from_env(), **options)

    def run(self, *, workers: int = 4) -> None:
        """Handles the events of the inbox until Ctrl-C: for a process of its own. Any number of processes with the same
        handlers may do so. Handlers that run at the end are waited for.

        An event whose handler fails is handled again later, and becomes a dead letter after its last attempt: see
        ``client.inbox().dead_letters()``. A malformed event becomes one at once, unless ``on_malformed`` has a handler.

        :param workers: how many events are handled at once.
        :raises ConfigError: if the hooks have no inbox.
        :raises InvalidInput: if ``workers`` is no whole number from 1 on.
        """
        with self.running(workers=workers) as runner:
            runner.wait()

    def running(self, *, workers: int = 4) -> Runner:
        """Handles the events of the inbox beside an app, as :meth:`run` does::

            with hooks.running():               # on threads
                serve()
            async with hooks.running():         # as tasks
                await serve()

        :param workers: how many events are handled at once.
        :raises ConfigError: if the hooks have no inbox.
        :raises InvalidInput: if ``workers`` is no whole number from 1 on.
        """
        from ._runner import Runner

        if self._inbox is None:
            raise misconfigured("inbox", "is needed to handle its events: Hooks(keys, inbox=client.inbox())")
        if isinstance(workers, bool) or not isinstance(workers, int) or workers < 1:
            raise invalid("workers", "must be a whole number from 1 on")
        return Runner(self._inbox, self._handle_item, workers)

    @property
    def keys(self) -> KeyRing:
        """The accepted keys. ``hooks.keys.replace([...])`` replaces them while the app runs."""
        return self._keys

    def __repr__(self) -> str:
        return f"Hooks(keys={self._keys.ids!r}, handlers={sorted(self._handlers)!r})"

    @overload
    def on(self, event: Literal["new_message", "new_chatbot_message"]) -> _Register[ChatMessage]: ...
    @overload
    def on(self, event: Literal["post_update"]) -> _Register[PostUpdate]: ...
    @overload
    def on(self, event: Literal["user_access_revocation"]) -> _Register[UserAccessRevocation]: ...
    @overload
    def on(self, event: Literal["payment_transaction"]) -> _Register[Transaction]: ...
    def on(self, event: str) -> Any:
        """Calls the decorated function for events of this type. Messages in the old format arrive as ``new_message``.

        :raises InvalidInput: for an unknown type.
        :raises ConfigError: if the type has a handler already.
        """
        if not isinstance(event, str) or event not in _EVENTS:
            raise invalid("event", f"must be one of {', '.join(_EVENTS)}; for others there is on_unknown")
        about = self._message_arguments if _EVENTS[event][2] == "ChatMessage" else self._event_arguments

        def register(handler: F) -> F:
            return self._add(event, handler, about)

        return register

    def on_unknown(
        self, handler: Callable[Concatenate[Event.Unknown, P], R]
    ) -> Callable[Concatenate[Event.Unknown, P], R]:
        """Calls the decorated function for events of types that this version does not know. Without it they are
        logged, once for each type."""
        return self._add("unknown", handler, self._event_arguments)

    def on_malformed(
        self, handler: Callable[Concatenate[Event.Malformed, P], R]
    ) -> Callable[Concatenate[Event.Malformed, P], R]:
        """Calls the decorated function for authentic events that cannot be parsed. Without it they are logged, once for
        each type."""
        return self._add("malformed", handler, self._event_arguments)

    def on_start(
        self, handler: Callable[Concatenate[StartRequest, P], Start]
    ) -> Callable[Concatenate[StartRequest, P], Start]:
        """Calls the decorated function when a user clicked a link of the app. It returns a :class:`StartReply`, or only
        the address to open: https, and built from the app's own configuration, never from an address in the request."""
        return self._add("start", handler, self._request_arguments)

    def on_dynamic_action(
        self, handler: Callable[Concatenate[DynamicActionRequest, P], Decision]
    ) -> Callable[Concatenate[DynamicActionRequest, P], Decision]:
        """Calls the decorated function when a user clicked a widget or a button with a dynamic action. It returns a
        :class:`DynamicActionReply`, or only its text or its :class:`Action`."""
        return self._add("dynamic_action", handler, self._request_arguments)

    @property
    def paths(self) -> list[str]:
        """The paths, relative to the mount point of the adapter."""
        return list(self._paths.values())

    def begin(self, request: Request) -> Reply | Pending:
        """Accepts or refuses a request by its head. For adapters."""
        kind = next((kind for kind, path in self._paths.items() if path.rstrip("/") == request.path.rstrip("/")), None)
        if kind is None:
            return Reply(404, close=True)
        began = perf_counter()
        # What is known of the request, for its record.
        known: dict[str, Any] = {"kind": _KINDS[kind]}

        def answered(reply: Reply) -> Reply:
            self._record(reply, began, known)
            return reply

        def refuse(rejection: errors.WebhookRejected) -> Reply:
            known["reason"] = rejection.reason
            return answered(_refuse(rejection))

        try:
            accepted = self._webhooks.authenticate(request.method, request.headers)
        except errors.WebhookRejected as rejection:
            return refuse(rejection)
        finish = {"events": self._event, "start": self._start, "actions": self._dynamic_action}[kind]

        async def with_body(body: bytes, call: Call) -> Reply:
            try:
                return answered(await finish(accepted, body, call, known))
            except errors.WebhookRejected as rejection:
                return refuse(rejection)

        def too_slow() -> Reply:
            try:
                accepted.too_slow()
            except errors.WebhookRejected as rejection:
                return refuse(rejection)
            raise AssertionError("too_slow() always raises")

        return Pending(accepted.body_limit, with_body, accepted.body_seconds, too_slow)

    def _record(self, reply: Reply, began: float, known: dict[str, Any]) -> None:
        """Passes on the record of a request. It never raises."""
        receivers: list[Callable[[ReceivedHook], object]] = [records.hook] if records.takes_hooks() else []
        if self._on_hook is not None:
            receivers.append(self._on_hook)
        if receivers:
            answered = Answered(status=reply.status, duration_seconds=perf_counter() - began, **known)
            self._webhooks.answered(answered, receivers)

    async def _event(self, accepted: Accepted, body: bytes, call: Call, known: dict[str, Any]) -> Reply:
        if self._inbox is not None:
            pending = self._inbox._native.receive(accepted, body)
            # In an adapter without an event loop it cannot be awaited.
            receipt = pending.wait() if call is call_here else await pending
            for warning in self._inbox._native.try_warnings():
                _log.warning("%s", warning)
            known.update(event_type=receipt.event_type, progress=receipt.progress, reason=receipt.reason)
            known["is_stored"] = receipt.progress is not None
            return receipt.reply
        delivery = accepted.event(body)
        name, payload = _name_and_payload(delivery.event)
        known["event_type"] = name
        handler = self._handlers.get(name)
        if handler is None:
            known["is_ignored"] = True
            self._report(name, payload)
            return reply_ok()
        label = f"{name} {delivery.dedupe_key[:320]!r}"
        try:
            progress = await self._begin(call, delivery)
        except Exception as error:
            # If it were acknowledged, the event would be lost; if it were handled, it might be handled twice.
            _log.error("The dedupe store failed (%s), and an event was answered with 503: %s", describe_error(error), label)
            return reply_unavailable(timedelta(seconds=_RETRY_AFTER_SECONDS))
        known["progress"] = progress
        if progress == "seen":
            return reply_ok()
        if progress == "in_progress":
            _log.warning("An event arrived again while it is being handled, and was answered with 503: %s", label)
            return reply_in_progress()
        if progress == "conflict":
            _log.warning(_CONFLICT, label)
            delivery = in_conflict(delivery)
        try:
            await self._call(handler, call, delivery, payload, accepted.key_id)
        except BaseException as error:
            await self._end(call, delivery, label, is_handled=False)
            return _failed(error, label)
        await self._end(call, delivery, label, is_handled=True)
        return reply_ok()

    def _call(self, handler: Handler, call: Call, delivery: Delivery, payload: Any, key_id: str) -> Awaitable[Any]:
        return handler(
            call,
            payload,
            delivery=lambda: delivery,
            metadata=lambda: delivery.metadata,
            freshness=lambda: Freshness(*self._webhooks.freshness(delivery)),
            key_id=lambda: key_id,
            client=lambda: self._client,
            user=lambda: self._user_of(delivery),
            reply=lambda: self._reply_to(delivery),
        )

    async def _handle_item(self, item: InboxItem, call: Call) -> None:
        """Handles an event from the inbox."""
        name, payload = _name_and_payload(item.delivery.event)
        handler = self._handlers.get(name)
        if handler is not None:
            await self._call(handler, call, item.delivery, payload, item.key_id)
            return
        self._report(name, payload)
        if name == "malformed":
            raise Malformed(payload.reason)

    async def _start(self, accepted: Accepted, body: bytes, call: Call, known: dict[str, Any]) -> Reply:
        request = accepted.start(body)
        handler = self._handlers.get("start")
        if handler is None:
            known["is_ignored"] = True
            return self._reply_without_handler("on_start", "start", "request: StartRequest) -> str", 'return "https://…"')
        try:
            answer = await handler(call, request, key_id=lambda: accepted.key_id, client=lambda: self._client)
            return reply_to_start(StartReply(answer) if isinstance(answer, str) else answer, request)
        except BaseException as error:
            return _failed(error, "start requests")

    async def _dynamic_action(self, accepted: Accepted, body: bytes, call: Call, known: dict[str, Any]) -> Reply:
        request = accepted.dynamic_action(body)
        handler = self._handlers.get("dynamic_action")
        if handler is None:
            known["is_ignored"] = True
            signature = "request: DynamicActionRequest) -> DynamicActionReply"
            return self._reply_without_handler("on_dynamic_action", "act", signature, 'return DynamicActionReply(text_message="…")')
        try:
            answer = await handler(call, request, key_id=lambda: accepted.key_id, client=lambda: self._client)
            if isinstance(answer, str):
                answer = DynamicActionReply(text_message=answer)
            elif isinstance(answer, Action):
                answer = DynamicActionReply(action=answer)
            return reply_to_dynamic_action(answer)
        except BaseException as error:
            return _failed(error, "dynamic actions")

    def _user_of(self, delivery: Delivery) -> Any:
        grant = self._grant_of(delivery)
        return self._client.user(grant) if self._client and grant is not None else None

    def _reply_to(self, delivery: Delivery) -> Callable[..., Any]:
        # Only handlers of messages can have this parameter, and only with a client.
        assert isinstance(delivery.event, (Event.NewMessage, Event.NewChatbotMessage))
        assert self._client is not None
        conversation = delivery.event.message.conversation.id
        if isinstance(delivery.event, Event.NewChatbotMessage):
            return partial(self._client.chatbot.reply, conversation)
        user = self._user_of(delivery)
        if user is None:
            next_step = "give `grant_of` to Hooks, or subscribe with the metadata {'grant': …}"
            raise LookupError(f"the user to reply as is not known: {next_step}")
        return partial(user.conversations.send, conversation)

    async def _begin(self, call: Call, delivery: Delivery) -> Progress:
        """Looks up an event, and marks it as being handled if it is new."""
        if self._dedupe is False:
            return "new"
        # The core's own store is in memory and does not block, so it is called without a thread.
        if isinstance(self._dedupe, MemoryDedupe):
            return self._dedupe.begin(delivery)
        marks = dedupe_marks(delivery)
        if not await call(self._dedupe.remember, marks.handling, marks.handling_seconds):
            return "in_progress"
        if await call(self._dedupe.remember, marks.handled, marks.provisional_seconds):
            return "new"
        await call(self._dedupe.forget, marks.handling)
        return "seen"

    async def _end(self, call: Call, delivery: Delivery, label: str, *, is_handled: bool) -> None:
        """Marks an event as handled, or removes its marks so that it is handled when it arrives again."""
        if self._dedupe is False:
            return
        if isinstance(self._dedupe, MemoryDedupe):
            self._dedupe.finish(delivery) if is_handled else self._dedupe.abandon(delivery)
            return
        marks, remember, forget = dedupe_marks(delivery), self._dedupe.remember, self._dedupe.forget
        try:
            await call(forget, marks.handled)
            if is_handled:
                await call(remember, marks.handled, marks.window_seconds)
                if marks.event is not None and not await call(remember, marks.event, marks.window_seconds):
                    _log.warning(_CONFLICT, label)
            await call(forget, marks.handling)
        except Exception as error:
            _log.error("The dedupe store failed (%s), and the result of an event is not stored: %s", describe_error(error), label)

    def _add(self, name: str, handler: F, offered: frozenset[str]) -> F:
        if name in self._handlers:
            raise misconfigured("hooks", f"{name} has a handler already: {self._handlers[name]!r}")
        self._handlers[name] = Handler(handler, offered)
        return handler

    def _is_first_report(self, subject: str) -> bool:
        if subject in self._reported or len(self._reported) >= _MAX_REPORTED:
            return False
        self._reported.add(subject)
        return True

    def _report(self, name: str, payload: Any) -> None:
        """Logs once for each type that it has no handler, with the source of one. Only the type of the event is logged."""
        kind = payload.kind[:64] if name in ("unknown", "malformed") else name
        if not self._is_first_report(f"{name} {kind}"):
            return
        if name == "malformed":
            # The reason names paths in the body, not their values.
            _log.warning(
                "An event of the type %r could not be parsed and was dropped: %s", kind, payload.reason[:200]
            )
            return
        if name == "unknown":
            stub = _handler_source("on_unknown", "on_unknown", "event: Event.Unknown) -> None", f"if event.kind == {kind!r}: ...")
        else:
            stub = _handler_source(f'on("{name}")', f"on_{name}", f"{_EVENTS[name][1]}: {_EVENTS[name][2]}) -> None", "...")
        _log.warning("An event of the type %r was dropped: it has no handler. To handle it:\n%s", kind, stub)

    def _reply_without_handler(self, decorator: str, name: str, signature: str, body: str) -> Reply:
        if self._is_first_report(decorator):
            stub = _handler_source(decorator, name, signature, body)
            _log.warning("A request of the platform was answered with 404: it has no handler. To handle it:\n%s", stub)
        return Reply(404)


def _key_ring(keys: str | Iterable[str | IdentificationKey]) -> KeyRing:
    if isinstance(keys, str):
        return KeyRing.from_list(keys)
    several = checked_several("keys", keys, "text or a list of texts or of IdentificationKey")
    named = [IdentificationKey(f"key-{number}", key) if isinstance(key, str) else key for number, key in enumerate(several, 1)]
    for place, key in enumerate(named):
        if not isinstance(key, IdentificationKey):
            raise invalid(f"keys[{place}]", f"must be text or an IdentificationKey, not {type(key).__name__}")
    return KeyRing([(key.id, key.secret, key.not_after) for key in named])


def _checked_dedupe(dedupe: Dedupe | Literal[False]) -> Dedupe | Literal[False]:
    if dedupe is False or all(callable(getattr(dedupe, method, None)) for method in ("remember", "forget")):
        return dedupe
    raise invalid("dedupe", f"must be False or have the methods remember and forget, not be {type(dedupe).__name__}")


def _checked_paths(paths: Mapping[str, str]) -> Mapping[str, str]:
    if not isinstance(paths, Mapping):
        raise invalid("paths", f"must be a dict, not {type(paths).__name__}")
    for kind, path in paths.items():
        if kind not in _PATHS:
            raise invalid("paths", f"there is no kind of request {kind!r}, only {', '.join(_PATHS)}")
        if not isinstance(path, str):
            raise invalid(f"paths.{kind}", f"must be text, not {type(path).__name__}")
    return paths


def _name_and_payload(event: Event) -> tuple[str, Any]:
    """The name of an event, and its payload. The payload of an unknown or malformed event is the event itself."""
    for name, (kind, member, _) in _EVENTS.items():
        if isinstance(event, kind):
            return name, getattr(event, member)
    return ("unknown" if isinstance(event, Event.Unknown) else "malformed"), event


def _refuse(rejection: errors.WebhookRejected) -> Reply:
    _log.warning("A request was refused with %d: %s", rejection.status, rejection.reason)
    return reply_to_rejection(Rejection(rejection.status, reason=rejection.reason))


def _failed(error: BaseException, name: str) -> Reply:
    # `CancelledError`, `KeyboardInterrupt` and `SystemExit` are not failures of the handler.
    if not isinstance(error, Exception):
        raise error
    _log.error("The handler of %s failed: %s", name, describe_error(error))
    return Reply(500)


def _handler_source(decorator: str, name: str, signature: str, body: str) -> str:
    return f"\n@hooks.{decorator}\ndef {name}({signature}:\n    {body}\n"


add_annotation_names(globals())
