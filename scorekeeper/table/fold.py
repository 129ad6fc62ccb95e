"""Folding the journal of a table into its current state.

A journal only ever grows: an undo is a line as well. Everything that phones and sheets show is a function of its lines.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from scorekeeper.games.errors import Malformed
from scorekeeper.games.game import Game
from scorekeeper.games.pad import Mark, Marks, Seat, Setup, Spot
from scorekeeper.games.referee import Action, Play, play
from scorekeeper.language.text import Text
from scorekeeper.table.agreement import Outcome, digest_text
from scorekeeper.table.journal import (
    Agree,
    Change,
    Close,
    Line,
    Reopen,
    SetClock,
    Write,
    find_unfinished_rounds,
    list_effective_lines,
)
from scorekeeper.table.secrets import Secrets, TrueMarks, VisibleMarks, find_secrets, leave_out_rounds


class Agreed(NamedTuple):
    """Agreement of a seat to a sheet.

    `of` is the digest of the sheet, and `at` is the Unix time. `outcome` is the result agreed to, None if an early
    release wrote the line.
    """

    of: str
    at: int
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True)
class Known:
    """Current state of a table. `marks` holds the visible marks, and `seq` is the number of the newest line.

    `plays` maps the refereed rounds to their plays. `agreed` maps each round to the agreements of its seats, valid or
    not. `written` is the state from which all of this was derived. `closed` is the number of rounds after which the
    table was finished, or None.
    """

    setup: Setup
    marks: VisibleMarks
    seq: int
    plays: Mapping[int, Play]
    agreed: Mapping[int, Mapping[Seat, Agreed]]
    written: "Written"
    closed: int | None

    def counting(self, round: int) -> VisibleMarks:
        """Return the marks for scoring a round, without those of other rounds that are still being refereed."""
        return leave_out_rounds(self.marks, find_unfinished_rounds(self.plays, round))

    def rounds(self) -> int:
        """Return the number of the last round with marks or moves, 0 if there is none."""
        return max(max((spot.round for spot in self.marks), default=0), max(self.plays, default=0))


@dataclass(frozen=True, slots=True)
class Written:
    """State read from the effective lines alone, before a referee follows the moves.

    `marks` holds all marks, including secret ones. `moves` maps each round to its moves, each with its line number.
    `agreed` maps each round to the agreements of its seats. `closed` is the number of rounds after which the table was
    finished, or None. `has_clock` is whether any line sets the clock.
    """

    setup: Setup | None = None
    marks: TrueMarks = field(default_factory=TrueMarks)
    moves: Mapping[int, tuple[tuple[int, Action], ...]] = field(default_factory=dict)
    agreed: Mapping[int, Mapping[Seat, Agreed]] = field(default_factory=dict)
    closed: int | None = None
    has_clock: bool = False
    _json_by_round: dict[int, str] = field(default_factory=dict, compare=False)
    """Cache of `_marks`: the serialised marks by round.

    A new line drops the rounds that it writes to and keeps the rest.
    """

    def with_lines(self, lines: Iterable[Line]) -> "Written":
        """Return the state after more effective lines. The object itself is not changed."""
        setup, marks, writes = self.setup, dict(self.marks.written), list(self.marks.writes)
        moves = defaultdict(list, {round: list(numbered) for round, numbered in self.moves.items()})
        agreed = {round: dict(by_seat) for round, by_seat in self.agreed.items()}
        # Copied, because requests in other threads may still be reading the former state.
        closed, json_by_round = self.closed, dict(self._json_by_round)
        has_clock = self.has_clock
        for line in lines:
            act = line.act
            # Comparing types is quicker than isinstance or a pattern, and journals have thousands of lines.
            if type(act) is Write:
                marks.update(act.changes)
                for round in {spot.round for spot in act.changes}:
                    json_by_round.pop(round, None)
                writes.append((line.seq, act.changes))
            elif type(act) is Change:
                setup = act.setup
            elif type(act) is Action:
                moves[act.round].append((line.seq, act))
            elif type(act) is Agree:
                agreed.setdefault(act.round, {}).update(dict.fromkeys(act.seats, Agreed(act.of, line.at, act.outcome)))
            # Later agreements to this round count again, because lines are applied in order.
            elif type(act) is Reopen:
                agreed.pop(act.round, None)
            elif type(act) is Close:
                closed = act.after
            elif type(act) is SetClock:
                has_clock = True
        each = {round: tuple(numbered) for round, numbered in moves.items()}
        return Written(setup, TrueMarks(marks, writes), each, agreed, closed, has_clock, json_by_round)

    def digest_pad(self, round: int) -> str:
        """Return 32 hex digits that identify what a round is scored from: seats, rules, marks and moves so far."""
        assert self.setup
        # Earlier rounds count too, because a round can start from their results.
        upto = [move for number in sorted(self.moves) if number <= round for _, move in self.moves[number]]
        moves = [[move.round, move.kind, move.seat, move.of] for move in upto]
        rest = [moves, self.setup.seats(round), sorted(self.setup.at(round).options.items())]
        # Spliced from cached text: the same as serialising everything, without doing so for all marks each time.
        return digest_text(f"[[{self._marks(round)}], {json.dumps(rest)[1:]}")

    def _marks(self, round: int) -> str:
        """Return the marks of all rounds up to this one as a JSON list without its brackets.

        Rounds are sorted as text, so 10 comes before 2: agreements of earlier releases hold digests in this order.
        """
        if missing := {spot.round for spot in self.marks.written} - self._json_by_round.keys():
            marks_by_round: dict[int, list[list[str]]] = {number: [] for number in missing}
            for spot, mark in self.marks.written.items():
                if mark is not None and spot.round in missing:
                    marks_by_round[spot.round].append([*map(str, spot), str(mark)])
            self._json_by_round.update(
                {number: json.dumps(sorted(marks))[1:-1] for number, marks in marks_by_round.items()}
            )
        # `list` copies the keys, because another thread may be adding to the cache.
        upto = sorted((number for number in list(self._json_by_round) if number <= round), key=str)
        return ", ".join(filter(None, map(self._json_by_round.__getitem__, upto)))


def fold(lines: Sequence[Line], game: Game | None = None) -> Known:
    """Return the state of a table from its lines, the first of which is always a Change.

    The referee of the game follows rounds that are entered move by move. A mark written by hand overrides the
    referee’s.
    """
    hidden = find_secrets(game, lines) if game else Secrets()
    return derive_known(Written().with_lines(list_effective_lines(lines)), lines[-1].seq, game, hidden)


def derive_known(written: Written, seq: int, game: Game | None, hidden: Secrets) -> Known:
    """Return the state that follows from the written lines. `seq` is the number of the newest line.

    `hidden` tells which marks are sealed. Raise Malformed if no line sets up the players.
    """
    if written.setup is None:
        raise Malformed("journal", Text("The history has no players."))
    setup = written.setup
    marks, refereed = written.marks.without_erased() if written.moves else {}, dict[Spot, Mark]()
    plays: dict[int, Play] = {}
    # In order, because a round starts from the results of the rounds before it.
    for round in sorted(written.moves):
        left_out = find_unfinished_rounds(plays, round)
        counting = {spot: mark for spot, mark in marks.items() if spot.round not in left_out}
        started = begin_play(game, setup, counting, round)
        if started is not None:
            plays[round] = play(started.referee, started.state, written.moves[round])
            from_referee = dict(plays[round].marks)
            for spot in from_referee.keys() & written.marks.written.keys():
                # What was written by hand, even an erasure, overrides the referee.
                del from_referee[spot]
            marks, refereed = {**from_referee, **marks}, {**from_referee, **refereed}
    # Sealed only now: the referee needs the true marks of earlier rounds.
    shown = hidden.visible(written.marks, refereed)
    return Known(setup, shown, seq, plays, written.agreed, written, written.closed)


def begin_play(game: Game | None, setup: Setup, marks: Marks, round: int) -> Play | None:
    """Return the play of a round before its first move, or None if the game has no referee."""
    if game is None or game.referee is None:
        return None
    leader = game.leader(setup, marks, round)
    return Play(game.referee, game.referee.start(setup.at(round), marks, round, leader))
