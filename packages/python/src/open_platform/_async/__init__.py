"""The asynchronous client."""

from .._hints import resolve_package_later
from .client import AsyncClient
from .requests import AsyncStreamedResponse
from .user_client import AsyncUserClient

__all__ = ["AsyncClient", "AsyncStreamedResponse", "AsyncUserClient"]

resolve_package_later(__name__)
