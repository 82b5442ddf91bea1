"""An app that is recorded in front of a sandbox, and replayed without one."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

from open_platform.testing import _command

if TYPE_CHECKING:
    from pathlib import Path

#: Logs in, follows the redirects up to the app, and prints what the app receives.
APP = """
from urllib.error import HTTPError
from urllib.request import HTTPRedirectHandler, build_opener

from open_platform import Client


class UpToTheApp(HTTPRedirectHandler):
    def redirect_request(self, *arguments):
        return None if "/callback?" in arguments[-1] else super().redirect_request(*arguments)


client = Client.from_env()
print(client.assets.cities())
url, _ = client.oauth.authorize(["USER_PHONE", "offline_access"], "session-1")
try:
    build_opener(UpToTheApp).open(url + "&sandbox_user=buyer")
except HTTPError as redirect:
    login = client.oauth.callback(redirect.headers["location"], "session-1")
print(login.user.users.me().phone_number)
"""


def run(*arguments: str) -> list[str]:
    words = [_command(), *arguments, "--", sys.executable, "-c", APP]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_an_app_receives_from_a_replay_what_was_recorded(tmp_path: Path) -> None:
    file = str(tmp_path / "traffic.har")
    recorded = run("exec", "--", _command(), "record", file)
    replayed = run("replay", file, "--unused")
    assert replayed[0] == recorded[0]
    assert replayed[1] == "09700000001"
    assert recorded[1] not in (tmp_path / "traffic.har").read_text()
