"""The synchronous client, generated from ``_async`` by ``scripts/write_sync.py``."""

from .._hints import resolve_package_later
from .client import Client
from .requests import StreamedResponse

__all__ = ["Client", "StreamedResponse"]

resolve_package_later(__name__)
