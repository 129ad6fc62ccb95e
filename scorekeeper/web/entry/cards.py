"""The cards of a round whose boxes are filled in any order: one per player, with what is in each box and its keys."""

from collections.abc import Callable

from scorekeeper.games.entry import Ask, Step, Wait
from scorekeeper.games.pad import Seat, Spot, format_points
from scorekeeper.language.text import Literal, Text
from scorekeeper.web.entry.entered import EnteredRound
from scorekeeper.web.entry.screen import Block, CardBox, PlayerCard, TrackKeys
from scorekeeper.web.scoring.problems import find_worst_sign


def arrange_columns(boxes: list[CardBox]) -> list[list[CardBox]]:
    """Return the boxes of a card in two columns. The first ends with a calculated row if one is near the middle."""
    # Tracks need the whole width.
    if any(box.block and isinstance(box.block.controls, TrackKeys) for box in boxes):
        return [boxes]
    half = (len(boxes) + 1) // 2
    ends = [place for place in (half, half - 1, half + 1) if 0 < place <= len(boxes) and boxes[place - 1].block is None]
    end = next(iter(ends), half)
    return [column for column in (boxes[:end], boxes[end:]) if column]


def build_cards(entered: EnteredRound, draw: Callable[[Step, Ask], Block]) -> list[PlayerCard]:
    """Return the card of each player whom the steps of the way ask. `draw` makes a block of a request."""
    return [_build_card(entered, seat, draw) for seat in find_card_seats(entered)]


def find_card_seats(entered: EnteredRound) -> list[Seat]:
    """Return the seats whose cards this phone fills in."""
    return [seat for seat in entered.seats if any(ask.of(seat) for step in entered.steps for ask in step.asks)]


def name_card(seat: Seat) -> str:
    """Return the id of a player's card."""
    return f"card-{seat}"


def _build_card(entered: EnteredRound, seat: Seat, draw: Callable[[Step, Ask], Block]) -> PlayerCard:
    boxes = [
        _build_box(entered, step, ask, seat, draw(step, ask))
        for step in entered.steps
        for ask in step.asks
        if ask.of(seat)
    ]
    left = sum(box.block is not None and not box.value for box in boxes)
    return PlayerCard(
        seat=seat,
        anchor=name_card(seat),
        name=entered.setup.name(seat),
        points=entered.format_total(seat),
        left=left,
        sign=find_worst_sign(entered.signs, seat),
        player_sign=entered.setup.sign(seat),
        columns=arrange_columns(boxes),
    )


def _build_box(entered: EnteredRound, step: Step, ask: Ask, seat: Seat, block: Block) -> CardBox:
    row = entered.rows[step.row]
    cell = entered.sheet.cells.get((row.key, seat))
    points = None if cell is None or cell.points is None else format_points(cell.points, entered.sheet.plus)
    is_result = isinstance(ask, Wait)
    return CardBox(
        id=f"{name_card(seat)}-{step.key}",
        label=step.title or row.label,
        suit=row.suit,
        value=(points or "") if is_result else _describe_entry(entered, step, ask, points),
        about=ask.hint if is_result and points is None else None,
        sign=entered.signs.get((row.key, seat), ""),
        block=None if is_result else block,
        hint=row.hint,
    )


def _describe_entry(entered: EnteredRound, step: Step, ask: Ask, points: str | None) -> Text | str:
    """Return what stands in a filled box: its points, or the entry where it scores nothing by itself; "" if open.

    What counts by itself while the box is blank stands there, too.
    """
    row = entered.rows[step.row]
    box = row.box(ask.box)
    assert box is not None
    spots = [Spot(entered.round, row.key, box.key, ask.seat, item) for item in box.parts]
    marks = [entered.marks[spot] for spot in spots if spot in entered.marks]
    is_only_one = sum(other.row == step.row for other in entered.steps) == 1
    if points is not None and is_only_one:
        return points
    if not marks:
        return ""
    said = box.describe(marks[0]) if len(marks) == 1 else str(len(marks))
    return said if isinstance(said, Text) else Literal(str(said))
