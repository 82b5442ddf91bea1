"""Calls as spans of OpenTelemetry, by its semantic conventions for HTTP. Only loaded where the program has loaded it.

A call is one span, with an event for each request that was sent again. No span has the address of a request, which may
hold identifiers: ``url.template`` has the path with the names of its variable segments.
"""

from __future__ import annotations

from time import time_ns

from opentelemetry import trace
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from ._open_platform import VERSION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ._open_platform import Attempt

_tracer = trace.get_tracer("open_platform", VERSION)
_propagator = TraceContextTextMapPropagator()


def begin(name: str) -> tuple[trace.Span, str | None, str | None]:
    """Begins the span of a call. Also returns the headers ``traceparent`` and ``tracestate`` for it."""
    span = _tracer.start_span(name, kind=trace.SpanKind.CLIENT)
    headers: dict[str, str] = {}
    _propagator.inject(headers, trace.set_span_in_context(span))
    return span, headers.get("traceparent"), headers.get("tracestate")


def end(span: trace.Span, attempts: Sequence[Attempt], error: str | None) -> None:
    """Ends the span of a call: with its requests, and the code of its error, if it has failed."""
    if span.is_recording():
        for it, ended in zip(attempts, _ends(attempts), strict=True):
            if it.retry is not None:
                span.add_event("retry", _of(it) | {"open_platform.retry": it.retry}, ended)
        if attempts:
            span.set_attributes(_of(attempts[-1]))
        if error is not None:
            status = attempts[-1].status if attempts else None
            span.set_attribute("error.type", error if status is None or status < 400 else str(status))
            span.set_attribute("open_platform.error", error)
            span.set_status(trace.Status(trace.StatusCode.ERROR))
    span.end()


def _ends(attempts: Sequence[Attempt]) -> list[int]:
    """When each request of a call ended, in nanoseconds since 1970. The last one has ended now."""
    ends: list[int] = []
    at = time_ns()
    for it in reversed(attempts):
        at -= round((it.wait_seconds or 0) * 1e9)
        ends.insert(0, at)
        at -= round(it.duration_seconds * 1e9)
    return ends


def _of(it: Attempt) -> dict[str, str | int]:
    host, _, port = it.server.rpartition(":")
    attributes: dict[str, str | int | None] = {
        "http.request.method": it.method,
        "http.request.resend_count": it.attempt - 1 or None,
        "http.response.status_code": it.status,
        "server.address": host if port.isdigit() else it.server,
        "server.port": int(port) if port.isdigit() else None,
        "url.template": it.path,
        "open_platform.request_id": it.request_id,
    }
    return {name: value for name, value in attributes.items() if value is not None}
