"""The calls of ``events``. Made from the core by ``open-platform-generator``: do not edit."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import timedelta

    from .._open_platform import PlatformUser, Subscription

__all__ = ["UserEvents"]


class UserEvents:
    """Calls about events for a user: ``client.user(grant).events``."""

    __slots__ = ("_native",)

    def __init__(self, native: PlatformUser) -> None:
        self._native = native

    def subscribe(self, subscription: Subscription, *, timeout: float | timedelta | None = None) -> None:
        """Subscribes to events for as long as the access token is valid. After a refresh the subscription must be made
        again; ``client.user(grant).subscriptions`` does this automatically. The platform has no call that lists or ends
        subscriptions.

        Whether a second subscription replaces the first one or is added to it is not documented. If it is added, each
        event arrives twice, with the same ``dedupe_key``. The scope depends on the event type, see ``required_scopes``.
        The platform calls this service experimental.

        Key permission ``EVENTS_REGISTER_SUBSCRIPTION``. Source: ``docs/platform.md#subscriptions``.

        :param subscription: the type of the events and the object that they are about.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        return self._native.events_subscribe(subscription, timeout=timeout).wait()
