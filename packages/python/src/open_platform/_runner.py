"""Calls handlers with the events of an inbox, on threads or as tasks. The core decides which event is
next, limits the time, and makes the lines of the log."""

from __future__ import annotations

import asyncio
import atexit
import logging
import signal
import threading
import time
from collections.abc import Awaitable, Callable, Coroutine, Generator
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from . import errors
from ._open_platform import InboxAttempt, InboxItem, WorkerLog, Workers
from ._web import Call, call_from_loop, calling_here, describe_error, is_cancelled, wait_for, write

from ._hints import add_annotation_names

if TYPE_CHECKING:
    from types import TracebackType

    from typing_extensions import Self

#: Handles an event. After an exception the event is tried again.
Handle = Callable[[InboxItem, Call], Coroutine[Any, Any, None]]

_log = logging.getLogger("open_platform.hooks")


def _write(lines: list[WorkerLog]) -> None:
    for line in lines:
        write(_log, line)


def _failed(attempt: InboxAttempt, error: BaseException) -> Any:
    # The class only: the text of the error may hold data of the event.
    return attempt.failed(type(error).__name__, describe_error(error))


async def _until_end(attempt: InboxAttempt, result: Awaitable[Any]) -> Any:
    """Waits for an ``async`` handler, and cancels it at the end of its time."""
    handling, ended = asyncio.ensure_future(result), asyncio.ensure_future(attempt.ended())
    await asyncio.wait((handling, ended), return_when=asyncio.FIRST_COMPLETED)
    handling.cancel()
    ended.cancel()
    return await handling


class Runner:
    """Calls the handlers of :class:`Hooks` with the events of its inbox: on threads inside ``with``, as tasks inside
    ``async with``. :meth:`Hooks.running` returns one. Leaving the block waits for the handlers that run, for at most
    ``drain_timeout``.

    The lease of an event is extended while its handler runs. Dead letters and other warnings are logged to
    ``open_platform.hooks`` with the type of the event and its dedupe key. Of a handler's error only the class is kept.

    If the client is closed meanwhile, no further event is taken, and the results of the handlers that run are stored. The end
    then raises the :class:`ConfigError`.
    """

    def __init__(self, workers: Workers, handle: Handle) -> None:
        self._workers = workers
        self._handle = handle
        self._is_closed = False
        #: Why no further event can be taken: the client was closed.
        self._failure: errors.OpenPlatformError | None = None
        self._logging: threading.Thread | None = None
        #: The threads that handle events, with the last attempt of each.
        self._threads: dict[threading.Thread, InboxAttempt | None] = {}
        #: How many of them wait for an event.
        self._waiting = 0
        self._lock = threading.Lock()
        self._tasks: list[asyncio.Task[None]] = []
        #: The tasks of handlers. The loop itself does not keep them.
        self._handling: set[asyncio.Task[None]] = set()

    def wait(self) -> None:
        """Waits until :meth:`close` was called and the handlers have ended. Ctrl-C interrupts it."""
        # Not by `join`: interrupted, it takes the thread for ended, up to Python 3.12.
        while self._logging is not None and self._logging.is_alive() and not self._is_closed:
            time.sleep(0.1)
        self._stop()

    def close(self) -> None:
        """Takes no further event."""
        self._workers.stop()
        self._is_closed = True

    def __enter__(self) -> Self:
        # Stops the threads where a program ends inside the `with`: the interpreter does not wait for daemon threads.
        atexit.register(self._stop)
        self._logging = threading.Thread(target=self._log_lines, name="open-platform-inbox", daemon=True)
        try:
            self._logging.start()
            self._start_thread()
        except BaseException:  # such as Ctrl-C, after which `__exit__` is not called
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        atexit.unregister(self._stop)
        self._stop()

    def _stop(self) -> None:
        # A forked child has the object, but none of its threads.
        if self._logging is None or not self._logging.is_alive():
            return
        self._workers.drain().wait()
        for thread, attempt in list(self._threads.items()):
            # A handler that has taken too long may never return.
            if attempt is None or not attempt.ended().wait():
                thread.join()
        self._logging.join()
        self._raise()

    def _raise(self) -> None:
        failure, self._failure = self._failure, None
        if failure is not None:
            raise failure

    async def __aenter__(self) -> Self:
        self._tasks = [
            asyncio.create_task(run(), name="open-platform-inbox")
            for run in [self._log_lines_in_loop, *[self._work_in_loop] * self._workers.count]
        ]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._workers.drain()
        await asyncio.gather(*self._tasks)
        self._raise()

    def _start_thread(self) -> None:
        thread = threading.Thread(target=self._work, name="open-platform-inbox", daemon=True)
        thread.start()
        self._threads.setdefault(thread)

    def _work(self) -> None:
        with self._noting_failure():
            while (work := self._next()) is not None:
                item, attempt = work
                self._threads[threading.current_thread()] = attempt
                try:
                    wait_for(self._handle(item, calling_here(partial(_until_end, attempt))))
                except BaseException as error:
                    ended = _failed(attempt, error)
                else:
                    ended = attempt.handled()
                ended.wait()
        self.close()

    @contextmanager
    def _noting_failure(self) -> Generator[None, None, None]:
        """For what takes events: an error means that the client was closed, or the process ends."""
        try:
            yield
        except errors.OpenPlatformError as error:
            self._failure = error

    def _next(self) -> tuple[InboxItem, InboxAttempt] | None:
        """The next event. One thread always waits for it: how many events are handled at once, also while a handler hangs, is
        decided by the core."""
        with self._lock:
            self._waiting += 1
        try:
            work = self._workers.next().wait()
        finally:
            with self._lock:
                self._waiting -= 1
                is_last = self._waiting == 0
        if work is not None and is_last:
            with suppress(RuntimeError):  # the system has no further thread now
                self._start_thread()
        return work

    def _log_lines(self) -> None:
        with suppress(errors.OpenPlatformError):
            while (lines := self._workers.logs().wait()) is not None:
                _write(lines)

    async def _work_in_loop(self) -> None:
        with self._noting_failure():
            while (work := await self._workers.next()) is not None:
                item, attempt = work
                handling, is_over = asyncio.create_task(self._handle_in_loop(item, attempt)), True
                self._handling.add(handling)
                handling.add_done_callback(self._handling.discard)
                try:
                    is_over = await attempt.ended()
                finally:
                    # The end of the event loop cancels both tasks. A second cancellation of the handler would end the call that puts
                    # its event back.
                    if is_over and not is_cancelled(handling):
                        handling.cancel()
                # A handler that ignores the cancellation is not waited for.
                if not is_over:
                    await handling

    async def _handle_in_loop(self, item: InboxItem, attempt: InboxAttempt) -> None:
        try:
            await self._handle(item, call_from_loop)
        except (asyncio.CancelledError, SystemExit, Exception) as error:
            # Also another error than `CancelledError`: a handler may turn it into one of its own. A cancellation that the
            # handler itself has caused has failed: it would be repeated at once, and without an end.
            await (attempt.interrupted() if is_cancelled() else _failed(attempt, error))
        else:
            await attempt.handled()

    async def _log_lines_in_loop(self) -> None:
        with suppress(errors.OpenPlatformError):
            while (lines := await self._workers.logs()) is not None:
                _write(lines)


@contextmanager
def closed_by_sigterm(runner: Runner) -> Generator[None, None, None]:
    """Closes a runner at SIGTERM, with which service managers and containers end a program. Not where the app handles it itself,
    and not in another thread than the main one, as only that may handle signals."""
    is_main = threading.current_thread() is threading.main_thread()
    if not is_main or signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL:
        yield
        return

    def close(*_: object) -> None:
        runner.close()

    signal.signal(signal.SIGTERM, close)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


add_annotation_names(globals())
