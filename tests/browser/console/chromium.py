"""A Chromium that the journeys drive: it waits for conditions, finds elements by their texts, runs axe, takes pictures,
and knows every request that its pages sent."""

import base64
import json
import pathlib
import tempfile
import urllib.parse

from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

FLAGS = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

FLAGS_OF_JOURNEYS = [
    "--window-size=1280,900",
    "--hide-scrollbars",
    # No name leads anywhere, so a test that leaves this machine fails.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]

# What is in it is deleted when the tests end; a browser may be about to write there still.
TEMPORARY = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)

# Seconds to wait for a condition. Generous, because the machine may be busy.
TIMEOUT = 30

AXE = """
const done = arguments[arguments.length - 1];
axe.run(document, { resultTypes: ['violations'] }).then(
    ({ violations }) => done(violations.map(({ id, help, nodes }) => ({
        id, help, nodes: nodes.slice(0, 5).map(({ html, failureSummary }) => `${html}: ${failureSummary}`),
    }))),
    (error) => done([{ id: 'axe', help: String(error), nodes: [] }]),
);
"""


def start(*flags):
    """Starts Chromium with these flags, and returns its driver, which logs requests and messages of pages."""
    options = Options()
    for flag in [*FLAGS, *flags, f"--user-data-dir={tempfile.mkdtemp(dir=TEMPORARY.name)}"]:
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"performance": "ALL", "browser": "ALL"})
    return webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))


class Chromium:
    """A window of Chromium."""

    def __init__(self, axe):
        self.driver = start(*FLAGS_OF_JOURNEYS)
        self.driver.set_script_timeout(TIMEOUT)
        self.downloads = pathlib.Path(tempfile.mkdtemp(dir=TEMPORARY.name))
        self.driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(self.downloads)})
        self.axe = pathlib.Path(axe).read_text(encoding="utf-8")

    def quit(self):
        self.driver.quit()

    def wait(self, condition, what):
        """Waits until the condition is true, and returns its value. Elements that were replaced meanwhile are sought again."""
        waiting = WebDriverWait(self.driver, TIMEOUT, 0.05, [StaleElementReferenceException])
        return waiting.until(lambda _: condition(), f"not within {TIMEOUT} s: {what}")

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def find(self, selector):
        """The first visible element of a selector, as soon as there is one."""
        return self.wait(lambda: next((one for one in self.all(selector) if one.is_displayed()), None), selector)

    def named(self, selector, name):
        """The element of a selector with this text or accessible name, as soon as there is one."""

        def found():
            for one in self.all(selector):
                if one.is_displayed() and name in (one.text.strip(), one.accessible_name):
                    return one
            return None

        return self.wait(found, f"{selector} named {name!r}")

    def press(self, *keys):
        ActionChains(self.driver).send_keys(*keys).perform()

    def is_on_top(self, element):
        """Whether nothing is over the middle of the element, which counts as none if it is inert."""
        script = """
            const [element] = arguments;
            element.style.pointerEvents = "auto";
            const { x, y, width, height } = element.getBoundingClientRect();
            return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
        """
        return self.driver.execute_script(script, element)

    def text(self, selector="main"):
        return self.find(selector).text

    def shows(self, text, selector="main"):
        """Waits until an element of the selector has this text in it."""
        self.wait(lambda: any(text in one.text for one in self.all(selector)), f"{selector} shows {text!r}")

    def resize(self, width, height):
        """Sets the size of the page, also below the least width of a window."""
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)

    def prefer(self, scheme):
        """Light or dark, as the system of the user says."""
        # Without motion: colours change at once.
        features = [{"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": "reduce"}]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})

    def accept(self, language):
        """The language that the browser asks for."""
        self.driver.execute_cdp_cmd("Network.enable", {})
        self.driver.execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": {"accept-language": language}})

    def clipboard(self):
        """Keeps what the page copies, because a headless browser has no clipboard that can be read."""
        self.driver.execute_script(
            "window.copied = []; navigator.clipboard.writeText = async (text) => { window.copied.push(text); };"
        )

    def copied(self):
        return self.wait(lambda: self.driver.execute_script("return window.copied.at(-1)"), "a text is copied")

    def downloaded(self, name):
        """The file with this name that the page saves, as soon as it is complete."""
        path = self.downloads / name
        # The browser writes to a file of another name first.
        self.wait(path.exists, f"the file {name} is saved")
        return path

    def picture(self, path):
        """Writes a picture of what is in view, as PNG or WebP."""
        form = {".png": {"format": "png"}, ".webp": {"format": "webp", "quality": 80}}[path.suffix]
        shot = self.driver.execute_cdp_cmd("Page.captureScreenshot", form)
        path.write_bytes(base64.b64decode(shot["data"]))

    def violations(self):
        """What axe finds on the page, one text for each rule."""
        if not self.driver.execute_script("return 'axe' in window"):
            self.driver.execute_script(self.axe)
        found = self.driver.execute_async_script(AXE)
        return [f"{one['id']}: {one['help']}\n    " + "\n    ".join(one["nodes"]) for one in found]

    def too_wide(self):
        """How many pixels the page is wider than the window."""
        return self.driver.execute_script("return document.documentElement.scrollWidth - innerWidth")

    def requests(self):
        """The addresses of all requests since the last call."""
        messages = (json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance"))
        sent = [one["params"]["request"]["url"] for one in messages if one["method"] == "Network.requestWillBeSent"]
        # `chrome:` is the page that the browser itself begins with, `blob:` a file that the page has made.
        return [url for url in sent if not url.startswith(("data:", "chrome:", "about:", "blob:"))]

    def foreign_requests(self, origins):
        """The requests since the last call that went to none of these origins."""
        return [url for url in self.requests() if "://".join(urllib.parse.urlsplit(url)[:2]) not in origins]

    def errors(self):
        """Errors of scripts, and what the content security policy refused, since the last call."""
        entries = self.driver.get_log("browser")
        return [one["message"] for one in entries if one["level"] == "SEVERE" and one["source"] != "network"]
