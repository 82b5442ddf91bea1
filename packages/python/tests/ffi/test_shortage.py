"""Without a free file descriptor or thread a call is an error that says so, and the next one works when there is one again.

The limits are real ones: RLIMIT_NOFILE of a process of its own, and RLIMIT_NPROC of a user that nobody else is, because it
does not bind the superuser.
"""

from __future__ import annotations

import os

import pytest
from processes import Program

HEAD = """
    import asyncio, os, resource, threading
    from open_platform import AsyncClient, Client
    from open_platform.errors import OpenPlatformError

    settings = {name: value for name, value in settings.items() if name in ("api_key", "sandbox_url", "client_id", "client_secret", "redirect_uri")}

    def failure(call):
        try:
            call()
        except OpenPlatformError as error:
            return f"{type(error).__name__}: {error}"
        return "no error"

    async def read():
        async with AsyncClient(**settings) as client:
            return (await client.posts.get(post)).token
"""

WITHOUT_DESCRIPTORS = """
    loop = asyncio.new_event_loop()
    clients = [Client(**settings), AsyncClient(**settings)]

    async def with_both():
        return (await clients[1].posts.get(post)).token

    taken = []
    try:
        while True:
            taken.append(os.dup(0))
    except OSError:
        pass
    print(failure(lambda: clients[0].posts.get(post)))
    print(failure(lambda: loop.run_until_complete(with_both())))
    for descriptor in taken:
        os.close(descriptor)
    assert clients[0].posts.get(post).token == post
    assert loop.run_until_complete(with_both()) == post
    # One at a time comes back: wherever it is missing, there is an error or the post, and never a panic.
    for free in range(14):
        taken = []
        try:
            while True:
                taken.append(os.dup(0))
        except OSError:
            pass
        for descriptor in taken[:free]:
            os.close(descriptor)
        for call in (lambda: Client(**settings).posts.get(post), lambda: loop.run_until_complete(read())):
            said = failure(call)
            assert said == "no error" or "descriptor" in said or "files" in said or "connection" in said, said
        for descriptor in taken[free:]:
            os.close(descriptor)
    assert Client(**settings).posts.get(post).token == post
    assert loop.run_until_complete(read()) == post
    loop.close()
    print("works again")
"""


def test_without_a_descriptor_a_call_is_an_error_and_the_next_one_works(program, world, post):
    limited = """
    import resource
    resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
    """
    out = program.run(limited + HEAD + WITHOUT_DESCRIPTORS, settings=world.settings, post=post)
    *errors, last = out.splitlines()
    assert last == "works again"
    for error in errors:
        assert error.startswith(("ConfigError", "TransportError")), error
        assert "files" in error or "descriptor" in error, error


WITH_A_BACKGROUND = """
    client = Client(**settings)
    with client.stream("GET", ["v1", "open-platform", "finder", "post", post]) as response:
        list(response)
    try:
        while True:
            os.dup(0)
    except OSError:
        pass
    print(client.posts.get(post).token == post)
"""


def test_without_a_descriptor_a_call_runs_in_the_background_if_that_runs(program, world, post):
    limited = """
    import resource
    resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
    """
    assert program.run(limited + HEAD + WITH_A_BACKGROUND, settings=world.settings, post=post).split() == ["True"]


WITHOUT_THREADS = """
    import socket
    loop = asyncio.new_event_loop()
    client, other = Client(**settings), AsyncClient(**settings)
    named = Client(api_key="key", hosts={name: "https://open-platform.invalid" for name in ("auth", "base", "api", "upload", "chat")}, max_attempts=1)
    of_function = Client(api_key=lambda: settings["api_key"], sandbox_url=settings["sandbox_url"], max_attempts=1)

    async def with_other():
        return (await other.posts.get(post)).token

    resource.setrlimit(resource.RLIMIT_NPROC, (1, resource.getrlimit(resource.RLIMIT_NPROC)[1]))
    # It needs no thread, and says nothing of a runtime that cannot be dropped.
    print(client.oauth.authorize(["USER_PHONE"], "session").url.startswith("http"))
    assert client.posts.get(post).token == post
    print(failure(lambda: loop.run_until_complete(with_other())))
    print(failure(lambda: named.posts.get(post)))
    print(failure(lambda: of_function.posts.get(post)))
    print(failure(lambda: client.images.upload(__file__)))
    resource.setrlimit(resource.RLIMIT_NPROC, resource.getrlimit(resource.RLIMIT_NPROC)[1:] * 2)
    assert loop.run_until_complete(with_other()) == post
    assert of_function.posts.get(post).token == post
    loop.close()
    print("works again")
"""


#: A user with no process, who may read what this one installed.
AS_USER = """
    import os, resource
    os.setgroups([])
    os.setresgid(54321, 54321, 54321)
    os.setresuid(54321, 54321, 54321)
    """

SUPERUSER = pytest.mark.skipif(os.geteuid() != 0, reason="only the superuser can be another user")


@SUPERUSER
def test_without_a_thread_a_call_is_an_error_and_the_next_one_works(tmp_path, world, post):
    # Everything is imported before: what belongs to the superuser may be out of reach then.
    imports = "\n    import encodings.idna, open_platform.testing, asyncio.base_events, asyncio.selector_events\n"
    out = Program(tmp_path).run(imports + HEAD + AS_USER + WITHOUT_THREADS, settings=world.settings, post=post)
    authorized, awaited, named, function, image, last = out.splitlines()
    assert (authorized, last) == ("True", "works again")
    assert awaited.startswith("ConfigError") and "gave no thread or no file descriptor" in awaited
    assert named.startswith("TransportError") and "no free thread" in named
    assert function.startswith("ConfigError") and "no further thread" in function
    assert image.startswith("ConfigError") and "cannot start a thread" in image


@SUPERUSER
def test_the_end_does_not_wait_for_a_thread_that_could_not_start(tmp_path):
    first = """
    import atexit, time
    ends = []
    atexit.register(lambda: print(time.monotonic() - ends[0] < 1.9))  # after the end of the package, which waits for two seconds
    """
    text = """
    import encodings.idna

    class Store:
        get = put = delete = scan = lambda *_: []

    client = Client(store=Store(), store_keys=["unencrypted"])
    atexit.register(lambda: ends.append(time.monotonic()))
    """
    limit = """
    resource.setrlimit(resource.RLIMIT_NPROC, (1, resource.getrlimit(resource.RLIMIT_NPROC)[1]))
    print(failure(client.grants.list))
    """
    refused, is_quick = Program(tmp_path).run(first + HEAD + text + AS_USER + limit, settings={}).splitlines()
    assert refused.startswith("StoreError") and "gives no thread" in refused
    assert is_quick == "True"
