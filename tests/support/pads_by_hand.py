"""Tables of the included pads scored by hand, five of each."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from scorekeeper.games.game import Game
from scorekeeper.games.pad import Mark, Setup, Spot
from scorekeeper.games.pads.boxes import ChipsBox, TickBox
from scorekeeper.games.pads.pad import Box
from scorekeeper.games.pads.piles import NOBODY_BOX
from tests.support.games import NAMES, PADS

TABLES = Path(__file__).parents[1] / "games" / "pads" / "tables"


class HandScored(NamedTuple):
    """A table scored by hand: what is entered round by round, and everybody's points."""

    game: Game
    content: dict[str, Any]

    @property
    def players(self) -> int:
        return len(self.content["points"][0])

    @property
    def setup(self) -> Setup:
        options = {**self.game.default_options(), **self.content.get("options", {})}
        return Setup(NAMES[: self.players], options, ((1, tuple(range(self.players))),))

    def marks(self) -> dict[Spot, Mark]:
        boxes = {box.key: (row.key, box) for row in self.game.rows(self.setup) for box in row.boxes}
        # A pile is entered by its cards, under the key of its row.
        boxes |= {row.key: (row.key, row.boxes[1]) for row in self.game.rows(self.setup) if row.box(NOBODY_BOX)}
        on_the_pad: dict[Spot, Mark] = {}
        for round, written in enumerate(self.content["round"], 1):
            for key, value in written.items():
                on_the_pad |= dict(self._box(round, *boxes[key], value))
            if "all" in boxes:
                on_the_pad[Spot(round, "end", "all")] = 1
        return on_the_pad

    def _box(self, round: int, row: str, box: Box, value: Any) -> Iterator[tuple[Spot, Mark]]:
        """Yield the marks of one box.

        The value is a list with a mark per player ("": blank), the seat of a tick, or the value of a shared box.
        """
        if box.shared:
            yield Spot(round, row, box.key), value
        elif isinstance(box, TickBox) and isinstance(value, int):
            yield Spot(round, row, box.key, value), 1
        else:
            for seat, mark in enumerate(value):
                if isinstance(box, ChipsBox):
                    for item in dict.fromkeys(map(str, mark)):
                        yield Spot(round, row, box.key, seat, item), list(map(str, mark)).count(item)
                elif mark != "" and mark is not False:
                    yield Spot(round, row, box.key, seat), 1 if isinstance(box, TickBox) else mark


def list_tables() -> Iterator[Any]:
    for game in PADS:
        file = TABLES / f"{game.slug}.toml"
        content = tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {"table": []}
        for number, table in enumerate(content["table"], 1):
            yield pytest.param(HandScored(game, table), id=f"{game.slug}-{number}")
