"""The preview of the blank paper says the same, in the same order, as the printed page."""

import re
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.games.own_pads import compute_slug, parse_own_game
from scorekeeper.language.catalogue import languages
from scorekeeper.printing import blank_pads, press
from scorekeeper.printing.blank_pads import PadRequest
from scorekeeper.storage.pads import keep_pad
from scorekeeper.storage.tables import Tables
from tests.support.marks import play_game
from tests.support.own_pads import GOLF
from tests.support.soak import SOAK

START = """format = 1
name = "Farm"
players = [2, 5]
"""

ROWS = """
[row.sheep]
label = "Sheep"
kind = "number"
points = "table(sheep, -1, 1, 1, 2)"

[row.fence]
label = "Fence"
kind = "tick"
points = "5 * fence"

[row.medal]
label = "Medal"
choices = { a = { label = "Bronze", value = 1 }, b = { label = "Gold", value = 5 } }
points = "value(medal)"

[row.flock]
label = "Largest flock"
points = "3 * most(sheep)"

[row.wolves]
label = "Wolves"
kind = "number"
counts = false

[tie.wolves]
label = "Wolves"
fewest = "wolves"
"""

PADS = {
    "rows": START + 'rounds = "1"\n' + ROWS,
    "rows of two rounds": START + 'rounds = "2"\n' + ROWS,
    "rounds": START + 'over = "total >= 50"\n' + ROWS,
    "one number": GOLF,
    "teams": START.replace("[2, 5]", "[4, 4]") + "teams = 2\n" + ROWS,
    "the table's": START + '[row.a]\nlabel = "A"\nkind = "number"\nshared = true\npoints = "a"\n',
}


def facts(table: str) -> list[str]:
    """Return the texts of a blank table from top to bottom: columns, lines, their worth, small print.

    "" is one or more boxes.
    """
    shown = re.sub(r"<svg.*?</svg>", "", table, flags=re.S)
    parts = re.findall(r"<(?:th|td|p)\b[^>]*>(.*?)(?=</t[hd]>|</p>|<td|<th|<tr|</tr)", shown, re.S)
    return [" ".join(unescape(re.sub(r"<[^>]+>", " ", part)).split()) for part in parts]


def within(page: str) -> str:
    """Return the table of a page with the small print below it."""
    match = re.search(r"<table>.*?</table>\s*(<div class=\"help.*?</div>)?", page, re.S)
    assert match
    return match[0]


@pytest.mark.parametrize(
    ("which", "language"),
    [
        (which, language)
        for number, which in enumerate(PADS)
        for place, language in enumerate(languages())
        if SOAK or (number - place) % 5 < 2
    ],
)
def test_the_paper_that_is_shown_is_the_paper_that_is_printed(
    app: Flask, client: FlaskClient, which: str, language: str
) -> None:
    tables: Tables = app.extensions["tables"]
    slug = keep_pad(tables.store, PADS[which], "somebody", 100)
    assert slug == compute_slug(PADS[which])
    shown = client.get(f"/pads/{slug}", headers={"Accept-Language": language}).text.partition('<div class="blank" ')[2]
    game = parse_own_game(PADS[which])
    printed = blank_pads.render_pad(game, PadRequest(game.seats[0], up=1), language)
    assert list(filter(None, facts(within(shown)))) == list(filter(None, facts(within(printed))))
    assert "" in facts(within(shown))
    assert "" in facts(within(printed))


def test_a_printed_pad_is_named_after_the_game(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(press, "print_html", lambda html: b"%PDF")
    slug = keep_pad(app.extensions["tables"].store, PADS["rows"].replace("Farm", "Élan & Co"), "somebody", 1)
    answer = client.get(f"/paper/{slug}/pad.pdf?players=2")
    assert answer.headers["Content-Disposition"] == 'inline; filename="elan-co-2-a4-2.pdf"'


def test_what_decides_between_players_who_are_level_is_told_once() -> None:
    longest = '\n[tie.longest]\nlabel = "Flock"\nmost = "most(sheep)"\n'
    for more, below, foot in (("", "ties: fewest", []), (longest, "None", ["Wolves (fewest) and Flock (most)"])):
        paper = blank_pads.find_pad(parse_own_game(START + 'rounds = "1"\n' + ROWS + more), PadRequest(2))
        assert str(paper.lines[-1].worth) == below
        said = [str(text) for text in paper.right if "Tie-break" in str(text)]
        assert [text.removeprefix("Tie-break: ").strip(".") for text in said] == foot


def test_paper_says_what_each_row_is_worth_who_is_ahead_and_when_it_is_over() -> None:
    by_rows = facts(within(blank_pads.render_pad(parse_own_game(PADS["rows"]), PadRequest(2, up=1))))
    lines = [line for line in by_rows if line and line != "1" and line != "2"]
    first = ["Sheep 0: −1 · 1–2: 1 · 3+: 2", "Fence 5", "Medal Bronze 1 and Gold 5", "Largest flock Sheep, most: 3"]
    assert lines[:6] == [*first, "Total", "Wolves ties: fewest"]
    by_rounds = facts(within(blank_pads.render_pad(parse_own_game(PADS["rounds"]), PadRequest(2, up=1))))
    heads = ["Sheep 0: −1 · 1–2: 1 · 3+: 2", "Fence 5", "Medal Bronze 1 and Gold 5", "Largest flock Sheep, most: 3"]
    heads += ["Round", "Total", "Wolves ties: fewest"]
    assert [line for line in by_rounds if line][:16] == ["1", *heads, "2", *heads]
    assert by_rounds[-1] == "Highest score wins. Ends at 50."


@pytest.mark.parametrize(
    ("over", "ends"),
    [
        ("total >= 40 + 10", ["50."]),
        ("total >= 40 + 10 * round", []),
        ("total <= least(total) - 3", []),
        ("any(all(total >= 40 + round))", []),
    ],
)
def test_points_that_end_the_game_are_named_only_if_they_are_known_before_it(over: str, ends: list[str]) -> None:
    game = parse_own_game(START + f'over = "{over}"\n' + ROWS)
    for texts in (blank_pads.find_pad(game, PadRequest(2)).right, game.rules_in_words(play_game(game, "Ann", "Bo"))):
        assert re.findall(r"Ends at (\S+)", " ".join(map(str, texts))) == ends


MANY = [f'[row.r{number}]\nlabel = "Row number {number}"\n' for number in range(24)]


@pytest.mark.parametrize(
    "row",
    [
        'kind = "number"\npoints = "table(r{0}, -1, 1, 1, 2, 3, 5)"\n',
        'points = "a{0} + b{0} + c{0} + d{0}"\n'
        + "".join(f'[row.r{{0}}.box.{key}{{0}}]\nlabel = "{key}"\n' for key in "abcd"),
    ],
    ids=["worths", "boxes"],
)
def test_the_longest_pad_has_its_paper(row: str) -> None:
    text = START + 'rounds = "1"\n' + "".join(head + row.format(number) for number, head in enumerate(MANY))
    assert blank_pads.fit_pad(parse_own_game(text), PadRequest(5, up=1)).rows.height >= 8
