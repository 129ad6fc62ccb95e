"""A table over HTTP without script: every tap is a line, no entry is lost, and every refusal is a sentence."""

import re
import time

import pytest

from tests.support.http import Player, field, play_example, read_hidden_fields, row_of


def test_what_was_taken_back_can_be_put_back(alice: Player) -> None:
    alice.tap("1.red.count.2.=4")
    alice.send({"strike": "2"})
    html = alice.page()
    assert "Restore" in html
    alice.send({"strike": "3"})
    assert "Restore" not in alice.page()
    assert 'value="1.red.count.2.="' in row_of(alice.page(), "red")


def test_an_entry_that_was_deleted_and_comes_back_is_told_without_a_double_negation(alice: Player) -> None:
    alice.tap("1.red.cards.0.10=1")
    alice.tap("1.red.cards.0.10=")
    assert alice.send({"strike": "3"}, "").status_code == 303
    assert "Back again: Deal 1: Alice has Red 10." in re.sub(r"<[^>]+>", "", alice.page(""))


def test_any_past_deal_is_opened_and_corrected_in_three_taps(alice: Player) -> None:
    play_example(alice)
    play_example(alice, 2)
    row = re.search(r'href="([^"]*1/sheet)"', alice.page(""))
    assert row
    fix = re.search(r'href="([^"]*/1/)"', alice.client.get(row[1]).text)
    assert fix
    assert 'value="1.red.cards.1.1="' in row_of(alice.client.get(fix[1]).text, "red")


def test_a_form_from_an_earlier_visit_is_kept_and_sent_with_one_tap(alice: Player) -> None:
    alice.page()
    answer = alice.client.post(
        f"{alice.url}1/write", data={"csrf_token": "old", "op": "a" * 32, "tap": "1.red.count.2.=4"}
    )
    assert answer.status_code == 400
    assert 'value="1.red.count.2.=4"' in answer.text
    again = alice.client.post(
        f"{alice.url}1/write",
        data={"csrf_token": field(answer.text, "csrf_token"), "op": "a" * 32, "tap": "1.red.count.2.=4"},
    )
    assert again.status_code == 303
    assert 'value="1.red.count.2.="' in row_of(alice.page(), "red")


@pytest.mark.parametrize("hours", [14, -1, 24 * 40])
def test_a_page_counts_whenever_it_was_opened(alice: Player, monkeypatch: pytest.MonkeyPatch, hours: int) -> None:
    fields = read_hidden_fields(alice, "1/")
    moved = time.time() + hours * 3600
    monkeypatch.setattr(time, "time", lambda: moved)
    answer = alice.client.post(f"{alice.url}1/write", data={**fields, "tap": "1.red.count.0.=4"})
    assert answer.status_code == 303
