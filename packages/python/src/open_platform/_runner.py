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
from ._open_platform import InboxItem
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

_NOT_STORED = "The result of an event could not be stored, so it is handled again: %s"


def _log_each(warnings: list[str]) -> None:
    for warning in warnings:
        _log.warning("%s", warning)


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
                lease = self._native.keep(item.id)
            except errors.StoreError as error:
                _log.error("The inbox cannot be reached: %s", error)
                continue
            except errors.OpenPlatformError as error:
                _log.error("A worker of the inbox has ended: %s", error)
                return
            try:
                try:
                    wait_for(self._handle(item, call_here))
                except BaseException as error:
                    call = self._record_failure(item, error)
                else:
                    call = self._native.ack(item.id)
                call.wait()
            except errors.StoreError as error:
                _log.error(_NOT_STORED, error)
            finally:
                lease.end()

    async def _run_in_loop(self) -> None:
        while True:
            try:
                item = await self._native.next()
                if item is None:
                    return
                lease = self._native.keep(item.id)
            except errors.StoreError as error:
                _log.error("The inbox cannot be reached: %s", error)
                continue
            except errors.OpenPlatformError as error:
                _log.error("A worker of the inbox has ended: %s", error)
                return
            try:
                try:
                    await self._handle(item, call_from_loop)
                except asyncio.CancelledError:
                    await self._native.release(item.id)
                    raise
                except Exception as error:
                    call = self._record_failure(item, error)
                else:
                    call = self._native.ack(item.id)
                await call
            except errors.StoreError as error:
                _log.error(_NOT_STORED, error)
            finally:
                lease.end()

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

    def _record_failure(self, item: InboxItem, error: BaseException) -> Any:
        if isinstance(error, Malformed):
            return self._native.give_up(item.id, str(error))
        if not isinstance(error, Exception):
            return self._native.release(item.id)
        label = f"{item.delivery.event.kind[:64]!r} {item.delivery.dedupe_key[:320]!r}"
        _log.error("Attempt %d at an event failed with %s: %s", item.attempts, describe_error(error), label)
        # The class only: the text of the error may hold data of the event.
        return self._native.nack(item.id, type(error).__name__)


add_annotation_names(globals())
