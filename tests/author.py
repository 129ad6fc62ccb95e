"""Somebody who fills tables for tests to look at: they are not tapped together but written."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace

from scorekeeper.games import GAMES
from scorekeeper.games.base import Game, Setup
from scorekeeper.games.journal import Act, By
from scorekeeper.paper import setup_for
from scorekeeper.tables import Tables
from tests.conftest import cookie
from tests.games.transcript import FOLDER, act_of, setup_of

CROWD = (
    "Maximiliane Freifrau von Hohenlo",
    "عبد الرحمن بن محمد آل العزيز",
    "אליס מארץ הפלאות שמעבר לַמראה",
    "李小龍",
    "W" * 32,
    "Zoë O’Hara-Łukasiewicz 👩‍👩‍👧",
    "Bo",
    "Cleo",
    "Edgar",
    "Fifi",
    "Gus",
    "Hal",
)
"""Who sits at the tables: names as long as there can be, and such as are read from the right."""


class Author:
    """Somebody who opens tables and writes on them, as the phone called scoring."""

    def __init__(self, tables: Tables, names: Sequence[str] = CROWD) -> None:
        self.tables = tables
        self.names = names
        self.count = 0

    def open(self, game: Game, players: int = 99, **options: object) -> str:
        """A table of as many as may play."""
        usual = setup_for(game, max(game.seats[0], min(game.seats[1], players)))
        names = tuple(self.names[: len(usual.players)])
        return self.open_as(game, Setup(names, {**usual.options, **options}, usual.seating))  # type: ignore[dict-item]

    def open_as(self, game: Game, setup: Setup) -> str:
        table = self.tables.open(game, setup, cookie("scoring"))
        self.tables.store.let_in(table, cookie("watching"), "watch", int(time.time()))
        self.tables.store.let_in(table, cookie("seated"), "score", int(time.time()))
        self.tables.store.take_seat(table, cookie("seated"), 0)
        return table

    def write(self, table: str, act: Act, phone: str = "scoring", why: str = "") -> int:
        """One line more."""
        self.count += 1
        seen = self.tables.load(table).seen
        return self.tables.record(table, act, f"op{self.count}", By(cookie(phone)), seen, why)

    def retell(self, name: str, part: float = 1.0, options: Mapping[str, str] | None = None) -> tuple[str, str]:
        """A table at which the first part of a transcript was played, and the move that comes next.

        `options` are played with beside those of the transcript, or in their place.
        """
        text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
        game = GAMES[name.partition("-")[0]]
        head = dict(line.split(": ", 1) for line in text.split("\n\n", 1)[0].splitlines())
        setup = setup_of(game, head)
        players = tuple(self.names[: len(setup.players)])
        table = self.open_as(game, replace(setup, players=players, options={**setup.options, **(options or {})}))
        taps = [line[2:] for line in text.splitlines() if line.startswith("> ")]
        done = round(part * len(taps))
        found = self.tables.load(table)
        for number, tap in enumerate(taps[:done]):
            # What a transcript tells has been admitted before.
            self.tables.store.append(
                table, f"{table}{number}", act_of(tap, found), By(cookie("scoring")), 0, lambda: None
            )
        coming = taps[done] if done < len(taps) else ""
        return table, coming.removeprefix("move ") if coming.startswith("move ") else ""
