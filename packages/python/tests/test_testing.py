"""The sandbox as this package offers it to tests, and the command behind it."""

from __future__ import annotations

import inspect
import sys
import sysconfig
from datetime import datetime, timedelta, timezone
from typing import TYPE_CHECKING

import open_platform
import pytest
from open_platform import Client, Tokens, errors
from open_platform.testing import Sandbox, SandboxError, World, start_sandbox
from open_platform.testing.operations import WorldOperations

if TYPE_CHECKING:
    from pathlib import Path

    from open_platform import AsyncClient

pytest_plugins = ["pytester"]


def test_worlds_share_nothing(sandbox: World, sandbox_process: Sandbox) -> None:
    other = sandbox_process.world()
    assert sandbox.settings["api_key"] != other.settings["api_key"]
    sandbox.add_user("visitor", phone="09120000000")
    post = sandbox.add_post("visitor", data={"title": "Bicycle"})
    assert sandbox.user("visitor")["phone"] == "09120000000"
    assert [one["token"] for one in sandbox.posts("visitor")] == [post["token"]]
    with pytest.raises(SandboxError, match="no user 'visitor'"):
        other.user("visitor")
    assert sandbox_process.world(sandbox.name).posts("visitor") == [post]


def test_a_world_is_reset_and_restored(sandbox: World) -> None:
    sandbox.add_user("visitor")
    restore = sandbox.snapshot()
    sandbox.reset()
    assert "visitor" not in [user["name"] for user in sandbox.users()]
    restore()
    assert "visitor" in [user["name"] for user in sandbox.users()]
    with sandbox.snapshot():
        sandbox.reset()
    assert "visitor" in [user["name"] for user in sandbox.users()]


def test_a_login_and_its_call(sandbox: World, sandbox_client: Client) -> None:
    url, _ = sandbox_client.oauth.authorize(["USER_PHONE", "offline_access"], "session-1")
    login = sandbox_client.oauth.callback(sandbox.consent(url, "buyer"), "session-1")
    assert login.user.users.me().phone_number == sandbox.user("buyer")["phone"]
    assert [request["endpoint"] for request in sandbox.requests()][-2:] == ["oauth.exchange", "users.me"]
    sandbox.wait_for_request("users.me")
    assert {one["belongs"] for one in sandbox.credentials()} == {True} and not sandbox.duplicates()
    denied = sandbox_client.oauth.authorize(["USER_PHONE"], "session-1").url
    assert "code=" not in sandbox.consent(denied, {"decision": "deny"})


def test_faults_and_time(sandbox: World, sandbox_client: Client) -> None:
    token = sandbox.posts()[0]["token"]
    rule: admin.FaultRule = {"on": {"endpoint": "posts.get"}, "effects": [{"kind": "status", "status": 404}]}
    with sandbox.fault(rule), pytest.raises(errors.NotFound):
        sandbox_client.posts.get(token)
    assert not sandbox.faults()
    with sandbox.fault(rule) as remove:
        with pytest.raises(errors.NotFound):
            sandbox_client.posts.get(token)
        assert sandbox.faults()[0]["fired"] == 1
        remove()
    with sandbox.fault(rule):
        sandbox.clear_faults()
    assert sandbox_client.posts.get(token).token == token
    sandbox.freeze()
    before = sandbox.issue_tokens("seller", ["USER_PHONE"])
    assert sandbox.advance(3601)["fired"], before["pair"]
    assert [pair["access_token_works"] for pair in sandbox.tokens()] == [False]


def test_operations_of_the_admin_api(sandbox: World, sandbox_client: Client) -> None:
    token = sandbox.posts()[0]["token"]
    assert sandbox_client.posts.get(token).token == token
    # A parameter in the query, and one in the path.
    [request] = sandbox.requests("posts.get")
    assert sandbox.requests("users.me") == []
    assert sandbox.request(request["number"])["path"] == request["path"]
    # A member as the body, another as the result.
    sandbox.freeze()
    pair = sandbox.issue_tokens("seller", ["USER_PHONE"])
    assert sandbox.token_report(pair["access_token"])["pair"] == pair["pair"]
    assert sandbox.set_limits_used({"searches": 3})
    fault = sandbox.add_fault({"on": {"endpoint": "posts.get"}, "effects": [{"kind": "drop"}]})
    assert sandbox.faults()[0]["id"] == fault
    # No result, and a body that may be absent.
    sandbox.clear_faults()
    assert sandbox.faults() == []
    sandbox.pause_deliveries()
    sandbox.resume_deliveries()
    with pytest.raises(SandboxError, match="GET /posts/no%2Fpost"):
        sandbox.post("no/post")
    assert all(inspect.getdoc(method) for name, method in vars(WorldOperations).items() if name[0] != "_")


def test_a_refusal_names_the_wrong_member(sandbox: World) -> None:
    with pytest.raises(SandboxError) as caught:
        sandbox.issue_tokens("nobody", ["USER_PHONE"])
    assert (caught.value.status, caught.value.field) == (400, "user") and "no user" in str(caught.value)


async def use(client: AsyncClient, token: str) -> str:
    async with client:
        return (await client.posts.get(token)).token


def test_the_asynchronous_client(sandbox: World, sandbox_async_client: AsyncClient) -> None:
    import asyncio

    token = sandbox.posts()[0]["token"]
    assert asyncio.run(use(sandbox_async_client, token)) == token


def test_the_environment_of_production_is_not_read(monkeypatch: pytest.MonkeyPatch, sandbox: World) -> None:
    for name in sandbox.environment:
        monkeypatch.setenv(name, "canary")
    with start_sandbox(seed=8, profile="observed") as other:
        world = other.world()
        assert world.switches()["profile"] == "observed"
        assert "canary" not in str(world.settings)
        assert world.environment["OPEN_PLATFORM_SANDBOX_URL"].startswith(other.url)


def test_a_client_of_a_world_has_no_store_of_the_environment(
    monkeypatch: pytest.MonkeyPatch, sandbox: World, tmp_path: Path
) -> None:
    file = tmp_path / "real.db"
    monkeypatch.setenv("OPEN_PLATFORM_STORE", f"sqlite:{file}")
    monkeypatch.setenv("OPEN_PLATFORM_STORE_KEYS", "unencrypted")
    pair = sandbox.issue_tokens("seller", ["USER_PHONE"])
    tokens = Tokens(pair["access_token"], expires_at=datetime.now(timezone.utc) + timedelta(hours=1), scopes=["USER_PHONE"])
    for settings in (sandbox.settings, {"environment": sandbox.environment}):
        with Client(**settings) as client:
            assert client.user(client.grants.adopt(tokens).key).users.me()
    assert not file.exists()
    with Client(**sandbox.settings, store=f"sqlite:{file}", store_keys=["unencrypted"]) as client:
        client.grants.adopt(tokens)
    assert file.exists()


def test_the_command_is_found_or_the_error_names_the_remedy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(SandboxError, match="given did not start: there is no such command"):
        start_sandbox(tmp_path / "given")
    monkeypatch.setenv("OPEN_PLATFORM_BIN", str(tmp_path / "named"))
    with pytest.raises(SandboxError, match="named did not start: there is no such command"):
        start_sandbox()
    monkeypatch.delenv("OPEN_PLATFORM_BIN")
    monkeypatch.setenv("PATH", str(tmp_path))
    start_sandbox().stop()
    installed = sysconfig.get_path("scripts")
    monkeypatch.setattr(sysconfig, "get_path", lambda _: str(tmp_path / "empty"))
    with pytest.raises(SandboxError, match="no such command; run `cargo install --path packages/cli`"):
        start_sandbox()
    monkeypatch.setenv("PATH", installed)
    start_sandbox().stop()


def test_a_command_of_another_version_is_refused_with_the_remedy(tmp_path: Path) -> None:
    command = tmp_path / "open-platform"
    for version, shown in [('"version": "9.9.9", ', "9.9.9"), ("", "unknown")]:
        command.write_text(f"#!/bin/sh\necho '{{{version}\"url\": \"http://127.0.0.1:1\"}}'; cat\n")
        command.chmod(0o755)
        with pytest.raises(SandboxError) as caught:
            start_sandbox(command)
        said = f"open-platform is of version {shown}, but this package of {open_platform.__version__}; run `cargo install "
        assert said in str(caught.value)


def test_the_error_output_of_a_command_that_does_not_start_is_reported() -> None:
    with pytest.raises(SandboxError, match=r"can't open file|No such file"):
        start_sandbox(sys.executable)


def test_it_ends_with_its_starter(sandbox_process: Sandbox) -> None:
    sandbox = start_sandbox()
    process = sandbox._process
    sandbox.stop()
    assert process.returncode == 0
    with pytest.raises(OSError, match="refused"):
        sandbox.world()
    sandbox.stop()


def test_the_fixtures_need_no_import_and_no_path(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPEN_PLATFORM_BIN", raising=False)
    monkeypatch.setenv("PATH", str(pytester.path))
    pytester.makepyfile("""
        import pytest
        from open_platform.testing import SandboxError

        worlds = []

        def test_one(sandbox, sandbox_client):
            worlds.append(sandbox)
            token = sandbox.posts()[0]["token"]
            assert sandbox_client.posts.get(token).token == token

        def test_another(sandbox):
            assert not sandbox.requests()
            with pytest.raises(SandboxError):
                worlds[0].requests()
    """)
    pytester.runpytest_subprocess().assert_outcomes(passed=2)
