"""A table over HTTP without script: every tap is a line, no entry is lost, and every refusal is a sentence."""

import re

import pytest
from flask.testing import FlaskClient

from tests.support.http import Player, field, flip_taps, open_table, play_example, row_of, totals


def test_the_rulebooks_example_is_scored(alice: Player) -> None:
    play_example(alice)
    html = alice.page("1/sheet")
    assert totals(html) == [35, 27, 31]
    assert "Hatter wins with 27." in html


def test_the_sheet_tells_the_working_line_by_line(alice: Player) -> None:
    play_example(alice)
    html = alice.page("1/sheet")
    for words in (
        "10 + 8 + 3",
        "5 flipped",
        "4 + 2",
        "3 flipped",
        "1 + 0",
        "4 flipped",
        "10 + 1",
        "4 + 3",
        "2 + 1",
        "Most: Cheshire, 4",
        "Most: Alice, 5",
        "Most: Hatter, 4",
        "Most: Alice and Hatter, 3 each.",
        "Most: Cheshire, 3",
    ):
        assert words in html, words


def test_a_tap_on_a_chosen_chip_gives_it_back(alice: Player) -> None:
    alice.tap("1.red.count.2.=4")
    alice.tap("1.red.cards.0.10=1")
    assert 'value="1.red.cards.0.10="' in row_of(alice.page(), "red")
    alice.tap("1.red.cards.0.10=")
    assert 'value="1.red.cards.0.10=1"' in row_of(alice.page(), "red")


def test_a_card_that_somebody_has_is_never_moved_silently(alice: Player) -> None:
    alice.tap("1.red.count.2.=4")
    alice.tap("1.red.cards.1.1=1")
    answer = alice.send({"why": "1.red.cards.0.1"})
    html = alice.client.get(answer.location).text
    assert "Hatter has Red 1." in html
    move = re.search(r'value="([^"]*)"[^>]*>Move to Alice', html)
    assert move
    alice.tap(move[1])
    assert 'value="1.red.cards.0.1="' in row_of(alice.page(), "red")


def test_undo_is_unlimited_and_survives_a_reload(alice: Player) -> None:
    taps = flip_taps()
    for tap in taps:
        alice.tap(tap)
    for _ in taps:
        undo = re.search(r'class="undo" name="strike" value="(\d+)"', alice.page())
        assert undo
        assert alice.send({"strike": undo[1]}).status_code == 303
    html = alice.page()
    assert 'aria-pressed="true"' not in html
    assert re.search(r'name="strike"[^>]*disabled|disabled[^>]*name="strike"', html)


def test_what_was_taken_back_can_be_put_back(alice: Player) -> None:
    alice.tap("1.red.count.2.=4")
    alice.send({"strike": "2"})
    html = alice.page()
    assert "Restore" in html
    alice.send({"strike": "3"})
    assert "Restore" not in alice.page()
    assert 'value="1.red.count.2.="' in row_of(alice.page(), "red")


def test_any_past_deal_is_opened_and_corrected_in_three_taps(alice: Player) -> None:
    play_example(alice)
    play_example(alice, 2)
    row = re.search(r'href="([^"]*1/sheet)"', alice.page(""))
    assert row
    fix = re.search(r'href="([^"]*/1/)"', alice.client.get(row[1]).text)
    assert fix
    assert 'value="1.red.cards.1.1="' in row_of(alice.client.get(fix[1]).text, "red")


@pytest.mark.parametrize(
    ("tap", "status"),
    [
        ("1.red.count.0.=-1", 422),
        ("1.red.count.0.=12", 422),
        ("1.red.count.0.=1_000", 422),
        ("1.red.count.0.=٣", 422),
        ("1.red.count.0.=1e9", 422),
        ("1.red.count.0.=９", 422),
        ("1.red.count.0.= ", 422),
        ("1.red.count.9.=1", 422),
        ("1.red.count..=1", 422),
        ("1.white.count.0.=1", 422),
        ("1.red.nothing.0.=1", 422),
        ("1.red.cards.0.11=1", 422),
        ("1.red.cards.0.1=2", 422),
        ("1.red.nobody.0.=1", 422),
        ("0.red.count.0.=1", 422),
        ("100.red.count.0.=1", 422),
        ("1.red.count.0.", 422),
        ("", 422),
        ("\x00", 422),
        (";;;", 422),
        ("1.red.count.0.=4;1.red.count.0", 422),
    ],
)
def test_a_tap_that_cannot_be_is_refused_with_a_sentence_and_nothing_is_lost(
    alice: Player, tap: str, status: int
) -> None:
    alice.tap("1.red.count.2.=4")
    answer = alice.tap(tap)
    assert answer.status_code == status
    assert re.search(r'class="notice certain"', answer.text)
    assert 'value="1.red.count.2.="' in row_of(answer.text, "red")


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


def test_a_form_sent_by_another_site_is_refused(alice: Player) -> None:
    answer = alice.send({"tap": "1.red.count.2.=4"}, headers={"Origin": "http://elsewhere.example"})
    assert answer.status_code == 403
    assert 'value="1.red.count.2.="' not in row_of(alice.page(), "red")


def test_two_players_read_both_where_nobody_is_two_ahead(client: FlaskClient) -> None:
    player = open_table(client, ("Alice", "Bo"))
    assert "No pile has 2 more: enter both" in player.page()
    player.tap("1.red.read..=1")
    player.tap("1.red.cards.0.10=1")
    player.tap("1.red.cards.0.9=1")
    player.tap("1.red.cards.0.2=1")
    player.tap("1.red.cards.1.8=1")
    player.tap("1.red.cards.1.1=1")
    for row in ("blue", "purple", "green", "grey", "orange"):
        player.tap(f"1.{row}.nobody..=1")
    player.tap("1.end.all..=1")
    html = player.page("1/sheet")
    assert "Alice has only 1 more: face values." in html
    assert totals(html) == [21, 9]
