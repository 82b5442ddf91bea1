"""Generates pydantic models from ``tests/schemas/live.json``, as a generated SDK of the platform has them.

Unknown members are refused and types are not converted, so that reading a response checks it.
"""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from types import ModuleType

LIVE = Path(__file__).parents[1] / "schemas" / "live.json"

#: The types and formats of the file as JSON Schema.
SCALARS: dict[str, dict[str, Any]] = {
    "any": {},
    "boolean": {"type": "boolean"},
    "integer:int32": {"type": "integer", "minimum": -(2**31), "maximum": 2**31 - 1},
    "integer:int64": {"type": "integer"},
    "number:double": {"type": "number"},
    "string": {"type": "string"},
    "string:date-time": {"type": "string", "format": "date-time"},
    "string:int64": {"type": "string", "pattern": r"^-?[0-9]{1,19}$"},
    "string:uint64": {"type": "string", "pattern": r"^[0-9]{1,20}$"},
}


def class_name(schema: str) -> str:
    """The name of the class of a schema: ``payment_ticketValidateRequest`` is ``PaymentTicketValidateRequest``."""
    return "".join(part[:1].upper() + part[1:] for part in schema.removeprefix("#").split("_"))


def schema(shape: Any) -> dict[str, Any]:
    """The JSON Schema of a shape of the file."""
    if isinstance(shape, str):
        if shape.startswith("#"):
            return {"$ref": f"#/components/schemas/{class_name(shape)}"}
        return SCALARS[shape]
    if isinstance(shape, list):
        return {"type": "array", "items": schema(shape[0])}
    if "enum" in shape:
        return {"type": "string", "enum": shape["enum"]}
    # The names of the icons are not in the file.
    if "enum_of" in shape:
        return {"type": "string", "pattern": "^[A-Z][A-Z0-9_]*$"}
    members = {name.rstrip("!"): schema(inner) for name, inner in shape.items() if name != "*"}
    required = [name[:-1] for name in shape if name.endswith("!")]
    other = schema(shape["*"]) if "*" in shape else not shape
    return {"type": "object", "properties": members, "required": required, "additionalProperties": other}


def document() -> dict[str, Any]:
    """The operations by their ids."""
    return {operation["id"]: operation for operation in json.loads(LIVE.read_text())["operations"]}


def models(folder: Path) -> ModuleType:
    """Writes the models into a module in this folder, and imports it."""
    shapes = json.loads(LIVE.read_text())["schemas"]
    # A schema that is empty has no members; an empty object inside a schema has any.
    closed = {"additionalProperties": False}
    schemas = {class_name(name): schema(shape) | ({} if shape else closed) for name, shape in shapes.items()}
    assert len(schemas) == len(shapes), "two schemas have the same class"
    source, target = folder / "live.json", folder / "live_models.py"
    about = {"title": "The platform", "version": "1"}
    source.write_text(json.dumps({"openapi": "3.0.0", "info": about, "paths": {}, "components": {"schemas": schemas}}))
    command = [
        str(Path(sysconfig.get_path("scripts")) / "datamodel-codegen"),
        *("--input", str(source), "--input-file-type", "openapi", "--output", str(target)),
        *("--output-model-type", "pydantic_v2.BaseModel", "--strict-types", "str", "int", "bool"),
        *("--formatters", "builtin", "--disable-timestamp"),
    ]
    subprocess.run(command, check=True, timeout=60)
    spec = importlib.util.spec_from_file_location("live_models", target)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # pydantic looks the module up while its classes are made.
    sys.modules["live_models"] = module
    spec.loader.exec_module(module)
    return module
