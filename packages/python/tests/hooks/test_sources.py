"""The sources of hooks, logins, the gateway and the adapters: what happens to a request is decided in the core, and nowhere else."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import open_platform
import pytest

PACKAGE = Path(open_platform.__file__).parent
SOURCES = [
    *(PACKAGE / f"{name}.py" for name in ("_handlers", "_runner", "app", "hooks", "login")),
    *sorted((PACKAGE / "_web").glob("*.py")),
]

#: What the core decides, as it would look in a text. A single word in lower case is no header, but an argument.
HEADER = re.compile(
    r"Allow|Authorization|Connection|Cookie|Location|"
    r"(?i:cache-control|content-(length|type)|referrer-policy|retry-after|set-cookie|www-authenticate|x-[a-z-]+)"
)
COOKIE = re.compile(r"(?i)HttpOnly|Max-Age|SameSite|__Host-")
#: What is said to a framework about headers, and not to a client: it removes its own default.
OF_FRAMEWORKS = {"Content-Type"}


def documentation(tree: ast.AST) -> set[int]:
    """The ids of the texts that only describe."""
    return {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}


def decisions(source: str) -> list[tuple[int, str]]:
    """The lines that decide what the core decides, with what they decide."""
    tree = ast.parse(source)
    described, found = documentation(tree), []
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or id(node) in described:
            continue
        value = node.value.decode() if isinstance(node.value, bytes) else node.value
        match value:
            case bool():
                continue
            case int() | float() if 200 <= value <= 599:
                found.append((node.lineno, "a status code"))
            case int() | float() if value >= 5:
                found.append((node.lineno, "a limit of a time or a size"))
            case str() if HEADER.fullmatch(value) and value not in OF_FRAMEWORKS:
                found.append((node.lineno, "the name of a header"))
            case str() if COOKIE.search(value):
                found.append((node.lineno, "an attribute of a cookie"))
    return sorted(found)


@pytest.mark.parametrize("file", SOURCES, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_a_source_decides_nothing_about_requests(file: Path) -> None:
    assert decisions(file.read_text("utf-8")) == []


def test_decisions_are_found() -> None:
    source = '''
"""HttpOnly, 503"""
reply = Reply(503, headers={"Retry-After": "5", "Set-Cookie": "a=b; HttpOnly"})
body_limit, seconds = 1 << 18, timedelta(seconds=10)
raw = (b"set-cookie", checked("allow", True))
'''
    assert decisions(source) == [
        (3, "a status code"),
        (3, "an attribute of a cookie"),
        (3, "the name of a header"),
        (3, "the name of a header"),
        (4, "a limit of a time or a size"),
        (4, "a limit of a time or a size"),
        (5, "the name of a header"),
    ]
