"""The OpenAPI 3.1 document of the API, generated from the app's questions and export formats.

Each question is described by the schema that validates it. Its example is answered when the document is built.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from scorekeeper.exchange.answers import GroupAnswer, TableAnswer, json_schema
from scorekeeper.exchange.formats import FORMATS
from scorekeeper.games import GAMES
from scorekeeper.games.game import Game
from scorekeeper.games.pad import MOST_ROUNDS
from scorekeeper.games.questions import Ruling
from scorekeeper.language.catalogue import languages
from scorekeeper.language.text import Text
from scorekeeper.rulings import answer_with_rules, build_schema
from scorekeeper.strictjson import LONGEST_QUESTION
from scorekeeper.web.errors import NOT_READ, SENTENCES

JsonObject = dict[str, Any]
"""Part of the document. Its sentences are translated when the document is sent."""

ROOT = "/api/v1"

DOCUMENT = f"{ROOT}/openapi.json"

INDEX = f"{ROOT}/rulings/"

WORDS_SCHEMA: JsonObject = {"type": "array", "items": {"type": "string"}}

RULE: JsonObject = {
    "type": "object",
    "required": ["key", "sentence"],
    "properties": {
        "key": {"type": "string"},
        "sentence": {"type": "string"},
        "sources": WORDS_SCHEMA,
        "because": {"type": "string"},
    },
    "additionalProperties": False,
}

ANSWER: JsonObject = {
    "type": "object",
    "required": ["because", "rules"],
    "properties": {"because": WORDS_SCHEMA, "rules": {"type": "array", "items": {"$ref": "#/components/schemas/Rule"}}},
}

FLAW: JsonObject = {
    "type": "object",
    "required": ["key", "error"],
    "properties": {"key": {"type": "string"}, "error": {"type": "string"}},
    "additionalProperties": False,
}

REFUSAL: JsonObject = {
    "type": "object",
    "required": ["error"],
    "properties": {"error": {"type": "string"}, "key": {"type": "string"}, "errors": {"type": "array", "items": FLAW}},
    "additionalProperties": False,
}

READER: JsonObject = {
    "name": "Accept-Language",
    "in": "header",
    "description": Text("The language of the answer."),
    "schema": {"type": "string", "enum": languages()},
}

LINK: JsonObject = {
    "name": "link",
    "in": "path",
    "required": True,
    "description": Text("The part after /j/ in a link to a group or a table. A watch link is enough."),
    "schema": {"type": "string", "minLength": 1, "pattern": "^[0-9A-Za-z_-]+$"},
}

TABLE_ID: JsonObject = {
    "name": "table",
    "in": "path",
    "required": True,
    "description": Text("The id of a table, as listed by its group."),
    "schema": {"type": "string", "minLength": 1, "pattern": "^[0-9a-f]+$"},
}

TABLE_SCHEMA, GROUP_SCHEMA = {"$ref": "#/components/schemas/Table"}, {"$ref": "#/components/schemas/Group"}

ROUND: JsonObject = {
    "name": "round",
    "in": "query",
    "description": Text("Which round, if each round is a game in itself. Default: the last."),
    "schema": {"type": "integer", "minimum": 1, "maximum": MOST_ROUNDS},
}


def build_document() -> JsonObject:
    """Return the OpenAPI document. Its sentences are not translated yet."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Scorekeeper",
            "version": "1",
            "description": Text("Everything here is read-only, and nothing needs a cookie."),
        },
        "paths": dict([*_list_ruling_paths(), *_list_table_paths(), *_list_export_paths()]),
        "components": {
            "schemas": {
                "Answer": ANSWER,
                # Made from the types of the answers themselves, so that the document cannot describe others.
                "Group": json_schema(GroupAnswer),
                "Refusal": REFUSAL,
                "Rule": RULE,
                "Table": json_schema(TableAnswer),
            }
        },
    }


Paths = Iterator[tuple[str, JsonObject]]


def _list_ruling_paths() -> Paths:
    own = _build_json(Text("This document."), {"type": "object", "required": ["openapi", "paths"]})
    yield DOCUMENT, {"get": _build_operation(Text("Everything the API offers"), {"200": own})}
    index = _build_json(Text("Every question with its address."), {"type": "object", "required": ["games"]})
    yield INDEX, {"get": _build_operation(Text("Every question to the referee"), {"200": index})}
    schema = {"type": "object", "required": ["properties", "examples"]}
    inputs = _build_json(Text("A JSON Schema with an example."), schema)
    for game in GAMES.values():
        for ruling in game.rulings.values():
            get = _build_operation(Text("Inputs for this question"), {"200": inputs})
            yield f"{INDEX}{game.slug}/{ruling.kind}", {"get": get, "post": _describe_question(game, ruling)}


def _describe_question(game: Game, ruling: Ruling) -> JsonObject:
    # The dialect is that of the whole document, so the schemas inside it do not name one.
    shape = {key: value for key, value in build_schema(game, ruling).items() if key != "$schema"}
    question = json.loads(ruling.example)
    answer = _build_json(Text("The ruling and its reasons."), {"$ref": "#/components/schemas/Answer"})
    answer["content"]["application/json"]["example"] = answer_with_rules(game, ruling, question)
    most = Text("A question can have at most %(most)s characters.", most=LONGEST_QUESTION)
    return {
        **_build_operation(ruling.title, {"200": answer, **_list_refusals(413, 415), "422": _build_refusal(most)}),
        "tags": [game.name],
        "requestBody": {"required": True, "content": {"application/json": {"schema": shape, "example": question}}},
    }


def _list_table_paths() -> Paths:
    table = {
        "200": _build_json(Text("Each player’s points and place, and every round that counts."), TABLE_SCHEMA),
        **_list_refusals(404),
    }
    group = {
        "200": _build_json(Text("Members and their statistics, seasons, and tables (newest first)."), GROUP_SCHEMA),
        **_list_refusals(404),
    }
    yield f"{ROOT}/tables/{{link}}", {"get": _build_operation(Text("Current state of a table"), table, LINK)}
    yield f"{ROOT}/groups/{{link}}", {"get": _build_operation(Text("A group"), group, LINK)}
    of_group = _build_operation(Text("Current state of one table in a group"), table, LINK, TABLE_ID)
    yield f"{ROOT}/groups/{{link}}/tables/{{table}}", {"get": of_group}


def _list_export_paths() -> Paths:
    unreadable = {
        **_list_refusals(404),
        "422": _build_refusal(Text("Some choices are still secret. Wait until everybody has decided.")),
    }
    for name, form in FORMATS.items():
        made = {"schema": {"type": "object" if form.media_type == "application/json" else "string"}}
        whole = {"description": form.about, "content": {form.media_type: made}}
        yield f"{ROOT}/take/{{link}}/{name}", {"get": _build_operation(form.label, {"200": whole, **unreadable}, LINK)}
    # A redirect, so that a link or QR code opens the app BG Stats directly.
    leads = {"302": {"description": Text("The last finished game of a table."), "headers": LOCATION}}
    yield (
        f"{ROOT}/take/{{link}}/bgstats",
        {"get": _build_operation(Text("Open in BG Stats"), {**leads, **_list_refusals(404)}, LINK, ROUND)},
    )


LOCATION: JsonObject = {"Location": {"schema": {"type": "string"}}}


def _build_operation(summary: Text, answers: Mapping[str, JsonObject], *asked: JsonObject) -> JsonObject:
    # Any request can be malformed or meet a database that cannot be read.
    responses = {**answers, **_list_refusals(400), "503": _build_refusal(NOT_READ[""])}
    return {"summary": summary, "parameters": [*asked, READER], "responses": responses}


def _list_refusals(*codes: int) -> dict[str, JsonObject]:
    return {str(code): _build_refusal(SENTENCES[code]) for code in codes}


def _build_refusal(why: Text) -> JsonObject:
    return _build_json(why, {"$ref": "#/components/schemas/Refusal"})


def _build_json(about: Text, shape: JsonObject) -> JsonObject:
    return {"description": about, "content": {"application/json": {"schema": shape}}}
