"""The form of a question: how each kind of blank is drawn, tapped and parsed, and which taps fill it in.

The taps are the pairs in the address. The key of a pair is that of the blank; each player, suit or item of an
`EachBlank` adds a dot and its own key.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from scorekeeper.games.errors import Missing
from scorekeeper.games.pad import Suit
from scorekeeper.games.questions import (
    Blank,
    CardBlank,
    CardsBlank,
    ChoiceBlank,
    EachBlank,
    Items,
    ManyBlank,
    NumberBlank,
    PlayerBlank,
    PlayersBlank,
    TickBlank,
    WordBlank,
)
from scorekeeper.games.user_input import parse_whole
from scorekeeper.language.text import Literal, Plural, Text
from scorekeeper.web.ask.question import ASKED, COUNT_FIELD, DrawnCard, Question

CHIPS = 31
"""Number of chips from which a number is chosen, at most. If there would be more, the number is typed."""

MOST_TYPED_ROUNDS = 20
"""Maximum number of rounds in a form; no game takes more."""

MISSING_PART = Text("This is missing.")

BELOW = Text("below 0")

WHO = PlayersBlank(Text("Players"), key=COUNT_FIELD)
"""The blank for the number of players, added to a question about players that has no such blank."""

Letters = Mapping[str, str]
"""The letter of each player in the address, by name."""

Pairs = Iterator[tuple[str, str]]
"""Query parameters, as (key, value). Each stands for a tap or a filled text field."""


# What is drawn


class Chip(NamedTuple):
    """A chip that can be tapped."""

    label: Text
    do: str
    """The tap that it sends, as `key:value`."""
    chosen: int = 0
    """How often it has been chosen."""
    owner: str = ""
    """The player who has the card."""
    full: bool = False
    """Whether it cannot be chosen again."""
    suit: Suit | None = None
    about: Text | None = None
    """What stands in small letters beside the label."""
    spoken: Text | None = None
    """What screen readers say."""


class ChipLine(NamedTuple):
    """A line of chips, headed by `name` and `suit` if given."""

    look: str
    """Its style: picks, chips, counts, suits or deck."""
    taps: list[Chip]
    name: Text | None = None
    suit: Suit | None = None
    open: bool = False
    """Whether the cards of this suit of the deck are shown."""


class WordsField(NamedTuple):
    """A text field for a number or a word."""

    key: str
    label: Text
    value: str
    minus: Chip | None = None
    """A chip that makes the number negative."""


class FieldLine(NamedTuple):
    """A line of text fields, headed by `name` and `suit` if given."""

    name: Text | None
    fields: list[WordsField]
    suit: Suit | None = None


@dataclass(frozen=True, slots=True)
class DrawnBlank:
    """A blank as drawn."""

    key: str
    label: Text
    chosen: tuple[DrawnCard, ...] = ()
    """The tapped cards, in order."""
    painters: tuple[Chip, ...] = ()
    """The chips that select the player or side whose cards are being tapped."""
    deck: tuple[ChipLine, ...] = ()
    """The suits of the deck, with a chip for each card."""
    lines: tuple[ChipLine, ...] = ()
    heads: tuple[Text, ...] = ()
    """The column heads of the text fields."""
    typed: tuple[FieldLine, ...] = ()
    words: bool = False
    """Whether the text fields are for words, not numbers."""
    plain: bool = False
    """Whether the blank needs no heading."""
    folded: bool = False
    """Whether it can be folded. It is folded at first, unless `open`."""
    open: bool = False


def draw_form(question: Question) -> list[DrawnBlank]:
    """Return the blanks of a question as drawn. A large optional one is folded until something is entered in it."""
    blanks = question.ruling.blanks
    drawn = []
    # First, because the number of players decides what the other blanks show.
    if names_somebody(blanks) and not any(isinstance(blank, PlayersBlank) for blank in blanks):
        drawn.append(draw_blank(question, WHO))
    for blank in blanks:
        shown = draw_blank(question, blank)
        if not blank.needed and (shown.deck or (shown.typed and len(shown.heads) > 1)):
            is_open = any(key.removeprefix("painter.").split(".")[0] == blank.key for key, _ in question.taps)
            shown = replace(shown, folded=True, open=is_open)
        drawn.append(shown)
    return drawn


def names_somebody(blanks: Sequence[Blank]) -> bool:
    """Return whether any of the blanks is about players, so that their number must be known."""
    return any(
        isinstance(blank, PlayersBlank | PlayerBlank)
        or (isinstance(blank, EachBlank) and (blank.by == "players" or names_somebody([blank.of])))
        or (isinstance(blank, ManyBlank) and names_somebody([blank.of]))
        for blank in blanks
    )


def draw_blank(question: Question, blank: Blank) -> DrawnBlank:
    """Return a blank as drawn."""
    shown = DrawnBlank(blank.key, blank.label)
    names = question.list_names()
    match blank:
        case TickBlank():
            chip = Chip(blank.label, f"{blank.key}:1", bool(question.value(blank.key)))
            return replace(shown, lines=(ChipLine("picks", [chip]),), plain=True)
        case WordBlank():
            return replace(shown, typed=(FieldLine(None, [_draw_field(question, blank.key, blank.label)]),), words=True)
        case NumberBlank() if not blank.items and blank.most - blank.least >= CHIPS:
            return replace(shown, typed=(FieldLine(None, [_draw_field(question, blank.key, blank.label)]),))
        case PlayersBlank():
            chosen = question.players if blank.counted else len(names)
            sizes = [Chip(Literal(str(size)), f"{blank.key}:{size}", size == chosen) for size in question.sizes]
            return replace(shown, lines=(ChipLine("counts", sizes),))
        case CardBlank() | ManyBlank(of=CardBlank()):
            known = [card for text in question.values(blank.key) if (card := question.find_card(text))]
            full = isinstance(blank, ManyBlank) and len(question.values(blank.key)) >= blank.most
            deck = _draw_deck(question, blank, lambda suit, text, value: (blank.key, text), full)
            return replace(shown, chosen=tuple(known), deck=deck)
        case EachBlank():
            return _draw_each(question, blank, shown)
        case ManyBlank(of=EachBlank(of=NumberBlank() as number)):
            return _draw_rounds(question, blank, number, shown)
    return replace(shown, lines=(_draw_chips(question, blank, blank.key),))


def _draw_each(question: Question, blank: EachBlank, shown: DrawnBlank) -> DrawnBlank:
    """Return a blank as drawn whose values belong to players, suits or items."""
    names = question.list_names()
    match blank:
        case EachBlank(of=CardsBlank()):
            return _draw_piles(question, blank, shown)
        case EachBlank(of=EachBlank(by=items, of=ManyBlank())) if not isinstance(items, str):
            return _draw_sides(question, blank, items, shown)
        case EachBlank(by="players", of=NumberBlank() as number):
            return _draw_numbers(question, blank, number, shown)
        case EachBlank(by=items, of=NumberBlank()) if not isinstance(items, str):
            typed = [FieldLine(words, [_draw_field(question, f"{blank.key}.{item}", words)]) for item, words in items]
            return replace(shown, typed=tuple(typed))
        case EachBlank(of=EachBlank(of=NumberBlank())):
            typed = []
            for column in question.columns:
                keys = {name: f"{blank.key}.{name}.{column.key}" for name in names}
                fields = [_draw_field(question, key, column.name, question.call(name)) for name, key in keys.items()]
                typed.append(FieldLine(column.name, fields, column.suit))
            return replace(shown, heads=tuple(map(question.call, names)), typed=tuple(typed))
        case EachBlank(of=EachBlank(of=EachBlank(by=items))) if not isinstance(items, str):
            return _draw_counts_of_suits(question, blank, dict(items), shown)
        case EachBlank(by="suits"):
            lines = [_draw_chips(question, blank.of, f"{blank.key}.{column.key}", column.name, column.suit)
                     for column in question.columns]  # fmt: skip
            return replace(shown, lines=tuple(lines))
    lines = [_draw_chips(question, blank.of, f"{blank.key}.{name}", question.call(name)) for name in names]
    return replace(shown, lines=tuple(lines))


def _draw_chips(
    question: Question, blank: Blank, key: str, name: Text | None = None, suit: Suit | None = None
) -> ChipLine:
    """Return a line with a chip for each value that a blank, or a list of such values, can have."""
    of = blank.of if isinstance(blank, ManyBlank) else blank
    chosen = question.values(key)
    match of:
        case PlayerBlank():
            people = [
                Chip(question.call(letter), f"{key}:{letter}", letter in chosen) for letter in question.list_names()
            ]
            return ChipLine("picks", people, name, suit)
        case ChoiceBlank(items=()):
            room = blank.most if isinstance(blank, ManyBlank) and blank.repeated else len(question.columns)
            suits = [
                Chip(
                    column.suit.letters,
                    f"{key}:{column.key}",
                    chosen.count(column.key),
                    full=isinstance(blank, ManyBlank) and len(chosen) >= room and column.key not in chosen,
                    suit=column.suit,
                    spoken=column.name,
                )
                for column in question.columns
            ]
            return ChipLine("suits", suits)
        case ChoiceBlank(items=items) | NumberBlank(items=items) if items:
            return ChipLine("picks", [Chip(words, f"{key}:{item}", chosen.count(item)) for item, words in items], name)
        case NumberBlank():
            numbers = map(str, range(of.least, of.most + 1))
            look = "chips" if isinstance(blank, ManyBlank) else "counts"
            shown = chosen if isinstance(blank, ManyBlank) else chosen[-1:]
            return ChipLine(look, [Chip(Literal(text), f"{key}:{text}", shown.count(text)) for text in numbers], name)
    raise TypeError(of)


def _draw_deck(
    question: Question,
    blank: Blank,
    find_tap: Callable[[str, str, str], tuple[str, str]],
    full: bool = False,
    owners: Mapping[str, str] | None = None,
) -> tuple[ChipLine, ...]:
    """Return the suits of the deck, with the tapped cards marked. That of the card tapped last is open.

    `find_tap` returns what a tap on a card sends, key and value, for its suit, its name in an address and its value.
    With `full`, no other card can be tapped. `owners` has who holds a card, by its name in an address.
    """
    tapped = [(key, value) for key, value in question.taps if key.split(".")[0] == blank.key]
    last = tapped[-1] if tapped else ("", "")
    suits = [column.key for column in question.columns]
    opened = next((suit for suit in suits if last[1].startswith(f"{suit}-") or suit in last[0].split(".")), suits[0])
    lines = []
    for column in question.columns:
        chips = []
        for text, card in column.cards.items():
            key, value = find_tap(column.key, text, card.value)
            count, owner = question.values(key).count(value), (owners or {}).get(text, "")
            chip = Chip(Literal(card.value), f"{key}:{value}", count, owner, full and not count, spoken=card.name)
            chips.append(chip)
        lines.append(ChipLine("deck", chips, column.name, column.suit, column.key == opened))
    return tuple(lines)


def _draw_piles(question: Question, blank: EachBlank, shown: DrawnBlank) -> DrawnBlank:
    """Return the players, and the deck with the cards of the selected player marked."""
    names = question.list_names()
    painter = question.find_painter(blank, names)
    held = {name: question.values(f"{blank.key}.{name}") for name in names}
    # A card of which the deck has several copies has no single owner.
    single = {text for column in question.columns if column.box and column.box.exclusive for text in column.cards}
    others = single - set(held[painter])
    owners = {text: name for name in reversed(names) for text in held[name] if text in others}
    painters = [_draw_painter(blank, name, question.call(name), name == painter, len(held[name])) for name in names]
    mine = f"{blank.key}.{painter}"
    deck = _draw_deck(question, blank, lambda suit, text, value: (mine, text), owners=owners)
    return replace(shown, painters=tuple(painters), deck=deck)


def _draw_sides(question: Question, blank: EachBlank, sides: Items, shown: DrawnBlank) -> DrawnBlank:
    """Return the sides that cards can lie on, and the deck with the cards on the selected side marked."""
    side = question.find_painter(blank, [item for item, _ in sides])
    painters = []
    for item, words in sides:
        lying = sum(len(question.values(f"{blank.key}.{column.key}.{item}")) for column in question.columns)
        painters.append(_draw_painter(blank, item, words, item == side, lying))
    deck = _draw_deck(question, blank, lambda suit, text, value: (f"{blank.key}.{suit}.{side}", value))
    return replace(shown, painters=tuple(painters), deck=deck)


def _draw_painter(blank: Blank, choice: str, words: Text, chosen: bool, cards: int) -> Chip:
    """Return the chip that selects a player or side, with the number of its cards."""
    spoken = Plural("%(who)s, %(count)s card", "%(who)s, %(count)s cards", cards, who=words)
    return Chip(words, f"painter.{blank.key}:{choice}", chosen, about=Literal(str(cards)), spoken=spoken)


def _draw_numbers(question: Question, blank: EachBlank, number: NumberBlank, shown: DrawnBlank) -> DrawnBlank:
    """Return the players with their numbers, and the chips for the selected player.

    If nobody has been selected, the first player without a number counts as selected.
    """
    names = question.list_names()
    numbers = {name: question.value(f"{blank.key}.{name}") for name in names}
    painter = question.find_painter(blank, names, next((name for name in names if not numbers[name]), ""))
    painters = [
        Chip(question.call(name), f"painter.{blank.key}:{name}", name == painter, about=Literal(text or "\u2013"))
        for name, text in numbers.items()
    ]
    line = _draw_chips(question, number, f"{blank.key}.{painter}")
    return replace(shown, painters=tuple(painters), lines=(line,))


def _draw_field(question: Question, key: str, *parts: Text) -> WordsField:
    label = Text("%(first)s, %(second)s", first=parts[0], second=parts[1]) if len(parts) > 1 else parts[0]
    return WordsField(key, label, question.value(key))


def _draw_counts_of_suits(
    question: Question, blank: EachBlank, parts: Mapping[str, Text], shown: DrawnBlank
) -> DrawnBlank:
    """Return the players, and for the selected one a text field for each part of each suit."""
    names = question.list_names()
    painter = question.find_painter(blank, names)
    painters = [Chip(question.call(name), f"painter.{blank.key}:{name}", name == painter) for name in names]
    typed = []
    for column in question.columns:
        key = f"{blank.key}.{painter}.{column.key}"
        fields = [_draw_field(question, f"{key}.{part}", column.name, label) for part, label in parts.items()]
        typed.append(FieldLine(column.name, fields, column.suit))
    return replace(shown, painters=tuple(painters), heads=tuple(parts.values()), typed=tuple(typed))


def _draw_rounds(question: Question, blank: Blank, number: NumberBlank, shown: DrawnBlank) -> DrawnBlank:
    """Return a table with a line per round and a column per player, plus one line for the next round."""
    names = question.list_names()
    # One empty line is always left, up to the maximum number of rounds.
    last = min(max(_find_rounds(question, blank), default=0) + 1, MOST_TYPED_ROUNDS)
    typed = []
    for played in range(1, last + 1):
        fields = []
        for name in names:
            key = f"{blank.key}.{played}.{name}"
            field = _draw_field(question, key, Text("Round %(number)s", number=played), question.call(name))
            if number.least < 0:
                spoken = Text("%(what)s, %(below)s", what=field.label, below=BELOW)
                chosen = bool(question.value(f"{key}.minus"))
                field = field._replace(minus=Chip(Literal("\u2212"), f"{key}.minus:1", chosen, spoken=spoken))
            fields.append(field)
        typed.append(FieldLine(Literal(str(played)), fields))
    return replace(shown, heads=tuple(map(question.call, names)), typed=tuple(typed))


def _find_rounds(question: Question, blank: Blank) -> Iterator[int]:
    """Yield the round of each number typed into the blank. A round can be yielded several times."""
    for key, _ in question.taps:
        match = re.fullmatch(rf"{re.escape(blank.key)}\.([0-9]{{1,2}})\.[A-Z]", key)
        if match and 1 <= int(match[1]) <= MOST_TYPED_ROUNDS:
            yield int(match[1])


# What is tapped


def list_typed(drawn: Sequence[DrawnBlank]) -> set[str]:
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
        question.undo(list_typed(draw_form(question)))
    elif what == "ask":
        question.replace(ASKED, "1")
        return "answer"
    elif first == "painter" and value:
        question.replace(key, value)
        return f"blank-{rest}"
    elif blank and value:
        _tap_blank(question, blank, key, value)
        return f"blank-{first}"
    return ""


def _tap_blank(question: Question, blank: Blank, key: str, value: str) -> None:
    """Apply a tap. A value replaces any other, or is added to a list. A second tap removes it."""
    match blank:
        case PlayersBlank(counted=True, needed=False):
            question.choose(COUNT_FIELD, value)
        case PlayersBlank():
            question.replace(COUNT_FIELD, value)
        case ManyBlank(of=CardBlank()):
            # If a card cannot be added again, all its copies are removed instead.
            question.add(key, value, _count_copies(question, value), blank.most)
        case ManyBlank(repeated=True):
            question.add(key, value, blank.most, blank.most)
        case EachBlank(of=CardsBlank()):
            _tap_pile(question, blank, key, value)
        case ManyBlank(of=NumberBlank()) | EachBlank(of=ManyBlank(of=NumberBlank()) | EachBlank(of=ManyBlank())):
            question.add(key, value, max(map(question.count_copies, question.columns), default=1))
        case EachBlank(by="players", of=NumberBlank()):
            question.choose(key, value)
            # With no player selected, the next tap goes to the next one without a number.
            question.replace(f"painter.{blank.key}")
        case ManyBlank(of=ChoiceBlank() | PlayerBlank()) | EachBlank(of=ManyBlank()):
            question.add(key, value)
        case _:
            question.choose(key, value)


def _tap_pile(question: Question, blank: Blank, key: str, value: str) -> None:
    """Add a card to a player's pile, or remove it. If there is only one, also remove it from any other pile."""
    box = next((column.box for column in question.columns if value in column.cards), None)
    if box and box.exclusive:
        question.taps = [
            (name, card)
            for name, card in question.taps
            if card != value or name == key or not name.startswith(f"{blank.key}.")
        ]
    question.add(key, value, _count_copies(question, value))


def _count_copies(question: Question, text: str) -> int:
    """Return how many copies of a card the deck has. Return 1 for an unknown card."""
    return next((question.count_copies(column) for column in question.columns if text in column.cards), 1)


# What was entered


def read_inputs(question: Question) -> dict[str, object]:
    """Return the input of the ruling, by key of the blank.

    Raise Missing with the key of the first incomplete blank, or with "" if nothing has been tapped. Raise Malformed if
    a value is not valid.
    """
    values: dict[str, object] = {}
    missing: list[Missing] = []
    for blank in question.ruling.blanks:
        try:
            value = read_blank(question, blank)
        except Missing as half:
            # Read on: what is wrong further down is reported before what is missing.
            missing.append(half)
            continue
        if value is not None:
            values[blank.key] = value
        elif blank.needed:
            missing.append(Missing(blank.key, MISSING_PART))
    # On an untouched page nothing is named as missing yet.
    if not question.taps or not (values or missing):
        raise Missing("", MISSING_PART)
    if missing:
        raise missing[0]
    return values


def read_blank(question: Question, blank: Blank) -> Any:
    """Return the value for the ruling, or None while the blank is empty.

    Raise Missing if part of it is missing. Raise Malformed if it is not valid.
    """
    match blank:
        case TickBlank():
            return bool(question.value(blank.key)) or (False if blank.needed else None)
        case PlayersBlank():
            return question.players if blank.counted else list(question.list_names())
        case ManyBlank(of=EachBlank()):
            numbers = sorted(set(_find_rounds(question, blank)))
            rounds = [_read_blank(question, blank.of, f"{blank.key}.{number}", blank) for number in numbers]
            return [points for points in rounds if points] or None
    value = _read_blank(question, blank, blank.key, blank)
    match blank:
        case ManyBlank(least=least):
            if 0 < len(value) < least:
                raise Missing(blank.key, MISSING_PART)
            return value if value or (blank.needed and not least) else None
        case EachBlank(of=CardsBlank()) if blank.needed:
            # Somebody without cards is waited for until the question is marked as complete.
            return value if all(value.values()) or question.value(ASKED) else None
        case EachBlank(of=CardsBlank()):
            return {name: pile for name, pile in value.items() if pile} or None
        case EachBlank(by="players", of=EachBlank(of=NumberBlank())) if not blank.needed:
            value = {name: numbers for name, numbers in value.items() if numbers}
    if isinstance(blank, EachBlank):
        lists = isinstance(blank.of, ManyBlank) or (
            isinstance(blank.of, EachBlank) and isinstance(blank.of.of, ManyBlank)
        )
        optional = blank.partial or lists
        return value if is_filled(value) or (optional and blank.needed) else None
    return value


def _read_blank(question: Question, of: Blank, key: str, blank: Blank) -> Any:
    """Return what is entered below a key of a blank: None for a single value that is blank, otherwise a collection."""
    match of:
        case NumberBlank():
            return _read_number(question, key, of)
        case PlayerBlank():
            return next(reversed(question.list_people(key)), None)
        case ManyBlank(of=PlayerBlank()):
            return question.list_people(key)
        case ManyBlank(of=NumberBlank() as number):
            return [parse_whole(text, key, number.least, number.most) for text in question.values(key)]
        case ManyBlank():
            return question.values(key)
        case CardsBlank():
            return _read_cards(question, key)
        case EachBlank():
            return _read_each(question, of, key, blank)
    return question.value(key) or None


def _read_number(question: Question, key: str, of: NumberBlank) -> int | None:
    """Return the number of a key, or None if there is none. It is negative if its minus chip is chosen."""
    text = question.value(key)
    if not text:
        return None
    number = parse_whole(text, key, of.least, of.most)
    # `abs`, because a number can be typed with a minus and have its chip chosen as well.
    return -abs(number) if question.value(f"{key}.minus") else number


def _read_cards(question: Question, key: str) -> dict[str, list[int]]:
    cards: dict[str, list[int]] = {}
    for card in question.values(key):
        suit, _, value = card.rpartition("-")
        cards.setdefault(suit, []).append(parse_whole(value, key, 0, 99))
    return cards


def _read_each(question: Question, of: EachBlank, key: str, blank: Blank) -> Any:
    """Return the values by name. Raise Missing if only some are entered and all or the first of them are needed."""
    match of.by:
        case "players":
            names: Sequence[str] = question.list_names()
        case "suits":
            names = question.deck.suits
        case items:
            names = [item for item, _ in items]
    values = {name: _read_blank(question, of.of, f"{key}.{name}", blank) for name in names}
    known = {name: value for name, value in values.items() if value is not None}
    if of.listed:
        whole = len(known) == len(names) or (of.partial and names[0] in known)
        if known and not whole:
            raise Missing(blank.key, MISSING_PART)
        return [*values.values()] if known else None
    if not of.partial and 0 < len(known) < len(names):
        raise Missing(blank.key, MISSING_PART)
    return known


def is_filled(value: object) -> bool:
    """Return whether a value is not empty, at any depth."""
    return any(map(is_filled, value.values())) if isinstance(value, dict) else value not in (None, [])


# What a table knows


def is_in_range(blank: Blank, value: Any) -> bool:
    """Return whether a value is within what can be tapped or typed. Only numbers have a range."""
    match blank:
        case NumberBlank():
            return blank.least <= int(value) <= blank.most
        case EachBlank(by="players", of=NumberBlank() as number):
            return all(is_in_range(number, part) for part in value.values())
    return True


def list_taps(blank: Blank, value: Any, letters: Letters, key: str = "") -> Pairs:
    """Yield the query parameters that enter a value as if it had been tapped."""
    key = key or blank.key
    match blank:
        case PlayerBlank():
            yield key, letters[value]
        case ManyBlank():
            for number, part in enumerate(value, 1):
                under = f"{key}.{number}" if isinstance(blank.of, EachBlank) else key
                yield from list_taps(blank.of, part, letters, under)
        case CardsBlank():
            for suit, cards in value.items():
                yield from ((key, f"{suit}-{card}") for card in cards)
        case EachBlank():
            for name, part in _pair_with_names(blank, value):
                under = letters[name] if blank.by == "players" else name
                yield from list_taps(blank.of, part, letters, f"{key}.{under}")
        case NumberBlank() if value < 0:
            # The sign is a chip of its own, because the number keyboards of many phones have no minus.
            yield from ((key, str(abs(value))), (f"{key}.minus", "1"))
        case TickBlank():
            yield from [(key, "1")] if value else []
        # The number of players has its own tap, which all blanks share.
        case _ if not isinstance(blank, PlayersBlank):
            yield key, str(value)


def _pair_with_names(blank: EachBlank, value: Any) -> list[tuple[str, Any]]:
    """Return the name of each value that is known, with the value."""
    if not blank.listed or isinstance(blank.by, str):
        return [*value.items()]
    return [(item, part) for (item, _), part in zip(blank.by, value, strict=True) if part is not None]
