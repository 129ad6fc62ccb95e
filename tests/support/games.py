"""Setups, spots and random marks for any game."""

from collections.abc import Iterable, Iterator
from copy import copy
from random import Random
from typing import Any

from scorekeeper.games import GAMES
from scorekeeper.games.game import SHELF, Game
from scorekeeper.games.options import Option
from scorekeeper.games.pad import Mark, Setup, Spot
from scorekeeper.games.pads.boxes import ChipsBox, ChoiceBox, NumberBox, TickBox
from scorekeeper.games.pads.pad import Box

NAMES = ("Alice", "Bo", "Cleo", "Dinah", "Edgar", "Fifi", "Gryphon", "Hatter", "Igor", "Joe", "Kim", "Leonora")

WORDS = ("What luck; 5 = 2 + 3. 100%", "Zoë & <Bo>", "x", "\u05d0\u05dc\u05d9\u05e1")

PADS = tuple(game for game in GAMES.values() if game.shelf == SHELF)
"""The games defined by a pad file."""

TYPICAL = ("hearts", "seven_wonders", "skyjo")
"""Pads that represent the others in slow tests: tapped, typed, and both; with rounds and as one whole game."""

WRITTEN = {slug: game for slug, game in GAMES.items() if game not in PADS}
"""The games written in Python."""

WALKED = {slug: game for slug, game in GAMES.items() if game not in PADS or slug in TYPICAL}
"""The games of slow tests."""


def list_features(game: Game) -> Iterator[object]:
    """Yield what distinguishes the entry pages of a game: its rounds, sides and ways, and the kinds of its
    boxes."""
    setup = table_of(game, game.seats[1])
    yield game.rounds(setup) == 1
    yield game.partners(setup)
    yield tuple(way.layout for way in game.ways(setup))
    for row in game.rows(setup):
        for box in row.boxes:
            kept = {key: getattr(box, key, None) for key in ("for_one", "has_no", "sums")}
            below_0 = getattr(box, "least", 0) < 0
            alone = len(row.boxes) == 1
            # Numbers up to 30 can have keys, larger ones are typed.
            yield type(box), box.shared, alone, isinstance(box, NumberBox) and box.most > 30, below_0, *kept.values()


def list_unlike(games: Iterable[Game]) -> Iterator[Game]:
    """Yield the games that have a feature which none before them has."""
    seen: set[object] = set()
    for game in games:
        features = set(list_features(game))
        if features - seen:
            yield game
        seen |= features


def table_of(game: Game, players: int, **options: Mark) -> Setup:
    seats = tuple(range(players))
    return Setup(NAMES[:players], {**game.default_options(), **options}, ((1, seats),))


def change_game(game: Game, **parts: Any) -> Game:
    """Return a copy of a game with other fields, or with functions in place of its methods."""
    changed = copy(game)
    vars(changed).update(parts)
    return changed


def spots(game: Game, setup: Setup, round: int = 1) -> Iterator[tuple[Spot, Box]]:
    """Yield every place on the pad of a round, with its box."""
    for row in game.rows(setup):
        for box in row.boxes:
            for seat in (None,) if box.shared else setup.seats(round):
                for item in box.parts:
                    yield Spot(round, row.key, box.key, seat, item), box


def marks_of(box: Box) -> tuple[Mark, ...]:
    """Return the extreme marks that a box can hold, and one between."""
    match box:
        case NumberBox():
            least, most = box.bounds
            return least, 0, most
        case TickBox():
            return (1,)
        case ChipsBox():
            return 1, box.most
        case ChoiceBox():
            return box.items
        case _:
            return (*WORDS, "w" * box.most)


def any_option(option: Option, random: Random) -> Mark:
    if option.choices:
        return random.choice(option.choices)[0]
    if option.order:
        return ",".join(random.sample([key for key, _ in option.order], len(option.order)))
    return option.default if option.words else random.randint(option.least, option.most)


def any_table(game: Game, random: Random) -> Setup:
    options = {option.key: any_option(option, random) for option in game.options}
    return table_of(game, random.randint(*game.seats), **options)


def any_marks(game: Game, setup: Setup, random: Random) -> dict[Spot, Mark]:
    """Return random marks on the pads of a few rounds, possible or not."""
    marks: dict[Spot, Mark] = {}
    for round in range(1, random.randint(2, 4)):
        often = random.random()
        for spot, box in spots(game, setup, round):
            if random.random() < often:
                choice = [*marks_of(box), random.randint(0, box.most)] if isinstance(box, NumberBox) else marks_of(box)
                marks[spot] = random.choice(choice)
    return marks
