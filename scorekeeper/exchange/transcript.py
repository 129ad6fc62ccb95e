"""Transcripts: a whole table as English text for people, with each entry, the time, the phone, and the result.

    Scorekeeper transcript
    version: 1.0.0
    game: Parade
    table: 3f2a0c1d5e6b

    2026-11-22 18:30 UTC, phone 8d3f, Alice
      1  Alice, Hatter and Cheshire sit down. Hatter starts.

Time, phone and the player whose phone it is stand before the first entry, and again where they change.
"""

from collections.abc import Iterator
from datetime import UTC, datetime

from scorekeeper.exchange.native import TRANSCRIPT, list_lines, mark_phone
from scorekeeper.games.pad import format_points
from scorekeeper.table.build import add_lines, fold_table
from scorekeeper.table.journal import Amend, Line
from scorekeeper.table.table import Table
from scorekeeper.table.wording import describe_line
from scorekeeper.version import VERSION


def serialise(table: Table) -> str:
    """Return the transcript of a table. Raise Malformed while a choice at the table is still secret."""
    game = table.game
    head = [TRANSCRIPT, f"version: {VERSION}", f"game: {game.name_for(table.setup.options)}", f"table: {table.id}"]
    first, *more = list_lines(table)
    step = fold_table(table.stored, [first], game)
    author = _describe_author(step, first)
    body = ["", author, _describe_line(step, first)]
    for line in more:
        rounds = step.rounds
        step = add_lines(step, table.stored, (line,))
        if step.rounds > rounds:
            body += ["", f"{game.round_name} {step.rounds}"]
        if _describe_author(step, line) != author:
            author = _describe_author(step, line)
            body.append(author)
        body.append(_describe_line(step, line))
    return "\n".join([*head, *body, "", _describe_result(table)]) + "\n"


def _describe_author(table: Table, line: Line) -> str:
    """Return the time of a line, the first digits of the mark of its phone, and the player whose phone it is."""
    time = datetime.fromtimestamp(line.at, UTC).strftime("%Y-%m-%d %H:%M UTC")
    seat = line.by.seat
    who = () if seat is None or seat >= len(table.setup.players) else (table.setup.name(seat),)
    return ", ".join((time, f"phone {mark_phone(line.by.browser)[1:5]}", *who))


def _describe_line(table: Table, line: Line) -> str:
    """Return the number of a line and what it says. `table` is the table after it."""
    said = " ".join(_list_sentences(table, line))
    # On one line, whatever white space a name or a remark contains.
    return f"{line.seq:>3}  {' '.join(said.split())}"


def _list_sentences(table: Table, line: Line) -> Iterator[str]:
    before = None if line.seq == 1 else table.setup_before(line)
    yield str(describe_line(table, line, table.setup, before))
    if isinstance(line.act, Amend):
        # In the words of the corrected entry, because a move depends on those before it.
        corrected = line._replace(seq=line.act.seq, act=line.act.act)
        yield str(describe_line(table, corrected, table.setup, before))


def _describe_result(table: Table) -> str:
    totals = table.standings().totals.items()
    points = ", ".join(f"{table.setup.name(seat)} {format_points(total)}" for seat, total in totals)
    said = (table.headline, *table.late) if table.headline else ()
    return " ".join(f"Result: {points}. {' '.join(map(str, said))}".split())
