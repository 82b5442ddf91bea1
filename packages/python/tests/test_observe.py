"""What a client does can be seen: by callbacks, in the log, and in a trace."""

from __future__ import annotations

import asyncio
import logging
import re
import runpy
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hook_requests import request, respond
from open_platform import AsyncClient, Attempt, Client, Hooks, Refresh, attempts, errors
from open_platform._open_platform import Recorder, ScriptedResponse
from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

if TYPE_CHECKING:
    from collections.abc import Iterator

    from open_platform import HandledEvent, ReceivedHook
    from open_platform.testing import World

DOCUMENT = Path(__file__).parents[3] / "docs" / "observe.md"
EXPORTER = InMemorySpanExporter()
KEY = "identification-key-one"


@pytest.fixture(scope="module", autouse=True)
def tracing() -> Iterator[None]:
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(EXPORTER))
    trace.set_tracer_provider(provider)
    yield
    provider.shutdown()


def settings(*statuses: int, **more: Any) -> dict[str, Any]:
    answers = [ScriptedResponse(status, body=b'{"token": "gZd7omnS"}') for status in statuses]
    return {"api_key": "the-key", "environment": {}, "transport": Recorder.script(answers), **more}


def test_each_request_is_passed_to_the_callback() -> None:
    told: list[Attempt] = []
    Client(**settings(503, 200, on_request=told.append)).posts.get("gZd7omnS")
    assert [(it.endpoint, it.attempt, it.status, it.retry) for it in told] == [
        ("posts.get", 1, 503, "server"),
        ("posts.get", 2, 200, None),
    ]
    assert told[0].wait_seconds is not None and told[1].wait_seconds is None
    assert "gZd7omnS" not in repr(told) and "the-key" not in repr(told)


def test_the_callback_of_an_asynchronous_client_is_called_too() -> None:
    told: list[Attempt] = []

    async def main() -> None:
        async with AsyncClient(**settings(503, 200, on_request=told.append)) as client:
            await client.posts.get("gZd7omnS")

    asyncio.run(main())
    assert [it.status for it in told] == [503, 200]


def test_a_call_inside_the_block_gives_its_requests() -> None:
    client = Client(**settings(503, 200, 200))
    with attempts() as made:
        client.posts.get("gZd7omnS")
    client.posts.get("gZd7omnS")
    assert [(it.endpoint, it.attempt) for it in made] == [("posts.get", 1), ("posts.get", 2)]
    assert made[-1].request_id


def test_tasks_have_lists_of_their_own() -> None:
    async def one(client: AsyncClient) -> int:
        with attempts() as made:
            await client.posts.get("gZd7omnS")
        return len(made)

    async def main() -> list[int]:
        async with AsyncClient(**settings(200, 200, 200)) as client:
            return await asyncio.gather(*(one(client) for _ in range(3)))

    assert asyncio.run(main()) == [1, 1, 1]


def test_an_exception_in_a_callback_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    raised: list[Any] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda it: raised.append(it.exc_value))

    def fails(_: Attempt) -> None:
        raise ValueError("of the app")

    assert Client(**settings(503, 200, on_request=fails)).posts.get("gZd7omnS")
    assert [str(it) for it in raised] == ["of the app", "of the app"]


def test_what_is_no_function_is_refused() -> None:
    with pytest.raises(errors.ConfigError, match="on_request: must be a function"):
        Client(on_request="print", environment={})  # type: ignore[arg-type]


@pytest.mark.parametrize(("level", "lines"), [("DEBUG", 2), ("INFO", 1), ("WARNING", 0)])
def test_requests_are_logged(caplog: pytest.LogCaptureFixture, level: str, lines: int) -> None:
    client = Client(**settings(503, 200))
    with caplog.at_level(level, "open_platform.http"):
        client.posts.get("gZd7omnS")
    assert len(caplog.records) == lines
    if lines:
        assert re.fullmatch(
            r"posts\.get: request 1: 503 in \d+ ms, request id \w+; sent again in 0\.\d s \(server\)",
            caplog.records[0].getMessage(),
        )


def test_hooks_and_inboxes_are_logged_and_what_a_callback_raises_changes_nothing(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    raised: list[Any] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda it: raised.append(str(it.exc_value)))

    def fails(record: ReceivedHook | HandledEvent) -> None:
        raise ValueError(record.outcome)

    inbox = Client(**settings(on_handled_event=fails)).inbox()
    app = Hooks(KEY, inbox=inbox, on_hook=fails)
    headers = [(b"authorization", KEY.encode()), (b"content-type", b"application/json")]
    with caplog.at_level("DEBUG", "open_platform"):
        assert respond(app, request("POST", "/events", headers, b'{"type": "BRAND_NEW"}')).status == 200
        item = inbox.try_next()
        assert item is not None and inbox.nack(item.id, "a reason") == "retry"
    assert raised == ["stored", "retried"]
    logged = {it.name: (it.levelname, it.getMessage()) for it in caplog.records}
    level, text = logged["open_platform.hooks"]
    assert level == "DEBUG" and re.fullmatch(r"event unknown: stored, answered with 200 in \d+ ms", text)
    level, text = logged["open_platform.inbox"]
    expected = r"unknown: attempt 1: retried after \d+ ms; handled again in \d\.\d s"
    assert level == "INFO" and re.fullmatch(expected, text)


def test_a_program_without_opentelemetry_or_logging_does_not_load_it() -> None:
    program = (
        "import sys\nfrom open_platform import Client\n"
        "from open_platform._open_platform import ScriptedResponse, Recorder\n"
        "transport = Recorder.always(ScriptedResponse(200, body=b'{\"token\": \"p\"}'))\n"
        "client = Client(api_key='k', environment={}, transport=transport)\n"
        "client.posts.get('gZd7omnS')\n"
        "assert not {'opentelemetry', 'logging', 'open_platform._logs'} & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_a_call_is_a_span_and_goes_on_with_the_trace(sandbox: World) -> None:
    EXPORTER.clear()
    told: list[Attempt] = []
    client = Client(environment=sandbox.environment, on_request=told.append)
    post = sandbox.posts("seller")[0]["token"]
    sandbox.fault({"on": {"endpoint": "posts.get"}, "effects": [{"kind": "status", "status": 503}], "times": 1})
    with trace.get_tracer("app").start_as_current_span("work") as work:
        client.posts.get(post)
    with pytest.raises(errors.NotFound):
        client.posts.get("0000")
    call, _, missing = EXPORTER.get_finished_spans()
    assert call.parent is not None and call.parent.span_id == work.get_span_context().span_id
    assert call.name == "posts.get" and call.kind is trace.SpanKind.CLIENT
    attributes = dict(call.attributes or {})
    assert attributes.pop("open_platform.request_id")
    assert attributes.pop("server.port")
    assert attributes == {
        "http.request.method": "GET",
        "http.request.resend_count": 1,
        "http.response.status_code": 200,
        "server.address": "127.0.0.1",
        "url.template": "/v1/open-platform/finder/post/{post_token}",
    }
    (event,) = call.events
    assert event.name == "retry"
    # It has the time at which the first request ended, before the wait.
    assert call.start_time and call.end_time and told[0].wait_seconds
    assert call.start_time <= event.timestamp <= call.end_time - told[0].wait_seconds * 1e9
    assert missing.attributes is not None and missing.attributes["error.type"] == "404"
    assert not missing.status.is_ok
    sent = [it.get("traceparent") for it in sandbox.requests("posts.get")]
    assert sent[0] is not None and sent[0] == sent[1]
    assert sent[0].startswith(f"00-{call.context.trace_id:032x}-{call.context.span_id:016x}-")


def test_tracing_can_be_turned_off() -> None:
    EXPORTER.clear()
    client = Client(**settings(200, tracing=False))
    client.posts.get("gZd7omnS")
    assert not EXPORTER.get_finished_spans()


def test_a_span_ends_with_a_call_that_is_cancelled(sandbox: World) -> None:
    EXPORTER.clear()
    sandbox.fault({"on": {"endpoint": "posts.get"}, "effects": [{"kind": "delay", "milliseconds": 60_000}]})

    async def main() -> None:
        async with AsyncClient(environment=sandbox.environment) as client:
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(client.posts.get("gZd7omnS"), 0.2)
            await client.drain(5)

    asyncio.run(main())
    (span,) = EXPORTER.get_finished_spans()
    assert span.attributes is not None and span.attributes["error.type"] == "cancelled"


def test_the_picture_of_the_document_shows_the_spans_of_its_script(sandbox: World) -> None:
    script = runpy.run_path(str(DOCUMENT.parents[1] / "packages" / "python" / "scripts" / "draw_trace.py"))
    labels = [label or "the app" for row in script["rows"](script["record"](sandbox)) for label in row[1:]]
    drawn = re.findall("<text.*>(.*)</text>", DOCUMENT.with_name("trace.svg").read_text("utf-8"))
    assert [text for text in drawn if not text.endswith(" ms")] == [*labels[:4], "retry: 503", *labels[4:]]


def test_the_programs_of_the_document_run(sandbox: World, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in sandbox.environment.items():
        monkeypatch.setenv(name, value)
    post = sandbox.posts("seller")[0]["token"]
    blocks = re.findall(r"^```python\n(.*?)^```$", DOCUMENT.read_text("utf-8"), re.M | re.S)
    assert len(blocks) == 4
    log = logging.getLogger("open_platform.http")
    level = log.level
    for block in blocks:
        exec(compile(block.replace("gZd7omnS", post), str(DOCUMENT), "exec"), {})  # noqa: S102
    log.setLevel(level)


def test_a_refresh_is_passed_to_the_callback_and_logged(sandbox: World, caplog: pytest.LogCaptureFixture) -> None:
    told: list[Refresh] = []
    client = Client(environment=sandbox.environment, on_refresh=told.append)
    scopes = ["USER_PHONE", "offline_access"]
    login = client.oauth.authorize(scopes, "session-1")
    granted: Any = client.oauth.callback(sandbox.consent(login.url, "seller"), "session-1")
    with caplog.at_level("INFO", "open_platform.refresh"):
        client.grants.refresh(granted.grant)
    assert [(it.outcome, it.attempt, it.reason) for it in told] == [("refreshed", 1, "refused")]
    logged = [it for it in caplog.records if it.name == "open_platform.refresh"]
    assert [it.levelno for it in logged] == [logging.INFO]
