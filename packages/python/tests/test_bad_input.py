"""Values that cannot be sent: each is an ``InvalidInput`` with the path of what does not fit, and nothing else."""

from __future__ import annotations

import sys
from datetime import datetime, timedelta, timezone
from typing import TYPE_CHECKING, Any

import open_platform as op
import pytest
from open_platform import PostAddon, TitleRow, errors, testing
from open_platform._settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable

HALF_A_PAIR = "a\ud800b"
KEY = "identification-key-0123456789"
CYCLE: list[Any] = []
CYCLE.append(CYCLE)


class Lying:
    """A sequence that says it is longer than any memory."""

    def __len__(self) -> int:
        return sys.maxsize

    def __getitem__(self, place: int) -> str:
        return ["a"][place]


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
        "a score that is a flag": (lambda: make.ScoreRow("a", percentage_score=True), "percentage_score"),
        "a latitude that is a flag": (lambda: make.LocationData(True, longitude=0.0), "latitude"),
        "a score beyond 32 bits": (lambda: make.ScoreRow("a", percentage_score=1 << 31), "percentage_score"),
        "a cost beyond 64 bits (I086)": (lambda: make.Rials(1 << 63), "rials"),
        "a cost of 5,000 digits (I085)": (lambda: make.Rials(10**5_000), "rials"),
        "a cost without a unit": (lambda: make.UserAddon(cost=5), "cost"),
        "NaN (I083)": (lambda: make.LocationData(float("nan"), longitude=0.0), "latitude"),
        "infinity (I083)": (lambda: make.LocationData(0.0, longitude=float("inf")), "longitude"),
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
        "the address of a button": (lambda: make.Button.link("Open", url=5), "action.open_direct_link"),
        "the caption of a button": (lambda: make.Button.link(None, url="https://a.example"), "caption"),
        "buttons that are one button": (
            lambda: make.Message("a", sender_buttons=make.Button.link("b", url="https://a.example")),
            "sender_buttons",
        ),
        "a row that is one button": (
            lambda: make.Message("a", sender_buttons=[make.Button.link("b", url="https://a.example")]),
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
        "a known member among the unknown": (
            PostAddon(widgets=[TitleRow("a", extra={"text": "b"})]).check,
            "widgets[0].title_row.text",
        ),
    }


def form_calls(client: Any) -> dict[str, tuple[Callable[[], object], str]]:
    """Forms of a request, and the path that the error names."""
    make: Any = op

    def send(form: Any) -> object:
        return client.request("POST", ["v1"], form=form)

    def second(*values: Any, **named: Any) -> Callable[[], object]:
        return lambda: send([make.FormPart("first", "1"), make.FormPart(*values, **named)])

    return {
        "a form that can be read once": (lambda: send(make.FormPart("a", "b") for _ in "a"), "form"),
        "a form that is one part": (lambda: send(make.FormPart("a", "b")), "form"),
        "a form that is a number": (lambda: send(5), "form"),
        "a form that is a dict": (lambda: send({"a": "b"}), "form"),
        "a part of a form that is a tuple": (lambda: send([("a", "b")]), "form[0]"),
        "the name of a part": (second(None, "x"), "form[1].name"),
        "the name of a part with a lone surrogate": (second(HALF_A_PAIR, "x"), "form[1].name"),
        "the content of a part": (second("a", 5), "form[1].content"),
        "the content of a part with a lone surrogate": (second("a", HALF_A_PAIR), "form[1].content"),
        "the file name of a part": (second("a", "x", file_name=5), "form[1].file_name"),
        "the media type of a part": (second("a", "x", content_type=b"a/b"), "form[1].content_type"),
    }


def calls() -> dict[str, tuple[Callable[[], object], str]]:
    """What is asked of a client, a receiver or a function, and the path that the error names."""
    make: Any = op
    client: Any = op.Client(api_key="key", client_id="app", client_secret="secret", redirect_uri="https://a.example/cb")
    hooks: Any = op.Webhooks(op.KeyRing.from_list(KEY))
    handling: Any = make.Hooks(KEY, inbox=client.inbox())
    handling.on("new_message")(print)
    now = datetime(2026, 1, 1, tzinfo=timezone.utc)
    double: Any = testing

    def login(**arguments: Any) -> object:
        return make.LoginRoutes(**{"client": client, "scopes": ["USER_PHONE"], "on_granted": print, **arguments})

    def gateway(**arguments: Any) -> object:
        return make.AppGateway(**{"client": client, "user": print, "keys": ["6b" * 32], **arguments})

    return {
        "a token that is a number": (lambda: client.user_with_token(5), "access_token"),
        "a grant that is a number": (lambda: client.user(5), "grant"),
        "a timeout that is text": (lambda: client.posts.get("post", timeout="5"), "timeout"),
        "a timeout below zero": (lambda: client.posts.get("post", timeout=-1), "timeout"),
        "a flag that is a number": (
            lambda: client.user_with_token("t").addons.create_on_post("post", PostAddon(), repeat_post_addons=1),
            "repeat_post_addons",
        ),
        "a message of a chatbot that is a number": (lambda: client.user_with_token("t").chatbot.send("c", 5), "message"),
        "an image that is a number": (lambda: client.images.upload(5), "image"),
        "a method that is a number": (lambda: client.request(5, []), "method"),
        "segments that are text": (lambda: client.request("GET", "v1"), "segments"),
        "a segment that is a number": (lambda: client.request("GET", ["v1", 5]), "segments[1]"),
        "a segment with a lone surrogate (I059)": (lambda: client.request("GET", [HALF_A_PAIR]), "segments[0]"),
        "another host": (lambda: client.request("GET", ["v1"], host="live"), "host"),
        "a query that is text": (lambda: client.request("GET", ["v1"], query="a=b"), "query"),
        "a query with a number": (lambda: client.request("GET", ["v1"], query={"a": 5}), "query.a"),
        "a query of triples": (lambda: client.request("GET", ["v1"], query=[("a", "b", "c")]), "query[0]"),
        "a query of pairs with a number": (lambda: client.request("GET", ["v1"], query=[("a", 5)]), "query[0][1]"),
        "another retry": (lambda: client.request("GET", ["v1"], retry="always"), "retry"),
        **form_calls(client),
        "a report that is a dict": (lambda: client.user_with_token("t").payments.report({}), "report"),
        "a search that is text": (lambda: client.finder.search("light"), "search"),
        "an add-on that is a dict": (
            lambda: client.user_with_token("t").addons.create_on_post("post", {"widgets": []}),
            "addon",
        ),
        "a video whose path has a lone surrogate": (lambda: client.own_posts.upload_video(HALF_A_PAIR), "video"),
        "a voice whose path has a lone surrogate": (lambda: client.chatbot.upload_voice(HALF_A_PAIR), "voice"),
        "a body that is no JSON": (lambda: client.request("POST", ["v1"], body={"a": object()}), "body.a"),
        "scopes that are text": (lambda: client.oauth.authorize("USER_PHONE", "session"), "scopes"),
        "a scope that is a number": (lambda: client.oauth.authorize(["USER_PHONE", 5], "session"), "scopes[1]"),
        "a session that is a number": (lambda: client.oauth.authorize([], 5), "session_id"),
        "an answer that is bytes": (lambda: client.oauth.callback(b"?code=a", "session"), "url_or_query"),
        "a code that is None": (lambda: client.oauth.exchange(None, "https://a.example"), "code"),
        "tokens that are text": (lambda: client.oauth.refresh("token", "https://a.example"), "tokens"),
        "an expiry without a zone": (lambda: make.Tokens("t", expires_at=datetime(2026, 1, 1)), "expires_at"),
        "an instant of consent that is text": (
            lambda: client.grants.adopt(make.Tokens("t", expires_at=now), consent_at="2026-01-01"),
            "consent_at",
        ),
        "the object of a subscription": (
            lambda: client.user("g").subscriptions.remove("POST_UPDATE", 5),
            "event_resource_id",
        ),
        "the object of a scope": (lambda: make.Scope.post_addon_create(5), "post"),
        "a key that is a number": (lambda: make.KeyRing([("id", 5, None)]), "keys[0][1]"),
        "the secret of a key that is a number": (lambda: make.KeyRing([make.IdentificationKey("id", 5)]), "keys[0].secret"),
        "new keys that are bytes": (lambda: make.KeyRing([KEY]).replace([KEY.encode()]), "keys[0]"),
        "keys that are a number": (lambda: make.Webhooks(5), "keys"),
        "a body limit that is text": (lambda: make.Webhooks(op.KeyRing.from_list(KEY), body_limit="5"), "body_limit"),
        "headers that are a dict": (lambda: hooks.authenticate("POST", {"a": "b"}), "headers"),
        "headers of no true length": (lambda: hooks.authenticate("POST", Lying()), "headers"),
        "a header that is text": (lambda: hooks.authenticate("POST", ("a",)), "headers"),
        "keys of hooks that are a number": (lambda: make.Hooks(5), "keys"),
        "keys of hooks that are bytes": (lambda: make.Hooks(KEY.encode()), "keys"),
        "a key of hooks that is None": (lambda: make.Hooks([KEY, None]), "keys[1]"),
        "a client of hooks that is a number": (lambda: make.Hooks(KEY, client=5), "client"),
        "a client of hooks that is a user's": (lambda: make.Hooks(KEY, client=client.user("grant")), "client"),
        "a memory of hooks that is a set": (lambda: make.Hooks(KEY, dedupe=set()), "dedupe"),
        "a memory beside an inbox": (lambda: make.Hooks(KEY, dedupe=False, inbox=client.inbox()), "dedupe"),
        "an inbox of hooks that is a client": (lambda: make.Hooks(KEY, inbox=client), "inbox"),
        "a grant that is no function": (lambda: make.Hooks(KEY, grant_of="grant"), "grant_of"),
        "paths that are text": (lambda: make.Hooks(KEY, paths="/events"), "paths"),
        "a path of no kind": (lambda: make.Hooks(KEY, paths={"event": "/"}), "paths"),
        "a path that is a number": (lambda: make.Hooks(KEY, paths={"events": 5}), "paths.events"),
        "an event of no type": (lambda: make.Hooks(KEY).on("new_mesage"), "event"),
        "an event that is a list": (lambda: make.Hooks(KEY).on([]), "event"),
        "a handler that is a number": (lambda: make.Hooks(KEY).on_start(5), "handler"),
        "no workers": (lambda: handling.run(workers=0), "workers"),
        "a login without a client": (lambda: login(client=None), "client"),
        "a login with the class": (lambda: login(client=op.Client), "client"),
        "a login with a user's client": (lambda: login(client=client.user("grant")), "client"),
        "a login with one scope": (lambda: login(scopes="USER_PHONE"), "scopes"),
        "a login without scopes": (lambda: login(scopes=None), "scopes"),
        "a login with an empty list of scopes": (lambda: login(scopes=[]), "scopes"),
        "a login with an unknown scope": (lambda: login(scopes=["USER_PHON"]), "scopes"),
        "a login with a scope that lacks its object": (lambda: login(scopes=["POST_EDIT"]), "scopes"),
        "a login with a scope that is a number": (lambda: login(scopes=["USER_PHONE", 5]), "scopes[1]"),
        "a login that leads nowhere": (lambda: login(on_granted=None), "on_granted"),
        "a denial that is a page": (lambda: login(on_denied="<p>No.</p>"), "on_denied"),
        "an error that is a page": (lambda: login(on_error=""), "on_error"),
        "a user who is a text": (lambda: login(user="user-7"), "user"),
        "a gateway without a client": (lambda: gateway(client=None), "client"),
        "a gateway without users": (lambda: gateway(user=None), "user"),
        "a gateway with one key": (lambda: gateway(keys="6b" * 32), "keys"),
        "a gateway that allows a text": (lambda: gateway(allow="conversations.send"), "allow"),
        "a limit of a gateway that is a flag": (lambda: gateway(body_limit=True), "body_limit"),
        "a gateway that leads nowhere": (lambda: gateway(redirect_uris=[None]), "redirect_uris[0]"),
        "an outcome that is a number": (lambda: double.Recorder.always(200), "outcome"),
        "outcomes that are one": (lambda: double.Recorder.script(double.ScriptedResponse(200)), "outcomes"),
        "an outcome of a script": (lambda: double.Recorder.script([double.ScriptedResponse(200), 5]), "outcomes[1]"),
        "an answer that is text": (lambda: double.ScriptedResponse("200"), "status"),
        "no answer for no reason": (lambda: double.NoResponse("broken"), "kind"),
        "a clock that stands nowhere": (lambda: double.ManualClock(None), "now"),
        "a clock without a zone": (lambda: double.ManualClock(datetime(2026, 1, 1)), "now"),
        "a clock that goes back": (lambda: double.ManualClock(now).advance(-1), "by"),
        "a clock moved by text": (lambda: double.ManualClock(now).advance("5"), "by"),
        "a store to check that is none": (lambda: double.store_conformance(5), "handles[0]"),
        "no store to check": (lambda: double.store_conformance(), "handles"),
        "a request for the inbox that is none": (lambda: client.inbox().receive("request", b"{}"), "accepted"),
        "a body that is text": (lambda: hooks.event("POST", [], "{}"), "body"),
        "the method of a request": (lambda: hooks.authenticate(5, []), "method"),
        "a stored body that is text": (lambda: make.read_delivery("{}"), "body"),
        "a chatbot text that is a number": (lambda: make.read_bot_start(5), "text"),
        "a link that is a number": (lambda: make.read_direct_link(5), "url_or_query"),
        "a redirect address that is None": (lambda: make.check_redirect_uri(None), "redirect_uri"),
        "a value to mask that is a number": (lambda: make.semantic.mask(5), "value"),
        "a wait that is a text": (lambda: make.reply_unavailable("5"), "retry_after"),
        "a negative wait": (lambda: make.reply_unavailable(-1.0), "retry_after"),
        "the address of a direct link": (lambda: make.Action.OpenDirectLink(5), "url"),
        "the post of a page": (lambda: make.Action.OpenPostPage(post_token=5), "post_token"),
        "the row of a widget": (lambda: make.Widget.TitleRow("a"), "row"),
        "the message of an event": (lambda: make.Event.NewMessage(message=5), "message"),
    }


@pytest.mark.parametrize("name", constructors())
def test_invalid_constructor_arguments_are_refused_with_their_path(name: str) -> None:
    make, field = constructors()[name]
    with pytest.raises(errors.InvalidInput) as caught:
        make()
    assert caught.value.field == field
    assert len(str(caught.value)) < 600


@pytest.mark.parametrize("name", calls())
def test_invalid_arguments_of_calls_are_refused_with_their_path(name: str) -> None:
    call, field = calls()[name]
    with pytest.raises(errors.InvalidInput) as caught:
        call()
    assert caught.value.field == field
    assert len(str(caught.value)) < 600


@pytest.mark.parametrize("name", ["identification_keys", "store_keys"])
@pytest.mark.parametrize("keys", [KEY, 5, [5], [None], Lying(), {KEY: KEY}], ids=lambda keys: type(keys).__name__)
def test_a_setting_that_is_not_a_list_of_strings_is_named(name: str, keys: Any) -> None:
    with pytest.raises(errors.ConfigError, match="must be a list of texts") as caught:
        op.Client(**{name: keys})
    assert caught.value.setting == name
    assert KEY not in str(caught.value)


@pytest.mark.parametrize("name", ["timeout", "max_backoff", "max_attempts", "max_buttons", "max_image_bytes"])
def test_a_flag_is_no_setting_that_is_a_number(name: str) -> None:
    with pytest.raises(errors.ConfigError, match="must be a") as caught:
        op.Client(**{name: True})
    assert caught.value.setting == name


PLAIN = {"bool | None": True, "int | None": 5, "float | timedelta | None": 5}
HINTS = {name: hint.__forward_arg__ for name, hint in Settings.__annotations__.items()}


@pytest.mark.parametrize("name", [name for name, hint in HINTS.items() if hint in PLAIN])
def test_a_setting_takes_a_value_of_its_type_and_names_itself_in_errors(name: str) -> None:
    make: Any = op.Client
    make(**{name: PLAIN[HINTS[name]]}, environment={}).close()
    with pytest.raises((errors.ConfigError, errors.InvalidInput)) as caught:
        make(**{name: -1}, environment={})
    assert getattr(caught.value, "setting", None) == name or getattr(caught.value, "field", None) == name


def test_a_wrong_number_of_arguments_is_a_type_error() -> None:
    make: Any = op
    for call in (make.TitleRow, make.Action.OpenDirectLink, make.KeyRing, make.Client().posts.get):
        with pytest.raises(TypeError, match="argument"):
            call(*"abcdef")
    with pytest.raises(TypeError, match="argument"):
        make.Action.OpenDirectLink()


def test_an_amount_of_money_that_is_sent_must_be_given() -> None:
    make: Any = op
    for build in (
        lambda: make.Rials(),
        lambda: make.PaymentReport(profit=op.Rials(1), reference_id="r"),
        lambda: make.PaymentReport(op.Rials(1), reference_id="r"),
        lambda: make.TicketCheck("3fa85f64-5717-4562-b3fc-2c963f66afa6", user_id="u"),
    ):
        with pytest.raises(TypeError, match="missing 1 required"):
            build()


def test_the_content_of_a_form_is_any_bytes() -> None:
    transport = testing.Recorder.script([testing.ScriptedResponse(200)])
    form = (op.FormPart("a", bytearray(b"1")), op.FormPart("b", memoryview(b"2")))
    op.Client(api_key="key", transport=transport).request("POST", ["v1"], form=form)
    body = transport.requests[0].body
    assert b"\r\n\r\n1\r\n" in body
    assert b"\r\n\r\n2\r\n" in body


def test_a_constructed_variant_equals_the_parsed_one() -> None:
    made = op.Action.OpenDirectLink(url="https://a.example")
    assert made == op.Action.direct_link("https://a.example")
    assert type(made) is op.Action.OpenDirectLink
    assert isinstance(made, op.Action)


@pytest.mark.parametrize("name", checks())
def test_values_that_cannot_be_sent_are_refused_with_their_path(name: str) -> None:
    check, field = checks()[name]
    with pytest.raises(errors.InvalidInput) as caught:
        check()
    assert caught.value.field == field
    assert len(str(caught.value)) < 600


def test_unusual_but_valid_values_are_accepted() -> None:
    big = 12345678901234567890123
    metadata = {"number": big, "flag": True, "none": None, "text": "سلام \0👋", "tuple": (1, 2.5)}
    assert op.Subscription("POST_UPDATE", metadata=metadata).metadata == {**metadata, "tuple": [1, 2.5]}
    tehran = datetime(2026, 1, 1, 3, 30, tzinfo=timezone(timedelta(hours=3, minutes=30)))
    assert op.Post(first_published_at=tehran).first_published_at == datetime(2026, 1, 1, tzinfo=timezone.utc)
    assert op.Message(text="a", receiver_buttons=None) == op.Message("a")
