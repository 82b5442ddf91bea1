"""Data types in Python's own manner: keywords, equality, matching, copies, pickle, and no secret in sight."""

from __future__ import annotations

import copy
import json
import pickle
from datetime import datetime, timezone

import open_platform as op
import pytest
from open_platform import Event, PostAddon, ScoreRow, TitleRow, Widget, errors
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


def delivered() -> op.Delivery:
    return core.read_delivery(json.dumps(UPDATE).encode())


def test_a_row_is_built_by_keyword_or_by_position() -> None:
    assert TitleRow("Inspected", has_divider=True) == TitleRow(text="Inspected", has_divider=True)
    assert TitleRow("Inspected") != TitleRow("inspected")
    with pytest.raises(TypeError):
        TitleRow(5)  # type: ignore[arg-type]
    with pytest.raises(AttributeError):
        TitleRow("a").text = "b"  # type: ignore[misc]


def test_a_row_stands_for_its_widget() -> None:
    addon = PostAddon(widgets=[TitleRow("Inspected"), Widget.ScoreRow(ScoreRow("Engine", percentage_score=80))])
    assert addon.widgets[0] == Widget.TitleRow(TitleRow("Inspected"))
    assert addon.to_dict() == {
        "widgets": [
            {"title_row": {"text": "Inspected"}},
            {"score_row": {"title": "Engine", "percentage_score": 80}},
        ]
    }
    with pytest.raises(TypeError, match="'str' is not a Widget"):
        PostAddon(widgets=["Inspected"])  # type: ignore[list-item]


def test_a_bad_value_is_an_error_with_its_path() -> None:
    with pytest.raises(errors.InvalidInput) as caught:
        core.check_post_addon(PostAddon(widgets=[TitleRow("x" * 50)]))
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
    assert core.post_has(post, "token") and not core.post_has(post, "city")


def test_values_survive_pickle_and_copy() -> None:
    for value in (
        TitleRow("Inspected", extra={"new": {"a": [1, None]}}),
        Widget.TitleRow(TitleRow("Inspected")),
        delivered(),
        op.Button(action=op.Action.OpenDirectLink("https://a.example"), caption="Open"),
    ):
        assert pickle.loads(pickle.dumps(value)) == value
        assert copy.copy(value) is value and copy.deepcopy(value) is value


def test_rows_match_by_position() -> None:
    match TitleRow("Inspected", has_divider=True):
        case TitleRow(text, True):
            assert text == "Inspected"
        case other:
            pytest.fail(repr(other))


def test_no_private_value_shows() -> None:
    user = op.User(phone_number="09123456789")
    assert user.phone_number == "09123456789"
    assert "0912" not in repr(user)
    webhooks = op.Webhooks([("2026-11", "identification-key-one", None)])
    assert "identification-key" not in repr(webhooks)
    with pytest.raises(errors.ConfigError) as caught:
        op.Webhooks([("2026-11", "short", None)])
    assert "short" not in repr(caught.value)


def test_json_that_is_none_is_refused() -> None:
    for value in ({"a": float("nan")}, {"a": object()}, {1, 2}):
        with pytest.raises((TypeError, ValueError)):
            op.Action.OpenServerLink(value)  # type: ignore[arg-type]


def test_every_error_of_the_core_has_its_class() -> None:
    tree = {name for name in errors.__all__ if issubclass(getattr(errors, name), errors.OpenPlatformError)}
    assert tree == set(errors.__all__)
    report = op.ErrorReport(code="missing_scope", text="posts.get answered 403", status=403, needs_scopes=["USER_PHONE"])
    error = errors.MissingScope(report)
    assert (error.status, error.needs_scopes, str(error)) == (403, ["USER_PHONE"], "posts.get answered 403")


def test_the_endpoint_table_is_whole() -> None:
    rows = core.endpoints()
    assert len(rows) == len({row.name for row in rows}) > 30
    legacy = [row for row in rows if row.standing == "legacy"]
    assert legacy and all(row.deprecation for row in legacy)
