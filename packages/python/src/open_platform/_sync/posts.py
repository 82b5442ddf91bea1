"""The calls of ``posts``. Made from the core by ``open-platform-generator``: do not edit."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import timedelta

    from .._open_platform import Platform, PlatformUser, Post, PostList

__all__ = ["Posts", "UserPosts"]


class Posts:
    """Calls about posts that need only the API key: ``client.posts``."""

    __slots__ = ("_native",)

    def __init__(self, native: Platform) -> None:
        self._native = native

    def get(self, post: str, *, timeout: float | timedelta | None = None) -> Post:
        """Reads a published post. A member that the response omits is zero, false or empty; ``Post.has`` tells whether
        it was there. Money in ``Post.data`` is in toman.

        Key permission ``GET_POST``. Source: ``docs/platform.md#read-post``.

        :param post: the token of the post.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises NotFound: if the token does not exist or the post is no longer published.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        return self._native.posts_get(post, timeout=timeout).wait()


class UserPosts:
    """Calls about posts for a user: ``client.user(grant).posts``."""

    __slots__ = ("_native",)

    def __init__(self, native: PlatformUser) -> None:
        self._native = native

    def list(self, *, timeout: float | timedelta | None = None) -> PostList:
        """Lists the user's posts, in all states.

        Scope ``USER_POSTS_GET``. Key permission ``GET_USER_POSTS``. Newer than the specification. Source:
        ``docs/platform.md#user-posts``.

        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        return self._native.posts_list(timeout=timeout).wait()

    def get_with_ongoing_images(self, post: str, *, timeout: float | timedelta | None = None) -> Post:
        """Reads a post with the images that it has before publication, in ``Post.images``.

        Scope ``POST_ONGOING_IMAGES_GET`` with the post token. Key permission ``GET_POST``. Source:
        ``docs/platform.md#ongoing-images``.

        :param post: the token of the post.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        return self._native.posts_get_with_ongoing_images(post, timeout=timeout).wait()
