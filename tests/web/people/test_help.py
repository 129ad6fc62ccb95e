"""The help page is reached from the first page and from a table, and names the keys as they are labelled."""

import re

import pytest

from scorekeeper.language.catalogue import languages
from tests.support.http import Player, play_example


def test_help_is_one_tap_from_the_first_page_and_from_a_table(alice: Player) -> None:
    play_example(alice)
    for page in ("/", f"/t/{alice.table}/"):
        assert 'href="/help"' in alice.client.get(page).text


@pytest.mark.parametrize("language", languages())
def test_help_names_what_the_menu_shows(alice: Player, language: str) -> None:
    play_example(alice)
    alice.client.set_cookie("language", language)
    menu = alice.client.get(f"/t/{alice.table}/").text
    quoted = re.findall(r"[“„«]\s?([^”“»]+?)\s?[”“»]", alice.client.get("/help").text)
    assert len([label for label in quoted if label in menu]) >= 4
