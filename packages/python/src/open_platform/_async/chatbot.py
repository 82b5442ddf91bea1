"""The calls of ``chatbot``. Made from the core by ``open-platform-generator``: do not edit."""

from __future__ import annotations

from .. import _values

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._open_platform import BotMessage, BotMessageSent, ChatUploadToken, Platform, PlatformUser

__all__ = ["AsyncChatbot", "AsyncUserChatbot"]


class AsyncChatbot:
    """Calls of the chatbot that need only the API key: ``client.chatbot``."""

    __slots__ = ("_native",)

    def __init__(self, native: Platform) -> None:
        self._native = native

    async def reply(
        self,
        conversation: str,
        message: BotMessage | str | None = None,
        *,
        media_token: str | None = None,
        buttons: _values.Buttons | None = None,
        timeout: float | None = None,
    ) -> BotMessageSent:
        """Sends a message into a conversation that a user started with the bot.

        Key permission ``CHAT_BOT_SEND_MESSAGE``. Newer than the specification. Source: ``docs/platform.md#chatbot``.

        :param conversation: the id of the conversation.
        :param message: the text, or a complete message instead of all members.
        :param media_token: a picture, video, voice or file that was uploaded for the chat, instead of a text.
        :param buttons: rows of buttons, at most 3 rows of 3.
        :param timeout: the time limit of the call in seconds, instead of the client's.
        :raises AmbiguousOutcome: if the write may or may not have been executed. It was not retried.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        ready = _values.bot_message(message, media_token, buttons)
        return await self._native.chatbot_reply(conversation, ready, timeout=timeout)

    async def create_upload_token(self, *, timeout: float | None = None) -> ChatUploadToken:
        """Creates a token for one upload of a picture, video, voice or file. The upload returns the ``media_token`` of
        a message.

        Key permission ``CHAT_UPLOAD_MEDIA``. Newer than the specification. Source: ``docs/platform.md#chat-media``.

        :param timeout: the time limit of the call in seconds, instead of the client's.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        return await self._native.chatbot_create_upload_token(timeout=timeout)


class AsyncUserChatbot:
    """Calls of the chatbot for a user: ``client.user(grant).chatbot``."""

    __slots__ = ("_native",)

    def __init__(self, native: PlatformUser) -> None:
        self._native = native

    async def send(
        self,
        user: str,
        message: BotMessage | str | None = None,
        *,
        media_token: str | None = None,
        buttons: _values.Buttons | None = None,
        timeout: float | None = None,
    ) -> BotMessageSent:
        """Sends a message of the bot to a user. If there is no conversation yet, the message starts it.

        Scope ``CHAT_BOT_USER_MESSAGE_SEND``. Key permission ``CHAT_BOT_SEND_MESSAGE``. Newer than the specification.
        Source: ``docs/platform.md#chatbot``.

        :param user: the id of the user, which is different for every app.
        :param message: the text, or a complete message instead of all members.
        :param media_token: a picture, video, voice or file that was uploaded for the chat, instead of a text.
        :param buttons: rows of buttons, at most 3 rows of 3.
        :param timeout: the time limit of the call in seconds, instead of the client's.
        :raises AmbiguousOutcome: if the write may or may not have been executed. It was not retried.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        ready = _values.bot_message(message, media_token, buttons)
        return await self._native.chatbot_send(user, ready, timeout=timeout)

    async def reply(
        self,
        conversation: str,
        message: BotMessage | str | None = None,
        *,
        media_token: str | None = None,
        buttons: _values.Buttons | None = None,
        timeout: float | None = None,
    ) -> BotMessageSent:
        """Like ``Chatbot.reply``, with the user's token beside the API key: one document of the platform requires both.

        Key permission ``CHAT_BOT_SEND_MESSAGE``. Newer than the specification. Source: ``docs/platform.md#chatbot``.

        :param conversation: the id of the conversation.
        :param message: the text, or a complete message instead of all members.
        :param media_token: a picture, video, voice or file that was uploaded for the chat, instead of a text.
        :param buttons: rows of buttons, at most 3 rows of 3.
        :param timeout: the time limit of the call in seconds, instead of the client's.
        :raises AmbiguousOutcome: if the write may or may not have been executed. It was not retried.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        ready = _values.bot_message(message, media_token, buttons)
        return await self._native.chatbot_reply(conversation, ready, timeout=timeout)
