"""The stored grants."""

from __future__ import annotations

from .._open_platform import Adoption
from .stored_grants import StoredGrants

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime, timedelta

    from .._open_platform import GrantInfo, Tokens

__all__ = ["Grants"]


class Grants(StoredGrants):
    """The stored grants: ``client.grants``. No result contains a token."""

    __slots__ = ()

    def iterate(self, *, timeout: float | timedelta | None = None) -> Iterator[GrantInfo]:
        """The same grants as :meth:`list`, read page by page, so that only one page is in memory at a time::

            for grant in client.grants.iterate():
                ...

        :param timeout: the time limit of each page, in seconds or as a ``timedelta``, instead of the client's.
        :raises StoreError: if the store failed, or there are grants and none of them can be read.
        """
        after = None
        while True:
            page = self.page(after=after, timeout=timeout)
            for grant in page.grants:
                yield grant
            if (after := page.next) is None:
                return

    def adopt(
        self,
        tokens: Tokens,
        *,
        user: str | None = None,
        redirect_uri: str | None = None,
        consent_at: datetime | None = None,
        timeout: float | timedelta | None = None,
    ) -> GrantInfo:
        """Stores tokens that were obtained elsewhere as a grant, which is refreshed from now on.

        If the store is down, the tokens are kept in memory until it can be reached; ``GrantInfo.unsaved`` is then set.

        :param tokens: the tokens. Their previous owner must no longer refresh them.
        :param user: the app's own id of the user, so that a login with the same scopes replaces the grant.
        :param redirect_uri: the redirect address of the login that issued the tokens, if it was not the client's: a
            refresh repeats it.
        :param consent_at: when the user logged in. The current time by default.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises InvalidInput: for an empty access token.
        """
        adoption = Adoption(tokens, user=user, redirect_uri=redirect_uri, consent_at=consent_at)
        return self._native.grants_adopt(adoption, timeout=timeout).wait()
