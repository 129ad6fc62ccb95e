"""A move of Hawaiki in words, as it is read out to settle what happened."""

from collections.abc import Callable, Iterator, Mapping

from scorekeeper.games.base import Malformed, Seat
from scorekeeper.games.hawaiki.allowed import nothing_new, refusal
from scorekeeper.games.hawaiki.cards import Card, card_name
from scorekeeper.games.hawaiki.moves import (
    AGAIN,
    BURY,
    CALLED,
    DRAW,
    FORGOT,
    GIVE,
    LATE,
    LAY,
    MISCALL,
    NO_MOVE,
    SILENT,
    TOP,
    card_of,
    check,
    laying,
    pile_of,
)
from scorekeeper.games.hawaiki.placing import values
from scorekeeper.games.hawaiki.play import apply, nothing_left
from scorekeeper.games.hawaiki.round import Round
from scorekeeper.games.hawaiki.sentences import joined
from scorekeeper.games.hawaiki.turn import Tops, after
from scorekeeper.games.referee import Action
from scorekeeper.text import Plural, Text


def narrate(now: Round, action: Action, sealed: bool = False) -> Text:
    """A move in words, from the round before it, with what it brought about; nothing is secret. Never raises."""
    try:
        check(action, now.seats)
    except Malformed:
        return NO_MOVE
    said = CLAIMS[action.kind](now, action)
    if refusal(now, action):
        return said
    return joined([said, *_came_of(now, apply(now, action), action)])


def _who(now: Round, action: Action) -> str:
    assert action.seat is not None
    return now.name(action.seat)


def _top(now: Round, action: Action) -> Text:
    card = card_name(card_of(action.of[0]), now.called)
    match len(now.piles):
        case 0:
            return Text("The first pile begins with %(card)s.", card=card)
        case 1:
            return Text("The second pile begins with %(card)s.", card=card)
    return Text("The third pile begins with %(card)s.", card=card)


def _lay(now: Round, action: Action) -> Text:
    """Who laid what on what; and what it makes, if that is new."""
    told, who = laying(action), _who(now, action)
    card = card_name(told.card, now.called)
    if now.opening:
        return Text("%(who)s lays %(card)s.", who=who, card=card)
    top, what = now.tops[told.pile], made(now, told.pile, told.card, told.named)
    if top is None and what is None:
        return Text("%(who)s lays %(card)s on the empty pile.", who=who, card=card)
    if top is None:
        return Text("%(who)s lays %(card)s on the empty pile: %(what)s.", who=who, card=card, what=what)
    covered = card_name(top, now.called)
    if what is None:
        return Text("%(who)s lays %(card)s on %(covered)s.", who=who, card=card, covered=covered)
    return Text("%(who)s lays %(card)s on %(covered)s: %(what)s.", who=who, card=card, covered=covered, what=what)


def made(now: Round, pile: int, card: Card, named: str = "") -> Text | None:
    """The new combination that a card makes, or the one of two that was named: run 4-2-3."""
    new = now.placing(pile, card).new
    if not new:
        return None
    tops = after(now.tops, pile, card)
    if named in new or len(new) == 1:
        return combination(named or new[0], tops, now)
    return Text("%(what)s", what=tuple([combination(kind, tops, now) for kind in new]))


def combination(kind: str, tops: Tops, now: Round) -> Text:
    """A combination in a few words, after a colon: run 4-2-3."""
    first = next(top for top in tops if top)
    match kind:
        case "run":
            return Text("run %(values)s", values=values(tops))
        case "flush":
            return Text("flush of %(colour)s", colour=now.called[first.colour])
        case "three":
            return Text("three of %(value)s", value=first.value)
    return Text("pair")


def _draw(now: Round, action: Action) -> Text:
    who = _who(now, action)
    if nothing_left(now):
        return Text("%(who)s lays no card, and nothing is left to draw.", who=who)
    return Text("%(who)s lays no card and draws 1.", who=who)


def _give(now: Round, action: Action) -> Text:
    chosen = now.names(int(word) for word in action.of)
    return Text("%(who)s chooses %(chosen)s.", who=_who(now, action), chosen=chosen)


def _forgot(now: Round, action: Action) -> Text:
    assert action.seat is not None
    who, due = now.name(action.seat), now.thanks.get(action.seat, 1)
    if due > 1:
        return Text("%(who)s forgot to say thanks a lot.", who=who)
    return Text("%(who)s forgot to say thanks.", who=who)


def _miscall(now: Round, action: Action) -> Text:
    return Text("%(who)s named what is not there.", who=_who(now, action))


def _bury(now: Round, action: Action) -> Text:
    who, pile = _who(now, action), pile_of(action.of[0])
    top = None if now.opening else now.tops[pile]
    if top is None:
        return Text("%(who)s pays a token for Sacrifice.", who=who)
    return Text("%(who)s pays a token: %(card)s goes under the draw pile.", who=who, card=card_name(top, now.called))


def _again(now: Round, action: Action) -> Text:
    return Text("%(who)s pays a token for a second chance.", who=_who(now, action))


CLAIMS: Mapping[str, Callable[[Round, Action], Text]] = {
    TOP: _top,
    LAY: _lay,
    DRAW: _draw,
    GIVE: _give,
    FORGOT: _forgot,
    MISCALL: _miscall,
    BURY: _bury,
    AGAIN: _again,
}


def _came_of(now: Round, then: Round, action: Action) -> Iterator[Text]:
    """What a move brought about: why nothing happened, who drew, that somebody went out."""
    if action.kind == LAY:
        yield from _why_nothing(now, action)
    if action.kind != BURY and any(len(new) < len(old) for old, new in zip(now.piles, then.piles, strict=False)):
        yield Text("The draw pile is empty: all but the tops are shuffled.")
    if action.kind != DRAW:
        laid = now.turn if action.kind == LAY else None
        yield from drawing(now, {seat: then.hands[seat] - now.hands[seat] + (seat == laid) for seat in then.hands})
    if then.out is not None and now.out is None:
        yield Text("%(who)s goes out.", who=now.name(then.out))


def _why_nothing(now: Round, action: Action) -> Iterator[Text]:
    """Why a combination has no effect: named by somebody else, too late, by nobody, or not new."""
    told = laying(action)
    placing = now.placing(told.pile, told.card)
    if not placing.new:
        if placing.already_there:
            yield nothing_new(now, told.pile, told.card)
    elif told.how == CALLED:
        yield Text("Somebody else names it first.")
    elif told.how == LATE:
        yield Text("Named too late: nothing happens.")
    elif told.how == SILENT:
        yield Text("Nobody names it: nothing happens.")


def drawing(now: Round, drew: Mapping[Seat, int]) -> Iterator[Text]:
    """Who draws how many: "Bo and Cleo draw 1 each.", those who draw as many in one sentence."""
    for count in sorted(set(drew.values()) - {0}):
        seats = [seat for seat in drew if drew[seat] == count]
        yield Plural(
            "%(who)s draws %(cards)s.", "%(who)s draw %(cards)s each.", len(seats), who=now.names(seats), cards=count
        )
