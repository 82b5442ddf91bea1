"""Fixtures over `processes`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from processes import Program, Silent

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from open_platform.testing import World


@pytest.fixture
def world(sandbox: World) -> World:
    return sandbox


@pytest.fixture
def post(world: World) -> str:
    """A post of the world."""
    return world.posts()[0]["token"]


@pytest.fixture
def silent() -> Iterator[Silent]:
    server = Silent()
    yield server
    server.close()


@pytest.fixture
def program(tmp_path: Path) -> Program:
    return Program(tmp_path)
