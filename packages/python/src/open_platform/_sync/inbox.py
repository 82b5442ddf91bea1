"""Events kept until they are handled."""

from __future__ import annotations

from .._open_platform import InboxOptions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._open_platform import Acceptance, Accepted, DeadLetter, Failed, InboxCounts, InboxItem, Platform, Reply
    from .._settings import InboxSettings

__all__ = ["Inbox"]


class Inbox:
    """Events kept in the store of the client until they are handled: ``client.inbox()``. Most apps only hand it to their
    hooks, ``Hooks(keys, inbox=client.inbox())``, and handle them with :meth:`Hooks.run`.

    An event is stored before it is acknowledged, so that no crash loses it, and is stored once however often it comes.
    :meth:`next` hands it to one worker, in any number of processes, for ``lease_seconds``. After a failure it comes
    again, in 5 seconds first and in an hour at last; after ``max_attempts`` it is a dead letter. It is handled exactly
    once as long as nothing fails, and at least once whatever fails.
    """

    __slots__ = ("_native",)

    def __init__(self, platform: Platform, **settings: Unpack[InboxSettings]) -> None:
        self._native = platform.inbox(InboxOptions(**settings))

    def receive(self, accepted: Accepted, body: bytes) -> Reply:
        """Receives an event whose head was accepted, and returns what to answer: 200 once it is stored, or was before;
        503 with ``Retry-After`` if it cannot be stored within a second; the rejection's answer for a body that is no
        event.

        :param accepted: from :meth:`Webhooks.authenticate`.
        :param body: as it arrived.
        """
        return self._native.receive(accepted, body).wait()

    def accept(self, accepted: Accepted, body: bytes) -> Acceptance:
        """Stores an event whose head was accepted, and returns ``"new"`` or ``"duplicate"``. Acknowledge both;
        :meth:`receive` makes the answer as well. It goes on if the caller stops waiting.

        :param accepted: from :meth:`Webhooks.authenticate`.
        :param body: as it arrived.
        :raises WebhookRejected: for a body that is no event.
        :raises StoreError: it cannot be stored within 0.9 seconds: the store is down or slow, or the inbox is full.
        """
        return self._native.accept(accepted, body).wait()

    def next(self) -> InboxItem | None:
        """The next event, when there is one: the oldest that can be handed out. Any number of workers may wait. ``None``:
        the inbox was closed.

        :raises StoreError: the store has failed for 5 seconds. Calling again is all there is to do.
        """
        return self._native.next().wait()

    def try_next(self) -> InboxItem | None:
        """The next event, if there is one now: for tests, and for workers that run now and then.

        :raises StoreError: if the store failed.
        """
        return self._native.try_next().wait()

    def ack(self, id: str) -> bool:
        """Says that an event was handled. Returns ``False`` if the lease had ended and another worker has it.

        :param id: of the item.
        :raises StoreError: the event will be handled again.
        """
        return self._native.ack(id).wait()

    def nack(self, id: str, reason: str) -> Failed:
        """Says that the handling of an event failed. It comes again later (``"retry"``), or is a ``"dead_letter"``;
        ``"lease_lost"``: another worker has it, and what becomes of it is decided there.

        :param id: of the item.
        :param reason: why, for logs and dead letters, cut to 1,000 characters. Leave secrets out.
        :raises StoreError: the event comes again when its lease ends.
        """
        return self._native.nack(id, reason).wait()

    def give_up(self, id: str, reason: str) -> bool:
        """Makes an event a dead letter at once, because no further attempt can help. Returns as :meth:`ack`.

        :param id: of the item.
        :param reason: why, as for :meth:`nack`.
        :raises StoreError: the event comes again when its lease ends.
        """
        return self._native.give_up(id, reason).wait()

    def release(self, id: str) -> bool:
        """Puts an event back as if it had not been handed out: for a worker that stops. Returns as :meth:`ack`.

        :param id: of the item.
        :raises StoreError: the event comes again when its lease ends.
        """
        return self._native.release(id).wait()

    def extend(self, id: str) -> bool:
        """Keeps an event for another ``lease_seconds`` from now. Returns ``False`` if it is too late, as :meth:`ack`.

        :param id: of the item.
        :raises StoreError: if the store failed.
        """
        return self._native.extend(id).wait()

    def dead_letters(self, after: str | None = None) -> list[DeadLetter]:
        """The events that were given up, oldest arrival first, up to 100.

        :param after: the id of the last one of the page before.
        :raises StoreError: if the store failed.
        """
        return self._native.dead_letters(after).wait()

    def retry(self, id: str) -> bool:
        """Takes a dead letter up again, with all its attempts. Returns whether there was one.

        :param id: of the dead letter.
        :raises StoreError: if the store failed.
        """
        return self._native.retry(id).wait()

    def discard(self, id: str) -> bool:
        """Deletes a dead letter. Returns whether there was one.

        :param id: of the dead letter.
        :raises StoreError: if the store failed.
        """
        return self._native.discard(id).wait()

    def counts(self) -> InboxCounts:
        """How many events wait or are being handled, and how many were given up.

        :raises StoreError: if the store failed.
        """
        return self._native.counts().wait()

    def close(self) -> None:
        """Ends the waiting of :meth:`next`. Nothing is lost: what is stored stays."""
        self._native.close()
