"""The final result of a table as a page and as a picture to share, and all of its rounds on paper."""

from flask import Blueprint, Response, abort, g, render_template, url_for

from scorekeeper.exchange.formats import Export, summarise
from scorekeeper.games.pad import Seat, format_points
from scorekeeper.group.statistics import SHORTEST
from scorekeeper.language.text import Literal, Plural, Text
from scorekeeper.printing.pictures import PICTURE_SIZE, EveningView, render_evening
from scorekeeper.printing.press import print_picture
from scorekeeper.printing.score_sheets import Frame, ScoreTable, SheetView
from scorekeeper.storage import access
from scorekeeper.table.evening import count_lead_changes, find_best_round, find_closest
from scorekeeper.table.results import measure_length
from scorekeeper.table.table import Table
from scorekeeper.web.exchange.export import offer_game
from scorekeeper.web.formatting import format_length
from scorekeeper.web.group.figures import describe_new_records, find_counting_groups
from scorekeeper.web.layout import Head, build_head, build_menu
from scorekeeper.web.people.lists import describe_ending
from scorekeeper.web.print.paper import file_response, sheet_response
from scorekeeper.web.request import language, load_visible_table, paper_language, public_url, tables
from scorekeeper.web.scoring import chart
from scorekeeper.web.scoring.journal import describe_if_asked
from scorekeeper.web.scoring.plate import build_plate
from scorekeeper.web.scoring.sheet import format_day
from scorekeeper.web.scoring.tally import describe_progress

bp = Blueprint("evening", __name__, url_prefix="/t/<table_id>")


@bp.get("/evening")
def page(table_id: str) -> str:
    """Show the final result."""
    table = load_visible_table(table_id)
    back, last = url_for("table.tally", table_id=table_id), table.standings().last
    return render_template(
        "scoring/evening.html",
        page=Head(Text("Final result"), table.name, back),
        table=build_head(table),
        more=build_menu(table),
        evening=build_evening(table, language()),
        counts=bool(table.standings().rounds),
        records=describe_new_records(table, find_counting_groups(table)),
        # `seen` changes the address with each new line, so that no browser shows an old picture.
        picture_url=url_for("evening.picture", table_id=table_id, seen=table.seen),
        seen=table.seen,
        pdf_url=f"{back}tally.pdf",
        offer=offer_game(table),
        size=PICTURE_SIZE,
        plate=build_plate(table, last, False) if last else None,
        ending=describe_ending(table),
        rest_label=Text("Picture, print, export, archive"),
        again_url=url_for("seats.again", table_id=table_id) if g.role == "score" and not table.goes_on else "",
        done_url=url_for("lists.up", table_id=table_id),
    )


@bp.get("/evening.png")
def picture(table_id: str) -> Response:
    """Return the final result as a PNG. Abort with 404 if no round has a result."""
    table = load_visible_table(table_id)
    if not table.standings().rounds:
        abort(404)
    view = build_evening(table, paper_language(), chart.PICTURED)
    if table.standings().won_by:
        # Without points, only this says how it was won.
        view = view._replace(notes=[*view.about, *view.notes])
    content = print_picture(render_evening(view, paper_language()))
    return file_response(content, f"{table.game.slug}-{format_day(table, table.rounds)}.png")


def build_evening(table: Table, language: str, frame: Frame = chart.PHONE_CHART) -> EveningView:
    """Return the final result for the page and the picture. `language` is the language of the alternative text.

    `frame` holds the measures of the race chart."""
    placed = [
        chart.build_total(table, part)._replace(place=place, gap=_format_gap(table, part[0]))
        # Before the first result the places would only be the order of the seats.
        for place, part in (table.by_place if table.standings().rounds else ())
    ]
    verdict, *why = [text for text in table.how_it_stands if text not in table.late]
    # In one line, because it is the alternative text of the picture.
    sentence = " ".join(summarise(Export((table,)), language).replace("\n", ". ").split())
    date = format_day(table, table.rounds)
    return EveningView(
        game=table.name,
        date=date,
        verdict=verdict,
        about=why,
        placed=placed,
        notes=list_notes(table),
        race=chart.draw_race(table, frame),
        sentence=sentence,
    )


def list_notes(table: Table) -> list[Text]:
    """Return the remarkable facts of a table: no place, best score, closest finish, lead changes, length."""
    # First, because it limits what the verdict says.
    notable = [*table.late]
    best = find_best_round(table)
    if best:
        notable.append(
            Text(
                "Best score: %(who)s with %(points)s in %(round)s %(number)s.",
                round=table.game.round_name,
                who=table.setup.names(best.seats),
                points=format_points(best.points),
                number=best.round,
            )
        )
    seats, behind = find_closest(table)
    if seats:
        singular, plural = "%(who)s was closest, %(points)s behind.", "%(who)s were closest, %(points)s behind."
        notable.append(Plural(singular, plural, len(seats), who=table.setup.names(seats), points=behind))
    if changes := count_lead_changes(table):
        notable.append(Plural("The lead changed once.", "The lead changed %(count)s times.", changes))
    length = measure_length(table, 1, table.standings().last)
    if length >= SHORTEST:
        notable.append(Text("It lasted %(time)s.", time=Literal(format_length(length))))
    return notable


# All rounds, totals, gaps and the race on paper


@bp.get("/tally.pdf", defaults={"form": "pdf"})
@bp.get("/tally.html", defaults={"form": "html"})
def paper(table_id: str, form: str) -> Response:
    """Return the running totals on paper. Abort with 404 if nothing has been scored yet."""
    table = load_visible_table(table_id)
    # The page of running totals offers no paper before the first round, but its address can be typed.
    if not table.rounds:
        abort(404)
    name = f"{table.game.slug}-{format_day(table, table.rounds)}"
    return sheet_response(build_tally(table), form, name, describe_if_asked(table, table.lines))


def build_tally(table: Table) -> SheetView:
    """Return the whole game as a sheet whose lines are its rounds."""
    seats = tuple([part[0] for part in table.columns()])
    return SheetView(
        game=table.name,
        heading=describe_progress(table),
        # The code lets others in to score, so a phone that only watches does not print it.
        table_code=table.stored.code if g.role == "score" else "",
        date=format_day(table, table.rounds),
        sentences=table.how_it_stands,
        score=ScoreTable(
            columns=chart.list_columns(table),
            lines=[],
            rounds=chart.list_rounds(table),
            total=table.game.total,
            feet=[] if table.game.together else [(Text("Gap"), [_format_gap(table, seat, "\u2013") for seat in seats])],
        ),
        problems=[],
        footer=table.game.rules_in_words(table.setup),
        qr_url=public_url("home.link_page", link=access.find_link(tables().store, table.id, "watch")),
        race=chart.draw_race(table, chart.PRINTED),
    )


def _format_gap(table: Table, seat: Seat, out: str = "") -> Text | str:
    """Return the points behind the leader with a sign, or why there is no place. "" for a leader, `out` for one out."""
    standings = table.standings()
    if seat in standings.leaders or not standings.rounds:
        return ""
    if seat in standings.out:
        return out
    if seat not in standings.ranking:
        return chart.describe_missing_place(table, seat) or ""
    return chart.format_gap(standings, standings.behind(seat))
