"""Limits on imports: new tables count towards the network's limit, and files can be too large."""

import json
import secrets
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper import create_app
from scorekeeper.cli import main
from scorekeeper.games.own_pads import compute_slug
from scorekeeper.group.group import MOST_PERSONS
from scorekeeper.web.exchange import export
from scorekeeper.web.people.rate_limit import NEW_TABLES
from tests.support.http import Clock, open_table, token
from tests.support.own_pads import GOLF

PHONE = f"~{0:016}"


@pytest.fixture
def clock(app: Flask) -> Clock:
    """The clock of the app's rate limits."""
    clock = app.extensions["openings"].recent.clock = Clock()
    return clock


def journal(game: str, acts: list[object], id: str = "") -> dict[str, object]:
    lines = [{"at": 1, "phone": PHONE, "seat": None, "act": act} for act in acts]
    return {"id": id or secrets.token_hex(6), "game": game, "opened": 1, "lines": lines}


def table(lines: int = 0) -> dict[str, object]:
    setup = {"players": ["Anna", "Bo"], "options": {}, "seating": [[1, [0, 1]]], "starter": 0}
    return journal(
        "tally", [setup, *({"write": [[1, "points", "points", 0, "", place % 9]]} for place in range(lines))]
    )


def of_group(tables: int) -> bytes:
    file = {"scorekeeper": 1, "group": journal("", [{"group": "Club"}]), "tables": [table() for _ in range(tables)]}
    return json.dumps(file).encode()


def of_table() -> bytes:
    return json.dumps({"scorekeeper": 1, "tables": [table()]}).encode()


def bring(phone: FlaskClient, file: bytes) -> TestResponse:
    """Return the answer to an uploaded file.

    The body is put together here, because Flask's test client would write a large one to the disk.
    """
    head = '--x\r\nContent-Disposition: form-data; name="{}"\r\n\r\n{}\r\n'.format("csrf_token", token(phone))
    head += '--x\r\nContent-Disposition: form-data; name="file"; filename="x.json"\r\n\r\n'
    body = head.encode() + file + b"\r\n--x--\r\n"
    return phone.post("/bring", data=body, content_type="multipart/form-data; boundary=x")


def test_a_table_that_is_brought_in_counts_as_one_that_is_opened(client: FlaskClient, app: Flask, clock: Clock) -> None:
    app.extensions["openings"].count("127.0.0.1", NEW_TABLES // 2)
    app.extensions["openings"].count("127.0.0.1", NEW_TABLES // 2 - 3)
    once, later = of_table(), of_table()
    assert bring(client, once).status_code == 303
    assert bring(client, once).status_code == 303, "it is here already, and looked at all the same"
    assert bring(client, of_table()).status_code == 303
    for file in (later, of_table(), of_group(0), of_group(3)):
        answer = bring(client, file)
        assert answer.status_code == 429
        assert "Nothing was imported. Wait an hour, or ask the person who runs this server" in answer.text
    with pytest.raises(AssertionError, match="have been started from this network"):
        open_table(client)
    clock.now += 3600
    assert bring(client, later).status_code == 303


def test_pads_in_a_file_count_too(client: FlaskClient, app: Flask, clock: Clock) -> None:
    pads = [GOLF, GOLF.replace("home", "hut")]
    setup = {"players": ["Anna", "Bo"], "options": {}, "seating": [[1, [0, 1]]], "starter": 0}
    file = {**json.loads(of_group(0)), "scorekeeper": 2, "pads": pads}
    file["tables"] = [journal(compute_slug(pad), [setup]) for pad in pads]
    openings = app.extensions["openings"]
    for _ in range(2):
        openings.count("127.0.0.1", NEW_TABLES // 2 - 2)
    assert bring(client, json.dumps(file).encode()).status_code == 429, "a group, two tables and two pads are five"
    clock.now += 3600
    assert bring(client, json.dumps(file).encode()).status_code == 303


def test_what_is_refused_counts_as_well(client: FlaskClient, app: Flask, clock: Clock) -> None:
    assert [bring(client, b"{").status_code for _ in range(NEW_TABLES)] == [422] * NEW_TABLES
    assert bring(client, b"{").status_code == 429


def test_a_host_that_opens_no_tables_takes_none_in(tmp_path: Path) -> None:
    app = create_app(tmp_path, TESTING=True, NEW_TABLES=0)
    assert bring(app.test_client(), of_table()).status_code == 429
    app.extensions["tables"].store.close()


def test_a_file_that_is_larger_than_any_form_comes_in(client: FlaskClient, app: Flask) -> None:
    file = of_group(700)
    assert len(file) > 2 * app.config["MAX_CONTENT_LENGTH"]
    answer = bring(client, file)
    assert answer.status_code == 303
    answer = client.post("/join", data={"csrf_token": token(client), "code": "x" * 70_000})
    assert answer.status_code == 413, "no other form is larger than it was"


def test_a_file_beyond_5_mb_is_told_what_to_do_instead(client: FlaskClient) -> None:
    answer = bring(client, b" " * export.LARGEST_FILE)
    assert answer.status_code == 413
    assert "with the command scorekeeper import." in answer.text


def test_more_lines_or_tables_than_a_phone_brings_in_come_by_the_command(
    client: FlaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export, "MOST_JOURNALS", 20)
    long = json.dumps({"scorekeeper": 1, "tables": [table(export.MOST_IMPORTED_LINES)]}).encode()
    for number, file in enumerate((long, of_group(20))):
        answer = bring(client, file)
        assert answer.status_code == 422
        assert "with the command scorekeeper import." in answer.text
        (tmp_path / f"{number}.json").write_bytes(file)
        words = ["import", str(tmp_path / f"{number}.json"), "--instance", str(tmp_path / "other")]
        assert main(words) == 0


def test_one_file_at_a_time_is_brought_in(client: FlaskClient) -> None:
    with export.BRINGING:
        answer = bring(client, of_table())
    assert answer.status_code == 503
    assert "Another file is being imported right now." in answer.text
    assert bring(client, of_table()).status_code == 303


def test_a_group_of_more_members_than_it_can_have_is_refused(client: FlaskClient) -> None:
    persons = [{"person": f"{number:012x}", "name": f"P{number}"} for number in range(MOST_PERSONS + 1)]
    for acts, status in ((persons, 422), (persons[1:], 303), ([*persons[1:], {"strike": 2}, persons[0]], 303)):
        file = {"scorekeeper": 1, "group": journal("", [{"group": "Club"}, *acts]), "tables": []}
        answer = bring(client, json.dumps(file).encode())
        assert answer.status_code == status
    group = answer.location
    answer = client.post(f"{group}persons", data={"csrf_token": token(client), "op": "x", "name": "Zoe"})
    assert answer.status_code == 422
    assert "This group cannot have any more members." in answer.text


def test_a_club_moves_here_and_still_opens_tables(client: FlaskClient, clock: Clock) -> None:
    assert bring(client, of_group(NEW_TABLES * 2)).status_code == 303
    for _ in range(3):
        open_table(client)
    assert bring(client, of_group(NEW_TABLES * 2)).status_code == 429
    clock.now += 3600
    assert bring(client, of_group(NEW_TABLES * 2)).status_code == 303


def test_a_file_that_takes_too_long_is_given_up(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "SECONDS", -1.0)
    answer = bring(client, of_group(2))
    assert answer.status_code == 422
    assert "takes too long" in answer.text
