"""What type checkers know of the package. It is checked, not run: by mypy and by pyright, both strict."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Literal

from typing_extensions import assert_type

import open_platform as op
from open_platform import AsyncClient, Client, Denied, Granted, Scope, errors, testing, widgets as w


def reading(client: Client) -> None:
    post = client.posts.get("gZd7omnS", timeout=5)
    assert_type(post, op.Post)
    client.posts.get("gZd7omnS", timeout=timedelta(seconds=5))
    client.grants.list(timeout=timedelta(seconds=5))
    assert_type(post.title, str | None)
    assert_type(post.images, list[str])
    assert_type(post.extra, dict[str, Any])
    # An open enum is any text, and editors complete the known words.
    assert_type(post.state, Literal["PUBLISHED", "REVIEW_REQ", "PAYMENT_REQ", "RETIRED"] | str)
    assert_type(client.users.id_by_phone("09123456789"), str)
    assert_type(client.grants.list(), list[op.GrantInfo])
    with client.stream("GET", ["v1"]) as response:
        assert_type(response, op.StreamedResponse)
        for chunk in response:
            assert_type(chunk, bytes)
    client.posts.get(5)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    client.posts.get("gZd7omnS", 5)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    post.title = "x"  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]


def names() -> None:
    op.Pots()  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue]
    op.Button.dynamic("More", page=2)
    op.Button.post_page("Show", post="gZd7omnS")
    op.Button.post_page("Show", "gZd7omnS")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    assert_type(op.completion_url(), str)


def settings() -> None:
    Client(api_key="any", timeout=5, upload_timeout=timedelta(minutes=2))
    Client(api_key=lambda: "any", hosts={"auth": "a", "base": "b", "api": "c", "upload": "d", "chat": "e"})
    Client(api_kee="any")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]


def scripted() -> None:
    """A script takes plain responses and failures, as the README writes them, beside outcomes."""
    response = testing.ScriptedResponse(200, body=b"{}")
    testing.Recorder.always(response)
    testing.Recorder.script([response, testing.NoResponse("connect")])
    testing.Recorder.script([testing.ScriptedOutcome.Response(response)])


async def asynchronous(client: AsyncClient) -> None:
    assert_type(await client.posts.get("gZd7omnS"), op.Post)
    assert_type(await client.oauth.callback("?code=a", "session-1"), Granted[op.AsyncUserClient] | Denied)
    async with client as same:
        assert_type(same, AsyncClient)


def login(client: Client) -> None:
    url, state = client.oauth.authorize([Scope.USER_PHONE, Scope.post_addon_create("gZd7omnS")], "session-1")
    assert_type(url, str)
    assert_type(state, str)
    match client.oauth.callback("?code=a", "session-1"):
        case Granted(user):
            assert_type(user, op.UserClient)
            assert_type(user.users.me(), op.User)
        case Denied():
            pass


def writing(user: op.UserClient) -> None:
    uploaded = op.UploadedImage("a.jpg")
    created = user.addons.create_on_post(
        "gZd7omnS",
        widgets=[w.TitleRow("Inspected"), w.Widget.TitleRow(w.TitleRow("a")), w.EventRow("Report", image=uploaded)],
        semantic={"status": "PENDING"},
    )
    assert_type(created, op.AddonCreated)
    button = op.Button.link("Open", url="https://a.example")
    user.conversations.send("c-1", "Hello", receiver_buttons=[[button], [button, op.Button.server("Accept", id="7")]])
    user.conversations.send("c-1", op.Message("Hello", sender_buttons=[[button]]))
    w.TitleRow("Inspected", has_divider="yes")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def paying() -> None:
    amount = op.Tomans(35_000)
    assert_type(amount.to_rials(), op.Rials)
    assert_type(amount.to_rials() + op.Rials(5) - op.Rials(1), op.Rials)
    assert_type(amount < op.Tomans(5), bool)
    assert_type(sum([amount], start=op.Tomans(0)), op.Tomans)
    amount < op.Rials(5)  # type: ignore[operator]  # pyright: ignore[reportOperatorIssue, reportUnusedExpression]
    amount + op.Rials(5)  # type: ignore[operator]  # pyright: ignore[reportOperatorIssue, reportUnusedExpression]
    op.PaymentReport(amount.to_rials(), profit=op.Rials(1), reference_id="order 7")
    op.PaymentReport(amount, profit=op.Rials(1), reference_id="order 7")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    op.PaymentReport(35_000, profit=op.Rials(1), reference_id="order 7")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def event(delivery: op.Delivery) -> str | None:
    match delivery.event:
        case op.Event.NewMessage(message=message):
            assert_type(message, op.ChatMessage)
            return message.text
        case op.Event.PostUpdate(update=update):
            assert_type(update.post, op.Post)
            return update.post.token
        case other:
            return other.kind


def failing(error: errors.OpenPlatformError) -> None:
    if isinstance(error, errors.MissingScope):
        assert_type(error.needs_scopes, list[str])
    if isinstance(error, errors.RateLimited):
        assert_type(error.retry_after, float | None)
