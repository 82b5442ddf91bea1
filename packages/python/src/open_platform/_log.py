"""Writes records to ``logging``."""

from __future__ import annotations

import logging

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._open_platform import Attempt, HandledEvent, ReceivedHook, Refresh

_http = logging.getLogger("open_platform.http")
_refresh = logging.getLogger("open_platform.refresh")
_hooks = logging.getLogger("open_platform.hooks")
_inbox = logging.getLogger("open_platform.inbox")


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


def takes_hooks() -> bool:
    """Whether requests of the platform are logged."""
    return _hooks.isEnabledFor(logging.DEBUG)


def hook(it: ReceivedHook) -> None:
    """Logs a request of the platform at ``DEBUG``."""
    which = it.kind if it.event_type is None else f"{it.kind} {it.event_type}"
    _hooks.debug("%s: %s, answered with %d in %.0f ms", which, it.outcome, it.status, it.duration_seconds * 1000)


def work(it: HandledEvent) -> None:
    """Logs a handled event of an inbox: at ``DEBUG`` if it was acknowledged or released, otherwise at ``INFO``."""
    head = (it.event_type, it.attempt, it.outcome, (it.duration_seconds or 0) * 1000)
    if it.outcome in ("acknowledged", "released"):
        _inbox.debug("%s: attempt %d: %s after %.0f ms", *head)
    elif it.wait_seconds is None:
        _inbox.info("%s: attempt %d: %s after %.0f ms", *head)
    else:
        _inbox.info("%s: attempt %d: %s after %.0f ms; handled again in %.1f s", *head, it.wait_seconds)
