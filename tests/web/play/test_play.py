"""A round played move by move on the web: previews, moves, wrong claims, corrections and secrets."""

import re
from io import BytesIO

import pytest
from flask import Flask
from flask.testing import FlaskClient
from pypdf import PdfReader

from scorekeeper.storage import access
from tests.support.http import (
    CAST,
    PLAY,
    SIX,
    TURNS,
    Player,
    field,
    how_many_lines,
    let_in,
    open_table,
    row_of,
    send_move,
    send_moves,
    sit,
    text,
    token,
)
from tests.support.page_parsers import words
from tests.support.tables import Author

LINE = ("blue-5", "green-0", "green-7", "red-3", "blue-7", "red-1")


@pytest.fixture
def laid(alice: Player) -> Player:
    """A deal with its first line of cards entered."""
    send_moves(alice, *(f"1.line..{card}" for card in LINE))
    return alice


def test_whose_turn_it_is_and_how_many_cards_the_deck_has_are_on_top(laid: Player) -> None:
    html = laid.page(PLAY)
    assert "Alice plays" in html
    assert "Deal 1 · deck 45" in html


def test_a_card_is_shown_with_what_it_would_do_and_nothing_is_written(laid: Player) -> None:
    send_moves(laid, "1.play.0.grey-10")
    before = how_many_lines(laid)
    html = laid.page(f"{PLAY}?suit=green&pick=1.play.1.green-3")
    assert "Hatter takes Green 0, Green 7 and Red 3." in html
    assert "The last 3 are safe." in html
    assert "Play Green 3" in html
    assert how_many_lines(laid) == before


@pytest.fixture
def rows(client: FlaskClient) -> Player:
    """A table of Diabolo at which no card is placed yet."""
    return open_table(client, slug="diabolo")


def test_a_card_on_the_table_says_why_it_stays(laid: Player) -> None:
    html = laid.page(f"{PLAY}?about=1.0&looked=1.play.0.green-3")
    assert "Blue 5 stays: not green, and above 3." in html
    assert "Play Green 3" in html


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("1.play.1.green-3", "It is Alice’s turn."),
        ("1.play.0.green-7", "Green 7 is in the line."),
        ("1.line..green-3", "The line has its six cards."),
        ("1.keep.0.green-3", "Players keep cards only after the last round."),
        ("1.fly.0.green-3", "That is not a move."),
        ("1.play.0.green-99", "That is not a move."),
        ("1.play.0.", "That is not a move."),
        ("2.play.0.green-3", "That is not a move."),
        ("1.play.0.green-3,green-4", "That is not a move."),
        ("1.play.9.green-3", "That is not a move."),
        ("\u0661.play.0.green-3", "That is not a move."),
        ("1.play.0.green-3\x00", "That is not a move."),
        ("x" * 5000, "That is not a move."),
    ],
)
def test_a_wrong_claim_is_refused_with_the_rule_and_writes_nothing(laid: Player, move: str, reason: str) -> None:
    before = how_many_lines(laid)
    answer = send_move(laid, move)
    assert answer.status_code == 422
    assert reason in answer.text
    assert how_many_lines(laid) == before


def test_the_page_of_a_round_does_not_say_its_round_of_what_was_taken_back(laid: Player) -> None:
    send_moves(laid, "1.play.0.green-3")
    send_move(laid, "", strike=str(how_many_lines(laid)))
    assert "Taken back: Alice plays Green 3" in text(laid.page(PLAY))
    assert "Taken back: Deal 1: Alice plays Green 3" in text(laid.page(""))


def test_an_earlier_move_is_corrected_in_its_place(laid: Player) -> None:
    send_moves(laid, "1.play.0.green-3", "1.play.1.grey-10")
    page = laid.page(f"{PLAY}?amend=8&suit=green&pick=1.play.0.green-2")
    assert "Choose another move" in page
    assert "Replaces: Alice plays Green 3 and takes Green 0 and Green 7." in text(page)
    assert "Play Green 2" in page
    assert send_move(laid, "1.play.0.green-2", amend="8").status_code == 303
    assert "Alice plays Green 2 and takes Green 0 and Green 7." in laid.page("journal")
    assert "Cheshire plays" in laid.page(PLAY)


def test_the_sheet_counts_moves_that_were_taken_back_or_corrected(laid: Player) -> None:
    send_moves(laid, "1.play.0.green-3", "1.play.1.grey-10")
    assert "No entry was taken back." in laid.page("1/sheet")
    send_move(laid, "", strike="9")
    assert "1 entry was taken back." in laid.page("1/sheet")
    send_move(laid, "1.play.0.green-2", amend="8")
    sheet = laid.page("1/sheet")
    assert "1 entry was taken back." in sheet
    assert "1 entry was corrected." in sheet
    paper = laid.page("1/sheet.html")
    assert "1 entry was taken back." in paper
    assert "1 entry was corrected." in paper
    send_move(laid, "", strike="11")
    assert "corrected." not in laid.page("1/sheet")
    # A move that is corrected and then taken back counts once.
    send_move(laid, "1.play.0.green-2", amend="8")
    send_move(laid, "", strike="8")
    sheet = laid.page("1/sheet")
    assert "2 entries were taken back." in sheet
    assert "corrected." not in sheet


def read_undo(player: Player, address: str) -> tuple[str, str]:
    """Return the label of the button that takes back, and the number of its line, "" if it cannot be tapped."""
    found = re.search(r'<button class="undo" name="strike"(.*?)</button>', player.page(address), re.S)
    assert found
    line = re.search(r'value="(\d+)"', found[1])
    return text(f"<p{found[1]}").strip(), line[1] if line else ""


def test_undo_takes_back_a_correction_before_the_moves(laid: Player) -> None:
    send_moves(laid, "1.play.0.green-3", "1.play.1.grey-10")
    assert read_undo(laid, PLAY) == ("Undo", "9")
    send_move(laid, "1.play.0.green-2", amend="8")
    send_move(laid, "1.play.0.green-1", amend="8")
    for page in (PLAY, "", "1/?way=flip"):
        assert read_undo(laid, page) == ("Undo correction", "11")
    send_move(laid, "", strike="11")
    assert "Taken back: Entry 8 corrected. Deal 1: Alice plays Green 1" in text(laid.page(PLAY))
    assert read_undo(laid, PLAY) == ("Undo correction", "10")
    assert "Alice plays Green 2 and takes" in laid.page("journal")
    send_move(laid, "", strike="10")
    assert read_undo(laid, PLAY) == ("Undo", "9")
    journal = text(laid.page("journal"))
    assert "Deal 1: Alice plays Green 3 and takes Green 0 and Green 7." in journal
    # A newer move comes before the correction, and nothing is left of the correction of a move that is gone.
    send_move(laid, "1.play.0.green-2", amend="8")
    send_moves(laid, "1.play.2.blue-1")
    assert read_undo(laid, PLAY) == ("Undo", "15")
    send_move(laid, "", strike="15")
    assert read_undo(laid, PLAY) == ("Undo correction", "14")
    send_move(laid, "", strike="8")
    assert read_undo(laid, PLAY) == ("Undo", "9")


def test_the_first_move_that_no_longer_fits_is_named_and_can_be_mended(laid: Player) -> None:
    send_moves(laid, "1.play.0.green-3", "1.play.1.grey-10")
    assert send_move(laid, "1.play.0.grey-10", amend="8").status_code == 303
    html = laid.page(PLAY)
    assert "“Hatter plays Grey 10 and takes nothing.” is no longer valid. Grey 10 is in the line." in text(html)
    refused = send_move(laid, "1.play.2.blue-1")
    assert refused.status_code == 422
    assert "“Hatter plays Grey 10 and takes nothing.” is no longer valid. Fix it first." in text(refused.text)
    assert send_move(laid, "1.play.1.grey-9", amend="9").status_code == 303
    assert "Cheshire plays" in laid.page(PLAY)


@pytest.fixture
def played(alice: Player) -> Player:
    """A deal with every turn played."""
    send_moves(alice, *(f"1.line..{card}" for card in SIX), *TURNS)
    return alice


def test_the_journal_is_printed_with_the_sheet(laid: Player) -> None:
    send_moves(laid, "1.play.0.green-3")
    alone = PdfReader(BytesIO(laid.client.get(f"{laid.url}1/sheet.pdf").data))
    whole = PdfReader(BytesIO(laid.client.get(f"{laid.url}1/sheet.pdf?journal=yes").data))
    assert len(alone.pages) == 1
    assert len(whole.pages) == 2
    words = " ".join(whole.pages[1].extract_text().split())
    assert "Deal 1: Alice plays Green 3 and takes Green 0 and Green 7." in words
    assert "Alice plays" not in alone.pages[0].extract_text()


def test_a_table_that_lost_track_goes_on_by_hand_with_what_lies_there(laid: Player) -> None:
    send_moves(laid, "1.play.0.green-3")
    html = laid.page(PLAY)
    answer = laid.client.post(f"{laid.url}{PLAY}/stop/write", data={"csrf_token": field(html, "csrf_token")})
    assert answer.status_code == 303
    html = laid.page(PLAY)
    assert "The referee is now off. Continue on the pad by hand." in html
    assert "Hatter plays" not in html
    pad = laid.page("1/?way=rows")
    assert re.search(r'class="mine" name="tap" aria-pressed="true" value="1.green.cards.0.7=', row_of(pad, "green"))
    assert laid.tap("1.green.cards.0.7=", "1/?way=rows").status_code == 303
    pad = laid.page("1/?way=rows")
    assert re.search(r'aria-pressed="false" value="1.green.cards.0.7=1', row_of(pad, "green"))
    assert send_move(laid, "1.play.1.grey-9").status_code == 422


def test_a_finished_round_that_a_hand_changed_says_so_and_the_change_can_be_taken_back(alice: Player) -> None:
    send_moves(alice, *(f"1.line..{card}" for card in SIX), *TURNS)
    send_moves(alice, *(f"1.keep.{card}" for card in ("1.grey-5", "1.grey-6", "2.grey-7", "2.grey-8")))
    send_moves(alice, "1.keep.0.purple-1", "1.keep.0.purple-2")
    assert "Changed by hand" not in alice.page(PLAY)
    assert alice.tap("1.grey.cards.1.6=;1.grey.cards.2.6=1", "1/?way=rows").status_code == 303
    html = alice.page(PLAY)
    assert re.search("Changed by hand, so the pad counts: Deal 1: [^<]*Grey 6", html)
    seq = how_many_lines(alice)
    assert f'name="strike" value="{seq}">Take this move back' in html
    assert send_move(alice, "", strike=str(seq)).status_code == 303
    assert send_move(alice, "", strike=str(seq + 1)).status_code == 303
    assert "Changed by hand" in alice.page(PLAY)
    assert send_move(alice, "", strike=str(seq)).status_code == 303
    assert alice.tap("1.grey.sure.1.=1", "1/?way=rows").status_code == 303
    assert "Changed by hand" not in alice.page(PLAY)


def test_a_watcher_sees_the_board_and_no_button(app: Flask, laid: Player) -> None:
    watcher = let_in(laid, app, "watch")
    html = watcher.page(PLAY)
    assert "Alice plays" in html
    assert 'name="move"' not in html
    assert watcher.client.post(f"{laid.url}{PLAY}/write", data={"move": "1.play.0.green-3"}).status_code in (400, 403)


def test_a_game_without_a_referee_has_no_such_page(client: FlaskClient) -> None:
    table = open_table(client, slug="tally")
    assert client.get(f"{table.url}1/play").status_code == 404
    assert "Move by move" not in table.page("1/")


@pytest.mark.parametrize("side", ["trident", "harp"])
def test_a_link_to_a_card_on_either_side_opens_its_suit_and_marks_the_card(rows: Player, side: str) -> None:
    html = rows.page(f"{PLAY}?pick=1.place.1.red-3,{side}")
    assert 'name="suit" value="red" aria-pressed="true"' in html
    assert re.search('class="mine" aria-pressed="true"[^>]* value="1.place.1.red-3,', html)


@pytest.mark.parametrize("game", ["parade", "diabolo", "hawaiki"])
def test_undo_lets_go_of_a_chosen_card_before_it_takes_back_a_move(client: FlaskClient, game: str) -> None:
    tables = client.application.extensions["tables"]
    open_table(client)
    table, coming = Author(tables, CAST).retell(f"{game}-referee-3", 0.2)
    client.get(f"/j/{access.find_link(tables.store, table, 'score')}")
    player = Player(client, table)
    chosen = re.sub(r"\s+", " ", player.page(f"{PLAY}?pick={coming}"))
    undo = re.search(r'<button class="undo" form="looking" name="suit" value="([^"]+)">.*?</button>', chosen)
    assert undo
    assert "Undo choice" in text(undo[0])
    assert 'class="mine"' in chosen
    before = tables.load(table).known.seq
    free = player.page(f"{PLAY}?suit={undo[1]}")
    assert 'class="mine"' not in free
    assert re.search(r'<button class="undo" name="strike"\s+value="(\d+)"', free)[1] == str(before)
    assert "Undo choice" not in free


def test_what_was_looked_at_is_kept_when_a_tap_is_refused(laid: Player) -> None:
    answer = send_move(laid, "1.play.1.green-3", pick="1.play.0.green-3", suit="green")
    assert answer.status_code == 422
    assert "Play Green 3" in answer.text


def test_a_page_that_is_drawn_anew_by_itself_leaves_the_cookies_as_they_are(laid: Player) -> None:
    assert laid.client.get(f"{laid.url}1/?way=flip").status_code in (200, 303)
    first = laid.client.get(f"{laid.url}{PLAY}")
    assert "Set-Cookie" in first.headers
    assert "Set-Cookie" not in laid.client.get(f"{laid.url}{PLAY}").headers
    laid.page("1/?way=flip")
    anew = laid.client.get(f"{laid.url}{PLAY}", headers={"Seen": "1"})
    assert anew.status_code == 200
    assert "Set-Cookie" not in anew.headers
    assert laid.client.get(f"{laid.url}1/").location.endswith("/1/play")


@pytest.mark.parametrize(
    ("amend", "said"),
    [
        ("8", "That has already been taken back."),
        ("1", "There is no such entry to correct."),
        ("999", "There is no such entry to correct."),
    ],
)
def test_what_cannot_be_corrected_any_more_is_said_where_it_is_looked_at(laid: Player, amend: str, said: str) -> None:
    send_moves(laid, "1.play.0.green-3")
    address = f"{PLAY}?amend={amend}&suit=green&pick=1.play.0.green-2"
    assert ("Play Green 2" in laid.page(address)) == (amend == "8")
    assert send_move(laid, "", strike="8").status_code == 303
    html = laid.page(address)
    assert said in html
    assert "Play Green 2" not in html
    assert 'name="amend"' not in html


@pytest.fixture
def two(app: Flask) -> tuple[Player, Player]:
    """The phones of Alice, whose turn it is, and of Hatter; Cheshire has none."""
    alice = open_table(app.test_client())
    hatter = let_in(alice, app)
    for seat, player in enumerate((alice, hatter)):
        assert sit(player, seat=str(seat)).status_code == 303
    send_moves(alice, *(f"1.line..{card}" for card in LINE))
    return alice, hatter


def test_the_phone_of_whoever_plays_says_so(two: tuple[Player, Player]) -> None:
    alice, hatter = two
    assert "Your turn" in alice.page(PLAY)
    assert "Your turn" not in hatter.page(PLAY)
    assert "Alice plays" in hatter.page(PLAY)


def test_the_phone_of_another_offers_no_card_of_hers_but_on_wish(two: tuple[Player, Player]) -> None:
    _, hatter = two
    html = hatter.page(f"{PLAY}?suit=orange")
    assert 'name="move"' not in html
    assert "Alice enters it." in words(html)
    assert "Enter it here" in html
    html = hatter.page(f"{PLAY}?suit=orange&instead=yes")
    assert 'name="move"' in html
    assert 'name="instead" value="yes"' in html


def test_what_is_told_instead_counts_and_the_next_turn_is_guarded_again(two: tuple[Player, Player]) -> None:
    alice, hatter = two
    assert send_move(hatter, "1.play.0.red-10").status_code == 303
    assert "Your turn" in hatter.page(PLAY)
    assert "Hatter enters it." in words(alice.page(PLAY))


def test_a_turn_of_somebody_without_a_phone_is_told_on_any(two: tuple[Player, Player]) -> None:
    alice, hatter = two
    send_moves(alice, "1.play.0.red-10", "1.play.1.blue-10")
    for player in (alice, hatter):
        html = player.page(f"{PLAY}?suit=orange")
        assert "Cheshire plays" in html
        assert 'name="move"' in html


def test_what_is_refused_while_it_is_told_instead_stays_open(two: tuple[Player, Player]) -> None:
    _, hatter = two
    answer = send_move(hatter, "1.play.0.blue-5", suit="blue", instead="yes")
    assert answer.status_code == 422
    assert 'name="move"' in answer.text
    assert 'name="instead" value="yes"' in hatter.page(f"{PLAY}?suit=blue&instead=yes").partition('class="dock"')[2]


def test_an_own_phone_is_called_only_on_wish(two: tuple[Player, Player]) -> None:
    alice, hatter = two
    assert "data-turn" not in alice.page(PLAY)
    assert alice.client.post(f"{alice.url}{PLAY}/call", data={"csrf_token": token(alice.client)}).status_code == 303
    assert "data-turn" in alice.page(PLAY)
    hatter.client.post(f"{hatter.url}{PLAY}/call", data={"csrf_token": token(hatter.client)})
    assert "data-turn" not in hatter.page(PLAY)
    assert "data-alerts" in hatter.page(PLAY)
