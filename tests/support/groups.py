"""Groups for tests: journals of a few lines, folded."""

from collections.abc import Sequence

from scorekeeper.group.group import Group, fold
from scorekeeper.group.journal import Act, Line, Named
from scorekeeper.table.journal import By
from scorekeeper.table.table import TableRow

ANNA, BO, CLEO, ANNABEL = ("a" * 12, "b" * 12, "c" * 12, "d" * 12)

ROW = TableRow("g", "", 0, "BCDFG", 0, 0)


def group_of(acts: Sequence[Act], name: str = "Friday", phone: str = "phone") -> Group:
    """A group in whose journal these lines stand, after its name."""
    return fold(ROW, [Line(seq, f"op{seq}", seq, By(phone), act) for seq, act in enumerate([Named(name), *acts], 1)])
