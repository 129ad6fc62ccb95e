"""A sequence that never changes and is not copied as a whole when something is added to it."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple, TypeVar, overload

from scorekeeper.games.errors import Malformed
from scorekeeper.games.pad import LARGEST, MOST_ROUNDS, Changes, Options, Seat, Setup, Spot
from scorekeeper.games.referee import Action, Play
from scorekeeper.language.text import Text
from scorekeeper.table.agreement import Outcome
from scorekeeper.table.plain import seat as seat_of
from scorekeeper.table.plain import whole, word

One = TypeVar("One")

PART = 512

DECODER = json.JSONDecoder()

ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))

SPOTS_IN_MEMORY = 8192
"""Spots that stay read, for they are the same at every table of a game."""


class Grown(Sequence[One]):
    """Kept in parts of `PART`, but for the last: one with more in it shares all full parts with the one before."""

    __slots__ = ("full", "last")

    def __init__(self, all: Iterable[One] = (), full: tuple[tuple[One, ...], ...] = ()) -> None:
        rest = tuple(all)
        whole = len(rest) - len(rest) % PART
        self.full = full + tuple(rest[start : start + PART] for start in range(0, whole, PART))
        self.last = rest[whole:]

    def further(self, more: Iterable[One]) -> "Grown[One]":
        """The same with more at its end."""
        return Grown((*self.last, *more), self.full)

    def __len__(self) -> int:
        return PART * len(self.full) + len(self.last)

    def __iter__(self) -> Iterator[One]:
        return chain.from_iterable((*self.full, self.last))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Grown) and (self.full, self.last) == (other.full, other.last)

    __hash__ = None  # type: ignore[assignment]

    @overload
    def __getitem__(self, place: int) -> One: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[One, ...]: ...
    def __getitem__(self, place: int | slice) -> One | tuple[One, ...]:
        if isinstance(place, slice):
            return tuple([self._at(each) for each in range(*place.indices(len(self)))])
        if not -len(self) <= place < len(self):
            raise IndexError(place)
        return self._at(place % len(self))

    def _at(self, place: int) -> One:
        part, rest = divmod(place, PART)
        return (self.full[part] if part < len(self.full) else self.last)[rest]


@dataclass(frozen=True, slots=True)
class Write:
    """Write marks on the pad; None rubs one out."""

    changes: Changes


@dataclass(frozen=True, slots=True)
class Strike:
    """Take a line back. Striking a strike puts the line back."""

    seq: int


@dataclass(frozen=True, slots=True)
class Amend:
    """Say what an earlier line should have been, in its place."""

    seq: int
    act: Write | Action


@dataclass(frozen=True, slots=True)
class Change:
    """Change who plays or by which rules; the whole setup as it is from now on."""

    setup: Setup


@dataclass(frozen=True, slots=True)
class Agree:
    """Say of some seats that they agree to the sheet of a round; `of` is what that sheet came to.

    `outcome` keeps it, so that it stands although a rule is mended later. (None: written by an earlier release.)
    """

    round: int
    seats: tuple[Seat, ...]
    of: str
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True)
class Reopen:
    """Open a round that all agreed to, and say why; then all agree anew."""

    round: int
    why: str


@dataclass(frozen=True, slots=True)
class Close:
    """End the evening after so many rounds; a round that is begun later opens the table again."""

    after: int


Act = Write | Strike | Amend | Change | Action | Agree | Reopen | Close


class By(NamedTuple):
    """Who wrote a line: the browser, and the seat it had taken (None: a phone in the middle of the table)."""

    browser: str
    seat: Seat | None = None


class Seen(NamedTuple):
    """How far a page has read a journal: the number of its newest line, and the last six digits of that line's time.

    A journal that is brought back from an older copy goes on with other lines under the same numbers; their times tell
    them apart. ("": it is not known.)
    """

    seq: int
    time: str = ""

    def __str__(self) -> str:
        return f"{self.seq}.{self.time}" if self.time else str(self.seq)

    @classmethod
    def of(cls, seq: int, at: int) -> "Seen":
        """What a page has seen whose newest line has that number and was written at that time."""
        return cls(seq, f"{at % 10**6:06}")

    @classmethod
    def of_group(cls, seq: int, at: int, lines: int, deleted: int) -> "Seen":
        """The same of a group, whose pages tell of its tables too: it grows with each of their `lines` as well.

        Which tables it has changes only with a line of its own, so a larger one is the later one; only a table that
        was `deleted` and is put back makes it smaller.
        """
        return cls(seq, f"{lines:07}{deleted % 1000:03}{at % 10**6:06}")

    @classmethod
    def read(cls, text: str) -> "Seen | None":
        """Read it from what a page says; None where it is none."""
        seq, _, time = text.partition(".")
        plain = text.isascii() and seq.isdigit() and len(seq) <= 7 and (not time or time.isdigit())
        return cls(int(seq), time) if plain else None


class Line(NamedTuple):
    """One line of the journal. `seq` counts from 1 per table, `at` is seconds since 1970, `op` is unique for ever."""

    seq: int
    op: str
    at: int
    by: By
    act: Act


class Corrections(NamedTuple):
    """What was said of other lines: which are taken back, and by which line; which are to read otherwise, and how.

    `said` tells whether any line speaks of another at all.
    """

    said: bool
    gone: frozenset[int]
    by: Mapping[int, int]
    amended: Mapping[int, Write | Action]

    def stands(self, line: Line) -> bool:
        """Whether a line counts by itself."""
        return line.seq not in self.gone and not isinstance(line.act, Strike | Amend)

    def now(self, line: Line) -> Line:
        """A line as it should have been."""
        act = self.amended.get(line.seq)
        return line if act is None or type(line.act) is not type(act) else line._replace(act=act)

    def touch(self, line: Line) -> bool:
        """Whether anything was said of a line."""
        return line.seq in self.gone or line.seq in self.amended


def taken_back(strikes: Iterable[tuple[int, int]]) -> dict[int, int]:
    """The lines that are taken back and not put back, each with the line that did it; the first line always stands.

    `strikes` are the numbers of all lines that take one back, each with the number of that one.
    """
    by: dict[int, int] = {}
    for seq, target in sorted(strikes, reverse=True):
        if seq not in by and target > 1:
            by.setdefault(target, seq)
    return by


def corrections(lines: Sequence[Line]) -> Corrections:
    """Read off the journal what was taken back and not put back, and what was amended; the first line always stands."""
    aimed = [line for line in lines if type(line.act) is Strike or type(line.act) is Amend]
    by = taken_back((line.seq, line.act.seq) for line in aimed if isinstance(line.act, Strike))
    amended = {line.act.seq: line.act.act for line in aimed if isinstance(line.act, Amend) and line.seq not in by}
    return Corrections(bool(aimed), frozenset(by), by, amended)


def struck(lines: Sequence[Line]) -> frozenset[int]:
    """The numbers of the lines that have been taken back and not put back."""
    return corrections(lines).gone


def effective_lines(lines: Sequence[Line]) -> list[Line]:
    """The lines that count, in order: struck ones left out, amended ones as they should have been."""
    said = corrections(lines)
    if not said.said:
        return list(lines)
    return [said.now(line) for line in lines if said.stands(line)]


def rounds_being_told(plays: Mapping[int, Play], round: int) -> set[int]:
    """The other rounds whose marks do not count yet: they are still being told, and may come out otherwise."""
    return {number for number, one in plays.items() if number != round and one.unfinished is not None}


def dump(act: Act) -> str:
    """Write an act as one line of JSON; `load` reads it back."""
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
            return {"agree": round, "seats": seats, "of": of, **({"outcome": outcome} if outcome else {})}
        case Reopen(round, why):
            return {"reopen": round, "why": why}
        case Close(after):
            return {"close": after}
        case Change(setup):
            return {
                "players": setup.players,
                "options": dict(setup.options),
                "seating": setup.seating,
                "starter": setup.starter,
                **(
                    {"earlier": [[*rounds, dict(options)] for *rounds, options in setup.earlier]}
                    if setup.earlier
                    else {}
                ),
            }


def load(text: str) -> Act:
    """Read an act from its JSON as `dump` writes it, with nothing around it. Raises Malformed when it is none."""
    try:
        plain, end = DECODER.raw_decode(text)
        if end != len(text):
            raise ValueError(text)
        return _act(plain)
    except (IndexError, KeyError, RecursionError, TypeError, ValueError) as broken:
        raise Malformed("act", Text("This is not a valid history entry.")) from broken


def _act(plain: Any) -> Act:
    if isinstance(plain, dict) and isinstance(written := plain.get("write"), list):  # most lines, so before all others
        return Write({_spot(round, row, box, seat, item): _mark(mark) for round, row, box, seat, item, mark in written})
    match plain:
        case {"strike": seq}:
            return Strike(whole(seq, 1))
        case {"amend": seq, "to": dict(new)}:
            act = _act(new)
            if isinstance(act, Write | Action):
                return Amend(whole(seq, 1), act)
        case {"move": kind, "round": round, "seat": seat, "of": list(of)}:
            return Action(_round(round), word(kind), seat_of(seat), tuple(map(word, of)))
        case {"agree": round, "seats": list(agreeing), "of": of}:
            return Agree(_round(round), tuple(map(whole, agreeing)), word(of), _outcome(plain.get("outcome")))
        case {"reopen": round, "why": why}:
            return Reopen(_round(round), word(why))
        case {"close": after}:
            return Close(whole(after))
        case {"players": list(players), "options": dict(options), "seating": list(seating), "starter": starter}:
            seats = tuple((whole(first, 1), tuple(map(whole, order))) for first, order in seating)
            earlier = tuple(
                (whole(first, 1), whole(last, 1), _options(then)) for first, last, then in plain.get("earlier", [])
            )
            who = tuple(map(word, players))
            return Change(_setup(Setup(who, _options(options), seats, whole(starter), earlier)))
    raise ValueError(plain)


def _outcome(plain: object) -> Outcome | None:
    match plain:
        case [pad, list(totals), list(ranks), list(winners), list(cells)]:
            points = tuple(
                (word(row), whole(seat), None if mark is None else _number(mark)) for row, seat, mark in cells
            )
            return Outcome(word(pad), _by_seat(totals), _by_seat(ranks), tuple(map(whole, winners)), points)
    return None


def _points(value: object) -> int | None:
    return None if value is None else _number(value)


def _by_seat(plain: list[Any]) -> tuple[tuple[Seat, int], ...]:
    return tuple((whole(seat), _number(number)) for seat, number in plain)


def _options(plain: dict[str, Any]) -> Options:
    return {word(key): _mark(value) for key, value in plain.items()}


def _setup(setup: Setup) -> Setup:
    """A setup in which somebody sits, and nobody who is not there."""
    seated = [seat for _, order in setup.seating for seat in order]
    if not setup.seating or not all(order for _, order in setup.seating) or max(seated) >= len(setup.players):
        raise ValueError(setup)
    return setup


@lru_cache(SPOTS_IN_MEMORY, typed=True)  # so that True, which equals 1, is still no round
def _spot(round: object, row: object, box: object, seat: object, item: object) -> Spot:
    return Spot(_round(round), word(row), word(box), seat_of(seat), word(item))


def _mark(mark: Any) -> Any:
    """A mark, or None where one is rubbed out."""
    if mark is None or type(mark) is bool:
        return mark
    return word(mark) if isinstance(mark, str) else whole(mark, -LARGEST)


def _number(value: object) -> int:
    return whole(value, -LARGEST)


def _round(value: object) -> int:
    return whole(value, 1, MOST_ROUNDS)
