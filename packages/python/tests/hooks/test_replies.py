"""What handlers do through the client of their hooks."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from open_platform import AsyncClient, Hooks
from requested import request, respond

if TYPE_CHECKING:
    from open_platform import ChatMessage, Client, PostUpdate
    from open_platform.testing import World

KEY = "identification-key-one"


def deliver(app: Hooks, kind: str, conversation: str, **more: Any) -> int:
    """The status that an app without a loop answers to a message with."""
    headers = [(b"authorization", KEY.encode()), (b"content-type", b"application/json")]
    message = {"id": "e7a08a2c-8ee4-11ef-af85-000000000001", "conversation": {"id": conversation}, "text": "Hello"}
    body = {"type": kind.upper(), kind: message, **more}
    return respond(app, request("POST", "/events", headers, json.dumps(body).encode())).status


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


def test_the_app_replies_as_the_user_of_the_event(sandbox: World) -> None:
    client = AsyncClient(**sandbox.settings)
    app, chat = Hooks(KEY, client=client), sandbox.conversations()[0]["id"]
    tokens = sandbox.issue_tokens("seller", [f"CONVERSATION_SEND_MESSAGE.{chat}"])["access_token"]
    asked: list[Any] = []

    @app.on("new_message")
    async def answer(message: ChatMessage, user: Any, reply: Any) -> None:
        asked.append(user)
        await reply("Thank you")

    assert deliver(app, "new_message", chat) == 500, "nobody knows whose it is"
    assert not asked
    app._handlers._user_of = lambda delivery: client.user_with_token(tokens)  # type: ignore[method-assign]
    assert deliver(app, "new_message", chat) == 200
    assert texts(sandbox, chat)[-1] == "Thank you" and sandbox.messages(chat)[-1]["author"] == "seller"


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


def test_handlers_that_need_a_client_are_refused_without_one(sandbox_client: Client) -> None:
    def on_message(message: ChatMessage, reply: Any) -> None: ...
    def on_update(update: PostUpdate, reply: Any) -> None: ...

    with pytest.raises(TypeError, match="asks for 'reply'"):
        Hooks(KEY).on("new_message")(on_message)
    with pytest.raises(TypeError, match="asks for 'reply'"):
        Hooks(KEY, client=sandbox_client).on("post_update")(on_update)
