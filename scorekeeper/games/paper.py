"""The declaration of a game's printed pads; the printer works out the sizes.

A pad is drawn as one table. Usually the players are columns and the lines are the rows of the game. A pad can also
number its lines (rounds), repeat them for every round, or give each player a line.
"""

from dataclasses import dataclass
from typing import Literal as OneOf

from scorekeeper.games.pad import Suit
from scorekeeper.language.text import Text

NARROWEST_BOX = 11.7
"""Width in millimetres of the narrowest box that a number can be written in by hand."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of boxes to write in. `label` is its heading, `width` its minimum width in mm.

    If `label` is None, the column is headed only by the player's name. `worth` says what a box is worth, in small print
    below the heading. `mark` names the drawing in the box: templates/games/<slug>/print_<mark>.html. `signs` describes
    it to screen readers, `times` is how many symbols it shows. `corner` is small print (digits and ×) in a framed
    corner that can be ticked.
    """

    label: Text | None
    grey: bool = False
    width: float = NARROWEST_BOX
    mark: str = ""
    signs: str = ""
    corner: str = ""
    times: int = 1
    worth: Text | None = None


@dataclass(frozen=True, slots=True)
class PaperLine:
    """One line of a pad.

    `short` replaces the label where there is no room for it. `worth` is small print below the label. `track` is printed
    in each box, to be crossed off. A total or a small line has one box for each player, across all of the player's
    columns.
    """

    label: Text
    suit: Suit | None = None
    short: Text | None = None
    look: OneOf["row", "total", "small"] = "row"
    worth: Text | None = None
    track: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PaperPad:
    """One printed pad of a game.

    `columns` are each player's columns. On a small page `fewer` replace them, on a still smaller one `fewest`. `shared`
    are the columns of the whole table. A `loose` pad drops parts on a small page in this order: shared columns and
    first columns, other columns, most numbered lines, the help.

    `lines` come below a line for each suit of the game (if `suits`) or below numbered lines. `numbered` is the fewest
    and the most of these. All of that is printed `repeat` times, each time with its number. `fewest_repeats` is the
    minimum on a small page (0: all of them). `sides` is the number of teams, each of which shares a column: 1 if all
    play together, 0 if there are no teams.

    `players` says whether each player has columns or a line. `blanks` are things to fill in at the top, each with its
    share of the width. `left` and `right` are help in small print. `foot` is the height in mm of
    templates/games/<slug>/print_foot.html. `pegs` is 0, or the number of holes of the peg tracks that stand there
    instead where they have room, one for each player or team.
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
    lines: tuple[PaperLine, ...] = ()
    repeat: int = 1
    fewest_repeats: int = 0
    sides: int = 0
    players: OneOf["columns", "lines"] = "columns"
    title: Text | None = None
    blanks: tuple[tuple[Text, int], ...] = ()
    left: tuple[Text, ...] = ()
    right: tuple[Text, ...] = ()
    foot: float = 0.0
    pegs: int = 0

    def across(self, players: int) -> int:
        """Return how many groups of columns, each headed by names, this many players need. Partners share one."""
        return self.sides or players
