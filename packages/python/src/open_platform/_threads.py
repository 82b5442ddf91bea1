"""Threads for functions of the app that are not ``async``, so that they do not block an event loop.

Not those of ``asyncio.to_thread``: they are few, so a handful of functions that hang would stop all others, and a program does
not end before they do.
"""

from __future__ import annotations

import asyncio
import contextvars
import os
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from functools import cache, partial
from typing import Any, TypeVar

T = TypeVar("T")


class ThreadExit(Exception):
    """``SystemExit`` of a function on a thread, as an error of the function: it must not end the event loop of the caller."""


# As the log and the reason of a dead letter name it.
ThreadExit.__name__ = SystemExit.__name__

#: How many functions run at the same time in a process. Further ones wait until one of them has ended.
LIMIT = 500


class Threads:
    """Daemon threads, at most :data:`LIMIT`, which are started when they are needed. The end of the program does not wait for
    them."""

    def __init__(self) -> None:
        self._work: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._all = 0
        #: The threads that wait for work; below 0 the work that waits for a thread.
        self._free = 0

    def run(self, work: Callable[[], None]) -> None:
        """Runs a function that raises nothing.

        :raises RuntimeError: if the system provides no thread.
        """
        with self._lock:
            if self._free <= 0 and self._all < LIMIT:
                self._start()
            self._free -= 1
            self._work.put(work)

    def _start(self) -> None:
        try:
            threading.Thread(target=self._take, name="open-platform-app", daemon=True).start()
        except RuntimeError:
            # Without a further thread the work waits for one of the others.
            if self._all == 0:
                raise
        else:
            self._all += 1
            self._free += 1

    def _take(self) -> None:
        while True:
            work = self._work.get()
            work()
            # What it holds is not kept until the next one.
            del work
            with self._lock:
                self._free += 1


@cache
def _threads_of(_process: int) -> Threads:
    """The threads of a process. A forked child has none of its parent's."""
    return Threads()


async def in_thread(function: Callable[..., T], /, *arguments: Any, **named: Any) -> T:
    """Calls a function on a thread, in the context of the caller. If the caller is cancelled, the function goes on."""
    call: Callable[[], T] = partial(contextvars.copy_context().run, partial(function, *arguments, **named))
    future: Future[T] = Future()

    def work() -> None:
        if not future.set_running_or_notify_cancel():
            return
        try:
            future.set_result(call())
        except StopIteration as error:
            # A future of asyncio refuses this one, so the caller would wait forever.
            future.set_exception(RuntimeError("the function raised StopIteration").with_traceback(error.__traceback__))
        except SystemExit as error:
            future.set_exception(ThreadExit().with_traceback(error.__traceback__))
        except BaseException as error:
            future.set_exception(error)

    _threads_of(os.getpid()).run(work)
    return await asyncio.wrap_future(future)
