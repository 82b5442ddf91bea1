"""Custom stores: ``Client(store=MyStore(), store_keys=[…])``, for a database that the package does not support.

::

    class MyStore:
        def get(self, kind: str, key: str) -> StoredRecord | None:
            row = database.execute("SELECT version, value FROM records WHERE …", (kind, key)).fetchone()
            return None if row is None else StoredRecord(key, *row)

        def put(self, kind: str, key: str, expected: int | None, value: bytes) -> bool: ...
        def delete(self, kind: str, key: str, expected: int) -> bool: ...

        def scan(self, kind: str, prefix: str, after: str | None, limit: int) -> list[StoredRecord]:
            rows = database.execute("SELECT key, version, value FROM records WHERE … ORDER BY key LIMIT ?", …)
            return [StoredRecord(*row) for row in rows]

A store keeps small versioned records and offers compare-and-swap; the package does everything else. A store with a clock
that all processes share may also have the method ``now``, see :class:`SharedClock`. The values are
encrypted with ``store_keys``. Check your store with :func:`open_platform.testing.store_conformance`.

The methods may be ``async``: they are awaited in the event loop that the app last made a call from. Methods that are not
``async`` are called in a thread pool, several at a time. An exception reaches the caller as a ``StoreError`` that names its class,
with the exception as its ``__cause__``; so does a method that takes longer than 5 seconds. The methods may use the client.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from ._hints import resolve_later

if TYPE_CHECKING:
    from collections.abc import Awaitable, Sequence
    from datetime import datetime

__all__ = ["RecordStore", "SharedClock", "StoredRecord"]


class StoredRecord(NamedTuple):
    """A stored record."""

    #: Its key, unique within its kind.
    key: str
    #: Changes with every write. 1 for a new record.
    version: int
    #: The encrypted content.
    value: bytes


class RecordStore(Protocol):
    """A store for grants and events. Every method must be atomic, and its effect durable when it returns."""

    def get(self, kind: str, key: str, /) -> StoredRecord | None | Awaitable[StoredRecord | None]:
        """The record, or ``None``."""
        ...

    def put(self, kind: str, key: str, expected: int | None, value: bytes, /) -> bool | Awaitable[bool]:
        """Writes a record if its version is still ``expected``, and returns whether it did. With ``None`` it writes only
        if there is no such record. The new version is ``expected + 1``, or 1."""
        ...

    def delete(self, kind: str, key: str, expected: int, /) -> bool | Awaitable[bool]:
        """Deletes a record if its version is still ``expected``, and returns whether it did. Of several concurrent calls
        exactly one returns ``True``."""
        ...

    def scan(
        self, kind: str, prefix: str, after: str | None, limit: int, /
    ) -> Sequence[StoredRecord] | Awaitable[Sequence[StoredRecord]]:
        """The first ``limit`` records whose key begins with ``prefix`` and is greater than ``after``, unless that is
        ``None``, in the order of their keys. Keys are compared by code points, which is the order of their bytes in UTF-8:
        a database may need ``COLLATE "C"``. ``limit`` is 1 to 1,000. Fewer records mean that there are no more."""
        ...


class SharedClock(Protocol):
    """An optional part of a :class:`RecordStore`."""

    def now(self, /) -> datetime | None | Awaitable[datetime | None]:
        """The current time of the store, with a time zone, if all processes that use the store share one, such as the time
        of its server. Without this method, or with ``None``, each process measures by its own clock which of them refreshes
        a grant."""
        ...


resolve_later(globals(), "open_platform")
