"""Export by page, by link for programs and by command line; import by page and by command line."""

import io
import re
from html import unescape
from pathlib import Path
from urllib.parse import unquote

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper import create_app
from scorekeeper.cli import main
from scorekeeper.exchange.formats import FORMATS, Export
from scorekeeper.games.pad import Spot
from scorekeeper.games.tally.counting import POINTS_BOX, POINTS_ROW
from scorekeeper.storage import access
from scorekeeper.table.journal import By, Close, Write
from scorekeeper.web.exchange.export import FEW_LINES, LargeExports
from tests.support.command import scorekeeper
from tests.support.groups import Friends, open_group
from tests.support.http import PHONE_SAYS, Player, field, open_table, play_example, token
from tests.support.parade import EXAMPLE, cards


@pytest.fixture
def friday(alice: Player, app: Flask) -> Friends:
    """A group with one finished table."""
    play_example(alice)
    alice.client.post(f"{alice.url}close", data={"csrf_token": field(alice.client.get("/").text, "csrf_token")})
    friday = open_group(alice.client, app, "Friday", "Alice")
    where = f"/t/{alice.table}/group"
    friday.post(where, alice.client.get(where).text, group=friday.group)
    return friday


def bring(client: FlaskClient, file: bytes) -> TestResponse:
    token = field(client.get("/bring").text, "csrf_token")
    return client.post("/bring", data={"csrf_token": token, "file": (io.BytesIO(file), "x.json")})


@pytest.mark.parametrize("form", FORMATS)
def test_each_form_is_there_for_a_group_and_for_a_table(friday: Friends, form: str) -> None:
    (table,) = friday.load().tables
    for where in (f"{friday.url}take", f"/t/{table}/take"):
        page = friday.client.get(where)
        assert page.status_code == 200
        answer = friday.client.get(f"{where}/{form}")
        assert answer.status_code == 200
        assert answer.mimetype == FORMATS[form].media_type
        assert "Hatter" in answer.text
        if form != "text.txt":
            assert form in answer.headers["Content-Disposition"]
            assert f'href="{where}/{form}"' in page.text


def test_a_program_gets_the_same_with_a_link_that_watches(friday: Friends, app: Flask) -> None:
    store, program = friday.tables.store, app.test_client()
    for id, where in ((friday.group, friday.url), *((id, f"/t/{id}/") for id in friday.load().tables)):
        answer = program.get(f"/api/v1/take/{access.find_link(store, id, 'watch')}/scorekeeper.json")
        assert answer.text == friday.client.get(f"{where}take/scorekeeper.json").text
    for wrong in (
        "/api/v1/take/nothing/tables.csv",
        f"/api/v1/take/{access.find_link(store, friday.group, 'watch')}/nothing",
    ):
        answer = program.get(wrong)
        assert (answer.status_code, answer.mimetype) == (404, "application/json")


def test_a_program_is_told_how_a_table_and_a_group_stand(friday: Friends, app: Flask) -> None:
    store, program = friday.tables.store, app.test_client()
    (table,) = friday.load().tables
    alice, bo, hatter = friday.load().persons
    group = f"/api/v1/groups/{access.find_link(store, friday.group, 'watch')}"
    told = program.get(group).json
    assert (told["name"], told["rated"], told["seasons"]) == ("Friday", False, [])
    assert [person["name"] for person in told["persons"]] == [alice.name, bo.name, hatter.name]
    played = {
        person["name"]: (person["games"], person["contested"], person["wins"], person["rating"])
        for person in told["persons"]
    }
    assert played["Hatter"] == (1, 1, 1, None)
    assert [(listed["id"], listed["game"], listed["over"]) for listed in told["tables"]] == [(table, "parade", True)]
    stands = program.get(f"/api/v1/tables/{access.find_link(store, table, 'watch')}").json
    assert (stands["name"], stands["over"], stands["lowest_wins"]) == ("Parade", True, True)
    assert {player["name"]: (player["points"], player["place"], player["won"]) for player in stands["players"]} == {
        "Alice": (35, 3, False),
        "Hatter": (27, 1, True),
        "Cheshire": (31, 2, False),
    }
    assert [points["points"] for points in stands["rounds"][0]["points"]] == [35, 27, 31]
    of_group = program.get(f"{group}/tables/{table}").json
    persons = {person.name: person.id for person in friday.load().persons}
    assert {player["name"]: player["person"] for player in of_group["players"]} == persons
    assert [player | {"person": ""} for player in of_group["players"]] == stands["players"]


def test_nobody_is_told_of_what_a_link_does_not_lead_to(friday: Friends, app: Flask) -> None:
    store, program = friday.tables.store, app.test_client()
    (table,) = friday.load().tables
    other = open_table(friday.client, ("Dora", "Edgar"), "tally").table
    group, own = access.find_link(store, friday.group, "watch"), access.find_link(store, table, "watch")
    for wrong in (f"groups/{own}", f"tables/{group}", f"groups/{group}/tables/{other}", f"groups/{own}/tables/{table}"):
        answer = program.get(f"/api/v1/{wrong}")
        assert (answer.status_code, answer.mimetype) == (404, "application/json")
    friday.groups.tables.end_links(friday.group, "")
    for ended in (f"groups/{group}", f"groups/{group}/tables/{table}"):
        assert program.get(f"/api/v1/{ended}").status_code == 404


def test_what_is_not_decided_is_not_told(friday: Friends, app: Flask) -> None:
    opened = open_table(friday.client, ("Dora", "Edgar"), "tally").table
    marks = {Spot(1, POINTS_ROW, POINTS_BOX, 0): 77}
    friday.tables.record(opened, Write(marks), "w", By("x"), friday.tables.load(opened).seen)
    answer = app.test_client().get(f"/api/v1/tables/{access.find_link(friday.tables.store, opened, 'watch')}")
    assert answer.json["rounds"] == []
    assert "77" not in str({**answer.json, "id": "", "at": 0})  # a number or a time may hold it by chance


def test_a_sheet_with_which_a_game_is_over_and_the_evening_have_a_button_on_each_phone(client: FlaskClient) -> None:
    deals = open_table(client, ("Anna", "Bo", "Cleo"), "parade")
    button = re.compile(r'<a class="wide" href="([^"]+)"[^>]*>Open in BG Stats</a>')
    assert not button.search(deals.page("1/sheet") + deals.page("evening"))
    tables = client.application.extensions["tables"]
    for round in (1, 2):
        piles = {spot._replace(round=round): mark for spot, mark in dict(cards(EXAMPLE)).items()}
        tables.record(deals.table, Write(piles), f"d{round}", By("x"), tables.load(deals.table).seen)
    plays = Export((tables.load(deals.table),)).plays
    for where in ("1/sheet", "2/sheet", "evening"):
        assert re.sub("<[^>]*>", "", client.get(deals.url + where).text).count("Open in BG Stats") == 1, where
    for where, play in (("1/sheet", plays[0]), ("2/sheet", plays[1]), ("evening", plays[1])):
        match = button.search(client.get(deals.url + where, headers={"User-Agent": PHONE_SAYS}).text)
        assert match, where
        answer = client.get(unescape(match[1]))
        assert answer.location.startswith("https://app.bgstatsapp.com/createPlay.html?data=")
        assert play.id in unquote(answer.location)


def test_a_file_is_brought_in_on_its_page(friday: Friends, tmp_path: Path) -> None:
    file = friday.client.get(f"{friday.url}take/scorekeeper.json").data
    other = create_app(tmp_path / "other", TESTING=True)
    guest = other.test_client()
    answer = bring(guest, file)
    assert (answer.status_code, answer.location) == (303, friday.url)
    assert "Hatter wins with 27." in guest.get(f"{friday.url}tables").text
    assert guest.get(f"{friday.url}take/scorekeeper.json").data == file
    assert bring(guest, file).location == friday.url
    assert bring(other.test_client(), file).status_code == 409
    other.extensions["tables"].store.close()


def test_the_command_line_takes_out_while_the_app_runs_and_brings_in(
    friday: Friends, app: Flask, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    here = app.extensions["tables"].store.path.parent
    for form in FORMATS:
        target = tmp_path / f"friday.{form}"
        assert main(["export", friday.group, str(target), "--instance", str(here)]) == 0
        assert target.read_bytes() == friday.client.get(f"{friday.url}take/{form}").data
    file, other = tmp_path / "friday.scorekeeper.json", tmp_path / "other"
    assert main(["import", str(file), "--instance", str(other)]) == 0
    said = capsys.readouterr().out
    assert f"Tables imported into {other / 'scorekeeper.db'}: 1. Anybody who opens /j/" in said
    assert main(["export", friday.group, str(tmp_path / "b.scorekeeper.json"), "--instance", str(other)]) == 0
    assert (tmp_path / "b.scorekeeper.json").read_bytes() == file.read_bytes()


def test_a_program_is_told_a_rating_where_the_group_shows_one(friday: Friends, app: Flask) -> None:
    for _ in range(4):
        table = friday.open("tally")
        marks = {Spot(1, POINTS_ROW, POINTS_BOX, seat): points for seat, points in enumerate((1, 9, 5))}
        for act in (Write(marks), Close(1)):
            friday.tables.record(table, act, str(act), By("x"), friday.tables.load(table).seen)
    where = f"/api/v1/groups/{access.find_link(friday.tables.store, friday.group, 'watch')}"
    assert [person["rating"] for person in app.test_client().get(where).json["persons"]] == [None] * 3
    friday.post(f"{friday.url}write", friday.client.get(f"{friday.url}settings").text, rating="on")
    told = {person["name"]: person["rating"] for person in app.test_client().get(where).json["persons"]}
    assert told["Hatter"]["points"] > told["Cheshire"]["points"] > told["Alice"]["points"]
    assert told["Hatter"]["games"] == 5


def test_nothing_is_imported_into_a_new_database_unless_its_folder_is_named(
    friday: Friends, app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, file = app.extensions["tables"].store.path.parent, str(tmp_path / "friday.scorekeeper.json")
    scorekeeper("export", friday.group, file, "--instance", str(here))
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert scorekeeper("import", file, code=2)[1].startswith("There is no database in instance. To import into a new")
    assert list(Path().iterdir()) == []
    scorekeeper("import", file, "--instance", "instance")
    assert scorekeeper("import", file)[0].startswith(
        f"Tables imported into {Path('instance/scorekeeper.db').absolute()}: 0."
    )


def test_a_transcript_is_refused_on_the_page_and_by_the_command(friday: Friends, app: Flask, tmp_path: Path) -> None:
    (table,) = friday.load().tables
    text = friday.client.get(f"/t/{table}/take/transcript.txt").text
    assert "  1  Alice, Hatter and Cheshire play." in text
    file = tmp_path / "friday.transcript.txt"
    file.write_text(text)
    what_to_do = "export it as a Scorekeeper file, whose name ends in scorekeeper.json, and import that file."
    answer = bring(app.test_client(), text.encode())
    assert answer.status_code == 422
    assert what_to_do in answer.text
    assert what_to_do in scorekeeper("import", str(file), "--instance", str(tmp_path / "other"), code=2)[1]
    assert what_to_do in scorekeeper("import", "--check", str(file), code=2)[1]
    assert not (tmp_path / "other").exists()


def test_the_command_line_checks_a_file_before_it_is_imported(friday: Friends, app: Flask, tmp_path: Path) -> None:
    file = tmp_path / "friday.scorekeeper.json"
    scorekeeper("export", friday.group, str(file), "--instance", str(app.extensions["tables"].store.path.parent))
    assert "Every line is valid. Tables: 1." in scorekeeper("import", "--check", str(file))[0]
    file.write_text(file.read_text().replace('"write"', '"wrote"', 1))
    scorekeeper("import", "--check", str(file), code=2)


def enter(player: Player, app: Flask, lines: int) -> None:
    tables = app.extensions["tables"]
    for number in range(lines):
        seen = tables.load(player.table).seen
        tables.record(player.table, Write({Spot(1, POINTS_ROW, POINTS_BOX, 0): number % 50}), f"{seen}", By("x"), seen)


@pytest.fixture
def large(client: FlaskClient, app: Flask) -> Player:
    """A table with a large export."""
    player = open_table(client, ("Anna", "Bo"), "tally")
    enter(player, app, FEW_LINES)
    return player


def test_a_large_export_is_written_once_until_its_key_changes() -> None:
    exports, written = LargeExports(), list[str]()

    def write(key: str, lines: int = FEW_LINES + 1) -> str:
        return exports.get_or_write(key, lines, lambda: written.append(key) or f"{len(written)}")

    assert [write("a"), write("a"), write("b"), write("a"), write("b")] == ["1", "1", "2", "1", "2"]
    assert [write("c", FEW_LINES), write("c", FEW_LINES)] == ["3", "4"], "a small one takes no memory"


def test_who_asks_meanwhile_is_told_when_to_try_again(large: Player, app: Flask) -> None:
    link = access.find_link(app.extensions["tables"].store, large.table, "watch")
    small = open_table(large.client, ("Cleo", "Dan"), "tally")
    with app.extensions["large_exports"]._writing:
        for path in (f"{large.url}take/tables.csv", f"/api/v1/take/{link}/transcript.txt"):
            answer = large.client.get(path)
            assert answer.status_code == 503
            assert answer.headers["Retry-After"] == "5"
            assert "Another large export is being written. Nothing is lost. Try again in a moment." in answer.text
        assert large.client.get(f"{small.url}take/tables.csv").status_code == 200
    assert large.client.get(f"{large.url}take/tables.csv").status_code == 200


@pytest.mark.parametrize("form", ["transcript.txt", "rounds.csv", "scorekeeper.json", "text.txt"])
def test_a_large_export_tells_what_was_entered_since(large: Player, app: Flask, form: str) -> None:
    group = open_group(large.client, app, "Friday", "Anna").group
    where = f"/t/{large.table}/group"
    assert large.client.post(where, data={"csrf_token": token(large.client), "op": "g", "group": group}).location
    pages = [f"{large.url}take/{form}", f"/g/{group}/take/{form}"]
    before = [large.client.get(page).text for page in pages]
    assert [large.client.get(page).text for page in pages] == before
    enter(large, app, 1)
    tables = app.extensions["tables"]
    tables.record(
        large.table, Write({Spot(1, POINTS_ROW, POINTS_BOX, 1): 777}), "x", By("x"), tables.load(large.table).seen
    )
    for page, text in zip(pages, before, strict=True):
        now = large.client.get(page).text
        assert now != text
        assert "777" in now
    large.client.post(f"{large.url}delete", data={"csrf_token": token(large.client)})
    assert "777" not in large.client.get(pages[1]).text, "a deleted table is left out at once"
