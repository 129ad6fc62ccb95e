"""How names and numbers are lettered where there is little room."""

from scorekeeper.games.base import Seat, Setup

CROWD = 5

SHORTEST = 4


def short(names: tuple[str, ...]) -> tuple[str, ...]:
    """Names as narrow columns can hold them: from five players on their shortest starts that no other shares."""
    if len(names) < CROWD:
        return names
    cut = []
    for name in names:
        others = [other for other in names if other != name]
        length = next((n for n in range(SHORTEST, len(name)) if not any(o.startswith(name[:n]) for o in others)), None)
        cut.append(name[:length])
    return tuple(cut)


def initials(setup: Setup, seats: tuple[Seat, ...]) -> dict[Seat, str]:
    """The shortest start of each name that no other player shares, two letters at the most."""
    names = {seat: setup.name(seat) for seat in seats}
    first = {seat: name[:1].upper() for seat, name in names.items()}
    doubled = {seat for seat in seats if list(first.values()).count(first[seat]) > 1}
    return {seat: names[seat][:2] if seat in doubled else first[seat] for seat in seats}


def signed(points: int, plus: bool = False) -> str:
    """A number as it is printed: a true minus sign, and for a gain the plus where a sheet wants it."""
    return f"{points:+d}".replace("-", "\u2212") if plus and points else str(points).replace("-", "\u2212")
