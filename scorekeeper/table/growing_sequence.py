"""An immutable sequence that is cheap to extend, for the lines of long journals."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import TypeVar, overload

One = TypeVar("One")

PART = 512
"""Number of items in each full part of a `GrowingSequence`."""


class GrowingSequence(Sequence[One]):
    """Immutable sequence that is cheap to extend: a longer copy shares all full parts of `PART` items with it."""

    __slots__ = ("full", "last")

    def __init__(self, items: Iterable[One] = (), full: tuple[tuple[One, ...], ...] = ()) -> None:
        rest = tuple(items)
        whole = len(rest) - len(rest) % PART
        self.full = full + tuple(rest[start : start + PART] for start in range(0, whole, PART))
        self.last = rest[whole:]

    def with_more(self, more: Iterable[One]) -> "GrowingSequence[One]":
        """Return a sequence with more items at its end. The full parts are shared, not copied."""
        return GrowingSequence((*self.last, *more), self.full)

    def __len__(self) -> int:
        return PART * len(self.full) + len(self.last)

    def __iter__(self) -> Iterator[One]:
        return chain.from_iterable((*self.full, self.last))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GrowingSequence) and (self.full, self.last) == (other.full, other.last)

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
