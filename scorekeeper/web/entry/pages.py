"""The entry page of a round, and the taps made on it."""

from contextlib import suppress
from urllib.parse import quote, urlencode

from flask import Blueprint, abort, g, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.games.entry import Counts, Way
from scorekeeper.games.errors import Malformed, Refusal
from scorekeeper.games.pad import MOST_ROUNDS
from scorekeeper.language.text import Text
from scorekeeper.table.notation import parse_spot
from scorekeeper.table.seat_entry import OWN
from scorekeeper.table.table import Table
from scorekeeper.web import live
from scorekeeper.web.entry.entered import EnteredRound, leads_to_next_round, read_round
from scorekeeper.web.entry.numbers import MOST_TYPED_LETTERS, WAS, leave, list_stops, list_typed, read_numbers
from scorekeeper.web.entry.sections import build_footer, build_previews, build_screen, describe_owner
from scorekeeper.web.entry.ways import MOVES, choose_way, list_ways, list_ways_of_phone, recall_way, take_way
from scorekeeper.web.forms import new_op
from scorekeeper.web.layout import (
    Head,
    Link,
    build_head,
    build_menu,
    build_undo,
    describe_round,
    describe_undo,
)
from scorekeeper.web.notice import Notice
from scorekeeper.web.request import load_scorable_table, load_visible_table, own_seat, tables
from scorekeeper.web.scoring.clock import build_clock, is_ticking
from scorekeeper.web.tap import write_line

bp = Blueprint("entry", __name__, url_prefix="/t/<table_id>/<int:round>")


@bp.get("/")
def page(table_id: str, round: int) -> Response | str:
    """Show the entry page of a round.

    Redirect a phone that only watches to the sheet, the address of a row to where this phone enters it, and a round
    played move by move to the page of moves.
    """
    table = load_visible_table(table_id)
    if g.role != "score":
        return redirect(url_for("sheet.page", table_id=table_id, round=round), 303)
    if not 1 <= round <= table.last_round:
        abort(404)
    if row := request.args.get("row"):
        place = find_place(read_round(table, round, choose_way(table, round)), row)
        return redirect(url_for("entry.page", table_id=table_id, round=round) + place.removeprefix("./"), 303)
    # A blank round opens on the page of moves if this phone last used move by move.
    is_blank = recall_way(table.game) == MOVES and table.newest(round) is None
    by_moves = table.is_refereed(round) if table.known.plays.get(round) else table.game.referee and is_blank
    if by_moves and "way" not in request.args:
        return redirect(url_for("play.page", table_id=table_id, round=round), 303)
    way = take_way(table, round)
    # A clock is drawn for this second.
    if not is_ticking(table):
        live.share_page()
    return render_entry(table, round, way)


def find_place(entered: EnteredRound, row: str) -> str:
    """Return the address at which this phone enters a row, relative to the entry page. "./" if it does not.

    If several steps ask about a row, it is that of the first step that is still open.
    """
    layout = entered.way.layout
    asked = sorted([step for step in entered.steps if step.row == row], key=lambda step: step.done)
    if not asked or layout in ("deck", "card"):
        return "./"
    if layout == "keypad":
        stops = list_stops(entered, (asked[0],))
        return next((stop for stop in stops if stop.spot not in entered.marks), stops[0]).url
    # What was entered before is only corrected, so the way on leads back to the sheet.
    to = "?to=sheet" if asked[0].done and layout == "rows" else ""
    return f"./{to}#{asked[0].page or asked[0].key}"


def render_entry(table: Table, round: int, way: Way, notice: Notice | None = None) -> str:
    """Render the entry page of a round. `notice` says what was wrong with a tap."""
    head = build_head(table)
    url = f"{head.url}{round}/"
    # The page to return to after a change of language. That of a refused tap is a form, so the plain page is used.
    g.here = request.full_path.rstrip("?") if request.method == "GET" else url
    refused = (request.form.get("tap", ""), request.form.get("words", "")) if notice else ("", "")
    entered = read_round(table, round, way)
    asked = None
    with suppress(Malformed):
        if why := request.args.get("why"):
            asked = describe_owner(entered, parse_spot(why, table.setup, entered.rows)[0])
    own = build_footer(entered, table)
    # On the page of a seat, undo takes back only what that seat has entered.
    last = table.newest(round, own_seat(table) if own else None)
    ways = _list_ways(table, round, way, url)
    title = describe_round(table, round)
    if current := next((each.label for each in ways if each.current), None):
        title = Text("%(deal)s · %(way)s", deal=title, way=current)
    return render_template(
        "entry/entry.html",
        page=Head(own.name if own else table.name, title, head.url, locked=table.all_agree(round)),
        screen=build_screen(entered, request.values, refused),
        mine=own,
        everybody=ways[1].url if own else "",
        table=head,
        entry_ways=ways,
        more=build_menu(table),
        notice=notice or asked or describe_undo(table),
        undo=build_undo(last),
        clock=build_clock(table, passes=True),
        seats=len(entered.seats),
        way=way.key,
        seen=table.seen,
        awake=not table.sheet(round).decided,
        op=new_op(),
        action=f"{url}write",
    )


def _list_ways(table: Table, round: int, way: Way, url: str) -> list[Link]:
    """Return the ways of entering this round, the referee last, or [] if there is only one."""
    play = url_for("play.page", table_id=table.id, round=round)
    return [
        Link(
            choice.label,
            play if choice.key == MOVES else f"{url}?way={choice.key}",
            "check" if choice.chosen else "",
            current=choice.chosen,
            about=choice.about,
        )
        for choice in list_ways(table.game, list_ways_of_phone(table, round), way.key)
    ]


@bp.post("/write")
def write(table_id: str, round: int) -> Response | str | tuple[str, int]:
    """Write a tap as a line of the journal, then redirect to where it was made. Answer 422 if the tap is refused."""
    table = load_scorable_table(table_id)
    if not 1 <= round <= MOST_ROUNDS:
        abort(404)
    if why := request.form.get("why"):
        # Shortened, so that no form can make an address of any length.
        return redirect(_url_after(table_id, round, why=why[:60]), 303)
    try:
        kept, to = write_tap(table, round)
    except Refusal as wrong:
        # Loaded again: the refusal may be due to lines that another phone has written since.
        table = tables().load(table_id)
        return render_entry(table, round, choose_way(table, round), Notice("certain", wrong.reason)), 422
    if to == SHEET:
        table = tables().load(table_id)
        sheet = table.sheet(round)
        # Only a round that has a result, and nothing to look at on its sheet, leads to the next one.
        is_done = sheet.decided and not sheet.problems and table.next_round == round + 1
        if is_done and leads_to_next_round(table, round, choose_way(table, round)):
            return redirect(url_for("entry.page", table_id=table_id, round=round + 1), 303)
    # 303, so that reloading the page does not send the tap again.
    if to == SHEET or request.args.get("go") == SHEET:
        return redirect(url_for("sheet.page", table_id=table_id, round=round), 303)
    return redirect(_url_after(table_id, round, to, **kept), 303)


SHEET = "sheet"
"""The name of the sheet where a tap leads on."""


def write_tap(table: Table, round: int) -> tuple[dict[str, str], str]:
    """Write the tap of this request, and the numbers that were typed on its page, as a line of the journal.

    Return what is typed and not written, by name of its field, and the name of the number that the tap leads to, or "".
    """
    form = request.form
    if form.get("strike"):
        write_line(table, round)
        # Limited, so that no form can make an address of any length.
        return {name[:60]: text[:MOST_TYPED_LETTERS] for name, text in [*list_typed(form).items()][:40]}, ""
    has_numbers = any(name.startswith(WAS) for name in form)
    # The number that the player leaves, or any number of the step.
    leaves = form.get("on") or form.get("step")
    if has_numbers and round > table.last_round:
        raise Malformed("tap", Text("There is no such box on the pad."))
    numbers, to = {}, ""
    if has_numbers or leaves:
        entered = read_round(table, round, choose_way(table, round))
        numbers = read_numbers(form, entered)
        if leaves:
            besides, to = leave(entered, numbers, form)
            numbers, to = {**numbers, **besides}, to or SHEET
    # Without a change there is nothing to write, so that looking at a number adds no line to the journal.
    if form.get("tap") or form.get("move") or numbers or not (to or has_numbers or "at" in request.args):
        write_line(table, round, also=numbers)
    return {}, to


def _url_after(table_id: str, round: int, to: str = "", **more: str) -> str:
    """Return the address of the entry page after a tap that leads to the number `to`, or to no other one if it is "".

    It keeps the parts of the tapped page's address that have to survive, such as the current number. `more` is added to
    the query.
    """
    parts = {key: request.form.get(key, "") for key in ("seat", "at", "from", "typed", "to")}
    kept = {key: value[:MOST_TYPED_LETTERS] for key, value in parts.items() if value}
    if to:
        kept |= {"at": to, "typed": ""}
    # A button that leads elsewhere names its number in the address of the form.
    if elsewhere := request.args.get("at"):
        kept |= {"at": elsewhere[:MOST_TYPED_LETTERS], "from": "", "typed": ""}
    query = urlencode({key: value for key, value in {**kept, **more}.items() if value})
    # A page of many rows is shown again where it was tapped; a script leaves it where it is.
    anchor = f"#{quote(kept['at'])}" if request.form.get("way") == OWN and "at" in kept else ""
    return url_for("entry.page", table_id=table_id, round=round) + (f"?{query}" if query else "") + anchor


@bp.get("/ahead")
def ahead(table_id: str, round: int) -> str:
    """Render the blocks that taps on the page can bring up. A phone shows them before the server has responded."""
    table = load_scorable_table(table_id)
    if not 1 <= round <= table.last_round:
        abort(404)
    entered = read_round(table, round, choose_way(table, round))
    most = max((ask.most for step in entered.steps for ask in step.asks if isinstance(ask, Counts)), default=0)
    return render_template("entry/ahead.html", blocks=build_previews(entered), counts=range(1, most + 1))
