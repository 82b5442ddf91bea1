"""The inbox: events that are stored until they are handled."""

from __future__ import annotations

from .._open_platform import InboxOptions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._open_platform import (
        Acceptance,
        Accepted,
        DeadLetter,
        InboxCounts,
        InboxItem,
        Lease,
        NackOutcome,
        Platform,
        Reply,
    )
    from .._settings import InboxSettings

__all__ = ["Inbox"]


class Inbox:
    """Events kept in the store of the client until they are handled: ``client.inbox()``. Most apps only pass it to their
    hooks, ``Hooks(keys, inbox=client.inbox())``, and handle the events with :meth:`Hooks.run`.

    An event is stored before it is acknowledged, so that no crash loses it. Repetitions are stored once. :meth:`next`
    leases it to one worker, in any number of processes, for ``lease_seconds``. After a failure it is tried again, first
    after 5 seconds, later after up to an hour; after ``max_attempts`` it becomes a dead letter. An event is handled
    exactly once as long as nothing fails, and at least once in all other cases.
    """

    __slots__ = ("_native",)

    def __init__(self, platform: Platform, **settings: Unpack[InboxSettings]) -> None:
        self._native = platform.inbox(InboxOptions(**settings))

    def receive(self, accepted: Accepted, body: bytes) -> Reply:
        """Receives an event whose head was accepted, and returns the response to send: 200 if it is stored now or was
        stored before; 503 with ``Retry-After`` if it cannot be stored within a second; the status of the rejection for a
        body that is no event.

        :param accepted: from :meth:`Webhooks.authenticate`.
        :param body: the body of the request, unchanged.
        """
        return self._native.receive(accepted, body).wait()

    def accept(self, accepted: Accepted, body: bytes) -> Acceptance:
        """Stores an event whose head was accepted, and returns ``"new"`` or ``"duplicate"``. Acknowledge both;
        :meth:`receive` also builds the response. The event is stored even if the caller stops waiting.

        :param accepted: from :meth:`Webhooks.authenticate`.
        :param body: the body of the request, unchanged.
        :raises WebhookRejected: for a body that is no event.
        :raises StoreError: if it cannot be stored within 0.9 seconds: the store is down or slow, or the inbox is full.
        """
        return self._native.accept(accepted, body).wait()

    def next(self) -> InboxItem | None:
        """Waits for the next event and leases it: the oldest that is due. Any number of workers may wait. Returns
        ``None`` when the inbox was closed.

        :raises StoreError: if the store has failed for 5 seconds. Call it again.
        """
        return self._native.next().wait()

    def try_next(self) -> InboxItem | None:
        """The next event, or ``None`` if none is due now: for tests, and for workers that run periodically.

        :raises StoreError: if the store failed.
        """
        return self._native.try_next().wait()

    def ack(self, id: str) -> bool:
        """Marks an event as handled. Returns ``False`` if the lease had ended and another worker has the event.

        :param id: the id of the item.
        :raises StoreError: if the store failed. The event will be handled again.
        """
        return self._native.ack(id).wait()

    def nack(self, id: str, reason: str) -> NackOutcome:
        """Marks an attempt at an event as failed. Returns ``"retry"`` if it will be tried again, ``"dead_letter"`` if
        it has become one, and ``"lease_lost"`` if another worker has the event.

        :param id: the id of the item.
        :param reason: the reason of the failure, for logs and dead letters, cut to 1,000 characters. It must not hold
            secrets.
        :raises StoreError: if the store failed. The event is tried again when its lease ends.
        """
        return self._native.nack(id, reason).wait()

    def give_up(self, id: str, reason: str) -> bool:
        """Makes an event a dead letter at once, because no further attempt can succeed. Returns the same as :meth:`ack`.

        :param id: the id of the item.
        :param reason: the reason, as for :meth:`nack`.
        :raises StoreError: if the store failed. The event is tried again when its lease ends.
        """
        return self._native.give_up(id, reason).wait()

    def release(self, id: str) -> bool:
        """Ends the lease of an event without counting an attempt: for a worker that stops. Returns the same as
        :meth:`ack`.

        :param id: the id of the item.
        :raises StoreError: if the store failed. The event is tried again when its lease ends.
        """
        return self._native.release(id).wait()

    def extend(self, id: str) -> bool:
        """Extends the lease of an event to ``lease_seconds`` from now. Returns ``False`` if another worker has the event.

        :param id: the id of the item.
        :raises StoreError: if the store failed.
        """
        return self._native.extend(id).wait()

    def keep(self, id: str) -> Lease:
        """Extends the lease of an event again and again while it is handled, for a worker of your own::

            with inbox.keep(item.id):
                handle(item.delivery.event)
                inbox.ack(item.id)

        It also stops when the attempt has ended, or when another worker has the event.

        :param id: the id of the item.
        """
        return self._native.keep(id)

    def dead_letters(self, after: str | None = None) -> list[DeadLetter]:
        """The dead letters, oldest arrival first, up to 100.

        :param after: the id of the last dead letter of the previous page.
        :raises StoreError: if the store failed.
        """
        return self._native.dead_letters(after).wait()

    def retry(self, id: str) -> bool:
        """Puts a dead letter back into the inbox, with the full number of attempts. Returns whether it existed.

        :param id: the id of the dead letter.
        :raises StoreError: if the store failed.
        """
        return self._native.retry(id).wait()

    def discard(self, id: str) -> bool:
        """Deletes a dead letter. Returns whether it existed.

        :param id: the id of the dead letter.
        :raises StoreError: if the store failed.
        """
        return self._native.discard(id).wait()

    def counts(self) -> InboxCounts:
        """The number of events that wait or are being handled, and the number of dead letters.

        :raises StoreError: if the store failed.
        """
        return self._native.counts().wait()

    def close(self) -> None:
        """Makes :meth:`next` return ``None``. The stored events stay in the store."""
        self._native.close()
