"""Draws ``docs/trace.svg``: the spans of a small app at the sandbox, as OpenTelemetry's SDK receives them.

    python packages/python/scripts/draw_trace.py docs/trace.svg

The Python that runs it needs the packages ``open-platform``, ``opentelemetry-sdk`` and the command ``open-platform``.
Durations are those of the run, so that no two pictures are the same. ``tests/test_observe.py`` compares the rest.
"""

from __future__ import annotations

import sys
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from open_platform import Client, Granted, Scope
from open_platform.testing import start_sandbox
from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from open_platform.testing import World
    from opentelemetry.sdk.trace import ReadableSpan

WIDTH, ROW, MARGIN = 860, 34, 16
#: Where the bars begin and end.
LEFT, RIGHT = 330, WIDTH - 90


def answer_a_buyer(world: World) -> None:
    """The work in the picture: a post is read, which is refused once with 503, and a message is sent."""
    client = Client(**world.settings)
    post = world.posts("seller")[0]["token"]
    conversation = world.add_conversation("buyer", post)["id"]
    login = client.oauth.authorize([Scope.conversation_send_message(conversation)], "session-1")
    granted = client.oauth.callback(world.consent(login.url, "seller"), "session-1")
    assert isinstance(granted, Granted)
    world.fault({"on": {"endpoint": "posts.get"}, "effects": [{"kind": "status", "status": 503}], "times": 1})
    with trace.get_tracer("app").start_as_current_span("answer a buyer"):
        title = client.posts.get(post).title
        client.user(granted.grant).conversations.send(conversation, f"{title} is still for sale")


def rows(spans: Sequence[ReadableSpan]) -> list[tuple[int, str, str]]:
    """Depth, name and attributes of each span, in the order of their beginning."""
    ids = {span.context.span_id: span for span in spans if span.context}
    result = []
    for span in sorted(spans, key=lambda it: it.start_time or 0):
        parent, depth = span.parent, 0
        while parent is not None and parent.span_id in ids:
            parent, depth = ids[parent.span_id].parent, depth + 1
        attributes = span.attributes or {}
        shown = [attributes.get(name) for name in ("http.request.method", "http.response.status_code")]
        words = " ".join(str(value) for value in shown if value is not None)
        if resends := attributes.get("http.request.resend_count"):
            words += f", resent: {resends}"
        result.append((depth, span.name, words))
    return result


def draw(spans: Sequence[ReadableSpan]) -> str:
    ordered = sorted(spans, key=lambda it: it.start_time or 0)
    begin = ordered[0].start_time or 0
    scale = (RIGHT - LEFT) / max((span.end_time or 0) - begin for span in ordered)
    height = 2 * MARGIN + ROW * len(ordered)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="13">',
        f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>',
    ]
    for number, (span, (depth, name, words)) in enumerate(zip(ordered, rows(ordered), strict=True)):
        y = MARGIN + ROW * number
        x, end = (LEFT + ((at or 0) - begin) * scale for at in (span.start_time, span.end_time))
        duration = ((span.end_time or 0) - (span.start_time or 0)) / 1e6
        lines += [
            f'<text x="{MARGIN + 16 * depth}" y="{y + 15}" fill="#1f2328">{escape(name)}</text>',
            f'<text x="{MARGIN + 16 * depth}" y="{y + 29}" fill="#59636e" font-size="11">{escape(words or "the app")}</text>',
            f'<rect x="{x:.1f}" y="{y + 4}" width="{max(end - x, 2):.1f}" height="16" rx="2" fill="{"#0969da" if depth else "#8c959f"}"/>',
            f'<text x="{end + 6:.1f}" y="{y + 17}" fill="#59636e" font-size="11">{duration:.1f} ms</text>',
        ]
        for event in span.events:
            at = LEFT + (event.timestamp - begin) * scale
            status = (event.attributes or {}).get("http.response.status_code", "")
            lines += [
                f'<path d="M{at:.1f} {y + 2}v20" stroke="#cf222e" stroke-width="2"/>',
                f'<text x="{at - 4:.1f}" y="{y + 32}" fill="#cf222e" font-size="11" text-anchor="end">{event.name}: {status}</text>',
            ]
    return "\n".join([*lines, "</svg>\n"])


def record(world: World) -> list[ReadableSpan]:
    """Does the work, and returns its finished spans."""
    exporter = InMemorySpanExporter()
    provider = trace.get_tracer_provider()
    if not isinstance(provider, TracerProvider):
        provider = TracerProvider()
        trace.set_tracer_provider(provider)
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    answer_a_buyer(world)
    return list(exporter.get_finished_spans())


if __name__ == "__main__":
    with start_sandbox() as sandbox:
        Path(sys.argv[1]).write_text(draw(record(sandbox.world())), "utf-8")
