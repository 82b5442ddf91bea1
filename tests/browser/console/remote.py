"""The console of a sandbox that other machines can reach: it asks for the token, and a cookie takes the token's place."""

import json
import os
import pathlib
import subprocess
import urllib.parse

from selenium.webdriver.common.keys import Keys

from journey import Journey

PROGRAM = pathlib.Path(__file__).resolve().parents[3] / "target/debug/open-platform"
TOKEN = "sesame-sesame"


def remote(chromium, pictures):
    """Logs in by the token, in English, at a sandbox that listens at every address of this machine."""
    options = ["sandbox", "--port", "0", "--bind", "0.0.0.0", "--token-env", "TOKEN_OF_THE_SANDBOX", "--stop-with-stdin"]
    environment = {**os.environ, "TOKEN_OF_THE_SANDBOX": TOKEN}
    process = subprocess.Popen([PROGRAM, *options], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        port = urllib.parse.urlsplit(json.loads(process.stdout.readline())["url"]).port
        # The page of the other sandbox ends first, so that its requests are not those of this journey.
        chromium.driver.get("about:blank")
        it = Journey(chromium, f"http://127.0.0.1:{port}", "remote", "en", pictures, TOKEN)
        logs_in(it)
        it.finish()
    finally:
        process.stdin.close()
        process.wait()


def logs_in(it):
    it.chromium.driver.get(it.address("overview"))
    # The apps of other journeys have the same host, so the browser sends this sandbox their cookies.
    it.chromium.driver.delete_all_cookies()
    it.shows(it.t("tokenNeeded"), "dialog h2")
    it.inspect("the login with a token")
    field = it.chromium.find("dialog input")
    field.send_keys("wrong", Keys.ENTER)
    it.chromium.find(".notices .bad, .notices > *")
    assert it.chromium.driver.get_cookies() == [], "a wrong token has no cookie"
    field.clear()
    field.send_keys(TOKEN, Keys.ENTER)
    it.chromium.wait(lambda: not it.chromium.all("dialog"), "the token is accepted")
    it.ready()
    before = it.chromium.find("main .counter").text
    it.world.call("GET", "/v1/open-platform/finder/post/none")
    it.chromium.wait(lambda: it.chromium.find("main .counter").text != before, "the stream sends what happens")
    # The cookie has a path, and is visible at that only. It needs no second login.
    it.open("posts")
    it.row(it.world.post())
    it.chromium.driver.get(f"{it.sandbox}/_sandbox/worlds")
    [cookie] = it.chromium.driver.get_cookies()
    assert cookie["httpOnly"] and cookie["sameSite"] == "Strict" and TOKEN not in cookie["value"], cookie
    stored = "return JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])"
    assert TOKEN not in it.chromium.driver.execute_script(stored)
