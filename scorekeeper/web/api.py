"""Rulings for programs: the same questions and answers as JSON. Nothing is written, so no cookie and no token."""

from flask import Blueprint, Response, abort, jsonify, request

from scorekeeper.games import GAMES
from scorekeeper.games.base import Malformed
from scorekeeper.strictjson import parse_json
from scorekeeper.text import Text

bp = Blueprint("api", __name__, url_prefix="/api/v1")


@bp.post("/rulings/<slug>/<kind>")
def ruling(slug: str, kind: str) -> Response | tuple[Response, int]:
    """Answer one question put to the referee."""
    game = GAMES.get(slug)
    if game is None or kind not in game.rulings:
        abort(404)
    if request.mimetype != "application/json":
        abort(415)
    try:
        question = parse_json(request.get_data())
        if not isinstance(question, dict):
            raise Malformed("", Text("The question must be a JSON object."))
        return jsonify(game.rulings[kind].answer(question))
    except Malformed as wrong:
        return jsonify(error=str(wrong), key=wrong.key), 422
