"""The JSON Schema of pad files, generated from the declaration in `padfile`."""

from typing import Any

from scorekeeper.games.pads.padfile import KEY, KEY_FOR_SUITS, PARTS, Field
from scorekeeper.language.catalogue import LANGUAGES

TEXT = {
    "oneOf": [
        {"type": "string"},
        {
            "type": "object",
            "properties": {language: {"type": "string"} for language in LANGUAGES},
            "required": ["en"],
            "additionalProperties": False,
        },
    ]
}


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema of pad files, by which editors check and complete them."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A pad of Scorekeeper",
        "$defs": {part: _describe_part(part) for part in PARTS if part},
        **_describe_part(""),
    }


def _describe_part(part: str) -> dict[str, Any]:
    fields = PARTS[part]
    return {
        "type": "object",
        "properties": {key: {"description": field.about, **_describe_field(field)} for key, field in fields.items()},
        "required": [key for key, field in fields.items() if field.needed],
        "additionalProperties": False,
    }


def _describe_field(field: Field) -> dict[str, Any]:
    match field.kind:
        case "words" | "sentence" | "saying":
            return TEXT
        case "keys":
            return {"type": ["string", "array"], "items": {"type": "string"}}
        case "table":
            return {"$ref": f"#/$defs/{field.of}"}
        case "formula" | "mark":
            return {"type": ["string", "integer"]}
        case "whole":
            return {"type": "integer", "minimum": field.least, "maximum": field.most}
        case "truth":
            return {"type": "boolean"}
        case "word":
            return {"enum": list(field.words)}
        case "letters" | "key":
            return {"type": "string"}
        case "items":
            return {"type": "array", "items": {"type": ["string", "integer"]}}
        case "sentences":
            return {"type": "array", "items": TEXT}
        case "pair" | "numbers":
            return {"type": "array", "items": {"type": "integer"}}
    pattern = KEY_FOR_SUITS if field.for_each_suit else KEY.pattern
    return {"type": "object", "propertyNames": {"pattern": f"^{pattern}$"}, **_describe_entries(field)}


def _describe_entries(field: Field) -> dict[str, Any]:
    if field.of:
        return {"additionalProperties": {"$ref": f"#/$defs/{field.of}"}}
    return {"additionalProperties": {"type": ["string", "integer"]} if field.kind == "formulas" else {}}
