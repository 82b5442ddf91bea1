"""Support of the data types in pydantic models and FastAPI routes. ``pydantic_core`` is imported only when pydantic asks
for a schema."""

from __future__ import annotations

from . import _open_platform
from .errors import OpenPlatformError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def _core_schema(cls: Any, _source: Any, _handler: Any) -> Any:
    """Accepts an instance, or a dict of constructor arguments; serializes to the platform's JSON form."""
    from pydantic_core import core_schema

    def read(value: Any) -> Any:
        if isinstance(value, cls):
            return value
        if not isinstance(value, dict):
            raise ValueError(f"must be an instance of {cls.__name__}, or an object with its members")
        try:
            return cls(**value)
        except (OpenPlatformError, TypeError) as error:
            raise ValueError(str(error)) from None

    return core_schema.no_info_plain_validator_function(
        read, serialization=core_schema.plain_serializer_function_ser_schema(_serialized)
    )


def _json_schema(cls: Any, _schema: Any, _handler: Any) -> dict[str, Any]:
    return {"type": "object", "title": cls.__name__, "description": (cls.__doc__ or "").split("\n\n")[0]}


def _serialized(value: Any) -> Any:
    if hasattr(value, "to_dict"):
        return value.to_dict()
    return {name: getattr(value, name) for name in value.__match_args__}


def add_pydantic_schemas() -> None:
    """Adds pydantic's schema methods to each data type."""
    for value in vars(_open_platform).values():
        if isinstance(value, type) and hasattr(value, "__match_args__"):
            value.__get_pydantic_core_schema__ = classmethod(_core_schema)  # type: ignore[attr-defined]
            value.__get_pydantic_json_schema__ = classmethod(_json_schema)  # type: ignore[attr-defined]
