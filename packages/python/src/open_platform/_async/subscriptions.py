"""The methods of ``subscriptions``. Made from the core by ``open-platform-generator``: do not edit."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import builtins
    from datetime import timedelta

    from .._open_platform import PlatformUser, Subscription, SubscriptionInfo, SubscriptionType

__all__ = ["AsyncSubscriptions"]


class AsyncSubscriptions:
    """The event subscriptions of a stored grant. They are renewed after every refresh and login. From
    ``client.user(grant).subscriptions``.

    The platform ends a subscription when the token expires that it was created with. The subscriptions that the app
    wants are therefore stored beside the grant, and created again with each new token.
    """

    __slots__ = ("_native",)

    def __init__(self, native: PlatformUser) -> None:
        self._native = native

    async def ensure(self, subscription: Subscription, *, timeout: float | timedelta | None = None) -> SubscriptionInfo:
        """Subscribes, and keeps the subscription active from now on.

        Calling it again replaces the stored metadata, which is sent now and with each renewal. Whether the platform
        then goes on to deliver events with the earlier metadata, too, until the token expires, is not documented.

        An omitted resource id and an empty one are two different subscriptions: the documents use the empty one for
        "all posts of the user".

        It is not an error if the platform cannot be reached or is overloaded: the returned status shows it, and the
        request is repeated in the background, and again after the next refresh. A refusal is an error, also if it is
        called again. If a login or a setting in the developer console can resolve it (a missing scope or permission),
        the subscription stays wanted and is requested again after the next refresh. After any other refusal, a
        subscription that was never accepted is no longer wanted.

        :param subscription: the type of the events and the object that they are about.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises InvalidInput: for a subscription that cannot be sent, one whose scope the user has not granted, and a
            user without a stored grant.
        :raises ApiError: if the platform refuses it.
        :raises ReauthRequired: if the grant has ended.
        :raises ConfigError: if a credential is missing or refused, or its source fails: the subscription stays wanted.
        :raises StoreError: if the store failed.
        """
        return await self._native.subscriptions_ensure(subscription, timeout=timeout)

    async def remove(
        self,
        event_type: SubscriptionType,
        event_resource_id: str | None = None,
        *,
        timeout: float | timedelta | None = None,
    ) -> bool:
        """Stops renewing a subscription. Returns whether it was wanted.

        The platform documents no way to end a subscription: it ends with its token, and is then not renewed.

        :param event_type: the type of its events.
        :param event_resource_id: the id of the object of its events, as in ``ensure``.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises StoreError: if the store failed.
        """
        return await self._native.subscriptions_remove(event_type, event_resource_id, timeout=timeout)

    async def list(self, *, timeout: float | timedelta | None = None) -> builtins.list[SubscriptionInfo]:
        """The wanted subscriptions and their status. Subscriptions whose record cannot be read are left out.

        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises StoreError: if the store failed, also if there are subscriptions and none of them can be read.
        """
        return await self._native.subscriptions_list(timeout=timeout)

    async def renew(self, *, timeout: float | timedelta | None = None) -> builtins.list[SubscriptionInfo]:
        """Renews the subscriptions that are due. This also happens after every refresh, so apps need not call it. A
        renewal that fails for now is repeated in the background.

        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises ReauthRequired: if the grant has ended.
        :raises RefreshUnavailable: if its token cannot be refreshed now.
        :raises StoreError: if the store failed.
        """
        return await self._native.subscriptions_renew(timeout=timeout)
