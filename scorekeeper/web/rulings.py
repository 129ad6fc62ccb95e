"""Ask the referee: one question, outside any table, put together by taps and answered with the reason.

The question stands in the page's address, so nothing is written, and a link to a ruling can be sent to a friend.
"""

from typing import NamedTuple
from urllib.parse import urlencode

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from scorekeeper.games import GAMES
from scorekeeper.games.base import Answer, Blank, Game, Malformed, Missing, Row, Ruling, Setup, Suit
from scorekeeper.text import Literal, Text
from scorekeeper.web.fields import whole
from scorekeeper.web.table import Head

bp = Blueprint("rulings", __name__, url_prefix="/rulings")

NAMES = ("A", "B", "C", "D", "E", "F")
TAPPED = frozenset(("cards", "card", "number", "choice", "suits", "tick", "names", "seat", "word", "piles", "quick"))
"""The kinds of blank that this page can draw; questions with others are for the command line and the API."""
CHIPS = 12
"""Numbers up to so many choices are tapped, larger ranges are typed."""


class Tap(NamedTuple):
    """One chip: what it says, what it does, how it looks."""

    label: Text
    do: str
    chosen: bool
    owner: str = ""


class Column(NamedTuple):
    suit: Suit | None
    name: Text
    taps: list[Tap]


class Asked(NamedTuple):
    """One blank as it is drawn."""

    key: str
    label: Text
    kind: str
    taps: list[Tap]
    columns: list[Column]
    chosen: list[Text]
    typed: list[tuple[str, Text, str]]
    painters: list[Tap]


@bp.get("/")
def index() -> str:
    """Show every question of every game."""
    return render_template(
        "rulings.html",
        page=Head(str(Text("Ask the referee")), Text("One question, no table"), url_for("home.index")),
        games=[(game, tappable(game)) for game in GAMES.values() if tappable(game)],
    )


@bp.get("/<slug>/")
def game_page(slug: str) -> str:
    """Show every question of one game."""
    game = GAMES.get(slug) or abort(404)
    return render_template(
        "rulings.html",
        page=Head(str(Text("Ask the referee")), Literal(game.name), url_for("home.index")),
        games=[(game, tappable(game))],
    )


@bp.get("/<slug>/<kind>")
def ask(slug: str, kind: str) -> Response | str | tuple[str, int]:
    """Put a question together, and answer it as soon as it is whole."""
    game = GAMES.get(slug) or abort(404)
    ruling = tappable(game).get(kind) or abort(404)
    form = Question(game, ruling, MultiDict(request.args))
    if "do" in request.args:
        form.do(request.args["do"])
        return redirect(f"{request.path}?{urlencode(list(form.state.items(multi=True)))}", 303)
    answer: list[tuple[str, str]] | None = None
    reason = None
    try:
        question = form.question()
        answer = None if question is None else said(ruling.answer(question))
    except Missing:
        answer = None  # half a question is no mistake
    except Malformed as wrong:
        reason = wrong.reason
    page = render_template(
        "ask.html",
        page=Head(str(ruling.title), Literal(game.name), url_for("rulings.game_page", slug=slug)),
        blanks=[form.asked(blank) for blank in ruling.blanks],
        suits=[row.suit.shape for row in form.rows if row.suit],
        state=[(key, value) for key, value in form.state.items(multi=True) if key not in form.typed_keys()],
        answer=answer,
        reason=reason,
        action=request.path,
    )
    return (page, 422) if reason else page


def said(answer: Answer) -> list[tuple[str, str]]:
    """The answer line by line: sentences first, then each fact with its name."""
    because = answer.get("because")
    sentences = because if isinstance(because, list | tuple) else [because] if because else []
    facts = [(key.replace("_", " "), _plain(value)) for key, value in answer.items() if key != "because"]
    return [("", str(sentence)) for sentence in sentences] + facts


def _plain(value: object) -> str:
    match value:
        case None:
            return "\u2013"
        case True:
            return str(Text("yes"))
        case False:
            return str(Text("no"))
        case dict():
            return "; ".join(f"{key}: {_plain(inner)}" for key, inner in value.items()) or str(Text("none"))
        case list() | tuple():
            return ", ".join(_plain(inner) for inner in value) or str(Text("none"))
    return str(value).replace("-", " ") if isinstance(value, str) else str(value)


def tappable(game: Game) -> dict[str, Ruling]:
    """The questions of a game that can be put together by taps."""
    return {
        kind: ruling
        for kind, ruling in game.rulings.items()
        if all(blank.kind in TAPPED for blank in ruling.blanks) and _has_cards(game, ruling)
    }


def _has_cards(game: Game, ruling: Ruling) -> bool:
    """Whether the game's pad has the single cards that a question of cards needs."""
    wanted = any(blank.kind in ("cards", "card", "piles") for blank in ruling.blanks)
    rows = game.rows(Setup((), game.default_options(), ((1, ()),)))
    return not wanted or any(box.exclusive for row in rows for box in row.boxes)


class Question:
    """A question being put together: its blanks and what was tapped so far."""

    def __init__(self, game: Game, ruling: Ruling, state: MultiDict[str, str]) -> None:
        self.game = game
        self.ruling = ruling
        self.blanks = {blank.key: blank for blank in ruling.blanks}
        self.state = state
        rows = game.rows(Setup((), game.default_options(), ((1, ()),)))
        self.rows: list[Row] = [row for row in rows if row.suit]

    # what a tap does

    def do(self, tap: str) -> None:
        """Carry out one chip: choose, choose no more, or paint a card."""
        self.state.poplist("do")
        key, _, value = tap.partition(":")
        if key == "painter":
            self.state.setlist("painter", [value])
            return
        blank = self.blanks.get(key.split(".")[0])
        if blank is None:
            return
        chosen = self.state.getlist(key)
        if blank.kind in ("cards", "suits", "piles"):
            for other in self._others(blank, key, value):
                self.state.setlist(other, [card for card in self.state.getlist(other) if card != value])
            self.state.setlist(key, [one for one in chosen if one != value] if value in chosen else [*chosen, value])
        else:
            self.state.setlist(key, [] if chosen == [value] else [value])

    def _others(self, blank: Blank, key: str, value: str) -> list[str]:
        if blank.kind != "piles":
            return []
        return [other for other in (f"{blank.key}.{name}" for name in NAMES) if other != key]

    # what it asks

    def names(self) -> tuple[str, ...]:
        """The players of the question, by letters."""
        count = self.state.get("names", "3")
        return NAMES[: int(count)] if count in ("2", "3", "4", "5", "6") else NAMES[:3]

    def typed_keys(self) -> set[str]:
        """The keys that are typed into fields of their own."""
        return {field[0] for blank in self.ruling.blanks for field in self.asked(blank).typed}

    def asked(self, blank: Blank) -> Asked:
        """One blank as it is drawn."""
        asked = Asked(blank.key, blank.label, blank.kind, [], [], [], [], [])
        chosen = self.state.getlist(blank.key)
        match blank.kind:
            case "cards" | "card":
                asked.columns.extend(self._deck(blank.key, dict.fromkeys(chosen, "")))
                asked.chosen.extend(self._card(card) for card in chosen)
            case "piles":
                self._people(asked)
                painter = self._painter()
                owners = {card: name for name in self.names() for card in self.state.getlist(f"{blank.key}.{name}")}
                asked.columns.extend(self._deck(f"{blank.key}.{painter}", owners, painter))
            case "suits":
                asked.taps.extend(Tap(row.label, f"{blank.key}:{row.key}", row.key in chosen) for row in self.rows)
            case "choice":
                asked.taps.extend(Tap(words, f"{blank.key}:{value}", value in chosen) for value, words in blank.items)
            case "tick":
                asked.taps.append(Tap(blank.label, f"{blank.key}:1", bool(chosen)))
            case "names":
                asked.taps.extend(self._how_many())
            case "seat":
                asked.taps.extend(Tap(Literal(name), f"{blank.key}:{name}", name in chosen) for name in self.names())
            case "number" if blank.most - blank.least < CHIPS:
                for number in range(blank.least, blank.most + 1):
                    asked.taps.append(Tap(Literal(str(number)), f"{blank.key}:{number}", str(number) in chosen))
            case "number" | "word":
                asked.typed.append((blank.key, blank.label, chosen[0] if chosen else ""))
            case "quick":
                self._people(asked)
                asked.typed.extend(self._quick(blank))
        return asked

    def _how_many(self) -> list[Tap]:
        now = str(len(self.names()))
        return [Tap(Literal(str(number)), f"names:{number}", str(number) == now) for number in range(2, 7)]

    def _people(self, asked: Asked) -> None:
        asked.taps.extend(self._how_many())
        asked.painters.extend(Tap(Literal(name), f"painter:{name}", name == self._painter()) for name in self.names())

    def _painter(self) -> str:
        painter = self.state.get("painter", "A")
        return painter if painter in self.names() else "A"

    def _deck(self, key: str, owners: dict[str, str], painter: str = "") -> list[Column]:
        columns = []
        for row in self.rows:
            box = next(box for box in row.boxes if box.kind == "chips")
            taps = []
            for item in box.items:
                card = f"{row.key}-{item}"
                owner = owners.get(card)
                taps.append(Tap(Literal(item), f"{key}:{card}", owner == painter, owner or ""))
            columns.append(Column(row.suit, row.label, taps))
        return columns

    def _card(self, card: str) -> Text:
        slot, _, value = card.partition("-")
        row = next((row for row in self.rows if row.key == slot), None)
        return Text("%(suit)s %(value)s", suit=row.label, value=value) if row else Literal(card)

    def _quick(self, blank: Blank) -> list[tuple[str, Text, str]]:
        fields = []
        for row in self.rows:
            for part, label in (("count", Text("cards")), ("sum", Text("sum"))):
                key = f"{blank.key}.{self._painter()}.{row.key}.{part}"
                fields.append((key, Text("%(suit)s, %(what)s", suit=row.label, what=label), self.state.get(key, "")))
        return fields

    # what is put to the referee

    def question(self) -> dict[str, object] | None:
        """The input of the ruling, or None while something is still to be tapped. Raises Malformed."""
        question: dict[str, object] = {}
        for blank in self.ruling.blanks:
            value = self._value(blank)
            if value is None and blank.needed:
                return None
            if value is not None:
                question[blank.key] = value
        return question or None

    def _value(self, blank: Blank) -> object:
        chosen = [one for one in self.state.getlist(blank.key) if one]
        match blank.kind:
            case "cards" | "suits":
                return chosen
            case "card" | "choice" | "seat" | "word":
                return chosen[0] if chosen else None
            case "number":
                return whole(chosen[0], blank.key, blank.least, blank.most) if chosen else None
            case "tick":
                return bool(chosen) or None
            case "names":
                return list(self.names())
            case "piles":
                piles = {name: self._pile(f"{blank.key}.{name}") for name in self.names()}
                return piles if any(piles.values()) else None
            case "quick":
                claims = {name: self._claims(blank, name) for name in self.names()}
                return claims if any(claims.values()) else None
            case _:
                return None

    def _pile(self, key: str) -> dict[str, list[int]]:
        pile: dict[str, list[int]] = {}
        for card in self.state.getlist(key):
            slot, _, value = card.partition("-")
            pile.setdefault(slot, []).append(whole(value, key, 0, 99))
        return pile

    def _claims(self, blank: Blank, name: str) -> dict[str, list[int | None]]:
        claims: dict[str, list[int | None]] = {}
        for row in self.rows:
            key = f"{blank.key}.{name}.{row.key}"
            count, total = self.state.get(f"{key}.count", ""), self.state.get(f"{key}.sum", "")
            if count or total:
                claims[row.key] = [
                    whole(count or "0", f"{key}.count", 0, 99),
                    whole(total, f"{key}.sum", 0, 999) if total else None,
                ]
        return claims
