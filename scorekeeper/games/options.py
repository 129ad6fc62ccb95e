"""What a table agrees on before it plays: an option, its choices, and an order of things as a value."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.games.errors import Malformed
from scorekeeper.games.pad import Mark, Setup
from scorekeeper.language.text import Literal, Text

OPEN = Text("no limit")

WORD_LENGTH = 16
"""Letters that a table may use for a word of its own, such as the name of a suit."""


@dataclass(frozen=True, slots=True)
class Option:
    """Something a table agrees on before it plays: its choices in words, the first one being usual.

    A number option has no choices and runs from `least` (0: open, or what `empty` says) to `most`; a `words` option is
    a name of up to `letters`; a default one is `empty`
    in the reader's language; an `order` option puts these things in an order, its value names all of them: "b,a,c".
    `turns` says what it comes to once another option is chosen, where that is another thing than what stands there.
    """

    key: str
    label: Text
    choices: tuple[tuple[str, Text], ...] = ()
    default: Mark = ""
    most: int = 0
    least: int = 0
    words: bool = False
    order: tuple[tuple[str, Text], ...] = ()
    empty: Text = OPEN
    turns: Text | None = None

    @property
    def letters(self) -> int:
        """Letters that a word of the table's own may have. Ours: as many as a suit needs, unless the game says more."""
        return self.most or WORD_LENGTH


def arranged(option: Option, value: Mark) -> tuple[str, ...]:
    """The things that an option puts in order, first to last; what a value does not name comes at the end, as usual.

    Ours: what is not named stays as usual.
    """
    known = dict(option.order)
    named = [key for key in str(value).split(",") if key in known]
    return tuple(dict.fromkeys([*named, *known]))


def order_at(setup: Setup, option: Option) -> tuple[str, ...]:
    """That order as the table has agreed on it. Ours: what was agreed before play holds."""
    return arranged(option, setup.options.get(option.key, option.default))


def spelled_order(keys: Sequence[str]) -> str:
    """An order as the value of an option. Ours: how an order is kept."""
    return ",".join(keys)


def checked_order(option: Option, value: str) -> str:
    """The value of an order as it will be kept. Raises Malformed unless it names everything once.

    Ours: how an order is kept.
    """
    if sorted(value.split(",")) != sorted(key for key, _ in option.order):
        raise Malformed(option.key, Text("%(what)s: every one of them has one place.", what=option.label))
    return value


def put_last(option: Option, value: Mark, key: str) -> str:
    """The order once one thing has gone to its end, so that tapping all of them in turn makes any order.

    Ours: one tap a thing makes any order.
    """
    rest = [other for other in arranged(option, value) if other != key]
    return spelled_order([*rest, *([key] if key in dict(option.order) else [])])


def said(option: Option, value: Mark) -> Text:
    """What was chosen, in words. Ours: how a choice is said."""
    if option.order:
        labels = dict(option.order)
        return Text("%(what)s", what=tuple([labels[key] for key in arranged(option, value)]))
    if value == (option.default if option.words else 0) and not option.least:
        return option.empty
    return dict(option.choices).get(str(value), Literal(str(value)))
