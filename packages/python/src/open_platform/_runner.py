"""Runs handlers from an inbox: on threads, as tasks, or in a process of its own."""

from __future__ import annotations

import asyncio
import atexit
import logging
import threading
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from . import errors
from ._open_platform import Inbox as Native
from ._open_platform import InboxAttempt, InboxItem
from ._web import Call, Malformed, call_from_loop, call_here, describe_error, wait_for

from ._hints import add_annotation_names

if TYPE_CHECKING:
    from types import TracebackType

    from typing_extensions import Self

    from ._async.inbox import AsyncInbox
    from ._sync.inbox import Inbox

#: Handles an event. After an exception the event is tried again; after :class:`Malformed` it becomes a dead letter.
Handle = Callable[[InboxItem, Call], Coroutine[Any, Any, None]]

_log = logging.getLogger("open_platform.hooks")

def _log_each(warnings: list[str]) -> None:
    for warning in warnings:
        _log.warning("%s", warning)


def _is_end(error: errors.OpenPlatformError) -> bool:
    """Whether a worker ends after an error of its inbox, which is logged."""
    is_passing = isinstance(error, errors.StoreError)
    _log.error("The inbox cannot be reached: %s" if is_passing else "A worker of the inbox has ended: %s", error)
    return not is_passing


def _failed(attempt: InboxAttempt, error: BaseException) -> Any:
    if isinstance(error, Malformed):
        return attempt.gave_up(str(error))
    if not isinstance(error, Exception):
        return attempt.interrupted()
    # The class only: the text of the error may hold data of the event.
    return attempt.failed(type(error).__name__, describe_error(error))


def _log_end(text: str | None) -> None:
    if text is not None:
        _log.error("%s", text)


class Runner:
    """Calls the handlers of :class:`Hooks` with the events of its inbox: on threads inside ``with``, as tasks inside
    ``async with``. :meth:`Hooks.running` returns one. Leaving the block waits for the handlers that run.

    The lease of an event is extended while its handler runs. Dead letters and other warnings are logged to
    ``open_platform.hooks`` with the type of the event and its dedupe key. Of a handler's error only the class is kept.
    """

    def __init__(self, inbox: Inbox | AsyncInbox, handle: Handle, workers: int) -> None:
        self._native: Native = inbox._native
        self._handle = handle
        self._workers = workers
        self._threads: list[threading.Thread] = []
        self._tasks: list[asyncio.Task[None]] = []

    def wait(self) -> None:
        """Waits until :meth:`close` was called and the handlers have ended. Ctrl-C interrupts it."""
        for thread in self._threads:
            while thread.is_alive():
                thread.join(1)

    def close(self) -> None:
        """Takes no further event."""
        self._native.close()

    def __enter__(self) -> Self:
        self._threads = [
            threading.Thread(target=run, name="open-platform-inbox", daemon=True)
            for run in [self._log_warnings, *[self._run] * self._workers]
        ]
        for thread in self._threads:
            thread.start()
        # Stops the threads where a program ends inside the `with`: the interpreter does not wait for daemon threads.
        atexit.register(self._stop)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        atexit.unregister(self._stop)
        self._stop()

    def _stop(self) -> None:
        self.close()
        for thread in self._threads:
            # A forked child has the object, but none of its threads.
            if thread.is_alive():
                thread.join()
        self._log_last_warnings()

    async def __aenter__(self) -> Self:
        self._tasks = [
            asyncio.create_task(run(), name="open-platform-inbox")
            for run in [self._log_warnings_in_loop, *[self._run_in_loop] * self._workers]
        ]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
        await asyncio.gather(*self._tasks)
        self._log_last_warnings()

    def _run(self) -> None:
        while True:
            try:
                item = self._native.next().wait()
                if item is None:
                    return
                attempt = self._native.attempt(item)
            except errors.OpenPlatformError as error:
                if _is_end(error):
                    return
                continue
            try:
                wait_for(self._handle(item, call_here))
            except BaseException as error:
                ended = _failed(attempt, error)
            else:
                ended = attempt.handled()
            _log_end(ended.wait())

    async def _run_in_loop(self) -> None:
        while True:
            try:
                item = await self._native.next()
                if item is None:
                    return
                attempt = self._native.attempt(item)
            except errors.OpenPlatformError as error:
                if _is_end(error):
                    return
                continue
            try:
                await self._handle(item, call_from_loop)
            except asyncio.CancelledError:
                await attempt.interrupted()
                raise
            except Exception as error:
                ended = _failed(attempt, error)
            else:
                ended = attempt.handled()
            _log_end(await ended)

    def _log_warnings(self) -> None:
        """Logs the warnings of the inbox until it is closed."""
        with suppress(errors.OpenPlatformError):
            while (warnings := self._native.warnings().wait()) is not None:
                _log_each(warnings)

    async def _log_warnings_in_loop(self) -> None:
        with suppress(errors.OpenPlatformError):
            while (warnings := await self._native.warnings()) is not None:
                _log_each(warnings)

    def _log_last_warnings(self) -> None:
        with suppress(errors.OpenPlatformError):
            _log_each(self._native.try_warnings())


add_annotation_names(globals())
