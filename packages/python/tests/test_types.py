"""Annotations that are asked for while a program runs, data types in pydantic and FastAPI, errors that travel as text."""

from __future__ import annotations

import importlib
import inspect
import json
import os
import pickle
import pkgutil
import subprocess
import sys
import typing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import open_platform
import pytest
from open_platform import Message, Subscription, TitleRow, errors

if TYPE_CHECKING:
    from collections.abc import Iterator

#: The modules of the clients, whose classes are reached by properties: ``client.posts``.
AREAS = [
    f".{package}.{module.name}"
    for package in ("_async", "_sync")
    for module in pkgutil.iter_modules(importlib.import_module(f"open_platform.{package}").__path__)
]
MODULES = ["", ".app", ".errors", ".hooks", ".keeper", ".login", ".migrate", ".semantic", ".stores", ".testing", ".testing.admin", ".widgets"]


def annotated() -> Iterator[tuple[str, Any]]:
    """Every public class, function and method that has annotations."""
    for module in (importlib.import_module(f"open_platform{name}") for name in MODULES + AREAS):
        for name in [name for name in getattr(module, "__all__", dir(module)) if not name.startswith("_")]:
            value = getattr(module, name)
            if not str(getattr(value, "__module__", "")).startswith("open_platform"):
                continue
            if inspect.isfunction(value) or inspect.isclass(value):
                yield f"{module.__name__}.{name}", value
            if inspect.isclass(value):
                for member, defined in vars(value).items():
                    function = getattr(getattr(defined, "__func__", defined), "fget", None) or getattr(defined, "__func__", defined)
                    if inspect.isfunction(function) and (member == "__init__" or not member.startswith("_")):
                        yield f"{module.__name__}.{name}.{member}", function


@pytest.mark.parametrize("at_once", [False, True], ids=["later", "at once"])
def test_annotations_can_be_resolved_in_a_new_process(at_once: bool) -> None:
    """Also in the way that Python 3.14 needs, whichever version runs this."""
    if at_once and sys.version_info < (3, 11):
        pytest.skip("typing of Python 3.10 lacks what that of 3.14 has")
    program = f"""
import sys
import typing

version = sys.version_info
sys.version_info = (3, 14) if {at_once} else version
import open_platform
sys.version_info = version
from open_platform import AsyncClient, Client, errors, keeper

assert ("open_platform._annotations" in sys.modules) == {at_once}
functions = (Client.posts.fget, AsyncClient.posts.fget, keeper.Keeper.__iter__, errors.ApiError.details.fget)
for function in functions:
    name = function.__annotations__["return"].split("[")[0]
    print(name, name in function.__globals__, typing.get_type_hints(function)["return"])
"""
    run = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    found = [line.split(" ", 2) for line in run.stdout.splitlines()]
    assert [name for name, _, _ in found] == ["Posts", "AsyncPosts", "Self", "list"]
    # Python 3.14 looks up a name in the module itself, and then in `builtins`.
    assert not at_once or [present for _, present, _ in found[:3]] == ["True"] * 3


def test_annotations_can_be_resolved() -> None:
    missing = {}
    asked = 0
    for name, value in annotated():
        asked += 1
        try:
            typing.get_type_hints(value)
        except Exception as error:  # noqa: BLE001
            missing[name] = repr(error)
    assert missing == {}
    # All of them, and no empty list.
    assert asked > 900
    hints = typing.get_type_hints(open_platform.AsyncClient.__init__)
    assert hints["return"] is type(None)
    assert typing.get_type_hints(open_platform.Client.keeper)["return"] is open_platform.keeper.Keeper


def output(program: str) -> str:
    """The output of a program that runs without the modules that `site` loads in some environments."""
    path = str(Path(open_platform.__file__).parents[1])
    run = [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, {path!r})\n{program}"]
    return subprocess.run(run, check=True, capture_output=True, text=True).stdout


def test_an_import_loads_only_what_a_client_needs() -> None:
    """Other modules are loaded when they are first used. Each costs a program time when it starts."""
    program = """
import sys

before = set(sys.modules)
from open_platform import Client

print(*sorted(set(sys.modules) - before))
"""
    loaded = output(program).split()
    assert {"open_platform._sync.posts", "open_platform._open_platform"} <= set(loaded)
    modules = ("_annotations", "_async", "_settings", "_sync.user_client", "hooks", "keeper", "stores", "widgets")
    later = {f"open_platform.{name}" for name in modules}
    assert not (later | {"asyncio", "collections", "datetime", "json", "logging", "re", "threading", "typing"}) & set(loaded)


def test_classes_are_created_when_they_are_first_used() -> None:
    program = """
import open_platform

native = open_platform._open_platform
assert "Post" in dir(open_platform) and "Post" in dir(native)
assert not {"Post", "Message"} & {*vars(open_platform), *vars(native)}
post = open_platform.Post
assert post is native.Post and vars(open_platform)["Post"] is vars(native)["Post"]
for name in open_platform.__all__:
    getattr(open_platform, name)
from open_platform import *
assert Message is native.Message
for module in (open_platform, native):
    try:
        module.Psot
    except AttributeError as error:
        print(error)
"""
    modules = ("open_platform", "open_platform._open_platform")
    assert output(program).splitlines() == [f"module '{name}' has no attribute 'Psot'" for name in modules]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no forks")
def test_a_child_has_all_classes_before_it_is_forked() -> None:
    """Otherwise another thread could be creating one at that moment, and the child would wait for it forever."""
    program = """
import os
import sys

import open_platform

native = open_platform._open_platform
is_there = lambda: ("Post" in vars(native), "threading" in sys.modules)
print(*is_there(), flush=True)
if os.fork() == 0:
    print(*is_there(), flush=True)
    os._exit(0)
os.wait()
"""
    assert output(program).splitlines() == ["False False", "True True"]


ALL = [getattr(errors, name) for name in errors.__all__]


@pytest.mark.parametrize("kind", ALL, ids=errors.__all__)
def test_an_error_can_be_created_from_a_text(kind: type[errors.OpenPlatformError]) -> None:
    error = kind("the text")
    assert (str(error), error.args, type(error.code)) == ("the text", ("the text",), str)
    for attribute in [name for name in dir(kind) if isinstance(getattr(kind, name, None), property)]:
        getattr(error, attribute)
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), again.code) == (kind, "the text", error.code)
    # As a result of Celery travels: class and arguments as JSON.
    assert str(kind(*json.loads(json.dumps(error.args)))) == "the text"


def test_every_error_has_a_code_of_its_own() -> None:
    codes = {kind.__name__: kind("the text").code for kind in ALL}
    assert [name for name, code in codes.items() if code == "unknown"] == ["OAuthError", "OpenPlatformError"]
    assert len(set(codes.values())) == len(codes) - 1


def test_an_error_keeps_its_attributes_through_pickle() -> None:
    with pytest.raises(errors.InvalidInput) as caught:
        open_platform.PostAddon(widgets=[TitleRow("x" * 50)]).check()
    error = caught.value
    again = pickle.loads(pickle.dumps(error))
    assert (again.field, again.reason, str(again)) == (error.field, error.reason, str(error))
    assert error.args == (str(error),)


def test_celery_restores_an_error_from_json() -> None:
    backends = pytest.importorskip("celery.backends.base")
    celery = importlib.import_module("celery").Celery("tasks", backend="cache+memory://")
    celery.conf.result_serializer = "json"
    backend = backends.BaseBackend(celery)
    sent = backend.encode(backend.prepare_exception(errors.NotFound("there is no such post")))
    received = backend.exception_to_python(backend.decode(sent))
    assert (type(received), str(received)) == (errors.NotFound, "there is no such post")


def test_data_types_are_members_of_pydantic_models() -> None:
    pydantic = pytest.importorskip("pydantic")

    class Wanted(pydantic.BaseModel):
        rows: list[TitleRow]
        subscription: Subscription | None = None

    wanted = Wanted(rows=[TitleRow("Inspected")])
    assert wanted.model_dump() == {"rows": [{"text": "Inspected"}], "subscription": None}
    assert Wanted.model_validate({"rows": [{"text": "Inspected", "has_divider": True}]}).rows == [TitleRow("Inspected", has_divider=True)]
    with pytest.raises(pydantic.ValidationError, match="instance of TitleRow"):
        Wanted(rows=["Inspected"])
    with pytest.raises(pydantic.ValidationError):
        Wanted(rows=[{"texts": "Inspected"}])
    assert Wanted.model_json_schema()["properties"]["rows"]["items"]["type"] == "object"


def test_data_types_are_requests_and_responses_of_fastapi() -> None:
    fastapi = pytest.importorskip("fastapi")
    pytest.importorskip("httpx")
    client_of = pytest.importorskip("fastapi.testclient").TestClient
    app = fastapi.FastAPI()

    # What is no model of pydantic's own FastAPI takes from the query, unless it is told.
    def take(row):  # type: ignore[no-untyped-def]
        assert isinstance(row, TitleRow)
        return row

    take.__annotations__ = {"row": typing.Annotated[TitleRow, fastapi.Body()], "return": TitleRow}
    app.post("/rows")(take)

    @app.get("/message")
    def message() -> Message:
        return Message("hello")

    with client_of(app) as client:
        answer = client.post("/rows", json={"text": "Inspected"})
        assert (answer.status_code, answer.json()) == (200, {"text": "Inspected"})
        assert client.post("/rows", json={"text": 5}).status_code == 422
        assert client.get("/message").json() == Message("hello").to_dict()
        assert client.get("/openapi.json").status_code == 200
