"""Reading pad files: every mistake is reported with its line, and document and schema agree with the reader."""

import json
import re
from pathlib import Path

import pytest

from scorekeeper.games.errors import Malformed
from scorekeeper.games.own_pads import decode_text, find_game, parse_own_game
from scorekeeper.games.pad import Setup, Spot
from scorekeeper.games.pads import padfile
from scorekeeper.games.pads.boxes import NumberBox
from scorekeeper.games.pads.kinds import FUNCTIONS
from scorekeeper.games.pads.padfile import PARTS, Mistake, find_line
from scorekeeper.games.pads.reading import BOX_CLASSES, parse_pad
from scorekeeper.games.pads.schema import json_schema
from tests.support.pad_mistakes import PADS, Wrong, list_mistakes

DOCS = Path(__file__).parents[3] / "docs"

PAGE = (DOCS / "pads.md").read_text(encoding="utf-8")

GOLF = PADS["golf"]


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
    assert [type(box) for box in row.boxes] == [NumberBox]
    *_, worked = parse_pad(f"{GOLF}[row.twice]\nlabel = 'Twice'\npoints = '2 * cards + last(twice)'\n", "golf").rows
    assert worked.boxes == ()


def test_what_is_no_text_is_named_with_its_file_and_line(tmp_path: Path) -> None:
    file = tmp_path / "golf.toml"
    file.write_bytes(GOLF.replace("Cards", "Kärtchen").encode("latin-1"))
    with pytest.raises(Malformed) as wrong:
        find_game(str(file), {})
    assert str(wrong.value.reason) == "golf.toml, line 7: This is not UTF-8 text."


@pytest.mark.parametrize("wrong", list(list_mistakes()))
def test_a_mistake_is_named_with_file_line_and_sentence(wrong: Wrong) -> None:
    with pytest.raises(Mistake) as refused:
        parse_pad(wrong.text, wrong.slug)
    assert str(refused.value) == wrong.said


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
