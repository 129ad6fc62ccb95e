"""The journal of a table: lines that are only ever added, and the fold that reads off what stands.

Everything on any phone or sheet is a function of these lines. Taking something back is a line as well.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from scorekeeper.games.agreeing import Outcome, letters
from scorekeeper.games.base import LARGEST, MOST_ROUNDS, Changes, Game, Malformed, Mark, Marks, Seat, Setup, Spot
from scorekeeper.games.referee import Action, Play, play
from scorekeeper.text import Text

if TYPE_CHECKING:
    from scorekeeper.games.sealing import Secrets


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


class Agreed(NamedTuple):
    """What a seat has agreed to, and when."""

    of: str
    at: int
    outcome: Outcome | None = None


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
    def read(cls, text: str) -> "Seen | None":
        """Read it from what a page says; None where it is none."""
        seq, _, time = text.partition(".")
        plain = text.isascii() and seq.isdigit() and len(seq) <= 7 and (not time or time.isdigit())
        return cls(int(seq), time) if plain else None


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the journal. `seq` counts from 1 per table, `at` is seconds since 1970, `op` is unique for ever."""

    seq: int
    op: str
    at: int
    by: By
    act: Act


@dataclass(frozen=True, slots=True)
class Known:
    """What the journal says now: the setup, the marks on the pad, the number of the newest line, refereed rounds.

    `agreed` holds, for each round, which seats said that they agree, and to what; `closed` after how many rounds
    somebody ended the evening. `written` is what all of it was worked out from.
    """

    setup: Setup
    marks: Marks
    seq: int
    plays: Mapping[int, Play] = field(default_factory=dict)
    agreed: Mapping[int, Mapping[Seat, Agreed]] = field(default_factory=dict)
    written: "Written | None" = field(default=None, compare=False)
    closed: int | None = None

    def counting(self, round: int) -> Marks:
        """The marks that a round is worked out from: its own, and those of every other round that is not being told."""
        return _counting(self.marks, self.plays, round)

    def rounds(self) -> int:
        """The number of the last round that anything is written or told in (0: none)."""
        return max(max((spot.round for spot in self.marks), default=0), max(self.plays, default=0))


@dataclass(frozen=True, slots=True)
class Written:
    """What the lines that stand say, before a referee follows it: who plays, the marks, moves, agreements, the end.

    `by` says which line wrote each mark, a blank one as well.
    """

    setup: Setup | None = None
    marks: Mapping[Spot, Mark | None] = field(default_factory=dict)
    by: Mapping[Spot, int] = field(default_factory=dict)
    told: Mapping[int, tuple[tuple[int, Action], ...]] = field(default_factory=dict)
    agreed: Mapping[int, Mapping[Seat, Agreed]] = field(default_factory=dict)
    closed: int | None = None

    def further(self, lines: Iterable[Line]) -> "Written":
        """The same with more lines that stand."""
        setup, marks, by = self.setup, dict(self.marks), dict(self.by)
        told = defaultdict(list, {round: list(moves) for round, moves in self.told.items()})
        agreed = {round: dict(said) for round, said in self.agreed.items()}
        closed = self.closed
        for line in lines:
            act = line.act
            if type(act) is Write:
                marks.update(act.changes)
                by.update(dict.fromkeys(act.changes, line.seq))
            elif type(act) is Change:
                setup = act.setup
            elif type(act) is Action:
                told[act.round].append((line.seq, act))
            elif type(act) is Agree:
                agreed.setdefault(act.round, {}).update(dict.fromkeys(act.seats, Agreed(act.of, line.at, act.outcome)))
            elif type(act) is Reopen:
                agreed.pop(act.round, None)
            elif type(act) is Close:
                closed = act.after
        return Written(setup, marks, by, {round: tuple(moves) for round, moves in told.items()}, agreed, closed)

    def pad(self, round: int) -> str:
        """What a sheet is worked out from, in 32 letters: who plays, by which rules, the marks and moves so far."""
        assert self.setup
        marks = [(spot, mark) for spot, mark in self.marks.items() if spot.round <= round and mark is not None]
        written = sorted([*map(str, spot), str(mark)] for spot, mark in marks)
        told = [move for upto in sorted(self.told) if upto <= round for _, move in self.told[upto]]
        moves = [[move.round, move.kind, move.seat, move.of] for move in told]
        return letters([written, moves, self.setup.seats(round), sorted(self.setup.options.items())])


class Corrections(NamedTuple):
    """What was said of other lines: which are taken back, and by which line; which are to read otherwise, and how."""

    gone: frozenset[int]
    by: Mapping[int, int]
    amended: Mapping[int, Write | Action]

    def stands(self, line: Line) -> bool:
        """Whether a line counts by itself."""
        return line.seq not in self.gone and not isinstance(line.act, Strike | Amend)

    def now(self, line: Line) -> Line:
        """A line as it should have been."""
        act = self.amended.get(line.seq)
        return line if act is None or type(line.act) is not type(act) else replace(line, act=act)

    def touch(self, line: Line) -> bool:
        """Whether anything was said of a line."""
        return line.seq in self.gone or line.seq in self.amended


def corrections(lines: Sequence[Line]) -> Corrections:
    """Read off the journal what was taken back and not put back, and what was amended; the first line always stands."""
    by: dict[int, int] = {}
    for line in sorted((line for line in lines if isinstance(line.act, Strike)), key=lambda line: -line.seq):
        if line.seq not in by and isinstance(line.act, Strike) and line.act.seq > 1:
            by.setdefault(line.act.seq, line.seq)
    amends = [line for line in lines if isinstance(line.act, Amend) and line.seq not in by]
    amended = {line.act.seq: line.act.act for line in amends if isinstance(line.act, Amend)}
    return Corrections(frozenset(by), by, amended)


def struck(lines: Sequence[Line]) -> frozenset[int]:
    """The numbers of the lines that have been taken back and not put back."""
    return corrections(lines).gone


def standing(lines: Sequence[Line]) -> list[Line]:
    """The lines that count, in order: struck ones left out, amended ones as they should have been."""
    said = corrections(lines)
    return [said.now(line) for line in lines if said.stands(line)]


def fold(lines: Sequence[Line], game: Game | None = None) -> Known:
    """Follow the standing lines to what is known. The first line of a journal is always a Change.

    Rounds that are told move by move are followed by the game's referee; what a hand wrote stands over its marks.
    """
    from scorekeeper.games.sealing import Secrets, secrets

    hidden = secrets(game, lines) if game else Secrets()
    return known(Written().further(standing(lines)), lines[-1].seq, game, hidden)


def known(written: Written, seq: int, game: Game | None, hidden: "Secrets") -> Known:
    """What follows from what is written, up to the line of that number; what is decided in secret is sealed."""
    if written.setup is None:
        raise Malformed("journal", Text("The journal has no players."))
    setup = written.setup
    marks = {spot: mark for spot, mark in written.marks.items() if mark is not None}
    plays: dict[int, Play] = {}
    for round in sorted(written.told):
        started = begin(game, setup, _counting(marks, plays, round), round)
        if started is not None:
            plays[round] = play(started.referee, started.state, written.told[round])
            marks = {spot: mark for spot, mark in plays[round].marks.items() if spot not in written.marks} | marks
    shown = hidden.marks(written.by, marks) if hidden.boxes else marks
    return Known(setup, shown, seq, plays, written.agreed, written, written.closed)


def _counting(marks: Marks, plays: Mapping[int, Play], round: int) -> Marks:
    """Leave out what the referee has written so far of other rounds: they may still come out otherwise."""
    told = {number for number, one in plays.items() if number != round and one.unfinished is not None}
    return {spot: mark for spot, mark in marks.items() if spot.round not in told} if told else marks


def begin(game: Game | None, setup: Setup, marks: Marks, round: int) -> Play | None:
    """A round with its referee before anything is told; None where the game has no referee."""
    if game is None or game.referee is None:
        return None
    leader = game.leader(setup, marks, round)
    return Play(game.referee, game.referee.start(setup, marks, round, leader))


def dump(act: Act) -> str:
    """Write an act as one line of JSON; `load` reads it back."""
    return json.dumps(_plain(act), ensure_ascii=False, separators=(",", ":"))


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
            }


def load(text: str) -> Act:
    """Read an act from its JSON. Raises Malformed when it is none."""
    try:
        return _act(json.loads(text))
    except (IndexError, KeyError, RecursionError, TypeError, ValueError) as broken:
        raise Malformed("act", Text("This is not a line of a journal.")) from broken


def _act(plain: Any) -> Act:
    match plain:
        case {"write": list(marks)}:
            return Write({_spot(*spot): _mark(mark) for *spot, mark in marks})
        case {"strike": seq}:
            return Strike(_whole(seq, 1))
        case {"amend": seq, "to": dict(new)}:
            act = _act(new)
            if isinstance(act, Write | Action):
                return Amend(_whole(seq, 1), act)
        case {"move": kind, "round": round, "seat": seat, "of": list(of)}:
            return Action(_round(round), _word(kind), _seat(seat), tuple(map(_word, of)))
        case {"agree": round, "seats": list(agreeing), "of": of}:
            return Agree(_round(round), tuple(map(_whole, agreeing)), _word(of), _outcome(plain.get("outcome")))
        case {"reopen": round, "why": why}:
            return Reopen(_round(round), _word(why))
        case {"close": after}:
            return Close(_whole(after))
        case {"players": list(players), "options": dict(options), "seating": list(seating), "starter": starter}:
            seats = tuple((_whole(first, 1), tuple(map(_whole, order))) for first, order in seating)
            chosen = {_word(key): _mark(value) for key, value in options.items()}
            return Change(_setup(Setup(tuple(map(_word, players)), chosen, seats, _whole(starter))))
    raise ValueError(plain)


def _outcome(plain: object) -> Outcome | None:
    match plain:
        case [pad, list(totals), list(ranks), list(winners), list(cells)]:
            points = tuple(
                (_word(row), _whole(seat), None if mark is None else _number(mark)) for row, seat, mark in cells
            )
            return Outcome(_word(pad), _by_seat(totals), _by_seat(ranks), tuple(map(_whole, winners)), points)
    return None


def _points(value: object) -> int | None:
    return None if value is None else _number(value)


def _by_seat(plain: list[Any]) -> tuple[tuple[Seat, int], ...]:
    return tuple((_whole(seat), _number(number)) for seat, number in plain)


def _setup(setup: Setup) -> Setup:
    """A setup in which somebody sits, and nobody who is not there."""
    seated = [seat for _, order in setup.seating for seat in order]
    if not setup.seating or not all(order for _, order in setup.seating) or max(seated) >= len(setup.players):
        raise ValueError(setup)
    return setup


def _spot(round: object, row: object, box: object, seat: object, item: object) -> Spot:
    return Spot(_round(round), _word(row), _word(box), _seat(seat), _word(item))


def _mark(mark: Any) -> Any:
    """A mark, or None where one is rubbed out."""
    if mark is None or type(mark) is bool:
        return mark
    return _word(mark) if isinstance(mark, str) else _number(mark)


def _number(value: object) -> int:
    return _whole(value, -LARGEST)


def _round(value: object) -> int:
    return _whole(value, 1, MOST_ROUNDS)


def _seat(value: object) -> Seat | None:
    return None if value is None else _whole(value)


def _whole(value: object, least: int = 0, most: int = LARGEST) -> int:
    if type(value) is not int or not least <= value <= most:
        raise ValueError(value)
    return value


def _word(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    value.encode()  # refuses half a letter, which no page could show
    return value
