"""Tables from the lines of their journals: all lines at once, or a few more lines."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from scorekeeper.games import GAMES
from scorekeeper.games.game import Game
from scorekeeper.games.referee import Action
from scorekeeper.table.fold import Written, derive_known
from scorekeeper.table.growing_sequence import GrowingSequence
from scorekeeper.table.journal import (
    Act,
    Agree,
    By,
    Change,
    Erased,
    Line,
    Reopen,
    SetClock,
    Write,
    find_corrections,
    find_rounds,
)
from scorekeeper.table.score_cache import ScoreCache
from scorekeeper.table.secrets import find_secrets
from scorekeeper.table.table import Newest, StoredTable, Table


def fold_table(
    stored: StoredTable, lines: Sequence[Line], game: Game | None = None, before: ScoreCache | None = None
) -> Table:
    """Return a table from its lines. `game` is needed for a pad that players made, which is not in GAMES.

    `before` has scores of the same table with fewer lines, to be reused.
    """
    game = game or GAMES[stored.game]
    corrections = find_corrections(lines)
    effective = GrowingSequence([corrections.apply(line) for line in lines if corrections.is_effective(line)])
    hidden = find_secrets(game, lines)
    known = derive_known(Written().with_lines(effective), lines[-1].seq, game, hidden)
    setups = tuple((line.seq, line.act.setup) for line in lines if isinstance(line.act, Change))
    return Table(
        stored,
        game,
        lines if isinstance(lines, GrowingSequence) else GrowingSequence(lines),
        effective,
        known,
        known.rounds(),
        corrections,
        hidden,
        _update_newest({}, effective),
        setups,
        before,
    )


def add_lines(table: Table, stored: StoredTable, more: tuple[Line, ...]) -> Table:
    """Return the table with more lines added, the same as `fold_table` of all lines but in less time.

    Lines that only add something are added to the state. A correction, a new setup or a secret replays everything.
    """
    lines = table.lines.with_more(more)
    # Scores are still taken over where rules and marks are the same.
    if not all(_only_adds(table, line) for line in more):
        return fold_table(stored, lines, table.game, table.scored)
    written = table.known.written.with_lines(more)
    known = derive_known(written, lines[-1].seq, table.game, table.secrets)
    return replace(
        table,
        stored=stored,
        lines=lines,
        effective_lines=table.effective_lines.with_more(more),
        known=known,
        rounds=known.rounds(),
        newest_in=_update_newest(table.newest_in, more),
        before=table.scored,
    )


def add_act(table: Table, act: Act) -> Table:
    """Return the table as it would be after one more act."""
    return add_lines(table, table.stored, (Line(table.known.seq + 1, "", 0, By(""), act),))


def _only_adds(table: Table, line: Line) -> bool:
    """Return whether a line leaves the effect of all earlier lines unchanged."""
    plain = isinstance(line.act, Write | Action | Agree | Reopen | SetClock)
    return plain and not table.corrections.touch(line) and not table.secrets.touch(line)


def _update_newest(before: Newest, lines: Iterable[Line]) -> Newest:
    """Return `before` updated with `lines`: a dict from round and seat to their newest effective line.

    In the keys, None stands for any round or any seat. Lines that cannot be undone are left out.
    """
    newest = dict(before)
    for line in lines:
        if line.seq > 1 and not isinstance(line.act, Erased):
            for round in (None, *find_rounds(line.act)):
                newest[round, None] = newest[round, line.by.seat] = line
    return newest
