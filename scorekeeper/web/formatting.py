"""Compact formats for names, dates and numbers in the reader's language."""

import time
from datetime import UTC, date, datetime
from fractions import Fraction

from babel import Locale
from babel.dates import format_date, format_skeleton, format_time, get_day_names
from babel.numbers import format_decimal, format_percent

from scorekeeper.games.pad import Seat, Setup
from scorekeeper.language.text import Catalogue, Text
from scorekeeper.nights import find_night_date
from scorekeeper.web.request import language


def shorten_names(setup: Setup, seats: tuple[Seat, ...]) -> dict[Seat, str]:
    """Return each player's initial by seat. Players who share an initial get the first two letters of their names."""
    names = {seat: setup.name(seat) for seat in seats}
    first = {seat: name[:1].upper() for seat, name in names.items()}
    doubled = {seat for seat in seats if list(first.values()).count(first[seat]) > 1}
    return {seat: names[seat][:2] if seat in doubled else first[seat] for seat in seats}


WEEK = 7
"""Number of days in a week."""


def to_local_date(at: int) -> date:
    """Return the date of a Unix timestamp in the server's time zone."""
    return datetime.fromtimestamp(at, UTC).astimezone().date()


def is_today(at: int) -> bool:
    """Return whether a Unix timestamp is of the present date in the server's time zone."""
    return to_local_date(at) == to_local_date(int(time.time()))


def format_day(at: int, now: float) -> str:
    """Return the weekday and date of a Unix timestamp, with the year only if it is not the year of `now`."""
    return _format_date(to_local_date(at), now)


def format_night(at: int, now: float) -> str:
    """Return the weekday and date of the game night of a Unix timestamp, with the year as in `format_day`."""
    return _format_date(find_night_date(at), now)


def _format_date(day: date, now: float) -> str:
    same = day.year == to_local_date(int(now)).year
    return str(format_skeleton("MMMEd" if same else "yMMMEd", day, locale=_find_locale()))


class Moment(Text):
    """A date and time, worded in each reader's language. `at` is a Unix timestamp, shown in the server's time zone."""

    __slots__ = ("at",)

    def __init__(self, at: int) -> None:
        super().__init__("")
        self.at = datetime.fromtimestamp(at, UTC).astimezone()

    def __repr__(self) -> str:
        return f"Moment({self.at.isoformat()})"

    def template(self, words: Catalogue) -> str:
        # Not `_find_locale`: a printed sheet can be in another language than that of the reader.
        locale = {"en": "en_GB"}.get(words.language, words.language)
        return f"{format_date(self.at.date(), 'long', locale=locale)}, {format_time(self.at, 'short', locale=locale)}"


def format_clock(at: int) -> str:
    """Return the time of day of a Unix timestamp."""
    return str(format_time(datetime.fromtimestamp(at, UTC).astimezone(), "short", locale=_find_locale()))


def format_long_date(day: date, with_year: bool = False) -> str:
    """Return the weekday and date in full without the year, or abbreviated with the year if `with_year`."""
    return str(format_skeleton("yMMMEd" if with_year else "MMMMEEEEd", day, locale=_find_locale()))


def format_month(day: date) -> str:
    """Return the month and year of a date."""
    return str(format_skeleton("yMMMM", day, locale=_find_locale()))


def find_first_weekday() -> int:
    """Return the first day of the week in the reader's language. 0 is Monday."""
    return int(Locale.parse(_find_locale()).first_week_day)


def list_weekdays() -> list[tuple[str, str]]:
    """Return the short and full name of each weekday, beginning with the first day of the reader's week."""
    short, full = (get_day_names(width, "stand-alone", _find_locale()) for width in ("abbreviated", "wide"))
    order = [(find_first_weekday() + day) % WEEK for day in range(WEEK)]
    return [(short[day], full[day]) for day in order]


def format_weekday(at: int, now: float) -> str:
    """Return the weekday of the game night of a Unix timestamp if it was one to six days before that of `now`.

    Return the weekday and date if it was earlier, and "" if it is the game night of `now` or later.
    """
    night = find_night_date(at)
    ago = (find_night_date(now) - night).days
    if 0 < ago < WEEK:
        return str(format_date(night, "EEEE", locale=_find_locale()))
    return "" if ago <= 0 else _format_date(night, now)


def format_share(share: Fraction) -> str:
    """Return a fraction as a whole percentage."""
    return str(format_percent(float(share), locale=_find_locale()))


def format_length(seconds: int) -> str:
    """Return a length of time in hours and minutes, at least one minute. All languages use the same units."""
    hours, minutes = divmod(max(1, round(seconds / 60)), 60)
    return f"{hours}\u00a0h {minutes:02}\u00a0min" if hours else f"{minutes}\u00a0min"


def format_elapsed(seconds: int) -> str:
    """Return a length of time as a clock shows it: 0:42, 12:30 or 1:02:30. All languages write it in this way."""
    minutes, second = divmod(seconds, 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"


def format_number(number: Fraction) -> str:
    """Return a number with one decimal place in the reader's language, with a true minus sign."""
    return str(format_decimal(float(number), "#,##0.0", locale=_find_locale())).replace("-", "\u2212")


def _find_locale() -> str:
    # Babel's plain "en" is American and writes the month before the day.
    return {"en": "en_GB"}.get(language(), language())
