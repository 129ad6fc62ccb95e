"""The page of a round played move by move: the cards on the table, previews of moves, and the taps that enter them.

A tap on a card enters it, and its result is shown above. A first tap only previews the move if the phone is set to
preview, in a correction, or if several ways of playing are possible. The address then holds the move, nothing is
written, and a second tap enters it.
"""

from dataclasses import replace
from typing import NamedTuple

from flask import Blueprint, abort, g, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from scorekeeper.games.board import OpenCard, Queue, Tops
from scorekeeper.games.errors import Malformed, Refusal
from scorekeeper.games.pad import Seat
from scorekeeper.games.referee import LEFT, STOP, Action, Board, Entry, Group, Pick, Play, Reply
from scorekeeper.language.text import Text, join_sentences
from scorekeeper.table.admit import NO_SUCH_LINE, explain_uncorrectable, find_secret_to_give_up, touches_secret
from scorekeeper.table.journal import Strike, Write
from scorekeeper.table.moves import list_moves_on_table, narrate_move
from scorekeeper.table.notation import decode_move, encode_move
from scorekeeper.table.table import Table
from scorekeeper.table.wording import describe_line, with_all_players
from scorekeeper.web.entry.views import Chip
from scorekeeper.web.entry.ways import MOVE_BY_MOVE, MOVES, describe_moves, remember_way
from scorekeeper.web.entry.write import write_line
from scorekeeper.web.inputs import new_op, parse_small, read_tap
from scorekeeper.web.layout import Head, MenuEntry, Primary, build_head, build_menu, describe_round, describe_undo
from scorekeeper.web.notice import Button, Notice
from scorekeeper.web.play.hand_over import (
    find_turn,
    find_undo,
    has_to_decide,
    is_turn_elsewhere,
    list_decide_again,
    select_entries,
)
from scorekeeper.web.request import current_author, load_scorable_table, load_visible_table, own_seat, tables

bp = Blueprint("play", __name__, url_prefix="/t/<table_id>/<int:round>/play")


class Column(NamedTuple):
    """A group of picks as drawn. Its picks are shown only if it is `chosen`."""

    group: Group
    chips: list[Chip]
    chosen: bool


class DrawnEntry(NamedTuple):
    """An entry as drawn, with its groups as columns."""

    entry: Entry
    columns: list[Column]
    ways: tuple[tuple[str, Text | None], ...] = (("", None),)
    """The ways of playing a card, such as the side it goes to, by icon and name. Each gets a row of chips."""

    @property
    def open(self) -> Column | None:
        """The group whose picks are shown, or None."""
        return next((column for column in self.columns if column.chosen), None)

    def play_at_once(self, play: Play, state: object) -> "DrawnEntry":
        """Return the entry with cards that a single tap plays, wherever a card can be played without a preview.

        `state` is the state of the round. Return the entry unchanged if it has no cards or `entry.preview` is not set.
        """
        if self.entry.show not in ("cards", "deck") or not self.entry.preview:
            return self
        columns = [
            column._replace(chips=[_with_replies(play, state, chip) for chip in column.chips])
            for column in self.columns
        ]
        return self._replace(columns=columns, ways=self.entry.ways or self.ways)

    def rows(self, column: Column) -> list[tuple[str, Text | None, list[tuple[Chip, Reply | None, Reply | None]]]]:
        """Return a row for each way of playing a card of the column, as (icon, name, chips).

        Each chip comes with two replies: the one that a tap plays, and the one that the rules refuse. Either can be
        None.
        """
        return [
            (
                icon,
                name,
                [(chip, _find_reply(icon, chip.tells), _find_reply(icon, chip.closed)) for chip in column.chips],
            )
            for icon, name in self.ways
        ]


def _find_reply(icon: str, replies: tuple[Reply, ...]) -> Reply | None:
    return next((reply for reply in replies if reply.icon == icon), None)


def _with_replies(play: Play, state: object, chip: Chip) -> Chip:
    """Return the chip with the replies that a single tap can play.

    Return it unchanged if the card cannot be played or has to be previewed first.
    """
    if chip.look == "cannot":
        return chip
    try:
        shown: Board = play.referee.preview(state, decode_move(chip.tap))
    except Refusal:
        return chip
    # Several replies without icons cannot be told apart on a chip, so such a card is previewed first.
    distinct = len(shown.replies) == 1 or all(reply.icon for reply in shown.replies)
    return chip._replace(tells=shown.replies, closed=shown.closed) if distinct else chip


class Looking(NamedTuple):
    """What the address asks for.

    `pick` is the move to preview, `suit` the suit whose cards are shown, `seat` the seat that has lifted its cover, and
    `amend` the number of the line to correct. `instead` is set if this phone enters the turn of a player who has
    another phone.
    """

    pick: Action | None = None
    suit: str = ""
    seat: int | None = None
    amend: int | None = None
    instead: bool = False


def parse_looking() -> Looking:
    """Parse what the address or the form asks for. Raise Malformed if the move cannot be read."""
    values = request.values
    # Asking about a card on the table does not change the previewed move.
    spelled = values.get("pick") or ("about" in values and values.get("looked"))
    pick = decode_move(spelled) if spelled else None
    amend = parse_small(values.get("amend", ""))
    instead = values.get("instead") == "yes"
    # A seat or line that is no number counts as none: anything can be in the address.
    return Looking(
        pick=pick,
        suit=values.get("suit", "")[:24],
        seat=parse_small(values.get("seat", "")),
        amend=amend,
        instead=instead,
    )


@bp.get("")
def page(table_id: str, round: int) -> str | Response | tuple[str, int]:
    """Show a round as the referee sees it. Answer 422 if the move in the address cannot be read."""
    table = load_visible_table(table_id)
    _check_round(table, round)
    # A page that a script has reloaded (with `Seen`) is not a choice of the player's, so it is not remembered.
    if g.role == "score" and "Seen" not in request.headers:
        remember_way(table.game, MOVES)
    try:
        look = parse_looking()
    except Malformed as wrong:
        return render_moves(table, round, Looking(), Notice("certain", wrong.reason)), 422
    return render_moves(table, round, look)


@bp.post("/write")
def write(table_id: str, round: int) -> Response | tuple[str, int]:
    """Enter a move, or take one back, then redirect to the page of moves. Answer 422 if the tap is refused."""
    table = load_scorable_table(table_id)
    _check_round(table, round)
    # The button “Correct this move” names a line but no move, so it leads to the page that asks for the move.
    tap = read_tap()
    if tap.amend and not (tap.move or tap.strike):
        return redirect(url_for("play.page", table_id=table_id, round=round, amend=parse_small(tap.amend)), 303)
    try:
        write_line(table, tap, round)
    except Refusal as wrong:
        try:
            look = parse_looking()
        # The refused form can hold a move that nobody can read. The page is then shown without it.
        except Malformed:
            look = Looking()
        return render_moves(tables().load(table_id), round, look, Notice("certain", wrong.reason)), 422
    seat = parse_small(tap.seat)
    # A player with more to decide stays behind the lifted cover; otherwise the next cover is shown.
    behind = seat if has_to_decide(tables().load(table_id), round, seat) else None
    return redirect(url_for("play.page", table_id=table_id, round=round, seat=behind), 303)


@bp.post("/look")
def look_first(table_id: str, round: int) -> Response:
    """Switch between previewing each card first and playing it with one tap, on this phone."""
    return _toggle("look_first", table_id, round)


@bp.post("/grid")
def grid(table_id: str, round: int) -> Response:
    """Switch between showing all cards at once and one colour at a time, on this phone."""
    return _toggle("grid", table_id, round)


@bp.post("/call")
def call(table_id: str, round: int) -> Response:
    """Turn the “your turn” alert (sound and vibration) on or off on this phone."""
    return _toggle("call", table_id, round)


def _toggle(wish: str, table_id: str, round: int) -> Response:
    """Turn the setting `wish` of this phone on or off, and redirect to the page of moves."""
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
        write_line(table, read_tap(), round, Action(round, STOP))
    return redirect(url_for("entry.page", table_id=table_id, round=round, way=way), 303)


def _check_round(table: Table, round: int) -> None:
    if table.game.referee is None or not 1 <= round <= table.last_round:
        abort(404)


def render_moves(table: Table, round: int, look: Looking, notice: Notice | None = None) -> str:
    """Render the page of a round played move by move. `notice` says what was wrong with a tap."""
    play = table.play(round)
    assert play
    amend, gone = _check_amend(table, play, look.amend)
    state = play.state if amend is None else play.before[amend]
    # Until an invalid move is fixed, no further move can be entered.
    scoring = g.role == "score" and not (play.stopped or (play.misfit and amend is None))
    entries, cover = select_entries(table, round, play.referee.entries(state) if scoring else (), look.seat, amend)
    turn = find_turn(entries)
    elsewhere = amend is None and is_turn_elsewhere(table, round, turn)
    if elsewhere and not look.instead:
        entries = ()
    grid = play.referee.grid and bool(session.get("grid"))
    # A correction that is refused must not preview its move in the current state.
    look = _drop_unoffered(entries if amend == look.amend else (), look)
    board, wrong = _preview(play, state, look)
    asked = _draw_entries(entries, look, grid)
    # A correction is always previewed, because it can change the moves after it.
    if look.amend is None and not board.replies and not session.get("look_first"):
        asked = [shown.play_at_once(play, state) for shown in asked]
    head = build_head(table)
    here = url_for("play.page", table_id=table.id, round=round)
    return render_template(
        "play/play.html",
        page=_build_page_head(table, round, board, amend, turn),
        whose=table.setup.name(turn) if turn is not None and elsewhere else "",
        turn=is_own_turn(table, round, turn) and bool(session.get("call")),
        board=board,
        asked=asked,
        grid=grid and any(shown.entry.show == "deck" and not shown.entry.secret for shown in asked),
        cover=cover,
        cover_name=table.setup.name(cover.seat) if cover and cover.seat is not None else "",
        anew=list_decide_again(table, round, cover.seat if cover else None)
        if scoring and not asked and not amend
        else [],
        waiting=play.unfinished if scoring and not asked and not cover and not elsewhere else None,
        look=look,
        pick=encode_move(look.pick) if look.pick and board.replies else "",
        amend=amend,
        encode_move=encode_move,
        why=_describe_card(board),
        table=head,
        more=[*_list_ways(table, round, play), *build_menu(table)],
        notice=notice or gone or wrong or (_find_notice(table, round, play) if amend is None else None),
        quoted=_describe_replaced(table, amend),
        undo=find_undo(table, round, entries, cover),
        primary=_build_primary(table, round, play, head.url),
        players=len(table.setup.seats(round)),
        seen=table.seen,
        awake=scoring and play.unfinished is not None,
        op=new_op(),
        here=here,
        action=f"{here}/write",
    )


def _find_notice(table: Table, round: int, play: Play) -> Notice | None:
    """Return the most important notice for a page without a refused tap, or None."""
    return (
        # In this order: what keeps somebody from entering comes before what only informs.
        _describe_decided_elsewhere(table, round)
        or _describe_misfit(table, round, play)
        or _describe_to_move(table, round)
        or describe_undo(table, round)
        or _describe_by_hand(table, round, play)
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
    drawn = any(_find_pick(entry, look.pick) in picks for entry in entries)
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
    """Return the board, after the previewed move if there is one, and a notice if that move is not possible."""
    view: Board = play.referee.view(state)
    if state is play.state and play.stopped:
        return replace(view, title=Text("By hand"), says=(LEFT,), follows=(), heading=None), None
    if look.pick is None:
        return view, None
    try:
        seen: Board = play.referee.preview(state, look.pick)
        return seen, None
    except Refusal as wrong:
        return view, Notice("plain", wrong.reason)


def _draw_entries(entries: tuple[Entry, ...], look: Looking, grid: bool) -> list[DrawnEntry]:
    """Return the entries as drawn. With `grid`, the cards of all suits are shown at once."""
    asked = []
    for entry in entries:
        keys = [group.key for group in entry.groups]
        looked = _find_pick(entry, look.pick)
        chosen = look.suit if look.suit in keys else _find_group(entry, looked)
        columns = [
            Column(group, [_draw_chip(pick, looked) for pick in group.picks], group.key == chosen)
            for group in entry.groups
        ]
        asked.append(DrawnEntry(replace(entry, show="deck") if grid and entry.show == "cards" else entry, columns))
    return asked


def _find_pick(entry: Entry, looked: Action | None) -> Action | None:
    """Return the action of the entry that plays the same card as `looked`, or None if there is none.

    Return `looked` itself if the entry has it or if it names no card.
    """
    every = [pick.action for group in entry.groups for pick in group.picks]
    if looked is None or not looked.of or looked in every:
        return looked
    return next(
        (action for action in every if replace(action, of=action.of[:1]) == replace(looked, of=looked.of[:1])), None
    )


def _find_group(entry: Entry, action: Action | None) -> str:
    """Return the key of the group that has an action, or "" if none has."""
    return next((group.key for group in entry.groups if any(pick.action == action for pick in group.picks)), "")


def _draw_chip(pick: Pick, looked: Action | None) -> Chip:
    """Return a pick as a chip: free, chosen, or impossible with the reason."""
    look = "cannot" if pick.cannot else "mine" if pick.action == looked else "free"
    return Chip("", encode_move(pick.action), look, words=pick.label, note=pick.note, card=pick.card)


def _describe_card(board: Board) -> Text | None:
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


def _describe_replaced(table: Table, amend: int | None) -> Notice | None:
    """Return a notice that describes the move to be replaced, or None."""
    line = next((line for line in table.effective_lines if line.seq == amend), None)
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
    # Only boxes that the referee fills in: others, such as remarks, are always written by hand.
    boxes = {spot.box for spot in refereed}
    # The latest such entry is enough: taking it back shows the one before.
    for line in reversed(table.effective_lines):
        changes = line.act.changes if isinstance(line.act, Write) else {}
        if any(spot.round == round and spot.box in boxes and marks.get(spot) != refereed.get(spot) for spot in changes):
            text = Text(
                "Changed by hand, so the pad counts: %(what)s",
                what=describe_line(table, line, with_all_players(table), None),
            )
            back = (Button(Text("Take this move back"), "strike", str(line.seq)),) if g.role == "score" else ()
            return Notice("plain", text, back)
    return None


def _list_ways(table: Table, round: int, play: Play) -> list[MenuEntry]:
    if g.role != "score":
        return []
    here = url_for("play.page", table_id=table.id, round=round)
    first = "check" if session.get("look_first") else ""
    links = [
        MenuEntry(MOVE_BY_MOVE, here, "check", current=True, about=describe_moves(play.referee)),
        MenuEntry(Text("Preview before playing"), f"{here}/look", first, post=True),
    ]
    if play.referee.grid:
        links.append(
            MenuEntry(Text("All cards at once"), f"{here}/grid", "check" if session.get("grid") else "", post=True)
        )
    if own_seat(table, round) is not None:
        links.append(
            MenuEntry(
                Text("Alert me when it is my turn"), f"{here}/call", "check" if session.get("call") else "", post=True
            )
        )
    if table.known.plays.get(round) and not play.stopped:
        away = url_for("play.stop", table_id=table.id, round=round)
        return [*links, MenuEntry(Text("Go on without the referee"), away, "pencil", post=True)]
    entry = url_for("entry.page", table_id=table.id, round=round)
    ways = table.game.ways(table.setup)
    return [*links, *(MenuEntry(way.label, f"{entry}?way={way.key}", "", about=way.about) for way in ways)]


def _build_primary(table: Table, round: int, play: Play, url: str) -> Primary | None:
    """Return the primary button once the referee has nothing more to ask, otherwise None."""
    if play.unfinished is not None or not table.known.plays.get(round):
        return None
    if table.sheet(round).decided or g.role != "score":
        return Primary(Text("Show sheet"), f"{url}{round}/sheet")
    ways = {way.key: way for way in table.game.ways(table.setup)}
    way = ways.get(play.referee.way) or next(iter(ways.values()))
    steps = way.steps(table.setup.at(round), table.marks(round), round)
    # Only this layout has a section per step to lead to.
    first = next((f"#{step.key}" for step in steps if not step.done), "") if way.layout == "rows" else ""
    return Primary(Text("Go to the pad"), f"{url}{round}/?way={way.key}{first}")
