"""From the short ways to give a value to the value that is sent. Nothing is decided here: limits are the core's."""

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
    check_scope,
)
from .errors import InvalidInput

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime
    from typing import Any, BinaryIO, TypeVar

    from ._open_platform import Button, ButtonGrid, ButtonRow
    from .widgets import AnyWidget

    Buttons = ButtonGrid | Sequence[ButtonRow | Sequence[Button]]
    T = TypeVar("T", bound=str)
    Image = str | os.PathLike[str] | bytes | bytearray | memoryview | BinaryIO


def invalid(field: str, reason: str) -> InvalidInput:
    """The error of a value that cannot be sent."""
    return InvalidInput(ErrorReport(code="invalid_input", text=f"{field}: {reason}", field=field, reason=reason))


def text(field: str, value: T) -> T:
    """Text that can be encoded: a ``str`` may hold half of a surrogate pair."""
    if not isinstance(value, str):
        raise invalid(field, f"must be text, not {type(value).__name__}")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise invalid(field, "must be Unicode text: it has half of a surrogate pair") from None
    return value


def texts(field: str, values: Sequence[str]) -> list[str]:
    """As :func:`text`, several."""
    if isinstance(values, str) or not hasattr(values, "__iter__"):
        raise invalid(field, f"must be a list of texts, not {type(values).__name__}")
    return [text(f"{field}[{index}]", value) for index, value in enumerate(values)]


def optional_text(field: str, value: T | None) -> T | None:
    """As :func:`text`, or nothing."""
    return None if value is None else text(field, value)


def pairs(query: Mapping[str, str] | Sequence[tuple[str, str]] | None) -> list[tuple[str, str]]:
    """Query parameters, each name as often as it was given."""
    if query is None:
        return []
    members = getattr(query, "items", None)
    given: Any = query if members is None else members()
    return [(text("query", name), text("query", value)) for name, value in given]


def instant(field: str, value: datetime) -> datetime:
    """An instant of any time zone, in UTC."""
    from datetime import datetime, timezone

    if not isinstance(value, datetime):
        raise invalid(field, f"must be a datetime, not {type(value).__name__}")
    if value.tzinfo is None:
        raise invalid(field, "must have a time zone, such as datetime.now(timezone.utc)")
    return value.astimezone(timezone.utc)


def scope(name: str, argument: str, identifier: str) -> str:
    """A scope that is tied to an object."""
    tied = f"{name}.{text(argument, identifier)}"
    check_scope(tied)
    return tied


def image(source: Image) -> bytes | str | os.PathLike[str]:
    """What the upload takes: a path as it is, anything else as bytes."""
    if isinstance(source, (bytes, str, os.PathLike)):
        return source
    if isinstance(source, (bytearray, memoryview)):
        return bytes(source)
    if not hasattr(source, "read"):
        raise invalid("image", f"must be a path, bytes or an open file, not {type(source).__name__}")
    content = source.read()
    if not isinstance(content, bytes):
        raise invalid("image", "must be a file that is open in binary mode")
    return content


def _one_of(field: str, ready: object, members: dict[str, Any]) -> None:
    if ready is not None and any(value is not None for value in members.values()):
        raise invalid(field, f"give either a ready {field} or its members")


def _given(members: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in members.items() if value is not None}


def post_addon(
    addon: PostAddon | None,
    widgets: Sequence[AnyWidget] | None,
    semantic: Mapping[str, str] | None,
    notes: str | None,
) -> PostAddon:
    """A ready add-on, or one made of its members."""
    members = {"widgets": widgets, "semantic": semantic, "notes": notes}
    _one_of("addon", addon, members)
    return PostAddon(**_given(members)) if addon is None else addon


def user_addon(
    addon: UserAddon | None,
    widgets: Sequence[AnyWidget] | None,
    categories: Sequence[str] | None,
    ticket_uuid: str | None,
    cost: int | None,
    semantic: Mapping[str, str] | None,
) -> UserAddon:
    """A ready add-on, or one made of its members."""
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
    """A ready add-on, or one made of its widgets."""
    members = {"widgets": widgets}
    _one_of("addon", addon, members)
    return BusinessAddon(**_given(members)) if addon is None else addon


def semantic_record(
    record: SemanticRecord | Mapping[str, str], ticket_uuid: str | None, cost: int | None
) -> SemanticRecord:
    """A ready record, or one made of its data."""
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
    """A ready message, or one made of its members."""
    members = {"media_token": media_token, "sender_buttons": sender_buttons, "receiver_buttons": receiver_buttons}
    if isinstance(content, Message):
        _one_of("message", content, members)
        return content
    return Message(content, **_given(members))


def bot_message(content: BotMessage | str | None, media_token: str | None, buttons: Buttons | None) -> BotMessage:
    """A ready message, or one made of its members."""
    members = {"media_token": media_token, "buttons": buttons}
    if isinstance(content, BotMessage):
        _one_of("message", content, members)
        return content
    return BotMessage(content, **_given(members))
