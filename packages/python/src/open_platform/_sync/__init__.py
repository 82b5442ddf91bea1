"""The synchronous client, generated from ``_async`` by ``scripts/write_sync.py``."""
