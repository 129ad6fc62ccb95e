"""The rules of Hawaiki: what a table agrees on, how that reads in small print, and all of them in our own words."""

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
from scorekeeper.games.rule import OPEN_QUESTIONS, Chapter, Rule, Source
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


# In our own words


BOOK = Text("Italian rules")


def _in(section: str) -> tuple[Source, ...]:
    """A place in the only rulebook there was to read."""
    return (Source(BOOK, section, "it"),)


CONTENTS, SETTING_UP, PLAY, ROUND, END, IN_VARIANTS = map(
    _in,
    ("Dotazione", "Preparazione", "Come si gioca", "Fine della manche", "Fine della partita e vittoria", "Varianti"),
)

CHAPTERS = (
    Chapter(
        Text("Setting up"),
        (
            Rule("players", Text("Two to six people play several rounds."), _in("Scopo del gioco")),
            Rule("cards", Text("Five colours with the values 1 to 7, every card twice: 70 cards."), CONTENTS),
            Rule("tokens", Text("The box has 60 tokens; everybody begins with ten."), CONTENTS),
            Rule("first-starter", Text("Who opens the first round is for the table to say."), CONTENTS),
            Rule("deal", Text("Six cards each, three open ones begin the piles, the rest is drawn from."), SETTING_UP),
        ),
    ),
    Chapter(
        Text("A turn"),
        (
            Rule("lay", Text("A card goes on a top card of its own colour or its own value."), PLAY),
            Rule("draw", Text("Whoever lays no card, for whatever reason, draws one, and the turn is over."), PLAY),
            Rule("left", Text("The turn passes to the left."), PLAY),
            Rule("name-it", Text("Whoever makes a combination names it before the card lies there."), PLAY),
            Rule("again", Text("A combination that was named gives another turn."), PLAY),
            Rule("pair", Text("Pair: the card is the twin of the one it covers."), PLAY),
            Rule("run", Text("Run: three values in a row in any order. One player of your choice draws 1."), PLAY),
            Rule(
                "flush", Text("Flush: three tops of one colour. One player draws 2, or two players draw 1 each."), PLAY
            ),
            Rule("three", Text("Three of a kind: three tops of one value. All others draw 1."), PLAY),
            Rule("new", Text("A combination counts only if it did not lie there before."), PLAY),
            Rule("new-run", Text("A run of other values than the run before is new."), PLAY),
            Rule("contested", Text("If somebody else names it first, it has no effect, and the player draws 1."), PLAY),
            Rule(
                "thanks",
                Text("Chosen to draw 1, one says thanks; to draw 2, thanks a lot. Forgotten costs one more."),
                PLAY,
            ),
        ),
    ),
    Chapter(
        Text("The end"),
        (
            Rule(
                "last-card",
                Text("The last card of a hand ends the round, once its combination has had its effect."),
                ROUND,
            ),
            Rule(
                "one-out",
                Text("One player goes out in a round, never two."),
                because=Text("The first last card ends the round."),
            ),
            Rule("pay", Text("Every card left in hand costs its player a token."), ROUND),
            Rule("next-starter", Text("Whoever went out opens the next round."), ROUND),
            Rule("over", Text("The game is over when somebody gives the last token at the end of a round."), END),
            Rule("winner", Text("The most tokens win."), END),
        ),
    ),
    Chapter(
        Text("Variants"),
        (
            Rule(
                "one-hidden",
                Text("One hidden: hands lie open but for one card; once it is played, another is hidden."),
                IN_VARIANTS,
            ),
            Rule(
                "sacrifice",
                Text(
                    "Sacrifice: before playing, once a round, a token sends a top card under the draw pile; "
                    "not with a single card in hand."
                ),
                IN_VARIANTS,
            ),
            Rule(
                "second-chance",
                Text("Second chance: on the own turn, once a round, a token buys another play; not for the last card."),
                IN_VARIANTS,
            ),
            Rule("length", Text("A table may begin with more tokens or fewer, six for a short game."), IN_VARIANTS),
        ),
    ),
    Chapter(
        OPEN_QUESTIONS,
        (
            Rule(
                "new-since",
                Text("What lay there just before the card. A table may also compare with the beginning of the turn."),
                because=Text("Every further play is a turn of its own, so the turn before is the card before."),
                question=Text("Since when must a combination be new?"),
                number="H1",
            ),
            Rule(
                "no-debt",
                Text("All tokens are paid, and nothing is owed."),
                because=Text("Nobody can put back what is not there."),
                question=Text("What if there are fewer tokens than cards?"),
                number="H2",
            ),
            Rule(
                "several-broke",
                Text("The game is over; those at 0 share the last place."),
                because=Text("The most tokens win whoever ended the game."),
                question=Text("What if several give their last token at once?"),
                number="H3",
            ),
            Rule(
                "shared",
                Text("The win is shared."),
                because=Text("The rulebook has no tie-break."),
                question=Text("Who wins if the tokens are level?"),
                number="H4",
            ),
            Rule(
                "one-only",
                Text(
                    "At most one is new. Only on an empty pile there may be two; one of them is named, and it counts."
                ),
                because=Text("A card keeps the colour or the value of what it covers; we have tried all positions."),
                question=Text("Can one card make two combinations?"),
                number="H5",
            ),
            Rule(
                "reshuffle",
                Text("All but the three tops are shuffled and drawn from; if there are none, nobody draws."),
                because=Text("So the round can go on, and the tops stay as they are."),
                question=Text("What if nothing is left to draw?"),
                number="H6",
            ),
            Rule(
                "named-late",
                Text("Yes, until somebody else names it or the next player acts. A table may be stricter."),
                because=Text("Only somebody faster takes it away, the rulebook says."),
                question=Text("May it be named when the card lies there already?"),
                number="H7",
            ),
            Rule(
                "false-call",
                Text("Nothing happens. A table may let it cost a card."),
                because=Text("The rulebook names no penalty."),
                question=Text("What if somebody names what is not there?"),
                number="H8",
            ),
            Rule(
                "called-on-last",
                Text(
                    "The round is over; who laid the card draws 1 and pays a token for it. A table may agree otherwise."
                ),
                because=Text("Both rules hold to the letter then; we are not sure, so ask the table."),
                question=Text("What if somebody else names the combination of the last card?"),
                number="H9",
            ),
            Rule(
                "who-thanks",
                Text("All who draw for a combination, nobody else. The long thanks will do for one card."),
                because=Text("They are chosen by it, be it one by one or all at once."),
                question=Text("Who has to say thanks?"),
                number="H10",
            ),
            Rule(
                "not-oneself",
                Text("No."),
                because=Text("A combination shall harm the others."),
                question=Text("May one choose oneself to draw?"),
                number="H11",
            ),
            Rule(
                "flush-of-two",
                Text("The other player draws 2."),
                because=Text("There is nobody to share it with."),
                question=Text("A flush between two players?"),
                number="H12",
            ),
            Rule(
                "twin-elsewhere",
                Text("No, only the card that is covered."),
                PLAY,
                because=Text("One review says otherwise, the rulebook and two others do not."),
                question=Text("Does a twin on another pile make a pair?"),
                number="H13",
            ),
            Rule(
                "empty-pile",
                Text("Yes. Any card may lie on the empty pile, and until then nothing of three piles is there."),
                because=Text("Only a single card in hand forbids Sacrifice."),
                question=Text("May Sacrifice take the only card of a pile?"),
                number="H14",
            ),
            Rule(
                "last-token-spent",
                Text("Yes, and the game ends after this round."),
                because=Text(
                    "The rulebook only ends it at the end of a round; to go on without tokens would be unfair."
                ),
                question=Text("May the last token go for a variant?"),
                number="H15",
            ),
            Rule(
                "unnoticed",
                Text("Nothing: no effect and no further turn."),
                because=Text("Only naming gives it an effect."),
                question=Text("What of a combination that nobody names?"),
                number="H16",
            ),
            Rule(
                "draw-first",
                Text("Yes, first the others draw."),
                PLAY,
                because=Text("The rulebook gives the further turn after that."),
                question=Text("Three of a kind: do the others draw before the next turn?"),
                number="H17",
            ),
            Rule(
                "not-the-last",
                Text("Not by itself: the most tokens win."),
                END,
                because=Text("Whoever goes out last may have paid much before."),
                question=Text("Does whoever wins the last round win the game?"),
                number="H18",
            ),
            Rule(
                "turned-up",
                Text("It gives nothing, and it counts as lying there already."),
                because=Text("Nobody has laid a card for it."),
                question=Text("What of a combination among the three cards turned up?"),
                number="H19",
            ),
        ),
    ),
)
"""Every rule of Hawaiki, chapter by chapter; the last one holds the open questions."""
