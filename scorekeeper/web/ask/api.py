"""Rulings for programs: the same questions and answers as JSON. Nothing is written, so no cookie and no token."""

from flask import Blueprint, Response, abort, jsonify, request

from scorekeeper.games import GAMES
from scorekeeper.games.errors import Malformed
from scorekeeper.language.catalogue import catalogue
from scorekeeper.language.text import Text, in_words, speak
from scorekeeper.rulings import answered
from scorekeeper.strictjson import parse_json
from scorekeeper.web.request import language

bp = Blueprint("api", __name__, url_prefix="/api/v1")


@bp.post("/rulings/<slug>/<kind>")
def ruling(slug: str, kind: str) -> Response | tuple[Response, int]:
    """Answer one question put to the referee."""
    game = GAMES.get(slug)
    if game is None or kind not in game.rulings:
        abort(404)
    if request.mimetype != "application/json":
        abort(415)
    words = catalogue(language())
    try:
        question = parse_json(request.get_data())
        if not isinstance(question, dict):
            raise Malformed("", Text("The question must be a JSON object."))
        return jsonify(in_words(answered(game, game.rulings[kind], question), words))
    except Malformed as wrong:
        reason = speak(wrong.reason, words)
        return jsonify(error=f"{wrong.key}: {reason}" if wrong.key else reason, key=wrong.key), 422
