"""How a pad is filled: its rows as the app draws them, and the one way of entering a round, row by row."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from scorekeeper.games.entry import Ask, Chips, Counts, Keys, Sides, Step, Way
from scorekeeper.games.pad import Box, Choice, Mark, Marks, Row, Seat, Setup, Spot, that_is_all
from scorekeeper.games.pads.looked_up import Ends
from scorekeeper.games.pads.pad import Pad, PadBox, PadRow
from scorekeeper.games.pads.scoring import ALL, END, Written
from scorekeeper.language.text import Literal, Text

THAT_IS_ALL = Text("That’s everything")

AT_THE_END = Row(
    END,
    Text("At the end"),
    (
        Box(
            ALL,
            "tick",
            THAT_IS_ALL,
            shared=True,
            announced=Text("marked as complete"),
            withdrawn=Text("no longer marked as complete"),
        ),
    ),
)


BESIDE = 2
"""Numbers of one player that have room side by side on a small phone."""


def rows(pad: Pad) -> tuple[Row, ...]:
    """The rows of a pad as the app draws them. Ours: rows are drawn in the order of the file."""
    own = [Row(row.key, row.label, tuple(map(_box, row.boxes)), row.hint, row.suit) for row in pad.rows]
    return (*own, AT_THE_END) if pad.rests else tuple(own)


def _box(box: PadBox) -> Box:
    match box.kind:
        case "number" | "counter":
            most = max(box.most, -box.least)
            return Box(box.key, "number", box.label, most, shared=box.shared, negative=box.least < 0, sums=_sums(box))
        case "chips":
            return Box(box.key, "chips", box.label, box.most, box.items, exclusive=box.once)
        case "choice":
            return Box(box.key, "choice", box.label, 1, box.items, shared=box.shared, words=box.labels)
        case "words":
            return Box(box.key, "words", box.label, box.most, shared=True)
    said = None if box.shared else (Text("%(who)s: %(box)s"), Text("%(who)s: not %(box)s"))
    return Box(box.key, "tick", box.label, shared=box.shared, announced=said and said[0], withdrawn=said and said[1])


def _sums(box: PadBox) -> bool:
    """Whether a number is added up while it is typed: one of two digits seldom is."""
    return box.kind == "number" and (box.most > 99 or box.least < 0)


def ways(pad: Pad, running: bool, ends: Mapping[str, Ends]) -> tuple[Way, ...]:
    """The one way of entering a round: typed where there are numbers to type, else by taps alone.

    `ends` is how far the tables of the pad go. Ours: one way is enough for a pad that says what it asks.
    """

    def steps(setup: Setup, marks: Marks, round: int) -> tuple[Step, ...]:
        return _Steps(pad, Written(pad, setup, marks), setup.seats(round), round, ends).all()

    typed = any(box.kind == "number" for _, box in pad.boxes)
    hint = Text("Enter it row by row for each player.")
    key, label = ("typed", Text("By typing")) if typed else ("tapped", Text("By tapping"))
    return (Way(key, label, hint, "keypad" if typed else "rows", steps, running),)


@dataclass(frozen=True, slots=True)
class _Steps:
    """The screens of one round."""

    pad: Pad
    written: Written
    seats: Sequence[Seat]
    round: int
    ends: Mapping[str, Ends]

    def all(self) -> tuple[Step, ...]:
        steps = [step for row in self.pad.rows for step in self._of(row)]
        end = Spot(self.round, END, ALL)
        if self.pad.rests and self.written.begun(self.round) and not self.written.whole(self.round):
            last = steps[-1]
            then = {**last.then, **that_is_all(end).changes}
            steps[-1] = replace(last, then=then)
        return tuple(steps)

    def _of(self, row: PadRow) -> Iterator[Step]:
        """One screen for the numbers of a row, as many as stand side by side; and one for each box that is tapped."""
        typed = [box for box in row.boxes if box.kind == "number"]
        screens = [typed] if len(typed) <= BESIDE else [[box] for box in typed]
        for boxes in screens if typed else ():
            asks = [
                Keys(seat, box.key, row.team, hint=self._with(row, seat), partners=self._partners(row, seat))
                for box in boxes
                for seat in self._asked(row, box)
            ]
            yield self._step(row, row.key if boxes == typed else f"{row.key}-{boxes[0].key}", boxes, asks)
        for box in row.boxes:
            if box.kind not in ("number", "words"):
                key = f"{row.key}-{box.key}" if typed or len(row.boxes) > 1 else row.key
                yield self._step(row, key, [box], list(self._tapped(row, box)))

    def _step(self, row: PadRow, key: str, boxes: list[PadBox], asks: Sequence[Ask]) -> Step:
        spots = [self.written.spot(row, box, seat, self.round) for box in boxes for seat in self.seats]
        told = [self._there(box, spot) for box in boxes for spot in spots if spot.box == box.key]
        one = any(box.owner or box.kind == "tick" for box in boxes)
        done = self.written.whole(self.round) or (any(told) if one else all(told))
        hint = row.hint or _hint(boxes[0])
        title = boxes[0].label if len(row.boxes) > 1 and len(boxes) == 1 else row.label
        return Step(key, row.key, hint, tuple(asks), done=done, title=title, told=self._told(row, boxes))

    def _told(self, row: PadRow, boxes: list[PadBox]) -> tuple[Seat, ...] | None:
        """Who has told all of their own here; None where a box is the table's, or one player's alone."""
        if any(box.shared or box.owner for box in boxes):
            return None
        whole = self.written.whole(self.round)
        places = {seat: [(box, self.written.spot(row, box, seat, self.round)) for box in boxes] for seat in self.seats}
        return tuple(seat for seat in self.seats if whole or all(self._there(*place) for place in places[seat]))

    def _there(self, box: PadBox, spot: Spot) -> bool:
        marks = self.written.marks
        return (
            any(marks.get(spot._replace(item=item)) is not None for item in box.items)
            if box.kind == "chips"
            else spot in marks
        )

    def _asked(self, row: PadRow, box: PadBox) -> Sequence[Seat | None]:
        if box.shared:
            return (None,)
        return self.seats[: self.pad.teams] if row.team else self.seats

    def _partners(self, row: PadRow, seat: Seat | None) -> tuple[Seat, ...]:
        """Who has it together, where a row belongs to partners."""
        return self.written.team(seat, self.round) if row.team and seat is not None else ()

    def _with(self, row: PadRow, seat: Seat | None) -> Text | None:
        """With whom somebody has it together."""
        others = [one for one in self._partners(row, seat) if one != seat]
        return Text("with %(who)s", who=self.written.setup.names(others)) if others else None

    def _tapped(self, row: PadRow, box: PadBox) -> Iterator[Ask]:
        if box.kind == "tick" and not box.shared:
            yield Sides(None, box.key, choices=tuple(self._ticks(row, box)))
            return
        for seat in self._asked(row, box):
            spot = self.written.spot(row, box, self.seats[0] if seat is None else seat, self.round)
            hint, partners = self._with(row, seat), self._partners(row, seat)
            match box.kind:
                case "chips":
                    yield Chips(seat, box.key, hint=hint, partners=partners)
                case "counter":
                    yield Counts(seat, box.key, choices=tuple(self._counts(box, spot)), hint=hint, partners=partners)
                case "choice":
                    labels = zip(box.items, box.labels, strict=True)
                    yield Sides(
                        seat,
                        box.key,
                        choices=tuple(self._choice(spot, label, item) for item, label in labels),
                        hint=hint,
                        partners=partners,
                    )
                case _:
                    yield Sides(seat, box.key, choices=(self._choice(spot, box.label, 1),), hint=hint)

    def _choice(self, spot: Spot, label: Text, mark: Mark) -> Choice:
        chosen = self.written.marks.get(spot) == mark
        return Choice(label, {spot: None if chosen else mark}, chosen=chosen)

    def _counts(self, box: PadBox, spot: Spot) -> Iterator[Choice]:
        """A number for each that can be told; the last stands for more as well where more is worth no more."""
        ends = self.ends.get(box.key)
        enough = box.most if ends is None or ends.enough is None else max(ends.enough, box.least)
        mark = self.written.marks.get(spot)
        last = min(box.most, max(enough, mark if isinstance(mark, int) else enough))
        for number in range(box.least, last + 1):
            more = "+" if number == last < box.most else ""
            yield self._choice(spot, Literal(f"{number}{more}"), number)

    def _ticks(self, row: PadRow, box: PadBox) -> Iterator[Choice]:
        """A button for each player, or for each pair of partners; where one alone can have it, a tap moves it."""
        marks, setup = self.written.marks, self.written.setup
        seats = [seat for seat in self._asked(row, box) if seat is not None]
        spots = {seat: Spot(self.round, row.key, box.key, seat) for seat in seats}
        for seat, spot in spots.items():
            chosen = bool(marks.get(spot))
            changes: dict[Spot, Mark | None] = {spot: None if chosen else 1}
            if box.owner and not chosen:
                changes = {**{other: None for other in spots.values() if marks.get(other)}, spot: 1}
            who = setup.names(self.written.team(seat, self.round)) if row.team else (setup.name(seat),)
            yield Choice(Text("%(who)s", who=who) if row.team else Literal(who[0]), changes, chosen=chosen)


def _hint(box: PadBox) -> Text:
    match box.kind:
        case "tick":
            return Text("Tap the player.") if not box.shared else Text("Tap if it applies.")
        case "chips":
            return Text("Tap each player’s cards.")
        case "choice":
            return Text("Choose one.")
        case "counter":
            return Text("Tap the number.")
    return Text("Enter a number for each player.") if not box.shared else Text("Enter a number for the whole table.")
