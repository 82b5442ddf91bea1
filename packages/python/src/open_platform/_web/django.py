"""The adapter for Django. Under ASGI Django itself reads the body before it calls the view."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from .._open_platform import reply_headers
from .wsgi import respond

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse
    from django.urls import URLPattern

    from . import Endpoint

    #: The result of ``include``: the second argument of ``path``.
    DjangoUrls: TypeAlias = tuple[list[URLPattern], None, None]


def django(endpoint: Endpoint) -> DjangoUrls:
    """URL patterns that serve ``endpoint``."""
    from django.http import HttpResponse
    from django.urls import path as url

    def view(request: HttpRequest, path: str, rest: str = "") -> HttpResponse:
        reply = respond(endpoint, request.META, path + rest, request, request)
        response = HttpResponse(reply.body, status=reply.status)
        del response["Content-Type"]  # Django's default is HTML.
        for name, value in reply_headers(reply):
            response[name] = value
        return response

    # These requests do not come from a form in a browser.
    exempt: Any = view
    exempt.csrf_exempt = True
    rules = [(path, path) for path in endpoint.paths]
    rules += [(f"{path}<path:rest>", path) for path in endpoint.paths if path.endswith("/")]
    return [url(rule.lstrip("/"), exempt, {"path": path}) for rule, path in rules], None, None
