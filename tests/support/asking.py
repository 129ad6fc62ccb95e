"""A user of the question pages, who taps only what is on the page. Every tap is counted."""

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from flask.testing import FlaskClient

from scorekeeper.games import GAMES
from scorekeeper.games.game import Game
from scorekeeper.games.questions import (
    Blank,
    CardsBlank,
    EachBlank,
    PlayersBlank,
    Ruling,
)
from scorekeeper.web.ask.form import list_taps, read_inputs
from scorekeeper.web.ask.question import PLAYER_LETTERS, Question

LETTERS = {letter: letter for letter in PLAYER_LETTERS}

INPUT = re.compile(r'<input[^>]* name="([^"]*)" value="([^"]*)"')


def names_players(blank: Blank) -> bool:
    """Return whether the values of a blank are keyed by player, or list the players."""
    return (isinstance(blank, EachBlank) and blank.by == "players" and not blank.partial) or (
        isinstance(blank, PlayersBlank) and not blank.counted
    )


class NoSuchControl(Exception):
    """The page has no such chip or field."""


class Asker:
    """A user on the page of one question."""

    def __init__(self, client: FlaskClient, game: Game, ruling: Ruling) -> None:
        self.client = client
        self.game = game
        self.ruling = ruling
        self.path = f"/rulings/{game.slug}/{ruling.kind}"
        self.taps = 0
        self.refusals = 0
        self.open(self.path)

    def open(self, url: str) -> None:
        """Open an address of the page."""
        self.url = url
        answer = self.client.get(url)
        assert answer.status_code in (200, 422), answer.status
        self.status = answer.status_code
        self.refusals += self.status == 422
        self.html = answer.text

    def chip(self, do: str) -> str:
        """Return the tag of the chip with this value. Raise NotThere if there is none, or if it is disabled."""
        match = re.search(rf'<button(?: class="\w+")? name="do" value="?{re.escape(do)}"?[ >][^>]*>?', self.html)
        if not match or " disabled" in match[0]:
            raise NoSuchControl(do)
        return match[0]

    def tap(self, do: str) -> None:
        self.chip(do)
        self.taps += 1
        self.send(do)

    def choose(self, do: str) -> None:
        """Tap a chip unless it is pressed already."""
        if 'aria-pressed="true"' not in self.chip(do):
            self.tap(do)

    def write(self, key: str, text: str) -> None:
        """Fill in a field and send the form, so that the page shows the text.

        Raise NotThere if there is no such field.
        """
        fields = dict(self.fields())
        if key not in fields:
            raise NoSuchControl(key)
        self.send("", {key: text})

    def fields(self) -> list[tuple[str, str]]:
        """Return the names and values that the form of the page sends."""
        return [(unescape(name), unescape(value)) for name, value in INPUT.findall(self.html)]

    def send(self, do: str, typed: Mapping[str, str] = {}) -> None:
        """Send the form as a browser does."""
        pairs = [(key, typed.get(key, value)) for key, value in self.fields()]
        answer = self.client.get(self.path, query_string=[*pairs, ("do", do)])
        assert answer.status_code == 303
        self.open(answer.location)

    def question(self) -> dict[str, object]:
        """Return the question in the address, as it is put to the referee."""
        return read_inputs(Question(self.game, self.ruling, parse_qsl(urlsplit(self.url).query)))

    def words(self) -> str:
        """Return the text of the page."""
        body = re.sub(r"(?s)^.*?<header", "<header", self.html)
        return " ".join(unescape(re.sub(r"<[^>]*>", " ", body)).split())

    def ask(self, question: Mapping[str, Any]) -> None:
        """Enter a whole question by taps."""
        people = size(question, self.ruling)
        for blank in self.ruling.blanks:
            if isinstance(blank, PlayersBlank) and blank.key in question:
                self.choose(f"{blank.key}:{people}")
        if people and not any(isinstance(blank, PlayersBlank) for blank in self.ruling.blanks):
            self.choose(f"names:{people}")
        for blank in self.ruling.blanks:
            if blank.key in question and not isinstance(blank, PlayersBlank):
                for key, value in list_taps(blank, question[blank.key], LETTERS):
                    self.enter(key, value)

    def enter(self, key: str, value: str) -> None:
        """Type a value into its field if there is one, otherwise tap its chip, after the name it belongs to."""
        blank, *parts = key.split(".")
        for part in parts:
            with suppress(NoSuchControl):
                self.choose(f"painter.{blank}:{part}")
        if re.search(rf'<input(?! type="?hidden)[^>]* name="{re.escape(key)}"', self.html):
            self.write(key, value)
        else:
            self.tap(f"{key}:{value}")


def about(client: FlaskClient, slug: str, kind: str, query: str = "") -> Asker:
    """Return a user on the page of one question."""
    asker = Asker(client, GAMES[slug], GAMES[slug].rulings[kind])
    asker.open(f"{asker.path}?{query}")
    return asker


def size(question: Mapping[str, Any], ruling: Ruling) -> int:
    """Return the number of players in a question, 0 if it has none."""
    for blank in ruling.blanks:
        value = question.get(blank.key)
        if isinstance(blank, PlayersBlank) and blank.counted and value:
            return int(value)
        if names_players(blank) and value:
            return max(2, len(value))
    return 0


def by_letters(value: Any, letters: Mapping[str, str]) -> Any:
    """Return a question with its players renamed to letters."""
    if isinstance(value, dict):
        return {letters.get(key, key): by_letters(part, letters) for key, part in value.items()}
    if isinstance(value, list):
        return [by_letters(part, letters) for part in value]
    return letters.get(value, value) if isinstance(value, str) else value


def name_by_letters(question: Mapping[str, Any], ruling: Ruling) -> dict[str, Any]:
    """Return a worked question with players named by letters, as the page names them."""
    for blank in ruling.blanks:
        if names_players(blank) and blank.key in question:
            return dict(by_letters(dict(question), dict(zip(question[blank.key], PLAYER_LETTERS))))
    return dict(question)


def facts(value: Any) -> int:
    """Return the number of facts in a question: names, cards, numbers and words."""
    if isinstance(value, dict):
        return len(value) + sum(map(facts, value.values()))
    if isinstance(value, list):
        return sum(map(facts, value))
    return 1


WORKED = [
    (GAMES[worked["game"]], GAMES[worked["game"]].rulings[worked["kind"]], worked["input"], worked["id"])
    for worked in json.loads((Path(__file__).parents[1] / "games" / "rulings.json").read_text("utf-8"))["rulings"]
]


def in_the_deck(game: Game, ruling: Ruling, question: dict) -> bool:
    """Return whether the deck has all cards in front of players, each as often as needed."""
    known = Question(game, ruling, ()).cards
    lying: list[str] = []
    for blank in ruling.blanks:
        if isinstance(blank, EachBlank) and isinstance(blank.of, CardsBlank):
            for pile in question.get(blank.key, {}).values():
                lying += [f"{suit}-{card}" for suit, cards in pile.items() for card in cards]
    single = any(card.copies == 1 for card in known.values())
    return known.keys() >= set(lying) and (len(set(lying)) == len(lying) or not single)


TAPPED = [worked for worked in WORKED if in_the_deck(*worked[:3])]
