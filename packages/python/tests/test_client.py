"""The two clients: every endpoint has its method, the same in both, and they are what the native calls need."""

from __future__ import annotations

import ast
import asyncio
import doctest
import inspect
import io
import socket
import subprocess
import sys
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import open_platform as op
import pytest
import vectors
from open_platform import AsyncClient, Client, errors, stores, testing
from open_platform import _open_platform as core
from open_platform._open_platform import Recorder, ScriptedResponse

SCRIPTS = Path(__file__).parents[1] / "scripts"

#: What the platform calls at the app.
ROUTES = {row.name for row in op.endpoints() if row.host == "app"}


def recorded(*answers: ScriptedResponse) -> dict[str, Any]:
    return {"api_key": "any", "transport": Recorder.script(list(answers))}


def test_a_misspelt_setting_is_refused_with_the_right_name() -> None:
    for kind in (Client, AsyncClient):
        with pytest.raises(errors.ConfigError, match=r"did you mean api_key\?"):
            kind(api_kee="x")


def test_what_a_source_of_secrets_raises_is_the_cause_and_shows_nowhere_else() -> None:
    raised = KeyError("canary")

    def vault() -> str:
        raise raised

    recorder = Recorder.script([])
    for client in (Client(api_key=vault, transport=recorder), AsyncClient(api_key=vault, transport=recorder)):
        with pytest.raises(errors.ConfigError) as failed:
            post = client.posts.get("gZd7omnS")
            if inspect.isawaitable(post):
                asyncio.run(wait_for(post))
        assert failed.value.__cause__ is raised
        assert "KeyError" in str(failed.value)
        assert "canary" not in f"{failed.value} {failed.value!r} {failed.value.report!r}"


async def wait_for(call: Any) -> Any:
    return await call


def clients() -> tuple[Client, AsyncClient]:
    return Client(**recorded()), AsyncClient(**recorded())


def method(client: Any, name: str) -> Any:
    return vectors.method_of(client, client.user_with_token("any"), name)


@pytest.mark.parametrize("name", sorted(row.name for row in op.endpoints() if row.name not in ROUTES))
def test_every_endpoint_has_a_method_in_both_clients(name: str) -> None:
    found = [method(client, name) for client in clients()]
    signatures = [str(inspect.signature(one)).replace("Async", "") for one in found]
    assert signatures[0] == signatures[1]
    assert inspect.iscoroutinefunction(inspect.unwrap(found[1]))
    assert not inspect.iscoroutinefunction(inspect.unwrap(found[0]))
    assert found[0].__doc__


@pytest.mark.parametrize("of_a_call", [True, False])
def test_a_length_of_time_may_be_a_timedelta(of_a_call: bool) -> None:
    short = timedelta(milliseconds=50)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        timeout = timedelta(hours=1) if of_a_call else short
        client = Client(api_key="any", sandbox_url=url, timeout=timeout, max_backoff=timedelta(0), environment={})
        with client:
            with pytest.raises(errors.TransportError):
                client.posts.get("gZd7omnS", timeout=short if of_a_call else None)
            assert client.drain(timedelta(seconds=1))
    with pytest.raises(errors.ConfigError, match="timeout: must be a number of seconds or a timedelta"):
        Client(api_key="any", timeout="5")
    clock = testing.ManualClock(datetime(2026, 1, 1, tzinfo=timezone.utc))
    clock.advance(timedelta(days=1))
    assert clock.now == datetime(2026, 1, 2, tzinfo=timezone.utc)


@pytest.mark.parametrize("name", sorted(row.name for row in op.endpoints() if row.host not in ("app", "auth")))
def test_every_call_takes_a_timeout_by_keyword(name: str) -> None:
    timeout = inspect.signature(method(clients()[0], name)).parameters["timeout"]
    assert timeout.kind is timeout.KEYWORD_ONLY and timeout.default is None


def test_every_method_of_the_stored_grants_takes_a_timeout_by_keyword() -> None:
    for client in clients():
        for name in (name for name in dir(client.grants) if not name.startswith("_")):
            timeout = inspect.signature(getattr(client.grants, name)).parameters.get("timeout")
            assert timeout is not None and timeout.kind is timeout.KEYWORD_ONLY and timeout.default is None, name


def test_every_method_of_a_login_takes_a_timeout_by_keyword() -> None:
    for client in clients():
        for name in ("authorize", "callback", "exchange", "refresh"):
            timeout = inspect.signature(getattr(client.oauth, name)).parameters.get("timeout")
            assert timeout is not None and timeout.kind is timeout.KEYWORD_ONLY and timeout.default is None, name


def test_a_login_and_a_refresh_end_in_their_time(sandbox: testing.World) -> None:
    client = Client(environment=sandbox.environment)
    redirect_uri = client.oauth.redirect_uri
    assert redirect_uri is not None

    def returned() -> str:
        login = client.oauth.authorize([op.Scope.USER_PHONE, op.Scope.OFFLINE_ACCESS], "session", timeout=30)
        return sandbox.consent(login.url, "seller")

    def code() -> str:
        return parse_qs(urlsplit(returned()).query)["code"][0]

    tokens = client.oauth.exchange(code(), redirect_uri, timeout=30)
    address, unused = returned(), code()
    for endpoint in ("oauth.exchange", "oauth.refresh"):
        sandbox.fault({"on": {"endpoint": endpoint}, "effects": [{"kind": "delay", "milliseconds": 60_000}]})
    short = timedelta(milliseconds=200)
    limit = "longer than its timeout of 200 ms"
    with pytest.raises(errors.TransportError, match=limit):
        client.oauth.callback(address, "session", timeout=short)
    with pytest.raises(errors.TransportError, match=limit):
        client.oauth.exchange(unused, redirect_uri, timeout=short)
    with pytest.raises(errors.RefreshUnavailable, match=limit):
        client.oauth.refresh(tokens, redirect_uri, timeout=short)


def test_a_raw_scope_is_sent_unchanged_and_a_misspelled_scope_is_refused() -> None:
    oauth = Client(**recorded(), client_id="app", redirect_uri="https://app.example/callback").oauth
    url = oauth.authorize([op.Scope.raw("BRAND_NEW.x"), op.Scope.raw(op.Scope.USER_PHONE)], "session").url
    assert parse_qs(urlsplit(url).query)["scope"] == ["BRAND_NEW.x USER_PHONE"]
    with pytest.raises(errors.InvalidInput, match=r"did you mean USER_PHONE\?"):
        oauth.authorize(["USER_PHON"], "session")


def public(value: type) -> dict[str, Any]:
    return {name: member for name, member in vars(value).items() if not name.startswith("_")}


def test_both_clients_have_the_same_names() -> None:
    for ours, other in ((Client, AsyncClient), (op.UserClient, op.AsyncUserClient)):
        assert {name.removeprefix("a") if name == "aclose" else name for name in public(other)} == public(ours).keys()
        for name, member in public(ours).items():
            assert member.__doc__, f"{ours.__name__}.{name} has no docstring"


def undocumented(name: str, value: Any) -> list[str]:
    """What has no docstring of a value and of its public members."""
    missing = [] if (value.__doc__ or "").strip() else [name]
    for member, of in public(value).items() if inspect.isclass(value) else ():
        plain = of.__func__ if isinstance(of, (classmethod, staticmethod)) else of
        # A slot has its words in a comment: it cannot hold them.
        is_one = callable(plain) or isinstance(plain, property) or inspect.isgetsetdescriptor(plain)
        if is_one and not plain.__doc__:
            missing.append(f"{name}.{member}")
    return missing


@pytest.mark.parametrize("module", [op, errors, op.migrate, op.semantic, stores, testing, op.widgets])
def test_every_public_name_is_documented(module: Any) -> None:
    values = {name: getattr(module, name) for name in module.__all__}
    named = {name: value for name, value in values.items() if callable(value)}
    assert module.__doc__ and named
    assert [missing for name, value in named.items() for missing in undocumented(name, value)] == []


def test_the_stub_documents_the_exported_names() -> None:
    """What an editor shows is from there."""
    stub = ast.parse(Path(op.__file__).with_name("_open_platform.pyi").read_text())
    missing = []
    for node in stub.body:
        if not isinstance(node, (ast.ClassDef, ast.FunctionDef)) or node.name not in op.__all__:
            continue
        if getattr(op, node.name) is not getattr(core, node.name):
            continue  # the package has one of its own in its place
        inside = node.body if isinstance(node, ast.ClassDef) else []
        members = [one for one in inside if isinstance(one, (ast.ClassDef, ast.FunctionDef)) and one.name[0] != "_"]
        missing += [(node.name, one.name) for one in (node, *members) if not ast.get_docstring(one)]
    assert missing == []


@pytest.mark.parametrize("script", ["write_sync.py", "write_types.py"])
def test_generated_files_are_current(script: str) -> None:
    done = subprocess.run(
        [sys.executable, SCRIPTS / script, "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_old_calls_warn_and_work() -> None:
    client = Client(**recorded(ScriptedResponse(200, headers={}, body=b"{}")))
    with pytest.warns(DeprecationWarning, match="delete_for_user"):
        client.legacy.verifications.delete("09123456789")


def test_keyword_arguments_make_the_same_request_as_an_object() -> None:
    button = op.Button.link("Open", url="https://a.example")
    ready = op.Message("Hello", receiver_buttons=[[button]])
    addon = op.PostAddon([op.TitleRow("Inspected")], semantic={"status": "PENDING"}, notes="n")
    platform = vectors.Platform()
    user = platform.user
    user.conversations.send("c-1", ready)
    user.conversations.send("c-1", "Hello", receiver_buttons=[[button]])
    user.addons.create_on_post("gZd7omnS", addon)
    user.addons.create_on_post(
        "gZd7omnS", widgets=[op.TitleRow("Inspected")], semantic={"status": "PENDING"}, notes="n"
    )
    user.semantics.create_for_post("gZd7omnS", op.SemanticRecord({"status": "PENDING"}, cost=op.Rials(5)))
    user.semantics.create_for_post("gZd7omnS", {"status": "PENDING"}, cost=op.Rials(5))
    platform.client.chatbot.reply("c-1", op.BotMessage("Hello", buttons=[[button]]))
    platform.client.chatbot.reply("c-1", "Hello", buttons=[[button]])
    bodies = [request.body for request in platform.sent()]
    assert bodies[0::2] == bodies[1::2] and len(bodies) == 8


def test_a_value_given_twice_is_refused() -> None:
    platform = vectors.Platform()
    with pytest.raises(errors.InvalidInput) as caught:
        platform.user.conversations.send("c-1", op.Message("Hello"), media_token="m")
    assert caught.value.field == "message"
    with pytest.raises(errors.InvalidInput) as caught:
        platform.user.addons.create_on_post("gZd7omnS", op.PostAddon(), notes="n")
    assert caught.value.field == "addon"
    platform.nothing_left()


HALF_A_PAIR = "a\ud800b"


@pytest.mark.parametrize(
    ("call", "field"),
    [
        (lambda p: p.client.posts.get(5), "post"),
        (lambda p: p.client.posts.get(HALF_A_PAIR), "post"),
        (lambda p: p.client.posts.get(None), "post"),
        (lambda p: p.client.posts.get(".."), "post"),
        (lambda p: p.client.posts.get("a\0"), "post"),
        (lambda p: p.client.posts.get("gZd7omnS", timeout=float("nan")), "timeout"),
        (lambda p: p.client.posts.get("gZd7omnS", timeout=-1), "timeout"),
        (lambda p: p.client.posts.get("gZd7omnS", timeout=float("inf")), "timeout"),
        (lambda p: p.client.posts.get("gZd7omnS", timeout=1e300), "timeout"),
        (lambda p: p.client.posts.get("gZd7omnS", timeout="5"), "timeout"),
        (lambda p: p.client.posts.get("gZd7omnS", timeout=timedelta(seconds=-1)), "timeout"),
        (lambda p: p.client.posts.get("gZd7omnS", timeout=timedelta(hours=25)), "timeout"),
        (lambda p: p.client.request("GET", ["v1"], timeout=b"5"), "timeout"),
        (lambda p: p.user.conversations.send(5, "Hello"), "conversation"),
        (lambda p: p.user.conversations.send("c-1", 5), "message"),
        (lambda p: p.user.conversations.send("c-1"), "message"),
        (
            lambda p: p.user.conversations.send("c-1", "Hello", sender_buttons=[["x"]]),
            "sender_buttons.rows[0].buttons[0]",
        ),
        (lambda p: p.user.addons.create_on_post("gZd7omnS", "addon"), "addon"),
        (lambda p: p.user.addons.create_on_post("gZd7omnS", widgets=[5]), "widgets[0]"),
        (lambda p: p.user.addons.create_for_user(912, widgets=[]), "phone"),
        (lambda p: p.user.addons.create_for_user_id(7, widgets=[]), "user"),
        (lambda p: p.user.semantics.create_for_post("gZd7omnS", {"color": 5}), "semantic.color"),
        (lambda p: p.user.semantics.create_for_post("gZd7omnS", "text"), "semantic"),
        (lambda p: p.user.events.subscribe("POST_UPDATE"), "subscription"),
        (lambda p: p.client.images.upload(5), "image"),
        (lambda p: p.client.images.upload(b""), "image"),
        (lambda p: p.client.images.upload(io.StringIO("text")), "image"),
        (lambda p: p.client.images.upload("no such file.jpg"), "image"),
        (lambda p: p.client.own_posts.upload_image(5), "image"),
        (lambda p: p.client.own_posts.upload_video(5), "video"),
        (lambda p: p.client.own_posts.upload_video(io.StringIO("text")), "video"),
        (lambda p: p.client.own_posts.upload_video("no such file.mp4"), "video"),
        (lambda p: p.client.oauth.authorize(["USER_PHONE"], HALF_A_PAIR), "session_id"),
        (lambda p: p.client.oauth.authorize(["USER_PHONE"], 5), "session_id"),
        (lambda p: p.client.oauth.authorize([5], "session-1"), "scopes[0]"),
        (lambda p: p.client.oauth.authorize(["USER_PHONE"], "session-1", user=HALF_A_PAIR), "user"),
        (lambda p: p.client.oauth.callback(HALF_A_PAIR, "session-1"), "url_or_query"),
        (lambda p: p.client.oauth.exchange(b"code", "https://app.example/oauth/callback"), "code"),
        (lambda p: p.client.grants.info(5), "grant"),
        (lambda p: p.client.request("GET", ["v1"], query={"a": 5}), "query.a"),
        (lambda p: p.client.request("POST", ["v1"], body={"a": float("nan")}), "body.a"),
        (lambda p: p.client.request("GET", ["v1"], host="live"), "host"),
        (lambda p: p.client.request("GET", "v1"), "segments"),
        (lambda p: p.client.request("GET", ["v1", HALF_A_PAIR]), "segments[1]"),
        (lambda p: p.client.request(5, ["v1"]), "method"),
        (lambda p: p.client.user_with_token(HALF_A_PAIR), "access_token"),
        (lambda p: op.semantic.mask(HALF_A_PAIR), "value"),
        (lambda p: op.semantic.hashed_names({"color": 5}), "semantic.color"),
        (lambda p: op.normalize_phone(912), "phone"),
        (lambda p: op.migrate.addon({"widget_list": object()}), "document.widget_list"),
        (lambda p: op.Scope.post_addon_create(5), "post"),
        (lambda p: op.Scope.post_addon_create("a b"), "scopes"),
    ],
)
def test_an_invalid_value_is_refused_before_anything_is_sent(call: Any, field: str) -> None:
    platform = vectors.Platform()
    with pytest.raises(errors.InvalidInput) as caught:
        call(platform)
    assert caught.value.field == field
    platform.nothing_left()


def test_the_examples_in_docstrings_run() -> None:
    for module in (op.widgets, op.migrate, op.semantic):
        result = doctest.testmod(module)
        assert result.attempted and not result.failed, module.__name__


def test_an_image_is_taken_in_every_form(tmp_path: Path) -> None:
    image = vectors.base64.b64decode(vectors.example("images.upload").given["arguments"]["image_base64"])
    file = tmp_path / "a.jpg"
    file.write_bytes(image)
    platform = vectors.Platform({"status": 200, "body": {"image_name": "a.jpg"}})
    with file.open("rb") as opened:
        for form in (image, bytearray(image), memoryview(image), file, str(file), opened):
            assert platform.client.images.upload(form).image_name == "a.jpg"
    assert {request.body for request in platform.sent()} == {image}


def test_the_asynchronous_client_makes_the_same_requests() -> None:
    async def use() -> list[Any]:
        transport = Recorder.always(ScriptedResponse(200, headers={"content-type": "application/json"}, body=b'{"token": "gZd7omnS"}'))
        async with AsyncClient(api_key="any", transport=transport) as client:
            posts = await asyncio.gather(*(client.posts.get("gZd7omnS", timeout=5) for _ in range(20)))
            await client.user_with_token("any").conversations.send("c-1", "Hello")
        assert {post.token for post in posts} == {"gZd7omnS"}
        return transport.requests

    requests = asyncio.run(use())
    assert len(requests) == 21
    assert "c-1" in requests[-1].url


def test_a_closed_client_raises_an_error_that_says_so() -> None:
    with Client(**recorded()) as client:
        pass
    with pytest.raises(errors.OpenPlatformError):
        client.posts.get("gZd7omnS")
