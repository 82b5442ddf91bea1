"""The synchronous client, generated from ``_async`` by ``scripts/write_sync.py``."""

from .._hints import add_names_to_package
from .client import Client
from .requests import StreamedResponse
from .user_client import UserClient

__all__ = ["Client", "StreamedResponse", "UserClient"]

add_names_to_package(__name__)
