"""The calls of ``users``. Made from the core by ``open-platform-generator``: do not edit."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import timedelta

    from .._open_platform import BusinessList, PhoneNumbers, Platform, PlatformUser, ProfileImage, User

__all__ = ["AsyncCurrentUser", "AsyncUsers"]


class AsyncUsers:
    """Calls about users that need only the API key: ``client.users``."""

    __slots__ = ("_native",)

    def __init__(self, native: Platform) -> None:
        self._native = native

    async def id_by_phone(self, phone: str, *, timeout: float | timedelta | None = None) -> str:
        """Finds the id of the user with a phone number. The id is different for every app.

        Key permission ``GET_USER_ID_BY_PHONE``. Newer than the specification. Source:
        ``docs/platform.md#user-id-by-phone``.

        :param phone: a mobile number, in any usual notation.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        return await self._native.users_id_by_phone(phone, timeout=timeout)


class AsyncCurrentUser:
    """Calls about the user who granted access: ``client.user(grant).users``."""

    __slots__ = ("_native",)

    def __init__(self, native: PlatformUser) -> None:
        self._native = native

    async def me(self, *, timeout: float | timedelta | None = None) -> User:
        """Reads the user's id and phone number. The id needs the scope ``USER_ID``, the number needs ``USER_PHONE``;
        each is absent without its scope.

        With a stored grant, the id is stored with it: ``GrantInfo.user_id``.

        Scopes ``USER_ID`` and ``USER_PHONE``, each for its member of the response. Key permission ``USER_RETRIEVE``.
        Newer than the specification. Source: ``docs/platform.md#users``.

        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        return await self._native.users_me(timeout=timeout)

    async def businesses(self, *, timeout: float | timedelta | None = None) -> BusinessList:
        """Lists the businesses of the user, with the user's role in each.

        Scope ``USER_BUSINESSES_READ``. Key permission ``GET_USER_BUSINESSES``. Newer than the specification. Source:
        ``docs/platform.md#businesses``.

        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        return await self._native.users_businesses(timeout=timeout)

    async def profile_image(self, *, timeout: float | timedelta | None = None) -> ProfileImage:
        """Reads the profile image of a professional user.

        Scope ``PRO_USER_PROFILE_IMAGE_READ``. Key permission ``GET_PRO_USER_PROFILE_IMAGE``. Newer than the
        specification. Source: ``docs/platform.md#profile-image``.

        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        return await self._native.users_profile_image(timeout=timeout)

    async def phone_numbers(self, *, timeout: float | timedelta | None = None) -> PhoneNumbers:
        """Reads the user's phone numbers, in the form of the specification. The live platform has replaced this call
        with ``me``.

        The body is an empty JSON object. The specification shows no body; old clients sent this one.

        Scope ``USER_PHONE``. Key permission ``USER_RETRIEVE``. Source: ``docs/platform.md#users``.

        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        return await self._native.users_phone_numbers(timeout=timeout)
