"""The app's own keypad without script: digits and sums, what leaving a number writes, and that nothing is lost."""

import re
from html import unescape
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.games.boxes import NumberBox
from scorekeeper.games.entry import Keys
from scorekeeper.language.text import Text
from scorekeeper.table.notation import encode_changes
from scorekeeper.web.entry.keypad import MOST_TYPED, PICK, add_up, check_display, format_sum, press_key
from tests.support.games import WALKED, table_of
from tests.support.http import Player, field, keypad_lines, open_table, primary
from tests.support.loops import at_least_one

SUMS = NumberBox("points", Text("Points"), most=9999, negative=True, sums=True)

PLAIN = NumberBox("count", Text("Cards"), most=11)

KEYS = {"±": "neg", "−": "-", "<": "del"}


def display_after(keys: str, box: NumberBox = SUMS) -> str:
    """Return the display after these keys."""
    shown = ""
    for key in keys:
        shown = press_key(shown, KEYS.get(key, key), box)
    return shown


@pytest.mark.parametrize(
    ("keys", "shown", "total"),
    [
        ("25", "25", 25),
        ("007", "7", 7),
        ("0", "0", 0),
        ("20+10−5", "20 + 10 − 5", 25),
        ("5±", "−5", -5),
        ("±5", "−5", -5),
        ("5±±", "5", 5),
        ("20+5±", "20 − 5", 15),
        ("20−5±", "20 + 5", 25),
        ("20+", "20 +", 20),
        ("20+−", "20 −", 20),
        ("+5", "5", 5),
        ("−5", "−5", -5),
        ("1234567", "12345", 12345),
        ("3+007", "3 + 7", 10),
        ("30<<", "", None),
        ("±", "−", None),
        ("20+10<<<", "20", 20),
    ],
)
def test_a_sum_is_typed_key_by_key(keys: str, shown: str, total: int | None) -> None:
    assert format_sum(display_after(keys)) == shown
    assert add_up(display_after(keys)) == total


def test_a_box_without_sums_takes_digits_only() -> None:
    assert display_after("1+2−3±4", PLAIN) == "1234"
    assert check_display("1+2", PLAIN) == ""
    assert check_display("1+2", SUMS) == "1+2"


@given(st.text("0123456789+−±<", max_size=80))
def test_whatever_is_typed_can_be_read_again(keys: str) -> None:
    shown = display_after(keys)
    assert len(shown) <= MOST_TYPED + 1
    assert check_display(shown[:MOST_TYPED], SUMS) == shown[:MOST_TYPED]


@pytest.mark.parametrize("rubbish", ["x", "1e5", "--5", "1+2=3", "\u0665", "9" * 99, "1.5", "<b>"])
def test_rubbish_in_the_address_is_no_number(rubbish: str) -> None:
    assert check_display(rubbish, SUMS) == ""


@pytest.mark.parametrize("slug", WALKED)
def test_a_key_for_a_whole_number_replaces_any_number_that_its_box_holds(slug: str) -> None:
    game = WALKED[slug]
    setup = table_of(game, game.seats[1])
    boxes = {row.key: row for row in game.rows(setup)}
    for way in at_least_one(game.ways(setup)):
        for step in at_least_one(way.steps(setup, {}, 1)):
            for ask in at_least_one(step.asks):
                if isinstance(ask, Keys) and ask.upto:
                    box = boxes[step.row].box(ask.box)
                    assert isinstance(box, NumberBox)
                    shown = str(-box.most if box.negative else box.most)
                    for key in PICK.split(","):
                        shown = press_key(shown, key, box)
                    assert shown == ""


# On the page


@pytest.fixture
def table(client: FlaskClient) -> Player:
    return open_table(client, ("Alice", "Bo", "Cleo"), "tally")


def test_leaving_an_entry_writes_its_sum(table: Player) -> None:
    html = table.page("1/?typed=" + quote("20+10-5"))
    assert keypad_lines(html)[0] == "Alice 20 + 10 − 5 = 25 0"
    assert primary(html) == "1.points.points.0.=25"
    assert "Bo" in html.split('class="primary"')[1].split("</button>")[0]
    table.tap(primary(html))
    assert keypad_lines(table.page("1/")) == ["Alice 25 = 25", "Bo – 0", "Cleo – 0"]


def test_a_key_without_script_adds_to_the_address(table: Player) -> None:
    assert 'name="typed" value="20"' in table.page("1/?typed=2&key=0,5,del")
    html = table.page("1/?typed=2&key=0")
    assert 'name="typed" value="20"' in html
    assert keypad_lines(html)[0].startswith("Alice 20")


def test_zero_is_written_and_nothing_is_not(table: Player) -> None:
    assert primary(table.page("1/?typed=0")) == "1.points.points.0.=0"
    assert '<a class="primary"' in table.page("1/")


TYPED_SO_FAR = re.compile(r'<input type="hidden" name="typed" value="([^"]*)"( disabled)?><div class="keys')


def page_after(table: Player, at: str, *keys: str) -> str:
    """Return the page of a number after these keys, each sent with the form of the page before."""
    html = table.page(f"1/?at={at}")
    for key in keys:
        match = TYPED_SO_FAR.search(html)
        assert match
        typed = "" if match[2] else f"&typed={quote(match[1])}"
        html = table.page(f"1/?at={at}{typed}&key={quote(key)}")
    return html


@pytest.mark.parametrize(
    ("keys", "shown"),
    [("4", "4"), ("42", "42"), ("0", "0"), ("<", "3"), ("<2", "32"), ("+2", "35 + 2 = 37"), ("±", "−35"), ("<<", "–")],
)
def test_a_digit_takes_the_place_of_a_number_that_was_written_before_and_other_keys_go_on_with_it(
    table: Player, keys: str, shown: str
) -> None:
    table.tap("1.points.points.0.=35")
    at = "1.points.points.0."
    assert '<a class="primary"' in table.page(f"1/?at={at}")
    html = page_after(table, at, *(KEYS.get(key, key) for key in keys))
    assert keypad_lines(html)[0].startswith(f"Alice {shown} ")
    table.tap(primary(html))
    assert keypad_lines(table.page(f"1/?at={at}"))[0].startswith(f"Alice {shown.rpartition(' = ')[2]} ")


def test_deleting_an_entry_rubs_it_out(table: Player) -> None:
    table.tap("1.points.points.0.=7")
    assert primary(table.page("1/?at=1.points.points.0.&typed=")) == "1.points.points.0.="


def test_a_sum_the_box_cannot_hold_waits_with_its_reason(table: Player) -> None:
    html = table.page("1/?typed=" + quote("9999+1"))
    assert "from −9999 to 9999" in html or "from -9999 to 9999" in html
    assert re.search(r'<button class="primary"[^>]*disabled', html)
    assert keypad_lines(html)[0].startswith("Alice 9999 + 1 = 10000")


def test_totals_of_the_rounds_before_stand_beside(table: Player) -> None:
    table.tap("1.points.points.0.=10;1.points.points.1.=20;1.points.points.2.=30")
    table.tap("2.points.points.1.=-5", "2/")
    assert keypad_lines(table.page("2/")) == ["Alice – 10", "Bo −5 = 15", "Cleo – 30"]


def test_a_note_is_kept_with_the_half_typed_sum(table: Player) -> None:
    words = "Bo; doubled = 50% <luck>"
    answer = table.send(
        {"tap": "1.points.note..=", "words": words, "at": "1.points.points.1.", "typed": "20+1"}, "1/?typed=20"
    )
    assert answer.status_code == 303
    html = table.client.get(answer.location).text
    assert keypad_lines(html)[1] == "Bo 20 + 1 = 21 0"
    assert unescape(re.search(r'name="words" value="([^"]*)"', html)[1]) == words  # type: ignore[index]
    assert "note: “Bo; doubled = 50% &lt;luck&gt;”" in table.page("journal")
    table.tap("1.points.points.0.=1;1.points.points.1.=2;1.points.points.2.=3")
    assert "50% &lt;luck&gt;" in table.page("1/sheet")
    table.send({"tap": "1.points.note..=", "words": " "})
    assert 'name="words" value=""' in table.page("1/")


def test_a_note_that_is_too_long_is_refused_with_a_sentence(table: Player) -> None:
    answer = table.send({"tap": "1.points.note..=", "words": "w" * 81})
    assert answer.status_code == 422
    assert "at most 80 characters" in answer.text


def test_the_last_entry_says_who_has_none(table: Player) -> None:
    table.tap("1.points.points.0.=1")
    html = table.page("1/?at=1.points.points.2.&from=1.points.points.0.&typed=4")
    assert primary(html) == "1.points.points.2.=4;1.points.all..=1"
    table.tap(primary(html))
    assert "Round 1: Cleo +4." in table.page("1/sheet")


def test_the_game_is_over_at_the_target(client: FlaskClient) -> None:
    table = open_table(client, ("Alice", "Bo"), "tally", target="50", start="20")
    assert "Play to 50: the game ends when somebody gets there." in table.page("1/sheet")
    table.tap("1.points.points.0.=30;1.points.points.1.=29")
    html = table.page("")
    over = html.index('<h2 class="over" id="over">')
    assert over < html.index(">Alice wins with 50.<", over) < html.index(">Alice has reached 50.<", over)
    assert "Score round" not in html
    table.tap("1.points.points.0.=29")
    assert "Score round 2" in table.page("")


@pytest.mark.parametrize(("wins", "leader"), [("highest", "Bo"), ("lowest", "Alice")])
def test_who_leads_depends_on_what_the_table_agreed(client: FlaskClient, wins: str, leader: str) -> None:
    table = open_table(client, ("Alice", "Bo"), "tally", wins=wins)
    table.tap("1.points.points.0.=3;1.points.points.1.=9")
    html = table.page("")
    assert re.search(r'<th scope="col" class="lead"><bdi>(\w+)', html)[1] == leader  # type: ignore[index]
    assert ("lowest wins" if wins == "lowest" else "highest wins") in html


@pytest.mark.parametrize(("key", "value"), [("rounds", "100"), ("target", "10000"), ("start", "-1"), ("wins", "both")])
def test_rules_out_of_range_are_refused_with_a_sentence(client: FlaskClient, key: str, value: str) -> None:
    with pytest.raises(AssertionError, match=r"Enter a number from 0|not one of the choices"):
        open_table(client, ("Alice",), "tally", **{key: value})


def test_one_player_may_sit_alone(client: FlaskClient) -> None:
    table = open_table(client, ("Alice",), "tally")
    assert "Alice plays. Alice deals." in table.page("journal")
    table.tap("1.points.points.0.=9")
    assert "Round 1: Alice +9." in table.page("1/sheet")


def test_partners_win_together_and_are_down_to_the_goal_or_less(client: FlaskClient) -> None:
    rules = {"teams": "2", "start": "50", "count": "down"}
    table = open_table(client, ("Ann", "Bob", "Cem", "Dora"), "tally", **rules)
    table.tap("1.points.points.0.=59;1.points.points.1.=20;1.points.all..=1")
    over = table.page("").partition('id="over">')[2]
    assert re.sub("^<[^>]+>", "", over).startswith("Ann and Cem win with −9.")
    assert "Ann and Cem are down to 0 or less." in over


def test_it_says_how_many_players_or_teams_are_to_go(client: FlaskClient) -> None:
    alone = open_table(client, ("Ann", "Bob", "Cleo", "Dan"), "tally")
    alone.tap("1.points.points.0.=5")
    assert "3 players left to enter" in alone.page()
    teams = open_table(client, ("Ann", "Bob", "Cleo", "Dan"), "tally", teams="2")
    assert "2 teams left to enter" in teams.page()
    assert "1 team left to enter" in teams.page("1/?typed=12")
    teams.tap("1.points.points.0.=5")
    assert "1 team left blank" in teams.page()
    assert "All entered" in teams.page("1/?typed=12")


def token(client: FlaskClient) -> str:
    """Return the CSRF token of this phone."""
    return field(client.get("/pads/").text, "csrf_token")


LEFT = """format = 1
name = "Shells"
players = [2, 4]
[row.kept]
label = "Cards left"
[row.tricks]
label = "Tricks"
[row.first]
label = "First"
kind = "tick"
owner = "one"
points = "5 * first"
"""


def test_nobody_leads_at_the_foot_while_a_number_of_somebody_alone_is_missing(client: FlaskClient) -> None:
    answer = client.post("/pads/keep", data={"file": LEFT, "do": "play", "csrf_token": token(client)})
    player = open_table(client, ("Ann", "Bo"), answer.location.split("/")[2])
    player.tap("1.kept.kept.0.=31;1.kept.kept.1.=25;1.tricks.tricks.1.=4;1.first.first.0.=1")
    foot = player.page("1/?at=1.first.first..").split('class="running">')[1].split("</ul>")[0]
    assert re.findall(r"<b>([^<]*)</b>", foot) == ["36…", "29"]
    assert 'class="lead"' not in foot
    player.tap("1.tricks.tricks.0.=0")
    foot = player.page("1/?at=1.first.first..").split('class="running">')[1].split("</ul>")[0]
    assert re.findall(r'<li( class="lead")?><.*?<b>([^<]*)</b>', foot) == [(' class="lead"', "36"), ("", "29")]


@pytest.mark.parametrize(
    ("slug", "at", "there"),
    [("tally", "points.points.0.", "points.points.2."), ("diabolo", "red.trident..", "blue.trident..")],
)
def test_what_is_typed_is_written_on_the_way_to_another_number(
    client: FlaskClient, slug: str, at: str, there: str
) -> None:
    player = open_table(client, slug=slug)
    html = player.page(f"1/?way=totals&at=1.{at}&typed=7")
    button = next(tag for tag in re.findall(r"<button[^>]*>", html) if f"write?at=1.{there}" in tag)
    value = re.search(r'value="([^"]*)"', button)
    assert value
    hidden = {name: field(html, name) for name in ("csrf_token", "op", "seen", "way")}
    answer = client.post(f"{player.url}1/write?at=1.{there}", data={**hidden, "tap": value[1], "at": "elsewhere"})
    assert answer.status_code == 303
    assert answer.location == f"{player.url}1/?at=1.{there}"
    assert "aria-current" in next(
        tag for tag in re.findall(r"<a[^>]*>", client.get(answer.location).text) if f"at=1.{there}" in tag
    )
    marks = player.client.application.extensions["tables"].load(player.table).marks(1)
    assert {encode_changes({spot: None}): mark for spot, mark in marks.items()} == {f"1.{at}=": 7}


@pytest.mark.parametrize(("slug", "at"), [("tally", "points.points.0."), ("diabolo", "red.trident..")])
@pytest.mark.parametrize("entry", ["12", "3+4"])
def test_going_to_the_number_that_is_being_typed_leaves_it_as_it_stands(
    client: FlaskClient, slug: str, at: str, entry: str
) -> None:
    player = open_table(client, slug=slug)
    if slug == "diabolo":
        entry = entry[0]
    html = player.page(f"1/?way=totals&at=1.{at}&typed={quote(entry)}")
    links = re.findall(rf'<a href="\./(\?at=1\.{re.escape(at)}[^"]*)"', html)
    assert links
    for link in links:
        assert field(player.page(f"1/{unescape(link)}&way=totals"), "typed") == entry


def test_nothing_typed_is_nothing_written_on_the_way(client: FlaskClient) -> None:
    player = open_table(client, slug="tally")
    player.tap("1.points.points.0.=7")
    for where in (
        "1/",
        "1/?at=1.points.points.0.",
        "1/?at=1.points.points.0.&typed=7",
        "1/?at=1.points.points.0.&typed=99999",
    ):
        assert "/write?at=" not in player.page(where)
