"""Every adapter in a real server, over real sockets: ``tests/vectors/adapters.json``."""

from __future__ import annotations

import base64
import contextlib
import io
import json
import queue
import socket
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from faults import measured
import vectors

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

CASES = vectors.cases("adapters")
#: Longer than anything here takes, however busy the machine is; only a hang reaches it.
TIMEOUT = 120


@dataclass
class Server:
    """A server with an app, and how the app's handlers are written."""

    name: str
    style: str

    def __str__(self) -> str:
        return f"{self.name}-{self.style}"


SERVERS = [
    Server("asgi", "sync"),
    Server("fastapi", "async"),
    Server("wsgi", "sync"),
    Server("flask_gunicorn", "sync"),
    Server("flask_werkzeug", "async"),
    Server("django_runserver", "sync"),
    Server("django_gunicorn", "async"),
    Server("django_uvicorn", "sync"),
    Server("aiohttp", "async"),
    Server("aiohttp", "sync"),
    Server("asgi", "inbox"),
    Server("wsgi", "inbox"),
    Server("flask_werkzeug", "inbox"),
    Server("django_runserver", "inbox"),
    Server("aiohttp", "inbox"),
]
#: The name of each server once.
NAMES = list(dict.fromkeys(server.name for server in SERVERS))
IMPOSSIBLE = vectors.impossible("cases", [str(server) for server in SERVERS])


@dataclass
class App:
    """A running app."""

    server: Server
    address: tuple[str, int]
    lines: queue.SimpleQueue[str]
    log: list[str] = field(default_factory=list)
    marks: int = 0

    def send(self, given: dict[str, Any]) -> HTTPResponse:
        """Sends a request and reads the whole answer."""
        with socket.create_connection(self.address, timeout=TIMEOUT) as connection:
            # A server that has answered may close while we still write.
            with contextlib.suppress(ConnectionError):
                connection.sendall(_request(given))
            response = HTTPResponse(connection, method=given["method"])
            response.begin()
            response.content = response.read()  # type: ignore[attr-defined]
            return response

    def calls(self) -> list[dict[str, Any]]:
        """The calls of handlers since the last time."""
        self.marks += 1
        mark = f"MARK_{self.marks}"
        body = {"type": mark}
        assert self.send({**CASES[0].given, "body": body}).status == 200
        calls = iter(lambda: json.loads(self.lines.get(timeout=TIMEOUT)), None)
        return list(
            iter(
                lambda: next(calls),
                {"handler": "unknown", "payload": None, "kind": mark, "malformed": False, "key_id": "new"},
            )
        )


def _request(given: dict[str, Any]) -> bytes:
    head = [f"{given['method']} {given['path']} HTTP/1.1", "Host: app.example", "Connection: close"]
    head += [f"Authorization: {value}" for value in given.get("authorization", [])]
    head += [f"Content-Type: {value}" for value in given.get("content_type", [])]
    head += [f"{name}: {value}" for name, value in given.get("headers", [])]
    body = b""
    if "chunks_base64" in given:
        head.append("Transfer-Encoding: chunked")
        pieces = [base64.b64decode(piece) for piece in given["chunks_base64"]]
        body = b"".join(b"%x\r\n%b\r\n" % (len(piece), piece) for piece in pieces)
        body += b"" if "unfinished" in given else b"0\r\n\r\n"
    elif "body_base64" in given:
        body = base64.b64decode(given["body_base64"])
    elif "body" in given or "text" in given:
        body = vectors.body(given)
    if "content_length" in given:
        head.append(f"Content-Length: {given['content_length']}")
    elif "chunks_base64" not in given:
        head.append(f"Content-Length: {len(body)}")
    return "\r\n".join([*head, "", ""]).encode() + (b"" if "unsent" in given else body)


@pytest.fixture(scope="module", params=SERVERS, ids=str)
def app(
    request: pytest.FixtureRequest, count_impossible: Callable[[str, Iterable[tuple[str, str]]], None]
) -> Iterator[App]:
    count_impossible("adapters", IMPOSSIBLE)
    with running(request.param) as app:
        yield app
    log = "".join(app.log)
    assert "identification-key" not in log


@contextlib.contextmanager
def running(server: Server) -> Iterator[App]:
    # The socket listens before the server starts, so nobody has to wait for it.
    listener = socket.create_server(("127.0.0.1", 0))
    command = [
        sys.executable,
        str(Path(__file__).with_name("app.py")),
        server.name,
        server.style,
        str(listener.fileno()),
    ]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, pass_fds=[listener.fileno()]
    ) as process:
        app = App(server, listener.getsockname(), queue.SimpleQueue())
        listener.close()
        readers = [
            threading.Thread(target=lambda: [app.lines.put(line) for line in process.stdout or ()]),
            threading.Thread(target=lambda: app.log.extend(process.stderr or ())),
        ]
        for reader in readers:
            reader.start()
        try:
            yield app
        finally:
            process.terminate()
            for reader in readers:
                reader.join()


@pytest.mark.vectors("adapters")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_adapters(app: App, case: vectors.Case) -> None:
    expect = case.expect
    if impossible := IMPOSSIBLE.get((str(app.server), case.name)):
        if impossible.instead is None:
            pytest.skip(impossible.reason)
        expect = impossible.instead
    for _ in range(case.given["times"]):
        answer_is(app.send(case.given), expect)
    calls = app.calls()
    assert len(calls) == len(expect["called"]), calls
    for call, expected in zip(calls, expect["called"], strict=True):
        for name, value in expected.items():
            if name == "fields":
                vectors.fields_are(call["payload"], value)
            else:
                assert call[name] == value


def test_the_body_of_a_refused_request_is_not_read_as_a_request(app: App) -> None:
    smuggled = _request({**CASES[0].given, "body": {"type": "SMUGGLED"}})
    refused = _request(
        {**CASES[0].given, "authorization": ["identification-key-bad"], "body_base64": base64.b64encode(smuggled)}
    )
    next_one = _request({**CASES[0].given, "body": {"type": f"NEXT_{app.server}"}})
    with socket.create_connection(app.address, timeout=TIMEOUT) as connection:
        connection.sendall(refused.replace(b"Connection: close\r\n", b"", 1))
        response = HTTPResponse(connection)
        response.begin()
        assert (response.status, response.read()) == (401, b"")
        # The server may go on with the connection or end it, but must not read the body as a request.
        if not response.will_close:
            with contextlib.suppress(ConnectionError):
                connection.sendall(next_one)
                response = HTTPResponse(connection)
                response.begin()
                assert response.status == 200
    assert {call["kind"] for call in app.calls()} <= {f"NEXT_{app.server}"}


class Received:
    """What came over a connection, for `HTTPResponse`."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def makefile(self, _mode: str) -> io.BytesIO:
        return io.BytesIO(self._data)


#: The server has closed the connection, with a byte unread.
CLOSED = (BrokenPipeError, ConnectionAbortedError, ConnectionResetError)


def drip(app: App, given: dict[str, Any]) -> tuple[HTTPResponse, float]:
    """Sends a request, and then a byte a second until the server has closed the connection.

    Returns the response, and how many milliseconds it took.
    """
    received, milliseconds = b"", 0.0
    with socket.create_connection(app.address, timeout=1) as connection:
        connection.sendall(_request(given).replace(b"Connection: close\r\n", b"", 1))
        begin = time.monotonic()
        while time.monotonic() - begin < TIMEOUT:
            try:
                piece = connection.recv(65536)
            except TimeoutError:
                with contextlib.suppress(*CLOSED):  # the next read says so
                    connection.sendall(b" ")
                continue
            except CLOSED:
                piece = b""
            if not piece:
                break
            milliseconds = milliseconds or (time.monotonic() - begin) * 1000
            received += piece
        else:
            raise AssertionError("the connection is still open")
    response = HTTPResponse(Received(received))  # type: ignore[arg-type]
    response.begin()
    response.content = response.read()  # type: ignore[attr-defined]
    return response, milliseconds


def test_slow_bodies(
    count_case: Callable[[str, str, str, bool], None],
    count_impossible: Callable[[str, Iterable[tuple[str, str]]], None],
) -> None:
    impossible = vectors.impossible("slow", NAMES)
    count_impossible("adapters slow", impossible)
    servers = {name: next(server for server in SERVERS if server.name == name) for name in NAMES}
    slow = [(name, case) for name in NAMES for case in vectors.possible(vectors.cases("adapters", "slow"), impossible, name)]
    wrong: list[str] = []
    apps: dict[str, App] = {}
    with contextlib.ExitStack() as stack:
        for name, server in servers.items():
            apps[name] = stack.enter_context(running(server))
        # The time does not include the start of a server.
        assert [app.calls() for app in apps.values()] == [[] for _ in apps]
        # All at once, because a server waits for a body for seconds.
        with ThreadPoolExecutor(len(slow)) as threads:
            answers = [threads.submit(drip, apps[name], case.given) for name, case in slow]
        for name, app in apps.items():
            wrong += [f"{name}: {call}" for call in app.calls()]
    # Its log is complete when the app has ended.
    for (name, case), answer in zip(slow, answers, strict=True):
        try:
            response, milliseconds = answer.result()
            if figure := case.expect.get("figure"):
                measured("F51", "Python", **{figure: milliseconds})
            answer_is(response, case.expect)
            assert case.expect.get("at_least_milliseconds", 0) <= milliseconds <= case.expect["at_most_milliseconds"]
            assert case.expect.get("log", "") in "".join(apps[name].log)
        except (AssertionError, OSError, HTTPException) as error:
            wrong.append(f"{name}: {case.name}: {error!r}")
        count_case("adapters slow", name, case.name, not any(line.startswith(f"{name}: {case.name}: ") for line in wrong))
    assert not wrong, "\n".join(wrong)


def answer_is(response: Any, expect: dict[str, Any]) -> None:
    assert response.status == expect["status"], response.content
    for name, value in expect.get("headers", {}).items():
        assert response.getheader(name) == value
    if "body" in expect:
        body = json.loads(response.content) if response.content else None
        assert body == expect["body"]
    if "members" in expect:
        assert sorted(json.loads(response.content)) == expect["members"]
    assert b"canary" not in response.content
    assert "canary" not in str(response.headers)
