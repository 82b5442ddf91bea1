"""The README: its Python runs from top to bottom, against the sandbox."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import re
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from wsgiref.simple_server import WSGIRequestHandler, make_server
from wsgiref.util import setup_testing_defaults

import pytest
import vectors
from open_platform import Button, Hooks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from open_platform import Client, LoginRoutes
    from open_platform.testing import World
    from open_platform.testing.admin import ClickOutcome

README = Path(__file__).parents[1] / "README.md"


class Quiet(WSGIRequestHandler):
    """Writes no access log."""

    def log_message(self, format: str, *arguments: Any) -> None: ...


@contextlib.contextmanager
def serving(hooks: Hooks, world: World) -> Iterator[None]:
    """Serves hooks, and tells the platform their address."""
    with make_server("127.0.0.1", 0, hooks.wsgi(), handler_class=Quiet) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        origin = f"http://127.0.0.1:{server.server_port}"
        world.configure(events_url=f"{origin}/events", start_url=f"{origin}/start", dynamic_action_url=f"{origin}/actions")
        try:
            yield
        finally:
            server.shutdown()
            thread.join()


def texts(world: World, conversation: str) -> list[Any]:
    return [written["message"].get("text") for written in world.messages(conversation)]


def check_events(world: World, hooks: Hooks, conversation: str) -> None:
    """A buyer gets a reply, and the app does not reply to the seller or to itself."""
    with serving(hooks, world):
        world.say(conversation, "buyer", "Is it still there?")
        world.wait_for_request("conversations.send", 2)
        world.wait_for_delivery("NEW_MESSAGE", 2)
        world.say(conversation, "seller", "It is")
        world.wait_for_delivery("NEW_MESSAGE", 3)
    assert texts(world, conversation)[-3:] == ["Is it still there?", "The seller will write to you soon", "It is"]
    attempts = [attempt["status"] for delivery in world.deliveries() for attempt in delivery["attempts"]]
    assert attempts == [200] * 3


def check_clicks(world: World, client: Client, hooks: Hooks, conversation: str) -> None:
    """A click on a button of a message that was sent before opens the address that the handler returned, or shows its text."""

    def click(conversation: str, column: int = 0) -> ClickOutcome:
        written = next(one for one in reversed(world.messages(conversation)) if one["receiver_buttons"])
        return world.click({"on": "message_button", "user": "buyer", "message": written["message"]["id"], "column": column})

    bot = world.add_conversation("buyer")["id"]
    client.chatbot.reply(bot, "Anything else?", buttons=[[Button.dynamic("No", answer="no")]])
    with serving(hooks, world):
        assert click(conversation, column=1).get("opens") == "https://app.example/orders/9f86d081884c"
        assert click(bot).get("text_message") == "Noted"


def check_payment(world: World, names: dict[str, Any], post: str) -> None:
    """A second attempt with the same id pays nothing, and returns the state of the payment, also after it was completed."""
    client, user = names["client"], names["user"]
    tokens = world.issue_tokens("seller", ["PAYMENT_ALL_POSTS_REORDER"])
    names["user"] = client.user_with_token(tokens["access_token"])
    assert names["move_up"](post, names["payment_id"]).startswith("TRANSACTION_STATE_")
    world.run_until_idle()
    assert names["move_up"](post, names["payment_id"]) == "TRANSACTION_STATE_COMPLETED"
    names["user"] = user
    assert client.payments.transaction(names["payment_id"]).id == names["payment_id"]
    assert [paid.id for paid in client.payments.transactions().transactions] == [names["payment_id"]]


def check_inbox(world: World, hooks: Hooks) -> None:
    """The chatbot replies to an event from the inbox."""
    chat = world.add_conversation("buyer")["id"]
    with serving(hooks, world), hooks.running():
        world.say(chat, "buyer", "Hi")
        world.wait_for_request("chatbot.reply", 2)  # The first was for the clicks.
    assert texts(world, chat) == ["Hi", "Hello"]


def check_dead_letters(world: World, durable: Client, retry_all: Callable[[Client], None]) -> None:
    """A handler that fails in its only attempt leaves a dead letter, which is queued again."""
    hooks = Hooks.from_env(client=durable, inbox=durable.inbox(max_attempts=1))

    @hooks.on("new_chatbot_message")
    def fail(message: Any) -> None:
        raise ValueError

    inbox, chat = durable.inbox(), world.add_conversation("buyer")["id"]
    with serving(hooks, world), hooks.running():
        world.say(chat, "buyer", "Hi")
        while not inbox.counts().dead_letters:
            pass
    retry_all(durable)
    counts = inbox.counts()
    assert (counts.pending, counts.dead_letters) == (1, 0)


def check_routes(world: World, routes: LoginRoutes) -> None:
    """A login by the routes continues at the path that its link names."""

    def get(path: str, query: str, cookie: str = "") -> dict[str, str]:
        environ: dict[str, Any] = {"PATH_INFO": path, "QUERY_STRING": query, "HTTP_COOKIE": cookie}
        setup_testing_defaults(environ)
        answered: dict[str, str] = {}
        b"".join(routes.wsgi()(environ, lambda _, headers, *rest: answered.update(headers)))
        return answered

    begun = get("/login", "return_to=/posts/7")
    back = world.consent(begun["Location"], "seller")
    done = get("/callback", urlsplit(back).query, begun["Set-Cookie"].split(";")[0])
    assert done["Location"] == "/posts/7"


def test_the_readme_runs(
    sandbox: World,
    sandbox_client: Client,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name, value in sandbox.environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("OPEN_PLATFORM_APP_KEYS", "6b" * 32)
    monkeypatch.setenv("OPEN_PLATFORM_STORE_KEYS", base64.b64encode(b"k" * 32).decode())
    monkeypatch.chdir(tmp_path)
    image = vectors.example("images.upload").given["arguments"]["image_base64"]
    Path("report.jpg").write_bytes(base64.b64decode(image))
    Path("tour.mp4").write_bytes(b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom")
    talk = sandbox.conversations()[0]
    about: Any = talk["about"]
    post = about["post"]["post"]
    names: dict[str, Any] = {"conversation": talk["id"], "grant": None}
    blocks = re.findall(r"^```python\n(.*?)^```$", README.read_text("utf-8"), re.M | re.S)
    assert len(blocks) == 18
    for block in blocks:
        exec(compile(block.replace("gZd7omnS", post), str(README), "exec"), names)  # noqa: S102
        if "login_url" in block:
            consent = names["login_url"]("session-1", post)
            names["grant"] = names["after_login"](sandbox.consent(consent, "seller"), "session-1")
            assert names["grant"]
        if "def move_up" in block:
            check_payment(sandbox, names, post)
        if "def answer" in block:
            check_events(sandbox, names["hooks"], talk["id"])
        if "def react" in block:
            check_clicks(sandbox, sandbox_client, names["hooks"], talk["id"])
        if "def reply_later" in block:
            check_inbox(sandbox, names["stored"])
        if "def retry_all" in block:
            check_dead_letters(sandbox, names["durable"], names["retry_all"])
        if "LoginRoutes(" in block:
            check_routes(sandbox, names["routes"])
    assert sandbox.addons(post)
    assert "Your report is ready" in texts(sandbox, talk["id"])
    served = threading.Event()
    names["serve_until_stopped"](served.set)
    assert served.is_set()
    titles = asyncio.run(names["titles"]([post, post]))
    assert len(set(titles)) == 1
    printed = capsys.readouterr().out
    assert "toman" in printed
    assert "24 of 24 bytes" in printed
    names["test_a_post_is_read"](sandbox, sandbox_client)
    sandbox.reset()
    names["test_a_lost_response_and_an_hour"](sandbox, sandbox_client)
