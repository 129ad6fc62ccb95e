"""Pages with the statistics of a group: wins, ratings, averages, streaks, pairs, records, seasons, game nights."""

from collections.abc import Iterator, Sequence
from datetime import date
from itertools import groupby
from typing import NamedTuple

from flask import Blueprint, Response, request, url_for

from scorekeeper.games.pad import format_points
from scorekeeper.group import rating
from scorekeeper.group.group import Group, Person
from scorekeeper.group.played import Played
from scorekeeper.group.statistics import (
    Average,
    GameKind,
    PairStatistics,
    Record,
    Standing,
    Streak,
    filter_season,
    find_new_records,
)
from scorekeeper.language.text import Literal, Plural, Text, join_sentences
from scorekeeper.nights import find_night_begin, find_night_date
from scorekeeper.printing.layout import PAPERS
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
    played = load_season(group, season)
    seasons = [(Text("All"), here, season is None)]
    seasons += [(Literal(listed.name), f"{here}?season={at}", at == season) for at, listed in enumerate(group.seasons)]
    return render_group_page(
        "group/figures.html",
        group,
        Text("Statistics"),
        "bars",
        live,
        seasons=seasons if len(seasons) > 1 else [],
        papers=PAPERS,
        languages=list_paper_languages(),
        pdf_url=url_for("figures.pdf", group_id=group.id),
        season=season,
        sections=list_sections(played),
        calendar=build_calendar(played, season),
    )


@bp.get("/season.pdf")
def pdf(group_id: str) -> Response:
    """Return the statistics of one season, or of all games, as a PDF of one page."""
    group = load_visible_group(group_id)
    season = find_requested_season(group)
    about = Text("All games played") if season is None else Literal(group.seasons[season].name)
    sections = list_sections(load_season(group, season), paper=True)
    content = print_statistics(group.name, about, sections, parse_paper(), paper_language())
    return file_response(content, f"group-{group.id}.pdf")


def find_requested_season(group: Group) -> int | None:
    """Return the index of the season in the address. None stands for all games."""
    number = parse_small(request.args.get("season", ""))
    return number if number is not None and number < len(group.seasons) else None


def load_season(group: Group, season: int | None) -> Played:
    """Return what a group has played in the season with this index, or in all if it is None."""
    played = groups().played(group)
    return played if season is None else played.only(filter_season(played.games, group.seasons, season))


def list_sections(played: Played, paper: bool = False) -> list[StatisticsPart]:
    """Return the statistics tables of a group that have data. On `paper` there are no averages and no pairs."""
    sections = [
        build_standing_section(played),
        _build_rating_section(played),
        *([] if paper else _list_average_sections(played)),
        _build_streak_section(played),
        *([] if paper else [_build_pair_section(played)]),
        _build_record_section(played),
        _build_most_played_section(played),
    ]
    return [section for section in sections if section.rows]


def build_standing_section(played: Played) -> StatisticsPart:
    """Return how often each member played and won, with the share of wins expected by chance."""
    rows = []
    for standing in played.standings:
        chance = Text("%(share)s by chance", share=format_share(standing.chance)) if standing.contested else None
        share = StatisticsCell(format_share(standing.share) if standing.contested else "\u2013", chance)
        bar = (round(100 * standing.share), round(100 * standing.chance)) if standing.contested else None
        member = _link_member(played.group, standing.person)._replace(bar=bar)
        rows.append([member, *_list_cells(standing.wins, standing.plays), share])
    about: Text = Plural("One game.", "%(count)s games.", len(played.games))
    if any(standing.contested for standing in played.standings):
        about = join_sentences((about, Text("Under each share: what it would be by pure chance.")))
    return StatisticsPart(Text("Wins"), about, [Text("wins"), Text("games"), Text("share")], rows)


def _list_cells(*values: int | str) -> list[StatisticsCell]:
    return [StatisticsCell(str(value)) for value in values]


def _build_rating_section(played: Played) -> StatisticsPart:
    """Return the table of ratings. It has no rows if the group does not show ratings."""
    rows = [
        [
            _link_member(played.group, rated.person),
            StatisticsCell(str(rated.points), Text("± %(points)s", points=rated.give_or_take)),
            StatisticsCell(str(rated.n)),
        ]
        for rated in (played.ratings if played.group.rated else ())
    ]
    about = Text(
        "Everybody starts at %(start)s. You gain points from every player you finish ahead of, and more if that "
        "was unexpected. A shared place counts as a draw. Shown after %(count)s games.",
        start=rating.STARTING_RATING,
        count=rating.SHOWN_FROM,
    )
    return StatisticsPart(Text("Rating"), about, [Text("rating"), Text("games")], rows)


def _list_average_sections(played: Played) -> Iterator[StatisticsPart]:
    # Averages of one kind of game follow each other.
    for kind, averages in groupby(played.averages, key=lambda entry: entry.kind):
        rows = [[_link_member(played.group, entry.person), *_list_average_cells(entry)] for entry in averages]
        yield StatisticsPart(describe_kind(kind), None, [Text("average"), Text("best"), Text("games")], rows)


def _list_average_cells(entry: Average) -> list[StatisticsCell]:
    """Return the average, the best points and the number of games, with how many more were lost together."""
    lost = Plural("%(count)s lost", "%(count)s lost", entry.lost) if entry.lost else None
    known = [format_number(entry.average), format_points(entry.best)] if entry.n else ["\u2013", "\u2013"]
    return [*_list_cells(*known), StatisticsCell(str(entry.n), lost)]


def _build_streak_section(played: Played) -> StatisticsPart:
    rows = [
        [_link_member(played.group, streak.person), *_list_cells(streak.longest, streak.current, streak.n)]
        for streak in played.streaks
    ]
    return StatisticsPart(Text("Winning streaks"), None, [Text("most"), Text("now"), Text("games")], rows)


def _build_pair_section(played: Played) -> StatisticsPart:
    names = played.group.names
    rows = [
        [
            StatisticsCell(f"{names[pair.person]} \u2013 {names[pair.other]}", describe_count(pair.n)),
            *_list_cells(pair.ahead, pair.level, pair.behind),
        ]
        for pair in map(turn_pair, played.pairs[:PAIRS])
    ]
    about = Text(
        "How often the first player finished ahead of, tied with or behind the second. Needs at least three "
        "tables together."
    )
    return StatisticsPart(Text("Head to head"), about, [Text("ahead"), Text("tied"), Text("behind")], rows)


def turn_pair(pair: PairStatistics) -> PairStatistics:
    """Return a pair with the one who is ahead more often first, so that all pairs read the same way."""
    return pair if pair.ahead >= pair.behind else _swap_members(pair)


def _swap_members(pair: PairStatistics) -> PairStatistics:
    return pair._replace(person=pair.other, other=pair.person, ahead=pair.behind, behind=pair.ahead)


def _build_record_section(played: Played) -> StatisticsPart:
    rows = [
        [
            StatisticsCell(describe_kind(record.kind), Plural("best of one", "best of %(count)s", record.n)),
            StatisticsCell(format_points(record.points), url=sheet_url(record.table_id, record.round)),
            _link_holders(played.group, record),
        ]
        for record in played.records
    ]
    return StatisticsPart(Text("Records"), None, [Text("points"), Text("player")], rows)


def _build_most_played_section(played: Played) -> StatisticsPart:
    """Return how often each game was played, and how long it lasts if that is known of any."""
    rows = [
        [StatisticsCell(describe_game(times.game, times.name)), *_list_cells(times.n, times.tables)]
        for times in played.most_played
    ]
    head = [Text("games"), Text("tables")]
    if any(times.seconds for times in played.most_played):
        head.append(Text("length"))
        for row, times in zip(rows, played.most_played, strict=True):
            row += _list_cells(format_length(times.seconds) if times.seconds else "\u2013")
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


def _link_holders(group: Group, record: Record) -> StatisticsCell:
    first, *others = [_link_member(group, person) for person in _list_holders(group, record)]
    return first._replace(others=others)


def _list_holders(group: Group, record: Record) -> list[str]:
    """Return the ids of all who hold a record, in the order of the group."""
    return [person for person in group.names if person in record.persons]


# One member


def list_member_sections(person: Person, played: Played) -> list[StatisticsPart]:
    """Return the statistics tables of one member, without empty ones."""
    # Only games of this member, so that pairs and chances are those of the tables they played at.
    own = played.only(game for game in played.games if person.id in game.points)
    first = build_standing_section(own)
    # By name, because two members of a group never have the same one.
    first = first._replace(rows=[row for row in first.rows if row[0].text == person.name], about=None)
    points = [
        [StatisticsCell(describe_kind(entry.kind)), *_list_average_cells(entry)]
        for entry in own.averages
        if entry.person == person.id
    ]
    met = []
    for pair in own.pairs:
        if person.id in (pair.person, pair.other):
            turned = pair if pair.person == person.id else _swap_members(pair)
            other = StatisticsCell(played.group.names[turned.other], describe_count(turned.n))
            met.append([other, *_list_cells(turned.ahead, turned.level, turned.behind)])
    streaks = [
        [StatisticsCell(describe_count(streak.n)), *_list_cells(streak.longest, streak.current)]
        for streak in own.streaks
        if streak.person == person.id
    ]
    sections = [
        first,
        StatisticsPart(Text("Points"), None, [Text("average"), Text("best"), Text("games")], points),
        StatisticsPart(Text("Winning streaks"), None, [Text("most"), Text("now")], streaks),
        StatisticsPart(Text("Head to head"), None, [Text("ahead"), Text("tied"), Text("behind")], met),
    ]
    return [section for section in sections if section.rows]


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
            played = groups().played(groups().load(group_id))
            records += [
                Text(
                    "A new record in %(group)s: %(who)s with %(points)s, %(game)s.",
                    group=played.group.name,
                    who=tuple([played.group.names[person] for person in _list_holders(played.group, record)]),
                    points=format_points(record.points),
                    game=describe_kind(record.kind),
                )
                for record in find_new_records(played.games, played.records, table.id)
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
    streaks: Sequence[Streak]
    """The longest ones, several if they are equally long."""


def build_overview(played: Played, now: float) -> Overview:
    """Return the statistics of the period in the address, otherwise of all games. `now` is the Unix time."""
    here = url_for("group.page", group_id=played.group.id)
    today = find_night_date(now)
    starts = {"summer": find_summer(today), "month": today.replace(day=1)}
    asked = request.args.get("since", "")
    chosen = asked if asked in starts else ""
    names = {"": Text("All"), "summer": Text("Since summer"), "month": Text("This month")}
    first = find_night_begin(starts[chosen]) if chosen else 0
    since = played.only(game for game in played.games if game.at >= first)
    return Overview(
        [(name, f"{here}?since={key}" if key else here, key == chosen) for key, name in names.items()],
        since.standings,
        next(map(turn_pair, since.pairs), None),
        [streak for streak in since.streaks if streak.longest == since.streaks[0].longest],
    )


def find_summer(today: date) -> date:
    """Return the first day of the latest summer that has begun."""
    return date(today.year if today.month >= SUMMER else today.year - 1, SUMMER, 1)
