"""Ctrl-C ends a call that hangs, and only the call."""

from __future__ import annotations

import signal
import time

from processes import PATIENCE, ended

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
    with program.start(INTERRUPTED, url=silent.url) as process:
        assert silent.asked.acquire(timeout=PATIENCE)
        process.send_signal(signal.SIGINT)
        sent = time.monotonic()
        assert ended(process) == "interrupted\n"
        # With the end of the interpreter, on a busy machine.
        assert time.monotonic() - sent < 2


def test_a_handler_that_makes_calls_itself_disturbs_nothing(program, silent, world, post):
    text = """
    import signal
    from open_platform import errors
    from open_platform._open_platform import Platform

    hanging, working = Platform(api_key="key", sandbox_url=url), Platform(**settings)

    def handler(*_):
        print("handler", working.posts_get(post).wait().token == post, flush=True)

    signal.signal(signal.SIGUSR1, handler)
    try:
        hanging.posts_get("gZd7omnS", timeout=3).wait()
    except errors.TransportError as error:
        print(error.kind)
    """
    with program.start(text, url=silent.url, settings=world.settings, post=post) as process:
        assert silent.asked.acquire(timeout=PATIENCE)
        process.send_signal(signal.SIGUSR1)
        assert ended(process) == "handler True\ndeadline\n"


def test_a_refresh_goes_on_when_its_caller_is_interrupted(program, world):
    tokens = world.issue_tokens("seller", ["USER_PHONE", "offline_access"])
    hold = {"on": {"endpoint": "oauth.refresh"}, "times": 1, "effects": [{"kind": "delay", "milliseconds": 1000}]}
    world.fault(hold)
    text = """
    import os, signal, threading, urllib.request
    from datetime import datetime, timezone
    from open_platform._open_platform import Platform, Tokens

    client = Platform(**settings)
    ended = Tokens(access, refresh, expires_at=datetime.now(timezone.utc), scopes=["USER_PHONE", "offline_access"])
    key = client.grants_adopt(ended).wait().key
    user = client.user(key)

    threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
    try:
        user.users_me().wait()
    except KeyboardInterrupt:
        print("interrupted", client.grants_info(key).wait().generation)
    print(user.users_me().wait().phone_number is not None, client.grants_info(key).wait().generation)
    """
    given = {"access": tokens["access_token"], "refresh": tokens["refresh_token"]}
    out = program.run(text, settings=world.settings, **given)
    assert out == "interrupted 1\nTrue 2\n"
    assert len(world.requests("oauth.refresh")) == 1
