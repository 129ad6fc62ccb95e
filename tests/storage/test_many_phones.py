"""Tests with up to twenty tables of fifty phones that lose answers and tap twice: the journal matches the answers."""

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from scorekeeper.storage.check import check
from tests.support.phones import Figure, Lost, Phone, Sent, compare, open_tables, read_journals, run, together
from tests.support.server import serving

LOST, TWICE, SHARED, UNDONE, LOOKS = 0.15, 0.10, 0.15, 0.05, 0.05


async def use(phone: Phone, address: str, taps: int) -> None:
    """Tap away: every tap is sent until it is answered, as the phone's outbox does."""
    random = phone.random
    await phone.join(address)
    for _ in range(taps):
        if random.random() < LOOKS:
            await phone.look(address)
        if random.random() < UNDONE:
            await phone.look(address)
            tap = phone.undo()
        else:
            tap = phone.tap(shared=random.random() < SHARED)
        again = random.random() < TWICE
        while not tap.statuses:
            try:
                await phone.send(address, tap, lose=random.random() < LOST)
            except Lost:
                await asyncio.sleep(random.random() / 50)
        if again:
            await phone.send(address, tap)
        told_well(tap)
        if tap.statuses[0] == 409:
            await phone.look(address)


def told_well(tap: Sent) -> None:
    """Check the answers to one tap: accepted or refused with a reason, and once accepted always so.

    A refused tap may be accepted the second time, if what stood against it was undone meanwhile.
    """
    assert set(tap.statuses) <= {303, 409, 422}, tap
    assert tap.statuses == sorted(tap.statuses, reverse=True), tap


def test_what_many_phones_were_told_is_what_the_journal_holds(
    tmp_path: Path, figure: Figure, tell: Callable[[str], None]
) -> None:
    tables, at_each, taps = figure(3, 20), figure(8, 50), figure(8, 30)
    random = Random(4)
    begun = time.monotonic()
    with serving(tmp_path / "here") as app:
        links = open_tables(app.address, tables, tmp_path / "here" / "scorekeeper.db")
        phones = [Phone(link, place, Random(random.random())) for link in links for place in range(at_each)]
        run(phones, together(use(phone, app.address, taps) for phone in phones))
        by_table = read_journals(tmp_path / "here" / "scorekeeper.db")
    assert len(by_table) == tables
    acknowledged = compare(phones, by_table)
    assert acknowledged > tables * at_each * taps / 2
    assert check(tmp_path / "here" / "scorekeeper.db").faults == ()
    sent = [tap for phone in phones for tap in phone.sent]
    refused = sum(tap.end is None for tap in sent)
    spent = time.monotonic() - begun
    tell(f"{len(phones)} phones, {len(sent)} taps, {acknowledged} counted, {refused} refused, {spent:.0f} s")
