"""The asynchronous client."""

from .._hints import resolve_package_later
from .client import AsyncClient
from .requests import AsyncStreamedResponse

__all__ = ["AsyncClient", "AsyncStreamedResponse"]

resolve_package_later(__name__)
