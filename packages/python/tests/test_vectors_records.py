"""``tests/vectors/records.json``: the records of hooks and inboxes."""

from __future__ import annotations

import json
import logging
import re
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest
import vectors
from hook_requests import request as request_of
from hook_requests import respond
from open_platform import Hooks
from open_platform.errors import OpenPlatformError
from vectors import Platform, tokens

if TYPE_CHECKING:
    from collections.abc import Iterator

    from open_platform import HandledEvent, ReceivedHook
    from vectors import Case

KEY = "identification-key-one"


class Broken:
    """A store of the app that cannot be reached."""

    def remember(self, key: str, window_seconds: int | None) -> bool:
        raise ConnectionError

    def forget(self, key: str) -> None:
        raise ConnectionError


class Lines(logging.Handler):
    """The lines of the log that are about records."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        text = re.sub(r"\d+ ms", "N ms", re.sub(r"\d+\.\d s\b", "N s", record.getMessage()))
        self.lines.append(f"{record.levelname.lower()} " + re.sub(r"request id [\w-]+", "request id N", text))


@pytest.fixture
def lines() -> Iterator[list[str]]:
    handler = Lines()
    loggers = [logging.getLogger(f"open_platform.{name}") for name in ("http", "refresh", "hooks", "inbox")]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.addFilter(about_records)
        logger.addHandler(handler)
        logger.setLevel("DEBUG")
    yield handler.lines
    for logger, level in zip(loggers, levels, strict=True):
        logger.removeFilter(about_records)
        logger.removeHandler(handler)
        logger.setLevel(level)


def about_records(record: logging.LogRecord) -> bool:
    """Whether a line is about a record. The log of hooks has other warnings and errors."""
    return record.name != "open_platform.hooks" or record.levelno == logging.DEBUG


@vectors.each("records")
def test_records(case: Case, lines: list[str]) -> None:
    received: list[ReceivedHook] = []
    handled: list[HandledEvent] = []
    platform = Platform(case.given.get("outcomes"), on_handled_event=handled.append)
    inbox = platform.client.inbox() if case.given["inbox"] else None
    dedupe = Broken() if case.given["dedupe"] == "fails" else None
    hooks = Hooks(KEY, inbox=inbox, dedupe=dedupe, on_hook=received.append)
    waits: list[str | None] = []

    @hooks.on("post_update")
    def update(update: Any) -> None:
        if update.post.city == "fail":
            raise RuntimeError

    hooks.on_start(lambda request: "https://app.example/start")
    for request in case.given["requests"]:
        headers = [(b"authorization", request.get("authorization", KEY).encode()), (b"content-type", b"application/json")]
        body = request["text"] if "text" in request else json.dumps(request.get("body"))
        reply = respond(hooks, request_of("POST", f"/{request['kind']}", headers, body.encode()))
        waits.append(reply.headers.get("Retry-After"))
    for end in case.given["ends"]:
        assert inbox is not None
        item = inbox.try_next()
        assert item is not None
        for _ in range(end.get("times", 1)):
            if end["end"] in ("ack", "release"):
                getattr(inbox, end["end"])(item.id)
            else:
                getattr(inbox, end["end"])(item.id, "a reason")
        platform.clock.advance(end.get("seconds_later", 0))
    for name in case.given["calls"]:
        with suppress(OpenPlatformError):
            if name == "posts.get":
                platform.client.posts.get("gZd7omnS")
            else:
                grant = platform.client.grants.adopt(tokens("access-token", "refresh-token"))
                platform.client.grants.refresh(grant.key)

    assert [
        {
            "kind": it.kind,
            "event_type": it.event_type,
            "outcome": it.outcome,
            "status": it.status,
            "refused": it.reason is not None,
        }
        for it in received
    ] == case.expect["hooks"]
    if "retry_after" in case.expect:
        assert waits == case.expect["retry_after"]
    assert [
        {
            "event_type": it.event_type,
            "outcome": it.outcome,
            "attempt": it.attempt,
            "waits": it.wait_seconds is not None,
        }
        for it in handled
    ] == case.expect.get("handled_events", [])
    if "lines" in case.expect:
        assert lines == case.expect["lines"]
    assert all(it.duration_seconds >= 0 for it in received)
    assert all(it.duration_seconds is not None and it.duration_seconds >= 0 for it in handled)
    assert not any(secret in f"{received} {handled}" for secret in ("gZd7omnS", "identification-key"))
