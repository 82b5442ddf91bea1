"""Runs handlers from an inbox: on threads, as tasks, or in a process of its own."""

from __future__ import annotations

import asyncio
import atexit
import logging
import threading
from contextlib import suppress
from datetime import datetime, timezone
from typing import TYPE_CHECKING, Any

from . import errors
from ._web import Malformed, call_from_loop, call_here, wait_for

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from types import TracebackType

    from typing_extensions import Self

    from ._async.inbox import AsyncInbox
    from ._open_platform import Inbox as Native
    from ._open_platform import InboxItem
    from ._sync.inbox import Inbox
    from ._web import Call

    #: Handles an event. An exception counts as a failure; :class:`Malformed` as one that never passes.
    Handle = Callable[[InboxItem, Call], Coroutine[Any, Any, None]]

_log = logging.getLogger("open_platform.hooks")


def _half_of_the_lease(item: InboxItem) -> float:
    """When to ask for more time, in seconds."""
    left = item.leased_until - datetime.now(timezone.utc)
    return max(left.total_seconds() / 2, 0.5)


def _reason(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"


class Worker:
    """Runs the handlers of :class:`Hooks` from its inbox, from :meth:`Hooks.worker`: on threads inside ``with``, as tasks
    inside ``async with``, and by :meth:`run` until the process ends. At the end those under way are waited for.

    A handler that takes long keeps its event: the lease is extended while it runs.
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
            threading.Thread(target=self._work, name="open-platform-inbox", daemon=True) for _ in range(self._at_once)
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

    async def __aenter__(self) -> Self:
        self._tasks = [
            asyncio.create_task(self._work_in_loop(), name="open-platform-inbox") for _ in range(self._at_once)
        ]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
        await asyncio.gather(*self._tasks)

    def _work(self) -> None:
        while True:
            try:
                item = self._native.next().wait()
            except errors.StoreError:
                _log.exception("The inbox cannot be reached")
                continue
            except errors.OpenPlatformError:
                _log.exception("A worker of the inbox has ended")
                return
            if item is None:
                return
            ended = threading.Event()
            threading.Thread(target=self._extend, args=(item, ended), name="open-platform-lease", daemon=True).start()
            try:
                wait_for(self._handle(item, call_here))
            except BaseException as error:
                call = self._note(item, error)
            else:
                call = self._native.done(item.id)
            finally:
                ended.set()
            try:
                call.wait()
            except errors.StoreError:
                _log.exception("The outcome of an event could not be stored: it will be handled again")

    def _extend(self, item: InboxItem, ended: threading.Event) -> None:
        pause = _half_of_the_lease(item)
        while not ended.wait(pause):
            with suppress(errors.StoreError):
                self._native.extend(item.id).wait()

    async def _work_in_loop(self) -> None:
        while True:
            try:
                item = await self._native.next()
            except errors.StoreError:
                _log.exception("The inbox cannot be reached")
                continue
            except errors.OpenPlatformError:
                _log.exception("A worker of the inbox has ended")
                return
            if item is None:
                return
            extending = asyncio.create_task(self._extend_in_loop(item))
            try:
                await self._handle(item, call_from_loop)
            except asyncio.CancelledError:
                await self._native.release(item.id)
                raise
            except Exception as error:
                call = self._note(item, error)
            else:
                call = self._native.done(item.id)
            finally:
                extending.cancel()
            try:
                await call
            except errors.StoreError:
                _log.exception("The outcome of an event could not be stored: it will be handled again")

    async def _extend_in_loop(self, item: InboxItem) -> None:
        pause = _half_of_the_lease(item)
        while True:
            await asyncio.sleep(pause)
            with suppress(errors.StoreError):
                await self._native.extend(item.id)

    def _note(self, item: InboxItem, error: BaseException) -> Any:
        if isinstance(error, Malformed):
            return self._native.give_up(item.id, str(error))
        if not isinstance(error, Exception):
            return self._native.release(item.id)
        _log.error("Attempt %d at an event failed", item.attempts, exc_info=error)
        return self._native.failed(item.id, _reason(error))
