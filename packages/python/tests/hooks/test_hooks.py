"""What handlers are given, what is told when nobody handles an event, and which events are handled again."""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from datetime import datetime, timedelta, timezone
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any
from unittest.mock import Mock

import pytest

from hook_requests import respond
from hook_requests import request as request_of
from open_platform import (
    AsyncClient,
    ChatMessage,
    Client,
    DynamicActionReply,
    Event,
    Hooks,
    IdentificationKey,
    KeyRing,
    PostUpdate,
    errors,
    hooks,
)
from open_platform._web import Request, call_from_loop, call_here, wait_for

if TYPE_CHECKING:
    from open_platform import Delivery, DynamicActionRequest, Reply, StartRequest

KEY = "identification-key-one"


def request(body: Any, path: str = "/events", key: str = KEY) -> Request:
    headers = [(b"authorization", key.encode()), (b"content-type", b"application/json")]
    return request_of("POST", path, headers, json.dumps(body).encode())


def deliver(app: Hooks, body: dict[str, Any], path: str = "/events") -> Reply:
    """The answer of an app without a loop."""
    return respond(app, request(body, path))


def message(number: int = 1, **members: Any) -> dict[str, Any]:
    """The body of a message event."""
    content = {"id": f"e7a08a2c-8ee4-11ef-af85-{number:012}", "type": "TEXT", "text": "Hello", **members}
    return {"type": "NEW_MESSAGE", "new_message": content, "metadata": {"seller": 7}}


def test_a_handler_gets_the_arguments_that_it_names() -> None:
    app = Hooks([IdentificationKey("2026-11", KEY)])
    seen: list[Any] = []

    @app.on("new_message")
    def handle(message: ChatMessage, *, key_id: str, metadata: Any, freshness: hooks.Freshness, limit: int = 5) -> None:
        seen.extend([message.content, key_id, metadata, freshness, limit])

    now = int(datetime.now(timezone.utc).timestamp() * 1_000_000)
    assert deliver(app, message(sent_at=now)).status == 200
    content, key_id, metadata, freshness, limit = seen
    assert (content.text, key_id, metadata, freshness.state, limit) == ("Hello", "2026-11", {"seller": 7}, "fresh", 5)
    assert freshness.seconds is not None and freshness.seconds < 60


def test_a_handler_may_take_the_event_alone() -> None:
    app = Hooks(KEY)
    seen: list[Any] = []
    app.on("post_update")(seen.append)
    assert deliver(app, {"type": "POST_UPDATE", "post_update": {"post": {"token": "gZd7omnS"}}}).status == 200
    assert isinstance(seen[0], PostUpdate) and seen[0].post.token == "gZd7omnS"


def test_a_handler_with_an_unknown_parameter_is_refused_when_it_is_registered() -> None:
    app = Hooks(KEY)

    def nothing() -> None: ...
    def too_much(message: ChatMessage, colour: str) -> None: ...
    def not_of_starts(request: StartRequest, metadata: Any) -> str:
        return ""

    with pytest.raises(TypeError, match="first parameter"):
        app.on("new_message")(nothing)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"asks for 'colour'\. There are: delivery, freshness, key_id, metadata"):
        app.on("new_message")(too_much)
    with pytest.raises(TypeError, match="asks for 'metadata'"):
        app.on_start(not_of_starts)
    with pytest.raises(errors.InvalidInput, match="event: must be one of new_message, .*on_unknown"):
        app.on("new_mesage")  # type: ignore[call-overload]
    with pytest.raises(errors.InvalidInput, match=r'@hooks.on\("new_message"\)'):
        app.on(nothing)  # type: ignore[call-overload]
    app.on("new_message")(print)
    with pytest.raises(errors.ConfigError, match="new_message has a handler already$"):
        app.on("new_message")(print)


def test_every_event_has_a_name() -> None:
    variants = {name for name, value in vars(Event).items() if isinstance(value, type)}
    named = {kind.__name__.removeprefix("Event_") for kind, *_ in hooks.EVENTS.values()}
    assert named == variants - {"Unknown", "Malformed"}


def test_an_event_without_a_handler_is_logged_once_with_a_handler_to_paste(caplog: pytest.LogCaptureFixture) -> None:
    app = Hooks(KEY)
    assert deliver(app, message(text="canary")).status == 200
    assert deliver(app, message(2, text="canary")).status == 200
    assert deliver(app, {"type": "BRAND_NEW", "secret": "canary"}).status == 200
    assert deliver(app, {"type": "BRAND_NEW", "secret": "canary again"}).status == 200
    assert deliver(app, {"type": "POST_UPDATE", "post_update": "canary"}).status == 200
    assert [record.levelname for record in caplog.records] == ["WARNING"] * 3
    known, unknown, malformed = (record.getMessage() for record in caplog.records)
    assert '@hooks.on("new_message")\ndef on_new_message(message: ChatMessage) -> None:\n' in known
    assert "@hooks.on_unknown\n" in unknown and "if event.kind == 'BRAND_NEW':" in unknown
    assert "POST_UPDATE" in malformed
    assert "canary" not in caplog.text and KEY not in caplog.text
    for stub in (known, unknown):
        compile(stub[stub.index("@hooks") :], "stub", "exec")


def test_the_log_of_unhandled_types_is_bounded(caplog: pytest.LogCaptureFixture) -> None:
    app = Hooks(KEY)
    for number in range(200):
        assert deliver(app, {"type": f"{'X' * 1000}{number}"}).status == 200
        assert deliver(app, {"type": f"NEW_{number}"}).status == 200
    assert len(caplog.records) == 100 and max(len(record.getMessage()) for record in caplog.records) < 400


def test_requests_without_a_handler_are_not_found(caplog: pytest.LogCaptureFixture) -> None:
    app = Hooks(KEY)
    for _ in range(2):
        assert deliver(app, {"source": "CHAT"}, "/start").status == 404
        assert deliver(app, {"touchpoint": "CHAT"}, "/actions").status == 404
    start, action = (record.getMessage() for record in caplog.records)
    for stub in (start, action):
        compile(stub[stub.index("@hooks") :], "stub", "exec")


def test_the_class_and_location_of_an_error_are_logged_without_its_text(caplog: pytest.LogCaptureFixture) -> None:
    app = Hooks(KEY)

    @app.on("new_message")
    def handle(message: ChatMessage) -> None:
        raise ValueError("canary")

    @app.on("post_update")
    def update(post: Any) -> None:
        raise errors.ConfigError("canary")

    @app.on_dynamic_action
    def act(request: DynamicActionRequest) -> DynamicActionReply:
        return None  # type: ignore[return-value]

    assert deliver(app, {"type": "POST_UPDATE", "post_update": {"post": {"token": "gZd7omnS"}}}).status == 500
    reply = deliver(app, message())
    assert (reply.status, reply.body, reply.headers, reply.content_type) == (500, b"", {}, None)
    app.on_start(lambda request: 5)  # type: ignore[arg-type, return-value]
    assert deliver(app, {"touchpoint": "CHAT"}, "/actions").status == 500
    assert deliver(app, {"source": "CHAT"}, "/start").status == 500
    (own_failed, failed, act_failed, start_failed) = (record.getMessage() for record in caplog.records)
    assert "failed: ConfigError at test_hooks.py:" in own_failed
    assert "new_message 'message:e7a08a2c-8ee4-11ef-af85-000000000001' failed: ValueError at test_hooks.py:" in failed
    assert "dynamic actions failed: ConfigError" in act_failed
    assert act_failed.endswith("must return a text, an Action or a DynamicActionReply, not NoneType")
    assert start_failed.endswith("on_start: the handler must return an address or a StartReply, not int")
    assert "canary" not in caplog.text


@pytest.mark.parametrize("call", [call_here, call_from_loop])
def test_a_handler_that_hangs_fails_after_its_time_limit(call: Any, caplog: pytest.LogCaptureFixture) -> None:
    app = Hooks(KEY, handler_timeout=0.05)

    @app.on("new_message")
    async def handle(message: ChatMessage) -> None:
        await asyncio.Event().wait()

    answer = app.respond(request(message()), call)
    reply = wait_for(answer) if call is call_here else asyncio.run(answer)
    assert reply.status == 500 and "it took longer than 0.05 s" in caplog.text
    for wrong in (timedelta(), 0, -1.0, "5", True, float("nan")):
        with pytest.raises(errors.InvalidInput, match="handler_timeout"):
            Hooks(KEY, handler_timeout=wrong)  # type: ignore[arg-type]


def test_a_custom_dedupe_store() -> None:
    class Memory:
        def __init__(self) -> None:
            self.asked: list[tuple[str, int | None]] = []
            self.keys: set[str] = set()

        async def remember(self, key: str, window_seconds: int | None) -> bool:
            self.asked.append((key, window_seconds))
            is_new = key not in self.keys
            self.keys.add(key)
            return is_new

        def forget(self, key: str) -> None:
            self.keys.remove(key)

    memory = Memory()
    app, calls = Hooks(KEY, dedupe=memory), []

    @app.on("new_message")
    def handle(message: ChatMessage, delivery: Delivery) -> None:
        calls.append(delivery.dedupe_key)
        if len(calls) == 1:
            raise ValueError

    assert [deliver(app, message()).status for _ in range(3)] == [500, 200, 200]
    assert len(calls) == 2 and calls[0] in memory.keys
    (handled,) = memory.keys - set(calls)
    assert handled.startswith(f"{calls[0]}:"), "with this body"
    begun = [(f"handling:{calls[0]}", 330), (handled, 300)]
    assert memory.asked == [*begun, *begun, (handled, None), (calls[0], None), *begun]
    assert deliver(app, {"type": "POST_UPDATE", "post_update": {}}).status == 200
    assert len(memory.asked) == 8, "what nobody handles is not remembered"


@pytest.mark.parametrize("is_own", [False, True])
def test_a_repetition_while_the_handler_runs_is_answered_with_503(is_own: bool, caplog: pytest.LogCaptureFixture) -> None:
    class Memory:
        """No more than a memory has to have."""

        def __init__(self) -> None:
            self.keys: set[str] = set()

        def remember(self, key: str, window_seconds: int | None) -> bool:
            is_new = key not in self.keys
            self.keys.add(key)
            return is_new

        async def forget(self, key: str) -> None:
            self.keys.discard(key)

    app = Hooks(KEY, dedupe=Memory()) if is_own else Hooks(KEY)
    replies: list[Reply] = []

    @app.on("new_message")
    def handle(message: ChatMessage) -> None:
        if len(replies) < 2:
            replies.append(deliver(app, content))
            raise ValueError

    content = message()
    assert deliver(app, content).status == 500
    assert (replies[0].status, replies[0].headers) == (503, {"Retry-After": "5"})
    (warning,) = (record.getMessage() for record in caplog.records if record.levelname == "WARNING")
    assert "503" in warning and "new_message 'message:e7a08a2c-8ee4-11ef-af85-000000000001'" in warning
    assert deliver(app, content).status == 500, "the failed one is handled again"
    assert [deliver(app, content).status for _ in range(2)] == [200, 200]
    assert len(replies) == 2


@pytest.mark.parametrize("is_own", [False, True])
def test_an_event_with_the_id_of_another_is_handled_and_logged(is_own: bool, caplog: pytest.LogCaptureFixture) -> None:
    class Memory:
        def __init__(self) -> None:
            self.keys: set[str] = set()

        def remember(self, key: str, window_seconds: int | None) -> bool:
            is_new = key not in self.keys
            self.keys.add(key)
            return is_new

        def forget(self, key: str) -> None:
            self.keys.discard(key)

    app = Hooks(KEY, dedupe=Memory()) if is_own else Hooks(KEY)
    notes: list[list[str]] = []

    @app.on("new_message")
    def handle(message: ChatMessage, delivery: Delivery) -> None:
        notes.append(delivery.notes)

    bodies = [message(), message(text="canary"), message(), message(text="canary")]
    assert [deliver(app, body).status for body in bodies] == [200] * 4
    assert [bool(noted) for noted in notes] == [False, not is_own]
    (warning,) = (record.getMessage() for record in caplog.records)
    assert "another body" in warning and "message:e7a0" in warning and "canary" not in warning


def test_a_failing_dedupe_store_loses_no_event(caplog: pytest.LogCaptureFixture) -> None:
    class Memory:
        def remember(self, key: str, window_seconds: int | None) -> bool:
            raise ConnectionError("canary")

        def forget(self, key: str) -> None:
            raise ConnectionError("canary")

        def __len__(self) -> int:
            return 0

    app = Hooks(KEY, dedupe=Memory())
    app.on("new_message")(print)
    reply = deliver(app, message())
    assert (reply.status, reply.headers, reply.body) == (503, {"Retry-After": "5"}, b"")
    assert "ConnectionError" in caplog.text and "503: new_message 'message:e7a0" in caplog.text
    assert "canary" not in caplog.text

    class Forgetful(Memory):
        def remember(self, key: str, window_seconds: int | None) -> bool:
            return True

    def fails(message: ChatMessage) -> None:
        raise ValueError

    app = Hooks(KEY, dedupe=Forgetful())
    app.on("new_message")(fails)
    assert deliver(app, message()).status == 500


def test_a_dedupe_store_that_does_not_answer_is_a_503(caplog: pytest.LogCaptureFixture) -> None:
    class Silent:
        async def remember(self, key: str, window_seconds: int | None) -> bool:
            await asyncio.Event().wait()
            return True

        def forget(self, key: str) -> None:
            raise AssertionError

    app = Hooks(KEY, dedupe=Silent())
    app.on("new_message")(print)
    assert deliver(app, message()).status == 503
    assert "The dedupe store failed (it took longer than 0.6 s)" in caplog.text


def test_without_dedupe_every_delivery_is_handled() -> None:
    app, calls = Hooks(KEY, dedupe=False), []
    app.on("new_message")(lambda message: calls.append(message))
    assert [deliver(app, message()).status for _ in range(2)] == [200, 200]
    assert len(calls) == 2


def test_a_handler_goes_on_after_its_connection_is_closed() -> None:
    app, calls = Hooks(KEY), []

    async def deliver_twice() -> None:
        may_end = asyncio.Event()

        @app.on("new_message")
        async def handle(message: ChatMessage) -> None:
            calls.append(message)
            await may_end.wait()

        async def send() -> int:
            return (await app.respond(request(message()), call_from_loop)).status

        first = asyncio.create_task(send())
        while not calls:
            await asyncio.sleep(0)
        first.cancel()  # As some servers do.
        with pytest.raises(asyncio.CancelledError):
            await first
        assert await send() == 503
        may_end.set()
        while await send() == 503:
            await asyncio.sleep(0)
        assert await send() == 200 and len(calls) == 1

    asyncio.run(deliver_twice())


@pytest.mark.parametrize("has_inbox", [False, True])
def test_a_handler_of_start_requests_goes_on_after_its_connection_is_closed(has_inbox: bool) -> None:
    async def main() -> None:
        app = Hooks(KEY, inbox=Client().inbox() if has_inbox else None)
        began, may_end, ended = asyncio.Event(), asyncio.Event(), asyncio.Event()

        @app.on_start
        async def start(request: StartRequest) -> str:
            began.set()
            await may_end.wait()
            ended.set()
            return "https://app.example/"

        opened = asyncio.create_task(app.respond(request({"source": "CHAT"}, "/start"), call_from_loop))
        await began.wait()
        opened.cancel()
        with pytest.raises(asyncio.CancelledError):
            await opened
        may_end.set()
        await asyncio.wait_for(ended.wait(), 60)

    asyncio.run(main())


def test_the_end_of_the_event_loop_cancels_a_handler_and_its_event_is_handled_again() -> None:
    app, calls = Hooks(KEY), []

    @app.on("new_message")
    async def handle(message: ChatMessage) -> None:
        calls.append(message)
        if len(calls) == 1:
            await asyncio.Event().wait()

    async def begin() -> None:
        running = asyncio.create_task(app.respond(request(message()), call_from_loop))
        while not calls:
            await asyncio.sleep(0)
        assert not running.done()

    asyncio.run(begin())
    assert deliver(app, message()).status == 200 and len(calls) == 2


def test_a_cancellation_inside_a_handler_is_a_failure(caplog: pytest.LogCaptureFixture) -> None:
    app = Hooks(KEY)

    @app.on("new_message")
    async def handle(message: ChatMessage) -> None:
        waiting = asyncio.ensure_future(asyncio.Event().wait())
        waiting.cancel()
        await waiting

    assert deliver(app, message()).status == 500
    if sys.version_info >= (3, 11):
        assert asyncio.run(app.respond(request(message()), call_from_loop)).status == 500
    assert caplog.text.count("The handler of new_message") == (2 if sys.version_info >= (3, 11) else 1)


def test_a_handler_that_is_not_async_cannot_end_the_program(caplog: pytest.LogCaptureFixture) -> None:
    app = Hooks(KEY)

    @app.on("new_message")
    def handle(message: ChatMessage) -> None:
        sys.exit(3)

    assert asyncio.run(app.respond(request(message()), call_from_loop)).status == 500
    assert "SystemExit at test_hooks.py:" in caplog.text
    # Without an event loop it ends the thread or process that called the app, after its line in the log.
    caplog.clear()
    with pytest.raises(SystemExit):
        deliver(app, message())
    assert "SystemExit at test_hooks.py:" in caplog.text


@pytest.mark.parametrize("call", [call_here, call_from_loop], ids=["wsgi", "asgi"])
def test_a_log_that_fails_does_not_replace_the_response(call: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    raised: list[str] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda it: raised.append(str(it.exc_value)))
    monkeypatch.setattr(logging.getLogger("open_platform.hooks"), "filter", Mock(side_effect=ValueError("of the log")))
    response = Hooks(KEY).respond(request(message()), call)
    reply = wait_for(response) if call is call_here else asyncio.run(response)
    assert (reply.status, raised) == (200, ["of the log"])


def test_keys_change_while_the_app_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPEN_PLATFORM_IDENTIFICATION_KEYS", f"{KEY}, identification-key-two")
    app = Hooks.from_env(body_limit=10)
    assert app.keys.ids == ["key-1", "key-2"] and KEY not in repr(app)
    assert respond(app, request({}, key="identification-key-two")).status == 200
    past = datetime.now(timezone.utc) - timedelta(seconds=1)
    for new in ("identification-key-three", IdentificationKey("new", "identification-key-three")):
        app.keys.replace([new, IdentificationKey("old", KEY, past), ("older", "identification-key-zero", None)])
        assert app.keys.ids == ["new" if isinstance(new, IdentificationKey) else "key-1", "old", "older"]
        keys = ("identification-key-three", KEY, "identification-key-two")
        assert [respond(app, request({}, key=key)).status for key in keys] == [200, 401, 401]
    app.keys.replace("identification-key-four, identification-key-five")
    assert app.keys.ids == ["key-1", "key-2"]
    with pytest.raises(errors.ConfigError):
        app.keys.replace([])
    monkeypatch.delenv("OPEN_PLATFORM_IDENTIFICATION_KEYS")
    with pytest.raises(errors.ConfigError, match="OPEN_PLATFORM_IDENTIFICATION_KEYS"):
        Hooks.from_env()


def test_the_keys_are_those_of_the_client(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPEN_PLATFORM_IDENTIFICATION_KEYS", "identification-key-two")
    client = Client(api_key="key", identification_keys=[KEY, "identification-key-three"])
    for app in (Hooks(client=client), Hooks.from_env(client=AsyncClient(api_key="key", identification_keys=[KEY]))):
        assert respond(app, request({}, key=KEY)).status == 200
        assert respond(app, request({}, key="identification-key-two")).status == 401
    assert Hooks().keys.ids == ["key-1"] and respond(Hooks(client=object_with_user()), request({}, key=KEY)).status == 401
    with pytest.raises(errors.ConfigError, match="OPEN_PLATFORM_IDENTIFICATION_KEYS"):
        Hooks(client=Client(api_key="key", environment={}))


def object_with_user() -> Any:
    """An object that a test uses in place of a client."""
    return SimpleNamespace(user=None)


def test_a_key_is_never_printed() -> None:
    key = IdentificationKey("2026-11", KEY)
    ring = KeyRing([(key.id, key.secret, None)])
    assert KEY not in f"{key!r} {ring!r} {Hooks(ring)!r} {Hooks([key, 'identification-key-two'])!r}"
    with pytest.raises(errors.ConfigError) as caught:
        Hooks(["canary\n"])
    assert "canary" not in f"{caught.value!r} {caught.value}"


def test_stale_messages_can_be_refused() -> None:
    app = Hooks(KEY, stale_after=timedelta(hours=1), reject_stale=True)
    app.on("new_message")(print)
    sent = datetime.now(timezone.utc) - timedelta(hours=2)
    assert deliver(app, message(sent_at=int(sent.timestamp() * 1_000_000))).status == 403
