"""Preview of a pad: its entry page, a worked example, and the blank paper."""

from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.games.example import make_example_marks, make_example_setup
from scorekeeper.games.game import Game
from scorekeeper.games.pad import Cell, format_points
from scorekeeper.language.text import Literal, Text
from scorekeeper.printing import blank_pads
from scorekeeper.printing.blank_pads import PadRequest
from scorekeeper.printing.layout import Fit, NoSuchPaper
from scorekeeper.printing.score_sheets import PlayerTotal, ScoreTable
from scorekeeper.web.entry.entered import EnteredRound
from scorekeeper.web.entry.screen import ScreenSection
from scorekeeper.web.entry.sections import build_sections
from scorekeeper.web.request import language
from scorekeeper.web.scoring.sheet import build_lines


class PadPreview(NamedTuple):
    """The preview of a pad."""

    players: str
    rules: list[Text]
    sections: list[ScreenSection]
    """The sections of the entry page."""
    example: ScoreTable
    """A filled-in score sheet."""
    results: Mapping[str, Text]
    """The first player's results with their working, by key of the row."""
    fit: Fit | None
    """The blank pad, or None if it fits on no page."""
    unfit: Text | None
    """Why it fits on none."""


def preview_pad(game: Game) -> PadPreview:
    """Return the preview of a pad, filled in with an example."""
    setup = make_example_setup(game)
    marks = make_example_marks(game, setup)
    sheet = game.score(setup, marks, 1)
    rows, seats = game.rows(setup), setup.seats(1)
    by_key = {row.key: row for row in rows}
    entered = EnteredRound(setup, marks, 1, by_key, sheet, game.ways(setup)[0])
    columns = [
        PlayerTotal(name=setup.name(seat), leader=seat in sheet.winners, total=running.points, sign=running.sign)
        for seat, running in zip(seats, entered.list_players(), strict=True)
    ]
    wish = PadRequest(len(seats), up=1)
    fit, unfit = _fit_on_page(game, wish)
    return PadPreview(
        players="–".join(map(str, dict.fromkeys(game.seats))),
        rules=[*game.rules_in_words(setup)],
        sections=build_sections(entered),
        example=ScoreTable(
            columns=columns,
            lines=build_lines(sheet, rows, seats),
            total=game.total if game.scored else None,
        ),
        results={
            row: _describe_result(cell, sheet.told.get((row, seat)))
            for (row, seat), cell in sheet.cells.items()
            if seat == seats[0] and cell.points is not None
        },
        fit=fit,
        unfit=unfit,
    )


def _fit_on_page(game: Game, wish: PadRequest) -> tuple[Fit | None, Text | None]:
    try:
        return blank_pads.fit_pad(game, wish, language()), None
    except NoSuchPaper as refusal:
        return None, refusal.reason


def _describe_result(cell: Cell, told: Text | None) -> Text:
    """Return a row's result with its working, "7 × 2 = 14", or with the entry it comes from, "10, at 4"."""
    points = Literal(format_points(cell.points or 0))
    if cell.because:
        return Text("%(working)s = %(points)s", working=cell.because, points=points)
    return Text("%(points)s, %(told)s", points=points, told=told) if told else points
