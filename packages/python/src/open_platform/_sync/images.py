"""The calls of ``images``. Made from the core by ``open-platform-generator``: do not edit."""

from __future__ import annotations

from .. import _values

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import timedelta

    from .._open_platform import Platform, UploadedImage

__all__ = ["Images"]


class Images:
    """Image upload: ``client.images``."""

    __slots__ = ("_native",)

    def __init__(self, native: Platform) -> None:
        self._native = native

    def upload(
        self,
        image: _values.UploadSource,
        *,
        on_progress: _values.OnProgress | None = None,
        timeout: float | timedelta | None = None,
    ) -> UploadedImage:
        """Uploads an image for use in a widget. The image is temporary: an add-on that uses it makes it permanent,
        under a new name.

        The format is JPEG, or PNG if ``allow_png`` is on. The size is at most ``max_image_bytes``. The request carries
        no credential: the upload host gets neither key nor token. It may be sent twice if the first outcome is unclear;
        that only creates another temporary image.

        Source: ``docs/platform.md#image-upload``.

        :param image: a path, bytes, a file opened in binary mode, which is read from its current position, or a stream
            of bytes. An open file and a stream are read before the time limit of the call begins. The name of a file is
            not sent.
        :param on_progress: called with the bytes of the file that were sent so far, and with its size: first with 0, at
            the end with the size. It begins again at 0 if the file is sent once more. An error in it does not end the
            upload.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises InvalidInput: for a file that cannot be read, is empty, too large, of another format or truncated, or
            that changes while it is read.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        ready = _values.upload(image, "image", on_progress, self._native)
        return self._native.images_upload(ready, timeout=timeout).wait()
