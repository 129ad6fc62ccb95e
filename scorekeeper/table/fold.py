"""The journal of a table: lines that are only ever added, and the fold that reads off what stands.

Everything on any phone or sheet is a function of these lines. Taking something back is a line as well.
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
from scorekeeper.table.agreement import Outcome, letters_of
from scorekeeper.table.journal import Agree, Change, Close, Line, Reopen, Write, effective_lines, rounds_being_told
from scorekeeper.table.secrets import Secrets, TrueMarks, VisibleMarks, of_other_rounds, secrets


class Agreed(NamedTuple):
    """What a seat has agreed to, and when."""

    of: str
    at: int
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True)
class Known:
    """What the journal says now: the setup, the marks on the pad, the number of the newest line, refereed rounds.

    `agreed` holds, for each round, which seats said that they agree, and to what; `closed` after how many rounds
    somebody ended the evening. `written` is what all of it was worked out from.
    """

    setup: Setup
    marks: VisibleMarks
    seq: int
    plays: Mapping[int, Play] = field(default_factory=dict)
    agreed: Mapping[int, Mapping[Seat, Agreed]] = field(default_factory=dict)
    written: "Written | None" = field(default=None, compare=False)
    closed: int | None = None

    def counting(self, round: int) -> VisibleMarks:
        """The marks that a round is worked out from: its own, and those of every other round that is not being told."""
        return of_other_rounds(self.marks, rounds_being_told(self.plays, round))

    def rounds(self) -> int:
        """The number of the last round that anything is written or told in (0: none)."""
        return max(max((spot.round for spot in self.marks), default=0), max(self.plays, default=0))


@dataclass(frozen=True, slots=True)
class Written:
    """What the lines that stand say, before a referee follows it: who plays, the marks, moves, agreements, the end."""

    setup: Setup | None = None
    marks: TrueMarks = field(default_factory=TrueMarks)
    moves: Mapping[int, tuple[tuple[int, Action], ...]] = field(default_factory=dict)
    agreed: Mapping[int, Mapping[Seat, Agreed]] = field(default_factory=dict)
    closed: int | None = None
    _spelled: dict[int, str] = field(default_factory=dict, compare=False, repr=False)
    """The marks of a round as `pad` spells them, once it was asked; the next line takes over what it leaves alone."""

    def further(self, lines: Iterable[Line]) -> "Written":
        """The same with more lines that stand."""
        setup, marks, writes = self.setup, dict(self.marks.written), list(self.marks.writes)
        moves = defaultdict(list, {round: list(numbered) for round, numbered in self.moves.items()})
        agreed = {round: dict(said) for round, said in self.agreed.items()}
        closed, spelled = self.closed, dict(self._spelled)
        for line in lines:
            act = line.act
            if type(act) is Write:
                marks.update(act.changes)
                for round in {spot.round for spot in act.changes}:
                    spelled.pop(round, None)
                writes.append((line.seq, act.changes))
            elif type(act) is Change:
                setup = act.setup
            elif type(act) is Action:
                moves[act.round].append((line.seq, act))
            elif type(act) is Agree:
                agreed.setdefault(act.round, {}).update(dict.fromkeys(act.seats, Agreed(act.of, line.at, act.outcome)))
            elif type(act) is Reopen:
                agreed.pop(act.round, None)
            elif type(act) is Close:
                closed = act.after
        each = {round: tuple(one) for round, one in moves.items()}
        return Written(setup, TrueMarks(marks, writes), each, agreed, closed, spelled)

    def pad(self, round: int) -> str:
        """What a sheet is worked out from, in 32 letters: who plays, by which rules, the marks and moves so far."""
        assert self.setup
        upto = [move for number in sorted(self.moves) if number <= round for _, move in self.moves[number]]
        moves = [[move.round, move.kind, move.seat, move.of] for move in upto]
        rest = [moves, self.setup.seats(round), sorted(self.setup.at(round).options.items())]
        return letters_of(f"[[{self._marks(round)}], {json.dumps(rest)[1:]}")

    def _marks(self, round: int) -> str:
        """The marks up to a round in JSON, in the order of their letters: round 10 stands before round 2."""
        if missing := {spot.round for spot in self.marks.written} - self._spelled.keys():
            said: dict[int, list[list[str]]] = {number: [] for number in missing}
            for spot, mark in self.marks.written.items():
                if mark is not None and spot.round in missing:
                    said[spot.round].append([*map(str, spot), str(mark)])
            self._spelled.update({number: json.dumps(sorted(marks))[1:-1] for number, marks in said.items()})
        upto = sorted((number for number in list(self._spelled) if number <= round), key=str)
        return ", ".join(filter(None, map(self._spelled.__getitem__, upto)))


def fold(lines: Sequence[Line], game: Game | None = None) -> Known:
    """Follow the lines that count to what is known. The first line of a journal is always a Change.

    Rounds that are told move by move are followed by the game's referee; what a hand wrote stands over its marks.
    """
    hidden = secrets(game, lines) if game else Secrets()
    return known(Written().further(effective_lines(lines)), lines[-1].seq, game, hidden)


def known(written: Written, seq: int, game: Game | None, hidden: Secrets) -> Known:
    """What follows from what is written, up to the line of that number; what is decided in secret is sealed."""
    if written.setup is None:
        raise Malformed("journal", Text("The history has no players."))
    setup = written.setup
    marks, refereed = written.marks.filled() if written.moves else {}, dict[Spot, Mark]()
    plays: dict[int, Play] = {}
    for round in sorted(written.moves):
        left_out = rounds_being_told(plays, round)
        counting = {spot: mark for spot, mark in marks.items() if spot.round not in left_out}
        started = begin(game, setup, counting, round)
        if started is not None:
            plays[round] = play(started.referee, started.state, written.moves[round])
            said = dict(plays[round].marks)
            for spot in said.keys() & written.marks.written.keys():
                del said[spot]  # a hand wrote there
            marks, refereed = {**said, **marks}, {**said, **refereed}
    shown = hidden.visible(written.marks, refereed)
    return Known(setup, shown, seq, plays, written.agreed, written, written.closed)


def begin(game: Game | None, setup: Setup, marks: Marks, round: int) -> Play | None:
    """A round with its referee before anything is told; None where the game has no referee."""
    if game is None or game.referee is None:
        return None
    leader = game.leader(setup, marks, round)
    return Play(game.referee, game.referee.start(setup.at(round), marks, round, leader))
