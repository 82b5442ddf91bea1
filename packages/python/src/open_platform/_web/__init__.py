"""The endpoints that an app serves, independent of the web framework.

An adapter passes on the method, the path, the headers and the body unchanged, and sends the returned reply. It makes no
decisions. A framework is imported only by its adapter, and only when the adapter is used.
"""

from __future__ import annotations

import inspect
import logging
from collections.abc import Awaitable, Callable, Coroutine, Generator, Iterable, Mapping, Sequence
from datetime import timedelta
from functools import partial
from pathlib import PurePath
from time import monotonic
from types import coroutine
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from .. import _logs
from .._hints import add_annotation_names
from .._open_platform import AppStep, HookLog, HookStep, Reply, WorkerLog, check_handler_timeout, time_limit_text
from .._values import invalid
from ..errors import ConfigError

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])


class Call(Protocol):
    """Calls a function of the app, ``async`` or not."""

    def __call__(self, function: Callable[..., Any], /, *arguments: Any, **named: Any) -> Awaitable[Any]: ...


if TYPE_CHECKING:
    from asyncio import Future, Task

    from .aiohttp import AiohttpRoutes
    from .asgi import ASGIApp
    from .django import DjangoUrls
    from .flask import FlaskBlueprint
    from .wsgi import WSGIApp


class Request(NamedTuple):
    """The head of a request."""

    method: str
    #: Relative to the mount point of the adapter.
    path: str
    #: Without the question mark, not decoded.
    query: str
    #: Names in any case. Repeated headers are separate items, if the server keeps them apart.
    headers: list[tuple[bytes, bytes]]
    #: The framework's request object.
    raw: Any
    #: Reads the body: the whole body, or at least one byte more than the limit. It may raise :class:`NoLength`.
    read: Callable[[int], Coroutine[Any, Any, bytes]]
    #: The IP address of the other end of the connection, if the server tells it.
    peer: str | None = None


class NoLength(Exception):
    """The length of the body is unknown: there is no ``Content-Length``, and the server does not mark the end of the body."""


class Endpoint:
    """A part of the app that serves requests, in any of the supported frameworks."""

    #: The default name of the Flask blueprint.
    _name: str
    _log: logging.Logger
    #: The paths, relative to the mount point of the adapter. A path that ends in ``/`` includes everything below.
    paths: Sequence[str]

    def respond(self, request: Request, call: Call) -> Coroutine[Any, Any, Reply]:
        """Takes the steps that the core asks for, and returns the reply. For adapters.

        A request is completed even if a server cancels its task because the connection was closed. Otherwise a handler that takes
        longer than the platform waits for a response would never end, and an app might never learn of a grant that is stored.
        """
        steps = self._respond(request, call)
        return steps if call is call_here else _uninterrupted(steps)

    async def _respond(self, request: Request, call: Call) -> Reply:
        exchange, step = self._begin(request)
        ended: BaseException | None = None
        while not isinstance(step, _ANSWERS):
            try:
                if isinstance(step, _BODIES):
                    step = await _read(exchange, step, request)
                else:
                    step = await self._take(exchange, step, request, call)
            except BaseException as error:
                ended = ended if _is_failure(error, call) else error
                step = await self._failed(exchange, error, request, call)
        # The end of an event loop cancels its tasks: that is not worth a line.
        if ended is None or isinstance(ended, (SystemExit, KeyboardInterrupt)):
            for log in step.logs:
                write(self._log, log)
        if ended is not None:
            raise ended
        self._answered(step)
        return step.reply

    def _begin(self, request: Request) -> tuple[Any, Any]:
        """The exchange of a request, and its first step."""
        raise NotImplementedError

    async def _take(self, exchange: Any, step: Any, request: Request, call: Call) -> Any:
        """Takes one step other than reading the body, and returns the next."""
        raise NotImplementedError

    async def _failed(self, exchange: Any, error: BaseException, request: Request, call: Call) -> Any:
        """Notes that a step has failed, and returns the next."""
        return exchange.failed(describe_error(error))

    def _answered(self, step: Any) -> None:
        """Called with the last step."""

    def asgi(self) -> ASGIApp:
        """An ASGI application, to be mounted in FastAPI or Starlette: ``app.mount("/path", it.asgi())``. A body that takes
        longer than 8.5 seconds is refused with 408. Refusals carry ``Connection: close``."""
        from .asgi import asgi

        return asgi(self)

    def wsgi(self) -> WSGIApp:
        """A WSGI application, to be mounted. Behind mod_wsgi set ``WSGIPassAuthorization On``, and
        ``WSGIApplicationGroup %{GLOBAL}``, without which it runs the app in a subinterpreter. In WSGI the server controls the
        connection: it must limit the time of a body, and close the connection after a refusal. See "What the server must do" in
        the README."""
        from .wsgi import wsgi

        return wsgi(self)

    def flask(self, name: str | None = None) -> FlaskBlueprint:
        """A blueprint for Flask: ``app.register_blueprint(it.flask(), url_prefix="/path")``.

        :param name: the name of the blueprint, needed if the app has several.
        """
        from .flask import flask

        return flask(self, name or self._name)

    def django(self) -> DjangoUrls:
        """Views for Django's URL configuration: ``path("path/", it.django())``. They are exempt from the CSRF checks of
        forms."""
        from .django import django

        return django(self)

    def aiohttp(self, prefix: str = "") -> AiohttpRoutes:
        """Routes for aiohttp: ``app.add_routes(it.aiohttp("/path"))``."""
        from .aiohttp import aiohttp

        return aiohttp(self, prefix)


class Answer(NamedTuple):
    """The last step of a request whose steps are not objects of the core."""

    reply: Reply
    logs: list[HookLog]


_BODIES = (HookStep.Body, AppStep.Body)
_ANSWERS = (HookStep.Answer, AppStep.Answer, Answer)


async def _read(exchange: Any, step: Any, request: Request) -> Any:
    """Reads the body, and returns the next step. Without an event loop the server has to limit the time."""
    reading = request.read(step.limit)
    try:
        try:
            waits_for = reading.send(None)
        except StopIteration as end:
            # Most bodies have arrived with their head. A timer would cost as much as all of the rest.
            return exchange.read(end.value)
        body = await _in_time(_continued(reading, waits_for), step.seconds)
    except NoLength:
        return exchange.no_length()
    return exchange.too_slow() if body is None else exchange.read(body)


def checked_function(field: str, given: F) -> F:
    """Returns the argument if it is callable, so that a wrong type is reported at once and not at the first call."""
    if not callable(given):
        raise invalid(field, f"must be a function, not {type(given).__name__}")
    return given


def checked_client(client: T, part: str) -> T:
    """Returns the argument if it has the attribute ``part``. The class is not checked: a test may pass a mock."""
    if isinstance(client, type) or not hasattr(client, part):
        given = f"the class {client.__name__}" if isinstance(client, type) else type(client).__name__
        raise invalid("client", f"must be a Client or an AsyncClient, not {given}")
    return client


def checked_several(field: str, given: Iterable[T], expected: str) -> list[T]:
    """The values as a list. A string is refused, because it would be read as a list of its characters."""
    kind = type(given).__name__
    if not isinstance(given, Iterable) or isinstance(given, (str, bytes, Mapping)):
        raise invalid(field, f"must be {expected}, not {kind}")
    return list(given)


def checked_texts(field: str, given: Iterable[Any]) -> list[str]:
    """The strings as a list."""
    texts = checked_several(field, given, "a list of texts")
    for place, text in enumerate(texts):
        if not isinstance(text, str):
            raise invalid(f"{field}[{place}]", f"must be text, not {type(text).__name__}")
    return texts


class HandlerTimeout(TimeoutError):
    """A function of the app took longer than its time limit."""

    def __init__(self, seconds: float) -> None:
        super().__init__(time_limit_text(seconds))


def _is_failure(error: BaseException, call: Call) -> bool:
    """Whether a function of the app has failed. The end of the program is no failure, and neither is the cancellation of this
    task; that of something which the function waits for is one."""
    if isinstance(error, Exception):
        return True
    import asyncio

    # A call without an event loop has no task that can be cancelled.
    return isinstance(error, asyncio.CancelledError) and (call is call_here or is_cancelled() is False)


def is_cancelled(task: Task[Any] | None = None) -> bool | None:
    """Whether a task was cancelled, and not only something that it waits for: by default the running one. Python 3.10 does not
    tell: ``None``."""
    import asyncio

    cancelling = getattr(task or asyncio.current_task(), "cancelling", None)
    return None if cancelling is None else cancelling() > 0


def describe_error(error: BaseException) -> str:
    """The class of an error, with the file and line that raised it. Not its text, which may hold data of users; that of a
    :class:`ConfigError` says which setting is wrong, and not its value. One that the app made of a text names no setting."""
    if isinstance(error, HandlerTimeout):
        return str(error)
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = "" if trace is None else f" at {PurePath(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}"
    text = f": {error}" if isinstance(error, ConfigError) and error.setting else ""
    return type(error).__name__ + place + text


def write(log: logging.Logger, line: HookLog | WorkerLog) -> None:
    """Writes a line of the core to the log."""
    _logs.write(log, "error" if line.is_error else "warning", "%s", line.text)


def checked_length(field: str, given: float | timedelta | None) -> float | None:
    """A length of time, in seconds."""
    if isinstance(given, timedelta):
        return given.total_seconds()
    if given is None or (isinstance(given, (int, float)) and not isinstance(given, bool)):
        return given
    raise invalid(field, f"must be a number of seconds or a timedelta, not {type(given).__name__}")


def checked_timeout(given: float | timedelta | None) -> float | None:
    """The argument ``handler_timeout``, in seconds."""
    seconds = checked_length("handler_timeout", given)
    if seconds is not None:
        check_handler_timeout(seconds, "handler_timeout")
    return seconds


class Handler:
    """A function of the app, which was passed as the argument ``field``. It gets those of the offered values that its parameters
    name, and may take ``seconds``. ``more`` says how more values are offered."""

    def __init__(
        self,
        function: Callable[..., Any],
        offered: frozenset[str] = frozenset(),
        field: str = "handler",
        seconds: float | None = None,
        more: str = "",
    ) -> None:
        self._function = checked_function(field, function)
        self._seconds = seconds
        self._wanted: list[str] = []
        #: Whether there is a parameter beside the first one.
        self.wants_more = False
        self._is_async = inspect.iscoroutinefunction(function)
        try:
            parameters = list(inspect.signature(function).parameters.values())
        except ValueError:
            return  # a builtin without a signature: it gets the first argument only
        positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
        if not parameters or parameters[0].kind not in (*positional, inspect.Parameter.VAR_POSITIONAL):
            raise TypeError(f"{self!r} must take the event or the request as its first parameter")
        for parameter in parameters[1:]:
            if parameter.name in offered and parameter.kind is not inspect.Parameter.POSITIONAL_ONLY:
                self._wanted.append(parameter.name)
            elif parameter.kind in (*positional, inspect.Parameter.KEYWORD_ONLY) and (
                parameter.default is inspect.Parameter.empty
            ):
                raise TypeError(f"{self!r} asks for {parameter.name!r}. There are: {', '.join(sorted(offered))}{more}")
        self.wants_more = bool(self._wanted)

    def __repr__(self) -> str:
        return getattr(self._function, "__qualname__", type(self._function).__qualname__)

    def wants(self, name: str) -> bool:
        """Whether a parameter has this name."""
        return name in self._wanted

    def __call__(self, call: Call, payload: Any, /, **offers: Callable[[], Any]) -> Awaitable[Any]:
        named = {name: offers[name]() for name in self._wanted} if self.wants_more else {}
        if self._is_async and self._seconds is None and call is call_from_loop:
            # As `call_from_loop` does, which would look at the function again.
            return self._function(payload, **named)  # type: ignore[no-any-return]
        return within(call, self._seconds)(self._function, payload, **named)


def wait_for(coroutine: Coroutine[Any, Any, T]) -> T:
    """Runs a coroutine that calls the app's functions with :func:`call_here`, and therefore never suspends."""
    try:
        coroutine.send(None)
    except StopIteration as end:
        return end.value  # type: ignore[no-any-return]
    raise RuntimeError("a coroutine of an adapter without an event loop was suspended")


async def _wait(awaitable: Awaitable[Any]) -> Any:
    return await awaitable


def calling_here(wait: Callable[[Awaitable[Any]], Coroutine[Any, Any, Any]] = _wait) -> Call:
    """Calls functions in this thread, which has no running event loop. ``wait`` runs in a new loop with the result of an ``async``
    one."""

    async def call(function: Callable[..., Any], /, *arguments: Any, **named: Any) -> Any:
        result = function(*arguments, **named)
        if not inspect.isawaitable(result):
            return result
        import asyncio  # slow to import, and an app without ``async`` functions does not need it

        return asyncio.run(wait(result))

    return call


#: Calls a function in this thread, which has no running event loop.
call_here = calling_here()


async def made(pending: Any, call: Call) -> Any:
    """The result of a call of the core. Without an event loop it cannot be awaited."""
    return pending.wait() if call is call_here else await pending


async def call_from_loop(function: Callable[..., Any], /, *arguments: Any, **named: Any) -> Any:
    """Calls a function without blocking the running event loop: in a thread, unless it is ``async``."""
    if inspect.iscoroutinefunction(function):
        return await function(*arguments, **named)
    from .._threads import in_thread  # slow to import, as asyncio is

    result = await in_thread(function, *arguments, **named)
    return await result if inspect.isawaitable(result) else result


#: What goes on after its caller was cancelled: an event loop does not keep its tasks alive.
_running: set[Task[Any]] = set()


async def _uninterrupted(steps: Coroutine[Any, Any, T]) -> T:
    """The result of a coroutine, which runs in a task of its own: it continues if the running task is cancelled."""
    import asyncio

    loop = asyncio.get_running_loop()
    result: Future[T] = loop.create_future()
    if loop.get_task_factory() is None:
        # Since Python 3.12 it begins at once, and has ended if nothing had to be waited for, which saves turns of the event loop. The
        # default name has a number, which takes longer to make.
        eager: dict[str, Any] = {"eager_start": True} if hasattr(asyncio, "eager_task_factory") else {}
        running = asyncio.Task(_settle(steps, result), loop=loop, name="open-platform", **eager)
    else:
        # It makes its tasks in a way of its own.
        running = loop.create_task(_settle(steps, result))
    try:
        return await result
    except BaseException:
        if not running.done():
            _running.add(running)
            running.add_done_callback(_running.discard)
        raise


async def _settle(steps: Coroutine[Any, Any, T], result: Future[T]) -> None:
    """Sets the result of a coroutine, because that of `asyncio.shield` is there a turn of the event loop later."""
    try:
        value = await steps
    except (SystemExit, KeyboardInterrupt) as error:
        # It ends the loop, as in any task, and not only the server's task, which may catch it, as uvicorn's does.
        result.get_loop().call_soon(_end, error, result)
    except BaseException as error:
        if result.done():
            raise
        result.set_exception(error)
    else:
        if not result.done():
            result.set_result(value)


def _end(error: BaseException, result: Future[Any]) -> None:
    """Ends the event loop with an error that ends the program."""
    if not result.done():
        result.set_exception(error)
    raise error


def within(call: Call, seconds: float | None) -> Call:
    """``call`` with a time limit from now on for all functions together. A function that takes longer is cancelled and fails with
    :class:`HandlerTimeout`; a thread cannot be cancelled, and is no longer waited for."""
    if seconds is None:
        return call
    limit, end = seconds, monotonic() + seconds

    async def in_time(awaitable: Awaitable[T]) -> T:
        import asyncio

        running = asyncio.ensure_future(awaitable)
        try:
            return await asyncio.wait_for(running, end - monotonic())
        except asyncio.TimeoutError:
            if not running.cancelled():
                # An error of the function itself.
                raise
            raise HandlerTimeout(limit) from None

    async def limited(function: Callable[..., Any], /, *arguments: Any, **named: Any) -> Any:
        if call is call_here:
            return await calling_here(in_time)(function, *arguments, **named)
        return await in_time(call(function, *arguments, **named))

    return limited


async def _in_time(reading: Awaitable[bytes], seconds: float) -> bytes | None:
    """What was read; ``None`` if it did not arrive in time."""
    import asyncio

    # Python 3.10 has no `asyncio.timeout`.
    limited = getattr(asyncio, "timeout", None)
    try:
        if limited is None:
            return await asyncio.wait_for(_wait(reading), seconds)
        async with limited(seconds):
            return await reading
    except asyncio.TimeoutError:
        return None


@coroutine
def _continued(begun: Coroutine[Any, Any, T], waits_for: Any) -> Generator[Any, Any, T]:
    """The rest of a coroutine that has begun, and waits for something."""
    while True:
        try:
            sent = yield waits_for
        except BaseException as error:
            resume = partial(begun.throw, error)
        else:
            resume = partial(begun.send, sent)
        try:
            waits_for = resume()
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]


add_annotation_names(globals())
