"""Plays for the app BG Stats: a link that offers one play to the app, and a file of plays.

The link follows bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites. The file has the format of
the app's own export. Ids are derived from the table, so a play sent twice is not duplicated. Solo and cooperative plays
name no winner, because nobody was beaten.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import NamedTuple
from urllib.parse import quote
from uuid import UUID, uuid5

from scorekeeper.games.pad import Seat
from scorekeeper.games.user_input import normalise_name
from scorekeeper.language.catalogue import catalogue
from scorekeeper.language.text import Text, speak
from scorekeeper.table.results import Result, find_start
from scorekeeper.table.table import Table
from scorekeeper.version import VERSION

CREATE_URL = "https://app.bgstatsapp.com/createPlay.html?data="
"""Start of the address that opens BG Stats with a play. The play follows as URL-encoded JSON."""

NAMESPACE = UUID("6e0f2c5e-6f0b-5d0e-9d0e-5f6b1a2c3d4e")
"""Namespace of the UUIDs of plays, games and players. Changing it would duplicate every play already sent."""

PAUSE = 6 * 60 * 60
"""Number of seconds without an entry after which a game counts as over. Later entries are corrections."""

NamesBySeat = Mapping[Seat, str]
"""Names or member ids by seat."""


class BGStatsPlay(NamedTuple):
    """A finished game to export."""

    table: Table
    result: Result
    """Its `round` is 0 for a game that spans all rounds of a table."""
    names: NamesBySeat
    """The members' names by seat."""
    persons: NamesBySeat
    """The members' ids by seat."""

    @property
    def id(self) -> str:
        """The UUID of the play. It never changes."""
        return str(uuid5(NAMESPACE, f"table {self.table.id} {self.result.round}"))

    @property
    def game(self) -> str:
        """The key of the game in BG Stats: its slug, the name the table gave it, and the scoring direction if reversed.

        BG Stats stores per game whether the highest or the lowest score wins. A table that reverses it needs a game of
        its own.
        """
        game, setup = self.table.game, self.table.setup
        usual = game.lowest_wins(replace(setup, options=game.default_options()))
        turned = "" if game.lowest_wins(setup) == usual else "most" if usual else "fewest"
        return " ".join(filter(None, (game.slug, normalise_name(game.get_own_name(setup.options)), turned)))

    @property
    def round(self) -> int:
        """The round in which the game ended."""
        return self.result.round or self.table.standings().last

    @property
    def teams(self) -> int:
        """The number of teams, or 0 if everybody played alone."""
        return self.table.game.partners(self.table.setup.at(self.round))[0]

    def team(self, seat: Seat) -> str:
        """Return the number of a player's team, starting at "1". Return "" without teams or for a player who left."""
        sides = self.table.list_sides(self.round) if self.teams else ()
        return next((str(number) for number, side in enumerate(sides, 1) if seat in side), "")

    @property
    def places(self) -> Mapping[Seat, int]:
        """The place of each player who has one. Partners share a place. Empty in cooperative games."""
        return {} if self.table.game.together else self.result.places

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats of the players who won, alone or together. Empty if there was nobody and nothing to win against."""
        return self.result.winners if len(self.places) > 1 or self.table.game.can_be_lost else ()

    def name(self, seat: Seat) -> str:
        """Return the name of a player: that of the group member, otherwise that at the table."""
        return self.names.get(seat, self.table.setup.name(seat))

    def player(self, seat: Seat) -> str:
        """Return the UUID of a player, derived from the id of the group member, otherwise from the name."""
        return str(uuid5(NAMESPACE, f"person {self.persons.get(seat) or self.name(seat)}"))


def build_link(play: BGStatsPlay, language: str = "en") -> str:
    """Return the address that offers a play to BG Stats on the device that opens it."""
    table, result, places = play.table, play.result, play.places
    data = {
        "sourceName": "Scorekeeper",
        "sourcePlayId": play.id,
        "playDate": _format_time(result.at),
        "game": {
            "name": game_name(table, language),
            "sourceGameId": play.game,
            **({"bggId": table.game.board_game_geek} if table.game.board_game_geek else {}),
            "highestWins": not table.game.lowest_wins(table.setup),
            "noPoints": False,
            **({"cooperative": True} if table.game.together else {}),
            **({"usesTeams": True} if play.teams else {}),
        },
        "players": [
            {
                "name": play.name(seat),
                "sourcePlayerId": play.player(seat),
                # The round of a whole game is 0. Its first round says who started.
                "startPlayer": seat == table.leader_of(max(result.round, 1)),
                **({"score": points} if result.scored else {}),
                "winner": seat in play.winners,
                **({"rank": places[seat]} if seat in places else {}),
                **({"team": play.team(seat)} if play.team(seat) else {}),
            }
            for seat, points in result.points.items()
        ],
    }
    return CREATE_URL + quote(json.dumps(data, ensure_ascii=False, separators=(",", ":")))


def build_file(all_plays: Sequence[BGStatsPlay], language: str = "en") -> str:
    """Return plays as a BG Stats file (JSON)."""
    games = {play.game: play for play in all_plays}
    in_teams = {play.game for play in all_plays if play.teams}
    players = {play.player(seat): play.name(seat) for play in all_plays for seat in play.result.points}
    game_ids = {game: number for number, game in enumerate(sorted(games), 1)}
    player_ids = {player: number for number, player in enumerate(sorted(players), 1)}
    plain = {
        "about": f"Scorekeeper {VERSION}",
        "games": [_build_game(games[game], number, language, game in in_teams) for game, number in game_ids.items()],
        "players": [
            {"id": number, "uuid": player, "name": players[player], "isAnonymous": False}
            for player, number in player_ids.items()
        ],
        "locations": [],
        "plays": [*_build_plays(all_plays, game_ids, player_ids, language)],
    }
    return json.dumps(plain, ensure_ascii=False, indent=1) + "\n"


def _build_game(play: BGStatsPlay, number: int, language: str, in_teams: bool) -> dict[str, object]:
    table = play.table
    return {
        "id": number,
        "uuid": str(uuid5(NAMESPACE, f"game {play.game}")),
        "name": game_name(table, language),
        "bggId": table.game.board_game_geek,
        "highestWins": not table.game.lowest_wins(table.setup),
        "noPoints": False,
        "cooperative": table.game.together,
        "usesTeams": in_teams,
    }


def _build_plays(
    all_plays: Iterable[BGStatsPlay], games: Mapping[str, int], players: Mapping[str, int], language: str
) -> Iterator[dict[str, object]]:
    for play in all_plays:
        result, table, places = play.result, play.table, play.places
        order = table.setup.seats(max(result.round, 1))
        late = [] if result.round else table.late
        yield {
            "uuid": play.id,
            "gameRefId": games[play.game],
            "playDate": _format_time(result.at),
            "entryDate": _format_time(result.at),
            "modificationDate": _format_time(table.lines[-1].at),
            "durationMin": 0 if result.round else _count_minutes(table),
            "rounds": result.rounds,
            "ignored": False,
            "manualWinner": True,
            "usesTeams": bool(play.teams),
            # Who has no place, and why, because the file has no field for it.
            **({"comments": " ".join(speak(text, catalogue(language)) for text in late)} if late else {}),
            "playerScores": [
                {
                    "playerRefId": players[play.player(seat)],
                    "score": str(points) if result.scored else "",
                    "winner": seat in play.winners,
                    "startPlayer": seat == table.leader_of(max(result.round, 1)),
                    "newPlayer": False,
                    "rank": places.get(seat, 0),
                    **({"team": play.team(seat)} if play.team(seat) else {}),
                    "seatOrder": order.index(seat) + 1 if seat in order else 0,
                }
                for seat, points in result.points.items()
            ],
        }


def _count_minutes(table: Table) -> int:
    """Return the playing time of a table in minutes: from its first round to the last entry before a long pause."""
    first = end = find_start(table, 1)
    for line in table.lines:
        if line.at > end + PAUSE:
            break
        end = max(end, line.at)
    return (end - first) // 60


def game_name(table: Table, language: str) -> str:
    """Return the name of a table's game in a language."""
    name = table.name
    return speak(name, catalogue(language)) if isinstance(name, Text) else name


def _format_time(at: int) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M:%S")
