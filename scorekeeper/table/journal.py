"""Acts in the journal of a table (write, undo, correct, change the setup, agree …), and their form as JSON."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from scorekeeper.games.errors import Malformed
from scorekeeper.games.pad import LARGEST_IN_JSON, MOST_ROUNDS, Changes, Options, Seat, Setup, Spot
from scorekeeper.games.referee import Action
from scorekeeper.games.signs import MOST_SIGNS
from scorekeeper.language.text import Text
from scorekeeper.table.agreement import Outcome

CLOCK_ACTS = ("on", "off", "pause", "go", "turn")
"""What a line can do to the clock of a table. Only "turn" has a seat."""

JOURNAL_SPOTS_IN_MEMORY = 8192
"""Size of the cache of parsed spots. A spot never changes, and tables of the same game share most of theirs."""


@dataclass(frozen=True, slots=True)
class Write:
    """An act: write marks on the pad."""

    changes: Changes
    """Maps each spot to its new mark, or to None to erase it."""


@dataclass(frozen=True, slots=True)
class Strike:
    """An act: undo a line. Undoing an undo restores the line."""

    seq: int


@dataclass(frozen=True, slots=True)
class Amend:
    """An act: correct an earlier line by replacing its marks or its move."""

    seq: int
    act: Write | Action


@dataclass(frozen=True, slots=True)
class Change:
    """An act: set the players and options. It holds the complete setup that applies from now on."""

    setup: Setup


@dataclass(frozen=True, slots=True)
class Agree:
    """An act: some seats agree to the sheet of a round."""

    round: int
    seats: tuple[Seat, ...]
    of: str
    """The digest of that sheet."""
    outcome: Outcome | None = None
    """Preserves the result even if a later release scores differently. Lines of early releases have None."""


@dataclass(frozen=True, slots=True)
class Reopen:
    """An act: open an agreed round for changes, with a reason. All agreements to it end."""

    round: int
    why: str


@dataclass(frozen=True, slots=True)
class Close:
    """An act: finish the table after a number of rounds. Starting a later round opens it again."""

    after: int


@dataclass(frozen=True, slots=True)
class SetClock:
    """An act: set the clock of the table. The time of the line is the time at which it was set."""

    do: str
    """One of `CLOCK_ACTS`: turn the clock "on" or "off", "pause" it, let it "go" on, or pass the "turn"."""
    seat: Seat | None = None
    """The seat whose turn it is from now on, None for the other acts."""


@dataclass(frozen=True, slots=True)
class Erased:
    """A note that a name was erased from earlier lines. The line can be neither undone nor corrected."""

    name: str
    """Its replacement."""


Act = Write | Strike | Amend | Change | Action | Agree | Reopen | Close | SetClock | Erased


class By(NamedTuple):
    """Author of a line: the browser, and the seat that it had claimed (None for a shared phone)."""

    browser: str
    seat: Seat | None = None


class Seen(NamedTuple):
    """How far a page has read a journal: the number of its newest line and the last six digits of that line’s time.

    A journal restored from an older copy continues with other lines under the same numbers. Their times tell them
    apart. The time is "" if unknown.
    """

    seq: int
    time: str = ""

    def __str__(self) -> str:
        return f"{self.seq}.{self.time}" if self.time else str(self.seq)

    @classmethod
    def of(cls, seq: int, at: int) -> "Seen":
        """Return the `Seen` of a page whose newest line has the number `seq` and the Unix time `at`."""
        return cls(seq, f"{at % 10**6:06}")

    @classmethod
    def of_group(cls, seq: int, at: int, lines: int, deleted: int) -> "Seen":
        """Return the `Seen` of a group page, which also counts the `lines` of the group’s tables.

        `seq` grows whenever the group gets or loses a table, so later pages have greater values. `deleted` is the
        number of deleted tables. Only restoring one of them makes a value smaller.
        """
        return cls(seq, f"{lines:07}{deleted % 1000:03}{at % 10**6:06}")

    @classmethod
    def parse(cls, text: str) -> "Seen | None":
        """Parse the value that a page sends. Return None if it is invalid."""
        seq, _, time = text.partition(".")
        # isascii, because isdigit accepts the digits of other scripts as well.
        plain = text.isascii() and seq.isdigit() and len(seq) <= 7 and (not time or time.isdigit())
        return cls(int(seq), time) if plain else None


class Line(NamedTuple):
    """A line of a journal."""

    seq: int
    """Its number, from 1."""
    op: str
    """The globally unique idempotency key."""
    at: int
    """Unix time in seconds."""
    by: By
    act: Act


class Corrections(NamedTuple):
    """Undone and corrected lines of a journal, by number."""

    gone: Mapping[int, int]
    """The undone lines, each with the line that undid it."""
    amended: Mapping[int, tuple[By, Write | Action]]
    """Who corrected a line last, and its new act."""

    def apply(self, line: Line) -> Line:
        """Return a line with its correction, if it has one, applied. A correction to another kind of act is ignored."""
        _, act = self.amended.get(line.seq, (line.by, line.act))
        return line if act is line.act or type(act) is not type(line.act) else line._replace(act=act)

    def find_author(self, line: Line) -> By:
        """Return who wrote a line or, if it was corrected, who corrected it last."""
        return self.amended[line.seq][0] if line.seq in self.amended else line.by

    def list_effective(self, lines: Sequence[Line]) -> tuple[Line, ...]:
        """Return the lines that count, in order: without undone ones, with corrections applied."""
        # Most journals have no corrections, and the check of each line would take time.
        if not any(self):
            return tuple(lines)
        return tuple(
            [
                self.apply(line)
                for line in lines
                if line.seq not in self.gone and not isinstance(line.act, Strike | Amend)
            ]
        )


def find_undone(strikes: Iterable[tuple[int, int]]) -> dict[int, int]:
    """Return the numbers of the undone lines, each with the number of the line that undid it.

    `strikes` holds pairs of numbers: each undoing line with its target. An undo that is itself undone does not count.
    The first line of a journal cannot be undone.
    """
    by: dict[int, int] = {}
    # From the newest back, so that it is known whether an undo counts before its target is looked at.
    for seq, target in sorted(strikes, reverse=True):
        if seq not in by and target > 1:
            by.setdefault(target, seq)
    return by


def find_corrections(lines: Sequence[Line]) -> Corrections:
    """Find the lines that are undone and not restored, and those that are corrected."""
    aimed = [line for line in lines if type(line.act) is Strike or type(line.act) is Amend]
    gone = find_undone((line.seq, line.act.seq) for line in aimed if isinstance(line.act, Strike))
    amended = {
        line.act.seq: (line.by, line.act.act) for line in aimed if isinstance(line.act, Amend) and line.seq not in gone
    }
    return Corrections(gone, amended)


def find_rounds(act: Act) -> set[int]:
    """Return the rounds that an act writes marks or moves in."""
    if isinstance(act, Write):
        return {spot.round for spot in act.changes}
    return {act.round} if isinstance(act, Action) else set()


def dump(act: Act) -> str:
    """Serialise an act as one line of JSON, to be read by `load`."""
    return ENCODER.encode(_plain(act))


def _plain(act: Act) -> dict[str, object]:
    match act:
        case Write(changes):
            return {"write": [[*spot, mark] for spot, mark in changes.items()]}
        case Strike(seq):
            return {"strike": seq}
        case Amend(seq, new):
            return {"amend": seq, "to": _plain(new)}
        case Action(round, kind, seat, of):
            return {"move": kind, "round": round, "seat": seat, "of": of}
        case Agree(round, seats, of, outcome):
            # Without an outcome the key is left out, so that lines of early releases keep their form and hash.
            return {"agree": round, "seats": seats, "of": of, **({"outcome": outcome} if outcome else {})}
        case Reopen(round, why):
            return {"reopen": round, "why": why}
        case Close(after):
            return {"close": after}
        case SetClock(do, seat):
            return {"clock": do} if seat is None else {"clock": do, "seat": seat}
        case Erased(name):
            return {"erased": name}
        case Change(setup):
            earlier = [[*rounds, dict(options)] for *rounds, options in setup.earlier]
            # Left out if empty, so that lines of early releases keep their form and hash.
            rare = {"earlier": earlier, "signs": setup.signs, "late": setup.late}
            return {
                "players": setup.players,
                "options": dict(setup.options),
                "seating": setup.seating,
                "starter": setup.starter,
                **{key: value for key, value in rare.items() if value},
            }


def load(text: str, seq: int | None = None) -> Act:
    """Parse an act from JSON as written by `dump`. `seq` is the number of its line, None if it has none yet.

    Raise Malformed if the act is invalid, if anything follows it, or if it refers to no earlier line.
    """
    act = load_act(text, _act)
    if seq is not None and not refers_back(act, seq):
        raise Malformed("act", Text("Entry %(seq)s undoes or corrects no earlier entry.", seq=seq))
    return act


def refers_back(act: Act, seq: int) -> bool:
    """Return whether an act in line `seq` refers to an earlier line or to none.

    `admit_line` adds no other line, so one that does not comes from a file or a damaged database.
    """
    return not isinstance(act, Strike | Amend) or act.seq < seq


def list_targets(lines: Sequence[Line], act: Act) -> list[Line]:
    """Return the line that an act undoes or corrects, the line that this one undoes or corrects, and so on.

    Empty for other acts. `lines` is the journal, which the act continues or belongs to.
    """
    targets: list[Line] = []
    before = len(lines) + 1
    # Each step leads to an earlier line, so this ends whatever a damaged journal contains.
    while isinstance(act, Strike | Amend) and 0 < act.seq < before:
        before = act.seq
        targets.append(lines[before - 1])
        act = targets[-1].act
    return targets


def _act(plain: Any) -> Act:
    # Before all others and without pattern matching, because most lines are of this kind.
    if isinstance(plain, dict) and isinstance(written := plain.get("write"), list):
        return Write({_spot(round, row, box, seat, item): _mark(mark) for round, row, box, seat, item, mark in written})
    match plain:
        case {"strike": seq}:
            return Strike(check_whole(seq, 1))
        case {"amend": seq, "to": dict(new)}:
            act = _act(new)
            if isinstance(act, Write | Action):
                return Amend(check_whole(seq, 1), act)
        case {"move": kind, "round": round, "seat": seat, "of": list(of)}:
            return Action(_round(round), check_text(kind), check_seat(seat), tuple(map(check_text, of)))
        case {"agree": round, "seats": list(agreeing), "of": of}:
            return Agree(
                _round(round), tuple(map(check_whole, agreeing)), check_text(of), _outcome(plain.get("outcome"))
            )
        case {"reopen": round, "why": why}:
            return Reopen(_round(round), check_text(why))
        case {"close": after}:
            return Close(check_whole(after))
        case {"clock": do}:
            return _set_clock(do, plain.get("seat"))
        case {"erased": name}:
            return Erased(check_text(name))
        case {"players": list(), "options": dict(), "seating": list(), "starter": _}:
            return Change(_setup(plain))
    raise ValueError(plain)


def _set_clock(do: object, seat: object) -> SetClock:
    if do not in CLOCK_ACTS or (do == "turn") == (seat is None):
        raise ValueError(do)
    return SetClock(check_text(do), check_seat(seat))


def _outcome(plain: object) -> Outcome | None:
    match plain:
        case [pad, list(totals), list(ranks), list(winners), list(cells)]:
            points = tuple(
                (check_text(row), check_whole(seat), None if mark is None else _number(mark))
                for row, seat, mark in cells
            )
            return Outcome(check_text(pad), _by_seat(totals), _by_seat(ranks), tuple(map(check_whole, winners)), points)
    # Without an outcome the agreement still holds by its digest; only the result is not preserved.
    return None


def _by_seat(plain: list[Any]) -> tuple[tuple[Seat, int], ...]:
    return tuple((check_whole(seat), _number(number)) for seat, number in plain)


def _options(plain: Any) -> Options:
    if not isinstance(plain, dict):
        raise TypeError(plain)
    return {check_text(key): _mark(value) for key, value in plain.items()}


def _setup(plain: dict[str, Any]) -> Setup:
    """Parse a setup. Raise ValueError if nobody is seated or a seat has no player."""
    earlier, late = plain.get("earlier", []), plain.get("late", [])
    setup = Setup(
        players=tuple(map(check_text, plain["players"])),
        options=_options(plain["options"]),
        seating=tuple((check_whole(first, 1), tuple(map(check_whole, order))) for first, order in plain["seating"]),
        starter=check_whole(plain["starter"]),
        earlier=tuple((check_whole(first, 1), check_whole(last, 1), _options(then)) for first, last, then in earlier),
        signs=tuple(check_whole(sign, 0, MOST_SIGNS - 1) for sign in plain.get("signs", [])),
        late=tuple((check_whole(seat), None if total is None else _number(total)) for seat, total in late),
    )
    seated = [seat for _, order in setup.seating for seat in order]
    # A seat without a name would make every page fail.
    if not setup.seating or not all(order for _, order in setup.seating) or max(seated) >= len(setup.players):
        raise ValueError(setup)
    numbered = [seat for seat, _ in setup.late]
    if len(setup.signs) > len(setup.players) or len({*numbered}) < len(numbered):
        raise ValueError(setup)
    if max(numbered, default=0) >= len(setup.players):
        raise ValueError(setup)
    return setup


# Typed, because True equals 1 and would otherwise be found in the cache as a valid round.
@lru_cache(JOURNAL_SPOTS_IN_MEMORY, typed=True)
def _spot(round: object, row: object, box: object, seat: object, item: object) -> Spot:
    return Spot(_round(round), check_text(row), check_text(box), check_seat(seat), check_text(item))


def _mark(mark: Any) -> Any:
    # Written out for numbers, because most marks are numbers and journals have thousands of them.
    if (type(mark) is int and -LARGEST_IN_JSON <= mark <= LARGEST_IN_JSON) or mark is None or type(mark) is bool:
        return mark
    return check_text(mark)


def _number(value: object) -> int:
    return check_whole(value, -LARGEST_IN_JSON)


def _round(value: object) -> int:
    return check_whole(value, 1, MOST_ROUNDS)


ParsedAct = TypeVar("ParsedAct")

DECODER = json.JSONDecoder()

# Created once: json.dumps with options makes a new encoder for each call.
ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def load_act(text: str, parse: Callable[[Any], ParsedAct]) -> ParsedAct:
    """Return the act of a line of JSON. `parse` turns the JSON value into an act.

    Raise Malformed if the line is invalid or anything follows it.
    """
    try:
        # Unlike `loads`, `raw_decode` accepts no white space in front, so that each act has one form only.
        plain, end = DECODER.raw_decode(text)
        if end != len(text):
            raise ValueError(text)
        return parse(plain)
    # A RecursionError comes from deeply nested JSON in a file made to do harm.
    except (LookupError, RecursionError, TypeError, ValueError) as broken:
        raise Malformed("act", Text("This is not a valid history entry.")) from broken


def check_whole(value: object, least: int = 0, most: int = LARGEST_IN_JSON) -> int:
    """Return the value if it is an integer in the range. Raise ValueError if not."""
    # Not isinstance, because True is an int as well.
    if type(value) is not int or not least <= value <= most:
        raise ValueError(value)
    return value


def check_text(value: object) -> str:
    """Return the value if it is text that can be encoded as UTF-8. Raise TypeError or ValueError if not."""
    if not isinstance(value, str):
        raise TypeError(value)
    if not value.isascii():
        # Raises UnicodeEncodeError, a ValueError, for a lone surrogate, which no page can show.
        value.encode()
    return value


def check_seat(value: object) -> Seat | None:
    """Return the value if it is a seat or None. Raise ValueError if not."""
    return None if value is None else check_whole(value)
