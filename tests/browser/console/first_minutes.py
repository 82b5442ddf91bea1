"""The first five minutes with the sandbox as one journey: two of the example apps, written with the SDK, beside the console."""

import os
import pathlib
import socket
import subprocess
import threading
import time
import urllib.request

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from journey import Journey
from world import until

ROOT = pathlib.Path(__file__).resolve().parents[3]
PHOTO = ROOT / "packages/cli/src/demo/inspection.jpg"
ANSWER = "Thank you! The seller will write to you soon."


class Example:
    """An example app as a process, with the settings that the console shows for its world."""

    def __init__(self, program, world):
        self.log = []
        # Another program may take the port before the app listens on it.
        while not self._listens(program, world, free_port()):
            self.process.kill()
            assert "in use" in self.process.stderr.read()
        threading.Thread(target=lambda: self.log.extend(self.process.stderr), daemon=True).start()

    def _listens(self, program, world, port):
        self.url = f"http://127.0.0.1:{port}"
        environment = {
            "PATH": os.environ["PATH"],
            "PORT": str(port),
            "OPEN_PLATFORM_SANDBOX_URL": f"{world.sandbox}/worlds/{world.name}",
            "OPEN_PLATFORM_API_KEY": world.app["api_key"],
            "OPEN_PLATFORM_CLIENT_ID": world.app["client_id"],
            "OPEN_PLATFORM_CLIENT_SECRET": world.app["client_secret"],
            "OPEN_PLATFORM_IDENTIFICATION_KEYS": world.app["identification_key"],
            "OPEN_PLATFORM_REDIRECT_URI": f"{self.url}/oauth/callback",
        }
        self.process = subprocess.Popen(
            [ROOT / "target/debug" / program], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        return self.process.stdout.readline().strip() == f"listening on {self.url}"

    def text(self):
        with urllib.request.urlopen(self.url, timeout=10) as answer:
            return answer.read().decode()

    def stop(self):
        self.process.kill()
        self.process.wait()


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


class FirstMinutes:
    """The journey in steps. Each continues the one before it."""

    def __init__(self, chromium, sandbox, pictures):
        self.it = Journey(chromium, sandbox, "minutes", "en", pictures)
        self.refreshed_at = None
        self.report = Example("seller_addon", self.it.world)
        self.assistant = Example("seller_assistant", self.it.world)
        reports, assistants = self.report.url, self.assistant.url
        app = {"redirect_uris": [f"{url}/oauth/callback" for url in (reports, assistants)], "events_url": f"{assistants}/hooks/events"}
        self.it.world.admin("PATCH", "/app", app)
        # The pages of the apps, and where the report sends the seller at the end.
        self.it.others |= {reports, assistants, "https://open-platform-redirect.divar.ir"}

    def stop(self):
        self.report.stop()
        self.assistant.stop()

    def run(self, step):
        """Runs a step with the texts of the language of the journey, whatever ran before."""
        self.it.begin()
        try:
            step(self.it)
        except Exception:
            print("".join((self.report.log + self.assistant.log)[-20:]))
            raise
        self.it.finish()

    def first(self):
        """The seller logs in, the add-on is a card, a message of the buyer is answered, and an hour passes at once."""

        def step(it):
            the_addon_is_a_card(it, self.report)
            the_buyer_gets_an_answer(it, self.assistant)
            an_hour_later_the_app_still_answers(it)
            self.refreshed_at = time.monotonic()

        self.run(step)

    def a_lost_answer(self):
        assert self.refreshed_at is not None, "the app has no token, because an earlier step failed"
        # The SDK does not refresh a token again that it has just refreshed, even if a call is refused with 401.
        until(lambda: time.monotonic() - self.refreshed_at > 6, "the refreshed token is six seconds old", 10)
        self.run(lambda it: a_lost_answer_logs_nobody_out(it, self.assistant))

    def a_refused_request(self):
        self.run(lambda it: a_refused_request_explains_itself(it, self.report))


def log_in(it, url):
    """Opens a page of an app that asks for a login, and consents as the seller."""
    it.chromium.driver.get(url)
    it.chromium.find("input[name=user][value=seller]").click()
    it.chromium.find("button[value=approve]").click()


def the_addon_is_a_card(it, report):
    token = it.world.post()
    log_in(it, f"{report.url}/?post_token={token}")
    it.chromium.find("input[name=score]").send_keys("87")
    it.chromium.driver.find_element(By.NAME, "photo").send_keys(str(PHOTO))
    it.chromium.find("form button").click()
    until(lambda: it.world.admin("GET", f"/posts/{token}/addons"), "the add-on is on the post")
    it.open("posts", token)
    it.shows("Inspected", "main .split .w-row")
    it.shows("Condition", "main .split .w-row")
    it.inspect("the add-on of an app")


def say(it, text):
    """Writes as the buyer in the console."""
    it.open("chat", it.world.conversation())
    it.chromium.named("main .compose input", it.t("message")).send_keys(text, Keys.ENTER)
    it.shows(text, "main .bubble")


def answers(it):
    messages = it.world.admin("GET", f"/conversations/{it.world.conversation()}/messages")
    return sum(one["message"].get("text") == ANSWER for one in messages)


def calls(it, endpoint):
    """The status of each call of an endpoint, in order."""
    return [one["status"] for one in it.world.admin("GET", "/requests") if one["endpoint"] == endpoint]


def the_buyer_gets_an_answer(it, assistant):
    log_in(it, f"{assistant.url}/oauth/login")
    it.shows("At your service", "body")
    assert calls(it, "events.subscribe") == [200]
    say(it, "Is it still there?")
    # The webhook arrives at the app, which answers.
    it.shows(ANSWER, "main .bubble")
    it.inspect("an answer of the app")
    it.open("deliveries")
    it.row("NEW_MESSAGE").click()
    it.shows("delivered", "main .split section .badge")


def an_hour_passes(it, text):
    """Lets an hour pass between a message of the buyer and its delivery: the token of the app has ended when it answers."""
    it.open("deliveries")
    it.button("pause")
    it.notice("paused")
    say(it, text)
    it.open("time")
    it.button("plus1Hour")
    it.shows(it.t("justFired"), "main h2")
    assert not any(pair["access_token_works"] for pair in it.world.admin("GET", "/tokens") if pair["user"] == "seller")
    it.open("deliveries")
    it.menu("resume", it.t("inOrder"))
    it.notice("resumed")


def an_hour_later_the_app_still_answers(it):
    an_hour_passes(it, "Can I see it tomorrow?")
    until(lambda: answers(it) == 2, "the app answers")
    assert calls(it, "oauth.refresh") == [200], "one refresh"
    until(lambda: calls(it, "events.subscribe") == [200, 200], "the subscription is renewed")
    say(it, "And the price?")
    until(lambda: answers(it) == 3, "events arrive by the renewed subscription")
    it.open("users")
    it.shows(it.t("token.works"), "main .table .badge")


def a_lost_answer_logs_nobody_out(it, assistant):
    it.open("faults")
    it.preset("lost_token_answer")
    an_hour_passes(it, "Are you there?")
    until(lambda: answers(it) == 4, "the app answers, although the answer with its new tokens was lost")
    assert calls(it, "oauth.refresh") == [200, 0, 200], calls(it, "oauth.refresh")
    it.open("requests", query="contains=oauth.refresh")
    it.row(it.t("cut"))
    it.inspect("a lost token answer")
    assert "It works for 1 sellers." in assistant.text()


def a_refused_request_explains_itself(it, report):
    it.open("app")
    # By the keyboard: the box may lie below the bar with the button.
    it.chromium.driver.find_element(By.XPATH, "//main//label[.='GET_POST']/input").send_keys(Keys.SPACE)
    it.button("save")
    it.notice("saved")
    it.chromium.driver.get(f"{report.url}/posts/{it.world.post()}")
    it.open("requests")
    it.row("403").click()
    it.shows("GET_POST", "main .split section .callout")
    it.menu("copyAs", "curl", "main .split section")
    command = it.chromium.copied()
    assert f"/base/v1/open-platform/finder/post/{it.world.post()}" in command and "$OPEN_PLATFORM_API_KEY" in command, command
    assert it.world.app["api_key"] not in command
