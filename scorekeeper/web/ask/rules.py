"""The page of a game's rules, each with its source or our reason, and the addresses that link to a rule."""

from flask import Blueprint, g, render_template, url_for

from scorekeeper.games.rule import OPEN_QUESTIONS
from scorekeeper.language.text import Text, rules
from scorekeeper.web.layout import Head
from scorekeeper.web.request import find_game

bp = Blueprint("rules", __name__, url_prefix="/rules")


@bp.get("/<slug>")
def page(slug: str) -> str:
    """Show every rule of a game, and separately the questions that its rulebooks leave open."""
    game = find_game(slug)
    back = url_for("rulings.game_page", slug=slug) if game.rulings else url_for("home.index")
    return render_template(
        "ask/rules.html",
        page=Head(Text("Rules"), game.name, back),
        chapters=game.rules,
        open_questions=OPEN_QUESTIONS,
    )


def rule_links(*texts: Text | str | None) -> list[str]:
    """Return the addresses of the rules that these sentences cite. Return [] on a page without a game (`g.game`)."""
    slug = g.get("game")
    keys = rules(*[text for text in texts if isinstance(text, Text)]) if slug else ()
    return [f"/rules/{slug}#{key}" for key in keys]
