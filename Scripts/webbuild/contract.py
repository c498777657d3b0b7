"""Writes Web/generated/contract.d.ts from the contract of the API: one type for each schema.

Only the type checker reads the file; no browser loads it.
"""

import json
import re
from pathlib import Path

import yaml

HEAD = "// Written by Scripts/build-web from Sources/Contract/Parts. Change it there.\n"
WIDTH = 110
PRIMITIVES = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def parts(top: Path) -> list[Path]:
    """The parts of the contract, in the order in which the hub joins them."""
    joins = top / "Sources" / "Contract" / "COpenAPI.c"
    return [joins.parent / name for name in re.findall(r'^#embed "(.+?)"', joins.read_text(), re.MULTILINE)]


def write_types(top: Path, output: Path):
    """Writes the types, unless they are newer than all that they are made of."""
    inputs = [top / "Sources" / "Contract" / "COpenAPI.c", Path(__file__), *parts(top)]
    if output.is_file() and output.stat().st_mtime_ns > max(path.stat().st_mtime_ns for path in inputs):
        return
    print("build-web: types of the contract", flush=True)
    document = yaml.load("".join(path.read_text() for path in parts(top)), getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    schemas = document["components"]["schemas"]
    output.parent.mkdir(parents=True, exist_ok=True)
    output.write_text(HEAD + "".join(declaration(name, schema) for name, schema in sorted(schemas.items())))


def declaration(name: str, schema: dict) -> str:
    return f"\n{comment(schema, '')}export type {name} = {type_of(schema, '')};\n"


def type_of(schema, indent: str) -> str:
    """A schema as a TypeScript type. Limits such as `minimum` or `pattern` have no counterpart there."""
    if schema is False:
        return "never"
    if schema is True or not schema:
        return "unknown"
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if "type" in schema:
        kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        return " | ".join(kind_of(kind, schema, indent) for kind in kinds)
    if "$ref" in schema:
        return schema["$ref"].rsplit("/", 1)[1]
    for word, joiner in (("allOf", " & "), ("oneOf", " | "), ("anyOf", " | ")):
        if word in schema:
            return joiner.join(type_of(part, indent) for part in schema[word])
    if "pattern" in schema:
        return "string"
    raise SystemExit(f"build-web: no type is known for this schema of the contract: {schema}")


def kind_of(kind: str, schema: dict, indent: str) -> str:
    if kind == "array":
        item = type_of(schema.get("items", True), indent)
        length = schema.get("minItems")
        if length and length <= 3 and length == schema.get("maxItems"):
            return "[" + ", ".join([item] * length) + "]"
        return f"{item}[]" if item.isidentifier() else f"Array<{item}>"
    if kind == "object":
        return object_type(schema, indent)
    return PRIMITIVES[kind]


def object_type(schema: dict, indent: str) -> str:
    properties = schema.get("properties", {})
    if not properties:
        return f"Record<string, {type_of(schema.get('additionalProperties', True), indent)}>"
    required, inner = schema.get("required", []), indent + "  "
    lines = ["{\n"]
    for name, value in properties.items():
        mark = "" if name in required else "?"
        lines.append(f"{comment(value, inner)}{inner}{name}{mark}: {type_of(value, inner)};\n")
    return "".join(lines) + indent + "}"


def comment(schema, indent: str) -> str:
    """The description of a schema, as a comment in front of it."""
    description = schema.get("description") if isinstance(schema, dict) else None
    if not description:
        return ""
    words, lines = " ".join(description.split()).replace("*/", "*\\/").split(" "), [[]]
    for word in words:
        if lines[-1] and len(" ".join([*lines[-1], word])) > WIDTH - len(indent):
            lines.append([])
        lines[-1].append(word)
    if len(lines) == 1:
        return f"{indent}/** {' '.join(lines[0])} */\n"
    return f"{indent}/**\n" + "".join(f"{indent} * {' '.join(line)}\n" for line in lines) + f"{indent} */\n"
