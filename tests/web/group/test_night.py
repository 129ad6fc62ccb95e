"""A game night of a group as a picture: who won it, what the others won, the race or a photo, and the games."""

import re
import time
from html import unescape
from io import BytesIO

import pytest
from PIL import Image

from scorekeeper.games.signs import Sign
from scorekeeper.language.text import Text
from scorekeeper.printing.pictures import MARGIN, NightGame, NightRow, NightView, find_place, render_night
from tests.support.groups import Friends, play_once
from tests.support.loops import at_least_one

DAY = 24 * 3600

ZONE = (0xE9, 0xE3, 0xD4)
"""The colour of the place of a photo."""


def read_sentence(friday: Friends, path: str = "night") -> str:
    """Return the alternative text of the picture, without the date."""
    answer = friday.client.get(friday.url + path)
    assert answer.status_code == 200
    found = re.search(r'id="picture"[^>]* alt="([^"]*)"', answer.text, re.S)
    assert found
    return unescape(found[1]).partition(": ")[2]


def test_whoever_won_most_games_has_won_the_night(friday: Friends) -> None:
    play_once(friday, 5, 3, 1)
    said = "Anna wins the night with one game won. 2. (Bo|Cleo) 0. 2. (Bo|Cleo) 0. Any game 5."
    assert re.fullmatch(said, read_sentence(friday))
    play_once(friday, 2, 9, 3)
    play_once(friday, 7, 3, 1)
    said = "Anna wins the night with 2 games won. 2. Bo 1. 3. Cleo 0. Any game 5, Any game 9, Any game 7."
    assert read_sentence(friday) == said


def test_sharing_on_the_page_of_the_group_leads_to_the_last_night(
    friday: Friends, monkeypatch: pytest.MonkeyPatch
) -> None:
    def find_share() -> str:
        found = re.search(r'<a class="undo" href="([^"]*)"', friday.page())
        assert found
        assert f'<a href="{friday.url}invite">' in friday.page().partition("<main")[0], "also in the menu"
        return found[1]

    assert find_share() == f"{friday.url}invite", "nothing was played"
    play_once(friday, 5, 3)
    first = find_share()
    assert first.startswith(f"{friday.url}night?day=")
    now = time.time()
    monkeypatch.setattr("time.time", lambda: now + 2 * DAY)
    play_once(friday, 3, 5)
    last = find_share()
    assert last != first
    won = [read_sentence(friday, link.removeprefix(friday.url)).partition(" ")[0] for link in (first, last)]
    assert won == ["Anna", "Bo"]
    for day in at_least_one((first, last)):
        listed = friday.client.get(day.replace("night", "tables")).text
        assert f'href="{day}"' in listed.partition('class="dock"')[2]


def test_the_picture_has_its_size_and_its_words_and_room_for_a_photo(friday: Friends) -> None:
    play_once(friday, 5, 3, 1)
    page = friday.client.get(f"{friday.url}night").text
    place = re.search(r'data-place="(\d+) (\d+) (\d+) (\d+)"', page)
    assert place
    x, y, width, height = map(int, place.groups())
    watching = friday.guest("watch")
    blank = []
    for address in ("night.png", "night.png?photo=yes"):
        answer = watching.client.get(friday.url + address)
        assert (answer.status_code, answer.mimetype) == (200, "image/png")
        assert re.fullmatch(r'inline; filename="night-[-\d]{10}\.png"', answer.headers["Content-Disposition"])
        with Image.open(BytesIO(answer.data)) as image:
            assert image.size == (1080, 1350)
            assert "Anna wins the night" in image.info["Description"]
            shown = image.crop((x, y, x + width, y + height)).getcolors(100_000)
            assert shown
            blank.append([color for _, color in shown] == [ZONE])
            around = image.crop((x - 4, y - 4, x + width + 4, y + height + 4)).getcolors(100_000)
            assert len(around or ()) > 1
    assert blank == [False, True]


def test_a_picture_names_all_who_share_a_night_and_what_was_won() -> None:
    view = NightView(
        group="Friday",
        date="2026-11-20",
        winners=[("Hatter", Sign(1)), ("Dormouse", Sign(4))],
        verdict=Text("share"),
        others=[NightRow(3, f"Guest {n}", Sign(n), 1, Text("won Tarot")) for n in range(10)],
        lines=[[NightGame("Tarot 210", None)]],
        place=find_place(10, 1),
        race=None,
        race_title="",
        sentence="",
    )
    html = render_night(view, "en")
    for name in ("Hatter", "Dormouse", *(f"Guest {n}" for n in range(10)), "20 November 2026", "Friday"):
        assert name in html
    assert "won Tarot" not in html, "eight rows have no room for it"
    few = view._replace(others=view.others[:3])
    assert "won Tarot" in render_night(few, "en")
    assert MARGIN == 72
