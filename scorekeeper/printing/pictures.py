"""Pictures to share: the final result of a table, and the result of a game night of a group.

Heights are fixed, so that a browser can draw a photo exactly where the race of a night would be.
"""

from collections.abc import Sequence
from textwrap import wrap
from typing import NamedTuple

from scorekeeper.games.game import Game
from scorekeeper.games.signs import Sign
from scorekeeper.language.catalogue import catalogue
from scorekeeper.language.lettering import fit_name, measure_width
from scorekeeper.language.text import Literal, Text, speak
from scorekeeper.printing.score_sheets import PlayerTotal, Race
from scorekeeper.printing.templates import format_day, render

PICTURE_SIZE = (1080, 1350)
"""Width and height of a picture to share, in pixels."""

_WIDTH, _HEIGHT = PICTURE_SIZE

PICTURE_CSS = f"@page{{size:{_WIDTH}px {_HEIGHT}px;margin:0}} .picture{{width:{_WIDTH}px;height:{_HEIGHT}px}}"
"""The style sheet with its size."""


LETTERS_PER_LINE = 30
"""Number of letters of a name that fit on one line of a picture to share."""


HIGHEST_RACE = 400
"""Height in pixels of a race chart that has all the room it needs."""

LOWEST_RACE = 180
"""Height in pixels under which a race chart could not be read."""


class EveningView(NamedTuple):
    """The final result of a table as a page and a picture show it."""

    game: Text | str
    date: str
    verdict: Text
    about: Sequence[Text]
    placed: Sequence[PlayerTotal]
    notes: Sequence[Text]
    race: Race | None
    sentence: str
    """The picture's alternative text."""


def render_evening(view: EveningView, lang: str) -> str:
    """Return an HTML page of the size `PICTURE_SIZE` that shows a final result."""
    day = format_day(view.date, "full", lang)
    lines = sum(len(wrap(placed.name, LETTERS_PER_LINE)) for placed in view.placed)
    room = find_race_room(view, lang, lines)
    has_race = view.race and room >= LOWEST_RACE and (lines < 6 or lines == len(view.placed) == 6)
    parts = {"day": day, "view": view, "lines": lines, "has_race": has_race, "race_room": min(room, HIGHEST_RACE)}
    return render("evening", lang, Literal(view.sentence), PICTURE_CSS, **parts)


def find_race_room(view: EveningView, lang: str, lines: int) -> int:
    """Return the height in pixels that is left for the race chart, below a table with so many lines of names.

    The heights are those of `.picture` and `.evening` in print.css. Change both together.
    """
    words = catalogue(lang)
    verdict = len(wrap(speak(view.verdict, words), 22))
    notes = sum(len(wrap(speak(note, words), 50)) for note in view.notes)
    many = lines > 5
    plate = (68 if many else 100) + max(132, (56 if many else 72) * verdict)
    table = (10 if many else 20) * len(view.placed) + (46 if many else 48) * lines
    return PICTURE_SIZE[1] - 185 - plate - table - 78 - 44 * notes - 18 - 110


# A game night


MARGIN = 72
"""Space left and right, in pixels like all measures here."""

ROWS_TOP = 420
"""Where the rows of those who did not win begin."""

ROWS_HEIGHT = 352
"""The maximum height of all rows. Each is 88 high, or lower if there are more than four."""

MOST_NIGHT_ROWS = 8
"""Maximum number of rows. Further names are in one line below."""

REST_HEIGHT = 44
"""Height of that line."""

GAMES_BOTTOM = 1236
"""Where the lines of games end."""

LINE_HEIGHT = 80
"""Height of a line of games."""

MOST_NIGHT_LINES = 2
"""Maximum number of lines of games."""

NIGHT_GAP = 26
"""Space above and below the race or the photo."""

CAPTION = 56
"""Height of the title of the race."""

GAME_LETTER, GAME_SIGN, GAME_GAP = 34, 64, 32
"""Size of the letters of a game, of its sign, and the space after a game."""

WIDEST_GAME, WIDEST_OTHER = 580, 400
"""Room for the name of a game, and of a player who did not win."""

LARGEST_NAME, SMALLEST_NAME = 100, 56
"""Sizes of the letters of the only winner's name. If it still is too wide, it has two lines."""


class NightRow(NamedTuple):
    """A member who did not win the night: place, name, sign, number of games won, and in words which ones, or None."""

    place: int
    name: str
    sign: Sign
    wins: int
    won: Text | None


class NightGame(NamedTuple):
    """A game of the night."""

    name: str
    """Its name, with the points that won it."""
    game: Game | None
    """The game, or None if its table gave it a name."""


class NightPlace(NamedTuple):
    """A rectangle in the picture, in pixels."""

    x: int
    y: int
    width: int
    height: int


class NightView(NamedTuple):
    """A game night as its picture shows it."""

    group: str
    date: str
    winners: Sequence[tuple[str, Sign]]
    verdict: Text
    """Continues the names of the winners."""
    others: Sequence[NightRow]
    lines: Sequence[Sequence[NightGame]]
    place: NightPlace
    """Where the race is."""
    race: Race | None
    """None if there is none."""
    race_title: Text | str
    """The name of its game."""
    sentence: str
    """The alternative text."""


def break_lines(games: Sequence[NightGame]) -> list[list[NightGame]]:
    """Return the games in lines as wide as the picture. What does not fit into `MOST_NIGHT_LINES` lines is left out."""
    lines: list[list[NightGame]] = [[]]
    left = room = PICTURE_SIZE[0] - 2 * MARGIN
    for game in games:
        fitting = game._replace(name=fit_name(game.name, WIDEST_GAME / GAME_LETTER))
        # Estimated for bold letters, which these are not.
        width = GAME_SIGN + 14 + 0.9 * measure_width(fitting.name) * GAME_LETTER
        if width > left:
            if len(lines) == MOST_NIGHT_LINES:
                break
            lines.append([])
            left = room
        lines[-1].append(fitting)
        left -= int(width) + GAME_GAP
    return lines


def find_place(others: int, lines: int) -> NightPlace:
    """Return where the race or photo is, between the rows of so many other players and so many lines of games."""
    top = (
        ROWS_TOP
        + min(others, MOST_NIGHT_ROWS) * find_row_height(others)
        + REST_HEIGHT * (others > MOST_NIGHT_ROWS)
        + NIGHT_GAP
    )
    bottom = GAMES_BOTTOM - LINE_HEIGHT * lines - NIGHT_GAP
    return NightPlace(MARGIN, top, PICTURE_SIZE[0] - 2 * MARGIN, bottom - top)


def find_row_height(others: int) -> int:
    """Return the height of a row if so many players did not win."""
    return ROWS_HEIGHT // max(min(others, MOST_NIGHT_ROWS), 4)


class Plate(NamedTuple):
    """The names of the winners in the picture: in so many columns, each in letters and with a sign of these sizes."""

    columns: int
    letter: int
    sign: int
    names: Sequence[tuple[str, Sign]]


def fit_winners(winners: Sequence[tuple[str, Sign]]) -> Plate:
    """Return the plate with the names of the winners, shortened where they are too wide."""
    columns = 1 + (len(winners) - 1) // 3
    letter, sign = {1: (LARGEST_NAME, 132), 2: (SMALLEST_NAME, 72)}.get(len(winners), (44, 48))
    room = (PICTURE_SIZE[0] - 2 * MARGIN) // columns - sign - NIGHT_GAP
    lines = 1
    if len(winners) == 1:
        letter = min(letter, int(room / measure_width(winners[0][0])))
        if letter < SMALLEST_NAME:
            letter, lines = SMALLEST_NAME, 2
    return Plate(columns, letter, sign, [(fit_name(name, room / letter, lines), sign) for name, sign in winners])


def render_night(view: NightView, lang: str, photo: bool = False) -> str:
    """Return an HTML page of the size `PICTURE_SIZE` of a game night. With `photo`, leave the place of one blank."""
    row = find_row_height(len(view.others))
    return render(
        "night",
        lang,
        Literal(view.sentence),
        PICTURE_CSS,
        day=format_day(view.date, "full", lang),
        view=view,
        caption=CAPTION,
        row=row,
        # 56 px in a row of 88
        letter=round(row * 56 / 88),
        plate=fit_winners(view.winners),
        fit=fit_name,
        other_room=WIDEST_OTHER / (row * 56 / 88),
        most=MOST_NIGHT_ROWS,
        photo=photo,
    )
