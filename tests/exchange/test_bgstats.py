"""Exports to BG Stats, for every game: which game, which end wins, teams, places and winners."""

import json
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import unquote

import pytest

from scorekeeper.exchange import bgstats
from scorekeeper.exchange.formats import Export
from scorekeeper.games import GAMES
from scorekeeper.games.pad import Mark, Setup, Spot
from scorekeeper.games.shelf import PADS_FOLDER
from scorekeeper.games.tally.counting import POINTS_BOX, POINTS_ROW
from scorekeeper.storage.groups import Groups
from scorekeeper.table.journal import By, Change, Close, Line, Write
from scorekeeper.table.table import StoredTable, Table, fold_table
from tests.support.games import WRITTEN
from tests.support.pads_by_hand import TABLES, HandScored
from tests.support.tables import Author

FILES = {file.stem: tomllib.loads(file.read_text("utf-8")) for file in PADS_FOLDER.glob("*.toml")}

ALL_TOGETHER = ("hanabi", "the_crew", "the_mind")
"""Cooperative games."""

NUMBERS = {"parade": 56692, "hawaiki": 167579} | {slug: file.get("board_game_geek", 0) for slug, file in FILES.items()}

Plain = Mapping[str, Any]


def in_the_link(play: bgstats.BGStatsPlay) -> Any:
    return json.loads(unquote(bgstats.build_link(play).partition("?data=")[2]))


def in_the_file(table: Table) -> Any:
    return json.loads(bgstats.build_file(Export((table,)).plays))


def scores(file: Any, number: int = 0) -> dict[str, Plain]:
    """Return the scores of a play in a file, by player name."""
    names = {player["id"]: player["name"] for player in file["players"]}
    return {names[score["playerRefId"]]: score for score in file["plays"][number]["playerScores"]}


def some_tables(author: Author, slug: str) -> Iterator[Table]:
    """Yield finished tables of a game with decided rounds: worked examples, or a transcript."""
    if slug in WRITTEN:
        numbers = [author.retell(slug)[0]]
    else:
        content = tomllib.loads((TABLES / f"{slug}.toml").read_text("utf-8"))
        worked = [HandScored(GAMES[slug], table) for table in content["table"] if not table.get("problems")]
        numbers = [author.open_as(played.game, played.setup) for played in worked]
        for number, played in zip(numbers, worked, strict=True):
            author.write(number, Write(played.marks()))
    for number in numbers:
        author.write(number, Close(author.tables.load(number).rounds))
        yield author.tables.load(number)


@pytest.fixture
def author(groups: Groups) -> Author:
    """An author of tables whose players are named by letters."""
    return Author(groups.tables, "ABCDEFGH")


def a_tally(author: Author, *rounds: tuple[int, ...], **options: Mark) -> Table:
    """Return a table of “Any game” with these points per round."""
    number = author.open(GAMES["tally"], len(rounds[0]), **options)
    for round, points in enumerate(rounds, 1):
        author.write(
            number, Write({Spot(round, POINTS_ROW, POINTS_BOX, seat): mark for seat, mark in enumerate(points)})
        )
    return author.tables.load(number)


def close_table(author: Author, table: Table) -> Table:
    """Return the same table after it was finished."""
    author.write(table.id, Close(table.rounds))
    return author.tables.load(table.id)


FOUR_ARE_TWO_SIDES = "if(players = 4, 2, 0)"


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_is_told_as_it_is(author: Author, slug: str) -> None:
    pad: Plain = FILES.get(slug, {})
    told = 0
    for table in some_tables(author, slug):
        file = in_the_file(table)
        ((game,), plays) = file["games"], Export((table,)).plays
        lowest = table.game.lowest_wins(table.setup) if slug in WRITTEN else pad.get("wins") == "fewest"
        assert game["bggId"] == NUMBERS.get(slug, 0)
        assert game["highestWins"] is not lowest
        assert game["cooperative"] is (slug in ALL_TOGETHER)
        teams = pad.get("teams", 0)
        if teams == FOUR_ARE_TWO_SIDES:
            teams = 2 if len(table.setup.players) == 4 else 0
        assert game["usesTeams"] is bool(teams)
        for number, play in enumerate(plays):
            link, in_file = in_the_link(play), scores(file, number)
            of_game = {"bggId": 0, "cooperative": False, "usesTeams": False} | link["game"]
            assert {key: of_game[key] for key in ("bggId", "highestWins", "cooperative", "usesTeams")} == {
                key: game[key] for key in ("bggId", "highestWins", "cooperative", "usesTeams")
            }
            assert file["plays"][number]["usesTeams"] is game["usesTeams"]
            players = {player["name"]: player for player in link["players"]}
            assert players.keys() == in_file.keys() == set(table.setup.players)
            for name, player in players.items():
                entry = in_file[name]
                assert (str(player.get("score", "")), player["winner"]) == (entry["score"], entry["winner"])
                assert (player.get("rank", 0), player.get("team", "")) == (entry["rank"], entry.get("team", ""))
            the_places_follow_the_points(table, list(players.values()), lowest, teams)
            told += 1
    assert told, "no game of it is told"


def the_places_follow_the_points(table: Table, players: list[Plain], lowest: bool, teams: int) -> None:
    """Assert that places and winners agree with the points.

    Nobody behind has a better score, and partners share a place.
    """
    if table.game.together:
        # A game without an end, such as a mission after another, is neither won nor lost.
        won = table.game.rounds(table.setup) > 0 and not table.sheet(1).lost
        assert [(player["winner"], "rank" in player) for player in players] == [(won, False)] * len(players)
        return
    ranks = {player["name"]: player["rank"] for player in players}
    first = [name for name, rank in ranks.items() if rank == 1]
    assert [player["name"] for player in players if player["winner"]] == (first if len(players) > 1 else [])
    sign = 1 if lowest else -1
    in_order = sorted(players, key=lambda player: player["rank"])
    if "wins_at_once" in FILES.get(table.game.slug, {}):
        # Winners at once are ahead with any points.
        in_order = [player for player in in_order if not player["winner"]]
    if not table.game.last_in(table.setup):
        scores = [sign * player["score"] for player in in_order if "score" in player]
        assert scores == sorted(scores)
    sides = [{"team": f"{seat % teams + 1}"} if teams else {} for seat in range(len(players))]
    assert [{key: player[key] for key in ("team",) if key in player} for player in players] == sides
    places = {player.get("team", player["name"]): player["rank"] for player in players}
    assert [ranks[player["name"]] for player in players] == [
        places[player.get("team", player["name"])] for player in players
    ]
    assert all(place == 1 + sum(other < place for other in places.values()) for place in places.values())


def test_numbers_on_boardgamegeek_are_told_apart() -> None:
    numbers = [number for number in NUMBERS.values() if number]
    assert len(numbers) == len(set(numbers)) >= 36
    assert (NUMBERS["hearts"], NUMBERS["wingspan"]) == (6887, 266192)


def test_partners_win_together_and_the_other_team_is_second(author: Author) -> None:
    table = a_tally(author, (5, 9, 5, 9), (4, 1, 4, 1), teams="2", rounds=2)
    file = in_the_file(table)
    assert (file["games"][0]["usesTeams"], file["plays"][0]["usesTeams"]) == (True, True)
    told = {
        name: (score["score"], score["team"], score["rank"], score["winner"]) for name, score in scores(file).items()
    }
    assert told == {
        "A": ("9", "1", 2, False),
        "B": ("10", "2", 1, True),
        "C": ("9", "1", 2, False),
        "D": ("10", "2", 1, True),
    }


def test_who_joined_late_has_points_and_no_place(author: Author) -> None:
    table = a_tally(author, (5, 3), rounds=2)
    fewest = {**table.setup.options, "wins": "lowest"}
    later = replace(table.setup, players=("A", "B", "Late"), options=fewest, seating=((1, (0, 1)), (2, (0, 1, 2))))
    author.write(table.id, Change(later))
    author.write(
        table.id, Write({Spot(2, POINTS_ROW, POINTS_BOX, seat): points for seat, points in enumerate((1, 1, 0))})
    )
    table = author.tables.load(table.id)
    told = {
        name: (score["score"], score["rank"], score["winner"]) for name, score in scores(in_the_file(table)).items()
    }
    assert told == {"A": ("6", 2, False), "B": ("4", 1, True), "Late": ("0", 0, False)}
    assert in_the_file(table)["plays"][0]["comments"] == "Late joined in round 2 and has no place."
    (play,) = Export((table,)).plays
    assert [player.get("rank") for player in in_the_link(play)["players"]] == [2, 1, None]


def test_an_evening_that_was_ended_is_a_play_and_a_round_half_told_is_none_of_it(author: Author) -> None:
    table = a_tally(author, (5, 3), (1, 9))
    author.write(table.id, Write({Spot(3, POINTS_ROW, POINTS_BOX, 0): 50}))
    assert Export((author.tables.load(table.id),)).plays == []
    file = in_the_file(close_table(author, author.tables.load(table.id)))
    (play,) = file["plays"]
    assert play["rounds"] == 2
    assert {name: (score["score"], score["winner"]) for name, score in scores(file).items()} == {
        "A": ("6", False),
        "B": ("12", True),
    }


def test_a_correction_a_week_later_makes_no_game_longer() -> None:
    def points(round: int, one: int, other: int) -> Write:
        return Write({Spot(round, POINTS_ROW, POINTS_BOX, 0): one, Spot(round, POINTS_ROW, POINTS_BOX, 1): other})

    setup = Setup(("A", "B"), {"rounds": 2}, ((1, (0, 1)),))
    acts = ((0, Change(setup)), (60, points(1, 5, 3)), (45 * 60, points(2, 1, 1)), (7 * 24 * 60 * 60, points(2, 1, 2)))
    lines = [Line(seq, f"op{seq}", at, By("a"), act) for seq, (at, act) in enumerate(acts, 1)]
    table = fold_table(StoredTable("t", "tally", "", 0, 0), lines)
    (play,) = in_the_file(table)["plays"]
    assert play["durationMin"] == 44


def test_whoever_plays_alone_beats_nobody(author: Author) -> None:
    alone = close_table(author, a_tally(author, (5,)))
    assert [(score["score"], score["winner"]) for score in scores(in_the_file(alone)).values()] == [("5", False)]


@pytest.mark.parametrize(("errors", "points", "won"), [("fewer", "25", True), ("three", "0", False)])
def test_all_together_have_no_places_and_win_or_lose(author: Author, errors: str, points: str, won: bool) -> None:
    number = author.open_as(GAMES["hanabi"], Setup(("A", "B"), {}, ((1, (0, 1)),)))
    colours = ("red", "yellow", "green", "blue", "white")
    author.write(number, Write({Spot(1, colour, colour): 5 for colour in colours}))
    author.write(number, Write({Spot(1, "errors", "errors"): errors, Spot(1, "end", "all"): 1}))
    file = in_the_file(author.tables.load(number))
    assert file["games"][0]["cooperative"] is True
    assert [(score["score"], score["rank"], score["winner"]) for score in scores(file).values()] == [
        (points, 0, won)
    ] * 2


def test_the_same_game_won_by_most_and_by_fewest_is_two_games(author: Author) -> None:
    most, fewest = (close_table(author, a_tally(author, (5, 3), wins=wins)) for wins in ("highest", "lowest"))
    file = json.loads(bgstats.build_file(Export((most, fewest)).plays))
    ways = {game["id"]: game["highestWins"] for game in file["games"]}
    assert [ways[play["gameRefId"]] for play in file["plays"]] == [True, False]
    (usual,), (turned,) = Export((most,)).plays, Export((fewest,)).plays
    assert (usual.game, turned.game) == ("tally", "tally fewest")
    assert [in_the_link(play)["game"]["highestWins"] for play in (usual, turned)] == [True, False]


def test_an_evening_without_a_round_is_no_play(author: Author) -> None:
    number = author.open(GAMES["tally"], 3)
    author.write(number, Close(0))
    assert Export((author.tables.load(number),)).plays == []
