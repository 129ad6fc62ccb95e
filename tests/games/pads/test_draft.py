"""Pads made by taps: they become files that are read like any other, are read back, and fit into a link."""

from dataclasses import replace
from random import Random

import pytest

from scorekeeper.games.pad import Setup, Spot
from scorekeeper.games.pads import draft as drafts
from scorekeeper.games.pads.draft import Draft, add_part, parse_choices, read_draft, remove_part, write_draft
from scorekeeper.games.pads.example import make_example_marks, make_example_setup
from scorekeeper.games.pads.handed import LONGEST, pack, unpack
from scorekeeper.games.pads.own import parse_own_game
from scorekeeper.games.pads.padfile import MOST_BYTES, Mistake
from scorekeeper.games.pads.shelf import FOLDER
from tests.support.loops import at_least_one
from tests.support.own_pads import GOLF
from tests.support.soak import SOAK
from tests.support.standings_from_marks import explain_end
from tests.support.verdicts import by, cite_all

MANY = 3000 if SOAK else 80


def any_draft(chance: Random) -> Draft:
    """Return a random draft with a number in its first row, in which every row scores something valid."""
    draft = Draft(chance.choice(("Golf", 'Zoë "the" \\ cat', "李")))
    for _ in range(chance.randint(1, 8)):
        kinds = [kind for kind in drafts.KINDS if draft.rows or kind not in ("worked", "words")]
        draft = draft.with_row(chance.choice(kinds), chance.choice(("Cards", "L’été", 'a "b"')))
    for row in draft.rows:
        if row.kind == "choice":
            row = replace(row, choices="Gold 5, Silver -3, Nothing 0")
        if row.kind == "counter":
            row = replace(row, most=chance.choice((0, 9, 30)))
        worth = chance.choice(row.worths or ("sum",))
        amount = {
            "times": "-5",
            "table": chance.choice(("0 , 1 , 3 , 6", "- 2 , - 10 , 4")),
            "formula": "2 + 3 * ( 4 - 1 )",
        }.get(worth, "")
        draft = draft.replace_row(replace(row, worth=worth, amount=amount))
    rounds, until = chance.choice((0, 1, 9)), chance.choice((0, 100))
    start = chance.choice((0, 0, 301))
    teams = chance.choice((*drafts.TEAMS, 0, 0))
    players = (teams.players, teams.players) if teams else (2, chance.randint(2, 12))
    for row in chance.sample(draft.rows, min(len(draft.rows), chance.randint(0, 4))):
        draft = draft.with_tie(row.key, chance.choice(("most", "fewest")))
    count = teams.teams if teams else 0
    fewest = chance.random() < 0.5
    return replace(
        draft, fewest=fewest, rounds=rounds, until=until, players=players, teams=count, start=start, starter=fewest
    )


def test_every_draft_is_a_pad_and_is_read_back_as_it_was() -> None:
    for seed in range(MANY):
        draft = any_draft(Random(seed))
        text = write_draft(draft)
        game = parse_own_game(text)
        setup = make_example_setup(game)
        sheet = game.score(setup, make_example_marks(game, setup), 1)
        assert sheet.decided, (seed, sheet.open, sheet.problems)
        assert read_draft(text) == draft


def score_draft(draft: Draft, *numbers: int) -> tuple[dict[int, int], dict[int, int]]:
    """Return totals and ranks by seat for these numbers in the first row."""
    game = parse_own_game(write_draft(draft))
    seats = tuple(range(len(numbers)))
    setup = Setup(tuple("ABCDEFGH"[: len(numbers)]), game.default_options(), ((1, seats),))
    marks = {Spot(1, "r1", "r1", seat): number for seat, number in enumerate(numbers)}
    sheet = game.score(setup, marks | {Spot(1, "end", "all"): 1}, 1)
    return dict(sheet.totals), dict(sheet.ranks)


def test_partners_of_a_draft_have_their_rows_together() -> None:
    teams = next(teams for teams in drafts.TEAMS if teams == (4, 2))
    draft = replace(Draft("Pairs").with_row("number", "Points"), teams=teams.teams, players=(4, 4))
    assert score_draft(draft, 7, 4, 0, 0)[0] == {0: 7, 1: 4, 2: 7, 3: 4}


@pytest.mark.parametrize(("which", "ahead"), [("most", 0), ("fewest", 1)])
def test_ties_decide_one_after_the_other_as_they_were_tapped(which: str, ahead: int) -> None:
    draft = Draft("Shells").with_row("number", "Shells").with_row("worked", "Evened out")
    draft = draft.replace_row(replace(draft.rows[1], amount="10 - r1")).with_tie("r2", which).with_tie("r1", "most")
    assert [tie.key for tie in draft.ties] == ["r2", "r1"]
    ranks = score_draft(draft, 3, 7)[1]
    assert ranks[ahead] == 1
    assert ranks[1 - ahead] == 2


def test_a_tie_that_is_tapped_again_is_taken_back_and_goes_with_its_row() -> None:
    draft = Draft("Shells").with_row("number", "Shells").with_row("tick", "First")
    tied = draft.with_tie("r1", "most").with_tie("r2", "most")
    assert tied.with_tie("r1", "most").ties == tied.ties[1:]
    assert [(tie.key, tie.which) for tie in tied.with_tie("r1", "fewest").ties] == [("r2", "most"), ("r1", "fewest")]
    assert tied.without_row("r1").ties == tied.ties[1:]
    assert draft.with_tie("r9", "most") == draft.with_tie("r1", "least") == draft


def test_a_countdown_takes_off_what_rows_are_worth_and_ends_at_the_goal() -> None:
    draft = replace(Draft("Darts").with_row("number", "Thrown"), start=301, fewest=True)
    assert score_draft(draft, 60, 100)[0] == {0: -60, 1: -100}
    game = parse_own_game(write_draft(draft))
    setup = Setup(("A", "B"), game.default_options(), ((1, (0, 1)),))
    marks = {Spot(1, "r1", "r1", 0): 301, Spot(1, "r1", "r1", 1): 100}
    assert cite_all(explain_end(game, setup, marks)) == [by("agreed-end", who="A"), by("winner", who="A", points="0")]


def test_an_example_of_every_pad_of_the_shelf_can_be_drawn() -> None:
    for path in at_least_one(FOLDER.glob("*.toml")):
        game = parse_own_game(path.read_text(encoding="utf-8"))
        setup = make_example_setup(game)
        assert set(game.score(setup, make_example_marks(game, setup), 1).totals) == set(setup.seats(1))


@pytest.mark.parametrize("text", [GOLF, "", "format = 1", GOLF + "x", *(p.read_text() for p in FOLDER.glob("*.toml"))])
def test_what_a_hand_has_written_is_no_draft(text: str) -> None:
    assert read_draft(text) is None


@pytest.mark.parametrize(
    ("worth", "amount", "totals"),
    [
        ("sum", "", {0: 7, 1: 4}),
        ("times", "-5", {0: -35, 1: -20}),
        ("table", "0 , 1 , 3 , 6 , 10", {0: 10, 1: 3}),
        ("formula", "if( r1 > 5 , 100 , r1 )", {0: 100, 1: 4}),
        ("nothing", "", {0: 0, 1: 0}),
    ],
)
def test_a_row_is_worth_what_was_tapped(worth: str, amount: str, totals: dict[int, int]) -> None:
    draft = Draft("Golf").with_row("counter", "Cards")
    game = parse_own_game(write_draft(draft.replace_row(replace(draft.rows[0], worth=worth, amount=amount))))
    setup = make_example_setup(game)
    assert game.score(setup, make_example_marks(game, setup), 1).totals == totals


def test_a_formula_is_tapped_together_and_taken_back_part_by_part() -> None:
    amount = ""
    for part in ("2", "5", "*", "most(", "r1", ")", ">=", "3"):
        amount = add_part(amount, part)
    assert amount == "25 * most( r1 ) >= 3"
    for shorter in ("25 * most( r1 ) >=", "25 * most( r1 )", "25 * most( r1", "25 * most(", "25 *", "25", "2", "", ""):
        amount = remove_part(amount)
        assert amount == shorter


@pytest.mark.parametrize("part", ["", " ", "import os", "__", "'", "1 2", "\n"])
def test_nothing_else_is_a_part_of_a_formula(part: str) -> None:
    assert add_part("r1", part) == "r1"


def test_a_formula_has_an_end() -> None:
    amount = ""
    for _ in range(500):
        amount = add_part(amount, "+")
    assert len(drafts.parts_of(amount)) == drafts.MOST_PARTS
    assert add_part("99999", "9") == "99999"


@pytest.mark.parametrize(
    ("typed", "choices"),
    [
        ("Bronze 1, Silver 3", [("Bronze", 1), ("Silver", 3)]),
        ("Bronze, , Silver −3,", [("Bronze", 0), ("Silver", -3)]),
        ("7", [("7", 0)]),
        ("Top 3 10", [("Top 3", 10)]),
        ("", []),
    ],
)
def test_a_choice_is_typed_with_what_it_is_worth(typed: str, choices: list[tuple[str, int]]) -> None:
    assert parse_choices(typed) == choices


def test_a_key_is_never_given_to_another_row_that_stands_beside_it() -> None:
    draft = Draft().with_row("number", "A").with_row("tick", "B").without_row("r1").with_row("number", "C").row_up("r3")
    assert [(row.key, row.label) for row in draft.rows] == [("r3", "C"), ("r2", "B")]
    for _ in range(40):
        draft = draft.with_row("tick", "D")
    assert len(draft.rows) == drafts.MOST_ROWS


# Handed on


def test_the_whole_pad_is_in_the_address() -> None:
    assert unpack(pack(GOLF)) == GOLF
    assert len(pack(GOLF)) < 200
    for path in FOLDER.glob("*.toml"):
        assert unpack(pack(path.read_text(encoding="utf-8"))) == path.read_text(encoding="utf-8")


BROKEN = ("", "A", "----", "é", "%00", pack(GOLF)[:-9], pack("x" * 10 * MOST_BYTES), "A" * LONGEST)


@pytest.mark.parametrize("letters", BROKEN)
def test_an_address_that_bears_no_pad_is_one_sentence(letters: str) -> None:
    with pytest.raises(Mistake) as refused:
        parse_own_game(unpack(letters))
    assert str(refused.value.reason).endswith(".")


def test_a_letter_that_changed_on_the_way_is_no_more_than_a_mistake() -> None:
    good, refused = pack(GOLF), []
    for seed in range(MANY):
        chance = Random(seed)
        place = chance.randrange(len(good))
        try:
            parse_own_game(unpack(good[:place] + chance.choice("AZaz09-_") + good[place + 1 :]))
        except Mistake as wrong:
            refused.append(str(wrong.reason))
    assert refused
    assert [why for why in refused if not why.endswith(".")] == []


@pytest.mark.parametrize("start", [0, 50])
@pytest.mark.parametrize("minus", ["-", "- "])
def test_a_number_below_0_is_so_many_times_also_where_its_minus_stands_apart(minus: str, start: int) -> None:
    draft = replace(Draft("Golf").with_row("number", "Cards"), start=start, fewest=start > 0)
    text = write_draft(draft.replace_row(replace(draft.rows[0], worth="times", amount=f"{minus}2")))
    read = read_draft(text)
    assert read
    assert (read.rows[0].worth, read.rows[0].amount) == ("times", "-2")


def test_a_bonus_counts_the_last_row_with_a_number_in_it() -> None:
    draft = Draft().with_row("counter", "Sheep").with_row("choice", "Medal").with_row("words", "Said")
    assert draft.with_bonus("Most").with_bonus("Second", "second").rows[-1].amount == "( second( r1 ) and r1 > 0 ) * 5"
    assert Draft().with_row("choice", "Medal").with_bonus("Most").rows[-1].amount == ""
