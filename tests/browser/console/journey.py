"""A journey: the console in one language, on a world of its own. What it inspects is seen in both themes."""

import re
import urllib.parse

from texts import texts
from world import World

# How wide the narrowest window is for which the console is made.
NARROW = 320
WINDOW = (1280, 800)

# The theme of the pictures in each language.
PICTURED = {"en": "light", "fa": "dark"}


class Journey:
    """What a test of a screen uses: the browser, the world behind it, and the texts in its language."""

    def __init__(self, chromium, sandbox, name, language, pictures, token=None):
        self.chromium, self.sandbox, self.language, self.pictures = chromium, sandbox, language, pictures
        self.texts = texts(language)
        self.world = World(sandbox, f"{name}-{language}", token)
        self.others = set()
        self.begin()

    def begin(self):
        """Sets the window and the language, and forgets what earlier journeys did."""
        chromium = self.chromium
        self.problems = []
        chromium.resize(*WINDOW)
        chromium.prefer("light")
        chromium.requests()
        chromium.errors()
        chromium.driver.get(f"{self.sandbox}/")
        chromium.driver.execute_script(
            "localStorage.setItem('console.language', arguments[0]); localStorage.setItem('console.theme', 'system')", self.language
        )

    def t(self, key, **values):
        """A text of the console, with its values."""
        return re.sub(r"\{(\w+)\}", lambda match: str(values[match[1]]), self.texts[key])

    def address(self, screen, *rest, query=""):
        parts = "/".join(urllib.parse.quote(str(part), safe="") for part in ("w", self.world.name, screen, *rest))
        return f"{self.sandbox}/#/{parts}{'?' + query if query else ''}"

    def open(self, screen, *rest, query=""):
        """Loads the address of a screen, and waits until its data are shown."""
        self.chromium.driver.get("about:blank")
        self.chromium.driver.get(self.address(screen, *rest, query=query))
        self.ready()
        self.chromium.clipboard()

    def ready(self):
        self.chromium.wait(lambda: self.chromium.all("main h1") and not self.chromium.all(".loading"), "the screen is ready")

    def click(self, selector, key=None, **values):
        """Clicks the element of a selector, or the one of them with this text."""
        chromium = self.chromium
        element = chromium.find(selector) if key is None else chromium.named(selector, self.t(key, **values))
        element.click()
        return element

    def button(self, key, within="main", **values):
        return self.click(f"{within} button", key, **values)

    def preset(self, name):
        """Adds the faults of a preset."""
        self.chromium.named("main button", f"{self.t('addRule')}: {self.t(f'preset.{name}')}").click()
        self.notice("ruleAdded")

    def menu(self, key, item, within="main"):
        """Opens a menu and chooses an item by its text."""
        self.chromium.named(f"{within} [aria-haspopup=menu]", self.t(key)).click()
        self.chromium.named("[role=menuitem]", item).click()

    def rows(self):
        return self.chromium.all("main .table [role=row][tabindex]")

    def row(self, text):
        """The row of the table with this text, as soon as there is one."""
        return self.chromium.wait(lambda: next((row for row in self.rows() if text in row.text), None), f"a row with {text!r}")

    def row_button(self, name, key):
        """The button with this text in the line of a list about something with this name."""
        return self.chromium.named("main .plain-list button", f"{self.t(key)}: {name}")

    def notice(self, key, **values):
        """Waits for a notice."""
        self.chromium.shows(self.t(key, **values), ".notices")

    def shows(self, text, selector="main"):
        self.chromium.shows(text, selector)

    def inspect(self, what):
        """Checks what is shown now: with axe in both themes, and in the narrowest window. What is wrong fails the journey at
        its end. Takes a picture: in English of the light theme, in Persian of the dark one."""
        chromium = self.chromium
        for scheme in ("light", "dark"):
            chromium.prefer(scheme)
            self.problems += [f"{what}, {scheme}: {problem}" for problem in chromium.violations()]
            if scheme == PICTURED[self.language]:
                chromium.picture(self.pictures / f"{what.replace(' ', '-')}-{self.language}.webp")
        chromium.prefer("light")
        chromium.resize(NARROW, WINDOW[1])
        if (wide := chromium.too_wide()) > 0:
            self.problems.append(f"{what}: {wide} px wider than a window of {NARROW} px")
        chromium.resize(*WINDOW)

    def finish(self):
        """Fails if something was found, or if a page sent a request to anywhere else."""
        foreign_requests = self.chromium.foreign_requests({self.sandbox, *self.others})
        problems = self.problems + [f"a request left: {url}" for url in foreign_requests]
        problems += [f"an error: {message}" for message in self.chromium.errors()]
        assert not problems, "\n  " + "\n  ".join(problems)
