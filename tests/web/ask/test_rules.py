"""The page of a game's rules, and the links to it from verdicts and refusals."""

import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from scorekeeper.games.game import Game
from scorekeeper.language.catalogue import catalogue, languages
from scorekeeper.language.text import speak
from tests.support.games import WALKED
from tests.support.http import EXAMPLE, Player, open_table, play_example, send_move, send_moves

LINKS = re.compile(r'<a class="rule" href="/rules/(\w+)#([\w-]+)">[^<]+</a>')
LINE = ("blue-5", "green-0", "green-7", "red-3", "blue-7", "red-1")


def follow_rule_links(client: FlaskClient, html: str) -> list[str]:
    """Return the keys of the rules that a page links to, after checking that each exists."""
    links = LINKS.findall(html)
    for slug, key in links:
        assert f'<section class="panel" id="{key}">' in client.get(f"/rules/{slug}").text, key
    return [key for _, key in links]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", WALKED.values(), ids=lambda game: game.slug)
def test_every_rule_stands_on_the_page_with_its_source_or_our_reason(
    client: FlaskClient, game: Game, language: str
) -> None:
    html = client.get(f"/rules/{game.slug}", headers={"Accept-Language": language}).text
    words = catalogue(language)
    sections = dict(re.findall(r'<section class="panel" id="([\w-]+)">(.*?)</section>', html, re.S))
    assert [*sections] == [rule.key for chapter in game.rules for rule in chapter.rules]
    for chapter in game.rules:
        for rule in chapter.rules:
            section = unescape(sections[rule.key])
            assert speak(rule.sentence, words) in section
            for source in rule.sources:
                assert f'{speak(source.edition, words)}, <i lang="{source.language}">{source.section}</i>' in section
            if rule.because:
                assert speak(rule.because, words) in section
            if rule.origin:
                assert f"<small>{speak(rule.origin, words)}</small>" in section
            if rule.question:
                assert f"{rule.number} · {speak(rule.question, words)}" in section


def test_a_sheet_leads_to_the_rules_that_decided_it(client: FlaskClient) -> None:
    player = open_table(client, tuple(EXAMPLE))
    play_example(player)
    assert set(follow_rule_links(client, player.page("1/sheet"))) == {"winner", "most", "level"}


def test_a_problem_on_the_pad_leads_to_its_rule(alice: Player) -> None:
    alice.tap("1.red.cards.0.3=1")
    alice.tap("1.red.cards.1.3=1")
    assert "cards" in follow_rule_links(alice.client, alice.page("1/sheet"))


def test_a_refused_move_leads_to_its_rule(alice: Player) -> None:
    send_moves(alice, *(f"1.line..{card}" for card in LINE))
    answer = send_move(alice, "1.play.1.green-3")
    assert answer.status_code == 422
    assert "start" in follow_rule_links(alice.client, answer.text)


def test_a_program_is_told_the_rules_of_an_answer(client: FlaskClient) -> None:
    answer = client.post("/api/v1/rulings/parade/deck", json={"n": 3}).json
    assert answer["rules"] == [
        {
            "key": "deal",
            "sentence": "Deal five cards each. Lay six face up as the line; the rest form the deck.",
            "sources": [
                "Italian 2008, Preparazione della parata",
                "French 2015, Préparation de la parade",
                "Spanish 2013, Preparación del carnaval",
            ],
        }
    ]
