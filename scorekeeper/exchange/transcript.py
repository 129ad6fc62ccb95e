"""Transcripts: a whole table as English text for people, with each entry, the time, the phone, and the result.

    Scorekeeper transcript
    version: 1.0.0
    game: Hearts
    table: 3f2a0c1d5e6b

    2026-11-22 18:30 UTC, phone 8d3f, Alice
      1  Alice, Hatter and Cheshire sit down. Hatter starts.

Time, phone and the player whose phone it is stand before the first entry, and again where they change.
"""

from datetime import UTC, datetime

from scorekeeper.exchange.native import TRANSCRIPT, list_lines, mark_phone
from scorekeeper.games.pad import format_points
from scorekeeper.table.journal import find_rounds
from scorekeeper.table.table import Table
from scorekeeper.table.wording import describe_line
from scorekeeper.version import VERSION


def serialise(table: Table) -> str:
    """Return the transcript of a table. Raise Malformed while a choice at the table is still secret."""
    game = table.game
    body, author, rounds = list[str](), "", 0
    for line in list_lines(table):
        setup = table.setup_before(line.seq + 1)
        assert setup
        if (newest := max(find_rounds(line.act), default=0)) > rounds:
            rounds = newest
            body += ["", f"{game.round_name} {rounds}"]
        seat, time = line.by.seat, datetime.fromtimestamp(line.at, UTC).strftime("%Y-%m-%d %H:%M UTC")
        who = () if seat is None or seat >= len(setup.players) else (setup.name(seat),)
        if (by := ", ".join((time, f"phone {mark_phone(line.by.browser)[1:5]}", *who))) != author:
            author = by
            body += [author] if body else ["", author]
        # On one line, whatever white space a name or a remark contains.
        said = str(describe_line(table, line, setup, table.setup_before(line.seq))).split()
        body.append(f"{line.seq:>3}  {' '.join(said)}")
    head = [TRANSCRIPT, f"version: {VERSION}", f"game: {game.name_for(table.setup.options)}", f"table: {table.id}"]
    points = ", ".join(
        f"{table.setup.name(seat)} {format_points(total)}" for seat, total in table.standings().totals.items()
    )
    headline = (table.headline, *table.late) if table.headline else ()
    result = f"Result: {points}. {' '.join(map(str, headline))}".split()
    return "\n".join([*head, *body, "", " ".join(result)]) + "\n"
