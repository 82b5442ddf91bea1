"""Writes ``src/open_platform/testing/admin.py``: the types of the sandbox's admin API, from the OpenAPI description that the
sandbox serves.

    python scripts/admin_types.py path/to/open-platform            writes the file
    python scripts/admin_types.py path/to/open-platform --check    fails if the file is not current
"""

from __future__ import annotations

import json
import keyword
import subprocess
import sys
import textwrap
import urllib.request
from pathlib import Path
from typing import Any

FILE = Path(__file__).parents[1] / "src" / "open_platform" / "testing" / "admin.py"

HEAD = '''"""The types of the requests and responses of the sandbox's admin API.

Written by ``scripts/admin_types.py``.
"""

# ruff: noqa: E501
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypedDict

if TYPE_CHECKING:
    from typing_extensions import NotRequired
'''

Schema = dict[str, Any]


def description(binary: str) -> Schema:
    """The description of the admin API of a sandbox that is started for it."""
    with subprocess.Popen(
        [binary, "sandbox", "--stop-with-stdin"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as sandbox:
        assert sandbox.stdin and sandbox.stdout
        admin = json.loads(sandbox.stdout.readline())["admin"]
        with urllib.request.urlopen(f"{admin}/openapi.json") as answer:
            api: Schema = json.load(answer)
        sandbox.stdin.close()
    return api


class Writer:
    """Writes the types of the schemas. Objects inside others get a name of their own, for Python has no other way."""

    def __init__(self, schemas: Schema) -> None:
        self.schemas = schemas
        self.blocks: list[str] = []

    def text(self) -> str:
        for name, schema in self.schemas.items():
            self.define(name, schema)
        return HEAD + "\n\n" + "\n\n".join(self.blocks)

    def define(self, name: str, schema: Schema) -> str:
        """Defines a type, and returns how others refer to it."""
        variants = self.variants(schema)
        if len(variants) > 1:
            names = [self.define(name + self.mark(variant), variant) for variant in variants]
            self.alias(name, schema, " | ".join(names))
        elif "properties" in variants[0]:
            self.blocks.append(self.dictionary(name, {**variants[0], "description": schema.get("description")}))
        else:
            self.alias(name, schema, self.type(name, variants[0]))
        return name

    def variants(self, schema: Schema) -> list[Schema]:
        """The objects that a schema stands for: one, or one of several."""
        if "$ref" in schema:
            return self.variants(self.schemas[schema["$ref"].split("/")[-1]])
        if "oneOf" in schema and all(self.is_object(one) for one in schema["oneOf"]):
            return [one for part in schema["oneOf"] for one in self.variants(part)]
        if len(schema.get("allOf", [])) > 1:
            merged: list[Schema] = [{"properties": {}, "required": []}]
            for part in schema["allOf"]:
                merged = [
                    {
                        "properties": {**one["properties"], **other.get("properties", {})},
                        "required": [*one["required"], *other.get("required", [])],
                    }
                    for one in merged
                    for other in self.variants(part)
                ]
            return merged
        return [schema]

    def is_object(self, schema: Schema) -> bool:
        return (
            all("properties" in variant for variant in self.variants(schema))
            if "type" not in schema
            else (schema["type"] == "object")
        )

    def mark(self, variant: Schema) -> str:
        """The word that tells a variant from the others: its kind, or its only member."""
        for member in variant["properties"].values():
            if len(member.get("enum", [])) == 1:
                return pascal(member["enum"][0])
        return pascal(next(iter(variant["properties"])))

    def alias(self, name: str, schema: Schema, target: str) -> None:
        self.blocks.append(f"{comment(schema, '')}{name}: TypeAlias = {quoted(target)}\n")

    def dictionary(self, name: str, schema: Schema) -> str:
        required = schema.get("required", [])
        members = {}
        for member, part in schema["properties"].items():
            written = self.type(name + pascal(member), part)
            members[member] = (part, written if member in required else f"NotRequired[{written}]")
        if any(keyword.iskeyword(member) for member in members):
            inner = " " * 8
            lines = [
                f"{comment(part, inner)}{inner}{quoted(member)}: {quoted(kind)},\n"
                for member, (part, kind) in members.items()
            ]
            parts = f"    {quoted(name)},\n    {{\n{''.join(lines)}    }},\n"
            return f"{comment(schema, '')}{name} = TypedDict(\n{parts})\n"
        lines = [f"{comment(part, '    ')}    {member}: {kind}\n" for member, (part, kind) in members.items()]
        doc = f'    """{schema["description"]}"""\n\n' if schema.get("description") else ""
        return f"class {name}(TypedDict):\n{doc}{''.join(lines)}"

    def type(self, name: str, schema: Schema) -> str:
        """How a type is written inside another."""
        if "$ref" in schema:
            return str(schema["$ref"].split("/")[-1])
        if len(schema.get("allOf", [])) == 1:
            return self.type(name, schema["allOf"][0])
        if "enum" in schema:
            return f"Literal[{', '.join(json.dumps(word) for word in schema['enum'])}]"
        if "oneOf" in schema and not self.is_object(schema):
            return " | ".join(self.type(name, one) for one in schema["oneOf"])
        if "properties" in schema or "oneOf" in schema or "allOf" in schema:
            return self.define(name, schema)
        kinds = schema.get("type", "any")
        written = [self.plain(kind, name, schema) for kind in ([kinds] if isinstance(kinds, str) else kinds)]
        return " | ".join(written)

    def plain(self, kind: str, name: str, schema: Schema) -> str:
        if kind == "array":
            return f"list[{self.type(name, schema['items'])}]"
        words = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
        return {**words, "object": "dict[str, Any]", "any": "Any"}[kind]


def quoted(text: str) -> str:
    return f"'{text}'" if '"' in text else f'"{text}"'


def pascal(words: str) -> str:
    return "".join(word.capitalize() for word in words.split("_"))


def comment(schema: Schema, indent: str) -> str:
    text = " ".join((schema.get("description") or "").split())
    prefix = f"{indent}#: "
    # An anchor of a document is not broken at its hyphens.
    lines = textwrap.wrap(text, 120, initial_indent=prefix, subsequent_indent=prefix, break_on_hyphens=False)
    return "".join(f"{line}\n" for line in lines)


if __name__ == "__main__":
    written = Writer(description(sys.argv[1])["components"]["schemas"]).text()
    if sys.argv[2:] != ["--check"]:
        FILE.write_text(written, "utf-8")
    elif FILE.read_text("utf-8") != written:
        sys.exit(f"{FILE.name} is not what the sandbox describes: run scripts/admin_types.py")
