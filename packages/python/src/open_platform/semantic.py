"""Semantic data: machine-readable facts as names and values (docs/platform.md#semantics).

The platform keeps a few names readable and stores all others hashed. The values of five names must be hashed by the app
before they are sent: :func:`mask` does that.
"""

from __future__ import annotations

from collections.abc import Mapping

from . import _open_platform as _core

__all__ = ["hashed_names", "known_names", "mask", "mask_real_estate", "unlisted_values"]


def known_names() -> dict[str, list[str]]:
    """The names that the platform keeps readable, each with the values that the documents list for it. The platform
    extends the lists on request, so other values are accepted as well (docs/platform.md#semantic-names)."""
    return _core.known_semantic_names()


def mask(value: str) -> str:
    """Hashes a value as the platform requires: Persian and Arabic digits become ASCII, Latin letters become upper-case,
    surrounding spaces are removed; then SHA-256, as lower-case hex (docs/platform.md#hashed-names).

    >>> mask("IRJC95r\u06f2\u06f3kj039206") == mask("IRJC95R23KJ039206")
    True

    :param value: of ``VIN``, ``chassis_number``, ``engine_number`` or ``real_estate_id``.
    :raises InvalidInput: for an empty value, and for one that still has Persian or Arabic letters.
    """
    return _core.mask(value)


def mask_real_estate(document: str, page: str) -> str:
    """Hashes the value of ``old_real_estate_id``.

    :param document: the number of the register, for the old kind of title deed.
    :param page: its page number.
    :raises InvalidInput: as :func:`mask`, for the number of the register or of the page.
    """
    return _core.mask_real_estate(document, page)


def hashed_names(semantic: Mapping[str, str]) -> list[str]:
    """The names that the platform will store hashed, in order. They may be sent, but their values cannot be read back.
    A misspelled known name appears here."""
    return _core.hashed_names(semantic)


def unlisted_values(semantic: Mapping[str, str]) -> list[str]:
    """The known names whose value is not listed in the documents, in order."""
    return _core.unlisted_values(semantic)
