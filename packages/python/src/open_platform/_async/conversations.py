"""The calls of ``conversations``. Made from the core by ``open-platform-generator``: do not edit."""

from __future__ import annotations

from .. import _values

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import timedelta

    from .._open_platform import ConversationRecord, Message, MessageSent, PlatformUser

__all__ = ["AsyncUserConversations"]


class AsyncUserConversations:
    """Calls about conversations for a user: ``client.user(grant).conversations``."""

    __slots__ = ("_native",)

    def __init__(self, native: PlatformUser) -> None:
        self._native = native

    async def send(
        self,
        conversation: str,
        message: Message | str | None = None,
        *,
        media_token: str | None = None,
        sender_buttons: _values.Buttons | None = None,
        receiver_buttons: _values.Buttons | None = None,
        timeout: float | timedelta | None = None,
    ) -> MessageSent:
        """Sends a message into a conversation, as the user, with the app's name above it. If the conversation does not
        exist yet, the message starts it.

        The request is never sent twice, because the platform has no idempotency key. After an
        :class:`AmbiguousOutcome`, the app receives its own message as an event if it was sent.

        At most 3 rows of 3 buttons for each side, and 9 buttons in all unless ``max_buttons`` is set.

        Scope ``CONVERSATION_SEND_MESSAGE`` with the conversation id, ``CHAT_POST_CONVERSATIONS_MESSAGE_SEND`` with the
        post token, or ``CHAT_SUPPLIER_ALL_CONVERSATIONS_MESSAGE_SEND``. Key permission ``CHAT_SEND_MESSAGE_OAUTH``.
        Source: ``docs/platform.md#send-message``.

        :param conversation: the id of the conversation.
        :param message: the text, or a complete message instead of all members.
        :param media_token: a picture, video, voice or file that was uploaded for the chat, instead of a text.
        :param sender_buttons: rows of buttons that the sender sees, at most 3 rows of 3: ``[[Button.link("Open",
            url=url)]]``.
        :param receiver_buttons: rows of buttons that the receiver sees.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises PreconditionFailed: if the recipient does not accept messages.
        :raises AmbiguousOutcome: if the write may or may not have been executed. It was not retried.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        ready = _values.message(message, media_token, sender_buttons, receiver_buttons)
        return await self._native.conversations_send(conversation, ready, timeout=timeout)

    async def get(self, conversation: str, *, timeout: float | timedelta | None = None) -> ConversationRecord:
        """Reads the text messages of a conversation, oldest first.

        Scope ``CHAT_CONVERSATION_READ`` with the conversation id. Key permission ``CHAT_READ_CONVERSATION``. Newer than
        the specification. Source: ``docs/platform.md#read-conversation``.

        :param conversation: the id of the conversation.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        return await self._native.conversations_get(conversation, timeout=timeout)
