"""Converts bodies and requests from the platform's old formats to the current ones, with a report of the changes.

>>> from open_platform import migrate
>>> migrated = migrate.any({"peer_id": "p1", "message": "Hello"})
>>> migrated.endpoint
'conversations.send'
>>> migrated.value
{'message': 'Hello'}

Each function takes a decoded JSON document and returns a :class:`~open_platform.Migrated`: ``value`` to send,
``endpoint`` to send it to, ``report``, ``dropped`` (paths without a counterpart in the new format) and
``needs_attention``. A document that is not of the expected format raises ``InvalidInput`` with the path.
"""

from __future__ import annotations

from typing import Any

from ._open_platform import Migrated
from ._open_platform import migrate as _migrate

__all__ = [
    "action",
    "addon",
    "any",
    "listener",
    "message",
    "start_request",
    "user_addon",
    "verification",
    "webhook_body",
    "widgets",
]


def any(document: Any) -> Migrated:
    """Detects the format of the document and migrates it."""
    return _migrate("any", document)


def addon(document: Any) -> Migrated:
    """An add-on on a post, with its ``widget_list`` (docs/platform.md#legacy-addons)."""
    return _migrate("addon", document)


def user_addon(document: Any) -> Migrated:
    """An add-on on a user (docs/platform.md#legacy-addons)."""
    return _migrate("user_addon", document)


def verification(document: Any) -> Migrated:
    """A user verification, which is a semantic record now (docs/platform.md#legacy-verifications)."""
    return _migrate("verification", document)


def widgets(document: Any) -> Migrated:
    """A list of old widgets."""
    return _migrate("widgets", document)


def action(document: Any) -> Migrated:
    """One old action."""
    return _migrate("action", document)


def message(document: Any) -> Migrated:
    """A chat message (docs/platform.md#legacy-send)."""
    return _migrate("message", document)


def listener(document: Any) -> Migrated:
    """The registration of an address for the messages of a post, which is a subscription now
    (docs/platform.md#legacy-listener)."""
    return _migrate("listener", document)


def webhook_body(document: Any) -> Migrated:
    """The body of an old chat event (docs/platform.md#legacy-listener)."""
    return _migrate("webhook_body", document)


def start_request(document: Any) -> Migrated:
    """A start request in the old format."""
    return _migrate("start_request", document)
