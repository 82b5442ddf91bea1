"""The keeper: refreshes every stored grant before its access token ends, renews event subscriptions at once, and reports
what the app should know. For apps whose users must stay connected while no calls are made.

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

It works while its reports are asked for, or inside its ``with``. Any number of keepers may share a store, in any number
of processes: one of them refreshes each grant. The command ``open-platform keeper`` is one, too.

What a keeper has met itself it reports at once. What it finds in the store, such as the end of a grant that a call has
met, also one of this process, it reports one to two minutes later, unless another keeper has by then.

A report counts as handled when the next one is asked for; until then another keeper, or this one after a restart, may
report the same again.
"""

from __future__ import annotations

import atexit
import threading
from typing import TYPE_CHECKING, Any

from ._open_platform import Keeper as Native
from ._open_platform import KeeperReport

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Awaitable, Callable
    from types import TracebackType

    from typing_extensions import Self

__all__ = ["AsyncKeeper", "Keeper", "KeeperReport"]


def _log() -> Any:
    """Imported with the first word that it takes: a program without a keeper starts sooner."""
    import logging

    return logging.getLogger(__name__)


def _note(report: KeeperReport) -> None:
    """What becomes of a report that nobody wants."""
    is_routine = isinstance(report, (KeeperReport.Refreshed, KeeperReport.Resumed))
    (_log().info if is_routine else _log().warning)("%r", report)


class Keeper:
    """Keeps stored grants fresh. From :meth:`Client.keeper`; see the head of this module.

    Iterate over it, in a thread that has nothing else to do; or enter it with ``with``, and a thread of its own does that.
    """

    def __init__(self, native: Native, on_report: Callable[[KeeperReport], Any] | None) -> None:
        self._native = native
        self._on_report = on_report or _note
        self._thread: threading.Thread | None = None

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> KeeperReport:
        report = self._native.next().wait()
        if report is None:
            raise StopIteration
        return report

    def close(self) -> None:
        """Ends it: whoever iterates over it comes to the end. Refreshes under way go on."""
        self._native.close()

    def __enter__(self) -> Self:
        # A program that does not leave the `with` still ends: a daemon is not waited for before `atexit`.
        self._thread = threading.Thread(target=self._run, name="open-platform-keeper", daemon=True)
        self._thread.start()
        atexit.register(self._leave)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        atexit.unregister(self._leave)
        self._leave()

    def _leave(self) -> None:
        self.close()
        # A forked child has inherited the object, and no thread.
        if self._thread is not None and self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        try:
            for report in self:
                try:
                    self._on_report(report)
                except Exception as error:
                    from ._web import described  # costs an app without a failure nothing

                    _log().error("The handler of the keeper's reports failed: %s", described(error))
        except Exception:
            _log().exception("The keeper has ended")


class AsyncKeeper:
    """Keeps stored grants fresh. From :meth:`AsyncClient.keeper`; see the head of this module.

    Iterate over it with ``async for``; or enter it with ``async with``, and a task of its own does that.
    """

    def __init__(
        self, native: Native, on_report: Callable[[KeeperReport], Awaitable[object] | object] | None
    ) -> None:
        self._native = native
        self._on_report = on_report or _note
        self._task: asyncio.Task[None] | None = None

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> KeeperReport:
        report = await self._native.next()
        if report is None:
            raise StopAsyncIteration
        return report

    async def aclose(self) -> None:
        """Ends it: whoever iterates over it comes to the end. Refreshes under way go on."""
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
        import inspect

        try:
            async for report in self:
                try:
                    handled = self._on_report(report)
                    if inspect.isawaitable(handled):
                        await handled
                except Exception as error:
                    from ._web import described  # costs an app without a failure nothing

                    _log().error("The handler of the keeper's reports failed: %s", described(error))
        except Exception:
            _log().exception("The keeper has ended")
