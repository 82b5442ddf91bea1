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
    """The stored grants: ``client.grants``. None of this shows a token."""

    __slots__ = ("_native",)

    def __init__(self, native: Platform) -> None:
        self._native = native

    async def list(self) -> builtins.list[GrantInfo]:
        """All grants in the store. Those that cannot be read are left out, and :meth:`unreadable` has them. For many
        thousands of grants take :meth:`iterate`.

        :raises StoreError: if the store failed, or there are grants and none of them can be read.
        """
        return await self._native.grants_list()

    async def page(self, *, after: str | None = None, limit: int | None = None) -> GrantPage:
        """A part of the grants in the store, in the order of their keys. Those that cannot be read are left out, as
        :meth:`list` does, so a page may have fewer than ``limit`` and not be the last one.

        :param after: ``GrantPage.next`` of the page before. Without it this is the first page.
        :param limit: the most that a page has, 1 to 1,000. Without it a page has up to 1,000, or all grants of a store
            of your own, which is read as a whole.
        :raises StoreError: if the store failed, or there are grants and none of them can be read.
        """
        return await self._native.grants_page(after=after, limit=limit)

    async def iterate(self) -> AsyncIterator[GrantInfo]:
        """The same grants as :meth:`list`, of which only a part is in memory at a time::

            async for grant in client.grants.iterate():
                ...

        :raises StoreError: if the store failed, or there are grants and none of them can be read.
        """
        after = None
        while True:
            page = await self._native.grants_page(after=after)
            for grant in page.grants:
                yield grant
            if (after := page.next) is None:
                return

    async def of_user(self, user: str) -> builtins.list[GrantInfo]:
        """The grants of one user, the newest login first. Those that cannot be read are left out, as :meth:`list` does.

        :param user: the app's own name for the user, as a login gave it.
        :raises StoreError: if the store failed, or there are such grants and none of them can be read.
        """
        return await self._native.grants_of_user(user)

    async def unreadable(self) -> builtins.list[UnreadableGrant]:
        """The grants that cannot be read: sealed with a key that is not among the store keys, or written by a newer
        version. Such a grant is not lost. It goes on once its key is back; if that is gone for good, :meth:`forget` the
        grant and send the user to a login.

        :raises StoreError: if the store failed.
        """
        return await self._native.grants_unreadable()

    async def info(self, grant: str) -> GrantInfo | None:
        """What is known about one grant, or ``None`` if there is none of this name.

        :param grant: its name, as the login gave it.
        :raises StoreError: if the store failed.
        """
        return await self._native.grants_info(grant)

    async def is_usable(self, grant: str) -> bool:
        """Whether calls can be made with a grant: it is stored, and its access token lives or can be refreshed. If not,
        send the user to a login.

        :param grant: its name, as the login gave it.
        :raises StoreError: if the store failed.
        """
        return await self._native.grants_is_usable(grant)

    async def refresh(self, grant: str) -> GrantInfo:
        """Refreshes a grant now, whatever is left of its access token, and renews its subscriptions.

        There is no need to call this: calls refresh by themselves. An app that makes no calls for hours, but wants its
        events, calls it at ``GrantInfo.access_expires_at`` or before.

        :param grant: its name, as the login gave it.
        :raises ReauthRequired: for good: only a new login helps.
        :raises RefreshUnavailable: for now: try again later.
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
        """Takes over tokens that were obtained elsewhere, and keeps them alive.

        If the store is down, the tokens are kept in memory until it is back; ``GrantInfo.unsaved`` says so.

        :param tokens: the tokens. Whoever had them before must no longer refresh them.
        :param user: the app's own name for the user, so that a login with the same scopes replaces the grant.
        :param redirect_uri: the redirect address of the login that made the tokens, if it was not the client's: a
            refresh repeats it.
        :param consent_at: when the user logged in. Now, if it is not known.
        :raises InvalidInput: for an empty access token.
        """
        return await self._native.grants_adopt(
            tokens,
            user=user,
            redirect_uri=redirect_uri,
            consent_at=consent_at,
        )

    async def revoked(self, user: str) -> builtins.list[GrantInfo]:
        """Finds out whether a user has really taken access away, as the event ``user_access_revocation`` says: each of the
        user's grants is refreshed at once, and the platform's answer decides. So an event that is late or sent again ends
        no newer login. Returns the grants as they are then, those that could not be asked about unchanged.

        If the platform confirms it, the tokens are erased from the store, and when this returns no process of the store
        uses the grant any more. For that it waits 2 s, which is longer than another process goes by what it has read.
        Beyond it are a request that is on its way already, and a process that does not reach the store: that goes on with
        the token that it knows until it ends, and with new tokens that it could not store for up to 30 s after the store
        is back.

        Only grants with a known ``GrantInfo.user_id`` that can be read are found; the others end with their next refresh.

        :param user: the user's id, from the event.
        :raises StoreError: if the store failed, also for one of the user's grants: then the others were asked about all
            the same.
        """
        return await self._native.grants_revoked(user)

    async def forget(self, grant: str) -> bool:
        """Deletes a grant and its subscriptions from the store, also those that cannot be read. Returns whether there was
        one.

        The platform is not told: it documents no way to revoke a token (docs/platform.md#authorization). A refresh
        under way is dropped when it arrives.

        :param grant: its name, as the login gave it.
        :raises StoreError: if the store failed.
        """
        return await self._native.grants_forget(grant)
