"""What may be told now of a round of Hawaiki, most usual first."""

from collections.abc import Iterator
from itertools import combinations

from scorekeeper.games.base import Seat, Suit
from scorekeeper.games.board import OpenCard
from scorekeeper.games.hawaiki.allowed import refusal
from scorekeeper.games.hawaiki.cards import CARDS, SLOTS, Card, card_name, deck
from scorekeeper.games.hawaiki.moves import AGAIN, BURY, DRAW, FORGOT, GIVE, LAY, MISCALL, SAID, TOP
from scorekeeper.games.hawaiki.options import ONE_HIDDEN, VARIANT_NAMES, false_call_costs, plays
from scorekeeper.games.hawaiki.play import nothing_left
from scorekeeper.games.hawaiki.round import Round
from scorekeeper.games.hawaiki.stock import SACRIFICE, SECOND_CHANCE
from scorekeeper.games.hawaiki.turn import FLUSH, PAIR, PILES, RUN, THREE, fits
from scorekeeper.games.referee import Action, Entry, Group, Pick
from scorekeeper.text import Literal, Plural, Text

NOTES = {PAIR: Text("pair"), RUN: Text("run"), FLUSH: Text("flush"), THREE: Text("3 of a kind")}
OPENING = (Text("The first open card"), Text("The second open card"), Text("The third open card"))


def entries(now: Round) -> tuple[Entry, ...]:
    """What may be told now: the open cards, who draws, or a turn and what can be said of the last one."""
    if now.stop:
        return ()
    if now.opening:
        return (Entry("top", OPENING[len(now.piles)], "deck", _deck(now)),)
    if now.owes:
        return (_giving(now),)
    return (*(() if now.over else _turn(now)), *_afterwards(now))


def suits(now: Round) -> dict[str, Suit]:
    """How each colour is drawn at this table."""
    return {row.key: row.suit for row in deck(now.setup) if row.suit}


def _pick(now: Round, action: Action, label: Text, note: Text | None = None, card: OpenCard | None = None) -> Pick:
    """A move to tap; what forbids it is what would refuse it."""
    return Pick(action, label, refusal(now, action), note, card)


def _deck(now: Round) -> tuple[Group, ...]:
    """Every card, to be turned up."""
    drawn = suits(now)
    return tuple(
        [
            Group(
                slot,
                now.called[slot],
                tuple(
                    [
                        _pick(now, Action(now.round, TOP, None, (key,)), Literal(str(card.value)))
                        for key, card in CARDS.items()
                        if card.colour == slot
                    ]
                ),
                drawn[slot],
            )
            for slot in SLOTS
        ]
    )


def _giving(now: Round) -> Entry:
    """Who draws for the run or the flush."""
    left = [(str(seat), now.name(seat), in_hand(now.hands[seat])) for seat in now.others]
    if now.owes == RUN:
        return _words(
            "give",
            asking(now),
            now.turn,
            *[_gives(now, (word,), Literal(name), cards) for word, name, cards in left],
        )
    one = [_gives(now, (word,), Text("%(who)s draws 2", who=name), cards) for word, name, cards in left]
    two = [
        _gives(now, (first, second), Text("%(who)s draw 1 each", who=(name, other)))
        for (first, name, _), (second, other, _) in combinations(left, 2)
    ]
    groups = (Group("one", Text("Draws 2"), tuple(one)), Group("two", Text("Draw 1 each"), tuple(two)))
    return Entry("give", asking(now), "words", groups, seat=now.turn)


def asking(now: Round) -> Text:
    """The question who draws."""
    return Text("Who draws 1?") if now.owes == RUN else Text("Who draws 2, or which two draw 1 each?")


def _gives(now: Round, chosen: tuple[str, ...], label: Text, note: Text | None = None) -> Pick:
    return _pick(now, Action(now.round, GIVE, now.turn, chosen), label, note)


def in_hand(cards: int) -> Text:
    """How many cards somebody has."""
    return Plural("%(count)s card", "%(count)s cards", cards)


def _turn(now: Round) -> Iterator[Entry]:
    """A card on a pile, a card drawn, a token for Sacrifice."""
    hint = None
    if plays(now.setup, ONE_HIDDEN):
        hint = Text("One card stays hidden. Once it is laid, another may be hidden.")
    drawn = suits(now)
    piles = tuple([_pile(now, pile, drawn) for pile in range(PILES)])
    title = Text("Which card does %(who)s lay?", who=now.name(now.turn))
    yield Entry("lay", title, "piles", piles, preview=True, seat=now.turn, hint=hint)
    who = now.name(now.turn)
    label = Text("%(who)s passes", who=who) if nothing_left(now) else Text("%(who)s draws 1", who=who)
    yield _words("draw", Text("No card laid"), now.turn, _pick(now, Action(now.round, DRAW, now.turn), label))
    if plays(now.setup, SACRIFICE) and not now.used(now.turn, SACRIFICE):
        picks = [
            _pick(now, Action(now.round, BURY, now.turn, (str(pile),)), card_name(top, now.called))
            for pile, top in enumerate(now.tops)
            if top
        ]
        yield _words("sacrifice", VARIANT_NAMES[SACRIFICE], now.turn, *picks, preview=True)


def _words(key: str, title: Text, seat: Seat | None, *picks: Pick, preview: bool = False) -> Entry:
    return Entry(key, title, "words", (Group(key, title, picks),), preview=preview, seat=seat)


def _pile(now: Round, pile: int, drawn: dict[str, Suit]) -> Group:
    """The cards that fit on a pile; a pile without any takes every card."""
    top = now.tops[pile]
    label = Text("empty pile") if top is None else Text("on %(card)s", card=card_name(top, now.called))
    fitting = [(key, card) for key, card in CARDS.items() if fits(card, top)]
    return Group(str(pile), label, tuple([_laying(now, pile, key, card, drawn) for key, card in fitting]))


def _laying(now: Round, pile: int, key: str, card: Card, drawn: dict[str, Suit]) -> Pick:
    """A card on a pile, as it usually goes: what it makes is named."""
    new = now.placing(pile, card).new
    how = (SAID, *new[:1]) if len(new) > 1 else (SAID,) if new else ()
    name = card_name(card, now.called)
    return _pick(
        now,
        Action(now.round, LAY, now.turn, (str(pile), key, *how)),
        name,
        NOTES[new[0]] if new else None,
        OpenCard(drawn[card.colour], str(card.value), name),
    )


def _afterwards(now: Round) -> Iterator[Entry]:
    """What can still be said of the last move: another turn bought, thanks forgotten, something named wrongly."""
    if now.resumes and plays(now.setup, SECOND_CHANCE) and not now.used(now.resumes[0], SECOND_CHANCE):
        seat, _ = now.resumes
        label = Text("%(who)s plays again", who=now.name(seat))
        pick = _pick(now, Action(now.round, AGAIN, seat), label)
        yield _words("second", VARIANT_NAMES[SECOND_CHANCE], seat, pick, preview=True)
    if now.thanks:
        picks = [_forgetful(now, seat, due) for seat, due in now.thanks.items()]
        title = Text("Forgot to say thanks a lot") if max(now.thanks.values()) > 1 else Text("Forgot to say thanks")
        yield _words("forgot", title, None, *picks)
    if now.callers and false_call_costs(now.setup):
        picks = [_pick(now, Action(now.round, MISCALL, seat), Literal(now.name(seat))) for seat in now.callers]
        yield _words("miscall", Text("Named what is not there"), None, *picks)


def _forgetful(now: Round, seat: Seat, due: int) -> Pick:
    label = Text("%(who)s draws %(count)s", who=now.name(seat), count=due + 1)
    return _pick(now, Action(now.round, FORGOT, seat), label)
