"""The keeper: in a loop of the app's own, on a thread, as a task, in forked children, and at the end of a program."""

from __future__ import annotations

import asyncio
import logging
import queue
import sys
import threading
from datetime import datetime, timedelta, timezone
from typing import TYPE_CHECKING, Any

import pytest
from open_platform import AsyncClient, Client, Gap, KeeperReport, Subscription, Tokens, errors
from open_platform.testing import ManualClock
from processes import TIMEOUT

if TYPE_CHECKING:
    from collections.abc import Callable

    from open_platform.testing import World
    from processes import Program

SCOPES = ["USER_PHONE", "offline_access"]


def expired(world: World) -> Tokens:
    """Tokens that are due for a refresh."""
    issued = world.issue_tokens("seller", SCOPES)
    ended = datetime.now(timezone.utc) - timedelta(hours=1)
    return Tokens(issued["access_token"], issued.get("refresh_token"), expires_at=ended, scopes=SCOPES)


def test_reports_are_iterated(sandbox: World, sandbox_client: Client) -> None:
    grant = sandbox_client.grants.adopt(expired(sandbox), user="u-1").key
    for report in sandbox_client.keeper():
        match report:
            case KeeperReport.Refreshed(key, "u-1", generation):
                assert (key, generation) == (grant, 2)
                break
    assert len(sandbox.requests("oauth.refresh")) == 1
    assert sandbox_client.user(grant).users.me().phone
    assert sandbox_client.drain()


def test_an_ended_grant_is_reported(sandbox: World, sandbox_client: Client) -> None:
    tokens = expired(sandbox)
    sandbox.revoke_access("seller")
    grant = sandbox_client.grants.adopt(tokens, user="u-1").key
    report = next(sandbox_client.keeper())
    assert isinstance(report, KeeperReport.ReauthRequired)
    assert (report.grant, report.user) == (grant, "u-1")


def test_the_keeper_runs_on_a_thread(sandbox: World, sandbox_client: Client) -> None:
    reports: queue.Queue[KeeperReport] = queue.Queue()

    def keepers() -> list[threading.Thread]:
        return [thread for thread in threading.enumerate() if thread.name == "open-platform-keeper"]

    before = keepers()
    with sandbox_client.keeper(reports.put, interval=1):
        (thread,) = (thread for thread in keepers() if thread not in before)
        # A login in this process is known at once.
        grant = sandbox_client.grants.adopt(expired(sandbox)).key
        report = reports.get(timeout=TIMEOUT)
    assert isinstance(report, KeeperReport.Refreshed)
    assert report.grant == grant
    assert not thread.is_alive()


def test_the_keeper_continues_after_a_failed_report_handler(sandbox: World, sandbox_client: Client, caplog: Any) -> None:
    seen: queue.Queue[str] = queue.Queue()

    def handle(report: KeeperReport) -> None:
        seen.put(type(report).__name__)
        raise ValueError("not today")

    with sandbox_client.keeper(handle):
        for user in ("u-1", "u-2"):
            sandbox_client.grants.adopt(expired(sandbox), user=user)
            assert seen.get(timeout=TIMEOUT) == "Refreshed"
    assert caplog.text.count("ValueError at test_keeper.py:") == 2 and "not today" not in caplog.text


@pytest.mark.parametrize("as_task", [False, True], ids=["thread", "task"])
def test_a_gap_whose_handler_failed_is_reported_again(sandbox: World, as_task: bool) -> None:
    gaps: list[Gap] = []
    again = threading.Event()

    def handle(report: KeeperReport) -> None:
        if isinstance(report, KeeperReport.Gap):
            gaps.append(report.gap)
            if len(gaps) == 1:
                raise ValueError("not today")
            again.set()

    # Waits of the keeper move this clock. The subscription ends with its token, and the keeper starts hours later.
    clock = ManualClock(datetime.now(timezone.utc))
    settings = {**sandbox.settings, "clock": clock}
    scopes = ["USER_POSTS_GET", "offline_access"]
    issued = sandbox.issue_tokens("seller", scopes)
    ends = clock.now + timedelta(hours=1)
    tokens = Tokens(issued["access_token"], issued.get("refresh_token"), expires_at=ends, scopes=scopes)
    wanted = Subscription("POST_UPDATE")

    async def main() -> None:
        async with AsyncClient(**settings) as client:
            await client.user((await client.grants.adopt(tokens)).key).subscriptions.ensure(wanted)
            clock.advance(timedelta(hours=5))
            async with client.keeper(handle):
                assert await asyncio.to_thread(again.wait, TIMEOUT)

    if as_task:
        asyncio.run(main())
    else:
        with Client(**settings) as client:
            client.user(client.grants.adopt(tokens).key).subscriptions.ensure(wanted)
            clock.advance(timedelta(hours=5))
            with client.keeper(handle):
                assert again.wait(TIMEOUT)
    assert len(gaps) == 2 and gaps[0] == gaps[1]


def test_the_keeper_continues_after_a_handler_that_ends_without_an_exception(sandbox: World, caplog: Any) -> None:
    seen: queue.Queue[None] = queue.Queue()

    def leave(_: KeeperReport) -> None:
        seen.put(None)
        raise SystemExit(3)

    async def cancel_itself(_: KeeperReport) -> None:
        seen.put(None)
        waiting = asyncio.ensure_future(asyncio.Event().wait())
        waiting.cancel()
        await waiting

    with Client(**sandbox.settings) as client, client.keeper(leave):
        for user in ("u-1", "u-2"):
            client.grants.adopt(expired(sandbox), user=user)
            seen.get(timeout=20)

    async def main(handle: Callable[[KeeperReport], object]) -> None:
        async with AsyncClient(**sandbox.settings) as client, client.keeper(handle):
            for user in ("u-3", "u-4"):
                await client.grants.adopt(expired(sandbox), user=user)
                await asyncio.to_thread(seen.get, timeout=20)

    asyncio.run(main(cancel_itself))
    asyncio.run(main(leave))
    assert caplog.text.count("failed: CancelledError") == 2
    assert caplog.text.count("SystemExit at test_keeper.py:") == 4


@pytest.mark.parametrize("as_task", [False, True], ids=["thread", "task"])
def test_the_keeper_continues_after_a_log_that_fails(sandbox: World, monkeypatch: Any, as_task: bool) -> None:
    raised: queue.Queue[str] = queue.Queue()
    monkeypatch.setattr(sys, "unraisablehook", lambda it: raised.put(str(it.exc_value)))

    class Failing(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            raise ValueError(record.levelname)

    def handle(report: KeeperReport) -> None:
        raise OSError("not today")

    async def main() -> None:
        async with AsyncClient(**sandbox.settings) as client, client.keeper(handle):
            for user in ("u-3", "u-4"):
                await client.grants.adopt(expired(sandbox), user=user)
                assert await asyncio.to_thread(raised.get, timeout=20) == "ERROR"

    log, failing = logging.getLogger("open_platform.keeper"), Failing()
    log.addHandler(failing)
    try:
        if as_task:
            asyncio.run(main())
        else:
            with Client(**sandbox.settings) as client, client.keeper(handle):
                for user in ("u-1", "u-2"):
                    client.grants.adopt(expired(sandbox), user=user)
                    assert raised.get(timeout=20) == "ERROR"
    finally:
        log.removeHandler(failing)


def test_the_keeper_runs_as_a_task(sandbox: World) -> None:
    async def main() -> None:
        reports: asyncio.Queue[KeeperReport] = asyncio.Queue()
        async with AsyncClient(**sandbox.settings) as client:
            async with client.keeper(reports.put):
                grant = (await client.grants.adopt(expired(sandbox))).key
                report = await asyncio.wait_for(reports.get(), TIMEOUT)
                assert isinstance(report, KeeperReport.Refreshed)
                assert report.grant == grant
            assert await client.drain()

    asyncio.run(main())


def test_a_report_handler_that_is_not_async_does_not_block_the_event_loop(sandbox: World) -> None:
    threads: list[threading.Thread] = []

    async def main() -> None:
        loop, handled = asyncio.get_running_loop(), asyncio.Event()

        def handle(report: KeeperReport) -> None:
            threads.append(threading.current_thread())
            loop.call_soon_threadsafe(handled.set)

        async with AsyncClient(**sandbox.settings) as client:
            async with client.keeper(handle):
                await client.grants.adopt(expired(sandbox))
                await asyncio.wait_for(handled.wait(), TIMEOUT)
            assert await client.drain()

    asyncio.run(main())
    assert threading.main_thread() not in threads


def test_reports_are_iterated_asynchronously(sandbox: World) -> None:
    async def main() -> None:
        async with AsyncClient(**sandbox.settings) as client:
            await client.grants.adopt(expired(sandbox))
            keeper = client.keeper()
            async for report in keeper:
                assert isinstance(report, KeeperReport.Refreshed)
                await keeper.aclose()

    asyncio.run(main())


def test_closing_ends_a_pending_iteration(sandbox_client: Client) -> None:
    keeper = sandbox_client.keeper()
    reports: list[KeeperReport] = []
    waiting = threading.Thread(target=lambda: reports.extend(keeper))
    waiting.start()
    keeper.close()
    waiting.join(TIMEOUT)
    assert not waiting.is_alive()
    assert reports == list(keeper) == []


def test_closing_the_client_ends_a_pending_iteration(sandbox: World) -> None:
    client = Client(**sandbox.settings)
    keeper, seen = client.keeper(), queue.Queue[str]()

    def iterate() -> None:
        try:
            for report in keeper:
                seen.put(type(report).__name__)
        except errors.ConfigError as error:
            seen.put(str(error))

    client.grants.adopt(expired(sandbox))
    waiting = threading.Thread(target=iterate, daemon=True)
    waiting.start()
    assert seen.get(timeout=TIMEOUT) == "Refreshed"
    client.close()
    assert "closed" in seen.get(timeout=TIMEOUT)
    keeper.close()
    waiting.join(TIMEOUT)
    assert not waiting.is_alive()


def test_closing_the_client_ends_a_pending_iteration_in_an_event_loop(sandbox: World) -> None:
    async def main() -> None:
        client = AsyncClient(**sandbox.settings)
        keeper = client.keeper()
        waiting = asyncio.ensure_future(keeper.__anext__())
        await asyncio.sleep(0)  # It begins.
        await client.aclose()
        with pytest.raises(errors.ConfigError, match="closed during the call"):
            await asyncio.wait_for(waiting, TIMEOUT)
        await keeper.aclose()

    asyncio.run(main())


@pytest.mark.parametrize("as_task", [False, True], ids=["thread", "task"])
def test_a_keeper_beside_the_app_ends_after_its_client_was_closed(sandbox: World, as_task: bool) -> None:
    async def main() -> None:
        client = AsyncClient(**sandbox.settings)
        async with client.keeper():
            await client.aclose()

    if as_task:
        asyncio.run(main())
    else:
        client = Client(**sandbox.settings)
        with client.keeper():
            client.close()
    assert all(thread.name != "open-platform-keeper" for thread in threading.enumerate())


def test_a_cancelled_wait_loses_no_report(sandbox: World) -> None:
    async def main() -> None:
        async with AsyncClient(**sandbox.settings) as client:
            keeper = client.keeper()
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(keeper.__anext__(), 0.05)
            await client.grants.adopt(expired(sandbox))
            assert isinstance(await asyncio.wait_for(keeper.__anext__(), TIMEOUT), KeeperReport.Refreshed)

    asyncio.run(main())


def test_invalid_arguments_are_refused(sandbox_client: Client) -> None:
    wrong: Any = "60"
    with pytest.raises(errors.InvalidInput) as caught:
        sandbox_client.keeper(interval=wrong)
    assert caught.value.field == "interval"
    with pytest.raises(errors.InvalidInput):
        sandbox_client.drain(-1)


HEAD = """
    import logging, os, signal, sys
    from datetime import datetime, timezone
    from open_platform import Client, Tokens

    # A store in memory is warned of.
    logging.getLogger("open_platform").addHandler(logging.NullHandler())
    ended = datetime(2020, 1, 1, tzinfo=timezone.utc)
    client = Client(**settings)

    def adopt(number):
        access, refresh = tokens[number]
        return client.grants.adopt(Tokens(access, refresh, expires_at=ended), user=f"u-{number}").key
"""


def given(world: World, count: int) -> dict[str, Any]:
    issued = [world.issue_tokens("seller", SCOPES) for _ in range(count)]
    return {"settings": world.settings, "tokens": [(i["access_token"], i.get("refresh_token")) for i in issued]}


def test_a_forked_child_has_its_own_keeper(sandbox: World, program: Program) -> None:
    text = """
    keeper = client.keeper()
    first = adopt(0)
    assert next(keeper).grant == first
    pid = os.fork()
    if pid == 0:
        signal.alarm(200)
        code = 1
        try:
            second = adopt(1)
            assert next(keeper).grant == second
            code = 0
        finally:
            os._exit(code)
    assert os.waitpid(pid, 0)[1] == 0
    third = adopt(2)
    assert next(keeper).grant == third
    """
    program.run(HEAD + text, **given(sandbox, 3))


def test_a_program_ends_while_it_runs(sandbox: World, program: Program) -> None:
    text = """
    import threading
    seen = threading.Event()
    keeper = client.keeper(lambda report: seen.set()).__enter__()
    adopt(0)
    assert seen.wait(200)
    print("the end")
    """
    assert program.run(HEAD + text, **given(sandbox, 1)) == "the end\n"
