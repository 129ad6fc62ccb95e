"""Ask the referee: the same answer by page and by API, every refusal a sentence that names the key."""

import json
from pathlib import Path
from urllib.parse import urlencode

import pytest
from flask.testing import FlaskClient

from scorekeeper.games import GAMES
from scorekeeper.web.rulings import tappable

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


@pytest.mark.parametrize("slug", GAMES)
def test_every_question_has_a_page(client: FlaskClient, slug: str) -> None:
    index = client.get("/rulings/").text
    for kind, ruling in tappable(GAMES[slug]).items():
        assert f"/rulings/{slug}/{kind}" in index
        html = client.get(f"/rulings/{slug}/{kind}").text
        assert str(ruling.title) in html


def test_a_line_is_tapped_together_and_answered(client: FlaskClient) -> None:
    path = "/rulings/parade/removal"
    state: list[tuple[str, str]] = []
    for card in ("blue-5", "green-0", "green-7", "red-3", "blue-7", "red-1", "green-4"):
        answer = client.get(f"{path}?{urlencode([*state, ('do', f'line_front_to_end:{card}')])}")
        assert answer.status_code == 303
        state.append(("line_front_to_end", card))
        assert answer.location == f"{path}?{urlencode(state)}"
    html = client.get(f"{path}?{urlencode([*state, ('played', 'green-3')])}").text
    assert "green 0, green 7, red 3" in html


def test_a_card_tapped_again_leaves_the_question(client: FlaskClient) -> None:
    answer = client.get("/rulings/parade/removal?line_front_to_end=red-1&do=line_front_to_end:red-1")
    assert "red-1" not in answer.location


def test_a_painted_card_has_one_owner(client: FlaskClient) -> None:
    answer = client.get("/rulings/parade/score?ruleset=zman&players.A=red-1&painter=B&do=players.B:red-1")
    assert "players.A=" not in answer.location
    assert "players.B=red-1" in answer.location


def test_who_wins_is_answered_from_painted_cards(client: FlaskClient) -> None:
    state = [("ruleset", "zman"), ("names", "2")]
    state += [("players.A", card) for card in ("red-10", "red-9", "red-8", "blue-1")]
    state += [("players.B", card) for card in ("red-7", "blue-6", "blue-5")]
    html = client.get(f"/rulings/parade/score?{urlencode(state)}").text
    assert "A wins with 4." in html


@pytest.mark.parametrize(
    "query", ["deck_before_draw=abc&active=A", "deck_before_draw=0&active=A", "deck_before_draw=999"]
)
def test_a_question_that_cannot_be_asked_says_why(client: FlaskClient, query: str) -> None:
    answer = client.get(f"/rulings/parade/last_round?{query}&ruleset=zman")
    if "active" in query:
        assert answer.status_code == 422
        assert "notice certain" in answer.text
    else:
        assert "Tap the rest" in answer.text


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


@pytest.mark.parametrize("slug", GAMES)
def test_half_a_question_waits_for_the_rest_and_is_no_mistake(client: FlaskClient, slug: str) -> None:
    for kind in tappable(GAMES[slug]):
        answer = client.get(f"/rulings/{slug}/{kind}")
        assert answer.status_code == 200, kind
        assert "This is missing." not in answer.text
