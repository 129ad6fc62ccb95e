"""What a table agrees on before it plays Hawaiki, and how its rules read in small print."""

from collections.abc import Iterator

from scorekeeper.games.base import Option, Setup
from scorekeeper.games.hawaiki.cards import LOOKS, names
from scorekeeper.games.hawaiki.stock import (
    MOST_EACH,
    PLAYERS,
    SACRIFICE,
    SECOND_CHANCE,
    TOKENS,
    USUAL,
    VARIANTS,
    enough_tokens,
)
from scorekeeper.text import Plural, Text

OFF, ON = "off", "on"
ONE_HIDDEN = "one_hidden"
OFF_OR_ON = ((OFF, Text("Not played")), (ON, Text("Played")))
VARIANT_NAMES = {SACRIFICE: Text("Sacrifice"), SECOND_CHANCE: Text("Second chance")}

OPTIONS = (
    Option("tokens", Text("Tokens each"), default=USUAL, least=1, most=MOST_EACH),
    *[Option(variant, name, OFF_OR_ON, OFF) for variant, name in VARIANT_NAMES.items()],
    Option(ONE_HIDDEN, Text("One hidden"), OFF_OR_ON, OFF),
    *[
        Option(slot, Text("Name of the colour %(name)s", name=look.name), default=str(look.name), words=True)
        for slot, look in LOOKS.items()
    ],
)


def tokens_each(setup: Setup) -> int:
    """How many tokens everybody begins with."""
    return int(setup.options.get("tokens", USUAL))


def plays(setup: Setup, variant: str) -> bool:
    """Whether the table plays with that variant."""
    return setup.options.get(variant) == ON


def variants(setup: Setup) -> tuple[str, ...]:
    """The variants of this table that cost a token."""
    return tuple([variant for variant in VARIANTS if plays(setup, variant)])


def too_few_tokens(setup: Setup, players: int) -> Text | None:
    """Say that the box does not hold so many tokens, and how many would do."""
    each = tokens_each(setup)
    if enough_tokens(players, each):
        return None
    return Text(
        "%(players)s players with %(each)s tokens need %(needed)s. The box has %(tokens)s: %(most)s each at the most.",
        players=players,
        each=each,
        needed=players * each,
        tokens=TOKENS,
        most=TOKENS // players,
    )


def rules_in_words(setup: Setup) -> tuple[Text, ...]:
    """The rules of this table as short sentences, for the foot of a sheet."""
    return tuple(_sentences(setup))


def _sentences(setup: Setup) -> Iterator[Text]:
    each = tokens_each(setup)
    seated = max(len(seats) for _, seats in setup.seating)
    yield Plural("%(count)s token each.", "%(count)s tokens each.", each)
    if short := too_few_tokens(setup, seated):
        yield short
    elif not seated and not enough_tokens(PLAYERS[1], each):
        yield Text("That is enough for %(players)s players.", players=TOKENS // each)
    yield Text("One token for every card left, as far as they last. Whoever went out starts the next round.")
    if plays(setup, SACRIFICE):
        yield Text(
            "Sacrifice: once a round, before playing, a token sends a top card under the draw pile; "
            "not with a single card in hand."
        )
    if plays(setup, SECOND_CHANCE):
        yield Text("Second chance: once a round, on your turn, a token buys another play; not for the last card.")
    if plays(setup, ONE_HIDDEN):
        yield Text("One hidden: all hands lie open but for one card; once it is played, another may be hidden.")
    yield Text("Nobody goes below 0. Somebody at 0 after a round ends the game: most tokens win, a tie is shared.")
    called = names(setup.options)
    if any(called[slot] != look.name for slot, look in LOOKS.items()):
        yield Text("Colours: %(names)s.", names=tuple(called.values()))
