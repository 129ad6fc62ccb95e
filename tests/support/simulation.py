"""Deterministic simulation: one seed drives phones, clock, disk, network and restarts at one table.

Everything happens in one thread. After each step the journal is compared with what was acknowledged. A refused line can
be there only as the very last one, as when only the answer was lost; then its phone is told so.
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
    """What a seed drives: the current store, and what can happen to it.

    `fault` makes the disk or the network fail once, at a random moment of a write. `restart` stops the app and starts
    it again, cleanly or not. `beside` is another process on the same database (None: not possible).
    """

    store: Journals
    fault: Callable[[Random], AbstractContextManager[None]]
    restart: Callable[[Random], Journals]
    beside: Journals | None = None


@dataclass
class Tap:
    """A tap of a phone, and the number of its line once acknowledged."""

    op: str
    act: Write
    seq: int | None = None


class Simulation:
    """A table, its phones, and what its journal must contain."""

    def __init__(self, world: World, seed: int) -> None:
        self.world, self.random, self.seed = world, Random(seed), seed
        self.clock = 1_700_000_000
        self.table = world.store.open_table("parade", 1, SETUP, By("phone 0"), self.clock)
        self.lines: list[Line] = world.store.lines(self.table)
        self.waiting: list[Tap | None] = [None] * PHONES
        self.done: list[Tap] = []
        self.count = 0
        self.log: list[str] = []
        """Log of what has happened, printed for a seed that fails."""

    def run(self) -> None:
        """Run all steps, then let every waiting phone get its answer."""
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
        assert self.world.store.find_altered_line(self.table) is None, self

    def tap(self) -> None:
        """Tap on a phone, or resend its waiting tap, without faults."""
        phone = self.random.randrange(PHONES)
        self.send(phone)
        assert self.waiting[phone] is None, self

    def tap_in_trouble(self) -> None:
        """Send while the disk or the network fails."""
        with self.world.fault(self.random):
            self.send(self.random.randrange(PHONES))

    def tap_again(self) -> None:
        """Send an acknowledged tap again."""
        if self.done:
            tap = self.random.choice(self.done)
            assert self.append(tap, 0) == tap.seq, self

    def take_op(self) -> None:
        """Use the idempotency key of one tap for another."""
        if self.done:
            tap = self.random.choice(self.done)
            try:
                self.append(Tap(tap.op, Write({Spot(1, "blue", "count", 1): 99})), 0)
            except OpTaken:
                return
            raise AssertionError(self)

    def overtake(self) -> None:
        """Let another phone's line arrive through another process while a line is being admitted."""
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
        """Set the clock forwards or back."""
        self.clock += self.random.choice((-86_400, -3_600, -1, 1, 60, 3_600, 86_400))
        self.log.append(f"clock {self.clock}")

    def restart(self) -> None:
        """Stop the app and start it again."""
        self.log.append("restart")
        self.world.store = self.world.restart(self.random)

    def send(self, phone: int, store: Journals | None = None, admit: Callable[[], None] = lambda: None) -> None:
        """Send the waiting tap of a phone, or a new one. It waits until it is acknowledged."""
        tap = self.waiting[phone]
        if tap is None:
            self.count += 1
            act = Write({Spot(1, "red", "count", phone % 2): self.random.randrange(9)})
            tap = self.waiting[phone] = Tap(f"{phone} {self.count}", act)
        try:
            tap.seq = self.append(tap, phone, store, admit)
        except (Unwritable, Unreadable) as refused:
            self.log.append(f"phone {phone}: {tap.op} refused, {refused}")
        else:
            self.log.append(f"phone {phone}: {tap.op} is line {tap.seq}")
            self.waiting[phone] = None
            self.done.append(tap)

    def append(
        self, tap: Tap, phone: int, store: Journals | None = None, admit: Callable[[], None] = lambda: None
    ) -> int:
        """Append a tap to a store and return the number of its line."""
        store = store or self.world.store
        return store.append(self.table, tap.op, tap.act, By(f"phone {phone}"), self.clock, admit).seq

    def compare(self) -> None:
        """Check that the journal has its earlier lines and what was acknowledged since, and that time never
        decreases.
        """
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
        """Return the seed and the log."""
        return "\n".join((f"seed {self.seed}", *self.log))
