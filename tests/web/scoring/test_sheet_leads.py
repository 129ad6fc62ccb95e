"""Every cell of a sheet, and every missing entry, links to where it is entered."""

import re

import pytest
from flask.testing import FlaskClient

from scorekeeper.table.notation import encode_changes
from tests.support.http import CAST, field, flip_taps, open_table
from tests.support.parade import TIED, cards

WAYS = {"flip": "./#{}", "checked": "./#{}", "totals": "./?at=1.{}.count."}


@pytest.mark.parametrize("way", WAYS)
def test_each_row_and_whatever_is_open_leads_to_where_it_is_entered(client: FlaskClient, way: str) -> None:
    table = open_table(client, CAST, "parade")
    entry = client.get(f"{table.url}1/?way={way}").text
    sheet = client.get(f"{table.url}1/sheet").text
    leads = re.findall(r'<th scope="row"><a href="([^"]+)">', sheet)
    assert len(leads) == 6
    for suit, to in zip(("red", "blue", "purple", "green", "grey", "orange"), leads, strict=True):
        assert to.replace("?to=sheet", "").startswith(WAYS[way].format(suit))
        anchor = to.partition("#")[2]
        assert f'id="{anchor}" ' in entry if anchor else client.get(f"{table.url}1/{to[2:]}").status_code == 200
    notices = re.findall(r'class="notice open">(.*?)</div>', sheet, re.S)
    assert notices
    for notice in notices:
        fix = re.match(r'<a class="fix" href="([^"]+)" aria-label="Fix">.*?</a><p>[^<]+[.?]</p>', notice)
        assert fix, notice
        assert fix[1] in leads


def test_a_correction_from_the_sheet_ends_at_the_sheet(client: FlaskClient) -> None:
    table = open_table(client, CAST, "parade")
    for tap in flip_taps():
        table.tap(tap)
    (purple,) = re.findall(r'<th scope="row"><a href="./([^"]+#purple)">', table.page("1/sheet"))
    opened = table.page(f"1/{purple}")
    section = opened.split('id="purple"')[1].split("</form>")[0]
    assert '<a class="primary" href="sheet">Score sheet' in section
    (to,) = set(re.findall('<input type="hidden" name="to" value="([^"]*)"', section))
    answer = table.client.post(
        f"{table.url}1/write",
        data={
            **{name: field(section, name) for name in ("csrf_token", "op", "seen", "way", "at")},
            "to": to,
            "tap": "1.purple.count.0.=2",
        },
    )
    assert answer.status_code == 303
    assert "to=sheet" in answer.location
    assert '<a class="primary" href="sheet">Score sheet' in table.client.get(answer.location).text


def test_the_doubt_about_a_0_at_a_tie_leads_to_its_colour_and_back_to_the_sheet(client: FlaskClient) -> None:
    table = open_table(client, CAST, "parade")
    table.tap(encode_changes(cards(TIED)))
    doubt = table.page("1/sheet").split('class="notice doubtful">')[1].split("</div>")[0]
    assert "Is every 0 entered?" in doubt
    (to,) = re.findall('<a class="fix" href="./([^"]+)" aria-label="Fix">', doubt)
    assert to.endswith("#red")
    section = table.page(f"1/{to}").split('id="red"')[1].split("</form>")[0]
    assert '<a class="primary" href="sheet">Score sheet' in section
