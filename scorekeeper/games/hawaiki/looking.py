"""What a move of Hawaiki would do, shown before it is told."""

from collections.abc import Iterator
from dataclasses import replace

from scorekeeper.games.base import Illegal
from scorekeeper.games.board import Tops
from scorekeeper.games.hawaiki.allowed import nothing_new, refusal
from scorekeeper.games.hawaiki.cards import card_name
from scorekeeper.games.hawaiki.moves import (
    AGAIN,
    BURY,
    CALLED,
    LATE,
    LAY,
    SAID,
    SILENT,
    Laying,
    check,
    laying,
)
from scorekeeper.games.hawaiki.options import agreed, late_is_lost
from scorekeeper.games.hawaiki.play import apply
from scorekeeper.games.hawaiki.round import Round
from scorekeeper.games.hawaiki.seen import about, another_run, headed, open_card, parts, title, tops
from scorekeeper.games.hawaiki.told import drawing, narrate
from scorekeeper.games.hawaiki.turn import FLUSH, PAIR, RUN, THREE, after
from scorekeeper.games.referee import Action, Board, Reply
from scorekeeper.text import Plural, Text

SAYS = {PAIR: Text("Said pair"), RUN: Text("Said run"), FLUSH: Text("Said flush"), THREE: Text("Said three")}


def preview(now: Round, action: Action) -> Board:
    """What a move would do, and the replies that tell it. Raises Illegal and Malformed as telling it would.

    A card is looked at however it is named: who named it is what the replies say.
    """
    check(action, now.seats)
    if action.kind == LAY:
        return _laid(now, action)
    then = apply(now, action)
    reply = Reply(Text("Pay 1 token"), action) if action.kind in (BURY, AGAIN) else Reply(Text("Write it down"), action)
    return Board(
        title(now),
        about(now),
        parts(then, tops(then)),
        (narrate(now, action),),
        tuple(_paid(now, action)),
        replies=(reply,),
    )


def _paid(now: Round, action: Action) -> Iterator[Text]:
    """What is left once a token is paid; the last one ends the game. That it does so is our default."""
    if action.kind not in (BURY, AGAIN) or action.seat is None:
        return
    who, left = now.name(action.seat), now.held(action.seat) - 1
    if left:
        yield Plural("%(who)s keeps %(count)s token.", "%(who)s keeps %(count)s tokens.", left, who=who)
    else:
        yield Text("It is %(who)s’s last token. The game ends after this round.", who=who)


def _laid(now: Round, action: Action) -> Board:
    told = laying(action)
    replies = tuple(_replies(now, action, told)) if not now.opening else ()
    usual = replies[0].action if replies else action
    wrong = refusal(now, usual)
    if wrong:
        raise Illegal(wrong)
    placing = now.placing(told.pile, told.card)
    then = apply(now, usual)
    heading = _heading(now, told)
    return Board(
        title(now),
        about(now),
        parts(replace(then, turn=now.turn, out=None), _covering(now, told)),
        tuple(_says(now, then, told)),
        tuple(_follows(now, then, told)),
        heading,
        bool(placing.new) if heading else None,
        replies,
    )


def _replies(now: Round, action: Action, told: Laying) -> Iterator[Reply]:
    """Who named it first, where the card makes something new; the usual reply comes first."""
    new, where = now.placing(told.pile, told.card).new, action.of[:2]
    if not new:
        label = Text("Lay %(card)s", card=card_name(told.card, now.called))
        yield Reply(label, replace(action, of=where))
        return
    for kind in new:
        yield Reply(SAYS[kind], replace(action, of=(*where, SAID, *((kind,) if len(new) > 1 else ()))))
    if late_is_lost(now.setup):
        yield Reply(Text("Named too late"), replace(action, of=(*where, LATE)))
    yield Reply(Text("Someone called it first"), replace(action, of=(*where, CALLED)))
    yield Reply(Text("Nobody said it"), replace(action, of=(*where, SILENT)))


def _covering(now: Round, told: Laying) -> Tops:
    """The piles with the card upon the one that it is about to cover."""
    lying = list(tops(now).piles)
    under = lying[told.pile]
    card = open_card(now, told.card, played=True)
    lying[told.pile] = under._replace(card=card, height=under.height + 1, covers=under.card)
    return Tops(tuple(lying))


def _heading(now: Round, told: Laying) -> Text | None:
    """What comes about, new or not."""
    placing, lying = now.placing(told.pile, told.card), after(now.tops, told.pile, told.card)
    found = [headed(kind, now, lying) for kind in placing.new or placing.already_there]
    if len(found) > 1:
        return Text("%(what)s", what=tuple(found))
    return found[0] if found else None


def _says(now: Round, then: Round, told: Laying) -> Iterator[Text]:
    """Why it counts or not, who draws, and who is next."""
    placing, who = now.placing(told.pile, told.card), now.name(now.turn)
    if not placing.new:
        yield nothing_new(now, told.pile, told.card)
        if then.out is None:
            yield Text("%(who)s is next.", who=now.name(then.turn))
        return
    if len(placing.new) > 1:
        yield Text("One of them is named, and only that counts.")
        return
    if RUN in placing.new:
        yield from another_run(now)
    elif PAIR in placing.new:
        yield Text("%(card)s lies on its twin.", card=card_name(told.card, now.called))
    yield from drawing(now, {seat: then.hands[seat] - now.hands[seat] for seat in now.others})
    if then.owes == RUN:
        yield Text("%(who)s chooses who draws 1.", who=who)
    elif then.owes:
        yield Text("%(who)s chooses one to draw 2, or two to draw 1 each.", who=who)
    if then.again:
        yield Text("%(who)s plays again.", who=who)


def _follows(now: Round, then: Round, told: Laying) -> Iterator[Text]:
    """What is at stake with the last card, and the warning before it."""
    who, left = now.name(now.turn), now.hands[now.turn] - 1
    if left == 1:
        yield Text("Then %(who)s has 1 card left.", who=who)
    if left:
        return
    yield Text("Last card: the round ends with it.")
    if not now.placing(told.pile, told.card).new:
        return
    match agreed(now.setup, "last_card_challenge"):
        case "end_and_pay":
            yield Text("If someone calls it first, %(who)s draws 1 and pays for it.", who=who)
        case "play_on":
            yield Text("If someone calls it first, %(who)s draws 1 and plays on.", who=who)
