"""The rulings API: every worked answer is right, and every refusal is a sentence that names the key."""

import json
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from scorekeeper.games import GAMES
from scorekeeper.games.errors import Malformed
from scorekeeper.strictjson import _once_each

RULINGS = [
    ruling
    for ruling in json.loads((Path(__file__).parents[2] / "games" / "rulings.json").read_text())["rulings"]
    if ruling["game"] in GAMES
]


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


EVERY_KIND = [(game.slug, kind) for game in GAMES.values() for kind in game.rulings]


@pytest.mark.parametrize(("slug", "kind"), EVERY_KIND)
def test_every_question_publishes_its_schema_with_a_worked_example(client: FlaskClient, slug: str, kind: str) -> None:
    shape = client.get(f"/api/v1/rulings/{slug}/{kind}").json
    ruling = GAMES[slug].rulings[kind]
    assert shape["properties"].keys() == {blank.key for blank in ruling.blanks}
    assert {part["title"] for part in shape["properties"].values()} == {str(blank.label) for blank in ruling.blanks}
    (example,) = shape["examples"]
    worked = [
        ruling for ruling in RULINGS if (ruling["game"], ruling["kind"], ruling["input"]) == (slug, kind, example)
    ]
    answer = client.post(f"/api/v1/rulings/{slug}/{kind}", json=example)
    assert worked[0]["expected"].items() <= answer.json.items()
    assert set(shape["required"]) <= example.keys()


def test_all_that_is_wrong_is_named_at_once_by_its_key(client: FlaskClient) -> None:
    rows = {"pink": {}, "red": {"heaven": [1], "hell": "x"}}
    question = {"n": 9, "rows": rows, "side": "left", "card": "red-9", "colour": "red"}
    answer = client.post("/api/v1/rulings/diabolo/place", json=question)
    assert answer.status_code == 422
    assert {fault["key"]: fault["error"] for fault in answer.json["errors"]} == {
        "n": "Write a whole number from 3 to 5.",
        "rows.pink": "Choose one of red, yellow, green, purple, blue.",
        "rows.red.hell": "Write a list here.",
        "row": "This is missing. Choose one of red, yellow, green, purple, blue.",
        "side": "Choose one of heaven, hell.",
        "card": "Write a card as a colour and a value, such as red-5.",
        "colour": "Choose one of n, rows, row, side, card.",
    }
    assert all(f"{fault['key']}: {fault['error']}" in answer.json["error"] for fault in answer.json["errors"])
    assert answer.json["key"] == "n"


LONG = ["red-1"] * 67

MANY = [f"P{number}" for number in range(13)]


@pytest.mark.parametrize(
    ("path", "key", "part", "named", "most"),
    [
        ("parade/removal", "line_front_to_end", LONG, "line_front_to_end", 66),
        ("parade/score", "players", {"A": {"red": [1] * 67}}, "players.A.red", 66),
        ("parade/score", "players", {name: {} for name in MANY}, "players", 12),
        ("parade/last_round", "seats", MANY, "seats", 12),
        ("parade/label", "label", "x" * 100, "label", 99),
        ("diabolo/row", "heaven", [1] * 151, "heaven", 150),
        ("diabolo/row", "doubles", MANY, "doubles", 12),
        ("diabolo/game", "rounds", [{}] * 100, "rounds", 99),
        ("hawaiki/place", "tops", ["c1-1"] * 4, "tops", 3),
    ],
)
def test_what_is_longer_than_at_any_table_is_refused_by_its_key(
    client: FlaskClient, path: str, key: str, part: object, named: str, most: int
) -> None:
    slug, kind = path.split("/")
    whole = next(ruling["input"] for ruling in RULINGS if (ruling["game"], ruling["kind"]) == (slug, kind))
    answer = client.post(f"/api/v1/rulings/{path}", json={**whole, key: part})
    assert answer.status_code == 422
    assert answer.json["key"] == named
    assert f"at most {most}" in answer.json["error"]


def test_a_key_that_stands_there_twice_is_found_at_once_among_many() -> None:
    class Key(str):
        """A key that counts how often it is compared."""

        compared = 0
        __hash__ = str.__hash__

        def __eq__(self, other: object) -> bool:
            Key.compared += 1
            return str.__eq__(self, other)  # type: ignore[arg-type]

    pairs = [(Key(f"k{number}"), 1) for number in range(1000)]
    with pytest.raises(Malformed, match="k999"):
        _once_each([*pairs, (Key("k999"), 2)])
    assert Key.compared < 10_000


def test_a_question_over_16_kib_is_refused_with_a_sentence(client: FlaskClient) -> None:
    keys = ",".join(f'"k{number}":1' for number in range(3000))
    answer = client.post("/api/v1/rulings/parade/deck", data=f"{{{keys}}}", content_type="application/json")
    assert answer.status_code == 422
    assert "16384" in answer.json["error"]


def test_the_api_takes_nothing_but_json(client: FlaskClient) -> None:
    answer = client.post("/api/v1/rulings/parade/deck", data={"n": "3"})
    assert answer.status_code == 415
    assert answer.json["error"]


@pytest.mark.parametrize(("path", "known"), [("parade/nothing", "removal, score"), ("chess/score", "parade, diabolo")])
def test_an_unknown_ruling_is_404_as_json_and_says_which_there_are(client: FlaskClient, path: str, known: str) -> None:
    address = f"/api/v1/rulings/{path}"
    for answer in (client.get(address), client.post(address, json={})):
        assert answer.status_code == 404
        assert known in answer.json["error"]
        assert client.get(answer.json["index"]).json["games"]
