"""A game that all play together and lose is told as lost on every page of its group."""

import re

from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.games.pad import Spot
from scorekeeper.table.journal import By, Write
from tests.support.groups import Friends, open_group, play_once


def play_hanabi(friends: Friends, **marks: int | str) -> None:
    """Play a game of Hanabi with these marks."""
    table = friends.open("hanabi")
    told = {Spot(1, key, key): mark for key, mark in marks.items()}
    act = Write({**told, Spot(1, "end", "all"): 1})
    friends.tables.record(table, act, f"p{table}", By("phone"), friends.tables.load(table).seen)


def test_a_lost_game_is_lost_in_figures_lists_and_nights(app: Flask, client: FlaskClient) -> None:
    friends = open_group(client, app, "Friday", "Anna", "Bo")
    full = dict.fromkeys(("red", "yellow", "green", "blue"), 5)
    play_hanabi(friends, **full)
    play_hanabi(friends, **full, white=5)
    play_hanabi(friends, red=3, errors="three")
    figures = re.sub(r"<[^>]+>|\s+", " ", client.get(f"{friends.url}figures").text)
    assert len(re.findall(r"22\.5 +25 +2 +1 lost", figures)) == 2
    assert "Anna and Bo have lost." in friends.page()
    member = friends.load().persons[0].id
    assert "1 lost" in client.get(f"{friends.url}persons/{member}").text
    play_once(friends, 5, 3)
    assert "Hanabi 20, Hanabi 25, Hanabi lost" in client.get(f"{friends.url}night").text
