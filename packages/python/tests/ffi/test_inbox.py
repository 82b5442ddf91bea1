"""The inbox: what it does with events, with handlers that fail, and what a killed process leaves behind."""

from __future__ import annotations

import asyncio
import os
import queue
import re
import signal
import threading
import time
from datetime import datetime, timedelta, timezone
from typing import TYPE_CHECKING, Any

import pytest
from inboxes import HEADERS, KEY, accepted, update
from open_platform import AsyncClient, Client, Hooks, errors, required_scopes
from open_platform.testing import ManualClock
from processes import TIMEOUT, ended

if TYPE_CHECKING:
    from pathlib import Path

    from open_platform import PostUpdate
    from processes import Program


def test_an_event_is_stored_once_and_handled_once() -> None:
    inbox = Client().inbox()
    hooks = Hooks(KEY, inbox=inbox)
    seen: queue.Queue[tuple[str, str]] = queue.Queue()

    @hooks.on("post_update")
    def handle(update: PostUpdate, key_id: str) -> None:
        seen.put((update.post.token, key_id))

    for _ in range(2):
        assert inbox.receive(accepted(), update("a")).status == 200
    assert inbox.counts().pending == 1
    with hooks.running():
        assert seen.get(timeout=TIMEOUT) == ("a", "key-1")
    assert (inbox.counts().pending, seen.empty()) == (0, True)


def test_a_failing_handler_is_retried_and_then_a_dead_letter(caplog: pytest.LogCaptureFixture) -> None:
    clock = ManualClock(datetime(2026, 1, 1, tzinfo=timezone.utc))
    inbox = Client(clock=clock).inbox(max_attempts=3)
    hooks = Hooks(KEY, inbox=inbox)
    attempts: queue.Queue[int] = queue.Queue()
    works = threading.Event()

    @hooks.on("post_update")
    def handle(_: PostUpdate) -> None:
        attempts.put(1)
        if not works.is_set():
            raise ValueError("not today")

    inbox.receive(accepted(), update("a"))
    with hooks.running(workers=1):
        for _ in range(3):
            while attempts.empty():
                # The next attempt may be due later than this: the worker says so after the handler.
                clock.advance(10)
                time.sleep(0.05)
            attempts.get()
    (letter,) = inbox.dead_letters()
    assert (letter.attempts, letter.reason) == (3, "ValueError"), "not its text"
    (warning,) = (record.getMessage() for record in caplog.records if record.levelname == "WARNING")
    assert "dead letter" in warning and f"POST_UPDATE {letter.delivery.dedupe_key}" in warning
    assert "not today" not in caplog.text
    works.set()
    assert inbox.retry(letter.id)
    with hooks.running(workers=1):
        attempts.get(timeout=TIMEOUT)
    assert inbox.counts() == type(inbox.counts())(pending=0, dead_letters=0)


def test_what_an_inbox_without_hooks_warns_of_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    clock = ManualClock(datetime(2026, 1, 1, tzinfo=timezone.utc))

    def lost(token: str) -> None:
        """An event whose only attempt ended without a result."""
        caplog.clear()
        assert inbox.receive(accepted(), update(token)).status == 200
        assert inbox.try_next()
        clock.advance(61)

    inbox = Client(clock=clock).inbox(max_attempts=1, lease_seconds=60)
    lost("a")
    assert inbox.try_next() is None
    assert "is a dead letter of the inbox now: POST_UPDATE" in caplog.text

    # Also by a call that goes on waiting.
    lost("b")
    waiting = threading.Thread(target=inbox.next)
    waiting.start()
    while "is a dead letter of the inbox now: POST_UPDATE" not in caplog.text:
        assert waiting.is_alive()
        time.sleep(0.01)
    inbox.close()
    waiting.join(TIMEOUT)
    assert {record.name for record in caplog.records} == {"open_platform.hooks"}


@pytest.mark.parametrize("as_tasks", [False, True])
def test_a_handler_that_takes_longer_than_the_lease_runs_once(as_tasks: bool, tmp_path: Path) -> None:
    store = f"sqlite://{tmp_path}/events.db"
    settings = {"store": store, "store_keys": ["unencrypted"]}
    seen: queue.Queue[int] = queue.Queue()
    # `tests/run figures` names the lease in seconds, and the handler takes ten longer.
    asked = os.environ.get("OPEN_PLATFORM_ROUNDS")
    lease, takes = (int(asked), int(asked) + 10) if asked else (1, 4)

    def hooks_of(inbox: Any) -> Hooks:
        hooks = Hooks(KEY, inbox=inbox)

        @hooks.on("post_update")
        def handle(_: PostUpdate) -> None:
            seen.put(1)
            time.sleep(takes)  # The work.

        return hooks

    inbox = Client(**settings).inbox(lease_seconds=lease)
    assert inbox.receive(accepted(), update("a")).status == 200

    async def run_tasks() -> None:
        # Two workers as two processes would be.
        inboxes = [AsyncClient(**settings).inbox(lease_seconds=lease) for _ in range(2)]
        async with hooks_of(inboxes[0]).running(workers=1), hooks_of(inboxes[1]).running(workers=1):
            while (await inboxes[0].counts()).pending:
                await asyncio.sleep(0.1)

    if as_tasks:
        asyncio.run(run_tasks())
    else:
        inboxes = [Client(**settings).inbox(lease_seconds=lease) for _ in range(2)]
        with hooks_of(inboxes[0]).running(workers=1), hooks_of(inboxes[1]).running(workers=1):
            while inbox.counts().pending:
                time.sleep(0.1)
    assert seen.qsize() == 1
    assert inbox.counts() == type(inbox.counts())(pending=0, dead_letters=0)


def test_a_worker_of_the_app_keeps_the_lease_of_an_event(tmp_path: Path) -> None:
    settings = {"store": f"sqlite://{tmp_path}/events.db", "store_keys": ["unencrypted"]}
    # As two processes would have them.
    inbox, other = (Client(**settings).inbox(lease_seconds=1) for _ in range(2))
    assert inbox.receive(accepted(), update("a")).status == 200
    item = inbox.try_next()
    assert item is not None
    with inbox.keep(item.id) as lease:
        end = time.monotonic() + 3
        while time.monotonic() < end:
            assert other.try_next() is None, "the lease was kept"
            time.sleep(0.1)
    lease.end()
    while (again := other.try_next()) is None:
        time.sleep(0.05)
    assert again.attempts == 2 and not inbox.ack(item.id) and other.ack(again.id)
    with pytest.raises(errors.InvalidInput):
        inbox.keep("what is no id")
    with pytest.raises(errors.InvalidInput, match="id"):
        inbox.keep(7)  # type: ignore[arg-type]


def test_an_event_without_a_handler_is_removed_and_a_malformed_one_is_a_dead_letter(caplog: pytest.LogCaptureFixture) -> None:
    inbox = Client().inbox()
    hooks = Hooks(KEY, inbox=inbox)
    for body in (b'{"type": "POST_UPDATE", "post_update": 5}', b'{"type": "NEW", "n": 1}', b'{"type": "NEW", "n": 2}', update("a")):
        inbox.receive(accepted(), body)
    done = threading.Event()

    @hooks.on("post_update")
    def handle(_: PostUpdate) -> None:
        done.set()

    with hooks.running(workers=1):
        assert done.wait(TIMEOUT)
    (letter,) = inbox.dead_letters()
    assert (letter.attempts, inbox.counts().pending) == (1, 0)
    assert inbox.discard(letter.id)
    assert not inbox.discard(letter.id)
    texts = [record.getMessage() for record in caplog.records if record.name == "open_platform.hooks"]
    assert sum("@hooks.on_unknown" in text for text in texts) == 1, texts
    assert sum("@hooks.on_malformed" in text for text in texts) == 1, texts


def test_of_the_error_of_a_handler_the_class_is_kept_and_of_a_setting_what_is_wrong_with_it_is_logged(
    caplog: pytest.LogCaptureFixture,
) -> None:
    client = Client()
    inbox = client.inbox(max_attempts=1)
    hooks = Hooks(KEY, inbox=inbox, client=client)

    @hooks.on("post_update")
    def handle(update: PostUpdate) -> None:
        if update.post.token == "argument":
            required_scopes(["canary"], [])
        raise ValueError("canary")

    @hooks.on("new_message")
    def answer(_: object, reply: Any) -> None:
        reply("Hello")

    for body in (update("argument"), update("own"), b'{"type": "NEW_MESSAGE", "new_message": {"id": "m"}}'):
        assert inbox.receive(accepted(), body).status == 200
    with hooks.running():
        while inbox.counts().dead_letters < 3:
            time.sleep(0.01)
    assert {letter.reason for letter in inbox.dead_letters()} == {"InvalidInput", "ConfigError", "ValueError"}
    setting = r"ConfigError at \S+: configuration of grant_of: the user in whose name to reply is not known: .*: NEW_MESSAGE"
    for name in (r"InvalidInput at \S+: POST_UPDATE", setting, r"ValueError at \S+: POST_UPDATE"):
        assert re.search(f"and was the last: {name}", caplog.text), caplog.text
    assert "canary" not in caplog.text and "no such endpoint" not in caplog.text


def test_handlers_run_as_tasks() -> None:
    async def main() -> None:
        client = AsyncClient()
        inbox = client.inbox()
        hooks = Hooks(KEY, inbox=inbox)
        seen: asyncio.Queue[str] = asyncio.Queue()

        @hooks.on("post_update")
        async def handle(update: PostUpdate) -> None:
            await seen.put(update.post.token)

        async with hooks.running():
            for token in ("a", "b"):
                assert (await inbox.receive(accepted(), update(token))).status == 200
                assert await asyncio.wait_for(seen.get(), TIMEOUT) == token
        assert (await inbox.counts()).pending == 0

    asyncio.run(main())


def test_an_event_that_cannot_be_stored_is_not_acknowledged() -> None:
    class Broken:
        def __getattr__(self, name: str) -> Any:
            return lambda *_: 1 / 0

    inbox = Client(store=Broken(), store_keys=["unencrypted"]).inbox()
    reply = inbox.receive(accepted(), update("a"))
    assert (reply.status, reply.headers["Retry-After"]) == (503, "5")
    with pytest.raises(errors.StoreError):
        inbox.accept(accepted(), update("a"))


def test_invalid_arguments_are_refused() -> None:
    with pytest.raises(errors.ConfigError, match="lease_seconds"):
        Client().inbox(lease_seconds=0)
    with pytest.raises(errors.ConfigError, match=r"give `inbox=client.inbox\(\)` to Hooks"):
        Hooks(KEY).run()
    with pytest.raises(errors.InvalidInput, match="dedupe"):
        Hooks(KEY, inbox=Client().inbox(), dedupe=False)
    with pytest.raises(errors.InvalidInput):
        Client().inbox().ack("what is no id")
    hooks = Hooks(KEY, inbox=Client().inbox())
    hooks.on("post_update")(print)
    wrong: dict[str, list[Any]] = {
        "workers": [0, -1, 10_001, 1.5, "4"],
        "drain_timeout": ["5", -1, 172_800.0, timedelta(seconds=-1), timedelta(days=2)],
    }
    for field, values in wrong.items():
        for value in values:
            with pytest.raises(errors.InvalidInput) as caught:
                hooks.running(**{field: value})
            assert caught.value.field == field, value


def test_without_a_handler_of_events_no_event_is_taken_from_an_inbox() -> None:
    inbox = Client().inbox()
    hooks = Hooks(KEY, inbox=inbox)
    hooks.on_start(lambda _: "https://app.example")
    assert inbox.receive(accepted(), update("a")).status == 200
    for run in (hooks.run, hooks.running):
        with pytest.raises(errors.ConfigError, match="no event has a handler") as refused:
            run()
        assert refused.value.setting == "hooks"
    assert inbox.counts().pending == 1


def test_a_program_ends_while_handlers_run(program: Program) -> None:
    text = """
    import logging, threading
    from open_platform import Client, Hooks

    # A store in memory is warned of.
    logging.getLogger("open_platform").addHandler(logging.NullHandler())
    hooks = Hooks(key, inbox=Client().inbox())
    handled = threading.Event()
    hooks.on("post_update")(lambda update: handled.set())
    hooks.running().__enter__()
    hooks._inbox.receive(hooks._webhooks.authenticate("POST", headers), body)
    assert handled.wait(200)
    print("the end")
    """
    assert program.run(text, key=KEY, headers=HEADERS, body=update("a")) == "the end\n"


@pytest.mark.parametrize(
    ("step", "said"),
    [
        ("before the response", ""),
        ("after the response", "200\n"),
        ("in the handler", "a\n"),
        ("after the handler", "a\n"),
    ],
)
def test_an_event_that_a_killed_process_has_received_is_handled_once_by_another(
    program: Program, tmp_path: Path, step: str, said: str
) -> None:
    store = f"sqlite://{tmp_path}/events.db"
    text = """
    import os, signal
    from open_platform import Client, Hooks

    # That of the killed one ends soon; that of the other lasts, also on a slow machine.
    inbox = Client(store=store, store_keys=["unencrypted"]).inbox(lease_seconds=1 if step else 3600)
    hooks = Hooks(key, inbox=inbox)
    accepted = hooks._webhooks.authenticate("POST", headers)

    def receive():
        # What a slow disk does not store in time, the platform sends again.
        while (status := inbox.receive(accepted, body).status) == 503:
            pass
        return status

    def kill_at(place):
        if step == place:
            os.kill(os.getpid(), signal.SIGKILL)

    @hooks.on("post_update")
    def handle(update):
        print(update.post.token, flush=True)
        kill_at("in the handler")

    # What the workers call for an event. It returns when the handler has.
    handle_item = hooks._handle_item

    async def handle_and_end(*given):
        await handle_item(*given)
        kill_at("after the handler")

    hooks._handle_item = handle_and_end
    answers = [receive()]
    kill_at("before the response")
    if step == "after the response":
        print(*answers, flush=True)
        kill_at(step)
    if not step:
        # Again, because the response may have been lost: before it is handled, and afterwards.
        answers.append(receive())
    with hooks.running(workers=1):
        while inbox.counts().pending:
            pass
        answers.append(receive())
    print(*answers, inbox.counts().pending)
    """
    given = {"store": store, "key": KEY, "headers": HEADERS, "body": update("a")}
    with program.start(text, step=step, **given) as process:
        assert process.communicate(timeout=TIMEOUT)[0] == said
        assert process.returncode == -signal.SIGKILL
    assert Client(store=store, store_keys=["unencrypted"]).inbox().counts().pending == 1
    assert program.run(text, step="", **given) == "a\n200 200 200 0\n"


def test_a_full_inbox_is_answered_with_503_until_there_is_room() -> None:
    inbox = Client().inbox(capacity=1)
    assert [inbox.receive(accepted(), update(token)).status for token in "ab"] == [200, 503]
    hooks = Hooks(KEY, inbox=inbox)
    handled: queue.Queue[str] = queue.Queue()
    hooks.on("post_update")(lambda update: handled.put(update.post.token))
    with hooks.running(workers=1):
        assert handled.get(timeout=TIMEOUT) == "a"
        # The events are counted again within a second.
        while inbox.receive(accepted(), update("b")).status != 200:
            time.sleep(0.05)
        assert handled.get(timeout=TIMEOUT) == "b"


def test_a_slow_store_is_answered_with_503() -> None:
    works = threading.Event()

    class Slow:
        def __getattr__(self, name: str) -> Any:
            return lambda *_: works.wait(TIMEOUT) and None

    inbox = Client(store=Slow(), store_keys=["unencrypted"]).inbox()
    try:
        reply = inbox.receive(accepted(), update("a"))
        assert (reply.status, reply.headers["Retry-After"]) == (503, "5")
        with pytest.raises(errors.StoreError, match="no response within 600 ms"):
            inbox.accept(accepted(), update("a"))
        assert not works.is_set(), "the store still waits"
    finally:
        works.set()


def test_500_copies_over_4_processes_are_one_event(program: Program, tmp_path: Path) -> None:
    store = f"sqlite://{tmp_path}/events.db"
    text = """
    import sys
    from open_platform import Client, Hooks

    inbox = Client(store=store, store_keys=["unencrypted"]).inbox()
    accepted = Hooks(key)._webhooks.authenticate("POST", headers)
    print("ready", flush=True)
    sys.stdin.readline()
    acknowledged = 0
    while acknowledged < 125:
        # What a busy store does not take in time, the platform sends again.
        status = inbox.receive(accepted, body).status
        assert status in (200, 503)
        acknowledged += status == 200
    print(acknowledged)
    """
    processes = []
    for _ in range(4):
        process = program.start(text, store=store, key=KEY, headers=HEADERS, body=update("a"))
        assert process.stdout and process.stdout.readline() == "ready\n"
        processes.append(process)
    for process in processes:
        assert process.stdin
        process.stdin.write("\n")
        process.stdin.flush()
    assert [ended(process) for process in processes] == ["125\n"] * 4
    inbox = Client(store=store, store_keys=["unencrypted"]).inbox()
    item = inbox.try_next()
    assert item and inbox.try_next() is None and inbox.ack(item.id)
    assert inbox.counts().pending == 0


def test_closing_the_client_ends_a_wait_for_an_event() -> None:
    client = Client()
    inbox, seen = client.inbox(), queue.Queue[str]()

    def wait() -> None:
        try:
            while (item := inbox.next()) is not None:
                seen.put(item.id)
        except errors.ConfigError as error:
            seen.put(str(error))

    assert inbox.receive(accepted(), update("a")).status == 200
    waiting = threading.Thread(target=wait, daemon=True)
    waiting.start()
    assert seen.get(timeout=TIMEOUT)
    client.close()
    assert "closed" in seen.get(timeout=TIMEOUT)
    inbox.close()

    async def main() -> None:
        client = AsyncClient()
        inbox = client.inbox()
        waiting = asyncio.ensure_future(inbox.next())
        await asyncio.sleep(0)  # It begins.
        await client.aclose()
        with pytest.raises(errors.ConfigError, match="closed during the call"):
            await asyncio.wait_for(waiting, TIMEOUT)
        await inbox.aclose()

    asyncio.run(main())
