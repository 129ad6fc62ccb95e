"""Transcripts: a whole game as a page to read, with what was tapped, its journal and its result.

A transcript begins with its head (players, starter, options). Lines after > are what was tapped, exactly as a button
encodes it: marks, `move 1.play.0.green-3` for the referee, `take back 5`, `correct 5 1.play.0.green-4`. The app writes
all other lines: `pytest --rewrite` renews them, and git shows the difference. It removes a first line after #.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

from scorekeeper.games import GAMES
from scorekeeper.games.errors import Malformed
from scorekeeper.games.game import Game
from scorekeeper.games.options import Option
from scorekeeper.games.pad import Mark, Setup, format_points
from scorekeeper.language.text import Literal, Text
from scorekeeper.storage.tables import Tables
from scorekeeper.table.journal import Act, Amend, By, Strike, Write, find_rounds
from scorekeeper.table.notation import decode_move, parse_changes
from scorekeeper.table.table import Table
from scorekeeper.table.wording import describe_line
from tests.support.http import cookie

FOLDER = Path(__file__).parents[1] / "games" / "transcripts"

SOMEBODY = By(cookie("somebody"))


def of_few_or_many(path: Path) -> bool:
    """Return whether a refereed transcript has the minimum or maximum number of players. Others always return True."""
    slug, _, players = path.stem.partition("-referee-")
    return not players or int(players) in GAMES[slug].seats


def replay_transcript(game: Game, text: str, tables: Tables) -> str:
    """Play the taps of a transcript at a real table, and return the transcript as the app writes it."""
    lines = text.split("\n\n", 1)[0].splitlines()
    head = dict(line.split(": ", 1) for line in lines if not line.startswith("#"))
    table = tables.open(game, setup_of(game, head), SOMEBODY.browser)
    told = [*(f"{key}: {value}" for key, value in head.items()), "", f"  1  {_describe_line(tables.load(table), 1)}"]
    round = 0
    for tap in (line[2:] for line in text.splitlines() if line.startswith("> ")):
        played = tables.load(table)
        act = act_of(tap, played)
        if (touched := max(find_rounds(act), default=round)) != round:
            told += [*(_sheet(played, round) if round else ()), "", f"{game.round_name} {touched}"]
            round = touched
        seq = tables.record(table, act, f"op{played.known.seq}", SOMEBODY, played.known.seq)
        told += [f"> {tap}", f"{seq:>3}  {_describe_line(tables.load(table), seq)}"]
    played = tables.load(table)
    told += [*_sheet(played, round), "", *_over(played), *_rules(played)]
    return "\n".join(told) + "\n"


def setup_of(game: Game, head: dict[str, str]) -> Setup:
    """Return the setup described by the head of a transcript."""
    players = tuple(head["players"].split(", "))
    chosen = dict(part.split("=") for part in head.get("options", "").split() if part)
    known = {option.key: option for option in game.options}
    options = {**game.default_options(), **{key: _choice(known[key], value) for key, value in chosen.items()}}
    return Setup(players, options, ((1, tuple(range(len(players)))),), players.index(head.get("starter", players[0])))


def _choice(option: Option, value: str) -> Mark:
    return value if option.choices or option.words or option.order else int(value)


def act_of(tap: str, table: Table) -> Act:
    """Return the line that a tap writes."""
    if tap.startswith("take back "):
        return Strike(int(tap.removeprefix("take back ")))
    if tap.startswith("move "):
        return decode_move(tap.removeprefix("move "))
    if tap.startswith("correct "):
        seq, move = tap.removeprefix("correct ").split(" ")
        return Amend(int(seq), decode_move(move))
    try:
        return Write(parse_changes(tap, table.setup, table.game.rows(table.setup)))
    except Malformed as wrong:
        raise AssertionError(f"{tap}: {wrong}") from wrong


def _describe_line(table: Table, seq: int) -> Text:
    line = table.line(seq)
    assert line
    return describe_line(table, line, table.setup)


def _sheet(table: Table, round: int) -> Iterator[str]:
    """Yield the result of a round, row by row, and the totals after it."""
    sheet, setup = table.sheet(round), table.setup
    seats = setup.seats(round)
    yield ""
    for row in table.game.rows(setup):
        cells = [(seat, sheet.cells[row.key, seat]) for seat in seats if (row.key, seat) in sheet.cells]
        if not cells and row.key not in sheet.notes:
            continue
        said = [
            f"{setup.name(seat)} {'?' if cell.points is None else format_points(cell.points, sheet.plus)}"
            + (f" ({cell.because})" if cell.because else "")
            for seat, cell in cells
        ]
        yield f"     {row.label}: {', '.join(said) or '–'}. {sheet.notes.get(row.key, '')}".rstrip()
    for label, numbers in sheet.feet:
        yield f"     {label}: {_everybody(setup, numbers)}."
    for problem in (*sheet.problems, *sheet.open):
        yield f"     {'Certain' if problem.certain else 'Doubtful'}: {problem.text}"
    yield f"     Total: {_everybody(setup, sheet.totals, sheet.plus)}."
    yield f"     {sheet.verdict} {sheet.reason}".rstrip()
    after = table.standings(round)
    leads = f" {after.leads()}" if after.leaders and not table.game.whole(setup) else ""
    yield f"     After {table.game.round_name_inside} {round}: {_everybody(setup, after.totals)}.{leads}"


def _over(table: Table) -> Iterator[str]:
    """Yield why the game is over and who has won, if it is."""
    standings = table.standings()
    if standings.end:
        won = table.game.won(table.setup, standings)
        yield f"Over: {standings.end.why} {won or ''}".rstrip()


def _everybody(setup: Setup, numbers: Mapping[int, int], plus: bool = False) -> str:
    return ", ".join(f"{setup.name(seat)} {format_points(number, plus)}" for seat, number in numbers.items())


def _rules(table: Table) -> Iterator[str]:
    yield " ".join(str(text) for text in table.game.rules_in_words(table.setup) or (Literal(""),))
