"""Instructions for moving cards after a correction, from two boards of a round, for every game with a referee."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.board import BoardPile, OpenCard, PileRow, Piles, Queue, Stock, Tops
from scorekeeper.games.game import Game
from scorekeeper.games.moved import list_instructions
from scorekeeper.games.pad import Suit
from scorekeeper.games.referee import Board
from scorekeeper.language.text import Literal, Text
from tests.support.games import table_of
from tests.support.walks import walk

REFEREED = [game for game in GAMES.values() if game.referee]

SUIT = Suit("heart", "red", Text("Re"))


def line(*cards: str, ann: tuple[str, ...] = ()) -> Board:
    """Return a board with a line of cards and the pile in front of Ann."""
    queue = Queue(tuple([OpenCard(SUIT, card, Literal(card)) for card in cards]), Text("Front"), Text("Tail"))
    pile = BoardPile(SUIT, len(ann), Text(""), tuple(map(Literal, ann)))
    return Board(Text(""), Text(""), (Piles((PileRow("Ann", (pile,)),)), queue))


@pytest.mark.parametrize(
    ("before", "now", "said"),
    [
        (line("a", "b"), line("a", "b"), []),
        (line("a", "b"), line("a", "c", "b"), ["Put c into the line, as number 2 from the front."]),
        (line("a", "b"), line("b"), ["Take out of the line: a."]),
        (
            line("a", ann=("x", "y")),
            line("a", "x", ann=("y",)),
            ["Ann gives back x.", "Put x into the line, as number 2 from the front."],
        ),
        (line("a", "x"), line("a", ann=("x",)), ["Take out of the line: x.", "Ann takes x."]),
        (line("a", "b"), line("b", "a"), ["The line from the front: b and a."]),
        (line(), line("a", "b", "c", "d"), ["The line from the front: a, b, c and d."]),
    ],
)
def test_what_leaves_is_told_first_then_what_goes_where(before: Board, now: Board, said: list[str]) -> None:
    assert [str(sentence) for sentence in list_instructions(before, now)] == said


def boards(game: Game, chance: Random) -> Iterator[Board]:
    assert game.referee
    for step in walk(game, table_of(game, chance.randint(*game.seats)), chance):
        yield game.referee.view(step.state)


def lying(board: Board) -> dict[type, object]:
    """Return the cards on a board by type of part, without whose turn it is and without sentences."""
    parts: dict[type, object] = {}
    for part in board.parts:
        match part:
            case Piles(rows):
                parts[Piles] = [[pile.names for pile in row.piles] for row in rows]
            case Queue(cards):
                parts[Queue] = [card.name for card in cards]
            case Tops(piles):
                parts[Tops] = [(pile.card and pile.card.name, pile.height) for pile in piles]
            case Stock(rows):
                parts[Stock] = [(row.cards, row.tokens) for row in rows]
            case rows if hasattr(rows, "rows"):
                parts[type(part)] = [(row.first, row.second) for row in rows.rows]  # type: ignore[union-attr]
    return parts


@pytest.mark.parametrize("game", REFEREED, ids=lambda game: game.slug)
def test_between_any_two_boards_something_is_said_just_when_something_lies_otherwise(game: Game) -> None:
    chance = Random(f"moved {game.slug}")
    told = 0
    for _ in range(4):
        seen = list(boards(game, chance))
        for _ in range(60):
            before, now = chance.choice(seen), chance.choice(seen)
            shared = lying(before).keys() & lying(now).keys()
            other = any(lying(before)[part] != lying(now)[part] for part in shared)
            said = list_instructions(before, now)
            assert bool(said) == other
            told += bool(said)
    assert told > 30


def test_a_part_that_only_one_of_the_boards_shows_is_left_alone() -> None:
    whole = line("a", "b", ann=("x",))
    assert list_instructions(whole, replace(whole, parts=whole.parts[:1])) == ()
