"""Random rounds: fast scoring against a slow one, and what must hold whatever is tapped in whatever order."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.games.boxes import ChoiceBox, NumberBox
from scorekeeper.games.diabolo import GAME
from scorekeeper.games.pad import Mark, Spot
from tests.support import diabolo_by_hand
from tests.support.diabolo import ask, enter_round, play, score
from tests.support.marks import apply_changes, spot
from tests.support.soak import SOAK, try_cases

MANY = 10_000 if SOAK else 400


def test_random_rounds_are_scored_as_by_hand() -> None:
    chance = Random(70)
    wrong = []
    for number in range(MANY):
        played = diabolo_by_hand.random_round(chance, chance.randint(3, 5))
        order = chance.sample(diabolo_by_hand.COLOURS, 5)
        rows = {
            colour: {"heaven": played.heaven[colour], "hell": played.hell[colour]} for colour in diabolo_by_hand.COLOURS
        }
        answer = ask("round", n=len(played.hands), rows=rows, hands=played.hands, doubles=played.doubles, order=order)
        by_hand = (
            {name: diabolo_by_hand.total(played, name) for name in played.hands},
            sorted(name for names in played.doubles.values() for name in names),
        )
        if (answer["totals"], answer["spent"]) != by_hand:
            wrong.append((number, played))
        checked = ask("validate", rows=rows, hands=played.hands)
        if (checked["errors"], checked["warnings"]) != ([], []):
            wrong.append((number, played))
    assert wrong == []


@given(st.integers(0, 2**32), st.integers(3, 5))
@try_cases(300)
def test_the_pad_is_scored_as_by_hand(seed: int, players: int) -> None:
    played = diabolo_by_hand.random_round(Random(seed), players)
    setup = play(*played.hands)
    sheet = score(enter_round(setup, "hands", played).marks, setup)
    assert sheet.decided
    assert sheet.problems == ()
    assert list(sheet.totals.values()) == [diabolo_by_hand.total(played, name) for name in played.hands]
    assert [setup.name(seat) for seat in sheet.winners] == diabolo_by_hand.winners(played)
    for (colour, seat), cell in sheet.cells.items():
        assert cell.points == diabolo_by_hand.gain(played, setup.name(seat), colour)


@given(st.integers(0, 2**32), st.randoms())
@try_cases(100)
def test_the_order_of_the_taps_does_not_matter(seed: int, order: Random) -> None:
    played = diabolo_by_hand.random_round(Random(seed), 3)
    setup = play(*played.hands)
    marks = list(enter_round(setup, "hands", played).marks.items())
    shuffled = marks.copy()
    order.shuffle(shuffled)
    assert score(dict(shuffled), setup) == score(dict(marks), setup)


@st.composite
def any_marks(draw: st.DrawFn) -> dict[Spot, Mark]:
    """Return marks on any spots of the pad, sensible or not."""
    rows = GAME.rows(play("A", "B", "C", doubler_commit="secret_simultaneous"))
    marks: dict[Spot, Mark] = {}
    for _ in range(draw(st.integers(0, 30))):
        row = draw(st.sampled_from(rows))
        box = draw(st.sampled_from(row.boxes))
        seat = None if box.shared else draw(st.integers(0, 2))
        if isinstance(box, ChoiceBox):
            marks[spot(row.key, box.key, seat)] = draw(st.sampled_from(box.items))
        else:
            item = draw(st.sampled_from(box.parts))
            least = 0 if isinstance(box, NumberBox) or box.hidden else 1
            marks[spot(row.key, box.key, seat, item)] = draw(st.integers(least, box.most))
    return marks


@given(any_marks(), st.sampled_from(["warn", "off"]), st.sampled_from(["announced", "secret_simultaneous"]))
@try_cases(500)
def test_any_marks_give_a_sheet_and_every_cure_can_be_tapped(
    marks: dict[Spot, Mark], copies: str, doublers: str
) -> None:
    setup = play("A", "B", "C", copies_check=copies, doubler_commit=doublers)
    sheet = score(marks, setup)
    assert set(sheet.totals) == set(setup.seats(1)) == set(sheet.ranks)
    assert bool(sheet.winners) == sheet.decided
    assert str(sheet.verdict)
    assert str(sheet.reason) or sheet.winners  # who did best in a round, and with what, needs no further sentence
    boxes = {(row.key, box.key) for row in GAME.rows(setup) for box in row.boxes}
    for seat, total in sheet.totals.items():
        assert total == sum(cell.points or 0 for (_, who), cell in sheet.cells.items() if who == seat)
    for note in sheet.notes.values():
        assert str(note).endswith(".")
    for problem in (*sheet.problems, *sheet.open):
        assert str(problem.text)[-1] in ".?"
        assert problem.spots
        assert {(where.row, where.box) for where in problem.spots} <= boxes
        for cure in problem.cures:
            assert str(cure.label)
            mended = score(apply_changes(marks, cure.changes), setup)
            left = [(str(other.text), other.spots) for other in (*mended.problems, *mended.open)]
            assert (str(problem.text), problem.spots) not in left
    for way in GAME.ways(setup):
        for step in way.steps(setup, marks, 1):
            assert step.asks
            assert str(step.hint)
