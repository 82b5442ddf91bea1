"""The calls of ``addons``. Made from the core by ``open-platform-generator``: do not edit."""

from __future__ import annotations

from .. import _values

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import timedelta

    from .._open_platform import AddonCreated, BusinessAddon, Platform, PlatformUser, PostAddon, Rials, UserAddon
    from ..widgets import AnyWidget

__all__ = ["AsyncAddons", "AsyncUserAddons"]


class AsyncAddons:
    """Calls about add-ons that need only the API key: ``client.addons``."""

    __slots__ = ("_native",)

    def __init__(self, native: Platform) -> None:
        self._native = native

    async def delete_from_post(self, post: str, *, timeout: float | timedelta | None = None) -> None:
        """Removes this app's add-ons from a post. The platform does not check whose post it is. A grant with the scope
        for a post does not prove that its user owns the post.

        Key permission ``ADD_ON_DELETE``. Newer than the specification. Source: ``docs/platform.md#addon-deletion``.

        :param post: the token of the post.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        return await self._native.addons_delete_from_post(post, timeout=timeout)

    async def delete_for_user(self, id: str, *, timeout: float | timedelta | None = None) -> None:
        """Removes a user add-on and its copies on posts. The id is the one that the creation returned.

        Key permission ``USER_ADDON_DELETE``. Newer than the specification. Source: ``docs/platform.md#addon-deletion``.

        :param id: the id that the creation of the add-on returned, or that the app chose for the transaction.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        return await self._native.addons_delete_for_user(id, timeout=timeout)


class AsyncUserAddons:
    """Calls about add-ons for a user: ``client.user(grant).addons``."""

    __slots__ = ("_native",)

    def __init__(self, native: PlatformUser) -> None:
        self._native = native

    async def create_on_post(
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
        """Creates or replaces this app's add-on on a post.

        Success means that the add-on is well-formed and queued. It is attached later, and a post token that does not
        exist is not reported. An image of the add-on becomes permanent under a new name. An empty add-on would replace
        the existing one by nothing, so it is refused unless its ``allow_empty`` is true. ``Addons.delete_from_post``
        removes an add-on.

        Scope ``POST_ADDON_CREATE`` with the post token, or ``USER_POSTS_ADDON_CREATE``. Key permission
        ``ADD_ON_CREATE``. Source: ``docs/platform.md#post-addons``.

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
        return await self._native.addons_create_on_post(
            post, ready, timeout=timeout, repeat_post_addons=repeat_post_addons
        )

    async def create_for_user(
        self,
        phone: str,
        addon: UserAddon | None = None,
        *,
        widgets: Sequence[AnyWidget] | None = None,
        categories: Sequence[str] | None = None,
        ticket_uuid: str | None = None,
        cost: Rials | None = None,
        semantic: Mapping[str, str] | None = None,
        timeout: float | timedelta | None = None,
    ) -> AddonCreated:
        """Creates or updates this app's add-on on the user with a phone number. It appears on the user's future posts
        and on up to 30 of the latest, in the categories of the add-on or, if it has none, in all categories in which
        the app is active. The platform removes it after 3 months. Its ``cost`` is in rial.

        An update applies to later posts only: posts that show the add-on already do not change.
        ``Addons.delete_for_user`` removes it from all posts.

        Scope ``USER_ADDON_CREATE``. Key permission ``USER_ADDON_CREATE``. Source: ``docs/platform.md#user-addons``.

        :param phone: a mobile number, in any usual notation.
        :param addon: a complete add-on, instead of its members.
        :param widgets: the widgets, from top to bottom.
        :param categories: the categories in which it is shown. By default all where the app is active.
        :param ticket_uuid: the UUID of the payment ticket.
        :param cost: the price that the app charged. 10 rial are 1 toman.
        :param semantic: facts under machine-readable names, see :mod:`open_platform.semantic`.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises AmbiguousOutcome: if the write may or may not have been executed. It was not retried.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        ready = _values.user_addon(addon, widgets, categories, ticket_uuid, cost, semantic)
        return await self._native.addons_create_for_user(phone, ready, timeout=timeout)

    async def create_for_user_id(
        self,
        user: str,
        addon: UserAddon | None = None,
        *,
        widgets: Sequence[AnyWidget] | None = None,
        categories: Sequence[str] | None = None,
        ticket_uuid: str | None = None,
        cost: Rials | None = None,
        semantic: Mapping[str, str] | None = None,
        timeout: float | timedelta | None = None,
    ) -> AddonCreated:
        """Like ``create_for_user``, by the user's id.

        Scope ``USER_ADDON_CREATE``. Key permission ``USER_ADDON_CREATE``. Newer than the specification. Source:
        ``docs/platform.md#user-addons``.

        :param user: the id of the user, which is different for every app.
        :param addon: a complete add-on, instead of its members.
        :param widgets: the widgets, from top to bottom.
        :param categories: the categories in which it is shown. By default all where the app is active.
        :param ticket_uuid: the UUID of the payment ticket.
        :param cost: the price that the app charged. 10 rial are 1 toman.
        :param semantic: facts under machine-readable names, see :mod:`open_platform.semantic`.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises AmbiguousOutcome: if the write may or may not have been executed. It was not retried.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        ready = _values.user_addon(addon, widgets, categories, ticket_uuid, cost, semantic)
        return await self._native.addons_create_for_user_id(user, ready, timeout=timeout)

    async def create_for_business(
        self,
        business: str,
        addon: BusinessAddon | None = None,
        *,
        widgets: Sequence[AnyWidget] | None = None,
        timeout: float | timedelta | None = None,
    ) -> AddonCreated:
        """Creates or updates this app's add-on on all posts of a business. The platform offers this call by invitation
        only, and documents no call that removes such an add-on.

        Scope ``BUSINESS_ADDON_CREATE`` with the business token. Key permission ``BUSINESS_ADDON_CREATE``. Newer than
        the specification. Source: ``docs/platform.md#business-addons``.

        :param business: the token of the business.
        :param addon: a complete add-on, instead of its members.
        :param widgets: the widgets, from top to bottom.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises AmbiguousOutcome: if the write may or may not have been executed. It was not retried.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        ready = _values.business_addon(addon, widgets)
        return await self._native.addons_create_for_business(business, ready, timeout=timeout)
