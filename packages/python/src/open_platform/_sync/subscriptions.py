"""Event subscriptions that are kept alive."""

from __future__ import annotations


TYPE_CHECKING = False
if TYPE_CHECKING:
    import builtins
    from .._open_platform import PlatformUser, Subscription, SubscriptionInfo, SubscriptionType

__all__ = ["Subscriptions"]


class Subscriptions:
    """The event subscriptions of one grant, kept alive across refreshes and logins:
    ``client.user(grant).subscriptions``.

    A subscription of the platform ends with the token it was made with. What is wanted here is stored beside the grant,
    and made again with each new token.
    """

    __slots__ = ("_native",)

    def __init__(self, native: PlatformUser) -> None:
        self._native = native

    def ensure(self, subscription: Subscription, *, timeout: float | None = None) -> SubscriptionInfo:
        """Wants a subscription from now on, and makes it at once. Wanting it again changes its metadata.

        An omitted resource id and an empty one are two different subscriptions: the documents use the empty one for
        "all posts of the user".

        That the platform cannot be reached, or has too much to do, is no error: the returned ``status`` says so, and it
        is tried again. A refusal is an error. What a login or the console can mend, a missing scope or permission, stays
        wanted all the same and is tried again after the next refresh; anything else that was never accepted is not
        wanted any more.

        :param subscription: such as ``Subscription.new_messages()``.
        :param timeout: seconds for the whole call, in place of the client's.
        :raises InvalidInput: for a subscription that cannot be sent, one whose scope the user has not granted, and for a
            user without a stored grant.
        :raises ApiError: if the platform refuses it for good.
        :raises ReauthRequired: if the grant has ended.
        :raises StoreError: if the store failed.
        """
        return self._native.subscriptions_ensure(subscription, timeout=timeout).wait()

    def remove(self, event_type: SubscriptionType, event_resource_id: str | None = None) -> bool:
        """No longer wants a subscription. Returns whether it was wanted.

        The platform documents no way to end one: it ends with its token, and is then not renewed.

        :param event_type: such as ``NEW_MESSAGE_ON_POST``.
        :param event_resource_id: as it was when it was wanted.
        :raises StoreError: if the store failed.
        """
        return self._native.subscriptions_remove(event_type, event_resource_id).wait()

    def list(self) -> builtins.list[SubscriptionInfo]:
        """The wanted subscriptions, and how they stand.

        :raises StoreError: if the store failed.
        """
        return self._native.subscriptions_list().wait()

    def renew(self) -> builtins.list[SubscriptionInfo]:
        """Renews what is due. There is no need to call this: it happens after every refresh.

        :raises ReauthRequired: if the grant has ended.
        :raises RefreshUnavailable: if its token cannot be refreshed now.
        :raises StoreError: if the store failed.
        """
        return self._native.subscriptions_renew().wait()
