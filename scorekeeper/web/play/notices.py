"""The notices of the page of moves: what keeps somebody from entering, what is corrected, what was tapped."""

from flask import g, request

from scorekeeper.games.board import OpenCard, Queue, Tops
from scorekeeper.games.referee import Action, Board, Play
from scorekeeper.language.text import Text, join_sentences
from scorekeeper.table.admit import find_secret_to_give_up, touches_secret
from scorekeeper.table.journal import Strike, Write
from scorekeeper.table.table import Table
from scorekeeper.table.wording import describe_line, list_moves_on_table, narrate_move, with_all_players
from scorekeeper.web.forms import parse_small
from scorekeeper.web.layout import describe_undo
from scorekeeper.web.notice import Button, Notice
from scorekeeper.web.request import current_author, own_seat


def find_notice(table: Table, round: int, play: Play, is_moved: bool) -> Notice | None:
    """Return the most important notice for a page without a refused tap, or None.

    `is_moved` is whether the cards on the table have been moved as the newest correction says.
    """
    return (
        # In this order: what keeps somebody from entering comes before what only informs.
        _describe_decided_elsewhere(table, round)
        or _describe_misfit(table, round, play)
        or (None if is_moved else _describe_to_move(table, round))
        or describe_undo(table, round)
        or _describe_by_hand(table, round, play)
    )


def describe_card(board: Board) -> Text | None:
    """Return what the page says about a tapped card on the table, or None.

    `about` in the address is the index of a part of the board and the card's place in it, such as `0.3`.
    """
    part, _, place = request.args.get("about", "").partition(".")
    at, index = parse_small(part), parse_small(place)
    if at is None or index is None or at >= len(board.parts):
        return None
    cards: list[OpenCard | None] = []
    match board.parts[at]:
        case Queue(cards=lying):
            cards = [*lying]
        case Tops(piles=piles):
            cards = [pile.card for pile in piles]
    card = cards[index] if index < len(cards) else None
    return (card.why or card.name) if card else None


def describe_replaced(table: Table, amend: int | None) -> Notice | None:
    """Return a notice that describes the move to be replaced, or None."""
    line = next((line for line in table.known.effective if line.seq == amend), None)
    return Notice("plain", Text("Replaces: %(move)s", move=narrate_move(table, line))) if line else None


def _describe_to_move(table: Table, round: int) -> Notice | None:
    """Return a notice that says which cards to move on the real table after a correction. Return None if nothing was
    corrected.

    If something was taken back, the notice includes the button that restores it.
    """
    hands = list_moves_on_table(table, round)
    if hands is None:
        return None
    text = (
        Text("Now move the cards: %(what)s", what=join_sentences(hands))
        if hands
        else Text("Nothing to move on the table.")
    )
    back = describe_undo(table, round)
    return back._replace(text=join_sentences([back.text, text])) if back else Notice("moved", text)


def _describe_misfit(table: Table, round: int, play: Play) -> Notice | None:
    """Return a notice with the first move that is no longer valid and two ways to fix it, or None.

    The reason is left out if it would reveal a secret on this phone.
    """
    if play.misfit is None:
        return None
    seq, why, sealed, move = play.misfit
    text = Text("“%(move)s” is no longer valid. %(why)s", move=move, why=why)
    buttons: tuple[Button, ...] = (
        Button(Text("Correct this move"), "amend", str(seq)),
        Button(Text("Take this move back"), "strike", str(seq)),
    )
    if g.role != "score":
        buttons = ()
    # Whoever may not take the move back must not read it either.
    if sealed and (not buttons or touches_secret(table, Strike(seq), current_author(table))):
        return Notice("certain", play.unfinished or text)
    if sealed and own_seat(table, round) is None:
        # The phone is passed around, so the reason stays hidden until the cover is lifted.
        text = Text("“%(move)s” is no longer valid. Fix it first.", move=move)
    return Notice("certain", text, buttons)


def _describe_decided_elsewhere(table: Table, round: int) -> Notice | None:
    """Return a notice that the player of this seat has decided on another phone, with a button to decide again here.

    Return None on a phone without a seat, or if no such decision is secret any more.
    """
    line = (
        find_secret_to_give_up(table, round, current_author(table))
        if g.role == "score" and own_seat(table, round) is not None
        else None
    )
    if line is None or not isinstance(line.act, Action) or line.act.seat is None:
        return None
    text = Text(
        "%(who)s has already decided on another phone. Only that phone shows the decision.",
        who=table.setup.name(line.act.seat),
    )
    return Notice("plain", text, (Button(Text("Decide again here"), "strike", str(line.seq)),))


def _describe_by_hand(table: Table, round: int, play: Play) -> Notice | None:
    """Return a notice with the latest entry on the pad that contradicts the moves of a finished round, or None.

    In that case the pad counts and the moves do not.
    """
    if play.stopped or play.unfinished is not None:
        return None
    refereed, marks = play.marks, table.known.marks
    # Only boxes that the referee fills in, of players or of the table: others, such as remarks, are always written by
    # hand.
    boxes = {(spot.box, spot.seat is None) for spot in refereed}
    # The latest such entry is enough: taking it back shows the one before.
    for line in reversed(table.known.effective):
        changes = line.act.changes if isinstance(line.act, Write) else {}
        checked = [spot for spot in changes if spot.round == round and (spot.box, spot.seat is None) in boxes]
        if any(marks.get(spot) != refereed.get(spot) for spot in checked):
            text = Text(
                "Changed by hand, so the pad counts: %(what)s",
                what=describe_line(table, line, with_all_players(table)),
            )
            back = (Button(Text("Take this move back"), "strike", str(line.seq)),) if g.role == "score" else ()
            return Notice("plain", text, back)
    return None
