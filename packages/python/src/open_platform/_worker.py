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
from ._web import Call, Malformed, call_from_loop, call_here, described, wait_for

from ._hints import give

if TYPE_CHECKING:
    from types import TracebackType

    from typing_extensions import Self

    from ._async.inbox import AsyncInbox
    from ._sync.inbox import Inbox

#: Handles an event. An exception counts as a failure; :class:`Malformed` as one that never passes.
Handle = Callable[[InboxItem, Call], Coroutine[Any, Any, None]]

_log = logging.getLogger("open_platform.hooks")

_NOT_STORED = "The end of an event could not be stored, and it is handled again: %s"


def _log_all(warnings: list[str]) -> None:
    for warning in warnings:
        _log.warning("%s", warning)


class Worker:
    """Runs the handlers of :class:`Hooks` from its inbox, from :meth:`Hooks.worker`: on threads inside ``with``, as tasks
    inside ``async with``, and by :meth:`run` until the process ends. At the end those under way are waited for.

    A handler that takes long keeps its event: the lease is extended while it runs. Events that were given up, and others that
    an app should hear of, are logged to ``open_platform.hooks`` with their type and their dedupe key. Of a handler's error only
    the class is kept.
    """

    def __init__(self, inbox: Inbox | AsyncInbox, handle: Handle, at_once: int) -> None:
        self._native: Native = inbox._native
        self._handle = handle
        self._at_once = at_once
        self._threads: list[threading.Thread] = []
        self._tasks: list[asyncio.Task[None]] = []

    def run(self) -> None:
        """Handles events until Ctrl-C, or until :meth:`close` is called from elsewhere."""
        with self:
            for thread in self._threads:
                while thread.is_alive():
                    thread.join(1)

    def close(self) -> None:
        """Takes no further event."""
        self._native.close()

    def __enter__(self) -> Self:
        self._threads = [
            threading.Thread(target=work, name="open-platform-inbox", daemon=True)
            for work in [self._tell, *[self._work] * self._at_once]
        ]
        for thread in self._threads:
            thread.start()
        # A program that does not leave the `with` still ends: daemons are not waited for before this.
        atexit.register(self._leave)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        atexit.unregister(self._leave)
        self._leave()

    def _leave(self) -> None:
        self.close()
        for thread in self._threads:
            # A forked child has inherited the object, and no thread.
            if thread.is_alive():
                thread.join()
        self._tell_the_rest()

    async def __aenter__(self) -> Self:
        self._tasks = [
            asyncio.create_task(work(), name="open-platform-inbox")
            for work in [self._tell_in_loop, *[self._work_in_loop] * self._at_once]
        ]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
        await asyncio.gather(*self._tasks)
        self._tell_the_rest()

    def _work(self) -> None:
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
                    call = self._note(item, error)
                else:
                    call = self._native.ack(item.id)
                call.wait()
            except errors.StoreError as error:
                _log.error(_NOT_STORED, error)
            finally:
                lease.end()

    async def _work_in_loop(self) -> None:
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
                    call = self._note(item, error)
                else:
                    call = self._native.ack(item.id)
                await call
            except errors.StoreError as error:
                _log.error(_NOT_STORED, error)
            finally:
                lease.end()

    def _tell(self) -> None:
        """Logs what no call tells, until the inbox is closed."""
        with suppress(errors.OpenPlatformError):
            while (warnings := self._native.warnings().wait()) is not None:
                _log_all(warnings)

    async def _tell_in_loop(self) -> None:
        with suppress(errors.OpenPlatformError):
            while (warnings := await self._native.warnings()) is not None:
                _log_all(warnings)

    def _tell_the_rest(self) -> None:
        with suppress(errors.OpenPlatformError):
            _log_all(self._native.try_warnings())

    def _note(self, item: InboxItem, error: BaseException) -> Any:
        if isinstance(error, Malformed):
            return self._native.give_up(item.id, str(error))
        if not isinstance(error, Exception):
            return self._native.release(item.id)
        label = f"{item.delivery.event.kind[:64]!r} {item.delivery.dedupe_key[:320]!r}"
        _log.error("Attempt %d at an event failed with %s: %s", item.attempts, described(error), label)
        # Not its text: that may hold what the event held.
        return self._native.nack(item.id, type(error).__name__)


give(globals())
