"""Reading pad files: every mistake is reported with its line, and document and schema agree with the reader."""

import json
import re
from pathlib import Path

import pytest

from scorekeeper.games.errors import Malformed
from scorekeeper.games.pad import Setup, Spot
from scorekeeper.games.pads import padfile
from scorekeeper.games.pads.boxes import BOX_CLASSES, PadNumber
from scorekeeper.games.pads.kinds import FUNCTIONS
from scorekeeper.games.pads.own import decode_text, find_game, parse_own_game
from scorekeeper.games.pads.padfile import PARTS, Mistake, find_line
from scorekeeper.games.pads.reading import parse_pad
from scorekeeper.games.pads.schema import json_schema

DOCS = Path(__file__).parents[3] / "docs"

PAGE = (DOCS / "pads.md").read_text(encoding="utf-8")

GOLF = """format = 1
name = "Golf"
players = [2, 6]
wins = "fewest"

[row.cards]
label = "Cards"
most = 60
"""

MISTAKES = [
    ("format = 1", "format = 2", 1, "This version reads pad files up to format 1."),
    ("format = 1", "form = 1", 1, "form is not a known key here."),
    ('name = "Golf"', "", 1, "name is missing."),
    (
        'wins = "fewest"',
        'lost = "cards = 0"',
        4,
        "Only a game that all play together can be lost: every box is shared.",
    ),
    ('wins = "fewest"', 'wins_at_once = "card = 0"', 4, "There is nothing called card."),
    ('name = "Golf"', "name = 5", 2, "Write text in quotes here."),
    ('name = "Golf"', 'name = { de = "Golf" }', 2, "The English text is missing."),
    ('name = "Golf"', 'name = { en = "Golf", xx = "" }', 2, "Choose one of en, it, fr, es, de."),
    ('name = "Golf"', f'name = "{"w" * 61}"', 2, "Use at most 60 characters."),
    ('name = "Golf"', 'name = "a\\u0007"', 2, "This text contains a character that cannot be printed."),
    ('name = "Golf"', 'name = "Golf"?', 2, "This line is not valid TOML."),
    ("[2, 6]", "[6, 2]", 3, "Put the smaller number first."),
    ("[2, 6]", "[2]", 3, "Write two numbers, such as [2, 6]."),
    ("[2, 6]", "[2, 99]", 3, "Write a whole number from 1 to 12."),
    ('"fewest"', '"least"', 4, "Choose one of most, fewest."),
    ("[row.cards]", "[row.Cards]", 6, "A key uses lowercase letters, digits and _, and starts with a letter."),
    ("[row.cards]", "[row.players]", 6, "players is a word of formulas. Choose another key."),
    ("[row.cards]", "[row.max]", 6, "max is a word of formulas. Choose another key."),
    ("[row.cards]", "row = 7\n[let]", 6, "Write a table here, such as [row.a]."),
    ("most = 60", "most = -1", 8, "Write a whole number from 1 to 99999."),
    ("most = 60", "owner = 'one'", 8, "A box of kind number cannot have owner."),
    ("most = 60", "impossible = 7", 8, "Write a list here."),
    ("most = 60", "kind = 'tick'", 6, 'Say what this row is worth: points = "…" or counts = false.'),
    ("most = 60", "kind = 'chips'", 6, "chips is missing."),
    ("most = 60", "kind = 'counter'\nleast = 1\nmost = 40", 10, "There can be at most 31 here."),
    ("most = 60", "kind = 'words'\nmost = 201", 9, "There can be at most 200 here."),
    ("most = 60", "kind = 'words'", 6, "At least one row must ask for a number, a tick or a choice."),
    ("most = 60", "points = '3'", 6, "At least one row must ask for a number, a tick or a choice."),
    ("most = 60", "chips = ['a']", 8, "Give a value for each chip, in the same order."),
    ("most = 60", "chips = [1, 1]", 8, "Each one can appear here only once."),
    ("most = 60", "chips = [1, 2]\ncopies = [3]", 9, "Give a value for each chip, in the same order."),
    ("most = 60", "chips = ['ace of spades']", 8, "A chip label must have 1 to 5 characters."),
    ("most = 60", "kind = 'choice'\npoints = '1'", 6, "choices is missing."),
    ("most = 60", "hue = 'red'", 8, "A symbol needs a hue, letters, and a shape or a path."),
    (
        "most = 60",
        "most = 60\npoints = 'cards / 2'",
        9,
        "This could give a fraction. Put floor(…) around it.",
    ),
    ("most = 60", "team = true", 8, "This pad has no teams. Add teams = 2."),
    ("most = 60", "[let]\na = 'b'\nb = 'a'", 10, "These depend on each other in a loop: a → b → a."),
    ("most = 60", "[let]\ncards = '1'", 9, "cards is used twice. Choose another key."),
    ("most = 60", "[check.a]\nthat = '1'", 8, "say is missing."),
    ("most = 60", "[tie.a]\nlabel = 'A'", 8, 'Say who is ahead: most = "…" or fewest = "…".'),
    ('wins = "fewest"', "over = 'cards > 5'", 4, "cards cannot be used here."),
    ('wins = "fewest"', "rounds = 'total'", 4, "total cannot be used here."),
    ('wins = "fewest"', "sign = 'Gol'", 4, "Use at most 2 characters."),
    ('wins = "fewest"', "kind = 'golf'", 4, f"Choose one of {', '.join(padfile.SORTS)}."),
    ('wins = "fewest"', "teams = 2", 4, "This number of players cannot be split into equal teams."),
]


MISSING = "A comma, a quotation mark or a closing bracket is missing here or above."

QUOTES = 'Put text in straight quotes: "…".'

SLIPS = [
    ('label = "Cards"\nmost', "label: Cards\nmost", 7, "Use = instead of a colon."),
    ('"Cards"', '"Cards', 7, "A quotation mark is missing here."),
    ('"Cards"', "Cards", 7, QUOTES),
    ('"Cards"', "“Cards”", 7, QUOTES),
    ("[2, 6]", "2-7", 3, "Write two numbers, such as [2, 6]."),
    ("[2, 6]", "[2 6]", 3, MISSING),
    ("[2, 6]", "[\n2\n6\n]", 5, MISSING),
    ("most = 60", 'kind = "choice"\nchoices = { a = "One" b = "Two" }', 9, MISSING),
    ("\n[row", 'small = [\n  "One",\n  "Two"\n\n[row', 9, MISSING),
    ("most = 60\n", "most = 60\nchips = [1,\n2", 10, MISSING),
    ('"Cards"', '"""Cards', 9, MISSING),
    ("most = 60", 'choices = { a = "One",\n  b = "Two" }', 8, "Keep everything in { } on one line."),
    ("most = 60", 'choices = { a = "One"\n  b = "Two" }', 8, "Keep everything in { } on one line."),
    ("[row.cards]", "[row.cards.box.a]\nwhen = '1'\n[row.cards]", 7, "when belongs to a row, not to a box."),
    ("most = 60", 'points = "IF(cards > 5, 1, 2)"', 8, "Write this in small letters: if."),
    ("most = 60", 'points = "if(cards > 5; 1; 2)"', 8, "After “if(cards > 5”: Put commas between values."),
    ("most = 60", 'points = "0,5 * cards"', 8, "After “0”: Write a decimal point, as in 0.5."),
    ("most = 60", "most = 60\nplayers = [2, 6]", 9, "Move players up, above the first [bracketed] line."),
    ("[row.cards]", 'rounds = "0"\n[row.cards]', 6, "A game must have at least one round."),
    ("most = 60", "maximum = 60", 8, "maximum is not a known key here."),
    ("most = 60", 'most = 60\npoints = "2 * crads"', 9, "After “2 *”: There is nothing called crads."),
    ("most = 60", "most = 60,5", 8, "Write a whole number here."),
    ("most = 60", 'most = 60\npoints = "max(cards. 3)"', 9, "After “max(cards”: . is not allowed in a formula."),
    ("most = 60", 'most = 60\n[row.cards]\nlabel = "Again"', 9, "This appears twice."),
    ("most = 60", "most = 60\nmost = 70", 9, "This appears twice."),
    ("most = 60", 'most = "60"', 8, "Write a whole number from 1 to 99999."),
    ("[2, 6]", '"2-6"', 3, "Write two numbers, such as [2, 6]."),
    ("most = 60", "most = 60\nleast = −20", 9, "Use a plain minus sign: -."),
    ("most = 60", "most = 60\nshared = True", 9, "Write true or false."),
    ("[row.cards]", "[row.cards", 6, "A closing bracket is missing here."),
    ("[row.cards]", "[row.my cards]", 6, "A key uses lowercase letters, digits and _, and starts with a letter."),
    ("[row.cards]", "[rows.cards]", 6, "rows is not a known key here."),
    (GOLF, "", 1, "The file is empty."),
]
"""Typical mistakes of people who write their first pad."""


def said_of(old: str, new: str) -> str:
    """Return the error message for the smallest pad with this change."""
    assert old in GOLF
    with pytest.raises(Mistake) as wrong:
        parse_pad(GOLF.replace(old, new, 1), "golf")
    return str(wrong.value)


@pytest.mark.parametrize(
    "text",
    [
        GOLF.replace("label", "    label"),
        GOLF.replace("label", "\tlabel"),
        GOLF.replace("\n", "\r\n"),
        f"\ufeff{GOLF}",
        f"#:schema ./pad.schema.json\n{GOLF}",
    ],
    ids=["indented", "tab", "Windows", "mark", "schema"],
)
def test_what_is_no_mistake_is_read(text: str) -> None:
    assert parse_pad(decode_text(text.encode()), "golf").rows


@pytest.mark.parametrize("worth", ["points = '2 * cards'", "counts = false"])
def test_a_row_holds_a_number_unless_it_is_worked_out_of_others(worth: str) -> None:
    """Check that an author who says what a number scores need not declare the number."""
    (row,) = parse_pad(GOLF.replace("most = 60", worth), "golf").rows
    assert [type(box) for box in row.boxes] == [PadNumber]
    *_, worked = parse_pad(f"{GOLF}[row.twice]\nlabel = 'Twice'\npoints = '2 * cards + last(twice)'\n", "golf").rows
    assert worked.boxes == ()


def test_what_is_no_text_is_named_with_its_file_and_line(tmp_path: Path) -> None:
    file = tmp_path / "golf.toml"
    file.write_bytes(GOLF.replace("Cards", "Kärtchen").encode("latin-1"))
    with pytest.raises(Malformed) as wrong:
        find_game(str(file), {})
    assert str(wrong.value.reason) == "golf.toml, line 7: This is not UTF-8 text."


@pytest.mark.parametrize(("old", "new", "line", "reason"), [*SLIPS, *MISTAKES], ids=lambda value: str(value)[:24])
def test_a_mistake_is_named_with_file_line_and_sentence(old: str, new: str, line: int, reason: str) -> None:
    assert said_of(old, new) == f"golf.toml, line {line}: {reason}"


def test_an_edition_is_an_option_that_formulas_ask_for() -> None:
    edition = '[option.edition]\nlabel = "Edition"\nchoices = { first = "First", second = "Second" }\n'
    points = "points = \"cards * if(edition = 'second', 2, 1)\""
    game = parse_own_game(f"{GOLF}{points}\n{edition}")
    marks = {Spot(1, "cards", "cards", 0): 4, Spot(1, "cards", "cards", 1): 6}
    for chosen, totals in (("first", {0: 4, 1: 6}), ("second", {0: 8, 1: 12})):
        setup = Setup(("Ann", "Bo"), {**game.default_options(), "edition": chosen}, ((1, (0, 1)),))
        assert game.score(setup, marks, 1).totals == totals


@pytest.mark.parametrize(
    ("signs", "line", "reason"),
    [
        (140, 35, "The formulas of this pad are too long in total."),
        (150, 11, "A formula can have at most 300 parts."),
    ],
)
def test_each_formula_and_all_of_them_have_a_length(signs: int, line: int, reason: str) -> None:
    rows = "".join(f'[row.r{number}]\nlabel = "x"\npoints = "{"1+" * signs}1"\n' for number in range(10))
    with pytest.raises(Mistake) as wrong:
        parse_pad(f"{GOLF}{rows}", "golf")
    assert str(wrong.value) == f"golf.toml, line {line}: {reason}"


@pytest.mark.parametrize("pad", re.findall(r"```toml\n(.*?)```", PAGE, re.S), ids=["races", "suits", "piles"])
def test_the_examples_of_the_page_are_pads(pad: str) -> None:
    assert parse_pad(pad, "example").rows


def test_the_page_names_every_line_and_every_function() -> None:
    lines, formulas = PAGE.split("## Formulas")
    named = re.findall(r"[a-z_]+", lines)
    assert [key for fields in PARTS.values() for key in fields if key not in named] == []
    assert [name for name in FUNCTIONS if f"{name}(" not in formulas] == []


def test_the_schema_beside_the_page_is_that_of_the_reader(request: pytest.FixtureRequest) -> None:
    file = DOCS / "pad.schema.json"
    now = json.dumps(json_schema(), indent=1, ensure_ascii=False) + "\n"
    if request.config.getoption("--rewrite"):
        file.write_text(now, encoding="utf-8")
    assert file.read_text(encoding="utf-8") == now


def test_a_box_can_ask_in_a_row_that_depends_on_a_later_one() -> None:
    row = '[row.x]\nlabel = "x"\nquestion = "How many?"\nwhen = "y > 0"\n[row.y]\nlabel = "y"\n'
    (box,) = next(row.boxes for row in parse_pad(f"{GOLF}{row}", "golf").rows if row.key == "x")
    assert str(box.question) == "How many?"


def test_every_kind_of_box_that_a_file_can_name_has_a_class() -> None:
    assert tuple(BOX_CLASSES) == padfile.KINDS
    fields = {field for kind in BOX_CLASSES.values() for field in kind.fields}
    assert fields == set(padfile.BOX) - {*padfile.OF_EVERY_BOX}


def test_a_line_is_found_in_tables_of_tables() -> None:
    text = 'a = """\nb = 1\n"""\n[x]\nb.c = 2\n[[y]]\n"d" = 3\n'
    places = [("a",), ("x",), ("x", "b", "c"), ("y", "d"), ("z",)]
    assert [find_line(text, path) for path in places] == [1, 4, 5, 7, 1]
