"""The keeper: refreshes every stored grant before its access token expires, renews event subscriptions at once, and
reports what the app should know. For apps whose users must stay connected while no calls are made.

::

    for report in client.keeper():                  # in a process of its own
        match report:
            case KeeperReport.ReauthRequired(user=user):
                ask_to_log_in_again(user)
            case KeeperReport.Gap(user=user, gap=gap):
                read_what_changed(user, gap.from_, gap.to)

    with client.keeper(handle):                     # on a thread beside the app
        serve()

    async with async_client.keeper(handle):         # as a task beside the app
        await serve()

It works while the app iterates over its reports, or inside its ``with``. Any number of keepers may share a store, in any
number of processes: each grant is refreshed by one of them. The command ``open-platform keeper`` runs a keeper, too.

A keeper reports at once what it observed itself. What it finds in the store, such as the end of a grant that a call
detected (also a call of this process), it reports one to two minutes later, unless another keeper reported it first.

A report counts as handled when the next one is requested, or when its handler has returned. Until then another keeper, or
this one after a restart, may report the same again. If the handler raises, that is logged, and the report of an end of a grant,
of a gap or of a blocked subscription comes again after one to two minutes.

While a handler runs no new refresh is started: a handler that has much to do must do it elsewhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from . import _logs
from ._hints import resolve_later
from ._open_platform import Keeper as Native
from ._open_platform import KeeperReport

if TYPE_CHECKING:
    import asyncio
    import threading
    from collections.abc import Awaitable, Callable
    from types import TracebackType

    from typing_extensions import Self

__all__ = ["AsyncKeeper", "Keeper", "KeeperReport"]


def _log(level: Literal["info", "warning", "error", "exception"], text: str, *values: object) -> None:
    """Writes a line. ``logging`` is imported only when it is needed, so that a program without a keeper starts faster."""
    import logging

    _logs.write(logging.getLogger(__name__), level, text, *values)


def _log_report(report: KeeperReport) -> None:
    """The default of ``on_report``: logs the report."""
    is_routine = isinstance(report, (KeeperReport.Refreshed, KeeperReport.Resumed))
    _log("info" if is_routine else "warning", "%r", report)


def _log_failure(error: BaseException) -> None:
    from ._web import describe_error  # imported only when it is needed

    _log("error", "The handler of the keeper's reports failed: %s", describe_error(error))


class Keeper:
    """Refreshes stored grants in time. From :meth:`Client.keeper`; see the head of this module.

    Iterate over it in a thread of its own, or enter it with ``with``, which starts such a thread.
    """

    def __init__(self, native: Native, on_report: Callable[[KeeperReport], Any] | None) -> None:
        self._native = native
        self._on_report = on_report or _log_report
        self._thread: threading.Thread | None = None

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> KeeperReport:
        report = self._native.next().wait()
        if report is None:
            raise StopIteration
        return report

    def close(self) -> None:
        """Stops the keeper: the iteration ends. Refreshes in progress continue."""
        self._native.close()

    def __enter__(self) -> Self:
        import atexit
        import threading

        # A daemon thread, so that the interpreter runs `atexit` (which stops it) even if the `with` is never left.
        self._thread = threading.Thread(target=self._run, name="open-platform-keeper", daemon=True)
        self._thread.start()
        atexit.register(self._stop)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        import atexit

        atexit.unregister(self._stop)
        self._stop()

    def _stop(self) -> None:
        self.close()
        # After a fork the child has the object, but not its thread.
        if self._thread is not None and self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        try:
            for report in self:
                try:
                    self._on_report(report)
                except BaseException as error:  # `SystemExit` would end the thread, and nobody would hear of it
                    _log_failure(error)
                    self._native.not_handled().wait()
        except Exception:
            _log("exception", "The keeper has ended")


class AsyncKeeper:
    """Refreshes stored grants in time. From :meth:`AsyncClient.keeper`; see the head of this module.

    Iterate over it with ``async for``; or enter it with ``async with``, and a task of its own does that.
    """

    def __init__(
        self, native: Native, on_report: Callable[[KeeperReport], Awaitable[object] | object] | None
    ) -> None:
        self._native = native
        self._on_report = on_report or _log_report
        self._task: asyncio.Task[None] | None = None

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> KeeperReport:
        report = await self._native.next()
        if report is None:
            raise StopAsyncIteration
        return report

    async def aclose(self) -> None:
        """Stops the keeper: the iteration ends. Refreshes in progress continue."""
        self._native.close()

    async def __aenter__(self) -> Self:
        import asyncio

        self._task = asyncio.create_task(self._run(), name="open-platform-keeper")
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()
        if self._task is not None:
            await self._task

    async def _run(self) -> None:
        import asyncio

        from ._web import call_from_loop

        try:
            async for report in self:
                failure: BaseException | None
                try:
                    # In a task of its own, so that a cancellation inside the handler does not end the keeper.
                    handling = asyncio.ensure_future(call_from_loop(self._on_report, report))
                    try:
                        await asyncio.wait((handling,))
                    finally:
                        handling.cancel()
                    failure = asyncio.CancelledError() if handling.cancelled() else handling.exception()
                except Exception as error:
                    failure = error
                if failure is not None:
                    _log_failure(failure)
                    await self._native.not_handled()
        except Exception:
            _log("exception", "The keeper has ended")


resolve_later(globals(), "open_platform")
