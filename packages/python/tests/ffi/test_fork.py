"""A client that was used before a fork works in the child, and goes on working in the parent."""

from __future__ import annotations

import json
import socket
import threading
from contextlib import suppress

import pytest
from faults import measured
from processes import outcome

FORKS = """
    import asyncio, os, signal, threading
    from open_platform._open_platform import Platform

    client = Platform(**settings)

    def once():
        return client.posts_get(post).wait().token

    async def many():
        calls = [one() for _ in range(8)]
        return {*await asyncio.gather(*calls)}

    async def one():
        return (await client.posts_get(post)).token

    def child():
        pid = os.fork()
        if pid == 0:
            signal.alarm(200)  # a hang ends with a signal, which the parent sees
            code = 1
            try:
                assert once() == post and asyncio.run(many()) == {post} and once() == post
                code = 0
            finally:
                os._exit(code)
        return pid

    def check(pids):
        for pid in pids:
            status = os.waitpid(pid, 0)[1]
            assert status == 0, f"a child ended with {status}"
"""


def test_children_of_a_process_that_made_calls(program, world, post):
    text = """
    def works():
        try:
            return once() == post
        except Exception:
            return False

    assert once() == post and asyncio.run(many()) == {post}
    good_children, good_calls = 0, 0
    for _ in range(20):
        children = []
        for _ in range(5):
            children.append(child())
            good_calls += works()
        good_children += sum(os.waitpid(pid, 0)[1] == 0 for pid in children)
    print(good_children, good_calls)
    assert once() == post and asyncio.run(many()) == {post}
    """
    with program.start(FORKS + text, settings=world.settings, post=post) as process:
        code, out, err = outcome(process)
    children, calls = map(int, out.split())
    measured("F54", "os.fork", children_that_succeed=children, calls_of_the_parent_that_succeed=calls)
    assert (code, err, children, calls) == (0, "", 100, 100)


def test_a_child_uses_no_connection_of_its_parent(program, post):
    """The server sees which connection a request comes on; each names its process."""
    seen: dict[int, set[bytes]] = {}

    def serve(listener: socket.socket) -> None:
        with suppress(OSError):
            while True:
                connection, (_, port) = listener.accept()
                threading.Thread(target=answer, args=(connection, port), daemon=True).start()

    def answer(connection: socket.socket, port: int) -> None:
        body = json.dumps({"token": post}).encode()
        head = f"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n".encode()
        with connection, suppress(OSError):
            while request := connection.recv(65536):
                path = request.split(b" ")[1]
                seen.setdefault(port, set()).add(path)
                connection.sendall(head + body)

    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=serve, args=(listener,), daemon=True).start()
        text = """
        import os
        from open_platform._open_platform import Platform

        client = Platform(api_key="key", sandbox_url=url)

        def ask():
            client.posts_get(f"process{os.getpid()}").wait()

        ask()
        for _ in range(20):
            pid = os.fork()
            if pid == 0:
                code = 1
                try:
                    ask()
                    ask()
                    code = 0
                finally:
                    os._exit(code)
            ask()
            assert os.waitpid(pid, 0)[1] == 0
        """
        program.run(text, url="http://127.0.0.1:{}".format(listener.getsockname()[1]))
    assert len(set().union(*seen.values())) == 21
    shared = sum(len(paths) > 1 for paths in seen.values())
    measured("F54", "os.fork", requests_of_two_processes_on_one_connection=shared)
    assert shared == 0


def test_children_of_a_process_that_makes_calls_at_that_moment(program, world, post):
    text = """
    stop = threading.Event()

    def busy():
        while not stop.is_set():
            assert once() == post

    def busy_loop():
        while not stop.is_set():
            assert asyncio.run(many()) == {post}

    threads = [threading.Thread(target=target) for target in [busy] * 6 + [busy_loop] * 2]
    for thread in threads:
        thread.start()
    for _ in range(10):
        check([child() for _ in range(3)])
    stop.set()
    for thread in threads:
        thread.join()
    """
    program.run(FORKS + text, settings=world.settings, post=post)


def test_a_grandchild_process_makes_calls(program, world, post):
    text = """
    assert once() == post
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            assert once() == post
            check([child()])
            assert once() == post
            code = 0
        finally:
            os._exit(code)
    check([pid])
    """
    program.run(FORKS + text, settings=world.settings, post=post)


def test_a_child_does_not_inherit_the_grants_in_memory(program, world, post):
    tokens = world.issue_tokens("seller", ["USER_PHONE", "offline_access"])
    text = """
    from datetime import datetime, timedelta, timezone
    from open_platform._open_platform import Adoption, Tokens

    later = datetime.now(timezone.utc) + timedelta(hours=1)
    grant = client.grants_adopt(Adoption(Tokens(access, refresh, expires_at=later, scopes=["USER_PHONE"]))).wait()
    assert client.user(grant.key).users_me().wait().phone_number
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            assert client.grants_list().wait() == []
            code = 0
        finally:
            os._exit(code)
    check([pid])
    assert [info.key for info in client.grants_list().wait()] == [grant.key]
    """
    given = {"access": tokens["access_token"], "refresh": tokens["refresh_token"]}
    program.run(FORKS + text, settings=world.settings, post=post, **given)


@pytest.mark.parametrize("method", ["fork", "forkserver", "spawn"])
def test_multiprocessing(program, world, method, post):
    text = """
    import multiprocessing
    from open_platform._open_platform import Platform

    client = Platform(**settings)

    def read(_):
        try:
            return client.posts_get(post).wait().token
        except Exception as error:
            return repr(error)

    if __name__ == "__main__":
        assert read(0) == post
        with multiprocessing.get_context(method).Pool(3) as pool:
            answers = pool.map_async(read, range(100))
            print([read(0) for _ in range(100)].count(post))
            print(answers.get().count(post))
            pool.close()
            pool.join()
        assert read(0) == post
    """
    parent, children = map(int, program.run(text, settings=world.settings, post=post, method=method).split())
    if method == "fork":
        figures = {"calls_of_children_that_succeed": children, "calls_of_the_parent_that_succeed": parent}
        measured("F54", "multiprocessing(fork)", **figures)
    assert (parent, children) == (100, 100)


SQLITE = """
    import os, signal, threading
    from datetime import datetime, timedelta, timezone
    from open_platform._open_platform import Adoption, Platform, Tokens

    def new_client():
        settings = dict(api_key="key", client_id="id", client_secret="secret", redirect_uri="https://app.example/cb")
        return Platform(**settings, store=store, store_keys=["VGhpcnR5LXR3byBieXRlcyBmb3IgdGhlIHRlc3RzLi4="])

    client = new_client()
    later = datetime.now(timezone.utc) + timedelta(hours=1)

    def save(user):
        tokens = Tokens("access", "refresh", expires_at=later, scopes=["USER_PHONE"])
        return client.grants_adopt(Adoption(tokens, user=user)).wait().user
"""


def test_no_user_is_lost_whose_grant_a_child_stores_while_its_parent_writes(program, tmp_path):
    text = """
    saved, stop = [[] for _ in range(5)], threading.Event()

    def busy(mine):
        while not stop.is_set():
            mine.append(save(f"parent{threading.get_ident()}-{len(mine)}"))

    threads = [threading.Thread(target=busy, args=[mine]) for mine in saved[1:]]
    for thread in threads:
        thread.start()
    children = []
    for number in range(20):
        saved[0].append(save(f"parent{number}"))
        pid = os.fork()
        if pid == 0:
            signal.alarm(200)  # a hang ends with a signal, which the parent sees
            code = 1
            try:
                for count in range(5):
                    save(f"child{number}-{count}")
                code = 0
            finally:
                os._exit(code)
        children.append(pid)
    for pid in children:
        assert os.waitpid(pid, 0)[1] == 0
    stop.set()
    for thread in threads:
        thread.join()
    wanted = {f"child{number}-{count}" for number in range(20) for count in range(5)}.union(*saved)
    client = new_client()
    found = {info.user for info in client.grants_list().wait()}
    assert found == wanted, f"{len(wanted - found)} of {len(wanted)} users are lost"
    """
    program.run(SQLITE + text, store=f"sqlite:{tmp_path}/grants.db")


def test_a_child_that_was_forked_without_python_does_not_use_the_file_without_locks(program, tmp_path):
    text = """
    import ctypes

    save("parent")
    pid = ctypes.PyDLL(None).fork()
    if pid == 0:
        signal.alarm(200)
        code = 1
        try:
            client.grants_list().wait()
        except Exception as error:
            print(error, flush=True)
            code = 0
        finally:
            os._exit(code)
    assert os.waitpid(pid, 0)[1] == 0
    save("parent2")
    assert {info.user for info in client.grants_list().wait()} == {"parent", "parent2"}
    """
    assert "use the store only after the fork" in program.run(SQLITE + text, store=f"sqlite:{tmp_path}/grants.db")


def test_threads_that_fork_at_once_and_a_client_that_is_freed_meanwhile(program, tmp_path):
    text = """
    def fork():
        for _ in range(10):
            pid = os.fork()
            if pid == 0:
                os._exit(0)
            assert os.waitpid(pid, 0)[1] == 0
            mine = new_client()
            mine.grants_list().wait()
            del mine

    save("user")
    threads = [threading.Thread(target=fork) for _ in range(4)]
    signal.alarm(200)
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    save("another")
    """
    program.run(SQLITE + text, store=f"sqlite:{tmp_path}/grants.db")
