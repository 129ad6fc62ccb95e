"""All kinds of blank, and how a whole question is drawn, tapped and parsed."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from scorekeeper.games import blanks
from scorekeeper.games.blanks import Blank
from scorekeeper.games.errors import Missing
from scorekeeper.language.text import Text
from scorekeeper.web.ask import blanks as drawn_blanks
from scorekeeper.web.ask import cards, numbers
from scorekeeper.web.ask.blanks import OPEN, DrawnBlank, Widget
from scorekeeper.web.ask.question import ASKED, COUNT, Question

WIDGETS: Mapping[type[Blank], Callable[[Any], Widget[Any]]] = {
    blanks.Card: cards.CardWidget,
    blanks.CardRow: cards.CardRowWidget,
    blanks.CardValues: cards.CardValuesWidget,
    blanks.HandValues: cards.HandValuesWidget,
    blanks.Piles: cards.PilesWidget,
    blanks.Sides: cards.SidesWidget,
    blanks.Suit: drawn_blanks.SuitWidget,
    blanks.Suits: drawn_blanks.SuitsWidget,
    blanks.Choice: drawn_blanks.ChoiceWidget,
    blanks.Choices: drawn_blanks.ChoicesWidget,
    blanks.Tick: drawn_blanks.TickWidget,
    blanks.Word: drawn_blanks.WordWidget,
    blanks.PlayerCount: drawn_blanks.PlayerCountWidget,
    blanks.Names: drawn_blanks.NamesWidget,
    blanks.Player: drawn_blanks.PlayerWidget,
    blanks.People: drawn_blanks.PeopleWidget,
    blanks.PeopleBySuit: drawn_blanks.PeopleBySuitWidget,
    blanks.Sayings: drawn_blanks.SayingsWidget,
    blanks.Number: numbers.NumberWidget,
    blanks.NumberEach: numbers.NumberEachWidget,
    blanks.NumberRow: numbers.NumberRowWidget,
    blanks.Rounds: numbers.RoundsWidget,
    blanks.SuitSums: numbers.SuitSumsWidget,
    blanks.SuitCounts: numbers.SuitCountsWidget,
}
"""The page's part of each kind of blank that a game can declare."""

WHO = blanks.Names(COUNT, Text("Players"))
"""The blank for the number of players, added to a question about players that has no such blank."""


def find_widget(blank: Blank) -> Widget[Any]:
    """Return the page's part of a blank."""
    return WIDGETS[type(blank)](blank)


def draw_blanks(question: Question) -> list[DrawnBlank]:
    """Return the blanks of a question as drawn. A large optional one is folded until something is entered in it."""
    widgets = [find_widget(blank) for blank in question.ruling.blanks]
    counted = any(isinstance(blank, blanks.Players) for blank in question.ruling.blanks)
    # First, because the number of players decides what the other blanks show.
    drawn = [] if counted or not any(widget.people for widget in widgets) else [find_widget(WHO).draw(question)]
    for widget in widgets:
        shown = widget.draw(question)
        if widget.large and not widget.blank.needed:
            is_open = any(key.removeprefix("painter.").split(".")[0] == widget.key for key, _ in question.taps)
            shown = replace(shown, folded=True, open=is_open)
        drawn.append(shown)
    return drawn


def typed_keys(drawn: list[DrawnBlank]) -> set[str]:
    """Return the keys of all text fields in the drawn blanks."""
    return {field.key for blank in drawn for line in blank.typed for field in line.fields}


def apply_tap(question: Question, what: str) -> str:
    """Apply a tap to the question. Return the fragment of the page to scroll to, or "".

    `what` is the tap as `key:value`, or "undo" or "ask".
    """
    key, _, value = what.partition(":")
    first, _, rest = key.partition(".")
    # Anything can be in the address: an unknown tap changes nothing.
    blank = next((blank for blank in (*question.ruling.blanks, WHO) if blank.key == first), None)
    if what == "undo":
        question.undo(typed_keys(draw_blanks(question)))
    elif what == "ask":
        question.replace(ASKED, "1")
        return "answer"
    elif first == "painter" and value:
        question.replace(key, value)
        return f"blank-{rest}"
    elif blank and value:
        find_widget(blank).tap(question, key, value)
        return f"blank-{first}"
    return ""


def parse_question(question: Question) -> dict[str, object]:
    """Return the input of the ruling, by key of the blank.

    Raise Missing with the key of the first incomplete blank, or with "" if nothing has been tapped. Raise Malformed if
    a value is not valid.
    """
    values: dict[str, object] = {}
    missing: list[Missing] = []
    for blank in question.ruling.blanks:
        try:
            value = find_widget(blank).parse(question)
        except Missing as half:
            # Read on: what is wrong further down is reported before what is missing.
            missing.append(half)
            continue
        if value is not None:
            values[blank.key] = value
        elif blank.needed:
            missing.append(Missing(blank.key, OPEN))
    # On an untouched page nothing is named as missing yet.
    if not question.taps or not (values or missing):
        raise Missing("", OPEN)
    if missing:
        raise missing[0]
    return values
