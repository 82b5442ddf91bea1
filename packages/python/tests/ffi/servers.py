"""A PostgreSQL and a Redis for a test, on a socket in a directory of its own. They end with whoever runs the tests."""

from __future__ import annotations

import os
import subprocess
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from processes import TIMEOUT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

ENDING_WITH_THE_TESTS = ["setpriv", "--pdeathsig", "KILL"]
#: PostgreSQL refuses to run as root.
UNPRIVILEGED = [*ENDING_WITH_THE_TESTS, *(["--reuid", "postgres", "--regid", "postgres", "--clear-groups"] if os.getuid() == 0 else [])]


@contextmanager
def sqlite(folder: Path) -> Iterator[str]:
    yield f"sqlite://{folder}/grants.db"


@contextmanager
def redis(folder: Path) -> Iterator[str]:
    socket = folder / "redis.sock"
    command = ["redis-server", "--port", "0", "--save", "", "--appendonly", "yes", "--appendfsync", "always"]
    ping = ["redis-cli", "-s", socket, "ping"]

    def ready() -> bool:
        return subprocess.run(ping, capture_output=True, text=True, check=False).stdout == "PONG\n"

    with running([*ENDING_WITH_THE_TESTS, *command, "--dir", folder, "--unixsocket", socket], folder, ready):
        yield f"redis+unix://{socket}"


@contextmanager
def postgres(folder: Path) -> Iterator[str]:
    folder.chmod(0o777)
    data = folder / "data"
    subprocess.run(
        [*UNPRIVILEGED, "initdb", "--no-sync", "-A", "trust", "-U", "app", "-D", data], check=True, capture_output=True
    )
    state = data / "postmaster.pid"

    def ready() -> bool:
        # It writes its state into the eighth line.
        lines = state.read_text().splitlines() if state.exists() else []
        return len(lines) > 7 and lines[7].strip() == "ready"

    command = [*UNPRIVILEGED, "postgres", "-c", "listen_addresses=", "-k", folder, "-D", data]
    with running(command, folder, ready):
        yield f"postgres://app@/postgres?host={folder}"


@contextmanager
def running(command: list[str | Path], folder: Path, ready: Callable[[], bool]) -> Iterator[None]:
    with (folder / "log").open("w") as log, subprocess.Popen(command, stdout=log, stderr=log) as server:
        try:
            started = time.monotonic()
            while not ready():
                has_time = server.poll() is None and time.monotonic() - started < TIMEOUT
                assert has_time, (folder / "log").read_text()
                time.sleep(0.02)
            yield
        finally:
            server.kill()


STORES = {"sqlite": sqlite, "postgres": postgres, "redis": redis}
