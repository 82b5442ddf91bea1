"""Uploads of media of chats, and messages with them."""

from __future__ import annotations

import asyncio
import io
from typing import TYPE_CHECKING, Any

import open_platform as op
import pytest
from open_platform import errors

if TYPE_CHECKING:
    from pathlib import Path

    from open_platform import AsyncClient, Client
    from open_platform.testing import World

PDF = b"%PDF-1.4\n"


def last_message(world: World, conversation: str) -> dict[str, Any]:
    return dict(world.messages(conversation)[-1]["message"])


def test_a_document_is_uploaded_and_sent(sandbox: World, sandbox_client: Client, tmp_path: Path) -> None:
    path = tmp_path / "local name.pdf"
    path.write_bytes(PDF)
    conversation = sandbox.conversations()[0]["id"]
    tokens = sandbox.issue_tokens("seller", [f"CONVERSATION_SEND_MESSAGE.{conversation}"])
    user = sandbox_client.user_with_token(tokens["access_token"])
    for file in (path, PDF, io.BytesIO(PDF)):
        uploaded = sandbox_client.chatbot.upload_file(file, "contract.pdf")
        user.conversations.send(conversation, media_token=uploaded.media_token)
        shown = last_message(sandbox, conversation)
        assert (shown["type"], shown["file_data"]["name"]) == ("FILE", "contract.pdf")
    assert len(sandbox.requests("chatbot.create_upload_token")) == 3
    assert {sighting["belongs"] for sighting in sandbox.credentials()} == {True}
    with pytest.raises(errors.ApiError, match="no such media"):
        user.conversations.send(conversation, media_token="unknown")
    with pytest.raises(errors.InvalidInput) as refused:
        sandbox_client.chatbot.upload_file(PDF, "contract.txt")
    assert refused.value.field == "name"


def test_a_recording_is_uploaded_and_sent_asynchronously(sandbox: World, sandbox_async_client: AsyncClient) -> None:
    conversation = sandbox.conversations()[0]["id"]
    tokens = sandbox.issue_tokens("seller", [f"CONVERSATION_SEND_MESSAGE.{conversation}"])

    async def send() -> None:
        voice = b"\0\0\0\x18ftypM4A \0\0\0\0M4A isom"
        uploaded = await sandbox_async_client.chatbot.upload_voice(voice)
        user = sandbox_async_client.user_with_token(tokens["access_token"])
        await user.conversations.send(conversation, op.Message(media_token=uploaded.media_token))

    asyncio.run(send())
    assert last_message(sandbox, conversation)["type"] == "VOICE"
