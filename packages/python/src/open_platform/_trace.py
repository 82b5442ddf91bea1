"""Calls as spans of OpenTelemetry, by its semantic conventions for HTTP. Only loaded where the program has loaded it.

A call is one span, with an event for each request that was sent again. No span has the address of a request, which may
hold identifiers: ``url.template`` has the path with the names of its variable segments.
"""

from __future__ import annotations

from time import time_ns

from opentelemetry import trace
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from ._open_platform import VERSION, call_trace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ._open_platform import Attempt, TraceAttribute

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
        call = call_trace(attempts, error)
        now = time_ns()
        for it in call.retries:
            span.add_event("retry", _values(it.attributes), now - round(it.seconds_before_end * 1e9))
        span.set_attributes(_values(call.attributes))
        if error is not None:
            span.set_status(trace.Status(trace.StatusCode.ERROR))
    span.end()


def _values(attributes: Sequence[TraceAttribute]) -> dict[str, str | int]:
    return {it.name: it.text if it.text is not None else it.number or 0 for it in attributes}
