"""Game nights: to which one a moment belongs, in the time zone of this server.

The time zone is that of the environment variable TZ, otherwise that of the computer.
"""

import os
import re
import time
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from datetime import time as time_of_day
from pathlib import Path
from zoneinfo import TZPATH

from scorekeeper.language.text import NotDone, Text

ZONE_SETTING = "TZ"
"""Environment variable with the time zone, such as Europe/Berlin."""

BEGINS = time_of_day(6)
"""Local time at which one game night ends and the next one begins."""

OFFSET = re.compile(r"([A-Za-z]{3,}|<[A-Za-z0-9+-]+>)[+-]?\d.*")
"""The form of a time zone that gives its offset itself, such as CET-1CEST."""


def find_night_date(at: float) -> date:
    """Return the date of the game night to which a Unix time belongs: until six in the morning, that of the day before.

    Decision: night-until-six
    """
    local = datetime.fromtimestamp(at, UTC).astimezone()
    return local.date() if local.time() >= BEGINS else local.date() - timedelta(1)


def find_night_begin(night: date) -> float:
    """Return the Unix time at which the game night of a date begins.

    Decision: night-until-six
    """
    return datetime.combine(night, BEGINS).astimezone().timestamp()


def name_time_zone() -> str:
    """Return the name of the time zone, such as Europe/Berlin, or its abbreviation if it has no other name."""
    # An empty TZ is UTC, whatever the time zone of the computer is.
    name = os.environ.get(ZONE_SETTING, "").removeprefix(":")
    if ZONE_SETTING not in os.environ:
        with suppress(OSError):
            name = str(Path("/etc/localtime").resolve(strict=True)).partition("/zoneinfo/")[2]
    return name or time.tzname[0]


def check_time_zone() -> None:
    """Check the setting TZ, because the system silently takes UTC for a name that it does not know.

    Raise NotDone if it is no time zone.
    """
    name = os.environ.get(ZONE_SETTING, "").removeprefix(":")
    # Not with ZoneInfo, which may find names in a package that the system does not read.
    if name and not OFFSET.fullmatch(name) and not any((Path(folder) / name).is_file() for folder in TZPATH):
        raise NotDone(Text("TZ is %(name)s, which is no time zone here. Use one such as Europe/Berlin.", name=name))
