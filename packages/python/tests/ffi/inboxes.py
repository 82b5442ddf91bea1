"""Events for an inbox, as the platform delivers them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from open_platform import Hooks

if TYPE_CHECKING:
    from open_platform import Accepted

KEY = "identification-key-0123456789"
HEADERS = [("authorization", KEY), ("content-type", "application/json")]


def update(token: str) -> bytes:
    """An event about a post."""
    body = {"type": "POST_UPDATE", "post_update": {"type": "PUBLISH", "post": {"token": token}}}
    return json.dumps(body).encode()


def accepted() -> Accepted:
    return Hooks(KEY)._webhooks.authenticate("POST", HEADERS)
