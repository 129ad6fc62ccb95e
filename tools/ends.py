"""Write one finished game for each way in which each game can end, under today's rules. Run once per release.

`.venv/bin/python -m tools.ends <release>` from the project's folder. Pads play the tables that were scored by hand,
again and again until they end. The other games play random rounds, with random options.
"""

import gzip
import json
import sys
from collections.abc import Iterator
from random import Random
from typing import Any

from scorekeeper.games import GAMES
from scorekeeper.games.game import Game
from scorekeeper.games.pad import Mark, Marks, Setup, Spot
from scorekeeper.table.journal import Act, Change, Write, dump
from scorekeeper.table.table import Table
from tests.kept.agreed import FOLDER, read_end, table
from tests.support.games import any_option, table_of
from tests.support.pads_by_hand import HandScored, list_tables
from tools.agreed import deal_round

MOST_ROUNDS = 60
"""Maximum number of rounds until a game is given up."""

TRIES = 150
"""Random games of each kind that has no tables scored by hand."""


def play_to_the_end(game: Game, setup: Setup, rounds: list[Marks]) -> tuple[list[Act], Table] | None:
    """Return a game that plays these rounds again and again until it ends, or None if it does not."""
    acts: list[Act] = [Change(setup)]
    for number in range(1, MOST_ROUNDS + 1):
        marks = rounds[(number - 1) % len(rounds)]
        acts.append(Write({spot._replace(round=number): mark for spot, mark in marks.items()}))
        played = table(game.slug, acts)
        if not played.sheet(number).decided:
            return None
        if played.standings().end:
            return acts, played
    return None


def candidates() -> Iterator[tuple[Game, Setup, list[Marks]]]:
    """Yield games, with their setups and rounds."""
    for case in list_tables():
        (hand,) = case.values
        assert isinstance(hand, HandScored)
        marks = hand.marks()
        rounds = [
            {spot: mark for spot, mark in marks.items() if spot.round == number}
            for number in range(1, len(hand.content["round"]) + 1)
        ]
        yield hand.game, hand.setup, rounds
    for slug in ("parade", "diabolo", "hawaiki", "tally"):
        for number in range(TRIES):
            chance = Random(f"{slug} {number}")
            yield GAMES[slug], *(some_points(chance) if slug == "tally" else some_rounds(GAMES[slug], chance))


def some_rounds(game: Game, chance: Random) -> tuple[Setup, list[Marks]]:
    """Return a random table of a game with two rounds that can be repeated."""
    setup, marks = deal_round(game, chance)
    few = {option.key: chance.randint(1, 3) for option in game.options if option.key in ("rounds", "deals")}
    return Setup(setup.players, {**setup.options, **few}, setup.seating), [marks]


def some_points(chance: Random) -> tuple[Setup, list[Marks]]:
    """Return a random table of Any game, with a number of rounds, a goal or a countdown, and three rounds."""
    game = GAMES["tally"]
    options: dict[str, Mark] = {
        option.key: any_option(option, chance) for option in game.options if option.choices and chance.random() < 0.5
    }
    numbers = {option.key for option in game.options if not option.choices and not option.words and not option.order}
    small = {"rounds": (0, 2, 3), "target": (0, 20, 30), "start": (0, 0, 40)}
    options |= {key: chance.choice(values) for key, values in small.items() if key in numbers}
    setup = table_of(game, chance.randint(2, 4), **options)
    seats = setup.seats(1)
    rounds: list[Marks] = [
        {
            **{Spot(1, "points", "points", seat): chance.randint(0, 15) for seat in seats},
            Spot(1, "points", "all"): 1,
        }
        for _ in range(3)
    ]
    return setup, rounds


def ends() -> Iterator[tuple[str, list[str], dict[str, Any]]]:
    """Yield the first game with each end: its key, its journal as JSON lines, and its result."""
    found: set[tuple[str, str]] = set()
    for game, setup, rounds in candidates():
        played = play_to_the_end(game, setup, rounds)
        if played:
            acts, over = played
            result = read_end(over)
            if (game.slug, result["kind"]) not in found:
                found.add((game.slug, result["kind"]))
                yield game.slug, [dump(act) for act in acts], result


if __name__ == "__main__":
    # mtime=0: the same games give the same bytes, so git shows no difference.
    with gzip.GzipFile(FOLDER / f"ends-{sys.argv[1]}.json.gz", "wb", 9, mtime=0) as file:
        for end in ends():
            file.write((json.dumps(end, ensure_ascii=False, separators=(",", ":")) + "\n").encode())
