"""Many threads, and what a waiting one leaves to the others."""

from __future__ import annotations

import threading
import time

import pytest
from open_platform import errors
from open_platform._open_platform import Platform, Recorder, ScriptedResponse
from processes import TIMEOUT


@pytest.mark.parametrize("count", [32, 100])  # all with a runtime of their own, and some in the background
def test_many_threads_share_a_client(world, post, count):
    client = Platform(**world.settings)
    wrong: list[object] = []

    def work() -> None:
        try:
            for _ in range(10):
                if client.posts_get(post).wait().token != post:
                    wrong.append("another post")
        except Exception as error:
            wrong.append(error)

    threads = [threading.Thread(target=work) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert len(world.requests("posts.get")) == 10 * count


def test_other_threads_run_while_one_waits(silent):
    client = Platform(api_key="key", sandbox_url=silent.url, max_attempts=1)

    def work() -> None:
        silent.asked.acquire()
        for _ in range(1000):
            hash("a step")
        silent.close()

    worker = threading.Thread(target=work)
    worker.start()
    with pytest.raises(errors.TransportError) as caught:
        client.posts_get("gZd7omnS", timeout=TIMEOUT).wait()
    worker.join()
    # What the other thread did has ended the call, and not its deadline.
    assert caught.value.kind == "interrupted"


def test_a_connection_closed_by_the_server_fails_no_write(world):
    # The server closes after every answer, and says nothing about it.
    import socket

    from open_platform._open_platform import BotMessage

    listener = socket.create_server(("127.0.0.1", 0))
    asked = []
    closed = threading.Semaphore(0)

    def serve() -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            text = b""
            while b"\r\n\r\n" not in text or not text.endswith(b"}"):
                text += connection.recv(65536)
            asked.append(text)
            connection.sendall(b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}")
            connection.close()
            closed.release()

    threading.Thread(target=serve, daemon=True).start()
    client = Platform(api_key="key", sandbox_url="http://127.0.0.1:{}".format(listener.getsockname()[1]))
    for _ in range(30):
        client.chatbot_reply("b1946ac9-2492-4d23-a4d4-1b0c2f1d7e55", BotMessage(text="Hello")).wait()
        assert closed.acquire(timeout=TIMEOUT)
        # Long enough for the client to look at a connection before it uses it again.
        time.sleep(0.01)
    listener.close()
    assert len(asked) == 30


def test_a_function_that_returns_a_credential_is_called_on_the_same_thread_again():
    recorder = Recorder.always(ScriptedResponse(status=200, headers={}, body=b'{"token": "gZd7omnS"}'))
    of_thread, known = threading.local(), list[bool]()

    def key() -> str:
        known.append(hasattr(of_thread, "known"))
        of_thread.known = True
        return "key"

    client = Platform(api_key=key, transport=recorder)
    for _ in range(20):
        assert client.posts_get("gZd7omnS").wait().token == "gZd7omnS"
    assert len(known) == 20 and known.count(False) < 10
