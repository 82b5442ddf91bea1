"""How requests reach the app's side of this package, in the manner of each web framework.

An adapter hands on the method, the path, and the headers and the body as they arrived, and sends what comes back. It
decides nothing. Frameworks are imported by their adapter alone, and only when it is asked for.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from functools import partial
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from .._hints import give
from .._open_platform import Reply
from .._values import invalid

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])


class Call(Protocol):
    """Calls a function of the app, ``async`` or not."""

    def __call__(self, function: Callable[..., Any], /, *arguments: Any, **named: Any) -> Awaitable[Any]: ...


if TYPE_CHECKING:
    from .aiohttp import AiohttpRoutes
    from .asgi import ASGIApp
    from .django import DjangoUrls
    from .flask import FlaskBlueprint
    from .wsgi import WSGIApp


class Request(NamedTuple):
    """The head of a request."""

    method: str
    #: Under the place where the adapter is mounted.
    path: str
    #: Without the question mark, as it arrived.
    query: str
    #: Names in any case; several of one name stand several times, where the server tells.
    headers: list[tuple[bytes, bytes]]
    #: The request as the framework has it.
    raw: Any


class Pending(NamedTuple):
    """A request whose head was accepted."""

    #: The body need not be read further than one byte beyond this. Whoever reads more is refused all the same.
    body_limit: int
    #: To be called with the body.
    finish: Callable[[bytes, Call], Coroutine[Any, Any, Reply]]
    #: How long to read the body at most, in seconds; ``None`` where nothing of it is read.
    body_seconds: float | None = None
    #: The answer if it has not arrived by then.
    too_slow: Callable[[], Reply] = partial(Reply, 408, close=True)


class Endpoint:
    """A part of the app that answers requests, in whichever framework it is mounted."""

    #: The name of the blueprint in Flask, where no other is given.
    _name: str

    @property
    def paths(self) -> list[str]:
        """The addresses, relative to the place where an adapter is mounted. One that ends in ``/`` stands for everything
        below."""
        raise NotImplementedError

    def begin(self, request: Request) -> Reply | Pending:
        """Judges a request by its head. For adapters."""
        raise NotImplementedError

    def asgi(self) -> ASGIApp:
        """An ASGI application, to be mounted in FastAPI or Starlette: ``app.mount("/path", it.asgi())``. A body that takes
        longer than 10 seconds is refused with 408, and whoever is refused is asked to close the connection."""
        from .asgi import asgi

        return asgi(self)

    def wsgi(self) -> WSGIApp:
        """A WSGI application, to be mounted. Behind mod_wsgi set ``WSGIPassAuthorization On``. WSGI leaves the connection to
        the server: how long a body may take is the server's to limit, and so is to close after a refusal. See "What the
        server must do" in the README."""
        from .wsgi import wsgi

        return wsgi(self)

    def flask(self, name: str | None = None) -> FlaskBlueprint:
        """A blueprint for Flask: ``app.register_blueprint(it.flask(), url_prefix="/path")``.

        :param name: of the blueprint, where the app has several.
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


def checked_function(field: str, given: F) -> F:
    """A function of the app's, which would otherwise only be missed when it is needed."""
    if not callable(given):
        raise invalid(field, f"must be a function, not {type(given).__name__}")
    return given


def checked_client(client: T, part: str) -> T:
    """A client, by the part that is used and not by its class: a test may give one of its own making."""
    if isinstance(client, type) or not hasattr(client, part):
        given = f"the class {client.__name__}" if isinstance(client, type) else type(client).__name__
        raise invalid("client", f"must be a Client or an AsyncClient, not {given}")
    return client


def checked_several(field: str, given: Iterable[T], expected: str) -> list[T]:
    """Several values. A text by itself would be taken for its letters."""
    kind = type(given).__name__
    if not isinstance(given, Iterable) or isinstance(given, (str, bytes, Mapping)):
        raise invalid(field, f"must be {expected}, not {kind}")
    return list(given)


def checked_texts(field: str, given: Iterable[Any]) -> list[str]:
    """Several texts."""
    texts = checked_several(field, given, "a list of texts")
    for place, text in enumerate(texts):
        if not isinstance(text, str):
            raise invalid(f"{field}[{place}]", f"must be text, not {type(text).__name__}")
    return texts


def described(error: BaseException) -> str:
    """The class of an error, and where in whose code it was raised. Not its text, which may hold what users wrote."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = "" if trace is None else f" at {PurePath(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}"
    return type(error).__name__ + place


class Malformed(Exception):
    """No further attempt at an event can help."""


class Handler:
    """A handler, which the app gave as the argument ``field``, and which of the offered values it asks for."""

    def __init__(self, function: Callable[..., Any], offered: frozenset[str], field: str = "handler") -> None:
        self._function = checked_function(field, function)
        self._wanted: list[str] = []
        try:
            parameters = list(inspect.signature(function).parameters.values())
        except ValueError:
            return  # a builtin that does not tell: it is given what happened, and no more
        positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
        if not parameters or parameters[0].kind not in (*positional, inspect.Parameter.VAR_POSITIONAL):
            raise TypeError(f"{self!r} must take what happened as its first parameter")
        for parameter in parameters[1:]:
            if parameter.name in offered and parameter.kind is not inspect.Parameter.POSITIONAL_ONLY:
                self._wanted.append(parameter.name)
            elif parameter.kind in (*positional, inspect.Parameter.KEYWORD_ONLY) and (
                parameter.default is inspect.Parameter.empty
            ):
                raise TypeError(f"{self!r} asks for {parameter.name!r}. There are: {', '.join(sorted(offered))}")

    def __repr__(self) -> str:
        return getattr(self._function, "__qualname__", type(self._function).__qualname__)

    def __call__(self, call: Call, payload: Any, /, **offers: Callable[[], Any]) -> Awaitable[Any]:
        return call(self._function, payload, **{name: offers[name]() for name in self._wanted})


def wait_for(coroutine: Coroutine[Any, Any, T]) -> T:
    """Runs what calls the app's functions by :func:`call_here`, and so never waits for a loop."""
    try:
        coroutine.send(None)
    except StopIteration as end:
        return end.value  # type: ignore[no-any-return]
    raise RuntimeError("an adapter without a loop was made to wait")


async def call_here(function: Callable[..., Any], /, *arguments: Any, **named: Any) -> Any:
    """Calls a function in this thread, which has no running loop; an ``async`` one gets a loop of its own."""
    result = function(*arguments, **named)
    if not inspect.isawaitable(result):
        return result
    import asyncio  # costs an app without a loop as much as all else here

    return asyncio.run(_wait(result))


async def call_from_loop(function: Callable[..., Any], /, *arguments: Any, **named: Any) -> Any:
    """Calls a function without holding up the running loop: in a thread, unless it is ``async``."""
    import asyncio

    if inspect.iscoroutinefunction(function):
        return await function(*arguments, **named)
    result = await asyncio.to_thread(function, *arguments, **named)
    return await result if inspect.isawaitable(result) else result


async def _wait(awaitable: Awaitable[Any]) -> Any:
    return await awaitable


def headers_of(reply: Reply) -> list[tuple[str, str]]:
    """All headers of an answer but those about the connection and the length."""
    content_type = [("Content-Type", reply.content_type)] if reply.content_type else []
    return [*content_type, *reply.headers.items()]


give(globals())
