"""Values that cannot be sent: each is an ``InvalidInput`` with the path of what does not fit, and nothing else."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from typing import TYPE_CHECKING, Any

import open_platform as op
import pytest
from open_platform import PostAddon, TitleRow, errors

if TYPE_CHECKING:
    from collections.abc import Callable

HALF_A_PAIR = "a\ud800b"
CYCLE: list[Any] = []
CYCLE.append(CYCLE)
DEEP: Any = []
for _ in range(200):
    DEEP = [DEEP]


def constructors() -> dict[str, tuple[Callable[[], object], str]]:
    """What is made, and the path that the error names."""
    make: Any = op
    return {
        "text that is a number": (lambda: make.TitleRow(5), "text"),
        "text that is bytes": (lambda: make.TitleRow(b"a"), "text"),
        "text that is None": (lambda: make.TitleRow(None), "text"),
        "text with a lone surrogate (I059)": (lambda: make.TitleRow(HALF_A_PAIR), "text"),
        "a flag that is a number": (lambda: make.TitleRow("a", has_divider=1), "has_divider"),
        "a flag that is None": (lambda: make.TitleRow("a", has_divider=None), "has_divider"),
        "a score that is text": (lambda: make.ScoreRow("a", percentage_score="80"), "percentage_score"),
        "a score that is a fraction": (lambda: make.ScoreRow("a", percentage_score=80.5), "percentage_score"),
        "a score beyond 32 bits": (lambda: make.ScoreRow("a", percentage_score=1 << 31), "percentage_score"),
        "a cost beyond 64 bits (I086)": (lambda: make.UserAddon(cost=1 << 63), "cost"),
        "a cost of 5,000 digits (I085)": (lambda: make.UserAddon(cost=10**5_000), "cost"),
        "NaN (I083)": (lambda: make.LocationData(float("nan"), 0.0), "latitude"),
        "infinity (I083)": (lambda: make.LocationData(0.0, float("inf")), "longitude"),
        "an instant without a zone": (lambda: make.Post(first_published_at=datetime(2026, 1, 1)), "first_published_at"),
        "an instant that is text": (lambda: make.Post(first_published_at="2026-01-01"), "first_published_at"),
        "an instant out of range": (
            lambda: make.Post(first_published_at=datetime.max.replace(tzinfo=timezone(timedelta(hours=-23)))),
            "first_published_at",
        ),
        "widgets that are text": (lambda: make.PostAddon(widgets="ab"), "widgets"),
        "widgets that are one widget": (lambda: make.PostAddon(widgets=TitleRow("a")), "widgets"),
        "a widget that is text (I152)": (lambda: make.PostAddon(widgets=[TitleRow("a"), "b"]), "widgets[1]"),
        "semantic data that is a number (I151)": (lambda: make.PostAddon(semantic={"color": 5}), "semantic.color"),
        "semantic data that is None (I151)": (lambda: make.PostAddon(semantic={"color": None}), "semantic.color"),
        "a semantic name that is a number": (lambda: make.PostAddon(semantic={5: "a"}), "semantic.(name)"),
        "semantic data that is a list": (lambda: make.PostAddon(semantic=[("a", "b")]), "semantic"),
        "an unknown member that is no JSON": (lambda: make.TitleRow("a", extra={"b": object()}), "extra.b"),
        "a set as JSON": (lambda: make.Subscription("POST_UPDATE", metadata={"a": {1}}), "metadata.a"),
        "NaN as JSON (I083)": (
            lambda: make.Subscription("POST_UPDATE", metadata={"a": [1, {"b": float("nan")}]}),
            "metadata.a[1].b",
        ),
        "a name that is a number in JSON": (
            lambda: make.Subscription("POST_UPDATE", metadata={1: 2}),
            "metadata.(name)",
        ),
        "JSON inside itself": (
            lambda: make.Subscription("POST_UPDATE", metadata={"a": CYCLE}),
            "metadata.a" + "[0]" * 128,
        ),
        "JSON that nests deeply (I125)": (
            lambda: make.Subscription("POST_UPDATE", metadata={"a": DEEP}),
            "metadata.a" + "[0]" * 128,
        ),
        "a number of 5,000 digits in JSON (I085)": (
            lambda: make.Subscription("POST_UPDATE", metadata={"a": 10**5_000}),
            "metadata.a",
        ),
        "a lone surrogate in JSON (I059)": (
            lambda: make.Subscription("POST_UPDATE", metadata={"a": HALF_A_PAIR}),
            "metadata.a",
        ),
        "an event type that is a number": (lambda: make.Subscription(5), "event_type"),
        "the data of a button": (lambda: make.Button.server("Accept", id=object()), "data.id"),
        "the data of a button, twice": (lambda: make.Button.server("Accept", {"id": "7"}, id="7"), "data"),
        "the address of a button": (lambda: make.Button.link("Open", 5), "action.open_direct_link"),
        "the caption of a button": (lambda: make.Button.link(None, "https://a.example"), "caption"),
        "buttons that are one button": (
            lambda: make.Message("a", sender_buttons=make.Button.link("b", "https://a.example")),
            "sender_buttons",
        ),
        "a row that is one button": (
            lambda: make.Message("a", sender_buttons=[make.Button.link("b", "https://a.example")]),
            "sender_buttons.rows[0]",
        ),
        "a button that is text": (
            lambda: make.Message("a", sender_buttons=[["b"]]),
            "sender_buttons.rows[0].buttons[0]",
        ),
        "the post of an action": (lambda: make.Action.post_page(5), "post_token"),
        "a written form that is text": (lambda: make.Message.from_dict("a"), "json"),
        "two keys in a widget (I152)": (
            lambda: make.PostAddon.from_dict({"widgets": [{"title_row": {}, "subtitle_row": {}}]}),
            "widgets[0]",
        ),
        "no action in a button (I148)": (
            lambda: make.Message.from_dict({"sender_buttons": {"rows": [{"buttons": [{"caption": "a"}]}]}}),
            "sender_buttons.rows[0].buttons[0]",
        ),
        "two actions in a button (I148)": (
            lambda: make.Action.from_dict({"open_direct_link": "https://a.example", "get_dynamic_action": {}}),
            "json",
        ),
    }


def checks() -> dict[str, tuple[Callable[[], object], str]]:
    """What is well-formed and still cannot be sent."""
    link = op.Action.direct_link
    return {
        "an empty text": (op.Message("").check, "message"),
        "a text of spaces (I056)": (op.Message(" ").check, "message"),
        "a text of 1 MiB (I154)": (op.Message("x" * (1 << 20)).check, "message"),
        "no text at all": (op.Message().check, "message"),
        "a text and a media token": (op.Message("a", media_token="b").check, "media_token"),
        "javascript: (I149)": (link("javascript:alert(1)").check, "open_direct_link"),
        "data: (I149)": (link("data:text/html,a").check, "open_direct_link"),
        "http: (I149)": (link("http://a.example").check, "open_direct_link"),
        "a post token with a slash (I050)": (op.Action.post_page("a/b").check, "open_post_page.post_token"),
        "an image that is a path (I146)": (
            PostAddon(widgets=[op.EventRow("a", image_id="../../x.jpg")]).check,
            "widgets[0].event_row.image_id",
        ),
        "an image that is an address (I146)": (
            PostAddon(widgets=[op.EventRow("a", image_id="https://a.example/x.jpg")]).check,
            "widgets[0].event_row.image_id",
        ),
        "no button in a row": (op.Message("a", sender_buttons=[[]]).check, "sender_buttons.rows[0].buttons"),
        "NUL in a semantic name": (PostAddon(semantic={"a\0": "b"}).check, "semantic"),
    }


@pytest.mark.parametrize("name", constructors())
def test_what_cannot_be_made_is_refused_with_its_path(name: str) -> None:
    make, field = constructors()[name]
    with pytest.raises(errors.InvalidInput) as caught:
        make()
    assert caught.value.field == field
    assert len(str(caught.value)) < 600


@pytest.mark.parametrize("name", checks())
def test_what_cannot_be_sent_is_refused_with_its_path(name: str) -> None:
    check, field = checks()[name]
    with pytest.raises(errors.InvalidInput) as caught:
        check()
    assert caught.value.field == field
    assert len(str(caught.value)) < 600


def test_what_looks_odd_and_is_right_is_taken() -> None:
    big = 12345678901234567890123
    metadata = {"number": big, "flag": True, "none": None, "text": "سلام \0👋", "tuple": (1, 2.5)}
    assert op.Subscription("POST_UPDATE", metadata=metadata).metadata == {**metadata, "tuple": [1, 2.5]}
    tehran = datetime(2026, 1, 1, 3, 30, tzinfo=timezone(timedelta(hours=3, minutes=30)))
    assert op.Post(first_published_at=tehran).first_published_at == datetime(2026, 1, 1, tzinfo=timezone.utc)
    assert op.Message(text="a", receiver_buttons=None) == op.Message("a")
