"""The asynchronous client."""

from .._hints import add_names_to_package
from .client import AsyncClient
from .requests import AsyncStreamedResponse
from .user_client import AsyncUserClient

__all__ = ["AsyncClient", "AsyncStreamedResponse", "AsyncUserClient"]

add_names_to_package(__name__)
