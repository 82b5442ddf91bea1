"""The calls of ``custom_buttons``. Made from the core by ``open-platform-generator``: do not edit."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import timedelta

    from .._open_platform import CustomButton, Platform, PlatformUser

__all__ = ["AsyncCustomButtons", "AsyncUserCustomButtons"]


class AsyncCustomButtons:
    """Calls about custom buttons that need only the API key: ``client.custom_buttons``."""

    __slots__ = ("_native",)

    def __init__(self, native: Platform) -> None:
        self._native = native

    async def remove_from_business(self, business: str, *, timeout: float | timedelta | None = None) -> None:
        """Removes the custom button of a business.

        Key permission ``BUSINESS_CUSTOMIZED_BUTTON_CREATE``. Newer than the specification. Source:
        ``docs/platform.md#custom-buttons``.

        :param business: the token of the business.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        return await self._native.custom_buttons_remove_from_business(business, timeout=timeout)


class AsyncUserCustomButtons:
    """Calls about custom buttons for a user: ``client.user(grant).custom_buttons``."""

    __slots__ = ("_native",)

    def __init__(self, native: PlatformUser) -> None:
        self._native = native

    async def set_on_post(self, post: str, button: CustomButton, *, timeout: float | timedelta | None = None) -> None:
        """Sets the custom button on a post of the user.

        Scope ``USER_SET_CUSTOMIZED_BUTTON``. Key permission ``SET_CUSTOMIZED_BUTTON``. Newer than the specification.
        Source: ``docs/platform.md#custom-buttons``.

        :param post: the token of the post.
        :param button: the button.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises AmbiguousOutcome: if the write may or may not have been executed. It was not retried.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        return await self._native.custom_buttons_set_on_post(post, button, timeout=timeout)

    async def remove_from_post(self, post: str, *, timeout: float | timedelta | None = None) -> None:
        """Removes the custom button from a post of the user.

        Scope ``USER_SET_CUSTOMIZED_BUTTON``. Key permission ``SET_CUSTOMIZED_BUTTON``. Newer than the specification.
        Source: ``docs/platform.md#custom-buttons``.

        :param post: the token of the post.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        return await self._native.custom_buttons_remove_from_post(post, timeout=timeout)

    async def set_on_business(
        self, business: str, button: CustomButton, *, timeout: float | timedelta | None = None
    ) -> None:
        """Sets the custom button of a business of the user, which is on all of its posts.

        Scope ``BUSINESS_CREATE_CUSTOMIZED_BUTTON`` with the business token. Key permission
        ``BUSINESS_CUSTOMIZED_BUTTON_CREATE``. Newer than the specification. Source:
        ``docs/platform.md#custom-buttons``.

        :param business: the token of the business.
        :param button: the button.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises AmbiguousOutcome: if the write may or may not have been executed. It was not retried.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        return await self._native.custom_buttons_set_on_business(business, button, timeout=timeout)
