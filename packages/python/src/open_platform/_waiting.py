"""Waits for an ``async`` method of a custom store, from a thread without an event loop."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Awaitable


async def _result(awaitable: Awaitable[Any]) -> Any:
    return await awaitable


def settle(awaitable: Awaitable[Any], loop: asyncio.AbstractEventLoop | None) -> Any:
    """The result of the awaitable, run in the app's event loop if that is running, or in a new one."""
    if loop is not None and loop.is_running():
        return asyncio.run_coroutine_threadsafe(_result(awaitable), loop).result()
    return asyncio.run(_result(awaitable))
