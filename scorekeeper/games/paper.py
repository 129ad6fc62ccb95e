"""The declaration of a game's printed pads; the printer works out the sizes.

A pad is drawn as one table. Usually the players are columns and the lines are the rows of the game. A pad can also
number its lines (rounds), repeat them for every round, or give each player a line.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal as OneOf

from scorekeeper.games.pad import Suit
from scorekeeper.games.pads.pad import Row
from scorekeeper.language.text import Text

NARROWEST_BOX = 11.7
"""Width in millimetres of the narrowest box that a number can be written in by hand."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of boxes to write in."""

    label: Text | None
    """Its heading. If it is None, the column is headed only by the player's name."""
    grey: bool = False
    width: float = NARROWEST_BOX
    """Its minimum width in mm."""
    mark: str = ""
    """The drawing in the box: templates/games/<slug>/print_<mark>.html."""
    signs: str = ""
    """Describes it to screen readers."""
    corner: str = ""
    """Small print (digits and ×) in a framed corner that can be ticked."""
    times: int = 1
    """How many symbols it shows."""
    worth: Text | None = None
    """What a box is worth, in small print below the heading."""


@dataclass(frozen=True, slots=True)
class PaperLine:
    """One line of a pad."""

    label: Text
    suit: Suit | None = None
    short: Text | None = None
    """Replaces the label where there is no room for it."""
    look: OneOf["row", "total", "small"] = "row"
    worth: Text | None = None
    """Small print below the label."""
    track: tuple[str, ...] = ()
    """Printed in each box, to be crossed off.

    A total or a small line has one box for each player, across all of the player's columns.
    """


def list_suit_lines(rows: Iterable[Row]) -> list[PaperLine]:
    """Return a line for each suit of a game, labelled as on screen."""
    return [PaperLine(row.label, row.suit, row.suit.letters) for row in rows if row.suit]


@dataclass(frozen=True, slots=True)
class PaperPad:
    """One printed pad of a game."""

    key: str
    name: Text
    columns: tuple[Column, ...]
    """Each player's columns."""
    fewer: tuple[Column, ...] = ()
    """What replaces them on a small page."""
    fewest: tuple[Column, ...] = ()
    """What replaces them on a still smaller one."""
    shared: tuple[Column, ...] = ()
    """The columns of the whole table."""
    loose: bool = False
    """Whether it drops parts on a small page.

    In this order: shared columns and first columns, other columns, most numbered lines, the help.
    """
    numbered: tuple[int, int] = (0, 0)
    """The fewest and the most numbered lines that it begins with."""
    lines: tuple[PaperLine, ...] = ()
    """The lines below these."""
    repeat: int = 1
    """How often all of these lines are printed, each time with its number."""
    fewest_repeats: int = 0
    """The minimum of that on a small page (0: all of them)."""
    sides: int = 0
    """The number of teams, each of which shares a column: 1 if all play together, 0 if there are no teams."""
    players: OneOf["columns", "lines"] = "columns"
    """Whether each player has columns or a line."""
    title: Text | None = None
    blanks: tuple[tuple[Text, int], ...] = ()
    """Things to fill in at the top, each with its share of the width."""
    left: tuple[Text, ...] = ()
    """Help in small print on the left."""
    right: tuple[Text, ...] = ()
    """Help in small print on the right."""
    foot: float = 0.0
    """The height in mm of templates/games/<slug>/print_foot.html."""
    pegs: int = 0
    """The number of holes of the peg tracks that stand there instead where they have room, or 0. Each side has one."""

    def across(self, players: int) -> int:
        """Return how many groups of columns, each headed by names, this many players need. Partners share one."""
        return self.sides or players
