"""The form of a question: how each kind of blank is drawn, tapped and parsed, and which taps fill it in.

The taps are the pairs in the address. The key of a pair is that of the blank; each player, suit, item or round to
which a value belongs adds a dot and its own key. So a blank is an entry, such as a number, and the axes along which
it is asked for, such as players and suits.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple
from typing import Literal as OneOf

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

BELOW = Text("below 0")

WHO = PlayersBlank(Text("Players"), key=COUNT_FIELD)
"""The blank for the number of players, added to a question about players that has no such blank."""

Letters = Mapping[str, str]
"""The letter of each player in the address, by name."""

Pairs = Iterator[tuple[str, str]]
"""Query parameters, as (key, value). Each stands for a tap or a filled text field."""

Axis = OneOf["players", "suits", "rounds"] | Items
"""What a blank is asked for one by one: "players", "suits", "rounds" or some items."""


class AxisPlace(NamedTuple):
    """A player, suit, item or round for which a blank is asked."""

    key: str
    name: Text
    suit: Suit | None = None
    spoken: Text | None = None
    """What screen readers say instead of the name."""


def split(blank: Blank) -> tuple[list[Axis], Blank]:
    """Return the axes of a blank, from the outside in, and the entry that is asked for each place."""
    axes: list[Axis] = []
    while isinstance(blank, EachBlank | ManyBlank):
        if isinstance(blank, EachBlank):
            axes.append(blank.by)
        elif isinstance(blank.of, EachBlank):
            axes.append("rounds")
        else:
            break
        blank = blank.of
    return axes, blank


def names_somebody(blanks: Sequence[Blank]) -> bool:
    """Return whether any of the blanks is about players, so that their number must be known."""
    for axes, entry in map(split, blanks):
        one = entry.of if isinstance(entry, ManyBlank) else entry
        if "players" in axes or isinstance(one, PlayersBlank | PlayerBlank):
            return True
    return False


def list_places(question: Question, axis: Axis, key: str) -> list[AxisPlace]:
    """Return the places of an axis for the blank with this key. There is one more round than has been entered."""
    match axis:
        case "players":
            return [AxisPlace(name, question.call(name)) for name in question.list_names()]
        case "suits":
            return [AxisPlace(suit.key, suit.name, suit.suit) for suit in question.suits]
        case "rounds":
            typed = [re.fullmatch(rf"{re.escape(key)}\.([0-9]{{1,2}})\.[A-Z]", tapped) for tapped, _ in question.taps]
            entered = [int(match[1]) for match in typed if match and int(match[1]) <= MOST_TYPED_ROUNDS]
            last = min(max(entered, default=0) + 1, MOST_TYPED_ROUNDS)
            numbers = range(1, last + 1)
            return [AxisPlace(str(n), Literal(str(n)), spoken=Text("Round %(number)s", number=n)) for n in numbers]
    return [AxisPlace(item, words) for item, words in axis]


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


def draw_blank(question: Question, blank: Blank) -> DrawnBlank:
    """Return a blank as drawn."""
    axes, entry = split(blank)
    shown = DrawnBlank(blank.key, blank.label)
    match entry:
        case TickBlank():
            chip = Chip(blank.label, f"{blank.key}:1", bool(question.value(blank.key)))
            return replace(shown, lines=(ChipLine("picks", [chip]),), plain=True)
        case PlayersBlank():
            chosen = question.players if entry.counted else len(question.list_names())
            sizes = [Chip(Literal(str(size)), f"{blank.key}:{size}", size == chosen) for size in question.sizes]
            return replace(shown, lines=(ChipLine("counts", sizes),))
        case CardBlank() | ManyBlank(of=CardBlank()):
            tapped = question.values(blank.key)
            full = isinstance(entry, ManyBlank) and len(tapped) >= entry.most
            cards = [card for text in tapped if (card := question.cards.get(text))]
            return replace(shown, chosen=tuple(cards), deck=_draw_deck(question, blank.key, full=full))
        case CardsBlank():
            return _draw_hands(question, axes, shown)
        case ManyBlank(of=NumberBlank()) if "suits" in axes:
            return _draw_hands(question, axes, shown)
        case WordBlank():
            return _draw_fields(question, axes, entry, replace(shown, words=True))
        case NumberBlank(items=()) if entry.most - entry.least >= CHIPS:
            return _draw_fields(question, axes, entry, shown)
        case NumberBlank(items=()) if axes:
            return _draw_numbers(question, entry, shown)
    places = list_places(question, axes[0], blank.key) if axes else []
    lines = [_draw_chips(question, entry, f"{blank.key}.{place.key}", place.name, place.suit) for place in places]
    return replace(shown, lines=tuple(lines) if axes else (_draw_chips(question, entry, blank.key),))


def _draw_chips(
    question: Question, entry: Blank, key: str, name: Text | None = None, suit: Suit | None = None
) -> ChipLine:
    """Return a line with a chip for each value that an entry, or each part of a list, can have."""
    several = isinstance(entry, ManyBlank)
    one = entry.of if isinstance(entry, ManyBlank) else entry
    chosen = question.values(key) if several else question.values(key)[-1:]
    if isinstance(one, ChoiceBlank) and not one.items:
        room = entry.most if isinstance(entry, ManyBlank) and entry.repeated else len(question.suits)
        suits = [
            Chip(
                choice.suit.letters,
                f"{key}:{choice.key}",
                chosen.count(choice.key),
                full=several and len(chosen) >= room and choice.key not in chosen,
                suit=choice.suit,
                spoken=choice.name,
            )
            for choice in question.suits
        ]
        return ChipLine("suits", suits)
    look, items = "picks", getattr(one, "items", ())
    if isinstance(one, PlayerBlank):
        items = [(letter, question.call(letter)) for letter in question.list_names()]
    elif isinstance(one, NumberBlank) and not items:
        look = "chips" if several else "counts"
        items = [(str(number), Literal(str(number))) for number in range(one.least, one.most + 1)]
    return ChipLine(look, [Chip(words, f"{key}:{item}", chosen.count(item)) for item, words in items], name, suit)


def _draw_deck(
    question: Question, key: str, side: str = "", full: bool = False, owners: Mapping[str, str] = {}
) -> tuple[ChipLine, ...]:
    """Return the suits of the deck, with the cards tapped under a key marked. The suit tapped last is open.

    If there are sides, the keys are those of the suits and of this `side`, and the values are those of the cards. With
    `full`, no other card can be tapped. `owners` has who holds a card, by its name in an address.
    """
    blank = key.partition(".")[0]
    last_key, last_value = next((tap for tap in reversed(question.taps) if tap[0].split(".")[0] == blank), ("", ""))
    suits = [suit.key for suit in question.suits]
    opened = next(
        (suit for suit in suits if last_value.startswith(f"{suit}-") or suit in last_key.split(".")), suits[0]
    )
    lines = []
    for suit in question.suits:
        chips = []
        under = f"{key}.{suit.key}.{side}" if side else key
        for value in suit.values:
            text = f"{suit.key}-{value}"
            tap = value if side else text
            count, owner = question.values(under).count(tap), owners.get(text, "")
            spoken = question.cards[text].name
            chips.append(Chip(Literal(value), f"{under}:{tap}", count, owner, full and not count, spoken=spoken))
        lines.append(ChipLine("deck", chips, suit.name, suit.suit, suit.key == opened))
    return tuple(lines)


def _draw_hands(question: Question, axes: Sequence[Axis], shown: DrawnBlank) -> DrawnBlank:
    """Return the players or the sides of a row, and the deck with the cards of the selected one marked."""
    key, places, by_suit = shown.key, list_places(question, axes[-1], shown.key), "suits" in axes
    under = [f"{key}.{suit.key}" for suit in question.suits] if by_suit else [key]
    held = {place.key: [card for part in under for card in question.values(f"{part}.{place.key}")] for place in places}
    painter = question.find_painter(key, [*held])
    # A card of which the deck has several copies has no single owner.
    single = {text for text, card in question.cards.items() if card.copies == 1}
    others = single - set(held[painter])
    owners = {text: name for name in reversed(held) for text in held[name] if text in others}
    deck = _draw_deck(question, key, painter) if by_suit else _draw_deck(question, f"{key}.{painter}", owners=owners)
    painters = _draw_painters(key, places, painter, {place: len(cards) for place, cards in held.items()})
    return replace(shown, painters=painters, deck=deck)


def _draw_painters(
    key: str, places: Sequence[AxisPlace], painter: str, cards: Mapping[str, int] = {}, numbers: Mapping[str, str] = {}
) -> tuple[Chip, ...]:
    """Return the chips that select a player or side, each with the number of its `cards` or the number entered."""
    chips = []
    for place in places:
        chip = Chip(place.name, f"painter.{key}:{place.key}", place.key == painter)
        if cards:
            count = cards[place.key]
            spoken = Plural("%(who)s, %(count)s card", "%(who)s, %(count)s cards", count, who=place.name)
            chip = chip._replace(about=Literal(str(count)), spoken=spoken)
        elif numbers:
            chip = chip._replace(about=Literal(numbers[place.key] or "\u2013"))
        chips.append(chip)
    return tuple(chips)


def _draw_numbers(question: Question, number: NumberBlank, shown: DrawnBlank) -> DrawnBlank:
    """Return the players with their numbers, and the chips for the selected player.

    If nobody has been selected, the first player without a number counts as selected.
    """
    places = list_places(question, "players", shown.key)
    numbers = {place.key: question.value(f"{shown.key}.{place.key}") for place in places}
    painter = question.find_painter(shown.key, [*numbers], next((name for name in numbers if not numbers[name]), ""))
    line = _draw_chips(question, number, f"{shown.key}.{painter}")
    return replace(shown, painters=_draw_painters(shown.key, places, painter, numbers=numbers), lines=(line,))


def _draw_fields(question: Question, axes: Sequence[Axis], entry: Blank, shown: DrawnBlank) -> DrawnBlank:
    """Return a text field for each place, in a table if there are two axes. Players are then its columns.

    With three axes, the table is that of the selected player.
    """
    key, painters = shown.key, shown.painters
    places = [list_places(question, axis, key) for axis in axes]
    if len(axes) < 2:
        labels = {f"{key}.{place.key}": place.name for place in places[0]} if axes else {key: shown.label}
        fields = [WordsField(under, label, question.value(under)) for under, label in labels.items()]
        return replace(shown, typed=tuple([FieldLine(field.label if axes else None, [field]) for field in fields]))
    if len(axes) > 2:
        painter = question.find_painter(key, [player.key for player in places[0]])
        painters = _draw_painters(key, places[0], painter)
        key, axes, places = f"{key}.{painter}", axes[1:], places[1:]
    by_player = axes[0] == "players"
    rows, columns = reversed(places) if by_player else places
    lines = []
    for row in rows:
        fields = []
        for column in columns:
            under = f"{key}.{column.key}.{row.key}" if by_player else f"{key}.{row.key}.{column.key}"
            fields.append(_draw_field(question, under, row, column, entry))
        lines.append(FieldLine(row.name, fields, row.suit))
    heads = tuple([column.name for column in columns])
    return replace(shown, painters=painters, heads=heads, typed=tuple(lines))


def _draw_field(question: Question, key: str, row: AxisPlace, column: AxisPlace, entry: Blank) -> WordsField:
    """Return a text field of a table, with a chip for the sign if its number can be negative."""
    label = Text("%(first)s, %(second)s", first=row.spoken or row.name, second=column.name)
    field = WordsField(key, label, question.value(key))
    if not isinstance(entry, NumberBlank) or entry.least >= 0:
        return field
    spoken = Text("%(what)s, %(below)s", what=label, below=BELOW)
    chosen = bool(question.value(f"{key}.minus"))
    return field._replace(minus=Chip(Literal("\u2212"), f"{key}.minus:1", chosen, spoken=spoken))


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
    axes, entry = split(blank)
    copies = question.cards[value].copies if value in question.cards else 1
    match entry:
        case PlayersBlank(counted=True, needed=False):
            question.choose(COUNT_FIELD, value)
        case PlayersBlank():
            question.replace(COUNT_FIELD, value)
        case CardsBlank():
            if copies == 1:
                # It leaves the pile of any other player.
                question.taps = [
                    tap
                    for tap in question.taps
                    if tap[1] != value or tap[0] == key or not tap[0].startswith(f"{blank.key}.")
                ]
            question.add(key, value, copies)
        case ManyBlank(of=CardBlank()):
            # If a card cannot be added again, all its copies are removed instead.
            question.add(key, value, copies, entry.most)
        case ManyBlank(of=NumberBlank()):
            question.add(key, value, max([suit.copies for suit in question.suits], default=1))
        case ManyBlank(repeated=True):
            question.add(key, value, entry.most, entry.most)
        case ManyBlank():
            question.add(key, value)
        case _:
            question.choose(key, value)
            if axes == ["players"]:
                # With no player selected, the next tap goes to the next one without a number.
                question.replace(f"painter.{blank.key}")


# What was entered


def read_inputs(question: Question) -> dict[str, object]:
    """Return the input of the ruling, by key of the blank.

    Raise Missing with the key of the first incomplete part, or with "" if nothing has been tapped. Raise Malformed if
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
            missing.append(Missing(blank.key))
    # On an untouched page nothing is named as missing yet.
    if not question.taps or not (values or missing):
        raise Missing("")
    if missing:
        raise missing[0]
    return values


def read_blank(question: Question, blank: Blank) -> Any:
    """Return the value for the ruling, or None while the blank is empty.

    Raise Missing if part of it is missing. Raise Malformed if it is not valid.
    """
    _, entry = split(blank)
    value = _read_part(question, blank, blank.key)
    match blank:
        case TickBlank():
            return bool(value) or (False if blank.needed else None)
        case EachBlank(of=CardsBlank()) if blank.needed:
            # Somebody without cards is waited for until the question is marked as complete.
            return value if all(value.values()) or question.value(ASKED) else None
        case EachBlank(of=CardsBlank() | EachBlank(of=NumberBlank())) if not blank.needed:
            value = {name: part for name, part in value.items() if part}
    may_be_empty = getattr(blank, "partial", False) or (isinstance(entry, ManyBlank) and not entry.least)
    return value if is_filled(value) or (blank.needed and may_be_empty) else None


def _read_part(question: Question, part: Blank, key: str) -> Any:
    """Return what is entered below a key: None for a single value that is blank, otherwise a collection."""
    match part:
        case EachBlank():
            return _read_each(question, part, key)
        case ManyBlank(of=EachBlank() as of):
            places = list_places(question, "rounds", key)
            return [points for place in places if (points := _read_part(question, of, f"{key}.{place.key}"))]
        case ManyBlank(of=PlayerBlank()):
            return question.list_people(key)
        case ManyBlank(of=NumberBlank() as number):
            return [parse_whole(text, key, number.least, number.most) for text in question.values(key)]
        case ManyBlank():
            if 0 < len(question.values(key)) < part.least:
                raise Missing(key)
            return question.values(key)
        case CardsBlank():
            cards: dict[str, list[int]] = {}
            for card in question.values(key):
                suit, _, value = card.rpartition("-")
                cards.setdefault(suit, []).append(parse_whole(value, key, 0, 99))
            return cards
        case PlayersBlank():
            return question.players if part.counted else list(question.list_names())
        case PlayerBlank():
            return next(reversed(question.list_people(key)), None)
        case NumberBlank() if text := question.value(key):
            typed = parse_whole(text, key, part.least, part.most)
            # `abs`, because a number can be typed with a minus and have its chip chosen as well.
            return -abs(typed) if question.value(f"{key}.minus") else typed
    return question.value(key) or None


def _read_each(question: Question, each: EachBlank, key: str) -> Any:
    """Return the values by name. Raise Missing if only some are entered and all or the first of them are needed."""
    names = [place.key for place in list_places(question, each.by, key)]
    values = {name: _read_part(question, each.of, f"{key}.{name}") for name in names}
    known = {name: value for name, value in values.items() if value is not None}
    enough = not known or len(known) == len(names) or (each.partial and (not each.listed or names[0] in known))
    if not enough:
        raise Missing(key)
    if each.listed:
        return [*values.values()] if known else None
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
