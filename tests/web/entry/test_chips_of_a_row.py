"""Chips leave out their round and row, which page and form supply, so that the chips of all rows are the same."""

import re

import pytest
from flask.testing import FlaskClient

from tests.support.http import Player, field, open_table, row_of

FLIP = "1/?way=flip"


def chips(html: str, row: str) -> list[str]:
    """Return the values of the chips of a row."""
    return re.findall(r'<button[^>]*name="tap"[^>]* value="([^"]*)"', row_of(html, row).partition('class="dock"')[0])


def test_the_chips_of_all_rows_are_alike_and_each_writes_in_its_own(alice: Player) -> None:
    html = alice.page(FLIP)
    assert chips(html, "red") == chips(html, "blue") == chips(html, "orange")
    assert ".count.0.=4" in chips(html, "blue")
    assert alice.send({"tap": ".count.0.=4", "at": "blue"}, FLIP).status_code == 303
    html = alice.page(FLIP)
    assert ".count.0.=" in chips(html, "blue")
    assert ".count.0.=4" in chips(html, "red")


@pytest.mark.parametrize("at", ["", "pink", "."])
def test_a_chip_without_a_row_writes_nothing(alice: Player, at: str) -> None:
    before = field(alice.page(FLIP), "seen")
    assert alice.send({"tap": ".count.0.=4", "at": at}, FLIP).status_code == 422
    assert field(alice.page(FLIP), "seen") == before


def test_a_chip_of_a_form_that_is_called_as_its_box_leaves_that_out_too(client: FlaskClient) -> None:
    table = open_table(client, ("Ann", "Bo"), "lost_cities")
    html = table.page()
    assert chips(html, "red-red") == chips(html, "blue-blue")
    assert table.send({"tap": ".1.7=1", "at": "blue-blue"}).status_code == 303
    html = table.page()
    assert ".1.7=" in chips(html, "blue-blue")
    assert ".1.7=" not in chips(html, "red-red")
