"""The calls that the platform keeps for old apps, each with its successor. :mod:`open_platform.migrate` converts the
bodies."""

from __future__ import annotations

from .._deprecated import deprecated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._open_platform import (
        AddonCreated,
        LegacyMessage,
        LegacyPostAddon,
        LegacyUserAddon,
        LegacyVerification,
        MessageSent,
        Platform,
        PlatformUser,
        PostAddon,
        RecordCreated,
    )

__all__ = [
    "Legacy",
    "LegacyAddons",
    "LegacyVerifications",
    "UserLegacy",
    "UserLegacyAddons",
    "UserLegacyConversations",
    "UserLegacyEvents",
    "UserLegacyVerifications",
]


class Legacy:
    """Old calls that need only the API key: ``client.legacy``."""

    __slots__ = ("_native",)

    def __init__(self, native: Platform) -> None:
        self._native = native

    @property
    def addons(self) -> LegacyAddons:
        """Add-ons in old ways."""
        return LegacyAddons(self._native)

    @property
    def verifications(self) -> LegacyVerifications:
        """User verifications, today semantic records."""
        return LegacyVerifications(self._native)


class LegacyAddons:
    """``client.legacy.addons``."""

    __slots__ = ("_native",)

    def __init__(self, native: Platform) -> None:
        self._native = native

    @deprecated("use client.user(grant).addons.create_on_post: the same body, for a user")
    def create_on_post_by_key(
        self, post: str, addon: PostAddon, *, repeat_post_addons: bool = False, timeout: float | None = None
    ) -> AddonCreated:
        """Creates an add-on with images in the form of one old example: on the second API host, without a user.

        Key permission ``ADD_ON_CREATE``. Source: spec 8a, facts part 2 row 2.

        :param post: the token of the post.
        :param addon: the add-on.
        :param repeat_post_addons: whether it may be sent again after an unclear outcome.
        :param timeout: seconds for the whole call, in place of the client's.
        :raises AmbiguousOutcome: if it may or may not have happened.
        :raises OpenPlatformError: as every call, see :mod:`open_platform.errors`.
        """
        return self._native.legacy_addons_create_on_post_by_key(
            post, addon, timeout=timeout, repeat_post_addons=repeat_post_addons
        ).wait()


class LegacyVerifications:
    """``client.legacy.verifications``."""

    __slots__ = ("_native",)

    def __init__(self, native: Platform) -> None:
        self._native = native

    @deprecated("use client.semantics.delete_for_user")
    def delete(self, phone: str, *, timeout: float | None = None) -> None:
        """Deletes the verification of the user with a phone number.

        Key permission ``USER_SEMANTIC_DELETE``. Source: spec 13, facts part 1.13.

        :param phone: a mobile number, in any of the ways people write it.
        :param timeout: seconds for the whole call, in place of the client's.
        :raises OpenPlatformError: as every call, see :mod:`open_platform.errors`.
        """
        return self._native.legacy_verifications_delete(phone, timeout=timeout).wait()


class UserLegacy:
    """Old calls for a user: ``client.user(grant).legacy``."""

    __slots__ = ("_native",)

    def __init__(self, native: PlatformUser) -> None:
        self._native = native

    @property
    def addons(self) -> UserLegacyAddons:
        """Add-ons in the old widget format."""
        return UserLegacyAddons(self._native)

    @property
    def verifications(self) -> UserLegacyVerifications:
        """User verifications, today semantic records."""
        return UserLegacyVerifications(self._native)

    @property
    def conversations(self) -> UserLegacyConversations:
        """Messages in the old form."""
        return UserLegacyConversations(self._native)

    @property
    def events(self) -> UserLegacyEvents:
        """The old way to listen to messages."""
        return UserLegacyEvents(self._native)


class UserLegacyAddons:
    """``client.user(grant).legacy.addons``."""

    __slots__ = ("_native",)

    def __init__(self, native: PlatformUser) -> None:
        self._native = native

    @deprecated("use client.user(grant).addons.create_on_post; open_platform.migrate.addon converts the body")
    def create_on_post(
        self, post: str, addon: LegacyPostAddon, *, repeat_post_addons: bool = False, timeout: float | None = None
    ) -> AddonCreated:
        """Creates an add-on on a post in the old widget format.

        Scope ``POST_ADDON_CREATE`` with the post token, or ``USER_POSTS_ADDON_CREATE``; key permission
        ``ADD_ON_CREATE``. Source: spec 10, facts part 1.2.5.

        :param post: the token of the post.
        :param addon: the add-on.
        :param repeat_post_addons: whether it may be sent again after an unclear outcome.
        :param timeout: seconds for the whole call, in place of the client's.
        :raises AmbiguousOutcome: if it may or may not have happened.
        :raises OpenPlatformError: as every call, see :mod:`open_platform.errors`.
        """
        return self._native.legacy_addons_create_on_post(
            post, addon, timeout=timeout, repeat_post_addons=repeat_post_addons
        ).wait()

    @deprecated("use client.user(grant).addons.create_for_user; open_platform.migrate.user_addon converts the body")
    def create_for_user(
        self, phone: str, addon: LegacyUserAddon, *, timeout: float | None = None
    ) -> AddonCreated:
        """Creates an add-on on the user with a phone number, in the old widget format.

        Scope ``USER_ADDON_CREATE``, key permission ``USER_ADDON_CREATE``. Source: spec 10, facts part 1.2.5.

        :param phone: a mobile number, in any of the ways people write it.
        :param addon: the add-on.
        :param timeout: seconds for the whole call, in place of the client's.
        :raises AmbiguousOutcome: if it may or may not have happened.
        :raises OpenPlatformError: as every call, see :mod:`open_platform.errors`.
        """
        return self._native.legacy_addons_create_for_user(phone, addon, timeout=timeout).wait()


class UserLegacyVerifications:
    """``client.user(grant).legacy.verifications``."""

    __slots__ = ("_native",)

    def __init__(self, native: PlatformUser) -> None:
        self._native = native

    @deprecated(
        "use client.user(grant).semantics.create_for_user; open_platform.migrate.verification converts the body"
    )
    def create(
        self, phone: str, verification: LegacyVerification, *, timeout: float | None = None
    ) -> RecordCreated:
        """Creates a verification of the user with a phone number.

        Scope ``USER_VERIFICATION_CREATE``, key permission ``USER_SEMANTIC_CREATE``. Source: spec 13, facts part 1.13.

        :param phone: a mobile number, in any of the ways people write it.
        :param verification: the verification.
        :param timeout: seconds for the whole call, in place of the client's.
        :raises AmbiguousOutcome: if it may or may not have happened.
        :raises OpenPlatformError: as every call, see :mod:`open_platform.errors`.
        """
        return self._native.legacy_verifications_create(phone, verification, timeout=timeout).wait()


class UserLegacyConversations:
    """``client.user(grant).legacy.conversations``."""

    __slots__ = ("_native",)

    def __init__(self, native: PlatformUser) -> None:
        self._native = native

    @deprecated("use client.user(grant).conversations.send; open_platform.migrate.message converts the body")
    def send(self, message: LegacyMessage, *, timeout: float | None = None) -> MessageSent:
        """Sends a message with at most one button for each side.

        Scope ``CHAT_MESSAGE_SEND`` with its identifier, key permission ``CHAT_SEND_MESSAGE_OAUTH``. Source: spec 15,
        facts part 1.13.

        :param message: the message.
        :param timeout: seconds for the whole call, in place of the client's.
        :raises AmbiguousOutcome: if it may or may not have been sent.
        :raises OpenPlatformError: as every call, see :mod:`open_platform.errors`.
        """
        return self._native.legacy_conversations_send(message, timeout=timeout).wait()


class UserLegacyEvents:
    """``client.user(grant).legacy.events``."""

    __slots__ = ("_native",)

    def __init__(self, native: PlatformUser) -> None:
        self._native = native

    @deprecated("use client.user(grant).events.subscribe with Subscription.new_messages()")
    def listen(
        self, post: str, endpoint: str, identification_key: str, *, timeout: float | None = None
    ) -> None:
        """Has the messages of one post sent to an address, in the old form.

        Scope ``CHAT_POST_CONVERSATIONS_READ`` with the post token. Source: spec 17, facts part 1.13.

        :param post: the token of the post.
        :param endpoint: an ``https`` address of the app.
        :param identification_key: what the platform puts into ``Authorization`` there.
        :param timeout: seconds for the whole call, in place of the client's.
        :raises OpenPlatformError: as every call, see :mod:`open_platform.errors`.
        """
        return self._native.legacy_events_listen(post, endpoint, identification_key, timeout=timeout).wait()
