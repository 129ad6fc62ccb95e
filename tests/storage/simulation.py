"""Deterministic simulation: one seed drives phones, clock, disk, network and restarts at one table.

Everything happens in one thread. After each step the journal is compared with what was acknowledged. A refused line can
be there only as the very last one, as when only the answer was lost; then its phone is told so.

Each rare branch has a mark. `World.met` counts them, so that a run can prove that it met every fault.
"""

from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from random import Random

from scorekeeper.games.pad import Setup, Spot
from scorekeeper.storage import journals
from scorekeeper.storage.contract import OpTaken, Storage, Unreadable, Unwritable
from scorekeeper.table.admit import Stale
from scorekeeper.table.journal import By, Change, Line, Write

SETUP = Change(Setup(("Alice", "Bo"), {}, ((1, (0, 1)),)))

PHONES, STEPS = 4, 24


@dataclass
class World:
    """What a seed drives: the current store, and what can happen to it.

    `fault` makes the disk or the network fail once, at a random moment of a write. `restart` stops the app and starts
    it again, cleanly or not. `beside` is another process on the same database (None: not possible). `copy` makes a
    backup, and `bring_back` continues with the newest one (None: not possible). `met` counts the marks.
    """

    store: Storage
    fault: Callable[[Random], AbstractContextManager[None]]
    restart: Callable[[Random], Storage]
    beside: Storage | None = None
    copy: Callable[[], None] | None = None
    bring_back: Callable[[], Storage] | None = None
    met: Counter[str] = field(default_factory=Counter)


@dataclass
class Tap:
    """A tap of a phone, the number of its line once acknowledged, and whether it was refused before."""

    op: str
    act: Write
    seq: int | None = None
    refused: bool = False


class Simulation:
    """A table, its phones, and what its journal must contain."""

    def __init__(self, world: World, seed: int) -> None:
        self.world, self.random, self.seed = world, Random(seed), seed
        self.clock = 1_700_000_000
        self.table = journals.open_table(world.store, "parade", SETUP, By("phone 0"), self.clock)
        self.lines: list[Line] = journals.load_lines(world.store, self.table)
        self.waiting: list[Tap | None] = [None] * PHONES
        self.done: list[Tap] = []
        self.count = 0
        self.copied: tuple[list[Line], list[Tap]] | None = None
        """What the newest backup has: lines, and acknowledged taps."""
        self.log: list[str] = []
        """Log of what has happened, printed for a seed that fails."""

    def run(self) -> None:
        """Run all steps, then let every waiting phone get its answer."""
        steps = (self.tap, self.tap, self.tap, self.tap_in_trouble, self.tap_in_trouble, self.tap_again, self.overtake)
        for _ in range(STEPS):
            self.random.choice(
                (*steps, self.take_op, self.stale, self.jump, self.restart, self.cut_off, self.back_up)
            )()
            self.compare()
        for phone in range(PHONES):
            if self.waiting[phone]:
                self.send(phone)
        self.compare()
        assert not any(self.waiting), self
        assert {line.op: line.seq for line in self.lines[1:]} == {tap.op: tap.seq for tap in self.done}, self
        assert journals.load_lines(self.world.store, self.table), self

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
            if tap.seq != len(self.lines):
                self.world.met["late duplicate"] += 1

    def take_op(self) -> None:
        """Use the idempotency key of one tap for another."""
        if self.done:
            tap = self.random.choice(self.done)
            try:
                self.append(Tap(tap.op, Write({Spot(1, "blue", "count", 1): 99})), 0)
            except OpTaken:
                self.world.met["key of another tap"] += 1
                return
            raise AssertionError(self)

    def stale(self) -> None:
        """Send a tap that is refused because somebody was faster. Nothing of it is stored."""
        self.count += 1
        tap = Tap(f"stale {self.count}", Write({Spot(1, "red", "count", 0): 7}))

        def refuse() -> None:
            raise Stale(())

        try:
            self.append(tap, 0, admit=refuse)
        except Stale:
            self.world.met["stale entry refused"] += 1
            return
        raise AssertionError(self)

    def overtake(self) -> None:
        """Let the line of another phone come first, through another process if there is one."""
        first, second = self.random.sample(range(PHONES), 2)
        self.world.met["overtaken by another process"] += self.world.beside is not None
        self.send(second, self.world.beside)
        self.send(first)

    def jump(self) -> None:
        """Set the clock forwards or back."""
        self.clock += self.random.choice((-86_400, -3_600, -1, 1, 60, 3_600, 86_400))
        self.log.append(f"clock {self.clock}")

    def restart(self) -> None:
        """Stop the app and start it again."""
        self.log.append("restart")
        self.world.store = self.world.restart(self.random)

    def cut_off(self) -> None:
        """Restart after a tap was stored and before its phone has the answer. It sends the tap again."""
        self.count += 1
        tap = Tap(f"cut off {self.count}", Write({Spot(1, "red", "count", 1): 5}))
        stored = self.append(tap, 1)
        self.done.append(tap)
        tap.seq = stored
        self.restart()
        assert self.append(tap, 1) == stored, self
        self.world.met["restart between disk and answer"] += 1

    def back_up(self) -> None:
        """Make a backup, or continue with the newest one: everything since is gone, and its phones send it again."""
        if not (self.world.copy and self.world.bring_back):
            return
        if self.copied is None:
            self.world.copy()
            self.copied = (list(self.lines), list(self.done))
            return
        self.log.append("copy brought back")
        self.world.store = self.world.bring_back()
        lost = [tap for tap in self.done if tap not in self.copied[1]]
        self.lines, self.done = self.copied
        if lost:
            self.world.met["older copy brought back"] += 1
        self.compare()
        self.copied = None
        for tap in lost:
            tap.seq = self.append(tap, 0)
            self.done.append(tap)

    def send(self, phone: int, store: Storage | None = None) -> None:
        """Send the waiting tap of a phone, or a new one. It waits until it is acknowledged."""
        tap = self.waiting[phone]
        if tap is None:
            self.count += 1
            act = Write({Spot(1, "red", "count", phone % 2): self.random.randrange(9)})
            tap = self.waiting[phone] = Tap(f"{phone} {self.count}", act)
        before = len(self.lines)
        try:
            tap.seq = self.append(tap, phone, store)
        except (Unwritable, Unreadable) as refused:
            self.log.append(f"phone {phone}: {tap.op} refused, {refused}")
            tap.refused = True
            self.world.met[f"refused: {getattr(refused, 'cause', '') or 'connection'}"] += 1
        else:
            if tap.refused and tap.seq <= before:
                self.world.met["answer lost"] += 1
            self.log.append(f"phone {phone}: {tap.op} is line {tap.seq}")
            self.waiting[phone] = None
            self.done.append(tap)

    def append(
        self, tap: Tap, phone: int, store: Storage | None = None, admit: Callable[[], None] = lambda: None
    ) -> int:
        """Append a tap to a store and return the number of its line."""
        store = store or self.world.store
        return journals.append(store, self.table, tap.op, tap.act, By(f"phone {phone}"), self.clock, admit).seq

    def compare(self) -> None:
        """Check that the journal has its earlier lines and what was acknowledged since, and that time never
        decreases.
        """
        lines = journals.load_lines(self.world.store, self.table)
        assert lines[: len(self.lines)] == self.lines, self
        assert [line.seq for line in lines] == list(range(1, len(lines) + 1)), self
        assert [line.at for line in lines] == sorted(line.at for line in lines), self
        known = {tap.op: tap for tap in (*self.done, *filter(None, self.waiting))}
        for line in lines[len(self.lines) :]:
            assert line.act == known[line.op].act, self
            if line.at > self.clock:
                self.world.met["clock set back"] += 1
        for tap in self.done:
            assert tap.seq is not None, self
            assert lines[tap.seq - 1].op == tap.op, self
        self.lines = lines

    def __str__(self) -> str:
        """Return the seed and the log."""
        return "\n".join((f"seed {self.seed}", *self.log))
