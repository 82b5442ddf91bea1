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
    "Legacy",
    "LegacyAddons",
    "LegacyOwnPosts",
    "LegacyVerifications",
    "UserLegacy",
    "UserLegacyAddons",
    "UserLegacyConversations",
    "UserLegacyEvents",
    "UserLegacyOwnPosts",
    "UserLegacyVerifications",
]


class Legacy:
    """Deprecated calls with only the API key, which the platform keeps for existing apps. ``migrate.any`` converts
    their bodies: ``client.legacy``.
    """

    __slots__ = ("_native",)

    def __init__(self, native: Platform) -> None:
        self._native = native

    @property
    def addons(self) -> LegacyAddons:
        """Add-ons in deprecated forms."""
        return LegacyAddons(self._native)

    @property
    def verifications(self) -> LegacyVerifications:
        """User verifications, replaced by semantic records."""
        return LegacyVerifications(self._native)

    @property
    def own_posts(self) -> LegacyOwnPosts:
        """Addresses for images of posts, replaced by those for images and videos."""
        return LegacyOwnPosts(self._native)


class UserLegacy:
    """Deprecated calls for a user, which the platform keeps for existing apps. ``migrate.any`` converts their bodies:
    ``client.user(grant).legacy``.
    """

    __slots__ = ("_native",)

    def __init__(self, native: PlatformUser) -> None:
        self._native = native

    @property
    def addons(self) -> UserLegacyAddons:
        """Add-ons in the old widget format."""
        return UserLegacyAddons(self._native)

    @property
    def verifications(self) -> UserLegacyVerifications:
        """User verifications, replaced by semantic records."""
        return UserLegacyVerifications(self._native)

    @property
    def conversations(self) -> UserLegacyConversations:
        """Messages in the old format."""
        return UserLegacyConversations(self._native)

    @property
    def events(self) -> UserLegacyEvents:
        """The old listener for messages."""
        return UserLegacyEvents(self._native)

    @property
    def own_posts(self) -> UserLegacyOwnPosts:
        """Edits of posts in the old form."""
        return UserLegacyOwnPosts(self._native)


class LegacyAddons:
    """Add-ons in deprecated forms: ``client.legacy.addons``."""

    __slots__ = ("_native",)

    def __init__(self, native: Platform) -> None:
        self._native = native

    @deprecated("use client.user(grant).addons.create_on_post: the same body, for a user")
    def create_on_post_by_key(
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
        return self._native.legacy_addons_create_on_post_by_key(
            post, ready, timeout=timeout, repeat_post_addons=repeat_post_addons
        ).wait()


class LegacyVerifications:
    """User verifications, replaced by semantic records: ``client.legacy.verifications``."""

    __slots__ = ("_native",)

    def __init__(self, native: Platform) -> None:
        self._native = native

    @deprecated("use client.semantics.delete_for_user")
    def delete(self, phone: str, *, timeout: float | timedelta | None = None) -> None:
        """Deletes the verification of the user with a phone number.

        Key permission ``USER_SEMANTIC_DELETE``. Source: ``docs/platform.md#legacy-verifications``.

        :param phone: a mobile number, in any usual notation.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        return self._native.legacy_verifications_delete(phone, timeout=timeout).wait()


class LegacyOwnPosts:
    """Addresses for images of posts, replaced by those for images and videos: ``client.legacy.own_posts``."""

    __slots__ = ("_native",)

    def __init__(self, native: Platform) -> None:
        self._native = native

    @deprecated("use client.own_posts.upload_urls")
    def image_upload_url(self, *, timeout: float | timedelta | None = None) -> LegacyUploadUrl:
        """Reads the address that the next image of a post is uploaded to. It is valid for about 10 minutes.

        Key permission ``UPLOAD_POST_IMAGE``. Source: ``docs/platform.md#post-media``.

        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        return self._native.legacy_own_posts_image_upload_url(timeout=timeout).wait()


class UserLegacyAddons:
    """Add-ons in the old widget format: ``client.user(grant).legacy.addons``."""

    __slots__ = ("_native",)

    def __init__(self, native: PlatformUser) -> None:
        self._native = native

    @deprecated("use client.user(grant).addons.create_on_post; migrate.addon converts the body")
    def create_on_post(
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
        return self._native.legacy_addons_create_on_post(
            post, addon, timeout=timeout, repeat_post_addons=repeat_post_addons
        ).wait()

    @deprecated("use client.user(grant).addons.create_for_user; migrate.user_addon converts the body")
    def create_for_user(
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
        return self._native.legacy_addons_create_for_user(phone, addon, timeout=timeout).wait()


class UserLegacyVerifications:
    """User verifications, replaced by semantic records: ``client.user(grant).legacy.verifications``."""

    __slots__ = ("_native",)

    def __init__(self, native: PlatformUser) -> None:
        self._native = native

    @deprecated("use client.user(grant).semantics.create_for_user; migrate.verification converts the body")
    def create(
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
        return self._native.legacy_verifications_create(phone, verification, timeout=timeout).wait()


class UserLegacyConversations:
    """Messages in the old format: ``client.user(grant).legacy.conversations``."""

    __slots__ = ("_native",)

    def __init__(self, native: PlatformUser) -> None:
        self._native = native

    @deprecated("use client.user(grant).conversations.send; migrate.message converts the body")
    def send(self, message: LegacyMessage, *, timeout: float | timedelta | None = None) -> MessageSent:
        """Sends a message with at most one button for each side.

        Scope ``CHAT_MESSAGE_SEND`` with its identifier. Key permission ``CHAT_SEND_MESSAGE_OAUTH``. Source:
        ``docs/platform.md#legacy-send``.

        :param message: the message to send.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises AmbiguousOutcome: if the write may or may not have been executed. It was not retried.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        return self._native.legacy_conversations_send(message, timeout=timeout).wait()


class UserLegacyEvents:
    """The old listener for messages: ``client.user(grant).legacy.events``."""

    __slots__ = ("_native",)

    def __init__(self, native: PlatformUser) -> None:
        self._native = native

    @deprecated("use client.user(grant).events.subscribe with NEW_MESSAGE_ON_POST")
    def listen(
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
        return self._native.legacy_events_listen(post, endpoint, identification_key, timeout=timeout).wait()


class UserLegacyOwnPosts:
    """Edits of posts in the old form: ``client.user(grant).legacy.own_posts``."""

    __slots__ = ("_native",)

    def __init__(self, native: PlatformUser) -> None:
        self._native = native

    @deprecated("use client.user(grant).own_posts.edit")
    def edit(self, post: str, edit: LegacyPostEdit, *, timeout: float | timedelta | None = None) -> None:
        """Replaces title, description and images of a post.

        Scope ``POST_EDIT`` with the post token. Key permission ``EDIT_POST``. Source: ``docs/platform.md#edit-post``.

        :param post: the token of the post.
        :param edit: what is changed.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises AmbiguousOutcome: if the write may or may not have been executed. It was not retried.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        return self._native.legacy_own_posts_edit(post, edit, timeout=timeout).wait()
