"""Data types in Python's own manner: keywords, equality, matching, copies, pickle, and no secret in sight."""

from __future__ import annotations

import ast
import copy
import json
import operator
import pickle
from collections import Counter
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import open_platform as op
import pytest
from open_platform import Event, EventRow, PostAddon, ScoreRow, TitleRow, Widget, errors
from open_platform import _open_platform as core

UPDATE = {
    "type": "POST_UPDATE",
    "post_update": {
        "type": "PUBLISH",
        "post": {
            "token": "gZd7omnS",
            "state": "SOMETHING_NEW",
            "first_published_at": "2026-11-20T10:00:00Z",
            "data": {"price": 12345678901234567890123, "title": "خانه"},
            "something": [1],
        },
    },
}

TOKENS = op.Tokens("canary-1", "canary-2", expires_at=datetime(2026, 11, 20, tzinfo=timezone.utc))


def delivered() -> op.Delivery:
    return core.read_delivery(json.dumps(UPDATE).encode())


def test_a_row_is_built_by_keyword_or_by_position() -> None:
    assert TitleRow("Inspected", has_divider=True) == TitleRow(text="Inspected", has_divider=True)
    assert TitleRow("Inspected") != TitleRow("inspected")
    with pytest.raises(TypeError):
        EventRow("Report", "Today")  # type: ignore[misc]
    with pytest.raises(TypeError):
        op.Button.link("Open", "https://a.example")  # type: ignore[misc]
    with pytest.raises(AttributeError):
        TitleRow("a").text = "b"  # type: ignore[misc]


def test_a_row_needs_the_text_that_is_always_sent() -> None:
    rows: list[Any] = [TitleRow, EventRow, ScoreRow, op.CarouselItem, op.GroupInfoItem, op.PostPayment]
    for row in rows:
        with pytest.raises(TypeError, match="missing"):
            row()
    with pytest.raises((TypeError, errors.InvalidInput), match="value"):
        op.GroupInfoItem("Year")  # type: ignore[call-arg]
    assert TitleRow("").to_dict() == {"text": ""}
    assert repr(TitleRow("")) == "TitleRow(text='')"
    assert pickle.loads(pickle.dumps(TitleRow(""))) == TitleRow("")
    # What was received may lack it.
    assert Widget.from_dict({"title_row": {}}) == Widget.TitleRow(TitleRow(""))


def test_what_makes_a_data_type_takes_no_two_arguments_of_equal_type_by_position() -> None:
    stub = ast.parse((Path(op.__file__).parent / "_open_platform.pyi").read_text())
    classes = [found for found in ast.walk(stub) if isinstance(found, ast.ClassDef)]
    types = [found for found in classes if any(ast.unparse(part).startswith("__match_args__") for part in found.body)]
    assert len(types) > 100
    wrong = []
    for found in types:
        for part in found.body:
            if not isinstance(part, ast.FunctionDef):
                continue
            is_static = any(ast.unparse(decorator) == "staticmethod" for decorator in part.decorator_list)
            if not is_static and part.name != "__new__":
                continue
            given = [*part.args.posonlyargs, *part.args.args][0 if is_static else 1 :]
            kinds = Counter(ast.unparse(one.annotation).replace(" | None", "") for one in given if one.annotation)
            if any(count > 1 for count in kinds.values()):
                wrong.append(f"{found.name}.{part.name}")
    # The two tokens of a pair have the same order everywhere.
    assert wrong == ["Tokens.__new__"]


def test_a_row_is_accepted_in_place_of_its_widget() -> None:
    addon = PostAddon(widgets=[TitleRow("Inspected"), Widget.ScoreRow(ScoreRow("Engine", percentage_score=80))])
    assert addon.widgets[0] == Widget.TitleRow(TitleRow("Inspected"))
    assert addon.to_dict() == {
        "widgets": [
            {"title_row": {"text": "Inspected"}},
            {"score_row": {"title": "Engine", "percentage_score": 80}},
        ]
    }


def test_a_bad_value_is_an_error_with_its_path() -> None:
    with pytest.raises(errors.InvalidInput) as caught:
        PostAddon(widgets=[TitleRow("x" * 50)]).check()
    error = caught.value
    assert (error.code, error.field) == ("invalid_input", "widgets[0].title_row.text")
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), again.field, str(again)) == (errors.InvalidInput, error.field, str(error))


def test_values_are_native() -> None:
    match delivered().event:
        case Event.PostUpdate(update=update):
            post = update.post
        case other:
            pytest.fail(repr(other))
    assert (update.kind, post.token, post.state) == ("PUBLISH", "gZd7omnS", "SOMETHING_NEW")
    assert post.first_published_at == datetime(2026, 11, 20, 10, tzinfo=timezone.utc)
    assert post.data == {"price": 12345678901234567890123, "title": "خانه"}
    assert post.extra == {"something": [1]}
    assert post.has("token") and not post.has("city")


@pytest.mark.parametrize(
    "instant",
    [
        datetime.min,
        datetime(1600, 2, 29, 23, 59, 59, 999_999),
        datetime(1970, 1, 1),
        datetime(2025, 7, 16, 10, 41, 42, 648_410),
        datetime(2026, 12, 31, 0, 0, 0, 1),
        datetime.max,
    ],
    ids=str,
)
def test_times_are_parsed_as_given(instant: datetime) -> None:
    message = op.ChatMessage(sent_at=instant.replace(tzinfo=timezone.utc))
    assert message.sent_at == instant.replace(tzinfo=timezone.utc)
    assert message.sent_at.tzinfo is timezone.utc and message.sent_at.fold == 0
    assert op.ChatMessage().sent_at is None


def test_values_survive_pickle_and_copy() -> None:
    for value in (
        TitleRow("Inspected", extra={"new": {"a": [1, None]}}),
        Widget.TitleRow(TitleRow("Inspected")),
        delivered(),
        op.Button(action=op.Action.OpenDirectLink("https://a.example"), caption="Open"),
        TOKENS,
    ):
        assert pickle.loads(pickle.dumps(value)) == value
        assert copy.copy(value) is value and copy.deepcopy(value) is value


def test_rows_match_by_position() -> None:
    match TitleRow("Inspected", has_divider=True):
        case TitleRow(text, True):
            assert text == "Inspected"
        case other:
            pytest.fail(repr(other))


def test_no_private_value_is_printed() -> None:
    assert TOKENS == op.Tokens("canary-1", refresh_token="canary-2", expires_at=TOKENS.expires_at)
    assert (TOKENS.access_token, TOKENS.refresh_token) == ("canary-1", "canary-2")
    assert TOKENS != op.Tokens("canary-3", "canary-2", expires_at=TOKENS.expires_at)
    login = core.Login(["USER_PHONE"], session_id="canary-4", login_hint="canary-5")
    started = op.Authorization("https://a.example/?state=canary-6", state="canary-6")
    assert list(started) == [started.url, started.state] == ["https://a.example/?state=canary-6", "canary-6"]
    for value in (TOKENS, core.Adoption(TOKENS), login, started):
        assert "canary" not in repr(value) and "canary" not in f"{value}"
    user = op.User(phone_number="09123456789")
    assert user.phone_number == "09123456789"
    assert "0912" not in repr(user)
    webhooks = op.Webhooks([("2026-11", "identification-key-one", None)])
    assert "identification-key" not in repr(webhooks)
    with pytest.raises(errors.ConfigError) as caught:
        op.Webhooks([("2026-11", "short\n", None)])
    assert "short" not in repr(caught.value)


def test_amounts_of_one_unit_are_compared_and_added() -> None:
    assert op.Tomans(3) > op.Tomans(2) >= op.Tomans(2) and not op.Tomans(2) < op.Tomans(2)
    assert max(op.Rials(9), op.Rials(10)) == op.Rials(10)
    assert sum([op.Tomans(1), op.Tomans(2)], start=op.Tomans(0)) - op.Tomans(4) == op.Tomans(-1)
    wrong: list[Any] = [op.Tomans(1), 1, None]
    for other in wrong:
        for use in (operator.lt, operator.ge, operator.add, operator.sub):
            with pytest.raises(TypeError):
                use(op.Rials(1), other)
        assert op.Rials(1) != other
    with pytest.raises(TypeError):
        op.TitleRow("a") < op.TitleRow("b")  # type: ignore[operator]


def test_a_program_can_answer_without_hooks() -> None:
    webhooks = op.Webhooks([("one", "identification-key-one", None)])
    headers = [("Authorization", "identification-key-one"), ("Content-Type", "application/json")]
    accepted = webhooks.authenticate("POST", headers)
    assert isinstance(accepted, op.Accepted) and accepted.key_id == "one"
    delivery = accepted.event(json.dumps(UPDATE).encode())
    seen = op.MemoryDedupe()
    assert [seen.remember(delivery.dedupe_key, None) for _ in range(2)] == [True, False]
    assert op.reply_ok().status == 200
    assert op.reply_unavailable(timedelta(seconds=30)).status == 503
    assert op.reply_to_dynamic_action(op.DynamicActionReply(text_message="Done")).status == 200
    with pytest.raises(errors.WebhookRejected) as caught:
        webhooks.authenticate("POST", [])
    assert op.reply_to_rejection(op.Rejection(caught.value.status, reason=caught.value.reason)).status == caught.value.status == 401


def test_bodies_from_other_sources_can_be_parsed() -> None:
    delivery = op.read_delivery(json.dumps(UPDATE).encode())
    assert op.event_body(delivery.event, {"grant": "g-1"})["metadata"] == {"grant": "g-1"}
    assert op.read_direct_link("https://app.example/open?post_token=gZd7omnS&a=b").post_token == "gZd7omnS"
    assert op.read_bot_start("Hello") is None
    op.check_redirect_uri("https://app.example/back")
    with pytest.raises(errors.InvalidInput):
        op.check_redirect_uri("/back")


def test_the_address_of_a_request_is_checked() -> None:
    direct = op.IpAllowlist.platform()
    proxied = direct.trusted_proxies(["10.0.0.0/8"])
    forwarded = [("X-Forwarded-For", "78.111.6.41")]
    assert direct.check("31.214.250.159", []) == "31.214.250.159"
    assert proxied.check("10.0.0.1", forwarded) == "78.111.6.41"
    assert proxied.check("10.0.0.1", [(b"x-forwarded-for", b"1.2.3.4, 78.111.6.41:5123")]) == "78.111.6.41"
    assert op.IpAllowlist(["::1", "192.0.2.0/24"]).check("192.0.2.7", forwarded) == "192.0.2.7"
    for allowlist, peer in [(direct, "10.0.0.1"), (direct, "203.0.113.9"), (proxied, "203.0.113.9")]:
        with pytest.raises(errors.WebhookRejected) as caught:
            allowlist.check(peer, forwarded)
        assert caught.value.status == 403
    for networks in [[], ["localhost"], ["10.0.0.0/33"]]:
        with pytest.raises(errors.ConfigError):
            op.IpAllowlist(networks)
    with pytest.raises(errors.ConfigError):
        direct.trusted_proxies(["proxy"])
    wrong: Any = 5
    for call, field in [
        (lambda: op.IpAllowlist(wrong), "networks"),
        (lambda: op.IpAllowlist("10.0.0.0/8"), "networks"),
        (lambda: direct.trusted_proxies([wrong]), "networks[0]"),
        (lambda: direct.check(wrong, []), "peer"),
        (lambda: direct.check("testclient", []), "peer"),
    ]:
        with pytest.raises(errors.InvalidInput) as refused:
            call()
        assert refused.value.field == field


def test_the_repr_of_a_value_is_its_constructor_call() -> None:
    for value, shown in {
        TitleRow("Inspected"): "TitleRow(text='Inspected')",
        TitleRow("a", has_divider=True, extra={"new": [None, True]}): (
            "TitleRow(text='a', has_divider=True, extra={'new': [None, True]})"
        ),
        Widget.TitleRow(TitleRow("a")): "Widget.TitleRow(row=TitleRow(text='a'))",
        op.Button.link("Open", url="https://a.example"): (
            "Button(action=Action.OpenDirectLink(url='https://a.example'), caption='Open')"
        ),
        op.FieldIssue("a", reason="b"): "FieldIssue(path='a', reason='b')",
        PostAddon(semantic={"b": "1", "a": ""}): "PostAddon(semantic={'a': '', 'b': '1'})",
        op.PhoneNumbers(["09123456789"]): "PhoneNumbers(phone_numbers=['***'])",
    }.items():
        assert repr(value) == shown


def test_equal_values_have_equal_hashes() -> None:
    assert len({TitleRow("a"), TitleRow("a"), TitleRow("b"), op.SubtitleRow("a")}) == 3
    assert hash(TitleRow("a", extra={"x": 1, "y": 2})) == hash(TitleRow("a", extra={"y": 2, "x": 1.0}))
    assert hash(Widget.TitleRow(TitleRow("a"))) == hash(PostAddon(widgets=[TitleRow("a")]).widgets[0])


def test_a_list_is_accepted_as_a_grid_of_buttons() -> None:
    button = op.Button.server("Accept", id="7")
    message = op.Message("Hello", receiver_buttons=[[button], [button, button]])
    assert message.receiver_buttons == op.ButtonGrid([op.ButtonRow([button]), op.ButtonRow([button, button])])
    assert button == op.Button.server("Accept", {"id": "7"})
    assert button.action.kind == "open_server_link"


def test_a_flat_list_of_buttons_is_refused_with_what_is_expected() -> None:
    button = op.Button.link("Open", url="https://a.example")
    wrong: list[tuple[Any, str]] = [
        ([button], r"^receiver_buttons\.rows\[0\]: must be a list of buttons, not Button$"),
        (button, r"^receiver_buttons: must be a list of rows, not Button$"),
    ]
    for buttons, expected in wrong:
        with pytest.raises(errors.InvalidInput, match=expected):
            op.Message("Hello", receiver_buttons=buttons)


def test_values_are_parsed_from_their_json_form() -> None:
    message = op.Message("Hello", sender_buttons=[[op.Button.link("Open", url="https://a.example")]])
    assert op.Message.from_dict(message.to_dict()) == message
    with pytest.raises(errors.InvalidInput) as caught:
        op.Message.from_dict({"sender_buttons": {"rows": [{"buttons": [{"caption": "x"}]}]}})
    assert caught.value.field == "sender_buttons.rows[0].buttons[0]"


def test_an_upload_is_accepted_as_its_image() -> None:
    uploaded = op.UploadedImage("a.jpg")
    assert EventRow("Report", image_id=uploaded).image_id == "a.jpg"
    assert copy.copy(EventRow("Report", image=uploaded)) == EventRow("Report", image_url="a.jpg", image_id=None)
    for wrong in ({"image": uploaded, "image_url": "b.jpg"}, {"image": 5}):
        with pytest.raises(errors.InvalidInput) as caught:
            EventRow("Report", **wrong)  # type: ignore[arg-type]
        assert caught.value.field == "image"


def test_every_error_of_the_core_has_its_class() -> None:
    tree = {name for name in errors.__all__ if issubclass(getattr(errors, name), errors.OpenPlatformError)}
    assert tree == set(errors.__all__)
    text = "posts.get answered 403"
    report = op.ErrorReport(code="missing_scope", text=text, status=403, needs_scopes=["USER_PHONE"])
    error = errors.MissingScope(report)
    assert (error.status, error.needs_scopes, str(error)) == (403, ["USER_PHONE"], text)


def test_the_endpoint_table_is_complete() -> None:
    rows = core.endpoints()
    assert len(rows) == len({row.name for row in rows}) > 30
    legacy = [row for row in rows if row.lifecycle == "legacy"]
    assert legacy and all(row.deprecation for row in legacy)
