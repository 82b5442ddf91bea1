"""Ctrl-C ends a call that hangs, and only the call."""

from __future__ import annotations

import signal
import time

from processes import PATIENCE, Gate, ended

INTERRUPTED = """
    import sys
    from open_platform._open_platform import Platform

    client = Platform(api_key="key", sandbox_url=url)
    try:
        client.posts_get("gZd7omnS", timeout=50).wait()
    except KeyboardInterrupt:
        print("interrupted")
"""


def test_a_call_that_hangs_ends_within_a_second(program, silent):
    def seconds() -> float:
        with program.start(INTERRUPTED, url=silent.url) as process:
            assert silent.asked.acquire(timeout=PATIENCE)
            process.send_signal(signal.SIGINT)
            sent = time.monotonic()
            assert ended(process) == "interrupted\n"
            return time.monotonic() - sent

    # With the end of the interpreter. A busy machine may stand still for a while, but not each time.
    assert any(seconds() < 2 for _ in range(10))


def test_a_handler_that_makes_calls_itself_disturbs_nothing(program, silent, world, post):
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
        assert silent.asked.acquire(timeout=PATIENCE)
        process.send_signal(signal.SIGUSR1)
        assert process.stdout.readline() == "handler True\n"
        # The call goes on until its server goes away.
        silent.close()
        assert ended(process) == "interrupted\n"


def test_a_refresh_goes_on_when_its_caller_is_interrupted(program, world):
    tokens = world.issue_tokens("seller", ["USER_PHONE", "offline_access"])
    gate = Gate(world.settings["sandbox_url"], "/oauth2/token")
    text = """
    from datetime import datetime, timezone
    from open_platform._open_platform import Platform, Tokens

    client = Platform(**settings)
    ended = Tokens(access, refresh, expires_at=datetime.now(timezone.utc), scopes=["USER_PHONE", "offline_access"])
    key = client.grants_adopt(ended).wait().key
    user = client.user(key)

    try:
        user.users_me().wait()
    except KeyboardInterrupt:
        print("interrupted", client.grants_info(key).wait().generation, flush=True)
    print(user.users_me().wait().phone_number is not None, client.grants_info(key).wait().generation)
    """
    given = {"access": tokens["access_token"], "refresh": tokens["refresh_token"]}
    with program.start(text, settings={**world.settings, "sandbox_url": gate.url}, **given) as process:
        assert gate.reached.wait(PATIENCE)
        process.send_signal(signal.SIGINT)
        assert process.stdout.readline() == "interrupted 1\n"
        gate.open.set()
        assert ended(process) == "True 2\n"
    assert len(world.requests("oauth.refresh")) == 1
