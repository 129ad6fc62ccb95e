"""Pages to start a table, change its players and rules, or start another one with the same players."""

import re
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.games.errors import Malformed, Refusal
from scorekeeper.games.game import Game
from scorekeeper.games.pad import Options, Seat, Setup
from scorekeeper.games.signs import choose_sign, complete_signs, find_free_sign, omit_given_signs
from scorekeeper.games.tally.rules import GAME_NAME_LENGTH, LIVES, MOST_COUNTERS, list_life_options
from scorekeeper.games.user_input import is_same_name
from scorekeeper.group.group import Group
from scorekeeper.language.text import Text
from scorekeeper.storage import access, journals
from scorekeeper.storage.pads import Full, find_newest_pads, keep_pad
from scorekeeper.table.journal import Change
from scorekeeper.table.table import Table
from scorekeeper.web.entry.ways import list_ways, remember_way
from scorekeeper.web.forms import LineForm, TextField, clean_reason, new_op, parse_seen, parse_small
from scorekeeper.web.layout import Head
from scorekeeper.web.people.rate_limit import TooMany, count_request, guesses
from scorekeeper.web.people.seating import (
    SeatedPlayer,
    SeatingForm,
    SeatPlan,
    answer_tap,
    ask_beginning,
    ask_leaving,
    ask_since,
    copy_seating,
    render_change,
    render_new_table,
)
from scorekeeper.web.people.shelf import find_played, has_star, load_played, say
from scorekeeper.web.request import (
    browser,
    current_author,
    ensure_browser,
    find_game,
    find_requested_group,
    groups,
    language,
    load_scorable_table,
    role,
    set_browser_cookie,
    tables,
)
from scorekeeper.web.scoring.clock import set_clock

bp = Blueprint("seats", __name__)

MOST_OFFERED = 5
"""Maximum number of earlier tables offered to repeat."""


@bp.route("/games/<slug>/new", methods=["GET", "POST"])
def new(slug: str) -> Response | str | tuple[str, int]:
    """Seat the players of a new table, one tap each, and start it.

    `like` in the address or in the form is the id of an earlier table, whose players and rules are copied.
    """
    game, form = find_game(slug), SeatingForm()
    group = find_requested_group()
    home = url_for("group.page", group_id=group.id) if group else url_for("home.index")

    first = request.method != "POST"
    what, argument = ("like", request.args.get("like", "")) if first else form.do.parts
    if what == "like" and (like := load_played(game, argument[:64])):
        seating = copy_seating(like, like.rounds + 1)
    else:
        seating = SeatPlan(game, form)
        seating.choose(find_own_edition(game) if first else {})
    if what == "points":
        seating = keep_points_only(seating)
    seating.group = group

    def show() -> str:
        # Earlier tables are offered to repeat as long as nobody is seated.
        anew = seating.game is game and not seating.players
        before = [*islice(find_played(game, group), MOST_OFFERED)] if anew else []
        return render_new_table(seating, home, url_for("seats.new", slug=seating.game.slug), before=before, points=True)

    def start(_: str) -> Response:
        setup = seating.make_setup()
        # What a phone gets anyway is no choice to remember: with a seat of its own it may get another way.
        if form.way.data in {choice.key for choice in list_ways(game, game.ways(setup)) if not choice.chosen}:
            remember_way(game, form.way.data)
        return start_table(seating, form.op.data)

    return answer_tap(seating, what, argument, start, show)


def keep_points_only(seating: SeatPlan) -> SeatPlan:
    """Return the form of *Any game* with the name and the players of another game.

    It is for those who add up in their heads: one number for each player and round.
    """
    game, tally = seating.game, find_game("tally")
    name = say(game.name)
    lowest = game.lowest_wins(Setup((), seating.valid_options(), ((1, ()),)))
    options = {"name": name[:GAME_NAME_LENGTH].strip(), "wins": "lowest" if lowest else "usual"}
    points = SeatPlan(tally)
    points.players, points.starter = seating.players, seating.starter
    points.choose(options)
    return points


def find_own_edition(game: Game) -> dict[str, str]:
    """Return the option with the edition in the reader's language, or nothing if there is none.

    The key of an edition is its language and year, such as fr2015.
    """
    editions = [key for option in game.options if option.key == "edition" for key, _ in option.choices]
    own = [key for key in editions if re.fullmatch(rf"{language()}\d+", key)]
    return {"edition": own[0]} if own else {}


@bp.route("/games/lives", methods=["GET", "POST"])
def lives() -> Response | str | tuple[str, int]:
    """Ask for points and number of players, and start a table with life counters. Players are named by their numbers.

    A name is one tap away, but nobody needs one to count lives.
    """
    group = find_requested_group()
    form = LivesForm()
    players = parse_small(form.players.data) or 0
    if request.method == "GET" or not 1 < players <= MOST_COUNTERS:
        return _show_lives(group)
    game = find_game("tally")
    points = next((number for number in LIVES if form.points.data == str(number)), LIVES[0])
    seating = SeatPlan(game)
    seating.group = group
    numbers = range(1, players + 1)
    seating.players = [SeatedPlayer(say(Text("Player %(number)s", number=number))) for number in numbers]
    seating.choose({**list_life_options(points), "name": say(Text("Life counters"))})
    try:
        return start_table(seating, form.op.data, way="lives")
    except TooMany as enough:
        return _show_lives(group, enough.reason), 429


def _show_lives(group: Group | None, reason: Text | None = None) -> str:
    back = url_for("group.page", group_id=group.id) if group else url_for("home.index")
    return render_template(
        "people/lives.html",
        page=Head(Text("Life counters"), "", back),
        points=LIVES,
        players=range(2, MOST_COUNTERS + 1),
        group=group.id if group else "",
        starred=has_star("lives"),
        reason=reason,
        op=new_op(),
    )


class LivesForm(LineForm):
    """The form of life counters: their points, and a button for each number of players."""

    points = TextField()
    players = TextField()


def start_table(
    seating: SeatPlan, op: str, after: tuple[str, dict[Seat, Seat]] | None = None, way: str | None = None
) -> Response:
    """Start the table, once per idempotency key `op`, and redirect to its first round.

    `after` is the id of the table whose phones and groups are taken over, with a map from its seats to the new seats.
    `way` is the way of entering that is opened. Raise Malformed if players or options are invalid, and TooMany if the
    network has reached its limit.
    """
    game, group, setup = seating.game, seating.group, seating.make_setup()
    # Counted only if a table is added: a repeated form opens the same one again.
    table = tables().open(game, setup, ensure_browser(), op, after, lambda: count_request("openings"))
    guesses().at_table(table)
    if group:
        groups().take_in(group.id, tables().load(table), f"with {table}", browser(), keep_signs=True)
        # A pad that the group plays joins its list, unless the list has, or had, a version of it.
        if game.file and game.slug not in find_newest_pads(tables().store, group.id):
            # A full list of pads is no reason not to play.
            with suppress(Full):
                keep_pad(tables().store, game.file, group.id, int(time.time()))
    for group_id in access.list_groups_with(tables().store, after[0]) if after else ():
        # Only groups to which this phone may add tables.
        if after and role(group_id) == "score":
            before = groups().load(group_id).find_persons(after[0])
            persons = {after[1][seat]: person for seat, person in before.items() if seat in after[1]}
            groups().take_in(group_id, tables().load(table), f"with {table}", browser(), persons)
    return set_browser_cookie(make_response(redirect(url_for("entry.page", table_id=table, round=1, way=way), 303)))


@bp.route("/t/<table_id>/rematch", methods=["GET", "POST"])
def again(table_id: str) -> Response | str | tuple[str, int]:
    """Start another table with the players, order, rules and phones of this one. The next starting player begins.

    A form without players keeps everybody's seat.
    """
    table = load_scorable_table(table_id)
    form = SeatingForm()
    seating = SeatPlan(table.game, form) if form.do.sent else copy_seating(table, table.rounds + 1)
    # The same on all phones, so that they start only one table.
    op = f"{journals.name_rematch(table.id)}{table.known.seq}"
    back, action = url_for("table.tally", table_id=table_id), url_for("seats.again", table_id=table_id)
    what, argument = form.do.parts if form.do.sent else ("open", "")

    def start(_: str) -> Response:
        places = {player.was: place for place, player in enumerate(seating.players) if player.was is not None}
        return start_table(seating, form.op.data or op, (table_id, places))

    return answer_tap(seating, what, argument, start, lambda: render_new_table(seating, back, action, op))


@bp.route("/t/<table_id>/setup", methods=["GET", "POST"])
def change(table_id: str) -> Response | str | tuple[str, int]:
    """Change names, order, starting player, rules, or who plays from the next round on."""
    table = load_scorable_table(table_id)
    round = table.seated_from
    form = SeatingForm()
    seating = SeatPlan(table.game, form) if request.method == "POST" else copy_seating(table, round)

    def save(answers: str) -> Response | str:
        since, start, leave = (*answers.split("."), "", "")[:3]
        setup = _parse_setup(table, seating, round)
        if not since and must_ask_since(table, setup, round):
            seating.rules_open = True
            return render_change(seating, table, ask_since(table.game, round))
        setup = replace(setup, earlier=list_earlier_rules(table, setup, round if since == "on" else 1))
        late, begin = find_latecomers(table, setup, round), list_beginnings(table)
        if late and start not in begin:
            return render_change(seating, table, ask_beginning(setup.names(late), begin, since))
        setup = seat_latecomers(setup, late, begin.get(start))
        if leavers := find_leavers(table, setup, round):
            if leave not in ("after", "now"):
                return render_change(seating, table, ask_leaving(table, leavers, f"{since}.{start}"))
            if leave == "after":
                setup = let_finish_round(table, setup, round)
        record_setup(table, setup, seating.names, form)
        if seating.clock:
            set_clock(tables().load(table_id), seating.clock == "on", form.op.data or new_op())
        return redirect(url_for("table.tally", table_id=table_id), 303)

    return answer_tap(seating, *form.do.parts, save, lambda: render_change(seating, table))


def add_player(table: Table, name: str) -> Seat:
    """Let a new player play from the next round on, and return the seat.

    Raise Malformed if the name is invalid or nobody else can play, Illegal or Stale if the table refuses the change.
    """
    seating = copy_seating(table, table.seated_from)
    # The page of the seat has a field for a name, so a blank one is refused.
    seating.typing = ""
    seating.do("add", name)
    setup = replace(_parse_setup(table, seating, table.seated_from), earlier=table.setup.earlier)
    record_setup(table, setup, seating.names)
    return setup.seats(table.seated_from)[-1]


def record_setup(table: Table, setup: Setup, names: Sequence[str] = (), form: SeatingForm | None = None) -> None:
    """Write a line with the changed setup. This phone remembers the names, and its groups the signs.

    Without a change no line is written. Without a form it is a change of the table as it is now.
    """
    seen = parse_seen(form.seen.data if form.seen.sent else "0") if form else table.seen
    if setup == table.setup:
        return
    op, why = (form.op.data, clean_reason(form.reason.data)) if form else ("", "")
    tables().record(table.id, Change(setup), op or new_op(), current_author(table), seen, why)
    journals.remember_names(tables().store, browser(), tuple(names), int(time.time()))
    before = table.setup
    if all(setup.sign(seat) == before.sign(seat) for seat in range(len(before.players))):
        return
    for group_id in access.list_groups_with(tables().store, table.id):
        if role(group_id) == "score":
            # Forgetting a sign is no reason to refuse the change at the table.
            with suppress(Refusal):
                groups().keep_signs(group_id, tables().load(table.id), browser())


def must_ask_since(table: Table, setup: Setup, round: int) -> bool:
    """Return whether the page must ask from which round on changed rules apply."""
    named = {option.key for option in table.game.options if option.words}
    return round > 1 and any(
        table.setup.options.get(key) != value for key, value in setup.options.items() if key not in named
    )


def find_latecomers(table: Table, setup: Setup, round: int) -> tuple[Seat, ...]:
    """Return the players who sit down during the game and have to agree with the table on how they begin.

    Whoever comes back goes on with their points. Partners have the points of their side.

    Rule: */late
    """
    if round == 1 or table.game.together or table.game.partners(setup)[0]:
        return ()
    here, before = setup.seats(round), table.setup
    seated = {seat for number in range(1, round + 1) for seat in before.seats(number)}
    return tuple([seat for seat in here if seat not in seated])


def list_beginnings(table: Table) -> dict[str, int | None]:
    """Return how a player who joins now can begin: the total for each answer, None for no place.

    Rule: */late
    """
    start, last = table.game.start(table.setup), table.standings().last_total
    totals = {"start": start, **({} if last in (None, start) else {"last": last})}
    return {**totals, "none": None}


def seat_latecomers(setup: Setup, seats: Sequence[Seat], total: int | None) -> Setup:
    """Return a setup in which these players begin with this total, or have no place if it is None.

    Rule: */late
    """
    kept = [(seat, begun) for seat, begun in setup.late if seat not in seats]
    return replace(setup, late=(*kept, *[(seat, total) for seat in seats]))


def find_leavers(table: Table, setup: Setup, round: int) -> tuple[Seat, ...]:
    """Return the players who leave in the middle of a round in which they have entries.

    Rule: */late
    """
    if round > table.rounds:
        return ()
    entered = {spot.seat for spot in table.marks(round) if spot.round == round}
    left = [seat for seat in table.setup.seats(round) if seat not in setup.seats(round)]
    return tuple([seat for seat in left if seat in entered or table.is_refereed(round)])


def let_finish_round(table: Table, setup: Setup, round: int) -> Setup:
    """Return a setup whose new seats apply once a round is over, which those who began it finish.

    Rule: */late
    """
    begun = [part for part in table.setup.seating if part[0] <= round]
    return replace(setup, seating=(*begun, (round + 1, setup.seats(round))), starter=table.setup.starter)


def list_earlier_rules(table: Table, setup: Setup, since: int) -> tuple[tuple[int, int, Options], ...]:
    """Return the rounds that keep earlier options once `setup` applies from round `since` on.

    Each entry is (first round, last round, options). Agreed rounds always keep the options they were played with.
    """
    before = table.setup
    if setup.options == before.options:
        return before.earlier
    kept: list[tuple[int, int, Options]] = []
    for round in range(1, max(table.rounds + 1, since)):
        own = before.at(round).options
        if own == setup.options or (round >= since and not table.all_agree(round)):
            continue
        if kept and kept[-1][1:] == (round - 1, own):
            kept[-1] = (kept[-1][0], round, own)
        else:
            kept.append((round, round, own))
    return tuple(kept)


def _parse_setup(table: Table, seating: SeatPlan, round: int) -> Setup:
    """Return the table's setup as changed by the form. Known players keep their seats, new ones get the next numbers.

    Raise Malformed if a player appears twice or the form is invalid.
    """
    options = seating.check(table.setup.options)
    order = _find_seats(table, seating)
    players = list(table.setup.players)
    signs = list(complete_signs(table.setup.signs, len(players)))
    for seat, player in zip(order, seating.players, strict=True):
        players[seat : seat + 1] = [player.name]
        if seat == len(signs):
            signs.append(find_free_sign(signs))
        # A form without signs keeps those that players have.
        if player.number is not None:
            signs = choose_sign(signs, seat, player.number)
    all_seating = table.setup.seating
    if table.setup.seats(round) != order:
        all_seating = (*(part for part in all_seating if part[0] < round), (round, order))
    # The form names who leads this round, but a setup says who would have led the first.
    back = seating.starter - (round - 1)
    usual = replace(
        table.setup,
        players=tuple(players),
        options=options,
        seating=all_seating,
        starter=order[back % len(order)],
        earlier=(),
        signs=omit_given_signs(signs),
    )
    candidates = [replace(usual, starter=order[(back + step) % len(order)]) for step in range(len(order))]
    chosen, marks = order[seating.starter], table.marks(round)
    # Counted back one seat per round; where players are out or the lead stays, another one leads to the chosen player.
    return next((setup for setup in candidates if table.game.leader(setup, marks, round) == chosen), usual)


def _find_seats(table: Table, seating: SeatPlan) -> tuple[Seat, ...]:
    """Return the seat of each player in the form. New players get the seats after those that the table has.

    Raise Malformed if a player appears twice.
    """
    before = table.setup.players
    kept = {player.was for player in seating.players}
    away = [seat for seat in range(len(before)) if seat not in kept]
    order: list[Seat] = []
    new = len(before)
    for player in seating.players:
        seat = player.was
        if seat is None or seat >= len(before):
            # A player who comes back under the same name gets the old seat, so their points continue.
            back = [old for old in away if is_same_name(player.name, before[old]) and old not in order]
            seat = back[0] if back else new
        if seat in order:
            raise Malformed("seat", Text("%(name)s is already at this table.", name=player.name))
        order.append(seat)
        new = max(new, seat + 1)
    return tuple(order)
