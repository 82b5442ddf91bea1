"""Stores written in Python: what a client does with one, and with one that fails, hangs or uses the client."""

from __future__ import annotations

import asyncio
import logging
import queue
import subprocess
import sys
import threading
from datetime import datetime, timedelta, timezone
from typing import TYPE_CHECKING, Any

import pytest
from open_platform import AsyncClient, Client, Tokens, errors
from open_platform.stores import StoredRecord
from open_platform.testing import Recorder, ScriptedResponse, store_conformance

if TYPE_CHECKING:
    from collections.abc import Callable

KEYS = ["VGhpcnR5LXR3byBieXRlcyBmb3IgdGhlIHRlc3RzLi4="]
TOKENS = Tokens("ory_at_1", "ory_rt_1", expires_at=datetime.now(timezone.utc) + timedelta(hours=1))


class Store:
    """Records in a dict."""

    def __init__(self) -> None:
        self.records: dict[tuple[str, str], tuple[int, bytes]] = {}
        self.lock = threading.Lock()

    def get(self, kind: str, key: str) -> StoredRecord | None:
        found = self.records.get((kind, key))
        return None if found is None else StoredRecord(key, *found)

    def put(self, kind: str, key: str, expected: int | None, value: bytes) -> bool:
        with self.lock:
            found = self.records.get((kind, key))
            if (found and found[0]) != expected:
                return False
            self.records[kind, key] = ((expected or 0) + 1, value)
            return True

    def delete(self, kind: str, key: str, expected: int) -> bool:
        with self.lock:
            found = self.records.get((kind, key))
            if found is None or found[0] != expected:
                return False
            del self.records[kind, key]
            return True

    def scan(self, kind: str, prefix: str, after: str | None, limit: int) -> list[StoredRecord]:
        with self.lock:
            found = sorted(self.records.items())
        keys = [(key, record) for (k, key), record in found if k == kind and key.startswith(prefix)]
        return [StoredRecord(key, *record) for key, record in keys if after is None or key > after][:limit]


class AsyncStore:
    """The same, awaited; it notes in which loops, as the connections of a database would."""

    def __init__(self) -> None:
        self.store = Store()
        self.loops: set[asyncio.AbstractEventLoop] = set()

    async def _call(self, method: str, *arguments: Any) -> Any:
        self.loops.add(asyncio.get_running_loop())
        await asyncio.sleep(0)
        return getattr(self.store, method)(*arguments)

    async def get(self, kind: str, key: str) -> StoredRecord | None:
        return await self._call("get", kind, key)

    async def put(self, kind: str, key: str, expected: int | None, value: bytes) -> bool:
        return await self._call("put", kind, key, expected, value)

    async def delete(self, kind: str, key: str, expected: int) -> bool:
        return await self._call("delete", kind, key, expected)

    async def scan(self, kind: str, prefix: str, after: str | None, limit: int) -> list[StoredRecord]:
        return await self._call("scan", kind, prefix, after, limit)


def settings(store: Any) -> dict[str, Any]:
    app = {"api_key": "key", "client_id": "app", "client_secret": "secret", "redirect_uri": "https://app.example/callback"}
    return {**app, "transport": Recorder.always(ScriptedResponse(200)), "store": store, "store_keys": KEYS}


def client_of(store: Any) -> Client:
    return Client(**settings(store))


def test_a_store_in_python_passes_the_conformance_checks() -> None:
    store = Store()
    assert store_conformance(store, store) == []
    assert store.records == {}


def test_an_asynchronous_store_passes_the_conformance_checks() -> None:
    assert store_conformance(AsyncStore()) == []


def test_a_store_may_have_a_clock() -> None:
    class Timed(Store):
        zone: timezone | None = timezone(timedelta(hours=3, minutes=30))

        def now(self) -> datetime:
            return datetime.now(self.zone)

    class AsyncTimed(AsyncStore):
        async def now(self) -> None:
            return None

    class Backwards(Store):
        time = datetime.now(timezone.utc)

        def now(self) -> datetime:
            self.time -= timedelta(seconds=1)
            return self.time

    assert store_conformance(Timed()) == []
    assert store_conformance(AsyncTimed()) == []
    [failure] = store_conformance(Backwards())
    assert "clock" in failure.check
    store = Timed()
    store.zone = None
    with pytest.raises(errors.StoreError, match=r"now.*must return a datetime with a time zone"):
        client_of(store).check()


def test_the_conformance_checks_find_a_store_that_overwrites() -> None:
    class Careless(Store):
        def put(self, kind: str, key: str, expected: int | None, value: bytes) -> bool:
            found = self.records.get((kind, key), (0, b""))
            self.records[kind, key] = (found[0] + 1, value)
            return True

    failures = store_conformance(Careless())
    assert failures
    assert all(failure.check and failure.problem for failure in failures)


def test_stored_values_are_encrypted_and_found_by_the_next_client() -> None:
    store = Store()
    grant = client_of(store).grants.adopt(TOKENS, user="u-1").key
    assert store.records
    assert not [value for _, value in store.records.values() if b"ory_" in value]
    found = client_of(store).grants.info(grant)
    assert found is not None
    assert found.user == "u-1"


def test_an_unreadable_grant_hides_no_other_grant() -> None:
    store = Store()
    lost = "bG9zdCBrZXkgb2YgdGhlIHN0b3JlLCAzMiBieXRlcy4="
    encrypted = Client(**{**settings(store), "store_keys": [lost]}).grants.adopt(TOKENS, user="u-1").key
    grants = client_of(store).grants
    for user in ("u-1", "u-2"):  # Whose it is cannot be seen, so nobody is said to have none.
        with pytest.raises(errors.StoreError, match="store keys"):
            grants.of_user(user)
    grant = grants.adopt(TOKENS, user="u-2").key
    assert [info.key for info in grants.list()] == [grant]
    assert [info.key for info in grants.of_user("u-2")] == [grant]
    [unreadable] = grants.unreadable()
    assert (unreadable.key, unreadable.user) == (encrypted, None)
    assert "u-1" not in encrypted
    assert "not among the store keys" in unreadable.reason
    assert lost[:8] not in repr(unreadable)
    assert grants.revoked("nobody") == []
    assert grants.forget(encrypted)
    assert grants.unreadable() == []


def test_grants_are_read_page_by_page() -> None:
    store = Store()
    grants = client_of(store).grants
    keys = sorted(grants.adopt(TOKENS, user=f"u-{number}").key for number in range(5))
    first = grants.page(limit=2)
    assert [info.key for info in first.grants] == keys[:2]
    rest = grants.page(after=first.next)
    assert [info.key for info in rest.grants] == keys[2:] and rest.next is None
    assert [info.key for info in grants.iterate()] == keys
    limit: Any
    for limit in (0, 1001, -1, "2"):
        with pytest.raises(errors.InvalidInput, match="limit"):
            grants.page(limit=limit)

    async def main() -> list[str]:
        client = AsyncClient(**settings(store))
        assert await client.grants.page(limit=2) == first
        return [info.key async for info in client.grants.iterate()]

    assert asyncio.run(main()) == keys


def test_a_store_needs_keys_unless_encryption_is_turned_off() -> None:
    with pytest.raises(errors.ConfigError, match="store_keys"):
        Client(store=Store())
    Client(store=Store(), store_keys=["unencrypted"]).close()


def test_an_asynchronous_store_runs_in_the_loop_of_the_app() -> None:
    store = AsyncStore()

    async def main() -> None:
        client = AsyncClient(**settings(store))
        grant = (await client.grants.adopt(TOKENS, user="u-1")).key
        assert [info.key for info in await client.grants.list()] == [grant]
        assert store.loops == {asyncio.get_running_loop()}

    asyncio.run(main())


def test_an_asynchronous_store_serves_a_client_without_a_loop() -> None:
    client = client_of(AsyncStore())
    grant = client.grants.adopt(TOKENS, user="u-1").key
    assert [info.key for info in client.grants.list()] == [grant]


@pytest.mark.parametrize("method", ["get", "put", "delete", "scan"])
@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (lambda *_: 1 / 0, "ZeroDivisionError"),
        (lambda *_: exit(3), "SystemExit"),
        (lambda *_: object(), "must return"),
        (lambda *_: [("key", "version", "value")], "must return"),
    ],
)
def test_a_failing_store_is_a_store_error_with_the_reason(
    method: str, answer: Callable[..., object], text: str
) -> None:
    store = Store()
    client = client_of(store)
    grant = client.grants.adopt(TOKENS).key
    # One that has read nothing yet.
    client = client_of(store)
    setattr(store, method, answer)
    calls: dict[str, Callable[[], object]] = {
        "get": lambda: client.grants.info(grant),
        "put": lambda: client.oauth.authorize(["USER_PHONE"], "session"),
        "delete": lambda: client.grants.forget(grant),
        "scan": client.grants.list,
    }
    with pytest.raises(errors.StoreError, match=f"{method}.*{text}"):
        calls[method]()


def test_the_exception_of_a_store_is_the_cause() -> None:
    raised = ConnectionError("canary")
    store = Store()
    client = client_of(store)

    def fail(*_: object) -> object:
        raise raised

    setattr(store, "scan", fail)
    with pytest.raises(errors.StoreError) as caught:
        client.grants.list()
    assert caught.value.__cause__ is raised
    assert "scan: the store failed with ConnectionError" in str(caught.value)
    assert "canary" not in str(caught.value)


@pytest.mark.parametrize("store", [object(), 5, [], type("Half", (), {"get": print, "put": print})()])
def test_an_object_that_is_not_a_store_is_refused(store: Any) -> None:
    with pytest.raises(errors.ConfigError, match="must be an address, or an object with the methods get, put"):
        Client(store=store)
    with pytest.raises(errors.InvalidInput, match="get, put, delete and scan"):
        store_conformance(store)


def test_a_hanging_store_times_out_and_blocks_no_other_call() -> None:
    go_on = threading.Event()

    class Hanging(Store):
        def scan(self, kind: str, prefix: str, after: str | None, limit: int) -> list[StoredRecord]:
            go_on.wait()
            return super().scan(kind, prefix, after, limit)

    client = client_of(Hanging())
    outcome: list[BaseException] = []

    def ask() -> None:
        try:
            client.grants.list()
        except errors.StoreError as error:
            outcome.append(error)

    asking = threading.Thread(target=ask)
    asking.start()
    assert client.grants.info("grant") is None
    asking.join(300)
    go_on.set()
    assert len(outcome) == 1


def test_an_adoption_ends_at_its_time_limit_while_the_store_hangs() -> None:
    go_on = threading.Event()

    class Hanging(Store):
        def put(self, kind: str, key: str, expected: int | None, value: bytes) -> bool:
            go_on.wait()
            return super().put(kind, key, expected, value)

    async def adopt() -> None:
        await AsyncClient(**settings(Hanging())).grants.adopt(TOKENS, timeout=0.1)

    try:
        with pytest.raises(errors.TransportError, match="timeout"):
            client_of(Hanging()).grants.adopt(TOKENS, timeout=0.1)
        with pytest.raises(errors.TransportError, match="timeout"):
            asyncio.run(adopt())
    finally:
        go_on.set()


def test_a_store_may_use_the_client() -> None:
    class Curious(Store):
        client: Client

        def scan(self, kind: str, prefix: str, after: str | None, limit: int) -> list[StoredRecord]:
            assert self.client.grants.info("grant") is None
            return super().scan(kind, prefix, after, limit)

    store = Curious()
    store.client = client_of(store)
    assert store.client.grants.list() == []


def test_a_store_that_calls_itself_endlessly_fails() -> None:
    class Endless(Store):
        client: Client

        def scan(self, kind: str, prefix: str, after: str | None, limit: int) -> list[StoredRecord]:
            self.client.grants.list()
            return []

    store = Endless()
    store.client = client_of(store)
    with pytest.raises(errors.StoreError):
        store.client.grants.list()


def test_check_reports_settings_that_cannot_work() -> None:
    store = Store()
    client_of(store).grants.adopt(TOKENS, user="u-1")
    client_of(store).check()
    other = Client(**{**settings(store), "store_keys": ["bG9zdCBrZXkgb2YgdGhlIHN0b3JlLCAzMiBieXRlcy4="]})
    with pytest.raises(errors.StoreError, match="store keys"):
        other.check()
    with pytest.raises(errors.ConfigError, match="client_secret"):
        Client(api_key="key", client_id="app", transport=Recorder.always(ScriptedResponse(404))).check()


@pytest.mark.parametrize(
    ("cause", "expected"),
    [
        ("Client(store='memory:').inbox()", "memory of this process"),
        ("Hooks([IdentificationKey('one', 'short')])", "the identification key one has fewer than 16 bytes"),
    ],
)
def test_notices_are_logged(cause: str, expected: str) -> None:
    program = f"""
import logging, threading
from open_platform import Client
from open_platform.hooks import Hooks, IdentificationKey

class LastRecord(logging.Handler):
    def __init__(self):
        super().__init__()
        self.text, self.event = "", threading.Event()
    def emit(self, record):
        self.text = record.levelname + " " + record.getMessage()
        self.event.set()

last = LastRecord()
logging.getLogger("open_platform").addHandler(last)
made = {cause}
assert last.event.wait(60), "nothing was logged"
assert last.text.startswith("WARNING") and {expected!r} in last.text, last.text
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=120)


def test_tokens_that_cannot_be_stored_are_a_notice() -> None:
    class Full(Store):
        def put(self, kind: str, key: str, expected: int | None, value: bytes) -> bool:
            if kind == "grant":
                raise OSError("no space left")
            return super().put(kind, key, expected, value)

    class Told(logging.Handler):
        def __init__(self) -> None:
            super().__init__()
            self.lines: queue.Queue[str] = queue.Queue()

        def emit(self, record: logging.LogRecord) -> None:
            self.lines.put(f"{record.levelname} {record.getMessage()}")

    log, told = logging.getLogger("open_platform"), Told()
    log.addHandler(told)
    try:
        with client_of(Full()) as client:
            assert client.grants.adopt(TOKENS).unsaved
            while "could not be stored" not in (line := told.lines.get(timeout=60)):
                pass
        assert line.startswith("WARNING") and "ory_" not in line
    finally:
        log.removeHandler(told)
