"""All kinds of blank, and how a whole question is drawn and tapped."""

from collections.abc import Mapping
from dataclasses import replace

from scorekeeper.games.question import Blank, BlankKind
from scorekeeper.language.text import Text
from scorekeeper.web.ask import blanks, cards, numbers
from scorekeeper.web.ask.blanks import DrawnBlank, Kind, choose_one, choose_some
from scorekeeper.web.ask.question import ASKED, COUNT, COUNTED, Question

KINDS: Mapping[BlankKind, Kind] = {
    "card": Kind(cards.draw_cards, choose_one, large=True),
    "cards": Kind(cards.draw_cards, cards.tap_cards, large=True),
    "piles": Kind(cards.draw_piles, cards.tap_piles, people=True, large=True),
    "sides": Kind(cards.draw_sides, cards.tap_values, large=True),
    "values": Kind(cards.draw_values, cards.tap_values),
    "hands": Kind(cards.draw_hands, cards.tap_values, people=True),
    "suit": Kind(blanks.draw_suits, choose_one),
    "suits": Kind(blanks.draw_suits, choose_some),
    "suit_list": Kind(blanks.draw_suits, blanks.tap_suit_list),
    "choice": Kind(blanks.draw_items, choose_one),
    "several": Kind(blanks.draw_items, choose_some),
    "tick": Kind(blanks.draw_tick, choose_one),
    "word": Kind(blanks.draw_word, choose_one),
    "players": Kind(blanks.draw_count, blanks.tap_count),
    "names": Kind(blanks.draw_count, blanks.tap_count),
    "seat": Kind(blanks.draw_people, choose_one, people=True),
    "people": Kind(blanks.draw_people, choose_some, people=True),
    "people_by_suit": Kind(blanks.draw_people_by_suit, choose_some, people=True),
    "said": Kind(blanks.draw_items_by_player, choose_one, people=True),
    "number": Kind(numbers.draw_number, choose_one),
    "each": Kind(numbers.draw_each, numbers.tap_each, people=True),
    "row": Kind(numbers.draw_row, choose_one),
    "sums": Kind(numbers.draw_sums, choose_one, people=True, large=True),
    "rounds": Kind(numbers.draw_rounds, choose_one, people=True),
    "quick": Kind(numbers.draw_quick, choose_one, people=True, large=True),
}
"""How each kind of blank that a game can declare is drawn and tapped."""

WHO = Blank(COUNT, Text("Players"), "names")
"""The blank for the number of players, added to a question about players that has no such blank."""


def draw_blanks(question: Question) -> list[DrawnBlank]:
    """Return the blanks of a question as drawn. A large optional one is folded until something is entered in it."""
    kinds = [KINDS[blank.kind] for blank in question.ruling.blanks]
    counted = any(blank.kind in COUNTED for blank in question.ruling.blanks)
    # First, because the number of players decides what the other blanks show.
    drawn = [] if counted or not any(kind.people for kind in kinds) else [blanks.draw_count(question, WHO)]
    for blank, kind in zip(question.ruling.blanks, kinds):
        shown = kind.draw(question, blank)
        if kind.large and not blank.needed:
            is_open = any(key.removeprefix("painter.").split(".")[0] == blank.key for key, _ in question.taps)
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
        KINDS[blank.kind].tap(question, blank, key, value)
        return f"blank-{first}"
    return ""
