"""Stores of the app's own: ``Client(store=MyStore(), store_keys=[…])``, for a database that the package does not know.

::

    class MyStore:
        def get(self, kind: str, key: str) -> StoredRecord | None:
            row = database.execute("SELECT version, value FROM records WHERE …", (kind, key)).fetchone()
            return None if row is None else StoredRecord(key, *row)

        def put(self, kind: str, key: str, expected: int | None, value: bytes) -> bool: ...
        def delete(self, kind: str, key: str, expected: int) -> bool: ...
        def list(self, kind: str, prefix: str) -> list[StoredRecord]: ...

A store keeps small versioned records and offers compare-and-swap; everything else is done above it. What it gets is
sealed with ``store_keys``. Check yours with :func:`open_platform.testing.store_conformance`.

The methods may be ``async``: they are awaited in the event loop that the app last made a call from. Those that are not
are called in threads kept for that, several at a time. They may raise, which the caller sees as a ``StoreError``; one
that takes longer than 5 seconds is given up. They may use the client, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Awaitable, Sequence

__all__ = ["RecordStore", "StoredRecord"]


class StoredRecord(NamedTuple):
    """A stored record."""

    #: Its name, within the records of its kind.
    key: str
    #: Changes with every write. 1 for a new record.
    version: int
    #: The content, sealed.
    value: bytes


class RecordStore(Protocol):
    """Where grants live. Every method must be atomic and, once it returned, durable for as long as the store promises."""

    def get(self, kind: str, key: str, /) -> StoredRecord | None | Awaitable[StoredRecord | None]:
        """The record, or ``None``."""
        ...

    def put(self, kind: str, key: str, expected: int | None, value: bytes, /) -> bool | Awaitable[bool]:
        """Writes a record if its version is still ``expected``, and returns whether it did. ``None`` means: only if there
        is no such record. The new version is ``expected + 1``, or 1."""
        ...

    def delete(self, kind: str, key: str, expected: int, /) -> bool | Awaitable[bool]:
        """Deletes a record if its version is still ``expected``, and returns whether it did. Of all that try at once,
        exactly one gets ``True``."""
        ...

    def list(
        self, kind: str, prefix: str, /
    ) -> Sequence[StoredRecord] | Awaitable[Sequence[StoredRecord]]:
        """The records whose key begins with ``prefix``, in the order of their keys, by code points."""
        ...
