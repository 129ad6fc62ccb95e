"""The clock of a table: how long the turn and the game have lasted, from the times of the lines in its journal.

It limits nothing. A round played move by move has its turns from the referee, other rounds have a line for each turn.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from scorekeeper.games.pad import Seat
from scorekeeper.games.referee import Action, Entry, Play
from scorekeeper.table.journal import Close, Line, SetClock, Write


class Clock(NamedTuple):
    """A clock that is on. It also stands once the game is over."""

    seat: Seat | None
    """Whose turn it is, or None."""
    turn: int
    """Seconds of this turn until `since`, without breaks."""
    game: int
    """Seconds of the game until `since`, without breaks."""
    since: int
    """The Unix time from which on both grow if the clock runs."""
    runs: bool
    paused: bool
    """Whether players have paused it."""

    def turn_at(self, now: int) -> int:
        """Return for how many seconds the turn has lasted at a Unix time, 0 if nobody has the turn."""
        return 0 if self.seat is None else max(0, self.turn + self._grown(now))

    def game_at(self, now: int) -> int:
        """Return for how many seconds the game has lasted at a Unix time."""
        return self.game + self._grown(now)

    def _grown(self, now: int) -> int:
        # The clock of the computer may have been set back since the newest line.
        return max(0, now - self.since) if self.runs else 0


class Passed(NamedTuple):
    """The seat whose turn it is, and the Unix time since which it is."""

    seat: Seat
    at: int


@dataclass(slots=True)
class _Face:
    """What lines have set on a clock: the Unix time since which it runs, the spans in which it ran, and the turn."""

    running: int | None
    """None in a pause, which began with the end of the last span."""
    spans: list[tuple[int, int]] = field(default_factory=list)
    passed: Passed | None = None

    def set(self, act: SetClock, at: int) -> None:
        """Apply a line other than those that turn the clock on and off."""
        if act.do == "pause" and self.running is not None:
            self.spans.append((self.running, at))
            self.running = None
        elif act.do == "go" and self.running is None:
            self.running = at
        # A second tap on the same button does not begin the turn again.
        elif act.do == "turn" and act.seat is not None and not (self.passed and self.passed.seat == act.seat):
            self.passed = Passed(act.seat, at)


def read_clock(lines: Iterable[Line], play: Play | None, players: int, over: bool) -> Clock | None:
    """Return the clock of a table from its effective lines. Return None if it is off.

    `play` is the round that a referee follows now, or None. `players` is the number of players who ever had a seat.
    Once the game is `over`, the clock stands at its last entry.
    """
    face, last, times = _follow(lines)
    if face is None:
        return None
    if over:
        return _stand_at(face, last)
    passed = face.passed if play is None else _find_refereed_turn(play, times)
    since, runs = (face.spans[-1][1], False) if face.running is None else (face.running, True)
    seat, turn = None, 0
    # A file can name a seat that the table does not have.
    if passed and passed.seat < players:
        # A turn that began after `since` has a negative number of seconds until then.
        seat, turn = passed.seat, _measure(face.spans, passed.at) - (max(0, passed.at - since) if runs else 0)
    return Clock(seat=seat, turn=turn, game=_measure(face.spans, 0), since=since, runs=runs, paused=not runs)


def _follow(lines: Iterable[Line]) -> tuple[_Face | None, int, dict[int, int]]:
    """Return what lines have set on the clock, None if it is off, with the Unix times of the last entry and of moves.

    The times of moves are by number of their lines.
    """
    face: _Face | None = None
    last = 0
    times: dict[int, int] = {}
    for line in lines:
        act = line.act
        if isinstance(act, SetClock):
            if act.do == "on":
                face = face or _Face(running=line.at)
            elif act.do == "off":
                face = None
            elif face:
                face.set(act, line.at)
        elif isinstance(act, Write | Action | Close):
            last = line.at
        if isinstance(act, Action):
            times[line.seq] = line.at
            # From here on the referee knows whose turn it is, until the turn is passed by hand again.
            if face:
                face.passed = None
    return face, last, times


def _stand_at(face: _Face, last: int) -> Clock:
    """Return the clock of a game that is over, whose last entry was made at the Unix time `last`."""
    spans = [*face.spans, *([] if face.running is None else [(face.running, last)])]
    played = sum(max(0, min(end, last) - start) for start, end in spans)
    return Clock(seat=None, turn=0, game=played, since=last, runs=False, paused=False)


def _measure(spans: Iterable[tuple[int, int]], begin: int) -> int:
    """Return how many seconds of these spans are after the Unix time `begin`."""
    return sum(max(0, end - max(start, begin)) for start, end in spans)


def _find_refereed_turn(play: Play, times: dict[int, int]) -> Passed | None:
    """Return whose turn it is in a refereed round. It began with the last move before which another player had it.

    Return None if several players are asked. `times` are the Unix times of moves by number of their lines.
    """
    if play.misfit:
        return None
    seat = find_turn(play.referee.entries(play.state))
    if seat is None:
        return None
    newest_first = sorted(play.before, reverse=True)
    of_others = (seq for seq in newest_first if find_turn(play.referee.entries(play.before[seq])) != seat)
    return Passed(seat, times[next(of_others, newest_first[-1])])


def find_turn(entries: Sequence[Entry]) -> Seat | None:
    """Return the seat whose turn it is, or None if several players are asked or anything asked is secret."""
    seats = {pick.action.seat for entry in entries for group in entry.groups for pick in group.picks}
    return next(iter(seats)) if len(seats) == 1 and not any(entry.secret for entry in entries) else None
