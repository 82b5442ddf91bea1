"""The adapter for Flask."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from .._open_platform import reply_headers
from .wsgi import respond

if TYPE_CHECKING:
    from flask import Blueprint, Response

    from . import Endpoint

    FlaskBlueprint: TypeAlias = Blueprint

#: All methods: the endpoint itself refuses those that it does not accept, in the same way in every framework.
METHODS = ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"]


def flask(endpoint: Endpoint, name: str) -> FlaskBlueprint:
    """A blueprint that serves ``endpoint``."""
    from flask import Blueprint, Response, request

    def view(path: str, rest: str = "") -> Response:
        reply = respond(endpoint, request.environ, path + rest, request.environ["wsgi.input"], request)
        response = Response(reply.body, reply.status)
        response.headers.remove("Content-Type")  # Flask's default is HTML.
        response.headers.extend(reply_headers(reply))
        return response

    blueprint = Blueprint(name, __name__)
    rules = [(path, path) for path in endpoint.paths]
    rules += [(f"{path}<path:rest>", path) for path in endpoint.paths if path.endswith("/")]
    for rule, path in rules:
        blueprint.add_url_rule(
            rule,
            path,
            view,
            methods=METHODS,
            defaults={"path": path},
            provide_automatic_options=False,
            strict_slashes=False,
        )
    return blueprint
