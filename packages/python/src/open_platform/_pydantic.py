"""The schemas of the data types for pydantic models and FastAPI routes. Loaded when pydantic asks a class for its schema."""

from __future__ import annotations

from pydantic_core import core_schema as schemas

from .errors import OpenPlatformError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def core_schema(cls: type) -> Any:
    """Accepts an instance, or a dict of constructor arguments; serializes to the platform's JSON form."""

    def read(value: Any) -> Any:
        if isinstance(value, cls):
            return value
        if not isinstance(value, dict):
            raise ValueError(f"must be an instance of {cls.__name__}, or an object with its members")
        try:
            return cls(**value)
        except (OpenPlatformError, TypeError) as error:
            raise ValueError(str(error)) from None

    serialization = schemas.plain_serializer_function_ser_schema(_serialized)
    return schemas.no_info_plain_validator_function(read, serialization=serialization)


def json_schema(cls: type) -> dict[str, Any]:
    """An object without further description."""
    return {"type": "object", "title": cls.__name__, "description": (cls.__doc__ or "").split("\n\n")[0]}


def _serialized(value: Any) -> Any:
    if hasattr(value, "to_dict"):
        return value.to_dict()
    return {name: getattr(value, name) for name in value.__match_args__}
