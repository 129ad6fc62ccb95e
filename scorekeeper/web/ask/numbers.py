"""Blanks for numbers, which are tapped if there are few to choose from and typed otherwise."""

from scorekeeper.games.question import Blank
from scorekeeper.language.text import Literal, Text
from scorekeeper.web.ask.blanks import DrawnBlank, Field, Line, Tap, Typed
from scorekeeper.web.ask.question import Question
from scorekeeper.web.ask.reading import ROUNDS, find_rounds

CHIPS = 31
"""Number of chips from which a number is chosen, at most. If there would be more, the number is typed."""

PARTS = (("count", Text("Cards")), ("sum", Text("Sum")))
"""Keys and labels of the two numbers that a quick count has per suit."""

BELOW = Text("below 0")


def _draw_counts(key: str, blank: Blank, chosen: str) -> Line:
    """Return a line with a chip per number, whose tap has the key `key`. The number `chosen` is marked.

    If the blank names its numbers, the chips show the names.
    """
    if blank.items:
        return Line("picks", [Tap(words, f"{key}:{number}", number == chosen) for number, words in blank.items])
    numbers = [str(number) for number in range(blank.least, blank.most + 1)]
    return Line("counts", [Tap(Literal(number), f"{key}:{number}", number == chosen) for number in numbers])


def draw_number(question: Question, blank: Blank) -> DrawnBlank:
    """Draw a chip for each number, or a text field if there are too many numbers."""
    chosen = question.value(blank.key)
    if blank.most - blank.least < CHIPS:
        return DrawnBlank(blank.key, blank.label, lines=(_draw_counts(blank.key, blank, chosen),))
    return DrawnBlank(blank.key, blank.label, typed=(Typed(None, [Field(blank.key, blank.label, chosen)]),))


# a number for each player


def draw_each(question: Question, blank: Blank) -> DrawnBlank:
    """Draw the players with their numbers, and the chips for the selected player.

    If nobody has been selected, the first player without a number counts as selected.
    """
    names = question.list_names()
    numbers = {name: question.value(f"{blank.key}.{name}") for name in names}
    painter = question.find_painter(blank, names, next((name for name in names if not numbers[name]), ""))
    painters = [
        Tap(Literal(name), f"painter.{blank.key}:{name}", name == painter, about=Literal(number or "\u2013"))
        for name, number in numbers.items()
    ]
    line = _draw_counts(f"{blank.key}.{painter}", blank, numbers[painter])
    return DrawnBlank(blank.key, blank.label, painters=tuple(painters), lines=(line,))


def tap_each(question: Question, blank: Blank, key: str, value: str) -> None:
    """Set the number of a player, or clear it if it was already chosen. Then deselect the player."""
    question.choose(key, value)
    # With no player selected, the next tap goes to the next one without a number.
    question.replace(f"painter.{blank.key}")


# tables of numbers


def _draw_field(question: Question, key: str, *parts: Text) -> Field:
    label = Text("%(first)s, %(second)s", first=parts[0], second=parts[1]) if len(parts) > 1 else parts[0]
    return Field(key, label, question.value(key))


def draw_row(question: Question, blank: Blank) -> DrawnBlank:
    """Draw a text field for each of the blank's items."""
    typed = [Typed(words, [_draw_field(question, f"{blank.key}.{item}", words)]) for item, words in blank.items]
    return DrawnBlank(blank.key, blank.label, typed=tuple(typed))


def draw_sums(question: Question, blank: Blank) -> DrawnBlank:
    """Draw a table of text fields with a line per suit and a column per player."""
    names = question.list_names()
    typed = [
        Typed(
            column.name,
            [_draw_field(question, f"{blank.key}.{name}.{column.key}", column.name, Literal(name)) for name in names],
            column.suit,
        )
        for column in question.columns
    ]
    return DrawnBlank(blank.key, blank.label, heads=tuple(map(Literal, names)), typed=tuple(typed))


def draw_rounds(question: Question, blank: Blank) -> DrawnBlank:
    """Draw a table of text fields with a line per round and a column per player, plus one line for the next round."""
    names = question.list_names()
    typed = []
    # One empty line is always left, up to the maximum number of rounds.
    for number in range(1, min(max(find_rounds(question, blank), default=0) + 1, ROUNDS) + 1):
        fields = []
        for name in names:
            key = f"{blank.key}.{number}.{name}"
            field = _draw_field(question, key, Text("Round %(number)s", number=number), Literal(name))
            below = Tap(
                Literal("\u2212"),
                f"{key}.minus:1",
                bool(question.value(f"{key}.minus")),
                spoken=Text("%(what)s, %(below)s", what=field.label, below=BELOW),
            )
            fields.append(field._replace(minus=below if blank.least < 0 else None))
        typed.append(Typed(Literal(str(number)), fields))
    return DrawnBlank(blank.key, blank.label, heads=tuple(map(Literal, names)), typed=tuple(typed))


def draw_quick(question: Question, blank: Blank) -> DrawnBlank:
    """Draw the players, and for the selected one two text fields per suit: the number of cards and their sum."""
    names = question.list_names()
    painter = question.find_painter(blank, names)
    painters = [Tap(Literal(name), f"painter.{blank.key}:{name}", name == painter) for name in names]
    typed = []
    for column in question.columns:
        key = f"{blank.key}.{painter}.{column.key}"
        fields = [_draw_field(question, f"{key}.{part}", column.name, label) for part, label in PARTS]
        typed.append(Typed(column.name, fields, column.suit))
    heads = tuple([label for _, label in PARTS])
    return DrawnBlank(blank.key, blank.label, painters=tuple(painters), heads=heads, typed=tuple(typed))
