"""Builds the value that is sent from a method's keyword arguments. The core checks the limits."""

from __future__ import annotations

import os

from ._open_platform import (
    BotMessage,
    BusinessAddon,
    ErrorReport,
    Message,
    PostAddon,
    SemanticRecord,
    UserAddon,
)
from .errors import ConfigError, InvalidInput

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import AsyncIterable, Awaitable, Callable, Iterable, Mapping, Sequence
    from typing import Any, Protocol

    from ._open_platform import Button, ButtonGrid, ButtonRow, Platform, Rials, _NativeUpload
    from ._web import Call
    from .widgets import AnyWidget

    Buttons = ButtonGrid | Sequence[ButtonRow | Sequence[Button]]
    OnProgress = Callable[[int, int], object]

    class Readable(Protocol):
        """A file that is open in binary mode."""

        def read(self, size: int, /) -> bytes: ...

    class AsyncReadable(Protocol):
        """The same, for ``asyncio``."""

        def read(self, size: int, /) -> Awaitable[bytes]: ...

    UploadSource = str | os.PathLike[str] | bytes | bytearray | memoryview | Readable | Iterable[bytes]
    AsyncUploadSource = UploadSource | AsyncReadable | AsyncIterable[bytes]
else:

    def __getattr__(name: str) -> object:
        """The types above, for annotations that are resolved at run time."""
        if name not in ("AsyncUploadSource", "Buttons", "OnProgress", "UploadSource"):
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from . import _annotations

        return getattr(_annotations, name)


def invalid(field: str, reason: str) -> InvalidInput:
    """The error for a value that cannot be sent."""
    return InvalidInput(ErrorReport(code="invalid_input", text=f"{field}: {reason}", field=field, reason=reason))


def misconfigured(setting: str, reason: str) -> ConfigError:
    """The error for a wrong setting of the Python package, which the core does not check."""
    text = f"configuration of {setting}: {reason}"
    return ConfigError(ErrorReport(code="config", text=text, subject=setting, reason=reason))


class FormPart:
    """A field or a file of a form (``multipart/form-data``), for :meth:`Client.request`. Names are escaped as browsers do,
    and the content is sent unchanged. ::

        form = [
            FormPart("title", "Report"),
            FormPart("photo", jpeg, file_name="front.jpg", content_type="image/jpeg"),
        ]
        client.request("POST", ["v1", "x"], form=form)

    :param name: the name of the field.
    :param content: the value of the field, or the whole file: text, which is sent in UTF-8, or bytes.
    :param file_name: the name of the file. A part without one is a field.
    :param content_type: the media type of the part: by default ``application/octet-stream`` for a file, and none for a
        field, which means text.
    """

    __slots__ = ("_content", "_content_type", "_file_name", "_name")

    def __init__(
        self,
        name: str,
        content: str | bytes | bytearray | memoryview,
        *,
        file_name: str | None = None,
        content_type: str | None = None,
    ) -> None:
        self._name = name
        self._content = content
        self._file_name = file_name
        self._content_type = content_type

    def __repr__(self) -> str:
        """Shows neither names nor content."""
        return f"FormPart({'field' if self._file_name is None else 'file'})"

    def _native(self, path: str) -> tuple[str, bytes, str | None, str | None]:
        """The part as an argument of the native module, whose errors have the index of a member and not its name."""
        _encoded(self._name, f"{path}.name")
        if self._file_name is not None:
            _encoded(self._file_name, f"{path}.file_name")
        if self._content_type is not None:
            _encoded(self._content_type, f"{path}.content_type")
        field = f"{path}.content"
        if isinstance(self._content, str):
            content = _encoded(self._content, field)
        elif isinstance(self._content, (bytes, bytearray, memoryview)):
            content = bytes(self._content)
        else:
            raise invalid(field, f"must be text or bytes, not {type(self._content).__name__}")
        return self._name, content, self._file_name, self._content_type


def _encoded(text: object, field: str) -> bytes:
    if not isinstance(text, str):
        raise invalid(field, f"must be text, not {type(text).__name__}")
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise invalid(field, "must be Unicode text: it has half of a surrogate pair") from None


def form_parts(form: Sequence[FormPart] | None) -> list[tuple[str, bytes, str | None, str | None]] | None:
    """The parts as arguments of the native module."""
    if form is None:
        return None
    # A generator could be read only once.
    if isinstance(form, (str, bytes, dict)) or not hasattr(form, "__getitem__"):
        raise invalid("form", f"must be a list, not {type(form).__name__}")
    parts: list[tuple[str, bytes, str | None, str | None]] = []
    for i, part in enumerate(form):
        if not isinstance(part, FormPart):
            raise invalid(f"form[{i}]", f"must be a FormPart, not {type(part).__name__}")
        parts.append(part._native(f"form[{i}]"))
    return parts


def upload(source: UploadSource, field: str, on_progress: OnProgress | None, native: Platform) -> _NativeUpload:
    """The argument of the native upload. A stream is read here, until it ends or is longer than any upload may be."""
    _check_progress(on_progress)
    if isinstance(source, (bytes, str, os.PathLike)):
        file = source
    else:
        file = _read(source, field, native.max_upload_bytes())
    return file if on_progress is None else (file, on_progress)


def _read(source: Any, field: str, limit: int) -> bytes:
    if isinstance(source, (bytearray, memoryview)):
        return _binary(source, field)
    if hasattr(source, "__aiter__"):
        raise invalid(field, f"is asynchronous, as each {type(source).__name__}: only AsyncClient can upload it")
    collected = bytearray()
    if hasattr(source, "read"):
        # Pipes and sockets return less than they are asked for. Only the end is empty.
        while len(collected) <= limit and (piece := _piece(source.read(limit + 1 - len(collected)), field)):
            collected += piece
        if not collected:
            from ._web import call_here, wait_for

            wait_for(_not_at_end(source, field, call_here))
    elif hasattr(source, "__iter__"):
        for chunk in source:
            collected += _binary(chunk, field)
            if len(collected) > limit:
                break
    else:
        reason = f"must be a path, bytes, an open file or a stream of bytes, not {type(source).__name__}"
        raise invalid(field, reason)
    return bytes(collected)


async def async_upload(
    source: AsyncUploadSource, field: str, on_progress: OnProgress | None, native: Platform
) -> _NativeUpload:
    """The same for ``asyncio``: another thread reads what is not asynchronous, and the event loop calls ``on_progress``."""
    import asyncio

    from ._web import call_from_loop

    _check_progress(on_progress)
    loop = asyncio.get_running_loop()
    limit = native.max_upload_bytes()
    given: Any = source
    collected = bytearray()
    if hasattr(given, "read"):
        # The `read` of a part of a form takes no size in aiohttp: it reads all of a part, however large it is.
        chunk = getattr(given, "read_chunk", None)
        while len(collected) <= limit and (
            piece := _piece(
                await (call_from_loop(given.read, limit + 1 - len(collected)) if chunk is None else chunk()), field
            )
        ):
            collected += piece
        if not collected:
            await _not_at_end(given, field, call_from_loop)
        given = bytes(collected)
    elif hasattr(given, "__aiter__"):
        async for chunk in given:
            collected += _binary(chunk, field)
            if len(collected) > limit:
                break
        given = bytes(collected)
    elif not isinstance(source, (bytes, str, os.PathLike)):
        given = await call_from_loop(_read, given, field, limit)
    if on_progress is None:
        return upload(given, field, None, native)

    def report(sent: int, total: int) -> None:
        loop.call_soon_threadsafe(on_progress, sent, total)

    return upload(given, field, report, native)


def _check_progress(on_progress: Any) -> None:
    """Refuses what could not be called, or would be called in vain."""
    if on_progress is None:
        return
    import inspect  # slow to import

    if not callable(on_progress):
        raise invalid("on_progress", f"must be a function, not {type(on_progress).__name__}")
    if inspect.iscoroutinefunction(on_progress):
        raise invalid("on_progress", "must not be async: nobody would wait for it")


async def _not_at_end(source: Any, field: str, call: Call) -> None:
    """Refuses an open file from which nothing could be read, if it is not empty."""
    if not hasattr(source, "tell"):
        return
    try:
        position = await call(source.tell)
    except Exception:  # a pipe, for example
        position = 0
    if isinstance(position, int) and position > 0:
        raise invalid(field, "was read to its end already: rewind the file with seek(0)")


def _piece(content: Any, field: str) -> bytes:
    """What one ``read`` returned."""
    if content is None:
        raise invalid(field, "has nothing to read now: a file in non-blocking mode cannot be uploaded")
    return _binary(content, field)


def _binary(content: Any, field: str) -> bytes:
    if isinstance(content, bytes):
        return content
    try:
        return bytes(memoryview(content))
    except TypeError:
        reason = f"must be read as bytes, not {type(content).__name__}: open a file in binary mode"
        raise invalid(field, reason) from None


def _one_of(field: str, ready: object, members: dict[str, Any]) -> None:
    if ready is not None and any(value is not None for value in members.values()):
        raise invalid(field, f"give either a ready {field} or its members")


def _text_or(kind: str, message: object) -> None:
    """Refuses what is no text, by the name of the argument: the class of messages would name its member."""
    if message is not None and not isinstance(message, str):
        raise invalid("message", f"must be text or a {kind}, not {type(message).__name__}")


def _given(members: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in members.items() if value is not None}


# What follows is made by open-platform-generator.


def post_addon(
    addon: PostAddon | None, widgets: Sequence[AnyWidget] | None, semantic: Mapping[str, str] | None, notes: str | None
) -> PostAddon:
    """The given add-on, or a new one with these members."""
    members = {"widgets": widgets, "semantic": semantic, "notes": notes}
    _one_of("addon", addon, members)
    return PostAddon(**_given(members)) if addon is None else addon


def user_addon(
    addon: UserAddon | None,
    widgets: Sequence[AnyWidget] | None,
    categories: Sequence[str] | None,
    ticket_uuid: str | None,
    cost: Rials | None,
    semantic: Mapping[str, str] | None,
) -> UserAddon:
    """The given add-on, or a new one with these members."""
    members = {
        "widgets": widgets,
        "categories": categories,
        "ticket_uuid": ticket_uuid,
        "cost": cost,
        "semantic": semantic,
    }
    _one_of("addon", addon, members)
    return UserAddon(**_given(members)) if addon is None else addon


def business_addon(addon: BusinessAddon | None, widgets: Sequence[AnyWidget] | None) -> BusinessAddon:
    """The given add-on, or a new one with these widgets."""
    members = {"widgets": widgets}
    _one_of("addon", addon, members)
    return BusinessAddon(**_given(members)) if addon is None else addon


def semantic_record(
    record: SemanticRecord | Mapping[str, str], ticket_uuid: str | None, cost: Rials | None
) -> SemanticRecord:
    """The given record, or a new one with these members."""
    members = {"ticket_uuid": ticket_uuid, "cost": cost}
    if isinstance(record, SemanticRecord):
        _one_of("record", record, members)
        return record
    return SemanticRecord(record, **_given(members))


def message(
    content: Message | str | None,
    media_token: str | None,
    sender_buttons: Buttons | None,
    receiver_buttons: Buttons | None,
) -> Message:
    """The given message, or a new one with these members."""
    members = {"media_token": media_token, "sender_buttons": sender_buttons, "receiver_buttons": receiver_buttons}
    if isinstance(content, Message):
        _one_of("message", content, members)
        return content
    _text_or("Message", content)
    return Message(content, **_given(members))


def bot_message(content: BotMessage | str | None, media_token: str | None, buttons: Buttons | None) -> BotMessage:
    """The given message, or a new one with these members."""
    members = {"media_token": media_token, "buttons": buttons}
    if isinstance(content, BotMessage):
        _one_of("message", content, members)
        return content
    _text_or("BotMessage", content)
    return BotMessage(content, **_given(members))
