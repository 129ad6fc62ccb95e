"""Transcripts: each entry of a table in words, what it was corrected to, and the result. Nothing secret is told."""

import re

import pytest

from scorekeeper.exchange.formats import write_transcript
from scorekeeper.games import GAMES
from scorekeeper.games.errors import Malformed
from scorekeeper.games.pad import Spot
from scorekeeper.storage.groups import Groups
from scorekeeper.table.journal import Amend, By, Strike, Write
from tests.support.http import cookie
from tests.support.soak import SOAK
from tests.support.tables import Author
from tests.support.transcripts import FOLDER, of_few_or_many

NAMES = [path.stem for path in sorted(FOLDER.glob("*.txt")) if SOAK or of_few_or_many(path)]


@pytest.mark.parametrize("name", NAMES)
def test_each_entry_of_a_whole_game_is_told_as_the_app_says_it(groups: Groups, name: str) -> None:
    played = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    players = re.findall(r"(?m)^players: (.*)$", played)[0].split(", ")
    table = groups.tables.load(Author(groups.tables, players).retell(name)[0])
    *told, result = [line for line in write_transcript(table).splitlines() if re.match(r" *\d+  |Result: ", line)]
    expected = re.findall(r"(?m)^ *\d+  .*$", played)
    assert len(told) == len(expected) == len(table.lines)
    # What was kept in secret is known at the end.
    pairs = [(line, said) for line, said in zip(told, expected, strict=True) if not said.endswith("keeps a card.")]
    assert [line for line, said in pairs if not line.startswith(said)] == []
    totals = ", ".join(f"{table.setup.name(seat)} {total}" for seat, total in table.standings().totals.items())
    assert result.startswith(f"Result: {totals}.".replace("-", "\u2212"))
    assert str(table.headline) in result


def test_it_says_who_entered_what_when_and_what_it_was_corrected_to(groups: Groups) -> None:
    author = Author(groups.tables, ("Anna", "B\u2028o"))
    table = author.open(GAMES["tally"], 2)
    author.write(table, Write({Spot(1, "points", "points", seat): 5 for seat in (0, 1)}), phone="seated")
    author.write(table, Amend(2, Write({Spot(1, "points", "points", seat): 7 for seat in (0, 1)})))
    text = write_transcript(groups.tables.load(table))
    assert re.search(r"(?m)^\d{4}-\d\d-\d\d \d\d:\d\d UTC, phone [0-9a-f]{4}\n  1  Anna and B o play\.", text)
    assert "  3  Entry 2 corrected. Round 1: Anna gets 7 points; B o gets 7 points.\n\nResult: Anna 7, B o 7." in text


def test_what_is_still_secret_is_not_told(groups: Groups) -> None:
    author = Author(groups.tables, ("Anna", "Bo", "Cleo", "Dora", "Eva"))
    table = author.open(GAMES["diabolo"], 5, doubler_commit="secret_simultaneous")
    setup = groups.tables.load(table).setup
    row, box = next((row, box) for row in GAMES["diabolo"].rows(setup) for box in row.boxes if box.hidden)
    seq = author.write(table, Write({Spot(1, row.key, box.key, 0): 1}))
    with pytest.raises(Malformed, match="secret"):
        write_transcript(groups.tables.load(table))
    author.write(table, Strike(seq))
    text = write_transcript(groups.tables.load(table))
    assert "  2  A choice that was never revealed.\n" in text
    assert By(cookie("scoring")).browser not in text
