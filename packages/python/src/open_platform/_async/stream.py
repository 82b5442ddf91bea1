"""Responses that are read in pieces."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType
    from typing import Any

    from typing_extensions import Self

    from .._open_platform import Platform, PlatformUser, ResponseStream

__all__ = ["AsyncStreamedResponse", "AsyncStreaming"]


class AsyncStreamedResponse:
    """The response to a raw request, while its body is arriving. Its status is always a success. From
    :meth:`AsyncClient.stream`.

    Iterate over it once: each iteration yields the next bytes of the body as they arrive, in pieces of any size. An
    incomplete body raises :class:`~open_platform.errors.TransportError`: of the kind ``interrupted`` if the connection
    breaks, or if nothing arrives for as long as ``timeout``; ``too_large`` if the body exceeds ``max_response``.
    """

    __slots__ = ("_native",)

    def __init__(self, native: ResponseStream) -> None:
        self._native = native

    def __repr__(self) -> str:
        return f"AsyncStreamedResponse(status={self.status})"

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

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> bytes:
        chunk = await self._native.next_chunk()
        if chunk is None:
            raise StopAsyncIteration
        return chunk


class AsyncStreaming:
    """The context manager that :meth:`AsyncClient.stream` returns. It sends the request when it is entered, and closes the
    response when it is left."""

    __slots__ = ("_arguments", "_native", "_response")

    def __init__(self, native: Platform | PlatformUser, **arguments: Any) -> None:
        self._native = native
        self._arguments = arguments
        self._response: ResponseStream | None = None

    async def __aenter__(self) -> AsyncStreamedResponse:
        self._response = await self._native.stream(**self._arguments)
        return AsyncStreamedResponse(self._response)

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._response is not None:
            self._response.close()
