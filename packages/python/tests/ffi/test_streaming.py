"""Responses in pieces, from a server that the test drives chunk by chunk."""

from __future__ import annotations

import asyncio
import gc
import os
import socket
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import datetime, timezone
from typing import TYPE_CHECKING

import pytest
from open_platform import AsyncClient, Client, errors
from open_platform.testing import ManualClock, Recorder, ScriptedResponse

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from open_platform import StreamedResponse

PATH = ["v1", "export"]
HEAD = b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\nx-request-id: r7\r\n\r\n"
TIMEOUT = 20.0


class Server:
    """A server whose responses the test writes."""

    def __init__(self, listener: socket.socket) -> None:
        self.listener = listener
        self.sockets: list[socket.socket] = []
        self.url = f"http://127.0.0.1:{listener.getsockname()[1]}"

    def accept(self, head: bytes = HEAD) -> Connection:
        accepted, _ = self.listener.accept()
        self.sockets.append(accepted)
        accepted.settimeout(TIMEOUT)
        request = b""
        while not request.endswith(b"\r\n\r\n"):
            request += accepted.recv(4096)
        accepted.sendall(head)
        return Connection(accepted, request.decode().lower())


class Connection:
    def __init__(self, accepted: socket.socket, request: str) -> None:
        self.socket = accepted
        self.request = request

    def send(self, text: bytes) -> None:
        self.socket.sendall(b"%x\r\n%s\r\n" % (len(text), text))

    def is_closed(self) -> bool:
        try:
            return self.socket.recv(1) == b""
        except ConnectionResetError:
            return True


@pytest.fixture
def server() -> Iterator[Server]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(TIMEOUT)
        server = Server(listener)
        yield server
        for accepted in server.sockets:
            accepted.close()


@contextmanager
def opened(server: Server, client: Client, **options: Any) -> Iterator[tuple[StreamedResponse, Connection]]:
    """A response that has begun, and the server's side of it."""
    with ThreadPoolExecutor() as pool:
        accepting = pool.submit(server.accept)
        with client.stream("GET", PATH, **options) as response:
            yield response, accepting.result()


@pytest.fixture
def client(server: Server) -> Iterator[Client]:
    with Client(api_key="key", sandbox_url=server.url) as made:
        yield made


def test_a_chunk_is_received_before_the_next_one_is_sent(server, client):
    with opened(server, client) as (response, connection):
        assert "x-api-key: key" in connection.request
        assert (response.status, response.request_id, response.attempts) == (200, "r7", 1)
        assert response.headers["transfer-encoding"] == "chunked"
        for text in (b"first", b"second"):
            connection.send(text)
            assert next(response) == text
        connection.send(b"")
        assert list(response) == []


def test_the_loop_ends_with_the_body(server, client):
    with opened(server, client) as (response, connection):
        connection.send(b"text")
        connection.send(b"")
        assert b"".join(response) == b"text"


def test_a_response_carries_the_token_of_its_user(server, client):
    with opened(server, client.user_with_token("token")) as (_, connection):
        assert "authorization: bearer token" in connection.request


def test_a_body_that_exceeds_its_limit_is_an_error(server, client):
    with opened(server, client, max_response=5) as (response, connection):
        connection.send(b"12345")
        assert next(response) == b"12345"
        connection.send(b"6")
        with pytest.raises(errors.TransportError, match="larger than 5 bytes") as caught:
            next(response)
        assert caught.value.kind == "too_large"


def test_a_connection_that_breaks_in_the_middle_is_an_error(server, client):
    with opened(server, client) as (response, connection):
        connection.send(b"half")
        assert next(response) == b"half"
        connection.socket.close()
        for _ in range(2):
            with pytest.raises(errors.TransportError, match="before the response was complete") as caught:
                next(response)
            assert caught.value.kind == "interrupted"


def test_leaving_the_block_early_closes_the_connection(server, client):
    with opened(server, client) as (response, connection):
        connection.send(b"first")
        assert next(response) == b"first"
    assert connection.is_closed()
    with pytest.raises(errors.InvalidInput, match="response"):
        next(response)


def test_a_response_that_is_collected_closes_the_connection(server, client):
    with ThreadPoolExecutor() as pool:
        accepting = pool.submit(server.accept)
        response = client.stream("GET", PATH).__enter__()
        connection = accepting.result()
    assert response.status == 200
    del response
    gc.collect()
    assert connection.is_closed()


def test_a_silent_server_ends_the_wait(server, client):
    with opened(server, client, timeout=0.3) as (response, _):
        with pytest.raises(errors.TransportError, match="nothing of the response arrived for 300 ms"):
            next(response)


def test_a_forked_child_cannot_read_the_response(server, client):
    with opened(server, client) as (response, connection):
        child = os.fork()
        if child == 0:
            try:
                next(response)
            except errors.ConfigError:
                os._exit(7)
            os._exit(1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
        connection.send(b"text")
        assert next(response) == b"text"


def test_tasks_read_responses_as_they_arrive(server):
    async def main() -> None:
        async with AsyncClient(api_key="key", sandbox_url=server.url) as client:
            accepting = asyncio.create_task(asyncio.to_thread(server.accept))
            async with client.stream("GET", PATH) as response:
                connection = await accepting
                for text in (b"first", b"second"):
                    connection.send(text)
                    assert await anext(response) == text
                # A wait that is cancelled loses nothing.
                with pytest.raises(asyncio.TimeoutError):
                    await asyncio.wait_for(anext(response), 0.01)
                connection.send(b"third")
                async for chunk in response:
                    assert chunk == b"third"
                    break
            assert await asyncio.to_thread(connection.is_closed)

    asyncio.run(main())


def test_a_response_that_is_no_success_is_the_error_of_its_status():
    outcomes = [ScriptedResponse(status=503), ScriptedResponse(status=200, body=b"text"), ScriptedResponse(status=404)]
    recorder = Recorder.script(outcomes)
    client = Client(api_key="key", transport=recorder, clock=ManualClock(datetime(2026, 1, 1, tzinfo=timezone.utc)))
    with client.stream("GET", PATH) as response:
        assert (b"".join(response), response.attempts) == (b"text", 2)
    with pytest.raises(errors.NotFound), client.stream("GET", PATH):
        pass
    with pytest.raises(errors.InvalidInput) as caught, client.stream("GET", PATH, max_response=-1):
        pass
    assert caught.value.field == "max_response"
    assert len(recorder.requests) == 3
