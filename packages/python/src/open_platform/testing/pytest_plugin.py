"""The sandbox as pytest fixtures. It starts when a test first requests one of them."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

from .._hints import add_annotation_names

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .. import AsyncClient, Client
    from . import Sandbox, World


@pytest.fixture(scope="session")
def sandbox_process() -> Iterator[Sandbox]:
    """The sandbox that all tests of the session share. Override this fixture to start it differently."""
    from . import start_sandbox

    with start_sandbox() as sandbox:
        yield sandbox


@pytest.fixture
def sandbox(sandbox_process: Sandbox) -> Iterator[World]:
    """A separate world for the test, with the users ``seller``, ``buyer`` and ``dealer``, posts and a conversation.

    It is deleted when the test has ended.
    """
    from . import SandboxError

    world = sandbox_process.world()
    yield world
    # If the test has removed the world, or the sandbox is gone, nothing is left to remove.
    with suppress(SandboxError, OSError):
        world.remove()


@pytest.fixture
def sandbox_client(sandbox: World) -> Iterator[Client]:
    """A client of the world's app."""
    from .. import Client

    with Client(**sandbox.settings) as client:
        yield client


@pytest.fixture
def sandbox_async_client(sandbox: World) -> AsyncClient:
    """An asynchronous client of the world's app. The test may close it."""
    from .. import AsyncClient

    return AsyncClient(**sandbox.settings)


add_annotation_names(globals())
