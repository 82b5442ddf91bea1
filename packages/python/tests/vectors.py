"""Reads ``tests/vectors`` and compares with what is in it. What the words of a file mean is in its README."""

from __future__ import annotations

import base64
import json
import urllib.parse
import warnings
from dataclasses import dataclass, replace
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING, Any

import open_platform as op
import pytest
from calls import CALLS
from open_platform import Client, errors
from open_platform._open_platform import ManualClock, NoResponse, Recorder, ScriptedResponse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

FOLDER = Path(__file__).parents[3] / "tests" / "vectors"


@dataclass(frozen=True)
class Case:
    """One case of a file."""

    name: str
    given: dict[str, Any]
    expect: dict[str, Any]


def cases(file: str, listed: str = "cases") -> list[Case]:
    """All cases of a file, with everything that stands for something else written out."""
    document = json.loads((FOLDER / f"{file}.json").read_text("utf-8"))
    defaults, shared = document.get("defaults", {}) if listed == "cases" else {}, document.get("shared", {})

    def case(given: dict[str, Any], **members: Any) -> Case:
        missing = {name: value for name, value in defaults.items() if not (name == "body" and "text" in given)}
        return Case(
            members["name"], _written_out({**missing, **given}, shared), _written_out(members["expect"], shared)
        )

    return [case(**members) for members in document[listed]]


@dataclass(frozen=True)
class Impossible:
    """A case of ``adapters.json`` that a server makes impossible."""

    reason: str
    #: What is expected instead, if anything is.
    instead: dict[str, Any] | None


def impossible(listed: str, servers: list[str]) -> dict[tuple[str, str], Impossible]:
    """The cases of a list of ``adapters.json`` that one of these servers makes impossible, by the names of server and case."""
    document = json.loads((FOLDER / "adapters.json").read_text("utf-8"))
    names = {case.name for case in cases("adapters", listed)}
    found: dict[tuple[str, str], Impossible] = {}
    for row in document["impossible"]:
        if (row["language"], row["list"]) != ("python", listed):
            continue
        assert set(row["cases"]) <= names and set(row["servers"]) <= set(servers), row
        instead = _written_out(row.get("instead"), document["shared"])
        found |= {(server, case): Impossible(row["reason"], instead) for server in row["servers"] for case in row["cases"]}
    return found


def possible(listed: list[Case], impossible: dict[tuple[str, str], Impossible], server: str) -> Iterator[Case]:
    """The cases that can be judged at a server, with what is expected there."""
    for case in listed:
        found = impossible.get((server, case.name))
        if found is None:
            yield case
        elif found.instead is not None:
            yield replace(case, expect=found.instead)


def _written_out(value: Any, shared: dict[str, Any]) -> Any:
    match value:
        case {"repeat": {"text": str(text), "times": int(times)} as repeat}:
            return repeat.get("prefix", "") + text * times + repeat.get("suffix", "")
        case {"use": str(name)}:
            base = {member: part for member, part in shared[name].items() if member not in value.get("without", [])}
            return _written_out({**base, **value.get("with", {})}, shared)
        case dict():
            return {name: _written_out(member, shared) for name, member in value.items()}
        case list():
            return [_written_out(element, shared) for element in value]
        case _:
            return value


def each(file: str) -> Any:
    """Runs a test for each case of a file."""
    found = cases(file)
    assert found, f"{file} has no case"

    def mark(test: Any) -> Any:
        return pytest.mark.vectors(file)(
            pytest.mark.parametrize("case", [pytest.param(case, id=case.name) for case in found])(test)
        )

    return mark


def outcome(expect: dict[str, Any], call: Callable[[], Any], *, has_value: bool = True) -> Any:
    """Makes the call. An expected error is compared, and gives None; any other goes through.

    Without an error there must be a value, with which the caller goes on, unless the call has none.
    """
    if "error" not in expect:
        value = call()
        assert value is not None or not has_value
        return value
    try:
        value = call()
    except errors.OpenPlatformError as error:
        error_is(error, expect["error"])
        return None
    raise AssertionError(f"{value!r} instead of an error")


def error_is(error: errors.OpenPlatformError, expected: dict[str, Any]) -> None:
    """Compares the members of an error that a case names."""
    report = error.report
    actual = {
        "code": error.code,
        "is_retryable": error.is_retryable,
        "retry_after_seconds": error.retry_after,
        "request_id": error.request_id,
        "field": report.field or report.subject or report.path,
        "status": report.status,
        "platform_code": report.platform_code,
        "message": report.reason,
        "details": len(report.details),
        "quota": report.quota,
        "needs_scopes": report.needs_scopes,
        "needs_permission": report.needs_permission,
        "oauth_error": getattr(error, "oauth_error", None),
        "description": getattr(error, "description", None),
    }
    for member, wanted in expected.items():
        if member == "says":
            assert wanted in str(error)
            continue
        assert actual[member] == wanted, f"{member} of {error!r} is {actual[member]!r}"


# The response of a case that has none.
DEFAULT_RESPONSE: dict[str, Any] = {"status": 200, "body": {"token": "gZd7omnS"}}


class Platform:
    """The client of the vectors, whose requests are recorded and answered from the case."""

    def __init__(self, outcomes: dict[str, Any] | list[dict[str, Any]] | None = None, **settings: Any) -> None:
        self.attempts: list[op.Attempt] = []
        self.refreshes: list[op.Refresh] = []
        self.scripted = len(outcomes) if isinstance(outcomes, list) else None
        self.recorder = (
            Recorder.script([answer_of(outcome) for outcome in outcomes])
            if isinstance(outcomes, list)
            else Recorder.always(answer_of(outcomes or DEFAULT_RESPONSE))
        )
        self.clock = ManualClock(datetime(2026, 11, 20, 12, tzinfo=timezone.utc))
        given: dict[str, Any] = {
            "api_key": "key-of-the-app",
            "environment": {},
            "client_id": "my-app",
            "client_secret": "client-secret-of-the-app",
            "redirect_uri": "https://app.example/oauth/callback",
            "hosts": {name: f"https://{name}.example" for name in ("auth", "base", "api", "upload", "chat")},
            "transport": self.recorder,
            "clock": self.clock,
            "on_request": self.attempts.append,
            "on_refresh": self.refreshes.append,
        }
        self.client = Client(**{**given, **settings})
        self.user = self.client.user_with_token("access-token-of-the-user")

    def sent(self) -> list[Any]:
        """The requests so far. One too many fails the case."""
        requests = self.recorder.requests
        assert self.scripted is None or len(requests) <= self.scripted, "more requests than outcomes"
        return requests

    def nothing_left(self) -> None:
        assert not self.sent(), "requests left"

    def call(self, name: str, arguments: dict[str, Any]) -> Any:
        """Makes a call of the endpoint table. The value is what it returns, in its written form."""
        with warnings.catch_warnings():
            # The old calls are tested, too.
            warnings.simplefilter("ignore", DeprecationWarning)
            value = self._perform(name, arguments)
        return value.to_dict() if hasattr(value, "to_dict") else value

    def _perform(self, name: str, given: dict[str, Any]) -> Any:
        if name == "oauth.authorize":
            return self.client.oauth.authorize(given["scopes"], given["session_id"]).url
        if name == "oauth.exchange":
            self.client.oauth.exchange(given["code"], given["redirect_uri"])
            return None
        if name == "oauth.refresh":
            self.client.oauth.refresh(tokens(given["access_token"], given["refresh_token"]), given["redirect_uri"])
            return None
        values = [value_of(given[member], kind) for member, kind in CALLS[name]]
        if name == "semantics.create_for_user_id":
            # Python takes the phone number beside the record.
            user, record = values
            values = [user, record.phone, op.SemanticRecord(
                record.semantic, ticket_uuid=record.ticket_uuid, cost=record.cost, extra=record.extra
            )]
        return method_of(self.client, self.user, name)(*values)


def records_are(actual: list[Any], expected: list[dict[str, Any]]) -> None:
    """Compares what a callback was called with."""
    assert [{name: getattr(it, name) for name in case} for it, case in zip(actual, expected, strict=True)] == expected
    for it in actual:
        assert it.duration_seconds >= 0
        if isinstance(it, op.Attempt):
            assert (it.wait_seconds is None) == (it.retry is None)


def value_of(given: Any, kind: str | None) -> Any:
    """An argument: a text as it is, bytes for an image, or data in its written form."""
    if kind is None:
        return given
    return base64.b64decode(given) if kind == "Upload" else getattr(op, kind).from_dict(given)


def method_of(client: Any, user: Any, name: str) -> Any:
    """The method of the endpoint table's name: of the client, or else of the user."""
    for owner in (client, user):
        found = owner
        for part in name.split("."):
            found = getattr(found, part, None)
        if found is not None:
            return found
    raise AssertionError(f"no method for {name}")


def example(call: str) -> Case:
    """The first case of a call in ``requests.json``: where other files take its arguments and its reply from."""
    return next(case for case in cases("requests") if case.given["call"] == call)


def adopt(platform: Platform) -> str:
    """The key of a grant of the user ``user-7``, whose access token ends in a day."""
    ends = datetime(2026, 11, 21, 12, tzinfo=timezone.utc)
    tokens = op.Tokens("access-token-of-the-user", expires_at=ends, scopes=["USER_PHONE"])
    return platform.client.grants.adopt(tokens, user="user-7").key


def tokens(access_token: str, refresh_token: str) -> op.Tokens:
    """A pair whose access token has expired."""
    return op.Tokens(
        access_token,
        refresh_token,
        expires_at=datetime(2026, 11, 20, 11, tzinfo=timezone.utc),
        scopes=["USER_PHONE", "offline_access"],
    )


def answer_of(written: dict[str, Any]) -> ScriptedResponse | NoResponse:
    if "failure" in written:
        return NoResponse(written["failure"], may_have_arrived=written.get("may_have_arrived"))
    headers = {name.lower(): value for name, value in written.get("headers", {}).items()}
    content = b""
    if "body" in written:
        headers.setdefault("content-type", "application/json")
        content = json.dumps(written["body"]).encode()
    elif "text" in written:
        content = written["text"].encode()
    return ScriptedResponse(written["status"], headers=headers, body=content)


def is_request(request: Any, expected: dict[str, Any]) -> None:
    """Compares a request with what a case expects."""
    assert (request.method, request.url) == (expected["method"], expected["url"])
    for name, value in expected["headers"].items():
        assert request.headers.get(name) == value, f"header {name}"
    for name in expected.get("absent_headers", []):
        assert name not in request.headers, f"header {name}"
    if "body_text" in expected:
        assert request.body.decode() == expected["body_text"]
    if "body" in expected:
        assert json.loads(request.body or b"null") == expected["body"]
    if "body_base64" in expected:
        assert base64.b64encode(request.body).decode() == expected["body_base64"]
    if "form_body" in expected:
        kind, boundary = request.headers["content-type"].split("; boundary=")
        assert (kind, len(boundary) >= 43) == ("multipart/form-data", True)
        assert request.body.decode() == expected["form_body"].replace("{boundary}", boundary)
    if "form" in expected:
        form = form_of(request)
        assert len(form) == len(dict(form))
        assert dict(form) == expected["form"]


def form_of(request: Any) -> list[tuple[str, str]]:
    """The members of a form body."""
    return urllib.parse.parse_qsl(request.body.decode(), keep_blank_values=True)


def is_authorization_url(address: str, expected: dict[str, Any]) -> None:
    """Compares the address of the consent page with what a case expects."""
    assert address.startswith(expected["prefix"])
    for part in expected["contains"]:
        assert part in address
    pairs = urllib.parse.parse_qsl(urllib.parse.urlsplit(address).query, keep_blank_values=True)
    query = dict(pairs)
    assert len(pairs) == len(query)
    assert len(query["state"]) >= expected["state_min_length"]
    for name in expected["other_parameters"]:
        del query[name]
    assert query == expected["query"]


def body(given: dict[str, Any]) -> bytes:
    """The bytes of a ``body`` or a ``text``."""
    return given["text"].encode() if "text" in given else json.dumps(given["body"]).encode()


def fields_are(written: dict[str, Any], expected: dict[str, Any]) -> None:
    """Compares fields by their paths in the written form."""
    for path, wanted in expected.items():
        value: Any = written
        for member in path.split("."):
            value = value.get(member) if isinstance(value, dict) else None
        assert _equal(value, wanted), f"{path} is {value!r}, expected {wanted!r}"


def _equal(value: Any, wanted: Any) -> bool:
    if value is None and wanted is False:  # zero, false and empty values are not written
        return True
    if isinstance(value, str) and isinstance(wanted, int):
        return value == str(wanted)
    if isinstance(value, str) and isinstance(wanted, str) and value != wanted:
        return (instant := _instant(value)) is not None and instant == _instant(wanted)
    return bool(value == wanted)


def _instant(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text.replace("Z", "+00:00"))
    except ValueError:
        return None
