"""Uploads: what may be uploaded, their progress, and their cancellation."""

from __future__ import annotations

import asyncio
import io
import os
import socket
import subprocess
import sys
import threading
from typing import TYPE_CHECKING, Any, BinaryIO

import pytest
from open_platform import errors

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path

    from open_platform import AsyncClient, Client
    from open_platform.testing import World

SIZE = 3_000_000
VIDEO = b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom".ljust(SIZE, b"\0")


def chunks() -> Iterator[bytes]:
    for start in range(0, SIZE, 100_000):
        yield VIDEO[start : start + 100_000]


def check_progress(reports: list[tuple[int, int]]) -> None:
    sent = [sent for sent, _ in reports]
    assert (sent[0], sent[-1]) == (0, SIZE)
    assert sent == sorted(set(sent))
    assert len(sent) > 3
    assert {total for _, total in reports} == {SIZE}


def sizes(world: World) -> list[int]:
    return [medium["bytes"] for medium in world.chat_media()]


def test_each_kind_of_source_is_uploaded(sandbox: World, sandbox_client: Client, tmp_path: Path) -> None:
    path = tmp_path / "tour.mp4"
    path.write_bytes(VIDEO)
    sources: list[Any] = [path, str(path), VIDEO, bytearray(VIDEO), memoryview(VIDEO), io.BytesIO(VIDEO), chunks()]
    for source in sources:
        sandbox_client.chatbot.upload_video(source)
    with path.open("rb") as file:
        sandbox_client.chatbot.upload_video(file)
    assert sizes(sandbox) == [SIZE] * 8


def test_progress_is_reported(sandbox: World, sandbox_client: Client) -> None:
    for upload in (sandbox_client.chatbot.upload_video, sandbox_client.own_posts.upload_video):
        reports: list[tuple[int, int]] = []
        upload(VIDEO, on_progress=lambda sent, total: reports.append((sent, total)))
        check_progress(reports)


def test_an_error_of_the_observer_does_not_end_the_upload(
    sandbox: World, sandbox_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[object] = []
    monkeypatch.setattr("sys.unraisablehook", lambda raised: seen.append(raised.exc_type))

    def fail(sent: int, total: int) -> None:
        raise RuntimeError

    sandbox_client.chatbot.upload_video(VIDEO, on_progress=fail)
    assert sizes(sandbox) == [SIZE]
    assert set(seen) == {RuntimeError}


def test_what_cannot_be_uploaded_is_refused_without_a_request(sandbox: World, sandbox_client: Client) -> None:
    read = 0

    def endless() -> Iterator[bytes]:
        nonlocal read
        while True:
            read += 1
            yield bytes(10_000_000)

    def failing() -> Iterator[bytes]:
        yield VIDEO
        raise OSError("the disk is gone")

    with pytest.raises(errors.InvalidInput, match="at most 50000000 bytes") as refused:
        sandbox_client.chatbot.upload_video(endless())
    # Nothing is read beyond the limit of the largest upload.
    assert (refused.value.field, read) == ("video", 6)
    with pytest.raises(OSError, match="the disk is gone"):
        sandbox_client.chatbot.upload_video(failing())
    wrong: list[Any] = [7, io.StringIO("text"), ["text"], None]
    for source in wrong:
        with pytest.raises(errors.InvalidInput, match=r"path, bytes|binary mode") as refused:
            sandbox_client.chatbot.upload_video(source)
        assert refused.value.field == "video"
    with pytest.raises(errors.InvalidInput, match="async_generator: only AsyncClient can upload it"):
        sandbox_client.chatbot.upload_video(async_chunks())  # type: ignore[arg-type]
    assert sandbox.requests("chatbot.create_upload_token") == []


def test_a_file_that_was_read_to_its_end_is_not_called_empty(
    sandbox: World, sandbox_client: Client, sandbox_async_client: AsyncClient, tmp_path: Path
) -> None:
    class AsyncRead:
        """A file of a library for asynchronous files."""

        async def read(self, size: int) -> bytes:
            return b""

        async def tell(self) -> int:
            return len(VIDEO)

    path = tmp_path / "video.mp4"
    path.write_bytes(VIDEO)
    with path.open("rb") as file:
        file.read()
        with pytest.raises(errors.InvalidInput, match=r"end already: rewind the file with seek\(0\)") as refused:
            sandbox_client.chatbot.upload_video(file)
        assert refused.value.field == "video"
        sources: list[Any] = [file, AsyncRead()]
        for source in sources:
            with pytest.raises(errors.InvalidInput, match="rewind the file"):
                asyncio.run(sandbox_async_client.chatbot.upload_video(source))
    for source in (io.BytesIO(), pipe_without_content()):
        with source, pytest.raises(errors.InvalidInput, match="is empty"):
            sandbox_client.chatbot.upload_video(source)
    assert sandbox.requests("chatbot.create_upload_token") == []


def pipe_without_content() -> BinaryIO:
    reading, writing = os.pipe()
    os.close(writing)
    return os.fdopen(reading, "rb")


#: A video that is not read at once from any of the sources below.
SMALL = VIDEO[:30_500]


def in_pieces(target: BinaryIO) -> None:
    """Writes the small video in pieces of 1,000 bytes, beside the test, and closes the target."""

    def write() -> None:
        with target:
            for start in range(0, len(SMALL), 1000):
                target.write(SMALL[start : start + 1000])

    threading.Thread(target=write, daemon=True).start()


class Piecemeal:
    """A source whose reads return 1,000 bytes, however many were asked for."""

    def __init__(self) -> None:
        self.file = io.BytesIO(SMALL)

    def read(self, size: int) -> bytes:
        assert size > 1000
        return self.file.read(1000)


class AsyncPiecemeal(Piecemeal):
    """The same, as of a library for asynchronous files."""

    async def read(self, size: int) -> bytes:  # type: ignore[override]
        await asyncio.sleep(0)
        return super().read(size)


def pipe() -> BinaryIO:
    reading, writing = os.pipe()
    in_pieces(os.fdopen(writing, "wb", buffering=0))
    return os.fdopen(reading, "rb", buffering=0)


def connection() -> socket.socket:
    ours, theirs = socket.socketpair()
    in_pieces(theirs.makefile("wb", buffering=0))
    theirs.close()
    return ours


def test_a_source_is_read_to_its_end(sandbox: World, sandbox_client: Client) -> None:
    program = f"import sys; sys.stdout.buffer.write(bytes.fromhex('{SMALL[:24].hex()}').ljust({len(SMALL)}, b'\\0'))"
    with (
        subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, bufsize=0) as process,
        connection() as ours,
        pipe() as unbuffered,
        pipe() as pipe_to_buffer,
        io.BufferedReader(pipe_to_buffer) as buffered,  # type: ignore[type-var]
        ours.makefile("rb", buffering=0) as of_socket,
    ):
        sources = [Piecemeal(), unbuffered, buffered, of_socket, process.stdout]
        for source in sources:
            sandbox_client.chatbot.upload_video(source)  # type: ignore[arg-type]
    assert sizes(sandbox) == [len(SMALL)] * len(sources)


def test_a_source_in_non_blocking_mode_is_refused(sandbox: World, sandbox_client: Client) -> None:
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    with os.fdopen(reading, "rb", buffering=0) as source, os.fdopen(writing, "wb", buffering=0) as target:
        target.write(SMALL[:1000])
        with pytest.raises(errors.InvalidInput, match="non-blocking mode") as refused:
            sandbox_client.chatbot.upload_video(source)
    assert refused.value.field == "video"
    assert sandbox.requests("chatbot.create_upload_token") == []


def test_an_asynchronous_source_is_read_to_its_end(sandbox: World, sandbox_async_client: AsyncClient) -> None:
    upload = sandbox_async_client.chatbot.upload_video

    async def main() -> None:
        await upload(AsyncPiecemeal())
        await upload(Piecemeal())
        reader, writer = await asyncio.open_connection(sock=connection())
        await upload(reader)
        writer.close()
        with pipe() as source:
            await upload(source)

    asyncio.run(main())
    assert sizes(sandbox) == [len(SMALL)] * 4


def test_the_body_of_a_request_to_aiohttp_is_uploaded(sandbox: World, sandbox_async_client: AsyncClient) -> None:
    aiohttp = pytest.importorskip("aiohttp")
    from aiohttp import web
    from aiohttp.test_utils import TestServer

    async def take(request: web.Request) -> web.Response:
        await sandbox_async_client.chatbot.upload_video(request.content)
        return web.Response()

    async def take_part(request: web.Request) -> web.Response:
        part = await (await request.multipart()).next()
        assert isinstance(part, aiohttp.BodyPartReader)
        await sandbox_async_client.chatbot.upload_video(part)
        return web.Response()

    async def body() -> AsyncIterator[bytes]:
        for start in range(0, len(SMALL), 1000):
            yield SMALL[start : start + 1000]
            await asyncio.sleep(0)

    async def main() -> None:
        app = web.Application()
        app.router.add_post("/", take)
        app.router.add_post("/part", take_part)
        async with TestServer(app) as server, aiohttp.ClientSession() as session:
            async with session.post(server.make_url("/"), data=body()) as response:
                assert response.status == 200
            async with session.post(server.make_url("/part"), data={"video": io.BytesIO(SMALL)}) as response:
                assert response.status == 200

    asyncio.run(main())
    assert sizes(sandbox) == [len(SMALL)] * 2


def test_a_part_of_a_form_is_read_in_chunks(sandbox: World, sandbox_async_client: AsyncClient) -> None:
    class Part:
        """As in aiohttp, whose `read` takes no size."""

        def __init__(self) -> None:
            self.file = io.BytesIO(SMALL)

        async def read(self, *, decode: bool = False) -> bytes:
            raise AssertionError("this reads all of it, however large it is")

        async def read_chunk(self, size: int = 8192) -> bytes:
            return self.file.read(size)

    part: Any = Part()
    asyncio.run(sandbox_async_client.chatbot.upload_video(part))
    assert sizes(sandbox) == [len(SMALL)]


def test_an_iterable_is_read_beside_the_event_loop(sandbox: World, sandbox_async_client: AsyncClient) -> None:
    goes_on = threading.Event()

    def slow() -> Iterator[bytes]:
        yield VIDEO[:24]
        assert goes_on.wait(60)
        yield VIDEO[24:]

    async def main() -> None:
        task = asyncio.create_task(sandbox_async_client.chatbot.upload_video(slow()))
        # If the loop itself waited for the iterable, it would not come to this.
        await asyncio.sleep(0)
        goes_on.set()
        await task

    asyncio.run(main())
    assert sizes(sandbox) == [SIZE]


def test_an_observer_that_cannot_be_called_is_refused(
    sandbox: World, sandbox_client: Client, sandbox_async_client: AsyncClient
) -> None:
    async def observe(sent: int, total: int) -> None: ...

    async def main(wrong: Any) -> None:
        await sandbox_async_client.chatbot.upload_video(VIDEO, on_progress=wrong)

    wrong: list[Any] = [5, observe]
    for observer in wrong:
        for upload in (
            lambda observer: sandbox_client.chatbot.upload_video(VIDEO, on_progress=observer),
            lambda observer: asyncio.run(main(observer)),
        ):
            with pytest.raises(errors.InvalidInput, match=r"must be a function|must not be async") as refused:
                upload(observer)
            assert refused.value.field == "on_progress"
    assert sandbox.chat_media() == []


class AsyncFile:
    """As of a library for asynchronous files."""

    def __init__(self) -> None:
        self.file = io.BytesIO(VIDEO)

    async def read(self, size: int) -> bytes:
        await asyncio.sleep(0)
        return self.file.read(size)


async def async_chunks() -> AsyncIterator[bytes]:
    for chunk in chunks():
        await asyncio.sleep(0)
        yield chunk


def test_asynchronous_sources_and_progress_in_the_event_loop(
    sandbox: World, sandbox_async_client: AsyncClient, tmp_path: Path
) -> None:
    path = tmp_path / "tour.mp4"
    path.write_bytes(VIDEO)
    threads: set[int] = set()

    async def upload(source: Any) -> None:
        reports: list[tuple[int, int]] = []
        done = asyncio.Event()

        def report(sent: int, total: int) -> None:
            threads.add(threading.get_ident())
            reports.append((sent, total))
            if sent == total:
                done.set()

        await sandbox_async_client.chatbot.upload_video(source, on_progress=report)
        await asyncio.wait_for(done.wait(), 10)
        check_progress(reports)

    async def main() -> None:
        for source in (path, VIDEO, io.BytesIO(VIDEO), chunks(), AsyncFile(), async_chunks()):
            await upload(source)
        with path.open("rb") as file:
            await upload(file)

    asyncio.run(main())
    assert sizes(sandbox) == [SIZE] * 7
    assert threads == {threading.get_ident()}


def test_a_cancelled_upload_ends_at_once(sandbox: World, sandbox_async_client: AsyncClient) -> None:
    async def main() -> None:
        begun = asyncio.Event()
        remove = sandbox.fault(
            {"on": {"endpoint": "chatbot.upload_video"}, "effects": [{"kind": "delay", "milliseconds": 60_000}]}
        )
        upload = sandbox_async_client.chatbot.upload_video(
            VIDEO, on_progress=lambda sent, _: begun.set() if sent > 0 else None
        )
        task = asyncio.create_task(upload)
        await asyncio.wait_for(begun.wait(), 10)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asyncio.wait_for(task, 5)
        remove()
        await sandbox_async_client.chatbot.upload_video(VIDEO)

    asyncio.run(main())
