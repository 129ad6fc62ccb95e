"""Days as they are said: the weekday and the date in the reader's language."""

from datetime import UTC, date, datetime

from babel.dates import format_date, format_skeleton

from scorekeeper.web.common import language

WEEK = 7


def local_day(at: int) -> date:
    """The day, here, of a time in seconds since 1970."""
    return datetime.fromtimestamp(at, UTC).astimezone().date()


def said_day(at: int, now: float) -> str:
    """The weekday and the date of a time; the year only where it is another one."""
    day = local_day(at)
    same = day.year == local_day(int(now)).year
    return format_skeleton("MMMEd" if same else "yMMMEd", day, locale=_locale())


def weekday(at: int, now: float) -> str:
    """The weekday of a time within the last days, the date of an earlier one; nothing for today."""
    day = local_day(at)
    ago = (local_day(int(now)) - day).days
    if 0 < ago < WEEK:
        return str(format_date(day, "EEEE", locale=_locale()))
    return "" if ago <= 0 else said_day(at, now)


def _locale() -> str:
    return {"en": "en_GB"}.get(language(), language())
