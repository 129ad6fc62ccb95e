"""Pages with the statistics of a group: wins, ratings, averages, streaks, pairs, records, seasons, game nights."""

from collections.abc import Iterator, Sequence
from datetime import date
from typing import NamedTuple

from flask import Blueprint, Response, request, url_for

from scorekeeper.games.pad import format_points
from scorekeeper.group import rating, statistics
from scorekeeper.group.figures import Figures
from scorekeeper.group.group import Group, Person
from scorekeeper.group.statistics import Average, GameKind, PairStatistics, PlayedGame, Standing, Streak
from scorekeeper.language.text import Literal, Plural, Text, join_sentences
from scorekeeper.nights import find_night_begin, find_night_date
from scorekeeper.printing import score_sheets
from scorekeeper.printing.score_sheets import StatisticsCell, StatisticsPart, print_statistics
from scorekeeper.storage import access
from scorekeeper.table.table import Table
from scorekeeper.web.formatting import format_length, format_number, format_share
from scorekeeper.web.forms import parse_small
from scorekeeper.web.group.calendar import build_calendar
from scorekeeper.web.layout import render_group_page
from scorekeeper.web.print.paper import file_response, parse_paper
from scorekeeper.web.request import (
    find_game,
    groups,
    list_paper_languages,
    load_live_group,
    load_visible_group,
    paper_language,
    role,
    tables,
)

bp = Blueprint("figures", __name__, url_prefix="/g/<group_id>")

PAIRS = 40
"""The maximum number of pairs shown for a group. Those who met most often come first."""


@bp.get("/figures")
def page(group_id: str) -> str:
    """Show the statistics of a group, over all games or one season."""
    group, live = load_live_group(group_id)
    here = url_for("figures.page", group_id=group.id)
    season = find_requested_season(group)
    figures = groups().played(group).figures(season)
    seasons = [(Text("All"), here, season is None)]
    seasons += [(Literal(listed.name), f"{here}?season={at}", at == season) for at, listed in enumerate(group.seasons)]
    return render_group_page(
        "group/figures.html",
        group,
        Text("Statistics"),
        "bars",
        live,
        seasons=seasons if len(seasons) > 1 else [],
        papers=score_sheets.SHEET_PAPERS,
        languages=list_paper_languages(),
        pdf_url=url_for("figures.pdf", group_id=group.id),
        season=season,
        sections=[section for section in list_sections(group, figures) if section.rows],
        calendar=build_calendar(group, figures.games, season),
    )


@bp.get("/season.pdf")
def pdf(group_id: str) -> Response:
    """Return the statistics of one season, or of all games, as a PDF of one page."""
    group = load_visible_group(group_id)
    season = find_requested_season(group)
    about = Text("All games played") if season is None else Literal(group.seasons[season].name)
    tables = list_paper_sections(group, groups().played(group).figures(season))
    content = print_statistics(group.name, about, tables, parse_paper(), paper_language())
    return file_response(content, f"group-{group.id}.pdf")


def find_requested_season(group: Group) -> int | None:
    """Return the index of the season in the address. None stands for all games."""
    number = parse_small(request.args.get("season", ""))
    return number if number is not None and number < len(group.seasons) else None


def list_sections(group: Group, figures: Figures) -> Iterator[StatisticsPart]:
    """Yield all statistics tables of a group. A table without data has no rows."""
    yield build_standing_section(group, figures)
    yield _build_rating_section(group, figures)
    yield from _list_average_sections(group, figures)
    yield _build_streak_section(group, figures)
    yield _build_pair_section(group, figures)
    yield _build_record_section(group, figures)
    yield _build_most_played_section(figures)


def list_paper_sections(group: Group, figures: Figures) -> list[StatisticsPart]:
    """Return the statistics tables for one page of paper: all except averages, pairs and empty tables."""
    all_sections = [
        build_standing_section(group, figures),
        _build_rating_section(group, figures),
        _build_streak_section(group, figures),
        _build_record_section(group, figures),
        _build_most_played_section(figures),
    ]
    return [section for section in all_sections if section.rows]


def build_standing_section(group: Group, figures: Figures) -> StatisticsPart:
    """Return how often each member played and won, with the share of wins expected by chance."""
    rows = []
    for standing in figures.standings:
        chance = Text("%(share)s by chance", share=format_share(standing.chance)) if standing.contested else None
        share = StatisticsCell(format_share(standing.share) if standing.contested else "\u2013", chance)
        bar = (round(100 * standing.share), round(100 * standing.chance)) if standing.contested else None
        member = _link_member(group, standing.person)._replace(bar=bar)
        rows.append([member, StatisticsCell(str(standing.wins)), StatisticsCell(str(standing.plays)), share])
    about: Text = Plural("One game.", "%(count)s games.", len(figures.games))
    if any(standing.contested for standing in figures.standings):
        about = join_sentences((about, Text("Under each share: what it would be by pure chance.")))
    return StatisticsPart(Text("Wins"), about, [Text("wins"), Text("games"), Text("share")], rows)


def _build_rating_section(group: Group, figures: Figures) -> StatisticsPart:
    """Return the table of ratings. It has no rows if the group does not show ratings."""
    rows = [
        [
            _link_member(group, rated.person),
            StatisticsCell(str(rated.points), Text("± %(points)s", points=rated.give_or_take)),
            StatisticsCell(str(rated.n)),
        ]
        for rated in (figures.ratings if group.rated else ())
    ]
    about = Text(
        "Everybody starts at %(start)s. You gain points from every player you finish ahead of, and more if that "
        "was unexpected. A shared place counts as a draw. Shown after %(count)s games.",
        start=rating.STARTING_RATING,
        count=rating.SHOWN_FROM,
    )
    return StatisticsPart(Text("Rating"), about, [Text("rating"), Text("games")], rows)


def _list_average_sections(group: Group, figures: Figures) -> Iterator[StatisticsPart]:
    for kind in dict.fromkeys(entry.kind for entry in figures.averages):
        rows = [
            [
                _link_member(group, entry.person),
                *_list_average_cells(entry),
            ]
            for entry in figures.averages
            if entry.kind == kind
        ]
        yield StatisticsPart(describe_kind(kind), None, [Text("average"), Text("best"), Text("games")], rows)


def _list_average_cells(entry: Average) -> list[StatisticsCell]:
    """Return the average, the best points and the number of games, with how many more were lost together."""
    lost = Plural("%(count)s lost", "%(count)s lost", entry.lost) if entry.lost else None
    known = [format_number(entry.average), format_points(entry.best)] if entry.n else ["\u2013", "\u2013"]
    return [*map(StatisticsCell, known), StatisticsCell(str(entry.n), lost)]


def _build_streak_section(group: Group, figures: Figures) -> StatisticsPart:
    rows = [
        [
            _link_member(group, streak.person),
            StatisticsCell(str(streak.longest)),
            StatisticsCell(str(streak.current)),
            StatisticsCell(str(streak.n)),
        ]
        for streak in figures.streaks
    ]
    return StatisticsPart(Text("Winning streaks"), None, [Text("most"), Text("now"), Text("games")], rows)


def _build_pair_section(group: Group, figures: Figures) -> StatisticsPart:
    rows = [
        [
            StatisticsCell(f"{group.names[pair.person]} \u2013 {group.names[pair.other]}", describe_count(pair.n)),
            *_list_counts(pair),
        ]
        for pair in map(turn_pair, figures.pairs[:PAIRS])
    ]
    about = Text(
        "How often the first player finished ahead of, tied with or behind the second. Needs at least three "
        "tables together."
    )
    return StatisticsPart(Text("Head to head"), about, [Text("ahead"), Text("tied"), Text("behind")], rows)


def turn_pair(pair: statistics.PairStatistics) -> statistics.PairStatistics:
    """Return a pair with the one who is ahead more often first, so that all pairs read the same way."""
    return pair if pair.ahead >= pair.behind else _swap_members(pair)


def _swap_members(pair: statistics.PairStatistics) -> statistics.PairStatistics:
    return pair._replace(person=pair.other, other=pair.person, ahead=pair.behind, behind=pair.ahead)


def _list_counts(pair: statistics.PairStatistics) -> list[StatisticsCell]:
    return [StatisticsCell(str(pair.ahead)), StatisticsCell(str(pair.level)), StatisticsCell(str(pair.behind))]


def _build_record_section(group: Group, figures: Figures) -> StatisticsPart:
    rows = []
    for record in figures.records:
        where = sheet_url(record.table_id, record.round)
        of = Plural("best of one", "best of %(count)s", record.n)
        rows.append(
            [
                StatisticsCell(describe_kind(record.kind), of),
                StatisticsCell(format_points(record.points), url=where),
                _link_member(group, record.person),
            ]
        )
    return StatisticsPart(Text("Records"), None, [Text("points"), Text("player")], rows)


def _build_most_played_section(figures: Figures) -> StatisticsPart:
    """Return how often each game was played, and how long it lasts if that is known of any."""
    timed = any(played.seconds for played in figures.most_played)
    rows = [
        [
            StatisticsCell(describe_game(played.game, played.name)),
            StatisticsCell(str(played.n)),
            StatisticsCell(str(played.tables)),
        ]
        + ([StatisticsCell(format_length(played.seconds) if played.seconds else "\u2013")] if timed else [])
        for played in figures.most_played
    ]
    head = [Text("games"), Text("tables"), *([Text("length")] if timed else [])]
    return StatisticsPart(Text("Most played"), None, head, rows)


def describe_kind(kind: GameKind) -> Text:
    """Return a kind of game in words: name, edition and number of rounds."""
    game = find_game(kind.game)
    edition = next((option for option in game.options if option.key == "edition"), None)
    label = dict(edition.choices).get(kind.edition) if edition else None
    name = describe_game(kind.game, kind.edition)
    if label:
        name = Text("%(game)s, %(edition)s", game=name, edition=label)
    if kind.rounds == 1:
        return name
    return Plural("%(game)s, %(count)s round", "%(game)s, %(count)s rounds", kind.rounds, game=name)


def describe_game(slug: str, edition: str) -> Text:
    """Return the name of a game, or the name that its table gave it, which results store as the edition."""
    game = find_game(slug)
    # The store has one field for both: such games have no edition, but a name that their table gave.
    if edition and not any(option.key == "edition" for option in game.options):
        return Literal(edition)
    return game.name if isinstance(game.name, Text) else Literal(game.name)


def describe_count(n: int) -> Text:
    """Return a number of games in words."""
    return Plural("one game", "%(count)s games", n)


def sheet_url(table_id: str, round: int) -> str:
    """Return the address of the sheet of a round. If `round` is 0, return that of the running totals."""
    if round:
        return url_for("sheet.page", table_id=table_id, round=round)
    return url_for("table.tally", table_id=table_id)


def _link_member(group: Group, person: str) -> StatisticsCell:
    url = url_for("persons.person", group_id=group.id, person_id=person)
    return StatisticsCell(group.names[person], url=url, sign=group.signs.get(group.resolve(person)))


# One member


def list_member_sections(group: Group, person: Person, games: Sequence[PlayedGame]) -> list[StatisticsPart]:
    """Return the statistics tables of one member, without empty ones."""
    # Only games of this member, so that pairs and chances are those of the tables they played at.
    own = Figures(tuple([game for game in games if person.id in game.points]))
    first = build_standing_section(group, own)
    # By name, because two members of a group never have the same one.
    first = first._replace(rows=[row for row in first.rows if row[0].text == person.name], about=None)
    points = [
        [
            StatisticsCell(describe_kind(entry.kind)),
            *_list_average_cells(entry),
        ]
        for entry in own.averages
        if entry.person == person.id
    ]
    met = []
    for pair in own.pairs:
        if person.id in (pair.person, pair.other):
            turned = pair if pair.person == person.id else _swap_members(pair)
            met.append([StatisticsCell(group.names[turned.other], describe_count(turned.n)), *_list_counts(turned)])
    streaks = [
        [
            StatisticsCell(describe_count(streak.n)),
            StatisticsCell(str(streak.longest)),
            StatisticsCell(str(streak.current)),
        ]
        for streak in own.streaks
        if streak.person == person.id
    ]
    all_sections = [
        first,
        StatisticsPart(Text("Points"), None, [Text("average"), Text("best"), Text("games")], points),
        StatisticsPart(Text("Winning streaks"), None, [Text("most"), Text("now")], streaks),
        StatisticsPart(Text("Head to head"), None, [Text("ahead"), Text("tied"), Text("behind")], met),
    ]
    return [section for section in all_sections if section.rows]


# Records that were broken at a table


def find_counting_groups(table: Table) -> Sequence[str]:
    """Return the ids of the groups of a table. Empty while the table has no result that could be a record."""
    decided = table.standings().rounds if table.game.whole(table.setup) else table.over
    return access.list_groups_with(tables().store, table.id) if decided else ()


def describe_new_records(table: Table, counted: Sequence[str], round: int | None = None) -> tuple[Text, ...]:
    """Return sentences about the records broken at a table, from those groups that this browser can see.

    `counted` are the ids of the table's groups. With `round`, return only the records that the sheet of that round
    shows. The sheet of the last round also shows records of a whole game.
    """
    records = []
    for group_id in counted:
        # The text names the group, so a browser outside the group must not get it.
        if role(group_id):
            group = groups().load(group_id)
            records += [
                Text(
                    "A new record in %(group)s: %(who)s with %(points)s, %(game)s.",
                    group=group.name,
                    who=group.names[record.person],
                    points=format_points(record.points),
                    game=describe_kind(record.kind),
                )
                for record in groups().played(group).figures().new_records(table.id)
                # Round 0 of a record stands for the whole game.
                if round in (None, record.round or table.standings().last)
            ]
    return tuple(records)


# What a group sees first: wins in a period, the pair that met most often, and the longest streak


SUMMER = 6
"""The month with which summer starts."""


class Overview(NamedTuple):
    """The statistics of a group in one period."""

    periods: list[tuple[Text, str, bool]]
    """The name of each period, its address, and whether it is shown."""
    standings: Sequence[Standing]
    pair: PairStatistics | None
    """The pair that met most often."""
    streak: Streak | None
    """The longest one."""


def build_overview(group: Group, games: Sequence[PlayedGame], now: float) -> Overview:
    """Return the statistics of the period in the address, otherwise of all games. `now` is the Unix time."""
    here = url_for("group.page", group_id=group.id)
    today = find_night_date(now)
    starts = {"summer": find_summer(today), "month": today.replace(day=1)}
    asked = request.args.get("since", "")
    chosen = asked if asked in starts else ""
    names = {"": Text("All"), "summer": Text("Since summer"), "month": Text("This month")}
    first = find_night_begin(starts[chosen]) if chosen else 0
    figures = Figures(tuple([game for game in games if game.at >= first]))
    return Overview(
        [(name, f"{here}?since={key}" if key else here, key == chosen) for key, name in names.items()],
        figures.standings,
        next(map(turn_pair, figures.pairs), None),
        next(iter(figures.streaks), None),
    )


def find_summer(today: date) -> date:
    """Return the first day of the latest summer that has begun."""
    return date(today.year if today.month >= SUMMER else today.year - 1, SUMMER, 1)
