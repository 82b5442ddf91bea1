"""Lines in the log of the app."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from ._open_platform import report_unraisable

if TYPE_CHECKING:
    import logging


def write(log: logging.Logger, level: Literal["info", "warning", "error", "exception"], text: str, *values: object) -> None:
    """Writes a line. What a filter or a handler of the log raises goes to ``sys.unraisablehook``: it must not end the workers of
    an inbox or a keeper, and must not replace a response."""
    try:
        getattr(log, level)(text, *values)
    except Exception as error:
        report_unraisable(error)
