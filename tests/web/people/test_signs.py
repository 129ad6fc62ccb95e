"""Signs of games on pages: every game has its own, and a hostile name stays text."""

from flask import Flask, render_template_string

from scorekeeper.games import GAMES

ALL = """{% import '_game_sign.html' as signs %}
{% for game in games %}{{ signs.game_sign(game) }}|{% endfor %}{{ signs.lives_sign() }}"""


def test_every_game_has_a_sign_of_its_own(app: Flask) -> None:
    with app.test_request_context():
        drawn = render_template_string(ALL, games=GAMES.values()).split("|")
    assert len(set(drawn)) == len(GAMES) + 1 == 52
    assert all(sign.strip().startswith("<svg") and 'aria-hidden="true"' in sign for sign in drawn)


def test_a_name_becomes_letters_and_never_markup(app: Flask) -> None:
    with app.test_request_context():
        sign = "{% import '_game_sign.html' as signs %}{{ signs.named_sign(name) }}"
        assert ">Sc</text>" in render_template_string(sign, name="<script>alert(1)</script>")
        assert "&lt;" in render_template_string(sign, name="<<")
