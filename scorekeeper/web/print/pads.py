"""Pages that print blank score pads. They let people choose players, paper and rules, and say what fits."""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple
from urllib.parse import urlencode

from flask import Blueprint, Response, render_template, request, url_for

from scorekeeper.games import GAMES
from scorekeeper.games.errors import Malformed
from scorekeeper.games.game import Game
from scorekeeper.games.options import Option, arrange, put_last
from scorekeeper.games.pad import Mark
from scorekeeper.games.user_input import NAME_LENGTH, parse_option, parse_whole
from scorekeeper.language.text import Literal, Plural, Text
from scorekeeper.printing import blank_pads, press
from scorekeeper.printing.blank_pads import PadRequest
from scorekeeper.printing.layout import PAPER_COPIES, PAPERS, Fit, NoSuchPaper
from scorekeeper.web.layout import Head, Link, came_from
from scorekeeper.web.people.shelf import list_saved, name_file
from scorekeeper.web.print.paper import browser_page, file_response
from scorekeeper.web.request import PAPER_LANGUAGE, find_game, language, list_paper_languages, paper_language

bp = Blueprint("paper", __name__, url_prefix="/paper")

PrintedPad = Response | tuple[str, int, dict[str, str]]


class Sheets(NamedTuple):
    """A number of pads per page."""

    label: Text
    about: Text
    """The size of the boxes, or the reason why the pads do not fit."""
    url: str
    """The address of the printed pad, or "" if the pads do not fit."""


@bp.get("/")
def index() -> str:
    """Show the games that have pads, first those made on this phone or in its groups."""
    return render_template(
        "print/paper.html",
        page=Head(Text("Blank score pads"), Text("Print and cut"), url_for("home.index")),
        own=list_saved(),
        games=GAMES.values(),
    )


@bp.get("/<slug>")
def form(slug: str) -> str | tuple[str, int]:
    """Show which pads of a game can be printed and how large their boxes are. Answer 422 if the address is invalid."""
    game = find_game(slug)
    try:
        return _render_form(game, parse_wish(game))
    except Malformed as refusal:
        return _render_form(game, default_wish(game), refusal.reason), 422


@bp.get("/<slug>/pad.pdf", defaults={"form": "pdf"})
@bp.get("/<slug>/pad.html", defaults={"form": "html"})
def pad(slug: str, form: str) -> PrintedPad:
    """Return a blank pad as a PDF or as a page that a browser can print. Answer 422 with the form if there is none."""
    game, lang = find_game(slug), paper_language()
    # A wish that cannot be read is replaced by the default; one that only does not fit stays in the form.
    wish = default_wish(game)
    try:
        wish = parse_wish(game)
        if form == "pdf":
            name = f"{name_file(game)}-{wish.players}-{wish.paper.lower()}-{wish.up}.pdf"
            return file_response(blank_pads.print_pad(game, wish, lang), name)
        return browser_page(blank_pads.render_pad(game, wish, lang))
    except (Malformed, NoSuchPaper) as refusal:
        return _render_form(game, wish, refusal.reason), 422, {}


@bp.app_errorhandler(press.Unprintable)
def unprintable(error: press.Unprintable) -> PrintedPad:
    """Answer 503 with the reason why no PDF was made, and link to a page that the browser can print."""
    query = request.query_string.decode("ascii", "ignore")
    page = render_template(
        "print/unprintable.html",
        page=Head(Text("Not printed"), "", url_for("home.index")),
        text=error.reason,
        # Trying again helps only while the printing process is busy.
        again=request.full_path if isinstance(error, press.Busy) else "",
        print_url=request.path.removesuffix(".pdf") + ".html" + (f"?{query}" if query else ""),
    )
    return page, 503, {"Retry-After": "5"} if isinstance(error, press.Busy) else {}


def default_wish(game: Game) -> PadRequest:
    """Return the request for the pad that is offered first for a game."""
    return PadRequest(game.usual_players, options=game.default_options())


def parse_wish(game: Game) -> PadRequest:
    """Return the pad that the address asks for. Raise Malformed if the game has no such pad."""
    asked = request.args
    wish = default_wish(game)
    # Words that a table gave are not on its paper.
    given = [option for option in game.options if option.key in asked and not option.words]
    options = {**wish.options, **{option.key: parse_option(option, asked[option.key]) for option in given}}
    fewest, most = game.seats
    players = parse_whole(asked.get("players", str(wish.players)), "players", fewest, most)
    up = parse_whole(asked.get("up", str(wish.up)), "up", min(PAPER_COPIES), max(PAPER_COPIES))
    # After players and options, because the pads of a game depend on both.
    layouts = [pad.key for pad in game.paper(blank_pads.make_setup(game, players, options))]
    wish = PadRequest(
        players=players,
        paper=asked.get("paper", wish.paper),
        up=up,
        layout=asked.get("layout", layouts[0]),
        options=options,
        names=tuple([name[:NAME_LENGTH] for name in asked.getlist("name")[:players]]),
    )
    if wish.paper not in PAPERS or wish.up not in PAPER_COPIES:
        raise Malformed("paper", blank_pads.PAD_SIZES)
    if wish.layout not in layouts:
        raise Malformed("layout", Text("%(game)s has no such pad.", game=game.name))
    return wish


def _render_form(game: Game, wish: PadRequest, reason: Text | None = None) -> str:
    return render_template(
        "print/paper.html",
        page=Head(Text("Blank score pads"), game.name, came_from(url_for("paper.index"))),
        game=game,
        picks=_list_picks(game, wish),
        rules=_list_rules(game, wish),
        about=game.rules_in_words(blank_pads.make_setup(game, wish.players, wish.options))[0],
        sheets=[_describe_sheets(game, replace(wish, up=up)) for up in PAPER_COPIES],
        reason=reason,
        missing=press.PRESS.find_missing(),
    )


def _build_url(game: Game, wish: PadRequest, form: str = "", spoken: str = "") -> str:
    """Return the address of a pad in a form, or if it is "", of the page that offers it.

    `spoken` is the code of the pad's language, "" for the current one.
    """
    # Defaults are left out, so that an address stays short and follows a default that changes later.
    usual_options = game.default_options()
    query: dict[str, Mark] = {"players": wish.players, "paper": wish.paper}
    if wish.layout:
        query["layout"] = wish.layout
    query |= {key: value for key, value in wish.options.items() if value != usual_options[key]}
    if form:
        query["up"] = wish.up
    if (spoken or paper_language()) != language():
        query[PAPER_LANGUAGE] = spoken or paper_language()
    # For another number of players nobody knows who they are.
    names = [("name", name) for name in wish.names if len(wish.names) == wish.players]
    url = url_for("paper.pad", slug=game.slug, form=form) if form else url_for("paper.form", slug=game.slug)
    return f"{url}?{urlencode([*query.items(), *names])}"


def _list_picks(game: Game, wish: PadRequest) -> list[tuple[Text, list[Link]]]:
    """Return the rows of chips for players, paper, layout and language, as pairs of the row's label and its chips."""

    def draw_chip(label: Text, change: PadRequest) -> Link:
        return Link(label, _build_url(game, change), current=change == wish)

    fewest, most = game.seats
    layouts = game.paper(blank_pads.make_setup(game, wish.players, wish.options))
    picks = [
        (Text("Players"), [draw_chip(Literal(str(n)), replace(wish, players=n)) for n in range(fewest, most + 1)]),
        (Text("Paper"), [draw_chip(Literal(name), replace(wish, paper=name)) for name in PAPERS]),
    ]
    if len(layouts) > 1:
        picks.insert(0, (Text("Pad"), [draw_chip(pad.name, replace(wish, layout=pad.key)) for pad in layouts]))
    if tongues := list_paper_languages():
        chips = [Link(name, _build_url(game, wish, spoken=code), current=chosen) for code, name, chosen in tongues]
        picks.append((Text("Language"), chips))
    return picks


def _list_rules(game: Game, wish: PadRequest) -> list[tuple[Text, list[Link]]]:
    picks = []
    for option in game.options_beside(wish.options):
        changes = _list_changes(wish, option)
        # Most rules change only the scoring, not the paper.
        if any(blank_pads.find_pad(game, change) != blank_pads.find_pad(game, wish) for _, change in changes):
            chips = [
                Link(label, _build_url(game, change), current=change == wish and not option.order)
                for label, change in changes
            ]
            picks.append((option.label, chips))
    return picks


def _list_changes(wish: PadRequest, option: Option) -> list[tuple[Text, PadRequest]]:
    """Return label and pad for each chip of an option. For an order of items, each chip moves one item to the end."""
    chosen = wish.options.get(option.key, option.default)
    labels = dict(option.order)
    places = [
        (
            Text("%(place)s %(what)s", place=place, what=labels[key]),
            _change_option(wish, option, put_last(option, chosen, key)),
        )
        for place, key in enumerate(arrange(option, chosen), 1)
        if labels
    ]
    return places or [(label, _change_option(wish, option, value)) for value, label in option.choices]


def _change_option(wish: PadRequest, option: Option, value: Mark) -> PadRequest:
    options: Mapping[str, Mark] = {**wish.options, option.key: value}
    return replace(wish, options=options)


def _describe_sheets(game: Game, wish: PadRequest) -> Sheets:
    label = Plural("%(count)s to a page", "%(count)s to a page", wish.up)
    try:
        fit = blank_pads.fit_pad(game, wish, paper_language())
    except NoSuchPaper as refusal:
        return Sheets(label, refusal.reason, "")
    # Without the libraries that make PDFs, the browser prints the page itself.
    form = "html" if press.PRESS.find_missing() else "pdf"
    return Sheets(label, _describe_fit(fit), _build_url(game, wish, form))


def _describe_fit(fit: Fit) -> Text:
    width, height = _format_length(fit.box), _format_length(fit.rows.height)
    size = Text("boxes %(width)s × %(height)s mm", width=width, height=height)
    if fit.repeat < fit.pad.repeat:
        size = Text("%(size)s, %(count)s of %(most)s rounds", size=size, count=fit.repeat, most=fit.pad.repeat)
    if fit.shape.columns != fit.pad.columns:
        size = Text("%(size)s, one per player", size=size)
    return size if fit.shape.named else Text("%(size)s, colours by shape and letters", size=size)


def _format_length(length: float) -> Text:
    """Return a length in mm, truncated to one decimal. A decimal of 0 is left out."""
    # Cut off, not rounded: a box must not be smaller than the page promises.
    whole, tenths = divmod(int(length * 10), 10)
    return Text("%(whole)s.%(tenths)s", whole=whole, tenths=tenths) if tenths else Literal(str(whole))
