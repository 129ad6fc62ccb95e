"""Random rounds, paid by a fast calculation and by a slow one."""

from random import Random

from scorekeeper.games.hawaiki import GAME
from scorekeeper.games.pad import Mark, Setup, Spot
from tests.support.hawaiki import ask, play
from tests.support.hawaiki_by_hand import best, make_marks, pay, random_round
from tests.support.soak import SOAK
from tests.support.standings_from_marks import compute_standings, describe_end

MANY = 10_000 if SOAK else 400

NAMES = ("Ada", "Bea", "Cy", "Dot", "Eli", "Fay")


def test_random_rounds_are_paid_as_token_by_token() -> None:
    chance = Random(7)
    count = 0
    while count < MANY:
        players = chance.randint(2, 6)
        each = chance.randint(1, 60 // players)
        setup = play(*NAMES[:players], tokens=min(each, 30), sacrifice="on", second_chance="on")
        count += one_game(chance, setup)
    assert count >= MANY


def one_game(chance: Random, setup: Setup) -> int:
    """Play until somebody has no tokens. Return the number of rounds."""
    tokens = dict.fromkeys(range(len(setup.players)), GAME.start(setup))
    marks: dict[Spot, Mark] = {}
    totals = dict(tokens)
    for round in range(1, 99):
        hands, spends = random_round(chance, tokens)
        marks |= make_marks(round, hands, spends)
        finisher = next(seat for seat, cards in hands.items() if not cards)
        before = {seat: stock - len(spends[seat]) for seat, stock in tokens.items()}
        tokens = pay(before, hands)
        sheet = GAME.score(setup, marks, round)
        assert sheet.decided
        assert sheet.winners == (finisher,)
        totals = {seat: total + sheet.totals[seat] for seat, total in totals.items()}
        assert totals == tokens == dict(compute_standings(GAME, setup, marks).totals)
        ended = 0 in tokens.values()
        said = describe_end(GAME, setup, marks)
        assert ended == (said is not None)
        assert GAME.next_starter(setup, marks, round) == (None if ended else finisher)
        as_ruled(setup, before, hands, finisher, tokens)
        if said is not None:
            won = [setup.name(seat) for seat in best(tokens)]
            assert all(name in said for name in won)
            assert ("share" in said) == (len(won) > 1)
            return round
    raise AssertionError


def as_ruled(setup: Setup, before: dict[int, int], hands: dict[int, int], finisher: int, after: dict[int, int]) -> None:
    """Check that the referee’s ruling about the round gives the same result."""
    name = setup.name
    answer = ask(
        "settle",
        tokens={name(seat): stock for seat, stock in before.items()},
        hands={name(seat): cards for seat, cards in hands.items()},
        finisher=name(finisher),
    )
    ended = 0 in after.values()
    assert answer["tokens"] == {name(seat): stock for seat, stock in after.items()}
    assert answer["returned"] == {name(seat): before[seat] - after[seat] for seat in after}
    assert answer["game_over"] == ended
    assert answer["winners"] == ([name(seat) for seat in best(after)] if ended else [])
    assert answer["next_starter"] == (None if ended else name(finisher))
