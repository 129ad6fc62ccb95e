"""The words a game uses to say what its printed pads look like; how large things are is for the printer to find out.

A pad is drawn as one table. Usually the players are columns and the lines are the game's own rows; a pad may also
number its lines (rounds), repeat them for every round, or give each player a line.
"""

from dataclasses import dataclass
from typing import Literal as OneOf

from scorekeeper.games.pad import Suit
from scorekeeper.language.text import Text

BOX = 11.7
"""The narrowest box, in millimetres, that a number can be written in by hand."""


@dataclass(frozen=True, slots=True)
class Column:
    """One box to write in: what stands above it (None: nothing but the player), its least width in mm, whether grey.

    `worth` is what the box is worth, small below that. `mark` names a small drawing that is already in the box:
    templates/games/<slug>/print_<mark>.html where each player has a line, else print_<mark>.svg, drawn for all lines at
    once; `signs` are its words, `times` tells it how often something is in it. `corner` is small print in a corner that
    is ticked, of figures and ×, framed.
    """

    label: Text | None
    grey: bool = False
    width: float = BOX
    mark: str = ""
    signs: str = ""
    corner: str = ""
    times: int = 1
    worth: Text | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a pad.

    `short` is said where there is no room for names, `worth` small below the name, whatever the room. A total or a
    small line has one box for each player, across all of the player's columns.
    """

    label: Text
    suit: Suit | None = None
    short: Text | None = None
    look: OneOf["row", "total", "small"] = "row"
    worth: Text | None = None


@dataclass(frozen=True, slots=True)
class PaperPad:
    """One printed pad of a game.

    `columns` are each player's boxes, `fewer` what is left of them on a small page, `fewest` on a still smaller one;
    `shared` are the table's own boxes. Where a pad is `loose`, they go with the first of these, columns go before most
    of the numbered lines, and where there is still no room, the help on the right goes.
    `lines` come below the game's rows with a suit (`suits`) or below the numbered lines (`numbered`: fewest, most);
    `repeat` says how often all of that comes, each time with its number, and `fewest_repeats` how far a small page may
    go down (0: not at all). `sides` are the teams where partners share a column, 1 where all play together, 0 where
    everybody has one. `blanks` are things to fill in on top and how much room each gets, `left` and `right` the
    help in small print, `foot` the height in mm of the game's own foot (templates/games/<slug>/print_foot.html).
    """

    key: str
    name: Text
    columns: tuple[Column, ...]
    fewer: tuple[Column, ...] = ()
    fewest: tuple[Column, ...] = ()
    shared: tuple[Column, ...] = ()
    loose: bool = False
    suits: bool = False
    numbered: tuple[int, int] = (0, 0)
    lines: tuple[Line, ...] = ()
    repeat: int = 1
    fewest_repeats: int = 0
    sides: int = 0
    players: OneOf["columns", "lines"] = "columns"
    title: Text | None = None
    blanks: tuple[tuple[Text, int], ...] = ()
    left: tuple[Text, ...] = ()
    right: tuple[Text, ...] = ()
    foot: float = 0.0

    def across(self, players: int) -> int:
        """How many columns with a name so many players need. Ours: partners are one of them."""
        return self.sides or players
