"""Export and import: the same bytes, no duplicates, nothing of a broken file, nothing that gives access."""

import csv
import io
import json
import re
from random import Random
from urllib.parse import unquote

import pytest

from scorekeeper.exchange import bgstats, native, spreadsheets
from scorekeeper.exchange.answers import describe_table
from scorekeeper.exchange.formats import FORMATS, Export, summarise
from scorekeeper.games import GAMES
from scorekeeper.games.errors import Malformed
from scorekeeper.games.pad import Setup, Spot
from scorekeeper.games.tally.counting import POINTS_BOX, POINTS_ROW
from scorekeeper.storage import access, journals
from scorekeeper.storage.check import check
from scorekeeper.storage.exchange import collect, import_package
from scorekeeper.storage.groups import Groups
from scorekeeper.storage.results import tables_of_group
from scorekeeper.table.journal import By, Close, Strike, Write
from scorekeeper.table.results import load, summarise_table
from scorekeeper.version import VERSION
from tests.exchange.import_rows import read_rows
from tests.support.http import cookie
from tests.support.soak import SOAK
from tests.support.tables import Author

ME = cookie("scoring")

GROUPS = 1000 if SOAK else 6


def tally(groups: Groups, chance: Random, names: tuple[str, ...]) -> str:
    """Return the id of a new table with a few rounds, some taken back, maybe finished."""
    setup = Setup(names, {"rounds": chance.choice((0, 2))}, ((1, tuple(range(len(names)))),))
    table = groups.tables.open(GAMES["tally"], setup, ME)
    for round in range(1, chance.randint(1, 3) + 1):
        marks = {Spot(round, POINTS_ROW, POINTS_BOX, seat): chance.randint(0, 30) for seat in range(len(names))}
        groups.tables.record(table, Write(marks), f"w{round}", By(ME, 0), groups.tables.load(table).seen)
    if chance.random() < 0.3:
        groups.tables.record(table, Strike(2), "s", By("other"), groups.tables.load(table).seen)
    if chance.random() < 0.5:
        groups.tables.record(table, Close(9), "c", By(ME), groups.tables.load(table).seen)
    return table


def some_group(groups: Groups, chance: Random) -> str:
    """Return the id of a new group with a few members and tables, some of them renamed or merged, and a season."""
    names = tuple(chance.sample(("Anna", "Bo", "Zoë", "李小龍", "=1+1", "<b>", "O\u2019Hara", 'a"b,c'), 4))
    group = groups.open("Friday; 'x'", names, ME)
    by = By(ME)
    for number in range(chance.randint(0, 4)):
        table = tally(groups, chance, tuple(chance.sample(names, chance.randint(1, 4))))
        groups.take_in(group, groups.tables.load(table), f"in {number}", by.browser)
    first, second, *_ = (person.id for person in groups.load(group).persons)
    groups.rename_person(group, first, "Annika", by.browser)
    now = groups.load(group)
    if not any({first, second} <= set(now.find_persons(table).values()) for table in now.tables):
        groups.merge(group, second, first, by.browser)
    groups.start_season(group, "Winter", 5, by.browser)
    return group


def out(groups: Groups, id: str) -> str:
    return FORMATS["scorekeeper.json"].write(collect(groups, id), "en")


@pytest.mark.parametrize("part", range(5))
def test_out_and_in_and_out_is_the_same_file(groups: Groups, elsewhere: Groups, part: int) -> None:
    for seed in range(part, GROUPS, 5):
        group = some_group(groups, Random(f"group {seed}"))
        file = out(groups, group)
        brought = import_package(elsewhere, native.parse(file), "guest")
        assert (brought.id, brought.tables) == (group, len(groups.load(group).tables))
        assert out(elsewhere, group) == file
        before = read_rows(elsewhere)
        assert import_package(elsewhere, native.parse(file.encode()), "guest").tables == 0
        assert read_rows(elsewhere) == before
        assert out(groups, group) == file
        assert elsewhere.load(group).persons == groups.load(group).persons
        assert elsewhere.played(elsewhere.load(group)).games == groups.played(groups.load(group)).games
    assert check(elsewhere.store.path).faults == ()


def test_what_the_tables_of_a_group_came_to_is_kept_as_they_are_brought_in(groups: Groups, elsewhere: Groups) -> None:
    group = some_group(groups, Random("kept"))
    import_package(elsewhere, native.parse(out(groups, group)))
    kept = tables_of_group(elsewhere.store, group)
    assert len(kept) == len(groups.load(group).tables) > 1
    assert {entry.table_id: load(entry.results) for entry in kept if entry.results} == groups.played(
        groups.load(group)
    ).results
    assert import_package(elsewhere, native.parse(out(groups, group))).tables == 0


@pytest.mark.parametrize("name", ["parade", "diabolo", "hawaiki", "tally", "parade-referee-4"])
def test_a_table_of_each_game_comes_out_as_it_was(groups: Groups, elsewhere: Groups, name: str) -> None:
    table, _ = Author(groups.tables).retell(name)
    file = out(groups, table)
    assert import_package(elsewhere, native.parse(file), "guest") == (table, False, 1)
    assert out(elsewhere, table) == file
    then, now = groups.tables.load(table), elsewhere.tables.load(table)
    assert then.headline == now.headline
    assert then.standings().totals == now.standings().totals
    assert access.find_role(elsewhere.store, table, "guest") == "score"
    assert import_package(groups, native.parse(file)) == (table, False, 0), "where it came from it is there already"


@pytest.mark.parametrize(("begun", "place", "winner"), [(9, 1, 2), (0, 2, 1), (None, None, 1)])
def test_how_a_player_began_is_carried_over_and_counts_there(
    groups: Groups, elsewhere: Groups, begun: int | None, place: int | None, winner: int
) -> None:
    author = Author(groups.tables)
    setup = Setup(("Anna", "Bo", "Late"), {"rounds": 2}, ((1, (0, 1)), (2, (0, 1, 2))), late=((2, begun),))
    table = author.open_as(GAMES["tally"], setup)
    for round, points in ((1, (1, 7)), (2, (1, 2, 8))):
        marks = {Spot(round, POINTS_ROW, POINTS_BOX, seat): number for seat, number in enumerate(points)}
        author.write(table, Write(marks))
    file = out(groups, table)
    import_package(elsewhere, native.parse(file), "guest")
    assert out(elsewhere, table) == file
    brought = elsewhere.tables.load(table)
    assert brought.setup.late == ((2, begun),)
    result = summarise_table(brought).results[0]
    assert (result.places.get(2), result.winners) == (place, (winner,))
    late = describe_table(brought, {}).players[2]
    assert (late.points, late.start, late.place, late.joined) == (8 + (begun or 0), begun or 0, place, 2)
    rows = list(csv.reader(io.StringIO(FORMATS["tables.csv"].write(Export((brought,)), "en"))))
    named = dict(zip(rows[0], next(row for row in rows if "Late" in row), strict=True))
    assert (named["points"], named["place"]) == (str(late.points), str(place or ""))


def test_nothing_in_any_form_lets_anybody_in(groups: Groups) -> None:
    group = some_group(groups, Random("secrets"))
    groups.take_in(group, groups.tables.load(tally(groups, Random(1), ("Anna", "Bo"))), "x", ME)
    named = set()
    for id in (group, *groups.load(group).tables):
        row = journals.find_table(groups.store, id)
        assert row
        secrets = (
            ME,
            row.code,
            access.find_link(groups.store, id, "score"),
            access.find_link(groups.store, id, "watch"),
        )
        for name, form in FORMATS.items():
            shown = form.write(collect(groups, id), "en")
            assert not [secret for secret in secrets if secret in shown], name
            named |= {name for player in ("Anna", "Bo") if player in shown}
    assert named == set(FORMATS), "each form says something"


def test_what_goes_on_otherwise_here_is_refused(groups: Groups, elsewhere: Groups) -> None:
    table = tally(groups, Random(2), ("Anna", "Bo"))
    import_package(elsewhere, native.parse(out(groups, table)))
    elsewhere.tables.record(table, Close(1), "x", By("y"), elsewhere.tables.load(table).seen)
    before = read_rows(elsewhere)
    with pytest.raises(Malformed, match="already here, with different entries"):
        import_package(elsewhere, native.parse(out(groups, table)), "guest")
    assert read_rows(elsewhere) == before


BROKEN = {
    "nothing": "",
    "words": "hello",
    "a list": "[]",
    "other": '{"plays":[]}',
    "no tables": '{"scorekeeper":1,"tables":[]}',
    "a number": '{"scorekeeper":"1","tables":[]}',
    "twice": '{"scorekeeper":1,"scorekeeper":1,"tables":[]}',
    "a group without lines": '{"scorekeeper":1,"group":{"id":"0123456789ab","game":"","opened":0,'
    '"lines":[]},"tables":[]}',
    "not utf-8": b"\xff\xfe",
    "deep": "[" * 100_000,
}


@pytest.mark.parametrize("source", BROKEN.values(), ids=BROKEN.keys())
def test_a_foreign_file_is_one_sentence(source: str | bytes) -> None:
    with pytest.raises(Malformed) as refused:
        native.parse(source)
    assert str(refused.value.reason)


def test_a_newer_file_says_so() -> None:
    with pytest.raises(Malformed, match="newer version of Scorekeeper"):
        native.parse('{"scorekeeper":4,"what":{}}')
    with pytest.raises(Malformed, match=f"Scorekeeper 2.3.4, and this is {VERSION}"):
        native.parse('{"scorekeeper":99,"version":"2.3.4","what":{}}')


CHANGES = (
    ('"game":"tally"', '"game":"chess"'),
    ('"game":"tally"', '"game":""'),
    ('"id":"', '"id":"../'),
    ('"phone":"~', '"phone":"'),
    ('"at":', '"at":-'),
    ('"at":', '"at":9'),
    ('"players":["Anna","Bo"]', '"players":[]'),
    ('"seating":[[1,[0,1]]]', '"seating":[[1,[0,7]]]'),
    ('"write":[[1,', '"write":[[0,'),
    ('{"rounds":', '{"target":"many","rounds":'),
    ('"write":[[', '"written":[['),
    (',"points","points",0,', ',"points","points",9,'),
    (',"points","points",0,"",', ',"points","points",0,"",""],[2,"points","points",0,"",'),
)


@pytest.mark.parametrize(("text", "instead"), CHANGES, ids=[change[1] for change in CHANGES])
def test_a_file_that_was_changed_to_what_cannot_be_writes_nothing(
    groups: Groups, elsewhere: Groups, text: str, instead: str
) -> None:
    file = out(groups, tally(groups, Random(2), ("Anna", "Bo")))
    assert text in file
    before = read_rows(elsewhere)
    with pytest.raises(Malformed):
        import_package(elsewhere, native.parse(file.replace(text, instead, 1)), "guest")
    assert read_rows(elsewhere) == before


def test_a_file_cut_anywhere_writes_nothing(groups: Groups, elsewhere: Groups) -> None:
    file = out(groups, some_group(groups, Random("cut")))
    before = read_rows(elsewhere)
    for end in range(0, len(file) - 2, max(1, len(file) // 40)):
        with pytest.raises(Malformed):
            import_package(elsewhere, native.parse(file[:end]), "guest")
    assert read_rows(elsewhere) == before


def test_what_is_decided_in_secret_stays_here(groups: Groups) -> None:
    author = Author(groups.tables, ("Anna", "Bo", "Cleo", "Dora", "Eva"))
    table = author.open(GAMES["diabolo"], 5, doubler_commit="secret_simultaneous")
    group = groups.open("Friday", (), ME)
    groups.take_in(group, groups.tables.load(table), "in", ME)
    assert f'"id":"{table}"' in out(groups, group)
    row, box = next(
        (row.key, box.key)
        for row in groups.tables.load(table).game.rows(groups.tables.load(table).setup)
        for box in row.boxes
        if box.hidden
    )
    before = out(groups, table)
    told = author.write(table, Write({Spot(1, row, box, 0): 1}))
    with pytest.raises(Malformed, match="secret"):
        out(groups, table)
    with pytest.raises(Malformed, match="already here, with different entries"):
        import_package(groups, native.parse(before), "stranger")
    assert f'"id":"{table}"' not in out(groups, group)
    author.write(table, Strike(told))
    file = out(groups, table)
    assert f'["1","{row}"' not in file
    assert f'"{box}"' not in file


def test_a_round_that_is_still_told_stays_here(groups: Groups) -> None:
    table, _ = Author(groups.tables, ("Anna", "Bo", "Cleo", "Dora")).retell("parade-referee-4", 0.9)
    with pytest.raises(Malformed, match="secret"):
        out(groups, table)


@pytest.mark.parametrize("game", ["parade", "diabolo", "hawaiki"])
def test_a_refereed_round_in_which_nothing_is_secret_goes_along(groups: Groups, elsewhere: Groups, game: str) -> None:
    table, _ = Author(groups.tables, ("Anna", "Bo", "Cleo")).retell(f"{game}-referee-3", 0.1)
    assert groups.tables.load(table).is_refereed(1)
    file = out(groups, table)
    brought = import_package(elsewhere, native.parse(file), "guest").id
    assert elsewhere.tables.load(brought).is_refereed(1)
    assert out(elsewhere, brought) == file


def rows(text: str) -> list[list[str]]:
    assert text.endswith("\r\n")
    return list(csv.reader(io.StringIO(text, newline="")))


def test_sheets_hold_every_player_of_every_table_and_round(groups: Groups) -> None:
    table = groups.tables.load(tally(groups, Random(3), ("Anna", 'a"b,c', "=HYPERLINK(1)")))
    head, *lines = rows(spreadsheets.format_tables([(table, {})]))
    assert tuple(head) == spreadsheets.TABLE_HEAD
    assert [line[6] for line in lines] == ["Anna", 'a"b,c', "'=HYPERLINK(1)"]
    assert [int(line[8]) for line in lines] == list(table.standings().totals.values())
    _, *lines = rows(spreadsheets.format_rounds([(table, {})]))
    assert len(lines) == 3 * table.rounds


def test_a_line_of_a_round_holds_what_everybody_has_after_it(groups: Groups) -> None:
    author = Author(groups.tables, ("Anna", "Bo"))
    table = author.open(GAMES["tally"], 2)
    for round, points in enumerate(((5, 3), (1, 9), (2, 2)), 1):
        author.write(
            table, Write({Spot(round, POINTS_ROW, POINTS_BOX, seat): mark for seat, mark in enumerate(points)})
        )
    head, *lines = rows(spreadsheets.format_rounds([(groups.tables.load(table), {})]))
    columns = [head.index(name) for name in ("round", "player", "points", "place", "total")]
    assert [tuple(line[column] for column in columns) for line in lines] == [
        ("1", "Anna", "5", "1", "5"),
        ("1", "Bo", "3", "2", "3"),
        ("2", "Anna", "1", "2", "6"),
        ("2", "Bo", "9", "1", "12"),
        ("3", "Anna", "2", "1", "8"),
        ("3", "Bo", "2", "1", "14"),
    ]


def test_a_table_is_over_once_its_evening_is_ended_also_where_nobody_has_won(groups: Groups) -> None:
    author = Author(groups.tables, ("Anna", "Bo"))
    table, blank = (author.open(GAMES["tally"], 2) for _ in range(2))
    author.write(table, Write({Spot(1, POINTS_ROW, POINTS_BOX, seat): seat for seat in (0, 1)}))

    def read_results(id: str) -> list[tuple[str, ...]]:
        head, *lines = rows(spreadsheets.format_tables([(groups.tables.load(id), {})]))
        return [tuple(line[head.index(name)] for name in ("player", "over", "place", "won")) for line in lines]

    assert read_results(table) == [("Anna", "0", "2", "0"), ("Bo", "0", "1", "0")]
    author.write(table, Close(1))
    assert read_results(table) == [("Anna", "1", "2", "0"), ("Bo", "1", "1", "1")]
    author.write(blank, Close(0))
    assert read_results(blank) == [("Anna", "1", "", "0"), ("Bo", "1", "", "0")]


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "\u22121", "@SUM(1)", "\t=1", "\uff1d1"])
def test_no_name_is_a_formula(name: str) -> None:
    assert spreadsheets.escape_formula(name) == f"'{name}"


def test_a_play_for_another_app_has_all_it_asks_for_and_the_same_number_for_ever(groups: Groups) -> None:
    table, _ = Author(groups.tables, ("Anna", "Bo", "Cleo")).retell("parade")
    plays = Export((groups.tables.load(table),)).plays
    assert plays
    data = json.loads(unquote(bgstats.build_link(plays[0]).partition("?data=")[2]))
    assert (data["sourceName"], data["sourcePlayId"], data["game"]["bggId"]) == ("Scorekeeper", plays[0].id, 56692)
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", data["playDate"])
    assert data["game"]["highestWins"] is False
    assert data["game"]["noPoints"] is False
    for player in data["players"]:
        assert isinstance(player["winner"], bool)
        assert isinstance(player["startPlayer"], bool)
    file = json.loads(bgstats.build_file(plays))
    assert file["plays"][0]["uuid"] == plays[0].id
    assert len({play["uuid"] for play in file["plays"]}) == len(plays)
    refs = {player["id"] for player in file["players"]}
    assert {score["playerRefId"] for play in file["plays"] for score in play["playerScores"]} <= refs
    assert bgstats.build_file(Export((groups.tables.load(table),)).plays) == bgstats.build_file(plays)


def test_a_play_keeps_its_number() -> None:
    assert str(bgstats.uuid5(bgstats.NAMESPACE, "table 0123456789ab 0")) == "18d6ded3-0896-5233-bf81-eece8b329a82"


def test_the_text_for_a_chat_says_who_won(groups: Groups) -> None:
    table, _ = Author(groups.tables, ("Anna", "Bo", "Cleo")).retell("tally")
    played = groups.tables.load(table)
    said = summarise(Export((played,)), "en")
    assert str(played.headline) in said
    assert len(said.splitlines()) == 2 + len(played.standings().totals)
    assert "\u2068" not in summarise(Export((played,)), "de")
