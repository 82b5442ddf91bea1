"""The sources of hooks, logins, the gateway and the adapters: what happens to a request is decided in the core, and nowhere else."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import open_platform
import pytest

PACKAGE = Path(open_platform.__file__).parent
SOURCES = [
    *(PACKAGE / f"{name}.py" for name in ("_async/inbox", "_handlers", "_login", "_runner", "app", "hooks", "login")),
    *sorted((PACKAGE / "_web").glob("*.py")),
]

#: What the core decides, as it would look in a text, also in a part of one. A single word in lower case is no header, but an argument.
HEADER = re.compile(
    r"Allow|Authorization|Connection|Cookie|Location|"
    r"(?i:(cache|content|referrer|retry|transfer|www|x)-[a-z-]*|set-cookie)"
)
COOKIE = re.compile(r"(?i)HttpOnly|Max-Age|SameSite|__Host-|;\s*secure")
STATUS = re.compile(r"\b[1-5]\d\d\b")
#: The names by which the standard library and the frameworks have statuses.
NAMED_STATUS = re.compile(r"HTTPStatus|Http404|HttpResponse[A-Z]\w+|HTTP[A-Z]\w+")
#: What is said to a framework about headers, and not to a client: it removes its own default.
OF_FRAMEWORKS = {"Content-Type"}
#: How often a thread that waits looks whether Ctrl-C was pressed, in seconds.
POLL = 0.1


def documentation(tree: ast.AST) -> set[int]:
    """The ids of the texts that only describe."""
    return {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}


def decisions(source: str) -> list[tuple[int, str]]:
    """The lines that decide what the core decides, with what they decide."""
    tree = ast.parse(source)
    described, found = documentation(tree), []
    for node in ast.walk(tree):
        if isinstance(node, ast.Name | ast.Attribute):
            name = node.id if isinstance(node, ast.Name) else node.attr
            if NAMED_STATUS.fullmatch(name):
                found.append((node.lineno, "a status code"))
        if not isinstance(node, ast.Constant) or id(node) in described:
            continue
        value = node.value.decode() if isinstance(node.value, bytes) else node.value
        match value:
            case bool():
                continue
            case int() | float() if 100 <= value <= 599:
                found.append((node.lineno, "a status code"))
            case int() | float() if value not in (0, 1, POLL):
                found.append((node.lineno, "a limit of a time or a size"))
            case str() if HEADER.fullmatch(value) and value not in OF_FRAMEWORKS:
                found.append((node.lineno, "the name of a header"))
            case str() if STATUS.search(value):
                found.append((node.lineno, "a status code"))
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
start_response("404 Not Found", [("Retry-" + "After", f"X-{name}")], seconds * 2)
raise HttpResponseNotFound(HTTPStatus.NOT_FOUND)
'''
    assert decisions(source) == [
        (3, "a status code"),
        (3, "an attribute of a cookie"),
        (3, "the name of a header"),
        (3, "the name of a header"),
        (4, "a limit of a time or a size"),
        (4, "a limit of a time or a size"),
        (5, "the name of a header"),
        (6, "a limit of a time or a size"),
        (6, "a status code"),
        (6, "the name of a header"),
        (6, "the name of a header"),
        (7, "a status code"),
        (7, "a status code"),
    ]
