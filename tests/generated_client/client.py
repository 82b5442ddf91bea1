"""A client that knows the platform only by its interface description: paths, parameters and models."""

from __future__ import annotations

import json
import urllib.error
import urllib.parse
import urllib.request
from typing import TYPE_CHECKING, Any

import generate

if TYPE_CHECKING:
    from types import ModuleType

    from open_platform.testing import World

#: Without a proxy: the sandbox is on this machine.
_open = urllib.request.build_opener(urllib.request.ProxyHandler({})).open


class Refused(Exception):
    """A response that is an error."""

    def __init__(self, status: int, error: Any) -> None:
        super().__init__(f"{status}: {error!r}")
        self.status = status
        #: The model of the body.
        self.error = error


class GeneratedClient:
    """Calls operations of a world by their ids."""

    def __init__(self, models: ModuleType, world: World) -> None:
        self.models = models
        self.world = world
        self.operations = generate.document()
        settings = world.settings
        self._base = settings["sandbox_url"] + "/base"
        self._key = settings["api_key"]
        #: The ids of the operations that were called.
        self.called: set[str] = set()

    def model(self, shape: Any) -> Any:
        """The class of a body, or ``None`` for one that may have any form."""
        return getattr(self.models, generate.class_name(shape)) if isinstance(shape, str) else None

    def __call__(
        self, operation: str, *, user: str = "seller", scopes: list[str] | None = None, body: Any = None, **parameters: str
    ) -> Any:
        """Sends a request whose body is valid by the model of the operation, and reads the response with its model.

        :param scopes: those of a new access token of ``user``; without them only the API key is sent.
        :raises Refused: for an error of the platform.
        """
        self.called.add(operation)
        described = self.operations[operation]
        address = self._base + described["path"]
        query = {}
        for parameter in described.get("parameters", []):
            name = parameter["name"]
            if parameter["in"] == "path":
                address = address.replace("{%s}" % name, urllib.parse.quote(parameters.pop(name), safe=""))
            elif name in parameters:
                query[name] = parameters.pop(name)
            else:
                assert not parameter["required"], f"{operation} needs {name}"
        assert not parameters, f"{operation} has no parameter {parameters}"
        if query:
            address += "?" + urllib.parse.urlencode(query)
        headers = {"x-api-key": self._key}
        if scopes:
            headers["Authorization"] = f"Bearer {self.world.issue_tokens(user, scopes)['access_token']}"
        data = None
        if "request" in described:
            headers["Content-Type"] = "application/json"
            model = self.model(described["request"]["application/json"])
            data = model.model_validate_json(json.dumps(body)).model_dump_json(exclude_unset=True).encode()
        request = urllib.request.Request(address, data, headers, method=described["method"])
        try:
            with _open(request) as response:
                answer = response.read()
        except urllib.error.HTTPError as error:
            raise Refused(error.code, self.models.GoogleRpcStatus.model_validate_json(error.read())) from None
        model = self.model(described["response"]["application/json"])
        return json.loads(answer) if model is None else model.model_validate_json(answer)
