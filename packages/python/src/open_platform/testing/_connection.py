"""The connection to the sandbox's admin API."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from . import admin


class SandboxError(Exception):
    """The sandbox did not start, or refused a request."""

    def __init__(self, message: str, status: int | None = None, field: str | None = None) -> None:
        super().__init__(message)
        #: HTTP status of the refusal, if the sandbox refused a request.
        self.status = status
        #: Path of the wrong member, if known.
        self.field = field


class AdminConnection:
    """The admin API of one world."""

    def __init__(self, url: str) -> None:
        self._url = url
        # Without a proxy: the sandbox is on this machine.
        self._open = urllib.request.build_opener(urllib.request.ProxyHandler({})).open

    def __call__(self, method: str, path: str, body: object = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self._url + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with self._open(request) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            problem: admin.Problem = json.load(error)
            text = f"{method} {path or '/'}: {problem['message']}"
            raise SandboxError(text, error.code, problem.get("field")) from None
