"""The part of JSON Schema that questions need. It checks whether a value fits, and explains in a sentence why not."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import repeat
from typing import Any

from scorekeeper.games.errors import Malformed, Missing
from scorekeeper.language.text import Literal, Text

Schema = Mapping[str, Any]
"""A JSON Schema, draft 2020-12, limited to the keywords that this module reads."""

LARGEST_ANSWER = 10**15
"""Bound for counts and sums, far above any that occur in a game."""

# A dot alone does not match a newline.
ANYTHING = "(?s:.*)"

NUMBERS_TOO_LARGE = Text("These numbers are too large.")

MOST_IN_WORD = 99
"""Maximum length of a name or word."""

MOST_UNKNOWN = 24
"""Maximum number of unknown keys that are reported at once."""

# Looked up by exact type, because in Python a bool is an int and in JSON it is no number.
JSON_TYPES: Mapping[type, str] = {
    dict: "object", list: "array", tuple: "array", str: "string", bool: "boolean", int: "integer", type(None): "null",
}  # fmt: skip
"""The JSON Schema name of each Python type that a JSON parser returns."""

NESTED = (dict, list, tuple)


def whole(least: int, most: int) -> Schema:
    """Return the schema of a whole number from `least` to `most`, both included."""
    return {"type": "integer", "minimum": least, "maximum": most}


def describe_schema(schema: Schema) -> Text:
    """Return a sentence that says what a value of this schema looks like."""
    match schema["type"] if isinstance(schema["type"], str) else schema["type"][0]:
        case "integer":
            return _say_range(schema["minimum"], schema["maximum"])
        case "boolean":
            return Text("Write true or false.")
        case "array" if schema.get("minItems", 0) > 1:
            return Text("Write a list of %(count)s items here.", count=schema["minItems"])
        case "array":
            return Text("Write a list here.")
        case "object" if names := names_in(schema):
            return Text("Give a value for each of %(known)s.", known=", ".join(names))
        case "object":
            return Text("List the players here.")
    if "enum" in schema:
        return _say_choices(schema["enum"])
    if "pattern" in schema:
        return Text("Write a card as a colour and a value, such as %(card)s.", card=Literal(schema["examples"][0]))
    return Text("Write a word here.")


def flaws(value: object, schema: Schema, path: str) -> Iterator[Malformed]:
    """Yield all faults of a value, each with the path of the part at fault. `path` is the path of the value itself."""
    if reason := _misfit(value, schema):
        yield Malformed(path, reason)
    elif isinstance(value, dict):
        yield from _check_object(value, schema, path)
    elif isinstance(value, list | tuple):
        yield from _check_list(value, schema, path)


def _misfit(value: object, schema: Schema) -> Text | None:
    """Return why a value does not fit, or None if it does. The parts of a list or object are not checked."""
    name, wanted = JSON_TYPES.get(type(value)), schema["type"]
    fits = name == wanted or (type(wanted) is tuple and name in wanted)
    if fits and type(value) is int:
        fits = schema["minimum"] <= value <= schema["maximum"]
    elif fits and type(value) is str:
        if len(value) > MOST_IN_WORD:
            return Text("Use at most %(most)s characters.", most=MOST_IN_WORD)
        fits = (
            value in schema["enum"] if "enum" in schema else bool(re.fullmatch(schema.get("pattern", ANYTHING), value))
        )
    return None if fits else describe_schema(schema)


def missing(path: str, schema: Schema) -> Missing:
    """Return a fault which says that a required value is missing, and what it should look like."""
    return Missing(path, Text("This is missing. %(expected)s", expected=describe_schema(schema)))


def unknown(names: Iterable[str], known: Sequence[str]) -> list[Malformed]:
    """Return a fault for each of `names` that is not in `known`, but at most MOST_UNKNOWN faults."""
    # A question can have any number of unknown keys, and the answer has to stay short.
    others = [name for name in names if name not in known]
    return [Malformed(name, _say_choices(known)) for name in others[:MOST_UNKNOWN]]


def _check_list(value: list[object] | tuple[object, ...], schema: Schema, path: str) -> Iterator[Malformed]:
    """Yield the faults of a list. All have the path of the list: an index would not help the reader."""
    if len(value) > schema["maxItems"]:
        yield _too_many(path, schema["maxItems"])
    elif len(value) < schema.get("minItems", 0):
        yield Malformed(path, describe_schema(schema))
    else:
        yield from _check_parts(value, schema, path) or _check_together(value, schema, path)


def _check_parts(value: Sequence[object], schema: Schema, path: str) -> list[Malformed]:
    """Return the faults inside a list, one for each key."""
    parts = schema.get("prefixItems") or repeat(schema["items"])
    # Only lists and objects can hide a fault inside, so a plain value that fits is done with.
    wrong = [(part, of) for part, of in zip(value, parts) if type(part) in NESTED or _misfit(part, of)]
    return list({flaw.key: flaw for part, of in wrong for flaw in flaws(part, of, path)}.values())


def _check_together(value: Sequence[object], schema: Schema, path: str) -> Iterator[Malformed]:
    """Yield the faults of a list whose parts are all valid."""
    if schema.get("uniqueItems") and len(set(value)) < len(value):
        yield Malformed(path, Text("List every player once."))
    # Rulings add up the numbers of a list, so their sum must stay within bounds too.
    if not -LARGEST_ANSWER < sum(part for part in value if type(part) is int) < LARGEST_ANSWER:
        yield Malformed(path, NUMBERS_TOO_LARGE)


def _check_object(value: Mapping[str, object], schema: Schema, path: str) -> Iterator[Malformed]:
    """Yield the faults of an object.

    An unknown name is reported under its own path if other names are allowed, otherwise under the path of the object.
    """
    if len(value) > schema["maxProperties"]:
        yield _too_many(path, schema["maxProperties"])
        return
    if len(value) < schema.get("minProperties", 0):
        yield Malformed(path, describe_schema(schema))
    named = schema.get("properties", {})
    others = schema["additionalProperties"]
    for name in schema.get("required", ()):
        if name not in value:
            yield missing(f"{path}.{name}", named.get(name, others))
    known = names_in(schema)
    for name, under in value.items():
        if known and name not in known:
            yield Malformed(f"{path}.{name}" if others else path, _say_choices(known))
        elif len(name) > MOST_IN_WORD:
            yield Malformed(path, Text("Use at most %(most)s characters.", most=MOST_IN_WORD))
        else:
            yield from flaws(under, named.get(name, others), f"{path}.{name}")


def names_in(schema: Schema) -> tuple[str, ...]:
    """Return the names that the properties of an object may have; empty if the schema does not limit them."""
    return tuple(schema.get("properties") or schema.get("propertyNames", {}).get("enum", ()))


def _say_choices(known: Sequence[str | None]) -> Text:
    return Text("Choose one of %(known)s.", known=", ".join([word for word in known if word is not None]))


def _say_range(least: int, most: int) -> Text:
    if most < LARGEST_ANSWER:
        return Text("Write a whole number from %(least)s to %(most)s.", least=least, most=most)
    return (
        Text("Write a whole number of at least %(least)s.", least=least)
        if least > -LARGEST_ANSWER
        else Text("Write a whole number.")
    )


def _too_many(path: str, most: int) -> Malformed:
    return Malformed(path, Text("There can be at most %(most)s here.", most=most))
