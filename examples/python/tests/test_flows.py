"""Tests each example end to end: as a process with the sandbox. The test acts as the users and their browsers."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import re
import secrets
import socket
import subprocess
import sys
import threading
import urllib.request
from dataclasses import dataclass
from http.client import HTTPResponse
from http.cookiejar import CookieJar
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlencode, urljoin, urlsplit

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from open_platform.testing import World
    from open_platform.testing.admin import Click, ClickOutcome

COMPLETION_URL = "https://open-platform-redirect.divar.ir/completion"

FOLDER = Path(__file__).parents[1]


@dataclass
class Page:
    """The response to a request. Redirects are not followed automatically."""

    url: str
    status: int
    text: str
    headers: Any

    @property
    def location(self) -> str:
        """The target of the redirect."""
        assert 300 <= self.status < 400, self
        return urljoin(self.url, str(self.headers["Location"]))


class Browser:
    """A minimal browser: cookies, links and forms."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.cookies = urllib.request.HTTPCookieProcessor(CookieJar())

    def get(self, url: str) -> Page:
        return self._send(urllib.request.Request(url))

    def post(self, url: str, fields: dict[str, str], **files: bytes) -> Page:
        """Posts a form: with a boundary, if there are files."""
        if not files:
            return self._send(urllib.request.Request(url, urlencode(fields).encode()))
        parts = [f'name="{name}"\r\n\r\n'.encode() + value.encode() for name, value in fields.items()]
        parts += [f'name="{name}"; filename="a.jpg"\r\n\r\n'.encode() + file for name, file in files.items()]
        body = b"".join(b"--x\r\nContent-Disposition: form-data; " + part + b"\r\n" for part in parts) + b"--x--\r\n"
        return self._send(urllib.request.Request(url, body, {"Content-Type": "multipart/form-data; boundary=x"}))

    def log_in(self, url: str, user: str | None) -> Page:
        """Begins a login at ``url``, answers on the consent page (``None`` says no), and returns the page after it."""
        return self.get(self.consent(url, user))

    def consent(self, url: str, user: str | None) -> str:
        """As :meth:`log_in`, but returns the address of the app to which the platform sends the browser."""
        begun = self.get(url)
        while begun.location.startswith(urljoin(url, "/")):
            begun = self.get(begun.location)
        return self.world.consent(begun.location, {"decision": "deny"} if user is None else user)

    def _send(self, request: urllib.request.Request) -> Page:
        opener = urllib.request.build_opener(_AsItIs, self.cookies, urllib.request.ProxyHandler({}))
        with opener.open(request, timeout=60) as answer:
            return Page(request.full_url, answer.status, answer.read().decode(), answer.headers)


class _AsItIs(urllib.request.HTTPErrorProcessor):
    """Returns redirects and errors as pages."""

    def http_response(self, request: urllib.request.Request, response: HTTPResponse) -> HTTPResponse:
        return response


@dataclass
class App:
    """A running example and its sandbox."""

    world: World
    url: str

    def browser(self) -> Browser:
        """A new browser."""
        return Browser(self.world)

    @property
    def conversation(self) -> str:
        """The initial conversation of a world: ``buyer`` asks ``seller`` about a post."""
        return self.world.conversations()[0]["id"]

    def texts(self, conversation: str) -> list[str]:
        """The texts of a conversation, oldest first."""
        return [written["message"]["text"] for written in self.world.messages(conversation)]


class Example:
    """The process of an example."""

    def __init__(self, name: str, world: World) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        world.configure(
            redirect_uris=[f"{self.url}/oauth/callback"],
            events_url=f"{self.url}/hooks/events",
            start_url=f"{self.url}/hooks/start",
            dynamic_action_url=f"{self.url}/hooks/actions",
        )
        environment = {"PATH": os.environ["PATH"], "PORT": str(port), "PYTHONUNBUFFERED": "1", **world.environment}
        environment["OPEN_PLATFORM_APP_KEYS"] = secrets.token_hex(32)
        self._log: list[str] = []
        self._ready: queue.SimpleQueue[bool] = queue.SimpleQueue()
        self._process = subprocess.Popen(
            [sys.executable, str(FOLDER / f"{name}.py")],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        for line in self._process.stdout or ():
            self._log.append(line)
            if f"unning on {self.url}" in line:
                self._ready.put(True)
        self._ready.put(False)

    def starts(self) -> bool:
        return self._ready.get(timeout=60)

    def end(self) -> str:
        """Ends it. Returns all that it wrote."""
        with self._process:
            self._process.terminate()
            self._reader.join()
        written = "".join(self._log)
        print(written)  # pytest shows it where a test fails
        return written


@contextlib.contextmanager
def running(name: str, world: World) -> Iterator[App]:
    """Starts the example with this name, configured by the environment."""
    example = Example(name, world)
    try:
        while not example.starts():
            # Another program took the port before the example listened on it.
            assert "Address already in use" in example.end(), "the example did not start"
            example = Example(name, world)
        yield App(world, example.url)
    finally:
        written = example.end()
    assert not [one for one in world.credentials() if not one["belongs"]]
    for word in ("api_key", "client_secret"):
        assert world.settings[word] not in written, f"the {word} is in the log"
    assert world.settings["identification_keys"][0] not in written
    assert "ory_" not in written, "a token or code is in the log"
    assert not [user for user in world.users() if user["phone"] in written], "a phone number is in the log"


@pytest.fixture
def app(request: pytest.FixtureRequest, sandbox: World) -> Iterator[App]:
    with running(request.param, sandbox) as app:
        yield app


def example(name: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("app", [name], indirect=True)


def button(user: str, message: str, column: int) -> Click:
    return {"on": "message_button", "user": user, "message": message, "column": column}


@example("login")
def test_f1_login(app: App) -> None:
    browser = app.browser()
    assert "Log in with your phone number" in browser.get(app.url).text
    begun = browser.get(f"{app.url}/oauth/login")
    cookie = begun.headers["Set-Cookie"]
    assert "; HttpOnly" in cookie and "; SameSite=Lax" in cookie and "Secure" not in cookie
    back = app.world.consent(begun.location, "buyer")

    # In another browser the callback address is refused, and the login must be started again.
    stolen = app.browser().get(back)
    assert stolen.status == 400 and "start it again" in stolen.text
    assert browser.get(back).status == 400

    back = browser.consent(f"{app.url}/oauth/login", "buyer")
    landed = browser.get(back)
    assert landed.headers["Cache-Control"] == "no-store" and "session=" in landed.headers["Set-Cookie"]
    assert f"You are {app.world.user('buyer')['phone']}." in browser.get(landed.location).text
    assert browser.get(back).status == 400, "the same address again"
    assert "Log in" in app.browser().get(app.url).text, "another browser is not logged in"
    assert "Log in" in browser.get(browser.post(f"{app.url}/logout", {}).location).text

    tokens = len(app.world.tokens())
    denied = browser.log_in(f"{app.url}/oauth/login", None)
    assert denied.status == 200 and "We cannot know you" in denied.text
    assert len(app.world.tokens()) == tokens
    assert browser.get(f"{app.url}/oauth/login?return_to=//evil.example").status == 400
    assert browser.post(f"{app.url}/oauth/login", {}).status == 405


#: The segments of a minimal JPEG, without image data.
PHOTO = b"\xff\xd8" + b"\xff\xdb\x00\x02" + b"\xff\xda\x00\x02\x00" + b"\xff\xd9"


@example("seller_addon")
def test_f2_seller_addon(app: App) -> None:
    token = app.world.posts("seller")[0]["token"]
    entrance = f"{app.url}/?post_token={token}"
    seller = app.browser()
    assert "Nothing has changed" in seller.log_in(entrance, None).text
    landed = seller.log_in(entrance, "seller")
    form = seller.get(landed.location)
    assert "Publish the report" in form.text

    def publish(browser: Browser, score: str, photo: bytes = PHOTO) -> Page:
        return browser.post(form.url, {"score": score, **csrf(form)}, photo=photo)

    refused = publish(seller, "101")
    assert refused.status == 400 and "percentage_score" in refused.text
    assert publish(seller, "87", b"GIF89a").status == 400
    assert publish(app.browser(), "1").status == 403, "another browser may not"
    assert not app.world.addons(token)

    assert publish(seller, "87").location == COMPLETION_URL
    (shown,) = app.world.addons(token)
    assert shown["widgets"][0] == {"title_row": {"text": "Inspected", "has_divider": True}}
    assert shown["widgets"][1]["event_row"]["image_url"]
    assert shown["widgets"][2]["score_row"]["percentage_score"] == 87
    assert shown["semantic"]["readable"]["inspection_result"] == "INSPECTION_APPROVED"
    publish(seller, "12")
    (shown,) = app.world.addons(token)
    assert shown["widgets"][2]["score_row"]["score_color"] == "WARNING_PRIMARY"

    assert app.browser().post(f"{form.url}/remove", csrf(form)).status == 403
    # A user can grant the scope for a post of another user, also in a login that continues at it.
    stranger = app.browser()
    other = stranger.get(stranger.log_in(entrance, "buyer").location)
    refused = stranger.post(f"{other.url}/remove", csrf(other))
    assert refused.status == 403 and "not yours" in refused.text
    own = next(post["token"] for post in app.world.posts() if post["owner"] != "seller")
    begun = f"{app.url}/oauth/login?post={own}&return_to=/posts/{token}"
    assert f"POST_ADDON_CREATE.{token}&" in app.browser().get(begun).location, "the scope is that of the post to return to"
    assert app.world.addons(token) == [shown], "the report is still there"
    assert seller.post(f"{form.url}/remove", csrf(form)).location == COMPLETION_URL
    assert not app.world.addons(token)
    assert app.browser().get(f"{app.url}/posts/nosuchpost").status == 404
    assert app.browser().get(app.url).status == 404


def csrf(form: Page) -> dict[str, str]:
    found = re.search(r'name="(csrfmiddlewaretoken)" value="([^"]+)"', form.text)
    assert found
    return {found[1]: found[2]}


@example("chat_service")
def test_f4_chat_service(app: App) -> None:
    def opens(outcome: ClickOutcome) -> str:
        assert outcome["opens"], outcome
        return outcome["opens"]

    # The seller opens the app in the chat, and requests a payment.
    pick: Click = {"on": "chat_service", "user": "seller", "conversation": app.conversation}
    opened = opens(app.world.click(pick))
    seller = app.browser()
    assert "Nothing was sent" in seller.log_in(opened, None).text
    form = seller.get(seller.log_in(opened, "seller").location)
    assert "Ask for a payment" in form.text
    assert seller.post(opened, {"toman": "much"}).status == 422
    assert app.browser().post(opened, {"toman": "5"}).status == 403, "another browser may not"
    assert seller.post(opened, {"toman": "150000"}).location == COMPLETION_URL
    asked = app.world.messages(app.conversation)[-1]
    assert (asked["message"]["text"], asked["author"]) == ("Please pay 150000 toman.", "seller")
    assert seller.get(opened).status == 404, "one message for one click"
    assert seller.get(f"{app.url}/oauth/login?request=unknown").status == 400

    # The buyer clicks the button for the buyer, and pays.
    clicked = app.world.click(button("buyer", asked["message"]["id"], 0))
    assert clicked["request"]["source"] == "CHAT_MESSAGE_ACTION"
    payment, buyer = opens(clicked), app.browser()
    assert "150000 toman" in buyer.get(payment).text
    for _ in range(2):
        assert buyer.post(payment, {}).location == COMPLETION_URL
    assert app.texts(app.conversation)[2:] == ["Please pay 150000 toman.", "150000 toman paid."]

    # The seller's button shows the status, also with start requests in the old form.
    app.world.switches({"webhooks": {"start_form": "v1"}})
    assert "Paid." in seller.get(opens(app.world.click(button("seller", asked["message"]["id"], 0)))).text

    # Requests without the key are refused.
    app.world.switches({"webhooks": {"authorization": "wrong"}})
    refused = app.world.click(pick)
    assert refused["status"] == 401 and not refused.get("opens")
    assert app.browser().get(f"{app.url}/hooks/start").status == 405


@example("chatbot")
def test_f5_chatbot(app: App) -> None:
    about: Any = app.world.conversations()[0]["about"]
    post = app.world.post(about["post"]["post"])
    chat = app.world.add_conversation("buyer")["id"]

    app.world.say(chat, "buyer", f"/start DEMAND_POST {post['token']}")
    app.world.wait_for_request("chatbot.reply")
    told = app.world.messages(chat)[-1]["message"]
    assert told["text"] == "گوشی سامسونگ گلکسی S23 در حد نو: 42000000 toman"
    clicked = app.world.click(button("buyer", told["id"], 0))
    assert clicked["text_message"] == "420000000 rial"
    clicked = app.world.click(button("buyer", told["id"], 1))
    assert clicked["action"] == {"open_post_page": {"post_token": post["token"]}}

    # An event that is sent twice, and an event with a wrong key.
    app.world.switches({"webhooks": {"duplicates": 1}})
    app.world.say(chat, "buyer", "hello")
    app.world.wait_for_delivery("NEW_CHATBOT_MESSAGE", 3)
    app.world.switches({"webhooks": {"duplicates": 0}})
    app.world.wait_for_request("chatbot.reply", 2)
    app.world.say(chat, "buyer", "/start DEMAND_POST nosuchpost")
    app.world.wait_for_request("chatbot.reply", 3)
    app.world.switches({"webhooks": {"authorization": "missing"}})
    assert app.world.click(button("buyer", told["id"], 0))["status"] == 401
    app.world.switches({"webhooks": {"authorization": "right"}})
    app.world.say(chat, "buyer", "still there?")
    app.world.wait_for_request("chatbot.reply", 4)
    answers = [written["message"]["text"] for written in app.world.messages(chat) if not written["author"]]
    help_text = "Open me from a post, and I will tell you its price."
    assert answers[1:] == [help_text, "I cannot find this post.", help_text]


@example("seller_assistant")
def test_f6_seller_assistant(app: App) -> None:
    world, conversation = app.world, app.conversation
    seller_id = world.user("seller")["id"]
    # The clock of the sandbox is frozen, that of the app runs: with a token lifetime of five seconds it refreshes every
    # four.
    world.freeze()
    world.switches({"oauth": {"access_token_seconds": 5}})
    seller = app.browser()
    assert "At your service" in seller.log_in(f"{app.url}/oauth/login", "seller").text
    assert world.subscriptions()[0]["metadata"] == {"seller": seller_id}

    # A buyer gets an answer; the seller and the app itself do not.
    world.say(conversation, "buyer", "سلام")
    world.run_until_idle()
    world.wait_for_request("conversations.send")
    world.run_until_idle()
    world.say(conversation, "seller", "من هم هستم")
    world.run_until_idle()
    assert {delivery["state"] for delivery in world.deliveries()} == {"delivered"}
    answer = "Thank you! The seller will write to you soon."
    assert app.texts(conversation)[2:] == ["سلام", answer, "من هم هستم"]

    # The first token and its subscription end. The app has newer ones.
    world.advance(3)
    refreshed = len(world.requests("oauth.refresh"))
    world.wait_for_request("oauth.refresh", refreshed + 2)
    world.wait_for_request("events.subscribe", refreshed + 3)
    world.advance(3)
    works = [pair["access_token_works"] for pair in world.tokens()]
    assert not works[0] and works[-1]
    world.say(conversation, "buyer", "هستید؟")
    world.run_until_idle()
    world.wait_for_request("conversations.send", 2)
    assert app.texts(conversation)[-1] == answer
    assert {request["status"] for request in world.requests("conversations.send")} == {200}

    # The seller revokes the access, grants it again, and the refresh token expires after a month.
    def serves(sellers: int) -> None:
        while f"It works for {sellers} sellers." not in app.browser().get(app.url).text:
            pass

    serves(1)
    world.revoke_access("seller")
    world.run_until_idle()
    serves(0)
    seller.log_in(f"{app.url}/oauth/login", "seller")
    serves(1)
    world.advance(31 * 24 * 3600)
    serves(0)
    assert {delivery["state"] for delivery in world.deliveries()} == {"delivered"}


@example("seller_assistant")
def test_a_late_revocation_event_does_not_end_a_newer_login(app: App) -> None:
    world, login = app.world, f"{app.url}/oauth/login"
    app.browser().log_in(login, "seller")
    world.pause_deliveries()
    world.revoke_access("seller")
    assert "At your service" in app.browser().log_in(login, "seller").text
    world.resume_deliveries()
    world.wait_for_delivery("USER_ACCESS_REVOCATION")
    world.say(app.conversation, "buyer", "سلام")
    world.wait_for_request("conversations.send")
    assert app.texts(app.conversation)[-1] == "Thank you! The seller will write to you soon."


@example("phone_backend")
def test_the_backend_of_an_app_on_a_phone(app: App) -> None:
    def ask(method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        content = json.dumps(body or {}).encode() if method == "POST" else None
        request = urllib.request.Request(
            app.url + path, content, {**named, "Content-Type": "application/json"}, method=method
        )
        opener = urllib.request.build_opener(_AsItIs, urllib.request.ProxyHandler({}))
        with opener.open(request, timeout=60) as answer:
            return answer.status, json.loads(answer.read())

    session = ask("POST", "/sign-in", {"name": "someone"})[1]["session"]
    assert ask("POST", "/open-platform/access", x_session="invented")[0] == 401
    assert ask("POST", "/open-platform/access", x_session=session)[0] == 412

    # As OpenPlatformApp on the phone: opens the consent page, and sends the code to the backend.
    scopes = ["USER_PHONE", f"CONVERSATION_SEND_MESSAGE.{app.conversation}"]
    settings = app.world.settings
    asked = {"response_type": "code", "client_id": settings["client_id"], "redirect_uri": settings["redirect_uri"]}
    query = urlencode({**asked, "scope": " ".join(scopes), "state": "of-the-phone"})
    back = app.world.consent(f"{settings['sandbox_url']}/auth/oauth2/auth?{query}", "buyer")
    (code,) = parse_qs(urlsplit(back).query)["code"]
    login = {"code": code, "redirect_uri": settings["redirect_uri"], "scopes": scopes}
    status, granted = ask("POST", "/open-platform/login", login, x_session=session)
    assert (status, granted["missing_scopes"]) == (200, [])

    token = ask("POST", "/open-platform/access", x_session=session)[1]["token"]
    api, phone = "/open-platform/api", {"authorization": f"Bearer {token}"}
    (buyer,) = (user["phone"] for user in app.world.users() if user["name"] == "buyer")
    assert ask("GET", f"{api}/v1/open-platform/users", **phone)[1]["phone_number"] == buyer
    message = {"type": "TEXT", "message": "from a phone"}
    messages = f"{api}/v2/open-platform/conversations/{app.conversation}/messages"
    assert ask("POST", messages, message, **phone)[0] == 200
    assert "from a phone" in app.texts(app.conversation)
    addon = {"widgets": [{"title_row": {"text": "Inspected"}}]}
    assert ask("POST", f"{api}/v2/open-platform/addons/post/gZd7omnS", addon, **phone)[0] == 403


@example("agency")
def test_f9_agency(app: App) -> None:
    world, owner, login = app.world, app.browser(), f"{app.url}/oauth/login"
    world.freeze()
    assert "Let us submit" in owner.get(app.url).text
    assert "Nothing has changed" in owner.log_in(login, None).text
    some: Any = {"decision": "approve_only", "user": "dealer", "scopes": ["USER_POSTS_GET"]}
    partly = owner.get(world.consent(owner.get(login).location, some))
    assert partly.status == 200 and "Nothing has changed" in partly.text
    assert "Submit" in owner.get(owner.log_in(login, "dealer").location).text

    assert owner.post(app.url, {"title": "Peugeot 206"}, photo=b"GIF89a").status == 400
    url = owner.post(app.url, {"title": "Peugeot 206"}, photo=PHOTO).location
    assert "Publish it" in owner.get(url).text
    assert app.browser().get(url).status == 403

    # A repetition pays nothing.
    for _ in range(2):
        assert owner.post(f"{url}/pay", {}).location == url
    assert len(world.requests("payments.publish")) == 1
    # The amount is credited back: the next click is another payment.
    (first,) = world.money()["transactions"]
    world.settle_payment(first["id"], "refunded")
    assert owner.post(f"{url}/pay", {}).location == url
    second, _ = world.money()["transactions"]
    assert second["id"] != first["id"]
    world.advance(5)
    assert "POST_STATE_WAITING_FOR_REVIEW" in owner.get(url).text
    world.advance(60)
    assert "Published" in owner.get(url).text

    assert owner.post(url, {"title": "Peugeot 206, reduced"}).location == url
    world.advance(24 * 3600)
    shown = owner.get(url).text
    assert "<h1>Peugeot 206, reduced</h1>" in shown and " 0 views" not in shown
