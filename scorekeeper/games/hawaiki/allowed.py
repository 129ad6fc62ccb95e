"""What the rules forbid in a round of Hawaiki, and why: one sentence that names cards and players."""

from collections.abc import Callable, Mapping

from scorekeeper.games.base import Seat
from scorekeeper.games.hawaiki.cards import Card, card_name
from scorekeeper.games.hawaiki.moves import (
    AGAIN,
    BURY,
    DRAW,
    FORGOT,
    GIVE,
    LATE,
    LAY,
    MISCALL,
    SAID,
    TOP,
    Laying,
    card_of,
    laying,
    pile_of,
)
from scorekeeper.games.hawaiki.options import VARIANT_NAMES, false_call_costs, late_is_lost, plays, thanks
from scorekeeper.games.hawaiki.placing import described
from scorekeeper.games.hawaiki.round import Round
from scorekeeper.games.hawaiki.sentences import WHO_DRAWS
from scorekeeper.games.hawaiki.stock import SACRIFICE, SECOND_CHANCE, forbidden
from scorekeeper.games.hawaiki.turn import PAIR, after, fits, showing, wrong_targets
from scorekeeper.games.referee import Action
from scorekeeper.text import Text

EMPTY = (Text("The first pile is empty."), Text("The second pile is empty."), Text("The third pile is empty."))


def refusal(now: Round, action: Action) -> Text | None:
    """Why the rules forbid a move now; None where they allow it. The move must be one of these players."""
    return _out_of_place(now, action) or RULES[action.kind](now, action)


def _out_of_place(now: Round, action: Action) -> Text | None:
    """Why it is not the moment for that kind of move, whoever tells it."""
    if now.stop:
        return now.stop
    if action.kind == TOP:
        return None if now.opening else Text("Three cards lie open already.")
    if now.opening:
        return Text("First tell the three cards that lie open.")
    if now.owes:
        return None if action.kind == GIVE else Text("First %(who)s chooses who draws.", who=now.name(now.turn))
    if now.out is not None and action.kind != FORGOT:
        return Text("The round is over: %(who)s went out.", who=now.name(now.out))
    return None


def off_turn(now: Round, seat: Seat | None) -> Text | None:
    """Say whose turn it is, if it is not that player's."""
    return None if seat == now.turn else Text("It is %(who)s’s turn.", who=now.name(now.turn))


def _top(now: Round, action: Action) -> Text | None:
    return seen_twice(now, card_of(action.of[0]))


def seen_twice(now: Round, card: Card) -> Text | None:
    """Say that both copies of a card lie in the piles, so nobody can hold it."""
    if not now.all_seen(card):
        return None
    return Text("Both %(card)s lie in the piles.", card=card_name(card, now.called))


def _lay(now: Round, action: Action) -> Text | None:
    told = laying(action)
    return (
        off_turn(now, action.seat)
        or unfit(now, told.pile, told.card)
        or seen_twice(now, told.card)
        or _misnamed(now, told)
    )


def unfit(now: Round, pile: int, card: Card) -> Text | None:
    """Say why a card may not lie on that pile, and where it might. Source: rulebook 002, how to play."""
    top = now.tops[pile]
    if top is None or fits(card, top):
        return None
    name, covered = card_name(card, now.called), card_name(top, now.called)
    fitting = [other for other in now.tops if other is not None and fits(card, other)]
    if fitting:
        return Text(
            "%(card)s fits on %(other)s, not on %(covered)s: neither colour nor value.",
            card=name,
            other=card_name(fitting[0], now.called),
            covered=covered,
        )
    return Text("%(card)s does not fit on %(covered)s: neither colour nor value.", card=name, covered=covered)


def _misnamed(now: Round, told: Laying) -> Text | None:
    """Say that something new must be named, or that there is nothing to name. Source: rulebook 002, announcing."""
    new = now.placing(told.pile, told.card).new
    if not new:
        return nothing_new(now, told.pile, told.card) if told.how else None
    what = tuple([makes(now, told.pile, told.card, kind) for kind in new])
    if not told.how:
        return Text("That makes %(what)s. Who named it first?", what=what)
    if told.how == LATE and not late_is_lost(now.setup):
        return Text("At this table it counts, even named late.")
    if told.how == SAID and len(new) > 1 and not told.named:
        return Text("That makes %(what)s. One is named, and only that counts.", what=what)
    if told.named and told.named not in new:
        return Text("That makes %(what)s.", what=what)
    return None


def makes(now: Round, pile: int, card: Card, kind: str) -> Text:
    """What a card makes on a pile, within a sentence: a run of 4-2-3."""
    return Text("a pair") if kind == PAIR else described(kind, after(now.tops, pile, card), now.called)


def nothing_new(now: Round, pile: int, card: Card) -> Text:
    """Say why a card makes nothing new: there is no combination, or it stood already."""
    stood = now.placing(pile, card).already_there
    if not stood:
        return Text("%(card)s makes no combination there.", card=card_name(card, now.called))
    (kind, *_), laid = stood, showing(after(now.tops, pile, card))
    if showing(now.tops).get(kind) == laid[kind]:
        return Text("It was %(what)s before, so nothing new.", what=described(kind, now.tops, now.called))
    return Text("The turn began with %(what)s, so nothing new.", what=described(kind, now.began, now.called))


def _draw(now: Round, action: Action) -> Text | None:
    return off_turn(now, action.seat)


def _give(now: Round, action: Action) -> Text | None:
    if not now.owes:
        return Text("Nobody has to draw now.")
    wrong = wrong_targets(now.owes, [*map(str, now.seats)], str(now.turn), action.of)
    if action.seat != now.turn or wrong == "cannot_target_self":
        return Text("%(who)s chooses who draws, and chooses somebody else.", who=now.name(now.turn))
    return WHO_DRAWS[now.owes] if wrong else None


def _forgot(now: Round, action: Action) -> Text | None:
    assert action.seat is not None
    if not thanks(now.setup):
        return Text("At this table nobody has to say thanks.")
    if action.seat not in now.thanks:
        return Text("%(who)s owes nobody thanks.", who=now.name(action.seat))
    return None


def _miscall(now: Round, action: Action) -> Text | None:
    if not false_call_costs(now.setup):
        return Text("At this table naming what is not there costs nothing.")
    if action.seat not in now.callers:
        return Text("There is nothing that could have been named wrongly.")
    return None


def _sacrifice(now: Round, action: Action) -> Text | None:
    """Before playing, on the own turn. Source: rulebook 002, variants."""
    pile = pile_of(action.of[0])
    return (
        _not_played(now, SACRIFICE)
        or off_turn(now, action.seat)
        or (None if now.piles[pile] else EMPTY[pile])
        or _unpaid(now, now.turn, SACRIFICE)
    )


def _second(now: Round, action: Action) -> Text | None:
    """Another turn, for whoever has just had one. Source: rulebook 002, variants."""
    assert action.seat is not None
    if wrong := _not_played(now, SECOND_CHANCE):
        return wrong
    if now.resumes and now.resumes[0] == action.seat:
        return _unpaid(now, action.seat, SECOND_CHANCE)
    if action.seat == now.turn:
        return Text("%(who)s has a turn first, then pays for another one.", who=now.name(now.turn))
    return off_turn(now, action.seat)


def _not_played(now: Round, variant: str) -> Text | None:
    if plays(now.setup, variant):
        return None
    return Text("This table plays without %(variant)s.", variant=VARIANT_NAMES[variant])


def _unpaid(now: Round, seat: Seat, variant: str) -> Text | None:
    """Say why a player may not pay for that variant."""
    who, name = now.name(seat), VARIANT_NAMES[variant]
    match forbidden(now.hands[seat], now.held(seat), now.used(seat, variant)):
        case "once_per_round":
            return Text("%(who)s has used %(variant)s in this round. Once is all.", who=who, variant=name)
        case "no_token":
            return Text("%(who)s has no token to pay for %(variant)s.", who=who, variant=name)
        case "single_card":
            return Text("%(who)s has a single card left: no %(variant)s now.", who=who, variant=name)
    return None


RULES: Mapping[str, Callable[[Round, Action], Text | None]] = {
    TOP: _top,
    LAY: _lay,
    DRAW: _draw,
    GIVE: _give,
    FORGOT: _forgot,
    MISCALL: _miscall,
    BURY: _sacrifice,
    AGAIN: _second,
}
