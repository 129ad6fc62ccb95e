"""The journal of a table: lines that are only ever added, and the fold that reads off what stands.

Everything on any phone or sheet is a function of these lines. Taking something back is a line as well.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from scorekeeper.games.base import Changes, Game, Malformed, Mark, Marks, Seat, Setup, Spot
from scorekeeper.games.referee import Action, Play, play
from scorekeeper.text import Text


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
    """Say of some seats that they agree to the sheet of a round; `of` is what that sheet came to."""

    round: int
    seats: tuple[Seat, ...]
    of: str


@dataclass(frozen=True, slots=True)
class Reopen:
    """Open a round that all agreed to, and say why; then all agree anew."""

    round: int
    why: str


Act = Write | Strike | Amend | Change | Action | Agree | Reopen


class Agreed(NamedTuple):
    """What a seat has agreed to, and when."""

    of: str
    at: int


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

    `agreed` holds, for each round, which seats said that they agree, and to what.
    """

    setup: Setup
    marks: Marks
    seq: int
    plays: Mapping[int, Play] = field(default_factory=dict)
    agreed: Mapping[int, Mapping[Seat, Agreed]] = field(default_factory=dict)

    def rounds(self) -> int:
        """The number of the last round that anything is written or told in (0: none)."""
        return max(max((spot.round for spot in self.marks), default=0), max(self.plays, default=0))


def struck(lines: Iterable[Line]) -> frozenset[int]:
    """The numbers of the lines that have been taken back and not put back; the first line always stands."""
    gone: set[int] = set()
    for line in sorted(lines, key=lambda line: -line.seq):
        if line.seq not in gone and isinstance(line.act, Strike) and line.act.seq > 1:
            gone.add(line.act.seq)
    return frozenset(gone)


def standing(lines: Sequence[Line]) -> list[Line]:
    """The lines that count, in order: struck ones left out, amended ones as they should have been."""
    if not any(isinstance(line.act, Strike | Amend) for line in lines):
        return list(lines)
    gone = struck(lines)
    amended = {line.act.seq: line.act.act for line in lines if line.seq not in gone and isinstance(line.act, Amend)}
    return [
        replace(line, act=amended[line.seq])
        if line.seq in amended and type(line.act) is type(amended[line.seq])
        else line
        for line in lines
        if line.seq not in gone and not isinstance(line.act, Strike | Amend)
    ]


def fold(lines: Sequence[Line], game: Game | None = None) -> Known:
    """Follow the standing lines to what is known. The first line of a journal is always a Change.

    Rounds that are told move by move are followed by the game's referee; what a hand wrote stands over its marks.
    """
    setup: Setup | None = None
    written: dict[Spot, Mark | None] = {}
    told: defaultdict[int, list[tuple[int, Action]]] = defaultdict(list)
    agreed: dict[int, dict[Seat, Agreed]] = {}
    for line in standing(lines):
        act = line.act
        if type(act) is Write:
            written.update(act.changes)
        elif type(act) is Change:
            setup = act.setup
        elif type(act) is Action:
            told[act.round].append((line.seq, act))
        elif type(act) is Agree:
            agreed.setdefault(act.round, {}).update(dict.fromkeys(act.seats, Agreed(act.of, line.at)))
        elif type(act) is Reopen:
            agreed.pop(act.round, None)
    if setup is None:
        raise Malformed("journal", Text("The journal has no players."))
    marks = {spot: mark for spot, mark in written.items() if mark is not None}
    plays: dict[int, Play] = {}
    for round in sorted(told):
        started = begin(game, setup, marks, round)
        if started is not None:
            plays[round] = play(started.referee, started.state, told[round])
            marks = {spot: mark for spot, mark in plays[round].marks.items() if spot not in written} | marks
    return Known(setup, _shown(game, lines, marks), lines[-1].seq, plays, agreed)


def _shown(game: Game | None, lines: Sequence[Line], marks: Marks) -> Marks:
    """The marks as everybody may see them: what is decided in secret is sealed until all have decided."""
    from scorekeeper.games.sealing import secrets

    kept = secrets(game, lines) if game else None
    return kept.marks(standing(lines), marks) if kept and kept.boxes else marks


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
        case Agree(round, seats, of):
            return {"agree": round, "seats": seats, "of": of}
        case Reopen(round, why):
            return {"reopen": round, "why": why}
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
    except (KeyError, TypeError, ValueError) as broken:
        raise Malformed("act", Text("This is not a line of a journal.")) from broken


def _act(plain: dict[str, object]) -> Act:
    match plain:
        case {"write": list(marks)}:
            return Write({Spot(*mark[:5]): mark[5] for mark in marks})
        case {"strike": int(seq)}:
            return Strike(seq)
        case {"amend": int(seq), "to": dict(new)}:
            act = _act(new)
            if isinstance(act, Write | Action):
                return Amend(seq, act)
        case {"move": str(kind), "round": int(round), "seat": int() | None as seat, "of": list(of)}:
            return Action(round, kind, seat, tuple(map(str, of)))
        case {"agree": int(round), "seats": list(agreeing), "of": str(of)}:
            return Agree(round, tuple(agreeing), of)
        case {"reopen": int(round), "why": str(why)}:
            return Reopen(round, why)
        case {"players": list(players), "options": dict(options), "seating": list(seating), "starter": int(starter)}:
            seats = tuple((first, tuple(order)) for first, order in seating)
            return Change(Setup(tuple(players), options, seats, starter))
    raise ValueError(plain)
