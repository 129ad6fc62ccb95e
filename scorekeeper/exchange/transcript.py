"""Transcripts: a whole table as text for people and programs, with each entry and what the app made of it.

    Scorekeeper transcript 1
    version: 1.0.0
    game: parade
    table: 3f2a0c1d5e6b
    rules: 2
    opened: 2026-11-22 18:30:00

    @ 2026-11-22 18:30:00 ~8d3f6f0f7b1c2a4e
    > players Alice, Hatter, Cheshire / seats 1: 0 1 2 / starts 1 / options edition=en2013 rounds=0
      1  Alice, Hatter and Cheshire sit down. Hatter starts.

A line after > is an act (see `acts.py`). A line after @ gives time, phone and seat where they differ from before. A
numbered line is the app's sentence about the act, in English. The line after = is the result. A remark starts with a
semicolon. Exports have one canonical form. In imports, whatever can be derived may be left out.
"""

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from hashlib import sha256
from typing import NamedTuple

from scorekeeper.exchange.acts import INVALID_LINE, format_act, parse_act
from scorekeeper.exchange.checks import check_act
from scorekeeper.exchange.native import (
    ID,
    LATEST,
    MOST_CHANGES,
    MOST_CORRECTIONS,
    MOST_LINES,
    PHONE,
    Package,
    StoredJournal,
    StoredLine,
    dump_act,
    export_table,
    has_clock,
    list_pads,
    refuse_newer,
)
from scorekeeper.games import GAMES
from scorekeeper.games.errors import Illegal, Malformed
from scorekeeper.games.game import Game
from scorekeeper.games.pad import format_points
from scorekeeper.games.pads.own import decode_text, parse_own_game
from scorekeeper.games.pads.padfile import Mistake
from scorekeeper.games.referee import Action
from scorekeeper.language.text import Literal, Text
from scorekeeper.table.admit import Stale, admit_line
from scorekeeper.table.build import add_lines, fold_table
from scorekeeper.table.journal import (
    Amend,
    By,
    Change,
    Line,
    Strike,
    Write,
    load,
)
from scorekeeper.table.table import StoredTable, Table
from scorekeeper.table.wording import describe_line
from scorekeeper.version import VERSION

TITLE = "Scorekeeper transcript"

FORMAT = 2
"""The version of transcripts of a table that uses the clock."""

WITHOUT_CLOCK = 1
"""The version of all others. Older releases can still import them."""

TIME = "%Y-%m-%d %H:%M:%S"

UNKNOWN_PHONE = f"~{0:016}"
"""The mark for a phone that a transcript does not name."""

# Export


def serialise(table: Table) -> str:
    """Return the transcript of a table. Raise Malformed while a choice at the table is still secret."""
    journal = export_table(table)
    form = FORMAT if has_clock(journal) else WITHOUT_CLOCK
    head = [f"{TITLE} {form}", f"version: {VERSION}", f"game: {journal.game}", f"table: {journal.id}"]
    head += [f"rules: {journal.rules_version}", f"opened: {_format_time(journal.opened)}"]
    head += [f"pad: {json.dumps(pad)}" for pad in list_pads([table])]
    return "\n".join([*head, *_format_lines(journal, table.game)]) + "\n"


def _format_lines(journal: StoredJournal, game: Game) -> Iterator[str]:
    author, table = "", None
    for _ in journal.lines:
        rounds = table.rounds if table else 0
        line, table = replay_next(table, journal, game)
        if table.rounds > rounds:
            yield f"\n; {game.round_name} {table.rounds}"
        if _format_author(line) != author:
            author = _format_author(line)
            yield f"@ {author}" if line.seq > 1 else f"\n@ {author}"
        yield f"> {format_act(line.act)}"
        yield f"{line.seq:>3}  {_describe_line(table, line)}"
    yield f"\n= {_describe_result(table)}" if table else ""


def _format_author(line: Line) -> str:
    seat = "" if line.by.seat is None else f" {line.by.seat}"
    return f"{_format_time(line.at)} {line.by.browser}{seat}"


def _format_time(at: int) -> str:
    return datetime.fromtimestamp(at, UTC).strftime(TIME)


def replay_next(before: Table | None, journal: StoredJournal, game: Game) -> tuple[Line, Table]:
    """Return the next line of a journal and the table after it. `before` is the table before it, None at the start."""
    seq = len(before.lines) + 1 if before else 1
    stored = journal.lines[seq - 1]
    row = StoredTable(journal.id, journal.game, journal.rules_version, "", 0, journal.opened)
    # Without its number: `admit_line` refuses a reference to no earlier line with the words of the table.
    line = Line(seq, f"in {seq}", stored.at, By(stored.phone, stored.seat), load(stored.act))
    return line, add_lines(before, row, (line,)) if before else fold_table(row, [line], game)


def _describe_line(table: Table, line: Line) -> str:
    """Return the app's English sentence about a line, or an ellipsis if it was taken back while it was secret."""
    if isinstance(line.act, Write) and not line.act.changes:
        return "\u2026"
    before = None if line.seq == 1 else table.setup_before(line)
    # On one line, whatever white space a name or a remark contains.
    return " ".join(str(describe_line(table, line, table.setup, before)).split())


def _describe_result(table: Table) -> str:
    said = (table.headline, *table.late) if table.headline else ()
    return " ".join(f"{_format_totals(table)} {' '.join(map(str, said))}".split())


def _format_totals(table: Table) -> str:
    """Return everybody's final points, such as `Alice 15, Bo 12.`. The wording is the same in every release."""
    totals = table.standings().totals.items()
    return ", ".join(f"{table.setup.name(seat)} {format_points(total)}" for seat, total in totals) + "."


# Import


class InvalidLine(Malformed):
    """An invalid line of a transcript. `number` is its place in the file, `why` the reason."""

    def __init__(self, number: int, line: str, why: Text) -> None:
        shown = Literal("".join(letter if letter.isprintable() else " " for letter in line)[:60])
        said = Text("Line %(number)s is not valid: %(line)s – %(why)s", number=number, line=shown, why=why)
        super().__init__("", said)


class Parsed(NamedTuple):
    """The parts of one transcript. `head` maps the keys of the header to their values.

    `lines` has for each act the number and text of its line in the file, and the act as parsed. `result` is the number
    and text of the result line, or None.
    """

    head: dict[str, str]
    lines: list[tuple[int, str, StoredLine]]
    result: tuple[int, str] | None


def is_transcript(source: bytes | str) -> bool:
    """Return whether a file starts with the title line of a transcript."""
    text = source if isinstance(source, str) else source[:200].decode(errors="replace")
    return text.lstrip("\ufeff \t\r\n").startswith(TITLE)


def parse(source: bytes | str, *, results: bool = False) -> Package:
    """Parse a file of transcripts, and check that each line can be added to the table before it.

    With `results`, totals that differ from those that this release computes are invalid as well. The app's sentences
    are not compared, because releases word them differently. Raise InvalidLine for the first invalid line. Raise
    Malformed if the file is not UTF-8 text.
    """
    try:
        text = source if isinstance(source, str) else source.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Malformed("", Text("This is not UTF-8 text.")) from None
    # Not splitlines(), which also splits at characters that a name can contain.
    lines = [*enumerate(re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff")), 1)]
    starts = [place for place, (_, line) in enumerate(lines) if line.strip().startswith(TITLE)]
    journals = [
        _parse_table(lines[start:end], results) for start, end in zip(starts, [*starts[1:], len(lines)], strict=True)
    ]
    pads = tuple(sorted({pad for _, pad in journals} - {""}))
    return Package(None, tuple(sorted(journal for journal, _ in journals)), pads)


def _parse_table(lines: list[tuple[int, str]], results: bool) -> tuple[StoredJournal, str]:
    (number, title), *rest = lines
    if title.split()[2:3] not in ([str(FORMAT)], [str(WITHOUT_CLOCK)]):
        named = next((line.split(":")[1].strip() for _, line in rest if line.startswith("version:")), "")
        raise InvalidLine(number, title, refuse_newer(named))
    parsed = _parse_lines(rest)
    pad = ""
    try:
        pad = decode_text(json.loads(parsed.head["pad"])) if "pad" in parsed.head else ""
        game = parse_own_game(pad) if pad else GAMES[parsed.head.get("game", "")]
        opened = _parse_time(parsed.head["opened"]) if "opened" in parsed.head else parsed.lines[0][2].at
        rules = int(parsed.head.get("rules", "1"))
    except (IndexError, KeyError, Mistake, RecursionError, TypeError, ValueError):
        raise InvalidLine(number, title, Text("The header does not say which game was played and when.")) from None
    kept = tuple(line for _, _, line in parsed.lines)
    table_id = parsed.head.get("table", sha256(repr(kept).encode()).hexdigest()[:12])
    if not kept or not ID.fullmatch(table_id) or not rules >= 0 or len(kept) > MOST_LINES:
        raise InvalidLine(number, title, INVALID_LINE)
    journal = StoredJournal(table_id, game.slug, rules, opened, kept)
    last = _replay(journal, game, parsed)
    # Only on request: an import keeps the moves, and a later release may score them differently.
    if results and parsed.result:
        _check_result(last, *parsed.result)
    return journal, pad


def _parse_lines(lines: list[tuple[int, str]]) -> Parsed:
    """Parse the lines of one transcript after its title. Raise InvalidLine for the first invalid line.

    `lines` are the numbers of the lines in the file, and their texts.
    """
    parsed = Parsed({}, [], None)
    at, phone, seat = 0, UNKNOWN_PHONE, None
    for number, line in lines:
        text = line.strip()
        if not text or text.startswith(";"):
            continue
        try:
            if text.startswith(">"):
                parsed.lines.append(
                    (number, text, StoredLine(at, phone, seat, dump_act(check_act(parse_act(text[1:])))))
                )
            elif text.startswith("@"):
                at, phone, seat = _parse_author(text[1:].split(), at, phone)
            elif text.startswith("="):
                parsed = parsed._replace(result=(number, text))
            elif re.fullmatch(r"\d+\s+.*", text):
                # The app’s sentence about a line. Releases word it differently, so it is not compared.
                continue
            elif not parsed.lines and (tag := re.fullmatch(r"(\w+)\s*:\s*(.*)", text)):
                parsed.head[tag[1].lower()] = tag[2]
            else:
                raise ValueError(text)
        except Malformed as wrong:
            raise InvalidLine(number, text, wrong.reason) from None
        except ValueError:
            raise InvalidLine(number, text, INVALID_LINE) from None
    return parsed


def _parse_author(words: list[str], at: int, phone: str) -> tuple[int, str, int | None]:
    """Parse the words of an @ line and return time, phone and seat. Raise ValueError if they are invalid.

    `at` and `phone` are returned if the line leaves out the time or the phone. The seat is None if it is left out.
    """
    if words and "-" in words[0]:
        time = _parse_time(" ".join(words[:2]))
        if time < at:
            raise ValueError(words)
        at, words = time, words[2:]
    if words and words[0].startswith("~"):
        phone, words = words[0], words[1:]
        if not PHONE.fullmatch(phone):
            raise ValueError(phone)
    (seat,) = words or ("",)
    return at, phone, int(seat) if seat else None


def _parse_time(text: str) -> int:
    at = int(datetime.strptime(text, TIME).replace(tzinfo=UTC).timestamp())
    if not 0 <= at <= LATEST:
        raise ValueError(text)
    return at


def _replay(journal: StoredJournal, game: Game, parsed: Parsed) -> Table:
    """Return the table after the last line of a journal. Raise InvalidLine for the first line that is not allowed.

    `parsed` is the transcript, whose line number and text the error names.
    """
    before: Table | None = None
    corrections = changes = 0
    for (number, words, _), act in zip(parsed.lines, journal.lines, strict=True):
        try:
            if before is None and not isinstance(load(act.act), Change):
                raise Malformed("", Text("A table must start with its players."))
            line, after = replay_next(before, journal, game)
            corrections += isinstance(line.act, Strike | Amend)
            changes += isinstance(line.act, Change)
            for count, most in ((corrections, MOST_CORRECTIONS), (changes, MOST_CHANGES)):
                if count > most:
                    raise Malformed("", Text("A table can have at most %(most)s corrections.", most=most))
            if before is not None:
                _check_line(before, line)
            before = after
        except (Malformed, Illegal) as wrong:
            raise InvalidLine(number, words, wrong.reason) from None
        # A made-up line can raise anything in the code of a game. It is invalid, not an error of the app.
        except Exception as broken:
            raise InvalidLine(number, words, INVALID_LINE) from broken
    assert before, "a transcript has a line"
    return before


def _check_result(last: Table, number: int, words: str) -> None:
    """Raise InvalidLine if the totals of a table differ from those in `words`, the result line of a transcript."""
    totals = " ".join(_format_totals(last).split())
    if not f"{' '.join(words.split())} ".startswith(f"= {totals} "):
        why = Text("The result is now different: %(now)s", now=Literal(_describe_result(last)))
        raise InvalidLine(number, words, why)


def _check_line(before: Table, line: Line) -> None:
    """Raise Malformed or Illegal if a line cannot be added to the table `before`."""
    act = line.act.act if isinstance(line.act, Amend) else line.act
    if isinstance(act, Write):
        rows = {row.key: row for row in before.game.rows(before.setup)}
        for spot in act.changes:
            row = rows.get(spot.row)
            box = row.box(spot.box) if row else None
            if box is None or (spot.seat is not None and spot.seat >= len(before.setup.players)):
                raise Malformed("tap", Text("There is no such box on the pad."))
    if isinstance(line.act, Strike | Amend | Action):
        try:
            admit_line(before, line.act, line.by, before.seen)
        except Stale:
            raise Malformed("", INVALID_LINE) from None
