"""The data types in models of pydantic, and in the routes of FastAPI. Nothing here is imported before pydantic asks."""

from __future__ import annotations

from typing import Any

from . import _open_platform
from .errors import OpenPlatformError


def _core_schema(cls: Any, _source: Any, _handler: Any) -> Any:
    """An instance, or its members as the constructor takes them; written as the platform writes it."""
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
        read, serialization=core_schema.plain_serializer_function_ser_schema(_written)
    )


def _json_schema(cls: Any, _schema: Any, _handler: Any) -> dict[str, Any]:
    return {"type": "object", "title": cls.__name__, "description": (cls.__doc__ or "").split("\n\n")[0]}


def _written(value: Any) -> Any:
    if hasattr(value, "to_dict"):
        return value.to_dict()
    return {name: getattr(value, name) for name in value.__match_args__}


def tell_pydantic() -> None:
    """Gives each data type what pydantic asks it for."""
    for value in vars(_open_platform).values():
        if isinstance(value, type) and hasattr(value, "__match_args__"):
            value.__get_pydantic_core_schema__ = classmethod(_core_schema)  # type: ignore[attr-defined]
            value.__get_pydantic_json_schema__ = classmethod(_json_schema)  # type: ignore[attr-defined]
