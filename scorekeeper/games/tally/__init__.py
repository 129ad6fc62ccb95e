"""The pad for any game: points per round, added to a total or subtracted from it."""

from scorekeeper.games.game import Game
from scorekeeper.games.tally.entry import ways
from scorekeeper.games.tally.pad import paper, rows, score
from scorekeeper.games.tally.rulebook import CHAPTERS
from scorekeeper.games.tally.rules import (
    OPTIONS,
    PLAYERS,
    cannot,
    get_name,
    last_in,
    list_options,
    lowest_wins,
    rounds,
    rules_in_words,
    start,
    teams,
)
from scorekeeper.games.tally.scoring import leader_after, over
from scorekeeper.language.text import Text

GAME = Game(
    slug="tally",
    name=Text("Any game"),
    seats=PLAYERS,
    options=OPTIONS,
    offered=list_options,
    lead="dealer",
    lowest_wins=lowest_wins,
    round_name=Text("Round"),
    round_name_inside=Text("round"),
    rounds=rounds,
    rows=rows,
    ways=ways,
    score=score,
    rules_in_words=rules_in_words,
    rulings={},
    shelf=9,
    named=get_name,
    partners=lambda setup: (teams(setup), True),
    start=start,
    last_in=last_in,
    looks_back=last_in,
    over=over,
    won=lambda setup, standings: standings.wins(teams(setup)),
    next_starter=leader_after,
    cannot=cannot,
    paper=paper,
    chapters=CHAPTERS,
)
