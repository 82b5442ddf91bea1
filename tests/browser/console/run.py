"""The journeys through the console in a real browser.

    python run.py SANDBOX_URL AXE_FILE PICTURES [NAME ...]

Prints one line per journey, and `passed N failed N` at the end. Pictures of what the journeys see are written to the directory. It
needs no network. With names, only these journeys run.
"""

import pathlib
import re
import sys
import traceback

from remote import remote
from chromium import Chromium
from journey import Journey
from large import large
from first_minutes import FirstMinutes
from screens import SCREENS

class Tally:
    """Runs tests, and counts them."""

    def __init__(self, names, chromium, pictures):
        self.names, self.chromium, self.pictures = names, chromium, pictures
        self.passed = self.failed = 0

    def run(self, name, test):
        if self.names and name.split()[0].rstrip(":") not in self.names:
            return
        try:
            test()
            self.passed += 1
            print(f"ok     {name}", flush=True)
        except Exception as error:
            self.failed += 1
            self.chromium.picture(self.pictures / f"failed-{re.sub('[^a-z]+', '-', name)}.png")
            frames = [frame for frame in traceback.extract_tb(error.__traceback__) if "browser/console" in frame.filename]
            where = " < ".join(f"{pathlib.Path(frame.filename).name}:{frame.lineno}" for frame in frames[:0:-1])
            print(f"FAILED {name}: {type(error).__name__} at {where}: {error}", flush=True)


def screen(chromium, sandbox, pictures, journey, language):
    it = Journey(chromium, sandbox, journey.__name__, language, pictures)
    journey(it)
    it.finish()


def main():
    sandbox, axe, pictures, *names = sys.argv[1:]
    pictures = pathlib.Path(pictures)
    pictures.mkdir(parents=True, exist_ok=True)
    chromium = Chromium(axe)
    tally = Tally(names, chromium, pictures)
    story = FirstMinutes(chromium, sandbox, pictures)
    try:
        tally.run("minutes: the first", story.first)
        tally.run("minutes: a lost answer", story.a_lost_answer)
        tally.run("minutes: a refused request", story.a_refused_request)
        for language in ("en", "fa"):
            for journey in SCREENS:
                tally.run(f"{journey.__name__} ({language})", lambda: screen(chromium, sandbox, pictures, journey, language))
        tally.run("remote", lambda: remote(chromium, pictures))
        tally.run("large", lambda: large(chromium, sandbox))
    finally:
        story.stop()
        chromium.quit()
    print(f"passed {tally.passed} failed {tally.failed}")


main()
