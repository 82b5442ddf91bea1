"""Requests from the platform to the app: events, start requests and dynamic actions, each to its handler.

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

Tell the console of the platform the addresses ``/hooks/events``, ``/hooks/start`` and ``/hooks/actions``.

A handler is a function, ``async`` or not, in every framework. Its first parameter is what happened. Further parameters
are given by their names, to those who ask:

========== ================================================================================
delivery   the whole :class:`Delivery`
metadata   the object that the app gave with its subscription, or ``None``
freshness  how old a message is: a :class:`Freshness`
key_id     the id of the identification key that matched
client     the ``client`` of the hooks
user       acts for the user whose event it is, by ``grant_of`` of the hooks; or ``None``
reply      answers a message in its conversation, with the arguments of ``client.chatbot.reply`` for the chatbot, and
           of ``user.conversations.send`` elsewhere; with an :class:`AsyncClient` it is awaited
========== ================================================================================

The last three need ``Hooks(client=...)``. To handlers of start requests and dynamic actions there are ``key_id`` and
``client``.

An event is acknowledged after its handler has returned, with 200. If the handler fails the answer is 500, and the class
and the place of the error go to the log ``open_platform.hooks``, not its text, which may hold what users wrote; then the
event counts as not seen, so that it is handled if the platform sends it again. A repetition that arrives while the handler
runs is answered with 503, so that it comes again. Nobody knows whether it does, nor how long the platform waits for the
answer: hand long work over to an inbox or a queue of your own.

A request is judged by its head before its body is read, and the body is read no further than its limit and for no longer
than 10 seconds. Nothing that arrives without the identification key is parsed.

With ``Hooks(inbox=client.inbox())`` an event is stored, acknowledged, and handled by :meth:`Hooks.run`, again and again
until its handler succeeds. That is for apps that must not miss one.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
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

from . import errors
from ._hints import give
from ._open_platform import (
    Action,
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
    described,
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

class Dedupe(Protocol):
    """Remembers which events were seen: bring your own where several processes share the work, or where a restart
    must not forget. One conditional insert is all it takes. Both methods may be ``async``.

    An event that is being handled has a key of its own, for 330 seconds at most: if the process dies, the event is handled
    again when it comes again after that. So keep to ``window_seconds``, and hand what takes longer over to an inbox. An event
    with the id of an earlier one and another body has another key."""

    def remember(self, key: str, window_seconds: int | None, /) -> bool | Awaitable[bool]:
        """Remembers ``key`` for so many seconds, without them for as long as it can, and returns whether it is new.
        Of all that ask at once, exactly one gets ``True``."""
        ...

    def forget(self, key: str, /) -> Awaitable[None] | None:
        """Forgets ``key``."""
        ...

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._open_platform import Progress


__all__ = ["Freshness", "Hooks", "Key"]

_log = logging.getLogger(__name__)

#: The types of events: their class, the member with the payload, and the payload's class, for the stub.
_EVENTS: dict[str, tuple[type, str, str]] = {
    "new_message": (Event.NewMessage, "message", "ChatMessage"),
    "new_chatbot_message": (Event.NewChatbotMessage, "message", "ChatMessage"),
    "post_update": (Event.PostUpdate, "update", "PostUpdate"),
    "user_access_revocation": (Event.UserAccessRevocation, "revocation", "UserAccessRevocation"),
    "payment_transaction": (Event.PaymentTransaction, "transaction", "Transaction"),
}

#: The kinds of requests and their addresses.
_PATHS = {"events": "/events", "start": "/start", "actions": "/actions"}

#: How long the platform is asked to wait, in seconds, while the memory of events cannot be reached.
_RETRY_AFTER_SECONDS = 30

_CONFLICT = "An event came with the id of an earlier one and another body; both are handled: %s"

#: For how many types of events it is remembered that the lack of a handler was logged.
_MAX_REPORTED = 100

_ABOUT_REQUESTS = frozenset({"key_id"})
_ABOUT_EVENTS = frozenset({"delivery", "metadata", "freshness", *_ABOUT_REQUESTS})


@dataclass(frozen=True)
class Key:
    """An identification key, as set in the app management console."""

    #: A name for logs and metrics, such as ``2026-11``. It is no secret.
    id: str
    #: The key itself, without ``Bearer`` or any other prefix.
    secret: str = field(repr=False)
    #: When it stops being accepted, if ever: for the old key of a rotation. An aware datetime.
    not_after: datetime | None = None


class Freshness(NamedTuple):
    """The age of a message by its ``sent_at``. A report, not a check: whoever has the key can write any time."""

    #: ``stale`` is older than the limit: delivered late, or replayed. ``future`` is more than five minutes ahead of
    #: this machine's clock. ``unknown`` has no readable time, as all events but messages.
    state: Literal["fresh", "stale", "future", "unknown"]
    #: The age in seconds, or how far ahead it is; ``None`` if unknown.
    seconds: int | None


def _grant_in_metadata(delivery: Delivery) -> str | None:
    match delivery.metadata:
        case {"grant": str(grant)}:
            return grant
        case _:
            return None


class Hooks(Endpoint):
    """Receives requests of the platform and calls the app's handlers. See the head of this module.

    :param keys: the identification keys: text with one key or several with a comma between, a list of keys, of
        :class:`Key`, or a :class:`KeyRing`. Keys without an id are named ``key-1``, ``key-2`` and so on.
    :param body_limit: how many bytes a body may have; 256 KiB unless told otherwise.
    :param body_timeout: how long a body may take to arrive; 10 seconds unless told otherwise. ASGI and aiohttp refuse it
        then, with 408; elsewhere the server has to.
    :param stale_after: from which age on a message is stale; 72 hours unless told otherwise.
    :param reject_stale: whether stale messages are refused, with 403.
    :param dedupe: remembers which events were seen, so that a repeated one is acknowledged and not handled again. In
        the memory of this process unless told otherwise; ``False`` handles every delivery.
    :param client: what handlers use who ask for ``client``, ``user`` or ``reply``.
    :param grant_of: the grant of the user whose event it is. Unless told otherwise it is the member ``grant`` of the
        subscription's ``metadata``.
    :param paths: the address of each kind of request, under the place where the adapter is mounted: ``events``,
        ``start`` and ``actions``. Those left out are not served.
    :param inbox: stores each event before it is acknowledged: ``client.inbox()``. Then :meth:`run` calls the handlers,
        not the request, and no crash loses an event.
    :raises ConfigError: for keys that are none.
    :raises InvalidInput: for an argument of another kind, and for ``dedupe`` beside ``inbox``.
    """

    _name = "open_platform_hooks"

    def __init__(
        self,
        keys: str | Iterable[str | Key] | KeyRing,
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
    ) -> None:
        if inbox is not None and dedupe is not None:
            raise invalid("dedupe", "must not be given with an inbox, which remembers by itself which events were seen")
        if inbox is not None and not isinstance(getattr(inbox, "_native", None), _NativeInbox):
            raise invalid("inbox", f"must be an inbox, such as client.inbox(), not {type(inbox).__name__}")
        self._inbox = inbox
        self._keys = keys if isinstance(keys, KeyRing) else _ring(keys)
        limit = {} if body_limit is None else {"body_limit": body_limit}
        self._webhooks = Webhooks(
            self._keys, body_timeout=body_timeout, stale_after=stale_after, reject_stale=reject_stale, **limit
        )
        self._client = None if client is None else checked_client(client, "user")
        self._grant_of = checked_function("grant_of", grant_of)
        has_client = client is not None
        self._about_requests = _ABOUT_REQUESTS | frozenset({"client"} if has_client else ())
        self._about_events = _ABOUT_EVENTS | frozenset({"client", "user"} if has_client else ())
        self._about_messages = self._about_events | frozenset({"reply"} if has_client else ())
        self._dedupe: Any = MemoryDedupe() if dedupe is None else _memory(dedupe)
        self._paths: Mapping[str, str] = _PATHS if paths is None else _addresses(paths)
        self._handlers: dict[str, Handler] = {}
        self._reported: set[str] = set()

    @classmethod
    def from_env(cls, **options: Unpack[HooksOptions]) -> Hooks:
        """With the keys in ``OPEN_PLATFORM_IDENTIFICATION_KEYS``: one, or several with a comma between. The options
        are those of the class."""
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
        return Runner(self._inbox, self._item, workers)

    @property
    def keys(self) -> KeyRing:
        """The accepted keys. ``hooks.keys.replace([...])`` puts others in their place while the app runs."""
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
        """Calls the decorated function for events of this type. Messages in the old form come as ``new_message``.

        :raises InvalidInput: for a type that there is not.
        :raises ConfigError: if the type has a handler already.
        """
        if not isinstance(event, str) or event not in _EVENTS:
            raise invalid("event", f"must be one of {', '.join(_EVENTS)}; for others there is on_unknown")
        about = self._about_messages if _EVENTS[event][2] == "ChatMessage" else self._about_events

        def register(handler: F) -> F:
            return self._add(event, handler, about)

        return register

    def on_unknown(
        self, handler: Callable[Concatenate[Event.Unknown, P], R]
    ) -> Callable[Concatenate[Event.Unknown, P], R]:
        """Calls the decorated function for events of types that this version does not know. Without it they are
        logged, once for each type."""
        return self._add("unknown", handler, self._about_events)

    def on_malformed(
        self, handler: Callable[Concatenate[Event.Malformed, P], R]
    ) -> Callable[Concatenate[Event.Malformed, P], R]:
        """Calls the decorated function for authentic events that cannot be understood. Without it they are logged,
        once for each type."""
        return self._add("malformed", handler, self._about_events)

    def on_start(
        self, handler: Callable[Concatenate[StartRequest, P], Start]
    ) -> Callable[Concatenate[StartRequest, P], Start]:
        """Calls the decorated function when a user clicked a link of the app. It returns a :class:`StartReply`, or
        just the address to open: https, and built from the app's own configuration, never from an address in the
        request."""
        return self._add("start", handler, self._about_requests)

    def on_dynamic_action(
        self, handler: Callable[Concatenate[DynamicActionRequest, P], Decision]
    ) -> Callable[Concatenate[DynamicActionRequest, P], Decision]:
        """Calls the decorated function when a user clicked something whose effect the app decides now. It returns a
        :class:`DynamicActionReply`, or just the text or the :class:`Action` of one."""
        return self._add("dynamic_action", handler, self._about_requests)

    @property
    def paths(self) -> list[str]:
        """The addresses, relative to the place where an adapter is mounted."""
        return list(self._paths.values())

    def begin(self, request: Request) -> Reply | Pending:
        """Judges a request by its head. For adapters."""
        kind = next((kind for kind, path in self._paths.items() if path.rstrip("/") == request.path.rstrip("/")), None)
        if kind is None:
            return Reply(404, close=True)
        try:
            accepted = self._webhooks.authenticate(request.method, request.headers)
        except errors.WebhookRejected as rejection:
            return _refuse(rejection)
        finish = {"events": self._event, "start": self._start, "actions": self._dynamic_action}[kind]

        async def with_body(body: bytes, call: Call) -> Reply:
            try:
                return await finish(accepted, body, call)
            except errors.WebhookRejected as rejection:
                return _refuse(rejection)

        def too_slow() -> Reply:
            try:
                accepted.too_slow()
            except errors.WebhookRejected as rejection:
                return _refuse(rejection)
            raise AssertionError("it raises")

        return Pending(accepted.body_limit, with_body, accepted.body_seconds, too_slow)

    async def _event(self, accepted: Accepted, body: bytes, call: Call) -> Reply:
        if self._inbox is not None:
            storing = self._inbox._native.receive(accepted, body)
            # Without a loop there is nobody who could wait for it.
            reply: Reply = storing.wait() if call is call_here else await storing
            for warning in self._inbox._native.try_warnings():
                _log.warning("%s", warning)
            return reply
        delivery = accepted.event(body)
        name, payload = _open(delivery.event)
        handler = self._handlers.get(name)
        if handler is None:
            self._report(name, payload)
            return reply_ok()
        label = f"{name} {delivery.dedupe_key[:320]!r}"
        try:
            progress = await self._begin(call, delivery)
        except Exception as error:
            # Acknowledged, the event would be lost; handled, it may be for the second time.
            _log.error("The memory of events failed (%s), and an event was answered with 503: %s", described(error), label)
            return reply_unavailable(timedelta(seconds=_RETRY_AFTER_SECONDS))
        if progress == "seen":
            return reply_ok()
        if progress == "in_progress":
            _log.warning("An event came again while it is being handled, and was answered with 503: %s", label)
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

    async def _item(self, item: InboxItem, call: Call) -> None:
        """Handles an event from the inbox."""
        name, payload = _open(item.delivery.event)
        handler = self._handlers.get(name)
        if handler is not None:
            await self._call(handler, call, item.delivery, payload, item.key_id)
            return
        self._report(name, payload)
        if name == "malformed":
            raise Malformed(payload.reason)

    async def _start(self, accepted: Accepted, body: bytes, call: Call) -> Reply:
        request = accepted.start(body)
        handler = self._handlers.get("start")
        if handler is None:
            return self._nobody("on_start", "start", "request: StartRequest) -> str", 'return "https://…"')
        try:
            answer = await handler(call, request, key_id=lambda: accepted.key_id, client=lambda: self._client)
            return reply_to_start(StartReply(answer) if isinstance(answer, str) else answer, request)
        except BaseException as error:
            return _failed(error, "start requests")

    async def _dynamic_action(self, accepted: Accepted, body: bytes, call: Call) -> Reply:
        request = accepted.dynamic_action(body)
        handler = self._handlers.get("dynamic_action")
        if handler is None:
            signature = "request: DynamicActionRequest) -> DynamicActionReply"
            return self._nobody("on_dynamic_action", "act", signature, 'return DynamicActionReply(text_message="…")')
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
        # Only handlers of messages are offered this, and only with a client.
        assert isinstance(delivery.event, (Event.NewMessage, Event.NewChatbotMessage))
        assert self._client is not None
        conversation = delivery.event.message.conversation.id
        if isinstance(delivery.event, Event.NewChatbotMessage):
            return partial(self._client.chatbot.reply, conversation)
        user = self._user_of(delivery)
        if user is None:
            next_step = "give `grant_of` to Hooks, or subscribe with the metadata {'grant': …}"
            raise LookupError(f"nothing says in whose name to reply: {next_step}")
        return partial(user.conversations.send, conversation)

    async def _begin(self, call: Call, delivery: Delivery) -> Progress:
        """What is known of an event, which counts as being handled from now on if it is to be handled."""
        if self._dedupe is False:
            return "new"
        # The core's own memory answers at once: not worth a thread.
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
        """Notes that an event was handled, or that it is to be handled when it comes again."""
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
            _log.error("The memory of events failed (%s): how an event ended is not known: %s", described(error), label)

    def _add(self, name: str, handler: F, offered: frozenset[str]) -> F:
        if name in self._handlers:
            raise misconfigured("hooks", f"{name} has a handler already: {self._handlers[name]!r}")
        self._handlers[name] = Handler(handler, offered)
        return handler

    def _is_first_of(self, what: str) -> bool:
        if what in self._reported or len(self._reported) >= _MAX_REPORTED:
            return False
        self._reported.add(what)
        return True

    def _report(self, name: str, payload: Any) -> None:
        """Logs once for each type that nobody handles it, with a handler to paste. Of the event only its type shows."""
        kind = payload.kind[:64] if name in ("unknown", "malformed") else name
        if not self._is_first_of(f"{name} {kind}"):
            return
        if name == "malformed":
            # The reason names places in the body, not what stood there.
            _log.warning(
                "An event of the type %r could not be understood and was dropped: %s", kind, payload.reason[:200]
            )
            return
        if name == "unknown":
            stub = _stub("on_unknown", "on_unknown", "event: Event.Unknown) -> None", f"if event.kind == {kind!r}: ...")
        else:
            stub = _stub(f'on("{name}")', f"on_{name}", f"{_EVENTS[name][1]}: {_EVENTS[name][2]}) -> None", "...")
        _log.warning("An event of the type %r was dropped: it has no handler. To handle it:\n%s", kind, stub)

    def _nobody(self, decorator: str, name: str, signature: str, body: str) -> Reply:
        if self._is_first_of(decorator):
            stub = _stub(decorator, name, signature, body)
            _log.warning("A request of the platform was answered with 404: it has no handler. To handle it:\n%s", stub)
        return Reply(404)


def _ring(keys: str | Iterable[str | Key]) -> KeyRing:
    if isinstance(keys, str):
        return KeyRing.from_list(keys)
    several = checked_several("keys", keys, "text or a list of texts or of Key")
    named = [Key(f"key-{number}", key) if isinstance(key, str) else key for number, key in enumerate(several, 1)]
    for place, key in enumerate(named):
        if not isinstance(key, Key):
            raise invalid(f"keys[{place}]", f"must be text or a Key, not {type(key).__name__}")
    return KeyRing([(key.id, key.secret, key.not_after) for key in named])


def _memory(dedupe: Dedupe | Literal[False]) -> Dedupe | Literal[False]:
    if dedupe is False or all(callable(getattr(dedupe, method, None)) for method in ("remember", "forget")):
        return dedupe
    raise invalid("dedupe", f"must be False or have the methods remember and forget, not be {type(dedupe).__name__}")


def _addresses(paths: Mapping[str, str]) -> Mapping[str, str]:
    if not isinstance(paths, Mapping):
        raise invalid("paths", f"must be a dict, not {type(paths).__name__}")
    for kind, path in paths.items():
        if kind not in _PATHS:
            raise invalid("paths", f"there is no kind of request {kind!r}, only {', '.join(_PATHS)}")
        if not isinstance(path, str):
            raise invalid(f"paths.{kind}", f"must be text, not {type(path).__name__}")
    return paths


def _open(event: Event) -> tuple[str, Any]:
    """The name of an event, and its payload. What is unknown is its own payload."""
    for name, (kind, member, _) in _EVENTS.items():
        if isinstance(event, kind):
            return name, getattr(event, member)
    return ("unknown" if isinstance(event, Event.Unknown) else "malformed"), event


def _refuse(rejection: errors.WebhookRejected) -> Reply:
    _log.warning("A request was refused with %d: %s", rejection.status, rejection.reason)
    return reply_to_rejection(Rejection(rejection.status, rejection.reason))


def _failed(error: BaseException, name: str) -> Reply:
    # A cancelled task and a process that ends are not failures of the handler.
    if not isinstance(error, Exception):
        raise error
    _log.error("The handler of %s failed: %s", name, described(error))
    return Reply(500)


def _stub(decorator: str, name: str, signature: str, body: str) -> str:
    return f"\n@hooks.{decorator}\ndef {name}({signature}:\n    {body}\n"


give(globals())
