"""The API reference as a page, generated from the OpenAPI document without third-party scripts."""

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from flask import Blueprint, render_template, url_for

from scorekeeper.games.schema import describe_schema
from scorekeeper.language.catalogue import catalogue
from scorekeeper.language.text import Text, in_words
from scorekeeper.web.ask.openapi import DOCUMENT, INDEX, build_document
from scorekeeper.web.layout import Head
from scorekeeper.web.request import language

bp = Blueprint("programs", __name__)


class DocumentPart(NamedTuple):
    """A parameter, or a property of the request body."""

    key: str
    label: Text
    expected: Text | None
    """Describes its valid values, or None."""
    needed: bool
    """Whether it is required."""


class Operation(NamedTuple):
    """An operation of the API, with an example question and answer."""

    methods: str
    """Its HTTP methods. If the operation takes a body, they include GET, which returns the schema of the body."""
    path: str
    title: Text
    parts: tuple[DocumentPart, ...]
    question: str
    answer: str
    answers: tuple[tuple[str, Text], ...]
    """Each status code with its meaning."""


@bp.get("/programs")
def page() -> str:
    """Show the reference of the API, with an example for each question."""
    return render_template(
        "ask/programs.html",
        page=Head(Text("API"), "", url_for("rulings.index")),
        document=DOCUMENT,
        index=INDEX,
        about=build_document()["info"]["description"],
        asked=[*_list_operations()],
    )


def _list_operations() -> Iterator[Operation]:
    for path, methods in build_document()["paths"].items():
        # The last method of an address: POST, whose GET only describes it, or GET alone.
        *_, operation = methods.values()
        sent = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
        shown = operation["responses"].get("200", {}).get("content", {}).get("application/json", {})
        yield Operation(
            methods=", ".join(methods).upper(),
            path=path,
            title=operation["summary"],
            parts=(*_list_parts(sent.get("schema", {})), *map(_describe_parameter, operation["parameters"])),
            question=_format_example(sent),
            answer=_format_example(shown),
            answers=tuple([(code, answer["description"]) for code, answer in operation["responses"].items()]),
        )


def _list_parts(shape: dict[str, Any]) -> Iterator[DocumentPart]:
    for key, part in shape.get("properties", {}).items():
        yield DocumentPart(key, part["title"], describe_schema(part), key in shape["required"])


def _describe_parameter(parameter: dict[str, Any]) -> DocumentPart:
    known = describe_schema(parameter["schema"]) if "enum" in parameter["schema"] else None
    return DocumentPart(parameter["name"], parameter["description"], known, parameter.get("required", False))


def _format_example(content: dict[str, Any]) -> str:
    if "example" not in content:
        return ""
    return json.dumps(in_words(content["example"], catalogue(language())), ensure_ascii=False, indent=1)
