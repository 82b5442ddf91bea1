"""The vectors that need no client, as the same files pass in every language."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
import vectors
from open_platform import (
    BotMessage,
    DynamicActionReply,
    Event,
    EventRow,
    Message,
    PostAddon,
    Rejection,
    Reply,
    SelectorRow,
    StartReply,
    UploadedImage,
    IpAllowlist,
    Webhooks,
    _open_platform as core,
    errors,
)

if TYPE_CHECKING:
    from vectors import Case

KEY = "identification-key-one"




@vectors.each("phones_and_ids")
def test_phones_and_ids(case: Case) -> None:
    kind, value = case.given["type"], case.given["value"]

    def checked() -> str:
        if kind == "phone":
            return core.normalize_phone(value)
        core.check_id(kind, value)
        return value

    if (written := vectors.outcome(case.expect, checked)) is not None:
        assert written == case.expect["value"]


@vectors.each("amounts")
def test_amounts(case: Case) -> None:
    first, second = (core.Rials(int(case.given[name])) for name in ("first", "second"))
    order = "less" if first < second else "greater" if first > second else "equal"
    assert (first <= second, first >= second, first == second) == (order != "greater", order != "less", order == "equal")
    sums = {"sum": str((first + second).rials), "difference": str((first - second).rials)}
    assert {"order": order, **sums} == case.expect


@vectors.each("semantics")
def test_semantics(case: Case) -> None:
    match case.given:
        case {"operation": "mask", "value": value}:
            masked = vectors.outcome(case.expect, lambda: core.mask(value))
            assert masked == case.expect.get("value")
        case {"operation": "mask_real_estate", "document": document, "page": page}:
            masked = vectors.outcome(case.expect, lambda: core.mask_real_estate(document, page))
            assert masked == case.expect.get("value")
        case {"operation": "hashed_names", "semantic": semantic}:
            assert sorted(core.hashed_names(semantic)) == case.expect["names"]
        case other:
            pytest.fail(f"no such operation: {other}")


@vectors.each("submit_forms")
def test_submit_forms(case: Case) -> None:
    form = core.SubmitSchema(schema=case.given["schema"])
    fields = case.given["category_fields"]
    problems = form.problems(fields)
    assert [{"path": problem.path, "reason": problem.reason} for problem in problems] == case.expect["problems"]
    details = core.PostDetails(
        category_slug="light", title="Car", description="White", city="tehran", location_type="LOCATION_TYPE_EMPTY"
    )
    post = core.PostSubmission(business_token="b1", general_data=details, category_fields=fields, schema=form)
    if problems:
        with pytest.raises(errors.InvalidInput) as error:
            post.check()
        assert error.value.field == problems[0].path
    else:
        post.check()


@vectors.each("scopes")
def test_scopes(case: Case) -> None:
    match case.given:
        case {"operation": "required", "calls": calls, "events": events}:
            needs = vectors.outcome(case.expect, lambda: core.required_scopes(calls, events))
            if needs is not None:
                assert case.expect == {
                    "scope": " ".join(needs.scopes),
                    "scopes": needs.scopes,
                    "alternatives": [{"scope": other.smallest, "or": other.broader} for other in needs.alternatives],
                    "permissions": needs.permissions,
                }
        case {"operation": "join", "scopes": scopes}:
            joined = vectors.outcome(case.expect, lambda: core.join_scopes(scopes))
            assert joined is None or joined == case.expect["value"]
        case {"operation": "table"}:
            assert {row.name: row.identifier for row in core.scopes()} == case.expect["identifiers"]
        case other:
            pytest.fail(f"no such operation: {other}")


@vectors.each("widgets")
def test_widgets(case: Case) -> None:
    def made() -> list[PostAddon]:
        if "row" not in case.given:
            return [PostAddon.from_dict({"widgets": [case.given["widget"]]})]
        row = {"event_row": EventRow, "selector_row": SelectorRow}[case.given["row"]]
        name = case.given["image"]
        return [PostAddon(widgets=[row("Report", image=image)]) for image in (name, UploadedImage(name))]

    def written() -> Any:
        addons = made()
        for addon in addons:
            addon.check()
        return [addon.to_dict()["widgets"][0] for addon in addons]

    widgets = vectors.outcome(case.expect, written)
    assert widgets is None or all(widget == case.expect["value"] for widget in widgets)


@vectors.each("messages")
def test_messages(case: Case) -> None:
    def written() -> Any:
        kinds: dict[str, type[Message | BotMessage]] = {"message": Message, "bot_message": BotMessage}
        message = kinds[case.given["kind"]].from_dict(case.given["value"])
        message.check()
        return message.to_dict()

    message = vectors.outcome(case.expect, written)
    assert message is None or message == case.expect["value"]


@vectors.each("direct_links")
def test_direct_links(case: Case) -> None:
    assert core.DirectLink.parse(case.given["link"]).to_dict() == case.expect["value"]


@vectors.each("chatbot_starts")
def test_chatbot_starts(case: Case) -> None:
    start = core.BotStart.parse(case.given["text"])
    assert (start and start.to_dict()) == case.expect["value"]


@vectors.each("dynamic_actions")
def test_dynamic_actions(case: Case) -> None:
    headers = [("Authorization", KEY), ("Content-Type", "application/json")]
    try:
        request = Webhooks([("key", KEY, None)]).dynamic_action("POST", headers, vectors.body(case.given))
    except vectors.errors.WebhookRejected as rejected:
        assert case.expect == {"rejected": rejected.status}
        return
    vectors.fields_are(request.to_dict(), case.expect["fields"])


@vectors.each("retry_after")
def test_retry_after(case: Case) -> None:
    now = datetime.fromisoformat(case.given["now"].replace("Z", "+00:00"))
    assert core.retry_after_seconds(case.given["header"], now) == case.expect["seconds"]


@vectors.each("migration")
def test_migration(case: Case) -> None:
    migrated = vectors.outcome(case.expect, lambda: core.migrate(case.given["kind"], case.given["value"]))
    if migrated is None:
        return
    actual = {
        "value": migrated.value,
        "endpoint": migrated.endpoint,
        "dropped": migrated.dropped,
        "needs_attention": migrated.needs_attention,
    }
    for name, expected in case.expect.items():
        if name == "contains":
            contains(actual["value"], expected)
        else:
            assert actual[name] == expected, name


def contains(actual: Any, expected: Any) -> None:
    if isinstance(expected, dict):
        for name, member in expected.items():
            contains(actual[name], member)
    else:
        assert actual == expected


@vectors.each("events")
def test_events(case: Case) -> None:
    if "second" in case.given:
        first, second = (core.read_delivery(vectors.body({"body": case.given[which]})) for which in ("first", "second"))
        assert case.expect == {
            "same_dedupe_key": first.dedupe_key == second.dedupe_key,
            "window_seconds": first.dedupe_window_seconds,
        }
        return
    delivery = vectors.outcome(case.expect, lambda: core.read_delivery(vectors.body(case.given)))
    match delivery and delivery.event:
        case None:
            return
        case Event.Unknown(kind=kind):
            assert kind == case.expect["unknown"]
            return
        case Event.Malformed():
            assert "malformed" in case.expect
            return
    body = core.event_body(delivery.event)
    assert body.pop("type") == case.expect["kind"]
    assert delivery.metadata == case.expect.get("metadata", delivery.metadata)
    assert delivery.grant == case.expect.get("grant", delivery.grant)
    assert delivery.legacy == case.expect.get("legacy", delivery.legacy)
    assert bool(delivery.notes) == case.expect.get("noted", bool(delivery.notes))
    if "from_bot" in case.expect:
        assert delivery.event.message.is_from_bot == case.expect["from_bot"]
    (payload,) = body.values()
    vectors.fields_are(payload, case.expect.get("fields", {}))


def key_of(name: str, key: Any) -> tuple[str, str, datetime | None]:
    """A key, which is an object if it has an end."""
    if isinstance(key, str):
        return name, key, None
    return name, key["key"], datetime.fromisoformat(key["not_after"].replace("Z", "+00:00"))


@vectors.each("webhook_requests")
def test_webhook_requests(case: Case) -> None:
    webhooks = Webhooks([key_of(f"key-{index}", key) for index, key in enumerate(case.given["keys"])])
    headers = [tuple(header) for header in case.given["headers"]]
    try:
        delivery = webhooks.event(case.given["method"], headers, vectors.body(case.given))
    except vectors.errors.WebhookRejected as rejected:
        assert case.expect == {"rejected": rejected.status}
        return
    match delivery.event:
        case Event.Malformed():
            assert case.expect == {"accepted": None}
        case Event.Unknown(kind=kind):
            assert case.expect == {"accepted": kind}
        case event:
            assert case.expect == {"accepted": core.event_body(event)["type"]}


@vectors.each("ip_allowlist")
def test_ip_allowlist(case: Case) -> None:
    allowlist = vectors.outcome(case.expect, lambda: allowlist_of(case.given))
    if allowlist is not None:
        assert case.expect == {"outcomes": [checked(allowlist, request) for request in case.given["requests"]]}


def allowlist_of(given: dict[str, Any]) -> IpAllowlist:
    allowlist = IpAllowlist.platform() if given["networks"] == "platform" else IpAllowlist(given["networks"])
    allowlist = allowlist.trusted_proxies(given["trusted_proxies"])
    return allowlist.limit_failures(given["limit_failures"]) if "limit_failures" in given else allowlist


def checked(allowlist: IpAllowlist, request: dict[str, Any]) -> str | int:
    try:
        address = allowlist.check(request["peer"], [("X-Forwarded-For", value) for value in request.get("forwarded", [])])
    except vectors.errors.WebhookRejected as rejected:
        return rejected.status
    if "answered" in request:
        allowlist.answered(address, request["answered"])
    return address


@vectors.each("start_requests")
def test_start_requests(case: Case) -> None:
    headers = [*map(tuple, case.given["headers"]), ("Authorization", KEY), ("Content-Type", "application/json")]
    try:
        request = Webhooks([("key", KEY, None)]).start("POST", headers, vectors.body(case.given))
    except vectors.errors.WebhookRejected as rejected:
        assert case.expect == {"rejected": rejected.status}
        return
    assert bool(request.notes) == case.expect.get("noted", bool(request.notes))
    vectors.fields_are({**request.to_dict(), "version": int(request.version)}, case.expect["fields"])


@vectors.each("webhook_replies")
def test_webhook_replies(case: Case) -> None:
    reply = vectors.outcome(case.expect, lambda: reply_to(case.given))
    if reply is not None:
        assert case.expect == {
            "status": reply.status,
            "content_type": reply.content_type,
            "headers": dict(reply.headers),
            "body": json.loads(reply.body) if reply.body else None,
        }


def reply_to(given: dict[str, Any]) -> Reply:
    match given["to"]:
        case "event":
            return core.reply_ok()
        case "event that cannot be stored":
            return core.reply_unavailable(timedelta(seconds=given["seconds"]))
        case "refused request":
            return core.reply_to_rejection(Rejection(given["status"], reason="a reason"))
        case "start request":
            headers = [("Authorization", KEY), ("Content-Type", "application/json")]
            if "version" in given:
                headers.append(("API-Version", given["version"]))
            request = Webhooks([("key", KEY, None)]).start("POST", headers, json.dumps(given["body"]).encode())
            return core.reply_to_start(StartReply.from_dict(given["reply"]), request)
        case "dynamic action":
            return core.reply_to_dynamic_action(DynamicActionReply.from_dict(given["reply"]))
        case other:
            raise AssertionError(other)
