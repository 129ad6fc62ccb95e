"""The printed pad of a pad file: its rows or a line for each round, what they are worth, the rest in small print."""

from collections.abc import Iterator

from scorekeeper.games.pad import TOTAL, Setup, signed
from scorekeeper.games.pads.formula import Call, Name, Node, Pair
from scorekeeper.games.pads.pad import Pad, PadBox, PadRow, PadTie
from scorekeeper.games.pads.scoring import of_table
from scorekeeper.games.pads.worth import box_worth, plain, row_worth, row_worths
from scorekeeper.games.paper import Column, Line, PaperPad
from scorekeeper.language.text import Text, joined

FEWEST, USUAL, MOST = 5, 12, 20
"""Lines for rounds on paper: what a pad must have, what it has while the number is open, what it has at most."""

FEW = 4
"""So many rounds are printed row by row."""

MOST_COLUMNS = 6
"""Boxes of one player and round that paper may have room for."""

MOST_GAMES, MOST_LINES = 3, 20
"""So many short games are printed on a page, as long as they have no more lines together."""

BOXES_APART, LINES_APART = 4, 20
"""So many boxes of one row have a line each while a pad has no more lines; else they share that of their row."""

POINTS, RUNNING = Column(Text("points")), Column(Text("total"), grey=True)


def paper(pad: Pad, setup: Setup, rounds: int) -> PaperPad:
    """The printed pad: the rows, again for each of a few rounds; else a line for each round.

    Ours: whoever has only paper must know what to write.
    """
    rows = [row for row in pad.rows if row.boxes or row.points]
    if rounds == 1 or (rounds in range(2, FEW + 1) and len(rows) > 3):
        return _by_rows(pad, setup, rows, rounds)
    return _by_rounds(pad, setup, rounds)


def _by_rows(pad: Pad, setup: Setup, rows: list[PadRow], rounds: int) -> PaperPad:
    deciding = {tie.of.name: tie for tie in pad.ties if isinstance(tie.of, Name)}
    below = [row for row in rows if row.points is None and len(row.boxes) == 1 and row.boxes[0].key in deciding]
    above = [row for row in rows if row not in below]
    apart = sum(len(row.boxes) if len(row.boxes) >= BOXES_APART else 1 for row in above) <= LINES_APART
    lines = [line for row in above for line in _lines(pad, row, apart)]
    lines.append(Line(TOTAL, look="total"))
    ties = pad.ties if len(below) < len(pad.ties) else ()
    lines += [
        Line(row.label, look="small", worth=None if ties else _decides(deciding[row.boxes[0].key])) for row in below
    ]
    return PaperPad(
        "rows",
        Text("Rows"),
        (Column(None),),
        lines=tuple(lines),
        repeat=rounds if rounds > 1 else pad.paper_rounds or max(1, min(MOST_GAMES, MOST_LINES // len(lines))),
        fewest_repeats=1,
        loose=True,
        sides=_sides(pad),
        blanks=_blanks(),
        left=pad.small[:4],
        right=tuple(_rules(pad, setup, ties)),
    )


def _lines(pad: Pad, row: PadRow, apart: bool) -> Iterator[Line]:
    """The line of a row, or one for each of its boxes where they are many and lie apart."""
    each = [box_worth(pad, row, box) for box in row.boxes]
    if apart and len(row.boxes) >= BOXES_APART:
        # What is the same for all of them is for the small print.
        each = each if len(set(each)) > 1 else [None] * len(each)
        yield from (Line(box.label, worth=worth) for box, worth in zip(row.boxes, each, strict=True))
    else:
        yield Line(row.label, row.suit, row.suit.letters if row.suit else None, worth=_row_worth(pad, row))


def _row_worth(pad: Pad, row: PadRow) -> Text | None:
    return row_worth(pad, row) or (box_worth(pad, row, row.boxes[0]) if len(row.boxes) == 1 else None)


def _decides(tie: PadTie) -> Text:
    return Text("ties: most") if tie.most else Text("ties: fewest")


def _by_rounds(pad: Pad, setup: Setup, rounds: int) -> PaperPad:
    wanted = min(pad.paper_rounds or rounds or USUAL, MOST)
    boxes, shared = _columns(pad)
    columns = (*boxes, POINTS, RUNNING)
    small = pad.small[:4] or tuple(
        Text("%(what)s: %(worth)s.", what=what, worth=worth) for what, worth in row_worths(pad)
    )
    return PaperPad(
        "rounds",
        Text("Rounds"),
        columns,
        fewer=(POINTS, RUNNING) if len(columns) > 2 or shared else (POINTS,),
        fewest=(POINTS,),
        shared=shared,
        loose=True,
        numbered=(wanted if wanted == rounds else min(wanted, FEWEST), wanted),
        lines=(Line(TOTAL, look="total"),),
        sides=_sides(pad),
        blanks=_blanks(),
        left=small,
        right=tuple(_rules(pad, setup, pad.ties)),
    )


def _columns(pad: Pad) -> tuple[tuple[Column, ...], tuple[Column, ...]]:
    """The boxes of a player and those of the table; none where the points of the round are all that is written."""
    boxes = [(row, box) for row, box in pad.boxes if box.kind not in ("words", "chips")]
    own = [(row, box) for row, box in boxes if not box.shared]
    chips = any(box.kind == "chips" for _, box in pad.boxes)
    if chips or len(own) > MOST_COLUMNS or (len(boxes) == 1 and plain(boxes[0][0])) or not own:
        return (), ()
    return (
        tuple(_column(pad, row, box) for row, box in own),
        tuple(_column(pad, row, box) for row, box in boxes if box.shared),
    )


def _column(pad: Pad, row: PadRow, box: PadBox) -> Column:
    return Column(box.label, worth=_row_worth(pad, row) if len(row.boxes) == 1 else box_worth(pad, row, box))


# The small print


def _rules(pad: Pad, setup: Setup, ties: tuple[PadTie, ...]) -> Iterator[Text]:
    """Who wins, when it is over, and what decides between players who are level."""
    ends = list(ends_in_words(pad, setup))
    if pad.fewest:
        ends.insert(0, Text("Lowest score wins."))
    elif not pad.small:
        ends.insert(0, Text("Highest score wins."))
    if ends:
        yield joined(ends)
    if ties:
        yield Text("Tie-break: %(what)s.", what=tuple(map(tie_in_words, ties)))


def tie_in_words(tie: PadTie) -> Text:
    """What decides between players who are level, and which way. Ours: one wording on paper and screen."""
    return Text("%(what)s (most)", what=tie.label) if tie.most else Text("%(what)s (fewest)", what=tie.label)


def ends_in_words(pad: Pad, setup: Setup) -> Iterator[Text]:
    """What everybody starts with, and the points that end the game. Ours: one wording on paper and screen."""
    if pad.start and (start := of_table(pad, setup, pad.start)):
        yield Text("Everybody starts with %(points)s.", points=signed(start))
    goal = _goal(pad.over)
    if goal is not None:
        yield Text("Ends at %(points)s.", points=signed(of_table(pad, setup, goal)))


def _goal(over: Node | None) -> Node | None:
    """The points that end a game, where it is those of one player."""
    match over:
        case Call("any" | "every" | "all", (inner,)):
            return _goal(inner)
        case Pair(">=" | "<=" | "=", Name("total"), goal):
            return goal
    return None


def _sides(pad: Pad) -> int:
    """One column for each team, one alone where every box is the table's."""
    return pad.teams or int(bool(pad.boxes) and all(box.shared for _, box in pad.boxes))


def _blanks() -> tuple[tuple[Text, int], ...]:
    return ((Text("Date"), 3), (Text("Winner"), 4))
