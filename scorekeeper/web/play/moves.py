"""The page of a round played move by move: the cards on the table, previews of moves, and the taps that enter them.

A tap on a card enters it, and its result is shown above. A first tap only previews the move if the phone is set to
preview, in a correction, or if several ways of playing are possible. The address then holds the move, nothing is
written, and a second tap enters it.
"""

from dataclasses import replace
from functools import partial
from typing import NamedTuple

from flask import Blueprint, abort, g, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from scorekeeper.games.errors import Malformed, Refusal
from scorekeeper.games.pad import Seat
from scorekeeper.games.referee import REFEREE_OFF, STOP, Action, Board, Entry, Play
from scorekeeper.language.text import Text
from scorekeeper.table.admit import NO_SUCH_LINE, explain_uncorrectable
from scorekeeper.table.clock import find_turn
from scorekeeper.table.notation import decode_move, encode_move
from scorekeeper.table.table import Table
from scorekeeper.table.wording import list_moves_on_table
from scorekeeper.web.entry.ways import MOVE_BY_MOVE, MOVES, describe_moves, remember_way
from scorekeeper.web.forms import clean_reason, new_op, parse_line_number, parse_small
from scorekeeper.web.layout import Head, Link, build_head, build_menu, build_undo, describe_round
from scorekeeper.web.notice import Notice
from scorekeeper.web.play.drawing import DrawnEntry, draw_entries, find_pick
from scorekeeper.web.play.notices import describe_card, describe_replaced, find_notice
from scorekeeper.web.play.secret import (
    Cover,
    build_cover,
    find_undo,
    has_to_decide,
    is_turn_elsewhere,
    list_decide_again,
    select_entries,
)
from scorekeeper.web.request import (
    current_author,
    load_scorable_table,
    load_visible_table,
    mark_secret,
    own_seat,
    tables,
)
from scorekeeper.web.scoring.clock import build_clock
from scorekeeper.web.tap import write_line

bp = Blueprint("play", __name__, url_prefix="/t/<table_id>/<int:round>/play")


class Looking(NamedTuple):
    """What the address asks for."""

    pick: Action | None = None
    """The move to preview."""
    suit: str = ""
    """The suit whose cards are shown."""
    seat: int | None = None
    """The seat that has lifted its cover."""
    amend: int | None = None
    """The number of the line to correct."""
    instead: bool = False
    """Whether this phone enters the turn of a player who has another phone."""
    moved: int | None = None
    """The number of the correction after which the cards on the table have been moved."""


def parse_looking() -> tuple[Looking, Notice | None]:
    """Parse what the address or the form asks for: nothing, with a notice that says why, if the move cannot be read."""
    # Earlier choices are in fields before the buttons, so the last of several values is the newest.
    values = {name: request.values.getlist(name)[-1] for name in request.values}
    # Asking about a card on the table does not change the previewed move.
    spelled = values.get("pick") or ("about" in values and values.get("looked"))
    try:
        pick = decode_move(spelled) if spelled else None
    except Malformed as wrong:
        return Looking(), Notice("certain", wrong.reason)
    # A seat or line that is no number counts as none: anything can be in the address.
    look = Looking(
        pick=pick,
        suit=values.get("suit", "")[:24],
        seat=parse_small(values.get("seat", "")),
        amend=parse_small(values.get("amend", "")),
        instead=values.get("instead") == "yes",
        moved=parse_line_number(values.get("moved", "")),
    )
    return look, None


@bp.get("")
def page(table_id: str, round: int) -> str | Response | tuple[str, int]:
    """Show a round as the referee sees it. Answer 422 if the move in the address cannot be read."""
    table = load_visible_table(table_id)
    _check_round(table, round)
    # A page that a script has reloaded (with `Seen`) is not a choice of the player's, so it is not remembered.
    if g.role == "score" and "Seen" not in request.headers:
        remember_way(table.game, MOVES)
    look, unreadable = parse_looking()
    html = render_moves(table, round, look, unreadable)
    return (html, 422) if unreadable else html


@bp.post("/write")
def write(table_id: str, round: int) -> Response | tuple[str, int]:
    """Enter a move, or take one back, then redirect to the page of moves. Answer 422 if the tap is refused."""
    table = load_scorable_table(table_id)
    _check_round(table, round)
    # The button “Correct this move” names a line but no move, so it leads to the page that asks for the move.
    form = request.form
    if (amend := form.get("amend")) and not (form.get("move") or form.get("strike")):
        return redirect(url_for("play.page", table_id=table_id, round=round, amend=parse_small(amend)), 303)
    try:
        write_line(table, round)
    except Refusal as wrong:
        look, _ = parse_looking()
        return render_moves(tables().load(table_id), round, look, Notice("certain", wrong.reason)), 422
    seat = parse_small(request.form.get("seat", ""))
    # A player with more to decide stays behind the lifted cover; otherwise the next cover is shown.
    behind = seat if has_to_decide(tables().load(table_id), round, seat) else None
    return redirect(url_for("play.page", table_id=table_id, round=round, seat=behind), 303)


@bp.post("/look", defaults={"wish": "look_first"})
@bp.post("/grid", defaults={"wish": "grid"})
@bp.post("/call", defaults={"wish": "call"})
def toggle(table_id: str, round: int, wish: str) -> Response:
    """Turn a wish of this phone on or off.

    It can preview each card before it is played, show the cards of all colours at once, and alert its player with sound
    and vibration when it is their turn.
    """
    _check_round(load_scorable_table(table_id), round)
    session[wish] = not session.get(wish)
    return redirect(url_for("play.page", table_id=table_id, round=round), 303)


@bp.post("/stop/write")
def stop(table_id: str, round: int) -> Response:
    """Turn the referee off for this round, so that only the pad counts, and redirect to the pad."""
    table = load_scorable_table(table_id)
    _check_round(table, round)
    # Remembered, so that the next rounds open on the pad as well.
    way = table.game.ways(table.setup)[0].key
    remember_way(table.game, way)
    play = table.known.plays.get(round)
    # A round without moves opens on the pad anyway, so it needs no line.
    if play and not play.stopped:
        why = clean_reason(request.form.get("reason", ""))
        tables().record(table.id, Action(round, STOP), new_op(), current_author(table), table.seen, why)
    return redirect(url_for("entry.page", table_id=table_id, round=round, way=way), 303)


def _check_round(table: Table, round: int) -> None:
    if table.game.referee is None or not 1 <= round <= table.last_round:
        abort(404)


class AskedMove(NamedTuple):
    """What a phone is asked in a round."""

    state: object
    """The state of the round, before the line that it corrects if there is one."""
    entries: tuple[Entry, ...]
    cover: Entry | None
    """The entry of a player who has to lift a cover first, or None."""
    turn: Seat | None
    """The seat whose turn it is, or None."""
    elsewhere: bool
    """Whether another phone enters that turn."""
    scoring: bool
    """Whether moves can be entered at all."""


def render_moves(table: Table, round: int, look: Looking, notice: Notice | None = None) -> str:
    """Render the page of a round played move by move. `notice` says what was wrong with a tap."""
    play = table.play(round)
    assert play
    amend, gone = _check_amend(table, play, look.amend)
    asked = _ask(table, round, play, amend, look)
    if any(entry.secret for entry in asked.entries):
        mark_secret()
    # A correction that is refused must not preview its move in the current state.
    look = _drop_unoffered(asked.entries if amend == look.amend else (), look)
    board, wrong = _preview(play, asked.state, look)
    is_moved = look.moved == table.known.seq
    notice = notice or gone or wrong or (find_notice(table, round, play, is_moved) if amend is None else None)
    undo = build_undo(find_undo(table, round, asked.entries, asked.cover))
    here = url_for("play.page", table_id=table.id, round=round)
    primary = _build_primary(table, round, play, build_head(table).url)
    # While this phone has nothing to enter: what the round waits for, and who can decide again.
    waiting, anew = None, []
    if asked.scoring and not asked.entries:
        waiting = None if asked.cover or asked.elsewhere else play.unfinished
        anew = [] if amend else list_decide_again(table, round, asked.cover.seat if asked.cover else None)
    if _moves_cards_first(table, round, asked, look, notice):
        # What to move takes the place of the keys, so that it is read before the next move is entered.
        asked = asked._replace(entries=(), cover=None)
        waiting, anew, primary = None, [], Link(Text("Done"), f"{here}?moved={table.known.seq}")
    grid = play.referee.grid and bool(session.get("grid"))
    # A correction is always previewed, because it can change the moves after it.
    at_once = look.amend is None and not board.replies and not session.get("look_first")
    preview = partial(play.referee.preview, asked.state) if at_once else None
    drawn = draw_entries(asked.entries, look.pick, look.suit, grid, preview)
    quoted = describe_replaced(table, amend)
    why = describe_card(board)
    previewed = encode_move(look.pick) if look.pick and board.replies else ""
    cover = _draw_cover(table, round, play, asked, amend)
    head = build_head(table)
    return render_template(
        "play/play.html",
        page=_build_page_head(table, round, board, amend, asked.turn),
        whose=table.setup.name(asked.turn) if asked.elsewhere and asked.turn is not None else "",
        alerts=bool(session.get("call")),
        turn=bool(session.get("call")) and is_own_turn(table, round, asked.turn),
        board=board,
        asked=drawn,
        grid=grid and any(shown.entry.show == "deck" and not shown.entry.secret for shown in drawn),
        places=_arrange(drawn, board, notice, quoted, explained=bool(why or cover), previewed=bool(previewed)),
        cover=cover,
        anew=anew,
        waiting=waiting,
        kept=_list_kept(look, amend, asked.cover),
        pick=previewed,
        amend=amend,
        encode_move=encode_move,
        why=why,
        # Under a cover there is nothing to tap by mistake.
        table=None if cover else head,
        more=[] if cover else [*_list_ways(table, round, play), *build_menu(table)],
        notice=notice,
        # Nothing under a cover can be tapped by mistake.
        clock=build_clock(table, buttons=asked.cover is None),
        quoted=quoted,
        undo=undo,
        opened=next((entry.open.group.key for entry in drawn if entry.open), ""),
        primary=primary,
        players=len(table.setup.seats(round)),
        seen=table.seen,
        awake=asked.scoring and play.unfinished is not None,
        op=new_op(),
        here=here,
        action=f"{here}/write",
    )


def _ask(table: Table, round: int, play: Play, amend: int | None, look: Looking) -> AskedMove:
    state = play.state if amend is None else play.before[amend]
    # Until an invalid move is fixed, no further move can be entered.
    scoring = g.role == "score" and not (play.stopped or (play.misfit and amend is None))
    entries, cover = select_entries(table, round, play.referee.entries(state) if scoring else (), look.seat, amend)
    turn = find_turn(entries)
    elsewhere = amend is None and is_turn_elsewhere(table, round, turn)
    if elsewhere and not look.instead:
        entries = ()
    return AskedMove(state=state, entries=entries, cover=cover, turn=turn, elsewhere=elsewhere, scoring=scoring)


def _moves_cards_first(table: Table, round: int, asked: AskedMove, look: Looking, notice: Notice | None) -> bool:
    """Return whether the page only says which cards to move after a correction, before it asks for anything else."""
    return (
        notice is not None
        and notice.kind in ("moved", "struck")
        and look.pick is None
        and look.moved != table.known.seq
        and bool(asked.entries or asked.cover)
        and bool(list_moves_on_table(table, round))
    )


def _list_kept(look: Looking, amend: int | None, cover: Entry | None) -> list[tuple[str, object]]:
    """Return the hidden fields, by name, with which a tap leads back to what the page shows."""
    seat = None if cover else look.seat
    kept = {
        "suit": look.suit,
        "amend": amend or "",
        "instead": "yes" if look.instead else "",
        "moved": look.moved or "",
    }
    return [*((name, value) for name, value in kept.items() if value), *([] if seat is None else [("seat", seat)])]


def _draw_cover(table: Table, round: int, play: Play, asked: AskedMove, amend: int | None) -> Cover | None:
    if asked.cover is None or asked.cover.seat is None:
        return None
    waiting = {entry.seat for entry in play.referee.entries(asked.state) if entry.secret}
    done = [seat for seat in table.setup.seats(round) if seat not in waiting]
    lift = url_for("play.page", table_id=table.id, round=round, amend=amend or None, seat=asked.cover.seat)
    return build_cover(table, round, asked.cover.seat, done, waiting, lift)


class Places(NamedTuple):
    """Where the page shows what, so that nothing moves under a finger."""

    shows: tuple[str, ...]
    """The ways in which entries show cards, such as a deck."""
    primary: DrawnEntry | None
    """The first entry in words, which becomes the primary button if there are cards."""
    on_result: Notice | None
    """Replaces the result of the last move."""
    on_top: Notice | None
    """Stands above the cards."""
    in_dock: Notice | None
    """Stands in the dock."""
    hidden: bool
    """Whether the choices are secret."""


def _arrange(
    drawn: list[DrawnEntry],
    board: Board,
    notice: Notice | None,
    quoted: Notice | None,
    explained: bool,
    previewed: bool,
) -> Places:
    """Return the places of entries and notices. `quoted` describes the move to be replaced.

    `explained` is whether a card is explained or a cover is shown above the result of the last move. `previewed` is
    whether a move is previewed.
    """
    shows = tuple([shown.entry.show for shown in drawn if shown.entry.show != "words"])
    in_words = next((shown for shown in drawn if shown.entry.show == "words"), None)
    hidden = bool(drawn) and drawn[0].entry.secret
    # A notice about an undone or corrected move takes the place of the result of the last move, so that nothing moves.
    replaces = notice is not None and notice.kind in ("struck", "moved") and not board.heading
    on_result = None if explained or previewed or hidden or not replaces else notice
    quoted_on_top = "deck" in shows or "piles" in shows
    return Places(
        shows=shows,
        primary=in_words if shows else None,
        on_result=on_result,
        on_top=quoted if quoted_on_top else None,
        # The move to be replaced is described until a card is previewed.
        in_dock=None if on_result else notice or (None if quoted_on_top or previewed else quoted),
        hidden=hidden,
    )


def _check_amend(table: Table, play: Play, seq: int | None) -> tuple[int | None, Notice | None]:
    """Return the number of the line to correct, or None and a notice that says why it cannot be corrected.

    The notice is None as well if there is nothing to correct, or the page already says that a move is no longer valid.
    """
    if seq is None:
        return None, None
    why = explain_uncorrectable(table, seq, current_author(table))
    if why is None and seq in play.before:
        return seq, None
    return None, None if play.misfit else Notice("certain", why or NO_SUCH_LINE)


def _drop_unoffered(entries: tuple[Entry, ...], look: Looking) -> Looking:
    """Return `look` without its previewed move if no entry on this page offers that move, otherwise unchanged.

    A reply to a move that is not offered, for example that it is not possible, could reveal a secret.
    """
    picks = {pick.action for entry in entries for group in entry.groups for pick in group.picks}
    drawn = any(find_pick(entry, look.pick) in picks for entry in entries)
    return look if drawn else look._replace(pick=None)


def is_own_turn(table: Table, round: int, turn: Seat | None) -> bool:
    """Return whether it is the turn of this phone's own seat."""
    return turn is not None and own_seat(table, round) == turn


def _build_page_head(table: Table, round: int, board: Board, amend: int | None, turn: Seat | None) -> Head:
    title = Text("Your turn") if is_own_turn(table, round, turn) else board.title
    if amend:
        title = Text("Choose another move")
    about = Text("%(deal)s · %(about)s", deal=describe_round(table, round), about=board.about)
    return Head(title, about, build_head(table).url)


def _preview(play: Play, state: object, look: Looking) -> tuple[Board, Notice | None]:
    view: Board = play.referee.view(state)
    if state is play.state and play.stopped:
        return replace(view, title=Text("By hand"), says=(REFEREE_OFF,), follows=(), heading=None), None
    if look.pick is None:
        return view, None
    try:
        seen: Board = play.referee.preview(state, look.pick)
        return seen, None
    except Refusal as wrong:
        return view, Notice("plain", wrong.reason)


def _list_ways(table: Table, round: int, play: Play) -> list[Link]:
    if g.role != "score":
        return []
    here = url_for("play.page", table_id=table.id, round=round)
    first = "check" if session.get("look_first") else ""
    links = [
        Link(MOVE_BY_MOVE, here, "check", current=True, about=describe_moves(play.referee)),
        Link(Text("Preview before playing"), f"{here}/look", first, post=True),
    ]
    if play.referee.grid:
        links.append(Link(Text("All cards at once"), f"{here}/grid", "check" if session.get("grid") else "", post=True))
    if own_seat(table, round) is not None:
        links.append(
            Link(Text("Alert me when it is my turn"), f"{here}/call", "check" if session.get("call") else "", post=True)
        )
    if table.known.plays.get(round) and not play.stopped:
        away = url_for("play.stop", table_id=table.id, round=round)
        return [*links, Link(Text("Go on without the referee"), away, "pencil", post=True)]
    entry = url_for("entry.page", table_id=table.id, round=round)
    ways = table.game.ways(table.setup)
    return [*links, *(Link(way.label, f"{entry}?way={way.key}", "", about=way.about) for way in ways)]


def _build_primary(table: Table, round: int, play: Play, url: str) -> Link | None:
    """Return the primary button once the referee has nothing more to ask, otherwise None."""
    if play.unfinished is not None or not table.known.plays.get(round):
        return None
    if table.sheet(round).decided or g.role != "score":
        return Link(Text("Show score sheet"), f"{url}{round}/sheet")
    ways = {way.key: way for way in table.game.ways(table.setup)}
    way = ways.get(play.referee.way) or next(iter(ways.values()))
    steps = way.steps(table.setup.at(round), table.marks(round), round)
    # Only this layout has a section per step to lead to.
    first = next((f"#{step.key}" for step in steps if not step.done), "") if way.layout == "rows" else ""
    return Link(Text("Go to the pad"), f"{url}{round}/?way={way.key}{first}")
