"""The rulings API: the questions to the referee and the answers as JSON.

It writes nothing, so it needs neither a cookie nor a CSRF token.
"""

from flask import Blueprint, Response, abort, jsonify, request, url_for

from scorekeeper.games import GAMES
from scorekeeper.games.errors import Malformed
from scorekeeper.language.catalogue import catalogue
from scorekeeper.language.text import in_words, speak
from scorekeeper.rulings import answer_with_rules, build_schema, find_ruling, lines
from scorekeeper.strictjson import parse_json
from scorekeeper.web.ask.openapi import build_document
from scorekeeper.web.request import language

bp = Blueprint("api", __name__, url_prefix="/api/v1")


@bp.get("/openapi.json")
def openapi() -> Response:
    """Return the OpenAPI document of the API."""
    return jsonify(in_words(build_document(), catalogue(language())))


@bp.get("/rulings/")
def index() -> Response:
    """Return every question of every game, with the address that describes it (GET) and answers it (POST)."""
    games = {
        game.slug: {
            "name": game.name,
            "rulings": {
                ruling.kind: {
                    "title": ruling.title,
                    "url": url_for("api.question", slug=game.slug, kind=ruling.kind),
                }
                for ruling in game.rulings.values()
            },
        }
        for game in GAMES.values()
        if game.rulings
    }
    shown = {"games": games, "document": url_for("api.openapi"), "page": url_for("rulings.show_programs")}
    return jsonify(in_words(shown, catalogue(language())))


@bp.get("/rulings/<slug>/<kind>")
def question(slug: str, kind: str) -> Response | tuple[Response, int]:
    """Return the JSON Schema of a question's input, with an example. Answer 404 if there is no such question."""
    try:
        shape = build_schema(*find_ruling(slug, kind))
    except Malformed as wrong:
        return _refuse_unknown(wrong)
    return jsonify(in_words(shape, catalogue(language())))


def _refuse_unknown(wrong: Malformed) -> tuple[Response, int]:
    """Answer 404 with the reason and the address of the index. The reason names the games or questions that exist."""
    return jsonify(error=speak(wrong.reason, catalogue(language())), key=wrong.key, index=url_for("api.index")), 404


@bp.post("/rulings/<slug>/<kind>")
def ruling(slug: str, kind: str) -> Response | tuple[Response, int]:
    """Answer a question to the referee.

    Answer 404 if there is no such question, 415 if the body is not JSON, and 422 with all faults if the input is
    invalid.
    """
    try:
        game, asked = find_ruling(slug, kind)
    except Malformed as wrong:
        return _refuse_unknown(wrong)
    if request.mimetype != "application/json":
        abort(415)
    words = catalogue(language())
    try:
        return jsonify(in_words(answer_with_rules(game, asked, parse_json(request.get_data())), words))
    except Malformed as wrong:
        # All faults at once, so that a program does not have to send one question per fault.
        errors = [{"key": fault.key, "error": speak(fault.reason, words)} for fault in (wrong, *wrong.others)]
        return jsonify(error=" ".join(lines(wrong, words)), key=wrong.key, errors=errors), 422
