"""The receiver of the test ``a_flood_is_accepted_or_refused_in_bounded_memory_and_no_acknowledged_event_is_lost`` in
``core/tests/inbox/limits.rs``, which describes its variables: an ASGI app with an inbox, in one process of uvicorn."""

from __future__ import annotations

import os
import sys
import threading
from typing import TYPE_CHECKING

import uvicorn
from open_platform import AsyncClient, Hooks

if TYPE_CHECKING:
    import socket


class Server(uvicorn.Server):
    """Says when it listens, and ends with its standard input."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        threading.Thread(target=self.end_with_the_test, daemon=True).start()
        print("READY", os.getpid(), flush=True)

    def end_with_the_test(self) -> None:
        sys.stdin.read()
        self.should_exit = True


def main() -> None:
    client = AsyncClient(store=os.environ["STORE"], store_keys=[os.environ["STORE_KEY"]])
    hooks = Hooks(os.environ["IDENTIFICATION_KEY"], inbox=client.inbox(capacity=int(os.environ["CAPACITY"])))
    Server(uvicorn.Config(hooks.asgi(), port=int(os.environ["PORT"]), log_level="warning", access_log=False)).run()


if __name__ == "__main__":
    main()
