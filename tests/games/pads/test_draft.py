"""Pads made by taps: they become files that are read like any other, are read back, and fit into a link."""

from random import Random

import pytest

from scorekeeper.games.example import make_example_marks, make_example_setup
from scorekeeper.games.own_pads import LONGEST_LINK, pack, parse_own_game, unpack
from scorekeeper.games.pad import Setup, Spot
from scorekeeper.games.pads import draft as drafts
from scorekeeper.games.pads.draft import (
    Draft,
    add_part,
    format_deck,
    name_draft,
    parse_choices,
    parse_deck,
    parse_suits,
    read_draft,
    remove_part,
    write_draft,
)  # fmt: skip
from scorekeeper.games.pads.padfile import MOST_BYTES, MOST_ENTRIES, Mistake
from scorekeeper.games.shelf import PADS_FOLDER
from tests.support.marks import explain_end
from tests.support.own_pads import GOLF
from tests.support.soak import SOAK
from tests.support.verdicts import by, cite_all

MANY = 3000 if SOAK else 80


FORMULAS = {"times": "-5", "table": "0 , 1 , 3 , 6", "formula": "2 + 3 * ( 4 - 1 )"}


def any_draft(chance: Random) -> Draft:
    """Return a random draft with a number in its first row, in which every row scores something valid."""
    draft = name_draft(chance.choice(("Golf", 'Zoë "the" \\ cat', "李")))
    for _ in range(chance.randint(1, 8)):
        kinds = [kind for kind in drafts.ROW_KINDS if draft.rows or kind not in ("worked", "words", "worked_each")]
        row = draft.add_row(chance.choice(kinds), chance.choice(("Cards", "L’été", 'a "b"')))
        assert row
        if row.kind == "choice":
            row.part["choices"] = parse_choices("Gold 5, Silver -3, Nothing 0")
        worth = chance.choice(row.worths or ("sum",))
        row.score(worth, FORMULAS.get(worth, ""))
    if chance.random() < 0.3:
        draft.add_bonus("Most: …")
    for row in chance.sample(draft.rows, min(len(draft.rows), chance.randint(0, 4))):
        draft.toggle_tie(row.key, chance.choice(drafts.WHICH))
    teams = chance.choice((*drafts.TEAMS.values(), None, None))
    if teams:
        draft.content |= {"teams": teams.teams, "players": [teams.players, teams.players]}
    if "suits" in draft.needs:
        draft.content["suits"] = parse_suits("Red, Blue, Zoë")
    if "deck" in draft.needs:
        draft.content["deck"] = parse_deck(chance.choice(("0–10", "1, 1, 2, 5–9")))
    further: tuple[dict[str, str], ...] = (
        {"rounds": "9"},
        {"start": "301", "over": "total <= 0"},
        {"over": "total >= 100"},
        {"lead": "starter"},
        {"rounds": "1"} if "deck" in draft.needs else {"rounds": "1", "layout": "card"},
        {},
    )
    draft.content |= chance.choice(further)
    return draft


def test_suits_have_letters_of_their_own() -> None:
    letters = [suit["letters"] for suit in parse_suits("Red, Rest, Reed, R, R, Zoë").values()]
    assert letters == ["Re", "Rs", "Rd", "RR", "Ra", "Zo"]


def test_every_draft_is_a_pad_and_is_read_back_as_it_was() -> None:
    for seed in range(MANY):
        text = write_draft(any_draft(Random(seed)))
        game = parse_own_game(text)
        setup = make_example_setup(game)
        sheet = game.score(setup, make_example_marks(game, setup), 1)
        assert sheet.decided, (seed, sheet.open, sheet.problems)
        read = read_draft(text)
        assert read
        assert write_draft(read) == text


def score_draft(draft: Draft, *numbers: int) -> tuple[dict[int, int], dict[int, int]]:
    """Return totals and ranks by seat for these numbers in the first row."""
    game = parse_own_game(write_draft(draft))
    seats = tuple(range(len(numbers)))
    setup = Setup(tuple("ABCDEFGH"[: len(numbers)]), game.default_options(), ((1, seats),))
    marks = {Spot(1, "r1", "r1", seat): number for seat, number in enumerate(numbers)}
    sheet = game.score(setup, marks | {Spot(1, "end", "all"): 1}, 1)
    return dict(sheet.totals), dict(sheet.ranks)


def make_draft(*rows: tuple[str, str], **content: object) -> Draft:
    """Return a draft with rows of these kinds and labels."""
    draft = name_draft("Shells")
    for kind, label in rows:
        draft.add_row(kind, label)
    draft.content |= content
    return draft


def test_partners_of_a_draft_have_their_rows_together() -> None:
    draft = make_draft(("number", "Points"), teams=2, players=[4, 4])
    assert score_draft(draft, 7, 4, 0, 0)[0] == {0: 7, 1: 4, 2: 7, 3: 4}


@pytest.mark.parametrize(("which", "ahead"), [("most", 0), ("fewest", 1)])
def test_ties_decide_one_after_the_other_as_they_were_tapped(which: str, ahead: int) -> None:
    draft = make_draft(("number", "Shells"), ("worked", "Evened out"))
    draft.rows[1].score("formula", "10 - r1")
    draft.toggle_tie("r2", which)
    draft.toggle_tie("r1", "most")
    assert [key for key, _ in draft.ties] == ["r2", "r1"]
    ranks = score_draft(draft, 3, 7)[1]
    assert ranks[ahead] == 1
    assert ranks[1 - ahead] == 2


def test_a_tie_that_is_tapped_again_is_taken_back_and_goes_with_its_row() -> None:
    draft = make_draft(("number", "Shells"), ("tick", "First"))
    for key, which, ties in (
        ("r1", "most", [("r1", "most")]),
        ("r2", "most", [("r1", "most"), ("r2", "most")]),
        ("r1", "fewest", [("r2", "most"), ("r1", "fewest")]),
        ("r9", "most", [("r2", "most"), ("r1", "fewest")]),
        ("r2", "least", [("r2", "most"), ("r1", "fewest")]),
        ("r1", "fewest", [("r2", "most")]),
    ):
        draft.toggle_tie(key, which)
        assert draft.ties == ties
    draft.remove_row("r2")
    assert draft.ties == []


def test_a_countdown_takes_off_what_rows_are_worth_and_ends_at_the_goal() -> None:
    draft = make_draft(("number", "Thrown"), start="301", over="total <= 0", wins="fewest")
    assert score_draft(draft, 60, 100)[0] == {0: -60, 1: -100}
    game = parse_own_game(write_draft(draft))
    setup = Setup(("A", "B"), game.default_options(), ((1, (0, 1)),))
    marks = {Spot(1, "r1", "r1", 0): 301, Spot(1, "r1", "r1", 1): 100}
    assert cite_all(explain_end(game, setup, marks)) == [by("agreed-end", who="A"), by("winner", who="A", points="0")]


def test_piles_are_made_by_taps_with_their_suits_and_cards() -> None:
    draft = make_draft(("pile", "…"), suits=parse_suits("Red, Blue"), deck=parse_deck("1–4"))
    draft.add_bonus("Most: …")
    game = parse_own_game(write_draft(draft))
    setup = Setup(("A", "B"), game.default_options(), ((1, (0, 1)),))
    assert [str(row.label) for row in game.rows(setup)][:4] == ["Red", "Blue", "Most: Red", "Most: Blue"]
    cards = {"s1_r1": ((0, "4"), (1, "1"), (1, "2")), "s2_r1": ((0, "3"),)}
    marks = {Spot(1, row, "cards", seat, card): 1 for row, tapped in cards.items() for seat, card in tapped}
    assert dict(game.score(setup, marks | {Spot(1, "end", "all"): 1}, 1).totals) == {0: 4 + 3 + 5, 1: 1 + 2 + 5}


@pytest.mark.parametrize(
    ("typed", "deck"),
    [
        ("0–3", {"values": [0, 1, 2, 3]}),
        ("1, 1, 2, 5-7", {"values": [1, 2, 5, 6, 7], "copies": [2, 1, 1, 1, 1]}),
        ("7–5, x", {}),
        ("", {}),
    ],
)
def test_the_cards_of_a_suit_are_typed(typed: str, deck: dict[str, object]) -> None:
    assert parse_deck(typed) == deck
    assert parse_deck(format_deck(deck)) == deck


def test_a_file_with_a_comment_or_another_feature_stays_a_file() -> None:
    text = write_draft(make_draft(("number", "Cards")))
    assert read_draft(text)
    for other in (f"# Ours\n{text}", text + "step = 5\n", text.replace('"number"', '"number"\nleast = -5')):
        assert parse_own_game(other)
        assert read_draft(other) is None


@pytest.mark.parametrize(
    "text", [GOLF, "", "format = 1", GOLF + "x", *(p.read_text() for p in PADS_FOLDER.glob("*.toml"))]
)
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
    draft = make_draft(("counter", "Cards"))
    draft.rows[0].score(worth, amount)
    game = parse_own_game(write_draft(draft))
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


def test_a_formula_has_an_end() -> None:
    amount = ""
    for _ in range(500):
        amount = add_part(amount, "+")
    assert len(amount.split()) == drafts.MOST_TAPPED
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
    assert [(choice["label"], choice["value"]) for choice in parse_choices(typed).values()] == choices


def test_of_endless_choices_one_more_is_read_than_a_file_may_have() -> None:
    assert len(parse_choices("a," * 400)) == MOST_ENTRIES["choices"] + 1


def test_a_key_is_never_given_to_another_row_that_stands_beside_it() -> None:
    draft = make_draft(("number", "A"), ("pile", "B"))
    draft.remove_row("r1")
    draft.add_row("number", "C")
    draft.move_up("r3")
    assert [(row.key, row.label) for row in draft.rows] == [("r3", "C"), ("r2", "…: B")]
    for _ in range(40):
        draft.add_row("tick", "D")
    assert len(draft.rows) == drafts.MOST_ROWS


# Handed on


def test_the_whole_pad_is_in_the_address() -> None:
    assert unpack(pack(GOLF)) == GOLF
    assert len(pack(GOLF)) < 200
    for path in PADS_FOLDER.glob("*.toml"):
        assert unpack(pack(path.read_text(encoding="utf-8"))) == path.read_text(encoding="utf-8")


def test_a_bonus_counts_the_last_row_with_a_number_in_it() -> None:
    draft = make_draft(("counter", "Sheep"), ("choice", "Medal"), ("words", "Said"))
    for which in drafts.BONUSES:
        draft.add_bonus("Most", which)
    assert draft.rows[-1].amount == "( second( r1 ) and r1 > 0 ) * 5"
    draft = make_draft(("choice", "Medal"))
    draft.add_bonus("Most")
    assert draft.rows[-1].amount == ""


CUT, CHANGED = pack(GOLF)[:-9], "A" + pack(GOLF)[1:]

BROKEN = ("", "A", "----", "é", "%00", CUT, CHANGED, pack("x" * 10 * MOST_BYTES), "A" * LONGEST_LINK)


@pytest.mark.parametrize("letters", BROKEN)
def test_an_address_that_bears_no_pad_is_one_sentence(letters: str) -> None:
    with pytest.raises(Mistake) as refused:
        parse_own_game(unpack(letters))
    assert str(refused.value.reason).endswith(".")
