"""The score sheet of a round: who won and the working row by row, as a page, as a PDF and for printing."""

import time
from collections.abc import Mapping
from dataclasses import replace

from flask import Blueprint, Response, abort, g, render_template, url_for

from scorekeeper.games.pad import END, MOST_ROUNDS, NO_NEWS, Problem, Seat, Sheet, Spot, format_foot, format_points
from scorekeeper.games.pads.boxes import ChipsBox
from scorekeeper.games.pads.pad import Row
from scorekeeper.language.text import OwnWords, PadWords, Plural, Text, join_sentences
from scorekeeper.nights import find_night_date
from scorekeeper.printing.layout import PAPERS
from scorekeeper.printing.score_sheets import PlayerTotal, ScoreTable, SheetLine, SheetView
from scorekeeper.storage import access
from scorekeeper.table.notation import encode_changes
from scorekeeper.table.results import find_start
from scorekeeper.table.table import Table
from scorekeeper.table.wording import describe_secrets
from scorekeeper.web.entry.entered import read_round
from scorekeeper.web.entry.numbers import list_stops
from scorekeeper.web.entry.sections import name_card
from scorekeeper.web.entry.ways import choose_way
from scorekeeper.web.exchange.export import offer_game
from scorekeeper.web.forms import new_op
from scorekeeper.web.group.figures import describe_new_records, find_counting_groups
from scorekeeper.web.layout import Head, Link, TableHead, build_head, build_menu, describe_round
from scorekeeper.web.notice import Notice, build_notice, find_signs, find_worst_sign, merge_alike
from scorekeeper.web.print.paper import sheet_response
from scorekeeper.web.request import is_phone, list_paper_languages, load_visible_table, public_url, tables
from scorekeeper.web.scoring import chart
from scorekeeper.web.scoring.agreement import describe_agreement, list_reasons, may_disagree
from scorekeeper.web.scoring.journal import describe_if_asked
from scorekeeper.web.scoring.plate import build_plate

MOST_WITH_REASONS = 3
"""The maximum number of players beside whom a reason has room below the name of its row."""

EntryPlaces = Mapping[str | Seat | None, str]
"""The addresses at which rows are entered, by key of the row, and those of the players' cards, by seat."""

bp = Blueprint("sheet", __name__, url_prefix="/t/<table_id>/<int:round>")


@bp.get("/sheet")
def page(table_id: str, round: int) -> str:
    """Show the score sheet of a round."""
    table = load_visible_table(table_id)
    _check_round(table, round)
    head = build_head(table)
    entered = link_places(table, round) if head.scoring and round <= table.last_round else {}
    score, agreed = build_score(table, round), describe_agreement(table, round)
    blanks = find_blanks(table, round) if entered else {}
    columns = table.columns(round)
    if not {(line.key, part[0]) for line in score.lines for part in columns}.issuperset(
        (spot.row, spot.seat) for spot in blanks
    ):
        blanks = {}
    # The address of the first blank number of each cell.
    urls = {(spot.row, spot.seat): url for spot, url in reversed(blanks.items())}
    notices = list_notices(_read_sheet(table, round), entered, head.scoring, len(blanks))
    return render_template(
        "scoring/sheet.html",
        blanks=[(spot.row, spot.seat) for spot in blanks],
        boxes={line.key: [urls.get((line.key, part[0]), "") for part in columns] for line in score.lines},
        zero=encode_changes(dict.fromkeys(blanks, 0)),
        page=Head(
            Text("Score sheet"),
            Text("%(game)s · %(deal)s", game=table.name, deal=describe_round(table, round)),
            head.url,
            agreed.by_all,
        ),
        agreed=agreed,
        agree_url=f"{head.url}{round}/agree",
        disagree_url=f"{head.url}{round}/agree/not" if may_disagree(table, round) else "",
        anew_url=f"{head.url}{round}/agree/anew" if head.scoring and table.is_scored_differently(round) else "",
        table=head,
        more=build_menu(table),
        sentences=list_sentences(table, round),
        score=score,
        plate=build_plate(table, round, table.game.whole(table.setup)),
        problems=notices,
        footer=list_small_print(table, round, agreed.text),
        places=entered,
        pdf_url=f"{head.url}{round}/sheet.pdf",
        # A phone cannot scan a code on its own screen.
        offer=offer_game(table, round, with_code=not is_phone()) if table.sheet(round).decided else None,
        papers=PAPERS,
        languages=list_paper_languages(),
        fix_url=f"{head.url}{round}/" if head.scoring else "",
        primary=_find_next(table, round, head, entered, blanks) if head.scoring else None,
        picture_url=url_for("evening.picture", table_id=table.id, seen=table.seen),
        watch_url=f"{head.invite_url}?watch=yes" if head.invite_url else "",
        records=describe_new_records(table, find_counting_groups(table), round),
        notice=None,
        seen=table.seen,
        op=new_op(),
        action=f"{head.url}{round}/write?go=sheet",
    )


def link_places(table: Table, round: int) -> EntryPlaces:
    """Return the addresses at which the rows of a round are entered, relative to the sheet.

    The entry page then leads to the place where this phone enters the row.
    """
    setup = table.setup.at(round)
    places: dict[str | Seat | None, str] = {row.key: f"./?row={row.key}" for row in table.game.rows(setup) if row.boxes}
    if choose_way(table, round).layout == "card":
        places |= {seat: f"./#{name_card(seat)}" for seat in setup.seats(round)}
    return places


def find_blanks(table: Table, round: int) -> dict[Spot, str]:
    """Return the numbers that the sheet of a round waits for, each with the address at which it is entered.

    The addresses are relative to the sheet. Return {} if something else is missing, or if this phone does not type.
    """
    missing = table.sheet(round).open
    if not missing or any(problem.cures for problem in missing):
        return {}
    way = choose_way(table, round)
    if way.layout != "keypad":
        return {}
    entered = read_round(table, round, way)
    addresses = {stop.spot: stop.url for stop in list_stops(entered) if stop.seat is not None and not stop.row.suit}
    spots = [spot for problem in missing for spot in problem.spots]
    return {spot: addresses[spot] for spot in spots} if addresses.keys() >= set(spots) else {}


def _find_next(
    table: Table, round: int, head: TableHead, entered: EntryPlaces, blanks: Mapping[Spot, str]
) -> Link | None:
    """Return what comes after this sheet: what is missing in it, the next round, or the final result.

    Return None if an open tie has to be answered first, or if the round cannot be entered.
    """
    if table.sheet(round).decided:
        if following := table.next_round:
            label = Text("%(round)s %(number)s", round=table.game.round_name, number=following)
            return Link(label, f"{head.url}{following}/")
        return Link(Text("Final result"), f"{head.url}evening")
    if blanks:
        spot, url = next(iter(blanks.items()))
        setup = table.setup.at(round)
        what = next(row.label for row in table.game.rows(setup) if row.key == spot.row)
        assert spot.seat is not None
        return Link(Text("Enter %(what)s for %(who)s", what=what, who=setup.name(spot.seat)), url)
    # Its answers are beside the question, and none of them is the usual one.
    if any(problem.cures and problem.text.rule == "tie" for problem in table.sheet(round).open):
        return None
    fix = Link(Text("Fix"), f"{head.url}{round}/") if round <= table.last_round else None
    return _find_faulty_row(table, round, entered) or fix


def _find_faulty_row(table: Table, round: int, entered: EntryPlaces) -> Link | None:
    """Return the button that leads to the first row with an open question or a problem, or None if none has a name.

    `entered` has the addresses of what can be entered. On cards, the button leads to the card of a player.
    """
    setup = table.setup.at(round)
    # Whether that is everything is answered on the sheet itself.
    labels = {row.key: row.label for row in table.game.rows(setup) if row.key != END}
    for problem in (*table.sheet(round).open, *table.sheet(round).problems):
        for spot in problem.spots:
            if spot.seat is not None and spot.seat in entered:
                return Link(Text("Card of %(who)s", who=setup.name(spot.seat)), entered[spot.seat])
        key = next((spot.row for spot in problem.spots if spot.row in entered), "")
        if label := labels.get(key):
            return Link(Text("Enter %(row)s", row=label), entered[key])
    return None


@bp.get("/sheet.pdf", defaults={"form": "pdf"})
@bp.get("/sheet.html", defaults={"form": "html"})
def paper(table_id: str, round: int, form: str) -> Response:
    """Return the score sheet of a round on paper."""
    table = load_visible_table(table_id)
    _check_round(table, round)
    name = f"{table.game.slug}-{format_day(table, round)}-{round}"
    return sheet_response(build_sheet(table, round), form, name, describe_if_asked(table, table.lines_of(round)))


def _check_round(table: Table, round: int) -> None:
    if not 1 <= round <= max(table.rounds, 1) or round > MOST_ROUNDS:
        abort(404)


def build_sheet(table: Table, round: int) -> SheetView:
    """Return the sheet of a round as paper shows it."""
    sheet = _read_sheet(table, round)
    return SheetView(
        game=table.name,
        heading=describe_round(table, round),
        # The code lets others in to score, so a phone that only watches does not print it.
        table_code=table.stored.code if g.role == "score" else "",
        date=format_day(table, round),
        sentences=list_sentences(table, round),
        score=build_score(table, round),
        problems=[problem.text for problem in (*sheet.problems, *sheet.open)],
        footer=list_small_print(table, round, describe_agreement(table, round).text),
        # Only the watch link, because a printed sheet can end up with anybody.
        qr_url=public_url("home.link_page", link=access.find_link(tables().store, table.id, "watch")),
    )


def _read_sheet(table: Table, round: int) -> Sheet:
    """Return the sheet of a round, without doubts about its entries if all players agree to it."""
    sheet = table.sheet(round)
    return replace(sheet, problems=()) if sheet.problems and table.all_agree(round) else sheet


def list_small_print(table: Table, round: int, agreed: Text | None) -> list[Text]:
    """Return what stands below a sheet: the rules, what was corrected, and who has agreed if anybody has."""
    rules = table.game.rules_in_words(table.setup.at(round))
    return [*rules, *_describe_corrections(table, round), *filter(None, [agreed])]


def build_score(table: Table, round: int) -> ScoreTable:
    """Return the table of points of a round: the rows of its pad, then the rounds so far unless a game has only one."""
    sheet, setup = table.sheet(round), table.setup.at(round)
    rows = table.game.rows(setup)
    seats = tuple([part[0] for part in table.columns(round)])
    whole, scored = table.game.whole(setup), table.standings(round).scored
    has_one_row = len(rows) == 1
    # A single row without a working would only repeat the line of the round.
    by_rows = not (has_one_row and scored) or bool(sheet.told) or any(cell.because for cell in sheet.cells.values())
    rounds = () if whole or not scored else range(1 if has_one_row else round, round + 1)
    return ScoreTable(
        columns=_build_columns(table, round),
        lines=build_lines(sheet, rows, seats) if by_rows else [],
        rounds=[chart.build_round_line(table, number, seats) for number in rounds],
        total=table.game.total if scored else None,
        feet=[
            (label, [format_foot(numbers[seat]) if seat in numbers else "" for seat in seats])
            for label, numbers in sheet.feet
        ],
    )


def _build_columns(table: Table, round: int) -> list[PlayerTotal]:
    sheet, whole = _read_sheet(table, round), table.game.whole(table.setup.at(round))
    # The points of this round are in its cells, so the total below them is that of the game so far.
    totals = table.standings(round).totals
    ahead, signs = table.ahead(round), find_signs(sheet)
    return [
        PlayerTotal(
            name=table.heading(part),
            leader=part[0] in ahead,
            total=sheet.format_total(part[0]) if whole else format_points(totals[part[0]]),
            sign=find_worst_sign(signs, *part),
            out=part[0] in sheet.out,
            signs=tuple([table.setup.sign(seat) for seat in part]),
        )
        for part in table.columns(round)
    ]


def list_notices(sheet: Sheet, entered: EntryPlaces, scoring: bool, blanks: int) -> list[Notice]:
    """Return the problems of a sheet, then its missing entries, each linked to the page where it is made.

    What is missing in several rows alike is one notice.

    `entered` has these pages. Without `scoring`, the notices have no buttons. `blanks` is the
    number of missing entries if each is a box of the sheet.
    """
    # A doubt about a tie is answered by an entry. Other problems have answers of their own, and lead to their rule.
    notices = [
        build_notice(problem)._replace(url=_find_place(problem, entered) if problem.text.rule == "tie" else "")
        for problem in sheet.problems
    ]
    if blanks:
        said = Plural(
            "%(count)s box is blank. The rest is saved.", "%(count)s boxes are blank. The rest is saved.", blanks
        )
        return [*notices, Notice("open", said)]
    notices += [
        build_notice(problem)._replace(kind="open", url=_find_place(problem, entered))
        for problem in merge_alike(sheet.open)
    ]
    return notices if scoring else [notice._replace(buttons=()) for notice in notices]


def _find_place(problem: Problem, entered: EntryPlaces) -> str:
    """Return the address of the first card or row of a problem that can be entered, or "" if there is none."""
    return next((entered[key] for spot in problem.spots for key in (spot.seat, spot.row) if key in entered), "")


def list_sentences(table: Table, round: int) -> list[Text]:
    """Return the sentences of a sheet, most important first: who has won the game, how the round went, who leads.

    The last one is what was secret. Never empty: a round without a result has its verdict.
    """
    sheet, standings = table.sheet(round), table.standings()
    end = standings.end if standings.last == round else None
    texts: list[Text | None]
    if not sheet.decided:
        texts = [sheet.verdict]
    elif table.game.whole(table.setup):
        texts = [sheet.verdict, sheet.reason]
    # A game that is won has its winner first; one that ends without a winner says so after the round.
    elif end and standings.winners:
        texts = [table.headline, *table.late, end.why, *end.notes, sheet.verdict]
    elif end:
        texts = [sheet.verdict, end.why, *end.notes]
    else:
        standings = table.standings(round)
        late = standings.describe_late(table.game.round_name_inside)
        texts = [sheet.verdict, sheet.reason, standings.leads(), *late]
    if shown := describe_secrets(table, round):
        texts.append(join_sentences(shown))
    # A verdict can already say everything, so some games have no reason to add.
    return [text for text in texts if text and text != NO_NEWS]


def build_lines(sheet: Sheet, rows: tuple[Row, ...], seats: tuple[Seat, ...]) -> list[SheetLine]:
    """Return the rows of the pad that the sheet shows: all suits, and other rows with points, entries or a note."""
    return [
        SheetLine(
            suit=row.suit,
            name=row.label,
            cells=[_build_cell(sheet, row, seat) for seat in seats],
            note=note,
            key=row.key,
            cards=any(isinstance(box, ChipsBox) for box in row.boxes),
            # A sentence of a pad file is short enough to stand beside the points.
            reason=note if len(seats) <= MOST_WITH_REASONS and isinstance(note, PadWords | OwnWords) else None,
        )
        for row in rows
        for note in [sheet.notes.get(row.key)]
        if row.suit or any((row.key, seat) in part for part in (sheet.cells, sheet.told) for seat in seats) or note
    ]


def _build_cell(sheet: Sheet, row: Row, seat: Seat) -> tuple[str, Text | None, bool]:
    """Return the points of a player in a row, the working and what was entered, and whether the pile is flipped.

    The points are an ellipsis if they are not known yet, a dash if the player has none, and "" in a row without points.
    The working is None if there is nothing to show.
    """
    cell, told = sheet.cells.get((row.key, seat)), sheet.told.get((row.key, seat))
    if cell is None:
        counts = row.suit or any(key == row.key for key, _ in sheet.cells)
        return "\u2013" if counts else "", told, False
    working = cell.because
    if working and told:
        working = Text("%(working)s · %(told)s", working=working, told=told)
    return (
        "\u2026" if cell.points is None else format_points(cell.points, sheet.plus),
        working or told,
        cell.flipped,
    )


def format_day(table: Table, round: int) -> str:
    """Return the date of the game night on which a round began, such as 2026-11-24, as in the statistics of a group.

    Without an entry, it is that of the present.
    """
    return find_night_date(find_start(table, round) if table.lines_of(round) else time.time()).isoformat()


def _describe_corrections(table: Table, round: int) -> list[Text]:
    """Return sentences that say how many entries and moves were taken back and corrected, and why it was reopened."""
    corrections, lines = table.known.corrections, table.lines_of(round)
    gone = sum(line.seq in corrections.gone for line in lines)
    corrected = sum(corrections.apply(line) is not line for line in lines if line.seq not in corrections.gone)
    texts = list_reasons(table, round)
    if corrected:
        texts = [Plural("%(count)s entry was corrected.", "%(count)s entries were corrected.", corrected), *texts]
    if gone:
        texts = [Plural("%(count)s entry was taken back.", "%(count)s entries were taken back.", gone), *texts]
    return texts or [Text("No entry was taken back.")]
