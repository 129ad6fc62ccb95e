"""What a table has chosen for an option: read back, and said in words."""

from collections.abc import Sequence

from scorekeeper.games.base import Malformed, Mark, Option, Setup
from scorekeeper.text import Literal, Text


def arranged(option: Option, value: Mark) -> tuple[str, ...]:
    """The things that an option puts in order, first to last; what a value does not name comes at the end, as usual."""
    known = dict(option.order)
    named = [key for key in str(value).split(",") if key in known]
    return tuple(dict.fromkeys([*named, *known]))


def order_at(setup: Setup, option: Option) -> tuple[str, ...]:
    """That order as the table has agreed on it."""
    return arranged(option, setup.options.get(option.key, option.default))


def spelled_order(keys: Sequence[str]) -> str:
    """An order as the value of an option."""
    return ",".join(keys)


def checked_order(option: Option, value: str) -> str:
    """The value of an order as it will be kept. Raises Malformed unless it names everything once."""
    if sorted(value.split(",")) != sorted(key for key, _ in option.order):
        raise Malformed(option.key, Text("%(what)s: every one of them has one place.", what=option.label))
    return value


def put_last(option: Option, value: Mark, key: str) -> str:
    """The order once one thing has gone to its end, so that tapping all of them in turn makes any order."""
    rest = [other for other in arranged(option, value) if other != key]
    return spelled_order([*rest, *([key] if key in dict(option.order) else [])])


def said(option: Option, value: Mark) -> Text:
    """What was chosen, in words."""
    if option.order:
        labels = dict(option.order)
        return Text("%(what)s", what=tuple([labels[key] for key in arranged(option, value)]))
    if value == (option.default if option.words else 0) and not option.least:
        return option.empty
    return dict(option.choices).get(str(value), Literal(str(value)))
