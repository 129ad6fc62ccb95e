"""Verdicts by the rule they follow and the values in their gaps, whatever their wording."""

from collections.abc import Iterable, Mapping

from scorekeeper.games.pad import Problem
from scorekeeper.language.text import ENGLISH, Text, speak_value

Cited = Mapping[str, object]
"""A rule, and the value of each gap: numbers as they are, everything else as it reads in English."""


def by(rule: str, **gaps: object) -> Cited:
    """Return an expected verdict."""
    return {"rule": rule, **gaps}


def cite(text: Text | None) -> Cited:
    """Return a verdict without its wording. Fail if there is none, or if it names no rule.

    The number of a Plural counts only if the sentence shows it.
    """
    assert text is not None
    assert text.rule, f"no rule: {text}"
    shown = text.message + getattr(text, "plural", "")
    gaps = {gap: value for gap, value in text.values.items() if f"%({gap})s" in shown or f"{{{gap}}}" in shown}
    return by(
        text.rule, **{gap: value if type(value) is int else speak_value(value, ENGLISH) for gap, value in gaps.items()}
    )


def cite_all(verdicts: Iterable[Text | Problem]) -> list[Cited]:
    """Return verdicts, or the texts of problems, without their wording."""
    return [cite(one.text if isinstance(one, Problem) else one) for one in verdicts]
