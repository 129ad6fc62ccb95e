"""How a round of Hawaiki is entered: a tap per player for the cards left, and one for each token spent."""

from collections.abc import Iterator

from scorekeeper.games.entry import Counts, Step, Way, about_taps
from scorekeeper.games.hawaiki.pad import read_with_tokens
from scorekeeper.games.hawaiki.problems import still_open
from scorekeeper.games.hawaiki.rules import VARIANT_NAMES, variants
from scorekeeper.games.hawaiki.scoring import CARDS_ROW, LEFT, MORE, SPENT, Player, Reading
from scorekeeper.games.hawaiki.sentences import describe_tokens
from scorekeeper.games.hawaiki.turn import SACRIFICE, SECOND_CHANCE
from scorekeeper.games.pad import Choice, Marks, Setup
from scorekeeper.language.text import Literal, Text, join_sentences

TAP = Text("Tap how many cards the others have left. Leave the player who went out blank.")

CONDITIONS = {
    SACRIFICE: Text("Sacrifice: not with only one card in hand."),
    SECOND_CHANCE: Text("Second chance: not for the last card."),
}


def ways(setup: Setup) -> tuple[Way, ...]:
    """Return the one way of entering a round."""
    hint, own = (
        Text("Tap how many cards the others have left."),
        Text("Tap how many cards you have left. If you went out, leave it blank."),
    )
    taps = about_taps(setup, 2, range(1, 6))
    return (Way("left", Text("Cards left"), hint, layout="rows", steps=cards_left, running=True, own=own, taps=taps),)


def cards_left(setup: Setup, marks: Marks, round: int) -> tuple[Step, ...]:
    """Return the only step, which asks for the cards left and for the tokens spent on variants.

    Rule: hawaiki/pay, hawaiki/sacrifice, hawaiki/second-chance
    """
    reading = read_with_tokens(setup, marks, round)
    played = variants(setup)
    hint = join_sentences([TAP, *[CONDITIONS[variant] for variant in played]])
    asks = tuple([_ask_cards(reading, player, played) for player in reading.players])
    return (Step(LEFT, LEFT, hint, asks, done=not still_open(reading)),)


def _ask_cards(reading: Reading, player: Player, played: tuple[str, ...]) -> Counts:
    """Return the question how many cards a player has left, with a button for each number up to the player's tokens.

    The last button means “or more”, because players never pay more tokens than they have. There is at least one
    button. `played` are the variants of the table that cost a token.
    """
    # A player without tokens pays nothing, but one chip must remain to say that cards are left.
    most = max(player.held, 1)
    return Counts(
        player.seat,
        CARDS_ROW,
        hint=describe_tokens(player),
        choices=tuple([_offer_count(reading, player, count, count == most) for count in range(1, most + 1)]),
        also=tuple(_offer_variants(reading, player, played)),
    )


def _offer_count(reading: Reading, player: Player, count: int, last: bool) -> Choice:
    cards, more = reading.spot(CARDS_ROW, player.seat), reading.spot(MORE, player.seat)
    chosen = player.cards == count and not player.more
    label: Text = Literal(str(count))
    if last:
        chosen = (player.cards or 0) >= count
        label = Text("%(count)s or more", count=count)
    # A second tap on a chip takes it back.
    if chosen:
        return Choice(label, {cards: None, more: None}, chosen=True)
    return Choice(label, {cards: count, more: 1 if last else None})


def _offer_variants(reading: Reading, player: Player, played: tuple[str, ...]) -> Iterator[Choice]:
    """Yield a button for each variant in `played`.

    If the player has no tokens left, yield only the pressed ones, so that they can be undone.
    """
    for variant in played:
        pressed = variant in player.spends
        if pressed or player.held:
            spot = reading.spot(variant, player.seat, SPENT)
            yield Choice(VARIANT_NAMES[variant], {spot: None if pressed else 1}, chosen=pressed)
