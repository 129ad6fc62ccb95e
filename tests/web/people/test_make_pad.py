"""Making a pad by tapping: what the page shows after each tap, and what is refused."""

import re
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.games.pads.padfile import LABEL_LENGTH
from scorekeeper.storage import access
from scorekeeper.storage.pads import list_kept_pads
from scorekeeper.storage.tables import Tables
from tests.support.groups import open_group
from tests.support.http import field, open_table
from tests.support.own_pads import names_of, reason, tap_pad

Totals = dict[int, int]


def test_a_pad_is_made_by_taps_and_played(app: Flask, client: FlaskClient) -> None:
    answer = tap_pad(client, "row:counter", "row:tick", "worth:r2:times", "times:r2:5", "play", name="Shells")
    assert answer.status_code == 303, answer.text
    slug = answer.location.split("/")[2]
    assert answer.location == f"/games/{slug}/new"
    player = open_table(client, ("Ann", "Bo"), slug)
    taps = "1.r1.r1.0.=3;1.r1.r1.1.=2;1.r2.r2.0.=1;1.end.all..=1"
    assert player.send({"tap": taps}).status_code == 303
    tables: Tables = app.extensions["tables"]
    assert tables.load(player.table).sheet(1).totals == {0: 8, 1: 2}
    assert "Shells" in client.get("/pads/").text


def test_a_tick_that_wins_at_once_is_made_by_taps_and_taken_back(app: Flask, client: FlaskClient) -> None:
    answer = tap_pad(client, "row:number", "row:one", "worth:r2:wins", "keep", name="Peaks")
    assert answer.status_code == 303, answer.text
    slug = answer.location.split("/")[2].partition("?")[0]
    player = open_table(client, ("Ann", "Bo"), slug)
    player.tap("1.r1.r1.0.=40;1.r2.r2.1.=1")
    standings = app.extensions["tables"].load(player.table).standings()
    assert (standings.winners, standings.totals) == ((1,), {0: 40, 1: 0})
    again = tap_pad(client, "worth:r2:sum", "keep", changing=slug)
    assert again.status_code == 303, again.text
    changed = app.extensions["tables"].game(again.location.split("/")[2].partition("?")[0])
    assert "wins_at_once" not in changed.file


def test_a_countdown_in_teams_with_ties_is_made_by_taps_and_changed_again(app: Flask, client: FlaskClient) -> None:
    typed = {"name": "Pairs", "start": "50", "teams": "4/2"}
    answer = tap_pad(client, "row:number", "row:tick", "tie:r2:most", "tie:r1:fewest", "keep", **typed)
    assert answer.status_code == 303, answer.text
    slug = answer.location.split("/")[2].partition("?")[0]
    player = open_table(client, ("Ann", "Bo", "Cleo", "Dan"), slug)
    assert player.send({"tap": "1.r1.r1.0.=20;1.r1.r1.1.=50;1.end.all..=1"}).status_code == 303
    assert "Bo and Dan win with 0." in unescape(player.page(""))
    html = tap_pad(client, changing=slug).text
    for chosen in ('name="start" value="50" checked', 'name="teams" value="4/2" checked'):
        assert chosen in html
    assert re.findall(r'aria-pressed="true">(\d\. [^<]*)<', html) == ["2. fewest: Points", "1. most: Bonus"]


def test_a_countdown_that_would_be_over_at_once_is_refused_and_kept(client: FlaskClient) -> None:
    answer = tap_pad(client, "row:number", "keep", name="Pairs", start="50", until="100")
    assert answer.status_code == 422
    assert reason(answer) == "Points are subtracted from 50, so nobody can get up to 100."
    assert 'name="start" value="50" checked' in answer.text


def test_any_number_of_rounds_and_points_is_typed(client: FlaskClient) -> None:
    typed = {"rounds-typed": " 17", "until-typed": "151"}
    html = tap_pad(client, "row:number", name="Trips", **typed).text
    for chosen in ('name="rounds" value="17" checked', 'name="until" value="151" checked'):
        assert chosen in html
    answer = tap_pad(client, "row:number", "keep", name="Trips", **typed)
    assert "Highest score wins. 17 rounds. " in client.get(answer.location).text
    table = open_table(client, ("Ann", "Bo"), answer.location.split("/")[2])
    assert "of 17" in client.get(f"{table.url}1/").text


@pytest.mark.parametrize(("typed", "most"), [("100", 99), ("0", 99), ("-1", 99), ("seven", 99), ("9" * 40, 99)])
def test_a_number_of_rounds_that_cannot_be_is_refused_and_kept(client: FlaskClient, typed: str, most: int) -> None:
    answer = tap_pad(client, "row:number", "keep", name="Trips", **{"rounds-typed": typed})
    assert answer.status_code == 422
    assert reason(answer) == f"Rounds: Enter a number from 1 to {most}, in plain digits."
    assert f'name="rounds-typed" value="{typed[:8]}"' in answer.text
    assert 'class="fold" open' in answer.text


@pytest.mark.parametrize("tie", ["r1:least", "r9:most", "r1", ":::", "r1:most:most"])
def test_a_tie_that_cannot_be_is_left_out(client: FlaskClient, tie: str) -> None:
    html = tap_pad(client, "row:number", f"tie:{tie}", name="Pairs").text
    assert not re.search(r'value="tie:[^"]*" aria-pressed="true"', html)


def test_the_entry_page_in_the_making_shows_what_is_tapped_not_what_it_is_worth(client: FlaskClient) -> None:
    html = tap_pad(client, "row:number", "worth:r1:times", "times:r1:-10", name="Golf").text
    entered = html.partition('<details class="fold entered"')[2].partition("</details>")[0]
    assert re.findall(r'<button class="wide"[^>]*>\s*([^<]*?)\s*<', entered) == ["7", "4"]
    assert "−70" in entered


@pytest.mark.parametrize("number", ["-2", "-100", "7"])
def test_how_many_times_stays_marked_at_the_next_tap_and_when_the_pad_is_changed(
    client: FlaskClient, number: str
) -> None:
    taps = ("row:counter", "worth:r1:times", f"times:r1:{number}", "row:tick")
    marked = f'value="times:r1:{number}" aria-pressed="true"'
    assert marked in tap_pad(client, *taps, name="Golf").text
    slug = tap_pad(client, *taps, "keep", name="Golf").location.split("/")[2]
    assert marked in tap_pad(client, changing=slug).text


def test_another_number_of_times_is_typed(client: FlaskClient) -> None:
    taps = ("row:counter", "worth:r1:times", "show")
    assert 'value="times:r1:-100" aria-pressed="true"' in tap_pad(client, *taps, **{"times-r1": "−100"}).text
    for typed in ("0", "x", "1000"):
        answer = tap_pad(client, *taps, "keep", name="Golf", **{"times-r1": typed})
        assert answer.status_code == 422
        assert reason(answer).startswith("How many: ")
        assert f'name="times-r1" value="{typed}"' in answer.text


def test_a_table_says_what_each_number_is_worth_while_it_is_tapped(client: FlaskClient) -> None:
    taps = ["row:counter", "worth:r1:table"]
    for more, written in (
        ((), "0: 0, 1: …"),
        (("1", ",", "3", ",", "6"), "0: 0, 1: 1, 2: 3, 3: 6"),
        (("1", "3", "6"), "0: 0, 1: 136"),
        (("-", "3", ",", "4", "-"), "0: 0, 1: −3, 2: −4"),
        (("-", "-", "3"), "0: 0, 1: 3"),
    ):
        answer = tap_pad(client, *taps, *(f"part:r1:{part}" for part in more), name="Flags")
        assert f"<b>{written}</b>" in answer.text.replace("\N{NO-BREAK SPACE}", " ")
        assert reason(answer) == ""


def test_a_bracket_that_is_open_at_the_end_closes_itself(client: FlaskClient) -> None:
    parts = [f"part:r2:{part}" for part in ("5", "*", "most(", "r1")]
    taps = ("row:counter", "row:worked", *parts)
    assert "<span>A: 5</span>" in tap_pad(client, *taps, name="Coins").text
    assert tap_pad(client, *taps, "keep", name="Coins").status_code == 303


def test_a_bonus_for_most_is_one_tap(client: FlaskClient) -> None:
    html = unescape(tap_pad(client, "row:counter", "row:words", "row:most", "row:second", name="Coins").text)
    assert names_of(html)[3:] == ["Most: How many", "Second: How many"]
    assert html.count("How many, most: 5; 0 does not count") == 4, "while it is made and in each round on paper"
    assert "How many, second most: 5; 0 does not count" in html
    assert "most(" not in html.partition("<b>How many, most")[2].partition("</b>")[0]
    assert "A has the most, 7." in html
    assert 'value="zero:r3" aria-pressed="false"' in html


def test_the_points_of_a_bonus_have_steppers_and_the_formula_is_folded(client: FlaskClient) -> None:
    html = unescape(tap_pad(client, "row:counter", "row:most", name="Coins").text)
    assert 'value="points:r2:4"' in html
    assert 'value="points:r2:6"' in html
    assert "points for the most How many" in html
    assert html.index("floor(") > html.index('<details class="fold parts-r2">')
    more = unescape(tap_pad(client, "row:counter", "row:most", "points:r2:6", name="Coins").text)
    assert "How many, most: 6; 0 does not count" in more
    kept = unescape(tap_pad(client, "row:counter", "row:most", "points:r2:0", name="Coins").text)
    assert "How many, most: 5; 0 does not count" in kept


BONUSES = {"most": "most", "second": "second most"}


@pytest.mark.parametrize(
    ("which", "coins", "without", "also"),
    [("most", 0, {0: 0, 1: 0}, {0: 5, 1: 5}), ("second", 2, {0: 0, 1: 2}, {0: 5, 1: 2})],
)
@pytest.mark.parametrize("zero", [False, True])
def test_a_bonus_is_given_for_0_only_where_that_is_tapped(
    app: Flask, client: FlaskClient, which: str, coins: int, without: Totals, also: Totals, zero: bool
) -> None:
    taps = ("row:counter", f"row:{which}", *(["zero:r2"] if zero else []), "keep")
    slug = tap_pad(client, *taps, name="Coins").location.split("/")[2]
    player = open_table(client, ("Ann", "Bo"), slug)
    assert player.send({"tap": f"1.r1.r1.0.=0;1.r1.r1.1.={coins};1.end.all..=1"}).status_code == 303
    tables: Tables = app.extensions["tables"]
    assert tables.load(player.table).sheet(1).totals == (also if zero else without)
    again = unescape(tap_pad(client, changing=slug).text)
    assert f'value="zero:r2" aria-pressed="{"true" if zero else "false"}"' in again
    assert (f"<b>How many, {BONUSES[which]}: 5; 0 does not count</b>" in again) != zero
    assert (f"<b>How many, {BONUSES[which]}: 5</b>" in again) == zero


def test_seven_players_a_small_number_up_to_20_and_who_starts_are_chosen(client: FlaskClient) -> None:
    typed = {"name": "Coins", "upto-r1": "20", "most": "7", "least": "5", "lead": "starter"}
    left = tap_pad(client, "row:counter", "show", **typed).text
    for html in (left, client.get("/pads/new").text):
        assert 'name="upto-r1" value="20"' in html
        for chosen in (
            'name="most" value="7" checked',
            'name="least" value="5" checked',
            'name="lead" value="starter" checked',
        ):
            assert chosen in html
    slug = tap_pad(client, "row:counter", "keep", **typed).location.split("/")[2]
    file = client.get(f"/pads/{slug}/pad.toml").text
    for line in ("players = [5, 7]", 'lead = "starter"', "most = 20"):
        assert f"\n{line}\n" in file
    assert 'name="upto-r1" value="20"' in tap_pad(client, changing=slug).text
    refused = tap_pad(client, "row:counter", "keep", name="Coins", **{"upto-r1": "31"})
    assert reason(refused) == "How many: Enter a number from 1 to 30, in plain digits."
    assert 'name="upto-r1" value="31"' in refused.text


def test_a_pad_of_one_round_can_be_a_card(client: FlaskClient) -> None:
    typed = {"name": "Dice", "rounds": "1", "layout": "card"}
    assert 'name="layout" value="card" checked' in tap_pad(client, "row:counter", "row:tick", "show", **typed).text
    slug = tap_pad(client, "row:counter", "row:tick", "keep", **typed).location.split("/")[2]
    assert '\nlayout = "card"\n' in client.get(f"/pads/{slug}/pad.toml").text
    assert 'class="score-card"' in open_table(client, ("Ann", "Bo"), slug).page()
    assert 'name="layout" value="card" checked' in tap_pad(client, changing=slug).text
    # With more rounds there is no card, so nothing is asked about it.
    assert 'name="layout"' not in tap_pad(client, "row:counter", "show", **{**typed, "rounds": "3"}).text


def test_a_bonus_is_called_as_the_row_that_it_counts_until_it_has_a_name_of_its_own(client: FlaskClient) -> None:
    html = tap_pad(client, "row:counter", "row:most").text
    hidden = {name: field(html, name) for name in ("csrf_token", "draft")}
    for labels, called in (
        (["Sheep", "Most: How many"], ["Sheep", "Most: Sheep"]),
        (["S" * 60, "Most: How many"], ["S" * 60, ("Most: " + "S" * 60)[:60]]),
        (["Sheep", "The shepherd"], ["Sheep", "The shepherd"]),
        (["Sheep", "Most: sheep and goats"], ["Sheep", "Most: sheep and goats"]),
    ):
        html = client.post("/pads/new", data={**hidden, "do": "show", "label": labels}).text
        assert names_of(html)[1:] == [label[:LABEL_LENGTH] for label in called]


def test_a_bonus_follows_the_name_of_its_row_more_than_once(client: FlaskClient) -> None:
    html = tap_pad(client, "row:counter", "row:most").text
    for name, before in (("Sheep", "How many"), ("Goats", "Sheep")):
        hidden = {field_name: field(html, field_name) for field_name in ("csrf_token", "draft")}
        html = client.post("/pads/new", data={**hidden, "do": "show", "label": [name, f"Most: {before}"]}).text
        assert names_of(html)[1:] == [name, f"Most: {name}"]


def test_a_mistake_in_a_tapped_formula_is_told_in_the_words_of_the_rows(client: FlaskClient) -> None:
    parts = [f"part:r2:{part}" for part in ("r1", "*", "/")]
    answer = tap_pad(client, "row:number", "row:worked", *parts, name="Shells")
    assert reason(answer).startswith("Extra: After “Points ×”: ")


@pytest.mark.parametrize(
    ("taps", "result"),
    [
        (("row:number", "worth:r1:table", "part:r1:6"), "6, with 1"),
        (("row:number", "worth:r1:times", "times:r1:3"), ""),
        (("row:number", "worth:r1:formula", "part:r1:*", "part:r1:3"), "7 × 3 = 21"),
        (("row:counter", "row:tick", "worth:r1:table", "part:r1:1", "part:r1:,", "part:r1:5"), "5, with 2"),
    ],
)
def test_what_a_row_comes_to_is_said_with_its_working_or_the_number_that_was_looked_up(
    client: FlaskClient, taps: tuple[str, ...], result: str
) -> None:
    html = unescape(tap_pad(client, *taps).text)
    match = re.search(r"<span>A: ([^<]*)</span>", html)
    assert (match[1] if match else "") == result


@pytest.mark.parametrize(
    ("taps", "name", "why"),
    [
        ((), "", "Tap to add the rows of the pad."),
        (("row:number",), "", "Give the pad a name."),
        (("row:worked", "back:r1"), "Shells", "Extra: "),
        (("row:number", "worth:r1:formula", "part:r1:/", "part:r1:2"), "Shells", "Points: This could give a "),
        (("row:choice",), "Shells", "Choice: Enter the options to choose from, such as Bronze 1, Silver 3."),
        (("row:number", "worth:r1:formula", "part:r1:+"), "Shells", "Points: "),
        (("row:words",), "Shells", "At least one row must ask for a number, a tick or a choice."),
        (("row:worked", "part:r1:3"), "Shells", "At least one row must ask for a number, a tick or a choice."),
        (("row:number",), "Shells \u202e\u0007", ""),
    ],
)
def test_what_is_no_pad_yet_is_refused_with_a_sentence_and_kept(
    client: FlaskClient, taps: tuple[str, ...], name: str, why: str
) -> None:
    answer = tap_pad(client, *taps, "keep", name=name)
    if not why:
        assert answer.status_code in (303, 422)
        return
    assert answer.status_code == 422
    assert reason(answer).startswith(why), reason(answer)
    assert f'value="{name}"' in answer.text
    assert answer.text.count('name="label" ') == sum(tap.startswith("row:") for tap in taps)


@pytest.mark.parametrize(
    "fields",
    [
        {"draft": ""},
        {"draft": "../"},
        {"label": "A" * 900, "choices-r1": "x" * 900},
        {"label": '"\n[x]', "choices-r1": "a 1," * 90},
        {"suits": "A," * 90, "deck": "0–999," * 90},
        {"suits": "\x00", "deck": "1" * 900, "label": "\x00\u202e"},
        {"rounds": "99999999", "until": "x", "least": "0", "most": "-3"},
        {"do": "worth:r9:formula"},
        {"do": "part:r1:os.system"},
    ],
)
@pytest.mark.parametrize("do", ["keep", "row:most", "off:r1", "part:r1:r1"])
def test_whatever_is_sent_is_answered_by_the_page(client: FlaskClient, fields: dict[str, str], do: str) -> None:
    html = tap_pad(client, "row:choice", "row:pile").text
    hidden = {name: field(html, name) for name in ("csrf_token", "draft")}
    answer = client.post("/pads/new", data={**hidden, "name": "X", "do": do, **fields})
    assert answer.status_code in (200, 303, 422)


def test_a_pad_is_kept_for_the_group_that_is_open(app: Flask, client: FlaskClient) -> None:
    friends = open_group(client, app, "Tuesday", "Ann", "Bo")
    answer = tap_pad(client, "row:counter", "keep", name="Shells", group=friends.group)
    slug = answer.location.split("/")[2].partition("?")[0]
    tables: Tables = app.extensions["tables"]
    assert list_kept_pads(tables.store, friends.group) == [slug]
    assert "Shells" in friends.page()
    other = app.test_client()
    other.get(f"/j/{access.find_link(tables.store, friends.group, 'score')}")
    assert "Shells" in other.get(f"/pads/?group={friends.group}").text
    assert "Shells" not in other.get("/pads/").text
    stranger = app.test_client()
    assert "Shells" not in stranger.get(f"/pads/?group={friends.group}").text


def test_a_group_keeps_the_pad_that_it_plays_as_it_was_changed_last(app: Flask, client: FlaskClient) -> None:
    friends = open_group(client, app, "Tuesday", "Ann", "Bo")
    first = tap_pad(client, "row:counter", "keep", name="Shells").location.split("/")[2]
    tables: Tables = app.extensions["tables"]
    friends.open(first)
    assert list_kept_pads(tables.store, friends.group) == [first]
    changed = tap_pad(client, "row:tick", "keep", changing=first, group=friends.group).location.split("/")[2]
    second = changed.partition("?")[0]
    assert list_kept_pads(tables.store, friends.group) == [second]
    assert second in friends.page()
    assert f"/games/{first}" not in friends.page()


def test_cards_of_suits_are_tapped_and_played(app: Flask, client: FlaskClient) -> None:
    taps = ("row:pile", "row:most", "worth:r1:table", "part:r1:1", "part:r1:,", "part:r1:3", "keep")
    answer = tap_pad(client, *taps, name="Shells", suits="Red, Blue", deck="0–3")
    slug = answer.location.split("/")[2]
    player = open_table(client, ("Ann", "Bo"), slug)
    taps_of_cards = "1.s1_r1.cards.0.3=1;1.s1_r1.cards.0.0=1;1.s1_r1.cards.1.2=1;1.end.all..=1"
    assert player.send({"tap": taps_of_cards}).status_code == 303
    tables: Tables = app.extensions["tables"]
    assert tables.load(player.table).sheet(1).totals == {0: 3 + 5, 1: 1}
    html = unescape(tap_pad(client, changing=slug).text)
    for text in ('name="suits" value="Red, Blue"', 'name="deck" value="0, 1, 2, 3"', "…, most: 5; 0 does not count"):
        assert text in html


@pytest.mark.parametrize(("field", "why"), [("suits", "Enter the suits, "), ("deck", "Enter the cards of each suit, ")])
def test_rows_of_each_suit_need_suits_and_piles_need_cards(client: FlaskClient, field: str, why: str) -> None:
    answer = tap_pad(client, "row:pile", "keep", name="Shells", **{field: ""})
    assert answer.status_code == 422
    assert reason(answer).startswith(why)


def test_a_calculated_row_can_use_the_tenth_row_but_not_itself(client: FlaskClient) -> None:
    html = tap_pad(client, "row:worked", *["row:number"] * 9, name="Shells").text
    assert 'value="part:r1:r10"' in html
    assert 'value="part:r1:r1"' not in html
