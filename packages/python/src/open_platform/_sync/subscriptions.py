"""Event subscriptions that are renewed automatically."""

from __future__ import annotations


TYPE_CHECKING = False
if TYPE_CHECKING:
    import builtins
    from .._open_platform import PlatformUser, Subscription, SubscriptionInfo, SubscriptionType

__all__ = ["Subscriptions"]


class Subscriptions:
    """The event subscriptions of one grant, renewed after refreshes and logins: ``client.user(grant).subscriptions``.

    The platform ends a subscription when the token expires that it was created with. The subscriptions that the app
    wants are therefore stored beside the grant, and created again with each new token.
    """

    __slots__ = ("_native",)

    def __init__(self, native: PlatformUser) -> None:
        self._native = native

    def ensure(self, subscription: Subscription, *, timeout: float | None = None) -> SubscriptionInfo:
        """Stores a subscription as wanted, and creates it at once. Calling it again for the same subscription changes its
        metadata.

        An omitted resource id and an empty one are two different subscriptions: the documents use the empty one for
        "all posts of the user".

        If the platform cannot be reached or is overloaded, no error is raised: the returned ``status`` says so, and the
        attempt is repeated. A refusal is an error. After a refusal that a login or the console can fix (a missing scope
        or permission) the subscription stays wanted, and the attempt is repeated after the next refresh; after any other
        refusal a subscription that was never accepted is no longer wanted.

        :param subscription: such as ``Subscription.new_messages()``.
        :param timeout: seconds for the whole call, in place of the client's setting.
        :raises InvalidInput: for a subscription that cannot be sent, one whose scope the user has not granted, and for a
            user without a stored grant.
        :raises ApiError: if the platform refuses it permanently.
        :raises ReauthRequired: if the grant has ended.
        :raises StoreError: if the store failed.
        """
        return self._native.subscriptions_ensure(subscription, timeout=timeout).wait()

    def remove(self, event_type: SubscriptionType, event_resource_id: str | None = None) -> bool:
        """Stops renewing a subscription. Returns whether it was wanted.

        The platform documents no way to end a subscription: it ends with its token, and is then not renewed.

        :param event_type: such as ``NEW_MESSAGE_ON_POST``.
        :param event_resource_id: the same value as in :meth:`ensure`.
        :raises StoreError: if the store failed.
        """
        return self._native.subscriptions_remove(event_type, event_resource_id).wait()

    def list(self) -> builtins.list[SubscriptionInfo]:
        """The wanted subscriptions and their status.

        :raises StoreError: if the store failed.
        """
        return self._native.subscriptions_list().wait()

    def renew(self) -> builtins.list[SubscriptionInfo]:
        """Renews the subscriptions that are due. Normally there is no need to call this: it happens after every refresh.

        :raises ReauthRequired: if the grant has ended.
        :raises RefreshUnavailable: if its token cannot be refreshed now.
        :raises StoreError: if the store failed.
        """
        return self._native.subscriptions_renew().wait()
