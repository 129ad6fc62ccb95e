"""Strict validation of JSON values in journals, which can come from files that anybody made."""

from scorekeeper.games.pad import LARGEST, Seat


def check_whole(value: object, least: int = 0, most: int = LARGEST) -> int:
    """Return the value if it is an integer in the range. Raise ValueError if not."""
    # Not isinstance, because True is an int as well.
    if type(value) is not int or not least <= value <= most:
        raise ValueError(value)
    return value


def check_text(value: object) -> str:
    """Return the value if it is text that can be encoded as UTF-8. Raise TypeError or ValueError if not."""
    if not isinstance(value, str):
        raise TypeError(value)
    if not value.isascii():
        # Raises UnicodeEncodeError, a ValueError, for a lone surrogate, which no page can show.
        value.encode()
    return value


def check_seat(value: object) -> Seat | None:
    """Return the value if it is a seat or None. Raise ValueError if not."""
    return None if value is None else check_whole(value)
