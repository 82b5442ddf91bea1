"""What handlers do through the client of their hooks."""

from __future__ import annotations

import asyncio
import json
import threading
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from hook_requests import request, respond
from open_platform import AsyncClient, Client, Hooks, errors
from open_platform._web import call_from_loop

if TYPE_CHECKING:
    from open_platform import ChatMessage, Delivery, PostUpdate
    from open_platform._web import Request
    from open_platform.testing import World

KEY = "identification-key-one"


def message_to(kind: str, conversation: str, **more: Any) -> Request:
    """A request with the event of a message."""
    headers = [(b"authorization", KEY.encode()), (b"content-type", b"application/json")]
    message = {"id": "e7a08a2c-8ee4-11ef-af85-000000000001", "conversation": {"id": conversation}, "text": "Hello"}
    body = {"type": kind.upper(), kind: message, **more}
    return request("POST", "/events", headers, json.dumps(body).encode())


def deliver(app: Hooks, kind: str, conversation: str, **more: Any) -> int:
    """The status that an app without a loop answers to a message with."""
    return respond(app, message_to(kind, conversation, **more)).status


def texts(world: World, conversation: str) -> list[Any]:
    return [written["message"]["text"] for written in world.messages(conversation)]


def test_the_bot_replies(sandbox: World, sandbox_client: Client) -> None:
    app, chat = Hooks(KEY, client=sandbox_client), sandbox.add_conversation("buyer")["id"]

    @app.on("new_chatbot_message")
    def answer(message: ChatMessage, reply: Any, client: Client) -> None:
        assert client is sandbox_client
        reply(f"You said {message.text}", timeout=5)

    assert deliver(app, "new_chatbot_message", chat) == 200
    assert texts(sandbox, chat) == ["You said Hello"]


def test_the_app_replies_as_the_user_of_the_event(sandbox: World, caplog: pytest.LogCaptureFixture) -> None:
    client = AsyncClient(**sandbox.settings)
    app, chat = Hooks(KEY, client=client), sandbox.conversations()[0]["id"]
    tokens = sandbox.issue_tokens("seller", [f"CONVERSATION_SEND_MESSAGE.{chat}"])["access_token"]
    asked: list[Any] = []

    @app.on("new_message")
    async def answer(message: ChatMessage, user: Any, reply: Any) -> None:
        asked.append(user)
        await reply("Thank you")

    assert deliver(app, "new_message", chat) == 500, "nobody knows whose it is"
    assert asked == [None]
    assert "ConfigError at _handlers.py:" in caplog.text and "set `grant_of` of the hooks" in caplog.text

    async def user_of(*_: Any) -> Any:
        return client.user_with_token(tokens)

    app._handlers._user_of = user_of  # type: ignore[method-assign]
    assert deliver(app, "new_message", chat) == 200
    assert texts(sandbox, chat)[-1] == "Thank you" and sandbox.messages(chat)[-1]["author"] == "seller"


def test_a_message_of_an_app_gets_no_reply_because_replies_would_never_end(
    sandbox_client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    app = Hooks(KEY, client=sandbox_client)

    @app.on("new_message")
    def answer(message: ChatMessage, reply: Any) -> None:
        reply("Thank you")

    own = {"id": "e7a08a2c-8ee4-11ef-af85-000000000001", "sender": {"type": "BOT", "side": "SELLER"}, "text": "Thank you"}
    body = json.dumps({"type": "NEW_MESSAGE", "new_message": own, "metadata": {"grant": "user.scopes"}}).encode()
    headers = [(b"authorization", KEY.encode()), (b"content-type", b"application/json")]
    assert respond(app, request("POST", "/events", headers, body)).status == 500
    assert "configuration of reply: an app wrote this message" in caplog.text


def test_the_grant_is_found_in_the_metadata_or_by_the_app(sandbox_client: Client) -> None:
    def handler(users: list[Any]) -> Any:
        return lambda message, user, metadata: users.append((user, metadata))

    for options, metadata, is_known in [
        ({}, {"grant": "user.scopes"}, True),
        ({}, {"grant": 7}, False),
        ({}, ["grant"], False),
        ({}, None, False),
        ({"grant_of": lambda delivery: delivery.metadata["seller"]}, {"seller": "user.scopes"}, True),
    ]:
        users: list[Any] = []
        app = Hooks(KEY, client=sandbox_client, **options)  # type: ignore[arg-type]
        app.on("new_message")(handler(users))
        assert deliver(app, "new_message", "c", metadata=metadata) == 200
        assert [(user is not None, seen) for user, seen in users] == [(is_known, metadata)]


def test_a_message_that_gets_no_reply_needs_no_user(sandbox_client: Client) -> None:
    app = Hooks(KEY, client=sandbox_client)

    @app.on("new_message")
    def answer(message: ChatMessage, reply: Any) -> None:
        assert callable(reply)

    assert deliver(app, "new_message", "c") == 200


def test_the_bot_replies_without_a_user(sandbox: World, sandbox_client: Client) -> None:
    def nobody(delivery: Delivery) -> str | None:
        raise AssertionError

    app, chat = Hooks(KEY, client=sandbox_client, grant_of=nobody), sandbox.add_conversation("buyer")["id"]

    @app.on("new_chatbot_message")
    def answer(message: ChatMessage, reply: Any) -> None:
        reply("Hello")

    assert deliver(app, "new_chatbot_message", chat) == 200
    assert texts(sandbox, chat) == ["Hello"]


def grants_of(kind: str, threads: list[int]) -> Any:
    """A function that finds the grant, in one of the ways in which it can be written."""

    def find(delivery: Delivery) -> str | None:
        threads.append(threading.get_ident())
        return f"{(delivery.metadata or {}).get('seller')}.scopes"

    async def find_async(delivery: Delivery) -> str | None:
        await asyncio.sleep(0)
        return find(delivery)

    class Found:
        async def __call__(self, delivery: Delivery) -> str | None:
            return await find_async(delivery)

    return {"function": find, "async": find_async, "object": Found()}[kind]


@pytest.mark.parametrize("kind", ["function", "async", "object"])
@pytest.mark.parametrize("in_loop", [False, True], ids=["without a loop", "in a loop"])
def test_the_grant_is_found_by_any_function(sandbox: World, kind: str, in_loop: bool) -> None:
    threads: list[int] = []
    client = AsyncClient(**sandbox.settings)
    app, users = Hooks(KEY, client=client, grant_of=grants_of(kind, threads)), list[Any]()
    app.on("new_message")(lambda message, user: users.append(user))
    delivered = message_to("new_message", "c", metadata={"seller": "seller"})
    if in_loop:
        assert asyncio.run(app.respond(delivered, call_from_loop)).status == 200
        assert kind != "function" or threads != [threading.get_ident()], "it may block"
    else:
        assert respond(app, delivered).status == 200
    assert len(threads) == 1 and [type(user).__name__ for user in users] == ["AsyncUserClient"]


def test_a_function_for_the_grant_that_hangs_fails_after_the_time_limit(
    sandbox_client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    async def hang(delivery: Delivery) -> None:
        await asyncio.Event().wait()

    app = Hooks(KEY, client=sandbox_client, grant_of=hang, handler_timeout=timedelta(seconds=0.05))
    app.on("new_message")(lambda message, user: None)
    assert deliver(app, "new_message", "c") == 500
    assert "it took longer than 0.05 s" in caplog.text


def test_the_time_limit_is_that_of_the_grant_and_the_handler_together(
    sandbox_client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    passed = 0.0
    monkeypatch.setattr("open_platform._web.monotonic", lambda: passed)

    async def slow(delivery: Delivery) -> None:
        nonlocal passed
        passed += 40

    async def handle(message: ChatMessage, user: Any) -> None:
        await asyncio.Event().wait()

    app = Hooks(KEY, client=sandbox_client, grant_of=slow, handler_timeout=30)
    app.on("new_message")(handle)
    assert deliver(app, "new_message", "c") == 500
    assert "it took longer than 30 s" in caplog.text


def test_handlers_that_need_a_client_are_refused_without_one(sandbox_client: Client) -> None:
    def on_message(message: ChatMessage, reply: Any) -> None: ...
    def on_update(update: PostUpdate, reply: Any) -> None: ...

    with pytest.raises(TypeError, match=r"asks for 'reply'\. There are: .*; more with Hooks\(client=\.\.\.\)$"):
        Hooks(KEY).on("new_message")(on_message)
    with pytest.raises(TypeError, match=r"asks for 'reply'\. There are: client, .*, user$"):
        Hooks(KEY, client=sandbox_client).on("post_update")(on_update)


def test_hooks_with_a_client_have_its_limits_whatever_their_keys() -> None:
    headers = [(b"authorization", KEY.encode()), (b"content-type", b"application/json")]
    clicked = request("POST", "/actions", headers, json.dumps({"touchpoint": "CHAT"}).encode())
    for limit, status in ((5000, 200), (4096, 500)):
        client = Client(identification_keys=[KEY], max_message_chars=limit)
        for app in (Hooks(client=client), Hooks(KEY, client=client)):
            app.on_dynamic_action(lambda request: "a" * 4097)
            assert respond(app, clicked).status == status


def test_an_event_whose_reply_may_have_been_sent_is_not_handled_again(caplog: pytest.LogCaptureFixture) -> None:
    hooks = Hooks(KEY)
    calls = []

    @hooks.on("new_message")
    def handle(message: ChatMessage) -> None:
        calls.append(message)
        raise errors.AmbiguousOutcome("canary")

    assert [respond(hooks, message_to("new_message", "c")).status for _ in range(2)] == [200, 200]
    assert len(calls) == 1
    assert "and the event is not handled again, because a call may have been executed: AmbiguousOutcome at" in caplog.text
    assert "canary" not in caplog.text
