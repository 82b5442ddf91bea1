"""The calls of ``legacy``. Made from the core by ``open-platform-generator``: do not edit."""

from __future__ import annotations

from .. import _values
from .._deprecated import deprecated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import timedelta

    from .._open_platform import (
        AddonCreated,
        LegacyMessage,
        LegacyPostAddon,
        LegacyPostEdit,
        LegacyUploadUrl,
        LegacyUserAddon,
        LegacyVerification,
        MessageSent,
        Platform,
        PlatformUser,
        PostAddon,
        RecordCreated,
    )
    from ..widgets import AnyWidget

__all__ = [
    "AsyncLegacy",
    "AsyncLegacyAddons",
    "AsyncLegacyOwnPosts",
    "AsyncLegacyVerifications",
    "AsyncUserLegacy",
    "AsyncUserLegacyAddons",
    "AsyncUserLegacyConversations",
    "AsyncUserLegacyEvents",
    "AsyncUserLegacyOwnPosts",
    "AsyncUserLegacyVerifications",
]


class AsyncLegacy:
    """Deprecated calls with only the API key, which the platform keeps for existing apps. ``migrate.any`` converts
    their bodies: ``client.legacy``.
    """

    __slots__ = ("_native",)

    def __init__(self, native: Platform) -> None:
        self._native = native

    @property
    def addons(self) -> AsyncLegacyAddons:
        """Add-ons in deprecated forms."""
        return AsyncLegacyAddons(self._native)

    @property
    def verifications(self) -> AsyncLegacyVerifications:
        """User verifications, replaced by semantic records."""
        return AsyncLegacyVerifications(self._native)

    @property
    def own_posts(self) -> AsyncLegacyOwnPosts:
        """Addresses for images of posts, replaced by those for images and videos."""
        return AsyncLegacyOwnPosts(self._native)


class AsyncUserLegacy:
    """Deprecated calls for a user, which the platform keeps for existing apps. ``migrate.any`` converts their bodies:
    ``client.user(grant).legacy``.
    """

    __slots__ = ("_native",)

    def __init__(self, native: PlatformUser) -> None:
        self._native = native

    @property
    def addons(self) -> AsyncUserLegacyAddons:
        """Add-ons in the old widget format."""
        return AsyncUserLegacyAddons(self._native)

    @property
    def verifications(self) -> AsyncUserLegacyVerifications:
        """User verifications, replaced by semantic records."""
        return AsyncUserLegacyVerifications(self._native)

    @property
    def conversations(self) -> AsyncUserLegacyConversations:
        """Messages in the old format."""
        return AsyncUserLegacyConversations(self._native)

    @property
    def events(self) -> AsyncUserLegacyEvents:
        """The old listener for messages."""
        return AsyncUserLegacyEvents(self._native)

    @property
    def own_posts(self) -> AsyncUserLegacyOwnPosts:
        """Edits of posts in the old form."""
        return AsyncUserLegacyOwnPosts(self._native)


class AsyncLegacyAddons:
    """Add-ons in deprecated forms: ``client.legacy.addons``."""

    __slots__ = ("_native",)

    def __init__(self, native: Platform) -> None:
        self._native = native

    @deprecated("use client.user(grant).addons.create_on_post: the same body, for a user")
    async def create_on_post_by_key(
        self,
        post: str,
        addon: PostAddon | None = None,
        *,
        widgets: Sequence[AnyWidget] | None = None,
        semantic: Mapping[str, str] | None = None,
        notes: str | None = None,
        repeat_post_addons: bool = False,
        timeout: float | timedelta | None = None,
    ) -> AddonCreated:
        """Creates an add-on with images, as an old example of the platform shows: on the second API host, without a
        user.

        Key permission ``ADD_ON_CREATE``. Source: ``docs/platform.md#post-addons-example``.

        :param post: the token of the post.
        :param addon: a complete add-on, instead of its members.
        :param widgets: the widgets, from top to bottom.
        :param semantic: facts under machine-readable names, see :mod:`open_platform.semantic`.
        :param notes: a note of the app for itself.
        :param repeat_post_addons: whether the request may be retried if it is unknown whether the platform executed it.
            According to the documents the same call also updates, so two requests leave one add-on; but a retry that
            arrives late overwrites what another call has written in the meantime.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises AmbiguousOutcome: if the write may or may not have been executed. It was not retried.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        ready = _values.post_addon(addon, widgets, semantic, notes)
        return await self._native.legacy_addons_create_on_post_by_key(
            post, ready, timeout=timeout, repeat_post_addons=repeat_post_addons
        )


class AsyncLegacyVerifications:
    """User verifications, replaced by semantic records: ``client.legacy.verifications``."""

    __slots__ = ("_native",)

    def __init__(self, native: Platform) -> None:
        self._native = native

    @deprecated("use client.semantics.delete_for_user")
    async def delete(self, phone: str, *, timeout: float | timedelta | None = None) -> None:
        """Deletes the verification of the user with a phone number.

        Key permission ``USER_SEMANTIC_DELETE``. Source: ``docs/platform.md#legacy-verifications``.

        :param phone: a mobile number, in any usual notation.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        return await self._native.legacy_verifications_delete(phone, timeout=timeout)


class AsyncLegacyOwnPosts:
    """Addresses for images of posts, replaced by those for images and videos: ``client.legacy.own_posts``."""

    __slots__ = ("_native",)

    def __init__(self, native: Platform) -> None:
        self._native = native

    @deprecated("use client.own_posts.upload_urls")
    async def image_upload_url(self, *, timeout: float | timedelta | None = None) -> LegacyUploadUrl:
        """Reads the address that the next image of a post is uploaded to. It is valid for about 10 minutes.

        Key permission ``UPLOAD_POST_IMAGE``. Source: ``docs/platform.md#post-media``.

        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        return await self._native.legacy_own_posts_image_upload_url(timeout=timeout)


class AsyncUserLegacyAddons:
    """Add-ons in the old widget format: ``client.user(grant).legacy.addons``."""

    __slots__ = ("_native",)

    def __init__(self, native: PlatformUser) -> None:
        self._native = native

    @deprecated("use client.user(grant).addons.create_on_post; migrate.addon converts the body")
    async def create_on_post(
        self,
        post: str,
        addon: LegacyPostAddon,
        *,
        repeat_post_addons: bool = False,
        timeout: float | timedelta | None = None,
    ) -> AddonCreated:
        """Creates an add-on on a post in the old widget format.

        Scope ``POST_ADDON_CREATE`` with the post token, or ``USER_POSTS_ADDON_CREATE``. Key permission
        ``ADD_ON_CREATE``. Source: ``docs/platform.md#legacy-addons``.

        :param post: the token of the post.
        :param addon: the add-on. It replaces what the app has shown there so far.
        :param repeat_post_addons: whether the request may be retried if it is unknown whether the platform executed it.
            According to the documents the same call also updates, so two requests leave one add-on; but a retry that
            arrives late overwrites what another call has written in the meantime.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises AmbiguousOutcome: if the write may or may not have been executed. It was not retried.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        return await self._native.legacy_addons_create_on_post(
            post, addon, timeout=timeout, repeat_post_addons=repeat_post_addons
        )

    @deprecated("use client.user(grant).addons.create_for_user; migrate.user_addon converts the body")
    async def create_for_user(
        self, phone: str, addon: LegacyUserAddon, *, timeout: float | timedelta | None = None
    ) -> AddonCreated:
        """Creates an add-on on the user with a phone number, in the old widget format.

        Scope ``USER_ADDON_CREATE``. Key permission ``USER_ADDON_CREATE``. Source: ``docs/platform.md#legacy-addons``.

        :param phone: a mobile number, in any usual notation.
        :param addon: the add-on.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises AmbiguousOutcome: if the write may or may not have been executed. It was not retried.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        return await self._native.legacy_addons_create_for_user(phone, addon, timeout=timeout)


class AsyncUserLegacyVerifications:
    """User verifications, replaced by semantic records: ``client.user(grant).legacy.verifications``."""

    __slots__ = ("_native",)

    def __init__(self, native: PlatformUser) -> None:
        self._native = native

    @deprecated("use client.user(grant).semantics.create_for_user; migrate.verification converts the body")
    async def create(
        self, phone: str, verification: LegacyVerification, *, timeout: float | timedelta | None = None
    ) -> RecordCreated:
        """Creates a verification of the user with a phone number.

        Scope ``USER_VERIFICATION_CREATE``. Key permission ``USER_SEMANTIC_CREATE``. Source:
        ``docs/platform.md#legacy-verifications``.

        :param phone: a mobile number, in any usual notation.
        :param verification: the facts, under machine-readable names.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises AmbiguousOutcome: if the write may or may not have been executed. It was not retried.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        return await self._native.legacy_verifications_create(phone, verification, timeout=timeout)


class AsyncUserLegacyConversations:
    """Messages in the old format: ``client.user(grant).legacy.conversations``."""

    __slots__ = ("_native",)

    def __init__(self, native: PlatformUser) -> None:
        self._native = native

    @deprecated("use client.user(grant).conversations.send; migrate.message converts the body")
    async def send(self, message: LegacyMessage, *, timeout: float | timedelta | None = None) -> MessageSent:
        """Sends a message with at most one button for each side.

        Scope ``CHAT_MESSAGE_SEND`` with its identifier. Key permission ``CHAT_SEND_MESSAGE_OAUTH``. Source:
        ``docs/platform.md#legacy-send``.

        :param message: the message to send.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises AmbiguousOutcome: if the write may or may not have been executed. It was not retried.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        return await self._native.legacy_conversations_send(message, timeout=timeout)


class AsyncUserLegacyEvents:
    """The old listener for messages: ``client.user(grant).legacy.events``."""

    __slots__ = ("_native",)

    def __init__(self, native: PlatformUser) -> None:
        self._native = native

    @deprecated("use client.user(grant).events.subscribe with NEW_MESSAGE_ON_POST")
    async def listen(
        self, post: str, endpoint: str, identification_key: str, *, timeout: float | timedelta | None = None
    ) -> None:
        """Sends the messages of one post to an address, in the old format.

        Scope ``CHAT_POST_CONVERSATIONS_READ`` with the post token. Source: ``docs/platform.md#legacy-listener``.

        :param post: the token of the post.
        :param endpoint: the address that the platform sends the messages to.
        :param identification_key: the value that the platform sends in the header ``Authorization`` to that address.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        return await self._native.legacy_events_listen(post, endpoint, identification_key, timeout=timeout)


class AsyncUserLegacyOwnPosts:
    """Edits of posts in the old form: ``client.user(grant).legacy.own_posts``."""

    __slots__ = ("_native",)

    def __init__(self, native: PlatformUser) -> None:
        self._native = native

    @deprecated("use client.user(grant).own_posts.edit")
    async def edit(self, post: str, edit: LegacyPostEdit, *, timeout: float | timedelta | None = None) -> None:
        """Replaces title, description and images of a post.

        Scope ``POST_EDIT`` with the post token. Key permission ``EDIT_POST``. Source: ``docs/platform.md#edit-post``.

        :param post: the token of the post.
        :param edit: what is changed.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises AmbiguousOutcome: if the write may or may not have been executed. It was not retried.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        return await self._native.legacy_own_posts_edit(post, edit, timeout=timeout)
