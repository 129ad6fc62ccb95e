"""The blanks that hold numbers: few enough to tap, or typed into fields."""

from scorekeeper.games.question import Blank
from scorekeeper.language.text import Literal, Text
from scorekeeper.web.ask.blanks import Asked, Field, Line, Tap, Typed
from scorekeeper.web.ask.question import Question
from scorekeeper.web.ask.reading import ROUNDS, rounds_typed

CHIPS = 31
"""So many numbers can be tapped, more of them are typed."""

PARTS = (("count", Text("Cards")), ("sum", Text("Sum")))

BELOW = Text("below 0")


def _counts(key: str, blank: Blank, chosen: str) -> Line:
    """A chip for every number, or for its name."""
    if blank.items:
        return Line("picks", [Tap(words, f"{key}:{number}", number == chosen) for number, words in blank.items])
    numbers = [str(number) for number in range(blank.least, blank.most + 1)]
    return Line("counts", [Tap(Literal(number), f"{key}:{number}", number == chosen) for number in numbers])


def draw_number(question: Question, blank: Blank) -> Asked:
    """A chip for every number where they are few, else a field."""
    chosen = question.one(blank.key)
    if blank.most - blank.least < CHIPS:
        return Asked(blank.key, blank.label, lines=(_counts(blank.key, blank, chosen),))
    return Asked(blank.key, blank.label, typed=(Typed(None, [Field(blank.key, blank.label, chosen)]),))


# a number for each player


def draw_each(question: Question, blank: Blank) -> Asked:
    """The players, each with a number, and the chips for whoever has none yet."""
    names = question.names()
    numbers = {name: question.one(f"{blank.key}.{name}") for name in names}
    painter = question.painter(blank, names, next((name for name in names if not numbers[name]), ""))
    painters = [
        Tap(Literal(name), f"painter.{blank.key}:{name}", name == painter, about=Literal(number or "\u2013"))
        for name, number in numbers.items()
    ]
    line = _counts(f"{blank.key}.{painter}", blank, numbers[painter])
    return Asked(blank.key, blank.label, painters=tuple(painters), lines=(line,))


def tap_each(question: Question, blank: Blank, key: str, value: str) -> None:
    """A number for one player; the next tap is for the next one."""
    question.choose(key, value)
    question.put(f"painter.{blank.key}")


# tables of numbers


def _typed(question: Question, key: str, *parts: Text) -> Field:
    label = Text("%(first)s, %(second)s", first=parts[0], second=parts[1]) if len(parts) > 1 else parts[0]
    return Field(key, label, question.one(key))


def draw_row(question: Question, blank: Blank) -> Asked:
    """A field for every item."""
    typed = [Typed(words, [_typed(question, f"{blank.key}.{item}", words)]) for item, words in blank.items]
    return Asked(blank.key, blank.label, typed=tuple(typed))


def draw_sums(question: Question, blank: Blank) -> Asked:
    """A line for every suit, a column for every player."""
    names = question.names()
    typed = [
        Typed(
            column.name,
            [_typed(question, f"{blank.key}.{name}.{column.key}", column.name, Literal(name)) for name in names],
            column.suit,
        )
        for column in question.columns
    ]
    return Asked(blank.key, blank.label, heads=tuple(map(Literal, names)), typed=tuple(typed))


def draw_rounds(question: Question, blank: Blank) -> Asked:
    """A line for every round that is there and one more, a column for every player."""
    names = question.names()
    typed = []
    for number in range(1, min(max(rounds_typed(question, blank), default=0) + 1, ROUNDS) + 1):
        fields = []
        for name in names:
            key = f"{blank.key}.{number}.{name}"
            field = _typed(question, key, Text("Round %(number)s", number=number), Literal(name))
            below = Tap(
                Literal("\u2212"),
                f"{key}.minus:1",
                bool(question.one(f"{key}.minus")),
                spoken=Text("%(what)s, %(below)s", what=field.label, below=BELOW),
            )
            fields.append(field._replace(minus=below if blank.least < 0 else None))
        typed.append(Typed(Literal(str(number)), fields))
    return Asked(blank.key, blank.label, heads=tuple(map(Literal, names)), typed=tuple(typed))


def draw_quick(question: Question, blank: Blank) -> Asked:
    """The players, and for one of them a line for every suit: how many cards, and their sum."""
    names = question.names()
    painter = question.painter(blank, names)
    painters = [Tap(Literal(name), f"painter.{blank.key}:{name}", name == painter) for name in names]
    typed = []
    for column in question.columns:
        key = f"{blank.key}.{painter}.{column.key}"
        fields = [_typed(question, f"{key}.{part}", column.name, label) for part, label in PARTS]
        typed.append(Typed(column.name, fields, column.suit))
    heads = tuple([label for _, label in PARTS])
    return Asked(blank.key, blank.label, painters=tuple(painters), heads=heads, typed=tuple(typed))
