"""The methods of ``inbox``. Made from the core by ``open-platform-generator``: do not edit."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._open_platform import DeadLetter, Inbox, InboxCounts, InboxItem, NackOutcome

__all__ = ["StoredEvents"]


class StoredEvents:
    """Events that wait or are being handled, and dead letters.

    The base class of ``Inbox``.
    """

    __slots__ = ("_native",)

    def __init__(self, native: Inbox) -> None:
        self._native = native

    def try_next(self) -> InboxItem | None:
        """The next event, or ``None`` if none is due now. For tests, and for workers that run periodically.

        :raises StoreError: if the store failed.
        """
        return self._native.try_next().wait()

    def ack(self, id: str) -> bool:
        """Acknowledges an event: it was handled. It is deleted, and repetitions of it are still recognized. Returns
        ``False`` if the lease had ended and another worker has the event, or if the event had ended before.

        :param id: the ``id`` of the item.
        :raises StoreError: if the store failed: the event will be handled again.
        :raises InvalidInput: for a malformed id.
        """
        return self._native.ack(id).wait()

    def nack(self, id: str, reason: str) -> NackOutcome:
        """Negative acknowledgement: the handling of an event failed. The event is retried later, or becomes a dead
        letter.

        :param id: the ``id`` of the item.
        :param reason: why it failed, for logs and dead letters, cut to 1,000 characters. It must not contain secrets.
        :raises StoreError: if the store failed: the event is retried when its lease ends.
        :raises InvalidInput: for a malformed id.
        """
        return self._native.nack(id, reason).wait()

    def give_up(self, id: str, reason: str) -> bool:
        """Makes an event a dead letter at once, because no further attempt can succeed. Returns the same as ``ack``.

        :param id: the ``id`` of the item.
        :param reason: the reason, as for ``nack``.
        :raises StoreError: as for ``nack``.
        """
        return self._native.give_up(id, reason).wait()

    def release(self, id: str) -> bool:
        """Releases an event as if it had not been handed out: for a worker that stops. Returns the same as ``ack``.

        :param id: the ``id`` of the item.
        :raises StoreError: as for ``nack``.
        """
        return self._native.release(id).wait()

    def extend(self, id: str) -> bool:
        """Extends the lease to its full length from now, for a handler that takes longer. Returns ``False`` if another
        worker has the event, or if the attempt has ended.

        :param id: the ``id`` of the item.
        :raises StoreError: if the store failed.
        """
        return self._native.extend(id).wait()

    def dead_letters(self, after: str | None = None) -> list[DeadLetter]:
        """The dead letters, the oldest arrival first, up to 100. An empty list means that none are left. Those that
        cannot be read are left out: encrypted with a lost key, or written by a newer version.

        :param after: the id of the last dead letter of the previous page. By default the first page.
        :raises StoreError: if the store failed.
        """
        return self._native.dead_letters(after).wait()

    def retry(self, id: str) -> bool:
        """Queues a dead letter again, for the full number of attempts. Returns whether there was one. If it becomes a
        dead letter again, that one has another id. It continues when the caller is cancelled. Several retries of one
        dead letter, by any number of processes and while workers run, have the effect of one.

        :param id: the ``id`` of the dead letter.
        :raises StoreError: if the store failed.
        """
        return self._native.retry(id).wait()

    def discard(self, id: str) -> bool:
        """Deletes a dead letter. Returns whether there was one.

        :param id: the ``id`` of the dead letter.
        :raises StoreError: if the store failed.
        """
        return self._native.discard(id).wait()

    def counts(self) -> InboxCounts:
        """The number of events that wait or are being handled, and of dead letters.

        :raises StoreError: if the store failed.
        """
        return self._native.counts().wait()
