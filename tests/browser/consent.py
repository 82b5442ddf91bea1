"""The consent page in a real browser: approve, deny, choose the user, keyboard only, right-to-left text, the choices of
the sandbox, and no request to anywhere else.

    python consent.py SANDBOX_URL [DIRECTORY]

Prints one line per test, and `passed N failed N` at the end. With a directory, screenshots are written there. It needs no
network: the app's address is a small server of this script.
"""

import http.server
import json
import sys
import threading
import urllib.parse
import urllib.request

from console.chromium import start
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

# Contrast of every text with its background, by the formula of WCAG 2.
CONTRAST = """
const light = color => {
    const [r, g, b] = color.match(/[\\d.]+/g).map(Number);
    const part = c => { c /= 255; return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; };
    return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
};
const behind = element => {
    for (; element; element = element.parentElement) {
        const color = getComputedStyle(element).backgroundColor;
        if (color !== 'rgba(0, 0, 0, 0)') return color;
    }
    return 'rgb(255, 255, 255)';
};
const low = [];
for (const element of document.querySelectorAll('body *')) {
    const own = [...element.childNodes].some(node => node.nodeType === 3 && node.textContent.trim());
    if (!own || element.tagName === 'STYLE') continue;
    const [a, b] = [light(getComputedStyle(element).color), light(behind(element))].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < 4.5) low.push(`${element.tagName} ${element.textContent.trim()}: ${ratio.toFixed(2)}`);
}
return low;
"""


class App(http.server.BaseHTTPRequestHandler):
    """The redirect URI of the app: records the URL and responds with a page."""

    seen = []

    def do_GET(self):
        if self.path.startswith("/oauth/callback"):
            App.seen.append(self.path)
        self.send_response(200)
        self.send_header("content-type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>back</title><p id=back>back")

    def log_message(self, *_):
        pass


class Page:
    """A browser, a sandbox, and an app that waits for the redirect."""

    def __init__(self, url, shots):
        self.url, self.shots = url, shots
        self.admin = f"{url}/_sandbox/worlds/default"
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), App)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.back = f"http://127.0.0.1:{server.server_port}/oauth/callback"
        self.call("PATCH", "/app", {"redirect_uris": [self.back]})
        self.client_id = self.call("GET", "/app")["client_id"]
        self.driver = start("--window-size=800,900")

    def call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        headers = {"content-type": "application/json"} if data else {}
        request = urllib.request.Request(self.admin + path, data, headers, method=method)
        with urllib.request.urlopen(request, timeout=10) as answer:
            return json.load(answer)

    def open(self, state, **more):
        query = {
            "response_type": "code",
            "client_id": self.client_id,
            "redirect_uri": self.back,
            "scope": "USER_PHONE POST_ADDON_CREATE.AbCd1234 offline_access",
            "state": state,
            **more,
        }
        self.driver.get(f"{self.url}/auth/oauth2/auth?{urllib.parse.urlencode(query)}")

    def accept(self, language):
        """The language that the browser asks for."""
        self.driver.execute_cdp_cmd("Network.enable", {})
        self.driver.execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": {"accept-language": language}})

    def unfold(self):
        """Opens the choices of the sandbox."""
        self.driver.find_element(By.TAG_NAME, "summary").click()

    def shot(self, name):
        if self.shots:
            self.driver.save_screenshot(f"{self.shots}/{name}.png")

    def arrived(self):
        """Waits for the page of the app, and returns the query of the redirect."""
        WebDriverWait(self.driver, 10).until(lambda driver: driver.find_elements(By.ID, "back"))
        query = urllib.parse.urlsplit(App.seen[-1]).query
        return dict(urllib.parse.parse_qsl(query))

    def user_of_last_grant(self, code):
        """Exchanges the code, and returns the user who granted it."""
        app = self.call("GET", "/app")
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "client_id": app["client_id"],
            "client_secret": app["client_secret"],
            "redirect_uri": self.back,
        }
        data = urllib.parse.urlencode(form).encode()
        with urllib.request.urlopen(f"{self.url}/auth/oauth2/token", data, timeout=10) as answer:
            assert json.load(answer)["access_token"].startswith("ory_at_")
        return self.call("GET", "/tokens")[-1]["user"]

    def press(self, *keys):
        ActionChains(self.driver).send_keys(*keys).perform()

    def focused(self):
        return self.driver.switch_to.active_element


def approve(page):
    page.open("approve-1")
    page.shot("english")
    page.driver.find_element(By.CSS_SELECTOR, "button[value=approve]").click()
    told = page.arrived()
    assert told["state"] == "approve-1" and "error" not in told, told
    assert page.user_of_last_grant(told["code"]) == "seller", "the first user is chosen at first: whose post is the first"


def deny(page):
    page.open("deny-1234")
    page.driver.find_element(By.CSS_SELECTOR, "button[value=deny]").click()
    assert page.arrived() == {"state": "deny-1234"}


def choose_the_user(page):
    page.open("choose-12")
    page.driver.find_element(By.XPATH, "//label[contains(., 'buyer')]").click()
    page.driver.find_element(By.CSS_SELECTOR, "button[value=approve]").click()
    assert page.user_of_last_grant(page.arrived()["code"]) == "buyer"


def keyboard_alone(page):
    page.open("keyboard-1")
    page.press(Keys.TAB)
    assert page.focused().get_attribute("name") == "user"
    outline = page.driver.execute_script("return getComputedStyle(document.activeElement).outlineWidth")
    assert float(outline.removesuffix("px")) >= 2, outline
    page.press(Keys.ARROW_DOWN)
    page.press(Keys.TAB)
    assert page.focused().get_attribute("value") == "approve"
    page.shot("keyboard")
    page.press(Keys.ENTER)
    assert page.user_of_last_grant(page.arrived()["code"]) == "buyer"


def right_to_left(page):
    page.open("persian-1", ui_locales="fa")
    page.shot("persian")
    html = page.driver.find_element(By.TAG_NAME, "html")
    assert (html.get_attribute("lang"), html.get_attribute("dir")) == ("fa", "rtl")
    assert page.driver.find_element(By.CSS_SELECTOR, "button[value=deny]").text == "رد کردن"
    title, code = (page.driver.find_element(By.CSS_SELECTOR, name) for name in ("h1", "li code"))
    form = page.driver.find_element(By.TAG_NAME, "form")
    assert title.rect["x"] + title.rect["width"] > form.rect["x"] + form.rect["width"] * 0.9
    assert code.value_of_css_property("direction") == "ltr", "scopes stay left to right"
    page.driver.find_element(By.CSS_SELECTOR, "button[value=approve]").click()
    assert page.arrived()["state"] == "persian-1"


def the_language_of_the_browser(page):
    page.accept("fa-IR,fa;q=0.9,en;q=0.8")
    page.open("accept-12")
    html = page.driver.find_element(By.TAG_NAME, "html")
    persian = (html.get_attribute("lang"), html.get_attribute("dir"))
    text = page.driver.find_element(By.TAG_NAME, "ul").text
    page.open("accept-12", redirect_uri="http://127.0.0.1:1/other")
    page.shot("refused-persian")
    title = page.driver.find_element(By.TAG_NAME, "h1").text
    page.accept("en")
    assert persian == ("fa", "rtl") and "دیدن شمارهٔ تلفن شما" in text, (persian, text)
    assert title == "ورود ادامه نمی‌یابد", title


def choices_of_the_sandbox(page):
    page.open("sandbox-1")
    box = page.driver.find_element(By.CSS_SELECTOR, "input[name=scope]")
    assert not box.is_displayed(), "they are folded away"
    page.unfold()
    page.shot("choices")
    box.click()
    page.driver.find_element(By.CSS_SELECTOR, "input[value=wrong_state]").click()
    page.driver.find_element(By.CSS_SELECTOR, "button[value=approve]").click()
    told = page.arrived()
    assert told["state"] != "sandbox-1" and told["code"], told
    assert page.user_of_last_grant(told["code"]) == "seller"
    scopes = page.call("GET", "/tokens")[-1]["scopes"]
    assert scopes == ["POST_ADDON_CREATE.AbCd1234", "offline_access"], scopes

    page.open("sandbox-2")
    page.unfold()
    page.driver.find_element(By.CSS_SELECTOR, "input[value=server_error]").click()
    page.driver.find_element(By.CSS_SELECTOR, "button[value=approve]").click()
    told = page.arrived()
    assert (told["error"], told["state"], told.get("code")) == ("server_error", "sandbox-2", None), told


def nobody_is_chosen(page):
    page.open("nobody-12", prompt="select_account")
    address = page.driver.current_url
    page.driver.find_element(By.CSS_SELECTOR, "button[value=approve]").click()
    assert page.driver.current_url == address, "the browser asks for a user first"
    page.driver.find_element(By.CSS_SELECTOR, "button[value=deny]").click()
    assert page.arrived() == {"state": "nobody-12"}


def without_the_page(page):
    page.open("without-1", sandbox_user="buyer")
    assert page.user_of_last_grant(page.arrived()["code"]) == "buyer"


def readable(page):
    for dark in (False, True):
        value = "dark" if dark else "light"
        features = [{"name": "prefers-color-scheme", "value": value}]
        page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
        page.open("contrast-1")
        page.unfold()
        page.shot(value)
        assert page.driver.execute_script(CONTRAST) == []
        assert "sandbox" in page.driver.find_element(By.TAG_NAME, "body").text.lower()
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def labelled(page):
    page.open("labelled-1")
    page.unfold()
    for field in page.driver.find_elements(By.CSS_SELECTOR, "input:not([type=hidden]), button"):
        assert field.accessible_name, field.get_attribute("outerHTML")
    for group in page.driver.find_elements(By.TAG_NAME, "fieldset"):
        assert group.aria_role == "group" and group.accessible_name
    assert len(page.driver.find_elements(By.TAG_NAME, "h1")) == 1


def narrow(page):
    page.driver.set_window_size(500, 900)
    page.driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride", {"width": 320, "height": 800, "deviceScaleFactor": 1, "mobile": True}
    )
    page.open("narrow-12", scope="CONVERSATION_SEND_MESSAGE." + "x" * 60)
    page.unfold()
    page.shot("narrow")
    width = page.driver.execute_script("return document.documentElement.scrollWidth")
    page.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    assert width <= 320, f"the page is {width} wide"


def a_wrong_address_shows_an_error(page):
    page.open("wrong-123", redirect_uri="http://127.0.0.1:1/other")
    page.shot("refused")
    alert = page.driver.find_element(By.CSS_SELECTOR, "[role=alert]")
    assert "redirect_uri" in alert.text
    assert page.driver.execute_script(CONTRAST) == []


def nothing_else_is_requested(page):
    """What all other tests have requested: the sandbox and the app only, and nothing that the policy of the page refuses."""
    # `chrome:` is the page that the browser itself begins with.
    allowed = (page.url + "/", page.back.removesuffix("/oauth/callback") + "/", "data:", "chrome:")
    messages = (json.loads(entry["message"])["message"] for entry in page.driver.get_log("performance"))
    sent = [one["params"]["request"]["url"] for one in messages if one["method"] == "Network.requestWillBeSent"]
    assert sent and all(url.startswith(allowed) for url in sent), [url for url in sent if not url.startswith(allowed)]
    errors = [one["message"] for one in page.driver.get_log("browser") if one["source"] in ("security", "javascript")]
    assert errors == [], errors


def main():
    page = Page(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None)
    passed = failed = 0
    for test in (
        approve,
        deny,
        choose_the_user,
        keyboard_alone,
        right_to_left,
        the_language_of_the_browser,
        choices_of_the_sandbox,
        nobody_is_chosen,
        without_the_page,
        readable,
        labelled,
        narrow,
        a_wrong_address_shows_an_error,
        nothing_else_is_requested,
    ):
        try:
            test(page)
            passed += 1
            print(f"ok     {test.__name__}")
        except Exception as error:
            failed += 1
            print(f"FAILED {test.__name__}: {type(error).__name__}: {error}")
    page.driver.quit()
    print(f"passed {passed} failed {failed}")


main()
