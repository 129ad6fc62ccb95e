"""Options that a table agrees on before it plays, among them options whose value is an order of things."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.games.errors import Malformed
from scorekeeper.games.pad import Mark, Setup
from scorekeeper.language.text import Literal, Text

OPEN = Text("no limit")

WORD_LENGTH = 16
"""Maximum letters of a word that a table chooses, such as the name of a suit."""


@dataclass(frozen=True, slots=True)
class Option:
    """A setting that a table agrees on before it plays.

    A number option has no choices and runs from `least` to `most`. If `least` is 0, then 0 means "open", shown as
    `empty`. A `words` option is a name of up to `self.letters` letters; the default name is `empty`, in the reader's
    language. The value of an `order` option names all of its things in the agreed order: "b,a,c".
    """

    key: str
    label: Text
    choices: tuple[tuple[str, Text], ...] = ()
    """Its values with their labels; the first one is the default. A number option has none."""
    default: Mark = ""
    most: int = 0
    least: int = 0
    words: bool = False
    order: tuple[tuple[str, Text], ...] = ()
    empty: Text = OPEN
    turns: Text | None = None
    """A note on how another option would change this default: "When counting down: 0"."""

    @property
    def letters(self) -> int:
        """The maximum number of letters of a `words` option."""
        return self.most or WORD_LENGTH


def arrange(option: Option, value: Mark) -> tuple[str, ...]:
    """Return the things of an order option in the order that the value gives. Things that it does not name come last.

    Decision: order-default
    """
    known = dict(option.order)
    named = [key for key in str(value).split(",") if key in known]
    # `dict.fromkeys` keeps the first of each, so a name that comes twice does no harm.
    return tuple(dict.fromkeys([*named, *known]))


def order_at(setup: Setup, option: Option) -> tuple[str, ...]:
    """Return the things of an order option, first to last, as this table agreed."""
    return arrange(option, setup.options.get(option.key, option.default))


def spelled_order(keys: Sequence[str]) -> str:
    """Serialise an order of things as the value of an option."""
    return ",".join(keys)


def checked_order(option: Option, value: str) -> str:
    """Return the value of an order option unchanged. Raise Malformed unless it names every thing exactly once."""
    if sorted(value.split(",")) != sorted(key for key, _ in option.order):
        raise Malformed(option.key, Text("%(what)s: each one has exactly one place.", what=option.label))
    return value


def put_last(option: Option, value: Mark, key: str) -> str:
    """Return the value of an order option with one thing moved to the end; an unknown key changes nothing.

    Tapping the things one after another can therefore produce any order.
    """
    rest = [other for other in arrange(option, value) if other != key]
    return spelled_order([*rest, *([key] if key in dict(option.order) else [])])


def describe_value(option: Option, value: Mark) -> Text:
    """Describe the chosen value of an option in words."""
    if option.order:
        labels = dict(option.order)
        return Text("%(what)s", what=tuple([labels[key] for key in arrange(option, value)]))
    # A default name is stored in English. It is recognised here and shown in the reader's language.
    if value == (option.default if option.words else 0) and not option.least:
        return option.empty
    return dict(option.choices).get(str(value), Literal(str(value)))
