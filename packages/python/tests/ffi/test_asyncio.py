"""`await` on a call, in event loops that come and go."""

from __future__ import annotations

import asyncio
import gc
import random
import sys
import threading
import weakref
from contextvars import ContextVar
from datetime import datetime, timezone

import pytest
from open_platform import errors
from open_platform._open_platform import Adoption, Platform, Recorder, ScriptedResponse, Tokens
from faults import measured
from processes import TIMEOUT, Gate, begun


async def read(client: Platform, post: str) -> str:
    return (await client.posts_get(post)).token


def test_many_calls_at_once(world, post):
    client = Platform(**world.settings)

    async def main() -> None:
        assert await asyncio.gather(*[read(client, post) for _ in range(500)]) == [post] * 500

    asyncio.run(main())


def test_a_thousand_calls_cancelled_at_random_moments(world, post):
    client = Platform(**world.settings)
    chance = random.Random(7)
    cancelled = 0

    async def main() -> None:
        nonlocal cancelled
        for _ in range(20):
            tasks = [asyncio.create_task(read(client, post)) for _ in range(50)]
            # One third at once: how fast this machine is does not matter.
            at_once = [task for task in tasks[::3] if task.cancel()]
            assert len(at_once) == 17
            for task in chance.sample(tasks, len(tasks)):
                await asyncio.sleep(chance.choice([0, 0, 0.0002, 0.001]))
                task.cancel()
            for outcome in await asyncio.gather(*tasks, return_exceptions=True):
                assert outcome == post or isinstance(outcome, asyncio.CancelledError), outcome
                cancelled += outcome != post
        assert await read(client, post) == post

    asyncio.run(main())
    assert 340 <= cancelled <= 1000


def test_callers_cancelled_at_random_moments_lose_no_token(world):
    """F18: each begins a refresh or joins one, and is cancelled at another moment of it."""
    tokens = world.issue_tokens("seller", ["USER_PHONE", "offline_access"])
    client = Platform(**world.settings)
    now = datetime.now(timezone.utc)
    chance = random.Random(7)
    cancelled, generation = 0, 0

    async def main() -> None:
        nonlocal cancelled, generation
        ended = Tokens(tokens["access_token"], tokens["refresh_token"], expires_at=now, scopes=["USER_PHONE", "offline_access"])
        key = (await client.grants_adopt(Adoption(ended))).key

        async def refresh() -> int:
            return (await client.grants_refresh(key)).generation

        while cancelled < 1000:
            task = asyncio.create_task(refresh())
            await asyncio.sleep(chance.choice([0, 0, 0.0002, 0.001, 0.003, 0.006]))
            cancelled += task.cancel()
            await asyncio.wait([task])
            if cancelled % 100 == 0:
                note()
        await refresh()
        note()
        generation = (await client.grants_info(key)).generation
        assert (await client.user(key).users_me()).phone_number

    def note() -> None:
        """The sandbox forgets old requests."""
        refreshes.update(request["number"] for request in world.requests("oauth.refresh"))

    refreshes: set[int] = set()
    asyncio.run(main())
    # Each answer of the platform was stored as a generation of the grant, after that of the login.
    lost = len(refreshes) - (generation - 1)
    measured("F18", "asyncio", callers_cancelled=cancelled, pairs_lost=lost)
    assert lost == 0


def test_a_loop_run_by_a_task_wakes_the_other_tasks_of_the_batch():
    """As ``nest_asyncio`` does it: a task runs the loop that runs it until another task has ended."""
    recorder = Recorder.always(ScriptedResponse(200, headers={"content-type": "application/json"}, body=b'{"token": "gZd7omnS"}'))
    client = Platform(api_key="key", transport=recorder)

    async def outer(others: list[asyncio.Task[str]]) -> None:
        await read(client, "gZd7omnS")
        (other,) = others
        loop, this = asyncio.get_running_loop(), asyncio.current_task()
        asyncio.tasks._leave_task(loop, this)
        until = loop.time() + TIMEOUT
        given_up = loop.call_at(until, bool)
        while not other.done() and loop.time() < until:
            loop._run_once()
        given_up.cancel()
        asyncio.tasks._enter_task(loop, this)
        for _ in range(100):
            loop.call_soon(bool)  # the turn that this began in takes as many as there were when it began
        assert other.done()

    async def main(rounds: int) -> None:
        for round in range(1, rounds + 1):
            others: list[asyncio.Task[str]] = []
            task = asyncio.ensure_future(outer(others))
            others.append(asyncio.ensure_future(read(client, "gZd7omnS")))
            await asyncio.sleep(0)
            while len(recorder.requests) < 2 * round:
                pass  # so that both have an outcome when the loop looks
            await task

    asyncio.run(main(100))


def test_a_timeout_of_asyncio_ends_a_call(silent):
    client = Platform(api_key="key", sandbox_url=silent.url)

    async def main() -> None:
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(read(client, "gZd7omnS"), 0.1)

    asyncio.run(main())


def test_an_error_arrives_and_an_unfetched_one_is_not_reported(world, recwarn, post):
    client = Platform(**world.settings)
    reported: list[object] = []

    async def main() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: reported.append(context))
        with pytest.raises(errors.NotFound):
            await client.posts_get("zzzzzzzz")
        # Begun, and left: what comes of it is nobody's.
        waiting = begun(client.posts_get("zzzzzzzz"))
        assert await read(client, post) == post
        del waiting
        gc.collect()
        await asyncio.sleep(0)

    asyncio.run(main())
    assert reported == []


def test_several_loops_in_sequence_and_in_parallel(world, post):
    client = Platform(**world.settings)
    done: list[str] = []

    def run() -> None:
        for _ in range(10):
            done.append(asyncio.run(read(client, post)))

    threads = [threading.Thread(target=run) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert done == [post] * 60


def test_a_loop_that_is_closed_while_calls_are_pending(world, post):
    client = Platform(**world.settings)
    for _ in range(20):
        loop = asyncio.new_event_loop()
        waiting = []

        async def begin(waiting: list[object] = waiting) -> None:
            waiting += [begun(client.posts_get(post)) for _ in range(10)]

        loop.run_until_complete(begin())
        loop.close()
    assert asyncio.run(read(client, post)) == post


def test_the_tasks_of_a_closed_loop_are_forgotten(world, post, silent):
    client = Platform(**world.settings)
    waiting = Platform(api_key="key", sandbox_url=silent.url)
    loop = asyncio.new_event_loop()
    # asyncio reports that its task was not awaited to the end.
    loop.set_exception_handler(lambda *_: None)
    loop.create_task(read(waiting, post))
    loop.run_until_complete(asyncio.sleep(0))
    loop.close()
    left = weakref.ref(loop)
    del loop
    assert asyncio.run(read(client, post)) == post
    gc.collect()
    assert left() is None


def test_a_loop_that_watches_no_file_descriptors(world, post):
    class Unwatching(asyncio.SelectorEventLoop):
        def add_reader(self, *_: object) -> None:
            raise NotImplementedError

    client = Platform(**world.settings)

    async def main() -> None:
        for _ in range(10):
            assert await asyncio.gather(*[read(client, post) for _ in range(10)]) == [post] * 10

    loop = Unwatching()
    loop.run_until_complete(main())
    loop.close()


def test_uvloop(world, post, silent):
    uvloop = pytest.importorskip("uvloop")
    client = Platform(**world.settings)
    waiting = Platform(api_key="key", sandbox_url=silent.url)

    async def main() -> None:
        assert await asyncio.gather(*[read(client, post) for _ in range(100)]) == [post] * 100
        task = asyncio.create_task(read(waiting, post))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    loop = uvloop.new_event_loop()
    try:
        loop.run_until_complete(main())
    finally:
        loop.close()


def test_tasks_written_in_python(world, post, silent):
    """Those that debuggers and other implementations have ask more of what they wait for than the usual ones."""
    client = Platform(**world.settings)
    waiting = Platform(api_key="key", sandbox_url=silent.url)
    made = asyncio.tasks._PyTask

    async def main() -> None:
        loop = asyncio.get_running_loop()
        loop.set_task_factory(lambda loop, coroutine, **options: made(coroutine, loop=loop, **options))
        assert await asyncio.gather(*[read(client, post) for _ in range(50)]) == [post] * 50
        task = asyncio.create_task(read(waiting, post))
        assert isinstance(task, made)
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(main())


def test_a_task_is_cancelled_before_it_runs_and_while_it_waits(silent):
    client = Platform(api_key="key", sandbox_url=silent.url)
    # Before 3.11 whoever waits for a task does not hear why it was cancelled.
    why = "enough" if sys.version_info >= (3, 11) else None

    async def main() -> None:
        for turns in range(3):
            task = asyncio.create_task(read(client, "gZd7omnS"))
            for _ in range(turns):
                await asyncio.sleep(0)
            assert task.cancel("enough")
            with pytest.raises(asyncio.CancelledError, match=why):
                await task

    asyncio.run(main())


def test_a_task_that_cancels_itself_stops_waiting(silent):
    client = Platform(api_key="key", sandbox_url=silent.url)

    async def cancelled() -> None:
        task = asyncio.current_task()
        assert task is not None
        task.cancel()
        await read(client, "gZd7omnS")

    async def main() -> None:
        with pytest.raises(asyncio.CancelledError):
            await asyncio.create_task(cancelled())

    asyncio.run(main())


def test_every_task_keeps_its_context(world, post):
    client = Platform(**world.settings)
    variable: ContextVar[int] = ContextVar("variable")

    async def call(number: int) -> int:
        variable.set(number)
        await read(client, post)
        await read(client, post)
        return variable.get()

    async def main() -> None:
        assert await asyncio.gather(*[call(number) for number in range(50)]) == list(range(50))

    asyncio.run(main())


def test_a_task_that_stops_the_loop_does_not_lose_the_other_tasks(world, post):
    client = Platform(**world.settings)
    loop = asyncio.new_event_loop()

    async def leave() -> None:
        await read(client, post)
        raise SystemExit(3)

    async def main() -> list[str]:
        return await asyncio.gather(*staying)

    try:
        tasks = [loop.create_task(coroutine) for _ in range(20) for coroutine in (read(client, post), leave())]
        staying, leaving = tasks[::2], tasks[1::2]
        while left := [task for task in leaving if not task.done()]:
            with pytest.raises(SystemExit):
                loop.run_until_complete(left[0])
        assert all(isinstance(task.exception(), SystemExit) for task in leaving)
        assert loop.run_until_complete(main()) == [post] * 20
    finally:
        loop.close()


def test_without_a_running_loop_the_error_names_the_remedy(world, post):
    with pytest.raises(errors.ConfigError, match="needs a running loop of asyncio"):
        Platform(**world.settings).posts_get(post).__await__()


def test_a_refresh_continues_when_its_task_is_cancelled(world):
    tokens = world.issue_tokens("seller", ["USER_PHONE", "offline_access"])
    gate = Gate(world.settings["sandbox_url"], "/oauth2/token")
    client = Platform(**{**world.settings, "sandbox_url": gate.url})
    over = datetime.now(timezone.utc)
    scopes = ["USER_PHONE", "offline_access"]
    ended = Tokens(tokens["access_token"], tokens["refresh_token"], expires_at=over, scopes=scopes)

    async def main() -> None:
        user = client.user((await client.grants_adopt(Adoption(ended))).key)

        async def me() -> str:
            return (await user.users_me()).phone_number

        task = asyncio.create_task(me())
        while not gate.reached.is_set():
            await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        gate.open.set()
        assert await me()

    asyncio.run(main())
    assert len(world.requests("oauth.refresh")) == 1
