"""Questions to the referee as JSON: every worked answer, every refusal a sentence that names the key."""

import json
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from scorekeeper.games import GAMES

RULINGS = [
    ruling
    for ruling in json.loads((Path(__file__).parent.parent / "games" / "rulings.json").read_text())["rulings"]
    if ruling["game"] in GAMES
]


@pytest.mark.parametrize("ruling", RULINGS, ids=[ruling["id"] for ruling in RULINGS])
def test_the_api_answers_as_expected(client: FlaskClient, ruling: dict) -> None:
    answer = client.post(f"/api/v1/rulings/{ruling['game']}/{ruling['kind']}", json=ruling["input"])
    assert answer.status_code == 200
    assert ruling["expected"].items() <= answer.json.items()
    assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize(
    ("body", "key"),
    [
        (b"{", ""),
        (b"", ""),
        (b"[]", ""),
        (b'"text"', ""),
        (b"\xff\xfe", ""),
        (b"[" * 100_00, ""),
        (b'{"n": NaN}', "n"),
        (b'{"n": 3, "n": 4}', "n"),
        (b'{"n": 1e999}', "n"),
        (b'{"n": "3"}', "n"),
        (b'{"n": true}', "n"),
        (b'{"n": 7}', "n"),
        (b"{}", "n"),
    ],
)
def test_broken_json_is_422_naming_the_key(client: FlaskClient, body: bytes, key: str) -> None:
    answer = client.post("/api/v1/rulings/parade/deck", data=body, content_type="application/json")
    assert answer.status_code == 422
    assert answer.json["error"]
    assert answer.json["key"] == key


def test_the_api_takes_nothing_but_json(client: FlaskClient) -> None:
    answer = client.post("/api/v1/rulings/parade/deck", data={"n": "3"})
    assert answer.status_code == 415
    assert answer.json["error"]


@pytest.mark.parametrize("path", ["parade/nothing", "chess/score"])
def test_an_unknown_ruling_is_404_as_json(client: FlaskClient, path: str) -> None:
    answer = client.post(f"/api/v1/rulings/{path}", json={})
    assert answer.status_code == 404
    assert answer.json["error"]


def test_a_question_over_64_kib_is_413(client: FlaskClient) -> None:
    answer = client.post("/api/v1/rulings/parade/deck", data=b" " * 70_000, content_type="application/json")
    assert answer.status_code == 413
