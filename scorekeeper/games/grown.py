"""A sequence that never changes and is not copied as a whole when something is added to it."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import TypeVar, overload

One = TypeVar("One")

PART = 512


class Grown(Sequence[One]):
    """Kept in parts of `PART`, but for the last: one with more in it shares all full parts with the one before."""

    __slots__ = ("full", "last")

    def __init__(self, all: Iterable[One] = (), full: tuple[tuple[One, ...], ...] = ()) -> None:
        rest = tuple(all)
        whole = len(rest) - len(rest) % PART
        self.full = full + tuple(rest[start : start + PART] for start in range(0, whole, PART))
        self.last = rest[whole:]

    def further(self, more: Iterable[One]) -> "Grown[One]":
        """The same with more at its end."""
        return Grown((*self.last, *more), self.full)

    def __len__(self) -> int:
        return PART * len(self.full) + len(self.last)

    def __iter__(self) -> Iterator[One]:
        return chain.from_iterable((*self.full, self.last))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Grown) and (self.full, self.last) == (other.full, other.last)

    __hash__ = None  # type: ignore[assignment]

    @overload
    def __getitem__(self, place: int) -> One: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[One, ...]: ...
    def __getitem__(self, place: int | slice) -> One | tuple[One, ...]:
        if isinstance(place, slice):
            return tuple([self._at(each) for each in range(*place.indices(len(self)))])
        if not -len(self) <= place < len(self):
            raise IndexError(place)
        return self._at(place % len(self))

    def _at(self, place: int) -> One:
        part, rest = divmod(place, PART)
        return (self.full[part] if part < len(self.full) else self.last)[rest]
