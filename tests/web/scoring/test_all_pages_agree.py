"""All pages of a table say the same: running totals, board, home, sheet, paper and what screen readers read.

Everything is read from the pages and compared with the standings of the table.
"""

import re
import subprocess
from dataclasses import replace
from random import Random

import pytest
from flask import Flask

from scorekeeper.games import GAMES
from scorekeeper.games.game import Game
from scorekeeper.games.pad import Mark, Setup, Spot
from scorekeeper.games.standings import Standings
from scorekeeper.storage.tables import Tables
from scorekeeper.table.journal import Change, Write
from scorekeeper.web.scoring import chart
from tests.support import page_parsers
from tests.support.games import WALKED
from tests.support.http import Player, cookie
from tests.support.journals import NAMES, a_round, lines, options_of
from tests.support.loops import at_least_one
from tests.support.page_parsers import Column, SheetPage, words
from tests.support.soak import SOAK
from tests.support.tables import Author

WIN = re.compile(r"\bwins\b|share the win|\bwon\b")


class ExpectedStandings:
    """One state of a table. `upto` is the last round to count, by default all of them."""

    def __init__(self, player: Player, game: Game, setup: Setup) -> None:
        self.player, self.game, self.setup = player, game, setup
        self.tally = page_parsers.read_tally(player)
        self.board = page_parsers.read_board(player)
        tables: Tables = player.client.application.extensions["tables"]
        self.table = tables.load(player.table)
        self.fewest = game.lowest_wins(setup)
        self.whole = game.whole(setup)
        self.counting = [number for number, (_, is_open) in self.tally.rounds.items() if not is_open]

    def at(self, upto: int | None = None) -> Standings:
        """Return the standings after a round, without rounds that are open."""
        return self.table.standings(upto)

    def totals(self, upto: int | None = None) -> dict[str, int]:
        """Return the points of each player with a column."""
        totals = {self.setup.name(seat): total for seat, total in self.at(upto).totals.items()}
        return {name: totals[name] for name in self.tally.columns}

    def out(self, upto: int | None = None) -> list[str]:
        """Return the players who are out after a round, the first to go out first."""
        out = self.at(upto).out
        return [self.setup.name(seat) for seat in sorted(out, key=lambda seat: out[seat])]

    def rank_players(self, upto: int | None = None) -> dict[str, tuple[int, int]]:
        """Return the place of each player who has one, and the points, negative if most win."""
        now, sign = self.at(upto), 1 if self.fewest else -1
        places = now.ranking or dict.fromkeys(now.totals, 1)
        return {self.setup.name(seat): (place, sign * now.totals[seat]) for seat, place in places.items()}

    def late(self) -> dict[str, int]:
        """Return the players who have no place, and the round in which they joined."""
        return {self.setup.name(seat): round for seat, round in self.at().late.items()} if self.counting else {}

    def leaders(self, upto: int | None = None) -> set[str]:
        """Return who leads, or has won."""
        return {self.setup.name(seat) for seat in self.at(upto).leaders}

    @property
    def won(self) -> bool:
        """Whether the running totals say that the game is won."""
        return bool(self.tally.banner and WIN.search(self.tally.banner[0]))


WALKS = 60 if SOAK else 1

LINES = 14

UNDECIDED = "No result yet."


REVEALED = re.compile(r"^(?:[^.]+ keeps [^.]+\. )+")
"""Who kept which cards, which the board says first."""


LATE = re.compile(r"((?:\w+(?:, | and ))*\w+) joined in (?:round|deal) (\d+) and ha(?:s|ve) no place\.")
"""Who joined too late to have a place, and in which round."""

AS_AGREED = re.compile(r"\w+ joined in (?:round|deal) \d+ with \d+\.")
"""Who joined later with points to begin with."""

NAMING_A_LEADER = ("", "board", "evening", "tally.html", "take")
"""The pages that name a leader or winner, besides the sheets of the newest round that counts."""


def compare_pages(player: Player, game: Game, setup: Setup, all_rounds: bool = True) -> ExpectedStandings:
    """Compare all pages of a table with each other and return what was read.

    Of many rounds, only the first and last sheet are read unless `all_rounds` is set. `soak` always reads all of them.
    """
    held = ExpectedStandings(player, game, setup)
    if not held.tally.columns:
        return held
    the_tally(held)
    the_board(held)
    the_home_page(held)
    rounds = sorted(held.tally.rounds)
    for round in rounds if all_rounds or SOAK else dict.fromkeys((*rounds[:1], *rounds[-1:])):
        the_sheet(held, round, page_parsers.read_sheet(player, round))
        the_sheet(held, round, page_parsers.read_print(player, round))
    the_next_round(held)
    the_bar(held)
    the_late(held)
    return held


def the_tally(held: ExpectedStandings) -> None:
    tally, leaders = held.tally, held.leaders()
    assert {name: column.total for name, column in tally.columns.items()} == held.totals()
    assert marked_names(tally.columns) == leaders
    for name, column in tally.columns.items():
        assert column.gap == gap(held, name), (name, column)
    race = tally.race
    assert (race is not None) == (len(held.counting) > 0)
    if race:
        assert race[0] == leaders
        assert_names(race[1], leaders, held)
    if held.won:
        assert_names(tally.banner[0], leaders, held)
        assert tally.way_on == "Play again"
        assert not re.search(r"\b(starts(?! with)|deals next)\b", words(held.player.page("")))
        assert not re.search(r"\bleads?\b", words(held.player.page("")))
        assert tally.banner[0] in tally.spoken
    elif leaders:
        assert not WIN.search(words(held.player.page("")).replace(held.tally.order, ""))
        assert tally.banner or tally.way_on != "Play again"


def the_board(held: ExpectedStandings) -> None:
    board = held.board
    assert {name: column.total for name, column in board.columns.items()} == held.totals()
    assert marked_names(board.columns) == held.leaders()
    assert board.ranks == ranks(held)
    assert board.rounds == dict([(number, is_open) for number, (_, is_open) in held.tally.rounds.items()][-10:])
    places = [int(rank) if rank.isdigit() else 99 for rank in board.ranks.values()]
    assert places == sorted(places)
    best = min(held.rank_players().values())
    for name, column in board.columns.items():
        key = held.rank_players().get(name)
        behind = abs(key[1] - best[1]) if key and name not in held.out() else 0
        assert column.gap == (f"{behind} behind" if behind and held.counting else gap(held, name))
    assert held.tally.spoken.endswith(REVEALED.sub("", board.spoken))
    assert board.spoken or not held.counting
    assert board.banner == " ".join(held.tally.banner)
    if held.won:
        assert not re.search(r"\b(starts(?! with)|deals next)\b", words(held.player.page("board")))


def the_home_page(held: ExpectedStandings) -> None:
    line, totals = page_parsers.read_home(held.player)
    if held.won:
        assert_names(line, held.leaders(), held)
        assert WIN.search(line)
    else:
        assert totals == held.totals()
        assert not WIN.search(line)
    if held.counting and not held.won:
        order = [held.rank_players().get(name, (10**9, 0, 0)) for name in totals]
        assert order == sorted(order)


def the_sheet(held: ExpectedStandings, round: int, sheet: SheetPage) -> None:
    got, is_open = held.tally.rounds[round]
    here = {name for name, points in got.items() if points is not None} & set(sheet.columns)
    assert (sheet.verdict == UNDECIDED) == is_open
    totals = {name: column.total for name, column in sheet.columns.items()}
    if held.whole:
        assert totals == {name: got[name] for name in sheet.columns}
    else:
        after = held.totals(round)
        assert totals == {name: after[name] for name in sheet.columns}
        line = next(cells for label, cells in sheet.rounds.items() if label.removesuffix(" open").endswith(f" {round}"))
        assert {name: page_parsers.number(text) for name, text in zip(sheet.columns, line, strict=True)} == {
            name: got[name] for name in sheet.columns
        }
    every = " ".join([sheet.verdict, *sheet.about])
    if is_open:
        assert not marked_names(sheet.columns)
        assert not WIN.search(every)
        assert not re.search(r"\bpays\b|starts the next round", " ".join(sheet.notes))
    elif held.whole:
        assert WIN.search(sheet.verdict)
    elif held.won and round == max(held.counting):
        assert sheet.verdict == held.tally.banner[0]
        assert marked_names(sheet.columns) == held.leaders() & here
    else:
        assert not WIN.search(every), every
        assert marked_names(sheet.columns) == held.leaders(round) & here
    if sheet.spoken:
        assert sheet.spoken.startswith(" ".join([sheet.verdict, *sheet.about]))


def the_next_round(held: ExpectedStandings) -> None:
    """Check that the next round starts with the running totals."""
    if held.game.slug not in ("hawaiki", "tally") or held.tally.banner:
        return
    following = next((n for n, (_, is_open) in held.tally.rounds.items() if is_open), max(held.tally.rounds) + 1)
    before = held.totals(following - 1)
    if held.game.slug == "hawaiki":
        hints = re.findall(
            r'aria-label="Cards left, (\w+)"(?:(?!role="group").)*?(\d+) tokens?<',
            held.player.page(f"{following}/?way=left"),
        )
        assert {name: int(tokens) for name, tokens in hints} == {name: before[name] for name, _ in hints}
    elif following not in held.tally.rounds:
        html = held.player.page(f"{following}/")
        for name, total in before.items():
            assert not re.search(rf"<bdi>{name}</bdi>", html) or str(total).replace("-", "\u2212") in words(html)
        the_counters(held, following, before)


def the_counters(held: ExpectedStandings, round: int, before: dict[str, int]) -> None:
    """Check that life counters start with the running totals."""
    html = held.player.page(f"{round}/?way=lives")
    counters = re.findall(r"<bdi>([^<]*)</bdi></span><b>([^<]*)</b>", html)
    assert {name: page_parsers.number(points) for name, points in counters} == {
        name: before[name] for name, _ in counters
    }
    held.player.page(f"{round}/?way=typed")


def the_bar(held: ExpectedStandings) -> None:
    """Check that the bar below an entered round of Hawaiki shows the tokens that totals and sheet show after it."""
    if held.game.slug != "hawaiki":
        return
    for round in held.counting:
        bar = page_parsers.read_bar(held.player, round)
        after, leaders = held.totals(round), held.leaders(round)
        assert {name: column.total for name, column in bar.items()} == {name: after[name] for name in bar}
        assert marked_names(bar) == leaders & set(bar)
    if re.match(r"(Score|On with) round", held.tally.way_on):
        bar = page_parsers.read_bar(held.player, max(held.tally.rounds, default=0) + 1)
        assert {name: column.total for name, column in bar.items()} == {name: held.totals()[name] for name in bar}
        assert marked_names(bar) == held.leaders() & set(bar)


def the_late(held: ExpectedStandings) -> None:
    """Check that each page that names a leader says who has no place, and when they joined."""
    if not held.counting:
        return
    newest = max(held.counting)
    sheets = () if held.whole else (f"{newest}/sheet", f"{newest}/sheet.html")
    for path in (*NAMING_A_LEADER, *sheets):
        html = held.player.page(path)
        said = {
            name: int(number)
            for who, number in LATE.findall(words(html))
            for name in held.tally.columns
            if re.search(rf"\b{name}\b", who)
        }
        assert said == held.late(), path
    for spoken in (held.tally.spoken, held.board.spoken):
        assert len(LATE.findall(spoken)) == len(set(held.late().values()))


def marked_names(columns: dict[str, Column]) -> set[str]:
    return {name for name, column in columns.items() if column.marked}


def gap(held: ExpectedStandings, name: str) -> str:
    """Return the expected text below a total."""
    placed = held.rank_players()
    if not held.counting:
        return ""
    if name not in placed:
        there = held.setup.names(held.setup.seating[-1][1])
        return "left" if name not in there else "no place" if name in held.late() else ""
    if name in held.leaders():
        return "won" if held.won else "leads"
    if name in held.out():
        return "out"
    points = abs(placed[name][1] - min(placed.values())[1])
    if not points:
        return str(held.game.tie[0]) if held.game.tie else ""
    return f"+{points}" if held.fewest else f"\u2212{points}"


def ranks(held: ExpectedStandings) -> dict[str, str]:
    """Return the expected places by name, as the board shows them."""
    placed = held.rank_players()
    keys = sorted(placed.values())
    shown = {name: str(keys.index(key) + 1) for name, key in placed.items()} if held.counting else {}
    return {name: shown.get(name, "\u2013") for name in held.board.ranks}


def assert_names(sentence: str, names: set[str], held: ExpectedStandings) -> None:
    """Check that the sentence names exactly these players as leading or winning."""
    decided = re.split(r"are tied on \d+\. ", AS_AGREED.sub("", LATE.sub("", sentence)))[-1]
    if decided.startswith("Everybody is tied") or ". Everybody is tied" in decided:
        assert names == set(held.tally.columns)
        return
    assert {name for name in held.tally.columns if re.search(rf"\b{name}\b", decided)} == names, sentence


def setup_for(game: Game, players: int, options: dict[str, Mark]) -> Setup:
    return Setup(NAMES[:players], {**game.default_options(), **options}, ((1, tuple(range(players))),))


class Desk:
    """A phone at new tables of one game."""

    def __init__(self, app: Flask) -> None:
        self.author = Author(app.extensions["tables"])
        self.client = app.test_client()
        self.client.set_cookie("browser", cookie("scoring"))

    def open(self, game: Game, players: int = 3, **options: Mark) -> Player:
        setup = setup_for(game, players, options)
        return Player(self.client, self.author.open_as(game, setup))

    def write(self, player: Player, marks: dict[Spot, Mark]) -> None:
        self.author.write(player.table, Write(dict(marks)))

    def hold(self, player: Player, all_rounds: bool = True) -> ExpectedStandings:
        """Compare the pages of a table with each other and return what was read."""
        table = self.author.tables.load(player.table)
        return compare_pages(player, table.game, table.setup, all_rounds)


@pytest.fixture
def desk(app: Flask) -> Desk:
    return Desk(app)


@pytest.mark.parametrize("seed", range(WALKS))
@pytest.mark.parametrize("slug", WALKED)
def test_whatever_is_written_all_pages_say_the_same(desk: Desk, slug: str, seed: int) -> None:
    game, chance = GAMES[slug], Random(f"{slug} {seed}")
    player = desk.open(game, chance.randint(max(2, game.seats[0]), min(4, game.seats[1])), **options_of(game, chance))
    for number, table in at_least_one(enumerate(lines(desk.author, player.table, chance, LINES), 1)):
        compare_pages(player, game, table.setup, number == LINES)
        assert desk.client.get(f"{player.url}journal").status_code == 200


@pytest.mark.parametrize("slug", WALKED)
def test_a_game_to_its_end_is_told_alike_on_every_page(desk: Desk, slug: str) -> None:
    game, chance = GAMES[slug], Random(f"{slug} to the end")
    few = {"parade": {"deals": 2}, "diabolo": {"rounds": 3}, "hawaiki": {"tokens": 6}, "tally": {"rounds": 4}}
    how = few.get(slug, {"target": 50})
    player = desk.open(game, 3, **how)
    for round in range(1, 40):
        held = desk.hold(player, all_rounds=False)
        if held.won:
            break
        desk.write(player, a_round(game, desk.author.tables.load(player.table).setup, round, chance))
    held = desk.hold(player)
    assert held.won
    last = max(held.counting)
    text = on_paper(player, f"{last}/sheet.pdf" + "?journal=yes" * (list(WALKED).index(slug) % 2))
    assert held.tally.banner[0] in text
    for name, total in held.totals().items():
        assert name in text
        assert str(total).replace("-", "\u2212") in text


def on_paper(player: Player, where: str) -> str:
    answer = player.client.get(player.url + where)
    assert answer.status_code == 200
    text = subprocess.run(["pdftotext", "-layout", "-", "-"], input=answer.data, capture_output=True, check=True).stdout
    return " ".join(text.decode().split())


def hands_left(round: int, *cards: int | None) -> dict[Spot, Mark]:
    return {Spot(round, "left", "cards", seat): count for seat, count in enumerate(cards) if count is not None}


def points(round: int, *got: int | None) -> dict[Spot, Mark]:
    spots = [Spot(round, "points", "points", seat) for seat in range(len(got))]
    return {spot: count for spot, count in zip(spots, got, strict=True) if count is not None}


def deal(round: int, *hands: str) -> dict[Spot, Mark]:
    """Return the marks of a deal of Parade from the cards in front of each player, such as "red-3 blue-1"."""
    marks: dict[Spot, Mark] = {Spot(round, "end", "all"): 1, Spot(round, "end", "sure"): 1}
    held = set()
    for seat, hand in enumerate(hands):
        for slot, value in (card.split("-") for card in hand.split()):
            held.add(slot)
            marks[Spot(round, slot, "cards", seat, value)] = 1
    slots = ("red", "blue", "purple", "green", "grey", "orange")
    return marks | {Spot(round, slot, "nobody"): 1 for slot in slots if slot not in held}


def test_whoever_begins_a_round_after_the_end_of_a_game_is_told_so_and_what_is_tapped_is_kept(desk: Desk) -> None:
    player = desk.open(GAMES["hawaiki"], 3, tokens=6)
    desk.write(player, hands_left(1, 2, None, 6))
    why = "Cleo had no tokens left after round 1: the game was over."
    assert why in words(player.page("2/?way=left"))
    assert player.tap("2.left.cards.0.=4", "2/").status_code == 303
    html = player.page("2/?way=left")
    assert why in words(html)
    assert "Delete this round" in words(html)
    assert desk.hold(player).leaders() == {"Bob"}
    assert player.tap("1.left.cards.2.=5", "1/").status_code == 303
    assert desk.hold(player).tally.way_on == "Continue round 2"


LEVEL = ("red-1 red-2 blue-9 green-0 green-1", "grey-9 grey-8 grey-7 red-10", "blue-10 purple-1 grey-3")
"""Ann and Cleo have 5 points each, Ann with 5 cards and Cleo with 3."""


@pytest.mark.parametrize("deals", [0, 1, 2])
def test_a_tie_on_points_is_broken_by_cards_on_every_page(desk: Desk, deals: int) -> None:
    player = desk.open(GAMES["parade"], 3, deals=deals)
    for round in range(1, max(deals, 1) + 1):
        desk.write(player, deal(round, *LEVEL))
        held = desk.hold(player)
    totals = held.totals()
    assert totals["Ann"] == totals["Cleo"] < totals["Bob"]
    assert held.leaders() == {"Cleo"}


def test_whoever_is_out_stands_behind_all_who_are_in_on_every_page(desk: Desk) -> None:
    player = desk.open(GAMES["tally"], 4, out="out", target=50)
    for round, got in enumerate(((9, 50, 4, 8), (45, None, 6, 5), (None, None, 5, 40)), 1):
        desk.write(player, points(round, *got))
        held = desk.hold(player)
        assert list(held.out()) == ["Bob", "Ann", "Dan"][: (1, 2, 3)[round - 1]]
    assert held.tally.banner == ["Cleo wins with 15.", "Everybody else is out."]
    assert held.board.ranks == {"Cleo": "1", "Dan": "2", "Ann": "3", "Bob": "4"}
    assert "Ann is out." in page_parsers.read_sheet(player, 2).about
    text = on_paper(player, "3/sheet.pdf")
    assert "At 50 a player is out; the last player left wins." in text


def test_a_missing_entry_is_no_zero_on_any_page(desk: Desk) -> None:
    player = desk.open(GAMES["tally"])
    desk.write(player, points(1, 0, None, 4))
    for path in ("", "board", "tally.html", "1/sheet", "1/sheet.html"):
        table = page_parsers.part(player.page(path), r"(<table(?:(?!</table>).)*open.*?</table>)")
        (cells,) = [cells for (_, head), *cells in page_parsers.rows(table) if "open" in head] or [[]]
        if path == "board":
            cells = [row[-1] for row in page_parsers.rows(table)[1:]]
        assert [text for _, text in cells] == ["0", "\u2026", "4"], path
    desk.hold(player)
    lines = player.page("take/rounds.csv").split("\r\n")[1:4]
    assert [line.split(",")[-3] for line in lines] == ["0", "", "4"]


def seat_cleo(desk: Desk, player: Player, *begun: int | None) -> None:
    """Seat a third player from the second round on, with the total to begin with if the table agreed on that."""
    setup = desk.author.tables.load(player.table).setup
    seating = ((1, (0, 1)), (2, (0, 1, 2)))
    later = replace(setup, players=(*setup.players, "Cleo"), seating=seating, late=tuple([(2, one) for one in begun]))
    desk.author.write(player.table, Change(later))


@pytest.mark.parametrize("wins", ["highest", "lowest"])
@pytest.mark.parametrize("begun", [0, 5, None])
def test_who_joined_as_agreed_is_placed_so_on_every_page(desk: Desk, wins: str, begun: int | None) -> None:
    player = desk.open(GAMES["tally"], 2, wins=wins, rounds=3)
    desk.write(player, points(1, 6, 8))
    seat_cleo(desk, player, begun)
    assert desk.hold(player).tally.columns["Cleo"].total == (begun or 0)
    desk.write(player, points(2, 1, 2, 3))
    desk.hold(player)
    desk.write(player, points(3, 1, 2, 3))
    held = desk.hold(player)
    assert ("Cleo" in held.rank_players()) == (begun is not None)
    said = " ".join(words(player.page("evening")).split())
    assert (f"Cleo joined in round 2 with {begun}." in said) == (begun is not None)


@pytest.mark.parametrize("counts", [True, False])
def test_who_leaves_in_the_middle_of_a_round_is_told_alike_on_every_page(desk: Desk, counts: bool) -> None:
    player = desk.open(GAMES["tally"], 3, rounds=3)
    desk.write(player, points(1, 6, 8, 9))
    desk.write(player, points(2, None, None, 7))
    setup = desk.author.tables.load(player.table).setup
    seating = ((1, (0, 1, 2)), (3 if counts else 2, (0, 1)))
    desk.author.write(player.table, Change(replace(setup, seating=seating)))
    desk.hold(player)
    desk.write(player, points(2, 1, 2))
    held = desk.hold(player)
    assert held.tally.columns["Cleo"].total == (16 if counts else 9)
    assert held.leaders() == {"Bob"}
    assert held.tally.columns["Cleo"].gap == "left"
    desk.write(player, points(3, 1, 2))
    held = desk.hold(player)
    assert (held.won, held.leaders()) == (True, {"Bob"})
    assert (held.tally.columns["Cleo"].total, held.tally.columns["Cleo"].gap) == (16 if counts else 9, "left")
    assert f"\u2013 Cleo {16 if counts else 9}" in player.page("take/text.txt")
    assert re.search(r"Cleo\s+\d+\s+left", words(player.page("evening")))


def test_who_joined_late_leads_and_wins_where_the_most_points_win(desk: Desk) -> None:
    player = desk.open(GAMES["tally"], 2, rounds=3)
    desk.write(player, points(1, 6, 8))
    seat_cleo(desk, player)
    assert desk.hold(player).leaders() == {"Bob"}
    desk.write(player, points(2, 0, 0, 100))
    assert desk.hold(player).leaders() == {"Cleo"}
    desk.write(player, points(3, 0, 0, 0))
    assert desk.hold(player).tally.banner[0] == "Cleo wins with 100."
    race = chart.draw_race(desk.author.tables.load(player.table))
    assert race
    assert {line.name: len(line.points.split()) for line in race.lines} == {"Ann": 4, "Bob": 4, "Cleo": 2}
