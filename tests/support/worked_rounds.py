"""Rounds that were worked by hand, in the file `rounds.toml` of a game: what is entered, and what comes of it.

What is entered is `entered.ROW.BOX`, the row only where its boxes have not got names of their own: a list with an entry
per player ("" for none), or what the whole table has. Cards are written as "10 9". `given` names marks that many rounds
share. In a `whole` round the suits that are not named are as `others` says, and the table has said that this is all.
Later rounds of a table are in `then`. What comes of it is a fact of `Worked`.
"""

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.game import Game, standings
from scorekeeper.games.pad import Problem, Setup, Sheet, Spot
from scorekeeper.games.pads.boxes import ChipsBox
from scorekeeper.games.standings import Standings
from scorekeeper.language.text import rules
from tests.support.marks import Written, apply_changes, describe_end, play_game

FOLDER = Path(__file__).parents[1] / "games"

Case = Mapping[str, Any]


class Worked(NamedTuple):
    """The last round of a table. Each property is a fact that a file can give."""

    game: Game
    setup: Setup
    marks: Written
    number: int

    @property
    def sheet(self) -> Sheet:
        return self.game.score(self.setup, self.marks, self.number)

    @property
    def standings(self) -> Standings:
        sheets = [self.game.score(self.setup.at(number), self.marks, number) for number in range(1, self.number + 1)]
        seats = dict.fromkeys(seat for number in range(1, self.number + 1) for seat in self.setup.seats(number))
        return standings(self.game, self.setup, sheets, [*seats], True)

    @property
    def decided(self) -> bool:
        return self.sheet.decided

    @property
    def scores(self) -> list[int]:
        """Points of this round, by seat."""
        return list(self.sheet.totals.values())

    @property
    def totals(self) -> list[int]:
        """Points of all rounds so far, by seat."""
        return list(self.standings.totals.values())

    @property
    def places(self) -> list[int]:
        return [self.sheet.ranks[seat] for seat in sorted(self.sheet.ranks)]

    @property
    def winners(self) -> list[str]:
        """The best of this round."""
        return [self.setup.name(seat) for seat in self.sheet.winners]

    @property
    def won(self) -> list[str]:
        """The winners of the whole game."""
        return [self.setup.name(seat) for seat in self.standings.winners]

    @property
    def leads(self) -> str:
        return str(self.standings.leads())

    @property
    def ranking(self) -> list[int]:
        """The place of each player after all rounds so far."""
        return [self.standings.places[seat] for seat in sorted(self.standings.places)]

    @property
    def out(self) -> list[str]:
        """Who is out of the game after this round."""
        return [self.setup.name(seat) for seat in self.sheet.out]

    @property
    def points(self) -> dict[str, list[int | str]]:
        """Points by row and player. "" stands for points that are not known yet, "none" for a player without any."""
        return self.in_each_cell(lambda cell: "" if cell.points is None else cell.points)

    @property
    def because(self) -> dict[str, list[int | str]]:
        """The calculation of points by row and player."""
        return self.in_each_cell(lambda cell: str(cell.because or ""))

    @property
    def flipped(self) -> dict[str, list[str]]:
        """Who has flipped a pile, by row."""
        cells = self.sheet.cells.items()
        rows = dict.fromkeys(row for row, _ in self.sheet.cells)
        return {
            row: [self.setup.name(seat) for (of, seat), cell in cells if of == row and cell.flipped] for row in rows
        }

    def in_each_cell(self, fact: Any) -> dict[str, list[int | str]]:
        cells = self.sheet.cells
        return {
            row: [fact(cells[row, seat]) if (row, seat) in cells else "none" for seat in self.sheet.totals]
            for row, _ in cells
        }

    @property
    def notes(self) -> dict[str, str]:
        return {row: str(note) for row, note in self.sheet.notes.items()}

    @property
    def verdict(self) -> list[str]:
        return [str(text) for text in (self.sheet.verdict, self.sheet.reason)]

    @property
    def open(self) -> list[str]:
        return texts(self.sheet.open)

    @property
    def wrong(self) -> list[str]:
        """What is certainly a mistake."""
        return texts(problem for problem in self.sheet.problems if problem.certain)

    @property
    def doubts(self) -> list[str]:
        return texts(problem for problem in self.sheet.problems if not problem.certain)

    @property
    def marked(self) -> list[str]:
        """The boxes that are wrong or doubtful, each as "row box"."""
        return sorted({f"{spot.row} {spot.box}" for problem in self.sheet.problems for spot in problem.spots})

    @property
    def cures(self) -> list[str]:
        """The buttons that mend something, in the order of the problems."""
        return [str(cure.label) for problem in (*self.sheet.problems, *self.sheet.open) for cure in problem.cures]

    @property
    def rules(self) -> list[str]:
        """The rules that notes and problems cite, in the order of the alphabet."""
        problems = (*self.sheet.problems, *self.sheet.open)
        return sorted({*rules(*self.sheet.notes.values(), *[problem.text for problem in problems])})

    @property
    def end(self) -> str:
        """Why the game is over and who has won, nothing if it goes on."""
        return describe_end(self.game, self.setup, self.marks) or ""

    @property
    def in_words(self) -> list[str]:
        """The rules of the table."""
        return [str(text) for text in self.game.rules_in_words(self.setup)]

    @property
    def starts(self) -> str:
        """Who starts the next round, nothing if that is open."""
        seat = self.game.next_starter(self.setup, self.marks, self.number)
        return "" if seat is None else self.setup.name(seat)

    def mend(self, label: str) -> "Worked":
        """Return the table after the first button with this label is tapped."""
        problems = (*self.sheet.problems, *self.sheet.open)
        cure = next(cure for problem in problems for cure in problem.cures if str(cure.label) == label)
        return self._replace(marks=apply_changes(self.marks, cure.changes))


FACTS = {name for name, fact in vars(Worked).items() if isinstance(fact, property)} - {"sheet", "standings"}


def texts(problems: Sequence[Problem] | Iterator[Problem]) -> list[str]:
    return [str(problem.text) for problem in problems]


def write(game: Game, setup: Setup, number: int, entered: Case) -> Iterator[tuple[Spot, Any]]:
    """Yield the marks of a round, as they stand in a file."""
    rows = {row.key: row for row in game.rows(setup)}
    row_of = {box.key: row.key for row in rows.values() for box in row.boxes}
    for key, value in entered.items():
        row = key if isinstance(value, dict) else row_of[key]
        for name, each in (value if isinstance(value, dict) else {key: value}).items():
            chips = isinstance(rows[row].box(name), ChipsBox)
            for seat, mark in enumerate(each) if isinstance(each, list) else [(None, each)]:
                if chips:
                    yield from ((Spot(number, row, name, seat, item), of) for item, of in Counter(mark.split()).items())
                elif mark != "":
                    yield Spot(number, row, name, seat), mark


def work(game: Game, file: Case, case: Case) -> Worked:
    """Return a table with everything entered that a file says."""
    options = {**file.get("options", {}), **case.get("options", {})}
    setup = play_game(game, *case.get("players", file["players"]), **options)
    given = file["given"][case["given"]] if "given" in case else {}
    rounds = [case.get("entered", {}), *case.get("then", ())]
    marks = dict(write(game, setup, 1, given))
    for number, entered in enumerate(rounds, 1):
        others = {row.key: file["others"] for row in game.rows(setup) if row.suit} if case.get("whole") else {}
        end = {"end": {"all": 1}} if case.get("whole") else {}
        marks |= dict(write(game, setup, number, {**others, **end, **entered}))
    return Worked(game, setup, marks, len(rounds))


def check(worked: Worked, expected: Case) -> None:
    """Check every fact that a file gives, then the table after each button of `mended`."""
    facts = {name: getattr(worked, name) for name in FACTS & expected.keys()}
    # Of facts by row only the rows are checked that the file names.
    found = {
        name: {row: fact.get(row, "") for row in expected[name]} if isinstance(fact, dict) else fact
        for name, fact in facts.items()
    }
    assert found == {name: expected[name] for name in facts}
    for after in expected.get("mended", ()):
        check(worked.mend(after["tap"]), after)


def list_rounds() -> Iterator[Any]:
    for path in sorted(FOLDER.glob("*/rounds.toml")):
        file = tomllib.loads(path.read_text(encoding="utf-8"))
        for case in file["round"]:
            yield pytest.param(GAMES[path.parent.name], file, case, id=f"{path.parent.name}: {case['rule']}")
