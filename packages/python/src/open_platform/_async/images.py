"""Images."""

from __future__ import annotations

from .. import _values

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._open_platform import Platform, UploadedImage

__all__ = ["AsyncImages"]


class AsyncImages:
    """Image upload: ``client.images``."""

    __slots__ = ("_native",)

    def __init__(self, native: Platform) -> None:
        self._native = native

    async def upload(self, image: _values.Image, *, timeout: float | None = None) -> UploadedImage:
        """Uploads an image for use in a widget, as in ``EventRow("Report", image_id=uploaded)``.

        It is temporary: an add-on that uses it makes it permanent, under a new name. JPEG, and PNG where the client was
        made with ``allow_png=True``. Nothing proves who is calling: the upload host gets neither key nor token. May be
        sent twice if the first outcome is unclear: that only leaves another temporary image. Source: spec 7, facts part
        1.2.6.

        :param image: a path (``pathlib.Path`` or ``str``), ``bytes``, or a file that is open in binary mode, which is
            read from where it stands. The name of a file is never sent. At most ``max_image_bytes``, a setting of the
            client: 5,000,000 bytes by default.
        :param timeout: seconds for the whole upload, in place of the client's ``upload_timeout``.
        :raises InvalidInput: for a file that cannot be read, is empty, too large, of another format, cut off, or changes
            while it is read.
        :raises OpenPlatformError: as every call, see :mod:`open_platform.errors`.
        """
        return await self._native.images_upload(_values.image(image), timeout=timeout)
