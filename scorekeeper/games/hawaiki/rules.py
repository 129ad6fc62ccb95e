"""The rules of Hawaiki: the options of a table, the same in small print, and all rules in our own words."""

from collections.abc import Iterator

from scorekeeper.games.hawaiki.cards import PAD, USUAL_LOOKS, colours_at
from scorekeeper.games.hawaiki.turn import (
    PLAYERS,
    SACRIFICE,
    SECOND_CHANCE,
    TOKENS,
    TOKENS_EACH,
    VARIANTS,
    enough_tokens,
)
from scorekeeper.games.options import Option
from scorekeeper.games.pad import Setup
from scorekeeper.language.text import Plural, Text

OFF, ON = "off", "on"

ONE_HIDDEN = "one_hidden"

OFF_OR_ON = ((OFF, Text("Not played")), (ON, Text("Played")))

VARIANT_RULES = {SACRIFICE: "sacrifice", SECOND_CHANCE: "second-chance"}
"""The key of the published rule for each variant that costs a token."""

VARIANT_NAMES = {SACRIFICE: Text("Sacrifice"), SECOND_CHANCE: Text("Second chance")}

VARIANT_HINTS = {
    SACRIFICE: Text("Sacrifice: not with only one card in hand."),
    SECOND_CHANCE: Text("Second chance: not for the last card."),
}

HOUSE_RULES = (
    Option(
        "novelty",
        Text("When a combination is new"),
        (
            ("before_card", Text("Not there before this card")),
            ("before_card_and_turn_start", Text("Not there when the turn started either")),
        ),
        "before_card",
    ),
    Option(
        "late_announce",
        Text("Named after the card is down"),
        (("until_challenged", Text("Counts unless somebody was faster")), ("strict", Text("Does not count"))),
        "until_challenged",
    ),
    Option(
        "false_call_penalty",
        Text("Naming a combination that is not there"),
        (("0", Text("No penalty")), ("1", Text("Draws 1"))),
        "0",
    ),
    Option("thanks_rule", Text("Thanks"), ((ON, Text("Say it, or draw one more")), (OFF, Text("Not played"))), ON),
    Option(
        "last_card_challenge",
        Text("Somebody else names the last combination first"),
        (
            ("end_and_pay", Text("The round ends: draw 1 and pay for it")),
            ("play_on", Text("Draw 1 and play on")),
            ("ignore", Text("The round ends")),
        ),
        "end_and_pay",
    ),
    Option(
        "empty_draw_pile",
        Text("Nothing left to draw"),
        (("reshuffle_covered", Text("Shuffle all but the top cards")), ("no_draws", Text("Nobody draws"))),
        "reshuffle_covered",
    ),
    Option(
        "hints",
        Text("What a card would make"),
        (("before", Text("Shown before you play")), ("after", Text("Shown after you play"))),
        "before",
    ),
)
"""Options that matter only while a round is played."""

OPTIONS = (
    *PAD.options,
    *[Option(variant, name, OFF_OR_ON, OFF) for variant, name in VARIANT_NAMES.items()],
    Option(ONE_HIDDEN, Text("One hidden"), OFF_OR_ON, OFF),
    *HOUSE_RULES,
    *[
        Option(
            slot,
            Text("Name of the colour %(name)s", name=look.label),
            default=str(look.label),
            words=True,
            empty=look.label,
        )
        for slot, look in USUAL_LOOKS.items()
    ],
)

UNUSUAL = {
    ("novelty", "before_card_and_turn_start"): Text(
        "A combination that was there when the turn started is not new either."
    ),
    ("late_announce", "strict"): Text("A combination named after the card is down is lost."),
    ("false_call_penalty", "1"): Text("Naming a combination that is not there costs a card."),
    ("thanks_rule", OFF): Text("Nobody has to say thanks."),
    ("last_card_challenge", "play_on"): Text(
        "If somebody else names your last combination first, you draw 1 and play on."
    ),
    ("last_card_challenge", "ignore"): Text("The last card ends the round, no matter who names the combination."),
    ("empty_draw_pile", "no_draws"): Text("Once the draw pile is empty nobody draws."),
}
"""The sentence for each house rule that is not the default, by the option and its choice."""


def tokens_each(setup: Setup) -> int:
    """Return the number of tokens that each player starts with, as agreed before the first round.

    Rule: hawaiki/tokens, hawaiki/length
    Decision: rules-from-round
    """
    # Tokens are dealt out once. A number agreed on later would change what players had in rounds that are paid.
    return int(setup.at(1).options.get("tokens", TOKENS_EACH.default))


def plays(setup: Setup, variant: str) -> bool:
    """Return whether the table plays with a variant.

    Rule: hawaiki/one-hidden, hawaiki/sacrifice, hawaiki/second-chance
    """
    return setup.options.get(variant) == ON


def house_rule(setup: Setup, rule: str) -> str:
    """Return the key of the table's choice for a house rule. `rule` is the key of its option.

    Decision: hawaiki-house-rules
    """
    usual = next(option.default for option in HOUSE_RULES if option.key == rule)
    return str(setup.options.get(rule, usual))


def variants(setup: Setup) -> tuple[str, ...]:
    """Return the variants of this table that cost a token.

    Rule: hawaiki/sacrifice, hawaiki/second-chance
    """
    return tuple([variant for variant in VARIANTS if plays(setup, variant)])


def too_few_tokens(setup: Setup, players: int) -> Text | None:
    """Say that the box holds too few tokens for this number of players, and how many each can have at most.

    Return None if there are enough.

    Rule: hawaiki/tokens
    """
    each = tokens_each(setup)
    if enough_tokens(players, each):
        return None
    return Text(
        "%(players)s players with %(each)s tokens each need %(needed)s. The box has %(tokens)s, so at most "
        "%(most)s each.",
        players=players,
        each=each,
        needed=players * each,
        tokens=TOKENS,
        most=TOKENS // players,
    ).by("tokens")


def rules_in_words(setup: Setup) -> Iterator[Text]:
    """Yield the options of this table as short sentences, for the foot of a score sheet.

    Decision: options-on-sheet
    """
    each = tokens_each(setup)
    # The most players at any time, because all of them have to get tokens from one box.
    seated = max(len(seats) for _, seats in setup.seating)
    yield Plural("%(count)s token each.", "%(count)s tokens each.", each)
    if short := too_few_tokens(setup, seated):
        yield short
    # Before anybody is seated, it says how many could play with that many tokens.
    elif not seated and not enough_tokens(PLAYERS[1], each):
        yield Text("That is enough for %(players)s players.", players=TOKENS // each)
    yield Text(
        "Pay one token for every card left, as long as you have tokens. The player who went out starts the next round."
    )
    if plays(setup, SACRIFICE):
        yield Text(
            "Sacrifice: once per round, before you play, pay a token to put a top card under the draw pile. Not "
            "with only one card in hand."
        )
    if plays(setup, SECOND_CHANCE):
        yield Text("Second chance: once per round, on your turn, pay a token to play again. Not for your last card.")
    if plays(setup, ONE_HIDDEN):
        yield Text("One hidden: all hands are face up except for one card; once it is played, another can be hidden.")
    for (rule, choice), sentence in UNUSUAL.items():
        if house_rule(setup, rule) == choice:
            yield sentence
    yield Text(
        "Nobody goes below 0. If somebody is at 0 after a round, the game ends: most tokens win, and tied players "
        "share the win."
    )
    looks = colours_at(setup.options)
    if looks != USUAL_LOOKS:
        yield Text("Colours: %(names)s.", names=tuple([look.label for look in looks.values()]))


def not_played(setup: Setup, variant: str) -> Text | None:
    """Say that the table plays without a variant, or return None if it plays with it.

    Rule: hawaiki/one-hidden, hawaiki/sacrifice, hawaiki/second-chance
    """
    if plays(setup, variant):
        return None
    return Text("This table plays without %(variant)s.", variant=VARIANT_NAMES[variant]).by(VARIANT_RULES[variant])
