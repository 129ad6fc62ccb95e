"""What a table agrees on before it plays Hawaiki, and how its rules read in small print."""

from collections.abc import Iterator

from scorekeeper.games.hawaiki.cards import LOOKS, names
from scorekeeper.games.hawaiki.turn import (
    MOST_EACH,
    PLAYERS,
    SACRIFICE,
    SECOND_CHANCE,
    TOKENS,
    USUAL,
    VARIANTS,
    enough_tokens,
)
from scorekeeper.games.options import Option
from scorekeeper.games.pad import Setup
from scorekeeper.language.text import Plural, Text

OFF, ON = "off", "on"

ONE_HIDDEN = "one_hidden"

HINTS = "hints"

OFF_OR_ON = ((OFF, Text("Not played")), (ON, Text("Played")))

VARIANT_RULES = {SACRIFICE: "sacrifice", SECOND_CHANCE: "second-chance"}
"""The rules that the variants follow."""

VARIANT_NAMES = {SACRIFICE: Text("Sacrifice"), SECOND_CHANCE: Text("Second chance")}

HOUSE_RULES = (
    Option(
        "novelty",
        Text("A combination is new"),
        (
            ("before_card", Text("If it was not there before the card")),
            ("before_card_and_turn_start", Text("Nor when the turn began")),
        ),
        "before_card",
    ),
    Option(
        "late_announce",
        Text("Named after the card lies there"),
        (("until_challenged", Text("Counts if nobody was faster")), ("strict", Text("Does not count"))),
        "until_challenged",
    ),
    Option(
        "false_call_penalty",
        Text("Naming what is not there"),
        (("0", Text("Costs nothing")), ("1", Text("Draws 1"))),
        "0",
    ),
    Option("thanks_rule", Text("Thanks"), ((ON, Text("Said, or one card more")), (OFF, Text("Not played"))), ON),
    Option(
        "last_card_challenge",
        Text("Somebody else names the last combination first"),
        (
            ("end_and_pay", Text("The round ends, draw 1 and pay for it")),
            ("play_on", Text("Draw 1 and play on")),
            ("ignore", Text("The round ends")),
        ),
        "end_and_pay",
    ),
    Option(
        "empty_draw_pile",
        Text("Nothing left to draw"),
        (("reshuffle_covered", Text("Shuffle all but the tops")), ("no_draws", Text("Nobody draws"))),
        "reshuffle_covered",
    ),
    Option(
        HINTS,
        Text("What a card would make"),
        (("before", Text("Shown beside the card")), ("after", Text("Shown once the card is laid"))),
        "before",
    ),
)
"""What only shows while a round is played; the first choice of each is the usual one."""

OPTIONS = (
    Option("tokens", Text("Tokens each"), default=USUAL, least=1, most=MOST_EACH),
    *[Option(variant, name, OFF_OR_ON, OFF) for variant, name in VARIANT_NAMES.items()],
    Option(ONE_HIDDEN, Text("One hidden"), OFF_OR_ON, OFF),
    *HOUSE_RULES,
    *[
        Option(
            slot,
            Text("Name of the colour %(name)s", name=look.name),
            default=str(look.name),
            words=True,
            empty=look.name,
        )
        for slot, look in LOOKS.items()
    ],
)

UNUSUAL = {
    ("novelty", "before_card_and_turn_start"): Text("What lay there when the turn began is not new either."),
    ("late_announce", "strict"): Text("A combination named after the card lies there is lost."),
    ("false_call_penalty", "1"): Text("Naming what is not there costs a card."),
    ("thanks_rule", OFF): Text("Nobody has to say thanks."),
    ("last_card_challenge", "play_on"): Text("Whose last combination is named by somebody else draws 1 and plays on."),
    ("last_card_challenge", "ignore"): Text("The last card ends the round, whoever names the combination."),
    ("empty_draw_pile", "no_draws"): Text("Once the draw pile is empty nobody draws."),
}
"""How the rules read where a table does not play the usual ones."""


def tokens_each(setup: Setup) -> int:
    """How many tokens everybody begins with. Source: rulebook 002, contents and variable length."""
    return int(setup.options.get("tokens", USUAL))


def plays(setup: Setup, variant: str) -> bool:
    """Whether the table plays with that variant. Source: rulebook 002, variants."""
    return setup.options.get(variant) == ON


def agreed(setup: Setup, rule: str) -> str:
    """What the table agreed on for one of the house rules. Source: rules.md 3.5, where the rulebook is silent."""
    usual = next(option.default for option in HOUSE_RULES if option.key == rule)
    return str(setup.options.get(rule, usual))


def thanks(setup: Setup) -> bool:
    """Whether the chosen must say thanks. Source: rulebook 002, thanks; to play without: rules.md H10."""
    return agreed(setup, "thanks_rule") == ON


def hints(setup: Setup) -> bool:
    """Whether a card shows what it would make before it is laid. Ours: beginners may want to find that themselves."""
    return agreed(setup, HINTS) == "before"


def both_baselines(setup: Setup) -> bool:
    """Whether a combination that lay there when the turn began is not new either. Source: rules.md H1."""
    return agreed(setup, "novelty") == "before_card_and_turn_start"


def late_is_lost(setup: Setup) -> bool:
    """Whether a combination must be named before the card lies there. Source: rules.md H7."""
    return agreed(setup, "late_announce") == "strict"


def false_call_costs(setup: Setup) -> bool:
    """Whether naming what is not there costs a card. Source: rules.md H8."""
    return agreed(setup, "false_call_penalty") == "1"


def variants(setup: Setup) -> tuple[str, ...]:
    """The variants of this table that cost a token. Source: rulebook 002, variants."""
    return tuple([variant for variant in VARIANTS if plays(setup, variant)])


def too_few_tokens(setup: Setup, players: int) -> Text | None:
    """Say that the box does not hold so many tokens, and how many would do. Source: rulebook 002, contents."""
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
    ).by("tokens")


def rules_in_words(setup: Setup) -> tuple[Text, ...]:
    """The rules of this table as short sentences, for the foot of a sheet. Ours: the sheet says what was agreed."""
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
    for (rule, choice), sentence in UNUSUAL.items():
        if agreed(setup, rule) == choice:
            yield sentence
    yield Text("Nobody goes below 0. Somebody at 0 after a round ends the game: most tokens win, a tie is shared.")
    called = names(setup.options)
    if any(called[slot] != look.name for slot, look in LOOKS.items()):
        yield Text("Colours: %(names)s.", names=tuple(called.values()))


def not_played(setup: Setup, variant: str) -> Text | None:
    """Say that a table plays without a variant. Source: rulebook 002, variants."""
    if plays(setup, variant):
        return None
    return Text("This table plays without %(variant)s.", variant=VARIANT_NAMES[variant]).by(VARIANT_RULES[variant])
