"""Hawaiki: play cards on three piles, name the combinations, and keep your tokens."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from scorekeeper.games.entry import Counts, Step, Way, about_taps
from scorekeeper.games.game import Game
from scorekeeper.games.hawaiki.cards import COPIES, PAD, VALUES, colours_at
from scorekeeper.games.hawaiki.paying import (
    CARDS_LEFT,
    LEFT_ROW,
    MAYBE_MORE,
    SPENT_ROW,
    WENT_OUT,
    Payment,
    read_payment,
    say_broke,
)
from scorekeeper.games.hawaiki.referee import REFEREE
from scorekeeper.games.hawaiki.rules import (
    OPTIONS,
    VARIANT_HINTS,
    VARIANT_NAMES,
    rules_in_words,
    tokens_each,
    too_few_tokens,
    variants,
)
from scorekeeper.games.hawaiki.rulings import RULINGS
from scorekeeper.games.hawaiki.turn import SHORT
from scorekeeper.games.pad import NO_NEWS, Choice, Marks, Seat, Setup
from scorekeeper.games.pads.boxes import ChipsBox
from scorekeeper.games.pads.entry import rows
from scorekeeper.games.pads.pad import Box, Row
from scorekeeper.games.pads.scoring import find_ending_seats
from scorekeeper.games.paper import Column, PaperPad
from scorekeeper.games.rule import read_rules
from scorekeeper.games.standings import End, Standings
from scorekeeper.language.text import Literal, Plural, Text, join_sentences

IN_HISTORY = {
    CARDS_LEFT: (
        Plural("%(who)s has %(mark)s card left", "%(who)s has %(mark)s cards left", 1),
        Text("%(who)s’s cards are blank"),
    ),
    MAYBE_MORE: (Text("%(who)s might have more"), NO_NEWS),
    WENT_OUT: (
        Text("%(who)s went out, but somebody else named the last combination first"),
        Text("nobody named %(who)s’s last combination first"),
    ),
    **{
        variant: (
            Text("%(who)s pays a token for %(variant)s", variant=name),
            Text("%(who)s pays no token for %(variant)s", variant=name),
        )
        for variant, name in VARIANT_NAMES.items()
    },
}
"""What history says of a mark in a box, and of one that is taken back."""

TAP = Text("Tap how many cards the others have left. Leave the player who went out blank.")

RINGS = 12
"""The maximum number of rings in one line on paper. More are drawn in two lines, so that they do not get too small."""

ROUNDS, FEWER_ROUNDS = 6, 4
"""The number of rounds on the printed pad, and on a narrow one."""


class Hawaiki(Game):
    """The pad of Hawaiki with its variants, its referee and its questions."""

    shelf = 2
    round_type = Payment
    total = Text("Tokens left")
    behind = Text("Tokens behind the leader")
    referee = REFEREE
    rulings = RULINGS

    def __init__(self) -> None:
        super().__init__(PAD)
        self.options = OPTIONS
        self.chapters = read_rules(Path(__file__).with_name("rules.toml"))
        self._rows = tuple([replace(row, boxes=tuple(map(_tell, row.boxes))) for row in rows(PAD, False)])

    def rows(self, setup: Setup) -> tuple[Row, ...]:
        return self._rows

    def ways(self, setup: Setup) -> tuple[Way, ...]:
        hint = Text("Tap how many cards the others have left.")
        own = Text("Tap how many cards you have left. If you went out, leave it blank.")
        taps = about_taps(setup, 2, range(1, 6))
        return (Way("left", Text("Cards left"), hint, "rows", _list_steps, running=True, own=own, taps=taps),)

    def rules_in_words(self, setup: Setup) -> tuple[Text, ...]:
        return tuple(rules_in_words(setup))

    def paper(self, setup: Setup) -> tuple[PaperPad, ...]:
        """Return the printed pad, with one ring for each token that a player starts with.

        Decision: hawaiki-pad
        """
        each = tokens_each(setup)
        label = Text("Tokens: %(each)s each. Cross off each token spent.", each=each)
        if SHORT < each <= RINGS:
            label = Text(
                "Tokens: %(each)s each, %(short)s for a short game. Cross off each token spent.", each=each, short=SHORT
            )
        rounds = [Column(Literal(str(number))) for number in range(1, ROUNDS + 1)]
        return (
            PaperPad(
                key="rounds",
                name=Text("Tokens and rounds"),
                columns=(Column(label, width=66, mark="tokens", times=each), *rounds),
                fewer=(Column(label, width=54, mark="tokens", times=each), *rounds[:FEWER_ROUNDS]),
                players="lines",
                blanks=((Text("Date"), 3), (Text("Winner"), 4)),
                left=(
                    Text("Name it before you play the card. Only a new one counts."),
                    Text("Draw 1: say thanks. Draw 2: thanks a lot. Forget, and draw 1 more."),
                ),
                right=(
                    Text("Rounds: cards left in hand."),
                    Text("The game ends when somebody has 0. Most tokens win."),
                ),
                foot=11.0,
            ),
        )

    def start(self, setup: Setup) -> int:
        return tokens_each(setup)

    def over(self, setup: Setup, standings: Standings) -> End | None:
        """Return why no further round is played: somebody has no tokens left, or the box holds too few tokens.

        There is no winner yet while an earlier round has no result.

        Rule: hawaiki/over, hawaiki/winner, hawaiki/tokens
        """
        played = {seat: standings.totals[seat] for seat in standings.rounds.get(standings.last, ())}
        if out := find_ending_seats(PAD, setup, played, standings.last):
            why, earlier = say_broke(setup.names(out)), [round for round in standings.open if round < standings.last]
            if not earlier:
                return End(why)
            waiting = Text("Round %(number)s has no result yet.", number=earlier[0]).by("told")
            return End(join_sentences([why, waiting]), won=False)
        short = too_few_tokens(setup, len(setup.seats(max(standings.last, *standings.open, 0) + 1)))
        return End(short, won=False) if short else None

    def next_starter(self, setup: Setup, marks: Marks, round: int) -> Seat | None:
        """Return the player who went out, or the next in turn order if that player has left.

        Return None if the round has no result yet or ends the game.

        Rule: hawaiki/next-starter
        """
        payment = read_payment(setup, marks, round)
        if payment.finisher is None or not payment.decided or payment.broke:
            return None
        seats, following = setup.seats(round), setup.seats(round + 1)
        place = seats.index(payment.finisher)
        return next((seat for seat in (*seats[place:], *seats[:place]) if seat in following), None)

    def deck(self, setup: Setup) -> tuple[Row, ...]:
        """Return the cards to choose from in a question to the referee, as one row per colour.

        Rule: hawaiki/cards
        """
        box = ChipsBox("cards", Text("Which cards"), most=COPIES, items=tuple(map(str, VALUES)))
        looks = colours_at(setup.options)
        return tuple([Row(slot, look.label, (box,), suit=look.suit) for slot, look in looks.items()])


def _tell(box: Box) -> Box:
    announced, withdrawn = IN_HISTORY[box.key]
    return replace(box, announced=announced, withdrawn=withdrawn)


def _list_steps(setup: Setup, marks: Marks, round: int) -> tuple[Step, ...]:
    """Return the only step, which asks for the cards left and for the tokens spent on variants."""
    payment, played = read_payment(setup, marks, round), variants(setup)
    hint = join_sentences([TAP, *[VARIANT_HINTS[variant] for variant in played]])
    asks = tuple([_ask_cards(payment, seat, played) for seat in payment.seats])
    return (Step(LEFT_ROW, LEFT_ROW, hint, asks, done=not any(payment.list_open())),)


def _ask_cards(payment: Payment, seat: Seat, played: tuple[str, ...]) -> Counts:
    """Return the question how many cards a player has left, with a button for each number up to the player's tokens.

    The last button means “or more”, because players never pay more tokens than they have. `played` are the variants of
    the table that cost a token.
    """
    # A player without tokens pays nothing, but one chip must remain to say that cards are left.
    most = max(payment.count("held", seat), 1)
    choices = tuple([_offer_count(payment, seat, count, count == most) for count in range(1, most + 1)])
    also = tuple(_offer_variants(payment, seat, played))
    return Counts(seat, CARDS_LEFT, hint=payment.describe_held(seat), choices=choices, also=also)


def _offer_count(payment: Payment, seat: Seat, count: int, last: bool) -> Choice:
    cards, more, entered = payment.spot(CARDS_LEFT, seat), payment.spot(MAYBE_MORE, seat), payment.cards(seat) or 0
    chosen = entered >= count if last else entered == count and not payment.may_have_more(seat)
    label = Text("%(count)s or more", count=count) if last else Literal(str(count))
    # A second tap on a chip takes it back.
    if chosen:
        return Choice(label, {cards: None, more: None}, chosen=True)
    return Choice(label, {cards: count, more: 1 if last else None})


def _offer_variants(payment: Payment, seat: Seat, played: tuple[str, ...]) -> Iterator[Choice]:
    """Yield a button for each variant in `played`. Without tokens, only what is spent already can be taken back."""
    for variant in played:
        pressed = variant in payment.spends(seat)
        if pressed or payment.count("held", seat):
            spot = payment.spot(variant, seat, SPENT_ROW)
            yield Choice(VARIANT_NAMES[variant], {spot: None if pressed else 1}, chosen=pressed)


GAME = Hawaiki()
