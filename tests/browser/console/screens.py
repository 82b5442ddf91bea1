"""One journey for each screen of the console: what a developer does there first. Each runs in both languages."""

import json
import urllib.parse

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from world import Receiver, until


def overview(it):
    it.world.call("GET", f"/v1/open-platform/finder/post/{it.world.post()}")
    it.open("overview")
    assert it.world.app["client_id"] in it.chromium.text("pre")
    before = it.chromium.find("main .counter").text
    it.world.call("GET", "/v1/open-platform/finder/post/none")
    it.chromium.wait(lambda: it.chromium.find("main .counter").text != before, "the counter of requests follows")
    it.inspect("overview")
    it.menu("copyAs", ".env", "main section.wide")
    assert f"OPEN_PLATFORM_API_KEY={it.world.app['api_key']}" in it.chromium.copied()


def the_frame(it):
    it.open("overview")
    it.chromium.press("?")
    it.shows(it.t("shortcuts"), "dialog h2")
    it.inspect("shortcuts")
    it.chromium.press(Keys.ESCAPE)
    it.chromium.wait(lambda: not it.chromium.all("dialog"), "the dialog is closed")
    it.chromium.press("g", "t")
    it.shows(it.t("time"), "main h1")
    it.click("header button[aria-label]", "manageWorlds")
    it.chromium.find("dialog input").send_keys(f"{it.world.name}-new")
    it.inspect("worlds")
    it.button("make", within="dialog")
    it.shows(f"{it.world.name}-new", ".facts")
    it.open("overview")
    it.chromium.press(Keys.TAB)
    skip = it.chromium.driver.switch_to.active_element
    assert skip.text == it.t("skip"), skip.text
    other = "fa" if it.language == "en" else "en"
    it.click(f"header button[lang={other}]")
    root = it.chromium.find("html")
    assert (root.get_attribute("lang"), root.get_attribute("dir")) == (other, "rtl" if other == "fa" else "ltr")


def app(it):
    it.open("app")
    address = it.chromium.named("main input", it.t("eventsUrl"))
    address.send_keys("http://127.0.0.1:1/events")
    it.inspect("app")
    it.button("save")
    it.notice("saved")
    assert it.world.admin("GET", "/app")["events_url"] == "http://127.0.0.1:1/events"
    box = it.chromium.find("main .columns input")
    box.click()
    it.button("save")
    until(lambda: len(it.world.admin("GET", "/app")["permissions"]) < len(it.world.app["permissions"]), "a permission is off")


def users(it):
    it.open("users")
    it.shows(it.t("noTokens"))
    it.inspect("users without tokens")
    it.button("issueTokens")
    it.inspect("the dialog to issue tokens")
    it.click("dialog button[type=submit]")
    it.shows("ory_at_", "dialog .issued")
    it.chromium.press(Keys.ESCAPE)
    it.row("USER_PHONE").click()
    it.shows("users.phone_numbers", "main .split section")
    it.inspect("users with a pair")
    it.button("expire")
    it.shows(it.t("token.expired"), "main .split section .badge")
    it.button("revoke", within="main .plain-list li")
    it.notice("revoked", name="seller")
    it.shows(it.t("token.ended"), "main .split section .badge")


def posts(it):
    token = it.world.addon()
    it.open("posts")
    it.inspect("posts")
    it.row(token).click()
    it.shows("کارشناسی شد", "main .split .w-row")
    it.inspect("a post with an add-on")
    button = {"type": "ONLINE_CALL", "action": {"open_direct_link": "https://app.example/call"}}
    path = f"/experimental/open-platform/posts/{token}/customized-button"
    status = it.world.call("POST", path, {"customized_button": button}, "seller", ["USER_SET_CUSTOMIZED_BUTTON"])
    assert status == 200, status
    it.shows("ONLINE_CALL", "main .split pre")
    it.shows(it.t("customButton"), "main .split h3")
    it.chromium.named("main button", f"→ {it.t('stage.retired')}").click()
    it.notice("moved", stage=it.t("stage.retired"))
    assert it.world.admin("GET", f"/posts/{token}")["stage"] == "retired"
    it.button("newPost")
    it.inspect("the dialog for a post")
    it.chromium.find("dialog textarea").send_keys(Keys.CONTROL, "a", Keys.NULL, "{")
    it.click("dialog button[type=submit]")
    it.shows("JSON", ".notice.bad")
    assert any(it.chromium.is_on_top(notice) for notice in it.chromium.all(".notice.bad")), "the notice is over the dialog"
    it.inspect("a post that is no JSON")
    it.chromium.press(Keys.ESCAPE)
    it.button("newPost")
    it.click("dialog button[type=submit]")
    it.shows("گوشی نو", "main .split section")


def chat(it):
    receiver = Receiver()
    it.world.receive(receiver)
    it.world.listen()
    it.open("chat")
    it.inspect("conversations")
    it.click("main .table [role=row][tabindex]")
    it.chromium.named("main .compose input", it.t("message")).send_keys("سلام، هنوز هست؟", Keys.ENTER)
    it.shows("سلام، هنوز هست؟", "main .bubble")
    until(lambda: any(path == "/events" for path, _ in receiver.received), "the event arrives at the app")
    data = {"payment": 1}
    button = {"caption": "پرداخت", "icon_name": "ADD", "action": {"open_server_link": {"data": data}}}
    conversation = it.world.conversation()
    message = {"type": "TEXT", "message": "لطفاً بپردازید", "receiver_buttons": {"rows": [{"buttons": [button]}]}}
    status = it.world.call(
        "POST",
        f"/v2/open-platform/conversations/{conversation}/messages",
        message,
        "seller",
        [f"CONVERSATION_SEND_MESSAGE.{conversation}"],
    )
    assert status == 200, status
    it.shows("لطفاً بپردازید", "main .bubble")
    it.inspect("a conversation")
    it.click("main .button-row button")
    it.shows("payment", "dialog")
    it.inspect("what a click led to")
    assert any(path == "/start" and body["extra_data"] == data for path, body in receiver.received), receiver.received


def requests(it):
    it.open("requests")
    it.shows(it.t("noRequests"))
    it.inspect("requests before the first")
    post = it.world.post()
    it.world.call("GET", f"/v1/open-platform/finder/post/{post}")
    it.world.call("POST", "/v1/open-platform/users", {}, "buyer", ["offline_access"])
    it.row("403").click()
    it.shows("USER_PHONE", "main .split section .callout")
    it.inspect("a refused request")
    it.menu("copyAs", "curl", "main .split section")
    command = it.chromium.copied()
    assert command.startswith("curl -X POST ") and "/base/v1/open-platform/users" in command, command
    it.chromium.press(Keys.ESCAPE)
    it.chromium.find("main input[type=search]").send_keys("finder")
    it.chromium.wait(lambda: len(it.rows()) == 1, "one request is left")
    assert "contains=finder" in it.chromium.driver.current_url
    it.chromium.find("main input[type=search]").send_keys("nothing like this")
    it.shows(it.t("noneMatches"))
    it.open("requests")
    it.button("exportHar")
    archive = json.loads(it.chromium.downloaded(f"{it.world.name}.har").read_text(encoding="utf-8"))["log"]
    assert archive["version"] == "1.2" and [one["response"]["status"] for one in archive["entries"]] == [200, 403], archive
    assert it.world.app["api_key"] not in json.dumps(archive)


def deliveries(it):
    it.open("deliveries")
    it.shows(it.t("noDeliveries"))
    it.inspect("deliveries before the first")
    receiver = Receiver()
    it.world.receive(receiver)
    it.menu("sendSample", "message from user")
    until(lambda: any(path == "/events" for path, _ in receiver.received), "the sample arrives at the app")
    it.shows("delivered", "main .split section .badge")
    it.button("resend")
    until(lambda: len(receiver.received) == 2, "it arrives again")
    it.shows(it.t("sameBody"), "main .split section")
    it.world.admin("POST", f"/conversations/{it.world.conversation()}/messages", {"user": "buyer", "text": "hello"})
    undelivered = it.chromium.find("main a[href*=undelivered]")
    it.chromium.wait(lambda: "0" not in undelivered.text and "۰" not in undelivered.text, "the event that nobody gets is counted")
    it.inspect("deliveries")
    undelivered.click()
    it.row("NEW_MESSAGE").click()
    it.shows("subscri", "main .split section")
    it.inspect("an event that was not delivered")
    it.button("pause")
    it.notice("paused")


def faults(it):
    it.open("faults")
    it.shows(it.t("noFaults"))
    it.inspect("faults")
    it.preset("rate_limit_storm")
    assert it.world.call("GET", f"/v1/open-platform/finder/post/{it.world.post()}") == 429
    until(lambda: it.world.admin("GET", "/faults")[0]["fired"] == 1, "the rule fired")
    it.inspect("faults in force")
    it.button("addRule")
    until(lambda: len(it.world.admin("GET", "/faults")) == 2, "the rule of the editor is in force")
    it.button("removeAll")
    it.shows(it.t("noFaults"))
    assert it.world.admin("GET", "/faults") == []


def time(it):
    it.world.listen()
    it.open("time")
    it.button("freeze")
    it.shows(it.t("frozen"), "main .badge")
    before = it.world.admin("GET", "/clock")["now"]
    it.shows(it.t("job.expire_access_token"), "main .line-of-time")
    it.inspect("time")
    it.button("plus1Hour")
    it.shows(it.t("justFired"), "main h2")
    assert it.world.admin("GET", "/clock")["now"] > before
    it.inspect("time after an hour")
    it.button("unfreeze")
    it.shows(it.t("running"), "main .badge")


def scopes(it):
    it.open("scopes")
    it.shows(it.t("nothingChosen"))
    it.chromium.find("main .check").click()
    it.chromium.wait(lambda: "for=" in it.chromium.driver.current_url, "the address keeps the choice")
    it.open("scopes", query="for=conversations.send&for=offline_access")
    it.shows("CONVERSATION_SEND_MESSAGE", "main pre")
    it.inspect("scopes")
    it.menu("copyAs", it.t("scopeText"), "main .sticks section")
    assert it.chromium.copied().endswith("offline_access")


def snapshots(it):
    it.open("snapshots")
    it.shows(it.t("noSnapshots"))
    it.inspect("snapshots before the first")
    it.chromium.find("main form input").send_keys("before")
    it.click("main form button[type=submit]")
    it.notice("snapshotTaken")
    it.shows("before", "main .plain-list, main .table")
    it.inspect("snapshots")
    token = it.world.post()
    it.world.admin("PUT", f"/posts/{token}/stage", {"stage": "retired"})
    it.button("restore", within="main .plain-list li")
    it.notice("restored")
    assert it.world.admin("GET", f"/posts/{token}")["stage"] == "published"
    # As a file, which restores the world after it has been reset.
    it.world.admin("PUT", f"/posts/{token}/stage", {"stage": "retired"})
    it.world.admin("PUT", "/snapshots/to-share")
    it.row_button("to-share", "exportFile").click()
    file = it.chromium.downloaded("to-share.json")
    renamed = file.rename(file.with_name(f"of {it.world.name}.json"))
    it.world.admin("POST", "/reset")
    it.chromium.driver.find_element(By.CSS_SELECTOR, "main input[type=file]").send_keys(str(renamed))
    imported = f"of-{it.world.name}"
    it.notice("imported", name=imported)
    it.row_button(imported, "restore").click()
    it.notice("restored")
    assert it.world.admin("GET", f"/posts/{token}")["stage"] == "retired"
    wrong = file.with_name("wrong.json")
    wrong.write_text("{}", encoding="utf-8")
    it.chromium.driver.find_element(By.CSS_SELECTOR, "main input[type=file]").send_keys(str(wrong))
    it.shows("format", ".notices")


def consents(it):
    """Consent pages that are open in a browser, answered in the console."""
    receiver = Receiver()
    it.world.receive(receiver)
    it.others.add(receiver.url)
    for _ in range(3):
        it.chromium.driver.get(it.world.authorize_url(login_hint="buyer"))
        it.chromium.find("button[value=approve]")
    it.open("users")
    it.shows(it.t("pendingConsents"))
    it.inspect("consents that wait")

    def answer(key):
        it.button(key, within="main .plain-list li")
        it.shows(it.t("consentAnswered"), "main .callout")
        address = it.chromium.find("main .callout a").get_attribute("href")
        it.click("main .callout button", "close")
        return address

    returned = answer("allow")
    assert it.world.exchange(returned) == it.world.scopes()
    it.click("main .choices input")
    partial = answer("allowChosen")
    assert it.world.exchange(partial) == it.world.scopes()[1:]
    assert [pair["user"] for pair in it.world.admin("GET", "/tokens")] == ["buyer", "buyer"]
    denied = answer("deny")
    assert "code=" not in denied and it.world.admin("GET", "/consents") == []
    it.chromium.wait(lambda: it.t("pendingConsents") not in it.chromium.text(), "nothing waits")
    it.chromium.driver.get(denied)
    it.chromium.find("#back")


def consent(it):
    receiver = Receiver()
    it.world.receive(receiver)
    it.others.add(receiver.url)
    language = {"fa": "fa-IR,fa;q=0.9", "en": "en"}[it.language]
    it.chromium.accept(language)
    it.chromium.driver.get(it.world.authorize_url())
    root = it.chromium.find("html")
    assert root.get_attribute("lang") == it.language
    it.inspect("consent")
    it.chromium.find("summary").click()
    it.inspect("consent with the choices of the sandbox")
    it.chromium.find("button[value=approve]").click()
    it.chromium.find("#back")
    assert any(path == "GET" and "code=" in query for path, query in receiver.received), receiver.received
    it.chromium.driver.get(it.world.authorize_url(redirect_uri="http://127.0.0.1:1/other"))
    it.inspect("a refused login")
    it.chromium.accept("en")


def widgets(it):
    it.open("widgets")
    it.shows(it.t("valid"))
    it.inspect("widgets")
    wrong = urllib.parse.quote('[{"score_row": {"title": "Condition", "percentage_score": 101}}]')
    it.open("widgets", query=f"widgets={wrong}")
    it.shows("percentage_score", "main .panels")
    it.chromium.wait(lambda: it.t("valid") not in it.chromium.text(), "the widget is refused")
    it.inspect("a widget that is refused")
    selector = {"title": "Order", "description": "By Friday", "has_notification": True, "notification_text": "new", "small": True}
    old = [
        {"widget_type": "SELECTOR_ROW", "data": {"@type": "type.googleapis.com/widgets.SelectorRowData", **selector}},
        {"widget_type": "LEGEND_TITLE_ROW", "data": {"@type": "type.googleapis.com/widgets.LegendTitleRowData", "title": "Legend"}},
    ]
    it.open("widgets", query=urllib.parse.urlencode({"form": "legacy", "widgets": json.dumps(old)}))
    it.shows(it.t("inCurrentForm"), "main .cards h3")
    it.chromium.wait(lambda: "Order" in it.chromium.all("main .cards .addon-card")[1].text, "the current form is drawn")
    before, after = [card.text for card in it.chromium.all("main .cards .addon-card")]
    assert "By Friday" in before and "new" in before and "LEGEND_TITLE_ROW" in before, before
    assert "By Friday" not in after and "LEGEND_TITLE_ROW" not in after, after
    it.inspect("widgets of the old form")


SCREENS = [overview, the_frame, app, users, posts, chat, requests, deliveries, faults, time, widgets, scopes, snapshots, consents, consent]
