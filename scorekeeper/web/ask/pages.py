"""Pages for asking the referee without a table. A question is built by tapping and answered with the reasons.

The question is part of the page's address, so nothing is written and a link to a ruling can be shared.
"""

from urllib.parse import quote, urlencode

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.games import GAMES
from scorekeeper.games.errors import Malformed, Missing
from scorekeeper.games.questions import Blank
from scorekeeper.language.catalogue import catalogue
from scorekeeper.language.text import Text
from scorekeeper.rulings import answer_with_rules
from scorekeeper.web.ask.answers import build_answer
from scorekeeper.web.ask.form import apply_tap, draw_form, list_typed, read_inputs
from scorekeeper.web.ask.question import FROM, Question
from scorekeeper.web.layout import Head, came_from
from scorekeeper.web.request import language, public_url

bp = Blueprint("rulings", __name__, url_prefix="/rulings")


@bp.get("/")
def index() -> str:
    """Show every question of every game."""
    return render_template(
        "ask/rulings.html",
        page=Head(Text("Ask the referee"), Text("Ask without a table"), url_for("home.index")),
        games=[game for game in GAMES.values() if game.rulings],
    )


@bp.get("/<slug>/")
def game_page(slug: str) -> str:
    """Show every question of one game."""
    game = GAMES.get(slug)
    if game is None or not game.rulings:
        abort(404)
    return render_template(
        "ask/rulings.html",
        page=Head(Text("Ask the referee"), game.name, came_from(url_for("home.index"))),
        games=[game],
    )


@bp.get("/<slug>/<kind>")
def ask(slug: str, kind: str) -> Response | str | tuple[str, int]:
    """Show a question, and its answer once it is complete. Redirect after a tap.

    Answer 422 if the question is invalid, but not if it is only incomplete.
    """
    game = GAMES.get(slug) or abort(404)
    ruling = game.rulings.get(kind) or abort(404)
    question = Question(game, ruling, request.args.items(multi=True))
    if "do" in request.args:
        # A tap leads to the address of the new question, which can be shared, reloaded and left with “back”.
        where = apply_tap(question, request.args["do"])
        return redirect(f"{request.path}?{urlencode(question.taps)}{'#' if where else ''}{quote(where)}", 303)
    table = question.find_origin()
    back = (
        url_for("asked.page", table_id=table[0], round=table[1]) if table else url_for("rulings.game_page", slug=slug)
    )
    head = Head(ruling.title, game.name, back)
    try:
        answer = answer_with_rules(game, ruling, read_inputs(question))
        return render_question(question, head, answer=build_answer(question, answer, catalogue(language())))
    except Missing as half:
        return render_question(question, head, missing=find_blank(question, half))
    except Malformed as wrong:
        return render_question(question, head, about=find_blank(question, wrong), reason=wrong.reason), 422


def find_blank(question: Question, wrong: Malformed) -> Blank | None:
    """Return the blank that the error `wrong` is about, or None if it names no blank of the question."""
    return next((blank for blank in question.ruling.blanks if blank.key == wrong.key.split(".")[0]), None)


def render_question(question: Question, head: Head, **outcome: object) -> str:
    """Render the page of a question.

    `outcome` goes to the template: the answer, or the blank that is missing or wrong.
    """
    drawn = draw_form(question)
    fields = list_typed(drawn)
    here = [pair for pair in question.taps if pair[0] == FROM]
    anew = f"{request.path}?{urlencode(here)}" if here else request.path
    # Without the table it came from: the link is for anybody, and the table is not.
    sent = urlencode([pair for pair in question.taps if pair[0] != FROM])
    return render_template(
        "ask/ask.html",
        page=head,
        players=len(question.list_names()),
        blanks=drawn,
        suits=[column.suit.shape for column in question.columns],
        # Keys with a field on the page are sent by that field, and would be sent twice otherwise.
        state=[(key, value) for key, value in question.taps if key not in fields],
        typed=bool(fields),
        action=request.path,
        slug=question.game.slug,
        about_rule=question.game.rule(question.ruling.rule),
        link=f"{public_url('rulings.ask', slug=question.game.slug, kind=question.ruling.kind)}?{sent}",
        more=[{"url": anew, "label": Text("Start over"), "icon": "close"}] if len(question.taps) > len(here) else [],
        **outcome,
    )
