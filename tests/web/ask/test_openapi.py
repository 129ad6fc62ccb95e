"""The OpenAPI document: it has every route of the API, and every answer matches it."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis import GenerationMode
from schemathesis.checks import CheckFunction, not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from scorekeeper import create_app
from scorekeeper.exchange.formats import FORMATS
from scorekeeper.games import GAMES
from scorekeeper.storage import access
from tests.support.http import open_table, play_example
from tests.support.soak import SOAK

pytestmark = pytest.mark.upkeep

REQUESTS = 10_000 if SOAK else 25
"""So many at least, of every question and form, some as it is told and some not."""

CHECKS: list[CheckFunction] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


@pytest.fixture
def document(client: FlaskClient) -> dict[str, Any]:
    return client.get("/api/v1/openapi.json").json


def test_it_tells_every_route_and_no_other(app: Flask, document: dict[str, Any]) -> None:
    bound = app.url_map.bind("localhost")
    told = {
        (method.upper(), bound.match(re.sub("{.*?}", "x", path), method=method.upper(), return_rule=True)[0].rule)
        for path, methods in document["paths"].items()
        for method in methods
    }
    there = {
        (method, rule.rule)
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith("/api/")
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert told == there


def test_it_tells_every_question_and_every_form(document: dict[str, Any]) -> None:
    questions = {f"/api/v1/rulings/{game.slug}/{kind}" for game in GAMES.values() for kind in game.rulings}
    forms = {f"/api/v1/take/{{link}}/{form}" for form in (*FORMATS, "bgstats")}
    told = {"tables/{link}", "groups/{link}", "groups/{link}/tables/{table}", "openapi.json", "rulings/"}
    assert questions | forms == set(document["paths"]) - {f"/api/v1/{name}" for name in told}


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The document as a client reads it, of an app with one table in a group, and the links to both."""
    app = create_app(Path(tmp_path_factory.mktemp("told")) / "instance", TESTING=True)
    player = open_table(app.test_client())
    play_example(player)
    opened = player.table
    groups, store = app.extensions["groups"], app.extensions["tables"].store
    group = groups.open("Friday", ("Anna",), "me")
    access.let_in(store, opened, "me", "score", 1)
    groups.take_in(group, groups.tables.load(opened), "in", "me")
    links = [access.find_link(store, table_id, "watch") for table_id in (opened, group)]
    yield schemathesis.openapi.from_wsgi("/api/v1/openapi.json", app), links, opened
    app.extensions["tables"].store.close()


def test_no_request_finds_a_fault_or_an_answer_that_is_not_told(told: Any) -> None:
    schema, links, table = told
    both = [(operation.ok(), mode) for operation in schema.get_all_operations() for mode in GenerationMode]
    asked = 0
    while asked < REQUESTS:
        for operation, mode in both:

            @seed(asked)
            @settings(
                max_examples=max(2, REQUESTS // len(both)),
                deadline=None,
                database=None,
                phases=[Phase.generate],
                suppress_health_check=list(HealthCheck),
            )
            @given(case=operation.as_strategy(generation_mode=mode))
            def ask(case: Any) -> None:
                nonlocal asked
                asked += 1
                if "link" in case.path_parameters and asked % 2:
                    case.path_parameters["link"] = links["/groups/" in case.path or asked % 4 == 1]
                if "table" in case.path_parameters and asked % 3:
                    case.path_parameters["table"] = table
                case.call_and_validate(checks=CHECKS, headers={"Accept-Encoding": "identity"})

            ask()
