"""The printed pad of a pad file. It has the rows or a line per round, what they score, and the rules in small print."""

from collections.abc import Iterator
from dataclasses import replace

from scorekeeper.games.pad import TOTAL, Setup, format_points
from scorekeeper.games.pads.boxes import ChipsBox, CounterBox, NumberBox
from scorekeeper.games.pads.formula import Call, Name, Node, Pair
from scorekeeper.games.pads.kinds import list_names
from scorekeeper.games.pads.pad import Box, Pad, PadTie, Row
from scorekeeper.games.pads.scoring import Written, count_teams, evaluate_for_table
from scorekeeper.games.pads.worth import (
    describe_box_worth,
    describe_row_worth,
    describe_worth,
    scores_entered_number,
)
from scorekeeper.games.paper import Column, PaperLine, PaperPad
from scorekeeper.language.text import Text, join_sentences

FEWEST_ROUND_LINES, USUAL_ROUND_LINES, MOST_ROUND_LINES = 5, 12, 20
"""Lines for rounds on paper: the minimum, the default if the number of rounds is open, and the maximum."""

FEW_ROUNDS = 4
"""The maximum number of rounds for which the rows are printed once per round."""

LONGEST_IN_COLUMN = 16
"""The maximum length in characters of what a box is worth in the head of a column."""

OWN_ROUNDS = 3
"""The maximum number of rounds on a page of a pad that people made, whose rows are always printed."""

MOST_COLUMNS = 6
"""The maximum number of boxes per player that fit in a line for a round."""

MOST_GAMES, MOST_LINES_OF_GAMES = 3, 20
"""The maximum number of times that a short game is printed on a page, and the maximum number of lines in total."""

BOXES_APART, LINES_APART = 4, 20
"""The minimum number of boxes for a row to have a line per box, and the maximum number of lines on such a pad."""

BLANKS = (Text("Date"), 3), (Text("Winner"), 4)
"""What is filled in at the top, each with its share of the width."""

POINTS_COLUMN, TOTAL_COLUMN = Column(Text("points")), Column(Text("total"), grey=True)


def paper(pad: Pad, setup: Setup, rounds: int, own: bool = False) -> PaperPad:
    """Return the printed pad for a number of rounds.

    A single round has one line per row of the pad. So has each of a few rounds if the pad has more than three rows, or
    more than two and people made it (`own`). In all other cases, a round is one line.

    Decision: pad-paper
    """
    pad = replace(pad, rows=tuple([row for row in pad.rows if _is_printed(pad, setup, row)]))
    rows = [row for row in pad.rows if row.boxes or row.points]
    if own and rounds != 1 and len(rows) > 2:
        laid = _lay_out_rows(pad, setup, rows, min(rounds or OWN_ROUNDS, OWN_ROUNDS))
        at = next(place for place, line in enumerate(laid.lines) if line.look == "total")
        return replace(laid, lines=(*laid.lines[:at], PaperLine(Text("Round"), look="small"), *laid.lines[at:]))
    if rounds == 1 or (rounds in range(2, FEW_ROUNDS + 1) and len(rows) > 3):
        return _lay_out_rows(pad, setup, rows, rounds)
    return _lay_out_rounds(pad, setup, rounds)


def _is_printed(pad: Pad, setup: Setup, row: Row) -> bool:
    """Return whether a row is printed.

    Rows are left out if they are for other options or another number of players. Rows that apply only after certain
    entries, or in later rounds, are printed only if they score.
    """
    blank = Written(pad, setup, {})
    if row.when is None or any(blank.is_there(row, seat) for seat in blank.seats):
        return True
    always = {"players", *(option.key for option in pad.options)}
    return row.points is not None and not {name.name for name in list_names(row.when)} <= always


def _lay_out_rows(pad: Pad, setup: Setup, rows: list[Row], rounds: int) -> PaperPad:
    deciding = {tie.of.name: tie for tie in pad.ties if isinstance(tie.of, Name)}
    below = [row for row in rows if row.points is None and len(row.boxes) == 1 and row.boxes[0].key in deciding]
    above = [row for row in rows if row not in below]
    ties = pad.ties if len(below) < len(pad.ties) else ()
    # A long row has a line for each of its boxes if there is room.
    apart = sum(len(row.boxes) if len(row.boxes) >= BOXES_APART else 1 for row in above) <= LINES_APART
    lines = [*(line for row in above for line in _list_lines(pad, row, apart)), PaperLine(TOTAL, look="total")]
    for row in below:
        worth = Text("ties: most") if deciding[row.boxes[0].key].most else Text("ties: fewest")
        lines.append(PaperLine(row.label, look="small", worth=None if ties else worth))
    return PaperPad(
        "rows",
        Text("Rows"),
        (Column(None),),
        lines=tuple(lines),
        # Short games are printed several times on a page, because people play them again and again.
        repeat=rounds if rounds > 1 else pad.paper_rounds or max(1, min(MOST_GAMES, MOST_LINES_OF_GAMES // len(lines))),
        fewest_repeats=1,
        loose=True,
        sides=_count_sides(pad, setup),
        blanks=BLANKS,
        left=pad.small[:4],
        right=tuple(_list_rules(pad, setup, ties)),
    )


def _list_lines(pad: Pad, row: Row, apart: bool) -> Iterator[PaperLine]:
    """Yield the line of a row. If `apart` is set and the row has many boxes, yield a line for each box."""
    worths = [describe_box_worth(pad, row, box) for box in row.boxes]
    if apart and len(row.boxes) >= BOXES_APART:
        # A text that is the same for all boxes would only repeat itself, and the small print has it already.
        worths = worths if len(set(worths)) > 1 else [None] * len(worths)
        yield from (PaperLine(box.label, worth=worth) for box, worth in zip(row.boxes, worths, strict=True))
    else:
        box = row.boxes[0] if len(row.boxes) == 1 else None
        short, track = row.suit.letters if row.suit else None, box.track if isinstance(box, CounterBox) else ()
        worth = describe_worth(pad, row, box) if box else describe_row_worth(pad, row)
        # What each number of crosses is worth would leave no room for the track.
        yield PaperLine(row.label, row.suit, short, worth=None if track else worth, track=track)


def _lay_out_rounds(pad: Pad, setup: Setup, rounds: int) -> PaperPad:
    wanted = min(pad.paper_rounds or rounds or USUAL_ROUND_LINES, MOST_ROUND_LINES)
    boxes, shared = _list_columns(pad)
    columns = (*boxes, POINTS_COLUMN, TOTAL_COLUMN)
    worths = [(row.label, worth) for row in pad.rows if (worth := describe_row_worth(pad, row))]
    said = [Text("%(what)s: %(worth)s.", what=what, worth=worth) for what, worth in worths]
    return PaperPad(
        "rounds",
        Text("Rounds"),
        columns,
        fewer=(POINTS_COLUMN, TOTAL_COLUMN) if len(columns) > 2 or shared else (POINTS_COLUMN,),
        fewest=(POINTS_COLUMN,),
        shared=shared,
        loose=True,
        numbered=(wanted if wanted == rounds else min(wanted, FEWEST_ROUND_LINES), wanted),
        lines=(PaperLine(TOTAL, look="total"),),
        sides=_count_sides(pad, setup),
        blanks=BLANKS,
        left=pad.small[:4] or tuple(said),
        right=tuple(_list_rules(pad, setup, pad.ties)),
        pegs=count_peg_holes(pad, setup),
    )


def _list_columns(pad: Pad) -> tuple[tuple[Column, ...], tuple[Column, ...]]:
    """Return the columns for the boxes of each player, and those for shared boxes.

    Both are empty if only the points are written down, such as when there are chips or too many boxes.
    """
    boxes = [(row, box) for row, box in pad.boxes if box.on_paper]
    own = [(row, box) for row, box in boxes if not box.shared]
    chips = any(isinstance(box, ChipsBox) for _, box in pad.boxes)
    # Chips have no number to write down, and too many columns leave no room to write in.
    if chips or len(own) > MOST_COLUMNS or (len(boxes) == 1 and scores_entered_number(boxes[0][0])) or not own:
        return (), ()
    return (
        tuple(_build_column(pad, row, box) for row, box in own),
        tuple(_build_column(pad, row, box) for row, box in boxes if box.shared),
    )


def _build_column(pad: Pad, row: Row, box: Box) -> Column:
    worth = describe_worth(pad, row, box)
    # A long table would be higher than the boxes below it, and the small print has it.
    return Column(box.label, worth=worth if worth and len(str(worth)) <= LONGEST_IN_COLUMN else None)


# The small print


def _list_rules(pad: Pad, setup: Setup, ties: tuple[PadTie, ...]) -> Iterator[Text]:
    """Yield sentences for the small print: who wins, the points at the start and the end, and the tie-breaks."""
    ends = list(list_ends(pad, setup))
    if pad.fewest:
        ends.insert(0, Text("Lowest score wins."))
    elif not pad.small:
        ends.insert(0, Text("Highest score wins."))
    if ends:
        yield join_sentences(ends)
    if ties:
        yield Text("Tie-break: %(what)s.", what=tuple(map(describe_tie, ties)))


def describe_tie(tie: PadTie) -> Text:
    """Return a tie-break in words, as used both on screen and on paper."""
    return Text("%(what)s (most)", what=tie.label) if tie.most else Text("%(what)s (fewest)", what=tie.label)


def list_ends(pad: Pad, setup: Setup) -> Iterator[Text]:
    """Yield sentences for the points at the start, and for what ends the game, as used on screen and on paper."""
    if pad.start and (start := evaluate_for_table(setup, pad.start)):
        yield Text("Everybody starts with %(points)s.", points=format_points(start))
    if (goal := find_goal_of_game(pad, setup)) is not None:
        yield Text("Ends at %(points)s.", points=format_points(goal))
    # The small print says it in words of the game.
    if pad.wins_at_once and not pad.small:
        winning = {name.name for name in list_names(pad.wins_at_once)}
        for _, box in pad.boxes:
            if box.key in winning:
                yield Text("%(what)s: wins immediately.", what=box.label)


def count_peg_holes(pad: Pad, setup: Setup) -> int:
    """Return the length of the peg track, or 0 if nothing on the pad is pegged."""
    has_pegs = any(isinstance(box, NumberBox) and box.pegs for _, box in pad.boxes)
    return (find_goal_of_game(pad, setup) or 0) if has_pegs else 0


def find_goal_of_game(pad: Pad, setup: Setup) -> int | None:
    """Return the total that ends a game, or None if there is none that is known before the game."""
    goal = _find_goal(pad.over)
    return None if goal is None else evaluate_for_table(setup, goal)


def _find_goal(over: Node | None) -> Node | None:
    """Return the formula for the total that ends a game, or None if there is none that is known before the game."""
    match over:
        case Call("any" | "every" | "all", (inner,)):
            return _find_goal(inner)
        case Pair(">=" | "<=" | "=", Name("total"), goal):
            # A goal that changes during the game cannot be named.
            return None if {name.name for name in list_names(goal)} & {"round", "total"} else goal
    return None


def _count_sides(pad: Pad, setup: Setup) -> int:
    """Return the number of teams, 1 if all play together, or 0 if each player has a column."""
    return count_teams(pad.teams, len(setup.players)) or int(
        bool(pad.boxes) and all(box.shared for _, box in pad.boxes)
    )
