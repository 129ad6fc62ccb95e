"""The clock of a table: how long the turn and the game have lasted, from the times of the lines in its journal.

It limits nothing. A round played move by move has its turns from the referee, other rounds have a line for each turn.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.games.pad import Seat
from scorekeeper.games.referee import Action, Entry, Play
from scorekeeper.table.journal import Close, Line, SetClock, Write


class Clock(NamedTuple):
    """A clock that is on. It also stands once the game is over."""

    running: int | None
    """The Unix time since which it runs, None while it stands."""
    spans: tuple[tuple[int, int], ...] = ()
    """The Unix times between which it ran before."""
    seat: Seat | None = None
    """Whose turn it is, or None."""
    began: int = 0
    """The Unix time at which that turn began."""
    paused: bool = False
    """Whether players have paused it."""

    @property
    def runs(self) -> bool:
        """Whether the time that it shows grows."""
        return self.running is not None

    def turn_at(self, now: int) -> int:
        """Return for how many seconds the turn has lasted at a Unix time, 0 if nobody has the turn."""
        return 0 if self.seat is None else self._measure(self.began, now)

    def game_at(self, now: int) -> int:
        """Return for how many seconds the game has lasted at a Unix time."""
        return self._measure(0, now)

    def _measure(self, begin: int, now: int) -> int:
        """Return for how many seconds it ran between two Unix times, without breaks."""
        spans = self.spans if self.running is None else (*self.spans, (self.running, now))
        # Not below 0: the clock of the computer may have been set back meanwhile.
        return sum(max(0, end - max(start, begin)) for start, end in spans)

    def set(self, act: SetClock, at: int) -> "Clock":
        """Return the clock after a line other than those that turn it on and off."""
        if act.do == "pause" and self.running is not None:
            return self._replace(running=None, spans=(*self.spans, (self.running, at)), paused=True)
        if act.do == "go" and self.running is None:
            return self._replace(running=at, paused=False)
        # A second tap on the same button does not begin the turn again.
        if act.do == "turn" and act.seat != self.seat:
            return self._replace(seat=act.seat, began=at)
        return self

    def stand(self, last: int) -> "Clock":
        """Return the clock of a game that is over, whose last entry was made at the Unix time `last`."""
        spans = self.spans if self.running is None else (*self.spans, (self.running, last))
        return Clock(running=None, spans=tuple([(start, min(end, last)) for start, end in spans]))


def read_clock(lines: Iterable[Line], play: Play | None, players: int, over: bool) -> Clock | None:
    """Return the clock of a table from its effective lines. Return None if it is off.

    `play` is the round that a referee follows now, or None. `players` is the number of players who ever had a seat.
    Once the game is `over`, the clock stands at its last entry.
    """
    clock: Clock | None = None
    last = 0
    times: dict[int, int] = {}
    for line in lines:
        act = line.act
        if isinstance(act, SetClock):
            if act.do == "on":
                clock = clock or Clock(running=line.at)
            else:
                clock = clock.set(act, line.at) if clock and act.do != "off" else None
        elif isinstance(act, Write | Action | Close):
            last = line.at
        if isinstance(act, Action):
            times[line.seq] = line.at
            # From here on the referee knows whose turn it is, until the turn is passed by hand again.
            if clock:
                clock = clock._replace(seat=None)
    if clock is None:
        return None
    if over:
        return clock.stand(last)
    if play:
        clock = _give_refereed_turn(clock, play, times)
    # A file can name a seat that the table does not have.
    return clock._replace(seat=None) if clock.seat is not None and clock.seat >= players else clock


def _give_refereed_turn(clock: Clock, play: Play, times: Mapping[int, int]) -> Clock:
    """Return a clock with the turn of a refereed round. It began with the last move before which another player had it.

    It is nobody's if several players are asked. `times` are the Unix times of moves by number of their lines.
    """
    seat = None if play.misfit else find_turn(play.referee.entries(play.state))
    if seat is None:
        return clock._replace(seat=None)
    newest_first = sorted(play.before, reverse=True)
    of_others = (seq for seq in newest_first if find_turn(play.referee.entries(play.before[seq])) != seat)
    return clock._replace(seat=seat, began=times[next(of_others, newest_first[-1])])


def find_turn(entries: Sequence[Entry]) -> Seat | None:
    """Return the seat whose turn it is, or None if several players are asked or anything asked is secret."""
    seats = {pick.action.seat for entry in entries for group in entry.groups for pick in group.picks}
    return next(iter(seats)) if len(seats) == 1 and not any(entry.secret for entry in entries) else None
