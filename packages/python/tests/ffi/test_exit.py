"""The beginning and the end: import, close, and an interpreter that ends while calls are under way."""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path

import open_platform
import pytest
from faults import measured
from open_platform import _open_platform, errors
from processes import TIMEOUT, ended
from open_platform._open_platform import Platform


def test_an_import_and_a_client_start_no_thread(program):
    text = """
    import os, sys
    from open_platform._open_platform import Platform
    Platform(api_key="key")
    assert len(os.listdir("/proc/self/task")) == 1
    assert "asyncio" not in sys.modules
    """
    program.run(text)


def test_a_synchronous_call_leaves_no_thread(program, world, post):
    text = """
    import os, sys
    from open_platform._open_platform import Platform
    client = Platform(**settings)
    assert client.posts_get(post).wait().token == post
    assert len(os.listdir("/proc/self/task")) == 1
    assert "asyncio" not in sys.modules
    """
    program.run(text, settings=world.settings, post=post)


def test_a_module_that_a_native_thread_imports_does_not_keep_the_interpreter(program, silent):
    text = """
    import sys
    from open_platform import errors
    from open_platform._open_platform import Platform

    def key():
        import logging  # which imports `threading`
        return "key"

    try:
        Platform(api_key=key, sandbox_url=url, max_attempts=1).posts_get("gZd7omnS", timeout=0.2).wait()
    except errors.TransportError:
        pass
    assert "logging" in sys.modules
    import threading
    print(threading.current_thread() is threading.main_thread())
    """
    assert program.run(text, url=silent.url) == "True\n"


def test_a_call_after_close_is_a_config_error(world, post):
    client = Platform(**world.settings)
    user = client.user_with_token("token")
    begun = client.posts_get(post)
    assert client.posts_get(post).wait().token == post
    client.close()
    client.close()
    for call in (begun, client.posts_get(post), user.users_me()):
        with pytest.raises(errors.ConfigError, match="closed"):
            call.wait()


def test_a_call_is_made_once(world, post):
    call = Platform(**world.settings).posts_get(post)
    assert call.wait().token == post
    with pytest.raises(errors.InvalidInput, match="once"):
        call.wait()


PENDING = {
    "a task": """
    async def main():
        task = asyncio.ensure_future(wait())
        while not task.get_loop().time() or not asked():
            await asyncio.sleep(0.001)

    asyncio.run(main())
    """,
    "a loop that is never closed": """
    loop = asyncio.new_event_loop()

    async def main():
        call = client.posts_get("gZd7omnS").__await__()
        next(call)
        kept.append(call)
        while not asked():
            await asyncio.sleep(0.001)

    kept = []
    loop.run_until_complete(main())
    loop.close()
    """,
    "a thread that nobody waits for": """
    import threading
    threading.Thread(target=lambda: client.posts_get("gZd7omnS").wait(), daemon=True).start()
    while not asked():
        pass
    """,
    "a function that never returns": """
    import time
    client = Platform(api_key=lambda: time.sleep(3600), sandbox_url=url)
    try:
        client.posts_get("gZd7omnS", timeout=0.2).wait()
    except errors.ConfigError:
        pass
    """,
}


#: How often it ended, by what was under way.
exits: dict[str, int] = {}


@pytest.mark.parametrize("pending", PENDING)
def test_the_interpreter_ends_cleanly_and_quietly_with(pending, program, silent):
    text = """
    import asyncio, os
    from open_platform import errors
    from open_platform._open_platform import Platform

    client = Platform(api_key="key", sandbox_url=url)

    async def wait():
        await client.posts_get("gZd7omnS")

    def asked():
        # A socket beside those of the runtime means that the call is on its way.
        return any(entry.startswith("socket") for entry in map(link, os.listdir("/proc/self/fd")))

    def link(name):
        try:
            return os.readlink("/proc/self/fd/" + name)
        except OSError:
            return ""
    """
    last = """
    import time
    print(time.monotonic(), flush=True)
    """
    exits[pending], times, wrong = 0, [], []
    for _ in range(int(os.environ.get("OPEN_PLATFORM_ROUNDS", "5"))):
        with program.start(text + PENDING[pending] + last, url=silent.url) as process:
            out, said = process.communicate(timeout=TIMEOUT)
            if out:
                # The same clock in all processes of a machine.
                times.append(time.monotonic() - float(out))
            exits[pending] += 1
            wrong += [(process.returncode, said)] if (process.returncode, said) != (0, "") or not out else []
    measured("F56", "", exits_with_another_code_or_a_word_on_stderr=len(wrong))
    assert not wrong
    measured("F56", "", seconds=round(max(times), 3))
    # Of four ways.
    if len(exits) == len(PENDING):
        measured("F56", "", exits=sum(exits.values()))


def test_calls_while_the_interpreter_ends(program, world, post):
    text = """
    import atexit
    from open_platform._open_platform import Platform
    client = Platform(**settings)
    atexit.register(lambda: print(client.posts_get(post).wait().token == post))
    """
    assert program.run(text, settings=world.settings, post=post) == "True\n"


def test_an_await_after_the_background_has_stopped_is_an_error(program, world, post):
    text = """
    import asyncio, atexit

    async def main():
        await client.posts_get(post)

    def end():
        try:
            asyncio.run(main())
        except errors.ConfigError as error:
            print(error)

    atexit.register(end)  # before the package does: so it is called after the package's own end

    from open_platform import errors
    from open_platform._open_platform import Platform
    client = Platform(**settings)
    """
    assert "ending" in program.run(text, settings=world.settings, post=post)


def test_checks_of_a_store_after_the_background_has_stopped_are_an_error(program):
    text = """
    import atexit

    class Store:
        get = put = delete = scan = lambda *_: None

    def end():
        try:
            store_conformance(Store())
        except errors.ConfigError as error:
            print(error)

    atexit.register(end)  # before the package does: so it is called after the package's own end

    from open_platform import errors
    from open_platform._open_platform import store_conformance
    """
    assert "ending" in program.run(text)


def test_a_pending_await_is_an_error_when_the_background_stops(program, silent):
    text = """
    import asyncio, atexit, sys, threading

    said = []

    async def wait():
        try:
            await client.posts_get("gZd7omnS")
        except errors.ConfigError as error:
            said.append(str(error))

    async def main():
        await asyncio.gather(*(wait() for _ in range(20)))

    def end():
        thread.join()
        print(len(said), *set(said))

    atexit.register(end)

    from open_platform import errors
    from open_platform._open_platform import Platform
    client = Platform(api_key="key", sandbox_url=url)
    thread = threading.Thread(target=asyncio.run, args=(main(),), daemon=True)
    thread.start()
    sys.stdin.read()  # until the test has seen the calls
    """
    with program.start(text, url=silent.url) as process:
        for _ in range(20):
            assert silent.asked.acquire(timeout=TIMEOUT)
        out = ended(process)
    assert out.startswith("20 ") and "ending" in out


def test_a_subinterpreter_is_refused(program):
    # The module has another name since 3.13, and says by an exception or by what it returns that the program failed.
    text = """
    import sys
    if sys.version_info >= (3, 13):
        import _interpreters as interpreters
        failure = interpreters.InterpreterError
    else:
        import _xxsubinterpreters as interpreters
        failure = interpreters.RunFailedError
    import open_platform

    other = interpreters.create()
    try:
        failed = interpreters.run_string(other, "import open_platform")
    except failure as error:
        failed = error
    print("ImportError" in (str(failed) + repr(getattr(failed, "type", ""))))
    # Since 3.12 Python refuses the import itself, before the package can name the setting of mod_wsgi.
    print(sys.version_info >= (3, 12) or "WSGIApplicationGroup %{GLOBAL}" in str(failed))
    interpreters.destroy(other)
    """
    with program.start(text) as process:
        out, said = process.communicate(timeout=TIMEOUT)
    is_refused = (process.returncode, out, said) == (0, "True\nTrue\n", "")
    measured("F62", "subinterpreter", imports_that_end_in_neither=int(not is_refused))
    assert is_refused, (process.returncode, out, said)


def test_two_copies_of_the_package_work_in_one_process(program, world, post, tmp_path):
    """As with two versions of it, which two parts of a program bring along."""
    installed = Path(open_platform.__file__).parent
    shutil.copytree(installed, tmp_path / "other" / "open_platform")
    text = """
    import sys
    import open_platform as first

    def works(client):
        try:
            return client.posts.get(post).token == post
        except Exception as error:
            print(type(error), file=sys.stderr)
            return False

    with first.Client(**{"api_key": settings["api_key"], "sandbox_url": settings["sandbox_url"]}) as client:
        alone = works(client)
        for name in [name for name in sys.modules if name.split(".")[0] == "open_platform"]:
            del sys.modules[name]
        sys.path.insert(0, other)
        import open_platform as second

        assert second is not first and second.__file__.startswith(other)
        with second.Client(**{"api_key": settings["api_key"], "sandbox_url": settings["sandbox_url"]}) as another:
            print(works(another), works(client) and alone, works(another))
    """
    with program.start(text, settings=world.settings, post=post, other=str(tmp_path / "other")) as process:
        out, said = process.communicate(timeout=TIMEOUT)
    # Both are used again after the other one.
    second, first, again = [word == "True" for word in out.split()] or [False] * 3
    broken = [first, second and again].count(False)
    measured("F62", "two copies in one process", copies_that_do_not_work=broken)
    assert (process.returncode, broken, said) == (0, 0, "")


def test_a_panic_in_a_call_is_an_error_without_its_message(program):
    text = """
    from datetime import datetime, timezone
    from open_platform import errors
    from open_platform._open_platform import Login, ManualClock, Platform, Recorder, ScriptedResponse

    clock = ManualClock(datetime.now(timezone.utc))
    clock.advance(1e13)  # to the end of all times: nothing can be added to it
    client = Platform(client_id="app", redirect_uri="https://app.example/back", clock=clock)
    call = client.oauth_authorize(Login(["USER_PHONE"], session_id="session"))
    try:
        call.wait()
    except errors.InternalError as error:
        print(error)
    """
    with program.start(text) as process:
        out, err = process.communicate(timeout=TIMEOUT)
    assert process.returncode == 0
    assert out.startswith("a fault in the Open Platform SDK") and "overflow" not in out


@pytest.mark.skipif(not hasattr(_open_platform, "__panic__"), reason="only a debug build has it")
def test_a_panic_in_a_function_is_an_error_without_its_message():
    with pytest.raises(errors.InternalError, match="a fault in the Open Platform SDK") as caught:
        _open_platform.__panic__("words of the caller")
    assert "words" not in str(caught.value)
