"""The sandbox, a local test server of the platform, with pytest, ``unittest`` or without a test framework; and, for tests
without sockets, a transport with scripted responses (:class:`Recorder`) and a manual clock (:class:`ManualClock`).

::

    with start_sandbox() as sandbox:
        world = sandbox.world()
        client = Client(**world.settings)
        world.issue_tokens("seller", ["USER_PHONE"])

It is the command ``open-platform sandbox``, a separate process: every endpoint, the consent page, webhooks, a clock that
can be moved, and faults on demand. Arguments and results have the form of its admin API; the types are in
:mod:`open_platform.testing.admin`. Users are identified by their names in the sandbox: ``seller``, ``buyer``, ``dealer``.

With pytest the fixtures ``sandbox`` (a separate :class:`World` for each test), ``sandbox_client`` and
``sandbox_async_client`` are available without an import.

``cargo install --path packages/cli`` in a copy of the repository installs the command, which must have the version of this
package. It is found by the argument ``binary``, the environment variable ``OPEN_PLATFORM_BIN``, in the scripts folder of the
running Python, or on the ``PATH``. The environment variables of production are not read here. An app finds the sandbox by
``OPEN_PLATFORM_SANDBOX_URL``, which is in :attr:`World.environment`.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sysconfig
import tempfile
import threading
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote

from .._open_platform import ManualClock, NoResponse, RecordedRequest, Recorder, ScriptedOutcome, ScriptedResponse
from .._open_platform import mismatched_command, missing_command
from .._open_platform import store_conformance as _store_conformance

from . import admin
from ._connection import AdminConnection, SandboxError
from .operations import WorldOperations
from .._hints import add_annotation_names

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import TracebackType

    from ..stores import RecordStore

__all__ = [
    "ConformanceFailure",
    "ManualClock",
    "NoResponse",
    "RecordedRequest",
    "Recorder",
    "Sandbox",
    "SandboxError",
    "ScriptedOutcome",
    "ScriptedResponse",
    "Undo",
    "World",
    "start_sandbox",
    "store_conformance",
]

#: How long the sandbox may take to start, in seconds.
_START_SECONDS = 30

#: How long it may take to stop before it is killed, in seconds. It gives requests in progress 5 seconds.
_STOP_SECONDS = 10

#: How long :meth:`World.wait_for_request` and :meth:`World.wait_for_delivery` wait, in seconds.
_WAIT_SECONDS = 30


class ConformanceFailure(NamedTuple):
    """A check that a store did not pass."""

    #: The name of the check: the expected behaviour.
    check: str
    #: The observed behaviour.
    problem: str


def store_conformance(*handles: RecordStore) -> list[ConformanceFailure]:
    """Runs every check on a custom store, and returns those that failed::

        assert store_conformance(MyStore(), MyStore()) == []

    It blocks until the checks have ended: in a running event loop call it with ``asyncio.to_thread``. The records of a
    store in use are not touched.

    :param handles: handles of one and the same store, as several processes would have them; one is enough.
    :raises InvalidInput: for an argument that is not a store.
    """
    return [ConformanceFailure(*failure) for failure in _store_conformance(*handles)]


def start_sandbox(
    binary: str | os.PathLike[str] | None = None,
    *,
    seed: int | None = None,
    profile: admin.Profile | None = None,
) -> Sandbox:
    """Starts a sandbox on a free port of this machine. It ends with :meth:`Sandbox.stop`, at the end of its ``with``,
    and always with this process.

    :param binary: the command. The default is described in the head of this module.
    :param seed: the seed of every id, credential and random choice: the same seed gives the same data. 7 by default.
    :param profile: the behaviour where the platform's documents are ambiguous. ``strict`` by default.
    :raises SandboxError: if it does not start, or has another version than this package.
    """
    command = _command(binary)
    flags = [] if seed is None else ["--seed", str(seed)]
    flags += [] if profile is None else ["--profile", profile]
    # A file, because a pipe that is not read would fill up and block the process.
    with tempfile.TemporaryFile() as stderr:
        try:
            process = subprocess.Popen(
                [command, "sandbox", "--stop-with-stdin", *flags],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=stderr,
                text=True,
            )
        except FileNotFoundError:
            raise SandboxError(missing_command(command)) from None
        except OSError as error:
            raise SandboxError(f"{command} did not start: {error.strerror}") from error
        assert process.stdout is not None
        timer = threading.Timer(_START_SECONDS, process.kill)
        timer.start()
        line = process.stdout.readline()
        timer.cancel()
        try:
            started = json.loads(line)
        except ValueError:
            process.kill()
            with process:  # closes its pipes, and waits for its end
                pass
            stderr.seek(0)
            reason = stderr.read().decode(errors="replace").strip()[-2000:] or f"it ended with code {process.returncode}"
            raise SandboxError(f"{command} did not start: {reason}") from None
    sandbox = Sandbox(started["url"], process)
    mismatch = mismatched_command(command, started.get("version"))
    if mismatch is None:
        return sandbox
    sandbox.stop()
    raise SandboxError(mismatch)


class Sandbox:
    """A running sandbox. Its worlds share nothing, so tests can run side by side."""

    def __init__(self, url: str, process: subprocess.Popen[str]) -> None:
        #: The address, such as ``http://127.0.0.1:4010``.
        self.url = url
        self._process = process
        self._worlds = 0

    def world(self, name: str | None = None) -> World:
        """The world with this name, 1 to 64 Latin letters, digits, ``_`` and ``-``; it is created if it does not exist.
        Without a name a new world is created. A new world has an app, the users ``seller``, ``buyer`` and ``dealer``, six
        posts and a conversation."""
        if name is None:
            self._worlds += 1
            name = f"world-{self._worlds}"
        connection = AdminConnection(f"{self.url}/_sandbox/worlds/{quote(name, safe='')}")
        connection("PUT", "")
        return World(self.url, name, connection)

    def stop(self) -> None:
        """Stops the sandbox, and returns when its process has ended."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        try:
            self._process.wait(_STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()

    def __enter__(self) -> Sandbox:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def __repr__(self) -> str:
        return f"Sandbox({self.url!r})"


class Undo:
    """Undoes a change of the sandbox: when it is called, or at the end of ``with`` unless it was called before."""

    def __init__(self, undo: Callable[[], None]) -> None:
        self._undo = undo
        self._is_done = False

    def __call__(self) -> None:
        """Undoes the change."""
        self._undo()
        self._is_done = True

    def __enter__(self) -> Undo:
        return self

    def __exit__(self, *_: object) -> None:
        if not self._is_done:
            self()


class World(WorldOperations):
    """One world of a sandbox: an app, the platform's users, and a clock.

    The methods block until the sandbox has responded. If the app under test runs in the same event loop, call the methods
    that make the platform send requests to the app (:meth:`click`, :meth:`advance`, :meth:`run_until_idle`) with
    ``asyncio.to_thread``.
    """

    def __init__(self, origin: str, name: str, connection: AdminConnection) -> None:
        super().__init__(connection)
        #: Its name in the sandbox.
        self.name = name
        self._origin = origin
        self._app = self.app_settings()

    def __repr__(self) -> str:
        return f"World({self.name!r} of {self._origin!r})"

    @property
    def settings(self) -> dict[str, Any]:
        """The settings of this world's app: ``Client(**world.settings)``. All credentials are invented. Such a client reads no
        environment variables, so that no test reaches the store of a real app."""
        return {"environment": {}, **self._settings}

    @property
    def _settings(self) -> dict[str, Any]:
        app = self._app
        return {
            # An upload carries no credential that identifies the world, so the address has to.
            "sandbox_url": f"{self._origin}/worlds/{self.name}",
            "api_key": app["api_key"],
            "client_id": app["client_id"],
            "client_secret": app["client_secret"],
            "redirect_uri": app["redirect_uris"][0],
            "identification_keys": [app["identification_key"]],
        }

    @property
    def environment(self) -> dict[str, str]:
        """The same as environment variables, for an app that runs as a separate process. Its store is in memory, unless the test
        sets another ``OPEN_PLATFORM_STORE``."""
        settings = {**self._settings, "identification_keys": self._app["identification_key"], "store": "memory:"}
        return {f"OPEN_PLATFORM_{name.upper()}": value for name, value in settings.items()}

    def configure(self, **change: Any) -> admin.AppSettings:
        """Changes settings of the app, as its developer would in the platform's console: the members of
        :class:`admin.AppChange`, such as ``events_url``, ``start_url`` and ``redirect_uris``."""
        self._app = self._admin("PATCH", "/app", change)
        return self._app

    def switches(self, change: admin.SwitchChange | None = None) -> admin.Switches:
        """Changes switches: the behaviour where the platform's documents say nothing or contradict each other. Returns all
        switches."""
        return self.change_switches(change or {})

    def reset(self) -> None:
        """Resets the world to its initial state.

        The app keeps its credentials and addresses; the clock runs, at the machine's time.
        """
        self._admin("POST", "/reset")
        self._app = self.app_settings()

    def snapshot(self) -> Undo:
        """Saves the current state. A call of the result restores it, and so does the end of ``with world.snapshot():``."""
        saved = self.take_snapshot()

        def restore() -> None:
            self.restore_snapshot(saved)
            self._app = self.app_settings()

        return Undo(restore)

    def add_user(self, name: str, **user: Any) -> admin.SandboxUser:
        """Adds a user: the members of :class:`admin.NewUser`."""
        return self.add({"users": [{"name": name, **user}]})["users"][0]  # type: ignore[typeddict-item]

    def add_post(self, owner: str, **post: Any) -> admin.SandboxPost:
        """Adds a post of a user: the members of :class:`admin.NewPost`."""
        return self.add({"posts": [{"owner": owner, **post}]})["posts"][0]  # type: ignore[typeddict-item]

    def add_conversation(self, user: str, post: str = "") -> admin.SandboxConversation:
        """Adds a conversation of a user: about a post, or with the app's chatbot."""
        return self.add({"conversations": [{"user": user, "post": post}]})["conversations"][0]

    def user(self, name: str) -> admin.SandboxUser:
        """The user with this name in the sandbox, such as ``seller``."""
        for user in self.users():
            if user["name"] == name:
                return user
        raise SandboxError(f"there is no user {name!r} in the world")

    def posts(self, owner: str | None = None) -> list[admin.SandboxPost]:
        """All posts that are not archived, or those of one user."""
        return [post for post in super().posts() if owner is None or post["owner"] == owner]

    def say(self, conversation: str, user: str, text: str) -> admin.WrittenMessage:
        """Sends a text message as a user. The app gets an event if it has subscribed to such messages."""
        path = f"/conversations/{quote(conversation, safe='')}/messages"
        message: admin.WrittenMessage = self._admin("POST", path, {"user": user, "text": text})
        return message

    def consent(self, authorize_url: str, user: str | admin.Decision) -> str:
        """Acts as a user's browser on the consent page, and returns the callback address that the browser is redirected
        to.

        :param authorize_url: the address of the consent page that the app redirects the browser to.
        :param user: the user who grants access; or another decision, such as ``{"decision": "deny"}``.
        """
        decision: Mapping[str, Any] = {"decision": "approve", "user": user} if isinstance(user, str) else user
        result: admin.Redirect = self._admin("POST", "/consent", {"authorize_url": authorize_url, **decision})
        return result["callback_url"]

    def issue_tokens(self, user: str, scopes: list[str]) -> admin.TokenPair:
        """Issues tokens without a login."""
        tokens: admin.TokenPair = self._admin("POST", "/tokens", {"user": user, "scopes": scopes})
        return tokens

    def fault(self, rule: admin.FaultRule) -> Undo:
        """Adds a fault rule: which requests, and what happens to them. A call of the result removes it, and so does the end of
        ``with world.fault(…):``, unless it was removed before, for example by :meth:`reset`."""
        added = self.add_fault(rule)

        def remove() -> None:
            if any(fault["id"] == added for fault in self.faults()):
                self.remove_fault(added)

        return Undo(remove)

    def wait_for_request(self, endpoint: str, count: int = 1) -> None:
        """Waits until the app has sent ``count`` requests to an endpoint that got the status 200."""
        limit = _WAIT_SECONDS * 1000
        wanted: admin.ExpectationRequest = {"for": "request", "endpoint": endpoint, "status": 200, "count": count}
        _check(self.wait_for({**wanted, "timeout_milliseconds": limit}), endpoint, count)

    def wait_for_delivery(self, event: str, count: int = 1) -> None:
        """Waits until the app has acknowledged ``count`` events of a type, such as ``NEW_MESSAGE``."""
        limit = _WAIT_SECONDS * 1000
        wanted: admin.ExpectationDelivery = {"for": "delivery", "event": event, "count": count}
        _check(self.wait_for({**wanted, "timeout_milliseconds": limit}), event, count)


def _command(binary: str | os.PathLike[str] | None = None) -> str:
    """Where the command is, as the head of this module describes it."""
    return os.fspath(
        binary
        or os.environ.get("OPEN_PLATFORM_BIN")
        or shutil.which("open-platform", path=sysconfig.get_path("scripts"))
        or "open-platform"
    )


def _check(waited: admin.WaitResult, what: str, count: int) -> None:
    if not waited["met"]:
        raise SandboxError(f"after {_WAIT_SECONDS} s {waited['count']} of {count} {what} have arrived")


add_annotation_names(globals())
add_annotation_names(admin.__dict__)
