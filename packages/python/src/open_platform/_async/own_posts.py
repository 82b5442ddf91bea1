"""The calls of ``own_posts``. Made from the core by ``open-platform-generator``: do not edit."""

from __future__ import annotations

from .. import _values

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import timedelta

    from .._open_platform import (
        OwnPost,
        Platform,
        PlatformUser,
        PostEdit,
        PostStats,
        PostSubmission,
        PostSubmitted,
        PostUploadUrls,
        SubmitPermission,
        UploadedPostImage,
        UploadedPostVideo,
    )

__all__ = ["AsyncOwnPosts", "AsyncUserOwnPosts"]


class AsyncOwnPosts:
    """Submitting posts and uploading their images and videos, with only the API key: ``client.own_posts``."""

    __slots__ = ("_native",)

    def __init__(self, native: Platform) -> None:
        self._native = native

    async def submit_as_app(self, post: PostSubmission, *, timeout: float | timedelta | None = None) -> PostSubmitted:
        """Submits a post of a business, as the app. It waits for payment: ``payments.publish``. The platform offers
        this call by invitation only.

        The request is never sent twice, because the platform has no idempotency key for it.

        Key permission ``SUBMIT_POST``. Newer than the specification. Source: ``docs/platform.md#submit-post``.

        :param post: the post.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises AmbiguousOutcome: if the write may or may not have been executed. It was not retried.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        return await self._native.own_posts_submit_as_app(post, timeout=timeout)

    async def upload_urls(self, *, timeout: float | timedelta | None = None) -> PostUploadUrls:
        """Reads where images and videos of posts are uploaded to. The addresses may change, so read them before an
        upload.

        Key permission ``UPLOAD_POST_IMAGE``. Newer than the specification. Source: ``docs/platform.md#post-media``.

        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        return await self._native.own_posts_upload_urls(timeout=timeout)

    async def upload_image(
        self,
        image: _values.AsyncUploadSource,
        *,
        on_progress: _values.OnProgress | None = None,
        timeout: float | timedelta | None = None,
    ) -> UploadedPostImage:
        """Uploads an image of a post. A post names it by the ``path`` of the result, in ``PostDetails.images``.

        The address is read first, because the platform may change it. The upload has the time limit ``upload_timeout``;
        a limit that is given for the call is that of both requests. The format is JPEG, or PNG if ``allow_png`` is on.
        The size is at most ``max_image_bytes``.

        The image is never sent twice, because the platform has no idempotency key for it. After an
        :class:`AmbiguousOutcome` it can be uploaded again: the first one is not used by any post.

        Key permission ``UPLOAD_POST_IMAGE``. Newer than the specification. Source: ``docs/platform.md#post-media``.

        :param image: a path, bytes, a file opened in binary mode, which is read from its current position, or a stream
            of bytes. An open file and a stream are read before the time limit of the call begins. The name of a file is
            not sent.
        :param on_progress: called with the bytes of the file that were sent so far, and with its size: first with 0, at
            the end with the size. It begins again at 0 if the file is sent once more. An error in it does not end the
            upload.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises InvalidInput: for a file that cannot be read, is empty, too large, of another format or truncated, or
            that changes while it is read.
        :raises DecodeError: if the address for the upload is missing or is not on the main API, the only host that gets
            the API key.
        :raises AmbiguousOutcome: if the write may or may not have been executed. It was not retried.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        ready = await _values.async_upload(image, "image", on_progress, self._native)
        return await self._native.own_posts_upload_image(ready, timeout=timeout)

    async def upload_video(
        self,
        video: _values.AsyncUploadSource,
        *,
        on_progress: _values.OnProgress | None = None,
        timeout: float | timedelta | None = None,
    ) -> UploadedPostVideo:
        """Uploads a video of a post, in MP4. A post names it by ``video_name`` and ``thumbnail_name`` of the result, in
        ``PostVideo``.

        The address is read first, because the platform may change it. The upload has the time limit ``upload_timeout``;
        a limit that is given for the call is that of both requests. The size is at most ``max_video_bytes``.

        The video is never sent twice, because the platform has no idempotency key for it. After an
        :class:`AmbiguousOutcome` it can be uploaded again: the first one is not used by any post.

        Key permission ``UPLOAD_POST_IMAGE``. Newer than the specification. Source: ``docs/platform.md#post-media``.

        :param video: a path, bytes, a file opened in binary mode, which is read from its current position, or a stream
            of bytes. An open file and a stream are read before the time limit of the call begins. The name of a file is
            not sent.
        :param on_progress: called with the bytes of the file that were sent so far, and with its size: first with 0, at
            the end with the size. It begins again at 0 if the file is sent once more. An error in it does not end the
            upload.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises InvalidInput: for a file that cannot be read, is empty, too large or of another format, or that changes
            while it is read.
        :raises DecodeError: if the address for the upload is missing or is not on the main API, the only host that gets
            the API key.
        :raises AmbiguousOutcome: if the write may or may not have been executed. It was not retried.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        ready = await _values.async_upload(video, "video", on_progress, self._native)
        return await self._native.own_posts_upload_video(ready, timeout=timeout)


class AsyncUserOwnPosts:
    """The posts of a user: to read, edit, delete and submit: ``client.user(grant).own_posts``."""

    __slots__ = ("_native",)

    def __init__(self, native: PlatformUser) -> None:
        self._native = native

    async def get(self, post: str, *, timeout: float | timedelta | None = None) -> OwnPost:
        """Reads a post of the user, in any state.

        Scope ``USER_POSTS_GET``. Key permission ``GET_USER_POST``. Newer than the specification. Source:
        ``docs/platform.md#own-posts``.

        :param post: the token of the post.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        return await self._native.own_posts_get(post, timeout=timeout)

    async def edit(self, post: str, edit: PostEdit, *, timeout: float | timedelta | None = None) -> None:
        """Changes a post of the user. Members that the edit does not set stay unchanged: the client makes
        ``"update_mask"``, the request's list of changed members, from those that are set. The platform reviews the
        change before it is visible.

        Scope ``POST_EDIT`` with the post token, or ``EDIT_USER_POST``. Key permission ``EDIT_POST``. Newer than the
        specification. Source: ``docs/platform.md#edit-post``.

        :param post: the token of the post.
        :param edit: what is changed.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises AmbiguousOutcome: if the write may or may not have been executed. It was not retried.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        return await self._native.own_posts_edit(post, edit, timeout=timeout)

    async def delete(self, post: str, *, timeout: float | timedelta | None = None) -> None:
        """Deletes a post of the user.

        Scope ``DELETE_USER_POST``. Key permission ``DELETE_USER_POST``. Newer than the specification. Source:
        ``docs/platform.md#own-posts``.

        :param post: the token of the post.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        return await self._native.own_posts_delete(post, timeout=timeout)

    async def stats(self, post: str, *, timeout: float | timedelta | None = None) -> PostStats:
        """Reads the statistics of a post of the user for the last 7 days.

        Scope ``USER_POSTS_STATS_READ``. Key permission ``POST_STATS_RETRIEVE``. Newer than the specification. Source:
        ``docs/platform.md#post-stats``.

        :param post: the token of the post.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        return await self._native.own_posts_stats(post, timeout=timeout)

    async def can_submit(self, *, timeout: float | timedelta | None = None) -> SubmitPermission:
        """Whether the user may submit a post now.

        Scope ``SUBMIT_USER_POST``. Key permission ``CAN_USER_SUBMIT_POST``. Newer than the specification. Source:
        ``docs/platform.md#submit-post``.

        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        return await self._native.own_posts_can_submit(timeout=timeout)

    async def submit(self, post: PostSubmission, *, timeout: float | timedelta | None = None) -> PostSubmitted:
        """Submits a post of a business as the user. It waits for payment: ``payments.publish``. It must have no
        landline numbers.

        The request is never sent twice, because the platform has no idempotency key for it.

        Scope ``SUBMIT_USER_POST``. Key permission ``SUBMIT_USER_POST``. Newer than the specification. Source:
        ``docs/platform.md#submit-post``.

        :param post: the post.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises AmbiguousOutcome: if the write may or may not have been executed. It was not retried.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        return await self._native.own_posts_submit(post, timeout=timeout)
