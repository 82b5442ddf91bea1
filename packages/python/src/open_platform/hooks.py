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

A handler is a function, ``async`` or not, in every framework. With an event loop one that is not ``async`` runs on a thread:
up to 500 at the same time, for which the end of the program does not wait. The first parameter is the event or the request.
Further parameters are optional and are passed by name:

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
may hold data of users, except that of a :class:`ConfigError` of this package, which names a setting. The event then counts as not
handled, so that it is handled if the platform sends it again. A handler goes on if the connection is closed before it returns. A
repetition that arrives while the handler runs is answered with 503, so that the platform sends it again. The platform documents
neither whether it does, nor how long it waits for a response: use an inbox or a queue of your own for long work.

A request is accepted or refused by its head before its body is read. The body is read up to its limit, and for at most 8.5
seconds. Nothing is parsed that arrives without the identification key.

With ``Hooks(inbox=client.inbox())`` an event is stored, acknowledged, and handled by :meth:`Hooks.run`, which repeats a
handler that fails. After the last attempt (10 by default, in about four hours) the event is a dead letter, which stays until
it is retried or deleted. Use it if the app must not lose events.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Concatenate, Literal, ParamSpec, Protocol, TypedDict, TypeVar, overload

from . import AsyncClient, Client
from ._async.inbox import AsyncInbox
from ._events import EVENTS
from ._handlers import Freshness, Handlers
from ._hints import add_annotation_names
from ._open_platform import (
    Action,
    ChatMessage,
    Delivery,
    DynamicActionReply,
    DynamicActionRequest,
    Event,
    HookExchange,
    HookStep,
    InboxItem,
    IpAllowlist,
    KeyRing,
    MemoryDedupe,
    Platform,
    PostUpdate,
    ReceivedHook,
    Receiver,
    StartReply,
    StartRequest,
    Transaction,
    UserAccessRevocation,
    Webhooks,
    WorkerOptions,
    event_content,
    hook_received,
    refuse_dedupe,
)
from ._open_platform import Inbox as _NativeInbox
from ._runner import Runner, closed_by_sigterm
from ._sync.inbox import Inbox
from ._values import invalid, misconfigured
from ._web import (
    Call,
    Endpoint,
    Request,
    checked_client,
    checked_function,
    checked_length,
    checked_several,
    checked_timeout,
    made,
    within,
)

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
    body_timeout: float | timedelta
    stale_after: float | timedelta
    reject_stale: bool
    dedupe: Dedupe | Literal[False]
    allowlist: IpAllowlist
    client: Client | AsyncClient
    grant_of: Callable[[Delivery], str | None | Awaitable[str | None]]
    paths: Mapping[str, str]
    inbox: Inbox | AsyncInbox
    on_hook: Callable[[ReceivedHook], object]
    handler_timeout: float | timedelta

class Dedupe(Protocol):
    """Remembers which events were handled. Implement it if several processes handle events, or if a restart must not
    forget them; one conditional insert is enough. Both methods may be ``async``.

    An event whose handler runs has a separate key, for at most 330 seconds: if the process dies, the event is handled again
    when the platform sends it again after that time. So expire keys after ``window_seconds``, and use an inbox for handlers
    that take longer. An event with the id of an earlier one and another body has another key.

    A call that takes longer than 0.6 seconds has failed, and a failure before the handler is answered with 503. Under WSGI
    this limit applies to ``async`` methods only."""

    def remember(self, key: str, window_seconds: int | None, /) -> bool | Awaitable[bool]:
        """Stores ``key`` for ``window_seconds`` (``None``: as long as possible), and returns whether it is new. Of several
        concurrent calls exactly one returns ``True``."""
        ...

    def forget(self, key: str, /) -> Awaitable[None] | None:
        """Deletes ``key``."""
        ...

if TYPE_CHECKING:
    from typing_extensions import Unpack


__all__ = ["Freshness", "Hooks", "IdentificationKey"]

@dataclass(frozen=True)
class IdentificationKey:
    """An identification key, as set in the app management console."""

    #: A name for logs and metrics, such as ``2026-11``. It is not secret.
    id: str
    #: The key itself, without ``Bearer`` or any other prefix.
    secret: str = field(repr=False)
    #: The time from which on it is refused, for the old key of a rotation. An aware datetime; ``None``: never.
    not_after: datetime | None = None


class Hooks(Endpoint):
    """Receives requests of the platform and calls the app's handlers. See the head of this module.

    :param keys: the identification keys: a string with one key or several separated by commas, a list of keys or of
        :class:`IdentificationKey`, or a :class:`KeyRing`. Keys without an id are named ``key-1``, ``key-2`` and so on. By default
        those of ``client`` if it is given, otherwise those in ``OPEN_PLATFORM_IDENTIFICATION_KEYS``.
    :param body_limit: the maximum size of a body in bytes: 256 KiB by default.
    :param body_timeout: in seconds or as a ``timedelta``; the time limit for reading a body: 8.5 seconds by default.
        One that takes longer is refused with 408. ASGI and aiohttp apply it; in other frameworks the server has to.
    :param stale_after: in seconds or as a ``timedelta``; the age from which on a message is stale: 72 hours by default.
    :param reject_stale: whether stale messages are refused with 403. Off by default: anybody who has the key can set
        any time in a message, and a message that the platform delivers late would be lost.
    :param dedupe: remembers which events were handled, so that a repetition is acknowledged and not handled again. By
        default in the memory of this process; with ``False`` every delivery is handled.
    :param allowlist: the addresses that requests may come from, beside the key: from others the response is 403.
    :param client: the client for the handlers' parameters ``client``, ``user`` and ``reply``.
    :param grant_of: a function that returns the grant of an event's user, or ``None`` if it is not known; it may be ``async``.
        It finds the user by the subscription's ``metadata``, which the platform returns with every event. By default it is
        ``delivery.grant``, the member ``grant`` of the ``metadata``.
    :param paths: the path of each kind of request, relative to the mount point of the adapter: ``events``, ``start`` and
        ``actions``. Those left out are not served.
    :param inbox: stores each event before it is acknowledged: ``client.inbox()``. The handlers are then called by
        :meth:`run` and not during the request, and no crash loses an event.
    :param on_hook: called with a ``ReceivedHook`` for each request, when its response is known. It must not block. What it
        raises goes to ``sys.unraisablehook``. See docs/observe.md.
    :param handler_timeout: how long a handler may take, in seconds or as a ``timedelta``; by default without limit. One that
        takes longer fails, and its event is handled again. An ``async`` handler is cancelled. Another one cannot be: with an
        event loop, and with an inbox, it goes on in its thread, and another event takes its place; otherwise it is waited for.
    :raises ConfigError: for invalid keys.
    :raises InvalidInput: for an argument of the wrong type, and for ``dedupe`` together with ``inbox``.
    """

    _name = "open_platform_hooks"
    _log = logging.getLogger(__name__)

    def __init__(
        self,
        keys: str | Iterable[str | IdentificationKey] | KeyRing | None = None,
        *,
        body_limit: int | None = None,
        body_timeout: float | timedelta | None = None,
        stale_after: float | timedelta | None = None,
        reject_stale: bool = False,
        dedupe: Dedupe | Literal[False] | None = None,
        allowlist: IpAllowlist | None = None,
        client: Client | AsyncClient | None = None,
        grant_of: Callable[[Delivery], str | None | Awaitable[str | None]] | None = None,
        paths: Mapping[str, str] | None = None,
        inbox: Inbox | AsyncInbox | None = None,
        on_hook: Callable[[ReceivedHook], object] | None = None,
        handler_timeout: float | timedelta | None = None,
    ) -> None:
        if inbox is not None and dedupe is not None:
            refuse_dedupe()
        if inbox is not None and not isinstance(getattr(inbox, "_native", None), _NativeInbox):
            raise invalid("inbox", f"must be an inbox, such as client.inbox(), not {type(inbox).__name__}")
        self._inbox = inbox
        self._on_hook = None if on_hook is None else checked_function("on_hook", on_hook)
        self._client = None if client is None else checked_client(client, "user")
        self._keys = keys if isinstance(keys, KeyRing) else _key_ring(keys, self._client)
        limit = {} if body_limit is None else {"body_limit": body_limit}
        webhooks = Webhooks(
            self._keys, body_timeout=body_timeout, stale_after=stale_after, reject_stale=reject_stale, **limit
        )
        platform = _platform_of(self._client)
        self._webhooks = webhooks if platform is None else platform.webhooks(webhooks)
        self._seconds = checked_timeout(handler_timeout)
        grant_of = None if grant_of is None else checked_function("grant_of", grant_of)
        self._handlers = Handlers(self._client, grant_of, self._webhooks)
        self._dedupe: Any = MemoryDedupe() if dedupe is None else _checked_dedupe(dedupe)
        how: Literal["store", "inbox", "off"] = "inbox" if inbox is not None else "off" if dedupe is False else "store"
        memory = self._dedupe if how == "store" and isinstance(self._dedupe, MemoryDedupe) else None
        if allowlist is not None and not isinstance(allowlist, IpAllowlist):
            raise invalid("allowlist", f"must be an IpAllowlist, not {type(allowlist).__name__}")
        self._receiver = Receiver(self._webhooks, how, memory, paths, allowlist)
        self.paths = self._receiver.paths

    @classmethod
    def from_env(cls, **options: Unpack[HooksOptions]) -> Hooks:
        """Creates hooks with the default keys: those of ``client`` if it is given, otherwise those in
        ``OPEN_PLATFORM_IDENTIFICATION_KEYS``, separated by commas. The options are those of the class."""
        return cls(**options)

    def run(self, *, workers: int | None = None, drain_timeout: float | timedelta | None = None) -> None:
        """Handles the events of the inbox until Ctrl-C or SIGTERM: for a process of its own. Any number of processes with the
        same handlers may do so. Handlers that run at the end are waited for. SIGTERM is left to an app that handles it, and is
        not handled outside the main thread: there the end is up to the app, with :meth:`running`.

        An event whose handler fails is handled again later, and becomes a dead letter after its last attempt: see
        ``client.inbox().dead_letters()``. A malformed event becomes one at once, unless ``on_malformed`` has a handler. While
        the store fails, it is tried again.

        :param workers: how many events are handled at once, 1 to 10,000. 4 by default.
        :param drain_timeout: how long the end waits for handlers that run, in seconds or as a ``timedelta``; by default without
            limit. One that takes longer is cancelled if it is ``async``, and otherwise no longer waited for, and its event is
            handled by another worker.
        :raises ConfigError: if the hooks have no inbox or no handler of events, or if its client was closed.
        :raises InvalidInput: for a number or a time out of range.
        """
        runner = self.running(workers=workers, drain_timeout=drain_timeout)
        with closed_by_sigterm(runner), runner:
            runner.wait()

    def running(self, *, workers: int | None = None, drain_timeout: float | timedelta | None = None) -> Runner:
        """Handles the events of the inbox beside an app, as :meth:`run` does, with the same arguments and errors::

            with hooks.running():               # on threads
                serve()
            async with hooks.running():         # as tasks
                await serve()
        """
        if self._inbox is None:
            raise misconfigured("inbox", "there is none: give `inbox=client.inbox()` to Hooks")
        options = WorkerOptions(
            workers,
            handler_timeout_seconds=self._seconds,
            drain_timeout_seconds=checked_length("drain_timeout", drain_timeout),
        )
        return Runner(self._inbox._native.workers(self._receiver, options), self._handle_item)

    @property
    def keys(self) -> KeyRing:
        """The accepted keys. ``hooks.keys.replace([...])`` replaces them while the app runs."""
        return self._keys

    def __repr__(self) -> str:
        return f"Hooks(keys={self._keys.ids!r}, handlers={sorted(self._handlers.names)!r})"

    # The overloads are made by open-platform-generator.
    @overload
    def on(self, event: Literal["new_message", "new_chatbot_message"]) -> _Register[ChatMessage]: ...
    @overload
    def on(self, event: Literal["user_access_revocation"]) -> _Register[UserAccessRevocation]: ...
    @overload
    def on(self, event: Literal["post_update"]) -> _Register[PostUpdate]: ...
    @overload
    def on(self, event: Literal["payment_transaction"]) -> _Register[Transaction]: ...
    def on(self, event: str) -> Any:
        """Calls the decorated function for events of this type. Messages in the old format arrive as ``new_message``.

        :raises InvalidInput: for an unknown type.
        :raises ConfigError: if the type has a handler already.
        """
        if callable(event):
            raise invalid("event", 'must be the name of an event, as in `@hooks.on("new_message")`')
        if not isinstance(event, str) or event not in EVENTS:
            raise invalid("event", f"must be one of {', '.join(EVENTS)}; for others there is on_unknown")

        def register(handler: F) -> F:
            return self._add(event, handler)

        return register

    def on_unknown(
        self, handler: Callable[Concatenate[Event.Unknown, P], R]
    ) -> Callable[Concatenate[Event.Unknown, P], R]:
        """Calls the decorated function for events of types that this version does not know. Without it they are
        logged, once for each type."""
        return self._add("unknown", handler)

    def on_malformed(
        self, handler: Callable[Concatenate[Event.Malformed, P], R]
    ) -> Callable[Concatenate[Event.Malformed, P], R]:
        """Calls the decorated function for authentic events that cannot be parsed. Without it they are logged, once for
        each type."""
        return self._add("malformed", handler)

    def on_start(
        self, handler: Callable[Concatenate[StartRequest, P], Start]
    ) -> Callable[Concatenate[StartRequest, P], Start]:
        """Calls the decorated function when a user clicked a link of the app. It returns a :class:`StartReply`, or only
        the address to open: https, and built from the app's own configuration, never from an address in the request."""
        return self._add("start", handler)

    def on_dynamic_action(
        self, handler: Callable[Concatenate[DynamicActionRequest, P], Decision]
    ) -> Callable[Concatenate[DynamicActionRequest, P], Decision]:
        """Calls the decorated function when a user clicked a widget or a button with a dynamic action. It returns a
        :class:`DynamicActionReply`, or only its text or its :class:`Action`."""
        return self._add("dynamic_action", handler)

    def _begin(self, request: Request) -> tuple[HookExchange, HookStep]:
        return self._receiver.begin(request.method, request.path, request.headers, request.peer)

    async def _take(self, exchange: HookExchange, step: HookStep, request: Request, call: Call) -> Any:
        limited = call if self._seconds is None else within(call, self._seconds)
        match step:
            case HookStep.Event():
                await self._handlers.of_event(step.handler, limited, event_content(step), step)
                return exchange.done()
            case HookStep.Start():
                answer = await self._handlers.of_request("start", limited, step.request, step.key_id)
                if isinstance(answer, str):
                    answer = StartReply(answer)
                elif not isinstance(answer, StartReply):
                    raise _wrong_answer("on_start", "an address or a StartReply", answer)
                return exchange.started(answer)
            case HookStep.DynamicAction():
                answer = await self._handlers.of_request("dynamic_action", limited, step.request, step.key_id)
                if isinstance(answer, str):
                    answer = DynamicActionReply(text_message=answer)
                elif isinstance(answer, Action):
                    answer = DynamicActionReply(action=answer)
                elif not isinstance(answer, DynamicActionReply):
                    raise _wrong_answer("on_dynamic_action", "a text, an Action or a DynamicActionReply", answer)
                return exchange.acted(answer)
            case HookStep.Store():
                assert self._inbox is not None
                return await made(self._inbox._native.store(exchange), call)
            case HookStep.Remember():
                in_time = within(call, step.timeout_seconds)
                return exchange.remembered(bool(await in_time(self._dedupe.remember, step.key, step.window_seconds)))
            case HookStep.Forget():
                await within(call, step.timeout_seconds)(self._dedupe.forget, step.key)
                return exchange.done()
            case _:
                raise AssertionError(f"nothing is done for {type(step).__name__}")

    def _answered(self, step: HookStep.Answer) -> None:
        hook_received(step, self._on_hook)

    async def _handle_item(self, item: InboxItem, call: Call) -> None:
        """Handles an event from the inbox. The core hands out only those that have a handler."""
        event = item.delivery.event
        name = self._handlers.name_of(event)
        payload = getattr(event, EVENTS[name][1]) if name in EVENTS else event
        await self._handlers.of_event(name, call, payload, item)

    def _add(self, name: str, handler: F) -> F:
        # Before the receiver asks for it. It refuses a second one.
        self._handlers.add(name, handler)
        self._receiver.register(name)
        return handler


def _wrong_answer(field: str, expected: str, answer: object) -> Exception:
    return misconfigured(field, f"the handler must return {expected}, not {type(answer).__name__}")


def _platform_of(client: object) -> Platform | None:
    platform = getattr(client, "_native", None)
    # The client of a test may be another object.
    return platform if isinstance(platform, Platform) else None


def _key_ring(keys: str | Iterable[str | IdentificationKey] | None, client: object) -> KeyRing:
    if keys is None:
        platform = _platform_of(client)
        return KeyRing.from_env() if platform is None else platform.key_ring()
    if isinstance(keys, str):
        return KeyRing(keys)
    return KeyRing(checked_several("keys", keys, "text or a list of texts or of IdentificationKey"))


def _checked_dedupe(dedupe: Dedupe | Literal[False]) -> Dedupe | Literal[False]:
    if dedupe is False or all(callable(getattr(dedupe, method, None)) for method in ("remember", "forget")):
        return dedupe
    raise invalid("dedupe", f"must be False or have the methods remember and forget, not be {type(dedupe).__name__}")


add_annotation_names(globals())
