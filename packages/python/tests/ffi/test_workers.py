"""The workers of an inbox: handlers that hang, the end, a store that fails, Ctrl-C."""

from __future__ import annotations

import asyncio
import logging
import queue
import signal
import sys
import threading
import time
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from inboxes import HEADERS, KEY, accepted, update
from open_platform import Client, Hooks, errors
from open_platform._runner import Runner
from processes import TIMEOUT, ended
from test_stores import Store

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from open_platform import PostUpdate
    from processes import Program


class Failing:
    """A store in memory, which fails on request."""

    def __init__(self) -> None:
        self.store, self.fails = Store(), False

    def __getattr__(self, name: str) -> Any:
        if self.fails:
            raise OSError("not today")
        return getattr(self.store, name)


class Hanging:
    """Hooks with an inbox whose handler hangs at its first event, on threads or as tasks, until ``ended`` is set."""

    def __init__(self, as_tasks: bool, is_async: bool, client: Client | None = None, **options: Any) -> None:
        self.inbox = (client or Client(client_id="app")).inbox(max_attempts=1)
        self.hooks = Hooks(KEY, inbox=self.inbox, **options)
        self.as_tasks = as_tasks
        self.began, self.ended = threading.Event(), threading.Event()
        self.handled: queue.Queue[str] = queue.Queue()

        def handle(update: PostUpdate) -> None:
            if not self.began.is_set():
                self.began.set()
                assert self.ended.wait(TIMEOUT)
            self.handled.put(update.post.token)

        async def handle_async(update: PostUpdate) -> None:
            if not self.began.is_set():
                self.began.set()
                await asyncio.Event().wait()
            self.handled.put(update.post.token)

        self.hooks.on("post_update")(handle_async if is_async else handle)

    def run(self, test: Callable[[], object], **options: Any) -> None:
        """Runs the workers until the end of a test, which runs in a thread."""
        if not self.as_tasks:
            with self.hooks.running(**options):
                test()
            self.ended.set()
            return

        async def main() -> None:
            async with self.hooks.running(**options):
                await asyncio.to_thread(test)
            # The thread of its handler is not left.
            self.ended.set()

        asyncio.run(main())


WAYS = pytest.mark.parametrize("as_tasks", [False, True], ids=["threads", "tasks"])
HANDLERS = pytest.mark.parametrize("is_async", [False, True], ids=["function", "async"])


@WAYS
@HANDLERS
def test_a_handler_that_hangs_fails_after_its_time_limit_and_leaves_its_place(
    as_tasks: bool, is_async: bool, caplog: pytest.LogCaptureFixture
) -> None:
    app = Hanging(as_tasks, is_async, handler_timeout=timedelta(seconds=1))
    for token in ("a", "b"):
        assert app.inbox.receive(accepted(), update(token)).status == 200

    def test() -> None:
        assert app.handled.get(timeout=TIMEOUT) in ("a", "b")
        while app.inbox.counts().pending:
            time.sleep(0.01)

    app.run(test, workers=1)
    (letter,) = app.inbox.dead_letters()
    assert letter.reason == "it took longer than 1 s"
    (failed,) = (record.getMessage() for record in caplog.records if record.levelname == "ERROR")
    assert "attempt 1 at an event failed" in failed and "it took longer than 1 s" in failed


@WAYS
@HANDLERS
def test_at_the_end_handlers_may_run_for_a_time(
    as_tasks: bool, is_async: bool, caplog: pytest.LogCaptureFixture
) -> None:
    app = Hanging(as_tasks, is_async)
    assert app.inbox.receive(accepted(), update("a")).status == 200
    app.run(lambda: app.began.wait(TIMEOUT), drain_timeout=timedelta(seconds=0.1))
    (warning,) = (record.getMessage() for record in caplog.records if "handlers" in record.getMessage())
    assert warning.startswith("1 handlers were still running 0.1 s after the stop")
    item = app.inbox.try_next()
    assert item and item.attempts == 1, "the attempt does not count"


@WAYS
def test_without_a_limit_the_end_waits_for_handlers(as_tasks: bool) -> None:
    app = Hanging(as_tasks, is_async=False)
    assert app.inbox.receive(accepted(), update("a")).status == 200
    end = threading.Timer(0.2, app.ended.set)

    def test() -> None:
        assert app.began.wait(TIMEOUT)
        end.start()

    app.run(test)
    assert app.handled.get_nowait() == "a" and app.inbox.counts().pending == 0


@WAYS
@HANDLERS
def test_a_handler_that_runs_when_the_client_is_closed_ends_its_event(
    as_tasks: bool, is_async: bool, tmp_path: Path
) -> None:
    store = f"sqlite://{tmp_path / 'events.db'}"
    client = Client(store=store, store_keys=["unencrypted"])
    app = Hanging(as_tasks, is_async=False, client=client)
    if is_async:
        app.hooks = Hooks(KEY, inbox=app.inbox)

        @app.hooks.on("post_update")
        async def handle(update: PostUpdate) -> None:
            app.began.set()
            assert await asyncio.to_thread(app.ended.wait, TIMEOUT)
            app.handled.put(update.post.token)

    assert app.inbox.receive(accepted(), update("a")).status == 200

    def test() -> None:
        assert app.began.wait(TIMEOUT)
        client.close()
        app.ended.set()

    with pytest.raises(errors.ConfigError, match="closed"):
        app.run(test)
    assert app.handled.get_nowait() == "a"
    counts = Client(store=store, store_keys=["unencrypted"]).inbox().counts()
    assert (counts.pending, counts.dead_letters) == (0, 0)


@WAYS
def test_an_outage_of_the_store_is_one_line(as_tasks: bool, caplog: pytest.LogCaptureFixture) -> None:
    store = Failing()
    inbox = Client(store=store, store_keys=["unencrypted"]).inbox()
    hooks, handled = Hooks(KEY, inbox=inbox), threading.Event()
    hooks.on("post_update")(lambda _: handled.set())
    assert inbox.receive(accepted(), update("a")).status == 200
    store.fails = True

    def test() -> None:
        while "no event can be read from the inbox" not in caplog.text:
            time.sleep(0.05)
        store.fails = False
        assert handled.wait(TIMEOUT)

    app = Hanging(as_tasks, is_async=False)
    app.hooks = hooks
    app.run(test, workers=3)
    lines = [record.getMessage() for record in caplog.records if "can be read" in record.getMessage()]
    assert len(lines) == 2 and lines[1] == "events can be read from the inbox again"


def leave(_: PostUpdate) -> None:
    raise SystemExit(3)


async def cancel_itself(_: PostUpdate) -> None:
    waiting = asyncio.ensure_future(asyncio.Event().wait())
    waiting.cancel()
    await waiting


@pytest.mark.parametrize(
    ("handler", "as_tasks", "reason"),
    [
        (leave, False, "SystemExit"),
        (leave, True, "SystemExit"),
        (cancel_itself, False, "CancelledError"),
        (cancel_itself, True, "CancelledError"),
    ],
)
def test_a_handler_that_ends_without_an_exception_has_failed(
    handler: Callable[[PostUpdate], object], as_tasks: bool, reason: str, caplog: pytest.LogCaptureFixture
) -> None:
    inbox = Client(client_id="app").inbox(max_attempts=1)
    hooks = Hooks(KEY, inbox=inbox)
    hooks.on("post_update")(handler)
    assert inbox.receive(accepted(), update("a")).status == 200

    def wait() -> None:
        deadline = time.monotonic() + 30
        while inbox.counts().pending and time.monotonic() < deadline:
            time.sleep(0.01)

    async def main() -> None:
        async with hooks.running():
            await asyncio.to_thread(wait)

    if as_tasks:
        asyncio.run(main())
    else:
        with hooks.running():
            wait()
    assert [(letter.attempts, letter.reason) for letter in inbox.dead_letters()] == [(1, reason)]
    assert f"was the last: {reason} at " in caplog.text


@WAYS
def test_a_log_that_fails_does_not_end_the_workers(as_tasks: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    raised: queue.Queue[str] = queue.Queue()
    monkeypatch.setattr(sys, "unraisablehook", lambda it: raised.put(str(it.exc_value)))

    def refuse(_: logging.LogRecord) -> bool:
        raise ValueError("of the log")

    log = logging.getLogger("open_platform.hooks")
    app = Hanging(as_tasks, is_async=False)
    app.hooks = Hooks(KEY, inbox=app.inbox)

    @app.hooks.on("post_update")
    def handle(update: PostUpdate) -> None:
        app.handled.put(update.post.token)
        raise ValueError("of the app")

    def test() -> None:
        for token in ("a", "b"):
            assert app.inbox.receive(accepted(), update(token)).status == 200
            assert app.handled.get(timeout=TIMEOUT) == token
            assert raised.get(timeout=TIMEOUT) == "of the log"

    log.addFilter(refuse)
    try:
        app.run(test)
    finally:
        log.removeFilter(refuse)
    assert len(app.inbox.dead_letters()) == 2


@pytest.mark.skipif(sys.version_info < (3, 11), reason="Python 3.10 does not tell whether a task was cancelled")
def test_an_error_that_a_handler_raises_because_it_is_cancelled_does_not_count(caplog: pytest.LogCaptureFixture) -> None:
    inbox = Client(client_id="app").inbox(max_attempts=1)
    hooks = Hooks(KEY, inbox=inbox)
    assert inbox.receive(accepted(), update("a")).status == 200

    async def main() -> None:
        began = asyncio.Event()

        @hooks.on("post_update")
        async def handle(_: PostUpdate) -> None:
            try:
                began.set()
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                raise ConnectionError("as a client of another service") from None

        await hooks.running().__aenter__()
        await began.wait()

    asyncio.run(main())  # Cancels what still runs, as after Ctrl-C.
    # Another worker may have taken the event for a moment before it was cancelled, too.
    deadline = time.monotonic() + 30
    while (item := inbox.try_next()) is None and time.monotonic() < deadline:
        time.sleep(0.01)
    assert item and item.attempts == 1, "the event is due before its lease ends, and the attempt does not count"
    assert "failed" not in caplog.text


def test_waiting_ends_when_the_workers_are_closed() -> None:
    app = Hanging(as_tasks=False, is_async=False)
    assert app.inbox.receive(accepted(), update("a")).status == 200
    with app.hooks.running() as runner:
        assert app.began.wait(TIMEOUT)
        runner.close()
        app.ended.set()
        runner.wait()
        assert app.handled.get_nowait() == "a"
    with app.hooks.running() as runner:
        app.inbox.close()
        runner.wait()


def test_a_program_ends_while_a_handler_hangs(program: Program) -> None:
    text = """
    import logging, os, threading
    from datetime import timedelta
    from open_platform import Client, Hooks

    logging.getLogger("open_platform").addHandler(logging.NullHandler())
    hooks = Hooks(key, inbox=Client().inbox())
    began = threading.Event()

    @hooks.on("post_update")
    def handle(update):
        began.set()
        threading.Event().wait()

    hooks._inbox.receive(hooks._webhooks.authenticate("POST", headers), body)
    with hooks.running(drain_timeout=timedelta(seconds=0.1)):
        assert began.wait(200)
        pid = os.fork()
        if pid == 0:
            print("a child has no workers", flush=True)
        else:
            assert os.waitpid(pid, 0)[1] == 0
    print("the end")
    """
    out = program.run(text, key=KEY, headers=HEADERS, body=update("a"))
    assert out.splitlines() == ["a child has no workers", "the end", "the end"]


@pytest.mark.parametrize(
    ("number", "end"), [(signal.SIGINT, "interrupted"), (signal.SIGTERM, "terminated")], ids=["SIGINT", "SIGTERM"]
)
def test_a_signal_ends_workers_that_run_alone(program: Program, number: signal.Signals, end: str) -> None:
    text = """
    import logging
    from open_platform import Client, Hooks

    logging.getLogger("open_platform").addHandler(logging.NullHandler())
    hooks = Hooks(key, inbox=Client().inbox())

    @hooks.on("post_update")
    def handle(update):
        print("began", flush=True)
        input()
        print("handled", flush=True)

    hooks._inbox.receive(hooks._webhooks.authenticate("POST", headers), body)
    try:
        hooks.run(workers=1)
        print("terminated", hooks._inbox.counts().pending)
    except KeyboardInterrupt:
        print("interrupted", hooks._inbox.counts().pending)
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    """
    with program.start(text, key=KEY, headers=HEADERS, body=update("a")) as process:
        assert process.stdout and process.stdin and process.stdout.readline() == "began\n"
        process.send_signal(number)
        process.stdin.write("\n")
        process.stdin.flush()
        assert ended(process) == f"handled\n{end} 0\n"


def test_a_handler_of_the_app_for_sigterm_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    app, seen = Hanging(as_tasks=False, is_async=False), list[Any]()
    before = signal.signal(signal.SIGTERM, lambda *_: None)
    own = signal.getsignal(signal.SIGTERM)
    monkeypatch.setattr(Runner, "wait", lambda _: seen.append(signal.getsignal(signal.SIGTERM)))
    try:
        app.hooks.run()
    finally:
        signal.signal(signal.SIGTERM, before)
    assert seen == [own]
    # In another thread no signal can be handled.
    thread = threading.Thread(target=app.hooks.run)
    thread.start()
    thread.join(TIMEOUT)
    assert len(seen) == 2


HANGS = """
    import asyncio, os, threading
    from open_platform import Hooks
    from open_platform._web import Request, call_from_loop

    hooks, began = Hooks(key), threading.Event()

    @hooks.on("post_update")
    def handle(update):
        if update.post.token == "a":
            began.set()
            threading.Event().wait()

    def respond(token):
        async def read(limit):
            return body.replace(b'"a"', b'"%s"' % token.encode())

        return hooks.respond(Request("POST", "/events", "", raw, None, read), call_from_loop)
"""


def raw_headers() -> list[tuple[bytes, bytes]]:
    return [(name.encode(), value.encode()) for name, value in HEADERS]


def test_a_program_with_an_event_loop_ends_while_a_handler_hangs(program: Program) -> None:
    text = """
    async def main():
        hanging = asyncio.create_task(respond("a"))
        assert (await respond("b")).status == 200
        while not began.is_set():
            await asyncio.sleep(0.01)

    asyncio.run(main())
    print("the end")
    """
    assert program.run(HANGS + text, key=KEY, raw=raw_headers(), body=update("a")) == "the end\n"


def test_a_forked_child_calls_handlers_on_threads_of_its_own(program: Program) -> None:
    text = """
    async def one(token):
        return (await respond(token)).status

    print(asyncio.run(one("b")), flush=True)
    pid = os.fork()
    if pid == 0:
        print("child", asyncio.run(one("c")), flush=True)
        os._exit(0)
    assert os.waitpid(pid, 0)[1] == 0
    print(asyncio.run(one("d")))
    """
    out = program.run(HANGS + text, key=KEY, raw=raw_headers(), body=update("a"))
    assert out.splitlines() == ["200", "child 200", "200"]
