"""What can be tapped in the boxes of a card, which a player fills in any order: each key says what it scores."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from scorekeeper.games.entry import Ask, Counts, Digits, Sides, Track
from scorekeeper.games.pad import ALL, END, Changes, Choice, Mark, Marks, Seat, Spot, format_points
from scorekeeper.games.pads.boxes import ChoiceBox, CounterBox, NumberBox, TickBox
from scorekeeper.games.pads.evaluate import NUMBER
from scorekeeper.games.pads.pad import Box, Row
from scorekeeper.games.pads.scoring import Written
from scorekeeper.games.pads.worth import find_goal, try_numbers
from scorekeeper.language.text import Literal, Text

MOST_KEYS = 31
"""The maximum number of keys of a box. A larger number is entered digit by digit."""

PADLOCK = "lock"
"""What is drawn as a lock on a track."""

BOXES_IN_MEMORY = 1024


def ask_on_card(row: Row, box: Box, spot: Spot, marks: Marks, ask: Ask) -> Ask:
    """Return the request to fill in a box of a player's card. `ask` is the usual one, `marks` are the entries."""
    mark = marks.get(spot)
    choices: tuple[Choice, ...] = ()
    match box, ask:
        case TickBox(), _:
            choices = (box.make_choice(spot, Text("Yes"), 1, mark),)
            if box.has_no:
                choices = (*choices, box.make_choice(spot, Text("No"), 0, mark))
        case NumberBox(), Digits():
            numbers = range(box.least, box.most + 1, box.step)
            if len(numbers) <= MOST_KEYS:
                wrong = {*box.impossible} - {mark}
                choices = tuple(
                    box.make_choice(spot, Literal(format_points(number)), number, mark)
                    for number in numbers
                    if number not in wrong
                )
        case ((NumberBox() | ChoiceBox()), (Counts() | Sides())):
            choices = ask.choices
    if not choices:
        return ask
    worth = list_points(row, box)
    proposed = tuple(_propose(choice, worth, spot) for choice in choices)
    if isinstance(box, CounterBox) and box.track:
        return _ask_for_crosses(box, spot, marks, proposed, ask)
    return Sides(ask.seat, box.key, choices=proposed, hint=ask.hint, partners=ask.partners)


def _ask_for_crosses(box: CounterBox, spot: Spot, marks: Marks, counts: tuple[Choice, ...], ask: Ask) -> Track:
    """Return the request to cross off a track, or to enter how many are crossed off, which replaces the crosses."""
    places = [spot._replace(box=box.crosses.key, item=item) for item in box.track]
    crossed = [place for place in places if marks.get(place)]
    last = places.index(crossed[-1]) if crossed else -1
    instead: Changes = {spot: None} if spot in marks else {}
    none: Changes = dict.fromkeys(crossed)
    crosses = [
        Choice(
            Literal(place.item),
            {place: None} if place in crossed else {} if at < last else {place: 1, **instead},
            icon=PADLOCK if place.item == PADLOCK else "",
            chosen=place in crossed,
        )
        for at, place in enumerate(places)
    ]
    choices = tuple([replace(choice, changes={**none, **choice.changes}) for choice in counts])
    return Track(ask.seat, box.key, tuple(crosses), choices, hint=ask.hint, partners=ask.partners)


def _propose(choice: Choice, worth: Mapping[Mark, int], spot: Spot) -> Choice:
    """Return a choice labelled with the points that it scores, if these are known, and what is entered below them."""
    entered = str(choice.label)
    mark = choice.changes[spot]
    # A tap on the chosen one deletes it, so its label says what is entered.
    number = mark if mark is not None else int(entered) if entered.isdigit() else None
    if number is None or number not in worth:
        return choice
    points = format_points(worth[number])
    note = None if points == entered else Literal(f"{entered} ×") if entered.isdigit() else choice.label
    return replace(choice, label=Literal(points), note=note)


@lru_cache(BOXES_IN_MEMORY)
def list_points(row: Row, box: Box) -> Mapping[Mark, int]:
    """Return what each number in a box scores. Return {} if that depends on anything but the box."""
    if row.points is None or len(row.boxes) > 1 or not isinstance(box, TickBox | NumberBox):
        return {}
    numbers = (0, 1) if isinstance(box, TickBox) else range(box.least, box.most + 1, box.step)
    return try_numbers(row.points, box.key, numbers) if len(numbers) <= MOST_KEYS else {}


def describe_goal(row: Row, written: Written, seat: Seat) -> Text | None:
    """Return how far a player is from the minimum that a calculated row asks for, or None if it asks for none."""
    goal = find_goal(row.points) if row.points else None
    if goal is None:
        return None
    # As if everything were entered: a sum so far counts blanks as nothing.
    filled = {**written.marks, Spot(written.number, END, ALL): 1}
    so_far = Written(written.pad, written.setup, filled, written.before, written.number).evaluator
    have = so_far.evaluate(goal.of, seat)
    if not isinstance(have, NUMBER) or have >= goal.least:
        return None
    missing = int(goal.least - have)
    return Text("%(have)s, %(missing)s to %(least)s", have=int(have), missing=missing, least=int(goal.least))
