"""The kinds of boxes on a pad, a class for each.

A kind knows how it is read from a pad file, which marks it takes, how it is asked for, what it counts in formulas, and
how its entry is shown on the sheet.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self
from typing import Literal as OneOf

from scorekeeper.games.entry import Ask, Chips, Counts, Digits, Pegs
from scorekeeper.games.errors import Malformed
from scorekeeper.games.pad import (
    ALL,
    BEYOND,
    NO_NEWS,
    SEALED,
    THAT_IS_ALL,
    Changes,
    Choice,
    Mark,
    Seat,
    Spot,
    format_points,
)
from scorekeeper.games.pads.evaluate import Gap, Value
from scorekeeper.games.pads.pad import Box, Content, Entries, MakeText, Row
from scorekeeper.games.pads.padfile import Mistake, Path, check_whole
from scorekeeper.games.user_input import clean_text, describe_range, parse_whole
from scorekeeper.language.text import Literal, Text

IN_TWO_LINES = 14
"""The maximum number of buttons that fit into two lines of a phone."""

TRACK = "_track"
"""The end of the key of a box for crosses, after the key of the counter that counts them."""

MOST_LETTERS = 200
"""The maximum length of a remark in characters."""


@dataclass(frozen=True, slots=True)
class NumberBox(Box):
    """A number from `least` to `most`, typed unless there are `taps`, the numbers to tap instead, or `pegs`."""

    least: int = field(default=0, kw_only=True)
    step: int = field(default=1, kw_only=True)
    """Of what numbers must be multiples."""
    blank: int | None = field(default=None, kw_only=True)
    """What an empty box counts once the table says that everything is entered, or None if it has to be entered."""
    taps: tuple[int, ...] = field(default=(), kw_only=True)
    sum: int | None = field(default=None, kw_only=True)
    """What the numbers of all players add up to, or None."""
    impossible: tuple[int, ...] = field(default=(), kw_only=True)
    """Numbers in between that cannot be."""
    pegs: tuple[int, ...] = field(default=(), kw_only=True)
    """The numbers that a tap adds, as they are pegged one by one."""
    sums: bool = field(default=False, kw_only=True)
    """Whether it may be typed as 20 + 10 − 5."""

    fields: ClassVar[tuple[str, ...]] = (
        "most",
        "least",
        "step",
        "impossible",
        "blank",
        "shared",
        "taps",
        "pegs",
        "default",
        "sum",
    )
    scores_alone = True

    usual_most: ClassVar = 9_999
    usual_blank: ClassVar[int | None] = None
    widest: ClassVar[int | None] = None
    """The maximum difference between `most` and `least`, or None."""
    adds_up: ClassVar = True
    """Whether large numbers may be typed as sums."""

    @classmethod
    def parse_part(cls, key: str, part: Content, path: Path, make_text: MakeText) -> Self:
        taps = tuple(part.get("taps", ()))
        most = part.get("most", max(taps, default=cls.usual_most))
        least = part.get("least", min((0, *taps)))
        if least > most:
            raise Mistake((*path, "most"), Text("Put the smaller number first."))
        if cls.widest is not None and most > least + cls.widest:
            raise Mistake((*path, "most"), Text("There can be at most %(most)s here.", most=least + cls.widest))
        for number in taps:
            check_whole(number, least, most, (*path, "taps"))
        default = part.get("default")
        if "default" in part and not (type(default) is int and least <= default <= most):
            raise Mistake((*path, "default"), Text("The box cannot have this value."))
        blank = part.get("blank", cls.usual_blank)
        # Only numbers that can be negative or have three digits are worth adding up.
        sums = cls.adds_up and (most > 99 or least < 0)
        return cls.make(key, part, make_text, most=most, least=least, blank=blank, sums=sums)

    @property
    def typed(self) -> bool:
        return not self.taps and not self.pegs

    @property
    def may_stay_blank(self) -> bool:
        # A default is known from the start, so nobody is waited for.
        return self.default is None and self.blank is not None

    @property
    def bounds(self) -> tuple[int, int]:
        """The smallest and the largest number that can be typed.

        Only its size is checked then. The pad checks the exact range when the round is scored.
        """
        most = max(self.most, -self.least)
        return -most if self.least < 0 else 0, most

    def holds(self, mark: Mark) -> bool:
        return isinstance(mark, int) and (-BEYOND if self.least < 0 else 0) <= mark <= BEYOND

    def describe_range(self) -> Text:
        """Return the message that a number is invalid or out of range, with the numbers that the game allows."""
        return describe_range(self.least, self.most)

    def parse(self, text: str) -> Mark:
        try:
            return parse_whole(text, self.key, *self.bounds)
        except Malformed:
            raise Malformed(self.key, self.describe_range()) from None

    def evaluate(self, written: Entries, row: Row, seat: Seat) -> Value:
        mark = written.mark(row, self, seat)
        if mark is not None:
            return int(mark)
        if self.default is not None:
            return self.default
        # A tie-break is asked only of tied players, so a blank there never counts as 0.
        if self.blank is None or row.decides:
            return Gap((written.spot(row, self, seat),))
        return written.count_blank(self.blank, written.spot(row, self, seat))

    def find_fault(self, mark: int) -> Text | None:
        if self.taps and mark not in self.taps:
            numbers = Literal(", ".join(map(format_points, self.taps)))
            return Text("%(what)s: one of %(numbers)s.", what=self.label, numbers=numbers)
        if not self.least <= mark <= self.most:
            gaps = {"what": self.label, "least": self.least, "most": self.most}
            return Text("%(what)s: from %(least)s to %(most)s.", **gaps)
        if mark in self.impossible:
            return Text("%(what)s: %(number)s is impossible.", what=self.label, number=format_points(mark))
        return Text("%(what)s: in steps of %(step)s.", what=self.label, step=self.step) if mark % self.step else None

    @property
    def hint(self) -> Text:
        if self.taps:
            return Text("Choose one.")
        if self.pegs:
            return Text("Tap what is pegged.")
        return Text("Enter a number for the whole table.") if self.shared else Text("Enter a number for each player.")

    @property
    def own_hint(self) -> Text:
        return self.hint if self.taps or self.pegs or self.shared else Text("Enter your number.")

    @property
    def in_place(self) -> bool:
        return self.shared and (bool(self.taps) or (self.least >= 0 and self.step == 1 and not self.sums))

    def ask(self, seat: Seat | None, spot: Spot, mark: Mark | None, enough: int | None, **who: Any) -> Ask:
        if self.pegs:
            return Pegs(seat, self.key, choices=tuple(self._list_pegs(spot, mark)), **who)
        if self.typed:
            return Digits(seat, self.key, most=self.most, **who)
        return Counts(seat, self.key, choices=tuple(self.list_choices(spot, mark, enough)), **who)

    def _list_pegs(self, spot: Spot, mark: Mark | None) -> Iterator[Choice]:
        had = mark if isinstance(mark, int) else 0
        for number in self.pegs:
            changes: Changes = {spot: had + number} if had + number <= self.most else {}
            yield Choice(Literal(f"+{number}"), changes)

    def list_choices(self, spot: Spot, mark: Mark | None, enough: int | None = None) -> Iterator[Choice]:
        for number in self.taps:
            # Set from the start: “No” says why, as in the choices beside it.
            label = Text("No") if number == self.default == 0 else Literal(format_points(number))
            yield self.make_choice(spot, label, number, mark)

    def label_entry(self, said: Text) -> Text:
        return Text("%(what)s %(points)s", what=self.label, points=said)


@dataclass(frozen=True, slots=True)
class CounterBox(NumberBox):
    """A small number that is tapped, with a button for each."""

    track: tuple[str, ...] = field(default=(), kw_only=True)
    """What is crossed off one by one, from left to right, or is empty.

    The number is then that of the crosses. Without any cross it can be entered by itself.
    """

    fields = ("most", "least", "blank", "shared", "default", "sum", "track")
    usual_most = 12
    usual_blank = 0
    widest = 30
    adds_up = False

    @classmethod
    def parse_part(cls, key: str, part: Content, path: Path, make_text: MakeText) -> Self:
        track = tuple(map(str, part.get("track", ())))
        if len(track) > cls.widest:
            raise Mistake((*path, "track"), Text("There can be at most %(most)s here.", most=cls.widest))
        most = {"most": len(track)} if track else {}
        return replace(super(CounterBox, cls).parse_part(key, {**most, **part}, path, make_text), track=track)

    @property
    def crosses(self) -> "ChipsBox":
        """The box of the crosses."""
        return ChipsBox(
            f"{self.key}{TRACK}",
            self.label,
            items=self.track,
            values=(1,) * len(self.track),
            announced=Text("%(who)s crosses off %(row)s %(item)s"),
            withdrawn=Text("%(who)s: %(row)s %(item)s not crossed off"),
        )

    def count_crosses(self, written: Entries, row: Row, seat: Seat) -> int:
        """Return how many crosses a player has on the track."""
        return sum(written.copies(row, self.crosses, seat)) if self.track else 0

    @property
    def at_table(self) -> tuple[Box, ...]:
        return (self, self.crosses) if self.track else (self,)

    def evaluate(self, written: Entries, row: Row, seat: Seat) -> Value:
        return self.count_crosses(written, row, seat) or NumberBox.evaluate(self, written, row, seat)

    def is_entered(self, written: Entries, row: Row, seat: Seat) -> bool:
        return bool(self.count_crosses(written, row, seat)) or NumberBox.is_entered(self, written, row, seat)

    def is_filled(self, written: Entries, row: Row, seat: Seat) -> bool:
        # A track can get another cross.
        return NumberBox.is_entered(self, written, row, seat)

    def describe(self, written: Entries, row: Row, seat: Seat) -> Text | None:
        crosses = self.count_crosses(written, row, seat)
        return self.describe_mark(crosses) if crosses else NumberBox.describe(self, written, row, seat)

    @property
    def typed(self) -> bool:
        return False

    @property
    def in_place(self) -> bool:
        return self.shared or self.most - self.least < IN_TWO_LINES

    def find_fault(self, mark: int) -> Text | None:
        return None

    @property
    def hint(self) -> Text:
        return Text("Tap the number.")

    def list_choices(self, spot: Spot, mark: Mark | None, enough: int | None = None) -> Iterator[Choice]:
        """Yield a button for each number.

        If all larger numbers score the same, they have no buttons and the last one is shown with a plus.
        """
        needed = self.most if enough is None else max(enough, self.least)
        # A larger number entered before stays visible and can be taken back.
        last = min(self.most, max(needed, mark if isinstance(mark, int) else needed))
        for number in range(self.least, last + 1):
            more = "+" if number == last < self.most else ""
            yield self.make_choice(spot, Literal(f"{number}{more}"), number, mark)


@dataclass(frozen=True, slots=True)
class TickBox(Box):
    """Yes or no."""

    owner: OneOf["", "one", "at most one"] = field(default="", kw_only=True)
    """How many players can have the tick, "" for any number."""
    has_no: bool = field(default=False, kw_only=True)
    """Whether No is an entry of its own (0), so that a box can be struck out."""

    fields = ("owner", "shared", "default", "only_with", "top", "hidden", "chosen")

    @classmethod
    def parse_part(cls, key: str, part: Content, path: Path, make_text: MakeText) -> Self:
        if part.get("default", 0) != 0:
            raise Mistake((*path, "default"), Text("The box cannot have this value."))
        return cls.make(key, part, make_text)

    @property
    def may_stay_blank(self) -> bool:
        return self.owner != "one" and self.default is None

    @property
    def for_one(self) -> bool:
        return bool(self.owner) and not self.shared

    @property
    def in_place(self) -> bool:
        return True

    @property
    def _is_own(self) -> bool:
        """Whether it is simply a tick of a player, whose label says it all in the history."""
        return not (self.shared or self.top or self.hidden)

    @property
    def is_quiet(self) -> bool:
        # Giving the tick to one player says that the others do not have it.
        return (self.for_one and self._is_own) or self.withdrawn == NO_NEWS

    def holds(self, mark: Mark) -> bool:
        return isinstance(mark, int) and 0 <= mark <= BEYOND

    def parse(self, text: str) -> Mark:
        return parse_whole(text, self.key, 0 if self.secret or self.has_no else 1, 1)

    def is_withdrawn(self, mark: Mark | None) -> bool:
        return not mark

    def tell(self, row: Row, mark: Mark | None, for_all: bool) -> Text:
        if self._is_own and self.announced is None:
            return Text("%(who)s: %(box)s" if mark else "%(who)s: not %(box)s")
        if not for_all:
            return Text("%(who)s, %(row)s: %(box)s" if mark else "%(who)s, %(row)s: not %(box)s")
        if row.suit is None:
            return Text("%(box)s" if mark else "not: %(box)s")
        return Text("%(row)s: %(box)s" if mark else "%(row)s: not %(box)s")

    def evaluate(self, written: Entries, row: Row, seat: Seat) -> Value:
        if self.only_with not in (0, len(written.seats)):
            return False
        mark = written.mark(row, self, seat)
        if mark == SEALED:
            return Gap((written.spot(row, self, seat),))
        if mark is not None and (mark or self.has_no or written.is_hidden(self)):
            return bool(mark)
        if written.is_hidden(self):
            return Gap((written.spot(row, self, seat),))
        if self.default is not None:
            return False
        seats = written.seats
        # Once one player has the tick, nobody else can, so their blank is a no.
        if self.for_one and any(written.mark(row, self, other) for other in seats):
            return False
        if self.owner == "one":
            return Gap(tuple(written.spot(row, self, other) for other in seats))
        return written.count_blank(False, written.spot(row, self, seat))

    @property
    def hint(self) -> Text:
        if self.shared:
            return Text("Tap if it applies. Not tapped: no.")
        return Text("Tap the player. Others: no.") if self.owner else Text("Tap the players. Others: no.")

    def describe_mark(self, mark: Mark) -> Text:
        return Text("yes") if mark else Text("no")

    def label_entry(self, said: Text) -> Text:
        return self.label


@dataclass(frozen=True, slots=True)
class ChipsBox(Box):
    """Chips with the labels `items`, each of which a player can have up to `most` times."""

    items: tuple[str, ...] = field(kw_only=True)
    values: tuple[int, ...] = field(default=(), kw_only=True)
    """Their points."""
    copies: tuple[int, ...] = field(default=(), kw_only=True)
    """How many of each chip all players have together at most, and is empty if that is not known."""
    once: bool = field(default=False, kw_only=True)
    """Whether each chip exists only once, so that only one player can have it."""

    fields = ("chips", "values", "most", "copies", "once")
    scores_alone = True
    on_paper = False

    @classmethod
    def parse_part(cls, key: str, part: Content, path: Path, make_text: MakeText) -> Self:
        items = tuple(map(str, part.get("chips", ())))
        if not items:
            raise Mistake(path, Text("%(name)s is missing.", name=Literal("chips")))
        if any(item.startswith("-") for item in items):
            raise Mistake((*path, "chips"), Text("Put chip values below 0 in “values”."))
        values = part.get("values") or [chip if isinstance(chip, int) else None for chip in part["chips"]]
        if len(values) != len(items) or None in values:
            where = "values" if "values" in part else "chips"
            raise Mistake((*path, where), Text("Give a value for each chip, in the same order."))
        if part.get("once") and part.get("most", 1) > 1:
            raise Mistake((*path, "most"), Text("Each chip can appear only once."))
        if len(part.get("copies", items)) != len(items):
            raise Mistake((*path, "copies"), Text("Give a value for each chip, in the same order."))
        return cls.make(key, part, make_text, items=items, values=tuple(values))

    @property
    def may_stay_blank(self) -> bool:
        return True

    @property
    def parts(self) -> tuple[str, ...]:
        return self.items

    @property
    def for_one(self) -> bool:
        return self.once

    def holds(self, mark: Mark) -> bool:
        return isinstance(mark, int) and 0 <= mark <= self.most

    def parse(self, text: str) -> Mark:
        return parse_whole(text, self.key, 1, self.most)

    def tell(self, row: Row, mark: Mark | None, for_all: bool) -> Text:
        if for_all:
            return Box.tell(self, row, mark, for_all)
        if type(mark) is int and mark > 1:
            return Text("%(who)s has %(row)s %(item)s ×%(mark)s")
        return Text("%(who)s has %(row)s %(item)s" if mark else "%(who)s has no %(row)s %(item)s")

    def evaluate(self, written: Entries, row: Row, seat: Seat) -> Value:
        copies = written.copies(row, self, seat)
        worth = sum(number * value for number, value in zip(copies, self.values, strict=True))
        return worth if any(copies) else written.count_blank(0)

    def is_entered(self, written: Entries, row: Row, seat: Seat) -> bool:
        return any(written.copies(row, self, seat))

    def is_filled(self, written: Entries, row: Row, seat: Seat) -> bool:
        return False

    @property
    def hint(self) -> Text:
        return Text("Tap each player’s cards.")

    @property
    def own_hint(self) -> Text:
        return Text("Tap your cards.")

    def ask(self, seat: Seat | None, spot: Spot, mark: Mark | None, enough: int | None, **who: Any) -> Ask:
        return Chips(seat, self.key, **who)

    def describe(self, written: Entries, row: Row, seat: Seat) -> Text | None:
        copies = zip(self.items, written.copies(row, self, seat), strict=True)
        held = [(Literal(item), count) for item, count in copies if count]
        parts = tuple(
            what if count == 1 else Text("%(number)s × %(what)s", number=count, what=what) for what, count in held
        )
        return Text("%(what)s", what=parts) if parts else None

    @property
    def needs_words(self) -> bool:
        # Labels other than the points do not appear in a working.
        return self.items != tuple(map(str, self.values))


@dataclass(frozen=True, slots=True)
class ChoiceBox(Box):
    """One of several choices with the keys `items`."""

    items: tuple[str, ...] = field(kw_only=True)
    labels: tuple[Text, ...] = field(kw_only=True)
    """The labels of their buttons."""
    words: tuple[Text, ...] = field(kw_only=True)
    """Their names in sentences."""
    values: tuple[int, ...] = field(kw_only=True)
    """Their points."""
    icons: tuple[str, ...] = field(kw_only=True)

    fields = ("choices", "shared", "default", "chosen")
    gives = "word"
    absent = ""

    @classmethod
    def parse_part(cls, key: str, part: Content, path: Path, make_text: MakeText) -> Self:
        if "choices" not in part:
            raise Mistake(path, Text("%(name)s is missing.", name=Literal("choices")))
        choices = part["choices"]
        labels = tuple(make_text(get_label(choice)) for choice in choices.values())
        tables = [choice if isinstance(choice, dict) else {} for choice in choices.values()]
        if "default" in part and part["default"] not in choices:
            raise Mistake((*path, "default"), Text("The box cannot have this value."))
        return cls.make(
            key,
            part,
            make_text,
            items=tuple(choices),
            labels=labels,
            words=tuple(make_text(get_label(choice, "word")) for choice in choices.values()),
            values=tuple(table.get("value", 0) for table in tables),
            icons=tuple(table.get("icon", "") for table in tables),
        )

    def holds(self, mark: Mark) -> bool:
        return mark in self.items

    def parse(self, text: str) -> Mark:
        if text not in self.items:
            raise Malformed(self.key, Text("That is not one of the choices."))
        return text

    def evaluate(self, written: Entries, row: Row, seat: Seat) -> Value:
        mark = written.mark(row, self, seat)
        if mark is not None:
            return str(mark)
        return Gap((written.spot(row, self, seat),)) if self.default is None else self.default

    @property
    def choice_values(self) -> tuple[int, ...]:
        return self.values

    def list_choices(self, spot: Spot, mark: Mark | None, enough: int | None = None) -> Iterator[Choice]:
        for item, label, icon in zip(self.items, self.labels, self.icons, strict=True):
            yield replace(self.make_choice(spot, label, item, mark), icon=icon)

    def describe_mark(self, mark: Mark) -> Text:
        # Another release can have written a choice that the pad does not have any more.
        return dict(zip(self.items, self.words, strict=True)).get(str(mark), Literal(str(mark)))


def get_label(said: Any, key: str = "label") -> Any:
    """Return the label of a choice in a pad file, which is a text, or a table with a label and perhaps other words."""
    return said.get(key, said["label"]) if isinstance(said, dict) and "label" in said else said


@dataclass(frozen=True, slots=True)
class WordsBox(Box):
    """A remark of up to `most` characters, one for the whole table."""

    most: int = field(default=60, kw_only=True)

    fields = ("most",)
    gives = "word"
    absent = ""
    on_paper = False

    @classmethod
    def parse_part(cls, key: str, part: Content, path: Path, make_text: MakeText) -> Self:
        if part.get("most", 0) > MOST_LETTERS:
            raise Mistake((*path, "most"), Text("There can be at most %(most)s here.", most=MOST_LETTERS))
        return cls.make(key, part, make_text, shared=True)

    def holds(self, mark: Mark) -> bool:
        return isinstance(mark, str)

    def parse(self, text: str) -> Mark:
        return clean_text(text, self.key, self.most)

    def tell(self, row: Row, mark: Mark | None, for_all: bool) -> Text:
        return Text("%(box)s: %(mark)s" if mark else "not: %(box)s")

    def evaluate(self, written: Entries, row: Row, seat: Seat) -> Value:
        return ""

    def describe(self, written: Entries, row: Row, seat: Seat) -> Text | None:
        # The remark itself stands on the sheet.
        return None


END_BOX = TickBox(
    ALL,
    THAT_IS_ALL,
    shared=True,
    announced=Text("marked as complete"),
    withdrawn=Text("no longer marked as complete"),
)
"""The box in which a table says that everything is entered, after which every blank means none."""
