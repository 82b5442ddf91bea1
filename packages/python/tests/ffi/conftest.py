"""Fixtures over `processes`."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from processes import Program, Silent, World

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[4]


@pytest.fixture(scope="session")
def origin() -> Iterator[str]:
    command = [os.environ.get("OPEN_PLATFORM_BIN", ROOT / "target/debug/open-platform")]
    command += ["sandbox", "--json", "--stop-with-stdin"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout and process.stdin
        yield json.loads(process.stdout.readline())["url"]
        process.stdin.close()


@pytest.fixture
def world(origin: str, request: pytest.FixtureRequest) -> World:
    return World(origin, "".join(letter if letter.isalnum() else "-" for letter in request.node.name).lower()[:40])


@pytest.fixture
def silent() -> Iterator[Silent]:
    server = Silent()
    yield server
    server.close()


@pytest.fixture
def program(tmp_path: Path) -> Program:
    return Program(tmp_path)
