"""What each move makes of a round of Hawaiki, and what the pad says of it in the end."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from scorekeeper.games.base import Illegal, Mark, Marks, Seat, Spot
from scorekeeper.games.hawaiki.allowed import refusal
from scorekeeper.games.hawaiki.moves import (
    AGAIN,
    BURY,
    CALLED,
    DRAW,
    FORGOT,
    GIVE,
    LAY,
    MISCALL,
    SAID,
    TOP,
    card_of,
    check,
    laying,
    pile_of,
)
from scorekeeper.games.hawaiki.options import agreed, thanks
from scorekeeper.games.hawaiki.reading import CARDS, LEFT, OUT, SPENT
from scorekeeper.games.hawaiki.round import Round
from scorekeeper.games.hawaiki.stock import SACRIFICE, SECOND_CHANCE, reshuffled
from scorekeeper.games.hawaiki.turn import FLUSH, RUN, announce, dues
from scorekeeper.games.referee import Action
from scorekeeper.text import Text


def apply(now: Round, action: Action) -> Round:
    """The round after a move. Raises Illegal, with the rule, and Malformed."""
    check(action, now.seats)
    wrong = refusal(now, action)
    if wrong:
        raise Illegal(wrong)
    return replace(MOVES[action.kind](now, action), last=(now, action))


def _top(now: Round, action: Action) -> Round:
    """A card is turned up and begins a pile."""
    opened = replace(now, piles=(*now.piles, (card_of(action.of[0]),)), draw=now.draw - 1)
    return opened if opened.opening else replace(opened, began=opened.tops)


def _lay(now: Round, action: Action) -> Round:
    """A card is laid: what it makes has its effect if the player names it in time, else the turn passes.

    Source: rulebook 002, how to play, the four combinations, end of a round.
    """
    pile, card, how, named = laying(action)
    player = now.turn
    placing = now.placing(pile, card)
    worth = announce(placing.new, how == SAID, how == CALLED)
    laid = _settled(
        now,
        piles=tuple([(*lying, card) if place == pile else lying for place, lying in enumerate(now.piles)]),
        hands={**now.hands, player: now.hands[player] - 1},
    )
    last = not laid.hands[player]
    if worth.effect:
        return _effect(replace(laid, out=player if last else None, again=not last), named or placing.new[0])
    laid = _last_card(laid, worth.penalty) if last else drawn(laid, {player: worth.penalty})
    if laid.out is not None:
        return laid
    return _passed(laid, () if placing.new else laid.seats)


def _last_card(laid: Round, penalty: int) -> Round:
    """The last card lies there without effect; who was called on it draws, and pays or plays on as the table agreed."""
    challenge = agreed(laid.setup, "last_card_challenge")
    if penalty and challenge != "ignore":
        laid = drawn(laid, {laid.turn: penalty})
        if challenge == "play_on" and laid.hands[laid.turn]:
            return laid
    return replace(laid, out=laid.turn)


def _effect(laid: Round, combination: str) -> Round:
    """A combination that was named: others draw, at once where nobody has to be chosen."""
    if combination in (RUN, FLUSH) and len(laid.others) > 1:
        return replace(laid, owes=combination)
    return _given(laid, combination, ())


def _given(now: Round, combination: str, chosen: Sequence[str]) -> Round:
    """The others draw for a combination, from the left of the player on, and may forget their thanks."""
    order = (*now.others, now.turn)
    due = {int(who): count for who, count in dues(combination, [*map(str, order)], str(now.turn), chosen).items()}
    return replace(drawn(now, due), owes="", thanks=due if thanks(now.setup) else {})


def _give(now: Round, action: Action) -> Round:
    """The player has chosen who draws."""
    return _given(now, now.owes, action.of)


def _forgot(now: Round, action: Action) -> Round:
    """Somebody forgot the thanks that were due, and draws one card more. Source: rulebook 002, thanks."""
    assert action.seat is not None
    still = {seat: due for seat, due in now.thanks.items() if seat != action.seat}
    return replace(drawn(now, {action.seat: 1}), thanks=still)


def _miscall(now: Round, action: Action) -> Round:
    """Somebody named what is not there, where that costs a card."""
    assert action.seat is not None
    return replace(drawn(now, {action.seat: 1}), callers=tuple([seat for seat in now.callers if seat != action.seat]))


def _draw(now: Round, action: Action) -> Round:
    """The player draws instead of laying a card, and the turn passes. Source: rulebook 002, how to play."""
    return _passed(drawn(_settled(now), {now.turn: 1}))


def _bury(now: Round, action: Action) -> Round:
    """A token sends the top card of a pile under the draw pile. Source: rulebook 002, variants."""
    pile = pile_of(action.of[0])
    piles = tuple([lying[:-1] if place == pile else lying for place, lying in enumerate(now.piles)])
    spent = (*now.spent, (now.turn, SACRIFICE))
    return _settled(now, piles=piles, draw=now.draw + 1, spent=spent, again=now.again)


def _again(now: Round, action: Action) -> Round:
    """A token buys whoever had the last turn another one. Source: rulebook 002, variants."""
    assert now.resumes
    player, began = now.resumes
    return _settled(now, turn=player, began=began, spent=(*now.spent, (player, SECOND_CHANCE)), again=True)


MOVES: Mapping[str, Callable[[Round, Action], Round]] = {
    TOP: _top,
    LAY: _lay,
    DRAW: _draw,
    GIVE: _give,
    FORGOT: _forgot,
    MISCALL: _miscall,
    BURY: _bury,
    AGAIN: _again,
}


def _settled(now: Round, **changes: Any) -> Round:
    """Whatever could be said of the last move until now is too late; and what else changes."""
    return replace(now, **{"thanks": {}, "callers": (), "resumes": None, "again": False, **changes})


def _passed(now: Round, callers: tuple[Seat, ...] = ()) -> Round:
    """The turn passes to the left neighbour; `callers` may have named what is not there."""
    return replace(now, turn=now.others[0], began=now.tops, resumes=(now.turn, now.began), callers=callers)


def drawn(now: Round, due: Mapping[Seat, int]) -> Round:
    """Players draw one after the other; where nothing is left to draw, all but the tops become the draw pile.

    Whoever finds nothing to draw then goes without; the rulebook is silent there.
    """
    if not any(due.values()):
        return now
    hands, draw, piles = dict(now.hands), now.draw, now.piles
    for seat, count in due.items():
        for _ in range(count):
            if not draw and agreed(now.setup, "empty_draw_pile") == "reshuffle_covered":
                draw, heights = reshuffled(draw, [len(pile) for pile in piles])
                piles = tuple([pile[len(pile) - height :] for pile, height in zip(piles, heights, strict=True)])
            if draw:
                draw -= 1
                hands[seat] += 1
    return replace(now, hands=hands, draw=draw, piles=piles)


def nothing_left(now: Round) -> bool:
    """Whether nobody can draw any more."""
    return drawn(now, {now.turn: 1}).hands == now.hands


def marks(now: Round) -> Marks:
    """What the pad says: the tokens spent as they are given, the cards left once somebody has gone out.

    Whoever went out stays blank, unless called on the last card.
    """
    written: dict[Spot, Mark] = {Spot(now.round, SPENT, variant, seat): 1 for seat, variant in now.spent}
    if not now.over:
        return written
    for seat, cards in now.hands.items():
        if cards:
            written[Spot(now.round, LEFT, CARDS, seat)] = cards
        if cards and seat == now.out:
            written[Spot(now.round, LEFT, OUT, seat)] = 1
    return written


def unfinished(now: Round) -> Text | None:
    """Why the round is not over; None when somebody went out."""
    if now.over:
        return None
    if now.out is not None:
        return Text("%(who)s has not chosen who draws.", who=now.name(now.out))
    return now.stop or Text("Nobody has gone out yet.")
