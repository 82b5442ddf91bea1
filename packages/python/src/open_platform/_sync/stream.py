"""Responses that are read in pieces."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType
    from typing import Any

    from typing_extensions import Self

    from .._open_platform import Platform, PlatformUser, ResponseStream

__all__ = ["StreamedResponse", "Streaming"]


class StreamedResponse:
    """The response to a raw request, while its body is arriving. Its status is always a success. From
    :meth:`Client.stream`.

    Iterate over it once: each iteration yields the next bytes of the body as they arrive, in pieces of any size. An
    incomplete body raises :class:`~open_platform.errors.TransportError`: of the kind ``interrupted`` if the connection
    breaks, or if nothing arrives for as long as ``timeout``; ``too_large`` if the body exceeds ``max_response``.
    """

    __slots__ = ("_native",)

    def __init__(self, native: ResponseStream) -> None:
        self._native = native

    def __repr__(self) -> str:
        return f"StreamedResponse(status={self.status})"

    @property
    def status(self) -> int:
        """HTTP status."""
        return self._native.status

    @property
    def headers(self) -> dict[str, str]:
        """Headers, by lower-case name. Of repeated headers the last value."""
        return self._native.headers

    @property
    def request_id(self) -> str | None:
        """The platform's request id, or else the id that this client sent."""
        return self._native.request_id

    @property
    def attempts(self) -> int:
        """How many times the request was sent."""
        return self._native.attempts

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> bytes:
        chunk = self._native.next_chunk().wait()
        if chunk is None:
            raise StopIteration
        return chunk


class Streaming:
    """The context manager that :meth:`Client.stream` returns. It sends the request when it is entered, and closes the
    response when it is left."""

    __slots__ = ("_arguments", "_native", "_response")

    def __init__(self, native: Platform | PlatformUser, **arguments: Any) -> None:
        self._native = native
        self._arguments = arguments
        self._response: ResponseStream | None = None

    def __enter__(self) -> StreamedResponse:
        self._response = self._native.stream(**self._arguments).wait()
        return StreamedResponse(self._response)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._response is not None:
            self._response.close()
