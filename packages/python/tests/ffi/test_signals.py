"""Ctrl-C ends a call that hangs, and only the call."""

from __future__ import annotations

import signal
import time

from faults import measured
from processes import TIMEOUT, Gate, ended

INTERRUPTED = """
    import time
    from open_platform._open_platform import Platform

    client = Platform(api_key="key", sandbox_url=url)
    for _ in range(times):
        try:
            client.posts_get("gZd7omnS", timeout=60).wait()
        except KeyboardInterrupt:
            print("interrupted", time.monotonic(), flush=True)
"""


def test_ctrl_c_ends_a_hanging_call_at_once(program, silent):
    slowest, times, interrupted = 0.0, 50, 0
    with program.start(INTERRUPTED, url=silent.url, times=times) as process:
        for _ in range(times):
            assert silent.asked.acquire(timeout=TIMEOUT)
            sent = time.monotonic()
            process.send_signal(signal.SIGINT)
            word, at = process.stdout.readline().split()
            assert word == "interrupted"
            # The same clock in all processes of a machine.
            slowest = max(slowest, float(at) - sent)
            interrupted += 1
        assert ended(process) == ""
    closed = 0
    while closed < times and silent.left.acquire(timeout=TIMEOUT):
        closed += 1
    measured("F55", "", interruptions=interrupted, milliseconds_until_KeyboardInterrupt=round(slowest * 1000))
    measured("F55", "", requests_that_go_on=times - closed)
    # The wait looks for signals twenty times a second; only a hang takes as long as the call may.
    assert slowest < 25
    assert closed == times


def test_a_signal_handler_may_make_calls(program, silent, world, post):
    text = """
    import signal
    from open_platform import errors
    from open_platform._open_platform import Platform

    hanging, working = Platform(api_key="key", sandbox_url=url, max_attempts=1), Platform(**settings)

    def handler(*_):
        print("handler", working.posts_get(post).wait().token == post, flush=True)

    signal.signal(signal.SIGUSR1, handler)
    try:
        hanging.posts_get("gZd7omnS", timeout=200).wait()
    except errors.TransportError as error:
        print(error.kind)
    """
    with program.start(text, url=silent.url, settings=world.settings, post=post) as process:
        assert silent.asked.acquire(timeout=TIMEOUT)
        process.send_signal(signal.SIGUSR1)
        assert process.stdout.readline() == "handler True\n"
        # The call goes on until its server goes away.
        silent.close()
        assert ended(process) == "interrupted\n"


def test_a_refresh_continues_when_its_caller_is_interrupted(program, world):
    tokens = world.issue_tokens("seller", ["USER_PHONE", "offline_access"])
    gate = Gate(world.settings["sandbox_url"], "/oauth2/token")
    text = """
    from datetime import datetime, timezone
    from open_platform._open_platform import Adoption, Platform, Tokens

    client = Platform(**settings)
    ended = Tokens(access, refresh, expires_at=datetime.now(timezone.utc), scopes=["USER_PHONE", "offline_access"])
    key = client.grants_adopt(Adoption(ended)).wait().key
    user = client.user(key)

    try:
        user.users_me().wait()
    except KeyboardInterrupt:
        print("interrupted", client.grants_info(key).wait().generation, flush=True)
    print(user.users_me().wait().phone_number is not None, client.grants_info(key).wait().generation)
    """
    given = {"access": tokens["access_token"], "refresh": tokens["refresh_token"]}
    with program.start(text, settings={**world.settings, "sandbox_url": gate.url}, **given) as process:
        assert gate.reached.wait(TIMEOUT)
        process.send_signal(signal.SIGINT)
        assert process.stdout.readline() == "interrupted 1\n"
        gate.open.set()
        assert ended(process) == "True 2\n"
    assert len(world.requests("oauth.refresh")) == 1
