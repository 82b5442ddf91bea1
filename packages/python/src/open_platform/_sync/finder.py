"""The calls of ``finder``. Made from the core by ``open-platform-generator``: do not edit."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import timedelta

    from .._open_platform import FoundPosts, Platform, PostSearch

__all__ = ["Finder"]


class Finder:
    """Search over the posts of the platform: ``client.finder``."""

    __slots__ = ("_native",)

    def __init__(self, native: Platform) -> None:
        self._native = native

    def search(self, search: PostSearch, *, timeout: float | timedelta | None = None) -> FoundPosts:
        """Searches published posts. The result has at most the 100 newest posts, and there are no further pages.

        The platform lets an app search 100 times in total, also in production. Every request counts, so a search is
        repeated at most once if its outcome is unclear. Amounts of money are in toman (1 toman is 10 rial).

        Key permission ``SEARCH_POST``. Newer than the specification. Source: ``docs/platform.md#search``.

        :param search: the filters.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises InvalidInput: for a range that is empty or has a negative end.
        :raises RateLimited: if the app has used all its searches.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        return self._native.finder_search(search, timeout=timeout).wait()
