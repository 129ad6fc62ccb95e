"""What lies open in a round of Hawaiki, and what came of the last move."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from scorekeeper.games.base import Seat
from scorekeeper.games.board import Holding, OpenCard, Part, Stock, Top, Tops
from scorekeeper.games.hawaiki.cards import Card, card_name
from scorekeeper.games.hawaiki.moves import TOP
from scorekeeper.games.hawaiki.offered import asking, suits
from scorekeeper.games.hawaiki.options import tokens_each
from scorekeeper.games.hawaiki.placing import values
from scorekeeper.games.hawaiki.play import marks, nothing_left
from scorekeeper.games.hawaiki.reading import Reading, read_round
from scorekeeper.games.hawaiki.round import Round
from scorekeeper.games.hawaiki.sentences import settlement
from scorekeeper.games.hawaiki.told import narrate
from scorekeeper.games.hawaiki.turn import PILES, RUN, showing
from scorekeeper.games.referee import Board
from scorekeeper.text import Text


def view(now: Round) -> Board:
    """What everybody sees: the tops, tokens and hands, what came of the last move, and what to mind."""
    seen = Board(title(now), about(now), parts(now, tops(now)), tuple(_says(now)), tuple(_follows(now)))
    return replace(seen, heading=headed(now.owes, now, now.tops), new=True) if now.owes else seen


def title(now: Round) -> Text:
    """Whose turn it is."""
    if now.stop:
        return Text("The game is over")
    if now.opening:
        return Text("%(who)s starts", who=now.name(now.turn))
    if now.over and now.out is not None:
        return Text("%(who)s went out", who=now.name(now.out))
    return Text("%(who)s plays", who=now.name(now.turn))


def about(now: Round) -> Text:
    """How many cards there are to draw from."""
    return Text("pile %(count)s", count=now.draw)


def parts(now: Round, lying: Tops) -> tuple[Part, ...]:
    """The piles, and everybody's tokens and cards; once the round is over, the tokens that are left."""
    tokens = _reading(now).tokens if now.over else {seat: now.held(seat) for seat in now.seats}
    return lying, Stock(tuple([_holding(now, seat, tokens[seat]) for seat in now.seats]))


def _holding(now: Round, seat: Seat, tokens: int) -> Holding:
    cards = now.hands[seat]
    note = Text("last card") if cards == 1 and not now.over else None
    return Holding(now.name(seat), cards, tokens, tokens_each(now.setup), seat == now.turn and not now.over, note)


def _reading(now: Round) -> Reading:
    return read_round(now.setup, marks(now), now.round, now.tokens)


def tops(now: Round) -> Tops:
    """What lies on the piles; a pile that is not begun is empty."""
    lying = [Top(open_card(now, pile[-1]) if pile else None, len(pile)) for pile in now.piles]
    return Tops((*lying, *[Top(None, 0)] * (PILES - len(lying))))


def open_card(now: Round, card: Card, played: bool = False) -> OpenCard:
    """A card as everybody sees it."""
    return OpenCard(suits(now)[card.colour], str(card.value), card_name(card, now.called), "played" if played else "")


def _says(now: Round) -> Iterator[Text]:
    """What came of the last move; who starts, and what the open cards are worth."""
    if now.stop:
        yield now.stop
    elif now.opening:
        yield Text("Turn three cards up.")
    elif now.over:
        yield settlement(_reading(now)) or Text("The round is over.")
    elif now.last and now.owes:
        if now.owes == RUN:
            yield from another_run(now.last[0])
        yield asking(now)
    elif now.last and now.last[1].kind != TOP:
        yield narrate(*now.last)
        if now.again:
            yield Text("%(who)s plays again.", who=now.name(now.turn))
        yield from _standing(now)
    else:
        yield Text("%(who)s starts.", who=now.name(now.turn))
        yield from _standing(now)


def headed(kind: str, now: Round, lying: Sequence[Card | None]) -> Text:
    """A combination as a heading: Run 4-2-3."""
    first = next(top for top in lying if top)
    match kind:
        case "run":
            return Text("Run %(values)s", values=values(lying))
        case "flush":
            return Text("Flush of %(colour)s", colour=now.called[first.colour])
        case "three":
            return Text("Three of %(value)s", value=first.value)
    return Text("Pair")


def another_run(before: Round) -> Iterator[Text]:
    """Say which run lay there before a card, where that one makes another."""
    if RUN in showing(before.tops):
        yield Text("It was %(before)s before, so this counts.", before=values(before.tops))


def _standing(now: Round) -> Iterator[Text]:
    """Say which combinations lie there, for only another one counts."""
    for kind in showing(now.tops):
        yield Text("%(what)s lies there already, so it counts no more.", what=headed(kind, now, now.tops))


def _follows(now: Round) -> Iterator[Text]:
    """What to mind: a draw pile that is used up."""
    if now.stop or now.opening or now.over or now.owes:
        return
    if not now.draw and nothing_left(now):
        yield Text("Nothing is left to draw.")
    elif not now.draw:
        yield Text("The draw pile is empty. Before the next draw all but the tops are shuffled.")
