"""Pages for asking the referee, with or without a table, and the rules of a game.

A question is built by tapping and answered with the reasons.

The question is part of the page's address, so nothing is written and a link to a ruling can be shared.
"""

import json
from urllib.parse import quote, urlencode

from flask import Blueprint, abort, g, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.games import GAMES
from scorekeeper.games.errors import Malformed, Missing
from scorekeeper.games.pad import MOST_ROUNDS
from scorekeeper.games.questions import Blank, Inputs, Ruling
from scorekeeper.games.schema import describe_schema
from scorekeeper.language.catalogue import catalogue
from scorekeeper.language.text import Text, in_words, rules, split_sentences
from scorekeeper.rulings import answer_with_rules
from scorekeeper.web.ask.answers import build_answer
from scorekeeper.web.ask.form import (
    apply_tap,
    draw_form,
    is_in_range,
    list_taps,
    list_typed,
    names_somebody,
    read_inputs,
)
from scorekeeper.web.ask.openapi import DOCUMENT, INDEX, build_document
from scorekeeper.web.ask.question import ASKED, CALLED_PLAYERS, COUNT_FIELD, FROM, PLAYER_LETTERS, Question
from scorekeeper.web.layout import Head, Link, came_from
from scorekeeper.web.request import find_game, language, load_visible_table, public_url

bp = Blueprint("rulings", __name__)


@bp.get("/rulings/")
def index() -> str:
    """Show every question of every game."""
    return render_template(
        "ask/rulings.html",
        page=Head(Text("Ask the referee"), Text("Ask without a table"), url_for("home.index")),
        games=[game for game in GAMES.values() if game.rulings],
    )


@bp.get("/rulings/<slug>/")
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


@bp.get("/rulings/<slug>/<kind>")
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
        url_for("rulings.ask_of_table", table_id=table[0], round=table[1])
        if table
        else url_for("rulings.game_page", slug=slug)
    )
    head = Head(ruling.title, game.name, back)
    try:
        answer = answer_with_rules(game, ruling, question.call_by_name(read_inputs(question)))
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
        suits=[suit.suit.shape for suit in question.suits],
        # Keys with a field on the page are sent by that field, and would be sent twice otherwise.
        state=[(key, value) for key, value in question.taps if key not in fields],
        typed=bool(fields),
        action=request.path,
        slug=question.game.slug,
        about_rule=question.game.rule(question.ruling.rule),
        link=f"{public_url('rulings.ask', slug=question.game.slug, kind=question.ruling.kind)}?{sent}",
        more=[Link(Text("Start over"), anew, "close")] if len(question.taps) > len(here) else [],
        **outcome,
    )


# Questions from a table, whose taps are filled in as far as it knows them


@bp.get("/t/<table_id>/ask")
def ask_newest(table_id: str) -> Response:
    """Redirect to the questions about the newest round."""
    table = load_visible_table(table_id)
    return redirect(url_for("rulings.ask_of_table", table_id=table_id, round=max(table.rounds, 1)), 303)


@bp.get("/t/<table_id>/<int:round>/ask")
def ask_of_table(table_id: str, round: int) -> str:
    """Show every question of the game, with the inputs that a round provides already filled in."""
    table = load_visible_table(table_id)
    if not 1 <= round <= max(table.rounds, 1) or round > MOST_ROUNDS or not table.game.rulings:
        abort(404)
    play = table.known.plays.get(round)
    # What a round played move by move has shown is known only while its referee is on.
    state = play.state if play and not play.stopped else None
    known = table.game.find_known_values(table.setup.at(round), table.marks(round), round, state)
    names = table.setup.names(table.setup.seats(round))
    here = (FROM, f"{table_id}.{round}")
    links = [
        Link(
            ruling.title,
            f"/rulings/{table.game.slug}/{kind}?{urlencode([*build_taps(ruling, known[kind], names), here])}",
        )
        for kind, ruling in table.game.rulings.items()
    ]
    return render_template(
        "ask/of_table.html",
        page=Head(
            Text("Ask the referee"),
            Text("Filled in as far as it is entered"),
            came_from(url_for("table.tally", table_id=table_id)),
        ),
        questions=links,
        rules=f"/rules/{table.game.slug}",
    )


def build_taps(ruling: Ruling, known: Inputs, names: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return the query parameters, as (key, value), that fill in the inputs `known` of a question.

    Each parameter stands for a tap. Letters replace the players' `names`. Values outside the range of a blank are left
    out. If all required inputs are known, the last tap asks the question. Return [] if there are more players than
    letters.
    """
    if len(names) > len(PLAYER_LETTERS):
        # A question has letters for six players only.
        return []
    letters = dict(zip(names, PLAYER_LETTERS))
    known_taps = (
        [*[(CALLED_PLAYERS, name) for name in names], (COUNT_FIELD, str(len(names)))]
        if names_somebody(ruling.blanks)
        else []
    )
    for blank in ruling.blanks:
        # A table can hold more than a question takes, such as points beyond its range.
        if blank.key in known and is_in_range(blank, known[blank.key]):
            known_taps += list_taps(blank, known[blank.key], letters)
    whole = known and all(blank.key in known for blank in ruling.blanks if blank.needed)
    return [*known_taps, (ASKED, "1")] if whole else known_taps


# The rules of a game, and the addresses that link to one


@bp.get("/rules/<slug>")
def show_rules(slug: str) -> str:
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


# The reference of the API, made from its OpenAPI document


@bp.get("/programs")
def show_programs() -> str:
    """Show the reference of the API, with an example for each question."""
    document = build_document()
    return render_template(
        "ask/programs.html",
        page=Head(Text("API"), "", url_for("rulings.index")),
        document=DOCUMENT,
        index=INDEX,
        about=document["info"]["description"],
        paths=document["paths"],
        describe=describe_schema,
        format=_format_example,
    )


def _format_example(example: object) -> str:
    """Return an example of a question or answer as JSON in the language of the reader."""
    return json.dumps(in_words(example, catalogue(language())), ensure_ascii=False, indent=1)
