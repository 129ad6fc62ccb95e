"""No page has a word that bypasses the catalogue. All are visited in a language whose every message is marked."""

import json
import re
from collections.abc import Iterator
from html import unescape
from itertools import islice
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from flask.testing import FlaskClient

from scorekeeper.games import GAMES
from scorekeeper.games.game import Game
from scorekeeper.games.pad import Mark, Setup, Spot
from scorekeeper.games.pads.boxes import NumberBox, WordsBox
from scorekeeper.language.text import Text, in_words
from scorekeeper.storage.tables import Tables
from scorekeeper.table.journal import Agree, Strike, Write
from tests.support.games import NAMES, WALKED, any_table, marks_of, spots
from tests.support.groups import open_group
from tests.support.http import field, open_table
from tests.support.languages import LANGUAGE, forget, leaks, speak_it, strip_marked
from tests.support.soak import SOAK
from tests.support.transcripts import FOLDER, SOMEBODY, act_of, of_few_or_many, setup_of

TRANSCRIPTS = [path for path in sorted(FOLDER.glob("*.txt")) if SOAK or of_few_or_many(path)]

RULINGS = json.loads((Path(__file__).parents[1] / "games" / "rulings.json").read_text(encoding="utf-8"))["rulings"]

LETTERS = ("A", "B", "C", "D", "E", "F")

SPARED = r"/static/|lang=|language=|^/programs|[.]json$"
"""Addresses that are not visited. The API and its documentation are in English."""

LOOKS = 4 if SOAK else 1
"""Number of stops in a transcript at which its pages are visited, besides its end."""

TABLES = 2 if SOAK else 1
"""Number of tables per game with random marks."""

OFTEN = 4 if SOAK else 1
"""Number of visits to a page without a table, with different words in its address."""

every_game = pytest.mark.parametrize("game", WALKED.values(), ids=WALKED.keys())


@pytest.fixture(autouse=True, scope="module")
def marked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The app has English and the marked language."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        speak_it(tmp_path_factory.mktemp("translations"), monkeypatch)
        yield
    forget()


@pytest.fixture
def reader(client: FlaskClient) -> FlaskClient:
    """A browser of a reader of the marked language."""
    client.set_cookie("browser", SOMEBODY.browser)
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = LANGUAGE
    return client


def tables_of(client: FlaskClient) -> Tables:
    tables = client.application.extensions["tables"]
    assert isinstance(tables, Tables)
    return tables


class Seen(NamedTuple):
    """A page that was visited, and the unmarked text on it."""

    html: str
    stray: list[str]


def look(client: FlaskClient, url: str, names: tuple[str, ...] = (), status: tuple[int, ...] = (200, 404)) -> Seen:
    """Visit a page."""
    answer = client.get(url, follow_redirects=True)
    assert answer.status_code in status, (url, answer.status)
    if answer.mimetype != "text/html":
        return Seen(answer.text, [])
    assert f'<html lang="{LANGUAGE}">' in answer.text, url
    return Seen(answer.text, [*leaks(answer.text, names)])


def look_around(client: FlaskClient, table_id: str) -> dict[str, list[str]]:
    """Return the unmarked text on each page of a table, by page."""
    table = tables_of(client).load(table_id)
    url, round = f"/t/{table_id}/", max(table.rounds, 1)
    remarks = [mark for mark in table.known.marks.values() if isinstance(mark, str) and " " in mark]
    parts = {name[:end] for name in (*table.setup.players, *NAMES) for end in range(1, len(name) + 1)}
    names = (*remarks, *LETTERS, *parts)
    pages = ["", "journal", "board", "setup", "seat", "invite", "invite?watch=yes"]
    of_round = [f"?way={way.key}" for way in table.game.ways(table.setup)]
    of_round += ["?way=own", "play", "play?at=1", "secret", "sheet", "sheet.html"]
    of_round += [f"secret?at={row.key}" for row in table.game.rows(table.setup) if any(box.hidden for box in row.boxes)]
    return {page: look(client, url + page, names).stray for page in [*pages, *(f"{round}/{page}" for page in of_round)]}


def strays(seen: dict[str, list[str]]) -> dict[str, list[str]]:
    """Return the pages that have unmarked text."""
    return {page: stray for page, stray in seen.items() if stray}


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_no_page_of_a_table_has_a_word_of_its_own(reader: FlaskClient, path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    game = GAMES[path.stem.split("-")[0]]
    head = dict(line.split(": ", 1) for line in text.split("\n\n", 1)[0].splitlines())
    tables = tables_of(reader)
    table = tables.open(game, setup_of(game, head), SOMEBODY.browser)
    taps = [line[2:] for line in text.splitlines() if line.startswith("> ")]
    stops = {len(taps) * each // (LOOKS + 1) for each in range(1, LOOKS + 1)}
    for number, tap in enumerate(taps):
        if number in stops:
            assert strays(look_around(reader, table)) == {}
        now = tables.load(table)
        tables.record(table, act_of(tap, now), f"op{number}", SOMEBODY, now.known.seq)
    assert strays(look_around(reader, table)) == {}


def any_mark(game: Game, setup: Setup, chance: Random) -> dict[Spot, Mark]:
    """Return random marks all over the pad. Remarks have no letters."""
    often = chance.random()
    marks: dict[Spot, Mark] = {}
    for spot, box in spots(game, setup):
        if chance.random() < often:
            choice = [*marks_of(box), chance.randint(0, box.most)] if isinstance(box, NumberBox) else marks_of(box)
            marks[spot] = "12 %" if isinstance(box, WordsBox) else chance.choice(choice)
    return marks


@every_game
def test_whatever_is_wrong_on_a_pad_is_said_in_the_readers_language(reader: FlaskClient, game: Game) -> None:
    chance = Random(f"marks of {game.slug}")
    tables = tables_of(reader)
    for _ in range(TABLES):
        setup = any_table(game, chance)
        table = tables.open(game, setup, SOMEBODY.browser)
        changes = any_mark(game, setup, chance)
        tables.record(table, Write(changes), "op", SOMEBODY, 1)
        assert strays(look_around(reader, table)) == {}
        for number, spot in enumerate(islice(changes, 3)):
            tables.record(table, Write({spot: None}), f"gone{number}", SOMEBODY, tables.load(table).known.seq)
        tables.record(table, Strike(2), "back", SOMEBODY, tables.load(table).known.seq)
        assert strays(look_around(reader, table)) == {}


@every_game
def test_every_sentence_of_a_score_is_a_text(game: Game) -> None:
    chance = Random(f"sentences of {game.slug}")
    for _ in range(40):
        setup = any_table(game, chance)
        marks = any_mark(game, setup, chance)
        sheet = game.score(setup, marks, 1)
        problems = [*sheet.problems, *sheet.open]
        said = [sheet.verdict, sheet.reason, *sheet.notes.values(), *(problem.text for problem in problems)]
        said += [cure.label for problem in problems for cure in problem.cures]
        assert all(isinstance(one, Text) for one in said)


def links(html: str) -> Iterator[str]:
    """Yield the addresses of the links on a page."""
    for part in html.split("href=")[1:]:
        link = part[1:].split('"')[0] if part[0] == '"' else part.split(">")[0].split(" ")[0]
        yield unescape(link)


def test_no_page_that_can_be_reached_without_a_table_has_a_word_of_its_own(reader: FlaskClient) -> None:
    met: dict[str, int] = {}
    ahead = ["/", "/paper/", "/rulings/"]
    while ahead:
        url = ahead.pop()
        path = url.split("?")[0]
        met[path] = met.get(path, 0) + 1
        if met[path] > OFTEN:
            continue
        seen = look(reader, url, LETTERS)
        assert seen.stray == [], url
        for link in links(seen.html):
            there = link.split("#")[0].replace(".pdf", ".html")
            if there.startswith("/") and not re.search(SPARED, there):
                ahead.append(there)
    assert len(met) > 30


def test_an_agreed_sheet_asks_for_a_reason_in_the_readers_language(reader: FlaskClient) -> None:
    game = GAMES["tally"]
    tables = tables_of(reader)
    table = tables.open(game, Setup(("Bo", "Cy"), game.default_options(), ((1, (0, 1)),)), SOMEBODY.browser)
    written: dict[Spot, Mark] = {
        spot: 5 for spot, box in spots(game, tables.load(table).setup) if isinstance(box, NumberBox)
    }
    tables.record(table, Write(dict(written)), "w", SOMEBODY, 1)
    tables.record(table, Agree(1, (0, 1), tables.load(table).sheet_digest(1)), "a", SOMEBODY, 2)
    url = f"/t/{table}/"
    token = field(reader.get(url).text, "csrf_token")
    strike = {"csrf_token": token, "op": "b" * 32, "seen": "3", "strike": "2"}
    answer = reader.post(f"{url}write", data=strike)
    assert answer.status_code == 409
    assert not [*leaks(answer.text, ("Bo", "Cy", "B", "C"))]
    tables.record(table, Write(dict.fromkeys(written, 7)), "r", SOMEBODY, 3, why="12 %")
    assert strays(look_around(reader, table)) == {}


@pytest.mark.parametrize("ruling", RULINGS, ids=lambda ruling: ruling["id"])
def test_an_answer_of_the_referee_is_said_in_the_readers_language(ruling: dict) -> None:
    if ruling["game"] not in GAMES:
        pytest.skip("another game")
    from scorekeeper.language.catalogue import catalogue
    from scorekeeper.rulings import answer_with_rules

    game = GAMES[ruling["game"]]
    answer = answer_with_rules(game, game.rulings[ruling["kind"]], ruling["input"])
    said = in_words(answer["because"], catalogue(LANGUAGE))
    names = (*names_in(ruling["input"]), "pink")
    assert isinstance(said, list)
    assert all(sentence.startswith("⟦") and not strip_marked(sentence, names) for sentence in said)


def names_in(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, one in value.items():
            yield key
            yield from names_in(one)
    elif isinstance(value, list):
        for one in value:
            yield from names_in(one)


def test_no_page_of_a_group_has_a_word_of_its_own(reader: FlaskClient) -> None:
    group = open_group(reader, reader.application, "Adabei", *NAMES[:4])
    group.open("tally")
    anna, bo, *_ = group.load().persons
    group.change(anna.id, name="Annabel")
    loose = open_table(reader, NAMES[4:6], "tally").table
    names = ("Adabei", "Annabel", *NAMES, *(name[:1] for name in NAMES))
    inside = ["", "persons", f"persons/{bo.id}", "tables", "journal", "settings", "invite"]
    pages = ["/", "/g/new", "/g/nothing/", f"/t/{loose}/group", *(f"{group.url}{path}" for path in inside)]
    assert strays({page: look(reader, page, names).stray for page in pages}) == {}
