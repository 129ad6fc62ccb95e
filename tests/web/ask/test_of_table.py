"""Questions asked from a table are filled in with what is on it, and the answers match its sheet."""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from html import unescape
from random import Random
from urllib.parse import urlencode, urlsplit

import pytest
from flask.testing import FlaskClient

from scorekeeper.games import GAMES
from scorekeeper.games.errors import Missing
from scorekeeper.games.game import Game
from scorekeeper.games.questions import Inputs
from scorekeeper.table.notation import encode_changes
from scorekeeper.web.ask.form import is_in_range, read_blank
from scorekeeper.web.ask.pages import build_taps
from scorekeeper.web.ask.question import PLAYER_LETTERS, Question
from tests.support.games import any_option, table_of
from tests.support.http import EXAMPLE, Player, open_table, play_example, text
from tests.support.parade import cards
from tests.support.walks import walk

REFEREED = [game for game in GAMES.values() if game.referee]


def open_question(player: Player, kind: str, round: int = 1) -> str:
    """Return the page of a question, reached from a table."""
    links = re.findall(r'<a href="(/rulings/[^"]*)"', player.page(f"{round}/ask"))
    link = next(unescape(link) for link in links if urlsplit(unescape(link)).path.endswith(f"/{kind}"))
    return player.client.get(link).text


def build_question(game: Game, kind: str, known: Inputs, names: tuple[str, ...]) -> Question:
    """Return the question that its page builds from the taps of the address."""
    return Question(game, game.rulings[kind], build_taps(game.rulings[kind], known, names))


def simplify(value: object, letters: Mapping[str, str] = {}) -> object:
    """Return part of a question without empty values, with letters for names and lists for tuples."""
    if isinstance(value, dict):
        parts = {letters.get(key, key): simplify(part, letters) for key, part in value.items()}
        return {key: part for key, part in parts.items() if part not in ({}, [], False, None)} or None
    if isinstance(value, list | tuple):
        return [simplify(part, letters) for part in value] or None
    return letters.get(value, value) if isinstance(value, str) else value or None


def any_round(game: Game, chance: Random) -> Iterator[tuple[tuple[str, ...], dict[str, Inputs]]]:
    """Yield the names and the known inputs of every question at every fifth step of a random round, and after it."""
    chosen = {option.key: any_option(option, chance) for option in game.options if option.choices}
    setup = table_of(game, chance.randint(*game.seats), **chosen)
    assert game.referee
    for number, step in enumerate(walk(game, setup, chance)):
        if number % 5 == 0 or not step.move:
            yield (
                setup.names(setup.seats(1)),
                {**game.find_known_values(setup, game.referee.marks(step.state), 1, step.state)},
            )


@pytest.mark.parametrize("game", REFEREED, ids=lambda game: game.slug)
def test_whatever_lies_there_is_read_off_the_page_as_it_was_filled_in(game: Game) -> None:
    filled = set()
    for seed in range(6):
        for names, every in any_round(game, Random(f"{game.slug} {seed}")):
            assert set(every) == set(game.rulings)
            letters = dict(zip(names, PLAYER_LETTERS))
            for kind, known in every.items():
                question = build_question(game, kind, known, names)
                blanks = {blank.key: blank for blank in question.ruling.blanks}
                for key, value in known.items():
                    if not is_in_range(blanks[key], value):
                        continue
                    with suppress(Missing):
                        read = read_blank(question, blanks[key])
                        assert simplify(read) == simplify(value, letters), (kind, key)
                        filled.add((kind, key))
    assert {kind for kind, _ in filled} == {kind for kind in every if game.rulings[kind].blanks and every[kind]}
    assert len(filled) >= MOST.get(game.slug, 0)


MOST = {"parade": 14, "diabolo": 11, "hawaiki": 14}
"""So many blanks of each game can be filled in from a table."""


def test_a_finished_deal_is_answered_as_its_sheet_has_it(client: FlaskClient) -> None:
    player = open_table(client, tuple(EXAMPLE))
    player.tap(encode_changes(cards(EXAMPLE)))
    page = text(open_question(player, "score"))
    assert "Hatter wins with 27." in page
    assert "Alice 35, Hatter 27 and Cheshire 31" in page.replace("\u00a0", " ")


def test_a_deal_that_nobody_has_entered_leaves_the_question_open(client: FlaskClient) -> None:
    player = open_table(client, tuple(EXAMPLE))
    page = text(open_question(player, "score"))
    assert "Still needed: Cards in front, including the two kept." in page
    assert " with 0" not in page


def test_a_secretly_kept_card_is_in_no_question(client: FlaskClient) -> None:
    game = GAMES["parade"]
    assert game.referee
    setup = table_of(game, 3, keep_two="secret")
    for step in walk(game, setup, Random("kept")):
        hidden = {str(card) for kept in step.state.kept for card in kept} if not step.state.shown else set()
        known = repr(game.find_known_values(setup, game.referee.marks(step.state), 1, step.state))
        for card in hidden:
            colour, _, value = card.partition("-")
            assert f"'{card}'" not in known
            assert not re.search(rf"'{colour}': \[[^\]]*\b{value}\b", known)


def test_a_question_from_a_table_leads_back_there_also_after_a_tap(client: FlaskClient) -> None:
    player = open_table(client, tuple(EXAMPLE))
    play_example(player)
    html = open_question(player, next(iter(GAMES["parade"].rulings)))
    assert f'class="tool" href="{player.url}1/ask"' in html
    form = re.search(r'<form class="fill" method="get" action="([^"]*)"', html)
    assert form
    fields = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', html)
    taps = [*[(name, unescape(value)) for name, value in fields], ("do", "undo")]
    after = player.client.get(f"{form[1]}?{urlencode(taps)}", follow_redirects=True).text
    assert f'class="tool" href="{player.url}1/ask"' in after
