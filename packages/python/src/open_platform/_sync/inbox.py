"""The inbox: events that are stored until they are handled."""

from __future__ import annotations

from .._open_platform import InboxOptions
from .stored_events import StoredEvents

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._open_platform import Acceptance, Accepted, InboxItem, Lease, Platform, Reply
    from .._settings import InboxSettings

__all__ = ["Inbox"]


class Inbox(StoredEvents):
    """Events kept in the store of the client until they are handled: ``client.inbox()``. Most apps only pass it to their
    hooks, ``Hooks(keys, inbox=client.inbox())``, and handle the events with :meth:`Hooks.run`.

    An event is stored before it is acknowledged, so that no crash loses it. Repetitions are stored once. :meth:`next`
    leases it to one worker, in any number of processes, for ``lease_seconds``. After a failure it is tried again, first
    after 5 seconds, later after up to an hour; after ``max_attempts`` it becomes a dead letter. An event is handled
    exactly once as long as nothing fails, and at least once in all other cases.
    """

    __slots__ = ()

    def __init__(self, platform: Platform, **settings: Unpack[InboxSettings]) -> None:
        super().__init__(platform.inbox(InboxOptions(**settings)))

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

    def keep(self, id: str) -> Lease:
        """Extends the lease of an event again and again while it is handled, for a worker of your own::

            with inbox.keep(item.id):
                handle(item.delivery.event)
                inbox.ack(item.id)

        It also stops when the attempt has ended, or when another worker has the event.

        :param id: the id of the item.
        """
        return self._native.keep(id)

    def close(self) -> None:
        """Makes :meth:`next` return ``None``. The stored events stay in the store."""
        self._native.close()
