"""Reading a line of a journal from its JSON, strictly: whoever wrote it, nothing else gets in."""

from scorekeeper.games.pad import LARGEST, Seat


def whole(value: object, least: int = 0, most: int = LARGEST) -> int:
    """A whole number in a range. Raises ValueError."""
    if type(value) is not int or not least <= value <= most:
        raise ValueError(value)
    return value


def word(value: object) -> str:
    """Letters that a page can show. Raises TypeError, ValueError."""
    if not isinstance(value, str):
        raise TypeError(value)
    if not value.isascii():
        value.encode()  # refuses half a letter, which no page could show
    return value


def seat(value: object) -> Seat | None:
    """A seat, or none. Raises ValueError."""
    return None if value is None else whole(value)
