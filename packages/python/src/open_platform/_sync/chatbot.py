"""The calls of ``chatbot``. Made from the core by ``open-platform-generator``: do not edit."""

from __future__ import annotations

from .. import _values

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import timedelta

    from .._open_platform import BotMessage, BotMessageSent, ChatUploadToken, Platform, PlatformUser, UploadedChatMedia

__all__ = ["Chatbot", "UserChatbot"]


class Chatbot:
    """Calls of the chatbot that need only the API key: ``client.chatbot``."""

    __slots__ = ("_native",)

    def __init__(self, native: Platform) -> None:
        self._native = native

    def reply(
        self,
        conversation: str,
        message: BotMessage | str | None = None,
        *,
        media_token: str | None = None,
        buttons: _values.Buttons | None = None,
        timeout: float | timedelta | None = None,
    ) -> BotMessageSent:
        """Sends a message into a conversation that a user started with the bot.

        Key permission ``CHAT_BOT_SEND_MESSAGE``. Newer than the specification. Source: ``docs/platform.md#chatbot``.

        :param conversation: the id of the conversation.
        :param message: the text, or a complete message instead of all members.
        :param media_token: a picture, video, voice or file that was uploaded for the chat, instead of a text.
        :param buttons: rows of buttons, at most 3 rows of 3.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises AmbiguousOutcome: if the write may or may not have been executed. It was not retried.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        ready = _values.bot_message(message, media_token, buttons)
        return self._native.chatbot_reply(conversation, ready, timeout=timeout).wait()

    def create_upload_token(self, *, timeout: float | timedelta | None = None) -> ChatUploadToken:
        """Creates a token for one upload of a picture, video, voice or file. ``upload_image``, ``upload_video``,
        ``upload_voice`` and ``upload_file`` create it themselves.

        Key permission ``CHAT_UPLOAD_MEDIA``. Newer than the specification. Source: ``docs/platform.md#chat-media``.

        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        return self._native.chatbot_create_upload_token(timeout=timeout).wait()

    def upload_image(
        self,
        image: _values.UploadSource,
        *,
        on_progress: _values.OnProgress | None = None,
        timeout: float | timedelta | None = None,
    ) -> UploadedChatMedia:
        """Uploads a picture for a chat: JPEG or PNG, at most 5,000,000 bytes. A message, of the chatbot or of a user,
        names it by the ``media_token`` of the result.

        The call creates an upload token first, and sends the picture with it to the upload host of chats, which gets no
        other credential. The upload has the time limit ``upload_timeout``; a limit that is given for the call is that
        of both requests.

        The picture is never sent twice. After an :class:`AmbiguousOutcome` it can be uploaded again: no message names
        the first one.

        Key permission ``CHAT_UPLOAD_MEDIA``. Newer than the specification. Source: ``docs/platform.md#chat-media``.

        :param image: a path, bytes, a file opened in binary mode, which is read from its current position, or a stream
            of bytes. An open file and a stream are read before the time limit of the call begins. The name of a file is
            not sent.
        :param on_progress: called with the bytes of the file that were sent so far, and with its size: first with 0, at
            the end with the size. It begins again at 0 if the file is sent once more. An error in it does not end the
            upload.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises InvalidInput: for a file that cannot be read, is empty, too large, of another format or truncated, or
            that changes while it is read.
        :raises Unauthorized: if the upload token is no longer valid: call again, each call creates a new one.
        :raises AmbiguousOutcome: if the write may or may not have been executed. It was not retried.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        ready = _values.upload(image, "image", on_progress, self._native)
        return self._native.chatbot_upload_image(ready, timeout=timeout).wait()

    def upload_video(
        self,
        video: _values.UploadSource,
        *,
        on_progress: _values.OnProgress | None = None,
        timeout: float | timedelta | None = None,
    ) -> UploadedChatMedia:
        """Uploads a video for a chat: MP4, at most 50,000,000 bytes. A message, of the chatbot or of a user, names it
        by the ``media_token`` of the result.

        The call creates an upload token first, and sends the video with it to the upload host of chats, which gets no
        other credential. The upload has the time limit ``upload_timeout``; a limit that is given for the call is that
        of both requests.

        The video is never sent twice. After an :class:`AmbiguousOutcome` it can be uploaded again: no message names the
        first one.

        Key permission ``CHAT_UPLOAD_MEDIA``. Newer than the specification. Source: ``docs/platform.md#chat-media``.

        :param video: a path, bytes, a file opened in binary mode, which is read from its current position, or a stream
            of bytes. An open file and a stream are read before the time limit of the call begins. The name of a file is
            not sent.
        :param on_progress: called with the bytes of the file that were sent so far, and with its size: first with 0, at
            the end with the size. It begins again at 0 if the file is sent once more. An error in it does not end the
            upload.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises InvalidInput: for a file that cannot be read, is empty, too large or of another format, or that changes
            while it is read.
        :raises Unauthorized: if the upload token is no longer valid: call again, each call creates a new one.
        :raises AmbiguousOutcome: if the write may or may not have been executed. It was not retried.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        ready = _values.upload(video, "video", on_progress, self._native)
        return self._native.chatbot_upload_video(ready, timeout=timeout).wait()

    def upload_voice(
        self,
        voice: _values.UploadSource,
        *,
        on_progress: _values.OnProgress | None = None,
        timeout: float | timedelta | None = None,
    ) -> UploadedChatMedia:
        """Uploads a voice recording for a chat: M4A or 3GP, at most 1,500,000 bytes. A message, of the chatbot or of a
        user, names it by the ``media_token`` of the result.

        The call creates an upload token first, and sends the recording with it to the upload host of chats, which gets
        no other credential. The upload has the time limit ``upload_timeout``; a limit that is given for the call is
        that of both requests.

        The recording is never sent twice. After an :class:`AmbiguousOutcome` it can be uploaded again: no message names
        the first one.

        Key permission ``CHAT_UPLOAD_MEDIA``. Newer than the specification. Source: ``docs/platform.md#chat-media``.

        :param voice: a path, bytes, a file opened in binary mode, which is read from its current position, or a stream
            of bytes. An open file and a stream are read before the time limit of the call begins. The name of a file is
            not sent.
        :param on_progress: called with the bytes of the file that were sent so far, and with its size: first with 0, at
            the end with the size. It begins again at 0 if the file is sent once more. An error in it does not end the
            upload.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises InvalidInput: for a file that cannot be read, is empty, too large or of another format, or that changes
            while it is read.
        :raises Unauthorized: if the upload token is no longer valid: call again, each call creates a new one.
        :raises AmbiguousOutcome: if the write may or may not have been executed. It was not retried.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        ready = _values.upload(voice, "voice", on_progress, self._native)
        return self._native.chatbot_upload_voice(ready, timeout=timeout).wait()

    def upload_file(
        self,
        file: _values.UploadSource,
        name: str,
        *,
        on_progress: _values.OnProgress | None = None,
        timeout: float | timedelta | None = None,
    ) -> UploadedChatMedia:
        """Uploads a document for a chat: PDF, DOC, DOCX, XLS, XLSX, PPT or PPTX, at most 5,000,000 bytes. A message, of
        the chatbot or of a user, names it by the ``media_token`` of the result.

        The name is what the recipient sees. Its ending says the format, as in ``contract.pdf``; it has at most 255
        characters, no slash and no control character. The name of a file on disk is not sent.

        The call creates an upload token first, and sends the document with it to the upload host of chats, which gets
        no other credential. The upload has the time limit ``upload_timeout``; a limit that is given for the call is
        that of both requests.

        The document is never sent twice. After an :class:`AmbiguousOutcome` it can be uploaded again: no message names
        the first one.

        Key permission ``CHAT_UPLOAD_MEDIA``. Newer than the specification. Source: ``docs/platform.md#chat-media``.

        :param file: a path, bytes, a file opened in binary mode, which is read from its current position, or a stream
            of bytes. An open file and a stream are read before the time limit of the call begins. The name of a file is
            not sent.
        :param name: the name of the document as the recipient sees it, such as ``contract.pdf``.
        :param on_progress: called with the bytes of the file that were sent so far, and with its size: first with 0, at
            the end with the size. It begins again at 0 if the file is sent once more. An error in it does not end the
            upload.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises InvalidInput: for a file that cannot be read, is empty, too large or of another format than its name
            says, or that changes while it is read.
        :raises Unauthorized: if the upload token is no longer valid: call again, each call creates a new one.
        :raises AmbiguousOutcome: if the write may or may not have been executed. It was not retried.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        ready = _values.upload(file, "file", on_progress, self._native)
        return self._native.chatbot_upload_file(ready, name, timeout=timeout).wait()


class UserChatbot:
    """Calls of the chatbot for a user: ``client.user(grant).chatbot``."""

    __slots__ = ("_native",)

    def __init__(self, native: PlatformUser) -> None:
        self._native = native

    def send(
        self,
        user: str,
        message: BotMessage | str | None = None,
        *,
        media_token: str | None = None,
        buttons: _values.Buttons | None = None,
        timeout: float | timedelta | None = None,
    ) -> BotMessageSent:
        """Sends a message of the bot to a user. If there is no conversation yet, the message starts it.

        Scope ``CHAT_BOT_USER_MESSAGE_SEND``. Key permission ``CHAT_BOT_SEND_MESSAGE``. Newer than the specification.
        Source: ``docs/platform.md#chatbot``.

        :param user: the id of the user, which is different for every app.
        :param message: the text, or a complete message instead of all members.
        :param media_token: a picture, video, voice or file that was uploaded for the chat, instead of a text.
        :param buttons: rows of buttons, at most 3 rows of 3.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises AmbiguousOutcome: if the write may or may not have been executed. It was not retried.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        ready = _values.bot_message(message, media_token, buttons)
        return self._native.chatbot_send(user, ready, timeout=timeout).wait()

    def reply(
        self,
        conversation: str,
        message: BotMessage | str | None = None,
        *,
        media_token: str | None = None,
        buttons: _values.Buttons | None = None,
        timeout: float | timedelta | None = None,
    ) -> BotMessageSent:
        """Like ``Chatbot.reply``, with the user's token beside the API key: one document of the platform requires both,
        and the scope ``CHAT_BOT_USER_MESSAGE_SEND``.

        Key permission ``CHAT_BOT_SEND_MESSAGE``. Newer than the specification. Source: ``docs/platform.md#chatbot``.

        :param conversation: the id of the conversation.
        :param message: the text, or a complete message instead of all members.
        :param media_token: a picture, video, voice or file that was uploaded for the chat, instead of a text.
        :param buttons: rows of buttons, at most 3 rows of 3.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises AmbiguousOutcome: if the write may or may not have been executed. It was not retried.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        ready = _values.bot_message(message, media_token, buttons)
        return self._native.chatbot_reply(conversation, ready, timeout=timeout).wait()
