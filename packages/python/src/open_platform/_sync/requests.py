"""Requests to endpoints that have no method of their own, and responses that are read in pieces."""

from __future__ import annotations

from .._values import FormPart, form_parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import timedelta
    from types import TracebackType
    from typing import Any

    from typing_extensions import Self

    from .._open_platform import Platform, PlatformUser, RawResponse, ResponseStream
    from .._settings import Host, Retry

__all__ = ["Requests", "StreamedResponse", "Streaming"]


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

    __slots__ = ("_native", "_request", "_response", "_timeout")

    def __init__(self, native: Platform | PlatformUser, request: dict[str, Any], timeout: Any) -> None:
        self._native = native
        self._request = request
        self._timeout = timeout
        self._response: ResponseStream | None = None

    def __enter__(self) -> StreamedResponse:
        self._response = self._native.stream(self._request, timeout=self._timeout).wait()
        return StreamedResponse(self._response)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._response is not None:
            self._response.close()


class Requests:
    """Requests to endpoints that have no method of their own: the part that both clients share."""

    __slots__ = ()

    # `Platform` or `PlatformUser`: the two clients narrow it, which type checkers only allow for `Any`.
    if TYPE_CHECKING:
        _native: Any

    def request(
        self,
        method: str,
        segments: Sequence[str],
        *,
        host: Host = "base",
        query: Mapping[str, str] | Sequence[tuple[str, str]] | None = None,
        body: Any = None,
        content: bytes | None = None,
        content_type: str | None = None,
        form: Sequence[FormPart] | None = None,
        retry: Retry | None = None,
        max_response: int | None = None,
        timeout: float | timedelta | None = None,
    ) -> RawResponse:
        """Sends a request to an endpoint that this client has no method for, with the API key, for a user
        also with the user's token, and with the same retries and errors as all others. ::

            cities = client.request("GET", ["v1", "open-platform", "assets", "city"])
            print(cities.json())

        :param method: such as ``GET``.
        :param segments: the segments of the path, as plain text: they are checked and percent-encoded. An empty last
            segment makes a path that ends in a slash.
        :param host: ``base``, ``api``, ``upload`` or ``auth``. Requests to the last two carry neither key nor token.
            The host of chat media takes only uploads with a token of their own: ``chatbot.upload_image`` and its like.
        :param query: query parameters, as plain text. Credentials are refused there.
        :param body: a value that is sent as JSON.
        :param content: in place of ``body``, bytes that are sent as they are: an image.
        :param content_type: the media type of ``content``.
        :param form: in place of ``body``, a form with fields and files (``multipart/form-data``): a list of
            :class:`FormPart`.
        :param retry: when the request may be sent again: ``safe`` (the default of ``GET`` and ``HEAD``): after any
            unclear outcome; ``safe_once``: the same, but at most once; ``not_processed`` (the default of all other methods):
            only if the platform provably did not act on it.
        :param max_response: the largest body of the response, in bytes. 2 MiB by default, and 64 KiB from the authorization
            server.
        :param timeout: seconds for the whole call, in place of the client's setting.
        :raises OpenPlatformError: as every call, see :mod:`open_platform.errors`.
        """
        request = {
            "method": method,
            "segments": segments,
            "host": host,
            "query": query,
            "body": body,
            "content": content,
            "content_type": content_type,
            "form": form_parts(form),
            "retry": retry,
            "max_response": max_response,
        }
        response: RawResponse = self._native.request(request, timeout=timeout).wait()
        return response

    def stream(
        self,
        method: str,
        segments: Sequence[str],
        *,
        host: Host = "base",
        query: Mapping[str, str] | Sequence[tuple[str, str]] | None = None,
        body: Any = None,
        content: bytes | None = None,
        content_type: str | None = None,
        form: Sequence[FormPart] | None = None,
        retry: Retry | None = None,
        max_response: int | None = None,
        timeout: float | timedelta | None = None,
    ) -> Streaming:
        """As :meth:`request`, but receives the body of the response in the pieces in which it arrives. ::

            with client.stream("GET", ["v1", "open-platform", "export"], max_response=1 << 30) as response:
                for chunk in response:
                    file.write(chunk)

        Until the response begins, everything is as for all calls: credentials, a refresh after a 401, retries, and errors.
        After that nothing is sent again: see :class:`StreamedResponse` for the errors. Leaving the block before the end
        of the body closes the connection. The response is not compressed. The parameters are those of :meth:`request`, but:

        :param timeout: seconds until the response begins, with all attempts, and then for each wait for the next bytes.
            Neither the time between two reads nor the whole time is limited.
        :raises OpenPlatformError: as every call, see :mod:`open_platform.errors`, when the ``with`` block is entered.
        """
        request = {
            "method": method,
            "segments": segments,
            "host": host,
            "query": query,
            "body": body,
            "content": content,
            "content_type": content_type,
            "form": form_parts(form),
            "retry": retry,
            "max_response": max_response,
        }
        return Streaming(self._native, request, timeout)
