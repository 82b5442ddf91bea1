"""The journeys through the console in a real browser.

    python run.py SANDBOX_URL AXE_FILE PICTURES [NAME ...]

Prints one line per journey, and `passed N failed N` at the end. Pictures of what the journeys see are written to the directory. It
needs no network. With names, only these journeys run.
"""

import pathlib
import sys
import traceback

from chromium import Chromium
from journey import Journey
from screens import SCREENS

class Tally:
    """Runs tests, and counts them."""

    def __init__(self, names):
        self.names, self.passed, self.failed = names, 0, 0

    def run(self, name, test):
        if self.names and name.split()[0] not in self.names:
            return
        try:
            test()
            self.passed += 1
            print(f"ok     {name}", flush=True)
        except Exception as error:
            self.failed += 1
            where = traceback.extract_tb(error.__traceback__)
            line = next((f"{frame.filename.split('/')[-1]}:{frame.lineno}" for frame in reversed(where) if "browser/console" in frame.filename), "")
            print(f"FAILED {name}: {type(error).__name__} at {line}: {error}", flush=True)


def screen(chromium, sandbox, pictures, journey, language):
    it = Journey(chromium, sandbox, journey.__name__, language, pictures)
    try:
        journey(it)
    except Exception:
        chromium.picture(pictures / f"failed-{journey.__name__}-{language}.png")
        raise
    it.finish()


def main():
    sandbox, axe, pictures, *names = sys.argv[1:]
    pictures = pathlib.Path(pictures)
    pictures.mkdir(parents=True, exist_ok=True)
    chromium = Chromium(axe)
    tally = Tally(names)
    for language in ("en", "fa"):
        for journey in SCREENS:
            tally.run(f"{journey.__name__} ({language})", lambda: screen(chromium, sandbox, pictures, journey, language))
    chromium.quit()
    print(f"passed {tally.passed} failed {tally.failed}")


main()
