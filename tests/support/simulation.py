"""One seed drives phones, clock, disk, network and restarts at one table, and the same seed does the same again.

Everything happens in one thread. After each step the journal is held against what was acknowledged: a line that was
refused may be there only as the very last one, as when the answer alone was lost, and then its phone is told so.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from random import Random

from scorekeeper.games.pad import Setup, Spot
from scorekeeper.storage.contract import OpTaken, Unreadable, Unwritable
from scorekeeper.storage.journals import Journals
from scorekeeper.table.journal import By, Change, Line, Write

SETUP = Change(Setup(("Alice", "Bo"), {}, ((1, (0, 1)),)))

PHONES, STEPS = 4, 24


@dataclass
class World:
    """What a seed drives: the store as it is now, and what may happen to it.

    `fault` makes the disk or the network fail once, at a moment that chance picks, while something is written;
    `restart` ends the app and starts it again, gently or not; `beside` is another process at the same database (None:
    there may be none).
    """

    store: Journals
    fault: Callable[[Random], AbstractContextManager[None]]
    restart: Callable[[Random], Journals]
    beside: Journals | None = None


@dataclass
class Tap:
    """A tap of a phone, and the number of its line once it was acknowledged."""

    op: str
    act: Write
    seq: int | None = None


class Simulation:
    """A table, its phones, and what its journal must hold."""

    def __init__(self, world: World, seed: int) -> None:
        self.world, self.random, self.seed = world, Random(seed), seed
        self.clock = 1_700_000_000
        self.table = world.store.open_table("parade", 1, SETUP, By("phone 0"), self.clock)
        self.lines: list[Line] = world.store.lines(self.table)
        self.waiting: list[Tap | None] = [None] * PHONES
        self.done: list[Tap] = []
        self.count = 0
        self.told: list[str] = []
        """What has happened, for whoever reads of a seed that failed."""

    def run(self) -> None:
        """Let it happen, and let every phone that waits have its answer in the end."""
        steps = (self.tap, self.tap, self.tap, self.tap_in_trouble, self.tap_in_trouble, self.tap_again, self.overtake)
        for _ in range(STEPS):
            self.random.choice((*steps, self.take_op, self.jump, self.restart))()
            self.compare()
        for phone in range(PHONES):
            if self.waiting[phone]:
                self.send(phone)
        self.compare()
        assert not any(self.waiting), self
        assert {line.op: line.seq for line in self.lines[1:]} == {tap.op: tap.seq for tap in self.done}, self
        assert self.world.store.altered(self.table) is None, self

    def tap(self) -> None:
        """A phone taps, or sends again what waits on it; nothing is in its way."""
        phone = self.random.randrange(PHONES)
        self.send(phone)
        assert self.waiting[phone] is None, self

    def tap_in_trouble(self) -> None:
        """A phone sends while the disk or the network fails."""
        with self.world.fault(self.random):
            self.send(self.random.randrange(PHONES))

    def tap_again(self) -> None:
        """A tap that was acknowledged arrives once more."""
        if self.done:
            tap = self.random.choice(self.done)
            assert self.append(tap, 0) == tap.seq, self

    def take_op(self) -> None:
        """The op of one tap is used for another."""
        if self.done:
            tap = self.random.choice(self.done)
            try:
                self.append(Tap(tap.op, Write({Spot(1, "blue", "count", 1): 99})), 0)
            except OpTaken:
                return
            raise AssertionError(self)

    def overtake(self) -> None:
        """While a line is admitted, another phone's comes in through another process."""
        first, second = self.random.sample(range(PHONES), 2)
        if self.world.beside is None:
            self.send(second)
            self.send(first)
        else:
            overtaken: list[int] = []

            def admit() -> None:
                if not overtaken:
                    overtaken.append(second)
                    self.send(second, self.world.beside)

            self.send(first, admit=admit)

    def jump(self) -> None:
        """The clock is set, forwards or back."""
        self.clock += self.random.choice((-86_400, -3_600, -1, 1, 60, 3_600, 86_400))
        self.told.append(f"clock {self.clock}")

    def restart(self) -> None:
        """The app ends and starts again."""
        self.told.append("restart")
        self.world.store = self.world.restart(self.random)

    def send(self, phone: int, store: Journals | None = None, admit: Callable[[], None] = lambda: None) -> None:
        """A phone sends the tap that waits, or a new one; it keeps what was not acknowledged."""
        tap = self.waiting[phone]
        if tap is None:
            self.count += 1
            act = Write({Spot(1, "red", "count", phone % 2): self.random.randrange(9)})
            tap = self.waiting[phone] = Tap(f"{phone} {self.count}", act)
        try:
            tap.seq = self.append(tap, phone, store, admit)
        except (Unwritable, Unreadable) as refused:
            self.told.append(f"phone {phone}: {tap.op} refused, {refused}")
        else:
            self.told.append(f"phone {phone}: {tap.op} is line {tap.seq}")
            self.waiting[phone] = None
            self.done.append(tap)

    def append(
        self, tap: Tap, phone: int, store: Journals | None = None, admit: Callable[[], None] = lambda: None
    ) -> int:
        """Have a store write it."""
        store = store or self.world.store
        return store.append(self.table, tap.op, tap.act, By(f"phone {phone}"), self.clock, admit).seq

    def compare(self) -> None:
        """The journal has what it had and what was acknowledged since; time never runs back."""
        lines = self.world.store.lines(self.table)
        assert lines[: len(self.lines)] == self.lines, self
        assert [line.seq for line in lines] == list(range(1, len(lines) + 1)), self
        assert [line.at for line in lines] == sorted(line.at for line in lines), self
        known = {tap.op: tap for tap in (*self.done, *filter(None, self.waiting))}
        for line in lines[len(self.lines) :]:
            assert line.act == known[line.op].act, self
        for tap in self.done:
            assert tap.seq is not None, self
            assert lines[tap.seq - 1].op == tap.op, self
        self.lines = lines

    def __str__(self) -> str:
        """The seed, and what has happened."""
        return "\n".join((f"seed {self.seed}", *self.told))
