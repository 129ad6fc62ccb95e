"""Secret decisions: no page reveals one before everybody has decided, then all appear at once.

Two tables that differ only in one secret decision must look the same on every page. The first game with a hidden box
stands for all.
"""

import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import unescape
from io import BytesIO
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from pypdf import PdfReader
from werkzeug.test import TestResponse

from scorekeeper import create_app
from scorekeeper.games import GAMES
from scorekeeper.games.game import Game
from scorekeeper.games.pad import Setup
from tests.support.http import Player, change, field, let_in, open_table, read_seats

CAST = ("Anna", "Bo", "Cleo")

ANNA, BO, CLEO = range(3)

PLUS = "1.red.side..=harp"

TOKENS = re.compile(r'(name="?(?:op|csrf_token)"? value=|(?:data-live="|name="seen" value=")\d+\.)"?[^">]*"?')
"""What is drawn by lot for each page, or tells the second of its newest line."""


def secret_games() -> Iterator[tuple[Game, str, str]]:
    """Yield the games that can hide a box, with the key and value of the option that does."""
    for game in GAMES.values():
        for option in game.options:
            for value, _ in option.choices:
                setup = Setup(CAST, {**game.default_options(), option.key: value}, ((1, (0, 1, 2)),))
                if any(box.secret for row in game.rows(setup) for box in row.boxes):
                    yield game, option.key, value


((GAME, OPTION, HIDES),) = secret_games()


def secret_table(client: FlaskClient) -> Player:
    return open_table(client, CAST, GAME.slug, **{OPTION: HIDES})


@pytest.fixture
def anna(client: FlaskClient) -> Player:
    """A phone at a table with hidden doublers and a row with positive points."""
    player = secret_table(client)
    player.tap(PLUS)
    return player


def decide(player: Player, seat: int, choice: int, row: str = "red") -> TestResponse:
    """Lift the cover of a seat, tap a choice and return the answer."""
    html = player.page(f"1/secret?at={row}&seat={seat}&way=hands")  # whatever way was looked at before
    hidden = {name: field(html, name) for name in ("csrf_token", "op", "seen", "at", "seat")}
    assert hidden["seat"] == str(seat), f"{CAST[seat]} is not asked"
    return player.client.post(f"{player.url}1/secret/write", data={**hidden, "tap": str(choice)})


COMMIT, KEEP = 0, 1


def marks(player: Player) -> dict[tuple[str, int | None], object]:
    """Return the marks of the hidden boxes by row and seat, as pages know them."""
    known = player.client.application.extensions["tables"].load(player.table).known
    return {(spot.row, spot.seat): mark for spot, mark in known.marks.items() if spot.box == "double"}


# No page reveals it


@dataclass
class World:
    """One of two tables that differ only in a secret decision."""

    app: Flask
    scorer: Player
    second: Player
    watcher: Player

    def pages(self) -> dict[str, str]:
        """Return every page for every phone, without random parts, by phone and address. PDFs are left to `paper`."""
        answers = {}
        for name in ("scorer", "second", "watcher"):
            player: Player = getattr(self, name)
            for path in addresses(self.app, player.table):
                if path.endswith(".pdf"):
                    continue
                answer = player.client.get(path)
                assert answer.status_code < 500, path
                answers[f"{name} {path}"] = f"{answer.status} {answer.headers.get('Location')} {plain(answer)}"
        return answers

    def paper(self) -> str:
        """Return the printed sheet."""
        return plain(self.watcher.client.get(f"{self.watcher.url}1/sheet.pdf"))


def plain(answer: TestResponse) -> str:
    if answer.mimetype == "application/pdf":
        return "\n".join(page.extract_text() for page in PdfReader(BytesIO(answer.data)).pages)
    return TOKENS.sub(r"\1", answer.text)


def addresses(app: Flask, table_id: str) -> Iterator[str]:
    """Yield every address of a table that answers GET, with its useful queries."""
    for rule in app.url_map.iter_rules():
        if "GET" in (rule.methods or ()) and rule.arguments and rule.arguments <= {"table_id", "round"}:
            path = rule.rule.replace("<table_id>", table_id).replace("<int:round>", "1")
            yield path
            if path.endswith("/1/"):
                yield from (f"{path}?way={way}" for way in ("hands", "fast", "totals"))
                yield f"{path}?why=1.red.double.0."
            if path.endswith("/secret"):
                yield from (f"{path}?at=red&seat={seat}" for seat in ("", 0, 1, 2))
            if path.endswith("/anew"):
                yield from (f"{path}?at=red&seat={seat}" for seat in ("", 0, 1, 2))
    yield "/"


def world(folder: Path, cookies: list[dict[str, str]], table_id: str) -> World:
    app = create_app(folder, TESTING=True)
    players = []
    for jar in cookies:
        client = app.test_client()
        for key, value in jar.items():
            client.set_cookie(key, value)
        players.append(Player(client, table_id))
    return World(app, *players)


@pytest.fixture
def worlds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[World, World]]:
    """Two equal tables with three phones each. The clock is stopped, because pages show the minute of a line."""
    monkeypatch.setattr("time.time", lambda: 1_800_000_000)
    app = create_app(tmp_path / "first", TESTING=True)
    player = secret_table(app.test_client())
    phones = [player, let_in(player, app), let_in(player, app, "watch")]
    player.tap(PLUS)
    player.page("board")  # chooses the letters to watch at random
    cookies = []
    for phone in phones:
        phone.page("journal")
        kept = {key: phone.client.get_cookie(key) for key in ("browser", "session")}
        cookies.append({key: cookie.value for key, cookie in kept.items() if cookie})
    app.extensions["tables"].store.close()
    two = []
    for name in ("one", "other"):
        shutil.copytree(tmp_path / "first", tmp_path / name)
        two.append(world(tmp_path / name, cookies, player.table))
    yield two[0], two[1]
    for each in two:
        each.app.extensions["tables"].store.close()


def differing(one: World, other: World) -> list[str]:
    """Return the addresses of the pages that differ between the two tables."""
    ours, theirs = one.pages(), other.pages()
    assert ours.keys() == theirs.keys()
    assert len(ours) > 40
    return [path for path, page in ours.items() if page != theirs[path]]


def both(worlds: tuple[World, World], act: Callable[[World], TestResponse]) -> None:
    """Do the same at both tables and check that the answers are equal."""
    answers = [act(each) for each in worlds]
    assert answers[0].status == answers[1].status
    assert plain(answers[0]) == plain(answers[1])


def test_no_page_differs_by_what_was_decided_until_all_have_decided(worlds: tuple[World, World]) -> None:
    one, other = worlds
    assert differing(one, other) == []
    assert decide(one.scorer, ANNA, COMMIT).location == decide(other.scorer, ANNA, KEEP).location
    assert differing(one, other) == []
    both(worlds, lambda each: each.scorer.tap("1.red.hand.0.5=1;1.red.hand.1.5=1"))
    assert differing(one, other) == []
    both(worlds, lambda each: decide(each.second, BO, KEEP))
    assert differing(one, other) == []
    assert one.paper() == other.paper()
    both(worlds, lambda each: decide(each.scorer, CLEO, COMMIT))
    assert one.paper() != other.paper()
    told = differing(one, other)
    assert {path.split(" ")[0] for path in told} == {"scorer", "second", "watcher"}
    assert any(path.endswith("/1/sheet") for path in told)
    assert any(path.endswith("journal") for path in told)


def take_back(each: World, seat: int) -> TestResponse:
    """Take back the decision behind the cover of a seat and return the answer."""
    html = each.scorer.page(f"1/secret/anew?at=red&seat={seat}")
    names = ("csrf_token", "op", "seen", "at", "seat", "strike")
    return each.scorer.client.post(f"{each.scorer.url}1/secret/write", data={name: field(html, name) for name in names})


def test_who_has_decided_takes_it_back_behind_the_own_cover_and_no_page_tells_what_it_was(
    worlds: tuple[World, World],
) -> None:
    one, other = worlds
    decide(one.scorer, ANNA, COMMIT)
    decide(other.scorer, ANNA, KEEP)
    both(worlds, lambda each: decide(each.scorer, BO, KEEP))
    for phone in (one.second, one.watcher):
        assert "decides anew" not in phone.page("1/secret?at=red") if phone is one.second else True
        assert phone.client.get(f"{phone.url}1/secret/anew?at=red&seat=0").status_code in (303, 403)
    cover = one.scorer.page("1/secret?at=red")
    assert "Pass the phone to Cleo." in cover
    assert "Let Anna decide again" in cover
    assert "Let Bo decide again" in cover
    assert differing(one, other) == []
    both(worlds, lambda each: take_back(each, ANNA))
    assert marks(one.scorer) == {("red", BO): "sealed"}
    both(worlds, lambda each: decide(each.scorer, ANNA, KEEP))
    assert differing(one, other) == []
    decide(one.scorer, CLEO, KEEP)
    assert marks(one.scorer) == {("red", seat): 0 for seat in range(3)}
    assert "Anna doubles red." in unescape(one.scorer.page("journal"))


@pytest.mark.parametrize("guess", ["0", "1"])
@pytest.mark.parametrize("seen", ["2", "4"])
def test_guessing_what_was_decided_is_answered_the_same_whatever_it_was(
    worlds: tuple[World, World], guess: str, seen: str
) -> None:
    one, other = worlds
    decide(one.scorer, ANNA, COMMIT)
    decide(other.scorer, ANNA, KEEP)
    if seen == "4":
        both(worlds, lambda each: each.scorer.send({"strike": "3"}))
        seen = "3"

    def probe(each: World) -> TestResponse:
        html = each.second.page("journal")
        fields = {"csrf_token": field(html, "csrf_token"), "op": "f" * 32, "seen": seen}
        return each.second.client.post(f"{each.second.url}1/write", data={**fields, "tap": f"1.red.double.0.={guess}"})

    both(worlds, probe)
    assert differing(one, other) == []


# Who may touch it


def test_the_rules_do_not_change_while_something_is_secret(anna: Player) -> None:
    decide(anna, ANNA, COMMIT)
    option = next(option for option in GAME.options if option.key == OPTION)
    other = {f"option.{OPTION}": next(value for value, _ in option.choices if value != HIDES)}
    refused = change(anna, **other)
    assert refused.status_code == 422
    assert "Some choices are still secret. Wait until everybody has decided." in refused.text
    assert read_seats(refused.text) == list(CAST)
    for seat in (BO, CLEO):
        decide(anna, seat, KEEP)
    assert change(anna, **other).status_code == 303
    assert marks(anna)["red", ANNA] == 1


# One phone that is passed around


CHOICES = [("0", "Use my doubler"), ("1", "Keep my doubler")]


def choices(html: str) -> list[tuple[str, str]]:
    return re.findall(r'name="tap" value="(\d)">([^<]*)<', html)


def test_each_player_lifts_a_cover_without_menu_or_code_and_decides_behind_it(anna: Player) -> None:
    assert 'href="secret?at=red&amp;seat=0"' in anna.page()
    answer = decide(anna, ANNA, COMMIT)
    for who, seat in (("Bo", BO), ("Cleo", CLEO)):
        cover = anna.client.get(answer.location).text
        assert f"Pass the phone to {who}." in cover
        assert choices(cover) == []
        alone = anna.page(f"1/secret?at=red&seat={seat}")
        assert choices(alone) == CHOICES
        assert field(alone, "seat") == str(seat)
        for page in (cover, alone):
            assert 'class="more"' not in page
            assert 'class="code"' not in page
        assert '<li class="now" aria-current="true">' in cover
        answer = decide(anna, seat, KEEP)
    assert anna.client.get(answer.location).location == f"{anna.url}1/?revealed=yes#red"


def test_deciding_twice_on_one_page_counts_once(anna: Player) -> None:
    html = anna.page("1/secret?at=red&seat=0")
    hidden = {name: field(html, name) for name in ("csrf_token", "op", "seen", "at", "seat")}
    for choice in (COMMIT, KEEP):
        answer = anna.client.post(f"{anna.url}1/secret/write", data={**hidden, "tap": str(choice)})
        assert "Pass the phone to Bo." in anna.client.get(answer.location).text
    for seat in (BO, CLEO):
        decide(anna, seat, KEEP)
    assert marks(anna)["red", ANNA] == 1


def test_whose_doubler_is_spent_is_not_asked_again_and_marked_along(anna: Player) -> None:
    decide(anna, ANNA, COMMIT)
    for seat in (BO, CLEO):
        decide(anna, seat, KEEP)
    anna.tap("1.yellow.side..=harp")
    html = anna.page()
    assert "secret?at=yellow&amp;seat=0" not in html
    assert "doubler already used" in html
    decide(anna, BO, KEEP, "yellow")
    # Anna had nothing to decide here, though it was marked along.
    cover = anna.page("1/secret?at=yellow")
    assert "Let Bo decide again" in cover
    assert "Let Anna decide again" not in cover
    decide(anna, CLEO, KEEP, "yellow")
    assert {seat: mark for (row, seat), mark in marks(anna).items() if row == "yellow"} == {0: 0, 1: 0, 2: 0}


@pytest.mark.parametrize(
    "fields", [{"tap": "2"}, {"tap": ""}, {"tap": "x"}, {"tap": "-1"}, {"tap": "1.red.double.0.=1"}]
)
def test_what_is_no_choice_is_refused(anna: Player, fields: dict[str, str]) -> None:
    html = anna.page("1/secret?at=red&seat=0")
    hidden = {name: field(html, name) for name in ("csrf_token", "op", "seen", "at", "seat")}
    assert anna.client.post(f"{anna.url}1/secret/write", data={**hidden, **fields}).status_code == 422
    assert marks(anna) == {}
