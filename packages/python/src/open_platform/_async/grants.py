"""The stored grants."""

from __future__ import annotations


TYPE_CHECKING = False
if TYPE_CHECKING:
    import builtins
    from collections.abc import AsyncIterator
    from datetime import datetime

    from .._open_platform import GrantInfo, GrantPage, Platform, Tokens, UnreadableGrant

__all__ = ["AsyncGrants"]


class AsyncGrants:
    """The stored grants: ``client.grants``. No result holds a token."""

    __slots__ = ("_native",)

    def __init__(self, native: Platform) -> None:
        self._native = native

    async def list(self) -> builtins.list[GrantInfo]:
        """All grants in the store. Those that cannot be read are left out; :meth:`unreadable` returns them. For many
        thousands of grants use :meth:`iterate`.

        :raises StoreError: if the store failed, or there are grants and none of them can be read.
        """
        return await self._native.grants_list()

    async def page(self, *, after: str | None = None, limit: int | None = None) -> GrantPage:
        """One page of the grants in the store, in the order of their keys. Those that cannot be read are left out, as in
        :meth:`list`, so a page may have fewer than ``limit`` grants without being the last one.

        :param after: ``GrantPage.next`` of the previous page. Without it the first page is returned.
        :param limit: the maximum size of the page, 1 to 1,000. Without it a page has up to 1,000 grants, or all grants of
            a store of your own, which is read as a whole.
        :raises StoreError: if the store failed, or there are grants and none of them can be read.
        """
        return await self._native.grants_page(after, limit)

    async def iterate(self) -> AsyncIterator[GrantInfo]:
        """The same grants as :meth:`list`, read page by page, so that only one page is in memory at a time::

            async for grant in client.grants.iterate():
                ...

        :raises StoreError: if the store failed, or there are grants and none of them can be read.
        """
        after = None
        while True:
            page = await self._native.grants_page(after, None)
            for grant in page.grants:
                yield grant
            if (after := page.next) is None:
                return

    async def of_user(self, user: str) -> builtins.list[GrantInfo]:
        """The grants of one user, the newest login first. Those that cannot be read are left out, as in :meth:`list`.

        :param user: the app's own id of the user, as given at the login.
        :raises StoreError: if the store failed, or there are such grants and none of them can be read.
        """
        return await self._native.grants_of_user(user)

    async def unreadable(self) -> builtins.list[UnreadableGrant]:
        """The grants that cannot be read: encrypted with a key that is not among the store keys, or written by a newer
        version. Such a grant is not lost: it can be used again when its key is among the store keys again. If the key is
        lost, :meth:`forget` the grant and have the user log in again.

        :raises StoreError: if the store failed.
        """
        return await self._native.grants_unreadable()

    async def info(self, grant: str) -> GrantInfo | None:
        """The state of one grant, or ``None`` if there is no grant of this key.

        :param grant: its key, from the login.
        :raises StoreError: if the store failed.
        """
        return await self._native.grants_info(grant)

    async def is_usable(self, grant: str) -> bool:
        """Whether calls can be made with a grant: it is stored, and its access token is valid or can be refreshed. If
        not, the user has to log in again.

        :param grant: its key, from the login.
        :raises StoreError: if the store failed.
        """
        return await self._native.grants_is_usable(grant)

    async def refresh(self, grant: str) -> GrantInfo:
        """Refreshes a grant now, even if its access token is still valid, and renews its subscriptions.

        Normally there is no need to call this: calls refresh the token automatically. An app that makes no calls for
        hours, but needs its events, calls it at ``GrantInfo.access_expires_at`` or before.

        :param grant: its key, from the login.
        :raises ReauthRequired: permanent: only a new login helps.
        :raises RefreshUnavailable: temporary: try again later.
        :raises StoreError: if the store failed.
        """
        return await self._native.grants_refresh(grant)

    async def adopt(
        self,
        tokens: Tokens,
        *,
        user: str | None = None,
        redirect_uri: str | None = None,
        consent_at: datetime | None = None,
    ) -> GrantInfo:
        """Stores tokens that were obtained elsewhere as a grant, which is refreshed from now on.

        If the store is down, the tokens are kept in memory until it can be reached; ``GrantInfo.unsaved`` is then set.

        :param tokens: the tokens. Their previous owner must no longer refresh them.
        :param user: the app's own id of the user, so that a login with the same scopes replaces the grant.
        :param redirect_uri: the redirect address of the login that issued the tokens, if it was not the client's: a
            refresh repeats it.
        :param consent_at: when the user logged in. The current time by default.
        :raises InvalidInput: for an empty access token.
        """
        return await self._native.grants_adopt(
            tokens,
            user=user,
            redirect_uri=redirect_uri,
            consent_at=consent_at,
        )

    async def revoked(self, user: str) -> builtins.list[GrantInfo]:
        """Verifies the event ``user_access_revocation``: each of the user's grants is refreshed at once, and the
        platform's response decides whether access was revoked. So a late or repeated event does not end a newer login.
        Returns the grants in their new state; those that could not be verified are unchanged.

        If the platform confirms the revocation, the tokens are erased from the store, and when this returns no process
        that shares the store uses the grant any more. For that it waits 2 s, which is longer than other processes cache
        a grant. Two cases are excluded: a request that was already sent, and a process that cannot reach the store. Such
        a process uses the token that it has until the token expires, and new tokens that it could not store for up to
        30 s after the store can be reached again.

        Only readable grants with a known ``GrantInfo.user_id`` are found; the others end with their next refresh.

        :param user: the user's id, from the event.
        :raises StoreError: if the store failed, even for only one of the user's grants: the others were verified
            nevertheless.
        """
        return await self._native.grants_revoked(user)

    async def forget(self, grant: str) -> bool:
        """Deletes a grant and its subscriptions from the store, even if they cannot be read. Returns whether the grant
        existed.

        The platform is not notified: it documents no way to revoke a token (docs/platform.md#authorization). The result
        of a refresh in progress is discarded.

        :param grant: its key, from the login.
        :raises StoreError: if the store failed.
        """
        return await self._native.grants_forget(grant)
