"""Pad files that say something once for all suits: the same rows, boxes, values and checks are written out for each.

The table `[suits]` lists the suits. A row, box, value, tie-break or check whose key contains `{suit}` exists once for
each of them, in their order. In its formulas `{suit}` is the key of the suit, in its texts `{label}` is the label.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from scorekeeper.games.pads.formula import LONGEST_FORMULA
from scorekeeper.games.pads.pad import Content
from scorekeeper.games.pads.padfile import PARTS, SUIT, SYMBOL, Field, Mistake, Path, check_content, get_texts
from scorekeeper.language.text import Literal, Text

SUIT_LABEL = "{label}"
"""What stands for the label of the suit in a text."""

LIST = re.compile(r"\b(suits|earlier)\s*\(")
"""The pattern of a list of one argument per suit in a formula: of all suits, or of those before this one."""


def expand_suits(content: Content, look: str = "", order: Sequence[str] = ()) -> Content:
    """Return the content of a pad file with everything written out that it says once for all suits.

    `look` is the key of another look of the suits, "" for the usual one. `order` holds the keys of the suits in another
    order, or is empty. The content has been checked as written. Raise Mistake for what is wrong only once it is written
    out.

    Decision: pad-strict
    """
    if "suits" not in content:
        for path in _list_written_for_suits(content, ()):
            raise Mistake(path, Text("This pad has no suits. Add [suits.red]."))
        return content
    suits = {
        key: {**suit, **suit.get("look", {}).get(look, {})}
        for key, suit in [(key, content["suits"][key]) for key in order or content["suits"]]
    }
    expanded = _Expander(suits).expand_table({**content, "suits": suits}, "", ())
    # Keys can have become too long or too many.
    check_content(expanded)
    return expanded


def _list_written_for_suits(table: Content, path: Path) -> Iterator[Path]:
    """Yield the path of each key with `{suit}`."""
    for key, value in table.items():
        if SUIT in key:
            yield (*path, key)
        if isinstance(value, dict):
            yield from _list_written_for_suits(value, (*path, key))


class _Expander:
    """The suits of a pad file, and what they are put into. `suit` is the key of a suit, or "" outside of all suits."""

    def __init__(self, suits: Content) -> None:
        self.suits = suits

    def expand_table(self, table: Content, part: str, path: Path, suit: str = "") -> dict[str, Any]:
        """Return a part of a pad file, by the name of the part in PARTS, for one suit or outside of all suits."""
        fields = PARTS[part]
        return {key: self._expand_field(value, fields[key], (*path, key), suit) for key, value in table.items()}

    def _expand_field(self, value: Any, field: Field, path: Path, suit: str) -> Any:
        match field.kind:
            case "formula":
                return self._expand_formula(value, path, suit)
            case "words" | "sentence":
                return self._fill_label(value, path, suit)
            case "key" | "keys":
                return (
                    [key.replace(SUIT, suit) for key in value] if isinstance(value, list) else value.replace(SUIT, suit)
                )
            case "table":
                return self.expand_table(value, field.of, path, suit)
            case "sentences":
                return [self._fill_label(text, path, suit) for text in value]
            case "formulas" | "tables" if field.for_each_suit or suit:
                return self._expand_entries(value, field, path, suit)
            case "tables" if field.of in ("way", "saying"):
                return self._expand_entries(value, field, path, suit)
        return value

    def _expand_entries(self, table: Content, field: Field, path: Path, suit: str) -> dict[str, Any]:
        entries: dict[str, Any] = {}
        for written, value in table.items():
            # Inside a part for one suit, `{suit}` is that suit. Elsewhere it stands for each of them.
            for each in self.suits if SUIT in written and not suit else (suit,):
                key = written.replace(SUIT, each)
                if key in entries:
                    raise Mistake(
                        (*path, written), Text("%(name)s is used twice. Choose another key.", name=Literal(key))
                    )
                if field.kind == "formulas":
                    entries[key] = self._expand_formula(value, (*path, key), each)
                else:
                    entries[key] = self.expand_table(value, field.of, (*path, key), each)
                if field.of == "row" and each:
                    # A row has the symbol of its suit unless it has its own.
                    symbol = {} if SYMBOL.keys() & value.keys() else self.suits[each]
                    entries[key] = {**{name: symbol[name] for name in SYMBOL if name in symbol}, **entries[key]}
                if each and "suit" in PARTS.get(field.of, {}):
                    # A sentence is not written out for each suit: its values are filled in when it is said.
                    entries[key].setdefault("suit", each)
        return entries

    def _fill_label(self, value: Any, path: Path, suit: str) -> Any:
        """Return a text, or its translations, with the label of the suit."""
        texts = get_texts(value)
        if not any(SUIT_LABEL in text for text in texts.values()):
            return value
        if not suit:
            raise Mistake(path, Text("Use {label} in a part with {suit} in its key."))
        labels = get_texts(self.suits[suit]["label"])
        if not isinstance(value, dict) and len(labels) == 1:
            return value.replace(SUIT_LABEL, labels["en"])
        return {
            language: texts.get(language, texts["en"]).replace(SUIT_LABEL, labels.get(language, labels["en"]))
            for language in {**labels, **texts}
        }

    def _expand_formula(self, formula: Any, path: Path, suit: str) -> Any:
        # A formula that is too long is refused when it is parsed.
        if not isinstance(formula, str) or len(formula) > LONGEST_FORMULA:
            return formula
        text = "".join(self._expand_lists(formula, path, suit))
        if SUIT in text and not suit:
            raise Mistake(path, Text("Use {suit} in a part with {suit} in its key, or inside suits(…)."))
        return text.replace(SUIT, suit)

    def _expand_lists(self, formula: str, path: Path, suit: str) -> Iterator[str]:
        """Yield a formula in pieces, with `suits(…)` and `earlier(…)` written out as arguments separated by commas."""
        start = 0
        while found := LIST.search(formula, start):
            yield formula[start : found.start()]
            end = _find_closing_bracket(formula, found.end())
            suits = list(self.suits)
            if found[1] == "earlier":
                if not suit:
                    raise Mistake(path, Text("Use earlier(…) in a part with {suit} in its key."))
                suits = suits[: suits.index(suit)]
            # Before the first suit there is none, and a function needs at least one argument.
            yield ", ".join(formula[found.end() : end].replace(SUIT, each) for each in suits) or "0"
            start = end + 1
        yield formula[start:]


def _find_closing_bracket(formula: str, start: int) -> int:
    """Return the position of the bracket that closes the one before `start`; the end of the formula if none does."""
    depth = 1
    for position in range(start, len(formula)):
        depth += {"(": 1, ")": -1}.get(formula[position], 0)
        if not depth:
            return position
    return len(formula)
