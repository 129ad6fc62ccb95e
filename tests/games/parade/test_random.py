"""Random deals: fast scoring against a slow one, and what must hold whatever is tapped in whatever order."""

from random import Random

from hypothesis import example, given
from hypothesis import strategies as st

from scorekeeper.games.boxes import NumberBox
from scorekeeper.games.pad import Mark, Spot
from scorekeeper.games.parade import GAME
from tests.support import parade_by_hand
from tests.support.marks import apply_changes, spot
from tests.support.parade import cards, play, score
from tests.support.soak import SOAK, try_cases

MANY = 10_000 if SOAK else 400

RULES = {"zman": "en2013", "it2008": "it2008", "de2014": "de2014"}


def test_random_deals_are_scored_as_by_hand() -> None:
    chance = Random(66)
    wrong = []
    for number in range(MANY):
        piles = parade_by_hand.random_deal(chance, chance.randint(2, 6))
        ruleset = chance.choice([*RULES])
        answer = GAME.rulings["score"].answer(ruleset=ruleset, players=piles)
        by_hand = (
            {name: parade_by_hand.total(piles, name) for name in piles},
            {name: {c: parade_by_hand.points(piles, name, c) for c in hand} for name, hand in piles.items()},
            parade_by_hand.winners(piles, ruleset != "it2008"),
        )
        if (answer["totals"], answer["by_colour"], answer["winners"]) != by_hand:
            wrong.append((number, piles))
    assert wrong == []


@given(st.integers(0, 2**32), st.integers(2, 6), st.sampled_from([*RULES]))
@try_cases(200)
def test_the_pad_is_scored_as_by_hand(seed: int, players: int, ruleset: str) -> None:
    piles = parade_by_hand.random_deal(Random(seed), players)
    sheet = score(cards(piles), play(*piles, edition=RULES[ruleset]))
    assert sheet.decided
    assert list(sheet.totals.values()) == [parade_by_hand.total(piles, name) for name in piles]
    assert [list(piles)[seat] for seat in sheet.winners] == parade_by_hand.winners(piles, ruleset != "it2008")
    assert all(sheet.ranks[seat] == 1 for seat in sheet.winners)
    for (slot, seat), cell in sheet.cells.items():
        name = list(piles)[seat]
        assert (cell.points, cell.flipped) == (
            parade_by_hand.points(piles, name, slot),
            parade_by_hand.has_most(piles, name, slot),
        )


@st.composite
def any_marks(draw: st.DrawFn) -> dict[Spot, Mark]:
    """Return marks on any spots of the pad, sensible or not."""
    rows = GAME.rows(play("A", "B", "C"))
    marks: dict[Spot, Mark] = {}
    for _ in range(draw(st.integers(0, 25))):
        row = draw(st.sampled_from(rows))
        box = draw(st.sampled_from(row.boxes))
        seat = None if box.shared else draw(st.integers(0, 2))
        item = draw(st.sampled_from(box.parts))
        marks[spot(row.key, box.key, seat, item)] = draw(st.integers(0, box.most)) if isinstance(box, NumberBox) else 1
    return marks


CLASHING_ALIKE: dict[Spot, Mark] = {
    spot("blue", "read"): 1,
    spot("blue", "count", 0): 6,
    spot("blue", "cards", 1, 0): 1,
    spot("grey", "read"): 1,
    spot("grey", "count", 0): 11,
    spot("grey", "count", 1): 6,
    spot("end", "all"): 1,
}
"""Two colours with the same clash. The cure of one leaves the other."""


@given(any_marks(), st.integers(2, 3), st.sampled_from(["compulsory", "best_of"]))
@example(CLASHING_ALIKE, 2, "compulsory")
@try_cases(300)
def test_any_marks_give_a_sheet_and_every_cure_can_be_tapped(marks: dict[Spot, Mark], players: int, flip: str) -> None:
    setup = play(*"ABC"[:players], majority_flip=flip)
    sheet = score(marks, setup)
    assert set(sheet.totals) == set(setup.seats(1)) == set(sheet.ranks)
    assert bool(sheet.winners) == sheet.decided
    assert str(sheet.verdict)
    assert str(sheet.reason)
    boxes = {(row.key, box.key) for row in GAME.rows(setup) for box in row.boxes}
    for problem in (*sheet.problems, *sheet.open):
        assert str(problem.text)
        assert problem.spots
        assert {(where.row, where.box) for where in problem.spots} <= boxes
        for cure in problem.cures:
            mended = score(apply_changes(marks, cure.changes), setup)
            left = [(str(other.text), other.spots) for other in (*mended.problems, *mended.open)]
            assert (str(problem.text), problem.spots) not in left
    for way in GAME.ways(setup):
        assert all(step.asks for step in way.steps(setup, marks, 1))
