"""Moves of a refereed round in words: what they were, what was secret in them, what a correction moves on the table."""

from scorekeeper.games.moved import list_instructions
from scorekeeper.games.referee import REFEREE_OFF, STOP, Action, Board, Play
from scorekeeper.language.text import Literal, Text
from scorekeeper.table.fold import begin_play, fold
from scorekeeper.table.journal import Amend, Line, Strike, list_targets
from scorekeeper.table.table import Table


def narrate_move(table: Table, line: Line) -> Text:
    """Describe a move in the state in which it was made. What is still secret stays hidden."""
    action = line.act
    assert isinstance(action, Action)
    play = table.play(action.round)
    if play is None:
        return Literal(action.kind)
    if action.kind == STOP:
        return REFEREE_OFF
    state = play.before[line.seq] if line.seq in play.before else _replay_before(table, line, action.round)
    return play.referee.narrate(state, action, play.is_sealed(action))


def describe_secrets(table: Table, round: int) -> tuple[Text, ...]:
    """Return sentences about the secret decisions of a finished round.

    Empty if marks were changed by hand since.
    """
    play = table.known.plays.get(round)
    if play is None or play.stopped or play.unfinished is not None:
        return ()
    # A mark by hand contradicts the moves, so the sentences could be wrong.
    if any(table.known.marks.get(spot) != mark for spot, mark in play.marks.items()):
        return ()
    view: Board = play.referee.view(play.state)
    return view.reveals


def list_moves_on_table(table: Table, round: int) -> tuple[Text, ...] | None:
    """Return what to move on the real table after the newest line corrected an earlier move of a round.

    Return None after any other line, and while a move does not fit. The cards on the table are taken from the last
    state in which every move fitted.
    """
    play = table.known.plays.get(round)
    if play is None or play.misfit or play.stopped or not _corrects_public_move(table, play, round):
        return None
    for end in range(len(table.lines) - 1, 0, -1):
        # Only within the latest corrections: before them, the cards lay as the players had entered them.
        if not isinstance(table.lines[end].act, Strike | Amend):
            break
        then = fold(table.lines[:end], table.game).plays.get(round)
        if then and not then.misfit:
            return list_instructions(play.referee.view(then.state), play.referee.view(play.state))
    return None


def _corrects_public_move(table: Table, play: Play, round: int) -> bool:
    """Return whether the newest line undoes, restores or corrects a public move of a round.

    Undoing the last move of the round does not count, because no other move follows it.
    """
    newest = table.lines[-1]
    targets = list_targets(table.lines, newest.act)
    move = targets[-1] if targets else None
    if move is None or not isinstance(move.act, Action) or move.act.round != round:
        return False
    amends = any(isinstance(line.act, Amend) for line in (newest, *targets))
    last = max(play.before, default=0)
    return (amends or move.seq < last) and not play.is_sealed(move.act)


def _replay_before(table: Table, line: Line, round: int) -> object:
    """Return the state of a round before a line that does not count any more, by replaying the lines before it."""
    # At least the first line, which a file can claim to correct: without it there are no players.
    known = fold(table.lines[: max(line.seq - 1, 1)], table.game)
    then = known.plays.get(round) or begin_play(table.game, known.setup, known.counting(round), round)
    return then.state if then else None
