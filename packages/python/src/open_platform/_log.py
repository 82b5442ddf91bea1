"""Writes records to ``logging``."""

from __future__ import annotations

import logging

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._open_platform import Attempt, Refresh

_http = logging.getLogger("open_platform.http")
_refresh = logging.getLogger("open_platform.refresh")


def attempt(it: Attempt) -> None:
    """Logs a request of a call: at ``INFO`` if it is sent again, otherwise at ``DEBUG``."""
    outcome = it.error if it.status is None else it.status
    head = (it.endpoint, it.attempt, outcome, it.duration_seconds * 1000, it.request_id)
    if it.retry is None:
        _http.debug("%s: request %d: %s in %.0f ms, request id %s", *head)
    else:
        wait = it.wait_seconds or 0
        _http.info("%s: request %d: %s in %.0f ms, request id %s; sent again in %.1f s (%s)", *head, wait, it.retry)


def refresh(it: Refresh) -> None:
    """Logs a request of a token refresh: at ``INFO`` if there are new tokens, otherwise at ``WARNING``."""
    level = logging.INFO if it.outcome == "refreshed" else logging.WARNING
    duration = it.duration_seconds * 1000
    _refresh.log(level, "token refresh (%s): request %d: %s in %.0f ms", it.reason, it.attempt, it.outcome, duration)
