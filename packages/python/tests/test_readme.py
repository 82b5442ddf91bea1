"""The README: its Python runs from top to bottom, against the sandbox."""

from __future__ import annotations

import asyncio
import base64
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import vectors

if TYPE_CHECKING:
    import pytest
    from open_platform import Client
    from open_platform.testing import World

README = Path(__file__).parents[1] / "README.md"


def test_the_readme_runs(
    sandbox: World,
    sandbox_client: Client,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name, value in sandbox.environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("OPEN_PLATFORM_IDENTIFICATION_KEYS", "identification-key-one")
    monkeypatch.setenv("OPEN_PLATFORM_APP_KEYS", "6b" * 32)
    monkeypatch.chdir(tmp_path)
    image = vectors.example("images.upload").given["arguments"]["image_base64"]
    Path("report.jpg").write_bytes(base64.b64decode(image))
    Path("tour.mp4").write_bytes(b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom")
    talk = sandbox.conversations()[0]
    about: Any = talk["about"]
    post = about["post"]["post"]
    names: dict[str, Any] = {"conversation": talk["id"], "grant": None}
    blocks = re.findall(r"^```python\n(.*?)^```$", README.read_text("utf-8"), re.M | re.S)
    assert len(blocks) == 13
    for block in blocks:
        exec(compile(block.replace("gZd7omnS", post), str(README), "exec"), names)  # noqa: S102
        if "login_url" in block:
            consent = names["login_url"]("session-1", post, talk["id"])
            names["grant"] = names["after_login"](sandbox.consent(consent, "seller"), "session-1")
            assert names["grant"]
    assert sandbox.addons(post)
    assert "Your report is ready" in [written["message"]["text"] for written in sandbox.messages(talk["id"])]
    titles = asyncio.run(names["titles"]([post, post]))
    assert len(set(titles)) == 1
    printed = capsys.readouterr().out
    assert "toman" in printed
    assert "24 of 24 bytes" in printed
    names["test_a_post_is_read"](sandbox, sandbox_client)
