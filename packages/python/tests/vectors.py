"""Reads ``tests/vectors`` and compares with what is in it. What the words of a file mean is in its README."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from open_platform import errors

if TYPE_CHECKING:
    from collections.abc import Callable

FOLDER = Path(__file__).parents[3] / "tests" / "vectors"


@dataclass(frozen=True)
class Case:
    """One case of a file."""

    name: str
    given: dict[str, Any]
    expect: dict[str, Any]


def cases(file: str) -> list[Case]:
    """All cases of a file, with everything that stands for something else written out."""
    document = json.loads((FOLDER / f"{file}.json").read_text("utf-8"))
    defaults, shared = document.get("defaults", {}), document.get("shared", {})

    def case(given: dict[str, Any], **members: Any) -> Case:
        missing = {name: value for name, value in defaults.items() if not (name == "body" and "text" in given)}
        return Case(
            members["name"], _written_out({**missing, **given}, shared), _written_out(members["expect"], shared)
        )

    return [case(**members) for members in document["cases"]]


def _written_out(value: Any, shared: dict[str, Any]) -> Any:
    match value:
        case {"repeat": {"text": str(text), "times": int(times)} as repeat}:
            return repeat.get("prefix", "") + text * times + repeat.get("suffix", "")
        case {"use": str(name)}:
            base = {member: part for member, part in shared[name].items() if member not in value.get("without", [])}
            return _written_out({**base, **value.get("with", {})}, shared)
        case dict():
            return {name: _written_out(member, shared) for name, member in value.items()}
        case list():
            return [_written_out(element, shared) for element in value]
        case _:
            return value


def outcome(expect: dict[str, Any], call: Callable[[], Any]) -> Any:
    """Makes the call. An expected error is compared, and gives None; any other goes through."""
    if "error" not in expect:
        return call()
    try:
        value = call()
    except errors.OpenPlatformError as error:
        for member, expected in expect["error"].items():
            assert getattr(error, member) == expected, f"{member} of {error!r}"
        return None
    raise AssertionError(f"{value!r} instead of an error")


def body(given: dict[str, Any]) -> bytes:
    """The bytes of a ``body`` or a ``text``."""
    return given["text"].encode() if "text" in given else json.dumps(given["body"]).encode()


def fields_are(written: dict[str, Any], expected: dict[str, Any]) -> None:
    """Compares fields by their paths in the written form."""
    for path, wanted in expected.items():
        value: Any = written
        for member in path.split("."):
            value = value.get(member) if isinstance(value, dict) else None
        assert _equal(value, wanted), f"{path} is {value!r}, expected {wanted!r}"


def _equal(value: Any, wanted: Any) -> bool:
    if value is None and wanted is False:  # zero, false and empty values are not written
        return True
    if isinstance(value, str) and isinstance(wanted, int):
        return value == str(wanted)
    if isinstance(value, str) and isinstance(wanted, str) and value != wanted:
        return (instant := _instant(value)) is not None and instant == _instant(wanted)
    return bool(value == wanted)


def _instant(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text.replace("Z", "+00:00"))
    except ValueError:
        return None
