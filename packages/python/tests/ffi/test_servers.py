"""A client made before the server forks its workers, as it is at the top of most apps."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from faults import measured
from processes import TIMEOUT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager

    from open_platform.testing import World

CLIENT = """
import asyncio, json, os
from open_platform._open_platform import Platform

with open(os.environ["GIVEN"]) as file:
    given = json.load(file)
post = given["post"]
client = Platform(**given["settings"])
before = (os.getpid(), client.posts_get(post).wait().token)


async def one():
    return (await client.posts_get(post)).token


async def many():
    return [*await asyncio.gather(*[one() for _ in range(8)])]


before_async = asyncio.run(many())


def read():
    assert before[1] == client.posts_get(post).wait().token
    assert before_async == asyncio.run(many())
    return {"forked": os.getpid() != before[0], "post": before[1]}
"""


def environment(folder: Path, world: World, post: str) -> dict[str, str]:
    (folder / "given.json").write_text(json.dumps({"settings": world.settings, "post": post}))
    return {**os.environ, "GIVEN": str(folder / "given.json")}


def stop(server: subprocess.Popen[bytes]) -> None:
    server.terminate()
    try:
        server.wait(TIMEOUT)
    except subprocess.TimeoutExpired:
        server.kill()
        raise


def test_gunicorn_with_an_app_that_is_loaded_before_the_fork(tmp_path, world, post):
    pytest.importorskip("gunicorn")
    app = """
def app(environ, start):
    start("200 OK", [])
    return [json.dumps({**read(), "worker": os.getpid()}).encode()]
"""
    (tmp_path / "app.py").write_text(CLIENT + app)
    given = environment(tmp_path, world, post)
    # It listens already, so the requests wait for the server.
    with socket.create_server(("127.0.0.1", 0)) as listener:
        url = f"http://127.0.0.1:{listener.getsockname()[1]}/"
        command = [sys.executable, "-m", "gunicorn", "--preload", "--workers", "3"]
        command += ["--bind", f"fd://{listener.fileno()}", "app:app"]
        with open(tmp_path / "log", "wb") as log:
            server = subprocess.Popen(
                command, cwd=tmp_path, env=given, stdout=log, stderr=log, pass_fds=[listener.fileno()]
            )
    deadline = time.monotonic() + TIMEOUT
    workers: set[int] = set()
    answers, wrong = 0, list[Any]()
    try:
        with ThreadPoolExecutor(3) as threads:
            while (len(workers) < 3 or answers < 100) and not wrong and time.monotonic() < deadline:
                for asked in [threads.submit(ask, url) for _ in range(20)]:
                    answer = {} if asked.exception() else asked.result()
                    worker = answer.pop("worker", None)
                    if answer == {"forked": True, "post": post}:
                        workers.add(worker)
                        answers += 1
                    else:
                        wrong.append(asked.exception() or answer)
    finally:
        stop(server)
        print((tmp_path / "log").read_text())  # pytest shows it if the test fails
    measured("F54", "gunicorn --preload", workers_that_succeed=len(workers), requests_that_succeed=answers)
    assert not wrong, wrong
    assert len(workers) >= 3 and answers >= 100, f"{len(workers)} of 3 workers have answered {answers} requests"


def ask(url: str) -> dict[str, Any]:
    with urllib.request.urlopen(url, timeout=TIMEOUT) as answer:
        return json.load(answer)


def test_celery_with_forked_workers(tmp_path, world, post):
    pytest.importorskip("celery")
    tasks = f"""
from celery import Celery

folder = {str(tmp_path)!r}
app = Celery("tasks", broker="filesystem://", backend="file://" + folder + "/results")
app.conf.broker_transport_options = {{"data_folder_in": folder + "/queue", "data_folder_out": folder + "/queue"}}
app.conf.task_ignore_result = False


@app.task
def look():
    return read()
"""
    (tmp_path / "tasks.py").write_text(CLIENT + tasks)
    for folder in ("queue", "results"):
        (tmp_path / folder).mkdir()
    command = [sys.executable, "-m", "celery", "-A", "tasks", "worker", "--pool", "prefork", "--concurrency", "3"]
    given = environment(tmp_path, world, post)
    with open(tmp_path / "log", "wb") as log:
        worker = subprocess.Popen(command, cwd=tmp_path, env=given, stdout=log, stderr=log)
    try:
        caller = (
            "from tasks import look; import json; waiting = [look.delay() for _ in range(6)]; "
            f"print(json.dumps([one.get(timeout={TIMEOUT}) for one in waiting]))"
        )
        run = [sys.executable, "-c", caller]
        answers = subprocess.run(run, cwd=tmp_path, env=given, capture_output=True, text=True, timeout=2 * TIMEOUT)
    finally:
        stop(worker)
    assert answers.returncode == 0, answers.stderr + (tmp_path / "log").read_text()
    assert json.loads(answers.stdout) == [{"forked": True, "post": post}] * 6
