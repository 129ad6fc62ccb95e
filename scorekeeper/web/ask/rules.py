"""The page of a game's rules, each with its source or our reason, and the addresses that link to a rule."""

from flask import Blueprint, g, render_template, url_for

from scorekeeper.language.text import Text, rules, split_sentences
from scorekeeper.web.layout import Head, came_from
from scorekeeper.web.request import find_game

bp = Blueprint("rules", __name__, url_prefix="/rules")


@bp.get("/<slug>")
def page(slug: str) -> str:
    """Show every rule of a game, and separately the questions that its rulebooks leave open."""
    game = find_game(slug)
    back = url_for("rulings.game_page", slug=slug) if game.rulings else url_for("home.index")
    return render_template(
        "ask/rules.html",
        page=Head(Text("Rules"), game.name, came_from(back)),
        chapters=game.rules,
    )


def cited(text: Text | str | None) -> list[tuple[Text | str, str]]:
    """Return the sentences of a text, each with the address of the first rule that it cites.

    The address is "" if it cites none, and on a page without a game (`g.game`).
    """
    if not text:
        return []
    slug = g.get("game")
    parts: list[Text | str] = [*split_sentences(text)] if isinstance(text, Text) else [text]
    keys = [rules(part)[:1] if slug and isinstance(part, Text) else () for part in parts]
    return [(part, f"/rules/{slug}#{key[0]}" if key else "") for part, key in zip(parts, keys, strict=True)]
