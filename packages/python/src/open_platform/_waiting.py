"""Awaits what an ``async`` method of the app's store gave, from a thread that has no loop."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Awaitable


async def _result(awaitable: Awaitable[Any]) -> Any:
    return await awaitable


def settle(awaitable: Awaitable[Any], loop: asyncio.AbstractEventLoop | None) -> Any:
    """The result, from the loop of the app if it runs, or from a loop of its own."""
    if loop is not None and loop.is_running():
        return asyncio.run_coroutine_threadsafe(_result(awaitable), loop).result()
    return asyncio.run(_result(awaitable))
