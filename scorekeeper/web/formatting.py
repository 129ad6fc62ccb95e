"""How owners of cards, days, numbers and addresses are written or drawn where there is little room."""

from datetime import UTC, date, datetime
from fractions import Fraction
from functools import lru_cache

import segno
from babel import Locale
from babel.dates import format_date, format_skeleton, format_time, get_day_names
from babel.numbers import format_decimal, format_percent
from markupsafe import Markup

from scorekeeper.games.pad import Seat, Setup
from scorekeeper.language.text import Catalogue, Text
from scorekeeper.web.request import language


def initials(setup: Setup, seats: tuple[Seat, ...]) -> dict[Seat, str]:
    """The shortest start of each name that no other player shares, two letters at the most."""
    names = {seat: setup.name(seat) for seat in seats}
    first = {seat: name[:1].upper() for seat, name in names.items()}
    doubled = {seat for seat in seats if list(first.values()).count(first[seat]) > 1}
    return {seat: names[seat][:2] if seat in doubled else first[seat] for seat in seats}


WEEK = 7


def local_day(at: int) -> date:
    """The day, here, of a time in seconds since 1970."""
    return datetime.fromtimestamp(at, UTC).astimezone().date()


def said_day(at: int, now: float) -> str:
    """The weekday and the date of a time; the year only where it is another one."""
    day = local_day(at)
    same = day.year == local_day(int(now)).year
    return format_skeleton("MMMEd" if same else "yMMMEd", day, locale=_locale())


class Moment(Text):
    """A day with its hour, here, as each language writes it; `at` in seconds since 1970."""

    __slots__ = ("at",)

    def __init__(self, at: int) -> None:
        super().__init__("")
        self.at = datetime.fromtimestamp(at, UTC).astimezone()

    def __repr__(self) -> str:
        return f"Moment({self.at.isoformat()})"

    def template(self, words: Catalogue) -> str:
        locale = {"en": "en_GB"}.get(words.language, words.language)
        return f"{format_date(self.at.date(), 'long', locale=locale)}, {format_time(self.at, 'short', locale=locale)}"


def said_date(day: date, with_year: bool = False) -> str:
    """The weekday and the date of a day, in full; the year where it is not known."""
    return str(format_skeleton("yMMMEd" if with_year else "MMMMEEEEd", day, locale=_locale()))


def said_month(day: date) -> str:
    """The month and the year of a day."""
    return str(format_skeleton("yMMMM", day, locale=_locale()))


def first_weekday() -> int:
    """With which day a week begins for this reader; 0 is Monday."""
    return int(Locale.parse(_locale()).first_week_day)


def weekdays() -> list[tuple[str, str]]:
    """The days of a week in their order, in short and in full."""
    short, full = (get_day_names(width, "stand-alone", _locale()) for width in ("abbreviated", "wide"))
    order = [(first_weekday() + day) % WEEK for day in range(WEEK)]
    return [(short[day], full[day]) for day in order]


def weekday(at: int, now: float) -> str:
    """The weekday of a time within the last days, the date of an earlier one; nothing for today."""
    day = local_day(at)
    ago = (local_day(int(now)) - day).days
    if 0 < ago < WEEK:
        return str(format_date(day, "EEEE", locale=_locale()))
    return "" if ago <= 0 else said_day(at, now)


def percent(share: Fraction) -> str:
    """A share of all, in whole hundredths."""
    return str(format_percent(float(share), locale=_locale()))


def decimal(number: Fraction) -> str:
    """A number with one digit behind the point, as the reader's language writes it, with a true minus sign."""
    return str(format_decimal(float(number), "#,##0.0", locale=_locale())).replace("-", "\u2212")


def _locale() -> str:
    return {"en": "en_GB"}.get(language(), language())


@lru_cache(256)
def qr_code(address: str, error: str = "m") -> Markup:
    """An address as a code to scan, as wide as its place; with `error` "l" it bears more letters and less dirt."""
    return Markup(segno.make(address, error=error).svg_inline(border=0, dark="#1C1B18", light=None, omitsize=True))
