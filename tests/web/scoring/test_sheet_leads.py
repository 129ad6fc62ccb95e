"""Every cell of a sheet, and every missing entry, links to where it is entered."""

import re

import pytest
from flask.testing import FlaskClient

from tests.support.http import CAST, open_table

WAYS = {"flip": "./#{}", "checked": "./#{}", "totals": "./?at=1.{}.count."}


@pytest.mark.parametrize("way", WAYS)
def test_each_row_and_whatever_is_open_leads_to_where_it_is_entered(client: FlaskClient, way: str) -> None:
    table = open_table(client, CAST, "parade")
    entry = client.get(f"{table.url}1/?way={way}").text
    sheet = client.get(f"{table.url}1/sheet").text
    leads = re.findall(r'<th scope="row"><a href="([^"]+)">', sheet)
    assert len(leads) == 6
    for suit, to in zip(("red", "blue", "purple", "green", "grey", "orange"), leads, strict=True):
        assert to.startswith(WAYS[way].format(suit))
        anchor = to.partition("#")[2]
        assert f'id="{anchor}" ' in entry if anchor else client.get(f"{table.url}1/{to[2:]}").status_code == 200
    notices = re.findall(r'class="notice open">(.*?)</div>', sheet, re.S)
    assert notices
    for notice in notices:
        fix = re.match(r'<a class="fix" href="([^"]+)" aria-label="Fix">.*?</a><p>[^<]+[.?]</p>', notice)
        assert fix, notice
        assert fix[1] in leads
