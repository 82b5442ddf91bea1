"""The calls of ``assets``. Made from the core by ``open-platform-generator``: do not edit."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import timedelta

    from .._open_platform import AccessRights, AssetList, MediaUploadUrls, Platform, SubmitSchema

__all__ = ["AsyncAssets"]


class AsyncAssets:
    """The platform's lists of values: categories, cities, scopes and others. Their contents may change at any time, so
    an app reads them again, about once a day. With the setting ``asset_max_age`` a response is used again until it has
    that age: ``client.assets``.
    """

    __slots__ = ("_native",)

    def __init__(self, native: Platform) -> None:
        self._native = native

    async def categories(self, *, timeout: float | timedelta | None = None) -> AssetList:
        """Lists the categories of posts.

        Newer than the specification. Source: ``docs/platform.md#assets``.

        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        return await self._native.assets_categories(timeout=timeout)

    async def cities(self, *, timeout: float | timedelta | None = None) -> AssetList:
        """Lists the cities.

        Newer than the specification. Source: ``docs/platform.md#assets``.

        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        return await self._native.assets_cities(timeout=timeout)

    async def districts(self, city: str, *, timeout: float | timedelta | None = None) -> AssetList:
        """Lists the districts of a city, with the city in the query. With an empty ``city`` the query is left out.

        Newer than the specification. Source: ``docs/platform.md#assets``.

        :param city: the slug of the city, such as ``tehran``.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        return await self._native.assets_districts(city, timeout=timeout)

    async def districts_of_city(self, city: str, *, timeout: float | timedelta | None = None) -> AssetList:
        """Lists the districts of a city, with the city in the path. Many cities have none.

        Newer than the specification. Source: ``docs/platform.md#assets``.

        :param city: the slug of the city, such as ``tehran``.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        return await self._native.assets_districts_of_city(city, timeout=timeout)

    async def brand_models(self, category: str, *, timeout: float | timedelta | None = None) -> AssetList:
        """Lists the brands and models of a category. Only ``light`` (cars) and ``mobile-phones`` have them.

        Newer than the specification. Source: ``docs/platform.md#assets``.

        :param category: the slug of the category, such as ``mobile-phones``.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        return await self._native.assets_brand_models(category, timeout=timeout)

    async def colors(self, category: str, *, timeout: float | timedelta | None = None) -> AssetList:
        """Lists the colors of a category. Only ``light`` (cars) and ``mobile-phones`` have them.

        Newer than the specification. Source: ``docs/platform.md#assets``.

        :param category: the slug of the category, such as ``mobile-phones``.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        return await self._native.assets_colors(category, timeout=timeout)

    async def body_statuses(self, *, timeout: float | timedelta | None = None) -> AssetList:
        """Lists the conditions of a car's body.

        Newer than the specification. Source: ``docs/platform.md#assets``.

        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        return await self._native.assets_body_statuses(timeout=timeout)

    async def internal_storages(self, *, timeout: float | timedelta | None = None) -> AssetList:
        """Lists the sizes of the internal storage of phones.

        Newer than the specification. Source: ``docs/platform.md#assets``.

        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        return await self._native.assets_internal_storages(timeout=timeout)

    async def ram_memories(self, *, timeout: float | timedelta | None = None) -> AssetList:
        """Lists the sizes of the memory of phones.

        Newer than the specification. Source: ``docs/platform.md#assets``.

        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        return await self._native.assets_ram_memories(timeout=timeout)

    async def service_types(self, *, timeout: float | timedelta | None = None) -> AssetList:
        """Lists the kinds of service that an app may offer, such as the inspection of cars.

        Newer than the specification. Source: ``docs/platform.md#assets``.

        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        return await self._native.assets_service_types(timeout=timeout)

    async def oauth_scopes(self, *, timeout: float | timedelta | None = None) -> AccessRights:
        """Lists the scopes that users can grant. A scope that this version does not know is noted in ``issues``.

        Newer than the specification. Source: ``docs/platform.md#assets``.

        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        return await self._native.assets_oauth_scopes(timeout=timeout)

    async def permissions(self, *, timeout: float | timedelta | None = None) -> AccessRights:
        """Lists the permissions that an API key can have. One that no call of this version needs is noted in
        ``issues``.

        Newer than the specification. Source: ``docs/platform.md#assets``.

        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        return await self._native.assets_permissions(timeout=timeout)

    async def submit_schema(self, category: str, *, timeout: float | timedelta | None = None) -> SubmitSchema:
        """Reads the form with which a post of a category is submitted.

        Newer than the specification. Source: ``docs/platform.md#assets``.

        :param category: the slug of the category, such as ``mobile-phones``.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        return await self._native.assets_submit_schema(category, timeout=timeout)

    async def media_upload_urls(self, *, timeout: float | timedelta | None = None) -> MediaUploadUrls:
        """Reads the addresses for uploads of files of add-ons and posts. They may change without notice, so an app
        reads them about once a day.

        Newer than the specification. Source: ``docs/platform.md#assets``.

        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        return await self._native.assets_media_upload_urls(timeout=timeout)
