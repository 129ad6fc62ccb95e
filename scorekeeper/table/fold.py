"""Folding the journal of a table into its current state.

A journal only ever grows: an undo is a line as well. Everything that phones and sheets show is a function of its lines.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from scorekeeper.games.errors import Malformed
from scorekeeper.games.game import Game
from scorekeeper.games.pad import MOST_ROUNDS, SEALED, Mark, Marks, Seat, Setup, Spot
from scorekeeper.games.referee import Action, Play, play
from scorekeeper.language.text import Text
from scorekeeper.table.agreement import digest
from scorekeeper.table.journal import (
    Agree,
    Change,
    Close,
    Corrections,
    Line,
    Reopen,
    Write,
    find_corrections,
)


class Secrets:
    """The hidden boxes of a table and who has decided there. A mark is sealed until every player has one in its box.

    `marks` are all marks, including secret ones: the journal holds them from the moment they are written. Only this
    class decides what can be seen of them.
    """

    def __init__(self, game: Game, setup: Setup, marks: Marks) -> None:
        self._setup = setup
        by_round = (*setup.earlier, (1, MOST_ROUNDS, setup.options))
        self._hidden = [
            (first, last, _find_hidden(game, replace(setup, options=options))) for first, last, options in by_round
        ]
        self._decided = defaultdict[tuple[int, str, str], set[Seat | None]](set)
        # Most games have no hidden boxes, and looking at all marks takes time.
        if any(boxes for _, _, boxes in self._hidden):
            for spot in marks:
                self._decided[spot.round, spot.row, spot.box].add(spot.seat)

    def hide(self, marks: Mapping[Spot, Mark | None]) -> dict[Spot, Mark | None]:
        """Return marks as everybody may see them: SEALED in place of those that are still secret."""
        shown: dict[Spot, Mark | None] = {}
        for spot, mark in marks.items():
            # Erasing a choice is secret as well if its item tells which one it was.
            if (mark is not None or spot.item) and self.keeps(spot):
                shown[spot._replace(item="")] = SEALED
            else:
                shown[spot] = mark
        return shown

    def keeps(self, spot: Spot) -> bool:
        """Return whether what stands at a spot is still secret."""
        hidden = next(boxes for first, last, boxes in self._hidden if first <= spot.round <= last)
        return (spot.row, spot.box) in hidden and not (
            self._decided[spot.round, spot.row, spot.box] >= set(self._setup.seats(spot.round))
        )


def _find_hidden(game: Game, setup: Setup) -> frozenset[tuple[str, str]]:
    """Return the row key and box key of each secret box."""
    return frozenset([(row.key, box.key) for row in game.rows(setup) for box in row.boxes if box.secret])


@dataclass(frozen=True, slots=True)
class Known:
    """Current state of a table, as its lines say."""

    corrections: Corrections
    effective: tuple[Line, ...]
    """The lines that count, in order: without undone ones, with corrections applied."""
    setup: Setup
    written: Mapping[Spot, Mark | None]
    """The last mark written by hand at each spot, including secret ones; None if it was erased."""
    moves: Mapping[int, Sequence[tuple[int, Action]]]
    """The moves of each round, each with the number of its line."""
    agreed: Mapping[int, Mapping[Seat, tuple[int, Agree]]]
    """The agreements of the seats to each round, valid or not, each with its Unix time."""
    closed: int | None
    """The number of rounds after which the table was finished, or None."""
    plays: Mapping[int, Play]
    """The refereed rounds."""
    marks: Marks
    """The marks as everybody may see them."""
    secrets: Secrets
    """Tells which marks are sealed."""
    seq: int
    """The number of the newest line."""

    def digest_pad(self, round: int) -> str:
        """Return 32 hex digits that identify what a round is scored from: seats, rules, marks and moves so far."""
        # Earlier rounds count too, because a round can start from their results.
        marks = sorted(
            [*map(str, spot), str(mark)]
            for spot, mark in self.written.items()
            if mark is not None and spot.round <= round
        )
        upto = [move for number in sorted(self.moves) if number <= round for _, move in self.moves[number]]
        moves = [[move.round, move.kind, move.seat, move.of] for move in upto]
        return digest([marks, moves, self.setup.seats(round), sorted(self.setup.at(round).options.items())])


def fold(lines: Sequence[Line], game: Game) -> Known:
    """Return the state of a table from its lines, the first of which is always a Change.

    Raise Malformed if no line that counts sets up the players.
    """
    corrections = find_corrections(lines)
    effective = corrections.list_effective(lines)
    setup: Setup | None = None
    written = dict[Spot, Mark | None]()
    moves = defaultdict[int, list[tuple[int, Action]]](list)
    agreed = defaultdict[int, dict[Seat, tuple[int, Agree]]](dict)
    closed = None
    for line in effective:
        act = line.act
        # Comparing types is quicker than isinstance or a pattern, and journals have thousands of lines.
        if type(act) is Write:
            written.update(act.changes)
        elif type(act) is Change:
            setup = act.setup
        elif type(act) is Action:
            moves[act.round].append((line.seq, act))
        elif type(act) is Agree:
            agreed[act.round].update(dict.fromkeys(act.seats, (line.at, act)))
        # Later agreements to this round count again, because lines are applied in order.
        elif type(act) is Reopen:
            agreed.pop(act.round, None)
        elif type(act) is Close:
            closed = act.after
    if setup is None:
        raise Malformed("journal", Text("The history has no players."))
    plays, marks, secrets = _follow_moves(game, setup, written, moves)
    return Known(
        corrections, effective, setup, written, moves, agreed, closed, plays, marks, secrets, seq=lines[-1].seq
    )


def _follow_moves(
    game: Game,
    setup: Setup,
    written: Mapping[Spot, Mark | None],
    moves: Mapping[int, Sequence[tuple[int, Action]]],
) -> tuple[dict[int, Play], Marks, Secrets]:
    """Return the rounds that the referee of the game follows, and the marks as everybody may see them.

    A mark written by hand overrides the referee’s.
    """
    by_hand = {spot: mark for spot, mark in written.items() if mark is not None}
    marks, refereed = by_hand, dict[Spot, Mark]()
    plays: dict[int, Play] = {}
    # In order, because a round starts from the results of the rounds before it.
    for round in sorted(moves):
        started = begin_play(game, setup, list_counting_marks(marks, plays, round), round)
        if started is not None:
            plays[round] = play(started.referee, started.state, moves[round])
            # What was written by hand, even an erasure, overrides the referee.
            from_referee = {spot: mark for spot, mark in plays[round].marks.items() if spot not in written}
            marks, refereed = {**from_referee, **marks}, {**from_referee, **refereed}
    # Sealed only now: the referee needs the true marks of earlier rounds.
    secrets = Secrets(game, setup, marks)
    shown = {spot: mark for spot, mark in secrets.hide(by_hand).items() if mark is not None}
    return plays, {**refereed, **shown}, secrets


def list_counting_marks(marks: Marks, plays: Mapping[int, Play], round: int) -> Marks:
    """Return the marks for scoring a round, without those of other rounds that are still being refereed."""
    left_out = {number for number, play in plays.items() if number != round and play.unfinished is not None}
    return {spot: mark for spot, mark in marks.items() if spot.round not in left_out}


def begin_play(game: Game, setup: Setup, marks: Marks, round: int) -> Play | None:
    """Return the play of a round before its first move, or None if the game has no referee."""
    if game.referee is None:
        return None
    leader = game.leader(setup, marks, round)
    return Play(game.referee, game.referee.start(setup.at(round), marks, round, leader))
