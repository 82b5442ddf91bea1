"""The documentation of the package names things of Python, and only those that there are. Much of it comes from the core, which
is written in Rust: see ``core/macros/src/python_docs.rs`` and ``open-platform-generator``."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import open_platform
import pytest
from open_platform import _open_platform as core

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = Path(open_platform.__file__).parent
SOURCES = sorted([*PACKAGE.rglob("*.py"), *PACKAGE.rglob("*.pyi")])

#: What documentation in Rust looks like.
RUST = re.compile(
    r"\w::\w|```|\]\(|\.into\(\)|&(?:str|self|mut)\b|\b(?:Some|Ok|Err)\(|\b(?:Arc|Box|Option|Result|Vec)<"
    r"|\b(?:crate|impl|Rust|serde_json|struct|tokio|trait|unwrap\w*|usize|[iu](?:8|16|32|64))\b"
    r"|(?<!`)`(?:true|false|Debug|Display|Error|Ok|Err|Some)`"
)
#: `Class.member`, `client.area.call`, or a role such as :meth:`Class.member`; with one or two backticks.
REFERENCE = re.compile(r"(?::(?P<role>\w+):)?`{1,2}(?P<path>[A-Za-z_]\w*(?:\.\w+)*)(?:\([^`]*\))?`{1,2}")
ROLES = ("attr", "class", "data", "func", "meth", "mod")


def docstrings(file: Path) -> Iterator[tuple[str, str, str | None]]:
    """The docstrings of a file: where each one is, its text, and the class around it."""

    def walk(node: Any, path: str, owner: str | None) -> Iterator[tuple[str, str, str | None]]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
                name, inner = f"{path}.{child.name}", child.name if isinstance(child, ast.ClassDef) else owner
                if text := ast.get_docstring(child):
                    yield name, text, inner
                yield from walk(child, name, inner)

    tree = ast.parse(file.read_text("utf-8"))
    module = ".".join(("open_platform", *file.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(".__init__")
    if text := ast.get_docstring(tree):
        yield module, text, None
    yield from walk(tree, module, None)


def found(root: Any, path: list[str]) -> bool:
    """Whether an object has these attributes, one after the other. A property is followed by the class that it returns."""
    for name in path:
        if isinstance(root, property):
            returned = inspect.signature(root.fget).return_annotation if root.fget else ""  # type: ignore[arg-type]
            root = AREAS.get(str(returned).partition("[")[0])
            if root is None:
                return True
        if not hasattr(root, name) and name not in getattr(root, "__annotations__", {}):
            return False
        root = getattr(root, name, None)
        if root is None:
            return True
    return True


MODULES = [
    importlib.import_module(f"open_platform{name}")
    for name in ("", "._open_platform", ".errors", ".app", ".hooks", ".login", ".keeper", ".stores", ".testing", ".testing.admin")
]
AREAS: dict[str, Any] = {}
for file in PACKAGE.glob("_*sync/*.py"):
    module = importlib.import_module(f"open_platform.{file.parent.name}.{file.stem}")
    AREAS |= {name: getattr(module, name) for name in getattr(module, "__all__", ())}


def is_wrong(role: str | None, path: str, module: str, owner: str | None) -> bool:
    """Whether a reference leads nowhere. Words in backticks that are no reference are not judged."""
    head, *rest = path.split(".")
    if head in ("client", "user") and rest and role is None:
        classes = [open_platform.Client, open_platform.UserClient]
        return not any(found(root, rest) for root in (classes if head == "client" else classes[1:]))
    of_module = importlib.import_module(module.removesuffix(".__init__"))
    roots = [place for place in (of_module, *MODULES) if hasattr(place, head)]
    roots += [place for place in (AREAS.get(owner or ""), getattr(of_module, owner or "", None)) if hasattr(place, head)]
    if head in AREAS:
        return not found(AREAS[head], rest)
    if role is None and not (roots and rest and head[0].isupper()):
        return False
    if head == "open_platform":
        importlib.import_module(path) if role == "mod" else None
        return not found(open_platform, rest)
    return not any(found(root, [head, *rest]) for root in roots)


@pytest.mark.parametrize("file", SOURCES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_docstrings_have_no_words_of_rust(file: Path) -> None:
    wrong = [(place, match.group()) for place, text, _ in docstrings(file) for match in RUST.finditer(text)]
    assert wrong == []


def native_classes() -> Iterator[type]:
    """The classes of the native module that a program can name, and the variants of enums."""
    for module in MODULES:
        for name in getattr(module, "__all__", ()):
            value = getattr(module, name)
            if isinstance(value, type) and getattr(core, value.__name__, None) is value:
                yield value
                yield from (member for member in vars(value).values() if isinstance(member, type))


@pytest.mark.parametrize("native", [*native_classes()], ids=lambda native: native.__qualname__)
def test_help_of_native_classes_has_no_words_of_rust(native: type) -> None:
    members = {name: member for name, member in vars(native).items() if not name.startswith("_")}
    texts = [(name, inspect.getdoc(member) or "") for name, member in {"": native, **members}.items()]
    wrong = [(name, match.group()) for name, text in texts for match in RUST.finditer(text)]
    assert wrong == []


@pytest.mark.parametrize("file", SOURCES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_docstrings_name_what_there_is(file: Path) -> None:
    module = ".".join(("open_platform", *file.relative_to(PACKAGE).with_suffix("").parts))
    wrong = []
    for place, text, owner in docstrings(file):
        for match in REFERENCE.finditer(text):
            role, path = match["role"], match["path"]
            if (role is None or role in ROLES) and is_wrong(role, path, module, owner):
                wrong.append((place, match.group()))
    assert wrong == []


def test_words_of_rust_are_found() -> None:
    for text in ("see `Inbox::keep`", "[code](Error::code)", "`false` only if", "a `Vec<u8>`", "```\nlet x;\n```", "an `Error`"):
        assert RUST.search(text), text
    for text in ("``None``", "the path of the value: `widgets[2]`", "`True`", "an error::\n\n    code"):
        assert not RUST.search(text), text
    assert is_wrong("meth", "Hooks.walk", "open_platform.hooks", None)
    assert is_wrong(None, "client.posts.take", "open_platform.hooks", None)
    assert is_wrong(None, "Message.media", "open_platform.hooks", None)
    assert not is_wrong("meth", "run", "open_platform.hooks", "Hooks")
    assert not is_wrong(None, "client.posts.get", "open_platform.hooks", None)
