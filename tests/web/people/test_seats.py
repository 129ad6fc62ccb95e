"""Seating players: names, signs and rules, a sentence for every refusal with the input kept, and later changes."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.storage import access
from scorekeeper.storage.groups import Groups
from scorekeeper.storage.tables import Tables
from scorekeeper.table.table import Table
from tests.support.http import CAST, Player, change, field, open_table, play_example, read_seats, sit, totals
from tests.support.page_parsers import words


def post(client: FlaskClient, path: str = "/games/parade/new", **data: object):
    html = client.get(path).text
    return client.post(path, data={"csrf_token": field(html, "csrf_token"), "starter": "0", **data})


def load_table(player: Player) -> Table:
    tables: Tables = player.client.application.extensions["tables"]
    return tables.load(player.table)


def list_chips(html: str) -> list[tuple[str, str, str]]:
    """Return what a tap on each remembered name does, whether it is chosen, and whether it is disabled."""
    return re.findall(r'value="((?:add|omit):[^"]*)" aria-pressed="(\w+)"\s*( disabled)?>', html)


def test_where_to_begin_is_said_once(client: FlaskClient) -> None:
    assert client.get("/games/parade/new").text.count("Add the players in seat order") == 1
    open_table(client)
    html = client.get("/games/parade/new").text
    assert ("No players yet." in html, html.count("Add the players in seat order")) == (True, 1)


def test_a_tap_on_a_remembered_name_seats_it(client: FlaskClient) -> None:
    open_table(client)
    html = client.get("/games/parade/new").text
    assert re.findall(r'value="add:([^"]*)"', html) == list(CAST)
    answer = post(client, seat=["Alice"], was=[""], do="add:Hatter")
    assert read_seats(answer.text) == ["Alice", "Hatter"]
    # Seated players stay where they are among the names, as chosen, so that no button moves under a finger.
    assert list_chips(answer.text) == [
        ("omit:Alice", "true", ""),
        ("omit:Hatter", "true", ""),
        ("add:Cheshire", "false", ""),
    ]


def test_a_tap_on_a_chosen_name_takes_the_player_out_again(client: FlaskClient) -> None:
    open_table(client)
    seats = {"seat": ["Cheshire", "Alice", "Hatter"], "was": [""] * 3, "sign": ["4", "1", "0"]}
    answer = post(client, **seats, do="omit:alice")
    assert read_seats(answer.text) == ["Cheshire", "Hatter"]
    assert [chip[:2] for chip in list_chips(answer.text)] == [
        ("add:Alice", "false"),
        ("omit:Hatter", "true"),
        ("omit:Cheshire", "true"),
    ]
    assert re.findall(r'name="sign" value="(\d)"', answer.text) == ["4", "0"]
    again = post(client, seat=["Cheshire", "Hatter"], was=["", ""], do="omit:Alice")
    assert read_seats(again.text) == ["Cheshire", "Hatter"], "a second tap takes out nobody else"


@pytest.mark.parametrize("typed", ["Anna, Bruno, Chiara", "Anna;Bruno;Chiara", " Anna ,, Bruno,Chiara, "])
def test_names_with_commas_between_them_are_seated_one_by_one(client: FlaskClient, typed: str) -> None:
    assert read_seats(post(client, name=typed).text) == ["Anna", "Bruno", "Chiara"]


def test_a_name_still_in_the_field_is_seated_when_the_table_opens(client: FlaskClient) -> None:
    assert post(client, seat=["Alice"], was=[""], name="Bo", do="open").status_code == 303


def test_players_move_up_leave_and_start(client: FlaskClient) -> None:
    seats = {"seat": list(CAST), "was": ["", "", ""]}
    assert read_seats(post(client, **seats, do="up:2").text) == ["Alice", "Cheshire", "Hatter"]
    assert read_seats(post(client, **seats, do="leave:0").text) == ["Hatter", "Cheshire"]
    assert field(post(client, **seats, do="start:2").text, "starter") == "2"


@pytest.mark.parametrize(("tap", "starter", "then"), [("up:2", "2", "1"), ("leave:0", "1", "0")])
def test_the_starter_moves_with_the_player(client: FlaskClient, tap: str, starter: str, then: str) -> None:
    answer = post(client, seat=list(CAST), was=["", "", ""], starter=starter, do=tap)
    assert field(answer.text, "starter") == then


def test_the_starter_can_be_drawn(client: FlaskClient) -> None:
    drawn = {field(post(client, seat=list(CAST), was=[""] * 3, do="draw").text, "starter") for _ in range(40)}
    assert drawn == {"0", "1", "2"}


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "Type a name first, then tap Add."),
        ("   ", "Type a name first, then tap Add."),
        ("\u200b\u202e\u200d", "needs a name"),
        ("x" * 33, "at most 32 characters"),
        ("x" * 5000, "at most 32 characters"),
        ("a\u0300\u0301\u0302\u0303\u0304", "too many accents"),
        ("a\x00b", "cannot be displayed"),
        ("a\nb", "cannot be displayed"),
        ("\ue000", "cannot be displayed"),
        ("Alice", "is already at this table"),
        ("ALICE", "is already at this table"),
        ("Ａlice", "is already at this table"),
        ("Al\u200dice", "is already at this table"),
        (" Alice ", "is already at this table"),
    ],
)
def test_a_name_that_cannot_be_is_refused_in_a_sentence_and_kept(client: FlaskClient, name: str, sentence: str) -> None:
    answer = post(client, seat=["Alice"], was=[""], name=name, do="add")
    assert answer.status_code == 422
    assert sentence in answer.text
    assert read_seats(answer.text) == ["Alice"]
    assert 'name="name"' in answer.text


@pytest.mark.parametrize("players", [(), ("Alice",), tuple("ABCDEFG")])
def test_a_table_of_none_one_or_seven_is_refused_and_kept(client: FlaskClient, players: tuple[str, ...]) -> None:
    answer = post(client, seat=list(players), was=[""] * len(players), do="open")
    assert answer.status_code == 422
    assert "For 2 to 6 players." in answer.text
    assert read_seats(answer.text) == list(players)


def test_a_game_for_one_number_of_players_says_so(client: FlaskClient) -> None:
    assert "For 4 players." in client.get("/games/belote/new").text


@pytest.mark.parametrize(
    ("language", "edition"), [("en", "en2013"), ("fr", "fr2015"), ("es", "es2013"), ("it", "it2008"), ("de", "de2014")]
)
def test_a_new_table_offers_the_edition_in_the_readers_language(
    client: FlaskClient, language: str, edition: str
) -> None:
    html = client.get("/games/parade/new", headers={"Accept-Language": language}).text
    assert re.findall(r'name="option.edition" value="(\w+)" checked', html) == [edition]


def test_the_settings_offer_names_only_while_somebody_is_not_seated(alice: Player) -> None:
    assert list_chips(alice.page("setup")) == []
    assert change(alice, seat=["Alice", "Hatter"], was=["0", "1"]).status_code == 303
    assert ("add:Cheshire", "false", "") in list_chips(alice.page("setup"))


def test_the_journal_tells_who_starts_the_round_that_comes_and_only_if_that_changed(alice: Player) -> None:
    play_example(alice)
    seats = [*CAST, "Dario"]
    assert change(alice, seat=seats, was=["0", "1", "2", ""], do="open:.start").status_code == 303
    assert "Hatter starts" in alice.page("")
    told = alice.page("journal")
    assert "Dario joins with 0." in told
    assert "first round" not in told
    assert change(alice, starter="3").status_code == 303
    assert "Dario starts" in alice.page("")
    assert "Dario starts deal 2." in alice.page("journal")


BEGINNINGS = [
    ("start", 0, "Dinah joins with 0."),
    ("last", 35, "Dinah joins with 35."),
    ("none", None, "Dinah joins and has no place."),
]


@pytest.mark.parametrize(("answer", "total", "told"), BEGINNINGS)
def test_who_joins_during_a_game_is_asked_once_how_to_begin(
    alice: Player, answer: str, total: int | None, told: str
) -> None:
    play_example(alice)
    seats = {"seat": [*CAST, "Dinah"], "was": ["0", "1", "2", ""]}
    asked = change(alice, **seats, do="open")
    assert asked.status_code == 200
    assert "Dinah joins during the game. With how many points? The last player has 35." in words(asked.text)
    assert re.findall(r'value="(open:\.\w+)"', asked.text) == ["open:.start", "open:.last", "open:.none"]
    assert change(alice, **seats, do=f"open:.{answer}").status_code == 303
    assert told in alice.page("journal")
    assert totals(alice.page("")) == [35, 27, 31, total or 0]
    # Once is enough.
    assert change(alice, starter="1").status_code == 303
    assert load_table(alice).setup.late == ((3, total),)


def test_new_rules_and_a_new_player_are_asked_about_one_after_the_other(alice: Player) -> None:
    play_example(alice)
    both = {"seat": [*CAST, "Dinah"], "was": ["0", "1", "2", ""], "option.edition": "es2013"}
    first = change(alice, **both, do="open")
    assert re.findall(r'value="(open:[\w.]+)"', first.text) == ["open:on", "open:all"]
    second = change(alice, **both, do="open:on")
    assert re.findall(r'value="(open:[\w.]+)"', second.text) == ["open:on.start", "open:on.last", "open:on.none"]
    assert change(alice, **both, do="open:on.last").status_code == 303
    setup = load_table(alice).setup
    assert (setup.late, setup.at(1).options["edition"], setup.at(2).options["edition"]) == (
        ((3, 35),),
        "en2013",
        "es2013",
    )


def test_who_comes_back_goes_on_without_a_question(alice: Player) -> None:
    play_example(alice)
    assert change(alice, seat=["Alice", "Cheshire"], was=["0", "2"]).status_code == 303
    assert change(alice, seat=["Alice", "Cheshire", "Hatter"], was=["0", "2", ""]).status_code == 303
    assert (load_table(alice).setup.late, totals(alice.page(""))) == ((), [35, 31, 27])


@pytest.mark.parametrize(("answer", "plays"), [("after", True), ("now", False)])
def test_who_leaves_in_a_round_with_entries_is_asked_whether_these_count(
    alice: Player, answer: str, plays: bool
) -> None:
    play_example(alice)
    alice.tap("2.red.count.1.=4", "2/")
    stays = {"seat": ["Alice", "Cheshire"], "was": ["0", "2"]}
    asked = change(alice, **stays, do="open")
    assert "Hatter has entries in deal 2. They count only if Hatter leaves after it." in words(asked.text)
    assert re.findall(r'value="(open:[\w.]+)"', asked.text) == ["open:..after", "open:..now"]
    assert change(alice, **stays, do=f"open:..{answer}").status_code == 303
    setup = load_table(alice).setup
    assert (setup.seats(1), setup.seats(2), setup.seats(3)) == ((0, 1, 2), (0, 1, 2) if plays else (0, 2), (0, 2))
    assert ("Hatter" in alice.page("2/")) == plays
    # A later change neither brings Hatter back nor asks again.
    later = change(alice, seat=["Cheshire", "Alice"], was=["2", "0"])
    assert later.status_code == 303
    assert load_table(alice).setup.seats(3) == (2, 0)
    assert (1 in load_table(alice).setup.seats(2)) == plays


def test_who_leaves_in_a_round_without_entries_of_theirs_is_not_asked(alice: Player) -> None:
    play_example(alice)
    alice.tap("2.red.count.0.=4", "2/")
    assert change(alice, seat=["Alice", "Cheshire"], was=["0", "2"]).status_code == 303
    assert load_table(alice).setup.seats(2) == (0, 2)


def test_a_seat_cannot_be_taken_twice(alice: Player) -> None:
    answer = change(alice, seat=["Alice", "Bo", "Cleo"], was=["0", "0", "2"])
    assert answer.status_code == 422
    assert read_seats(answer.text) == ["Alice", "Bo", "Cleo"]


def test_new_rules_ask_from_which_round_on_they_hold(alice: Player) -> None:
    play_example(alice)
    asked = change(alice, do="open", **{"option.edition": "es2013"})
    assert asked.status_code == 200
    assert "From deal 2" in asked.text
    assert "From the start" in asked.text
    assert "Rules: English 2013." in alice.page("1/sheet")
    assert change(alice, do="open:on", **{"option.edition": "es2013"}).status_code == 303
    assert "Rules: English 2013." in alice.page("1/sheet")
    assert "Grey" in alice.page("1/?way=flip")
    play_example(alice, 2)
    assert "Rules: Spanish 2013." in alice.page("2/sheet")
    assert "Black" in alice.page("2/sheet")
    assert "from deal 2" in alice.page("journal")


def test_rules_that_hold_from_a_round_on_stay_so_when_a_name_changes_and_change_once_more(alice: Player) -> None:
    play_example(alice)
    change(alice, do="open:on", **{"option.edition": "es2013"})
    play_example(alice, 2)
    change(alice, seat=["Alice", "Mad Hatter", "Cheshire"])
    change(alice, do="open:on", **{"option.edition": "fr2015"})
    play_example(alice, 3)
    editions = [re.findall(r"Rules: (\w+)", alice.page(f"{round}/sheet"))[0] for round in (1, 2, 3)]
    assert len(set(editions)) == 3
    assert change(alice, **{"option.edition": "es2013"}).status_code == 303
    assert {"Spanish"} == {re.findall(r"Rules: (\w+)", alice.page(f"{round}/sheet"))[0] for round in (1, 2, 3)}


def test_a_journal_tells_of_players_whose_joining_was_taken_back(alice: Player) -> None:
    change(alice, seat=[*CAST, "Dinah"], was=["0", "1", "2", ""])
    alice.tap("1.red.cards.3.7=1")
    for _ in range(2):
        undo = re.search(r'class="undo" name="strike" value="(\d+)"', alice.page(""))
        assert undo
        alice.send({"strike": undo[1]}, "")
    assert "Dinah has Red 7" in alice.page("journal")
    assert alice.client.get(f"{alice.url}1/?why=1.red.cards.0.7").status_code == 200


# Options


def test_at_a_full_table_only_those_who_sit_there_can_be_tapped(client: FlaskClient) -> None:
    open_table(client, tuple("ABCDEF"))
    open_table(client, ("Gus", "Hal"))
    answer = post(client, seat=list("ABCDEF"), was=[""] * 6, do="start:1")
    chips = {value: disabled for value, _, disabled in list_chips(answer.text)}
    assert chips == {**{f"omit:{name}": "" for name in "ABCDEF"}, "add:Gus": " disabled", "add:Hal": " disabled"}


def test_the_field_stays_open_for_the_next_name_until_all_seats_are_taken(client: FlaskClient) -> None:
    html = post(client, name="Alice").text
    assert re.search(r'name="name" id="name" value=""[^>]* autofocus', html)
    assert 'value="naming"' not in html  # replaced by the field
    full = post(client, seat=list("ABCDE"), was=[""] * 5, name="F", do="add").text
    assert read_seats(full) == list("ABCDEF")
    assert 'name="name"' not in full


def test_of_several_names_those_behind_a_refused_one_stay_in_the_field(client: FlaskClient) -> None:
    answer = post(client, name="Anna, anna, Bruno")
    assert answer.status_code == 422
    assert read_seats(answer.text) == ["Anna"]
    assert 'id="name" value="anna, Bruno"' in answer.text


def test_a_name_half_typed_stays_while_another_is_tapped(client: FlaskClient) -> None:
    open_table(client)
    answer = post(client, name="Br", do="add:Hatter")
    assert read_seats(answer.text) == ["Hatter"]
    assert 'id="name" value="Br"' in answer.text


def test_a_change_of_rules_leaves_everybody_where_they_sit(alice: Player) -> None:
    play_example(alice)
    play_example(alice, 2)
    change(alice, seat=["Alice", "Cheshire"], was=["0", "2"])
    alice.tap("1.red.cards.1.1=", "1/")
    alice.tap("1.red.count.1.=5", "1/")
    change(alice, **{"option.tie_break": "shared"})
    assert "Hatter" not in alice.page("3/")
    assert "Hatter" in alice.page("2/sheet")


def test_the_field_for_a_name_takes_the_focus_but_not_from_the_die(client: FlaskClient) -> None:
    seats = {"seat": list(CAST), "was": [""] * 3, "renaming": "", "name": "Do"}
    shown = {do: post(client, **seats, do=do).text for do in ("naming", "draw")}
    assert ['name="name"' in html for html in shown.values()] == [True, True]
    assert ["autofocus" in html for html in shown.values()] == [True, False]


SEATED = {"seat": list(CAST), "was": ["", "", ""]}


def signs(html: str) -> list[str]:
    return re.findall(r'name="sign" value="(\d+)"', html)


def read_sign_names(html: str) -> list[str]:
    """Return the accessible read_sign_names of the row of signs."""
    row = re.search(r'class="sign-choice".*?</div>', html, re.S)
    return re.findall(r'aria-label="([^"]*)"', row[0]) if row else []


def stored(app: Flask, table: str) -> list[str]:
    tables: Tables = app.extensions["tables"]
    setup = tables.load(table).setup
    return [setup.sign(seat).outline for seat in range(len(setup.players))]


def test_the_sign_of_a_seat_opens_a_row_of_eight_and_closes_it_again(client: FlaskClient) -> None:
    html = post(client, **SEATED, do="sign:2").text
    assert 'aria-expanded="true" aria-label="Gold triangle, Cheshire"' in " ".join(html.split())
    assert read_sign_names(html) == [
        "Red disc, Alice", "Blue square, Hatter", "Gold triangle, Cheshire", "Green diamond", "Purple cross",
        "Orange ring", "Teal dome", "Pink hourglass",
    ]  # fmt: skip
    assert read_sign_names(post(client, **SEATED, picking="2", do="sign:2").text) == []
    assert len(read_sign_names(post(client, **SEATED, picking="2", do="sign:1").text)) == 8


def test_a_free_sign_is_taken_and_a_taken_one_is_exchanged(client: FlaskClient) -> None:
    assert signs(post(client, **SEATED, do="pick:2.5").text) == ["0", "1", "5"]
    assert signs(post(client, **SEATED, do="pick:2.0").text) == ["2", "1", "0"]
    for wrong in ("pick:2.8", "pick:3.1", "pick:x", "pick:2.", "sign:9"):
        assert signs(post(client, **SEATED, do=wrong).text) == ["0", "1", "2"]


def test_a_chosen_sign_is_stored_with_the_table_and_changed_there(client: FlaskClient, app: Flask) -> None:
    table = post(client, **SEATED, sign=["0", "1", "5"], do="open").location.split("/")[2]
    assert stored(app, table) == ["disc", "square", "ring"]
    player = Player(client, table)
    assert signs(player.page("setup")) == ["0", "1", "5"]
    change(player, seat=list(CAST), was=["0", "1", "2"], sign=["0", "7", "5"], do="open")
    assert stored(app, table) == ["disc", "hourglass", "ring"]
    assert "Hatter: Pink hourglass." in player.page("journal")
    # A page from before signs sends none, and everybody keeps theirs.
    change(player, seat=["Hatter", "Alice", "Zoe"], was=["1", "0", ""], do="open")
    assert stored(app, table) == ["disc", "hourglass", "ring", "square"]


def test_the_sign_of_a_player_who_left_is_exchanged_too(client: FlaskClient, app: Flask) -> None:
    table = post(client, **SEATED, do="open").location.split("/")[2]
    player = Player(client, table)
    change(player, seat=["Alice", "Hatter"], was=["0", "1"], do="open")
    change(player, seat=["Alice", "Hatter"], was=["0", "1"], sign=["2", "1"], do="open")
    assert stored(app, table) == ["triangle", "square", "disc"]


def test_a_player_chooses_on_the_own_phone(client: FlaskClient, app: Flask) -> None:
    player = open_table(client)
    assert read_sign_names(player.page("seat")) == []
    assert sit(player, sign="4").status_code == 422, "no seat yet"
    for fields in ({"seat": "1"}, {"sign": "4"}):
        sit(player, **fields)
    assert stored(app, player.table) == ["disc", "cross", "triangle"]
    assert read_sign_names(player.page("seat"))[4] == "Purple cross, Hatter"
    lines = len(app.extensions["tables"].load(player.table).lines)
    assert [sit(player, sign=sign).status_code for sign in "48"] == [303, 422]
    assert len(app.extensions["tables"].load(player.table).lines) == lines


def test_a_group_gives_a_member_the_sign_chosen_at_its_last_table(client: FlaskClient, app: Flask) -> None:
    token = field(client.get("/g/new").text, "csrf_token")
    client.post("/g/new", data={"csrf_token": token, "group": "Friday", "name": "Alice, Hatter, Cheshire"})
    groups = Groups(app.extensions["tables"])
    (group,) = access.list_groups_of(groups.store, client.get_cookie("browser").value)
    with_group = {**SEATED, "group": group}
    first = post(client, **with_group, sign=["0", "1", "6"], do="open").location.split("/")[2]
    assert stored(app, first) == ["disc", "square", "dome"]
    assert signs(post(client, seat=["Zoe", "Alice"], was=["", ""], group=group, do="add:Cheshire").text) == [
        "1",
        "0",
        "6",
    ]
    change(Player(client, first), seat=list(CAST), was=["0", "1", "2"], sign=["3", "1", "6"], do="open")
    assert groups.load(group).usual_sign("Alice") == 3


def test_a_request_for_the_head_of_play_again_starts_no_table(alice: Player) -> None:
    assert alice.client.head(f"/t/{alice.table}/rematch").status_code == 200
