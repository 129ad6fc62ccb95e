"""What every game must offer. Games are found by their folders and tested without knowing any by name.

Of the pads only a few stand for the others in slow tests.
"""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from random import Random

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader

from scorekeeper.games import GAMES
from scorekeeper.games.errors import Malformed
from scorekeeper.games.game import Game
from scorekeeper.games.pad import NO_NEWS, Changes, Mark, Setup, Spot
from scorekeeper.games.pads.boxes import ChoiceBox, NumberBox, WordsBox
from scorekeeper.printing import blank_pads, press
from scorekeeper.printing.blank_pads import PadRequest
from scorekeeper.storage.store import Store
from scorekeeper.storage.tables import Tables
from scorekeeper.table.journal import Change, Write, dump, load
from scorekeeper.table.notation import encode_changes, parse_changes
from scorekeeper.table.seat_entry import make_own_way
from scorekeeper.web.ask.form import draw_form
from scorekeeper.web.ask.question import Question
from tests.support.games import NAMES, WALKED, any_marks, any_table, marks_of, spots, table_of
from tests.support.http import open_table
from tests.support.loops import at_least_one
from tests.support.marks import apply_changes, describe_end
from tests.support.soak import SOAK, try_cases
from tests.support.transcripts import FOLDER, replay_transcript

MANY = 200 if SOAK else 6

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())

some_games = pytest.mark.parametrize("game", WALKED.values(), ids=WALKED.keys())

ASKED = {slug: game for slug, game in WALKED.items() if game.rulings}

every_game_with_questions = pytest.mark.parametrize("game", ASKED.values(), ids=ASKED.keys())


def tables_of(game: Game) -> Iterator[Setup]:
    """Yield the smallest and the largest table with default options, and one for each other choice of an option."""
    yield from (table_of(game, players) for players in dict.fromkeys(game.seats))
    for option in game.options:
        for value, _ in option.choices:
            yield table_of(game, game.seats[1], **{option.key: value})


def tables_by_chance(game: Game) -> Iterator[tuple[Setup, dict[Spot, Mark]]]:
    """Yield tables with random options and marks."""
    for seed in range(MANY):
        random = Random(f"{game.slug} {seed}")
        setup = any_table(game, random)
        yield setup, any_marks(game, setup, random)


# The pad


@every_game
def test_every_box_can_be_written_and_read_back(game: Game) -> None:
    for setup in at_least_one(tables_of(game)):
        rows = game.rows(setup)
        for spot, box in at_least_one(spots(game, setup)):
            for mark in at_least_one(marks_of(box)):
                assert parse_changes(encode_changes({spot: mark}), setup, rows) == {spot: mark}
            assert parse_changes(encode_changes({spot: None}), setup, rows) == {spot: None}


@some_games
def test_no_box_takes_more_than_it_holds(game: Game) -> None:
    setup = table_of(game, game.seats[1])
    rows = game.rows(setup)
    for spot, box in at_least_one(spots(game, setup)):
        words = "w" * (box.most + 1) if isinstance(box, WordsBox) else "?"
        least, most = box.bounds if isinstance(box, NumberBox) else (0, box.most)
        beyond = words if isinstance(box, WordsBox | ChoiceBox) else most + 1
        for wrong in (beyond, "\u0007", *([least - 1] if isinstance(box, NumberBox) else [])):
            with pytest.raises(Malformed):
                parse_changes(encode_changes({spot: wrong}), setup, rows)


@some_games
def test_every_box_can_be_written_on_the_web(game: Game, client: FlaskClient) -> None:
    player = open_table(client, NAMES[: game.seats[0]], game.slug)
    setup = client.application.extensions["tables"].load(player.table).setup
    written: dict[tuple[str, str], dict[Spot, Mark]] = {}
    for spot, box in spots(game, setup):
        written.setdefault((spot.row, spot.box), {spot: marks_of(box)[-1]})
    for changes in at_least_one(written.values()):
        assert player.tap(encode_changes(changes)).status_code == 303, changes
        known = client.application.extensions["tables"].load(player.table).known
        assert {spot: known.marks[spot] for spot in changes} == changes
        for page in ("1/", "1/sheet", "", "journal"):
            player.page(page)


@some_games
def test_lines_survive_json(game: Game) -> None:
    for setup in at_least_one(tables_of(game)):
        assert load(dump(Change(setup))) == Change(setup)
        marks = {spot: marks_of(box)[-1] for spot, box in spots(game, setup)}
        rubbed_out: Changes = dict.fromkeys(marks)
        assert load(dump(Write(marks))) == Write(marks)
        assert load(dump(Write(rubbed_out))) == Write(rubbed_out)


@some_games
def test_the_suits_of_a_game_are_told_apart_by_their_letters_and_shapes(game: Game) -> None:
    for setup in at_least_one(tables_of(game)):
        suits = [row.suit for row in game.rows(setup) if row.suit]
        for looks in ([str(suit.letters) for suit in suits], [suit.shape for suit in suits]):
            assert len(set(looks)) == len(looks)


# The score


@every_game
def test_whatever_is_written_makes_a_sheet_with_a_sentence(game: Game) -> None:
    for setup, marks in tables_by_chance(game):
        for round in range(1, 5):
            sheet = game.score(setup, marks, round)
            seats = set(setup.seats(round))
            assert str(sheet.verdict).endswith(".")
            assert str(sheet.reason).endswith((".", "?")) or (sheet.decided and sheet.reason == NO_NEWS)
            assert set(sheet.totals) == set(sheet.ranks) == seats
            assert set(sheet.winners) <= seats
            assert bool(sheet.winners) == (sheet.decided and not sheet.lost)
            assert {seat for _, seat in sheet.cells} <= seats
            for problem in (*sheet.problems, *sheet.open):
                assert str(problem.text).endswith((".", "?"))
        ended = describe_end(game, setup, marks)
        assert ended is None or ended.endswith(".")
        assert str(game.rules_in_words(setup)[0]).endswith(".")


@some_games
def test_a_cure_mends_its_problem(game: Game) -> None:
    for seed in range(MANY):
        random = Random(f"{game.slug} {seed}")
        setup = any_table(game, random)
        marks = {spot: mark for spot, mark in any_marks(game, setup, random).items() if random.random() < 0.3}
        sheet = game.score(setup, marks, 1)
        for problem in (*sheet.problems, *sheet.open):
            for cure in problem.cures:
                mended = game.score(setup, apply_changes(marks, cure.changes), 1)
                left = [(str(other.text), other.spots) for other in (*mended.problems, *mended.open)]
                assert (str(problem.text), problem.spots) not in left


@every_game
def test_every_way_asks_only_for_what_the_pad_has(game: Game) -> None:
    for setup, marks in tables_by_chance(game):
        rows = {row.key: row for row in game.rows(setup)}
        for way in at_least_one(game.ways(setup)):
            steps = way.steps(setup, marks, 1)
            assert len({step.key for step in steps}) == len(steps)
            for step in at_least_one(steps):
                taps = [step.then, *(choice.changes for choice in step.choices)]
                for ask in at_least_one(step.asks):
                    assert ask.show in ("wait", "sides") or rows[step.row].box(ask.box), ask
                    taps += [choice.changes for choice in (*getattr(ask, "choices", ()), *getattr(ask, "also", ()))]
                for changes in taps:
                    assert not changes or parse_changes(encode_changes(changes), setup, tuple(rows.values())) == changes


@some_games
@given(seed=st.integers(0, 2**32))
@try_cases(100)
def test_an_own_phone_is_asked_for_its_own_seat_and_the_table_and_writes_nothing_by_moving_on(
    game: Game, seed: int
) -> None:
    random = Random(seed)
    setup = any_table(game, random)
    marks = any_marks(game, setup, random)
    rows = tuple(game.rows(setup))
    for seat in at_least_one(setup.seats(1)):
        steps = make_own_way(game, setup, seat, game.score(setup, marks, 1)).steps(setup, marks, 1)
        asks = [ask for step in steps for ask in step.asks]
        assert {ask.seat for ask in asks} <= {None, seat}
        written = [getattr(ask, field, {}) for ask in asks for field in ("besides", "blank")]
        for changes in at_least_one((*(step.then for step in steps), *written)):
            assert {spot.seat for spot in changes} <= {seat}
            assert not changes or parse_changes(encode_changes(changes), setup, rows) == changes


# Paper


@some_games
def test_the_blank_pad_of_few_and_of_many_is_one_page(game: Game) -> None:
    for pad in at_least_one(game.paper(blank_pads.make_setup(game, game.seats[0]))):
        for players in at_least_one(game.seats):
            wish = PadRequest(players, "A4", 1, pad.key)
            pdf = press.PRESS.print(blank_pads.render_pad(game, wish))
            assert pdf.pages == 1
            assert PdfReader(BytesIO(pdf.content)).pages[0].extract_text().strip()


# Rulings


@every_game_with_questions
def test_every_question_has_a_page_that_asks_for_all_its_blanks(game: Game, client: FlaskClient) -> None:
    for kind, ruling in at_least_one(game.rulings.items()):
        page = client.get(f"/rulings/{game.slug}/{kind}")
        assert page.status_code == 200
        assert str(ruling.title) in page.text
        drawn = draw_form(Question(game, ruling, ()))
        assert {field.key for field in drawn} >= {blank.key for blank in ruling.blanks}
        assert all(field.deck or field.typed or any(line.taps for line in field.lines) for field in drawn)


# A whole game


@some_games
def test_a_whole_game_is_written_down(game: Game) -> None:
    file = FOLDER / f"{game.slug}.txt"
    command = f".venv/bin/python -m pytest tests/games -k {game.slug} --rewrite"
    assert file.exists(), f"{file} is missing: write its head and its taps, then run {command}"


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.txt")), ids=lambda file: file.stem)
def test_a_whole_game_reads_as_it_did(file: Path, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    game = GAMES[file.stem.partition("-")[0]]
    text = file.read_text(encoding="utf-8")
    store = Store(tmp_path)
    written = replay_transcript(game, text, Tables(store))
    store.close()
    if request.config.getoption("--rewrite"):
        file.write_text(written, encoding="utf-8")
    assert written == file.read_text(encoding="utf-8")
    assert "> " in written
    assert "No result yet" not in written


# Marks that no pad has


def any_rubbish(game: Game, setup: Setup, random: Random) -> dict[Spot, Mark]:
    """Return marks of every kind at spots of every kind, some of them on the pad."""
    rows = game.rows(setup)
    boxes = sorted({box.key for row in rows for box in row.boxes} | {"", "nowhere"})
    chosen = {item for row in rows for box in row.boxes if isinstance(box, ChoiceBox) for item in box.items}
    items = sorted(chosen | {item for row in rows for box in row.boxes for item in box.parts} | {"", "x", "-1", "99"})
    marks: tuple[Mark, ...] = (-1, -(10**30), 0, 1, 2, 7, 10**30, "", "x", "sealed", "7", *items)
    rubbish: dict[Spot, Mark] = {}
    for _ in range(random.randint(1, 120)):
        spot = Spot(
            random.choice((1, 1, 1, 2, 3, 0, -1, 99, 10**9)),
            random.choice((*[row.key for row in rows], "nowhere")),
            random.choice(boxes),
            random.choice((None, -1, 99, *setup.seats(1))),
            random.choice(items) if random.random() < 0.5 else "",
        )
        rubbish[spot] = random.choice(marks)
    return rubbish


@some_games
def test_score_never_raises_whatever_is_written_wherever(game: Game) -> None:
    for number in range(150 if SOAK else 40):
        random = Random(f"{game.slug} {number}")
        setup = any_table(game, random)
        marks = any_marks(game, setup, random) | any_rubbish(game, setup, random)
        for round in (1, 2):
            sheet = game.score(setup, marks, round)
            assert set(sheet.totals) == set(setup.seats(round))
            assert all(str(text) for text in (sheet.verdict, *sheet.notes.values()))
