"""Servers that never answer or hold a request back, and programs that are run to their end."""

from __future__ import annotations

import socket
import subprocess
import sys
import textwrap
import threading
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from open_platform.errors import OpenPlatformError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from open_platform._open_platform import Call

#: Longer than anything here takes, however busy the machine is; only a hang reaches it.
TIMEOUT = 300


class Silent:
    """A server that takes requests and never answers."""

    def __init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = "http://127.0.0.1:{}".format(self._listener.getsockname()[1])
        self._connections: list[socket.socket] = []
        self.asked = threading.Semaphore(0)
        #: Released for each connection that its client ends.
        self.left = threading.Semaphore(0)
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            self._connections.append(connection)
            threading.Thread(target=self._read, args=(connection,), daemon=True).start()

    def _read(self, connection: socket.socket) -> None:
        # Whoever gives a call up may reset its connection.
        with connection, suppress(OSError):
            while connection.recv(65536):
                self.asked.release()
        self.left.release()

    def close(self) -> None:
        self._listener.close()
        for connection in self._connections:
            # Closing alone would wait for the thread that reads.
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)


class Gate:
    """Stands before a server, and holds requests for one path back until it is opened."""

    def __init__(self, url: str, path: str) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._server, self._path = urlsplit(url), path.encode()
        self.url = self._server._replace(netloc="127.0.0.1:{}".format(self._listener.getsockname()[1])).geturl()
        self.reached, self.open = threading.Event(), threading.Event()
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            connection, _ = self._listener.accept()
            threading.Thread(target=self._pass, args=(connection,), daemon=True).start()

    def _pass(self, connection: socket.socket) -> None:
        address = (self._server.hostname, self._server.port)
        with connection, suppress(OSError), socket.create_connection(address) as server:
            threading.Thread(target=self._answer, args=(server, connection), daemon=True).start()
            while data := connection.recv(65536):
                if self._path in data:
                    self.reached.set()
                    self.open.wait()
                server.sendall(data)

    def _answer(self, server: socket.socket, connection: socket.socket) -> None:
        with suppress(OSError):
            while data := server.recv(65536):
                connection.sendall(data)


class Program:
    """A Python program in a process of its own. It finds what it is given as variables."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def start(self, text: str, **given: Any) -> subprocess.Popen[str]:
        # Whoever runs the tests in the background may have turned Ctrl-C off for all that follows.
        head = "import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
        head += "\n".join(f"{name} = {value!r}" for name, value in given.items())
        script = self.folder / "program.py"
        script.write_text(f"{head}\n{textwrap.dedent(text)}")
        pipe = subprocess.PIPE
        return subprocess.Popen([sys.executable, "-W", "error", script], stdin=pipe, stdout=pipe, stderr=pipe, text=True)

    def run(self, text: str, **given: Any) -> str:
        """Runs a program to a clean and quiet end, and returns what it printed."""
        with self.start(text, **given) as process:
            return ended(process)


def outcome(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    """The exit code of a process, what it printed, and its errors."""
    try:
        out, err = process.communicate(timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        process.kill()
        out, err = process.communicate()
        raise AssertionError(f"the program hangs; it said:\n{out}{err}") from None
    return process.returncode, out, err


def ended(process: subprocess.Popen[str]) -> str:
    code, out, err = outcome(process)
    assert (code, err) == (0, ""), f"{code}\n{out}{err}"
    return out


def begun(call: Call[Any]) -> Iterator[Any]:
    """Begins a call inside a running loop, as `await` does, and leaves it. It may be over at once."""
    waiting = call.__await__()
    with suppress(StopIteration, OpenPlatformError):
        next(waiting)
    return waiting
